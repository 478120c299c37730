"""What Spark costs beside the extraction that it runs, beside ``--jobs``, and with many distinct URLs in little memory.

``python tests/benchmarks/spark_scale.py cost`` reads pages of 30 KB in a column, and counts the processor time of all
but their extraction: Spark's own, and what it takes to bring pages to Python and rows back. ``speed`` reads a WARC of
pages on one and two cores, beside ``urlglean extract --jobs``; ``distinct`` groups ``--urls`` distinct URLs by `unique`
and `frontier`, in a JVM of 2 GB that is driver and executor in one.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bench_archive import _record as warc_record
from bench_html import page, story
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

import urlglean
from urlglean import spark as glean
from urlglean.frontier import Policy
from urlglean.spark.rows import DDL
from urlglean.spark.sightings import SIGHTINGS_DDL

ROUNDS = 3
PAGE = 30_000
LINE = 0.25
"""What Spark may cost, in times of extraction."""


def session(cores: int, memory: str, folder: str) -> SparkSession:
    """Start Spark in one process on this machine."""
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.driver.memory", memory)
    conf = {"ui.enabled": "false", "local.dir": folder, "ui.showConsoleProgress": "false"}
    for name, value in conf.items():
        builder = builder.config(f"spark.{name}", value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("ERROR")
    return made


def pages(total: int) -> list[bytes]:
    """Give typical pages of 30 KB."""
    chance = random.Random(18)  # noqa: S311  (the same each time)
    return [page(chance, story, PAGE) for _ in range(max(1, total // PAGE))]


def run(frame: DataFrame) -> float:
    """Work all of a DataFrame out, and let go of it; give the seconds."""
    start = time.monotonic()
    frame.write.format("noop").mode("overwrite").save()
    return time.monotonic() - start


# --- the cost ---


def processor_time(spark: SparkSession) -> float:
    """Give the processor time of the JVM, and of all that it has started, in seconds, by what Linux says of them."""
    children: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        children.setdefault(int(fields[1]), []).append(int(path.parent.name))
        ticks[int(path.parent.name)] = sum(map(int, fields[11:15]))  # its own, and those it has waited for
    below, found = [int(spark._jvm.java.lang.ProcessHandle.current().pid())], 0
    while below:
        one = below.pop()
        found += ticks[one]
        below += children.get(one, [])
    return found / os.sysconf("SC_CLK_TCK")


def cost(spark: SparkSession, folder: str, size: int) -> None:
    """Print what Spark costs beside the extraction of pages."""
    made = pages(size)
    told = [(content, f"http://site.example/{number}") for number, content in enumerate(made)]
    where = f"{folder}/pages"
    spark.createDataFrame(told, "content binary, base string").repartition(4).write.parquet(where)
    frame = spark.read.parquet(where)
    rows = glean.extract(frame, "content", kind=F.lit("html"), base="base")
    run(rows)  # what is loaded and compiled late is now
    alone, whole = [], []
    for _ in range(ROUNDS):
        start = time.process_time()
        for content, base in told:
            for link in urlglean.extract_html(content, base=base):
                link.row("scheme")
        alone.append(time.process_time() - start)
        before = processor_time(spark)
        run(rows)
        whole.append(processor_time(spark) - before)
    extraction, everything = min(alone), min(whole)
    share = everything / extraction - 1
    print(f"{len(made)} pages of {sum(map(len, made)) / len(made):,.0f} bytes, {rows.count():,} rows")
    print(f"extraction and rows alone: {extraction:.2f} s of processor; by Spark: {everything:.2f} s")
    print(f"Spark costs {share:.0%} of extraction (line {LINE:.0%}: {'yes' if share <= LINE else 'no'})")


# --- the speed ---


def speed(folder: str, size: int) -> None:
    """Print records a second of one and two cores, beside those of the command."""
    path = Path(folder, "pages.warc.gz")
    records = [warc_record(number, content) for number, content in enumerate(pages(size))]
    path.write_bytes(b"".join(records))
    unpacked = sum(len(gzip.decompress(record)) for record in records)
    print(f"{len(records)} records, {unpacked / 1e6:.0f} MB, {path.stat().st_size / 1e6:.0f} MB packed")
    for cores in (1, 2):
        spark = session(cores, "1g", folder)
        frame = glean.read(spark, [str(path)], split_size=path.stat().st_size // 8 + 1)
        command = [sys.executable, "-m", "urlglean", "extract", "-q", "--jobs", str(cores), "--format"]
        command += ["parquet", "-o", str(Path(folder, "rows.parquet")), str(path)]
        run(frame)
        works = {f"local[{cores}]": partial(by_spark, frame), f"--jobs {cores}": partial(by_command, command)}
        for name, work in works.items():
            seconds, used = min(work() for _ in range(ROUNDS))
            print(
                f"{name}: {len(records) / seconds:,.0f} records/s by the clock; processor time"
                f" {used / len(records) * 1e3:.1f} ms per record, {used / unpacked * 1e9:.1f} ms per MB unpacked",
                flush=True,
            )
        spark.stop()


def by_spark(frame: DataFrame) -> tuple[float, float]:
    """Work a DataFrame out; give the seconds, and those of processor time."""
    before = processor_time(frame.sparkSession)
    seconds = run(frame)
    return seconds, processor_time(frame.sparkSession) - before


def by_command(command: list[str]) -> tuple[float, float]:
    """Run a command; give the same."""
    before = os.times()
    start = time.monotonic()
    subprocess.run(command, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.monotonic() - start, used


# --- many distinct URLs ---


def distinct(spark: SparkSession, folder: str, urls: int) -> None:
    """Print what it takes to group so many URLs, every third of which stands in three places."""
    places = urls + urls // 3 * 2
    number = f"IF(id < {urls}, id, (id - {urls}) DIV 2 * 3)"
    url = f"concat('http://host', {number} % 99991, '.example/section/', {number}, '/page.html')"
    position = "concat(lpad(hex(id DIV 100000), 8, '0'), '.000000000000.', lpad(hex(id % 100000), 8, '0'))"
    given = {
        "url": url,
        "text": url,
        "source": "'crawl.warc.gz'",
        "position": position,
        "line": "id",
        "key": url,
    }
    found = spark.range(0, places, 1, 64)
    measured("unique", glean.unique(_filled(found, DDL, given)), folder, urls, spark)
    page = "concat('http://page.example/', id DIV 40)"
    given = {"url": url, "key": url, "page": page, "referrer": page, "position": position}
    given |= {"place": "concat('crawl.warc.gz:', id)", "rel": "1", "count": "1", "anchors": "array('a text')"}
    sightings = _filled(found, SIGHTINGS_DDL, given)
    measured("frontier", glean.frontier(sightings, Policy()), folder, urls, spark)


def _filled(frame: DataFrame, ddl: str, given: dict[str, str]) -> DataFrame:
    """Give rows of a schema, most columns of which are null."""
    schema = frame.sparkSession.createDataFrame([], ddl).schema
    columns = [
        F.expr(given.get(field.name, "NULL")).cast(field.dataType).alias(field.name) for field in schema
    ]
    return frame.select(*columns)


def measured(name: str, frame: DataFrame, folder: str, urls: int, spark: SparkSession) -> None:
    """Write a DataFrame, and print what it took."""
    before = processor_time(spark)
    start = time.monotonic()
    frame.write.mode("overwrite").parquet(f"{folder}/{name}")
    seconds = time.monotonic() - start
    used = processor_time(spark) - before
    count = spark.read.parquet(f"{folder}/{name}").count()
    written = shuffled(spark)
    most = spark._jvm.java.lang.Runtime.getRuntime().maxMemory() >> 20
    print(
        f"{name}: {count:,} of {urls:,} URLs in {seconds:,.0f} s, {used / urls * 1e6:.1f} µs of processor per URL;"
        f" {written / urls:.0f} bytes shuffled per URL so far, a heap of {most:,} MiB",
        flush=True,
    )


def shuffled(spark: SparkSession) -> int:
    """Give how many bytes were written for shuffles so far."""
    store = spark._jsc.sc().statusStore()
    stages = store.executorSummary("driver")
    return int(stages.totalShuffleWrite())


def main() -> None:
    """Run what argv asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["cost", "speed", "distinct"])
    parser.add_argument("--megabytes", type=int, default=30)
    parser.add_argument("--urls", type=int, default=10_000_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.what == "speed":
            speed(folder, given.megabytes * 1_000_000)
            return
        spark = session(2 if given.what == "distinct" else 1, "2g", folder)
        if given.what == "cost":
            cost(spark, folder, given.megabytes * 1_000_000)
        else:
            distinct(spark, folder, given.urls)
        spark.stop()


if __name__ == "__main__":
    main()

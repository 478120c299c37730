"""What Spark costs beside the extraction that it runs, beside ``--jobs``, and with many distinct URLs in little memory.

``python tests/benchmarks/spark_scale.py cost`` reads pages of 30 KB in a column, and counts the processor time of each
part, in Python and in the JVM: pages to Python, finding, rows and columns of Arrow, rows to the JVM, Parquet. What the
JVM's own compiler takes stands apart: it is done with a program after some minutes, however many rows there are.
``speed`` reads a WARC of pages on one and two cores, beside ``urlglean extract --jobs``; ``distinct`` groups ``--urls``
distinct URLs by `unique` and `frontier`, in a JVM of 2 GB that is driver and executor in one.
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
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from bench_archive import _record as warc_record
from bench_html import page, story
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

import urlglean
from urlglean import spark as glean
from urlglean.document import ReadOptions
from urlglean.frontier import Policy
from urlglean.intake import IntakeOptions
from urlglean.spark.rows import ROWS
from urlglean.spark.splits import Cell, Placed
from urlglean.spark.tables import WRITTEN, Folder, writing
from urlglean.spark.tasks import SIGHTINGS, FoundRows, attempt

ROUNDS = 2
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


class Times(NamedTuple):
    """Seconds of processor time."""

    python: float
    jvm: float
    """All of it but for the next."""
    compiler: float
    """Its compiler, which makes code of what runs often."""

    def less(self, other: Times) -> Times:
        """Give what is left without other times."""
        return Times(*(own - theirs for own, theirs in zip(self, other, strict=True)))


class Clock:
    """The processor time of a JVM, and of all that it starts, since the clock was made; by what Linux says of them."""

    def __init__(self, spark: SparkSession) -> None:
        self._jvm = int(spark._jvm.java.lang.ProcessHandle.current().pid())
        self._before = self._ticks()

    def times(self) -> Times:
        """Give what has passed."""
        # Each process for itself: a worker that Spark ends for its idleness takes what it took to the grave.
        passed = {pid: ticks - self._before.get(pid, 0) for pid, ticks in self._ticks().items()}
        jvm, compiler = passed.pop(self._jvm), passed.pop(_COMPILER)
        return Times(*(ticks / _TICKS for ticks in (sum(passed.values()), jvm - compiler, compiler)))

    def _ticks(self) -> dict[int, int]:
        """Give the ticks of each process that lives, and of the JVM's compiler."""
        children: dict[int, list[int]] = {}
        ticks: dict[int, int] = {}
        for path in Path("/proc").glob("[0-9]*/stat"):
            told = _stat(path)
            if told:  # it has not ended
                children.setdefault(int(told[1][1]), []).append(int(path.parent.name))
                ticks[int(path.parent.name)] = sum(map(int, told[1][11:13]))
        family = [self._jvm]
        for one in family:
            family += children.get(one, [])
        threads = filter(None, map(_stat, Path(f"/proc/{self._jvm}/task").glob("[0-9]*/stat")))
        compiler = sum(sum(map(int, fields[11:13])) for name, fields in threads if "CompilerThre" in name)
        return {pid: ticks[pid] for pid in family} | {_COMPILER: compiler}


def _stat(path: Path) -> tuple[str, list[str]] | None:
    """Give what Linux says of a process or thread: its name, and what stands behind it; None once it has ended."""
    try:
        before, _, after = path.read_text().rpartition(")")
    except OSError:
        return None
    return before.partition("(")[2], after.split()


_TICKS = os.sysconf("SC_CLK_TCK")
_COMPILER = -1  # no process has this number
STAGES = {
    "documents to Python": "the JVM reads the column of documents, Python takes it in",
    "finding": "Links are found in them",
    "columns": "rows are made, and columns of Arrow of them",
    "rows to the JVM": "the JVM takes them in",
    "Parquet": "a file of the columns is written where they were made, and the JVM sees nothing of them",
}
"""How far it goes: each stage has those before it in it, the last one but the one before."""


def upto(stage: str, frame: DataFrame, out: str) -> DataFrame:
    """Extract from a column of pages as `urlglean.spark.extract` does, as far as a stage goes."""
    product = FoundRows(IntakeOptions(options=ReadOptions(delimit={})), "scheme")
    names = [*urlglean.Link.columns()]
    write = writing(Folder(out), names, ROWS.schema, problems=Folder(f"{out}/problems"))

    def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            cells = [
                Placed(Cell("-", content, "html", base, None), "-")
                for content, base in zip(*batch.to_pydict().values(), strict=True)
            ]
            if stage == "finding":
                for link in chain.from_iterable(
                    urlglean.extract_html(cell.part.content, base=cell.part.base) for cell in cells
                ):
                    assert link
            elif stage != "documents to Python":
                yield from attempt(cells, product)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        if stage == "Parquet":
            yield from write(made(batches))
            return
        for batch in made(batches):
            if stage == "rows to the JVM":
                yield batch

    return frame.mapInArrow(run, WRITTEN if stage == "Parquet" else ROWS.ddl)


def cost(spark: SparkSession, folder: str, size: int, rounds: int) -> None:
    """Print what Spark costs beside the extraction of pages, part by part."""
    made = pages(size)
    told = [(content, f"http://site.example/{number}") for number, content in enumerate(made)]
    where = f"{folder}/pages"
    spark.createDataFrame(told, "content binary, base string").repartition(4).write.parquet(where)
    frame = spark.read.parquet(where)
    rows = glean.extract(frame, "content", kind=F.lit("html"), base="base")
    works: dict[str, Callable[[], Times]] = {
        "alone": partial(alone, told),
        "no pages": partial(measured_run, upto("rows to the JVM", frame.where("base IS NULL"), folder)),
        "by Spark": partial(measured_run, rows),
        **{stage: partial(measured_run, upto(stage, frame, f"{folder}/out")) for stage in STAGES},
    }
    found: dict[str, list[Times]] = {name: [] for name in works}
    chance = random.Random(18)  # noqa: S311  (the same each time)
    for _ in range(rounds + 1):
        # Another order each time: what comes behind a heavy query would pay for its garbage in every round.
        for name in chance.sample(list(works), len(works)):
            found[name].append(works[name]())
    # What is loaded late is in the first round. Of the others the least: whatever else runs here adds to them.
    taken = {name: Times(*map(min, zip(*times[1:], strict=True))) for name, times in found.items()}
    count = rows.count()
    print(f"{len(made)} pages of {sum(map(len, made)) / len(made):,.0f} bytes, {count:,} rows")
    print(
        "µs of processor time per row, in Python, in the JVM, in its compiler; each stage with those before it:"
    )
    for name, times in taken.items():
        told_of = " ".join(f"{time / count * 1e6:6.1f}" for time in times)
        print(f"  {name:20} {told_of}   {STAGES.get(name, '')}")
    compiled = ", ".join(f"{times.compiler:.1f}" for times in found["by Spark"])
    print(f"the compiler took {compiled} s of the same query, round by round")
    begun = taken["no pages"]
    print(f"a query takes {sum(begun):.2f} s whatever it reads; without that, and without the compiler:")
    for name, stage in {"a DataFrame": "by Spark", "a job, but for Parquet": "columns"}.items():
        more = taken[stage].less(begun)
        share, all_of_it = (part / taken["alone"].python - 1 for part in (more.python + more.jvm, sum(more)))
        print(
            f"{name}: Spark costs {share:.0%} of extraction (line {LINE:.0%}: {'yes' if share <= LINE else 'no'});"
            f" {all_of_it:.0%} with the compiler"
        )


def alone(told: list[tuple[bytes, str]]) -> Times:
    """Extract from pages and make rows of it without Spark; give what it takes."""
    start = time.process_time()
    for content, base in told:
        for link in urlglean.extract_html(content, base=base):
            link.row("scheme")
    return Times(time.process_time() - start, 0.0, 0.0)


def measured_run(frame: DataFrame) -> Times:
    """Work a DataFrame out; give what it takes."""
    clock = Clock(frame.sparkSession)
    run(frame)
    return clock.times()


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
    rows = pq.read_metadata(Path(folder, "rows.parquet")).num_rows
    stored = Path(folder, "rows.parquet").stat().st_size
    print(f"rows: {rows:,}, {stored / rows:.0f} bytes of Parquet for each")


def by_spark(frame: DataFrame) -> tuple[float, float]:
    """Work a DataFrame out; give the seconds, and those of processor time."""
    clock = Clock(frame.sparkSession)
    seconds = run(frame)
    return seconds, sum(clock.times())


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
    measured("unique", glean.unique(_filled(found, ROWS.ddl, given)), folder, urls, spark)
    page = "concat('http://page.example/', id DIV 40)"
    given = {"url": url, "key": url, "page": page, "referrer": page, "position": position}
    given |= {"place": "concat('crawl.warc.gz:', id)", "rel": "1", "count": "1", "anchors": "array('a text')"}
    sightings = _filled(found, SIGHTINGS.ddl, given)
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
    clock = Clock(spark)
    start = time.monotonic()
    frame.write.mode("overwrite").parquet(f"{folder}/{name}")
    seconds = time.monotonic() - start
    used = sum(clock.times())
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
    parser.add_argument("--megabytes", type=int, help="what is read: 64 for the cost, 8 for speed")
    parser.add_argument("--rounds", type=int, default=5, help="of the cost, after one that is not counted")
    parser.add_argument("--urls", type=int, default=10_000_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.what == "speed":
            speed(folder, (given.megabytes or 8) * 1_000_000)
            return
        spark = session(2 if given.what == "distinct" else 1, "2g", folder)
        if given.what == "cost":
            cost(spark, folder, (given.megabytes or 64) * 1_000_000, given.rounds)
        else:
            distinct(spark, folder, given.urls)
        spark.stop()


if __name__ == "__main__":
    main()

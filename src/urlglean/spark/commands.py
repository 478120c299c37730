"""The jobs: ``extract``, ``unique`` and ``frontier`` on a cluster.

The options are those of the commands of these names, but for those about one machine and one output.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click
import pyarrow as pa
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

from urlglean.cli import command_of
from urlglean.cli.frontier import FrontierRequest
from urlglean.cli.options import check_steps
from urlglean.cli.run import Request
from urlglean.cli.terminal import exit_code_of, say
from urlglean.errors import StoreError, UrlgleanError
from urlglean.links.distinct import Tally
from urlglean.links.link import Link
from urlglean.reports import counted
from urlglean.spark import tables
from urlglean.spark.distinct import DISTINCT, unique
from urlglean.spark.fetchables import FRONTIER, judged, to_be_given
from urlglean.spark.frames import Plan, frame_of
from urlglean.spark.rows import POSITION, PROBLEM, ROWS, ArrowColumns, FoundColumns
from urlglean.spark.splits import SPLIT_SIZE, is_remote
from urlglean.spark.tables import PROBLEMS, SETTLED, STAGED, Folder, WrittenTable
from urlglean.spark.tasks import SIGHTINGS, FoundRows, PartProduct, SightingRows

_OF_ONE_MACHINE = frozenset({"form", "output", "into", "jobs", "quiet", "known", "relative"})
"""The options of the commands that have no meaning here, or another one."""
_MEGABYTE = 1 << 20
_NUMBER = click.IntRange(1)


_OWN = [
    click.Option(
        ["--out"], required=True, metavar="DIR", help="Where the Parquet files go: a folder, or a URL."
    ),
    click.Option(["--overwrite"], is_flag=True, help="Replace what an earlier run has written there."),
    click.Option(
        ["--partitions"],
        type=_NUMBER,
        metavar="N",
        help="Write N files at most. Default: by the size of the inputs.",
    ),
    click.Option(
        ["--by-host"], type=_NUMBER, metavar="N", help="Put the rows of a host into one of N folders."
    ),
    click.Option(
        ["--split-size"],
        type=_NUMBER,
        default=SPLIT_SIZE // _MEGABYTE,
        show_default=True,
        metavar="MB",
        help="How much a task reads; archives of twice as much are cut.",
    ),
    click.Option(
        ["--master"], metavar="URL", help="The cluster: spark://host:7077, local[4] ... Default: Spark's."
    ),
]
_PLACES = click.Option(
    ["--places"], type=_NUMBER, metavar="N", help="Keep N places of each URL, in the column places."
)
_KNOWN = click.Option(
    ["--known"],
    metavar="DIR",
    help="Leave out what earlier frontiers gave, and add this one: a folder, made where there is none.",
)


def _as_job(name: str, told: str, run: Callable[..., int], *own: click.Option) -> click.Command:
    """Give the command of a name as one that runs on a cluster; ``told`` is what it does."""
    command = command_of(name)
    kept = [parameter for parameter in command.params if parameter.name not in _OF_ONE_MACHINE]
    return click.Command(
        command.name,
        params=[*kept, *_OWN, *own],
        callback=run,
        help=f"{told}\n\nRuns on Apache Spark, and writes what `urlglean {name}` prints (`urlglean help spark`).",
        short_help=told,
    )


class _Job:
    """A run on a cluster: its session, its inputs, its output."""

    def __init__(self, given: dict[str, Any], *folders: str | None) -> None:
        own = {
            name: given.pop(name)
            for name in ("out", "overwrite", "partitions", "by_host", "split_size", "master")
        }
        self.out = Folder.named(own["out"])
        self.by_host: int | None = own["by_host"]
        self.partitions: int | None = own["partitions"]
        self._master: str | None = own["master"]
        self._overwrite: bool = own["overwrite"]
        self._split_size = own["split_size"] * _MEGABYTE
        self.session: SparkSession
        # Java is started by a fork; after a file system's driver has begun threads, that may hang for ever.
        if any(map(is_remote, filter(None, (own["out"], *folders)))):
            self.start()

    def start(self) -> None:
        builder = SparkSession.builder.appName("urlglean")
        if self._master is not None:
            builder = builder.master(self._master)
        if (self._master or "local").startswith("local"):
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        is_ours = SparkSession.getActiveSession() is None
        self.session = builder.getOrCreate()
        if is_ours:  # the end of Java leaves half a minute to remove a packed environment: too little
            click.get_current_context().call_on_close(self.session.stop)

    def begin(self, request: Request) -> Plan:
        """See that the output may be written, start all of it; give what is read."""
        if not request.paths:
            raise click.UsageError("name what to read: files and folders that every machine sees, or URLs")
        try:
            tables.prepare(self.out, overwrite=self._overwrite)
        except StoreError as error:
            raise click.UsageError(str(error)) from None
        self.start()
        self.out.remove()  # what is there goes now that there is a cluster, and what a run has left that failed
        self.out.make()
        return Plan(request.paths, request.choice, self._split_size, self.partitions)

    def write(self, frame: DataFrame, schema: pa.Schema, *order: str) -> WrittenTable:
        """Write the rows, in an order where one is given; and the problems among them beside."""
        if self.by_host is not None:
            frame = tables.by_host(frame, self.by_host)
            order = (tables.BUCKET, *(order or (POSITION,)))
        if order:
            columns = (F.desc(name[1:]) if name.startswith("-") else F.asc(name) for name in order)
            frame = frame.sortWithinPartitions(*columns)
        return tables.write(frame, self.out, schema, problems=self.out / PROBLEMS)

    def read(self, plan: Plan, product: PartProduct, schema: pa.Schema, out: Folder) -> WrittenTable:
        """Write what the inputs have, each task what it has read; and the problems among it beside."""
        run = tables.writing(out, schema, problems=self.out / PROBLEMS)
        return tables.summed(frame_of(self.session, plan, product, tables.WRITTEN, then=run), out, schema)

    def staged(self, plan: Plan, product: PartProduct, found: FoundColumns) -> tuple[DataFrame, WrittenTable]:
        """Write the rows before they are grouped, so that the inputs are read once; and the problems among them."""
        folder = self.out / STAGED
        written = self.read(plan, product, found.rows.schema, folder)
        kept = tables.staged(self.session, folder, found.rows.ddl)
        return kept.selectExpr("*", "CAST(NULL AS STRING) AS problem"), written

    def dealt(self, frame: DataFrame) -> DataFrame:
        """Put rows that are grouped into as many partitions as files are asked for, those of a URL together."""
        files = self.partitions or max(1, len((self.out / STAGED).names()) // _STAGED_BY_FILE)
        return frame.repartition(files, "key")

    def end(self, written: WrittenTable, rows: int) -> int:
        """Say that it is complete, and how much there is; give the exit code."""
        (self.out / STAGED).remove()
        (self.out / SETTLED).remove()
        if not written.problems:
            (self.out / PROBLEMS).put_empty(PROBLEM.schema)
        self.out.complete()
        problems = (
            f", {counted(written.problems, 'problem')} (told in {PROBLEMS}/)" if written.problems else ""
        )
        say(f"{self.out.url}: {counted(rows, 'row')}{problems}")
        if written.lost:
            return 3
        return 0 if rows else 1


_STAGED_BY_FILE = 8
"""How many files of what was found make one of what is grouped."""


def _extract(*, rung: str, **given: Any) -> int:
    job = _Job(given)
    request = Request.of(form="parquet", **given)
    plan = job.begin(request)
    product, schema = FoundRows(request.intake, rung), ArrowColumns(Link.types()).schema
    if job.by_host is None:
        written = job.read(plan, product, schema, job.out)
    else:
        written = job.write(frame_of(job.session, plan, product, ROWS.ddl), schema)
    return job.end(written, written.rows)


def _unique(
    *,
    rung: str,
    steps: tuple[str, ...],
    redirects: tuple[tuple[str, str], ...],
    sort: str,
    places: int | None,
    **given: Any,
) -> int:
    check_steps(rung, steps, redirects)
    job = _Job(given)
    request = Request.of(form="parquet", **given)
    plan = job.begin(request)
    rows, found = job.staged(plan, FoundRows(request.intake, rung), ROWS)
    groups = unique(rows, rung=rung, steps=steps, redirects=redirects, places=places or 1)
    order = {"first": (POSITION,), "count": ("-count", POSITION), "url": ("printed", POSITION)}[sort]
    groups = groups.selectExpr("*", "coalesce(url, text) AS printed")
    columns = (*Tally.columns(), *(("places",) if places else ()))
    written = job.write(job.dealt(groups), pa.schema([*map(DISTINCT.field, columns)]), *order)
    return job.end(found, written.rows)


def _frontier(*, with_text: bool, seeds: tuple[str, ...], known: str | None, sort: str, **given: Any) -> int:
    job = _Job(given, known)
    policy, request, pages = FrontierRequest.by({"form": "parquet", **given}, with_text=with_text)
    seen = None if known is None else Folder.named(known)
    try:
        earlier = [] if seen is None else tables.generations(seen, policy.keys)
    except UrlgleanError as error:
        raise click.UsageError(str(error)) from None
    plan = job.begin(request)
    new = None if seen is None else tables.NewGeneration(seen, earlier, policy.keys)
    product = SightingRows(request.intake, pages, policy)
    rows, written = job.staged(plan, product, SIGHTINGS)
    if seeds:
        begun = job.session.createDataFrame(product.seeds(seeds), SIGHTINGS.ddl)
        rows = rows.unionByName(begun.withColumn("problem", F.lit(None).cast("string")))
    settle = tables.settling(job.out / SETTLED)
    everything = judged(rows, policy, tables.known(job.session, earlier), settle)
    if seen is not None:
        everything = settle(everything)  # what is given, and what is known from now on, are parts of it
    given_rows = everything.where(to_be_given(policy))
    by = "regexp_replace(surt, '^.*?://', '')"
    order = {
        "first": (POSITION,),
        "count": ("-referrers", "-count", POSITION),
        "url": ("key",),
        "surt": ("by_surt", POSITION),
    }[sort]
    result = job.write(job.dealt(given_rows.selectExpr("*", f"{by} AS by_surt")), FRONTIER, *order)
    if new is not None:
        is_new = to_be_given(policy) | (F.expr("fetched AND NOT is_known") & F.lit(policy.skip_fetched))
        new.write(job.dealt(everything.where(is_new)))
    code = job.end(written, result.rows)
    if new is not None:
        new.complete()  # a run that ends before this has given them, so they come again, and none is lost
    return code


_COMMANDS = {
    "extract": _as_job("extract", "Write every occurrence of a URL as a row of Parquet files.", _extract),
    "frontier": _as_job(
        "frontier", "Write what a crawler should fetch next as rows of Parquet files.", _frontier, _KNOWN
    ),
    "unique": _as_job("unique", "Write each distinct URL once as a row of Parquet files.", _unique, _PLACES),
}


@click.group(
    commands=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
def jobs() -> None:
    """Find URLs by Apache Spark, on as many machines as it has: what the commands of these names give, as Parquet."""


def main() -> NoReturn:
    """Run the job that argv asks for, and leave with the exit code of the command of that name."""
    sys.exit(exit_code_of(jobs, "python -m urlglean.spark", _told))


def _told(error: Exception) -> str | None:
    """Say what went wrong in the cluster, without its traces of calls; None where it is nothing of the cluster."""
    if not isinstance(error, (UrlgleanError, PySparkException, Py4JError, OSError)):
        return None
    if "JAVA_GATEWAY_EXITED" in str(error):
        return "Spark did not start: it needs Java 17 or later (JAVA_HOME, or java on the PATH)"
    lines = [line for line in str(error).splitlines() if line.strip()]
    cause = next((line for line in reversed(lines) if "Error: " in line and not line.startswith("\t")), None)
    return (cause or lines[0] if lines else type(error).__name__).strip()

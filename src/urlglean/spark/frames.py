"""DataFrames of what is found: in a column of documents, and in files wherever they are."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, chdir, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import Column
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)
from pyspark.sql.types import BinaryType, CharType, StringType, VarcharType

from urlglean.document import ReadOptions
from urlglean.errors import UrlgleanError, require, require_known
from urlglean.extract import options_of_rows
from urlglean.frontier.pages import PageReading
from urlglean.frontier.policy import Policy
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.inputs.mirrors import Mirror
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import File
from urlglean.reports import Problem
from urlglean.spark import splits
from urlglean.spark.rows import ROWS, of_numbers, require_columns
from urlglean.spark.tasks import SIGHTINGS, FoundRows, PartProduct, SightingRows, attempt
from urlglean.uri.normalize import normalizer
from urlglean.uri.resolve import DIALECTS

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["extract", "problems", "read"]


def extract(
    frame: DataFrame,
    content: str | Column,
    *,
    kind: str | Column | None = None,
    base: str | Column | None = None,
    source: str | Column | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    rung: str = "scheme",
    policy: Policy | None = None,
    **options: Any,
) -> DataFrame:
    """Give a row for each URL in a column of documents, lazily: the row schema with Spark's types.

    Args:
        frame: A DataFrame with a document in each row.
        content: The column of documents, strings or bytes: texts, pages, messages, archives, packed or not.
        kind: A column of what each is, a key of `urlglean.inputs.kinds.KINDS`; null, or None for all, to tell by
            content and the suffix of ``source``. ``F.lit("html")`` says the same of all.
        base: A column of the URLs they were retrieved by.
        source: A column of what each is called; without it, each is ``-``.
        encoding: What bytes are encoded in that do not say it themselves.
        dialect: As for `urlglean.extract_html`.
        rung: That of the column ``key``.
        policy: What belongs to a frontier, where the result is for `urlglean.spark.frontier`; its rows are others, and
            neither ``rung`` nor ``text``, ``noscript`` and ``templates`` of the options change them.
        **options: Those of `urlglean.extract_path`, but for ``robots``, which no row tells.

    A document that cannot be read is a row whose ``problem`` says why; see `problems`. A task that failed reads each
    document in a process of its own when it is tried again, so one that kills it (out of memory, say) is such a row,
    too, where the cluster tries a task again.

    Raises:
        TypeError: There is no such option, or it is of a wrong type; a column is none of strings or bytes.
        UrlgleanError: There is no such dialect or rung.

    """
    reading = _reading(InputOptions(encoding=encoding), dialect, options)
    product, ddl = _product(reading, rung, policy)
    chosen = {"content": content, "kind": kind, "base": base, "source": source}
    documents = frame.select(*(_column(name, value).alias(name) for name, value in chosen.items()))
    for field in documents.schema:
        if not isinstance(field.dataType, _STRINGS[field.name != "content" :]):
            told = f"{field.name} is to be a column of strings{' or bytes' * (field.name == 'content')}"
            raise TypeError(f"{told}, not of {field.dataType.simpleString()}")
    is_text = not isinstance(documents.schema["content"].dataType, BinaryType)
    if is_text:
        documents = documents.withColumn("content", F.encode("content", "UTF-8"))

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            starts = range(0, batch.num_rows, _CELLS_AT_ONCE)
            rows = (row for start in starts for row in batch.slice(start, _CELLS_AT_ONCE).to_pylist())
            yield from attempt((_cell(row, is_text=is_text) for row in rows), product)

    return documents.mapInArrow(run, ddl)


_STRINGS = (BinaryType, StringType, CharType, VarcharType)
"""The types of what is read; all but the first are text."""
_CELLS_AT_ONCE = 64
"""How many documents of a batch are taken out of it at once: they may be large."""


def _column(name: str, value: str | Column | None) -> Column:
    if value is None and name != "content":
        return F.lit(None).cast("string")
    if not isinstance(value, (str, Column)):
        raise TypeError(f"{name} is to be a column, or the name of one, not {type(value).__name__}")
    return F.col(value) if isinstance(value, str) else value


def _cell(row: dict[str, Any], *, is_text: bool) -> splits.Placed:
    name = "-" if row["source"] is None else row["source"]
    if row["content"] is None:
        return splits.Placed(Problem(name, "there is no content: null", lost=False), name)
    return splits.Placed(
        splits.Cell(name, row["content"], row["kind"], row["base"], "utf-8" if is_text else None), name
    )


def read(
    session: SparkSession,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    kind: str | None = None,
    base: str | None = None,
    encoding: str | None = None,
    dialect: str | None = None,
    rung: str = "scheme",
    policy: Policy | None = None,
    split_size: int = splits.SPLIT_SIZE,
    partitions: int | None = None,
    **options: Any,
) -> DataFrame:
    """Give a row for each URL in files, lazily: those that ``urlglean extract`` gives, in their order by ``position``.

    Which files there are is looked up at once. An mbox, or a WARC that is plain or of gzip members, of twice
    ``split_size`` and more is read once at once, by the cluster, to find where it can be cut.

    ``paths`` are files and folders: names that every executor can open, or URLs that `fsspec` opens. ``kind``, ``base``
    and ``encoding`` are as for `urlglean.extract_path`; of several files ``base`` is the URL of the folder.
    ``split_size`` is how many bytes a task reads, more or less, ``partitions`` how many tasks there are, whatever they
    read. The other arguments are those of `extract`.

    Raises `InputError` where there is no such kind, TypeError where there is no such option, or an argument is of a
    wrong type, and `UrlgleanError` where there is no such dialect or rung, or a number is less than 1.
    """
    names = tuple(map(os.fsdecode, [paths] if isinstance(paths, (str, os.PathLike)) else paths))
    require(str | None, base=base)
    is_one = len(names) == 1 and (splits.is_remote(names[0]) or not os.path.isdir(names[0]))  # noqa: PTH112
    mirror = Mirror((), names, base=base) if base is not None and not is_one else None
    inputs = InputOptions(kind=kind, encoding=encoding, base=None if mirror else base, mirror=mirror)
    plan = Plan(names, Choice(), split_size, partitions)
    return frame_of(session, plan, *_product(_reading(inputs, dialect, options), rung, policy))


def problems(frame: DataFrame) -> DataFrame:
    """Give what could not be read of what `extract` or `read` gave: where, why, and whether something was ``lost``."""
    require_columns("problems takes rows of read or extract", frame, "problem")
    return frame.where("problem IS NOT NULL").select("problem.*")


def _reading(inputs: InputOptions, dialect: str | None, options: dict[str, Any]) -> IntakeOptions:
    """Give how inputs are read, by options of one function of the package."""
    require(str | None, encoding=inputs.encoding)
    if dialect is not None:
        require_known("dialect", (dialect,), DIALECTS)
    return IntakeOptions(inputs, options_of_rows(options) or ReadOptions(), dialect)


def _product(reading: IntakeOptions, rung: str, policy: Policy | None) -> tuple[PartProduct, str]:
    normalizer(rung=rung)  # to see here that there is such a rung
    if policy is None:
        return FoundRows(reading, rung), ROWS.ddl
    require(Policy, policy=policy)
    return SightingRows(reading, PageReading.of(reading), policy), SIGHTINGS.ddl


# --- the inputs, cut and dealt out ---


@dataclass(frozen=True, slots=True)
class Plan:
    """Which inputs are read, and how they are cut."""

    paths: tuple[str, ...]
    choice: Choice
    split_size: int = splits.SPLIT_SIZE
    partitions: int | None = None

    def __post_init__(self) -> None:
        for name in ("split_size", "partitions"):
            value = getattr(self, name)
            require(int | None, **{name: value})
            if value is not None and value < 1:
                raise UrlgleanError(f"{name} is to be 1 at least, not {value}")


def frame_of(
    session: SparkSession,
    plan: Plan,
    product: PartProduct,
    ddl: str,
    *,
    then: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]] | None = None,
) -> DataFrame:
    """Give what a product makes of the inputs; each task reads its own.

    ``then`` takes what a task has made where it was made: the JVM sees nothing but what that gives.
    """
    tasks = _tasks(session, plan, product.reading.inputs)
    here = Path.cwd()

    def made(number: int) -> Iterator[pa.RecordBatch]:
        with _working_in(here):
            found = attempt(tasks[number], product)
            yield from found if then is None else then(found)

    return of_numbers(session, len(tasks), made, ddl)


def _working_in(folder: Path) -> AbstractContextManager[None]:
    """Have relative names mean what they mean where the job was started: an executor works in a folder of its own."""
    return chdir(folder) if folder.is_dir() else nullcontext()


def _tasks(session: SparkSession, plan: Plan, inputs: InputOptions) -> list[tuple[splits.Placed, ...]]:
    found = list(splits.listed(plan.paths, plan.choice))
    cut = {
        number: splits.ranges(file, kind, plan.split_size)
        for number, file in enumerate(found)
        if isinstance(file, File) and (kind := splits.kind_to_cut(file, inputs, plan.split_size)) is not None
    }
    walked = iter(_walked(session, [piece for pieces in cut.values() for piece in pieces]))
    every: list[splits.Placed] = []
    for number, file in enumerate(found):
        pieces = [(piece, next(walked)) for piece in cut.get(number, ())]
        every += splits.placed_of(number, splits.stitched(pieces, splits.walk) if pieces else [file])
    if plan.partitions is not None:
        return splits.dealt(every, plan.partitions)
    return splits.packed(every, size=plan.split_size)


def _walked(session: SparkSession, pieces: list[splits.Range]) -> Iterable[splits.Walk]:
    """Have the ranges walked over by the cluster; give what each walk found, which is little."""
    if not pieces:
        return ()
    here = Path.cwd()

    def made(number: int) -> Iterator[pa.RecordBatch]:
        with _working_in(here):
            try:
                told = pickle.dumps(splits.walk(pieces[number]))
            except (OSError, UrlgleanError):  # whoever reads it says why it cannot be read
                told = pickle.dumps(splits.Walk((), None, ()))
            yield pa.RecordBatch.from_pydict({"number": [number], "walk": [told]})

    rows = of_numbers(session, len(pieces), made, "number bigint, walk binary").collect()
    return [pickle.loads(row["walk"]) for row in sorted(rows, key=lambda row: row["number"])]  # noqa: S301  (ours)

"""Parquet files that are the same each time: numbered, in order, each with its own name once it is complete.

Spark's own writer names files by chance. These are written by the tasks through `fsspec`, under a name that begins
with a dot until they are complete: what a task has left that died is written over, and nothing is there twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fsspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from urlglean.errors import StoreError
from urlglean.spark.rows import PROBLEM, ArrowColumns, of_numbers
from urlglean.spark.splits import is_remote
from urlglean.uri.hosts import HOST_OF_URL

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType

_ROWS_AT_ONCE = 1 << 16
"""How many rows a group of a file has: exactly, so that it is the same however they come."""
PROBLEMS = "_problems"
"""The folder of problems, which readers of Parquet folders pass over for its underscore: they see the rows alone."""
_SUCCESS = "_SUCCESS"
STAGED, SETTLED = "_staged", "_settled"
"""Where a run keeps what it has read, and its interim results; both are removed at its end."""
_UNFINISHED = ".part-"
"""How the name of a file begins that is not complete."""
BUCKET = "host_bucket"
"""The column that names the folder of a row, where rows are parted by host."""


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder of Parquet files, anywhere that `fsspec` writes to."""

    url: str

    @classmethod
    def named(cls, name: str) -> Folder:
        """Give one by a name as it is understood here; on an executor the same name may mean another folder."""
        return cls(name if is_remote(name) else str(Path(name).absolute()))

    @property
    def _system(self) -> tuple[Any, str]:
        try:
            found: tuple[Any, str] = fsspec.core.url_to_fs(self.url)
        except (ImportError, ValueError) as error:  # its message names the package that is missing
            raise StoreError(f"{self.url}: {error}") from None
        return found

    def __truediv__(self, name: str) -> Folder:
        return Folder(f"{self.url.rstrip('/')}/{name}")

    @property
    def is_complete(self) -> bool:
        """Whether a run has written all of it."""
        return self.exists(_SUCCESS)

    def exists(self, name: str) -> bool:
        """Tell whether there is a file of this name in it."""
        system, path = self._system
        return bool(system.exists(f"{path}/{name}"))

    def names(self) -> list[str]:
        """Give the names of what is in it; nothing where it is not there."""
        system, path = self._system
        try:
            found = system.ls(path, detail=False)
        except FileNotFoundError:
            return []
        return sorted(str(name).rstrip("/").rpartition("/")[2] for name in found)

    def complete(self) -> None:
        """Say that all of it is written; what attempts have left that died goes."""
        system, path = self._system
        for name in system.find(path):
            if str(name).rpartition("/")[2].startswith(_UNFINISHED):
                system.rm_file(name)
        self.put(_SUCCESS, "")

    def remove(self) -> None:
        """Remove it with all that is in it."""
        system, path = self._system
        if system.exists(path):
            system.rm(path, recursive=True)

    def text(self, name: str) -> str | None:
        """Give what a short file of it says; None where there is none."""
        system, path = self._system
        return system.cat_file(f"{path}/{name}").decode() if self.exists(name) else None

    def make(self) -> None:
        """Make the folder, where it is not there."""
        system, path = self._system
        system.makedirs(path, exist_ok=True)

    def put(self, name: str, text: str) -> None:
        """Write a short file; the folder is made where there is none."""
        self.make()
        system, path = self._system
        system.pipe_file(f"{path}/{name}", text.encode())

    def drop(self, name: str) -> None:
        """Remove a file of it."""
        system, path = self._system
        system.rm_file(f"{path}/{name}")

    def put_empty(self, schema: pa.Schema) -> None:
        """Write a table without rows: who reads it is told its columns, and need not ask whether it is there."""
        file, finish = self.open_unfinished("part-00000.parquet")
        pq.write_table(schema.empty_table(), file)
        finish()

    @property
    def is_file(self) -> bool:
        """Whether it is a file, and so no folder."""
        system, path = self._system
        return bool(system.isfile(path))

    def open_unfinished(self, name: str) -> tuple[Any, Callable[[], None]]:
        """Open a file to be written, and give what closes it and gives it its name once it is complete."""
        self.make()
        system, path = self._system
        unfinished = f"{path}/.{name}.{_partition_and_attempt()[1]}"  # see _UNFINISHED
        file = system.open(unfinished, "wb")

        def finish() -> None:
            file.close()
            system.mv(unfinished, f"{path}/{name}")

        return file, finish

    def read(self, name: str) -> Iterator[pa.RecordBatch]:
        """Yield what is in a file of it."""
        system, path = self._system
        with system.open(f"{path}/{name}", "rb") as file:
            yield from pq.ParquetFile(file).iter_batches()


def prepare(out: Folder, *, overwrite: bool) -> None:
    """See that there is room for a new table: nothing is taken away yet.

    Raises `StoreError` where the folder holds something else or a complete table, is a file, or cannot be made.
    """
    try:
        if out.is_file:
            raise StoreError(f"{out.url}: a file; name a folder")
        foreign = [name for name in out.names() if not _is_ours(name)]
        if foreign:
            raise StoreError(
                f"{out.url}: holds {foreign[0]!r}, which no run has written; name another folder"
            )
        if out.is_complete and not overwrite:
            raise StoreError(f"{out.url}: holds a table already; name another folder, or add --overwrite")
        out.make()
    except OSError as error:
        raise StoreError(f"{out.url}: {error.strerror or error}") from None


def _is_ours(name: str) -> bool:
    return name in {_SUCCESS, PROBLEMS, STAGED, SETTLED} or name.startswith(
        ("part-", _UNFINISHED, f"{BUCKET}=")
    )


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """What was written."""

    rows: int
    problems: int
    lost: int
    """How many of the problems say that something was lost."""


WRITTEN = "rows bigint, problems bigint, lost bigint"
"""What `writing` gives of each partition, as Spark writes it."""


def writing(
    out: Folder, schema: pa.Schema, *, problems: Folder | None = None, is_parted: bool = False
) -> Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """Give what writes a partition as a file of the columns of a schema, in its order; and its problems beside them.

    Where it is parted by the column `BUCKET`, by which it is sorted, each bucket is a folder.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        number, _ = _partition_and_attempt()
        file = _PartFile(out, f"part-{number:05d}.parquet", schema, is_parted=is_parted)
        told = _PartFile(problems or out, f"part-{number:05d}.parquet", PROBLEM.schema, is_parted=False)
        lost = 0
        with file, told:
            for batch in batches:
                if "problem" in batch.schema.names:
                    is_row = batch["problem"].is_null()
                    found = pc.drop_null(batch["problem"])
                    lost += sum(row["lost"] for row in found.to_pylist())
                    told.add(pa.RecordBatch.from_arrays(found.flatten(), schema=PROBLEM.schema))
                    batch = batch.filter(is_row)
                file.add(batch)
        yield pa.RecordBatch.from_pydict({"rows": [file.rows], "problems": [told.rows], "lost": [lost]})

    return run


def write(
    frame: DataFrame, out: Folder, schema: pa.Schema, *, problems: Folder | None = None
) -> WrittenTable:
    """Write each partition of a frame by `writing`."""
    run = writing(out, schema, problems=problems, is_parted=BUCKET in frame.columns)
    return summed(frame.mapInArrow(run, WRITTEN), out, schema)


def summed(told: DataFrame, out: Folder, schema: pa.Schema) -> WrittenTable:
    """Write what is to be written, one empty file at least; give how much there was, all partitions together."""
    done = told.collect()
    written = WrittenTable(*(sum(row[name] for row in done) for name in ("rows", "problems", "lost")))
    if not written.rows:
        out.put_empty(schema)
    return written


class _PartFile:
    """The rows of one partition on their way into a file, or into one for each bucket; none where there are no rows."""

    def __init__(self, out: Folder, name: str, schema: pa.Schema, *, is_parted: bool) -> None:
        self.rows = 0
        self._out = out
        self._name = name
        self._schema = schema
        self._is_parted = is_parted
        self._bucket: int | None = None
        self._waiting: list[pa.RecordBatch] = []
        self._waits = 0
        self._open: tuple[pq.ParquetWriter, Any, Callable[[], None]] | None = None

    def __enter__(self) -> _PartFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._end()
        elif self._open is not None:  # what is there of it keeps the name of what is not complete
            writer, file, _finish = self._open
            with suppress(OSError, pa.ArrowException):
                writer.close()
            with suppress(OSError):
                file.close()
            self._open = None

    def add(self, batch: pa.RecordBatch) -> None:
        if not self._is_parted:
            self._take(batch)
            return
        buckets = batch[BUCKET].to_pylist()
        start = 0
        for end in range(1, len(buckets) + 1):
            if end == len(buckets) or buckets[end] != buckets[start]:
                if buckets[start] != self._bucket:
                    self._end()
                    self._bucket = buckets[start]
                self._take(batch.slice(start, end - start))
                start = end

    def _take(self, batch: pa.RecordBatch) -> None:
        self._waiting.append(batch.select(self._schema.names))
        self._waits += batch.num_rows
        self.rows += batch.num_rows
        while self._waits >= _ROWS_AT_ONCE:
            self._put(_ROWS_AT_ONCE)

    def _put(self, rows: int) -> None:
        table = pa.Table.from_batches(self._waiting, self._schema if not self._waiting else None)
        head = table.slice(0, rows).combine_chunks().cast(self._schema)
        rest = table.slice(rows)
        self._waiting, self._waits = rest.to_batches(), rest.num_rows
        self._writer().write_table(head, row_group_size=_ROWS_AT_ONCE)

    def _writer(self) -> pq.ParquetWriter:
        if self._open is None:
            out = self._out if self._bucket is None else self._out / f"{BUCKET}={self._bucket:05d}"
            file, finish = out.open_unfinished(self._name)
            self._open = (pq.ParquetWriter(file, self._schema, compression="zstd"), file, finish)
        return self._open[0]

    def _end(self) -> None:
        """Complete the file, if there is one."""
        if self._waits:
            self._put(self._waits)
        if self._open is not None:
            writer, _, finish = self._open
            writer.close()
            finish()
            self._open = None


def settling(folder: Folder) -> Callable[[DataFrame], DataFrame]:
    """Give what works a DataFrame out now, and keeps it in files: no worker that is lost takes it along."""
    from pyspark.sql.pandas.types import to_arrow_schema

    numbers = count()

    def settle(frame: DataFrame) -> DataFrame:
        own = folder / f"{next(numbers):05d}"
        schema = to_arrow_schema(frame.schema)
        if not write(frame, own, schema).rows:
            return frame.limit(0)  # which Spark sees to be empty, and asks nobody for
        return staged(frame.sparkSession, own, frame.schema)

    return settle


def staged(session: SparkSession, folder: Folder, columns: str | StructType) -> DataFrame:
    """Give what `write` has written, each file a partition."""
    names = [name for name in folder.names() if name.startswith("part-")]
    return of_numbers(session, len(names), lambda number: folder.read(names[number]), columns)


def by_host(frame: DataFrame, buckets: int) -> DataFrame:
    """Put the rows of each host into one of some buckets."""
    from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

    host = F.lower(F.regexp_extract(F.coalesce("key", F.lit("")), HOST_OF_URL.pattern, 1))
    bucket = F.pmod(F.xxhash64(host), F.lit(buckets)).cast("int")
    return frame.withColumn(BUCKET, bucket).repartition(buckets, BUCKET)


# --- known URLs: a table that grows by whole generations ---

KNOWN = ArrowColumns({"key": "VARCHAR", "fetch_url": "VARCHAR", "depth": "INTEGER"})
_GENERATION = "generation-"
_KEYS = "_keys"
"""The file of a generation that says how its keys are made."""
_CLAIM = "_job"
"""The file of one that is not complete that says which job writes it."""


def generations(folder: Folder, keys: str) -> list[Folder]:
    """Give the generations of known URLs that are complete.

    Raises `StoreError` where the folder holds something else, or keys that are made otherwise than ``keys`` says.
    """
    names = folder.names()
    foreign = [
        name
        for name in names
        if not (name.startswith(_GENERATION) and name.removeprefix(_GENERATION).isdigit())
    ]
    if foreign:
        raise StoreError(
            f"{folder.url}: holds {foreign[0]!r}, so it is no table of known URLs; name another folder"
        )
    complete = [folder / name for name in names if (folder / name).is_complete]
    for generation in complete:
        other = generation.text(_KEYS)
        if other != keys:
            raise StoreError(
                f"{folder.url}: made with {other or 'keys it says nothing of'}, now asked for with {keys};"
                " ask for the same, or name another folder"
            )
    return complete


def known(session: SparkSession, complete: Sequence[Folder]) -> DataFrame | None:
    """Give the known URLs of generations; None where there are none."""
    if not complete:
        return None
    whole, *others = [staged(session, generation, KNOWN.ddl) for generation in complete]
    for frame in others:
        whole = whole.unionByName(frame)
    return whole


class NewGeneration:
    """What a job adds to the URLs that are known: all or nothing, and nothing where another one began meanwhile.

    Two at once would give the same URLs, and write the same files. No lock outlives a job that was killed: each says
    in the generation that it is to write that it has begun, and whoever finds that another one has said so fails.
    """

    def __init__(self, folder: Folder, complete: Sequence[Folder], keys: str) -> None:
        """Begin one behind those that are ``complete``; ``keys`` says how its keys are made."""
        self._folder = folder
        self._before = [*complete]
        self._keys = keys
        last = max((int(one.url.rpartition(_GENERATION)[2]) for one in complete), default=0)
        self._own = folder / f"{_GENERATION}{last + 1:06d}"
        self._job = secrets.token_hex(8)
        self._own.put(_CLAIM, self._job)

    def write(self, frame: DataFrame) -> None:
        """Write its URLs, which count once it is complete.

        Raises `StoreError` where another job began, or ended, since this one began.
        """
        self._check()
        self._own.remove()  # what a run has left that failed
        self._own.put(_CLAIM, self._job)
        write(frame.sortWithinPartitions("key"), self._own, KNOWN.schema)  # the same bytes each time
        self._own.put(_KEYS, self._keys)
        self._check()

    def complete(self) -> None:
        """Have them known from now on."""
        self._own.drop(_CLAIM)
        self._own.complete()

    def _check(self) -> None:
        if self._own.text(_CLAIM) != self._job or generations(self._folder, self._keys) != self._before:
            raise StoreError(
                f"{self._folder.url}: another job with these known URLs began, or ended, since this one began;"
                " run one behind the other, this one once more: it has remembered nothing"
            )


def _partition_and_attempt() -> tuple[int, int]:
    from pyspark import TaskContext

    context = TaskContext.get()
    return (0, 0) if context is None else (context.partitionId(), int(context.taskAttemptId()))

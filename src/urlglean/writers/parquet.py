"""Parquet, compressed with Zstandard: the types are those of the store's tables.

DuckDB writes it, and so the table of a frontier in a DuckDB file (``frontier --into``) has its place here, too.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from urlglean.database.files import DatabaseKind, temporary_database, told
from urlglean.database.rows import Batch, identifier, literal
from urlglean.frontier.fetchable import Fetchable
from urlglean.links.link import Link

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


__all__ = ["FrontierTable", "table_of_links"]


_GROUP, _LEAST_GROUP = 122_880, 2048
"""How many rows of a Parquet file stand together: so many as DuckDB puts together, fewer where they are long."""
_SHORT_ROW, _BYTES_OF_GROUP = 384, 16 << 20
"""How many bytes of JSON a row has that is none of the long ones, and how many those of a group have then: it is put
together in memory."""


def write_rows(types: Mapping[str, str], rows: Iterable[Mapping[str, Any]], out: BinaryIO) -> None:
    """Write rows with columns of these types.

    Raises `StoreError` where the disk is full: the rows wait in a temporary folder until the last one is there.
    """
    with _table(types, out) as take:
        take(map(Batch.line, rows))


def table_of_links(out: BinaryIO) -> AbstractContextManager[Callable[[Iterable[str]], None]]:
    """Give what takes in rows of Links, as `urlglean.database.rows.Batch.line` writes each, until the end of the block.

    Raises as `write_rows` does, and writes nothing where the block ends by an exception.
    """
    return _table(Link.types(), out)


@contextmanager
def _table(types: Mapping[str, str], out: BinaryIO) -> Iterator[Callable[[Iterable[str]], None]]:
    """Write rows by way of a DuckDB file, as a Parquet file can't be written row by row in bounded memory."""
    with ExitStack() as stack:
        with told("Parquet"):
            connection, folder = stack.enter_context(temporary_database())
            connection.execute("SET threads = 1")  # each that writes Parquet holds a group of rows
        longest, last = 1, list[tuple[int, int]]()

        def measure(rows: int, size: int) -> None:
            nonlocal longest
            last.append((rows, size))
            while sum(rows for rows, _ in last[1:]) >= _LEAST_GROUP:
                del last[0]
            longest = max(
                longest, sum(size for _, size in last) // max(sum(rows for rows, _ in last), _LEAST_GROUP)
            )

        with _filling("Parquet", connection, "row", types, measure) as take:
            yield take
        written = folder / "rows.parquet"
        group = _GROUP if longest <= _SHORT_ROW else max(_LEAST_GROUP, _BYTES_OF_GROUP // longest)
        how = f"FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {group}"
        with told("Parquet"):
            Batch.give_room(connection, group * longest, longest)
            connection.execute(f"COPY row TO {literal(str(written))} ({how})")
        with written.open("rb") as file:
            shutil.copyfileobj(file, out)


@contextmanager
def _filling(
    place: Path | str,
    connection: DuckDBPyConnection,
    table: str,
    types: Mapping[str, str],
    measure: Callable[[int, int], None] = lambda _rows, _size: None,
) -> Iterator[Callable[[Iterable[str]], None]]:
    """Make a table, and give what takes in its rows, as `Batch.line` writes each, until the end of the block.

    ``measure`` is told of rows that were taken in how many these are, and how many bytes they have as JSON.
    """
    batch = Batch(types)

    def take(lines: Iterable[str]) -> None:
        for line in lines:
            batch.add_line(line)
            if batch.is_full:
                load()

    def load() -> None:
        file, rows = Path(folder, "batch.json"), len(batch)
        with told(place):
            batch.insert(connection, table, file)
        if rows:
            measure(rows, file.stat().st_size)

    columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in types.items())
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        with told(place):
            connection.execute(f"CREATE OR REPLACE TABLE {table} ({columns})")
        yield take
        load()


# The rows of a frontier as a table of a DuckDB file.

_KIND = DatabaseKind("it", foreign="this is no DuckDB file; name another one for the table")


class FrontierTable(NamedTuple):
    """The table ``frontier`` of a DuckDB file; other tables of the file stay."""

    path: Path

    def check(self) -> None:
        """See whether it can be written; raise `StoreError` where it is no DuckDB file, or in use, or has no folder."""
        _KIND.check_place(self.path)
        if self.path.exists():
            _KIND.open(self.path, _as_it_is, _as_it_is).close()

    def write(self, rows: Iterable[Fetchable]) -> None:
        """Write the rows, all or nothing; an earlier frontier is replaced.

        Raises `StoreError` where the file is no DuckDB file, or is in use, or the disk is full.
        """

        def fill(connection: DuckDBPyConnection) -> None:
            with _filling(self.path, connection, "frontier", Fetchable.types()) as take:
                take(Batch.line(row.row()) for row in rows)

        if _KIND.make(self.path, fill):
            return
        with _KIND.open(self.path, _as_it_is, _as_it_is) as connection, _KIND.opening(self.path):
            connection.begin()
            fill(connection)
            connection.commit()
            # All of it in the one file, or an error: closing it says nothing.
            connection.execute("CHECKPOINT")


def _as_it_is(_: DuckDBPyConnection) -> None:
    """Have a file that is there be what it is."""

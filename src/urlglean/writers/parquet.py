"""Parquet, compressed with Zstandard: the types are those of the store's tables."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from urlglean.database import CONFIGURATION, ROW_TYPES, Batch, as_line, identifier, literal
from urlglean.errors import StoreError
from urlglean.links.distinct import DISTINCT_COLUMNS, Distinct
from urlglean.links.link import Link

__all__ = ["table_of_links", "write_distinct", "write_links"]

_DISTINCT_TYPES = {name: ROW_TYPES.get(name, "BIGINT") for name in DISTINCT_COLUMNS}
"""The count is the one column that a row has not."""


def write_links(links: Iterable[Link], out: BinaryIO, *, rung: str = "scheme") -> None:
    """Write the row of each Link; ``rung`` is that of its column ``key``.

    Raises:
        StoreError: The disk is full: the rows wait in a temporary folder until the last one is there.

    """
    _write((link.row(rung) for link in links), ROW_TYPES, out)


def write_distinct(groups: Iterable[Distinct], out: BinaryIO) -> None:
    """Write a row of `DISTINCT_COLUMNS` for each distinct URL; raises as `write_links` does."""
    _write((group.row() for group in groups), _DISTINCT_TYPES, out)


@contextmanager
def table_of_links(out: BinaryIO) -> Iterator[Callable[[Iterable[str]], None]]:
    """Give what takes in rows of Links, each as `urlglean.database.as_line` writes it, until the end of the block.

    Raises as `write_links` does, and writes nothing where the block ends by an exception.
    """
    with _table(ROW_TYPES, out) as take:
        yield take


def _write(rows: Iterable[Mapping[str, Any]], types: Mapping[str, str], out: BinaryIO) -> None:
    with _table(types, out) as take:
        for row in rows:
            take((as_line(row),))


@contextmanager
def _table(types: Mapping[str, str], out: BinaryIO) -> Iterator[Callable[[Iterable[str]], None]]:
    """Write rows by way of a DuckDB file, as a Parquet file can't be written row by row in bounded memory."""
    import duckdb

    batch = Batch(types)
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "rows.parquet")
        with _told(), duckdb.connect(Path(folder, "rows.duckdb"), config=dict(CONFIGURATION)) as connection:
            columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in types.items())
            connection.execute(f"CREATE TABLE row ({columns})")

            def take(lines: Iterable[str]) -> None:
                for line in lines:
                    batch.add_line(line)
                    if batch.is_full:
                        load()

            def load() -> None:
                with _told():
                    batch.load(connection, "fresh", Path(folder, "batch.json"))
                    connection.execute("INSERT INTO row BY NAME FROM fresh")
                batch.clear()

            yield take
            if len(batch):
                load()
            connection.execute(f"COPY row TO {literal(str(written))} (FORMAT parquet, COMPRESSION zstd)")
        with written.open("rb") as file:
            shutil.copyfileobj(file, out)


@contextmanager
def _told() -> Iterator[None]:
    """Tell an error of DuckDB in words of our own."""
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        raise StoreError(f"cannot write Parquet: {str(error).strip().splitlines()[0]}") from error

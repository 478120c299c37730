"""Parquet, compressed with Zstandard: the types are those of the store's tables."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from urlglean.duckdb_rows import (
    CHARACTERS_AT_ONCE,
    CONFIGURATION,
    ROW_TYPES,
    ROWS_AT_ONCE,
    Batch,
    identifier,
    literal,
)
from urlglean.errors import StoreError
from urlglean.link import Link
from urlglean.unique import DISTINCT_COLUMNS, Distinct

__all__ = ["write_distinct", "write_links"]

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


def _write(rows: Iterable[Mapping[str, Any]], types: Mapping[str, str], out: BinaryIO) -> None:
    """Write rows by way of a DuckDB file, as a Parquet file can't be written row by row in bounded memory."""
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder, "rows.parquet")
        try:
            with duckdb.connect(Path(folder, "rows.duckdb"), config=dict(CONFIGURATION)) as connection:
                columns = ", ".join(f"{identifier(name)} {kind}" for name, kind in types.items())
                connection.execute(f"CREATE TABLE row ({columns})")
                for batch in _batches(rows, types):
                    batch.load(connection, "fresh", Path(folder, "batch.json"))
                    connection.execute("INSERT INTO row BY NAME FROM fresh")
                connection.execute(f"COPY row TO {literal(str(written))} (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            raise StoreError(f"cannot write Parquet: {str(error).strip().splitlines()[0]}") from error
        with written.open("rb") as file:
            shutil.copyfileobj(file, out)


def _batches(rows: Iterable[Mapping[str, Any]], types: Mapping[str, str]) -> Iterable[Batch]:
    batch = Batch(types)
    for row in rows:
        batch.add(row)
        if len(batch) >= ROWS_AT_ONCE or batch.size >= CHARACTERS_AT_ONCE:
            yield batch
            batch.clear()
    if len(batch):
        yield batch

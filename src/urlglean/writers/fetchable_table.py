"""The rows of a frontier as a table: in a DuckDB file, or as Parquet."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from urlglean.columns import BETWEEN_ITEMS, columns, unnest
from urlglean.database import literal
from urlglean.database_file import check_place, is_in_use, unopened
from urlglean.frontier.fetchable import FRONTIER_TYPES, Fetchable

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["TABLE", "check", "write_duckdb", "write_parquet"]

TABLE = "frontier"
"""What the table is called in a DuckDB file."""

_ROWS_AT_ONCE = 20_000
_INSERT = f"""
INSERT INTO {TABLE} SELECT fetch_url, key, surt, referrers::BIGINT, count::BIGINT, first_referrer, place,
    CASE WHEN anchors = '' THEN [] ELSE string_split(anchors, chr(30)) END,
    nullif(depth, '')::INTEGER,
    CASE WHEN rel = '' THEN [] ELSE string_split(rel, chr(30)) END, nofollow = '1', fetched = '1'
FROM (SELECT {unnest(*FRONTIER_TYPES)})
"""  # noqa: S608  (constants)


def check(path: Path) -> None:
    """See whether `write_duckdb` can write to a file.

    Raises:
        StoreError: It is no DuckDB file, or is in use, or its folder does not exist.

    """
    check_place(path)
    if not path.exists():
        return
    import duckdb

    with _told(path):
        duckdb.connect(str(path)).close()


def write_duckdb(rows: Iterable[Fetchable], path: Path) -> int:
    """Write the rows as the table `frontier` of a DuckDB file, all or nothing; give how many they were.

    Other tables of the file stay; an earlier frontier in it is replaced.

    Raises:
        StoreError: The file is no DuckDB file, or is in use, or the disk is full.

    """
    import duckdb

    with _told(path):
        connection = duckdb.connect(str(path))
    with connection, _told(path):
        connection.execute("BEGIN")
        count = _fill(connection, rows)
        connection.execute("COMMIT")
        connection.execute("CHECKPOINT")  # all of it in the one file, or an error: closing it says nothing
        return count


def write_parquet(rows: Iterable[Fetchable], out: BinaryIO) -> int:
    """Write the rows as one Parquet file, compressed with Zstandard; give how many they were.

    Raises:
        StoreError: The disk is full; what is written goes to a temporary folder first.

    """
    import duckdb

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "frontier.parquet")
        with _told(file), duckdb.connect(str(Path(folder, "rows.duckdb"))) as connection:
            count = _fill(connection, rows)
            connection.execute(f"COPY {TABLE} TO {literal(str(file))} (FORMAT parquet, COMPRESSION zstd)")
        with file.open("rb") as written:
            shutil.copyfileobj(written, out)
    return count


def _fill(connection: DuckDBPyConnection, rows: Iterable[Fetchable]) -> int:
    types = ", ".join(f"{name} {kind}" for name, kind in FRONTIER_TYPES.items())
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE}({types})")
    rest = iter(rows)
    count = 0
    while some := list(islice(rest, _ROWS_AT_ONCE)):
        texts = zip(*(map(_text, row.row().values()) for row in some), strict=True)
        connection.execute(_INSERT, columns(**dict(zip(FRONTIER_TYPES, texts, strict=True))))
        count += len(some)
    return count


def _text(value: object) -> str:
    if isinstance(value, list):
        return BETWEEN_ITEMS.join(value)
    if isinstance(value, bool):
        return "1" if value else "0"
    return "" if value is None else str(value)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        what = str(error).splitlines()[0]
        is_locked = is_in_use(str(error))
        if "not a valid DuckDB" in what:
            what = "this is no DuckDB file; name another one for the table"
        what = "another process uses it; wait for that one, or name another file" if is_locked else what
        raise unopened(path, str(error), what) from None

"""The database that a frontier is gathered in: DuckDB in a temporary folder, which goes to disk beyond its memory.

A URL is known in it by 128 bits of a salted hash of its key. The groups hold nothing but numbers, so that they can
go to disk; texts are joined to them at the end.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.database.files import temporary_database, told
from urlglean.database.rows import literal

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FETCHED_AT_ONCE = 10_000
_UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}
_TABLES = """
CREATE TABLE found(hash UHUGEINT, ordinal BIGINT, source BIGINT, count INTEGER, rel UBIGINT,
    place VARCHAR, anchors VARCHAR, url VARCHAR, key VARCHAR);
CREATE TABLE page(number BIGINT, hash UHUGEINT);
CREATE TABLE source(number BIGINT, page BIGINT, name VARCHAR, referrer VARCHAR);
CREATE TABLE visit(hash UHUGEINT, depth INTEGER, fetched BOOLEAN, noindex BOOLEAN);
CREATE TABLE moved(hash UHUGEINT, target UHUGEINT, key VARCHAR);
CREATE VIEW ends AS SELECT DISTINCT target, key FROM moved;
CREATE TABLE level(hash UHUGEINT, depth INTEGER);
"""


class FrontierDatabase:
    """The database of one frontier; it is gone once it is closed."""

    def __init__(self, memory: str) -> None:
        """Make an empty one; ``memory`` is what DuckDB may take, as it writes it."""
        self.salt = secrets.token_hex(8)
        """What stands before each key that is hashed."""
        self.attached: Path | None = None
        """The file of an earlier run that is read with it."""
        self._resources = ExitStack()
        # Rows come in by one thread at a time: each of several would keep for itself what that took.
        config = {"memory_limit": memory, "preserve_insertion_order": "false", "threads": 1}
        try:
            with self.told():
                self.connection, self.folder = self._resources.enter_context(temporary_database(config))
            self.run(_TABLES)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of all that was gathered."""
        self._resources.close()

    def told(self) -> AbstractContextManager[None]:
        """Turn its errors into ones that say what to do."""
        hint = f"it is kept in {tempfile.gettempdir()}; let TMPDIR name a larger place"
        return told("the frontier", hint=hint, older=self.attached)

    @property
    def memory(self) -> int:
        """How many bytes of memory DuckDB may take."""
        number, unit = self.value("SELECT current_setting('memory_limit')").split()
        return int(float(number) * _UNITS.get(unit, 0))

    def take_at_most(self, size: int) -> None:
        """Have DuckDB take so many bytes of memory, unless it may take less: what it may take, it takes."""
        if size < self.memory:
            self.run(f"SET memory_limit = '{size >> 10}KiB'")

    def hash(self, column: str) -> str:
        """Give the SQL that hashes a column of keys."""
        return f"md5_number({literal(self.salt)} || {column})"

    def run(self, sql: str, parameters: Mapping[str, object] | None = None) -> None:
        """Run a statement."""
        with self.told():
            self.connection.execute(sql, parameters)

    def rows(self, sql: str, **parameters: object) -> list[Any]:
        """Give all rows of a query."""
        with self.told():
            return self.connection.execute(sql, parameters or None).fetchall()

    def value(self, sql: str) -> Any:
        """Give the first value of a query's first row."""
        return self.rows(sql)[0][0]

    def pieces(self, sql: str, **parameters: object) -> Iterator[list[Any]]:
        """Yield the rows of a query some at a time, on a connection of its own: others go on meanwhile."""
        cursor: DuckDBPyConnection = self.connection.cursor()
        try:
            with self.told():
                cursor.execute(sql, parameters or None)
            while True:
                with self.told():
                    rows = cursor.fetchmany(_FETCHED_AT_ONCE)
                if not rows:
                    return
                yield rows
        finally:
            cursor.close()

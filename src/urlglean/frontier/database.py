"""The database that a frontier is gathered in: DuckDB in a temporary folder, which goes to disk beyond its memory.

A URL is known in it by 128 bits of a salted hash of its key. The groups hold nothing but numbers, so that they can
go to disk; texts are joined to them at the end.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.database import literal
from urlglean.errors import StoreWriteError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["FrontierDatabase", "told"]

_FETCHED_AT_ONCE = 10_000
_TABLES = """
CREATE TABLE found(hash UHUGEINT, ordinal BIGINT, source BIGINT, count INTEGER, rel UBIGINT,
    place VARCHAR, anchors VARCHAR, url VARCHAR, key VARCHAR);
CREATE TABLE page(number BIGINT, hash UHUGEINT);
CREATE TABLE source(number BIGINT, page BIGINT, name VARCHAR, referrer VARCHAR);
CREATE TABLE visit(hash UHUGEINT, depth INTEGER, fetched BOOLEAN, noindex BOOLEAN);
CREATE TABLE moved(hash UHUGEINT, target UHUGEINT, key VARCHAR);
CREATE TABLE level(hash UHUGEINT, depth INTEGER);
"""


class FrontierDatabase:
    """The database of one frontier; it is gone once it is closed."""

    def __init__(self, memory: str) -> None:
        """Make an empty one; ``memory`` is what DuckDB may take, as it writes it."""
        import duckdb

        self.salt = secrets.token_hex(8)
        """What stands before each key that is hashed."""
        self._resources = ExitStack()
        # Its files are still open where a run ends by an exception on Windows.
        folder = Path(self._resources.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": memory,
            "temp_directory": str(folder / "spill"),
            "preserve_insertion_order": "false",
        }
        try:
            with told():
                self.connection = duckdb.connect(str(folder / "frontier.duckdb"), config=config)
            self._resources.callback(self.connection.close)
            self.run(_TABLES)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of all that was gathered."""
        self._resources.close()

    def hash(self, column: str) -> str:
        """Give the SQL that hashes a column of keys."""
        return f"md5_number({literal(self.salt)} || {column})"

    def run(self, sql: str, parameters: Mapping[str, object] | None = None) -> None:
        """Run a statement."""
        with told():
            self.connection.execute(sql, parameters)

    def rows(self, sql: str, **parameters: object) -> list[Any]:
        """Give all rows of a query."""
        with told():
            return self.connection.execute(sql, parameters or None).fetchall()

    def value(self, sql: str) -> Any:
        """Give the first value of a query's first row."""
        return self.rows(sql)[0][0]

    def pieces(self, sql: str, **parameters: object) -> Iterator[list[Any]]:
        """Yield the rows of a query some at a time, on a connection of its own: others go on meanwhile."""
        cursor: DuckDBPyConnection = self.connection.cursor()
        try:
            with told():
                cursor.execute(sql, parameters or None)
            while True:
                with told():
                    rows = cursor.fetchmany(_FETCHED_AT_ONCE)
                if not rows:
                    return
                yield rows
        finally:
            cursor.close()


@contextmanager
def told() -> Iterator[None]:
    """Tell what DuckDB cannot do in words that say what to do."""
    import duckdb

    try:
        yield
    except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
        what = str(error).splitlines()[0]
        where = f"the frontier is kept in {tempfile.gettempdir()}; let TMPDIR name a larger place"
        raise StoreWriteError(f"{what} ({where})") from None

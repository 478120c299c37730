"""The database that a frontier is gathered in, and what pages say of URLs on its way there: many rows at once.

It is DuckDB in a temporary folder, which goes to disk beyond its memory. A URL is known in it by 128 bits of a salted
hash of its key. The groups hold nothing but numbers, so that they can go to disk; texts are joined to them at the end.
"""

# ruff: noqa: S608  (names in SQL are this module's own, and what is not is a parameter or goes through `literal`)
from __future__ import annotations

import secrets
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.database.files import DatabaseKind, temporary_database, told
from urlglean.database.rows import Columns, literal
from urlglean.errors import UrlgleanError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Sighting"]

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
        self._is_closed = False
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
        if self.attached is not None:
            DatabaseKind.remove_empty_log(self.attached)
        self._resources.close()
        self._is_closed = True

    def told(self) -> AbstractContextManager[None]:
        """Turn its errors into ones that say what to do."""
        if self._is_closed:
            raise UrlgleanError("this frontier is closed; ask for its rows before that")
        hint = f"it is kept in {tempfile.gettempdir()}; let TMPDIR name a larger place"
        return told("the frontier", hint=hint, older=self.attached)

    @property
    def memory(self) -> int:
        """How many bytes of memory DuckDB may take."""
        number, unit = self.value("SELECT current_setting('memory_limit')").split()
        return int(float(number) * _UNITS.get(unit, 0))

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


# --- what comes in ---

_BATCH = 50_000
_SIGHTINGS_AT_ONCE = 122_880
"""A row group of DuckDB: so many at once go to its file straight, without being logged before."""
_CHARACTERS_AT_ONCE = 16 << 20
"""How much text they may have; that of most is less."""
_LEAST_MEMORY, _MEMORY_OF_ROW, _MEMORY_OF_CHARACTER = 88 << 20, 64, 2
"""In bytes. Half as much is enough for two million URLs, in any order."""


class Sighting(NamedTuple):
    """All references of one page to one URL."""

    key: str
    url: str
    source: int
    """The number that `Sightings.add_source` gave."""
    place: str
    """Line and column of the first one, with a colon between them."""
    rel: int
    """The bits of its link types (`bits_of`), and `FOLLOWED` unless all of them ask robots not to follow."""
    count: int = 1  # type: ignore[assignment]  # its name hides that of a method of tuples
    anchors: tuple[str, ...] = ()


_OF_SIGHTING = ("key", "url", "source", "place", "rel", "count", "anchors")


class _Rows:
    """Rows of text on their way into the database, numbered from 1 in the order that they come in."""

    def __init__(self, database: FrontierDatabase, names: str, into: str) -> None:
        self._database = database
        self._names = names.split()
        self._into = into
        """The SQL of the table and of what goes into it, before its ``FROM``."""
        self._rows: list[tuple[str, ...]] = []
        self.count = 0

    def add(self, *row: str) -> int:
        self._rows.append(row)
        self.count += 1
        if len(self._rows) >= _BATCH:
            self.flush()
        return self.count

    def flush(self) -> None:
        if self._rows:
            columns = Columns.whole(**dict(zip(self._names, zip(*self._rows, strict=True), strict=True)))
            numbers = {"start": self.count - len(self._rows) + 1, "size": len(self._rows)}
            rows = f"SELECT $start + unnest(range($size)) AS number, {Columns.unnest(*self._names)}"
            self._database.run(f"INSERT INTO {self._into} FROM ({rows})", {**columns, **numbers})
            self._rows.clear()


class Sightings:
    """Takes in what pages say, and hands it to the database once it is much."""

    def __init__(self, database: FrontierDatabase) -> None:
        self._database = database
        self._sightings = Columns(*_OF_SIGHTING)
        key, flags = database.hash("key"), "nullif(depth, '')::INTEGER, fetched = '1', noindex = '1'"
        self._pages = _Rows(database, "key", f"page SELECT number, {key}")
        self._sources = _Rows(
            database, "page name referrer", "source SELECT number, page::BIGINT, name, referrer"
        )
        self._visits = _Rows(database, "key depth fetched noindex", f"visit SELECT {key}, {flags}")
        self._ordinal = 0
        self._last_page = 0
        self._characters = 0
        self.has_divided = False
        """Whether what a page says came in several times, so that there may be several sightings of a URL on it."""

    @property
    def memory_needed(self) -> int:
        """How many bytes it takes to group what was handed over and to put it in order."""
        return max(_LEAST_MEMORY, _MEMORY_OF_ROW * self._ordinal + _MEMORY_OF_CHARACTER * self._characters)

    def rows_in(self, characters: int, *, at_most: int) -> int:
        """Count how many rows have so many ``characters``, of those that were handed over and as a rule."""
        return min(at_most, 1 + characters * self._ordinal // max(1, self._characters))

    def flush(self) -> None:
        """Hand over what is left."""
        for rows in (self._pages, self._sources, self._visits):
            rows.flush()
        self._flush_sightings()

    def add_page(self, key: str) -> int:
        """Take in a page by the key of its URL. Give its number."""
        return self._pages.add(key)

    def add_source(self, name: str, page: int, referrer: str) -> int:
        """Take in what a place on a page is called: its file, a record, a part; and the page as a referrer.

        Give its number.
        """
        return self._sources.add(str(page), name, referrer)

    def extend(self, sightings: Collection[Sighting]) -> None:
        """Take in what the page that was added last says of some URLs, each once."""
        if not sightings:
            return
        self.has_divided |= self._last_page == self._pages.count
        self._last_page = self._pages.count
        keys, urls, sources, places, rels, counts, anchors = zip(*sightings, strict=True)
        self._sightings.extend(
            keys,
            # Most URLs are their own key: only what differs is stored twice.
            ["" if url == key else url for url, key in zip(urls, keys, strict=True)],
            [str(source) for source in sources],
            places,
            [str(rel) for rel in rels],
            [str(count) for count in counts],
            [Columns.BETWEEN_ITEMS.join(found) for found in anchors],
        )
        if self._sightings.size >= _SIGHTINGS_AT_ONCE or self._sightings.characters >= _CHARACTERS_AT_ONCE:
            self._flush_sightings()

    def visit(
        self, key: str, *, depth: int | None = None, fetched: bool = True, noindex: bool = False
    ) -> None:
        """Take in what is known of a URL that was retrieved, by its key."""
        self._visits.add(key, "" if depth is None else str(depth), "01"[fetched], "01"[noindex])

    def _flush_sightings(self) -> None:
        size = self._sightings.size
        if not size:
            return
        self._characters += self._sightings.characters
        self._database.run(
            f"""INSERT INTO found
            SELECT {self._database.hash("key")}, $start + number, source::BIGINT, count::INTEGER, rel::UBIGINT,
                place, anchors, url, key
            FROM (SELECT unnest(range($size)) AS number, {Columns.unnest(*_OF_SIGHTING)})""",
            {**self._sightings.take(), "start": self._ordinal, "size": size},
        )
        self._ordinal += size

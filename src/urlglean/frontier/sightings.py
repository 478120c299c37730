"""What pages say of URLs, on its way into the database of a frontier: many rows at once."""

# ruff: noqa: S608  (names in SQL are this module's own, and what is not is a parameter or goes through `literal`)
from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from urlglean.database.rows import Columns
from urlglean.frontier.database import FrontierDatabase

__all__ = ["Sighting"]

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

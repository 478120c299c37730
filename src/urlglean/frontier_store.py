"""The distinct URLs of a frontier, more of them than fit in memory: grouped by a hash, in DuckDB, which spills.

A URL is known by 128 bits of a salted hash of its key. The groups hold nothing but numbers, so that they can
go to disk; texts are joined to them at the end. What an earlier frontier gave stays in a DuckDB file: a run
reads it, leaves out what is in it, and adds to it in one transaction once the output is written.
"""

# ruff: noqa: S608  (names in SQL are this module's own, and what is not is a parameter or goes through `literal`)
from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from urlglean.database_file import check_place, is_in_use, unopened
from urlglean.duckdb_columns import BETWEEN_ITEMS, Columns, columns, unnest
from urlglean.duckdb_rows import literal
from urlglean.errors import StoreError, StoreWriteError
from urlglean.fetchable import Fetchable
from urlglean.surt import surt

if TYPE_CHECKING:
    from types import TracebackType

    from duckdb import DuckDBPyConnection

__all__ = [
    *("FOLLOWED", "KNOWN_VERSION", "LINK_TYPES", "MAX_ANCHORS", "REL_BITS"),
    *("FrontierStore", "Sighting", "Sort", "Visit"),
]

KNOWN_VERSION = 1
"""The version of the tables of a file of known URLs. A file of another version is refused."""
MAX_ANCHORS = 5
"""How many different texts are kept of a URL."""

Sort = Literal["first", "count", "url", "surt"]

LINK_TYPES = (
    # HTML Standard, section 4.6.7, and the registry of link relations (RFC 8288) as far as pages use it.
    *("nofollow", "ugc", "sponsored", "noopener", "noreferrer", "opener", "external", "canonical"),
    *("alternate", "next", "prev", "amphtml", "shortlink", "bookmark", "author", "license", "search", "help"),
    *("tag", "me", "privacy-policy", "terms-of-service", "stylesheet", "icon", "apple-touch-icon"),
    *("mask-icon", "manifest", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"),
    *("prerender", "pingback", "expect", "index", "up", "first", "last", "contents", "start", "section"),
    *("edituri", "wlwmanifest", "image_src", "hub", "self", "webmention", "enclosure", "profile"),
)
"""The link types that a row tells of; others are not kept."""
FOLLOWED = 1
"""The bit that a reference has unless it asks robots not to follow."""
REL_BITS: Mapping[str, int] = MappingProxyType({name: 2 << number for number, name in enumerate(LINK_TYPES)})
"""The bit of each link type."""

_BATCH = 50_000
_SIGHTINGS_AT_ONCE = 122_880
"""A row group of DuckDB: so many at once go to its file straight, without being logged before."""
_CHARACTERS_AT_ONCE = 64 << 20
"""How much text they may have; most have a quarter of it."""
_FETCHED_AT_ONCE = 10_000
_RANGE = 200_000


class Sighting(NamedTuple):
    """All references of one page to one URL."""

    key: str
    url: str
    source: int
    """The number that `FrontierStore.add_source` gave."""
    place: str
    """Line and column of the first one, with a colon between them."""
    rel: int
    """`REL_BITS`, and `FOLLOWED` unless all of them ask robots not to follow."""
    count: int = 1  # type: ignore[assignment]  # its name hides that of a method of tuples
    anchors: tuple[str, ...] = ()


_OF_SIGHTING = ("key", "url", "source", "place", "rel", "count", "anchors")


class Visit(NamedTuple):
    """What is known of a URL that was retrieved."""

    key: str
    depth: int | None = None
    fetched: bool = True
    noindex: bool = False


class FrontierStore:
    """A frontier in the making. Use it as a context manager: what it has on disk goes at the end."""

    def __init__(self, *, known: Path | None = None, described: str = "", memory: str = "1GB") -> None:
        """Make an empty one, or one that knows what an earlier frontier gave.

        Args:
            known: The file of known URLs; made where there is none.
            described: How keys are made, in words: a file with keys of another kind is refused.
            memory: What DuckDB may take, as it writes it; what is more goes to a temporary folder.

        Raises:
            StoreError: ``known`` is no such file, or is in use.

        """
        import duckdb

        self._resources = ExitStack()
        # Its files are still open where a run ends by an exception on Windows.
        folder = Path(self._resources.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": memory,
            "temp_directory": str(folder / "spill"),
            "preserve_insertion_order": "false",
        }
        with _told():
            self._connection = duckdb.connect(str(folder / "frontier.duckdb"), config=config)
        self._resources.callback(self._connection.close)
        self._salt = secrets.token_hex(8)
        self._known = known
        try:
            if known is not None:
                self._attach(known, described)
            self._run(_TABLES)
        except BaseException:
            self._resources.close()
            raise
        self._sightings = Columns(*_OF_SIGHTING)
        self._pages: list[str] = []
        self._sources: list[tuple[str, int, str]] = []
        self._visits: list[Visit] = []
        self._page_count = 0
        self._source_count = 0
        self._ordinal = 0
        self._result = ""

    def __enter__(self) -> FrontierStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all that was gathered, and of the file of known URLs."""
        self._resources.close()

    # -- what comes in

    def add_page(self, key: str) -> int:
        """Take in a page by the key of its URL. Give its number."""
        self._pages.append(key)
        self._page_count += 1
        if len(self._pages) >= _BATCH:
            self._flush_pages()
        return self._page_count

    def add_source(self, name: str, page: int, referrer: str) -> int:
        """Take in what a place on a page is called: its file, a record, a part; and the page as a referrer.

        Give its number.
        """
        self._sources.append((name, page, referrer))
        self._source_count += 1
        if len(self._sources) >= _BATCH:
            self._flush_sources()
        return self._source_count

    def extend(self, sightings: Collection[Sighting]) -> None:
        """Take in what one page says of some URLs, each once."""
        if not sightings:
            return
        keys, urls, sources, places, rels, counts, anchors = zip(*sightings, strict=True)
        self._sightings.extend(
            keys,
            # Most URLs are their own key: only what differs is stored twice.
            ["" if url == key else url for url, key in zip(urls, keys, strict=True)],
            [str(source) for source in sources],
            places,
            [str(rel) for rel in rels],
            [str(count) for count in counts],
            [BETWEEN_ITEMS.join(found) for found in anchors],
        )
        if self._sightings.size >= _SIGHTINGS_AT_ONCE or self._sightings.characters >= _CHARACTERS_AT_ONCE:
            self._flush_sightings()

    def visit(self, visit: Visit) -> None:
        """Take in that a URL was retrieved."""
        self._visits.append(visit)
        if len(self._visits) >= _BATCH:
            self._flush_visits()

    def _flush_sightings(self) -> None:
        size = self._sightings.size
        if not size:
            return
        self._run(
            f"""INSERT INTO found
            SELECT {self._hash("key")}, $start + number, source::BIGINT, count::INTEGER, rel::UBIGINT,
                place, anchors, url, key
            FROM (SELECT {unnest(*_OF_SIGHTING)}, unnest(range($size)) AS number)""",
            {**self._sightings.take(), "start": self._ordinal, "size": size},
        )
        self._ordinal += size

    def _flush_pages(self) -> None:
        keys, self._pages = self._pages, []
        if keys:
            self._run(
                f"""INSERT INTO page SELECT $start + number, {self._hash("key")}
                FROM (SELECT {unnest("key")}, unnest(range($size)) AS number)""",
                {**columns(key=keys), "start": self._page_count - len(keys) + 1, "size": len(keys)},
            )

    def _flush_sources(self) -> None:
        rows, self._sources = self._sources, []
        if not rows:
            return
        names, pages, referrers = zip(*rows, strict=True)
        self._run(
            f"""INSERT INTO source SELECT $start + number, page::BIGINT, name, referrer
            FROM (SELECT {unnest("name", "page", "referrer")}, unnest(range($size)) AS number)""",
            {
                **columns(name=names, page=map(str, pages), referrer=referrers),
                "start": self._source_count - len(rows) + 1,
                "size": len(rows),
            },
        )

    def _flush_visits(self) -> None:
        rows, self._visits = self._visits, []
        if not rows:
            return
        depths = ("" if visit.depth is None else str(visit.depth) for visit in rows)
        self._run(
            f"""INSERT INTO visit
            SELECT {self._hash("key")}, nullif(depth, '')::INTEGER, fetched = '1', noindex = '1'
            FROM (SELECT {unnest("key", "depth", "fetched", "noindex")})""",
            columns(
                key=(visit.key for visit in rows),
                depth=depths,
                fetched=("1" if visit.fetched else "0" for visit in rows),
                noindex=("1" if visit.noindex else "0" for visit in rows),
            ),
        )

    # -- what comes out

    def finish(
        self,
        *,
        sort: Sort = "first",
        moved: Mapping[str, str] | None = None,
        skip_fetched: bool = False,
        skip_noindex: bool = False,
    ) -> dict[str, int]:
        """Group what was taken in, and leave out what is not to be given. Give how many were, by the reason.

        Args:
            sort: The order of `rows`.
            moved: Keys that redirect, with the key of where each leads in the end.
            skip_fetched: Leave out what was retrieved.
            skip_noindex: Leave out pages that ask not to be indexed.

        """
        self._flush_pages()
        self._flush_sources()
        self._flush_sightings()
        self._flush_visits()
        self._move(moved or {})
        has_depth = self._find_depths()
        self._group(has_depth=has_depth, is_merged=bool(moved))
        reasons: dict[str, str] = {}
        if self._known is not None:
            reasons["known"] = "SELECT hash FROM earlier.known"
        if skip_fetched:
            reasons["fetched"] = "SELECT hash FROM visit WHERE fetched"
        if skip_noindex:
            reasons["noindex"] = "SELECT hash FROM visit WHERE noindex"
        left_out = {}
        for reason, hashes in reasons.items():
            removed = self._value(f"DELETE FROM given WHERE hash IN ({hashes})")
            left_out[reason] = int(removed)
        self._rank(sort)
        return {reason: count for reason, count in left_out.items() if count}

    def _move(self, moved: Mapping[str, str]) -> None:
        pairs = list(moved.items())
        for start in range(0, len(pairs), _BATCH):
            sources, targets = zip(*pairs[start : start + _BATCH], strict=True)
            self._run(
                f"""INSERT INTO moved SELECT {self._hash("source")}, {self._hash("target")}, target
                FROM (SELECT {unnest("source", "target")})""",
                columns(source=sources, target=targets),
            )
        if pairs:
            self._run("UPDATE found SET hash = m.target FROM moved m WHERE found.hash = m.hash")

    def _find_depths(self) -> bool:
        """Work out how deep pages are, where the depth of any is known: breadth first, along their links."""
        self._run(
            "INSERT INTO level SELECT hash, min(depth) FROM visit WHERE depth IS NOT NULL GROUP BY hash"
        )
        if self._known is not None:
            self._run(
                """INSERT INTO level SELECT hash, depth FROM earlier.known
                WHERE depth IS NOT NULL AND hash IN (SELECT hash FROM page)
                AND hash NOT IN (SELECT hash FROM level)"""
            )
        deepest = self._value("SELECT max(depth) FROM level")
        if deepest is None:
            return False
        depth = 0
        while depth <= deepest:
            added = self._value(
                f"""INSERT INTO level SELECT DISTINCT found.hash, {depth + 1}
                FROM found {_PAGE_OF_FOUND} JOIN level ON level.hash = page.hash
                WHERE level.depth = {depth} AND found.hash IN (SELECT hash FROM page)
                AND found.hash NOT IN (SELECT hash FROM level)"""
            )
            depth += 1
            deepest = max(deepest, depth if added else 0)
        return True

    def _group(self, *, has_depth: bool, is_merged: bool) -> None:
        """Make the table of the groups: nothing but numbers, so that any number of them can go to disk.

        ``is_merged`` where one page may have several sightings of a URL.
        """
        pages, different = self._rows("SELECT count(*), count(DISTINCT hash) FROM page")[0]
        depth = "level.depth + 1" if has_depth else "NULL::INTEGER"
        levels = "LEFT JOIN level ON level.hash = page.hash" if has_depth else ""
        is_merged = is_merged or pages > different  # the same page, archived twice, refers once
        join = f"{_PAGE_OF_FOUND} {levels}" if has_depth or is_merged else ""
        sightings = f"""SELECT found.hash, found.ordinal, found.count, found.rel,
            {depth} AS depth FROM found {join}"""
        if is_merged:
            sightings = f"""SELECT found.hash, min(found.ordinal) AS ordinal, sum(found.count) AS count,
                bit_or(found.rel) AS rel, min({depth}) AS depth
                FROM found {join} GROUP BY found.hash, page.hash"""
        self._run(
            f"""CREATE TABLE given AS SELECT hash, min(ordinal) AS ordinal, count(*) AS referrers,
            sum(count)::BIGINT AS count, bit_or(rel) AS rel, min(depth) AS depth
            FROM ({sightings}) GROUP BY hash"""
        )
        if has_depth:
            self._run(
                """UPDATE given SET depth = level.depth FROM level
                WHERE level.hash = given.hash AND level.depth < coalesce(given.depth, level.depth + 1)"""
            )

    def _rank(self, sort: Sort) -> None:
        """Store the URLs in the order that is asked for, so that `rows` finds some of them at a time."""
        join, by = "", "ordinal"
        if sort == "count":
            by = "given.referrers DESC, given.count DESC, ordinal"
        elif sort == "url":
            join, by = "JOIN found USING (ordinal)", "found.key, ordinal"
        elif sort == "surt":
            self._store_surts()
            join, by = "JOIN surt USING (ordinal)", "surt.text, ordinal"
        rank = "ordinal" if sort == "first" else f"row_number() OVER (ORDER BY {by})"
        self._run(
            f"""CREATE TABLE ranked AS SELECT {rank} AS rank, given.*,
            given.hash IN (SELECT hash FROM visit WHERE fetched) AS fetched
            FROM given {join} ORDER BY {by if sort == "first" else "rank"}"""
        )
        self._run("DROP TABLE given")
        self._run(_DIFFERING)
        self._run(_FURTHER)
        if sort == "first":
            # What was found, and its sources, lie on the disk in this order already: a range of them is
            # found where it is.
            of_sources = "s.number BETWEEN $low AND $high"
            self._result = (
                f"{_RESULT} WHERE f.ordinal BETWEEN $first AND $last AND {of_sources} AND {_RANGE_OF_RANKS}"
            )
        else:
            self._run(f"CREATE TABLE result AS {_RESULT} ORDER BY rank")
            self._result = f"SELECT * FROM result WHERE {_RANGE_OF_RANKS}"

    def _store_surts(self) -> None:
        self._run("CREATE TABLE surt(ordinal BIGINT, text VARCHAR)")
        query = "SELECT ordinal, found.key FROM given JOIN found USING (ordinal)"
        for rows in self._pieces(query):
            ordinals, keys = zip(*rows, strict=True)
            self._run(
                f"INSERT INTO surt SELECT ordinal::BIGINT, text FROM (SELECT {unnest('ordinal', 'text')})",
                columns(ordinal=map(str, ordinals), text=map(_sort_key, keys)),
            )

    def __len__(self) -> int:
        """Count the URLs that `rows` gives."""
        return int(self._value("SELECT count(*) FROM ranked"))

    def rows(self) -> Iterator[Fetchable]:
        """Yield the URLs in order; `finish` comes first."""
        for first, last in self._ranges():
            further: dict[int, list[str]] = {}
            for rank, texts in self._rows(_FURTHER_IN_RANGE, first=first, last=last):
                further.setdefault(rank, []).extend(texts.split(BETWEEN_ITEMS))
            parameters = {"first": first, "last": last}
            if "$low" in self._result:
                parameters["low"], parameters["high"] = self._rows(_SOURCES_IN_RANGE, first=first, last=last)[
                    0
                ]
            for rows in self._pieces(self._result, **parameters):
                for rank, url, key, referrers, count, referrer, place, anchors, depth, rel, fetched in rows:
                    texts = _texts(anchors, further.get(rank, ())) if anchors or rank in further else ()
                    types = _link_types(rel) if rel != FOLLOWED else ()
                    nofollow = not rel & FOLLOWED
                    yield Fetchable(
                        url, key, referrers, count, referrer, place, texts, depth, types, nofollow, fetched
                    )

    def remember(self, *, fetched: bool = False) -> None:
        """Add what was given to the file of known URLs, all or nothing; with ``fetched`` what was retrieved, too.

        A run that ends before has added nothing: its URLs come again, and none is ever lost.
        """
        if self._known is None:
            return
        self._run("BEGIN")
        try:
            self._run(_REMEMBER)
            if fetched:
                self._run(_REMEMBER_FETCHED)
        except BaseException:
            self._run("ROLLBACK")
            raise
        self._run("COMMIT")

    # -- DuckDB

    def _attach(self, path: Path, described: str) -> None:
        import duckdb

        check_place(path)
        if not path.exists():
            self._make_known(path, described)
        elif path.stat().st_size == 0:
            raise StoreError(f"{path}: an empty file, no file of known URLs; remove it, or name another")
        try:
            self._connection.execute(f"ATTACH {literal(str(path))} AS earlier")
        except duckdb.Error as error:
            raise unopened(path, str(error), _why_not(error)) from None
        tables = {name for (name,) in self._rows(_KNOWN_TABLES)}
        about = self._rows("SELECT version, described, salt FROM earlier.about") if "about" in tables else []
        if "known" not in tables or not about:
            raise StoreError(f"{path}: a DuckDB file, but none of known URLs; name another")
        version, other, self._salt = about[0]
        if version != KNOWN_VERSION:
            raise StoreError(
                f"{path}: made by another version of urlglean (tables {version}); name another file"
            )
        if other != described:
            raise StoreError(
                f"{path}: made with {other}, now asked for with {described}; ask for the same, or name another file"
            )

    def _make_known(self, path: Path, described: str) -> None:
        """Make a file of known URLs under another name, so that there is never half of one under its own."""
        import duckdb

        new = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with duckdb.connect(str(new)) as connection:
                connection.execute(_NEW_KNOWN)
                about = {"version": KNOWN_VERSION, "described": described, "salt": self._salt}
                connection.execute("INSERT INTO about VALUES ($version, $described, $salt)", about)
                connection.execute("CHECKPOINT")  # which fails on a full disk; closing it says nothing
            new.replace(path)
        except (duckdb.Error, OSError) as error:
            what = getattr(error, "strerror", None) or str(error).splitlines()[0]
            raise unopened(path, str(error), f"cannot be made: {what}") from None
        finally:
            new.unlink(missing_ok=True)
            new.with_name(f"{new.name}.wal").unlink(missing_ok=True)

    def _hash(self, column: str) -> str:
        return f"md5_number({literal(self._salt)} || {column})"

    def _run(self, sql: str, parameters: Mapping[str, object] | None = None) -> None:
        with _told():
            self._connection.execute(sql, parameters)

    def _rows(self, sql: str, **parameters: object) -> list[Any]:
        with _told():
            return self._connection.execute(sql, parameters or None).fetchall()

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the ranks of the URLs, some at a time: each look at them takes little memory."""
        first, last = self._rows("SELECT min(rank), max(rank) FROM ranked")[0]
        if first is not None:
            yield from ((start, start + _RANGE - 1) for start in range(first, last + 1, _RANGE))

    def _value(self, sql: str) -> Any:
        return self._rows(sql)[0][0]

    def _pieces(self, sql: str, **parameters: object) -> Iterator[list[Any]]:
        """Yield the rows of a query some at a time, on a connection of its own: others go on meanwhile."""
        cursor: DuckDBPyConnection = self._connection.cursor()
        try:
            with _told():
                cursor.execute(sql, parameters or None)
            while True:
                with _told():
                    rows = cursor.fetchmany(_FETCHED_AT_ONCE)
                if not rows:
                    return
                yield rows
        finally:
            cursor.close()


def _texts(first: str, further: Iterable[str]) -> tuple[str, ...]:
    """Give the texts of a URL, each once, those of its first page first."""
    texts = dict.fromkeys(first.split(BETWEEN_ITEMS) if first else ())
    texts.update(dict.fromkeys(further))
    return tuple(texts)[:MAX_ANCHORS]


def _sort_key(key: str) -> str:
    """Give the SURT without its scheme: what a host offers by http and by https belongs together."""
    text = surt(key)
    return text.partition("://")[2] or text


@lru_cache(maxsize=1024)
def _link_types(bits: int) -> tuple[str, ...]:
    return tuple(name for name, bit in REL_BITS.items() if bits & bit)


@contextmanager
def _told() -> Iterator[None]:
    """Tell what DuckDB cannot do in words that say what to do."""
    import duckdb

    try:
        yield
    except (duckdb.OutOfMemoryException, duckdb.IOException) as error:
        what = str(error).splitlines()[0]
        where = f"the frontier is kept in {tempfile.gettempdir()}; let TMPDIR name a larger place"
        raise StoreWriteError(f"{what} ({where})") from None


def _why_not(error: Exception) -> str:
    message = str(error).splitlines()[0]
    if is_in_use(message):
        return "another process uses it; wait for that one, or name another file"
    if "not a valid DuckDB" in message or "not a DuckDB" in message:
        return "no DuckDB file, which a file of known URLs is; name another"
    return message


_TABLES = """
CREATE TABLE found(hash UHUGEINT, ordinal BIGINT, source BIGINT, count INTEGER, rel UBIGINT,
    place VARCHAR, anchors VARCHAR, url VARCHAR, key VARCHAR);
CREATE TABLE page(number BIGINT, hash UHUGEINT);
CREATE TABLE source(number BIGINT, page BIGINT, name VARCHAR, referrer VARCHAR);
CREATE TABLE visit(hash UHUGEINT, depth INTEGER, fetched BOOLEAN, noindex BOOLEAN);
CREATE TABLE moved(hash UHUGEINT, target UHUGEINT, key VARCHAR);
CREATE TABLE level(hash UHUGEINT, depth INTEGER);
"""
_KNOWN_TABLES = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'earlier'"
_NEW_KNOWN = """
CREATE TABLE about(version INTEGER, described VARCHAR, salt VARCHAR);
CREATE TABLE known(hash UHUGEINT, fetch_url VARCHAR, key VARCHAR, depth INTEGER, added TIMESTAMP);
COMMENT ON TABLE known IS 'the URLs that frontiers gave, each once';
COMMENT ON COLUMN known.hash IS 'the first 128 bits of a salted hash of the key';
COMMENT ON COLUMN known.depth IS 'how many links from where the crawl began, where that is known';
COMMENT ON COLUMN known.added IS 'when it was given, in UTC';
"""
_PAGE_OF_FOUND = "JOIN source ON source.number = found.source JOIN page ON page.number = source.page"
_RESULT = """
SELECT g.rank, coalesce(t.key, nullif(f.url, ''), f.key) AS url, coalesce(t.key, f.key) AS key, g.referrers,
    g.count, s.referrer, s.name || ':' || f.place AS place, f.anchors, g.depth, g.rel, g.fetched
FROM ranked g JOIN found f ON f.ordinal = g.ordinal JOIN source s ON s.number = f.source
LEFT JOIN (SELECT DISTINCT target, key FROM moved) t ON t.target = g.hash
"""
_SOURCES_IN_RANGE = "SELECT min(source), max(source) FROM found WHERE ordinal BETWEEN $first AND $last"
_RANGE_OF_RANKS = "rank BETWEEN $first AND $last ORDER BY rank"
# Texts that are the same have the same hash: what goes to disk while they are grouped is numbers alone.
_DIFFERING = """
CREATE TABLE differing AS SELECT g.rank, min(f.ordinal) AS ordinal
FROM ranked g JOIN found f ON f.hash = g.hash
WHERE g.referrers > 1 AND f.anchors <> '' AND f.ordinal <> g.ordinal
GROUP BY g.rank, hash(f.anchors)
"""
_FURTHER = """
CREATE TABLE further AS SELECT d.rank, d.ordinal, f.anchors
FROM differing d JOIN found f ON f.ordinal = d.ordinal ORDER BY d.rank
"""
_FURTHER_IN_RANGE = f"""
SELECT rank, anchors FROM further WHERE rank BETWEEN $first AND $last
QUALIFY row_number() OVER (PARTITION BY rank ORDER BY ordinal) <= {MAX_ANCHORS} ORDER BY rank, ordinal
"""
_REMEMBER = """
INSERT INTO earlier.known
SELECT g.hash, coalesce(t.key, nullif(f.url, ''), f.key), coalesce(t.key, f.key), g.depth, now() AT TIME ZONE 'UTC'
FROM ranked g JOIN found f USING (ordinal)
LEFT JOIN (SELECT DISTINCT target, key FROM moved) t ON t.target = g.hash
"""
_REMEMBER_FETCHED = """
INSERT INTO earlier.known
SELECT f.hash, coalesce(nullif(f.url, ''), f.key), f.key, NULL, now() AT TIME ZONE 'UTC'
FROM (SELECT hash, arg_min(url, ordinal) AS url, arg_min(key, ordinal) AS key FROM found
    WHERE hash IN (SELECT hash FROM visit WHERE fetched) GROUP BY hash) f
WHERE f.hash NOT IN (SELECT hash FROM earlier.known)
"""

"""The distinct URLs of a frontier, more of them than fit in memory: grouped by a hash, in DuckDB, which spills."""

# ruff: noqa: S608  (names in SQL are this module's own, and what is not is a parameter or goes through `literal`)
from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from urlglean.database.files import DatabaseKind, told
from urlglean.database.rows import Columns, literal
from urlglean.errors import StoreError
from urlglean.frontier.fetchable import Fetchable, surt
from urlglean.frontier.policy import Policy
from urlglean.frontier.sightings import FrontierDatabase, Sightings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Sort = Literal["first", "count", "url", "surt"]

_BATCH = 50_000
_RANGE, _CHARACTERS_OF_RANGE, _MOST_RANGES = 50_000, 8 << 20, 128
"""How many URLs are read back at once, and characters of them; more where it took more times than so many."""
_TIMES_OF_RANGE = 8
"""So many times as much memory as they have characters is there for them."""
_PART_OF_MEMORY, _MOST_PASSES, _SAMPLES_OF_PASS = 6, 64, 8
"""To put texts in order takes so many times their length; a range of them is divided into so many at most, by so many
texts for each."""

_PAGE_OF_FOUND = "JOIN source ON source.number = found.source JOIN page ON page.number = source.page"
_LEVELS, _MEMORY_OF_LINK = 64, 16
"""So many levels of depth are looked for one by one: more than the sites of people have; and what a link takes then."""
_FAR = """
CREATE TABLE far AS SELECT row_number() OVER () - 1 AS number, hash, depth FROM (
    SELECT hash, depth FROM level WHERE depth >= {depth}
    UNION ALL SELECT DISTINCT hash, NULL FROM page WHERE hash NOT IN (SELECT hash FROM level))
"""
_LINKS_OF_FAR = f"""FROM found {_PAGE_OF_FOUND} JOIN far s ON s.hash = page.hash JOIN far t ON t.hash = found.hash
WHERE t.depth IS NULL"""
_RESULT = """
SELECT g.rank, coalesce(t.key, nullif(f.url, ''), f.key) AS url, coalesce(t.key, f.key) AS key, g.referrers,
    g.count, s.referrer, s.name || ':' || f.place AS place, f.anchors, g.depth, g.rel, g.fetched
FROM ranked g JOIN found f ON f.ordinal = g.ordinal JOIN source s ON s.number = f.source
LEFT JOIN ends t ON t.target = g.hash
"""
_KEYS = "JOIN found USING (ordinal) LEFT JOIN ends t ON t.target = given.hash"
_SOURCES_IN_RANGE = "SELECT min(source), max(source) FROM found WHERE ordinal BETWEEN $first AND $last"
_RANGE_OF_RANKS = "rank BETWEEN $first AND $last ORDER BY rank"
# Texts that are the same have the same hash: what goes to disk while they are grouped is numbers alone.
_DIFFERING = """
CREATE TABLE differing AS SELECT g.rank, min(f.ordinal) AS ordinal
FROM ranked g JOIN found f ON f.hash = g.hash
WHERE {of_several} AND f.anchors <> '' AND f.ordinal <> g.ordinal
GROUP BY g.rank, hash(f.anchors)
"""
_FURTHER = """
CREATE TABLE further AS SELECT d.rank, d.ordinal, f.anchors
FROM differing d JOIN found f ON f.ordinal = d.ordinal ORDER BY d.rank
"""
_FURTHER_IN_RANGE = f"""
SELECT rank, anchors FROM further WHERE rank BETWEEN $first AND $last
QUALIFY row_number() OVER (PARTITION BY rank ORDER BY ordinal) <= {Policy.MOST_ANCHORS} ORDER BY rank, ordinal
"""


class FrontierStore:
    """A frontier in the making; what it has on disk goes when it is closed."""

    def __init__(self, *, known: Path | None, described: str, memory: str) -> None:
        """Make an empty one, or one that knows what an earlier frontier gave.

        ``known`` is the file of known URLs, made where there is none; ``described`` says how keys are made: a file with
        keys of another kind is refused. What is more than ``memory``, as DuckDB writes it, goes to a temporary folder.

        Raises `StoreError` where ``known`` is no such file, or is in use.
        """
        self._database = FrontierDatabase(memory)
        self._known = known
        try:
            if known is not None:
                _attach(known, self._database, described)
        except BaseException:
            self.close()
            raise
        self.sightings = Sightings(self._database)
        """What comes in."""
        self._result = ""

    def close(self) -> None:
        """Let go of all that was gathered, and of the file of known URLs."""
        self._database.close()

    def finish(
        self, *, sort: Sort, moved: Mapping[str, str], skip_fetched: bool, skip_noindex: bool
    ) -> dict[str, int]:
        """Group what was taken in, and leave out what is not to be given. Give how many were, by the reason.

        ``moved`` are the keys that redirect, each with the key of where it leads in the end.
        """
        self.sightings.flush()
        needed = self.sightings.memory_needed
        is_too_much = self._database.memory < needed
        if not is_too_much:  # what DuckDB may take, it takes
            self._database.run(f"SET memory_limit = '{needed >> 10}KiB'")
        # What the thread kept for itself goes with it. Several that sort need memory for each.
        self._database.run("RESET threads; SET threads = 1")
        self._move(moved)
        has_depth = self._find_depths()
        self._group(has_depth=has_depth, is_merged=bool(moved) or self.sightings.has_divided)
        reasons: dict[str, str] = {}
        if self._known is not None:
            reasons["known"] = "SELECT hash FROM earlier.known"
        if skip_fetched:
            reasons["fetched"] = "SELECT hash FROM visit WHERE fetched"
        if skip_noindex:
            reasons["noindex"] = "SELECT hash FROM visit WHERE noindex"
        left_out = {
            reason: int(self._database.value(f"DELETE FROM given WHERE hash IN ({hashes})"))
            for reason, hashes in reasons.items()
        }
        self._rank(sort, in_passes=is_too_much)
        return {reason: count for reason, count in left_out.items() if count}

    def _move(self, moved: Mapping[str, str]) -> None:
        pairs = list(moved.items())
        for start in range(0, len(pairs), _BATCH):
            sources, targets = zip(*pairs[start : start + _BATCH], strict=True)
            self._database.run(
                f"""INSERT INTO moved SELECT {self._database.hash("source")}, {self._database.hash("target")}, target
                FROM (SELECT {Columns.unnest("source", "target")})""",
                Columns.whole(source=sources, target=targets),
            )
        if pairs:
            self._database.run("UPDATE found SET hash = m.target FROM moved m WHERE found.hash = m.hash")

    def _find_depths(self) -> bool:
        """Work out how deep pages are, where the depth of any is known: breadth first, along their links."""
        self._database.run(
            "INSERT INTO level SELECT hash, min(depth) FROM visit WHERE depth IS NOT NULL GROUP BY hash"
        )
        if self._known is not None:
            self._database.run(
                """INSERT INTO level SELECT hash, depth FROM earlier.known
                WHERE depth IS NOT NULL AND hash IN (SELECT hash FROM page)
                AND hash NOT IN (SELECT hash FROM level)"""
            )
        depth = self._database.value("SELECT min(depth) FROM level")
        if depth is None:
            return False
        levels = 0
        while depth is not None and not (levels == _LEVELS and self._find_deeper(depth)):
            levels += 1
            self._database.run(
                f"""INSERT INTO level SELECT DISTINCT found.hash, {depth + 1}
                FROM found {_PAGE_OF_FOUND} JOIN level ON level.hash = page.hash
                WHERE level.depth = {depth} AND found.hash IN (SELECT hash FROM page)
                AND found.hash NOT IN (SELECT hash FROM level)"""
            )
            depth = self._database.value(f"SELECT min(depth) FROM level WHERE depth > {depth}")
        return True

    def _find_deeper(self, depth: int) -> bool:
        """Do so from a depth on in one go: to look through all links for each level takes long where these are many.

        Tell whether there is memory for the links between the pages that are left.
        """
        self._database.run(_FAR.format(depth=depth))
        (number,) = self._database.rows(f"SELECT count(*) {_LINKS_OF_FAR}")[0]
        if number * _MEMORY_OF_LINK > self._database.memory:
            self._database.run("DROP TABLE far")
            return False
        known = self._database.rows("SELECT number, depth FROM far WHERE depth IS NOT NULL")
        (size,) = self._database.rows("SELECT count(*) FROM far")[0]
        links = self._database.pieces(f"SELECT s.number, t.number {_LINKS_OF_FAR} ORDER BY s.number")
        found = breadth_first(known, chain.from_iterable(links), size)
        while some := list(islice(found, _BATCH)):
            numbers, depths = zip(*some, strict=True)
            self._database.run(
                f"""INSERT INTO level SELECT far.hash, new.depth::INTEGER FROM far
                JOIN (SELECT {Columns.unnest("number", "depth")}) new ON far.number = new.number::BIGINT""",
                Columns.whole(number=map(str, numbers), depth=map(str, depths)),
            )
        self._database.run("DROP TABLE far")
        return True

    def _group(self, *, has_depth: bool, is_merged: bool) -> None:
        """Make the table of the groups: nothing but numbers, so that any number of them can go to disk.

        ``is_merged`` where one page may have several sightings of a URL.
        """
        pages, different = self._database.rows("SELECT count(*), count(DISTINCT hash) FROM page")[0]
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
        self._database.run(
            f"""CREATE TABLE given AS SELECT hash, min(ordinal) AS ordinal, count(*) AS referrers,
            sum(count)::BIGINT AS count, bit_or(rel) AS rel, min(depth) AS depth
            FROM ({sightings}) GROUP BY hash"""
        )
        if has_depth:
            self._database.run(
                """UPDATE given SET depth = level.depth FROM level
                WHERE level.hash = given.hash AND level.depth < coalesce(given.depth, level.depth + 1)"""
            )

    def _rank(self, sort: Sort, *, in_passes: bool) -> None:
        """Store the URLs in the order that is asked for, so that `rows` finds some of them at a time.

        Texts are put in order ``in_passes`` where there is too little memory for all of them.
        """
        join, by = "", "ordinal"
        if sort == "count":
            by = "given.referrers DESC, given.count DESC, ordinal"
        elif sort == "url" and not in_passes:
            join, by = _KEYS, "coalesce(t.key, found.key), ordinal"
        elif sort in ("url", "surt"):
            self._store_texts(sort)
            join, by = "JOIN sorted USING (ordinal)", "sorted.text, ordinal"
            if in_passes:
                self._sort_in_passes()
                by = "sorted.place"
        rank = "ordinal" if sort == "first" else f"row_number() OVER (ORDER BY {by})"
        self._database.run(
            f"""CREATE TABLE ranked AS SELECT {rank} AS rank, given.*,
            given.hash IN (SELECT hash FROM visit WHERE fetched) AS fetched
            FROM given {join} ORDER BY {by if sort == "first" else "rank"}"""
        )
        self._database.run("DROP TABLE given")
        of_several = "true" if self.sightings.has_divided else "g.referrers > 1"
        self._database.run(_DIFFERING.format(of_several=of_several))
        self._database.run(_FURTHER)
        if sort == "first":
            # What was found, and its sources, lie on the disk in this order already: a range of them is
            # found where it is.
            of_sources = "s.number BETWEEN $low AND $high"
            self._result = (
                f"{_RESULT} WHERE f.ordinal BETWEEN $first AND $last AND {of_sources} AND {_RANGE_OF_RANKS}"
            )
        else:
            # To sort all of it takes memory for all texts; to look through it for each range takes less time than
            # to take it in did.
            self._result = f"{_RESULT} WHERE {_RANGE_OF_RANKS}"

    def _store_texts(self, sort: Sort) -> None:
        """Store by what the URLs are put in order: their keys, or their SURTs."""
        query = f"SELECT ordinal, coalesce(t.key, found.key) AS text FROM given {_KEYS}"
        if sort == "url":
            self._database.run(f"CREATE TABLE sorted AS {query}")
            return
        self._database.run("CREATE TABLE sorted(ordinal BIGINT, text VARCHAR)")
        for rows in self._database.pieces(query):
            ordinals, keys = zip(*rows, strict=True)
            self._database.run(
                f"INSERT INTO sorted SELECT ordinal::BIGINT, text FROM (SELECT {Columns.unnest('ordinal', 'text')})",
                Columns.whole(ordinal=map(str, ordinals), text=map(_sort_key, keys)),
            )

    def _sort_in_passes(self) -> None:
        """Replace the texts in ``sorted`` by their places in order: some at a time, as many as the memory holds."""
        self._database.run("CREATE TABLE placed(ordinal BIGINT, place BIGINT)")
        done = 0
        for of_range, count in self._ranges_of_texts({}):
            self._database.run(
                f"""INSERT INTO placed SELECT ordinal, $done + row_number() OVER (ORDER BY text, ordinal)
                FROM sorted WHERE {_between_texts(of_range)}""",
                {**of_range, "done": done},
            )
            done += count
        self._database.run("DROP TABLE sorted; ALTER TABLE placed RENAME TO sorted")

    def _ranges_of_texts(self, of_range: dict[str, str]) -> Iterator[tuple[dict[str, str], int]]:
        """Yield those ranges of texts within a range, in order, that the memory holds, each with its number of texts.

        A range that is too long is divided at some of its texts, wherever these are in it.
        """
        where = f"FROM sorted WHERE {_between_texts(of_range)}"
        count, length = self._database.rows(f"SELECT count(*), sum(strlen(text)) {where}", **of_range)[0]
        most = max(1, self._database.memory // _PART_OF_MEMORY)
        if not count or length <= most:
            yield of_range, count
            return
        wanted = min(_MOST_PASSES, length // most + 1, count)
        every = max(count // (wanted * _SAMPLES_OF_PASS), length // most)  # what is read fits, too
        sample = f"SELECT DISTINCT text {where} AND hash(ordinal) % {every} = 0 ORDER BY text"
        texts = [text for (text,) in self._database.rows(sample, **of_range)]
        ends = sorted(
            set(texts[len(texts) // wanted :: max(1, len(texts) // wanted)]) - {of_range.get("low")}
        )
        if not ends:
            yield of_range, count
            return
        lows, highs = [of_range.get("low"), *ends], [*ends, of_range.get("high")]
        for low, high in zip(lows, highs, strict=True):
            given = {"low": low, "high": high}
            yield from self._ranges_of_texts({name: text for name, text in given.items() if text is not None})

    def __len__(self) -> int:
        """Count the URLs that `rows` gives."""
        return int(self._database.value("SELECT count(*) FROM ranked"))

    def rows(self) -> Iterator[Fetchable]:
        """Yield the URLs in order; `finish` comes first."""
        for first, last in self._ranges():
            further: dict[int, list[str]] = {}
            for rank, texts in self._database.rows(_FURTHER_IN_RANGE, first=first, last=last):
                further.setdefault(rank, []).extend(texts.split(Columns.BETWEEN_ITEMS))
            parameters = {"first": first, "last": last}
            if "$low" in self._result:
                parameters["low"], parameters["high"] = self._database.rows(
                    _SOURCES_IN_RANGE, first=first, last=last
                )[0]
            for rows in self._database.pieces(self._result, **parameters):
                for rank, url, key, referrers, count, referrer, place, anchors, depth, rel, fetched in rows:
                    texts = _texts(anchors, further.get(rank, ())) if anchors or rank in further else ()
                    said = Fetchable.rel_of(rel)
                    yield Fetchable(url, key, referrers, count, referrer, place, texts, depth, *said, fetched)

    def remember(self, *, fetched: bool) -> None:
        """Add what was given to the file of known URLs, all or nothing; with ``fetched`` what was retrieved, too.

        A run that ends before has added nothing: its URLs come again, and none is ever lost. Raises `StoreWriteError`
        where the file, or the database, cannot be written.
        """
        if self._known is None:
            return
        database, run = self._database, self._database.connection.execute
        with database.told(), told(self._known, beside=database.folder):
            database.connection.begin()
            try:
                run(_REMEMBER)
                if fetched:
                    run(_REMEMBER_FETCHED)
            except BaseException:
                database.connection.rollback()
                raise
            database.connection.commit()
        self._known = None  # to remember it once more is to do nothing

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the ranks of the URLs, some at a time: each look at them takes little memory."""
        first, last = self._database.rows("SELECT min(rank), max(rank) FROM ranked")[0]
        if first is not None:
            count = last - first + 1
            characters = min(_CHARACTERS_OF_RANGE, self._database.memory // _TIMES_OF_RANGE)
            size = max(self.sightings.rows_in(characters, at_most=_RANGE), -(-count // _MOST_RANGES))
            yield from ((start, start + size - 1) for start in range(first, last + 1, size))


def breadth_first(
    known: Iterable[tuple[int, int]], links: Iterable[tuple[int, int]], size: int
) -> Iterator[tuple[int, int]]:
    """Yield the pages that links lead to from those whose depth is known, each with its own depth.

    Pages are numbers below ``size``; the links are in the order of the pages that they stand on.

    >>> list(breadth_first([(0, 7)], [(0, 1), (1, 2), (2, 0)], 3))
    [(1, 8), (2, 9)]
    """
    waiting = [(depth, page) for page, depth in known]
    heapify(waiting)
    starts, targets = array("Q", [0]), array("Q")
    for page, target in links:
        starts.extend(repeat(len(targets), page + 1 - len(starts)))
        targets.append(target)
    starts.extend(repeat(len(targets), size + 1 - len(starts)))
    is_known = bytearray(size)
    for _, page in waiting:
        is_known[page] = True
    while waiting:
        depth, page = heappop(waiting)
        for target in targets[starts[page] : starts[page + 1]]:
            if not is_known[target]:
                is_known[target] = True
                heappush(waiting, (depth + 1, target))
                yield target, depth + 1


def _texts(first: str, further: Iterable[str]) -> tuple[str, ...]:
    """Give the texts of a URL, each once, those of its first page first."""
    texts = dict.fromkeys(first.split(Columns.BETWEEN_ITEMS) if first else ())
    texts.update(dict.fromkeys(further))
    return tuple(texts)[: Policy.MOST_ANCHORS]


def _between_texts(of_range: Mapping[str, str]) -> str:
    """Give the condition that a text is in a range, which may be open at either end."""
    bounds = {"low": "text >= $low", "high": "text < $high"}
    return " AND ".join([bounds[name] for name in of_range]) or "true"


def _sort_key(key: str) -> str:
    """Give the SURT without its scheme: what a host offers by http and by https belongs together."""
    text = surt(key)
    return text.partition("://")[2] or text


# --- the file of known URLs: what earlier frontiers gave, in DuckDB ---

KNOWN_VERSION = 1
"""The version of the tables of a file of known URLs. A file of another version is refused."""
_KNOWN = DatabaseKind(
    "it",
    foreign="no DuckDB file, which a file of known URLs is; name another, and read a list of URLs as an input",
    columns=frozenset({"about.version", "about.described", "about.salt", "known.hash"}),
    table="about",
    version=KNOWN_VERSION,
    other="none of known URLs; name another",
    outdated="made by another version of urlglean (tables {}); name another file",
)
_NEW_KNOWN = """
CREATE TABLE about(version INTEGER, described VARCHAR, salt VARCHAR);
CREATE TABLE known(hash UHUGEINT, fetch_url VARCHAR, key VARCHAR, depth INTEGER, added TIMESTAMP);
COMMENT ON TABLE known IS 'the URLs that frontiers gave, each once';
COMMENT ON COLUMN known.hash IS 'the first 128 bits of a salted hash of the key';
COMMENT ON COLUMN known.depth IS 'how many links from where the crawl began, where that is known';
COMMENT ON COLUMN known.added IS 'when it was given, in UTC';
"""
_REMEMBER = """
INSERT INTO earlier.known
SELECT g.hash, coalesce(t.key, nullif(f.url, ''), f.key), coalesce(t.key, f.key), g.depth, now() AT TIME ZONE 'UTC'
FROM ranked g JOIN found f USING (ordinal)
LEFT JOIN ends t ON t.target = g.hash
"""
_REMEMBER_FETCHED = """
INSERT INTO earlier.known
SELECT f.hash, coalesce(t.key, nullif(f.url, ''), f.key), coalesce(t.key, f.key), level.depth,
    now() AT TIME ZONE 'UTC'
FROM (SELECT hash, arg_min(url, ordinal) AS url, arg_min(key, ordinal) AS key FROM found
    WHERE hash IN (SELECT hash FROM visit WHERE fetched) GROUP BY hash) f
LEFT JOIN ends t ON t.target = f.hash LEFT JOIN level ON level.hash = f.hash
WHERE f.hash NOT IN (SELECT hash FROM earlier.known)
"""


def _attach(path: Path, database: FrontierDatabase, described: str) -> None:
    """Attach a file of known URLs to a database as ``earlier``, and take its salt; made where there is none."""

    def fill(connection: DuckDBPyConnection) -> None:
        connection.execute(_NEW_KNOWN)
        about = {"version": KNOWN_VERSION, "described": described, "salt": database.salt}
        connection.execute("INSERT INTO about VALUES ($version, $described, $salt)", about)

    _KNOWN.check_place(path)
    if path.exists() and path.stat().st_size == 0:
        raise StoreError(f"{path}: an empty file, no file of known URLs; remove it, or name another")
    _KNOWN.make(path, fill)
    with _KNOWN.opening(path):
        database.connection.execute(f"ATTACH {literal(str(path.absolute()))} AS earlier")
    database.attached = path
    with database.told():
        other, database.salt = _KNOWN.about(database.connection, path, database="earlier")
    if other != described:
        raise StoreError(
            f"{path}: made with {other}, now asked for with {described}; ask for the same, or name another file"
        )

"""A frontier as an aggregation: what `urlglean frontier` gives, grouped by a cluster.

What pages say is grouped by URL and page first, so that a page that was archived twice refers once, and a URL that
every page refers to is spread over all tasks; then by URL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

from urlglean.database.rows import Columns
from urlglean.frontier.fetchable import Fetchable
from urlglean.frontier.policy import Policy
from urlglean.spark.rows import POSITION, ArrowColumns, require_columns
from urlglean.spark.tasks import SIGHTINGS, redirect_rows
from urlglean.uri.normalize import normalizer

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["frontier"]

Settle: TypeAlias = "Callable[[DataFrame], DataFrame]"
"""Works a DataFrame out now, and gives what came of it: what is asked for it again and again is worked out once."""

_AT_ONCE = 50_000
"""How many URLs a task groups at once before it hands on what it has."""
_SEPARATOR = "\x1f"
_FIRST = (POSITION, "url", "referrer", "place")
"""What is known of the first reference to a URL; they are compared by the first of it."""
_GROUPED = ArrowColumns(
    {
        "key": "VARCHAR",
        **dict.fromkeys(_FIRST, "VARCHAR"),
        **dict.fromkeys(("referrers", "count"), "BIGINT"),
        "rel": "UBIGINT",
        "texts": "VARCHAR[]",
    }
)
"""What some pages say of a URL; the texts of a page stand behind the first two places where they are read."""
FRONTIER = ArrowColumns(Fetchable.types()).schema
_RESULT = ArrowColumns({**Fetchable.types(), POSITION: "VARCHAR"})


def frontier(rows: DataFrame, policy: Policy | None = None, *, known: DataFrame | None = None) -> DataFrame:
    """Give what to fetch next: what ``urlglean frontier`` gives, in its order when sorted by ``position``.

    Args:
        rows: What `urlglean.spark.read` or `urlglean.spark.extract` gave for a ``policy``.
        policy: The same policy.
        known: A table with the column ``key`` of URLs that are left out, and ``depth`` where it is known.

    Returns:
        A row for each URL, lazily but where the rows say how deep a page is, or the policy's rung is ``protocol``: they
        are read at once then, to walk along links and redirects. What these walks find is kept in the checkpoint
        directory of the session; where it has none, by two executors. The columns of
        `urlglean.frontier.fetchable.Fetchable`, and ``position``.

    Raises:
        TypeError: ``rows`` are those that `read` or `extract` give without a ``policy``, or ``known`` has no keys.

    """
    told = "frontier takes rows of read or extract with policy=Policy()"
    require_columns(told, rows, "problem", "reason", "location")
    if known is not None:
        require_columns("known is to be a table of keys", known, "key")
    policy = policy or Policy()
    return (
        judged(rows, policy, known, _settled)
        .where(to_be_given(policy))
        .select(*Fetchable.columns(), POSITION)
    )


def to_be_given(policy: Policy) -> Column:
    """Give the test for what `judged` gives: neither known, nor left out as the policy has it."""
    test = ~F.col("is_known")
    if policy.skip_fetched:
        test = test & ~F.col("fetched")
    return test & ~F.col("noindex") if "noindex" in policy.respect else test


def judged(rows: DataFrame, policy: Policy, known: DataFrame | None, settle: Settle) -> DataFrame:
    """Give all URLs that pages refer to; of each, whether it is known, was fetched, or asks not to be indexed."""
    said = rows.where("problem IS NULL AND reason IS NULL AND location IS NULL AND key IS NOT NULL")
    sightings = said.where("url IS NOT NULL")
    visits = said.where("url IS NULL")
    if policy.rung == "protocol":
        led = sightings.join(_ends(rows, policy, settle), "key", "left")
        sightings = led.withColumns({name: F.coalesce("end", name) for name in ("key", "url")}).drop("end")
    visited = visits.groupBy("key").agg(F.max("fetched").alias("fetched"), F.max("noindex").alias("noindex"))
    found = _grouped(sightings).join(visited, "key", "left")
    found = found.join(_depths(sightings, visits, known, settle), "key", "left")
    if known is None:
        found = found.withColumn("is_known", _no())
    else:
        found = found.join(known.select("key").distinct().withColumn("is_known", ~_no()), "key", "left")
    flags = [F.coalesce(name, _no()).alias(name) for name in ("fetched", "noindex", "is_known")]
    rest = [name for name in Fetchable.columns() if name not in {"depth", "fetched"}]
    return found.select(*rest, POSITION, F.col("level").alias("depth"), *flags)


def _no() -> Column:
    return F.expr("false")


# --- grouping ---


def _grouped(sightings: DataFrame) -> DataFrame:
    """Give what is said of each URL, all pages together."""
    text = F.when(
        F.size("anchors") > 0,
        F.concat_ws(_SEPARATOR, POSITION, F.lit(""), F.array_join("anchors", Columns.BETWEEN_ITEMS)),
    )
    by_page = (
        sightings.groupBy("key", "page")
        .agg(
            F.min(F.struct(*_FIRST)).alias("first"),
            F.sum("count").alias("count"),
            F.bit_or("rel").alias("rel"),
            F.collect_list(text).alias("texts"),
        )
        .select("key", "first.*", F.lit(1).alias("referrers"), "count", "rel", "texts")
    )
    # Those of a URL come one after the other, so that those of few are held at once, however often one stands.
    by_key = by_page.mapInArrow(_merged, _GROUPED.ddl).repartition("key").sortWithinPartitions("key")
    return by_key.mapInArrow(_finished, _RESULT.ddl).drop("depth", "fetched")


class _UrlReport:
    """What some pages say of a URL."""

    __slots__ = ("_places", "count", "first", "referrers", "rel")

    def __init__(self) -> None:
        self.first: tuple[str, ...] = ("",)
        self.referrers = self.count = self.rel = 0
        self._places: dict[str, tuple[str, str]] = {}
        """The first texts, those of a page together, each with the two places where these stand first."""

    def add(self, first: tuple[str, ...], referrers: int, count: int, rel: int, texts: Iterable[str]) -> None:
        """Take in what more pages say, as `values` has it."""
        if not self.referrers or first[0] < self.first[0]:
            self.first = first
        self.referrers += referrers
        self.count += count
        self.rel |= rel
        for said in texts:
            *positions, text = said.split(_SEPARATOR, 2)
            some = sorted({*self._places.get(text, ()), *positions} - {""})
            self._places[text] = (some[0], some[1] if len(some) > 1 else "")
            if len(self._places) > 2 * Policy.MOST_ANCHORS + 2:
                self._places = dict(self._texts())

    def _texts(self) -> list[tuple[str, tuple[str, str]]]:
        return sorted(self._places.items(), key=lambda item: item[1])[: Policy.MOST_ANCHORS + 1]

    def values(self) -> tuple[Any, ...]:
        """Give it as the values of `_GROUPED` behind the key."""
        texts = [_SEPARATOR.join((*places, text)) for text, places in self._texts()]
        return (*self.first, self.referrers, self.count, self.rel, texts)

    @property
    def anchors(self) -> tuple[str, ...]:
        """The texts that readers see for it, where all pages are in it: those of the first page first."""
        position = self.first[0]
        own = [text for text, (first, _) in self._places.items() if first == position]
        others = [
            (second if first == position else first, text) for text, (first, second) in self._places.items()
        ]
        behind = (
            [text for _, text in sorted(item for item in others if item[0])] if self.referrers > 1 else []
        )
        some = (*own, *behind[: Policy.MOST_ANCHORS])
        texts = dict.fromkeys(one for text in some for one in text.split(Columns.BETWEEN_ITEMS))
        return tuple(texts)[: Policy.MOST_ANCHORS]


def _take(batch: pa.RecordBatch, groups: dict[str, _UrlReport]) -> None:
    """Put what some pages say of URLs together with what is known of these."""
    for key, *first, referrers, count, rel, texts in zip(*batch.to_pydict().values(), strict=True):
        group = groups.get(key)
        if group is None:
            group = groups[key] = _UrlReport()
        group.add(tuple(first), referrers, count, rel, texts)


def _merged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield what more pages say of each URL than in what comes in."""
    groups: dict[str, _UrlReport] = {}
    for batch in batches:
        _take(batch, groups)
        if len(groups) >= _AT_ONCE:
            yield _GROUPED.batch([(key, *group.values()) for key, group in groups.items()])
            groups.clear()
    yield _GROUPED.batch([(key, *group.values()) for key, group in groups.items()])


def _finished(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of the URLs, but for their depth and whether they were fetched; what comes in is sorted by URL."""
    groups: dict[str, _UrlReport] = {}
    for batch in batches:
        _take(batch, groups)
        last = dict([groups.popitem()] if groups else [])
        yield _RESULT.batch([_fetchable(key, group) for key, group in groups.items()])
        groups = last
    yield _RESULT.batch([_fetchable(key, group) for key, group in groups.items()])


def _fetchable(key: str, group: _UrlReport) -> tuple[Any, ...]:
    """Give the row of a URL."""
    position, url, referrer, place = group.first
    rel, nofollow = Fetchable.rel_of(group.rel)
    found = Fetchable(
        *(url, key, group.referrers, group.count, referrer, place, group.anchors), rel=rel, nofollow=nofollow
    )
    return *found.row().values(), position


# --- depth: breadth first, along the links of pages ---


def _depths(sightings: DataFrame, visits: DataFrame, known: DataFrame | None, settle: Settle) -> DataFrame:
    """Give how deep URLs are, where the depth of any page is known."""
    levels = visits.where("depth IS NOT NULL").groupBy("key").agg(F.min("depth").alias("level"))
    pages = sightings.select(F.col("page").alias("key")).distinct()
    if known is not None and "depth" in known.columns:
        earlier = known.where("depth IS NOT NULL").groupBy("key").agg(F.min("depth").alias("level"))
        new = earlier.join(pages, "key", "left_semi").join(levels, "key", "left_anti")
        levels = levels.unionByName(new)
    levels = settle(levels)
    deepest = levels.agg(F.max("level")).head()
    if deepest is None or deepest[0] is None:
        return levels
    links = sightings.select("page", "key").distinct()
    within = settle(links.join(pages, "key", "left_semi"))
    depth, last = 0, int(deepest[0])
    while depth <= last:
        here = levels.where(F.col("level") == depth).select(F.col("key").alias("page"))
        new = within.join(here, "page", "left_semi").select("key").distinct().join(levels, "key", "left_anti")
        added = settle(new.withColumn("level", F.lit(depth + 1).cast("int")))
        depth += 1
        if added.head() is not None:
            levels = settle(levels.unionByName(added))
            last = max(last, depth)
    of_page = levels.withColumnRenamed("key", "page")
    below = links.join(of_page, "page").select("key", (F.col("level") + 1).alias("level"))
    return below.unionByName(levels).groupBy("key").agg(F.min("level").alias("level"))


# --- redirects: where they lead in the end, more of them than one machine has room for ---

_KEYS = ArrowColumns(dict.fromkeys((POSITION, "source", "target", "key"), "VARCHAR"))
"""A redirect: the normal forms that it leads from and to, and the key that links to the first have."""


def _ends(rows: DataFrame, policy: Policy, settle: Settle) -> DataFrame:
    """Give the end of the chain that each key begins, as the rung ``protocol`` has it; an end is its own.

    The rows, which `urlglean.spark.read` gave for a policy of this rung, are read at once. The policy's own redirects
    count less than theirs. ``settle`` is `_settled`, or what keeps it elsewhere.
    """
    columns = (POSITION, "url", "location", "key")
    given = rows.sparkSession.createDataFrame(redirect_rows(policy), SIGHTINGS.ddl).select(*columns)
    told = rows.where("location IS NOT NULL").select(*columns).unionByName(given)

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        plain = normalizer(rung=policy.rung, steps=policy.steps)
        for batch in batches:
            yield _KEYS.batch(
                [
                    (position, plain(url).partition("#")[0], plain(location).partition("#")[0], key)
                    for position, url, location, key in zip(*batch.to_pydict().values(), strict=True)
                ]
            )

    redirects = settle(told.mapInArrow(run, _KEYS.ddl))
    last = redirects.groupBy("source").agg(F.max_by("target", POSITION).alias("at"))
    walked = _walked_to_ends(last.where("source <> at"), settle)
    moved = redirects.select("key", "source").distinct().join(walked, "source").select("key", "end")
    moved = moved.where("key <> end")
    return settle(moved.unionByName(moved.select(F.col("end").alias("key"), "end")).distinct())


def _walked_to_ends(edges: DataFrame, settle: Settle) -> DataFrame:
    """Give where each source comes to in the end; of a loop, its first address in the order of code points.

    Each round doubles how far all of them have gone. Where no more than ``steps`` are not at an end after as many
    steps, those that are not there after twice as many go round in loops, none of which is longer.
    """
    paths = edges.select("source", "at", F.col("source").alias("first"))
    steps = 1
    while True:
        ahead = paths.toDF("at", "further", "first_ahead")
        paths = settle(
            paths.join(ahead, "at", "left").select(
                "source",
                F.coalesce("further", "at").alias("at"),
                F.least("first", "first_ahead").alias("first"),
                F.col("further").isNotNull().alias("goes_on"),
            )
        )
        if paths.where("goes_on").count() <= steps:
            break
        paths = paths.drop("goes_on")
        steps *= 2
    loops = paths.select(F.col("source").alias("at"), F.col("first").alias("of_loop"))
    return paths.join(loops, "at", "left").select("source", F.coalesce("of_loop", "at").alias("end"))


def _settled(frame: DataFrame) -> DataFrame:
    """Give what is worked out now, and kept where the session keeps its checkpoints, else by its executors.

    On a cluster two of these have it, so that one may be lost. Where there is one alone at that moment, nothing else
    has it: Spark waits for no second one, and what is asked for it once that one is lost fails.
    """
    context = frame.sparkSession.sparkContext
    if context.getCheckpointDir() is not None:
        return frame.checkpoint()
    is_one = str(context.master).startswith("local")
    level = StorageLevel.MEMORY_AND_DISK if is_one else StorageLevel.MEMORY_AND_DISK_2
    return frame.localCheckpoint(storageLevel=level)

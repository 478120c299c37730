"""Distinct URLs of rows, each with its count and its first places, however unevenly they are spread."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

import pyarrow as pa
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

from urlglean.document import Document
from urlglean.errors import UrlgleanError, require
from urlglean.links.distinct import Tally
from urlglean.links.link import Link
from urlglean.spark.rows import POSITION, ArrowColumns, require_columns
from urlglean.uri.normalize import normalizer
from urlglean.uri.schemes import has_scheme

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["unique"]

_AT_ONCE = 50_000
"""How many URLs a task groups at once before it hands on what it has."""
_MOST_KNOWN = 4 * _AT_ONCE
"""How many spellings of URLs it remembers the keys of."""
_FEW = 100
"""Of so many places Spark takes the first without collecting all; 100,000 would be half a megabyte a URL."""
_PLACE = Tally.place_columns()
_GROUPED = (POSITION, "url", "key", *_PLACE)
"""What is known of a place; they are compared by the first."""
_FIRST = [name for name in Tally.columns() if name in _PLACE]
"""What is told of the first place beside the URL."""
_TYPES = {name: Link.types().get(name, "VARCHAR") for name in _GROUPED} | {"date": "VARCHAR"}
_PARTIAL = ArrowColumns({"identity": "VARCHAR", "count": "BIGINT", **_TYPES})
_PLACES = pa.list_(pa.struct(list(ArrowColumns({name: Link.types()[name] for name in _PLACE}).schema)))
DISTINCT = pa.schema([*ArrowColumns(Tally.types()).schema, (POSITION, pa.string()), ("places", _PLACES)])
"""The schema of what `unique` gives."""


def unique(
    rows: DataFrame,
    *,
    rung: str = "scheme",
    steps: Sequence[Any] = (),
    redirects: Iterable[tuple[str, str]] = (),
    places: int = 1,
) -> DataFrame:
    """Give each distinct URL of rows once: what ``urlglean unique`` gives, in its order when sorted by ``position``.

    Args:
        rows: What `urlglean.spark.read` or `extract` gave; rows of problems are passed over.
        rung: How far URLs are normalized (RFC 3986 section 6.2) to be compared.
        steps: Those of `urlglean.uri.normalize.normalize`.
        redirects: The same.
        places: How many places of each URL are kept in the column ``places``, the first ones.

    Returns:
        A row for each, lazily: the columns of `urlglean.links.distinct.Tally`, ``position``, ``places``. Each task
        groups what it has before it hands it on: a URL that stands a billion times is a few rows of each task.

    Raises:
        TypeError: ``rows`` have other columns.
        UrlgleanError: There is no such rung or step, or ``places`` is less than 1.

    """
    require_columns(
        "unique takes rows of read or extract, without policy=", rows, "problem", "redirect_chain"
    )
    require(int, places=places)
    if places < 1:
        raise UrlgleanError("keep at least one place of each URL")
    redirects = tuple(redirects)
    normalizer(rung=rung, steps=steps, redirects=redirects)  # to see here that there are such

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _partial(batches, normalizer(rung=rung, steps=steps, redirects=redirects), places)

    dated = F.date_format("date", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS")
    needed = rows.where("problem IS NULL").withColumn("date", dated)
    grouped = (
        needed.select("url", "redirect_chain", POSITION, *_PLACE)
        .mapInArrow(run, _PARTIAL.ddl)
        .groupBy("identity")
        .agg(F.sum("count").alias("count"), _first_of(places).alias("places"))
    )
    first = F.col("places")[0]
    return grouped.select(
        "count",
        first["url"].alias("url"),
        first["key"].alias("key"),
        *_told(first, _FIRST),
        first[POSITION].alias(POSITION),
        F.transform("places", lambda place: F.struct(*_told(place, _PLACE))).alias("places"),
    )


def _first_of(places: int) -> Column:
    """Give the first places of a group, in their order."""
    if places <= _FEW:
        return F.min_by(F.struct(*_GROUPED), POSITION, places)  # which holds no more of them
    return F.slice(F.sort_array(F.collect_list(F.struct(*_GROUPED))), 1, places)


def _told(found: Column, names: Iterable[str]) -> list[Column]:
    """Give columns of a place, with the types of the row schema."""
    return [
        (found[name].cast("timestamp_ntz") if name == "date" else found[name]).alias(name) for name in names
    ]


def _partial(
    batches: Iterator[pa.RecordBatch], key_of: Callable[[str], str], places: int
) -> Iterator[pa.RecordBatch]:
    """Yield the groups of some rows: a row for each place that is kept, the first of them with the count."""
    groups: dict[str, _Group] = {}
    # Most URLs are met again as they stand: they need no second key.
    identities: dict[str, tuple[str, str]] = {}
    for batch in batches:
        urls, chains, positions, *columns = batch.to_pydict().values()
        for url, chain, position, place in zip(
            urls, chains, positions, zip(*columns, strict=True), strict=True
        ):
            target = chain[-1] if chain else url
            key: str | None = None
            if target is None:
                identity = _without_url(dict(zip(_PLACE, place, strict=True)))
            else:
                known = identities.get(target)
                if known is None:
                    key = key_of(target)
                    known = identities[target] = (f"k{key}", key)
                identity, key = known
            group = groups.get(identity)
            if group is None:
                groups[identity] = ([1], [(position, target, key, place)])
                continue
            count, kept = group
            count[0] += 1
            if len(kept) < places or position < kept[-1][0]:
                insort(kept, (position, target, key, place), key=itemgetter(0))
                del kept[places:]
        if len(groups) >= _AT_ONCE or len(identities) >= _MOST_KNOWN:
            yield from _handed_on(groups)
            groups.clear()
            identities.clear()
    yield from _handed_on(groups)


_Place: TypeAlias = tuple[str, str | None, str | None, tuple[Any, ...]]
"""Where it stands in the order of one machine, its URL, the key, and the values of `_PLACE`."""
_Group: TypeAlias = tuple[list[int], list[_Place]]
"""The count of a distinct URL, which grows, and the places that are kept."""


def _without_url(place: Mapping[str, Any]) -> str:
    """Give what a reference without a URL is compared by, as `urlglean.links.distinct` has it."""
    text, source, part, offset = (place[name] for name in ("text", "source", "part", "offset"))
    if has_scheme(text):
        return f"t{text}"
    return f"r{Document.located(source, offset, part)} {text}"


def _handed_on(groups: Mapping[str, _Group]) -> Iterator[pa.RecordBatch]:
    rows: list[tuple[Any, ...]] = []
    for identity, (count, kept) in groups.items():
        rows += [
            (identity, 0 if number else count[0], *compared, *place)
            for number, (*compared, place) in enumerate(kept)
        ]
        if len(rows) >= _ROWS_AT_ONCE:
            yield _PARTIAL.batch(rows)
            rows = []
    if rows:
        yield _PARTIAL.batch(rows)


_ROWS_AT_ONCE = 10_000

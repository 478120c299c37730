"""Distinct URLs of rows, each with its count and its first places, however unevenly they are spread."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql import functions as F  # noqa: N812  (what everybody calls it)

from urlglean.errors import UrlgleanError, require
from urlglean.links.distinct import Distinct
from urlglean.links.link import Link
from urlglean.spark.rows import POSITION, Columns
from urlglean.uri.normalize import normalizer
from urlglean.uri.schemes import has_scheme

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["unique"]

_AT_ONCE = 50_000
"""How many URLs a task groups at once before it hands on what it has."""
_MOST_KNOWN = 4 * _AT_ONCE
"""How many spellings of URLs it remembers the keys of."""
_PLACE = (*Distinct.columns()[3:],)
_GROUPED = (POSITION, "url", "key", *_PLACE)
"""What is known of a place; they are compared by the first."""
_TYPES = {name: Link.types().get(name, "VARCHAR") for name in _GROUPED} | {"date": "VARCHAR"}
_PARTIAL = Columns({"identity": "VARCHAR", "count": "BIGINT", **_TYPES})
_PLACES = pa.list_(pa.struct(list(Columns({name: Link.types()[name] for name in _PLACE}).schema)))
DISTINCT = pa.schema(
    [
        *Columns({name: Link.types().get(name, "BIGINT") for name in Distinct.columns()}).schema,
        (POSITION, pa.string()),
        ("places", _PLACES),
    ]
)
"""The schema of what `unique` gives."""
_NEEDED = (
    "url",
    "redirect_chain",
    "text",
    "source",
    "part",
    "offset",
    "line",
    "column",
    "message_id",
    "date",
)


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
        A row for each, lazily: the columns of `urlglean.links.distinct.Distinct`, ``position``, ``places``. Each task
        groups what it has before it hands it on: a URL that stands a billion times is a few rows of each task.

    Raises:
        UrlgleanError: There is no such rung or step, or ``places`` is less than 1.

    """
    require(int, places=places)
    if places < 1:
        raise UrlgleanError("keep at least one place of each URL")
    redirects = tuple(redirects)
    normalizer(rung=rung, steps=steps, redirects=redirects)  # to see here that there are such

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _partial(batches, normalizer(rung=rung, steps=steps, redirects=redirects), places)

    dated = F.date_format("date", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS").alias("date")
    needed = rows.where("problem IS NULL").select(*_NEEDED[:-1], dated, POSITION)
    grouped = (
        needed.mapInArrow(run, _PARTIAL.ddl)
        .groupBy("identity")
        .agg(
            F.sum("count").alias("count"),
            F.min_by(F.struct(*_GROUPED), POSITION, places).alias("places"),  # which holds no more of them
        )
    )
    first = F.col("places")[0]
    return grouped.select(
        "count",
        first["url"].alias("url"),
        first["key"].alias("key"),
        *_place(first),
        first[POSITION].alias(POSITION),
        F.transform("places", lambda place: F.struct(*_place(place))).alias("places"),
    )


def _place(found: Column) -> list[Column]:
    """Give the columns of a place, with the types of the row schema."""
    return [
        (found[name].cast("timestamp_ntz") if name == "date" else found[name]).alias(name) for name in _PLACE
    ]


def _partial(
    batches: Iterator[pa.RecordBatch], key_of: Callable[[str], str], places: int
) -> Iterator[pa.RecordBatch]:
    """Yield the groups of some rows: a row for each place that is kept, the first of them with the count."""
    groups: dict[str, tuple[list[int], list[tuple[Any, ...]]]] = {}
    identities: dict[
        str, tuple[str, str]
    ] = {}  # most URLs are met again as they stand: they need no second key
    for batch in batches:
        columns = batch.to_pydict().values()
        for url, chain, text, source, part, offset, line, column, message_id, date, position in zip(
            *columns, strict=True
        ):
            target = chain[-1] if chain else url
            key: str | None = None
            if target is None:
                identity = _without_url(text, source, part, offset)
            else:
                known = identities.get(target)
                if known is None:
                    key = key_of(target)
                    known = identities[target] = (f"k{key}", key)
                identity, key = known
            place = (position, target, key, source, part, line, column, text, message_id, date)
            group = groups.get(identity)
            if group is None:
                groups[identity] = ([1], [place])
                continue
            count, kept = group
            count[0] += 1
            if len(kept) < places or position < kept[-1][0]:
                insort(kept, place, key=_position)
                del kept[places:]
        if len(groups) >= _AT_ONCE or len(identities) >= _MOST_KNOWN:
            yield from _handed_on(groups)
            groups.clear()
            identities.clear()
    yield from _handed_on(groups)


def _position(place: tuple[Any, ...]) -> str:
    return str(place[0])


def _without_url(text: str, source: str, part: str | None, offset: int | None) -> str:
    """Give what a reference without a URL is compared by, as `urlglean.links.distinct` has it."""
    if has_scheme(text):
        return f"t{text}"
    place = source if offset is None else f"{source}@{offset}"
    return f"r{place}#{part} {text}" if part else f"r{place} {text}"


def _handed_on(groups: dict[str, tuple[list[int], list[tuple[Any, ...]]]]) -> Iterator[pa.RecordBatch]:
    rows: list[tuple[Any, ...]] = []
    for identity, (count, kept) in groups.items():
        rows += [(identity, 0 if number else count[0], *place) for number, place in enumerate(kept)]
        if len(rows) >= _ROWS_AT_ONCE:
            yield _PARTIAL.batch(rows)
            rows = []
    if rows:
        yield _PARTIAL.batch(rows)


_ROWS_AT_ONCE = 10_000

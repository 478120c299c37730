"""A Fetchable: one URL of a frontier, and the row that every writer makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from urlglean.frontier.surt import surt

__all__ = ["FRONTIER_COLUMNS", "FRONTIER_TYPES", "Fetchable"]


class Fetchable(NamedTuple):
    """One URL to fetch, with who refers to it."""

    fetch_url: str
    """The URL as its first reference has it, resolved, without its fragment (RFC 3986 section 6.1)."""
    key: str
    """What it is compared by."""
    referrers: int
    """How many pages refer to it."""
    count: int  # type: ignore[assignment]  # its name hides that of a method of tuples, which nobody misses
    """How many references there are."""
    first_referrer: str
    """The URL of the page that refers to it first; the page's place where it has none."""
    place: str
    """Where the first reference stands: ``file:line:column``."""
    anchors: tuple[str, ...] = ()
    """Texts that readers see for it, each once, the first few."""
    depth: int | None = None
    """How many links it is away from where the crawl began, where that is known."""
    rel: tuple[str, ...] = ()
    """The link types that its references name."""
    nofollow: bool = False
    """True where every reference to it asks robots not to follow."""
    fetched: bool = False
    """True where the input holds a retrieval of it."""

    @property
    def surt(self) -> str:
        """The key with its host turned round, which sorts a domain and what is below it together."""
        return surt(self.key)

    def row(self) -> dict[str, Any]:
        """Give it as a row of plain JSON types, with all of `FRONTIER_COLUMNS` in order."""
        fetch_url, key, *rest = self
        row = dict(zip(FRONTIER_COLUMNS, (fetch_url, key, self.surt, *rest), strict=True))
        row["anchors"] = list(self.anchors)
        row["rel"] = list(self.rel)
        return row


FRONTIER_COLUMNS = ("fetch_url", "key", "surt", *Fetchable._fields[2:])
"""The columns of a row of a frontier, in order."""

FRONTIER_TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("fetch_url", "key", "surt"), "VARCHAR"),
        **dict.fromkeys(("referrers", "count"), "BIGINT"),
        **dict.fromkeys(("first_referrer", "place"), "VARCHAR"),
        "anchors": "VARCHAR[]",
        "depth": "INTEGER",
        "rel": "VARCHAR[]",
        **dict.fromkeys(("nofollow", "fetched"), "BOOLEAN"),
    }
)
"""The SQL type of each column, in order."""

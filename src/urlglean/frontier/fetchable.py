"""A Fetchable: one URL of a frontier, and the row that every writer makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from urlglean.uri.hosts import host_kind
from urlglean.uri.reference import compose, parse

__all__ = ["Fetchable"]


class Fetchable(NamedTuple):
    """One URL to fetch, with who refers to it."""

    fetch_url: str
    """The URL as its first reference has it, resolved, without its fragment (RFC 3986 section 6.1)."""
    key: str
    """What it is compared by."""
    referrers: int
    """How many pages refer to it."""
    count: int  # type: ignore[assignment]  # its name hides that of a method of tuples, which nobody misses
    first_referrer: str
    """The URL of the page that refers to it first; the page's place where it has none."""
    place: str
    """Where the first reference stands: ``file:line:column``."""
    anchors: tuple[str, ...] = ()
    """Texts that readers see for it, each once, the first few."""
    depth: int | None = None
    """How many links away from the beginning of the crawl it is, where that is known."""
    rel: tuple[str, ...] = ()
    """The link types that its references name."""
    nofollow: bool = False
    """True where every reference to it asks robots not to follow."""
    fetched: bool = False
    """True where the input holds a retrieval of it."""

    @staticmethod
    @lru_cache(maxsize=1024)
    def rel_of(bits: int) -> tuple[tuple[str, ...], bool]:
        """Give ``rel`` and ``nofollow`` by the bits that `bits_of` makes, those of all references in one number."""
        return tuple(name for name, bit in _BITS.items() if bits & bit), not bits & FOLLOWED

    @property
    def surt(self) -> str:
        """The key with its host turned round, which sorts a domain and what is below it together."""
        return surt(self.key)

    @staticmethod
    def columns() -> dict[str, str]:
        """Give the columns of a row, in order, and what each holds."""
        return {name: what for name, (_, what) in _COLUMNS.items()}

    @staticmethod
    def types() -> dict[str, str]:
        """Give the columns of a row, in order, and the SQL type of each."""
        return {name: kind for name, (kind, _) in _COLUMNS.items()}

    def row(self) -> dict[str, Any]:
        """Give it as a row of plain JSON types, with all of `columns` in order."""
        fetch_url, key, *rest = self
        row = dict(zip(_COLUMNS, (fetch_url, key, self.surt, *rest), strict=True))
        row["anchors"] = list(self.anchors)
        row["rel"] = list(self.rel)
        return row


_COLUMNS: Mapping[str, tuple[str, str]] = {
    "fetch_url": ("VARCHAR", "the URL of the first reference, without its fragment"),
    "key": ("VARCHAR", "what it is compared by"),
    "surt": ("VARCHAR", "the key with its host turned round: http://(org,example,www,)/"),
    "referrers": ("BIGINT", "how many pages refer to it"),
    "count": ("BIGINT", "how many references there are"),
    "first_referrer": ("VARCHAR", "the first of these pages"),
    "place": ("VARCHAR", "where the first reference stands"),
    "anchors": ("VARCHAR[]", "texts that readers see for it, five at most"),
    "depth": (
        "INTEGER",
        "how many links it is away from where the crawl began, where --seed, --known or the crawler say so",
    ),
    "rel": ("VARCHAR[]", "the link types its references name"),
    "nofollow": ("BOOLEAN", "true where every reference asks robots not to follow"),
    "fetched": ("BOOLEAN", "true where the input holds a retrieval of it"),
}
"""The columns of a row: the SQL type of each, and what it holds."""


def surt(url: str) -> str:
    """Give the sort key that keeps a domain and what is below it together: the host's labels from the right.

    The notation is Heritrix's Sort-friendly URI Reordering Transform; an address keeps its order, a port
    follows the host and a userinfo follows that. A dot at the end of the host stays at its top-level domain. A
    URL without an authority is its own key. Nothing else is changed: hand in what `normalize` gave.

    >>> surt("http://www.example.com:8080/a/b?q")
    'http://(com,example,www,:8080)/a/b?q'
    >>> surt("mailto:a@example.com")
    'mailto:a@example.com'
    """
    ref = parse(url)
    parts = ref.authority_parts
    if parts is None or not ref.authority:
        return url
    host = parts.host
    if host_kind(host) == "reg-name":
        # The dot of the root stays where it stood, behind the top-level domain's label.
        dot = "." if host.endswith(".") else ""
        *below, top = host.removesuffix(".").split(".")
        host = ",".join([top + dot, *reversed(below)]) + ","
    port = "" if parts.port is None else ":" + parts.port
    userinfo = "" if parts.userinfo is None else "@" + parts.userinfo
    return compose(ref._replace(authority=f"({host}{port}{userinfo})"))


# --- link types that ``rel`` may name, as bits: of all references to a URL, one number says which they named ---

LINK_TYPES = (
    # HTML Standard, section 4.6.7, and the registry of link relations (RFC 8288) as far as pages use it.
    *("nofollow", "ugc", "sponsored", "noopener", "noreferrer", "opener", "external", "canonical"),
    *("alternate", "next", "prev", "amphtml", "shortlink", "bookmark", "author", "license", "search", "help"),
    *("tag", "me", "privacy-policy", "terms-of-service", "stylesheet", "icon", "apple-touch-icon"),
    *("mask-icon", "manifest", "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch"),
    *("prerender", "pingback", "expect", "index", "up", "first", "last", "contents", "start", "section"),
    *("edituri", "wlwmanifest", "image_src", "hub", "self", "webmention", "enclosure", "profile"),
    *("apple-touch-icon-precomposed", "apple-touch-startup-image"),
)
"""The link types that a row tells of; others are not kept."""
FOLLOWED = 1
"""The bit that a reference has unless it asks robots not to follow."""
_BITS: Mapping[str, int] = {name: 2 << number for number, name in enumerate(LINK_TYPES)}


@lru_cache(maxsize=1024)
def bits_of(rel: str) -> int:
    """Give the link types of a ``rel`` as bits, with `FOLLOWED` unless it asks robots not to follow.

    >>> Fetchable.rel_of(bits_of("NoFollow next x"))
    (('nofollow', 'next'), True)
    """
    names = set(rel.lower().split())
    bits = sum(bit for name, bit in _BITS.items() if name in names)
    return bits if "nofollow" in names else bits | FOLLOWED

"""The link types that ``rel`` may name, as bits: of all references to a URL, one number says which they named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

__all__ = ["FOLLOWED", "LINK_TYPES", "bits_of", "types_of"]

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
_BITS: Mapping[str, int] = MappingProxyType({name: 2 << number for number, name in enumerate(LINK_TYPES)})


@lru_cache(maxsize=1024)
def bits_of(rel: str) -> int:
    """Give the link types of a ``rel`` as bits, with `FOLLOWED` unless it asks robots not to follow.

    >>> types_of(bits_of("NoFollow next x"))
    ('nofollow', 'next')
    """
    names = set(rel.lower().split())
    bits = sum(bit for name, bit in _BITS.items() if name in names)
    return bits if "nofollow" in names else bits | FOLLOWED


@lru_cache(maxsize=1024)
def types_of(bits: int) -> tuple[str, ...]:
    """Give the link types that bits stand for."""
    return tuple(name for name, bit in _BITS.items() if bits & bit)

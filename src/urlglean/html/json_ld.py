"""The URLs of a JSON-LD block: what its terms say is a URL, and what is an absolute http(s) URL anyway.

Read string by string, so that each has its place in the source and a block that is not quite JSON still
gives up what it holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["JsonUrl", "is_json_ld", "json_urls"]

_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*+)"')
_AFTER = re.compile(r"[\s]*+:")
_SPACE = re.compile(r"\s")
_ABSOLUTE = re.compile(r"https?://", re.IGNORECASE)

_TERMS = frozenset(
    {
        # JSON-LD 1.1's own, and the properties of schema.org whose values are URLs in practice
        "@id",
        "@context",
        "contentUrl",
        "discussionUrl",
        "downloadUrl",
        "embedUrl",
        "image",
        "installUrl",
        "item",
        "logo",
        "mainEntityOfPage",
        "paymentUrl",
        "photo",
        "relatedLink",
        "replyToUrl",
        "sameAs",
        "significantLink",
        "target",
        "thumbnailUrl",
        "trackingUrl",
        "url",
        "urlTemplate",
    }
)
_LITERALS = frozenset(
    {"@value", "@language", "@type", "name", "description", "headline", "text", "articleBody"}
)
"""Terms whose values are words even where they begin as a URL does."""


class JsonUrl(NamedTuple):
    """One URL of a JSON-LD block: its value, the term it was said of, where it stands between its quotes."""

    url: str
    term: str
    start: int
    end: int


def is_json_ld(media_type: str | None) -> bool:
    """Tell by the ``type`` of a script whether it holds JSON-LD; parameters change nothing.

    >>> is_json_ld(" application/LD+JSON; charset=utf-8"), is_json_ld("application/json"), is_json_ld(None)
    (True, False, False)
    """
    return (media_type or "").partition(";")[0].strip().lower() == "application/ld+json"


def json_urls(block: str) -> Iterator[JsonUrl]:
    r"""Yield the URLs of a JSON-LD block in order; offsets in code points of ``block``.

    >>> block = r'{"url": "/a", "name": "b", "x": ["http:\/\/c\/"]}'
    >>> [(found.url, found.term) for found in json_urls(block)]
    [('/a', 'url'), ('http://c/', 'x')]
    """
    term = ""
    for found in _STRING.finditer(block):
        if _AFTER.match(block, found.end()):
            term = found[1]
            continue
        value = _decoded(found[0])
        if not value or _SPACE.search(value):
            continue
        if term in _TERMS or (term not in _LITERALS and _ABSOLUTE.match(value)):
            yield JsonUrl(value, term, found.start(1), found.end(1))


def _decoded(written: str) -> str | None:
    if "\\" not in written:
        return written[1:-1]
    try:
        value = json.loads(written)
    except ValueError:
        return None
    return value if isinstance(value, str) else None

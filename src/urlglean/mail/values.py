"""A media type and its parameters, as a ``Content-Type`` field holds them (RFC 2045, RFC 2231); never an exception."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from urlglean.encoding.labels import bytes_of, decode

__all__ = ["ContentType", "content_type", "media_type_of", "without_comments"]

_PARAMETER = re.compile(
    r'(?:;|(?<![\s;])\s)\s*+([A-Za-z][\w-]*)(?:\*(\d{1,3}))?(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*))',
    re.ASCII,
)
_CHARSET = re.compile(r"([^']*)'[^']*'")
"""What an extended value begins with: its charset and its language."""
_QUOTED_PAIR = re.compile(r"\\(.)")
_MEDIA_TYPE = re.compile(r"[\s\"']*([\w.+-]+)[ \t]*/[ \t]*([\w.+-]+)[\"']?", re.ASCII)
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+"?)|(?:^|(?<=[\s;]))\((?:[^()\\]|\\.|\([^()]*+\))*+\)')
"""A quoted string, which may hold parentheses, or a comment with one level of comments in it."""
_PAGE_TYPES = frozenset(
    {"text/htm", "text/xhtml", "text/x-html", "text/x-amp-html", "text/watch-html", "application/html"}
)
"""What mail calls a page besides its registered names."""


class ContentType(NamedTuple):
    """A media type in lower case and its parameters by name in lower case."""

    media_type: str
    parameters: dict[str, str]


@lru_cache(maxsize=512)
def content_type(value: str | None) -> ContentType:
    """Read a ``Content-Type`` value: ``text/plain`` where there is none or it makes no sense (RFC 2045 5.2).

    >>> content_type('Text/HTML charset="utf-8"; format=flowed')
    ContentType(media_type='text/html', parameters={'charset': 'utf-8', 'format': 'flowed'})
    >>> content_type("text")
    ContentType(media_type='text/plain', parameters={})
    """
    value = without_comments(value or "")
    found = _MEDIA_TYPE.match(value)
    if found is None:
        return ContentType("text/plain", {})
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[bool, str]]] = {}
    for name, number, starred, quoted, bare in _PARAMETER.findall(value, found.end()):
        text = _QUOTED_PAIR.sub(r"\1", quoted) if quoted else bare
        if number or starred:
            pieces.setdefault(name.lower(), {}).setdefault(int(number or 0), (bool(starred), text))
        else:
            plain.setdefault(name.lower(), text)
    for name, numbered in pieces.items():
        plain.setdefault(name, _continued(numbered))
    media_type = f"{found[1]}/{found[2]}".lower()
    return ContentType("text/html" if media_type in _PAGE_TYPES else media_type, plain)


def media_type_of(value: str | None) -> str | None:
    """Give the media type that a ``Content-Type`` value names; None where it names none.

    >>> media_type_of("text/html; x=y"), media_type_of("html"), media_type_of(None)
    ('text/html', None, None)
    """
    return content_type(value).media_type if _MEDIA_TYPE.match(without_comments(value or "")) else None


def without_comments(value: str) -> str:
    """Take the comments out of a structured field's value (RFC 5322 section 3.2.2).

    >>> without_comments('base64 (encoded)'), without_comments('x; name="(a)"; y=(b)c; (d) z=1')
    ('base64 ', 'x; name="(a)"; y=(b)c;  z=1')
    """
    return _COMMENT.sub(lambda found: found[1] or "", value) if "(" in value else value


def _continued(numbered: Mapping[int, tuple[bool, str]]) -> str:
    """Put a parameter's value together from its pieces by number, each with whether it is extended.

    The first extended piece begins with ``charset'language'``; those that are extended are percent-encoded, the
    others stand for themselves (RFC 2231 section 4.1).
    """
    pieces = [numbered[number] for number in sorted(numbered)]
    is_extended, first = pieces[0]
    charset = _CHARSET.match(first) if is_extended else None
    if charset is None:
        return "".join(text for _, text in pieces)
    pieces[0] = True, first[charset.end() :]
    data = (unquote_to_bytes(bytes_of(text)) if extended else bytes_of(text) for extended, text in pieces)
    return decode(b"".join(data), charset[1]).text

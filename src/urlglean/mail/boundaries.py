"""The boundaries between the parts of a multipart (RFC 2046 5.1.1), and what is left of them where they are damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlglean.mail.values import ContentType

__all__ = [
    "CLOSING",
    "DELIMITER_LINE",
    "delimiter_lines",
    "delimiters",
    "parts_between",
    "with_plain_delimiters",
]

DELIMITER_LINE = re.compile(
    rb"^[ \t]*(--[^\r\n]{1,80}?|[^\s:]{2,80})[ \t]*\r?\n[ \t]*Content-(?:Type|Transfer-Encoding|Disposition)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that stands right before a part's header, as a delimiter does; also one that has lost its dashes."""
_BOUNDARY = re.compile(rb"\bboundary[ \t]*=[ \t]*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
_INDENTED = (b"\n --", b"\n  --", b"\n\t--")
CLOSING = re.compile(rb"--[ \t]*(?:\r?\n|\Z)")
"""What stands behind a delimiter that ends a multipart."""
_MOST_BOUNDARIES = 64
"""Of so many multiparts in one message, blanks before a delimiter are taken for damage."""


def with_plain_delimiters(raw: bytes) -> bytes:
    """Take the blanks before the delimiters of the multiparts of a message, where a part follows."""
    if not any(begin in raw for begin in _INDENTED):
        return raw
    boundaries = {re.escape(found[1] or found[2]) for found in _BOUNDARY.finditer(raw)}
    names = b"|".join(sorted(boundaries)[:_MOST_BOUNDARIES])
    line = rb"^[ \t]++(--(?:" + names + rb")(?:--)?+[ \t]*+\r?\n)(?=[ \t]*\r?\n|--|Content-|\Z)"
    return re.sub(line, rb"\1", raw, flags=re.MULTILINE | re.IGNORECASE) if boundaries else raw


def delimiters(kind: ContentType, body: bytes) -> Iterator[bytes]:
    """Yield what may stand between the parts of ``body``, the boundary of its header first."""
    declared = kind.parameters.get("boundary", "").strip(" \t\"'")
    if declared:
        yield b"--" + declared.encode("utf-8", "surrogateescape")
    found = DELIMITER_LINE.search(body)
    if found is not None:
        yield found[1]


def delimiter_lines(delimiter: bytes) -> re.Pattern[bytes]:
    """Compile what finds the lines that are a delimiter; the group is there in those that close."""
    return re.compile(rb"^" + re.escape(delimiter) + rb"(--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


def parts_between(body: bytes, delimiter: bytes) -> list[bytes]:
    """Give what stands between the lines that are ``delimiter``; the first is what stands before any."""
    line = re.compile(rb"^[ \t]*" + re.escape(delimiter) + rb"(?:--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
    first, *parts = line.split(body)
    parts = [part.removesuffix(b"\n").removesuffix(b"\r") for part in parts]
    if parts and not parts[-1].strip():
        del parts[-1]  # after the last delimiter
    return [first, *parts]

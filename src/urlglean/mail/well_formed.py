"""Multiparts in which all is as RFC 2046 has it, read at the speed of `bytes.split`.

Most are. Nothing here mends or guesses: what looks odd in any way is left to the parsers that do.
"""

from __future__ import annotations

from functools import lru_cache

from urlglean.mail.boundaries import CLOSING
from urlglean.mail.entity import EMBEDDED, Again, Entity, filename_of, leaf
from urlglean.mail.header import Header
from urlglean.mail.header_section import body_start, first_blank_line, has_late_header, header_text
from urlglean.mail.values import ContentType, content_type

__all__ = ["well_formed"]

_OF_ODD_PARTS = frozenset({"multipart/digest"})
"""Multiparts whose parts are of another kind than text/plain where they do not say (RFC 2046 section 5.1.5)."""
_IDENTITY = frozenset({None, "7bit", "8bit", "binary"})
_FEWEST_PIECES = 2
"""What delimiters part a multipart of one part into: the part, and what stands after it."""
_DEEPEST = 16
"""Multiparts deeper in one another are no person's mail."""
_LONG_HEADER = 1000
"""Headers of parts from so many bytes on are not kept."""


def well_formed(
    header: Header, kind: ContentType, body: bytes, again: Again, depth: int = 0
) -> Entity | None:
    """Read a multipart, ``depth`` deep in others; None where anything in it is odd.

    ``again`` reads what has its header behind a blank line, which is the one fault that a part may have.
    """
    boundary = kind.parameters.get("boundary", "").encode("utf-8", "surrogateescape")
    if not boundary or kind.media_type in _OF_ODD_PARTS or depth > _DEEPEST:
        return None
    before, *parts = (b"\n" + body).split(b"\n--" + boundary)
    if len(parts) < _FEWEST_PIECES or not CLOSING.match(parts.pop()) or b"content-" in before.lower():
        return None
    children = []
    for part in parts:
        start = 1 if part.startswith(b"\n") else 2 if part.startswith(b"\r\n") else 0
        end = first_blank_line(part, start)
        if not start or end == len(part):
            return None
        block = part[start:end]
        inner = _common_part_header(block) if len(block) < _LONG_HEADER else _part_header(block)
        child = _well_formed_part(inner, part, end, again, depth) if inner.is_whole else None
        if child is None:
            return None
        children.append(child)
    return Entity(header, *kind, None, tuple(children))


def _well_formed_part(header: Header, part: bytes, end: int, again: Again, depth: int) -> Entity | None:
    """Read the part whose header ends at ``end``."""
    kind = content_type(header.get("content-type"))
    body = part[body_start(part, end) : -1 if part.endswith(b"\r") else None]
    if kind.media_type.startswith("multipart/"):
        return well_formed(header, kind, body, again, depth + 1)
    if not kind.media_type.startswith("message/"):
        return again(body) if has_late_header(header, body) else leaf(header, kind, body)
    if kind.media_type in EMBEDDED and header.get("content-transfer-encoding") in _IDENTITY:
        return Entity(header, *kind, body, (), filename_of(header, kind))
    return None


def _part_header(block: bytes) -> Header:
    return Header(header_text(block))


_common_part_header = lru_cache(maxsize=256)(_part_header)
"""Most parts of thousands of messages have one of few headers."""

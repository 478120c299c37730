"""Messages with parts as ``fast_mail_parser`` reads them, at memory speed, where it loses nothing of them."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import TYPE_CHECKING

from urlglean.mail.boundaries import CLOSING
from urlglean.mail.entity import Again, Entity, mended
from urlglean.mail.header import Header
from urlglean.mail.header_section import has_late_header
from urlglean.mail.undeclared import is_text, named_type
from urlglean.mail.values import ContentType, content_type

if TYPE_CHECKING:
    from fast_mail_parser import PyLazyMimePart

__all__ = ["has_fast_parser", "read_fast"]

_PART_HEADER = re.compile(
    rb"(?:--)?[ \t]*(?:\Z|\r?\n(?:[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*+)*+(?:\n|\Z))*+(?:\r?\n|\Z))"
)
"""What follows a delimiter where nothing is wrong: its line's end, a header and a blank line."""
_MOST_MULTIPARTS = 16
"""With more of them than any person's mail has, a message is not worth the fast parser's checking."""
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\r"})


def has_fast_parser() -> bool:
    """Whether ``fast_mail_parser`` is installed; without it mail is read alike, but slower."""
    return find_spec("fast_mail_parser") is not None


def read_fast(raw: bytes, header: Header, kind: ContentType, again: Again) -> Entity | None:
    """Read a message whose header is known; None where the parser is not there, refuses it, or would lose of it.

    ``again`` reads a part that has its header behind a blank line.
    """
    entity = _parsed(raw, header, kind, again) if _is_plain_sailing(raw) else None
    return (
        entity if entity is not None and _is_complete(raw, entity) and not _has_links_below(entity) else None
    )


def _parsed(raw: bytes, header: Header, kind: ContentType, again: Again) -> Entity | None:
    try:
        from fast_mail_parser import ParseError, parse_email_tree
    except ImportError:  # no wheel for this platform
        return None
    try:
        return _of_node(parse_email_tree(raw, mode="lazy"), again, header, kind)
    except (ParseError, _ContradictionError):  # an encoding it cannot decode, a structure it cannot follow
        return None


class _ContradictionError(ValueError):
    """The fast parser has taken a part for another kind of part than its header says."""


def _of_node(
    node: PyLazyMimePart, again: Again, header: Header | None = None, kind: ContentType | None = None
) -> Entity:
    if header is None:
        header = Header.of((name, value) for name, values in node.headers.items() for value in values)
    if kind is None:
        kind = content_type(header.get("content-type") or node.content_type)
    media_type = named_type(kind.media_type, node.filename)
    content = None
    is_multipart = node.content_type.startswith("multipart/")
    if is_multipart != kind.media_type.startswith("multipart/"):
        raise _ContradictionError(kind.media_type)
    if node.is_message:
        media_type = "message/rfc822"
        content = node.content
    elif node.children:
        return Entity(header, *kind, None, tuple(_of_node(child, again) for child in node.children))
    elif is_text(media_type):
        if has_late_header(header, node.content or b""):
            return again(node.content or b"")
        return mended(Entity(header, media_type, kind.parameters, node.content, (), node.filename))
    size = (node.encoded_size or 0) if content is None else 0
    return Entity(header, media_type, kind.parameters, content, (), node.filename, (), size)


def _is_plain_sailing(raw: bytes) -> bool:
    """Whether the fast parser loses nothing: it drops 8-bit bytes and controls in quoted-printable."""
    is_plain = raw.isascii() and len(raw.translate(None, _CONTROLS)) == len(raw)
    return is_plain or b"quoted-printable" not in raw.lower()


def _is_complete(raw: bytes, entity: Entity) -> bool:
    """Whether the fast parser has read all of a message.

    A multipart without parts has lost them; and of whatever follows a delimiter the fast parser makes a header.
    """
    multiparts = [part for part in entity.walk() if part.media_type.startswith("multipart/")]
    if len(multiparts) > _MOST_MULTIPARTS or not all(part.children for part in multiparts):
        return False
    boundaries = [part.parameters.get("boundary", "") for part in multiparts]
    for boundary in boundaries:
        delimiter = b"\n--" + boundary.encode("utf-8", "surrogateescape")
        found = raw.find(delimiter)
        if found < 0:
            return False  # it was read by another boundary
        while found >= 0:
            found += len(delimiter)
            if _PART_HEADER.match(raw, found) is None and CLOSING.match(raw, found) is None:
                return False  # no header, or no delimiter: another boundary may begin with this one
            found = raw.find(delimiter, found)
    return True


def _has_links_below(entity: Entity) -> bool:
    """Whether there are links in the headers of the parts: the fast parser unfolds them, so lines would be lost."""
    parts = entity.walk()
    next(parts)
    return any(True for part in parts for _ in part.header.fields_with_links())

"""A mail message as a tree of MIME entities, from bytes that may be damaged; never an exception.

What is well formed takes no parser; what is not, ``fast_mail_parser`` reads at memory speed. What that refuses, or
would lose something of, the standard library's ``email`` package reads. A message of one part has no structure to
find. What is mended here needs reading once more: boundaries that are wrong, parts where none should be.
"""

from __future__ import annotations

import email
import email.policy
import re
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message as EmailMessage
from typing import Any

from urlglean.encoding.labels import bytes_of
from urlglean.mail.boundaries import (
    DELIMITER_LINE,
    delimiter_lines,
    delimiters,
    parts_between,
    with_plain_delimiters,
)
from urlglean.mail.email_objects import header_of, payload_of, written
from urlglean.mail.entity import EMBEDDED, Entity, filename_of, leaf
from urlglean.mail.fast_parser import read_fast
from urlglean.mail.header import Header
from urlglean.mail.header_section import KNOWN_FIELD, body_start, has_late_header, header_section, tidy
from urlglean.mail.transfer import decode_transfer, transfer_name
from urlglean.mail.values import ContentType, content_type
from urlglean.mail.well_formed import well_formed

__all__ = ["embedded", "of_email", "parse", "parse_email", "parse_header"]

_BEGINS_WITH_PART = re.compile(rb"\s*Content-[\w-]+[ \t]*:", re.IGNORECASE)
_BEGINS_WITH_FIELD = re.compile(rb"\s*+[!-9;-~]++[ \t]*+:")
_CONTENT_FIELDS = re.compile(r"(?:Content-[\w-]++[ \t]*+:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)+", re.IGNORECASE)
_BLANK_BEFORE_COLON = re.compile(rb"^(Content-[\w-]++)[ \t]++:", re.MULTILINE | re.IGNORECASE)

_UNREADABLE = ("the MIME structure could not be read: it was read as text",)
_MOST_REPAIRS = 8
"""How deep multiparts without their boundaries are looked for in one another."""
_MAX_DEPTH = 100


def parse(raw: bytes, repairs: int = 0) -> Entity:
    r"""Read a message; whatever it is, an Entity comes back.

    ``repairs`` is how many multiparts around it had lost their boundaries.

    >>> parse(b"Subject: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a/=\nb").content
    b'http://a/b'
    """
    raw = tidy(raw)
    end, header = header_section(raw)
    kind = content_type(header.get("content-type"))
    if kind.media_type.startswith("multipart/") or kind.media_type in EMBEDDED:
        return _tree(raw, end, header, kind, repairs)
    return _leaf(header, kind, raw[body_start(raw, end) :])


def parse_header(raw: bytes) -> Header:
    r"""Read the header of a message as `parse` does, and nothing else.

    >>> parse_header(b"Subject: x\n\nSubject: y\n").get("subject")
    'x'
    """
    return header_section(tidy(raw))[1]


def parse_email(message: EmailMessage) -> Entity:
    """Read a message that the ``email`` package holds: its bytes, as far as the package can write them."""
    try:
        raw = message.as_bytes(policy=message.policy.clone(max_line_length=0, linesep="\n"))
    except Exception:  # what it read it may not be able to write
        return of_email(message)
    return parse(raw)


def of_email(message: EmailMessage, depth: int = 0, repairs: int = 0) -> Entity:
    """Read a message that the ``email`` package holds.

    ``depth`` is how deep it stands in others, ``repairs`` how many of those had lost their boundaries.
    """
    header = header_of(message)
    kind = content_type(header.get("content-type") or message.get_default_type())
    payload = payload_of(message)
    if isinstance(payload, list) and kind.media_type in EMBEDDED:
        inner: Any = payload[0] if payload else b""
        encoding = header.get("content-transfer-encoding")
        if payload and encoding and transfer_name(encoding):
            inner = decode_transfer(written(inner).lstrip(b"\n"), encoding)
        return Entity(header, *kind, inner, (), filename_of(header, kind))
    if isinstance(payload, list) and kind.media_type.startswith("message/"):
        content = b"\n".join(map(written, payload))
        encoding = header.get("content-transfer-encoding")
        return Entity(header, *kind, decode_transfer(content, encoding) if encoding else content)
    if isinstance(payload, list) and depth >= _MAX_DEPTH:
        damage = f"parts in parts, more than {_MAX_DEPTH} deep: not read"
        return Entity(header, "text/plain", {}, b"", (), "", (damage,))
    if isinstance(payload, list):
        return Entity(header, *kind, None, tuple(of_email(child, depth + 1, repairs) for child in payload))
    body = bytes_of(payload) if isinstance(payload, str) else b""
    if _BEGINS_WITH_PART.match(body) and repairs < _MOST_REPAIRS and _is_cut(message):
        return parse(header.text.encode("utf-8", "surrogateescape") + body, repairs + 1)
    if kind.media_type.startswith("multipart/"):
        return _without_boundary(header, kind, body, repairs)
    return _leaf(header, kind, body)


def _is_cut(message: EmailMessage) -> bool:
    """Whether the ``email`` package ended a header at a line that is no field to it (``Content-Type : text/html``)."""
    return any(isinstance(defect, MissingHeaderBodySeparatorDefect) for defect in message.defects)


def embedded(part: Entity) -> Any:
    """Give the message that a part holds, as `parse` or `parse_email` take it.

    Where the blank line between the part's header and the message's is missing, the one has become the other's end.
    """
    own = _CONTENT_FIELDS.match(part.header.text)
    rest = part.header.text[own.end() :].encode("utf-8", "surrogateescape") if own else b""
    if not rest or not KNOWN_FIELD.match(rest):
        return part.content
    content = part.content
    body = written(content).lstrip(b"\n") if isinstance(content, EmailMessage) else bytes(content)
    return part.content if _BEGINS_WITH_FIELD.match(body) else rest + b"\n" + body


def _tree(raw: bytes, end: int, header: Header, kind: ContentType, repairs: int) -> Entity:
    """Read a message that has parts."""
    raw = with_plain_delimiters(raw)
    body = raw[body_start(raw, end) :]
    is_whole = header.is_whole and raw.startswith((b"\n", b"\r\n"), end)
    if is_whole and (entity := well_formed(header, kind, body, _after_blank_line)) is not None:
        return entity
    if not is_whole:
        fields = "".join(f"{field.name}:{field.value}\n" for field in header.fields())
        raw = fields.encode("utf-8", "surrogateescape") + b"\n" + body
    raw = _BLANK_BEFORE_COLON.sub(rb"\1:", raw)  # other parsers would end the header before either
    if kind.media_type.startswith("multipart/") and not kind.parameters.get("boundary"):
        return _without_boundary(header, kind, body, repairs)
    entity = read_fast(raw, header, kind, _after_blank_line) or _by_email_package(raw, header, repairs)
    if entity is None:
        return _leaf(header, ContentType("text/plain", kind.parameters), body)._replace(damage=_UNREADABLE)
    if entity.is_message:
        return entity
    if entity.children:
        return _with_strays(entity, body, repairs)
    if not kind.media_type.startswith("multipart/"):
        return entity
    return _without_boundary(header, kind, body, repairs)


def _with_strays(entity: Entity, body: bytes, repairs: int) -> Entity:
    """Add the parts before the first delimiter and after the last one, which nothing else reads.

    What stands there and is no part is for readers without MIME, or of nobody (RFC 2046 section 5.1.1).
    """
    boundary = entity.parameters.get("boundary")
    if not boundary or repairs > _MOST_REPAIRS:
        return entity
    delimiter = b"--" + boundary.encode("utf-8", "surrogateescape")
    # To the letter: another boundary may begin with it.
    lines = list(delimiter_lines(delimiter).finditer(body))
    children = entity.children
    first = lines[0].start() if lines else 0
    if first > 0 and lines[0][1]:  # only the end of what never began
        return _without_boundary(entity.header, ContentType(*entity[1:3]), body, repairs)
    if first > 0:
        damaged = DELIMITER_LINE.search(body, 0, first)
        if _BEGINS_WITH_PART.match(body, 0, first):
            children = (parse(body[:first], repairs + 1), *children)
        elif damaged is not None:
            strays = parts_between(body[:first], damaged[1])[1:]
            children = (*(parse(part, repairs + 1) for part in strays), *children)
    last = next((number for number, line in enumerate(lines) if line[1]), len(lines))
    if last + 1 < len(lines) and last == len(entity.children):
        strays = parts_between(body[lines[last].start() :], delimiter)[1:]
        children += tuple(parse(part, repairs + 1) for part in strays if _BEGINS_WITH_PART.match(part))
    if len(children) == len(entity.children):
        return entity
    damage = "parts before the first or after the last delimiter were read, too"
    return entity._replace(children=children, damage=(*entity.damage, damage))


def _by_email_package(raw: bytes, header: Header, repairs: int) -> Entity | None:
    try:
        entity = of_email(email.message_from_bytes(raw, policy=email.policy.compat32), 0, repairs)
    except Exception:  # the package promises none and raises many; the text is still there
        return None
    return entity._replace(header=header)


def _without_boundary(header: Header, kind: ContentType, body: bytes, repairs: int) -> Entity:
    """Read a multipart in which its boundary finds nothing: by the lines that look like one, or as text."""
    if repairs < _MOST_REPAIRS:
        decoded = decode_transfer(body, header.get("content-transfer-encoding") or "")
        for delimiter in delimiters(kind, decoded):
            parts = tuple(parse(part, repairs + 1) for part in parts_between(decoded, delimiter)[1:])
            if parts:
                damage = "the boundary was wrong and was read from the body"
                return Entity(header, *kind, None, parts, "", (damage,))
    text = _leaf(header, ContentType("text/plain", kind.parameters), body)
    damage = f"{kind.media_type} without parts, read as text"
    return text._replace(damage=(damage, *text.damage)) if body.strip() else text


def _leaf(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    return _after_blank_line(body) if has_late_header(header, body) else leaf(header, kind, body)


def _after_blank_line(body: bytes) -> Entity:
    """Read a part whose header stands behind a blank line, where a body should be."""
    damage = "a blank line before the header of a part was left out"
    entity = parse(body.lstrip())
    return entity._replace(damage=(damage, *entity.damage))

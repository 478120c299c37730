"""A mail message as a tree of MIME entities, from bytes that may be damaged; never an exception.

What is well formed takes no parser; what is not, the standard library's ``email`` package reads. A message of one
part has no structure to find. What is mended here needs reading once more: boundaries that are wrong, parts where none
should be.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterable, Iterator
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message as EmailMessage
from functools import lru_cache
from itertools import islice
from typing import Any

from urlglean.encoding.labels import bytes_of
from urlglean.mail.entity import EMBEDDED, Again, Entity, Kind, filename_of, leaf
from urlglean.mail.header import (
    KNOWN_FIELD,
    Header,
    body_start,
    first_blank_line,
    has_late_header,
    header_section,
    header_text,
    tidy,
)
from urlglean.mail.transfer import decode_transfer, transfer_name
from urlglean.mail.values import ContentType, content_type
from urlglean.patterns import lazy_re

_BEGINS_WITH_PART = lazy_re(rb"\s*Content-[\w-]+[ \t]*:", re.IGNORECASE)
_BEGINS_WITH_FIELD = lazy_re(rb"\s*+[!-9;-~]++[ \t]*+:")
_CONTENT_FIELDS = lazy_re(r"(?:Content-[\w-]++[ \t]*+:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)+", re.IGNORECASE)
_BLANK_BEFORE_COLON = lazy_re(rb"^(Content-[\w-]++)[ \t]++:", re.MULTILINE | re.IGNORECASE)

_UNREADABLE = ("the MIME structure could not be read: it was read as text",)
_MOST_REPAIRS = 8
"""How deep multiparts without their boundaries are looked for in one another."""
_BEFORE_PARTS = (b"--", b"\n--", b"\n\n--", b"\r\n--", b"This is a multi", b"\nThis is a multi")
"""How a text begins that begins with parts of a multipart, or with a notice before them."""
_BEHIND_PARTS = (b"--\n", b"--\n\n", b"--\n\n\n", b"--\r\n", b"--\r\n\r\n")
"""How a text ends that ends with the last delimiter of a multipart."""
_LARGE, _MOST_OF_LARGE = 1 << 22, 1
"""From so many bytes on a multipart is not looked for in as many others: all of them are held at once."""
_MAX_DEPTH = 100
_MOST_PARTS = 10_000
"""A part takes about a kilobyte, however short it is."""
_TOO_DEEP = f"parts in parts, more than {_MAX_DEPTH} deep: not read"
_TOO_MANY = f"more than {_MOST_PARTS:,} parts: the others were read as one text"
COSTLY = frozenset({_TOO_DEEP, _TOO_MANY})
"""The damage that costs what it is said of; any other was put right."""


class _LinesKept(email.policy.Compat32):
    """Reads a field as Pythons before 3.12.8 do: an empty first line counts, so that each line is where it stood."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """Give a field's name and its value, from the lines that it has in the source."""
        name, first = sourcelines[0].split(":", 1)
        return name, "".join((first.lstrip(" \t"), *sourcelines[1:])).rstrip("\r\n")


_LONG_VALUE = 1 << 14
"""From so many code points on a field is not left to the package."""


class _Boundaries(EmailMessage):
    """A message of the package that reads the boundary in a long field in linear time, which the package does not."""

    def get_boundary(self, failobj: Any = None) -> Any:
        """Give the boundary of a multipart; ``failobj`` where there is none."""
        value = str(self.get("content-type", ""))
        if len(value) < _LONG_VALUE:
            return super().get_boundary(failobj)
        return _boundary(content_type(value)) or failobj


_LINES_KEPT = _LinesKept(message_factory=_Boundaries)


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
    body = raw[body_start(raw, end) :]
    may_have_parts = body.startswith(_BEFORE_PARTS) or body.endswith(_BEHIND_PARTS)
    parts = _undeclared_parts(header, kind, body, repairs) if may_have_parts else None
    return parts or _leaf(header, kind, body, repairs)


def parse_header(raw: bytes) -> Header:
    r"""Read the header of a message as `parse` does, and nothing else.

    >>> parse_header(b"Subject: x\n\nSubject: y\n").get("subject")
    'x'
    """
    return header_section(tidy(raw))[1]


def parse_email(message: EmailMessage) -> Entity:
    """Read a message that the ``email`` package holds: its bytes, as far as the package can write them."""
    try:
        if any(map(_is_cut, message.walk())):  # before the rest of its header, a blank line would be written
            return of_email(message)
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
        return _holding(header, kind, inner, is_part=bool(depth or repairs))
    if isinstance(payload, list) and kind.media_type.startswith("message/"):
        content = b"\n".join(map(written, payload))
        encoding = header.get("content-transfer-encoding")
        return Entity(header, *kind, decode_transfer(content, encoding) if encoding else content)
    if isinstance(payload, list) and depth >= _MAX_DEPTH:
        return Entity(header, "text/plain", {}, b"", (), "", (_TOO_DEEP,))
    if isinstance(payload, list):
        children = tuple(of_email(child, depth + 1, repairs) for child in payload)
        return _with_strays_around(Entity(header, *kind, None, children), message, depth, repairs)
    header, start = _up_to_url(header, message)
    body = start + (bytes_of(payload) if isinstance(payload, str) else b"")
    if not start and repairs < _MOST_REPAIRS and _is_cut(message):
        return parse(header.text.encode("utf-8", "surrogateescape") + body, repairs + 1)
    if kind.media_type.startswith("multipart/"):
        return _without_boundary(header, kind, body, repairs)
    return _leaf(header, kind, body)


def _up_to_url(header: Header, message: EmailMessage) -> tuple[Header, bytes]:
    """Give the header of a message without the URL that the ``email`` package took for a field of it, and what follows.

    That is how a body begins whose blank line is missing.
    """
    fields = list(message.raw_items())
    begin = next((at for at, (name, value) in enumerate(fields) if _is_url(name, value)), None)
    if begin is None:
        return header, b""
    lines = "".join(f"{name}:{value}\n" for name, value in fields[begin:])
    return _header_of_fields(fields[:begin]), bytes_of(lines + "\n")


def _is_url(name: str, value: object) -> bool:
    return name.lower() in {"http", "https", "ftp"} and str(value).startswith("//")


def _is_cut(message: EmailMessage) -> bool:
    """Whether the ``email`` package ended a header at a line that is no field to it: others may stand behind that.

    Where no field stands before that line, it is the first of a text, unless it is one that is known.
    """
    payload = payload_of(message)
    is_open = any(isinstance(defect, MissingHeaderBodySeparatorDefect) for defect in message.defects)
    if not (is_open and isinstance(payload, str)):
        return False
    return bool(message.keys()) or KNOWN_FIELD.match(bytes_of(payload).lstrip()) is not None


def _holding(header: Header, kind: ContentType, content: Any, *, is_part: bool) -> Entity:
    """Make the Entity of what holds a message.

    Where the blank line between a part's header and the message's is missing, the one has become the other's end.
    """
    own = _CONTENT_FIELDS.match(header.text) if is_part else None
    rest = header.text[own.end() :].encode("utf-8", "surrogateescape") if own else b""
    if own and KNOWN_FIELD.match(rest):
        body = written(content).lstrip(b"\n") if isinstance(content, EmailMessage) else bytes(content)
        if not _BEGINS_WITH_FIELD.match(body):
            header, content = Header(own[0]), rest + b"\n" + body
    return Entity(header, *kind, content, (), filename_of(header, kind))


def parse_embedded(part: Entity) -> Entity:
    """Read the message that a part holds."""
    content = part.content
    return parse_email(content) if isinstance(content, EmailMessage) else parse(bytes(content))


def _tree(raw: bytes, end: int, header: Header, kind: ContentType, repairs: int) -> Entity:
    """Read a message that has parts."""
    raw = with_plain_delimiters(raw)
    is_whole = header.is_whole and raw.startswith((b"\n", b"\r\n"), end)
    if is_whole and kind.media_type in EMBEDDED and header.get("content-transfer-encoding") in _IDENTITY:
        # Not copied, and to be let go: messages in messages would each hold all that are in them.
        return _holding(header, kind, memoryview(raw)[body_start(raw, end) :], is_part=bool(repairs))
    rest = _start_of_rest(raw, kind)
    if rest is not None:
        first = _tree(raw[:rest], end, header, kind, repairs)
        others = leaf(Header(""), ContentType("text/plain", {}), raw[rest:])
        children = first.children or (first._replace(header=Header(""), damage=()),)
        damage = (*first.damage, _TOO_MANY)
        return first._replace(content=None, children=(*children, others), damage=damage)
    body = raw[body_start(raw, end) :]
    if is_whole and (entity := well_formed(header, kind, body, _after_blank_line)) is not None:
        return entity
    if not is_whole:
        fields = "".join(f"{field.name}:{field.value}\n" for field in header.fields())
        raw = fields.encode("utf-8", "surrogateescape") + b"\n" + body
    raw = _BLANK_BEFORE_COLON.sub(rb"\1:", raw)  # other parsers would end the header before either
    if kind.media_type.startswith("multipart/") and not _boundary(kind):
        return _without_boundary(header, kind, body, repairs)
    entity = _by_email_package(raw, header, repairs)
    if entity is None:
        return _leaf(header, ContentType("text/plain", kind.parameters), body)._replace(damage=_UNREADABLE)
    if entity.kind is Kind.MESSAGE:
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
        damaged = _DELIMITER_LINE.search(body, 0, first)
        if _BEGINS_WITH_PART.match(body, 0, first):
            children = (parse(body[:first], repairs + 1), *children)
        elif damaged is not None:
            strays = parts_between(body[:first], damaged[1])[1:]
            children = (*(parse(part, repairs + 1) for part in strays), *children)
    last = next((number for number, line in enumerate(lines) if line[1]), len(lines))
    if last == len(entity.children):
        children += tuple(parse(part, repairs + 1) for part in _parts_behind(body, lines[last:]))
    return _with_children(entity, children)


def _parts_behind(body: bytes, lines: list[re.Match[bytes]]) -> Iterator[bytes]:
    """Yield the parts behind a delimiter that closes: what an opening one begins, and what begins as a part does."""
    for number, line in enumerate(lines):
        end = lines[number + 1].start() if number + 1 < len(lines) else len(body)
        if not line[1] or _BEGINS_WITH_PART.match(body, line.end(), end):
            yield body[line.end() : end].removesuffix(b"\n").removesuffix(b"\r")


def _with_strays_around(entity: Entity, message: EmailMessage, depth: int, repairs: int) -> Entity:
    """Add what begins as a part does around the parts of a multipart in another one, where a delimiter was lost."""
    if not depth or repairs >= _MOST_REPAIRS:
        return entity
    before, behind = (bytes_of(text) if text else b"" for text in (message.preamble, message.epilogue))
    children = entity.children
    if _BEGINS_WITH_PART.match(before):
        children = (parse(before, repairs + 1), *children)
    if _BEGINS_WITH_PART.match(behind):
        children = (*children, parse(behind, repairs + 1))
    return _with_children(entity, children)


def _with_children(entity: Entity, children: tuple[Entity, ...]) -> Entity:
    if len(children) == len(entity.children):
        return entity
    damage = "parts before the first or after the last delimiter were read, too"
    return entity._replace(children=children, damage=(*entity.damage, damage))


def _by_email_package(raw: bytes, header: Header, repairs: int) -> Entity | None:
    try:
        entity = of_email(email.message_from_bytes(raw, policy=_LINES_KEPT), 0, repairs)
    except Exception:  # the package promises none and raises many; the text is still there
        return None
    return entity if repairs and entity.kind is Kind.MESSAGE else entity._replace(header=header)


def _without_boundary(header: Header, kind: ContentType, body: bytes, repairs: int) -> Entity:
    """Read a multipart in which its boundary finds nothing: by the lines that look like one, or as text."""
    if repairs < (_MOST_REPAIRS if len(body) < _LARGE else _MOST_OF_LARGE):
        decoded = decode_transfer(body, header.get("content-transfer-encoding") or "")
        for delimiter in delimiters(kind, decoded):
            parts = tuple(parse(part, repairs + 1) for part in parts_between(decoded, delimiter)[1:])
            if parts:
                damage: tuple[str, ...] = ("the boundary was wrong and was read from the body",)
                if len(parts) >= _MOST_PARTS:
                    damage += (_TOO_MANY,)
                return Entity(header, *kind, None, parts, "", damage)
    text = _leaf(header, ContentType("text/plain", kind.parameters), body)
    said = f"{kind.media_type} without parts, read as text"
    return text._replace(damage=(said, *text.damage)) if body.strip() else text


def _leaf(header: Header, kind: ContentType, body: bytes, repairs: int = 0) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    return _after_blank_line(body, repairs) if has_late_header(header, body) else leaf(header, kind, body)


def _undeclared_parts(header: Header, kind: ContentType, body: bytes, repairs: int) -> Entity | None:
    """Read the parts of a multipart whose header was lost, or replaced by that of a text; None where there are none.

    Archives of lists keep such messages, and split others at a line of the text that begins with ``From ``.
    """
    encoding = header.get("content-transfer-encoding")
    if kind.media_type != "text/plain" or encoding not in _IDENTITY or repairs >= _MOST_REPAIRS:
        return None
    if b"\nContent-" not in body:
        return None
    found = _UNDECLARED.search(body)
    if found is None or has_late_header(header, body):
        return None
    before, *between = parts_between(body, found[1])  # the first of them may lack a header
    is_notice = not before.strip() or _NOTICE.fullmatch(before) is not None
    if not is_notice and not any(line[1] for line in delimiter_lines(found[1]).finditer(body)):
        return None
    parts = tuple(parse(part, repairs + 1) for part in between)
    if not is_notice:
        sender = header.get("from")
        own = Header.of((("From", sender),) if sender else ())
        parts = (leaf(own, kind, before), *parts)
    damage = "parts that no header declares were read"
    return Entity(header, "multipart/mixed", {}, None, parts, "", (damage,))


def _after_blank_line(body: bytes, repairs: int = 0) -> Entity:
    """Read a part whose header stands behind a blank line, where a body should be."""
    damage = "a blank line before the header of a part was left out"
    entity = parse(body.lstrip(), repairs)
    return entity._replace(damage=(damage, *entity.damage))


# Multiparts in which all is as RFC 2046 has it, read at the speed of `bytes.split`.

_UNSAID = {"multipart/digest": "message/rfc822"}
"""What the parts of a multipart are that do not say, where that is not text/plain (RFC 2046 section 5.1.5)."""
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
    if not boundary or depth > _DEEPEST:
        return None
    before, *parts = (b"\n" + body).split(b"\n--" + boundary)
    if len(parts) < _FEWEST_PIECES or b"content-" in before.lower():
        return None
    closing = _CLOSING.match(rest := parts.pop())
    if closing is None or _BEGINS_WITH_PART.match(rest, closing.end()):
        return None
    unsaid = _UNSAID.get(kind.media_type)
    children = []
    for part in parts:
        start = 1 if part.startswith(b"\n") else 2 if part.startswith(b"\r\n") else 0
        end = first_blank_line(part, start)
        if not start or end == len(part):
            return None
        block = part[start:end]
        inner = _common_part_header(block) if len(block) < _LONG_HEADER else _part_header(block)
        own = content_type(inner.get("content-type") or unsaid)
        child = _well_formed_part(inner, own, part, end, again, depth) if inner.is_whole else None
        if child is None:
            return None
        children.append(child)
    return Entity(header, *kind, None, tuple(children))


def _well_formed_part(
    header: Header, kind: ContentType, part: bytes, end: int, again: Again, depth: int
) -> Entity | None:
    """Read the part whose header ends at ``end``."""
    body = part[body_start(part, end) : -1 if part.endswith(b"\r") else None]
    if kind.media_type.startswith("multipart/"):
        return well_formed(header, kind, body, again, depth + 1)
    if kind.media_type not in EMBEDDED:
        return again(body) if has_late_header(header, body) else leaf(header, kind, body)
    if header.get("content-transfer-encoding") not in _IDENTITY:
        return None
    return _holding(header, kind, body, is_part=True)


def _part_header(block: bytes) -> Header:
    return Header(header_text(block))


_common_part_header = lru_cache(maxsize=256)(_part_header)
"""Most parts of thousands of messages have one of few headers."""


# The boundaries between the parts of a multipart (RFC 2046 5.1.1), and what is left of them where they are damaged.

_DELIMITER_LINE = lazy_re(
    rb"^[ \t]*(--[^\r\n]{1,80}?|[^\s:]{2,80})[ \t]*\r?\n[ \t]*Content-(?:Type|Transfer-Encoding|Disposition)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that stands right before a part's header, as a delimiter does; also one that has lost its dashes."""
_UNDECLARED = lazy_re(
    rb"^(--[^\r\n]{1,80}?)[ \t]*\r?\n(?=Content-(?:Type|Transfer-Encoding|Disposition)[ \t]*:)",
    re.MULTILINE | re.IGNORECASE,
)
_NOTICE = lazy_re(rb"\s*+(?=[^\r\n]{0,200}\bMIME\b)(?:[^\r\n]++\r?\n)++\s*+")
"""What stands before the first part for readers without MIME: one paragraph that says so."""
_BOUNDARY = lazy_re(rb"\bboundary[ \t]*=[ \t]*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
_LONGEST_BOUNDARY = 1000
"""No line of a message is longer; a boundary has 70 characters, at most (RFC 2046 section 5.1.1)."""
_DASHED_LINE = lazy_re(rb"^--([^\r\n]++)", re.MULTILINE)
_INDENTED = lazy_re(rb"\n(?: {1,2}|\t)--")
_CLOSING = lazy_re(rb"--[ \t]*(?:\r?\n|\Z)")
"""What stands behind a delimiter that ends a multipart."""
_MOST_BOUNDARIES = 64
"""Of so many multiparts in one message, blanks before a delimiter are taken for damage."""


def with_plain_delimiters(raw: bytes) -> bytes:
    """Take the blanks before the delimiters of the multiparts of a message, where a part follows."""
    if _INDENTED.search(raw) is None:
        return raw
    boundaries = {re.escape(found[1] or found[2]) for found in _BOUNDARY.finditer(raw)}
    names = b"|".join(sorted(boundaries)[:_MOST_BOUNDARIES])
    line = rb"^[ \t]++(--(?:" + names + rb")(?:--)?+[ \t]*+\r?\n)(?=[ \t]*\r?\n|--|Content-|\Z)"
    return re.sub(line, rb"\1", raw, flags=re.MULTILINE | re.IGNORECASE) if boundaries else raw


def _start_of_rest(raw: bytes, kind: ContentType) -> int | None:
    """Give where the parts begin that are too many; None where they are not."""
    if raw.count(b"\n--") <= _MOST_PARTS:
        return None
    names = {found[1] or found[2] for found in _BOUNDARY.finditer(raw)}
    names.add(kind.parameters.get("boundary", "").encode("utf-8", "surrogateescape"))
    lines = ((found.start(), found[1].rstrip()) for found in _DASHED_LINE.finditer(raw))
    delimiting = (start for start, name in lines if name in names or name.removesuffix(b"--") in names)
    return next(islice(delimiting, _MOST_PARTS, None), None)


def _boundary(kind: ContentType) -> str:
    """Give the boundary of a multipart; an empty one where it has none, or one longer than any line."""
    declared = kind.parameters.get("boundary", "")
    return declared if len(declared) <= _LONGEST_BOUNDARY else ""


def delimiters(kind: ContentType, body: bytes) -> Iterator[bytes]:
    """Yield what may stand between the parts of ``body``, the boundary of its header first."""
    declared = _boundary(kind).strip(" \t\"'")
    if declared:
        yield b"--" + declared.encode("utf-8", "surrogateescape")
    found = _DELIMITER_LINE.search(body)
    if found is not None:
        yield found[1]


def delimiter_lines(delimiter: bytes) -> re.Pattern[bytes]:
    """Compile what finds the lines that are a delimiter; the group is there in those that close.

    One that opens a part takes along those right behind it, as it does for the ``email`` package.
    """
    name, end = re.escape(delimiter), rb"[ \t]*(?:\r?\n|\Z)"
    behind = rb"(?(1)|(?:" + name + rb"(?:--)?" + end + rb")*+)"
    return re.compile(rb"^" + name + rb"(--)?" + end + behind, re.MULTILINE)


def parts_between(body: bytes, delimiter: bytes) -> list[bytes]:
    """Give what stands between the lines that are ``delimiter``; the first is what stands before any."""
    line = re.compile(rb"^[ \t]*" + re.escape(delimiter) + rb"(?:--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
    first, *parts = line.split(body, _MOST_PARTS)
    parts = [part.removesuffix(b"\n").removesuffix(b"\r") for part in parts]
    if parts and not parts[-1].strip():
        del parts[-1]  # after the last delimiter
    return [first, *parts]


# The bytes of what the ``email`` package holds, which carries 8-bit bytes as surrogates.

_DEEPEST_OBJECT = 100


def payload_of(message: EmailMessage) -> Any:
    """Give what is behind a message's header, as it was sent: text or a list of messages."""
    # get_payload() decodes, or fails to, by a charset that need not be right; the bytes are behind it.
    return vars(message).get("_payload")


def written(message: EmailMessage, depth: int = 0) -> bytes:
    """Give what is in a report or a reference: mostly fields and no more."""
    header = header_of(message).text.encode("utf-8", "surrogateescape")
    payload = payload_of(message)
    if isinstance(payload, list):
        inner = [] if depth >= _DEEPEST_OBJECT else [written(child, depth + 1) for child in payload]
        return b"\n".join((header, *inner))
    return header + b"\n" + bytes_of(payload) if payload else header


def header_of(message: EmailMessage) -> Header:
    """Give the header of a message."""
    return _header_of_fields(message.raw_items())


def _header_of_fields(fields: Iterable[tuple[str, Any]]) -> Header:
    return Header.of((name, header_text(bytes_of(str(value)))) for name, value in fields)

"""A mail message as a tree of MIME entities, from bytes that may be damaged; never an exception.

Structure comes from ``fast_mail_parser``, which reads what is well formed at memory speed. What it refuses,
or would lose something of, the standard library's ``email`` package reads, and the decoders of transfer
encodings mend what neither does. A message of one part has no structure to find, so it takes neither.
"""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Iterator
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message as EmailMessage
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.mail_header import (
    ContentType,
    Header,
    content_type,
    decode_words,
)
from urlglean.mime_undeclared import decode_undeclared, is_bare_markup, is_text, named_type, told_type
from urlglean.transfer_encoding import changes_all, decode_transfer, transfer_name

if TYPE_CHECKING:
    from fast_mail_parser import PyLazyMimePart

__all__ = [
    "Entity",
    "embedded",
    "has_fast_parser",
    "of_email",
    "parse",
    "parse_email",
    "parse_header",
]

_KNOWN_FIELD = re.compile(
    rb"^(?:Received|Return-Path|Message-ID|Date|From|To|Cc|Bcc|Subject|Sender|Reply-To|In-Reply-To|References"
    rb"|MIME-Version|Delivered-To|Status|Path|Newsgroups|Organization|Lines|Comments|Keywords|User-Agent|Errors-To"
    rb"|Precedence|Encrypted|Base|List-[\w-]+|X-[\w-]+|Content-[\w-]+|Resent-[\w-]+|Auto[\w-]+|Archived-At"
    rb"|DKIM-Signature|ARC-[\w-]+|Snapshot-Content-Location)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_ENVELOPE = re.compile(rb"(?:[ \t]*\r?\n)*+(?:>*+From [^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>+From |\r?\n|\Z))++")
_LENGTH_LINE = re.compile(rb"([0-9]{1,10}) *\r?\n")
_RETURNS = re.compile(rb"\r++\n?")
_DELIMITER_LINE = re.compile(
    rb"^[ \t]*(--[^\r\n]{1,80}?|[^\s:]{2,80})[ \t]*\r?\n[ \t]*Content-(?:Type|Transfer-Encoding|Disposition)[ \t]*:",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that stands right before a part's header, as a delimiter does; also one that has lost its dashes."""
_PART_HEADER = re.compile(
    rb"(?:--)?[ \t]*(?:\Z|\r?\n(?:[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*+)*+(?:\n|\Z))*+(?:\r?\n|\Z))"
)
"""What follows a delimiter where nothing is wrong: its line's end, a header and a blank line."""
_BEGINS_WITH_PART = re.compile(rb"\s*Content-[\w-]+[ \t]*:", re.IGNORECASE)
_LATE_HEADER = re.compile(
    rb"\s*Content-(?:Type:\s*[\w.+-]+/[\w.+-]+[ \t]*(?:;|\r?\n)"
    rb"|Transfer-Encoding:\s*(?:base64|quoted-printable|[78]bit)\b)",
    re.IGNORECASE,
)
"""What is hardly prose at the beginning of a part without a header."""
_BEGINS_WITH_FIELD = re.compile(rb"\s*+[!-9;-~]++[ \t]*+:")
_CONTENT_FIELDS = re.compile(r"(?:Content-[\w-]++[ \t]*+:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)+", re.IGNORECASE)
_BOUNDARY = re.compile(rb"\bboundary[ \t]*=[ \t]*(?:\"([^\"\r\n]{1,200})\"|([^\s;\"]{1,200}))", re.IGNORECASE)
_INDENTED = (b"\n --", b"\n  --", b"\n\t--")
_BLANK_BEFORE_COLON = re.compile(rb"^(Content-[\w-]++)[ \t]++:", re.MULTILINE | re.IGNORECASE)

_EMBEDDED = frozenset({"message/rfc822", "message/global", "message/news", "message/partial"})

_UNREADABLE = ("the MIME structure could not be read: it was read as text",)
_OF_ODD_PARTS = frozenset({"multipart/digest"})
"""Multiparts whose parts are of another kind than text/plain where they do not say (RFC 2046 section 5.1.5)."""
_IDENTITY = frozenset({None, "7bit", "8bit", "binary"})
_CLOSING = re.compile(rb"--[ \t]*(?:\r?\n|\Z)")
_FEWEST_PIECES = 2
"""What delimiters part a multipart of one part into: the part, and what stands after it."""
_MOST_MULTIPARTS = 16
"""With more of them than any person's mail has, a message is not worth the fast parser's checking."""
_MOST_BOUNDARIES = 64
"""Of so many multiparts in one message, blanks before a delimiter are taken for damage."""
_LONG_HEADER = 1000
"""Headers of parts from so many bytes on are not kept."""
_SHORT = 1 << 16
"""Up to this many bytes a message is decoded to find its header."""
_MOST_REPAIRS = 8
"""How deep multiparts without their boundaries are looked for in one another."""
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\r"})
_MAX_DEPTH = 100


class Entity(NamedTuple):
    """A MIME entity: a message or a body part, with its transfer encoding undone.

    ``content`` is None for a multipart and for what is no text; for an embedded message it is what `parse` or
    `of_email` takes.
    """

    header: Header
    media_type: str
    parameters: dict[str, str]
    content: Any = None
    """``bytes``, or an `email.message.Message` where the standard library took it out of another."""
    children: tuple[Entity, ...] = ()
    filename: str = ""
    damage: tuple[str, ...] = ()
    """What was mended or lost, in words."""
    size: int = 0
    """How many bytes of what is no text there were, in their transfer encoding."""

    @property
    def is_attachment(self) -> bool:
        """Whether it is no text, and has no parts, so that there is nothing to read."""
        return self.content is None and not self.children and not self.media_type.startswith("multipart/")

    @property
    def is_message(self) -> bool:
        """Whether the content is a message of its own."""
        return self.media_type in _EMBEDDED

    def walk(self) -> Iterator[Entity]:
        """Yield this entity and all below it, depth first, without entering embedded messages."""
        yield self
        for child in self.children:
            yield from child.walk()


def has_fast_parser() -> bool:
    """Whether ``fast_mail_parser`` is installed; without it mail is read alike, but slower."""
    return find_spec("fast_mail_parser") is not None


def parse(raw: bytes, repairs: int = 0) -> Entity:
    r"""Read a message; whatever it is, an Entity comes back.

    ``repairs`` is how many multiparts around it had lost their boundaries.

    >>> parse(b"Subject: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a/=\nb").content
    b'http://a/b'
    """
    raw = _tidy(raw)
    end, header = _header(raw)
    kind = content_type(header.get("content-type"))
    if kind.media_type.startswith("multipart/") or kind.media_type in _EMBEDDED:
        return _tree(raw, end, header, kind, repairs)
    return _leaf(header, kind, raw[_body_start(raw, end) :])


def parse_header(raw: bytes) -> Header:
    r"""Read the header of a message as `parse` does, and nothing else.

    >>> parse_header(b"Subject: x\n\nSubject: y\n").get("subject")
    'x'
    """
    return _header(_tidy(raw))[1]


def _header(raw: bytes) -> tuple[int, Header]:
    """Give where the header of a tidy message ends, and the header."""
    known = _KNOWN_FIELD.match(raw)
    if known and raw.isascii() and len(raw) <= _SHORT and (whole := Header.at_start_of(raw.decode("ascii"))):
        return len(whole.text), whole
    end = _first_blank_line(raw)
    header = Header(_header_text(raw[:end]))
    if header.is_whole and known:
        return end, header
    end = _header_end(raw)
    return end, Header(_header_text(raw[:end]))


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
    header = _header_of(message)
    kind = content_type(header.get("content-type") or message.get_default_type())
    # get_payload() decodes, or fails to, by a charset that need not be right; the bytes are behind it.
    payload: Any = vars(message).get("_payload")
    if isinstance(payload, list) and kind.media_type in _EMBEDDED:
        inner: Any = payload[0] if payload else b""
        encoding = header.get("content-transfer-encoding")
        if payload and encoding and transfer_name(encoding):
            inner = decode_transfer(_block(inner).lstrip(b"\n"), encoding)
        return Entity(header, *kind, inner, (), _filename(header, kind))
    if isinstance(payload, list) and kind.media_type.startswith("message/"):
        content = b"\n".join(map(_block, payload))
        encoding = header.get("content-transfer-encoding")
        return Entity(header, *kind, decode_transfer(content, encoding) if encoding else content)
    if isinstance(payload, list) and depth >= _MAX_DEPTH:
        damage = f"parts in parts, more than {_MAX_DEPTH} deep: not read"
        return Entity(header, "text/plain", {}, b"", (), "", (damage,))
    if isinstance(payload, list):
        return Entity(header, *kind, None, tuple(of_email(child, depth + 1, repairs) for child in payload))
    body = _bytes_of(payload) if isinstance(payload, str) else b""
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
    if not rest or not _KNOWN_FIELD.match(rest):
        return part.content
    content = part.content
    body = _block(content).lstrip(b"\n") if isinstance(content, EmailMessage) else bytes(content)
    return part.content if _BEGINS_WITH_FIELD.match(body) else rest + b"\n" + body


def _block(message: EmailMessage, depth: int = 0) -> bytes:
    """Give what is in a report or a reference: mostly fields and no more."""
    header = _header_of(message).text.encode("utf-8", "surrogateescape")
    payload: Any = vars(message).get("_payload")
    if isinstance(payload, list):
        inner = [] if depth >= _MAX_DEPTH else [_block(child, depth + 1) for child in payload]
        return b"\n".join((header, *inner))
    return header + b"\n" + _bytes_of(payload) if payload else header


def _header_of(message: EmailMessage) -> Header:
    fields = ((name, _bytes_of(str(value)).decode("utf-8", "replace")) for name, value in message.raw_items())
    return Header.of(fields)


def _tidy(raw: bytes) -> bytes:
    """Take off what is no part of a message: a byte-order mark, an mbox's ``From `` line, odd line ends.

    So are the length of an ``.emlx`` file of Apple Mail, which stands before the message, and what stands behind it.
    """
    if raw[:1].isdigit() and (length := _LENGTH_LINE.match(raw)) and _KNOWN_FIELD.match(raw, length.end()):
        end = length.end() + int(length[1])
        raw = raw[length.end() : end if raw.startswith(b"<?xml", end) else len(raw)]
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raw = raw[3:] if raw[0] == 0xEF else raw.decode("utf-16", "replace").encode()
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        raw = _RETURNS.sub(lambda found: b"\n" * (1 if found[0][-1] == 10 else len(found[0])), raw)
    if raw.startswith((b"From ", b">", b"\n", b"\r", b" ", b"\t")):
        envelope = _ENVELOPE.match(raw)
        if envelope is not None:
            return raw[envelope.end() :]
        rest = raw.lstrip()
        if _KNOWN_FIELD.match(rest):
            return rest
    return raw


def _first_blank_line(raw: bytes, start: int = 0) -> int:
    if raw.startswith((b"\n", b"\r\n"), start):
        return start
    end = raw.find(b"\n\n", start)
    end = len(raw) if end < 0 else end + 1
    other = raw.find(b"\n\r\n", start, end) if raw.find(b"\r", start, end) >= 0 else -1
    return other + 1 if other >= 0 else end


def _header_end(raw: bytes) -> int:
    """Give where the header's last line ends: before a blank line, or before a line that no header has."""
    end = _before_strange_line(raw, _first_blank_line(raw))
    # A text may begin with "http:" or "Note:"; a header has at least one field that is known.
    return end if _KNOWN_FIELD.search(raw, 0, end) else 0


_STRANGE_LINE = re.compile(rb"^(?![!-9;-~]+[ \t]*:|[ \t]|\r?\n|\Z)", re.MULTILINE)


def _before_strange_line(raw: bytes, end: int) -> int:
    """Give ``end``, or the start of the first line that is no field and has no field of mail after it."""
    for found in _STRANGE_LINE.finditer(raw, 0, end):
        after = raw.find(b"\n", found.start(), end) + 1
        is_delimiter = raw.startswith(b"--", found.start())
        if is_delimiter or not after or not _KNOWN_FIELD.match(raw, after, end):
            return found.start()
    return end


def _body_start(raw: bytes, end: int) -> int:
    """Give where the body begins, the blank line after the header left out."""
    return end + 1 if raw.startswith(b"\n", end) else end + 2 if raw.startswith(b"\r\n", end) else end


def _header_text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def _tree(raw: bytes, end: int, header: Header, kind: ContentType, repairs: int) -> Entity:
    """Read a message that has parts."""
    if any(begin in raw for begin in _INDENTED):
        raw = _with_plain_delimiters(raw)
    body = raw[_body_start(raw, end) :]
    is_whole = header.is_whole and raw.startswith((b"\n", b"\r\n"), end)
    if is_whole and (entity := _well_formed(header, kind, body, 0)) is not None:
        return entity
    if not is_whole:
        fields = "".join(f"{field.name}:{field.value}\n" for field in header.fields())
        raw = fields.encode("utf-8", "surrogateescape") + b"\n" + body
    raw = _BLANK_BEFORE_COLON.sub(rb"\1:", raw)  # other parsers would end the header before either
    if kind.media_type.startswith("multipart/") and not kind.parameters.get("boundary"):
        return _without_boundary(header, kind, body, repairs)
    entity = _by_fast_parser(raw, header, kind) if _is_plain_sailing(raw) else None
    if entity is None or not _is_complete(raw, entity) or _links_in_headers_below(entity):
        entity = _by_email_package(raw, header, repairs)
    if entity is None:
        return _leaf(header, ContentType("text/plain", kind.parameters), body)._replace(damage=_UNREADABLE)
    if entity.is_message:
        return entity
    if entity.children:
        return _with_strays(entity, body, repairs)
    if not kind.media_type.startswith("multipart/"):
        return entity
    return _without_boundary(header, kind, body, repairs)


def _well_formed(header: Header, kind: ContentType, body: bytes, depth: int) -> Entity | None:
    """Read a multipart in which all is as RFC 2046 has it, at the speed of `bytes.split`; None where it is not.

    Most are. Nothing here mends or guesses: what looks odd in any way is left to the parsers that do.
    """
    boundary = kind.parameters.get("boundary", "").encode("utf-8", "surrogateescape")
    if not boundary or kind.media_type in _OF_ODD_PARTS or depth > _MOST_MULTIPARTS:
        return None
    before, *parts = (b"\n" + body).split(b"\n--" + boundary)
    if len(parts) < _FEWEST_PIECES or not _CLOSING.match(parts.pop()) or b"content-" in before.lower():
        return None
    children = []
    for part in parts:
        start = 1 if part.startswith(b"\n") else 2 if part.startswith(b"\r\n") else 0
        end = _first_blank_line(part, start)
        if not start or end == len(part):
            return None
        block = part[start:end]
        inner = _common_part_header(block) if len(block) < _LONG_HEADER else _part_header(block)
        child = _well_formed_part(inner, part, end, depth) if inner.is_whole else None
        if child is None:
            return None
        children.append(child)
    return Entity(header, *kind, None, tuple(children))


def _well_formed_part(header: Header, part: bytes, end: int, depth: int) -> Entity | None:
    """Read the part whose header ends at ``end``."""
    kind = content_type(header.get("content-type"))
    body = part[_body_start(part, end) : -1 if part.endswith(b"\r") else None]
    if kind.media_type.startswith("multipart/"):
        return _well_formed(header, kind, body, depth + 1)
    if not kind.media_type.startswith("message/"):
        return _leaf(header, kind, body)
    if kind.media_type in _EMBEDDED and header.get("content-transfer-encoding") in _IDENTITY:
        return Entity(header, *kind, body, (), _filename(header, kind))
    return None


def _part_header(block: bytes) -> Header:
    return Header(_header_text(block))


_common_part_header = lru_cache(maxsize=256)(_part_header)
"""Most parts of thousands of messages have one of few headers."""


def _with_plain_delimiters(raw: bytes) -> bytes:
    """Take the blanks before the delimiters of the multiparts of a message, where a part follows."""
    boundaries = {re.escape(found[1] or found[2]) for found in _BOUNDARY.finditer(raw)}
    names = b"|".join(sorted(boundaries)[:_MOST_BOUNDARIES])
    line = rb"^[ \t]++(--(?:" + names + rb")(?:--)?+[ \t]*+\r?\n)(?=[ \t]*\r?\n|--|Content-|\Z)"
    return re.sub(line, rb"\1", raw, flags=re.MULTILINE | re.IGNORECASE) if boundaries else raw


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
            if _PART_HEADER.match(raw, found) is None and _CLOSING.match(raw, found) is None:
                return False  # no header, or no delimiter: another boundary may begin with this one
            found = raw.find(delimiter, found)
    return True


def _links_in_headers_below(entity: Entity) -> bool:
    """Whether there are links in the headers of the parts: the fast parser unfolds them, so lines would be lost."""
    parts = entity.walk()
    next(parts)
    return any(True for part in parts for _ in part.header.fields_with_links())


def _with_strays(entity: Entity, body: bytes, repairs: int) -> Entity:
    """Add the parts before the first delimiter and after the last one, which nothing else reads.

    What stands there and is no part is for readers without MIME, or of nobody (RFC 2046 section 5.1.1).
    """
    boundary = entity.parameters.get("boundary")
    if not boundary or repairs > _MOST_REPAIRS:
        return entity
    delimiter = b"--" + boundary.encode("utf-8", "surrogateescape")
    lines = list(
        _delimiter_lines(delimiter).finditer(body)
    )  # to the letter: another boundary may begin with it
    children = entity.children
    first = lines[0].start() if lines else 0
    if first > 0 and lines[0][1]:  # only the end of what never began
        return _without_boundary(entity.header, ContentType(*entity[1:3]), body, repairs)
    if first > 0:
        damaged = _DELIMITER_LINE.search(body, 0, first)
        if _BEGINS_WITH_PART.match(body, 0, first):
            children = (parse(body[:first], repairs + 1), *children)
        elif damaged is not None:
            strays = _between(body[:first], damaged[1])[1:]
            children = (*(parse(part, repairs + 1) for part in strays), *children)
    last = next((number for number, line in enumerate(lines) if line[1]), len(lines))
    if last + 1 < len(lines) and last == len(entity.children):
        strays = _between(body[lines[last].start() :], delimiter)[1:]
        children += tuple(parse(part, repairs + 1) for part in strays if _BEGINS_WITH_PART.match(part))
    if len(children) == len(entity.children):
        return entity
    damage = "parts before the first or after the last delimiter were read, too"
    return entity._replace(children=children, damage=(*entity.damage, damage))


def _by_fast_parser(raw: bytes, header: Header, kind: ContentType) -> Entity | None:
    try:
        from fast_mail_parser import ParseError, parse_email_tree
    except ImportError:  # no wheel for this platform
        return None
    try:
        return _of_node(parse_email_tree(raw, mode="lazy"), header, kind)
    except (ParseError, _ContradictionError):  # an encoding it cannot decode, a structure it cannot follow
        return None


class _ContradictionError(ValueError):
    """The fast parser has taken a part for another kind of part than its header says."""


def _of_node(node: PyLazyMimePart, header: Header | None = None, kind: ContentType | None = None) -> Entity:
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
        return Entity(header, *kind, None, tuple(_of_node(child) for child in node.children))
    elif is_text(media_type):
        if not header.text and _LATE_HEADER.match(node.content or b""):
            return _after_blank_line(node.content or b"")
        return _mended(Entity(header, media_type, kind.parameters, node.content, (), node.filename))
    size = (node.encoded_size or 0) if content is None else 0
    return Entity(header, media_type, kind.parameters, content, (), node.filename, (), size)


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
        for delimiter in _delimiters(kind, decoded):
            parts = tuple(parse(part, repairs + 1) for part in _between(decoded, delimiter)[1:])
            if parts:
                damage = "the boundary was wrong and was read from the body"
                return Entity(header, *kind, None, parts, "", (damage,))
    leaf = _leaf(header, ContentType("text/plain", kind.parameters), body)
    damage = f"{kind.media_type} without parts, read as text"
    return leaf._replace(damage=(damage, *leaf.damage)) if body.strip() else leaf


def _delimiters(kind: ContentType, body: bytes) -> Iterator[bytes]:
    """Yield what may stand between the parts of ``body``, the boundary of its header first."""
    declared = kind.parameters.get("boundary", "").strip(" \t\"'")
    if declared:
        yield b"--" + declared.encode("utf-8", "surrogateescape")
    found = _DELIMITER_LINE.search(body)
    if found is not None:
        yield found[1]


def _delimiter_lines(delimiter: bytes) -> re.Pattern[bytes]:
    """Compile what finds the lines that are a delimiter; the group is there in those that close."""
    return re.compile(rb"^" + re.escape(delimiter) + rb"(--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE)


def _between(body: bytes, delimiter: bytes) -> list[bytes]:
    """Give what stands between the lines that are ``delimiter``; the first is what stands before any."""
    line = re.compile(rb"^[ \t]*" + re.escape(delimiter) + rb"(?:--)?[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
    first, *parts = line.split(body)
    parts = [part.removesuffix(b"\n").removesuffix(b"\r") for part in parts]
    if parts and not parts[-1].strip():
        del parts[-1]  # after the last delimiter
    return [first, *parts]


def _leaf(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    if not header.text and _LATE_HEADER.match(body):
        return _after_blank_line(body)
    filename = _filename(header, kind)
    media_type = named_type(kind.media_type, filename)
    if not is_text(media_type):
        return Entity(header, media_type, kind.parameters, None, (), filename, (), len(body))
    encoding = header.get("content-transfer-encoding")
    is_bare = encoding is not None and is_bare_markup(body, media_type, encoding)
    content = body if encoding is None or is_bare else decode_transfer(body, encoding)
    damage: tuple[str, ...] = ()
    if encoding is not None and (is_bare or (content is body and changes_all(encoding) and body.strip())):
        damage = (f"it is not the {encoding.strip()} that its header says, and was read as it stands",)
    return _mended(Entity(header, media_type, kind.parameters, content, (), filename, damage))


def _after_blank_line(body: bytes) -> Entity:
    """Read a part whose header stands behind a blank line, where a body should be."""
    damage = "a blank line before the header of a part was left out"
    entity = parse(body.lstrip())
    return entity._replace(damage=(damage, *entity.damage))


def _mended(entity: Entity) -> Entity:
    """Undo what a text's header does not say: that it is HTML, or in quoted-printable or base64."""
    media_type = told_type(entity.media_type, entity.content, entity.header, entity.filename)
    if media_type is None:
        return entity._replace(content=None, size=len(entity.content))
    if media_type != entity.media_type:
        entity = entity._replace(media_type=media_type)
    decoded = decode_undeclared(entity.content, media_type)
    if decoded is entity.content:
        return entity
    damage = "a transfer encoding that no header declares was undone"
    return entity._replace(content=decoded, damage=(*entity.damage, damage))


def _filename(header: Header, kind: ContentType) -> str:
    disposition = header.get("content-disposition")
    name = content_type("x/" + disposition).parameters.get("filename") if disposition else None
    return decode_words(name or kind.parameters.get("name", ""))


def _bytes_of(text: str) -> bytes:
    """Give back the bytes of a text of the ``email`` package, which carries 8-bit bytes as surrogates."""
    try:
        return text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape" if not _has_lone_surrogate(text) else "replace")


def _has_lone_surrogate(text: str) -> bool:
    return any("\ud800" <= character < "\udc80" or "\udcff" < character <= "\udfff" for character in text)

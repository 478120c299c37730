"""A mail message as a tree of MIME entities, from bytes that may be damaged; never an exception.

Structure comes from ``fast_mail_parser``, which reads what is well formed at memory speed. What it refuses,
or would lose something of, the standard library's ``email`` package reads, and the transfer decoders below
mend what neither does. A message of one part has no structure to find, so it takes neither.
"""

from __future__ import annotations

import binascii
import email
import email.policy
import re
from collections.abc import Iterator
from email.message import Message as EmailMessage
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.mail_header import ContentType, Header, content_type, decode_words

if TYPE_CHECKING:
    from fast_mail_parser import PyLazyMimePart

__all__ = ["Entity", "decode_transfer", "of_email", "parse", "parse_header"]

_KNOWN_FIELD = re.compile(
    rb"^(?:Received|Return-Path|Message-ID|Date|From|To|Cc|Bcc|Subject|Sender|Reply-To|In-Reply-To|References"
    rb"|MIME-Version|Delivered-To|Status|Path|Newsgroups|Organization|Lines|Comments|Keywords|User-Agent|Errors-To"
    rb"|Precedence|Encrypted|Base|List-[\w-]+|X-[\w-]+|Content-[\w-]+|Resent-[\w-]+|Auto[\w-]+|Archived-At"
    rb"|DKIM-Signature|ARC-[\w-]+|Snapshot-Content-Location)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
_ENVELOPE = re.compile(rb"(?:[ \t]*\r?\n)*>?From [^\r\n]*\r?\n(?=[!-9;-~]+[ \t]*:|>From |\r?\n|\Z)")
_BARE_RETURN = re.compile(rb"\r+(\n?)")
_BOUNDARY_LINE = re.compile(
    rb"^--([!#-\[\]-~](?:[ !#-\[\]-~]{0,68}[!#-\[\]-~])?)[ \t]*\r?\nContent-", re.MULTILINE | re.IGNORECASE
)
"""A line before a part's header; what would need quoting in the header's parameter is left alone."""

_TEXT_SUFFIXES = {
    # What an attachment's name says where its media type says nothing.
    "txt": "text/plain",
    "text": "text/plain",
    "log": "text/plain",
    "asc": "text/plain",
    "diff": "text/plain",
    "patch": "text/plain",
    "csv": "text/csv",
    "htm": "text/html",
    "html": "text/html",
    "xhtml": "application/xhtml+xml",
    "md": "text/markdown",
    "markdown": "text/markdown",
    "rst": "text/x-rst",
    "ics": "text/calendar",
    "eml": "message/rfc822",
    "mht": "message/rfc822",
    "mhtml": "message/rfc822",
}
_NAMELESS = frozenset(
    {"application/octet-stream", "application/x-unknown", "application/unknown", "text/plain"}
)
_TEXTUAL = frozenset({"application/xhtml+xml", "application/ics"})
_EMBEDDED = frozenset({"message/rfc822", "message/global", "message/news"})

_FULL_LINE = 60
"""After a blank line, base64 goes on only with a line of this length: one word is base64, too."""
_SOFT_BREAK_BLANKS = re.compile(rb"=[ \t]+(?=\r?\n)")
_BASE64_LINE = re.compile(rb"[A-Za-z0-9+/=\t ]*\r?\n?")
_NO_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
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

    @property
    def is_message(self) -> bool:
        """Whether the content is a message of its own."""
        return self.media_type in _EMBEDDED

    def walk(self) -> Iterator[Entity]:
        """Yield this entity and all below it, depth first, without entering embedded messages."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(raw: bytes) -> Entity:
    r"""Read a message; whatever it is, an Entity comes back.

    >>> parse(b"Subject: x\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a/=\nb").content
    b'http://a/b'
    """
    raw = _tidy(raw)
    end, header = _header(raw)
    kind = content_type(header.get("content-type"))
    if kind.media_type.startswith("multipart/") or kind.media_type in _EMBEDDED:
        return _tree(raw, end, header, kind)
    return _leaf(header, kind, raw[_body_start(raw, end) :])


def parse_header(raw: bytes) -> Header:
    r"""Read the header of a message as `parse` does, and nothing else.

    >>> parse_header(b"Subject: x\n\nSubject: y\n").get("subject")
    'x'
    """
    return _header(_tidy(raw))[1]


def _header(raw: bytes) -> tuple[int, Header]:
    """Give where the header of a tidy message ends, and the header."""
    end = _first_blank_line(raw)
    header = Header(_header_text(raw[:end]))
    if header.is_whole and _KNOWN_FIELD.match(raw):
        return end, header
    end = _header_end(raw)
    return end, Header(_header_text(raw[:end]))


def of_email(message: EmailMessage, depth: int = 0) -> Entity:
    """Read a message that the ``email`` package holds."""
    header = _header_of(message)
    kind = content_type(header.get("content-type") or message.get_default_type())
    # get_payload() decodes, or fails to, by a charset that need not be right; the bytes are behind it.
    payload: Any = vars(message).get("_payload")
    if isinstance(payload, list) and kind.media_type in _EMBEDDED:
        return Entity(header, *kind, payload[0] if payload else b"", (), _filename(header, kind))
    if isinstance(payload, list) and kind.media_type.startswith("message/"):
        blocks = [_header_of(block).text for block in payload]  # a report, a reference: fields and no more
        return Entity(header, *kind, "\n".join(blocks).encode("utf-8", "surrogateescape"))
    if isinstance(payload, list) and depth < _MAX_DEPTH:
        return Entity(header, *kind, None, tuple(of_email(child, depth + 1) for child in payload))
    body = _bytes_of(payload) if isinstance(payload, str) else b""
    if kind.media_type.startswith("multipart/"):
        return _lost_boundary(header, kind, body)
    return _leaf(header, kind, body)


def _header_of(message: EmailMessage) -> Header:
    fields = ((name, _bytes_of(str(value)).decode("utf-8", "replace")) for name, value in message.raw_items())
    return Header.of(fields)


def _tidy(raw: bytes) -> bytes:
    """Take off what is no part of a message: a byte-order mark, an mbox's ``From `` line, odd line ends."""
    if raw.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raw = raw[3:] if raw[0] == 0xEF else raw.decode("utf-16", "replace").encode()
    if b"\r" in raw and raw.count(b"\r") != raw.count(b"\r\n"):
        raw = _BARE_RETURN.sub(b"\n", raw)
    if raw.startswith((b"From ", b">From ", b"\n", b"\r", b" ", b"\t")):
        envelope = _ENVELOPE.match(raw)
        if envelope is not None:
            return raw[envelope.end() :]
        rest = raw.lstrip()
        if _KNOWN_FIELD.match(rest):
            return rest
    return raw


def _first_blank_line(raw: bytes) -> int:
    if raw.startswith((b"\n", b"\r\n")):
        return 0
    end = raw.find(b"\n\n")
    end = len(raw) if end < 0 else end + 1
    other = raw.find(b"\n\r\n", 0, end)
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
        if not after or not _KNOWN_FIELD.match(raw, after, end):
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


def _tree(raw: bytes, end: int, header: Header, kind: ContentType) -> Entity:
    """Read a message that has parts."""
    body = raw[_body_start(raw, end) :]
    entity = _by_fast_parser(raw, header, kind) if _is_plain_sailing(raw) else None
    if entity is None:
        entity = _by_email_package(raw, header, kind, body)
    if entity.children or entity.is_message:
        return entity
    return _lost_boundary(header, kind, body)


def _is_plain_sailing(raw: bytes) -> bool:
    """Whether the fast parser loses nothing: it drops 8-bit bytes in quoted-printable."""
    return raw.isascii() or b"quoted-printable" not in raw.lower()


def _by_fast_parser(raw: bytes, header: Header, kind: ContentType) -> Entity | None:
    try:
        from fast_mail_parser import ParseError, parse_email_tree
    except ImportError:  # no wheel for this platform
        return None
    try:
        return _of_node(parse_email_tree(raw, mode="lazy"), header, kind)
    except ParseError:  # a transfer encoding it cannot decode, or a structure it cannot follow
        return None


def _of_node(node: PyLazyMimePart, header: Header | None = None, kind: ContentType | None = None) -> Entity:
    if header is None:
        header = Header.of((name, value) for name, values in node.headers.items() for value in values)
    if kind is None:
        kind = content_type(header.get("content-type") or node.content_type)
    media_type = _named_type(kind.media_type, node.filename)
    content = None
    if node.is_message:
        media_type = "message/rfc822"
        content = node.content
    elif node.children:
        return Entity(header, *kind, None, tuple(_of_node(child) for child in node.children))
    elif _is_text(media_type):
        content = node.content
    return Entity(header, media_type, kind.parameters, content, (), node.filename)


def _by_email_package(raw: bytes, header: Header, kind: ContentType, body: bytes) -> Entity:
    try:
        entity = of_email(email.message_from_bytes(raw, policy=email.policy.compat32))
    except Exception as error:  # the package promises none and raises many; the text is still there
        reason = f"the MIME structure could not be read ({type(error).__name__})"
        return Entity(header, "text/plain", {}, body, (), "", (reason,))
    return entity._replace(header=header)


def _lost_boundary(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Read a multipart without its boundary: by the lines that look like one, or as text."""
    boundary = _BOUNDARY_LINE.search(body)
    if boundary is None or boundary[1].decode("latin-1") == kind.parameters.get("boundary"):
        damage = f"{kind.media_type} without parts, read as text"
        return Entity(header, "text/plain", kind.parameters, body, (), "", (damage,) if body.strip() else ())
    mended = b'Content-Type: multipart/mixed; boundary="' + boundary[1] + b'"\n\n' + body
    found = parse(mended)
    damage = "the boundary was wrong and was read from the body"
    return found._replace(header=header, media_type=kind.media_type, damage=(damage, *found.damage))


def _leaf(header: Header, kind: ContentType, body: bytes) -> Entity:
    """Make the Entity of a part without parts from its bytes as they were sent."""
    filename = _filename(header, kind)
    media_type = _named_type(kind.media_type, filename)
    if not _is_text(media_type):
        return Entity(header, media_type, kind.parameters, None, (), filename)
    encoding = header.get("content-transfer-encoding")
    if encoding is None:
        return Entity(header, media_type, kind.parameters, body, (), filename)
    return Entity(header, media_type, kind.parameters, decode_transfer(body, encoding), (), filename)


def _is_text(media_type: str) -> bool:
    return media_type.startswith(("text/", "message/")) or media_type in _TEXTUAL


def _named_type(media_type: str, filename: str) -> str:
    """Give the media type, or what the file's name says where the type says nothing."""
    if not filename or media_type not in _NAMELESS:
        return media_type
    return _TEXT_SUFFIXES.get(filename.rpartition(".")[2].lower(), media_type)


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


def decode_transfer(body: bytes, encoding: str) -> bytes:
    r"""Undo a ``Content-Transfer-Encoding``, mending the usual damage. An unknown encoding is none.

    >>> decode_transfer(b"aHR0cDovL2EvYg\n", "Base64")
    b'http://a/b'
    >>> decode_transfer(b"http://a/= \nb=3d=zz=", "quoted-printable")
    b'http://a/b==zz'
    """
    match encoding.strip(" \t\"';.").lower():
        case "quoted-printable" | "quotedprintable" | "quoted printable" | "qp":
            if b"= " in body or b"=\t" in body:
                body = _SOFT_BREAK_BLANKS.sub(b"=", body)
            return binascii.a2b_qp(body)
        case "base64" | "base-64":
            return _base64(body)
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _uuencoded(body)
        case _:
            return body


def _base64(body: bytes) -> bytes:
    """Decode base64 up to the first line that is none; what comes after it (a list's footer) is text."""
    end = 0
    blank = started = False
    for line in body.splitlines(keepends=True):
        bare = line.strip()
        full = len(bare) >= _FULL_LINE or not (blank and started)
        if bare and not (full and _reads_as_base64(bare)):
            break
        blank = not bare
        started = started or not blank
        end += len(line)
    rest = body[end:]
    if not started:
        return body
    decoded = b"".join(
        _chunk(chunk) for chunk in _NO_BASE64.sub(b"", body[:end]).replace(b"=", b"= ").split(b" ")
    )
    if not rest.strip():
        return decoded
    return decoded + b"\n" + rest.lstrip(b"\r\n")


def _reads_as_base64(line: bytes) -> bool:
    """Whether a line is base64, give or take a damaged character; prose has blanks."""
    strange = len(_NO_BASE64.sub(b"", line))
    return b" " not in line and strange * 10 >= len(line) * 9


def _chunk(data: bytes) -> bytes:
    """Decode one run of base64, padded or not."""
    data = data.rstrip(b"=")
    data = data[: len(data) - (len(data) % 4 == 1)]
    return binascii.a2b_base64(data + b"=" * (-len(data) % 4))


def _uuencoded(body: bytes) -> bytes:
    """Decode the lines between ``begin`` and ``end``, each as far as it goes."""
    lines = body.splitlines()
    start = next((number for number, line in enumerate(lines, 1) if line.startswith(b"begin ")), 0)
    decoded = []
    for line in lines[start:]:
        if line.strip() == b"end":
            break
        try:
            decoded.append(binascii.a2b_uu(line))
        except binascii.Error:
            size = ((line[0] - 32 & 63) * 4 + 5) // 3  # a line with rubbish at its end
            decoded.append(binascii.a2b_uu(line[:size]) if size < len(line) else b"")
    return b"".join(decoded)

"""An HTTP message as archives keep it: its header fields, its body out of its codings (RFC 9110, RFC 9112)."""

from __future__ import annotations

import io
import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from urlglean.errors import InputError
from urlglean.inputs.compression import Limits, format_of
from urlglean.patterns import lazy_re

BODY_LIMITS = Limits(size=256 << 20, ratio=1000, ratio_from=16 << 20)
"""What the body of one message may become, at most."""

_HEADER_END = lazy_re(rb"\r?\n\r?\n")
_FIELD = lazy_re(r"(?<![!-9;-~])([!-9;-~]++)[ \t]*+:[ \t]*+([^\n]*+)")
_FOLDS = ("\r\n ", "\r\n\t", "\n ", "\n\t")
_START = lazy_re(rb"[\r\n]{0,8}(?=HTTP/|ICY )")
_STATUS = lazy_re(r"[\r\n]*(?:HTTP/[0-9.]+|ICY)[ \t]+([0-9]{3})(?![0-9])")
_INTERIM = lazy_re(rb"HTTP/[0-9.]+[ \t]+1(?!01)[0-9]{2}(?![0-9])")
_FINAL = lazy_re(r"\r?\n\r?\n(?=HTTP/)")
_ALL_HEADER = lazy_re(rb"[^\n]*\n(?:(?:[!-9;-~]+[ \t]*:|[ \t])[^\n]*(?:\n|\Z))+\Z")
_LONGEST_HEADER = 1 << 16
_CHUNK = lazy_re(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\n]*)?\r?\n")
_PARAMETER = lazy_re(
    r";[ \t\r\n]*+([!#$%&'*+.^_`|~0-9A-Za-z-]++)=[ \t\r\n]*+(?:\"((?:[^\"\\]|\\.)*+)\"?|([^;\"][^;]*))"
    r"|;[^;=]*+(?:=[ \t\r\n]*+(?:\"(?:[^\"\\]|\\.)*+\"?)?[^;]*+)?",
    re.DOTALL,
)
"""A parameter of a media type, with its name and value; or what is none (MIME Sniffing Standard, section 4.4)."""
_ESCAPED = lazy_re(r"\\(.)", re.DOTALL)
_MEDIA_TYPE = lazy_re(
    r"\s*([!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:[;\s(]|\Z)", re.IGNORECASE
)
_BETWEEN_COMMAS = lazy_re(r'(?:"[^"]*+"|[^,"]++|")++')
_PIECE = 1 << 16
_MOST_CODINGS = 8
MOST_FIELDS = 10_000
"""How many fields of a header are read: servers take some hundred."""


class HttpField(NamedTuple):
    """One header field: its name as written, its value, and where that stands in the header."""

    name: str
    value: str
    start: int
    end: int


class HttpMessage(NamedTuple):
    """A message taken apart: ``header`` is the start line and the fields as text, ``body`` is still coded."""

    header: str
    body: bytes
    status: int | None
    """The status code; None where this is no response."""
    fields: tuple[HttpField, ...]
    encoding: str = "utf-8"
    """What bytes beyond ASCII in the header were read as, ``utf-8`` or ``latin-1``."""

    def values(self, name: str) -> list[str]:
        """Give the values of all fields of a name (in lower case), in order."""
        return [field.value for field in self.fields if field.name.lower() == name]

    def value(self, name: str) -> str | None:
        """Give the value of the first field of a name, or None."""
        return next(iter(self.values(name)), None)


class Body(NamedTuple):
    """The body of a message out of its codings."""

    content: bytes
    damage: str = ""
    """Why it ends before its end; empty where it is whole."""


def is_message(block: bytes) -> bool:
    r"""Tell whether a block begins as a response does; some servers send an empty line before it.

    >>> is_message(b"\r\nHTTP/1.1 200 OK\r\n"), is_message(b"ICY 200 OK\r\n"), is_message(b"<p>HTTP/1.1")
    (True, True, False)
    """
    return _START.match(block) is not None


def parse_message(block: bytes) -> HttpMessage | None:
    """Take a message apart; None where it is none: no start line, or a header that does not end.

    A line of the header may end with LF alone. Bytes beyond ASCII are read as UTF-8 where they are that, and
    else as ISO 8859-1. A field folded over lines keeps its place; the line breaks in it read as spaces. Interim
    responses before the final one (RFC 9110 section 15.2) are passed over but for the ``Link`` fields of early
    hints (RFC 8297). A header that nothing comes behind may lack the empty line at its end.
    """
    started = _START.match(block)
    if started is None:
        return None
    ending = _HEADER_END.search(block, started.end())
    position = started.end()
    while ending is not None and _INTERIM.match(block, position) and block.startswith(b"HTTP/", ending.end()):
        position = ending.end()
        ending = _HEADER_END.search(block, position)
    if ending is not None:
        raw, body = block[: ending.start()], block[ending.end() :]
    elif len(block) < _LONGEST_HEADER and _ALL_HEADER.match(block, position):
        raw, body = block, b""
    else:
        return None
    encoding = "utf-8"
    try:
        header = raw.decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
        header = raw.decode(encoding)
    unfolded = header
    for fold in _FOLDS:  # all of a kind at once: nothing is held for each
        unfolded = unfolded.replace(fold, " " * len(fold))
    # Most begin with the line that says how it went, and have no other such line.
    final = max((found.end() for found in _FINAL.finditer(header)), default=0) if position else 0
    status = _STATUS.match(header, final)
    fields = (
        HttpField(found[1], value := found[2].rstrip(" \t\r"), found.start(2), found.start(2) + len(value))
        for found in _FIELD.finditer(unfolded, header.find("\n", started.end()) + 1 or len(header))
        if found.start() > final or found[1].lower() == "link"
    )
    first = tuple(islice(fields, MOST_FIELDS))
    return HttpMessage(header, body, int(status[1]) if status else None, first, encoding)


def media_type(value: str) -> tuple[str, str | None]:
    """Give the media type of a ``Content-Type`` in lower case, and the charset it names, if any.

    What is no media type is empty, as if nothing were said. Mail reads the same field by other rules
    (`urlglean.mail.values.content_type`).

    >>> media_type('Text/HTML; charset="UTF-8"'), media_type(""), media_type("html")
    (('text/html', 'UTF-8'), ('', None), ('', None))
    """
    found = _MEDIA_TYPE.match(value)
    return found[1].lower() if found else "", _charset(value)


def _charset(value: str) -> str | None:
    position = value.find(";")
    while parameter := _PARAMETER.match(value, position) if position >= 0 else None:
        name, quoted, token = parameter.groups()
        if name and name.lower() == "charset":
            label = token.strip() if quoted is None else _ESCAPED.sub(r"\1", quoted)
            if label:
                return label
        position = value.find(";", parameter.end())
    return None


def content_type(values: Iterable[str]) -> tuple[str, str | None]:
    """Give the media type of all ``Content-Type`` fields of a message, and the charset (Fetch Standard 2.2.2).

    The last one that is a media type holds; a charset goes on where the type stays the same.

    >>> content_type(["text/html; charset=utf-8", "text/html", "*/*"])
    ('text/html', 'utf-8')
    """
    kind, charset = "", None
    for value in values:
        for item in _BETWEEN_COMMAS.findall(value):
            found, label = media_type(item)
            if found and found != "*/*":
                charset = label if label is not None or found != kind else charset
                kind = found
    return kind, charset


def decode_body(message: HttpMessage) -> Body:
    """Give the body out of its transfer and content codings: chunked, gzip, deflate, br, zstd.

    Archives often hold a body that was decoded already, under the header it came with: what does not look
    coded is taken as it is. Others have lost the header's word for it: what is gzip data is unpacked although no
    coding is named. What is cut off or damaged is given up to there.

    Raises `InputError` where nothing comes out of the coding, it is not known, or it grows beyond `BODY_LIMITS`.
    """
    body = Body(message.body)
    transfer = _codings(message, "transfer-encoding")
    if "chunked" in transfer and _CHUNK.match(body.content):
        body = _unchunked(body.content)
    codings = [*_codings(message, "content-encoding"), *(name for name in transfer if name != "chunked")]
    if not any(codings):
        if format_of(body.content) != "gzip":
            return body
        codings = ["gzip"]
    codings = [name.removeprefix("x-") for name in codings if name not in {"identity", "none", ""}]
    if len(codings) > _MOST_CODINGS:
        raise InputError(
            f"the body has {len(codings)} codings, one in another: more than {_MOST_CODINGS} are not undone"
        )
    of_all = replace(BODY_LIMITS, size=min(BODY_LIMITS.size, BODY_LIMITS.most(len(message.body))))
    for number, name in enumerate(reversed(codings)):
        if body.content:
            # Each could make a thousand times as much of what the one before made.
            decoded = _decoded(body.content, name, of_all if number else BODY_LIMITS)
            body = Body(decoded.content, body.damage or decoded.damage)
    return body


def _codings(message: HttpMessage, name: str) -> list[str]:
    return [item.strip().lower() for value in message.values(name) for item in value.split(",")]


def _unchunked(body: bytes) -> Body:
    pieces: list[bytes] = []
    position = 0
    while chunk := _CHUNK.match(body, position):
        size = int(chunk[1], 16)
        start, position = chunk.end(), chunk.end() + size
        is_ended = body.startswith((b"\r\n", b"\n"), position) or position >= len(body)
        if not (pieces or is_ended) and _is_text(body):
            return Body(body)  # a text that begins with a number on a line of its own
        if size == 0:
            return Body(b"".join(pieces))
        pieces.append(body[start:position])
        position += 2 if body.startswith(b"\r\n", position) else body.startswith(b"\n", position)
    if position >= len(body):
        return Body(b"".join(pieces), f"the chunked body is cut off after {len(body)} bytes")
    return Body(b"".join(pieces), f"no chunk begins at byte {position} of the chunked body")


def _decoded(body: bytes, name: str, limits: Limits) -> Body:
    if name in {"gzip", "zstd"}:
        return _unpacked(body, name, limits) if format_of(body) == name else Body(body)
    if name in {"deflate", "br"}:
        try:
            return _by_deflate(body, limits) if name == "deflate" else _by_brotli(body, limits)
        except _NothingUnpackedError:
            if not _is_text(body):
                raise
    elif not _is_text(body):
        raise InputError(f"the body has a coding that is not known here: {name!r}")
    return Body(body)  # decoded already; or a word that names no coding, as browsers take it


class _NothingUnpackedError(InputError):
    """Nothing comes out of a coding."""


def _unpacked(body: bytes, name: str, limits: Limits) -> Body:
    damage: list[str] = []
    return _as_far_as(limits.decompress((body,), name, on_damage=damage.append), damage)


def _as_far_as(pieces: Iterable[bytes], damage: Sequence[str]) -> Body:
    """Give what came out before some damage, which is told of when all has; raise where that is nothing."""
    content = b"".join(pieces)
    if damage and not content:
        raise _NothingUnpackedError(damage[0])
    return Body(content, *damage)


def _by_deflate(body: bytes, limits: Limits) -> Body:
    """Undo ``deflate``, which some servers send without the zlib header that it should have."""
    try:
        return _unpacked(body, "deflate", limits)
    except _NothingUnpackedError as error:
        try:
            return _unpacked(body, "raw deflate", limits)
        except _NothingUnpackedError:
            raise error from None


def _by_brotli(body: bytes, limits: Limits) -> Body:
    from fastwarc.stream_io import BrotliReader

    damage: list[str] = []

    def pieces() -> Iterator[bytes]:
        size = 0
        try:
            reader = BrotliReader(io.BytesIO(body))
            while piece := reader.read(_PIECE):
                yield piece
                size += len(piece)
                limits.heed("br", len(body), size)
        except OSError as error:
            damage.append(f"damaged br data after {size} unpacked bytes: {error}")

    return _as_far_as(pieces(), damage)


def _is_text(body: bytes) -> bool:
    """Tell a body that was decoded already from one that is coded: markup or letters to begin with."""
    head = body[:512]
    if head.lstrip().startswith(b"<"):
        return True
    try:
        text = getincrementaldecoder("utf-8")().decode(head)  # the last character may be cut
    except UnicodeDecodeError:
        return False
    return _CONTROL.search(text) is None


_CONTROL = lazy_re(r"[\x00-\x08\x0b\x0e-\x1f]")

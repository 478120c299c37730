"""An HTTP message as archives keep it: its header fields, its body out of its codings (RFC 9110, RFC 9112)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from urlglean.compression import Limits, decompress, format_of
from urlglean.errors import InputError

__all__ = ["BODY_LIMITS", "HttpMessage", "decode_body", "media_type", "parse_message"]

BODY_LIMITS = Limits(size=256 << 20, ratio=1000, ratio_from=16 << 20)
"""What the body of one message may become, at most."""

_HEADER_END = re.compile(rb"\r?\n\r?\n")
_FIELD = re.compile(r"([!-9;-~]+)[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_FOLD = re.compile(r"\r?\n[ \t]")
_STATUS = re.compile(r"HTTP/[0-9.]+[ \t]+([0-9]{3})(?![0-9])")
_CHUNK = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\n]*)?\r?\n")
_CHARSET = re.compile(r";\s*charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"']+))", re.IGNORECASE)
_PIECE = 1 << 16


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

    def values(self, name: str) -> list[str]:
        """Give the values of all fields of a name (in lower case), in order."""
        return [field.value for field in self.fields if field.name.lower() == name]

    def value(self, name: str) -> str | None:
        """Give the value of the first field of a name, or None."""
        return next(iter(self.values(name)), None)


def parse_message(block: bytes) -> HttpMessage | None:
    """Take a message apart; None where it is none: no start line, or a header that does not end.

    A line of the header may end with LF alone. Bytes beyond ASCII are read as UTF-8 where they are that, and
    else as ISO 8859-1. A field folded over lines keeps its place; the line breaks in it read as spaces.
    """
    ending = _HEADER_END.search(block)
    if ending is None or not block.startswith(b"HTTP/"):
        return None
    raw = block[: ending.start()]
    try:
        header = raw.decode("utf-8")
    except UnicodeDecodeError:
        header = raw.decode("latin-1")
    unfolded = _FOLD.sub(lambda fold: " " * len(fold[0]), header)
    status = _STATUS.match(header)
    start = header.find("\n") + 1 or len(header)
    fields = tuple(
        HttpField(found[1], found[2], *found.span(2)) for found in _FIELD.finditer(unfolded, start)
    )
    return HttpMessage(header, block[ending.end() :], int(status[1]) if status else None, fields)


def media_type(value: str) -> tuple[str, str | None]:
    """Give the media type of a ``Content-Type`` in lower case, and the charset it names, if any.

    >>> media_type('Text/HTML; charset="UTF-8"'), media_type("")
    (('text/html', 'UTF-8'), ('', None))
    """
    charset = _CHARSET.search(value)
    label = next(filter(None, charset.groups()), None) if charset else None
    return value.partition(";")[0].strip().lower(), label


def decode_body(message: HttpMessage, limits: Limits = BODY_LIMITS) -> bytes:
    """Give the body out of its transfer and content codings: chunked, gzip, deflate, br, zstd.

    Archives often hold a body that was decoded already, under the header it came with: what does not look
    coded is taken as it is.

    Raises:
        InputError: The coding is damaged or cut off, not known, or grows beyond ``limits``.

    """
    body = message.body
    transfer = _codings(message, "transfer-encoding")
    if "chunked" in transfer and _CHUNK.match(body):
        body = _unchunked(body)
    codings = [*_codings(message, "content-encoding"), *(name for name in transfer if name != "chunked")]
    for name in reversed(codings):
        if body and name not in {"identity", "none", ""}:
            body = _decoded(body, name.removeprefix("x-"), limits)
    return body


def _codings(message: HttpMessage, name: str) -> list[str]:
    return [item.strip().lower() for value in message.values(name) for item in value.split(",")]


def _unchunked(body: bytes) -> bytes:
    pieces: list[bytes] = []
    position = 0
    while chunk := _CHUNK.match(body, position):
        size = int(chunk[1], 16)
        if size == 0:
            return b"".join(pieces)
        start, position = chunk.end(), chunk.end() + size
        if position > len(body):
            raise InputError(f"the chunked body is cut off after {len(body)} bytes")
        pieces.append(body[start:position])
        position += 2 if body.startswith(b"\r\n", position) else body.startswith(b"\n", position)
    if position >= len(body):
        raise InputError(f"the chunked body is cut off after {len(body)} bytes")
    if not pieces:
        return body  # a text that begins with a number on a line of its own
    raise InputError(f"no chunk begins at byte {position} of the chunked body")


def _decoded(body: bytes, name: str, limits: Limits) -> bytes:
    if name == "gzip":
        return b"".join(decompress((body,), "gzip", limits)) if format_of(body) == "gzip" else body
    if name == "deflate":
        return _inflated(body, limits)
    if name == "br":
        return _streamed(_brotli, body, name, limits)
    if name == "zstd":
        return _streamed(_zstd, body, name, limits) if format_of(body) == "zstd" else body
    raise InputError(f"the body has a coding that is not known here: {name!r}")


def _inflated(body: bytes, limits: Limits) -> bytes:
    """Undo ``deflate``, which some servers send without the zlib header that it should have."""
    import zlib

    for window in (zlib.MAX_WBITS, -zlib.MAX_WBITS):
        inner = zlib.decompressobj(window)
        try:
            data = inner.decompress(body, limits.size + 1)
        except zlib.error:
            continue
        if len(data) > limits.size:
            raise InputError(f"the deflate data unpacks to more than {limits.size} bytes: given up")
        if not inner.eof:
            raise InputError(f"the deflate data is cut off after {len(data)} unpacked bytes")
        return data
    if _is_text(body):
        return body
    raise InputError("damaged deflate data")


class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def _brotli(body: bytes) -> _Readable:
    import io

    from fastwarc.stream_io import BrotliReader

    return BrotliReader(io.BytesIO(body))


def _zstd(body: bytes) -> _Readable:
    import io

    from fastwarc.stream_io import ZstdReader

    return ZstdReader(io.BytesIO(body))


def _streamed(make: Callable[[bytes], _Readable], body: bytes, name: str, limits: Limits) -> bytes:
    try:
        return b"".join(_within(make(body), name, limits))
    except OSError as error:
        if _is_text(body):
            return body
        raise InputError(f"damaged {name} data: {error}") from None


def _within(reader: _Readable, name: str, limits: Limits) -> Iterator[bytes]:
    size = 0
    while piece := reader.read(_PIECE):
        size += len(piece)
        if size > limits.size:
            raise InputError(f"the {name} data unpacks to more than {limits.size} bytes: given up")
        yield piece


def _is_text(body: bytes) -> bool:
    """Tell a body that was decoded already from one that is coded: markup or letters to begin with."""
    head = body[:512]
    return not head.translate(None, bytes(range(0x20, 0x80)) + b"\t\r\n\f") or b"<" in head.lstrip()[:1]

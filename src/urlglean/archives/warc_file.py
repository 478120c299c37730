"""The file of a web archive: what it is packed with, and where in it records begin and end.

It is plain, or packed record by record with gzip, Zstandard or LZ4. What is asked here is asked about damage: where
records are whole, the package that reads them finds its own way.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from urlglean.inputs.compression import format_of
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

GZIP = b"\x1f\x8b\x08"
"""How a gzip member begins that is deflated, as all are (RFC 1952 section 2.3)."""
MOST_DIGITS = 18
"""Those of a length that a file may have."""
FIRST_LOOK = 1 << 16
"""How much of a record is looked at first."""
_PIECE = 1 << 20
_FIRST_PIECE = 1 << 13
"""How much of a gzip member is looked at first: most that is damaged is so at its beginning."""
_BLANK = 1 << 12
_MOST_READ = 16
"""How many times its size is read of a damaged file, at most: of one with a thousand broken records once, mostly."""
_LEAST_READ = 64 << 20
_STARTS = {"gzip": GZIP, "zstd": b"\x28\xb5\x2f\xfd", "lz4": b"\x04\x22\x4d\x18"}
"""What archives are packed with, and how each record begins then."""
_DICTIONARIES = frozenset({b"\x37\xa4\x30\xec", _STARTS["zstd"]})
"""How a dictionary begins, as it is and packed itself (Use of Zstandard Compression in WARC Files, IIPC 2021)."""
_MAX_SKIPPED = 64 << 20
_STEP, _LEAST_STEP = 1 << 12, 16
"""In which steps damaged data is unpacked, the last ones up to the damage small."""
_VERSIONS = frozenset({b"0.1", b"1.0", b"1.1"})
ARC_URL = "arc-url"
"""What stands for the field with the URL where the record is that of an ARC file."""
_ID = lazy_re(rb"\nWARC-Record-ID[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)


class ArchiveRecord(NamedTuple):
    """A record: its fields by their names in lower case, and its content if anybody wants it."""

    offset: int
    fields: Mapping[str, str]
    block: bytes | None
    size: int
    """How many bytes its content has, whether or not it was kept."""

    @property
    def name(self) -> str:
        """What it is called where something is wrong with it: its identifier, or its URL."""
        return self.fields.get("warc-record-id") or self.fields.get(ARC_URL) or "without an identifier"

    @property
    def is_cut_off(self) -> bool:
        """Whether its content is shorter than its header says."""
        return self.size < int(self.fields["content-length"])


def record_problem(place: str, name: str, message: str) -> Problem:
    """Give what is told of a record: where it begins, its name, empty where it has none, and what is wrong."""
    return Problem(place, f"{f'record {name}' if name else 'a record'}: {message}")


def too_large(most: int) -> str:
    """Say of a record that it has more than so many bytes.

    >>> too_large(256 << 20)
    'more than 256 MiB, which is too much for one page: skipped'
    """
    return f"more than {most >> 20} MiB, which is too much for one page: skipped"


def gzip_start(packed: bytes, size: int) -> bytes:
    """Give the first bytes of a gzip member, as many of them as come out; none of one that is damaged."""
    try:
        return zlib.decompressobj(wbits=31).decompress(packed, size)
    except zlib.error:
        return b""


def gzip_pieces(content: Any, start: int) -> Iterator[tuple[bytes, int | None]]:
    """Yield what a gzip member unpacks to, in pieces, and with the last one where the member ends.

    Where it is cut off there is no such piece; at damage, behind what comes out before it, ``zlib.error`` is raised.
    """
    inner = zlib.decompressobj(wbits=31)
    end, size = start, _FIRST_PIECE
    while rest := bytes(content[end : end + size]):
        end, size = end + len(rest), min(_PIECE, size * 8)
        while rest:
            before = inner.copy()
            try:
                piece = inner.decompress(rest, _PIECE)
            except zlib.error:
                yield from ((piece, None) for piece in _unpacked_up_to_damage(rest, before))
                raise
            rest = inner.unconsumed_tail
            if inner.eof:
                yield piece, end - len(inner.unused_data)
                return
            yield piece, None


def is_padding(content: Any, start: int) -> bool:
    """Tell whether nothing but zeros is left, as they fill the last block of a medium.

    Other programs that unpack gzip data pass over them as well.
    """
    if content[start : start + 1] != b"\0":
        return False
    pieces = (bytes(content[place : place + _PIECE]) for place in range(start, len(content), _PIECE))
    return all(piece and not piece.strip(b"\0") for piece in pieces)


def past_blank_lines(content: Any, start: int) -> int:
    """Give where the empty lines end that begin at ``start``, if any do."""
    while piece := bytes(content[start : start + _BLANK]):
        rest = len(piece.lstrip(b"\r\n"))
        start += len(piece) - rest
        if rest:
            break
    return start


class Patience:
    """How much may still be read of a damaged archive: what is broken may hold what is broken, or seems to be."""

    LOST: ClassVar = "what is broken has too much in it that is broken"

    def __init__(self, size: int) -> None:
        self._left = _MOST_READ * size + _LEAST_READ

    def take(self, size: int) -> None:
        """Count so many bytes that were read to tell where something ends, or behind some damage."""
        self._left -= max(size, 0)

    @property
    def is_lost(self) -> bool:
        """Whether that was enough."""
        return self._left < 0


class WarcFile:
    """The bytes of an archive, and what can be told about places in them."""

    def __init__(self, content: Any) -> None:
        is_file = hasattr(content, "seek")
        self.content = content if is_file else bytes(content)
        self.stream = content if is_file else io.BytesIO(self.content)
        head = self.content[:4]
        packing = "lz4" if head == _STARTS["lz4"] else format_of(head)
        self.packing = packing if packing in _STARTS else ""
        """``gzip``, ``zstd`` or ``lz4``; empty where it is plain."""
        skipped = _skippable(self.content) if packing == "zstd" and head != _STARTS["zstd"] else b""
        self._dictionary = skipped if skipped[8:12] in _DICTIONARIES else b""
        self.first = 0 if self._dictionary else len(skipped)
        """Where the first record begins, or the dictionary before it."""
        self.patience = Patience(len(self.content))
        self.is_given_up = False
        """Whether no next record was looked for any more."""

    def from_place(self, start: int) -> tuple[Any, int]:
        """Give a stream from a place on, and what is to be added to its positions to get those of the file."""
        self.stream.seek(start)
        if start and self._dictionary:
            return Chained(self._dictionary, self.stream), start - len(self._dictionary)
        return self.stream, 0

    def member_of(self, offset: int) -> int:
        """Give where the gzip member begins that holds a record: mostly its own, else the one that has them all."""
        return offset if self.content[offset : offset + 3] == GZIP else self.first

    def member_end(self, start: int) -> int | None:
        """Give where the gzip member that begins at ``start`` ends; None where it is damaged or cut off."""
        try:
            for piece, end in gzip_pieces(self.content, start):
                self.patience.take(len(piece))
                if end is not None:
                    return end
        except zlib.error:
            pass
        return None

    def record_end(self, offset: int, size: int) -> int:
        """Give where a record with a content of so many bytes ends, as well as that can be told."""
        if self.packing == "gzip":
            return self.member_end(self.member_of(offset)) or len(self.content)
        if self.packing:
            return self._next_magic(offset + 1) or offset
        head: int = self.content.find(b"\r\n\r\n", offset)
        return (offset if head < 0 else head) + size + 8

    def next_record(self, position: int) -> int | None:
        """Give where the next record begins at or behind ``position``; None where there is none."""
        if not self.packing:
            content = self.content
            found: int = position - 1
            while (found := content.find(b"WARC/", found + 1)) >= 0:
                if content[found - 1 : found] == b"\n" and content[found + 5 : found + 8] in _VERSIONS:
                    return found
            return None
        while (start := self._next_magic(position)) is not None:
            if self.patience.is_lost:
                self.is_given_up = True
                break
            if self._unpacked(start, 5) == b"WARC/":
                return start
            self.patience.take(FIRST_LOOK)
            position = start + 1
        return None

    def identifier(self, start: int, end: int | None) -> str:
        """Give the identifier of a broken record, where so much of it can be read; empty where not."""
        if self.packing == "gzip":
            packed = bytes(self.content[start : start + FIRST_LOOK])
            head = b"".join(_unpacked_up_to_damage(packed, zlib.decompressobj(wbits=31)))
        elif self.packing:
            head = self._unpacked(start, FIRST_LOOK)
        else:
            head = bytes(self.content[start : min(start + FIRST_LOOK, end or len(self.content))])
        found = _ID.search(head)
        return found[1].decode("utf-8", "replace").strip() if found else ""

    def _next_magic(self, position: int) -> int | None:
        found: int = self.content.find(_STARTS[self.packing], position)
        return found if found >= 0 else None

    def _unpacked(self, start: int, size: int) -> bytes:
        """Give the first bytes of what begins at ``start``, as far as they come out of it."""
        packed = self._dictionary + bytes(self.content[start : start + FIRST_LOOK])
        if self.packing == "gzip":
            return gzip_start(packed, size)
        from fastwarc import stream_io

        make: Callable[[Any], Any] = stream_io.ZstdReader if self.packing == "zstd" else stream_io.Lz4Reader
        try:
            unpacked: bytes = make(io.BytesIO(packed)).read(size)
        except OSError:
            return b""
        return unpacked


class Chained(io.RawIOBase):
    """Some bytes, and a stream behind them: an archive from a record on, with its dictionary before that, say."""

    def __init__(self, before: bytes, stream: Any) -> None:
        self._rest = before
        self._stream = stream
        self._position = 0

    def readable(self) -> bool:
        """Say yes: `io.RawIOBase` would say no."""
        return True

    def tell(self) -> int:
        """Give how much was read; a dictionary is looked for at 0 alone."""
        return self._position

    def read(self, size: int = -1, /) -> bytes:
        """Give some bytes; none at the end."""
        if self._rest:
            size = len(self._rest) if size < 0 else size
            found, self._rest = self._rest[:size], self._rest[size:]
        else:
            found = self._stream.read(size)
        self._position += len(found)
        return found


def _skippable(content: Any) -> bytes:
    """Give the frame at the beginning of an archive that is to be skipped, or to be used as a dictionary."""
    size = int.from_bytes(bytes(content[4:8]), "little")
    return bytes(content[: 8 + size]) if size <= _MAX_SKIPPED else b""


def _unpacked_up_to_damage(packed: bytes, inner: Any) -> Iterator[bytes]:
    """Yield what comes out of damaged gzip data up to the damage, from where an object of `zlib` has come to."""
    size = _STEP
    position = 0
    while position < len(packed) and not inner.eof:
        before = inner.copy()
        try:
            yield inner.decompress(packed[position : position + size])
            position += size
        except zlib.error:
            if size == _LEAST_STEP:
                return
            inner, size = before, _LEAST_STEP

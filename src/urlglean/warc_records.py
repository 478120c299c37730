"""The records of a web archive (WARC, ISO 28500; ARC before it), past what is damaged.

An archive is read from front to back, plain or compressed record by record. A record that is cut off or broken is
named, with its offset in bytes, and the next whole one is looked for behind it.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.arc_records import ArcDamage, arc_records, is_arc
from urlglean.errors import InputError
from urlglean.reports import Problem

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

__all__ = ["ARC_URL", "MAX_BLOCK", "ArchiveRecord", "archive_records"]

MAX_BLOCK = 256 << 20
"""How many bytes a record may have that is read in one piece."""
ARC_URL = "arc-url"
"""What stands for the field with the URL where the record is that of an ARC file."""
_FIRST_LOOK = 1 << 16
_MAX_HEADER = 1 << 16
_PIECE = 1 << 20
_MAX_DAMAGE = 1000
"""After how many broken places a file is given up: looking for the next record costs a little each time."""
_STARTS = {
    b"\x1f\x8b\x08": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x2a\x4d\x18": "zstd",
    b"\x04\x22\x4d\x18": "lz4",
}
_DICTIONARIES = frozenset({b"\x37\xa4\x30\xec", b"\x28\xb5\x2f\xfd"})
"""How a dictionary begins, as it is and packed itself (Use of Zstandard Compression in WARC Files, IIPC 2021)."""
_MAX_SKIPPED = 64 << 20
_VERSIONS = frozenset({b"0.1", b"1.0", b"1.1"})
_ID = re.compile(rb"\nWARC-Record-ID[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)
_SWALLOWED = re.compile(rb"\r?\n\r?\n(?P<record>WARC/[01]\.[0-9]+\r?\nWARC-)", re.IGNORECASE)
_LONGEST_START = 32
_PADDING = re.compile(rb"\0+\Z")
"""What fills the last block of a medium; other programs that unpack gzip data pass over it as well."""
_LENGTH = "Content-Length"
_ANY_LENGTH = re.compile(rb"(?<=\n)content-length(?=[ \t]*:)", re.IGNORECASE)
_HEADER = re.compile(rb"WARC/[01]\.[0-9]+[ \t]*\r?\n(?:[^\r\n]+\r?\n)*+\r?\n")
_BETWEEN = re.compile(rb"[\r\n]*")


class ArchiveRecord(NamedTuple):
    """A whole record: its fields by their names in lower case, and its content if anybody wants it."""

    offset: int
    fields: Mapping[str, str]
    block: bytes | None
    size: int

    @property
    def name(self) -> str:
        """What it is called where something is wrong with it: its identifier, or its URL."""
        return self.fields.get("warc-record-id") or self.fields.get(ARC_URL) or "without an identifier"


def archive_records(
    content: Any, name: str, is_wanted: Callable[[bytes], bool]
) -> Iterator[ArchiveRecord | Problem]:
    """Yield the records of an archive, and a Problem for each that is none.

    ``content`` is bytes or a memory map, a WARC file plain or compressed with gzip, Zstandard or LZ4, or an ARC file;
    ``name`` is what a user calls it. ``is_wanted`` is asked by the beginning of a long response whether anybody reads
    the rest of it.

    Raises:
        InputError: The package that reads WARC is not installed.

    """
    return _arc(content, name) if is_arc(content) else _Archive(content, name, is_wanted).records()


def _arc(content: Any, name: str) -> Iterator[ArchiveRecord | Problem]:
    """Yield the records of an ARC file."""
    for item in arc_records(content, max_block=MAX_BLOCK):
        if isinstance(item, ArcDamage):
            which = f"record {item.url}" if item.url else "a record"
            yield Problem(f"{name}@{item.offset}", f"{which}: {item.message}")
            continue
        is_http = item.block.startswith(b"HTTP/")
        fields = {
            "warc-type": "response" if is_http else "resource",
            "warc-date": item.date,
            "content-type": "application/http" if is_http else item.media_type,
            ARC_URL: item.url,
        }
        yield ArchiveRecord(item.offset, fields, item.block, len(item.block))


class _DamageError(Exception):
    """A record's content can't be read to its end."""

    def __init__(self, message: str, offset: int, identifier: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.identifier = identifier


def _fastwarc() -> ModuleType:
    try:
        from fastwarc import warc
    except ImportError:
        message = "reading web archives needs the package fastwarc: pip install 'urlglean[warc]'"
        raise InputError(message) from None
    return warc


class _Archive:
    """The records of one file, read from front to back, past what is damaged."""

    def __init__(self, content: Any, name: str, is_wanted: Callable[[bytes], bool]) -> None:
        self._fastwarc = _fastwarc()
        self._is_wanted = is_wanted
        is_map = hasattr(content, "seek")
        self._content = content if is_map else bytes(content)
        self._stream = content if is_map else io.BytesIO(self._content)
        self._name = name
        head = self._content[:4]
        self._format = next(
            (name for magic, name in _STARTS.items() if head.startswith(magic) or head[1:] == magic), ""
        )
        skipped = _skippable(self._content)
        self._dictionary = skipped if skipped[8:12] in _DICTIONARIES else b""
        self._first = 0 if self._dictionary else len(skipped)

    def records(self) -> Iterator[ArchiveRecord | Problem]:
        """Yield the records, and a Problem for each that is none."""
        start = self._first
        for _ in range(_MAX_DAMAGE):
            behind = yield from self._until_damage(start)
            if behind is None:
                return
            start = behind
        yield Problem(
            f"{self._name}@{start}", f"broken in more than {_MAX_DAMAGE} places: the rest is not read"
        )

    def _until_damage(self, start: int) -> Generator[ArchiveRecord | Problem, None, int | None]:
        """Yield records up to the first damage; return where the next whole record begins behind it."""
        last: ArchiveRecord | None = None
        broken = start
        identifier = ""
        try:
            for found in self._iterate(start):
                if last is not None:
                    yield from self._judged(last)
                last = found
        except _DamageError as error:
            what, broken, identifier = str(error), error.offset, error.identifier
        except OSError as error:
            what = str(error)
            broken = start if last is None else self._end_of(last)
        else:
            if last is not None:
                yield from self._judged(last)
            yield from self._ending(last)
            return None
        if _PADDING.match(self._content, broken):
            if last is not None:
                yield from self._judged(last)
            return None
        blamed = "" if last is None else self._blame(last)
        if last is not None and blamed:
            # It took the records behind it for its own content, so these are looked for in it.
            yield self._problem(last.offset, last.name, f"{blamed}: skipped")
            return self._next_start(last.offset + 1)
        if last is not None:
            yield from self._judged(last)
        behind = self._next_start(broken + 1)
        rest = "nothing behind it can be read" if behind is None else f"the next one begins at {behind}"
        identifier = identifier or self._identifier(broken, behind)
        yield self._problem(broken, identifier, f"broken ({what}): skipped; {rest}")
        return behind

    def _iterate(self, start: int) -> Iterator[ArchiveRecord]:
        self._stream.seek(start)
        stream: Any = self._stream
        before = 0
        if start and self._dictionary:
            stream = _Behind(self._dictionary, self._stream)
            before = start - len(self._dictionary)
        iterator = self._fastwarc.ArchiveIterator(
            stream, parse_http=False, max_header_len=_MAX_HEADER, fsspec_args=False
        )
        for record in iterator:
            offset = before + record.stream_pos
            names = [name for name, _ in record.headers.to_tuples()]
            if _LENGTH not in names and _LENGTH.lower() in map(str.lower, names):
                yield from self._respelled(offset)
                return
            yield self._read(record, offset)

    def _read(self, record: WarcRecord, offset: int) -> ArchiveRecord:
        fields = {name.lower(): value for name, value in record.headers.to_tuples()}
        length = fields.get("content-length", "").strip()
        name = fields.get("warc-record-id", "")
        if not (length.isascii() and length.isdigit()):
            raise _DamageError("its header is cut off or has no Content-Length", offset, name)
        fields["content-length"] = length
        try:
            return self._found(record, fields, offset)
        except OSError as error:
            raise _DamageError(str(error), offset, name) from None

    def _respelled(self, start: int) -> Iterator[ArchiveRecord]:
        """Read records one by one: some name their length in a way that the package does not know.

        The case of a field's name means nothing (ISO 28500:2017 section 4); a library for Rust writes lower case.
        """
        if not self._format:
            yield from self._one_by_one(self._content, self._stream, start)
            return
        position: int | None = start
        while position is not None and position < len(self._content):
            end = _member_end(self._content, position) if self._format == "gzip" else None
            if end is None:
                message = f"its {self._format} data is damaged, or spells Content-Length otherwise"
                raise _DamageError(message, position, "")
            packed = bytes(self._content[position:end])
            unpacked = zlib.decompressobj(wbits=31).decompress(packed, MAX_BLOCK + _MAX_HEADER)
            yield from self._one_by_one(unpacked, io.BytesIO(unpacked), 0, member=position)
            position = end

    def _one_by_one(
        self, content: Any, stream: Any, start: int, *, member: int | None = None
    ) -> Iterator[ArchiveRecord]:
        """Read the records of what is not packed, whatever the case of their fields' names."""
        while start < len(content):
            offset = start if member is None else member
            head = _HEADER.match(content, start, start + _MAX_HEADER)
            if head is None:
                raise _DamageError("Invalid WARC header", offset, "")
            stream.seek(head.end())
            spelled = _ANY_LENGTH.sub(_LENGTH.encode(), head[0], count=1)
            iterator = self._fastwarc.ArchiveIterator(
                _Behind(spelled, stream), parse_http=False, max_header_len=_MAX_HEADER, fsspec_args=False
            )
            found = self._read(next(iter(iterator)), offset)
            yield found
            start = head.end() + int(found.fields["content-length"])
            between = _BETWEEN.match(content, start)
            start = between.end() if between else start

    def _found(self, record: WarcRecord, fields: Mapping[str, str], offset: int) -> ArchiveRecord:
        """Read a record's content as far as it is wanted: an image is passed over."""
        kind = fields.get("warc-type", "").lower()
        reader = record.reader
        if reader is None or kind in {"warcinfo", "request", "continuation"}:
            return ArchiveRecord(offset, fields, None, reader.consume() if reader else 0)
        block = reader.read(_FIRST_LOOK)
        if len(block) == _FIRST_LOOK and kind in {"response", "revisit"} and not self._is_wanted(block):
            # Its header is in what was read; nobody asks for the rest of its body.
            return ArchiveRecord(offset, fields, block, len(block) + reader.consume())
        pieces = [block]
        size = len(block)
        while size <= MAX_BLOCK and (piece := reader.read(_PIECE)):
            pieces.append(piece)
            size += len(piece)
        if size > MAX_BLOCK:
            return ArchiveRecord(offset, fields, None, size + reader.consume())
        return ArchiveRecord(offset, fields, b"".join(pieces), size)

    def _judged(self, found: ArchiveRecord) -> Iterator[ArchiveRecord | Problem]:
        """Yield a record if it is whole, else a Problem."""
        length = found.fields["content-length"]
        if found.size < int(length):
            message = f"cut off after {found.size} of {length} bytes: skipped"
            yield self._problem(found.offset, found.name, message)
        elif "warc-type" not in found.fields:
            yield self._problem(found.offset, found.name, "it has no WARC-Type: skipped")
        elif found.block is None and found.size > MAX_BLOCK:
            message = f"more than {MAX_BLOCK >> 20} MiB, which is too much for one page: skipped"
            yield self._problem(found.offset, found.name, message)
        else:
            yield found

    def _ending(self, last: ArchiveRecord | None) -> Iterator[Problem]:
        """Yield a Problem where compressed data ends before its end, which can look like the end of a file."""
        if self._format != "gzip" or (last is not None and last.size < int(last.fields["content-length"])):
            return
        size = len(self._content)
        position: int | None = 0 if last is None else self._member_of(last)
        while position is not None and position < size and not _PADDING.match(self._content, position):
            position = _member_end(self._content, position)
        if position is None:
            message = "the gzip data is cut off: what came behind the last record is lost"
            yield Problem(f"{self._name}@{size}", message)

    def _problem(self, offset: int, identifier: str, message: str) -> Problem:
        which = f"record {identifier}" if identifier else "a record"
        return Problem(f"{self._name}@{offset}", f"{which}: {message}")

    def _blame(self, found: ArchiveRecord) -> str:
        """Say why a record that was read is the cause of the damage met behind it; empty where it is not."""
        is_packed = self._format == "gzip"
        if is_packed and _member_end(self._content, self._member_of(found)) is None:
            return "its compressed data is damaged"
        return "its Content-Length runs into the next record" if self._swallows(found) else ""

    def _swallows(self, found: ArchiveRecord) -> bool:
        """Tell whether another record begins in a record's content, or where that is said to end."""
        if self._format:
            return found.block is not None and _SWALLOWED.search(found.block) is not None
        end = self._end_of(found)
        region = bytes(self._content[found.offset + 1 : min(end, found.offset + MAX_BLOCK) + _LONGEST_START])
        begins = _SWALLOWED.search(region)
        return begins is not None and found.offset + 1 + begins.start("record") < end

    def _member_of(self, found: ArchiveRecord) -> int:
        """Give where the gzip member begins that holds a record: mostly its own, else the one that has them all."""
        has_own = self._content[found.offset : found.offset + 3] == b"\x1f\x8b\x08"
        return found.offset if has_own else self._first

    def _end_of(self, found: ArchiveRecord) -> int:
        """Give where a record ends in the file, as well as that can be told: the next one is the broken one."""
        content = self._content
        if self._format == "gzip":
            return _member_end(content, self._member_of(found)) or len(content)
        if self._format:
            return self._next_magic(found.offset + 1) or found.offset
        head = content.find(b"\r\n\r\n", found.offset)
        end: int = (found.offset if head < 0 else head) + found.size + 8
        return end

    def _next_magic(self, position: int) -> int | None:
        magic = next(magic for magic, name in _STARTS.items() if name == self._format)
        found: int = self._content.find(magic, position)
        return found if found >= 0 else None

    def _next_start(self, position: int) -> int | None:
        """Give where the next record begins at or behind ``position``; None where there is none."""
        if not self._format:
            found: int = position - 1
            while (found := self._content.find(b"WARC/", found + 1)) >= 0:
                if (
                    self._content[found - 1 : found] == b"\n"
                    and self._content[found + 5 : found + 8] in _VERSIONS
                ):
                    return found
            return None
        while (start := self._next_magic(position)) is not None:
            if self._unpacked(start, 5) == b"WARC/":
                return start
            position = start + 1
        return None

    def _unpacked(self, start: int, size: int) -> bytes:
        """Give the first bytes of what begins at ``start``, as far as they come out of it."""
        packed = self._dictionary + bytes(self._content[start : start + _FIRST_LOOK])
        if self._format == "gzip":
            try:
                return zlib.decompressobj(wbits=31).decompress(packed, size)
            except zlib.error:
                return b""
        from fastwarc import stream_io

        make: Callable[[Any], Any] = stream_io.ZstdReader if self._format == "zstd" else stream_io.Lz4Reader
        try:
            unpacked: bytes = make(io.BytesIO(packed)).read(size)
        except OSError:
            return b""
        return unpacked

    def _identifier(self, start: int, end: int | None) -> str:
        """Give the identifier of a broken record, where so much of it can be read."""
        if self._format == "gzip":
            head = b"".join(_unpacked_bytes(bytes(self._content[start : start + _FIRST_LOOK])))
        elif self._format:
            head = self._unpacked(start, _FIRST_LOOK)
        else:
            head = bytes(self._content[start : min(start + _FIRST_LOOK, end or len(self._content))])
        found = _ID.search(head)
        return found[1].decode("utf-8", "replace").strip() if found else ""


class _Behind(io.RawIOBase):
    """An archive from a record on, with the dictionary before it that its frames are packed with."""

    def __init__(self, dictionary: bytes, stream: Any) -> None:
        self._rest = dictionary
        self._stream = stream
        self._position = 0

    def readable(self) -> bool:
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
    head = bytes(content[:8])
    if head[1:4] != b"\x2a\x4d\x18" or not 0x50 <= head[0] < 0x60:
        return b""
    size = int.from_bytes(head[4:8], "little")
    return bytes(content[: 8 + size]) if size <= _MAX_SKIPPED else b""


def _member_end(content: Any, start: int) -> int | None:
    """Give where the gzip member that begins at ``start`` ends; None where it is damaged or cut off."""
    inner = zlib.decompressobj(wbits=31)
    for position in range(start, len(content), _PIECE):
        rest = bytes(content[position : position + _PIECE])
        end = position + len(rest)
        try:
            while rest and not inner.eof:
                inner.decompress(rest, _PIECE)
                rest = inner.unconsumed_tail
        except zlib.error:
            return None
        if inner.eof:
            return end - len(inner.unused_data)
    return None


def _unpacked_bytes(packed: bytes) -> Iterator[bytes]:
    """Yield what comes out of damaged gzip data up to the damage."""
    inner = zlib.decompressobj(wbits=31)
    for position in range(0, len(packed), 16):
        try:
            yield inner.decompress(packed[position : position + 16])
        except zlib.error:
            return

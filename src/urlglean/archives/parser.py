"""The records of a web archive from one place on, up to the first that is broken (WARC, ISO 28500)."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.archives.warc_file import FIRST_LOOK, Chained, WarcFile
from urlglean.errors import InputError

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord

__all__ = ["ARC_URL", "MAX_BLOCK", "ArchiveRecord", "DamageError", "WarcParser"]

MAX_BLOCK = 256 << 20
"""How many bytes a record may have that is read in one piece."""
ARC_URL = "arc-url"
"""What stands for the field with the URL where the record is that of an ARC file."""
_MAX_HEADER = 1 << 16
_MOST_DIGITS = 18
"""Those of a length that a file may have."""
_PIECE = 1 << 20
_LENGTH = "Content-Length"
_ANY_LENGTH = re.compile(rb"(?<=\n)content-length(?=[ \t]*:)", re.IGNORECASE)
_HEADER = re.compile(rb"WARC/[01]\.[0-9]+[ \t]*\r?\n(?:[^\r\n]+\r?\n)*+\r?\n")
_BETWEEN = re.compile(rb"[\r\n]*")


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

    @property
    def is_too_large(self) -> bool:
        """Whether it has more content than is read in one piece."""
        return self.block is None and self.size > MAX_BLOCK


class DamageError(Exception):
    """A record can't be read to its end."""

    def __init__(self, message: str, offset: int, identifier: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.identifier = identifier


class WarcParser:
    """Reads the records of a file, which it may be asked for from any place on.

    ``is_wanted`` is asked by the beginning of a long response whether anybody reads the rest of it.

    Raises:
        InputError: The package that reads WARC is not installed.

    """

    def __init__(self, file: WarcFile, is_wanted: Callable[[bytes], bool]) -> None:
        self._fastwarc = _fastwarc()
        self._file = file
        self._is_wanted = is_wanted

    def records(self, start: int) -> Iterator[ArchiveRecord]:
        """Yield the records from ``start`` on.

        Raises:
            DamageError: One is broken.
            OSError: So is what stands between them.

        """
        stream, before = self._file.from_place(start)
        for record in self._iterate(stream):
            offset = before + record.stream_pos
            names = [name for name, _ in record.headers.to_tuples()]
            if _LENGTH not in names and _LENGTH.lower() in map(str.lower, names):
                yield from self._respelled(offset)
                return
            yield self._read(record, offset)

    def _iterate(self, stream: Any) -> Iterator[WarcRecord]:
        found: Iterator[WarcRecord] = self._fastwarc.ArchiveIterator(
            stream, parse_http=False, max_header_len=_MAX_HEADER, fsspec_args=False
        )
        return found

    def _read(self, record: WarcRecord, offset: int) -> ArchiveRecord:
        fields = {name.lower(): value for name, value in record.headers.to_tuples()}
        length = fields.get("content-length", "").strip()
        name = fields.get("warc-record-id", "")
        if not (length.isascii() and length.isdigit()):
            raise DamageError("its header is cut off or has no Content-Length", offset, name)
        if len(length) > _MOST_DIGITS:
            raise DamageError("its Content-Length is more than any file has", offset, name)
        fields["content-length"] = length
        try:
            return self._found(record, fields, offset)
        except OSError as error:
            raise DamageError(str(error), offset, name) from None

    def _found(self, record: WarcRecord, fields: Mapping[str, str], offset: int) -> ArchiveRecord:
        """Read a record's content as far as it is wanted: an image is passed over."""
        kind = fields.get("warc-type", "").lower()
        reader = record.reader
        if reader is None or kind in {"warcinfo", "request", "continuation"}:
            return ArchiveRecord(offset, fields, None, reader.consume() if reader else 0)
        block = reader.read(FIRST_LOOK)
        if len(block) == FIRST_LOOK and kind in {"response", "revisit"} and not self._is_wanted(block):
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

    def _respelled(self, start: int) -> Iterator[ArchiveRecord]:
        """Read records one by one: some name their length in a way that the package does not know.

        The case of a field's name means nothing (ISO 28500:2017 section 4); a library for Rust writes lower case.
        """
        file = self._file
        if not file.packing:
            yield from self._one_by_one(file.content, file.stream, start)
            return
        position: int | None = start
        while position is not None and position < len(file.content):
            end = file.member_end(position) if file.packing == "gzip" else None
            if end is None:
                message = f"its {file.packing} data is damaged, or spells Content-Length otherwise"
                raise DamageError(message, position, "")
            packed = bytes(file.content[position:end])
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
                raise DamageError("Invalid WARC header", offset, "")
            stream.seek(head.end())
            spelled = _ANY_LENGTH.sub(_LENGTH.encode(), head[0], count=1)
            found = self._read(next(iter(self._iterate(Chained(spelled, stream)))), offset)
            yield found
            start = head.end() + int(found.fields["content-length"])
            between = _BETWEEN.match(content, start)
            start = between.end() if between else start


def _fastwarc() -> ModuleType:
    try:
        from fastwarc import warc
    except ImportError:
        message = "reading web archives needs the package fastwarc: pip install 'urlglean[warc]'"
        raise InputError(message) from None
    return warc

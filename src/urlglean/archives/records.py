"""The records of a web archive (WARC, ISO 28500; ARC before it), past what is damaged.

An archive is read from front to back, plain or compressed record by record. A record that is cut off or broken is
named, with its offset in bytes, and the next whole one is looked for behind it.

Those of a WARC are parsed by `fastwarc`. ARC is the format before it (Internet Archive, versions 1 and 2, 1996): each
record is a line (URL, address, date, media type, ..., length) and as many bytes as that says; the first one tells of
the file itself. In packed files every record is a gzip member of its own; one that has all of them is read as well.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Generator, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.archives.http import is_message
from urlglean.archives.warc_file import (
    ARC_URL,
    FIRST_LOOK,
    GZIP,
    MOST_DIGITS,
    ArchiveRecord,
    Chained,
    Patience,
    WarcFile,
    gzip_pieces,
    gzip_start,
    is_padding,
    past_blank_lines,
    record_problem,
    too_large,
)
from urlglean.errors import InputError
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

if TYPE_CHECKING:
    from fastwarc.warc import WarcRecord


__all__ = ["ArchiveSection"]

MAX_BLOCK = 256 << 20
"""How many bytes a record may have that is read in one piece."""
_MAX_HEADER = 1 << 16
_PIECE = 1 << 20
_LENGTH = "Content-Length"
_ANY_LENGTH = lazy_re(rb"(?<=\n)content-length(?=[ \t]*:)", re.IGNORECASE)
_HEADER = lazy_re(rb"WARC/[01]\.[0-9]+[ \t]*\r?\n(?:[^\r\n]+\r?\n)*+\r?\n")


class DamageError(Exception):
    """A record can't be read to its end."""

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


_MAX_DAMAGE = 1000
"""After how many broken places a file is given up: looking for the next record costs a little each time."""
_SWALLOWED = lazy_re(rb"\r?\n\r?\n(?P<record>WARC/[01]\.[0-9]+\r?\nWARC-)", re.IGNORECASE)
_LONGEST_START = 32


class ArchiveSection(NamedTuple):
    """A web archive from one of its records on, for who reads, or has read, those before it elsewhere."""

    content: Any
    """What `archive_records` takes; what is before ``start`` is not looked at, but for the first bytes of a WARC."""
    start: int
    """The byte offset of the first record that is wanted."""

    @staticmethod
    def is_cuttable(head: bytes) -> bool:
        """Tell by the first bytes of an archive whether it can be cut at its records: a WARC, plain or of gzip."""
        file = WarcFile(head)
        return head.startswith(b"WARC/") or (file.packing == "gzip" and file.next_record(0) == 0)

    def offsets(self, *, is_record: bool) -> Iterator[int]:
        """Yield where records of a WARC begin that it can be cut at: they and those before them are whole.

        The first one begins at ``start``; or, where nobody knows whether a record begins there, it is what looks like
        the next one, which may be a part of a record.

        Raises `InputError` where the package that reads WARC is not installed.
        """
        content = self.content
        is_packed = bool(WarcFile(content).packing)
        first = self.start if is_record else WarcFile(content).next_record(self.start)
        if first is None:
            return
        yield first
        before: int | None = None
        for item in archive_records(self._replace(start=first), "", lambda _block: False):
            if isinstance(item, Problem):
                before = None
                continue
            begins_member = not is_packed or content[item.offset : item.offset + 3] == GZIP
            if before is not None and before < item.offset and begins_member:
                yield item.offset
            before = item.offset


def archive_records(
    content: Any, name: str, is_wanted: Callable[[bytes], bool]
) -> Iterator[ArchiveRecord | Problem]:
    """Yield the records of an archive, and a Problem for each that is none.

    ``content`` is bytes or a `FileBytes`: a WARC file, plain or compressed with gzip, Zstandard or LZ4, or an ARC
    file. ``name`` is what a user calls it. ``is_wanted`` is asked by the beginning of a long response whether anybody
    reads the rest of it. Of an `ArchiveSection`, which no ARC file has, the records from its start on come.

    Raises `InputError` where the package that reads WARC is not installed.
    """
    if isinstance(content, ArchiveSection):
        return _Archive(content.content, name, is_wanted).records(content.start)
    if is_arc(content):
        return arc_records(content, name, max_block=MAX_BLOCK)
    return _Archive(content, name, is_wanted).records()


def going_on(behind: int | None) -> str:
    """Say where reading goes on behind some damage."""
    return "nothing behind it can be read" if behind is None else f"the next one begins at {behind}"


class _Archive:
    """The records of one WARC file, read from front to back, past what is damaged."""

    def __init__(self, content: Any, name: str, is_wanted: Callable[[bytes], bool]) -> None:
        self._fastwarc = _fastwarc()
        self._file = WarcFile(content)
        self._name = name
        self._is_wanted = is_wanted

    def records(self, start: int | None = None) -> Iterator[ArchiveRecord | Problem]:
        """Yield the records, those from ``start`` on, and a Problem for each that is none."""
        file = self._file
        start = file.first if start is None else start
        for _ in range(_MAX_DAMAGE):
            behind = yield from self._until_damage(start)
            if behind is None and not file.is_given_up:
                return
            file.patience.take(file.stream.tell() - start)
            start = start if behind is None else behind
            if behind is None or file.patience.is_lost:
                message = f"{Patience.LOST}: the rest is not read"
                break
        else:
            message = f"broken in more than {_MAX_DAMAGE} places: the rest is not read"
        yield Problem(f"{self._name}@{start}", message)

    def _until_damage(self, start: int) -> Generator[ArchiveRecord | Problem, None, int | None]:
        """Yield records up to the first damage; return where the next whole record begins behind it."""
        file = self._file
        last: ArchiveRecord | None = None
        identifier = ""
        try:
            for found in self._parsed(start):
                if last is not None:
                    yield self._judged(last)
                last = found
        except DamageError as error:
            what, broken, identifier = str(error), error.offset, error.identifier
        except OSError as error:
            what = str(error)
            broken = start if last is None else file.record_end(last.offset, last.size)
        else:
            if last is not None:
                yield self._judged(last)
            yield from self._ending(last)
            return None
        is_over = is_padding(file.content, broken)
        if last is not None:
            if not is_over and (blamed := self._blame(last)):
                # It took the records behind it for its own content, so these are looked for in it.
                yield self._problem(last.offset, last.name, f"{blamed}: skipped")
                return file.next_record(last.offset + 1)
            yield self._judged(last)
        if is_over:
            return None
        behind = file.next_record(broken + 1)
        identifier = identifier or file.identifier(broken, behind)
        yield self._problem(broken, identifier, f"broken ({what}): skipped; {going_on(behind)}")
        return behind

    def _judged(self, found: ArchiveRecord) -> ArchiveRecord | Problem:
        """Give a record if it is whole, else a Problem."""
        if found.is_cut_off:
            message = f"cut off after {found.size} of {found.fields['content-length']} bytes: skipped"
        elif "warc-type" not in found.fields:
            message = "it has no WARC-Type: skipped"
        elif found.block is None and found.size > MAX_BLOCK:
            message = too_large(MAX_BLOCK)
        else:
            return found
        return self._problem(found.offset, found.name, message)

    def _ending(self, last: ArchiveRecord | None) -> Iterator[Problem]:
        """Yield a Problem where compressed data ends before its end, which can look like the end of a file."""
        file = self._file
        if file.packing != "gzip" or (last is not None and last.is_cut_off):
            return
        size = len(file.content)
        position: int | None = 0 if last is None else file.member_of(last.offset)
        while position is not None and position < size and not is_padding(file.content, position):
            position = file.member_end(position)
        if position is None:
            message = "the gzip data is cut off: what came behind the last record is lost"
            yield Problem(f"{self._name}@{size}", message)

    def _problem(self, offset: int, identifier: str, message: str) -> Problem:
        return record_problem(f"{self._name}@{offset}", identifier, message)

    def _blame(self, found: ArchiveRecord) -> str:
        """Say why a record that was read is the cause of the damage met behind it; empty where it is not."""
        file = self._file
        if file.packing == "gzip" and file.member_end(file.member_of(found.offset)) is None:
            return "its compressed data is damaged"
        return "its Content-Length runs into the next record" if self._swallows(found) else ""

    def _swallows(self, found: ArchiveRecord) -> bool:
        """Tell whether another record begins in a record's content, or where that is said to end."""
        file = self._file
        if file.packing:
            return found.block is not None and _SWALLOWED.search(found.block) is not None
        end = file.record_end(found.offset, found.size)
        region = bytes(file.content[found.offset + 1 : min(end, found.offset + MAX_BLOCK) + _LONGEST_START])
        begins = _SWALLOWED.search(region)
        return begins is not None and found.offset + 1 + begins.start("record") < end

    # --- as fastwarc reads them ---

    def _parsed(self, start: int) -> Iterator[ArchiveRecord]:
        """Yield records from ``start`` on as they are; raise DamageError where one is broken, OSError between two."""
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
        if len(length) > MOST_DIGITS:
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
            head = _HEADER.match(bytes(content[start : start + _MAX_HEADER]))
            if head is None:
                raise DamageError("Invalid WARC header", offset, "")
            begin = start + head.end()
            stream.seek(begin)
            spelled = _ANY_LENGTH.sub(_LENGTH.encode(), head[0], count=1)
            found = self._read(next(iter(self._iterate(Chained(spelled, stream)))), offset)
            yield found
            start = past_blank_lines(content, begin + int(found.fields["content-length"]))


# --- ARC ---

_START = b"filedesc:"
_URL = lazy_re(rb"[A-Za-z][A-Za-z0-9+.-]*:")
_LONGEST_LINE = 1 << 16
_DIGITS = 14
"""Those of a date, in UTC, from its year to its second."""
_FIRST_LOOK = 1 << 12


class _RecordLine(NamedTuple):
    url: str
    date: str
    media_type: str
    length: int
    size: int
    """How many bytes the line itself has, with its end."""


def is_arc(content: Any) -> bool:
    r"""Tell whether an input is an ARC file, plain or packed with gzip, by its first bytes.

    >>> is_arc(b"filedesc://x.arc 0.0.0.0 20050101000000 text/plain 77\n"), is_arc(b"WARC/1.0")
    (True, False)
    """
    head = bytes(content[:_FIRST_LOOK])
    if head.startswith(GZIP):
        head = gzip_start(head, len(_START))
    return head.startswith(_START)


def arc_records(content: Any, name: str, *, max_block: int) -> Iterator[ArchiveRecord | Problem]:
    """Yield the records of an ARC file without the first one, which tells of the file; a Problem for each that is none.

    ``content`` is bytes or a `FileBytes`, ``name`` what a user calls it. No record, and no gzip member, may have more
    than ``max_block`` bytes.
    """
    read = _packed if content[:3] == GZIP else _plain
    for item in read(content, name, max_block):
        if isinstance(item, Problem) or not item.fields[ARC_URL].startswith("filedesc:"):
            yield item


def _record(offset: int, line: _RecordLine, block: bytes) -> ArchiveRecord:
    is_http = is_message(block)
    fields = {
        "warc-type": "response" if is_http else "resource",
        "warc-date": line.date,
        "content-type": "application/http" if is_http else line.media_type,
        ARC_URL: line.url,
    }
    return ArchiveRecord(offset, fields, block, len(block))


def _packed(content: Any, name: str, max_block: int) -> Iterator[ArchiveRecord | Problem]:
    position = 0
    patience = Patience(len(content))
    while position < len(content):
        if content[position : position + 3] != GZIP:
            if is_padding(content, position):
                return
            behind = _next_member(content, position, patience)
            message = f"no gzip member begins here: {going_on(behind)}"
            yield record_problem(f"{name}@{position}", "", message)
        else:
            unpacked, behind, damage = _member(content, position, max_block)
            for item in _plain(unpacked, name, max_block, member=position):
                if not (damage and isinstance(item, Problem)):
                    yield item
            if damage:
                patience.take(len(unpacked))
                line = _line(unpacked, 0)
                behind = _next_member(content, position + 1, patience)
                message = f"{damage}: {going_on(behind)}"
                yield record_problem(f"{name}@{position}", line.url if line else "", message)
        if patience.is_lost:
            place = position if behind is None else behind
            yield Problem(f"{name}@{place}", f"{Patience.LOST}: the rest is not read")
            return
        if behind is None:
            return
        position = behind


def _member(content: Any, start: int, max_block: int) -> tuple[bytes, int | None, str]:
    """Unpack a gzip member; give its content, where it ends, and what is wrong with it, empty where nothing is."""
    unpacked = bytearray()
    try:
        for piece, end in gzip_pieces(content, start):
            unpacked += piece
            if len(unpacked) > max_block + _LONGEST_LINE:
                return b"", None, too_large(max_block)
            if end is not None:
                return bytes(unpacked), end, ""
    except zlib.error as error:
        return bytes(unpacked), None, f"broken ({error}): skipped"
    return bytes(unpacked), None, "its gzip data is cut off: skipped"


def _next_member(content: Any, position: int, patience: Patience) -> int | None:
    """Give where the next gzip member with a record begins at or behind a position; None where there is none."""
    found: int
    while not patience.is_lost and (found := content.find(GZIP, position)) >= 0:
        if _line(gzip_start(bytes(content[found : found + _FIRST_LOOK]), _LONGEST_LINE), 0):
            return found
        patience.take(_FIRST_LOOK)
        position = found + 1
    return None


def _plain(
    content: Any, name: str, max_block: int, *, member: int | None = None
) -> Iterator[ArchiveRecord | Problem]:
    """Yield the records of plain data; those of a gzip member are all at its offset."""
    position = 0
    line: _RecordLine | None = None
    while line or (position := past_blank_lines(content, position)) < len(content):
        offset = position if member is None else member
        place = f"{name}@{offset}"
        line = line or _line(content, position)
        if line is None:
            position, line = _next_line(content, position)
            next_one = f": {going_on(position if line else None)}" if member is None else ""
            yield record_problem(place, "", f"no record begins here{next_one}")
            if line is None:
                return
            continue
        start = position + line.size
        end = start + line.length
        there = min(end, len(content)) - start
        if there < line.length:
            behind, following = _next_line(content, start) if member is None else (end, None)
            going = going_on(behind if following else None)
            message = f"cut off after {there} of {line.length} bytes: skipped; {going}"
            yield record_problem(place, line.url, message)
            if following is None:
                return
            position, line = behind, following
            continue
        if line.length > max_block:
            yield record_problem(place, line.url, too_large(max_block))
        else:
            yield _record(offset, line, bytes(content[start:end]))
        position, line = end, None


def _next_line(content: Any, position: int) -> tuple[int, _RecordLine | None]:
    """Give the next line, behind the one at a position, that a record begins with, and where; None if none is left."""
    found: int = position
    while (found := content.find(b"\n", found)) >= 0:
        found += 1
        if line := _line(content, found):
            return found, line
    return position, None


def _line(content: Any, position: int) -> _RecordLine | None:
    """Read the line of a record; None where there is none. A URL may have blanks in it, as it was never encoded."""
    if not _URL.match(bytes(content[position : position + _FIRST_LOOK])):
        return None
    end = content.find(b"\n", position, position + _LONGEST_LINE)
    words = bytes(content[position:end]).rstrip(b"\r").split(b" ") if end >= 0 else []
    dated = next(
        (at for at, word in enumerate(words) if at > 1 and len(word) == _DIGITS and word.isdigit()), 0
    )
    if not dated or len(words) < dated + 3 or not words[-1].isdigit() or len(words[-1]) > MOST_DIGITS:
        return None
    text = words[dated].decode("ascii")
    date = f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:12]}:{text[12:]}Z"
    url = _text(b" ".join(words[: dated - 1]))
    return _RecordLine(url, date, _text(words[dated + 1]), int(words[-1]), end + 1 - position)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")

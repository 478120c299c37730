"""The records of ARC files, the format of web archives before WARC (Internet Archive, versions 1 and 2, 1996).

Each record is a line (URL, address, date, media type, ..., length) and as many bytes as that says; the first one
tells of the file itself. In packed files every record is a gzip member of its own; one that has all of them is
read as well. A record that is cut off or broken is named, and the next whole one is looked for behind it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from urlglean.archives.http import is_message
from urlglean.archives.warc_file import (
    ARC_URL,
    GZIP,
    MOST_DIGITS,
    ArchiveRecord,
    Patience,
    gzip_pieces,
    gzip_start,
    is_padding,
    past_blank_lines,
    record_problem,
    too_large,
)
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

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
    while (position := past_blank_lines(content, position)) < len(content):
        offset = position if member is None else member
        place = f"{name}@{offset}"
        line = _line(content, position)
        if line is None:
            behind = _next_line(content, position)
            next_one = f": {going_on(behind)}" if member is None else ""
            yield record_problem(place, "", f"no record begins here{next_one}")
            if behind is None:
                return
            position = behind
            continue
        start = position + line.size
        end = start + line.length
        there = min(end, len(content)) - start
        if there < line.length:
            behind = _next_line(content, start) if member is None else None
            message = f"cut off after {there} of {line.length} bytes: skipped; {going_on(behind)}"
            yield record_problem(place, line.url, message)
            if behind is None:
                return
            end = behind
        elif line.length > max_block:
            yield record_problem(place, line.url, too_large(max_block))
        else:
            yield _record(offset, line, bytes(content[start:end]))
        position = end


def _next_line(content: Any, position: int) -> int | None:
    """Give where the next line begins, behind the one at a position, that a record begins with."""
    found: int = position
    while (found := content.find(b"\n", found)) >= 0:
        found += 1
        if _line(content, found):
            return found
    return None


def going_on(behind: int | None) -> str:
    """Say where reading goes on behind some damage."""
    return "nothing behind it can be read" if behind is None else f"the next one begins at {behind}"


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

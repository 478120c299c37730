"""The records of a web archive (WARC, ISO 28500; ARC before it), past what is damaged.

An archive is read from front to back, plain or compressed record by record. A record that is cut off or broken is
named, with its offset in bytes, and the next whole one is looked for behind it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from typing import Any

from urlglean.archives.arc import ArcDamage, arc_records, is_arc
from urlglean.archives.parser import ARC_URL, MAX_BLOCK, ArchiveRecord, DamageError, WarcParser
from urlglean.archives.warc_file import WarcFile
from urlglean.reports import Problem

__all__ = ["archive_records"]

_MAX_DAMAGE = 1000
"""After how many broken places a file is given up: looking for the next record costs a little each time."""
_SWALLOWED = re.compile(rb"\r?\n\r?\n(?P<record>WARC/[01]\.[0-9]+\r?\nWARC-)", re.IGNORECASE)
_LONGEST_START = 32


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


class _Archive:
    """The records of one WARC file, read from front to back, past what is damaged."""

    def __init__(self, content: Any, name: str, is_wanted: Callable[[bytes], bool]) -> None:
        self._file = WarcFile(content)
        self._parser = WarcParser(self._file, is_wanted)
        self._name = name

    def records(self) -> Iterator[ArchiveRecord | Problem]:
        """Yield the records, and a Problem for each that is none."""
        start = self._file.first
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
        file = self._file
        last: ArchiveRecord | None = None
        identifier = ""
        try:
            for found in self._parser.records(start):
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
        if file.is_padding(broken):
            if last is not None:
                yield self._judged(last)
            return None
        blamed = "" if last is None else self._blame(last)
        if last is not None and blamed:
            # It took the records behind it for its own content, so these are looked for in it.
            yield self._problem(last.offset, last.name, f"{blamed}: skipped")
            return file.next_record(last.offset + 1)
        if last is not None:
            yield self._judged(last)
        behind = file.next_record(broken + 1)
        rest = "nothing behind it can be read" if behind is None else f"the next one begins at {behind}"
        identifier = identifier or file.identifier(broken, behind)
        yield self._problem(broken, identifier, f"broken ({what}): skipped; {rest}")
        return behind

    def _judged(self, found: ArchiveRecord) -> ArchiveRecord | Problem:
        """Give a record if it is whole, else a Problem."""
        if found.is_cut_off:
            message = f"cut off after {found.size} of {found.fields['content-length']} bytes: skipped"
        elif "warc-type" not in found.fields:
            message = "it has no WARC-Type: skipped"
        elif found.is_too_large:
            message = f"more than {MAX_BLOCK >> 20} MiB, which is too much for one page: skipped"
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
        while position is not None and position < size and not file.is_padding(position):
            position = file.member_end(position)
        if position is None:
            message = "the gzip data is cut off: what came behind the last record is lost"
            yield Problem(f"{self._name}@{size}", message)

    def _problem(self, offset: int, identifier: str, message: str) -> Problem:
        which = f"record {identifier}" if identifier else "a record"
        return Problem(f"{self._name}@{offset}", f"{which}: {message}")

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

"""Splits an mbox (RFC 4155) into its messages, whatever its dialect, in memory that does not grow with it.

The four dialects differ in what they do to a body line that begins with ``From ``. ``mboxo`` and ``mboxrd``
put a ``>`` before it (``mboxrd`` also before a line that has some already); ``mboxcl`` and ``mboxcl2`` say in
``Content-Length`` how long the body is. Which dialect an archive is in is written nowhere, and archives mix
them, so each line is judged by what stands around it. What older programs framed otherwise is split by its own marks,
and where lines end in a carriage return alone, that is a line end like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple, TypeAlias

from urlglean.inputs.file_bytes import FileBytes
from urlglean.patterns import lazy_re

__all__ = ["Section"]

# Archives of messages that are framed otherwise than by ``From `` lines: who wrote them, and how they are told.

_EOOH = lazy_re(rb"^\*\*\* EOOH \*\*\*[ \t]*\r?\n", re.MULTILINE)
_BLANK_LINE = lazy_re(rb"\r?\n\r?\n|\A\r?\n")


class Framing(NamedTuple):
    """One way to frame messages."""

    name: str
    head: re.Pattern[bytes]
    """How the archive begins, where that is not the mark of its first message."""
    mark: re.Pattern[bytes]
    """What each message begins with; a group ``size`` says how many bytes come after it."""
    unframed: Callable[[bytes], bytes]
    """Takes the message out of what stands behind its mark."""
    quotes_from: bool = False
    """Whether writers put a ``>`` before a line that begins with ``From ``, as in an mbox."""


def _without_control_line(framed: bytes) -> bytes:
    return re.sub(rb"\x01{4}\r?\n?\Z", b"", framed)


def _with_original_header(framed: bytes) -> bytes:
    """Put the header and the body of a Babyl message together; the header as it was shown is a copy."""
    labels, _, rest = framed.rstrip(b"\x1f").partition(b"\n")
    shown = _EOOH.search(rest)
    if shown is None:
        return rest
    header = rest[: shown.start()].strip(b"\r\n")
    if not (labels.startswith(b"1") and header):
        return rest[: shown.start()].lstrip(b"\r\n") + rest[shown.end() :]
    blank = _BLANK_LINE.search(rest, shown.end())
    return header + b"\n\n" + (rest[blank.end() :] if blank else b"")


_NO_HEAD = lazy_re(rb"(?!)")
_MMDF = lazy_re(rb"^\x01{4}\r?\n(?=[^\x01])", re.MULTILINE)
_MBX = lazy_re(
    rb"(?:^|(?<=\0))[ \d]\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}"
    rb",(?P<size>\d{1,15});[0-9A-Fa-f]{12}[-0-9A-Fa-f]{0,9}\r\n",
    re.MULTILINE,
)
_RNEWS = lazy_re(rb"^#! rnews (?P<size>\d{1,15})\b[^\n]*\n", re.MULTILINE)
_BABYL = lazy_re(rb"\x1f\r?\n?\x0c\r?\n(?=[01],)")

FRAMINGS = (
    Framing("MMDF", _NO_HEAD, _MMDF, _without_control_line, quotes_from=True),
    Framing("mbx", lazy_re(rb"\*mbx\*\r\n[0-9A-Fa-f]{16}\r\n"), _MBX, bytes),
    Framing("rnews", _NO_HEAD, _RNEWS, bytes),
    Framing("Babyl", lazy_re(rb"BABYL OPTIONS:"), _BABYL, _with_original_header),
)
_FIRST_BYTES = frozenset(b"\x01*#B\x1f 0123456789")


def framing_of(data: bytes, start: int = 0) -> Framing | None:
    r"""Tell how the messages of an archive are framed that begins, or goes on, at ``start`` of these bytes.

    >>> framing_of(b"#! rnews 1234\nPath: a!b\n").name, framing_of(b"#! /bin/sh\n")
    ('rnews', None)
    """
    if data[start : start + 1] and data[start] in _FIRST_BYTES:
        for framing in FRAMINGS:
            if framing.head.match(data, start) or framing.mark.match(data, start):
                return framing
    return None


MAX_MESSAGE = 64 << 20
"""The most bytes one message may have; of a longer one the beginning is read."""

_BLOCK = 1 << 20
_LOOKAHEAD = 1024
_SHORTEST_HEAD = 4096
"""So much of an archive shows whether its messages are framed, and the first of them."""
_MARK = lazy_re(rb"\n[FCc>](?:(?<=F)rom |(?<=>)>*+From |(?<=[Cc])(?:ontent|ONTENT)-(?:[Ll]ength|LENGTH):)")
"""What splitting a message takes note of, found in one pass: a line that may separate, and each other dialect's own."""
_SEPARATOR, _QUOTED = b"F>"
_CLEAR = lazy_re(
    rb"From \S{1,200}(?: at \S{1,100})? +[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2}"
    rb" (?:19|20)[0-9]{2}\r?\n[!-9;-~]{1,200}[ \t]*:"
)
"""The separator as nearly all writers put it, pipermail with an *at*, and a field behind it: what is judged below would
be judged so."""
_DATE = lazy_re(
    rb"(?:^| )\d\d?:\d\d(?::\d\d)?(?: .{0,40}?)?\b(?:19|20)\d\d\b"  # asctime
    rb"|\b(?:19|20)\d\d\b.{0,20}[ T]\d\d?:\d\d"
    rb"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? .{4,30}\d\d?:\d\d:\d\d"
)
_EXACT = lazy_re(
    rb"\S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d"
    rb" \d\d:\d\d:\d\d (?:[A-Z]{1,5} )?(?:19|20)\d\d[ \t]*"
)
"""A sender and a date as ``asctime`` writes it: nobody's prose."""
_ANY_FIELD = lazy_re(rb"[!-9;-~]+[ \t]*:|>?From ")
_MAIL_FIELD = lazy_re(
    rb"(?:Received|Return-Path|Message-ID|Date|From|To|Cc|Subject|Sender|Reply-To|MIME-Version|Delivered-To"
    rb"|Status|Xref|Path|X-[\w-]+|Content-[\w-]+|Envelope-To|Mail-From|DKIM-Signature|Authentication-Results)"
    rb"[ \t]*:",
    re.IGNORECASE,
)
_ENVELOPE_SENDER = lazy_re(rb"(?:\S+@\S+|MAILER-DAEMON|-|\S+ at \S+|\s*$)(?:\s|$)")
"""Who sent it, as far as a separator without a date says so; later versions of Thunderbird say nothing."""
_LENGTH = lazy_re(rb"\nContent-Length:[ \t]*(\d{1,10})[ \t]*\r?\n", re.IGNORECASE)
_HEADER_END = lazy_re(rb"\n\r?\n")
_QUOTED_FROM = lazy_re(rb"^>+From ", re.MULTILINE)


Bytes: TypeAlias = bytes | memoryview | FileBytes
"""What can be gone to and fro in: the bytes of an mbox, or what gives any slice of them."""
Archive: TypeAlias = Bytes | BinaryIO
"""What an mbox is read from: its bytes, or a binary file that is read through (a pipe will do)."""


class Section(NamedTuple):
    """An mbox, or some messages of one, for who reads, or has read, the others elsewhere."""

    archive: Archive
    start: int = 0
    """The byte offset of the first message that is wanted."""
    stop: int | None = None
    """The byte offset of the first message after it that is not; None where all of them are."""
    earlier: tuple[int, ...] = ()
    """The byte offsets of the messages right before ``start`` that are to be remembered for what they know, in
    order and without a gap. They need an archive that can be gone to and fro in."""

    def messages(self) -> Iterator[RawMessage]:
        r"""Yield the messages in order, without their ``From `` lines and with quoted ones restored.

        What stands before the first ``From `` line of an archive is a message, too: nothing is lost. A binary file is
        read on from where it stands, which is to be ``start``.

        >>> archive = b"From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\n>From here\n"
        >>> [(found.offset, found.content) for found in Section(archive).messages()]
        [(0, b'Subject: x\n\nFrom here\n')]
        """
        window = _ArchiveWindow(self.archive, self.start)
        for start, end, cut, has_quoted in _bounds(window):
            offset = window.offset + start
            if self.stop is not None and offset >= self.stop:
                return
            if cut is None and end - start > MAX_MESSAGE:
                cut = window.data[start : start + MAX_MESSAGE]
            if cut is None:
                yield _new(
                    RawMessage, (offset, _content(window.data, start, end, has_quoted=has_quoted), None)
                )
            else:
                damage = f"{end - start} bytes are more than a message may have: only the first {MAX_MESSAGE} were read"
                yield RawMessage(offset, _content(cut, 0, len(cut), has_quoted=has_quoted), damage)

    def offsets(self) -> Iterator[int]:
        r"""Yield where each message from ``start`` to the end of the archive begins; faster than `messages` by far.

        >>> message = b"From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\n\n"
        >>> list(Section(message * 3).offsets())
        [0, 47, 94]
        """
        window = _ArchiveWindow(self.archive, self.start)
        for start, *_ in _bounds(window):
            yield window.offset + start

    def message(self, start: int, end: int) -> bytes:
        """Give the content of the archive's message that begins at the byte ``start``; the next one does at ``end``."""
        size = min(end - start, MAX_MESSAGE)
        data = self._bytes(start, end + _LOOKAHEAD if size == end - start else start + size)
        return _content(_with_line_feeds(data), 0, size, has_quoted=True)

    def begins_a_message(self) -> bool:
        r"""Tell whether a message seems to begin at ``start``; cheaply, by the line alone.

        >>> archive = b"Subject: x\n\nFrom a@b\n"
        >>> Section(archive, 12).begins_a_message(), Section(archive).begins_a_message()
        (True, False)
        """
        start = self.start
        data = _with_line_feeds(self._bytes(max(0, start - 1), start + _LOOKAHEAD))
        framing = framing_of(data, min(start, 1))
        return framing is not None or data.startswith(b"From " if start == 0 else b"\nFrom ")

    def _bytes(self, start: int, stop: int) -> bytes:
        """Give bytes of an archive that can be gone to and fro in."""
        return bytes(self.archive[start:stop])  # type: ignore[index]  # a file that is read through has none


_new = tuple.__new__


class RawMessage(NamedTuple):
    """One message of an mbox: where its ``From `` line begins, its bytes without it, and what is wrong."""

    offset: int
    content: bytes
    damage: str | None = None


def is_mbox(head: bytes) -> bool:
    r"""Tell whether a file that begins with these bytes (a few hundred are enough) is an mbox.

    >>> is_mbox(b"From jim@example.org Mon Feb  1 10:00:00 1999\nSubject: x\n")
    True
    >>> is_mbox(b"From Monday on, things change.\n")
    False
    """
    head = _with_line_feeds(head.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n\0"))
    return head.startswith(b"From ") and _is_separator(head, 0, at_start=True)


def _has_bare_returns(data: bytes) -> bool:
    return b"\n" not in data[:_BLOCK] and b"\r" in data[:_BLOCK]


def _with_line_feeds(data: bytes) -> bytes:
    """Write line ends of carriage returns alone as line feeds, which moves nothing."""
    return data.replace(b"\r", b"\n") if _has_bare_returns(data) else data


def _is_separator(data: bytes, start: int, *, at_start: bool = False) -> bool:
    """Judge the line of ``data`` that begins with ``From `` at ``start`` by what stands around it."""
    if _CLEAR.match(data, start):
        return True
    end = data.find(b"\n", start)
    line = data[start + 5 : min(end, start + 400) if end >= 0 else start + 400].rstrip(b"\r")
    following = data[end + 1 : end + 1 + _LOOKAHEAD] if end >= 0 else b""
    dated = _DATE.search(line) is not None
    if dated and _ANY_FIELD.match(following):
        return True
    after_blank = at_start or data.endswith((b"\n\n", b"\n\r\n"), max(0, start - 3), start)
    if not after_blank:
        return False
    if dated:  # a message without a header, or the last one of a file that was cut
        return not following or following.startswith((b"\n", b"\r\n")) or _EXACT.fullmatch(line) is not None
    return _ENVELOPE_SENDER.match(line) is not None and _MAIL_FIELD.match(following) is not None


class _ArchiveWindow:
    """The part of an archive that is in memory: ``data`` begins at byte ``offset`` of it."""

    def __init__(self, content: Archive, start: int = 0) -> None:
        self.offset = start
        self.ended = isinstance(content, bytes)
        self.data = _with_line_feeds(content[start:]) if isinstance(content, bytes) else b""
        self._content = content
        self._taken = start
        self._has_bare_returns: bool | None = None

    def drop(self, size: int) -> None:
        """Forget the first ``size`` bytes."""
        self.data = self.data[size:]
        self.offset += size

    def grow(self) -> bool:
        """Take in more of the archive; False where it has no more."""
        if self.ended:
            return False
        wanted = max(_BLOCK, len(self.data))  # doubling, so that a long message is not copied block by block
        block = self._read(wanted)
        if self._has_bare_returns is None:
            self._has_bare_returns = _has_bare_returns(block)
        self.data += block.replace(b"\r", b"\n") if self._has_bare_returns else block
        self.ended = not block
        return not self.ended

    def reach(self, size: int) -> None:
        """Grow until ``size`` bytes are there, or all of the archive is."""
        while len(self.data) < size and self.grow():
            pass

    def _read(self, size: int) -> bytes:
        content = self._content
        end = self._taken + size
        block = bytes(content[self._taken : end]) if isinstance(content, Bytes) else content.read(size)
        self._taken += len(block)
        return block


def _bounds(window: _ArchiveWindow) -> Iterator[tuple[int, int, bytes | None, bool]]:
    """Yield where each message begins and ends in the window, and the beginning of one that is too long for it.

    The start of such a message may lie before the window, so it may be less than 0. The last value says whether
    there are lines in the message that may be quoted ``From `` lines.
    """
    window.reach(_SHORTEST_HEAD)
    framing = framing_of(window.data)
    # What is before the first mark is no message.
    start = 0 if framing is None else _next_mark(window, framing, 0)[1]
    while True:
        if start >= len(window.data):
            window.reach(start + 1)
            if start >= len(window.data):
                return
        if start >= _BLOCK and not window.ended:
            window.drop(start)
            start = 0
        offset = window.offset + start
        if framing is None:
            cut, end, has_quoted = _end_of_message(window, start)
        else:
            (cut, end), has_quoted = _end_of_framed(window, framing, start), False
        yield offset - window.offset, end, cut, has_quoted
        start = end


def _end_of_framed(window: _ArchiveWindow, framing: Framing, start: int) -> tuple[bytes | None, int]:
    """Find where a framed message ends: where its size says, if a mark or the end is there, else at the next mark."""
    mark = framing.mark.match(window.data, start)
    size = int(mark["size"]) if mark and "size" in framing.mark.groupindex else MAX_MESSAGE + 1
    if mark and size <= MAX_MESSAGE:
        end = mark.end() + size
        window.reach(end + _LOOKAHEAD)
        if end == len(window.data) or framing.mark.match(window.data, end):
            return None, end
    return _next_mark(window, framing, start + 1, start)


def _next_mark(
    window: _ArchiveWindow, framing: Framing, scan: int, start: int = 0
) -> tuple[bytes | None, int]:
    """Find the next mark, or the end; the first value is the beginning of a message that is too long."""
    cut: bytes | None = None
    while True:
        found = framing.mark.search(window.data, scan)
        if found is not None:
            return cut, found.start()
        scan = max(scan, len(window.data) - _LOOKAHEAD)
        if scan - start > MAX_MESSAGE:
            cut = cut or window.data[start : start + MAX_MESSAGE]
            window.drop(scan - 1)
            start, scan = 0, 1
        if not window.grow():
            return cut, len(window.data)


def _end_of_message(window: _ArchiveWindow, start: int) -> tuple[bytes | None, int, bool]:
    """Find where the message that begins at ``start`` ends: the next separator, or the end of the archive.

    The first value is the beginning of a message that is too long to be kept whole, else None; the last one says
    whether there are lines in it that may be quoted ``From `` lines.
    """
    cut: bytes | None = None
    scan = start
    is_announced: bool | None = None
    has_quoted = window.data.startswith(b">", start)
    while True:
        found = _MARK.search(window.data, scan)
        if found is None:
            last_line = window.data.rfind(b"\n", scan)  # what it is, shows when there is more
            scan = last_line if last_line >= 0 else len(window.data)
            if scan - start > MAX_MESSAGE:
                cut = cut or window.data[start : start + MAX_MESSAGE]
                window.drop(scan - 3)  # a separator is judged by the blank line before it, too
                start, scan = 0, 3
            if not window.grow():
                return cut, len(window.data), has_quoted
            continue
        mark = found.start()
        scan = mark + 1
        first = window.data[scan]
        if first == _QUOTED:
            has_quoted = True
        elif first != _SEPARATOR:
            is_announced = True if is_announced is None else is_announced
        else:
            if is_announced:
                is_announced = False  # asked once
                scan = max(scan, _announced_end(window, start, mark))
                if scan > mark + 1:
                    has_quoted = True
                    continue
            if not window.ended:
                window.reach(mark + _LOOKAHEAD)
            if _is_separator(window.data, mark + 1):
                return cut, mark + 1, has_quoted


def _announced_end(window: _ArchiveWindow, start: int, mark: int) -> int:
    """Give where to look for the next separator from: the end ``Content-Length`` announces, if it fits.

    The header ends before what may be the first one, or nothing is announced.
    """
    header_end = _HEADER_END.search(window.data, start, min(mark + 1, start + (1 << 16)))
    if header_end is None:
        return start
    length = _LENGTH.search(window.data, start, header_end.start() + 1)
    if length is None or int(length[1]) > MAX_MESSAGE:
        return start
    end = header_end.end() + int(length[1])
    window.reach(end + _LOOKAHEAD)
    rest = window.data[end : end + _LOOKAHEAD]
    blank = len(rest) - len(rest.lstrip(b"\r\n"))
    at_end = not rest[blank:] and window.ended and end <= len(window.data)
    if at_end or (window.data[end - 1 : end + blank].endswith(b"\n") and rest.startswith(b"From ", blank)):
        return max(start, end + blank - 1) if at_end or is_mbox(rest[blank:]) else start
    return start


def _content(data: bytes, start: int, end: int, *, has_quoted: bool) -> bytes:
    """Give the bytes of one message: without its ``From `` line and the blank line that ends it."""
    framing = framing_of(data, start) if data[start : start + 1] != b"F" else None
    if framing is not None and (mark := framing.mark.match(data, start, end)):
        content = framing.unframed(data[mark.end() : end])
        return _unquoted(content) if framing.quotes_from else content
    if data.startswith(b"From ", start) and (start > 0 or _is_separator(data, start, at_start=True)):
        line_end = data.find(b"\n", start, end)
        start = line_end + 1 if line_end >= 0 else end
    if data.endswith(b"\n\n", start, end):
        end -= 1
    elif data.endswith(b"\n\r\n", start, end):
        end -= 2
    content = data[start:end]
    if has_quoted and b">From " in content:
        return _unquoted(content)
    return content


def _unquoted(content: bytes) -> bytes:
    """Take off the marks an mbox writer put on, not those that quote: a quoted line has quoted neighbours."""
    written = bytearray()
    done = 0
    for found in _QUOTED_FROM.finditer(content):
        before = content.rfind(b"\n", 0, max(0, found.start() - 1)) + 1
        after = content.find(b"\n", found.end()) + 1
        quotes = content.startswith(b">", before, found.start()) or (
            after > 0 and content.startswith(b">", after)
        )
        if not quotes:
            written += content[done : found.start()]
            done = found.start() + 1
    return bytes(written + content[done:]) if done else content

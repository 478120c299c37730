r"""Archives of messages that are framed otherwise than by ``From `` lines: who wrote them, and how they are told.

Each is known by its first bytes, and each message in it begins with a mark of its own, so that an archive can be read
from any message on. Some marks say how long the message is; where that is wrong, the next mark ends it.

- MMDF: a line of four ``^A`` before and after each message (MMDF's, and SCO Unix's, mailboxes).
- mbx: 2,048 bytes of a header that begins with ``*mbx*``, then messages after a line with date, size and flags
  (the UW IMAP toolkit, Pine).
- rnews: ``#! rnews SIZE`` before each article (batches and spools of news, RFC 1036 section 4.3).
- Babyl: ``^_^L`` before each message, its header, ``*** EOOH ***``, the header as it was shown, the body (Emacs Rmail
  before Emacs 23).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Framing", "framing_of", "is_framed"]

_EOOH = re.compile(rb"^\*\*\* EOOH \*\*\*[ \t]*\r?\n", re.MULTILINE)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n|\A\r?\n")


class Framing(NamedTuple):
    """One way to frame messages."""

    name: str
    head: re.Pattern[bytes]
    """What the archive begins with, where that is no mark."""
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


_NO_HEAD = re.compile(rb"(?!)")
_MMDF = re.compile(rb"^\x01{4}\r?\n(?=[^\x01])", re.MULTILINE)
_MBX = re.compile(
    rb"(?:^|(?<=\0))[ \d]\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}"
    rb",(?P<size>\d{1,15});[0-9A-Fa-f]{12}[-0-9A-Fa-f]{0,9}\r\n",
    re.MULTILINE,
)
_RNEWS = re.compile(rb"^#! rnews (?P<size>\d{1,15})\b[^\n]*\n", re.MULTILINE)
_BABYL = re.compile(rb"\x1f\r?\n?\x0c\r?\n(?=[01],)")

FRAMINGS = (
    Framing("MMDF", _NO_HEAD, _MMDF, _without_control_line, quotes_from=True),
    Framing("mbx", re.compile(rb"\*mbx\*\r\n[0-9A-Fa-f]{16}\r\n"), _MBX, bytes),
    Framing("rnews", _NO_HEAD, _RNEWS, bytes),
    Framing("Babyl", re.compile(rb"BABYL OPTIONS:"), _BABYL, _with_original_header),
)
_FIRST_BYTES = frozenset(b"\x01*#B\x1f 0123456789")


def framing_of(data: bytes, start: int = 0) -> Framing | None:
    r"""Tell how the messages of an archive are framed that begins, or goes on, at ``start`` of these bytes.

    >>> framing_of(b"\x01\x01\x01\x01\nSubject: x\n").name, framing_of(b"From a@b\n")
    ('MMDF', None)
    """
    if data[start : start + 1] and data[start] in _FIRST_BYTES:
        for framing in FRAMINGS:
            if framing.head.match(data, start) or framing.mark.match(data, start):
                return framing
    return None


def is_framed(head: bytes) -> bool:
    r"""Tell whether a file that begins with these bytes is such an archive.

    >>> is_framed(b"#! rnews 1234\nPath: a!b\n"), is_framed(b"#! /bin/sh\n")
    (True, False)
    """
    return framing_of(head) is not None

"""What may reach a terminal: controls, and what turns the order of writing round, are shown, not sent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TextIO

from urlglean.patterns import lazy_re

__all__ = ["printable"]

UNPRINTABLE = lazy_re(
    "[\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional controls (Unicode Standard Annex 9)
    "\u2028\u2029"  # line and paragraph separator
    "\ud800-\udfff]"  # bytes of a file name that are no text
)


def printable(text: str) -> str:
    r"""Give the text with every character of `UNPRINTABLE` written as an escape that shows it.

    >>> printable("a\x1b[31mb\n\u202e")
    'a\\x1b[31mb\\n\\u202e'
    """
    return text if text.isprintable() else UNPRINTABLE.sub(_escape, text)


def printable_lines(text: str) -> str:
    r"""Give the same of a text of several lines: tabs are kept, and so are line breaks, each as a line feed.

    >>> printable_lines("a\tb\r\nc\x1b[31m")
    'a\tb\nc\\x1b[31m'
    """
    pieces = _BREAK_OR_TAB.split(text)
    kept = ("\t" if piece == "\t" else "\n" for piece in pieces[1::2])
    pieces[::2] = map(printable, pieces[::2])
    pieces[1::2] = kept
    return "".join(pieces)


_BREAK_OR_TAB = lazy_re(r"(\r\n|[\r\n\t])")


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if 0xDC80 <= code <= 0xDCFF:  # how Python carries an undecodable byte of a file name
        return f"\\x{code - 0xDC00:02x}"
    return found[0].encode("unicode_escape").decode("ascii")


def is_unicode(out: TextIO) -> bool:
    """Tell whether a stream takes every character; one that does not know its encoding (a StringIO) does."""
    encoding = getattr(out, "encoding", None)
    return encoding is None or encoding.lower().replace("-", "").replace("_", "").startswith("utf")


_MOST_LINES = 1000
_LONG_LINE = 1 << 16


def write_lines(lines: Iterable[tuple[object, str]], out: TextIO) -> None:
    """Write lines, those of one text together: they come together, too, and a write for each may cost more.

    Each line comes with the text it is about. All that came is written, whatever ends the lines. Where ``out`` writes
    line by line (a terminal), each is written as it comes.
    """
    pending: list[str] = []
    at_once = getattr(out, "line_buffering", False)
    text: object = None
    try:
        for about, line in lines:
            if about is not text or len(pending) >= _MOST_LINES:
                out.write("".join(pending))
                pending.clear()
                text = about
            pending.append(line)
            if at_once or len(line) > _LONG_LINE:
                out.write("".join(pending))
                pending.clear()
    finally:
        out.write("".join(pending))

"""The furniture at the edges of a text's lines: quote marks, comment marks, box margins, page breaks.

A URL that is broken over lines goes on behind them. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Margin", "line_start", "margin", "page_break", "quote_depth", "same_margin"]

_MARK = (  # a quote mark with initials, a bar; with a blank behind it, what begins a comment or an item
    r"[^\W\d_]{0,8}>|\||(?:/\*+|:|\#+|//+|;+|%+|\*|--)(?=[ \t])"
)
_MARGIN = re.compile(rf"[ \t\u00A0]*+(?:(?:{_MARK})[ \t\u00A0]*+)*+")
_BLANKS = re.compile(r"[ \t\u00A0]*+")
_LONGEST_MARGIN = 200
_FURTHEST = 4096
_PAGE_BREAK = re.compile(
    r"""
    (?:[ \t]*\r?\n)+                                 # the rest of the page
    (?:
        [^\n]{0,100}\[Page[ ]\w{1,6}\][ \t]*(?:\r?\n|(?=\f))  # its running footer
        (?:[ \t]*\r?\n)* \f?[ \t]*\r?\n?             # the form feed, where it survived
      | (?:[^\n\f]{0,100}\r?\n)? [ \t]*\f[ \t]*\r?\n?
    )
    (?:[ \t]*\r?\n)*
    (?:                                              # the next running header
        (?=[^\n]{0,100}[12][0-9]{3}[ \t]*\r?\n)
        [A-Z][^\n<>]{0,100}\r?\n(?=[ \t]*\r?\n)
    )?
    (?:[ \t]*\r?\n)*
    """,
    re.VERBOSE,
)


class Margin(NamedTuple):
    """What stands at a line's beginning: where the content starts, and the marks without blanks (``>>``, ``|``)."""

    content: int
    marks: str


def line_start(text: str, at: int) -> int:
    """Give the offset at which the line of offset ``at`` begins, looking back no further than 4,096 code points."""
    floor = at - _FURTHEST if at > _FURTHEST else 0
    start = text.rfind("\n", floor, at) + 1 or floor
    # A CR alone ends a line, too, but is looked for in this line only.
    return text.rfind("\r", start, at) + 1 or start


def margin(text: str, start: int, limit: int) -> Margin:
    """Read the margin of the line that begins at ``start``, no further than ``limit``.

    >>> margin("> > see", 0, 7)
    Margin(content=4, marks='>>')
    """
    found = _MARGIN.match(text, start, min(limit, start + _LONGEST_MARGIN))
    end = found.end() if found else start
    marks = "".join(text[start:end].split())
    if marks.startswith("/*"):
        marks = "*"  # a comment in code goes on behind one asterisk
    return Margin(end, marks)


def quote_depth(marks: str) -> int:
    """Count the quote marks of a margin.

    >>> quote_depth("Jim>>"), quote_depth("|"), quote_depth("")
    (2, 1, 0)
    """
    return marks.count(">") or marks.count("|") or marks.count(":")


def same_margin(text: str, start: int, limit: int, marks: str) -> int:
    """Give the content's offset where the line at ``start`` has the margin ``marks``, or -1.

    Only as many marks as asked for are read, so that a ``>`` behind them is content.
    """
    if not marks:
        found = margin(text, start, limit)
        return found.content if not found.marks else -1
    if marks == "*" and (hanging := margin(text, start, limit)).content > start and not hanging.marks:
        return hanging.content  # the item of a list goes on behind its indentation
    position = _behind_blanks(text, start, limit)
    for mark in marks:
        if position >= limit or text[position] != mark:
            return -1
        if text.startswith("*/", position):
            return -1  # the end of a comment in code
        position = _behind_blanks(text, position + 1, limit)
    return position


def _behind_blanks(text: str, start: int, limit: int) -> int:
    found = _BLANKS.match(text, start, limit)
    return found.end() if found else start


def page_break(text: str, at: int, limit: int) -> int:
    """Give the offset behind a page break (RFC layout: footer, form feed, header) that begins at ``at``, or -1."""
    found = _PAGE_BREAK.match(text, at, limit)
    return found.end() if found else -1

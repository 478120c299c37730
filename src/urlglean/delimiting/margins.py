"""The edges of a text's lines: quote marks, comment marks, box margins, page breaks, where wrappers break.

A URL that is broken over lines goes on behind them. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = [
    "CHUNK",
    "REST_OF_LINE",
    "Margin",
    "line_start",
    "margin",
    "page_break",
    "page_ends",
    "same_margin",
]

CHUNK = re.compile(r".[^/\-?&=]*[/\-?&=]?")
"""What a wrapper that breaks after delimiters puts on a line together."""
REST_OF_LINE = re.compile(r"[^\r\n]*+")
_MARK = (  # a quote mark with initials, a bar; with a blank behind it, what begins a comment or an item
    r"[^\W\d_]{0,8}>|\||(?:/\*+|:|\#+|//+|;+|%+|\*|--)(?=[ \t])"
)
_MARGIN = re.compile(rf"[ \t\u00A0]*+(?:(?:{_MARK})[ \t\u00A0]*+)*+")
_BLANKS = re.compile(r"[ \t\u00A0]*+")
_LONGEST_MARGIN = 200
_FURTHEST = 4096
_EMPTY_LINE = r"(?:[ \t]*+\r?\n)"
_EMPTY_LINES = re.compile(rf"{_EMPTY_LINE}++")
_FOOTER = (  # it ends in the number of the page: `[Page 7]`, `Page 7`, or `- 7 -`
    r"(?:(?:[^\n\f]{0,100})\[Page[ ]\w{1,6}\]|[^\n\f]{0,100}[ ][ ]Page[ ]\w{1,6}|[ \t]{1,80}-[ ][0-9]{1,4}[ ]-)"
)
_NEAR = 200
"""No footer's mark stands further behind its line's beginning, in code points."""
_YEAR = r"[12][0-9]{3}[ \t]*\r?\n"
_HEADER = (  # the next page's: it ends in a year, or has its parts at the edges of the page, and an empty line follows
    rf"(?:(?=[A-Z][^\n]{{0,120}}{_YEAR}|[ ]{{20,90}}[^\n]{{0,40}}{_YEAR}|[^\n]{{0,120}}\S[ ]{{3,90}}\S)"
    rf"[^\n<>\f]{{1,120}}\r?\n(?={_EMPTY_LINE}))?"
)
_PAGE_BREAK = re.compile(
    rf"{_EMPTY_LINE}++"  # the rest of the page
    rf"(?:{_FOOTER}[ \t]*(?:\r?\n|(?=\f)){_EMPTY_LINE}*+(?:\f[ \t]*\r?\n?)?"
    rf"|(?:[^\n\f]{{0,100}}\r?\n{_EMPTY_LINE}*+)?[ \t]*\f[ \t]*\r?\n?)"  # any other footer needs a form feed
    rf"{_EMPTY_LINE}*+{_HEADER}{_EMPTY_LINE}*+"
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
    empty = _EMPTY_LINES.match(text, at, limit)
    if empty is None:
        return -1
    footer = empty.end()
    near = min(limit, footer + _NEAR)
    # What nearly all lines have none of is looked for first.
    if (
        text.find("Page ", footer, near) < 0
        and text.find("\f", at, limit) < 0
        and text.find("- ", footer, near) < 0
    ):
        return -1
    found = _PAGE_BREAK.match(text, at, limit)
    return found.end() if found else -1


def page_ends(text: str, at: int, limit: int) -> bool:
    """Tell whether a page may end between the two."""
    return text.find("\f", at, limit) >= 0 or text.find("Page ", at, limit) >= 0

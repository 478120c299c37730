"""Schemes that are themselves broken over lines: ``ht`` and ``tp://``, ``http:`` and ``//host``.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from urlglean.delimiting.lines import Margin, line_start, margin, same_margin

__all__ = ["TRIGGER", "SplitScheme", "find_split_scheme", "is_split_scheme"]

TRIGGER = r"(?:(?<=[Hh][Tt][Tt][Pp]:)|(?<=[Hh][Tt][Tt][Pp][Ss]:)|(?<=[Ff][Tt][Pp]:))(?=/?[ \t]{0,3}[\r\n])"
"""Matches behind the colon of a scheme whose line ends before both slashes are there."""

_SCHEMES = frozenset({"http", "https", "ftp"})
_LONGEST_MARGIN = 200
_LINE_BREAK = re.compile(r"[ \t]{0,3}(?:\r\n|\n|\r)")
_MOST_BLANKS = 3
_HEAD = re.compile(r"(?<![^\W_])[A-Za-z]{1,5}\Z")
_TAIL = re.compile(r"(?<![^\W_])[A-Za-z]{0,4}\Z")
_ACROSS = re.compile(r"(?i)(?<![^\W_])(?:h(?:\ntt|t\nt|tt\n)ps?|https?\n|http\ns|f\ntp|ft\np|ftp\n)(?::|\Z)")


class SplitScheme(NamedTuple):
    """A scheme and the two slashes behind it, with the line break that stands in them."""

    name: str
    start: int
    end: int
    """Where the first piece ends, at the end of its line."""
    rest: int
    """Where the next line's content begins."""
    slashes_below: bool
    """The line break stands between the colon and both slashes."""


def is_split_scheme(before: str, this: str) -> bool:
    """Tell whether a scheme goes from the end of one piece of a URL to the beginning of the next.

    >>> is_split_scheme("http://a/?url=ht", "tp://b/"), is_split_scheme("http://a/", "http://b/")
    (True, False)
    """
    return _ACROSS.search(f"{before[-7:]}\n{this[:7].partition(':')[0]}:") is not None


def find_split_scheme(text: str, at: int, floor: int) -> SplitScheme | None:
    r"""Find the scheme around the colon at ``at`` that a line break stands in; None where there is none.

    Looks back no further than ``floor``. Both lines have the same margin, or the second has none.

    >>> find_split_scheme("> see ht\n> tp://a.b/", 13, 0)
    SplitScheme(name='http', start=6, end=8, rest=11, slashes_below=False)
    """
    if text.startswith("://", at):
        tail = _TAIL.search(text, max(floor, at - 4), at)
        rest = tail.start() if tail else at
        end = _end_above(text, rest, floor)
        head = _HEAD.search(text, max(floor, end - 5), end) if end >= 0 else None
        name = (head[0] + text[rest:at]).lower() if head else ""
    else:
        head = _HEAD.search(text, max(floor, at - 5), at)
        end = at + 1 + text.startswith("/", at + 1)
        rest = _content_below(text, end)
        name = head[0].lower() if head and text.startswith("//"[end - at - 1 :], rest) else ""
    if head is None or name not in _SCHEMES or _content_below(text, end) != rest:
        return None
    return SplitScheme(name, head.start(), end, rest, slashes_below=end == at + 1)


def _end_above(text: str, rest: int, floor: int) -> int:
    """Give where the line above ends, if nothing but a margin stands before ``rest``; else -1."""
    low = max(floor, rest - _LONGEST_MARGIN)
    line = max(text.rfind("\n", low, rest), text.rfind("\r", low, rest)) + 1
    if line == 0 or _margin(text, line, rest).content != rest:
        return -1
    end = line - 1 - (text[line - 2 : line] == "\r\n")
    blanks = text[max(floor, end - _MOST_BLANKS) : end]
    return end - len(blanks) + len(blanks.rstrip(" \t"))


def _content_below(text: str, end: int) -> int:
    """Give where the content of the next line begins, behind the margin of the line that ends at ``end``; or -1."""
    found = _LINE_BREAK.match(text, end)
    if found is None:
        return -1
    marks = _margin(text, line_start(text, end), end).marks
    content = same_margin(text, found.end(), len(text), marks)
    if content >= 0:
        return content
    below = margin(text, found.end(), len(text))
    return below.content if not below.marks else -1


def _margin(text: str, line: int, limit: int) -> Margin:
    """Read the margin of a line; a colon that it begins with is a quote mark here without a blank behind it, too."""
    found = margin(text, line, limit)
    if found.content == line < limit and text[line] == ":":
        return Margin(line + 1, ":")
    return found

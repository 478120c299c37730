"""Schemes that are themselves broken over lines: ``ht`` and ``tp://``, ``http:`` and ``//host``.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from typing import NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import opener_before
from urlglean.delimiting.ends.extent import joined_extent
from urlglean.delimiting.lines import SHORTEST_WRAPPED, Margin, at_line_end, line_start, margin, same_margin
from urlglean.delimiting.openings import Opening, label_start
from urlglean.delimiting.readings import Reading, Scan, Site
from urlglean.delimiting.rules.enclosed import read_in_angles, read_in_pair
from urlglean.delimiting.rules.wrapped import decide, follow
from urlglean.delimiting.schemes import SPLIT
from urlglean.patterns import lazy_re

TRIGGER = r"(?:(?<=[Hh][Tt][Tt][Pp]:)|(?<=[Hh][Tt][Tt][Pp][Ss]:)|(?<=[Ff][Tt][Pp]:))(?=/?[ \t]{0,3}[\r\n])"
"""Matches behind the colon of a scheme whose line ends before both slashes are there."""

_LONGEST_MARGIN = 200
_LINE_BREAK = lazy_re(r"=?[ \t]{0,3}(?:\r\n|\n|\r)")
_MOST_BLANKS = 3
_HOST_OR_MORE = lazy_re(r"(?i)[.:@\[]|(?<=//)localhost\b")
_HEAD = lazy_re(r"(?<![^\W_])[A-Za-z]{1,5}\Z")
_TAIL = lazy_re(r"(?<![^\W_])[A-Za-z]{0,4}\Z")


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


def read_split(scan: Scan, split: SplitScheme) -> Reading | None:
    """Read the URL whose scheme is broken over lines."""
    text = scan.text
    # Where its authority would begin if the first line held all of the scheme: so it is in what is put together.
    body = split.start + len(split.name) + 3
    opening = Opening(
        split.start, body, split.name, Opened.SCHEME, label_start(text, split.start, scan.floor)
    )
    site = Site(opening, *opener_before(text, opening.prefix, scan.floor), split.end)
    if site.before == "<" and (reading := read_in_angles(scan, site)):
        return reading
    if site.before and (reading := read_in_pair(scan, site)):
        return reading
    run = scan.runs.end(split.rest)
    joined = text[split.start : split.end] + text[split.rest : run]
    extent = joined_extent(opening, joined)
    if not (joined.endswith("//") if extent is None else _is_host(text, split, joined[: extent.end])):
        return None
    pieces = [(split.start, split.end), (split.rest, run)]
    readings = [(text[split.start : split.end], None), (joined, extent)]
    if (extent is not None and extent.cut < len(joined)) or not at_line_end(text, run):
        return decide(scan, opening, pieces, readings, 2)
    return follow(scan, opening, pieces, readings)


def _is_host(text: str, split: SplitScheme, joined: str) -> bool:
    """Tell whether what stands behind the slashes of a broken scheme is a host: it may be a comment or a path."""
    if not split.slashes_below or _HOST_OR_MORE.search(joined, len(split.name) + 3):
        return True
    return split.end - line_start(text, split.end) >= SHORTEST_WRAPPED


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
        end = at + 1 + text.startswith("/", at + 1)
        rest = _content_below(text, end)
        head = _HEAD.search(text, max(floor, at - 5), at) if rest >= 0 else None
        name = head[0].lower() if head and text.startswith("//"[end - at - 1 :], rest) else ""
    if head is None or name not in SPLIT or _content_below(text, end) != rest:
        return None
    return SplitScheme(name, head.start(), end, rest, slashes_below=end == at + 1)


def _end_above(text: str, rest: int, floor: int) -> int:
    """Give where the line above ends, if nothing but a margin stands before ``rest``; else -1."""
    low = max(floor, rest - _LONGEST_MARGIN)
    line = max(text.rfind("\n", low, rest), text.rfind("\r", low, rest)) + 1
    if line == 0 or _margin(text, line, rest).content != rest:
        return -1
    end = line - 1 - (text[line - 2 : line] == "\r\n")
    if text[end - 1] == "=":
        return end - 1  # a soft break of quoted-printable is none of its text (RFC 2045 6.7)
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

"""Where a piece of reStructuredText that docutils hands to its inline parser stands in the source.

docutils is given no more than it takes in time. It knows lines only: it takes indentation away, expands tabs and cuts
tables into cells. The lines of such a piece are looked for near the line that it names, and only what is found there
letter by letter has a place.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from urlglean.patterns import lazy_re
from urlglean.text import Text

_MOST_STEPS = 100_000
"""How many lines and inline marks docutils is given: five times as many as in the longest texts that people write.

It takes some 0.05 to 0.15 ms for each.
"""
_LONGEST = 4 << 20
"""How many code points docutils is given, which may hold a hundred bytes for each."""
_MANY_STEPS = 10_000
_LEAST_OF_A_STEP = 10
"""So many code points there are at least to each of many steps; in what people write it is 14 or more."""
_STEP = lazy_re(
    r"(?<![^\r\n\v\f\x1c-\x1e\x85\u2028\u2029])[ \t]*+\S"  # a line
    r"|(?<![\w*`|])[*`|]++(?=\S)|(?<=[\w\]])__?(?!\w)"  # the beginning of markup, the end of a name
    r"|(?<=\w)[:@](?=[\w/])"  # what a URL or an address has
)


def beyond_docutils(text: str) -> str:
    """Say what of a text is too much for docutils, which no limit of its own keeps from it; empty where nothing is."""
    if len(text) > _LONGEST:
        return f"more than the {_LONGEST >> 20} MB that docutils is given"
    steps = sum(1 for _ in _STEP.finditer(text))
    if steps > _MOST_STEPS or (steps > _MANY_STEPS and steps * _LEAST_OF_A_STEP > len(text)):
        return "more lines and inline marks than docutils is given"
    return ""


_VERTICAL = lazy_re("[\v\f]")
_TAB_WIDTH = 8
_NEAR = 40
"""How many lines around the one that docutils names are searched."""
_EFFORT = 64
"""How often all of the text may be searched in vain, so that hostile input takes linear time."""


def _behind_tabs(line: str) -> tuple[list[int], list[int]]:
    """Give the column of docutils behind each tab of a line, and the index there."""
    columns: list[int] = []
    indexes: list[int] = []
    column = behind = 0
    while (index := line.find("\t", behind)) >= 0:
        column += index - behind
        column += _TAB_WIDTH - column % _TAB_WIDTH
        behind = index + 1
        columns.append(column)
        indexes.append(behind)
    return columns, indexes


class SourceLines:
    """The lines of a source as docutils has them, and the way back.

    A line ends as for `str.splitlines`; tabs are expanded, and white space at the end is gone.
    """

    def __init__(self, source: Text) -> None:
        self.source = source
        self._raw: list[str] = []
        self.starts: list[int] = []
        """Where each line begins, in code points of the source."""
        self.lines: list[str] = []
        offset = 0
        for raw in source.text.splitlines(keepends=True):
            self._raw.append(raw)
            self.starts.append(offset)
            offset += len(raw)
            self.lines.append(_VERTICAL.sub(" ", raw).expandtabs(_TAB_WIDTH).rstrip())
        self._tabs: dict[int, tuple[list[int], list[int]]] = {}
        self._claimed: dict[int, int] = {}
        """How far in a line pieces have been found already: cells of a table may be alike."""
        self.cursor = 0
        """The line after the last piece that was found."""
        self._found = 0
        """How far single words have been found that stand in no lines as they are."""
        self._effort = _EFFORT * (len(source.text) + 1000)

    def origin(self, row: int, column: int) -> int:
        """Give the code point of the source that stands in a line (both from 0) at a column of docutils."""
        if row not in self._tabs:
            self._tabs[row] = _behind_tabs(self._raw[row])
        columns, indexes = self._tabs[row]
        before = bisect_right(columns, column) - 1
        index = indexes[before] + column - columns[before] if before >= 0 else column
        if before + 1 < len(indexes):  # the columns of a tab are all behind it
            index = min(index, indexes[before + 1])
        return self.starts[row] + min(index, len(self._raw[row]))

    def locate(self, text: str, line: int, *, last: bool = False) -> Place:
        """Find the place of lines that docutils has put together, the first of them near ``line``, from 1.

        ``last`` asks for where they stand last in their lines, rather than for where no other piece was found.
        """
        wanted = text.split("\n")
        skipped = 0
        while skipped < len(wanted) - 1 and not wanted[skipped].strip():
            skipped += 1
        row = line - 1 + skipped
        for first in self._rows(row):
            columns = self._columns(wanted[skipped:], first, last=last)
            if columns is not None:
                return Place(self, wanted, first - skipped, [0] * skipped + columns)
        return Place(self, wanted, row, None)

    def first_of(self, text: str, line: int) -> int:
        """Give the first line of a text that ends at a line, or at what is not empty before it."""
        while line > 1 and (line > len(self.lines) or not self.lines[line - 1]):
            line -= 1
        return line - text.count("\n")

    def _rows(self, row: int) -> Sequence[int]:
        """Give the lines to look at: the one named, those around it, those behind what was found last."""
        count = len(self.lines)
        rows = [row]
        for distance in range(1, 4):
            rows += (row + distance, row - distance)
        rows += range(self.cursor, self.cursor + _NEAR)
        rows += range(row + 4, row + _NEAR)
        return [one for one in rows if 0 <= one < count]

    def _columns(self, wanted: list[str], first: int, *, last: bool) -> list[int] | None:
        """Give the column of each line if they stand at ``first`` and below, or None."""
        if first + len(wanted) > len(self.lines):
            return None
        line = self.lines[first]
        self._effort -= len(line)
        if self._effort < 0:
            return None
        column = self._column(line, wanted[0], first, last=last)
        if column < 0:
            return None
        columns = [column]
        rest: int | None = None
        for row, text in enumerate(wanted[1:], first + 1):
            line = self.lines[row]
            self._effort -= len(line)
            stripped = text.strip()
            if not stripped:
                columns.append(0)
                continue
            for guess in (column, rest):
                if guess is not None and line.startswith(text, guess):
                    rest = guess
                    break
            else:
                margin = len(line) - len(line.lstrip()) - (len(text) - len(text.lstrip()))
                rest = margin if margin >= 0 and line.startswith(text, margin) else line.find(text)
                if rest < 0:
                    return None
            columns.append(rest)
        for row, (at, text) in enumerate(zip(columns, wanted, strict=True), first):
            self._claimed[row] = at + len(text)
        self.cursor = first + len(wanted) - 1
        return columns

    def _column(self, line: str, text: str, row: int, *, last: bool) -> int:
        if not text:
            return 0
        if last:
            return line.rfind(text)
        column = line.find(text, self._claimed.get(row, 0))
        return column if column >= 0 else line.find(text)

    def near(self, text: str, row: int) -> tuple[int, int]:
        """Give the next place in the source, from a line on (from 0), where a text stands; else that line's start."""
        if not self.starts:
            return 0, 0
        row = min(max(row, 0), len(self.starts) - 1)
        begin = self.starts[row]
        if text and self._effort > 0:
            stop = min(row + _NEAR, len(self.starts))
            limit = self.starts[stop] if stop < len(self.starts) else len(self.source.text)
            self._effort -= limit - begin
            at = self.source.text.find(text, max(begin, self._found), limit)
            if at >= 0:
                self._found = at + len(text)
                return at, at + len(text)
        return begin, begin


class Place:
    """Where lines of text stand: the line of the source that each is in, and the column it begins at.

    It is known to its line alone where they are not found as they are.
    """

    __slots__ = ("_columns", "_first", "_lines", "_starts", "_wanted")

    def __init__(self, lines: SourceLines, wanted: list[str], first: int, columns: list[int] | None) -> None:
        self._lines = lines
        self._wanted = wanted
        self._first = first
        self._columns = columns
        self._starts: list[int] | None = None

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Give the stretches of the source that the text's ``[start:end]`` stands in, one for each line."""
        if self._columns is None:
            return self._near(start, end)
        if self._starts is None:
            self._starts = [0]
            for line in self._wanted[:-1]:
                self._starts.append(self._starts[-1] + len(line) + 1)
        row = bisect_right(self._starts, start) - 1
        found = []
        while row < len(self._wanted) and (begin := self._starts[row]) < end:
            line = self._wanted[row]
            left = max(start - begin, 0)
            right = min(end - begin, len(line))
            piece = line[left:right]
            left += len(piece) - len(piece.lstrip())
            right -= len(piece) - len(piece.rstrip())
            if left < right:
                column, at = self._columns[row], self._first + row
                found.append((self._lines.origin(at, column + left), self._lines.origin(at, column + right)))
            row += 1
        return found or self._near(start, end)

    def _near(self, start: int, end: int) -> list[tuple[int, int]]:
        """Give the nearest place in the source where the same letters stand, or the beginning of the line."""
        return [self._lines.near("\n".join(self._wanted)[start:end], self._first)]

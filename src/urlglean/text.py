"""A decoded text that knows the line and column of each of its code points, and a piece of it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

__all__ = ["Span", "Text", "Unbroken", "taking_out"]


_LINE_BREAK = re.compile(r"\r\n?|\n")
_GLANCE = 40


class Span(NamedTuple):
    """One piece of a decoded document: ``start`` and ``end`` in code points, line and column from 1."""

    start: int
    end: int
    line: int
    column: int


class Text:
    """A decoded text, or a window of a longer one, that knows the line and column of each offset.

    ``offset``, ``line`` and ``column`` say where the window's first code point stands in the whole document.
    A line ends with LF, CRLF or a CR alone. Nothing is counted before a line is asked for; whoever asks from front
    to back has each line counted once, and for the others an index is built.
    """

    __slots__ = ("_reached", "_starts", "column", "line", "offset", "text")

    def __init__(self, text: str, *, offset: int = 0, line: int = 1, column: int = 1) -> None:
        self.text = text
        self.offset = offset
        self.line = line
        self.column = column
        self._starts: list[int] | None = None
        self._reached: tuple[int, int, int] | None = None
        """The line last asked for: how many are before it, where it begins, how far it is known to go."""

    def __repr__(self) -> str:
        """Show how it begins and where it stands; it may be long."""
        return (
            f"Text({_shortened(self.text)!r}, offset={self.offset}, line={self.line}, column={self.column})"
        )

    def position(self, index: int) -> tuple[int, int]:
        """Give the line and column (from 1, columns in code points) of the window's code point ``index``."""
        if self._reached is None:
            if "\r" in self.text:
                self._line_starts()
            self._reached = (0, 0, 0)
        row, start, known = self._reached
        if self._starts is not None or index < start:
            starts = self._line_starts()
            row = bisect_right(starts, index) - 1
            start = starts[row]
        elif index > known:
            # From where the last one stood: a line may be megabytes long, and hold thousands.
            if breaks := self.text.count("\n", known, index):
                row, start = row + breaks, self.text.rfind("\n", known, index) + 1
            self._reached = (row, start, index)
        return self.line + row, index - start + (1 if row else self.column)

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            text = self.text
            if "\r" in text:
                self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]
            else:
                # Without a loop of our own: the lengths of the lines before, and a line feed for each.
                ends = accumulate(map(len, text.split("\n")[:-1]), initial=0)
                self._starts = list(map(add, ends, count()))
        return self._starts

    def row_and_offset(self, index: int) -> tuple[int, int]:
        """Give the row of the window's code point ``index`` and its offset there, both from 0: undoes `index`."""
        starts = self._line_starts()
        row = bisect_right(starts, index) - 1
        return row, index - starts[row]

    def index(self, row: int, offset: int) -> int:
        """Give the window's code point that stands ``offset`` code points into its ``row``, both from 0."""
        starts = self._line_starts()
        return min(starts[min(row, len(starts) - 1)] + offset, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """Give the Span of the window's ``[start:end]``, in offsets of the whole document."""
        line, column = self.position(start)
        return Span(self.offset + start, self.offset + end, line, column)


def _shortened(text: str) -> str:
    """Give a text as far as a glance takes it in.

    >>> _shortened("x" * 1000) == "x" * 39 + "\N{HORIZONTAL ELLIPSIS}"
    True
    """
    return text if len(text) <= _GLANCE else f"{text[: _GLANCE - 1]}\N{HORIZONTAL ELLIPSIS}"


# A text with some of it taken out, and the way back to the text as it was.


class Unbroken(NamedTuple):
    """A text with some of it taken out, and where each run that is left begins in both texts."""

    text: str
    starts: list[int]
    origins: list[int]

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        """Give the pieces of the original text that ``[start:end]`` was put together from."""
        found = []
        run = bisect_right(self.starts, start) - 1
        while start < end:
            stop = min(end, self.starts[run + 1]) if run + 1 < len(self.starts) else end
            shift = self.origins[run] - self.starts[run]
            if stop > start:
                found.append((start + shift, stop + shift))
            start = stop
            run += 1
        return found


def taking_out(text: str, spans: Iterable[tuple[int, int]]) -> Unbroken | None:
    """Take spans out of a text; None where there are none."""
    pieces: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    position = length = 0
    for start, end in spans:
        starts.append(length)
        origins.append(position)
        pieces.append(text[position:start])
        length += start - position
        position = end
    if not pieces:
        return None
    starts.append(length)
    origins.append(position)
    pieces.append(text[position:])
    return Unbroken("".join(pieces), starts, origins)

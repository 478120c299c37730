"""Texts that know where they stand: a decoded one its lines and columns, a rewritten one the way back to its source."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import accumulate, chain, count, islice
from operator import add, itemgetter
from typing import NamedTuple, Protocol, TypeAlias, overload

from urlglean.patterns import lazy_re

__all__ = ["Rewritten", "Span", "Text"]


_LINE_BREAK = lazy_re(r"\r\n?|\n")
_LONE_RETURN = lazy_re(r"\r(?!\n)")
_NOT_BREAK = lazy_re(r"[^\r\n]")
_GLANCE = 40
_MANY_LINES = 100_000
"""From how many lines on their beginnings are held as numbers, in a fifth of the memory; lists are found sooner."""


class Span(NamedTuple):
    """One piece of a decoded document: ``start`` and ``end`` in code points, line and column from 1."""

    start: int
    end: int
    line: int
    column: int


class Standing(Protocol):
    """Tells where in a message the code point at an offset of its text stands."""

    def depth(self, offset: int) -> int:
        """Count the quotations it stands in."""

    def region(self, offset: int) -> str:
        """Give its region: ``body``, ``signature`` or ``footer``."""


class Text:
    """A decoded text, or a window of a longer one, that knows the line and column of each offset.

    ``offset``, ``line`` and ``column`` say where the window's first code point stands in the whole document.
    A line ends with LF, CRLF or a CR alone. Nothing is counted before a line is asked for; whoever asks from front
    to back has each line counted once, and for the others an index is built.
    """

    __slots__ = ("_has_lone_returns", "_reached", "_starts", "column", "line", "offset", "standing", "text")

    def __init__(self, text: str, *, offset: int = 0, line: int = 1, column: int = 1) -> None:
        self.text = text
        self.offset = offset
        self.line = line
        self.column = column
        self._has_lone_returns: bool | None = None
        self._starts: Sequence[int] | None = None
        self._reached: tuple[int, int, int] | None = None
        """The line last asked for: how many are before it, where it begins, how far it is known to go."""
        self.standing: Standing | None = None
        """Tells where in a message something stands, for what is of one."""

    def __repr__(self) -> str:
        """Show how it begins and where it stands; it may be long."""
        return (
            f"Text({_shortened(self.text)!r}, offset={self.offset}, line={self.line}, column={self.column})"
        )

    @property
    def has_lone_returns(self) -> bool:
        """Whether a line may end with a CR alone; where all are of a CRLF, the LF are all there is to count."""
        if self._has_lone_returns is None:
            self._has_lone_returns = "\r" in self.text and _LONE_RETURN.search(self.text) is not None
        return self._has_lone_returns

    def position(self, index: int) -> tuple[int, int]:
        """Give the line and column (from 1, columns in code points) of the window's code point ``index``."""
        if self._reached is None:
            if self.has_lone_returns:
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

    def _line_starts(self) -> Sequence[int]:
        if self._starts is None:
            text = self.text
            if text.count("\n") >= _MANY_LINES or self.has_lone_returns:
                starts = chain((0,), (found.end() for found in _LINE_BREAK.finditer(text)))
                first = list(islice(starts, _MANY_LINES))
                kind = "I" if len(text) < _SHORT else "q"
                self._starts = first if len(first) < _MANY_LINES else array(kind, chain(first, starts))
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

    def window(self, text: str, index: int) -> Text:
        """Give a text that stands from the window's code point ``index`` on, as one that knows its place, too."""
        line, column = self.position(index)
        window = Text(text, offset=self.offset + index, line=line, column=column)
        window.standing = self.standing
        return window

    @staticmethod
    def blanked(stretch: str) -> str:
        r"""Give blanks for a stretch of a text, its line breaks kept: every offset, line and column stays.

        >>> Text.blanked("<b>\r\nx")
        '   \r\n '
        """
        return _NOT_BREAK.sub(" ", stretch)

    @staticmethod
    def edited(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
        """Give a text with stretches of it written anew: where each begins and ends, and what is said there, in order.

        >>> Text.edited("a <b> c", [(2, 5, "*")])
        'a * c'
        """
        written, done = StringIO(newline=""), 0
        for start, end, said in edits:
            written.write(text[done:start])
            written.write(said)
            done = end
        if not done:
            return text
        written.write(text[done:])
        return written.getvalue()


def _shortened(text: str) -> str:
    """Give a text as far as a glance takes it in.

    >>> _shortened("x" * 1000) == "x" * 39 + "\N{HORIZONTAL ELLIPSIS}"
    True
    """
    return text if len(text) <= _GLANCE else f"{text[: _GLANCE - 1]}\N{HORIZONTAL ELLIPSIS}"


Edit: TypeAlias = tuple[int, int, int, int]
"""Where a text says something in its source's stead: from where to where in the text, and in the source."""
_END, _STOP = 1, 3
_OF_EDIT = tuple(map(itemgetter, range(4)))
_MOST_PIECES = 10_000
"""In how many pieces a stretch is told; one that is broken at each letter costs a hundred bytes for each."""
_SHORT = 1 << 31
_MANY = 4000
"""From how many edits on they are held as numbers, which take little memory; as tuples they are found sooner."""


class _Packed(Sequence[Edit]):
    """Edits as nothing but numbers: very many, as those of a text of character references, in a sixth of the memory."""

    __slots__ = ("columns",)

    def __init__(self, edits: Iterable[Edit], *, is_short: bool) -> None:
        numbers = memoryview(array("I" if is_short else "q", chain.from_iterable(edits)))
        self.columns = tuple(numbers[column::4] for column in range(4))
        """What each number of an `Edit` is, of all of them."""

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, number: int) -> Edit: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Edit]: ...

    def __getitem__(self, number: int | slice) -> Edit | Sequence[Edit]:
        begins, ends, origins, stops = self.columns
        if isinstance(number, slice):
            return list(zip(begins[number], ends[number], origins[number], stops[number], strict=True))
        return begins[number], ends[number], origins[number], stops[number]


def _few_or_packed(edits: Iterator[Edit], *, is_short: bool = False) -> Sequence[Edit]:
    """Hold edits; those of a short source in numbers of half the size."""
    first = tuple(islice(edits, _MANY))
    return first if len(first) < _MANY else _Packed(chain(first, edits), is_short=is_short)


def _up_to(edits: Sequence[Edit], offset: int, column: int) -> int:
    """Give how many edits have a number in a column, all in order, that is no more than an offset."""
    if isinstance(edits, _Packed):
        return bisect_right(edits.columns[column], offset)
    return bisect_right(edits, offset, key=_OF_EDIT[column])


@dataclass(frozen=True, slots=True, repr=False)
class Rewritten:
    """A text written anew in places, and the way back to the source that it was made of.

    Each place is a stretch of the source and what is said in its stead, which may be nothing: then it was taken out.
    Between them the text is the source's. `of` makes one. All offsets are code points.
    """

    text: str
    begin: int = 0
    """Where in the source the text begins."""
    edits: Sequence[Edit] = ()
    """What was written anew, in order."""

    @staticmethod
    def of(
        source: str, edits: Iterable[tuple[int, int, str]], start: int = 0, stop: int | None = None
    ) -> Rewritten:
        """Rewrite ``source[start:stop]``.

        Each edit is the start and end of a stretch of ``source`` and what is said in its stead; they come in order
        and do not overlap.

        >>> Rewritten.of("write to joe at example dot com", [(12, 16, "@"), (23, 28, ".")], 9).text
        'joe@example.com'
        """
        written = StringIO(newline="")

        def places() -> Iterator[Edit]:
            done = shorter = start  # how far the source is read, and how much less the text has up to there
            for origin, behind, said in edits:
                written.write(source[done:origin])
                written.write(said)
                begin = origin - shorter
                end = begin + len(said) if said else begin
                yield begin, end, origin, behind
                shorter = behind - end
                done = behind
            written.write(source[done:stop])

        held = _few_or_packed(places(), is_short=len(source) < _SHORT)
        return Rewritten(written.getvalue(), start, held)

    @staticmethod
    def held(text: str, begin: int, edits: Iterator[Edit]) -> Rewritten:
        """Hold a text that was written anew, and its edits in order, in little memory however many there are."""
        return Rewritten(text, begin, _few_or_packed(edits))

    def __repr__(self) -> str:
        """Show how it begins; it may be long."""
        return f"Rewritten({_shortened(self.text)!r}, begin={self.begin})"

    def origin(self, offset: int) -> int:
        """Give where in the source the code point at ``offset`` stands: behind what was taken out there."""
        return self._led_back(offset, _up_to(self.edits, offset, _END))

    def end(self, offset: int) -> int:
        """Give where in the source the text before ``offset`` ends: before what was taken out there."""
        return self._led_back(offset, _up_to(self.edits, offset - 1, _END))

    def offset(self, origin: int) -> int:
        """Give where in the text the source's code point at ``origin`` stands, or what is said in its stead."""
        edits = self.edits
        number = _up_to(edits, origin, _STOP)
        if number < len(edits):
            start, end, begin, _ = edits[number]
            if begin < origin:
                return min(start + origin - begin, end)
        if not number:
            return origin - self.begin
        _, end, _, stop = edits[number - 1]
        return end + origin - stop

    def span(self, start: int, end: int) -> tuple[int, int]:
        r"""Give start and end of the stretch of the source that ``text[start:end]`` was made of.

        >>> slashes = Rewritten.of(r"see http:\/\/a\/", [(9, 11, "/"), (11, 13, "/"), (14, 16, "/")])
        >>> slashes.text, slashes.span(4, 13)
        ('see http://a/', (4, 16))
        """
        if not self.edits:
            return self.begin + start, self.begin + end
        return self.origin(start), self.end(end)

    def pieces(self, start: int, end: int) -> list[tuple[int, int]]:
        r"""Give the `span` of ``text[start:end]`` in pieces, without what was taken out within it.

        What was written anew in more than 10,000 places is one piece.

        >>> Rewritten.of("http://a/\n> b", [(9, 12, "")]).pieces(0, 10)
        [(0, 9), (12, 13)]
        """
        edits = self.edits
        if not edits:
            return [(self.begin + start, self.begin + end)] if start < end else []
        first, last = _up_to(edits, start, _END), _up_to(edits, end - 1, _END)
        begin, stop = self._led_back(start, first), self._led_back(end, last)
        if last - first > _MOST_PIECES:
            return [(begin, stop)]
        found: list[tuple[int, int]] = []
        for said, said_end, origin, behind in edits[first:last]:
            if said == said_end and origin < behind:
                if begin < origin:
                    found.append((begin, origin))
                begin = behind
        if begin < stop:
            found.append((begin, stop))
        return found

    def _led_back(self, offset: int, number: int) -> int:
        """Lead an offset back that stands behind the first ``number`` edits; it may be within the next one."""
        if number < len(self.edits):
            start, end, origin, stop = self.edits[number]
            if start < offset:
                return stop if offset == end else min(origin + offset - start, stop)
        if not number:
            return self.begin + offset
        _, end, _, stop = self.edits[number - 1]
        return stop + offset - end

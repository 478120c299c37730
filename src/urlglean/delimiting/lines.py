"""The lines of a text: their margins of quote marks, comment marks and bars, page breaks, and a URL's paragraph.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from urlglean.patterns import lazy_re

BREAKERS = "/-?&="
"""Behind what some wrappers break a line."""
CHUNK = lazy_re(r".[^/\-?&=]*[/\-?&=]?")
"""What a wrapper that breaks after delimiters puts on a line together."""
REST_OF_LINE = lazy_re(r"[^\r\n]*+")
QUOTE_MARK = r"[^\W\d_]{0,8}>"
"""The pattern of a quote mark, initials before it or not (``JD>``)."""
_WIDE = lazy_re(
    r"[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6"
    r"\U0001F300-\U0001FAFF\U00020000-\U0003FFFD]"
)
"""What takes two columns, nearly all of it (UAX 11)."""
BREAK_MARKS = ("\u2190\u21aa", "\u2190-", *"\u00ac\u21a9\u21aa\u21b2\u21b5\u23ce\u27a5")
"""What typesetters of listings put at the end of a line that they broke; some of it at the start of the next one.

The first two are an arrow and its hook as TeX draws it, in the text of a PDF.
"""
BREAK_MARK = rf"(?:{'|'.join(BREAK_MARKS)})"
"""The pattern of one."""
_ENDS_OF_MARKS = frozenset(mark[-1] for mark in BREAK_MARKS)
_BREAK_MARK = lazy_re(r"(?:\u21aa\u2192?|[,\u0592]\u2192|\u27a5)[ \t]{0,8}(?=\S)")
"""What they put before the rest of it, as it is and as the text of a PDF has it (``,\u2192``)."""
BEFORE_REST = frozenset("\u21aa,\u0592\u27a5")
"""What it begins with."""
BARS: Final = "|\u2502\u2503\u2551"
"""The edges of boxes and of the columns of tables: the sign of ASCII, and those that lines are drawn with."""
OTHER_MARKS = f"{BARS}:#/;%*-"
"""What the other marks of margins begin with."""
_MARK = (  # a quote mark, a bar; with a blank behind it, what begins a comment or an item
    rf"{QUOTE_MARK}|[{BARS}]|(?:/\*+!?|:|\#+|//+!?|;+|%+|\*|--)(?=[ \t])"
)
_MARGIN = lazy_re(rf"[ \t\u00A0]*+(?:(?:{_MARK})[ \t\u00A0]*+)*+")
_QUOTE_MARKS = lazy_re(r"(?:[ ]*+>)++[ ]*+(?=[A-Za-z0-9<(\"])")
"""Those alone, with a word or a delimiter behind them."""
_INDENTED = lazy_re(r"[ ]++(?=[A-Za-z0-9<(\"\[])")
"""Blanks alone, with a word or a delimiter behind them."""
_OF_CONTENT = frozenset('0123456789<(["')
"""What is no letter, and no mark begins with."""
_BLANKS = lazy_re(r"[ \t\u00A0]*+")
_LONGEST_MARGIN = 200
_LONGEST_MARK = 9
"""A quote mark of initials and ``>``, in code points."""
_FURTHEST = 4096
_EMPTY_LINE = r"(?:[ \t]*+\r?\n)"
_EMPTY_LINES = lazy_re(rf"{_EMPTY_LINE}++")
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
_PAGE_BREAK = lazy_re(
    rf"(?:{_EMPTY_LINE}++"  # the rest of the page
    rf"(?:{_FOOTER}[ \t]*(?:\r?\n|(?=\f)){_EMPTY_LINE}*+(?:\f[ \t]*\r?\n?)?|[ \t]*\f[ \t]*\r?\n?)"
    # Any other footer needs a form feed, and an empty line above: else it is the page's last line.
    rf"|{_EMPTY_LINE}{{2,}}+[^\n\f]{{0,100}}\r?\n{_EMPTY_LINE}*+[ \t]*\f[ \t]*\r?\n?)"
    rf"{_EMPTY_LINE}*+{_HEADER}{_EMPTY_LINE}*+"
)


_new: Final = tuple.__new__
_AT_LINE_END = lazy_re(rf"[ \t]*+(?:(?:{BREAK_MARK}|[{BARS}])[ \t]*+)?[\r\n]")
_TO_ONE_BAR = str.maketrans(dict.fromkeys(BARS, "|"))


class Margin(NamedTuple):
    """What stands at a line's beginning: where the content starts, and the marks without blanks (``>>``, ``|``).

    Whatever a bar is drawn with, its mark is the one of ASCII.
    """

    content: int
    marks: str


def columns(line: str) -> int:
    """Give how many columns a line takes, as what wraps lines counts them: a letter of East Asia takes two.

    >>> columns("see /a"), columns("参照 /a")
    (6, 7)
    """
    return len(line) if line.isascii() else _columns_beyond_ascii(line)


@lru_cache(maxsize=256)  # each URL of a paragraph asks it of all the lines
def _columns_beyond_ascii(line: str) -> int:
    return len(line) + len(_WIDE.findall(line))


def line_start(text: str, at: int) -> int:
    """Give the offset at which the line of offset ``at`` begins, looking back no further than 4,096 code points."""
    floor = at - _FURTHEST if at > _FURTHEST else 0
    start = text.rfind("\n", floor, at) + 1 or floor
    # A CR alone ends a line, too, but is looked for in this line only.
    return text.rfind("\r", start, at) + 1 or start


def line_above(text: str, line: int) -> int:
    """Give where the line above the one that begins at ``line`` does; 0 for the first line itself."""
    end = line - 2 if text[line - 2 : line] == "\r\n" else line - 1
    return line_start(text, end if end > 0 else 0)


def at_line_end(text: str, run: int) -> bool:
    """Tell whether the line ends behind ``run``, but for blanks and a box's margin."""
    return _AT_LINE_END.match(text, run, run + 200) is not None


def margin(text: str, start: int, limit: int) -> Margin:
    """Read the margin of the line that begins at ``start``, no further than ``limit``.

    >>> margin("> > see", 0, 7)
    Margin(content=4, marks='>>')
    """
    first = text[start : start + 1]
    if first in _OF_CONTENT or (first.isalpha() and text.find(">", start, start + _LONGEST_MARK) < 0):
        return _new(Margin, (start, ""))
    stop = min(limit, start + _LONGEST_MARGIN)
    if first == " " and (indented := _INDENTED.match(text, start, stop)) is not None:
        end = indented.end()
        if text.find(">", end, end + _LONGEST_MARK) < 0:
            return _new(Margin, (end, ""))
    if (quoted := _QUOTE_MARKS.match(text, start, stop)) is not None:
        end = quoted.end()
        if text.find(">", end, end + _LONGEST_MARK) < 0:  # no initials before another one
            return _new(Margin, (end, quoted[0].replace(" ", "")))
    found = _MARGIN.match(text, start, stop)
    end = found.end() if found else start
    marks = "".join(text[start:end].split())
    if marks.startswith("/*"):
        marks = "*"  # a comment in code goes on behind one asterisk
    return Margin(end, marks if marks.isascii() else marks.translate(_TO_ONE_BAR))


def change_at(text: str, content: int, limit: int) -> str:
    """Give the sign of a line that a patch adds or takes away, and the marks of its comment; nothing for others.

    ``content`` is where the sign would stand.

    >>> change_at("+# See it", 0, 9), change_at("+See it", 0, 7), change_at("See it", 0, 6)
    ('+#', '+', '')
    """
    sign = text[content : content + 1]
    return sign + margin(text, content + 1, limit).marks if sign in ("+", "-") else ""


def behind_change(text: str, content: int, limit: int, change: str) -> int:
    """Give where a line goes on behind the sign and the marks that `change_at` gave; ``content`` without the sign."""
    if not change or not text.startswith(change[0], content):
        return content
    inner = same_margin(text, content + 1, limit, change[1:])
    return inner if inner >= 0 else _behind_blanks(text, content + 1, limit)


def behind_break_mark(text: str, content: int) -> int:
    """Give where the rest of a line begins that a typesetter broke and marked so; ``content`` where it did not."""
    mark = _BREAK_MARK.match(text, content)
    return mark.end() if mark is not None else content


def before_break_mark(text: str, end: int) -> int:
    """Give where a run ends in front of the mark at its end that says that a typesetter broke it; ``end`` without one.

    >>> before_break_mark("http://a/b\u21aa", 11), before_break_mark("http://a/b\u2190\u21aa", 12)
    (10, 10)
    """
    if text[end - 1] not in _ENDS_OF_MARKS:
        return end
    return end - len(next((mark for mark in BREAK_MARKS if text.endswith(mark, 0, end)), ""))


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
        if position >= limit or (text[position] != mark and not (mark == "|" and text[position] in BARS)):
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


HYPHENATION = "\u2010"
"""What typesetters put at the end of a line in front of the rest of a word (`groff -Tutf8`, and so ``man``)."""


def without_hyphenations(text: str, pieces: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Leave out the hyphenations that pieces of a URL end in; if it holds more of them, they are its hyphens."""
    broken = {end for _, end in pieces[:-1] if text[end - 1] == HYPHENATION and text[end - 2].isalpha()}
    if not broken or sum(text.count(HYPHENATION, *piece) for piece in pieces) > len(broken):
        return pieces
    return tuple([(start, end - (end in broken)) for start, end in pieces])


def other_hyphens(text: str, pieces: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    r"""Give the readings without the hyphens at line breaks, which a typesetter may have put there, and with others.

    RFC 3986 Appendix C. ``pieces`` are those of a URL, in order. Where they leave out a hyphenation, it may have been a
    hyphen: some print both with one character.

    >>> other_hyphens("http://a/b-\n  c", ((0, 11), (14, 15)))
    ('http://a/bc',)
    """
    hyphened = hyphenated = False
    for _, end in pieces[:-1]:
        hyphened |= text[end - 1] == "-"
        hyphenated |= text[end] == HYPHENATION
    if not (hyphened or hyphenated):
        return ()
    parts = [text[start:end] for start, end in pieces]
    others = []
    if hyphened:
        others.append("".join([part.removesuffix("-") for part in parts[:-1]] + parts[-1:]))
    if hyphenated:
        marks = ["-" if text.startswith(HYPHENATION, end) else "" for _, end in pieces[:-1]]
        others.append("".join([part + mark for part, mark in zip(parts, [*marks, ""], strict=True)]))
    return tuple(others)


_GAPS = lazy_re(r"(?<![\s.:?!])[ ]+")
"""The blanks between words; behind a sentence there may be one more."""
_WIDE_GAP = lazy_re(r"(?<![\s.:?!])[ ]{2,}+(?!\n)")
_FEWEST_GAPS = 3


def is_justified(words: str, *, fewest_gaps: int = _FEWEST_GAPS) -> bool:
    """Tell text set to both margins: the blanks between its words differ by one at most.

    >>> is_justified("Needed for the killall  binary.   See  "), is_justified("Ann Lee     Vienna  ")
    (True, False)
    """
    gaps = [len(gap) for gap in _GAPS.findall(words)]
    return len(gaps) >= fewest_gaps and max(gaps) - min(gaps) <= 1


LOOK_BACK = 4096
"""How far around a URL its paragraph is read, in code points."""
_LONGEST_WRAPPED = 80
"""What programs wrap lines at, at most, but for a few."""
SHORTEST_WRAPPED = 60
"""The same, at least."""
_LONGEST_LINE = 100
"""No program breaks lines that are longer, but at columns of its own."""
_FEW_LINES = 2
_WIDEST_PAGE = 120
"""What is set in letters of many widths has about so many of them on a line, at most."""
_MOST_RAGGED = 13
"""So many tenths of the middle line such lines come to, at most."""
_LEAST_OF_LONGEST = 7
"""So many tenths of the longest line full ones have, at least."""
_FEWEST_FOLDED = 3
"""So many lines of one length, the last left out, were cut at a column."""
_MOST_LINES = 20
_MOST_REMEMBERED = 512
"""Lines that one paragraph remembers for the next."""
_NEWLINE = lazy_re(r"\r\n|\r|\n")
_MARK_OR_BLANK = rf"[ \t]*(?:{QUOTE_MARK}|[{OTHER_MARKS}]|\n|\Z)"
_IS_MARKED_OR_BLANK = lazy_re(_MARK_OR_BLANK)
_MARKED_OR_BLANK_BELOW = lazy_re(rf"\n{_MARK_OR_BLANK}")


class Paragraph:
    """The lines around a URL that were wrapped together with it: those with its margin, up to an empty line.

    Reading them is put off until something depends on how long they are.
    """

    __slots__ = (
        "_above",
        "_below",
        "_lines",
        "_shared",
        "_text",
        "at",
        "first",
        "is_ascii",
        "margin",
        "marks",
    )

    def __init__(self, text: str, at: int, before: Paragraph | None = None) -> None:
        self._text = text
        self.is_ascii = text.isascii()
        """Whether each code point of the text takes one column."""
        self.at = at
        """Where it was asked for."""
        self.first = line_start(text, at)
        """Where the line of ``at`` begins."""
        content, self.marks = margin(text, self.first, len(text))
        """The margin's marks (``>>``, ``|``)."""
        self.margin = text[self.first : content]
        """The margin as it stands."""
        self._lines: tuple[tuple[int, int], ...] | None = None
        self._shared: bool = (
            before is not None and before._shared and not self.marks and before._is_seen_whole(at)
        )
        if before is not None and self._shared:
            self._lines = before._lines
        # Each by its neighbour. In a paragraph too long to be seen whole, most of them were read for a URL before.
        self._above: dict[int, tuple[int, int]] = {}
        self._below: dict[int, tuple[int, int]] = {}
        if before is not None and before.margin == self.margin and len(before._below) < _MOST_REMEMBERED:
            self._above, self._below = before._above, before._below

    def content(self, line: int) -> int:
        """Give where the content begins of a line that has the margin of the first one to the letter, or -1.

        A letter or a digit follows it there, as nearly always; what else does has to be looked at, it may be a mark.
        """
        text, content = self._text, line + len(self.margin)
        if line == self.first or (
            text.startswith(self.margin, line)
            and text[content : content + 1].isalnum()
            and text.find(">", content, content + _LONGEST_MARK) < 0
            and (not self.margin or self.margin.find("/*") < 0)
        ):
            return content
        return -1

    @property
    def indent(self) -> int:
        """How far the text behind the quote marks was indented before it was quoted; 0 behind other marks."""
        blanks = len(self.margin) - len(self.margin.rstrip(" "))
        return max(0, blanks - 1) if not self.marks.strip(">") else 0

    @property
    def is_spaced(self) -> bool:
        """Whether a blank stands behind the quote marks of the line of ``at``."""
        return self.marks.endswith(">") and not self.margin.endswith(">")

    def ends_at(self, end: int) -> bool:
        """Tell whether the lines from that of ``at`` up to ``end`` are surely all: empty ones are above and below.

        The margin is of blanks or quote marks.
        """
        if self.marks.strip(">"):
            return False
        empty = ("\n\n", f"\n{self.margin.rstrip()}\n")
        return self._text.startswith(empty, end) and self._text.endswith(empty, 0, self.first)

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """For each line, in order, where it starts and how long it is, white space at its end left out."""
        if self._lines is None:
            plain = self._plain_lines() if not self.marks else None
            self._lines = plain or (*reversed(self._lines_above()), *self._lines_below())
        return self._lines

    def _is_seen_whole(self, at: int) -> bool:
        """Tell whether its lines would be the same around ``at``."""
        if self._lines is None:
            return False
        start, length = self._lines[-1]
        return self._lines[0][0] <= at <= start + length

    def longest(self, but: Container[int]) -> int:
        """Give the length of the longest line, leaving out those that start at one of ``but``.

        Longer than programs wrap lines, a line of one word says nothing: it could not be wrapped. Nor do lines that are
        much longer than most of those that were wrapped: a program wrote them, or put two together, as what reads the
        text of a PDF does where a word was hyphenated.
        """
        text, inset, is_ascii = self._text, len(self.margin), self.is_ascii
        sizes = [
            length if is_ascii else columns(text[start : start + length])
            for start, length in self.lines
            if start not in but
            and (length <= _LONGEST_WRAPPED or " " in text[start + inset : start + length].strip())
        ]
        longest = max(sizes, default=0)
        if longest > _LONGEST_LINE and len(sizes) > _FEW_LINES:
            full = sorted(size for size in sizes if size >= SHORTEST_WRAPPED)
            middle = full[(len(full) - 1) // 2]
            if middle <= _WIDEST_PAGE:  # else these were not wrapped at all
                return max(size for size in full if size * 10 <= middle * _MOST_RAGGED)
        return longest

    def is_folded(self, own: int) -> bool:
        """Tell whether all lines but the last are as long as the one that starts at ``own``, or one blank shorter.

        Words are of many lengths, so that lines which end where a word does hardly are; those of text that is set to
        both margins are, by the blanks in it.
        """
        lines = self.lines[:-1]
        if len(lines) < _FEWEST_FOLDED:
            return False
        width = dict(lines).get(own, 0)
        if any(not width - 1 <= length <= width for _, length in lines):
            return False
        return _WIDE_GAP.search(self._text, lines[0][0], self.lines[-1][0]) is None

    def is_set_in_type(self, own: int, longest: int, but: Container[int]) -> bool:
        """Tell lines that were broken at a width that no number of code points tells: letters have many widths there.

        They are much of a length, as the ``own`` line of the URL is, and yet some of them, those that start at one of
        ``but`` left out, had room for the next word, if ``longest`` is how much may stand on a line.
        """
        least = longest * _LEAST_OF_LONGEST
        if own * 10 < least:
            return False
        had_room = full = 0
        for (start, length), (below, end) in pairwise(self.lines):
            if start in but or length * 10 < least:
                continue
            full += 1
            word = self._text[below + len(self.margin) : below + end].partition(" ")[0]
            had_room += length + 1 + len(word) < longest
        return full >= _FEW_LINES and had_room > 0

    def widest(self, but: Iterable[int], least: int) -> int:
        """Give the same for all lines near by that have this margin, those behind empty lines included.

        A line of one word says nothing: nothing could be wrapped there. Nor does one that is no longer than ``least``,
        which is given where no line is: so that few of many short lines are looked at.
        """
        text, inset = self._text, len(self.margin)
        start, end = line_start(text, max(0, self.at - LOOK_BACK // 2)), self.at + LOOK_BACK // 2
        if text.find(" ", start, end) < 0:
            return least  # a list of URLs, or of words
        lines: list[str] = []
        for left_out in sorted(but):
            lines += text[start:left_out].splitlines()
            rest = REST_OF_LINE.match(text, left_out)
            start = max(start, rest.end() if rest else left_out)
        lines += text[start:end].splitlines()
        width, widest = least, 1 if self.is_ascii else 2
        if widest * max(map(len, lines), default=0) <= width:
            return width  # hundreds of short lines are told without a look at each
        for line in lines:
            if widest * len(line) > width and line.startswith(self.margin):
                content = line[inset:].rstrip()
                if " " in content and not content.startswith(">"):
                    width = max(width, inset + columns(content))
        return width

    def find(self, wanted: str, *, but: int) -> bool:
        """Tell whether ``wanted`` stands somewhere in it in one piece, other than at ``but``, and ends there."""
        text, (start, length) = self._text, self.lines[-1]
        found = text.find(wanted, self.lines[0][0], start + length)
        while found >= 0:
            behind = found + len(wanted)
            if found != but and not text[behind : behind + 1].isalnum():
                return True
            found = text.find(wanted, behind, start + length)
        return False

    def _plain_lines(self) -> tuple[tuple[int, int], ...] | None:
        """Read the lines in one go where none around has any margin but blanks, as most do; else None."""
        text, at = self._text, self.at
        below = text.find("\n\n", at, at + LOOK_BACK)
        if below < 0 and len(text) - at > LOOK_BACK:
            return None
        above = text.rfind("\n\n", max(0, at - LOOK_BACK), at)
        if above < 0 and at > LOOK_BACK:
            return None
        start, end = above + 2 if above >= 0 else 0, below if below >= 0 else len(text)
        if (
            text.count("\n", start, end) > _MOST_LINES
            or text.find("\r", start, end) >= 0
            or text.find("\f", start, end) >= 0
            or _IS_MARKED_OR_BLANK.match(text, start, end)
            or _MARKED_OR_BLANK_BELOW.search(text, start, end)
        ):
            return None
        lines = []
        for line in text[start:end].split("\n"):
            length = len(line)
            # Nearly all end in a sign of ASCII.
            lines.append((start, length if "!" <= line[-1:] <= "~" else len(line.rstrip())))
            start += length + 1
        self._shared = end - lines[0][0] < LOOK_BACK - 1  # seen whole from each of them
        return tuple(lines)

    def _lines_above(self) -> list[tuple[int, int]]:
        """Read the line of the URL and those above it, upwards."""
        text, start, above = self._text, self.first, self._above
        lines = [(start, len(_line(text, start)))]
        while start > 0 and len(lines) < _MOST_LINES and self.at - start < LOOK_BACK:
            if (line := above.get(start)) is None:
                previous = line_start(text, start - 1 - (text[start - 2 : start] == "\r\n"))
                length = self._length(previous, text[previous:start].rstrip()) if previous < start else 0
                line = above[start] = previous, length
            start, length = line
            if not length:
                break
            lines.append(line)
        return lines

    def _lines_below(self) -> list[tuple[int, int]]:
        text, start, below = self._text, self.first, self._below
        lines: list[tuple[int, int]] = []
        furthest = self.at + LOOK_BACK
        for _ in range(_MOST_LINES):
            if (line := below.get(start)) is None:
                following, behind = _next_line(text, start)
                length = self._length(following, behind) if behind else 0
                line = below[start] = following, length
            start, length = line
            if not length or start > furthest:
                break
            lines.append(line)
        return lines

    def _length(self, start: int, line: str) -> int:
        """Give the length of the ``line`` at ``start`` where it has the same margin and is not empty; else 0."""
        inset = len(self.margin)
        # Nearly always the margin is the same to the letter, and a letter follows it; or there is nothing.
        if (
            line[inset : inset + 1].isalnum()
            and line.startswith(self.margin)
            and line.find(">", inset, inset + _LONGEST_MARK) < 0
        ):
            return len(line)
        if not line.strip("> \t"):
            return 0
        content = same_margin(self._text, start, start + len(line), self.marks) - start
        if content < 0 or line.startswith(">", content):
            return 0
        return len(line) if line[content:].strip(f"{BARS} \t\u00a0") else 0


def _line(text: str, start: int) -> str:
    """Give the line that begins at ``start``, white space at its end left out."""
    end = text.find("\n", start, start + LOOK_BACK)
    if end >= 0 and text.find("\r", start, end) < 0:
        return text[start:end].rstrip()
    found = REST_OF_LINE.match(text, start, start + LOOK_BACK)
    return found[0].rstrip() if found else ""


def _next_line(text: str, start: int) -> tuple[int, str]:
    """Give where the line after the one at ``start`` begins, or -1, and that line as `_line` does."""
    end = text.find("\n", start, start + LOOK_BACK)
    below = text.find("\n", end + 1, end + 1 + LOOK_BACK) if end >= 0 else -1
    if below >= 0 and text.find("\r", start, below) < 0:
        return end + 1, text[end + 1 : below].rstrip()
    found = REST_OF_LINE.match(text, start, start + LOOK_BACK)
    behind = _NEWLINE.match(text, found.end()) if found else None
    if behind is None or behind.end() >= len(text):
        return -1, ""
    return behind.end(), _line(text, behind.end())

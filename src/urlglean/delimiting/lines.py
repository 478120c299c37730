"""The lines around a URL that were wrapped together with it: how long they are, and what else stands in them.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from urlglean.delimiting.margins import REST_OF_LINE, line_start, margin, same_margin

__all__ = ["LOOK_BACK", "Paragraph"]

LOOK_BACK = 4096
"""How far around a URL its paragraph is read, in code points."""
_LONGEST_WRAPPED = 80
"""What programs wrap lines at, at most, but for a few."""
_MOST_LINES = 20
_NEWLINE = re.compile(r"\r\n|\r|\n")
_MARKED_OR_BLANK = re.compile(r"(?m)\r|\f|^[ \t]*(?:[^\W\d_]{0,8}>|[|:#/;%*\-]|$)")


class Paragraph:
    """The lines around a URL that were wrapped together with it: those with its margin, up to an empty line.

    Reading them is put off until something depends on how long they are.
    """

    __slots__ = ("_at", "_lines", "_margin", "_shared", "_text", "first", "marks")

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at
        self.first = line_start(text, at)
        """Where the line of ``at`` begins."""
        content, self.marks = margin(text, self.first, len(text))
        """The margin's marks (``>>``, ``|``)."""
        self._margin = text[self.first : content]
        self._lines: tuple[tuple[int, int], ...] | None = None
        self._shared = False

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """For each line, in order, where it starts and how long it is, white space at its end left out."""
        if self._lines is None:
            plain = self._plain_lines() if not self.marks else None
            self._lines = plain or (*reversed(self._lines_above()), *self._lines_below())
        return self._lines

    def serves(self, at: int) -> bool:
        """Tell whether the same would be read around ``at``: on one line, or in a paragraph seen whole."""
        if self._shared and self._lines is not None:
            start, length = self._lines[-1]
            return self._lines[0][0] <= at <= start + length
        return self.first == line_start(self._text, at)

    def longest(self, but: Container[int]) -> int:
        """Give the length of the longest line, leaving out those that start at one of ``but``.

        Longer than programs wrap lines, a line of one word says nothing: it could not be wrapped.
        """
        return max(
            (size for start, size in self.lines if start not in but and not self._is_long_word(start, size)),
            default=0,
        )

    def _is_long_word(self, start: int, length: int) -> bool:
        content = start + len(self._margin)
        return length > _LONGEST_WRAPPED and " " not in self._text[content : start + length].strip()

    def widest(self, but: Iterable[int]) -> int:
        """Give the same for all lines near by that have this margin, those behind empty lines included.

        A line of one word says nothing: nothing could be wrapped there.
        """
        text, inset = self._text, len(self._margin)
        start, end = line_start(text, max(0, self._at - LOOK_BACK // 2)), self._at + LOOK_BACK // 2
        lines: list[str] = []
        for left_out in sorted(but):
            lines += text[start:left_out].splitlines()
            rest = REST_OF_LINE.match(text, left_out)
            start = max(start, rest.end() if rest else left_out)
        lines += text[start:end].splitlines()
        width = 0
        for line in sorted(lines, key=len, reverse=True):
            if len(line) <= width:
                break
            if line.startswith(self._margin):
                content = line[inset:].rstrip()
                if " " in content and not content.startswith(">"):
                    width = max(width, inset + len(content))
        return width

    def find(self, wanted: str, *, but: int) -> bool:
        """Tell whether ``wanted`` stands somewhere in it in one piece, other than at ``but``, and ends there."""
        text = self._text
        start, length = self.lines[-1]
        found = text.find(wanted, self.lines[0][0], start + length)
        while found >= 0:
            behind = found + len(wanted)
            if found != but and not text[behind : behind + 1].isalnum():
                return True
            found = text.find(wanted, behind, start + length)
        return False

    def _plain_lines(self) -> tuple[tuple[int, int], ...] | None:
        """Read the lines in one go where none around has any margin but blanks, as most do; else None."""
        text, at = self._text, self._at
        above = text.rfind("\n\n", max(0, at - LOOK_BACK), at)
        below = text.find("\n\n", at, at + LOOK_BACK)
        if (above < 0 and at > LOOK_BACK) or (below < 0 and len(text) - at > LOOK_BACK):
            return None
        start, end = above + 2 if above >= 0 else 0, below if below >= 0 else len(text)
        if text.count("\n", start, end) > _MOST_LINES or _MARKED_OR_BLANK.search(text, start, end):
            return None
        lines = []
        for line in text[start:end].split("\n"):
            lines.append((start, len(line.rstrip())))
            start += len(line) + 1
        self._shared = end - lines[0][0] < LOOK_BACK
        return tuple(lines)

    def _lines_above(self) -> list[tuple[int, int]]:
        """Read the line of the URL and those above it, upwards."""
        start = self.first
        lines = [(start, _length(self._text, start))]
        while start > 0 and len(lines) < _MOST_LINES and self._at - start < LOOK_BACK:
            previous = line_start(self._text, start - 1 - (self._text[start - 2 : start] == "\r\n"))
            length = self._belongs(previous) if previous < start else 0
            if not length:
                break
            start = previous
            lines.append((start, length))
        return lines

    def _lines_below(self) -> list[tuple[int, int]]:
        lines: list[tuple[int, int]] = []
        end = self.first
        for _ in range(_MOST_LINES):
            end = _next_line(self._text, end)
            if end < 0 or end - self._at > LOOK_BACK or not (length := self._belongs(end)):
                break
            lines.append((end, length))
        return lines

    def _belongs(self, start: int) -> int:
        """Give the length of the line at ``start`` where it has the same margin and is not empty; else 0."""
        text, length = self._text, _length(self._text, start)
        content = start + len(self._margin)
        # Nearly always the margin is the same to the letter, and a letter follows it.
        if (
            not (text.startswith(self._margin, start) and text[content : content + 1].isalnum())
            or text[content : content + 9].find(">") >= 0
        ):
            content = same_margin(text, start, start + length, self.marks)
            if content < 0 or text.startswith(">", content):
                return 0
        return length if text[content : start + length].strip("| \t\u00a0") else 0


def _length(text: str, start: int) -> int:
    """Give the length of the line that begins at ``start``, white space at its end left out."""
    found = REST_OF_LINE.match(text, start, start + LOOK_BACK)
    return len(found[0].rstrip()) if found else 0


def _next_line(text: str, start: int) -> int:
    """Give the offset where the line after the one at ``start`` begins, or -1."""
    found = REST_OF_LINE.match(text, start, start + LOOK_BACK)
    behind = _NEWLINE.match(text, found.end()) if found else None
    return behind.end() if behind and behind.end() < len(text) else -1

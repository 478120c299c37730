"""A text that was rewritten in places, and the way back to where everything stood. Offsets are code points."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

__all__ = ["Rewriting", "Rewritten"]


class Rewritten(NamedTuple):
    """A text as it was rewritten: for each stretch of it, where it begins now and where it stood."""

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    ends: tuple[int, ...]

    def origin(self, offset: int, *, is_end: bool = False) -> int:
        """Lead an offset of the rewritten text back to the original; an end lands behind what was rewritten."""
        row = bisect_right(self.starts, offset - is_end) - 1
        start, origin, end = self.starts[row], self.origins[row], self.ends[row]
        if is_end and row + 1 < len(self.starts) and offset == self.starts[row + 1]:
            return end
        return min(origin + offset - start, end)

    def position(self, origin: int) -> int:
        """Lead an offset of the original to the rewritten text."""
        row = max(0, bisect_right(self.origins, origin) - 1)
        length = (self.starts[row + 1] if row + 1 < len(self.starts) else len(self.text)) - self.starts[row]
        return self.starts[row] + min(origin - self.origins[row], length)


class Rewriting:
    """Rewrites a text from ``start`` on, from left to right."""

    __slots__ = ("_ends", "_length", "_origins", "_parts", "_position", "_starts", "_text")

    def __init__(self, text: str, start: int = 0) -> None:
        self._text = text
        self._position = start
        self._parts: list[str] = []
        self._starts: list[int] = []
        self._origins: list[int] = []
        self._ends: list[int] = []
        self._length = 0

    def replace(self, start: int, end: int, written: str) -> None:
        """Write something in place of ``text[start:end]``; what stands between the last place and this one is kept."""
        self._add(self._text[self._position : start], self._position, start)
        self._add(written, start, end)
        self._position = end

    def finished(self, stop: int) -> Rewritten:
        """Keep the rest up to ``stop``, and give the rewritten text."""
        self._add(self._text[self._position : stop], self._position, stop)
        return Rewritten(
            "".join(self._parts),
            (*self._starts, self._length),
            (*self._origins, stop),
            (*self._ends, stop),
        )

    def _add(self, written: str, origin: int, end: int) -> None:
        if written:
            self._starts.append(self._length)
            self._origins.append(origin)
            self._ends.append(end)
            self._parts.append(written)
            self._length += len(written)

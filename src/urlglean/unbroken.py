"""A text with some of it taken out, and the way back to the text as it was."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Unbroken", "taking_out"]


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

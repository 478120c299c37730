"""URLs made harmless on purpose, made whole again: ``hxxp://``, ``[.]``, ``(dot)``, ``[:]//``.

Security reports write URLs so that nothing follows them by accident. The text is rewritten to what was meant, and a map
leads each offset of the rewritten text back to where it stood. Offsets are code points.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

import regex

__all__ = ["Refanged", "refang"]

_DEFANGED = regex.compile(
    r"""
    (?P<scheme>(?<![A-Za-z])(?!(?i:http))[hH][xXtT*]{2}[pP](?P<s>[sS]?)(?=\[?:\]?(?://|\[?//?\]?|\\/\\/)|\[://\]|\[:\]))
  | (?P<colon>
        \[:\]//|\[://\]|(?<=p|P|s|S)\[:\](?=//)
      | (?<=[a-zA-Z]):\[//\]|(?<=[a-zA-Z]):(?:\[/\]){2}|(?<=[a-zA-Z]):\\/\\/
    )
  | (?P<dot>
        \[\.\]|\(\.\)|\{\.\}|\[\.(?=\w)|(?<=\w)\.\](?=\w)
      | [ ]?[\[({](?i:dot|punkt|point)[\])}][ ]?|(?<=\w)\\\.(?=\w)
    )
  | (?P<slash>\[/\])
  | (?P<at>[ ]?[\[({](?:@|(?i:at))[\])}][ ]?)
    """,
    regex.VERBOSE,
)


class Refanged(NamedTuple):
    """A text made whole, and the way back: for each kept stretch, where it begins now and where it stood."""

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


def refang(text: str) -> Refanged:
    """Rewrite every defanged token of ``text``.

    >>> refang("hxxps://www[.]example[.]com/").text
    'https://www.example.com/'
    """
    parts: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    ends: list[int] = []
    length = position = 0

    def add(written: str, origin: int, end: int) -> None:
        nonlocal length
        if written:
            starts.append(length)
            origins.append(origin)
            ends.append(end)
            parts.append(written)
            length += len(written)

    for found in _DEFANGED.finditer(text):
        add(text[position : found.start()], position, found.start())
        add(_meaning(found), found.start(), found.end())
        position = found.end()
    add(text[position:], position, len(text))
    return Refanged("".join(parts), (*starts, length), (*origins, len(text)), (*ends, len(text)))


def _meaning(found: regex.Match[str]) -> str:
    """Say what a defanged token stood for."""
    if found["scheme"] is not None:
        return "https" if found["s"] else "http"
    if found["colon"] is not None:
        return "://" if "/" in found["colon"] else ":"
    if found["dot"] is not None:
        return "."
    return "/" if found["slash"] is not None else "@"

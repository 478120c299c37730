"""Flowed text whose soft breaks say that they take their space with them (``DelSp=yes``, RFC 3676)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from urlglean.unbroken import Unbroken, taking_out

__all__ = ["undo_delsp"]

_SOFT_BREAK = re.compile(r" \r?\n(>*)[ ]?")
_FLOWED_MARKS = re.compile(r">*")


def undo_delsp(text: str) -> Unbroken | None:
    r"""Undo the soft breaks of ``format=flowed; DelSp=yes``: the space goes with the break (RFC 3676 4.1).

    >>> undo_delsp("> see http://example.com/a \n> /b").text
    '> see http://example.com/a/b'
    """
    return taking_out(text, _soft_breaks(text))


def _soft_breaks(text: str) -> Iterator[tuple[int, int]]:
    for found in _SOFT_BREAK.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        marks = _FLOWED_MARKS.match(text, start)
        depth = len(marks[0]) if marks else 0
        line = text[start + depth : found.start() + 1].strip("\r\n")
        # A line of another depth is another paragraph; the signature's separator is no soft break (4.3, 4.5).
        if len(found[1]) == depth and line not in ("-- ", " -- "):
            yield found.span()

"""How much of a text is settled while more of it is waited for: what can be told now, and stays true.

Whoever watches a log wants its URLs when they come, and the same ones that the whole log has. Most decisions look no
further than the blank behind a URL. A URL at a line's end may go on in the next line, one behind ``<`` up to its
``>``, one in a table in the next row: from the first such *loose* one on, everything waits until enough has come.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from urlglean.delimiting.margins import page_break

__all__ = ["ENOUGH_LINES", "settled_end"]

ENOUGH_LINES = 40
"""So many lines with something on them, behind a bare URL, are more than any decision on it looks at."""
_FURTHEST = 4096 + 256
"""Nor does any look further for the end of a delimiter than this, in code points."""
_LINE_BREAK = re.compile(r"\n")
_TO_LINE_END = re.compile(r"\S*+[ \t\u00a0]*+(?:[\r\n]|\Z)")
_TOKEN = re.compile(r"\S*+")
_SURE_NAME = re.compile(r"(?i)(?<![A-Za-z0-9+.\-])(?:https?|ftps?|mailto|www[0-9]{0,3})\Z")
_FILLED_LINE = re.compile(r"(?m)^(?=[^\r\n]*[^\s>|])[^\r\n]*\r?\n")
_LOOK_BACK = 200


def settled_end(text: str, start: int, places: Iterable[int]) -> int:
    r"""Give the end of the lines from ``start`` on in which nothing depends on what may follow ``text``; or ``start``.

    ``places`` are those where something announces a URL (the colon, the first full stop), in order. Offsets are
    code points.

    >>> log = "GET http://a/ 200\nGET http://b/ 200\nsee http://c/"
    >>> settled_end(log, 0, [8, 26, 44])
    36
    >>> settled_end("GET http://a/\nGET http://b/ 200\n", 0, [8, 22])
    0
    """
    end = text.rfind("\n", start) + 1
    for place in places:
        if place >= end:
            break
        if _is_loose(text, place) and not _is_enough(text, place):
            end = text.rfind("\n", 0, place) + 1
            break
    return max(start, end)


def _is_loose(text: str, place: int) -> bool:
    """Tell whether a decision on what is announced at ``place`` may look beyond its line."""
    line_end = _LINE_BREAK.search(text, place)
    rest = text[place : line_end.start() if line_end else len(text)]
    before = text[max(0, place - _LOOK_BACK) : place]
    if "|" in rest or not _SURE_NAME.search(before) or _TO_LINE_END.match(text, place):
        return True
    if before.rfind("<") > before.rfind(">") and ">" not in rest:
        return True
    token = _TOKEN.match(rest)
    return token is not None and any(
        token[0].count(opener) > token[0].count(closer) for opener, closer in ("()", "[]", "{}")
    )


def _is_enough(text: str, place: int) -> bool:
    """Tell whether so much follows that a decision on what is announced at ``place`` sees all it may look at."""
    if len(text) - place < _FURTHEST:
        return False
    line_start = text.rfind("\n", 0, place) + 1
    for number, line in enumerate(_FILLED_LINE.finditer(text, line_start)):
        if page_break(text, line.end() - 1, len(text)) >= 0:
            return False
        if number > ENOUGH_LINES:
            return True
    return False

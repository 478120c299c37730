r"""URLs that go on behind a backslash at the end of a line, in strings of programs, their comments and shell scripts.

The backslash and the line break are nothing there; Rust and YAML drop the blanks behind them as well, and so do writers
who break a URL that way in prose. In Markdown and rich text the same backslash is a line break, and in scripts another
argument may follow: so the URL goes on only where the next line begins as the rest of one does. Offsets are code points
of the text at hand.
"""

from __future__ import annotations

import re

import regex

from urlglean.delimiting.margins import line_start
from urlglean.delimiting.words import STARTS_URL, may_be_prose

__all__ = ["rest_below"]

_CONTINUED = re.compile(r"\\\r?\n(?P<indent>[ \t]{0,200}+)(?:(?P<mark>#|//)[ \t]{1,80}+)?")
_COMMENT = re.compile(r"[ \t]{0,200}+(#|//)[ \t]")
_REST = re.compile(r"/(?![/*])|[?%]|#[\w!/]|&[\w.%\-\[\]]{1,64}=|=(?!=)")
"""How the rest of a URL begins that could be nothing else."""
_REST_OF_SEGMENT = re.compile(r"\w")
_BEFORE_REST = frozenset("/?&=#%-_+~")
"""What a URL surely goes on behind; no other sign may stand before its rest, as the comma of a list does."""
_QUOTES = frozenset("\"'`")
_MOST_LINES = 12


def rest_below(text: str, start: int, end: int, pattern: regex.Pattern[str]) -> list[tuple[int, int]]:
    r"""Give the pieces of the URL at ``start`` below the backslash at ``end``; none where it does not end its line.

    ``pattern`` matches a run of URL characters.

    >>> from urlglean.delimiting.alphabet import grammar
    >>> rest_below('"https://a/b/\\\n   c.html"', 1, 13, grammar(iri=True).run)
    [(18, 24)]
    """
    pieces: list[tuple[int, int]] = []
    before = text[start:end]
    opener = text[start - 1 : start]
    quote = opener if opener in _QUOTES else ""
    while len(pieces) < _MOST_LINES and (found := _CONTINUED.match(text, end)) is not None:
        token = pattern.match(text, found.end())
        if token is None or STARTS_URL.match(token[0]) or not _is_of_comment(text, start, found["mark"]):
            break
        begin, end = token.span()
        if quote and (closing := text.find(quote, begin, end)) >= 0:
            end = closing
        piece = text[begin:end]
        is_closed = quote and not found["indent"] and not found["mark"] and text.startswith(quote, end)
        if not piece or not (is_closed or _goes_on(before, piece)):
            break
        pieces.append((begin, end))
        before += piece
    return pieces


def _is_of_comment(text: str, start: int, mark: str | None) -> bool:
    """Tell whether the line of the URL is a comment that begins with ``mark``, where the next one has it."""
    if mark is None:
        return True
    line = _COMMENT.match(text, line_start(text, start))
    return line is not None and line[1] == mark


def _goes_on(before: str, piece: str) -> bool:
    """Tell whether what begins the next line reads as the rest of the URL before it."""
    last = before[-1]
    if _REST.match(piece):
        return last.isalnum() or last in _BEFORE_REST
    return last in _BEFORE_REST and _REST_OF_SEGMENT.match(piece) is not None and not may_be_prose(piece)

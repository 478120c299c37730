r"""URLs in the strings of PO files, which their tools wrap: ``"see https://a/b-"`` and ``"c/d for more"`` below it.

The strings of an entry are one text, so a URL goes on behind the quotes. Offsets are code points of the text at hand.
(GNU gettext, The Format of PO Files)
"""

from __future__ import annotations

import re

import regex

from urlglean.margins import line_start
from urlglean.tokens import STARTS_URL

__all__ = ["rest_of_string"]

_NEXT_STRING = re.compile(r"\"\r?\n\"(?=[^\s\"\\])")
_KEYWORD = re.compile(r"msg(?:ctxt|id|id_plural|str(?:\[[0-9]\])?)[ \t]{1,8}\"")
_FURTHEST_KEYWORD = 4096
"""How far above a string the keyword of its entry is looked for, in code points."""
_MOST_STRINGS = 12


def rest_of_string(text: str, start: int, run: int, pattern: regex.Pattern[str]) -> list[tuple[int, int]]:
    r"""Give the pieces of the URL at ``start`` in the strings below the one in which its run ends at ``run``.

    ``pattern`` matches a run of URL characters. There are none where that string does not end there, or is in no entry
    of a PO file.

    >>> from urlglean.runs import grammar
    >>> text = 'msgid ""\n"see https://a/b-"\n"c/d for more"\n'
    >>> rest_of_string(text, 14, 26, grammar(iri=True).run)
    [(29, 32)]
    """
    pieces: list[tuple[int, int]] = []
    while len(pieces) < _MOST_STRINGS and (found := _NEXT_STRING.match(text, run)) is not None:
        if not pieces and not _is_in_entry(text, start):
            return []
        token = pattern.match(text, found.end())
        if token is None or STARTS_URL.match(token[0]):
            break
        run = token.end()
        pieces.append((found.end(), run))
    return pieces


def _is_in_entry(text: str, at: int) -> bool:
    """Tell whether the line of ``at`` is a string below the keyword of an entry, or the keyword's own."""
    line = line_start(text, at)
    low = max(0, line - _FURTHEST_KEYWORD)
    while text.startswith('"', line) and line > low:
        line = line_start(text, line - 1 - (text[line - 2 : line] == "\r\n"))
    return _KEYWORD.match(text, line) is not None

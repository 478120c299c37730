r"""Words of manual pages that names and addresses stand in: ``bug\-wget@gnu.org``, ``\fIjoe@example.com\fP``.

The escapes are those of groff(7), some of which Markdown and TeX have too. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from urlglean.patterns import lazy_re, lazy_regex
from urlglean.text import Rewritten

_FONT = r"f(?:[A-Z0-9]|\([A-Z]{2}|\[[A-Z]{0,3}\])"
_BEGINNING = rf"{_FONT}(?=\w)"
# Before a full stop, and where a word begins.
_NOTHING = r"&(?=\.)|(?:(?<![\w/=.?]\\)|(?<=\\f[A-Z0-9]\\))[&%](?=\w)"
_SIGN = r"[_\-](?=[\w\\])|(?<=\w\\)@(?=\w)"
_QUOTE = r"\*\((?:Aq|[LlRr]q)|\((?:[acdlor]q|F[oc]|f[oc])"
_AT = r"(?<=\w\\)\(at(?=\w)"
_ESCAPE = lazy_re(
    rf"\\(?:(?P<beginning>{_BEGINNING}|{_QUOTE})|(?P<nothing>{_FONT}|{_NOTHING})|(?P<at>{_AT})|{_SIGN})"
)
_SIGN_OF_NAME = lazy_re(r"[.@:/]|\(at|[^\x00-\x7F]")
"""What no name is without, nor an address: most words of a manual have escapes, and are neither."""
_LONGEST = 1024
_MOST_BEFORE = 255
_BEFORE = lazy_regex(rf"(?r)\S{{0,{_MOST_BEFORE}}}+")
_BEHIND = lazy_regex(rf"\S{{0,{_LONGEST}}}+")


class Word(NamedTuple):
    """A word of a text, and the same without its escapes; a blank stands for a quote, or a font before a letter."""

    start: int
    end: int
    said: Rewritten


def words_with_escapes(text: str, start: int, stop: int, limit: int) -> Iterator[Word]:
    r"""Yield the words with escapes that begin before ``stop``, end behind ``start`` and at ``limit`` at the latest.

    Those are left out that surely hold no name.

    >>> [word.said.text for word in words_with_escapes(r"a \fIjoe@b\-c.org\fP d", 0, 22, 22)]
    [' joe@b-c.org']
    """
    reach = min(limit, stop + _LONGEST)
    floor = _beginning(text, max(0, start - _MOST_BEFORE), start)
    at = text.find("\\", floor, reach)
    while at >= 0:
        begin = _beginning(text, floor, at)
        if begin >= stop:
            return
        found = _BEHIND.match(text, at, limit)
        floor = found.end() if found else at + 1
        if _SIGN_OF_NAME.search(text, begin, floor):
            said = Rewritten.of(text, map(_meaning, _ESCAPE.finditer(text, begin, floor)), begin, floor)
            if said.edits:
                yield Word(begin, floor, said)
        at = text.find("\\", floor, reach)


def _beginning(text: str, floor: int, at: int) -> int:
    """Give where the word begins that ``at`` stands in, ``floor`` at the earliest."""
    found = _BEFORE.match(text, floor, at)
    return found.start() if found else at


def _meaning(escape: re.Match[str]) -> tuple[int, int, str]:
    start, end = escape.span()
    if escape["nothing"]:
        return start, end, ""
    if escape["at"]:
        return start, end, "@"
    return (start, end, " ") if escape["beginning"] else (start, end - 1, "")

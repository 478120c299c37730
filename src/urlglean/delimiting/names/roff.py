r"""Words of manual pages that names and addresses stand in: ``bug\-wget@gnu.org``, ``\fIjoe@example.com\fP``.

The escapes are those of groff(7), some of which Markdown and TeX have too. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import regex

__all__ = ["Word", "words_with_escapes"]

_FONT = r"\\f(?:[A-Z0-9]|\([A-Z]{2}|\[[A-Z]{0,3}\])"
_BEGINNING = rf"{_FONT}(?=\w)"
# Before a full stop, and where a word begins.
_NOTHING = r"\\&(?=\.)|(?:(?<![\w/=.?])|(?<=\\f[A-Z0-9]))\\[&%](?=\w)"
_SIGN = r"\\[_\-](?=[\w\\])|(?<=\w)\\@(?=\w)"
_ESCAPE = re.compile(rf"(?P<beginning>{_BEGINNING})|(?P<nothing>{_FONT}|{_NOTHING})|{_SIGN}")
_LONGEST = 1024
_BEFORE = regex.compile(r"(?r)\S{0,255}+")
_BEHIND = regex.compile(rf"\S{{0,{_LONGEST}}}+")


class Word(NamedTuple):
    """A word without its escapes; a blank stands for a font that begins before a letter."""

    start: int
    end: int
    said: str
    offsets: tuple[int, ...]
    """Where each code point of ``said`` stands in the text."""


def words_with_escapes(text: str, start: int, stop: int, floor: int, limit: int) -> Iterator[Word]:
    r"""Yield the words with escapes in ``[floor:limit]`` that begin before ``stop`` and end behind ``start``.

    >>> [word.said for word in words_with_escapes(r"a \fIjoe@b\-c.org\fP d", 0, 22, 0, 22)]
    [' joe@b-c.org']
    """
    reach = min(limit, stop + _LONGEST)
    at = text.find("\\", _beginning(text, floor, start), reach)
    while at >= 0:
        begin = _beginning(text, floor, at)
        if begin >= stop:
            return
        found = _BEHIND.match(text, at, limit)
        floor = found.end() if found else at + 1
        word = _word(text, begin, floor)
        if word is not None:
            yield word
        at = text.find("\\", floor, reach)


def _beginning(text: str, floor: int, at: int) -> int:
    """Give where the word begins that ``at`` stands in, ``floor`` at the earliest."""
    found = _BEFORE.match(text, floor, at)
    return found.start() if found else at


def _word(text: str, start: int, end: int) -> Word | None:
    """Undo the escapes of a word; None where there are none that we know."""
    said, done = "", start
    offsets: list[int] = []
    for found in _ESCAPE.finditer(text, start, end):
        said += text[done : found.start()]
        offsets += range(done, found.start())
        if not found["nothing"]:
            said += " " if found["beginning"] else text[found.end() - 1]
            offsets.append(found.end() - 1)
        done = found.end()
    if done == start:
        return None
    return Word(start, end, said + text[done:end], (*offsets, *range(done, end)))

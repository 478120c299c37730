"""What the references to characters in XML stand for (XML 1.0, sections 4.1 and 4.6): ``&amp;`` is an ampersand."""

from __future__ import annotations

import re

__all__ = ["end_of_url", "without_references"]

_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_MARKUP = re.compile(r"&amp;(?:lt|gt|quot)(?:;|\Z)")
"""What an escaped page has escaped itself; the last semicolon of a URL may be taken for punctuation."""
_ENDS = frozenset('<>"`\\‘’“”«»…')
"""Characters that end a URL in a text, besides those that leave no mark."""


def without_references(text: str) -> str:
    """Put the characters where XML has references to them.

    Feeds hold whole pages as text, with their markup escaped: a URL in one has each ampersand escaped twice, and
    ends up with none. What stands for no character that a URL may hold stays as it is.

    >>> without_references("http://a.example/?b=1&amp;c=2&#38;d=3&copy=4")
    'http://a.example/?b=1&c=2&d=3&copy=4'
    >>> without_references("http://a.example/?b=1&amp;amp;c=2")
    'http://a.example/?b=1&c=2'
    """
    if "&" not in text:
        return text
    once = _REFERENCE.sub(_replaced, text)
    return _REFERENCE.sub(_replaced, once) if "&amp;" in once else once


def end_of_url(text: str) -> int:
    """Give where a URL ends in the source of an XML document: before a reference to what ends it in a text.

    >>> end_of_url("http://a.example/&#8217;s"), end_of_url("http://a.example/?b&amp;c")
    (17, 25)
    """
    markup = _MARKUP.search(text)
    end = markup.start() if markup else len(text)
    for reference in _REFERENCE.finditer(text, 0, end):
        character = _character(reference)
        if character in _ENDS or not character.isprintable() or character.isspace():
            return reference.start()
    return end


def _replaced(reference: re.Match[str]) -> str:
    character = _character(reference)
    return character if character.isprintable() else reference[0]


def _character(reference: re.Match[str]) -> str:
    name, decimal, hexadecimal = reference.groups()
    if name:
        return _NAMED[name]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(number) if number < 0x110000 else "\0"

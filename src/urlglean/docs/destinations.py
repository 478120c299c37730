"""The destination of a link as it is written in Markdown, and what is meant by it (CommonMark, sections 2.4, 2.5, 6.3).

All offsets are bytes of a text in UTF-8.
"""

from __future__ import annotations

import re

from urlglean.patterns import lazy_re

_GAP = lazy_re(rb"[ \t\x0b\x0c]*(?:(?:\r\n?|\n)[ \t>]*)?")
_BRACKETED = lazy_re(rb"<((?:\\.|[^<>\\\r\n])*)>")
_BARE = lazy_re(rb"\\[!-/:-@\[-`{-~]|\\|[()]|[^\x00-\x20\\()]+")
_PLAIN = lazy_re(rb"[^\x00-\x20\\()<>&]++(?=[\x00-\x20)]|\Z)")
"""A destination without brackets that ends of itself, and stands for itself."""
_ESCAPE = lazy_re(
    r"\\([!-/:-@\[-`{-~])|&(?:#(?:([0-9]{1,7})|[xX]([0-9a-fA-F]{1,6}))|([A-Za-z][A-Za-z0-9]*));"
)


def place_of(data: bytes, begin: int, end: int, destination: str) -> tuple[int, int] | None:
    """Give from where to where a destination stands at ``begin``, behind white space and marks of quotations."""
    gap = _GAP.match(data, begin, end)
    start = gap.end() if gap else begin
    if (plain := _PLAIN.match(data, start, end)) and plain[0].decode("utf-8", "replace") == destination:
        return plain.span()  # nearly all
    bracketed = _BRACKETED.match(data, start, end)
    if bracketed and meant_by(bracketed[1]) == destination:
        return bracketed.span(1)
    stop = _end_of_bare(data, start, end)
    said = meant_by(data[start:stop])
    own = len(destination) - len(said)  # what looks like marks may be its own
    if own >= 0 and destination == ">" * own + said and data.endswith(b">" * own, begin, start):
        return start - own, stop
    return None


def place_at(data: bytes, begin: int) -> tuple[int, int]:
    """Give from where to where the destination stands that is next behind a label and white space."""
    gap = _GAP.match(data, begin)
    start = gap.end() if gap else begin
    bracketed = _BRACKETED.match(data, start)
    return bracketed.span(1) if bracketed else (start, _end_of_bare(data, start, len(data)))


def _end_of_bare(data: bytes, start: int, end: int) -> int:
    """Give where a destination without brackets ends: at white space, or a parenthesis that nothing in it opened."""
    depth = 0
    at = start
    for token in _BARE.finditer(data, start, end):
        if token.start() != at:
            return at
        if token[0] == b"(":
            depth += 1
        elif token[0] == b")":
            if not depth:
                return at
            depth -= 1
        at = token.end()
    return at


def meant(written: str) -> str:
    r"""Give what is meant by a destination as it is written.

    >>> meant(r"a\_b&amp;c\d&nosuch;&#x21;")
    'a_b&c\\d&nosuch;!'
    """
    if "\\" not in written and "&" not in written:
        return written
    return _ESCAPE.sub(_unescaped, written)


def meant_by(raw: bytes) -> str:
    """Give what is meant by a destination as it is written in a text in UTF-8."""
    return meant(raw.decode("utf-8", "replace"))


def _unescaped(found: re.Match[str]) -> str:
    """Give what an escape or a reference to a character stands for: a number is that character, unlike in HTML."""
    sign, decimal, hexadecimal, name = found.groups()
    if sign:
        return sign
    if name:
        from html.entities import html5

        return html5.get(f"{name};", found[0])
    number = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(number) if 0 < number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd"

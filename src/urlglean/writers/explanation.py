"""A Link in its text, for people: carets under it, and why it starts and ends where it does."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.text import Span
from urlglean.writers.printable import printable

__all__ = ["explanation"]

_LINE_END = lazy_re(r"\r\n?|\n")
_AROUND = 40
"""How many characters of a long line are shown on either side of the URL."""


def explanation(link: Link, text: str) -> Iterator[str]:
    r"""Yield the lines that explain a Link found in ``text``, without line ends.

    >>> import urlglean
    >>> text = "See http://a.org/."
    >>> for line in explanation(next(urlglean.extract_text(text)), text):
    ...     print(line)
    1:5  http://a.org/
        See http://a.org/.
            ^^^^^^^^^^^^^
        rule          a bare URL
        opened by     a scheme and ://
        ended by      the end of the text
        stripped      '.'
    """
    facts = link.candidate.facts
    yield f"{link.line}:{link.column}  {printable(link.url or link.text)}"
    for span in link.spans:
        yield from _marked(text, span)
    stripped = repr(facts.stripped) if facts.stripped else ""
    for label, value in (
        ("read as", link.text if link.text != link.raw and link.text != link.url else ""),
        ("rule", facts.rule),
        ("opened by", facts.opened_by),
        ("ended by", facts.ended_by),
        ("in", facts.delimiter),
        ("stripped", stripped),
        *(("or", alternative) for alternative in facts.alternatives),
        *(("note", note) for note in facts.notes),
    ):
        if value:
            yield f"    {label:13} {printable(value)}"


def _marked(text: str, span: Span) -> Iterator[str]:
    """Yield the line a piece stands on, and one with carets under the piece."""
    line_start = span.start - span.column + 1
    seen = min(len(text), span.end + _AROUND + 1)  # no more of a line, which may be megabytes long
    found = _LINE_END.search(text, span.end, seen)
    line_end = found.start() if found else seen
    start, end = max(line_start, span.start - _AROUND), min(line_end, span.end + _AROUND)
    before = ("…" if start > line_start else "") + printable(text[start : span.start])
    piece = printable(text[span.start : span.end])
    after = printable(text[span.end : end]) + ("…" if end < line_end else "")
    yield f"    {before}{piece}{after}"
    yield f"    {' ' * _width(before)}{'^' * _width(piece)}"


def _width(text: str) -> int:
    """Give the columns a terminal takes for a text (Unicode Standard Annex 11)."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    combining = sum(unicodedata.combining(character) > 0 for character in text)
    return len(text) + wide - combining

"""A page in windows: pieces of its source whose tokens, one window after the other, are those of the whole.

All tokens of a long page at once take ten times its memory and more.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from io import StringIO
from sys import intern
from typing import NamedTuple

import turbohtml
from turbohtml import Token

from urlglean.html.attributes import ROWS
from urlglean.html.layout import (
    COUNTED,
    INLINE,
    START,
    TEXT,
    Piece,
    TextRun,
    TextWriter,
    tag_name,
    write_tokens,
)
from urlglean.html.places import written_attributes
from urlglean.html.references import LONG
from urlglean.html.source import with_empty_elements, with_shadow_trees
from urlglean.patterns import lazy_re
from urlglean.text import Text

LONG_TEXT = 1 << 20
"""From how many code points on the tokens of a page are not all held at once."""
_WINDOW = 1 << 17
"""How many code points are read at once."""
_LEAST_PROGRESS = 4
"""At least one part in so many of a window is read before the next one begins."""
MAY_HIDE = lazy_re(rf"</?(?:{'|'.join(sorted(COUNTED))})", re.IGNORECASE)


class Window(NamedTuple):
    """A piece of a page, which knows where in it it stands, and its tokens."""

    source: Text
    tokens: list[Token]


def windows(page: Text) -> Iterator[Window]:
    """Yield the windows of a page, in order; each begins with a tag or a comment, or in the midst of white space."""
    return _windows(page, with_shadow_trees(with_empty_elements(page.text)), attributes=True)


def _windows(page: Text, text: str, *, attributes: bool) -> Iterator[Window]:
    """Yield the windows of what stands for the text of a page; tokens have attributes where they are asked for."""
    start, size = 0, _WINDOW
    line, column = page.line, page.column
    while start < len(text):
        piece = text[start : start + size]
        is_long = size > _WINDOW
        is_last = start + size >= len(text)
        found = turbohtml.tokenize(piece, capture_attributes=attributes and not is_long)
        tokens = list(_until_a_cut(piece, found) if is_long else found)
        if is_long or not is_last:
            end, number = _cut(Text(piece), tokens)
            if not end and attributes and _ends_in_blanks(piece, tokens):
                end, number = len(piece), len(tokens)
            if not (end or is_last):
                size *= 2  # a comment, a script or a tag that is longer
                continue
            piece = piece[: end or None]
            del tokens[number or len(tokens) :]
        if is_long and attributes and tokens:  # there is none in a tag that does not end
            tokens = list(turbohtml.tokenize(_with_asked_attributes(piece, tokens)))
        source = Text(piece, offset=page.offset + start, line=line, column=column)
        yield Window(source, tokens)
        line, column = Text(piece, line=line, column=column).position(len(piece))
        start, size = start + len(piece), _WINDOW


def _until_a_cut(piece: str, tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield no more tokens than are needed to end a long window: of what follows one long tag, there may be many."""
    source, far = Text(piece), len(piece) // _LEAST_PROGRESS + _WINDOW
    for token in tokens:
        yield token
        if token.type is not TEXT and source.index(token.line - 1, token.col) >= far:
            return


def windowed_run(page: str, *, templates: bool) -> TextRun:
    """Put together the text that the source of a long page shows, as `text_run` does, with few tokens held at once."""
    text, writer = Text(page), TextWriter(templates=templates)
    numbers, tags = array("q"), list[str]()
    firsts, sources = list[int](), list[Text]()
    kept: list[Token] = []
    """The last tokens of the window before: a text, which the next tag says more of, behind one that is read."""

    def write(tokens: Sequence[Token], first: int, start: int, end: int) -> None:
        numbers.extend(first + number for number in write_tokens(writer, tokens, start, end))

    for source, tokens in _windows(text, page, attributes=False):
        firsts.append(len(tags))
        sources.append(Text("", offset=source.offset, line=source.line, column=source.column))
        first, start = len(tags) - len(kept), len(kept) - _pending(kept)
        tags.extend(map(intern, map(tag_name, tokens)))
        tokens = [*kept, *tokens]
        end = len(tokens) - _pending(tokens)
        write(tokens, first, start, end)
        kept = tokens[max(0, end - 1) :]
    write(kept, len(tags) - len(kept), len(kept) - _pending(kept), len(kept))
    pieces = _WindowedPieces(page, firsts, sources, numbers, frozenset(writer.inert))
    return writer.run(pieces.piece, tags.__getitem__)


def _pending(tokens: Sequence[Token]) -> int:
    """Give how many tokens at the end are not read before the next one is known."""
    return 1 if tokens and tokens[-1].type is TEXT else 0


class _WindowedPieces:
    """Makes the pieces of a page's text, of which a window is tokenized once more when one of them is asked for."""

    def __init__(
        self,
        page: str,
        firsts: Sequence[int],
        sources: Sequence[Text],
        numbers: Sequence[int],
        inert: Container[int],
    ) -> None:
        self._page = page
        self._firsts = firsts
        """The number of the first token of each window."""
        self._sources = sources
        """Where each begins."""
        self._numbers = numbers
        """Those of the tokens that the pieces were made of."""
        self._inert = inert
        self._last: tuple[int, Text, list[Token]] | None = None

    def piece(self, number: int) -> Piece:
        """Make the piece of that number."""
        of_token = self._numbers[number]
        window = bisect_right(self._firsts, of_token) - 1
        if self._last is None or self._last[0] != window:
            begins = [source.offset for source in self._sources[window : window + 2]]
            source = Text(self._page[slice(*begins)] if begins[1:] else self._page[begins[0] :])
            tokens = list(turbohtml.tokenize(source.text, capture_attributes=False))
            self._last = window, source, tokens
        _, source, tokens = self._last
        token, begin = tokens[of_token - self._firsts[window]], self._sources[window]
        return Piece(
            token.data or "",
            begin.line + token.line - 1,
            token.col + (begin.column - 1 if token.line == 1 else 0),
            of_token,
            number in self._inert,
            begin.offset + source.index(token.line - 1, token.col),
        )


_ASKED = frozenset(row.attribute for row in ROWS) | frozenset(
    "alt content encoding href http-equiv id itemprop name property rel type".split()
)
"""The names of all attributes that anybody asks for."""


def _with_asked_attributes(piece: str, tokens: Sequence[Token]) -> str:
    """Blank the other attributes of tags so long that these, as objects, took many times the memory of their text."""
    source = Text(piece)
    written = StringIO(newline="")
    begins = [source.index(token.line - 1, token.col) for token in tokens]
    done = 0
    for token, start, end in zip(tokens, begins, (*begins[1:], len(piece)), strict=True):
        if token.type is START and end - start >= LONG:
            for attribute in written_attributes(piece, start):
                begin = attribute.start("name")
                if attribute["name"] and attribute["name"].lower() not in _ASKED:
                    written.write(piece[done:begin])
                    written.write(Text.blanked(piece[begin : attribute.end()]))
                    done = attribute.end()
    written.write(piece[done:])
    return written.getvalue()


def _cut(piece: Text, tokens: Sequence[Token]) -> tuple[int, int]:
    """Give where a window ends, and the token that the next one begins with; 0 where nothing ends in it.

    Before a tag or a comment no text is open whose end is missing, a script's, say. Best is a block outside links.
    """
    has_links = "<a" in piece.text or "<A" in piece.text
    last = block = 0
    for number in range(len(tokens) - 1, 0, -1):
        token = tokens[number]
        tag = token.tag
        if not last and token.type is not TEXT:
            last = number
        if tag == "a":
            block = number if token.type is START else block
            if block:
                break
        elif tag is not None and not block and token.type is START and tag not in INLINE:
            block = number
            if not has_links:
                break
    for number in filter(None, (block, last)):
        end = piece.index(tokens[number].line - 1, tokens[number].col)
        if end * _LEAST_PROGRESS >= len(piece.text):
            return end, number
    return 0, 0


def _ends_in_blanks(piece: str, tokens: Sequence[Token]) -> bool:
    """Tell whether a window ends in white space that is shown: empty elements of XHTML were taken out of it, say."""
    if not tokens or tokens[-1].type is not TEXT or piece.endswith("\r"):
        return False
    if len(tokens) > 1 and tokens[-2].type is START and MAY_HIDE.match(f"<{tokens[-2].tag}"):
        return False
    return piece[Text(piece).index(tokens[-1].line - 1, tokens[-1].col) :].isspace()

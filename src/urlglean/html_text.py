"""The text that a page shows, put together from its tokens: all of it, or the blocks that something stands in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from urlglean.html_layout import COUNTED, INLINE, NESTED, Piece, Run, TextWriter

if TYPE_CHECKING:
    from turbohtml import Token

__all__ = ["TokenTags", "block_around", "nest", "text_run", "with_last", "write_tokens"]

_WITHIN = INLINE | {"br"}


def text_run(
    page: str, beginnings: Iterable[str] | None = None, *, templates: bool = False, nested: bool = True
) -> Run:
    r"""Put together the text that a page shows.

    Args:
        page: The page's source.
        beginnings: Where they are given, only the blocks are put together in which one of these strings stands:
            most of a page's text is not worth the time.
        templates: What templates hold is shown too.
        nested: False where it is known that the page has none of the elements in `NESTED`.

    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line").text.strip()
    'see http://a.example/long\n\nnext\nline'
    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line", ["http:"]).text.strip()
    'see http://a.example/long'

    """
    return _Tokens(page, templates=templates, nested=nested).run(beginnings)


class _Tokens:
    """The tokens of a page, and the text they come to."""

    def __init__(self, page: str, *, templates: bool, nested: bool) -> None:
        import turbohtml

        self._is_nested = nested
        self._tokens = list(turbohtml.tokenize(page, capture_attributes=False))
        self._writer = TextWriter(templates=templates)
        self._numbers: list[int] = []

    def run(self, beginnings: Iterable[str] | None) -> Run:
        if beginnings is None:
            self._numbers = write_tokens(self._writer, self._tokens, 0, len(self._tokens))
        else:
            self._write_around(beginnings)
        pieces = _TokenPieces(self._tokens, self._numbers, frozenset(self._writer.inert))
        return self._writer.run(pieces, TokenTags(self._tokens))

    def _write_around(self, beginnings: Iterable[str]) -> None:
        tokens = self._tokens
        stands_in = re.compile("|".join(map(re.escape, beginnings))).search
        numbers = [number for number, token in enumerate(tokens) if (data := token.data) and stands_in(data)]
        is_nested = self._is_nested and numbers
        nested = [number for number, token in enumerate(tokens) if token.tag in NESTED] if is_nested else []
        depths = Counter[str]()
        done = counted = 0
        for number in numbers:
            if number >= done:
                start, done = block_around(tokens, number)
                before = bisect_left(nested, start)
                nest(depths, (tokens[other] for other in nested[counted:before]))
                counted = before
                self._writer.enter(with_last(depths, tokens[start - 1] if start else None))
                self._numbers += write_tokens(self._writer, tokens, start, done)


class TokenTags:
    """Tags of a page, those that are none yet read off its tokens when they are asked for."""

    def __init__(self, tokens: Sequence[Token | str]) -> None:
        import turbohtml

        self._tokens = tokens
        self._end = turbohtml.TokenType.END_TAG

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, number: int) -> str:
        token = self._tokens[number]
        if isinstance(token, str):
            return token
        tag = token.tag or ""
        return f"/{tag}" if token.type is self._end else tag


class _TokenPieces:
    """The pieces of a page's text, made of its tokens when they are asked for."""

    def __init__(self, tokens: Sequence[Token], numbers: Sequence[int], inert: frozenset[int]) -> None:
        self._tokens = tokens
        self._numbers = numbers
        self._inert = inert

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, number: int) -> Piece:
        of_token = self._numbers[number]
        token = self._tokens[of_token]
        return Piece(token.data or "", token.line, token.col, of_token, number in self._inert)


def write_tokens(writer: TextWriter, tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """Write the text of ``tokens[start:end]``; give the numbers of the tokens whose text is shown."""
    import turbohtml

    is_text, is_end = turbohtml.TokenType.TEXT, turbohtml.TokenType.END_TAG
    written: list[int] = []
    at_anchor = False
    for number in range(start, end):
        token = tokens[number]
        tag = token.tag
        if tag is None:
            if token.type is is_text and not writer.hidden:
                written.append(number)
                writer.write(token.data or "", at_anchor=at_anchor)
                at_anchor = False
        elif tag == "a":
            at_anchor = True
        elif tag not in INLINE:
            writer.block(tag, is_end=token.type is is_end)
    return written


def block_around(tokens: Sequence[Token], number: int) -> tuple[int, int]:
    """Give the tokens from one edge of a block to the next (first, end), around the piece of text ``number``."""
    start, end = number, number + 1
    while start > 0 and ((tag := tokens[start - 1].tag) is None or tag in _WITHIN):
        start -= 1
    while end < len(tokens) and ((tag := tokens[end].tag) is None or tag in _WITHIN):
        end += 1
    return start, end


def nest(depths: Counter[str], tags: Iterable[Token]) -> None:
    """Count in how many elements of `NESTED` a text stands behind some more of their tags."""
    import turbohtml

    is_start = turbohtml.TokenType.START_TAG
    for token in tags:
        tag = token.tag or ""
        depths[tag] = max(0, depths[tag] + (1 if token.type is is_start else -1))


def with_last(depths: Counter[str], last: Token | None) -> Mapping[str, int]:
    """Say in how many elements a block stands whose text is not shown or preformatted, by the token before it."""
    import turbohtml

    if last is None or last.tag not in COUNTED - NESTED or last.type is not turbohtml.TokenType.START_TAG:
        return depths
    return depths + Counter((last.tag,))

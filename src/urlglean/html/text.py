"""The text that a page shows, put together from its tokens: all of it, or the blocks that something stands in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from urlglean.html.layout import COUNTED, INLINE, NESTED, Piece, Run, TextWriter

if TYPE_CHECKING:
    from turbohtml import Token

__all__ = ["TokenTags", "block_around", "nest", "text_run", "with_last", "write_tokens"]

_WITHIN = INLINE | {"br"}


def text_run(page: str, *, templates: bool = False) -> Run:
    r"""Put together the text that a page shows.

    Args:
        page: The page's source.
        templates: What templates hold is shown too.

    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line").text.strip()
    'see http://a.example/long\n\nnext\nline'

    """
    import turbohtml

    tokens = list(turbohtml.tokenize(page, capture_attributes=False))
    writer = TextWriter(templates=templates)
    numbers = write_tokens(writer, tokens, 0, len(tokens))
    return writer.run(_TokenPieces(tokens, numbers, frozenset(writer.inert)), TokenTags(tokens))


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
                data = token.data or ""
                if writer.preformatted and writer.begins_line and _is_number(tokens, number):
                    writer.pass_over(data)
                else:
                    writer.write(data, at_anchor=at_anchor)
                at_anchor = False
        elif tag == "a":
            at_anchor = True
        elif tag not in INLINE:
            writer.block(tag, is_end=token.type is is_end)
    return written


def _is_number(tokens: Sequence[Token], number: int) -> bool:
    """Tell whether a piece of text is a number, and all that an inline element has."""
    import turbohtml

    if not (0 < number < len(tokens) - 1 and (tokens[number].data or "").strip().isdecimal()):
        return False
    before, behind = tokens[number - 1], tokens[number + 1]
    types = turbohtml.TokenType
    return (
        before.tag in INLINE
        and before.tag == behind.tag
        and (before.type, behind.type) == (types.START_TAG, types.END_TAG)
    )


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

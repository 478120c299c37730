"""The bare URLs in the text that a page shows, as Candidates that stand in the page's source."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Mapping
from operator import attrgetter
from typing import Any

from urlglean.candidate import Candidate, Markup
from urlglean.delimiting.stream import delimit
from urlglean.html.layout import Piece, Run
from urlglean.html.places import TEXT_NODE, Alignment, align
from urlglean.text import Text

__all__ = ["text_candidates", "urls_of_blocks"]

_start_of = attrgetter("start")
_OPENING = 16
"""In how many code points before a URL the bracket stands that it is in, a ``URL:`` between them or not."""
_LONGEST_REFERENCE = 40
"""How many code points one that is decoded may be written in, of the character references that anybody writes."""


def text_candidates(
    page: Text,
    run: Run,
    known: Container[str],
    options: Mapping[str, Any],
    *,
    inert: bool = False,
    in_mail: bool = False,
) -> Iterator[Candidate]:
    """Yield the bare URLs of a page's text as Candidates that stand in the page's source.

    Args:
        page: The page's source, as it was tokenized.
        run: Its text.
        known: Absolute URLs known whole, for `delimit`.
        options: Further options for `delimit`.
        inert: Marks them as such.
        in_mail: They stand in the body of a message.

    """
    places = _Places(page, run)
    for begin, found in urls_of_blocks(run, known, options):
        pieces: list[tuple[int, int]] = []
        for start, end in found.facts.pieces or ((found.start, found.end),):
            pieces.extend(places.find(begin + start, begin + end))
        piece = run.piece_at(begin + found.start)
        markup = Markup(run.element_of(piece), TEXT_NODE, kind="text", inert=inert or piece.is_inert)
        facts = found.facts._replace(
            pieces=tuple(pieces) if len(pieces) > 1 else (),
            markup=markup,
            quote_depth=0 if in_mail else None,
            region="body" if in_mail else None,
        )
        yield Candidate(found.text, page, pieces[0][0], pieces[-1][1], facts)


def urls_of_blocks(
    run: Run, known: Container[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, Candidate]]:
    """Yield the URLs of a page's text, and what their places count from: none goes on in another block.

    In angle brackets one would, for a block's edge is an empty line in the text.
    """
    text, edges = run.text, run.edges
    block, begin = -1, 0
    alone: list[Candidate] = []
    for found in delimit(text, known, **options):
        number = bisect_right(edges, found.start)
        if number == len(edges) or text.rfind("<", max(0, found.start - _OPENING), found.start) < 0:
            yield 0, found
            continue
        if number != block:
            block, begin = number, edges[number - 1] if number else 0
            alone = list(delimit(text[begin : edges[number]], known, **options))
        start, end = found.start - begin, found.end - begin
        first = bisect_left(alone, start, key=_start_of)
        for other in alone[first : bisect_left(alone, end, lo=first, key=_start_of)]:
            yield begin, other


class _Places:
    """The way back from a run to the page's source."""

    def __init__(self, page: Text, run: Run) -> None:
        self._page = page
        self._run = run
        self._aligned: tuple[int, Alignment] | None = None

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the source that the run's ``[start:end]`` came from."""
        pieces, starts, skipped = self._run.pieces, self._run.starts, self._run.skipped
        number = self._run.number_at(start)
        while True:
            begin = starts[number] - skipped[number]
            last = min(end, begin + len(pieces[number].data))
            if last > start:
                yield self._alignment(number).place(start - begin, last - begin)
            number += 1
            if number >= len(starts) or starts[number] >= end:
                return
            start = starts[number]

    def _alignment(self, number: int) -> Alignment:
        if self._aligned is None or self._aligned[0] != number:
            piece = self._run.pieces[number]
            source = self._page
            start = self._start_of(piece)
            text = source.text
            if text.startswith(piece.data, start):
                aligned = Alignment(start, [], [])
            else:
                following = number + 1
                end = len(text)
                if following < len(self._run.pieces):
                    end = self._start_of(self._run.pieces[following])
                end = min(end, start + _LONGEST_REFERENCE * (len(piece.data) + 1))
                aligned = align(text[start:end], piece.data, start)
            self._aligned = number, aligned
        return self._aligned[1]

    def _start_of(self, piece: Piece) -> int:
        return self._page.index(piece.line - 1, piece.column) if piece.start is None else piece.start

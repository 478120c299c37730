"""The text that a page's tree shows, put together as far as there are URLs in it.

A tree gives all its text at once, so what looks like a URL in it is found first. Then the blocks around these places
are looked up in the source, or the whole page is tokenized where that takes less.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from urlglean.candidate import Candidate, Facts, Markup
from urlglean.delimiting.scanner import trigger_places
from urlglean.delimiting.stream import delimit
from urlglean.document import ReadOptions
from urlglean.html.blocks import Shown, StartTags, run_around
from urlglean.html.layout import Piece, Run, text_run
from urlglean.html.places import NO_TAG, TEXT_NODE, AttributeCandidate, align, tag_of
from urlglean.html.source import tokenizable
from urlglean.text import Rewritten, Text

if TYPE_CHECKING:
    from turbohtml import Node


_UNSHOWN = ("iframe", "noembed", "noframes", "noscript", "script", "style")
"""Elements whose text is not shown; a template's is no longer in the tree."""
_OF_ONE_BLOCK = 2500
"""How many code points of a page are read in about the time that it takes to look up one block of text."""
_ENOUGH = 48
"""How much of a script is looked for in a page's text: more of it takes longer to prepare than to find."""
_RARE = 12
"""A script of so many code points surely stands nowhere else in a page's text."""
_FEW = 64
"""For how many shorter ones it is worth looking whether they do."""


def rendered_text(
    source: Text,
    tree: Node,
    options: ReadOptions,
    references: Sequence[AttributeCandidate] = (),
    *,
    has_shadows: bool,
) -> Run | None:
    """Put the text of a tree together; None where there is surely no URL in it.

    Args:
        source: What the tree was parsed from.
        tree: The tree, without what its templates held.
        options: What the user asked for.
        references: The references of its markup in order; without them the page can't be tokenized from within.
        has_shadows: Whether it may have shadow trees: their text is none of the tree's own.

    """
    # Other options than the usual ones find other URLs than those that begin at a trigger.
    shown = None
    if not (options.templates or has_shadows or any(options.delimit.values())):
        shown = _shown(tree)
    if shown is not None:
        if not shown.triggers:
            return None
        if len(source.text) >= _OF_ONE_BLOCK * len(shown.triggers):
            run = run_around(source, shown, _start_tags(references))
            if run is not None:
                return run
    return text_run(tokenizable(source, tree, has_shadows=has_shadows), templates=options.templates)


def _shown(tree: Node) -> Shown | None:
    """Give the text of the tree, as if nothing stood between its pieces; None where some of it can't be told."""
    import turbohtml

    text = tree.text
    hidden = [element for name in _UNSHOWN for element in tree.select(name)]
    hidden.sort(key=lambda element: element.position or NO_TAG)
    parts: list[str] = []
    done = short = 0
    for element in hidden:
        content = element.text
        if ":" in content or "." in content:
            if element.namespace is not turbohtml.Namespace.HTML and element.select("*"):
                return None  # there may be another of them in it
            start = text.find(content[:_ENOUGH], done)
            while start >= 0 and not text.startswith(content, start):
                start = text.find(content[:_ENOUGH], start + 1)
            if start < 0:
                return None
            if len(content) < _RARE:
                short += 1
                if short > _FEW or text.find(content, start + 1) >= 0:
                    return None  # the one found may be shown
            parts.append(text[done:start])
            done = start + len(content)
    text = "".join((*parts, text[done:])) if parts else text
    return Shown(text, trigger_places(text))


def _start_tags(references: Sequence[AttributeCandidate]) -> StartTags:
    """Give the tags of the references as those from which the page can be tokenized."""
    return StartTags(list(map(tag_of, references)), lambda number: references[number].element)


# The bare URLs in the text that a page shows, as Candidates that stand in the page's source.

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
    of_page: Facts,
    inert: bool = False,
) -> Iterator[Candidate]:
    """Yield the bare URLs of a page's text as Candidates that stand in the page's source.

    Args:
        page: The page's source, as it was tokenized.
        run: Its text.
        known: Absolute URLs known whole, for `delimit`.
        options: Further options for `delimit`.
        of_page: What holds for all that stands in the page.
        inert: Marks them as such.

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
            quote_depth=of_page.quote_depth,
            region=of_page.region,
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
    """The way back from a run to the page's source.

    No `Rewritten` of the whole page: most of its pieces are as they were written and hold no URL, so each one is
    aligned when a URL is found in it.
    """

    def __init__(self, page: Text, run: Run) -> None:
        self._page = page
        self._run = run
        self._aligned: tuple[int, Rewritten] | None = None

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the source that the run's ``[start:end]`` came from."""
        pieces, starts, skipped = self._run.pieces, self._run.starts, self._run.skipped
        number = self._run.number_at(start)
        while True:
            begin = starts[number] - skipped[number]
            last = min(end, begin + len(pieces[number].data))
            if last > start:
                yield self._alignment(number).span(start - begin, last - begin)
            number += 1
            if number >= len(starts) or starts[number] >= end:
                return
            start = starts[number]

    def _alignment(self, number: int) -> Rewritten:
        if self._aligned is None or self._aligned[0] != number:
            piece = self._run.pieces[number]
            source = self._page
            start = self._start_of(piece)
            text = source.text
            if text.startswith(piece.data, start):
                aligned = Rewritten(piece.data, start)
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

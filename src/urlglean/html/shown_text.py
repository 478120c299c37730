"""The text that a page's tree shows, put together as far as there are URLs in it.

A tree gives all its text at once, so what looks like a URL in it is found first. Then the blocks around these places
are looked up in the source, or the whole page is tokenized where that takes less.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import turbohtml
from turbohtml import Element, Namespace, Node, Token

from urlglean.candidate import Candidate, Facts, Markup
from urlglean.delimiting.scanner import trigger_places
from urlglean.delimiting.stream import delimit_in_batches
from urlglean.document import ReadOptions
from urlglean.html.layout import (
    COUNTED,
    NESTED,
    START,
    TEXT,
    TOP,
    Elements,
    Piece,
    TextRun,
    TextWriter,
    block_around,
    tag_name,
    text_run,
    write_tokens,
)
from urlglean.html.places import NO_TAG, TEXT_NODE, UNSEEN, AttributeCandidate, align, tag_of
from urlglean.html.source import HIDDEN, tokenizable
from urlglean.html.tokenized.windows import LONG_TEXT, windowed_run
from urlglean.patterns import lazy_re
from urlglean.text import Rewritten, Text
from urlglean.uri.characters import attribute_value

# The few blocks of a page's text in which a URL may stand, without a look at the tokens of all the others.
#
# A tree knows a page's text, but not where in the source it stands; the tokens know, and there are many of them. So
# the few places of the text that look like a URL are looked up in the source, and only what stands around them is
# tokenized, from a start tag on whose place the tree knows. Whatever is put together this way has to be the text that
# the tree has there: where it is not, nobody has been told anything, and the whole page has to be tokenized.

_AROUND = lazy_re(r"[A-Za-z0-9:/._\-]*")
_BEFORE, _BEHIND = 8, 24
"""How much of a text is looked up around a trigger: enough to be rare in the source."""
_SHORTEST = 3
_LOOK_BACK = 1 << 12
_AHEAD = 1 << 10
"""How much behind a trigger is tokenized at first."""
_FURTHER = 4
_MOST_TOKENIZED = 4 * LONG_TEXT
"""How much of a page is tokenized at the most: its tokens are all held."""
_DEEP = 200
"""In so many elements pages have their text; each one more is gone through for each block."""
_OF_ONE_ANCESTOR = 50
"""How many code points are tokenized in about the time that it takes to come from an element to the one around it."""
_MANY, _OF_ONE_TOKEN = 500, 8
"""So many tokens a window has before a block; each one more takes the time of tokenizing so many code points."""
_OF_ONE_PLACE, _FEW_PLACES = 200, 8
"""The same of one place that is looked at; so many are looked at in any page, be it as short as that."""
_MARKUP = lazy_re(r"<[A-Za-z/!?]")
_token_place = attrgetter("line", "col")


class Shown(NamedTuple):
    """The text of a page's tree without what is not shown, and where in it something looks like a URL."""

    text: str
    triggers: Sequence[int]


def run_around(source: Text, shown: Shown, references: Sequence[AttributeCandidate]) -> TextRun | None:
    """Put the blocks of text together that have a trigger in them; None where source and tree do not fit.

    The page is tokenized from the tags of its ``references``, which are in order: what they stand in is known. The work
    is bounded by the length of the source: where the blocks are many, all tokens come cheaper.
    """
    blocks = _Blocks(source, shown.text, [one for one in references if one.element is not None])
    covered = 0
    for trigger in shown.triggers:
        if trigger >= covered:
            end = blocks.add(trigger)
            if end is None:
                return None
            covered = end
    return blocks.run()


class _PageWindow(NamedTuple):
    """A part of the source and its tokens."""

    text: Text
    start: int
    line: int
    """From 1, in the source."""
    column: int
    """From 0, of its first code point."""
    tokens: list[Token]
    tag: Element | None
    """The element whose start tag is the first token; None at the start of the source."""

    def piece(self, token: Token, number: int) -> Piece:
        """Make a piece of the page's text of one of its tokens."""
        line, column = token.line, token.col
        start = self.start + self.text.index(line - 1, column)
        column = self.column + column if line == 1 else column
        return Piece(token.data or "", self.line + line - 1, column, number, start=start)

    def end_of(self, number: int) -> int:
        """Give where in the source the tokens before the one with that number end."""
        tokens = self.tokens
        return self.start + self._index(tokens[number]) if number < len(tokens) else self.end

    @property
    def end(self) -> int:
        """Where in the source it ends."""
        return self.start + len(self.text.text)

    def has(self, index: int) -> bool:
        """Tell whether the source's code point ``index`` is in it."""
        return self.start <= index < self.end

    def token_at(self, place: tuple[int, int]) -> int:
        """Give the number of the token that a place of the source (line from 1, column from 0) belongs to."""
        line, column = place
        here = (1, column - self.column) if line == self.line else (line - self.line + 1, column)
        return bisect_right(self.tokens, here, key=_token_place) - 1

    def _index(self, token: Token) -> int:
        return self.text.index(token.line - 1, token.col)


class _Lines:
    """The lines around the place of a text that was asked for last; an index of all of them would cost more."""

    def __init__(self, source: Text) -> None:
        self._source = source
        self._text = source.text
        self._is_indexed = "\r" in source.text
        self._line = 1
        self._start = 0

    def place(self, index: int) -> tuple[int, int]:
        """Give the line (from 1) and column (from 0) of a code point; cheaply, where it is near the last one."""
        if index >= self._start:
            self._line += self._text.count("\n", self._start, index)
        else:
            self._line -= self._text.count("\n", index, self._start)
        self._start = self._text.rfind("\n", 0, index) + 1
        if self._is_indexed:
            line, column = self._source.row_and_offset(index)
            return line + 1, column
        return self._line, index - self._start

    def index(self, line: int, column: int) -> int:
        """Give the code point that stands at a place."""
        if self._is_indexed:
            return self._source.index(line - 1, column)
        start = self._start
        for _ in range(self._line - line):
            start = self._text.rfind("\n", 0, start - 1) + 1
        return min(start + column, len(self._text))


class _Blocks:
    """The blocks found so far."""

    def __init__(self, source: Text, shown: str, known: Sequence[AttributeCandidate]) -> None:
        self._source = source
        self._shown = shown
        self._known = known
        self._places = list(map(tag_of, known))
        self._writer = TextWriter(templates=False)
        self._pieces: list[tuple[_PageWindow, Token, int]] = []
        self._tags: list[Token | str] = []
        self._lines = _Lines(source)
        self._last: _PageWindow | None = None
        self._position = 0
        self._allowed = min(len(source.text), _MOST_TOKENIZED) + _FEW_PLACES * _OF_ONE_PLACE

    def run(self) -> TextRun:
        return self._writer.run(self._piece, self._tag)

    def _piece(self, number: int) -> Piece:
        window, token, of_token = self._pieces[number]
        return window.piece(token, of_token)

    def _tag(self, number: int) -> str:
        tag = self._tags[number]
        return tag if isinstance(tag, str) else tag_name(tag)

    def add(self, trigger: int) -> int | None:
        """Add the block with a trigger in it; give where in the text shown it ends, None if it was not found."""
        start = trigger - _behind(self._shown[max(0, trigger - _BEFORE) : trigger])
        around = _AROUND.match(self._shown, start, trigger + _BEHIND)
        end = around.end() if around else trigger
        before, behind = max(start, trigger - _SHORTEST), min(end, trigger + _SHORTEST)
        # The shorter ones are for URLs at the edge of a piece of text.
        for begin, finish in dict.fromkeys(
            (
                *((start, end), (before, behind), (before, trigger + 1), (trigger, behind)),
                *((start, trigger), (trigger + 1, end)),
            )
        ):
            needle = self._shown[begin:finish]
            if len(needle) < _SHORTEST:
                continue
            for place in self._occurrences(needle):
                covered = self._add_at(place, needle, begin, trigger)
                if covered is not None:
                    return covered
                if self._allowed < 0:
                    return None
        return None

    def _occurrences(self, needle: str) -> Iterator[int]:
        """Yield where in the source a text stands, from the last place on, outside what are surely tags."""
        text = self._source.text
        place = text.find(needle, self._position)
        while place >= 0:
            opening = text.rfind("<", max(0, place - _LOOK_BACK), place)
            if opening < 0 or text.find(">", opening, place) >= 0 or not _MARKUP.match(text, opening):
                yield place
            place = text.find(needle, place + 1)

    def _add_at(self, place: int, needle: str, begin: int, trigger: int) -> int | None:
        """Add the block around a place of the source, if what it shows is what is shown at ``begin`` and around."""
        found = self._block_at(place)
        if found is None:
            return None
        window, start, end = found
        around = window.tag.ancestors if window.tag is not None else ()
        above = [one.tag for one in around if hasattr(one, "tag")]  # the nearest first
        self._allowed -= (
            _OF_ONE_PLACE
            + max(0, len(above) - _DEEP) * _OF_ONE_ANCESTOR
            + max(0, start - _MANY) * _OF_ONE_TOKEN
        )
        if self._allowed < 0:
            return None
        depths = _depths(window, start, above)
        if any(map(depths.get, UNSEEN)):
            return None
        data = "".join([token.data or "" for token in window.tokens[start:end] if token.type is TEXT])
        at = data.find(needle)
        while at >= 0:
            first = begin - at
            if first <= trigger < first + len(data) and self._shows(data, first):
                self._writer.enter(depths)
                self._tags += (TOP, *reversed(above))
                self._write(window, start, end)
                self._position = window.end_of(end)
                return first + len(data)
            at = data.find(needle, at + 1)
        return None

    def _shows(self, data: str, at: int) -> bool:
        """Tell whether a block's text is what the tree has there."""
        if at >= 0 and self._shown.startswith(data, at):
            return True
        # The tree has no line feed right behind a start tag of preformatted text.
        return data[:1] == "\n" and at >= -1 and self._shown.startswith(data[1:], at + 1)

    def _block_at(self, place: int) -> tuple[_PageWindow, int, int] | None:
        """Tokenize the source around a place until the edges of its block are there: window, first token, end."""
        there = self._lines.place(place)
        number = bisect_right(self._places, there) - 1
        back, ahead = 1, _AHEAD
        # The next trigger is often near the last.
        last = self._last
        window = last if last is not None and last.has(place) else self._window(number, place + ahead)
        while True:
            at = window.token_at(there)
            if at < 0 or window.tokens[at].type is not TEXT:
                return None  # in a tag or a comment
            start, end = block_around(window.tokens, at)
            if start == 0 and window.start > 0:
                number = max(-1, number - back)
                back *= _FURTHER
            elif end == len(window.tokens) and window.end < len(self._source.text):
                ahead *= _FURTHER
            else:
                self._last = window
                return window, start, end
            if self._allowed < 0:
                return None
            window = self._window(number, place + ahead)

    def _window(self, number: int, end: int) -> _PageWindow:
        """Tokenize from the start tag with that number, or from the start of the source where it is negative."""
        line, column = self._places[number] if number >= 0 else (1, 0)
        start = self._lines.index(line, column)
        if end - start > LONG_TEXT:
            self._allowed = -1  # all tokens, one after the other, take less memory
            end = start
        text = self._source.text[start:end]
        self._allowed -= len(text)
        tokens = list(turbohtml.tokenize(text, capture_attributes=False))
        tag = self._known[number].element if number >= 0 else None
        return _PageWindow(Text(text), start, line, column, tokens, tag)

    def _write(self, window: _PageWindow, start: int, end: int) -> None:
        tokens = window.tokens
        first = len(self._tags)
        self._tags.extend(tokens[:end])
        written = write_tokens(self._writer, tokens, start, end)
        self._pieces += [(window, tokens[number], first + number) for number in written]


def _behind(text: str) -> int:
    """Give how much of a text's end `_AROUND` matches, in code points."""
    found = _AROUND.match(text[::-1])
    return found.end() if found else 0


def _depths(window: _PageWindow, start: int, above: Iterable[str]) -> Mapping[str, int]:
    """Say in how many elements a block stands whose text is not shown or preformatted.

    ``start`` is its first token, ``above`` are the elements around the window's start tag.
    """
    depths = Counter(tag for tag in above if tag in NESTED)
    before = window.tokens[:start]
    for token in before:
        if (tag := token.tag or "") in NESTED:
            depths[tag] = max(0, depths[tag] + (1 if token.type is START else -1))
    if before and (tag := before[-1].tag or "") in COUNTED - NESTED and before[-1].type is START:
        depths[tag] += 1
    return depths


# The text of a tree, by blocks or as a whole.

_OF_ONE_BLOCK = 6000
"""How many code points of a page are read in about the time that it takes to look up one block of text."""
_ENOUGH = 48
"""How much of a script is looked for in a page's text: more of it takes longer to prepare than to find."""
_RARE = 12
"""A script of so many code points surely stands nowhere else in a page's text."""
_SHORT = 1 << 13
"""In a text of so many code points it is soon told that nothing looks like a URL, in what is not shown, too."""
_MOST_TOGETHER = 1 << 23
"""Texts of so many wide code points are put together in 32 MiB; longer ones in twice as much."""
_FEW = 64
"""For how many shorter ones it is worth looking whether they do."""


def rendered_text(
    source: Text,
    tree: Node,
    options: ReadOptions,
    references: Sequence[AttributeCandidate] = (),
    *,
    has_shadows: bool,
) -> TextRun | None:
    """Put the text of a tree, without what its templates held, together; None where there is surely no URL in it.

    Without ``references``, those of its markup in order, the page can't be tokenized from within. The text of shadow
    trees is none of the tree's own.
    """
    # Other options than the usual ones find other URLs than those that begin at a trigger.
    shown = None
    is_put_together = not (has_shadows or _takes_much_together(source.text))
    if is_put_together and not (options.templates or any(options.delimit.values())):
        shown = _shown(tree)
    if shown is not None:
        if not shown.triggers:
            return None
        if len(source.text) >= _OF_ONE_BLOCK * len(shown.triggers):
            run = run_around(source, shown, references)
            if run is not None:
                return run
    text = tokenizable(source, tree, has_shadows=has_shadows)
    return (text_run if len(text) < LONG_TEXT else windowed_run)(text, templates=options.templates)


def _takes_much_together(page: str) -> bool:
    """Tell whether the text of a tree is put together in more memory than there is for it.

    That is some power of two as long as it grows, four bytes for each code point of a text that is not narrow.
    """
    return len(page) > _MOST_TOGETHER and page.__sizeof__() > 4 * len(page)


def _shown(tree: Node) -> Shown | None:
    """Give the text of the tree, as if nothing stood between its pieces; None where some of it can't be told."""
    text = tree.text
    if (":" not in text and "." not in text) or (len(text) < _SHORT and not trigger_places(text)):
        return Shown(text, ())
    hidden = [element for name in HIDDEN for element in tree.select(name)]
    hidden.sort(key=lambda element: element.position or NO_TAG)
    parts: list[str] = []
    done = short = 0
    for element in hidden:
        content = element.text
        if ":" in content or "." in content:
            if element.namespace is not Namespace.HTML and element.select("*"):
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


# The bare URLs in the text that a page shows, as Candidates that stand in the page's source.

_start_of = attrgetter("start")
_OPENING = 16
"""In how many code points before a URL the bracket stands that it is in, a ``URL:`` between them or not."""
_LONGEST_REFERENCE = 40
"""How many code points one that is decoded may be written in, of the character references that anybody writes."""


def text_candidates(
    page: Text,
    run: TextRun,
    known: Container[str],
    options: Mapping[str, Any],
    *,
    of_page: Facts,
    inert: bool = False,
) -> Iterator[Candidate]:
    """Yield the bare URLs of a page's text as Candidates that stand in its source, as that was tokenized.

    ``known`` and ``options`` are for `delimit`; ``of_page`` holds for all that stands in the page.
    """
    places, elements = _RunPlaces(page, run), Elements(run.tag)
    last: tuple[Facts, str, bool] | None = None
    last_facts = of_page
    for begin, found in urls_of_blocks(run, known, options):
        pieces: list[tuple[int, int]] = []
        own = found.facts
        for start, end in own.pieces or ((found.start, found.end),):
            pieces.extend(places.find(begin + start, begin + end))
        piece = run.piece_at(begin + found.start)
        element, is_inert = elements.of(piece), inert or piece.is_inert
        # Most URLs of a page are delimited alike, and what is known of them is one object.
        if last is None or last[0] is not own or last[1] != element or last[2] != is_inert or len(pieces) > 1:
            last_facts = own._replace(
                pieces=tuple(pieces) if len(pieces) > 1 else (),
                markup=Markup(element, TEXT_NODE, kind="text", inert=is_inert),
                quote_depth=of_page.quote_depth,
                region=of_page.region,
            )
            last = (own, element, is_inert) if len(pieces) == 1 else None
        url, facts = found.text, last_facts
        if (
            not url.isascii()
            and len(pieces) == 1
            and url == run.text[begin + found.start : begin + found.end]
            and (meant := _as_meant(url, page.text[slice(*pieces[0])])) != url
        ):
            url, facts = meant, facts._replace(alternatives=(url, *facts.alternatives))
        yield Candidate(url, page, pieces[0][0], pieces[-1][1], facts)


def _as_meant(shown: str, written: str) -> str:
    """Give a URL by how it is written in the source: ``&sectionid=`` is no sign of a section, whatever browsers show.

    In an attribute it is none, either. What is shown as it is written has no references, as in ``xmp``.
    """
    return attribute_value(written) if "&" in written and written != shown else shown


def urls_of_blocks(
    run: TextRun, known: Container[str], options: Mapping[str, Any]
) -> Iterator[tuple[int, Candidate]]:
    """Yield the URLs of a page's text, and what their places count from: none goes on in another block.

    In angle brackets one would, for a block's edge is an empty line in the text.
    """
    text, edges = run.text, run.edges

    def urls_in(piece: str) -> Iterator[Candidate]:
        return chain.from_iterable(delimit_in_batches(piece, known, **options))

    block, begin = -1, 0
    alone: list[Candidate] = []
    for found in urls_in(text):
        number = bisect_right(edges, found.start)
        opening = text.rfind("<", max(0, found.start - _OPENING), found.start)
        fills_pair = opening == found.start - 1 and text.startswith(found.text + ">", found.start)
        if number == len(edges) or opening < 0 or fills_pair:
            yield 0, found
            continue
        if number != block:
            block, begin = number, edges[number - 1] if number else 0
            alone = list(urls_in(text[begin : edges[number]]))
        start, end = found.start - begin, found.end - begin
        first = bisect_left(alone, start, key=_start_of)
        for other in alone[first : bisect_left(alone, end, lo=first, key=_start_of)]:
            yield begin, other


class _RunPlaces:
    """The way back from a run to the page's source.

    No `Rewritten` of the whole page: most of its pieces are as they were written and hold no URL, so each one is
    aligned when a URL is found in it.
    """

    def __init__(self, page: Text, run: TextRun) -> None:
        self._page = page
        self._run = run
        self._aligned: tuple[int, Rewritten] | None = None

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the source that the run's ``[start:end]`` came from."""
        piece, starts, skipped = self._run.piece, self._run.starts, self._run.skipped
        number = self._run.number_at(start)
        while True:
            begin = starts[number] - skipped[number]
            last = min(end, begin + len(piece(number).data))
            if last > start:
                yield self._alignment(number).span(start - begin, last - begin)
            number += 1
            if number >= len(starts) or starts[number] >= end:
                return
            start = starts[number]

    def _alignment(self, number: int) -> Rewritten:
        if self._aligned is None or self._aligned[0] != number:
            piece = self._run.piece(number)
            source = self._page
            start = self._start_of(piece)
            text = source.text
            if text.startswith(piece.data, start):
                aligned = Rewritten(piece.data, start)
            else:
                following = number + 1
                end = len(text)
                if following < len(self._run.starts):
                    end = self._start_of(self._run.piece(following))
                end = min(end, start + _LONGEST_REFERENCE * (len(piece.data) + 1))
                aligned = align(text[start:end], piece.data, start)
            self._aligned = number, aligned
        return self._aligned[1]

    def _start_of(self, piece: Piece) -> int:
        return self._page.index(piece.line - 1, piece.column) if piece.start is None else piece.start

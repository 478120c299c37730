"""In which order the references of a page come: that of its source, those together that are resolved alike."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import merge
from itertools import groupby, islice
from operator import itemgetter
from typing import NamedTuple

from urlglean.candidate import Candidate, MarkupCandidates
from urlglean.html.places import AttributeCandidate, Tag, tag_of, without_clones
from urlglean.text import Text

_AT_ONCE = 512
_TOGETHER = 256
"""How many of the text are put together, at the most."""
_first = itemgetter(0)


class LongPiece(NamedTuple):
    """A value, a comment, a script or the like that may hold very many references: read once it is asked for."""

    source: Text
    tag: Tag
    """Where it begins; of a value, the start tag."""
    batches: Callable[[], Iterator[Candidate | MarkupCandidates]]
    """Yields its references, in order."""
    own: Callable[[], Iterable[AttributeCandidate]] = tuple
    """Gives those that tell which URLs the page has whole: of what is no value, the page has none of its own there."""

    @classmethod
    def of_value(
        cls, source: Text, tag: Tag, references: Callable[[], Iterator[AttributeCandidate]]
    ) -> LongPiece:
        """Give that of a value, whose references are made a few at once."""

        def batches() -> Iterator[MarkupCandidates]:
            found = references()
            while some := list(islice(found, _AT_ONCE)):
                yield MarkupCandidates(some)

        return cls(source, tag, batches, references)


def sorted_by_tag(found: Iterable[AttributeCandidate]) -> list[AttributeCandidate]:
    """Put the references of a page's markup in order, each once."""
    return without_clones(sorted(found, key=tag_of))


def in_source_order(
    references: list[AttributeCandidate],
    others: Sequence[Candidate],
    long: Sequence[LongPiece] = (),
    *,
    mixed: bool,
    shown: Iterable[Candidate] = (),
) -> Iterator[Candidate | MarkupCandidates]:
    """Yield the references of a page's markup, which are `sorted_by_tag`, and what else was found in it.

    ``mixed`` tells whether some of the first are resolved in another way than the rest. ``shown`` are more of the
    others, which are in order already: they are asked for one by one, for there may be millions.
    """
    placed: Iterable[tuple[Tag, Candidate]] = ((_place_of(other), other) for other in shown)
    if others:
        placed = merge(
            sorted(((_place_of(other), other) for other in others), key=_first), placed, key=_first
        )
    if not long:  # as in most pages
        yield from _batches(_merged(references, placed), mixed=mixed)
        return
    values = sorted(((tag_in_page(value.source, value.tag), value) for value in long), key=_first)
    # What stands where a long value begins comes before it.
    groups = groupby(placed, key=lambda item: bisect_left(values, item[0], key=_first))
    group = next(groups, None)
    done = 0
    for number, (place, value) in enumerate(values):
        before = bisect_right(references, place, lo=done, key=_place_of)
        if group is not None and group[0] == number:
            yield from _batches(_merged(references[done:before], group[1]), mixed=mixed)
            group = next(groups, None)
        elif done < before:
            yield from _batches((references[done:before],), mixed=mixed)
        yield from value.batches()
        done = before
    yield from _batches(
        _merged(references[done:] if done else references, group[1] if group is not None else ()), mixed=mixed
    )


def _merged(
    references: list[AttributeCandidate], others: Iterable[tuple[Tag, Candidate]]
) -> Iterator[Sequence[Candidate]]:
    """Put the few of the text, the comments and the like, each with its place, among the many of the markup."""
    places: list[Tag] | None = None
    done = 0
    together: list[Candidate] = []
    for place, other in others:
        if places is None:
            is_piece = bool(references) and references[0].source.offset > 0
            places = list(map(_place_of if is_piece else tag_of, references))
        behind = bisect_right(places, place, lo=done)
        is_much = len(together) >= _TOGETHER and type(other) is not AttributeCandidate
        if together and (behind > done or is_much or type(other) is not type(together[-1])):
            yield together
            together = []
        if behind > done:
            yield references[done:behind]
            done = behind
        together.append(other)
    yield together
    yield references[done:]


def _batches(runs: Iterable[Sequence[Candidate]], *, mixed: bool) -> Iterator[Candidate | MarkupCandidates]:
    """Give those together that are resolved alike; ``mixed`` tells whether the runs need to be parted for that."""
    for run in runs:
        parts: Iterable[Sequence[Candidate]] = (
            (list(part) for _, part in groupby(run, type)) if mixed else (run,)
        )
        for part in parts:
            if len(part) > 1 and type(part[0]) is AttributeCandidate:
                yield MarkupCandidates(part)
            else:
                yield from part


def _place_of(candidate: Candidate) -> Tag:
    """Give where in the page a Candidate stands, as the parser counts: line from 1, column from 0."""
    if isinstance(candidate, AttributeCandidate):
        return tag_in_page(candidate.source, candidate.tag)
    line, column = candidate.source.position(candidate.start)
    return line, column - 1


def tag_in_page(source: Text, tag: Tag) -> Tag:
    """Give where in the page a start tag stands that the parser has found in a piece of it."""
    line, column = tag
    return source.line + line - 1, column + (source.column - 1 if line == 1 else 0)

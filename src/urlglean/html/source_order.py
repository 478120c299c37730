"""The references of a page in the order of its source, those together that are resolved alike.

A page has many references in its markup and few in its text, comments and scripts: the few are put among the many.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from operator import eq, itemgetter
from typing import Any

from urlglean.candidate import Candidate, MarkupCandidates
from urlglean.html.places import AttributeCandidate, Tag
from urlglean.text import Text

__all__ = ["in_source_order", "sorted_by_tag", "tag_in_page"]


def sorted_by_tag(found: Iterable[Candidate]) -> list[Candidate]:
    """Put the references of a page's markup in order, each once."""
    return _without_clones(sorted(found, key=itemgetter(2)))


def _without_clones(found: list[Candidate]) -> list[Candidate]:
    """Put the references of one tag together that a tree holds several times.

    Where formatting elements are misnested, the parser clones them (HTML Standard, section 13.2.6.4.7, adoption
    agency algorithm): the source has one link, with the text of all.
    """
    places = list(map(itemgetter(2), found))
    clones = [number for number, same in enumerate(map(eq, places, islice(places, 1, None)), 1) if same]
    if not clones:
        return found
    kept: list[Candidate | None] = list(found)
    for number in clones:
        first, clone = kept[number - 1], found[number]
        if not isinstance(first, AttributeCandidate) or not isinstance(clone, AttributeCandidate):
            continue
        if first.is_clone(clone):
            kept[number - 1], kept[number] = None, first.with_more(clone)
    return [candidate for candidate in kept if candidate is not None]


def in_source_order(
    references: list[Candidate], others: Iterable[Candidate], *, mixed: bool
) -> Iterator[Candidate | MarkupCandidates]:
    """Yield the references of a page's markup, which are `sorted_by_tag`, and what else was found in it.

    ``mixed`` tells whether some of the former are resolved in another way than the rest.
    """
    placed = sorted(((_place_of(other), other) for other in others), key=itemgetter(0))
    return _batches(_merged(references, placed), mixed=mixed)


def _merged(references: list[Candidate], others: list[tuple[Tag, Candidate]]) -> Iterator[list[Candidate]]:
    """Put the few of the text, the comments and the like, each with its place, among the many of the markup."""
    places: list[Any] = list(map(itemgetter(2), references)) if others else []
    done = 0
    for place, other in others:
        behind = bisect_right(places, place, lo=done)
        yield references[done:behind]
        yield [other]
        done = behind
    yield references[done:]


def _batches(runs: Iterable[list[Candidate]], *, mixed: bool) -> Iterator[Candidate | MarkupCandidates]:
    """Give those together that are resolved alike; ``mixed`` tells whether the runs need to be parted for that."""
    for run in runs:
        parts: Iterable[list[Candidate]] = (list(part) for _, part in groupby(run, type)) if mixed else (run,)
        for part in parts:
            if part and type(part[0]) is AttributeCandidate:
                yield MarkupCandidates(part)
            else:
                yield from part


def _place_of(candidate: Candidate) -> Tag:
    """Give where in the page a Candidate stands, as the parser counts: line from 1, column from 0."""
    place: Any = tuple.__getitem__(candidate, 2)
    if not isinstance(place, int):  # see AttributeCandidate
        return tag_in_page(candidate.source, place)
    line, column = candidate.source.position(place)
    return line, column - 1


def tag_in_page(source: Text, tag: Tag) -> Tag:
    """Give where in the page a start tag stands that the parser has found in a piece of it."""
    if not source.offset:
        return tag
    line, column = source.position(source.index(tag[0] - 1, tag[1]))
    return line, column - 1

"""The URLs in the text of a mail part, with their quote depth and the region they stand in.

What a format says about its own line breaks is undone before the text is delimited, and every place is given in the
text as it was.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit, delimit_in_batches
from urlglean.mail.encoded_files import without_encoded_files
from urlglean.mail.linked_ends import ended_as_linked
from urlglean.mail.quote_marks import quote_depth
from urlglean.mail.regions import BODY, placed, regions
from urlglean.text import Text
from urlglean.unbroken import Unbroken

__all__ = ["candidates_in_batches"]

_new = tuple.__new__


def candidates_in_batches(
    text: str,
    *,
    known: Container[str] = (),
    linked: Container[str] = (),
    unbroken: Unbroken | None = None,
    options: Mapping[str, Any],
    footers: bool = True,
) -> Iterator[list[Candidate]]:
    """Yield the Candidates of a mail text with their quote depth and region, those of a stretch at once.

    ``known`` is evidence for `delimit`, ``linked`` what the links of the message's pages lead to; ``unbroken`` is the
    text with the line breaks undone that its format says are none; ``options`` are `delimit`'s. Without ``footers``,
    those in signatures and footers are left out.
    """
    text = without_encoded_files(text)
    if unbroken is None:
        found = delimit_in_batches(text, known, **options)
    else:
        found = iter([list(_mapped(text, unbroken, known, options))])
    places: _Places | None = None
    for batch in found:
        if not batch:
            continue
        if places is None:
            places = _Places(text)
        yield places.of(batch if not linked else ended_as_linked(batch, linked), footers=footers)


class _Places:
    """Tells where the Candidates of one text stand, asked in their order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._regions = iter(regions(text))
        self._region = next(self._regions, BODY)
        self._line_end = self._depth = 0

    def of(self, found: Iterable[Candidate], *, footers: bool) -> list[Candidate]:
        """Add the quote depth and the region of each Candidate."""
        text = self.text
        region, line_end, depth = self._region, self._line_end, self._depth
        told = []
        for url, source, start, end, facts in found:
            while region.end <= start and region is not BODY:
                region = next(self._regions, BODY)
            name = region.name if region.start <= start else "body"
            if name != "body" and not footers:
                continue
            if start >= line_end:
                depth = quote_depth(text, start)
                line_end = text.find("\n", start)
                line_end = line_end if line_end >= 0 else len(text)
            told.append(_new(Candidate, (url, source, start, end, placed(facts, depth, name))))
        self._region, self._line_end, self._depth = region, line_end, depth
        return told


def _mapped(
    text: str, unbroken: Unbroken, known: Container[str], options: Mapping[str, Any]
) -> Iterator[Candidate]:
    """Delimit the unbroken text, and give each Candidate its place in the text as it was."""
    source = Text(text)
    for candidate in delimit(unbroken.text, known, **options):
        parts = candidate.facts.pieces or ((candidate.start, candidate.end),)
        pieces = tuple(piece for start, end in parts for piece in unbroken.pieces(start, end))
        facts = candidate.facts if len(pieces) == 1 else candidate.facts._replace(pieces=pieces)
        if len(pieces) == 1 and candidate.facts.pieces:
            facts = facts._replace(pieces=())
        yield Candidate(candidate.text, source, pieces[0][0], pieces[-1][1], facts)

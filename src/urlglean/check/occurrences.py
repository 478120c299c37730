"""The links of a check, and what came of each: all are held to the end, and strangers write millions of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

from urlglean.check.answers import Answer, Cause
from urlglean.check.findings import Finding, Judgement, finding_of
from urlglean.check.local import Source
from urlglean.check.packed import DistinctValues, PackedLinks
from urlglean.links.link import Link


class Occurrences:
    """Links in the order of the documents, each known by its number from 0 on, and what came of each."""

    def __init__(self, why_unasked: Cause) -> None:
        self.answers: dict[str, Answer] = {}
        """What is known of URLs that servers were to be asked about."""
        self.why_unasked = why_unasked
        """Why there is no answer to a URL that there is none to."""
        self.links = PackedLinks()
        self._sources: list[tuple[int, Source | None]] = []
        """Where links are read, behind the number of the first one that is read there."""
        self._judgements = DistinctValues[Judgement]()
        self._urls = DistinctValues[str]()
        # What came of each, and its URL, by their numbers from 1 on: 0 stands for none.
        self._judged, self._asked = array("I"), array("I")

    def read_in(self, source: Source | None) -> None:
        """Note where the links that are added next stand; None for no part of a tree: for mail, for a web archive."""
        if not self._sources or self._sources[-1][1] != source:
            self._sources.append((len(self.links), source))

    def add(self, link: Link) -> None:
        """Add the link that comes next."""
        self.links.append(link)

    def __iter__(self) -> Iterator[tuple[int, Link, Source | None]]:
        """Yield each with its number, and where it stands."""
        for (first, source), (behind, _) in pairwise((*self._sources, (len(self.links), None))):
            for number in range(first, behind):
                yield number, self.links[number], source

    def __len__(self) -> int:
        return len(self.links)

    @property
    def urls(self) -> list[str]:
        """The URLs that servers are to be asked about, each once."""
        return self._urls.values

    def ask(self, number: int, url: str) -> None:
        """Note which URL a server is to be asked about for a link."""
        _put(self._asked, number, 1 + self._urls.number(url))

    def url(self, number: int) -> str | None:
        """Give the URL that a server is to be asked about for a link, if any."""
        which = _at(self._asked, number)
        return self._urls.values[which - 1] if which else None

    def judge(self, number: int, judgement: Judgement) -> None:
        """Note what came of a link."""
        _put(self._judged, number, 1 + self._judgements.number(judgement))

    def judgement(self, number: int) -> Judgement | None:
        """Give what came of a link, as far as it is known."""
        which = _at(self._judged, number)
        return self._judgements.values[which - 1] if which else None

    def answer(self, number: int) -> Answer | None:
        """Give what is known of the URL of a link that a server was to be asked about; None for any other link."""
        url = self.url(number)
        return None if url is None else self.answers.get(url) or Answer(url, self.why_unasked)

    def finding(self, number: int) -> Finding:
        """Give what is to be said of a link that was judged."""
        return finding_of(self.links[number], self._judgement(number), self.answer(number))

    def cause(self, number: int) -> Cause:
        """Give why a link that was judged is good, broken or unchecked."""
        return self._judgement(number).cause

    def _judgement(self, number: int) -> Judgement:
        return self._judgements.values[self._judged[number] - 1]


def _put(numbers: array[int], place: int, number: int) -> None:
    if place >= len(numbers):
        numbers.extend(bytes(place - len(numbers)))
        numbers.append(number)
    else:
        numbers[place] = number


def _at(numbers: array[int], place: int) -> int:
    return numbers[place] if place < len(numbers) else 0

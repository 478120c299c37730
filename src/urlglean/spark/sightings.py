"""What pages say of URLs, as rows: the way from the inputs to a frontier."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from urlglean.frontier.frontier import Referrals
from urlglean.frontier.pages import PageReading
from urlglean.frontier.policy import Policy
from urlglean.frontier.sightings import Sighting
from urlglean.intake import IntakeOptions
from urlglean.reports import Problem
from urlglean.spark.rows import POSITION, FoundColumns
from urlglean.spark.splits import Placed, row_position
from urlglean.spark.tasks import documents

_TYPES = {
    POSITION: "VARCHAR",
    **dict.fromkeys(("key", "url", "page", "referrer", "place"), "VARCHAR"),
    "rel": "UBIGINT",
    "count": "BIGINT",
    "anchors": "VARCHAR[]",
    "depth": "INTEGER",
    **dict.fromkeys(("fetched", "noindex"), "BOOLEAN"),
    "reason": "VARCHAR",
    "location": "VARCHAR",
}
"""A sighting has a ``url``, a visit a ``key`` alone, a redirect a ``location``; what was left out has a ``reason``, and
a sign of a trap has both, a reason and an example."""
SIGHTINGS = FoundColumns(_TYPES)
_AT_ONCE = 10_000


@dataclass(frozen=True, slots=True)
class SightingRows:
    """What the pages of some parts of the inputs say."""

    reading: IntakeOptions
    pages: PageReading
    policy: Policy

    def batches(self, parts: Iterable[Placed]) -> Iterator[pa.RecordBatch]:
        """Yield it as columns."""
        for part, position in parts:
            gathered = _CollectedSightings(position)
            referrals = Referrals(self.policy, gathered)

            def skip(problem: Problem, referrals: Referrals = referrals, gathered: Any = gathered) -> None:
                self.pages.skip(problem, referrals)
                gathered.tell(problem)

            for document in documents(part, self.reading.inputs, skip):
                self.pages.read(document, referrals, on_problem=gathered.tell)
                referrals.flush()
                yield from gathered.taken(at_least=_AT_ONCE)
            gathered.leave_out(referrals)
            if self.policy.rung == "protocol":
                gathered.redirect(referrals, since=len(self.policy.redirects))
            yield from gathered.taken(at_least=1)

    def problem(self, problem: Problem, position: str) -> pa.RecordBatch:
        """Give the row of a problem."""
        gathered = _CollectedSightings(position)
        gathered.tell(problem)
        return next(gathered.taken(at_least=1))

    def seeds(self, urls: Iterable[str]) -> list[tuple[Any, ...]]:
        """Give the rows of URLs that a crawl began with."""
        gathered = _CollectedSightings("")
        referrals = Referrals(self.policy, gathered)
        for url in urls:
            referrals.seed(url)
        return gathered.told()


def redirect_rows(policy: Policy) -> list[tuple[Any, ...]]:
    """Give the rows of the redirects of a policy: they stand before those of the inputs."""
    gathered = _CollectedSightings("")
    gathered.redirect(Referrals(policy, gathered), since=0)
    return gathered.told()


@dataclass(slots=True)
class _CollectedSightings:
    """Takes in what pages say, and makes rows of it."""

    position: str
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    problems: list[Problem | None] = field(default_factory=list)
    pages: list[str] = field(default_factory=list)
    sources: list[tuple[str, int, str]] = field(default_factory=list)
    number: int = 0

    def add_page(self, key: str) -> int:
        """Take in a page by the key of its URL. Give its number."""
        self.pages.append(key)
        return len(self.pages) - 1

    def add_source(self, name: str, page: int, referrer: str) -> int:
        """Take in what a place on a page is called, and the page as a referrer. Give its number."""
        self.sources.append((name, page, referrer))
        return len(self.sources) - 1

    def extend(self, sightings: Collection[Sighting]) -> None:
        """Take in what one page says of some URLs, each once."""
        for key, url, source, place, rel, count, anchors in sightings:
            name, page, referrer = self.sources[source]
            said = (key, url, self.pages[page], referrer, f"{name}:{place}", rel, count, anchors)
            self._add(*said)

    def visit(
        self, key: str, *, depth: int | None = None, fetched: bool = True, noindex: bool = False
    ) -> None:
        """Take in what is known of a URL that was retrieved, by its key."""
        self._add(key, *(None,) * 7, depth, fetched, noindex)

    def redirect(self, referrals: Referrals, *, since: int) -> None:
        """Take in where URLs redirect to, but for the first so many of them."""
        for source, target in referrals.redirects[since:]:
            self._add(referrals.key(source), source, *(None,) * 10, target)

    def leave_out(self, referrals: Referrals) -> None:
        """Take in how much was left out, and what looked like a trap."""
        for reason, count in referrals.left_out.items():
            self._add(*(None,) * 6, count, *(None,) * 4, reason)
        for sign, url in referrals.traps.items():
            self._add(None, url, *(None,) * 9, sign)

    def tell(self, problem: Problem) -> None:
        self._add(problem=problem)

    def _add(self, *values: Any, problem: Problem | None = None) -> None:
        missing = (None,) * (len(_TYPES) - 1 - len(values))
        self.rows.append((row_position(self.position, self.number), *values, *missing))
        self.problems.append(problem)
        self.number += 1

    def told(self) -> list[tuple[Any, ...]]:
        """Give the rows, none of which is a problem, as values of `SIGHTINGS`."""
        return [(*row, None) for row in self.rows]

    def taken(self, *, at_least: int) -> Iterator[pa.RecordBatch]:
        """Yield the rows if they are so many, and let go of them."""
        if len(self.rows) >= at_least:
            yield SIGHTINGS.batch(SIGHTINGS.rows.batch(self.rows), self.problems)
            self.rows, self.problems = [], []

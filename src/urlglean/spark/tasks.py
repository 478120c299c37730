"""What a task does on an executor: it reads its parts of the inputs, and a part that kills it costs itself alone.

What it makes of them are rows of what is found, or of what pages say, which a frontier is made of.
"""

from __future__ import annotations

import gc
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import pyarrow as pa

from urlglean.archives.records import ArchiveSection
from urlglean.document import Document
from urlglean.errors import InputError
from urlglean.frontier.frontier import Referrals
from urlglean.frontier.pages import PageReading
from urlglean.frontier.policy import Policy
from urlglean.frontier.sightings import Sighting
from urlglean.inputs.files import InputOptions
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import File
from urlglean.jobs.workers import Finished, HandOver, Lost, Task, Workers
from urlglean.reports import Problem
from urlglean.spark import splits
from urlglean.spark.rows import POSITION, Found, FoundColumns, batches
from urlglean.uri.schemes import has_scheme


class PartProduct(Protocol):
    """What is made of parts of the inputs. It can be pickled."""

    @property
    def reading(self) -> IntakeOptions:
        """How they are read."""

    def batches(self, parts: Iterable[splits.Placed]) -> Iterator[pa.RecordBatch]:
        """Yield what comes of some parts, in order."""

    def problem(self, problem: Problem, position: str) -> pa.RecordBatch:
        """Give what stands for something that cannot be read."""


@dataclass(frozen=True, slots=True)
class FoundRows:
    """The rows of what is found."""

    reading: IntakeOptions
    rung: str

    def batches(self, parts: Iterable[splits.Placed]) -> Iterator[pa.RecordBatch]:
        """Yield rows as columns."""
        return batches(self._found(parts), self.rung)

    def problem(self, problem: Problem, position: str) -> pa.RecordBatch:
        """Give the row of a problem."""
        return next(batches([(problem, position)], self.rung))

    def _found(self, parts: Iterable[splits.Placed]) -> Iterator[Found]:
        reading = self.reading
        for part, position in parts:
            number = 0
            problems: list[Problem] = []
            for document in documents(part, reading.inputs, problems.append):
                for link in reading.links(document, on_problem=problems.append):
                    for problem in problems:
                        yield problem, splits.row_position(position, number)
                    problems.clear()
                    yield link, splits.row_position(position, number)
                    number += 1
            for problem in problems:
                yield problem, splits.row_position(position, number)


def documents(
    part: splits.Part, inputs: InputOptions, on_problem: Callable[[Problem], object]
) -> Iterator[Document]:
    """Open a part of the inputs, wherever it is; a Problem where it cannot be read."""
    if isinstance(part, Problem):
        on_problem(part)
        return
    try:
        if isinstance(part, splits.WarcSplit):
            with splits.archive_bytes(part.name, part.start, part.stop) as content:
                section = ArchiveSection(content, part.start)
                yield inputs.claimed(
                    Document(section, "application/warc", part.name, encoding=inputs.encoding)
                )
                if content.failure:
                    on_problem(Problem(part.name, content.failure))
        elif isinstance(part, splits.Cell):
            yield from _of_cell(part, inputs, on_problem)
        elif isinstance(part, File) and splits.is_remote(part.name):
            with splits.streamed(part.name) as file:
                yield from _told(inputs.open_stream(file, part.name), on_problem)  # type: ignore[arg-type]  # as good
        elif isinstance(part, File):
            yield from inputs.documents((part.name,), on_problem=on_problem)
        else:
            yield from part.documents(inputs, on_problem=on_problem, opened=splits.bytes_of)
    except InputError as error:
        on_problem(Problem(part.name, str(error)))
    except (OSError, ImportError, ValueError) as error:
        on_problem(Problem(part.name, f"cannot be read: {getattr(error, 'strerror', None) or error}"))


def _of_cell(
    cell: splits.Cell, inputs: InputOptions, on_problem: Callable[[Problem], object]
) -> Iterator[Document]:
    if cell.base is not None and not has_scheme(cell.base):
        on_problem(Problem(cell.name, f"the base {cell.base!r} is no absolute URL"))
        return
    said = replace(
        inputs,
        kind=cell.kind or inputs.kind,
        base=cell.base or inputs.base,
        encoding=cell.encoding or inputs.encoding,
    )
    yield from _told(said.open_stream(io.BytesIO(cell.content), cell.name), on_problem)


def _told(items: Iterable[Document | Problem], on_problem: Callable[[Problem], object]) -> Iterator[Document]:
    for item in items:
        if isinstance(item, Problem):
            on_problem(item)
        else:
            yield item


# --- what pages say of URLs, as rows: the way from the inputs to a frontier ---

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

    def batches(self, parts: Iterable[splits.Placed]) -> Iterator[pa.RecordBatch]:
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
            self._add(key, url, self.pages[page], referrer, f"{name}:{place}", rel, count, anchors)

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
        self.rows.append((splits.row_position(self.position, self.number), *values, *missing))
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


# --- an attempt, and the next one ---


def attempt(parts: Iterable[splits.Placed], product: PartProduct) -> Iterator[pa.RecordBatch]:
    """Yield what comes of the parts of a task: at its first attempt at once, at a later one with care."""
    from pyspark import TaskContext

    context = TaskContext.get()
    with _little_to_collect():
        if context is None or not context.attemptNumber():
            yield from product.batches(parts)
        else:
            yield from careful([*parts], product)


@contextmanager
def _little_to_collect() -> Iterator[None]:
    """Have the collector of garbage look at nothing that is there already, and not at each row while it waits.

    All that Spark's worker has imported would be gone over every few thousand rows, which takes a tenth of all time;
    the rows of a batch, some dozen objects each, go together once they are columns.
    """
    often, *seldom = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(max(often, _OBJECTS_OF_A_BATCH), *seldom)
    try:
        yield
    finally:
        gc.set_threshold(often, *seldom)
        gc.unfreeze()


_OBJECTS_OF_A_BATCH = 10_000
"""How many objects there are more when garbage is looked for."""


def careful(parts: Sequence[splits.Placed], product: PartProduct) -> Iterator[pa.RecordBatch]:
    """Yield the same with care: what made the attempt before fail may be in these parts.

    Another process reads them, and what comes of each is taken when it is complete. A part in which that process
    dies, or runs out of memory, is halved until it is one document, which is named instead.
    """
    with Workers(_Careful(product), processes=1) as workers:
        yield from _carefully(parts, product, workers)


def _carefully(
    parts: Sequence[splits.Placed], product: PartProduct, workers: Workers
) -> Iterator[pa.RecordBatch]:
    failed: list[Lost] = []
    for result in workers.results([Task(parts)]):
        if isinstance(result, Lost):
            failed.append(result)
        elif isinstance(result, Finished) and isinstance(result.value, Lost):
            failed.append(result.value)
        elif isinstance(result, Finished):
            yield from result.value
    for lost in failed:
        one: splits.Placed = lost.part
        smaller = splits.halves(one.part, product.reading.inputs)
        if smaller:
            number = int(one.position.partition(".")[0], 16)
            yield from _carefully(splits.placed_of(number, smaller), product, workers)
        else:
            yield product.problem(lost.problem(one.part), splits.row_position(one.position, 0))


@dataclass(frozen=True, slots=True)
class _Careful:
    product: PartProduct

    def __call__(self, parts: Sequence[splits.Placed], hand_over: HandOver) -> None:
        """Read some parts, each of which is handed over when it is complete, or what went wrong with it."""
        for done, part in enumerate(parts, 1):
            value: list[pa.RecordBatch] | Lost
            try:
                value = [*self.product.batches([part])]
            except Exception as error:  # whatever it is, it costs this part alone
                value = Lost(
                    part, f"{type(error).__name__}: {error}".removesuffix(": "), begun=False, has_died=False
                )
            hand_over(value, done=done, begun=False)

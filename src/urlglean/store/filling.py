"""A store that several processes read for, and one writes to: what is in it then is what one alone puts there.

The processes send `records`; how far a file has been read is written with what was
found up to there, slice by slice, so that a run that is killed leaves what the next one can go on from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from urlglean.inputs.file_bytes import FileBytes
from urlglean.intake import IntakeOptions
from urlglean.jobs.reading import Gathered, Session, processors, run
from urlglean.jobs.shares import File, Slice
from urlglean.jobs.workers import HandOver, Lost, Task
from urlglean.reports import Attachment, Problem
from urlglean.store.records import IntakeRecord, OccurrenceLines, RecordMaker
from urlglean.store.store import Intake, Store

__all__ = ["fill"]

_AT_ONCE = 1 << 18
"""How many characters are handed over at once."""
_LEAST = 64
"""What a record counts for that is no rows."""


class _Share(NamedTuple):
    """A file that is to be stored, or a slice of it, for another process to read."""

    key: int
    """The number of its `Intake`."""
    part: File | Slice
    written: RecordMaker
    is_first: bool = True
    """Of a slice: whether it is the first one that is read."""
    is_last: bool = True

    @property
    def file(self) -> File:
        return File(self.part.name, self.part.weight)

    @property
    def name(self) -> str:
        return self.part.name

    @property
    def start(self) -> int:
        return self.part.start

    @property
    def weight(self) -> int:
        return self.part.weight


def fill(
    store: Store,
    names: Iterable[str | Problem],
    reading: IntakeOptions,
    *,
    jobs: int | None,
    on_problem: Callable[[Problem], object],
    on_attachment: Callable[[Attachment], object] | None = None,
    take: Callable[[Gathered], object],
) -> tuple[int, int]:
    """Take inputs into a store that ``jobs`` processes read, or as many as gain; this one alone writes to it.

    Gives how many occurrences are new, and how many files were as before. ``take`` is called, after each piece of
    the work, with a `Gathered` without a product.

    Raises `StoreError` where the store cannot be written, `WorkerError` where the processes cannot be started.
    """
    filling = _Filling(store, reading, jobs or processors(), on_problem, on_attachment, take)
    for lost in run(filling.parts(names), Storing(filling.reading), filling.here, jobs, filling.take):
        filling.lose(lost)
    store.commit()
    return filling.new, filling.as_before


@dataclass(slots=True)
class _Filling:
    """What this process does of it: it looks at each file before it is read, and writes down what was found."""

    store: Store
    reading: IntakeOptions
    processes: int
    on_problem: Callable[[Problem], object]
    on_attachment: Callable[[Attachment], object] | None
    taken: Callable[[Gathered], object]
    new: int = 0
    as_before: int = 0
    seen: set[str] = field(default_factory=set)
    intakes: dict[int, tuple[Intake, ExitStack]] = field(default_factory=dict)
    count: int = 0

    def parts(self, names: Iterable[str | Problem]) -> Iterator[Problem | _Share | Task]:
        """Yield what is to be read, in order, without the files that are as they were."""
        for name in names:
            share = name if isinstance(name, Problem) else self._share(name)
            if isinstance(share, str):
                yield Task([share], is_here=True)
            elif isinstance(share, _Share) and share.file.may_be_sliced(self.reading.inputs):
                yield from (Task([piece]) for piece in self._pieces(share))
            elif share is not None:
                yield share

    def _share(self, name: str) -> _Share | Problem | str | None:
        """Give what is to be read of a file; its name, where only this process can; None where nothing is."""
        file = File.of(name)
        if file is None:
            return name
        intake = self.store.intake(
            name, self.reading, on_problem=self.on_problem, on_attachment=self.on_attachment
        )
        if isinstance(intake, Problem):
            return intake
        if intake.file.path in self.seen:
            return name  # named twice: how it is by now is known once it has been stored
        self.seen.add(intake.file.path)
        if intake.is_done:
            self.as_before += 1
            self.taken(Gathered(None, read=file.weight, name=name))
            return None
        self.count += 1
        self.intakes[self.count] = (intake, ExitStack())
        return _Share(self.count, file, intake.written)

    def _pieces(self, share: _Share) -> Iterator[_Share]:
        """Yield the slices of an mbox that are to be read; what turns out to be something else as it is."""
        intake, stack = self.intakes[share.key]
        part = next(share.file.pieces(self.reading.inputs, self.processes))
        if not isinstance(part, Slice):
            yield share
            return
        archive = intake.open_archive(stack.enter_context(FileBytes.opened(part.name, part.size)))
        pieces = Slice.all_of(
            part.name, archive.content, archive.start, archive.earlier, processes=self.processes
        )
        before = next(pieces)
        is_first = True
        for piece in pieces:
            yield share._replace(part=before, is_first=is_first, is_last=False)
            before, is_first = piece, False
        yield share._replace(part=before, is_first=is_first)

    def here(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        if isinstance(parts[0], str):
            taken = self.store.read(
                parts[0], self.reading, on_problem=self.on_problem, on_attachment=self.on_attachment
            )
            self.new += taken or 0
            self.as_before += taken is None
        else:
            Storing(self.reading)(parts, hand_over)

    def take(self, gathered: Gathered) -> None:
        """Write down what was found."""
        for key, record in gathered.product:
            if isinstance(record, Problem):
                self.on_problem(record)
            elif record is None:
                self._end(key)
            else:
                self.intakes[key][0].take(record)
        self.taken(replace(gathered, product=None))

    def _end(self, key: int) -> None:
        """Note that a file has been read."""
        intake, stack = self.intakes.pop(key)
        self.new += intake.taken
        stack.close()

    def lose(self, lost: Lost) -> None:
        """Write down what was lost with a process."""
        share = lost.part
        if isinstance(share, Problem):
            self.on_problem(share)
            return
        intake, _ = self.intakes[share.key]
        problem = lost.problem(share.part)
        if isinstance(share.part, Slice):
            intake.lose(problem, offset=share.part.start, is_last=share.is_last)
        else:
            intake.lose(problem)
        if share.is_last:
            self._end(share.key)
        self.taken(Gathered(None, read=share.weight, name=share.name))


@dataclass(frozen=True, slots=True)
class Storing:
    """The work of one process for a store: it reads what it is given into records, each with the key of its file."""

    reading: IntakeOptions

    def __call__(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        session = Session(self.reading, hand_over)
        found: list[tuple[int, IntakeRecord | Problem | None]] = []
        size = 0
        share: _Share | Problem
        for share in session.each(parts):
            if isinstance(share, Problem):
                found.append((0, share))
                continue
            for record in self._records(share, session):
                session.found(len(record.lines) if isinstance(record, OccurrenceLines) else 0)
                found.append((share.key, record))
                size += sum(map(len, record.lines)) if isinstance(record, OccurrenceLines) else _LEAST
                if size >= _AT_ONCE:
                    session.deliver(found)
                    found, size = [], 0
            if share.is_last:
                found.append((share.key, None))
        session.deliver(found)

    def _records(self, share: _Share, session: Session) -> Iterator[IntakeRecord]:
        reading, part = self.reading, share.part
        if isinstance(part, File):
            return share.written.records(part.name, reading, progress=session, observer=session)
        return share.written.records_of_slice(
            part.start,
            lambda on_problem: part.documents(reading.inputs, on_problem=on_problem),
            reading,
            is_first=share.is_first,
            is_last=share.is_last,
            progress=session,
            observer=session,
        )

"""What a store takes in: a file, or messages of an mbox, as records that can be sent from process to process.

The records say what is to be written, and from message to message of an mbox, how far the file has been read: in
terms of bytes whose like can be known again when the file has grown.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from urlglean.database.rows import Batch
from urlglean.document import MBOX, Document
from urlglean.inputs.mbox import Section
from urlglean.intake import IntakeOptions
from urlglean.mail.evidence import ThreadMemory
from urlglean.reports import Attachment, Observer, Problem, Progress
from urlglean.store.tables import with_url_once

_NO_TEXT = "application/octet-stream"
_HASHED_AT_ONCE = 1 << 20
_ROWS_AT_ONCE = 256


class FileOpened(NamedTuple):
    """What a file turned out to hold."""

    media_type: str
    start: int = 0
    """The byte offset from which on it is read: what was found there before goes."""


class OccurrenceLines(NamedTuple):
    """Occurrences, as `urlglean.database.rows.Batch.line` writes them."""

    lines: list[str]


class Trouble(NamedTuple):
    """What could not be read, and the byte offset of its message in an mbox."""

    problem: Problem
    offset: int | None


class Reached(NamedTuple):
    """A message of an mbox begins at this byte, and all before it has been read."""

    offset: int


class ResumePoint(NamedTuple):
    """The same, and what the next run has to know to begin there."""

    resume: int
    memory: int
    digest: str


class FileClosed(NamedTuple):
    """A file has been read to its end."""

    mark: ResumePoint | None = None


IntakeRecord: TypeAlias = (
    FileOpened | OccurrenceLines | Trouble | Attachment | Reached | ResumePoint | FileClosed
)


class MboxPosition:
    """How far an mbox has been read.

    ``known`` is what the run before has left; where the bytes up to there are another's by now, it counts for
    nothing.
    """

    def __init__(self, content: Any, known: ResumePoint | None = None) -> None:
        self.content = content
        self.start = 0
        self.memory = 0
        self._hash = blake2b(digest_size=16)
        self._hashed = 0
        if known is not None and known.resume <= len(content):
            self._take(known.resume)
            if self._hash.hexdigest() == known.digest:
                self.start, self.memory = known.resume, known.memory
            else:
                self._hash, self._hashed = blake2b(digest_size=16), 0
        self.position = self.start
        self._recent: deque[int] = deque(maxlen=ThreadMemory.SIZE)

    @property
    def earlier(self) -> tuple[int, ...]:
        """The messages before the start that are to be remembered."""
        return tuple(
            takewhile(lambda offset: offset < self.start, Section(self.content, self.memory).offsets())
        )

    def _take(self, end: int) -> None:
        for start in range(self._hashed, end, _HASHED_AT_ONCE):
            self._hash.update(self.content[start : min(start + _HASHED_AT_ONCE, end)])
        self._hashed = end

    def reach(self, offset: int) -> bool:
        """Note that a message begins at ``offset``, and that those before it have been read; say if that is news."""
        if offset <= self.position:
            return False
        self._take(offset)
        self._recent.append(self.position)
        if len(self._recent) == ThreadMemory.SIZE:
            self.memory = self._recent[0]
        self.position = offset
        return True

    @property
    def mark(self) -> ResumePoint:
        """What a next run has to know."""
        return ResumePoint(self.position, self.memory, self._hash.hexdigest())


class RecordMaker(NamedTuple):
    """How a file is written down, for who reads it: in this process or in another one."""

    source: str
    """What the rows of its occurrences call the file."""
    rung: str
    """How far their keys are normalized."""
    known: ResumePoint | None = None
    """Where to go on, if it is an mbox that has grown."""

    def records(
        self,
        name: str,
        reading: IntakeOptions,
        *,
        progress: Progress | None = None,
        observer: Observer | None = None,
    ) -> Iterator[IntakeRecord]:
        """Yield what a file holds.

        There is no `FileOpened` and no `FileClosed` where it could not be read at all.
        """
        is_open = False
        archive: MboxPosition | None = None
        problems: list[Problem] = []  # with its opening, or once it has been read
        for item in reading.inputs.documents((name,), on_problem=problems.append, progress=progress):
            is_open = True
            document = item
            if item.media_type == MBOX:
                archive = MboxPosition(item.content, self.known)
                document = item._replace(
                    content=Section(item.content, archive.start, earlier=archive.earlier)
                )
            yield FileOpened(item.media_type, archive.start if archive else 0)
            yield from _Taking(reading, self, progress, archive).records(document, observer)
        for problem in problems:
            if problem.format:  # it was looked into, and will be no text the next time
                is_open = True
                yield FileOpened(_NO_TEXT)
            yield Trouble(problem, archive.position if archive else None)
        if not is_open and not problems:
            yield FileOpened("text/plain")
        if is_open or not problems:
            yield FileClosed(archive.mark if archive else None)

    def records_of_slice(
        self,
        start: int,
        sections: Callable[[Callable[[Problem], object]], Iterator[Document]],
        reading: IntakeOptions,
        *,
        is_first: bool,
        is_last: bool,
        progress: Progress | None = None,
        observer: Observer | None = None,
    ) -> Iterator[IntakeRecord]:
        """Yield what some messages of an mbox hold, the first of which begins at ``start``, and where each begins.

        ``sections`` gives them as Documents whose content is a `Section`; it is called with what takes its Problems.
        ``is_first`` and ``is_last`` say that nothing of the archive comes before them, or behind them.
        """
        if is_first:
            yield FileOpened(MBOX, start)
        problems: list[Problem] = []  # with its opening, or once it has been read
        for section in sections(problems.append):
            yield from _Taking(reading, self, progress, None).records(section, observer)
        yield from (Trouble(problem, start) for problem in problems)
        if is_last:
            yield FileClosed()


class _Taking:
    """The reading of one document: its own `Progress`, which hears of each message before it is read."""

    def __init__(
        self,
        reading: IntakeOptions,
        how: RecordMaker,
        progress: Progress | None,
        archive: MboxPosition | None,
    ) -> None:
        self._reading = replace(reading, relative=True)
        self._how = how
        self._progress = progress
        self._archive = archive
        self._position = 0
        self._place: int | None = None
        """Where in an mbox the message begins that is read, where no `archive` knows."""
        self._lines: list[str] = []
        self._records: list[IntakeRecord] = []

    def records(self, document: Document, observer: Observer | None) -> Iterator[IntakeRecord]:
        """Yield what a document holds, in order."""
        how = self._how
        if self._archive is None and document.media_type == MBOX:
            self._place = document.content.start
        for link in self._reading.links(
            document, on_problem=self._tell, on_attachment=self._put, progress=self, observer=observer
        ):
            if len(self._lines) >= _ROWS_AT_ONCE:
                self._close_rows()
            if self._records:
                yield from self._records
                self._records.clear()
            self._lines.append(Batch.line(with_url_once(link.row(how.rung) | {"source": how.source})))
        self._close_rows()
        yield from self._records

    def _close_rows(self) -> None:
        if self._lines:
            self._records.append(OccurrenceLines(self._lines))
            self._lines = []

    def _put(self, record: IntakeRecord) -> None:
        self._close_rows()
        self._records.append(record)

    def _tell(self, problem: Problem) -> None:
        self._put(Trouble(problem, self._archive.position if self._archive else self._place))

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done."""
        self._position += amount
        if self._place is not None:
            self._place = self._position
            self._put(Reached(self._position))
        elif self._archive is not None and self._archive.reach(self._position):
            self._put(self._archive.mark)
        if self._progress is not None:
            self._progress.advance(amount)

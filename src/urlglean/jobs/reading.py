"""Many inputs, and slices of big ones, read in several processes; what comes of it is that of one.

The processes send what is to be written rather than Links: a Link holds on to the text it stands in. What has no name
that another process could open, standard input say, is read in this one.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeAlias

from urlglean.database.rows import Batch
from urlglean.document import Document
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import InputPart, Slice, grouped, parts, weight_of
from urlglean.jobs.workers import Claimed, Finished, HandOver, Lost, Task, Turn, Work, Workers
from urlglean.links.link import Link
from urlglean.reports import Attachment, Attachments, Problem, Retrieval

if TYPE_CHECKING:
    from urlglean.inputs.mirrors import Learnt

__all__ = ["Gathered", "Product", "RowLines", "Session", "TextLines", "gather", "processors", "run"]

_AT_ONCE = 1 << 18
"""How many characters are handed over at once."""


Product: TypeAlias = Callable[[Iterable[Link], Callable[[Any], None]], object]
"""Takes in Links in the process that found them, and delivers what it makes of them, in one piece or in several, the
last one at the end. It can be pickled."""


@dataclass(slots=True)
class Gathered:
    """What came of some inputs, or of a piece of one."""

    product: Any = None
    """What the `Product` delivered; None where nothing was read."""
    problems: list[Problem] = field(default_factory=list)
    skipped: Attachments = field(default_factory=Attachments)
    """What of it is no text."""
    found: int = 0
    without_url: int = 0
    """How many of them come to no URL."""
    relative: int = 0
    """How many more were relative, and left out for want of a base."""
    read: int = 0
    """How many bytes of the inputs were read for it."""
    messages: int = 0
    name: str = ""
    """The input that was read last."""
    learnt: Learnt | None = None
    """What is known so far of the layout of the inputs, where that was asked for."""


def processors() -> int:
    """Give how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def gather(
    names: Iterable[str | Problem],
    reading: IntakeOptions,
    product: Product,
    *,
    jobs: int | None,
    take: Callable[[Gathered], object],
) -> None:
    """Read inputs in ``jobs`` processes, and hand on what comes of them in the order of the inputs.

    ``names`` are what `Choice.files` yields. ``take`` is called with one `Gathered` after the other.
    Where ``jobs`` is None, this process begins, and as many as there are processors go on if they gain by it.

    Raises `WorkerError` where the processes cannot be started.
    """
    work = Gathering(reading, product)
    # Somebody may watch what comes of standard input, say.
    here = Gathering(reading, replace(product, least=1)) if isinstance(product, TextLines) else work
    for value in run(parts(names, reading.inputs, jobs or processors()), work, here, jobs, take):
        part = value.part
        take(Gathered(None, [value.problem(part)], read=weight_of(part), name=part.name))


def run(
    given: Iterable[Any], work: Work, here: Work, jobs: int | None, take: Callable[[Gathered], object]
) -> Iterator[Lost]:
    """Have parts read in order, by other processes or ``here``; yield what was lost with these processes.

    What is little work is read with what is next to it; a `Task` among the parts is one by itself.
    """
    tasks = (task._replace(weight=sum(map(weight_of, task.parts))) for task in grouped(given))

    helps = jobs is None

    def take_here(value: Gathered, *, done: int, begun: bool) -> None:
        take(value)

    def do(task: Task) -> None:
        (work if helps and not task.is_here else here)(task.parts, take_here)

    first = list(islice(tasks, 2))
    left = chain(first, tasks)
    if len(first) < 2 or (helps and processors() == 1):  # nothing to share, or nobody to share it with
        for task in left:
            do(task)
        return
    with Workers(work, processes=jobs or processors() - 1, helps=helps) as workers:
        for result in workers.results(_behind_sample(left, do, workers) if helps else left):
            if isinstance(result, Finished):
                take(result.value)
            elif isinstance(result, Turn):
                here(result.parts, take_here)
            elif isinstance(result, Claimed):
                work(result.parts, take_here if result.keep is None else result.keep)
            else:
                yield result


_SAMPLE = 0.1
"""Seconds of this processor's time after which it is known how fast the inputs can be read."""
_WORTH = 1.0
"""Seconds of work that have to be left to share them: a process takes 0.3 to begin, while this one goes on."""
_MUCH = 16 << 20
"""From how many bytes on a process is started before that is known: it takes none of this one's time to begin."""
_MOST_OF_IT = 0.75
"""The share of what is left that no single task may have."""


def _behind_sample(tasks: Iterator[Task], do: Callable[[Task], object], workers: Workers) -> Iterator[Task]:
    """Do tasks here until it is known whether it is worth while to share the others; give those that are shared."""
    known: list[Task] = []
    size = 0
    while size < _MUCH and (task := next(tasks, None)) is not None:
        known.append(task)
        size += task.weight
    if size >= _MUCH:
        workers.prepare()
    tasks = chain(known, tasks)
    begin = time.process_time()
    read = 0
    for task in tasks:
        do(task)
        read += task.weight
        passed = time.process_time() - begin
        if passed < _SAMPLE:
            continue
        enough = read / passed * _WORTH
        ahead: list[Task] = []
        weight = largest = 0
        for other in tasks:
            ahead.append(other)
            weight += other.weight
            largest = max(largest, other.weight)
            if weight >= enough and largest <= _MOST_OF_IT * weight:
                return chain(ahead, tasks)
        for other in ahead:
            do(other)
    return iter(())


# --- reading, here or in another process ---


@dataclass(frozen=True, slots=True)
class Gathering:
    """The work of one process: it reads the parts it is given and makes of their Links what is asked for."""

    reading: IntakeOptions
    product: Product

    def __call__(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        session = Session(self.reading, hand_over)
        self.product(session.links(parts), session.deliver)


class Session:
    """One reading of some parts: the `Progress` and `Observer` of their documents, too."""

    def __init__(self, reading: IntakeOptions, hand_over: HandOver) -> None:
        self._reading = reading
        self._mirror = reading.inputs.mirror
        self._hand_over = hand_over
        self._done = 0
        self._has_begun = False
        """Whether something was found in the part after those that are done."""
        self._gathered = Gathered()
        """What came of the parts since something was handed over last."""
        self._read = 0
        """How many bytes the parts have that are done."""
        self._weight = self._position = 0
        """How many bytes the part has that is being read, and how many of them have been."""
        self._told = 0

    def links(self, parts: Iterable[InputPart]) -> Iterator[Link]:
        """Yield the Links of the parts that are kept."""
        for part in self.each(parts):
            for document in self._documents_of(part):
                for link in self._reading.links(
                    document,
                    on_problem=self._tell,
                    on_attachment=self._skip,
                    on_relative=self._leave,
                    progress=self,
                    observer=self,
                ):
                    self.found(1)
                    self._gathered.without_url += link.url is None
                    yield link

    def each(self, parts: Iterable[Any]) -> Iterator[Any]:
        """Yield the parts, each of which has been read when the next is asked for."""
        for part in parts:
            self._weight, self._position = weight_of(part), 0
            if not isinstance(part, Problem):
                self._gathered.name = part.name
                self._position = -part.start  # how far a slice is, its messages say by their own offsets
            yield part
            self._done += 1
            self._has_begun = False
            self._read += self._weight
            self._weight = 0

    def found(self, count: int) -> None:
        """Note that something was found in the part that is being read: so many Links."""
        self._has_begun = True
        self._gathered.found += count

    def deliver(self, product: Any) -> None:
        """Hand over what was made of the Links so far."""
        read = self._read + min(max(0, self._position), self._weight)
        gathered, self._gathered = self._gathered, Gathered(name=self._gathered.name)
        gathered.product, gathered.read = product, read - self._told
        gathered.learnt = None if self._mirror is None else self._mirror.learnt()
        self._hand_over(gathered, done=self._done, begun=self._has_begun)
        self._told = read

    def _documents_of(self, part: InputPart) -> Iterator[Document]:
        if isinstance(part, Slice):
            return part.documents(self._reading.inputs, on_problem=self._tell)
        names = (part if isinstance(part, Problem) else part.name,)
        return self._reading.inputs.documents(names, on_problem=self._tell, progress=self)

    def _tell(self, problem: Problem) -> None:
        self._has_begun = True
        self._gathered.problems.append(problem)

    def _leave(self, link: Link) -> None:
        self._gathered.relative += 1

    def _skip(self, attachment: Attachment) -> None:
        self._has_begun = True
        self._gathered.skipped.add(attachment)

    # --- as a Progress and an Observer ---

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as read."""
        self._position += amount

    def document(self, document: Document) -> None:
        """Count a message."""
        self._gathered.messages += document.is_mail

    def retrieval(self, retrieval: Retrieval) -> None:
        """Nobody asks for it here."""


# --- what is made of Links ---


@dataclass(frozen=True, slots=True)
class TextLines:
    """What a writer of text makes of Links, without the line that it begins with."""

    write: Callable[..., None]
    """The ``write_links`` of a `urlglean.writers.Format` that is text."""
    rung: str
    encoding: str | None
    """The encoding of where it will be written to; None where that takes any character."""
    least: int = _AT_ONCE
    """How many characters are delivered at once, more or less."""

    def __call__(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
        """Deliver text."""
        out = _Out(self.encoding)

        def watched() -> Iterator[Link]:
            out.take()  # the header, of which there is to be but one
            for link in links:
                yield link
                if out.tell() >= self.least:
                    deliver(out.take())

        self.write(watched(), out, rung=self.rung)
        deliver(out.take())


@dataclass(frozen=True, slots=True)
class RowLines:
    """The rows of Links, as `urlglean.database.rows.Batch.line` writes them."""

    rung: str

    def __call__(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
        """Deliver lists of lines."""
        lines: list[str] = []
        size = 0
        for link in links:
            line = Batch.line(link.row(self.rung))
            lines.append(line)
            size += len(line)
            if size >= _AT_ONCE:
                deliver(lines)
                lines, size = [], 0
        deliver(lines)


class _Out(io.StringIO):
    """Text in memory, in the name of a stream that has an encoding."""

    line_buffering = True
    """Each line is there when it is written: a Link that comes may be the last one for a long time."""

    def __init__(self, encoding: str | None) -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> Any:  # type: ignore[override]  # only its stub has it that anybody may set it
        """The encoding of the stream that the text is for."""
        return self._encoding

    def take(self) -> str:
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text

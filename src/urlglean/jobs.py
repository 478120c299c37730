"""Many inputs, and slices of big ones, read in several processes; what comes of it is that of one.

Files that are small go to a process many at once, an mbox that is large and not packed in slices that begin and
end where one of its messages does. The processes send what is to be written rather than Links: a Link holds on to
the text it stands in. What has no name that another process could open, standard input say, is read in this one.
"""

from __future__ import annotations

import io
import os
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from urlglean.attachments import Attachments
from urlglean.compression import format_of
from urlglean.document import Attachment, Document, Problem, Progress, Retrieval
from urlglean.duckdb_rows import as_line
from urlglean.errors import InputError
from urlglean.inputs import STDIN, InputOptions, mapped, open_document
from urlglean.kinds import SAMPLE, kind_of
from urlglean.link import Link
from urlglean.mail_evidence import ThreadMemory
from urlglean.mbox import Section, offsets
from urlglean.pipeline import read_document
from urlglean.store import Reading
from urlglean.workers import Finished, HandOver, Lost, Turn, Workers

__all__ = ["Gathered", "Gathering", "Lines", "Product", "Rows", "gather", "processors", "tasks"]

_MBOX = "application/mbox"
_SLICE = 4 << 20
"""How many bytes of an mbox a slice has at least: seconds of work at most, and little of it for the messages before
it that are to be remembered."""
_LARGE = 2 * _SLICE
"""From how many bytes on an mbox is read in slices."""
_BATCH_BYTES = 1 << 20
_BATCH_FILES = 256
"""How much goes to a process at once: files of this many bytes together, and this many of them at most."""
_AT_ONCE = 1 << 18
"""How many characters are handed over at once."""


class _File(NamedTuple):
    """A file, and how many bytes it has."""

    name: str
    weight: int


class _Slice(NamedTuple):
    """Some messages of an mbox."""

    name: str
    size: int
    """How many bytes the archive has, or had when its messages were looked up."""
    start: int
    stop: int
    earlier: tuple[int, ...]

    @property
    def weight(self) -> int:
        """How many bytes they have."""
        return self.stop - self.start


_Part: TypeAlias = Problem | _File | _Slice
_Task: TypeAlias = tuple[Sequence[_Part], bool]


class Product(Protocol):
    """What is made of Links in the process that found them. It can be pickled."""

    def make(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
        """Take in Links and deliver what is made of them, in one piece or in several, the last one at the end."""

    def at_once(self) -> Product:
        """Give what makes the same, and delivers it without delay: somebody may watch what comes in."""


class Gathered(NamedTuple):
    """What came of some inputs, or of a piece of one."""

    product: Any
    """What the `Product` delivered; None where nothing was read."""
    problems: tuple[Problem, ...] = ()
    skipped: Attachments | None = None
    """What of it is no text."""
    found: int = 0
    """How many Links were taken in."""
    without_url: int = 0
    """How many of them come to no URL."""
    read: int = 0
    """How many bytes of the inputs were read for it."""
    messages: int = 0
    """How many messages of mail were among them."""
    name: str = ""
    """The input that was read last."""


def processors() -> int:
    """Give how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def gather(
    names: Iterable[str | Problem],
    reading: Reading,
    product: Product,
    *,
    jobs: int,
    take: Callable[[Gathered], object],
) -> None:
    """Read inputs in ``jobs`` processes, and hand on what comes of them in the order of the inputs.

    ``names`` are what `urlglean.inputs.files` yields. ``take`` is called with one `Gathered` after the other.

    Raises:
        WorkerError: The processes cannot be started.

    """
    options = replace(reading.options, delimit=dict(reading.options.delimit))  # which can be pickled
    reading = replace(reading, options=options)
    gathering = Gathering(reading, product)
    in_turn = Gathering(reading, product.at_once())

    def here(value: Gathered, *, done: int, begun: bool) -> None:
        take(value)

    shared = tasks(names, reading.inputs)
    first = list(islice(shared, 2))
    if len(first) < 2:  # nothing to share, so no process need be started
        for parts, _ in first:
            in_turn(parts, here)
        return
    with Workers(gathering, processes=jobs) as workers:
        for result in workers.results(chain(first, shared)):
            if isinstance(result, Finished):
                take(result.value)
            elif isinstance(result, Turn):
                in_turn(result.parts, here)
            else:
                take(_of_lost(result))


def _of_lost(lost: Lost) -> Gathered:
    """Say what was lost with a process."""
    part = lost.part
    what, of_it = "it", "it"
    if isinstance(part, _Slice):
        what, of_it = f"its messages from byte {part.start} to byte {part.stop}", "these"
    rest = f"{'what it had found there until then' if lost.begun else f'nothing of {of_it}'} is in the result"
    message = f"the process that read {what} died ({lost.why}); {rest}, the rest goes on"
    weight = 0 if isinstance(part, Problem) else part.weight
    return Gathered(None, (Problem(part.name, message),), read=weight, name=part.name)


# --- who reads what ---


def tasks(names: Iterable[str | Problem], inputs: InputOptions) -> Iterator[_Task]:
    """Yield what is to be read at once, in order, and whether it is for this process alone.

    All of it together is what ``names`` (as `urlglean.inputs.files` yields them) name.
    """
    batch: list[_Part] = []
    size = 0
    for name in names:
        part = name if isinstance(name, Problem) else _file(name)
        alone: Iterable[_Task] = ()
        if part is None:
            alone = [([_File(str(name), 0)], True)]
        elif isinstance(part, _File) and _may_be_sliced(part, inputs):
            alone = (([piece], False) for piece in _pieces(part, inputs))
        else:
            batch.append(part)
            size += part.weight if isinstance(part, _File) else 0
        if batch and (alone or size >= _BATCH_BYTES or len(batch) >= _BATCH_FILES):
            yield batch, False
            batch, size = [], 0
        yield from alone
    if batch:
        yield batch, False


def _file(name: str) -> _File | None:
    """Look at a file; None where only this process can open it."""
    if name == STDIN or name.startswith(_OF_THIS_PROCESS):
        return None
    try:
        found = os.stat(name)  # noqa: PTH116  (any name, NUL too)
    except (OSError, ValueError):
        return _File(name, 0)  # whoever opens it says why it cannot be read
    return _File(name, found.st_size) if stat.S_ISREG(found.st_mode) else None


_OF_THIS_PROCESS = ("/dev/", "/proc/")
"""Where descriptors are found, as <(...) of a shell names them, which mean something else in another process."""


def _may_be_sliced(file: _File, inputs: InputOptions) -> bool:
    """Tell whether it is worth while to open it: whether it is large, and looks like an mbox."""
    if file.weight < _LARGE or inputs.kind not in {None, "mbox"}:
        return False
    try:
        with Path(file.name).open("rb") as opened:
            head = opened.read(SAMPLE)
    except OSError:
        return False  # as above
    return format_of(head) is None and (inputs.kind or kind_of(head, file.name)) == "mbox"


def _pieces(file: _File, inputs: InputOptions) -> Iterator[_Part]:
    """Yield the slices of an mbox; what turns out to be something else as it is."""
    for item in open_document(file.name, inputs):
        if isinstance(item, Document) and item.media_type == _MBOX:
            yield from _slices(file.name, item.content)
        else:
            yield file
        return


def _slices(name: str, content: Any) -> Iterator[_Slice]:
    """Yield the slices of an mbox, each with the messages before it that those in it may answer."""
    size = len(content)
    recent: deque[int] = deque(maxlen=ThreadMemory.SIZE)
    start, earlier = 0, tuple(recent)
    for offset in offsets(content):
        if offset - start >= _SLICE:
            yield _Slice(name, size, start, offset, earlier)
            start, earlier = offset, tuple(recent)
        recent.append(offset)
    yield _Slice(name, size, start, size, earlier)


# --- reading, here or in another process ---


@dataclass(frozen=True, slots=True)
class Gathering:
    """The work of one process: it reads the parts it is given and makes of their Links what is asked for."""

    reading: Reading
    product: Product

    def __call__(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        """Read some parts, in order."""
        session = _Session(self.reading, hand_over)
        self.product.make(session.links(parts), session.deliver)


class _Session:
    """One reading of some parts: the `Progress` and `Observer` of their documents, too."""

    def __init__(self, reading: Reading, hand_over: HandOver) -> None:
        self._reading = reading
        self._hand_over = hand_over
        self._done = 0
        self._has_begun = False
        """Whether something was found in the part after those that are done."""
        self._name = ""
        self._problems: list[Problem] = []
        self._skipped = Attachments()
        self._found = self._without_url = self._messages = 0
        self._read = 0
        """How many bytes the parts have that are done."""
        self._weight = self._position = 0
        """How many bytes the part has that is being read, and how many of them have been."""
        self._told = 0

    def links(self, parts: Iterable[_Part]) -> Iterator[Link]:
        """Yield the Links of the parts that are wanted."""
        wants = self._reading.wants
        for part in parts:
            self._begin(part)
            for link in self._links_of(part):
                if wants is None or wants(link):
                    self._has_begun = True
                    self._found += 1
                    self._without_url += link.url is None
                    yield link
            self._end()

    def deliver(self, product: Any) -> None:
        """Hand over what was made of the Links so far."""
        read = self._read + min(max(0, self._position), self._weight)
        gathered = Gathered(
            product,
            tuple(self._problems),
            self._skipped,
            self._found,
            self._without_url,
            read - self._told,
            self._messages,
            self._name,
        )
        self._hand_over(gathered, done=self._done, begun=self._has_begun)
        self._problems.clear()
        self._skipped = Attachments()
        self._found = self._without_url = self._messages = 0
        self._told = read

    def _begin(self, part: _Part) -> None:
        self._has_begun = False
        self._weight = 0 if isinstance(part, Problem) else part.weight
        self._position = -part.start if isinstance(part, _Slice) else 0
        if not isinstance(part, Problem):
            self._name = part.name

    def _end(self) -> None:
        self._done += 1
        self._has_begun = False
        self._read += self._weight
        self._weight = 0

    def _links_of(self, part: _Part) -> Iterator[Link]:
        reading = self._reading
        for item in _documents(part, reading.inputs, self):
            if isinstance(item, Problem):
                self._tell(item)
            else:
                yield from read_document(
                    item,
                    options=reading.options,
                    dialect=reading.dialect,
                    on_problem=self._tell,
                    on_attachment=self._skip,
                    progress=self,
                    observer=self,
                )

    def _tell(self, problem: Problem) -> None:
        self._has_begun = True
        self._problems.append(problem)

    def _skip(self, attachment: Attachment) -> None:
        self._has_begun = True
        self._skipped.add(attachment)

    # --- as a Progress and an Observer ---

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as read."""
        self._position += amount

    def describe(self, name: str) -> None:
        """Nobody sees it here."""

    def document(self, document: Document) -> None:
        """Count a message."""
        self._messages += document.is_mail

    def retrieval(self, retrieval: Retrieval) -> None:
        """Nobody asks for it here."""


def _documents(part: _Part, inputs: InputOptions, progress: Progress) -> Iterator[Document | Problem]:
    if isinstance(part, Problem):
        yield part
    elif isinstance(part, _File):
        yield from open_document(part.name, inputs, progress)
    else:
        try:
            with mapped(part.name, part.size) as content:
                if part.start and content[part.start - 1 : part.start + 5] != b"\nFrom ":
                    message = (
                        f"has changed while it was read: no message begins at byte {part.start} any more"
                    )
                    yield Problem(part.name, message)
                    return
                section = Section(content, part.start, part.stop, part.earlier)
                yield Document(section, _MBOX, part.name, claims=inputs.claims, encoding=inputs.encoding)
        except InputError as error:
            yield Problem(part.name, str(error))


# --- what is made of Links ---


@dataclass(frozen=True, slots=True)
class Lines:
    """What a writer of text makes of Links, without the line that it begins with."""

    write: Callable[..., None]
    """The ``write_links`` of a module of `urlglean.writers` that writes text."""
    rung: str
    encoding: str | None
    """The encoding of where it will be written to; None where that takes any character."""
    least: int = _AT_ONCE
    """How many characters are delivered at once, more or less."""

    def at_once(self) -> Lines:
        """Give the same that delivers each Link's."""
        return replace(self, least=1)

    def make(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
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
class Rows:
    """The rows of Links, as `urlglean.duckdb_rows.as_line` writes them."""

    rung: str

    def make(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
        """Deliver lists of lines."""
        lines: list[str] = []
        size = 0
        for link in links:
            line = as_line(link.row(self.rung))
            lines.append(line)
            size += len(line)
            if size >= _AT_ONCE:
                deliver(lines)
                lines, size = [], 0
        deliver(lines)

    def at_once(self) -> Rows:
        """Give the same: nobody sees a row before the last one is there."""
        return self


class _Out(io.StringIO):
    """Text in memory, in the name of a stream that has an encoding."""

    def __init__(self, encoding: str | None) -> None:
        super().__init__()
        self._encoding = encoding

    @property  # a class of text streams says so itself; only its stub has it that anybody may set it
    def encoding(self) -> Any:  # type: ignore[override]
        """The encoding of the stream that the text is for."""
        return self._encoding

    def take(self) -> str:
        """Give what was written, and forget it."""
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text

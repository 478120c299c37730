"""Inputs as parts for several processes to read: small files many at once, a large mbox in slices.

A slice begins and ends where a message of the archive does, as one reading from its first byte on finds them, and
knows the messages right before it, which those in it may answer. What is packed is not cut.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from urlglean.database.files import names_what_is_open
from urlglean.document import MBOX, STDIN, Document
from urlglean.errors import InputError
from urlglean.inputs.file_bytes import FileBytes
from urlglean.inputs.files import InputOptions
from urlglean.inputs.kinds import SAMPLE
from urlglean.inputs.mbox import Section
from urlglean.jobs.workers import Task
from urlglean.mail.evidence import ThreadMemory
from urlglean.reports import Problem

__all__ = ["File", "Slice"]

_SLICE = 2 << 20
"""How many bytes of an mbox a slice has at least: a fraction of a second of work."""
_LONGEST_SLICE = 8 << 20
"""How many it has at most, about: that bounds what is lost with a process that dies, and what waits for its turn."""
_ROUNDS = 2
"""In how many rounds the processes would be done with the rest, if all slices were as long as the next one. So they are
long at first, as the messages before each have to be read, too, and short at last: all processes end together."""
_LARGE = 4 * _SLICE
"""From how many bytes on an mbox is read in slices."""
_BATCH_BYTES = 1 << 20
_BATCH_FILES = 256
"""How much goes to a process at once: files of this many bytes together, and this many of them at most."""
_FIRST = 8
"""How many times smaller the first slice and the first batch are: they show how fast the others will be read."""


class File(NamedTuple):
    """A file, and how many bytes it has."""

    name: str
    weight: int

    @property
    def told(self) -> str:
        """Which part of its file it is: all of it, which needs no words."""
        return ""

    @property
    def start(self) -> int:
        """Where in its file it begins."""
        return 0

    @classmethod
    def of(cls, name: str) -> File | None:
        """Look at a file; None where only this process can open it."""
        if name == STDIN or names_what_is_open(Path(name)):
            return None  # the descriptor that <(...) of a shell names is something else in another process
        try:
            found = os.stat(name)  # noqa: PTH116  (any name, NUL too)
        except (OSError, ValueError):
            return cls(name, 0)  # whoever opens it says why it cannot be read
        return cls(name, found.st_size) if stat.S_ISREG(found.st_mode) else None

    def may_be_sliced(self, inputs: InputOptions) -> bool:
        """Tell whether it is worth while to open it: whether it is large, not packed, and looks like an mbox."""
        if self.weight < _LARGE or inputs.kind not in {None, "mbox"}:
            return False
        try:
            with Path(self.name).open("rb") as opened:
                head = opened.read(SAMPLE)
        except OSError:
            return False  # as above
        return inputs.kind_to_cut(head, self.name) == "mbox"

    def pieces(self, inputs: InputOptions, processes: int) -> Iterator[File | Slice]:
        """Yield the slices of an mbox for so many processes; what turns out to be something else as it is."""
        opened = inputs.open_document(self.name)
        # At once, not when it is forgotten: what goes wrong then, Ctrl-C too, is forgotten with it.
        with closing(opened):
            item = next(opened, None)
            if isinstance(item, Document) and item.media_type == MBOX:
                yield from Slice.all_of(self.name, item.content, processes=processes)
            else:
                yield self


class Slice(NamedTuple):
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

    @property
    def told(self) -> str:
        """Which part of its archive it is."""
        return f"its messages from byte {self.start} to byte {self.stop}"

    def documents(
        self,
        inputs: InputOptions,
        *,
        on_problem: Callable[[Problem], object],
        opened: Callable[[str, int], AbstractContextManager[FileBytes]] = FileBytes.opened,
    ) -> Iterator[Document]:
        """Open the archive, as `InputOptions.documents` does; ``opened`` gives its first bytes."""
        try:
            with opened(self.name, self.size) as content:
                section = Section(content, self.start, self.stop, self.earlier)
                if self.start and not section.begins_a_message():
                    message = (
                        f"has changed while it was read: no message begins at byte {self.start} any more"
                    )
                    on_problem(Problem(self.name, message))
                    return
                yield inputs.claimed(Document(section, MBOX, self.name, encoding=inputs.encoding))
                if content.failure:
                    on_problem(Problem(self.name, content.failure))
        except InputError as error:
            on_problem(Problem(self.name, str(error)))

    @classmethod
    def all_of(
        cls, name: str, content: Any, start: int = 0, earlier: Iterable[int] = (), *, processes: int
    ) -> Iterator[Slice]:
        """Yield the slices of an mbox for so many processes, from one of its messages on.

        ``content`` gives any slice of its bytes; ``earlier`` are the offsets of the messages right before
        ``start`` that are to be remembered.
        """
        size = len(content)
        recent = deque(earlier, maxlen=ThreadMemory.SIZE)
        earlier = tuple(recent)
        least = max(1, _SLICE // _FIRST)
        for offset in Section(content, start).offsets():
            if offset - start >= least:
                yield cls(name, size, start, offset, earlier)
                start, earlier = offset, tuple(recent)
                least = max(_SLICE, min((size - start) // (processes * _ROUNDS), _LONGEST_SLICE))
            recent.append(offset)
        yield cls(name, size, start, size, earlier)


InputPart: TypeAlias = Problem | File | Slice


def parts(names: Iterable[str | Problem], inputs: InputOptions, processes: int) -> Iterator[InputPart | Task]:
    """Yield what ``names`` name for so many processes, in order; a `Task` is a part that is not to be read with others.

    ``names`` are what `Choice.files` yields; a Problem among them is a part, too, and keeps its place.
    """
    for name in names:
        part = name if isinstance(name, Problem) else File.of(name)
        if part is None:
            yield Task([File(str(name), 0)], is_here=True)
        elif isinstance(part, File) and part.may_be_sliced(inputs):
            yield from (Task([piece]) for piece in part.pieces(inputs, processes))
        else:
            yield part


def grouped(parts: Iterable[Any]) -> Iterator[Task]:
    """Yield tasks of parts, those next to each other together where they are little work; a `Task` as it is."""
    batch: list[Any] = []
    size = 0
    most_bytes, most_files = _BATCH_BYTES // _FIRST, _BATCH_FILES // _FIRST
    for part in parts:
        is_task = isinstance(part, Task)
        if not is_task:
            batch.append(part)
            size += weight_of(part)
        if batch and (is_task or size >= most_bytes or len(batch) >= most_files):
            yield Task(batch)
            batch, size = [], 0
            most_bytes, most_files = _BATCH_BYTES, _BATCH_FILES
        if is_task:
            yield part
    if batch:
        yield Task(batch)


def weight_of(part: Any) -> int:
    """Give how many bytes are to be read for a part; 0 where that is a Problem, or nobody knows."""
    return getattr(part, "weight", 0)

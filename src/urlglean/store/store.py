"""A store of occurrences: a DuckDB file that many runs fill, one after the other, without doubles or gaps.

What a run has read and what it found there are committed together, at the end of a file or of a message in an
mbox. So a run that is killed leaves what it had, and the next one goes on from there: it leaves out the files
that are as they were, reads a grown mbox from its last message on, and replaces what it had of a file that is
otherwise another one than before, or is to be read in another way.

What its tables are is said in `urlglean.store.tables`; how they are written, in `urlglean.store.writer`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from urlglean.database.rows import Batch
from urlglean.document import MBOX, STDIN
from urlglean.errors import require
from urlglean.inputs.files import why_unread
from urlglean.intake import IntakeOptions
from urlglean.patterns import lazy_re
from urlglean.reports import Attachment, Observer, Problem, Progress
from urlglean.store import records
from urlglean.store.tables import TABLES, VIEWS
from urlglean.store.writer import DocumentState, StoreWriter
from urlglean.uri.normalize import normalizer

__all__ = ["Store"]


class Contents(NamedTuple):
    """How much a store holds."""

    documents: int
    occurrences: int
    urls: int


class Store:
    """A store, open for one run; close it, or use it in a ``with`` statement.

    Args:
        path: The file; it is made where it is not there.
        rung: How far the keys are normalized, one of `urlglean.uri.normalize.RUNGS`; a store has one for good.
        rows_at_once: What was found is committed when it is this many rows, or at least every some seconds.

    Raises:
        StoreError: The file is no store, one of another version or rung, in use by another process or another
            `Store`, or cannot be made.
        UrlgleanError: There is no such rung.

    """

    def __init__(
        self, path: str | os.PathLike[str], *, rung: str = "scheme", rows_at_once: int = Batch.ROWS
    ) -> None:
        normalizer(rung=rung)
        require(int, rows_at_once=rows_at_once)
        self._writer = StoreWriter(Path(path), rung, rows_at_once)

    @staticmethod
    def tables() -> dict[str, str]:
        """Give the tables of every store, and what each holds."""
        return {name: comment for name, (comment, _) in TABLES.items()}

    @staticmethod
    def views() -> dict[str, str]:
        """Give the views of every store, and what each shows."""
        return {name: comment for name, (comment, _) in VIEWS.items()}

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Commit what has been read to the end of a document or message, and close the file.

        What has not is left for the next run.
        """
        self._writer.close()

    def commit(self) -> None:
        """Commit what has been read to the end of a document or message."""
        self._writer.commit()

    def contents(self) -> Contents:
        """Count what has been committed."""
        tables = ("document", "occurrence", "url")
        counts = [self._writer.ask(f"SELECT count(*) FROM {table}")[0][0] for table in tables]  # noqa: S608  (constants)
        return Contents(*counts)

    def read(
        self,
        name: str | os.PathLike[str],
        reading: IntakeOptions,
        *,
        on_problem: Callable[[Problem], object],
        on_attachment: Callable[[Attachment], object] | None = None,
        progress: Progress | None = None,
        observer: Observer | None = None,
    ) -> int | None:
        """Take in the Links of a file, as far as they are not there.

        Gives how many were taken in; None where the file has not changed, so that it was not read.

        Raises `StoreError` where the store is closed or cannot be written, TypeError for what is of a wrong type.
        """
        name = os.fsdecode(name)
        require(IntakeOptions, reading=reading)
        require(Callable, on_problem=on_problem, on_attachment=on_attachment)
        self._writer.require_open()
        intake = self.intake(name, reading, on_problem=on_problem, on_attachment=on_attachment)
        if isinstance(intake, Problem):
            on_problem(intake)
            return 0
        if intake.is_done:
            return None
        for record in intake.written.records(name, reading, progress=progress, observer=observer):
            intake.take(record)
        return intake.taken

    def intake(
        self,
        name: str,
        reading: IntakeOptions,
        *,
        on_problem: Callable[[Problem], object],
        on_attachment: Callable[[Attachment], object] | None = None,
    ) -> Intake | Problem:
        """Give what takes in the records of a file, for who reads it; a Problem where nothing can."""
        file = identify(name)
        if isinstance(file, Problem):
            return file
        known = self._writer.states.get(file.path)
        return Intake(self._writer, name, file, reading.description, known, on_problem, on_attachment)


# --- one file on its way into a store: what is there of it, and what is to be read and written anew ---


@dataclass(slots=True)
class Intake:
    """The taking in of one file, whoever reads it: it is given the file's records in order."""

    writer: StoreWriter
    name: str
    file: FileIdentity
    description: str
    """How it is read, in words by which another reading is known."""
    known: DocumentState | None
    on_problem: Callable[[Problem], object]
    on_attachment: Callable[[Attachment], object] | None
    taken: int = 0
    _state: DocumentState | None = None
    _archive: records.MboxPosition | None = None
    _number: int = 0
    _is_whole: bool = True

    @property
    def is_done(self) -> bool:
        """Whether all that is to be found in it is there."""
        known, file = self._read_alike, self.file
        if known is None or not known.complete:
            return False
        return (known.size, known.modified_ns) == (file.size, file.modified_ns)

    @property
    def _mark(self) -> records.ResumePoint | None:
        """How far it has been read, if it is an mbox."""
        known = self._read_alike
        if known is None or known.media_type != MBOX or not known.resume:
            return None
        return records.ResumePoint(known.resume, known.memory or 0, known.digest or "")

    @property
    def written(self) -> records.RecordMaker:
        """How its occurrences are to be written."""
        known = self._read_alike
        source = name_text(self.name) if known is None else known.source
        return records.RecordMaker(source, self.writer.rung, self._mark)

    @property
    def _read_alike(self) -> DocumentState | None:
        """What is known of the file, if it was read in the same way, and is called the same."""
        known = self.known
        if known is None or known.reading != self.description:
            return None
        # A Maildir's message may have got flags, and another name with them.
        return known if Path(known.source).name == Path(name_text(self.name)).name else None

    def open_archive(self, content: Any) -> records.MboxPosition:
        """Have it know itself how far it has been read, from where each message begins: for one in sections."""
        self._archive = records.MboxPosition(content, self._mark)
        return self._archive

    def take(self, record: records.IntakeRecord) -> None:
        """Take in what was found next."""
        if isinstance(record, records.OccurrenceLines):
            self._add(record.lines)
        elif isinstance(record, records.FileOpened):
            self._begin(record)
        elif isinstance(record, records.Trouble):
            self._tell(record)
        elif isinstance(record, Attachment):
            self._skip(record)
        elif isinstance(record, records.Reached):
            if self._is_whole and self._archive is not None and self._archive.reach(record.offset):
                self._finish(self._archive.mark)
        elif isinstance(record, records.ResumePoint):
            self._finish(record)
        else:
            mark = self._archive.mark if self._archive is not None else record.mark
            self._finish(mark if self._is_whole else None, complete=self._is_whole)

    def lose(self, problem: Problem, *, offset: int | None = None, is_last: bool = True) -> None:
        """Take note that the file, or its messages from a byte offset on, could not be read: the last ones or not.

        What was there of the file stays as it was, and the next run tries again; that of an mbox begins with the
        first message that is missing.
        """
        self._is_whole = False
        if offset is None:
            self.on_problem(problem)
            self.writer.abandon()
        else:
            if self._state is None:
                self._begin(records.FileOpened(MBOX, self._archive.start if self._archive else 0))
            # With what the next run replaces.
            self._tell(records.Trouble(problem, self._archive.position if self._archive else offset))
            if is_last:
                self.take(records.FileClosed())

    def _begin(self, opened: records.FileOpened) -> None:
        """Make a document of it; have what is there go, as far as it is read anew."""
        known, file = self.known, self.file
        number = known.id if known is not None else self.writer.new_document()
        self._state = DocumentState(
            number,
            file.path,
            self.written.source,
            opened.media_type,
            file.size,
            file.modified_ns,
            self.description,
        )
        if known is not None:
            self._number = self.writer.replace_from(number, opened.start)

    def _add(self, lines: Iterable[str]) -> None:
        assert self._state is not None  # noqa: S101  (records come in order)
        for line in lines:
            self._number += 1
            self.taken += 1
            self.writer.add(self._state.id, self._number, line)

    def _finish(self, mark: records.ResumePoint | None, *, complete: bool = False) -> None:
        """Note that what was taken in is all there is up to a mark, or to the end."""
        assert self._state is not None  # noqa: S101  (records come in order)
        places = {} if mark is None else mark._asdict()
        self._state = self._state._replace(**places, complete=complete)
        self.writer.finish(self._state)

    def _tell(self, trouble: records.Trouble) -> None:
        problem, offset = trouble
        self.on_problem(problem)
        if self._state is not None:
            row = {name: getattr(problem, name) for name in ("part", "line", "column", "message")}
            self.writer.add_to("problem", {**row, "document": self._state.id, "offset": offset})

    def _skip(self, attachment: Attachment) -> None:
        if self.on_attachment is not None:
            self.on_attachment(attachment)
        if self._state is not None:
            row = {
                name: getattr(attachment, name) for name in ("offset", "part", "media_type", "name", "size")
            }
            self.writer.add_to("attachment", {**row, "document": self._state.id})


# --- what a file is known by, so that the next run knows it again, and whether it is as it was ---

_FLAGS = lazy_re("[:;!]2,")
"""What the flags of a Maildir's message begin with: a colon, or what stands for one where no name can have it."""


class FileIdentity(NamedTuple):
    """A file as it is now."""

    path: str
    size: int
    modified_ns: int


def identify(name: str) -> FileIdentity | Problem:
    """Look at a file; give a Problem where a later run could not tell it again."""
    if name == STDIN:
        return Problem(
            name, "standard input has no name to know it again by: save it in a file to store its URLs"
        )
    try:
        found = os.stat(name)  # noqa: PTH116  (any name, NUL too)
    except (OSError, ValueError) as error:
        return Problem(name, why_unread(name, error))
    if not stat.S_ISREG(found.st_mode):
        return Problem(name, "no regular file, which could be known again: save it in one to store its URLs")
    # In some file systems a file may be of a year that no 64 bits hold: what is left still tells two apart.
    modified_ns = (found.st_mtime_ns + _HALF) % (2 * _HALF) - _HALF
    return FileIdentity(name_text(_path_of(Path(name))), found.st_size, modified_ns)


_HALF = 1 << 63


def _path_of(path: Path) -> str:
    """Give what a file is known by: where it is. A Maildir's message moves, and is renamed with its flags."""
    path = Path(os.path.abspath(path))  # noqa: PTH100  (links stay what they are called)
    if path.parent.name in {"cur", "new"} and (path.parent.parent / "tmp").is_dir():
        return str(path.parent.parent / _FLAGS.split(path.name)[0])
    return str(path)


def name_text(name: str) -> str:
    """Give a file name as a text, what is none in it as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

"""A store of occurrences: a DuckDB file that many runs fill, one after the other, without doubles or gaps.

What was found in a document is committed together with what is true once it is there, at its end or at that of a
message in an mbox; what is more than a batch before that is written, but not committed. So a run that is killed leaves
nothing of what it has not read to the end. The tables are said in `urlglean.store.tables`.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

from urlglean.database.files import DatabaseKind, told
from urlglean.database.rows import Batch, identifier
from urlglean.document import MBOX, STDIN
from urlglean.errors import StoreError, require
from urlglean.inputs.files import why_unread
from urlglean.intake import IntakeOptions
from urlglean.patterns import lazy_re
from urlglean.reports import Attachment, Observer, Problem, Progress
from urlglean.store import records
from urlglean.store.tables import (
    ADD_URLS,
    AS_URLS,
    FRESH,
    STORE_VERSION,
    TABLES,
    VIEWS,
    make_tables,
    types_of,
)
from urlglean.uri.normalize import normalizer

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Store"]

_SECONDS_AT_MOST = 10.0
"""What was found is committed when it is a full batch, and at least this often."""
_NUMBERS = 32
"""An occurrence's `id` is its document's shifted by this many bits, plus its number there, from 1."""


class Contents(NamedTuple):
    """How much a store holds."""

    documents: int
    occurrences: int
    urls: int


class DocumentState(NamedTuple):
    """A row of the table `document`."""

    id: int
    path: str
    source: str
    media_type: str
    size: int
    modified_ns: int
    reading: str
    complete: bool = False
    resume: int | None = None
    memory: int | None = None
    digest: str | None = None


class _UnitOfWork:
    """What is written together: what was found in some documents, and what is true of them once it is there."""

    def __init__(self) -> None:
        self.doomed: list[tuple[int, int]] = []
        """Documents, and the byte offset (0: all of it) from which on the old rows of each go."""
        self.batches = {table: Batch(types_of(table)) for table in ("occurrence", "problem", "attachment")}
        self.states: dict[int, DocumentState] = {}

    @property
    def rows(self) -> Batch:
        return self.batches["occurrence"]

    def absorb(self, other: _UnitOfWork) -> None:
        """Take over what another one holds, and leave it empty."""
        self.doomed += other.doomed
        for table, batch in self.batches.items():
            batch.extend(other.batches[table])
        self.states |= other.states
        other.clear()

    def clear(self) -> None:
        self.doomed.clear()
        for batch in self.batches.values():
            batch.clear()
        self.states.clear()


_OPEN_HERE: WeakValueDictionary[Path, Store] = WeakValueDictionary()
"""Those of this process that are not closed yet, by their files."""
_CLAIMING = threading.Lock()


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
        self.path = path = Path(path)
        self._file = Path(os.path.realpath(path))
        self.rung = rung
        self._rows_at_once = rows_at_once
        self._claim()
        try:
            self._connection = _STORE.open(
                path,
                lambda connection: make_tables(connection, rung),
                lambda connection: _check(connection, path, rung),
            )
        except BaseException:
            self._release()
            raise
        self._batch_file = path.with_name(f"{path.name}{DatabaseKind.BATCH}")
        self.states = self._committed()
        """What is known of each document, by what its file is known by."""
        self._documents = max((state.id for state in self.states.values()), default=0)
        self._complete = _UnitOfWork()
        self._current = _UnitOfWork()
        self._in_transaction = False
        self._committed_at = time.monotonic()

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
        try:
            if self._in_transaction:
                self._connection.rollback()
            else:
                self.commit()
        finally:
            self._in_transaction = False
            self._complete.clear()
            self._batch_file.unlink(missing_ok=True)  # before the file is somebody else's to open
            DatabaseKind.remove_empty_log(self.path)
            self._connection.close()
            self._release()

    def _claim(self) -> None:
        """Note that the file is open; raise `StoreError` where another one here has it, as DuckDB would not."""
        with _CLAIMING:
            if self._file in _OPEN_HERE:
                raise StoreError(
                    f"{self.path}: this program has this store open already; close that one first"
                )
            _OPEN_HERE[self._file] = self

    def _release(self) -> None:
        with _CLAIMING:
            if _OPEN_HERE.get(self._file) is self:
                del _OPEN_HERE[self._file]

    def require_open(self) -> None:
        """Raise `StoreError` where it is closed."""
        if _OPEN_HERE.get(self._file) is not self:
            raise StoreError(f"{self.path}: this store is closed; open it again")

    def commit(self) -> None:
        """Commit what has been read to the end of a document or message."""
        if self._complete.states:
            self._write(self._complete)
            self._in_transaction = False  # a commit that fails ends it, too
            with told(self.path):
                self._connection.commit()
        self._committed_at = time.monotonic()

    def contents(self) -> Contents:
        """Count what has been committed.

        Raises `StoreError` where the store is closed.
        """
        self.require_open()
        tables = ("document", "occurrence", "url")
        return Contents(*(self.ask(f"SELECT count(*) FROM {table}")[0][0] for table in tables))  # noqa: S608  (constants)

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
        self.require_open()
        intake = self.intake(name, reading, on_problem=on_problem, on_attachment=on_attachment)
        if isinstance(intake, Problem):
            on_problem(intake)
            return 0
        if intake.is_done:
            return None
        try:
            for record in intake.written.records(name, reading, progress=progress, observer=observer):
                intake.take(record)
        except BaseException:
            self.abandon()  # what is read next is not to be committed together with half of this
            raise
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
        known = self.states.get(file.path)
        return Intake(self, name, file, intern(reading.description), known, on_problem, on_attachment)

    # --- what an `Intake` takes in ---

    def new_document(self) -> int:
        """Give the number of a document that was not there before."""
        self._documents += 1
        return self._documents

    def replace_from(self, document: int, since: int) -> int:
        """Have the rows of a document go, from a byte offset on; give the number of the last one that stays."""
        if document in self._complete.states:  # named twice: what goes has to be there first
            self.commit()
        self._current.doomed.append((document, since))
        if not since:
            return 0
        query = 'SELECT max(id) FROM occurrence WHERE document = ? AND "offset" < ?'
        found = self.ask(query, document, since)[0][0]
        return 0 if found is None else found - (document << _NUMBERS)

    def add(self, document: int, number: int, line: str) -> None:
        """Take in an occurrence of what is being read: its row as `Batch.line` has written it."""
        rows = self._current.rows
        rows.add_line(line, id=(document << _NUMBERS) + number, document=document)
        del line  # it may be megabytes, which DuckDB needs
        if self._is_much(self._complete.rows, rows):
            if not self._in_transaction:
                self.commit()
            if self._is_much(rows):
                self._write(self._current)

    def add_to(self, table: str, row: Mapping[str, Any]) -> None:
        """Take in a ``problem`` of what is being read, or an ``attachment``, which is no text."""
        self._current.batches[table].add(row)

    def finish(self, state: DocumentState) -> None:
        """Note that what was added since the last time is all there is up to what ``state`` says."""
        self._current.states[state.id] = state
        self.states[state.path] = state
        self._complete.absorb(self._current)
        is_late = time.monotonic() - self._committed_at > _SECONDS_AT_MOST
        if is_late or self._in_transaction or self._is_much(self._complete.rows):
            self.commit()

    def abandon(self) -> None:
        """Forget what was added since the last time that something was finished, or committed where that failed."""
        self._current.clear()
        if self._in_transaction:
            self._connection.rollback()
            self._in_transaction = False
            self._complete.clear()
            self.states = self._committed()

    def _committed(self) -> dict[str, DocumentState]:
        columns = ", ".join(map(identifier, types_of("document")))
        rows = self.ask(f"SELECT {columns} FROM document ORDER BY id")  # noqa: S608  (constants)
        # There may be a million messages, each in a file of its own: what they have in common is held once.
        states = map(DocumentState._make, rows)
        return {state.path: state._replace(reading=intern(state.reading)) for state in states}

    def _is_much(self, rows: Batch, more: Batch | None = None) -> bool:
        count, size = len(rows), rows.size
        if more is not None:
            count, size = count + len(more), size + more.size
        return count >= self._rows_at_once or size >= Batch.CHARACTERS

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Give the rows of a query."""
        with told(self.path):
            return self._connection.execute(query, values).fetchall()

    def _write(self, unit: _UnitOfWork) -> None:
        """Write what a unit holds into the transaction, and empty it."""
        with told(self.path):
            if not self._in_transaction:
                self._connection.begin()
                self._in_transaction = True
            self._remove(unit.doomed)
            for table, batch in unit.batches.items():
                how = {"rows": FRESH, "behind": ADD_URLS} if table == "occurrence" else {}
                batch.insert(self._connection, table, self._batch_file, **how)
            states = Batch(types_of("document"))
            for state in unit.states.values():
                states.add(state._asdict())
            before = "DELETE FROM document WHERE id IN (SELECT id FROM fresh)"
            states.insert(self._connection, "document", self._batch_file, before=before)
        unit.clear()

    def _remove(self, doomed: Sequence[tuple[int, int]]) -> None:
        """Remove old rows, and set right the URLs that they were occurrences of."""
        if not doomed:
            return
        run = self._connection.execute
        batch = Batch({"document": "INTEGER", "since": "BIGINT"})
        for document, since in doomed:
            batch.add({"document": document, "since": since})
        batch.load(self._connection, "doomed", self._batch_file)
        goes = (
            "FROM {0} {1} doomed WHERE {0}.document = doomed.document"
            ' AND (since = 0 OR {0}."offset" >= since)'
        )
        touched = goes.format("occurrence", ",")
        run(f"CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT key {touched} AND key IS NOT NULL")
        for table in ("occurrence", "problem", "attachment"):
            run(f"DELETE {goes.format(table, 'USING')}")
        run("DELETE FROM url WHERE key IN (FROM touched)")
        run(f"INSERT INTO url BY NAME {AS_URLS} FROM occurrence WHERE key IN (FROM touched) GROUP BY key")
        run("DROP TABLE touched")
        run("DROP TABLE doomed")


# --- the file: made where there is none, refused where it is something else ---

_STORE = DatabaseKind(
    "this store",
    foreign="this is no DuckDB file, so it is no store; name another file for the URLs",
    damaged="remove it and read the inputs again, or name another file",
    columns=frozenset({"store.version", "store.rung"}),
    table="store",
    version=STORE_VERSION,
    other="none that urlglean made; name another file for the URLs",
    outdated="a store of version {}, but this urlglean knows version {} only; name another file, and read the inputs"
    " again",
)


def _check(connection: DuckDBPyConnection, path: Path, rung: str) -> None:
    """Raise `StoreError` unless the file is a store of this version and rung."""
    (own,) = _STORE.about(connection, path)
    if own != rung:
        raise StoreError(f"{path}: its keys are of the rung {own}; use --rung {own}, or name another file")


# --- one file on its way into a store: what is there of it, and what is to be read and written anew ---


@dataclass(slots=True)
class Intake:
    """The taking in of one file, whoever reads it: it is given the file's records in order."""

    store: Store
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
        return records.RecordMaker(source, self.store.rung, self._mark)

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
            self.store.abandon()
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
        number = known.id if known is not None else self.store.new_document()
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
            self._number = self.store.replace_from(number, opened.start)

    def _add(self, lines: list[str]) -> None:
        """Take in rows, and let go of each of them."""
        assert self._state is not None  # noqa: S101  (records come in order)
        lines.reverse()
        while lines:
            self._number += 1
            self.taken += 1
            self.store.add(self._state.id, self._number, lines.pop())

    def _finish(self, mark: records.ResumePoint | None, *, complete: bool = False) -> None:
        """Note that what was taken in is all there is up to a mark, or to the end."""
        assert self._state is not None  # noqa: S101  (records come in order)
        places = {} if mark is None else mark._asdict()
        self._state = self._state._replace(**places, complete=complete)
        self.store.finish(self._state)

    def _tell(self, trouble: records.Trouble) -> None:
        problem, offset = trouble
        self.on_problem(problem)
        if self._state is not None:
            row = {name: getattr(problem, name) for name in ("part", "line", "column", "message")}
            self.store.add_to("problem", {**row, "document": self._state.id, "offset": offset})

    def _skip(self, attachment: Attachment) -> None:
        if self.on_attachment is not None:
            self.on_attachment(attachment)
        if self._state is not None:
            row = {
                name: getattr(attachment, name) for name in ("offset", "part", "media_type", "name", "size")
            }
            self.store.add_to("attachment", {**row, "document": self._state.id})


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

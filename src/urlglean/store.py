"""A store of occurrences: a DuckDB file that many runs fill, one after the other, without doubles or gaps.

What a run has read and what it found there are committed together, at the end of a file or of a message in an
mbox. So a run that is killed leaves what it had, and the next one goes on from there: it leaves out the files
that are as they were, reads a grown mbox from its last message on, and replaces what it had of a file that is
otherwise another one than before, or is to be read in another way.

What its tables are is said in `store_tables`.
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from urlglean.document import STDIN, Attachment, Observer, Problem, Progress
from urlglean.duckdb_rows import (
    CHARACTERS_AT_ONCE,
    ROWS_AT_ONCE,
    Batch,
    identifier,
    with_numbers,
)
from urlglean.errors import StoreWriteError
from urlglean.inputs import why_unread
from urlglean.intake import (
    MBOX,
    Archive,
    Mark,
    Opened,
    Reached,
    Reading,
    Record,
    Rows,
    Skipped,
    Trouble,
    Written,
    records,
)
from urlglean.normalize import normalizer
from urlglean.pipeline import OnAttachment, OnProblem
from urlglean.store_file import open_file
from urlglean.store_tables import ADD_URLS, AS_URLS, ATTACHMENT, DOCUMENT, OCCURRENCE, PROBLEM, types_of

__all__ = ["Contents", "Intake", "Reading", "Store"]

_SECONDS_AT_MOST = 10.0
"""What was found is committed when it is a full batch, and at least this often."""
_NUMBERS = 32
"""An occurrence's `id` is its document's shifted by this many bits, plus its number there, from 1."""
_INTERRUPTED = "Query interrupted"
"""What DuckDB says of a Ctrl-C that comes while it is at work."""
_FLAGS = re.compile("[:;!]2,")
"""What the flags of a Maildir's message begin with: a colon, or what stands for one where no name can have it."""


class Contents(NamedTuple):
    """How much a store holds."""

    documents: int
    occurrences: int
    urls: int


# --- what is being read ---


@dataclass(slots=True)
class _State:
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

    def row(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in DOCUMENT}


class _Unit:
    """What is written together: what was found in some documents, and what is true of them once it is there."""

    def __init__(self) -> None:
        self.doomed: list[tuple[int, int]] = []
        """Documents, and the byte offset (0: all of it) from which on the old rows of each go."""
        self.rows = Batch(types_of(OCCURRENCE))
        self.problems = Batch(types_of(PROBLEM))
        self.attachments = Batch(types_of(ATTACHMENT))
        self.states: dict[int, _State] = {}

    def absorb(self, other: _Unit) -> None:
        """Take over what another one holds, and leave it empty."""
        self.doomed += other.doomed
        self.rows.extend(other.rows)
        self.problems.extend(other.problems)
        self.attachments.extend(other.attachments)
        self.states |= other.states
        other.clear()

    def clear(self) -> None:
        """Let go of it all."""
        self.doomed.clear()
        self.rows.clear()
        self.problems.clear()
        self.attachments.clear()
        self.states.clear()


class _File(NamedTuple):
    """A file as it is now."""

    path: str
    size: int
    modified_ns: int


def _file(name: str) -> _File | Problem:
    """Look at a file; a Problem where it is none that can be known again."""
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
    return _File(_text(_identity(Path(name))), found.st_size, found.st_mtime_ns)


def _identity(path: Path) -> str:
    """Give what a file is known by: where it is. A Maildir's message moves, and is renamed with its flags."""
    path = Path(os.path.abspath(path))  # noqa: PTH100  (links stay what they are called)
    if path.parent.name in {"cur", "new"} and (path.parent.parent / "tmp").is_dir():
        return str(path.parent.parent / _FLAGS.split(path.name)[0])
    return str(path)


def _text(name: str) -> str:
    """Give a file name as a text, what is none in it as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


class Store:
    """A store, open for one run; close it, or use it in a ``with`` statement.

    Args:
        path: The file; it is made where it is not there.
        rung: How far the keys are normalized, one of `urlglean.normalize.RUNGS`; a store has one for good.
        rows_at_once: What was found is committed when it is this many rows, or at least every some seconds.

    Raises:
        StoreError: The file is no store, one of another version or rung, in use by another process, or cannot be
            made.
        UrlgleanError: There is no such rung.

    """

    def __init__(
        self, path: str | os.PathLike[str], *, rung: str = "scheme", rows_at_once: int = ROWS_AT_ONCE
    ) -> None:
        normalizer(rung=rung)
        self.path = Path(path)
        self.rung = rung
        self._rows_at_once = rows_at_once
        self._batch_file = self.path.with_name(f"{self.path.name}.batch")
        self._connection = open_file(self.path, rung)
        self._states = {state.path: state for state in self._read_states()}
        self._documents = max((state.id for state in self._states.values()), default=0)
        self._complete = _Unit()
        self._current = _Unit()
        self._in_transaction = False
        self._committed_at = time.monotonic()

    def __enter__(self) -> Store:
        """Give the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
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
            self._batch_file.unlink(missing_ok=True)  # before the file is somebody else's to open
            self._connection.close()

    def commit(self) -> None:
        """Commit what has been read to the end of a document or message."""
        if self._complete.states:
            self._write(self._complete)
            with self._writing():
                self._connection.commit()
            self._in_transaction = False
        self._committed_at = time.monotonic()

    @property
    def holds_mail(self) -> bool:
        """Whether a message or an archive of messages was read into it."""
        return any(state.media_type in {MBOX, "message/rfc822"} for state in self._states.values())

    def contents(self) -> Contents:
        """Count what has been committed."""
        tables = ("document", "occurrence", "url")
        counts = [self._ask(f"SELECT count(*) FROM {table}")[0][0] for table in tables]  # noqa: S608  (constants)
        return Contents(*counts)

    def read(
        self,
        name: str,
        reading: Reading,
        *,
        on_problem: OnProblem,
        on_attachment: OnAttachment | None = None,
        progress: Progress | None = None,
        observer: Observer | None = None,
    ) -> int | None:
        """Take in the Links of a file, as far as they are not there.

        Gives how many were taken in; None where the file is as it was, so that there was nothing to read.
        """
        intake = self.intake(name, reading, on_problem=on_problem, on_attachment=on_attachment)
        if isinstance(intake, Problem):
            on_problem(intake)
            return 0
        if intake.is_done:
            return None
        found = records(
            name, reading, intake.written, known=intake.mark, progress=progress, observer=observer
        )
        for record in found:
            intake.take(record)
        return intake.taken

    def intake(
        self,
        name: str,
        reading: Reading,
        *,
        on_problem: OnProblem,
        on_attachment: OnAttachment | None = None,
    ) -> Intake | Problem:
        """Give what takes in the records of a file, for who reads it; a Problem where nothing can."""
        file = _file(name)
        if isinstance(file, Problem):
            return file
        return Intake(self, name, file, reading, self._states.get(file.path), on_problem, on_attachment)

    # --- what an intake calls ---

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
        found = self._ask(query, document, since)[0][0]
        return 0 if found is None else found - (document << _NUMBERS)

    def add(self, document: int, number: int, line: str) -> None:
        """Take in an occurrence of what is being read: its row as `as_line` has written it."""
        rows = self._current.rows
        rows.add_line(with_numbers(line, id=(document << _NUMBERS) + number, document=document))
        if self._is_much(self._complete.rows, rows):
            if not self._in_transaction:
                self.commit()
            if self._is_much(rows):
                self._write(self._current)

    def add_problem(self, row: Mapping[str, Any]) -> None:
        """Take in a problem of what is being read."""
        self._current.problems.add(row)

    def add_attachment(self, row: Mapping[str, Any]) -> None:
        """Take in what is no text of what is being read."""
        self._current.attachments.add(row)

    def finish(self, state: _State) -> None:
        """Note that what was added since the last time is all there is up to what ``state`` says."""
        self._current.states[state.id] = state
        self._states[state.path] = state
        self._complete.absorb(self._current)
        is_late = time.monotonic() - self._committed_at > _SECONDS_AT_MOST
        if is_late or self._in_transaction or self._is_much(self._complete.rows):
            self.commit()

    def abandon(self) -> None:
        """Forget what was added since the last time that something was finished."""
        self._current.clear()
        if self._in_transaction:
            self._connection.rollback()
            self._in_transaction = False

    def _is_much(self, rows: Batch, more: Batch | None = None) -> bool:
        count, size = len(rows), rows.size
        if more is not None:
            count, size = count + len(more), size + more.size
        return count >= self._rows_at_once or size >= CHARACTERS_AT_ONCE

    # --- the file ---

    def _ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, values).fetchall()

    def _read_states(self) -> list[_State]:
        columns = ", ".join(map(identifier, DOCUMENT))
        return [_State(*row) for row in self._ask(f"SELECT {columns} FROM document ORDER BY id")]  # noqa: S608  (constants)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Tell what goes wrong while the file is written as a `StoreError`, and of Ctrl-C what it is."""
        import duckdb

        try:
            yield
        except RuntimeError as error:
            if str(error) != _INTERRUPTED:
                raise
            raise KeyboardInterrupt from None
        except (duckdb.Error, OSError) as error:
            why = getattr(error, "strerror", None) or str(error).strip().splitlines()[0]
            raise StoreWriteError(f"{self.path}: cannot be written: {why}") from error

    def _write(self, unit: _Unit) -> None:
        """Write what a unit holds into the transaction, and empty it."""
        with self._writing():
            if not self._in_transaction:
                self._connection.begin()
                self._in_transaction = True
            self._remove(unit.doomed)
            self._insert("occurrence", unit.rows, *ADD_URLS)
            self._insert("problem", unit.problems)
            self._insert("attachment", unit.attachments)
            states = Batch(types_of(DOCUMENT))
            for state in unit.states.values():
                states.add(state.row())
            self._insert("document", states, before="DELETE FROM document WHERE id IN (SELECT id FROM fresh)")
        unit.clear()

    def _insert(self, table: str, batch: Batch, *more: str, before: str = "") -> None:
        """Insert the rows of a batch, as the temporary table ``fresh``, into a table."""
        if not len(batch):
            return
        run = self._connection.execute
        batch.load(self._connection, "fresh", self._batch_file)
        for statement in (before, f"INSERT INTO {table} BY NAME FROM fresh", *more, "DROP TABLE fresh"):
            if statement:
                run(statement)

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


class Intake:
    """The taking in of one file, whoever reads it: it is given the file's records in order."""

    def __init__(
        self,
        store: Store,
        name: str,
        file: _File,
        reading: Reading,
        known: _State | None,
        on_problem: OnProblem,
        on_attachment: OnAttachment | None,
    ) -> None:
        self.path = file.path
        """What the file is known by."""
        self.taken = 0
        """How many occurrences were taken in."""
        self._store = store
        self._name = name
        self._file = file
        self._known = known
        self._on_problem = on_problem
        self._on_attachment = on_attachment
        self._description = reading.description
        self._state: _State | None = None
        self._archive: Archive | None = None
        self._number = 0
        self._is_whole = True

    @property
    def is_done(self) -> bool:
        """Whether all that is to be found in it is there."""
        known, file = self._known, self._file
        is_as_it_was = known is not None and (known.size, known.modified_ns) == (file.size, file.modified_ns)
        return is_as_it_was and self._is_read_alike and known is not None and known.complete

    @property
    def mark(self) -> Mark | None:
        """How far it has been read, if it is an mbox."""
        known = self._known
        if known is None or not self._is_read_alike or known.media_type != MBOX or not known.resume:
            return None
        return Mark(known.resume, known.memory or 0, known.digest or "")

    @property
    def written(self) -> Written:
        """How its occurrences are to be written."""
        known = self._known
        is_known = known is not None and self._is_read_alike
        return Written(known.source if is_known and known else _text(self._name), self._store.rung)

    @property
    def _is_read_alike(self) -> bool:
        known = self._known
        return (
            known is not None
            and known.reading == self._description
            # A Maildir's message may have got flags, and another name with them.
            and Path(known.source).name == Path(_text(self._name)).name
        )

    def open_archive(self, content: Any) -> Archive:
        """Have it know itself how far it has been read, from where each message begins: for one in sections."""
        self._archive = Archive(content, self.mark)
        return self._archive

    def take(self, record: Record) -> None:
        """Take in what was found next."""
        if isinstance(record, Rows):
            self._add(record.lines)
        elif isinstance(record, Opened):
            self._begin(record)
        elif isinstance(record, Trouble):
            self._tell(record)
        elif isinstance(record, Skipped):
            self._skip(record.attachment)
        elif isinstance(record, Reached):
            if self._is_whole and self._archive is not None and self._archive.reach(record.offset):
                self._finish(self._archive.mark)
        elif isinstance(record, Mark):
            self._finish(record)
        else:
            mark = self._archive.mark if self._archive is not None else record.mark
            self._finish(mark if self._is_whole else None, complete=self._is_whole)

    def lose(self, problem: Problem, *, offset: int | None = None) -> None:
        """Take note that the file, or its messages from a byte offset on, could not be read.

        What was there of the file stays as it was, and the next run tries again; that of an mbox begins with the
        first message that is missing.
        """
        self._is_whole = False
        if offset is None:
            self._on_problem(problem)
            self._store.abandon()
        else:
            if self._state is None:
                self._begin(Opened(MBOX, self._archive.start if self._archive else 0))
            # With what the next run replaces.
            self._tell(Trouble(problem, self._archive.position if self._archive else offset))

    def _begin(self, opened: Opened) -> None:
        """Make a document of it; have what is there go, as far as it is read anew."""
        known, file = self._known, self._file
        number = known.id if known is not None else self._store.new_document()
        self._state = _State(
            number,
            file.path,
            self.written.source,
            opened.media_type,
            file.size,
            file.modified_ns,
            self._description,
        )
        if known is not None:
            self._number = self._store.replace_from(number, opened.start)

    def _add(self, lines: Iterable[str]) -> None:
        assert self._state is not None  # noqa: S101  (records come in order)
        for line in lines:
            self._number += 1
            self.taken += 1
            self._store.add(self._state.id, self._number, line)

    def _finish(self, mark: Mark | None, *, complete: bool = False) -> None:
        """Note that what was taken in is all there is up to a mark, or to the end."""
        assert self._state is not None  # noqa: S101  (records come in order)
        places = {} if mark is None else mark._asdict()
        self._state = replace(self._state, **places, complete=complete)
        self._store.finish(self._state)

    def _tell(self, trouble: Trouble) -> None:
        problem, offset = trouble
        self._on_problem(problem)
        if self._state is not None:
            row = {name: getattr(problem, name) for name in ("part", "line", "column", "message")}
            self._store.add_problem({**row, "document": self._state.id, "offset": offset})

    def _skip(self, attachment: Attachment) -> None:
        if self._on_attachment is not None:
            self._on_attachment(attachment)
        if self._state is not None:
            row = {
                name: getattr(attachment, name) for name in ("offset", "part", "media_type", "name", "size")
            }
            self._store.add_attachment({**row, "document": self._state.id})

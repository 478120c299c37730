"""The writing of a store: rows are gathered, and committed together with what is true once they are there.

What was found in a document is committed at its end, or at that of a message; what is more than a batch before that is
written, but not committed. So a run that is killed leaves nothing of what it has not read to the end.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakValueDictionary

from urlglean.database.files import DatabaseKind, told
from urlglean.database.rows import Batch, identifier
from urlglean.errors import StoreError
from urlglean.store.tables import ADD_URLS, AS_URLS, STORE_VERSION, make_tables, types_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SECONDS_AT_MOST = 10.0
"""What was found is committed when it is a full batch, and at least this often."""
_NUMBERS = 32
"""An occurrence's `id` is its document's shifted by this many bits, plus its number there, from 1."""


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


_OPEN_HERE: WeakValueDictionary[Path, StoreWriter] = WeakValueDictionary()
"""Those of this process that are not closed yet, by their files."""
_CLAIMING = threading.Lock()


class StoreWriter:
    """Writes to the file of a store, which is open for it alone until it is closed."""

    def __init__(self, path: Path, rung: str, rows_at_once: int) -> None:
        self.path = path
        self._file = path.resolve()
        self.rung = rung
        self._rows_at_once = rows_at_once
        self._batch_file = path.with_name(f"{path.name}{DatabaseKind.BATCH}")
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
        columns = ", ".join(map(identifier, types_of("document")))
        rows = self.ask(f"SELECT {columns} FROM document ORDER BY id")  # noqa: S608  (constants)
        self.states = {state.path: state for state in (DocumentState(*row) for row in rows)}
        """What is known of each document, by what its file is known by."""
        self._documents = max((state.id for state in self.states.values()), default=0)
        self._complete = _UnitOfWork()
        self._current = _UnitOfWork()
        self._in_transaction = False
        self._committed_at = time.monotonic()

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
        """Forget what was added since the last time that something was finished."""
        self._current.clear()
        if self._in_transaction:
            self._connection.rollback()
            self._in_transaction = False

    def _is_much(self, rows: Batch, more: Batch | None = None) -> bool:
        count, size = len(rows), rows.size
        if more is not None:
            count, size = count + len(more), size + more.size
        return count >= self._rows_at_once or size >= Batch.CHARACTERS

    # --- the file ---

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
                self._insert(table, batch, *(ADD_URLS if table == "occurrence" else ()))
            states = Batch(types_of("document"))
            for state in unit.states.values():
                states.add(state._asdict())
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

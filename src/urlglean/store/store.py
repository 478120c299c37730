"""A store of occurrences: a DuckDB file that many runs fill, one after the other, without doubles or gaps.

What a run has read and what it found there are committed together, at the end of a file or of a message in an
mbox. So a run that is killed leaves what it had, and the next one goes on from there: it leaves out the files
that are as they were, reads a grown mbox from its last message on, and replaces what it had of a file that is
otherwise another one than before, or is to be read in another way.

What its tables are is said in `urlglean.store.tables`; how they are written, in `urlglean.store.writer`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from urlglean.database.rows import Batch
from urlglean.errors import require
from urlglean.intake import IntakeOptions
from urlglean.reports import Attachment, Observer, Problem, Progress
from urlglean.store.intake import Intake, identify
from urlglean.store.tables import TABLES, VIEWS
from urlglean.store.writer import StoreWriter
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

"""What a store writes in one go: rows found in some documents, and what is true of these once the rows are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from urlglean.database import Batch
from urlglean.store.tables import ATTACHMENT, DOCUMENT, OCCURRENCE, PROBLEM, types_of

__all__ = ["DocumentState", "UnitOfWork"]


@dataclass(slots=True)
class DocumentState:
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
        """Give it as a row of the table."""
        return {name: getattr(self, name) for name in DOCUMENT}


class UnitOfWork:
    """What is written together: what was found in some documents, and what is true of them once it is there."""

    def __init__(self) -> None:
        self.doomed: list[tuple[int, int]] = []
        """Documents, and the byte offset (0: all of it) from which on the old rows of each go."""
        self.rows = Batch(types_of(OCCURRENCE))
        self.problems = Batch(types_of(PROBLEM))
        self.attachments = Batch(types_of(ATTACHMENT))
        self.states: dict[int, DocumentState] = {}

    def absorb(self, other: UnitOfWork) -> None:
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

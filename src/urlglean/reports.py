"""What is told of a reading beside what was found: problems, what was not read, how far it is; and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from urlglean.document import STDIN, Document

__all__ = ["Attachment", "Observer", "Problem", "Progress", "Retrieval"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that could not be read, decoded or parsed: named once, while the rest goes on."""

    source: str
    message: str
    line: int | None = None
    column: int | None = None
    part: str | None = None
    format: str = ""
    """What a file is that was skipped because it is no text: ``a PNG image``."""

    def __str__(self) -> str:
        place = ":".join(str(item) for item in (self.source, self.line, self.column) if item is not None)
        part = f" (part {self.part})" if self.part else ""
        return f"{place}{part}: {self.message}"


class Attachment(NamedTuple):
    """A part of a message, or an encoded file in its text, that is no text and was not read."""

    media_type: str
    """As its header states it, in lower case; ``application/octet-stream`` for a file in a text."""
    size: int
    """Its bytes as they were sent, in their transfer encoding."""
    name: str = ""
    """The name of the file, as far as one is stated."""
    part: str | None = None
    """The path of the part within its message (``2.1``)."""
    source: str = STDIN
    """The file that the message stands in."""
    offset: int | None = None
    """The byte offset of the message in its mbox."""


class Retrieval(NamedTuple):
    """What an archive says of one retrieval of a URL, whether or not there is a document to read."""

    url: str
    status: int | None = None
    location: str | None = None
    """Where it redirects to, as written: a reference relative to ``url``."""
    depth: int | None = None
    """How many links it is away from where the crawl began."""
    revisit: bool = False
    """True where its content is in another record, because it was the same."""
    unread: bool = False
    """True for one more word on what was retrieved: a text or feed, which holds bare URLs alone, and these were
    not asked for."""


class Progress(Protocol):
    """Whoever wants to know how far the work is: a bar on a terminal, or nobody."""

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done."""

    def describe(self, name: str) -> None:
        """Say what is being read now."""


class Observer(Protocol):
    """Whoever wants to know what was read, beside the Links: pages without any, redirects."""

    def document(self, document: Document) -> None:
        """Take note of a document, without its content, before its Links."""

    def retrieval(self, retrieval: Retrieval) -> None:
        """Take note of what an archive says of a URL."""

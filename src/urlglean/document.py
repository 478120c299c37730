"""The plain data that flows down the pipeline: Document, Candidate, Span, and what stands beside them.

Nothing here decides anything. All values are immutable; what can be derived is derived when it is asked for,
so that a Candidate costs one small object where URLs are many.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count
from operator import add
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, Protocol

__all__ = [
    "STDIN",
    "Attachment",
    "BaseClaim",
    "BaseRule",
    "Candidate",
    "Document",
    "Encoding",
    "Facts",
    "FallbackCandidate",
    "Markup",
    "MarkupCandidate",
    "MarkupCandidates",
    "Message",
    "Observer",
    "Part",
    "Problem",
    "Progress",
    "ReadOptions",
    "Record",
    "Retrieval",
    "Span",
    "Text",
]

BaseRule = Literal["embedded", "encapsulating", "retrieval", "default"]
"""Which rule of RFC 3986 section 5.1 established a base URI (5.1.1, 5.1.2, 5.1.3, 5.1.4)."""

STDIN = "-"
"""The name of standard input, as a command takes it and a row has it."""

_LINE_BREAK = re.compile(r"\r\n?|\n")


class Span(NamedTuple):
    """One piece of a decoded document: ``start`` and ``end`` in code points, line and column from 1."""

    start: int
    end: int
    line: int
    column: int


def _shortened(text: str) -> str:
    """Give a text as far as a glance takes it in.

    >>> _shortened("x" * 1000) == "x" * 39 + "\N{HORIZONTAL ELLIPSIS}"
    True
    """
    return text if len(text) <= _GLANCE else f"{text[: _GLANCE - 1]}\N{HORIZONTAL ELLIPSIS}"


_GLANCE = 40


class Text:
    """A decoded text, or a window of a longer one, that knows the line and column of each offset.

    ``offset``, ``line`` and ``column`` say where the window's first code point stands in the whole document.
    A line ends with LF, CRLF or a CR alone. Nothing is counted before a line is asked for; whoever asks from front
    to back has each line counted once, and for the others an index is built.
    """

    __slots__ = ("_reached", "_starts", "column", "line", "offset", "text")

    def __init__(self, text: str, *, offset: int = 0, line: int = 1, column: int = 1) -> None:
        self.text = text
        self.offset = offset
        self.line = line
        self.column = column
        self._starts: list[int] | None = None
        self._reached: tuple[int, int, int] | None = None
        """The line last asked for: how many are before it, where it begins, how far it is known to go."""

    def __repr__(self) -> str:
        """Show how it begins and where it stands; it may be long."""
        return (
            f"Text({_shortened(self.text)!r}, offset={self.offset}, line={self.line}, column={self.column})"
        )

    def position(self, index: int) -> tuple[int, int]:
        """Give the line and column (from 1, columns in code points) of the window's code point ``index``."""
        if self._reached is None:
            if "\r" in self.text:
                self._line_starts()
            self._reached = (0, 0, 0)
        row, start, known = self._reached
        if self._starts is not None or index < start:
            starts = self._line_starts()
            row = bisect_right(starts, index) - 1
            start = starts[row]
        elif index > known:
            # From where the last one stood: a line may be megabytes long, and hold thousands.
            if breaks := self.text.count("\n", known, index):
                row, start = row + breaks, self.text.rfind("\n", known, index) + 1
            self._reached = (row, start, index)
        return self.line + row, index - start + (1 if row else self.column)

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            text = self.text
            if "\r" in text:
                self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]
            else:
                # Without a loop of our own: the lengths of the lines before, and a line feed for each.
                ends = accumulate(map(len, text.split("\n")[:-1]), initial=0)
                self._starts = list(map(add, ends, count()))
        return self._starts

    def row_and_offset(self, index: int) -> tuple[int, int]:
        """Give the row of the window's code point ``index`` and its offset there, both from 0: undoes `index`."""
        self.position(0)
        starts = self._starts or [0]
        row = bisect_right(starts, index) - 1
        return row, index - starts[row]

    def index(self, row: int, offset: int) -> int:
        """Give the window's code point that stands ``offset`` code points into its ``row``, both from 0."""
        starts = self._line_starts()
        return min(starts[min(row, len(starts) - 1)] + offset, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """Give the Span of the window's ``[start:end]``, in offsets of the whole document."""
        line, column = self.position(start)
        return Span(self.offset + start, self.offset + end, line, column)


@dataclass(frozen=True, slots=True)
class Markup:
    """Where in a marked-up document a reference stood."""

    element: str
    attribute: str
    rel: str | None = None
    kind: str | None = None
    """What the reference is for: ``navigation``, ``resource``, ``form`` or ``metadata``."""
    anchor: str | None = None
    """The text a reader sees for it."""
    inert: bool = False
    """True where a browser would not act on it (the contents of ``<template>``, say)."""
    tag: tuple[int, int] | None = None
    """Line and column of the start tag, where the attribute's own place is not known."""


class Facts(NamedTuple):
    """What is known of a Candidate beyond its text: why it starts and ends there, what else it may be."""

    pieces: tuple[tuple[int, int], ...] = ()
    """The pieces of a joined Candidate, in offsets of its window; empty where it stands in one piece."""
    delimiter: str = ""
    """The pair it stood in: ``<>``, ``""``, ``[]``, ``“”``, ``()``, ``]()``, ...; empty for a bare one."""
    alternatives: tuple[str, ...] = ()
    """Other readings, best first."""
    notes: tuple[str, ...] = ()
    """What a careful reader should know, in words."""
    opened_by: str = ""
    """The rule that found its start."""
    ended_by: str = ""
    """The rule that ended it."""
    stripped: str = ""
    """What stood at its end and was taken off as punctuation."""
    markup: Markup | None = None
    quote_depth: int | None = None
    """How many quote marks stood before its line (mail), or None where that has no meaning."""
    region: str | None = None
    """The region of a message it stood in: ``header``, ``body``, ``signature`` or ``footer``."""
    mention: str | None = None
    """The same for all occurrences of one mention (in the text and HTML alternatives of one message)."""


NO_FACTS = Facts()


class Candidate(NamedTuple):
    """A URI reference as a reader found it.

    ``text`` is the reference with delimiters and embedded whitespace gone; ``source[start:end]`` is where it
    stood, from its first to its last code point. Everything else is derived from ``facts`` when asked.
    """

    text: str
    source: Text
    start: int
    end: int
    facts: Facts = NO_FACTS

    def __repr__(self) -> str:
        """Show what is found and where, without the text around it."""
        return f"{type(self).__name__}(text={self.text!r}, line={self.line}, column={self.column})"

    @property
    def raw(self) -> str:
        """The characters as they stood, line breaks and quote marks between the pieces included."""
        return self.source.text[self.start : self.end]

    @property
    def spans(self) -> tuple[Span, ...]:
        """The one or more pieces it stands in, in order, as `Span` values of the decoded document."""
        pieces = self.facts.pieces or ((self.start, self.end),)
        return tuple(self.source.span(start, end) for start, end in pieces)

    def settled(self) -> Candidate:
        """Give it with all its fields worked out: itself, unless its reader left that for later."""
        return self

    @property
    def line(self) -> int:
        """The line of its first code point, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of its first code point, from 1, in code points."""
        return self.source.position(self.start)[1]

    @property
    def delimiter(self) -> str:
        """The pair of delimiters it stood in; empty for a bare one."""
        return self.facts.delimiter

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Other readings a careful reader could give it, best first."""
        return self.facts.alternatives

    @property
    def notes(self) -> tuple[str, ...]:
        """What a careful reader should know of it, in words."""
        return self.facts.notes

    @property
    def markup(self) -> Markup | None:
        """The element and attribute it stood in, or None for text."""
        return self.facts.markup


class MarkupCandidate(Candidate):
    """A Candidate that markup marks as a reference: the value of an attribute, not words of a text.

    It is resolved as it stands, in the dialect of its document's kind.
    """

    __slots__ = ()


class FallbackCandidate(MarkupCandidate):
    """A Candidate that is resolved against the document's own URI, past any base embedded in it.

    HTML's fallback base URL: the ``href`` of ``base`` itself, and an empty ``action`` (HTML Standard,
    sections 4.2.3 and 4.10.18.6).
    """

    __slots__ = ()


class MarkupCandidates(NamedTuple):
    """Candidates of one document in order, to be resolved together: each is one that markup marks as a reference.

    None of them is a `FallbackCandidate`. Where they are many, one item for all of them saves most of the time.
    """

    candidates: Sequence[Candidate]


@dataclass(frozen=True, slots=True)
class BaseClaim:
    """A statement found on or in a document that some URI is its base (RFC 3986 section 5.1).

    ``uri`` is what was written, possibly relative; ``source`` names where
    (``base@href``, ``Content-Base``, ``--base``).
    """

    rule: BaseRule
    uri: str
    source: str


@dataclass(frozen=True, slots=True)
class Message:
    """What a mail message's header says, as every row found in it repeats it."""

    message_id: str | None = None
    date: str | None = None
    """In UTC, ISO 8601 (``2026-11-20T10:00:00Z``)."""
    sender: str | None = None
    subject: str | None = None
    list_id: str | None = None
    offset: int | None = None
    """The byte offset of the message in its mbox."""


class Part(NamedTuple):
    """What the header of a part of a message says of the part's name."""

    path: str
    """The path of the part within its message (``2.1``)."""
    media_type: str
    content_id: str | None = None
    """Its ``Content-ID``, without brackets (RFC 2392)."""
    location: str | None = None
    """Its ``Content-Location`` as written, possibly relative (RFC 2557)."""
    bases: tuple[str, ...] = ()
    """The bases that the parts around it and its own ``Content-Base`` state, as written, from the outermost."""


class Record(NamedTuple):
    """Which record of a web archive a document is (WARC, ISO 28500)."""

    offset: int
    """Where the record begins in its file, in bytes (of the compressed file, where it is compressed)."""
    record_id: str | None = None
    date: str | None = None
    """When it was retrieved, in UTC, ISO 8601."""
    status: int | None = None
    """The status code of the HTTP response, where it is one."""


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


class Document(NamedTuple):
    """Something to read: its content, what kind it is, and what is known of where it came from."""

    content: Any
    """What to read: ``bytes`` (or a memory map of a big mbox), ``str`` where already decoded, an iterable
    of either in pieces (plain text only), or a tree the caller holds (BeautifulSoup, email.message)."""
    media_type: str
    """``text/plain``, ``text/html``, ``message/rfc822``, ``application/mbox``, ..."""
    name: str = STDIN
    """What a row calls its source: a path, or ``-`` for standard input."""
    parent: Document | None = None
    """The encapsulating entity of RFC 3986 section 5.1.2."""
    part: str | None = None
    """The path of a part within its message or record (``2.1``)."""
    claims: tuple[BaseClaim, ...] = ()
    encoding: str | None = None
    """The encoding its transport declared (an HTTP or MIME header, ``--encoding``), if any."""
    evidence: Container[str] = ()
    """Absolute URLs known whole from its surroundings: evidence where a bare URL is broken over lines."""
    message: Message | None = None
    mention: str | None = None
    """Names the alternatives it is one of (text and HTML of one message): a URL that stands in two of them is
    mentioned once."""
    parts: Callable[[], Iterable[Part]] | None = None
    """A message: gives its parts, which URLs in it may name."""
    record: Record | None = None
    """The record of a web archive that it is, or stands in."""
    robots: frozenset[str] = frozenset()
    """What it asks of robots (``nofollow``, ``noindex``, ...), in lower case."""
    inert: bool = False
    """It stands in what no browser shows or runs: a template, a comment."""

    def __repr__(self) -> str:
        """Show what it is, without its content, which may be large."""
        part = f", part={self.part!r}" if self.part else ""
        return f"Document({self.media_type!r}, name={self.name!r}{part})"

    @property
    def is_mail(self) -> bool:
        """Whether it is a message of an archive or in a file of its own: not one inside another message."""
        if self.media_type != "message/rfc822":
            return False
        return self.parent is None or self.parent.media_type == "application/mbox"


class Encoding(NamedTuple):
    """What a reader found its document to be encoded in; yielded before its candidates.

    In the ``whatwg`` dialect it decides how the query of a URL is percent-encoded.
    """

    name: str
    """A name that `codecs.lookup` or the Encoding Standard knows."""


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


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a user asked of the readers; every reader takes the same ones and heeds those that concern it."""

    delimit: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Keyword options for `urlglean.delimit.delimit` (``schemeless``, ``emails``, ``refang``, ...)."""
    text: bool = True
    """HTML: the bare URLs in a page's text."""
    lazy: bool = False
    """HTML: ``data-src`` and the other attributes that scripts load images from later."""
    noscript: bool = False
    """HTML: the contents of ``noscript``, marked inert (a browser that runs scripts shows none of it)."""
    templates: bool = False
    """HTML: the contents of ``template``, marked inert."""
    comments: bool = False
    """HTML: comments, marked inert."""
    scripts: bool = False
    """HTML: the bare URLs in scripts."""
    json_ld: bool = False
    """HTML: the URLs in JSON-LD blocks."""
    robots: bool = False
    """HTML: what the page asks of robots, for ``document.robots``."""
    footers: bool = True
    """Mail: what stands in signatures, in list footers, and in the header fields (``List-*``) that repeat them."""
    unwrap_redirectors: bool = False
    """The Links: what a redirector's URL leads to, as far as it says so itself, is their ``target``."""

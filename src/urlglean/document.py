"""Something to read, what is known of where it came from, and what is asked of its reader: plain data."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple

from urlglean.errors import require
from urlglean.text import Rewritten, Text

__all__ = [
    "CONTENT_LINES",
    "MBOX",
    "PAGES",
    "STDIN",
    "XHTML",
    "XML",
    "BaseClaim",
    "BaseRule",
    "Document",
    "Encoding",
    "Message",
    "Part",
    "ReadOptions",
    "Record",
]

BaseRule = Literal["embedded", "encapsulating", "retrieval", "default"]
"""Which rule of RFC 3986 section 5.1 established a base URI (5.1.1, 5.1.2, 5.1.3, 5.1.4)."""

MBOX = "application/mbox"
XHTML = "application/xhtml+xml"
PAGES = frozenset({"text/html", XHTML})
"""The media types of pages."""
CONTENT_LINES = frozenset(
    "text/calendar text/x-vcalendar application/ics text/vcard text/x-vcard text/directory".split()
)
"""Those of calendars and cards (RFC 5545, RFC 6350)."""
XML = frozenset({"application/xml", "text/xml"})
"""Those of XML, which may be a page: its root tells."""

STDIN = "-"
"""The name of standard input, as a command takes it and a row has it."""


@dataclass(frozen=True, slots=True)
class BaseClaim:
    """A statement found on or in a document that some URI is its base (RFC 3986 section 5.1).

    ``uri`` is what was written, possibly relative; ``source`` names where
    (``base@href``, ``Content-Base``, ``--base``).
    """

    SAID: ClassVar = "--base"
    """The source of what a user said himself."""

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


class Document(NamedTuple):
    """Something to read: its content, what kind it is, and what is known of where it came from."""

    content: Any
    """What to read: ``bytes`` (or what gives slices of a big file), ``str`` where already decoded, an iterable
    of either in pieces (plain text only), or a tree the caller holds (BeautifulSoup, email.message). None where it was
    read, or the reader of what it stands in saw that nothing is to be found in it."""
    media_type: str
    """``text/plain``, ``text/html``, ``message/rfc822``, ``application/mbox``, ..., in lower case."""
    name: str = STDIN
    """What a row calls its source: a path, or ``-`` for standard input."""
    parent: Document | None = None
    """The encapsulating entity of RFC 3986 section 5.1.2."""
    part: str | None = None
    """The path of a part within its message or record (``2.1``)."""
    claims: tuple[BaseClaim, ...] = ()
    encoding: str | None = None
    """The encoding its transport declared (an HTTP or MIME header, ``--encoding``), if any. In mail and web archives it
    holds for the parts that declare none."""
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
    stands_in: tuple[Text, Rewritten] | None = None
    """A piece of another document's text (HTML in Markdown): that text, and how the content, a string, was made of it.
    What is found in it stands there."""
    before_base: bool = False
    """It stands before the ``base`` of the page around it, so that it has the base that this would have without one."""

    def __repr__(self) -> str:
        """Show what it is, without its content, which may be large."""
        part = f", part={self.part!r}" if self.part else ""
        return f"Document({self.media_type!r}, name={self.name!r}{part})"

    def child(
        self,
        text: str,
        media_type: str = "text/html",
        *,
        part: str | None = None,
        inert: bool = False,
        evidence: Container[str] = (),
        stands_in: tuple[Text, Rewritten] | None = None,
        before_base: bool = False,
    ) -> Document:
        """Give a text in it, decoded, as a document of its own; of the same part, unless it is in another one."""
        return Document(
            text,
            media_type,
            self.name,
            parent=self,
            part=part or self.part,
            encoding="UTF-8",
            evidence=evidence,
            message=self.message,
            inert=inert,
            stands_in=stands_in,
            before_base=before_base,
        )

    def part_named(self, name: str) -> str:
        """Give the path of a part in it: ``1.srcdoc2``."""
        return f"{self.part}.{name}" if self.part else name

    @property
    def locator(self) -> str:
        """What it is called: its file, the offset of the message or record in it, the part of a message.

        >>> Document("", "text/plain", "a.mbox", part="2").locator
        'a.mbox#2'
        """
        return self.located(self.holder, None, self.part)

    @property
    def holder(self) -> str:
        """What that is called which it is a part of, if it is one: the file, the offset of the message or record."""
        place = self.message or self.record
        return self.located(self.name, place.offset if place is not None else None, None)

    @staticmethod
    def located(name: str, offset: int | None, part: str | None) -> str:
        """Give what a document of a file is called, by its offset and its part there."""
        if offset is not None:
            name = f"{name}@{offset}"
        return f"{name}#{part}" if part else name

    @property
    def is_mail(self) -> bool:
        """Whether it is a message of an archive or in a file of its own: not one inside another message."""
        is_message = self.media_type == "message/rfc822"
        return is_message and (self.parent is None or self.parent.media_type == MBOX)


class Encoding(NamedTuple):
    """What a reader found its document to be encoded in; yielded before its candidates.

    In the ``whatwg`` dialect it decides how the query of a URL is percent-encoded.
    """

    name: str
    """A name that `codecs.lookup` or the Encoding Standard knows."""


_NO_FLAGS = frozenset({"delimit", "max_page"})


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a user asked of the readers; every reader takes the same ones and heeds those that concern it."""

    delimit: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """Keyword options for `urlglean.delimiting.stream.delimit` (``schemeless``, ``emails``, ``refang``, ...).

    ``schemes`` holds for all Links, wherever they stand."""
    text: bool = True
    """HTML: the bare URLs in a page's text. Style sheets: those in comments and strings. Web archives: all in texts."""
    lazy: bool = False
    """HTML: ``data-src`` and the other attributes that scripts load images from later."""
    noscript: bool = False
    """HTML: the contents of ``noscript``, marked inert (a browser that runs scripts shows none of it).

    In XHTML it is an element like others, and read anyway.
    """
    templates: bool = False
    """HTML: the contents of ``template``, marked inert."""
    comments: bool = False
    """HTML, also in Markdown, and reStructuredText: comments, marked inert."""
    scripts: bool = False
    """HTML: the bare URLs in scripts, marked inert."""
    json_ld: bool = False
    """HTML: the URLs in JSON-LD blocks."""
    robots: bool = False
    """HTML: what the page asks of robots, for ``document.robots``."""
    code: bool = False
    """Markdown and reStructuredText: the bare URLs in code, marked inert. Notebooks: those of code cells."""
    outputs: bool = False
    """Notebooks: what the outputs of cells show."""
    wiki_links: bool = False
    """Markdown: ``[[page]]`` and ``[[page|text]]`` as links."""
    undefined: bool = False
    """Markdown and reStructuredText: references by a label that nothing defines, which have no URL; and definitions of
    a label that is defined before."""
    anchors: bool = False
    """Pages and documentation: what references may lead to, as each `urlglean.reports.Anchor`."""
    footers: bool = True
    """Mail: what stands in signatures, in list footers, and in the header fields (``List-*``) that repeat them."""
    unwrap_redirectors: bool = False
    """The Links: what a redirector's URL leads to, as far as it says so itself, is their ``target``."""
    max_page: int = 10 << 20
    """HTML: of how many code points a page may be that is read as the tree a browser makes of it. A longer one is
    read by its tokens; there, a tag and an attribute count for 16 of them, a URL for 48."""

    def __post_init__(self) -> None:
        """See that flags are flags, and what is asked of `delimit` a mapping."""
        if not isinstance(self.delimit, Mapping):
            raise TypeError(f"delimit is to be a mapping of options, not {type(self.delimit).__name__}")
        require(bool, **{name: getattr(self, name) for name in self.__slots__ if name not in _NO_FLAGS})
        if isinstance(self.max_page, bool) or not isinstance(self.max_page, int) or self.max_page < 1:
            raise TypeError(f"max_page is to be a number of code points, not {self.max_page!r}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how they are made anew, in another process, say: a mapping that nobody can change is not pickled."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return partial(type(self), **{**values, "delimit": dict(self.delimit)}), ()

"""A URI reference as a reader found it: its text, where it stands, and what is known of it.

What can be derived is derived when it is asked for, so that a Candidate costs one small object where URLs are many.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from urlglean.text import Rewritten, Span, Text

__all__ = [
    "AmbiguousCandidate",
    "Candidate",
    "Facts",
    "FallbackCandidate",
    "Markup",
    "MarkupCandidate",
    "MarkupCandidates",
    "Opened",
    "UndefinedCandidate",
]


_new = tuple.__new__  # what NamedTuple does, without its keyword handling


class Markup(NamedTuple):
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


class Opened(Enum):
    """What shows where a URL begins: the sentence that tells it, and the reference that is meant (RFC 3986 4.5)."""

    SCHEME = "a scheme and ://", "{}"
    KNOWN_SCHEME = "a known scheme", "{}"  # one that is believed without `//`
    LABEL = "a URL: prefix", "{}"  # in `<URL:...>`, before a relative reference
    NETWORK_PATH = "//", "{}"
    WWW = "www.", "http://{}"
    FTP = "ftp.", "ftp://{}"
    NAME = "a bare name", "http://{}"
    FTP_NAME = "a bare name", "ftp://{}"
    IPV6 = "a bare name", "http://[{}]"
    ADDRESS = "an address", "mailto:{}"
    LOCATION = "a header field that says what was retrieved", "{}"
    BASE = "a header field that states a base", "{}"

    __hash__ = object.__hash__  # a member is equal to itself alone, and facts are looked up by it

    def __init__(self, told: str, meant: str) -> None:
        self.told = told
        self.meant = meant


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
    """What showed its start, in words."""
    ended_by: str = ""
    """What ended it, in words."""
    stripped: str = ""
    """What stood at its end and was taken off as punctuation."""
    markup: Markup | None = None
    quote_depth: int | None = None
    """How many quote marks stood before its line, in mail; elsewhere None."""
    region: str | None = None
    """The region of a message it stood in: ``header``, ``body``, ``signature`` or ``footer``."""
    mention: str | None = None
    """The same for all occurrences of one mention (in the text and HTML alternatives of one message)."""
    opened: Opened | None = None
    """What showed its start; None where no text did (markup)."""
    rule: str = ""
    """The rule of delimiting that read it and decided its ends, in words; empty where none did (markup, fields)."""

    def with_alternatives(self, alternatives: tuple[str, ...]) -> Facts:
        """Give the same with these other readings."""
        pieces, delimiter, _, notes, begin, end, stripped, markup, depth, region, mention, opened, rule = self
        places = markup, depth, region, mention
        return _new(
            Facts, (pieces, delimiter, alternatives, notes, begin, end, stripped, *places, opened, rule)
        )

    def with_note(self, note: str) -> Facts:
        """Give the same with one more note."""
        pieces, delimiter, alternatives, notes, *others = self
        return _new(Facts, (pieces, delimiter, alternatives, (*notes, note), *others))


_NO_FACTS = Facts()


class _Stored(NamedTuple):
    """What a Candidate stores: its facts without its place in a message, which its source tells when asked."""

    text: str
    source: Text
    start: int
    end: int
    facts: Facts = _NO_FACTS


class Candidate(_Stored):
    """A URI reference as a reader found it.

    ``text`` is the reference with delimiters and embedded whitespace gone; ``source[start:end]`` is where it
    stood, from its first to its last code point. Everything else is derived from ``facts`` when asked.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Show what is found and where, without the text around it."""
        return f"{type(self).__name__}(text={self.text!r}, line={self.line}, column={self.column})"

    def __eq__(self, other: object) -> bool:
        """Tell whether the other one says the same of itself, whichever text around it each holds on to."""
        return self is other or (isinstance(other, Candidate) and self.said() == other.said())

    def __ne__(self, other: object) -> bool:
        """Tell whether they differ."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what tells most of them apart."""
        settled = self.settled()
        return hash((settled.text, settled.source.offset + settled.start))

    def said(self) -> tuple[object, ...]:
        """Give all that it says of itself; the offsets in the text it holds on to are not that, its spans are."""
        settled = self.settled()
        text, _, _, _, facts = settled
        return type(settled), text, settled.raw, settled.spans, facts._replace(pieces=())

    @property
    def facts(self) -> Facts:
        """What is known of it beyond its text."""
        standing = self.source.standing
        if standing is None:
            return self.known
        begin = self.begin
        return _placed(self.known, standing.depth(begin), standing.region(begin))

    @property
    def known(self) -> Facts:
        """The same without its place in a message, which takes a while to find."""
        return self[4]

    @property
    def raw(self) -> str:
        """The characters as they stood, line breaks and quote marks between the pieces included."""
        return self.source.text[self.start : self.end]

    @property
    def spans(self) -> tuple[Span, ...]:
        """The one or more pieces it stands in, in order, as `Span` values of the decoded document."""
        if pieces := self.known.pieces:
            return tuple(self.source.span(start, end) for start, end in pieces)
        return (self.source.span(self.start, self.end),)

    def settled(self) -> Candidate:
        """Give it with all its fields worked out: itself, unless its reader left that for later."""
        if self.source.standing is None:
            return self
        return _new(type(self), (*self[:4], self.facts))

    def noted(self, note: str) -> Candidate:
        """Give it with one more note."""
        settled = self.settled()
        text, source, start, end, facts = settled
        return _new(type(settled), (text, source, start, end, facts.with_note(note)))

    def filling(self, end: int, ended_by: str) -> Candidate:
        """Give it as all that stands from its start to ``end``, where something tells that it ends there."""
        text = self.source.text[self.start : end]
        facts = self.known._replace(pieces=(), alternatives=(), ended_by=ended_by, stripped="")
        return self._replace(text=text, end=end, facts=facts)

    @property
    def begin(self) -> int:
        """Where it, or the tag that it stands in, begins in the document: what can be told at once."""
        return self.source.offset + self.start

    def led_back(self, source: Text, whole: Rewritten) -> Candidate:
        """Give it its places in ``source``; it was found in what that was rewritten to."""
        text, _, start, end, facts = self
        if facts.pieces:
            pieces = [piece for one in facts.pieces for piece in whole.pieces(*one)]
        else:
            pieces = whole.pieces(start, end)
        if not pieces:  # an empty value
            pieces = [(whole.end(start),) * 2]
        if len(pieces) > 1 or facts.pieces:
            facts = facts._replace(pieces=tuple(pieces) if len(pieces) > 1 else ())
        return type(self)(text, source, pieces[0][0], pieces[-1][1], facts)

    @property
    def line(self) -> int:
        """The line of its first code point, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of its first code point, from 1, in code points."""
        return self.source.position(self.start)[1]

    @property
    def position(self) -> tuple[int, int]:
        """The line and column it begins at, both from 1; those of the start tag where no more is known."""
        markup = self.markup
        if markup is not None and markup.tag is not None:
            return markup.tag
        return self.source.position(self.start)

    @property
    def owner(self) -> tuple[str, str] | tuple[None, None]:
        """The element and the attribute it stood in; in plain text None and None."""
        markup = self.markup
        return (None, None) if markup is None else (markup.element, markup.attribute)

    @property
    def quote_depth(self) -> int | None:
        """How many quotations of a message it stands in; elsewhere None."""
        standing = self.source.standing
        return self.known.quote_depth if standing is None else standing.depth(self.begin)

    @property
    def delimiter(self) -> str:
        """The pair of delimiters it stood in; empty for a bare one."""
        return self.known.delimiter

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Other readings a careful reader could give it, best first."""
        return self.known.alternatives

    @property
    def notes(self) -> tuple[str, ...]:
        """What a careful reader should know of it, in words."""
        return self.known.notes

    @property
    def markup(self) -> Markup | None:
        """The element and attribute it stood in, or None in plain text."""
        return self.known.markup

    @property
    def opened(self) -> Opened | None:
        """What shows in prose where it begins; None in markup."""
        return self.known.opened


@lru_cache(maxsize=1024)
def _placed(facts: Facts, depth: int, region: str) -> Facts:
    """Add a place in a message to facts; most Candidates share theirs, so most of these objects are made once."""
    return facts._replace(quote_depth=depth, region=region)


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


class UndefinedCandidate(MarkupCandidate):
    """A Candidate that is a label which nothing defines: it comes to no URL."""

    __slots__ = ()


class AmbiguousCandidate(UndefinedCandidate):
    """One whose label is defined more than once, so that no definition counts (docutils, "Duplicate target names")."""

    __slots__ = ()


class MarkupCandidates(NamedTuple):
    """Candidates of one document in order, to be resolved together: each is one that markup marks as a reference.

    None of them is a `FallbackCandidate`. Where they are many, one item for all of them saves most of the time.
    """

    candidates: Sequence[Candidate]

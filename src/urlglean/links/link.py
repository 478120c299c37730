"""A Link: a Candidate with its base and its absolute URL; and the row that every writer makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from urlglean.candidate import Candidate, Opened, UndefinedCandidate
from urlglean.document import Document, Message
from urlglean.links.base import Base
from urlglean.text import Span
from urlglean.uri.normalize import normalize
from urlglean.uri.schemes import has_scheme

__all__ = ["Link"]

_COLUMNS: Mapping[str, tuple[str, str]] = {
    "url": ("VARCHAR", "the absolute URL, as resolution gives it; null where there is none"),
    "key": ("VARCHAR", "what it is compared by, on the rung asked for"),
    "text": ("VARCHAR", "the reference, without delimiters and embedded white space"),
    "raw": ("VARCHAR", "the characters as they stood"),
    "source": ("VARCHAR", "the file, as it was given; - for standard input"),
    "part": (
        "VARCHAR",
        "the part of a message (1.2), a cell of a notebook; header for the header fields of a record",
    ),
    "line": ("BIGINT", "the line where it begins, from 1, in the decoded document or part"),
    "column": ("BIGINT", "the column where it begins, from 1, in code points"),
    "spans": ("BIGINT[][]", "its pieces: start and end in code points, line and column from 1"),
    "delimiter": ("VARCHAR", "the pair of delimiters it stood in"),
    "alternatives": ("VARCHAR[]", "other readings, best first"),
    "notes": ("VARCHAR[]", "what is odd about it, and why `url` is null"),
    "base": ("VARCHAR", "the base URI it was resolved against"),
    "base_rule": (
        "VARCHAR",
        "embedded, encapsulating, retrieval or default (RFC 3986 sections 5.1.1 to 5.1.4)",
    ),
    "base_source": ("VARCHAR", "what stated the base: base@href, Content-Base, --base, ..."),
    "element": ("VARCHAR", "the element of HTML that it stood in"),
    "attribute": ("VARCHAR", "the attribute of HTML that it stood in"),
    "rel": ("VARCHAR", "the rel of its element"),
    "kind": ("VARCHAR", "navigation, resource, form or metadata; text in the text of a page"),
    "anchor": ("VARCHAR", "the text that a reader sees for it"),
    "inert": ("BOOLEAN", "true where a browser would not act on it"),
    "message_id": ("VARCHAR", "of the message it stood in"),
    "date": ("TIMESTAMP", "of the message, in UTC, ISO 8601; of a web archive, when the page was retrieved"),
    "sender": ("VARCHAR", "of the message, as its From field has it"),
    "subject": ("VARCHAR", "of the message"),
    "list_id": ("VARCHAR", "the mailing list of the message"),
    "offset": ("BIGINT", "the byte offset of the message in its mbox, of the record in its web archive"),
    "quote_depth": (
        "INTEGER",
        "how many quote marks stood before it, or how deep in quotations of HTML it stood",
    ),
    "region": ("VARCHAR", "header, body, signature or footer of the message"),
    "mention": ("VARCHAR", "the same for all occurrences in the plain text and the HTML of one message"),
    "redirect_chain": (
        "VARCHAR[]",
        "with --unwrap-redirectors: a redirector's URL and all those in it, the target last",
    ),
}
"""The columns of a row: the SQL type of each, and what it holds. Dates are in UTC."""


_UNSAID = (None, None, None)
_IN_ADDRESS = str.maketrans({sign: f"%{ord(sign):02X}" for sign in ' \t"#%&/;<=>?[\\]^`{|}'})
_new = tuple.__new__
LONGEST_BASE = 1 << 12
_OF_LONGER_BASE = 1 << 8
"""How long a base may be that is given in a row, in code points, as all rows of the page repeat it; what of others."""
_LITTLE = 1000
"""What a Link may hold on to for good, in code points: not much more than a place of its own for it takes."""


def _in_row(base: str) -> str:
    return base if len(base) <= LONGEST_BASE else base[:_OF_LONGER_BASE]


NO_URL = "no URL: "
"""How a note begins that says why a reference comes to no URL."""


class Link(NamedTuple):
    """One occurrence of a URL: what was found, the base it was resolved against, and the URL it comes to."""

    candidate: Candidate
    base: Base | None
    url: str | None
    """The absolute URL, as resolution gives it and no further normalized; None where there is none."""
    document: Document
    """The document it stands in, without its content."""

    def __repr__(self) -> str:
        """Show what is found and where; with ``row()`` it tells everything."""
        what = f"url={self.url!r}" if self.url is not None else f"url=None, text={self.text!r}"
        return f"Link({what}, place={self.place!r})"

    def __eq__(self, other: object) -> bool:
        """Tell whether the other one says the same of itself, whichever text around it each holds on to."""
        return self is other or (type(other) is type(self) and self._said() == other._said())

    def __ne__(self, other: object) -> bool:
        """Tell whether they differ."""
        return not self == other

    def __hash__(self) -> int:
        """Hash what tells most of them apart."""
        return hash((self.url, self.text, self.spans[0]))

    def _said(self) -> tuple[object, ...]:
        return (*self.candidate.said(), self.base, self.url, self.document)

    @property
    def redirect_chain(self) -> tuple[str, ...]:
        """The URL and those inside it, where it is a redirector's and they were asked for; else empty."""
        return ()

    @property
    def why_no_url(self) -> str | None:
        """Why its reference comes to no URL, in words; None where it has a URL, or the reason is not known."""
        return next((one.removeprefix(NO_URL) for one in self.notes if one.startswith(NO_URL)), None)

    @property
    def target(self) -> str | None:
        """What the URL is for: the end of its `redirect_chain`, or itself."""
        return self.url

    @property
    def source(self) -> str:
        """The name of the file it stands in."""
        return self.document.name

    @property
    def part(self) -> str | None:
        """The path of the part of a message or record it stands in (``2.1``)."""
        return self.document.part

    @property
    def message(self) -> Message | None:
        """The message it stands in; None outside mail."""
        return self.document.message

    @property
    def text(self) -> str:
        """The reference with delimiters and embedded whitespace gone."""
        return self.candidate.text

    @property
    def raw(self) -> str:
        """The characters as they stood."""
        return self.candidate.raw

    @property
    def spans(self) -> tuple[Span, ...]:
        """The one or more pieces it stands in."""
        return self.candidate.spans

    @property
    def delimiter(self) -> str:
        """The pair of delimiters it stood in; empty for a bare one."""
        return self.candidate.delimiter

    @property
    def alternatives(self) -> tuple[str, ...]:
        """Other readings, best first."""
        return self.candidate.alternatives

    @property
    def notes(self) -> tuple[str, ...]:
        """What a careful reader should know of it, in words."""
        return self.candidate.notes

    @property
    def position(self) -> tuple[int, int]:
        """The line and column it begins at, both from 1; those of the start tag where no more is known."""
        return self.candidate.position

    @property
    def line(self) -> int:
        """The line it begins on, from 1."""
        return self.position[0]

    @property
    def column(self) -> int:
        """The column it begins at, from 1, in code points."""
        return self.position[1]

    @property
    def place(self) -> str:
        """Where it stands, as ``file:line:column``; in mail ``file@offset#part:line:column``."""
        line, column = self.position
        return f"{self.document.locator}:{line}:{column}"

    @property
    def element(self) -> str | None:
        """The element it stood in; None in plain text."""
        return self.candidate.owner[0]

    @property
    def attribute(self) -> str | None:
        """The attribute it stood in, ``#text`` for the text of an element; None in plain text."""
        return self.candidate.owner[1]

    @property
    def rel(self) -> str | None:
        """The ``rel`` of its element."""
        markup = self.candidate.markup
        return markup.rel if markup else None

    @property
    def kind(self) -> str | None:
        """What it is for: ``navigation``, ``resource``, ``form``, ``metadata`` or ``text``; None in plain text."""
        markup = self.candidate.markup
        return markup.kind if markup else None

    @property
    def anchor(self) -> str | None:
        """The text a reader sees for it, where there is one."""
        markup = self.candidate.markup
        return markup.anchor if markup else None

    @property
    def inert(self) -> bool | None:
        """True where a browser would not act on it; None in plain text."""
        markup = self.candidate.markup
        return None if markup is None else markup.inert

    def key(self, rung: str = "scheme", *, steps: Sequence[Any] = ()) -> str | None:
        """Give what it is compared by at a rung of RFC 3986 section 6.2; None where there is no URL.

        ``steps`` are names of further steps, as for `urlglean.uri.normalize.normalize`.
        """
        target = self.target
        if target is None:
            return None
        if steps or len(target) >= _TOO_LONG:
            return normalize(target, rung=rung, steps=steps)
        return _key(target, rung)

    @staticmethod
    def columns() -> dict[str, str]:
        """Give the columns of a row, in order, and what each holds.

        Every row has all of them, with None where its source has nothing to say.
        """
        return {name: what for name, (_, what) in _COLUMNS.items()}

    @staticmethod
    def types() -> dict[str, str]:
        """Give the columns of a row, in order, and the SQL type of each, as DuckDB writes it."""
        return {name: kind for name, (kind, _) in _COLUMNS.items()}

    def row(self, rung: str = "scheme") -> dict[str, Any]:
        """Give the occurrence as a row: a dictionary with all of `columns` in order, of plain JSON types."""
        row = dict(zip(_COLUMNS, self.values(rung), strict=True))
        row["spans"] = list(map(list, row["spans"]))
        row["alternatives"], row["notes"] = list(row["alternatives"]), list(row["notes"])
        if row["redirect_chain"]:
            row["redirect_chain"] = list(row["redirect_chain"])
        return row

    def values(self, rung: str = "scheme") -> tuple[Any, ...]:
        """Give the values of a row in the order of `columns`; where a row has lists, these may be tuples."""
        base, url, document = self.base, self.url, self.document
        # Asked once: of some Candidates all this is worked out each time.
        text, source, start, end, facts = candidate = self.candidate.settled()
        markup = facts.markup
        message = document.message
        record = document.record
        line, column = (markup and markup.tag) or source.position(start)
        return (
            url,
            self.key(rung),
            text,
            source.text[start:end],
            document.name,
            document.part,
            line,
            column,
            candidate.spans,
            facts.delimiter,
            facts.alternatives,
            facts.notes,
            *((_in_row(base.uri), base.rule, base.source) if base else _UNSAID),
            *((markup.element, markup.attribute, markup.rel) if markup else _UNSAID),
            *((markup.kind, markup.anchor, markup.inert) if markup else _UNSAID),
            message.message_id if message else None,
            message.date if message else record.date if record else None,
            *((message.sender, message.subject, message.list_id) if message else _UNSAID),
            message.offset if message else record.offset if record else None,
            facts.quote_depth,
            facts.region,
            facts.mention or document.mention,
            self.redirect_chain or None,
        )

    @property
    def scheme(self) -> str:
        """The scheme of what it leads to, or of its reference where that is nothing; empty where it has none."""
        reference = self.target or self.text
        return reference.partition(":")[0].lower() if has_scheme(reference) else ""

    @property
    def is_relative(self) -> bool:
        """Whether it has no URL and is relative: the same words mean something else on another page."""
        return self.url is None and not has_scheme(reference_in_prose(self.candidate))

    @property
    def lacks_base(self) -> bool:
        """Whether it has no URL for want of a base, or of what defines it, rather than because it is malformed.

        A base that is void, or has no hierarchy (``data:,x``), is none for it.
        """
        base = self.base
        is_based = base is not None and not base.is_void and base.uri.partition(":")[2].startswith("/")
        return self.is_relative and not (is_based and not isinstance(self.candidate, UndefinedCandidate))

    def unwrapped(self) -> Link:
        """Give the same Link, unwrapped where its URL is a redirector's; nothing is fetched."""
        return _new(_UnwrappedLink, self)

    def detached(self) -> Link:
        """Give the same Link without hold on the text around it, for those who keep many.

        Everything it says of itself stays as it was.
        """
        text, source, start, end, facts = candidate = self.candidate.settled()
        if len(source.text) <= _LITTLE:
            return self if candidate is self.candidate else _new(type(self), (candidate, *self[1:]))
        own = source.window(source.text[start:end], start)
        own.standing = None  # the facts have what it tells
        if facts.pieces:
            facts = facts._replace(pieces=tuple((a - start, b - start) for a, b in facts.pieces))
        own_candidate = _new(type(candidate), (text, own, 0, end - start, facts))
        return _new(type(self), (own_candidate, *self[1:]))


_TOO_LONG = 2000
"""URLs of so many code points are not remembered."""


@lru_cache(maxsize=4096)
def _key(url: str, rung: str) -> str:
    """Normalize a URL; in mail most URLs are met again before long."""
    return normalize(url, rung=rung)


def _unwrapped(url: str) -> tuple[str, ...]:
    from urlglean.uri.redirectors import unwrap  # a table that is asked where that is wanted

    return unwrap(url)


class _UnwrappedLink(Link):
    """What `Link.unwrapped` gives."""

    __slots__ = ()

    @property
    def redirect_chain(self) -> tuple[str, ...]:
        """The URL and those inside it, the target last; empty where it is no redirector's."""
        chain = () if self.url is None else _unwrapped(self.url)
        return chain if len(chain) > 1 else ()

    @property
    def target(self) -> str | None:
        """What the URL is for: the end of its `redirect_chain`, or itself."""
        return None if self.url is None else _unwrapped(self.url)[-1]


def reference_in_prose(candidate: Candidate) -> str:
    """Give the URI reference that a Candidate of prose stands for: some lack a scheme only on paper.

    Suffix references (RFC 3986 section 4.5) get the scheme that people mean; of an address, what a URL does not hold
    or parts its components by is percent-encoded (RFC 6068 section 2). What stood in ``<URL:...>`` and names no host is
    a relative reference (Appendix C).

    >>> from urlglean.delimiting.stream import delimit
    >>> [reference_in_prose(found) for found in delimit("www.w3.org, FTP.isi.edu/in-notes/, tel:110")]
    ['http://www.w3.org', 'ftp://FTP.isi.edu/in-notes/', 'tel:110']
    >>> [reference_in_prose(found) for found in delimit('"joe doe"@a.org, r&d@a.org', emails=True)]
    ['mailto:%22joe%20doe%22@a.org', 'mailto:r%26d@a.org']
    """
    opened, text = candidate.opened, candidate.text
    if opened is Opened.ADDRESS:
        text = text.translate(_IN_ADDRESS)
    return opened.meant.format(text) if opened is not None else text

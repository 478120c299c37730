"""RFC 3986 section 5.1: establishes a document's base URI from the claims found on it; parses no format.

Four rules in order, the first that yields a URI wins: a base embedded in the content or its header (5.1.1),
the base of the encapsulating entity (5.1.2), the URI it was retrieved by (5.1.3), a default of the
application (5.1.4). A claim may itself be relative; it is resolved against what the rules after it
establish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from urlglean.document import BaseClaim, BaseRule, Document
from urlglean.errors import ReferenceSyntaxError
from urlglean.uri.reference import uri_of_field
from urlglean.uri.resolve import resolve
from urlglean.uri.schemes import has_scheme
from urlglean.uri.whatwg import needs_no_base

__all__ = ["Base"]


class Base(NamedTuple):
    """A base URI, the rule of RFC 3986 section 5.1 that established it, and where it stood."""

    uri: str
    rule: BaseRule
    source: str
    """``base@href``, ``Content-Base``, ``Content-Location``, ``Base``, ``--base``, ..."""
    is_void: bool = False
    """Whether it stands for one that does not parse: nothing resolves against it, not even a fragment."""


class Bases(NamedTuple):
    """The base of a document, and what it would be were none embedded (HTML's fallback base URL)."""

    base: Base | None
    fallback: Base | None


_VOID = "about:blank"
_MAIL_DEFAULT = Base("thismessage:/", "default", "RFC 2557 section 5")
_OF_MAIL, _NOTHING = Bases(_MAIL_DEFAULT, _MAIL_DEFAULT), Bases(None, None)
"""What is established where nothing is claimed."""

_HEADERS = ("content-base", "base", "content-location")
"""Header fields that state a base, the strongest first (draft-fielding-url-syntax-05 section 5.1.1)."""

_NO_BASES = frozenset({"data", "javascript"})
"""Schemes that a ``base`` element can't take a document to (HTML Standard, section 4.2.3)."""


class LongBases:
    """How much may still be made of the long bases that follow from one that a document states in full.

    What is put on a base, a reference or the base of a part, takes as long as that is, and strangers write many.
    """

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made = 0

    def allows(self, reference: str, base: str) -> bool:
        """Tell whether one more reference may be put on a base; it counts as put where that is long."""
        if len(base) <= LONG_BASE or needs_no_base(reference):
            return True
        self._made += len(base)
        return self._made <= max(_MOST_OF_LONG_BASES, len(base))


LONG_BASE = 1 << 9
_MOST_OF_LONG_BASES = 1 << 24
"""How long a base is that is counted, and how much of such may be made, both in code points."""


def establish_bases(
    document: Document,
    claims: Iterable[BaseClaim] = (),
    encapsulating: Base | None = None,
    *,
    dialect: str = "rfc3986",
    long_bases: LongBases | None = None,
) -> Bases:
    """Give the base of a document together with its fallback base; None for each that nothing establishes.

    ``claims`` are those its reader found in its content, ``document.claims`` those that were on it before;
    ``encapsulating`` is the base of ``document.parent``. A claim that ``long_bases`` does not allow does not hold.

    >>> page = Document("", "text/html", claims=(BaseClaim("retrieval", "http://a/b/c", "--base"),))
    >>> establish_bases(page, [BaseClaim("embedded", "../d/", "base@href")], dialect="whatwg").base
    Base(uri='http://a/d/', rule='embedded', source='base@href', is_void=False)

    A document that was retrieved by a URI of its own (a record of an archive) is known by that rather than
    by the archive around it.
    """
    found = (*document.claims, *claims)
    if not found:  # most parts of mail
        if encapsulating is None:
            return _OF_MAIL if _is_mail(document) else _NOTHING
        fallback = _inherited(encapsulating)
        return Bases(fallback, fallback)
    long_bases = long_bases or LongBases()
    usable = partial(_usable, dialect=dialect, long_bases=long_bases)
    own = next(usable([claim for claim in found if claim.rule == "retrieval"], None), None)
    fallback = own or _inherited(encapsulating) or _default(document, found, dialect)
    embedded = [claim for claim in found if claim.rule == "embedded"]
    if not embedded:  # most pages
        return Bases(fallback, fallback)
    stated = filter(_is_header, embedded)
    headers = sorted(stated, key=lambda claim: _HEADERS.index(claim.source.lower()))
    fallback = next(usable(headers, fallback), fallback)
    inside = [claim for claim in embedded if not _is_header(claim)]
    # No second base element is asked where the first one fails (HTML Standard, section 4.2.3).
    base = next(usable(inside[:1], fallback), fallback)
    if (
        inside
        and base is fallback is not None
        and dialect == "whatwg"
        and long_bases.allows(inside[0].uri, fallback.uri)
        and not _parses(inside[0].uri, fallback)
    ):
        base = Base(_VOID, "embedded", f"{inside[0].source} (does not parse)", is_void=True)
    return Bases(base, fallback)


def _parses(uri: str, fallback: Base | None) -> bool:
    """Tell whether a ``base`` element's URL parses at all.

    Where it is one of `_NO_BASES` the fallback base holds; where it does not parse, browsers fall to
    ``about:blank``, against which nothing resolves (as measured; the HTML Standard would have the fallback base hold).
    """
    try:
        resolve(uri, fallback.uri if fallback else "", dialect="whatwg")
    except ReferenceSyntaxError:
        return False
    return True


def _inherited(encapsulating: Base | None) -> Base | None:
    """Give the base of the entity around a document as its own; a default stays the default it was."""
    if encapsulating is None or encapsulating.rule == "default":
        return encapsulating
    return encapsulating._replace(rule="encapsulating")


def _default(document: Document, claims: tuple[BaseClaim, ...], dialect: str) -> Base | None:
    defaults = [claim for claim in claims if claim.rule == "default"]
    stated = next(_usable(defaults, None, dialect, LongBases()), None) if defaults else None
    return stated or (_MAIL_DEFAULT if _is_mail(document) else None)


def _is_mail(document: Document) -> bool:
    return document.message is not None or document.media_type.startswith("message/")


def _is_header(claim: BaseClaim) -> bool:
    return claim.rule == "embedded" and claim.source.lower() in _HEADERS


def _usable(
    claims: Iterable[BaseClaim], fallback: Base | None, dialect: str, long_bases: LongBases
) -> Iterator[Base]:
    """Yield the claims that hold: those that are an absolute URI, or become one against ``fallback``."""
    for claim in claims:
        is_markup = not _is_header(claim)
        uri = claim.uri if is_markup else uri_of_field(claim.uri)
        before = fallback.uri if fallback is not None and not needs_no_base(uri) else ""
        if not long_bases.allows(uri, before):
            continue
        remembered = len(uri) + len(before) < _TOO_LONG
        give = _absolute if remembered else _absolute.__wrapped__
        absolute = give(uri, before, dialect if is_markup else "rfc3986")
        if absolute is not None:
            yield Base(absolute, claim.rule, claim.source)


_TOO_LONG = 4096
"""A base of so many code points is not remembered."""


@lru_cache(maxsize=256)
def _absolute(uri: str, base: str, dialect: str) -> str | None:
    try:
        absolute = resolve(uri, base, dialect=dialect)
    except ReferenceSyntaxError:
        return None
    if not has_scheme(absolute) or absolute.partition(":")[0].lower() in _NO_BASES:
        return None
    # A base URI has no fragment (RFC 3986 section 5.1).
    return absolute.partition("#")[0]

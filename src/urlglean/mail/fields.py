"""The URLs in the fields of a mail header: which fields link, and what in them is a URL.

A list says the same of itself in each of its messages, so what was found in a field, or in a run of ``List-`` fields,
is kept for the next time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from urlglean.candidate import Candidate, Facts, Opened
from urlglean.delimiting.stream import delimit
from urlglean.document import ReadOptions
from urlglean.mail.header import Field, Header, unfold
from urlglean.mail.values import content_type, decode_words
from urlglean.patterns import lazy_re
from urlglean.text import Text
from urlglean.uri.reference import uri_of_field
from urlglean.uri.schemes import has_scheme

BASE_FIELDS = {"content-base": "Content-Base", "base": "Base", "content-location": "Content-Location"}
"""The fields that state a base, as they are spelled, the strongest first (draft-fielding-url-syntax-05, 5.1.1)."""

_MAY_HOLD_URL = lazy_re(r":(?=\S)|[WwTt][WwPp0-9]\.")
"""What is in every text in which `delimit` finds a URL, if it is asked for nothing beyond what it always finds."""
_AT_ONCE = 512
"""Of how many Candidates no list is made: a header may hold any number."""
_LONG = 2000
"""Longer than this, what was found is not kept."""
_NO_LINKS = frozenset(
    {
        *("received", "return-path", "path", "xref", "message-id", "resent-message-id", "in-reply-to"),
        *("references", "content-id", "content-disposition", "mime-version", "authentication-results"),
        *("dkim-signature", "domainkey-signature", "x-google-dkim-signature", "x-face", "face"),
    }
)
_OF_ITS_WAY = lazy_re(
    r"(?:.*-)?(?:from|sender|author|approved|to|cc|bcc|recipients?|autocrypt|id|beenthere|mailing-list|loop"
    r"|received|return|spf|helo|host|ip)"
)
"""How the fields are named that say who a message is from and to, what it or its list is called, how it came."""
_OF_LISTS = ("list-", "x-list-", "x-unsubscribe", "x-subscribe")
"""How the fields begin that say in each message of a list what its footer says (RFC 2369)."""
_WHOLE_FIELDS = frozenset({*BASE_FIELDS, "content-type"})
"""Fields that hold one URI and nothing else (``Content-Type``: RFC 2017's ``URL`` parameter)."""
_OPENED_BY_FIELD = {
    "base": Opened.BASE,
    "content-base": Opened.BASE,
    "content-location": Opened.LOCATION,
    "snapshot-content-location": Opened.LOCATION,
}
"""The fields whose URL nobody is led to: that of the part itself, and what other references begin with."""
_PIECE = lazy_re(r"\S+")
_new = tuple.__new__


class _Found(NamedTuple):
    """A text from a header, decoded where it has to be, and the Candidates in it without their source."""

    text: str
    candidates: tuple[tuple[str, int, int, Facts], ...]


def field_candidates(header: Header, options: ReadOptions) -> Iterator[list[Candidate]]:
    """Yield the Candidates of a header, some at once, each in the header's text as it stands, folds included."""
    text = header.text
    line, position = 1, 0
    candidates: list[Candidate] = []
    window: Text | None = None
    for start, found in _found_in(header, options):
        if window is None or start != position:  # else it is the same field
            line += text.count("\n", position, start)
            position = start
            window = Text(found.text, offset=start, line=line, column=start - text.rfind("\n", 0, start))
        candidates += [
            _new(Candidate, (url, window, begin, end, facts)) for url, begin, end, facts in found.candidates
        ]
        if len(candidates) >= _AT_ONCE:
            yield candidates
            candidates = []
    if candidates:
        yield candidates


def has_candidates(header: Header, options: ReadOptions) -> bool:
    """Tell whether there may be Candidates in a header; without options that ask for more, at little cost."""
    if options.delimit:
        return any(field_candidates(header, options))
    return header.run_of_list_fields() is not None or next(header.fields_with_links(), None) is not None


def _found_in(header: Header, options: ReadOptions) -> Iterator[tuple[int, _Found]]:
    """Yield what was found in the fields of a header, and where the text of it begins."""
    if options.delimit:
        yield from _in_fields(header.fields_and_others(), options)
        return
    run = header.run_of_list_fields() if options.footers else None
    of_lists = _in_run(header.text[run[0] : run[1]]) if run and run[1] - run[0] < _LONG else None
    if run is None or of_lists is None:
        yield from _in_fields(header.fields_with_links(), options)
        return
    yield from _in_fields(header.fields_with_links(0, run[0]), options)
    yield run[0], of_lists
    yield from _in_fields(header.fields_with_links(run[1]), options)


def _in_fields(fields: Iterator[Field], options: ReadOptions) -> Iterator[tuple[int, _Found]]:
    for name, value, start in fields:
        if not options.footers and name.lower().startswith(_OF_LISTS):
            continue
        if not options.delimit and len(value) < _LONG:
            found = _in_common_field(name, value)
            if found is not None:
                yield start, found
            continue
        text, candidates = _read_field(name, value, options.delimit)
        while some := tuple(islice(candidates, _AT_ONCE)):
            yield start, _Found(text, some)


@lru_cache(maxsize=256)
def _in_run(text: str) -> _Found | None:
    """Look for URLs in a run of ``List-`` fields; None where one of them has to be decoded first."""
    candidates: list[tuple[str, int, int, Facts]] = []
    for name, value, start in Header(text).fields_with_links():
        if "=?" in value:
            return None
        found = _in_field(name, value)
        for url, begin, end, facts in found.candidates if found else ():
            if facts.pieces:
                pieces = tuple((piece[0] + start, piece[1] + start) for piece in facts.pieces)
                facts = facts._replace(pieces=pieces)
            candidates.append((url, begin + start, end + start, facts))
    return _Found(text, tuple(candidates))


def _in_field(name: str, value: str) -> _Found | None:
    """Look for URLs in a field; None where there are none that are meant as such."""
    text, candidates = _read_field(name, value, {})
    found = tuple(candidates)
    return _Found(text, found) if found else None


_in_common_field = lru_cache(maxsize=1024)(_in_field)


@lru_cache(maxsize=64)
def _in_header(facts: Facts) -> Facts:
    return facts._replace(region="header")


def _read_field(
    name: str, value: str, options: Mapping[str, Any]
) -> tuple[str, Iterator[tuple[str, int, int, Facts]]]:
    """Give the text of a field, decoded where it has to be, and the URLs in it that are meant as such.

    An address or a name of a host that says who the message is from, say, is no mention of it.
    """
    name = name.lower()
    if not _may_link(name, value):
        return value, iter(())
    if "=?" in value:
        value = decode_words(unfold(value))  # its columns are those of the decoded value
    if name in _WHOLE_FIELDS:
        whole = content_type(value).parameters.get("url", "") if name == "content-type" else value
        return value, _whole_value(value, whole, _OPENED_BY_FIELD.get(name))
    if not (options or _MAY_HOLD_URL.search(value)):
        return value, iter(())
    if options and _OF_ITS_WAY.fullmatch(name):
        options = {**options, "emails": False, "schemeless": False}
    candidates = (
        (url, begin, end, _in_header(facts)) for url, _, begin, end, facts in delimit(value, **options)
    )
    if name in _OPENED_BY_FIELD:
        opened = _OPENED_BY_FIELD[name]
        return value, (
            (url, begin, end, facts._replace(opened=opened)) for url, begin, end, facts in candidates
        )
    return value, candidates


def _may_link(name: str, value: str) -> bool:
    """Whether URLs in this field are meant as such: not in identifiers, signatures and routes."""
    if name == "content-type":
        return "external-body" in value.lower()  # RFC 2017: its URL parameter
    return name not in _NO_LINKS and not name.startswith("arc-")


def _whole_value(value: str, whole: str, opened: Opened | None) -> Iterator[tuple[str, int, int, Facts]]:
    """Yield the one URI that the ``whole`` of a field's value, or its ``URL`` parameter, is, blanks inside ignored.

    A relative one is a base claim, and no more.
    """
    uri, begin = uri_of_field(whole), value.find(whole)
    if begin < 0 or not has_scheme(uri):
        return
    before = "".join(whole.split()).find(uri)  # of its characters those that are not blank
    pieces: list[tuple[int, int]] = []
    left = len(uri)
    for start, end in (piece.span() for piece in _PIECE.finditer(value, begin)):
        start, before = start + before, max(0, before - (end - start))
        if start < end and left:
            pieces.append((start, min(end, start + left)))
            left -= pieces[-1][1] - start
    facts = Facts(pieces=tuple(pieces) if len(pieces) > 1 else (), region="header", opened=opened)
    yield uri, pieces[0][0], pieces[-1][1], facts


def base_uri(value: str) -> str:
    """Give the URI of a ``Content-Base``, ``Content-Location`` or ``Base`` value, its encoded words decoded."""
    return uri_of_field(decode_words(unfold(value)))

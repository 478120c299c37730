"""The references of a document to Links: its base, resolution, and a memory of what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, repeat
from operator import itemgetter

from urlglean.candidate import (
    Candidate,
    FallbackCandidate,
    MarkupCandidate,
    MarkupCandidates,
    Opened,
    UndefinedCandidate,
)
from urlglean.document import PAGES, BaseClaim, Document, Message, Part
from urlglean.errors import ReferenceSyntaxError
from urlglean.links.base import LONG_BASE, Base, Bases, LongBases, establish_bases
from urlglean.links.link import NO_URL, Link, reference_in_prose
from urlglean.uri import whatwg
from urlglean.uri.characters import unquoted
from urlglean.uri.reference import parse
from urlglean.uri.resolve import resolve
from urlglean.uri.schemes import has_scheme

__all__ = ["Resolution"]

_MEMO_SIZE = 1 << 16
_LONG_REFERENCE = 500
"""What references of so many code points and more resolve to is not remembered."""
_MOST_REMEMBERED = 1 << 24
"""How many code points the URLs of one page that are remembered have together, at the most."""
_new = tuple.__new__  # what NamedTuple does, without its keyword handling: one Link for each URL of a text
_COMMON = ("http://", "https://", "mailto:")
_REFUSE_ALIKE = frozenset({"rfc3986", "whatwg"})
"""The dialects in which no relative reference comes to a URL where there is no base, all for one reason."""
_OF_AUTHORITY = frozenset({"", "/", "\\", *map(chr, range(ord(" ") + 1))})
"""Before a host, in which something may be wrong, at first stands one of these."""
_AT_ONCE = 512
"""How many references are resolved together before the first of them is a Link."""
_text_of = itemgetter(0)
_UNDEFINED = f"{NO_URL}nothing defines this label"
_NO_SCHEME = f"{NO_URL}its scheme is none of RFC 3986 3.1"
_NEVER_NAMES = ("http", "mailto:")
"""How URLs begin that name no part of a message but by its ``Content-Location``."""
_SRCDOC = "about:srcdoc"
"""The URL of a document in a ``srcdoc``, where a form without an address is sent (HTML Standard, section 4.8.5)."""
_SAME_DOCUMENT = ("", "#")
"""How references to the document itself begin."""
_OF_BROWSERS = PAGES | {"application/http", "text/css"}
"""What a browser reads itself, and resolves as the URL standard says."""


_Asked = tuple[str, str, str | None, str]
"""A reference, the dialect it is resolved in, its base, and the encoding of its document."""


class Resolution:
    """Resolves the references of one document, with a memory of what those of the documents around it came to.

    ``outer`` is the resolution of the entity that the document stands in.
    """

    def __init__(
        self,
        document: Document,
        claims: Iterable[BaseClaim],
        outer: Resolution | None,
        dialect: str | None,
        parts: Callable[[], Iterable[Part]] | None,
        encoding: str | None,
    ) -> None:
        self.document = document
        self.in_markup = dialect or ("whatwg" if document.media_type in _OF_BROWSERS else "rfc3986")
        self.in_prose = dialect or "rfc3986"
        self.encoding = encoding or "utf-8"
        encapsulating = None
        if outer:
            encapsulating = outer.bases.fallback if document.before_base else outer.bases.base
        self._long_bases: LongBases = outer._long_bases if outer else LongBases()
        claims = tuple(claims)
        self.bases: Bases = establish_bases(
            document, claims, encapsulating, dialect=self.in_markup, long_bases=self._long_bases
        )
        base = self.bases.base
        stated = (*document.claims, *claims)
        if stated and base is not None and _is_stated(base, stated):
            self._long_bases = LongBases()
        self.named: NamedParts | None = outer.named if outer else None
        """The parts of the message that the document is, or stands in."""
        if parts is not None:
            uri = base.uri if base else None
            self.named = NamedParts(parts, uri, document.message, self.named, self._long_bases)
        self._memo: dict[_Asked, tuple[str | None, str]] = outer._memo if outer else {}
        """The URLs of references, or the note why there is none, in one reading, for all the documents in it."""
        in_page = outer is not None and outer.document.media_type in PAGES
        self._is_srcdoc = in_page and self.in_markup == "whatwg"
        self._takes_common = self.in_prose == "rfc3986"
        self._of_markup: dict[str, str] = {}
        """The URLs of a page's references so far: most of a page's Links come from here."""
        self._refused: dict[str, str] = {}
        """The notes on those references of a page that come to no URL."""

    def link(self, candidate: Candidate) -> Link:
        """Make a Link of a Candidate; in a message, note which part its URL names, if any."""
        link = self._link(candidate)
        return link if self.named is None else self._with_part(link)

    def _with_part(self, link: Link) -> Link:
        """Note which part of the message the URL of a Link names, if any."""
        candidate, base, url, document = link
        named = self.named
        if named is None or url is None or (url.startswith(_NEVER_NAMES) and not named.by_location):
            return link
        if candidate[0][:1] in _SAME_DOCUMENT or not named.may_name(url):
            return link
        note = named.note(url, document.part)
        return Link(candidate.noted(note), base, url, document) if note else link

    def _link(self, candidate: Candidate) -> Link:
        text = candidate[0]
        base = self.bases.base
        if isinstance(candidate, MarkupCandidate):
            if isinstance(candidate, FallbackCandidate):
                if self._is_srcdoc and candidate.markup is not None and candidate.markup.kind == "form":
                    return Link(candidate, self.bases.fallback, _SRCDOC, self.document)
                return self._finish(candidate, text, self.bases.fallback, self.in_markup)
            if isinstance(candidate, UndefinedCandidate):
                told = candidate if candidate.notes else candidate.noted(_UNDEFINED)
                return Link(told, base, None, self.document)
            # The URL standard's parser wants the attribute as it stood, whitespace and all.
            return self._finish(candidate, text, base, self.in_markup)
        # Nearly all of prose: an absolute URL without dot segments, which resolution leaves as it is.
        if self._takes_common and text.startswith(_COMMON) and "/." not in text and ":." not in text:
            return _new(Link, (candidate, base, text, self.document))
        if candidate.opened is Opened.SCHEME and not has_scheme(text):
            return Link(candidate.noted(_NO_SCHEME), base, None, self.document)
        reference = text if text.startswith("mailto:") else reference_in_prose(candidate)
        return self._finish(candidate, reference, base, self.in_prose)

    def links(self, candidates: list[Candidate] | MarkupCandidates) -> Iterable[Link]:
        """Make the Links of Candidates, those of markup or those of prose."""
        if isinstance(candidates, MarkupCandidates):
            all_of_them = candidates.candidates
            some = (all_of_them[start : start + _AT_ONCE] for start in range(0, len(all_of_them), _AT_ONCE))
            return chain.from_iterable(map(self._links_of_markup, some))
        named = self.named
        may_name = named is not None and named.by_location
        if may_name or not self._takes_common:
            return map(self.link, candidates)
        base, document = self.bases.base, self.document
        return [
            _new(Link, (candidate, base, text, document))
            if (text := candidate[0]).startswith(_COMMON) and "/." not in text and ":." not in text
            else self.link(candidate)
            for candidate in candidates
        ]

    def _links_of_markup(self, candidates: Sequence[Candidate]) -> Iterable[Link]:
        """Make the Links of some Candidates of markup; in a message, note which parts their URLs name, if any."""
        named = self.named
        base = self.bases.base
        if base is not None and len(base.uri) > LONG_BASE:
            links: Iterable[Link] = map(self._link, candidates)  # each that takes all of it is counted
        else:
            links = self._resolved_together(candidates)
        if named is None:
            return links
        may_name = named.by_location
        return [
            link
            if not may_name and (url := link[2]) is not None and url.startswith(_NEVER_NAMES)
            else self._with_part(link)
            for link in links
        ]

    def _resolved_together(self, candidates: Sequence[Candidate]) -> list[Link]:
        urls, refused, base, document = self._of_markup, self._refused, self.bases.base, self.document
        most = _MOST_REMEMBERED // (_LONG_REFERENCE + (len(base.uri) if base is not None else 0))
        if len(urls) + len(refused) > min(_MEMO_SIZE, most):
            urls.clear()
            refused.clear()
        texts = list(map(_text_of, candidates))
        references = set(texts).difference(urls, refused)
        if base is None and self.in_markup in _REFUSE_ALIKE:
            relative = [one for one in references if _is_plainly_relative(one)]
            refused.update(dict.fromkeys(relative, _without_base(self.in_markup)))
            references.difference_update(relative)
        if self.in_markup == "whatwg":
            urls.update(whatwg.resolve_common(references, base.uri if base is not None else ""))
            references.difference_update(urls)
        for reference in references:
            url, note = self._resolve(reference, base, self.in_markup)
            if url is not None:
                urls[reference] = url
            else:
                refused[reference] = note
        try:
            # In C from end to end: `Link(found, base, urls[text], document)` for each.
            fields = zip(candidates, repeat(base), map(urls.__getitem__, texts), repeat(document))
            return list(map(_new, repeat(Link), fields))
        except KeyError:  # some have no URL, which takes a note that says why
            return [
                _new(Link, (found, base, url, document))
                if (url := urls.get(text)) is not None
                else _new(Link, (found.noted(refused[text]), base, None, document))
                for found, text in zip(candidates, texts, strict=True)
            ]

    def _finish(self, candidate: Candidate, reference: str, base: Base | None, dialect: str) -> Link:
        if base is None and dialect in _REFUSE_ALIKE and _is_plainly_relative(reference):
            return _new(Link, (candidate.noted(_without_base(dialect)), base, None, self.document))
        key = (reference, dialect, base and base.uri, self.encoding)
        remembered = self._memo
        answer = remembered.get(key)
        if answer is None:
            if len(remembered) >= _MEMO_SIZE:
                remembered.clear()
            answer = self._resolve(reference, base, dialect)
            if len(reference) + len(answer[0] or "") < _LONG_REFERENCE:
                remembered[key] = answer
        url, note = answer
        return _new(Link, (candidate.noted(note) if note else candidate, base, url, self.document))

    def _resolve(self, reference: str, base: Base | None, dialect: str) -> tuple[str | None, str]:
        """Give the absolute URL and no note, or none and a note that says why."""
        is_void = base is not None and base.is_void
        uri = "" if base is None or is_void else base.uri
        if len(uri) > LONG_BASE:
            if not self._long_bases.allows(reference, uri):
                return None, f"{NO_URL}its base, of {len(uri)} characters, was put before many others"
            uri = "" if whatwg.needs_no_base(reference) else uri
        try:
            if dialect == "whatwg":
                return whatwg.resolve(reference, uri, encoding=self.encoding), ""
            return resolve(reference, uri, dialect=dialect), ""
        except ReferenceSyntaxError as error:
            reason = str(error).splitlines()[0]
            if is_void and parse(reference).scheme is None:
                reason = "its base does not parse; give an absolute URL"
            return None, f"{NO_URL}{reason}"


def _is_plainly_relative(reference: str) -> bool:
    """Tell whether a reference has no scheme, and no host in which something may be wrong."""
    return ":" not in reference and reference[:1] not in _OF_AUTHORITY


@cache
def _without_base(dialect: str) -> str:
    """Give the note on a reference that is plainly relative where there is no base: one for all."""
    try:
        url = resolve("a", "", dialect=dialect)
    except ReferenceSyntaxError as error:
        return f"{NO_URL}{str(error).splitlines()[0]}"
    raise AssertionError(url)


def _is_stated(base: Base, claims: Iterable[BaseClaim]) -> bool:
    """Tell whether a base is what one of some claims states in full."""
    said = next((one.uri for one in claims if (one.rule, one.source) == (base.rule, base.source)), "")
    return whatwg.needs_no_base(said)


# --- which part of a message a URL names: ``cid:``, ``mid:``, ``Content-Location`` (RFC 2392, RFC 2557 section 8) ---

_DEFAULT_BASE = "thismessage:/"
_NAMING = ("cid:", "mid:", _DEFAULT_BASE)
_MOST_NAMESAKES = 16
"""Of more parts with one location the first ones are told apart."""
_NO_PART = "names no part of this message"


class NamedParts:
    """The parts of one message by the URIs that name them; they are looked at when it is first asked.

    ``parts`` gives them in order. ``base`` is the base URI that the message's header and what is around the message
    establish, if any, ``around`` the parts of the message that this one stands in.
    """

    def __init__(
        self,
        parts: Callable[[], Iterable[Part]],
        base: str | None,
        message: Message | None = None,
        around: NamedParts | None = None,
        long_bases: LongBases | None = None,
    ) -> None:
        self._parts = parts
        self._base = base or _DEFAULT_BASE
        self._message = message
        self._around = around
        self._long_bases = long_bases or LongBases()
        # Made when first asked for; on Python 3.11 the lock of a `cached_property` takes longer than most of them.
        self._indexed: tuple[dict[str, Part], dict[str, list[Part]]] | None = None
        self._locating: tuple[NamedParts, ...] | None = None

    @property
    def by_location(self) -> bool:
        """Whether any URL may name a part by its ``Content-Location``."""
        return bool(self._located_in if self._locating is None else self._locating)

    def may_name(self, url: str) -> bool:
        """Whether a URL may name a part; cheap, for the many that do not."""
        return self.by_location or url.lower().startswith(_NAMING)

    def note(self, url: str, part: str | None) -> str:
        """Say which part a URL names, that is found in the part with the path ``part``; empty for any other URL.

        >>> picture = Part("2", "image/png", content_id="foo@bar", location="a.png")
        >>> named = NamedParts(lambda: [Part("1", "text/html"), picture], "http://x/")
        >>> named.note("cid:foo%40bar", "1"), named.note("http://x/a.png", "1")
        ('names part 2 (image/png)', 'names part 2 (image/png)')
        >>> named.note("cid:foo", "1"), named.note("http://x/", "1")
        ('names no part of this message', '')
        """
        scheme = url[:4].lower()
        if scheme == "mid:":
            return self._in_message(url[4:])
        # What browsers save says of a part that it is located at a `cid:`, and has no other name for it.
        found = self._named(url[4:]) if scheme == "cid:" else ""
        return found or self._located(url.partition("#")[0], part)

    @property
    def _index(self) -> tuple[dict[str, Part], dict[str, list[Part]]]:
        """The parts by their ids, and by their locations."""
        if self._indexed is not None:
            return self._indexed
        by_id: dict[str, Part] = {}
        by_location: dict[str, list[Part]] = {}
        for part in self._parts():
            if part.content_id:
                by_id.setdefault(part.content_id, part)
            for uri in _locations(part, self._base, self._long_bases):
                namesakes = by_location.setdefault(uri, [])
                if len(namesakes) < _MOST_NAMESAKES:
                    namesakes.append(part)
        self._indexed = by_id, by_location
        return self._indexed

    @property
    def _located_in(self) -> tuple[NamedParts, ...]:
        """The messages, from this one outwards, in which parts have locations: each URL is looked up in these."""
        if self._locating is None:
            around = self._around._located_in if self._around is not None else ()
            self._locating = (self, *around) if self._index[1] else around
        return self._locating

    def _identified(self, identifier: str) -> Part | None:
        found = self._index[0].get(identifier)
        if found is None and self._around is not None:
            return self._around._identified(identifier)
        return found

    def _named(self, identifier: str) -> str:
        for spelling in dict.fromkeys((identifier, identifier.partition("#")[0])):
            found = self._identified(unquoted(spelling).strip("<>"))
            if found is not None:
                return _note(found)
        return ""

    def _in_message(self, name: str) -> str:
        """Say what ``mid:name`` names: a message, or behind a slash a part of it (RFC 2392 section 2)."""
        whole = _identifier(name)
        identifier, slash, part = name.partition("/")
        message: NamedParts | None = self
        is_around = False
        while message is not None:
            own = message._message.message_id if message._message else None
            if whole == own:
                return "names the message around this one" if is_around else "names this message"
            if slash and _identifier(identifier) == own:
                return message._named(part) or _NO_PART
            message = message._around
            is_around = True
        return "names another message"

    def _located(self, url: str, part: str | None) -> str:
        """Say which part stands in for a URL: the one in the closest multipart (RFC 2557 section 8.2)."""
        is_known = False
        for message in self._located_in:
            namesakes = message._index[1].get(url, ())
            found = [one for one in namesakes if one.path != part]
            if found:
                return _note(max(found, key=lambda one: _kinship(one.path, part)))
            is_known = message._around is None and bool(namesakes)
        return _NO_PART if url.lower().startswith(_NAMING) and not is_known else ""


def _note(part: Part) -> str:
    return f"names part {part.path} ({part.media_type})"


def _identifier(text: str) -> str:
    return unquoted(text.partition("#")[0]).strip("<>")


def _kinship(path: str, other: str | None) -> int:
    """Count the multiparts that two parts have in common."""
    count = 0
    for one, two in zip(path.split("."), (other or "").split("."), strict=False):
        if one != two:
            break
        count += 1
    return count


def _locations(part: Part, base: str, long_bases: LongBases) -> Iterable[str]:
    """Give the absolute URIs that a part's ``Content-Location`` comes to, as RFC 3986 and as browsers have them.

    Where not all of them are allowed there are none.
    """
    if part.location is None:
        return ()
    uri = base
    for stated in (*part.bases, part.location):
        if not long_bases.allows(stated, uri):
            return ()
        try:
            uri = resolve(stated, uri)
        except ReferenceSyntaxError:
            return ()
    uri = uri.partition("#")[0]
    try:
        return {uri, resolve(uri, "", dialect="whatwg")}
    except ReferenceSyntaxError:
        return (uri,)

"""The one place where all stages meet: Document, reader, Candidates, base, resolution, Links."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import repeat
from operator import itemgetter
from typing import Protocol, TypeAlias

from urlglean.base import Base, Bases, establish_bases
from urlglean.candidate import Candidate, FallbackCandidate, MarkupCandidate, MarkupCandidates
from urlglean.document import BaseClaim, Document, Encoding, Part, ReadOptions
from urlglean.errors import ReferenceSyntaxError, UrlgleanError, UrlgleanWarning
from urlglean.link import Link, UnwrappedLink, locator, reference_in_prose
from urlglean.named_parts import NamedParts
from urlglean.reference import parse
from urlglean.reports import Attachment, Observer, Problem, Progress, Retrieval
from urlglean.resolve import DIALECTS, resolve
from urlglean.robots import robots_of_page
from urlglean.whatwg import resolve_common

__all__ = ["MAX_DEPTH", "OnAttachment", "OnProblem", "read_document", "reader_of", "warn"]

MAX_DEPTH = 100
"""How deep documents may stand in one another; what is deeper is reported and not read."""

_MEMO_SIZE = 1 << 16
_LONG_REFERENCE = 500
"""What references of so many code points and more resolve to is not remembered."""
_new = tuple.__new__  # what NamedTuple does, without its keyword handling: one Link for each URL of a text
_COMMON = ("http://", "https://")
_AT_ONCE = 512
"""How many references are resolved together before the first of them is a Link."""
_text_of = itemgetter(0)
_NEVER_NAMES = ("http", "mailto:")
"""How URLs begin that name no part of a message but by its ``Content-Location``."""

_PAGES = frozenset({"text/html", "application/xhtml+xml"})
_SAME_DOCUMENT = ("", "#")
"""How references to the document itself begin."""
_OF_BROWSERS = _PAGES | {"application/http", "text/css"}
"""What a browser reads itself, and resolves as the URL standard says."""

_Memo: TypeAlias = dict[tuple[str, str, str | None, str], tuple[str | None, str]]
"""What references were resolved to, and the note where they come to no URL, by themselves, dialect, base, encoding."""

Item: TypeAlias = (
    Attachment
    | BaseClaim
    | Candidate
    | list[Candidate]
    | Document
    | Encoding
    | MarkupCandidates
    | Problem
    | Retrieval
)
OnProblem: TypeAlias = Callable[[Problem], object]
OnAttachment: TypeAlias = Callable[[Attachment], object]


class Reader(Protocol):
    """What every module of `urlglean.sources` offers as ``read``."""

    def __call__(self, document: Document, options: ReadOptions) -> Iterable[Item]:
        """Yield the claims about the document's base, then its Candidates and the Documents in it.

        Candidates of prose, those that no markup marks, may come in lists.
        """


@lru_cache(maxsize=64)
def reader_of(media_type: str) -> Reader | None:
    """Give the reader of a media type, or None; every other ``text`` type reads as plain text."""
    if media_type in _PAGES:
        from urlglean.sources import html

        return html.read
    if media_type in {"application/warc", "application/http"}:
        from urlglean.sources import warc

        return warc.read
    if media_type == "application/wacz":
        from urlglean.sources import wacz

        return wacz.read
    if media_type == "text/css":
        from urlglean.sources import css

        return css.read
    if media_type.startswith("message/") or media_type == "application/mbox":
        from urlglean.sources import mail

        return mail.read
    if media_type.startswith("text/"):
        from urlglean.sources import text

        return text.read
    return None


def read_document(
    document: Document,
    *,
    options: ReadOptions | None = None,
    dialect: str | None = None,
    on_problem: OnProblem | None = None,
    on_attachment: OnAttachment | None = None,
    progress: Progress | None = None,
    observer: Observer | None = None,
) -> Iterator[Link]:
    """Yield the Links of a document and of the documents in it, in order, lazily.

    Args:
        document: What to read. Its Links hold it without its content.
        options: What the readers are asked for, and whether redirectors are unwrapped.
        dialect: One of `urlglean.resolve.DIALECTS` for all references. None lets each document have its own:
            ``whatwg`` for the attributes of HTML, because that is what a browser fetches, ``rfc3986`` for
            the rest.
        on_problem: Called with each Problem; without it, each is a `UrlgleanWarning`. Whatever happens in one
            document costs that document alone.
        on_attachment: Called with each `Attachment`: what is in messages and no text, so that it is not read.
        progress: Told how far in the document the work is, in bytes, where that is known.
        observer: Told of every document, and of what an archive says of retrievals.

    Raises:
        UrlgleanError: There is no such dialect.

    """
    if dialect is not None and dialect not in DIALECTS:
        raise UrlgleanError(f"there is no dialect {dialect!r}; choose one of {', '.join(DIALECTS)}")
    report = on_problem or warn
    reading = _Reading(options or ReadOptions(), dialect, report, on_attachment, progress, observer)
    links = reading.links(document, None, None, 0)
    return map(_unwrapped, links) if reading.options.unwrap_redirectors else links


def warn(problem: Problem) -> None:
    """Make a `UrlgleanWarning` of a Problem, at the line outside of this package that asks for Links."""
    level, frame = 1, sys._getframe()  # Python 3.12 has skip_file_prefixes for this
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(str(problem), UrlgleanWarning, stacklevel=level)


_PACKAGE = __name__.partition(".")[0]


def _unwrapped(link: Link) -> Link:
    return _new(UnwrappedLink, link)


class _Reading:
    """One reading of a document and all that is in it."""

    def __init__(
        self,
        options: ReadOptions,
        dialect: str | None,
        on_problem: OnProblem,
        on_attachment: OnAttachment | None,
        progress: Progress | None,
        observer: Observer | None,
    ) -> None:
        self.options = options
        self.dialect = dialect
        self.on_problem = on_problem
        self.on_attachment = on_attachment
        self.progress = progress
        self.observer = observer
        self._offset = 0
        self._resolved: _Memo = {}

    def links(
        self,
        document: Document,
        outer: Base | None,
        parent: Document | None,
        depth: int,
        named: NamedParts | None = None,
    ) -> Iterator[Link]:
        """Yield the Links of a document in the entity ``parent`` whose base is ``outer``.

        ``named`` are the parts of the message that it stands in.
        """
        bare = self._bare(document, parent)
        if self.observer is not None:
            self.observer.document(bare)
        if depth > MAX_DEPTH:
            message = f"documents in documents more than {MAX_DEPTH} deep: not read any deeper"
            self.on_problem(Problem(locator(bare), message))
            return
        claims: list[BaseClaim] = []
        encoding = document.encoding
        begin = partial(_Resolution, bare, claims, outer, self.dialect, self._resolved, document.parts, named)
        resolution: _Resolution | None = None
        link: Callable[[Candidate], Link] | None = None
        for item in self._items(document):
            if isinstance(item, Candidate):
                if link is None:
                    resolution = resolution or begin(encoding)
                    link = resolution.link if resolution.named is None else resolution.link_in_message
                yield link(item)
            elif isinstance(item, (list, MarkupCandidates)):
                resolution = resolution or begin(encoding)
                yield from resolution.links(item)
            elif isinstance(item, Document):
                resolution = resolution or begin(encoding)
                self._report_progress(item)
                yield from self.links(item, resolution.bases.base, bare, depth + 1, resolution.named)
            elif isinstance(item, BaseClaim):
                claims.append(item)
            elif isinstance(item, Encoding):
                encoding = item.name
            else:
                self._tell(item, bare)

    def _tell(self, item: Attachment | Problem | Retrieval, document: Document) -> None:
        """Hand on what is no Link to whoever wants to know."""
        if isinstance(item, Problem):
            self.on_problem(_placed(item, document))
        elif isinstance(item, Retrieval):
            if self.observer is not None:
                self.observer.retrieval(item)
        elif self.on_attachment is not None:
            self.on_attachment(item)

    def _bare(self, document: Document, parent: Document | None) -> Document:
        """Give a document without its content, which its Links must not hold on to: they outlive the reading."""
        record = document.record or (parent.record if parent else None)
        robots = document.robots
        if self.options.robots and document.media_type in _PAGES:
            robots |= robots_of_page(document.content)
        _, media_type, name, _, part, claims, encoding, _, message, mention, *_ = document
        values = (
            None,
            media_type,
            name,
            parent,
            part,
            claims,
            encoding,
            (),
            message,
            mention,
            None,
            record,
            robots,
            document.inert,
        )
        return _new(Document, values)

    def _items(self, document: Document) -> Iterator[Item]:
        try:
            read = reader_of(document.media_type)
            if read is None:
                yield Problem(locator(document), f"there is no reader for {document.media_type}")
            else:
                yield from read(document, self.options)
        except (UrlgleanError, OSError) as error:
            yield Problem(locator(document), str(error))
        except (
            Exception
        ) as error:  # whatever its reader did not think of, a document costs no more than itself
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            message = f"reading it as {document.media_type} failed ({what}); the rest goes on"
            yield Problem(locator(document), message)

    def _report_progress(self, document: Document) -> None:
        place = document.message or document.record
        offset = place.offset if place else None
        if self.progress is not None and offset is not None and offset > self._offset:
            self.progress.advance(offset - self._offset)
            self._offset = offset


class _Resolution:
    """Resolves the references of one document, with a memory of what others were resolved to."""

    def __init__(
        self,
        document: Document,
        claims: Iterable[BaseClaim],
        outer: Base | None,
        dialect: str | None,
        memo: _Memo,
        parts: Callable[[], Iterable[Part]] | None,
        named: NamedParts | None,
        encoding: str | None,
    ) -> None:
        self.document = document
        self.in_markup = dialect or ("whatwg" if document.media_type in _OF_BROWSERS else "rfc3986")
        self.in_prose = dialect or "rfc3986"
        self.encoding = encoding or "utf-8"
        self.bases: Bases = establish_bases(document, claims, outer, dialect=self.in_markup)
        self.named = named
        """The parts of the message that the document is, or stands in."""
        if parts is not None:
            base = self.bases.base
            self.named = NamedParts(parts, base.uri if base else None, document.message, named)
        self._memo = memo
        self._takes_common = self.in_prose == "rfc3986"
        self._of_markup: dict[str, str] = {}
        """The URLs of a page's references so far: most of a page's Links come from here."""

    def link_in_message(self, candidate: Candidate) -> Link:
        """Make a Link of a Candidate in a message, with a note that says which part its URL names, if any."""
        return self._with_part(self.link(candidate))

    def _with_part(self, link: Link) -> Link:
        """Note which part of the message the URL of a Link names, if any."""
        candidate, base, url, document = link
        named = self.named
        if named is None or url is None or (url.startswith(_NEVER_NAMES) and not named.by_location):
            return link
        if candidate[0][:1] in _SAME_DOCUMENT or not named.may_name(url):
            return link
        note = named.note(url, document.part)
        return Link(_noted(candidate, note), base, url, document) if note else link

    def link(self, candidate: Candidate) -> Link:
        """Make a Link of a Candidate."""
        text = candidate[0]
        base = self.bases.base
        if isinstance(candidate, MarkupCandidate):
            if isinstance(candidate, FallbackCandidate):
                return self._finish(candidate, text, self.bases.fallback, self.in_markup)
            url = self._of_markup.get(text)
            if url is None:
                # The URL standard's parser wants the attribute as it stood, whitespace and all.
                url, note = self._resolve(text, base, self.in_markup)
                if url is None:
                    return Link(_noted(candidate, note), base, None, self.document)
                if len(self._of_markup) < _MEMO_SIZE:
                    self._of_markup[text] = url
            return tuple.__new__(Link, (candidate, base, url, self.document))
        # Nearly all of prose: an absolute URL without dot segments, which resolution leaves as it is.
        if self._takes_common and text.startswith(_COMMON) and "/." not in text:
            return _new(Link, (candidate, base, text, self.document))
        reference = text if text.startswith("mailto:") else reference_in_prose(candidate)
        return self._finish(candidate, reference, base, self.in_prose)

    def links(self, candidates: list[Candidate] | MarkupCandidates) -> Iterable[Link]:
        """Make the Links of Candidates, those of markup or those of prose."""
        found = self._links(candidates)
        named = self.named
        if named is None:
            return found
        if isinstance(found, list) and found and not named.by_location:
            return [
                link
                if (url := link[2]) is not None and url.startswith(_NEVER_NAMES)
                else self._with_part(link)
                for link in found
            ]
        return map(self._with_part, found)

    def _links(self, candidates: list[Candidate] | MarkupCandidates) -> Iterable[Link]:
        if isinstance(candidates, MarkupCandidates):
            return self._links_of_markup(candidates.candidates)
        if not self._takes_common:
            return map(self.link, candidates)
        base, document, link = self.bases.base, self.document, self.link
        return [
            _new(Link, (candidate, base, text, document))
            if (text := candidate[0]).startswith(_COMMON) and "/." not in text
            else link(candidate)
            for candidate in candidates
        ]

    def _links_of_markup(self, candidates: Sequence[Candidate]) -> Iterator[Link]:
        urls, base, document = self._of_markup, self.bases.base, self.document
        for start in range(0, len(candidates), _AT_ONCE):
            some = candidates[start : start + _AT_ONCE]
            if len(urls) > _MEMO_SIZE:
                urls.clear()
            texts = list(map(_text_of, some))
            references = set(texts).difference(urls)
            if self.in_markup == "whatwg" and base is not None:
                urls.update(resolve_common(references, base.uri))
                references.difference_update(urls)
            for reference in references:
                url, _ = self._resolve(reference, base, self.in_markup)
                if url is not None:
                    urls[reference] = url
            try:
                # In C from end to end: `Link(found, base, urls[text], document)` for each.
                fields = zip(some, repeat(base), map(urls.__getitem__, texts), repeat(document))
                links = list(map(_new, repeat(Link), fields))
            except KeyError:  # some have no URL, which takes a note that says why
                links = list(map(self.link, some))
            yield from links

    def _finish(self, candidate: Candidate, reference: str, base: Base | None, dialect: str) -> Link:
        key = (reference, dialect, base and base.uri, self.encoding)
        answer = self._memo.get(key)
        if answer is None:
            if len(self._memo) >= _MEMO_SIZE:
                self._memo.clear()
            answer = self._resolve(reference, base, dialect)
            if len(reference) < _LONG_REFERENCE:
                self._memo[key] = answer
        url, note = answer
        return _new(Link, (_noted(candidate, note) if note else candidate, base, url, self.document))

    def _resolve(self, reference: str, base: Base | None, dialect: str) -> tuple[str | None, str]:
        """Give the absolute URL and no note, or none and a note that says why."""
        is_void = base is not None and base.is_void
        uri = "" if base is None or is_void else base.uri
        try:
            return resolve(reference, uri, dialect=dialect, encoding=self.encoding), ""
        except ReferenceSyntaxError as error:
            reason = str(error).splitlines()[0]
            if is_void and parse(reference).scheme is None:
                reason = "its base does not parse; give an absolute URL"
            return None, f"no URL: {reason}"


def _placed(problem: Problem, document: Document) -> Problem:
    """Say which record or message it is that the reader of a page or text in it has a Problem with.

    That reader knows of none; those of messages and archives name them themselves.
    """
    place = document.message or document.record
    if place is None or place.offset is None or problem.source != document.name:
        return problem
    if document.media_type not in _PAGES and not document.media_type.startswith("text/"):
        return problem
    return replace(problem, source=f"{problem.source}@{place.offset}")


def _noted(candidate: Candidate, note: str) -> Candidate:
    """Give a Candidate with one more note."""
    settled = candidate.settled()
    return settled._replace(facts=settled.facts._replace(notes=(*settled.facts.notes, note)))

"""A text, a page or a message as its reader has it, cut where its URLs stand, to be shown with them marked."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from urlglean.document import PAGES, Document, ReadOptions
from urlglean.encoding.pages import decode_document
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.inputs.mbox import Section
from urlglean.links.link import Link
from urlglean.mail.evidence import ThreadMemory
from urlglean.mail.reader import shown_texts
from urlglean.patterns import lazy_re
from urlglean.pipeline import read_document
from urlglean.reports import Problem

__all__ = ["View"]

_SHOWN_FIELDS = frozenset({"from", "to", "cc", "date", "subject", "message-id", "list-id"})
_FIELD = lazy_re(r"(?<![!-9;-~])([!-9;-~]++)[ \t]*+:.*(?:\n[ \t].*)*\n?")
_HEADER = "header"


class ShownLink(NamedTuple):
    """What is shown of a Link: less than itself by far."""

    url: str | None
    text: str
    line: int
    column: int
    notes: tuple[str, ...]

    @classmethod
    def of(cls, link: Link) -> ShownLink:
        """Give that of a Link."""
        url, text = link.url, link.text
        return cls(url, url if url == text else text, link.line, link.column, link.notes)


class Stretch(NamedTuple):
    """A stretch of a text, and the link that it is, or is a piece of; None for what is no URL."""

    text: str
    link: ShownLink | None = None

    @property
    def is_url(self) -> bool:
        """Whether it is a URL or a piece of one."""
        return self.link is not None


class View(NamedTuple):
    """One text: a part of a message, or all there is."""

    part: str | None
    """The path of the part."""
    title: str
    """What it is; empty where there is but one."""
    text: str
    shown: Sequence[tuple[int, int]]
    """What of it is shown, from where to where."""
    marks: Sequence[_Mark]
    """Where its URLs stand, in order."""
    links: tuple[ShownLink, ...]

    @property
    def stretches(self) -> Iterator[Stretch]:
        """Yield what is shown, cut where its URLs stand."""
        for start, end in self.shown:
            yield from _cut(self.text, start, end, self.marks)

    @classmethod
    def of(
        cls,
        document: Document,
        *,
        options: ReadOptions,
        on_problem: Callable[[Problem], object],
        offset: int | None = None,
    ) -> Iterator[View]:
        """Yield the texts of a document, in order, each with its Links.

        It is a text, a page or a message whose content is bytes, in one piece; or an mbox, of which the message at a
        byte offset may be wanted. Raises `InputError` where none begins there.
        """
        if offset is not None:
            document = document._replace(content=message_at(document.content, offset, document.name))
        texts = [*_texts(document)]
        by_place = {(part, is_header): text for part, is_header, _, text in reversed(texts)}
        found: dict[tuple[str | None, bool], tuple[list[ShownLink], list[_Mark]]] = {}
        for link in read_document(document, options=options, on_problem=on_problem):
            place = link.part, link.candidate.facts.region == _HEADER
            links, marks = found.setdefault(place, ([], []))
            links.append(ShownLink.of(link))
            marks.extend(
                _Mark(start, end, links[-1]) for start, end in _pieces(link, by_place.get(place, ""))
            )
        for part, is_header, title, text in texts:
            links, marks = found.pop((part, is_header), ([], []))
            marks = _one_each(marks)
            shown = _fields(text, marks) if is_header else [(0, len(text))]
            if shown:
                yield cls(part, title, text, shown, marks, tuple(links))
        # What is left stands in what is no text of its own: the pages inside a page, say.
        for (part, _), (links, _) in found.items():
            on_problem(
                Problem(document.name, f"{len(links)} URLs stand where they cannot be shown", part=part)
            )


class _Mark(NamedTuple):
    """Where a piece of a link stands in a text."""

    start: int
    end: int
    link: ShownLink


_place_of = itemgetter(0, 1)


def message_at(archive: Any, offset: int, name: str) -> Section:
    """Give the message of an mbox (bytes, or what gives slices of them) that begins at a byte offset.

    With it come the places of the messages before it, which may know its URLs whole.

    Raises `InputError` where no message begins there.
    """
    earlier: deque[int] = deque(maxlen=ThreadMemory.SIZE)
    found = Section(archive).offsets()
    for place in found:
        if place == offset:
            return Section(archive, offset, next(found, None), tuple(earlier))
        if place > offset:
            break
        earlier.append(place)
    raise InputError(
        f"{name}: no message begins at byte {offset}; `urlglean extract {name}` tells the offset of each behind the @"
    )


def _texts(document: Document) -> Iterable[tuple[str | None, bool, str, str]]:
    """Give the texts of a document: the path of the part, whether it is its header, what it is called, the text."""
    content, encoding = document.content, document.encoding
    if isinstance(content, Section):
        (message,) = content.messages()
        return shown_texts(message.content, encoding)
    if document.media_type == "message/rfc822":
        return shown_texts(content, encoding)
    is_page = document.media_type in PAGES
    text = decode_document(document).text if is_page else Decoder(encoding).whole(content)
    return [(None, False, "", text)]


def _pieces(link: Link, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a Link stand in its text, without those that do not stand in it as they are.

    What an encoded word of a header or a reference in an attribute stands for, is somewhere else.
    """
    source = link.candidate.source.text
    origin = link.candidate.source.offset
    for start, end, _, _ in link.spans:
        if text[start:end] == source[start - origin : end - origin] != "":
            yield start, end


def _one_each(marks: list[_Mark]) -> list[_Mark]:
    """Give marks in order, of those of one place the first."""
    marks.sort(key=_place_of)
    return [first for _, (first, *_) in groupby(marks, _place_of)]


def _fields(text: str, marks: Sequence[_Mark]) -> list[tuple[int, int]]:
    """Give where those fields of a header stand that people read, or that hold a URL."""
    return [
        found.span()
        for found in _FIELD.finditer(text)
        if found[1].lower() in _SHOWN_FIELDS or _within(marks, *found.span())
    ]


def _within(marks: Sequence[_Mark], start: int, end: int) -> Sequence[_Mark]:
    """Give the marks that begin in ``[start:end]``."""
    begins = attrgetter("start")
    return marks[bisect_left(marks, start, key=begins) : bisect_left(marks, end, key=begins)]


def _cut(text: str, start: int, end: int, marks: Sequence[_Mark]) -> Iterator[Stretch]:
    """Yield the stretches of ``text[start:end]``; where two URLs overlap, the first one is marked."""
    position = start
    for first, last, link in _within(marks, start, end):
        if position <= first and last <= end:
            if first > position:
                yield Stretch(text[position:first])
            yield Stretch(text[first:last], link)
            position = last
    if position < end:
        yield Stretch(text[position:end])

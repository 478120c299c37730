"""A text, a page or a message as its reader has it, cut where its URLs stand, and as a page with them marked."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import islice
from operator import lt
from typing import Any, NamedTuple, TextIO

from urlglean.document import PAGES, Document, ReadOptions
from urlglean.encoding.pages import declared_by_style_sheet, decode_document
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.inputs.mbox import Section
from urlglean.links.link import Link
from urlglean.mail.evidence import ThreadMemory
from urlglean.mail.reader import shown_texts
from urlglean.patterns import lazy_re
from urlglean.pipeline import read_document
from urlglean.reports import Problem, counted
from urlglean.writers.printable import UNPRINTABLE, is_unicode, printable_lines

__all__ = ["View", "write_views"]

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
        text = link.url if link.url == link.text else None  # the same string, not one more
        return cls(link.url, text or link.text, *link.position, link.notes)


class _Links(list[ShownLink]):
    """What is shown of the Links of one text, and where they stand in it."""

    __slots__ = ("_ends", "_notes", "_starts", "_which")

    def __init__(self) -> None:
        super().__init__()
        self._notes: dict[tuple[str, ...], tuple[str, ...]] = {}  # each once: most links have the same
        self._starts, self._ends = array("Q"), array("Q")  # of each piece
        self._which = array("Q")
        """The number of each piece's link."""

    def add(self, link: Link, pieces: Iterable[tuple[int, int]]) -> None:
        """Take in a Link, which stands where these pieces are."""
        for start, end in pieces:
            self._starts.append(start)
            self._ends.append(end)
            self._which.append(len(self))
        shown = ShownLink.of(link)
        self.append(shown._replace(notes=self._notes.setdefault(shown.notes, shown.notes)))

    def order(self) -> None:
        """Bring the pieces into the order of the text; of those of one place the first one is kept."""
        starts, ends, which = self._starts, self._ends, self._which
        if all(map(lt, starts, islice(starts, 1, None))):
            return
        order = sorted(range(len(starts)), key=ends.__getitem__)
        order.sort(key=starts.__getitem__)
        self._starts, self._ends, self._which = array("Q"), array("Q"), array("Q")
        for piece in order:
            if not self._starts or (starts[piece], ends[piece]) != (self._starts[-1], self._ends[-1]):
                self._starts.append(starts[piece])
                self._ends.append(ends[piece])
                self._which.append(which[piece])

    def begin_within(self, start: int, end: int) -> range:
        """Give the numbers of the pieces that begin in ``[start:end]``; they are in order."""
        return range(bisect_left(self._starts, start), bisect_left(self._starts, end))

    def piece(self, number: int) -> tuple[int, int, ShownLink]:
        return self._starts[number], self._ends[number], self[self._which[number]]


class Stretch(NamedTuple):
    """A stretch of a text, and the link that it is, or is a piece of; None for what is no URL."""

    text: str
    link: ShownLink | None = None

    @property
    def shown(self) -> str:
        """The text as it may be shown, with its lines and tabs."""
        return printable_lines(self.text)


class View(NamedTuple):
    """One text: a part of a message, or all there is."""

    part: str | None
    """The path of the part."""
    title: str
    """What it is; empty where there is but one."""
    text: str
    shown: Sequence[tuple[int, int]]
    """What of it is shown, from where to where."""
    links: _Links

    @property
    def stretches(self) -> Iterator[Stretch]:
        """Yield what is shown, cut where its URLs stand."""
        for start, end in self.shown:
            yield from _cut(self.text, start, end, self.links)

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
        found: dict[tuple[str | None, bool], _Links] = {}
        for link in read_document(document, options=options, on_problem=on_problem):
            place = link.part, link.candidate.facts.region == _HEADER
            if place not in found:
                found[place] = _Links()
            found[place].add(link, _pieces(link, by_place.get(place, "")))
        for part, is_header, title, text in texts:
            links = found.pop((part, is_header), None) or _Links()
            links.order()
            shown = [*_fields(text, links)] if is_header else [(0, len(text))]
            if shown:
                yield cls(part, title, text, shown, links)
        # What is left stands in what is no text of its own: the pages inside a page, say.
        for (part, _), links in found.items():
            message = f"left out: {counted(len(links), 'URL')} in what cannot be shown"
            on_problem(Problem(document.name, message, part=part))


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
    if document.media_type in PAGES:
        return [(None, False, "", decode_document(document).text)]
    if document.media_type == "text/css":
        encoding = encoding or declared_by_style_sheet(content)
    return [(None, False, "", Decoder(encoding).whole(content))]


def _pieces(link: Link, text: str) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a Link stand in its text, without those that do not stand in it as they are.

    What an encoded word of a header or a reference in an attribute stands for, is somewhere else.
    """
    source = link.candidate.source.text
    origin = link.candidate.source.offset
    for start, end, _, _ in link.spans:
        if text[start:end] == source[start - origin : end - origin] != "":
            yield start, end


def _fields(text: str, links: _Links) -> Iterator[tuple[int, int]]:
    """Yield where those fields of a header stand that people read, or that hold a URL, be it in encoded words."""
    lines = {link.line for link in links}
    line, position = 1, 0
    for found in _FIELD.finditer(text):
        start, end = found.span()
        line, position = line + text.count("\n", position, start), start
        own = range(line, line + 1 + text.count("\n", start, end - 1))
        if found[1].lower() in _SHOWN_FIELDS or not lines.isdisjoint(own):
            yield start, end


def _cut(text: str, start: int, end: int, links: _Links) -> Iterator[Stretch]:
    """Yield the stretches of ``text[start:end]``; where two URLs overlap, the first one is marked."""
    position = start
    for first, last, link in map(links.piece, links.begin_within(start, end)):
        if position <= first and last <= end:
            if first > position:
                yield Stretch(text[position:first])
            yield Stretch(text[first:last], link)
            position = last
    if position < end:
        yield Stretch(text[position:end])


# --- a page for a browser: nothing in it runs, and nothing is fetched by it ---

_FOLLOWED = ("http://", "https://", "ftp://", "mailto:")
"""What a click may lead to: nothing that runs (``javascript:``, ``data:``) or is on the reader's machine."""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_HEAD = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.2rem; overflow-wrap: anywhere; }}
h2 {{ font-size: 1rem; margin: 2rem 0 0; }}
pre {{ padding: 1rem; border: 1px solid #8884; border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }}
mark {{ background: #ffd54f88; color: inherit; border-radius: .2rem; }}
mark a {{ color: inherit; }}
ol {{ list-style: none; padding: 0; }}
li {{ overflow-wrap: anywhere; margin: .3rem 0; }}
.place {{ display: inline-block; min-width: 4rem; opacity: .7; }}
.note {{ display: block; margin-left: 4.25rem; color: #c2483f; }}
</style>
<h1>{title}</h1>
"""


def write_views(views: Iterable[View], out: TextIO, *, title: str) -> None:
    """Write one page with all texts, each followed by what its URLs come to.

    What a stream cannot encode is written as a character reference.
    """
    pieces = _pages(views, title)
    if not is_unicode(out):
        pieces = (piece.encode("ascii", "xmlcharrefreplace").decode() for piece in pieces)
    out.writelines(pieces)


def _pages(views: Iterable[View], title: str) -> Iterator[str]:
    yield _HEAD.format(title=_shown(title), policy=_POLICY)
    for view in views:
        if view.title:
            yield f"<h2>{_shown(view.title)}</h2>\n"
        yield "<pre>\n"
        yield from map(_stretch, view.stretches)
        yield "</pre>\n"
        if view.links:
            yield "<ol>\n"
            yield from map(_row, view.links)
            yield "</ol>\n"


def _stretch(stretch: Stretch) -> str:
    text = escape(stretch.shown)
    return f"<mark>{_anchored(stretch.link, text)}</mark>" if stretch.link else text


def _row(link: ShownLink) -> str:
    url = _anchored(link, f"<bdi>{_shown(link.url or link.text)}</bdi>")
    notes = "".join(f'<span class="note">{_shown(note)}</span>' for note in link.notes)
    return f'<li><span class="place">{link.line}:{link.column}</span> {url}{notes}\n'


def _anchored(link: ShownLink, shown: str) -> str:
    """Give it as a link, where its URL is of a kind that a click may open."""
    url = link.url
    if url is None or not url.lower().startswith(_FOLLOWED) or UNPRINTABLE.search(url):
        return shown
    address = escape(url)
    return f'<a href="{address}" title="{address}" rel="noopener noreferrer nofollow">{shown}</a>'


def _shown(text: str) -> str:
    """Give a text as HTML, what no reader would see (controls, turned order of writing) as escapes."""
    return escape(printable_lines(text))

"""The one place where all stages meet: Document, reader, Candidates, base, resolution, Links.

Safety
------

Archives and crawls are written by strangers. These are promises; where one is broken, that is a fault of this program:

- Nothing that is read is run, and nothing in it makes this program read another file or fetch anything: no script, no
  ``include``, no entity of XML. ``check`` alone looks at the files that links lead to, and asks servers; those at
  private addresses only where it is told to.
- No file is written that an archive names: what is packed is unpacked in memory, or in a temporary file that is gone
  afterwards.
- Time grows in proportion to the size of the input, whatever it holds. Each URL or tag costs some 5 to 50
  microseconds, a message 200; so an input of nothing else is read at a few hundred kilobytes a second.
- Whatever is damaged, cut off or beyond a limit below costs only the page, message or record that it is in. That is
  told, and the rest is read.
- No control characters reach a terminal, nor any that change the direction of writing; no cell of a CSV begins a
  formula; a page of ``show`` runs nothing and loads nothing, which its own Content-Security-Policy forbids, too.
- What a store has taken in stays in it, once, when a run is killed, and the next run goes on from there.

These are none:

- Whether a URL is safe to follow. Notes tell what a careful reader sees, such as a text that shows another host.
- That the libraries below (the tree builder, DuckDB, the decompressors) have no faults of their own.
- That nobody else changes a file while it is read. What is added meanwhile is left for the next run, and a file that
  is cut short is read as far as it goes, which is told; bytes that are written over may be found in part.
- That the settings of a project (``urlglean.toml``, ``pyproject.toml``) are harmless: they are options that nobody has
  to type, and may name a file to write or an expression that takes long. Look at those of a stranger's folder first.

When you read what strangers wrote, give the command no more than it needs. ``ulimit -v 4000000`` before it bounds its
memory: what would need more is told, with exit code 3, and with ``--jobs 2`` or more only what that process was reading
is lost. A database (``frontier``, ``--into``, Parquet) needs about 400 MB to begin with. ``--max-page`` bounds the
pages that are read as trees; a user without rights to your files, or a container without a network, bounds the rest.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from urlglean.candidate import Candidate, Facts, MarkupCandidates
from urlglean.delimiting.stream import checked, delimit_in_batches
from urlglean.document import CONTENT_LINES, MBOX, PAGES, XHTML, BaseClaim, Document, Encoding, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import UrlgleanError, UrlgleanWarning, require, require_known
from urlglean.links.link import Link
from urlglean.links.resolution import Resolution
from urlglean.reports import Anchor, Attachment, Observer, Problem, Progress, Retrieval
from urlglean.text import Rewritten, Text
from urlglean.uri.resolve import DIALECTS

if TYPE_CHECKING:
    from urlglean.html.references import Setting

__all__ = ["read_document", "warn"]

MAX_DEPTH = 100
"""How deep documents may stand in one another; what is deeper is reported and not read."""
_MOST_AROUND = 64 << 20
"""How many code points the pages have together that stand in a page and have a page in them in turn.

Those too long for a tree are held until what is in them has been read.
"""

_USUAL = ReadOptions()
_new = tuple.__new__

OnAnchor: TypeAlias = Callable[[Anchor], object]
Item: TypeAlias = (
    Anchor
    | Attachment
    | BaseClaim
    | Candidate
    | list[Candidate]
    | Document
    | Encoding
    | MarkupCandidates
    | Problem
    | Retrieval
)
"""What readers yield."""


def read_document(
    document: Document,
    *,
    options: ReadOptions | None = None,
    dialect: str | None = None,
    on_problem: Callable[[Problem], object] | None = None,
    on_attachment: Callable[[Attachment], object] | None = None,
    on_anchor: OnAnchor | None = None,
    progress: Progress | None = None,
    observer: Observer | None = None,
) -> Generator[Link, None, None]:
    """Yield the Links of a document and of the documents in it, in order, lazily.

    Args:
        document: What to read. Its Links hold it without its content.
        options: What the readers are asked for, which schemes Links may have, and whether redirectors are
            unwrapped.
        dialect: One of `urlglean.uri.resolve.DIALECTS` for all references. None lets each document have its own:
            ``whatwg`` for the attributes of HTML, because that is what a browser fetches, ``rfc3986`` for
            the rest.
        on_problem: Called with each Problem; without it, each is a `UrlgleanWarning`. Whatever happens in one
            document costs that document alone.
        on_attachment: Called with each `Attachment`: what is in messages and no text, so that it is not read.
        on_anchor: Called with each `Anchor` of a page, of Markdown, reStructuredText or a notebook: what references
            may lead to.
        progress: Told how far in the document the work is, in bytes, where that is known.
        observer: Told of every document, and of what an archive says of retrievals.

    Raises:
        TypeError: There is no such option of `urlglean.delimiting.stream.delimit`, or it or an argument is of a
            wrong type.
        UrlgleanError: There is no such dialect, or ``schemes`` has what is no scheme.

    """
    if dialect is not None:
        require_known("dialect", (dialect,), DIALECTS)
    require(Document, document=document)
    require(Callable, on_problem=on_problem, on_attachment=on_attachment, on_anchor=on_anchor)
    if observer is not None:
        require(Observer, observer=observer)
    options = _USUAL if options is None else options
    if not isinstance(options, ReadOptions):
        raise TypeError(f"options are to be ReadOptions, not {type(options).__name__}")
    if on_anchor is not None:
        options = replace(options, anchors=True)
    schemes: frozenset[str] | None = None
    if options.delimit:
        given = checked(options.delimit)
        schemes = given.pop("schemes", None)
        options = replace(options, delimit=given)
    tell = warn if on_problem is None else on_problem
    reading = _DocumentReading(options, dialect, tell, on_attachment, on_anchor, progress, observer)
    links = reading.links(document, None, 0)
    if options.unwrap_redirectors:
        links = (link.unwrapped() for link in links)
    return links if schemes is None else (link for link in links if link.scheme in schemes)


def warn(problem: Problem) -> None:
    """Make a `UrlgleanWarning` of a Problem, at the line outside of this package that asks for Links."""
    level, frame = 1, sys._getframe()  # Python 3.12 has skip_file_prefixes for this
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).partition(".")[0] == _PACKAGE:
        level, frame = level + 1, frame.f_back
    warnings.warn(str(problem), UrlgleanWarning, stacklevel=level)


_PACKAGE = __name__.partition(".")[0]


@dataclass(slots=True)
class _DocumentReading:
    """One reading of a document and all that is in it."""

    options: ReadOptions
    dialect: str | None
    on_problem: Callable[[Problem], object]
    on_attachment: Callable[[Attachment], object] | None
    on_anchor: OnAnchor | None
    progress: Progress | None
    observer: Observer | None
    _offset: int = 0
    _around: int = 0
    """How many code points the pages have that stand in a page, and in which the one that is read stands."""

    def links(self, document: Document, outer: Resolution | None, depth: int) -> Generator[Link, None, None]:
        """Yield the Links of a document; ``outer`` is the resolution of the entity that it stands in, if any."""
        bare = self._bare(document, outer.document if outer else None)
        if self.observer is not None:
            self.observer.document(bare)
        if (too_deep := self._too_deep(depth)) is not None:
            self.on_problem(Problem(bare.locator, f"{too_deep}: not read any deeper"))
            return
        size = _size_in_page(document, outer) if outer is not None and document.media_type in PAGES else 0
        claims: list[BaseClaim] = []
        # Of mail and archives it is what those of their parts are in that do not say it themselves.
        encoding = document.encoding if document.media_type.startswith("text/") else None
        begin = partial(Resolution, bare, claims, outer, self.dialect, document.parts)
        resolution: Resolution | None = None
        items = self._items(document, bare)
        del document  # nor is its text held longer than its reader does: there may be documents in documents
        for item in items:
            if isinstance(item, Candidate):
                resolution = resolution or begin(encoding)
                yield resolution.link(item)
            elif isinstance(item, (list, MarkupCandidates)):
                resolution = resolution or begin(encoding)
                yield from resolution.links(item)
            elif isinstance(item, Document):
                if self.progress is not None:
                    self._report_progress(item, self.progress)
                if item.content is not None:
                    resolution = resolution or begin(encoding)
                    inner = self.links(item, resolution, depth + 1)
                    del item
                    self._around += size
                    yield from inner
                    self._around -= size
                elif self.observer is not None:
                    self.observer.document(self._bare(item, bare))
            elif isinstance(item, BaseClaim):
                claims.append(item)
            elif isinstance(item, Encoding):
                encoding = item.name
            else:
                self._tell(item, bare)

    def _too_deep(self, depth: int) -> str | None:
        """Say so where a document stands too deep in others to be read."""
        if depth > MAX_DEPTH:
            return f"documents in documents more than {MAX_DEPTH} deep"
        if self._around > _MOST_AROUND:
            return f"pages in pages of more than {_MOST_AROUND >> 20} MB together"
        return None

    def _tell(self, item: Anchor | Attachment | Problem | Retrieval, document: Document) -> None:
        """Hand on what is no Link to whoever wants to know."""
        if isinstance(item, Problem):
            self.on_problem(_placed(item, document))
        elif isinstance(item, Retrieval):
            if self.observer is not None:
                self.observer.retrieval(item)
        elif isinstance(item, Anchor):
            if self.on_anchor is not None:
                self.on_anchor(item)
        elif self.on_attachment is not None:
            self.on_attachment(item)

    def _bare(self, document: Document, parent: Document | None) -> Document:
        """Give a document without its content, which its Links must not hold on to: they outlive the reading."""
        record = document.record or (parent.record if parent else None)
        robots = document.robots
        if self.options.robots and document.media_type in PAGES:
            robots |= self._robots(document)
        _, media_type, name, _, part, claims, encoding, _, message, mention, _, _, _, inert, _, before = (
            document
        )
        said = media_type, name, parent, part, claims, encoding, (), message, mention, None, record, robots
        # As `_replace` does, in a third of the time.
        return _new(Document, (None, *said, inert, None, before))

    def _robots(self, document: Document) -> frozenset[str]:
        from urlglean.html.robots import robots_of_page

        try:
            return robots_of_page(document.content, is_xml=document.media_type == XHTML)
        except Exception as error:
            self.on_problem(_failure(document, "what it asks of robots cannot be told", error))
            return frozenset()

    def _items(self, document: Document, bare: Document) -> Iterator[Item]:
        media_type, stands_in, record = document.media_type, document.stands_in, document.record
        try:
            read = reader_of(media_type)
            if read is None:
                yield Problem(bare._replace(record=record).locator, f"there is no reader for {media_type}")
            else:
                items: Iterable[Item] = read(document, self.options)
                del document
                yield from items if stands_in is None else map(partial(_led_back, *stands_in), items)
        except (UrlgleanError, OSError) as error:
            yield Problem(bare._replace(record=record).locator, str(error))
        except Exception as error:
            # The record that `bare` has may be that of what is around it.
            yield _failure(bare._replace(record=record), f"reading it as {media_type} failed", error)

    def _report_progress(self, document: Document, progress: Progress) -> None:
        place = document.message or document.record
        offset = place.offset if place else None
        if offset is not None and offset > self._offset:
            progress.advance(offset - self._offset)
            self._offset = offset


def _led_back(source: Text, whole: Rewritten, item: Item) -> Item:
    """Give what was found in a piece of another document's text its place there."""
    if isinstance(item, Candidate):
        return _unwindowed(item).led_back(source, whole)
    if isinstance(item, list):
        return [_unwindowed(candidate).led_back(source, whole) for candidate in item]
    if isinstance(item, MarkupCandidates):
        return MarkupCandidates([_unwindowed(found).led_back(source, whole) for found in item.candidates])
    return item


def _unwindowed(candidate: Candidate) -> Candidate:
    """Give a Candidate with its places in its whole document, where it has them in a window of it."""
    settled = candidate.settled()
    _, source, start, end, facts = settled
    offset = source.offset
    if not offset:
        return settled
    facts = facts._replace(pieces=tuple((begin + offset, stop + offset) for begin, stop in facts.pieces))
    return settled._replace(start=start + offset, end=end + offset, facts=facts)


def _failure(document: Document, what: str, error: Exception) -> Problem:
    """Name an error that nobody thought of: a document costs no more than itself."""
    kind = type(error).__name__
    why = "out of memory" if isinstance(error, MemoryError) else f"{kind}: {error}" if str(error) else kind
    return Problem(document.locator, f"{what} ({why}); the rest goes on")


def _placed(problem: Problem, document: Document) -> Problem:
    """Say which record or message it is that the reader of a page or text in it has a Problem with.

    That reader knows of none; those of messages and archives name them themselves.
    """
    place = document.message or document.record
    if place is None or place.offset is None or problem.source != document.name:
        return problem
    if document.media_type not in PAGES and not document.media_type.startswith("text/"):
        return problem
    return replace(problem, source=f"{problem.source}@{place.offset}")


# Which reader reads what: a function for each media type, its module loaded when it is first needed.

Reader: TypeAlias = Callable[[Document, ReadOptions], Iterable[Item]]
"""What every room with documents to read offers as ``read``: it yields the claims about the document's base, then its
Candidates and the Documents in it. Candidates of prose, those that no markup marks, may come in lists."""


@lru_cache(maxsize=64)
def reader_of(media_type: str) -> Reader | None:
    """Give the reader of a media type, or None; every other ``text`` type reads as plain text."""
    if media_type in PAGES:
        return _read_page
    if media_type in {"application/warc", "application/http"}:
        from urlglean.archives import warc

        return warc.read
    if media_type == "application/wacz":
        from urlglean.archives import wacz

        return wacz.read
    if media_type == "text/css":
        from urlglean.html import css

        return css.read
    if media_type in {"text/markdown", "text/x-rst"}:
        return _read_documentation
    if media_type == "application/x-ipynb+json":
        from urlglean.docs import notebook

        return notebook.read
    if media_type.startswith("message/") or media_type == MBOX or media_type in CONTENT_LINES:
        from urlglean.mail import reader as mail

        return mail.read
    if media_type.startswith("text/"):
        return read_text
    return None


def _size_in_page(page: Document, outer: Resolution) -> int:
    """Give how many code points a page has that stands in another one, as the text of a ``srcdoc``."""
    content = page.content
    return len(content) if outer.document.media_type in PAGES and isinstance(content, str) else 0


def _read_page(document: Document, options: ReadOptions) -> Iterable[Item]:
    from urlglean.html.reader import read

    if document.message is None:
        return read(document, options)
    return read(document, options, _in_mail())


def _read_documentation(document: Document, options: ReadOptions) -> Iterable[Item]:
    if document.message is not None or document.record is not None:
        return read_text(document, options)  # which is how programs for mail, and browsers, show it
    if document.media_type == "text/markdown":
        from urlglean.docs import markdown

        return markdown.read(document, options)
    from urlglean.docs import rst

    return rst.read(document, options)


@cache
def _in_mail() -> Setting:
    """Give where the pages in mail are shown: nothing that shows mail runs scripts."""
    from urlglean.html.references import Setting
    from urlglean.mail.page_regions import place

    return Setting(Facts(quote_depth=0, region="body"), runs_scripts=False, place=place)


# Plain text: decoded in pieces where it is long, and delimited; and what is more than plain, as its format has it.

_BYTES = (bytes, bytearray, memoryview)


def read_text(document: Document, options: ReadOptions) -> Iterator[list[Candidate] | Problem]:
    """Yield the Candidates of a text, in order and in batches, then what was wrong with its bytes.

    ``document.content`` is a string, bytes, or an iterable of pieces of either; pieces are read once and
    let go. Raises TypeError where it is anything else.
    """
    content = document.content
    decoder = Decoder(document.encoding)
    text: str | Iterable[str]
    if isinstance(content, str):
        text = content
    elif isinstance(content, _BYTES):
        text = "".join(decoder.chunks((bytes(content),)))
    else:
        text = _decoded(content, decoder)
    batches = delimit_in_batches(text, document.evidence, **options.delimit)
    if document.media_type != "text/plain":
        from urlglean.html.source import read_as

        batches = read_as(document.media_type, batches)
    yield from batches
    if decoder.damage:
        yield decoder.damage.problem(document)


def _decoded(pieces: Iterable[str | bytes], decoder: Decoder) -> Iterator[str]:
    """Give the pieces of a text, decoded if they are bytes; the first one tells."""
    rest = iter(pieces)
    first = next(rest, "")
    whole = chain((first,), rest)
    # All pieces that are handed in are of the type of the first
    return whole if isinstance(first, str) else decoder.chunks(whole)  # type: ignore[return-value, arg-type]

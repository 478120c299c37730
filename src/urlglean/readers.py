"""Which reader reads what: a function for each media type, its module loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Protocol, TypeAlias

from urlglean.candidate import Candidate, Facts, MarkupCandidates
from urlglean.delimiting.stream import delimit_in_batches
from urlglean.document import CONTENT_LINES, MBOX, PAGES, BaseClaim, Document, Encoding, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.reports import Anchor, Attachment, Problem, Retrieval

if TYPE_CHECKING:
    from urlglean.html.references import Setting

__all__ = ["Item", "reader_of"]


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


class Reader(Protocol):
    """What every room with documents to read offers as ``read``."""

    def __call__(self, document: Document, options: ReadOptions) -> Iterable[Item]:
        """Yield the claims about the document's base, then its Candidates and the Documents in it.

        Candidates of prose, those that no markup marks, may come in lists.
        """


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

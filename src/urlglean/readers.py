"""Which reader reads what: the modules of `urlglean.sources` by media type, each loaded when it is first needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol, TypeAlias

from urlglean.candidate import Candidate, MarkupCandidates
from urlglean.document import PAGES, BaseClaim, Document, Encoding, ReadOptions
from urlglean.reports import Attachment, Problem, Retrieval

__all__ = ["Item", "Reader", "reader_of"]

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


class Reader(Protocol):
    """What every module of `urlglean.sources` offers as ``read``."""

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
        from urlglean.html import css_reader as css

        return css.read
    if media_type.startswith("message/") or media_type == "application/mbox":
        from urlglean.mail import reader as mail

        return mail.read
    if media_type.startswith("text/"):
        from urlglean import plain_text as text

        return text.read
    return None


def _read_page(document: Document, options: ReadOptions) -> Iterable[Item]:
    from urlglean.html.reader import read

    if document.message is None:
        return read(document, options)
    from urlglean.mail.page_regions import placing

    return read(document, options, placing)

"""What of the inputs says what to fetch: pages, lists of URLs, archives of them; neither letters nor texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from urlglean.candidate import Opened
from urlglean.document import MBOX, BaseClaim, Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.frontier.frontier import Referrals
from urlglean.inputs.kinds import SAMPLE
from urlglean.inputs.mirrors import Mirror
from urlglean.intake import IntakeOptions
from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.pipeline import read_document
from urlglean.reports import Attachment, Problem, Progress, Retrieval
from urlglean.uri.schemes import has_scheme

__all__ = ["PageReading"]


@dataclass(frozen=True, slots=True)
class PageReading:
    """How inputs are read for a frontier."""

    options: ReadOptions
    """Without ``text``, but for what holds nothing else."""
    takes_all: bool = False
    """Whether letters and texts are read as well, and the bare URLs in pages: they were asked for."""
    is_told: bool = False
    """Whether the user named the kind of the inputs, so that none is left out because of its kind."""
    mirror: Mirror = field(default_factory=lambda: Mirror(()))
    """What knows by which URL each file was retrieved."""

    @classmethod
    def of(
        cls, intake: IntakeOptions, *, takes_all: bool = False, acts_on_inert: bool = False
    ) -> PageReading:
        """Give how inputs are read for a frontier that are read so otherwise.

        Inert parts are read, too, so that they can be counted; ``acts_on_inert`` tells that those count which the
        options ask for.
        """
        options = replace(intake.options, text=takes_all, robots=True)
        if not acts_on_inert:
            options = replace(options, noscript=True, templates=True)
        inputs = intake.inputs
        is_told = inputs.kind is not None
        return cls(options, takes_all=takes_all, is_told=is_told, mirror=inputs.mirror or Mirror(()))

    def read(
        self,
        document: Document,
        referrals: Referrals,
        *,
        on_problem: Callable[[Problem], object],
        on_attachment: Callable[[Attachment], object] | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Read a document, and hand on what is in it; or count why it is left out."""
        is_text = document.media_type in _TEXTS
        is_list = is_text and not self.is_told and _is_list(document)
        if not (self.takes_all or self.is_told) and not (is_list if is_text else _is_of_pages(document)):
            referrals.left_out["texts"] += 1
            self._note_fetched(document.name, referrals)
            return
        mirrored = any(claim.source != BaseClaim.SAID for claim in document.claims)
        options = self.options
        if is_text:  # a list of URLs is nothing but text, and so is a sitemap
            options = replace(options, text=True)
            if is_list and document.media_type == "text/plain":
                document = document._replace(media_type="text/uri-list")
        links: Iterator[Link] = read_document(
            document,
            options=options,
            on_problem=on_problem,
            on_attachment=on_attachment,
            progress=progress,
            observer=referrals,
        )
        if document.media_type == "message/rfc822" and not self.takes_all:
            links = _of_markup(links, referrals)
        referrals.extend((_restored(link, self.mirror) for link in links) if mirrored else links)

    def skip(self, problem: Problem, referrals: Referrals) -> None:
        """Take note of a file that is not read because it is no text: if it is one of a mirror, it was fetched."""
        if problem.format:
            self._note_fetched(problem.source, referrals)

    def _note_fetched(self, name: str, referrals: Referrals) -> None:
        for claim in self.mirror.claims(Document(b"", "application/octet-stream", name)):
            referrals.retrieval(Retrieval(claim.uri))


_TEXTS = frozenset({"text/plain", "text/xml"})
_SAVED_PAGE = lazy_re(
    rb"^(?:(?:Snapshot-)?Content-Location[ \t]*:|From[ \t]*:[ \t]*<?\"?Saved by )",
    re.MULTILINE | re.IGNORECASE,
)
"""What the header of a page has that was saved as a message (MHTML, RFC 2557), and no letter."""
_END_OF_HEADER = lazy_re(rb"\r?\n\r?\n")
_SITEMAP = lazy_re(r"<(?:[\w.-]+:)?(?:urlset|sitemapindex)[\s>]")
_FEW = 10
"""One line in so many of a list of URLs may be none."""


def _is_list(document: Document) -> bool:
    r"""Tell a list of URLs, each on a line by itself, and a sitemap, from texts that only mention some.

    >>> _is_list(Document(b"# seeds\nhttp://a.example/\nhttp://b.example/\n", "text/plain"))
    True
    >>> _is_list(Document(b"See http://a.example/\nhttp://b.example/\n", "text/plain"))
    False
    """
    content: Any = document.content
    head = content.peek(SAMPLE)[:SAMPLE] if hasattr(content, "peek") else bytes(content[:SAMPLE])
    if document.media_type == "text/xml":
        return _SITEMAP.search(Decoder().whole(head)) is not None
    whole = head if len(head) < SAMPLE else head[: head.rfind(b"\n") + 1] or head
    text = Decoder().whole(whole)
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    if any(len(line.split()) > 1 for line in lines):
        return False
    urls = sum(map(has_scheme, lines))  # a few may hold another word
    return any("://" in line for line in lines) and (len(lines) - urls) * _FEW <= len(lines)


def _is_of_pages(document: Document) -> bool:
    """Tell pages, style sheets and archives of them from letters."""
    if document.media_type == MBOX:
        return False
    if document.media_type != "message/rfc822" or document.name.lower().endswith((".mht", ".mhtml")):
        return True
    head: Any = document.content
    head = bytes(head[:SAMPLE])
    end = _END_OF_HEADER.search(head)
    return _SAVED_PAGE.search(head, 0, end.start() if end else len(head)) is not None


_OF_PARTS = (None, Opened.BASE, Opened.LOCATION)
"""What shows the URLs that parts of messages are known by."""


def _of_markup(links: Iterable[Link], referrals: Referrals) -> Iterator[Link]:
    """Yield the Links of pages in a message, and those that its parts are known by; count the bare ones."""
    for link in links:
        facts = link.candidate.facts
        if facts.markup is not None or facts.opened in _OF_PARTS:
            yield link
        else:
            referrals.left_out["bare"] += 1


def _restored(link: Link, mirror: Mirror) -> Link:
    """Give a Link of a mirrored page with the URL that it had before the program rewrote it, if it did."""
    if link.base is None or link.base.rule != "retrieval":
        return link
    url = mirror.original(link.source, link.text)
    return link if url is None else link._replace(url=url)

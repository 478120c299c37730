"""What a crawler should fetch next: fetchable URLs, each once, with who refers to them.

A reference comes in where a browser would fetch it or go there on a click. What is left out is counted by the
reason, and signs of traps are told with an example. What is given is grouped and kept by
`urlglean.frontier.store`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Protocol, get_args

from urlglean.candidate import Candidate, Markup, Opened
from urlglean.document import PAGES, XML, Document
from urlglean.errors import ReferenceSyntaxError, UrlgleanError, require, require_known
from urlglean.frontier.fetchable import FOLLOWED, Fetchable, bits_of
from urlglean.frontier.policy import (
    CONTAINERS,
    HEADER_ONLY,
    Judge,
    Policy,
    ReferringPage,
    Verdict,
    as_link,
    asked_of_robots,
    came_with_error,
    retrieval_url,
    root,
)
from urlglean.frontier.sightings import Sighting
from urlglean.frontier.store import FrontierStore, Sort
from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.reports import Retrieval
from urlglean.uri.normalize import normalizer
from urlglean.uri.resolve import resolve
from urlglean.uri.schemes import has_scheme

__all__ = ["Frontier", "Referrals"]

_PAGE_SIZE = 25_000
"""After how many different URLs what one page says is handed on, however much is to come."""
_ANCHOR_LENGTH = 200


class _SightingSink(Protocol):
    """What takes in what pages say of URLs, as `Sightings` does."""

    def add_page(self, key: str) -> int: ...
    def add_source(self, name: str, page: int, referrer: str) -> int: ...
    def extend(self, sightings: Collection[Sighting]) -> None: ...
    def visit(
        self, key: str, *, depth: int | None = None, fetched: bool = True, noindex: bool = False
    ) -> None: ...


class Referrals:
    """Takes in Links, and hands on what each page says of the URLs that belong to a frontier.

    It is the observer of `urlglean.pipeline.read_document`, too, from which it knows what was retrieved, and
    what redirects. What is handed on begins with the page, and comes before that of the next one; `flush` hands on
    what is left.

    Raises `UrlgleanError` where there is no such rung or step.
    """

    def __init__(self, policy: Policy, sightings: _SightingSink) -> None:
        self.policy = policy
        self._judge = judge = Judge(policy)
        self.left_out: Counter[str] = Counter()
        """How many references were left out, or URLs or texts where that is said, by the reason."""
        self.traps = judge.traps
        """The first URL that showed each sign of a trap."""
        self._sightings = sightings
        self.redirects: list[tuple[str, str]] = list(policy.redirects)
        """Pairs (from, to): those of the policy, and behind them those that the input holds."""
        self._verdicts = judge.verdicts
        self._reason = judge.reason
        self._document: Document | None = None
        self._page: ReferringPage | None = None
        self._said: dict[str, Sighting] = {}
        """What the page that is being read has said of each URL so far, by its key."""

    def document(self, document: Document) -> None:
        """Take note of a page: that it is there, and whether it asks not to be indexed."""
        if document.media_type in CONTAINERS or document.media_type == HEADER_ONLY:
            return
        if document.parent is not None and document.parent.media_type in PAGES:
            return  # a page in a page asks for itself
        url = retrieval_url(document)
        if url and (document.record is None or "noindex" in document.robots):
            self._sightings.visit(self.key(url), noindex="noindex" in document.robots)

    def retrieval(self, retrieval: Retrieval) -> None:
        """Take note of what an archive says of a URL; where it redirects to is held if the rung asks for that."""
        if retrieval.unread:
            self.left_out["texts"] += 1
            return
        key = self.key(retrieval.url)
        is_fetched = retrieval.status is not None or retrieval.depth is None
        self._sightings.visit(key, depth=retrieval.depth, fetched=is_fetched, noindex=retrieval.noindex)
        if retrieval.location is not None and self.policy.rung == "protocol":
            try:
                target = resolve(retrieval.location, retrieval.url, dialect="whatwg")
            except ReferenceSyntaxError:
                return  # the Link of this Location, which has no URL, says so
            self.redirects.append((as_link(retrieval.url), target))

    def seed(self, url: str) -> None:
        """Take note of a URL that the crawl began with: its depth is 0.

        Raises `UrlgleanError` where it is relative, and TypeError where it is no string.
        """
        require(str, url=url)
        if not has_scheme(url):
            raise UrlgleanError(f"{url!r} is no absolute URL, so no crawl begins with it")
        self._sightings.visit(self.key(url), depth=0, fetched=False)

    def key(self, url: str) -> str:
        """Give what a URL that was retrieved is compared by."""
        return self._judge.key(url)

    def extend(self, links: Iterable[Link]) -> None:
        """Take in Links."""
        for link in links:
            self.add(link)

    def add(self, link: Link) -> None:
        """Take in one Link, or count why it is left out."""
        try:
            candidate, _, url, document = link
        except (TypeError, ValueError):
            told = f"a frontier takes in Links, as extract_html yields them, not {type(link).__name__}"
            raise TypeError(told) from None
        if url is None:
            self.left_out["no URL"] += 1
            return
        if document is not self._document:
            self._enter(document)
        page = self._page
        assert page is not None  # noqa: S101  (it was entered)
        verdict = self._verdicts.get(url) or self._judge.verdict(url)
        markup = candidate.markup  # once: that of an attribute is worked out each time
        reason = verdict.reason or self._reason(candidate, markup, verdict, page)
        if candidate.opened is Opened.LOCATION:  # what a part of a message was retrieved by
            self._sightings.visit(verdict.key or self.key(url))
        elif reason:
            self.left_out[reason] += 1
        else:
            self._count(candidate, markup, verdict, page)

    def _enter(self, document: Document) -> None:
        """Turn to another document: another page, or another part of the same."""
        self._document = document
        url = retrieval_url(document)
        page = self._page
        key = self.key(url) if url else ""
        name = url or root(document).locator
        robots = asked_of_robots(document)
        reason = ""
        if not self.policy.error_pages and came_with_error(document):
            reason = "HTTP errors"
        elif "nofollow" in robots and "robots" in self.policy.respect:
            reason = "robots"
        if page is None or name != page.name or not url:
            self.flush()
            number = self._sightings.add_page(key or name)
        else:
            number = page.number
        self._page = ReferringPage(
            number,
            key,
            self._judge.normal(key, url),
            name,
            self._sightings.add_source(document.locator, number, name),
            "nofollow" not in robots,
            reason,
            document.media_type in XML,
        )

    def _count(
        self, candidate: Candidate, markup: Markup | None, verdict: Verdict, page: ReferringPage
    ) -> None:
        fetch_url, key, _, _ = verdict
        rel = bits_of(markup.rel) if markup is not None and markup.rel else FOLLOWED
        if not page.follows:
            rel &= ~FOLLOWED
        anchor = markup.anchor[:_ANCHOR_LENGTH] if markup is not None and markup.anchor else ""
        said = self._said
        before = said.get(key)
        if before is None:
            if len(said) >= _PAGE_SIZE:
                self.flush()
            line, column = candidate.position
            texts = (anchor,) if anchor else ()
            self._said[key] = Sighting(key, fetch_url, page.source, f"{line}:{column}", rel, 1, texts)
            return
        _, first_url, source, place, bits, count, anchors = before
        if anchor and anchor not in anchors and len(anchors) < Policy.MOST_ANCHORS:
            anchors = (*anchors, anchor)
        said[key] = Sighting(key, first_url, source, place, bits | rel, count + 1, anchors)

    def flush(self) -> None:
        """Hand on what the page said."""
        self._sightings.extend(self._said.values())
        self._said = {}


_SIZE = lazy_re(r"[0-9]+(?:\.[0-9]+)? ?(?:[KMGT]i?)?B", re.IGNORECASE)


class Frontier(Referrals):
    """A frontier in the making: give it Links, then ask for its rows. Use it as a context manager.

    Raises:
        StoreError: ``known`` is no file of known URLs, or is in use.
        UrlgleanError: There is no such rung or step, or ``memory`` is no size; and where it is asked for rows, or to
            remember, before it is finished, is given Links or finished after that, or is asked once it is closed.

    """

    def __init__(
        self, policy: Policy | None = None, *, known: str | PathLike[str] | None = None, memory: str = "1GB"
    ) -> None:
        require(str, memory=memory)
        if not _SIZE.fullmatch(memory):
            raise UrlgleanError(f"memory is to be a size, such as '1GB', not {memory!r}")
        policy = Policy() if policy is None else policy
        require(Policy, policy=policy)
        Judge(policy)  # before a database is made
        self._store = FrontierStore(
            known=None if known is None else Path(known), described=policy.keys, memory=memory
        )
        super().__init__(policy, self._store.sightings)
        self._is_finished = False

    def __enter__(self) -> Frontier:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything; what was not remembered is forgotten."""
        self._store.close()

    def finish(self, *, sort: Sort = "first") -> int:
        """Group what was seen; give how many URLs there are. No Links come in after that.

        Raises `UrlgleanError` for an order that does not exist.
        """
        require_known("order", (sort,), get_args(Sort))
        if self._is_finished:
            raise UrlgleanError("this frontier is finished; begin another one")
        self.flush()
        self._verdicts.clear()  # many, and no more Links come
        self._document = None
        moved = self._moved() if self.policy.rung == "protocol" else {}
        left_out = self._store.finish(
            sort=sort,
            moved=moved,
            skip_fetched=self.policy.skip_fetched,
            skip_noindex="noindex" in self.policy.respect,
        )
        self.left_out.update(left_out)
        self._is_finished = True
        return len(self._store)

    def _moved(self) -> dict[str, str]:
        """Give the key of where each redirect leads in the end."""
        end_of = normalizer(rung="protocol", steps=self.policy.steps, redirects=self.redirects)
        moved = {}
        for source, _ in self.redirects:
            key = self.key(source)
            end = end_of(key).partition("#")[0]
            if end != key:
                moved[key] = end
        return moved

    def _enter(self, document: Document) -> None:
        if self._is_finished:
            raise UrlgleanError("this frontier is finished and takes in no Links; begin another one")
        super()._enter(document)

    def _require_finished(self, asked: str) -> None:
        if not self._is_finished:
            raise UrlgleanError(f"this frontier is not finished: call finish() before {asked}()")

    def rows(self) -> Iterator[Fetchable]:
        """Yield the URLs, each once, in the order that `finish` was asked for."""
        self._require_finished("rows")
        return self._store.rows()

    def remember(self) -> None:
        """Add what was given to the file of known URLs, all or nothing; to be done once it is written.

        Where it does not come to that, the URLs come again: none is ever lost.
        """
        self._require_finished("remember")
        self._store.remember(fetched=self.policy.skip_fetched)

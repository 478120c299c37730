"""What a crawler should fetch next: fetchable URLs, each once, with who refers to them.

A reference comes in where a browser would fetch it or go there on a click. What is left out is counted by the
reason, and signs of traps are told with an example. What is given is grouped and kept by
`urlglean.frontier_store`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, get_args

from urlglean.candidate import Candidate
from urlglean.document import Document
from urlglean.errors import ReferenceSyntaxError, refuse_one_string, require_known
from urlglean.fetchable import Fetchable
from urlglean.frontier_sightings import Sighting, Visit
from urlglean.frontier_store import MAX_ANCHORS, FrontierStore, Sort
from urlglean.html_places import EMPTY
from urlglean.link import Link, locator
from urlglean.link_types import FOLLOWED, bits_of
from urlglean.normalize import Normalizer, normalize, normalizer
from urlglean.reports import Retrieval
from urlglean.resolve import resolve
from urlglean.scope import KINDS_TO_FOLLOW, RESPECTED, Respect, Scope
from urlglean.traps import trap

__all__ = ["Frontier", "Policy", "is_name"]

_NAMES = frozenset({"classid", "codebase", "content", "itemid", "itemtype", "pluginspage", "profile"})

_MEMO_SIZE = 1 << 16
_PAGE_SIZE = 100_000
"""After how many different URLs what one page says is handed on, however much is to come."""
_ANCHOR_LENGTH = 200
_CONTAINERS = frozenset({"application/warc", "application/wacz", "application/mbox"})
_HEADER_ONLY = "application/http"
_XML = frozenset({"application/xml", "text/xml"})
_DECLARED = re.compile(
    r"""(?:<[^<>!?]*\s(?:xmlns(?::[\w.-]+)?|[\w.-]+:(?:schemaLocation|noNamespaceSchemaLocation))\s*=\s*
        (?:"[^"<>]*|'[^'<>]*)
    |<!DOCTYPE[^<>\[]*)\Z""",
    re.VERBOSE,
)
_LOOKED_BACK = 2000
"""How many code points before a URL are looked at for what it is declared as."""
_FETCHED = range(100, 600)


@dataclass(frozen=True, slots=True)
class Policy:
    """What belongs to a frontier, and what is one URL in it."""

    schemes: frozenset[str] = frozenset({"http", "https"})
    """The schemes that can be fetched, in lower case."""
    follow: frozenset[str] = frozenset()
    """Only references of these kinds; empty for all but those of which `is_name` is true."""
    respect: frozenset[Respect] = frozenset()
    inert: bool = False
    """Also what a browser does not act on (``template``, ``noscript``)."""
    error_pages: bool = False
    """Also what stands on pages that came with an HTTP error or a redirect."""
    traps: bool = False
    """Also URLs that show signs of a trap."""
    scope: Scope = field(default_factory=Scope)
    rung: str = "scheme"
    steps: tuple[str, ...] = ()
    redirects: tuple[tuple[str, str], ...] = ()
    """Pairs (from, to) beside those that the input holds, for the rung ``protocol``."""
    skip_fetched: bool = False
    """Leave out what the input holds a retrieval of."""

    def __post_init__(self) -> None:
        """See that there is what it names."""
        refuse_one_string(schemes=self.schemes, follow=self.follow, respect=self.respect)
        require_known("kind of reference", self.follow, KINDS_TO_FOLLOW)
        require_known("wish to respect", self.respect, RESPECTED)

    @property
    def keys(self) -> str:
        """How keys are made, as the options that say so."""
        return " ".join([f"--rung {self.rung}", *(f"--step {name}" for name in sorted(self.steps))])


class _Verdict(NamedTuple):
    """What was found out of a URL, whatever page it stands on."""

    fetch_url: str
    key: str
    normal: str
    """The URL normalized, whatever its key is: what the scope is asked of."""
    reason: str
    """Why it is left out; empty where it is not."""


class _Page(NamedTuple):
    """The page that is being read, or a part of it."""

    number: int
    key: str
    """The key of its URL; empty where it has none."""
    normal: str
    """Its URL normalized; empty where it has none."""
    name: str
    """What it is called as a referrer."""
    source: int
    """The number of the place that its Links stand in."""
    follows: bool
    """False where it asks robots not to follow its links."""
    reason: str
    """Why its links are left out; empty where they are not."""
    is_xml: bool
    """True for XML that is read as text."""


class Frontier:
    """A frontier in the making: give it Links, then ask for its rows.

    It is the observer of `urlglean.pipeline.read_document`, too, from which it knows what was retrieved, and
    what redirects. Use it as a context manager.

    Raises:
        StoreError: ``known`` is no file of known URLs, or is in use.
        UrlgleanError: There is no such rung or step.

    """

    def __init__(
        self, policy: Policy | None = None, *, known: Path | None = None, memory: str = "1GB"
    ) -> None:
        self.policy = policy = policy or Policy()
        rung = "scheme" if policy.rung == "protocol" else policy.rung
        normalizer(
            rung=policy.rung, steps=policy.steps, redirects=policy.redirects
        )  # all or none of them exist
        self._key_of: Normalizer = normalizer(rung=rung, steps=policy.steps)
        self.left_out: Counter[str] = Counter()
        """How many references were left out, or URLs or texts where that is said, by the reason."""
        self.traps: dict[str, str] = {}
        """The first URL that showed each sign of a trap."""
        self._store = FrontierStore(known=known, described=policy.keys, memory=memory)
        self._sightings = self._store.sightings
        self._keys_are_normal = rung == "scheme" and not policy.steps
        self._why_not = policy.scope.test()
        self._redirects: list[tuple[str, str]] = list(policy.redirects)
        self._memo: dict[str, _Verdict] = {}
        self._document: Document | None = None
        self._page: _Page | None = None
        self._said: dict[str, Sighting] = {}
        """What the page that is being read has said of each URL so far, by its key."""

    def __enter__(self) -> Frontier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything; what was not remembered is forgotten."""
        self._store.close()

    # -- what is seen

    def document(self, document: Document) -> None:
        """Take note of a page: that it is there, and whether it asks not to be indexed."""
        if document.media_type in _CONTAINERS or document.media_type == _HEADER_ONLY:
            return
        url = _retrieval_url(document)
        if url and (document.record is None or "noindex" in document.robots):
            self._sightings.visit(Visit(self._key(url), noindex="noindex" in document.robots))

    def retrieval(self, retrieval: Retrieval) -> None:
        """Take note of what an archive says of a URL."""
        if retrieval.unread:
            self.left_out["texts"] += 1
            return
        key = self._key(retrieval.url)
        is_fetched = retrieval.status is not None or retrieval.depth is None
        self._sightings.visit(Visit(key, depth=retrieval.depth, fetched=is_fetched))
        if retrieval.location is not None:
            try:
                target = resolve(retrieval.location, retrieval.url, dialect="whatwg")
            except ReferenceSyntaxError:
                return  # the Link of this Location, which has no URL, says so
            self._redirects.append((_as_link(retrieval.url), target))

    def seed(self, url: str) -> None:
        """Take note of a URL that the crawl began with: its depth is 0."""
        self._sightings.visit(Visit(self._key(url), depth=0, fetched=False))

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
        verdict = self._memo.get(url) or self._judge(url)
        reason = verdict.reason or self._reason(candidate, verdict)
        if reason:
            self.left_out[reason] += 1
        else:
            self._count(link, verdict)

    def _reason(self, candidate: Candidate, verdict: _Verdict) -> str:
        """Say why a reference is left out whose URL is not; empty where it comes in."""
        page = self._page
        assert page is not None  # noqa: S101  (`add` entered it)
        facts = candidate.facts
        markup = facts.markup
        if page.reason:
            return page.reason
        if (
            page.is_xml
            and markup is None
            and "metadata" not in self.policy.follow
            and _is_declared(candidate)
        ):
            return "names"
        if markup is not None:
            if markup.inert and not self.policy.inert:
                return "inert"
            if EMPTY in facts.notes:
                return "empty"
            if self.policy.follow:
                if markup.kind not in self.policy.follow:
                    return f"kind {markup.kind}"
            elif is_name(markup.element, markup.attribute, markup.kind):
                return "names"
            if "nofollow" in self.policy.respect and markup.rel and "nofollow" in markup.rel.lower().split():
                return "rel=nofollow"
        return "same" if self.policy.scope.leaves_site(verdict.normal, page.normal) else ""

    def _judge(self, url: str) -> _Verdict:
        if len(self._memo) >= _MEMO_SIZE:
            self._memo.clear()
        verdict = self._memo[url] = self._judged(url)
        return verdict

    def _judged(self, url: str) -> _Verdict:
        scheme = url.partition(":")[0].lower()
        if scheme not in self.policy.schemes:
            return _Verdict(url, "", "", f"{scheme}:")
        fetch_url = url.partition("#")[0]
        key = self._key_of(fetch_url)
        normal = key if self._keys_are_normal else normalize(fetch_url)
        filtered = self._why_not(fetch_url, normal) if self._why_not is not None else None
        if filtered:
            return _Verdict(fetch_url, key, normal, filtered)
        sign = None if self.policy.traps else trap(fetch_url)
        if sign:
            self.traps.setdefault(sign, fetch_url)
            return _Verdict(fetch_url, key, normal, sign)
        return _Verdict(fetch_url, key, normal, "")

    def _key(self, url: str) -> str:
        """Give the key of a URL that was retrieved."""
        return self._key_of(_as_link(url).partition("#")[0])

    def _enter(self, document: Document) -> None:
        """Turn to another document: another page, or another part of the same."""
        self._document = document
        url = _retrieval_url(document)
        source = locator(document)
        page = self._page
        key = self._key(url) if url else ""
        normal = key if self._keys_are_normal else normalize(url)
        name = url or locator(_root(document))
        robots = _robots(document)
        is_error = (
            document.record is not None
            and document.record.status is not None
            and document.record.status >= 300
            and document.media_type != _HEADER_ONLY
        )
        reason = ""
        if is_error and not self.policy.error_pages:
            reason = "HTTP errors"
        elif "nofollow" in robots and "robots" in self.policy.respect:
            reason = "robots"
        if page is None or name != page.name or not url:
            self._flush()
            number = self._sightings.add_page(key or name)
        else:
            number = page.number
        of_source = self._sightings.add_source(source, number, name)
        self._page = _Page(
            number,
            key,
            normal,
            name,
            of_source,
            "nofollow" not in robots,
            reason,
            document.media_type in _XML,
        )

    def _count(self, link: Link, verdict: _Verdict) -> None:
        page = self._page
        assert page is not None  # noqa: S101  (`add` entered it)
        fetch_url, key, _, _ = verdict
        markup = link.candidate.facts.markup
        rel = bits_of(markup.rel) if markup is not None and markup.rel else FOLLOWED
        if not page.follows:
            rel &= ~FOLLOWED
        anchor = markup.anchor[:_ANCHOR_LENGTH] if markup is not None and markup.anchor else ""
        said = self._said
        before = said.get(key)
        if before is None:
            if len(said) >= _PAGE_SIZE:
                self._flush()
            line, column = link.position
            texts = (anchor,) if anchor else ()
            self._said[key] = Sighting(key, fetch_url, page.source, f"{line}:{column}", rel, 1, texts)
            return
        _, first_url, source, place, bits, count, anchors = before
        if anchor and anchor not in anchors and len(anchors) < MAX_ANCHORS:
            anchors = (*anchors, anchor)
        said[key] = Sighting(key, first_url, source, place, bits | rel, count + 1, anchors)

    def _flush(self) -> None:
        """Hand on what the page said."""
        self._sightings.extend(self._said.values())
        self._said = {}

    # -- what comes of it

    def finish(self, *, sort: Sort = "first") -> int:
        """Group what was seen; give how many URLs there are. No Links come in after that.

        Raises `UrlgleanError` for an order that does not exist.
        """
        require_known("order", (sort,), get_args(Sort))
        self._flush()
        moved = self._moved() if self.policy.rung == "protocol" else {}
        left_out = self._store.finish(
            sort=sort,
            moved=moved,
            skip_fetched=self.policy.skip_fetched,
            skip_noindex="noindex" in self.policy.respect,
        )
        self.left_out.update(left_out)
        return len(self._store)

    def _moved(self) -> dict[str, str]:
        """Give the key of where each redirect leads in the end."""
        end_of = normalizer(rung="protocol", steps=self.policy.steps, redirects=self._redirects)
        moved = {}
        for source, _ in self._redirects:
            key = self._key(source)
            end = end_of(key).partition("#")[0]
            if end != key:
                moved[key] = end
        return moved

    def rows(self) -> Iterator[Fetchable]:
        """Yield the URLs, each once, in the order that `finish` was asked for."""
        return self._store.rows()

    def remember(self) -> None:
        """Add what was given to the file of known URLs, all or nothing; to be done once it is written.

        Where it does not come to that, the URLs come again: none is ever lost.
        """
        self._store.remember(fetched=self.policy.skip_fetched)


def is_name(element: str | None, attribute: str | None, kind: str | None) -> bool:
    """Tell whether a URL of a page names or reports something, so that nobody fetches it to see the page.

    What a ``base`` element has is nothing but what others begin with. A ``link`` of any type is a link, and so are
    ``cite`` and ``longdesc``.

    >>> is_name("base", "href", "metadata"), is_name("link", "href", "metadata")
    (True, False)
    """
    if kind == "metadata":
        return attribute in _NAMES or element == "base"
    return attribute == "ping" and kind == "resource"


@lru_cache(maxsize=1024)
def _as_link(url: str) -> str:
    """Write a URL that was retrieved as a link to it is read: crawlers leave ``'`` and others as they were."""
    try:
        return resolve(url, "", dialect="whatwg")
    except ReferenceSyntaxError:
        return url


def _is_declared(candidate: Candidate) -> bool:
    """Tell whether a URL of XML names a namespace, a schema or a document type, which nobody fetches to read it."""
    start = candidate.start
    before = candidate.source.text[max(0, start - _LOOKED_BACK) : start]
    return _DECLARED.search(before) is not None


def _retrieval_url(document: Document) -> str:
    """Give what a document, or the nearest one around it, was retrieved by; empty where nothing says so."""
    node: Document | None = document
    while node is not None and node.media_type not in _CONTAINERS:
        for rule in ("retrieval", "default"):
            for claim in node.claims:
                if claim.rule == rule:
                    return claim.uri
        node = node.parent
    return ""


def _root(document: Document) -> Document:
    """Give the page, message or response that a document is a part of."""
    node = document
    while node.parent is not None and node.parent.media_type not in _CONTAINERS:
        node = node.parent
    return node


def _robots(document: Document) -> frozenset[str]:
    found = document.robots
    node = document.parent
    while node is not None and node.media_type not in _CONTAINERS:
        found |= node.robots
        node = node.parent
    return found

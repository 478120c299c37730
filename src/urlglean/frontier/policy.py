"""What belongs to a frontier, what is one URL in it, and why everything else is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple

from urlglean.candidate import Candidate, Markup, Opened
from urlglean.delimiting.stream import checked
from urlglean.document import MBOX, PAGES, Document
from urlglean.errors import ReferenceSyntaxError, refuse_one_string, require, require_known
from urlglean.html.places import is_empty
from urlglean.html.source import is_declared
from urlglean.links.scope import Scope
from urlglean.patterns import lazy_re
from urlglean.uri.normalize import normalize, normalizer
from urlglean.uri.resolve import resolve
from urlglean.uri.schemes import has_scheme

__all__ = ["Policy"]

Respect = Literal["nofollow", "noindex", "robots"]


@dataclass(frozen=True, slots=True)
class Policy:
    """What belongs to a frontier, and what is one URL in it."""

    KINDS: ClassVar = ("navigation", "resource", "form", "metadata")
    """The kinds of references that can be followed, as `urlglean.html.attributes` has them."""
    RESPECTED: ClassVar[tuple[Respect, ...]] = ("nofollow", "noindex", "robots")
    """What a crawler can respect: ``rel=nofollow`` of a link; a page that asks not to be indexed, by being left out
    itself; a page that asks not to follow its links, by leaving these out."""
    MOST_ANCHORS: ClassVar = 5
    """How many different texts are kept of a URL."""

    schemes: frozenset[str] = frozenset({"http", "https"})
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
        refuse_one_string(follow=self.follow, respect=self.respect)
        names = checked({"schemes": self.schemes}).get("schemes")
        if names is None:
            raise TypeError("schemes are several strings, not None")
        object.__setattr__(self, "schemes", names)
        flags = ("inert", "error_pages", "traps", "skip_fetched")
        require(bool, **{name: getattr(self, name) for name in flags})
        require(Scope, scope=self.scope)
        require_known("kind of reference", self.follow, self.KINDS)
        require_known("wish to respect", self.respect, self.RESPECTED)

    @property
    def keys(self) -> str:
        """How keys are made, as the options that say so."""
        return " ".join([f"--rung {self.rung}", *(f"--step {name}" for name in sorted(self.steps))])


class Verdict(NamedTuple):
    """What was found out of a URL, whatever page it stands on."""

    fetch_url: str
    key: str
    normal: str
    """The URL normalized, whatever its key is: what the scope is asked of."""
    reason: str
    """Why it is left out; empty where it is not."""


_MEMO_SIZE = 1 << 16


class Judge:
    """Says of URLs and of references whether they come in, as a Policy has it.

    Raises `UrlgleanError` where there is no such rung or step.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.verdicts: dict[str, Verdict] = {}
        """Those on the URLs met before, as far as they are remembered."""
        self.traps: dict[str, str] = {}
        """The first URL that showed each sign of a trap."""
        rung = "scheme" if policy.rung == "protocol" else policy.rung
        # That of the policy is asked for alone to see that all of it exists.
        normalizer(rung=policy.rung, steps=policy.steps, redirects=policy.redirects)
        self._key_of = normalizer(rung=rung, steps=policy.steps)
        self._keys_are_normal = rung == "scheme" and not policy.steps
        self._why_not = policy.scope.test()

    def key(self, url: str) -> str:
        """Give the key of a URL that was retrieved."""
        return self._key_of(as_link(url).partition("#")[0])

    def normal(self, key: str, url: str) -> str:
        """Give a URL normalized, whatever its key is."""
        return key if self._keys_are_normal else normalize(url)

    def verdict(self, url: str) -> Verdict:
        """Find out of a URL what holds on whatever page it stands."""
        if len(self.verdicts) >= _MEMO_SIZE:
            self.verdicts.clear()
        verdict = self.verdicts[url] = self._judged(url)
        return verdict

    def _judged(self, url: str) -> Verdict:
        scheme = url.partition(":")[0].lower()
        if scheme not in self.policy.schemes:
            return Verdict(url, "", "", f"{scheme}:")
        fetch_url = url.partition("#")[0]
        key = self._key_of(fetch_url)
        normal = self.normal(key, fetch_url)
        filtered = self._why_not(fetch_url, normal) if self._why_not is not None else None
        if filtered:
            return Verdict(fetch_url, key, normal, filtered)
        sign = None if self.policy.traps else trap(fetch_url)
        if sign:
            self.traps.setdefault(sign, fetch_url)
            return Verdict(fetch_url, key, normal, sign)
        return Verdict(fetch_url, key, normal, "")

    def reason(
        self, candidate: Candidate, markup: Markup | None, verdict: Verdict, page: ReferringPage
    ) -> str:
        """Say why a reference with its ``markup`` is left out whose URL is not; empty where it comes in."""
        policy = self.policy
        if page.reason:
            return page.reason
        if markup is None and candidate.opened is Opened.BASE and "metadata" not in policy.follow:
            return "names"
        if page.is_xml and not policy.inert and _is_commented(candidate):
            return "inert"
        if page.is_xml and "metadata" not in policy.follow and is_declared(candidate):
            return "names"
        if markup is not None:
            if markup.inert and not policy.inert:
                return "inert"
            if is_empty(candidate.text, markup.element, markup.kind):
                return "empty"
            if policy.follow:
                if markup.kind not in policy.follow:
                    return f"kind {markup.kind}"
            elif is_name(markup.element, markup.attribute, markup.kind):
                return "names"
            if "nofollow" in policy.respect and markup.rel and "nofollow" in markup.rel.lower().split():
                return "rel=nofollow"
        return "same" if policy.scope.leaves_site(verdict.normal, page.normal) else ""


# --- what a reference is, apart from its URL ---

_NAMES = frozenset({"classid", "codebase", "content", "itemid", "itemtype", "pluginspage", "profile"})


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


_LOOKED_BACK = 2000
"""How many code points before a URL of XML are looked at for the beginning of a comment."""


def _is_commented(candidate: Candidate) -> bool:
    """Tell whether a URL of XML that is read as text stands in a comment: that of what made a sitemap, mostly."""
    start = candidate.start
    before = candidate.source.text[max(0, start - _LOOKED_BACK) : start]
    return before.rfind("<!--") > before.rfind("-->")


# --- the page that a Link stands on: what it was retrieved by, what it asks of robots ---

CONTAINERS = frozenset({"application/warc", "application/wacz", MBOX})
"""What holds pages, and is none."""
HEADER_ONLY = "application/http"
"""A response, of which its header fields are read; its body is a document of its own."""
_FIRST_ERROR = 300
"""From which status on a response is no page that was asked for: a redirect, an error."""


class ReferringPage(NamedTuple):
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


def _around(document: Document) -> Iterator[Document]:
    """Yield a document and those that it is a part of, up to the page, message or response."""
    node: Document | None = document
    while node is not None and node.media_type not in CONTAINERS:
        yield node
        node = node.parent


def retrieval_url(document: Document) -> str:
    """Give what a document, or the nearest one around it, was retrieved by; empty where nothing says so."""
    for node in _around(document):
        if node.message is not None and node.media_type in PAGES:  # MHTML, RFC 2557
            for claim in node.claims:
                if claim.source == "Content-Location" and has_scheme(claim.uri):
                    return claim.uri
        for rule in ("retrieval", "default"):
            for claim in node.claims:
                if claim.rule == rule:
                    return claim.uri
    return ""


def root(document: Document) -> Document:
    """Give the page, message or response that a document is a part of."""
    *_, last = (document, *_around(document))
    return last


def asked_of_robots(document: Document) -> frozenset[str]:
    """Give what a document and those around it ask of robots."""
    return document.robots.union(*(node.robots for node in _around(document)))


def came_with_error(document: Document) -> bool:
    """Tell whether a document came with an HTTP error or a redirect."""
    status = document.record.status if document.record is not None else None
    return status is not None and status >= _FIRST_ERROR and document.media_type != HEADER_ONLY


@lru_cache(maxsize=1024)
def as_link(url: str) -> str:
    """Write a URL that was retrieved as a link to it is read: crawlers leave ``'`` and others as they were."""
    try:
        return resolve(url, "", dialect="whatwg")
    except ReferenceSyntaxError:
        return url


# --- signs of a crawler trap in a URL: what a site makes anew at every step, without an end ---

MAX_LENGTH = 8000
"""The longest URL, in code points, that is no sign of a trap: all that every server is asked to take.
(RFC 9110 section 4.1 recommends at least 8,000 octets.)"""

_LONGEST_UNIT = 4
_TIMES = 3
_TIMES_APART = 6
_GROWING_REFERENCE = lazy_re(r"(?:&|%26)(?:amp(?:;|%3B)){2}", re.IGNORECASE)
_GROWING_ESCAPE = lazy_re(r"%(?:25){3}")
_PATH = lazy_re(r"[^:/?#]*:(?://[^/?#]*)?([^?#]*)(?:\?([^#]*))?")


def trap(url: str) -> str | None:
    """Say what sign of a trap a URL shows, or None.

    >>> trap("http://a/x/y/x/y/x/y/z"), trap("http://a/?b=1&amp;amp;c=2"), trap("http://a/2026/2026/")
    ('repeating path segments', 'growing amp;', None)
    """
    if len(url) > MAX_LENGTH:
        return "over-long URL"
    if "&" not in url and "%2" not in url:
        # Most URLs: no two parts between slashes are the same, but for what ``//`` and a last slash leave.
        parts = url.removesuffix("/").split("/")
        if len(set(parts)) == len(parts):
            return None
    found = _PATH.match(url)
    if found is None:
        return None
    path, query = found.groups()
    if path.count("/") >= _TIMES and _repeats(path):
        return "repeating path segments"
    pairs = Counter(query.split("&")) if query and query.count("&") >= _TIMES else {}
    if any(count > _TIMES and "=" in pair for pair, count in pairs.items()):
        return "repeating query parameters"
    if ("amp" in url or "AMP" in url) and _GROWING_REFERENCE.search(url):
        return "growing amp;"
    return "growing %25" if "%2525" in url and _GROWING_ESCAPE.search(url) else None


def _repeats(path: str) -> bool:
    """Tell whether some segments come three times in a row, or one of them comes six times anywhere.

    Numbers do so in good faith: dates, shards of a store of images.
    """
    segments = [segment for segment in path.split("/") if segment]
    if len(set(segments)) == len(segments):
        return False
    for unit in range(1, _LONGEST_UNIT + 1):
        run = 0
        for index in range(len(segments) - unit):
            run = run + 1 if segments[index] == segments[index + unit] else 0
            if run == unit * (_TIMES - 1) and not all(map(str.isdigit, segments[index : index + unit])):
                return True
    words = [segment for segment in segments if not segment.isdigit()]
    return len(words) >= _TIMES_APART and max(map(words.count, set(words[:_MOST_COUNTED]))) >= _TIMES_APART


_MOST_COUNTED = 64
"""How many different segments are counted: each is one look at them all."""

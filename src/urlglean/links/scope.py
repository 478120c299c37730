"""Which Links a user wants, and which URLs a crawl is about: by scheme, host, domain, prefix, pattern, extension."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from urlglean.errors import UrlgleanError, refuse_one_string, require_known
from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.uri.hosts import HOST_OF_URL, host_kind
from urlglean.uri.normalize import normalize
from urlglean.uri.schemes import has_scheme

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


__all__ = ["Scope", "Wanted"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A test for Links, which can be pickled; what is empty asks for nothing."""

    schemes: frozenset[str] = frozenset()
    """Schemes in lower case: only URLs of these."""
    hosts: tuple[str, ...] = ()
    """Hosts as `host` gives them: only URLs of these and of those below them."""
    exclude: tuple[re.Pattern[str], ...] = ()
    """Only what none of these is found in."""

    def __call__(self, link: Link) -> bool:
        """Tell whether a Link is wanted; one that comes to no URL has the scheme it is written with, and no host."""
        url = link.target
        text = link.text if url is None else url
        return (
            (not self.schemes or link.scheme in self.schemes)
            and (not self.hosts or (url is not None and is_within(self.host(url), self.hosts)))
            and not any(pattern.search(text) for pattern in self.exclude)
        )

    @staticmethod
    def host(url: str) -> str:
        """Give the host of a URL in its normal form; empty where it has none.

        >>> Wanted.host("http://me@EXAMPLE.org:80/x"), Wanted.host("mailto:me@example.org")
        ('example.org', '')
        """
        return host_of(normalize(url))

    def __bool__(self) -> bool:
        """Whether it asks for anything."""
        return bool(self.schemes or self.hosts or self.exclude)


# --- crawls ---

Same = Literal["host", "domain"]


@dataclass(frozen=True, slots=True)
class Scope:
    """What a user asked for; a URL is in the scope where every kind of filter that was given lets it pass."""

    same: Same | None = None
    """Only what is on the ``host`` or registrable ``domain`` of the page it was found on."""
    hosts: tuple[str, ...] = ()
    """Only these hosts and those below them, in normal form."""
    prefixes: tuple[str, ...] = ()
    """Only URLs that begin with one of these, both normalized."""
    matches: tuple[re.Pattern[str], ...] = ()
    """Only URLs that one of these is found in."""
    excludes: tuple[re.Pattern[str], ...] = ()
    """No URLs that one of these is found in."""
    extensions: frozenset[str] = frozenset()
    """Only paths that end with one of these (``pdf``, ``tar.gz``), in lower case without the first dot; those
    without one have ``""``. Parameters behind it (``;jsessionid=1``) are no part of it."""
    not_extensions: frozenset[str] = frozenset()
    """No paths that end with one of these."""

    def __post_init__(self) -> None:
        """See that everything is what it is to be: a filter that is none would leave out all, or nothing."""
        if self.same is not None:
            require_known("site", (self.same,), get_args(Same))
        refuse_one_string(**{name: getattr(self, name) for name in self.__slots__ if name != "same"})
        for host in self.hosts:
            normal = host_of(normalize(f"http://{host.removeprefix('*.')}/"))
            if not host or host != normal:
                raise UrlgleanError(
                    f"{host!r} is no host in normal form" + (f"; write {normal!r}" if normal else "")
                )
        for prefix in self.prefixes:
            if not has_scheme(prefix):
                raise UrlgleanError(f"{prefix!r} is no absolute URL, so no URL begins with it")
        for name in (*self.extensions, *self.not_extensions):
            plain = name.lower().removeprefix("*").lstrip(".")
            if name != plain:
                raise UrlgleanError(f"an extension is in lower case, without the first dot: write {plain!r}")
        for pattern in (*self.matches, *self.excludes):
            if not hasattr(pattern, "search"):
                raise TypeError(f"a pattern is to be compiled: write re.compile({pattern!r})")

    def test(self) -> Callable[[str, str], str | None] | None:
        """Give a function that takes a URL and its normal form, and gives the filter that leaves it out, or None.

        ``same`` is not asked there: that takes the page, and `leaves_site` tells. Without other filters there is
        nothing to ask: None.
        """
        if self == Scope(same=self.same):
            return None
        prefixes = tuple(map(normalize, self.prefixes))

        def why_not(url: str, normal: str) -> str | None:
            if self.hosts and not is_within(host_of(normal), self.hosts):
                return "host"
            if prefixes and not normal.startswith(prefixes):
                return "prefix"
            if self.matches and not any(pattern.search(url) for pattern in self.matches):
                return "match"
            if any(pattern.search(url) for pattern in self.excludes):
                return "exclude"
            if self.extensions or self.not_extensions:
                return self._by_extension(normal)
            return None

        return why_not

    def _by_extension(self, url: str) -> str | None:
        found = _LAST_SEGMENT.match(url)
        name = found[1].partition(";")[0].lower() if found else ""
        if self.extensions and not _has_extension(name, self.extensions):
            return "extension"
        return "skip-extension" if _has_extension(name, self.not_extensions) else None

    def leaves_site(self, url: str, page: str) -> bool:
        """Tell whether a URL is on another host or domain than its page, where ``same`` asks; both normalized."""
        if self.same is None:
            return False
        host, of_page = host_of(url), host_of(page)
        if self.same == "domain":
            host, of_page = registrable_domain(host), registrable_domain(of_page)
        return host != of_page or not host


_LAST_SEGMENT = lazy_re(r"[^:/?#]*:(?://[^/?#]*)?(?:[^?#]*/)?([^/?#]*)")
_WORD = lazy_re(r"[0-9A-Za-z]+")


def _has_extension(name: str, extensions: Iterable[str]) -> bool:
    """Tell whether a segment ends with a dot and one of ``extensions``; "" stands for no extension."""
    before, _, last = name.rpartition(".")
    # A name that begins with its only dot (`.well-known`) has none, and one that ends with it neither.
    has_one = bool(before and _WORD.fullmatch(last))
    return any(name.endswith(f".{one}") and name != f".{one}" if one else not has_one for one in extensions)


# --- hosts ---


def host_of(url: str) -> str:
    """Give the host of a URL, without its port; empty where it has none.

    >>> host_of("http://me@www.example.org:8080/x"), host_of("http://[::1]/"), host_of("mailto:a@b")
    ('www.example.org', '[::1]', '')
    >>> host_of("http://example.org./"), host_of("http://a@b@example.org/")
    ('example.org', 'example.org')
    """
    found = HOST_OF_URL.match(url)
    return found[1] if found else ""


def is_within(host: str, hosts: Iterable[str]) -> bool:
    """Tell whether a host is one of ``hosts``, or below one of them.

    >>> is_within("www.example.org", ["example.org"]), is_within("badexample.org", ["example.org"])
    (True, False)
    """
    return any(host == one or host.endswith(f".{one}") for one in hosts)


@cache
def _public_suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


@lru_cache(maxsize=1 << 16)
def registrable_domain(host: str) -> str:
    """Give the domain that somebody registered, by the Public Suffix List; an address or lone name is its own.

    >>> registrable_domain("www.example.co.uk"), registrable_domain("me.github.io")
    ('example.co.uk', 'me.github.io')
    >>> registrable_domain("192.0.2.1"), registrable_domain("localhost")
    ('192.0.2.1', 'localhost')
    """
    if host_kind(host) != "reg-name":
        return host
    return _public_suffixes().privatesuffix(host) or host

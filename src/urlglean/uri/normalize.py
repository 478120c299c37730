"""RFC 3986 section 6.2, the ladder of comparison: the normal form of a URL on a rung, and why it is that.

Every step cites where it is from (see `steps`), every rung is idempotent, and `explain` shows what each
step did. The commonest URLs are normalized as strings, without their components, and to the same result.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from urlglean.errors import UrlgleanError, refuse_one_string, require, require_known
from urlglean.patterns import lazy_re
from urlglean.uri.characters import (
    LEGAL,
    character_class,
    decode_unreserved,
    encode_illegal,
    uppercase_triplets,
)
from urlglean.uri.hosts import PLAIN_HOST, canonical_host
from urlglean.uri.reference import Reference, compose, parse, remove_dot_segments
from urlglean.uri.steps import NAMES_HOST, PORTS, RUNGS, STEPS, Step

__all__ = ["RUNGS", "STEPS", "explain", "normalize", "normalizer"]

_SCHEME = RUNGS["scheme"]


class Change(NamedTuple):
    """What one step did to a URL."""

    step: str
    section: str
    before: str
    after: str


def normalize(
    url: str,
    *,
    rung: str = "scheme",
    steps: Sequence[str | Step] = (),
    redirects: Iterable[tuple[str, str]] = (),
) -> str:
    """Give the normal form of a URL on a rung of the ladder (RFC 3986 section 6.2); no string makes it fail.

    ``steps`` adds steps of `STEPS` by name, or your own. ``redirects`` are pairs (from, to) for the
    ``protocol`` rung, the last of two from one URL counting: the end of a chain represents every URL on it; a
    loop is represented by its first URL in the order of code points. For many URLs with the same options,
    `normalizer` prepares them once.

    What is no URL comes back with as much done as has a meaning: a host that can't be read stays as it is.

    Raises `UrlgleanError` for a rung or a step that does not exist, and for redirects on another rung; TypeError for
    what is no string, for ``steps`` that are one string, and for ``redirects`` that are no pairs of strings.

    >>> normalize("HTTP://Example.COM:80/%7euser/a/../b")
    'http://example.com/~user/b'
    >>> normalize("http://a/?b=2&utm_source=x&a=1", steps=["drop-tracking", "sort-query"])
    'http://a/?a=1&b=2'
    >>> normalize("http://a/x", rung="protocol", redirects=[("http://a/x", "https://a/x")])
    'https://a/x'
    """
    try:
        if rung == "scheme" and not steps and not redirects:
            quick = _normalize_by_strings(url)
            return _apply(url, _SCHEME) if quick is None else quick
        normal = normalizer(rung=rung, steps=steps, redirects=redirects)
        require(str, url=url)
        return normal(url)
    except TypeError:
        require(str, url=url)
        raise


def explain(
    url: str,
    *,
    rung: str = "scheme",
    steps: Sequence[str | Step] = (),
    redirects: Iterable[tuple[str, str]] = (),
) -> tuple[Change, ...]:
    """Give each step that changed something, in order, with the URL before and after.

    The options (``rung``, ``steps``, ``redirects``) are those of `normalize`; raises `UrlgleanError` as that does.

    >>> for change in explain("http://A:80"):
    ...     print(change.step, change.section, change.before, change.after)
    host-case RFC 3986 6.2.2.1 http://A:80 http://a:80
    default-port RFC 3986 6.2.3 http://a:80 http://a
    empty-path RFC 3986 6.2.3 http://a http://a/
    """
    require(str, url=url)
    return normalizer(rung=rung, steps=steps, redirects=redirects).explain(url)


def _apply(url: str, steps: tuple[Step, ...]) -> str:
    ref = parse(url)
    for step in steps:
        ref = step.apply(ref)
    return compose(ref)


_ROUNDS = 16  # a step of a caller's own may never come to rest


@dataclass(frozen=True, slots=True)
class Normalizer:
    """A rung, added steps and redirects, ready for many URLs. Made by `normalizer`; call it with a URL."""

    rung: tuple[Step, ...]
    added: tuple[Step, ...] = ()
    redirects: Mapping[str, str] = field(default_factory=dict)
    """Each normal form without its fragment, and the end of the chain it begins."""

    def __call__(self, url: str) -> str:
        """Give the normal form of a URL."""
        normal = self._by_steps(url)
        return self._end_of_chain(normal) if self.redirects else normal

    def explain(self, url: str) -> tuple[Change, ...]:
        """Give each step that changed something, in order."""
        changes: list[Change] = []
        for _ in range(_ROUNDS):
            before = url
            for step in (*self.rung, *self.added):
                after = compose(step.apply(parse(url)))
                if after != url:
                    changes.append(Change(step.name, step.section, url, after))
                    url = after
            if not self.added or url == before:
                break
        end = self._end_of_chain(url)
        if end != url:
            changes.append(Change("redirects", "RFC 3986 6.2.4", url, end))
        return tuple(changes)

    def _by_steps(self, url: str) -> str:
        """Take the rung's steps and the added ones until nothing changes: one can make work for another."""
        if self.rung is _SCHEME:
            quick = _normalize_by_strings(url)
            normal = _apply(url, _SCHEME) if quick is None else quick
        else:
            normal = url if not self.rung or _NORMAL.fullmatch(url) else _apply(url, self.rung)
        for _ in range(_ROUNDS if self.added else 0):
            before = normal
            normal = _apply(_apply(normal, self.added), self.rung)
            if normal == before:
                break
        return normal

    def _end_of_chain(self, url: str) -> str:
        """Follow the redirects; a fragment is inherited where the target has none (RFC 9110 10.2.2)."""
        address, mark, fragment = url.partition("#")
        end = self.redirects.get(address, address)
        return end if "#" in end else f"{end}{mark}{fragment}"


def normalizer(
    *, rung: str = "scheme", steps: Sequence[str | Step] = (), redirects: Iterable[tuple[str, str]] = ()
) -> Normalizer:
    """Prepare the options of `normalize` once, for many URLs.

    Raises `UrlgleanError` as `normalize` does.

    >>> key = normalizer(rung="syntax", steps=["drop-fragment"])
    >>> key("http://A/#x"), key("http://a/")
    ('http://a/', 'http://a/')
    """
    refuse_one_string(steps=steps)
    plain = _without_redirects(rung, tuple(steps))
    chain: dict[str, str] = {}
    for source, target in _pairs(redirects):
        chain[plain(source).partition("#")[0]] = plain(target)
    if chain and rung != "protocol":
        raise UrlgleanError(f"redirects are for rung='protocol', not {rung!r}; leave them out or climb to it")
    moved = {source: target for source, target in chain.items() if target.partition("#")[0] != source}
    return Normalizer(plain.rung, plain.added, MappingProxyType(_ends(moved))) if moved else plain


def _pairs(redirects: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield redirects; raise a TypeError where they are no pairs of strings."""
    refuse_one_string(redirects=redirects)
    if isinstance(redirects, Mapping):
        raise TypeError("redirects are pairs (from, to), not a mapping: write redirects=mapping.items()")
    for pair in redirects:
        if not (
            isinstance(pair, (tuple, list)) and len(pair) == 2 and all(isinstance(url, str) for url in pair)
        ):
            raise TypeError(f"each of redirects is a pair of strings (from, to), not {pair!r}")
        yield pair[0], pair[1]


def _ends(moved: Mapping[str, str]) -> dict[str, str]:
    """Give the end of the chain that each address begins, with the last fragment on the way.

    A loop, and what leads into it, ends at its first address in the order of code points, and has no fragment.
    """
    ends: dict[str, str] = {}
    looped: set[str] = set()
    for start in moved:
        path: dict[str, None] = {}
        at = start
        while at in moved and at not in ends and at not in path:
            path[at] = None
            at = moved[at].partition("#")[0]
        if at in path or at in looped:
            end = ends[at] if at in ends else min(itertools.dropwhile(at.__ne__, path))
            ends.update(dict.fromkeys(path, end))
            looped.update(path)
            continue
        end = ends.get(at, at)
        for address in reversed(path):
            _, mark, fragment = moved[address].partition("#")
            ends[address] = end = end if "#" in end else f"{end}{mark}{fragment}"
    return ends


@lru_cache(maxsize=64)
def _without_redirects(rung: str, steps: tuple[str | Step, ...]) -> Normalizer:
    """Make the Normalizer without redirects, once."""
    require_known("rung", (rung,), RUNGS)
    return Normalizer(RUNGS[rung], tuple(map(_step, steps)))


def _step(step: str | Step) -> Step:
    if isinstance(step, Step):
        return step
    try:
        return STEPS[step]
    except KeyError:
        raise UrlgleanError(f"there is no step {step!r}; choose from {', '.join(STEPS)}") from None


# -- the way by strings: URLs with an authority, equal to the way by steps -----------------------------------

_KEPT_TRIPLET = "%(?:[018-9A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[BCDF])"


def _normal_run(characters: Iterable[str]) -> str:
    return f"(?:[{character_class(characters)}]++|{_KEPT_TRIPLET})*+"


# One match tells that nothing is to be done.
_NORMAL = lazy_re(
    rf"https?://{PLAIN_HOST}(?::(?!80/|443/|0)[0-9]++)?"
    rf"(?:/(?!\.){_normal_run(LEGAL - frozenset('%/?#'))})++"
    rf"(?:\?{_normal_run(LEGAL - frozenset('%#'))})?(?:\#{_normal_run(LEGAL - frozenset('%'))})?"
)


def _component(first: str, outside: str) -> str:
    """Match an optional query or fragment that has nothing to encode and nothing to decode."""
    return rf"(?:\{first}[{character_class(LEGAL - frozenset(outside))}]*+)?"


_SCHEME_AND_AUTHORITY = "([A-Za-z][A-Za-z0-9+.-]*+)://([^/?#]++)"
_UNENCODED = lazy_re(
    rf"{_SCHEME_AND_AUTHORITY}([{character_class(LEGAL - frozenset('%?#'))}]*+)"
    rf"({_component('?', '%#')}{_component('#', '%')})"
)
_ENCODED = lazy_re(rf"{_SCHEME_AND_AUTHORITY}([^?#]*)(.*)", re.DOTALL)
_PLAIN_AUTHORITY = lazy_re(rf"({PLAIN_HOST})(?::([1-9][0-9]*+)?)?")


_NAME = lazy_re("[a-z0-9._-]++")


def _normalize_by_strings(url: str) -> str | None:
    """Give what the ``scheme`` rung gives, by string operations alone; None where its steps have to be taken."""
    if "/." not in url and _NORMAL.fullmatch(url):
        return url
    found = _UNENCODED.fullmatch(url)
    if found is not None:
        scheme, authority, path, rest = found.groups()
    else:
        found = _ENCODED.fullmatch(url)
        if found is None:
            return None
        scheme, authority, path, rest = found.groups()
        path = _normal_octets(path)
        rest = _normal_octets(rest)
    scheme = scheme.lower()
    if scheme == "file":
        return None
    if "/." in path:
        path = remove_dot_segments(path)
    return f"{scheme}://{_normal_authority(scheme, authority)}{path or '/'}{rest}"


def _normal_octets(text: str) -> str:
    text = encode_illegal(text)
    return decode_unreserved(uppercase_triplets(text)) if "%" in text else text


def _normal_authority(scheme: str, authority: str) -> str:
    if scheme in NAMES_HOST:
        lower = authority.lower()
        if (found := _PLAIN_AUTHORITY.fullmatch(lower)) is not None:
            host, port = found.groups()
            return f"{host}:{port}" if port and port != PORTS.get(scheme) else str(host)
        is_alone = ":" not in authority and "@" not in authority
        if is_alone and (name := _canonical_name(authority, lower)) is not None:
            return name
    way = _authority_by_steps if len(authority) < _TOO_LONG else _authority_by_steps.__wrapped__
    return way(scheme, authority)


def _canonical_name(authority: str, lower: str) -> str | None:
    """Give what the steps make of an authority that is a name or a number and no more; None where they are needed.

    Most are met once, so that no memory helps.
    """
    if authority.isascii():
        return canonical_host(lower) or lower if _NAME.fullmatch(lower) else None
    return canonical_host(authority)


_TOO_LONG = 512  # to be remembered: hostile input must not fill the memory


@lru_cache(maxsize=4096)
def _authority_by_steps(scheme: str, authority: str) -> str:
    """Give what the steps make of an authority: they look at nothing beside it but the scheme."""
    ref = Reference(scheme, authority, "/")
    for step in _SCHEME:
        ref = step.apply(ref)
    return ref.authority or ""

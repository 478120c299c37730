"""Groups Links by their key; never loses an occurrence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from urlglean.link import Link
from urlglean.normalize import normalizer

__all__ = ["Distinct", "unique"]


@dataclass(frozen=True, slots=True)
class Distinct:
    """One URL with every place it was found at."""

    url: str | None
    """The URL as its first occurrence has it; None for references that come to no URL."""
    key: str | None
    """What its occurrences have in common: the URL normalized at the rung that was asked for."""
    count: int
    links: tuple[Link, ...]
    """The occurrences, in the order they were found in."""

    @property
    def first(self) -> Link:
        """The first occurrence."""
        return self.links[0]


def unique(
    links: Iterable[Link],
    *,
    rung: str = "scheme",
    steps: Sequence[Any] = (),
    redirects: Iterable[tuple[str, str]] = (),
) -> Iterator[Distinct]:
    """Yield each distinct URL of ``links`` once, in first-seen order, with its occurrences.

    Two URLs are the same when they have the same key at ``rung`` of RFC 3986 section 6.2 (``string``,
    ``syntax``, ``scheme``, ``protocol``), ``steps`` and ``redirects`` being those of
    `urlglean.normalize.normalize`. References that come to no URL are grouped by their text. All links are
    read before the first group is yielded; the texts around them are let go, so memory grows with the
    occurrences alone.
    """
    key_of = normalizer(rung=rung, steps=steps, redirects=redirects)
    groups: dict[tuple[str | None, str], list[Link]] = {}
    keys: dict[str, str] = {}
    for link in links:
        url = link.url
        if url is None:
            identity: tuple[str | None, str] = (None, link.text)
        else:
            key = keys.get(url)
            if key is None:
                key = keys[url] = key_of(url)
            identity = (key, "")
        groups.setdefault(identity, []).append(link.detached())
    for (key, _), found in groups.items():
        yield Distinct(found[0].url, key, len(found), tuple(found))

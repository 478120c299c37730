"""Groups Links by their key; never loses an occurrence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from urlglean.errors import UrlgleanError, require
from urlglean.links.link import Link
from urlglean.uri.normalize import normalizer

__all__ = ["Distinct", "Grouping", "unique"]

_COLUMNS = (
    *("count", "url", "key"),
    *("source", "part", "line", "column", "text", "message_id", "date"),
)
"""The columns of a distinct URL as a row; the second line of them tells its first place."""


@dataclass(frozen=True, slots=True)
class Distinct:
    """One URL with every place it was found at."""

    url: str | None
    """The target of its first occurrence: its URL, or what that redirects to where this was asked for. None for
    references that come to no URL."""
    key: str | None
    """What its occurrences have in common: the URL normalized at the rung that was asked for."""
    count: int
    links: tuple[Link, ...]
    """The occurrences, in the order they were found in (the first of them, where `unique` was to keep few)."""

    @property
    def first(self) -> Link:
        """The first occurrence."""
        return self.links[0]

    @staticmethod
    def columns() -> tuple[str, ...]:
        """Give the columns of a row, in order; they are those of a Link but for the count."""
        return _COLUMNS

    def row(self) -> dict[str, Any]:
        """Give it as a row: a dictionary with all of `columns` in order, of plain JSON types."""
        row = self.first.row("string")
        row["count"], row["url"], row["key"] = self.count, self.url, self.key
        return {name: row[name] for name in _COLUMNS}


def unique(
    links: Iterable[Link],
    *,
    rung: str = "scheme",
    steps: Sequence[Any] = (),
    redirects: Iterable[tuple[str, str]] = (),
    keep: int | None = None,
) -> Iterator[Distinct]:
    """Yield each distinct URL of ``links`` once, in first-seen order, with its occurrences.

    Two URLs are the same when they have the same key at ``rung`` of RFC 3986 section 6.2 (``string``,
    ``syntax``, ``scheme``, ``protocol``), ``steps`` and ``redirects`` being those of
    `urlglean.uri.normalize.normalize`. References that come to no URL are grouped by their text, and those that are
    relative by their page, too: what the same words mean on another page is another URL. All links are
    read before the first group is yielded; the texts around them are let go, so memory grows with the
    occurrences that are kept: all of them, or the first ``keep`` of each URL. The count is of all in any case.

    Raises `UrlgleanError` for a rung or a step that does not exist, or where ``keep`` is less than 1, and
    TypeError for what is no Link, and for an argument of a wrong type.
    """
    if keep is not None:
        require(int, keep=keep)
    if keep is not None and keep < 1:
        raise UrlgleanError("keep at least one occurrence of each URL, or None for all")
    key_of = normalizer(rung=rung, steps=steps, redirects=redirects)
    groups: dict[tuple[str | None, str], _Group] = {}
    by_url: dict[str, _Group] = {}  # most URLs are met again as they stand: they need no second key
    for link in links:
        try:
            url = link.target
        except AttributeError:
            if isinstance(link, Link):
                raise
            raise TypeError(
                f"unique groups Links, as extract_text yields them, not {type(link).__name__}"
            ) from None
        group = by_url.get(url) if url is not None else None
        if group is None:
            identity = _identity(link) if url is None else (key_of(url), "")
            group = groups.get(identity)
            if group is None:
                group = groups[identity] = _Group(identity[0])
            if url is not None:
                by_url[url] = group
        group.count += 1
        if keep is None or group.count <= keep:
            group.links.append(link.detached())
    by_url.clear()
    for group in groups.values():
        yield Distinct(group.links[0].target, group.key, group.count, tuple(group.links))


class Grouping:
    """Groups of Links that were made elsewhere, put together in the order they are added in.

    Args:
        keep: How many occurrences of each URL are kept; None for all. As many must be in each group.

    """

    def __init__(self, *, keep: int | None = None) -> None:
        self._keep = keep
        self._groups: dict[tuple[str | None, str], _Group] = {}

    def add(self, groups: Iterable[Distinct]) -> None:
        """Take in what `unique` made of the Links that come next."""
        for found in groups:
            identity = _identity(found.first) if found.key is None else (found.key, "")
            group = self._groups.get(identity)
            if group is None:
                group = self._groups[identity] = _Group(found.key)
            group.count += found.count
            room = None if self._keep is None else self._keep - len(group.links)
            group.links.extend(found.links[:room])

    def __iter__(self) -> Iterator[Distinct]:
        """Yield what `unique` makes of all of the Links."""
        for group in self._groups.values():
            yield Distinct(group.links[0].target, group.key, group.count, tuple(group.links))


_Identity: TypeAlias = tuple[str | None, str]
"""A key, or what stands for the key of a reference that comes to no URL."""


def _identity(link: Link) -> _Identity:
    """Give what a reference without a URL is compared by."""
    return None, f"{link.document.locator} {link.text}" if link.lacks_base else link.text


class _Group:
    """The occurrences of one URL so far."""

    __slots__ = ("count", "key", "links")

    def __init__(self, key: str | None) -> None:
        self.key = key
        self.count = 0
        self.links: list[Link] = []

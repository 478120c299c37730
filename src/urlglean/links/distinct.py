"""Groups Links by their key; never loses an occurrence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from urlglean.document import Document
from urlglean.errors import UrlgleanError, require
from urlglean.links.link import Link
from urlglean.uri.normalize import normalizer

__all__ = ["Distinct", "Grouping", "Tally", "unique"]

_COLUMNS = (
    *("count", "url", "key"),
    *("source", "part", "line", "column", "text", "message_id", "date"),
)
"""The columns of a distinct URL as a row; the second line of them tells its first place."""


class Occurrence(NamedTuple):
    """A place where a URL was found, in the plain values that a row has of it: less than its Link by far."""

    source: str
    part: str | None
    line: int
    column: int
    text: str
    element: str | None
    attribute: str | None
    message_id: str | None
    date: str | None
    sender: str | None
    offset: int | None
    quote_depth: int | None

    @classmethod
    def of(cls, link: Link) -> Occurrence:
        """Give that of a Link."""
        return cls._make(_place_of(link.values("string")))

    @property
    def place(self) -> str:
        """Where it is, as `urlglean.links.link.Link.place` tells it."""
        return f"{Document.located(self.source, self.offset, self.part)}:{self.line}:{self.column}"


_place_of = itemgetter(*map(list(Link.columns()).index, Occurrence._fields))


@dataclass(frozen=True, slots=True)
class Tally:
    """One URL, how often it was found, and where, in plain values."""

    url: str | None
    """As `Distinct` has it, and so the key."""
    key: str | None
    count: int
    places: tuple[Occurrence, ...]
    """In the order they were found in: all, or as many of the first as were to be kept."""

    @property
    def first(self) -> Occurrence:
        """The first place."""
        return self.places[0]

    @staticmethod
    def columns() -> tuple[str, ...]:
        """Give the columns of a row, in order; they are those of a Link but for the count."""
        return _COLUMNS

    @staticmethod
    def place_columns() -> tuple[str, ...]:
        """Give the columns of a place, in order; they are those of a Link."""
        return Occurrence._fields

    def row(self) -> dict[str, Any]:
        """Give it as a row: a dictionary with all of `columns` in order, of plain JSON types."""
        row = {**self.first._asdict(), "count": self.count, "url": self.url, "key": self.key}
        return {name: row[name] for name in _COLUMNS}


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

    @property
    def tally(self) -> Tally:
        """The same without the Links."""
        return Tally(self.url, self.key, self.count, tuple(map(Occurrence.of, self.links)))

    def row(self) -> dict[str, Any]:
        """Give it as a row: a dictionary with all of `columns` in order, of plain JSON types."""
        return Tally(self.url, self.key, self.count, (Occurrence.of(self.first),)).row()


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
    groups = _grouped(links, normalizer(rung=rung, steps=steps, redirects=redirects), keep, Link.detached)
    for identity, group in groups.items():
        yield Distinct(group.url, _key_of(identity), group.count, tuple(group.kept))


@dataclass(frozen=True, slots=True)
class _Groups:
    """What is made of Links for a `Grouping`, in another process, too: they are grouped, and told in plain values."""

    rung: str
    steps: Sequence[Any]
    redirects: Iterable[tuple[str, str]]
    keep: int | None

    def make(self, links: Iterable[Link], deliver: Callable[[list[_Part]], object]) -> None:
        """Deliver what `Grouping.add` takes."""
        key_of = normalizer(rung=self.rung, steps=self.steps, redirects=self.redirects)
        groups = _grouped(links, key_of, self.keep, lambda link: _place_of(link.values("string")))
        identities = list(groups)
        for start in range(0, max(1, len(identities)), _AT_ONCE):
            # What is delivered is let go: whoever takes it may keep it.
            some = [(identity, groups.pop(identity)) for identity in identities[start : start + _AT_ONCE]]
            deliver([(identity, group.url, group.count, tuple(group.kept)) for identity, group in some])

    def at_once(self) -> _Groups:
        """Give the same: what is distinct is known when all is known."""
        return self


class Grouping:
    """The distinct URLs of Links, grouped as `unique` does; several processes may find them.

    The arguments are those of `unique`.
    """

    def __init__(
        self,
        *,
        rung: str = "scheme",
        steps: Sequence[Any] = (),
        redirects: Iterable[tuple[str, str]] = (),
        keep: int | None = None,
    ) -> None:
        self.product = _Groups(rung, steps, tuple(redirects), keep)
        """Makes of Links what `add` takes."""
        self._groups: dict[_Identity, _Group[tuple[Any, ...]]] = {}

    def add(self, parts: Iterable[_Part]) -> None:
        """Take in what was made of the Links that come next."""
        keep = self.product.keep
        for identity, url, count, places in parts:
            group = self._groups.get(identity)
            if group is None:
                group = self._groups[identity] = _Group(url)
            group.count += count
            group.keep(places if keep is None else places[: keep - len(group.kept)])

    def __iter__(self) -> Iterator[Tally]:
        """Yield what came of all Links so far."""
        for identity, group in self._groups.items():
            places = tuple(map(Occurrence._make, group.kept))
            yield Tally(group.url, _key_of(identity), group.count, places)


_AT_ONCE = 1 << 12
"""How many groups are delivered at once."""
_Identity: TypeAlias = str | tuple[str]
"""A key; what stands for the key of a reference that comes to no URL is by itself in a tuple."""
_Part: TypeAlias = tuple[_Identity, str | None, int, tuple[tuple[Any, ...], ...]]
"""What its Links have in common, the URL, how many they are, the values of the first places."""
_Held = TypeVar("_Held")


class _Group(Generic[_Held]):
    """The occurrences of one URL so far."""

    __slots__ = ("count", "kept", "url")

    def __init__(self, url: str | None) -> None:
        self.url = url
        self.count = 0
        self.kept: tuple[_Held, ...] | list[_Held] = ()
        """A list where they came at different times: most URLs are met once, and a tuple takes less."""

    def keep(self, more: tuple[_Held, ...]) -> None:
        """Keep some more occurrences."""
        if not self.kept:
            self.kept = more
        elif more:
            if isinstance(self.kept, tuple):
                self.kept = list(self.kept)
            self.kept += more


def _grouped(
    links: Iterable[Link], key_of: Callable[[str], str], keep: int | None, held: Callable[[Link], _Held]
) -> dict[_Identity, _Group[_Held]]:
    """Group Links by their keys; of each that is kept, hold what ``held`` gives."""
    if keep is not None:
        require(int, keep=keep)
    if keep is not None and keep < 1:
        raise UrlgleanError("keep at least one occurrence of each URL, or None for all")
    groups: dict[_Identity, _Group[_Held]] = {}
    # Most URLs are met again as they stand: they need no second key. Those that are their own are not held twice.
    by_url: dict[str, _Group[_Held]] = {}
    for link in links:
        try:
            url = link.target
        except AttributeError:
            if isinstance(link, Link):
                raise
            raise TypeError(
                f"unique groups Links, as extract_text yields them, not {type(link).__name__}"
            ) from None
        group = groups.get(url) if url is not None else None
        if group is None or group.url != url:
            group = by_url.get(url) if url is not None else None
        if group is None:
            identity = _identity(link) if url is None else key_of(url)
            group = groups.get(identity)
            if group is None:
                group = groups[url if identity == url else identity] = _Group(url)
            if url is not None and (identity != url or group.url != url):
                by_url[url] = group
        group.count += 1
        if keep is None or group.count <= keep:
            group.keep((held(link),))
    return groups


def _identity(link: Link) -> _Identity:
    """Give what a reference without a URL is compared by."""
    return (f"{link.document.locator} {link.text}" if link.lacks_base else link.text,)


def _key_of(identity: _Identity) -> str | None:
    return identity if isinstance(identity, str) else None

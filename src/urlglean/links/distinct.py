"""Groups Links by their key; never loses an occurrence."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from urlglean.document import Document
from urlglean.errors import UrlgleanError, require
from urlglean.links.link import Link
from urlglean.uri.normalize import normalizer

__all__ = ["Distinct", "Grouping", "Tally", "unique"]

_COLUMNS = tuple("count url key source part line column text message_id date".split())
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
        text, document, (line, column) = link.text, link.document, link.position
        source, part, message, record = document.name, document.part, document.message, document.record
        (element, attribute), depth = link.candidate.owner, link.candidate.quote_depth
        if message is None:
            date, offset = (record.date, record.offset) if record else (None, None)
            return cls(source, part, line, column, text, element, attribute, None, date, None, offset, depth)
        identifier, date, sender, offset = message.message_id, message.date, message.sender, message.offset
        return cls(
            source, part, line, column, text, element, attribute, identifier, date, sender, offset, depth
        )

    @property
    def place(self) -> str:
        """Where it is, as `urlglean.links.link.Link.place` tells it."""
        return f"{Document.located(self.source, self.offset, self.part)}:{self.line}:{self.column}"


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
    def types() -> dict[str, str]:
        """Give the columns of a row, in order, and the SQL type of each, as DuckDB writes it."""
        return {name: Link.types().get(name, "BIGINT") for name in _COLUMNS}

    @staticmethod
    def place_columns() -> tuple[str, ...]:
        """Give the columns of a place, in order; they are those of a Link."""
        return Occurrence._fields

    def row(self) -> dict[str, Any]:
        """Give it as a row: a dictionary with all of `columns` in order, of plain JSON types."""
        row = {**self.first._asdict(), "count": self.count, "url": self.url, "key": self.key}
        return {name: row[name] for name in _COLUMNS}

    def row_of_places(self) -> dict[str, Any]:
        """Give it as a row with every place, one by one, each an object with all of `place_columns`."""
        places = (place._asdict() for place in self.places)
        return {"url": self.url, "key": self.key, "count": self.count, "places": places}


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
) -> Generator[Distinct, None, None]:
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
    _check_kept(keep)
    urls = _Urls(normalizer(rung=rung, steps=steps, redirects=redirects))
    counts, kept = array("Q"), list[list[Link]]()
    for link in links:
        number = urls.number_of(link)
        if number == len(kept):
            counts.append(1)
            kept.append([link.detached()])
            continue
        counts[number] += 1
        if keep is None or len(kept[number]) < keep:
            kept[number].append(link.detached())
    for number, (count, some) in enumerate(zip(counts, kept, strict=True)):
        yield Distinct(urls.url(number), _key_of(urls.identity(number)), count, tuple(some))


@dataclass(frozen=True, slots=True)
class _Groups:
    """What is made of Links for a `Grouping`, in another process, too: they are grouped, and told in plain values."""

    rung: str
    steps: Sequence[Any]
    redirects: Iterable[tuple[str, str]]
    keep: int | None

    def __call__(self, links: Iterable[Link], deliver: Callable[[list[_Part]], object]) -> None:
        """Deliver what `Grouping.add` takes, when there is much of it and at the end."""
        grouping = Grouping(rung=self.rung, steps=self.steps, redirects=self.redirects, keep=self.keep)
        links = iter(links)
        while not grouping.take(links, most=_AT_ONCE):
            deliver(list(grouping.parts()))
            grouping.clear()
        deliver(list(grouping.parts()))


class Grouping:
    """The distinct URLs of Links, grouped as `unique` does; several processes may find them.

    The arguments are those of `unique`. Of a place the values of its row are held, not its Link.
    """

    def __init__(
        self,
        *,
        rung: str = "scheme",
        steps: Sequence[Any] = (),
        redirects: Iterable[tuple[str, str]] = (),
        keep: int | None = None,
    ) -> None:
        _check_kept(keep)
        self.product = _Groups(rung, steps, tuple(redirects), keep)
        """Makes of Links what `add` takes."""
        self._key_of = normalizer(rung=rung, steps=steps, redirects=self.product.redirects)
        self.clear()

    def clear(self) -> None:
        """Begin anew: what was taken in has been handed on."""
        self._urls = _Urls(self._key_of)
        self._counts = array("Q")
        self._places = _PlaceColumns()

    def take(self, links: Iterable[Link], *, most: int | None = None) -> bool:
        """Take in the Links that come next, until ``most`` places are held; tell whether these were all."""
        for link in links:
            number = self._urls.number_of(link)
            if self._count(number, 1):
                self._places.add(number, self._urls.url(number), Occurrence.of(link))
                if len(self._places) == most:
                    return False
        return True

    def add(self, parts: Iterable[_Part]) -> None:
        """Take in what was made of the Links that come next."""
        for identity, url, count, places in parts:
            number = self._urls.number(identity, url)
            for place in places[: self._count(number, count)]:
                self._places.add(number, self._urls.url(number), place)

    def _count(self, number: int, more: int) -> int:
        """Count some more occurrences of a URL; give how many of them are to be kept."""
        if number == len(self._counts):
            self._counts.append(0)
        before = self._counts[number]
        self._counts[number] += more
        return more if self.product.keep is None else max(0, min(more, self.product.keep - before))

    def parts(self) -> Iterator[_Part]:
        """Yield what came of all Links so far, for another one to `add`."""
        for number in range(len(self._urls)):
            identity, url, count, places = self._part(number)
            yield identity, url, count, tuple(places)

    def _part(self, number: int) -> tuple[_Identity, str | None, int, Iterator[tuple[Any, ...]]]:
        url = self._urls.url(number)
        return self._urls.identity(number), url, self._counts[number], self._places.of(number, url)

    def sorted(self, order: str = "first") -> Iterator[Tally]:
        """Yield the same by ``count``, the most first, by ``url``, as it is printed, or as it was met ``first``."""
        numbers: Sequence[int] = range(len(self._urls))
        if order == "count":
            numbers = array("I", sorted(numbers, key=self._counts.__getitem__, reverse=True))
        elif order == "url":
            numbers = array("I", sorted(numbers, key=self._printed))
        for identity, url, count, places in map(self._part, numbers):
            yield Tally(url, _key_of(identity), count, tuple(map(Occurrence._make, places)))

    def _printed(self, number: int) -> str:
        url = self._urls.url(number)
        return url or self._places.first_text(number, url)


_AT_ONCE = 1 << 12
"""How many places are delivered at once."""
_Identity: TypeAlias = str | tuple[str]
"""A key; what stands for the key of a reference that comes to no URL is by itself in a tuple."""
_Part: TypeAlias = tuple[_Identity, str | None, int, tuple[tuple[Any, ...], ...]]
"""What its Links have in common, the URL, how many they are, the values of the first places."""


def _check_kept(keep: int | None) -> None:
    require(int | None, keep=keep)
    if keep is not None and keep < 1:
        raise UrlgleanError("keep at least one occurrence of each URL, or None for all")


class _PackedTexts:
    """Distinct texts, numbered from 0 in the order they come in.

    Each takes some 20 bytes beside its own; in a dictionary it takes 150, being an object as its number is.
    """

    __slots__ = ("_ends", "_hashes", "_missed", "_slots", "_utf8")

    def __init__(self) -> None:
        self._utf8 = bytearray()
        self._ends = array("Q", (0,))
        """Where each begins, which is where the one before it ends."""
        self._hashes = array("I")
        self._slots = array("I", (0,)) * 8
        """A hash table with linear probing: numbers from 1 on, or 0 where nothing is."""
        self._missed = _NOTHING
        """What was last looked for in vain: most often it is added then."""

    def __len__(self) -> int:
        return len(self._hashes)

    def __getitem__(self, number: int) -> str:
        return self._utf8[self._ends[number] : self._ends[number + 1]].decode("utf-8", "surrogatepass")

    def find(self, text: str) -> int | None:
        """Give the number of a text that is there."""
        slots, hashes, ends = self._slots, self._hashes, self._ends
        utf8 = text.encode("utf-8", "surrogatepass")
        hashed = hash(text) & _HASH
        most = len(slots) - 1
        slot = hashed & most
        while number := slots[slot]:
            number -= 1
            if hashes[number] == hashed and self._utf8[ends[number] : ends[number + 1]] == utf8:
                return number
            slot = slot + 1 & most
        self._missed = text, utf8, hashed, slot
        return None

    def number(self, text: str) -> int:
        """Give the number of a text, a new one where it was not there."""
        if self._missed[0] is not text:
            number = self.find(text)
            if number is not None:
                return number
        _, utf8, hashed, slot = self._missed
        self._missed = _NOTHING
        self._utf8 += utf8
        self._ends.append(len(self._utf8))
        self._hashes.append(hashed)
        self._slots[slot] = number = len(self._hashes)
        if number * 3 > len(self._slots) * 2:
            self._grow()
        return number - 1

    def _grow(self) -> None:
        """Make the hash table twice as large."""
        slots = self._slots = array("I", (0,)) * (2 * len(self._slots))
        most = len(slots) - 1
        for number, hashed in enumerate(self._hashes, 1):
            slot = hashed & most
            while slots[slot]:
                slot = slot + 1 & most
            slots[slot] = number


_NOTHING: tuple[str | None, bytes, int, int] = None, b"", 0, 0
"""A text, its UTF-8, its hash, and where its number is to be."""
_HASH = (1 << 32) - 1
"""How much of its hash is kept of a text."""


class _Urls:
    """Distinct URLs, numbered from 0 in the order they are met in."""

    __slots__ = ("_first", "_identities", "_key_of", "_numbers", "_others", "_recent")

    def __init__(self, key_of: Callable[[str], str]) -> None:
        self._identities = _PackedTexts()
        self._first = array("I")
        """How each was met first: `_ITSELF`, `_NO_URL`, or the number in `_others`."""
        self._key_of = key_of
        # Most URLs are met again as they stand: they need no second key. Those that are their own are not held twice.
        self._others = _PackedTexts()
        self._numbers = array("I")
        """Those of `_others`."""
        self._recent: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._first)

    def identity(self, number: int) -> _Identity:
        """Give what a URL is compared by."""
        text = self._identities[number]
        return (text[len(_MARK) :],) if self._first[number] == _NO_URL else text

    def url(self, number: int) -> str | None:
        """Give a URL as it was met first."""
        first = self._first[number]
        if first == _NO_URL:
            return None
        return self._identities[number] if first == _ITSELF else self._others[first]

    def number_of(self, link: Link) -> int:
        """Give that of a Link's URL, a new one where it was not met before."""
        if type(link) is Link:
            url = link[2]  # as its target is, at once
        elif isinstance(link, Link):
            url = link.target
        else:
            raise TypeError(f"unique groups Links, as extract_text yields them, not {type(link).__name__}")
        if url is None:
            return self.number(_identity(link), None)
        number = self._recent.get(url)
        if number is None:
            if len(self._recent) >= _RECENT:
                self._recent.clear()
            number = self._recent[url] = self._number_of(url)
        return number

    def _number_of(self, url: str) -> int:
        number = self._identities.find(url)
        if number is not None and self._first[number] == _ITSELF:
            return number
        other = self._others.find(url) if self._numbers else None
        if other is not None:
            return self._numbers[other]
        identity = self._key_of(url)
        number = self.number(url if identity == url else identity, url)
        if identity != url or self._first[number] != _ITSELF:
            self._add_other(url, number)
        return number

    def number(self, identity: _Identity, url: str | None) -> int:
        """Give that of what a URL is compared by."""
        number = self._identities.number(identity if isinstance(identity, str) else f"{_MARK}{identity[0]}")
        if number == len(self._first):
            if url is None:
                self._first.append(_NO_URL)
            else:
                self._first.append(_ITSELF if url == identity else self._add_other(url, number))
        return number

    def _add_other(self, url: str, number: int) -> int:
        other = self._others.number(url)
        if other == len(self._numbers):
            self._numbers.append(number)
        return other


_MARK = "\0"
"""What stands before an identity that is no key; a key begins with its scheme."""
_ITSELF, _NO_URL = (1 << 32) - 1, (1 << 32) - 2
_RECENT = 4096
"""How many URLs are remembered as they stand: to find them again takes a tenth of the time."""


_OWN = slice(Occurrence._fields.index("line"), Occurrence._fields.index("text") + 1)
"""Which values of a place are its own: line, column, text. The others it has in common with many."""


class _PlaceColumns:
    """The values of places, in columns: they take a third of the memory that tuples would.

    Each place names the next one of its URL; what many have in common, such as the file, is held once.
    """

    __slots__ = tuple("_columns _common _commons _first _last _lines _next _numbers _others _texts".split())

    def __init__(self) -> None:
        self._first, self._last = array("I"), array("I")  # of each URL
        self._next, self._common = array("I"), array("I")  # of each place
        self._lines, self._columns = array("Q"), array("Q")
        self._texts = array("q")
        """How many of the URL's last characters the text is, most often; else, below 0, which one of `_others`."""
        self._others = _PackedTexts()
        self._commons: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, number: int, url: str | None, values: tuple[Any, ...]) -> None:
        """Add a place of a URL; a URL's first place comes behind the first ones of those with lower numbers."""
        place = len(self._lines)
        if number == len(self._first):
            self._first.append(place)
            self._last.append(place)
        else:
            self._next[self._last[number]] = self._last[number] = place
        common = values[: _OWN.start] + values[_OWN.stop :]
        line, column, text = values[_OWN]
        self._next.append(place)
        self._lines.append(line)
        self._columns.append(column)
        is_end = url is not None and url.endswith(text)
        self._texts.append(len(text) if is_end else ~self._others.number(text))
        which = self._numbers.setdefault(common, len(self._commons))
        if which == len(self._commons):
            self._commons.append(common)
        self._common.append(which)

    def of(self, number: int, url: str | None) -> Iterator[tuple[Any, ...]]:
        """Yield the places of a URL, in the order they were added in."""
        place = self._first[number]
        while True:
            common = self._commons[self._common[place]]
            own = self._lines[place], self._columns[place], self._text(place, url)
            yield common[: _OWN.start] + own + common[_OWN.start :]
            if place == self._last[number]:
                return
            place = self._next[place]

    def first_text(self, number: int, url: str | None) -> str:
        """Give the text of a URL at its first place."""
        return self._text(self._first[number], url)

    def _text(self, place: int, url: str | None) -> str:
        length = self._texts[place]
        return self._others[~length] if length < 0 or url is None else url[len(url) - length :]


def _identity(link: Link) -> _Identity:
    """Give what a reference without a URL is compared by."""
    return (f"{link.document.locator} {link.text}" if link.is_relative else link.text,)


def _key_of(identity: _Identity) -> str | None:
    return identity if isinstance(identity, str) else None

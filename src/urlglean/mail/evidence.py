"""The absolute URLs that a message knows whole, for texts in which they may be broken over lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from html import unescape
from typing import NamedTuple

from urlglean.encoding.labels import decode

__all__ = [
    "REMEMBERED_BYTES",
    "Evidence",
    "Linked",
    "Reading",
    "Recollection",
    "ThreadMemory",
    "excerpts",
    "linked_in_html",
    "whole_in_html",
    "whole_in_text",
]

_REST = re.compile(r"""://[^\s<>"]+""")
_BACKWARDS = re.compile(r"[A-Za-z0-9+.-]{0,30}[A-Za-z](?![\w+.-])")
"""A scheme from its end to its start: texts are searched for the colon, which is rare, and not for letters."""
_FOLLOWED = frozenset(' \t>"')
_LONGEST_SCHEME = 32
_FEW = 8
"""A text asked for so many URLs is searched for all of them."""
_HREF = re.compile(r"""\shref\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))""", re.IGNORECASE)
_IGNORED = re.compile(r"[\t\r\n]")
_LIMIT = 1 << 21
"""How much of a text is searched for evidence, in code points."""


_REMEMBERED = 512
REMEMBERED_BYTES = 1 << 16
"""How much of a text is remembered, in bytes."""


class Reading(NamedTuple):
    """The bytes of a part that may know URLs whole, and how to read them."""

    content: bytes
    charset: str | None
    is_html: bool


def whole_in_html(html: str) -> set[str]:
    """Give the absolute URLs in the attributes and the text of a page: markup does not wrap them.

    >>> whole_in_html('<a href="http://a/?b&amp;c">http://d/</a>') == {"http://a/?b&c", "http://d/"}
    True
    """
    return {unescape(found).rstrip("'") for found, _ in _absolute(html[:_LIMIT])}


def linked_in_html(html: str) -> set[str]:
    """Give the absolute URLs that the links of a page lead to.

    >>> linked_in_html('<a href="http://a/?b&amp;c.">http://d/</a> <a href=/e>') == {"http://a/?b&c."}
    True
    """
    values = (unescape("".join(found)) for found in _HREF.findall(html[:_LIMIT]))
    return {_IGNORED.sub("", value).strip().replace(" ", "%20") for value in values if "://" in value}


def whole_in_text(text: str) -> set[str]:
    r"""Give the absolute URLs of a text that something follows on their line, so that no break cut them.

    >>> sorted(whole_in_text("http://a/b is whole, <http://c/d> too, this may not be: http://e/\nf"))
    ['http://a/b', 'http://c/d']
    """
    return {found.rstrip(".,;:!?)'") for found, after in _absolute(text[:_LIMIT]) if after in _FOLLOWED}


def _absolute(text: str) -> Iterator[tuple[str, str]]:
    """Yield what begins with a scheme and goes on to a blank, ``<``, ``>`` or ``"``, and the character after it."""
    place = text.find("://")
    while place >= 0:
        scheme = _BACKWARDS.match(text[max(0, place - _LONGEST_SCHEME) : place][::-1])
        rest = _REST.match(text, place) if scheme is not None else None
        end = place + 3
        if scheme is not None and rest is not None:
            after = text[rest.end() : rest.end() + 1]
            yield text[place - scheme.end() : rest.end()], after
            end = rest.end()
        place = text.find("://", end)


class Evidence:
    """The URLs that parts and earlier messages know whole; they are looked for when it is asked.

    ``sources`` are functions that give the texts which know them; ``around`` is further evidence. ``linked`` holds what
    the links of the pages among them lead to.
    """

    __slots__ = ("_around", "_known", "_sources", "linked")

    def __init__(
        self,
        *sources: Callable[[], Iterable[Reading]],
        around: Container[str] = (),
        linked: Container[str] = (),
    ) -> None:
        self.linked = linked
        self._sources = sources
        self._around = around
        self._known: list[_Known] | None = None

    def __contains__(self, url: object) -> bool:
        if self._known is None:
            self._known = [_Known(reading) for source in self._sources for reading in source()]
            self._sources = ()  # what a thread remembers later is another message's past
        return any(url in known for known in self._known) or url in self._around


class Linked:
    """The URLs that the links of a message's pages lead to; they are looked for when it is asked."""

    __slots__ = ("_pages", "_urls")

    def __init__(self, pages: Callable[[], Iterable[Reading]]) -> None:
        self._pages = pages
        self._urls: set[str] | None = None

    def __contains__(self, url: object) -> bool:
        if self._urls is None:
            texts = [decode(page.content, page.charset).text for page in self._pages()]
            self._urls = {url for text in texts for url in linked_in_html(text)}
        return url in self._urls


class _Known:
    """The URLs that one text knows whole, found out as far as it is asked: most texts are asked for one URL."""

    __slots__ = ("_asked", "_is_html", "_text", "_urls")

    def __init__(self, reading: Reading) -> None:
        self._text = decode(reading.content, reading.charset).text
        self._is_html = reading.is_html
        self._asked = 0
        self._urls: set[str] | None = None

    def __contains__(self, url: object) -> bool:
        if self._urls is None:
            self._asked += 1
            # In a page it may be written in other characters; in any other text it stands as it is.
            if not self._is_html and self._asked < _FEW and not (isinstance(url, str) and url in self._text):
                return False
            self._urls = whole_in_html(self._text) if self._is_html else whole_in_text(self._text)
        return url in self._urls


class Recollection(NamedTuple):
    """What is remembered of a message: its identifier, and how to read the texts of it."""

    identifier: str | None
    read: Callable[[], Iterable[Reading]]


class ThreadMemory:
    """The texts of the last messages of an archive, for the messages that answer them.

    It remembers a fixed number of messages as they stand, so what it knows at a message depends on that
    number of messages before it and on nothing else: an archive read in slices gives the same. Nothing is looked
    at before it is asked, which most archives seldom do.
    """

    SIZE = _REMEMBERED
    """How many messages it remembers."""

    def __init__(self) -> None:
        self._messages: list[Recollection | Callable[[], Recollection] | None] = [None] * self.SIZE
        self._count = 0
        self._latest: dict[str, int] = {}
        self._indexed = 0

    def remember(self, message: Recollection | Callable[[], Recollection]) -> None:
        """Add a message, or what gives it, and forget the oldest one."""
        self._messages[self._count % self.SIZE] = message
        self._count += 1

    def readings(self, identifiers: Collection[str]) -> Iterator[Reading]:
        """Yield the texts of the messages with these identifiers, as far as they are remembered."""
        if not identifiers:
            return
        self._index()
        oldest = self._count - self.SIZE
        for identifier in identifiers:
            number = self._latest.get(identifier, -1)
            message = self._messages[number % self.SIZE] if number >= max(0, oldest) else None
            if isinstance(message, Recollection):
                yield from excerpts(message.read())

    def _index(self) -> None:
        """Ask the messages that came since for their identifiers, and forget those of the oldest ones."""
        oldest = self._count - self.SIZE
        for number in range(max(self._indexed, oldest, 0), self._count):
            message = self._messages[number % self.SIZE]
            if message is not None and not isinstance(message, Recollection):
                message = self._messages[number % self.SIZE] = message()
            if message is not None and message.identifier is not None:
                self._latest[message.identifier] = number
        if len(self._latest) > 2 * self.SIZE:
            self._latest = {name: number for name, number in self._latest.items() if number >= oldest}
        self._indexed = self._count


def excerpts(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Give as much of the texts of a message as is remembered."""
    return tuple(reading._replace(content=reading.content[:REMEMBERED_BYTES]) for reading in readings)

"""The absolute URLs that a message knows whole, for texts in which they may be broken over lines."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import NamedTuple, TypeAlias

from urlglean.charsets import decode

__all__ = ["Evidence", "Reading", "ThreadMemory", "whole_in_html", "whole_in_text"]

_IN_HTML = re.compile(r"""(?<![\w+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s<>"]+""")
_IN_TEXT = re.compile(r"""(?<![\w+.-])[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s<>"]+(?=[ \t>"])""")
_LIMIT = 1 << 21
"""How much of a text is searched for evidence, in code points."""


_REMEMBERED = 512
_REMEMBERED_BYTES = 1 << 16


class Reading(NamedTuple):
    """The bytes of a part that may know URLs whole, and how to read them."""

    content: bytes
    charset: str | None
    is_html: bool

    def urls(self) -> set[str]:
        """Give the absolute URLs that stand whole in it."""
        text = decode(self.content, self.charset).text
        return whole_in_html(text) if self.is_html else whole_in_text(text)


def whole_in_html(html: str) -> set[str]:
    """Give the absolute URLs in the attributes and the text of a page: markup does not wrap them.

    >>> whole_in_html('<a href="http://a/?b&amp;c">http://d/</a>') == {"http://a/?b&c", "http://d/"}
    True
    """
    return {unescape(found).rstrip("'") for found in _IN_HTML.findall(html[:_LIMIT])}


def whole_in_text(text: str) -> set[str]:
    r"""Give the absolute URLs of a text that something follows on their line, so that no break cut them.

    >>> sorted(whole_in_text("http://a/b is whole, <http://c/d> too, this may not be: http://e/\nf"))
    ['http://a/b', 'http://c/d']
    """
    return {found.rstrip(".,;:!?)'") for found in _IN_TEXT.findall(text[:_LIMIT])}


class Evidence:
    """The URLs that parts and earlier messages know whole; they are looked for when it is asked."""

    __slots__ = ("_identifiers", "_readings", "_thread", "_urls")

    def __init__(
        self,
        readings: Iterable[Reading] = (),
        thread: ThreadMemory | None = None,
        identifiers: Iterable[str] = (),
    ) -> None:
        self._readings = tuple(readings)
        self._thread = thread
        self._identifiers = tuple(identifiers)
        self._urls: set[str] | None = None

    def __contains__(self, url: object) -> bool:
        if self._urls is None:
            thread = self._thread
            earlier = thread.readings(self._identifiers) if thread is not None else ()
            self._urls = {url for reading in (*self._readings, *earlier) for url in reading.urls()}
            self._thread = None  # what it remembers later is another message's past
        return url in self._urls

    def along_with(self, readings: Iterable[Reading]) -> Evidence:
        """Give the same evidence with more parts in it."""
        return Evidence((*self._readings, *readings), self._thread, self._identifiers)


class ThreadMemory:
    """The texts of the last messages of an archive, for the messages that answer them.

    It remembers a fixed number of messages as they stand, so what it knows at a message depends on that
    number of messages before it and on nothing else: an archive read in slices gives the same.
    """

    SIZE = _REMEMBERED
    """How many messages it remembers."""

    def __init__(self) -> None:
        self._messages: OrderedDict[int, tuple[str | None, _Readings]] = OrderedDict()
        self._latest: dict[str, int] = {}
        self._count = 0

    def remember(self, identifier: str | None, readings: Iterable[Reading]) -> None:
        """Add a message, and forget the oldest one."""
        self._add(identifier, _kept(readings))

    def remember_unread(self, identifier: str | None, read: Callable[[], Iterable[Reading]]) -> None:
        """Add a message that is read when, and if, it is asked what it knows."""
        self._add(identifier, read)

    def _add(self, identifier: str | None, readings: _Readings) -> None:
        self._messages[self._count] = (identifier, readings)
        if identifier is not None:
            self._latest[identifier] = self._count
        self._count += 1
        if len(self._messages) > self.SIZE:
            number, (oldest, _) = self._messages.popitem(last=False)
            if oldest is not None and self._latest.get(oldest) == number:
                del self._latest[oldest]

    def readings(self, identifiers: Iterable[str]) -> Iterator[Reading]:
        """Yield the texts of the messages with these identifiers, as far as they are remembered."""
        for identifier in identifiers:
            number = self._latest.get(identifier)
            if number is not None:
                readings = self._messages[number][1]
                yield from _kept(readings()) if callable(readings) else readings


_Readings: TypeAlias = tuple[Reading, ...] | Callable[[], Iterable[Reading]]


def _kept(readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Give what is remembered of the texts of a message."""
    return tuple(reading._replace(content=reading.content[:_REMEMBERED_BYTES]) for reading in readings)

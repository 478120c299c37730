"""The absolute URLs that a message and its thread know whole: where those of a text are broken, and where they end."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from email.message import Message as EmailMessage
from functools import cached_property
from typing import NamedTuple, Protocol

from urlglean.candidate import Candidate
from urlglean.encoding.labels import decode
from urlglean.mail.entity import Entity, Kind
from urlglean.mail.mime import written
from urlglean.patterns import lazy_re
from urlglean.uri.characters import attribute_value

__all__ = ["ThreadMemory"]


_REST = lazy_re(r"""://[^\s<>"]+""")
_BACKWARDS = lazy_re(r"[A-Za-z0-9+.-]{0,30}[A-Za-z](?![\w+.-])")
"""A scheme from its end to its start: texts are searched for the colon, which is rare, and not for letters."""
_FOLLOWED = frozenset('>"')
_MORE_ON_LINE = lazy_re(r"[ \t]+[^\s|\u2502\u2503\u2551]")
"""What follows on the same line; a blank at its end is a soft break or nothing, a bar the edge of a box."""
_LONGEST_SCHEME = 32
_FEW = 8
"""A text asked for so many URLs is searched for all of them, and more texts than so many are searched together."""
_VALUE = r"""\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>"']++))"""
_HREF = lazy_re(rf"=(?<=\s[hH][rR][eE][fF]=){_VALUE}")
"""A page is searched for the sign, which is rare, and not for what stands before it."""
_BLANK_BEFORE_SIGN = lazy_re(r"=(?<=\s=)")
_ANY_HREF = lazy_re(rf"\shref\s*+={_VALUE}", re.IGNORECASE)
"""Finds the same, and those with blanks before the sign, in several times the time."""
_IGNORED = lazy_re(r"[\t\r\n]")
_PUNCTUATION_OF_PROSE = ".,;:!?)'"
_LIMIT = 1 << 21
"""How much of a text is searched for evidence, in code points."""


_REMEMBERED = 512
_FEW_URLS = 1 << 12
"""How many URLs of a thread are kept before those that only forgotten messages know are looked for."""
REMEMBERED_BYTES = 1 << 16
"""How much of a text is remembered, in bytes."""


class Knowing(Protocol):
    """What knows URLs whole."""

    def __contains__(self, url: object) -> bool:
        """Tell whether it knows one."""

    def stands_whole(self, url: str) -> bool:
        """Tell whether nothing can have cut this URL where it stands."""


class PartText:
    """The bytes of a part that may know URLs whole, found out as far as it is asked: most are asked for one URL."""

    __slots__ = ("_asked", "_text", "_urls", "charset", "content", "is_html")

    def __init__(self, content: bytes, charset: str | None, *, is_html: bool) -> None:
        self.content = content
        self.charset = charset
        self.is_html = is_html
        self._asked = 0
        self._text: str | None = None
        self._urls: tuple[set[str], set[str]] | None = None

    @property
    def text(self) -> str:
        """What the bytes are, decoded."""
        if self._text is None:
            self._text = decode(self.content, self.charset).text
        return self._text

    @property
    def excerpt(self) -> PartText:
        """As much of it as is remembered."""
        if len(self.content) <= REMEMBERED_BYTES:
            return self
        return PartText(self.content[:REMEMBERED_BYTES], self.charset, is_html=self.is_html)

    def __contains__(self, url: object) -> bool:
        if self._urls is None:
            self._asked += 1
            # In a page it may be written in other characters; in any other text it stands as it is.
            if not self.is_html and self._asked < _FEW and not (isinstance(url, str) and url in self.text):
                return False
        return url in self.urls[0]

    @property
    def urls(self) -> tuple[set[str], set[str]]:
        """The absolute URLs in it, and those of them that nothing can have cut: of a page, all."""
        if self._urls is None:
            self._urls = (urls_in_html if self.is_html else urls_in_text)(self.text)
        return self._urls

    def stands_whole(self, url: str) -> bool:
        """Tell whether nothing can have cut this URL where it stands here."""
        return url in self and url in self.urls[1]


def texts_of(entity: Entity) -> Iterator[PartText]:
    """Yield the texts of a message."""
    for part in entity.walk():
        is_html = part.kind is Kind.PAGE
        if isinstance(part.content, bytes) and (is_html or part.media_type == "text/plain"):
            yield PartText(part.content, part.parameters.get("charset"), is_html=is_html)


def pages_of(entity: Entity) -> Iterator[PartText]:
    """Yield the HTML parts of a message."""
    return (text for text in texts_of(entity) if text.is_html)


def known_inside(entity: Entity) -> Iterator[PartText]:
    """Yield the texts of a message's HTML parts and of the messages in it."""
    yield from pages_of(entity)
    for part in entity.walk():
        if part.kind is Kind.MESSAGE:
            content = part.content
            whole = written(content) if isinstance(content, EmailMessage) else bytes(content)
            yield PartText(whole, None, is_html=False)


def urls_in_html(html: str) -> tuple[set[str], set[str]]:
    """Give the absolute URLs in the attributes and the text of a page, all as whole: markup does not wrap them.

    >>> urls_in_html('<a href="http://a/?b&amp;c">http://d/</a>')[1] == {"http://a/?b&c", "http://d/"}
    True
    """
    whole = {attribute_value(found).rstrip("'") for found, _ in _absolute(html[:_LIMIT])}
    return whole, whole


def linked_in_html(html: str) -> set[str]:
    """Give the absolute URLs that the links of a page lead to.

    >>> linked_in_html('<a href="http://a/?b&amp;c.">http://d/</a> <a href=/e>') == {"http://a/?b&c."}
    True
    """
    html = html[:_LIMIT]
    written = (_ANY_HREF if _BLANK_BEFORE_SIGN.search(html) else _HREF).findall(html)
    values = (attribute_value(value) for value in map("".join, written) if ":" in value or "&" in value)
    return {
        value
        if value.isprintable() and " " not in value
        else _IGNORED.sub("", value).strip().replace(" ", "%20")
        for value in values
        if "://" in value
    }


def urls_in_text(text: str) -> tuple[set[str], set[str]]:
    r"""Give the absolute URLs of a text, and those of them that something follows on their line: no break cut these.

    What was put together over a break elsewhere is as certain by the others. A folder goes on all the same.

    >>> standing, whole = urls_in_text("http://a/b is whole, <http://c/d> too, this may not be: http://e/f\ng")
    >>> sorted(whole), standing - whole
    (['http://a/b', 'http://c/d'], {'http://e/f'})
    """
    text = text[:_LIMIT]
    standing: set[str] = set()
    whole: set[str] = set()
    for found, end in _absolute(text):
        url = found.rstrip(_PUNCTUATION_OF_PROSE)
        standing.add(url)
        if not url.endswith("/") and (text[end : end + 1] in _FOLLOWED or _MORE_ON_LINE.match(text, end)):
            whole.add(url)
    return standing, whole


def _absolute(text: str) -> Iterator[tuple[str, int]]:
    """Yield what begins with a scheme and goes on to a blank, ``<``, ``>`` or ``"``, and where it ends."""
    place = text.find("://")
    while place >= 0:
        scheme = _BACKWARDS.match(text[max(0, place - _LONGEST_SCHEME) : place][::-1])
        rest = _REST.match(text, place) if scheme is not None else None
        end = place + 3
        if scheme is not None and rest is not None:
            end = rest.end()
            yield text[place - scheme.end() : end], end
        place = text.find("://", end)


class Evidence:
    """The URLs that parts and earlier messages know; they are looked for when it is asked.

    It holds what vouches for a URL put together over line breaks, and tells more strictly what stands whole somewhere.
    ``sources`` are functions that give the texts which know them; ``around`` is further evidence. ``linked`` holds what
    the links of the pages among them lead to.
    """

    __slots__ = ("_around", "_known", "_sources", "linked")

    def __init__(
        self,
        *sources: Callable[[], Iterable[Knowing]],
        around: Container[str] = (),
        linked: Container[str] = (),
    ) -> None:
        self.linked = linked
        self._sources = sources
        self._around = around
        self._known: list[Knowing] | None = None

    def __contains__(self, url: object) -> bool:
        return any(url in known for known in self._texts()) or url in self._around

    def stands_whole(self, url: str) -> bool:
        """Tell whether no break can have cut this URL where it stands: something follows, or a link leads to it.

        A folder goes on below it all the same; that it is meant itself, only a link says.
        """
        around = self._around
        if any(known.stands_whole(url) for known in self._texts()):
            return True
        return around.stands_whole(url) if isinstance(around, Evidence) else url in around

    def _texts(self) -> list[Knowing]:
        if self._known is None:
            self._known = _together([text for source in self._sources for text in source()])
            self._sources = ()  # what a thread remembers later is another message's past
        return self._known


def _together(known: list[Knowing]) -> list[Knowing]:
    """Give many texts as one, so that not each of them is asked for each URL."""
    texts = [one for one in known if isinstance(one, PartText)]
    if len(texts) <= _FEW:
        return known
    return [_Texts(texts), *(one for one in known if not isinstance(one, PartText))]


class _Texts:
    """What one or another of many texts knows; all of them are read when it is first asked."""

    def __init__(self, texts: list[PartText]) -> None:
        self._texts = texts

    @cached_property
    def _urls(self) -> set[str]:
        return set().union(*(text.urls[0] for text in self._texts))

    @cached_property
    def _whole(self) -> set[str]:
        return set().union(*(text.urls[1] for text in self._texts))

    def __contains__(self, url: object) -> bool:
        return url in self._urls

    def stands_whole(self, url: str) -> bool:
        """Tell whether nothing can have cut this URL where it stands in one of them."""
        return url in self._whole


class Linked:
    """The URLs that the links of a message's pages lead to; they are looked for when it is asked."""

    def __init__(self, pages: Callable[[], Iterable[PartText]]) -> None:
        self._pages = pages

    @cached_property
    def _urls(self) -> set[str]:
        return {url for page in self._pages() for url in linked_in_html(page.text)}

    def __contains__(self, url: object) -> bool:
        return url in self._urls


class Recollection(NamedTuple):
    """What is remembered of a message: its identifier, and how to read the texts of it."""

    identifier: str | None
    read: Callable[[], Iterable[PartText]]
    thread: str | None = None
    """The identifier of the message that began its thread, as far as the header tells; its own where it began one."""


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
        self._threads = defaultdict[str, _Thread](_Thread)
        self._indexed = 0
        self._texts: dict[int, tuple[PartText, ...]] = {}
        """Of those messages that were asked."""

    def remember(self, message: Recollection | Callable[[], Recollection]) -> None:
        """Add a message, or what gives it, and forget the oldest one."""
        self._messages[self._count % self.SIZE] = message
        self._texts.pop(self._count - self.SIZE, None)
        self._count += 1

    def knowing(self, identifiers: Collection[str], thread: str | None = None) -> Iterator[Knowing]:
        """Yield what the messages with these identifiers, and their ``thread``, know, as far as remembered."""
        if not identifiers:
            return
        self._index()
        oldest = max(0, self._count - self.SIZE)
        for number in dict.fromkeys(self._latest.get(identifier, -1) for identifier in identifiers):
            if number >= oldest:
                yield from self._texts_at(number)
        if thread is not None and (messages := self._threads.get(thread)) is not None:
            messages.read(oldest, self._texts_at)
            yield _OfThread(messages, oldest)

    def _texts_at(self, number: int) -> tuple[PartText, ...]:
        """Give as much of the texts of a message as is remembered."""
        texts = self._texts.get(number)
        if texts is None:
            message = self._messages[number % self.SIZE]
            read = message.read() if isinstance(message, Recollection) else ()
            texts = self._texts[number] = tuple(text.excerpt for text in read)
        return texts

    def _index(self) -> None:
        """Ask the messages that came since for their identifiers, and forget those of the oldest ones."""
        oldest = self._count - self.SIZE
        for number in range(max(self._indexed, oldest, 0), self._count):
            message = self._messages[number % self.SIZE]
            if message is None:
                continue
            if not isinstance(message, Recollection):
                message = self._messages[number % self.SIZE] = message()
            if message.identifier is not None:
                self._latest[message.identifier] = number
            if message.thread is not None:
                self._threads[message.thread].add(number, oldest)
        if len(self._latest) > 2 * self.SIZE:
            self._latest = {name: number for name, number in self._latest.items() if number >= oldest}
        if len(self._threads) > 2 * self.SIZE:
            recent = {name: one for name, one in self._threads.items() if one.last >= oldest}
            self._threads = defaultdict(_Thread, recent)
        self._indexed = self._count


class _Thread:
    """What the messages of a thread know: each URL with the number of the last message that knows it.

    Each message is read once, however many of those behind it ask.
    """

    __slots__ = ("_new", "_size", "last", "standing", "whole")

    def __init__(self) -> None:
        self._new: list[int] = []
        """The messages that were not read yet."""
        self.standing: dict[str, int] = {}
        self.whole: dict[str, int] = {}
        self._size = _FEW_URLS
        self.last = -1

    def add(self, number: int, oldest: int) -> None:
        """Add a message; forget those that are older than the ``oldest``."""
        if len(self._new) > 2 * _REMEMBERED:
            self._new = [one for one in self._new if one >= oldest]
        self._new.append(number)
        self.last = number

    def read(self, oldest: int, texts_at: Callable[[int], Iterable[PartText]]) -> None:
        """Read the messages that came since."""
        for number in self._new:
            if number >= oldest:
                for text in texts_at(number):
                    standing, whole = text.urls
                    self.standing.update(dict.fromkeys(standing, number))
                    self.whole.update(dict.fromkeys(whole, number))
        self._new.clear()
        if len(self.standing) > self._size:
            self.standing = {url: number for url, number in self.standing.items() if number >= oldest}
            self.whole = {url: number for url, number in self.whole.items() if number >= oldest}
            self._size = max(_FEW_URLS, 2 * len(self.standing))


class _OfThread(NamedTuple):
    """What those messages of a thread know that are remembered."""

    thread: _Thread
    oldest: int

    def __contains__(self, url: object) -> bool:
        return self.thread.standing.get(url, -1) >= self.oldest  # type: ignore[call-overload, no-any-return]  # any key

    def stands_whole(self, url: str) -> bool:
        """Tell whether nothing can have cut this URL where it stands in one of them."""
        return self.thread.whole.get(url, -1) >= self.oldest


# Where a URL in a text ends, as the links of the same message's pages have it.

_ENDED_BY = "the link of the page beside the text"
_REST_OF_LINK = lazy_re(r"""[^\s<>"]{1,200}""")
_NOTHING_MORE = frozenset('<>"')
_PUNCTUATION = frozenset(".,;:!?)]}'*_\u2026\u2019\u201d\u3001\u3002")
_IMPLIED_SCHEME = "http://"
_LEFT_ENCODED = lazy_re(r"&(?:amp|#38|#x26);|=3D", re.IGNORECASE)
_DECODED = ("its encoding was undone: the page beside the text links to it so",)


def ended_as_linked(found: list[Candidate], linked: Container[str]) -> Iterator[Candidate]:
    """Yield the Candidates of one text, in order, those that end otherwise than a link does ended like it.

    ``linked`` is what the links lead to, as absolute URLs. It is asked only where an end is a guess.
    """
    following = iter((*(one.start for one in found[1:]), None))
    for one, limit in zip(found, following, strict=True):
        after = one.source.text[one.end : one.end + 1]
        is_plain = not after or after.isspace() or after in _NOTHING_MORE
        if is_plain and not (one.known.alternatives or one.known.pieces or _LEFT_ENCODED.search(one.text)):
            yield one
        else:
            yield _ended(one, limit, linked)


def _ended(one: Candidate, limit: int | None, linked: Container[str]) -> Candidate:
    scheme = "" if "://" in one.text or ":" in one.text[:8] else _IMPLIED_SCHEME
    url = scheme + one.text
    if url in linked:
        return one
    for reading in _decoded(one):
        if scheme + reading in linked:
            others = (one.text, *(other for other in one.known.alternatives if other != reading))
            facts = one.known._replace(alternatives=others, notes=one.known.notes + _DECODED)
            return one._replace(text=reading, facts=facts)
    rest = _REST_OF_LINK.match(one.source.text, one.end, limit if limit is not None else len(one.source.text))
    tail = rest[0] if rest else ""
    while tail:
        if url + tail in linked:
            return _with_end(one, one.text + tail)
        tail = tail[:-1] if tail[-1] in _PUNCTUATION else ""
    for shorter in one.known.alternatives:
        # A folder is linked to for its own sake, too, and goes on in the next line all the same.
        is_folder = shorter.endswith("/") and one.known.pieces
        if one.text.startswith(shorter) and not is_folder and scheme + shorter in linked:
            return _with_end(one, shorter)
    return one


def _decoded(one: Candidate) -> Iterator[str]:
    """Yield what a URL may be whose encoding was not undone, or that had a blank in it."""
    if "=3D" in one.text.upper():
        yield one.text.replace("=3D", "=").replace("=3d", "=")
    if "&" in one.text:
        yield attribute_value(one.text)
    if one.known.delimiter and one.known.pieces and "\n" not in one.raw:
        yield "%20".join(one.raw.split())


def _with_end(one: Candidate, text: str) -> Candidate:
    """Give a Candidate the text of a longer or a shorter one that begins where it does."""
    more = len(text) - len(one.text)
    pieces: list[tuple[int, int]] = list(one.known.pieces) or [(one.start, one.end)]
    while pieces[-1][1] - pieces[-1][0] <= -more:
        start, end = pieces.pop()
        more += end - start
    start, end = pieces.pop()
    pieces.append((start, end + more))
    others = (one.text, *(other for other in one.known.alternatives if other != text))
    facts = one.known._replace(
        pieces=tuple(pieces) if len(pieces) > 1 else (), alternatives=others, ended_by=_ENDED_BY, stripped=""
    )
    return Candidate(text, one.source, one.start, end + more, facts)

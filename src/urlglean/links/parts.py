"""Which part of a message a URL names: ``cid:``, ``mid:`` and ``Content-Location`` (RFC 2392, RFC 2557 section 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import unquote

from urlglean.document import Message, Part
from urlglean.errors import ReferenceSyntaxError
from urlglean.uri.resolve import resolve

_DEFAULT_BASE = "thismessage:/"
_NAMING = ("cid:", "mid:", _DEFAULT_BASE)
_MOST_NAMESAKES = 16
"""Of more parts with one location the first ones are told apart."""
_NO_PART = "names no part of this message"


class NamedParts:
    """The parts of one message by the URIs that name them; they are looked at when it is first asked.

    Args:
        parts: Gives the parts of the message, in order.
        base: The base URI that the message's header and what is around the message establish, if any.
        message: What the header says, its identifier above all.
        around: The parts of the message that this one stands in.

    """

    def __init__(
        self,
        parts: Callable[[], Iterable[Part]],
        base: str | None,
        message: Message | None = None,
        around: NamedParts | None = None,
    ) -> None:
        self._parts = parts
        self._base = base or _DEFAULT_BASE
        self._message = message
        self._around = around
        self._by_id: dict[str, Part] | None = None
        self._by_location: dict[str, list[Part]] = {}

    @property
    def by_location(self) -> bool:
        """Whether any URL may name a part by its ``Content-Location``."""
        if self._by_id is None:
            self._look()
        return bool(self._by_location) or self._around is not None

    def may_name(self, url: str) -> bool:
        """Whether a URL may name a part; cheap, for the many that do not."""
        return self.by_location or url.lower().startswith(_NAMING)

    def note(self, url: str, part: str | None) -> str:
        """Say which part a URL names, that is found in the part with the path ``part``; empty for any other URL.

        >>> picture = Part("2", "image/png", content_id="foo@bar", location="a.png")
        >>> named = NamedParts(lambda: [Part("1", "text/html"), picture], "http://x/")
        >>> named.note("cid:foo%40bar", "1"), named.note("http://x/a.png", "1")
        ('names part 2 (image/png)', 'names part 2 (image/png)')
        >>> named.note("cid:foo", "1"), named.note("http://x/", "1")
        ('names no part of this message', '')
        """
        scheme = url[:4].lower()
        if scheme == "cid:":
            return self._named(url[4:])
        if scheme == "mid:":
            return self._in_message(url[4:])
        return self._located(url.partition("#")[0], part)

    def _look(self) -> dict[str, Part]:
        by_id: dict[str, Part] = {}
        for part in self._parts():
            if part.content_id:
                by_id.setdefault(part.content_id, part)
            for uri in _locations(part, self._base):
                namesakes = self._by_location.setdefault(uri, [])
                if len(namesakes) < _MOST_NAMESAKES:
                    namesakes.append(part)
        self._by_id = by_id
        return by_id

    def _identified(self, identifier: str) -> Part | None:
        by_id = self._look() if self._by_id is None else self._by_id
        found = by_id.get(identifier)
        if found is None and self._around is not None:
            return self._around._identified(identifier)
        return found

    def _named(self, identifier: str) -> str:
        for spelling in dict.fromkeys((identifier, identifier.partition("#")[0])):
            found = self._identified(unquote(spelling).strip("<>"))
            if found is not None:
                return _note(found)
        return _NO_PART

    def _in_message(self, name: str) -> str:
        """Say what ``mid:name`` names: a message, or behind a slash a part of it (RFC 2392 section 2)."""
        whole = _identifier(name)
        identifier, slash, part = name.partition("/")
        message: NamedParts | None = self
        is_around = False
        while message is not None:
            own = message._message.message_id if message._message else None
            if own is not None and whole == own:
                return "names the message around this one" if is_around else "names this message"
            if own is not None and slash and _identifier(identifier) == own:
                return message._named(part)
            message = message._around
            is_around = True
        return "names another message"

    def _located(self, url: str, part: str | None) -> str:
        """Say which part stands in for a URL: the one in the closest multipart (RFC 2557 section 8.2)."""
        if self._by_id is None:
            self._look()
        found = [one for one in self._by_location.get(url, ()) if one.path != part]
        if found:
            return _note(max(found, key=lambda one: _kinship(one.path, part)))
        if self._around is not None:
            return self._around.note(url, part)
        if url.startswith(_DEFAULT_BASE) and not self._by_location.get(url):
            return _NO_PART
        return ""


def _note(part: Part) -> str:
    return f"names part {part.path} ({part.media_type})"


def _identifier(text: str) -> str:
    return unquote(text.partition("#")[0]).strip("<>")


def _kinship(path: str, other: str | None) -> int:
    """Count the multiparts that two parts have in common."""
    count = 0
    for one, two in zip(path.split("."), (other or "").split("."), strict=False):
        if one != two:
            break
        count += 1
    return count


def _locations(part: Part, base: str) -> Iterable[str]:
    """Give the absolute URIs that a part's ``Content-Location`` comes to, as RFC 3986 and as browsers have them."""
    if part.location is None:
        return ()
    try:
        for stated in part.bases:
            base = resolve(stated, base)
        uri = resolve(part.location, base)
    except ReferenceSyntaxError:
        return ()
    uri = uri.partition("#")[0]
    try:
        return {uri, resolve(uri, "", dialect="whatwg")}
    except ReferenceSyntaxError:
        return (uri,)

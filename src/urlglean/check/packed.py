"""Links and anchors held in little memory: strangers write millions of them, and a Link takes a kilobyte as objects."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator
from marshal import dumps, loads
from typing import Any, Generic, TypeVar
from zlib import compress, decompress

from urlglean.candidate import Facts, Markup
from urlglean.document import Document
from urlglean.links.link import Link
from urlglean.reports import Anchor
from urlglean.text import Text

_Value = TypeVar("_Value", bound=Hashable)


_TOGETHER = 256
"""How many Links are packed together."""


class RepeatedValues(Generic[_Value]):
    """Values in the order they were added in, few of which are distinct: each is held once, and four bytes a value."""

    __slots__ = ("_numbers", "_which", "distinct")

    def __init__(self) -> None:
        self.distinct: list[_Value] = []
        """Each value once, in the order they were met in."""
        self._numbers: dict[_Value, int] = {}
        self._which = array("I")

    def append(self, value: _Value) -> None:
        """Add a value."""
        self._which.append(self._number(value))

    def __setitem__(self, at: int, value: _Value) -> None:
        self._which[at] = self._number(value)

    def __getitem__(self, at: int) -> _Value:
        return self.distinct[self._which[at]]

    def __iter__(self) -> Iterator[_Value]:
        return map(self.distinct.__getitem__, self._which)

    def _number(self, value: _Value) -> int:
        number = self._numbers.setdefault(value, len(self.distinct))
        if number == len(self.distinct):
            self.distinct.append(value)
        return number


class PackedAnchors(Iterable[Anchor]):
    """Anchors in the order they were added in, each made anew when it is asked for: their names alone take room."""

    __slots__ = ("_kinds_and_parts", "_names")

    def __init__(self) -> None:
        self._names: list[str] = []
        self._kinds_and_parts = RepeatedValues[tuple[Any, ...]]()

    def append(self, anchor: Anchor) -> None:
        """Add an anchor."""
        name, *others = anchor
        self._kinds_and_parts.append(tuple(others))
        self._names.append(name)

    def __iter__(self) -> Iterator[Anchor]:
        for name, others in zip(self._names, self._kinds_and_parts, strict=True):
            yield Anchor(name, *others)


class PackedLinks:
    """Links in the order they were added in, each made anew when it is asked for: equal to what was added.

    What a Link has of its own is compressed, many Links together, to some 10 bytes and its text; what it has in common
    with others, such as its document, is held once.
    """

    __slots__ = ("_documents", "_held", "_last", "_notes", "_of_document", "_read", "_shared")

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._last: list[tuple[Any, ...]] = []
        """What is still to be compressed."""
        self._read: tuple[int, list[tuple[Any, ...]]] = -1, []
        """What was asked for last: which of `_held` it is, and what that says."""
        self._shared = RepeatedValues[tuple[Any, ...]]()
        self._notes = RepeatedValues[tuple[str, ...]]()
        self._documents: list[Document] = []
        self._of_document: dict[int, int] = {}  # by identity: to compare documents takes long

    def append(self, link: Link) -> None:
        """Add a Link."""
        found, base, url, document = link
        text, source, start, end, facts = candidate = found.settled()
        pieces, delimiter, alternatives, notes, opened_by, ended_by, stripped, markup = facts[:8]
        raw = source.text[start:end]
        # Most URLs are what stands in the document, behind something that many of its references have in common.
        is_end = url is not None and url.endswith(text)
        url_start = url[: len(url) - len(text)] if url is not None and is_end else None
        of_element = (markup.element, markup.attribute, markup.kind, markup.inert) if markup else None
        self._notes.append(notes)
        self._shared.append(
            (
                *(type(link), base, self._document(document), url_start, type(candidate)),
                *(delimiter, opened_by, ended_by, of_element, facts[8:]),
            )
        )
        if len(self._last) == _TOGETHER:
            self._held.append(compress(dumps(self._last), 1))
            self._last = []
        self._last.append(
            (
                *(None if is_end else url, text, None if raw == text else raw),
                *(source.offset + start, *source.position(start)),
                tuple((one - start, behind - start) for one, behind in pieces),
                *(alternatives, stripped, (markup.rel, markup.anchor, markup.tag) if markup else None),
            )
        )

    def _document(self, document: Document) -> int:
        number = self._of_document.setdefault(id(document), len(self._documents))
        if number == len(self._documents):
            self._documents.append(document)
        return number

    def __len__(self) -> int:
        return _TOGETHER * len(self._held) + len(self._last)

    def __getitem__(self, number: int) -> Link:
        number = range(len(self))[number]
        which, at = divmod(number, _TOGETHER)
        if which < len(self._held) and self._read[0] != which:
            self._read = which, loads(decompress(self._held[which]))  # noqa: S302  (it was made here)
        own = (self._read[1] if which < len(self._held) else self._last)[at]
        url, text, raw, offset, line, column, pieces, alternatives, stripped, of_tag = own
        link, base, document, url_start, candidate, delimiter, opened_by, ended_by, of_element, others = (
            self._shared[number]
        )
        markup = None
        if of_element is not None:
            (element, attribute, kind, inert), (rel, anchor, tag) = of_element, of_tag
            markup = Markup(element, attribute, rel, kind, anchor, inert, tag)
        said = (opened_by, ended_by, stripped, markup, *others)
        facts = Facts(pieces, delimiter, alternatives, self._notes[number], *said)
        raw = text if raw is None else raw
        source = Text(raw, offset=offset, line=line, column=column)
        url = url if url_start is None else f"{url_start}{text}"
        made: Link = link(candidate(text, source, 0, len(raw), facts), base, url, self._documents[document])
        return made

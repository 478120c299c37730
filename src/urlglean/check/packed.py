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
        number = self._numbers.get(value)
        self._which.append(self._number(value) if number is None else number)

    def fill(self, value: _Value, size: int) -> None:
        """Add a value until there are so many."""
        self._which.extend(array("I", (self._number(value),)) * (size - len(self._which)))

    def __setitem__(self, at: int, value: _Value) -> None:
        self._which[at] = self._number(value)

    def __getitem__(self, at: int) -> _Value:
        return self.distinct[self._which[at]]

    def __iter__(self) -> Iterator[_Value]:
        return map(self.distinct.__getitem__, self._which)

    def number(self, at: int) -> int:
        """Give the number of a value among those that are distinct."""
        return self._which[at]

    def repeat(self, at: int, other: int) -> None:
        """Let a value be what the one at another place is."""
        self._which[at] = self._which[other]

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

    __slots__ = ("_documents", "_held", "_last", "_of_document", "_read", "_shared")

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._last: list[tuple[Any, ...]] = []
        """What is still to be compressed."""
        self._read: tuple[int, list[tuple[Any, ...]]] = -1, []
        """What was asked for last: which of `_held` it is, and what that says."""
        self._shared = RepeatedValues[tuple[Any, ...]]()
        self._documents: list[Document] = []
        self._of_document: dict[int, int] = {}  # by identity: to compare documents takes long

    def append(self, link: Link) -> None:
        """Add a Link."""
        found, base, url, document = link
        text, source, start, end, facts = candidate = found.settled()
        pieces, delimiter, alternatives, notes, opened_by, ended_by, stripped, markup, *others = facts
        raw = source.text[start:end]
        # Most URLs are what stands in the document, behind something that many of its references have in common.
        is_end = url is not None and url.endswith(text)
        url_start = url[: len(url) - len(text)] if url is not None and is_end else None
        of_element = of_tag = None
        if markup is not None:
            element, attribute, rel, kind, anchor, inert, tag = markup
            of_element, of_tag = (element, attribute, kind, inert), (rel, anchor, tag)
        number = self._of_document.setdefault(id(document), len(self._documents))
        if number == len(self._documents):
            self._documents.append(document)
        kinds = link.__class__, candidate.__class__
        self._shared.append(
            (*kinds, base, number, url_start, delimiter, opened_by, ended_by, of_element, *others)
        )
        if len(self._last) == _TOGETHER:
            self._held.append(compress(dumps(self._last), 1))
            self._last = []
        if pieces:
            pieces = tuple((one - start, behind - start) for one, behind in pieces)
        said = (None if is_end else url, text, None if raw == text else raw, alternatives, notes)
        place = source.position(start)
        self._last.append((said, source.offset + start, *place, pieces, stripped, of_tag))

    def __len__(self) -> int:
        return _TOGETHER * len(self._held) + len(self._last)

    def __getitem__(self, number: int) -> Link:
        number = range(len(self))[number]
        said, offset, line, column, pieces, stripped, of_tag = self._own(number)
        url, text, raw, alternatives, notes = said
        link, candidate, base, document, url_start, delimiter, opened_by, ended_by, of_element, *others = (
            self._shared[number]
        )
        markup = None
        if of_element is not None:
            (element, attribute, kind, inert), (rel, anchor, tag) = of_element, of_tag
            markup = Markup(element, attribute, rel, kind, anchor, inert, tag)
        facts = Facts(pieces, delimiter, alternatives, notes, opened_by, ended_by, stripped, markup, *others)
        raw = text if raw is None else raw
        source = Text(raw, offset=offset, line=line, column=column)
        url = url if url_start is None else f"{url_start}{text}"
        made: Link = link(candidate(text, source, 0, len(raw), facts), base, url, self._documents[document])
        return made

    def said(self, number: int) -> Hashable:
        """Give what a Link says wherever in its document it stands, but for what a reader of that sees for it."""
        return self._shared.number(number), self._own(number)[0]

    def _own(self, number: int) -> tuple[Any, ...]:
        which, at = divmod(number, _TOGETHER)
        if which == len(self._held):
            return self._last[at]
        if self._read[0] != which:
            self._read = which, loads(decompress(self._held[which]))  # noqa: S302  (it was made here)
        return self._read[1][at]

"""Links and anchors held in little memory: strangers write millions of them, and a Link takes a kilobyte as objects."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator
from pickle import dumps, loads
from typing import Any, Generic, TypeVar
from zlib import compress, decompress

from urlglean.document import Document
from urlglean.links.link import Link
from urlglean.reports import Anchor
from urlglean.text import Text

_Value = TypeVar("_Value", bound=Hashable)


_TOGETHER = 256
"""How many Links are packed together."""


class DistinctValues(Generic[_Value]):
    """Distinct values, numbered from 0 in the order they are met in."""

    __slots__ = ("_numbers", "values")

    def __init__(self) -> None:
        self.values: list[_Value] = []
        """Each where its number says."""
        self._numbers: dict[_Value, int] = {}

    def number(self, value: _Value) -> int:
        """Give that of a value, a new one where it was not met before."""
        number = self._numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


class PackedAnchors(Iterable[Anchor]):
    """Anchors in the order they were added in, each made anew when it is asked for: their names alone take room."""

    __slots__ = ("_kinds", "_kinds_and_parts", "_names")

    def __init__(self) -> None:
        self._names: list[str] = []
        self._kinds = array("I")  # of each name, by its number
        self._kinds_and_parts = DistinctValues[tuple[Any, ...]]()

    def append(self, anchor: Anchor) -> None:
        """Add an anchor."""
        name, *others = anchor
        self._kinds.append(self._kinds_and_parts.number(tuple(others)))
        self._names.append(name)

    def __iter__(self) -> Iterator[Anchor]:
        for name, which in zip(self._names, self._kinds, strict=False):
            yield Anchor(name, *self._kinds_and_parts.values[which])


class PackedLinks:
    """Links in the order they were added in, each made anew when it is asked for: equal to what was added.

    They are compressed, many together, to some 20 bytes each and their text; documents are held once.
    """

    __slots__ = ("_documents", "_held", "_last", "_of_document", "_read")

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self._last: list[tuple[Any, ...]] = []
        """What is still to be compressed."""
        self._read: tuple[int, list[tuple[Any, ...]]] = -1, []
        """What was asked for last: which of `_held` it is, and what that says."""
        self._documents: list[Document] = []
        self._of_document: dict[int, int] = {}  # by identity: to compare documents takes long

    def append(self, link: Link) -> None:
        """Add a Link."""
        found, base, url, document = link
        text, source, start, end, facts = candidate = found.settled()
        raw, place = source.text[start:end], (source.offset + start, *source.position(start))
        pieces = tuple((one - start, behind - start) for one, behind in facts.pieces)
        if len(self._last) == _TOGETHER:
            self._held.append(compress(dumps(self._last), 1))
            self._last = []
        said = (type(candidate), text, None if raw == text else raw, place, facts._replace(pieces=pieces))
        self._last.append((type(link), said, base, url, self._document(document)))

    def _document(self, document: Document) -> int:
        number = self._of_document.setdefault(id(document), len(self._documents))
        if number == len(self._documents):
            self._documents.append(document)
        return number

    def __len__(self) -> int:
        return _TOGETHER * len(self._held) + len(self._last)

    def __getitem__(self, number: int) -> Link:
        which, at = divmod(range(len(self))[number], _TOGETHER)
        if which < len(self._held) and self._read[0] != which:
            self._read = which, loads(decompress(self._held[which]))  # noqa: S301  (it was made here)
        link, said, base, url, document = (self._read[1] if which < len(self._held) else self._last)[at]
        candidate, text, raw, (offset, line, column), facts = said
        raw = text if raw is None else raw
        source = Text(raw, offset=offset, line=line, column=column)
        made: Link = link(candidate(text, source, 0, len(raw), facts), base, url, self._documents[document])
        return made

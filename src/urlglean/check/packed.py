"""Links and anchors held in little memory: strangers write millions of them, and a Link takes a kilobyte as objects."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Sequence
from marshal import dumps, loads
from typing import Any, Generic, TypeVar, overload
from zlib import compress, decompress

from urlglean.candidate import Facts, Markup
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
        """Yield them in order."""
        for name, which in zip(self._names, self._kinds, strict=False):
            yield Anchor(name, *self._kinds_and_parts.values[which])


class PackedLinks(Sequence[Link]):
    """Links in the order they were added in, each made anew when it is asked for: equal to what was added.

    What a Link has of its own is compressed, many Links together, to some 10 bytes and its text; what it has in common
    with others, such as its document, is held once.
    """

    __slots__ = ("_documents", "_held", "_last", "_notes", "_number", "_of_document", "_read", "_shared")

    def __init__(self) -> None:
        self._number = 0
        self._held: list[bytes] = []
        self._last: list[tuple[Any, ...]] = []
        """What is still to be compressed."""
        self._read: tuple[int, list[tuple[Any, ...]]] = -1, []
        """What was asked for last: which of `_held` it is, and what that says."""
        self._shared = DistinctValues[tuple[Any, ...]]()
        self._notes = DistinctValues[tuple[str, ...]]()
        self._documents: list[Document] = []
        self._of_document: dict[int, int] = {}  # by identity: to compare documents takes long

    def append(self, link: Link) -> None:
        """Add a Link."""
        found, base, url, document = link
        text, source, start, end, facts = candidate = found.settled()
        pieces, delimiter, alternatives, notes, opened_by, ended_by, stripped, markup = facts[:8]
        raw = source.text[start:end]
        line, column = source.position(start)
        # Most URLs are what stands in the document, behind something that many of its references have in common.
        is_end = url is not None and url.endswith(text)
        url_start = url[: len(url) - len(text)] if url is not None and is_end else None
        of_element = (markup.element, markup.attribute, markup.kind, markup.inert) if markup else None
        which = self._shared.number(
            (
                *(type(link), base, self._document(document), url_start, type(candidate)),
                *(delimiter, opened_by, ended_by, of_element, facts[8:]),
            )
        )
        own = (
            *(which, None if is_end else url, text, None if raw == text else raw),
            *(source.offset + start, line, column),
            tuple((one - start, behind - start) for one, behind in pieces) if pieces else (),
            *(alternatives, self._notes.number(notes), stripped),
            (markup.rel, markup.anchor, markup.tag) if markup else None,
        )
        if len(self._last) == _TOGETHER:
            self._held.append(compress(dumps(self._last), 1))
            self._last = []
        self._last.append(own)
        self._number += 1

    def _document(self, document: Document) -> int:
        number = self._of_document.setdefault(id(document), len(self._documents))
        if number == len(self._documents):
            self._documents.append(document)
        return number

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, number: int) -> Link: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Link]: ...

    def __getitem__(self, number: int | slice) -> Link | Sequence[Link]:
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        own = self._own(range(self._number)[number])
        which, url, text, raw, offset, line, column, pieces, alternatives, notes, stripped, of_tag = own
        link, base, document, url_start, candidate, delimiter, opened_by, ended_by, of_element, others = (
            self._shared.values[which]
        )
        markup = None
        if of_element is not None:
            (element, attribute, kind, inert), (rel, anchor, tag) = of_element, of_tag
            markup = Markup(element, attribute, rel, kind, anchor, inert, tag)
        said = (opened_by, ended_by, stripped, markup, *others)
        facts = Facts(pieces, delimiter, alternatives, self._notes.values[notes], *said)
        raw = text if raw is None else raw
        source = Text(raw, offset=offset, line=line, column=column)
        url = url if url_start is None else f"{url_start}{text}"
        made: Link = link(candidate(text, source, 0, len(raw), facts), base, url, self._documents[document])
        return made

    def _own(self, number: int) -> tuple[Any, ...]:
        """Give what a Link has of its own."""
        which, place = divmod(number, _TOGETHER)
        if which >= len(self._held):
            return self._last[place]
        if self._read[0] != which:
            self._read = which, loads(decompress(self._held[which]))  # noqa: S302  (it was made here)
        return self._read[1][place]

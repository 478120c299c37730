"""A long text in Markdown in pieces, one after the other given to the parser, which holds many times what it reads.

A text is cut between two of its blocks, where the parser itself sees them, so each is what it is in the whole. What
one piece has to know of the others, the labels that they define, is `Definitions`.

The parser, with settings of its own, is a `pyromark.Markdown`. All offsets are bytes of the text in UTF-8.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from urlglean.patterns import lazy_re

LONGEST = 1 << 18
"""How many bytes a piece has at most, where a block ends in it."""
LONGEST_BLOCK = 1 << 19
"""How many bytes a block has at most that is read as a whole."""


class BlockPiece(NamedTuple):
    """A stretch of a text, and what is to be read before it for its first block to go on."""

    begin: int
    end: int
    before: bytes = b""
    is_within: str = ""
    """The kind of the block that goes on behind it; empty where none does."""

    @property
    def is_torn(self) -> bool:
        """Tell whether it ends where what comes behind may have changed what it is."""
        return self.is_within not in _GOING_ON


_GOING_ON = frozenset({"", "Table", "CodeBlock", "HtmlBlock"})
"""The blocks of which each line stands for itself, whatever comes behind it."""

_BLOCKS = frozenset(
    {"BlockQuote", "CodeBlock", "FootnoteDefinition", "Heading", "HtmlBlock", "List", "Paragraph", "Table"}
)
"""The blocks that stand in no other one, or begin where it does."""


def pieces_of(markdown: Any, data: bytes) -> Iterator[BlockPiece]:
    """Yield a text in pieces; one that is not long is one."""
    begin, before = 0, b""
    size = LONGEST
    while begin + size < len(data):
        stop = _stop(data, begin, begin + size)
        place, kind = _last_block(markdown, before, data[begin:stop])
        if place > 0:
            start = data.rfind(b"\n", begin, begin + place) + 1 or begin
            if start > begin:
                yield BlockPiece(begin, start, before)
                begin, before, size = start, b"", LONGEST
                continue
        if size < LONGEST_BLOCK:
            size = min(2 * size, LONGEST_BLOCK)
            continue
        end, behind = _cut(data, begin, stop, kind, before)
        yield BlockPiece(begin, end, before, kind)
        begin, before = end, behind
    yield BlockPiece(begin, len(data), before)


def _stop(data: bytes, begin: int, end: int) -> int:
    """Give where a window ends that is to be read: behind a line, else behind a blank, else behind a character."""
    least = (begin + end) // 2
    for mark in (b"\n", b" "):
        if (found := data.rfind(mark, least, end)) >= 0:
            return found + 1
    while data[end] & 0xC0 == 0x80:
        end -= 1
    return end


def _last_block(markdown: Any, before: bytes, window: bytes) -> tuple[int, str]:
    """Give where in a window the last block of a text begins, and its kind; less than nothing where it goes on."""
    last, end, kind = -1, -1, ""
    whole = before + window
    text = whole.decode()
    for event, where in markdown.events_with_range(text, merge_text=True):
        if where["start"] < end or type(event) is str or "Start" not in event:
            continue
        value = event["Start"]
        name = value if type(value) is str else next(iter(value))
        if name in _BLOCKS:  # the cell that a row lacks stands behind its table
            last, end, kind = where["start"], where["end"], name
            if end >= len(whole):
                break  # what else is told is in it
    if b"]:" in window:  # no event tells of definitions
        spans = [one["span"] for one in markdown.reference_definitions(text).values()]
        if spans and spans[-1]["start"] >= end:
            last, kind = spans[-1]["start"], ""
        elif kind == "Paragraph":
            last = _with_definition(whole, last, spans)
    return last - len(before), kind


def _with_definition(text: bytes, start: int, spans: list[dict[str, int]]) -> int:
    """Give where a paragraph begins, with the definition before it where it is indented: by itself it is code."""
    line = text.rfind(b"\n", 0, start) + 1
    while line and _INDENTED.match(text, line):
        line = text.rfind(b"\n", 0, line - 1) + 1
    return next((one["start"] for one in spans if one["start"] < line < one["end"]), line)


_INDENTED = lazy_re(rb" {0,3}\t| {4}")

_ITEM = lazy_re(rb"(?P<before>\n) {0,3}(?:[-+*]|[0-9]{1,9}[.)])[ \t]")
_PARAGRAPH = lazy_re(rb"(?P<before>\n[>\t ]*+\r?\n)(?: {0,3}[^ \t\r\n])")
_FENCE = lazy_re(rb" {0,3}(`{3,}|~{3,})")
_OPENING = lazy_re(rb"\s*(<!--|<\?|<!\[CDATA\[|<![A-Za-z]|</?[A-Za-z][A-Za-z0-9-]*)")
_HEAD = lazy_re(rb"[^\n]{1,10000}\n[^\n]{1,10000}\n")


def _cut(data: bytes, begin: int, stop: int, kind: str, before: bytes) -> tuple[int, bytes]:
    """Give where to cut a block that is too long, and what is to be read before the rest for it to go on."""
    opened = before or data[begin : begin + 20_000]
    if kind == "Table" and (head := _HEAD.match(opened)):
        return stop, head[0]
    if kind == "CodeBlock":
        fence = _FENCE.match(opened)
        return stop, fence[1] + b"\n" if fence else b"    \n"
    if kind == "HtmlBlock" and (tag := _OPENING.match(opened)):
        return stop, tag[1] + (b">\n" if tag[1][-1:].isalnum() and tag[1][1:2] != b"!" else b"\n")
    if not kind:
        return stop, b""
    least = (begin + stop) // 2
    for pattern in (_ITEM, _PARAGRAPH) if kind == "List" else (_PARAGRAPH,):
        at = 0
        for found in pattern.finditer(data, least, stop):
            at = found.end("before")
        if at:
            return at, b""
    return stop, b"x\n" if data[stop - 1 : stop] == b"\n" else b"x "


def stands_in(stretches: list[tuple[int, int]], at: int) -> bool:
    """Tell whether one of some stretches, which are in order, holds a place."""
    number = bisect_right(stretches, at, key=itemgetter(0)) - 1
    return number >= 0 and at < stretches[number][1]


# --- what is defined elsewhere ---


def folded(label: str) -> str:
    """Give a label as it is compared with others."""
    return " ".join(label.split()).casefold()


_FOOTNOTE = lazy_re(rb"\[\^([^\[\]\r\n]{1,1000}+)\]")
_IN_BRACKETS = lazy_re(rb"\\.|\[((?:[^\[\]\\]|\\.)++)\]", re.DOTALL)
"""What stands between the brackets that stand in no others; past what is escaped, of which that is empty."""


class Definitions:
    """What a text in pieces defines: the destinations of its labels, and its footnotes."""

    def __init__(self, markdown: Any, data: bytes, pieces: Iterable[BlockPiece]) -> None:
        self.numbers: dict[str, int] = {}
        """The labels, each with its number in the order of the text."""
        self.destinations: list[str] = []
        self.footnotes: dict[str, int] = {}
        """The footnotes, each with where the first piece begins that defines it."""
        self.footnotes_again: set[tuple[str, int]] = set()
        """The same of the other pieces that define one."""
        for begin, end, before, _ in pieces:
            if data.find(b"]:", begin, end) < 0:
                continue
            text = (before + data[begin:end]).decode()
            for label, definition in markdown.reference_definitions(text).items():
                if self.numbers.setdefault(folded(label), len(self.numbers)) == len(self.destinations):
                    self.destinations.append(definition["dest"])
            if data.find(b"[^", begin, end) >= 0:
                starts = (event.get("Start") for event in markdown.events(text) if type(event) is dict)
                notes = (one.get("FootnoteDefinition") for one in starts if type(one) is dict)
                for label in filter(None, notes):
                    if self.footnotes.setdefault(name := folded(label), begin) != begin:
                        self.footnotes_again.add((name, begin))
        self.used = bytearray(len(self.numbers))
        """Which of them a reference has."""
        self._told = 0

    def destination(self, label: str) -> str | None:
        """Give what a label stands for; None where nothing defines it."""
        number = self.numbers.get(folded(label))
        return None if number is None else self.destinations[number]

    def may_be_used_in(self, piece: bytes) -> bool:
        """Tell whether a piece may be the first with a reference: brackets, perhaps of code, around an unused label."""
        if all(self.used):
            return False
        written = set(_IN_BRACKETS.findall(piece))
        return any(b"\n" in one or self._is_unused(one.decode()) for one in written if one)

    def _is_unused(self, label: str) -> bool:
        number = self.numbers.get(folded(label))
        return number is not None and not self.used[number]

    def use(self, label: str) -> None:
        """Heed that a reference has a label."""
        if (number := self.numbers.get(folded(label))) is not None:
            self.used[number] = True

    def is_used(self, label: str) -> bool:
        """Tell whether a reference has a label."""
        number = self.numbers.get(folded(label))
        return number is not None and bool(self.used[number])

    def is_told(self, label: str) -> bool:
        """Tell whether a definition was told of before, of those that are in order; from then on it is."""
        number = self.numbers.get(folded(label), 0)
        is_told = number < self._told
        self._told = max(self._told, number + 1)
        return is_told

    def notes_for(self, begin: int, piece: bytes) -> bytes:
        """Give definitions of the footnotes that a piece refers to, which begins there, and that others define."""
        if not self.footnotes or b"[^" not in piece:
            return b""
        others: dict[str, bytes] = {}
        for found in _FOOTNOTE.finditer(piece):
            label = folded(found[1].decode())
            first = self.footnotes.get(label, begin)
            if first != begin and (label, begin) not in self.footnotes_again:
                others[label] = found[1]
        notes = [b"[^%b]: x\n\n" % written for written in others.values()]
        return b"".join([*notes, b"***\n\n"]) if notes else b""

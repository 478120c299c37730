"""The text a page shows, as runs that `delimit` can read, and the way back from a run to the page's source.

Text is put together as it is laid out: inline elements and ``<wbr>`` leave no gap, ``<br>`` is a line
break, the edges of a block end a paragraph, and a line break in the source is a space unless the text is
preformatted.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from urlglean.delimit import delimit
from urlglean.document import Candidate, Markup, Text
from urlglean.html_places import Alignment, align

__all__ = ["TEXT_NODE", "Piece", "Run", "TextWriter", "text_candidates", "text_run"]

TEXT_NODE = "#text"
"""What stands for an attribute's name where a URL stands in text (the DOM's name of a text node)."""

_VOID = frozenset(
    {
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    }
)
_UNSEEN = frozenset({"head", "iframe", "noembed", "noframes", "noscript", "script", "style", "template"})
"""Elements whose text is not shown (a title is, though it stands in the head)."""
_PREFORMATTED = frozenset({"listing", "plaintext", "pre", "textarea", "xmp"})
_INLINE = frozenset(
    {
        *(
            "a",
            "abbr",
            "acronym",
            "b",
            "bdi",
            "bdo",
            "big",
            "cite",
            "code",
            "data",
            "del",
            "dfn",
            "em",
            "font",
            "i",
        ),
        *(
            "ins",
            "kbd",
            "label",
            "mark",
            "nobr",
            "output",
            "q",
            "rp",
            "rt",
            "ruby",
            "s",
            "samp",
            "small",
            "span",
        ),
        *("strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr"),
    }
)
"""Elements that leave no gap in the text; ``a`` does where words would run together."""
_URL_ENDS = frozenset("/=&#?%-_~+")
_SPACES = str.maketrans("\t\n\f\r", "    ")
_PARAGRAPH = "\n\n"
_MOST_OPEN = 4096
"""How many open elements are kept track of; a page nested deeper is hostile."""


class Run(NamedTuple):
    """A page's text, and for each piece of it where it came from."""

    text: str
    starts: tuple[int, ...]
    """Where in ``text`` each piece begins."""
    pieces: tuple[Piece, ...]

    def piece_at(self, index: int) -> Piece:
        """Give the piece that the run's code point ``index`` belongs to."""
        return self.pieces[max(0, bisect_right(self.starts, index) - 1)]


class Piece(NamedTuple):
    """A piece of a page's text: its place in the source, and the element it stands in."""

    data: str
    line: int
    column: int
    element: str
    is_inert: bool = False


class TextWriter:
    """Puts a page's text together from its start tags, end tags and pieces of text."""

    def __init__(self, *, templates: bool) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.pieces: list[Piece] = []
        self._length = 0
        self._open: list[str] = []
        self._hidden = 0
        self._preformatted = 0
        self._templates = 0
        self._gap = ""
        self._at_anchor = False
        self._unseen = _UNSEEN - {"template"} if templates else _UNSEEN

    def run(self) -> Run:
        """Give what was written."""
        return Run("".join(self.parts), tuple(self.starts), tuple(self.pieces))

    def start(self, tag: str) -> None:
        """Note that an element begins."""
        if tag not in _INLINE:
            self._gap = "\n" if tag == "br" and not self._gap else self._gap if tag == "br" else _PARAGRAPH
        self._at_anchor = self._at_anchor or tag == "a"
        if tag in _VOID or len(self._open) >= _MOST_OPEN:
            return
        self._open.append(tag)
        if tag == "body" and "head" in self._open:
            self._close("head")
        self._count(tag, 1)

    def end(self, tag: str) -> None:
        """Note that an element ends."""
        if tag not in _INLINE:
            self._gap = _PARAGRAPH
        self._at_anchor = self._at_anchor or tag == "a"
        if tag in self._open[-32:]:
            while self._open:
                if self._pop() == tag:
                    break
        elif tag in self._open:
            self._close(tag)

    def _close(self, tag: str) -> None:
        self._open.reverse()
        self._open.remove(tag)
        self._open.reverse()
        self._count(tag, -1)

    def _pop(self) -> str:
        tag = self._open.pop()
        self._count(tag, -1)
        return tag

    def _count(self, tag: str, step: int) -> None:
        if tag in self._unseen:
            self._hidden += step
        elif tag == "template":
            self._templates += step
        elif tag in _PREFORMATTED:
            self._preformatted += step

    def write(self, data: str, line: int, column: int) -> None:
        """Write a piece of text that stands at this line (from 1) and column (from 0)."""
        parent = self._open[-1] if self._open else "body"
        if self._hidden and parent != "title":
            return
        if self._gap:
            self._add(self._gap)
            self._gap = ""
        elif self._at_anchor and self.parts and _run_together(self.parts[-1][-1:], data[:1]):
            self._add(" ")
        self._at_anchor = False
        self.starts.append(self._length)
        self.pieces.append(Piece(data, line, column, parent, self._templates > 0))
        self._add(data if self._preformatted else data.translate(_SPACES))

    def _add(self, part: str) -> None:
        self.parts.append(part)
        self._length += len(part)


def _run_together(last: str, first: str) -> bool:
    """Tell whether a URL at the edge of a link would go on across it: links end at their edges."""
    return first.isalnum() and (last.isalnum() or last in _URL_ENDS)


def text_run(page: str, *, templates: bool = False) -> Run:
    r"""Put together the text that a page shows; with ``templates``, what its templates hold too.

    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line").text.strip()
    'see http://a.example/long\n\nnext\nline'
    """
    import turbohtml

    writer = TextWriter(templates=templates)
    text, start, end = turbohtml.TokenType.TEXT, turbohtml.TokenType.START_TAG, turbohtml.TokenType.END_TAG
    for token in turbohtml.tokenize(page, capture_attributes=False):
        kind = token.type
        if kind is text:
            writer.write(token.data or "", token.line, token.col)
        elif kind is start:
            writer.start(token.tag or "")
        elif kind is end:
            writer.end(token.tag or "")
    return writer.run()


def text_candidates(
    page: Text,
    run: Run,
    known: Container[str],
    options: Mapping[str, Any],
    *,
    inert: bool = False,
) -> Iterator[Candidate]:
    """Yield the bare URLs of a page's text as Candidates that stand in the page's source.

    Args:
        page: The page's source, as it was tokenized.
        run: Its text.
        known: Absolute URLs known whole, for `delimit`.
        options: Further options for `delimit`.
        inert: Marks them as such.

    """
    places = _Places(page, run)
    for found in delimit(run.text, known, **options):
        pieces: list[tuple[int, int]] = []
        for start, end in found.facts.pieces or ((found.start, found.end),):
            pieces.extend(places.find(start, end))
        piece = run.piece_at(found.start)
        markup = Markup(piece.element, TEXT_NODE, kind="text", inert=inert or piece.is_inert)
        facts = replace(found.facts, pieces=tuple(pieces) if len(pieces) > 1 else (), markup=markup)
        yield Candidate(found.text, page, pieces[0][0], pieces[-1][1], facts)


class _Places:
    """The way back from a run to the page's source."""

    def __init__(self, page: Text, run: Run) -> None:
        self._page = page
        self._run = run
        self._aligned: tuple[int, Alignment] | None = None

    def piece_at(self, index: int) -> int:
        return max(0, bisect_right(self._run.starts, index) - 1)

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the source that the run's ``[start:end]`` came from."""
        number = self.piece_at(start)
        while True:
            piece, begin = self._run.pieces[number], self._run.starts[number]
            last = min(end, begin + len(piece.data))
            if last > start:
                yield self._alignment(number).place(start - begin, last - begin)
            number += 1
            if number >= len(self._run.pieces) or self._run.starts[number] >= end:
                return
            start = self._run.starts[number]

    def _alignment(self, number: int) -> Alignment:
        if self._aligned is None or self._aligned[0] != number:
            piece = self._run.pieces[number]
            source = self._page
            start = source.index(piece.line - 1, piece.column)
            text = source.text
            if text.startswith(piece.data, start):
                aligned = Alignment(start, [], [])
            else:
                following = number + 1
                end = len(text)
                if following < len(self._run.pieces):
                    after = self._run.pieces[following]
                    end = source.index(after.line - 1, after.column)
                aligned = align(text[start:end], piece.data, start)
            self._aligned = number, aligned
        return self._aligned[1]

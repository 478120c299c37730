"""How a page's text is laid out: which elements leave a gap, which show no text, and the run of text that comes of it.

Inline elements and ``<wbr>`` leave no gap, ``<br>`` is a line break, two are an empty line, the edges of a block end a
paragraph; unless the text is preformatted, a line break in the source is a space, and no line begins with white space.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import turbohtml
from turbohtml import Token, TokenType

from urlglean.html.places import MARKED, UNSEEN

START, END, TEXT = TokenType.START_TAG, TokenType.END_TAG, TokenType.TEXT
_VOID = frozenset("area base br col embed hr image img input link meta param source track wbr".split())
_PREFORMATTED = frozenset("listing plaintext pre textarea xmp".split())
COUNTED = UNSEEN | _PREFORMATTED
"""Elements of which it matters in how many of them a text stands."""
NESTED = frozenset({"listing", "pre", "template"})
"""Those of them that have elements in them; the others hold one piece of text."""
INLINE = frozenset(
    (
        "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rp rt ruby s"
        " samp small span strike strong sub sup time tt u var wbr"
    ).split()
)
"""Elements that leave no gap in the text; ``a`` does where words would run together."""
TOP = "<>"
"""Stands among tags where those before are of another part of the page."""
_IMAGES = frozenset({"math", "svg"})
"""Elements with whose end those in them end, whether these have tags that say so or none."""
_WITHOUT_TEXT = frozenset({TOP, "head", "html"})
_URL_ENDS = frozenset("/=&#?%-_~+)")
_SPACE = " \t\n\f\r"
_NONE, _BREAK, _BREAKS, _PARAGRAPH = range(4)
_GAPS = ("", "\n", "\n\n", "\n\n")
"""What is between two texts: nothing, one ``<br>`` or several, the edge of a block; and how it is written."""
_NEAR = 16
"""How many tags and texts before a text are asked first for the element that it stands in."""
_LOOK_BACK = 1000
"""How many are gone through from where none before was."""


class Piece(NamedTuple):
    """A piece of a page's text: its place in the source, and where among the page's tokens it is."""

    data: str
    line: int
    column: int
    """From 0."""
    number: int
    is_inert: bool = False
    start: int | None = None
    """Its first code point in the source, where that is known without the page's lines."""


class TextRun(NamedTuple):
    """A page's text, and for each piece of it where it came from."""

    text: str
    starts: tuple[int, ...]
    """Where in ``text`` each piece begins."""
    skipped: tuple[int, ...]
    """How many code points at the start of each piece are left out: white space at the beginning of a line."""
    edges: tuple[int, ...]
    """Where in ``text`` a block ends and another follows."""
    piece: Callable[[int], Piece]
    """Gives the piece with a number, from 0; it is made then: of many, few have a URL."""
    tag: Callable[[int], str]
    """Gives the page's tags, an end tag with a slash before its name, and ``""`` for each piece of text, by their
    numbers in order; behind a `TOP` what the next of them stand in."""

    def number_at(self, index: int) -> int:
        """Give the number of the piece that the run's code point ``index`` belongs to."""
        return max(0, bisect_right(self.starts, index) - 1)

    def piece_at(self, index: int) -> Piece:
        """Give that piece."""
        return self.piece(self.number_at(index))


class Elements:
    """Tells which elements pieces of a page's text stand in, one piece after another.

    Most often the last tag before a piece tells that is not closed again. Where it is not near, the tags from the last
    such piece on are gone through, so that no tag is looked at for each of the pieces behind it.
    """

    def __init__(self, tag: Callable[[int], str]) -> None:
        """Take what gives the tags, as `TextRun.tag` does."""
        self._tag = tag
        self._done = 0
        self._last = (-1, "body")
        """The number of the piece that was asked for last, and its element."""
        self._begin()

    def of(self, piece: Piece) -> str:
        """Give the name of the element that a piece of text stands in, as far as the tags tell."""
        self._last = piece.number, self._of(piece.number)
        return self._last[1]

    def _of(self, number: int) -> str:
        last, name = self._last
        if last == number:
            return name
        closed: list[str] = []
        lowest = number - _NEAR
        if lowest <= last + _LOOK_BACK:
            lowest = min(lowest, last - 2)  # so that those between two pieces are gone through once
        for before in range(number - 1, max(-1, lowest), -1):
            if before == last - 1 and not closed:
                return name
            tag = self._tag(before)
            if not tag or tag in _VOID:
                continue
            if tag[0] == "/":
                closed.append(tag[1:])
            elif tag in closed:
                closed.remove(tag)
            elif _IMAGES.isdisjoint(closed):
                return _without_text(tag)
        if not self._done <= number <= self._done + _LOOK_BACK:
            self._begin()
            self._done = max(0, number - _LOOK_BACK)
        for passed in range(self._done, number):
            self._pass(passed, self._tag(passed))
        self._done = max(self._done, number)
        while self._order and self._order[-1] not in self._open:
            self._order.pop()
        return _without_text(self._tag(self._order[-1]) if self._order else TOP)

    def _begin(self) -> None:
        self._order: list[int] = []
        """The start tags in order, some of those among them that are no longer open."""
        self._open: set[int] = set()
        self._of_name: dict[str, list[int]] = {}

    def _pass(self, number: int, tag: str) -> None:
        if tag == TOP:
            self._begin()
        elif tag.startswith("/"):
            if opened := self._of_name.get(tag[1:]):
                begin = opened.pop()
                self._open.discard(begin)
                while tag[1:] in _IMAGES and self._order and self._order[-1] > begin:
                    self._open.discard(self._order.pop())
        elif tag and tag not in _VOID:
            self._order.append(number)
            self._open.add(number)
            self._of_name.setdefault(tag, []).append(number)


def _without_text(tag: str) -> str:
    """Give the element of a text behind this tag: what has none ends before it (HTML Standard, section 13.2.6.4)."""
    return "body" if tag in _WITHOUT_TEXT else tag


class TextWriter:
    """Puts a page's text together from its tags and pieces of text."""

    def __init__(self, *, templates: bool, noscript: bool = False) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.skipped: list[int] = []
        self.edges: list[int] = []
        self.inert: list[int] = []
        """The numbers of the pieces written that stand in a template."""
        self.hidden = 0
        """In how many elements it stands whose text is not shown."""
        self._length = 0
        self.at_anchor = False
        """Whether the edge of a link is before the next text."""
        self._depths = dict.fromkeys(COUNTED, 0)
        self.preformatted = 0
        """In how many elements it stands whose text is preformatted."""
        self.gap = _PARAGRAPH
        """What is to be written before the next text, unless there is none before it."""
        asked = {name for name, is_asked in (("template", templates), ("noscript", noscript)) if is_asked}
        self._unseen = UNSEEN - asked

    @property
    def is_inert(self) -> bool:
        """Tell whether it stands in a template, or in what is there for browsers that run no scripts."""
        return self._depths["template"] > 0 or self._depths["noscript"] > 0

    @property
    def begins_line(self) -> bool:
        """Tell whether a line begins: in preformatted text, an element there may have nothing but its number."""
        return self.gap > _NONE or self.parts[-1][-1] == "\n"

    def block(self, tag: str, *, is_end: bool) -> None:
        """Note a tag of an element that leaves a gap."""
        if tag == "br":
            self.gap = _behind_break(self.gap)
            return
        self.gap = _PARAGRAPH
        if tag in COUNTED:
            step = -1 if is_end else 1
            if is_end and not self._depths[tag]:
                return
            self._depths[tag] += step
            if tag in self._unseen:
                self.hidden += step
            elif tag in _PREFORMATTED:
                self.preformatted += step

    def enter(self, depths: Mapping[str, int]) -> None:
        """Begin a block that stands in so many elements of those whose text is not shown or preformatted."""
        self._depths = dict.fromkeys(COUNTED, 0)
        self.hidden = self.preformatted = 0
        for tag, depth in depths.items():  # in most places there is none
            self._depths[tag] = depth
            self.hidden += depth if tag in self._unseen else 0
            self.preformatted += depth if tag in _PREFORMATTED else 0
        self.gap = _PARAGRAPH
        self.at_anchor = False

    def following(self) -> TextWriter:
        """Give one that goes on where this one ends, with a text of its own."""
        writer = TextWriter(templates="template" not in self._unseen, noscript="noscript" not in self._unseen)
        writer.enter(self._depths)
        return writer

    def pass_over(self, data: str) -> None:
        """Note a piece of text that is none of what is read: the number of a line."""
        self.starts.append(self._length)
        self.skipped.append(len(data))

    def write(self, data: str) -> bool:
        """Write a piece of text that is shown; tell whether anything comes of it: no line begins with white space.

        (CSS Text, section 4.1.2)
        """
        parts, gap, length, skipped = self.parts, self.gap, self._length, 0
        if not self.preformatted:
            if gap and data[:1] in _SPACE:  # nothing is in any text, too
                whole = len(data)
                data = data.lstrip(_SPACE)
                skipped = whole - len(data)
            if "\n" in data or "\f" in data:
                data = data.replace("\n", " ").replace("\f", " ")
        if not data:
            return False
        if gap:
            self.gap = _NONE
            if parts:
                if gap == _PARAGRAPH:
                    self.edges.append(length)
                written = _GAPS[gap]
                parts.append(written)
                length += len(written)
        elif self.at_anchor and data[0].isalnum() and (parts[-1][-1].isalnum() or parts[-1][-1] in _URL_ENDS):
            parts.append(" ")  # or a URL would go on across the edge of the link, where links end
            length += 1
        if self._depths["template"]:
            self.inert.append(len(self.starts))
        self.skipped.append(skipped)
        self.starts.append(length)
        parts.append(data)
        self._length = length + len(data)
        return True

    def run(self, piece: Callable[[int], Piece], tag: Callable[[int], str]) -> TextRun:
        """Give what was written as a Run; ``piece`` makes those that were written, ``tag`` gives the page's tags.

        The last piece is kept: thousands of URLs may stand in one, and to make it takes as long as it is.
        """
        text, edges = "".join(self.parts), tuple(self.edges)
        return TextRun(text, tuple(self.starts), tuple(self.skipped), edges, _with_last_kept(piece), tag)


def _with_last_kept(piece: Callable[[int], Piece]) -> Callable[[int], Piece]:
    """Remember the last answer; to make an `lru_cache` for each text takes longer than to read most of them."""
    last: list[tuple[int, Piece]] = []

    def kept(number: int) -> Piece:
        if not last or last[0][0] != number:
            last[:] = [(number, piece(number))]
        return last[0][1]

    return kept


def _behind_break(gap: int) -> int:
    """Give the gap with one more ``<br>`` in it."""
    return gap + 1 if gap < _BREAKS else gap


# The text that a page shows, put together from its tokens: all of it, or the blocks that something stands in.

_WITHIN = INLINE | {"br"}
_NO_EDGES = _WITHIN | COUNTED
"""Elements whose tags are more than the edge of a block, or none."""


def text_run(page: str, *, templates: bool = False) -> TextRun:
    r"""Put together the text that the source of a page shows; with ``templates`` also what these hold.

    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line").text.strip()
    'see http://a.example/long\n\nnext\nline'

    """
    return token_run(
        TextWriter(templates=templates), list(turbohtml.tokenize(page, capture_attributes=False))
    )


def token_run(writer: TextWriter, tokens: Sequence[Token]) -> TextRun:
    """Put together the text that tokens show."""
    numbers = write_tokens(writer, tokens, 0, len(tokens))
    inert = frozenset(writer.inert)

    def piece(number: int) -> Piece:
        of_token = numbers[number]
        token = tokens[of_token]
        return Piece(token.data or "", token.line, token.col, of_token, number in inert)

    return writer.run(piece, lambda number: tag_name(tokens[number]))


def tag_name(token: Token) -> str:
    """Give what stands for a token among the tags of a `TextRun`."""
    tag = MARKED.get(token.tag or "", token.tag or "")
    return f"/{tag}" if token.type is END else tag


def write_tokens(writer: TextWriter, tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """Write the text of ``tokens[start:end]``; give the numbers of the tokens whose text is shown."""
    written: list[int] = []
    for number, token in enumerate(tokens[start:end], start):
        tag = token.tag
        if tag is None:
            if writer.hidden or token.type is not TEXT:
                continue
            data = token.data or ""
            if data == "\n" and writer.gap and not writer.preformatted:
                continue  # as between most blocks: nothing comes of it
            if writer.preformatted and writer.begins_line and _is_number(tokens, number):
                writer.pass_over(data)
            elif not writer.write(data):
                continue
            written.append(number)
            writer.at_anchor = False
        elif tag not in _NO_EDGES:  # most tags
            writer.gap = _PARAGRAPH
        elif tag == "a":
            writer.at_anchor = True
        elif tag == "br":
            writer.gap = _behind_break(writer.gap)
        elif tag in COUNTED:
            writer.block(tag, is_end=token.type is END)
    return written


def _is_number(tokens: Sequence[Token], number: int) -> bool:
    """Tell whether a piece of text is a number, and all that an inline element has."""
    if not (0 < number < len(tokens) - 1 and (tokens[number].data or "").strip().isdecimal()):
        return False
    before, behind = tokens[number - 1], tokens[number + 1]
    return before.tag in INLINE and before.tag == behind.tag and (before.type, behind.type) == (START, END)


def block_around(tokens: Sequence[Token], number: int) -> tuple[int, int]:
    """Give the tokens from one edge of a block to the next (first, end), around the piece of text ``number``."""
    start, end = number, number + 1
    while start > 0 and ((tag := tokens[start - 1].tag) is None or tag in _WITHIN):
        start -= 1
    while end < len(tokens) and ((tag := tokens[end].tag) is None or tag in _WITHIN):
        end += 1
    return start, end

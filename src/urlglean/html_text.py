"""The text a page shows, as runs that `delimit` can read, and the way back from a run to the page's source.

Text is put together as it is laid out: inline elements and ``<wbr>`` leave no gap, ``<br>`` is a line
break, the edges of a block end a paragraph; unless the text is preformatted, a line break in the source is a
space, and no line begins with white space.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from urlglean.candidate import Candidate, Markup
from urlglean.decoded_text import Text
from urlglean.delimit import delimit
from urlglean.html_places import TEXT_NODE, Alignment, align

if TYPE_CHECKING:
    from turbohtml import Token

__all__ = [
    "INLINE",
    "NESTED",
    "TOP",
    "UNSEEN",
    "Piece",
    "Run",
    "TextWriter",
    "block_around",
    "nest",
    "text_candidates",
    "text_run",
    "with_last",
]


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
UNSEEN = frozenset({"iframe", "noembed", "noframes", "noscript", "script", "style", "template"})
"""Elements whose text is not shown."""
_PREFORMATTED = frozenset({"listing", "plaintext", "pre", "textarea", "xmp"})
INLINE = frozenset(
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
_SPACE = " \t\n\f\r"
_PARAGRAPH = "\n\n"
_COUNTED = UNSEEN | _PREFORMATTED
NESTED = frozenset({"listing", "pre", "template"})
"""Those of them that have elements in them; the others hold one piece of text."""
_WITHIN = INLINE | {"br"}
TOP = "<>"
"""Stands among tags where those before are of another part of the page."""
_LOOK_BACK = 1000
"""How many tags are looked back over for the element that a text stands in."""
_LONGEST_REFERENCE = 40
"""How many code points one that is decoded may be written in, of the character references that anybody writes."""


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


class Run(NamedTuple):
    """A page's text, and for each piece of it where it came from."""

    text: str
    starts: tuple[int, ...]
    """Where in ``text`` each piece begins."""
    skipped: tuple[int, ...]
    """How many code points at the start of each piece are left out: white space at the beginning of a line."""
    pieces: Sequence[Piece]
    tags: Sequence[str]
    """Tags of the page in order, an end tag with a slash before its name, and ``""`` for each piece of text; behind
    a `TOP` what the next of them stand in."""

    def number_at(self, index: int) -> int:
        """Give the number of the piece that the run's code point ``index`` belongs to."""
        return max(0, bisect_right(self.starts, index) - 1)

    def piece_at(self, index: int) -> Piece:
        """Give that piece."""
        return self.pieces[self.number_at(index)]

    def element_of(self, piece: Piece) -> str:
        """Give the name of the element that a piece of text stands in, as far as its tags tell."""
        closed = Counter[str]()
        for number in range(piece.number - 1, max(-1, piece.number - _LOOK_BACK), -1):
            tag = self.tags[number]
            if not tag:
                continue
            if tag == TOP:
                break
            if tag[0] == "/":
                closed[tag[1:]] += 1
            elif closed[tag]:
                closed[tag] -= 1
            elif tag not in _VOID:
                return tag
        return "body"


class TextWriter:
    """Puts a page's text together from its tags and pieces of text."""

    def __init__(self, *, templates: bool) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.skipped: list[int] = []
        self.hidden = 0
        """In how many elements it stands whose text is not shown."""
        self._length = 0
        self._depths = dict.fromkeys(_COUNTED, 0)
        self._preformatted = 0
        self._gap = ""
        self._unseen = UNSEEN - {"template"} if templates else UNSEEN

    @property
    def is_inert(self) -> bool:
        """Tell whether it stands in a template."""
        return self._depths["template"] > 0

    def block(self, tag: str, *, is_end: bool) -> None:
        """Note a tag of an element that leaves a gap."""
        if tag == "br":
            self._gap = self._gap or "\n"
            return
        self._gap = _PARAGRAPH
        if tag in _COUNTED:
            step = -1 if is_end else 1
            if is_end and not self._depths[tag]:
                return
            self._depths[tag] += step
            if tag in self._unseen:
                self.hidden += step
            elif tag in _PREFORMATTED:
                self._preformatted += step

    def enter(self, depths: Mapping[str, int]) -> None:
        """Begin a block that stands in so many elements of those whose text is not shown or preformatted."""
        self._depths = {tag: depths.get(tag, 0) for tag in _COUNTED}
        self.hidden = sum(self._depths[tag] for tag in self._unseen)
        self._preformatted = sum(self._depths[tag] for tag in _PREFORMATTED)
        self._gap = _PARAGRAPH if self.parts else ""

    def write(self, data: str, *, at_anchor: bool) -> None:
        """Write a piece of text that is shown; ``at_anchor`` says that the edge of a link is before it."""
        length = self._length
        skipped = 0
        if not self._preformatted:
            if self._gap or not self.parts:  # no line begins with white space (CSS Text, section 4.1.2)
                whole, data = data, data.lstrip(_SPACE)
                skipped = len(whole) - len(data)
            data = data.replace("\n", " ").replace("\f", " ")
        self.skipped.append(skipped)
        if not data:
            self.starts.append(length)
            return
        if self._gap:
            self.parts.append(self._gap)
            length += len(self._gap)
            self._gap = ""
        elif at_anchor and self.parts and _run_together(self.parts[-1][-1:], data[:1]):
            self.parts.append(" ")
            length += 1
        self.starts.append(length)
        self.parts.append(data)
        self._length = length + len(data)

    def run(self, pieces: Sequence[Piece], tags: Sequence[str]) -> Run:
        """Give what was written as a Run; ``pieces`` are those that were written, in order."""
        return Run("".join(self.parts), tuple(self.starts), tuple(self.skipped), pieces, tags)


def _run_together(last: str, first: str) -> bool:
    """Tell whether a URL at the edge of a link would go on across it: links end at their edges."""
    return first.isalnum() and (last.isalnum() or last in _URL_ENDS)


class _TokenTags(Sequence[str]):
    """The tags of a page, read off its tokens when they are asked for."""

    def __init__(self, tokens: list[Token]) -> None:
        import turbohtml

        self._tokens = tokens
        self._end = turbohtml.TokenType.END_TAG

    def __len__(self) -> int:
        return len(self._tokens)

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        tokens = self._tokens[index]
        return [self._tag(token) for token in tokens] if isinstance(tokens, list) else self._tag(tokens)

    def _tag(self, token: Token) -> str:
        tag = token.tag or ""
        return f"/{tag}" if token.type is self._end else tag


class _TokenPieces(Sequence[Piece]):
    """The pieces of a page's text, made of its tokens when they are asked for."""

    def __init__(self, tokens: list[Token], numbers: list[int], inert: frozenset[int]) -> None:
        self._tokens = tokens
        self._numbers = numbers
        self._inert = inert

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Piece: ...

    @overload
    def __getitem__(self, index: slice) -> list[Piece]: ...

    def __getitem__(self, index: int | slice) -> Piece | list[Piece]:
        numbers = self._numbers[index]
        return (
            [self._piece(number) for number in numbers] if isinstance(numbers, list) else self._piece(numbers)
        )

    def _piece(self, number: int) -> Piece:
        token = self._tokens[number]
        return Piece(token.data or "", token.line, token.col, number, number in self._inert)


def text_run(
    page: str, beginnings: Iterable[str] | None = None, *, templates: bool = False, nested: bool = True
) -> Run:
    r"""Put together the text that a page shows.

    Args:
        page: The page's source.
        beginnings: Where they are given, only the blocks are put together in which one of these strings stands:
            most of a page's text is not worth the time.
        templates: What templates hold is shown too.
        nested: False where it is known that the page has none of the elements in `NESTED`.

    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line").text.strip()
    'see http://a.example/long\n\nnext\nline'
    >>> text_run("<p>see http://a.example/<wbr>long<p>next<br>line", ["http:"]).text.strip()
    'see http://a.example/long'

    """
    return _Tokens(page, templates=templates, nested=nested).run(beginnings)


class _Tokens:
    """The tokens of a page, and the text they come to."""

    def __init__(self, page: str, *, templates: bool, nested: bool) -> None:
        import turbohtml

        self._is_nested = nested
        self._tokens = list(turbohtml.tokenize(page, capture_attributes=False))
        self._types = turbohtml.TokenType
        self._writer = TextWriter(templates=templates)
        self._numbers: list[int] = []
        self._inert: list[int] = []

    def run(self, beginnings: Iterable[str] | None) -> Run:
        if beginnings is None:
            self._write(0, len(self._tokens))
        else:
            self._write_around(beginnings)
        pieces = _TokenPieces(self._tokens, self._numbers, frozenset(self._inert))
        return self._writer.run(pieces, _TokenTags(self._tokens))

    def _write_around(self, beginnings: Iterable[str]) -> None:
        stands_in = re.compile("|".join(map(re.escape, beginnings))).search
        numbers = [
            number for number, token in enumerate(self._tokens) if (data := token.data) and stands_in(data)
        ]
        nested = self._nested() if self._is_nested and numbers else ()
        depths = Counter[str]()
        done = counted = 0
        for number in numbers:
            if number >= done:
                start, done = block_around(self._tokens, number)
                before = bisect_left(nested, start)
                nest(depths, (self._tokens[other] for other in nested[counted:before]))
                counted = before
                self._writer.enter(with_last(depths, self._tokens[start - 1] if start else None))
                self._write(start, done)

    def _nested(self) -> Sequence[int]:
        return [number for number, token in enumerate(self._tokens) if token.tag in NESTED]

    def _write(self, start: int, end: int) -> None:
        tokens, writer, types = self._tokens, self._writer, self._types
        at_anchor = False
        for number in range(start, end):
            token = tokens[number]
            tag = token.tag
            if tag is None:
                if token.type is types.TEXT and not writer.hidden:
                    self._numbers.append(number)
                    if writer.is_inert:
                        self._inert.append(number)
                    writer.write(token.data or "", at_anchor=at_anchor)
                    at_anchor = False
            elif tag == "a":
                at_anchor = True
            elif tag not in INLINE:
                writer.block(tag, is_end=token.type is not types.START_TAG)


def block_around(tokens: Sequence[Token], number: int) -> tuple[int, int]:
    """Give the tokens from one edge of a block to the next (first, end), around the piece of text ``number``."""
    start, end = number, number + 1
    while start > 0 and ((tag := tokens[start - 1].tag) is None or tag in _WITHIN):
        start -= 1
    while end < len(tokens) and ((tag := tokens[end].tag) is None or tag in _WITHIN):
        end += 1
    return start, end


def nest(depths: Counter[str], tags: Iterable[Token]) -> None:
    """Count in how many elements of `NESTED` a text stands behind some more of their tags."""
    import turbohtml

    is_start = turbohtml.TokenType.START_TAG
    for token in tags:
        tag = token.tag or ""
        depths[tag] = max(0, depths[tag] + (1 if token.type is is_start else -1))


def with_last(depths: Counter[str], last: Token | None) -> Mapping[str, int]:
    """Say in how many elements a block stands whose text is not shown or preformatted, by the token before it."""
    import turbohtml

    if last is None or last.tag not in _COUNTED - NESTED or last.type is not turbohtml.TokenType.START_TAG:
        return depths
    return depths + Counter((last.tag,))


def text_candidates(
    page: Text,
    run: Run,
    known: Container[str],
    options: Mapping[str, Any],
    *,
    inert: bool = False,
    in_mail: bool = False,
) -> Iterator[Candidate]:
    """Yield the bare URLs of a page's text as Candidates that stand in the page's source.

    Args:
        page: The page's source, as it was tokenized.
        run: Its text.
        known: Absolute URLs known whole, for `delimit`.
        options: Further options for `delimit`.
        inert: Marks them as such.
        in_mail: They stand in the body of a message.

    """
    places = _Places(page, run)
    for found in delimit(run.text, known, **options):
        pieces: list[tuple[int, int]] = []
        for start, end in found.facts.pieces or ((found.start, found.end),):
            pieces.extend(places.find(start, end))
        piece = run.piece_at(found.start)
        markup = Markup(run.element_of(piece), TEXT_NODE, kind="text", inert=inert or piece.is_inert)
        facts = found.facts._replace(
            pieces=tuple(pieces) if len(pieces) > 1 else (),
            markup=markup,
            quote_depth=0 if in_mail else None,
            region="body" if in_mail else None,
        )
        yield Candidate(found.text, page, pieces[0][0], pieces[-1][1], facts)


class _Places:
    """The way back from a run to the page's source."""

    def __init__(self, page: Text, run: Run) -> None:
        self._page = page
        self._run = run
        self._aligned: tuple[int, Alignment] | None = None

    def find(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the pieces of the source that the run's ``[start:end]`` came from."""
        pieces, starts, skipped = self._run.pieces, self._run.starts, self._run.skipped
        number = self._run.number_at(start)
        while True:
            begin = starts[number] - skipped[number]
            last = min(end, begin + len(pieces[number].data))
            if last > start:
                yield self._alignment(number).place(start - begin, last - begin)
            number += 1
            if number >= len(starts) or starts[number] >= end:
                return
            start = starts[number]

    def _alignment(self, number: int) -> Alignment:
        if self._aligned is None or self._aligned[0] != number:
            piece = self._run.pieces[number]
            source = self._page
            start = self._start_of(piece)
            text = source.text
            if text.startswith(piece.data, start):
                aligned = Alignment(start, [], [])
            else:
                following = number + 1
                end = len(text)
                if following < len(self._run.pieces):
                    end = self._start_of(self._run.pieces[following])
                end = min(end, start + _LONGEST_REFERENCE * (len(piece.data) + 1))
                aligned = align(text[start:end], piece.data, start)
            self._aligned = number, aligned
        return self._aligned[1]

    def _start_of(self, piece: Piece) -> int:
        return self._page.index(piece.line - 1, piece.column) if piece.start is None else piece.start

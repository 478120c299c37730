"""What pyromark tells of a text in Markdown: its links, definitions, lines and pieces of HTML, and where they stand.

The parser says of each construct from which byte to which it reaches. Where in it the destination stands is found
here, and proved: what stands there, its escapes undone, is what the parser says. All offsets are bytes of the text in
UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.candidate import Facts, Markup, Opened
from urlglean.docs.destinations import meant, meant_by, place_at, place_of
from urlglean.docs.extensions import as_commonmark
from urlglean.docs.marks import MARK, is_more_asked, may_hold_references
from urlglean.docs.pieces import BlockPiece, Definitions, folded, pieces_of, stands_in
from urlglean.document import ReadOptions
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor
from urlglean.uri.characters import unescaped

if TYPE_CHECKING:
    from types import ModuleType


class FoundReference(NamedTuple):
    """A reference, and from where to where it stands."""

    start: int
    end: int
    text: str
    facts: Facts
    opened: Opened | None = None
    is_undefined: bool = False


class Line(NamedTuple):
    """A stretch of one line in which bare URLs may stand, or one of code."""

    start: int
    end: int
    is_code: bool = False


class HtmlPiece(NamedTuple):
    """A piece of HTML: its bytes from ``start`` to ``end``, less what is taken out or said in its stead."""

    start: int
    end: int
    edits: tuple[tuple[int, int, str], ...]


class Named(NamedTuple):
    """What a fragment or a label may name: of a heading its text, as a page shows it."""

    start: int
    anchor: Anchor


Found = FoundReference | Line | HtmlPiece | Named


class _Open:
    """A link or image that is open: what the parser says of it, and what was read of its text so far."""

    __slots__ = ("anchor", "data", "inner", "is_image", "start")

    def __init__(self, start: int, data: dict[str, Any], *, is_image: bool) -> None:
        self.start = start
        self.data = data
        self.is_image = is_image
        self.inner = start + 1 + is_image
        """Where what is known of its text ends."""
        self.anchor: list[str] = []


_EMPHASIS = frozenset({"Emphasis", "Strong", "Strikethrough"})
_SHOWN = frozenset({"Text", "Code"})
_LEAVES = frozenset({"Paragraph", "Heading", "CodeBlock", "HtmlBlock", "Table", "MetadataBlock"})
_TAG = lazy_re(rb"<(/?)([A-Za-z]+)")
_WITH_TEXT = frozenset({b"a", b"script", b"noscript", b"template", b"style", b"textarea", b"title"})
"""The elements whose text is none of the Markdown: that of a link is its own, that of others nobody sees."""


class Finder:
    """Finds the references of one text in what its parser tells."""

    def __init__(self, pyromark: ModuleType, body: str, options: ReadOptions) -> None:
        self.options = options
        try:
            self.data = _without_lone_returns(body.encode())
        except UnicodeEncodeError:  # half of a surrogate pair: a character like any other here
            self.data = _without_lone_returns(_SURROGATE.sub("\ufffd", body).encode())
        self.events_with_range = pyromark.events_with_range
        self.settings, self.markdown = _parser(pyromark, wiki_links=options.wiki_links)
        data = as_commonmark(self.markdown, self.data)
        self.reads_all = data is not self.data or is_more_asked(options)
        """Whether lines without a mark are read, too: nothing announces what is asked for, or it may be blanked."""
        self.data = data
        self.labels: Definitions | None = None
        """What a text in several pieces defines; None where it is one."""
        self.torn: int | None = None
        """Where a block is cut that is too long, if one is: the first of them."""
        self.piece = BlockPiece(0, len(self.data))
        self.shift = 0
        """Where in the text begins what the parser is given of the piece at hand."""
        self.found: list[Found] = []
        self.undefined: dict[int, FoundReference] = {}
        """The references by a label that nothing defines, by their places."""
        self.used: set[str] = set()
        """The labels of the references there are."""
        self.open: list[_Open] = []
        self.line = [0, 0]
        """The stretch of text at hand; empty where none is."""
        self.page: list[tuple[int, int, str]] = []
        """The pieces of HTML at hand: from where to where, and what is meant there if lines have marks."""
        self.leaves: list[tuple[int, int]] = []
        """The blocks of text, code and HTML, where second definitions are asked for: what stands in one is none."""
        self.comments: list[tuple[int, int]] = []
        """Where comments stand, where ids are asked for: what stands in one is none."""
        self.heading: list[tuple[str, bool]] | None = None
        """What was read of the heading that is open, and whether it stands for an image; None where none is."""
        self.element: bytes | None = None
        """The element of raw HTML that is open, if any, whose text is its own."""
        self.is_crossed = False
        """Whether that is a link in which a link or an image in Markdown stands."""

    def find(self) -> Iterator[Found]:
        """Yield all that is found, in order."""
        pieces = list(pieces_of(self.markdown, self.data))
        self.torn = next((piece.end for piece in pieces if piece.is_torn), None)
        if len(pieces) > 1:
            self.labels = Definitions(self.markdown, self.data, pieces)
            if self.labels.numbers:
                for piece in pieces:
                    if self.labels.may_be_used_in(self.data[piece.begin : piece.end]):
                        self._heed_labels(piece, self.labels)
        for piece in pieces:
            self.piece = piece
            self._read(piece)
            self._definitions()
            self.found.extend(self._named())
            self.found.extend(self.undefined.values())
            found, self.found, self.leaves, self.undefined = self.found, [], [], {}
            self.comments = []
            found.sort(key=itemgetter(0))
            yield from found

    def _events(self, piece: BlockPiece) -> Iterable[tuple[Any, Any]]:
        """Give what the parser tells of a piece; where in the text that begins is the shift."""
        before, text = piece.before, self.data[piece.begin : piece.end]
        if self.labels is not None:
            before = self.labels.notes_for(piece.begin, text) + before
        self.shift = piece.begin - len(before)
        callback = self._broken if self.options.undefined or self.labels is not None else None
        events: Iterable[tuple[Any, Any]] = self.events_with_range(
            (before + text).decode(), options=self.settings, broken_link_callback=callback
        )
        return events

    def _broken(self, link: Any) -> tuple[str, str] | None:
        """Give what a label stands for that the piece at hand does not define."""
        label = link["reference"]
        if self.labels is not None and (destination := self.labels.destination(label)) is not None:
            return destination, ""
        start, end = link["span"]["start"] + self.shift, link["span"]["end"] + self.shift
        is_mere = link["link_type"] == "Shortcut" or self._is_index(start, label)
        if self.options.undefined and not is_mere:
            found = self._undefined(start, end, label)
            self.undefined[found.start] = found
        return None

    def _heed_labels(self, piece: BlockPiece, labels: Definitions) -> None:
        """Heed the labels of the references in a piece: a definition may come long before."""
        images: list[bool] = []
        for event, _ in self._events(piece):
            if type(event) is str:
                continue
            ((said, value),) = event.items()
            if said == "Start" and type(value) is dict:
                ((kind, data),) = value.items()
                if kind in {"Link", "Image"}:
                    if data["id"] and not any(images):
                        labels.use(data["id"])
                    images.append(kind == "Image")
            elif said == "End" and value in ("Link", "Image"):
                images.pop()
        self.undefined = {}

    def _read(self, piece: BlockPiece) -> None:
        """Find what is in a piece, its definitions apart."""
        events = self._events(piece)
        begin, shift = piece.begin, self.shift
        self.is_code = False
        for event, where in events:
            start, end = where["start"] + shift, where["end"] + shift
            if end <= begin and shift < begin:
                continue
            if type(event) is str:
                if self.heading is not None:
                    self.heading.append(("\n", False))
                self._close_line()
                continue
            ((kind, value),) = event.items()
            if self.heading is not None and kind in _SHOWN:
                self.heading.append((value, any(one.is_image for one in self.open[:2])))
            if kind == "Text":
                if start < begin:
                    start, value = begin, value[begin - start :]
                self._text(start, end, value)
            elif kind == "Start":
                self._begin(start, end, value)
            elif kind == "End":
                if value == "HtmlBlock" == piece.is_within and end == piece.end:
                    return  # its page goes on
                self._end(start, end, value)
            else:
                self._other(kind, start, end, value)
        self._close_page()

    def _text(self, start: int, end: int, said: str) -> None:
        if self.is_code:
            self.found.append(Line(start, end, is_code=True))
            return
        if (
            self.options.undefined
            and said.startswith("^")
            and self.data[start - 1 : end + 1] == b"[%b]" % said.encode()
        ):
            self.undefined[start] = FoundReference(
                start, end, said, _facts("a", None, "[]"), is_undefined=True
            )
        if self.open:
            for one in self.open[:2]:  # a link and an image in it: what is in that comes to nothing
                one.anchor.append(said)
            self.open[-1].inner = end
            return
        if self.element:
            # Markdown takes the backslash for an escape; in HTML it stands for itself.
            is_escaped = self.data[start - 1] == _BACKSLASH and self.page[-1][1] == start - 1
            self._html(start - is_escaped, end, said)
            return
        if not self.line[1]:
            self.line[0] = start
        self.line[1] = end

    def _close_line(self) -> None:
        start, end = self.line
        if end:
            self.line = [0, 0]
            is_marked = MARK.search(self.data, start, end)
            if is_marked or self.reads_all:
                self.found.append(Line(start, end))
            if is_marked and self.page and not self.element:
                self._close_page()  # what is found comes in order
        for one in self.open[:2]:
            one.anchor.append(" ")

    def _begin(self, start: int, end: int, value: Any) -> None:
        """Heed the start of a construct."""
        if self.options.undefined and (value if type(value) is str else next(iter(value))) in _LEAVES:
            self.leaves.append((start, end))
        if type(value) is str:
            if value in _EMPHASIS:
                if not self.open and not self.element and not self.line[1]:
                    self.line = [start, start + 1]
            else:
                self._close_line()
            return
        self._close_line()
        ((kind, data),) = value.items()
        if self.options.anchors:
            if kind == "Heading":
                self.heading = []
            elif kind == "FootnoteDefinition":
                self.found.append(Named(start, Anchor(data, "footnote")))
        if kind in {"Link", "Image"}:
            if not self.element:
                self._close_page()
            self.is_crossed = self.element == b"a"
            self.open.append(_Open(start, data, is_image=kind == "Image"))
        elif kind == "CodeBlock":
            self.is_code = True

    def _end(self, start: int, end: int, value: Any) -> None:
        if self.heading is not None and type(value) is dict and "Heading" in value:
            shown = "".join(said for said, is_image in self.heading if not is_image)
            whole = "".join(said for said, _ in self.heading)
            self.found.append(Named(start, Anchor(shown, "heading")))
            if shown != whole:
                self.found.append(Named(start, Anchor(whole, "heading with images")))
            self.heading = None
        if type(value) is str and value in _EMPHASIS:
            if self.open:
                self.open[-1].inner = end
            elif self.line[1]:
                self.line[1] = end
        elif value in ("Link", "Image"):
            one = self.open.pop()
            if self.page and not self.element:
                self._close_page()  # what stands in it comes before its destination
            self._reference(one, end)
            if self.open:
                self.open[-1].inner = end
        else:
            if value == "CodeBlock":
                self.is_code = False
            self._close_line()
            self._close_page()

    def _other(self, kind: str, start: int, end: int, value: Any) -> None:
        """Heed what is neither text nor a construct with a start and an end."""
        if self.open:
            self.open[-1].inner = end
            if kind == "Code":
                for one in self.open[:2]:
                    one.anchor.append(value)
        else:
            self._close_line()
        if kind in {"Html", "InlineHtml"}:
            if self.is_crossed and self.data.find(b"=", start, end) >= 0:
                element = self.element
                self._close_page()  # what is found comes in order
                self.element = element
            self._html(start, end, value)
            if kind == "InlineHtml" and (tag := _TAG.match(self.data, start, end)):
                name = tag[2].lower()
                if tag[1]:
                    self.element = None if name == self.element else self.element
                elif self.element is None and name in _WITH_TEXT:
                    self.element = name
        elif kind == "Code":
            self.found.append(Line(start, end, is_code=True))

    def _html(self, start: int, end: int, said: str) -> None:
        """Heed a piece of HTML, or what counts for one: where it goes on as it stands, it is one with that before."""
        page = self.page
        if self.data.find(b"\n", start, end - 1) < 0 or self.data[start:end] == said.encode():
            said = ""
            if page and page[-1][1] == start and not page[-1][2]:
                start = page.pop()[0]
        page.append((start, end, said))

    def _named(self) -> Iterator[Named]:
        """Yield what programs beyond CommonMark take for ids and labels, and what tells that they make more.

        None of it stands in code or in a comment.
        """
        if not self.options.anchors:
            return
        unread = [(one.start, one.end) for one in self.found if isinstance(one, Line) and one.is_code]
        unread = sorted((*unread, *self.comments))
        for found in _STATED.finditer(self.data, *self.piece[:2]):
            if stands_in(unread, found.start()):
                continue
            label = found["label"] or found["option"]
            name = (found["id"] or label or b"").strip().decode("utf-8", "replace")
            anchor = Anchor(name, "stated" if found["id"] else "label" if label else "made")
            yield Named(found.start(), anchor)

    # --- links and images ---

    def _reference(self, one: _Open, end: int) -> None:
        """Find where the destination of a link or image stands, or its label."""
        data = one.data
        if any(outer.is_image for outer in self.open[:2]):
            return  # of an image's text a page has the words alone
        link_type, destination = data["link_type"], data["dest_url"]
        opened = None
        delimiter = "[]"
        if type(link_type) is dict:
            start = one.start + 2 + one.is_image
            stop = self.data.find(b"|" if link_type["WikiLink"]["has_pothole"] else b"]]", start, end)
            if self.data[start + 1 : stop].endswith(b"\\"):  # of a table, which knows no other bar in a cell
                stop, destination = stop - 1, destination[:-1]
            delimiter = "[[]]"
        elif link_type == "Inline":
            start, stop = self._destination(one.inner, end, destination)
            delimiter = "]()"
        elif link_type in {"Autolink", "Email"}:
            start, stop = one.start + 1, end - 1
            destination = meant(destination.replace("\\", "\\\\"))  # in which a backslash escapes nothing
            one.anchor = [destination]
            delimiter = "<>"
            opened = Opened.ADDRESS if link_type == "Email" else None
        else:
            self.used.add(folded(data["id"]))
            if self.labels is not None:  # another piece may have defined it before this one
                destination = self.labels.destination(data["id"]) or destination
            start, stop = self._label(one, end, link_type)
        anchor = " ".join("".join(one.anchor).split())
        facts = _facts("img" if one.is_image else "a", anchor, delimiter)
        self.found.append(FoundReference(start, stop, destination, facts, opened))

    def _destination(self, begin: int, end: int, destination: str) -> tuple[int, int]:
        """Give from where to where the destination stands of a link whose text ends at ``begin`` or soon after."""
        opened = self.data.find(b"](", begin, end)
        while opened >= 0:
            if (found := place_of(self.data, opened + 2, end, destination)) is not None:
                return found
            opened = self.data.find(b"](", opened + 2, end)
        return begin, end

    def _label(self, one: _Open, end: int, link_type: str) -> tuple[int, int]:
        """Give from where to where the label stands of a reference by one."""
        data = self.data
        start = one.start + 1 + one.is_image
        stop = data.find(b"]", one.inner, end)
        if link_type.startswith("Reference"):
            start, stop = stop + 2, end - 1
        raw = data[start:stop]
        start += len(raw) - len(raw.lstrip())
        return start, start + len(raw.strip())

    # --- definitions ---

    def _definitions(self) -> None:
        """Find the destinations of the definitions in the piece at hand."""
        begin, end, before, _ = self.piece
        if self.data.find(b"]:", begin, end) < 0:
            return
        shift = begin - len(before)
        defined = self.markdown.reference_definitions((before + self.data[begin:end]).decode())
        spans: list[tuple[int, int]] = []
        for label, definition in defined.items():
            begin, end = definition["span"]["start"] + shift, definition["span"]["end"] + shift
            if self.labels is None:
                is_used = folded(label) in self.used
            elif self.labels.is_told(label):
                continue
            else:
                is_used = self.labels.is_used(label)
            head = _LABEL.match(self.data, begin, end)
            found = head and place_of(self.data, head.end(), end, definition["dest"])
            start, stop = found or (begin, end)
            self.found.append(
                FoundReference(start, stop, definition["dest"], _definition_facts(is_used=is_used))
            )
            spans.append((begin, end))
        if self.options.undefined:
            known = {folded(label): one["dest"] for label, one in defined.items()}.get
            self._second_definitions(self.labels.destination if self.labels else known, spans)

    def _second_definitions(
        self, known: Callable[[str], str | None], spans: Iterable[tuple[int, int]]
    ) -> None:
        """Find the definitions of labels that are defined before, otherwise: no parser tells of them."""
        taken = sorted((*self.leaves, *spans))
        for head in _LATER_LABEL.finditer(self.data, *self.piece[:2]):
            start = head.start("label")
            is_text = stands_in(taken, start)
            first = None if is_text else known(folded(head["label"].decode("utf-8", "replace")))
            if first is None:
                continue
            start, stop = place_at(self.data, head.end())
            if (second := meant_by(self.data[start:stop])) != first:
                self.found.append(FoundReference(start, stop, second, _SECOND_DEFINITION))

    def _is_index(self, start: int, label: str) -> bool:
        """Tell whether brackets that nothing defines are of code: ``rows[0][1]``, ``fill(port[, speed][, done])``."""
        before = self.data[max(start - 1, 0) : start]
        is_glued = before.isalnum() or before in {b")", b"]", b"_", b"`"}
        return label[:1] in {'"', "'", ","} or (is_glued and self.data.startswith(b"[", start))

    def _undefined(self, start: int, end: int, label: str) -> FoundReference:
        """Give a reference by a label that nothing defines: it stands where the label does."""
        element = "img" if self.data.startswith(b"!", start) else "a"
        if found := _LAST_LABEL.search(self.data, max(start, end - _LONGEST_LABEL), end):
            start, end = found.span(1)
        return FoundReference(start, end, label, _facts(element, None, "[]"), is_undefined=True)

    # --- HTML ---

    def _close_page(self) -> None:
        """Make a page of the pieces of HTML at hand."""
        pieces, self.page, self.element, self.is_crossed = self.page, [], None, False
        if not pieces:
            return
        begin, end = pieces[0][0], pieces[-1][1]
        if self.options.anchors:
            self.comments.extend(found.span() for found in _COMMENT.finditer(self.data, begin, end))
            for found in _HEADING.finditer(self.data, begin, end):
                shown = unescaped(_IN_HEADING.sub(b"", found["text"]).decode("utf-8", "replace"))
                self.found.append(Named(found.start(), Anchor(" ".join(shown.split()), "html heading")))
        if not may_hold_references(self.data, begin, end, self.options):
            return
        edits: list[tuple[int, int, str]] = []
        done = pieces[0][0]
        for start, end, said in pieces:
            if done < start:
                edits.append((done, start, "" if self.data[done - 1] in b"\r\n" else " "))
            edits.extend(self._marks_in(start, end, said))
            done = end
        self.found.append(HtmlPiece(pieces[0][0], done, tuple(edits)))

    def _marks_in(self, start: int, end: int, said: str) -> Iterator[tuple[int, int, str]]:
        """Yield what stands at the beginning of lines in a piece of HTML and is none of it, to be taken out."""
        lines = self.data[start:end].splitlines(keepends=True)
        if len(lines) < 2:
            return
        meant = said.encode("utf-8", "surrogatepass").splitlines(keepends=True)
        at = start + len(lines[0])
        for line, own in zip(lines[1:], meant[1:], strict=False):
            if (size := len(line.rstrip(b"\r\n")) - len(own.rstrip(b"\r\n"))) > 0:
                yield at, at + size, ""
            at += len(line)


@lru_cache(maxsize=2)
def _parser(pyromark: ModuleType, *, wiki_links: bool) -> tuple[Any, Any]:
    """Give the settings of the parser, and one that has them: a notebook has thousands of texts."""
    names = ["TABLES", "FOOTNOTES", "STRIKETHROUGH", "TASKLISTS", "GFM"]
    if wiki_links:
        names.append("WIKILINKS")
    settings = pyromark.Options(0)
    for name in names:
        settings |= getattr(pyromark.Options, f"ENABLE_{name}")
    return settings, pyromark.Markdown(options=settings)


def _without_lone_returns(data: bytes) -> bytes:
    """Write LF for each CR that ends a line alone, which the parser knows not everywhere; nothing is held for each."""
    if b"\r" not in data:
        return data
    # A byte that UTF-8 has not keeps the place of the others.
    return data.replace(b"\r\n", b"\xff\n").replace(b"\r", b"\n").replace(b"\xff", b"\r")


_COMMENT = lazy_re(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADING = lazy_re(
    rb"<h(?P<level>[1-6])(?=[\s>])[^<>]*+>(?P<text>[^<]*+(?:<(?!/?h[1-6])[^<]*+)*+)</h(?P=level)>",
    re.IGNORECASE,
)
_IN_HEADING = lazy_re(rb"<[^<>]*+>")
_STATED = lazy_re(
    rb"""(?<!\\)\{:?(?:[ \t][^{}\n]{0,200}?[ \t]|[ \t]*)\#(?P<id>[^\s{}]++)[^{}\n]{0,200}+\}
    |^\((?P<label>[^()\n]++)\)=[ \t]*$
    |^[ \t>]*+(?:`{3,}+|~{3,}+|:{3,}+)\{[^{}\n]++\}[^\n]*+\n(?:[ \t>]*+---[ \t]*+\n)?
     (?:(?![ \t>]*+:?(?:name|label):)[ \t>]*+:?[\w-]++:[^\n]*+\n){0,30}+
     [ \t>]*+:?(?:name|label):(?P<option>[^\n]++)
    |^(?::::[ ](?=[\w.:-]+[ \t]*$)(?!tip|note|info|warning|danger|details|caution|important)|-{1,2}8<-{1,2}[ ]
      |import\s[^\n]{0,200}\sfrom\s+["'][^"'\n]{1,500}\.mdx?["'])""",
    re.MULTILINE | re.VERBOSE,
)
"""Attribute lists (``{#id}``), targets of MyST and the names and labels that its directives have as an option, and
what puts in other texts: mkdocstrings, snippets, parts in MDX."""
_BACKSLASH = ord("\\")
_SURROGATE = lazy_re("[\ud800-\udfff]")
_LABEL = lazy_re(rb"[ \t]*\[(?:\\.|[^\[\]\\])*+\]:", re.DOTALL)
_LATER_LABEL = lazy_re(rb"^[ \t>]*\[(?!\^)(?P<label>(?:\\.|[^\[\]\\])++)\]:", re.DOTALL | re.MULTILINE)
_LAST_LABEL = lazy_re(rb"\[((?:\\.|[^\[\]\\])++)\](?:\[\])?\Z", re.DOTALL)
_LONGEST_LABEL = 4096
"""How many bytes a label has at most, with all that is escaped in it (CommonMark, section 6.3: 999 characters)."""


_KINDS = {"a": ("href", "navigation"), "img": ("src", "resource")}


def _facts(element: str, anchor: str | None, delimiter: str) -> Facts:
    attribute, kind = _KINDS[element]
    return Facts(delimiter=delimiter, markup=Markup(element, attribute, None, kind, anchor))


_SECOND_DEFINITION = Facts(
    delimiter="[]:", markup=Markup("#redefinition", "href", kind="navigation", inert=True)
)
"""Of a definition of a label that is defined before, which counts for nothing."""


@lru_cache(maxsize=2)
def _definition_facts(*, is_used: bool) -> Facts:
    return Facts(delimiter="[]:", markup=Markup("#definition", "href", kind="navigation", inert=not is_used))

"""Markdown to Candidates: CommonMark and GitHub's extensions, each destination where it stands.

The text is parsed by `pyromark` (pulldown-cmark), which tells of each construct from which byte to which it reaches.
Where in it the destination stands is found here, and proved: what stands there, its escapes undone, is what the parser
says. HTML is a Document of its own for each piece; bare URLs are delimited line by line, as no renderer joins lines.
Offsets are bytes of the text in UTF-8 until a Candidate is made.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from urlglean.candidate import (
    Candidate,
    Facts,
    Markup,
    MarkupCandidate,
    Opened,
    UndefinedCandidate,
)
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.reports import Problem
from urlglean.text import Rewritten, Text, rewriting

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["read"]

_BYTES = (bytes, bytearray, memoryview)
TEXT_NODE = "#text"
"""What stands for an attribute where a URL stands in text."""


def read(document: Document, options: ReadOptions) -> Iterator[Candidate | Document | Problem]:
    """Yield the Candidates of a text in Markdown and the pages that the HTML in it makes, in order.

    ``document.content`` is a string, bytes, or an iterable of pieces of either. Raises InputError where pyromark is not
    installed.
    """
    pyromark = _pyromark()
    text, decoder = _decoded(document)
    source = Text(text)
    front = _FRONT_MATTER.match(text)
    begin = front.end() if front else 0
    if front is not None and options.text:
        yield from _in_front_matter(source, front, document, options)
    body = text[begin:]
    if options.delimit or any(mark in body for mark in _MARKS):
        found = _Finder(pyromark, body, options).find()
        yield from _Maker(document, options, source, begin, body).items(found)
    if decoder.damage:
        yield Problem(document.name, decoder.damage.message, decoder.damage.line, part=document.part)


_MARKS = ("](", "]:", "][", "[[", "<", ":", "www.", "WWW.", "@", "[^")
"""One of these stands in any text with a link, unless more is asked for."""


def _pyromark() -> ModuleType:
    try:
        import pyromark
    except ImportError:
        message = "reading Markdown needs the package pyromark: pip install 'urlglean[docs]'"
        raise InputError(f"{message}; --kind text reads it as plain text") from None
    return pyromark


def _decoded(document: Document) -> tuple[str, Decoder]:
    content = document.content
    decoder = Decoder(document.encoding)
    pieces: list[Any] = [content] if isinstance(content, (str, *_BYTES)) else list(content)
    if pieces and isinstance(pieces[0], str):
        return "".join(pieces).removeprefix("\ufeff"), decoder
    return "".join(decoder.chunks((b"".join(map(bytes, pieces)),))), decoder


# --- what stands before the text ---

_FRONT_MATTER = re.compile(
    r"(?P<rule>---|\+\+\+)[ \t]*(?:\r\n?|\n)"
    r"(?P<content>(?=[^\r\n])(?:(?!(?:(?P=rule)|\.\.\.)[ \t]*(?:[\r\n]|\Z))[^\r\n]*(?:\r\n?|\n))*+)"
    r"(?:(?P=rule)|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)"
)
_COMMENT = re.compile(r"(?m)^[ \t]*#[^\r\n]*")


def _in_front_matter(
    source: Text, front: re.Match[str], document: Document, options: ReadOptions
) -> Iterator[Candidate]:
    """Yield the URLs of YAML or TOML before the text; those of its comments where they are asked for."""
    start, stop = front.span("content")
    comments = [found.span() for found in _COMMENT.finditer(source.text, start, stop)]
    for found in delimit(source.text[start:stop], document.evidence, **options.delimit):
        candidate = found.led_back(source, Rewritten(source.text[start:stop], start))
        number = bisect_right(comments, candidate.start, key=itemgetter(0)) - 1
        inert = number >= 0 and candidate.start < comments[number][1]
        if not inert or options.comments:
            markup = Markup("#front-matter", TEXT_NODE, kind="metadata", inert=inert)
            yield candidate._replace(facts=candidate.facts._replace(markup=markup))


# --- what the parser tells, in bytes ---


class _Reference(NamedTuple):
    """A reference, and from where to where it stands."""

    start: int
    end: int
    text: str
    facts: Facts
    opened: Opened | None = None
    is_undefined: bool = False


class _Line(NamedTuple):
    """A stretch of one line in which bare URLs may stand, or one of code."""

    start: int
    end: int
    is_code: bool = False


class _Page(NamedTuple):
    """A piece of HTML: its bytes from ``start`` to ``end``, less what is taken out or said in its stead."""

    start: int
    end: int
    edits: tuple[tuple[int, int, str], ...]


_Found = _Reference | _Line | _Page


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
_LINE_BREAKS = frozenset({"SoftBreak", "HardBreak", "Rule"})
_TAG = re.compile(rb"<(/?)([A-Za-z]+)")
_WITH_TEXT = frozenset({b"a", b"script", b"noscript", b"template", b"style", b"textarea", b"title"})
"""The elements whose text is none of the Markdown: that of a link is its own, that of others nobody sees."""


class _Finder:
    """Finds the references of one text in what its parser tells."""

    def __init__(self, pyromark: ModuleType, body: str, options: ReadOptions) -> None:
        self.pyromark = pyromark
        self.options = options
        self.body = body
        try:
            self.data = body.encode()
        except UnicodeEncodeError:  # half of a surrogate pair: a character like any other here
            self.body = _SURROGATE.sub("\ufffd", body)
            self.data = self.body.encode()
        names = "TABLES", "FOOTNOTES", "STRIKETHROUGH", "TASKLISTS", "GFM"
        every = [*names, "WIKILINKS"] if options.wiki_links else names
        self.settings = pyromark.Options(0)
        for name in every:
            self.settings |= getattr(pyromark.Options, f"ENABLE_{name}")
        self.found: list[_Found] = []
        self.undefined: dict[int, _Reference] = {}
        """The references by a label that nothing defines, by their places."""
        self.used: set[str] = set()
        """The labels of the references there are."""
        self.open: list[_Open] = []
        self.line = [0, 0]
        """The stretch of text at hand; empty where none is."""
        self.page: list[tuple[int, int, str]] = []
        """The pieces of HTML at hand: from where to where, and what the parser says that stands there."""
        self.element: bytes | None = None
        """The element of raw HTML that is open, if any, whose text is its own."""

    def find(self) -> list[_Found]:
        """Give all that is found, in order."""

        def broken(link: Any) -> None:
            span = link["span"]
            if link["link_type"] != "Shortcut":  # which may be mere brackets
                found = self._undefined(span["start"], span["end"], link["reference"])
                self.undefined[found.start] = found

        callback = broken if self.options.undefined else None
        events = self.pyromark.events_with_range(
            self.body, options=self.settings, broken_link_callback=callback
        )
        is_code = False
        for event, where in events:
            start, end = where["start"], where["end"]
            if type(event) is str:
                self._close_line()
                continue
            ((kind, value),) = event.items()
            if kind == "Text":
                if is_code:
                    self.found.append(_Line(start, end, is_code=True))
                else:
                    self._text(start, end, value)
            elif kind == "Start":
                is_code = self._begin(start, end, value) or is_code
            elif kind == "End":
                is_code = is_code and value != "CodeBlock"
                self._end(start, end, value)
            else:
                self._other(kind, start, end, value)
        self._close_page()
        self._definitions()
        self.found.extend(self.undefined.values())
        self.found.sort(key=itemgetter(0))
        return self.found

    def _text(self, start: int, end: int, said: str) -> None:
        if (
            self.options.undefined
            and said.startswith("^")
            and self.data[start - 1 : end + 1] == b"[%b]" % said.encode()
        ):
            self.undefined[start] = _Reference(start, end, said, _facts("a", None, "[]"), is_undefined=True)
        if self.open:
            for one in self.open[:2]:  # a link and an image in it: what is in that comes to nothing
                one.anchor.append(said)
            self.open[-1].inner = end
            return
        if self.element:
            # Markdown takes the backslash for an escape; in HTML it stands for itself.
            is_escaped = self.data[start - 1] == _BACKSLASH and self.page[-1][1] == start - 1
            self.page.append((start - is_escaped, end, said))
            return
        if not self.line[1]:
            self.line[0] = start
        self.line[1] = end

    def _close_line(self) -> None:
        start, end = self.line
        if end:
            self.found.append(_Line(start, end))
            self.line = [0, 0]
            if self.page and not self.element and _MARK.search(self.data, start, end):
                self._close_page()  # what is found comes in order
        for one in self.open[:2]:
            one.anchor.append(" ")

    def _begin(self, start: int, end: int, value: Any) -> bool:
        """Heed the start of a construct; tell whether it is code."""
        if type(value) is str:
            if value in _EMPHASIS:
                if not self.open and not self.element and not self.line[1]:
                    self.line = [start, start + 1]
                return False
            self._close_line()
            return False
        self._close_line()
        ((kind, data),) = value.items()
        if kind in {"Link", "Image"}:
            if not self.element:
                self._close_page()
            self.open.append(_Open(start, data, is_image=kind == "Image"))
        return bool(kind == "CodeBlock")

    def _end(self, start: int, end: int, value: Any) -> None:
        if type(value) is str and value in _EMPHASIS:
            if self.open:
                self.open[-1].inner = end
            elif self.line[1]:
                self.line[1] = end
        elif value in ("Link", "Image"):
            one = self.open.pop()
            self._reference(one, end)
            if self.open:
                self.open[-1].inner = end
        else:
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
            self.page.append((start, end, value))
            if kind == "InlineHtml" and (tag := _TAG.match(self.data, start, end)):
                name = tag[2].lower()
                if tag[1]:
                    self.element = None if name == self.element else self.element
                elif self.element is None and name in _WITH_TEXT:
                    self.element = name
        elif kind == "Code":
            self.found.append(_Line(start, end, is_code=True))

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
            delimiter = "[[]]"
        elif link_type == "Inline":
            start, stop = self._destination(one.inner, end, destination)
            delimiter = "]()"
        elif link_type in {"Autolink", "Email"}:
            start, stop = one.start + 1, end - 1
            delimiter = "<>"
            opened = Opened.ADDRESS if link_type == "Email" else None
        else:
            self.used.add(_folded(data["id"]))
            start, stop = self._label(one, end, link_type)
        anchor = " ".join("".join(one.anchor).split())
        facts = _facts("img" if one.is_image else "a", anchor, delimiter)
        self.found.append(_Reference(start, stop, destination, facts, opened))

    def _destination(self, begin: int, end: int, destination: str) -> tuple[int, int]:
        """Give from where to where the destination stands of a link whose text ends at ``begin`` or soon after."""
        opened = self.data.find(b"](", begin, end)
        while opened >= 0:
            if (found := self._written(opened + 2, end, destination)) is not None:
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

    def _written(self, begin: int, end: int, destination: str) -> tuple[int, int] | None:
        """Give from where to where ``destination`` stands at ``begin``, behind white space and marks of quotations."""
        gap = _GAP.match(self.data, begin, end)
        start = gap.end() if gap else begin
        for at in range(start, begin - 1, -1):
            if self.data[at : at + 1] == b"<":
                bracketed = _BRACKETED.match(self.data, at, end)
                if bracketed and _meant(bracketed[1]) == destination:
                    return bracketed.span(1)
            stop = _end_of_bare(self.data, at, end)
            if _meant(self.data[at:stop]) == destination:
                return at, stop
            if at == begin or self.data[at - 1 : at] != b">":
                return None
        return None

    # --- definitions ---

    def _definitions(self) -> None:
        """Find the destinations of the definitions."""
        if b"]:" not in self.data:
            return
        defined = self.pyromark.reference_definitions(self.body, options=self.settings)
        for label, definition in defined.items():
            begin, end = definition["span"]["start"], definition["span"]["end"]
            head = _LABEL.match(self.data, begin, end)
            found = head and self._written(head.end(), end, definition["dest"])
            start, stop = found or (begin, end)
            facts = _definition_facts(is_used=_folded(label) in self.used)
            self.found.append(_Reference(start, stop, definition["dest"], facts))

    def _undefined(self, start: int, end: int, label: str) -> _Reference:
        """Give a reference by a label that nothing defines: it stands where the label does."""
        element = "img" if self.data.startswith(b"!", start) else "a"
        if found := _LAST_LABEL.search(self.data, max(start, end - _LONGEST_LABEL), end):
            start, end = found.span(1)
        return _Reference(start, end, label, _facts(element, None, "[]"), is_undefined=True)

    # --- HTML ---

    def _close_page(self) -> None:
        """Make a page of the pieces of HTML at hand."""
        pieces, self.page, self.element = self.page, [], None
        if not pieces:
            return
        begin, end = pieces[0][0], pieces[-1][1]
        if (
            not self.options.delimit
            and b"=" not in self.data[begin:end]
            and not _MARK.search(self.data, begin, end)
        ):
            return
        edits: list[tuple[int, int, str]] = []
        done = pieces[0][0]
        for start, end, said in pieces:
            if done < start:
                edits.append((done, start, "" if self.data[done - 1] in b"\r\n" else " "))
            edits.extend(self._marks_in(start, end, said))
            done = end
        self.found.append(_Page(pieces[0][0], done, tuple(edits)))

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


_BACKSLASH = ord("\\")
_MARK = re.compile(rb"[:@]|www\.|ftp\.", re.IGNORECASE)
"""Stands in any text in which something announces a URL, unless more is asked for."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_GAP = re.compile(rb"[ \t\x0b\x0c]*(?:(?:\r\n?|\n)[ \t>]*)?")
_BRACKETED = re.compile(rb"<((?:\\.|[^<>\\\r\n])*)>")
_LABEL = re.compile(rb"[ \t]*\[(?:\\.|[^\[\]\\])*+\]:", re.DOTALL)
_LAST_LABEL = re.compile(rb"\[((?:\\.|[^\[\]\\])+)\](?:\[\])?\Z", re.DOTALL)
_LONGEST_LABEL = 4096
"""How many bytes a label has at most, with all that is escaped in it (CommonMark, section 6.3: 999 characters)."""
_BARE = re.compile(rb"\\[!-/:-@\[-`{-~]|\\|[()]|[^\x00-\x20\x7f\\()]+")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]*);)")


def _end_of_bare(data: bytes, start: int, end: int) -> int:
    """Give where a destination without brackets ends: at white space, or a parenthesis that nothing in it opened."""
    depth = 0
    at = start
    for token in _BARE.finditer(data, start, end):
        if token.start() != at:
            return at
        if token[0] == b"(":
            depth += 1
        elif token[0] == b")":
            if not depth:
                return at
            depth -= 1
        at = token.end()
    return at


def _meant(raw: bytes) -> str:
    r"""Give what is meant by a destination as it is written.

    >>> _meant(rb"a\_b&amp;c\d&nosuch;")
    'a_b&c\\d&nosuch;'
    """
    text = raw.decode("utf-8", "replace")
    if "\\" not in text and "&" not in text:
        return text
    return _ESCAPE.sub(_unescaped, text)


def _unescaped(found: re.Match[str]) -> str:
    return found[1] or html.unescape(found[2])


def _folded(label: str) -> str:
    """Give a label as it is compared with others."""
    return " ".join(label.split()).casefold()


_KINDS = {"a": ("href", "navigation"), "img": ("src", "resource")}


def _facts(element: str, anchor: str | None, delimiter: str) -> Facts:
    attribute, kind = _KINDS[element]
    return Facts(delimiter=delimiter, markup=Markup(element, attribute, None, kind, anchor))


@lru_cache(maxsize=2)
def _definition_facts(*, is_used: bool) -> Facts:
    return Facts(delimiter="[]:", markup=Markup("#definition", "href", kind="navigation", inert=not is_used))


# --- what was found, in code points ---

_ANNOUNCED = re.compile(r"[:@]|www\.|ftp\.", re.IGNORECASE)
_LINKED = Markup("a", "href", None, "navigation")
_IN_TEXT = Markup(TEXT_NODE, TEXT_NODE, None, "text")
_IN_CODE = Markup("code", TEXT_NODE, None, "text", inert=True)


class _Maker:
    """Makes Candidates and Documents of what was found in a text."""

    def __init__(self, document: Document, options: ReadOptions, source: Text, begin: int, body: str) -> None:
        self.document = document
        self.options = options
        self.source = source
        self.begin = begin
        self.data = None if body.isascii() else body.encode("utf-8", "surrogatepass")
        self._byte, self._point = 0, 0
        """A byte of the body, and which code point it begins."""
        self.delimit = {**options.delimit, "emails": True}
        self.is_asked = bool(options.delimit.get("schemeless") or options.delimit.get("network_path"))

    def items(self, found: Iterable[_Found]) -> Iterator[Candidate | Document]:
        """Yield them in order."""
        for one in found:
            if isinstance(one, _Reference):
                yield self._candidate(one)
            elif isinstance(one, _Page):
                yield self._child(one)
            elif not one.is_code:
                yield from self._bare(one)
            elif self.options.code:
                yield from self._in_code(one)

    def _at(self, byte: int) -> int:
        """Give the source's code point that begins with a byte of the body: from that last asked for."""
        if self.data is None:
            return self.begin + byte
        if byte >= self._byte:
            self._point += len(self.data[self._byte : byte].decode("utf-8", "surrogatepass"))
        else:
            self._point -= len(self.data[byte : self._byte].decode("utf-8", "surrogatepass"))
        self._byte = byte
        return self.begin + self._point

    def _candidate(self, one: _Reference) -> Candidate:
        start = self._at(one.start)
        end = self._at(one.end)
        if one.opened is not None:
            facts = one.facts._replace(opened=one.opened)
            return Candidate(one.text, self.source, start, end, facts)
        kind = UndefinedCandidate if one.is_undefined else MarkupCandidate
        return kind(one.text, self.source, start, end, one.facts)

    def _child(self, page: _Page) -> Document:
        start = self._at(page.start)
        edits = [(self._at(begin), self._at(end), said) for begin, end, said in page.edits]
        whole = rewriting(self.source.text, edits, start, self._at(page.end))
        outer = self.document
        return Document(
            whole.text,
            "text/html",
            outer.name,
            parent=outer,
            part=outer.part,
            encoding="UTF-8",
            message=outer.message,
            stands_in=(self.source, whole),
        )

    def _bare(self, line: _Line) -> Iterator[Candidate]:
        """Yield the bare URLs of a line: those that GitHub makes links of, and others as text."""
        start, end = self._at(line.start), self._at(line.end)
        text = self.source.text[start:end]
        if not self.is_asked and not _ANNOUNCED.search(text):
            return
        whole = Rewritten(text, start)
        if r"\|" in text:  # in a table
            bars = ((start + bar.start(), start + bar.end(), "|") for bar in _BAR.finditer(text))
            whole = rewriting(self.source.text, bars, start, end)
        for found in delimit(whole.text, self.document.evidence, **self.delimit):
            candidate = _as_github_has_it(found)
            if candidate is None:
                if not self._is_wanted(found):
                    continue
                candidate = found._replace(facts=found.facts._replace(markup=_IN_TEXT))
            yield candidate.led_back(self.source, whole)

    def _is_wanted(self, found: Candidate) -> bool:
        if found.facts.opened is Opened.ADDRESS and not self.options.delimit.get("emails"):
            return False
        return self.options.text

    def _in_code(self, line: _Line) -> Iterator[Candidate]:
        start = self._at(line.start)
        text = self.source.text[start : self._at(line.end)]
        for found in delimit(text, self.document.evidence, **self.options.delimit):
            candidate = found._replace(facts=found.facts._replace(markup=_IN_CODE))
            yield candidate.led_back(self.source, Rewritten(text, start))


# --- bare URLs as GitHub links them (GFM, section 6.9) ---

_BY_SCHEME = frozenset({Opened.SCHEME, Opened.KNOWN_SCHEME})
_LINKED_SCHEMES = ("http:", "https:", "ftp:", "mailto:", "xmpp:")
_TO_PEOPLE = ("mailto:", "xmpp:")
_SPACE = re.compile(r"\s")
_REST = re.compile(r"[^\s<]{0,2000}")
_AT_END = "?!.,:*_~'\""
_ENTITY_BEHIND = re.compile(r"&[A-Za-z0-9]+\Z")
_BAR = re.compile(r"\\\|")


def _as_github_has_it(found: Candidate) -> Candidate | None:
    """Give a bare URL as GitHub makes a link of it; None where it makes none."""
    opened, text = found.facts.opened, found.text
    is_address = opened is Opened.ADDRESS
    if not is_address and opened is not Opened.WWW:
        if opened not in _BY_SCHEME or not text.lower().startswith(_LINKED_SCHEMES):
            return None
        is_address = text.lower().startswith(_TO_PEOPLE)
    candidate = found._replace(facts=found.facts._replace(markup=_LINKED))
    behind, end = found.source.text, found.end
    if found.raw != text:
        if (space := _SPACE.search(found.raw)) is None:
            return candidate
        end = found.start + space.start()  # where the page's link ends, whatever was meant
    elif is_address:
        return _address_on_github(candidate)
    if behind.startswith(")", end):  # one that is not the last character is part of it
        rest = _REST.match(behind, end)
        longer = rest[0].rstrip(_AT_END) if rest else ""
        end += len(longer) if longer and not longer.endswith((")", ";")) else 0
    if behind.startswith(";", end) and (cut := _ENTITY_BEHIND.search(text)):
        end = found.start + cut.start()
    shown = behind[found.start : end].rstrip("*_~")
    facts = candidate.facts._replace(pieces=())
    if len(shown) < len(text):
        facts = facts._replace(alternatives=(text, *facts.alternatives))
    return Candidate(html.unescape(shown), found.source, found.start, found.start + len(shown), facts)


def _address_on_github(found: Candidate) -> Candidate | None:
    """Give an address that GitHub makes a link of; None where it makes none of it."""
    if found.source.text.startswith(("-", "_"), found.end):
        return None
    text = found.text
    if text.startswith("xmpp:") and text.count("/") > 1:
        text = "/".join(text.split("/")[:2])
    return found._replace(text=text, end=found.start + len(text))

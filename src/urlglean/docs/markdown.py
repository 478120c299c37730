"""Markdown to Candidates: CommonMark and GitHub's extensions, each destination where it stands.

The text is parsed by `pyromark` (pulldown-cmark); `constructs` finds in what it tells where each destination stands.
HTML is a Document of its own for each piece; bare URLs are delimited line by line, as no renderer joins lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from urlglean.candidate import Candidate, Facts, Markup, MarkupCandidate, Opened, UndefinedCandidate
from urlglean.delimiting.stream import delimit
from urlglean.docs.constructs import Finder, Found, FoundReference, HtmlPiece, Line, Named
from urlglean.docs.destinations import meant
from urlglean.docs.extensions import without_comments
from urlglean.docs.marks import may_hold_urls
from urlglean.docs.pieces import LONGEST_BLOCK
from urlglean.document import Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor, Problem
from urlglean.text import Rewritten, Text

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["read"]

TEXT_NODE = "#text"
"""What stands for an attribute where a URL stands in text."""


def read(document: Document, options: ReadOptions) -> Iterator[Anchor | Candidate | Document | Problem]:
    """Yield the Candidates of a text in Markdown and the pages that the HTML in it makes, in order.

    ``document.content`` is a string, bytes, or an iterable of pieces of either. Raises InputError where pyromark is not
    installed.
    """
    pyromark = _pyromark()
    decoder = Decoder(document.encoding)
    text = decoder.whole(document.content)
    source = Text(text)
    front = _FRONT_MATTER.match(text)
    begin = front.end() if front else 0
    if front is not None and options.text:
        yield from _in_front_matter(source, front, document, options)
    body = text[begin:]
    if options.anchors or any(mark in body for mark in _MARKS) or may_hold_urls(body, options):
        finder = Finder(pyromark, body, options)
        maker = _MarkdownMaker(document, options, source, begin, body)
        yield from maker.items(finder.find())
        if finder.torn is not None:
            yield maker.torn(finder.torn)
    if decoder.damage:
        yield decoder.damage.problem(document)


_MARKS = ("](", "]:", "][", "[[", "<", ":", "[^")
"""One of these stands in any text with a link, unless that is a bare URL."""


def _pyromark() -> ModuleType:
    try:
        import pyromark
    except ImportError:
        message = "reading Markdown needs the package pyromark: pip install 'urlglean[docs]'"
        raise InputError(f"{message}; --kind text reads it as plain text") from None
    return pyromark


# --- what stands before the text ---

_FRONT_MATTER = lazy_re(
    r"(?P<rule>---|\+\+\+)[ \t]*(?:\r\n?|\n)"
    r"(?P<content>(?=[^\r\n])(?:(?!(?:(?P=rule)|\.\.\.)[ \t]*(?:[\r\n]|\Z))[^\r\n]*(?:\r\n?|\n))*+)"
    r"(?:(?P=rule)|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)"
)
_COMMENT = lazy_re(r"(?m)^[ \t]*#[^\r\n]*")


def _in_front_matter(
    source: Text, front: re.Match[str], document: Document, options: ReadOptions
) -> Iterator[Candidate]:
    """Yield the URLs of YAML or TOML before the text; those of its comments where they are asked for."""
    start, stop = front.span("content")
    comments = [found.span() for found in _COMMENT.finditer(source.text, start, stop)]
    content = Rewritten(source.text[start:stop], start)
    for found in delimit(content.text, document.evidence, **options.delimit):
        candidate = found.led_back(source, content)
        number = bisect_right(comments, candidate.start, key=itemgetter(0)) - 1
        inert = number >= 0 and candidate.start < comments[number][1]
        if not inert or options.comments:
            markup = Markup("#front-matter", TEXT_NODE, kind="metadata", inert=inert)
            yield candidate._replace(facts=candidate.facts._replace(markup=markup))


# --- what was found, in code points ---

_SIGN = lazy_re(r"[.@:/\\]")
"""Stands in any text with a URL, a name, an address or a path, unless one is spelled out."""
_LINKED = Markup("a", "href", None, "navigation")
_IN_TEXT = Markup(TEXT_NODE, TEXT_NODE, None, "text")
_IN_CODE = Markup("code", TEXT_NODE, None, "text", inert=True)


class _MarkdownMaker:
    """Makes Candidates and Documents of what was found in a text."""

    def __init__(self, document: Document, options: ReadOptions, source: Text, begin: int, body: str) -> None:
        self.document = document
        self.options = options
        self.source = source
        self.begin = begin
        self.data = None if body.isascii() else body.encode("utf-8", "surrogatepass")
        self._byte, self._point = 0, 0
        """A byte of the body, and which code point it begins."""
        self.with_addresses = {**options.delimit, "emails": True}
        self.is_refanged = bool(options.delimit.get("refang"))
        self.like = Facts(), Facts()
        """What is known of the last URL that GitHub makes a link of, as it was found and as a link: most are alike."""

    def items(self, found: Iterable[Found]) -> Iterator[Anchor | Candidate | Document]:
        for one in found:
            if isinstance(one, FoundReference):
                yield self._candidate(one)
            elif isinstance(one, HtmlPiece):
                yield self._child(one)
            elif isinstance(one, Named):
                yield one.anchor
            elif not one.is_code:
                yield from self._bare(one)
            elif self.options.code:
                yield from self._in_code(one)

    def torn(self, byte: int) -> Problem:
        """Give what is wrong with a text of which a block is cut."""
        line, _ = self.source.position(self._at(byte))
        limit = f"{LONGEST_BLOCK >> 10} KB"
        message = (
            f"a block of more than {limit}: read in pieces; a link across a cut, the first here, is missed"
        )
        return Problem(self.document.name, message, line, part=self.document.part, lost=False)

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

    def _candidate(self, one: FoundReference) -> Candidate:
        start = self._at(one.start)
        end = self._at(one.end)
        if one.opened is not None:
            facts = one.facts._replace(opened=one.opened)
            return Candidate(one.text, self.source, start, end, facts)
        kind = UndefinedCandidate if one.is_undefined else MarkupCandidate
        return kind(one.text, self.source, start, end, one.facts)

    def _child(self, page: HtmlPiece) -> Document:
        start = self._at(page.start)
        edits = [(self._at(begin), self._at(end), said) for begin, end, said in page.edits]
        whole = Rewritten.of(self.source.text, edits, start, self._at(page.end))
        if "{" in whole.text:
            text = without_comments(whole.text)
            whole = replace(whole, text=_EXPRESSION.sub(_as_html_has_it, text))
        return self.document.child(whole.text, inert=self.document.inert, stands_in=(self.source, whole))

    def _bare(self, line: Line) -> Iterator[Candidate]:
        """Yield the bare URLs of a line: those that GitHub makes links of, and others as text."""
        start, end = self._at(line.start), self._at(line.end)
        text = self.source.text[start:end]
        if "://" not in text and not may_hold_urls(text, self.options):
            return
        if not self.is_refanged and not _SIGN.search(text):  # more is asked for, and many lines are words
            return
        whole = Rewritten(text, start)
        if "\\" in text:
            escapes = ((start + one.start(), start + one.end(), one[1]) for one in _ESCAPED.finditer(text))
            whole = Rewritten.of(self.source.text, escapes, start, end)
        # One that is spelled out has no sign of an address.
        may_hold_addresses = "@" in text or self.is_refanged
        asked = self.with_addresses if may_hold_addresses else self.options.delimit
        for found in delimit(whole.text, self.document.evidence, **asked):
            is_defanged = self.is_refanged and found.raw != found.text
            candidate = None if is_defanged else _as_github_has_it(found, self._linked(found.facts))
            if candidate is None:
                is_unasked = found.facts.opened is Opened.ADDRESS and not self.options.delimit.get("emails")
                if is_unasked or not self.options.text:
                    continue
                candidate = found._replace(facts=found.facts._replace(markup=_IN_TEXT))
            yield candidate.led_back(self.source, whole)

    def _linked(self, facts: Facts) -> Facts:
        """Give what is known of a URL that is a link."""
        if facts is not self.like[0]:
            self.like = facts, facts._replace(markup=_LINKED)
        return self.like[1]

    def _in_code(self, line: Line) -> Iterator[Candidate]:
        start = self._at(line.start)
        text = self.source.text[start : self._at(line.end)]
        for found in delimit(text, self.document.evidence, **self.options.delimit):
            candidate = found._replace(facts=found.facts._replace(markup=_IN_CODE))
            yield candidate.led_back(self.source, Rewritten(text, start))


# --- attributes of JSX (MDX, and all Markdown of Docusaurus) ---

_EXPRESSION = lazy_re(
    r"""(?<![\w:.-])(?P<name>[\w:.-]++=)
    (?:\{\s*+(?P<quote>["'`])(?P<said>[^"'`$\n]{0,4000}+)(?P=quote)\s*+\}
    |\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,500}+\}){0,500}+\}){0,500}+\})""",
    re.VERBOSE,
)


def _as_html_has_it(found: re.Match[str]) -> str:
    """Give an attribute with an expression for a value as HTML has it, of the same length: a string's, or none."""
    if found["said"] is None:
        return Text.blanked(found[0])
    before = found.start("quote") - found.start()
    return f'{found["name"].ljust(before)}"{found["said"]}"'.ljust(len(found[0]))


# --- bare URLs as GitHub links them (GFM, section 6.9) ---

_BY_SCHEME = frozenset({Opened.SCHEME, Opened.KNOWN_SCHEME})
_LINKED_SCHEMES = ("http:", "https:", "ftp:", "mailto:", "xmpp:")
_TO_PEOPLE = ("mailto:", "xmpp:")
_SPACE = lazy_re(r"\s")
_REST = lazy_re(r"[^\s<]{0,2000}")
_AT_END = "?!.,:*_~'\""
_ENTITY_BEHIND = lazy_re(r"&[A-Za-z0-9]+\Z")
_ESCAPED = lazy_re(r"\\(\||[+_.-](?=[\w.+\\-]{0,320}@))")
"""What GitHub reads without its backslash: bars, of tables, and what stands in the name of an address."""


def _as_github_has_it(found: Candidate, facts: Facts) -> Candidate | None:
    """Give a bare URL as GitHub makes a link of it, of which a link knows that; None where it makes none."""
    opened, text = facts.opened, found.text
    is_address = opened is Opened.ADDRESS
    if not is_address and opened is not Opened.WWW:
        if opened not in _BY_SCHEME or not text.lower().startswith(_LINKED_SCHEMES):
            return None
        is_address = text.lower().startswith(_TO_PEOPLE)
    candidate = Candidate(text, found.source, found.start, found.end, facts)
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
    if facts.pieces:
        facts = facts._replace(pieces=())
    if len(shown) < len(text):
        others = tuple(other for other in facts.alternatives if other != shown)
        facts = facts._replace(alternatives=(text, *others))
    return Candidate(meant(shown), found.source, found.start, found.start + len(shown), facts)


def _address_on_github(found: Candidate) -> Candidate | None:
    """Give an address that GitHub makes a link of; None where it makes none of it."""
    if found.source.text.startswith(("-", "_"), found.end):
        return None
    text = found.text
    if text.startswith("xmpp:") and text.count("/") > 1:
        text = "/".join(text.split("/")[:2])
    return found._replace(text=text, end=found.start + len(text))

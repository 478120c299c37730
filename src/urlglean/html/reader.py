"""HTML to Candidates: every place of the table, as a browser that runs scripts has the page.

Pages are parsed by turbohtml, a tree builder in C. What the markup of its tree holds, and what text it shows, is found
in `references` and `shown_text`; here pages are decoded, and what is no markup of the tree is read where
it is asked for: comments, scripts, what a browser without scripts would show.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

import turbohtml
from turbohtml import Namespace, Node, Token, TokenType

from urlglean.candidate import Candidate, Facts, FallbackCandidate, Markup, MarkupCandidates
from urlglean.delimiting.stream import delimit
from urlglean.document import PAGES, XHTML, BaseClaim, Document, Encoding, ReadOptions
from urlglean.encoding.pages import decode_document
from urlglean.html.layout import TextRun, TextWriter, token_run
from urlglean.html.order import LongPiece, in_source_order, sorted_by_tag, tag_in_page
from urlglean.html.places import TEXT_NODE, AttributeCandidate, Tag, as_written, find_content, once
from urlglean.html.references import (
    IN_A_BROWSER,
    LONG,
    AttributePlace,
    Origin,
    References,
    Script,
    Setting,
    find_references,
)
from urlglean.html.shown_text import rendered_text, text_candidates
from urlglean.html.source import (
    as_html,
    style_sheets,
    with_empty_elements,
    with_open_shadow_trees,
    without_prefix,
    without_references,
)
from urlglean.html.tokenized.tokens import (
    TokenReader,
    base_of,
    is_too_long,
    may_show_urls,
    names_of,
    names_of_empty,
    references_of_empty,
)
from urlglean.html.tokenized.windows import windows
from urlglean.html.values import cleaned_in_xml, is_json_ld, json_urls
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor, Problem
from urlglean.text import Rewritten, Text

__all__ = ["fragments_of_page", "read"]

Item: TypeAlias = Anchor | BaseClaim | Candidate | Document | Encoding | MarkupCandidates | Problem

_COMMENT_STARTS = ("<!--", "<!", "</", "<")
"""What stands before the text of a comment; the question mark of ``<?`` is its own."""
_NOSCRIPT = lazy_re(r"(</?)noscript(?=[\t\n\f\r />])", re.IGNORECASE)
_ESCAPED_SLASH = lazy_re(r"\\/")
_REPLACEMENT = "\ufffd".encode()
"""What a page may hold itself, rather than get by being decoded."""


def read(document: Document, options: ReadOptions, setting: Setting = IN_A_BROWSER) -> Iterator[Item]:
    """Give what a page says of its encoding and base, then its references and the documents in it.

    The ``content`` of the Document is the page as bytes, as text, or as a BeautifulSoup tree.
    """
    content = document.content
    if not isinstance(content, (str, bytes, bytearray, memoryview)):
        from urlglean.html.soup import read_soup

        return read_soup(document, options)
    text, encoding, unknown = decode_document(document)
    empty: Sequence[int] = ()
    sheets: list[FallbackCandidate] = []
    written = text
    if document.media_type == XHTML:
        sheets.extend(_style_sheets_of_xml(text))
        written = without_prefix(text)
        text, empty = as_html(written)
    source = Text(text)
    if setting.place is not None:
        setting.place(source)
    said: list[Item] = [Encoding(encoding)]
    if unknown:
        message = f"unknown encoding {unknown!r}: the page was read as {encoding}"
        said.append(Problem(document.name, message, part=document.part, lost=False))
    damaged = text.find("\ufffd")
    if damaged >= 0 and not isinstance(content, str) and _REPLACEMENT not in bytes(content):
        message = f"not valid {encoding} here: U+FFFD stands for what cannot be decoded"
        said.append(Problem(document.name, message, source.position(damaged)[0], part=document.part))
    is_xml = document.media_type == XHTML
    origin = Origin(source, options, is_xml=is_xml, setting=setting, inert=document.inert)
    if is_too_long(written, options.max_page):
        return chain(said, sheets, _in_windows(document, origin, written, empty))
    page = _ParsedPage(document, origin)
    said.extend(page.base_claims())
    if options.anchors and page.tree is not None:
        said.extend(_ids(document, _fragments_of_tree(page.tree) | names_of_empty(written, empty)))
    # No generator of our own around each item: there are many, and each layer costs as much as its item.
    items: Iterable[Candidate | MarkupCandidates]
    if empty:
        as_it_was = Text(written)
        as_it_was.standing = source.standing
        items = page.items(as_it_was, list(zip(empty[::3], empty[1::3], empty[2::3], strict=True)))
    else:
        items = page.items()
    if sheets:
        items = chain(sheets, items)
    if source.standing is not None and not options.footers:
        items = _of_the_body(items)
    return chain(said, items, page.children())


def _of_the_body(items: Iterable[Candidate | MarkupCandidates]) -> Iterator[Candidate | MarkupCandidates]:
    """Yield those of a message's page that stand in no signature or footer."""
    for item in items:
        if isinstance(item, MarkupCandidates):
            yield MarkupCandidates([found for found in item.candidates if found.facts.region == "body"])
        elif item.facts.region == "body":
            yield item


def _in_windows(document: Document, origin: Origin, written: str, empty: Sequence[int]) -> Iterator[Item]:
    """Yield what a page holds that is too long for a tree, window by window, the documents in each behind it."""
    limit = (
        f"{origin.options.max_page / (1 << 20):g} MB (or so many tags, attributes and URLs as take as much)"
    )
    message = f"a page of more than {limit}: read by its tokens, not as the tree that a browser makes of it"
    yield Problem(document.name, message, part=document.part, lost=False)
    base = base_of(origin.source)
    if base is not None:
        yield BaseClaim("embedded", References(origin).clean(base[0]), "base@href")
    if origin.options.anchors:
        yield from _ids(document, names_of_empty(written, empty).union(names_of(origin.source)))
    begins, ends, inert, children, done = empty[::3], empty[1::3], empty[2::3], 0, 0
    for page in _pages_of_windows(document, origin):
        page.base = base[1] if base else None
        source = page.source
        end = source.offset + len(source.text)
        first, done = done, bisect_left(begins, end, lo=done)
        there = zip(begins[first:done], ends[first:done], inert[first:done], strict=True)
        taken_out = [(begin - source.offset, stop - source.offset, inside) for begin, stop, inside in there]
        # One may go on behind the window, which may be cut in what stands in its place.
        with_them = written[source.offset : max(end, ends[done - 1]) if done else end]
        yield from page.items(
            Text(with_them, offset=source.offset, line=source.line, column=source.column), taken_out
        )
        for child in page.children(children):
            children += 1
            yield child


def _pages_of_windows(document: Document, origin: Origin) -> Iterator[_ParsedPage]:
    """Yield the windows of a page, or of a piece of one, with the references of their markup and the URLs they show."""
    asks_for_more = any(origin.options.delimit.values())
    reader, layout = TokenReader(origin), TextWriter(templates=origin.options.templates)
    for window in windows(origin.source):
        page = _ParsedPage(
            document, origin._replace(source=window.source), reader.references(window), window.tokens
        )
        if origin.options.text and (asks_for_more or may_show_urls(window)):
            layout = layout.following()
            page.text_of(token_run(layout, window.tokens))
        yield page


def _style_sheets_of_xml(text: str) -> Iterator[FallbackCandidate]:
    """Give the style sheets that XML names before its root; no ``base`` is known there."""
    facts = Facts(markup=Markup("xml-stylesheet", "href", kind="resource"))
    source = Text(text)
    for reference, start, end in style_sheets(text):
        yield FallbackCandidate(cleaned_in_xml(reference), source, start, end, facts)


class _ParsedPage:
    """A parsed page, or a window of one, and what was found in it so far."""

    def __init__(
        self,
        document: Document,
        origin: Origin,
        markup: References | None = None,
        tokens: Sequence[Token] = (),
    ) -> None:
        """Parse a page, unless the references of its ``markup`` are found already, in its ``tokens``."""
        self.document = document
        self.source = origin.source
        self.options = origin.options
        self.origin = origin
        self.tree: Node | None = None
        self.tokens = tokens
        if markup is None:
            self.tree = turbohtml.parse(with_open_shadow_trees(origin.source.text), scripting=True)
            markup = find_references(self.tree, origin)
        self.markup = markup
        self.references = sorted_by_tag(self.markup.candidates)
        # What the page's own links and its surroundings know whole.
        self.evidence = _PageUrls(self.references, self.markup.long, document.evidence)
        self.others: list[Candidate] = []
        """What is found beside the references of the markup."""
        self.shown: Iterable[Candidate] = ()
        """The bare URLs of the text, where they are not among the others."""
        self.srcdocs = self.markup.srcdocs
        self.base: Tag | None = None
        """Where in the page, or in all of it, the tag of its ``base`` stands."""

    def base_claims(self) -> Iterator[BaseClaim]:
        """Yield the claim of the first ``base`` element with an ``href`` (HTML Standard, section 4.2.3)."""
        for element in self.tree.select("base[href]") if self.tree is not None else ():
            if element.namespace is Namespace.HTML:
                self.base = element.position
                yield BaseClaim("embedded", self.markup.clean(element.attr("href") or ""), "base@href")
                return

    def items(
        self, written: Text | None = None, empty: Collection[tuple[int, int, int]] = ()
    ) -> Iterable[Candidate | MarkupCandidates]:
        """Yield all references in the order of the source, most of them many at once.

        ``empty`` tells from where to where the tags of elements stand that were taken out of what was ``written``, for
        they would not be empty in HTML, and of each whether a template holds it.
        """
        options, references = self.options, self.references
        if written is not None and empty:
            taken_out = references_of_empty(self.origin._replace(source=written), empty)
            references = sorted_by_tag([*references, *taken_out.candidates])
            self.srcdocs.extend(taken_out.srcdocs)
            self.markup.long.extend(taken_out.long)
            self.markup.has_own |= taken_out.has_own
        for script in self.markup.scripts:
            self._script(script)
        if options.comments:
            self._comments()
        if options.text and self.tree is not None:
            self._text(self.tree, self.markup, self.references)
        if not (references or self.others or self.markup.long):
            return self.shown  # a text of megabytes may be all there is, and that is in order
        if len(references) > 1 and not (self.others or self.markup.long or self.markup.has_own or self.shown):
            return (MarkupCandidates(references),)  # as most pages are: nothing has to be put among them
        return in_source_order(
            references, self.others, self.markup.long, mixed=self.markup.has_own, shown=self.shown
        )

    def children(self, before: int = 0) -> Iterator[Document]:
        """Yield the documents in it, in the order of the source; ``before`` it there were so many.

        Each has the base that the page has when its tag is read (HTML Standard, section 7.4.2.2,
        *initiatorBaseURLSnapshot*), not that which is stated behind it.
        """
        if not self.srcdocs:  # as in nearly all pages
            return
        found = sorted(
            ((tag_in_page(one.origin.source, one.tag), one) for one in self.srcdocs), key=itemgetter(0)
        )
        document, base = self.document._replace(content=None), self.base
        pages = deque((tag, page, origin.inert) for tag, (page, origin, _) in found)
        self.srcdocs.clear()
        del self, found  # there may be pages in pages: neither tree nor text of this one is held for them

        def child(number: int) -> Document:
            tag, page, inert = pages.popleft()
            is_before = base is not None and tag < base
            return document.child(
                page, part=document.part_named(f"srcdoc{number}"), inert=inert, before_base=is_before
            )

        yield from map(child, range(before + 1, before + 1 + len(pages)))

    def _text(self, tree: Node, markup: References, references: Sequence[AttributeCandidate] = ()) -> None:
        """Find the bare URLs in the text of the page, or of a piece of it, whose markup was read."""
        source, options, *_ = markup.origin
        run = rendered_text(source, tree, options, references, has_shadows=markup.has_shadows)
        if run is not None:
            self.text_of(run, markup)

    def text_of(self, run: TextRun, markup: References | None = None) -> None:
        """Find the bare URLs in a text that is shown: the page's, or that of a piece of it whose markup was read."""
        source, options, _, setting, inert = (markup or self.markup).origin
        found = text_candidates(
            source, run, self.evidence, options.delimit, inert=inert, of_page=setting.facts
        )
        self.others.extend(self.shown)
        self.shown = found

    def _fragment(self, markup: str, begin: int, *, inert: bool = True) -> None:
        """Read a piece of the source that is no part of the tree as markup of its own."""
        if is_too_long(markup, self.options.max_page):
            self._later(begin, lambda: self._fragment_in_windows(markup, begin, inert=inert))
            return
        tree = turbohtml.parse_fragment(markup, "div", scripting=False)
        source = self.source.window(markup, begin)
        piece = find_references(tree, self.origin._replace(source=source, inert=inert))
        self.others.extend(candidate.without_element() for candidate in sorted_by_tag(piece.candidates))
        self.srcdocs.extend(piece.srcdocs)
        self.markup.long.extend(piece.long)
        for script in piece.scripts:
            if script.element.tag != "noscript":  # which is markup here
                self._script(script)
        if self.options.text:
            self._text(tree, piece)

    def _fragment_in_windows(
        self, markup: str, begin: int, *, inert: bool
    ) -> Iterator[Candidate | MarkupCandidates]:
        """Yield what stands in such a piece that is too long for a tree."""
        # What is in a `noscript` is markup here; a comment in a comment is none.
        source = self.source.window(_NOSCRIPT.sub(r"\1div     ", markup), begin)
        options = replace(self.options, comments=False)
        origin = self.origin._replace(source=source, options=options, inert=inert)
        for page in _pages_of_windows(self.document, origin):
            yield from page.items()
            self.srcdocs.extend(page.srcdocs)

    def _later(self, begin: int, items: Callable[[], Iterator[Candidate | MarkupCandidates]]) -> None:
        """Take note of what is to be read once all before it is given away: it may hold very many references."""
        row, column = self.source.row_and_offset(begin)
        self.markup.long.append(LongPiece(self.source, (row + 1, column), items))

    def _script(self, script: Script) -> None:
        """Read a script, or what is there for browsers without them."""
        element, text, origin = script
        begin = origin.source.offset - self.source.offset + find_content(origin.source, script.tag)
        text = as_written(self.source.text, begin, text)
        if element.tag == "noscript":
            self._fragment(text, begin, inert=origin.inert or origin.setting.runs_scripts)
        elif not is_json_ld(element.attr("type")):
            if self.options.scripts:
                self._bare(text, begin, "script")
        elif self.options.json_ld:
            found = References(origin)
            place = AttributePlace("script", TEXT_NODE, "metadata", script.tag)
            said = without_references(text) if origin.is_xml else text
            found.add_pieces(place, said, lambda: json_urls(said))
            self.others.extend(found.candidates)
            self.markup.long.extend(found.long)

    def _comments(self) -> None:
        text = with_empty_elements(self.source.text)
        for token in self.tokens or turbohtml.tokenize(text, capture_attributes=False):
            if token.type is TokenType.COMMENT and token.data:
                begin = self.source.index(token.line - 1, token.col)
                begin += next(len(one) for one in _COMMENT_STARTS if self.source.text.startswith(one, begin))
                text = as_written(self.source.text, begin, token.data)
                if "<" in text:
                    self._fragment(text, begin)
                else:
                    self._bare(text, begin, "#comment")

    def _bare(self, text: str, begin: int, element: str) -> None:
        """Find the bare URLs of what is not markup."""
        if len(text) < LONG:
            self.others.extend(self._bare_urls(text, begin, element))
        else:
            self._later(begin, lambda: self._bare_urls(text, begin, element))

    def _bare_urls(self, text: str, begin: int, element: str) -> Iterator[Candidate]:
        r"""Yield them; in scripts ``\/`` stands for a slash."""
        escapes = _ESCAPED_SLASH.finditer(text) if element == "script" else ()
        plain = Rewritten.of(text, ((*escape.span(), "/") for escape in escapes))
        facts = self.origin._replace(inert=True).facts(element, TEXT_NODE, "text")
        for found in delimit(plain.text, self.evidence, **self.options.delimit):
            start, end = plain.span(found.start, found.end)
            yield Candidate(found.text, self.source, begin + start, begin + end, facts)


class _PageUrls:
    """The absolute URLs among references, put together when somebody asks: few pages have a URL to be joined.

    ``around`` is what else knows URLs whole.
    """

    def __init__(
        self, references: list[AttributeCandidate], long: list[LongPiece], around: Container[str]
    ) -> None:
        self._references = references
        self._long = long
        self._around = around
        self._urls: frozenset[str] | None = None

    def __contains__(self, item: object) -> bool:
        if self._urls is None:
            of_values = chain.from_iterable(piece.own() for piece in self._long)
            every = chain(self._references, of_values)
            self._urls = frozenset(text for text in map(itemgetter(0), every) if "://" in text)
        return item in self._urls or item in self._around


# --- what a fragment can lead to ---


def fragments_of_page(page: str, *, is_xml: bool = False) -> frozenset[str]:
    """Give the ids of a page's elements and the names of its ``a`` elements, as they are once decoded.

    They are what a fragment can lead to (HTML Standard, section 7.4.6.3, *find a potential indicated element*).
    ``is_xml`` tells that the page is XHTML.

    What is in templates is no part of the page. Beside these, the empty fragment and ``top`` lead to the top of any
    page.

    >>> sorted(fragments_of_page('<a name=here><p id="a&amp;b"><template><p id=no></template>'))
    ['a&b', 'here']
    """
    written = without_prefix(page) if is_xml else page
    text, empty = as_html(written) if is_xml else (page, ())
    names = names_of_empty(written, empty)
    if is_too_long(page, ReadOptions().max_page):
        return names.union(names_of(Text(text)))
    return names | _fragments_of_tree(turbohtml.parse(text, scripting=True))


def _ids(document: Document, names: Iterable[str]) -> Iterator[Anchor]:
    """Yield the names on a page; with its part where it stands in another one, for nothing there leads to them."""
    is_inner = document.parent is not None and document.parent.media_type in PAGES
    yield from (Anchor(name, "id", document.part if is_inner else None) for name in sorted(names))


def _fragments_of_tree(tree: Node) -> frozenset[str]:
    """Do the same for a page that is parsed."""
    found = {element.attr("id") for element in once(tree.select("[id]:not(template *)"))}
    found |= {
        element.attr("name")
        for element in once(tree.select("a[name]:not(template *)"))
        if element.namespace is Namespace.HTML
    }
    return frozenset(name for name in found if name)

"""HTML to Candidates: every place of the table, as a browser that runs scripts has the page.

Pages are parsed by turbohtml, a tree builder in C. Nothing here touches a node that holds no URL: elements
come out of the tree by selectors, and most of a reference's facts are worked out only when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, groupby, islice, repeat
from operator import attrgetter, eq, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from urlglean.css_urls import may_hold_urls
from urlglean.delimit import delimit
from urlglean.document import (
    BaseClaim,
    Candidate,
    Document,
    Encoding,
    Facts,
    FallbackCandidate,
    Markup,
    MarkupCandidates,
    Problem,
    ReadOptions,
    Text,
)
from urlglean.html_attributes import EVERY, FOREIGN, ROWS, Kind, UrlAttribute, rows_for
from urlglean.html_blocks import Shown, StartTags, run_around
from urlglean.html_encoding import canonical_encoding, declared_encoding, decode_document
from urlglean.html_places import (
    TEXT_NODE,
    AttributeCandidate,
    Details,
    OwnAttributeCandidate,
    Value,
    anchor_of,
    facts_for,
    find_content,
)
from urlglean.html_regions import html_regions, in_regions, quotations
from urlglean.html_text import NESTED, Run, text_candidates, text_run
from urlglean.html_values import Reference, cleaned, cleaned_in_xml, is_own, references_in, with_utf8_query
from urlglean.json_ld import is_json_ld, json_urls
from urlglean.triggers import trigger_places
from urlglean.xhtml import XHTML, as_html, style_sheets

if TYPE_CHECKING:
    from turbohtml import Element, Node

__all__ = ["read"]

Item: TypeAlias = BaseClaim | Candidate | Document | Encoding | MarkupCandidates | Problem
Tag: TypeAlias = tuple[int, int]
"""Where a start tag stands: line from 1, column from 0, as the parser gives it."""

_position_of = attrgetter("position")
_NO_TAG: Tag = (1, 0)
"""For elements that no tag of their own began."""
_ANCHORS_PER_CODE_POINT = 4
"""How much anchor text is collected at most: each of nested elements would have all of it again."""


def read(document: Document, options: ReadOptions) -> Iterator[Item]:
    """Give what a page says of its encoding and base, then its references and the documents in it.

    ``document.content`` is the page as bytes, as text, or as a BeautifulSoup tree.
    """
    content = document.content
    if not isinstance(content, (str, bytes, bytearray, memoryview)):
        from urlglean.html_soup import read_soup

        return read_soup(document, options)
    text, encoding, unknown = _decoded(document)
    empty: tuple[tuple[int, str], ...] = ()
    sheets: list[FallbackCandidate] = []
    if document.media_type == XHTML:
        sheets.extend(_style_sheets_of_xml(text))
        text, empty = as_html(text)
    source = Text(text)
    said: list[Item] = [Encoding(encoding)]
    if unknown:
        message = f"unknown encoding {unknown!r}: the page was read as {encoding}"
        said.append(Problem(document.name, message, part=document.part))
    damaged = text.find("\ufffd")
    if damaged >= 0 and not isinstance(content, str) and _REPLACEMENT not in bytes(content):
        message = f"not valid {encoding} here: U+FFFD stands for what cannot be decoded"
        said.append(Problem(document.name, message, source.position(damaged)[0], part=document.part))
    page = _Page(document, source, options, inert=document.inert, empty=empty)
    said.extend(page.base_claims())
    # No generator of our own around each item: there are many, and each layer costs as much as its item.
    items: Iterable[Candidate | MarkupCandidates] = page.items()
    if sheets:
        items = chain(sheets, items)
    if document.message is not None:
        found, quoted = html_regions(text), quotations(text)
        if found or quoted:
            items = in_regions(_one_by_one(items), found, quoted, footers=options.footers)
    return chain(said, items, page.children())


def _style_sheets_of_xml(text: str) -> Iterator[FallbackCandidate]:
    """Give the style sheets that XML names before its root; no ``base`` is known there."""
    facts = Facts(markup=Markup("xml-stylesheet", "href", kind="resource"))
    source = Text(text)
    for reference, start, end in style_sheets(text):
        yield FallbackCandidate(cleaned_in_xml(reference), source, start, end, facts)


def _one_by_one(items: Iterable[Candidate | MarkupCandidates]) -> Iterator[Candidate]:
    for item in items:
        if isinstance(item, MarkupCandidates):
            yield from item.candidates
        else:
            yield item


def _decoded(document: Document) -> tuple[str, str, str | None]:
    content = document.content
    if isinstance(content, str):
        declared = document.encoding or declared_encoding(content[:4096].encode("ascii", "replace"))
        return content.removeprefix("\ufeff"), (declared and canonical_encoding(declared)) or "UTF-8", None
    return decode_document(document)


_REPLACEMENT = "\ufffd".encode()
"""What a page may hold itself, rather than get by being decoded."""
_COMMON = (("a", "href"), ("area", "href"), ("link", "href"), ("img", "src"), ("script", "src"))
"""Elements and attributes that nearly all references of a page stand in."""
_UNSHOWN = ("iframe", "noembed", "noframes", "noscript", "script", "style")
_OF_ONE_BLOCK = 2500
"""How many code points of a page are read in about the time that it takes to look up one block of text."""
_ENOUGH = 48
"""How much of a script is looked for in a page's text: more of it takes longer to prepare than to find."""
_BEGINNING = 4
"""How much of a URL surely stands in one piece of text."""
_IGNORED = ("ignored: the element has an href as well",)
"""SVG 2, section 16.1.6: ``xlink:href`` is ignored where ``href`` is present."""


class _Selectors(NamedTuple):
    """How the elements are found that hold all the other rows of the table."""

    rare: Mapping[str, tuple[UrlAttribute, ...]]
    """Elements so rare that each is looked at, with their rows."""
    special: tuple[tuple[str, tuple[UrlAttribute, ...]], ...]
    """Selectors for attributes that are rare on their elements, with the rows of the elements selected."""


_FREQUENT = frozenset(
    {*(element for element, _ in _COMMON), "button", "input", "tbody", "td", "tfoot", "th", "tr"}
)


@cache
def _selectors(*, lazy: bool) -> _Selectors:
    rows: dict[str, list[UrlAttribute]] = {}
    for row in ROWS:
        is_html = not row.elements.startswith(("svg:", "math:"))
        if is_html and (row.elements, row.attribute) not in _COMMON and (lazy or not row.lazy):
            rows.setdefault(row.elements, []).append(row)
    special = [
        (",".join(map(_selector, found)), tuple(found))
        for element, found in rows.items()
        if element in _FREQUENT
    ]
    # Of every element, each attribute alone: the parser has an index of these, but none of lists of them.
    special.extend((f"[{row.attribute}]", (row,)) for row in rows[EVERY])
    rare = {
        element: tuple(found)
        for element, found in rows.items()
        if element != EVERY and element not in _FREQUENT
    }
    return _Selectors(rare, tuple(special))


def _selector(row: UrlAttribute) -> str:
    element = "" if row.elements == FOREIGN else row.elements
    # Most declarations hold no URL, and all that do hold a parenthesis.
    return f'{element}[{row.attribute}*="("]' if row.form == "css" else f"{element}[{row.attribute}]"


_STYLE_SHEET = UrlAttribute("style", TEXT_NODE, "resource", "css")
_FOREIGN_ROWS = tuple(row for row in ROWS if row.elements == FOREIGN and row.attribute != "style")
_FOREIGN_CSS = ",".join(map(_selector, _FOREIGN_ROWS))
_FOREIGN_LINKED = tuple(
    sorted(
        {
            row.elements.removeprefix("svg:")
            for row in ROWS
            if row.elements.startswith("svg:") and row.elements != FOREIGN
        }
        - {element for element, attribute in _COMMON if attribute == "href"}
    )
)
"""SVG elements with links, without those that are found among their namesakes of HTML."""


class _Page:
    """One parsed page, or a piece of one, and the references found in it so far."""

    def __init__(
        self,
        document: Document,
        source: Text,
        options: ReadOptions,
        *,
        tree: Node | None = None,
        inert: bool = False,
        empty: tuple[tuple[int, str], ...] = (),
    ) -> None:
        import turbohtml

        self.document = document
        self.empty = empty
        self.source = source
        self.options = options
        self.inert = inert
        self.in_mail = document.message is not None
        self.cleaned = cleaned_in_xml if document.media_type == XHTML else cleaned
        self.html = turbohtml.Namespace.HTML
        self.tree: Node = turbohtml.parse(source.text, scripting=True) if tree is None else tree
        self.found: list[Candidate] = []
        self.srcdocs: list[_Srcdoc] = []
        self.sorted: list[Candidate] = []
        self.evidence: Container[str] = ()
        self.is_whole = tree is None
        self.has_shadows = "shadowrootmode" in source.text
        self.has_own = False
        self.mathml = turbohtml.Namespace.MATHML
        self.foreign = bool(self.tree.select("svg") or self.tree.select("math"))
        self._take_templates()

    def _take_templates(self) -> None:
        """Read what templates hold if that was asked for, and take it out of the tree: it is inert."""
        templates = self.tree.select("template")
        self.has_templates = bool(templates)
        for template in templates:
            if template.namespace is not self.html:
                continue
            # One that stood in another is gone from the tree by now, and was read with it.
            if self.options.templates and any(above == self.tree for above in template.ancestors):
                self._take_piece(_Page(self.document, self.source, self.options, tree=template, inert=True))
            template.clear()

    def _take_piece(self, piece: _Page) -> None:
        """Take over what the markup of a piece of the page holds."""
        piece.references()
        self.found.extend(piece.found)
        self.srcdocs.extend(piece.srcdocs)
        self.has_own |= piece.has_own

    def base_claims(self) -> Iterator[BaseClaim]:
        """Yield the claim of the first ``base`` element with an ``href`` (HTML Standard, section 4.2.3)."""
        for element in self.tree.select("base[href]"):
            if element.namespace is self.html:
                yield BaseClaim("embedded", self.cleaned(element.attr("href") or ""), "base@href")
                return

    def items(self) -> Iterator[Candidate | MarkupCandidates]:
        """Yield the references in the order of the source, most of them many at once."""
        self.references()
        self.sorted, self.found = sorted(self.found, key=itemgetter(2)), []
        self.sorted = references = _without_clones(self.sorted)
        # What the page's own links and its surroundings know whole.
        known = _Known(references)
        self.evidence = _Either(known, self.document.evidence) if self.document.evidence else known
        self.texts()
        others = sorted(zip(map(_place_of, self.found), self.found, strict=True), key=itemgetter(0))
        return _batches(_merged(references, others), mixed=self.has_own)

    def references(self) -> None:
        """Find the references that the markup holds."""
        self._common_references()
        rare, special = _selectors(lazy=self.options.lazy)
        for element in self.tree.iter_elements(rare):
            if element.namespace is self.html:
                for row in rare[element.tag]:
                    self._from_row(element, row)
        for selector, rows in special:
            for element in self.tree.select(selector):
                for row in rows:
                    if row.form == "css":
                        if "(" in (element.attr(row.attribute) or ""):
                            self._from_row(element, row)
                    elif element.namespace is self.html:
                        self._from_row(element, row)
        if self.foreign:
            self._foreign_references()
        self._style_sheets()
        if self.has_shadows:
            self._shadow_roots()

    def _common_references(self) -> None:
        """Find links, images and scripts: nearly all there is, so these loops do as little as they can."""
        for name, attribute in _COMMON:
            elements = self.tree.select(f"{name}[{attribute}]")
            if self.foreign:
                elements = self._without_namesakes(elements)
            values = [element.attr(attribute) or "" for element in elements]
            together = "".join(values)
            if " " in together or not together.isprintable():
                values = list(map(self.cleaned, values))
            facts = facts_for(
                name, attribute, rows_for(name)[attribute].kind, inert=self.inert, in_mail=self.in_mail
            )
            if name == "a" and self.tree.select("a a"):
                self._links_in_links(elements, values, facts)
                continue
            places = list(map(_position_of, elements))
            if None in places:
                places = [place or _NO_TAG for place in places]
            # In C from end to end: `AttributeCandidate(value, source, place, element, facts)` for each.
            fields = zip(values, repeat(self.source), places, elements, repeat(facts))
            self.found.extend(map(tuple.__new__, repeat(AttributeCandidate), fields))

    def _without_namesakes(self, elements: list[Element]) -> list[Element]:
        """Leave the elements of HTML; see to those of SVG by their own rows."""
        for element in elements:
            namespace = element.namespace
            if namespace is not self.html and namespace is not self.mathml:
                self._foreign_links(element, ("href",))
        return [element for element in elements if element.namespace is self.html]

    def _links_in_links(self, elements: list[Element], values: list[str], facts: Facts) -> None:
        """Find links, some of them in others; so much text is theirs that it can't be all of it for each."""
        left = len(self.source.text) * _ANCHORS_PER_CODE_POINT
        for element, value in zip(elements, values, strict=True):
            anchor = anchor_of(element) if left > 0 else ""
            left -= len(anchor)
            details = Details(facts, element.attr("rel"))
            fields = (value, self.source, element.position or _NO_TAG, anchor, details)
            self.found.append(tuple.__new__(AttributeCandidate, fields))

    def _foreign_references(self) -> None:
        """Find the references of images in SVG and of formulas."""
        for element in self.tree.iter_elements(_FOREIGN_LINKED):
            self._foreign_links(element, ("href",))
        for element in self.tree.select(r"[xlink\:href]"):
            self._foreign_links(element, ("xlink:href",))
        if self.tree.select("math"):
            for element in self.tree.select("math[href], math [href]"):
                if element.namespace is self.mathml:
                    self._foreign_links(element, ("href",))
        has_nested = bool(self.tree.select("svg svg"))
        for root in self.tree.select("svg"):
            if not has_nested or root.parent is None or root.parent.closest("svg") is None:
                for element in root.select(_FOREIGN_CSS):
                    if element.namespace is not self.html:
                        for row in _FOREIGN_ROWS:
                            self._from_row(element, row)

    def _foreign_links(self, element: Element, attributes: Iterable[str]) -> None:
        if element.namespace is self.html:
            return
        rows = rows_for(element.tag, element.namespace.value)
        for attribute in attributes:
            if attribute in rows:
                is_ignored = attribute == "xlink:href" and element.attr("href") is not None
                self._from_row(element, rows[attribute], _IGNORED if is_ignored else ())

    def _from_row(self, element: Element, row: UrlAttribute, notes: tuple[str, ...] = ()) -> None:
        value = element.attr(row.attribute)
        if value is None:
            return
        place = _Place(element.tag, row.attribute, row.kind, element.position or _NO_TAG)
        if row.form == "srcdoc":
            self.srcdocs.append(_Srcdoc(_tag_place(self.source, place.tag), value, self.inert))
        elif row.form == "one":
            rel = element.attr("rel") if row.kind in {"navigation", "form"} else None
            reference = with_utf8_query(value) if place.element == "base" else value
            self.add(place, reference, own=is_own(place.element, row, value), notes=notes, rel=rel)
        else:
            self.add_pieces(place, value, references_in(row, value, element.attr))

    def children(self) -> Iterator[Document]:
        """Yield the documents in it, in the order of the source."""
        outer = self.document
        for number, found in enumerate(sorted(self.srcdocs, key=attrgetter("tag")), start=1):
            yield Document(
                found.page,
                "text/html",
                outer.name,
                parent=outer,
                part=f"{outer.part}.srcdoc{number}" if outer.part else f"srcdoc{number}",
                encoding="UTF-8",
                message=outer.message,
                inert=found.inert,
            )

    def add(
        self,
        place: _Place,
        reference: str,
        *,
        piece: tuple[Value, int, int] | None = None,
        own: bool = False,
        notes: tuple[str, ...] = (),
        rel: str | None = None,
    ) -> None:
        """Add a reference; ``piece`` is where it stands in a value that may hold several."""
        facts = facts_for(place.element, place.attribute, place.kind, inert=self.inert, in_mail=self.in_mail)
        stored = Details(facts, rel, notes) if notes or rel is not None else facts
        kind = OwnAttributeCandidate if own else AttributeCandidate
        self.has_own |= own
        self.found.append(
            tuple.__new__(kind, (self.cleaned(reference), self.source, place.tag, piece, stored))
        )

    def add_pieces(self, place: _Place, text: str, references: Iterable[Reference]) -> None:
        """Add references that are parts of an attribute's value, or of an element's text."""
        value: Value | None = None
        for found in references:
            if value is None:
                value = Value(self.source, place.tag, place.element, place.attribute, text)
            where = place._replace(kind=found.kind) if found.kind else place
            self.add(where, found.text, piece=(value, found.start, found.end), notes=found.notes)

    def _style_sheets(self) -> None:
        for element in self.tree.select("style"):
            css = element.text
            if may_hold_urls(css):
                place = _Place("style", TEXT_NODE, "resource", element.position or _NO_TAG)
                self.add_pieces(place, css, references_in(_STYLE_SHEET, css, element.attr))

    def _shadow_roots(self) -> None:
        for element in self.tree.iter_elements():
            root = element.shadow_root
            if root is not None:
                self._take_piece(_Page(self.document, self.source, self.options, tree=root, inert=self.inert))

    def texts(self) -> None:
        """Find bare URLs in the text, and what stands in scripts, comments and the like where asked for."""
        options = self.options
        self._empty_elements()
        if options.noscript or self.in_mail:  # nothing that shows mail runs scripts
            self._fragments("noscript", inert=not self.in_mail)
        if options.json_ld or options.scripts:
            self._scripts()
        if options.comments:
            self._comments()
        if options.text:
            self._text()

    def _text(self) -> None:
        options = self.options.delimit
        # The text of shadow trees is none of the tree's own, and other options find other URLs in it.
        is_usual = not (self.options.templates or self.has_shadows or any(options.values()))
        run = self._run() if is_usual else self._whole_run()
        if run is not None:
            found = text_candidates(
                self.source, run, self.evidence, options, inert=self.inert, in_mail=self.in_mail
            )
            self.found.extend(found)

    def _run(self) -> Run | None:
        """Put the text together around what looks like a URL in all the text at once."""
        shown = self._shown()
        if shown is None:
            return self._whole_run()
        if not shown.triggers:
            return None
        if len(self.source.text) < _OF_ONE_BLOCK * len(shown.triggers):
            return text_run(self.source.text)
        return run_around(self.source, shown, self._start_tags()) or self._whole_run()

    def _shown(self) -> Shown | None:
        """Give the text of the tree, as if nothing stood between its pieces; None where some of it can't be told."""
        text = self.tree.text
        hidden = [element for name in _UNSHOWN for element in self.tree.select(name)]
        hidden.sort(key=lambda element: element.position or _NO_TAG)
        parts: list[str] = []
        done = 0
        for element in hidden:
            content = element.text
            if ":" in content or "." in content:
                if element.namespace is not self.html:
                    return None  # there may be another of them in it
                start = text.find(content[:_ENOUGH], done)
                while start >= 0 and not text.startswith(content, start):
                    start = text.find(content[:_ENOUGH], start + 1)
                if start < 0:
                    return None
                parts.append(text[done:start])
                done = start + len(content)
        text = "".join((*parts, text[done:])) if parts else text
        return Shown(text, trigger_places(text))

    def _start_tags(self) -> StartTags:
        """Give the tags of the references as those from which the page can be tokenized."""
        tags: list[Any] = self.sorted if self.is_whole else []
        return StartTags(list(map(itemgetter(2), tags)), lambda number: tags[number].tag_element)

    def _whole_run(self) -> Run | None:
        options = self.options.delimit
        templates = self.options.templates
        beginnings = None if templates else self._beginnings(options)
        if not templates and not beginnings:
            return None
        nested = self.has_templates or any(self.tree.select(name) for name in NESTED)
        return text_run(self.source.text, beginnings, templates=templates, nested=nested)

    def _beginnings(self, options: Mapping[str, Any]) -> set[str]:
        """Look for URLs in all the text at once, as if nothing stood between its pieces; give how they begin.

        The tree is done with: what is not shown is taken out of it.
        """
        for name in _UNSHOWN:
            self.tree.remove(name)
        text = self.tree.text
        beginnings = {found.raw[:_BEGINNING] for found in delimit(text, **options)}
        # And where one piece of text is glued to the next, what is found may have another URL in it.
        beginnings.update(text[max(0, place - 1) : place + 1] for place in trigger_places(text))
        return beginnings

    def _fragments(self, name: str, *, inert: bool) -> None:
        for element in self.tree.select(name):
            text = element.text
            if "<" in text or not inert:
                begin = find_content(self.source, element.position or _NO_TAG)
                self._fragment(text, begin, inert=inert)

    def _fragment(self, markup: str, begin: int, *, inert: bool = True, has_text: bool = True) -> None:
        """Read a piece of the source that is no part of the tree as markup of its own."""
        import turbohtml

        line, column = self.source.position(begin)
        window = Text(markup, offset=self.source.offset + begin, line=line, column=column)
        tree = turbohtml.parse_fragment(markup, "div", scripting=False)
        piece = _Page(self.document, window, self.options, tree=tree, inert=inert)
        piece.references()
        piece.evidence = self.evidence
        if self.options.text and has_text:
            piece._text()
        self.found.extend(piece.found)
        self.srcdocs.extend(piece.srcdocs)

    def _scripts(self) -> None:
        for element in self.tree.select("script"):
            is_data = is_json_ld(element.attr("type"))
            if not (self.options.json_ld if is_data else self.options.scripts):
                continue
            code = element.text
            tag = element.position or _NO_TAG
            if is_data:
                place = _Place("script", TEXT_NODE, "metadata", tag)
                urls = (Reference(found.url, found.start, found.end) for found in json_urls(code))
                self.add_pieces(place, code, urls)
            else:
                self._bare(code, find_content(self.source, tag), "script")

    def _empty_elements(self) -> None:
        """Read the empty elements of XHTML that were taken out of the text, for they would not be empty in HTML."""
        for begin, tag in self.empty:
            if "=" in tag:
                self._fragment(tag, begin, inert=self.inert, has_text=False)

    def _comments(self) -> None:
        import turbohtml

        for token in turbohtml.tokenize(self.source.text):
            if token.type is turbohtml.TokenType.COMMENT and token.data:
                start = self.source.index(token.line - 1, token.col)
                begin = self.source.text.find(token.data, start)
                if begin < 0:
                    continue
                if "<" in token.data:
                    self._fragment(token.data, begin)
                else:
                    self._bare(token.data, begin, "#comment")

    def _bare(self, text: str, begin: int, element: str) -> None:
        r"""Find the bare URLs of what is not markup; in scripts ``\/`` stands for a slash."""
        plain = text.replace("\\/", "/") if element == "script" else text
        facts = facts_for(element, TEXT_NODE, "text", inert=True, in_mail=self.in_mail)
        for found in delimit(plain, self.evidence, **self.options.delimit):
            start, end = found.start, found.end
            if plain is not text:
                start, end = _with_escapes(text, start), _with_escapes(text, end)
            self.found.append(Candidate(found.text, self.source, begin + start, begin + end, facts))


def _merged(
    references: list[Candidate], others: Iterable[tuple[Tag, Candidate]]
) -> Iterator[list[Candidate]]:
    """Put the few of the text, the comments and the like, each with its place, among the many of the markup."""
    places: list[Any] = list(map(itemgetter(2), references)) if others else []
    done = 0
    for place, other in others:
        behind = bisect_right(places, place, lo=done)
        yield references[done:behind]
        yield [other]
        done = behind
    yield references[done:]


def _batches(runs: Iterable[list[Candidate]], *, mixed: bool) -> Iterator[Candidate | MarkupCandidates]:
    """Give those together that are resolved alike; ``mixed`` tells whether the runs need to be parted for that."""
    for run in runs:
        parts: Iterable[list[Candidate]] = (list(part) for _, part in groupby(run, type)) if mixed else (run,)
        for part in parts:
            if part and type(part[0]) is AttributeCandidate:
                yield MarkupCandidates(part)
            else:
                yield from part


def _without_clones(found: list[Candidate]) -> list[Candidate]:
    """Put the references of one tag together that a tree holds several times.

    Where formatting elements are misnested, the parser clones them (HTML Standard, section 13.2.6.4.7, adoption
    agency algorithm): the source has one link, with the text of all.
    """
    places = list(map(itemgetter(2), found))
    if not any(map(eq, places, islice(places, 1, None))):
        return found
    clones = [number for number, same in enumerate(map(eq, places, places[1:]), 1) if same]
    kept: list[Candidate | None] = list(found)
    for number in clones:
        first, clone = kept[number - 1], found[number]
        if not isinstance(first, AttributeCandidate) or not isinstance(clone, AttributeCandidate):
            continue
        if first.is_clone(clone):
            kept[number - 1], kept[number] = None, first.with_more(clone)
    return [candidate for candidate in kept if candidate is not None]


def _with_escapes(text: str, index: int) -> int:
    r"""Give the offset in ``text`` of what stands at ``index`` once each ``\/`` is a ``/``."""
    position = 0
    while (escape := text.find("\\/", position)) >= 0 and escape < index:
        index += 1
        position = escape + 2
    return index


def _place_of(candidate: Candidate) -> Tag:
    place: Any = tuple.__getitem__(candidate, 2)
    source = candidate.source
    if not isinstance(place, int):
        return _tag_place(source, place)
    line, column = source.position(place)
    return line, column - 1


def _tag_place(source: Text, tag: Tag) -> Tag:
    """Give where in the page a start tag stands that the parser has found in a piece of it."""
    if not source.offset:
        return tag
    line, column = source.position(source.index(tag[0] - 1, tag[1]))
    return line, column - 1


class _Known:
    """The absolute URLs among references, put together when somebody asks: few pages have a URL to be joined."""

    def __init__(self, references: list[Candidate]) -> None:
        self._references = references
        self._urls: frozenset[str] | None = None

    def __contains__(self, item: object) -> bool:
        if self._urls is None:
            self._urls = frozenset(found[0] for found in self._references if "://" in found[0])
        return item in self._urls


class _Either:
    """What one or the other container has."""

    def __init__(self, *containers: Container[str]) -> None:
        self._containers = containers

    def __contains__(self, item: object) -> bool:
        return any(item in container for container in self._containers)


class _Place(NamedTuple):
    """An attribute of an element of a tree."""

    element: str
    attribute: str
    kind: Kind
    tag: Tag


class _Srcdoc(NamedTuple):
    """A document in an attribute."""

    tag: Tag
    """Where in the page its tag stands."""
    page: str
    inert: bool

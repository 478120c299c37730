"""The references that the markup of a tree holds, by the table of attributes.

Nothing here touches a node that holds no URL: elements come out of the tree by selectors, and most of a
reference's facts are worked out only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import islice, repeat
from operator import attrgetter
from typing import NamedTuple, Protocol, cast

import turbohtml
from turbohtml import Element, Namespace, Node

from urlglean.candidate import Facts
from urlglean.document import ReadOptions
from urlglean.html.attributes import (
    COMMON,
    EVERY,
    FOREIGN_CSS,
    FOREIGN_LINKED,
    FOREIGN_ROWS,
    STYLE_ROW,
    SVG_CSS,
    Kind,
    UrlAttribute,
    rows_for,
    selectors,
)
from urlglean.html.css import may_hold_urls
from urlglean.html.order import LongPiece
from urlglean.html.places import (
    NO_TAG,
    TEXT_NODE,
    AttributeCandidate,
    Details,
    OwnAttributeCandidate,
    Tag,
    Value,
    anchor_of,
    common_rows,
    facts_for,
    once,
    start_tag_of,
    tag_with,
)
from urlglean.html.source import without_references
from urlglean.html.values import (
    STYLE_SHEET,
    ValueReference,
    cleaned,
    cleaned_in_xml,
    is_of_base,
    is_own,
    references_in,
    with_utf8_query,
)
from urlglean.text import Text

__all__ = ["Setting"]

_new = tuple.__new__  # what NamedTuple does, without its keyword handling
_HTML, _MATHML = Namespace.HTML, Namespace.MATHML
_position_of, _namespace_of = attrgetter("position"), attrgetter("namespace")
_attribute_of = Element.attr
_ANCHORS_PER_CODE_POINT = 4
"""How much anchor text is collected at most: each of nested elements would have all of it again."""
LONG = 1 << 16
"""Of values of so many code points not all references are held at once."""
_MANY = 4096
"""Once a page has so many references that are parts of values, a value with more than a few is a long one, too."""
_FEW = 2
_MUCH = 1 << 24
"""Of so many code points it is asked first whether they are copies of one another."""
IGNORED = ("ignored: the element has an href as well",)
"""The note on an ``xlink:href`` beside an ``href`` (SVG 2, section 16.1.6)."""
WITH_REL = frozenset({"navigation", "form"})
"""The kinds of references of which a ``rel`` says something."""


class Setting(NamedTuple):
    """Where a page is shown, as far as that tells what stands in it: in a browser, unless somebody says otherwise."""

    facts: Facts = Facts()
    """What holds for all that stands in it: in mail, the region of the message."""
    runs_scripts: bool = True
    place: Callable[[Text], None] | None = None
    """Has the text of the page tell where in a message what is in it stands."""


IN_A_BROWSER = Setting()


class Origin(NamedTuple):
    """What all references of a page, or of a piece of one, come from."""

    source: Text
    options: ReadOptions
    is_xml: bool = False
    setting: Setting = IN_A_BROWSER
    inert: bool = False
    """They stand in what no browser shows or runs."""

    def facts(self, element: str, attribute: str, kind: str) -> Facts:
        """Give what the references of an attribute share."""
        return facts_for(element, attribute, kind, inert=self.inert, of_page=self.setting.facts)

    def asks_for(self, element: str) -> bool:
        """Tell whether the content of a ``script``, or of a ``noscript``, is to be read."""
        options = self.options
        if element == "noscript":
            return options.noscript or not self.setting.runs_scripts
        return options.json_ld or options.scripts


class _Tagged(Protocol):
    """An element of a tree, which no tag of its own may have begun, or the start tag of one."""

    @property
    def tag(self) -> str: ...
    @property
    def position(self) -> Tag | None: ...
    def attr(self, name: str, /) -> str | None: ...


class AttributePlace(NamedTuple):
    """An attribute of an element of a tree."""

    element: str
    attribute: str
    kind: Kind
    tag: Tag


class Srcdoc(NamedTuple):
    """A document in an attribute."""

    page: str
    origin: Origin
    tag: Tag


class Script(NamedTuple):
    """The content of a ``script``, or of a ``noscript``, which is not markup of the tree."""

    element: _Tagged
    text: str
    origin: Origin

    @property
    def tag(self) -> Tag:
        """Where its start tag stands."""
        return self.element.position or NO_TAG


class References:
    """The references of a tree: those of its markup first, and whatever else is found in it."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.candidates: list[AttributeCandidate] = []
        self._number_of_pieces = 0
        """How many of them are parts of a value."""
        self.long: list[LongPiece] = []
        """What holds references beside the candidates."""
        self.srcdocs: list[Srcdoc] = []
        self.scripts: list[Script] = []
        """Those that may hold what is asked for."""
        self.clean = cleaned_in_xml if origin.is_xml else cleaned
        """What takes from a reference what is none of it."""
        self.has_own = False
        """Whether some are resolved against the document's own URL."""
        self.has_shadows = False
        """Whether the source may have shadow trees, whose text is none of the tree's own."""

    def take(self, others: References) -> None:
        """Take over what was found in a piece of the page."""
        self.candidates.extend(others.candidates)
        self.long.extend(others.long)
        self.srcdocs.extend(others.srcdocs)
        self.scripts.extend(others.scripts)
        self.has_own |= others.has_own

    def add(
        self, place: AttributePlace, reference: str, details: Details | None = None, *, own: bool = False
    ) -> None:
        """Add a reference of which, by ``details``, more is known than its place."""
        kind = OwnAttributeCandidate if own else AttributeCandidate
        self.has_own |= own
        shared = self.origin.facts(place.element, place.attribute, place.kind)
        text, source = self.clean(reference), self.origin.source
        self.candidates.append(kind(text, source, place.tag, shared, None, details))

    def add_row(self, element: _Tagged, row: UrlAttribute) -> None:
        """Add what an attribute of an element holds, by its row of the table."""
        value = element.attr(row.attribute)
        if value is None:
            return
        tag = tag_with(self.origin.source, element.position, element.tag, row.attribute, value)
        place = AttributePlace(element.tag, row.attribute, row.kind, tag)
        if row.form == "srcdoc":
            self.srcdocs.append(Srcdoc(value, self.origin, place.tag))
        elif row.form == "one":
            rel = element.attr("rel") if row.kind in WITH_REL else None
            is_ignored = row.attribute == "xlink:href" and element.attr("href") is not None
            notes = IGNORED if is_ignored else ()
            reference = with_utf8_query(value) if is_of_base(row) else value
            details = Details(rel, notes) if notes or rel is not None else None
            self.add(place, reference, details, own=is_own(row, value))
        else:
            self.add_pieces(place, value, partial(references_in, row, value, element.attr))

    def add_pieces(
        self, place: AttributePlace, text: str, read: Callable[[], Iterable[ValueReference]]
    ) -> None:
        """Add references that are parts of an attribute's value, or of an element's text, by what reads these."""
        if len(text) < LONG:
            found = iter(read())
            few = list(islice(found, _FEW)) if self._number_of_pieces > _MANY else list(found)
            if next(found, None) is None:
                if few:
                    self._number_of_pieces += len(few)
                    self.candidates.extend(self._pieces(place, text, few))
                return
        pieces = LongPiece.of_value(self.origin.source, place.tag, lambda: self._pieces(place, text, read()))
        self.long.append(pieces)

    def _pieces(
        self, place: AttributePlace, text: str, found: Iterable[ValueReference]
    ) -> Iterator[AttributeCandidate]:
        source, tag, clean = self.origin.source, place.tag, self.clean
        value = Value(source, tag, place.element, place.attribute, text)
        shared: dict[str | None, Facts] = {}
        for reference, start, end, notes, kind in found:
            if kind not in shared:
                shared[kind] = self.origin.facts(place.element, place.attribute, kind or place.kind)
            details = _new(Details, (None, notes, None, value, start, end))
            yield _new(AttributeCandidate, (clean(reference), source, tag, shared[kind], None, details))


def find_references(tree: Node, origin: Origin, *, has_shadows: bool | None = None) -> References:
    """Find what the markup of a tree holds; what is in templates is taken out of the tree on the way.

    ``has_shadows`` says whether there may be shadow trees; None to look for them in the source.
    """
    if has_shadows is None:
        text = origin.source.text
        has_shadows = "shadowrootmode" in text.lower() and ("emplate" in text or "EMPLATE" in text)
    finder = _ReferenceFinder(tree, origin, has_shadows=has_shadows)
    found = finder.find()
    while finder.shadow_roots:  # which may have others in them, as deep as somebody likes
        inner = _ReferenceFinder(finder.shadow_roots.pop(), origin, has_shadows=has_shadows)
        found.take(inner.find())
        finder.shadow_roots += inner.shadow_roots
    return found


class _ReferenceFinder:
    """Looks for the references of one tree."""

    def __init__(self, tree: Node, origin: Origin, *, has_shadows: bool) -> None:
        self.tree = tree
        self.origin = origin
        self.found = References(origin)
        self.found.has_shadows = has_shadows
        self.shadow_roots: list[Node] = []
        self.few = self._named()

    def find(self) -> References:
        if "template" in self.few or "selectedcontent" in self.few:
            self._copies()
            self._templates()
            self.few = self._named()
        self.has_foreign = "svg" in self.few or "math" in self.few
        self._common()
        self._others()
        if self.has_foreign:
            self._foreign()
        self._style_sheets()
        self._scripts()
        if self.found.has_shadows:
            roots = (element.shadow_root for element in self.tree.iter_elements())
            self.shadow_roots += [root for root in roots if root is not None]
        return self.found

    def _named(self) -> dict[str, list[Element]]:
        """Give the elements that there are few of in pages, by their names: one walk tells which of all there are."""
        few: dict[str, list[Element]] = {}
        for element in self.tree.iter_elements(_few_names(lazy=self.origin.options.lazy)):
            if (name := element.tag) in few:
                few[name].append(element)
            else:
                few[name] = [element]
        return few

    def _copies(self) -> None:
        """Take the copies of options that are selected out of the tree, which has these as well."""
        if "selectedcontent" in self.few:
            for chosen_from in self.tree.select("select:not([multiple]):has(option)"):
                for copy in chosen_from.select("selectedcontent"):
                    copy.clear()

    def _templates(self) -> None:
        """Read what templates hold if that was asked for, and take it out of the tree: it is inert."""
        # From within: one that stands in another is read, and empty, before that one is.
        for template in reversed(self.few.get("template", [])):
            if template.namespace is not _HTML:
                continue
            if self.origin.options.templates and template.children:
                inert = self.origin._replace(inert=True)
                self.found.take(find_references(template, inert, has_shadows=self.found.has_shadows))
            template.clear()

    def _common(self) -> None:
        """Find links, images and scripts: nearly all there is, so these loops do as little as they can."""
        origin = self.origin
        for name, attribute, selector, facts in common_rows(origin.setting.facts, inert=origin.inert):
            if name not in _MANY_OF and name not in self.few:
                continue
            elements = self.tree.select(selector)
            if not elements:
                continue
            if self.has_foreign:
                elements = self._without_namesakes(elements)
            places = list(map(_position_of, elements))
            has_clones = len(places) * len(origin.source.text) > _MUCH and len(set(places)) < len(places)
            read = self._values_of_clones if has_clones else self._values
            values = read(elements, attribute)
            if name == "a" and self.tree.select("a a"):
                self._links_in_links(elements, values, facts)
                continue
            if None in places:
                places = [place or NO_TAG for place in places]
            # In C from end to end: `AttributeCandidate(value, source, place, facts, element, None)` for each.
            source = repeat(origin.source)
            fields = zip(values, source, places, repeat(facts), elements, repeat(None))
            self.found.candidates.extend(map(tuple.__new__, repeat(AttributeCandidate), fields))

    def _values(self, elements: Iterable[Element], attribute: str) -> list[str]:
        """Give an attribute of each, without what is none of a reference."""
        values = _values_of(elements, attribute)
        together = "".join(values)
        if " " in together or not together.isprintable():
            values = list(map(self.found.clean, values))
        return values

    def _values_of_clones(self, elements: Iterable[Element], attribute: str) -> list[str]:
        """Do the same, with one text for all clones of an element: long ones are not copied for each."""
        tags = list(map(start_tag_of, elements))
        each = dict(zip(tags, elements, strict=True))
        values = dict(zip(each, self._values(each.values(), attribute), strict=True))
        return list(map(values.__getitem__, tags))

    def _without_namesakes(self, elements: list[Element]) -> list[Element]:
        """Leave the elements of HTML; see to those of SVG by their own rows."""
        namespaces = list(map(_namespace_of, elements))
        if namespaces.count(_HTML) == len(namespaces):  # as nearly always
            return elements
        for element, namespace in zip(elements, namespaces, strict=True):
            if namespace is not _HTML and namespace is not _MATHML:
                self._foreign_link(element, "href")
        return [one for one, namespace in zip(elements, namespaces, strict=True) if namespace is _HTML]

    def _links_in_links(self, elements: list[Element], values: list[str], facts: Facts) -> None:
        """Find links, some of them in others; so much text is theirs that it can't be all of it for each."""
        source = self.origin.source
        left = len(source.text) * _ANCHORS_PER_CODE_POINT
        for element, value in zip(elements, values, strict=True):
            anchor = anchor_of(element) if left > 0 else ""
            left -= len(anchor)
            details = Details(element.attr("rel"), anchor=anchor)
            place = element.position or NO_TAG
            self.found.candidates.append(AttributeCandidate(value, source, place, facts, None, details))

    def _others(self) -> None:
        """Find all other references of HTML, and the declarations of styles in SVG and MathML."""
        found, select = self.found, self.tree.select
        rare, frequent, of_any = selectors(lazy=self.origin.options.lazy)
        for name, elements in self.few.items():
            # What the parser has added itself has no attributes.
            rows = rare.get(name, ())
            for element in elements if rows else ():
                if element.namespace is _HTML:
                    for row in rows:
                        if element.attr(row.attribute) is not None:  # which few have
                            found.add_row(element, row)
        for name, (selector, rows) in frequent.items():
            if (name in _MANY_OF or name in self.few) and (elements := select(selector)):
                self._add_rows(elements, {EVERY: rows})
        for selector, by_element in of_any:
            if not (elements := select(selector)):
                continue
            if by_element[EVERY][0] is STYLE_ROW:
                self._declarations(elements)
            else:
                self._add_rows(elements, by_element)

    def _add_rows(self, elements: list[Element], by_element: Mapping[str, tuple[UrlAttribute, ...]]) -> None:
        every = by_element[EVERY]
        for element in once(elements) if len(elements) > 1 else elements:
            if element.namespace is _HTML:
                for row in by_element.get(element.tag, every):
                    self.found.add_row(element, row)

    def _declarations(self, elements: list[Element]) -> None:
        """Find the URLs in the style of elements; in most pages none of these has any."""
        if len(elements) * len(self.origin.source.text) > _MUCH:
            elements = once(elements)
        if may_hold_urls(";".join(_values_of(elements, STYLE_ROW.attribute))):
            for element in once(elements):
                if may_hold_urls(element.attr(STYLE_ROW.attribute) or ""):
                    self.found.add_row(element, STYLE_ROW)

    def _foreign(self) -> None:
        """Find the references of images in SVG and of formulas."""
        for element in self.tree.iter_elements(FOREIGN_LINKED):
            if element.namespace is not _MATHML:
                self._foreign_link(element, "href")
        for element in self.tree.select(r"[xlink\:href]"):
            self._foreign_link(element, "xlink:href")
        if "math" in self.few:
            for element in self.tree.select("math[href], math [href]"):
                if element.namespace is _MATHML:
                    self._foreign_link(element, "href")
        has_nested = bool(self.tree.select("svg svg"))
        for root in self.few.get("svg", ()):
            if (not has_nested or _is_outermost(root)) and (styled := root.select(FOREIGN_CSS)):
                self._from_foreign_rows(styled)
        self._from_foreign_rows(root for root in self.tree.select(SVG_CSS) if _is_outermost(root))

    def _from_foreign_rows(self, elements: Iterable[Element]) -> None:
        for element in elements:
            if element.namespace is Namespace.SVG:
                for row in FOREIGN_ROWS:
                    self.found.add_row(element, row)

    def _foreign_link(self, element: Element, attribute: str) -> None:
        if row := rows_for(element.tag, element.namespace.value).get(attribute):
            self.found.add_row(element, row)

    def _style_sheets(self) -> None:
        for element in self.few.get("style", ()):
            css = self._own_text(element)
            css = without_references(css) if self.origin.is_xml else css
            if may_hold_urls(css):
                place = AttributePlace("style", TEXT_NODE, "resource", element.position or NO_TAG)
                read = partial(references_in, STYLE_SHEET, css, element.attr)
                self.found.add_pieces(place, css, read)

    def _scripts(self) -> None:
        for name in filter(self.origin.asks_for, ("noscript", "script")):
            for element in self.few.get(name, ()):
                self.found.scripts.append(Script(element, self._own_text(element), self.origin))

    def _own_text(self, element: Element) -> str:
        """Give the text of a style sheet or a script, or of what is there for browsers without them.

        In an image, and in the last one where it is markup itself, it may hold elements, which have their own.
        """
        if element.namespace is _HTML and element.tag != "noscript":
            return element.text
        return "".join([child.data for child in element.children if isinstance(child, turbohtml.Text)])


@cache
def _few_names(*, lazy: bool) -> tuple[str, ...]:
    """Give the names of the elements that there are few of in pages."""
    rare, frequent, _ = selectors(lazy=lazy)
    common = {name for name, _ in COMMON}
    return tuple(sorted({*rare, *frequent, *common, *_TOLD_BY_NAME} - _MANY_OF))


_MANY_OF = frozenset({"a", "img"})
"""What most pages have so much of that its presence tells nothing."""
_TOLD_BY_NAME = ("math", "noscript", "script", "selectedcontent", "style", "svg", "template")
"""Elements that are asked for whatever attributes they have."""


def _values_of(elements: Iterable[Element], attribute: str) -> list[str]:
    """Give an attribute of each, an empty string for none, at the speed of C."""
    values = list(map(_attribute_of, elements, repeat(attribute)))
    return [value or "" for value in values] if None in values else cast("list[str]", values)


def _is_outermost(root: Element) -> bool:
    """Tell whether an ``svg`` stands in no other, or in a template there, which is read by itself."""
    around = None if root.parent is None else root.parent.closest("svg, template")
    return around is None or around.namespace is _HTML

"""A BeautifulSoup tree to Candidates, by the same table; lines and columns as far as its builder kept them.

What a browser would make of the page is decided when a tree is built; this reads the tree it is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any, NamedTuple

from bs4 import BeautifulSoup, Tag
from bs4.element import CData, Comment, NavigableString, PreformattedString

from urlglean.candidate import Candidate, FallbackCandidate, Markup, MarkupCandidate
from urlglean.delimiting.stream import delimit
from urlglean.document import BaseClaim, Document, Encoding, ReadOptions
from urlglean.html.attributes import Namespace, rows_for
from urlglean.html.layout import INLINE, Elements, Piece, TextWriter
from urlglean.html.places import TEXT_NODE, UNSEEN, complete, facts_for
from urlglean.html.references import IGNORED, WITH_REL
from urlglean.html.shown_text import urls_of_blocks
from urlglean.html.values import (
    STYLE_SHEET,
    cleaned,
    is_json_ld,
    is_of_base,
    is_own,
    json_urls,
    references_in,
    with_utf8_query,
)
from urlglean.text import Text

_TEXTS = frozenset({NavigableString, CData})
"""What of a link is text: neither comments nor what stands beside ideographs."""
_NAMESPACES: Mapping[str, Namespace] = {
    "http://www.w3.org/2000/svg": "svg",
    "http://www.w3.org/1998/Math/MathML": "math",
}


def read_soup(
    document: Document, options: ReadOptions
) -> Iterator[BaseClaim | Candidate | Document | Encoding]:
    """Do what `urlglean.html.reader.read` does for a Document whose ``content`` is a ``BeautifulSoup`` or a ``Tag``."""
    tree: Tag = document.content
    yield Encoding(document.encoding or getattr(tree, "original_encoding", None) or "utf-8")
    elements = [element for element in _elements(tree) if element.is_wanted(options)]
    base: Tag | None = None
    for tag, namespace, inside in elements:
        if tag.name == "base" and namespace == "html" and not inside and tag.get("href") is not None:
            yield BaseClaim("embedded", _text_of(tag.get("href")) or "", "base@href")
            base = tag
            break
    numbers = _numbers(tree)
    found: list[tuple[int, Candidate]] = []
    children: list[Document] = []
    known: set[str] = set()
    before_base = base is not None
    for element in elements:
        before_base = before_base and element.tag is not base
        number = numbers.get(id(element.tag), 0)
        for item in _references(element, options):
            if isinstance(item, str):
                part = document.part_named(f"srcdoc{len(children) + 1}")
                inert = bool(element.inside)
                children.append(document.child(item, part=part, inert=inert, before_base=before_base))
            else:
                if "://" in item.text:
                    known.add(item.text)
                found.append((number, item))
    if options.text:
        found.extend(_texts(tree, frozenset(known), options))
    if options.comments:
        found.extend(_comments(tree, numbers, options))
    found.sort(key=itemgetter(0))
    yield from map(itemgetter(1), found)
    yield from children


def _top(tree: Tag) -> list[Any]:
    """Give the nodes that a tree is made of: those of a page, or the one element that was given."""
    return tree.contents if isinstance(tree, BeautifulSoup) else [tree]


def _numbers(tree: Tag) -> dict[int, int]:
    """Give the number of each node's start tag, or, of what has none, of the last tag before it, by the node's id.

    Start and end tags are numbered together, from 1; so are those before a piece of text counted in a `Piece`.
    """
    numbers: dict[int, int] = {}
    tags = 0
    pending: list[Any] = list(reversed(_top(tree)))
    while pending:
        node = pending.pop()
        if node is None:
            tags += 1
        elif isinstance(node, Tag):
            tags += 1
            numbers[id(node)] = tags
            pending.append(None)
            pending.extend(reversed(node.contents))
        else:
            numbers[id(node)] = tags
    return numbers


class _Element(NamedTuple):
    tag: Tag
    namespace: Namespace
    inside: frozenset[str]
    """Which of ``template`` and ``noscript`` it stands in: it is inert there."""

    def is_wanted(self, options: ReadOptions) -> bool:
        return ("template" not in self.inside or options.templates) and (
            "noscript" not in self.inside or options.noscript
        )


def _elements(tree: Tag) -> Iterator[_Element]:
    """Yield the elements of a tree in order; the namespace is worked out where its builder knows none."""
    outside = _Element(tree, "html", frozenset())
    seen = {id(tree): outside}
    own = () if isinstance(tree, BeautifulSoup) else (tree,)
    # ``string=None`` asks for tags alone.
    for tag in chain(own, tree.find_all(string=None)):
        parent = seen.get(id(tag.parent), outside)
        inside = parent.inside
        if parent.tag.name in {"template", "noscript"}:
            inside |= {parent.tag.name}
        namespace = parent.namespace
        if tag.namespace is not None:
            namespace = _NAMESPACES.get(tag.namespace, "html")
        elif tag.name in {"svg", "math"}:
            namespace = "svg" if tag.name == "svg" else "math"
        elif parent.tag.name.lower() == "foreignobject":
            namespace = "html"
        element = seen[id(tag)] = _Element(tag, namespace, inside)
        yield element


def _text_of(value: Any) -> str | None:
    """Give an attribute's value as text: some builders split lists of words."""
    return " ".join(value) if isinstance(value, list) else value


def _place(tag: Tag) -> tuple[int, int] | None:
    if tag.sourceline is None:
        return None
    return tag.sourceline, (tag.sourcepos or 0) + 1


def _references(element: _Element, options: ReadOptions) -> Iterator[Candidate | str]:
    """Yield the references of one element, and its ``srcdoc`` as a str."""
    tag = element.tag
    rows = rows_for(tag.name, element.namespace)
    inert = bool(element.inside)

    def attr(name: str) -> str | None:
        return _text_of(tag.get(name))

    for name in tag.attrs:
        row = rows.get(name.lower())
        value = attr(name)
        if row is None or value is None or (row.lazy and not options.lazy):
            continue
        if row.form == "srcdoc":
            yield value
            continue
        is_link = tag.name == "link" and row.attribute == "href"
        rel = attr("rel") if is_link or (row.form == "one" and row.kind in WITH_REL) else None
        is_shown = row.attribute == "href" and tag.name in {"a", "area"} and element.namespace == "html"
        anchor = (attr("alt") if tag.name == "area" else _anchor(tag)) if is_shown else None
        is_ignored = row.attribute == "xlink:href" and "href" in tag.attrs
        for found in references_in(row, value, attr):
            facts = facts_for(tag.name, row.attribute, found.kind or row.kind, inert=inert)
            text = cleaned(with_utf8_query(found.text) if is_of_base(row) else found.text)
            kind = FallbackCandidate if row.form == "one" and is_own(row, value) else MarkupCandidate
            notes = IGNORED if is_ignored else found.notes
            facts = complete(facts, text, rel=rel, anchor=anchor, notes=notes, tag=_place(tag))
            yield kind(text, Text(value), found.start, found.end, facts)
    yield from _contents(tag, options, inert=inert)


def _contents(tag: Tag, options: ReadOptions, *, inert: bool) -> Iterator[Candidate]:
    """Yield the references that stand in the content of a style sheet or a script."""
    if tag.name not in {"style", "script"}:
        return
    content = "".join(map(str, tag.strings)) or (tag.string or "")
    source = Text(content)
    if tag.name == "style":
        shared = facts_for("style", TEXT_NODE, "resource", inert=inert)
        facts = complete(shared, "-", tag=_place(tag))
        for found in references_in(STYLE_SHEET, content, lambda _: None):
            yield MarkupCandidate(cleaned(found.text), source, found.start, found.end, facts)
    elif is_json_ld(_text_of(tag.get("type"))):
        shared = facts_for("script", TEXT_NODE, "metadata", inert=inert)
        facts = complete(shared, "-", tag=_place(tag))
        for found in json_urls(content) if options.json_ld else ():
            yield MarkupCandidate(found.text, source, found.start, found.end, facts)
    elif options.scripts:
        yield from _bare(content.replace("\\/", "/"), "script", _place(tag), options)


def _bare(
    content: str, element: str, tag: tuple[int, int] | None, options: ReadOptions
) -> Iterator[Candidate]:
    markup = Markup(element, TEXT_NODE, kind="text", inert=True, tag=tag)
    for found in delimit(content, **options.delimit):
        yield found._replace(facts=found.facts._replace(markup=markup))


def _anchor(tag: Tag) -> str:
    pieces: list[str] = []
    image = ""
    pending: list[Any] = list(reversed(tag.contents))
    while pending:
        node = pending.pop()
        if not isinstance(node, Tag):
            if type(node) in _TEXTS:
                pieces.append(node)
        elif node.name not in UNSEEN:
            image = image or (_text_of(node.get("alt")) or "" if node.name == "img" else "")
            pending.extend(reversed(node.contents))
    text = "".join(pieces)
    return text if text.strip() else image


def _texts(tree: Tag, known: frozenset[str], options: ReadOptions) -> Iterator[tuple[int, Candidate]]:
    """Yield the bare URLs of the text, each with the number of the last tag before its piece."""
    writer = TextWriter(templates=options.templates, noscript=options.noscript)
    pieces: list[Piece] = []
    tags: list[str] = []
    pending: list[Any] = list(reversed(_top(tree)))
    while pending:
        node = pending.pop()
        is_end = isinstance(node, str) and not isinstance(node, NavigableString)
        if is_end or isinstance(node, Tag):
            name = node if is_end else node.name
            tags.append(f"/{name}" if is_end else name)
            writer.at_anchor = writer.at_anchor or name == "a"
            if name not in INLINE:
                writer.block(name, is_end=is_end)
            if not is_end:
                pending.append(str(name))
                pending.extend(reversed(node.contents))
        elif not isinstance(node, PreformattedString) and not writer.hidden:
            line, column = (_place(node.parent) if node.parent is not None else None) or (0, 0)
            if writer.preformatted and writer.begins_line and _is_number(node):
                writer.pass_over(str(node))
            elif not writer.write(str(node)):
                continue
            pieces.append(Piece(str(node), line, column, len(tags), writer.is_inert))
            writer.at_anchor = False
    run, elements = writer.run(pieces.__getitem__, tags.__getitem__), Elements(tags.__getitem__)
    for begin, found in urls_of_blocks(run, known, options.delimit):
        piece = run.piece_at(begin + found.start)
        tag = (piece.line, piece.column) if piece.line else None
        markup = Markup(elements.of(piece), TEXT_NODE, kind="text", inert=piece.is_inert, tag=tag)
        yield piece.number, found._replace(facts=found.facts._replace(markup=markup))


def _is_number(node: NavigableString) -> bool:
    """Tell whether a piece of text is a number, and all that an inline element has."""
    parent = node.parent
    return (
        parent is not None
        and parent.name in INLINE
        and len(parent.contents) == 1
        and node.strip().isdecimal()
    )


def _comments(tree: Tag, numbers: Mapping[int, int], options: ReadOptions) -> Iterator[tuple[int, Candidate]]:
    for comment in tree.find_all(string=lambda text: isinstance(text, Comment)):
        place = _place(comment.parent) if comment.parent is not None else None
        for found in _bare(str(comment), "#comment", place, options):
            yield numbers.get(id(comment), 0), found

"""A page's source, changed so that its tokens alone have the text that its tree has.

What an element holds, text or markup, is decided by the tree: in images of SVG and in formulas ``<title/>`` is empty
and ``<xmp>`` holds markup, a template may be a shadow tree, and a page of frames shows nothing else. All changes keep
every other code point in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from urlglean.html.places import find_content
from urlglean.text import Text

if TYPE_CHECKING:
    from turbohtml import Element, Node

__all__ = ["tokenizable"]

_SHOWN = frozenset({"plaintext", "template", "textarea", "title", "xmp"})
_HIDDEN = frozenset({"iframe", "noembed", "noframes", "noscript", "script", "style"})
_SHADOW = re.compile(r"<template(?=[\t\n\f\r /][^<>]*shadowrootmode\s*=\s*[\"']?(?:open|closed)\b)", re.I)
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_NOTHING = ("<!------>", "<!>")
"""Comments as long as these two."""
_NOT_BREAK = re.compile(r"[^\r\n]")


class _Change(NamedTuple):
    """What is put in place of a piece of the source."""

    start: int
    end: int
    text: str


def tokenizable(source: Text, tree: Node, *, has_shadows: bool = False) -> str:
    """Give a page's source for its tokens.

    Args:
        source: What the tree was parsed from.
        tree: The page's tree.
        has_shadows: Whether it may have shadow trees.

    """
    import turbohtml

    text = source.text
    for frames in tree.select("frameset"):
        if frames.namespace is turbohtml.Namespace.HTML and frames.position:
            line, column = frames.position
            text = text[: source.index(line - 1, column)]
            break
    if has_shadows:
        text = _SHADOW.sub("<t-------", text)
    if tree.select("svg") or tree.select("math"):
        text = _changed(text, _foreign(source, tree))
        if _CDATA in text:
            text = _changed(text, _sections(text, tree))
    return text


def _changed(text: str, changes: Iterator[_Change]) -> str:
    """Make changes, which are in order."""
    parts: list[str] = []
    done = 0
    for change in changes:
        parts += (text[done : change.start], change.text)
        done = change.end
    return "".join((*parts, text[done:])) if parts else text


def _foreign(source: Text, tree: Node) -> Iterator[_Change]:
    """Yield what hides from the tokens that elements of images and formulas have the names of HTML's own."""
    import turbohtml

    elements = [
        (element.position, element)
        for element in tree.iter_elements(_SHOWN | _HIDDEN)
        if element.namespace is not turbohtml.Namespace.HTML and element.position
    ]
    text = source.text
    done = 0
    for (line, column), element in sorted(elements, key=itemgetter(0)):
        start, begin = source.index(line - 1, column), find_content(source, (line, column))
        if start < done:
            continue
        done = begin
        if element.children:
            if _holds_text_alone(text, begin, element.tag):
                continue
            if element.tag in _HIDDEN:
                done = _end_of(source, begin, element)
        tag, content = _NOT_BREAK.sub(" ", text[start + 2 : begin - 1]), _NOT_BREAK.sub(" ", text[begin:done])
        yield _Change(start, done, f"<g{tag}>{content}")


def _holds_text_alone(text: str, begin: int, name: str) -> bool:
    """Tell whether nothing but text stands before an element's end tag, so that tokens and tree have it alike."""
    end = text.find("<", begin)
    return name != "template" and text[end : end + 2 + len(name)].lower() == f"</{name}"


def _end_of(source: Text, begin: int, element: Element) -> int:
    """Give where the content of an element ends that has one: at the latest where an element begins behind it."""
    import turbohtml

    end = len(source.text)
    for other in element.following:
        if isinstance(other, turbohtml.Element) and other.position:
            line, column = other.position
            behind = source.index(line - 1, column)
            end = behind if behind > begin else end  # a table's own may be put before it
            break
    closing = re.compile(rf"</(?:{element.tag}|math|svg)(?=[\t\n\f\r />])", re.IGNORECASE)
    found = closing.search(source.text, begin, end)
    return found.start() if found else end


def _sections(text: str, tree: Node) -> Iterator[_Change]:
    """Yield what makes text of CDATA sections: in images and formulas they are some, elsewhere comments."""
    import turbohtml

    comments = {node.data for node in tree.descendants if isinstance(node, turbohtml.Comment)}
    page, is_comment = Text(text), turbohtml.TokenType.COMMENT
    for token in turbohtml.tokenize(text, capture_attributes=False):
        data = token.data or ""
        if token.type is is_comment and data.startswith(_CDATA[2:]) and data not in comments:
            start = page.index(token.line - 1, token.col)
            end = text.find(_CDATA_END, start)
            if end + 2 == text.find(">", start) and "<" not in data:
                yield _Change(start, start + len(_CDATA), _NOTHING[0])
                yield _Change(end, end + len(_CDATA_END), _NOTHING[1])

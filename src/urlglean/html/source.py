"""The source of a page put right before it is read: XHTML for a parser of HTML, and any page for its tokens.

Both leave every code point where it was, so that places in what is parsed are places in the source. What stands for
characters in XML is known here, too, and what a text is beyond its characters.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from io import StringIO
from operator import itemgetter
from typing import TYPE_CHECKING

from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit
from urlglean.document import XML
from urlglean.html.places import MARK, UNSEEN, Tag, find_content
from urlglean.patterns import lazy_re
from urlglean.text import Text

if TYPE_CHECKING:
    from turbohtml import Element, Node


__all__ = ["is_declared", "is_xhtml", "read_as"]

# XHTML as HTML of the same length: what the two write otherwise is put so that a parser of HTML reads it right.
#
# Pages sent as ``application/xhtml+xml`` are XML, but many of them are not well-formed, and a browser shows an
# error where a reader can go on. So they are parsed as HTML all the same, once these are out of the way:
#
# - ``<script src="x"/>``: in HTML the slash means nothing, and all the rest of the page would be the script
# - ``<![CDATA[...]]>``: text in XML, a comment up to the next ``>`` in HTML
# - ``<?...?>``: a processing instruction up to ``?>`` in XML, a comment up to the next ``>`` in HTML
# - ``<h:a href="x">``, ``<s:svg>``: elements that HTML knows, where the page binds the prefix to their namespace
# - ``<s:use l:href="x">``: a link, where it binds the prefix to the namespace of XLink
# - ``<noscript>``: an element like others in XML, text in HTML
#
# Images in SVG stay as they are, for there a parser of HTML knows what is empty.

_WITH_CONTENT = (
    "a|audio|button|canvas|form|iframe|noembed|noframes|object|plaintext|script|select|style|table|textarea|title"
    "|video|xmp"
)
"""Elements that take in what follows them, or change what it is, where their end tag is missing."""
_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+"
_BEGINNING = lazy_re(
    rf"<(?:(?P<opening>!--|\?|!\[CDATA\[)|(?P<border>/?(?:svg|foreignObject))(?=[\s/>]){_ATTRIBUTES}"
    rf"|(?P<noscript>/?noscript)(?=[\s/>]){_ATTRIBUTES}"
    rf"|(?P<template>/?template)(?=[\s/>]){_ATTRIBUTES}"
    rf"|(?:{_WITH_CONTENT})(?=[\s/]){_ATTRIBUTES})"
)
_IS_EMPTY = lazy_re(r"(?:<[A-Za-z]+|[\s\"'])/\Z")
"""How a tag ends, before its ``>``, where its slash is no part of a value without quotes."""
_PREFIX = lazy_re(
    r"\sxmlns:([A-Za-z_][\w.-]*)\s*=\s*[\"']http://www\.w3\.org/"
    r"(?:1999/xhtml|2000/svg|1998/Math/MathML|(?P<xlink>1999/xlink))[\"']"
)
_PREFIXED = lazy_re(r"(</?)([A-Za-z_][\w.-]*+):([A-Za-z][A-Za-z0-9-]*+)(?=[\s/>])")
_LINK = lazy_re(r"(?<=\s)([A-Za-z_][\w.-]*+):href(?=\s*=)")
_CLOSINGS = {"!--": "-->", "?": "?>", "![CDATA[": "]]>"}
_ROOT = lazy_re(
    rb"(?:\xef\xbb\xbf)?(?:\s|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^<>\[]*(?:\[[^\]]*\]\s*)?>)*+"
    rb"<html\s[^<>]*?xmlns\s*=\s*[\"']http://www\.w3\.org/1999/xhtml[\"']",
    re.DOTALL,
)
"""How a page begins whose media type says no more than that it is XML."""
_PROLOG = lazy_re(r"(?:\s|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^<>\[]*(?:\[[^\]]*\]\s*)?>)*+", re.DOTALL)
_STYLE_SHEET = lazy_re(
    r"<!--.*?(?:-->|\Z)|<\?xml-stylesheet(?=\s)(?:[^?\"'<]|\?(?!>)|\"[^\"]*\"|'[^']*')*?(?<=\s)href\s*=\s*(?P<href>\"[^\"]*\"|'[^']*')",
    re.DOTALL,
)
_NO_MARKUP = str.maketrans("<>", "  ")


def style_sheets(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the style sheets that stand before the root of XML: each URL, and where it begins and ends.

    (Associating Style Sheets with XML documents 1.0; they are relative to the document itself.)

    >>> list(style_sheets('<?xml version="1.0"?><?xml-stylesheet href="a.css?x&amp;y"?><html/>'))
    [('a.css?x&y', 44, 57)]
    """
    prolog = _PROLOG.match(text)
    for found in _STYLE_SHEET.finditer(text, 0, prolog.end() if prolog else 0):
        if not found["href"]:
            continue  # a comment
        start, end = found.start("href") + 1, found.end("href") - 1
        if text[start : start + 1] != "#" and start < end:
            yield without_references(text[start:end]), start, end


def is_xhtml(head: bytes) -> bool:
    """Tell by the first bytes of XML whether it is a page: its root is XHTML's, by name and namespace.

    >>> is_xhtml(b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">'), is_xhtml(b"<html>")
    (True, False)
    """
    return _ROOT.match(head) is not None


_DECLARED = lazy_re(
    r"""(?:<[^<>!?]*\s(?:xmlns(?::[\w.-]+)?|[\w.-]+:(?:schemaLocation|noNamespaceSchemaLocation))\s*=\s*
        (?:"[^"<>]*|'[^'<>]*)
    |<!DOCTYPE[^<>\[]*)\Z""",
    re.VERBOSE,
)
_LOOKED_BACK = 2000
"""How many code points before a URL are looked at for what it is declared as."""


def is_declared(candidate: Candidate) -> bool:
    """Tell whether a URL of XML that is read as text names a namespace, a schema or a document type.

    Nobody fetches those to read it (Namespaces in XML 1.0, section 2.1).
    """
    if candidate.facts.markup is not None:
        return False
    start = candidate.start
    before = candidate.source.text[max(0, start - _LOOKED_BACK) : start]
    return _DECLARED.search(before) is not None


def as_html(text: str) -> tuple[str, Sequence[int]]:
    """Put a page of XHTML, `without_prefix`, as HTML, code point for code point.

    With it comes of those tags that have attributes, among those of the empty elements that were taken out of it, where
    each begins and ends, and 1 where it stands in a template, else 0: one number behind the other, in order.

    >>> as_html('<script src="x"/><b><![CDATA[1<2]]></b>')
    ('                 <b>         1 2   </b>', array('q', [0, 17, 0]))
    """
    written = StringIO(newline="")  # there may be a million elements of four characters
    empty = array("q")
    missing: set[str] = set()
    images, templates = _Images(), _Templates()
    done = position = 0
    while found := _BEGINNING.search(text, position):
        start, position = found.span()
        opening = found["opening"]
        if opening is None:
            is_empty = text.startswith(">", position) and _IS_EMPTY.search(found[0]) is not None
            if found["border"]:
                images.cross(found["border"], is_empty=is_empty)
            if found["noscript"] and not is_empty:
                position = found.end("noscript")
                written.write(text[done:start])
                written.write(found[0][: position - start].replace("noscript", "div     "))
                done = position
            if found["template"] and not is_empty:
                templates.cross(found[0])
            if found["border"] or not is_empty or images.is_inside:
                continue
            position += 1
            if "=" in found[0]:
                empty.extend((start, position, templates.is_inside))
        else:
            end = -1 if opening in missing else text.find(_CLOSINGS[opening], position)
            if end < 0:
                missing.add(opening)  # nor is there one for the next
                continue
            position = end + len(_CLOSINGS[opening])
            if opening == "!--":
                continue
        written.write(text[done:start])
        written.write(_blank(text[start:position], is_data=opening == "![CDATA["))
        done = position
    if not done:
        return text, empty
    written.write(text[done:])
    return written.getvalue(), empty


def without_prefix(text: str) -> str:
    """Give elements and links the names that HTML has for them, where a prefix stands for a namespace it knows."""
    if "xmlns:" not in text:
        return text
    bound = list(_PREFIX.finditer(text))
    if prefixes := {found[1] for found in bound if not found["xlink"]}:
        text = _PREFIXED.sub(lambda found: _named(found) if found[2] in prefixes else found[0], text)
    if links := {found[1] for found in bound if found["xlink"]} - {"xlink"}:
        text = _LINK.sub(lambda found: _link(found[0]) if found[1] in links else found[0], text)
    return text


def _named(found: re.Match[str]) -> str:
    return f"{found[1]}{found[3]}{' ' * (len(found[2]) + 1)}"


def _link(name: str) -> str:
    """Give a link of XLink the name that HTML has for it; there is room for that of SVG 2 at least."""
    return ("xlink:href" if len(name) >= len("xlink:href") else "href").rjust(len(name))


class _Images:
    """Tells what stands in an image in SVG, and not in a page inside that."""

    def __init__(self) -> None:
        self._around: list[str] = []

    def cross(self, border: str, *, is_empty: bool) -> None:
        """Take note of a tag: ``svg`` or ``foreignObject``, with a slash before an end tag's name."""
        if not border.startswith("/"):
            if not is_empty:
                self._around.append(border)
        elif self._around and self._around[-1] == border[1:]:
            self._around.pop()

    @property
    def is_inside(self) -> bool:
        return bool(self._around) and self._around[-1] == "svg"


class _Templates:
    """Tells what stands in a template that is not the root of a shadow tree."""

    def __init__(self) -> None:
        self._open: list[bool] = []
        self._inert = 0

    def cross(self, tag: str) -> None:
        """Take note of a tag of one."""
        if not tag.startswith("</"):
            self._open.append("shadowrootmode" not in tag)
            self._inert += self._open[-1]
        elif self._open:
            self._inert -= self._open.pop()

    @property
    def is_inside(self) -> bool:
        return self._inert > 0


def _blank(construct: str, *, is_data: bool) -> str:
    if is_data:
        data = construct.removeprefix("<![CDATA[").removesuffix("]]>")
        return f"{' ' * 9}{data.translate(_NO_MARKUP)}{' ' * 3}"
    return Text.blanked(construct)


# What the references to characters in XML stand for (XML 1.0, sections 4.1 and 4.6): ``&amp;`` is an ampersand.

_REFERENCE = lazy_re(r"&(?:(amp|lt|gt|quot|apos)|#([0-9]{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_MARKUP = lazy_re(r"&amp;(?:lt|gt|quot)(?:;|\Z)")
"""What an escaped page has escaped itself; the last semicolon of a URL may be taken for punctuation."""
_ENDS = frozenset('<>"`\\ ')
"""What ends a URL of ASCII wherever it stands; brackets and apostrophes may be its own."""


def read_as(media_type: str, batches: Iterator[list[Candidate]]) -> Iterator[list[Candidate]]:
    """Give what was found in a text as its format has it: XML, or a list of URLs (RFC 2483 section 5)."""
    if media_type in XML:
        return map(_read_as_xml, batches)
    return map(_one_a_line, batches) if media_type == "text/uri-list" else batches


def _read_as_xml(found: list[Candidate]) -> list[Candidate]:
    """Give what was found in the source of an XML document as the document has it, at its places in the source."""
    read: list[Candidate] = []
    for candidate in found:
        if read and candidate.start < read[-1].end and candidate.source is read[-1].source:
            continue  # within a value that was taken whole
        if (end := _end_of_value(candidate)) > candidate.end:
            candidate = candidate.settled().filling(end, "the end of its element or attribute")
            read.append(candidate._replace(text=without_references(candidate.text)))
        else:
            read.append(_with_characters(candidate) if "&" in candidate.text else candidate)
    return read


_ELEMENT = lazy_re(
    r"<(?:[\w.\-]{1,40}:)?(?:\w{0,40}(?:loc|link|ur[il]|guid|id|href)|comments|docs)"
    r"(?:[ \t\r\n][^<>]{0,200})?>[ \t\r\n]{0,80}(?P<data><!\[CDATA\[[ \t\r\n]{0,80})?\Z",
    re.IGNORECASE,
)
"""An element that has a URL as its content, in sitemaps and feeds."""
_ATTRIBUTE = lazy_re(r"[\w.\-][ \t]?=[ \t]?[\"']\Z")
_FURTHEST_TAG = 400
_LONGEST_VALUE = 4096


def _end_of_value(candidate: Candidate) -> int:
    """Give where the element or the attribute ends that holds a URL and nothing else; -1 where none does.

    Nothing but white space parts a URL from text there: a full stop at its end is its own.
    """
    text, start, end = candidate.source.text, candidate.start, candidate.end
    opener, low = text[start - 1 : start], max(0, start - _FURTHEST_TAG)
    closer = opener if opener in {'"', "'"} else "<"
    if text.startswith(closer, end):
        return end
    if closer != "<":
        found = _ATTRIBUTE.search(text, max(0, start - 4), start)
    elif (found := _ELEMENT.search(text, low, start)) is not None and found["data"]:
        closer = "]]>"
    stop = text.find(closer, end, start + _LONGEST_VALUE) if found is not None else -1
    value = text[start:stop].rstrip() if stop >= 0 else ""
    return start + len(value) if value and len(value.split()) == 1 and "<" not in value else -1


def _with_characters(candidate: Candidate) -> Candidate:
    settled = candidate.settled()
    text = settled.text
    is_whole = len(settled.spans) == 1 and settled.raw == text
    end = end_of_url(text) if is_whole else len(text)
    if end < len(text):
        end = _without_punctuation(text[:end])
        settled = settled._replace(end=settled.end - len(text) + end)
    alternatives = tuple(map(without_references, settled.alternatives)) if end == len(text) else ()
    facts = settled.facts._replace(alternatives=alternatives)
    return settled._replace(text=without_references(text[:end]), facts=facts)


def _without_punctuation(text: str) -> int:
    """Give where a URL ends whose text a reference ends: before the punctuation of the sentence."""
    found = next(iter(delimit(text, schemeless=True, emails=True, network_path=True)), None)
    return found.end if found is not None and found.start == 0 else len(text)


def _one_a_line(found: list[Candidate]) -> list[Candidate]:
    """Give the URLs of a list: each is a line, from its first sign to its last; those of comments are left out."""
    whole: list[Candidate] = []
    source, end, is_url = None, 0, False
    for candidate in found:
        text, start = candidate.source.text, candidate.start
        if candidate.source is not source or start >= end:  # the first on its line
            source = candidate.source
            line, end = _line_around(text, start)
            lead, url = text[line:start].strip("\ufeff \t"), text[start:end].rstrip()
            is_url = not lead and len(url.split()) == 1
            if is_url and candidate.end == start + len(url):
                whole.append(candidate)
            elif is_url:
                whole.append(candidate.settled().filling(start + len(url), "the end of its line"))
        if not (is_url or lead.startswith("#")):
            whole.append(candidate)
    return whole


def _line_around(text: str, at: int) -> tuple[int, int]:
    """Give where the line of an offset begins and where it ends."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = end if end >= 0 else len(text)
    carriage_return = text.find("\r", at, end)
    return text.rfind("\r", start, at) + 1 or start, carriage_return if carriage_return >= 0 else end


def without_references(text: str) -> str:
    """Put the characters where XML has references to them.

    Feeds hold whole pages as text, with their markup escaped: a URL in one has each ampersand escaped twice, and
    ends up with none. What stands for no character that a URL may hold stays as it is.

    >>> without_references("http://a.example/?b=1&amp;c=2&#38;d=3&copy=4")
    'http://a.example/?b=1&c=2&d=3&copy=4'
    >>> without_references("http://a.example/?b=1&amp;amp;c=2")
    'http://a.example/?b=1&c=2'
    """
    if "&" not in text:
        return text
    once = _REFERENCE.sub(_replaced, text)
    return _REFERENCE.sub(_replaced, once) if "&amp;" in once else once


def end_of_url(text: str) -> int:
    """Give where a URL ends in the source of an XML document: before a reference to what ends it in a text.

    >>> end_of_url("http://a.example/b&#8212;c"), end_of_url("http://a.example/?b&amp;c")
    (18, 25)
    """
    markup = _MARKUP.search(text)
    end = markup.start() if markup else len(text)
    for reference in _REFERENCE.finditer(text, 0, end):
        start, stop = reference.span()
        before, behind = text[start - 1 : start].replace(";", "a"), text[stop : stop + 1].replace("&", "a")
        if _ends_url(before, _character(reference), behind):
            return start
    return end


@lru_cache(maxsize=1024)
def _ends_url(before: str, character: str, behind: str) -> bool:
    """Tell whether a character between two others ends a URL in a text."""
    if character.isascii():
        return character in _ENDS or not character.isprintable()
    stem = f"http://a.example/{before}"
    found = next(iter(delimit(f"{stem}{character}{behind}")), None)
    return found is None or found.end <= len(stem)


def _replaced(reference: re.Match[str]) -> str:
    character = _character(reference)
    return character if character.isprintable() else reference[0]


def _character(reference: re.Match[str]) -> str:
    name, decimal, hexadecimal = reference.groups()
    if name:
        return _NAMED[name]
    number = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(number) if number < 0x110000 else "\0"


# A page's source, changed so that its tokens alone have the text that its tree has.

_SHOWN = frozenset({"plaintext", "template", "textarea", "title", "xmp"})
HIDDEN = UNSEEN - {"template"}
"""Elements whose text is not shown, and in the tree; a template's is taken out of that."""
_CDATA, _CDATA_END = "<![CDATA[", "]]>"
_NOTHING = ("<!------>", "<!>")
"""Comments as long as these two."""


def tokenizable(source: Text, tree: Node, *, has_shadows: bool = False) -> str:
    """Give the source of a page, which a tree was parsed from, for its tokens."""
    import turbohtml

    text = source.text
    for frames in tree.select("frameset"):
        if frames.namespace is turbohtml.Namespace.HTML and frames.position:
            line, column = frames.position
            text = text[: source.index(line - 1, column)]
            break
    if tree.select("svg") or tree.select("math"):
        text = Text.edited(text, _foreign(source, tree))
        if _CDATA in text:
            text = Text.edited(text, _sections(text, tree))
    # Of images in templates the tree knows nothing by now.
    text = with_empty_elements(text) if "<template" in text or "<TEMPLATE" in text else text
    if not has_shadows:
        return text
    templates = tree.select("template[shadowrootmode]")
    return with_shadow_trees(text, frozenset(template.position for template in templates))


def _foreign(source: Text, tree: Node) -> Iterator[tuple[int, int, str]]:
    """Yield what hides from the tokens that elements of images and formulas have the names of HTML's own."""
    import turbohtml

    elements = [
        (element.position, element)
        for element in tree.iter_elements(_SHOWN | HIDDEN)
        if element.namespace is not turbohtml.Namespace.HTML and element.position
    ]
    text = source.text
    done = 0
    for (line, column), element in sorted(elements, key=itemgetter(0)):
        start, begin, name = source.index(line - 1, column), find_content(source, (line, column)), "img"
        if start < done:
            continue
        done = begin
        if element.children:
            if _holds_text_alone(text, begin, element.tag):
                continue
            if element.tag in HIDDEN:
                done = _end_of(source, begin, element)
            name = f"{element.tag[0]}{MARK}{element.tag[2:]}"
        tag, content = Text.blanked(text[start + 1 + len(name) : begin - 1]), Text.blanked(text[begin:done])
        yield start, done, f"<{name}{tag}>{content}"


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


def _sections(text: str, tree: Node) -> Iterator[tuple[int, int, str]]:
    """Yield what makes text of CDATA sections: in images and formulas they are some, elsewhere comments."""
    import turbohtml

    comments = {node.data for node in tree.descendants if isinstance(node, turbohtml.Comment)}
    page, is_comment = Text(text), turbohtml.TokenType.COMMENT
    for token in turbohtml.tokenize(text, capture_attributes=False):
        data = token.data or ""
        if token.type is is_comment and data.startswith(_CDATA[2:]) and data not in comments:
            start = page.index(token.line - 1, token.col)
            end = text.find(">", start) - len(_CDATA_END) + 1
            if text.startswith(_CDATA_END, end) and "<" not in data:
                yield start, start + len(_CDATA), _NOTHING[0]
                yield end, end + len(_CDATA_END), _NOTHING[1]


_IN_AN_IMAGE = lazy_re(
    r"<(?:(?P<border>/?(?:svg|foreignObject))\b[^<>]*+|/?title\b[^<>]*+|(?:script|style)\b[^<>]*/)>",
    re.IGNORECASE,
)


def with_empty_elements(page: str) -> str:
    """Mark the elements of images by whose names alone all that follows were text, as it is of HTML's."""
    return Text.edited(page, _marks_in_images(page)) if "<svg" in page or "<SVG" in page else page


def _marks_in_images(page: str) -> Iterator[tuple[int, int, str]]:
    images = _Images()
    for found in _IN_AN_IMAGE.finditer(page):
        if found["border"]:
            images.cross(found["border"].lower(), is_empty=found[0].endswith("/>"))
        elif images.is_inside:
            at = found.start() + (3 if found[0][1] == "/" else 2)
            yield at, at + 1, MARK


_CLOSED = lazy_re(r"(\sshadowrootmode\s*=\s*)([\"']?)closed\2(?=[\s>])", re.IGNORECASE)


def with_open_shadow_trees(page: str) -> str:
    """Open the shadow trees of a page that are closed: browsers show them alike, the tree of the parser none of these.

    >>> with_open_shadow_trees('<p><template shadowrootmode="closed">')
    '<p><template shadowrootmode="open"  >'
    """
    if ("losed" in page or "LOSED" in page) and "shadowrootmode" in page.lower():
        return _CLOSED.sub(r"\1\2open\2  ", page)
    return page


def with_shadow_trees(page: str, templates: Container[Tag | None] = ()) -> str:
    """Mark the templates that are roots of shadow trees: what they hold is shown, other than in ``templates``.

    >>> with_shadow_trees("<p><template shadowrootmode=open>a<template>b</template></template>")
    '<p><t.mplate shadowrootmode=open>a<template>b</template></t.mplate>'
    """
    return Text.edited(page, _marks_of_roots(page, templates)) if "shadowrootmode" in page.lower() else page


def _marks_of_roots(page: str, templates: Container[Tag | None]) -> Iterator[tuple[int, int, str]]:
    import turbohtml

    source, is_root, inert = Text(page), list[bool](), 0
    for token in turbohtml.tokenize(page):
        is_end = token.type is turbohtml.TokenType.END_TAG
        if token.tag != "template" or (is_end and not is_root):
            continue
        if not is_end:
            mode = (token.attr("shadowrootmode") or "").lower()
            is_known = mode in {"open", "closed"} and (token.line, token.col) not in templates
            is_root.append(is_known and not inert)
            inert += not is_root[-1]
        if is_root[-1]:
            at = source.index(token.line - 1, token.col) + (3 if is_end else 2)
            yield at, at + 1, MARK
        if is_end:
            inert -= not is_root.pop()

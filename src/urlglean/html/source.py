"""XHTML as HTML of the same length: what the two write otherwise is put so that a parser of HTML reads it right.

Pages sent as ``application/xhtml+xml`` are XML, but many of them are not well-formed, and a browser shows an
error where a reader can go on. So they are parsed as HTML all the same, once these are out of the way:

- ``<script src="x"/>``: in HTML the slash means nothing, and all the rest of the page would be the script
- ``<![CDATA[...]]>``: text in XML, a comment up to the next ``>`` in HTML
- ``<?...?>``: a processing instruction up to ``?>`` in XML, a comment up to the next ``>`` in HTML

Images in SVG stay as they are, for there a parser of HTML knows what is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from urlglean.html.character_references import without_references

__all__ = ["XhtmlText", "as_html", "is_xhtml", "style_sheets"]


_WITH_CONTENT = (
    "a|audio|button|canvas|form|iframe|noembed|noframes|noscript|object|script|select|style|table|template"
    "|textarea|title|video|xmp"
)
"""Elements that take in what follows them, or change what it is, where their end tag is missing."""
_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+"
_BEGINNING = re.compile(
    rf"<(?:(?P<opening>!--|\?|!\[CDATA\[)|(?P<border>/?(?:svg|foreignObject))(?=[\s/>]){_ATTRIBUTES}"
    rf"|(?:{_WITH_CONTENT})(?=[\s/]){_ATTRIBUTES})"
)
_IS_EMPTY = re.compile(r"(?:<[A-Za-z]+|[\s\"'])/\Z")
"""How a tag ends, before its ``>``, where its slash is no part of a value without quotes."""
_CLOSINGS = {"!--": "-->", "?": "?>", "![CDATA[": "]]>"}
_VISIBLE = re.compile(r"[^\n\r\f]")
"""What becomes a space; line breaks stay, so that lines keep their numbers."""
_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^<>\[]*(?:\[[^\]]*\]\s*)?>)*+"
    rb"<html\s[^<>]*?xmlns\s*=\s*[\"']http://www\.w3\.org/1999/xhtml[\"']",
    re.DOTALL,
)
"""How a page begins whose media type says no more than that it is XML."""
_PROLOG = re.compile(r"(?:\s|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^<>\[]*(?:\[[^\]]*\]\s*)?>)*+", re.DOTALL)
_STYLE_SHEET = re.compile(
    r"<!--.*?-->|<\?xml-stylesheet\s(?:[^?\"']|\?(?!>)|\"[^\"]*\"|'[^']*')*?(?<=\s)href\s*=\s*(?P<href>\"[^\"]*\"|'[^']*')",
    re.DOTALL,
)
_NO_MARKUP = str.maketrans("<>", "  ")


class XhtmlText(NamedTuple):
    """A page as HTML, every code point where it was, and the empty elements that were taken out of it."""

    text: str
    empty: tuple[tuple[int, str], ...]
    """Where their tags stand, and the tags, in order."""


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


def as_html(text: str) -> XhtmlText:
    """Put a page of XHTML as HTML, code point for code point.

    >>> as_html('<script src="x"/><b><![CDATA[1<2]]></b>')
    XhtmlText(text='                 <b>         1 2   </b>', empty=((0, '<script src="x"/>'),))
    """
    parts: list[str] = []
    empty: list[tuple[int, str]] = []
    missing: set[str] = set()
    images = _Images()
    done = position = 0
    while found := _BEGINNING.search(text, position):
        start, position = found.span()
        opening = found["opening"]
        if opening is None:
            is_empty = text.startswith(">", position) and _IS_EMPTY.search(found[0]) is not None
            if found["border"]:
                images.cross(found["border"], is_empty=is_empty)
            if found["border"] or not is_empty or images.is_inside:
                continue
            position += 1
            empty.append((start, text[start:position]))
        else:
            end = -1 if opening in missing else text.find(_CLOSINGS[opening], position)
            if end < 0:
                missing.add(opening)  # nor is there one for the next
                continue
            position = end + len(_CLOSINGS[opening])
            if opening == "!--":
                continue
        parts += (text[done:start], _blank(text[start:position], is_data=opening == "![CDATA["))
        done = position
    return XhtmlText("".join((*parts, text[done:])), tuple(empty))


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


def _blank(construct: str, *, is_data: bool) -> str:
    if is_data:
        data = construct.removeprefix("<![CDATA[").removesuffix("]]>")
        return f"{' ' * 9}{data.translate(_NO_MARKUP)}{' ' * 3}"
    return _VISIBLE.sub(" ", construct)

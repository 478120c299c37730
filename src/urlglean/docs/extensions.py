r"""What MkDocs, MyST and MDX read otherwise than CommonMark, said as CommonMark says the same.

Each is rewritten byte by byte, so that every place stays. An admonition, a tab, a collapsible block and a definition
become the item of a list, to which the indented block below belongs; a directive in a fence loses its fence; a tag that
lets Markdown into its element has an empty line behind it; a comment of MDX is nothing. What stands in code stays code,
whatever it looks like: it is the parser that tells where code is, and what is shown of it is the source.

>>> as_commonmark(None, b'!!! note\n\n    See [a](b.md).\n')
b'-   note\n\n    See [a](b.md).\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from urlglean.docs.pieces import pieces_of, stands_in
from urlglean.patterns import lazy_re
from urlglean.text import Text


def as_commonmark(markdown: Any, data: bytes) -> bytes:
    """Give a text in which such blocks are what CommonMark reads, each byte where it was."""
    if any(mark in data for mark in _OF_BLOCKS):
        data = _BLOCK.sub(_as_item, data)
    if any(mark in data for mark in _OF_DEFINITIONS):
        data = _DEFINITION.sub(rb"\g<before>-", data)
    if any(mark in data for mark in _OF_TAGS):
        data = _TAG.sub(rb"\g<tag>\n", data)
    for _ in range(_MOST_LEVELS):
        if not (any(mark in data for mark in _OF_DIRECTIVES) and _DIRECTIVE.search(data)):
            break
        opened = bytearray(data)
        for found in _directives(markdown, data):
            _open(opened, found)
        if opened == data:
            break
        data = bytes(opened)
    return _without_comments(markdown, data) if b"{/*" in data else data


def _places(markdown: Any, data: bytes) -> Iterator[tuple[Any, int, int]]:
    """Yield what the parser tells of a text, and from where to where it stands."""
    for piece in pieces_of(markdown, data):
        shift = piece.begin - len(piece.before)
        text = (piece.before + data[piece.begin : piece.end]).decode()
        for event, where in markdown.events_with_range(text):
            if (start := where["start"] + shift) >= piece.begin and type(event) is dict:
                yield event, start, where["end"] + shift


# --- blocks that are indented ---

_OF_BLOCKS = (b"!!!", b"???", b'=== "', b'===+ "', b'===! "')
_OF_DEFINITIONS = (b"\n: ", b" : ", b"\t: ", b">: ")
_OF_DIRECTIVES = (b"`{", b"~{", b"` {", b"~ {")
_OF_TAGS = (b" markdown>", b" markdown=", b" markdown ", b"\tmarkdown")
"""One of these stands in any text with such blocks: no others are looked at line by line."""
_INDENTED = rb"[^\n]*+\n%b[ >]*(?:[ ]{4}|\t)"
"""The rest of a line and the beginning of the indented block below it, with what may stand between them."""
_BLOCK = lazy_re(
    rb"""^(?P<before>[ \t>]*+(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]++)?)
    (?:(?:!!!|\?\?\?(?P<sign>\+?))(?=[ ]?[\w"])|===(?P<tab_sign>[+!]?)(?=[ ]"))(?=%b)"""
    % (_INDENTED % rb"(?:[ \t>]*+\r?\n)*+"),
    re.MULTILINE | re.VERBOSE,
)


def _as_item(found: re.Match[bytes]) -> bytes:
    """Give the mark of an item for that of a block; the sign behind it would be the mark of another item."""
    return found["before"] + b"-  " + (b"." if found["sign"] or found["tab_sign"] else b"")


_DEFINITION = lazy_re(
    rb"^(?P<before>[ \t>]*+):(?=[ ]{1,3}[^\s])(?=%b)"
    % (_INDENTED % rb"(?:(?![ \t>]*+(?:\r?\n|:[ ]))[^\n]*+\n)*+(?:[ \t>]*+\r?\n)++"),
    re.MULTILINE,
)
"""A definition (``: text``) with another paragraph behind an empty line."""

# --- elements ---

_TAG = lazy_re(
    rb"""^(?P<tag>[ \t]*+
    <(?:article|aside|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|p|section|summary
      |table|tbody|td|tfoot|th|thead|tr|ul)
    (?=[^<>\n]*[ \t]markdown(?:[ \t>]|=["']?(?:1|block|span)\b))[^<>\n]*+)>(?=[ \t]*+\r?$)""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
"""A tag alone in its line whose element holds Markdown (``<div markdown="1">``), but in no quotation: its mark had to
stand in the empty line."""

# --- directives in fences ---

_DIRECTIVE = lazy_re(
    rb"""(?<![`~])(?P<fence>`{3,}+|~{3,}+)[ \t]*+\{(?:
    admonition|attention|caution|danger|error|hint|important|note|seealso|tip|todo|warning
    |aside|blockquote|epigraph|highlights|margin|pull-quote|sidebar|topic
    |deprecated|versionadded|versionchanged|versionremoved
    |card(?:-body|-carousel|-footer|-header)?|details|div|dropdown|grid(?:-item(?:-card)?)?
    |tab(?:-item|-set|s)?|compound|container|figure|glossary|list-table|only|table
    |(?:prf:)?(?:algorithm|definition|example|exercise|lemma|proof|remark|solution|theorem)
    )\}(?P<argument>[ \t]*+[^\s])?""",
    re.VERBOSE,
)
"""The directives of MyST, and of what is used with it, whose content is text in Markdown."""
_MOST_LEVELS = 8
"""How deep directives in each other are read: the text is parsed once more for each level."""
_LAST_FENCE = lazy_re(rb"[ \t>]*+(?P<fence>`{3,}+|~{3,}+)[ \t]*+\Z")


def _directives(markdown: Any, data: bytes) -> Iterator[re.Match[bytes]]:
    """Yield the beginnings of the directives whose fences stand in no other, each up to its end."""
    for event, start, end in _places(markdown, data):
        if "CodeBlock" in event.get("Start", ()) and (found := _DIRECTIVE.match(data, start, end)):
            yield found


def _open(data: bytearray, found: re.Match[bytes]) -> None:
    """Take away the fences around a directive; a line with nothing else becomes a comment, behind which text begins."""
    start, stop = found.span("fence")
    if found["argument"]:
        data[start:stop] = b"." * (stop - start)
    else:
        data[start : found.end()] = b"<!--".ljust(found.end() - start - 3) + b"-->"
    line = data.rfind(b"\n", start, found.endpos) + 1
    if line and (last := _LAST_FENCE.match(data, line, found.endpos)):
        start, stop = last.span("fence")
        data[start:stop] = b" " * (stop - start)


# --- comments of MDX ---

_IN_LINE = lazy_re(rb"[^\r\n]+")
_FOLLOWED = lazy_re(rb"[ \t]*+[^\s]")


def _without_comments(markdown: Any, data: bytes) -> bytes:
    """Give a text in which comments are blanks, and code where blanks would make code of what follows."""
    code: list[tuple[int, int]] = []
    pages: list[tuple[int, int]] = []
    for event, start, end in _places(markdown, data):
        if "Code" in event or "CodeBlock" in event.get("Start", ()):
            code.append((start, end))
        elif event.get("Start") == "HtmlBlock":
            pages.append((start, end))
    blanked = bytearray(data)
    at = 0
    while (start := data.find(b"{/*", at)) >= 0:
        at = start + 3
        if stands_in(code, start) or data[start - 1 : start] == b"\\":
            continue
        if (last := data.find(b"*/}", at)) < 0:
            break
        at = last + 3
        is_page, is_followed = stands_in(pages, start), _FOLLOWED.match(data, at)
        for line in _IN_LINE.finditer(data, start, at):
            size = len(line[0])
            is_code = size > 2 and (is_page or (is_followed and line.end() == at))
            blanked[slice(*line.span())] = b"`%b`" % (b"." * (size - 2)) if is_code else b" " * size
    return bytes(blanked)


def without_comments(text: str) -> str:
    """Give a stretch of a text in which the comments are blanks.

    >>> without_comments("a {/* b */} c {/* d")
    'a           c {/* d'
    """
    return Text.edited(text, _blanked_comments(text))


def _blanked_comments(text: str) -> Iterator[tuple[int, int, str]]:
    done = 0
    while (start := text.find("{/*", done)) >= 0 and (end := text.find("*/}", start + 3)) >= 0:
        done = end + 3
        yield start, done, Text.blanked(text[start:done])

r"""Blocks of MkDocs and MyST whose text CommonMark takes for code or HTML, said as CommonMark says the same.

Each is rewritten byte by byte, so that every place stays. An admonition, a tab, a collapsible block and a definition
become the item of a list, to which the indented block below belongs; a directive in a fence loses its fence; a tag that
lets Markdown into its element has an empty line behind it. What stands in code stays code, whatever it looks like: it
is the parser that tells where code is, and what is shown of it is the source.

>>> as_commonmark(None, b'!!! note\n\n    See [a](b.md).\n')
b'-   note\n\n    See [a](b.md).\n'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from urlglean.docs.pieces import pieces_of
from urlglean.patterns import lazy_re


def as_commonmark(markdown: Any, data: bytes) -> bytes:
    """Give a text in which such blocks are what CommonMark reads, each byte where it was."""
    if any(mark in data for mark in _MARKS):
        data = _BLOCK.sub(rb"\g<before>-  ", data)
    if b": " in data:
        data = _DEFINITION.sub(rb"\g<before>-", data)
    if b"markdown" in data:
        data = _TAG.sub(rb"\g<tag>\n", data)
    for _ in range(_MOST_LEVELS):
        if not _DIRECTIVE.search(data):
            break
        opened = bytearray(data)
        for found in _directives(markdown, data):
            _open(opened, found)
        if opened == data:
            break
        data = bytes(opened)
    return data


# --- blocks that are indented ---

_MARKS = (b"!!!", b"???", b'=== "', b"=== '", b'===+ "', b'===! "')
"""One of these stands in any text with an admonition, a tab or a collapsible block."""
_INDENTED = rb"[^\n]*+\n%b[ >]*(?:[ ]{4}|\t)"
"""The rest of a line and the beginning of the indented block below it, with what may stand between them."""
_BLOCK = lazy_re(
    rb"""^(?P<before>[ \t>]*+(?:(?:[-+*]|[0-9]{1,9}[.)])[ \t]++)?)
    (?:!!!(?=[ ]?[\w"])|\?\?\?(?=\+?[ ]?[\w"])|===(?=[+!]?[ ]["']))(?=%b)"""
    % (_INDENTED % rb"(?:[ \t>]*+\r?\n)*+"),
    re.MULTILINE | re.VERBOSE,
)
_DEFINITION = lazy_re(
    rb"^(?P<before>[ \t>]*+):(?=[ ]{1,3}[^\s])(?=%b)"
    % (_INDENTED % rb"(?:(?![ \t>]*+(?:\r?\n|:[ ]))[^\n]*+\n)*+(?:[ \t>]*+\r?\n)++"),
    re.MULTILINE,
)
"""A definition (``: text``) with another paragraph behind an empty line."""

# --- elements ---

_TAG = lazy_re(
    rb"""^(?P<tag>[ \t>]*+
    <(?:article|aside|center|dd|details|div|dl|dt|figcaption|figure|footer|header|li|main|nav|ol|p|section|summary
      |table|tbody|td|tfoot|th|thead|tr|ul)
    (?=[^<>\n]*[ \t]markdown(?:[ \t>]|=["']?(?:1|block|span)\b))[^<>\n]*+)>(?=[ \t]*+\r?$)""",
    re.MULTILINE | re.VERBOSE | re.IGNORECASE,
)
"""A tag alone in its line whose element holds Markdown (``<div markdown="1">``), as far as its end."""

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
    for piece in pieces_of(markdown, data):
        text = piece.before + data[piece.begin : piece.end]
        if not _DIRECTIVE.search(text):
            continue
        shift = piece.begin - len(piece.before)
        for event, where in markdown.events_with_range(text.decode()):
            if type(event) is dict and "CodeBlock" in event.get("Start", ()):
                start, end = where["start"] + shift, where["end"] + shift
                if start >= piece.begin and (found := _DIRECTIVE.match(data, start, end)):
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

"""The examples of CommonMark's specification: the destinations are those of the HTML that it expects.

Beside it stands `cmark-gfm`, the reference implementation of what GitHub adds: with its extensions on, each example has
the very same destinations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import quote, unquote

import pytest

from support.npm import from_npm
from urlglean import extract_markdown

LEAST_EXAMPLES = 650
LINKED_BY_GITHUB = {
    "<https://foo.bar/baz bim>": "a space ends a bare URL, so that it is one up to there",
    "< https://foo.bar >": "with spaces within the brackets the URL is a bare one",
    "https://example.com": "a bare URL",
    "<foo\\+@bar.example.com>": "an address; what is escaped in it is meant",
    "foo@bar.example.com": "an address",
}
"""Examples in which CommonMark finds no link, but GitHub's extended autolinks, which are read too, are; and why."""

HTML_AS_IT_IS = 1 << 17
"""The option of cmark not to leave out HTML (``CMARK_OPT_UNSAFE``)."""
ADDED_BY_GITHUB = """\
www.example.org/a, (www.example.org/b), www.example.org/c. www.example.org/he<lp
www.example.org/q?a=(b)) www.example.org/?q=a&hl; www.example.org/?q=a&hl=en **www.example.org**
http://example.org/a_b_ *http://example.org/c* _http://example.org/d_ ftp://example.org/e, ssh://example.org/f
https://example.org/g?h=i#j k@example.org. l.m-n+o@example.org p@q q@example.org- r@example.org_ mailto:s@example.org
foo\\_bar@example.org a[http://example.org/k](l) `http://example.org/n` <http://example.org/o>
~~http://example.org/p~~ ![http://example.org/q](r) http://example.org/u' http://example.org/v~
| http://example.org/w |\\n|---|\\n| http://example.org/x\\|y [z](/z\\|z) \\| www.example.org/1 |
- [ ] http://example.org/2\\n- [x] [3](/3)
"""
"""Extended autolinks, tables, task lists and strikethrough; ``\\n`` stands for the end of a line."""


class Example(NamedTuple):
    """A text, and the HTML that it comes to."""

    markdown: str
    html: str


def examples() -> Iterator[Example]:
    text = (
        from_npm("commonmark-spec", "spec.txt")
        .read_text(encoding="utf-8")
        .replace("\N{RIGHTWARDS ARROW}", "\t")
    )
    for found in re.finditer(r"(?ms)^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", text):
        yield Example(*found.groups())


def written(text: str) -> str:
    """Give a reference in one of the ways that it can be percent-encoded; browsers take line breaks out."""
    return quote(unquote(re.sub("[\t\n]", "", text)), safe="/:?#@!$&'()*+,;=~")


def expected(example: Example) -> set[str]:
    values = re.findall(r'<(?:a|img)\b[^<>]*?\s(?:href|src)="([^"]*)"', example.html)
    return {written(unescape(value)) for value in values}


def found(example: Example) -> set[str]:
    """Give the destinations of the links; those of definitions that no link uses are inert."""
    links = [link for link in extract_markdown(example.markdown) if not link.inert and link.kind != "text"]
    return {written(link.url or link.text) for link in links}


def test_the_destinations_are_those_of_the_expected_html() -> None:
    differing = []
    count = 0
    for count, example in enumerate(examples(), 1):
        theirs, ours = expected(example), found(example)
        is_extended = example.markdown.strip() in LINKED_BY_GITHUB
        if theirs != ours and not (is_extended and ours):
            differing.append((count, example.markdown, theirs, ours))
    assert differing == []
    assert count >= LEAST_EXAMPLES


def test_the_destinations_are_those_of_the_reference_implementation_of_github() -> None:
    cmarkgfm = pytest.importorskip("cmarkgfm", reason="no cmarkgfm is installed (pip install '.[dev]')")
    added = [Example(line.replace("\\n", "\n"), "") for line in ADDED_BY_GITHUB.splitlines()]
    extensions = ["autolink", "strikethrough", "table", "tasklist"]
    differing = []
    for example in (*examples(), *added):
        html = cmarkgfm.markdown_to_html_with_extensions(example.markdown, HTML_AS_IT_IS, extensions)
        theirs, ours = expected(Example(example.markdown, html)), found(example)
        if theirs != ours:
            differing.append((example.markdown, theirs, ours))
    assert differing == []
    assert all(map(found, added))

"""The examples of CommonMark's specification: the destinations are those of the HTML that it expects."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from urllib.parse import quote, unquote

from support.npm import from_npm
from urlglean import extract_markdown

LEAST_EXAMPLES = 650
LINKED_BY_GITHUB = {
    "<https://foo.bar/baz bim>",
    "< https://foo.bar >",
    "https://example.com",
    "foo@bar.example.com",
}
"""Examples in which CommonMark finds no link, and GitHub's extended autolinks are."""


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
    links = [link for link in extract_markdown(example.markdown) if not link.inert]
    return {written(link.url if link.url and link.url.startswith("mailto:") else link.text) for link in links}


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

"""References to characters in the URLs of XML documents: what they stand for, and where they end a URL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.html.source import end_of_url, without_references

REPLACED = [
    ("http://a.example/?b=1&c=2", "http://a.example/?b=1&c=2"),
    ("?b=1&amp;c=2&amp;d=3", "?b=1&c=2&d=3"),
    ("?b=1&#38;c=2&#x26;d=3&#X26;e", "?b=1&c=2&d=3&e"),
    ("?b=1&#038;c=2", "?b=1&c=2"),
    ("?b=1&amp;amp;c=2", "?b=1&c=2"),  # escaped twice, as in the pages that feeds hold
    ("?copy=1&copy=2&reg;=3&AMP;", "?copy=1&copy=2&reg;=3&AMP;"),  # HTML's, not XML's
    ("?b=1&amp", "?b=1&amp"),
    ("?b='c'&apos;", "?b='c''"),
    ("/&#228;/&#xE4;", "/ä/ä"),
    ("/&#0;/&#10;/&#1114112;/&#xFFFFFF;/&#99999999;", "/&#0;/&#10;/&#1114112;/&#xFFFFFF;/&#99999999;"),
]

ENDED = [
    # what ends a URL stands between bars
    "http://a.example/?b=1&amp;c=2||",
    "http://a.example/|&gt;| and",
    "http://a.example/|&lt;/a&gt;|",
    "http://a.example/|&quot;|",
    "http://a.example/|&amp;gt|",
    "http://a.example/?q=it&apos;s||",
    "http://a.example/|&#8217;s|",
    "http://a.example/|&#160;|",
    "http://a.example/|&#xA;next|",
    "http://a.example/&#228;|&#x200B;|",
    "http://a.example/?b&amp;lt=1||",
]


@pytest.mark.parametrize(("source", "text"), REPLACED)
def test_a_reference_is_its_character(source: str, text: str) -> None:
    assert without_references(source) == text


@pytest.mark.parametrize("case", ENDED)
def test_a_reference_to_what_ends_a_url_ends_it(case: str) -> None:
    assert end_of_url(case.replace("|", "")) == case.index("|")


@given(st.lists(st.sampled_from(["&", "amp;", "#", "x", "38;", "lt;", "a", ";", "&amp;", "&#10;"])))
def test_any_text_has_an_end(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert 0 <= end_of_url(text) <= len(text)
    assert len(without_references(text)) <= len(text)

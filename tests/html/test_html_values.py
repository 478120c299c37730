"""`urlglean.html.values`: the references in a value, by its form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.html.attributes import EVERY, UrlAttribute, rows_for
from urlglean.html.values import cleaned, is_own, references_in, with_utf8_query

LIST = UrlAttribute("a", "ping", "resource", "list")
COMMAS = UrlAttribute("applet", "archive", "resource", "commas")

SPLIT = [
    (LIST, " a\tb\nc  d ", ["a", "b", "c", "d"]),
    (LIST, "", []),
    (LIST, "a,b", ["a,b"]),
    (COMMAS, "a.jar, b.jar,,c.jar", ["a.jar", "b.jar", "c.jar"]),
    (UrlAttribute(EVERY, "style", "resource", "css"), "color: red", []),
    (UrlAttribute("img", "src", "resource"), " a ", [" a "]),
    (UrlAttribute("iframe", "srcdoc", "navigation", "srcdoc"), "<a href=x>", []),
]


@pytest.mark.parametrize(("row", "value", "expected"), SPLIT)
def test_values(row: UrlAttribute, value: str, expected: list[str]) -> None:
    found = list(references_in(row, value, lambda _: None))
    assert [item.text for item in found] == expected
    assert [value[item.start : item.end] for item in found] == expected


META = [
    ({"http-equiv": "Refresh"}, "0; url=a", [("a", "navigation")]),
    ({"http-equiv": " refresh"}, "0; url=a", []),
    ({"http-equiv": "refresh"}, "5", []),
    ({"property": "og:image"}, "a.png", [("a.png", None)]),
    ({"property": "OG:IMAGE"}, "a.png", [("a.png", None)]),
    ({"property": "og:title"}, "http://a/", []),
    ({"name": "twitter:image"}, "a.png", [("a.png", None)]),
    ({"name": "citation_pdf_url"}, "http://a/b.pdf", [("http://a/b.pdf", None)]),
    ({"name": "citation_title"}, "http://a/", []),
    ({"itemprop": "url name"}, "a", [("a", None)]),
    ({"property": "og:image"}, " ", []),
    ({"name": "description"}, "http://a/", []),
    ({}, "http://a/", []),
]


@pytest.mark.parametrize(("attributes", "content", "expected"), META)
def test_meta(attributes: dict[str, str], content: str, expected: list[tuple[str, str | None]]) -> None:
    found = references_in(rows_for("meta")["content"], content, attributes.get)
    assert [(item.text, item.kind) for item in found] == expected


@pytest.mark.parametrize(
    ("element", "attribute", "value", "expected"),
    [
        ("form", "action", "", True),
        ("form", "action", " \n", True),
        ("form", "action", "a", False),
        ("button", "formaction", "", True),
        ("button", "formaction", " ", False),
        ("base", "href", "a", True),
        ("a", "href", "", False),
    ],
)
def test_what_goes_past_the_base(element: str, attribute: str, value: str, *, expected: bool) -> None:
    assert is_own(element, rows_for(element)[attribute], value) is expected


@given(st.text(alphabet=" \t\r\n\x00\x1f\xa0a\x7f\u3000", max_size=12))
def test_cleaning_takes_what_the_url_standard_takes(value: str) -> None:
    around = value.strip("".join(map(chr, range(0x21))))
    assert cleaned(value) == "".join(character for character in around if character not in "\t\n\r")


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("é", "é"),
        ("?a", "?a"),
        ("é?é", "é?%C3%A9"),
        ("#é?é", "#é?é"),
        ("?%é#é", "?%%C3%A9#é"),
        ("?\U0001f600", "?%F0%9F%98%80"),
    ],
)
def test_queries_of_style_sheets_are_utf_8(reference: str, expected: str) -> None:
    assert with_utf8_query(reference) == expected

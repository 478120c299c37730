"""`urlglean.html.attributes`: the table is whole and says each thing once."""

from __future__ import annotations

import pytest

from urlglean.html.attributes import EVERY, FOREIGN, MATHML, ROWS, rows_for

# HTML Standard, index of attributes: those whose value is a valid URL, one or more of them, or holds some.
STANDARD = {
    "action": "form",
    "cite": "blockquote del ins q",
    "content": "meta",
    "data": "object",
    "formaction": "button input",
    "href": "a area link base",
    "imagesrcset": "link",
    "itemid": EVERY,
    "itemtype": EVERY,
    "ping": "a area",
    "poster": "video",
    "src": "audio embed iframe img input script source track video",
    "srcdoc": "iframe",
    "srcset": "img source",
    "style": EVERY,
}
# HTML 4.01, index of attributes: those of type %URI, usemap excepted (a name in the same document).
HTML_4 = {
    "action": "form",
    "background": "body",
    "cite": "blockquote q del ins",
    "classid": "object",
    "codebase": "object applet",
    "data": "object",
    "href": "a area link base",
    "longdesc": "img frame iframe",
    "profile": "head",
    "src": "script input frame iframe img",
}


@pytest.mark.parametrize("index", [STANDARD, HTML_4])
def test_every_url_of_the_standards_is_in_the_table(index: dict[str, str]) -> None:
    for attribute, elements in index.items():
        for element in elements.split():
            assert (rows_for(element) if element != EVERY else rows_for("x-any"))[attribute]


def test_no_place_is_named_twice() -> None:
    places = [(row.elements, row.attribute) for row in ROWS]
    assert len(places) == len(set(places))


def test_names_are_written_as_trees_have_them() -> None:
    for row in ROWS:
        is_foreign = row.elements in {FOREIGN, MATHML} or row.elements.startswith("svg:")
        assert is_foreign or row.elements == row.elements.lower()
        assert row.attribute == row.attribute.lower()


def test_namespaces_keep_apart() -> None:
    assert "src" in rows_for("img")
    assert "src" not in rows_for("img", "svg")
    assert "href" not in rows_for("use")
    assert "href" in rows_for("use", "svg")
    assert "href" in rows_for("mi", "math")
    assert "data-src" in rows_for("x-anything")

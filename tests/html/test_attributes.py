"""`urlglean.html.attributes`: the table of what holds URLs, and the selectors made of it."""

from __future__ import annotations

import pytest

from urlglean.html.attributes import (
    COMMON,
    EVERY,
    FOREIGN,
    FOREIGN_CSS,
    FOREIGN_LINKED,
    FOREIGN_ROWS,
    MATHML,
    ROWS,
    rows_for,
    selectors,
)

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
    assert "fill" in rows_for("rect", "svg")
    assert rows_for("mi", "math").keys() == {"href", "xlink:href", "style"}
    assert "href" not in rows_for("svg:use")
    assert "data-src" in rows_for("x-anything")


# The selectors: every row of the table is found by one of them.


HTML = [row for row in ROWS if not row.elements.startswith(("svg:", "math:"))]


@pytest.mark.parametrize("lazy", [False, True])
def test_each_row_of_html_is_found_in_one_way(*, lazy: bool) -> None:
    rare, frequent, of_any = selectors(lazy=lazy)
    found = [
        *COMMON,
        *((row.elements, row.attribute) for rows in rare.values() for row in rows),
        *((row.elements, row.attribute) for _, rows in frequent.values() for row in rows),
        *{(row.elements, row.attribute) for _, table in of_any for rows in table.values() for row in rows},
    ]
    assert len(found) == len(set(found))
    assert set(found) == {(row.elements, row.attribute) for row in HTML if lazy or not row.lazy}
    for selector, table in of_any:
        assert all(f"[{row.attribute}]" in selector for rows in table.values() for row in rows)


def test_rare_elements_are_looked_at_by_name_and_attributes_of_all_by_their_own() -> None:
    rare, frequent, of_any = selectors(lazy=False)
    assert EVERY not in rare
    assert {"base", "form", "meta", "iframe"} <= rare.keys()
    assert not {"a", "img", "td", "input"} & rare.keys()
    assert frequent["a"][0] == "a[ping]"
    assert [selector for selector, _ in of_any] == [":is([background],[itemid],[itemtype])", ":is([style])"]
    by_element = of_any[0][1]
    assert {row.attribute for row in by_element["td"]} == {"background", "itemid", "itemtype"}
    assert {row.attribute for row in by_element[EVERY]} == {"itemid", "itemtype"}


def test_the_attributes_of_svg_are_looked_at_where_they_may_hold_a_url() -> None:
    assert '[clip-path*="("]' in FOREIGN_CSS.split(",")
    assert len(FOREIGN_CSS.split(",")) == len(FOREIGN_ROWS)
    assert "style" not in {row.attribute for row in FOREIGN_ROWS}  # found with that of HTML
    assert {"use", "image"} <= set(FOREIGN_LINKED)
    assert not {"a", "*"} & set(FOREIGN_LINKED)

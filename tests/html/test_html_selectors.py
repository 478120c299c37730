"""`urlglean.html.attributes`: every row of the table is found by one of them."""

from __future__ import annotations

import pytest

from urlglean.html.attributes import COMMON, EVERY, FOREIGN_CSS, FOREIGN_LINKED, FOREIGN_ROWS, ROWS, selectors

HTML = [row for row in ROWS if not row.elements.startswith(("svg:", "math:"))]


@pytest.mark.parametrize("lazy", [False, True])
def test_each_row_of_html_is_found_in_one_way(*, lazy: bool) -> None:
    rare, special = selectors(lazy=lazy)
    found = [
        *COMMON,
        *((row.elements, row.attribute) for rows in rare.values() for row in rows),
        *((row.elements, row.attribute) for _, rows in special for row in rows),
    ]
    assert len(found) == len(set(found))
    assert set(found) == {(row.elements, row.attribute) for row in HTML if lazy or not row.lazy}


def test_rare_elements_are_looked_at_by_name_and_attributes_of_all_by_their_own() -> None:
    rare, special = selectors(lazy=False)
    assert EVERY not in rare
    assert {"base", "form", "meta", "iframe"} <= rare.keys()
    assert not {"a", "img", "td", "input"} & rare.keys()
    by_selector = dict(special)
    assert [row.elements for row in by_selector["[itemid]"]] == [EVERY]
    assert "td[background]" in by_selector


def test_the_attributes_of_svg_are_looked_at_where_they_may_hold_a_url() -> None:
    assert '[clip-path*="("]' in FOREIGN_CSS.split(",")
    assert len(FOREIGN_CSS.split(",")) == len(FOREIGN_ROWS)
    assert "style" not in {row.attribute for row in FOREIGN_ROWS}  # found with that of HTML
    assert {"use", "image"} <= set(FOREIGN_LINKED)
    assert not {"a", "*"} & set(FOREIGN_LINKED)

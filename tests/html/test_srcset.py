"""`urlglean.html.values` against the algorithm of the HTML Standard, row by row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.html.values import image_candidates

PARSED = [
    # value, [(url, descriptors, is taken)]
    ("", []),
    ("  , ,\n", []),
    ("a", [("a", "", True)]),
    ("a,b", [("a,b", "", True)]),
    ("a, b", [("a", "", True), ("b", "", True)]),
    ("a,", [("a", "", True)]),
    ("a,,, b", [("a", "", True), ("b", "", True)]),
    (",,a,,", [("a", "", True)]),
    ("a 1x,b 2x", [("a", "1x", True), ("b", "2x", True)]),
    ("\ta\n1x\f,\rb  2x ", [("a", "1x", True), ("b", "2x", True)]),
    ("data:image/gif;base64,AA== 1x, b 2x", [("data:image/gif;base64,AA==", "1x", True), ("b", "2x", True)]),
    ("w_1,h_2/x.jpg 200w", [("w_1,h_2/x.jpg", "200w", True)]),
    ("a .5x, b 1e1x, c -.5x", [("a", ".5x", True), ("b", "1e1x", True), ("c", "-.5x", False)]),
    ("a 1.x, b x, c 1X", [("a", "1.x", False), ("b", "x", False), ("c", "1X", False)]),
    ("a 1e308x, b 1e400x, c -1e400x", [("a", "1e308x", True), ("b", "1e400x", False), ("c", "-1e400x", False)]),
    ("a 0x, b 0w, c 00w", [("a", "0x", True), ("b", "0w", False), ("c", "00w", False)]),
    ("a 10w 5h, b 5h 10w, c 5h", [("a", "10w 5h", True), ("b", "5h 10w", True), ("c", "5h", False)]),
    ("a 1x 1w, b 1w 1x, c 1w 1w, d 1x 1x", [(name, text, False) for name, text in
        (("a", "1x 1w"), ("b", "1w 1x"), ("c", "1w 1w"), ("d", "1x 1x"))]),
    ("a +1w, b 1.5w, c -1w", [("a", "+1w", False), ("b", "1.5w", False), ("c", "-1w", False)]),
    ("a (x,y), b", [("a", "(x,y)", False), ("b", "", True)]),
    ("a (x,y, b 2x", [("a", "(x,y, b 2x", False)]),
    ("a (1x ) 2x", [("a", "(1x ) 2x", False)]),
    ("a " + "9" * 5000 + "w", [("a", "9" * 5000 + "w", True)]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), PARSED)
def test_image_candidates(value: str, expected: list[tuple[str, str, bool]]) -> None:
    found = list(image_candidates(value))
    assert [(item.url, item.descriptors, item.error is None) for item in found] == expected


@given(st.text(alphabet="a1x.w,( )h-\n\te", max_size=60))
def test_each_url_stands_where_it_says_and_none_is_empty(value: str) -> None:
    end = 0
    for found in image_candidates(value):
        assert found.url
        assert value[found.start : found.end] == found.url
        assert found.start >= end
        end = found.end

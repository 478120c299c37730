"""URLs in strings of programs; what is found is in `cases/delimit/escaped-urls.cases`."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.delimiting.stream import delimit

PATHS = st.text(st.sampled_from("abcXYZ019-_~./?=&#%é中😀"), max_size=30).map(lambda rest: f"/x{rest}z")


@given(PATHS, st.booleans(), st.integers(0, 1))
def test_what_json_says_is_what_is_found(path: str, ascii_only: bool, depth: int) -> None:  # noqa: FBT001  # an example's value
    """As PHP and others write it, and that once more in a string."""
    url = f"https://example.com{path}"
    written = json.dumps({"a": url}, ensure_ascii=ascii_only).replace("/", r"\/")
    for _ in range(depth):
        written = json.dumps(written, ensure_ascii=ascii_only)
    (found,) = delimit(written)
    assert found.text == url
    assert found.raw in written
    assert found.delimiter in ('""', "")


def test_a_long_one_is_read_to_its_end() -> None:
    path = r"\/abc" * 5000
    (found,) = delimit(rf'"http:\/\/example.com{path}"')
    assert found.text == "http://example.com" + "/abc" * 5000


@pytest.mark.parametrize("closer", ["`", "\u201d", "\u3002"])
def test_what_stands_far_behind_its_end_makes_no_pattern_of_it(closer: str) -> None:
    text = f"see http:\\/\\/a.example\\/b{closer}{'c' * 300}\\d"
    assert [found.text for found in delimit(text)] == ["http://a.example/b"]


@pytest.mark.parametrize("before", ["", "and more " * 10])
def test_a_closing_bracket_belongs_to_it_where_none_was_opened_before_it(before: str) -> None:
    (found,) = delimit(rf'{before}"https:\/\/a.example\/b)c\/d"')
    assert found.text == "https://a.example/b)c/d"


def test_in_angle_brackets_over_a_line_break() -> None:
    (found,) = delimit("<URL:https://example.org/a\\-b/\n   c\\-d>.")
    assert found.text == "https://example.org/a-b/c-d"
    assert "escapes undone" in found.notes

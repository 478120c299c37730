"""URLs in strings of programs; what is found is in `cases/delimit/escaped-urls.cases`."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.delimit import delimit
from urlglean.escaped_urls import escaped_at, has_escaped_slashes

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


@pytest.mark.parametrize(
    ("text", "escape"),
    [
        (r"\/a", r"\/"),
        (r"\\\/a", r"\\\/"),
        (r"\u0026a", r"\u0026"),
        (r"\x3Da", r"\x3D"),
        (r"\u0061", ""),
        (r"\n", ""),
        (r"\\\\/", ""),
        ("/", ""),
        ("", ""),
    ],
)
def test_escapes(text: str, escape: str) -> None:
    assert escaped_at(text, 0) == escape


def test_two_slashes() -> None:
    assert has_escaped_slashes(r"http:\/\/a", 5)
    assert has_escaped_slashes(r"http:\u002f\u002Fa", 5)
    assert not has_escaped_slashes(r"file:\/{1,3}", 5)


def test_a_long_one_is_read_to_its_end() -> None:
    path = r"\/abc" * 5000
    (found,) = delimit(rf'"http:\/\/example.com{path}"')
    assert found.text == "http://example.com" + "/abc" * 5000


def test_in_angle_brackets_over_a_line_break() -> None:
    (found,) = delimit("<URL:https://example.org/a\\-b/\n   c\\-d>.")
    assert found.text == "https://example.org/a-b/c-d"
    assert "escapes undone" in found.notes

"""Schemes broken over lines: every place where one can be broken, and what is no scheme."""

from __future__ import annotations

import pytest

from urlglean.delimiting.rules.split_schemes import find_split_scheme
from urlglean.delimiting.schemes import is_split_scheme

MARGINS = ["", "    ", "> ", ">> ", "> > ", "| ", "# ", " * ", ": ", ":"]


@pytest.mark.parametrize("scheme", ["http", "https", "ftp", "HTTP"])
@pytest.mark.parametrize("margin", MARGINS)
@pytest.mark.parametrize("line_break", ["\n", "\r\n", " \n", "   \r\n", " \t\n"])
def test_it_is_found_wherever_it_is_broken(scheme: str, margin: str, line_break: str) -> None:
    whole = f"{scheme}://"
    for cut in range(1, len(whole)):
        before = f"{margin}see "
        if margin == ":" and whole[cut:].startswith("/"):
            continue  # with the colon it reads as what begins with `://`
        text = f"{before}{whole[:cut]}{line_break}{margin}{whole[cut:]}www.example.org/"
        colon = text.rindex(":", 0, None if cut <= len(scheme) else len(before) + cut)
        found = find_split_scheme(text, colon, 0)
        assert found is not None, text
        assert found.name == scheme.lower()
        assert text[found.start : found.end] == whole[:cut]
        assert found.slashes_below is (cut == len(scheme) + 1)
        assert text[found.rest :] == f"{whole[cut:]}www.example.org/"


@pytest.mark.parametrize(
    "text",
    [
        "see http://www.example.org/",  # not broken
        "see ht\n\ntp://www.example.org/",  # an empty line
        "> see ht\n>> tp://www.example.org/",  # another depth
        "such\nttp://www.example.org/",  # the end of a word
        "see ht and\ntp://www.example.org/",
        "see sht\ntp://www.example.org/",
        "see ht\nx tp://www.example.org/",
        "see http:\nwww.example.org/",  # no slashes
        "see http:/\nwww.example.org/",
        "see note:\n//www.example.org/",  # another word
        "see ht    \ntp://www.example.org/",  # more blanks than a wrapper leaves
        "://",
        ":",
    ],
)
def test_nothing_is_put_together(text: str) -> None:
    assert find_split_scheme(text, text.index(":"), 0) is None


def test_nothing_before_the_floor_is_read() -> None:
    text = "see ht\ntp://www.example.org/"
    assert find_split_scheme(text, text.index(":"), 4) is not None
    assert find_split_scheme(text, text.index(":"), 5) is None


@pytest.mark.parametrize(
    ("before", "this", "is_split"),
    [
        ("http://a/?u=h", "ttp://b/", True),
        ("http://a/?u=https", "://b/", True),
        ("http://a/?u=http", "s://b/", True),
        ("f", "tp://b/", True),
        ("http://a/much", "ttp://b/", False),
        ("http://a/", "http://b/", False),
        ("http://a/?u=http", "http://b/", False),
        ("http://a/?u=ht", "tp/b", False),
    ],
)
def test_a_scheme_in_two_pieces_of_a_url(before: str, this: str, *, is_split: bool) -> None:
    assert is_split_scheme(before, this) is is_split

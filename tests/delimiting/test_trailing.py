"""What is taken off the end of a URL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import rests_of_urls
from support.laws import examples
from urlglean.delimiting.ends.trailing import TRAILING_PUNCTUATION, trim

HOST = "http://a.b"


@pytest.mark.parametrize(
    ("rest", "after", "end"),
    [
        ("/a--", ">", "/a"),
        ("/a-", ">", "/a"),
        ("/a-", " ", "/a-"),
        ("/a:-", ")", "/a"),
        ("/a;-", "(", "/a"),
        ("/a-", ")", "/a-"),
    ],
)
def test_signs_that_end_with_what_stands_behind(rest: str, after: str, end: str) -> None:
    text = HOST + rest + after
    assert text[len(HOST) : trim(text, 0, len(HOST), len(HOST + rest), " ")] == end


@pytest.mark.parametrize(
    ("before", "rest", "after", "left"),
    [
        ("", "/c.", "", "/c"),
        ("", "/c?!", "", "/c"),
        ("", "/c&amp;", "", "/c"),
        ("", "/c;", "", "/c"),
        ("", "/c's", "", "/c's"),
        ("", "/'s", "", "/"),
        ("", "/c.html's", "", "/c.html"),
        ("", "/c'", "", "/c"),
        ("", "/c'd'", "", "/c'd'"),
        ("", "/c[12]", "", "/c"),
        ("", "/c?d[12]", "", "/c?d[12]"),
        ("", "/c\u2026", "", "/c"),
        ("_", "/c_", "", "/c"),
        ("", "/c_", "", "/c_"),
        ("**", "/c**", "", "/c"),
        ("/* ", "/c*/", "", "/c"),
        ("", "/c-", ">", "/c"),
        ("", "/c:-", ")", "/c"),
        (" =", "/c=", "", "/c"),
        ("", "/c=", "", "/c="),
    ],
)
def test_what_is_left(before: str, rest: str, after: str, left: str) -> None:
    text = before + HOST + rest + after
    start, path = len(before), len(before) + len(HOST)
    end = trim(text, start, path, path + len(rest), text[start - 1 : start])
    assert text[path:end] == left


@pytest.mark.parametrize("mark", TRAILING_PUNCTUATION)
def test_every_mark_is_taken_off_however_often_it_stands_there(mark: str) -> None:
    text = f"{HOST}/c{mark * 3}"
    assert trim(text, 0, len(HOST), len(text), "") == len(HOST) + 2


@examples(500)
@given(rests_of_urls(), st.sampled_from((" ", "_", "~", "'", "|", "(")))
def test_taking_off_twice_takes_off_nothing_more(rest: str, opener: str) -> None:
    text = HOST + "/" + rest
    end = trim(text, 0, len(HOST), len(text), opener)
    # With what stands behind it: an asterisk before a closing quote is part of what was quoted.
    assert trim(text, 0, len(HOST), end, opener) == end

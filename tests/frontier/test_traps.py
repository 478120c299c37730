"""Signs of traps: what a site makes without an end, and what only looks like it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.frontier.policy import MAX_LENGTH, trap

SIGNS = {
    "http://a/b/b/b/": "repeating path segments",
    "http://a/x/b/c/b/c/b/c": "repeating path segments",
    "http://a/b/c/d/e/b/c/d/e/b/c/d/e/": "repeating path segments",
    "http://a/b/1/b/2/b/3/b/4/b/5/b/6": "repeating path segments",
    "http://a/b//b//b//": "repeating path segments",
    "http://a/?x=1&x=1&x=1&x=1": "repeating query parameters",
    "http://a/?b&amp;amp;c": "growing amp;",
    "http://a/?b%26AMP;amp%3bc": "growing amp;",
    "http://a/?b=%252525": "growing %25",
    "http://a/" + "b" * MAX_LENGTH: "over-long URL",
}
NO_SIGNS = [
    "http://a/",
    "http://a/b/b/",
    "http://a/b/c/b/c/",
    "http://a/1/1/1/1/1/1/1/",
    "http://a/2026/11/11/11/",
    "http://a/b/c/d/b/e/f/b/",
    "http://a/?b&amp;c",
    "http://a/?b=amp;amp;",
    "http://a/?b=%2525",
    "http://a/?x=1&x=2&x=3&x=4&x=5",
    "http://a/?x&x&x&x&x",
    "http://a/lib/lib.js?b/b/b/b/b",
    "http://a/#b/b/b/b/b",
    "http://a/" + "b" * (MAX_LENGTH - 9),
]


@pytest.mark.parametrize("url", SIGNS)
def test_signs(url: str) -> None:
    assert trap(url) == SIGNS[url]


@pytest.mark.parametrize("url", NO_SIGNS)
def test_no_signs(url: str) -> None:
    assert trap(url) is None


@pytest.mark.parametrize("unit", ["/a", "/a/b", "&a=1", "%25", "&amp;", "/1", "//", "?"])
def test_the_longest_url_is_looked_at_in_no_time(unit: str) -> None:
    url = ("http://a/" + unit * MAX_LENGTH)[:MAX_LENGTH]
    started = time.process_time()
    for _ in range(20):
        trap(url)
    assert time.process_time() - started < 2


@given(st.lists(st.sampled_from(["a", "b", "x", "1", ""]), max_size=14), st.sampled_from(["", "/"]))
def test_a_path_shows_the_same_signs_with_a_query_and_without(segments: list[str], end: str) -> None:
    url = "http://x/" + "/".join(segments) + end
    assert trap(url) == trap(f"{url}?q&r")

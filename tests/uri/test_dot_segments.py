"""`urlglean.uri.reference`: RFC 3986 section 5.2.4, and the paths of whole URLs."""

from __future__ import annotations

import pytest

from urlglean.uri.reference import remove_dot_segments, without_dots


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/a/b/c/./../../g", "/a/g"),  # the section's own examples
        ("mid/content=5/../6", "mid/6"),
        ("/", "/"),
        ("/.", "/"),
        ("/..", "/"),
        ("/../a", "/a"),
        ("/a/.", "/a/"),
        ("/a/..", "/"),
        ("/a//../b", "/a/b"),
        ("/./././a", "/a"),
        ("/.../....", "/.../...."),
        ("../a", "a"),
        ("", ""),
    ],
)
def test_dot_segments(path: str, expected: str) -> None:
    assert remove_dot_segments(path) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://a/b/../c", "http://a/c"),
        ("http://a/b/../c?d/../e", "http://a/c?d/../e"),
        ("http://a/b/./#c/./d?e", "http://a/b/#c/./d?e"),
    ],
)
def test_only_the_path_loses_its_dots(url: str, expected: str) -> None:
    assert without_dots(url, len("http://a")) == expected

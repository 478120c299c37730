"""The suffixes of files, whole and parted by a line break."""

from __future__ import annotations

import re

import pytest

from urlglean.delimiting.ends import suffixes
from urlglean.delimiting.ends.suffixes import (
    ends_in_suffix,
    is_suffix_behind_dot,
    may_split_suffix,
    names_file,
    reads_as_file,
    splits_suffix,
)


@pytest.mark.parametrize(
    ("url", "with_suffix", "file", "token"),
    [
        ("/b.html", True, True, True),
        ("/b.PDF", True, True, True),
        ("/b.tar.gz", True, True, True),
        ("/b.cgi/", True, True, False),
        ("/b.c", False, True, True),
        ("/b.html?x", False, False, True),
        ("/b.htm#c", False, False, True),
        ("/b.txt).", False, False, True),
        ("/b", False, False, False),
        ("/html", False, False, False),
        ("/b.com", False, False, False),
        ("/b.html/c", False, False, False),
    ],
)
def test_what_ends_in_a_suffix(url: str, *, with_suffix: bool, file: bool, token: bool) -> None:
    assert (ends_in_suffix(url), names_file(url), reads_as_file(url)) == (with_suffix, file, token)


@pytest.mark.parametrize(
    ("before", "token", "is_split"),
    [
        ("http://a/b.ht", "ml", True),
        ("http://a/b.p", "df.", True),
        ("http://a/b.h", "tml?x", True),
        ("http://a/b.htm", "l", True),
        ("http://a/b.xls", "x)", True),
        ("http://a/b.", "html", True),
        ("http://a/b.html", "x", False),
        ("http://a/b.htm", "like", False),
        ("http://a/b.", "PDF", False),
        ("http://a/b/.", "html", False),
        ("http://a.h/b", "tml", False),
        ("http://a/b", "html", False),
    ],
)
def test_a_suffix_in_two(before: str, token: str, *, is_split: bool) -> None:
    assert splits_suffix(before, token) is is_split


@pytest.mark.parametrize(
    ("tail", "word", "may"),
    [(".a/b.ht", "ml", True), ("/b.", "html", True), (".html", "s", False), (".a/b", "html", False)],
)
def test_what_a_word_may_make_of_the_last_characters(tail: str, word: str, *, may: bool) -> None:
    assert may_split_suffix(tail, word) is may


@pytest.mark.parametrize(
    ("before", "token", "is_behind"),
    [
        ("page.", "html", True),
        ("page.", "in", True),
        ("page.", "PDF", False),
        ("page", "html", False),
        ("/.", "html", False),
    ],
)
def test_a_suffix_behind_its_dot(before: str, token: str, *, is_behind: bool) -> None:
    assert is_suffix_behind_dot(before, token) is is_behind


def test_no_suffix_is_longer_than_what_is_looked_at() -> None:
    _, longest = re._parser.parse(suffixes._WHOLE_SUFFIX.pattern).getwidth()  # type: ignore[attr-defined]  # no stub has it
    assert longest <= suffixes.LONGEST_BARE_SUFFIX
    assert ends_in_suffix("/" + "b" * 99 + ".xhtml/")

"""What the first token of a line reads as, and the words that prose begins a line with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from urlglean.delimiting.stream import delimit
from urlglean.delimiting.words import (
    _ABBREVIATED,
    _CLOSINGS,
    _PROGRAMS,
    BEGINNINGS_OF_RESTS,
    LIST_MARK,
    PROSE_WORDS,
    SETTING,
    STARTS_URL,
    _is_rest_of_word,
    begins_another,
    holds_slash,
    is_camel,
    is_cut_word,
    is_hyphened,
    is_lettered,
    is_quantity,
    may_be_prose,
    reads_as_code,
    reads_as_url,
)

# What the first token of a line reads as.


def tokens(words: str) -> list[str]:
    return words.split()


QUESTIONS: list[tuple[Callable[[str], object], list[str], list[str]]] = [
    (is_lettered, tokens("a word Word, don't слово word.\" naïve…"), tokens("a1 a-b a/b 1 -a a_b")),
    (is_hyphened, tokens("a word-by-word and/or Word,"), tokens("a1 -a a- a--b don't")),
    (LIST_MARK.match, tokens("1. 12) (3) a) iv. (a) [RFC1]: [1]: - * •"), tokens("1.2 word. 1 (word) 1234.")),
    (
        STARTS_URL.match,
        tokens("http://a <a <URL:http://a www.a mailto:a"),
        tokens("a a/http://b www. wwww.a"),
    ),
    (SETTING.match, tokens("a=b a.b-c= x="), tokens("a =b ?a=b")),
    (_is_rest_of_word, tokens("tml xz ngs rded. ck"), tokens("the css pdf, by a1 I")),
    (may_be_prose, tokens("the word, Word JavaScript"), tokens("tml enDocument a1 a/b")),
    (is_camel, tokens("enDocument OneTwoThree"), tokens("JavaScript iPhone word WORD")),
    (is_quantity, tokens("2 2nd 10% v2.0 3D $5 24/7 10:30 and/or 2003-01-02"), tokens("a1 2x2 b.html word")),
    (reads_as_url, tokens("a=b a&b a+b %20a a1/b a/b.html a?b"), tokens("a a/b and/or 24/7 / word/ a?")),
    (holds_slash, tokens("a/b word/ / and/or"), tokens("a a1/b a=b/")),
    (reads_as_code, tokens("a1 1a a_b #b ~b 123456 enDocument"), tokens("a 12 a-b JavaScript 12,34")),
]


@pytest.mark.parametrize(("asked", "those", "not_those"), QUESTIONS)
def test_what_a_token_reads_as(
    asked: Callable[[str], object], those: list[str], not_those: list[str]
) -> None:
    assert [token for token in those if not asked(token)] == []
    assert [token for token in not_those if asked(token)] == []


@pytest.mark.parametrize(
    ("token", "behind_more", "alone"),
    [
        ("tml", True, True),
        ("e", False, True),
        ("y", False, False),
        ("pdf", False, True),
        ("mfg", False, False),
        ("the", False, False),
    ],
)
def test_what_was_cut_off_a_word(token: str, *, behind_more: bool, alone: bool) -> None:
    assert is_cut_word(token, alone=False) is behind_more
    assert is_cut_word(token, alone=True) is alone


# The words that prose begins a line with.


def test_they_are_written_as_they_are_looked_for() -> None:
    for word in PROSE_WORDS | _ABBREVIATED | _CLOSINGS:
        assert word == word.lower().strip(".,;:!?)")
        assert word.strip()


def test_programs_begin_as_no_word_does() -> None:
    assert not [
        word for word in _PROGRAMS if word[:2] not in BEGINNINGS_OF_RESTS or not set(word) & set("aeiouy")
    ]


def test_what_is_abbreviated_has_no_vowel() -> None:
    assert not [word for word in _ABBREVIATED | _CLOSINGS if set(word) & set("aeiouy")]
    assert _CLOSINGS <= _ABBREVIATED


@pytest.mark.parametrize(
    "noun", ["index", "download", "html", "news", "page", "image", "archive", "adventure"]
)
def test_what_stands_in_urls_is_none_of_them(noun: str) -> None:
    assert noun not in PROSE_WORDS


@pytest.mark.parametrize(
    ("sign", "in_strings", "between_delimiters", "before_code"),
    [
        ("/", True, True, True),
        ("-", True, True, True),
        ("=", True, True, True),
        ("#", True, True, False),
        ("~", True, False, False),
        ("+", True, False, False),
        (".", False, True, True),
        (",", False, True, False),
        ("!", False, False, False),
    ],
)
def test_what_a_url_goes_on_behind_differs_by_what_else_may_stand_there(
    sign: str, *, in_strings: bool, between_delimiters: bool, before_code: bool
) -> None:
    url = f"http://a.org/b/c{sign}"
    (string, *_) = delimit(f'see("{url}"\n    "x1y");')
    assert (len(string.spans) == 2) == in_strings
    (piece, *_) = delimit(f"<{url}\nword and>")
    assert (len(piece.spans) == 2) == between_delimiters
    assert begins_another(url, "std::map", "", "", "", "", is_common=False) != before_code

"""What the first token of a line reads as."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from urlglean.delimiting.words import (
    HYPHENED_WORD,
    LIST_MARK,
    SETTING,
    STARTS_URL,
    WORD,
    holds_slash,
    is_camel,
    is_cut_word,
    is_quantity,
    is_rest_of_word,
    is_word,
    may_be_prose,
    reads_as_code,
    reads_as_url,
)


def tokens(words: str) -> list[str]:
    return words.split()


QUESTIONS: list[tuple[Callable[[str], object], list[str], list[str]]] = [
    (WORD.match, tokens("a word Word, don't слово word.\" naïve…"), tokens("a1 a-b a/b 1 -a a_b")),
    (HYPHENED_WORD.match, tokens("a word-by-word and/or Word,"), tokens("a1 -a a- a--b don't")),
    (LIST_MARK.match, tokens("1. 12) (3) a) iv. (a) [RFC1]: [1]: - * •"), tokens("1.2 word. 1 (word) 1234.")),
    (
        STARTS_URL.match,
        tokens("http://a <a <URL:http://a www.a mailto:a"),
        tokens("a a/http://b www. wwww.a"),
    ),
    (SETTING.match, tokens("a=b a.b-c= x="), tokens("a =b ?a=b")),
    (is_rest_of_word, tokens("tml xz ngs rded. ck"), tokens("the css pdf, by a1 I")),
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
    assert is_word(token, alone=True) is not alone

"""The words that prose begins a line with."""

from __future__ import annotations

import pytest

from urlglean.delimiting.words import ABBREVIATED, CLOSINGS, PROSE_WORDS


def test_they_are_written_as_they_are_looked_for() -> None:
    for word in PROSE_WORDS | ABBREVIATED | CLOSINGS:
        assert word == word.lower().strip(".,;:!?)")
        assert word.strip()


def test_what_is_abbreviated_has_no_vowel() -> None:
    assert not [word for word in ABBREVIATED | CLOSINGS if set(word) & set("aeiouy")]
    assert CLOSINGS <= ABBREVIATED


@pytest.mark.parametrize(
    "noun", ["index", "download", "html", "news", "page", "image", "archive", "adventure"]
)
def test_what_stands_in_urls_is_none_of_them(noun: str) -> None:
    assert noun not in PROSE_WORDS

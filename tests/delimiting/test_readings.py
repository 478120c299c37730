"""What is said of a URL that was read, and what is left of its pieces."""

from __future__ import annotations

import pytest

from urlglean.candidate import Opened
from urlglean.delimiting.readings import Reading, clip, facts_of, what_stands
from urlglean.text import Text


@pytest.mark.parametrize(
    ("after", "words"),
    [
        *(
            ("", "the end of the text"),
            ("\n", "the end of the line"),
            ("\r", "the end of the line"),
            (" ", "white space"),
            ("\t", "white space"),
        ),
        *(
            ("\u3000", "white space"),
            ("<", "'<'"),
            ("'", '"\'"'),
            ("\u200b", "U+200B"),
            ("\x07", "U+0007"),
            ("\U000e0001", "U+E0001"),
        ),
    ],
)
def test_what_ended_it_in_words(after: str, words: str) -> None:
    assert what_stands(after) == words


@pytest.mark.parametrize(
    ("length", "pieces"),
    [
        (0, ()),
        (1, ((0, 1),)),
        (4, ((0, 4),)),
        (5, ((0, 4), (6, 7))),
        (7, ((0, 4), (6, 9))),
        (99, ((0, 4), (6, 9))),
    ],
)
def test_pieces_are_clipped_to_a_length(length: int, pieces: tuple[tuple[int, int], ...]) -> None:
    assert clip(((0, 4), (6, 9)), length) == pieces


def test_equal_facts_are_one_object() -> None:
    facts = facts_of(Opened.WWW, "white space", stripped=".")
    assert facts_of(Opened.WWW, "white space", stripped=".") is facts
    assert (facts.opened_by, facts.ended_by, facts.stripped, facts.delimiter) == (
        "www.",
        "white space",
        ".",
        "",
    )


def test_a_reading_becomes_a_candidate() -> None:
    source = Text("see http://a.b/\nc")
    facts = facts_of(Opened.SCHEME, "the end of the text")
    found = Reading(((4, 15), (16, 17)), "http://a.b/c", 17, facts, 17).candidate(source)
    assert (found.text, found.start, found.end, found.source) == ("http://a.b/c", 4, 17, source)

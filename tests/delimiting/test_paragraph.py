"""The lines that were wrapped together with a URL."""

from __future__ import annotations

import pytest

from urlglean.delimiting.lines import LOOK_BACK, Paragraph


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one\ntwo\nX", ["one", "two", "X"]),
        ("zero\n\none\nX\ntwo\n\nthree", ["one", "X", "two"]),
        ("one\n> X\n> two\nthree", ["> X", "> two"]),
        ("one\r\nX  \r\ntwo\r\n\r\nthree", ["one", "X", "two"]),
        ("one\rX\rtwo", ["one", "X", "two"]),
        ("| one |\n| X |\n\n| two |", ["| one |", "| X |"]),
        ("X", ["X"]),
        ("\nX\n", ["X"]),
        ("one\n  \nX", ["X"]),
        ("# one\nX\n| two |", ["X"]),
        ("one\n> two\nX\n-- three", ["X"]),
        ("> one\n> X\n> > two", ["> one", "> X"]),
        ("# X\n# > one\n# two", ["# X"]),
    ],
)
def test_the_lines_of_a_paragraph(text: str, lines: list[str]) -> None:
    paragraph = Paragraph(text, text.index("X"))
    assert [text[start : start + length] for start, length in paragraph.lines] == lines
    assert paragraph.longest(()) == max(map(len, lines))
    assert paragraph.longest({start for start, _ in paragraph.lines}) == 0


def test_a_paragraph_is_read_no_further_than_its_reach() -> None:
    line = "word " * 16 + "\n"
    text = line * 200 + "X\n" + line * 200
    at = text.index("X")
    lines = Paragraph(text, at).lines
    assert len(lines) < 100
    assert lines[0][0] >= at - 2 * LOOK_BACK
    assert lines[-1][0] <= at + LOOK_BACK


def test_which_places_a_paragraph_serves() -> None:
    text = "one X\ntwo\n\nthree\n"
    paragraph = Paragraph(text, text.index("X"))
    assert paragraph.serves(0)
    assert not paragraph.serves(text.index("three"))
    assert paragraph.longest(()) == 5
    assert paragraph.serves(text.index("two"))
    assert not paragraph.serves(text.index("three"))

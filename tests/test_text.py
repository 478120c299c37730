"""Lines and columns of a text, whoever asks for them in whatever order."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from urlglean.text import Span, Text

TEXTS = st.lists(st.sampled_from(("a", "bc", "\n", "\n\n", "\r\n", "\r", "é", " ")), max_size=30).map("".join)
UNIX_TEXTS = TEXTS.map(lambda text: text.replace("\r", ""))


def counted(text: str, index: int, line: int, column: int) -> tuple[int, int]:
    """Count by hand: a line ends with LF, CRLF or a CR alone, where all of it is before ``index``."""
    starts = [found.end() for found in re.finditer(r"\r\n?|\n", text) if found.end() <= index]
    return line + len(starts), index - starts[-1] + 1 if starts else index + column


@given(
    st.one_of(TEXTS, UNIX_TEXTS),
    st.lists(st.integers(0, 60), max_size=8),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_a_position_does_not_depend_on_what_was_asked_before(
    text: str, asked: list[int], line: int, column: int
) -> None:
    window = Text(text, offset=7, line=line, column=column)
    for index in asked:
        index = min(index, len(text))
        assert window.position(index) == counted(text, index, line, column)


@given(st.one_of(TEXTS, UNIX_TEXTS), st.integers(0, 60))
def test_a_row_and_an_offset_lead_back(text: str, index: int) -> None:
    index = min(index, len(text))
    line, column = counted(text, index, 1, 1)
    window = Text(text)
    assert window.row_and_offset(index) == (line - 1, column - 1)
    assert window.index(line - 1, column - 1) == index
    assert window.span(index, len(text)) == Span(index, len(text), line, column)


def test_a_row_beyond_the_end_is_the_end() -> None:
    assert Text("a\nb").index(9, 9) == 3

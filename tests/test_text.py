"""Lines and columns of a text, whoever asks for them in whatever order; and the way back from a rewritten one."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import calls_of
from urlglean import text as text_module
from urlglean.text import Rewritten, Span, Text

TEXTS = st.lists(st.sampled_from(("a", "bc", "\n", "\n\n", "\r\n", "\r", "é", " ")), max_size=30).map("".join)
UNIX_TEXTS = TEXTS.map(lambda text: text.replace("\r", ""))
ANY = st.one_of(TEXTS, UNIX_TEXTS, UNIX_TEXTS.map(lambda text: text.replace("\n", "\r\n")))


def counted(text: str, index: int, line: int, column: int) -> tuple[int, int]:
    """Count by hand: a line ends with LF, CRLF or a CR alone, where all of it is before ``index``."""
    starts = [found.end() for found in re.finditer(r"\r\n?|\n", text) if found.end() <= index]
    return line + len(starts), index - starts[-1] + 1 if starts else index + column


@given(
    ANY,
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


@given(ANY, st.integers(0, 60))
def test_a_row_and_an_offset_lead_back(text: str, index: int) -> None:
    index = min(index, len(text))
    line, column = counted(text, index, 1, 1)
    window = Text(text)
    assert window.row_and_offset(index) == (line - 1, column - 1)
    assert window.index(line - 1, column - 1) == index
    assert window.span(index, len(text)) == Span(index, len(text), line, column)


def test_a_row_beyond_the_end_is_the_end() -> None:
    assert Text("a\nb").index(9, 9) == 3


# --- rewritten texts: every stretch leads back to what it was made of ---

STRETCHES = st.lists(
    st.tuples(
        st.text("abc ", max_size=4),
        st.none() | st.tuples(st.text("xyz", max_size=3), st.text("XYZ", max_size=3)),
    ),
    max_size=8,
)
"""What is kept, and what is said in the stead of what stands behind it."""


class Example(NamedTuple):
    """A source, its edits, and for each code point of the rewritten text the stretch of the source that it is."""

    source: str
    edits: list[tuple[int, int, str]]
    start: int
    stop: int
    text: str
    origins: list[tuple[int, int]]


@st.composite
def examples(draw: st.DrawFn) -> Example:
    source = draw(st.text("-", max_size=3))
    start = len(source)
    edits: list[tuple[int, int, str]] = []
    text = ""
    origins: list[tuple[int, int]] = []
    for kept, edit in draw(STRETCHES):
        origins += ((at, at + 1) for at in range(len(source), len(source) + len(kept)))
        source, text = source + kept, text + kept
        if edit is not None:
            taken, said = edit
            begin, end = len(source), len(source) + len(taken)
            source, text = source + taken, text + said
            edits.append((begin, end, said))
            places = [min(begin + at, end) for at in range(len(said))]
            origins += zip(
                places, [min(place + 1, end) for place in places[:-1]] + [end][: len(said)], strict=True
            )
    stop = len(source)
    return Example(source + draw(st.text("-", max_size=3)), edits, start, stop, text, origins)


@given(examples())
def test_every_stretch_leads_back_to_what_it_was_made_of(example: Example) -> None:
    whole = Rewritten.of(example.source, example.edits, example.start, example.stop)
    assert whole.text == example.text
    for start in range(len(example.text)):
        assert whole.origin(start) == example.origins[start][0]
        for end in range(start + 1, len(example.text) + 1):
            assert whole.span(start, end) == (example.origins[start][0], example.origins[end - 1][1])


@given(examples())
def test_pieces_are_the_span_without_what_was_taken_out(example: Example) -> None:
    whole = Rewritten.of(example.source, example.edits, example.start, example.stop)
    for start in range(len(example.text)):
        for end in range(start + 1, len(example.text) + 1):
            begin, stop = whole.span(start, end)
            pieces = whole.pieces(start, end)
            assert all(one < other for one, other in pieces)
            assert all(one[1] < other[0] for one, other in pairwise(pieces))
            kept = {at for one, other in pieces for at in range(one, other)}
            taken = {
                at
                for edit_start, edit_end, said in example.edits
                if not said
                for at in range(edit_start, edit_end)
            }
            assert kept == set(range(begin, stop)) - taken


@given(examples())
def test_what_was_kept_is_found_both_ways(example: Example) -> None:
    whole = Rewritten.of(example.source, example.edits, example.start, example.stop)
    for at, character in enumerate(example.text):
        origin = whole.origin(at)
        if character in "abc ":
            assert example.source[origin] == character
            assert whole.offset(origin) == at
    offsets = [whole.offset(origin) for origin in range(example.start, example.stop + 1)]
    assert offsets == sorted(offsets)
    assert offsets[-1] == len(example.text)


def test_a_text_in_which_nothing_is_rewritten() -> None:
    assert Rewritten.of("abc", []) == Rewritten("abc")
    assert Rewritten.of("abcd", [], 1, 3) == Rewritten("bc", 1)
    assert Rewritten("bc", 1).pieces(0, 2) == [(1, 3)]
    assert Rewritten("bc", 1).offset(3) == 2


def test_pieces_of_what_is_left() -> None:
    whole = Rewritten.of("abcdef", [(1, 2, ""), (2, 3, ""), (5, 6, "")])
    assert whole.text == "ade"
    assert whole.pieces(0, 3) == [(0, 1), (3, 5)]
    assert whole.pieces(1, 2) == [(3, 4)]
    assert whole.pieces(2, 2) == []
    assert Rewritten.of("abcd", [(1, 2, "")]).pieces(0, 3) == [(0, 1), (2, 4)]
    assert Rewritten.of("abc", []) == Rewritten("abc")


@pytest.mark.parametrize(
    ("edits", "offset", "origin"),
    [
        ([(1, 3, "")], 1, 3),  # behind what was taken out
        ([(1, 3, "x")], 1, 1),
        ([(1, 3, "xyz")], 3, 3),  # no further than what it stands for
        ([(1, 5, "xyz")], 3, 3),
        ([(1, 1, "x")], 2, 1),  # something put in
    ],
)
def test_an_offset_within_what_is_said(edits: list[tuple[int, int, str]], offset: int, origin: int) -> None:
    assert Rewritten.of("abcdefgh", edits).origin(offset) == origin


def test_very_many_edits_lead_back_as_few_do(monkeypatch: pytest.MonkeyPatch) -> None:
    edits = [(place, place + 2, "x" * (place // 3 % 4)) for place in range(0, 300, 3)]
    few = Rewritten.of("abc" * 100, edits)
    monkeypatch.setattr(text_module, "_MANY", 7)
    many = Rewritten.held(few.text, 0, iter(few.edits))
    assert list(many.edits) == list(few.edits)
    for place in range(len(few.text)):
        assert many.pieces(place, place + 9) == few.pieces(place, place + 9)
        assert many.offset(place) == few.offset(place)


def test_what_is_broken_very_often_is_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Rewritten.of("abc" * 100, [(place, place + 1, "") for place in range(3, 300, 3)])
    assert len(whole.pieces(0, 201)) == 100
    monkeypatch.setattr(text_module, "_MOST_PIECES", 98)
    assert whole.pieces(0, 201) == [(0, 300)]
    assert len(whole.pieces(0, 100)) == 50


def test_very_many_lines_are_told_as_few_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("a\n\nbc\n" * 9, "a\r\rb\r\n\n" * 9):
        few = [Text(text).row_and_offset(place) for place in range(len(text))]
        monkeypatch.setattr(text_module, "_MANY_LINES", 3)
        assert [Text(text).row_and_offset(place) for place in range(len(text))] == few
        monkeypatch.undo()


def test_it_cannot_be_changed() -> None:
    whole = Rewritten.of("abc", [(0, 1, "")])
    with pytest.raises(AttributeError):
        whole.text = "x"  # type: ignore[misc]
    assert hash(whole) == hash(Rewritten.of("abc", [(0, 1, "")]))
    assert repr(whole) == "Rewritten('bc', begin=0)"


def test_a_place_is_found_among_many_edits_without_a_look_at_each() -> None:
    whole = Rewritten.of("a\\b" * 10_000, ((3 * number + 1, 3 * number + 2, "") for number in range(10_000)))
    assert whole.span(10_000, 10_004) == (15_000, 15_006)
    assert calls_of(lambda: whole.span(10_000, 10_004)) < 50

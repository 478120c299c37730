"""What may reach a terminal, and how lines get there."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.writers.printable import UNPRINTABLE, printable, printable_lines, write_lines


@given(st.text())
def test_printable_is_printable_and_leaves_the_rest(given_text: str) -> None:
    shown = printable(given_text)
    assert not UNPRINTABLE.search(shown)
    for plain in UNPRINTABLE.split(given_text):
        assert plain in shown


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("plain", "plain"),
        ("é 日本 👩‍🔬", "é 日本 👩‍🔬"),
        ("\x1b[2J", r"\x1b[2J"),
        ("\x9b", r"\x9b"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("caf\udce9", r"caf\xe9"),
        ("\ud800", r"\ud800"),
    ],
)
def test_printable(given_text: str, shown: str) -> None:
    assert printable(given_text) == shown


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("", ""),
        ("plain", "plain"),
        ("a\r\nb\rc\nd\te\n", "a\nb\nc\nd\te\n"),
        ("\r\n\t\x1b[2J\u2028", "\n\t\\x1b[2J\\u2028"),
    ],
)
def test_lines_and_tabs_are_kept_where_lines_are_shown(given_text: str, shown: str) -> None:
    assert printable_lines(given_text) == shown


class Writes(io.StringIO):
    """Remembers each write."""

    line_buffering = False

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def write(self, text: str) -> int:
        self.pieces += [text] if text else []
        return super().write(text)


def test_the_lines_of_one_text_are_written_together_and_all_that_came() -> None:
    def lines() -> Iterator[tuple[object, str]]:
        yield from ((1, f"a{number}\n") for number in range(1500))
        yield 2, "b\n"
        yield 3, "c\n"
        raise KeyboardInterrupt

    out = Writes()
    with pytest.raises(KeyboardInterrupt):
        write_lines(lines(), out)
    assert [piece.count("\n") for piece in out.pieces] == [1000, 500, 1, 1]
    assert out.getvalue().startswith("a0\na1\n")
    assert out.getvalue().endswith("a1499\nb\nc\n")


def test_on_a_terminal_each_line_is_written_as_it_comes() -> None:
    out = Writes()
    out.line_buffering = True  # type: ignore[misc]  # as that of a terminal has it
    write_lines(((1, line) for line in ("a\n", "b\n")), out)
    assert out.pieces == ["a\n", "b\n"]


def test_long_lines_are_not_held_together() -> None:
    out = Writes()
    write_lines(((1, line) for line in ("a\n", "b" * 100_000 + "\n", "c" * 100_000 + "\n", "d\n")), out)
    assert [len(piece) for piece in out.pieces] == [100_003, 100_001, 2]

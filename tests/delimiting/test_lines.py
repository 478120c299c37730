"""The lines around a URL: where they begin, their margins, page breaks, and those that were wrapped together."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.builds import interpreted
from support.delimit_laws import scan_of
from support.delimit_strategies import MARGINS, PAGE_BREAKS, SPACES, WORDS
from support.work import calls_of
from urlglean.delimiting.lines import (
    LOOK_BACK,
    Paragraph,
    at_line_end,
    line_start,
    margin,
    page_break,
    same_margin,
)
from urlglean.delimiting.readings import Neighbourhood

# The furniture at the edges of lines: where a line begins, its marks, whether two lines share them, page breaks.


@pytest.mark.parametrize(
    ("text", "at", "start"),
    [
        *(
            ("", 0, 0),
            ("ab", 2, 0),
            ("a\nb", 2, 2),
            ("a\nb", 1, 0),
            ("a\r\nb", 3, 3),
            ("a\rb", 2, 2),
            ("a\n\nb", 2, 2),
            ("\n", 1, 1),
        ),
        *(("a\rb\nc", 5, 4), ("a\nb\rc", 5, 4), ("a\n" + "x" * 4095, 4097, 2), ("a\n" + "x" * 4096, 4098, 2)),
        *(("x" * 5000, 5000, 904), ("\n" + "x" * 4096, 4097, 1), ("\n" + "x" * 4097, 4098, 2)),
    ],
)
def test_where_a_line_begins(text: str, at: int, start: int) -> None:
    assert line_start(text, at) == start


@pytest.mark.parametrize(
    ("rest", "is_end"),
    [("\n", True), (" \r\n", True), (" | \n", True), ("", False), (" x\n", False), (" | |\n", False)],
)
def test_what_ends_a_line(rest: str, *, is_end: bool) -> None:
    text = f"http://a.b/{rest}"
    assert at_line_end(text, len(re.sub(r"\s.*", "", text, flags=re.DOTALL))) is is_end


@pytest.mark.parametrize(
    ("line", "content", "marks"),
    [
        *(
            ("see", 0, ""),
            ("  see", 2, ""),
            ("\tsee", 1, ""),
            ("> see", 2, ">"),
            (">see", 1, ">"),
            ("> > see", 4, ">>"),
            (">>> see", 4, ">>>"),
        ),
        *(
            ("Jim> see", 5, "Jim>"),
            ("Jim>> see", 6, "Jim>>"),
            ("| see", 2, "|"),
            ("|see", 1, "|"),
            (": see", 2, ":"),
            (":see", 0, ""),
        ),
        *(
            ("# see", 2, "#"),
            ("#see", 0, ""),
            ("## see", 3, "##"),
            ("// see", 3, "//"),
            ("//see", 0, ""),
            ("; see", 2, ";"),
            ("% see", 2, "%"),
        ),
        *(
            (" * see", 3, "*"),
            ("*see*", 0, ""),
            ("/* see", 3, "*"),
            ("/** see", 4, "*"),
            ("-- see", 3, "--"),
            ("--see", 0, ""),
            ("- see", 0, ""),
        ),
        *(
            ("\u00a0> see", 3, ">"),
            ("  >  see", 5, ">"),
            ("longinitials> see", 0, ""),
            ("12> see", 0, ""),
            ("> | see", 4, ">|"),
            ("", 0, ""),
        ),
        *(("a > b", 0, ""), (" " * 300 + "see", 200, ""), (">" * 300, 200, ">" * 200)),
    ],
)
def test_the_margin_of_a_line(line: str, content: int, marks: str) -> None:
    text = "before\n" + line
    assert margin(text, 7, len(text)) == (7 + content, marks)


def test_a_margin_is_read_no_further_than_asked() -> None:
    assert margin("> > see", 0, 3) == (3, ">>")
    assert margin("> > see", 0, 0) == (0, "")


@pytest.mark.parametrize(
    ("line", "marks", "content"),
    [
        *(
            ("see", "", 0),
            ("  see", "", 2),
            ("> see", "", -1),
            ("| see", "", -1),
            ("> see", ">", 2),
            (">see", ">", 1),
            ("> > see", ">", 2),
        ),
        *(
            ("> > see", ">>", 4),
            (">> see", ">>", 3),
            ("> see", ">>", -1),
            ("see", ">", -1),
            (">", ">", 1),
            (">  ", ">", 3),
            ("", ">", -1),
        ),
        *(
            ("Jim> see", "Jim>", 5),
            ("Bob> see", "Jim>", -1),
            ("# see", "#", 2),
            ("#see", "#", 1),
            ("// see", "//", 3),
            ("  > see", ">", 4),
        ),
        *(
            (" * see", "*", 3),
            ("   see", "*", 3),
            ("see", "*", -1),
            ("*/", "*", -1),
            ("| see |", "|", 2),
            ("\u00a0> \u00a0see", ">", 4),
        ),
    ],
)
def test_whether_a_line_has_the_same_margin(line: str, marks: str, content: int) -> None:
    text = "before\n" + line
    assert same_margin(text, 7, len(text), marks) == (7 + content if content >= 0 else -1)


FOOTER = "Doe            Informational      [Page 3]"
HEADER = "RFC 9999           Title           May 2000"


@pytest.mark.parametrize(
    ("before", "broken", "after"),
    [
        *(
            ("a", f"\n\n{FOOTER}\n\f\n{HEADER}\n\n", "   b"),
            ("a", f"\n\n\n{FOOTER}\n\f{HEADER}\n\n\n", "b"),
            ("a", f"\n{FOOTER}\n", "b"),
        ),
        *(
            ("a", "\n\f\n", "b"),
            ("a", "\n\f", "b"),
            ("a", "\n\n\f\n\n", "b"),
            ("a", f"\n\n{FOOTER}\f\n", "b"),
            ("a", "\n7\n\f\n", "b"),
        ),
        *(
            ("a", f"\r\n\r\n{FOOTER}\r\n\f\r\n{HEADER}\r\n\r\n", "b"),
            ("a", "  \n \t\n\f\n", "b"),
            ("a", f"\n{FOOTER}\n\n{HEADER}\n\n", "b"),
        ),
    ],
)
def test_page_breaks(before: str, broken: str, after: str) -> None:
    text = before + broken + after
    end = page_break(text, len(before), len(text))
    assert text[end:] == after.lstrip(" ") or text[end:] == after


@pytest.mark.parametrize(
    "text",
    [
        *(
            "\nb",
            "\n\nb",
            "b",
            "",
            "\n",
            "\n[Page 3] b",
            "\nx [Page ]\n",
            "\n" + "x" * 101 + "[Page 3]\n\f\n",
            "\na\nb\n\f\n",
            " b",
            "\n\n\n",
        ),
        *("\nRFC 9999   Title    May 2000\n\nb", "\n[page 3]\n", "\n1\n2\n\f\n"),
    ],
)
def test_what_is_no_page_break(text: str) -> None:
    assert page_break(text, 0, len(text)) == -1


def test_a_line_that_is_no_header_is_the_text_that_goes_on() -> None:
    for line in ("lower case 2000", "Title without a year", "<Title> 2000"):
        text = f"\n{FOOTER}\n\f\n{line}\n\nb"
        assert text[page_break(text, 0, len(text)) :] == f"{line}\n\nb"


def test_a_page_break_is_looked_for_no_further_than_asked() -> None:
    text = "\n\n\f\nb"
    assert page_break(text, 0, 2) == -1
    assert page_break(text, 0, 3) == 3


@given(
    st.lists(st.sampled_from((*MARGINS, *SPACES, *PAGE_BREAKS, *WORDS)), max_size=12).map("".join), st.data()
)
def test_margins_lie_within_their_lines(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    start = line_start(text, at)
    assert start <= at
    assert start == 0 or text[start - 1] in "\r\n"
    assert not set("\r\n") & set(text[start : at if at == start or text[at - 1] != "\r" else at - 1])
    read = margin(text, start, len(text))
    assert start <= read.content <= len(text)
    assert "\n" not in text[start : read.content]
    if not read.marks.startswith("*"):
        assert start <= same_margin(text, start, len(text), read.marks) <= read.content
    end = page_break(text, at, len(text))
    assert end == -1 or at < end <= len(text)


# The lines that were wrapped together with a URL.


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


@pytest.mark.parametrize(
    "text",
    [
        "abcd efgh\nijkl mnop\nqrst uvwx\ny",
        "abcd efgh\nijkl mno \nqrst uvwx\ny",
        "abc.  fgh\nijkl mnop\nqrst uvwx\ny",
    ],
)
def test_lines_that_are_all_cut_at_one_column(text: str) -> None:
    assert Paragraph(text, 0).is_folded(0)


@pytest.mark.parametrize(
    "text",
    [
        "abcd efgh\nijkl mn\nqrst uvwx\ny",
        "abcd efgh\nijkl mnopq\nqrst uvwx\ny",
        "abcd efgh\nijkl mnop\nq",
        "abcd  fgh\nijkl mnop\nqrst uvwx\ny",
    ],
)
def test_lines_that_end_with_words(text: str) -> None:
    assert not Paragraph(text, 0).is_folded(0)


def test_a_paragraph_is_that_of_the_place_that_it_is_asked_for() -> None:
    text = "one X\n    two\n        four\n\nthree\n"
    scan = scan_of(text)
    for place in map(text.index, ("X", "two", "four", "three")):
        asked, alone = scan.paragraph_at(place), Paragraph(text, place)
        assert (asked.at, asked.margin, asked.lines) == (place, alone.margin, alone.lines)
        assert asked.widest((), 0) == alone.widest((), 0)


def test_the_fewer_lines_that_a_program_wrote_do_not_make_a_paragraph_wide() -> None:
    wrapped = ["word " * 14 + "ends"] * 3
    log = "word " * 40 + "ends"
    for lines, width in (
        ([*wrapped, log], 74),
        ([*wrapped, log, log], 74),
        ([*wrapped, log, log, log], 74),
        ([*wrapped, log, log, log, log], 204),
        (["word " * 21, "word " * 22, "word " * 29], 109),
        ([wrapped[0], log], 204),
        (["short", "lines", log], 204),
        ([*wrapped, "word " * 19], 94),
    ):
        text = "\n".join(["X", *lines])
        assert Paragraph(text, 0).longest({0}) == width


@interpreted
def test_in_a_list_it_is_told_without_a_search_for_each() -> None:
    text = (
        "".join(f"see http://a.example/{number}/b\n" for number in range(2000))
        + "http://a.example/1003/band\n"
    )
    ends = [found.span() for found in re.finditer(r"http\S+", text)][:-1]
    neighbourhood = Neighbourhood(text)
    held: list[bool] = []

    def ask() -> None:
        held.extend([neighbourhood.hold(text[start:end] + "and", start, end) for start, end in ends])

    assert calls_of(ask) < 12 * len(ends)
    assert not any(held)
    start, end = ends[-20]
    assert neighbourhood.hold("http://a.example/1003/band", start, end)
    assert neighbourhood.hold("http://a.example/1003/ban", start, end)
    assert not neighbourhood.hold("http://a.example/1003/bane", start, end)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("between", ["", "> b\n", "http://a.example/c\n" * 100])
@pytest.mark.parametrize("is_parted", [False, True])
def test_a_url_stands_around_another_in_its_paragraph(end: str, between: str, *, is_parted: bool) -> None:
    text = f"see http://a.example/b\n{between}{chr(10) * is_parted}http://a.example/bc\nand so\n".replace(
        "\n", end
    )
    found = text.index("http")
    stop = text.index(end)
    neighbourhood = Neighbourhood(text)
    assert neighbourhood.hold("http://a.example/bc", found, stop) == (not is_parted)
    other = text.rindex("http")
    assert neighbourhood.hold("http://a.example/b", other, text.index(end, other)) == (not is_parted)
    assert not neighbourhood.hold("http://a.example/bd", found, stop)


MANY_LINES = [f"line {number} X {'of some words ' * (number % 5)}" for number in range(300)]


@pytest.mark.parametrize("mark", ["", "> ", "# "])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_one_paragraph_reads_of_another_is_what_it_would_read_itself(mark: str, end: str) -> None:
    text = end.join([mark + line for line in MANY_LINES] + ["", *MANY_LINES[:50]])
    before: Paragraph | None = None
    for found in re.finditer("X", text):
        before = Paragraph(text, found.start(), before)
        assert before.lines == Paragraph(text, found.start()).lines


@interpreted
def test_the_lines_of_a_long_paragraph_are_read_once() -> None:
    text = "\n".join(MANY_LINES)
    places = [found.start() for found in re.finditer("X", text)]

    def one_by_one() -> None:
        for place in places:
            _ = Paragraph(text, place).lines

    def together() -> None:
        before: Paragraph | None = None
        for place in places:
            before = Paragraph(text, place, before)
            _ = before.lines

    assert 2 * calls_of(together) < calls_of(one_by_one)

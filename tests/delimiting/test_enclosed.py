"""URLs between delimiters: what is joined, what is not, and how far the closer may be."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.delimit_strategies import MARGINS, RESTS, SPACES, WORDS
from support.laws import examples
from urlglean.delimiting.alphabet import PAIRS
from urlglean.delimiting.rules.enclosed import FURTHEST_CLOSER, Enclosed, full_reading, in_angles, in_pair

URL = "http://example.com/"


def angles(text: str, *, prefixed: bool = False) -> Enclosed | None:
    """Read what begins behind the last ``<`` before the URL."""
    start = text.index(URL)
    return in_angles(text, text.rindex("<", 0, start), start, prefixed=prefixed)


def pair(text: str, opener: str = '"') -> Enclosed | None:
    start = text.index(URL)
    run = start + len(re.match(r"[^\s\"]*", text[start:])[0])  # type: ignore[index]  # it always matches
    return in_pair(text, start - 1, start, run, PAIRS[opener])


@pytest.mark.parametrize(
    ("inside", "rest"),
    [
        # without white space: all of it
        *(
            ("a", "a"),
            ("", ""),
            ("a(b", "a(b"),
            ("a.", "a."),
            ("a!?'", "a!?'"),
            ("a b/c", "ab/c"),
            ("a|b", "a"),
            ("é", "é"),
        ),
        # line breaks
        *(
            ("a/\nb", "a/b"),
            ("a\nb", "ab"),
            ("a\r\nb", "ab"),
            ("a\rb", "ab"),
            ("a/\n    b/\n    c", "a/b/c"),
            ("a\n", "a"),
            ("\na", "a"),
        ),
        *(
            ("a-\nb", "a-b"),
            ("a\n\nb/c", "ab/c"),
            ("a\f\nb", "ab"),
            ("a\n/b\nc", "a/bc"),
            (" a ", "a"),
            ("a\tb/", "ab/"),
        ),
        # spaces in a line: a piece belongs where a URL delimiter says so
        *(
            ("a/ b", "a/b"),
            ("a /b", "a/b"),
            ("a b", None),
            ("a see b/c", None),
            ("a/ b c", "a/b"),
            ("a/b see", None),
            ("a. b", None),
        ),
        *(("a\nb c", None), ("a=\nb c", "a=b"), ("a b.html", "ab.html"), ("a\n\nb", None)),
        # another URL, unless it is embedded
        *(
            ("a\nhttp://b/", None),
            ("a?u=\nhttp://b/", "a?u=http://b/"),
            ("a==\nhttp://b/", None),  # padding, and no parameter
            ("a\n(http://b/)", None),
            ("a www.b.c", None),
            ("a mailto:b@c", None),
        ),
        # another bracket
        *(("a<b", None), ("a\n<b", None)),
    ],
)
def test_what_is_joined_between_angle_brackets(inside: str, rest: str | None) -> None:
    found = angles(f"see <{URL}{inside}> there")
    assert (found and found.text) == (None if rest is None else URL + rest)


@pytest.mark.parametrize(
    ("inside", "rest"),
    [
        ("a b", "ab"),
        ("a see b/c", "aseeb/c"),
        ("a\n\nb", "ab"),
        ("a b c d", "abcd"),
        ("a http://b", None),
        ("a<b", None),
    ],
)
def test_all_white_space_goes_behind_the_prefix(inside: str, rest: str | None) -> None:
    found = angles(f"<URL:{URL}{inside}>", prefixed=True)
    assert (found and found.text) == (None if rest is None else URL + rest)


@pytest.mark.parametrize(
    ("before", "broken", "rest"),
    [
        *(
            ("> ", "\n> ", "a/b"),
            (">> ", "\n>> ", "a/b"),
            ("> > ", "\n> > ", "a/b"),
            ("> ", "\n>", "a/b"),
            ("| ", " |\n| ", "a/b"),
        ),
        *(
            ("# ", "\n# ", "a/b"),
            (" * ", "\n * ", "a/b"),
            ("// ", "\n// ", "a/b"),
            ("Jim> ", "\nJim> ", "a/b"),
            ("> ", "\r\n> ", "a/b"),
        ),
        *(
            ("> ", "\n", "a/b"),
            ("    ", "\n    ", "a/b"),
            ("", "\n\nDoe   Informational   [Page 3]\n\f\nRFC 1   Title   May 2000\n\n", "a/b"),
        ),
    ],
)
def test_margins_go_with_the_line_breaks(before: str, broken: str, rest: str) -> None:
    found = angles(f"{before}see <{URL}a/{broken}b>\n{before}there")
    assert found is not None
    assert found.text == URL + rest
    assert len(found.pieces) == 2


def test_a_quote_mark_that_closes_it() -> None:
    text = f"<{URL}a/\n> and more"
    found = angles(text)
    assert found is not None
    assert (found.text, found.close) == (URL + "a/", text.rindex(">"))
    assert angles(f"> <{URL}a/\n> > b>") is None


@pytest.mark.parametrize(
    ("length", "is_read"), [(FURTHEST_CLOSER - len(URL) - 1, True), (FURTHEST_CLOSER - len(URL), False)]
)
def test_how_far_the_closer_may_be(length: int, is_read: bool) -> None:  # noqa: FBT001  # a table's column
    assert (angles(f"<{URL}{'x' * length}>") is not None) == is_read


@pytest.mark.parametrize(("lines", "is_read"), [(63, True), (64, True), (65, False)])
def test_how_many_pieces_there_may_be(lines: int, is_read: bool) -> None:  # noqa: FBT001  # a table's column
    found = angles(f"<{URL}" + "\nx" * (lines - 1) + ">")
    assert (found is not None) == is_read


@pytest.mark.parametrize(
    ("inside", "alternatives"),
    [
        *(
            ("a-\nb", ("ab",)),
            ("a-\nb-\nc", ("abc",)),
            ("a\nb", ()),
            ("a", ()),
            ("a-b\nc", ()),
            ("a/ b see c", ("a/bseec",)),
            ("a\nb-", ()),
        ),
    ],
)
def test_other_readings(inside: str, alternatives: tuple[str, ...]) -> None:
    found = angles(f"<{URL}{inside}>")
    assert found is not None
    assert found.alternatives == tuple(URL + other for other in alternatives)


def test_the_full_reading() -> None:
    text = f"<{URL}a see b> c"
    assert full_reading(text, 0, 1) == URL + "aseeb"
    assert full_reading(f"<{URL}a see b", 0, 1) == ""


@pytest.mark.parametrize(
    ("inside", "rest"),
    [
        *(
            ("a/\nb", "a/b"),
            ("a\n  b\n  c", "abc"),
            ("a\r\nb", "ab"),
            ("a-\nb", "a-b"),
            ("a=\nhttp://b", "a=http://b"),
            ("a\n", "a"),
        ),
        *(
            ("a\nb c", None),
            ("a\n\nb", None),
            ("a\nhttp://b", None),
            ("a\n<b", None),
            ("a", None),
            ("a b", None),
            ("a\n“http://b", None),
        ),
    ],
)
def test_what_is_joined_between_quotes(inside: str, rest: str | None) -> None:
    found = pair(f'see "{URL}{inside}" there')
    assert (found and found.text) == (None if rest is None else URL + rest)


@pytest.mark.parametrize("opener", [opener for opener in PAIRS if opener not in ">]"])
def test_every_pair_closes_what_it_opened(opener: str) -> None:
    for closer in PAIRS[opener]:
        found = in_pair(f"{opener}{URL}\nb{closer}", 0, 1, 1 + len(URL), PAIRS[opener])
        assert found is not None
        assert found.text == URL + "b"
        assert repr(closer) in found.ended_by
    assert in_pair(f"{opener}{URL}\nb.", 0, 1, 1 + len(URL), PAIRS[opener]) is None


@examples(400)
@given(
    st.sampled_from(("", "> ", ">> ", "| ")),
    st.lists(
        st.sampled_from((*RESTS, *WORDS, *SPACES, *MARGINS, "<", "|", "-", "http://b")), max_size=14
    ).map("".join),
    st.booleans(),
)
def test_pieces_make_up_the_text(before: str, inside: str, prefixed: bool) -> None:  # noqa: FBT001  # an example's value
    angled = f"{before}<{URL}{inside}>"
    quoted = f'{before}"{URL}{inside}"'
    for text, found in ((angled, angles(angled, prefixed=prefixed)), (quoted, pair(quoted))):
        if found is not None:
            assert found.text == "".join(text[start:end] for start, end in found.pieces)
            ends = [at for piece in found.pieces for at in piece]
            assert ends == sorted(ends)
            assert all(start < end for start, end in found.pieces)
            assert found.close >= found.pieces[-1][1]
            assert not any(character.isspace() for character in found.text)
            assert found.text not in found.alternatives

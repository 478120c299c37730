"""URLs with what a transfer encoding or a mail program has left in them: what is taken out, and what it takes to."""

from __future__ import annotations

import re

import pytest

from urlglean.candidate import Candidate
from urlglean.delimiting.rules.mangled import ASTERISKS, SOFT_BREAKS, rest_behind_soft_break
from urlglean.delimiting.stream import delimit

ENCODED = "caf=C3=A9=20\n"
"""What shows that a text is quoted-printable."""
URL = "http://a.example/b/c"


def found(text: str) -> Candidate:
    (one,) = delimit(text)
    return one


@pytest.mark.parametrize("sign", [ENCODED, "<a href=3D'x'>\n", "Gr=C3=BC=C3=9Fe\n", "x=20\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_soft_break_goes_where_something_shows_the_encoding(sign: str, end: str) -> None:
    one = found(f"{sign}http://a.example/b={end}/c and more")
    assert (one.text, SOFT_BREAKS in one.notes) == (URL, True)
    assert [one.source.text[begin:stop] for begin, stop in one.facts.pieces] == ["http://a.example/b", "/c"]


@pytest.mark.parametrize(
    "text",
    [
        "http://a.example/b=\n/c and more",  # nothing shows it
        f"{ENCODED}{'x' * 70} http://a.example/b=\n/c",  # a line longer than the encoding has any
        f"{ENCODED}http://a.example/b= \n/c",
        f"{ENCODED}{'.' * 5000}\nhttp://a.example/b=\n/c",  # too far above
    ],
)
def test_elsewhere_an_equals_sign_is_one(text: str) -> None:
    assert SOFT_BREAKS not in found(text).notes


def test_an_encoded_equals_sign_is_one_again() -> None:
    one = found(f"{ENCODED}http://a.example/?b=3Dc&d=\n=3De and more")
    assert one.text == "http://a.example/?b=c&d=e"


def test_what_opened_the_url_ends_it_below_a_soft_break_too() -> None:
    one = found(f'{ENCODED}"http://a.example/b=\n/c" and more')
    assert one.text == URL


@pytest.mark.parametrize("before", ["", f"{'and more ' * 100}\n"])
def test_a_closing_bracket_ends_it_only_where_one_was_opened_before_it(before: str) -> None:
    assert found(f"{ENCODED}{before}http://a.example/b)c=\n/d").text == "http://a.example/b)c/d"
    assert found(f"{ENCODED}{before}(see http://a.example/b)c=\n/d").text == "http://a.example/b"


def test_so_many_lines_are_put_together_and_no_more() -> None:
    one = found(f"{ENCODED}http://a.example/" + "b=\n" * 100)
    assert one.text.count("b") == 64


@pytest.mark.parametrize("target", [URL, f"{URL}/"])
@pytest.mark.parametrize(
    "shown", ["http://a.example/**b/c", "http://a.**example/b/**c", "http://a.example/b/c**"]
)
def test_asterisks_go_where_the_same_stands_in_brackets(shown: str, target: str) -> None:
    first, *_ = delimit(f"see {shown}<{target}> there")
    assert (first.text, ASTERISKS in first.notes) == (URL, True)


@pytest.mark.parametrize(
    "text",
    [
        f"see http://a.example/**b/c<{URL}/d> there",
        f"see http://a.example/**b/c <{URL}> there",
        f"see http://a.example/*b/c<{URL}> there",
        "see http://a.example/**b/c there",
    ],
)
def test_elsewhere_asterisks_stay(text: str) -> None:
    first, *_ = delimit(text)
    assert ASTERISKS not in first.notes
    assert "*" in first.text


def test_a_name_without_a_scheme_is_shown_for_a_url_with_one() -> None:
    first, *_ = delimit("see www.a.example/**b/c<http://www.a.example/b/c> there")
    assert (first.text, ASTERISKS in first.notes) == ("www.a.example/b/c", True)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"x=\n{'a' * 60}http://a/b=\nc d", "c"),
        (f"{'a' * 60}http://a/b=\nc=\n", "c="),
        (f"x=\r\n{'a' * 60}http://a/b=\r\nc d", "c"),
        (f"{'a' * 60}http://a/b=\nc d", None),
        (f"x=\n{'a' * 50}http://a/b=\nc d", None),
        (f"x=\n{'a' * 70}http://a/b=\nc d", None),
        (f"x=\n{'a' * 60}http://a/b=\n\nc", None),
        (f"x=\n{'a' * 60}http://a/b= \nc", None),
        (f"x=\n{'a' * 60}http://a/bc\nc", None),
    ],
)
def test_the_soft_breaks_of_quoted_printable(text: str, rest: str | None) -> None:
    found = re.search(r"http://\S*", text)
    assert found is not None
    place = rest_behind_soft_break(text, found.end())
    assert (None if place is None else text[slice(*place)]) == rest

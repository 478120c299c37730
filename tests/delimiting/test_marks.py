"""What ends a URL inside its run: brackets that nothing opened or closes, and too many of them."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.builds import interpreted
from support.delimit_strategies import rests_of_urls
from support.laws import examples
from support.work import Counter, calls_of, measured
from urlglean import extract_text
from urlglean.delimiting.alphabet import Runs, grammar
from urlglean.delimiting.ends.marks import FURTHEST_PARTNER, MOST_BRACKETS, MOST_OPEN, find_cut

HOST = "http://a.b"


def left(rest: str, before: str = "") -> int:
    """Give how much is left of ``rest`` behind a host, with ``before`` in front of it."""
    text = before + HOST + rest
    start, path = len(before), len(before + HOST)
    return find_cut(text, start, path, Runs(text, grammar(iri=True)).end(path), before[-1:])[0] - path


@pytest.mark.parametrize(
    ("rest", "kept"),
    [
        ("/" + "()" * (MOST_BRACKETS // 2), MOST_BRACKETS),
        ("/" + "()" * (MOST_BRACKETS // 2) + "(x)", MOST_BRACKETS),
        ("/" + "(" * MOST_OPEN + ")" * MOST_OPEN, 2 * MOST_OPEN),
        ("/" + "(" * (MOST_OPEN + 1) + ")" * (MOST_OPEN + 1), 0),
        ("/(" + "x" * (FURTHEST_PARTNER - 1) + ")", FURTHEST_PARTNER + 1),
        ("/(" + "x" * FURTHEST_PARTNER + ")(", 0),
        ("/(" + "x" * FURTHEST_PARTNER + "()y)", 0),
    ],
    ids=["most", "one more", "deepest", "one deeper", "furthest partner", "closed too far", "too far"],
)
def test_brackets_are_counted(rest: str, kept: int) -> None:
    assert left(rest) == 1 + kept


@examples(500)
@given(rests_of_urls().map("/".__add__))
def test_brackets_are_balanced_in_what_is_left_where_some_are_open_before(rest: str) -> None:
    for opener, closer in ("()", "[]", "{}"):
        depth = 0
        for character in rest[: left(rest, "((([[[{{{ ")]:
            depth += (character == opener) - (character == closer)
            assert depth >= 0
        assert depth == 0


@interpreted
def test_it_is_asked_once_whether_a_command_fetches_the_url() -> None:
    text = "wget -q; http://a.example/b" + ";c" * 100
    assert [link.url for link in extract_text(text)] == [text[len("wget -q; ") :]]
    assert calls_of(lambda: list(extract_text(text))) < 950


@interpreted
def test_urls_with_brackets_that_nothing_closes_take_some_calls_for_each() -> None:
    urls = 100
    assert calls_of(lambda: list(extract_text("/http://a/((b)" * urls))) < 1500 * urls


@interpreted
def test_a_line_of_signs_is_read_by_the_url_that_goes_up_to_it_alone() -> None:
    urls, last = "[http://a.b/c]" * 3, "http://a.b/c"
    text = urls + last + "-" * 1000

    def work_at(start: int) -> int:
        path = start + len(HOST)
        return measured(Counter(), lambda text: find_cut(text, start, path, len(text), text[start - 1]), text)

    assert work_at(1) < 100 < work_at(len(urls))

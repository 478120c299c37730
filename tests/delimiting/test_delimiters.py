"""What opens before a URL, and what closes it."""

from __future__ import annotations

import pytest

from urlglean.delimiting.alphabet import CLOSER, PAIRS, closers_of, opener_before


@pytest.mark.parametrize(
    ("lead", "opener"),
    [
        ("<", "<"),
        ("< ", "<"),
        ("[\n", "["),
        ("\u00ab ", "\u00ab"),
        ('" ', " "),
        ("see ", " "),
        ("x", "x"),
        ("", ""),
    ],
)
def test_what_stands_before(lead: str, opener: str) -> None:
    before, at = opener_before(lead + "http://a.b", len(lead), 0)
    assert before == opener
    assert lead[at : at + 1] == opener or at == -1


def test_nothing_before_the_floor_is_an_opener() -> None:
    assert opener_before("<http://a.b", 1, 1) == ("", 0)
    assert opener_before("< http://a.b", 2, 1) == (" ", 1)


@pytest.mark.parametrize(
    ("lead", "closers"),
    [
        ('"', '"'),
        ("\u201e", "\u201c\u201d"),
        ("[", "]"),
        ("<link>", "<"),
        ('<a href="x">', "<"),
        ("a >", ""),
        ("[url]", "["),
        ("[x]", ""),
        ("[url=", "]"),
        ("a=", ""),
        ("[x](", ")"),
        ("(", ""),
        ("'", "'"),
        ("s'", ""),
        ("x", ""),
        (" ", ""),
    ],
)
def test_what_closes_it(lead: str, closers: str) -> None:
    assert closers_of(lead[-1], lead + "http://a.b", len(lead) - 1, 0) == closers


def test_on_one_line_the_first_closer_counts() -> None:
    for opener, closer in CLOSER.items():
        assert opener in "('" or PAIRS[opener][0] == closer

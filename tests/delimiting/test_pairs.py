"""Where the closer of a pair stands that a URL fills."""

from __future__ import annotations

import pytest

from urlglean.delimiting.ends.pairs import find_closer

URL = "http://a.b/c"


@pytest.mark.parametrize(
    ("before", "run", "after"),
    [
        ('"', ")", '"'),
        ('"', ")", '" d'),
        ('x="', "(", '">'),
        ("“", ")", "”"),
        ("`", "[", "`."),
        ("f('", "(", "', d)"),
        ("<link>", ")", "</link>"),
        ('<td class="x">', ")", "</TD>"),
        ("[url]", ")", "[/url]"),
        ("[url=", "[x])", "]y"),
    ],
)
def test_what_fills_a_pair(before: str, run: str, after: str) -> None:
    assert closer(before, run, after) == len(before + URL + run)


@pytest.mark.parametrize(
    ("before", "run", "after"),
    [
        (" ", ")", '"'),
        ('"', ")", " d"),
        ('"', "(", '"d'),
        ('"', "(", '" + d'),
        ('"', "(", '".d'),
        ('"', "[^", '"]'),
        ("'(' + '", ")", "'"),
        ("'x ('\n  '", ")", "'"),
        ("'", ")", "'\n  'd'"),
        (">", ")", "</p>"),
        ("<p>", ")", "</b>"),
        ("<p>", ")", "<br>"),
        ("[b]", ")", "[/b]"),
        ("[url]", ")", ""),
        ("[url=", ")", " "),
        ("x=", ")", "]"),
    ],
)
def test_what_fills_none(before: str, run: str, after: str) -> None:
    assert closer(before, run, after) == -1


def closer(before: str, run: str, after: str) -> int:
    """Give where the pair is closed of a URL that ends in ``run``; what closes some pairs is in its run, too."""
    text = before + URL + run + after
    start, path = len(before), len(before) + len("http://a.b")
    end = path
    while end < len(text) and text[end] not in ' <>"`”':
        end += 1
    return find_closer(text, start, path, end)

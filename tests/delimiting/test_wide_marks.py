"""URLs with the punctuation of East Asia in them: where such a mark ends one, and where it is part of it."""

from __future__ import annotations

import re

import pytest

from support.builds import interpreted
from urlglean.delimiting.rules import wide_marks
from urlglean.delimiting.rules.wide_marks import WIDE_MARKS
from urlglean.delimiting.stream import delimit

TITLE = "http://a.example/wiki/你好"


def found(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.text, one.alternatives) for one in delimit(text)]


@pytest.mark.parametrize("mark", WIDE_MARKS)
def test_a_mark_ends_a_url_in_prose_and_the_title_with_it_is_another_reading(mark: str) -> None:
    assert found(f"见{TITLE}{mark}之华 吧") == [(TITLE, (f"{TITLE}{mark}之华",))]


@pytest.mark.parametrize("mark", WIDE_MARKS)
@pytest.mark.parametrize("quotes", ['"{}"', "“{}”", "<{}>", "`{}`"])
def test_what_a_pair_of_quotes_encloses_is_one(quotes: str, mark: str) -> None:
    url = f"{TITLE}{mark}之华"
    text, _ = found(f"见 {quotes.format(url)} 吧")[0]
    assert text == url


@pytest.mark.parametrize(
    ("text", "url"),
    [
        (f"[x]({TITLE}，之华)", f"{TITLE}，之华"),  # Markdown
        (f"({TITLE}，之华)", TITLE),
        (f"({TITLE})，之华", TITLE),
        (f"{TITLE}（之华） 吧", TITLE),
        ("http://a.example/?q=你，好&p=1 吧", "http://a.example/?q=你，好&p=1"),
        ("http://a.example/?q=x，y&p=1 吧", "http://a.example/?q=x，y&p=1"),
        ("http://a.example/?q=x，y 吧", "http://a.example/?q=x"),
        ("http://a.example/b，c&p=1 吧", "http://a.example/b"),
        ("http://a.example，之华", "http://a.example"),
        (f"{TITLE}，http://b.example/", TITLE),
    ],
)
def test_which_reading_comes_first(text: str, url: str) -> None:
    first, *_ = found(text)
    assert first[0] == url


@pytest.mark.parametrize(
    "text", [f"{TITLE}，", f"{TITLE}， 之华", f"{TITLE}。\n之华", "http://a.example/b，之华"]
)
def test_nothing_behind_the_mark_or_plain_ascii_before_it_leaves_one_reading(text: str) -> None:
    ((_, alternatives),) = found(text)
    assert alternatives == ()


@pytest.mark.parametrize("before", ["", "见", "see "])
@pytest.mark.parametrize("rest", ["，bar/baz", "：c.html", "（1）/b", "。d/"])
def test_more_of_a_path_behind_the_mark_is_another_reading(before: str, rest: str) -> None:
    assert found(f"{before}http://a.example/b{rest} 吧") == [
        ("http://a.example/b", (f"http://a.example/b{rest}",))
    ]


def test_another_url_behind_a_mark_is_one_of_its_own() -> None:
    assert [text for text, _ in found(f"{TITLE}，{TITLE}")] == [TITLE, TITLE]


def test_titles_are_followed_so_far_and_no_farther() -> None:
    ((_, near),) = found(f"{TITLE}，{'之' * 400}")
    ((_, far),) = found(f"{TITLE}{'，之' * 2000}")
    assert near == (f"{TITLE}，{'之' * 400}",)
    assert len(far[0]) < 1000


@interpreted
@pytest.mark.parametrize("mark", WIDE_MARKS)
@pytest.mark.parametrize(
    "rest", ["b", "b，c/d", "b" * 600, "http://b.example", "www.b.example。c", "b\u200dc", "ü，b", "b<", ""]
)
def test_ascii_between_two_marks_is_what_the_alphabet_has(
    mark: str, rest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"{opener}http://a.example/b{mark}{rest}{mark}c{opener}" for opener in ("", "「", '"')]
    at_once = [found(text) for text in texts]
    monkeypatch.setattr(wide_marks, "_PLAIN_PART", re.compile("(?!)"))
    assert [found(text) for text in texts] == at_once

"""The windows of a long page: its text is put together as from all tokens at once, in little memory."""

from __future__ import annotations

from contextlib import suppress
from itertools import count, starmap

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urlglean
from support.work import peak_of
from urlglean.html import shown_text
from urlglean.html.layout import Piece, TextRun, text_run
from urlglean.html.tokenized import windows
from urlglean.html.tokenized.tokens import is_too_long
from urlglean.html.tokenized.windows import windowed_run
from urlglean.text import Text

PIECES = (
    *("<p>", "<span>", "12", "</span>", "<a href=x>", "</a>", "<pre>", "</pre>", "\n", "  ", "word ", "<br>"),
    *("http://a.example/", "<i>", "</i>", "&amp;", "<!-- c -->", "<td>", "<template>", "</template>", "é"),
    *("<script>", "</script>", "<title>", "</title>", "\r\n", "\r"),
)


def told(run: TextRun) -> list[object]:
    """Give all that a run tells; the place of a piece by line and column alone."""

    def pieces(number: int, start: int) -> tuple[int, int, Piece]:
        return start, run.skipped[number], run.piece(number)._replace(start=None)

    tags: list[str] = []
    with suppress(IndexError):
        tags.extend(map(run.tag, count()))
    return [run.text, run.edges, tags, *starmap(pieces, enumerate(run.starts))]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@example("<pre><span>1</span>\n<span>2</span><a href=x>x</a><span>3</span>" * 3)
@example("<a href=x></a>word<template>é</template>" * 3)
def test_a_text_is_the_same_from_windows_and_from_all_tokens(page: str) -> None:
    for templates in (False, True):
        whole = told(text_run(page, templates=templates))
        for size in (5, 20, 60):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(windows, "_WINDOW", size)
                assert told(windowed_run(page, templates=templates)) == whole


def test_a_piece_knows_where_it_begins_in_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_WINDOW", 20)
    page = "<p>word one</p>\n<p>word two</p><p>word\r\nthree</p>" * 9
    run = windowed_run(page, templates=False)
    starts = [run.piece(number).start for number in range(len(run.starts))]
    assert [page[start : start + 4] for start in starts if start is not None] == ["word"] * 27


def test_no_tokens_are_held_for_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_WINDOW", 2000)
    page = "<b>some of the text</b> that is shown " * 2000
    windowed_run(page, templates=False), text_run(page)  # what is made once is made
    assert 3 * peak_of(lambda: windowed_run(page, templates=False)) < peak_of(lambda: text_run(page))


@pytest.mark.parametrize("rare", ["", "x " * 5000], ids=["many URLs", "few URLs"])
def test_a_long_page_has_the_urls_of_a_short_one(rare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"<p><b>see</b> http://a.example/b{rare} and <i>www.a.<wbr>example</i>, and so on<p>" * 20
    links = list(urlglean.extract_html(page))
    for room in (shown_text, windows):
        monkeypatch.setattr(room, "LONG_TEXT", 500)
    assert list(urlglean.extract_html(page)) == links
    assert len(links) == 40


@pytest.mark.parametrize("head", ["", "<!doctype html>", "<html><head><meta name=a>", "<title>x</title>"])
def test_a_long_text_before_a_body_is_too_much_for_a_tree(head: str) -> None:
    text, longest = "word " * 18_000, 100_000
    assert is_too_long(head + text, longest)
    assert not is_too_long(f"{head}<p>{text}", longest)
    assert not is_too_long(f"{head}<script>{text}</script>", longest)


def test_a_page_that_python_holds_in_wide_characters_takes_more() -> None:
    page, longest = "<p>" + "x " * 45_000, 90_500
    assert not is_too_long(page, longest)
    assert not is_too_long(page + "é", longest)
    assert is_too_long(page + "\N{GRINNING FACE}", longest)


def test_of_what_follows_a_long_tag_no_more_is_read_at_once_than_is_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(windows, "_WINDOW", 1 << 10)
    page = f"<a title='{'x' * 17_000}'>" + "<p>" * 5000
    read = [(window.source.offset, len(window.tokens)) for window in windows.windows(Text(page))]
    assert sum(number for _, number in read) == 5001
    assert max(number for _, number in read) < 500

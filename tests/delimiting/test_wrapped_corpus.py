"""URLs broken over lines in mail, and URLs that only look so: no worse than the recorded lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import gold, wrapped_score
from support.delimit_cases import CaseError

LINES = {
    # half: (broken URLs found, URLs whole at a line's end found, wrong joins at most, recall, precision)
    "tune": (137, 244, 0, 1.0, 1.0),
    "test": (140, 241, 2, 0.993, 0.993),
}
"""Raise a line when the delimiter has passed it; never lower one without a reason."""


@pytest.fixture(scope="module", params=gold.HALVES)
def half(request: pytest.FixtureRequest) -> tuple[str, wrapped_score.Score]:
    return request.param, wrapped_score.score_half(request.param)


def test_the_delimiter_stays_above_the_recorded_lines(half: tuple[str, wrapped_score.Score]) -> None:
    name, score = half
    broken, near, wrong, recall, precision = LINES[name]
    report = f"{name}: {score}\n\n" + "\n\n".join(score.faults)
    assert score.broken_right >= broken, report
    assert score.near_right >= near, report
    assert score.wrong_joins <= wrong, report
    assert score.recall >= recall, report
    assert score.precision >= precision, report


def test_the_corpus_is_as_large_as_it_says() -> None:
    texts = {half: list(gold.wrapped(half)) for half in gold.HALVES}
    everything = texts["tune"] + texts["test"]
    assert sum(url.broken for text in everything for url in text.urls) >= 250
    assert sum(len(text.near_breaks()) for text in everything) >= 450
    for half in gold.HALVES:
        assert sum(url.broken for text in texts[half] for url in text.urls) >= 120
        assert sum(len(text.near_breaks()) for text in texts[half]) >= 225


def test_the_halves_share_no_text() -> None:
    tune, test = ({text.text for text in gold.wrapped(half)} for half in gold.HALVES)
    assert tune
    assert test
    assert tune.isdisjoint(test)


def test_the_halves_share_no_broken_url() -> None:
    tune, test = (
        {url.url for text in gold.wrapped(half) for url in text.urls if url.broken} for half in gold.HALVES
    )
    assert tune.isdisjoint(test)


@pytest.mark.parametrize(
    ("marked", "fault"),
    [
        ("⟦http://a.example/b⟧\n-> http://a.example/c", "stands there, not 'http://a.example/c'"),
        ("⟦http://a.example/⟧\n⟦b⟧\n-> http://a.example/c", "do not make up 'http://a.example/c'"),
        ("⟦http://a.example/⟧\n⟦b⟧\n-> http://a.example/", "no -> line for the piece 'b'"),
    ],
)
def test_gold_that_contradicts_its_text_is_refused(tmp_path: Path, marked: str, fault: str) -> None:
    cases = tmp_path / "mail.cases"
    cases.write_text(f"\n== Mail\n# language: en\nsee {marked}\n", "utf-8")
    with pytest.raises(CaseError, match=r"^mail\.cases:2: ") as caught:
        list(gold.read(cases))
    assert fault in str(caught.value)


def test_what_is_escaped_need_not_be_the_url(tmp_path: Path) -> None:
    cases = tmp_path / "mail.cases"
    cases.write_text("== Mail\nsee ⟦http:\\/\\/a.example/⟧\n-> http://a.example/\n", "utf-8")
    (text,) = gold.read(cases)
    assert text.urls == (gold.GoldURL("http://a.example/", (gold.Piece(1, 5, 19),)),)


def test_a_text_ends_with_a_line_break_and_says_what_it_is(tmp_path: Path) -> None:
    cases = tmp_path / "mail.cases"
    cases.write_text("== Mail\n# language: en\nknown: http://a.example/\n\nnothing\n\n\n", "utf-8")
    (text,) = gold.read(cases)
    assert (text.name, text.text, text.about) == ("Mail", "\nnothing\n", ("language: en",))
    assert (text.file, text.line, text.known) == ("mail.cases", 1, {"http://a.example/"})

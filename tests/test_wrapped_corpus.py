"""URLs broken over lines in mail, and URLs that only look so: no worse than the recorded lines."""

from __future__ import annotations

import pytest

import gold
import wrapped_score

LINES = {
    # half: (broken URLs found, URLs whole at a line's end found, wrong joins at most, recall, precision)
    "tune": (0, 0, 0, 0.0, 0.0),
    "test": (0, 0, 0, 0.0, 0.0),
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
    assert sum(url.broken for text in everything for url in text.urls) >= 200
    assert sum(len(text.near_breaks()) for text in everything) >= 450
    for half in gold.HALVES:
        assert sum(url.broken for text in texts[half] for url in text.urls) >= 95
        assert sum(len(text.near_breaks()) for text in texts[half]) >= 215


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

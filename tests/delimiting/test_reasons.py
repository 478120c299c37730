"""Sentences are for users: none of them decides what is found."""

from __future__ import annotations

import pytest

from support.delimit_cases import read_cases
from support.laws import some
from urlglean.candidate import Opened
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.stream import delimit


def found() -> list[tuple[str, tuple[object, ...], tuple[str, ...], str, str]]:
    return [
        (one.text, one.spans, one.alternatives, one.delimiter, one.facts.stripped)
        for case in some(read_cases(), every=3)
        for one in delimit(case.text, case.known, **case.options)
    ]


def test_a_corrected_sentence_changes_nothing_that_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    before = found()
    for opened in Opened:
        monkeypatch.setattr(opened, "told", "corrected")
    monkeypatch.setattr(Ended, "told", lambda self, sign="": "corrected")
    assert found() == before
    (one,) = delimit("**http://a.b/'c'** and")
    assert one.facts.ended_by == one.facts.opened_by == "corrected"


def test_the_sign_that_opened_a_url_ends_it_whatever_else_stands_in_it() -> None:
    (one,) = delimit("**http://a.b/(c)** and")
    assert (one.text, one.facts.ended_by) == ("http://a.b/(c)", "the '**' that opened it")


@pytest.mark.parametrize("mark", [",", ".", "!", "**"])
def test_the_parenthesis_ends_a_link_of_markdown_and_not_the_mark_behind_its_host(mark: str) -> None:
    (one,) = delimit(f"[x](http://a.example{mark})")
    told = "')' that nothing in the URL opened"
    assert (one.text, one.facts.ended_by) == (f"http://a.example{mark}", told)


@pytest.mark.parametrize("ended", Ended)
def test_every_reason_has_a_sentence(ended: Ended) -> None:
    assert "{" not in ended.told("'")

"""Runs the case files of `tests/delimiting/cases`, one test for each case, under its title."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from support.delimit_cases import Case, CaseError, Expected, parse_cases, read_cases
from support.laws import some
from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit

CASES = read_cases()
EVERY_CASE = pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
SOME_CASES = pytest.mark.parametrize("case", some(CASES, every=3), ids=lambda case: case.title)


def shown(text: str, found: Iterable[tuple[str, Iterable[tuple[int, int]]]]) -> list[str]:
    """Each candidate on a line a person can compare: its text, and its pieces with their offsets."""
    return [
        f"{url}    in " + " + ".join(f"{text[start:end]!r}@{start}" for start, end in pieces)
        for url, pieces in found
    ]


def shown_expected(case: Case) -> list[str]:
    return shown(case.text, ((want.text, want.pieces) for want in case.expected))


def shown_found(case: Case, found: Iterable[Candidate]) -> list[str]:
    return shown(case.text, ((one.text, [(span.start, span.end) for span in one.spans]) for one in found))


@EVERY_CASE
def test_case(case: Case) -> None:
    found = list(delimit(case.text, case.known, **case.options))
    assert shown_found(case, found) == shown_expected(case), f"{case.file}:{case.line}\n{case.text}"
    for want, got in zip(case.expected, found, strict=True):
        for alternative in want.alternatives:
            assert alternative in got.alternatives, f"{case.file}:{case.line}: {got.text}"
        for words in want.notes:
            assert any(words in note for note in got.notes), (
                f"{case.file}:{case.line}: {got.text}: {got.notes}"
            )


@SOME_CASES
def test_the_same_is_found_when_the_text_comes_character_by_character(case: Case) -> None:
    whole = list(delimit(case.text, case.known, **case.options))
    streamed = list(delimit(iter(case.text), case.known, **case.options))
    assert shown_found(case, streamed) == shown_found(case, whole)
    assert [(one.raw, one.alternatives, one.line, one.column) for one in streamed] == [
        (one.raw, one.alternatives, one.line, one.column) for one in whole
    ]


@SOME_CASES
def test_the_same_is_found_between_blank_lines(case: Case) -> None:
    alone = list(delimit(case.text, case.known, **case.options))
    moved = list(delimit(f"\n\n{case.text}\n\n", case.known, **case.options))
    assert [one.text for one in moved] == [one.text for one in alone]
    assert [[span.start - 2 for span in one.spans] for one in moved] == [
        [span.start for span in one.spans] for one in alone
    ]


def in_capitals(text: str) -> str:
    return re.sub(r"https?://|www\.", lambda found: found[0].upper(), text)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param(lambda text: re.sub(r"\r?\n", "\r\n", text), id="line ends of DOS"),
        pytest.param(in_capitals, id="schemes in capitals"),
        pytest.param(lambda text: f"It was so.\n\n{text}\n\nSo it was.\n", id="other paragraphs around it"),
    ],
)
def test_the_same_is_found_in_every_case_with(changed: Callable[[str], str]) -> None:
    """What no reader heeds: whatever is told of one form of it has to be told of the others, too."""
    differ = []
    for case in some(CASES, every=3):
        known = case.known | {changed(url) for url in case.known}
        found = [one.text for one in delimit(case.text, known, **case.options)]
        other = [one.text for one in delimit(changed(case.text), known, **case.options)]
        if [url.lower() for url in found] != [url.lower() for url in other]:
            differ.append(f"{case.file}:{case.line}: {found} and {other}")
    assert differ == []


def test_there_are_as_many_cases_as_there_were() -> None:
    assert len(CASES) >= 3199


def test_every_title_is_used_once() -> None:
    assert [title for title, times in Counter(case.title for case in CASES).items() if times > 1] == []


def test_the_notation_of_a_case() -> None:
    (case,) = parse_cases(
        "# A rule.\n\n== A title\n# A remark.\n[options: schemeless iri=no schemes=http,ftp]\nknown: http://a/bc\n"
        "x ⟦http://a/b⟧{U+0020}\n⟦c⟧ and ⟦http://d/⟧\n\n-> http://a/bc\n~> http://a/b\n!> joined\n-> http://d/\n\n",
        "a.cases",
    )
    assert case.text == "x http://a/b \nc and http://d/"
    assert case.options == {"schemeless": True, "iri": False, "schemes": ("http", "ftp")}
    assert case.known == {"http://a/bc"}
    assert case.expected == (
        Expected("http://a/bc", ((2, 12), (14, 15)), ("http://a/b",), ("joined",)),
        Expected("http://d/", ((20, 29),)),
    )
    assert str(case) == "a.cases: A title"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("text\n== A\nx", "a.cases:1: only lines that begin with #"),
        ("== A\n⟦http://a/", "a.cases:1: the last ⟦ is never closed"),
        ("== A\nhttp://a/⟧", "do not come in pairs"),
        ("== A\n⟦⟦http://a/⟧⟧", "do not come in pairs"),
        ("== A\n[options: fast]\nx", "unknown option 'fast'"),
        ("== A\n⟦a⟧\n~> b", "stands before any -> line"),
        ("\n== A\n⟦a⟧ ⟦b⟧\n-> ac", "a.cases:2: the marked pieces do not make up 'ac'"),
        ("== A\n⟦a⟧ ⟦b⟧ ⟦c⟧\n-> ab", "no -> line for the piece 'c'"),
        ("== A\n# ⟦http://a/⟧", "is a remark or an option, and yet marked"),
        ("== A\nx\n-> x", "the marked pieces do not make up 'x'"),
    ],
)
def test_a_case_that_does_not_follow_the_notation_is_refused(content: str, complaint: str) -> None:
    with pytest.raises(CaseError, match=r"^a\.cases:") as refusal:
        list(parse_cases(content, "a.cases"))
    assert complaint in str(refusal.value)

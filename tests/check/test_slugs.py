"""The fragments of headings, by the rule of each program."""

from __future__ import annotations

import pytest

from urlglean.check.slugs import RENDERERS

HEADINGS = {
    # heading: what GitHub, GitLab, MkDocs, Docusaurus and MyST make of it
    "Hello, World!": ("hello-world", "hello-world", "hello-world", "hello-world", "hello-world"),
    "A & B": ("a--b", "a-b", "a-b", "a--b", "a--b"),
    "snake_case - and dash": (
        "snake_case---and-dash",
        "snake_case-and-dash",
        "snake_case-and-dash",
        "snake_case---and-dash",
        "snake_case---and-dash",
    ),
    "Überschrift": ("überschrift", "überschrift", "uberschrift", "überschrift", "überschrift"),
    "日本語 の 見出し": (
        "日本語-の-見出し",
        "日本語-の-見出し",
        "_1",
        "日本語-の-見出し",
        "日本語-の-見出し",
    ),
    "CO₂ ½ ①": ("co--", "co-", "co2-12-1", "co--", "co₂-½-①"),
    "Ⓐ Ⅷ": ("ⓐ-ⅷ", "ⓐ-ⅷ", "a-viii", "ⓐ-ⅷ", "-ⅷ"),
    "हिन्दी": ("हिन्दी", "हिन्दी", "_1", "हिन्दी", "हनद"),
    " Outer ": ("-outer-", "outer", "outer", "-outer-", "-outer-"),
    "Two\nlines": ("twolines", "twolines", "two-lines", "twolines", "twolines"),
    "🎉 Done": ("-done", "-done", "done", "-done", "-done"),
    "٣": ("٣", "٣", "_1", "٣", "٣"),
    "1.2.3": ("123", "anchor-123", "123", "123", "123"),
    "Own {#its-own}": ("own-its-own", "its-own", "its-own", "its-own", "its-own"),
    "Own {: #x .y }": ("own--x-y-", "x", "x", "x", "x"),
    "Own {: x }": ("own--x-", "own", "own", "own", "own"),
    "Own { .x }": ("own--x-", "own", "own", "own", "own"),
}


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_heading(heading: str) -> None:
    assert tuple(next(iter(one.slugs([heading]))) for one in RENDERERS.values()) == HEADINGS[heading]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("github", ["a", "a-1", "a-2", "a-1-1"]),
        ("gitlab", ["a", "a-1", "a-2", "a-1-1"]),
        ("mkdocs", ["a", "a_1", "a_2", "a-1"]),
        ("docusaurus", ["a", "a-1", "a-2", "a-1-1"]),
        ("sphinx", ["a", "a", "a-1", "a", "a-2", "a", "a-1-1", "a-1"]),
    ],
)
def test_headings_that_are_the_same(name: str, expected: list[str]) -> None:
    assert [*RENDERERS[name].slugs(["A", "a", "A!", "A 1"])] == expected


def test_a_number_of_any_length_is_no_fault() -> None:
    digits = "9" * 5000
    assert list(RENDERERS["mkdocs"].slugs([f"a_{digits}", f"a_{digits}"])) == [f"a_{digits}", f"a_{digits}_1"]

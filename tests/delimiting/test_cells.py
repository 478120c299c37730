"""URLs broken within the cell of a table: what is the rest of one, and what is another row."""

from __future__ import annotations

import pytest

from urlglean.delimiting.rules.cells import rest_of_cell


def rest(text: str) -> list[str]:
    """Give what goes on with the first URL of a text."""
    start = text.index("http")
    run = min(end for end in (text.find(" ", start), text.find("\n", start), len(text)) if end >= 0)
    return [text[a:b] for a, b in rest_of_cell(text, start, run, {}) or ()]


TABLE = """\
+------+----------------------+---+
| name | where                | n |
+------+----------------------+---+
| a    | http://example.com/  | 1 |
| b    | documents-           | 2 |
|      | and-more/            | 3 |
+------+----------------------+---+
"""


@pytest.mark.parametrize(
    ("change", "pieces"),
    [
        (("", ""), ["documents-", "and-more/"]),
        (("\n", "\r\n"), ["documents-", "and-more/"]),
        (("\n", "\n> "), ["documents-", "and-more/"]),
        (("and-more/", "         "), ["documents-"]),
        (("documents-", "          "), []),
        (("documents-          ", "documents for you   "), []),
        (("and-more/    ", "and-more/ etc"), ["documents-"]),
        (("documents- ", "http://b.c/"), []),
        (("| 1 |", "| @ |"), []),
        (("http://example.com/  |", "http://example.com/ x|"), []),
        (("+", " "), []),
        (("|      | and", "       | and"), ["documents-", "and-more/"]),
        (("|      | and", "|        and"), ["documents-"]),
    ],
)
def test_what_goes_on_below(change: tuple[str, str], pieces: list[str]) -> None:
    assert rest(TABLE.replace(*change) if change[0] else TABLE) == pieces


@pytest.mark.parametrize(
    ("first", "second", "goes_on"),
    [
        ("http://a.b/cccccccccc", "ddd", True),
        ("http://a.b/ccccccccc ", "ddd", False),
        ("http://a.b/cccccccc- ", "ddd", True),
        ("http://a.b/ccccccc-  ", "d", False),
        ("http://a.b/ccccc     ", "/ddddddddd", True),
        ("http://a.b/ccccc     ", "/d", False),
        ("http://              ", "aaaaaaaaaaaaa.bbb", True),
        ("http://a.b/ccccccccc ", "dddd-eeee", False),
        ("http://a.b/ccccccccc_", "dddd", True),
        ("http://a.b/cccccccc~ ", "dddddddd", False),  # not everything that a URL goes on behind in a string
        ("http://a.b/cccccccc. ", "dddddddd", False),
    ],
)
def test_a_column_is_full_or_has_room(first: str, second: str, *, goes_on: bool) -> None:
    text = f"+--+-----------------------+\n|  | {first} |\n|  | {second:21} |\n|  | or not                |\n+--+---+"
    assert rest(text) == ([second] if goes_on else [])


def test_only_a_table_with_rules_has_cells_of_several_lines() -> None:
    assert rest("| a | http://example.com/a- |\n| b | c                     |\n") == []
    assert rest("see http://example.com/a- |\nb") == []

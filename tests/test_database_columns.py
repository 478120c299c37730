"""Columns of text on their way into DuckDB: what goes in comes out, whatever stands in it."""

from __future__ import annotations

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.database import BETWEEN_ITEMS, Columns, columns, unnest

ROWS = st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=8)


def read(parameters: dict[str, str]) -> list[tuple[str, str]]:
    sql = f"SELECT {unnest('key', 'url')}"
    return duckdb.execute(sql, parameters).fetchall()


def kept(text: str) -> str:
    """Give what is left of a text: lone surrogates and the separator itself become U+FFFD."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x1f", "\ufffd")


@given(st.lists(ROWS, min_size=1, max_size=4))
def test_pieces_come_back_as_rows(pieces: list[list[tuple[str, str]]]) -> None:
    rows = [row for piece in pieces for row in piece]
    gathered = Columns("key", "url")
    for piece in pieces:
        gathered.extend(*zip(*piece, strict=True))
    assert gathered.size == len(rows)
    expected = [(kept(key), kept(url)) for key, url in rows]
    assert read(gathered.take()) == expected
    assert read(columns(key=[key for key, _ in rows], url=[url for _, url in rows])) == expected


def test_what_was_taken_is_gone() -> None:
    gathered = Columns("key", "url")
    gathered.extend(["a"], ["b"])
    assert (gathered.size, gathered.characters) == (1, 4)
    assert gathered.take() == {"key": "a", "url": "b"}
    assert (gathered.size, gathered.characters) == (0, 0)
    gathered.extend(["c", "d"], ["", ""])
    assert read(gathered.take()) == [("c", ""), ("d", "")]


def test_a_column_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Columns("key", "url").extend(["a"])


def test_items_of_a_list_stay_in_their_value() -> None:
    gathered = Columns("key", "url")
    gathered.extend(["a"], [BETWEEN_ITEMS.join(["b", "c"])])
    assert read(gathered.take()) == [("a", "b\x1ec")]

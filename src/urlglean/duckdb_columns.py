"""Columns of text on their way into DuckDB, many rows at once, without a file.

Each column is one string with a separator between its values, which DuckDB splits: a microsecond or two a row.
Nothing but short rows of plain values goes well this way; `urlglean.duckdb_rows` is for all else.
"""

from __future__ import annotations

from collections.abc import Iterable

from urlglean.percent import scalar_text

__all__ = ["BETWEEN_ITEMS", "columns", "unnest"]

_SEPARATOR = "\x1f"
BETWEEN_ITEMS = "\x1e"
"""What stands between the items of a value that is a list."""


def unnest(*names: str) -> str:
    """Give the SQL of columns that are named parameters, as `columns` makes them: all of type VARCHAR.

    >>> unnest("url")
    'unnest(string_split($url, chr(31))) AS url'
    """
    return ", ".join(f"unnest(string_split(${name}, chr(31))) AS {name}" for name in names)


def columns(**values: Iterable[str]) -> dict[str, str]:
    """Give each column as one parameter; none may be empty. What can't be in text becomes U+FFFD."""
    return {name: _joined(list(column)) for name, column in values.items()}


def _joined(values: list[str]) -> str:
    text = _SEPARATOR.join(values)
    if text.count(_SEPARATOR) != len(values) - 1:
        text = _SEPARATOR.join(value.replace(_SEPARATOR, "\ufffd") for value in values)
    return scalar_text(text)

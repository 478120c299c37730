"""Columns of text on their way into DuckDB, many rows at once, without a file.

Each column is one string with a separator between its values, which DuckDB splits: a microsecond or two a row.
Nothing but short rows of plain values goes well this way; `urlglean.database` is for all else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from urlglean.uri.percent import scalar_text

__all__ = ["BETWEEN_ITEMS", "Columns", "columns", "unnest"]

_SEPARATOR = "\x1f"
BETWEEN_ITEMS = "\x1e"
"""What stands between the items of a value that is a list."""


def unnest(*names: str) -> str:
    """Give the SQL of columns that are named parameters, as `columns` makes them: all of type VARCHAR.

    >>> unnest("url")
    'unnest(string_split($url, chr(31))) AS url'
    """
    return ", ".join(f"unnest(string_split(${name}, chr(31))) AS {name}" for name in names)


class Columns:
    """Rows on their way that come some at a time: joined as they come, so that none is an object for long."""

    __slots__ = ("_pieces", "characters", "size")

    def __init__(self, *names: str) -> None:
        self._pieces: dict[str, list[str]] = {name: [] for name in names}
        self.size = 0
        """How many rows there are."""
        self.characters = 0
        """How many characters they have, separators included."""

    def extend(self, *values: Sequence[str]) -> None:
        """Take in rows, by their columns in order; at least one row, and each column as long as the others."""
        for pieces, column in zip(self._pieces.values(), values, strict=True):
            text = _joined(column)
            pieces.append(text)
            self.characters += len(text) + 1
        self.size += len(values[0])

    def take(self) -> dict[str, str]:
        """Give each column as one parameter, as `columns` does, and let go of the rows."""
        self.size = self.characters = 0
        taken = {name: _SEPARATOR.join(pieces) for name, pieces in self._pieces.items()}
        for pieces in self._pieces.values():
            pieces.clear()
        return taken


def columns(**values: Iterable[str]) -> dict[str, str]:
    """Give each column as one parameter; none may be empty. What can't be in text becomes U+FFFD."""
    return {name: _joined(list(column)) for name, column in values.items()}


def _joined(values: Sequence[str]) -> str:
    text = _SEPARATOR.join(values)
    if text.count(_SEPARATOR) != len(values) - 1:
        text = _SEPARATOR.join(value.replace(_SEPARATOR, "\ufffd") for value in values)
    return scalar_text(text)

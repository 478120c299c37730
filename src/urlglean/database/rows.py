"""Rows on their way into DuckDB, many at once, and names and strings as SQL writes them.

Row by row, DuckDB takes some hundred of them in a second. Two ways are fast, each where the other one is slow:

- `Batch`: rows of many columns of any type are written as JSON Lines and read from that file by ``read_json`` with its
  types given. It costs some 40 microseconds a row, most of them for writing the JSON, and memory for one row.
- `Columns`: a few columns of text are a parameter each, which SQL takes apart. Short rows take a third of the time that
  they do as JSON, and memory for all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from urlglean.uri.characters import scalar_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


__all__ = ["Batch", "Columns", "identifier", "literal"]

_LONG_ROW = 2048
_MEMORY, _TIMES = 64 << 20, 4
"""What DuckDB may take where rows have so many bytes: so much, and so many times what those have that are together."""
_LEAST_OBJECT = 1 << 20
"""The bytes that ``read_json`` has room for in one row, unless a longer one is there; it wants memory for some."""


def identifier(name: str) -> str:
    """Write a name as SQL does.

    >>> identifier("column")
    '"column"'
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """Write a string as SQL does.

    >>> literal("it's")
    "'it''s'"
    """
    return "'" + text.replace("'", "''") + "'"


_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


class Batch:
    """Rows of one table, gathered until they are many."""

    ROWS = 20_000
    CHARACTERS = 8 << 20
    """When it is full: at this many rows, or this much of them as JSON."""

    __slots__ = ("_columns", "_lines", "size")

    def __init__(self, types: Mapping[str, str]) -> None:
        self._columns = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in types.items())
        self._lines: list[str] = []
        self.size = 0

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def is_full(self) -> bool:
        """Whether it is time to load the rows."""
        return len(self._lines) >= self.ROWS or self.size >= self.CHARACTERS

    @staticmethod
    def line(row: Mapping[str, Any]) -> str:
        """Write a row, values of plain JSON types by the names of the columns, as a line of JSON.

        Lone surrogates (bytes that Python could not decode) become U+FFFD. A column that is not
        there is read as null: most rows need a third of their columns.

        >>> Batch.line({"url": "http://a/", "key": None, "line": 1})
        '{"url": "http://a/", "line": 1}'
        """
        return scalar_text(_encode({name: value for name, value in row.items() if value is not None}))

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in a row, as `line` does."""
        self.add_line(self.line(row))

    def add_line(self, line: str, **numbers: int) -> None:
        """Take in a row that `line` has written, with more columns that are integers, unless it has none itself."""
        if numbers:
            before = "".join([f'"{name}": {number}, ' for name, number in numbers.items()])
            line = f"{{{before}{line[1:]}"
        self._lines.append(line)
        self.size += len(line)

    def extend(self, other: Batch) -> None:
        """Take in the rows of another batch of the same table."""
        self._lines += other._lines
        self.size += other.size

    def clear(self) -> None:
        """Let go of the rows."""
        self._lines.clear()
        self.size = 0

    @staticmethod
    def give_room(connection: DuckDBPyConnection, size: int, of_row: int) -> None:
        """Let DuckDB take more memory for rows of ``size`` bytes together, where one has so many as to need it."""
        if of_row > _LONG_ROW:
            connection.execute(f"SET memory_limit = '{_MEMORY + _TIMES * size >> 10}KiB'")

    def load(self, connection: DuckDBPyConnection, table: str, file: Path) -> None:
        """Make a temporary table of the rows, by way of ``file``, and let go of them."""
        source = self._write(connection, file)
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {identifier(table)} AS FROM {source}")

    def insert(
        self,
        connection: DuckDBPyConnection,
        table: str,
        file: Path,
        *,
        before: str = "",
        rows: str = "FROM fresh",
        behind: str = "",
    ) -> None:
        """Insert the rows into a table, by way of ``file``, and let go of them.

        Statements before and behind that find them in the view ``fresh``; ``rows`` is the query that makes of it what
        is inserted.
        """
        if not self._lines:
            return
        # Each statement reads the file: of tables that a transaction has made and dropped, DuckDB keeps some.
        view = f"CREATE OR REPLACE TEMP VIEW fresh AS FROM {self._write(connection, file)}"
        for statement in (view, before, f"INSERT INTO {table} BY NAME {rows}", behind, "DROP VIEW fresh"):
            if statement:
                connection.execute(statement)

    def _write(self, connection: DuckDBPyConnection, file: Path) -> str:
        """Write the rows, and let go of them; give the SQL of a table function that reads them from where they are."""
        longest = 0
        with file.open("wb") as out:
            for line in self._lines:
                encoded = line.encode()
                longest = max(longest, len(encoded))
                out.write(encoded)
                out.write(b"\n")
        size = file.stat().st_size
        self.give_room(connection, size, size // max(1, len(self)))
        self.clear()  # DuckDB is to have the memory that they take
        room = max(_LEAST_OBJECT, longest + 16)
        return (
            f"read_json({literal(str(file.absolute()))}, format='newline_delimited', columns={{{self._columns}}},"
            f" maximum_object_size={room})"
        )


# Columns of text on their way into DuckDB, many rows at once, without a file.

_SEPARATOR = "\x1f"


class Columns:
    """Rows on their way into the database, joined as they come, so that none stays an object for long.

    Each column becomes one parameter of the name of the column; `unnest` makes rows of them again.
    """

    BETWEEN_ITEMS = "\x1e"
    """What stands between the items of a value that is a list."""

    __slots__ = ("_pieces", "characters", "size")

    @staticmethod
    def unnest(*names: str) -> str:
        """Give the SQL of columns that are parameters, all of type VARCHAR, and where they come from.

        >>> Columns.unnest("url")
        'unnest(string_split($url, mark)) AS url FROM (VALUES (chr(31))) AS apart(mark)'
        """
        # Were the mark a constant, DuckDB would split each column when it plans: a large object for each value.
        columns = ", ".join(f"unnest(string_split(${name}, mark)) AS {name}" for name in names)
        return f"{columns} FROM (VALUES (chr({ord(_SEPARATOR)}))) AS apart(mark)"

    @staticmethod
    def whole(**values: Iterable[str]) -> dict[str, str]:
        """Give columns that are there at once; none may be empty. What can't be in text becomes U+FFFD."""
        return {name: _joined(list(column)) for name, column in values.items()}

    def __init__(self, *names: str) -> None:
        self._pieces: dict[str, list[str]] = {name: [] for name in names}
        self.size = 0
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
        """Give the columns, and let go of the rows."""
        self.size = self.characters = 0
        taken = {name: _SEPARATOR.join(pieces) for name, pieces in self._pieces.items()}
        for pieces in self._pieces.values():
            pieces.clear()
        return taken


def _joined(values: Sequence[str]) -> str:
    text = _SEPARATOR.join(values)
    if text.count(_SEPARATOR) != len(values) - 1:
        text = _SEPARATOR.join(value.replace(_SEPARATOR, "\ufffd") for value in values)
    return scalar_text(text)

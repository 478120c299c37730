"""Rows on their way into DuckDB: the type of each column, and many rows at once.

Row by row, DuckDB takes some hundred of them in a second. What it reads fast is files: a batch of rows is
written as JSON Lines and read by ``read_json`` with its types given, which costs some 40 microseconds a row, most
of them for writing the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from urlglean.percent import scalar_text

__all__ = ["ROW_TYPES", "Batch", "identifier", "literal"]

ROW_TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("url", "key", "text", "raw", "source", "part"), "VARCHAR"),
        "line": "BIGINT",
        "column": "BIGINT",
        "spans": "BIGINT[][]",
        "delimiter": "VARCHAR",
        "alternatives": "VARCHAR[]",
        "notes": "VARCHAR[]",
        **dict.fromkeys(("base", "base_rule", "base_source"), "VARCHAR"),
        **dict.fromkeys(("element", "attribute", "rel", "kind", "anchor"), "VARCHAR"),
        "inert": "BOOLEAN",
        "message_id": "VARCHAR",
        "date": "TIMESTAMP",
        **dict.fromkeys(("sender", "subject", "list_id"), "VARCHAR"),
        "offset": "BIGINT",
        "quote_depth": "INTEGER",
        "region": "VARCHAR",
        "mention": "VARCHAR",
        "redirect_chain": "VARCHAR[]",
    }
)
"""The SQL type of each column of the row schema, in order. Dates are in UTC."""

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


class Batch:
    """Rows of one table, gathered until they are many."""

    __slots__ = ("_columns", "_encode", "_lines", "size")

    def __init__(self, types: Mapping[str, str]) -> None:
        self._columns = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in types.items())
        self._encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
        self._lines: list[str] = []
        self.size = 0
        """How many characters the rows have as JSON: what they take in memory, more or less."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._lines)

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in a row: values of plain JSON types by the names of the columns."""
        # A column that is not there is read as null: most rows need a third of their columns.
        line = self._encode({name: value for name, value in row.items() if value is not None})
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

    def write(self, file: Path) -> str:
        """Write the rows into ``file``; give the SQL of a table function that reads them from there.

        Lone surrogates, which are what Python makes of bytes that are no text, become U+FFFD.
        """
        longest = 0
        with file.open("wb") as out:
            for line in self._lines:
                encoded = scalar_text(line).encode()
                longest = max(longest, len(encoded))
                out.write(encoded + b"\n")
        room = max(_LEAST_OBJECT, longest + 16)
        return (
            f"read_json({literal(str(file))}, format='newline_delimited', columns={{{self._columns}}},"
            f" maximum_object_size={room})"
        )

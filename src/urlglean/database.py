"""Rows on their way into DuckDB: the type of each column, and many rows at once.

Row by row, DuckDB takes some hundred of them in a second. What it reads fast is files: a batch of rows is
written as JSON Lines and read by ``read_json`` with its types given, which costs some 40 microseconds a row, most
of them for writing the JSON.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from urlglean.errors import StoreError, StoreWriteError
from urlglean.uri.characters import scalar_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


__all__ = [
    "BETWEEN_ITEMS",
    "CHARACTERS_AT_ONCE",
    "CONFIGURATION",
    "ROWS_AT_ONCE",
    "ROW_TYPES",
    "Batch",
    "Columns",
    "as_line",
    "check_place",
    "columns",
    "identifier",
    "is_in_use",
    "is_unmade",
    "literal",
    "names_what_is_open",
    "unnest",
    "unopened",
    "with_numbers",
]


ROWS_AT_ONCE = 20_000
CHARACTERS_AT_ONCE = 32 << 20
"""When a batch is full: at this many rows, or this much of them as JSON."""

CONFIGURATION: Mapping[str, Any] = MappingProxyType(
    {
        "autoinstall_known_extensions": False,  # no network; all that is needed comes with duckdb
        "autoload_known_extensions": False,
        "memory_limit": "128MB",  # what DuckDB needs beyond, it keeps in a folder beside its file meanwhile
        "threads": 2,
    }
)
"""How DuckDB is opened where rows are put into it."""

_MEMORY_FOR_LONG_ROWS = "1GB"
"""A row is read in one piece, and takes a multiple of its length."""

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


_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def as_line(row: Mapping[str, Any]) -> str:
    """Write a row, values of plain JSON types by the names of the columns, as a line of JSON.

    Lone surrogates, which are what Python makes of bytes that are no text, become U+FFFD. A column that is not
    there is read as null: most rows need a third of their columns.

    >>> as_line({"url": "http://a/", "key": None, "line": 1})
    '{"url": "http://a/", "line": 1}'
    """
    return scalar_text(_encode({name: value for name, value in row.items() if value is not None}))


def with_numbers(line: str, **numbers: int) -> str:
    """Put columns that are integers before those of a line, which has some.

    >>> with_numbers('{"url": "http://a/"}', id=1)
    '{"id": 1, "url": "http://a/"}'
    """
    before = "".join([f'"{name}": {number}, ' for name, number in numbers.items()])
    return f"{{{before}{line[1:]}"


class Batch:
    """Rows of one table, gathered until they are many."""

    __slots__ = ("_columns", "_lines", "size")

    def __init__(self, types: Mapping[str, str]) -> None:
        self._columns = ", ".join(f"{literal(name)}: {literal(kind)}" for name, kind in types.items())
        self._lines: list[str] = []
        self.size = 0
        """How many characters the rows have as JSON: what they take in memory, more or less."""

    def __len__(self) -> int:
        """Count the rows."""
        return len(self._lines)

    @property
    def is_full(self) -> bool:
        """Whether it is time to load the rows."""
        return len(self._lines) >= ROWS_AT_ONCE or self.size >= CHARACTERS_AT_ONCE

    def add(self, row: Mapping[str, Any]) -> None:
        """Take in a row: values of plain JSON types by the names of the columns."""
        self.add_line(as_line(row))

    def add_line(self, line: str) -> None:
        """Take in a row that `as_line` has written."""
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

    def load(self, connection: DuckDBPyConnection, table: str, file: Path) -> None:
        """Make a temporary table of the rows, by way of ``file``."""
        source = self._write(file)
        if file.stat().st_size > CHARACTERS_AT_ONCE:
            connection.execute(f"SET memory_limit = {literal(_MEMORY_FOR_LONG_ROWS)}")
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {identifier(table)} AS FROM {source}")

    def _write(self, file: Path) -> str:
        """Write the rows; give the SQL of a table function that reads them from where they are."""
        longest = 0
        with file.open("wb") as out:
            for line in self._lines:
                encoded = line.encode()
                longest = max(longest, len(encoded))
                out.write(encoded + b"\n")
        room = max(_LEAST_OBJECT, longest + 16)
        return (
            f"read_json({literal(str(file))}, format='newline_delimited', columns={{{self._columns}}},"
            f" maximum_object_size={room})"
        )


# Columns of text on their way into DuckDB, many rows at once, without a file.

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


# Where a DuckDB file can be made or opened, and what is in its way.


def check_place(path: Path) -> None:
    """See whether a path is that of a regular file, or of none in a folder that is there.

    DuckDB, and who renames a new file onto this name, would put a file in the place of a device or a pipe.

    Raises:
        StoreError: It is neither; the message begins with the path.

    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        if path.is_symlink():
            raise StoreError(
                f"{path}: a broken link: {path.readlink()} does not exist; name another file"
            ) from None
        if not path.parent.is_dir():
            raise StoreError(
                f"{path}: there is no folder {path.parent}; make it first, or name another file"
            ) from None
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise StoreError(f"{path}: cannot be made: {os.strerror(errno.EACCES)}") from error
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: cannot be opened: {getattr(error, 'strerror', None) or error}") from None
    else:
        if not stat.S_ISREG(mode) or names_what_is_open(path):
            raise StoreError(f"{path}: no regular file, which alone can hold a database; name another file")


def names_what_is_open(path: Path) -> bool:
    """Tell whether a name (``/dev/stdout``, ``/dev/fd/3``) stands for a file that is open already, by another name.

    >>> names_what_is_open(Path("/dev/stdout")), names_what_is_open(Path("/dev/shm/x"))
    (True, False)
    """
    folders = path.absolute().parents
    return str(folders[0]) in {"/dev", "/dev/fd"} or Path("/proc") in folders


def is_unmade(path: Path) -> bool:
    """Tell whether there is no file yet, or an empty one."""
    return not path.exists() or path.stat().st_size == 0


def is_in_use(message: str) -> bool:
    """Tell whether DuckDB says that another process has a file open."""
    return "Conflicting lock" in message or "being used by another process" in message


def unopened(path: Path, message: str, why: str) -> StoreError:
    """Give the error for a file that cannot be opened or made: ``message`` is DuckDB's, ``why`` says it to a user.

    What is not the fault of who named it (the disk is full, say) is a `StoreWriteError`.
    """
    reason = message.strip().rpartition('": ')[2]  # behind the name of the file
    if "Could not write file" in message:
        return StoreWriteError(f"{path}: cannot be written: {reason}")
    if "Cannot open file" in message and not is_in_use(message):
        return StoreError(f"{path}: cannot be opened: {reason}")
    return StoreError(f"{path}: {why}")

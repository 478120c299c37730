"""The file of a store: opened, made where there is none, refused where it is something else.

Every `StoreError` names it as the user did, and says what to do next.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from urlglean.database import DatabaseKind
from urlglean.errors import StoreError
from urlglean.store.tables import STORE_VERSION, schema

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_STORE = DatabaseKind(
    "this store",
    foreign="this is no DuckDB file, so it is no store; name another file for the URLs",
    damaged="remove it and read the inputs again, or name another file",
    columns=frozenset({"store.version", "store.rung"}),
)


def open_file(path: Path, rung: str) -> DuckDBPyConnection:
    """Open a store, having made it where it is not there; raise `StoreError` where that cannot be."""

    def fill(connection: DuckDBPyConnection) -> None:
        for statement in schema(rung):
            connection.execute(statement)

    return _STORE.open(path, fill, lambda connection: _check(connection, path, rung))


def _check(connection: DuckDBPyConnection, path: Path, rung: str) -> None:
    """Raise `StoreError` unless the file is a store of this version and rung."""
    is_store = _STORE.is_one(connection)
    found = connection.execute("SELECT version, rung FROM store").fetchall() if is_store else []
    if not found:
        message = "a DuckDB file, but none that urlglean made; name another file for the URLs"
        raise StoreError(f"{path}: {message}")
    version, own = found[0]
    if version != STORE_VERSION:
        message = f"a store of version {version}, but this urlglean knows version {STORE_VERSION} only"
        raise StoreError(f"{path}: {message}; name another file, and read the inputs again")
    if own != rung:
        raise StoreError(f"{path}: its keys are of the rung {own}; use --rung {own}, or name another file")

"""The file of a store: opened, made where it is not there, refused where it is none or another's.

What a user calls the file is in every `StoreError`, which says what to do next.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from urlglean.database import CONFIGURATION, check_place, is_in_use, is_unmade, unopened
from urlglean.errors import StoreError, StoreWriteError
from urlglean.store.tables import STORE_VERSION, schema

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["open_file"]

_WAL = ".wal"
_IN_USE = "has this store open"


def open_file(path: Path, rung: str) -> DuckDBPyConnection:
    """Open a store, having made it where it is not there; raise `StoreError` where that cannot be."""
    check_place(path)
    try:
        if is_unmade(path):
            _make(path, rung)
        connection = _connected(path, path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be opened: {error.strerror or error}") from None
    try:
        _check(connection, path, rung)
    except StoreError:
        connection.close()
        raise
    return connection


def _connected(file: Path, path: Path) -> DuckDBPyConnection:
    """Open a DuckDB file; ``path`` is what a user calls it."""
    import duckdb

    try:
        return duckdb.connect(file, config=dict(CONFIGURATION))
    except duckdb.Error as error:
        raise unopened(path, str(error), _why(str(error))) from None


def _why(message: str) -> str:
    """Say what is wrong with a file in the words of a user, not of DuckDB."""
    if is_in_use(message):
        holder = message.partition("(PID ")[2].partition(")")[0]
        who = f"process {holder}" if holder else "another process"
        return f"{who} {_IN_USE}; wait for it to end, or name another file"
    if "not a valid DuckDB database" in message:
        return "this is no DuckDB file, so it is no store; name another file for the URLs"
    reason = message.strip().splitlines()[0].rpartition('": ')[2]  # behind the path in quotation marks
    if "Corrupt" in reason or "attempted to read" in reason:
        return f"this store is damaged ({reason}); remove it and read the inputs again, or name another file"
    return f"cannot be opened: {reason}"


def _make(path: Path, rung: str) -> None:
    """Make an empty store under another name and give it its own at the end: there is never half a store.

    Under that name it is locked, so that of two runs that begin at once one is refused and takes nothing of the
    other's away.
    """
    import duckdb

    target = path.resolve()  # a link stays one
    new = target.with_name(f".{target.name}.new")
    connection = _connected_anew(new, path)
    try:
        if is_unmade(target):  # nor has another run made it meanwhile
            target.with_name(target.name + _WAL).unlink(missing_ok=True)  # of a store that was removed
            connection.begin()
            for statement in schema(rung):
                connection.execute(statement)
            connection.commit()
            connection.execute("CHECKPOINT")
            if os.name == "nt":  # which renames no file that is open
                connection.close()
            new.replace(target)
    except duckdb.Error as error:
        connection.close()
        _remove(new)
        raise unopened(path, str(error), _why(str(error))) from None
    finally:
        if os.name == "nt":
            connection.close()
        new.unlink(missing_ok=True)
        connection.close()


def _connected_anew(new: Path, path: Path) -> DuckDBPyConnection:
    """Open a new DuckDB file, or what a run that was killed has left of one; ``path`` is what a user calls it."""
    try:
        connection = _connected(new, path)
        if not connection.execute("FROM duckdb_tables()").fetchall():
            return connection
        connection.close()
    except StoreError as error:
        if _IN_USE in str(error):
            raise
    _remove(new)
    try:
        return _connected(new, path)
    except StoreWriteError:
        _remove(new)
        raise


def _remove(new: Path) -> None:
    for left in (new, new.with_name(new.name + _WAL)):
        left.unlink(missing_ok=True)


def _check(connection: DuckDBPyConnection, path: Path, rung: str) -> None:
    """Raise `StoreError` unless the file is a store of this version and rung."""
    import duckdb

    try:
        found = connection.execute("SELECT version, rung FROM store").fetchall()
    except duckdb.Error:
        message = "a DuckDB file, but none that urlglean made; name another file for the URLs"
        raise StoreError(f"{path}: {message}") from None
    version, own = found[0]
    if version != STORE_VERSION:
        message = f"a store of version {version}, but this urlglean knows version {STORE_VERSION} only"
        raise StoreError(f"{path}: {message}; name another file, and read the inputs again")
    if own != rung:
        raise StoreError(f"{path}: its keys are of the rung {own}; use --rung {own}, or name another file")

"""A DuckDB file: where it can be made or opened, what is in its way, and what DuckDB says when it fails."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from urlglean.errors import StoreError, StoreWriteError, is_interrupt
from urlglean.uri.characters import scalar_text

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


__all__ = ["DatabaseKind", "names_what_is_open", "temporary_database", "told"]

_CONFIGURATION: Mapping[str, Any] = {
    "memory_limit": "64MB",  # what DuckDB needs beyond, it keeps in a folder beside its file meanwhile
    "threads": 2,
}
"""How DuckDB is opened where rows are put into it."""
_OFFLINE: Mapping[str, Any] = {"autoinstall_known_extensions": False, "autoload_known_extensions": False}
"""No network: all that is needed comes with it."""
_LIMITED: Mapping[str, Any] = {"async_threads": 0}
"""What else is said where the process may not address all it likes: each thread takes 72 MB of that for itself."""
_LEAST_ROOM, _LEAST_ROOM_LOADED = 300 << 20, 128 << 20
"""How many bytes are to be left then, before DuckDB is loaded and after; with less, its threads end the process."""
_OUT_OF_MEMORY = "bad allocation"
_OUT_OF_ROOM = "failed to offload"
"""What DuckDB says where the system has no more memory, and where the disk has no room for what it keeps in none."""


def names_what_is_open(path: Path) -> bool:
    """Tell whether a name (``/dev/stdout``, ``/dev/fd/3``) stands for a file that is open already, by another name.

    >>> names_what_is_open(Path("/dev/stdout")), names_what_is_open(Path("/dev/shm/x"))
    (True, False)
    """
    folders = path.absolute().parents
    return str(folders[0]) in {"/dev", "/dev/fd"} or Path("/proc") in folders


_IN_USE = ("Conflicting lock", "being used by another process")
_FOREIGN = ("not a valid DuckDB", "not a DuckDB")
_DAMAGED = ("Corrupt", "attempted to read")
"""What DuckDB says of a file that another process has open, of one that is none of its own, and of a broken one."""
_UNWRITTEN = "Could not write file"
"""What it says of one that cannot be written, before the name of the file and the reason."""
_WAL = ".wal"
"""What DuckDB puts behind the name of a database, for the file of what is not in it yet."""
_NEW = ".{}.new"
"""What a database is called until it is made."""


@dataclass(frozen=True, slots=True)
class DatabaseKind:
    """What a database file is for, in the words that a user reads where it cannot be made or opened."""

    name: str
    """What the file is (``this store``)."""
    foreign: str
    """What is said of a file that is no database."""
    damaged: str = "name another file"
    """What to do where it is damaged."""
    columns: frozenset[str] = frozenset()
    """Columns that every version of it has, with their tables (``store.version``)."""
    table: str = ""
    """The table whose one row says what it is: its version first."""
    version: int = 0
    """The version that can be used."""
    other: str = ""
    """What is said of a database that is another one."""
    outdated: str = ""
    """What is said of one of another version: the first number is its own, the second one this."""
    BATCH: ClassVar[str] = ".batch"
    """What is put behind the name of a database, for the file by way of which a `Batch` gets into it."""

    @staticmethod
    def names(name: str) -> tuple[str, ...]:
        """Give the names of a database file, and of those that come and go beside it.

        >>> DatabaseKind.names("a.duckdb")[1:]
        ('a.duckdb.wal', 'a.duckdb.batch', '.a.duckdb.new', '.a.duckdb.new.wal')
        """
        new = _NEW.format(name)
        return name, f"{name}{_WAL}", f"{name}{DatabaseKind.BATCH}", new, f"{new}{_WAL}"

    @staticmethod
    def remove_empty_log(path: Path) -> None:
        """Remove the log of a database that is about to be closed where nothing is in it: a full disk has left it."""
        log = path.with_name(path.name + _WAL)
        with suppress(OSError):  # mostly, there is none
            if not log.stat().st_size:
                log.unlink()

    @staticmethod
    def check_place(path: Path) -> None:
        """See whether a path is that of a regular file, or of none in a folder that is there.

        DuckDB, and who renames a new file onto this name, would put a file in the place of a device or a pipe.

        Raises `StoreError` where it is neither, or DuckDB takes no such name; the message begins with the path.
        """
        whole = str(path.absolute())
        if scalar_text(whole) != whole:
            raise StoreError(f"{path}: DuckDB opens no file whose path is not UTF-8; name another one")
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
            raise StoreError(
                f"{path}: cannot be opened: {getattr(error, 'strerror', None) or error}"
            ) from None
        else:
            if not stat.S_ISREG(mode) or names_what_is_open(path):
                raise StoreError(
                    f"{path}: no regular file, which alone can hold a database; name another file"
                )

    @contextmanager
    def opening(self, path: Path) -> Iterator[None]:
        """Tell why a database cannot be opened or made; ``path`` is what a user calls it.

        Raises:
            StoreError: It cannot. What is not the fault of who named it (the disk is full, say) is a `StoreWriteError`.

        """
        _load()
        import duckdb

        try:
            yield
        except duckdb.Error as error:
            message = str(error)
            reason = message.strip().rpartition('": ')[2]  # behind the name of the file
            if _UNWRITTEN in message:
                raise StoreWriteError(f"{path}: cannot be written: {reason}") from None
            if "Cannot open file" in message and not _is_in_use(message):
                raise StoreError(f"{path}: cannot be opened: {reason}") from None
            raise StoreError(f"{path}: {self._why_not(message)}") from None

    def open(
        self,
        path: Path,
        fill: Callable[[DuckDBPyConnection], object],
        check: Callable[[DuckDBPyConnection], object],
    ) -> DuckDBPyConnection:
        """Open a database, made by ``fill`` where there is none; ``check`` raises where it is another one.

        Raises `StoreError` where it cannot be opened or made, or is refused.
        """
        self.check_place(path)
        self.make(path, fill)
        with self.opening(path):
            connection = _connected(path)
        try:
            with self.opening(path):
                check(connection)
        except StoreError:
            connection.close()
            raise
        _remove_spilt(path)
        return connection

    def about(
        self, connection: DuckDBPyConnection, path: Path, *, database: str | None = None
    ) -> tuple[Any, ...]:
        """Give what the database that was opened, or one attached to it, says of itself behind its version.

        Raises `StoreError` where it is something else, or of another version; ``path`` is what a user calls it.
        """
        found = connection.execute(
            """SELECT table_name || '.' || column_name FROM duckdb_columns()
            WHERE database_name = coalesce($database, current_database()) AND schema_name = 'main'""",
            {"database": database},
        ).fetchall()
        row = None
        if self.columns <= {name for (name,) in found}:
            table = f"{database}.{self.table}" if database else self.table
            row = connection.execute(f"FROM {table}").fetchone()
        if row is None:
            raise StoreError(f"{path}: a DuckDB file, but {self.other}")
        version, *rest = row
        if version != self.version:
            raise StoreError(f"{path}: {self.outdated.format(version, self.version)}")
        return tuple(rest)

    def make(self, path: Path, fill: Callable[[DuckDBPyConnection], object]) -> bool:
        """Make a database, if there is none yet, under another name and give it its own at the end: never half of one.

        Under that name it is locked, so that of two runs that begin at once one is refused and takes nothing of the
        other's away. Tells whether it was made.

        Raises `StoreError` where it cannot be made.
        """
        try:
            return _is_unmade(path) and self._make(path, fill)
        except OSError as error:
            raise StoreError(f"{path}: cannot be made: {error.strerror or error}") from None

    def _make(self, path: Path, fill: Callable[[DuckDBPyConnection], object]) -> bool:
        target = path.resolve()  # a link stays one
        new = target.with_name(_NEW.format(target.name))
        connection = None
        try:
            with _interrupts_held():
                connection = self._connected_anew(new, path)
            if is_unmade := _is_unmade(target):  # nor has another run made it meanwhile
                target.with_name(target.name + _WAL).unlink(missing_ok=True)  # of one that was removed
                with self.opening(path):
                    connection.begin()
                    fill(connection)
                    connection.commit()
                    connection.execute("CHECKPOINT")  # which fails on a full disk; closing it says nothing
                if os.name == "nt":  # which renames no file that is open
                    connection.close()
                new.replace(target)
        except StoreError:
            if connection is not None:  # else it is another run's
                connection.close()
                _remove(new)
            raise
        else:
            return is_unmade
        finally:
            if connection is not None:
                if os.name == "nt":
                    connection.close()
                new.unlink(missing_ok=True)
                connection.close()

    def _connected_anew(self, new: Path, path: Path) -> DuckDBPyConnection:
        """Open a new database, or what a run that was killed has left of one; ``path`` is what a user calls it."""
        _load()
        import duckdb

        try:
            connection = _connected(new)
            if not connection.execute("FROM duckdb_tables()").fetchall():
                return connection
            connection.close()
        except duckdb.Error as error:
            if _is_in_use(str(error)):
                with self.opening(path):
                    raise
        _remove(new)
        try:
            with self.opening(path):
                return _connected(new)
        except StoreWriteError:
            _remove(new)
            raise

    def _why_not(self, message: str) -> str:
        """Say what is wrong with a file; ``message`` is what DuckDB says of it."""
        if _is_in_use(message):
            holder = message.partition("(PID ")[2].partition(")")[0]
            who = f"process {holder}" if holder else "another process"
            return f"{who} has {self.name} open; wait for it to end, or name another file"
        if any(words in message for words in _FOREIGN):
            return self.foreign
        reason = message.strip().splitlines()[0].rpartition('": ')[2]  # behind the path in quotation marks
        if any(words in reason for words in _DAMAGED):
            return f"{self.name} is damaged ({reason}); {self.damaged}"
        return f"cannot be opened: {reason}"


@contextmanager
def told(
    place: Path | str, *, hint: str = "", beside: Path | None = None, older: Path | None = None
) -> Iterator[None]:
    """Tell what goes wrong while a database is written or read, and of Ctrl-C what it is.

    Args:
        place: What a user knows it by.
        hint: What can be done about it, if it is not plain.
        beside: A folder whose files are written to as well: what DuckDB says of them is for who is around this block.
        older: A file that is read as well, and is what is damaged, if anything is; None where it is the place itself.

    Raises:
        StoreWriteError: It cannot be written.
        StoreError: It is damaged.

    """
    _load()
    import duckdb

    try:
        yield
    except RuntimeError as error:
        if not is_interrupt(error):
            raise
        raise KeyboardInterrupt from None
    except duckdb.ProgrammingError:
        raise
    except (duckdb.Error, OSError) as error:
        why = getattr(error, "strerror", None) or str(error).strip().splitlines()[0]
        if beside is not None:
            if str(beside) in why:
                raise
            why = why.rpartition(": ")[2]
        if _UNWRITTEN in why:
            why = why.rpartition('": ')[2]  # behind the name of a file that DuckDB has beside this one
        if any(words in why for words in _DAMAGED):
            raise StoreError(
                f"{older or place}: is damaged ({why}); remove it, or name another file"
            ) from error
        if _OUT_OF_MEMORY in why:
            why, hint = "out of memory (`ulimit -v`, or the machine, allows no more)", ""
        if _OUT_OF_ROOM in why:
            why = f"{os.strerror(errno.ENOSPC)} for what does not fit into memory"
        raise StoreWriteError(f"{place}: cannot be written: {why}{hint and f' ({hint})'}") from error


def _connected(file: Path, config: Mapping[str, Any] = _CONFIGURATION) -> DuckDBPyConnection:
    """Open a DuckDB file, made where there is none; `DatabaseKind.opening` tells what is wrong with it.

    Raises `StoreWriteError` where there is too little memory.
    """
    _load()
    import duckdb

    _require_room()
    limited = {} if _most_memory() is None else _LIMITED
    # By its whole path: alone, a name may mean another place (``~x``), another kind of database (``md:x``) or none.
    return duckdb.connect(file.absolute(), config={**_OFFLINE, **limited, **config})


def _remove_spilt(path: Path) -> None:
    """Take away what a process that was killed has moved out of memory: who has a database open is alone with it."""
    folder = path.with_name(f"{path.name}.tmp")
    for left in folder.glob("duckdb_temp_*"):
        left.unlink(missing_ok=True)
    with suppress(OSError):  # there is none, or it holds what is somebody else's
        folder.rmdir()


@contextmanager
def temporary_database(
    config: Mapping[str, Any] = _CONFIGURATION,
) -> Iterator[tuple[DuckDBPyConnection, Path]]:
    """Give a new database and the folder that it is in: both are gone at the end, whenever Ctrl-C comes.

    Raises `StoreWriteError` where there is too little memory.
    """
    from tempfile import TemporaryDirectory

    folder = None
    try:
        with _interrupts_held():
            # Its files are still open where a run ends by an exception on Windows.
            folder = TemporaryDirectory(ignore_cleanup_errors=True)
        with _connected(Path(folder.name, "rows.duckdb"), config) as connection:
            yield connection, Path(folder.name)
    finally:
        if folder is not None:
            folder.cleanup()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let an interrupt, and what tells this process to end, wait until the end of the block."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    came: list[int] = []
    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def _load() -> None:
    """Import DuckDB, whose own start ends the process with a dump of memory where it is interrupted.

    Raises `StoreWriteError` where there is too little memory.
    """
    if "duckdb" not in sys.modules:
        _require_room()
        with _interrupts_held():
            import duckdb  # noqa: F401  (loaded here, used elsewhere)


def _most_memory() -> int | None:
    """Give how many bytes this process may address (``ulimit -v``); None where nothing bounds them."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def _require_room() -> None:
    """Raise `StoreWriteError` where this process may address too little more memory to load and open a database."""
    limit = _most_memory()
    if limit is None:
        return
    import resource

    try:
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux
        used = 0
    least = _LEAST_ROOM_LOADED if "duckdb" in sys.modules else _LEAST_ROOM
    if limit - used < least:
        left = max(0, limit - used) >> 20
        message = f"a database needs {least >> 20} MiB more, and `ulimit -v` leaves {left} MiB"
        raise StoreWriteError(f"out of memory: {message}")


def _remove(new: Path) -> None:
    for left in (new, new.with_name(new.name + _WAL)):
        left.unlink(missing_ok=True)


def _is_unmade(path: Path) -> bool:
    """Tell whether there is no file yet, or an empty one."""
    return not path.exists() or path.stat().st_size == 0


def _is_in_use(message: str) -> bool:
    """Tell whether DuckDB says that another process has a file open."""
    return any(words in message for words in _IN_USE)

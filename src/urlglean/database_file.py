"""Where a DuckDB file can be made or opened, and what is in its way."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from urlglean.errors import StoreError, StoreWriteError

__all__ = ["check_place", "is_in_use", "is_unmade", "names_what_is_open", "unopened"]


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

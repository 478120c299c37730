"""What a file is known by, so that the next run knows it again, and whether it is as it was."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

from urlglean.document import STDIN
from urlglean.inputs.files import why_unread
from urlglean.reports import Problem

__all__ = ["FileIdentity", "identify", "name_text"]

_FLAGS = re.compile("[:;!]2,")
"""What the flags of a Maildir's message begin with: a colon, or what stands for one where no name can have it."""


class FileIdentity(NamedTuple):
    """A file as it is now."""

    path: str
    size: int
    modified_ns: int


def identify(name: str) -> FileIdentity | Problem:
    """Look at a file; a Problem where it is none that can be known again."""
    if name == STDIN:
        return Problem(
            name, "standard input has no name to know it again by: save it in a file to store its URLs"
        )
    try:
        found = os.stat(name)  # noqa: PTH116  (any name, NUL too)
    except (OSError, ValueError) as error:
        return Problem(name, why_unread(name, error))
    if not stat.S_ISREG(found.st_mode):
        return Problem(name, "no regular file, which could be known again: save it in one to store its URLs")
    return FileIdentity(name_text(_path_of(Path(name))), found.st_size, found.st_mtime_ns)


def _path_of(path: Path) -> str:
    """Give what a file is known by: where it is. A Maildir's message moves, and is renamed with its flags."""
    path = Path(os.path.abspath(path))  # noqa: PTH100  (links stay what they are called)
    if path.parent.name in {"cur", "new"} and (path.parent.parent / "tmp").is_dir():
        return str(path.parent.parent / _FLAGS.split(path.name)[0])
    return str(path)


def name_text(name: str) -> str:
    """Give a file name as a text, what is none in it as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")

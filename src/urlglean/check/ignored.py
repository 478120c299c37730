"""Files that nobody wants checked: those of ``.gitignore`` in a repository, and of ``.urlgleanignore`` anywhere.

The patterns, and how a file in a deeper folder takes back what one above it says, are Git's (gitignore(5)).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from urlglean.check.tree import Nearest, holding, text_of, upwards
from urlglean.errors import InputError

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

_OWN = ".urlgleanignore"
_OF_GIT = ".gitignore"
_EXCLUDED = os.path.join(".git", "info", "exclude")  # noqa: PTH118


class Ignored:
    """Tells which files and folders are left out; a folder's files of patterns are read when it is first met."""

    def __init__(self) -> None:
        self._specs: dict[str, GitIgnoreSpec | None] = {}
        self._repository = Nearest(holding(".git"))

    def __call__(self, path: str, is_folder: bool) -> bool:  # noqa: FBT001  (called for each of many entries)
        """Tell whether a file or folder is left out.

        Raises:
            InputError: There are patterns, and nothing to read them with.

        """
        path = os.path.abspath(path)  # noqa: PTH100
        folder = os.path.dirname(path)  # noqa: PTH120
        repository = self._repository(folder)
        for one in upwards(folder):
            spec = self._spec(one, in_repository=repository is not None)
            if spec is not None:
                relative = os.path.relpath(path, one).replace(os.sep, "/") + ("/" * is_folder)
                said = spec.check_file(relative).include
                if said is not None:
                    return said
            if one == repository:
                break
        return False

    def _spec(self, folder: str, *, in_repository: bool) -> GitIgnoreSpec | None:
        """Give the patterns that stand in a folder; None where there are none."""
        if folder not in self._specs:
            names = (_EXCLUDED, _OF_GIT, _OWN) if in_repository else (_OWN,)
            lines = [line for name in names for line in text_of(os.path.join(folder, name)).splitlines()]  # noqa: PTH118
            self._specs[folder] = _compiled(lines) if lines else None
        return self._specs[folder]


def _compiled(lines: list[str]) -> GitIgnoreSpec:
    try:
        from pathspec import GitIgnoreSpec
    except ImportError:
        message = (
            "heeding .gitignore and .urlgleanignore needs the package pathspec: pip install 'urlglean[check]'"
        )
        raise InputError(f"{message}; --no-ignore reads all files") from None
    return GitIgnoreSpec.from_lines(lines)

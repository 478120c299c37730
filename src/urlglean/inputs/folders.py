"""Paths to the names of files: folders are walked, links followed; what is no file and should be is a Problem."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from urlglean.document import STDIN
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

__all__ = ["Choice"]

_DROPPINGS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""What desktops leave in folders; nobody means them to be read."""
_OF_MAIL_PROGRAMS = lazy_re(
    r"dovecot[.-].*|courierimap.*|maildir(?:size|folder)|\.mh_sequences|\.xmhcache|.*\.msf", re.DOTALL
)
"""Indexes and lists that mail programs keep beside the mail; what is in them is in the mail."""
_MAILDIR = ("cur", "new", "tmp")
_Identity = tuple[int, int]
"""A device and an inode: what a folder is, whatever it is called."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which files of a folder are read, by their names; those that are named themselves always are."""

    only: tuple[re.Pattern[str], ...] = ()
    """A file's name matches one of these, if there are any."""
    skipped: tuple[re.Pattern[str], ...] = ()
    """No name of a file or folder matches one of these."""
    leaves_out: Callable[[str, bool], bool] | None = None
    """Takes a path, and whether it is a folder, and tells whether to leave it out; None to leave out none."""

    def skips(self, name: str) -> bool:
        """Tell whether a file or folder of this name is left out, with all that is in it."""
        return any(pattern.fullmatch(name) for pattern in self.skipped)

    def wants(self, name: str) -> bool:
        """Tell whether a file of this name is among those that are asked for."""
        return not self.only or any(pattern.fullmatch(name) for pattern in self.only)

    def reads_below(self, steps: Sequence[str]) -> bool:
        """Tell whether a walk comes to a file, by the names from the folder that was named down to its own.

        For who knows no more than these of a folder elsewhere: one is a Maildir by the name below it.
        """
        hidden = (step.startswith(".") and below not in _MAILDIR for step, below in pairwise(steps))
        is_left_out = any(hidden) or any(map(self.skips, steps)) or _is_of_programs(steps[-1])
        return not is_left_out and self.wants(steps[-1])

    def files(self, paths: Iterable[str | os.PathLike[str]]) -> Iterator[str | Problem]:
        """Yield the name of every file of the paths, folders walked in order of their names.

        A folder whose name begins with a dot is left out unless it is named itself or is a Maildir's. Links to
        files and folders are followed, each folder is entered once; a loop, a dangling link, a device, a socket
        or a pipe met on the way is a Problem. A file, a pipe or a device that is named itself is always read;
        of what is in folders, those that are wanted.
        """
        for path in paths:
            name = os.fsdecode(path)
            try:
                is_folder = name != STDIN and stat.S_ISDIR(os.stat(name).st_mode)  # noqa: PTH116  (any name, NUL too)
            except (OSError, ValueError):
                is_folder = False  # opening it will say why it cannot be read
            if is_folder:
                yield from _FolderWalk(name, self)
            else:
                yield name


class _FolderWalk:
    """One walk through a folder; a stack of its own, because folders can be nested deeper than calls."""

    def __init__(self, root: str, choice: Choice) -> None:
        self._root = Path(root)
        self._choice = choice
        self._entered: set[_Identity] = set()
        self._own_folders: set[_Identity] | None = None

    def __iter__(self) -> Iterator[str | Problem]:
        """Yield the files, and a Problem for what is none and should be, in order."""
        stack: list[tuple[list[os.DirEntry[str]], tuple[_Identity, ...]]] = []
        problem = self._enter(str(self._root), (), stack)
        if problem:
            yield problem
        while stack:
            entries, above = stack[-1]
            if not entries:
                stack.pop()
                continue
            entry = entries.pop()
            verdict = self._judge(entry, above)
            if verdict is _FolderWalk.FOLDER:
                verdict = self._enter(entry.path, above, stack)
            if isinstance(verdict, (str, Problem)):
                yield verdict

    FOLDER = object()
    """The verdict on an entry that is to be entered."""

    def _enter(
        self,
        name: str,
        above: tuple[_Identity, ...],
        stack: list[tuple[list[os.DirEntry[str]], tuple[_Identity, ...]]],
    ) -> Problem | None:
        try:
            identity = _identity_of(name)
            with os.scandir(name) as listing:
                entries = sorted(listing, key=lambda entry: entry.name, reverse=True)
        except OSError as error:
            return Problem(name, f"cannot open this folder: {error.strerror or error}")
        if identity not in self._entered:
            self._entered.add(identity)
            stack.append((entries, (*above, identity)))
        return None

    def _judge(self, entry: os.DirEntry[str], above: tuple[_Identity, ...]) -> object:
        """Say what to do with an entry: a name to read, a Problem, ``FOLDER``, or None to leave it out."""
        if self._choice.skips(entry.name):
            return None
        is_wanted = self._choice.wants(entry.name)
        try:
            found = entry.stat()
        except OSError as error:
            return Problem(entry.path, _why_not_found(entry, error)) if is_wanted else None
        is_folder = stat.S_ISDIR(found.st_mode)
        if self._choice.leaves_out is not None and self._choice.leaves_out(entry.path, is_folder):
            return None
        if is_folder:
            return self._judge_folder(entry, above)
        if not is_wanted:
            return None
        if not stat.S_ISREG(found.st_mode):
            nature = _NATURES.get(stat.S_IFMT(found.st_mode), "something else")
            return Problem(entry.path, f"{nature}, not a file: skipped", lost=False)
        return None if _is_of_programs(entry.name) else entry.path

    def _judge_folder(self, entry: os.DirEntry[str], above: tuple[_Identity, ...]) -> object:
        # Whatever may be the matter with one: False where nobody may search it.
        if entry.name.startswith(".") and not all(
            map(os.path.isdir, (f"{entry.path}/{name}" for name in _MAILDIR))
        ):
            return None
        if not entry.is_symlink():
            return _FolderWalk.FOLDER
        try:
            identity = _identity_of(entry.path)
            is_loop = identity in above or identity in map(_identity_of, self._root.resolve().parents)
        except OSError as error:  # it has gone, or nobody may look at what is around it
            return Problem(entry.path, _why_not_found(entry, error))
        if is_loop:
            return Problem(entry.path, "a link to a folder that holds it (a loop): not followed", lost=False)
        return None if identity in self._own() else _FolderWalk.FOLDER

    def _own(self) -> set[_Identity]:
        """Identify the folders that are come to without following a link: each is read under its own name."""
        if self._own_folders is None:
            self._own_folders = set()
            folders = [str(self._root)]
            while folders:
                # What cannot be opened, or is gone in the meantime, the walk itself reports.
                with suppress(OSError), os.scandir(folders.pop()) as listing:
                    for entry in listing:
                        if entry.is_dir(follow_symlinks=False) and not self._choice.skips(entry.name):
                            self._own_folders.add(_identity_of(entry.path))
                            folders.append(entry.path)
        return self._own_folders


def _is_of_programs(name: str) -> bool:
    """Tell a file that desktops and mail programs keep for themselves."""
    return name in _DROPPINGS or _OF_MAIL_PROGRAMS.fullmatch(name) is not None


def _identity_of(folder: str | Path) -> _Identity:
    """Identify a folder by asking the system anew: what a listing knows of its entries has no inode on Windows."""
    found = Path(folder).stat()
    return found.st_dev, found.st_ino


def _why_not_found(entry: os.DirEntry[str], error: OSError) -> str:
    if not entry.is_symlink():
        return f"cannot be read: {error.strerror or error}"
    target = Path(entry.path).readlink()
    if isinstance(error, FileNotFoundError):
        return f"a broken link: {target} does not exist"
    return f"a link that cannot be followed to {target}: {error.strerror or error}"


_NATURES = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}

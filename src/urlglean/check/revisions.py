"""The lines of a repository that have changed since a revision, as Git tells them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable

from urlglean.errors import InputError
from urlglean.links.link import Link
from urlglean.patterns import lazy_re

_HUNK = lazy_re(r"@@ -\S+ \+(?P<start>[0-9]+)(?:,(?P<count>[0-9]+))? @@")


class Changes:
    """The lines that are new or otherwise than at a revision, in what Git knows and what it does not know yet."""

    def __init__(self, revision: str, paths: Iterable[str]) -> None:
        """Ask Git; raise `InputError` where there is none, no repository, or no such revision."""
        first = next(iter(paths), ".")
        start = first if os.path.isdir(first) else os.path.dirname(first) or "."  # noqa: PTH112, PTH120
        top = _git(start, "rev-parse", "--show-toplevel").rstrip("\n")
        try:
            commit = _git(top, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").strip()
        except InputError:
            raise InputError(f"--since: there is no revision {revision!r} in {top}") from None
        manner = ("--no-color", "--no-ext-diff", "--no-prefix", "--no-renames")
        told = _git(top, "-c", "core.quotePath=false", "diff", "-U0", *manner, commit, "--")
        self._lines = {os.path.join(top, name): spans for name, spans in _changed(told).items()}  # noqa: PTH118
        unknown = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
        self._new = {os.path.join(top, name) for name in unknown.split("\0") if name}  # noqa: PTH118
        self._real: dict[str, str] = {}

    def __call__(self, link: Link) -> bool:
        """Tell whether a Link stands on a line that has changed; in a notebook, whether its file has."""
        path = self._real.get(link.source)
        if path is None:
            path = self._real[link.source] = os.path.realpath(link.source)
        if path in self._new:
            return True
        lines = self._lines.get(path)
        if lines is None or link.part is not None:
            return lines is not None
        first, last = link.line, link.spans[-1].line
        return any(start <= last and first <= end for start, end in lines)


def _changed(told: str) -> dict[str, list[tuple[int, int]]]:
    """Give the first and last line of each change, by the files that they are in."""
    found: dict[str, list[tuple[int, int]]] = {}
    name = ""
    is_head = False
    for line in told.splitlines():
        if line.startswith("diff --git "):
            is_head = True
        elif is_head and line.startswith("+++ "):
            name = _plain(line[4:].removesuffix("\t"))
        elif hunk := _HUNK.match(line):
            is_head = False
            start, count = int(hunk["start"]), int(hunk["count"] or 1)
            if count:
                found.setdefault(name, []).append((start, start + count - 1))
    return found


def _plain(name: str) -> str:
    r"""Give a name as it is that Git has quoted.

    >>> _plain(r'"a\303\244 \"b\".md"')
    'aä "b".md'
    """
    if not name.startswith('"'):
        return name
    quoted = name[1:-1].encode("utf-8", "surrogateescape")
    octets = quoted.decode("unicode_escape").encode("latin-1")  # Python has the escapes of C
    return octets.decode("utf-8", "surrogateescape")


def _git(folder: str, *arguments: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603  (no shell; a revision is verified before it is used)
            ["git", "-C", folder, *arguments],  # noqa: S607  (the user's own)
            capture_output=True,
            check=True,
        )
    except FileNotFoundError:
        raise InputError("--since asks Git, which is not installed") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        raise InputError(f"--since asks Git, which says: {said}") from None
    return done.stdout.decode("utf-8", "surrogateescape")

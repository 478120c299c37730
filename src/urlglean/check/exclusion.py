"""What a check leaves out: files that ignore files name, and links on lines that have not changed since a revision.

The patterns of ``.gitignore`` in a repository, and of ``.urlgleanignore`` anywhere, and how a file in a deeper folder
takes back what one above it says, are Git's (gitignore(5)). Strangers write them, so none goes back over a path for
each of its stars: what stands between two of them is taken where it comes first, which leaves most to the rest. What is
no pattern, as ``[a`` without its end, matches nothing. Which lines have changed Git itself is asked.
"""

from __future__ import annotations

import os
import re
import subprocess
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, takewhile
from operator import itemgetter
from typing import NamedTuple

from urlglean.check.tree import holding, nearest, text_of, upwards
from urlglean.document import STDIN
from urlglean.errors import InputError
from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.reports import Problem

# --- ignore files ---

_OWN = ".urlgleanignore"
_OF_GIT = ".gitignore"
_EXCLUDED = os.path.join(".git", "info", "exclude")

_LINE = lazy_re(r"(?P<takes_back>!?+)(?P<pattern>(?:\\.?+|[^\\ ]++| ++(?!\Z))*+)", re.DOTALL)
"""What a line says, without the blanks at its end; one behind a backslash is part of a name."""
_TOKEN = lazy_re(
    r"(?P<folders>(?<![^/])\*\*++(?![^/]))|(?P<star>\*++)|(?P<any>\?)"
    r"|\[(?P<negated>[!^]?+)(?P<set>(?:\\.|\[:[a-z]++:\]|[^\\])(?:\\.|\[:[a-z]++:\]|[^\]\\])*+)\]"
    r"|\\(?P<escaped>.)|(?P<plain>[^*?\[\\])",
    re.DOTALL,
)
_MEMBER = lazy_re(r"\[:(?P<named>[a-z]+):\]|\\?(?P<first>.)(?:-\\?(?P<last>.))?", re.DOTALL)
_NAMED = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
"""The classes of characters of POSIX, of ASCII alone, as Git has them."""
_FOLDERS, _STAR = "**", "*"
"""What stands for them among expressions of single characters."""


class _IgnorePattern(NamedTuple):
    """A line of an ignore file."""

    expression: re.Pattern[str]
    """Matches all of a name, or of a path from the folder of the file on."""
    is_of_names: bool
    is_of_folders: bool
    takes_back: bool

    def matches(self, path: str, *, is_folder: bool) -> bool:
        """Tell whether it speaks of a file or folder; ``path`` begins in the folder of the ignore file."""
        if self.is_of_folders and not is_folder:
            return False
        return self.expression.fullmatch(path.rpartition("/")[2] if self.is_of_names else path) is not None


_MOST_TRIED = 1000
"""With how many patterns of more than one name a path is compared: of a file, each costs as much as a part of it."""
_LONGEST = 4096
"""How long a line is at most that counts: no path is longer."""
_NO_NAME = frozenset("*?[\\")
"""What a pattern has that stands for more than itself."""


class _FolderPatterns:
    """The patterns that stand in a folder, each with its number: the last one overrules those before it."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Take the lines of the files, the last one first."""
        self._named: dict[bool, dict[str, int]] = {False: {}, True: {}}
        """The last pattern that is a name or a path itself, by whether it is of folders alone, and by what it is.

        Of each its number and, behind that, whether it takes back. What is a name begins with no slash, unlike a path.
        """
        self._others: list[tuple[int, _IgnorePattern]] = []
        self.is_cut = False
        """Whether a path was not compared with all of them."""
        for number, line in zip(count(_MOST_LINES, -1), lines, strict=False):
            said = None if line.startswith("#") or len(line) > _LONGEST else _LINE.match(line)
            pattern = said["pattern"].removesuffix("/") if said else ""
            takes_back = bool(said and said["takes_back"])
            is_of_folders = bool(said and said["pattern"].endswith("/"))
            if _NO_NAME.isdisjoint(pattern) and _may_match(own := pattern.removeprefix("/")):
                known = f"/{own}" if "/" in pattern else own
                self._named[is_of_folders].setdefault(known, 2 * number + takes_back)
            elif len(self._others) <= _MOST_TRIED and (expression := _expression(pattern.removeprefix("/"))):
                expressed = _compiled(expression)
                one = _IgnorePattern(expressed, "/" not in pattern, is_of_folders, takes_back)
                self._others.append((number, one))

    def __bool__(self) -> bool:
        """Tell whether there are any."""
        return any(self._named.values()) or bool(self._others)

    def leaves_out(self, path: str, left: int, *, is_folder: bool) -> tuple[bool | None, int]:
        """Tell whether they leave out a path from this folder on, or take it back; None where none speaks of it.

        ``left`` is how many may be tried of those that are no names; beside it is given how many were.
        """
        kinds = (False, True) if is_folder else (False,)
        names = f"/{path}", path.rpartition("/")[2]
        last, takes_back = divmod(max(self._named[kind].get(name, -2) for kind in kinds for name in names), 2)
        for tried, (number, pattern) in enumerate(self._others):
            if number < last:
                break
            if tried == left:
                self.is_cut = True
                break
            if pattern.matches(path, is_folder=is_folder):
                return not pattern.takes_back, tried + 1
        return (None if last < 0 else not takes_back), min(left, len(self._others))


_MOST_LINES = 1 << 40


class _Around(NamedTuple):
    """A folder with patterns, and the next one that it is in."""

    folder: str
    patterns: _FolderPatterns
    above: _Around | None


def _compiled(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.DOTALL)


class Ignored:
    """Tells which files and folders are left out; a folder's files of patterns are read when it is first met."""

    def __init__(self) -> None:
        self._patterns: dict[str, _FolderPatterns] = {}
        self._nearest: dict[str, _Around | None] = {}
        self._repository = nearest(holding(".git"))

    def problems(self) -> Iterator[Problem]:
        """Yield what is wrong with the files of patterns that were read."""
        told = f"more than {_MOST_TRIED} patterns with wildcards for one path: those that stand first do not count"
        for folder, patterns in self._patterns.items():
            if patterns.is_cut:
                yield Problem(folder, told, lost=False)

    def __call__(self, path: str, is_folder: bool) -> bool:  # noqa: FBT001  (called for each of many entries)
        """Tell whether a file or folder is left out, in a folder that is not."""
        path = os.path.abspath(path)
        folder = os.path.dirname(path)
        left, above = _MOST_TRIED, self._around(folder)
        while above is not None:
            one, patterns, above = above
            relative = path[len(one) :].lstrip(os.sep).replace(os.sep, "/")
            is_left_out, tried = patterns.leaves_out(relative, left, is_folder=is_folder)
            left -= tried
            if is_left_out is not None:
                return is_left_out
        return False

    def _around(self, folder: str) -> _Around | None:
        """Give the nearest folder with patterns, from this one upwards, and those that it is in up to a repository."""
        for one in reversed(list(takewhile(lambda one: one not in self._nearest, upwards(folder)))):
            repository = self._repository(one)
            above = self._nearest.get(os.path.dirname(one)) if one != repository else None
            patterns = self._of_folder(one, in_repository=repository is not None)
            self._nearest[one] = _Around(one, patterns, above) if patterns else above
        return self._nearest[folder]

    def _of_folder(self, folder: str, *, in_repository: bool) -> _FolderPatterns:
        """Give the patterns that stand in a folder."""
        if folder not in self._patterns:
            names = (_EXCLUDED, _OF_GIT, _OWN) if in_repository else (_OWN,)
            texts = (text_of(os.path.join(folder, name), newline="\n") for name in reversed(names))
            lines = (line for text in texts for line in _lines_from_below(text.removeprefix("\ufeff")))
            self._patterns[folder] = _FolderPatterns(lines)
        return self._patterns[folder]


def _lines_from_below(text: str) -> Iterator[str]:
    """Yield the lines of a text, as Git parts them, the last one first; there may be very many."""
    end = len(text)
    while end >= 0:
        start = text.rfind("\n", 0, end) + 1
        yield text[start:end].removesuffix("\r")
        end = start - 1


def _may_match(pattern: str) -> bool:
    """Tell whether there may be a path of a pattern."""
    return bool(pattern) and "//" not in pattern and not pattern.endswith("/")


def _expression(pattern: str) -> str | None:
    """Give the regular expression of a pattern; None where it can match nothing."""
    tokens = []
    end = 0
    while end < len(pattern):
        token = _TOKEN.match(pattern, end)
        one = _one_of(token) if token else None
        if token is None or one is None:
            return None
        tokens.append(one)
        end = token.end()
    if not _may_match(pattern):
        return None
    first, *others = _split(tokens, _FOLDERS)
    if not others:
        return _names(first)
    *inner, last = (_names(one).removeprefix("/").removesuffix("/") for one in others)
    begins = _names(first)
    between = "".join(f"(?>(?:[^/]*+/)*?{one}/)" for one in inner if one)
    return f"{begins}{between}" + (f"(?:[^/]*+/)*?{last}" if last else ".+")


def _names(tokens: list[str]) -> str:
    """Give the expression of names with slashes between them."""
    return "/".join(map(_name, _split(tokens, "/")))


def _name(tokens: list[str]) -> str:
    """Give the expression of a name, which may hold stars."""
    first, *others = map("".join, _split(tokens, _STAR))
    if not others:
        return first
    between = "".join(f"(?>[^/]*?{one})" for one in others[:-1])
    return f"{first}{between}[^/]*{others[-1]}"


def _split(tokens: list[str], at: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token == at:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _one_of(token: re.Match[str]) -> str | None:
    """Give the expression of one character, or what stands for stars; None where no character can be meant."""
    if token["folders"] or token["star"]:
        return _FOLDERS if token["folders"] else _STAR
    if token["any"]:
        return "[^/]"
    if character := token["escaped"] or token["plain"]:
        return re.escape(character)
    members = []
    for member in _MEMBER.finditer(token["set"]):
        if (name := member["named"]) is None:
            first = member["first"]
            last = max(first, member["last"] or first)  # backwards it is the first character alone
            members.append(f"{re.escape(first)}-{re.escape(last)}")
        elif name in _NAMED:
            members.append(_NAMED[name])
        else:
            return None
    return f"[^/{''.join(members)}]" if token["negated"] else f"(?!/)[{''.join(members)}]"


# --- revisions ---

_OF_A_HOOK = frozenset({"GIT_DIR", "GIT_INDEX_FILE"})
"""By what Git tells a hook of its repository: with them, it takes the folder it is asked about for the top of that."""
_UNCOUNTED = "-\t-\t"
_HUNK = lazy_re(r"@@ -\S+ \+(?P<start>[0-9]+)(?:,(?P<count>[0-9]+))? @@")


class Changes:
    """The lines that are new or otherwise than at a revision, in what Git knows and what it does not know yet."""

    def __init__(self, revision: str, paths: Iterable[str]) -> None:
        """Ask Git; raise `InputError` where there is none, no repository, no such revision, or no file to ask about."""
        paths = tuple(paths)
        if STDIN in paths:
            raise InputError(
                "--since asks Git about files, and knows nothing of standard input; name a file or folder"
            )
        first = next(iter(paths), ".")
        start = first if os.path.isdir(first) else os.path.dirname(first) or "."
        # Which Git writes with slashes on Windows, too, as it does all names below it.
        top = os.path.realpath(_git(start, "rev-parse", "--show-toplevel").rstrip("\n"))
        try:
            commit = _git(top, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").strip()
        except InputError:
            raise InputError(f"--since: there is no revision {revision!r} in {top}") from None
        manner = (
            "--no-color --no-ext-diff --no-textconv --no-prefix --no-renames --inter-hunk-context=0".split()
        )
        told = _git(top, "-c", "core.quotePath=false", "diff", "--numstat", "-U0", *manner, commit, "--")
        self._lines = {_below(top, name): spans for name, spans in _changed(told).items()}
        unknown = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
        # Of what Git takes for binary, UTF-16 say, it counts no lines, and tells none.
        counts = told.partition("\n\n")[0].split("\n")
        binary = (_plain(line.removeprefix(_UNCOUNTED)) for line in counts if line.startswith(_UNCOUNTED))
        self._new = {_below(top, name) for name in (*unknown.split("\0"), *binary) if name}
        self._real = cache(os.path.realpath)

    def __call__(self, link: Link) -> bool:
        """Tell whether a Link stands on a line that has changed; in a notebook, whether its file has."""
        path = self._real(link.source)
        if path in self._new:
            return True
        lines = self._lines.get(path)
        if lines is None or link.part is not None:
            return lines is not None
        first, last = link.line, link.spans[-1].line
        number = bisect_left(lines, first, key=itemgetter(1))
        return number < len(lines) and lines[number][0] <= last


def _below(top: str, name: str) -> str:
    return os.path.join(top, os.path.normpath(name))


def _changed(told: str) -> dict[str, list[tuple[int, int]]]:
    """Give the first and last line of each change in order, by the files that they are in."""
    found: dict[str, list[tuple[int, int]]] = {}
    name = ""
    is_head = False
    for line in told.split("\n"):  # other breaks may stand in what has changed
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
    named = () if "GIT_WORK_TREE" in os.environ else _OF_A_HOOK
    try:
        done = subprocess.run(  # noqa: S603  (no shell; a revision is verified before it is used)
            ["git", "-C", folder, *arguments],  # noqa: S607  (the user's own)
            capture_output=True,
            check=True,
            env={name: value for name, value in os.environ.items() if name not in named},
        )
    except FileNotFoundError:
        raise InputError("--since asks Git, which is not installed") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
        raise InputError(f"--since asks Git, which says: {said}") from None
    return done.stdout.decode("utf-8", "surrogateescape")

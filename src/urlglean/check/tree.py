"""Files and folders on the disk, as links name them: by their exact names, with the pages that folders stand for.

A folder is listed once, and what a link names is compared with the listing, so that letter case matters on every disk.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import Enum
from fnmatch import translate
from functools import cache
from itertools import chain, islice, takewhile
from string import punctuation
from typing import NamedTuple, TypeVar
from urllib.parse import quote

from urlglean.check.answers import Cause
from urlglean.patterns import lazy_re

_INDEX_PAGES = ("index.html", "index.htm", "index.xhtml")
_INDEX_SOURCES = tuple(
    "README.md readme.md Readme.md index.md index.mdx index.rst README.rst index.ipynb".split()
)
_INDEX = "index"
_PAGES = (".html", ".htm")
SOURCES = (".md", ".mdx", ".markdown", ".rst", ".rest", ".ipynb")
"""Suffixes of files that pages are made of."""
_MOST_COMPARED = 100_000
"""How many names are compared with misspelt ones in a run: some seconds."""
_LONGEST_COMPARED = 512
"""How many code points a name has at most for which one that is spelt much alike is looked for."""
_COMPARED_AT_ONCE = 100
"""How many pairs of code points of two names are compared in the time that it takes to tell two lengths apart."""
_MOST_MATCHED = 300_000
"""How many names are compared with patterns of names in a run: a second."""
_LIKENESS = 0.75
"""How like a name is at least, of 1, to what is likely to be it misspelt."""
_MOST_ENTRIES = 50_000
"""How many files are looked at for one that has moved."""
_OFTEN, _TIMES_AGAIN = 1000, 8
"""How many files and folders may be met again, and for each that there is, so many more."""
MOST_KNOWN = 10_000
"""Of how many paths is remembered what stands there, beyond the folders that there are: pages may name millions."""
_NO_TREE = lazy_re(r"\.|node_modules\Z")
_BEFORE_SIGNS = lazy_re(r"[^*?\[]+")
_DRIVE = lazy_re(r"/[A-Za-z]:(?:/|\Z)")
_SAFE = "/~!$&'()*+,;=:@-._"
_NO_BYTES = lazy_re("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of characters that stand for no byte of a name."""
_DEEPEST = 2048
"""In how many folders, one in another, a file is looked for: links may name millions."""
_SHORTEST_STEM = 3
"""How long a name is at least, without its suffix, for which one that is spelt much alike is looked for."""


class Nature(Enum):
    """What stands under a path."""

    FILE = "a file"
    FOLDER = "a folder"
    MISSING = "nothing"
    OTHER_CASE = "something whose name differs in letter case"
    CLOSED = "something in a folder that cannot be listed"


class Entry(NamedTuple):
    """What stands under a path, and under which path it really stands."""

    nature: Nature
    path: str


class FileTarget(NamedTuple):
    """What a link to a file leads to."""

    cause: Cause
    path: str | None = None
    """The file whose fragments count; None where there is none: of a folder, or of nothing."""
    meant: str | None = None
    """The path of what is likely to have been meant."""


class Manner(NamedTuple):
    """How the document that a link stands in names pages."""

    names_sources: bool = False
    """Whether it may name a page by the URL that is made of its file: ``guide/``, ``guide.html`` for ``guide.md``."""
    shows_folders: bool = False
    """Whether a folder without an index page is a page."""
    sources: tuple[str, ...] = SOURCES
    """The suffixes of files that pages are made of."""


_Found = TypeVar("_Found")


def upwards(folder: str) -> Iterator[str]:
    """Yield a folder, the one that it is in, and so on up to the root of the disk."""
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        yield (folder := above)


def holding(name: str) -> Callable[[str], str | None]:
    """Give a test of a folder for a file or folder of a name in it; it gives the folder that has it."""
    return lambda folder: folder if os.path.exists(os.path.join(folder, name)) else None


class FilesBelow:
    """Yields the files below folders that match a pattern, by folder in order.

    Folders in one another may each be asked for, and strangers make thousands of them: those that were met before are
    met again some times, and no more.
    """

    def __init__(self) -> None:
        self._met: set[str] = set()
        self._again = 0
        self.is_cut = False
        """Whether some were not met again: what was asked for lacks them."""

    def __call__(self, root: str, without: re.Pattern[str]) -> Iterator[str]:
        """Yield those below a folder, but for folders with names that match."""
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(one for one in folders if not without.match(one))
            self._again += folder in self._met
            self._met.add(folder)
            if self._again > _OFTEN + _TIMES_AGAIN * len(self._met):
                self.is_cut = True
                return
            for name in sorted(names):
                path = os.path.join(folder, name)
                self._again += path in self._met
                self._met.add(path)
                yield path


def is_within(path: str, folder: str) -> bool:
    """Tell whether a path is that of a folder, or of what is somewhere in it."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def path_from(folder: str, path: str) -> str:
    """Give a path from a folder on, with slashes; on Windows one of another drive is its own."""
    try:
        relative = os.path.relpath(path, folder)
    except ValueError:
        relative = path
    return relative.replace(os.sep, "/")


def url_of(path: str) -> str:
    """Give the ``file:`` URL of an absolute path, without the drive that it has on Windows.

    So a reference from a slash on means the same there, whichever standard resolves it.
    """
    return f"file://{quote(os.fsencode(os.path.splitdrive(path)[1].replace(os.sep, '/')))}"


def quoted(name: str) -> str:
    r"""Give the name of a file, or another one, with the escapes that it needs in a URL: bytes that are no text, too.

    >>> quoted("a b\udce9"), quoted("\ud800")
    ('a%20b%E9', '%EF%BF%BD')
    """
    return quote(_NO_BYTES.sub("\ufffd", name), safe=_SAFE, errors="surrogateescape")


def path_of(plain: str, beside: str) -> str:
    """Give the path that one of a ``file:`` URL stands for, its escapes undone.

    On Windows one that names no drive is on the drive of ``beside``.
    """
    if os.sep == "/":
        return plain
    path = plain[1:] if _DRIVE.match(plain) else os.path.splitdrive(beside)[0] + plain
    return os.path.normpath(path) + os.sep * plain.endswith("/")


def text_of(path: str, *, newline: str | None = None) -> str:
    """Give what stands in a file of settings; nothing where there is none, or no file: a pipe would never end.

    ``newline`` is that of `open`.
    """
    try:
        if not os.path.isfile(path):
            return ""
        with open(path, encoding="utf-8", errors="surrogateescape", newline=newline) as file:
            return file.read()
    except OSError:
        return ""


def nearest(has: Callable[[str], _Found | None]) -> Callable[[str], _Found | None]:
    """Give what gives for a folder what the nearest one, from it upwards, has, if any; each folder is asked once."""
    known: dict[str, _Found | None] = {}

    def find(folder: str) -> _Found | None:
        passed: list[str] = []
        found = None
        for one in upwards(folder):
            if one in known:
                found = known[one]
                break
            passed.append(one)
            if (found := has(one)) is not None:
                break
        known.update(dict.fromkeys(passed, found))
        return found

    return find


class Effort:
    """Tells whether something more may be gone through, until it was so much that the rest would take too long.

    Every link may ask for all that there is, and strangers write both.
    """

    def __init__(self, most: int) -> None:
        self._left = most

    def allows(self, cost: int) -> bool:
        """Tell whether one more thing of a cost may be done; it counts as done."""
        self._left -= cost
        return self._left >= 0

    @property
    def is_spent(self) -> bool:
        """Whether something was not allowed."""
        return self._left < 0


class Likeness(Effort):
    """Tells what a misspelt name is likely to be, until it has compared so many that more would take too long."""

    def __init__(self) -> None:
        super().__init__(_MOST_COMPARED)

    def near(self, name: str, names: Collection[str], *, cutoff: float = _LIKENESS) -> str | None:
        """Give the one of some names that is most like a misspelt one; None where none is much like it."""
        return self.most_alike(name, names, cutoff) if self.allows(len(names)) else None

    def most_alike(self, name: str, names: Iterable[str], cutoff: float = _LIKENESS) -> str | None:
        """Do the same for names that were counted; what the comparison of those alike takes is counted here."""
        if len(name) > _LONGEST_COMPARED:
            return None
        letters = [(letter, name.count(letter)) for letter in dict.fromkeys(name)]
        matcher: SequenceMatcher[str] | None = None
        best = cutoff, ""
        for one in names:
            both = len(name) + len(one)
            if both and 2.0 * min(len(name), len(one)) / both < cutoff:
                continue  # too many letters have no counterpart, whichever they are
            if _lacks_more(one, letters, len(name) - int(cutoff * both / 2)):
                continue
            if matcher is None:
                matcher = SequenceMatcher()
                matcher.set_seq2(name)
            matcher.set_seq1(one)
            if matcher.quick_ratio() < cutoff:
                continue
            if not self.allows(len(name) * len(one) // _COMPARED_AT_ONCE):
                return None
            best = max(best, (matcher.ratio(), one))
        return best[1] or None


def _lacks_more(name: str, letters: Iterable[tuple[str, int]], most: int) -> bool:
    """Tell whether a name lacks more of some letters than ``most``; each of them comes with how often it is wanted."""
    for letter, count in letters:
        if (lacking := count - name.count(letter)) > 0 and (most := most - lacking) < 0:
            return True
    return False


class Disk:
    """Folders and their entries, each listed once."""

    def __init__(self) -> None:
        self.names = cache(_names_in)
        """Gives the names in a folder with what each is; None where it cannot be listed."""
        self._sorted = cache(lambda folder: sorted(self.names(folder) or ()))
        self._folded: dict[str, dict[str, str]] = {}
        self._stems: dict[str, set[str]] = {}
        self._spelt: dict[str, _Spelt] = {}
        self._entries: dict[str, Entry] = {}
        self._most_entries = MOST_KNOWN
        self._everywhere = cache(self._files_everywhere)
        self._by_wiki_name = cache(self._called_everywhere)
        self._likeness = Likeness()
        self._matched = Effort(_MOST_MATCHED)
        self.files_below = FilesBelow()

    def trust(self, folder: str) -> None:
        """Take a folder, and those that it is in, as they are written: somebody has named them."""
        if folder not in self._entries:
            for one in self._unknown(folder):
                self._entries[one] = Entry(Nature.FOLDER, one)

    def entry(self, path: str) -> Entry:
        """Tell what stands under an absolute path without ``.`` and ``..``."""
        if (known := self._entries.get(path)) is not None:
            return known
        if len(path) > _DEEPEST and path.count(os.sep) > _DEEPEST:
            above = self.entry(os.sep.join(path.split(os.sep, _DEEPEST)[:_DEEPEST]))
            return Entry(above.nature if above.nature is Nature.CLOSED else Nature.MISSING, path)
        if len(self._entries) >= self._most_entries:
            folders = (one for one in self._entries.items() if one[1].nature is Nature.FOLDER)
            self._entries = dict(folders)
            self._most_entries = len(self._entries) + MOST_KNOWN
        for one in reversed(self._unknown(path)):
            self._entries[one] = self._look(one)
        return self._entries[path]

    def _unknown(self, path: str) -> list[str]:
        """Give a path and the folders that it is in, up to the first that is known."""
        return list(takewhile(lambda one: one not in self._entries, upwards(path)))

    def _look(self, path: str) -> Entry:
        folder, name = os.path.split(path)
        if not name or folder == path:
            return Entry(Nature.FOLDER, path)
        above = self._entries.get(folder) or self.entry(folder)
        if above.nature is Nature.OTHER_CASE:
            inside = self.entry(os.path.join(above.path, name))
            is_there = inside.nature in {Nature.FILE, Nature.FOLDER, Nature.OTHER_CASE}
            return Entry(Nature.OTHER_CASE, inside.path) if is_there else Entry(Nature.MISSING, path)
        if above.nature is not Nature.FOLDER:
            return Entry(above.nature if above.nature is Nature.CLOSED else Nature.MISSING, path)
        real = above.path  # the same in another form of Unicode, perhaps
        names = self.names(real)
        if names is None:
            return Entry(Nature.CLOSED, path)
        if name in names:
            return Entry(names[name], os.path.join(real, name))
        other = self._folded_names(real, names).get(_folded(name))
        if other is None:
            return Entry(Nature.MISSING, path)
        is_same = unicodedata.normalize("NFC", other) == unicodedata.normalize("NFC", name)
        return Entry(names[other] if is_same else Nature.OTHER_CASE, os.path.join(real, other))

    def _folded_names(self, folder: str, names: Iterable[str]) -> dict[str, str]:
        """Give the names in a folder by what they have in common with those that differ in letter case alone."""
        if folder not in self._folded:
            self._folded[folder] = {_folded(one): one for one in names}
        return self._folded[folder]

    def _is_known_to_lack(self, path: str) -> bool:
        """Tell whether nothing in a folder that was listed before has the name of a path, in any letter case."""
        folder, name = os.path.split(path)
        known = self._known_by_name(folder)
        return known is not None and _folded(name) not in self._folded[known]

    def _is_known_to_lack_all(self, path: str) -> bool:
        """Tell whether that holds whatever suffix the name had, or had instead of its own."""
        folder, name = os.path.split(path)
        known = self._known_by_name(folder)
        if known is None:
            return False
        if known not in self._stems:
            folded = self._folded[known]
            self._stems[known] = {*folded, *(os.path.splitext(one)[0] for one in folded)}
        whole = _folded(name)
        stem = os.path.splitext(whole)[0]
        return stem != _INDEX and self._stems[known].isdisjoint((whole, stem))

    def _known_by_name(self, folder: str) -> str | None:
        """Give the path of a folder in which a name was looked up before, in any letter case; None for any other."""
        above = self._entries.get(folder)
        if above is None or above.nature is not Nature.FOLDER or above.path not in self._folded:
            return None
        return above.path

    def near(self, path: str, roots: Iterable[str]) -> str | None:
        """Give the path of a file that is likely to have been meant by one that is not there."""
        if (beside := self._beside(path)) is not None:
            return beside
        folder, name = os.path.split(path)
        for root in roots:
            moved = self._everywhere(root).get(name, ())
            if len(moved) == 1:
                return moved[0]
        if self.entry(folder).nature is Nature.MISSING and (near := self._beside(folder)) is not None:
            inside = os.path.join(near, name)
            return inside if self.entry(inside).nature is Nature.FILE else None
        return None

    def _beside(self, path: str) -> str | None:
        """Give the path of what has nearly the same name in the same folder."""
        folder, name = os.path.split(path)
        entry = self.entry(folder)
        names = (self.names(entry.path) if entry.nature is Nature.FOLDER else None) or {}
        if not self._likeness.allows(len(names)) or not names:
            return None
        if entry.path not in self._spelt:
            self._spelt[entry.path] = _Spelt(
                [one for one, nature in names.items() if nature is not Nature.MISSING]
            )
        found = self._spelt[entry.path].near(name, self._likeness)
        return None if found is None else os.path.join(entry.path, found)

    def called(self, path: str, roots: Iterable[str]) -> str | None:
        """Give the file that a wiki has under the name of a path: letter case, hyphens and spaces are one to it."""
        wanted = _in_wiki(os.path.basename(path))
        found = (self._by_wiki_name(root).get(wanted) for root in roots)
        return next(filter(None, found), None)

    def _called_everywhere(self, root: str) -> dict[str, str]:
        """Give the files below a folder by the names that a wiki has for them, of those of one name the first."""
        own: dict[str, str] = {}
        for place in chain.from_iterable(self._everywhere(root).values()):
            stem, suffix = os.path.splitext(place)
            own.setdefault(_in_wiki(os.path.basename(stem if suffix in SOURCES else place)), place)
        return own

    def _files_everywhere(self, root: str) -> dict[str, list[str]]:
        """Give the files below a folder by their names; hidden folders left out, and links to nothing."""
        found = defaultdict[str, list[str]](list)
        for path in islice(self.files_below(root, _NO_TREE), _MOST_ENTRIES):
            if os.path.exists(path):
                found[os.path.basename(path)].append(path)
        return found

    # --- the pages that URLs name ---

    def page(self, path: str, manner: Manner) -> FileTarget:
        """Tell what the path of a URL leads to; it is absolute, without dot segments, its escapes undone."""
        is_folder = path.endswith("/")
        plain = path.rstrip("/") or "/"
        if self._is_known_to_lack_all(plain):  # nothing is to be remembered of each of millions
            return FileTarget(Cause.MISSING_FILE)
        entry = self.entry(plain)
        if entry.nature is Nature.FILE and not is_folder:
            return FileTarget(Cause.FOUND, entry.path)
        if entry.nature is Nature.FOLDER:
            return self._index(entry.path, manner)
        for other in _built_from(plain, manner, is_folder=is_folder):
            if self._is_known_to_lack(other):
                continue
            found = self.entry(other)
            if found.nature is Nature.FILE:
                return FileTarget(Cause.FOUND, found.path)
        if entry.nature is Nature.OTHER_CASE:
            return FileTarget(Cause.WRONG_CASE, meant=entry.path)
        return FileTarget(Cause.UNREADABLE_FILE if entry.nature is Nature.CLOSED else Cause.MISSING_FILE)

    def _index(self, folder: str, manner: Manner) -> FileTarget:
        names = self.names(folder)
        if names is None:
            return FileTarget(Cause.UNREADABLE_FILE)
        of_sources = _INDEX_SOURCES if manner.names_sources or manner.shows_folders else ()
        for name in (*_INDEX_PAGES, *of_sources):
            if names.get(name) is Nature.FILE:
                return FileTarget(Cause.FOUND, os.path.join(folder, name))
        return FileTarget(Cause.FOUND if manner.shows_folders else Cause.MISSING_INDEX)

    def document(self, path: str, suffixes: Sequence[str]) -> FileTarget:
        """Tell what the name of a document leads to, with one of some suffixes, as Sphinx has it."""
        for suffix in suffixes:
            found = self.entry(f"{path}{suffix}")
            if found.nature is Nature.FILE:
                return FileTarget(Cause.FOUND, found.path)
            if found.nature is Nature.OTHER_CASE:
                return FileTarget(Cause.WRONG_CASE, meant=found.path)
        return FileTarget(Cause.MISSING_FILE)

    def matches(self, pattern: str) -> bool | None:
        """Tell whether a file matches a pattern of paths: ``*`` and ``?`` stand for no slash.

        None where nobody knows: so many names were compared before that no more are.
        """
        if pattern.count(os.sep) > _DEEPEST:
            return False
        folder, name = os.path.split(pattern)
        above = list(upwards(folder))
        masks = [os.path.basename(one) for one in above if any(sign in one for sign in "*?[")]
        start = self.entry(above[len(masks)])
        places = [start.path] if start.nature is Nature.FOLDER else []
        for mask in reversed(masks):
            places = [os.path.join(place, one) for place in places for one in self._matching(place, mask)]
        found = any(next(self._matching(place, name, SOURCES), None) for place in places)
        return None if not found and self._matched.is_spent else found

    def _matching(self, folder: str, mask: str, suffixes: Collection[str] = ()) -> Iterator[str]:
        """Yield the names in a folder that match, also with a suffix; the very name alone, if it is there.

        Only those are compared that begin as the mask does: a page may have as many masks as a folder has names.
        """
        if mask in (self.names(folder) or {}):
            if self._matched.allows(1):
                yield mask
            return
        names = self._sorted(folder)
        beginning = _BEFORE_SIGNS.match(mask)
        start = beginning[0] if beginning else ""
        first, last = bisect_left(names, start), bisect_left(names, f"{start}{chr(sys.maxunicode)}")
        if self._matched.allows(1 + last - first) and first < last:
            match = re.compile(translate(mask)).match
            for one in names[first:last]:
                stem, suffix = os.path.splitext(one)
                if match(one) or (suffix in suffixes and match(stem)):
                    yield one


def _built_from(path: str, manner: Manner, *, is_folder: bool) -> Iterator[str]:
    """Yield the files that a server shows, or a program builds the page of, under a path at which there is no file."""
    stem, suffix = os.path.splitext(path)
    if not is_folder:
        yield from (f"{path}{page}" for page in _PAGES)
    if manner.names_sources:
        yield from (f"{path}{source}" for source in manner.sources)
        if suffix in _PAGES:
            yield from (f"{stem}{source}" for source in manner.sources)
            if os.path.basename(stem) == _INDEX:
                yield from (os.path.join(os.path.dirname(path), one) for one in _INDEX_SOURCES)


class _Spelt:
    """The names in a folder, as misspelt ones are compared with them: by their stems and suffixes."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)
        self._first: dict[str, tuple[int, str]] = {}
        """The first of those with a stem, and which of all it is."""
        self._by_suffix: defaultdict[str, dict[str, str]] = defaultdict(dict)
        """The names by their stems, for each suffix; those that a page may have, for none."""
        for number, name in enumerate(names):
            stem, suffix = os.path.splitext(name)
            self._first.setdefault(stem, (number, name))
            self._by_suffix[suffix][stem] = name
            if suffix in _LIKELY:
                self._by_suffix[""][stem] = name

    def near(self, name: str, likeness: Likeness) -> str | None:
        """Give the name that is likely to have been meant: one with another suffix, else one spelt much alike."""
        if (plain := name.rstrip(punctuation)) != name and plain in self._names:
            return plain
        stem, suffix = os.path.splitext(name)
        if other := min((self._first[one] for one in {stem, name} if one in self._first), default=None):
            return other[1]
        if len(stem) < _SHORTEST_STEM:
            return None
        by_stem = self._by_suffix.get(suffix, {})
        near = likeness.most_alike(stem, by_stem)
        return None if near is None else by_stem[near]


_LIKELY = frozenset((*SOURCES, *_PAGES))


def _in_wiki(name: str) -> str:
    return _folded(name).replace(" ", "-").replace("_", "-")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _names_in(folder: str) -> dict[str, Nature] | None:
    try:
        with os.scandir(folder) as listing:
            return {one.name: _nature_of(one) for one in listing}
    except OSError:
        return None


def _nature_of(entry: os.DirEntry[str]) -> Nature:
    try:
        if entry.is_file():
            return Nature.FILE
        return Nature.FOLDER if entry.is_dir() else Nature.MISSING  # a link to nothing
    except OSError:
        return Nature.CLOSED

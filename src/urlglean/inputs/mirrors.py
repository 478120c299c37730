"""What a page on the disk was retrieved by: said, listed, told by how a program laid out what it fetched, or guessed.

Programs that mirror sites keep the URL in the path (``wget -r``, ``httrack``), in a comment of the page
(``httrack``, browsers, SingleFile), in a list of their own (``httrack``) or nowhere. A page may name its own
URL as canonical: that is a claim of the page, so it counts as a default base only (RFC 3986 section 5.1.4),
and its Links say where it is from. Whoever says one URL for many pages means that of their folder: each page has it
with its own path below that folder.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from urlglean.document import PAGES, STDIN, BaseClaim, Document
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.inputs.kinds import PROGRAM
from urlglean.patterns import lazy_re
from urlglean.uri.characters import encode_illegal, unquoted
from urlglean.uri.hosts import host_kind
from urlglean.uri.schemes import has_scheme
from urlglean.uri.suffixes import is_special_name, is_top_level_domain

__all__ = ["Learnt", "Mirror"]

WAYS = ("wget", "httrack", "saved", "canonical")
"""The layouts and marks that are known: those of wget, of HTTrack, of browsers that save a page, of pages."""
CANONICAL = "link@rel=canonical"
"""The source of a base that was only guessed."""

_WITHOUT_SCHEME = ("wget", "httrack")
"""The ways that may have to guess the scheme."""
_SCHEMES = frozenset({"http", "https", "ftp"})
_PAGE = lazy_re(rf"(?:\.(?:html?|shtml|xht|xhtml|mht|mhtml)|{PROGRAM})\Z", re.IGNORECASE)
"""How the URL of a page ends, which is none of a folder."""

_HEAD = 1 << 16
_MOST_FOLDERS = 1 << 16
"""Of how many folders it is remembered which site they belong to."""
_MOST_ORIGINALS = 1 << 16
"""Of how many references it is remembered where they lead."""
_HTTRACK = lazy_re(rb"<!--\s*Mirrored from ([^\s<>]+) by HTTrack", re.IGNORECASE)
_SAVED = lazy_re(
    rb"<!--\s*(?:saved from url=\([0-9]+\)|Page saved with SingleFile\s+url:\s*)([^\s<>]+?)\s*(?:-->|\s)",
    re.IGNORECASE,
)
_CANONICAL = lazy_re(rb"rel\s*+=[\"'\s]*+[^\"'>=]*?canonical", re.IGNORECASE)
_INDEX = lazy_re(r"(?:\A|(?<=/))index\.html(?=\?|\Z)")
"""What wget and HTTrack call a page whose path ends with a slash."""
_LONE_PERCENT = lazy_re(r"%(?![0-9A-Fa-f]{2})")
_NO_CHARACTER = lazy_re("[\udc80-\udcff]")
"""How Python writes an octet of a file's name that is no UTF-8 (PEP 383)."""
_ADDED_SUFFIX = lazy_re(
    # What ``wget --adjust-extension`` adds to a query, and to what looks like a program.
    rf"(\?.*|{PROGRAM})\.html\Z",
    re.DOTALL | re.IGNORECASE,
)
_QUERY_BY_AT = lazy_re(r"\A((?:.*/)?(?:index\.html(?=@[^/@?])|[^/@?]+(?=@[^/@?=]+=)))@([^/?]*)\Z", re.DOTALL)
"""A last segment with the query of ``--restrict-file-names=windows``, which writes ``@`` for the question mark."""
_PATH_OF_FILE = lazy_re(r"(?![/\\])(?![^/?#]*:)[^?#]+(?=#|\Z)", re.DOTALL)
"""A relative reference with a path and no query, as those to files are."""
_PORT = lazy_re(r"(.+?)[:+_]([0-9]{1,5})\Z")
_HTTRACK_LIST = Path("hts-cache", "new.txt")
_HTTRACK_COLUMNS = 9
_MOST_ABOVE = 64
"""In how many folders is looked for the one that HTTrack ran in, at most."""


class Learnt(NamedTuple):
    """What a `Mirror` has found out of the layout of what was read."""

    ways: frozenset[str] = frozenset()
    guessed: str = ""
    """A URL whose scheme was guessed, because nothing in the layout says it; empty where there is none."""


class Mirror:
    """The ways to find out what a page was retrieved by, in the order in which they are tried."""

    def __init__(self, ways: Iterable[str], roots: Sequence[str] = (), *, base: str | None = None) -> None:
        """Prepare the ways: names of `WAYS`, or files with a path and a URL in each line or entry.

        Args:
            ways: A file is TSV or CSV (path, URL), or a JSON object. Its paths are relative to its own folder,
                to the current one, or to one of ``roots``. ``wget:https`` is ``wget`` where that is the scheme of
                what lies in no folder named after one, and so for ``httrack``.
            roots: The files and folders that are read.
            base: The URL of the folder that all of ``roots`` are in: it holds for what no way knows.

        Raises:
            InputError: There is no such file, something in it is no path and absolute URL, or ``base`` is no URL
                of a folder.

        """
        self._roots = frozenset(roots)
        self._folders = tuple(root for root in dict.fromkeys(roots) if os.path.isdir(root))  # noqa: PTH112
        self._page = self._pages = ""
        """The page that was asked about last, and its folder."""
        self._originals: dict[str, str | None] = {}
        """What `original` gave for the references of pages in that folder."""
        self._httrack_lists: dict[Path, dict[str, str]] = {}
        self._sites: dict[str, _Site | None] = {}
        """What `_site_of` gives for the files of folders met before."""
        self._schemes: dict[str, str] = {}
        """The scheme of a layout that does not say it, by the name of the way."""
        self._ways: dict[str, Callable[[Document], BaseClaim | None]] = {}
        named: Mapping[str, Callable[[Document], BaseClaim | None]] = {
            "wget": lambda document: self._of_layout("wget", self._from_path(document.name), "wget's layout"),
            "httrack": self._by_httrack,
            "saved": _by_browser,
            "canonical": _by_page,
        }
        for given in ways:
            name, _, scheme = given.partition(":")
            if name in _WITHOUT_SCHEME and scheme in _SCHEMES:
                self._schemes[name] = scheme
            else:
                name = given
            self._ways[name] = named[name] if name in named else _Listed(Path(name), tuple(roots))
        self._below = _RetrievedFolder(base, roots) if base is not None else None
        self._is_asked = False
        self._knew: set[str] = set()
        self._guessed = ""

    def claims(self, document: Document) -> tuple[BaseClaim, ...]:
        """Give the claim of the first way that knows the page, and the one of the base of all."""
        found = self._claim(document)
        below = self._below.url_of(document.name) if self._below is not None else None
        said = () if below is None else (BaseClaim("retrieval", below, BaseClaim.SAID),)
        return said if found is None else (found, *said)

    def _claim(self, document: Document) -> BaseClaim | None:
        self._is_asked = True
        for name, way in self._ways.items():
            claim = way(document)
            if claim is not None:
                self._knew.add(name)
                return claim
        return None

    @property
    def reading(self) -> str:
        """What the pages' bases depend on, in words by which another reading is known."""
        said = self._below
        below = "" if said is None else said.url if said.only else f"{said.url} is {said.folder}"
        ways = (f"{name}:{self._schemes[name]}" if name in self._schemes else name for name in self._ways)
        return " ".join([*ways, below]).strip()

    def learnt(self) -> Learnt:
        """Give what was found out since this was last asked, for a `Mirror` to learn when the pages' turn has come."""
        learnt = Learnt(frozenset(self._knew), self._guessed)
        self._guessed = ""
        return learnt

    def learn(self, learnt: Learnt) -> None:
        """Take in what the same ways have found out, here or in another process, of pages behind those before."""
        self._is_asked = True
        self._knew |= learnt.ways
        self._guessed = self._guessed or learnt.guessed

    def told(self, example: str | None) -> Iterator[str]:
        """Yield what is good to know of the bases there were; ``example`` is one of the files."""
        if self._is_asked and not self._knew:
            for way in self._ways:
                yield f"--base-from {way}: it knows nothing of what was read, so this has no base by it"
        if self._guessed:
            way = next(name for name in self._ways if name in _WITHOUT_SCHEME)
            yield (
                f"--base-from {way}: nothing in the layout says the scheme, and http was taken ({self._guessed});"
                f" --base-from {way}:https takes https"
            )
        below = self._below
        if (
            below is not None
            and not below.only
            and example is not None
            and (url := below.url_of(example)) is not None
        ):
            yield (
                f"--base: {example} is taken for {url}, and so each file by its path below {below.folder};"
                " --base-from FILE says it for each by itself"
            )

    def original(self, name: str, reference: str) -> str | None:
        """Give the URL of the file of the mirror that a reference in ``name`` leads to; None where it leads to none.

        Programs that mirror sites rewrite references so that they lead to the files they have made: HTTrack
        always, ``wget -k`` on request.
        """
        path = _PATH_OF_FILE.match(reference)
        if path is None:
            return None
        if name != self._page:
            # A file that was named by itself may lie in another layout than its neighbours, so it stands for itself.
            pages = name if name in self._roots else os.path.dirname(name)  # noqa: PTH120  (see below)
            if pages != self._pages:
                self._originals.clear()
            self._page, self._pages = name, pages
        if path[0] not in self._originals:
            if len(self._originals) >= _MOST_ORIGINALS:
                self._originals.clear()
            self._originals[path[0]] = self._original_of_file(name, path[0])
        url = self._originals[path[0]]
        return None if url is None else url + reference[path.end() :]

    def _original_of_file(self, name: str, path: str) -> str | None:
        folder = os.path.dirname(name)  # noqa: PTH120  (Path would drop what normpath is to resolve)
        file = os.path.normpath(os.path.join(folder, unquoted(path, errors="surrogateescape")))  # noqa: PTH118
        return next(
            (url for way in self._ways if (url := self._original_by(way, name, file)) is not None), None
        )

    def _original_by(self, way: str, name: str, file: str) -> str | None:
        known = self._ways[way]
        if isinstance(known, _Listed):
            return known.url_of(file)
        if way == "httrack":
            return self._from_httracks_list(file)
        folder = os.path.normpath(os.path.dirname(name))  # noqa: PTH120  (as above)
        if way == "wget" and ("?" in file or "@" in file or not _is_below(file, folder)):
            # Where the path of a file is that of its URL, what the reference says is as good, or better.
            here, url = self._from_path(name), self._from_path(file)
            is_renamed = here and url and ("?" in url or _site(url) != _site(here))
            if not (is_renamed and url and os.path.isfile(file)):  # noqa: PTH113  (False for any name that none can have)
                return None
            return f"{self._schemes.get(way, 'http')}:{url}" if url.startswith("//") else url
        return None

    def _of_layout(self, way: str, url: str | None, source: str) -> BaseClaim | None:
        """Give the claim of a layout; where it does not tell the scheme, with the one asked for, or http as a guess."""
        if url is None:
            return None
        if not url.startswith("//"):
            return BaseClaim("retrieval", url, source)
        if way in self._schemes:
            return BaseClaim("retrieval", f"{self._schemes[way]}:{url}", source)
        url = f"http:{url}"
        self._guessed = self._guessed or url
        return BaseClaim("retrieval", url, f"{source}, scheme guessed")

    def _by_httrack(self, document: Document) -> BaseClaim | None:
        """Read HTTrack's list, its comment, which has no scheme, or the path, which is laid out as wget's."""
        url = self._from_httracks_list(document.name)
        if url:
            return BaseClaim("retrieval", url, "HTTrack's list")
        found = _HTTRACK.search(_head(document))
        if found:
            return self._of_layout("httrack", f"//{_text(found[1])}", "HTTrack's comment")
        return self._of_layout("httrack", self._from_path(document.name), "HTTrack's layout")

    def _from_path(self, name: str) -> str | None:
        """Give the URL that a path stands for, from its ``//`` on where nothing says the scheme."""
        folder, file = os.path.split(name)
        if not folder or file in {"", "."} or file.startswith("..") or name in self._roots:
            *folders, file = self._parts_below_root(name) or ("",)
            site = _site_of(folders)
        elif folder in self._sites:  # what all files of a folder have in common is worked out once
            site = self._sites[folder]
        else:
            if len(self._sites) >= _MOST_FOLDERS:
                self._sites.clear()
            site = self._sites[folder] = _site_of(self._parts_below_root(name)[:-1])
        if site is None:
            return None
        origin, above = site
        path = above + file
        if "@" in file:
            path = _QUERY_BY_AT.sub(r"\1?\2", path)
        if path[-5:].lower() == ".html":
            path = _ADDED_SUFFIX.sub(r"\1", path)
        return f"{origin}/{_path_of(_INDEX.sub('', path))}"

    def _from_httracks_list(self, name: str) -> str | None:
        path = Path(os.path.abspath(name))  # noqa: PTH100  (links stay links)
        for folder in path.parents:
            listed = self._httrack_lists.get(folder)
            if listed is None:
                listed = self._httrack_lists[folder] = dict(_httrack_pairs(folder))
            if str(path) in listed:
                return listed[str(path)]
        return None

    def _parts_below_root(self, name: str) -> tuple[str, ...]:
        path = Path(self._below_root(name))
        return path.parts[1:] if path.anchor else path.parts

    def _below_root(self, name: str) -> str:
        """Give a file's path from the folder it was found in on: what stands above is no part of the layout."""
        for root in self._folders:
            if not _is_below(os.path.normpath(name), os.path.normpath(root)):
                continue
            below = os.path.relpath(name, root)
            around = Path(root).resolve()
            # The folder itself may be that of the host, or be named after a scheme.
            return str(Path(*around.parts[-2:], below)) if len(around.parts) > 1 else below
        return name


def _is_below(file: str, folder: str) -> bool:
    """Tell whether a file is in a folder, by their paths without ``.`` and ``..``.

    >>> _is_below("site/a.org/b", "site/a.org"), _is_below("site/a.org.uk/b", "site/a.org"), _is_below("..a", ".")
    (True, False, True)
    """
    if folder == os.curdir:
        return not os.path.isabs(file) and Path(file).parts[:1] != (os.pardir,)  # noqa: PTH117
    return file.startswith(folder.rstrip(os.sep) + os.sep)


def _httrack_pairs(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the files below a folder with their URLs, from the list that HTTrack leaves there, if any.

    It has a line for each URL, with tabs between its columns: the URL is the eighth, the file the ninth, both
    percent-encoded. The file's path began where HTTrack ran, which says nothing now: its end does.
    """
    try:
        text = (folder / _HTTRACK_LIST).read_text("utf-8", "replace")
    except OSError:
        return  # most folders have none
    cut = 0
    for line in text.splitlines():
        columns = line.split("\t")
        if len(columns) < _HTTRACK_COLUMNS or not has_scheme(columns[7]):
            continue
        parts = Path(unquoted(columns[8])).parts
        for start in (cut, *range(min(len(parts), _MOST_ABOVE))):
            # There may be very many parts.
            below = os.sep.join(parts[start:]).replace(os.sep * 2, os.sep, 1)  # noqa: PTH118
            file = os.path.join(folder, below)  # noqa: PTH118
            if start < len(parts) and os.path.isfile(file):  # noqa: PTH113
                cut = start
                yield file, columns[7]
                break


class _Listed:
    def __init__(self, file: Path, roots: tuple[str, ...]) -> None:
        self._name = str(file)
        folders = [file.parent, Path(), *(Path(root) for root in roots)]
        self._urls: dict[str, str] = {}
        of_path: dict[str, str] = {}
        for place, path, url in _listed(file):
            if of_path.setdefault(path, url) != url:
                raise InputError(
                    f"{place()}: {path!r} has another URL before: {of_path[path]}; keep one of them"
                )
            for folder in folders:
                self._urls.setdefault(os.path.abspath(folder / path), url)  # noqa: PTH100  (links stay links)

    def __call__(self, document: Document) -> BaseClaim | None:
        url = self.url_of(document.name)
        return BaseClaim("retrieval", url, self._name) if url is not None else None

    def url_of(self, name: str) -> str | None:
        return self._urls.get(os.path.abspath(name))  # noqa: PTH100  (links stay links)


_ListedUrl = tuple[Callable[[], str], str, str]
"""What gives a URL's place in the list, which may take as long as to read that; its path, and itself."""


def _listed(file: Path) -> Iterator[_ListedUrl]:
    """Yield what is listed."""
    try:
        content = file.read_bytes().removeprefix(b"\xef\xbb\xbf")
        text = content.decode()
    except UnicodeDecodeError as error:
        where = _place(file, content[: error.start].decode(), error.start)
        raise InputError(f"{where}: not UTF-8: save it as UTF-8") from None
    except OSError as error:
        ways = ", ".join(WAYS)
        why = (
            f"{file}: {error.strerror or error}; --base-from takes a TSV, CSV or JSON file, or one of {ways}"
        )
        raise InputError(why) from None
    pairs = _json_pairs(file, text) if file.suffix.lower() == ".json" else _line_pairs(file, text)
    for place, path, url in pairs:
        if not has_scheme(url):
            raise InputError(f"{place()}: {url!r} is no absolute URL; let it begin with http:// or the like")
        yield place, path, url


def _json_pairs(file: Path, text: str) -> Iterator[_ListedUrl]:
    try:
        entries = json.loads(text, parse_int=float)  # of any length
    except json.JSONDecodeError as error:
        raise InputError(f"{file}:{error.lineno}:{error.colno}: no JSON: {error.msg}") from None
    except RecursionError:
        raise InputError(f"{file}:1:1: JSON in too many brackets") from None
    example = '{"a/b.html": "http://a/b"}'
    if not isinstance(entries, dict):
        raise InputError(f"{file}:1:1: no JSON object of paths and URLs, such as {example}")
    decoder = json.JSONDecoder()
    end = 0
    for path, url in json.loads(text, object_pairs_hook=list, parse_int=float):
        begin = text.index('"', end)
        if not isinstance(url, str):
            raise InputError(
                f"{_place(file, text, begin)}: what {path!r} has is no string with a URL, as in {example}"
            )
        begin = text.index('"', decoder.raw_decode(text, begin)[1])
        end = decoder.raw_decode(text, begin)[1]
        yield partial(_place, file, text, begin + 1), path, url.strip()


def _place(file: Path, text: str, offset: int) -> str:
    before = text[:offset]
    return f"{file}:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def _line_pairs(file: Path, text: str) -> Iterator[_ListedUrl]:
    delimiter = "," if file.suffix.lower() == ".csv" else "\t"
    lines = text.splitlines()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    is_first = True
    try:
        for row in reader:
            if not any(row) or row[0].startswith("#"):
                continue
            line = lines[reader.line_num - 1] if reader.line_num <= len(lines) else ""
            if len(row) < 2:
                between = "a comma" if delimiter == "," else "a tab"
                place = f"{file}:{reader.line_num}:{len(line) + 1}"
                raise InputError(f"{place}: a path and a URL with {between} between them, please: {row[0]!r}")
            if is_first and ":" not in row[1]:
                is_first = False
                continue  # the names of the columns
            is_first = False
            url = row[1].strip()
            place = f"{file}:{reader.line_num}:{line.find(url, len(row[0])) + 1 or 1}"
            yield place.__str__, row[0], url
    except csv.Error as error:
        raise InputError(f"{file}:{reader.line_num}:1: {error}") from None


def _head(document: Document) -> bytes:
    content: Any = document.content
    if document.media_type not in PAGES or not isinstance(content, (str, bytes, bytearray, memoryview)):
        return b""
    head = content[:_HEAD]
    if not isinstance(head, str):
        head = bytes(head)
        if not head.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # as nearly all pages
            return head
        head = head.decode("utf-16", "replace")
    return head.encode("utf-8", "replace")


_Site = tuple[str, str]
"""An origin, which begins with ``//`` where nothing says its scheme, and the path from there to a file."""


def _site_of(folders: Sequence[str]) -> _Site | None:
    """Give the origin that one of the folders around a file is named after, and the path from there to the file.

    >>> _site_of(["mirror", "https", "www.example.org", "a", "b"]), _site_of(["a", "b"])
    (('https://www.example.org', 'a/b/'), None)
    >>> _site_of(["mirror", "www.example.org"])
    ('//www.example.org', '')
    """
    for number, part in enumerate(folders):
        host = _host(part)
        if host is None:
            continue
        scheme = folders[number - 1].lower() if number else ""
        begun = f"{scheme}:" if scheme in _SCHEMES else ""
        return f"{begun}//{host}", "".join(f"{folder}/" for folder in folders[number + 1 :])
    return None


def _site(url: str) -> str:
    """Give what stands before the path of a URL."""
    return "/".join(url.split("/", 3)[:3])


class _RetrievedFolder:
    """A folder, and the URL that it was retrieved by: a file in it has that, and its own path below the folder."""

    def __init__(self, url: str, roots: Sequence[str]) -> None:
        self._urls: dict[str, str | None] = {}
        """The URLs of folders met before; no cache around a method, which could not be sent to other processes."""
        self.only = len(roots) == 1 and not os.path.isdir(roots[0])  # noqa: PTH112  (False for any name that none can have)
        """Whether there is but one file, so that the URL is its own."""
        self.url = url
        self.folder = os.getcwd()  # noqa: PTH109  (links stay links)
        if self.only:
            return
        if "?" in url or "#" in url:
            raise InputError(
                f"--base {url} is the URL of one page, and several are read; name that of their folder"
            )
        last = url.rpartition("/")[2]
        if _PAGE.search(last) and url.count("/") > 2:
            raise InputError(
                f"--base {url} is the URL of one page, and several are read; name that of their folder:"
                f" --base {url[: -len(last)]}"
            )
        self.url = url if url.endswith("/") else f"{url}/"
        around = {
            os.path.abspath(root if os.path.isdir(root) else os.path.dirname(root))  # noqa: PTH100, PTH112, PTH120
            for root in roots
            if root != STDIN
        }
        try:
            self.folder = os.path.commonpath(around) if around else self.folder
        except ValueError:
            raise InputError(
                "--base: what is read has no folder in common; read it in several runs"
            ) from None

    def url_of(self, name: str) -> str | None:
        """Give the URL of a file; None for standard input, and for a path outside the folder."""
        if self.only:
            return self.url
        if name == STDIN:
            return None
        folder, file = os.path.split(name)
        if folder not in self._urls:
            if len(self._urls) >= _MOST_FOLDERS:
                self._urls.clear()
            self._urls[folder] = self._url_of_folder(folder)
        url = self._urls[folder]
        return None if url is None else url + _path_of(file)

    def _url_of_folder(self, folder: str) -> str | None:
        path = os.path.relpath(os.path.abspath(folder), self.folder).replace(os.sep, "/")  # noqa: PTH100
        if path == ".." or path.startswith("../"):
            return None
        return self.url if path == "." else f"{self.url}{_path_of(path)}/"


def _text(raw: bytes) -> str:
    return _encoded(raw.decode("utf-8", "replace"))


def _path_of(name: str) -> str:
    """Write the path of a file as that of a URL: what is encoded in it stays so."""
    path = _LONE_PERCENT.sub("%25", name)
    return _encoded(_NO_CHARACTER.sub(lambda found: f"%{ord(found[0]) - 0xDC00:02X}", path))


def _encoded(text: str) -> str:
    return encode_illegal(text).replace("#", "%23")


def _by_browser(document: Document) -> BaseClaim | None:
    """Read the comment that browsers put on top of a page they save."""
    found = _SAVED.search(_head(document))
    if found is None:
        return None
    url = _text(found[1])
    return BaseClaim("retrieval", url, "saved from url") if url[:4].lower() == "http" else None


_LONGEST_HEAD = 10 << 20
"""In so much of a page such a link is looked for: it stands in its head."""


def _by_page(document: Document) -> BaseClaim | None:
    """Read ``<link rel="canonical">`` where it holds an absolute URL."""
    if not _CANONICAL.search(_head(document)):
        return None
    import turbohtml

    content: Any = document.content
    page = content[:_LONGEST_HEAD]
    # No tree is made: that of a hostile page takes a thousand times its size.
    for element in turbohtml.tokenize(page if isinstance(page, str) else Decoder().whole(bytes(page))):
        if element.type is not turbohtml.TokenType.START_TAG or element.tag != "link":
            continue
        url = (element.attr("href") or "").strip()
        if (
            "canonical" in (element.attr("rel") or "").lower().split()
            and url[:4].lower() == "http"
            and "://" in url
        ):
            return BaseClaim("default", url, CANONICAL)
    return None


def _host(name: str) -> str | None:
    """Give the host, with its port, that a folder is named after; None where it is another name."""
    found = _PORT.fullmatch(name)
    host, port = (found[1], f":{found[2]}") if found else (name, "")
    kind = host_kind(host)
    last = host.rpartition(".")[2]
    is_name = kind == "reg-name" and "." in host and (is_top_level_domain(last) or is_special_name(last))
    is_host = is_name or host == "localhost" or kind in {"ipv4", "ipv6"}
    return f"{host}{port}" if is_host and not host.startswith(".") else None

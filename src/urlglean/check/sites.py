"""What the settings of a site say of its documents: where its root is, how its pages are served, what else names them.

Settings are read as text, line by line, for they may hold anything, and nothing in them is run.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

from urlglean.check.slugs import RENDERERS
from urlglean.check.texts import folded_label
from urlglean.check.tree import FilesBelow, holding, is_within, nearest, path_from, text_of
from urlglean.patterns import lazy_re

_DOCS_DIR = lazy_re(r"^docs_dir(?::|[ \t]*=)[ \t]*[\"']?(?P<name>[^\"'#\n]+)", re.MULTILINE)
_AS_FILES = lazy_re(r"^use_directory_urls(?::|[ \t]*=)[ \t]*(?:false|no|off)\b", re.MULTILINE | re.IGNORECASE)
_AS_FOLDERS = lazy_re(r"^[ \t]*trailingSlash:[ \t]*true\b", re.MULTILINE)
_NAMING = lazy_re(r"^[ \t]*(?:-[ \t]*)?(?:autorefs|mkdocstrings|macros)\b", re.MULTILINE)
"""Extensions of MkDocs by which a label may be the name of a heading or an object anywhere."""
_APPENDED = lazy_re(r"^(?P<margin>[ \t]*)auto_append:[ \t]*\n(?P<files>(?:[ \t]*-[^\n]*\n?)+)", re.MULTILINE)
_BASES = lazy_re(
    r"^[ \t]*base_path:[ \t]*+(?P<one>[^\n\-][^\n]*)?\n(?P<files>(?:[ \t]*-[^\n]*\n?)*)", re.MULTILINE
)
_MOST_NAMES = 100
"""How many files and folders of one kind settings may name: each link may be compared with all of them."""
_Name = TypeVar("_Name")
_ITEM = lazy_re(r"^[ \t]*-[ \t]*[\"']?(?P<name>[^\"'#\n]+?)[\"']?[ \t]*$", re.MULTILINE)
_IS_SPHINX = lazy_re(r"^(?:extensions|html_theme|master_doc|project|source_suffix)\b", re.MULTILINE)
_FOLDERS_OF_SPHINX = lazy_re(
    r"^(?P<key>html_(?:extra|static)_path)\s*=\s*[\[(](?P<said>[^\])]{0,2000})", re.MULTILINE
)
_ADDED_PAGES = lazy_re(r"^html_additional_pages\s*=\s*\{(?P<said>[^{}]{0,2000})", re.MULTILINE)
_QUOTED = lazy_re(r"[\"']([^\"'\n]+)[\"']")
_KEY = lazy_re(r"[\"']([^\"'\n]+)[\"']\s*:")
MADE_BY_SPHINX = frozenset(
    "genindex.html modindex.html py-modindex.html search.html objects.inv _modules/index.html".split()
)
_SUFFIX = lazy_re(r"^source_suffix\s*=[^#\n]{0,200}[\"']\.txt[\"']", re.MULTILINE)
_CUSTOM_FORMATS = lazy_re(
    r"^(?:nbsphinx|nb)_custom_formats\s*=\s*\{(?P<said>[^\n]*(?:\n(?!\})[^\n]*){0,60})", re.MULTILINE
)
_SUFFIX_KEY = lazy_re(r"[\"'](\.[^\"'\s]+)[\"']\s*:")
_GALLERIES = lazy_re(
    r"^[ \t]*[\"'](?:gallery_dirs|backreferences_dir)[\"']:\s*(?P<said>[^\n\[(]+|[\[(][^\])]{0,2000})",
    re.MULTILINE,
)
"""The folders that Sphinx-Gallery makes documents in."""
_AROUND_ALL = lazy_re(
    r"^rst_(?:pro|epi)log\b\s*+(?P<text>=\s*+[bfru]{0,2}[\"'])?", re.MULTILINE | re.IGNORECASE
)
"""What Sphinx is told to put around each document, and whether it is written out."""
_DEFINED_IN_RST = lazy_re(r"^[ \t]*\.\. _(?P<quote>`?)(?P<label>[^`:\n]+)(?P=quote):", re.MULTILINE)
_DEFINED = lazy_re(r"^[ \t]{0,3}\[(?P<label>[^\[\]\n]+)\]:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class DocsSite:
    """A site that is made of documents."""

    folder: str
    roots: tuple[str, ...]
    """The folders that a slash at the beginning of a reference may stand for."""
    published: str | None = None
    """The folder that alone is published of what its documents may link to; None where nobody knows of one."""
    serves_folders: bool = False
    """Whether the page of ``guide.md`` is ``guide/``, so that its references are relative to that."""
    names_anything: bool = False
    """Whether labels that no text defines may be those of headings, of objects, or of what is put into all texts."""
    has_routes: bool = False
    """Whether its documents may say under which URLs they are shown."""
    made: frozenset[str] = frozenset()
    """The paths, from its root on, of what no document is the source of."""
    suffixes: tuple[str, ...] = ()
    """The suffixes of files that a program makes notebooks of before pages are made of these."""
    filled: tuple[str, ...] = ()
    """The paths, from its root on, of folders whose documents a program makes."""
    copied: tuple[tuple[str, str], ...] = ()
    """What the paths of other files begin with, and the folder that these are taken from."""
    labels: frozenset[str] = frozenset()

    def may_define(self, label: str) -> bool:
        """Tell whether a label that its own text does not define may be defined elsewhere."""
        return self.names_anything or folded_label(label) in self.labels

    def may_fill(self, path: str) -> bool:
        """Tell whether a program may make the file of a path."""
        starts = tuple(f"{folder}/" for folder in self.filled)
        return bool(starts) and path_from(self.folder, path).startswith(starts)


NO_SITE = DocsSite("", ())
"""What a document is of whose site, if there is one, has left no settings."""


_OF_JUPYTER_BOOK = ("myst.yml", "_toc.yml")
"""What tells of a book that is read by MyST, whose labels are those of all its documents as in Sphinx."""
_OTHER_MARKS = {
    ".vitepress": (("", "public"), False),
    "_config.yml": (("",), False),
    "_quarto.yml": (("",), False),
    "book.toml": (("src",), False),
    "hugo.toml": (("content", "static"), True),
    "hugo.yaml": (("content", "static"), True),
}
"""What VitePress, Jekyll, Quarto, mdBook and Hugo leave in a folder; their roots, and whether pages are folders."""


def site_of(folder: str) -> DocsSite | None:
    """Give the site whose settings stand in a folder; None where there are none."""
    for name in ("mkdocs", "docusaurus"):
        for mark in RENDERERS[name].marks:
            path = os.path.join(folder, mark)
            if os.path.isfile(path):
                return (_of_mkdocs if name == "mkdocs" else _of_docusaurus)(path)
    conf = os.path.join(folder, "conf.py")
    if os.path.isfile(conf):
        return _of_sphinx(conf)
    if any(os.path.isfile(os.path.join(folder, mark)) for mark in _OF_JUPYTER_BOOK):
        return DocsSite(folder, (folder,), made=MADE_BY_SPHINX)
    for mark, (roots, serves_folders) in _OTHER_MARKS.items():
        if os.path.exists(os.path.join(folder, mark)):
            paths = (os.path.normpath(os.path.join(folder, root)) for root in roots)
            return DocsSite(folder, tuple(paths), serves_folders=serves_folders)
    return None


def sites_of_documents() -> Callable[[str], DocsSite]:
    """Give what tells of a file which site it is a document of; it looks at each folder once."""
    around = nearest(site_of)

    def find(path: str) -> DocsSite:
        site = around(os.path.dirname(path)) or NO_SITE
        return site if site.published is None or is_within(path, site.published) else NO_SITE

    return find


class Routes:
    """The URLs that Docusaurus makes of a site's files, where these are not what the files are called.

    A document may state its ``slug`` or its ``id``, and numbers before names only say an order. Under which path the
    documents of a folder are shown, its settings say; each that they name may be it.
    """

    def __init__(self, site: DocsSite, files_below: FilesBelow) -> None:
        """Look at the documents of a site."""
        self._files: dict[str, str] = {}
        self._routes: dict[str, list[str]] = {}
        folder = Path(site.folder)
        settings = "".join(text_of(str(folder / name)) for name in _DOCUSAURUS)
        bases = _some(found["name"].strip("/") for found in _ROUTE_BASE.finditer(settings))
        elsewhere = ["../docs", *_some(found["name"] for found in _CONTENT.finditer(settings))]
        tree = nearest(holding(".git"))(site.folder) or os.path.dirname(site.folder)
        paths = dict.fromkeys(os.path.normpath(folder / name) for name in elsewhere)
        homes = [path for path in paths if is_within(path, tree)]  # strangers may name all of the disk
        for root, start in ((site.folder, folder), *((home, Path(home).parent) for home in homes)):
            pages = (path for path in files_below(root, _NO_DOCUMENTS) if path.endswith(_PAGES))
            for path in pages:
                for route in _routes(path, Path(path).relative_to(start).parts, bases):
                    self._files.setdefault(route, path)
                    self._routes.setdefault(path, []).append(route)

    def file(self, path: str) -> str | None:
        """Give the file whose page has a path, from the root of the site; None where none is known."""
        return self._files.get(path.strip("/"))

    def from_page(self, path: str, reference: str) -> str | None:
        """Give the file that a relative path means on the pages of another file."""
        joined = (
            posixpath.normpath(posixpath.join("/", posixpath.dirname(route), reference))
            for route in self._routes.get(path, ())
        )
        return next(filter(None, map(self.file, joined)), None)


def _routes(path: str, parts: tuple[str, ...], bases: Iterable[str]) -> Iterator[str]:
    """Yield the paths of the pages that a file may be made into; ``parts`` are those of its own path."""
    name = os.path.splitext(parts[-1])[0]
    if parts[:2] == ("src", "pages"):
        yield "/".join((*parts[2:-1], *([] if name == "index" else [name])))
        return
    if not parts[-1].endswith(_DOCUMENTS):
        return
    home, inner = parts[0], parts[1:-1]
    if home.startswith("versioned_") and inner:
        home, inner = home.removeprefix("versioned_"), inner[1:]
    folders = [_NUMBER.sub("", one) for one in inner]
    front = _FRONT.match(text_of(path))
    stated = {one["key"]: one["said"] for one in _STATED.finditer(front[0])} if front else {}
    own = stated.get("id") or _NUMBER.sub("", name)
    dated = _DATED.fullmatch("/".join((*inner, name)).removesuffix("/index"))
    if (slug := stated.get("slug")) is not None:
        shown = slug if slug.startswith("/") or dated else "/".join((*folders, slug))
    elif dated:
        shown = "/".join(dated.groups())
    elif name.lower() in {"index", "readme", *inner[-1:]}:
        shown = "/".join(folders)
    else:
        shown = "/".join((*folders, own))
    for base in dict.fromkeys((home, *bases, "")):
        yield posixpath.normpath(f"/{base}/{shown}").strip("/")


_DOCUMENTS = (".md", ".mdx")
_PAGES = (*_DOCUMENTS, ".js", ".jsx", ".ts", ".tsx")
_NO_DOCUMENTS = lazy_re(r"\.|(?:node_modules|build|static|i18n)\Z")
_DOCUSAURUS = ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs")
_ROUTE_BASE = lazy_re(r"""\brouteBasePath:\s*["'](?P<name>[^"'\n]*)["']""")
_CONTENT = lazy_re(r"""\bpath:\s*["'](?P<name>\.\./[^"'\n\0]+)["']""")
_FRONT = lazy_re(r"---[ \t]*\r?\n(?:(?!---)[^\n]*\n)*+---")
_STATED = lazy_re(r"""^(?P<key>slug|id):[ \t]*+["']?(?P<said>[^"'#\r\n]*[^"'#\s])""", re.MULTILINE)
_NUMBER = lazy_re(r"^(?!(?:[0-9]{2}|[0-9]{4})[-_.][0-9]{2}|[0-9]+[-_.][0-9])[0-9]+\s*[-_.]+\s*(?=[^-_.\s])")
"""A number before a name; none are those of dates and of versions."""
_DATED = lazy_re(r"([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})[-/](.+)")
"""The date before the name of a post."""
MADE_ROUTE = lazy_re(r"(?:^|/)(?:tags|category|archive|authors|page)(?:/|$)")
"""Under such a path a program makes a page of what it knows of all documents: lists by tags, and so on."""


def told_to_sphinx(folder: str) -> str:
    """Give what Sphinx is told of the documents below a folder, as it is written."""
    return text_of(os.path.join(folder, "conf.py"))


def takes_plain_text(settings: str) -> bool:
    """Tell whether Sphinx is told that documents are called ``.txt``."""
    return _SUFFIX.search(settings) is not None


def _of_mkdocs(path: str) -> DocsSite:
    text = text_of(path)
    folder = os.path.dirname(path)
    stated = _DOCS_DIR.search(text)
    documents = os.path.normpath(os.path.join(folder, stated["name"].strip() if stated else "docs"))
    return DocsSite(
        folder,
        (documents,),
        published=documents if os.path.isdir(documents) else None,
        serves_folders=_AS_FILES.search(text) is None,
        names_anything=_NAMING.search(text) is not None,
        labels=frozenset(_appended(folder, text)),
    )


def _of_sphinx(path: str) -> DocsSite | None:
    text = text_of(path)
    if not _IS_SPHINX.search(text):
        return None
    folder = os.path.dirname(path)
    said = {one["key"]: _QUOTED.findall(one["said"]) for one in _FOLDERS_OF_SPHINX.finditer(text)}
    added = {f"{page[1]}.html" for one in _ADDED_PAGES.finditer(text) for page in _KEY.finditer(one["said"])}
    copied = (
        (start, os.path.normpath(os.path.join(folder, name)))
        for key, start in (("html_extra_path", ""), ("html_static_path", "_static/"))
        for name in said.get(key, ())
    )
    around = list(_AROUND_ALL.finditer(text))
    labels = (folded_label(one["label"]) for one in _DEFINED_IN_RST.finditer(text))
    return DocsSite(
        folder,
        (folder,),
        names_anything=any(one["text"] is None for one in around),
        labels=frozenset(labels if around else ()),
        made=MADE_BY_SPHINX | added,
        suffixes=tuple(
            _some(_SUFFIX_KEY.findall("".join(map(itemgetter("said"), _CUSTOM_FORMATS.finditer(text)))))
        ),
        filled=tuple(
            _some(
                name.strip("/") for one in _GALLERIES.finditer(text) for name in _QUOTED.findall(one["said"])
            )
        ),
        copied=tuple(_some(copied)),
    )


def _of_docusaurus(path: str) -> DocsSite:
    folder = os.path.dirname(path)
    roots = (os.path.join(folder, "static"), folder, os.path.dirname(folder))
    serves_folders = _AS_FOLDERS.search(text_of(path)) is not None
    return DocsSite(folder, roots, serves_folders=serves_folders, has_routes=True)


def _appended(folder: str, text: str) -> Iterator[str]:
    """Yield the labels that are defined in files which MkDocs puts behind each document."""
    items = (item for block in _APPENDED.finditer(text) for item in _ITEM.finditer(block["files"]))
    names = _some(item["name"] for item in items)
    for place in _some((folder, *_bases(folder, text))) if names else ():
        for name in names:
            for found in _DEFINED.finditer(text_of(os.path.join(place, name))):
                yield folded_label(found["label"])


def _some(names: Iterable[_Name]) -> list[_Name]:
    """Give each name once, and no more of them than anybody writes."""
    return list(islice(dict.fromkeys(names), _MOST_NAMES))


def _bases(folder: str, text: str) -> Iterator[str]:
    for block in _BASES.finditer(text):
        names = [block["one"]] if block["one"] else [item["name"] for item in _ITEM.finditer(block["files"])]
        yield from (os.path.join(folder, one.strip().strip("[]\"'")) for one in names)

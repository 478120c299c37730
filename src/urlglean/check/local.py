"""Links into the tree: what file or page they name, and whether it has the fragment.

A document's base is the ``file:`` URL of its path, so that what its references mean, a ``base`` element included, is
settled as everywhere else. What begins with a slash is looked up below the root of the site.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache, partial
from typing import NamedTuple

from urlglean.candidate import AmbiguousCandidate, UndefinedCandidate
from urlglean.check.anchors import (
    DOCUMENTATION,
    MARKDOWN,
    NOTEBOOKS,
    RST,
    Anchors,
    AnchorsOfFiles,
    Labels,
    RendererOf,
)
from urlglean.check.answers import Cause
from urlglean.check.findings import FOUND, Judgement
from urlglean.check.schemes import ASKED, syntax_of
from urlglean.check.sites import (
    MADE_BY_SPHINX,
    MADE_ROUTE,
    NO_SITE,
    DocsSite,
    Routes,
    sites_of_documents,
    takes_plain_text,
    told_to_sphinx,
)
from urlglean.check.texts import folded_label, name_of_label
from urlglean.check.tree import (
    MOST_KNOWN,
    SOURCES,
    Disk,
    FileTarget,
    Manner,
    holding,
    is_within,
    nearest,
    path_from,
    path_of,
    quoted,
    url_of,
)
from urlglean.document import PAGES, Document
from urlglean.errors import UrlgleanError
from urlglean.links.link import Link
from urlglean.patterns import lazy_re
from urlglean.uri.characters import unquoted
from urlglean.uri.normalize import normalize
from urlglean.uri.schemes import has_scheme


class Asked(NamedTuple):
    """A URL that a server is to be asked about."""

    url: str


_PERHAPS_LABELS = frozenset({Cause.MISSING_FILE, Cause.MISSING_FRAGMENT})
_LABELS = frozenset({"ref", "numref"})
_DOCUMENTS = frozenset({"doc", "toctree"})
_NAMED = _DOCUMENTS | {"download", "include", "literalinclude", "csv-table", "raw"}
"""What of reStructuredText names files as the disk has them, not by URLs."""
_MADE_BY_SPHINX = frozenset(
    name.removesuffix(".html") for name in MADE_BY_SPHINX if name.endswith(".html") and "/" not in name
)
"""What labels and documents may name that Sphinx makes."""
_FILE_URL = lazy_re(
    r"file:(?://(?P<host>[^/?#]*))?(?P<path>[^?#]*)(?P<query>\?[^#]*)?(?:#(?P<fragment>.*))?", re.DOTALL
)
_WEB_URL = lazy_re(r"(?P<scheme>https?)://(?P<authority>[^/?#]+)(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_DOT_OF_ROOT = lazy_re(r"\.(?=(?::[0-9]*)?\Z)")
_ROOTED = lazy_re(r"\s*[/\\](?![/\\])")
_EXPRESSION = lazy_re(r"\{\{|\{%|<%|\$\{|\{[A-Za-z_][\w.]*+\}")
"""What programs fill in: expressions of templates, and the variables of URLs (RFC 6570)."""
_OF_SITE = "@site/"
"""What stands for the folder of the site's settings in Docusaurus."""
_NO_SOURCES = lazy_re(r"\.|_build")
_NEITHER_HOST = frozenset({"", "localhost"})
_ASCII = lazy_re(r"[\x00-\x7f]+")
_path_said = partial(unquoted, errors="surrogateescape")
"""Undoes the escapes of a path: those of octets that are no text may be of a name."""


class _WrittenReference(NamedTuple):
    """A reference as it is written, and the folder that it is relative to: that of the root, where it begins so."""

    text: str
    folder: str

    @property
    def path(self) -> str | None:
        plain = self.plain.strip().lstrip("/")
        return os.path.normpath(os.path.join(self.folder, plain)) if plain else None

    @property
    def plain(self) -> str:
        """Its path as it is written, without query and fragment, its escapes undone."""
        return _path_said(self.text.partition("#")[0].partition("?")[0])

    def path_to(self, path: str) -> str:
        """Give the path of a file as this one is written: from its folder, or from the root."""
        relative = path_from(self.folder, path)
        return f"/{relative}" if self.text.lstrip().startswith("/") else relative

    def naming(self, path: str) -> str:
        """Give a reference to a file, with the query and fragment that this one has."""
        rest = re.search(r"[?#].*", self.text, re.DOTALL)
        return self._escaped(self.path_to(path)) + (rest[0] if rest else "")

    def with_fragment(self, fragment: str) -> str:
        return f"{self.text.partition('#')[0]}#{self._escaped(fragment)}"

    def _escaped(self, name: str) -> str:
        """Give a name with the escapes that it needs; other letters than those of ASCII as this one has them."""
        if "%" in self.text:
            return quoted(name)
        return _ASCII.sub(lambda found: quoted(found[0]), name)


class Source(NamedTuple):
    """A document whose links are checked."""

    path: str
    """Absolute, without ``.`` and ``..``."""
    folder: str
    """The folder that it is in."""
    media_type: str
    manner: Manner
    roots: tuple[str, ...]
    """The folders that a slash at the beginning of a reference may stand for."""
    trees: tuple[str, ...]
    """The folders that its links may lead into."""
    site: DocsSite
    """The site that it is a document of."""
    is_published: bool = False
    """Whether it is shown as it stands: no program puts the path of its site before a slash."""

    @property
    def base(self) -> str:
        """Its URL, which its references are relative to."""
        return url_of(self.path)

    def has_in_trees(self, path: str) -> bool:
        """Tell whether a path is in one of the folders that its links may lead into."""
        return any(is_within(path, tree) for tree in self.trees)


class Sources:
    """Tells what is to be known of the documents that are checked: what a slash stands for, which tree they are of."""

    def __init__(self, paths: Iterable[str], root_dir: str | None, renderer_of: RendererOf) -> None:
        self._named = tuple(os.path.abspath(path) for path in paths if os.path.isdir(path))
        self._root_dir = None if root_dir is None else os.path.abspath(root_dir)
        self._renderer_of = renderer_of
        self._repository = nearest(holding(".git"))
        self._configured = nearest(holding("conf.py"))
        self._site = sites_of_documents()
        self._told = cache(told_to_sphinx)

    def source(self, name: str, media_type: str) -> Source:
        """Give what is to be known of a document by the name of its file."""
        path = os.path.abspath(name)
        folder = os.path.dirname(path)
        renderer = self._renderer_of(path)
        is_page = media_type in PAGES
        site = self._site(path)
        manner = Manner(
            sources=(*SOURCES, ".txt") if media_type == RST and name.endswith(".txt") else SOURCES,
            names_sources=media_type == RST or site is not NO_SITE or renderer.builds_site,
            shows_folders=renderer.shows_folders
            and media_type in DOCUMENTATION
            and not is_page
            and (media_type != RST or self._configured(folder) is None),
        )
        repository = self._repository(folder)
        named = tuple(one for one in self._named if is_within(path, one))
        if self._root_dir is not None:
            return Source(path, folder, media_type, manner, (self._root_dir,), (self._root_dir, *named), site)
        roots = [self._configured(folder) if media_type == RST else None, *named]
        if not is_page:
            roots = [*site.roots, *roots, repository]
        roots_once = tuple(dict.fromkeys(filter(None, roots)))
        if site.published is not None:
            trees: tuple[str, ...] = (site.published,)
        else:
            trees = (repository,) if repository is not None else (named or (site.folder or folder,))
        return Source(path, folder, media_type, manner, roots_once, trees, site, is_published=is_page)

    def media_type(self, document: Document) -> str:
        """Give what a document is: one that is called ``.txt`` may be reStructuredText for Sphinx."""
        if document.media_type != "text/plain" or not document.name.endswith(".txt"):
            return document.media_type
        folder = self._configured(os.path.dirname(os.path.abspath(document.name)))
        return RST if folder is not None and takes_plain_text(self._told(folder)) else document.media_type


class _Published(NamedTuple):
    origin: str
    host: str
    path: str
    """Without a slash at its end."""

    @classmethod
    def at(cls, url: str) -> _Published:
        """Take a URL apart; raise `UrlgleanError` where it is none of the Web."""
        found = _WEB_URL.fullmatch(url)
        if found is None:
            raise UrlgleanError(
                f"{url!r} is where no site is published: its URL begins with https:// and a host"
            )
        path = found["rest"].partition("#")[0].partition("?")[0].rstrip("/")
        return cls(f"{found['scheme']}://{found['authority']}", _host(found), path)

    def own_path(self, url: str) -> str | None:
        """Give the rest of a URL of the site itself, from its root on; None for any other."""
        found = _WEB_URL.fullmatch(url)
        if found is None or _host(found) != self.host or not found["rest"].startswith(self.path):
            return None
        own = found["rest"].removeprefix(self.path)
        if own[:1] not in {"", "/", "?", "#"}:
            return None
        return own if own.startswith("/") else f"/{own}"


class Tree:
    """The files that links lead to, and what their fragments may name."""

    def __init__(self, anchors: AnchorsOfFiles, site_url: str | None) -> None:
        self.disk = Disk()
        self.anchors = anchors
        self._published = _Published.at(site_url) if site_url is not None else None
        self._labels_below = cache(self._read_labels)
        self._told = cache(told_to_sphinx)
        self._routes = cache(lambda site: Routes(site, self.disk.files_below))
        self._pages: dict[tuple[str, Manner, str], FileTarget] = {}
        """Those that were named last."""

    def judge(self, link: Link, source: Source) -> Judgement | Asked:
        """Tell where a link leads, or give the URL whose server is to be asked."""
        found = self._judge(link, source)
        if found != FOUND and _EXPRESSION.search(link.text):
            return Judgement(Cause.TEMPLATE)
        if isinstance(found, Judgement) and found.cause in _PERHAPS_LABELS:
            found = self._as_label(link.text, source) or found
            if source.media_type == RST and found.suggestion is None and self._names_target(link, source):
                return found._replace(suggestion=f"{' '.join(link.raw.split())}_")
        return found

    def _names_target(self, link: Link, source: Source) -> bool:
        """Tell whether what stands in the brackets of a reference is a target of its text that lacks its ``_``."""
        anchors = self.anchors.get(source.path) if link.delimiter == "`<>`_" else None
        name = name_of_label(link.raw)
        return anchors is not None and (name in anchors.names or name in anchors.titles)

    def _as_label(self, text: str, source: Source) -> Judgement | None:
        """Judge a link of MyST that names a label, or an object, which any document of its site may define."""
        site = source.site
        if not site.made or source.media_type not in {MARKDOWN, NOTEBOOKS}:
            return None
        name = unquoted(text.removeprefix("#"))
        labels = self._labels_below(site.folder)
        if name.lower() in labels.names or name in _MADE_BY_SPHINX or name in labels.objects:
            return FOUND
        is_made = "." in name and not labels.is_whole and name.partition(".")[0] in labels.modules
        return Judgement(Cause.FOREIGN_LABEL) if is_made else None

    def _judge(self, link: Link, source: Source) -> Judgement | Asked:
        element = link.element
        if isinstance(link.candidate, UndefinedCandidate):
            if element in _LABELS:
                return self._labelled(link, source)
            if element == "doc" or source.site.may_define(link.text):
                return Judgement(Cause.FOREIGN_LABEL)
            if isinstance(link.candidate, AmbiguousCandidate):
                return Judgement(Cause.AMBIGUOUS_LABEL)
            return self._included_label(link.text, source)
        if element == "#redefinition":
            return Judgement(Cause.REDEFINED_LABEL)
        is_page = link.document.media_type in PAGES  # and in Markdown ``[comment]: <> (...)`` is a comment
        if not link.text.strip() and (link.kind == "resource" if is_page else not link.inert):
            return Judgement(Cause.EMPTY)
        is_pattern = element == "img" and link.text.endswith(".*") and source.media_type == RST
        if (is_pattern or element in _NAMED) and not has_scheme(link.text):
            return self._named(link, source)
        if link.url is None:
            return Judgement(Cause.MALFORMED, link.why_no_url)
        return self.judge_url(link.url, link.text, link, source)

    def judge_url(self, url: str, text: str, link: Link, source: Source) -> Judgement | Asked:
        """Do the same for what a Link would come to if its reference were ``text``."""
        scheme = url.partition(":")[0].lower()
        if scheme == "file":
            found = _FILE_URL.fullmatch(url)
            if found is not None:
                if (found["host"] or "").lower() not in _NEITHER_HOST and not has_scheme(text):
                    return self._of_web(f"https:{url[5:]}", text, source)  # `//host/path`
                return self._in_tree(found, text, link, source)
        if scheme == "attachment" and source.media_type == NOTEBOOKS:
            return self._attached(url, link, source)
        if scheme not in ASKED:
            return Judgement(*syntax_of(url))
        return self._of_web(url, text, source)

    def _of_web(self, url: str, text: str, source: Source) -> Judgement | Asked:
        """Judge a URL of the site itself; ask about any other."""
        own = self._published.own_path(url) if self._published is not None else None
        if own is None:
            return Asked(url)
        path, _, fragment = own.partition("#")
        judged = self._below_roots(
            _path_said(path.partition("?")[0]), fragment if "#" in own else None, own, source
        )
        if judged.suggestion is None:
            return judged
        is_known = text.endswith(own)
        return judged._replace(suggestion=text.removesuffix(own) + judged.suggestion if is_known else None)

    def _attached(self, url: str, link: Link, source: Source) -> Judgement:
        """Judge what names a file that a cell of a notebook has attached."""
        anchors = self.anchors.get(source.path)
        known = anchors.of_parts["attachment", link.part] if anchors is not None else set()
        scheme, _, written = url.partition(":")
        name = unquoted(written)
        if name in known or written in known:
            return FOUND
        near = self.anchors.likeness.near(name, known)
        meant = None if near is None else f"{scheme}:{quoted(near)}"
        return Judgement(Cause.MISSING_ATTACHMENT, None, meant)

    # --- pages ---

    def _in_tree(self, url: re.Match[str], text: str, link: Link, source: Source) -> Judgement | Asked:
        """Judge what a ``file:`` URL leads to."""
        plain, fragment = path_of(_path_said(url["path"]), source.path), url["fragment"]
        if "\0" in plain:
            return Judgement(Cause.MALFORMED, "no file has U+0000 in its name")
        if source.site is not NO_SITE and text.startswith(_OF_SITE):
            own = source._replace(roots=(source.site.folder,))
            start = text.partition("#")[0].removeprefix(_OF_SITE.rstrip("/"))
            return self._below_roots(_path_said(start.partition("?")[0]), fragment, text, own)
        if link.delimiter == "[[]]":
            return self._wiki(text, source)
        folder = source.folder
        embedded = link.base if link.base is not None and link.base.rule == "embedded" else None
        if embedded is not None and (found := _FILE_URL.fullmatch(embedded.uri)) is not None:
            folder = os.path.dirname(path_of(_path_said(found["path"]), source.path))
        is_elsewhere = folder != source.folder and not any(
            is_within(plain, root) for root in (*source.roots, *source.trees)
        )
        is_absolute = has_scheme(text)
        if not is_absolute and (is_elsewhere or _ROOTED.match(text)):
            return self._from_slash(url, text, source)
        written = _WrittenReference(text, folder)
        if embedded is None and (not text.strip() or text.lstrip().startswith("#")):
            anchors = self.anchors.get(source.path)
            if anchors is not None and unquoted(fragment or "") in anchors.of_parts["id", link.part]:
                return FOUND
            return self._with_fragment(FileTarget(Cause.FOUND, source.path), fragment, written, source)
        if is_absolute and not source.has_in_trees(plain):
            return Judgement(Cause.OTHER_SCHEME, "a file of the machine that shows it")
        page = self._page_in_trees(plain, source)
        if page.cause is not Cause.FOUND and (served := _served(text, source)) is not None:
            other = self._page_in_trees(served, source)
            page = other if other.cause is Cause.FOUND else page
        if page.cause is not Cause.FOUND and source.site.has_routes:
            routed = self._routes(source.site).from_page(source.path, written.plain)
            page = page if routed is None else FileTarget(Cause.FOUND, routed)
        return self._with_fragment(page, fragment, written, source)

    def _wiki(self, text: str, source: Source) -> Judgement:
        """Judge a wiki link: a page by its name, wherever in the tree it stands, and a heading by its words."""
        written = _WrittenReference(text, source.folder)
        path, manner = written.path, source.manner._replace(names_sources=True)
        if path is None:
            page = FileTarget(Cause.FOUND, source.path)
        else:
            page = self._page_in_trees(path, source._replace(manner=manner))
            found = self.disk.called(path, source.trees) if page.cause is not Cause.FOUND else None
            page = page if found is None else FileTarget(Cause.FOUND, found)
        fragment = text.partition("#")[2]
        if fragment and page.path is not None:
            anchors = self.anchors.get(page.path)
            if anchors is not None and folded_label(unquoted(fragment)) in anchors.headings:
                return FOUND
        judged = self._with_fragment(page, fragment or None, written, source)
        meant = judged.suggestion
        if page.cause is not Cause.FOUND and meant is not None:
            meant = os.path.splitext(_path_said(meant))[0]
        return judged._replace(suggestion=meant)

    def _from_slash(self, url: re.Match[str], text: str, source: Source) -> Judgement | Asked:
        """Judge what a path from a slash on leads to: from the root of the host, unless a program makes it another."""
        judged = self._below_roots(_path_said(url["path"]), url["fragment"], text, source)
        if self._published is None or not self._published.path:
            return judged
        rest = url["path"] + (url["query"] or "") + ("" if url["fragment"] is None else f"#{url['fragment']}")
        on_host = self._of_web(self._published.origin + rest, text, source)
        if source.is_published or judged == FOUND or isinstance(on_host, Asked):
            return on_host if source.is_published else judged
        return on_host if on_host == FOUND or judged.cause is Cause.MISSING_FILE else judged

    def _below_roots(self, path: str, fragment: str | None, text: str, source: Source) -> Judgement:
        """Judge what a path from the root of the site leads to."""
        if not source.roots:
            return Judgement(Cause.NO_ROOT)
        judged = [
            self._with_fragment(
                self._page_in_trees(
                    f"{root.rstrip('/')}{path}", source._replace(trees=(root, *source.trees))
                ),
                fragment,
                _WrittenReference(text, root),
                source,
            )
            for root in source.roots
        ]
        found = next((one for one in judged if one.cause is Cause.FOUND), None)
        if found is None and source.site.has_routes:
            return self._routed(path, fragment, text, source) or judged[0]
        return found or judged[0]

    def _routed(self, path: str, fragment: str | None, text: str, source: Source) -> Judgement | None:
        """Judge what a path from the root of a site leads to by the URLs that its documents have; None: to nothing."""
        file = self._routes(source.site).file(path)
        if file is None:
            perhaps = Judgement(Cause.NOT_COMPARED) if self.disk.files_below.is_cut else None
            return FOUND if MADE_ROUTE.search(path) else perhaps
        written = _WrittenReference(text, source.site.folder)
        return self._with_fragment(FileTarget(Cause.FOUND, file), fragment, written, source)

    def _page_in_trees(self, path: str, source: Source) -> FileTarget:
        """Give the page of a path, unless a link leads to it from a tree that lacks it, by escaped dots, say."""
        plain = os.path.normpath(path)
        if not source.has_in_trees(plain) and source.has_in_trees(source.path):
            return FileTarget(Cause.OUTSIDE_TREE)
        key = (path, source.manner, source.site.folder)
        found = self._pages.get(key)
        if found is None:
            self.disk.trust(source.folder)
            found = self.disk.page(plain + "/" * path.endswith(("/", os.sep)), source.manner)
            if found.cause is not Cause.FOUND and source.site is not NO_SITE:
                found = self._put_in(plain, source.site, source.manner) or found
            if len(self._pages) >= MOST_KNOWN:
                self._pages.clear()
            self._pages[key] = found
        return found

    def _put_in(self, path: str, site: DocsSite, manner: Manner) -> FileTarget | None:
        """Give the page of a path that is none of a document, but that a program puts into a site; None without one."""
        own = path_from(site.folder, path)
        if own in site.made:
            return FileTarget(Cause.FOUND)
        for start, source in site.copied:
            if own.startswith(start):
                rest = own.removeprefix(start)
                is_itself = rest == os.path.basename(source) and os.path.isfile(source)
                page = self.disk.page(source if is_itself else os.path.join(source, rest), manner)
                if page.cause is Cause.FOUND:
                    return page
        stem, suffix = os.path.splitext(path)
        if site.suffixes and suffix in {".ipynb", ".html"}:
            page = self.disk.document(stem, (*site.suffixes, ""))
            if page.cause is Cause.FOUND:
                return page
        return FileTarget(Cause.MADE_FILE) if site.may_fill(path) else None

    def _with_fragment(
        self, page: FileTarget, fragment: str | None, written: _WrittenReference, source: Source
    ) -> Judgement:
        """Judge a page that was found, or was not, with the fragment that is named of it."""
        meant = page.meant
        if page.cause is Cause.MISSING_FILE and not has_scheme(written.text):
            path = written.path
            meant = None if path is None else self.disk.near(path, source.trees)
        if page.cause is not Cause.FOUND:
            told = None if meant is None or meant == source.folder else written.naming(meant)
            return Judgement(page.cause, None, told)
        if fragment is None or page.path is None:
            return FOUND
        verdict = self.anchors.find(page.path, fragment)
        near = None if verdict.suggestion is None else written.with_fragment(verdict.suggestion)
        return verdict._replace(suggestion=near)

    # --- files and labels that reStructuredText names ---

    def _named(self, link: Link, source: Source) -> Judgement:
        """Judge what names a document or a file of the tree itself."""
        text = link.text.strip()
        is_document = link.element in _DOCUMENTS
        if is_document and text in _MADE_BY_SPHINX:
            return FOUND
        if text.startswith("<") and link.element == "include":
            return FOUND  # one of the files that come with docutils
        if text.startswith("/"):
            if not source.roots:
                return Judgement(Cause.NO_ROOT)
            path = f"{source.roots[0]}{text}"
        else:
            path = os.path.join(source.folder, text)
        path = os.path.normpath(path)
        if is_document and source.roots and not is_within(path, root := source.roots[0]):
            inner = os.path.relpath(source.folder, root)  # to Sphinx nothing is above the root
            path = root + os.path.normpath(os.path.join("/", inner, text))
        self.disk.trust(source.folder)
        if link.attribute == "glob" or link.element == "img":
            is_there = self.disk.matches(path)
            if is_there is None:
                return Judgement(Cause.NOT_COMPARED)
            return FOUND if is_there else Judgement(Cause.MISSING_FILE, "no file has such a name")
        suffixes = (*SOURCES, ".txt", *source.site.suffixes) if is_document else ()
        # ``toctree`` knows documents by their files, too; ``:doc:`` does not.
        page = self.disk.document(path, suffixes if link.element == "doc" else (*suffixes, ""))
        if page.cause is Cause.FOUND:
            return FOUND
        if page.cause is Cause.MISSING_FILE and source.site.may_fill(path):
            return Judgement(Cause.MADE_FILE)
        near = page.meant or self.disk.near(path, source.trees)
        start = source.roots[0] if text.startswith("/") else source.folder
        meant = None if near is None else _WrittenReference(text, start).path_to(near)
        if meant is not None and is_document:
            meant = os.path.splitext(meant)[0]
        return Judgement(page.cause, None, meant if meant != text else None)

    def _labelled(self, link: Link, source: Source) -> Judgement:
        """Judge a reference to a label, which any document of the tree may define."""
        label = name_of_label(link.text)
        root = source.roots[0] if source.roots else source.folder
        labels = self._labels_below(root)
        if label in labels.names or label in _MADE_BY_SPHINX:
            return FOUND
        # Other projects may define it, or docstrings.
        if "intersphinx" in self._told(root) or not labels.is_whole:
            return Judgement(Cause.FOREIGN_LABEL)
        return Judgement(Cause.UNDEFINED_LABEL, None, self.anchors.likeness.near(label, labels.names))

    def _included_label(self, text: str, source: Source) -> Judgement:
        """Judge a label that its own text does not define, where what is put into the text may."""
        if source.media_type == RST:
            is_there = self.anchors.has_included(source.path, name_of_label(text))
            if is_there:
                return FOUND
            if is_there is None:
                return Judgement(Cause.FOREIGN_LABEL)
        return Judgement(Cause.UNDEFINED_LABEL)

    def _read_labels(self, root: str) -> Labels:
        """Give the labels of all reStructuredText below a folder, and what it describes."""
        found: set[str] = set()
        objects: set[str] = set()
        is_whole = True
        read_in = set[Anchors]()
        are_titles = "autosectionlabel" in self._told(root)
        suffixes = (*SOURCES, ".txt") if takes_plain_text(self._told(root)) else SOURCES
        for path in self.disk.files_below(root, _NO_SOURCES):
            read = self.anchors.as_rst if path.endswith(".txt") else self.anchors.get
            anchors = read(path) if path.endswith(suffixes) else None
            if anchors is None:
                continue
            included, are_all = self.anchors.put_into(path)
            found |= {one.lower() for one in anchors.labels}
            for inner in included:
                if inner not in read_in:
                    read_in.add(inner)
                    found |= {one.lower() for one in inner.names}
            objects |= anchors.objects
            is_whole = is_whole and are_all and not anchors.is_made
            if are_titles:
                name = os.path.splitext(path_from(root, path))[0].lower()
                found |= {*anchors.titles, *(f"{name}:{title}" for title in anchors.titles)}
        modules, is_cut = {one.partition(".")[0] for one in objects}, self.disk.files_below.is_cut
        return Labels(found, is_whole and not is_cut, objects, modules)


def _host(url: re.Match[str]) -> str:
    """Give the host and port of a URL as others that are the same are compared with it."""
    normal = normalize(f"{url['scheme']}://{url['authority'].rpartition('@')[2]}/")
    return _DOT_OF_ROOT.sub("", normal.partition("://")[2].removesuffix("/"))


def _served(text: str, source: Source) -> str | None:
    """Give the path that a reference means on a page which is served as a folder; None where none is."""
    if not source.site.serves_folders or source.media_type in PAGES or has_scheme(text):
        return None
    stem = os.path.splitext(source.path)[0]
    folder = source.folder if os.path.basename(stem).lower() in {"index", "readme"} else stem
    plain = _WrittenReference(text, folder).plain
    return os.path.normpath(os.path.join(folder, plain)) + os.sep * plain.endswith("/")

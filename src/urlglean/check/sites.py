"""What the settings of a site say of its documents: where its root is, how its pages are served, what else names them.

Settings are read as text, line by line, for they may hold anything, and nothing in them is run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from urlglean.check.slugs import RENDERERS
from urlglean.patterns import lazy_re

_DOCS_DIR = lazy_re(r"^docs_dir:[ \t]*[\"']?(?P<name>[^\"'#\n]+)", re.MULTILINE)
_AS_FILES = lazy_re(r"^use_directory_urls:[ \t]*(?:false|no|off)\b", re.MULTILINE | re.IGNORECASE)
_AS_FOLDERS = lazy_re(r"^\s*trailingSlash:\s*true\b", re.MULTILINE)
_NAMING = lazy_re(r"^[ \t]*(?:-[ \t]*)?(?:autorefs|mkdocstrings|macros)\b", re.MULTILINE)
"""Extensions of MkDocs by which a label may be the name of a heading or an object anywhere."""
_APPENDED = lazy_re(r"^(?P<margin>[ \t]*)auto_append:[ \t]*\n(?P<files>(?:[ \t]*-[^\n]*\n?)+)", re.MULTILINE)
_BASES = lazy_re(
    r"^[ \t]*base_path:[ \t]*(?P<one>[^\n\-][^\n]*)?\n(?P<files>(?:[ \t]*-[^\n]*\n?)*)", re.MULTILINE
)
_ITEM = lazy_re(r"^[ \t]*-[ \t]*[\"']?(?P<name>[^\"'#\n]+?)[\"']?[ \t]*$", re.MULTILINE)
_SUFFIX = lazy_re(r"^source_suffix\s*=[^#\n]{0,200}[\"']\.txt[\"']", re.MULTILINE)
_DEFINED = lazy_re(r"^[ \t]{0,3}\[(?P<label>[^\[\]\n]+)\]:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Site:
    """A site that is made of documents."""

    folder: str
    """Where its settings stand."""
    roots: tuple[str, ...]
    """The folders that a slash at the beginning of a reference may stand for."""
    serves_folders: bool = False
    """Whether the page of ``guide.md`` is ``guide/``, so that its references are relative to that."""
    names_anything: bool = False
    """Whether labels that no text defines may be names of headings and objects."""
    labels: frozenset[str] = frozenset()
    """The labels that are defined for all of its documents."""

    def may_define(self, label: str) -> bool:
        """Tell whether a label that its own text does not define may be defined elsewhere."""
        return self.names_anything or " ".join(label.split()).casefold() in self.labels


def site_of(folder: str) -> Site | None:
    """Give the site whose settings stand in a folder; None where there are none."""
    for name in ("mkdocs", "docusaurus"):
        for mark in RENDERERS[name].marks:
            path = os.path.join(folder, mark)  # noqa: PTH118
            if os.path.isfile(path):  # noqa: PTH113
                return (_of_mkdocs if name == "mkdocs" else _of_docusaurus)(path)
    return None


def told_to_sphinx(folder: str) -> str:
    """Give what Sphinx is told of the documents below a folder, as it is written."""
    return _text(os.path.join(folder, "conf.py"))  # noqa: PTH118


def takes_plain_text(settings: str) -> bool:
    """Tell whether Sphinx is told that documents are called ``.txt``."""
    return _SUFFIX.search(settings) is not None


def _of_mkdocs(path: str) -> Site:
    text = _text(path)
    folder = os.path.dirname(path)  # noqa: PTH120
    stated = _DOCS_DIR.search(text)
    documents = os.path.normpath(os.path.join(folder, stated["name"].strip() if stated else "docs"))  # noqa: PTH118
    return Site(
        folder,
        (documents,),
        serves_folders=_AS_FILES.search(text) is None,
        names_anything=_NAMING.search(text) is not None,
        labels=frozenset(_appended(folder, text)),
    )


def _of_docusaurus(path: str) -> Site:
    folder = os.path.dirname(path)  # noqa: PTH120
    roots = (os.path.join(folder, "static"), folder, os.path.dirname(folder))  # noqa: PTH118, PTH120
    return Site(folder, roots, serves_folders=_AS_FOLDERS.search(_text(path)) is not None)


def _appended(folder: str, text: str) -> Iterator[str]:
    """Yield the labels that are defined in files which MkDocs puts behind each document."""
    for block in _APPENDED.finditer(text):
        for item in _ITEM.finditer(block["files"]):
            for place in (folder, *_bases(folder, text)):
                content = _text(os.path.join(place, item["name"]))  # noqa: PTH118
                for found in _DEFINED.finditer(content):
                    yield " ".join(found["label"].split()).casefold()


def _bases(folder: str, text: str) -> Iterator[str]:
    for block in _BASES.finditer(text):
        names = [block["one"]] if block["one"] else [item["name"] for item in _ITEM.finditer(block["files"])]
        yield from (os.path.join(folder, one.strip().strip("[]\"'")) for one in names)  # noqa: PTH118


def _text(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""

"""The fragments that programs make of headings, each by its own rule, and what tells which program a tree is for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from urlglean.patterns import lazy_re, lazy_regex

__all__ = ["RENDERERS"]

_NO_WORD = lazy_regex(r"[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]")
"""What is no word to Ruby: a superscript is none, and the marks of vowels are."""
_NO_WORD_OF_PYTHON = lazy_re(r"[^\w\- ]")
"""The same to Python, which has these two the other way round."""
_HYPHENS = lazy_re(r"-{2,}")
_NO_ASCII_WORD = lazy_re(r"[^\w\s-]", re.ASCII)
_SPACES_AND_HYPHENS = lazy_re(r"[-\s]+")
_NUMBERED = lazy_re(r"(?P<name>.*)_(?P<number>[0-9]{1,99})", re.DOTALL)
_EXPLICIT = lazy_re(r"\{(?=[^{}]*+\}\s*+\Z):?(?:[^{}]*\s)?#(?P<id>[^\s{}]+)")
"""An id that a heading states itself: ``{#id}``, or ``{: #id .class }``."""
_ATTRIBUTES = lazy_re(r"(?<!\s)\s++\{(?::|\s*\.)[^{}\n]*+\}\s*\Z")
"""What else a heading may state of itself: ``{: .class }``, ``{ .class }``."""


def _github(text: str) -> str:
    return _NO_WORD.sub("", text.lower()).replace(" ", "-")


def _myst(text: str) -> str:
    return _NO_WORD_OF_PYTHON.sub("", text.lower()).replace(" ", "-")


def _gitlab(text: str) -> str:
    slug = _HYPHENS.sub("-", _github(text.strip()))
    return f"anchor-{slug}" if slug.isascii() and slug.isdigit() else slug


def _mkdocs(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _SPACES_AND_HYPHENS.sub("-", _NO_ASCII_WORD.sub("", plain).strip().lower())


def _docutils(text: str) -> str:
    from docutils.nodes import make_id  # which most trees can do without

    return make_id(text)


def _with_hyphen(slug: str, taken: dict[str, int]) -> str:
    """Give a slug that is not taken: with ``-1`` behind it, ``-2``, and so on."""
    unique = slug
    while unique in taken:
        taken[slug] += 1
        unique = f"{slug}-{taken[slug]}"
    taken[unique] = 0
    return unique


def _with_underscore(slug: str, taken: dict[str, int]) -> str:
    """Give a slug that is not taken, as Python-Markdown does: ``_1`` behind it, or one more than the number there.

    What is taken keeps the number that was free at last, so that a heading that comes again goes over none twice.
    """
    passed: list[str] = []
    number = 0
    while slug in taken or not slug:
        passed.append(slug)
        found = _NUMBERED.fullmatch(slug)
        name, last = (found["name"], int(found["number"])) if found else (slug, 0)
        number = max(last + 1, taken.get(slug, 0))
        slug = f"{name}_{number}"
    taken.update(dict.fromkeys(passed, number))
    taken[slug] = 0
    return slug


@dataclass(frozen=True, slots=True)
class Renderer:
    """What makes pages of Markdown, as far as links depend on it."""

    slug: Callable[[str], str]
    of_page: Callable[[str], str] | None = None
    """What headings have in the pages, where ``slug`` is what the sources call them."""
    unique: Callable[[str, dict[str, int]], str] = _with_hyphen
    has_explicit_ids: bool = False
    heeds_alts: bool = False
    """Whether the texts that images stand for count in headings."""
    heeds_html: bool = False
    """Whether headings in HTML have fragments as those in Markdown."""
    footnotes: tuple[str, str] = ("fn-{}", "fnref-{}")
    """The ids of a footnote, and of the first place that refers to it."""
    builds_site: bool = False
    """Whether pages are made of the files, which links may name by their URLs: ``guide/`` for ``guide.md``."""
    shows_folders: bool = False
    """Whether a folder without an index page is a page all the same."""
    marks: tuple[str, ...] = ()
    """The files by which a tree shows that it is for this one."""

    def slugs(self, headings: Iterable[str]) -> Iterable[str]:
        """Yield the fragments of the headings of one page, in order."""
        taken: dict[str, int] = {}
        for heading in headings:
            stated = _EXPLICIT.search(heading) if self.has_explicit_ids else None
            if stated:
                taken.setdefault(stated["id"], 0)
                yield stated["id"]
            else:
                shown = _ATTRIBUTES.sub("", heading) if self.has_explicit_ids else heading
                yield self.unique(self.slug(shown), taken)
                if self.of_page is not None:
                    yield self.of_page(shown)


RENDERERS: Mapping[str, Renderer] = {
    "github": Renderer(_github, heeds_html=True, shows_folders=True),
    "gitlab": Renderer(
        _gitlab,
        has_explicit_ids=True,
        heeds_html=True,
        shows_folders=True,
        marks=(".gitlab-ci.yml", ".gitlab"),
    ),
    "mkdocs": Renderer(  # and all that Python-Markdown renders
        _mkdocs,
        unique=_with_underscore,
        has_explicit_ids=True,
        footnotes=("fn:{}", "fnref:{}"),
        builds_site=True,
        marks=("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "zensical.toml"),
    ),
    "docusaurus": Renderer(
        _github,
        has_explicit_ids=True,
        heeds_alts=True,
        builds_site=True,
        marks=tuple(
            f"{folder}docusaurus.config.{suffix}"
            for folder in ("", "website/")
            for suffix in ("js", "ts", "mjs")
        ),
    ),
    "sphinx": Renderer(  # which reads Markdown by MyST
        _myst,
        _docutils,
        has_explicit_ids=True,
        heeds_html=True,
        shows_folders=True,
        marks=("conf.py", "myst.yml", "_toc.yml"),
    ),
}
"""What may render a tree, by the names that ``--slugs`` takes; `UNKNOWN` where nothing shows which."""

UNKNOWN = replace(RENDERERS["github"], has_explicit_ids=True)
"""What renders a tree that nothing is known of: as GitHub does; but who states ids has a program that knows them."""

NOTEBOOK = Renderer(lambda text: text.replace(" ", "-"))
"""What shows notebooks."""

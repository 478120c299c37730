"""What fragments of files may name: ids, the slugs of headings, lines."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Collection
from functools import cache, cached_property
from typing import NamedTuple

from urlglean.check.answers import Cause
from urlglean.check.findings import FOUND, Judgement
from urlglean.check.packed import PackedAnchors
from urlglean.check.sites import NO_SITE, sites_of_documents
from urlglean.check.slugs import NOTEBOOK, RENDERERS, UNKNOWN, Renderer
from urlglean.check.texts import (
    folded_label,
    has_fragment,
    is_shown,
    may_be_shown,
    name_of_label,
    parted,
    words_of_markdown,
    words_of_page,
    words_of_rst,
)
from urlglean.check.tree import Effort, Likeness, holding, nearest
from urlglean.docs import notebook
from urlglean.document import PAGES, Document, ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.inputs.kinds import KINDS, kind_of_text
from urlglean.patterns import lazy_re
from urlglean.pipeline import read_document
from urlglean.reports import Problem, counted
from urlglean.uri.characters import unquoted

MARKDOWN, RST, NOTEBOOKS = (KINDS[kind] for kind in ("markdown", "rst", "notebook"))
DOCUMENTATION = frozenset({*PAGES, MARKDOWN, RST, NOTEBOOKS})
"""The media types of what has anchors."""

_LINES = lazy_re(r"L(?P<first>[0-9]{1,99})(?:C[0-9]+)?(?:-L?(?P<last>[0-9]{1,99})(?:C[0-9]+)?)?")
"""Lines of a file, as GitHub and GitLab show them."""
_OF_MEDIA = lazy_re(r"(?:t|xywh|page|nameddest|zoom|view|track|id|search|svgView)[=(].*", re.DOTALL)
"""Parts of recordings, pictures and PDF files (Media Fragments URI 1.0; RFC 8118)."""
_MOST_PUT_IN = 200_000
"""How many files that are put into others are looked at in a run, each as often as it is asked for."""
_MOST_SEARCHED = 1 << 28
"""How much text is searched for what fragments quote of it in a run, in code points: a second."""
_NO_ID = lazy_re(r"[^a-z0-9]+")


class Anchors:
    """The anchors of one file; ``found`` is gone over several times."""

    def __init__(self, media_type: str, renderer: Renderer, found: PackedAnchors) -> None:
        self.media_type = media_type
        self._renderer = renderer
        self._found = found

    @cached_property
    def fragments(self) -> dict[str, None]:
        """The fragments there are, in order."""
        own = dict.fromkeys(one.name for one in self._found if one.kind == "id" and one.part is None)
        if self._renderer.has_explicit_ids:
            own.update(dict.fromkeys(one.name for one in self._found if one.kind == "stated"))
        if self.media_type == MARKDOWN:
            own.update(dict.fromkeys(self.labels))  # MyST knows them as they are written, pages as their ids
            own.update(dict.fromkeys(_NO_ID.sub("-", one.lower()).strip("-") for one in self.labels))
        footnotes = [one.name for one in self._found if one.kind == "footnote"]
        own.update(
            dict.fromkeys(form.format(name) for form in self._renderer.footnotes for name in footnotes)
        )
        headings = self._texts_of_headings
        own.update(dict.fromkeys(self._renderer.slugs(headings)))
        if self.media_type == NOTEBOOKS:
            own.update(dict.fromkeys(NOTEBOOK.slugs(headings)))
        return own

    @cached_property
    def _texts_of_headings(self) -> list[str]:
        kinds = {"heading", "html heading"} if self._renderer.heeds_html else {"heading"}
        texts: list[str] = []
        for one in self._found:
            if one.kind in kinds:
                texts.append(one.name)
            elif one.kind == "heading with images" and self._renderer.heeds_alts:
                texts[-1] = one.name
        return texts

    @cached_property
    def headings(self) -> frozenset[str]:
        """The words of its headings, folded."""
        return frozenset(folded_label(one.name) for one in self._found if one.kind == "heading")

    @cached_property
    def labels(self) -> set[str]:
        """What ``:ref:`` may name."""
        return {one.name for one in self._found if one.kind == "label"}

    @cached_property
    def names(self) -> set[str]:
        """What references by a name may name, in texts that this one is put into, too."""
        return self.labels | {one.name for one in self._found if one.kind == "target"}

    @cached_property
    def objects(self) -> set[str]:
        """The names of what is described, as Sphinx makes ids of them; they have dots, and no others have."""
        is_read = self.media_type == RST
        return {one.name for one in self._found if is_read and one.kind == "id" and "." in one.name}

    @cached_property
    def titles(self) -> set[str]:
        """What ``:ref:`` may name, too, where sections are labels by their titles."""
        return {name_of_label(one.name) for one in self._found if one.kind in {"title", "heading"}}

    @cached_property
    def is_made(self) -> bool:
        """Whether a program puts more names into the page than stand in the file."""
        is_read_so = self._renderer.builds_site or self.media_type == RST
        return is_read_so and any(one.kind == "made" for one in self._found)

    @cached_property
    def included(self) -> list[str]:
        """The files whose anchors the page has, too, as they are named."""
        return [one.name for one in self._found if one.kind == "included"]

    @cached_property
    def of_parts(self) -> dict[tuple[str, str | None], set[str]]:
        """What only a part of it leads to: the files attached to a cell, the ids of a page in it; by kind and part."""
        found: dict[tuple[str, str | None], set[str]] = defaultdict(set)
        for one in self._found:
            if one.part is not None:
                found[one.kind, one.part].add(one.name)
        return found


class Inclusion(NamedTuple):
    """The anchors of what is put into a file, or into that, each file's once."""

    known: list[Anchors]
    is_whole: bool
    """Whether there are no others: all could be read, and they are no more than are looked at."""


class Labels(NamedTuple):
    """The labels that are known of some texts."""

    names: set[str]
    is_whole: bool
    """Whether there are no others: all could be read, and no program puts any in."""
    objects: set[str]
    """The names of what they describe."""
    modules: set[str]
    """What the names of these begin with, up to the first dot."""


class AnchorsOfFiles:
    """The anchors of files: of those that were read, and of others, which are read when they are asked for."""

    def __init__(self, renderer_of: RendererOf) -> None:
        self._renderer_of = renderer_of
        self._files: dict[str, Anchors | None] = {}
        self.as_rst = cache(self._as_rst)
        """Gives the anchors of what is put into a text in reStructuredText, whatever it is called."""
        self._put_into = cache(self._read_into)
        self._included_in = cache(_included_in)
        self._put_in = Effort(_MOST_PUT_IN)
        self._shown_in = cache(_shown_in)
        self._lines_in = cache(_lines_in)
        self._searched = Effort(_MOST_SEARCHED)
        self.likeness = Likeness()

    def put(self, path: str, media_type: str, found: PackedAnchors) -> None:
        """Keep what was found in a file that was read."""
        self._files[path] = Anchors(media_type, self._renderer_of(path), found)

    def get(self, path: str) -> Anchors | None:
        """Give the anchors of a file; None where it is no page or documentation, or cannot be read."""
        if path not in self._files:
            self._files[path] = self._read(path)
        return self._files[path]

    def _read(self, path: str, said: str | None = None) -> Anchors | None:
        """Read a file, as what it is or as what it is said to be; a device or a pipe is none."""
        if not os.path.isfile(path):
            return None
        found = PackedAnchors()
        problems: list[Problem] = []
        media_type = said or KINDS[kind_of_text(b"", path) or "text"]  # of an empty file nothing comes
        for document in InputOptions().documents((path,), on_problem=problems.append):
            media_type = said or document.media_type
            if media_type in DOCUMENTATION:
                content = document._replace(media_type=media_type)
                options = ReadOptions(text=False, anchors=True)
                for _ in read_document(
                    content, options=options, on_problem=problems.append, on_anchor=found.append
                ):
                    pass  # anchors alone are wanted
        if any(problem.lost for problem in problems) or media_type not in DOCUMENTATION:
            return None
        return Anchors(media_type, self._renderer_of(path), found)

    def put_into(self, path: str) -> Inclusion:
        """Give what is put into a text in reStructuredText."""
        return self._put_into(path, self.as_rst)

    def _read_into(self, path: str, read: Callable[[str], Anchors | None]) -> Inclusion:
        seen = {path}
        waiting = [(path, self.get(path))]
        for outer, anchors in waiting:
            for inner in self._included_in(outer, anchors) if anchors is not None else ():
                if inner not in seen:
                    seen.add(inner)
                    waiting.append((inner, read(inner) if self._put_in.allows(1) else None))
        known = [anchors for _, anchors in waiting[1:] if anchors is not None]
        return Inclusion(known, is_whole=len(known) == len(waiting) - 1)

    def has_included(self, path: str, name: str) -> bool | None:
        """Tell whether what is put into a text in reStructuredText defines a name; None where nobody knows."""
        known, is_whole = self.put_into(path)
        if not self._put_in.allows(len(known)):
            return None
        return any(name in anchors.names for anchors in known) or (False if is_whole else None)

    def _as_rst(self, path: str) -> Anchors | None:
        anchors = self._files.get(path)
        return anchors if anchors is not None and anchors.media_type == RST else self._read(path, RST)

    def find(self, path: str, fragment: str) -> Judgement:
        """Look for a fragment, as it is written, in a file."""
        anchors = self.get(path)
        lines = _LINES.fullmatch(fragment)
        if anchors is not None and (lines is None or anchors.media_type in PAGES):
            verdict = find_fragment(fragment, anchors.fragments, self.likeness)
            if verdict.cause is Cause.MISSING_FRAGMENT:
                return self._included(path, fragment, anchors) or verdict
            if not anchors.is_made and not anchors.included:
                is_shown = self._shows(path, parted(fragment)[1])
                if not is_shown:
                    return Judgement(Cause.NOT_COMPARED if is_shown is None else Cause.MISSING_TEXT)
            return verdict
        if anchors is not None and has_fragment(fragment, anchors.fragments):
            return FOUND
        if lines is not None:
            return self._among_lines(path, sorted(int(one) for one in lines.groups() if one))
        plain = parted(fragment)[0]
        return Judgement(Cause.NO_FRAGMENTS) if plain and not _OF_MEDIA.match(plain) else FOUND

    def _among_lines(self, path: str, wanted: list[int]) -> Judgement:
        count = self._lines_in(path)
        if count is None:
            return Judgement(Cause.UNREADABLE_FILE)
        if wanted[0] > 0 and wanted[-1] <= count:
            return FOUND
        return Judgement(Cause.MISSING_LINE, f"it has {counted(count, 'line')}")

    def _included(self, path: str, fragment: str, anchors: Anchors) -> Judgement | None:
        """Look for a fragment that a file lacks in what is put into it; None where that lacks it, too."""
        if anchors.is_made:
            return Judgement(Cause.MADE_FRAGMENT)
        known, is_whole = self._put_into(path, self.get)
        if not self._put_in.allows(len(known)):
            return Judgement(Cause.NOT_COMPARED)
        if any(has_fragment(fragment, one.fragments) for one in known):
            return FOUND
        is_known = is_whole and not any(one.is_made for one in known)
        return None if is_known else Judgement(Cause.MADE_FRAGMENT)

    def _shows(self, path: str, directives: str) -> bool | None:
        """Tell whether a file has the texts that a fragment asks to be shown, as far as they can be looked for.

        None where they are not: so much was looked through before.
        """
        anchors = self.get(path)
        if not directives or anchors is None:
            return True
        words = self._shown_in(path, anchors.media_type)
        is_told = may_be_shown if anchors.media_type == RST else is_shown
        if words is None:
            return True
        if not self._searched.allows((len(words) + 1) * (1 + directives.count("&"))):
            return None
        return is_told(words, directives)


def _included_in(path: str, anchors: Anchors) -> tuple[str, ...]:
    """Give the paths of what a file itself says is put into it."""
    folder = os.path.dirname(path)
    return tuple(os.path.normpath(os.path.join(folder, name)) for name in anchors.included)


def _lines_in(path: str) -> int | None:
    """Count the lines of a file; None where it cannot be read."""
    try:
        with open(path, "rb") as file:
            return sum(1 for _ in file)
    except OSError:
        return None


def _shown_in(path: str, media_type: str) -> str | None:
    """Give the words of a file, all that is in the cells of a notebook; None where it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            source = file.read()
    except (OSError, UnicodeDecodeError):
        return None
    if media_type != NOTEBOOKS:
        return _words_in(source, media_type)
    cells = notebook.read(Document(source, media_type, path), ReadOptions(code=True, outputs=True))
    texts = (one for one in cells if isinstance(one, Document))
    return "".join(_words_in(one.content, one.media_type) for one in texts if isinstance(one.content, str))


def _words_in(source: str, media_type: str) -> str:
    if media_type in PAGES:
        return words_of_page(source)
    return words_of_markdown(source) if media_type == MARKDOWN else words_of_rst(source)


def find_fragment(fragment: str, known: Collection[str], likeness: Likeness) -> Judgement:
    """Look for a fragment, as it is written, among those that a page has."""
    if has_fragment(fragment, known):
        return FOUND
    return Judgement(Cause.MISSING_FRAGMENT, suggestion=_near(unquoted(parted(fragment)[0]), known, likeness))


RendererOf = Callable[[str], Renderer]
"""What gives, for the path of a file, the program that makes pages of it."""


def renderer_of(name: str | None) -> RendererOf:
    """Give what tells the program: the one that is named, or whose mark is the nearest one from the file upwards.

    What makes a site makes pages of its documents alone; what shows all that there is makes none of these.
    """
    if name is not None:
        return lambda _: RENDERERS[name]
    marked, site_of = nearest(_marked), sites_of_documents()

    def find(path: str) -> Renderer:
        known = marked(os.path.dirname(path)) or ()
        return next((one for one in known if not one.builds_site or site_of(path) is not NO_SITE), UNKNOWN)

    return find


def _marked(folder: str) -> list[Renderer] | None:
    """Give the programs that files in a folder are of, what shows all that there is last; None for none."""
    found = [one for one in RENDERERS.values() if any(holding(mark)(folder) for mark in one.marks)]
    return sorted(found, key=lambda one: one is RENDERERS["gitlab"]) or None


def _near(name: str, known: Collection[str], likeness: Likeness) -> str | None:
    if not likeness.allows(len(known)):
        return None
    lower = name.lower()
    by_case = {one.lower(): one for one in known if len(one) <= 2 * len(lower)}  # longer ones are not like it
    if lower in by_case:
        return by_case[lower]
    near = likeness.near(lower, by_case, cutoff=0.7)
    return None if near is None else by_case[near]

"""The directives of reStructuredText and of Sphinx: what files and URIs they name, and which content is text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from docutils.utils import escape2null

from urlglean.docs.rst_inline import Pieces, RstPage, RstReference, RstText, describes, inliner_of
from urlglean.patterns import lazy_re

_FIELD = lazy_re(r":(?P<name>[^:\s][^:]*):(?:\s+|\Z)(?P<value>.*)\Z")
_ARGUMENT_FREE = frozenset(
    "attention caution danger error hint important note tip warning epigraph highlights pull-quote header footer"
    " seealso glossary compound line-block parsed-literal replace hlist tabs tab-set acks details".split()
)
"""Directives whose first line is content."""
_TITLED_DIRECTIVES = frozenset(
    "admonition topic sidebar rubric table list-table csv-table contents centered versionadded versionchanged"
    " deprecated versionremoved todo".split()
)
"""Directives whose argument is text with inline markup."""
_INLINE = frozenset({"line-block", "parsed-literal", "replace"})
"""Directives whose content is one text."""
_WITHOUT_CONTENT = frozenset(
    "unicode date role default-role sectnum target-notes meta math raw include literalinclude image contents title"
    " index tabularcolumns rubric centered highlight currentmodule module codeauthor moduleauthor"
    " sectionauthor".split()
)
_PATHS = {"include": {"src"}, "literalinclude": {"src", "diff"}, "csv-table": {"file"}, "raw": {"file"}}
"""The arguments and options of directives that are paths, which may hold blanks, and no URIs, which lose them."""
_AS_CODE = frozenset({"literal", "code"})
"""The options of ``include`` that have a file shown as it stands."""
_CODE = frozenset(
    "code code-block sourcecode highlight testcode testsetup testcleanup testoutput doctest ipython productionlist"
    " graphviz digraph graph mermaid uml plantuml plot parsed-code prompt jupyter-execute bibliography math"
    " inheritance-diagram aafig tikz blockdiag seqdiag autosummary jinja exec execute_code runblock command-output"
    " program-output literalinclude argparse click swagger-openapi raw meta index toctree kernel-render".split()
)
"""Directives whose content is no text."""
_PATTERN = lazy_re(r"[*?]|\[[^\[\]\n]*+\]")
_ENTRY = lazy_re(r"(?P<title>.+)(?<!\\)<(?P<target>[^<]*)>\Z")


class Directive:
    """One directive: its argument, its options, its content."""

    def __init__(self, state: Any, match: Any, presets: dict[str, Any]) -> None:
        machine = state.state_machine
        self.state = state
        self.inliner = inliner_of(state)
        self.name = match.group(1).lower()
        self.presets = presets
        self.line = machine.abs_line_number()
        # docutils goes to the last line of the block.
        block, _, self.offset, self.blank_finish = machine.get_first_known_indented(match.end(), strip_top=0)
        is_below = bool(block) and not block[0].strip()
        if is_below:
            block.trim_start()
            self.offset += 1
        end = next((row for row, line in enumerate(block) if not line.strip()), len(block))
        first = next((row for row, line in enumerate(block[:end]) if _FIELD.match(line)), end)
        self.argument = block[:first]
        self.options = self._options(block[first:end])
        self.content = block[end + 1 :]
        self.content_offset = self.offset + end + 1
        if first and (self.name in _ARGUMENT_FREE or (is_below and self._is_unknown())):
            self.content = self.argument if not self.content else self.argument + block[end:]
            self.content_offset = self.offset
            self.argument = block[:0]

    def _is_unknown(self) -> bool:
        """Tell whether nothing is known of the directive, so that what begins below its name is its content."""
        known = (_READ, _TITLED_DIRECTIVES, _WITHOUT_CONTENT, _CODE)
        return not (any(self.name in names for names in known) or describes(self.name))

    @staticmethod
    def _options(lines: Any) -> dict[str, Any]:
        """Give the options by name, each with its lines; a value may go on in the next line."""
        found: dict[str, Any] = {}
        start = 0
        for row in range(1, len(lines) + 1):
            if row == len(lines) or _FIELD.match(lines[row]):
                field = _FIELD.match(lines[start])
                if field is not None:
                    value = lines[start:row]
                    value.disconnect()
                    value.data[0] = field["value"]
                    found.setdefault(field["name"].lower(), value)
                start = row
        return found

    def read(self) -> tuple[list[Any], bool]:
        """Give the nodes of the directive, and whether a blank line ends it."""
        own = _READ.get(self.name)
        found = own(self) if own is not None else []
        if label := self._value("name"):
            target = nodes.target("", "", names=[nodes.fully_normalize_name(label)])
            self.state.document.note_explicit_target(target)
            found += [target, nodes.container()]  # which takes the label, whatever comes next
        objects = self.inliner.found.objects
        is_code = self.name == "include" and not _AS_CODE.isdisjoint(self.options)
        described = objects.describe(self.name, () if is_code else self.argument)
        if self.name == "glossary":
            objects.terms(self.content)
        if self.name in _TITLED_DIRECTIVES or (len(self.argument) > 1 and self._is_unknown()):
            # What goes on below an argument nobody knows is text: ``.. deprecated-removed:: 3.11 3.13``, say.
            found += self._inline(self.argument)
        elif own is None:
            self._bare(self.argument)
            for lines in self.options.values():
                self._bare(lines)
        found += self._inline(self.options.get("caption", ()))
        found += self._inline(self.options.get("subtitle", ()))
        if self.name in _INLINE:
            found += self._inline(self.content)
        elif self.name == "csv-table":
            found += self._cells(self.options.get("header", ()), ",")
            found += self._cells(self.content, self._value("delim") or ",")
        elif self.name in _CODE:
            if self.inliner.options.code and own is None:
                self._bare(self.content, "code")
        elif self.name not in _WITHOUT_CONTENT and self.content:
            container = nodes.container()
            objects.around += [described] if described else []
            self.state.nested_parse(self.content, self.content_offset, container)
            if described:
                objects.around.pop()
            found.append(container)
        return found, self.blank_finish

    # How lines are read.

    def _line_of(self, lines: Any) -> int:
        """Give the line of the source, from 1, that the first of some lines is in."""
        items = lines.items
        return int(items[0][1]) + 1 if items else self.line

    def _inline(self, lines: Any) -> list[Any]:
        if not lines:
            return []
        text = "\n".join(lines).rstrip()
        found, _ = self.inliner.parse(text, self._line_of(lines), self.state.memo, self.state.parent)
        return [nodes.inline("", "", *found)] if self.name != "replace" else found

    def _bare(self, lines: Any, what: str = "#text") -> None:
        for row, line in enumerate(lines):
            if line.strip():
                items = lines.items
                place = self.inliner.source.locate(line, int(items[row][1]) + 1, last=True)
                pieces = place.pieces(0, len(line))
                self.inliner.found.texts.extend(RstText(start, end, what) for start, end in pieces)

    def _cells(self, content: Any, delimiter: str) -> list[Any]:
        """Read the rows of a table of values with commas, say, between them: each cell is text."""
        import csv

        cells: list[tuple[str, int]] = []
        try:
            delimiter = {"tab": "\t", "space": " "}.get(delimiter, delimiter[:1])
            rows = csv.reader((line + "\n" for line in content), delimiter=delimiter, skipinitialspace=True)
            first = 0
            for row in rows:
                cells += ((cell, first) for cell in row if cell.strip())
                first = rows.line_num
        except csv.Error:
            self._bare(content)
            return []
        found = []
        for cell, first in cells:
            before = int(content.items[first][1])
            texts = cell.splitlines()
            block = StringList(texts, items=[("", before)] * len(texts))
            container = nodes.container()
            # A cell of many lines may end in one behind that in which its row begins.
            self.state.nested_parse(block, max(before, self.inliner.source.cursor), container)
            found.append(container)
        return found

    def _value(self, name: str) -> str:
        return "\n".join(self.options.get(name, ())).strip()

    def _reference(self, lines: Any, element: str, attribute: str = "href", **known: Any) -> Any:
        """Keep the reference that an argument or an option is; give its node, or None where there is none."""
        text = "\n".join(lines)
        if not text.strip():
            return None
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        place = self.inliner.source.locate(text, self._line_of(lines), last=True)
        read = directives.path if attribute in _PATHS.get(element, ()) else directives.uri
        node = nodes.reference("", "", refuri=read(text[start:end]))
        known.setdefault("kind", "resource")
        self.inliner.found.references.append(
            RstReference(node, place.pieces(start, end), element, attribute, delimiter="::", **known)
        )
        return node

    # What single directives name.

    def image(self) -> list[Any]:
        """Read an image, and what it is a link to."""
        alternative = " ".join(self._value("alt").split()) or None
        node = self._reference(self.argument, "img", "src", anchor=alternative or "")
        if node is None:
            return []
        image = nodes.image("", uri=node["refuri"], alt=self.presets.get("alt", alternative or ""))
        self.inliner.found.references[-1].node = image
        target = self.options.get("target")
        if target is None:
            return [image]
        block = [line.strip() for line in escape2null("\n".join(target)).splitlines()]
        kind, data = self.state.parse_target(block, "", self.line)
        link = self._reference(target, "a", kind="navigation", anchor=alternative or "")
        if link is None:
            return [image]
        if kind == "refname":
            del link["refuri"]
            link["refname"] = nodes.fully_normalize_name(data)
            found = self.inliner.found.references[-1]
            found.pieces = _without_marks(found.pieces, self.inliner.source.source.text)
            self.state.document.note_refname(link)
        link += image
        return [link]

    def figure(self) -> list[Any]:
        """Read an image that is a block: a label before it is its own, whatever the image leads to."""
        return [nodes.container("", *self.image())]

    def file(self) -> list[Any]:
        """Read a directive whose argument is a file, or whose options name one."""
        found = []
        if self.name not in {"csv-table", "raw"}:
            found.append(self._reference(self.argument, self.name, "src"))
        named = [option for option in ("file", "url", "diff") if option in self.options]
        found += [self._reference(self.options[option], self.name, option) for option in named]
        return [nodes.container("", *(node for node in found if node is not None))]

    def raw(self) -> list[Any]:
        """Read HTML as a page; other formats are code."""
        if "html" in " ".join(self.argument).lower().split():
            lines: Pieces = []
            source = self.inliner.source
            for (_, row), line in zip(self.content.items, self.content, strict=True):
                place = source.locate(line, row + 1, last=True) if line else None
                lines += place.pieces(0, len(line)) if place else []
            if lines:
                self.inliner.found.pages.append(RstPage(lines))
        return self.file()

    def toctree(self) -> list[Any]:
        """Read a table of contents: an entry is a document, a pattern of such, or a URL, with or without a title."""
        found = []
        is_glob = "glob" in self.options
        for row, line in enumerate(self.content):
            text = line.strip()
            entry = _ENTRY.match(text)
            target = entry["target"] if entry else text
            if not target.strip() or target == "self" or text.startswith(".. "):
                continue
            place = self.inliner.source.locate(line, self.content.items[row][1] + 1, last=True)
            start = line.rfind(target)
            node = nodes.reference("", "", refuri=target.strip())
            attribute = "glob" if is_glob and _PATTERN.search(target) and not entry else "href"
            self.inliner.found.references.append(
                RstReference(
                    node,
                    place.pieces(start, start + len(target)),
                    self.name,
                    attribute,
                    "navigation",
                    "<>" if entry else "",
                    entry["title"].rstrip() if entry else None,
                    notes=("a pattern of names of documents",) if attribute == "glob" else (),
                )
            )
            found.append(node)
        return [nodes.container("", *found)]

    def role(self) -> list[Any]:
        """Keep a role that the document makes."""
        made = re.match(r"\s*([\w.+:-]+)\s*(?:\(\s*([\w.+:-]+)\s*\))?", " ".join(self.argument))
        if made:
            form = " ".join(self.options.get("format", ())).lower()
            # The options of a role stand behind a blank line as well.
            for line in self.content:
                field = _FIELD.match(line.strip())
                if field and field["name"].lower() == "format":
                    form = field["value"].lower()
            self.inliner.roles[made[1].lower()] = ((made[2] or "").lower(), form)
        return []

    def default_role(self) -> list[Any]:
        """Keep what a phrase in backquotes is from here on."""
        self.inliner.default_role = " ".join(self.argument).strip().lower()
        return []

    def unicode(self) -> list[Any]:
        """Give something for a substitution to stand for."""
        return [nodes.Text(" ".join(self.argument) or " ")]


def _without_marks(pieces: Pieces, text: str) -> Pieces:
    """Give where a name stands without the ``_`` behind it and the backquotes around it."""
    (start, end), last = pieces[0], pieces[-1]
    end = last[1] - 1
    if text.startswith("`", start):
        start, end = start + 1, end - 1
    if len(pieces) == 1:
        return [(start, end)]
    return [(start, pieces[0][1]), *pieces[1:-1], (last[0], end)]


_READ: dict[str, Callable[[Directive], list[Any]]] = {
    "image": Directive.image,
    "figure": Directive.figure,
    "include": Directive.file,
    "literalinclude": Directive.file,
    "csv-table": Directive.file,
    "raw": Directive.raw,
    "toctree": Directive.toctree,
    "role": Directive.role,
    "default-role": Directive.default_role,
    "unicode": Directive.unicode,
    "date": Directive.unicode,
}

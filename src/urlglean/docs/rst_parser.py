"""The parser of docutils, told to keep the place of each reference, and to have only the directives and roles here.

Nothing here asks or changes the registries of docutils, which all of a process shares; no directive reads a file or
runs anything. What Sphinx adds is read as it would be there: ``:doc:``, ``toctree`` and the like are references to
files, ``:ref:`` to labels. The content of directives that nobody knows is read as text, unless their name says that it
is code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from docutils import frontend, nodes, utils
from docutils.nodes import unescape
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList
from docutils.transforms import references as resolving
from docutils.utils import escape2null, split_escaped_whitespace, urischemes

from urlglean.docs.rst_places import Place, SourceLines

Pieces = list[tuple[int, int]]


@dataclass(slots=True)
class RstReference:
    """A reference that was found: what docutils has of it, and where it stands."""

    node: Any
    """The node of docutils, which has its ``refuri`` or ``refid`` when names are resolved."""
    pieces: Pieces
    """Where its destination stands in the source, or, of a reference by a name, the name."""
    element: str
    attribute: str
    kind: str
    delimiter: str = ""
    anchor: str | None = None
    """The text a reader sees for it; None for that of the node."""
    alternatives: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class RstText(NamedTuple):
    """Text of the document in which no markup of docutils stands, in one line."""

    start: int
    end: int
    what: str = "#text"
    """``#text``, ``code`` or ``#comment``."""


class RstPage(NamedTuple):
    """A piece of HTML: its lines, each from where to where in the source."""

    lines: Pieces


class RstFinds:
    """What was found in a document."""

    def __init__(self) -> None:
        self.references: list[RstReference] = []
        self.definitions: list[RstReference] = []
        self.texts: list[RstText] = []
        self.pages: list[RstPage] = []
        self.labels: dict[str, str] = {}
        """The ids of the labels that the document defines itself."""


def parse(source: SourceLines, *, wants_code: bool = False, wants_comments: bool = False) -> RstFinds:
    """Give what docutils finds in a source, its names resolved.

    ``wants_code`` asks for literal text and code too, ``wants_comments`` for comments.
    """
    document = utils.new_document("", _settings())
    inliner = _Inliner(source, wants_code=wants_code)
    for start, end in _chunks(source.lines):
        items = [("", row) for row in range(start, end)]
        lines = StringList(source.lines[start:end], items=items)
        machine = states.RSTStateMachine(state_classes=_STATES, initial_state="Body")
        machine.run(lines, document, input_offset=start, inliner=inliner)
    for transform in _TRANSFORMS:
        transform(document).apply()
    found = inliner.found
    for one in found.references:
        if own := document.nameids.get(one.node.get("refname")):
            one.node["refid"] = own
    if any(one.element in LABEL_ROLES for one in found.references):
        explicit = document.nametypes
        found.labels = {name: own for name, own in document.nameids.items() if own and explicit.get(name)}
    found.references = [one for one in found.references if _is_attached(one.node, document)]
    if wants_code or wants_comments:
        found.texts += _verbatim(document, source, wants_code=wants_code, wants_comments=wants_comments)
    return found


_TRANSFORMS: tuple[Any, ...] = (
    resolving.Substitutions,
    resolving.PropagateTargets,
    resolving.AnonymousHyperlinks,
    resolving.IndirectHyperlinks,
    resolving.ExternalTargets,
    resolving.InternalTargets,
)


@cache
def _default_settings() -> Any:
    return frontend.get_default_settings(Parser)


def _settings() -> Any:
    """Give settings that keep docutils to itself: no file is read, nothing is printed, no error ends the parsing."""
    settings = _default_settings().copy()
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = 5
    settings.halt_level = 6
    settings.warning_stream = False
    settings.syntax_highlight = "none"
    return settings


def _is_attached(node: Any, document: Any) -> bool:
    """Tell whether a node came to stand in the document: docutils reads some lines twice."""
    while node is not None:
        if node is document:
            return True
        node = node.parent
    return False


# --- long documents, in pieces ---

_LONG = 2_000
"""How many lines are parsed at once: docutils copies all that follows at every list and directive."""
_UNDERLINE = re.compile(r"([!-/:-@\[-`{-~])\1{2,}$")


def _chunks(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield from where to where lines are parsed at once: cut before a title, or at least before a paragraph."""
    start = 0
    while len(lines) - start > 2 * _LONG:
        cut = 0
        for row in range(start + _LONG, start + 2 * _LONG):
            if not lines[row - 1] and lines[row][:1].isalnum():
                cut = cut or row
                if row + 1 < len(lines) and _UNDERLINE.match(lines[row + 1]):
                    cut = row
                    break
        cut = cut or start + 2 * _LONG
        yield start, cut
        start = cut
    yield start, len(lines)


# --- text with inline markup ---

_WINDOW = 16_384
"""How long a text is at most that docutils gets at once: its time grows with the square of it."""
_TOKEN = re.compile(r"\S+")
_TOO_LONG = 2_048
"""Longer words are no URLs for docutils; its patterns would take too long with them."""
_TITLED = re.compile(r"(?P<title>.+?)(?<!\x00)<(?P<target>[^<]*)>\Z", re.DOTALL)
"""A role's text that has a title before its target."""
_REFERENCE_ROLES = {
    "doc": "navigation",
    "download": "resource",
    "ref": "navigation",
    "numref": "navigation",
}
LABEL_ROLES = frozenset({"ref", "numref"})
_NUMBERED_ROLES = {
    "pep": "https://peps.python.org/pep-{:04d}",
    "pep-reference": "https://peps.python.org/pep-{:04d}",
    "rfc": "https://tools.ietf.org/html/rfc{}.html",
    "rfc-reference": "https://tools.ietf.org/html/rfc{}.html",
}
_NUMBER = re.compile(r"\s*(?P<number>[0-9]{1,9})(?P<anchor>#\S*)?\s*\Z")


class _Inliner(states.Inliner):
    """Reads inline markup as docutils does, and keeps where each reference stands."""

    def __init__(self, source: SourceLines, *, wants_code: bool) -> None:
        super().__init__()
        self.source = source
        self.wants_code = wants_code
        self.found = RstFinds()
        self.machines: list[Any] = []
        """State machines to be used again."""
        self.depth = 0
        self.roles: dict[str, tuple[str, str]] = {}
        """The roles that the document makes: what each is based on, and its format."""
        self.default_role = ""
        self._place: Place
        self._at = 0
        """Where in the text the rest begins that is looked at."""
        self._content = 0
        """Where in the text the content of a role or of a phrase in backquotes begins."""

    def init_customizations(self, settings: Any) -> None:
        """Have the patterns of docutils, which are the same for all documents."""
        vars(self).update(_patterns())

    # docutils calls it so
    def parse(self, text: str, lineno: int, memo: Any, parent: Any) -> tuple[list[Any], list[Any]]:
        """Give the nodes of a text and docutils' messages on it."""
        self.document = memo.document
        self.language = memo.language
        self.reporter = memo.document.reporter
        self.parent = parent
        self._place = self.source.locate(text, lineno, last=False)
        escaped = escape2null(text)
        found: list[Any] = []
        messages: list[Any] = []
        for start, end in _windows(escaped):
            self._window(escaped, start, end, lineno, found, messages)
        return found, messages

    def _window(
        self, escaped: str, start: int, end: int, lineno: int, found: list[Any], messages: list[Any]
    ) -> None:
        remaining = escaped[start:end]
        while remaining:
            match = self.patterns.initial.search(remaining)
            if match is None:
                break
            groups = match.groupdict()
            method = _DISPATCH[groups["start"] or groups["backquote"] or groups["refend"] or groups["fnend"]]
            self._at = end - len(remaining)
            before, inlines, remaining, said = method(self, match, lineno)
            messages += said
            if inlines:
                found += self._plain(escaped, start, self._at + len(before))
                found += inlines
                start = end - len(remaining)
        found += self._plain(escaped, start, end)

    def note(self, node: Any, start: int, end: int, element: str = "a", **known: Any) -> None:
        """Keep a reference that stands at ``text[start:end]``."""
        attribute = known.pop("attribute", "href")
        kind = known.pop("kind", "navigation")
        pieces = self._place.pieces(start, end)
        self.found.references.append(RstReference(node, pieces, element, attribute, kind, **known))

    # What has no markup: URLs and addresses.

    def _plain(self, escaped: str, start: int, end: int) -> list[Any]:
        """Give the nodes of a stretch without other markup, as `implicit_inline` of docutils does."""
        run = escaped[start:end]
        if not run:
            return []
        if ":" not in run and "@" not in run and "www." not in run and "WWW." not in run:
            return [nodes.Text(run)]
        found: list[Any] = []
        done = 0
        for token in _TOKEN.finditer(run):
            word = token[0]
            if (":" not in word and "@" not in word) or len(word) > _TOO_LONG:
                continue
            at = token.start()
            while match := self.patterns.uri.search(run[at : token.end()]):
                scheme = match["scheme"]
                if scheme and scheme.lower() not in urischemes.schemes:
                    break
                node = self.standalone_uri(match, 0)[0]
                begin, stop = at + match.start("whole"), at + match.end("whole")
                self.note(node, start + begin, start + stop)
                found += [nodes.Text(run[done:begin]), node] if done < begin else [node]
                done = at = stop
            else:
                continue
            break  # as docutils: behind what only looks like a URL it sees no more of them
        if done < len(run):
            found.append(nodes.Text(run[done:]))
        self._text(start, end)
        return found

    def _text(self, start: int, end: int) -> None:
        for begin, stop in self._place.pieces(start, end):
            if begin < stop:
                self.found.texts.append(RstText(begin, stop))

    # References by name, and with their URI in them.

    def reference(self, match: Any, lineno: int, anonymous: bool = False) -> Any:  # noqa: FBT001, FBT002 - as docutils calls it
        """Read ``name_`` and ``name__``."""
        answer = super().reference(match, lineno, anonymous)
        self.note(
            answer[1][0], self._at + match.start("refname"), self._at + match.end("refname"), delimiter="_"
        )
        return answer

    def anonymous_reference(self, match: Any, lineno: int) -> Any:
        """Read ``name__``."""
        return self.reference(match, lineno, True)  # noqa: FBT003 - as docutils has it

    def interpreted_or_phrase_ref(self, match: Any, lineno: int) -> Any:
        """Read what begins with a backquote."""
        self._content = self._at + match.end("backquote")
        return super().interpreted_or_phrase_ref(match, lineno)

    def phrase_ref(self, before: str, after: str, rawsource: str, escaped: str, text: Any = None) -> Any:
        """Read ```text`_`` and ```text <URI>`_``."""
        answer: Any = super().phrase_ref(before, after, rawsource, escaped, text)
        embedded = self.patterns.embedded_link.search(escaped)
        start, end = embedded.span(2) if embedded else (0, len(escaped))
        if embedded and answer[1][0].get("refuri") is None:
            end -= 1  # the `_` of `<name_>`
        delimiter = "`<>`_" if embedded else "`_"
        self.note(answer[1][0], self._content + start, self._content + end, delimiter=delimiter)
        return answer

    def substitution_reference(self, match: Any, lineno: int) -> Any:
        """Read ``|name|`` and ``|name|_``."""
        answer = super().substitution_reference(match, lineno)
        if len(answer[1]) == 1 and isinstance(answer[1][0], nodes.reference):
            start = self._at + match.end("start")
            length = len(answer[1][0].children[0].astext())
            self.note(answer[1][0], start, start + length, delimiter="||_")
        return answer

    # Roles.

    def interpreted(self, rawsource: str, text: str, role: str, lineno: int) -> tuple[list[Any], list[Any]]:
        """Read a role: those that name files or labels, and no others."""
        name = (role or self.default_role).lower()
        form = ""
        for _ in range(10):
            if name not in self.roles:
                break
            name, form = self.roles[name]
        name = name.removeprefix("std:")
        if name == "raw":
            if "html" in form.split():
                pieces = self._place.pieces(self._content, self._content + len(text))
                self.found.pages.append(RstPage(pieces))
            return [], []
        node = nodes.inline("", unescape(text))
        if name in _REFERENCE_ROLES or name in _NUMBERED_ROLES:
            self._role(node, name, text)
        elif self.wants_code and name in {"code", "literal", "math"}:
            self._code(self._content, self._content + len(text))
        return [node], []

    def _role(self, node: Any, name: str, text: str) -> None:
        titled = _TITLED.match(text)
        start, end = titled.span("target") if titled else (0, len(text))
        target = text[start:end]
        if text.startswith("!") or not target.strip():
            return  # Sphinx makes no link of it
        anchor = " ".join(unescape(titled["title"]).split()) if titled else unescape(text)
        start, end = self._content + start, self._content + end
        delimiter = f":{name}:`"
        if name in _REFERENCE_ROLES:
            node["refuri"] = " ".join(unescape(target).split())
            kind = _REFERENCE_ROLES[name]
            self.note(node, start, end, name, kind=kind, anchor=anchor, delimiter=delimiter)
        elif number := _NUMBER.match(target):
            node["refuri"] = _NUMBERED_ROLES[name].format(int(number["number"])) + (number["anchor"] or "")
            self.note(node, start, end, anchor=anchor, delimiter=delimiter)

    # Literal text.

    def literal(self, match: Any, lineno: int) -> Any:
        """Read inline literals."""
        answer = super().literal(match, lineno)
        if self.wants_code and answer[1] and isinstance(answer[1][0], nodes.literal):
            self._code(self._at + match.end("start"), self._at + len(match.string) - len(answer[2]) - 2)
        return answer

    def _code(self, start: int, end: int) -> None:
        for piece in self._place.pieces(start, end):
            self.found.texts.append(RstText(*piece, "code"))


_DISPATCH: dict[str, Callable[..., Any]] = {
    **states.Inliner.dispatch,
    "`": _Inliner.interpreted_or_phrase_ref,
    "``": _Inliner.literal,
    "|": _Inliner.substitution_reference,
    "_": _Inliner.reference,
    "__": _Inliner.anonymous_reference,
}


@cache
def _patterns() -> dict[str, Any]:
    inliner = states.Inliner()
    inliner.init_customizations(_default_settings())
    own = vars(inliner)
    return {name: own[name] for name in ("patterns", "parts", "start_string_prefix", "end_string_suffix")}


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where a text is read at once: all of it, but for the longest."""
    start = 0
    while len(text) - start > _WINDOW:
        end = text.rfind("\n", start, start + _WINDOW) + 1
        end = end or text.rfind(" ", start, start + _WINDOW) + 1 or start + _WINDOW
        yield start, end
        start = end
    yield start, len(text)


# --- blocks ---

_DEEPEST = 30
"""How deep blocks stand in one another at most; what is deeper is one paragraph."""


class _State:
    """What all states of the parser do otherwise than in docutils."""

    memo: Any
    parent: Any
    state_machine: Any

    def __init__(self, state_machine: Any, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as docutils calls it
        super().__init__(state_machine, debug)  # type: ignore[call-arg]
        self.nested_sm_kwargs = {"state_classes": _STATES, "initial_state": "Body"}

    @property
    def nested_sm_cache(self) -> list[Any]:
        """The state machines of this parsing, rather than those of the process."""
        return _inliner_of(self).machines

    def nested_parse(
        self, block: Any, input_offset: int, node: Any = None, *more: Any, **options: Any
    ) -> Any:
        """Parse a block in a block, as far as anybody puts them into one another."""
        inliner = _inliner_of(self)
        if inliner.depth >= _DEEPEST:
            found, _ = inliner.parse("\n".join(block), input_offset + 1, self.memo, self.parent)
            node += found
            return input_offset + len(block)
        inliner.depth += 1
        try:
            return super().nested_parse(block, input_offset, node, *more, **options)  # type: ignore[misc]
        finally:
            inliner.depth -= 1

    def make_target(self, block: list[str], block_text: str, lineno: int, target_name: str) -> Any:
        """Keep where the destination of a definition stands."""
        target = super().make_target(block, block_text, lineno, target_name)  # type: ignore[misc]
        written = "\n".join(block).replace("\0", "\\")
        is_uri = isinstance(target, nodes.target) and "refuri" in target
        if isinstance(target, nodes.target) and written.strip() and (is_uri or "refname" in target):
            inliner = _inliner_of(self)
            place = inliner.source.locate(written, lineno, last=True)
            end = len(written.rstrip())
            if not is_uri:
                end -= 1
            start = len(written) - len(written.lstrip())
            if not is_uri and written.startswith("`", start):
                start, end = start + 1, end - 1
            found = RstReference(
                target,
                place.pieces(start, end),
                "#definition",
                "href",
                "navigation",
                "__" if target_name == "" else ".. _:",
            )
            inliner.found.definitions.append(found)
        return target

    def malformed_table(self, block: Any, *more: Any, **options: Any) -> Any:
        """Keep the text of a table that is none for docutils."""
        inliner = _inliner_of(self)
        for line, (_, row) in zip(block, block.items, strict=True):
            place = inliner.source.locate(line, row + 1)
            inliner.found.texts.extend(RstText(*piece) for piece in place.pieces(0, len(line)))
        return super().malformed_table(block, *more, **options)  # type: ignore[misc]

    def directive(self, match: Any, **option_presets: Any) -> tuple[list[Any], bool]:
        """Read a directive as far as it names files or URIs, and its content."""
        return _Directive(self, match, option_presets).read()


def _inliner_of(state: Any) -> _Inliner:
    inliner: _Inliner = state.memo.inliner
    return inliner


def _own_states() -> tuple[type, ...]:
    explicit = states.Body.explicit
    constructs = [
        (_State.directive if method is states.Body.directive else method, pattern)
        for method, pattern in explicit.constructs
    ]
    struct = type(explicit)(patterns=explicit.patterns, constructs=constructs)
    made = []
    for state in states.state_classes:
        own: dict[str, Any] = {"explicit": struct} if issubclass(state, states.Body) else {}
        made.append(type(state.__name__, (_State, state), own))
    return tuple(made)


_STATES = _own_states()


# --- directives ---

_FIELD = re.compile(r":(?P<name>[^:\s][^:]*):(?:\s+|\Z)(?P<value>.*)\Z")
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
    " index tabularcolumns rubric centered highlight currentmodule module".split()
)
_CODE = frozenset(
    "code code-block sourcecode highlight testcode testsetup testcleanup testoutput doctest ipython productionlist"
    " graphviz digraph graph mermaid uml plantuml plot parsed-code prompt jupyter-execute bibliography math"
    " inheritance-diagram aafig tikz blockdiag seqdiag autosummary jinja exec execute_code runblock command-output"
    " program-output literalinclude argparse click swagger-openapi raw meta index toctree".split()
)
"""Directives whose content is no text."""
_PATTERN = re.compile(r"[*?]|\[.*\]")
_ENTRY = re.compile(r"(?P<title>.+?)\s*(?<!\\)<(?P<target>[^<]*)>\Z")


class _Directive:
    """One directive: its argument, its options, its content."""

    def __init__(self, state: Any, match: Any, presets: dict[str, Any]) -> None:
        machine = state.state_machine
        self.state = state
        self.inliner = _inliner_of(state)
        self.name = match.group(1).lower()
        self.presets = presets
        self.line = machine.abs_line_number()
        # docutils goes to the last line of the block.
        block, _, self.offset, self.blank_finish = machine.get_first_known_indented(match.end(), strip_top=0)
        if block and not block[0].strip():
            block.trim_start()
            self.offset += 1
        end = next((row for row, line in enumerate(block) if not line.strip()), len(block))
        first = next((row for row, line in enumerate(block[:end]) if _FIELD.match(line)), end)
        self.argument = block[:first]
        self.options = self._options(block[first:end])
        self.content = block[end + 1 :]
        self.content_offset = self.offset + end + 1
        if self.name in _ARGUMENT_FREE and first:
            self.content = self.argument if not self.content else self.argument + block[end:]
            self.content_offset = self.offset
            self.argument = block[:0]

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
        if self.name in _TITLED_DIRECTIVES:
            found += self._inline(self.argument)
        elif own is None:
            self._bare(self.argument)
            for lines in self.options.values():
                self._bare(lines)
        found += self._inline(self.options.get("caption", ()))
        if self.name in _INLINE:
            found += self._inline(self.content)
        elif self.name == "csv-table":
            found += self._cells()
        elif self.name in _CODE:
            if self.inliner.wants_code and own is None:
                self._bare(self.content, "code")
        elif self.name not in _WITHOUT_CONTENT and self.content:
            container = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, container)
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

    def _cells(self) -> list[Any]:
        """Read the rows of a table of values with commas between them: each cell is text."""
        import csv

        found = []
        try:
            delimiter = self._value("delim") or ","
            delimiter = {"tab": "\t", "space": " "}.get(delimiter, delimiter[:1])
            lines = (line + "\n" for line in self.content)
            rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True)
            cells = [cell for row in rows for cell in row if cell.strip()]
        except csv.Error:
            self._bare(self.content)
            return []
        line = self._line_of(self.content)
        for cell in cells:
            texts = cell.splitlines()
            block = StringList(texts, items=[("", line - 1)] * len(texts))
            container = nodes.container()
            self.state.nested_parse(block, max(line - 1, self.inliner.source.cursor), container)
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
        parts = split_escaped_whitespace(escape2null(text[start:end]))
        uri = " ".join("".join(unescape(part).split()) for part in parts)
        node = nodes.reference("", "", refuri=uri)
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

    def file(self) -> list[Any]:
        """Read a directive whose argument is a file, or whose options name one."""
        found = []
        if self.name not in {"csv-table", "raw"}:
            found.append(self._reference(self.argument, self.name, "src"))
        named = [option for option in ("file", "url", "diff") if option in self.options]
        found += [self._reference(self.options[option], self.name, option) for option in named]
        return [node for node in found if node is not None]

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
                    entry["title"] if entry else None,
                    notes=("a pattern of names of documents",) if attribute == "glob" else (),
                )
            )
            found.append(node)
        return found

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


_READ: dict[str, Callable[[_Directive], list[Any]]] = {
    "image": _Directive.image,
    "figure": _Directive.image,
    "include": _Directive.file,
    "literalinclude": _Directive.file,
    "csv-table": _Directive.file,
    "raw": _Directive.raw,
    "toctree": _Directive.toctree,
    "role": _Directive.role,
    "default-role": _Directive.default_role,
    "unicode": _Directive.unicode,
    "date": _Directive.unicode,
}


# --- code and comments ---


def _verbatim(
    document: Any, source: SourceLines, *, wants_code: bool, wants_comments: bool
) -> Iterator[RstText]:
    """Yield the lines of literal blocks and of comments."""
    line = 1
    for node in document.findall(nodes.Element):
        line = node.line or line
        if isinstance(node, nodes.comment):
            what = "#comment" if wants_comments else ""
        elif isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            what = "code" if wants_code else ""
        else:
            continue
        text = node.astext()
        if what and ("://" in text or "www." in text):
            place = source.locate(text, line)
            for start, end in place.pieces(0, len(text)):
                if start < end:
                    yield RstText(start, end, what)

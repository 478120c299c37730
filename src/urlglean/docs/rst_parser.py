"""The parser of docutils, told to keep the place of each reference, and to have only the directives and roles here.

Nothing here asks or changes the registries of docutils, which all of a process shares; no directive reads a file or
runs anything. What Sphinx adds is read as it would be there: ``:doc:``, ``toctree`` and the like are references to
files, ``:ref:`` to labels. The content of directives that nobody knows is read as text, unless their name says that it
is code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import punctuation
from typing import Any

from docutils import nodes, utils
from docutils.parsers.rst import states
from docutils.statemachine import StringList
from docutils.transforms import Transform
from docutils.transforms import references as resolving

from urlglean.docs.constructs import may_hold_urls
from urlglean.docs.rst_directives import Directive
from urlglean.docs.rst_inline import Inliner, RstFinds, RstReference, RstText, default_settings, inliner_of
from urlglean.docs.rst_places import SourceLines
from urlglean.document import ReadOptions
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor


def parse(source: SourceLines, options: ReadOptions) -> RstFinds:
    """Give what docutils finds in a source, its names resolved."""
    document = utils.new_document("", _settings())
    inliner = Inliner(source, options)
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
    found.anchors += (Anchor(name, "id") for name in (*document.ids, *found.objects.ids))
    for name, own in document.nameids.items():
        if own and document.nametypes.get(name):
            node = document.ids[own]
            is_label = not (isinstance(node, nodes.footnote) or "refuri" in node)
            found.anchors.append(Anchor(name, "label" if is_label else "target"))  # which ``:ref:`` knows not
            if is_label:
                found.labels[name] = own
    found.ambiguous = {name for name, own in document.nameids.items() if own is None}
    titles = (one for one in document.findall(nodes.title) if isinstance(one.parent, nodes.section))
    found.anchors += (Anchor(one.astext(), "title") for one in titles)
    found.anchors += found.objects.anchors
    found.references = [one for one in found.references if _is_attached(one.node, document)]
    if options.code or options.comments:
        found.texts += _verbatim(document, source, options)
    return found


class _PropagateTargets(Transform):
    """Give the names of targets without a destination to what stands behind them.

    It does what the one of docutils does, which hands all names of a run on from each target of it to the next.
    """

    default_priority = resolving.PropagateTargets.default_priority

    def apply(self, **_: Any) -> None:
        """Go through the document once."""
        run: list[Any] = []
        passed_over: set[int] = set()
        for node in self.document.findall():
            if isinstance(node, nodes.system_message) or id(node.parent) in passed_over:
                passed_over.add(id(node))
            elif _hands_on(node):
                run.append(node)
            elif run:
                keeps = isinstance(node, (nodes.Invisible, nodes.Targetable))
                if keeps and not isinstance(node, nodes.target):
                    node = run.pop()
                self._hand_on(run, node)
                run = []
        if run:
            self._hand_on(run[:-1], run[-1])

    def _hand_on(self, run: list[Any], to: Any) -> None:
        for target in reversed(run):
            to["ids"].extend(target["ids"])
            to["names"].extend(target["names"])
            self.document.ids.update(dict.fromkeys(target["ids"], to))
            target["refid"] = target["ids"][0]
            target["ids"], target["names"] = [], []
            self.document.note_refid(target)


def _hands_on(node: Any) -> bool:
    """Tell whether a node is a target of a block that has no destination of its own."""
    is_block = isinstance(node, nodes.target) and not isinstance(node.parent, nodes.TextElement)
    return is_block and not any(map(node.hasattr, ("refid", "refuri", "refname")))


class _IndirectHyperlinks(resolving.IndirectHyperlinks):
    """Resolve targets that name other targets.

    What comes to nothing stays as it is. The one of docutils puts something else in the place of all that refers to it,
    and looks for each among all those beside it.
    """

    def indirect_target_error(self, target: Any, explanation: str) -> None:
        """Take note that a target was asked, whatever came of it."""
        target.resolved = True


_TRANSFORMS: tuple[Any, ...] = (
    resolving.Substitutions,
    _PropagateTargets,
    resolving.AnonymousHyperlinks,
    _IndirectHyperlinks,
    resolving.ExternalTargets,
    resolving.InternalTargets,
)


def _settings() -> Any:
    """Give settings that keep docutils to itself: no file is read, nothing is printed, no error ends the parsing."""
    settings = default_settings().copy()
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
_UNDERLINE = lazy_re(r"([!-/:-@\[-`{-~])\1{2,}$")


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


# --- blocks ---

_DEEPEST = 30
"""How deep blocks stand in one another at most; what is deeper is one paragraph."""


class _States(dict[str, Any]):
    """The states of a machine, each made when it is entered: docutils makes all of them anew for every list."""

    def __init__(self, machine: Any, classes: Iterable[type]) -> None:
        super().__init__()
        self._machine = machine
        self._classes = {one.__name__: one for one in classes}

    def __missing__(self, name: str) -> Any:
        state = self[name] = self._classes[name](self._machine, self._machine.debug)
        if getattr(self._machine, "memo", None) is not None:  # it runs; else its start is this one's, too
            state.runtime_init()
        return state


class _NestedMachine(states.NestedStateMachine):
    """A machine for what stands in something else."""

    def add_states(self, state_classes: Iterable[type]) -> None:
        """Have these states where they are needed."""
        self.states = _States(self, state_classes)


class _ParserState:
    """What all states of the parser do otherwise than in docutils."""

    memo: Any
    parent: Any
    state_machine: Any
    nested_sm = _NestedMachine

    def __init__(self, state_machine: Any, debug: bool = False) -> None:  # noqa: FBT001, FBT002 - as docutils calls it
        super().__init__(state_machine, debug)  # type: ignore[call-arg]
        self.nested_sm_kwargs = {"state_classes": _STATES, "initial_state": "Body"}

    @property
    def nested_sm_cache(self) -> list[Any]:
        """The state machines of this parsing, rather than those of the process."""
        return inliner_of(self).machines

    def nested_parse(
        self, block: Any, input_offset: int, node: Any = None, *more: Any, **options: Any
    ) -> Any:
        """Parse a block in a block, as far as anybody puts them into one another."""
        inliner = inliner_of(self)
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
            inliner = inliner_of(self)
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

    def table(self, isolate: Any, parser: Any) -> Any:
        """Read a table; what has more cells than docutils is given is text."""

        def isolated() -> Any:
            block, messages, is_followed = isolate()
            columns = max((len(_COLUMN.findall(line)) for line in block), default=0)
            inliner = inliner_of(self)
            inliner.cells -= columns * (len(block) + sum(map(len, block)) // _LETTERS_OF_A_CELL)
            if inliner.cells < 0:
                return [], [*self.malformed_table(block), *messages], is_followed
            return block, messages, is_followed

        return super().table(isolated, parser)  # type: ignore[misc]

    def malformed_table(self, block: Any, *more: Any, **options: Any) -> Any:
        """Keep the text of a table that is none for docutils."""
        inliner = inliner_of(self)
        for line, (_, row) in zip(block, block.items, strict=True):
            place = inliner.source.locate(line, row + 1)
            inliner.found.texts.extend(RstText(*piece) for piece in place.pieces(0, len(line)))
        return super().malformed_table(block, *more, **options)  # type: ignore[misc]

    def directive(self, match: Any, **option_presets: Any) -> tuple[list[Any], bool]:
        """Read a directive as far as it names files or URIs, and its content."""
        return Directive(self, match, option_presets).read()


_COLUMN = lazy_re(r"(?<=[-=+])(?:\+|[ ]+(?==))")
_LETTERS_OF_A_CELL = 100
"""So many letters take docutils as long as a cell: for each it goes over all that stands in its lines."""
_RULE = lazy_re(f"(?:{'|'.join(f'{re.escape(sign)}++' for sign in punctuation)}) *$")
"""A line of one sign. With the back reference that docutils has in it, it takes 80 times the memory of the line."""


def _own_states() -> tuple[type, ...]:
    explicit = states.Body.explicit
    constructs = [
        (_ParserState.directive if method is states.Body.directive else method, pattern)
        for method, pattern in explicit.constructs
    ]
    struct = type(explicit)(patterns=explicit.patterns, constructs=constructs)
    made = []
    for state in states.state_classes:
        own: dict[str, Any] = {"explicit": struct} if issubclass(state, states.Body) else {}
        patterns: dict[str, Any] = state.patterns or {}
        rules = dict.fromkeys({"line", "underline"} & patterns.keys(), _RULE.pattern)
        own["patterns"] = {**patterns, **rules}
        made.append(type(state.__name__, (_ParserState, state), own))
    return tuple(made)


_STATES = _own_states()


# --- code and comments ---


def _verbatim(document: Any, source: SourceLines, options: ReadOptions) -> Iterator[RstText]:
    """Yield the lines of literal blocks and of comments."""
    line = 1
    for node in document.findall(nodes.Element):
        line = node.line or line
        if isinstance(node, nodes.comment):
            what = "#comment" if options.comments else ""
        elif isinstance(node, (nodes.literal_block, nodes.doctest_block)):
            what = "code" if options.code else ""
        else:
            continue
        text = node.astext()
        if what and may_hold_urls(text, options):
            place = source.locate(text, line)
            for start, end in place.pieces(0, len(text)):
                if start < end:
                    yield RstText(start, end, what)

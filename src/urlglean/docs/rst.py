"""reStructuredText to Candidates: what docutils makes links of, and what Sphinx does, each where it stands.

`docutils` parses the text; which lines a construct stands in it tells, and the columns are found here. URLs in the text
that docutils makes no links of are delimited as in any text.

Its parser is told to keep the place of each reference, and to have only the directives and roles here. Nothing asks or
changes the registries of docutils, which all of a process shares; no directive reads a file or runs anything. What
Sphinx adds is read as it would be there: ``:doc:``, ``toctree`` and the like are references to files, ``:ref:`` to
labels. The content of directives that nobody knows is read as text, unless their name says that it is code.

To import this raises InputError where docutils is not installed.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from string import punctuation
from typing import Any

from urlglean.candidate import (
    AmbiguousCandidate,
    Candidate,
    Facts,
    Markup,
    MarkupCandidate,
    UndefinedCandidate,
)
from urlglean.delimiting.stream import delimit
from urlglean.docs.marks import may_hold_urls
from urlglean.docs.rst_places import SourceLines, beyond_docutils
from urlglean.document import Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor, Problem
from urlglean.text import Rewritten, Text

try:
    import docutils
except ImportError:
    raise InputError(
        "reading reStructuredText needs the package docutils: pip install 'urlglean[docs]';"
        " --kind text reads it as plain text"
    ) from None

from docutils import nodes, utils
from docutils.parsers.rst import states
from docutils.statemachine import StringList
from docutils.transforms import Transform
from docutils.transforms import references as resolving

from urlglean.docs.rst_directives import Directive
from urlglean.docs.rst_inline import (
    Inliner,
    RstFinds,
    RstPage,
    RstReference,
    RstText,
    default_settings,
    inliner_of,
)

__all__ = ["read"]

_TEXT_NODE = "#text"
_ELSEWHERE = "no URL: a label that another document may define"
_AMBIGUOUS = "no URL: a label that is defined more than once"
_FOREIGN = "no URL: a document of another project"
_LABELS = frozenset({"ref", "numref"})
_OF_ANOTHER_PROJECT = lazy_re(r"[A-Za-z][\w.\-]*:(?!//)")
"""What stands before a document that Sphinx looks up in another project's inventory."""


def read(document: Document, options: ReadOptions) -> Iterator[Anchor | Candidate | Document | Problem]:
    """Yield the Candidates of a text in reStructuredText and the pages that the HTML in it makes, in order.

    ``document.content`` is a string, bytes, or an iterable of pieces of either.
    """
    decoder = Decoder(document.encoding)
    text = decoder.whole(document.content)
    source = Text(text)
    found = None
    message = beyond_docutils(text)
    if not message:
        try:
            found = _parsed(SourceLines(source), options)
        except Exception:  # docutils fails on some texts in ways of its own
            message = "docutils cannot parse it"
    if found is None:
        yield Problem(document.name, f"{message}: read as plain text", part=document.part)
        yield from delimit(text, document.evidence, **options.delimit)
    else:
        if options.anchors:
            yield from found.anchors
        yield from _RstMaker(document, options, source, found).items()
    if decoder.damage:
        yield decoder.damage.problem(document)


@dataclass(frozen=True, slots=True)
class _RstMaker:
    """Makes Candidates and Documents of what was found in a text."""

    document: Document
    options: ReadOptions
    source: Text
    found: RstFinds

    def items(self) -> Iterable[Candidate | Document]:
        """Give them in the order in which they stand in the source."""
        made: list[tuple[int, Candidate | Document]] = []
        for reference in self.found.definitions:
            made.extend(self._definition(reference))
        for reference in self.found.references:
            made.extend(self._reference(reference))
        found = (*self.found.references, *self.found.definitions)
        spans = sorted(piece for one in found if _target_of(one.node) is not None for piece in one.pieces)
        reached = list(accumulate((end for _, end in spans), max))
        if self.options.text or self.options.code or self.options.comments:
            for text in self.found.texts:
                for start, candidate in self._bare(text):
                    before = bisect_left(spans, (candidate.end, 0))
                    if not before or reached[before - 1] <= start:  # it stands in no link
                        made.append((start, candidate))
        made.extend(map(self._page, self.found.pages))
        made.sort(key=lambda item: item[0])
        return [item for _, item in made]

    def _definition(self, one: RstReference) -> Iterator[tuple[int, Candidate]]:
        target = _target_of(one.node)
        if target is not None:
            twice = one.node.get("dupnames", ())  # which is harmless where both say the same
            is_second = self.options.undefined and not self.found.ambiguous.isdisjoint(twice)
            element = "#redefinition" if is_second else one.element
            markup = Markup(element, one.attribute, None, one.kind, inert=not one.node.referenced)
            yield self._candidate(MarkupCandidate, target, one, markup)

    def _reference(self, one: RstReference) -> Iterator[tuple[int, Candidate]]:
        anchor = one.anchor
        if anchor is None:
            anchor = " ".join(one.node.astext().split())
        markup = Markup(one.element, one.attribute, None, one.kind, anchor)
        target = _target_of(one.node)
        kind, text = MarkupCandidate, target or ""
        if target is None:
            if not self.options.undefined:
                return
            kind, text = UndefinedCandidate, one.node.get("refname") or one.node.astext()
            if nodes.fully_normalize_name(text) in self.found.ambiguous:
                kind, one.notes = AmbiguousCandidate, (_AMBIGUOUS,)
        elif one.element in _LABELS:
            name = self.found.labels.get(nodes.fully_normalize_name(target))
            if name is None:
                kind, one.notes = UndefinedCandidate, (_ELSEWHERE,)
            else:
                text = f"#{name}"
        elif one.element == "doc" and _OF_ANOTHER_PROJECT.match(target):
            kind, one.notes = UndefinedCandidate, (_FOREIGN,)
        yield self._candidate(kind, text, one, markup)

    def _candidate(
        self, kind: type[MarkupCandidate], text: str, one: RstReference, markup: Markup
    ) -> tuple[int, Candidate]:
        pieces = one.pieces
        facts = Facts(
            pieces=tuple(pieces) if len(pieces) > 1 else (),
            delimiter=one.delimiter,
            alternatives=one.alternatives,
            notes=one.notes,
            markup=markup,
        )
        start, end = pieces[0][0], pieces[-1][1]
        return start, kind(text, self.source, start, end, facts)

    def _bare(self, text: RstText) -> Iterator[tuple[int, Candidate]]:
        """Yield the URLs of a text without markup that docutils makes no links of."""
        inert = text.what != _TEXT_NODE
        if not inert and not self.options.text:
            return
        markup = Markup(text.what, _TEXT_NODE, None, "text", inert=inert)
        content = self.source.text[text.start : text.end]
        for found in delimit(content, self.document.evidence, **self.options.delimit):
            candidate = found.led_back(self.source, Rewritten(content, text.start))
            yield candidate.start, candidate._replace(facts=candidate.facts._replace(markup=markup))

    def _page(self, page: RstPage) -> tuple[int, Document]:
        (start, _), (_, stop) = page.lines[0], page.lines[-1]
        gaps = [(end, begin) for (_, end), (begin, _) in zip(page.lines, page.lines[1:], strict=False)]
        edits = [(end, begin, "\n") for end, begin in gaps]
        whole = Rewritten.of(self.source.text, edits, start, stop)
        return start, self.document.child(whole.text, stands_in=(self.source, whole))


def _target_of(node: Any) -> str | None:
    """Give what a reference leads to, as docutils has resolved it; None where nothing defines it."""
    uri = node.get("refuri", node.get("uri"))
    if uri is not None:
        return str(uri)
    return f"#{node['refid']}" if "refid" in node else None


# --- what docutils finds ---


def _parsed(source: SourceLines, options: ReadOptions) -> RstFinds:
    """Give what docutils finds in a source, its names resolved."""
    document = utils.new_document("", _settings())
    inliner = Inliner(source, options)
    document.reporter.attach_observer(inliner.heed_refused)
    for start, end in _chunks(source.lines):
        items = [("", row) for row in range(start, end)]
        lines = StringList(source.lines[start:end], items=items)
        machine = states.RSTStateMachine(state_classes=_STATES, initial_state="Body")
        done = len(document.children)
        machine.run(lines, document, input_offset=start, inliner=inliner)
        if not (options.code or options.comments):
            document.children[done:] = _without_idle(document.children[done:])
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
    attached = [one for one in found.references if _is_attached(one.node, document)]
    leading = {id(one) for one in (*attached, *found.definitions) if _target_of(one.node) is not None}
    # What comes to nothing is text; what has no marks around it is that already.
    all_of_them = (*found.references, *found.definitions)
    nothing = (one for one in all_of_them if one.delimiter and id(one) not in leading)
    found.texts += (RstText(*piece) for one in nothing for piece in one.pieces)
    found.references = attached
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


_IDLE: Any = (
    nodes.Admonition, nodes.Part, nodes.Sequential, nodes.Text, nodes.block_quote, nodes.comment,
    nodes.doctest_block, nodes.emphasis, nodes.line_block, nodes.literal, nodes.literal_block, nodes.paragraph,
    nodes.strong, nodes.system_message, nodes.table, nodes.title_reference,
)  # fmt: skip
"""What refers to nothing, and nothing to it, unless it has a name: a kilobyte each."""
_NAMING = ("ids", "names", "dupnames", "refid")


def _without_idle(blocks: list[Any]) -> list[Any]:
    """Give the blocks that some transform or somebody else asks for, and the first of each run of others, emptied.

    That one tells what stands behind a target.
    """
    kept: list[Any] = []
    is_behind_idle = False
    for block in blocks:
        if _is_idle(block):
            if is_behind_idle:
                block.parent = None
                continue
            _empty(block)
            is_behind_idle = not isinstance(block, nodes.system_message)
        else:
            is_behind_idle = False
            if not isinstance(block, (nodes.TextElement, nodes.Text)):
                block.children[:] = _without_idle(block.children)
        kept.append(block)
    return kept


def _is_idle(node: Any) -> bool:
    if not isinstance(node, _IDLE):
        return False
    return isinstance(node, nodes.Text) or not (
        any(map(node.get, _NAMING)) or not all(map(_is_idle, node.children))
    )


def _empty(node: Any) -> None:
    """Take apart all that is in a node, which no part of it holds on to then."""
    if isinstance(node, nodes.Element):
        for child in node.children:
            child.parent = None
            _empty(child)
        node.children = []
        node.rawsource = ""


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

    def build_table_row(self, cells: Any, line: int) -> Any:
        """Read a row, each cell from its first line on; docutils before 0.23 begins to count one line too late."""
        if docutils.__version_info__ < (0, 23):
            line -= 1
        return super().build_table_row(cells, line)  # type: ignore[misc]

    def malformed_table(self, block: Any, detail: str = "", _offset: int = 0) -> Any:
        """Say where a table begins that is none for docutils, and not where in it that shows."""
        return super().malformed_table(block, detail)  # type: ignore[misc]

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
            is_refused = isinstance(node.parent, nodes.system_message)
            what = "code" if options.code and not is_refused else ""
        else:
            continue
        text = node.astext()
        if what and may_hold_urls(text, options):
            is_behind = isinstance(node, nodes.comment)  # the line that docutils tells of it
            place = source.locate(text, source.first_of(text, line) if is_behind else line)
            for start, end in place.pieces(0, len(text)):
                if start < end:
                    yield RstText(start, end, what)

"""Inline markup as docutils reads it, with the place of each reference; and what is found in a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from docutils import frontend, nodes
from docutils.nodes import unescape
from docutils.parsers.rst import Parser, states
from docutils.utils import escape2null, urischemes

from urlglean.docs.marks import may_hold_urls
from urlglean.docs.rst_places import Place, SourceLines
from urlglean.document import ReadOptions
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor

# The ids that Sphinx makes of what directives describe: objects of programs, options, terms. A fragment names them as
# they are: ``tarn.Gauge.read``, ``cmdoption-tarn-depth``, ``term-gauge``.

_OF_PYTHON = frozenset(
    "function data class exception method classmethod staticmethod attribute property decorator decoratormethod"
    " type module".split()
)
_PREFIXES = {
    "envvar": "envvar-",
    "confval": "confval-",
    "rst:directive": "directive-",
    "rst:role": "role-",
    **dict.fromkeys(
        (f"c:{kind}" for kind in "function macro type struct member var enum enumerator".split()), "c."
    ),
    **dict.fromkeys(("js:function", "js:class", "js:data"), ""),
}
_MADE = frozenset(
    "click argparse sphinx_argparse_cli typer program-output exec jinja openapi swagger-openapi httpdomain"
    " configurable click:group literalinclude-toc doxygenclass doxygenfile doxygenfunction doxygenstruct".split()
)
_DESCRIBING = frozenset("option program describe object".split()) | _MADE
_SIGNATURE = lazy_re(
    r"(?:(?:async|abstract|abstractmethod|classmethod|staticmethod|static|final|class|exception|property)\s++)*+"
    r"(?P<name>[\w.$]+)"
)
_OPTION = lazy_re(r"(?P<name>[-+/]*[^\s,=\[<-][^\s,=\[<]*)")
_OF_C = lazy_re(r"(?<!\w)(?P<name>[A-Za-z_]\w*+)\s*+(?:\(|\Z|\[|=)")
_NO_ID = lazy_re(r"[^A-Za-z0-9_.]+")


def describes(directive: str) -> bool:
    """Tell whether a directive may describe an object, whose name is its argument."""
    name = directive.removeprefix("auto")
    return ":" in directive or name in _OF_PYTHON or name in _PREFIXES or name in _DESCRIBING


class Objects:
    """What of a document is described by directives: the module and the classes at hand, and the ids so far."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.anchors: list[Anchor] = []
        """The files that are put into the document, and whether a program makes more ids than stand there."""
        self.around: list[str] = []
        """The objects that the directive at hand stands in, the innermost last."""
        self._module = ""
        self._program = ""

    def describe(self, directive: str, signatures: Iterable[str]) -> str:
        """Take in what a directive describes; give the name of the object that others stand in, or nothing."""
        name = directive.removeprefix("py:").removeprefix("std:")
        lines = [line.strip() for line in signatures if line.strip()]
        is_automatic = name.startswith("auto")
        if is_automatic or name in _MADE:
            self.anchors.append(Anchor("", "made"))
        if not lines:
            return ""
        if name == "include" and not lines[0].startswith("<"):
            self.anchors.append(Anchor(lines[0], "included"))
        elif name in {"module", "currentmodule"}:
            self._module = "" if lines[0] == "None" else lines[0]
            self.ids += [f"module-{lines[0]}"] if name == "module" else []
        elif name == "program":
            self._program = "-".join(lines[0].split())
        elif name == "option":
            self.ids += [one for line in lines for one in self._options(line)]
        elif name == "automodule":
            self.ids.append(f"module-{lines[0]}")
        elif (name.removeprefix("auto") if is_automatic else name) in _OF_PYTHON:
            return self._of_python(lines)
        elif (prefix := _PREFIXES.get(name)) is not None:
            look = _OF_C.search if name.startswith("c:") else _SIGNATURE.match
            named = [found["name"] for line in lines if (found := look(line))]
            self.ids += [f"{prefix}{one}" for one in named]
        return ""

    def terms(self, lines: Iterable[str]) -> None:
        """Take in the terms of a glossary."""
        for line in lines:
            if line[:1].strip() and not line.startswith(".. "):
                term = _NO_ID.sub("-", line.partition(" : ")[0]).strip("-")
                self.ids += [f"term-{term}", f"term-{term.lower()}"]

    def _of_python(self, signatures: list[str]) -> str:
        whole = ""
        for line in signatures:
            found = _SIGNATURE.match(line)
            if found is not None:
                name, outer = found["name"], self.around[-1] if self.around else ""
                within = outer and not name.startswith(f"{outer}.")
                whole = f"{outer}.{name}" if within else name
                is_whole = not self._module or whole.startswith(f"{self._module}.")
                self.ids.append(whole if is_whole else f"{self._module}.{whole}")
        return whole

    def _options(self, line: str) -> Iterator[str]:
        for one in line.split(", "):
            found = _OPTION.match(one.strip())
            if found is not None:
                name = _NO_ID.sub("-", found["name"]).strip("-")
                start = f"cmdoption-{self._program}-" if self._program else "cmdoption-"
                yield from (f"{start}{name}", f"{start}arg-{name}")


# What is found.

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
        self.ambiguous: set[str] = set()
        """The names that are defined more than once, so that they name nothing."""
        self.objects = Objects()
        self.anchors: list[Anchor] = []
        """What others may name: ids, labels, the names of URLs and footnotes, titles of sections, files put in."""


@cache
def default_settings() -> Any:
    """Give the settings that docutils has of itself; no file of settings is read."""
    return frontend.get_default_settings(Parser)


_WINDOW = 16_384
"""How long a text is at most that docutils gets at once: its time grows with the square of it."""
_TOKEN = lazy_re(r"\S+")
_TOO_LONG = 2_048
"""Longer words are no URLs for docutils; its patterns would take too long with them."""
_TITLED = lazy_re(r"(?P<title>.+?)(?<!\x00)<(?P<target>[^<]*)>\Z", re.DOTALL)
"""A role's text that has a title before its target."""
_REFERENCE_ROLES = {"doc": "navigation", "download": "resource", "ref": "navigation", "numref": "navigation"}
_CODE_ROLES = frozenset({"code", "literal", "math", "samp", "file"})
_NUMBERED_ROLES = {
    "pep": "https://peps.python.org/pep-{:04d}",
    "pep-reference": "https://peps.python.org/pep-{:04d}",
    "rfc": "https://tools.ietf.org/html/rfc{}.html",
    "rfc-reference": "https://tools.ietf.org/html/rfc{}.html",
}
_NUMBER = lazy_re(r"\s*(?P<number>[0-9]{1,9})(?P<anchor>#\S*)?\s*\Z")


_SIGNS_OF = {
    nodes.emphasis: 1,
    nodes.strong: 2,
    nodes.target: 1,
    nodes.substitution_reference: 1,
    nodes.problematic: 0,
}
"""How many signs stand on each side of a text that is no more than that, or that comes to nothing."""

_REFUSED = 3
"""The level of docutils' messages from which on it does not what was meant."""
_READ_BEFORE = ".. |"
"""How a substitution begins, whose text is read before it is refused."""

_MOST_CELLS = 300_000
"""How many cells of tables docutils is given, at some 0.02 ms for each: ten times as many as people write."""
_FEW_CELLS = 30_000
"""A short text may have so many; else there is at least a letter to each."""


class Inliner(states.Inliner):
    """Reads inline markup as docutils does, and keeps where each reference stands."""

    def __init__(self, source: SourceLines, options: ReadOptions) -> None:
        super().__init__()
        self.source = source
        self.options = options
        self.found = RstFinds()
        self.machines: list[Any] = []
        """State machines to be used again."""
        self.depth = 0
        self.roles: dict[str, tuple[str, str]] = {}
        """The roles that the document makes: what each is based on, and its format."""
        self.default_role = ""
        self.cells = max(_FEW_CELLS, min(len(source.source.text), _MOST_CELLS))
        """How many cells of tables docutils is still given."""
        self._place: Place
        self._at = 0
        """Where in the text the rest begins that is looked at."""
        self._content = 0
        """Where in the text the content of a role or of a phrase in backquotes begins."""

    def init_customizations(self, settings: Any) -> None:
        """Have the patterns of docutils, which are the same for all documents."""
        made = _patterns()
        vars(self).update(made)
        ends = {name: _End(getattr(made["patterns"], name)) for name in _ENDS}
        self.patterns = SimpleNamespace(**{**vars(made["patterns"]), **ends})
        self._ends = tuple(ends.values())

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
            inside: list[Any] = []
            lacking = [one.lacking for one in self._ends]
            self._window(escaped, start, end, lineno, inside, messages)
            for one, before in zip(self._ends, lacking, strict=True):
                one.lacking = before
            # To put another node in its place, docutils looks for one among all those beside it.
            found += inside if end - start == len(escaped) else [nodes.inline("", "", *inside)]
        return found, messages

    def _window(
        self, escaped: str, start: int, end: int, lineno: int, found: list[Any], messages: list[Any]
    ) -> None:
        for one in self._ends:
            one.lacking = -1
        remaining = escaped[start:end]
        while remaining:
            match = _markup_in(remaining, self.patterns.initial)
            if match is None:
                break
            groups = match.groupdict()
            method = _DISPATCH[groups["start"] or groups["backquote"] or groups["refend"] or groups["fnend"]]
            self._at = end - len(remaining)
            before, inlines, remaining, said = method(self, match, lineno)
            messages += said
            if inlines:
                begin = self._at + len(before)
                found += self._plain(escaped, start, begin)
                found += inlines
                start = end - len(remaining)
                if (signs := _SIGNS_OF.get(type(inlines[0]))) is not None:
                    self._shown(escaped[begin + signs : start - signs], begin + signs)
        found += self._plain(escaped, start, end)

    def note(self, node: Any, start: int, end: int, element: str = "a", **known: Any) -> None:
        """Keep a reference that stands at ``text[start:end]``."""
        attribute = known.pop("attribute", "href")
        kind = known.pop("kind", "navigation")
        pieces = self._place.pieces(start, end)
        self.found.references.append(RstReference(node, pieces, element, attribute, kind, **known))

    def heed_refused(self, message: Any) -> None:
        """Keep the text of what docutils refuses: a table, a title where none can be. It reads nothing in it."""
        for block in message.children if message["level"] >= _REFUSED else ():
            if isinstance(block, nodes.literal_block) and not block.astext().startswith(_READ_BEFORE):
                text = block.astext()
                place = self.source.locate(text, message.get("line", 1))
                self.found.texts += (RstText(*piece) for piece in place.pieces(0, len(text)))

    # What has no markup: URLs and addresses.

    def _plain(self, escaped: str, start: int, end: int) -> list[Any]:
        """Give the nodes of a stretch without other markup, as `implicit_inline` of docutils does."""
        run = escaped[start:end]
        if not run:
            return []
        self._shown(run, start)
        if ":" not in run and "@" not in run:
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
        return found

    def _shown(self, run: str, start: int) -> None:
        """Have the bare URLs looked for in a stretch of text, if any may stand there."""
        if ":" in run or may_hold_urls(run, self.options):  # what else announces one may be escaped here
            self._text(start, start + len(run))

    def _text(self, start: int, end: int, what: str = "#text") -> None:
        pieces = self._place.pieces(start, end)
        self.found.texts += [RstText(begin, stop, what) for begin, stop in pieces if begin < stop]

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
        """Read a role: what names files or labels, and the text of all others."""
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
        elif name not in _CODE_ROLES:
            self._shown(text, self._content)
        elif self.options.code:
            self._text(self._content, self._content + len(text), "code")
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
        if self.options.code and answer[1] and isinstance(answer[1][0], nodes.literal):
            end = self._at + len(match.string) - len(answer[2]) - 2
            self._text(self._at + match.end("start"), end, "code")
        return answer


_DISPATCH: dict[str, Callable[..., Any]] = {
    **states.Inliner.dispatch,
    "`": Inliner.interpreted_or_phrase_ref,
    "``": Inliner.literal,
    "|": Inliner.substitution_reference,
    "_": Inliner.reference,
    "__": Inliner.anonymous_reference,
}


_ENDS = ("emphasis", "strong", "interpreted_or_phrase_ref", "literal", "target", "substitution_ref")
"""What of docutils' patterns finds the end of markup."""


class _End:
    """Finds an end in the rest of a window; where one lacks it, so do the shorter ones."""

    __slots__ = ("lacking", "pattern")

    def __init__(self, pattern: Any) -> None:
        self.pattern = pattern
        self.lacking = -1
        """How long a rest is that has none."""

    # docutils calls it so
    def search(self, rest: str) -> Any:
        if len(rest) <= self.lacking:
            return None
        found = self.pattern.search(rest)
        if found is None:
            self.lacking = len(rest)
        return found


_RUN = lazy_re(r"([\w.+:\-\[\]#]++)[*`|]*+|[*`|]++")
"""What a name, a role or the label of a footnote stands in, and what may begin markup behind it."""
_SIGNS = lazy_re("[*`|_]")
_BEGINNINGS = frozenset("*`|")
_BEHIND = 4
"""So far behind a run it can be told whether markup begins in it: ``]_`` may end it, and something has to follow."""


def _markup_in(text: str, begins: Any) -> Any:
    """Find where markup begins, which ``begins`` matches; longer names than words that may be URLs are none.

    That pattern looks for a name at each sign of punctuation, up to the next blank. So it is asked only for the runs in
    which a name may end.
    """
    if _SIGNS.search(text) is None:
        return None
    for run in _RUN.finditer(text):
        start, end = run.span()
        if text[end - 1] not in _BEGINNINGS and "_" not in run[0]:
            continue
        if end - start > _TOO_LONG and run[1]:
            start = run.end(1)
        found = begins.search(text, start, min(len(text), end + _BEHIND))
        if found is not None and found.start() < end:
            return found
    return None


@cache
def _patterns() -> dict[str, Any]:
    inliner = states.Inliner()
    inliner.init_customizations(default_settings())
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


def inliner_of(state: Any) -> Inliner:
    """Give what reads inline markup for a state of the parser."""
    inliner: Inliner = state.memo.inliner
    return inliner

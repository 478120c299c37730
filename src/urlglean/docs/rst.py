"""reStructuredText to Candidates: what docutils makes links of, and what Sphinx does, each where it stands.

`docutils` parses the text; which lines a construct stands in it tells, and the columns are found here. URLs in the text
that docutils makes no links of are delimited as in any text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from urlglean.candidate import (
    AmbiguousCandidate,
    Candidate,
    Facts,
    Markup,
    MarkupCandidate,
    UndefinedCandidate,
)
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.errors import InputError
from urlglean.patterns import lazy_re
from urlglean.reports import Anchor, Problem
from urlglean.text import Rewritten, Text

if TYPE_CHECKING:
    from urlglean.docs.rst_inline import RstFinds, RstPage, RstReference, RstText

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

    ``document.content`` is a string, bytes, or an iterable of pieces of either. Raises InputError where docutils is not
    installed.
    """
    parser = _parser()
    decoder = Decoder(document.encoding)
    text = decoder.whole(document.content)
    source = Text(text)
    found = None
    if len(text) > _LONGEST:
        message = f"more than the {_LONGEST >> 20} MB that docutils is given"
    elif _takes_too_long(text):
        message = "more lines and inline marks than docutils is given"
    else:
        try:
            lines = parser.SourceLines(source)
            found = parser.parse(lines, options)
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


_MOST_STEPS = 100_000
"""How many lines and inline marks docutils is given: five times as many as in the longest texts that people write.

It takes some 0.05 to 0.15 ms for each.
"""
_LONGEST = 4 << 20
"""How many code points docutils is given, which may hold a hundred bytes for each."""
_MANY_STEPS = 10_000
_LEAST_OF_A_STEP = 10
"""So many code points there are at least to each of many steps; in what people write it is 14 or more."""
_STEP = lazy_re(
    r"(?<![^\r\n\v\f\x1c-\x1e\x85\u2028\u2029])[ \t]*+\S"  # a line
    r"|(?<![\w*`|])[*`|]++(?=\S)|(?<=[\w\]])__?(?!\w)"  # the beginning of markup, the end of a name
    r"|(?<=\w)[:@](?=[\w/])"  # what a URL or an address has
)


def _takes_too_long(text: str) -> bool:
    """Tell whether there is too much for docutils in a text, which no limit of its own keeps from it."""
    steps = sum(1 for _ in _STEP.finditer(text))
    return steps > _MOST_STEPS or (steps > _MANY_STEPS and steps * _LEAST_OF_A_STEP > len(text))


def _parser() -> Any:
    try:
        import docutils  # noqa: F401 - asked for by name, as what is missing may be something else
    except ImportError:
        message = "reading reStructuredText needs the package docutils: pip install 'urlglean[docs]'"
        raise InputError(f"{message}; --kind text reads it as plain text") from None
    from urlglean.docs import rst_parser

    return rst_parser


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
        spans = sorted(
            piece for one in (*self.found.references, *self.found.definitions) for piece in one.pieces
        )
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
            if _label(text) in self.found.ambiguous:
                kind, one.notes = AmbiguousCandidate, (_AMBIGUOUS,)
        elif one.element in _LABELS:
            name = self.found.labels.get(_label(target))
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


def _label(written: str) -> str:
    return " ".join(written.lower().split())


def _target_of(node: Any) -> str | None:
    """Give what a reference leads to, as docutils has resolved it; None where nothing defines it."""
    uri = node.get("refuri", node.get("uri"))
    if uri is not None:
        return str(uri)
    return f"#{node['refid']}" if "refid" in node else None

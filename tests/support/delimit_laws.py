"""What the laws of delimiting compare: all that a Candidate tells, places counted slowly, what the rules say alone."""

from __future__ import annotations

from collections.abc import Container, Iterator

from urlglean.candidate import Candidate
from urlglean.delimiting.alphabet import Runs, grammar
from urlglean.delimiting.joining.breaks import Break, glance, look_around
from urlglean.delimiting.lines import Paragraph
from urlglean.delimiting.readings import Scan
from urlglean.delimiting.scanner import Options, Scanner
from urlglean.text import Text

__all__ = ["by_the_rules", "find_break", "placed", "position", "scan_of", "told"]


def told(candidate: Candidate, *, moved: int = 0) -> tuple[object, ...]:
    """All that a Candidate tells, wherever the window begins that it was found in."""
    spans = tuple((span.start - moved, span.end - moved) for span in candidate.spans)
    return candidate.text, candidate.raw, spans, candidate.facts._replace(pieces=())


def placed(candidate: Candidate) -> tuple[object, ...]:
    """All that it tells, the lines and columns too."""
    return told(candidate), candidate.spans, candidate.line, candidate.column


def position(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, counted the slow way."""
    before = text[:offset].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def by_the_rules(text: str, asked: Options) -> Iterator[Candidate]:
    """What the rules alone say, without the short way for plain URLs."""
    scanner = Scanner(text, (), asked)
    source = Text(text)
    for _, reading in scanner.read(0, len(text)):
        scanner.floor = reading.resume
        yield reading.candidate(source)


def scan_of(text: str, known: Container[str] = (), *, iri: bool = True) -> Scan:
    """What a rule is handed of a text."""
    return Scan(text, known, Runs(text, grammar(iri=iri)))


def find_break(text: str, start: int, pieces: list[tuple[int, int]]) -> Break | None:
    """All that is seen at the break behind the last piece of a bare URL; None where there is nothing to weigh."""
    paragraph = Paragraph(text, start)
    seen = glance(text, start, pieces, grammar(iri=True).run, paragraph)
    return look_around(text, seen, paragraph) if seen is not None else None

"""Scores the delimiter on mail whose URLs are broken over lines.

``python tests/support wrapped_score`` prints for each half of ``corpora/wrapped`` how many URLs there are,
recall and precision, how many of the broken ones were found, and the wrong joins; with ``--misses`` each
fault in its context. A URL counts as found when its text and each of its pieces are right.
Weights are chosen on ``tune``; ``test`` is only reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

from support import gold
from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit


@dataclass
class Score:
    """Counts over some texts; `faults` are the misses and wrong readings as blocks to read."""

    texts: int = 0
    urls: int = 0
    found: int = 0
    right: int = 0
    broken: int = 0
    broken_right: int = 0
    near: int = 0
    near_right: int = 0
    wrong_joins: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.right / self.urls if self.urls else 1.0

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 1.0

    def __str__(self) -> str:
        return (
            f"{self.texts} texts, {self.urls} URLs: "
            f"recall {self.recall:.2%}, precision {self.precision:.2%}; "
            f"broken over lines {self.broken_right}/{self.broken}; "
            f"whole at a line's end {self.near_right}/{self.near}; wrong joins {self.wrong_joins}"
        )


def reading(candidate: Candidate) -> gold.GoldURL:
    """Give what the delimiter found in the terms of the gold."""
    pieces = (gold.Piece(span.line, span.column, span.end - span.start) for span in candidate.spans)
    return gold.GoldURL(candidate.text, tuple(pieces))


def _context(text: gold.GoldText, readings: list[gold.GoldURL]) -> Iterator[str]:
    rows = {piece.line for url in readings for piece in url.pieces}
    lines = text.lines
    for number in range(max(1, min(rows) - 2), min(len(lines), max(rows) + 2) + 1):
        mark = "*" if number in rows else " "
        yield f"  {mark}{number:4} |{lines[number - 1]}|"


def _faults(text: gold.GoldText, missed: list[gold.GoldURL], extra: list[gold.GoldURL]) -> Iterator[str]:
    """Group what was missed with what was found in its place, and show both in their context."""
    left = list(extra)
    for url in missed:
        rows = {piece.line for piece in url.pieces}
        beside = [other for other in left if rows & {piece.line for piece in other.pieces}]
        left = [other for other in left if other not in beside]
        kind = "not joined" if url.broken else "wrongly read"
        block = [f"{kind}: {text.file}:{text.line}: {text.name}", f"  gold   {url.url}"]
        block += [f"  found  {other.url}" for other in beside] or ["  found  nothing"]
        yield "\n".join([*block, *_context(text, [url, *beside])])
    for other in left:
        block = [f"no URL there: {text.file}:{text.line}: {text.name}", f"  found  {other.url}"]
        yield "\n".join([*block, *_context(text, [other])])


def add(score: Score, text: gold.GoldText) -> None:
    """Run the delimiter over one text and count."""
    found = [reading(candidate) for candidate in delimit(text.text, text.known)]
    wanted, got = set(text.urls), set(found)
    near = text.near_breaks()
    score.texts += 1
    score.urls += len(text.urls)
    score.found += len(found)
    score.right += len(wanted & got)
    score.broken += sum(url.broken for url in text.urls)
    score.broken_right += sum(url.broken for url in wanted & got)
    score.near += len(near)
    score.near_right += sum(url in got for url in near)
    score.wrong_joins += sum(url.broken for url in got - wanted)
    missed = [url for url in text.urls if url not in got]
    extra = [url for url in found if url not in wanted]
    score.faults.extend(_faults(text, missed, extra))


def score_half(half: str) -> Score:
    """Score one half of ``corpora/wrapped``."""
    score = Score()
    for text in gold.wrapped(half):
        add(score, text)
    return score


def score_prose() -> Score:
    """Score ``corpora/prose``."""
    score = Score()
    for text in gold.prose():
        add(score, text)
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description="Score the delimiter on URLs broken over lines.")
    parser.add_argument("--misses", action="store_true", help="show each miss and wrong join in its context")
    parser.add_argument("--half", choices=gold.HALVES, help="one half only")
    parser.add_argument("--prose", action="store_true", help="score corpora/prose instead")
    options = parser.parse_args()
    halves = [options.half] if options.half else list(gold.HALVES)
    scores = {"prose": score_prose()} if options.prose else {half: score_half(half) for half in halves}
    for name, score in scores.items():
        print(f"{name}: {score}")
        if options.misses:
            print(*("\n" + fault for fault in score.faults), sep="\n")


if __name__ == "__main__":
    main()

"""Fits the weights of `urlglean.delimiting.joining.weights` on line breaks whose answer is known.

``python tests/support fit_weights`` reads the breaks of one half of ``corpora/wrapped``, ``tune``; with ``--real
FOLDER`` also those of mail that stands elsewhere: its archives, ``joins.tsv`` (the joins that were made, read by a
person: ``label``, ``pieces``, ``reading``) and ``missed.tsv`` (those that were not, the same columns). What neither
table has is no break in a URL.

The breaks are parted in folds by the text they stand in. Each fold is judged with weights that were fitted on the
others, and with those of the table; then all of them are fitted. The fit is a logistic regression that starts from
the table, is drawn back to it (``--pull``), and keeps the sign of each weight, so that a row's reason stays true of
it. The same breaks give the same weights.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from support import gold
from urlglean import extract_path
from urlglean.delimiting.joining.breaks import Break, Sight, look_around
from urlglean.delimiting.joining.weights import WEIGHTS
from urlglean.delimiting.lines import Paragraph
from urlglean.delimiting.rules import wrapped
from urlglean.delimiting.stream import delimit

FOLDS = 5
_STEPS = 1500
_RATE = 0.3
_WRONG = 3.0
"""A wrong join counts as much as so many missed ones."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


class Example(NamedTuple):
    """A line break behind a bare URL, and whether the URL goes on over it."""

    traces: tuple[int, ...]
    """The rows of the table that hold."""
    goes_on: bool
    fold: int
    about: str


def breaks(text: str) -> Iterator[tuple[int, Break]]:
    """Yield the breaks that the weights decide on, each with the offset at which its URL begins."""
    seen: list[tuple[int, Break]] = []
    glance = wrapped.glance

    def look(
        text: str,
        start: int,
        pieces: list[tuple[int, int]],
        run: Any,
        paragraph: Paragraph,
    ) -> Sight | None:
        sight = glance(text, start, pieces, run, paragraph)
        if sight is not None:
            seen.append((start, look_around(text, sight, paragraph)))
        return sight

    with mock.patch.object(wrapped, "glance", look):
        delimited = {url.start for url in delimit(text) if url.facts.delimiter}
    yield from ((start, one) for start, one in seen if start not in delimited)


def _example(one: Break, *, goes_on: bool, text: str) -> Example:
    traces = tuple(number for number, (_, _, holds, _) in enumerate(WEIGHTS) if holds(one))
    about = f"{one.before} | {one.token}{one.following[:30]}"
    return Example(traces, goes_on, zlib.crc32(text.encode("utf-8", "replace")) % FOLDS, about)


def ours() -> Iterator[Example]:
    """Yield the breaks of the corpus of wrapped mail, of the half that may be fitted to."""
    for text in gold.wrapped("tune"):
        starts = [0, *(found.end() for found in re.finditer("\n", text.text))]
        readings = {starts[url.pieces[0].line - 1] + url.pieces[0].column - 1: url.url for url in text.urls}
        for start, one in breaks(text.text):
            yield _example(one, goes_on=_goes_on(one, [readings.get(start, "")]), text=text.name)


def real(folder: Path) -> Iterator[Example]:
    """Yield the breaks of the mail in a folder, each once."""
    readings: dict[str, list[str]] = {}
    undecided: set[str] = set()
    for name in ("joins.tsv", "missed.tsv"):
        for row in _table(folder / name):
            first = row["pieces"].partition("\n")[0]
            readings.setdefault(first, []).append(row["reading"])
            if row["label"] == "undecidable":
                undecided.add(first)
    seen: set[tuple[object, ...]] = set()
    for path in sorted(folder.iterdir()):
        if path.suffix in (".tsv", ".jsonl", ".md", ".py"):
            continue
        for text in _texts(path):
            for start, one in breaks(text):
                if (mark := (one.before, one.token, one.length, one.following)) in seen:
                    continue
                seen.add(mark)
                first = text[start : start + 2000].split(maxsplit=1)[0]
                known = readings.get(first, [])
                if first in undecided or first.startswith("mailto:"):
                    continue
                yield _example(one, goes_on=_goes_on(one, known), text=text[:2000])


def _texts(path: Path) -> Iterator[str]:
    """Yield the texts of an archive in which there are URLs, each once."""
    seen: set[int] = set()
    for link in extract_path(path, on_problem=lambda _: None):
        source = link.candidate.source
        text = getattr(source, "text", None)
        if isinstance(text, str) and not link.element and hash(text) not in seen:
            seen.add(hash(text))
            yield text


def _goes_on(one: Break, readings: list[str]) -> bool:
    """Tell whether one of the right readings goes on over the break."""
    return any(
        len(url) > len(one.before)
        and (one.before + one.token).startswith(url[: len(one.before) + len(one.token)])
        for url in readings
    )


def _table(path: Path) -> Iterator[dict[str, str]]:
    names, *rows = path.read_text("utf-8").removesuffix("\n").split("\n")
    for row in rows:
        cells = (_ESCAPE.sub(lambda mark: _ESCAPED.get(mark[1], mark[1]), cell) for cell in row.split("\t"))
        yield dict(zip(names.split("\t"), cells, strict=False))


def fit(examples: list[Example], prior: list[float], pull: float) -> list[float]:
    """Give the weights that tell the examples apart best, and stay near ``prior``."""
    weights = list(prior)
    total = float(len(examples))
    for _ in range(_STEPS):
        slope = [pull * (weight - first) for weight, first in zip(weights, prior, strict=True)]
        for example in examples:
            chance = 1 / (
                1 + math.exp(-max(-30.0, min(30.0, sum(weights[trace] for trace in example.traces))))
            )
            error = (chance - 1) if example.goes_on else chance * _WRONG
            for trace in example.traces:
                slope[trace] += error
        for number, first in enumerate(prior):
            moved = weights[number] - _RATE * slope[number] / total
            weights[number] = max(0.0, moved) if first > 0 else min(0.0, moved)
    return weights


class Figures(NamedTuple):
    """How many breaks were joined rightly and wrongly, and how many were missed."""

    right: int
    wrong: int
    missed: int

    def __str__(self) -> str:
        return f"right {self.right:4} wrong {self.wrong:3} missed {self.missed:3}"


def judge(
    examples: list[Example], weights: list[float], report: Callable[[str], object] | None = None
) -> Figures:
    """Count what the weights make of the examples."""
    counts = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for example in examples:
        weight = sum(weights[trace] for trace in example.traces)
        counts[example.goes_on, weight > 0] += 1
        if report is not None and example.goes_on != (weight > 0):
            report(f"{'missed' if example.goes_on else 'wrong '} {weight:5.1f}  {example.about}")
            for trace in example.traces:
                report(f"            {weights[trace]:5.1f} {WEIGHTS[trace][0]}")
    return Figures(counts[True, True], counts[False, True], counts[True, False])


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of the evidence that wrapping broke a URL.")
    parser.add_argument(
        "--real", type=Path, metavar="FOLDER", help="real mail with its joins.tsv and missed.tsv"
    )
    parser.add_argument("--pull", type=float, default=1.0, help="how strongly to stay near the table")
    parser.add_argument(
        "--faults", action="store_true", help="show each break that the table gets wrong, and why"
    )
    options = parser.parse_args()
    examples = list(ours()) + (list(real(options.real)) if options.real else [])
    table = [weight for _, weight, *_ in WEIGHTS]
    print(f"{len(examples)} breaks, {sum(example.goes_on for example in examples)} within a URL")
    if options.faults:
        judge(examples, table, print)
        return
    for fold in range(FOLDS):
        others = [example for example in examples if example.fold != fold]
        held = [example for example in examples if example.fold == fold]
        fitted = fit(others, table, options.pull)
        print(
            f"fold {fold}: table {judge(held, table)}; fitted on the others {judge(held, fitted)}", flush=True
        )
    fitted = fit(examples, table, options.pull)
    print(f"all:    table {judge(examples, table)}; fitted on all        {judge(examples, fitted)}")
    for number, (words, weight, *_) in enumerate(WEIGHTS):
        right = sum(number in example.traces for example in examples if example.goes_on)
        wrong = sum(number in example.traces for example in examples if not example.goes_on)
        print(f"{weight:5.1f} {fitted[number]:5.1f}  {right:4} within, {wrong:5} not  {words}")


if __name__ == "__main__":
    sys.exit(main())

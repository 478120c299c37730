"""The report of ``corpora/docs/broken``, exact, and that it tells each planted fault at its place, and nothing else."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator

from support.command_runs import run
from support.places import CORPORA, ROOT

DOCS = CORPORA / "docs"
TREE = "corpora/docs/broken"
COMMAND = (
    *("check", "--offline", "--root-dir", TREE, "--site-url", "https://docs.tarn.example/"),
    *("--include", "wiki-links", TREE),
)
LEAST_KINDS = 60


def planted() -> Iterator[tuple[str, str, str]]:
    """Yield the place, the cause and the kind of each planted fault."""
    with (DOCS / "broken.tsv").open(encoding="utf-8", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield row["place"], row["cause"], row["fault"]


def told() -> Iterator[tuple[str, str]]:
    """Yield the place and the cause of each finding."""
    for line in run(*COMMAND, "--format", "jsonl", cwd=ROOT).out.splitlines():
        finding = json.loads(line)
        part = f"#{finding['part']}" if finding["part"] else ""
        file = finding["source"].removeprefix(f"{TREE}/")
        yield f"{file}{part}:{finding['line']}:{finding['column']}", finding["cause"]


def test_the_report_is_the_expected_one() -> None:
    done = run(*COMMAND, cwd=ROOT)
    assert done.out == (DOCS / "broken.expected").read_bytes().decode()
    assert done.code == 1


def test_each_planted_fault_is_told_at_its_place_and_nothing_else() -> None:
    assert sorted(told()) == sorted((place, cause) for place, cause, _ in planted())


def test_the_planted_faults_are_of_many_kinds() -> None:
    kinds = [kind for *_, kind in planted()]
    assert len(set(kinds)) == len(kinds) >= LEAST_KINDS

"""Every notebook runs from its own folder without an error, and shows what it is committed with.

``python tests/support notebook_run`` writes what they show now.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

import urlglean
from support.laws import tries_all
from support.notebook_run import METADATA, NOTEBOOKS, executed, executed_together, own_home
from support.places import CORPORA
from urlglean.check.answers import Outcome
from urlglean.check.checking import CheckOptions, check_paths

pytest.importorskip("ipykernel", reason="no ipykernel is installed (pip install '.[notebooks]')")

CLUSTER = "05-cluster.ipynb"
ARCHIVE = CORPORA / "mail" / "archive.mbox"
TREE = CORPORA / "docs" / "broken"


def outputs(notebook: Any) -> list[dict[str, Any]]:
    return [output for cell in notebook["cells"] for output in cell.get("outputs", ())]


def printed(notebook: Any) -> str:
    """Give all that a notebook printed, and its last values, as text."""
    pieces: list[str] = []
    # A kernel hands over what is printed in one piece or in several, cut anywhere, as its time allows.
    for is_stream, some in groupby(outputs(notebook), key=lambda output: "name" in output):
        texts = ["".join(output.get("text", output.get("data", {}).get("text/plain", ""))) for output in some]
        wholes = ["".join(texts)] if is_stream else texts
        pieces.extend(whole if whole.endswith("\n") else whole + "\n" for whole in wholes)
    return "".join(pieces)


def pictures(notebook: Any) -> int:
    return sum("image/png" in output.get("data", {}) for output in outputs(notebook))


def of(path: Path, shown: dict[str, Any]) -> Any:
    """Give a notebook that was run, or skip the test."""
    if path.name not in shown:
        pytest.skip("its jobs need Java, and take long: they are run where everything is tried, as in CI")
    return shown[path.name]


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    """Run every notebook, each in a kernel of its own; where not everything is tried, in one, but that of a cluster."""
    with own_home():
        has_java = shutil.which("java") is not None or "CI" in os.environ
        paths = [path for path in NOTEBOOKS if path.name != CLUSTER or (tries_all() and has_java)]
        notebooks = [executed(path) for path in paths] if tries_all() else executed_together(paths)
    return {path.name: notebook for path, notebook in zip(paths, notebooks, strict=True)}


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_keeps_quiet(path: Path, shown: dict[str, Any]) -> None:
    noise = [
        output
        for output in outputs(of(path, shown))
        if output["output_type"] == "error" or output.get("name") == "stderr"
    ]
    assert noise == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_shows_when_run(path: Path, shown: dict[str, Any]) -> None:
    committed = json.loads(path.read_text(encoding="utf-8"))
    assert printed(committed) == printed(of(path, shown))
    assert pictures(committed) == pictures(of(path, shown))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_committed_clean(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    assert [cell["id"] for cell in cells] == [f"cell-{number:02}" for number in range(1, len(cells) + 1)]
    assert all(cell["metadata"] == {} for cell in cells)
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert notebook["metadata"] == METADATA
    assert not re.search(
        r"(?:/home/|/root\b|/tmp\b|/Users/|[A-Z]:\\\\|\bat 0x[0-9a-f]{6})", printed(notebook)
    )


def test_the_tour_counts_right(shown: dict[str, Any]) -> None:
    links = list(urlglean.extract_path(ARCHIVE))
    distinct = list(urlglean.unique(links))
    tour = shown["01-tour.ipynb"]
    assert f"{len(links)} places, {len(distinct)} distinct URLs" in printed(tour)
    assert pictures(tour) == 2
    table = next(
        output["data"]["text/html"] for output in outputs(tour) if "text/html" in output.get("data", {})
    )
    counts = [int(count) for count in re.findall(r'<tr><td style="text-align:left">([0-9]+)</td>', table)]
    assert counts == sorted((found.count for found in distinct), reverse=True)[: len(counts)]
    assert len(counts) == 12


def test_the_tour_reads_its_paragraph(shown: dict[str, Any]) -> None:
    text = printed(shown["01-tour.ipynb"])
    assert "<⟦http://www.example.org/pub/uri/⟧\n⟦historical.html#WARNING⟧>" in text
    assert "or          http://www.example.org/reports/annual-figures\n" in text
    assert "http://example.org/archive/map.png           embedded, base@href\n" in text


def test_the_mail_archive_counts_right(shown: dict[str, Any]) -> None:
    links = list(urlglean.extract_path(ARCHIVE))
    notebook = shown["02-mail-archive.ipynb"]
    text = printed(notebook)
    assert f"the first run: {len(links)} occurrences\nthe second run: nothing new\n" in text
    assert f"{len(links)} occurrences of {len(list(urlglean.unique(links)))} URLs" in text
    assert pictures(notebook) == 3
    tables = [
        output["data"]["text/html"] for output in outputs(notebook) if "text/html" in output.get("data", {})
    ]
    assert [table.count("<tr>") for table in tables] == [11, 11]


def test_the_mail_archive_puts_urls_together_that_also_stand_whole(shown: dict[str, Any]) -> None:
    broken = [link for link in urlglean.extract_path(ARCHIVE) if len(link.spans) > 1]
    examples = printed(shown["02-mail-archive.ipynb"]).split("  = ")[1:]
    urls = [example.partition(" (seen whole, too)\n")[0] for example in examples]
    assert len(urls) == 3
    assert set(urls) <= {link.url for link in broken}


def test_the_documentation_counts_right(shown: dict[str, Any]) -> None:
    notebook = shown["04-docs.ipynb"]
    text = printed(notebook)
    options = CheckOptions(offline=True, root_dir=str(TREE), site_url="https://docs.tarn.example/")
    report = check_paths([str(TREE)], options)
    broken = [one for one in report.findings if one.cause.outcome is Outcome.BROKEN]
    assert f"{report.summary}\n" in text
    (deeds,) = re.findall(rf"(\d+) deeds mend {len(broken)} links", text)
    assert 1 < int(deeds) < len(broken)
    to_files, to_nothing = (
        int(count) for count in re.findall(r"(?m)^(\d+) broken ones to (?:a file|nothing)", text)
    )
    assert to_files + to_nothing == len(broken)
    assert pictures(notebook) == 2

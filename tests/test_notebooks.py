"""Every notebook runs from its own folder without an error, and says what it is about to say."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import urlglean

pytest.importorskip("ipykernel", reason="no ipykernel is installed (pip install '.[notebooks]')")

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
ARCHIVE = FOLDER.parent / "corpora" / "mail" / "archive.mbox"


def outputs(notebook: Any) -> list[dict[str, Any]]:
    return [output for cell in notebook["cells"] for output in cell.get("outputs", ())]


def printed(notebook: Any) -> str:
    """Give all that a notebook printed, and its last values, as text."""
    pieces: list[str] = []
    for output in outputs(notebook):
        text = output.get("text", output.get("data", {}).get("text/plain", ""))
        pieces.append(text if isinstance(text, str) else "".join(text))
    return "\n".join(pieces)


def pictures(notebook: Any) -> int:
    return sum("image/png" in output.get("data", {}) for output in outputs(notebook))


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Run every notebook in a kernel of this interpreter, whose files are all in a temporary folder."""
    home = tmp_path_factory.mktemp("kernel")
    with pytest.MonkeyPatch.context() as patch, TemporaryDirectory() as sockets:
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "MPLCONFIGDIR"):
            patch.setenv(name, str(home / name.lower()))
        patch.setenv("JUPYTER_RUNTIME_DIR", sockets)  # the name of a socket can't be long
        # The first import of a fresh matplotlib tells on standard error that it builds its list of fonts.
        subprocess.run(
            [sys.executable, "-c", "import matplotlib.font_manager"], check=True, capture_output=True
        )
        return {path.name: execute(path) for path in NOTEBOOKS}


def execute(path: Path) -> Any:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types here
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}})
    client.create_kernel_manager()
    client.km.kernel_name = "python3"
    if os.name == "posix":
        client.km.transport = "ipc"  # no port of this machine is open meanwhile
        client.km.ip = f"{os.environ['JUPYTER_RUNTIME_DIR']}/kernel"
    asyncio.run(client.async_execute())
    return notebook


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_runs_and_keeps_quiet(path: Path, executed: dict[str, Any]) -> None:
    noise = [
        output
        for output in outputs(executed[path.name])
        if output["output_type"] == "error" or output.get("name") == "stderr"
    ]
    assert noise == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_shows_when_run(path: Path, executed: dict[str, Any]) -> None:
    committed = json.loads(path.read_text(encoding="utf-8"))
    assert printed(committed) == printed(executed[path.name])
    assert pictures(committed) == pictures(executed[path.name])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_committed_clean(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    cells = notebook["cells"]
    assert [cell["id"] for cell in cells] == [f"cell-{number:02}" for number in range(1, len(cells) + 1)]
    assert all(cell["metadata"] == {} for cell in cells)
    counts = [cell["execution_count"] for cell in cells if cell["cell_type"] == "code"]
    assert counts == list(range(1, len(counts) + 1))
    assert notebook["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    assert not re.search(
        r"(?:/home/|/root\b|/tmp\b|/Users/|[A-Z]:\\\\|\bat 0x[0-9a-f]{6})", printed(notebook)
    )


def test_the_tour_counts_right(executed: dict[str, Any]) -> None:
    links = list(urlglean.extract_path(ARCHIVE))
    distinct = list(urlglean.unique(links))
    tour = executed["01-tour.ipynb"]
    assert f"{len(links)} places, {len(distinct)} distinct URLs" in printed(tour)
    assert pictures(tour) == 2
    table = next(
        output["data"]["text/html"] for output in outputs(tour) if "text/html" in output.get("data", {})
    )
    counts = [int(count) for count in re.findall(r'<tr><td style="text-align:left">([0-9]+)</td>', table)]
    assert counts == sorted((found.count for found in distinct), reverse=True)[: len(counts)]
    assert len(counts) == 12


def test_the_tour_reads_its_paragraph(executed: dict[str, Any]) -> None:
    text = printed(executed["01-tour.ipynb"])
    assert "<⟦http://www.example.org/pub/uri/⟧\n⟦historical.html#WARNING⟧>" in text
    assert "or          http://www.example.org/reports/annual-figures\n" in text
    assert "http://example.org/archive/map.png           embedded, base@href\n" in text

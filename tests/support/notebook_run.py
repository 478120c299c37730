"""Runs the notebooks; ``python tests/support notebook_run`` writes what they show now into them, to be looked at."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from support import places
from support.patience import HANG
from support.spark_cluster import INTERPRETED, SHORT_LIVED

__all__ = ["METADATA", "NOTEBOOKS", "clean", "executed", "executed_together", "own_home"]

NOTEBOOKS = sorted(places.NOTEBOOKS.glob("*.ipynb"))
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_FOLDERS = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "MPLCONFIGDIR")
_CONF = {
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.python.daemon.module": "support.spark_daemon",
    "spark.sql.shuffle.partitions": "2",
    "spark.ui.enabled": "false",
} | INTERPRETED
"""With Spark's own settings, one for clusters, the jobs of a notebook take twice the time of the processor."""


@contextmanager
def own_home() -> Iterator[None]:
    """Let all files of kernels be in a temporary folder; a short one, because a socket's name can't be long."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for name in _FOLDERS:
            patch.setenv(name, str(Path(folder) / name[0]))
        patch.setenv("JUPYTER_RUNTIME_DIR", folder)
        patch.setenv("SPARK_CONF_DIR", folder)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYTHONPATH", str(places.TESTS))  # where the daemon is
        Path(folder, "spark-defaults.conf").write_text("".join(f"{name} {_CONF[name]}\n" for name in _CONF))
        # The first import of a fresh matplotlib tells on standard error that it builds its list of fonts.
        subprocess.run(
            [sys.executable, "-c", "import matplotlib.font_manager"], check=True, capture_output=True
        )
        yield


def executed(path: Path) -> Any:
    """Run a notebook from its own folder in a kernel of this interpreter; give it with its new outputs.

    To be called within `own_home`.
    """
    return asyncio.run(_in_one_kernel([path]))[0]


def executed_together(paths: Sequence[Path]) -> list[Any]:
    """Run notebooks, one after the other in one kernel: what they load is loaded once.

    Of the names of one, those behind it find none, nor anything that it was the last to hold. To be called within
    `own_home`.
    """
    return asyncio.run(_in_one_kernel(paths))


async def _in_one_kernel(paths: Sequence[Path]) -> list[Any]:
    from nbclient import NotebookClient
    from nbformat.v4 import new_code_cell

    notebooks = [_without_outputs(path) for path in paths]
    resources = {"metadata": {"path": str(paths[0].parent)}}
    client = NotebookClient(notebooks[0], timeout=HANG, resources=resources, record_timing=False)
    client.create_kernel_manager()
    client.km.kernel_name = "python3"
    if os.name == "posix":
        client.km.transport = "ipc"  # no port of this machine is open meanwhile
        client.km.ip = f"{os.environ['JUPYTER_RUNTIME_DIR']}/kernel"
    kernel = client.km
    try:
        for path, notebook in zip(paths, notebooks, strict=True):
            client.nb = notebook
            notebook.cells.insert(0, new_code_cell(f"%reset -f\n%cd -q {path.parent}"))  # type: ignore[no-untyped-call]
            await client.async_execute(cleanup_kc=path == paths[-1])
            del notebook.cells[0]
    finally:
        if kernel.has_kernel:  # where one failed
            await kernel.shutdown_kernel(now=True)
    return notebooks


def _without_outputs(path: Path) -> Any:
    import nbformat

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types here
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def clean(notebook: Any) -> Any:
    """Give every cell the same identifier each time, and take what tells of the machine out of the metadata."""
    notebook.metadata = METADATA
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [*_joined(cell.outputs)]
    return notebook


def _joined(outputs: list[Any]) -> Iterator[Any]:
    """Join what a kernel printed in pieces, which are others each time."""
    last: Any = None
    for output in outputs:
        if last is not None and output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
            continue
        yield output
        last = output


def main() -> None:
    """Run every notebook and write it anew."""
    import nbformat

    with own_home():
        for path in NOTEBOOKS:
            nbformat.write(clean(executed(path)), path)  # type: ignore[no-untyped-call]  # as above


if __name__ == "__main__":
    main()

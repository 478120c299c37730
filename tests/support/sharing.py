"""How the processes of a whole run share its tests: what is started for a file or a room is started once."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest
from xdist.scheduler import LoadFileScheduling

from support.places import ROOT, TESTS

__all__ = [
    "LONGEST",
    "WITHOUT_SESSION",
    "Sharing",
    "compile_once",
    "keep_bytecode",
    "longest_first",
    "turned",
]

Node = TypeVar("Node")

_ROOM = "tests/spark/"
WITHOUT_SESSION = tuple(f"{_ROOM}test_{name}.py" for name in ("cuts", "splits", "tasks"))
"""Files of the room of Spark that start none: any process runs them while another one has the session."""
LONGEST = (
    _ROOM,
    "tests/house/test_notebooks.py",
    "tests/store/",
    "tests/jobs/",
    "tests/frontier/",
    "tests/house/test_patterns.py",
    "tests/delimiting/test_linear_time.py",
    "tests/delimiting/test_stream.py",
    "tests/html/test_browser.py",
    "tests/cli/test_terminal.py",
)
"""What takes long, the longest first: begun last, it would run alone at the end."""


def keep_bytecode(config: pytest.Config) -> None:
    """Keep the bytecode of a run in a folder of its own, where the environment wants none to stay.

    Hundreds of processes load the same modules: to compile them takes longer than most tests do.
    """
    folder = TemporaryDirectory(prefix="bytecode-", ignore_cleanup_errors=True)
    config.add_cleanup(folder.cleanup)
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = folder.name
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def compile_once() -> None:
    """Compile what every process of a whole run loads; pytest compiles the tests themselves, in its own way."""
    for folder in (ROOT / "src", TESTS / "support", TESTS / "benchmarks"):
        compile_dir(folder, quiet=2, workers=0)


def turned(collected: Sequence[Node]) -> list[Node]:
    """Give what a folder has from another place on in each process: `longest_first` puts it in order again."""
    number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw"))
    processes = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    first = len(collected) * (number % processes) // processes
    return [*collected[first:], *collected[:first]]


def longest_first(items: list[pytest.Item]) -> None:
    """Put the tests first that take long, the others by their files: in the same order in each process."""
    items.sort(
        key=lambda item: (
            next(_ranks(item.nodeid), len(LONGEST)),
            item.path,
            isinstance(item, pytest.DoctestItem),
        )
    )


def _ranks(test: str) -> Iterator[int]:
    return (rank for rank, beginning in enumerate(LONGEST) if test.startswith(beginning))


class Sharing(LoadFileScheduling):
    """Gives a file's tests to one process, and those of all files with one Spark session."""

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        return _ROOM if file.startswith(_ROOM) and file not in WITHOUT_SESSION else file

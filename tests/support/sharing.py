"""How the processes of a whole run share its tests: what is started for a file or a room is started once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from xdist.scheduler import LoadFileScheduling

__all__ = ["LONGEST", "Sharing", "longest_first"]

_ROOM = "tests/spark/"
_OF_ITS_OWN = f"{_ROOM}test_cluster.py"
LONGEST = (
    _ROOM,
    "tests/delimiting/test_stream.py",
    "tests/delimiting/test_linear_time.py",
    "tests/house/test_notebooks.py",
    "tests/store/",
    "tests/jobs/",
    "tests/house/test_patterns.py",
    "tests/house/test_benchmarks.py",
    "tests/frontier/",
    "tests/html/test_browser.py",
)
"""What takes long, the longest first: begun last, it would run alone at the end."""


def longest_first(items: list[pytest.Item]) -> None:
    """Put the tests first that take long, the others staying in their order."""
    items.sort(key=lambda item: next(_ranks(item.nodeid), len(LONGEST)))


def _ranks(test: str) -> Iterator[int]:
    return (rank for rank, beginning in enumerate(LONGEST) if test.startswith(beginning))


class Sharing(LoadFileScheduling):
    """Gives a file's tests to one process, and those of the room with one Spark session."""

    def _split_scope(self, nodeid: str) -> str:
        is_of_room = nodeid.startswith(_ROOM) and not nodeid.startswith(_OF_ITS_OWN)
        return _ROOM if is_of_room else str(super()._split_scope(nodeid))

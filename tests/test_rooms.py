"""The house has rooms, and imports run down only: from a room to those named above it here. Inside a room: no circles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import urlglean

PACKAGE = Path(urlglean.__file__).parent

ROOMS = [
    # Bottom up. Rooms on one line are siblings and never import each other.
    "errors text unbroken",
    "candidate document",
    "reports",
    "attachments",
    "uri",
    "database_file",
    "database columns",
    "encoding",
    "delimiting",
    "html",
    "inputs",
    "mail",
    "archives links",
    "plain_text",
    "readers",
    "pipeline",
    "frontier store",
    "jobs writers",
    "__init__",
    "cli",
    "__main__",
]
LEVEL = {room: level for level, line in enumerate(ROOMS) for room in line.split()}


def module_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


FILES = {module_of(file): file for file in sorted(PACKAGE.rglob("*.py"))}


def imported(name: str) -> Iterator[tuple[str, int]]:
    """Yield the modules of this package that a module imports, wherever in it, with the line."""
    for node in ast.walk(ast.parse(FILES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "urlglean":
            inside = (node.module or "").partition(".")[2]
            for alias in node.names:
                deep = f"{inside}.{alias.name}".strip(".")
                yield (deep if deep in FILES else inside or "__init__"), node.lineno


def room_of(name: str) -> str:
    return name.split(".")[0]


def test_every_room_has_its_line() -> None:
    assert {room_of(name) for name in FILES} == set(LEVEL)


@pytest.mark.parametrize("name", FILES)
def test_imports_run_down_only(name: str) -> None:
    for other, line in imported(name):
        same = room_of(other) == room_of(name)
        assert same or LEVEL[room_of(other)] < LEVEL[room_of(name)], f"{name}:{line} imports {other}"


def test_no_circle_stands_inside_a_room() -> None:
    graph = {name: {other for other, _ in imported(name)} - {name} for name in FILES}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" > ".join(error.args[1])) from None

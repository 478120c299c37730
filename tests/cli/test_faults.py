"""Odd files, environments and limits: each is told or makes no difference, and nothing is left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from support.command_runs import launch
from support.laws import some, tries_all

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links, pipes and limits as Unix has them")
MANY, DEEP = (2_500, 1_000) if tries_all() else (300, 100)
"""How many files a folder holds, and how deep it is."""
OPEN = 64
"""How many files a process may have open: the interpreter and a database need a dozen."""


def limited(**limits: int) -> Callable[[], None]:
    """Give what sets limits of a process before it begins."""
    import resource

    return lambda: [
        resource.setrlimit(getattr(resource, name), (at, at)) for name, at in limits.items()
    ].clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder that holds what a folder may hold."""
    place = tmp_path / "inputs"
    place.mkdir()
    (place / "a.txt").write_text("http://a/é http://a/İı", encoding="utf-8")
    (place / "two\nlines \x1b[31m.txt").write_text("http://b/")
    Path(os.fsdecode(os.fsencode(place) + b"/caf\xe9.txt")).write_text("http://c/")
    (place / "loop").symlink_to(".")
    (place / "other").symlink_to("another")
    (place / "another").symlink_to("other")
    (place / "null").symlink_to("/dev/null")
    os.mkfifo(place / "pipe")
    return place


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "C": {"LANG": "C", "LC_ALL": "C"},
    "Turkish": {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
    "without UTF-8": {"PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"},
    "far from Greenwich": {"TZ": "Pacific/Kiritimati"},
}


@pytest.mark.parametrize("command", ["extract", "unique"])
def test_what_a_folder_may_hold_costs_itself_alone_in_any_environment(command: str, folder: Path) -> None:
    arguments = (command, "--format", "url", ".")
    usual = launch(*arguments, cwd=folder, LC_ALL="C.UTF-8")
    assert sorted(usual.out.split()) == ["http://a/é", "http://a/İı", "http://b/", "http://c/"]
    assert "\x1b" not in usual.err
    for environment in some([*ENVIRONMENTS.values()], every=2):
        done = launch(*arguments, cwd=folder, **environment)
        assert (done.code, len(done.out.split())) == (usual.code, 4)
    assert launch(*arguments, cwd=folder, python=("-O",), LC_ALL="C.UTF-8") == usual


@pytest.mark.parametrize("command", ["unique", "extract", "frontier --text", "check --offline"])
def test_many_files_and_deep_folders(command: str, tmp_path: Path) -> None:
    for number in range(MANY):
        (tmp_path / f"{number}.txt").write_text(f"http://a/{number}")
    deep = os.open(tmp_path, os.O_RDONLY)
    for _ in range(DEEP):  # by folders that are open: no path may be so long
        os.mkdir("d", dir_fd=deep)
        deep, above = os.open("d", os.O_RDONLY, dir_fd=deep), deep
        os.close(above)
    os.close(deep)
    form = "jsonl" if command.startswith("check") else "url"
    limit = limited(RLIMIT_NOFILE=OPEN)
    done = launch(*command.split(), "--format", form, ".", cwd=tmp_path, before=limit)
    assert len(done.out.splitlines()) == MANY
    assert done.code in {0, 3}
    subprocess.run(["rm", "-rf", tmp_path / "d"], check=True)  # deeper than Python removes


@pytest.mark.parametrize("target", ["-o out.txt", "--into out.duckdb"])
def test_a_file_that_may_not_grow_is_told_and_nothing_is_left(target: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(f"http://a.example/{number}\n" for number in range(20_000)))
    # With no bytecode written: half a file of that would stay for others.
    limit = limited(RLIMIT_FSIZE=1 << 16)
    done = launch("extract", *target.split(), "a.txt", cwd=tmp_path, python=("-B",), before=limit)
    assert done.code in {2, 3}
    assert done.err.startswith("urlglean: ") or "Error: " in done.err
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(".duckdb")) == ["a.txt"]


COMMANDS = {
    "extract -o out.txt page.html": "",
    "extract --into out.duckdb page.html": "database",
    "extract --format parquet -o out.parquet page.html": "database",
    "unique -o out.txt page.html": "",
    "frontier -o out.txt --base http://a.example/ page.html": "database",
    "check --offline -o out.txt page.html": "",
    "show -o out.html page.html": "",
}
"""Commands, and what they need much memory for at once."""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded as Linux has it")
@pytest.mark.parametrize(("command", "megabytes"), some([*product(COMMANDS, [40, 250])], every=3))
def test_too_little_memory_is_told_and_nothing_is_left(command: str, megabytes: int, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<a href=http://a.example/x>x</a>" * 20_000)
    limit = limited(RLIMIT_AS=megabytes << 20)
    done = launch(*command.split(), cwd=tmp_path, python=("-B",), before=limit)
    assert done.code in ({3} if COMMANDS[command] else {0, 3})
    assert "a fault of urlglean" not in done.err
    if COMMANDS[command]:
        assert "out of memory: a database needs 300 MiB more, and `ulimit -v` leaves" in done.err
    elif done.code == 3:
        assert "out of memory" in done.err
    left = {path.name for path in tmp_path.iterdir()} - {"page.html"}
    assert left == (set() if COMMANDS[command] else {word for word in command.split() if "out." in word})

"""What ignore files leave out, as Git has it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from support.command_runs import run
from urlglean.check.checking import CheckOptions, check_paths

TREE = {
    ".gitignore": "build/\n*.tmp.md\n!kept.tmp.md\n/top.md\n",
    "a.md": "",
    "x.tmp.md": "",
    "kept.tmp.md": "",
    "top.md": "",
    "build/b.md": "",
    "docs/top.md": "",
    "docs/.gitignore": "!x.tmp.md\nlocal.md\n",
    "docs/x.tmp.md": "",
    "docs/local.md": "",
    "docs/own.md": "",
    "docs/.urlgleanignore": "own.md\n",
}


def read(folder: Path, **options: bool) -> set[str]:
    report = check_paths([str(folder)], CheckOptions(**options))  # type: ignore[arg-type]  # flags alone
    return {Path(name).relative_to(folder).as_posix() for name in report.sources if name.endswith(".md")}


def write(folder: Path) -> Path:
    for name, content in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content or "[a]: b")
    return folder


def test_in_a_repository_what_git_ignores(tmp_path: Path) -> None:
    tree = write(tmp_path)
    subprocess.run(["git", "init", "-q", str(tree)], check=True)
    known = subprocess.run(
        ["git", "-C", str(tree), "ls-files", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert read(tree) == {name for name in known if name.endswith(".md")} - {"docs/own.md"}
    assert read(tree) == {"a.md", "kept.tmp.md", "docs/top.md", "docs/x.tmp.md"}
    assert read(tree / "docs") == {"top.md", "x.tmp.md"}
    assert read(tree, heeds_ignore_files=False) == {name for name in TREE if name.endswith(".md")}


def test_elsewhere_our_own_alone(tmp_path: Path) -> None:
    assert read(write(tmp_path)) == {name for name in TREE if name.endswith(".md")} - {"docs/own.md"}


def test_what_is_named_is_read(tmp_path: Path) -> None:
    tree = write(tmp_path)
    report = check_paths([str(tree / "docs" / "own.md")])
    assert report.sources == [str(tree / "docs" / "own.md")]


def test_without_pathspec_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path)
    monkeypatch.setitem(__import__("sys").modules, "pathspec", None)
    done = run("check", ".", cwd=tmp_path)
    assert done.code == 2
    assert "--no-ignore reads all files" in " ".join(done.err.split())
    assert run("check", "--no-ignore", "--offline", ".", cwd=tmp_path).code == 1

"""Links on lines that have changed since a revision."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from support.command_runs import run


def git(folder: Path, *arguments: str) -> None:
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *own, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / 'ä "b".md').write_text("[a](1)\n[b](2)\n[c](3)\n")
    (tmp_path / "same.md").write_text("[a](4)\n")
    (tmp_path / "gone.md").write_text("[a](5)\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "x")
    git(tmp_path, "tag", "v1")
    (tmp_path / "docs" / 'ä "b".md').write_text("[c](6)\n[a](1)\n[b](7)\n[c](3)\n")
    (tmp_path / "new.md").write_text("[a](8)\n++ [b](9)\n")
    (tmp_path / "gone.md").unlink()
    return tmp_path


def told(folder: Path, *arguments: str) -> list[str]:
    out = run("check", "--offline", *arguments, cwd=folder).out
    return [line.split(": ")[1] for line in out.splitlines() if ".md:" in line]


@pytest.mark.parametrize("paths", [(".",), ("docs", "new.md", "same.md")])
def test_changed_lines_alone(paths: tuple[str, ...], repository: Path) -> None:
    assert told(repository, "--since", "v1", *paths) == ["6", "7", "8", "9"]
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "y")
    assert told(repository, "--since", "v1", *paths) == ["6", "7", "8", "9"]
    assert told(repository, "--since", "HEAD", *paths) == []
    assert sorted(told(repository, *paths)) == ["1", "3", "4", "6", "7", "8", "9"]


def test_it_is_asked_where_the_files_are(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert told(tmp_path_factory.mktemp("elsewhere"), "--since", "v1", str(repository / "docs")) == ["6", "7"]


@pytest.mark.parametrize(
    ("revision", "message"), [("v2", "there is no revision 'v2'"), ("--all", "no revision '--all'")]
)
def test_a_revision_that_is_none(revision: str, message: str, repository: Path) -> None:
    done = run("check", f"--since={revision}", ".", cwd=repository)
    assert done.code == 2
    assert message in " ".join(done.err.split())


def test_no_repository(tmp_path: Path) -> None:
    done = run("check", "--since", "HEAD", ".", cwd=tmp_path)
    assert done.code == 2
    assert "not a git repository" in " ".join(done.err.split())

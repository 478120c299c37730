"""Files and folders that may not be read or written: each is told, and costs itself alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.command_runs import COMMAND, Done
from support.patience import HANG

IS_ROOT = os.name != "nt" and os.geteuid() == 0
# What lets root read everything is a right of its own, which can be laid down.
WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if IS_ROOT else []

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="no permissions of this kind there"),
    pytest.mark.skipif(IS_ROOT and shutil.which("setpriv") is None, reason="root reads everything"),
]


def permitted(*arguments: str, cwd: Path) -> Done:
    """Run the command as one who is bound by permissions."""
    done = subprocess.run(
        [*WITHOUT_RIGHTS, *COMMAND, *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
        stdin=subprocess.DEVNULL,
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "ok.txt").write_text("http://ok/")
    (tmp_path / "secret.txt").write_text("http://secret/")
    (tmp_path / "shut").mkdir()
    (tmp_path / "kept").mkdir()
    modes = {"secret.txt": 0, "shut": 0, "kept": 0o555}
    for name, mode in modes.items():
        (tmp_path / name).chmod(mode)
    yield tmp_path
    for name in modes:
        (tmp_path / name).chmod(0o700)


@pytest.mark.parametrize("command", ["extract", "extract --jobs 2", "unique", "frontier --text"])
@pytest.mark.parametrize("paths", ["secret.txt shut ok.txt", "."])
def test_what_may_not_be_read_does_not_end_the_rest(command: str, paths: str, folder: Path) -> None:
    done = permitted(*command.split(), "--format", "url", *paths.split(), cwd=folder)
    assert (done.code, done.out) == (3, "http://ok/\n")
    assert sorted(line.removeprefix("urlglean: ").removeprefix("./") for line in done.err.splitlines()) == [
        "secret.txt: cannot be read: Permission denied",
        "shut: cannot open this folder: Permission denied",
    ]


def test_what_may_not_be_shown(folder: Path) -> None:
    told = "urlglean: secret.txt: cannot be read: Permission denied\n"
    assert permitted("show", "secret.txt", cwd=folder) == Done(3, "", told)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("extract --into secret.txt ok.txt", "File 'secret.txt' is not writable"),
        ("extract --into kept/x.duckdb ok.txt", "kept/x.duckdb: cannot be made: Permission denied"),
        ("extract --into shut/x.duckdb ok.txt", "shut/x.duckdb: cannot be opened: Permission denied"),
        ("frontier --into kept/x.duckdb ok.txt", "kept/x.duckdb: cannot be made: Permission denied"),
        ("frontier --known kept/x.duckdb ok.txt", "kept/x.duckdb: cannot be made: Permission denied"),
        ("frontier --known secret.txt ok.txt", "File 'secret.txt' is not writable"),
        ("extract -o secret.txt ok.txt", "File 'secret.txt' is not writable"),
        ("extract -o kept/o.txt ok.txt", "kept/o.txt: cannot be written: Permission denied"),
        ("extract -o shut/o.txt ok.txt", "shut/o.txt: cannot be written: Permission denied"),
    ],
)
def test_what_may_not_be_written_is_told_before_anything_is_read(
    arguments: str, told: str, folder: Path
) -> None:
    done = permitted(*arguments.split(), cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "IO Error" not in done.err

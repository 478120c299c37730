"""``--output``: a file that is there when all of it is."""

from __future__ import annotations

import errno
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from support.command_runs import COMMAND, Done, launch, run
from support.patience import HANG, wait_for
from urlglean.cli.output import written_to
from urlglean.errors import StoreWriteError
from urlglean.frontier import Frontier

LINE = "a.txt:1:5  http://a/\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("see http://a/\n")
    return tmp_path


@pytest.mark.parametrize("option", ["-o", "--output"])
@pytest.mark.parametrize(
    "command",
    ["extract", "extract --jobs 2", "unique", "unique --jobs 2", "show", "frontier --text"],
)
def test_what_would_be_printed_is_in_the_file(command: str, option: str, folder: Path) -> None:
    arguments = [*command.split(), "a.txt"]
    printed = run(*arguments, cwd=folder)
    assert run(*arguments, option, "out.txt", cwd=folder) == Done(0, "", printed.err)
    assert (folder / "out.txt").read_text() == printed.out != ""
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt", "out.txt"]


def test_parquet_needs_no_shell_that_keeps_bytes(folder: Path) -> None:
    assert run("extract", "--format", "parquet", "-o", "x.parquet", "a.txt", cwd=folder).code == 0
    with duckdb.connect() as connection:
        assert connection.read_parquet(str(folder / "x.parquet")).project("url").fetchall() == [
            ("http://a/",)
        ]


def test_it_is_utf_8_whatever_the_terminal_has(folder: Path) -> None:
    (folder / "a.txt").write_text("http://ä/", encoding="utf-8")
    assert run("extract", "-o", "o.txt", "a.txt", cwd=folder, encoding="ascii").code == 0
    assert (folder / "o.txt").read_text(encoding="utf-8") == "a.txt:1:1  http://ä/\n"


def test_what_was_found_is_kept_where_something_could_not_be_read(folder: Path) -> None:
    assert run("extract", "-o", "o.txt", "a.txt", "nothere", cwd=folder).code == 3
    assert (folder / "o.txt").read_text() == LINE


def test_it_is_no_input_in_a_folder_and_may_be_one_by_name(folder: Path) -> None:
    for _ in range(2):
        assert run("extract", "-o", "o.txt", ".", cwd=folder) == Done(0, "", "")
        assert (folder / "o.txt").read_text() == f"./{LINE}"
    assert run("extract", "-o", "a.txt", "a.txt", cwd=folder) == Done(0, "", "")
    assert (folder / "a.txt").read_text() == LINE


def test_standard_output_has_its_usual_name(folder: Path) -> None:
    assert run("extract", "-o", "-", "a.txt", cwd=folder) == Done(0, LINE, "")
    assert not (folder / "-").exists()


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no names for what is open")
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/dev/fd/3"])
def test_what_is_open_already_is_written_to_as_it_is(name: str, folder: Path) -> None:
    line = shlex.join([*COMMAND, "extract", "-o", name, "a.txt"])
    piped = subprocess.run(
        ["bash", "-c", f"{line} 3>&1 | cat"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (piped.stdout, piped.stderr) == (LINE, "")
    script = f"{line} 3> out.txt >> out.txt; ls -A"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("a.txt\nout.txt\n", "")
    assert (folder / "out.txt").read_text() == LINE


@pytest.mark.skipif(os.name == "nt", reason="links and modes of files as Unix has them")
def test_what_the_file_is_it_stays(folder: Path) -> None:
    (folder / "real.txt").write_text("before")
    (folder / "real.txt").chmod(0o600)
    (folder / "link.txt").symlink_to("real.txt")
    assert run("extract", "-o", "link.txt", "a.txt", cwd=folder).code == 0
    assert (folder / "link.txt").is_symlink()
    assert (folder / "real.txt").read_text() == LINE
    assert (folder / "real.txt").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ("extract -o nowhere/o.txt a.txt", 2, "nowhere/o.txt: there is no folder nowhere; make it first"),
        ("extract -o . a.txt", 2, "is a directory"),
        ("extract -o o.txt --into x.duckdb a.txt", 2, "so --output has no meaning"),
        ("frontier -o o.txt --into x.duckdb a.txt", 2, "so --output has no meaning"),
        ("frontier -o x.duckdb --known ./x.duckdb a.txt", 2, "--known and --output are to be two files"),
        ("extract -o o.txt --kind nonsense a.txt", 2, "is not one of"),
        ("show -o o.txt archive@5", 3, "cannot be read"),
    ],
)
def test_what_goes_wrong(arguments: str, code: int, told: str, folder: Path) -> None:
    done = run(*arguments.split(), cwd=folder)
    assert (done.code, done.out) == (code, "")
    assert told in done.err
    assert not list(folder.glob(".*"))


@pytest.mark.skipif(os.name == "nt", reason="links as Unix has them")
def test_links_in_a_circle(folder: Path) -> None:
    (folder / "loop").symlink_to("loop")
    for arguments in ("extract --into loop", "frontier --known loop -o o.txt", "frontier --into loop"):
        done = run(*arguments.split(), "a.txt", cwd=folder)
        assert done.code == 2
        assert "loop: cannot be opened: " in done.err
    assert run("extract", "-o", "loop", "a.txt", cwd=folder).code == 0
    assert (folder / "loop").read_text() == LINE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_device_is_written_to_as_it_is(folder: Path) -> None:
    mode = Path("/dev/full").stat().st_mode
    (folder / "full").symlink_to("/dev/full")
    assert launch("extract", "-o", "full", "a.txt", cwd=folder) == Done(
        3, "", "urlglean: full: cannot be written: No space left on device\n"
    )
    assert Path("/dev/full").stat().st_mode == mode


@pytest.mark.skipif(os.name == "nt", reason="nobody tells a process to end by a signal there")
def test_an_earlier_file_stays_where_the_run_is_broken_off(folder: Path) -> None:
    (folder / "o.txt").write_text("before")
    code = (
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_DFL); from urlglean.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "extract", "-o", "o.txt", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"http://a/ ")
        process.stdin.flush()
        wait_for(lambda: list(folder.glob(".*")))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=HANG)
    assert process.returncode == 143
    assert (folder / "o.txt").read_text() == "before"
    assert not list(folder.glob(".*"))


def test_a_signal_leaves_nothing_even_while_the_file_is_made(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(_: int) -> int:
        assert list(folder.glob(".*"))
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "dup", broken_off)
    with pytest.raises(KeyboardInterrupt), written_to(folder / "o.txt"):
        pass
    assert not list(folder.glob("*o.txt*"))


def test_what_a_killed_run_has_left_is_removed_and_nothing_else(folder: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    dead, own, other = folder / ".out.txt.123.new", folder / ".out.txt.mine.new", folder / ".out.txt.124.new"
    for path in (dead, own, other):
        path.write_text("half")
    with other.open("rb") as alive:
        fcntl.flock(alive, fcntl.LOCK_EX)
        assert run("extract", "-o", "out.txt", "-", stdin="http://a/", cwd=folder).code == 0
    assert (folder / "out.txt").read_text() == "-:1:1  http://a/\n"
    assert not dead.exists()
    assert (own.read_text(), other.read_text()) == ("half", "half")


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("before", [None, "what was there before"])
def test_what_cannot_be_remembered_is_not_written(
    before: str | None, folder: Path, monkeypatch: pytest.MonkeyPatch, *, links: bool
) -> None:
    words = ["frontier", "--text", "--known", "seen.duckdb", "--format", "url", "-o", "out.txt", "-"]
    if before is not None:
        (folder / "out.txt").write_text(before)

    def fails(_: object, **__: object) -> None:
        assert (folder / "out.txt").read_text() == "http://a.example/\n"
        assert len(list(folder.glob(".out.txt.*.new"))) == (before is not None)
        raise StoreWriteError("seen.duckdb: cannot be written: No space left on device")

    def refuses(*_: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    with monkeypatch.context() as patch:
        patch.setattr(Frontier, "remember", fails)
        if not links:
            patch.setattr(os, "link", refuses)
        done = run(*words, stdin="http://a.example/", cwd=folder)
    assert (done.code, done.out) == (3, "")
    assert "No space left on device" in done.err
    assert list(folder.glob(".out.txt.*")) == []
    assert ((folder / "out.txt").read_text() if (folder / "out.txt").exists() else None) == before
    assert run(*words, stdin="http://a.example/", cwd=folder).code == 0
    assert (folder / "out.txt").read_text() == "http://a.example/\n"
    assert list(folder.glob(".out.txt.*")) == []

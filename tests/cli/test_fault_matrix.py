"""Every fault for every command: a table whose cells are tried here, or name the test that tries them.

After each fault the exit code is one that is documented, what is told is no traceback, nothing half is left behind,
and the same command goes through once the fault is gone. A command or an option that is new makes a cell that is not
filled, and a test fails.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import duckdb
import pytest

from support.command_runs import COMMAND, Done, launch, run
from support.laws import some
from support.patience import HANG
from support.places import TESTS
from urlglean.cli import commands
from urlglean.inputs.folders import Choice
from urlglean.reports import Problem

pytestmark = pytest.mark.skipif(os.name == "nt", reason="limits, permissions and signals as Unix has them")

LINES = {
    "check": ("--offline --format jsonl in", "--offline -o out.txt in", "--cache out.duckdb in"),
    "explain": ("http://a.example/é",),
    "extract": (
        "in",
        "-o out.txt in",
        "--format parquet -o out.parquet in",
        "--into out.duckdb in",
        "--jobs 2 in",
    ),
    "frontier": (
        "--text in",
        "--text -o out.txt in",
        "--text --into out.duckdb in",
        "--text --known out.duckdb in",
    ),
    "help": ("safety",),
    "normalize": ("HTTP://a.example/é",),
    "resolve": ("--base http://a.example/ é",),
    "show": ("in/a.md", "--format html -o out.html in/a.md"),
    "unique": ("in", "-o out.txt in", "--jobs 2 in"),
}
"""How each command is run: it prints, or writes to each kind of file that it can write to."""

_STORE = "store/test_file.py::"
_OUTPUT = "cli/test_output.py::"
_KILLED = "store/test_store.py::test_kills_at_random_moments_leave_what_one_quiet_run_leaves"
_MADE = f"{_STORE}test_what_a_run_left_that_was_killed_while_it_made_a_store"
_LEFT = f"{_OUTPUT}test_what_a_killed_run_has_left_is_removed_and_nothing_else"
_KEPT = "test_changing_files.py::test_what_a_file_had_when_it_was_opened_is_read"
_CHANGED = "test_changing_files.py::test_what_is_gone_is_told_and_the_rest_is_read"
_MEMORY = "cli/test_faults.py::test_too_little_memory_is_told_and_nothing_is_left"
_DIES = "jobs/test_reading.py::test_what_a_process_dies_of_is_named_and_the_rest_goes_on"
_CLOCK = "check/network/test_cache.py::test_ages_are_by_outcome"
_YEARS = "store/test_intake.py::test_a_file_may_be_of_any_year"
_MANY = "cli/test_faults.py::test_many_files_and_deep_folders"
_TERMINAL = "cli/test_hostile_output.py::test_a_terminal_is_sent_nothing_but_text"
_KNOWN = "frontier/test_known.py::test_a_killed_run_leaves_all_or_nothing"

HERE = "here"
ALL = dict.fromkeys(LINES, HERE)
GIVEN = dict.fromkeys((command for command in LINES if command != "help"), HERE)
READING = dict.fromkeys(("check", "extract", "frontier", "show", "unique"), HERE)
WALKING = dict.fromkeys(("check", "extract", "frontier", "unique"), HERE)
WITH_DATABASE = dict.fromkeys(("check", "extract", "frontier"), HERE)

MATRIX: dict[str, tuple[str, dict[str, str]]] = {
    # fault: (what a command needs to meet it, {command: where it is tried})
    "standard output is full": ("anything", ALL),
    "standard output is closed": ("anything", ALL),
    "standard error is closed": ("anything", ALL),
    "standard error is full": ("anything", ALL),
    "nobody reads on": ("anything", ALL),
    "LANG=C": ("anything", ALL),
    "tr_TR.UTF-8": ("anything", ALL),
    "PYTHONUTF8=0": ("anything", ALL),
    "python -O": ("anything", ALL),
    "Ctrl-C": ("an input", GIVEN),
    "SIGTERM": ("an input", GIVEN),
    "SIGHUP": ("an input", GIVEN),
    "controls where text is printed": ("anything", dict.fromkeys(LINES, _TERMINAL)),
    "too little memory": ("a file", dict.fromkeys(READING, _MEMORY)),
    "a file may not be read": ("a file", READING),
    "a file vanishes before it is opened": ("a file", READING),
    "a file changes while it is read": ("a file", dict.fromkeys(READING, _CHANGED)),
    "a file grows while it is read": ("a file", dict.fromkeys(READING, _KEPT)),
    "a file is replaced while it is read": ("a file", dict.fromkeys(READING, _KEPT)),
    "odd names, loops, pipes and devices": ("a folder", WALKING),
    "many files, deep folders": ("a folder", dict.fromkeys(WALKING, _MANY)),
    "the folder may not be written to": ("--output", READING),
    "the disk takes no more": ("--output", READING),
    "the disk is full": ("--output", READING),
    "the disk is read-only": ("--output", READING),
    "two runs begin at once": ("--output", READING),
    "killed while it writes a file": ("--output", dict.fromkeys(READING, _LEFT)),
    "the database is none": ("a database", WITH_DATABASE),
    "the database is another's": ("a database", WITH_DATABASE),
    "the database is of a later version": ("a database", WITH_DATABASE),
    "the database is damaged": ("a database", WITH_DATABASE),
    "two runs on one database": ("a database", WITH_DATABASE),
    "killed while it fills a database": (
        "a database",
        {"check": _MADE, "extract": _KILLED, "frontier": _KNOWN},
    ),
    "the clock is set back, or of another age": (
        "a database",
        {"check": _CLOCK, "extract": _YEARS, "frontier": HERE},
    ),
    "a process of several is killed": ("--jobs", {"extract": _DIES, "unique": _DIES}),
}


def options_of(command: str) -> set[str]:
    """Give the names of the parameters that a command has."""
    found = commands.get_command(click.Context(commands), command)
    assert found is not None
    return {str(each.name) for each in found.params}


def meets(command: str, need: str) -> bool:
    """Tell whether a command has what is needed to meet a fault."""
    options = options_of(command)
    if need == "anything":
        return True
    if need == "an input":
        return bool({"paths", "place", "references", "texts", "urls"} & options)
    if need == "a file":
        return bool({"paths", "place"} & options)
    if need == "a database":
        return bool({"into", "known", "cache"} & options)
    return {"a folder": "paths", "--output": "output", "--jobs": "jobs"}[need] in options


def test_every_command_is_in_the_table() -> None:
    assert sorted(LINES) == sorted(commands.list_commands(click.Context(commands)))


@pytest.mark.parametrize("fault", MATRIX)
def test_no_cell_is_empty(fault: str) -> None:
    need, cells = MATRIX[fault]
    assert {command for command in LINES if meets(command, need)} == set(cells)
    for place in {*cells.values()} - {HERE}:
        file, _, name = place.partition("::")
        assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8"), place


@pytest.mark.parametrize("command", LINES)
def test_every_way_to_write_is_in_the_table(command: str) -> None:
    asked = " ".join(LINES[command])
    for name, option in {
        "output": "-o ",
        "into": "--into ",
        "known": "--known ",
        "cache": "--cache ",
    }.items():
        assert (option in asked) == (name in options_of(command)), option


def tried(fault: str, *, writes: str = "") -> list[str]:
    """Give the command lines that a fault is tried on here: those that write to a file of this kind."""
    return [
        f"{command} {line}"
        for command, place in MATRIX[fault][1].items()
        if place == HERE
        for line in LINES[command]
        if (writes in line if writes else " out." not in f" {line}")
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with something to read in it, and one link to a server that is never asked: it is private."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.md").write_text(
        "[x](a.md) http://127.0.0.1:9/ [é](http://127.0.0.1:9/é)\n", encoding="utf-8"
    )
    (tmp_path / "in" / "b.html").write_text("<a href='http://127.0.0.1:9/b'>b</a>")
    return tmp_path


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "in")


# --- standard streams ---

LINE = shlex.join(COMMAND)
CANNOT = "urlglean: cannot write: "
STREAMS = {
    "standard output is full": "> /dev/full",
    "standard output is closed": ">&-",
    "standard error is closed": "2>&-",
    "standard error is full": "2> /dev/full",
    "nobody reads on": "| true",
}
ON_STREAMS = [(fault, line) for fault in STREAMS for line in tried(fault)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(("fault", "line"), some(ON_STREAMS, every=17))
def test_streams(fault: str, line: str, folder: Path) -> None:
    usual = run(*line.split(), cwd=folder)
    script = f"set -o pipefail; {LINE} {line} {STREAMS[fault]}"
    settings = {**os.environ, "PYTHONUTF8": "1"}
    settings.pop("PYTHONUNBUFFERED", None)
    told = subprocess.run(
        ["bash", "-c", script], cwd=folder, capture_output=True, check=False, timeout=HANG, env=settings
    )
    done = Done(told.returncode, told.stdout.decode(), told.stderr.decode())
    if fault == "nobody reads on":
        assert (done.code, done.out) in {(0, ""), (usual.code, "")}
        assert set(done.err.splitlines()) <= set(usual.err.splitlines())
    elif fault.startswith("standard error"):
        assert done == Done(usual.code, usual.out, "")
    else:
        why = "No space left on device" if fault.endswith("full") else "standard output is closed"
        assert (done.code, done.out) == (3, "")
        assert f"{CANNOT}{why}\n" in done.err
    assert left_in(folder) == []


# --- environments ---

ENVIRONMENTS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "LANG=C": ((), {"LANG": "C", "LC_ALL": "C"}),
    "tr_TR.UTF-8": ((), {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}),
    "PYTHONUTF8=0": ((), {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "POSIX"}),
    "python -O": (("-O",), {"LC_ALL": "C.UTF-8"}),
}
IN_ENVIRONMENTS = [(fault, line) for fault in ENVIRONMENTS for line in tried(fault)]


@pytest.mark.parametrize(("fault", "line"), some(IN_ENVIRONMENTS, every=15))
def test_environments(fault: str, line: str, folder: Path) -> None:
    usual = run(*line.split(), cwd=folder)
    python, environment = ENVIRONMENTS[fault]
    done = launch(*line.split(), cwd=folder, python=python, **environment)
    assert (done.code, len(done.out.splitlines())) == (usual.code, len(usual.out.splitlines()))
    if fault != "PYTHONUTF8=0":
        assert done == usual
    elif not line.startswith("help"):
        assert done.out.isascii()


# --- signals ---

WAITING = {
    "check": "check --offline -o out.txt -",
    "explain": "explain -",
    "extract": "extract --kind text -o out.txt -",
    "frontier": "frontier --text --known out.duckdb -",
    "normalize": "normalize -",
    "resolve": "resolve -",
    "show": "show -o out.txt -",
    "unique": "unique -o out.txt -",
}
"""Runs that wait for standard input to end."""
SIGNALS = {
    name: getattr(signal, signal_name)
    for name, signal_name in {"Ctrl-C": "SIGINT", "SIGTERM": "SIGTERM", "SIGHUP": "SIGHUP"}.items()
    if hasattr(signal, signal_name)
}
SIGNALLED = [(fault, command) for fault in SIGNALS for command in MATRIX[fault][1]]
SETS_SIGNALS = (
    "import signal, sys, threading; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "signal.signal(signal.SIGTERM, signal.SIG_DFL); signal.signal(signal.SIGHUP, signal.SIG_DFL);"
    "sys.path[:0] = sys.argv.pop(1).split(':');"
    "from urlglean.cli import main; main()"
)


@pytest.mark.parametrize(("fault", "command"), some(SIGNALLED, every=7))
def test_signals(fault: str, command: str, folder: Path) -> None:
    (folder / "tmp").mkdir()
    path = ":".join(entry for entry in sys.path if entry)
    with subprocess.Popen(
        [sys.executable, "-B", "-c", SETS_SIGNALS, path, *WAITING[command].split()],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "TMPDIR": str(folder / "tmp")},
    ) as process:
        assert process.stdin is not None
        try:
            process.stdin.write(b"http://a.example/ \n\n" * 20_000)  # more than a pipe holds: it reads
            process.stdin.flush()
            process.send_signal(SIGNALS[fault])
            process.wait(HANG)
        finally:
            process.kill()
        assert process.stderr is not None
        told = process.stderr.read().decode()
    assert process.returncode == 128 + SIGNALS[fault], told
    assert "Traceback" not in told
    assert list((folder / "tmp").iterdir()) == []
    # The report of what `check` had read until then is complete; nothing else is.
    assert set(left_in(folder)) <= {"tmp", "out.txt" if command == "check" else "out.duckdb"}
    if command == "frontier":
        assert run(
            "frontier",
            "--text",
            "--format",
            "url",
            "--known",
            "out.duckdb",
            "-",
            stdin="http://a.example/",
            cwd=folder,
        ).out


# --- files that are read ---

IS_ROOT = os.name != "nt" and os.geteuid() == 0
WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if IS_ROOT else []
bound_by_permissions = pytest.mark.skipif(
    IS_ROOT and shutil.which("setpriv") is None, reason="nothing is forbidden there"
)


def permitted(line: str, cwd: Path) -> Done:
    """Run the command as one who is bound by permissions."""
    done = subprocess.run(
        [*WITHOUT_RIGHTS, *COMMAND, *line.split()],
        cwd=cwd, capture_output=True, text=True, check=False, timeout=HANG, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return Done(done.returncode, done.stdout, done.stderr)


@bound_by_permissions
@pytest.mark.parametrize("line", some(tried("a file may not be read"), every=4))
def test_a_file_may_not_be_read(line: str, folder: Path) -> None:
    (folder / "in" / "a.md").chmod(0)
    done = permitted(line, folder)
    assert done.code == 3
    assert "urlglean: in/a.md: cannot be read: Permission denied\n" in done.err
    assert ("127.0.0.1:9/b" in done.out) == ("in/a.md" not in line)  # the other one is read


@pytest.mark.parametrize("line", tried("a file vanishes before it is opened"))
def test_a_file_vanishes(line: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = run(*line.split(), cwd=folder)
    find = Choice.files

    def with_one_that_is_gone(choice: Choice, *given: Any, **named: Any) -> Iterator[str | Problem]:
        yield from find(choice, *given, **named)
        yield "in/gone.md"

    monkeypatch.setattr(Choice, "files", with_one_that_is_gone)
    done = run(*line.replace("a.md", "gone.md").split(), cwd=folder)
    assert done.code == 3
    assert "urlglean: in/gone.md: cannot be read: No such file or directory\n" in done.err
    assert done.out == ("" if line.startswith("show") else usual.out)


@pytest.mark.parametrize("line", tried("odd names, loops, pipes and devices"))
def test_what_a_folder_may_hold(line: str, folder: Path) -> None:
    place = folder / "in"
    usual = run(*line.split(), cwd=folder)
    (place / "two\nlines \x1b[31m.md").write_text("<http://127.0.0.1:9/c>")
    Path(os.fsdecode(os.fsencode(place) + b"/caf\xe9.md")).write_text("<http://127.0.0.1:9/d>")
    for name, target in {"loop": ".", "other": "another", "another": "other", "null": "/dev/null"}.items():
        (place / name).symlink_to(target)
    os.mkfifo(place / "pipe")
    done = run(*line.split(), cwd=folder)
    assert done.code == 3
    assert len(done.out.splitlines()) == len(usual.out.splitlines()) + 2
    assert "\x1b" not in done.out + done.err
    assert all(told.startswith("urlglean: ") for told in done.err.splitlines())


# --- files that are written ---


@bound_by_permissions
@pytest.mark.parametrize("line", some(tried("the folder may not be written to", writes="-o out"), every=4))
def test_a_folder_may_not_be_written_to(line: str, folder: Path) -> None:
    folder.chmod(0o555)
    done = permitted(line, folder)
    folder.chmod(0o755)
    assert (done.code, done.out) == (2, "")
    assert ": cannot be written: Permission denied" in done.err
    assert left_in(folder) == []


@pytest.mark.parametrize("line", some(tried("the disk takes no more", writes="-o out"), every=4))
def test_a_disk_takes_no_more(line: str, folder: Path) -> None:
    import resource

    (target,) = (word for word in line.split() if word.startswith("out."))
    (folder / target).write_text("what was there before")
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))  # noqa: E731
    done = launch(*line.split(), cwd=folder, python=("-B",), before=limit, TMPDIR=str(folder / "in"))
    assert done.code == 3, done
    assert "File too large" in done.err
    assert "a fault of urlglean" not in done.err
    assert left_in(folder) == [target]
    assert (folder / target).read_text() == "what was there before"
    assert sorted(path.name for path in (folder / "in").iterdir()) == ["a.md", "b.html"]


# --- disks ---

ON_DISKS = [
    (fault, line, (row + column) % 2 == 0)
    for column, fault in enumerate(("the disk is full", "the disk is read-only"))
    for row, line in enumerate(tried(fault, writes=" out."))
]
"""Each fault for each way to write; where there is a file already, and where there is none, by turns."""
WHY = {
    "the disk is full": ("No space left on device",),
    "the disk is read-only": (
        "Read-only file system",
        "is not writable",
        "cannot be made: Permission denied",
    ),
}


@pytest.fixture
def inside(folder: Path) -> Iterator[list[str]]:
    """Mount a small file system in the folder, as ``disk``; give what has a command see it, which nobody else does."""
    (folder / "disk").mkdir()
    mounts = "mount -t tmpfs -o size=8m tmpfs disk && echo mounted && cat"
    if not IS_ROOT or shutil.which("nsenter") is None:
        pytest.skip("no file system may be mounted here")
    with subprocess.Popen(
        ["unshare", "--mount", "bash", "-c", mounts],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        if not holder.stdout.readline():
            pytest.skip("no file system may be mounted here")
        try:
            yield ["nsenter", f"--target={holder.pid}", "--mount", "--wd"]
        finally:
            holder.communicate()


def done_by(words: list[str]) -> Done:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=HANG)
    assert "Traceback" not in done.stderr
    assert "a fault of urlglean" not in done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.mark.skipif(sys.platform != "linux", reason="file systems are mounted as Linux does")
@pytest.mark.parametrize(("fault", "line", "is_there"), some(ON_DISKS, every=5))
def test_disks(fault: str, line: str, *, is_there: bool, folder: Path, inside: list[str]) -> None:
    (target,) = (word for word in line.split() if word.startswith("out."))
    words = [*inside, *COMMAND, *line.replace(target, f"disk/{target}").split()]
    pid = inside[1].partition("=")[2]
    disk = Path(f"/proc/{pid}/root{folder}/disk")
    if is_there:
        run(*line.split(), cwd=folder)
        done_by(words)
        (folder / "in" / "c.md").write_text("<http://127.0.0.1:9/c>")
    usual = run(*line.split(), cwd=folder)
    before = (disk / target).read_bytes() if is_there else None
    if fault == "the disk is full":
        with suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))
    else:
        done_by([*inside, "mount", "-o", "remount,ro", "disk"])
    done = done_by(words)
    assert done.code in {2, 3}
    assert any(why in done.err for why in WHY[fault]) or (
        is_there and "--cache" in line
    )  # nothing to be kept
    assert {path.name for path in disk.iterdir()} - {"filler", f"{target}.wal"} == (
        {target} if is_there else set()
    )
    assert before is None or (disk / target).read_bytes() == before
    done_by([*inside, "mount", "-o", "remount,rw", "disk"])
    (disk / "filler").unlink(missing_ok=True)
    assert done_by(words)[:2] == (usual.code, usual.out.replace(target, f"disk/{target}"))
    assert [path.name for path in disk.iterdir()] == [target]
    if "--" not in line:
        assert (disk / target).read_bytes() == (folder / target).read_bytes()


@pytest.mark.parametrize("line", some(tried("two runs begin at once", writes=" out."), every=4))
def test_two_runs_that_begin_at_once(line: str, folder: Path) -> None:
    """Each goes through, or is refused and takes nothing of the other's away; what is there then is of one run."""
    (target,) = (word for word in line.split() if word.startswith("out."))
    words = [*COMMAND, *line.split()]
    runs = [
        subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [each.communicate(timeout=HANG) for each in runs]
    codes = {each.returncode for each in runs}
    assert left_in(folder) == [target]
    assert not [err for _, err in told if "Traceback" in err or "a fault of urlglean" in err], told
    content = (folder / target).read_bytes()
    again = run(*line.split(), cwd=folder)
    assert codes <= {again.code, 0, 1, 2, 3}
    assert again.code in codes or (again.code == 1 and "--known" in line)
    assert all(
        err.count("process") == 1 for (_, err), each in zip(told, runs, strict=True) if each.returncode == 2
    )
    if target == "out.txt":
        assert content == (folder / target).read_bytes()
    elif "--known" in line:
        assert len([out for out, _ in told if out]) == 1  # none is given twice, and none to nobody


# --- databases ---

VERSIONS = {
    "--into": "UPDATE store SET version = 99",
    "--known": "UPDATE about SET version = 99",
    "--cache": "UPDATE cache SET version = 99",
}
"""What makes a file of a later version of it; the table of a frontier has none."""


def refused(line: str, folder: Path) -> str:
    """Run a line that is to be refused, and see that the file is as it was; give what is told."""
    before = (folder / "out.duckdb").read_bytes()
    done = run(*line.split(), cwd=folder)
    assert (done.code, done.out) == (2, ""), done
    assert "out.duckdb: " in done.err
    assert (folder / "out.duckdb").read_bytes() == before
    assert left_in(folder) == ["out.duckdb"]
    return " ".join(done.err.split())


def ask(file: Path, *statements: str) -> None:
    with duckdb.connect(file) as connection:
        for statement in statements:
            connection.execute(statement)


ON_DATABASES = tried("the database is none", writes="out.duckdb")


@pytest.mark.parametrize("line", ON_DATABASES)
def test_a_database_is_none(line: str, folder: Path) -> None:
    (folder / "out.duckdb").write_text("my diary\n" * 1000)
    assert "no DuckDB file" in refused(line, folder)


@pytest.mark.parametrize("line", [line for line in ON_DATABASES if "frontier --text --into" not in line])
def test_a_database_is_another_one(line: str, folder: Path) -> None:
    ask(folder / "out.duckdb", "CREATE TABLE mine AS SELECT 1 AS x")
    assert "a DuckDB file, but n" in refused(line, folder)


@pytest.mark.parametrize("line", [line for line in ON_DATABASES if "frontier --text --into" not in line])
def test_a_database_is_of_a_later_version(line: str, folder: Path) -> None:
    first = run(*line.split(), cwd=folder)
    assert first.code in {0, 3}, first
    (statement,) = (VERSIONS[word] for word in line.split() if word in VERSIONS)
    ask(folder / "out.duckdb", statement)
    assert "99" in refused(line, folder)


@pytest.mark.parametrize("line", ON_DATABASES)
def test_a_database_is_damaged(line: str, folder: Path) -> None:
    run(*line.split(), cwd=folder)
    content = (folder / "out.duckdb").read_bytes()
    (folder / "out.duckdb").write_bytes(content[:12_288] + bytes(len(content) - 12_288))
    refused(line, folder)


@pytest.mark.parametrize("line", ["extract --into out.duckdb in", "frontier --text --known out.duckdb in"])
def test_a_block_of_a_database_is_damaged(line: str, folder: Path) -> None:
    (folder / "in" / "a.md").write_text("".join(f"<http://a.example/{n}/{n**9:x}>\n\n" for n in range(4000)))
    run(*line.split(), cwd=folder)
    whole = (folder / "out.duckdb").read_bytes()
    (folder / "in" / "c.md").write_text("<http://a.example/c>")
    codes = set()
    for block in some(range(3 * 4096, len(whole), 256 << 10), every=2):
        middle = block + (128 << 10)
        (folder / "out.duckdb").write_bytes(whole[:middle] + bytes(99) + whole[middle + 99 :])
        done = run(*line.split(), cwd=folder)
        codes.add(done.code)
        told = " ".join(done.err.split())
        assert "a fault of urlglean" not in told
        assert done.code == 0 or "out.duckdb: " in told
        assert done.code == 0 or "is damaged (Corrupt database file" in told
        assert done.code == 0 or not done.out
    assert codes - {0}


@pytest.mark.parametrize("line", some(ON_DATABASES, every=4))
def test_two_runs_on_one_database(line: str, folder: Path) -> None:
    """The second is refused while the first has it, and takes nothing of it away; behind the first it goes through."""
    first = run(*line.split(), cwd=folder)
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); sys.stdin.read()"
    words = [sys.executable, "-B", "-c", code, str(folder / "out.duckdb")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        told = refused(line, folder)
        assert f"process {other.pid} has" in told
        other.communicate()
    again = run(*line.split(), cwd=folder)
    assert again.code in {first.code, 1}, again  # a frontier of what is known is empty


@pytest.mark.parametrize("given", ["1969-12-31", "2106-02-08", "9999-12-31"])
def test_the_clock_of_another_run_was_wrong(given: str, folder: Path) -> None:
    words = ["frontier", "--text", "--format", "url", "--known", "out.duckdb", "in"]
    first = run(*words, cwd=folder)
    ask(folder / "out.duckdb", f"UPDATE known SET added = '{given}'")  # noqa: S608  (a date of these)
    (folder / "in" / "c.md").write_text("http://new.example/")
    assert first.out
    assert run(*words, cwd=folder).out == "http://new.example/\n"
    assert run(*words, cwd=folder).code == 1

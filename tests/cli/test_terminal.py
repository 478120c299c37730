"""Standard streams that are closed, full, slow or in an odd encoding; Ctrl-C and other signals, whenever they come."""

from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from array import array
from pathlib import Path
from typing import IO

import pytest

from support.command_runs import COMMAND, HEEDING_INTERRUPTS, TEXT, Done, run
from support.patience import HANG, wait_for
from urlglean.cli.terminal import _lines, signals_heeded, takes_more_than_lines
from urlglean.database.files import _interrupts_held
from urlglean.errors import is_interrupt


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_text("http://a/ and some prose around it\n" * 20_000)
    for command in ("extract", "unique"):
        with subprocess.Popen(
            [*COMMAND, command, str(tmp_path / "big.txt")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            assert process.stderr.read() == b""
            assert process.wait(HANG) == 0


def test_what_is_told_stands_behind_what_was_printed_before_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.example/ and ../b\n")
    (tmp_path / "b.bin").write_bytes(bytes(range(256)))
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [*COMMAND, "unique", "--format", "url", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        text=True,
        env=buffered,
        timeout=HANG,
    )
    url, told = done.stdout.splitlines()
    assert url == "http://a.example/"
    assert told.startswith("urlglean: ")


BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@pytest.mark.skipif(os.name == "nt", reason="no file has such a name there")
@pytest.mark.parametrize(
    "command", ["extract", "unique", "frontier", "check --offline --format github", "show"]
)
def test_no_name_begins_a_message_of_its_own(command: str, tmp_path: Path) -> None:
    """Build servers take commands from lines of their log: ``::error::``, say."""
    name = "".join(f"x{mark}::error::" for mark in BREAKS) + ".gz"
    (tmp_path / name).write_bytes(b"\x1f\x8b\x08broken")
    done = run(*command.split(), name, cwd=tmp_path)
    assert done.code == 3
    assert "damaged gzip data" in done.err
    assert all(line.startswith("urlglean: ") for line in done.err.splitlines())


def test_no_reference_begins_a_message_of_its_own() -> None:
    done = run(
        "resolve",
        "--dialect",
        "whatwg",
        "-",
        stdin="".join(f"http://[{mark}::error::\n" for mark in BREAKS[1:]),
    )
    assert done.code == 3
    assert not any(line.startswith("::") for line in done.err.splitlines())
    assert sum(line.startswith("urlglean: -:") for line in done.err.splitlines()) == len(BREAKS) - 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "extract", "-"], input=TEXT.encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (3, b"urlglean: cannot write: No space left on device\n")


@pytest.mark.parametrize(
    ("redirection", "command", "code", "message"),
    [
        ("<&-", "extract -", 3, "urlglean: -: standard input is closed\n"),
        (">&-", "extract nothing.txt", 3, "urlglean: cannot write: standard output is closed\n"),
        (">&-", "normalize http://a/", 3, "urlglean: cannot write: standard output is closed\n"),
    ],
)
def test_closed_streams(redirection: str, command: str, code: int, message: str) -> None:
    line = f"{shlex.join(COMMAND)} {command} {redirection}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=HANG)
    assert (done.returncode, done.stderr) == (code, message)


def test_an_interrupt_is_130() -> None:
    with subprocess.Popen(
        [*HEEDING_INTERRUPTS, "extract", "--kind", "text", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(
            b"http://a/ \n\n" * 100_000
        )  # more than a pipe holds: it is at work when this is done
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(HANG) == 130
        finally:
            process.kill()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
@pytest.mark.parametrize("form", ["text", "url", "jsonl", "csv"])
def test_any_output_encoding(encoding: str, form: str) -> None:
    text = "http://a/é http://b/日本 http://c/👩"
    done = run("extract", "--format", form, "-", stdin=text, encoding=encoding)
    assert (done.code, done.err) == (0, "")
    assert len(done.out.splitlines()) == 3 + (form == "csv")
    if form == "url" and encoding == "ascii":
        assert done.out.splitlines()[1] == "http://b/%E6%97%A5%E6%9C%AC"


# --- signals ---


def interrupted(*_: object, **__: object) -> None:
    """Be interrupted while a class is being made, of which Python 3.11 makes a RuntimeError."""
    raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()


def test_an_interrupt_that_became_another_error_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.cli.references.resolve", interrupted)
    assert run("resolve", "http://a/") == Done(130, "", "")


def test_what_is_an_interrupt() -> None:
    assert is_interrupt(RuntimeError("Query interrupted"))
    error = ValueError("interrupted")
    error.__context__ = OSError()
    assert not is_interrupt(error)


@pytest.mark.skipif(os.name == "nt", reason="nobody tells a process to end by a signal there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_is_told_to_end_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    code = (
        f"import signal; signal.signal(signal.{name}, signal.SIG_DFL); from urlglean.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "extract", "--kind", "text", "--format", "parquet", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"http://a/ ")
        process.stdin.flush()
        # Not for a file: one is made and removed to see whether any may be.
        assert wait_for(lambda: any(path.is_dir() for path in tmp_path.iterdir())), "it keeps the rows in one"
        process.send_signal(number)
        out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out) == (128 + number, b"")
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGHUP")
def test_wishes_of_others_are_respected() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup sets it
    try:
        with signals_heeded() as came:
            signal.raise_signal(signal.SIGHUP)
        assert came == []
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGHUP")
def test_signals_that_come_together_are_one_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with signals_heeded() as came:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGHUP)
            assert came == [signal.SIGTERM]
            clock = time.monotonic() + 2
            monkeypatch.setattr(time, "monotonic", lambda: clock)
            ended: list[int] = []
            with monkeypatch.context() as patch:
                patch.setattr(signal, "raise_signal", ended.append)
                os.kill(os.getpid(), signal.SIGTERM)
            assert ended == [signal.SIGTERM]
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_signals_are_as_before_when_it_is_done() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with signals_heeded() as came:
            with pytest.raises(KeyboardInterrupt), _interrupts_held():
                signal.raise_signal(signal.SIGTERM)
            assert came == [signal.SIGTERM]
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


LINE = shlex.join(COMMAND)


FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


# --- streams that are closed, full or slow ---


def shell(line: str, cwd: Path) -> Done:
    """Run a line of shell in which ``urlglean`` is the command."""
    script = line.replace("urlglean", LINE)
    done = subprocess.run(
        ["bash", "-c", script], cwd=cwd, capture_output=True, text=True, check=False, timeout=HANG
    )
    return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("see http://a/\n")
    return tmp_path


@FULL
@pytest.mark.parametrize("what", ["--help", "--version", "help", "extract --help"])
def test_help_that_cannot_be_written(what: str, folder: Path) -> None:
    told = "urlglean: cannot write: No space left on device\n"
    assert shell(f"urlglean {what} > /dev/full", folder) == Done(3, "", told)


@pytest.mark.parametrize("what", ["--help", "extract --help", "extract a.txt"])
def test_a_reader_that_is_gone_is_no_error(what: str, folder: Path) -> None:
    assert shell(f"set -o pipefail; urlglean {what} | true", folder) == Done(0, "", "")


@pytest.mark.parametrize("nowhere", [pytest.param("2> /dev/full", marks=FULL), "2>&-"])
@pytest.mark.parametrize(
    ("command", "code", "out"),
    [
        ("extract nothere.txt a.txt", 3, "a.txt:1:5  http://a/\n"),
        ("extract --nope", 2, ""),
        ("resolve x", 2, ""),
    ],
)
def test_nobody_hears_of_problems(nowhere: str, command: str, code: int, out: str, folder: Path) -> None:
    assert shell(f"urlglean {command} {nowhere}", folder) == Done(code, out, "")


def test_a_store_does_not_take_the_place_of_a_closed_stream(folder: Path) -> None:
    assert shell("urlglean extract --into x.duckdb nothere.txt a.txt <&- >&- 2>&-", folder).code == 3
    again = shell("urlglean extract --into x.duckdb a.txt", folder)
    assert again == Done(
        0, "x.duckdb: 1 occurrence (0 new) of 1 URL in 1 document, 1 of them as before\n", ""
    )


WRITTEN = [
    (b"", ""),
    (b"\n \r\n", ""),
    (b"http://a/\nHTTP://B", "http://a/\nhttp://b/\n"),
    (b"  http://a/ \t\r\nhttp://b/\r\n", "http://a/\nhttp://b/\n"),
    (b"\xef\xbb\xbfhttp://a/\n", "http://a/\n"),
    (b"\xef\xbb\xbf", ""),
    ("http://a/é\n".encode("latin-1"), "http://a/%C3%A9\n"),
    ("http://a/é\nhttp://a/日\n".encode(), "http://a/%C3%A9\nhttp://a/%E6%97%A5\n"),
    ("\ufeffhttp://a/\r\nhttp://b/é".encode("utf-16-le"), "http://a/\nhttp://b/%C3%A9\n"),
    ("\ufeffhttp://a/\nhttp://b/".encode("utf-16-be"), "http://a/\nhttp://b/\n"),
]


@pytest.mark.parametrize(("given", "expected"), WRITTEN)
def test_lines_as_other_programs_write_them(given: bytes, expected: str) -> None:
    assert run("normalize", "-", stdin=given) == Done(0, expected, "")


class Trickle(io.BytesIO):
    """Gives one byte at a time."""

    def read1(self, size: int | None = 1, /) -> bytes:
        return super().read1(min(size or 0, 1))


@pytest.mark.parametrize("given", [given for given, _ in WRITTEN])
def test_lines_are_the_same_however_their_bytes_come(given: bytes) -> None:
    assert list(_lines(Trickle(given))) == list(_lines(io.BytesIO(given)))


def test_a_line_that_comes_to_nothing_does_not_end_the_others() -> None:
    done = run("resolve", "-", stdin="http://a/../b\nc\n\nhttp://d/\n")
    assert done == Done(
        3, "http://a/b\nhttp://d/\n", "urlglean: -:2: 'c' is relative; say to what with --base URL\n"
    )
    done = run("resolve", "--dialect", "whatwg", "-", stdin="http://[\nhttp://d/")
    assert (done.code, done.out) == (3, "http://d/\n")
    assert done.err.startswith("urlglean: -:1: ")


def test_what_is_typed_is_looked_at_before_anything_is_printed() -> None:
    done = run("resolve", "http://a/", "b")
    assert (done.code, done.out) == (2, "")
    assert "'b' is relative; say to what with --base URL" in done.err


@pytest.mark.parametrize("command", ["resolve", "normalize"])
def test_a_line_is_answered_before_the_next_one_comes(command: str) -> None:
    with subprocess.Popen(
        [*COMMAND, command, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for host in "ab":
            process.stdin.write(f"http://{host}/\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"http://{host}/\n"
        process.stdin.close()
        assert process.wait(HANG) == 0


def is_empty(pipe: IO[bytes]) -> bool:
    """Tell whether the other side has read all that was written."""
    import fcntl
    import termios

    left = array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, left)
    return left[0] == 0


@pytest.mark.parametrize(
    "command", ["resolve", "normalize", "explain", "show", "extract", "unique", "frontier"]
)
def test_an_interrupt_while_a_pipe_is_waited_for(command: str) -> None:
    with subprocess.Popen(
        [*HEEDING_INTERRUPTS, command, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdin.write(b"http://a/\n")
        process.stdin.flush()
        assert wait_for(lambda: is_empty(process.stdin))
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(HANG) == 130
            assert b"Traceback" not in process.stderr.read()
        finally:
            process.kill()


@pytest.mark.parametrize("jobs", ["auto", "2"])
@pytest.mark.parametrize("form", ["text", "url", "jsonl", "csv"])
def test_what_is_sure_is_printed_while_a_pipe_pauses(form: str, jobs: str) -> None:
    with subprocess.Popen(
        [*COMMAND, "extract", "--kind", "text", "--format", form, "--jobs", jobs, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("first line of a log, long enough to tell its encoding: more than 64 bytes\n")
        for number in "123":
            process.stdin.write(f"GET http://a/{number} 200\n")
            process.stdin.flush()
            line = process.stdout.readline()
            if line.startswith("url,"):
                line = process.stdout.readline()
            assert f"http://a/{number}" in line  # and it has come, although the pipe is open
        process.stdin.write("see http://a/4\n")
        process.stdin.close()
        assert "http://a/4" in process.stdout.read()
        assert process.wait(HANG) == 0


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="no such file names there")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_json_lines_hold_no_half_characters(encoding: str, tmp_path: Path) -> None:
    name = os.fsdecode(b"n\xffame\xed\xa0\x80.txt")
    (tmp_path / name).write_text("http://a/é http://a/\U0001f469", encoding="utf-8")
    done = run("extract", "--format", "jsonl", name, cwd=tmp_path, encoding=encoding)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [row["url"] for row in rows] == ["http://a/é", "http://a/\U0001f469"]
    assert {row["source"] for row in rows} == {r"n\xffame\xed\xa0\x80.txt"}
    assert "".join(row["raw"] for row in rows).encode()


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_nobody_reads_their_own_output(jobs: str, folder: Path) -> None:
    line = f"urlglean extract {jobs} . >> out.txt"
    found = "./a.txt:1:5  http://a/\n"
    for times in (1, 2):
        assert shell(line, folder) == Done(
            0, "", "urlglean: ./out.txt: left out, for the output goes there\n"
        )
        assert (folder / "out.txt").read_text() == found * times
    done = shell(f"urlglean extract {jobs} out.txt a.txt >> out.txt", folder)
    assert done == Done(
        3, "", "urlglean: out.txt: skipped, for the output goes there; let it go to another file\n"
    )
    assert (folder / "out.txt").read_text() == found * 2 + "a.txt:1:5  http://a/\n"


@pytest.mark.parametrize(
    ("command", "code"), [("extract", 3), ("unique", 3), ("resolve", 2), ("normalize", 2)]
)
def test_standard_input_that_is_standard_output(command: str, code: int, folder: Path) -> None:
    done = shell(f"urlglean {command} - < a.txt >> a.txt", folder)
    assert done.code == code
    assert "another" in done.err
    assert (folder / "a.txt").read_text() == "see http://a/\n"


@pytest.mark.parametrize("jobs", ["", "--jobs 2"])
def test_a_store_in_the_folder_that_is_read(jobs: str, folder: Path) -> None:
    into = ["extract", *jobs.split(), "--into", "urls.duckdb", "."]
    for told in ("1 occurrence (1 new)", "1 occurrence (0 new)"):
        done = run(*into, cwd=folder)
        assert (done.code, done.err) == (0, "")
        assert told in done.out
    done = run(*into, "urls.duckdb", cwd=folder)
    assert done.code == 3, "but who names it is told that it is none to be read"


def test_tables_of_a_frontier_in_the_folder_that_is_read(folder: Path) -> None:
    for code in (0, 1):  # the second time all is known
        done = run("frontier", "--text", "--known", "seen.duckdb", "--into", "out.duckdb", ".", cwd=folder)
        assert done.code == code
        assert "DuckDB" not in done.err


def test_what_is_typed_and_is_no_utf_8_is_read_as_a_line_of_input_is(folder: Path) -> None:
    for command in ("normalize", "resolve", "explain"):
        typed = shell(rf"urlglean {command} $'http://a/\xff'", folder)
        assert typed.code == 0
        assert typed == shell(rf"printf 'http://a/\xff' | urlglean {command} -", folder)


@pytest.mark.parametrize(
    ("term", "is_shown"), [("xterm-256color", True), ("", True), ("dumb", False), ("unknown", False)]
)
def test_progress_is_shown_where_a_display_can_move(
    term: str, *, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", term)
    assert takes_more_than_lines(Terminal()) is is_shown
    assert not takes_more_than_lines(io.StringIO())

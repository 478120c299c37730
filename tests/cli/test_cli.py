"""The command as a user meets it: output, problems, exit codes, terminals, pipes, hostile folders."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import os
import pty
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import click
import duckdb
import pytest

import urlglean
from support.command_runs import COMMAND, HEEDING_INTERRUPTS, Done, launch, run
from support.patience import HANG, wait_for
from support.places import CORPORA, README
from urlglean import __version__, cli
from urlglean.cli import commands
from urlglean.cli.help import EXIT_CODES

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


TEXT = "see http://a.org/x, or\n  www.b.org (http://A.org:80/x)\n"


# --- extract and unique ---


def test_extract_is_like_grep(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    assert (
        run("extract", "a.txt", cwd=tmp_path)
        == launch("extract", "a.txt", cwd=tmp_path)
        == Done(
            0, "a.txt:1:5  http://a.org/x\na.txt:2:3  http://www.b.org\na.txt:2:14  http://A.org:80/x\n", ""
        )
    )


def test_unique_counts(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("unique", "a.txt", cwd=tmp_path) == Done(
        0, "2\thttp://a.org/x\ta.txt:1:5\n1\thttp://www.b.org\ta.txt:2:3\n", ""
    )


def test_unique_sorts() -> None:
    text = "http://b/ http://a/ http://c/ http://a/"
    assert run("unique", "--format", "url", "--sort", "count", "-", stdin=text).out.split()[0] == "http://a/"
    assert run("unique", "--format", "url", "--sort", "url", "-", stdin=text).out.split() == [
        *("http://a/", "http://b/", "http://c/")
    ]
    text = "http://a/%7E http://a/z http://a:80 http://a/ "
    lines = run("unique", "--format", "url", "--sort", "url", "-", stdin=text).out.splitlines()
    assert lines == ["http://a/%7E", "http://a/z", "http://a:80"]  # as `comm` and `join` want them


def test_rungs_and_steps() -> None:
    text = "http://a/%7e http://a/~ HTTP://a:80/~ http://www.a/~ http://old/"
    count = {
        rung: len(run("unique", "--rung", rung, "-", stdin=text).out.splitlines())
        for rung in ("string", "scheme")
    }
    assert count == {"string": 5, "scheme": 3}
    assert len(run("unique", "--step", "strip-www", "-", stdin=text).out.splitlines()) <= 3
    moved = run("unique", "--rung", "protocol", "--redirect", "http://old/", "http://a/~", "-", stdin=text)
    assert moved.out.splitlines()[0].startswith("4\t")


def test_standard_input_with_and_without_its_name() -> None:
    assert run("extract", "-", stdin=TEXT).out == run("extract", stdin=TEXT).out != ""


@pytest.mark.parametrize(("form", "lines"), [("text", 3), ("url", 3), ("jsonl", 3), ("csv", 4)])
def test_formats(form: str, lines: int) -> None:
    done = run("extract", "--format", form, "-", stdin=TEXT)
    assert (done.code, len(done.out.splitlines()), done.err) == (0, lines, "")
    if form == "jsonl":
        assert json.loads(done.out.splitlines()[0])["url"] == "http://a.org/x"
    if form == "csv":
        assert [row["column"] for row in csv.DictReader(io.StringIO(done.out))] == ["5", "3", "14"]


def test_kinds_and_base() -> None:
    page = "no tag but <a href='../x?é#y'>x</a>"
    assert run("extract", "--format", "url", "--kind", "text", "-", stdin=page).code == 1
    done = run("extract", "--format", "url", "--kind", "html", "--base", "http://r/a/b/", "-", stdin=page)
    assert done.out.startswith("http://r/a/x?%")
    dialect = ("--dialect", "rfc3986", "--encoding", "utf-8")
    done = run(
        "extract", "--format", "url", "--kind", "html", "--base", "http://r/a/b/", *dialect, "-", stdin=page
    )
    assert done.out == "http://r/a/x?é#y\n"


def test_mail_names_message_and_part(tmp_path: Path) -> None:
    box = (
        "From a@b.org Mon Jan  5 10:00:00 1998\nFrom: a@b.org\nSubject: x\n\nsee http://a/1\n\n"
        "From a@b.org Mon Jan  5 10:00:00 1998\nFrom: a@b.org\nContent-Type: multipart/mixed; boundary=X\n\n"
        "--X\n\nsee http://a/2\n--X--\n"
    )
    (tmp_path / "box").write_text(box)
    second = box.rindex("From a@b.org Mon")
    done = run("extract", "box", cwd=tmp_path)
    assert done.out.splitlines() == ["box@0:1:5  http://a/1", f"box@{second}#1:1:5  http://a/2"]


@pytest.mark.parametrize(
    ("option", "text", "url"),
    [
        ("--schemeless", "see example.com/x", "http://example.com/x"),
        ("--emails", "write to a@example.org", "mailto:a@example.org"),
        ("--refang", "hxxp://example[.]com/x", "http://example.com/x"),
    ],
)
def test_options_of_delimiting(option: str, text: str, url: str) -> None:
    assert url not in run("extract", "--format", "url", "-", stdin=text).out
    assert run("extract", "--format", "url", option, "-", stdin=text).out == f"{url}\n"


def test_network_paths_take_the_scheme_of_the_base() -> None:
    text = "see //example.com/x"
    done = run("extract", "--network-path", "--base", "https://b/", "--format", "url", "-", stdin=text)
    assert done.out == "https://example.com/x\n"


def test_a_relative_reference_without_a_base_is_shown_or_told() -> None:
    text = "<URL:../x>"
    assert run("extract", "-", stdin=text) == Done(0, "-:1:6  ../x\n", "")
    done = run("extract", "--format", "url", "-", stdin=text)
    assert (done.code, done.out) == (0, "")
    assert "--base" in done.err


def test_parts_of_pages_on_request() -> None:
    page = "<!doctype html><!-- http://c/ --><img data-src=http://l/>"
    assert run("extract", "-", stdin=page).code == 1
    assert run("extract", "--include", "comments", "--format", "url", "-", stdin=page).out == "http://c/\n"
    assert run("extract", "--include", "lazy", "--format", "url", "-", stdin=page).out == "http://l/\n"


FILTERED = (
    "http://a.org/x https://b.a.org/y ftp://c.org/z http://bücher.example/ mailto:me@a.org http://nota.org/"
)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--scheme", "ftp"], ["ftp://c.org/z"]),
        (["--scheme", "FTP://", "--scheme", "https"], ["https://b.a.org/y", "ftp://c.org/z"]),
        (["--host", "a.org"], ["http://a.org/x", "https://b.a.org/y"]),
        (["--host", "*.A.org", "--scheme", "https"], ["https://b.a.org/y"]),
        (["--host", "xn--bcher-kva.example"], ["http://bücher.example/"]),
        (["--host", "BÜCHER.example"], ["http://bücher.example/"]),
        (["--exclude", "^http", "--exclude", "c[.]org"], ["mailto:me@a.org"]),
    ],
)
def test_filters(options: list[str], expected: list[str]) -> None:
    assert run("extract", "--format", "url", *options, "-", stdin=FILTERED).out.splitlines() == expected


def test_encoding_can_be_said() -> None:
    data = "http://пример.рф/".encode("koi8-r")
    assert (
        run("extract", "--encoding", "koi8-r", "--format", "url", "-", stdin=data).out
        == "http://пример.рф/\n"
    )


# --- the other commands ---


def test_resolve() -> None:
    done = run("resolve", "--base", "http://a/b/c/d;p?q", "../g", "?y", "-", stdin="#s\n\nhttp:g\n")
    assert done == Done(0, "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q#s\nhttp:g\n", "")
    assert run("resolve", "--base", "http://a/b/c/d", "--loose", "http:g").out == "http://a/b/c/g\n"
    assert run("resolve", "--base", "http://a/b/c/d", "--dialect", "rfc2396", "?y").out == "http://a/b/c/?y\n"
    assert run("resolve", "http://a/b/../c").out == "http://a/c\n"


def test_resolve_what_is_no_url() -> None:
    done = run("resolve", "--dialect", "whatwg", "--base", "http://a/", "http://[", "b")
    assert (done.code, done.out) == (3, "http://a/b\n")
    assert "http://[" in done.err
    assert "^" in done.err


def test_normalize() -> None:
    assert run("normalize", "HTTP://A:80/%7e", "-", stdin="http://B\n").out == "http://a/~\nhttp://b/\n"
    done = run("normalize", "--explain", "--step", "drop-tracking", "http://a?utm_source=x")
    assert done.out.splitlines()[0] == "http://a/"
    assert "drop-tracking" in done.out
    assert "-> http://a/" in done.out


def test_explain() -> None:
    done = run("explain", "日本 (see http://a.org/x).")
    assert done.out.splitlines()[:3] == [
        *("1:9  http://a.org/x", "    日本 (see http://a.org/x).", "              ^^^^^^^^^^^^^^")
    ]
    assert run("explain", "nothing").code == 1
    assert "http://c/d" in run("explain", "-", stdin="<http://c/\n d>").out
    assert run("explain", "example.com").code == 1
    assert run("explain", "--schemeless", "example.com").code == 0


def test_version_and_module() -> None:
    assert launch("--version").out == f"urlglean, version {__version__}\n"


# --- exit codes and wrong use ---


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["extract", "--kind", "nope", "x"], "'html'"),
        (["extract", "--base", "nope", "x"], "http://example.com/"),
        (["extract", "--encoding", "base64", "x"], "utf-8"),
        (["extract", "--exclude", "a(b", "x"], "    a(b\n     ^"),
        (["extract", "--nope"], "--nope"),
        (["unique", "--rung", "nope", "x"], "'scheme'"),
        (["unique", "--redirect", "http://a", "http://b", "x"], "protocol"),
        (["resolve", "../x"], "--base"),
        (["resolve", "--loose", "--dialect", "whatwg", "--base", "http://a", "x"], "--loose"),
        (["normalize"], "URL"),
        (["nope"], "nope"),
    ],
)
def test_wrong_use_says_what_to_type(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


def test_nothing_found_and_nothing_there() -> None:
    assert run("extract", "-", stdin="nothing") == Done(1, "", "")
    assert run("extract", "-", stdin="") == Done(1, "", "")
    assert run("extract", "none.txt") == Done(
        3, "", "urlglean: none.txt: cannot be read: No such file or directory\n"
    )


def test_no_file_to_read(tmp_path: Path) -> None:
    assert run("extract", tmp_path) == Done(1, "", f"urlglean: no file was read: {tmp_path}: there is none\n")
    (tmp_path / "a.txt").write_text(TEXT)
    chosen = run("unique", "--files", "*.md", tmp_path)
    told = f"urlglean: no file was read: {tmp_path}: what --files and --skip-files choose is not there\n"
    assert chosen == Done(1, "", told)
    assert run("unique", "-q", "--files", "*.md", tmp_path) == Done(1, "", "")


def test_a_problem_does_not_hide_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    done = run("extract", "none.txt", "a.txt", "none.txt", cwd=tmp_path)
    assert done.code == 3
    assert len(done.out.splitlines()) == 3
    assert done.err.count("none.txt") == 1


# --- the hostile folder ---


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Make a folder with everything in it that goes wrong, and good URLs between."""
    good = {
        "a-good.txt": b"see http://good.example/text\n",
        "b-empty.txt": b"",
        "c-empty.html": b"",
        "d-latin.txt": "Grüße: http://good.example/latin".encode("latin-1"),
        "e-utf16.txt": "see http://good.example/utf16".encode("utf-16-le"),
        "f-page.html": (
            "<html><head><meta charset=utf-8></head><body><p>\xe9\xe8</p>"
            "<a href='http://good.example/page'>caf\xe9</a>"
        ).encode("latin-1"),
        "g-message.eml": (
            b"From: a@b.org\nSubject: =?utf-8?q?broken\nContent-Type: multipart/mixed; boundary=X\n\n--X\n"
            b"Content-Type: text/plain; charset=klingon\nContent-Transfer-Encoding: base64\n\n"
            b"aHR0cDovL2dvb2QuZXhhb!XBsZS9tYWls\n--X\nContent-Type: text/html\n\n"
            b"<a href=http://good.example/htmlmail>\n"
        ),
        "h-image.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) + b"http://bad.example/",
        "i-noise": bytes(range(256)) * 9,
        "j-cut.txt.gz": gzip.compress(b"http://good.example/packed " * 9)[:-5],
        ".git/config": b"http://hidden.example/",
        "sub/\x1b[31mred\n.txt": b"http://good.example/name",
        "sub/z-last.txt": b"http://good.example/last",
    }
    folder = tmp_path / "hostile"
    for name, content in good.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "k-dangling").symlink_to("nowhere")
    (folder / "l-loop").symlink_to("..")
    (folder / "m-self").symlink_to("m-self")
    os.mkfifo(folder / "n-pipe")
    with socket.socket(socket.AF_UNIX) as server, contextlib.chdir(folder):
        server.bind("o-socket")
    (folder / "p-secret.txt").write_bytes(b"no URL in here")
    (folder / "p-secret.txt").chmod(0)
    return folder


def test_hostile_folder(hostile: Path) -> None:
    done = launch("extract", "hostile", cwd=hostile.parent)
    assert done.code == 3
    found = [line.rpartition("  ")[2] for line in done.out.splitlines()]
    assert found == [
        "http://good.example/text",
        "http://good.example/latin",
        "http://good.example/utf16",
        "http://good.example/page",
        "http://good.example/mail",
        "http://good.example/htmlmail",
        *["http://good.example/packed"] * 9,
        "http://good.example/name",
        "http://good.example/last",
    ]
    *problems, counted = done.err.splitlines()
    assert counted == (
        "urlglean: skipped 2 files that are no text: 1 PNG image, 1 of an unknown format"
        " (--kind text FILE reads one all the same)"
    )
    named = [re.match(r"urlglean: hostile/(\S+?)[: ]", line) for line in problems]
    assert all(named), done.err
    names = [match[1] for match in named if match]
    expected = [
        "g-message.eml",
        "j-cut.txt.gz",
        "k-dangling",
        "l-loop",
        "m-self",
        "n-pipe",
    ]
    expected = ["f-page.html", *expected, "o-socket"]
    if os.geteuid() != 0:
        expected.append("p-secret.txt")
    assert sorted(names) == expected
    assert "\x1b" not in done.out + done.err
    assert "Traceback" not in done.err


def test_hostile_folder_once_each(hostile: Path) -> None:
    done = run("unique", "--format", "jsonl", hostile)
    assert done.code == 3
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert len(rows) == 9
    assert sum(row["count"] for row in rows) == sum(len(row["places"]) for row in rows) == 17


# --- terminals and pipes ---


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "big.txt").write_text("http://a/ and some prose around it\n" * 100_000)
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


def on_terminal(
    *arguments: str | Path, stdin: bytes = b"", pause: float = 0, until: str = "", pipe_output: bool
) -> tuple[int, str]:
    """Run with standard error on a terminal; give the exit code and what the terminal got.

    Standard input stays open for ``pause`` seconds, or until the terminal shows ``until``.
    """
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if pipe_output else theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = bytearray()

        def listen() -> None:
            with contextlib.suppress(OSError):  # how a terminal says that the other side is gone
                while piece := os.read(ours, 4096):
                    shown.extend(piece)

        listener = threading.Thread(target=listen)
        listener.start()
        assert process.stdin is not None
        process.stdin.write(stdin)
        process.stdin.flush()
        time.sleep(pause)
        if until and not wait_for(
            lambda: until in shown.decode(errors="ignore") or process.poll() is not None
        ):
            process.kill()
        process.stdin.close()
        if process.stdout:
            process.stdout.read()
        code = process.wait(HANG)
        listener.join()
    os.close(ours)
    return code, shown.decode()


def test_a_bar_shows_only_when_it_takes_long() -> None:
    stdin = b"see http://a/\n" * 9
    code, shown = on_terminal("unique", "--kind", "text", "-", stdin=stdin, until="━", pipe_output=True)
    assert code == 0
    assert "━" in shown
    began = time.monotonic()
    code, shown = on_terminal("unique", "--kind", "text", "-", stdin=stdin, pipe_output=True)
    assert code == 0
    assert shown == "" or time.monotonic() - began > 1.0, "a bar for what took less than a second"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_tells_messages_and_bytes(jobs: str) -> None:
    archive = CORPORA / "mail" / "archive.mbox"
    code, shown = on_terminal(
        "unique", "--kind", "mbox", "--jobs", jobs, archive, "-", until="57.7/? kB", pipe_output=True
    )
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)
    assert code == 0
    assert re.search(r"\b6[0-9] messages", shown)
    assert "57.7/? kB" in shown


def test_no_bar_across_the_output() -> None:
    code, shown = on_terminal(
        "extract", "--kind", "text", "-", stdin=b"see http://a/\n", pause=1.5, pipe_output=False
    )
    assert (code, shown) == (0, "-:1:5  http://a/\r\n")


def test_a_stranger_on_the_terminal() -> None:
    text = b"http://a/\xc2\x9b31m http://b/\x1b]0;title\x07 \xe2\x80\xaehttp://c/"
    _, shown = on_terminal("extract", "--kind", "text", "-", stdin=text, pipe_output=False)
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(shown)


def test_a_fault_of_our_own_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("urlglean.cli.references.resolve", fail)
    monkeypatch.setattr(sys, "argv", ["urlglean", "resolve", "http://a/"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 3
    err = capsys.readouterr().err
    assert re.fullmatch(
        r"urlglean: a fault of urlglean itself, at test_cli\.py:\d+: ZeroDivisionError: oops\n", err
    )


# --- documentation ---

ALL_COMMANDS = dict(sorted(commands.commands.items()))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_help_has_examples_and_exit_codes(name: str) -> None:
    context = click.Context(ALL_COMMANDS[name], info_name=name)
    text = " ".join(ALL_COMMANDS[name].get_help(context).split())
    assert f"urlglean {name} " in text.partition("Examples:")[2]
    for code, meaning in EXIT_CODES.items():
        assert f"{code} {meaning}" in text


def test_the_list_of_commands_says_whole_sentences() -> None:
    assert "..." not in run("--help").out.partition("Commands:")[2].partition("Examples:")[0]


def examples() -> list[str]:
    found = []
    for command in ALL_COMMANDS.values():
        lines = (command.epilog or "").partition("Examples:")[2].partition("\n\n")[0].splitlines()
        found += [line.strip() for line in lines if line.strip()]
    return found


@pytest.mark.parametrize("example", examples())
def test_examples_are_right_use(example: str) -> None:
    words = shlex.split(
        example.partition("urlglean ")[2].partition(" | ")[0].partition(" > ")[0].partition(" < ")[0]
    )
    command = ALL_COMMANDS[words[0]]
    command.make_context(words[0], words[1:])


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_the_readme_has_every_command(name: str) -> None:
    assert f"urlglean {name}" in README.read_text(encoding="utf-8")


ALL_OPTIONS = {option for one in ALL_COMMANDS.values() for item in one.params for option in item.opts}


@pytest.mark.parametrize("option", sorted(option for option in ALL_OPTIONS if option.startswith("--")))
def test_help_has_every_option(option: str) -> None:
    assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", run("help", "options").out), option


@pytest.mark.parametrize("code", EXIT_CODES)
def test_help_has_every_exit_code(code: int) -> None:
    assert re.search(rf"(?m)^  {code} ", run("help", "exit-codes").out)


# --- redirectors, Parquet, stores ---

WRAPPED = "https://www.google.com/url?q=http%3A%2F%2FA.org%2Fx"


def test_redirectors_are_unwrapped_on_request() -> None:
    text = f"{WRAPPED} http://a.org/x"
    assert run("extract", "--format", "url", "-", stdin=text).out.split() == [WRAPPED, "http://a.org/x"]
    asked = ("--unwrap-redirectors", "-")
    assert run("extract", *asked, stdin=text).out == "-:1:1  http://A.org/x\n-:1:53  http://a.org/x\n"
    assert run("unique", *asked, stdin=text).out == "2\thttp://A.org/x\t-:1:1\n"
    assert run("extract", "--host", "google.com", *asked, stdin=text).code == 1
    assert run("extract", "--host", "a.org", "--format", "url", *asked, stdin=text).out.count("\n") == 2
    row = json.loads(run("extract", "--format", "jsonl", *asked, stdin=text).out.splitlines()[0])
    assert (row["url"], row["redirect_chain"]) == (WRAPPED, [WRAPPED, "http://A.org/x"])


def test_an_archive_is_the_same_however_it_is_packed(tmp_path: Path) -> None:
    archive = (README.parent / "corpora" / "mail" / "archive.mbox").read_bytes()
    half = archive.index(b"\nFrom ", len(archive) // 2) + 1
    two_frames = zstd.compress(archive[:half]) + zstd.compress(archive[half:])
    (tmp_path / "a.mbox").write_bytes(archive)
    expected = run("extract", "a.mbox", cwd=tmp_path).out
    assert expected.count("\n") > 200
    for name, packed in (("a.mbox.gz", gzip.compress(archive)), ("a.mbox.zst", two_frames)):
        (tmp_path / name).write_bytes(packed)
        assert run("extract", name, cwd=tmp_path).out == expected.replace("a.mbox@", f"{name}@")
    found = launch("unique", "--format", "url", "-", stdin=two_frames).out.splitlines()
    assert found == run("unique", "--format", "url", "a.mbox", cwd=tmp_path).out.splitlines()


ALBUM = README.parent / "corpora" / "mail" / "album.mht"
SKIPPED = (
    "urlglean: skipped 4 attachments that are no text (72 bytes): 2 image/jpeg, 1 image/png, 1 image/gif\n"
)


@pytest.mark.parametrize("options", [("extract",), ("unique",), ("extract", "--jobs", "2", str(README))])
def test_attachments_that_are_no_text_are_counted(options: tuple[str, ...]) -> None:
    done = run(*options, ALBUM)
    assert (done.code, done.err) == (0, SKIPPED)


def test_attachments_that_go_into_a_store_are_counted_once(tmp_path: Path) -> None:
    into = ("extract", "--into", "x.duckdb", ALBUM)
    assert run(*into, cwd=tmp_path).err == SKIPPED
    again = run(*into, cwd=tmp_path)
    assert (again.code, again.err) == (0, "")


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """Make documentation: a text, a manual as PDF, and pictures as the Web has them."""
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "a.txt").write_text("http://a/")
    for number in range(3):
        (folder / f"{number}.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "x.ico").write_bytes(b"\0\0\1\0" + bytes(8))
    (folder / "conf.cpython-311.pyc").write_bytes(b"\xa7\r\r\n" + bytes(12))
    return folder


PICTURES = "urlglean: skipped 5 files that are no text: 3 PNG images, 1 compiled Python module, 1 icon\n"


@pytest.mark.parametrize(
    "options",
    [("extract",), ("unique",), ("extract", "--jobs", "2"), ("extract", "--into", "x.duckdb"), ("frontier",)],
)
def test_pictures_in_a_folder_are_counted(manual: Path, options: tuple[str, ...]) -> None:
    done = run(*options, "manual", cwd=manual.parent)
    assert (done.code, done.err) == (0, PICTURES)


def test_who_wants_quiet_hears_of_no_pictures(manual: Path) -> None:
    assert run("extract", "-q", "manual", cwd=manual.parent) == Done(0, "manual/a.txt:1:1  http://a/\n", "")


def test_a_picture_that_is_named_itself_is_named(manual: Path) -> None:
    done = run("extract", "-q", "0.png", "a.txt", cwd=manual)
    told = "urlglean: 0.png: a PNG image, not text: skipped (--kind text reads it all the same)\n"
    assert (done.code, done.err) == (3, told)


def test_what_may_hold_urls_is_named_with_a_way_to_them(manual: Path) -> None:
    (manual / "m.pdf").write_bytes(b"%PDF-1.7 \0")
    done = run("extract", "-q", "manual", cwd=manual.parent)
    told = "urlglean: manual/m.pdf: a PDF file, not text: skipped (pdftotext makes text of it)\n"
    assert (done.code, done.err) == (3, told)


@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")])
def test_a_store_knows_what_is_no_text(manual: Path, jobs: tuple[str, ...]) -> None:
    (manual / "m.pdf").write_bytes(b"%PDF-1.7 \0")
    into = ("extract", *jobs, "--into", "x.duckdb", "manual")
    assert run(*into, cwd=manual.parent).code == 3
    with duckdb.connect(str(manual.parent / "x.duckdb")) as store:
        rows = store.sql(
            "SELECT source, message FROM problem JOIN document ON document = id ORDER BY source"
        ).fetchall()
    assert [(Path(source).name, message.partition(",")[0]) for source, message in rows] == [
        ("0.png", "a PNG image"),
        ("1.png", "a PNG image"),
        ("2.png", "a PNG image"),
        ("conf.cpython-311.pyc", "a compiled Python module"),
        ("m.pdf", "a PDF file"),
        ("x.ico", "an icon"),
    ]
    again = run(*into, cwd=manual.parent)
    assert (again.code, again.err) == (0, "")
    assert "7 of them as before" in again.out


def test_a_message_of_nothing_but_an_attachment(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text("Subject: x\nMIME-Version: 1.0\nContent-Type: Application/PDF\n\n%PDF\n")
    told = "urlglean: skipped 1 attachment that is no text (5 bytes): 1 application/pdf\n"
    assert run("extract", "a.eml", cwd=tmp_path) == Done(1, "", told)


MESSAGE = (
    "Message-ID: <m@x>\nList-Archive: <http://l.org/archive>\nArchived-At: <http://l.org/m>\n\n"
    f"http://a.org/\n-- \nhttp://a.org/~jim/\n{'_' * 47}\nx mailing list, http://l.org/x\n"
)


@pytest.mark.parametrize("form", ["url", "jsonl", "csv", "into", "unique"])
def test_footers_are_left_out_on_request(tmp_path: Path, form: str) -> None:
    (tmp_path / "a.eml").write_text(MESSAGE)

    def urls(*options: str) -> list[str]:
        if form == "into":
            run("extract", "--into", "x.duckdb", *options, "a.eml", cwd=tmp_path)
            with duckdb.connect(tmp_path / "x.duckdb") as store:
                return [url for (url,) in store.execute("SELECT url FROM occurrence ORDER BY id").fetchall()]
        command = ("unique",) if form == "unique" else ("extract", "--format", form)
        return re.findall(r"http://[^\s\",]+", run(*command, *options, "a.eml", cwd=tmp_path).out)

    kept = ["http://l.org/m", "http://a.org/"]
    left_out = ["http://l.org/archive", "http://a.org/~jim/", "http://l.org/x"]
    assert set(urls()) == {*kept, *left_out}
    assert list(dict.fromkeys(urls("--no-footers"))) == kept


PARTS = {
    "lazy": "<img data-src=/lazy>",
    "noscript": "<noscript><a href=/noscript>x</a></noscript>",
    "templates": "<template><a href=/templates>x</a></template>",
    "comments": "<!-- http://a.org/comments -->",
    "scripts": "<script>go('http://a.org/scripts')</script>",
    "json-ld": '<script type=application/ld+json>{"@id": "http://a.org/json-ld"}</script>',
}


@pytest.mark.parametrize("command", ["extract", "unique"])
def test_what_is_read_of_a_page_can_be_chosen(tmp_path: Path, command: str) -> None:
    page = f"<a href=/link>x</a> http://a.org/text {''.join(PARTS.values())}"
    (tmp_path / "a.html").write_text(page)

    def paths(*options: str) -> set[str]:
        done = run(command, "--format", "url", "--base", "http://a.org/", *options, "a.html", cwd=tmp_path)
        return {url.removeprefix("http://a.org/") for url in done.out.splitlines()}

    assert paths() == {"link", "text"}
    assert paths("--no-text") == {"link"}
    for part in PARTS:
        assert paths("--no-text", "--include", part) == {"link", part}
        reading = {part.replace("-", "_"): True, "text": False}
        links = urlglean.extract_html(page, base="http://a.org/", **reading)
        assert {link.url for link in links} == {"http://a.org/link", f"http://a.org/{part}"}


def test_parquet_goes_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    for command, rows in (("extract", 3), ("unique", 2)):
        script = f"{shlex.join(COMMAND)} {command} --format parquet a.txt > {command}.parquet"
        subprocess.run(["bash", "-c", script], cwd=tmp_path, check=True)
        with duckdb.connect() as connection:
            assert len(connection.read_parquet(str(tmp_path / f"{command}.parquet"))) == rows


def test_a_store_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    into = ("extract", "--into", "urls.duckdb", "a.txt")
    assert run(*into, cwd=tmp_path) == Done(
        0, "urls.duckdb: 3 occurrences (3 new) of 2 URLs in 1 document\n", ""
    )
    assert run(*into, cwd=tmp_path).out.endswith(
        " 3 occurrences (0 new) of 2 URLs in 1 document, 1 of them as before\n"
    )
    (tmp_path / "a.txt").write_text("nothing")
    assert run(*into, cwd=tmp_path).code == 1
    assert run(*into, "nothere.txt", cwd=tmp_path).code == 3


def test_who_interrupts_a_store_hears_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "a.txt").write_text(TEXT)
    monkeypatch.setattr("urlglean.store.store.Store.read", interrupted)
    done = run("extract", "--into", "x.duckdb", "a.txt", cwd=tmp_path)
    told = "urlglean: interrupted; what x.duckdb holds is complete, and the same command goes on from there\n"
    assert (done.code, done.out, done.err.strip("\n") + "\n") == (130, "", told)


@pytest.mark.parametrize(
    "option",
    [
        *(("--scheme", "https"), ("--unwrap-redirectors",), ("--emails",), ("--no-footers",)),
        ("--base", "http://b/"),
    ],
)
def test_a_store_knows_by_which_options_a_file_was_read(tmp_path: Path, option: tuple[str, ...]) -> None:
    (tmp_path / "a.txt").write_text(f"{TEXT} {WRAPPED} a@b.org")
    into = ("extract", "--into", "urls.duckdb", "a.txt")
    assert "(4 new)" in run(*into, cwd=tmp_path).out
    assert "(0 new)" not in run(*into, *option, cwd=tmp_path).out
    assert "(0 new)" in run(*into, *option, cwd=tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--into", "a.txt", "a.txt"), "a.txt: this is no DuckDB file"),
        (
            ("--into", "no/where.duckdb", "a.txt"),
            "no/where.duckdb: there is no folder no; make it first, or name another file",
        ),
        (("--into", "-", "a.txt"), "--into is a file"),
        (("--into", "x.duckdb", "--format", "csv", "a.txt"), "--format has no meaning"),
    ],
)
def test_what_cannot_be_a_store_is_wrong_use(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    done = run("extract", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert told in done.err
    assert (tmp_path / "a.txt").read_text() == TEXT


# --- show ---


def test_show_marks_the_urls_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("show", "a.txt", cwd=tmp_path) == Done(
        0,
        "see ⟦http://a.org/x⟧, or\n  ⟦www.b.org⟧ (⟦http://A.org:80/x⟧)\n\n"
        "  1:5  http://a.org/x\n  2:3  http://www.b.org\n  2:14  http://A.org:80/x\n\n",
        "",
    )


def test_show_opens_the_message_that_extract_found(tmp_path: Path) -> None:
    archive = tmp_path / "a.mbox"
    for number in (1, 2):
        with archive.open("a") as out:
            out.write(
                f"From a@b Mon Feb  1 10:00:00 1999\nSubject: {number}\nX-Long: x\n\nhttp://a.org/{number}\n\n"
            )
    place = run("extract", "--host", "a.org", "--exclude", "/1$", "a.mbox", cwd=tmp_path).out.partition("  ")[
        0
    ]
    for name in (place, place.removesuffix(":1:1"), place.removesuffix(":1"), f"{place}:"):
        assert run("show", name, cwd=tmp_path) == Done(
            0, "Subject: 2\n\n⟦http://a.org/2⟧\n\n  1:1  http://a.org/2\n\n", ""
        )


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("a.mbox", "a.mbox@OFFSET"),
        ("a.mbox@7", "no message begins at byte 7"),
        ("a.mbox@999999", "no message begins at byte 999999"),
        ("a.txt@0", "a.txt is no mbox"),
        ("a.mbox@0#2", "no text is part 2 of it; it has one text alone"),
    ],
)
def test_show_says_what_it_needs(tmp_path: Path, place: str, told: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "a.mbox").write_text("From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\nhttp://a.org/\n")
    done = run("show", place, cwd=tmp_path)
    assert done.code == 2
    assert told in done.err


def test_show_of_a_folder(tmp_path: Path) -> None:
    assert run("show", ".", cwd=tmp_path) == Done(3, "", "urlglean: .: a folder; name a file in it\n")


def test_show_makes_a_page(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text("Subject: <x>\n\nsee <http://a.org/?a&b>\n")
    done = run("show", "--format", "html", "a.eml", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("<!DOCTYPE html>")
    assert "<title>a.eml</title>" in done.out
    assert "Subject: &lt;x&gt;" in done.out
    assert done.out.count('href="http://a.org/?a&amp;b"') == 2
    narrow = run("show", "--format", "html", "a.eml", cwd=tmp_path, encoding="ascii")
    assert narrow.out == done.out


def test_show_is_safe_for_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(
        b"From: a@b.org\nSubject: \x1b[31mred http://s.org/\n\n"
        b"bell \x07 http://a.org/\tx\r\n\x1b]0;title\x07 \xe2\x80\xae\n"
    )
    done = run("show", "a.eml", cwd=tmp_path)
    assert not set("\x1b\x07\r\u202e") & set(done.out)
    assert "\\x1b[31mred ⟦http://s.org/⟧\n" in done.out
    assert "bell \\x07 ⟦http://a.org/⟧\tx\n" in done.out


@pytest.mark.parametrize(
    ("settings", "begins"),
    [
        ({}, b"\x1b[1m\x1b[4mhttp://a.org/\x1b[0m"),
        (
            {"NO_COLOR": ""},
            b"\x1b[1m\x1b[4mhttp://a.org/\x1b[0m",
        ),  # as no-color.org has it: empty says nothing
        ({"NO_COLOR": "1"}, "⟦http://a.org/⟧".encode()),
        ({"TERM": "dumb"}, "⟦http://a.org/⟧".encode()),
    ],
    ids=str,
)
def test_show_colours_on_a_terminal(settings: dict[str, str], begins: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.org/")
    leader, follower = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM"}}
    environment |= {"PYTHONUTF8": "1", **settings}
    subprocess.run([*COMMAND, "show", "a.txt"], cwd=tmp_path, stdout=follower, env=environment, check=True)
    os.close(follower)
    shown = os.read(leader, 4096)
    os.close(leader)
    assert shown.startswith(begins)


def test_show_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing")
    assert run("show", "a.txt", cwd=tmp_path) == Done(1, "nothing\n\n", "")
    assert run("show", "nothere.txt", cwd=tmp_path).code == 3
    assert run("show", "-", stdin="http://a.org/").out.startswith("⟦http://a.org/⟧\n")


# --- folders ---

PAGES = {"a.html": "<a href=x.html>x</a>", "sub/b c.html": "<a href=x.html>x</a> <a href=../y.html>y</a>"}


def write_pages(folder: Path) -> Path:
    for name, page in PAGES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(page)
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("named", [["."], ["a.html", "sub/b c.html"]])
def test_each_page_of_a_folder_has_a_base_of_its_own(named: list[str], jobs: str, tmp_path: Path) -> None:
    write_pages(tmp_path)
    given = ["--jobs", jobs, "--format", "jsonl", "--base", "http://b.example/d"]
    done = run("extract", *given, *named, cwd=tmp_path)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [(row["url"], row["base"]) for row in rows] == [
        ("http://b.example/d/x.html", "http://b.example/d/a.html"),
        ("http://b.example/d/sub/x.html", "http://b.example/d/sub/b%20c.html"),
        ("http://b.example/d/y.html", "http://b.example/d/sub/b%20c.html"),
    ]
    assert "a.html is taken for http://b.example/d/a.html" in done.err
    assert "--base-from FILE" in done.err
    assert not run("extract", "-q", *given, *named, cwd=tmp_path).err


def test_the_url_of_one_page_is_no_base_of_a_folder(tmp_path: Path) -> None:
    done = run("extract", "--base", "http://b.example/d/index.html", ".", cwd=write_pages(tmp_path))
    assert done.code == 2
    assert "--base http://b.example/d/" in " ".join(done.err.split())


@pytest.mark.parametrize("command", ["extract", "unique", "show"])
@pytest.mark.parametrize("way", ["wget", "wget:https"])
def test_the_layout_of_a_mirror_gives_bases_to_every_command(command: str, way: str, tmp_path: Path) -> None:
    folder = write_pages(tmp_path / "www.example.org")
    path = folder / "a.html" if command == "show" else folder
    done = run(command, "--base-from", way, path)
    scheme = "https" if way == "wget:https" else "http"
    assert f"{scheme}://www.example.org/x.html" in done.out
    assert ("--base-from wget:https" in done.err) == (way == "wget")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_relative_references_of_different_pages_are_not_one(jobs: str, tmp_path: Path) -> None:
    write_pages(tmp_path)
    (tmp_path / "c.html").write_text(
        "<a href=http://c.example/>c</a> <a href=x.html>x</a> <a href=x.html>x</a>"
    )
    for form in ("text", "url"):
        done = run("unique", "--jobs", jobs, "--format", form, ".", cwd=tmp_path)
        assert len(done.out.splitlines()) == 1
        assert "left out: 5 relative references without a base (--base URL or --base-from" in done.err
        assert "--relative keeps them" in done.err
    kept = run("unique", "--jobs", jobs, "--relative", ".", cwd=tmp_path)
    assert [line.split("\t")[:2] for line in kept.out.splitlines()] == [
        ["1", "x.html"],
        ["1", "http://c.example/"],
        ["2", "x.html"],
        ["1", "x.html"],
        ["1", "../y.html"],
    ]
    rows = run("unique", "--jobs", jobs, "--format", "jsonl", ".", cwd=tmp_path).out.splitlines()
    assert len(rows) == len(kept.out.splitlines())


def test_what_was_put_right_is_no_loss(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<meta charset=klingon><a href=http://a.example/>a</a>")
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 4)
    done = run("extract", tmp_path)
    assert (done.code, len(done.out.splitlines())) == (0, 1)
    assert "of an unknown format (--kind text FILE reads one all the same)" in done.err
    assert run("extract", tmp_path / "noise").code == 3

"""A run over inputs: what is read and what is not, what is told of it, the exit code, the progress bar."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from rich.progress import Progress

from support.command_runs import COMMAND, TEXT, Done, launch, run, terminal
from support.patience import HANG, wait_for
from support.places import CORPORA, README
from support.trees import plant
from urlglean.cli import run as progress_bar
from urlglean.cli.run import ProgressBar, Request, Run
from urlglean.jobs.reading import Gathered
from urlglean.reports import Problem


def test_a_relative_reference_without_a_base_is_shown_or_told() -> None:
    text = "<URL:../x>"
    assert run("extract", "-", stdin=text) == Done(0, "-:1:6  ../x\n", "")
    done = run("extract", "--format", "url", "-", stdin=text)
    assert (done.code, done.out) == (0, "")
    assert "--base" in done.err


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
    plant(folder, good)
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


# --- the progress bar ---


def on_terminal(
    *arguments: str | Path, stdin: bytes = b"", pause: float = 0, until: str = "", pipe_output: bool
) -> tuple[int, str]:
    """Run with standard error on a terminal; give the exit code and what the terminal got.

    Standard input stays open for ``pause`` seconds, or until the terminal shows ``until``.
    """
    ours, theirs = terminal()
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if pipe_output else theirs,
        stderr=theirs,
        env=os.environ | {"COLUMNS": "300"},  # a bar is one line, wherever this is checked out
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


ALBUM = README.parent / "corpora" / "mail" / "album.mht"


SKIPPED = (
    "urlglean: skipped 4 attachments that are no text (72 bytes): 2 image/jpeg, 1 image/png, 1 image/gif\n"
)


# --- what is no text ---


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


PAGES = {"a.html": "<a href=x.html>x</a>", "sub/b c.html": "<a href=x.html>x</a> <a href=../y.html>y</a>"}


# --- bases ---


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("named", [["."], ["a.html", "sub/b c.html"]])
def test_each_page_of_a_folder_has_a_base_of_its_own(named: list[str], jobs: str, tmp_path: Path) -> None:
    plant(tmp_path, PAGES)
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
    done = run("extract", "--base", "http://b.example/d/index.html", ".", cwd=plant(tmp_path, PAGES))
    assert done.code == 2
    assert "--base http://b.example/d/" in " ".join(done.err.split())


@pytest.mark.parametrize("command", ["extract", "unique", "show"])
@pytest.mark.parametrize("way", ["wget", "wget:https"])
def test_the_layout_of_a_mirror_gives_bases_to_every_command(command: str, way: str, tmp_path: Path) -> None:
    folder = plant(tmp_path / "www.example.org", PAGES)
    path = folder / "a.html" if command == "show" else folder
    done = run(command, "--base-from", way, path)
    scheme = "https" if way == "wget:https" else "http"
    assert f"{scheme}://www.example.org/x.html" in done.out
    assert ("--base-from wget:https" in done.err) == (way == "wget")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_relative_references_of_different_pages_are_not_one(jobs: str, tmp_path: Path) -> None:
    plant(tmp_path, PAGES)
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


def test_what_is_counted_while_the_bar_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be counted after that for a long time: a pipe may be waited for."""
    up = threading.Event()
    start = Progress.start
    shown: list[Any] = []

    def start_slowly(self: Progress) -> None:
        bar.gathered(Gathered(None, read=57_700, messages=65, name="archive.mbox"))
        start(self)
        shown.append(self)
        up.set()

    monkeypatch.setattr(progress_bar, "_BAR_AFTER", 0.0)
    monkeypatch.setattr(Progress, "start", start_slowly)
    bar = ProgressBar()
    bar.start(0)
    assert up.wait(HANG)
    bar.close()  # which waits until it is up
    (task,) = shown[0].tasks
    assert task.completed == 57_700
    assert task.description == "archive.mbox"
    assert task.fields["messages"] == "65 messages"


@pytest.mark.parametrize(("total", "size", "done"), [(100, 40, 40), (0, 0, 70)], ids=["a file", "a pipe"])
def test_no_more_is_done_than_a_file_has_and_all_that_came_by_a_pipe(
    total: int, size: int, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Progress] = []
    monkeypatch.setattr(progress_bar, "_BAR_AFTER", 0.0)
    monkeypatch.setattr(Progress, "start", lambda self: shown.append(self))
    bar = ProgressBar()
    bar.start(total)
    bar.begin("a.gz", size)
    bar.advance(70)
    assert wait_for(lambda: shown)
    bar.close()
    assert [task.completed for task in shown[0].tasks] == [done]


IS_ROOT = os.name != "nt" and os.geteuid() == 0


# What lets root read everything is a right of its own, which can be laid down.
WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if IS_ROOT else []


bound_by_permissions = pytest.mark.skipif(
    os.name == "nt" or (IS_ROOT and shutil.which("setpriv") is None), reason="nothing is forbidden there"
)


# --- permissions ---


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
def guarded(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "ok.txt").write_text("http://ok/")
    (tmp_path / "secret.txt").write_text("http://secret/")
    (tmp_path / "shut").mkdir()
    (tmp_path / "kept").mkdir()
    (tmp_path / ".hidden").mkdir()
    modes = {"secret.txt": 0, "shut": 0, "kept": 0o555, ".hidden": 0}
    for name, mode in modes.items():
        (tmp_path / name).chmod(mode)
    yield tmp_path
    for name in modes:
        (tmp_path / name).chmod(0o700)


@bound_by_permissions
@pytest.mark.parametrize("command", ["extract --format url", "check --offline --format jsonl"])
@pytest.mark.parametrize("done_to_folder", ["rmdir $PWD", "chmod 0 .."])
def test_settings_that_cannot_be_looked_for_are_none(
    done_to_folder: str, command: str, guarded: Path
) -> None:
    (guarded / "shut").chmod(0o700)
    (guarded / "shut" / "sub").mkdir()
    shell = ["sh", "-c", f'{done_to_folder}; exec "$@"', "sh"]
    done = subprocess.run(
        [*shell, *WITHOUT_RIGHTS, *COMMAND, *command.split(), str(guarded / "ok.txt")],
        cwd=guarded / "shut" / "sub",
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "http://ok/" in done.stdout


@bound_by_permissions
@pytest.mark.parametrize("command", ["extract", "extract --jobs 2", "unique", "frontier --text"])
@pytest.mark.parametrize("paths", ["secret.txt shut ok.txt", "."])
def test_what_may_not_be_read_does_not_end_the_rest(command: str, paths: str, guarded: Path) -> None:
    done = permitted(*command.split(), "--format", "url", *paths.split(), cwd=guarded)
    assert (done.code, done.out) == (3, "http://ok/\n")
    assert sorted(line.removeprefix("urlglean: ").removeprefix("./") for line in done.err.splitlines()) == [
        "secret.txt: cannot be read: Permission denied",
        "shut: cannot open this folder: Permission denied",
    ]


@bound_by_permissions
def test_what_may_not_be_shown(guarded: Path) -> None:
    told = "urlglean: secret.txt: cannot be read: Permission denied\n"
    assert permitted("show", "secret.txt", cwd=guarded) == Done(3, "", told)


@bound_by_permissions
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
    arguments: str, told: str, guarded: Path
) -> None:
    done = permitted(*arguments.split(), cwd=guarded)
    assert (done.code, done.out) == (2, "")
    assert told in done.err
    assert "IO Error" not in done.err


def test_memory_for_problems_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.cli.run._TOLD_AT_MOST", 2)
    problems = [Problem("x", f"problem {number}") for number in (1, 2, 2, 1, 3, 1)]
    told: list[str] = []
    monkeypatch.setattr("urlglean.cli.run.say", told.append)
    one = Run(Request(()))
    for problem in problems:
        one.tell(problem)
    assert told == [f"x: problem {number}" for number in (1, 2, 3, 1)]
    assert one.finish() == 3

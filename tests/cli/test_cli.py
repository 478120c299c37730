"""`urlglean` itself: its commands, what it says of wrong use, and to those who type what is none of them."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_runs import Done, launch, run
from support.patience import HANG
from support.places import README
from urlglean import __version__, cli
from urlglean.cli import commands
from urlglean.cli.help import CHECK_CODES, EXIT_CODES


def test_version_and_module() -> None:
    assert launch("--version").out == f"urlglean, version {__version__}\n"


@pytest.mark.parametrize(("loaded", "left"), [("sys", "True"), ("duckdb", "False")])
def test_what_goes_with_the_process_is_not_gone_through(loaded: str, left: str) -> None:
    code = f"""
import atexit, gc, {loaded}
before = gc.get_freeze_count()  # Python 3.12 begins with some
atexit.register(lambda: print(gc.get_freeze_count() > before))  # after what is registered later
from urlglean.__main__ import main
main()
"""
    command = [sys.executable, "-c", code, "--version"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=True)
    assert done.stdout.splitlines()[-1] == left
    assert done.stderr == ""


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


@pytest.mark.parametrize(
    "error", [MemoryError(), ImportError("x.so: failed to map segment from shared object")]
)
def test_want_of_memory_is_told_as_what_it_is(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("urlglean.cli.references.resolve", fail)
    done = run("resolve", "http://a/")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("urlglean: out of memory: ")


ALL_COMMANDS = dict(sorted(commands.commands.items()))


@pytest.mark.parametrize("name", ALL_COMMANDS)
def test_help_has_examples_and_exit_codes(name: str) -> None:
    text = " ".join(run(name, "--help").out.split())
    assert f"urlglean {name} " in text.partition("Examples:")[2]
    for code, meaning in (EXIT_CODES | (CHECK_CODES if name == "check" else {})).items():
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
def test_examples_are_right_use(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "site").mkdir()  # which an option names
    monkeypatch.chdir(tmp_path)
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


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("a.txt", "To find the URLs in it: urlglean extract a.txt"),
        ("my-notes.txt --format url", "To find the URLs in it: urlglean extract my-notes.txt"),
        (".", "To find the URLs in it: urlglean extract ."),
        ("-", "To find the URLs in it: urlglean extract -"),
        ("http://a/?b", "To normalize a URL: urlglean normalize 'http://a/?b'"),
        ("version", "Did you mean 'urlglean --version'?"),
        ("extrac a.txt", "Did you mean 'extract'?"),
        ("nonsense", "No such command 'nonsense'.\n"),
        ("extract --fromat url", "Did you mean one of: '--base-from', '--format'?"),
        ("extract -format url", "Did you mean '--format'?"),
        ("extract -kind=text a.txt", "Did you mean '--kind'?"),
        ("extract -quiet a.txt", "Did you mean '--quiet'?"),
        ("extract -z -kind text a.txt", "What begins with - and is no option"),
        ("extract a.txt --format", "Usage: urlglean extract"),
        ("extract -x.txt", "What begins with - and is no option goes behind --: urlglean extract -- ..."),
        ("resolve --base http://a/ -x", "goes behind --: urlglean resolve -- ..."),
        (
            "unique --into x.duckdb a.txt",
            "'--into'. It is an option of 'urlglean extract' and 'urlglean frontier'.",
        ),
        ("normalize --emails x", "It is an option of 'urlglean explain' and 'urlglean extract' and"),
        ("help nonsense", "No such command or topic 'nonsense'. 'urlglean help' lists them.\n"),
    ],
)
def test_what_to_type_instead(arguments: str, told: str, tmp_path: Path) -> None:
    for name in ("a.txt", "my-notes.txt"):
        (tmp_path / name).write_text("http://a/")
    done = run(*arguments.split(), cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_help_is_a_command_too() -> None:
    commands = [run(word).out.partition("Commands:")[2].partition("\n\n")[0] for word in ("help", "--help")]
    assert commands[0] == commands[1] != ""
    assert run("help", "extract") == run("extract", "--help")
    assert run("extract", "-h") == run("extract", "--help")


def test_what_begins_with_a_hyphen_goes_behind_two(tmp_path: Path) -> None:
    (tmp_path / "-x.txt").write_text("http://a/")
    assert run("extract", "--", "-x.txt", cwd=tmp_path) == Done(0, "-x.txt:1:1  http://a/\n", "")
    assert run("resolve", "--base", "http://a/", "--", "-x").out == "http://a/-x\n"


def test_a_file_that_was_taken_for_a_text(tmp_path: Path) -> None:
    (tmp_path / "my notes.txt").write_text("http://a/")
    done = run("explain", "my notes.txt", cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert "urlglean explain - < 'my notes.txt'" in done.err


@pytest.mark.parametrize("command", ["extract", "unique", "show", "frontier"])
def test_no_file_has_an_empty_name(command: str) -> None:
    assert run(command, "") == Done(
        3, "", "urlglean: '': no file has an empty name; . is the folder you are in\n"
    )


@pytest.mark.parametrize("command", ["extract", "unique", "show", "frontier", "extract --into x.duckdb"])
@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "https://example.com/?a&b",
            "curl -sL 'https://example.com/?a&b' | urlglean extract --base 'https://example.com/?a&b' -",
        ),
        ("file:///tmp/my%20notes.txt", "name the file itself: '/tmp/my notes.txt'"),
        ("file:///C:/notes.txt", "name the file itself: C:/notes.txt"),
        ("nothere:x", "cannot be read: No such file or directory"),
    ],
)
def test_a_url_is_no_file(command: str, name: str, told: str, tmp_path: Path) -> None:
    done = run(*command.split(), name, cwd=tmp_path)
    assert done.code == 3
    assert done.err.count("\n") == 1
    assert f"urlglean: {name}: " in done.err
    assert told in done.err

"""What is told to those who type what is no command, no option, no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_runs import Done, run


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

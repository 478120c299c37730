"""``urlglean show``: a text with its URLs marked."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from support.command_runs import COMMAND, TEXT, Done, run, terminal


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
        (f"a.mbox@{'9' * 99}", "no message begins at byte 999"),
        ("a.txt@0", "a.txt is no mbox"),
        ("a.mbox@0#2", "no text is part 2 of it; it has one text alone"),
        ("a.txt#srcdoc2.srcdoc1:1:9", "no text is part srcdoc2.srcdoc1 of it; it has one text alone"),
        ("a.ipynb#cell 3:1:5", "a.ipynb (application/x-ipynb+json) is no text, page or message"),
        ("a.txt@7#header:4:8", "a.txt is no mbox"),
    ],
)
def test_show_says_what_it_needs(tmp_path: Path, place: str, told: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "a.ipynb").write_text('{"cells": [], "nbformat": 4}')
    (tmp_path / "a.mbox").write_text("From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\nhttp://a.org/\n")
    done = run("show", place, cwd=tmp_path)
    assert done.code == 2
    assert told in done.err


@pytest.mark.parametrize("command", ["extract", "show", "check"])
def test_a_name_that_no_file_can_have_is_told_as_that_of_an_input(command: str, tmp_path: Path) -> None:
    name = "x" * 5000
    done = run(command, name, cwd=tmp_path)
    assert done.code == 3
    assert f"{name}: cannot be read: File name too long" in done.err


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
        ({"TERM": "unknown"}, "⟦http://a.org/⟧".encode()),
    ],
    ids=str,
)
def test_show_colours_on_a_terminal(settings: dict[str, str], begins: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.org/")
    leader, follower = terminal()
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

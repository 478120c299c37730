"""What looks like a host name, and what stands around it says otherwise."""

from __future__ import annotations

import pytest

from urlglean.delimiting.names.surroundings import (
    is_before_a_file,
    is_called_a_file,
    is_in_a_statement,
    is_in_an_address,
    is_listed,
)


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("the file ", "sfp0.network", ""),
        ("the file is named `", "sfp0.network", "`"),
        ("a minor change to the ", "viewer.pro", " file"),
        ("see ``", "foo.info", "`` file"),
        ("attached ", "siggen.cc", "."),
        ("uses `", "hello.cc", "`"),
        ("", "lexer.ly", ":37:41: error"),
        ("see ", "diff.pl", " in the contrib directory"),
        ("see ", "diff.pl", " in doc/"),
        ("Rename ", "help.pl", " to more.pl"),
        ("into `", "subs.pl", "'."),
        ("main.c, ", "util.cc", ""),
        ("'", "one.cc", "', 'two.cpp'"),
        ("import the module ", "foo.so", ""),
        ("see sub.c and the new ", "grow.at", ""),
        ("- ", "mk1mf.pl", " makes ms/nt.mak and util.txt"),
        ("Added ", "misc.pl", "."),
    ],
)
def test_what_is_called_a_file(before: str, name: str, after: str) -> None:
    start, end = len(before), len(before) + len(name)
    assert is_called_a_file(before + name + after, start, end, name.rpartition(".")[2])


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("the file ", "example.com", ""),
        ("see ", "allegro.pl", " in Poland"),
        ("see ", "allegro.pl", ", main.html"),
        ("uses `", "notion.so", "`"),
        ("the profile ", "example.de", ""),
        ("main.c, ", "example.de", ""),
        ("a module of ", "crates.io", ""),
        ("", "example.ly", ":37"),
        ("main.c\nsee ", "allegro.pl", "\nmain.c"),
        ("Added ", "example.de", "."),
    ],
)
def test_what_is_not_called_a_file(before: str, name: str, after: str) -> None:
    start, end = len(before), len(before) + len(name)
    assert not is_called_a_file(before + name + after, start, end, name.rpartition(".")[2])


def test_what_is_a_part_of_an_address() -> None:
    assert is_in_an_address("joe.ml at example.org wrote:", 0, 6, "ml")
    assert is_in_an_address("<joe.ml (at) example.org>", 1, 7, "ml")
    assert not is_in_an_address("example.com at example.org wrote:", 0, 11, "com")
    assert not is_in_an_address("bit.ly at example.org is", 0, 6, "ly")


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("import ", "abc.media", ""),
        ("x\n    from ", "abc.media", " import y"),
        ("> package ", "foo.de", ";"),
        ("", "job.id", " = 1"),
        ("if ", "job.id", " == 1"),
        ("", "job.id", " += 1"),
        ("", "job.id", " := 1"),
        ("", "index.exposed", " = True"),
        ("    ", "pad.ch", " = pad_ch(info);"),
        ("\n\t", "gen.pl", ": skip lines"),
        ("\n\t* Makefile.in (NM): Change ", "nm.new", " to nm-new."),
        ("\n\t* Makefile.am: Build\n\tall of it and ", "x.at", ""),
        ("invalid struct ", "poll.events", ""),
        ("the new ", "format.cc", " configuration variable"),
        ("wait for ``", "selector.select", "`` in a loop"),
        ("``", "jedi.Script.search", "``"),
        ('f("%s", ', "job.name", ");\n"),
    ],
)
def test_statements(before: str, name: str, after: str) -> None:
    start, end = len(before), len(before) + len(name)
    assert is_in_a_statement(before + name + after, start, end, name.rpartition(".")[2])


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        ("from ", "twitch.tv", " and"),
        ("we import ", "foo.de", ""),
        ("", "foo.de", " = x"),
        ("", "example.com", " = 1"),
        ("", "job.id", " is"),
        ("``", "irc.example.chat", "``"),
        ("\n\t* Makefile.in: Change it.\n\nsee ", "job.id", ""),
        ("\n\t* faq.texi: The page is ", "example.de", ""),
    ],
)
def test_what_is_no_statement(before: str, name: str, after: str) -> None:
    start, end = len(before), len(before) + len(name)
    assert not is_in_a_statement(before + name + after, start, end, name.rpartition(".")[2])


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("example.com, it.so.", True),
        ("it.so, example.com", True),
        ("x it.so, example.com", False),
        ("main.py, it.so.", False),
        ("a.zzz, it.so.", False),
        ("as.well, it.so.", False),
        ("it.so | as.well | x", False),
    ],
)
def test_a_name_in_a_list_is_vouched_for_by_one_without_doubt(text: str, *, listed: bool) -> None:
    start = text.index("it.so")
    assert is_listed(text, start, start + len("it.so")) is listed


def test_two_files_with_a_slash_between_them() -> None:
    assert is_before_a_file("configure.ac/Makefile.am and", 12, "ac")
    assert is_before_a_file("test.sh/run_all()", 7, "sh")
    assert not is_before_a_file("example.at/a/b.c", 10, "at")
    assert not is_before_a_file("example.at/b.html", 10, "at")
    assert not is_before_a_file("example.de/b.c", 10, "de")

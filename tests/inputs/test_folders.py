"""From paths to the names of files: folders, links, and what is no file."""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.trees import plant
from urlglean.inputs.folders import Choice
from urlglean.reports import Problem


def walked(*paths: str | Path, below: Path) -> list[str]:
    """Give what a walk yields, problems with their message, names below ``below``."""
    found = []
    for item in Choice().files(paths):
        name = item.source if isinstance(item, Problem) else item
        name = os.path.relpath(name, below)
        found.append(f"{name}: {item.message}" if isinstance(item, Problem) else name)
    return found


def test_folders_are_walked_in_order_of_names(tmp_path: Path) -> None:
    plant(tmp_path, dict.fromkeys(("b", "a/z", "a/B", "a/a/x", "c"), ""))
    assert walked(tmp_path, below=tmp_path) == ["a/B", "a/a/x", "a/z", "b", "c"]


def test_hidden_folders_are_left_out_unless_named(tmp_path: Path) -> None:
    plant(tmp_path, dict.fromkeys((".git/x", ".hidden", "a"), ""))
    assert walked(tmp_path, below=tmp_path) == [".hidden", "a"]
    assert walked(tmp_path / ".git", below=tmp_path) == [".git/x"]


def test_a_maildir_is_no_hidden_folder(tmp_path: Path) -> None:
    plant(tmp_path, {".Sent/cur/m": ""})
    (tmp_path / ".Sent/new").mkdir()
    (tmp_path / ".Sent/tmp").mkdir()
    assert walked(tmp_path, below=tmp_path) == [".Sent/cur/m"]


def test_what_is_read_of_a_folder_elsewhere_is_what_a_walk_comes_to_here(tmp_path: Path) -> None:
    names = (
        *(
            "a.txt",
            "b/c.md",
            "b/.DS_Store",
            ".hidden",
            ".git/x",
            "b/.tox/d/e.md",
            "node_modules/f.md",
            "b/g.txt",
        ),
        *(
            "Mail/.Sent/cur/1",
            "Mail/.Sent/new/2",
            "Mail/.Sent/tmp/3",
            "Mail/.Sent/maildirfolder",
            "Mail/dovecot.index",
        ),
    )
    plant(tmp_path, dict.fromkeys(names, ""))
    for choice in (
        Choice(),
        Choice(only=(re.compile(r".*\.md|[0-9]"),), skipped=(re.compile("node_modules"),)),
    ):
        here = {os.path.relpath(name, tmp_path) for name in choice.files([tmp_path]) if isinstance(name, str)}
        assert {name for name in names if choice.reads_below(name.split("/"))} == here


def test_what_desktops_leave_behind(tmp_path: Path) -> None:
    plant(tmp_path, {".DS_Store": "x", "Thumbs.db": "x"})
    assert walked(tmp_path, below=tmp_path) == []


def test_what_mail_programs_keep_beside_the_mail(tmp_path: Path) -> None:
    kept = (
        "Inbox.msf",
        "dovecot.index.cache",
        "dovecot-uidlist",
        ".mh_sequences",
        "maildirsize",
        "courierimapuiddb",
    )
    plant(tmp_path, dict.fromkeys((*kept, "dovecot"), "http://a.org/"))
    assert walked(tmp_path, below=tmp_path) == ["dovecot"]
    assert walked(tmp_path / "Inbox.msf", below=tmp_path) == ["Inbox.msf"]


def test_a_named_file_is_read_whatever_it_is_called(tmp_path: Path) -> None:
    plant(tmp_path, {".DS_Store": "x"})
    assert walked(tmp_path / ".DS_Store", below=tmp_path) == [".DS_Store"]


class EntryOfWindows:
    """An entry of a folder whose listing does not tell inodes, as Windows' does not."""

    def __init__(self, entry: os.DirEntry[str]) -> None:
        self.name, self.path = entry.name, entry.path
        self.is_dir, self.is_symlink = entry.is_dir, entry.is_symlink
        self._stat = entry.stat

    def stat(self) -> os.stat_result:
        mode, _, _, *rest = self._stat()
        return os.stat_result((mode, 0, 0, *rest))


@pytest.fixture(params=["posix", "nt"])
def listing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have folders be listed as the systems do it."""
    if request.param == "nt":
        scandir = os.scandir

        @contextmanager
        def listed(folder: str) -> Iterator[list[EntryOfWindows]]:
            with scandir(folder) as entries:
                yield list(map(EntryOfWindows, entries))

        monkeypatch.setattr("urlglean.inputs.folders.os.scandir", listed)


@pytest.mark.usefixtures("listing")
def test_links_that_lead_nowhere_or_round(tmp_path: Path) -> None:
    plant(tmp_path, {"a/b/file": ""})
    (tmp_path / "a/b/self").symlink_to(".")
    (tmp_path / "a/b/up").symlink_to("../..")
    (tmp_path / "a/gone").symlink_to("nowhere")
    (tmp_path / "a/round").symlink_to("round")
    (tmp_path / "a/above").symlink_to(tmp_path.parent)
    loop = "a link to a folder that holds it (a loop): not followed"
    assert walked(tmp_path, below=tmp_path) == [
        f"a/above: {loop}",
        "a/b/file",
        f"a/b/self: {loop}",
        f"a/b/up: {loop}",
        "a/gone: a broken link: nowhere does not exist",
        f"a/round: a link that cannot be followed to round: {os.strerror(errno.ELOOP)}",
    ]


@pytest.mark.usefixtures("listing")
def test_links_are_followed_and_nothing_is_read_twice(tmp_path: Path) -> None:
    plant(tmp_path, {"inside/x": "", "outside/y": ""})
    folder = tmp_path / "inside"
    (folder / "again").symlink_to(tmp_path / "outside")
    (folder / "first").symlink_to(tmp_path / "outside")
    (folder / "z").symlink_to(tmp_path / "outside/y")
    assert walked(folder, below=tmp_path) == ["inside/again/y", "inside/x", "inside/z"]


@pytest.mark.usefixtures("listing")
def test_a_link_to_a_folder_that_is_walked_anyway(tmp_path: Path) -> None:
    plant(tmp_path, {"real/x": ""})
    (tmp_path / "latest").symlink_to("real")
    assert walked(tmp_path, below=tmp_path) == ["real/x"]


def test_pipes_and_sockets_in_a_folder_are_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(tmp_path)  # the name of a socket has to be short
        try:
            server.bind("socket")
        finally:
            os.chdir(here)
        assert walked(tmp_path, below=tmp_path) == [
            "pipe: a named pipe, not a file: skipped",
            "socket: a socket, not a file: skipped",
        ]


def test_folders_nested_deeper_than_calls(tmp_path: Path) -> None:
    here = Path.cwd()
    os.chdir(tmp_path)
    try:
        for _ in range(1200):
            Path("d").mkdir()
            os.chdir("d")
        Path("bottom").touch()
        Path("again").symlink_to("../../d")
        found = list(Choice().files([tmp_path]))
    finally:
        for name in ("bottom", "again"):
            Path(name).unlink(missing_ok=True)
        while Path.cwd() != tmp_path:  # what removes temporary folders does call itself
            os.chdir("..")
            Path("d").rmdir()
        os.chdir(here)
    assert [str(item)[-60:] for item in found] == [
        "d/again: a link to a folder that holds it (a loop): not followed"[-60:],
        f"{tmp_path}{'/d' * 1200}/bottom"[-60:],
    ]

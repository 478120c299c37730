"""`urlglean.store.store`: what a file is known by, and what none is known by."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlglean.reports import Problem
from urlglean.store.store import FileIdentity, identify, name_text


def test_a_file_is_known_by_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    file.write_text("text")
    monkeypatch.chdir(tmp_path)
    found = identify("./a.txt")
    assert found == identify(str(file)) == FileIdentity(str(file), 4, file.stat().st_mtime_ns)


def test_a_file_may_be_of_any_year(tmp_path: Path) -> None:
    """A file system may have more of them than a database counts nanoseconds."""
    file = tmp_path / "a.txt"
    file.touch()
    found = set()
    for year in (-100, 0, 136, 300, 316, 400):
        seconds = year * 31_556_952
        try:
            os.utime(file, (seconds, seconds))
        except (OSError, OverflowError):
            continue
        identity = identify(str(file))
        assert isinstance(identity, FileIdentity)
        assert -(1 << 63) <= identity.modified_ns < 1 << 63
        found.add((identity.modified_ns, file.stat().st_mtime_ns))
    assert len({modified for modified, _ in found}) == len({own for _, own in found})


@pytest.mark.parametrize(
    "name", ["cur/1.host:2,S", "cur/1.host", "new/1.host", "cur/1.host;2,RS", "cur/1.host!2,"]
)
def test_a_message_of_a_maildir_is_known_without_its_flags(name: str, tmp_path: Path) -> None:
    if os.name == "nt" and ":" in name:
        pytest.skip("no name of a file here")
    for folder in ("cur", "new", "tmp"):
        (tmp_path / folder).mkdir()
    (tmp_path / name).write_text("Subject: x\n\n")
    found = identify(str(tmp_path / name))
    assert isinstance(found, FileIdentity)
    assert found.path == str(tmp_path / "1.host")


def test_other_folders_called_cur_are_none(tmp_path: Path) -> None:
    (tmp_path / "cur").mkdir()
    file = tmp_path / "cur" / "1.host;2,S"
    file.touch()
    found = identify(str(file))
    assert isinstance(found, FileIdentity)
    assert found.path == str(file)


@pytest.mark.parametrize(
    ("name", "why"),
    [("-", "no name"), ("a\0b", "a\0b"), ("nowhere/there", "nowhere/there"), (os.curdir, "no regular file")],
)
def test_what_cannot_be_known_again(name: str, why: str) -> None:
    found = identify(name)
    assert isinstance(found, Problem)
    assert why in str(found)


def test_names_that_are_no_text() -> None:
    assert name_text("a\udcffb") == "a\\xffb"
    assert name_text("é") == "é"

"""Bytes of a file that are read where they are asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlglean.inputs.file_bytes import FileBytes

CONTENT = bytes(range(256)) * 4
SLICES = [
    slice(0, 10),
    slice(5),
    slice(1000, None),
    slice(-3, None),
    slice(10, 5),
    slice(2000, 3000),
    slice(None),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "bytes"
    file.write_bytes(CONTENT)
    return file


@pytest.mark.parametrize("system", ["posix", "nt"])
@pytest.mark.parametrize("size", [len(CONTENT), 700])
def test_slices_are_those_of_the_bytes(
    path: Path, size: int, system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if system == "nt":  # which cannot read at a place
        monkeypatch.delattr(os, "pread")
    with path.open("rb") as file:
        found = FileBytes(file, size)
        assert len(found) == size
        assert [found[wanted] for wanted in SLICES] == [CONTENT[:size][wanted] for wanted in SLICES]
        assert found.failure is None
        assert not found.closed
    assert found.closed


def test_what_comes_in_pieces_is_put_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = os.pread
    monkeypatch.setattr(os, "pread", lambda file, size, start: read(file, min(size, 100), start))
    with path.open("rb") as file:
        assert FileBytes(file, len(CONTENT))[3:777] == CONTENT[3:777]


def test_a_file_that_is_cut_short_ends_where_it_does_by_now(path: Path) -> None:
    with path.open("rb") as file:
        found = FileBytes(file, len(CONTENT))
        os.truncate(path, 100)
        assert found[20:60] == CONTENT[20:60]
        assert found.failure is None
        assert found[50:200] == CONTENT[50:100]
        assert found[300:400] == b""
        assert found.failure == "has become shorter while it was read"


def test_reading_moves_no_position_in_the_file(path: Path) -> None:
    with path.open("rb") as file:
        assert FileBytes(file, len(CONTENT))[10:20] == CONTENT[10:20]
        assert file.tell() == 0

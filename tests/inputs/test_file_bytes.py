"""Bytes of a file that are read where they are asked for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from urlglean.inputs import file_bytes
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


def test_what_is_looked_for_is_found_over_the_blocks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_bytes, "_BLOCK", 7)
    wanted = [CONTENT[start : start + size] for start in (0, 5, 250, 1020) for size in (1, 3, 7, 4)]
    ranges = [(start, end) for start in (0, 3, 257, 1017, 1024, 2000) for end in (None, 5, 300, 1021, 5000)]
    with path.open("rb") as file:
        found = FileBytes(file, len(CONTENT))
        for some in (*wanted, b"nowhere", b"\0\0"):
            for start, end in ranges:
                assert found.find(some, start, end) == CONTENT.find(some, start, end)
        assert found.failure is None
        os.truncate(path, 20)
        assert found.find(CONTENT[17:20], 9) == 17
        assert found.find(CONTENT[19:22]) == -1
        assert found.failure == "has become shorter while it was read"


def test_looking_for_the_next_line_reads_no_block_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lines").write_bytes(b"a\n" * 100_000)
    reads: list[int] = []
    read = os.pread
    monkeypatch.setattr(os, "pread", lambda *given: reads.append(given[1]) or read(*given))
    with (tmp_path / "lines").open("rb") as file:
        found = FileBytes(file, 200_000)
        place = lines = 0
        while (place := found.find(b"\n", place) + 1) > 0:
            assert found[place : place + 10] == (b"a\n" * 5)[: 200_000 - place]
            lines += 1
    assert (lines, sum(reads) < 250_000) == (100_000, True)


def test_it_is_read_as_a_file_is(path: Path) -> None:
    with path.open("rb") as file, path.open("rb") as other:
        found = FileBytes(file, len(CONTENT))
        assert found.seekable()
        for place, whence in ((10, 0), (5, 1), (-20, 2), (2000, 0), (0, 0)):
            assert found.seek(place, whence) == other.seek(place, whence)
            for size in (3, 0, 10, -1, 4):
                assert found.read(size) == other.read(size)
                assert found.tell() == other.tell()
        with pytest.raises(OSError, match="Invalid argument"):
            found.seek(-1)
        assert found.failure is None


def test_a_disk_that_fails_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: int) -> bytes:
        raise OSError(5, "Input/output error")

    with path.open("rb") as file:
        found = FileBytes(file, len(CONTENT))
        monkeypatch.setattr(os, "pread", fail)
        assert found[:10] == b""
        assert found.failure == "cannot be read to its end: Input/output error"


def test_reading_moves_no_position_in_the_file(path: Path) -> None:
    with path.open("rb") as file:
        assert FileBytes(file, len(CONTENT))[10:20] == CONTENT[10:20]
        assert file.tell() == 0

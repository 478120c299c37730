"""What the file of a web archive is packed with: every record is found, and what is no record is passed over."""

from __future__ import annotations

import gzip
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import warc_corpus as corpus
from support.archive_runs import EXPECTED, PLAIN, WHOLE, read, records, urls, zstd
from urlglean.archives.warc_file import WarcFile
from urlglean.inputs.file_bytes import FileBytes


def lz4(record: bytes) -> bytes:
    from fastwarc.stream_io import Lz4Writer

    out = io.BytesIO()
    with Lz4Writer(out) as writer:
        writer.write(record)
    return out.getvalue()


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd, lz4])
def test_a_record_is_read_from_each_compression(pack: Any) -> None:
    members = [pack(record) for record in records()]
    links, seen = read(b"".join(members))
    assert urls(links) == EXPECTED
    assert seen.problems == []
    starts = [sum(map(len, members[:number])) for number in range(4)]
    assert [link.row()["offset"] for link in links] == starts


def test_a_file_in_one_member_is_read_whole() -> None:
    links, seen = read(gzip.compress(b"".join(records())))
    assert urls(links) == EXPECTED
    assert seen.problems == []


def test_the_second_of_two_large_members_that_is_cut_off_is_told() -> None:
    one, two = gzip.compress(b"".join(records(2))), gzip.compress(b"".join(records()[2:]))
    links, seen = read(one + two[:-9])
    assert urls(links) == EXPECTED
    assert "cut off" in seen.problems[0].message


@pytest.mark.parametrize("part", [0.2, 0.5, 0.8, 0.95])
def test_a_file_in_one_member_that_is_cut_off_is_told(part: float) -> None:
    packed = gzip.compress(b"".join(records()))
    links, seen = read(packed[: int(len(packed) * part)])
    assert urls(links) == EXPECTED[: len(links)]
    assert seen.problems


def packed_with_dictionary(*, is_packed: bool = False) -> tuple[bytes, list[bytes]]:
    """Give the dictionary's frame, and the frames of records, as some crawlers of the Internet Archive write them."""
    zstandard = zstd_module()
    pages = [corpus.response(f"http://a.example/{n}", f"<p>words {n}<a href=x{n}>x</a>") for n in range(200)]
    dictionary = zstandard.train_dict(pages, 2048)
    raw = zstandard.compress(dictionary.dict_content) if is_packed else dictionary.dict_content
    return skippable(raw), [zstandard.compress(page, zstd_dict=dictionary) for page in pages]


def zstd_module() -> Any:
    if sys.version_info >= (3, 14):
        from compression import zstd as module
    else:
        from backports import zstd as module
    return module


def skippable(content: bytes) -> bytes:
    return b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little") + content


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_dictionary_is_used_behind_damage_too(*, is_packed: bool) -> None:
    dictionary, frames = packed_with_dictionary(is_packed=is_packed)
    links, seen = read(dictionary + b"".join(frames))
    assert urls(links) == [f"http://a.example/x{n}" for n in range(200)]
    assert seen.problems == []
    broken = frames[50][:9] + bytes([frames[50][9] ^ 255]) + frames[50][10:]
    links, seen = read(dictionary + b"".join([*frames[:50], broken, *frames[51:]]))
    assert urls(links) == [f"http://a.example/x{n}" for n in range(200) if n != 50]
    (problem,) = seen.problems
    behind = len(dictionary) + sum(map(len, frames[:50]))
    assert problem.source == f"x.warc@{behind}"
    assert f"the next one begins at {behind + len(broken)}" in problem.message
    last = next(link for link in links if link.url == "http://a.example/x51")
    assert last.document.record is not None
    assert last.document.record.offset == behind + len(broken)


def test_a_frame_that_is_to_be_skipped_is_no_dictionary() -> None:
    frames = [zstd(record) for record in records()]
    links, seen = read(skippable(b"a comment") + b"".join(frames))
    assert urls(links) == EXPECTED
    assert seen.problems == []


@pytest.mark.parametrize(
    ("start", "packing"),
    [
        *((b"\x50\x2a\x4d\x18", "zstd"), (b"\x5f\x2a\x4d\x18", "zstd"), (b"\x28\xb5\x2f\xfd", "zstd")),
        *((b"\x60\x2a\x4d\x18", ""), (b"\x04\x22\x4d\x18", "lz4"), (b"\x1f\x8b\x08\0", "gzip")),
        *((b"BZh91AY&SY", ""), (b"WARC/1.0", ""), (b"", "")),
    ],
)
def test_what_an_archive_is_packed_with_is_told_by_its_first_bytes(start: bytes, packing: str) -> None:
    assert WarcFile(start).packing == packing


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd])
def test_a_file_is_read_as_bytes_are(pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    file = tmp_path / "x.warc"
    for junk in (b"", pack(b"junk") * 3):
        content = pack(records()[0]) + junk + b"".join(map(pack, records()[1:]))
        file.write_bytes(content)
        with file.open("rb") as opened:
            links, seen = read(FileBytes(opened, len(content)))
        same, told = read(content)
        assert (urls(links), seen.problems) == (urls(same), told.problems)
        assert len(links) >= len(EXPECTED) - 1


def test_zeros_behind_the_last_member_fill_a_block() -> None:
    for content in (b"".join(WHOLE) + bytes(700), gzip.compress(b"".join(PLAIN)) + bytes(700)):
        links, seen = read(content)
        assert urls(links) == EXPECTED
        assert seen.problems == []
    for content in (b"".join(WHOLE) + bytes(700) + b"x", gzip.compress(b"".join(PLAIN)) + b"junk" * 3):
        links, seen = read(content)
        assert urls(links) == EXPECTED
        assert len(seen.problems) == 1

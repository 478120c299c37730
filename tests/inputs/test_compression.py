"""Packed bytes, whole and broken, and bombs."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import struct
import sys
from collections.abc import Callable

import pytest

from support.laws import tries_all
from urlglean.errors import InputError
from urlglean.inputs import compression
from urlglean.inputs.compression import Limits, format_of

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
LINES = 20_000 if tries_all() else 5_000
DATA = b"".join(b"line %d with http://host%d.example/\n" % (number, number % 7) for number in range(LINES))


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


def test_what_is_behind_a_member_is_not_copied_for_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    copied = 0

    class Counted(compression._Inflater):
        @property
        def unused_data(self) -> bytes:
            nonlocal copied
            data = super().unused_data
            copied += len(data)
            return data

    monkeypatch.setattr(compression, "_Inflater", Counted)
    member = gzip.compress(b"", mtime=0)
    members = member * ((1 << 20) // len(member))
    assert not list(Limits().decompress([members], "gzip"))
    assert copied < len(members) // len(member) * (1 << 16)


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("size", [1 << 20, 4096, 61])
def test_any_way_of_cutting(name: str, size: int) -> None:
    out = list(Limits().decompress(pieces(PACKERS[name](DATA), size), name))
    assert b"".join(out) == DATA
    assert max(map(len, out)) <= 1 << 16


@pytest.mark.parametrize("name", PACKERS)
def test_members_and_padding(name: str) -> None:
    packed = PACKERS[name](b"one ") + PACKERS[name](b"") + PACKERS[name](b"two") + bytes(512)
    assert b"".join(Limits().decompress([packed], name)) == b"one two"


@pytest.mark.parametrize("name", PACKERS)
@pytest.mark.parametrize("size", [1 << 20, 7])
def test_what_is_no_member_is_passed_over_where_damage_is_told(name: str, size: int) -> None:
    damage: list[str] = []
    packed = PACKERS[name](b"one ") + PACKERS[name](b"two")
    for behind in (b"", b"\r\n", b"<!-- cached -->", PACKERS[name](b"three")[:3]):
        found = Limits().decompress(pieces(packed + behind, size), name, on_damage=damage.append)
        assert b"".join(found) == b"one two"
    assert not damage
    assert list(Limits().decompress([packed[:9]], name, on_damage=damage.append)) == []
    assert damage == [f"the {name} data is cut off after 0 unpacked bytes"]
    assert list(Limits().decompress([b"no such data"], name, on_damage=damage.append)) == []
    assert damage[1].startswith(f"damaged {name} data after 0 unpacked bytes: ")


@pytest.mark.parametrize("name", PACKERS)
def test_format_is_told_by_content(name: str) -> None:
    assert format_of(PACKERS[name](b"x")[:16]) == name


@pytest.mark.parametrize("head", [b"", b"\x1f", b"BZh is prose", b"http://a/", b"\xfd7z"])
def test_what_is_not_packed(head: bytes) -> None:
    assert format_of(head) is None


def taken(packed: bytes, name: str, limits: Limits | None = None) -> tuple[bytes, str]:
    """Give what came out and the error after it."""
    out = b""
    try:
        for piece in (limits or Limits()).decompress(pieces(packed, 4096), name):
            out += piece
    except InputError as error:
        return out, str(error)
    pytest.fail("no error")


@pytest.mark.parametrize("name", PACKERS)
def test_cut_off(name: str) -> None:
    packed = PACKERS[name](DATA)
    out, message = taken(packed[: len(packed) - 6], name)
    assert DATA.startswith(out)
    assert "cut off" in message


@pytest.mark.parametrize("name", PACKERS)
def test_damaged_in_the_middle(name: str) -> None:
    data = DATA * (80_000 // LINES)
    packed = bytearray(PACKERS[name](data))
    middle = len(packed) // 2
    packed[middle : middle + 64] = b"\xa5" * 64
    out, message = taken(bytes(packed), name)
    assert "damaged" in message
    assert data.startswith(out[: 1 << 18])


@pytest.mark.parametrize("name", PACKERS)
def test_something_else_behind_it(name: str) -> None:
    out, message = taken(PACKERS[name](b"all of it") + b"no member", name)
    assert out == b"all of it"
    assert "damaged" in message


@pytest.mark.parametrize("name", PACKERS)
def test_a_bomb_is_given_up(name: str) -> None:
    bomb = PACKERS[name](bytes(1 << 22))
    out, message = taken(bomb, name, Limits(ratio=100, ratio_from=1 << 16))
    assert "bomb" in message
    assert len(out) < 1 << 20


@pytest.mark.parametrize("name", PACKERS)
def test_size_has_a_limit_of_its_own(name: str) -> None:
    out, message = taken(PACKERS[name](DATA), name, Limits(size=100_000))
    assert "more than 100,000 bytes" in message
    assert len(out) <= 100_000


def skippable(data: bytes, first: int = 0x50) -> bytes:
    """Give a frame that carries data which is no content (RFC 8878 section 3.1.2)."""
    return bytes([first]) + b"\x2a\x4d\x18" + struct.pack("<I", len(data)) + data


@pytest.mark.parametrize("first", [0x50, 0x5F])
def test_frames_to_be_skipped(first: int) -> None:
    frame = skippable(b"an index, say", first)
    packed = frame + zstd.compress(b"one ") + frame + zstd.compress(b"two") + frame
    assert format_of(packed[:16]) == "zstd"
    for size in (1, 7, 1000):
        assert b"".join(Limits().decompress(pieces(packed, size), "zstd")) == b"one two"


@pytest.mark.parametrize("head", [b"P*", b"O*M\x18", b"`*M\x18", b"P*M\x19"])
def test_what_is_no_frame_to_be_skipped(head: bytes) -> None:
    assert format_of(head) is None


def test_a_large_window_is_no_damage() -> None:
    options = {zstd.CompressionParameter.window_log: 28}
    packer = zstd.ZstdCompressor(options=options)
    out, message = taken(packer.compress(os.urandom(1000)) + packer.flush(), "zstd")
    assert (out, "damaged" in message) == (b"", False)
    assert "zstd -dc --long=31 FILE | urlglean extract -" in message


def test_a_dictionary_that_is_not_there_is_no_damage() -> None:
    dictionary = zstd.train_dict(
        [b"line %d of a text that repeats itself" % number * 5 for number in range(999)], 999
    )
    out, message = taken(zstd.compress(b"line 7 of a text", zstd_dict=dictionary), "zstd")
    assert (out, "damaged" in message) == (b"", False)
    assert "with a dictionary; unpack it first: zstd -dc -D" in message


def test_without_its_module_zstandard_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, zstd.__name__, None)
    monkeypatch.delattr(sys.modules[zstd.__name__.partition(".")[0]], "zstd")
    with pytest.raises(InputError, match=r"zstd -dc FILE \| urlglean extract -"):
        list(Limits().decompress([b"\x28\xb5\x2f\xfd"], "zstd"))

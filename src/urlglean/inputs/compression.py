"""Compressed bytes in pieces: gzip, deflate, bzip2, xz and Zstandard; with limits against bombs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Protocol

from urlglean.errors import InputError

__all__ = ["Limits", "format_of"]

_MAGIC = {"gzip": b"\x1f\x8b\x08", "bzip2": b"BZh", "xz": b"\xfd7zXZ\0", "zstd": b"\x28\xb5\x2f\xfd"}
FORMATS = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz", ".zst": "zstd"}
"""The suffixes that compressed files carry, and the format each names."""

_SKIPPABLE = b"\x2a\x4d\x18"
"""How a skippable frame goes on after its first byte, 0x50 to 0x5F (RFC 8878 section 3.1.2)."""
_SKIPPABLE_STARTS = frozenset(bytes([byte]) for byte in range(0x50, 0x60))
_STEP = 1 << 16
_FED_AT_ONCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Limits:
    """What a compressed input may become before it is given up as a bomb."""

    size: int = 64 << 30
    """Bytes that come out, at most."""
    ratio: int = 500
    """Bytes that come out for each that went in, at most; asked once there are more than ``ratio_from``."""
    ratio_from: int = 64 << 20

    def heed(self, name: str, came_in: int, came_out: int) -> None:
        """Give the input up where it has become more than it may; ``name`` is what it is packed with."""
        if came_out > self.size:
            raise InputError(f"the {name} data unpacks to more than {self.size:,} bytes: given up")
        if came_out > self.most(came_in):
            raise InputError(
                f"the {name} data unpacks to more than {self.ratio} times its size: given up as a bomb"
            )

    def most(self, came_in: int) -> int:
        """Give how many bytes may come out for so many that went in, whatever the size."""
        return max(self.ratio_from, self.ratio * came_in)

    def decompress(
        self, pieces: Iterable[bytes], name: str, *, on_damage: Callable[[str], object] | None = None
    ) -> Iterator[bytes]:
        """Unpack the pieces of a compressed input, member after member, in pieces of 64 KiB at most.

        Args:
            pieces: The input.
            name: What `format_of` gave; or ``deflate``, ``raw deflate``.
            on_damage: Called with what ends it before its end; without it, that is raised. What stands behind the last
                member and is none is passed over then.

        Raises:
            InputError: The data is damaged, cut off or grows beyond the limits; what came out before has been yielded.

        """
        make, errors = _maker(name)
        current: _Decompressor | None = None
        came_in = came_out = 0
        before: int | None = None
        """What had come out before the member that is read, if it is not the first."""
        for data in _cut(pieces):
            came_in += len(data)
            while data or (current is not None and not current.eof and not current.needs_input):
                if current is None or current.eof:
                    data = data.lstrip(b"\0")  # padding between members, as tar and tapes leave it
                    if not data:
                        break
                    before = None if current is None else came_out
                    current = make()
                try:
                    out = current.decompress(data, _STEP)
                except errors as error:
                    if on_damage is None:
                        raise _failure(name, came_out, error) from None
                    if before != came_out:
                        on_damage(f"damaged {name} data after {came_out} unpacked bytes: {error}")
                    return
                data = current.unused_data if current.eof else b""
                came_out += len(out)
                self.heed(name, came_in, came_out)
                if out:
                    yield out
        if current is not None and not current.eof and not (on_damage and before == came_out):
            message = f"the {name} data is cut off after {came_out} unpacked bytes"
            if on_damage is None:
                raise InputError(message)
            on_damage(message)


class _Decompressor(Protocol):
    """What the decompressors of ``bz2``, ``lzma`` and ``compression.zstd`` have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...


_WINDOWS = {"gzip": 31, "deflate": 15, "raw deflate": -15}
"""What zlib knows as formats by the size of a window: RFC 1952, RFC 1950, RFC 1951."""


class _Inflater:
    """zlib's decompressor with the manners of the others."""

    def __init__(self, window: int) -> None:
        import zlib

        self._inner = zlib.decompressobj(window)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


def format_of(head: bytes) -> str | None:
    """Name the compression that an input's first bytes show, or None.

    >>> format_of(b"BZh91AY&SY"), format_of(b"http://a/")
    ('bzip2', None)
    """
    if head.startswith(b"BZh") and not head.startswith((b"1AY&SY", b"\x17rE8P\x90"), 4):
        return None  # a text that happens to begin with these letters
    if head[:1] in _SKIPPABLE_STARTS and head.startswith(_SKIPPABLE, 1):
        return "zstd"
    return next((name for name, magic in _MAGIC.items() if head.startswith(magic)), None)


def _maker(name: str) -> tuple[Callable[[], _Decompressor], tuple[type[Exception], ...]]:
    """Give what makes a decompressor of the format, and the errors it raises for damage."""
    if name in _WINDOWS:
        import zlib

        return partial(_Inflater, _WINDOWS[name]), (zlib.error,)
    if name == "bzip2":
        import bz2

        return bz2.BZ2Decompressor, (OSError, ValueError)
    if name == "xz":
        import lzma

        return lzma.LZMADecompressor, (lzma.LZMAError,)
    zstd = _zstd()
    return zstd.ZstdDecompressor, (zstd.ZstdError,)


def _zstd() -> ModuleType:
    """Give the module for Zstandard: the standard library's from Python 3.14 on, before that its backport."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:  # a Python that was built without it, an installation without dependencies
        how = (
            "pip install backports.zstd" if sys.version_info < (3, 14) else "a Python that was built with it"
        )
        message = f"Zstandard needs the module that reads it ({how});"
        raise InputError(f"{message} or unpack the file first: zstd -dc FILE | urlglean extract -") from None
    return zstd


_REASONS = {
    "too much memory": "it was packed with a window of more than 128 MiB; unpack it first:"
    " zstd -dc --long=31 FILE | urlglean extract -",
    "Dictionary mismatch": "it was packed with a dictionary; unpack it first:"
    " zstd -dc -D DICTIONARY FILE | urlglean extract -",
}
"""What is no damage, by what the library says of it."""


def _failure(name: str, came_out: int, error: Exception) -> InputError:
    for words, reason in _REASONS.items():
        if words in str(error):
            return InputError(f"the {name} data cannot be unpacked here: {reason}")
    return InputError(f"damaged {name} data after {came_out} unpacked bytes: {error}")


def _cut(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut pieces into smaller ones: where members are tiny, what is behind each of them is copied once for each."""
    for piece in pieces:
        for start in range(0, len(piece), _FED_AT_ONCE):
            yield piece[start : start + _FED_AT_ONCE]

"""The bytes of a file, read where they are asked for, whatever becomes of the file meanwhile."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from urlglean.errors import InputError

__all__ = ["FileBytes"]

SHORTENED = "has become shorter while it was read"
"""The failure of a file that has not as many bytes as it had."""
_BLOCK = 1 << 16
"""So many bytes are read where fewer are asked for, as the next ones mostly stand next to them."""


class FileBytes:
    """The first ``size`` bytes of an open file: a slice of it gives bytes, and it can be read as a file, too.

    A memory map ends the process where another program cuts the file short, as mail programs do that compact a
    mailbox. Here a slice ends where the file does, and `failure` tells. Reading moves no position in the file where
    the system can read at a place, so processes may share it.
    """

    __slots__ = ("_block", "_block_start", "_descriptor", "_file", "_position", "_size", "failure")

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._descriptor: int | None = None
        """None where the system cannot read at a place (Windows), or the file is none of its own."""
        if hasattr(os, "pread"):
            with suppress(OSError, AttributeError):
                self._descriptor = file.fileno()
        self._size = size
        self._position = 0
        self._block = b""
        """The block that was read last for a small request; it begins at ``_block_start``."""
        self._block_start = 0
        self.failure: str | None = None
        """Why bytes that were asked for could not be read: the file has become shorter, say."""

    @classmethod
    @contextmanager
    def opened(cls, name: str, size: int) -> Iterator[FileBytes]:
        """Open a file for its first ``size`` bytes; raise `InputError` where it cannot be read, or has not as many."""
        try:
            file = Path(name).open("rb")  # noqa: SIM115  (only errors of opening are caught here; closed below)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}") from None
        with file:
            if os.fstat(file.fileno()).st_size < size:
                raise InputError(SHORTENED)
            yield cls(file, size)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, wanted: slice) -> bytes:
        start, end, _ = wanted.indices(self._size)
        return self._bytes(start, end) if end > start else b""

    def find(self, wanted: bytes, start: int = 0, end: int | None = None) -> int:
        """Give where some bytes stand first in a range, as `bytes.find` does: -1 where they do not."""
        end = self._size if end is None else min(end, self._size)
        while end - start >= len(wanted):
            if not self._block_start <= start <= self._block_start + len(self._block) - len(wanted):
                self._take_block(start, len(wanted))
                if len(self._block) < len(wanted):
                    return -1  # the file ends here by now
            base = self._block_start
            found = self._block.find(wanted, start - base, end - base)
            if found >= 0:
                return base + found
            start = base + len(self._block) - len(wanted) + 1
        return -1

    def seek(self, place: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a place, as in a file."""
        before = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._size}[whence]
        if before + place < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._position = before + place
        return self._position

    def tell(self) -> int:
        """Give the place that `read` goes on from."""
        return self._position

    def read(self, size: int | None = -1, /) -> bytes:
        """Give the next bytes, all of them where no size is said; none at the end."""
        start = self._position
        end = self._size if size is None or size < 0 else min(start + size, self._size)
        data = self._bytes(start, end) if end > start else b""
        self._position += len(data)
        return data

    def seekable(self) -> bool:
        """Say yes: it can be gone to and fro in."""
        return True

    @property
    def closed(self) -> bool:
        """Whether the file is closed, so that nothing can be read any more."""
        return self._file.closed

    def _bytes(self, start: int, end: int) -> bytes:
        """Give the bytes of a range that is within the size, as many of them as there are."""
        size = end - start
        if size >= _BLOCK:
            return self._whole(start, size, size)
        if not 0 <= start - self._block_start <= len(self._block) - size:
            self._take_block(start, size)
        offset = start - self._block_start
        return self._block[offset : offset + size]

    def _take_block(self, start: int, wanted: int) -> None:
        """Read the block that begins at a place, with at least so many bytes."""
        self._block = self._whole(start, min(_BLOCK, self._size - start), wanted)
        self._block_start = start

    def _whole(self, start: int, size: int, wanted: int) -> bytes:
        """Read at a place; note why fewer bytes come than are wanted."""
        data = b""
        failure = SHORTENED
        try:
            data = self._read(start, size)
        except OSError as error:
            failure = f"cannot be read to its end: {error.strerror or error}"
        if len(data) < wanted:
            self.failure = failure
        return data

    def _read(self, start: int, size: int) -> bytes:
        if self._descriptor is None:
            self._file.seek(start)
            return self._file.read(size)
        pieces = []
        while size and (piece := os.pread(self._descriptor, size, start)):  # which may give less at once
            pieces.append(piece)
            start += len(piece)
            size -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

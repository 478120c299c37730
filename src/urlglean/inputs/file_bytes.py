"""The bytes of a file, read where they are asked for, whatever becomes of the file meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from urlglean.errors import InputError

__all__ = ["FileBytes"]

_SHORTENED = "has become shorter while it was read"
"""The failure of a file that has not as many bytes as it had."""


class FileBytes:
    """The first ``size`` bytes of an open file: a slice of it gives bytes, as a slice of a memory map does.

    A memory map ends the process where another program cuts the file short, as mail programs do that compact a
    mailbox. Here a slice ends where the file does, and `failure` tells. Reading moves no position in the file where
    the system can read at a place, so processes may share it.
    """

    __slots__ = ("_descriptor", "_file", "_size", "failure")

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._descriptor: int | None = None
        """None where the system cannot read at a place (Windows), or the file is none of its own."""
        if hasattr(os, "pread"):
            with suppress(OSError, AttributeError):
                self._descriptor = file.fileno()
        self._size = size
        self.failure: str | None = None
        """What is wrong where bytes that were asked for are not in the file any more."""

    @classmethod
    @contextmanager
    def opened(cls, name: str, size: int) -> Iterator[FileBytes]:
        """Open a file for its first ``size`` bytes.

        Raises:
            InputError: It cannot be read, or has not as many.

        """
        try:
            file = Path(name).open("rb")  # noqa: SIM115  (only errors of opening are caught here; closed below)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}") from None
        with file:
            if os.fstat(file.fileno()).st_size < size:
                raise InputError(_SHORTENED)
            yield cls(file, size)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, wanted: slice) -> bytes:
        start, end, _ = wanted.indices(self._size)
        data = self._read(start, end - start) if end > start else b""
        if len(data) < end - start:
            self.failure = _SHORTENED
        return data

    @property
    def closed(self) -> bool:
        """Whether the file is closed, so that nothing can be read any more."""
        return self._file.closed

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

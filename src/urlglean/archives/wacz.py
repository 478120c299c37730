"""Packed web archives (WACZ 1.1): a ZIP file of WARC files, with a list of the pages the crawl was about."""

from __future__ import annotations

import io
import json
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from urlglean.document import Document, ReadOptions
from urlglean.errors import InputError
from urlglean.inputs.compression import Limits
from urlglean.inputs.files import spooled
from urlglean.reports import Problem, Retrieval

__all__ = ["read"]

LIMITS = Limits()
"""What a packed file may become, at most: WARC files are compressed themselves and hardly get smaller."""

_ARCHIVES = (".warc", ".warc.gz", ".warc.zst", ".warc.lz4")
_PIECE = 1 << 20
_LONGEST_LINE = 1 << 20
_URL = b'"url"'


def read(document: Document, options: ReadOptions) -> Iterator[Document | Problem | Retrieval]:
    """Yield the WARC files of a WACZ, each a Document with its path in the ZIP file as its part.

    ``document.content`` is bytes or a `FileBytes`. ``options`` are for the readers of what is inside.

    Raises `InputError` where it is no ZIP file, or a damaged one.
    """
    content = document.content
    stream: Any = content if hasattr(content, "seek") else io.BytesIO(bytes(content))
    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise InputError(f"not a whole ZIP file, which a WACZ is: {_reason(error)}") from None
    with archive:
        entries = archive.infolist()
        allowance = _Allowance(archive.start_dir)
        for entry in entries:
            if entry.filename.startswith("pages/") and entry.filename.endswith(".jsonl"):
                yield from _pages(archive, entry, allowance, document)
        archives = [entry for entry in entries if entry.filename.lower().endswith(_ARCHIVES)]
        if not archives:
            yield Problem(document.name, "a ZIP file without a WARC file in it")
        for entry in archives:
            yield from _archive(archive, entry, allowance, document)


def _archive(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, allowance: _Allowance, document: Document
) -> Iterator[Document | Problem]:
    try:
        with _opened(archive, entry) as file, spooled(_pieces(file, allowance.of(entry))) as content:
            if len(content):
                yield Document(
                    content,
                    "application/warc",
                    document.name,
                    parent=document,
                    part=entry.filename,
                    encoding=document.encoding,
                )
    except _DAMAGE as error:
        yield _problem(document, entry, error)


def _pages(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, allowance: _Allowance, document: Document
) -> Iterator[Problem | Retrieval]:
    """Yield the depth of each page of a list: JSON Lines with ``url`` and, of some crawlers, ``depth``."""
    try:
        with _opened(archive, entry) as file:
            taken = allowance.of(entry)
            while line := file.readline(_LONGEST_LINE):
                taken(len(line))
                found = _page(line)
                if found is not None:
                    yield found
    except _DAMAGE as error:
        yield _problem(document, entry, error)


def _opened(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> IO[bytes]:
    """Open an entry; what new Pythons warn of, that others have the same bytes, is counted by `_Allowance`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return archive.open(entry)


_DEEPEST = 1_000_000
"""A page that is said to be so deep is where no crawl comes."""


def _page(line: bytes) -> Retrieval | None:
    if _URL not in line:
        return None
    try:
        page = json.loads(line)
    except (ValueError, RecursionError):
        return None  # a list says nothing that the records do not say, but for the depth
    if not isinstance(page, dict) or not isinstance(page.get("url"), str):
        return None
    depth = page.get("depth")
    if page.get("seed") is True:
        depth = 0
    is_depth = isinstance(depth, int) and not isinstance(depth, bool) and 0 <= depth < _DEEPEST
    return Retrieval(page["url"], depth=depth) if is_depth else None


_DAMAGE = (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, EOFError, ValueError, zlib.error)
"""What reading an entry raises; RuntimeError where it is encrypted, ValueError where it lies outside the file."""


def _problem(document: Document, entry: zipfile.ZipInfo, error: Exception) -> Problem:
    return Problem(document.name, f"cannot be read: {_reason(error)}", part=entry.filename)


def _reason(error: Exception) -> str:
    """Say what is wrong in words: of some damage `zipfile` has none, or those of a file's position."""
    if isinstance(error, EOFError):
        return "it is cut off"
    if isinstance(error, ValueError) and not isinstance(error, InputError):
        return "its central directory is damaged"
    return str(error)


def _pieces(file: IO[bytes], taken: Callable[[int], None]) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        taken(len(piece))
        yield piece


class _Allowance:
    """What the entries of a ZIP file may unpack to: each of them, and all together, for they may share their bytes."""

    def __init__(self, packed: int) -> None:
        self._packed = packed
        self._left = 2 * LIMITS.most(packed)  # one that is a bomb leaves enough for the others

    def of(self, entry: zipfile.ZipInfo) -> Callable[[int], None]:
        """Give a counter of the bytes that an entry unpacks to; it raises `InputError` where they are too many."""
        left = LIMITS.most(min(entry.compress_size, self._packed))

        def take(size: int) -> None:
            nonlocal left
            self._left -= min(size, left)
            left -= size
            if min(left, self._left) < 0:
                raise InputError("it unpacks to too much: given up as a bomb")

        return take

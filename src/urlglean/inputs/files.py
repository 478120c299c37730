"""Files and standard input to Documents: opened, unpacked, told apart; else a Problem."""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from shlex import quote
from typing import IO, TYPE_CHECKING, Any, BinaryIO
from urllib.parse import unquote

from urlglean.document import STDIN, BaseClaim, Document
from urlglean.errors import InputError
from urlglean.inputs.compression import FORMATS, Limits, format_of
from urlglean.inputs.file_bytes import SHORTENED, FileBytes
from urlglean.inputs.kinds import (
    KINDS,
    SAMPLE,
    archive_kind,
    binary_format,
    kind_of,
    kind_of_text,
    media_type_of,
    suffix_of,
)
from urlglean.patterns import lazy_re
from urlglean.reports import Problem, Progress

if TYPE_CHECKING:
    from urlglean.inputs.mirrors import Mirror

__all__ = ["InputOptions", "pieces_as_they_come", "spooled", "why_unread"]

_PIECE = 1 << 16
"""Bytes read at once where they are unpacked: what comes out before damage is met is not lost with it."""
_STREAM_PIECE = 1 << 20
_SNIFF = 4096
"""Bytes waited for before a stream's kind is told: enough to be sure, few enough for a slow pipe."""
_PAUSE = 0.1
"""Seconds for which a pipe has nothing to give when it is said to pause."""
_HEED_EVERY = 0.5
"""Seconds after which an interrupt is heard at the latest, however long a pipe has nothing to give."""
_WHOLE = 8 << 20
"""Up to this many bytes a text or an mbox is read in one piece."""
_IN_MEMORY = 1 << 30
"""Up to this many bytes a page or a message, which are read in one piece, may have."""
_MOST_LAYERS = 4
"""So many times a file may be packed: there are such that unpack to themselves."""
_TO_AND_FRO = frozenset({"mbox", "warc", "wacz"})
"""Kinds that may be large, and whose readers want to go to and fro in them."""


@dataclass(frozen=True, slots=True)
class InputOptions:
    """What a user says of the inputs, and how they are opened by it."""

    kind: str | None = None
    """A key of `urlglean.inputs.kinds.KINDS`; None to tell by content and suffix."""
    encoding: str | None = None
    base: str | None = None
    """The retrieval URI (RFC 3986 section 5.1.3) of the one input there is."""
    mirror: Mirror | None = None
    """The same for each input, where there are several."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.kind is not None and self.kind not in [*KINDS]:  # of whatever type it is
            raise InputError(f"there is no kind {self.kind!r}; choose one of {', '.join(KINDS)}")

    def claimed(self, document: Document) -> Document:
        """Give a Document with the claims about its base that ``base`` and ``mirror`` make."""
        claims = self.mirror.claims(document) if self.mirror is not None else ()
        said = (BaseClaim("retrieval", self.base, BaseClaim.SAID),) if self.base is not None else ()
        return document._replace(claims=(*claims, *said)) if claims or said else document

    def kind_to_cut(self, head: bytes, name: str) -> str | None:
        """Tell by its first bytes what a file is whose parts can be read each alone: ``mbox`` or ``warc``; else None.

        One that is packed can not, unless its records are packed one by one.
        """
        kind = self.kind or archive_kind(head, name) or kind_of(head, name)
        return kind if kind == "warc" or (kind == "mbox" and format_of(head) is None) else None

    @property
    def reading(self) -> dict[str, Any]:
        """What it asks for, by which another reading is known: plain values by their names."""
        base = self.base if self.mirror is None else self.mirror.reading
        return {"kind": self.kind, "encoding": self.encoding, "base": base, "limits": asdict(self.limits)}

    def documents(
        self,
        names: Iterable[str | Problem],
        *,
        on_problem: Callable[[Problem], object],
        progress: Progress | None = None,
    ) -> Iterator[Document]:
        """Yield the Documents of files, in order; each is to be read before the next is asked for.

        ``names`` are what `Choice.files` yields. ``on_problem`` is called with each Problem,
        in its place: those among the names, and those of files that cannot be read.
        """
        for name in names:
            for item in (name,) if isinstance(name, Problem) else self.open_document(name, progress):
                if isinstance(item, Problem):
                    on_problem(item)
                else:
                    yield item

    def open_document(
        self, name: str, progress: Progress | None = None
    ) -> Generator[Document | Problem, None, None]:
        """Open a file, or standard input where the name is ``-``, and tell what it is.

        Yields a Document, unless it is empty; a Problem where it cannot be read (to its end) or holds no text.
        What is large is not read but opened: a text's content is then a `ByteStream`, an archive's a `FileBytes`,
        and both are closed when the iterator is asked to go on. ``progress`` is told what has been read of a
        text; how far a reader has come in what is read at once, only it knows.
        """
        if not name:
            yield Problem("''", _NO_NAME)
            return
        if name == STDIN and sys.stdin is None:  # closed by whoever started the program
            yield Problem(name, "standard input is closed")
            return
        if name == STDIN:
            yield from self.open_stream(sys.stdin.buffer, name, progress)
            return
        try:
            # Only errors of opening are caught here, and it is closed below; a Path takes longer.
            file = open(name, "rb")  # noqa: PTH123, SIM115
        except OSError as error:
            yield Problem(name, why_unread(name, error))
        except ValueError as error:
            yield Problem(name, f"no file can have this name: {error}")
        else:
            with file:
                yield from self.open_stream(file, name, progress)

    def open_stream(
        self, file: BinaryIO, name: str, progress: Progress | None = None
    ) -> Iterator[Document | Problem]:
        """Do what `open_document` does for a file that is open, and stays open."""
        meter = _Meter()
        layers = [ByteStream(_read(file, _PIECE, meter))]
        try:
            kind = self._unpack(layers, name)
            stream = layers[-1]
            head = stream.peek(_SNIFF)[:SAMPLE] if self.kind is None else stream.peek(1)
            kind = kind or kind_of_text(head, _without_suffix(name) if len(layers) > 1 else name)
            if head and kind is None:
                yield Problem.of_format(name, binary_format(head) or Problem.UNKNOWN_FORMAT)
            elif head and kind is not None:
                if kind == "text":
                    meter.start(progress)
                    stream.tells_pauses = True
                yield from _documents(stream, file if len(layers) == 1 else None, kind, name, self)
        except InputError as error:
            yield Problem(name, str(error))
            return
        except OSError as error:  # a full disk, say; what fails while reading ends the stream instead
            yield Problem(name, f"cannot be opened: {error.strerror or error}")
            return
        if failure := next((layer.failure for layer in layers if layer.failure), None):
            yield Problem(name, failure)

    def _unpack(self, layers: list[ByteStream], name: str) -> str | None:
        """Add the layers of a file that is packed, perhaps several times over, to the one there is; give what it is.

        None where only the content of the last one tells. Raises `InputError` where they do not end.
        """
        kind = self.kind or archive_kind(layers[0].peek(_SNIFF), name)
        # Web archives are packed record by record, and unpacked by their reader.
        while kind not in {"warc", "wacz"} and (packed := format_of(layers[-1].peek(16))):
            if len(layers) > _MOST_LAYERS:
                raise InputError(f"packed more than {_MOST_LAYERS} times over: given up")
            layers.append(ByteStream(self.limits.decompress(layers[-1], packed)))
            kind = self.kind or archive_kind(layers[-1].peek(_SNIFF), _without_suffix(name))
        return kind


class ByteStream:
    """An input's bytes in pieces, once from front to back, with a look ahead.

    Damage met on the way ends the stream rather than the work: ``failure`` then says what happened, once the
    pieces before it have been read.
    """

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.failure: str | None = None
        self.tells_pauses = False
        """Whether an empty piece is yielded where a pipe has nothing to give for a while."""
        self._pieces = iter(pieces)
        self._ahead: list[bytes] = []

    def __iter__(self) -> Iterator[bytes]:
        """Yield what was looked at, then the rest."""
        while self._ahead:
            yield self._ahead.pop(0)
        while (piece := self._next()) is not None:
            if piece or self.tells_pauses:
                yield piece

    def peek(self, size: int) -> bytes:
        """Give the first bytes, at least ``size`` of them where there are as many."""
        have = sum(map(len, self._ahead))
        while have < size and (piece := self._next()) is not None:
            if piece:
                self._ahead.append(piece)
                have += len(piece)
        self._ahead = [b"".join(self._ahead)] if self._ahead else []
        return self._ahead[0] if self._ahead else b""

    def _next(self) -> bytes | None:
        """Give the next piece, an empty one where a pipe pauses; None at the end."""
        try:
            return next(self._pieces, None)
        except OSError as error:
            self.failure = f"cannot be read to its end: {error.strerror or error}"
        except InputError as error:
            self.failure = str(error)
        return None


def why_unread(name: str, error: Exception) -> str:
    """Say why a file cannot be opened; what to type where somebody has named a URL instead.

    >>> why_unread("file:///etc/hosts", FileNotFoundError(2, "No such file or directory"))
    'a URL, not the name of a file; name the file itself: /etc/hosts'
    """
    if not name:
        return _NO_NAME
    if isinstance(error, FileNotFoundError) and (told := url_for_path(name)):
        return told
    if os.path.isdir(name):  # noqa: PTH112  (False for any name that none can have)
        return "a folder; name a file in it"
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def url_for_path(name: str) -> str:
    """Say what to do where somebody has named a URL instead of a file; an empty string for any other name."""
    if _REMOTE.match(name):
        url = quote(name)
        line = f"curl -sL {url} | urlglean extract --base {url} -"
        return f"a URL, not a file, and nothing is fetched here; fetch it first: {line}"
    if (local := _LOCAL.match(name)) is not None:
        return f"a URL, not the name of a file; name the file itself: {quote(unquote(local['path']))}"
    return ""


_NO_NAME = "no file has an empty name; . is the folder you are in"
_REMOTE = lazy_re(r"(?:https?|ftps?)://", re.IGNORECASE)
_LOCAL = lazy_re(
    r"file:(?://(?:localhost)?)?(?:/(?=[A-Za-z]:/))?(?P<path>(?<=/)[A-Za-z]:/.*|/[^/].*)", re.IGNORECASE
)


def _without_suffix(name: str) -> str:
    """Give the name of a packed file without what says so, and without a query that it was saved with behind that."""
    stem, suffix = os.path.splitext(name)  # noqa: PTH122  (as in `suffix_of`)
    if suffix.lower() in FORMATS:
        return _without_suffix(stem)
    if (suffix := suffix_of(name)) not in FORMATS:
        return name
    octets = os.fsencode(name)  # in lower case they are as many, which a name need not be
    return _without_suffix(os.fsdecode(octets[: octets.lower().rfind(suffix.encode())]))


class _Meter:
    """Counts the bytes read, and tells somebody from the moment that it is known who wants to know."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._untold = 0

    def start(self, progress: Progress | None) -> None:
        """Tell ``progress`` what was read before, and from now on."""
        self._progress = progress
        self.count(0)

    def count(self, amount: int) -> None:
        """Count ``amount`` more bytes as read."""
        self._untold += amount
        if self._progress is not None:
            self._progress.advance(self._untold)
            self._untold = 0


def pieces_as_they_come(file: BinaryIO) -> Iterator[bytes]:
    """Yield what a file holds, as it comes, and an empty piece where a pipe has nothing to give for a while."""
    return _read(file, _PIECE, _Meter())


def _read(file: BinaryIO, size: int, meter: _Meter) -> Iterator[bytes]:
    """Yield what a file holds, as it comes: a pipe gives what it has rather than let one wait.

    Where it has nothing for a while, an empty piece says so. Of a file come the bytes that it has by now: one that
    grows with what is found in it would never end.

    Raises `InputError` where a file has become shorter meanwhile.
    """
    read = getattr(file, "read1", file.read)
    pipe = _pipe(file)
    whole = _size(file)
    left = whole - file.tell() if whole else None  # what makes its content when asked says that it has none
    if pipe is not None and not os.get_blocking(pipe):
        _wait(pipe)  # or what has nothing yet would be taken for its end
    while (left is None or left > 0) and (piece := read(size if left is None else min(size, left))):
        meter.count(len(piece))
        yield piece
        size = min(2 * size, _STREAM_PIECE)
        if left is not None:
            left -= len(piece)
        if pipe is not None:  # by now nothing is left in the file's own buffer
            if not _has_more(pipe, _PAUSE):
                yield b""
            _wait(pipe)
    if left and (_size(file) or 0) < (whole or 0):
        raise InputError(SHORTENED)


def _pipe(file: BinaryIO) -> int | None:
    """Give the descriptor of an open pipe, terminal or socket where it can be waited for; else None."""
    if os.name == "nt" or not isinstance(file, io.BufferedReader) or not isinstance(file.raw, io.FileIO):
        return None
    return file.fileno() if _size(file) is None else None


def _wait(pipe: int) -> None:
    """Wait until there is something to read, or the end.

    Waiting in ``read`` itself would leave an interrupt unheard that comes just before it: only between two waits does
    Python look whether there was one.
    """
    while not _has_more(pipe, _HEED_EVERY):
        continue


def _has_more(pipe: int, seconds: float) -> bool:
    """Tell whether there is something to read, or the end, within some seconds."""
    import select

    return bool(select.select((pipe,), (), (), seconds)[0])


def _documents(
    stream: ByteStream, file: BinaryIO | None, kind: str, name: str, options: InputOptions
) -> Iterator[Document | Problem]:
    """Yield the Document of a stream, its content as its reader wants it; tidy up when asked to go on."""
    # Whoever names a kind means what its name says, and no more.
    media_type = (
        KINDS[kind] if options.kind else media_type_of(kind, _without_suffix(name), stream.peek(_SNIFF))
    )

    def document(content: object) -> Document:
        return options.claimed(Document(content, media_type, name, encoding=options.encoding))

    size = _size(file)
    if kind == "text":
        yield document(_whole(stream) if size is not None and size <= _WHOLE else stream)
    elif kind in _TO_AND_FRO and file is not None and size is not None and size > _WHOLE:
        archive = FileBytes(file, size)
        yield document(archive)
        if archive.failure:
            yield Problem(name, archive.failure)
    elif kind in _TO_AND_FRO:
        with spooled(stream) as spool:
            yield document(spool)
    else:
        yield document(_whole(stream))


@contextmanager
def spooled(pieces: Iterable[bytes]) -> Iterator[bytes | FileBytes]:
    """Give what comes in pieces as a whole: in memory where it is small, else in a temporary file.

    Raises `InputError` where it would fill more than half of what the disk has left.
    """
    import tempfile

    with tempfile.SpooledTemporaryFile(max_size=_WHOLE) as spool:
        _fill(spool, pieces)
        if (size := spool.tell()) > _WHOLE:
            spool.flush()
            yield FileBytes(spool, size)
        else:
            spool.seek(0)
            yield spool.read()


def _fill(spool: IO[bytes], stream: Iterable[bytes]) -> None:
    """Write a stream to a temporary file; leave room on the disk for others."""
    import tempfile

    room: int | None = None
    for piece in stream:
        spool.write(piece)
        if spool.tell() <= _WHOLE:  # in memory, as all of most entries of a ZIP file
            continue
        if room is None:
            room = shutil.disk_usage(tempfile.gettempdir()).free // 2
        if spool.tell() > room:
            message = (
                f"more than half of what is free in {tempfile.gettempdir()} ({room >> 20} MiB): given up"
            )
            raise InputError(f"{message}; unpack it first, or let TMPDIR name a larger place")


def _size(file: BinaryIO | None) -> int | None:
    """Give the size of a regular file; None for a pipe, a device, or what is not a file at all."""
    try:
        found = os.fstat(file.fileno()) if file is not None else None
    except (OSError, AttributeError):  # an open file in memory has no descriptor
        return None
    return found.st_size if found is not None and stat.S_ISREG(found.st_mode) else None


def _whole(stream: ByteStream) -> bytes:
    pieces = []
    size = 0
    for piece in stream:
        pieces.append(piece)
        size += len(piece)
        if size > _IN_MEMORY:
            raise InputError(f"more than {_IN_MEMORY >> 20} MiB, which is too much for one page or message")
    return b"".join(pieces)

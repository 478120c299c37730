"""Inputs cut for the tasks of a cluster: small files many to a task, large archives where a record begins.

Where a record of an archive begins depends on those before it: a letter may hold what looks like the beginning of
another one, a page a whole archive. So the places are found from front to back, by many tasks nevertheless: each one
walks from the first likely place of its range to the first behind it. Where the walk of the range before arrives at a
place that this one came by, both agree from there on; where it does not, the range is walked again, from the right
place.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

import fsspec

from urlglean.archives.records import ArchiveSection
from urlglean.document import STDIN
from urlglean.inputs.file_bytes import FileBytes
from urlglean.inputs.files import InputOptions
from urlglean.inputs.folders import Choice
from urlglean.inputs.kinds import SAMPLE
from urlglean.inputs.mbox import Section
from urlglean.jobs.shares import File, Slice
from urlglean.mail.evidence import ThreadMemory
from urlglean.reports import Problem

SPLIT_SIZE = 64 << 20
"""How many bytes a task reads, more or less."""
_MOST_FILES = 4096
"""How many parts of inputs a task reads at most."""
_AHEAD = 4 << 20
"""How much is fetched of a WARC behind the end of a range at first: the record that ends there ends in it, mostly."""
_PIECE = 16 << 20
"""How much of it is asked for at once."""
_WEB = ("http://", "https://")
_BLOCKS: Mapping[str, Any] = {
    "cache_type": "blockcache",
    "block_size": 1 << 20,
    "cache_options": {"maxblocks": 8},
}
"""How a file is read that is elsewhere, where some places of it are looked at, these again and again."""
_FIRSTS = 256
"""How many of the first places in a range are told: two walks agree after one or two of them."""


class WarcSplit(NamedTuple):
    """Some records of a WARC."""

    name: str
    start: int
    stop: int

    @property
    def weight(self) -> int:
        """How many bytes they have."""
        return self.stop - self.start

    @property
    def told(self) -> str:
        """Which part of its archive it is."""
        return f"its records from byte {self.start} to byte {self.stop}"


class Cell(NamedTuple):
    """A document of a DataFrame."""

    name: str
    content: bytes
    kind: str | None
    base: str | None
    encoding: str | None

    @property
    def told(self) -> str:
        """Which part of the document it is: all of it, which needs no words."""
        return ""


Part: TypeAlias = Problem | File | Slice | WarcSplit | Cell


class Placed(NamedTuple):
    """A part of the inputs, and where it stands among all of them."""

    part: Part
    position: str


def position_of(number: int, start: int = 0) -> str:
    """Give where a part stands that begins at a byte of an input, so that a later one comes later in any sort.

    >>> position_of(0), position_of(1, 255)
    ('00000000.000000000000', '00000001.0000000000ff')
    """
    return f"{number:08x}.{start:012x}"


def placed_of(number: int, parts: Iterable[Part]) -> list[Placed]:
    """Give parts of an input with the places where they stand; ``number`` is that of the input."""
    return [
        Placed(part, position_of(number, part.start if isinstance(part, (Slice, WarcSplit)) else 0))
        for part in parts
    ]


def row_position(position: str, number: int) -> str:
    """Give where a row stands, by the position of its part and its number there.

    >>> row_position(position_of(1, 255), 10)
    '00000001.0000000000ff.0000000a'
    """
    return f"{position}.{number:08x}"


def is_remote(name: str) -> bool:
    """Tell whether it takes a file system of `fsspec` to open a file: its name has a scheme."""
    return "://" in name


@contextmanager
def opened(name: str, **fetched: Any) -> Iterator[IO[bytes]]:
    """Open a file, wherever it is; raises OSError, and what its file system raises.

    ``fetched`` says how much of one that is elsewhere is fetched at once, as `fsspec` has it.
    """
    if is_remote(name):
        system, place = fsspec.core.url_to_fs(name)
        with system.open(place, "rb", **fetched) as file:
            yield file
    else:
        with Path(name).open("rb") as file:
            yield file


def streamed(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file to be read from front to back, by one request of a web server, which may know no ranges."""
    return opened(name, **({"block_size": 0} if name.startswith(_WEB) else {}))


@contextmanager
def bytes_of(name: str, size: int) -> Iterator[FileBytes]:
    """Give the first bytes of a file, wherever it is, to be read where they are asked for.

    Raises `InputError` where it is a file of this machine, and cannot be read, or has not as many.
    """
    if not is_remote(name):
        with FileBytes.opened(name, size) as content:
            yield content
        return
    with opened(name, **_BLOCKS) as file:
        yield FileBytes(file, size)


@contextmanager
def archive_bytes(name: str, start: int, stop: int) -> Iterator[FileBytes]:
    """Give a WARC up to a byte; what is before ``start`` may be empty, but for the first bytes.

    A remote one is fetched into a temporary file that has room for no more than that.

    Raises `InputError` where it is a file of this machine, and cannot be read, or has not as many bytes.
    """
    if not is_remote(name):
        with FileBytes.opened(name, stop) as content:
            yield content
        return
    with opened(name, cache_type="none") as source, tempfile.TemporaryFile() as copy:
        if start:
            copy.write(source.read(SAMPLE))
            source.seek(start)
            copy.seek(start)
        while copy.tell() < stop and (piece := source.read(min(_PIECE, stop - copy.tell()))):
            copy.write(piece)
        copy.flush()
        yield FileBytes(copy, stop)


# --- which files there are ---


def listed(paths: Iterable[str], choice: Choice) -> Iterator[File | Problem]:
    """Yield the files of paths, as the commands do, and those of folders elsewhere in order of their names."""
    for path in paths:
        if is_remote(path):
            yield from _listed_remotely(path, choice)
            continue
        for name in choice.files([path]):
            found = name if isinstance(name, Problem) else File.of(name)
            told = f"only the process that has it open can read it; name a file{' instead of -' * (name == STDIN)}"
            yield Problem(str(name), told) if found is None else found


def _listed_remotely(path: str, choice: Choice) -> Iterator[File | Problem]:
    try:
        system, place = fsspec.core.url_to_fs(path)
        is_folder = not path.startswith(_WEB) and system.isdir(place)
        # Without the scheme; in the order of `Choice.files`, which goes through a folder by its names.
        names = sorted(system.find(place), key=lambda name: name.split("/")) if is_folder else [place]
        for name in names:
            below = name.removeprefix(place).strip("/").split("/") if is_folder else []
            if not is_folder or choice.reads_below(below):
                # By the path as it was given: a file system knows neither its host nor its port in the names it gives.
                told = f"{path.rstrip('/')}/{'/'.join(below)}" if is_folder else path
                yield File(told, system.size(name) or 0)
    except (OSError, ImportError, ValueError) as error:
        yield Problem(path, f"cannot be read: {getattr(error, 'strerror', None) or error}")


# --- where large ones are cut ---


class Range(NamedTuple):
    """Bytes of an archive in which a record is looked for to cut it at."""

    name: str
    kind: str
    """``mbox`` or ``warc``."""
    size: int
    start: int
    stop: int


class Walk(NamedTuple):
    """What a walk over a range found: places where a record begins."""

    firsts: tuple[int, ...]
    """The first of them."""
    next: int | None
    """The first one behind the range; None where the archive ends before."""
    recent: tuple[int, ...]
    """The last ones in the range, as many as a later message may have to know."""


def walk(over: Range, start: int | None = None) -> Walk:
    """Walk over a range, from a place where a record begins, or from the first likely one in it.

    Raises `InputError` where the file cannot be read, and OSError, as its file system does.
    """
    end = over.stop + _AHEAD
    while True:
        with _places(over, min(end, over.size), start) as places:
            firsts: list[int] = []
            recent: deque[int] = deque(maxlen=ThreadMemory.SIZE)
            for place in places:
                if place >= over.stop:
                    return Walk(tuple(firsts), place, tuple(recent))
                recent.append(place)
                if len(firsts) < _FIRSTS:
                    firsts.append(place)
        if over.kind == "mbox" or end >= over.size:
            return Walk(tuple(firsts), None, tuple(recent))
        end += end - over.start


@contextmanager
def _places(over: Range, end: int, start: int | None) -> Iterator[Iterator[int]]:
    """Give the places where records begin, those from ``start`` on or from the first likely one."""
    begin = over.start if start is None else start
    if over.kind == "mbox":
        with bytes_of(over.name, over.size) as archive:
            found = Section(archive, begin).offsets()
            yield islice(found, 1, None) if start is None and begin else found
        return
    with archive_bytes(over.name, begin, end) as content:
        yield ArchiveSection(content, begin).offsets(is_record=start is not None or not begin)


def ranges(file: File, kind: str, split_size: int) -> list[Range]:
    """Give the ranges of a large archive."""
    starts = range(0, file.weight, split_size)
    return [
        Range(file.name, kind, file.weight, start, min(start + split_size, file.weight)) for start in starts
    ]


def stitched(walked: Sequence[tuple[Range, Walk]], again: Callable[[Range, int], Walk]) -> list[Part]:
    """Give the splits of an archive by the walks over its ranges; ``again`` walks over one from the right place."""
    parts: list[Part] = []
    begin: int | None = 0
    earlier: tuple[int, ...] = ()
    for over, found in walked:
        if begin is None or begin >= over.stop:
            continue  # one record is longer than the range
        if begin != over.start and begin not in found.firsts:
            found = again(over, begin)
        end = found.next if found.next is not None else over.size
        if over.kind == "mbox":
            parts.append(Slice(over.name, over.size, begin, end, earlier))
            own = (begin, *(place for place in found.recent if place > begin))
            earlier = (*earlier, *own)[-ThreadMemory.SIZE :]
        else:
            parts.append(WarcSplit(over.name, begin, end))
        begin = found.next
    return parts


def kind_to_cut(file: File, inputs: InputOptions, split_size: int) -> str | None:
    """Tell what kind of an archive a file is, if it is so large that it is cut; else None."""
    if file.weight < 2 * split_size or inputs.kind not in {None, "mbox", "warc"}:
        return None
    try:
        with opened(file.name, cache_type="none") as source:
            head = source.read(SAMPLE)
            source.seek(file.weight - 1)
            source.read(1)  # which a web server that knows no ranges gives nobody
    except (OSError, ValueError, ImportError):
        return None  # whoever opens it says why it cannot be read
    kind = inputs.kind_to_cut(head, file.name)
    return None if kind == "warc" and not ArchiveSection.is_cuttable(head) else kind


def halves(part: Part, inputs: InputOptions) -> tuple[Part, ...]:
    """Give an archive, or some of its records, in two pieces; nothing for what is one document."""
    if isinstance(part, File):
        kind = kind_to_cut(part, inputs, 0)
        if kind is None:
            return ()
        whole = Slice(part.name, part.weight, 0, part.weight, ())
        part = whole if kind == "mbox" else WarcSplit(part.name, 0, part.weight)
    if not isinstance(part, (Slice, WarcSplit)):
        return ()
    size = part.size if isinstance(part, Slice) else part.stop
    over = Range(part.name, "mbox" if isinstance(part, Slice) else "warc", size, part.start, part.stop)
    places: list[int] = []
    with _places(over, part.stop, part.start) as found:
        for place in found:
            if place >= part.stop:
                break
            places.append(place)
            if place - part.start >= part.weight // 2 > 0 and place > part.start:
                break
    middle = places[-1] if places else part.start
    if middle <= part.start:
        return ()
    if isinstance(part, Slice):
        earlier = (*part.earlier, *places[:-1])[-ThreadMemory.SIZE :]
        return part._replace(stop=middle), part._replace(start=middle, earlier=earlier)
    return part._replace(stop=middle), part._replace(start=middle)


# --- what a task reads ---


def packed(placed: Iterable[Placed], *, size: int) -> list[tuple[Placed, ...]]:
    """Give what each task reads: parts that are next to each other, of ``size`` bytes together."""
    tasks: list[tuple[Placed, ...]] = []
    some: list[Placed] = []
    weight = 0
    for item in placed:
        more = _weight(item.part)
        if some and (weight + more > size or len(some) >= _MOST_FILES):
            tasks.append(tuple(some))
            some, weight = [], 0
        some.append(item)
        weight += more
    return [*tasks, tuple(some)] if some else tasks


def dealt(placed: Sequence[Placed], number: int) -> list[tuple[Placed, ...]]:
    """Give what each of so many tasks reads, parts next to each other; the last tasks may have nothing."""
    total = sum(_weight(item.part) + 1 for item in placed)
    tasks: list[list[Placed]] = [[] for _ in range(number)]
    done = 0
    for item in placed:
        tasks[min(number - 1, done * number // total)].append(item)
        done += _weight(item.part) + 1
    return [tuple(task) for task in tasks]


def _weight(part: Part) -> int:
    return part.weight if isinstance(part, (File, Slice, WarcSplit)) else 0

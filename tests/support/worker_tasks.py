"""What the processes of `test_workers` do: they have to find it under a name, and without what tests need."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from urlglean.errors import InputError
from urlglean.jobs.reading import TextLines
from urlglean.jobs.workers import HandOver
from urlglean.links.link import Link
from urlglean.uri.resolve import resolve
from urlglean.writers import FORMATS


def echo(parts: Sequence[Any], hand_over: HandOver) -> None:
    """Hand the parts over one by one, in a process that is not the first one's."""
    for number, part in enumerate(parts, start=1):
        hand_over((part, os.getpid()), done=number, begun=False)


def at_the_end(parts: Sequence[Any], hand_over: HandOver) -> None:
    """Hand over all parts at once; some sleep, fail or kill."""
    for part in parts:
        _do(part)
    hand_over(list(parts), done=len(parts), begun=False)


def bit_by_bit(parts: Sequence[Any], hand_over: HandOver) -> None:
    """Hand over each part in two pieces, what happens coming between them."""
    for number, part in enumerate(parts):
        hand_over(f"{part}, begun", done=number, begun=True)
        _do(part)
        hand_over(f"{part}, done", done=number + 1, begun=False)


def much(parts: Sequence[int], hand_over: HandOver) -> None:
    """Hand over that many bytes, a megabyte at a time, and note in a file how many are on their way."""
    (size, note), *_ = parts
    for _ in range(size >> 20):
        hand_over(b"x" * (1 << 20), done=0, begun=True)
        with Path(note).open("a") as file:
            file.write("x")


class Deadly(NamedTuple):
    """What a process makes of Links that dies of some of them."""

    least: int = 1 << 20
    write: Callable[..., None] = FORMATS["text"].write_links

    def __call__(self, links: Iterable[Link], deliver: Callable[[Any], None]) -> None:
        TextLines(self.write, "scheme", None, self.least)(map(self._survived, links), deliver)

    def _survived(self, link: Link) -> Link:
        if "//die" in link.text:
            os.kill(os.getpid(), signal.SIGKILL)
        return link


def unpicklable(parts: Sequence[Any], hand_over: HandOver) -> None:
    hand_over(lambda: parts, done=1, begun=False)


def _do(part: Any) -> None:
    if isinstance(part, float):
        time.sleep(part)
    elif part == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    elif part == "exit":
        os._exit(7)
    elif part == "fail":
        raise InputError("a.txt: is bad")
    elif part == "malformed":
        resolve("http://a b/", "", dialect="whatwg")
    elif part == "crash":
        raise ZeroDivisionError("what nobody thought of")
    elif isinstance(part, Path) and not part.exists():
        part.touch()
        os.kill(os.getpid(), signal.SIGKILL)  # the first time only


class Meeting(NamedTuple):
    """What hands the parts over as `echo` does, the first one not before two processes have begun."""

    folder: Path

    def __call__(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        self.folder.joinpath(str(os.getpid())).touch()
        while parts[0] == 0 and len(list(self.folder.iterdir())) < 2:
            time.sleep(0.01)
        echo(parts, hand_over)


class Elsewhere(NamedTuple):
    """What one process does only when another one has begun: a file tells that, and with what."""

    process: int
    mark: Path

    def __call__(self, parts: Sequence[Any], hand_over: HandOver) -> None:
        if os.getpid() != self.process and not self.mark.exists():
            self.mark.write_text(str(parts[0]))
        while not self.mark.exists():
            time.sleep(0.01)
        if os.getpid() == self.process:
            time.sleep(0.2)
            if "die" in parts:
                raise InputError("was done here")
        at_the_end(parts, hand_over)

"""Counts the work that a text takes: calls, and characters that are gone over. Seconds say more of the machine."""

from __future__ import annotations

import gc
import re
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import FrameType, ModuleType
from typing import Any, SupportsIndex

import pytest
import regex

import urlglean
from urlglean.patterns import _LazyPattern

__all__ = [
    "GIVES_ROUNDS_BACK",
    "CountedPattern",
    "CountedText",
    "Counter",
    "assert_linear",
    "calls_of",
    "measured",
    "peak_of",
    "watching",
]

GIVES_ROUNDS_BACK = pytest.mark.skipif(
    sys.version_info < (3, 11, 5),
    reason="this Python's `re` keeps each round of a possessive group until its end",
)
"""For tests of memory that a possessive group takes."""
PACKAGE = str(Path(urlglean.__file__).parent)


class Counter:
    """Adds up work."""

    def __init__(self) -> None:
        self.work = 0

    def watch(self, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        """Count what the patterns of a module go over, those that nobody has used yet included."""
        for attribute, value in list(vars(module).items()):
            if isinstance(value, (re.Pattern, regex.Pattern, _LazyPattern)):
                value.finditer  # noqa: B018  (compiles one that waits, which then stands in the module)
                monkeypatch.setattr(module, attribute, CountedPattern(getattr(module, attribute), self))

    @contextmanager
    def calls(self) -> Iterator[None]:
        """Count the calls that the product makes in the block.

        A profiler in C counts them, at a third of what a function for `sys.setprofile` costs.
        """
        profiler = Profile()
        profiler.enable()
        try:
            yield
        finally:
            profiler.disable()
            for entry in profiler.getstats():
                if getattr(entry.code, "co_filename", "").startswith(PACKAGE):
                    self.work += entry.callcount
                    self.work += sum(one.callcount for one in entry.calls or () if isinstance(one.code, str))


class CountedText(str):
    """A string that counts the characters that are copied out of it or searched through."""

    counter: Counter

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        found = str.__getitem__(self, key)
        self.counter.work += len(found)
        return found

    def _searched(self, found: int, start: int | None, end: int | None, *, backwards: bool = False) -> int:
        low, high = start or 0, len(self) if end is None else min(end, len(self))
        if found >= 0:
            low, high = (found, high) if backwards else (low, found)
        self.counter.work += max(0, high - low)
        return found

    def find(self, sub: str, start: Any = None, end: Any = None, /) -> int:
        return self._searched(super().find(sub, start, end), start, end)

    def rfind(self, sub: str, start: Any = None, end: Any = None, /) -> int:
        return self._searched(super().rfind(sub, start, end), start, end, backwards=True)

    def count(self, sub: str, start: Any = None, end: Any = None, /) -> int:
        self._searched(-1, start, end)
        return super().count(sub, start, end)

    def __contains__(self, sub: str) -> bool:  # type: ignore[override]
        return self.find(sub) >= 0

    def partition(self, sub: str, /) -> tuple[str, str, str]:
        self.counter.work += len(self)
        return super().partition(sub)

    def split(self, sub: str | None = None, most: SupportsIndex = -1) -> list[str]:
        self.counter.work += len(self)
        return super().split(sub, most)

    def splitlines(self, keepends: bool = False) -> list[str]:  # noqa: FBT001, FBT002  (as `str` has it)
        self.counter.work += len(self)
        return super().splitlines(keepends)

    def replace(self, old: str, new: str, most: SupportsIndex = -1, /) -> str:
        self.counter.work += len(self)
        return super().replace(old, new, most)

    def lower(self) -> str:
        self.counter.work += len(self)
        return super().lower()

    def translate(self, table: Any, /) -> str:
        self.counter.work += len(self)
        return super().translate(table)


class CountedPattern:
    """A compiled pattern that counts the characters it went over.

    It makes few calls of its own: each of them is one for the profiler, too.
    """

    def __init__(self, compiled: Any, counter: Counter) -> None:
        self.compiled = compiled
        self.counter = counter
        self.pattern = compiled.pattern
        self.partial = in_regex(compiled.pattern, compiled.flags)
        self.matches, self.fully_matches = compiled.match, compiled.fullmatch
        self.opens, self.fully_opens = self.partial.match, self.partial.fullmatch

    def match(self, text: str, pos: int = 0, *rest: int) -> Any:
        found = self.matches(text, pos, *rest)
        if found is not None:
            self.counter.work += 1 + found.end() - pos
        else:
            self.counter.work += 1 + read(self.opens, text, pos, min([len(text), *rest]))
        return found

    def fullmatch(self, text: str, pos: int = 0, *rest: int) -> Any:
        found = self.fully_matches(text, pos, *rest)
        if found is not None:
            self.counter.work += 1 + found.end() - pos
        else:
            self.counter.work += 1 + read(self.fully_opens, text, pos, min([len(text), *rest]))
        return found

    def search(self, text: str, pos: int = 0, *rest: int) -> Any:
        found = self.compiled.search(text, pos, *rest)
        end = found.end() if found is not None else min([len(text), *rest])
        self.counter.work += 1 + max(0, end - pos)
        return found

    def finditer(self, text: str, pos: int = 0, *rest: int) -> Iterator[Any]:
        at = pos
        for found in self.compiled.finditer(text, pos, *rest):
            self.counter.work += 1 + found.end() - at
            at = found.end()
            yield found
        self.counter.work += max(0, min([len(text), *rest]) - at)

    def findall(self, text: str) -> list[Any]:
        self.counter.work += 1 + len(text)
        found: list[Any] = self.compiled.findall(text)
        return found

    def split(self, text: str) -> list[Any]:
        self.counter.work += 1 + len(text)
        pieces: list[Any] = self.compiled.split(text)
        return pieces

    def sub(self, replacement: Any, text: str) -> str:
        self.counter.work += len(text)
        changed: str = self.compiled.sub(replacement, text)
        return changed


def read(opens: Callable[..., Any], text: str, pos: int, end: int) -> int:
    """Give how many characters from ``pos`` have to be read to know that nothing matches there."""
    high = 1
    while pos + high < end and opens(text, pos, pos + high, partial=True) is not None:
        high *= 2
    low = high // 2
    if high > end - pos:
        high = end - pos if end > pos else 0
    while high - low > 1:
        middle = (low + high) // 2
        if opens(text, pos, pos + middle, partial=True) is not None:
            low = middle
        else:
            high = middle
    return high


@cache
def in_regex(pattern: str, flags: int) -> Any:
    """Compile a pattern of either library for `regex`, which can say whether more text might make it match."""
    same = regex.IGNORECASE | regex.MULTILINE | regex.DOTALL | regex.VERBOSE | regex.VERSION1
    return regex.compile(pattern, flags & same)


def measured(counter: Counter, action: Callable[[str], object], text: str) -> int:
    """Give the work that ``action`` does on ``text``."""
    counted = CountedText(text)
    counted.counter = counter
    before = counter.work
    with counter.calls():
        action(counted)
    return counter.work - before


def watching(monkeypatch: pytest.MonkeyPatch, package: ModuleType) -> Counter:
    """Give a counter of what the patterns of all modules of a package go over."""
    counter = Counter()
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        counter.watch(import_module(module.name), monkeypatch)
    return counter


def assert_linear(
    counter: Counter, action: Callable[[str], object], unit: str, *, times: int = 500, at_most: float = 2.2
) -> None:
    """See that reading a unit twice as often takes about twice the work, and not four times as much.

    From Python 3.12 on the profiler counts what other threads do, too, and some calls then count for another function:
    so what seems too much is counted again.
    """
    measured(counter, action, unit)  # what is made once is made
    once = twice = 0
    for _ in range(3 if sys.version_info >= (3, 12) else 1):
        once, twice = (measured(counter, action, unit * number) for number in (times, 2 * times))
        if twice <= at_most * once + 200:
            break
    assert twice <= at_most * once + 200, f"{once} for {times}, {twice} for twice as many"


def calls_of(action: Callable[[], object]) -> int:
    """Give how many calls an action makes, of the product's functions and of all others.

    No garbage is collected meanwhile: who asked to be called then, as Hypothesis does, would be counted at times. Nor
    are the calls of other threads counted, as a profiler in C does from Python 3.12 on.
    """
    calls = 0

    def count(frame: FrameType, event: str, called: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    was_enabled = gc.isenabled()
    gc.disable()
    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
        if was_enabled:
            gc.enable()
    return calls


def peak_of(action: Callable[[], object]) -> int:
    """Give how many bytes of memory an action holds at the most, of what Python knows of."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

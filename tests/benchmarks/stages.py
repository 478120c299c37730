"""Tells where the time goes, by stage: ``python tests/benchmarks/stages.py SITUATION``, or a file instead of one.

First how fast it is when nobody looks, then the share of each room and module, and the functions that take most. What
runs in C is counted for the function that calls it. A profiler makes calls dear: shares of small functions are too big.
(No file here can be called after the profiler of the standard library, which would then be imported in its place.)
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench_html import KINDS, urlglean_links
from corpus import HOSTILE, situations
from mail_corpus import archive
from side_by_side import markdown

import urlglean
from urlglean.document import Document

__all__ = ["SITUATIONS", "Profile", "profile"]

_PACKAGE = Path(urlglean.__file__).parent
_SIZE = 1_000_000
_OUTSIDE = "(outside the package)"


class Profile(NamedTuple):
    """What took how many seconds, under the profiler."""

    modules: Mapping[str, float]
    functions: Mapping[tuple[str, str], tuple[float, int]]
    """Seconds and calls, by module and name."""

    @property
    def rooms(self) -> Mapping[str, float]:
        """Seconds by room."""
        found: Counter[str] = Counter()
        for module, seconds in self.modules.items():
            found[module.partition(".")[0]] += seconds
        return found


def _text(text: str) -> int:
    return sum(1 for _ in urlglean.extract_text(text))


def _mbox(data: bytes) -> int:
    document = Document(data, "application/mbox", "archive.mbox")
    return sum(1 for _ in urlglean.unique(urlglean.read_document(document, on_problem=print), keep=1))


def _file(path: Path) -> int:
    return sum(1 for _ in urlglean.extract_path(path))


def _of_situation(name: str) -> Callable[[], int]:
    (text,) = (item.text for item in situations(_SIZE) if item.name == name)
    return partial(_text, text)


SITUATIONS: Mapping[str, Callable[[], Callable[[], int]]] = {
    **{item.name: partial(_of_situation, item.name) for item in situations(1000)},
    **{f"hostile: {name}": lambda make=make: partial(_text, make(50_000)) for name, make in HOSTILE.items()},
    **{name: lambda make=make: partial(urlglean_links, make(_SIZE)) for name, make in KINDS.items()},
    "an mbox": lambda: partial(_mbox, archive(300)),
}
"""What there is to look at, each with what makes it ready and gives what does it."""


def profile(run: Callable[[], int]) -> Profile:
    """Run it under the profiler."""
    profiler = cProfile.Profile(time.process_time)  # what else the machine does is left out
    profiler.runcall(run)
    modules: Counter[str] = Counter()
    functions: dict[tuple[str, str], tuple[float, int]] = {}
    for module, name, seconds, calls in _entries(pstats.Stats(profiler)):
        modules[module] += seconds
        before = functions.get((module, name), (0.0, 0))
        functions[module, name] = (before[0] + seconds, before[1] + calls)
    return Profile(modules, functions)


def _entries(stats: pstats.Stats) -> Iterator[tuple[str, str, float, int]]:
    """Yield module, function, its own seconds and its calls; what runs in C counts for who calls it."""
    for (file, _, name), (_, calls, own, _, callers) in stats.stats.items():  # type: ignore[attr-defined]  # not in its stub
        if file != "~" or not callers:
            yield _module(file), name, own, calls
            continue
        for (caller_file, _, caller), (_, _, seconds, _) in callers.items():
            yield _module(caller_file), caller, seconds, 0


def _module(file: str) -> str:
    path = Path(file)
    if not path.is_relative_to(_PACKAGE):
        return _OUTSIDE
    return ".".join(path.relative_to(_PACKAGE).with_suffix("").parts)


def told(found: Profile, seconds: float, *, most: int = 12) -> str:
    """Give the shares as tables: the rooms, then the modules and the functions that take most.

    ``seconds`` is what all of it takes when nobody looks.
    """
    whole = sum(found.modules.values()) or 1.0

    def shares(parts: Mapping[str, float]) -> list[list[str]]:
        ordered = sorted(parts.items(), key=lambda item: -item[1])[:most]
        return [[name, f"{taken / whole:.1%}"] for name, taken in ordered if taken / whole >= 0.001]

    functions = sorted(found.functions.items(), key=lambda item: -item[1][0])[: 2 * most]
    rows = [
        [
            f"{module}.{name}",
            f"{taken / whole:.1%}",
            f"{calls:,}",
            f"{taken / whole * seconds / calls * 1e6:.1f}" if calls else "",
        ]
        for (module, name), (taken, calls) in functions
    ]
    return "\n\n".join(
        (
            markdown(["room", "share"], shares(found.rooms)),
            markdown(["module", "share"], shares(found.modules)),
            markdown(["function, with what it calls in C", "share", "calls", "µs each"], rows),
        )
    )


def main() -> None:
    """Read argv, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "situation", nargs="?", help="its name, or a file; all names are printed where none is given"
    )
    given = parser.parse_args().situation
    if given is None:
        print("\n".join(SITUATIONS))
        return
    if given not in SITUATIONS and not Path(given).is_file():
        parser.error(f"there is no situation {given!r}, and no file; there are: {', '.join(SITUATIONS)}")
    run = SITUATIONS[given]() if given in SITUATIONS else partial(_file, Path(given))
    seconds = []
    for _ in range(3):
        begin = time.process_time()
        count = run()
        seconds.append(time.process_time() - begin)
    best = min(seconds)
    print(f"{given}: {count:,} found in {best:.3f} s, {best / max(count, 1) * 1e6:.1f} µs each\n")
    print(told(profile(run), best))


if __name__ == "__main__":
    main()

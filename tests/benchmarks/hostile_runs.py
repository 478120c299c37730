"""Time and memory of the command on hostile documents that double: ``python tests/benchmarks/hostile_runs.py [WORD]``.

Each family of `support.hostile` is read by a process of its own, at doubling sizes. The table has the exponent of the
time over the size (1 is linear), the speed, and the memory beyond what a tiny document takes.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.hostile import FAMILIES, Family

MB = 1 << 20
_HEAD = "| family | MB | seconds | exponent | MB/s | memory, MB | times its size |"


class Run(NamedTuple):
    """What one run of the command took."""

    size: int
    seconds: float
    """Of the processor."""
    memory: int
    """At the most, in bytes."""
    is_over: bool
    """Whether it ended by itself."""


def run(family: Family, size: int, folder: Path, limit: float) -> Run:
    """Run the command over a document of a family."""
    data = family.make(size)
    path = folder / f"hostile{family.suffix}"
    path.write_bytes(data)
    command = [sys.executable, "-m", "urlglean", "extract", "--quiet", "--jobs", "1", "--format", "url"]
    with subprocess.Popen(
        [*command, *family.options, str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (10 << 30, 10 << 30)),
    ) as process:  # fmt: skip
        start = time.monotonic()
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() - start > limit:
                process.kill()
            time.sleep(0.005)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    return Run(len(data), seconds, usage.ru_maxrss << 10, process.returncode in {0, 1, 3})


def measure(family: Family, sizes: list[int], limit: float, idle: Run) -> str:
    """Give a line of the table for a family."""
    runs: list[Run] = []
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            runs.append(run(family, size, Path(folder), limit))
            if not runs[-1].is_over or runs[-1].seconds > limit / 3:
                break
    last = runs[-1]
    exponent = float("nan")
    if len(runs) > 1:
        before = runs[-2]
        times = [max(0.02, one.seconds - idle.seconds) for one in (before, last)]
        exponent = math.log(times[1] / times[0]) / math.log(last.size / before.size)
    memory = last.memory - idle.memory
    seconds = f"{last.seconds:.2f}" if last.is_over else f"over {last.seconds:.0f}"
    speed = last.size / MB / max(0.02, last.seconds - idle.seconds)
    return (
        f"| {family.name} | {last.size / MB:.2f} | {seconds} | {exponent:.2f} | {speed:.1f}"
        f" | {memory / MB:.0f} | {memory / last.size:.0f} |"
    )


def main() -> None:
    """Read argv, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=float, default=4, help="how many MB the largest has")
    parser.add_argument("--smallest", type=float, default=1, help="how many MB the smallest has")
    parser.add_argument("--limit", type=float, default=40, help="seconds after which a run is ended")
    parser.add_argument("word", nargs="*", help="families whose names begin so; all, if there is none")
    given = parser.parse_args()
    sizes = [int(given.smallest * MB)]
    while sizes[-1] * 2 <= given.largest * MB:
        sizes.append(sizes[-1] * 2)
    with tempfile.TemporaryDirectory() as folder:
        idle = run(Family("idle", ".html", lambda _: b"<a href=http://a.example/>x</a>"), 1, Path(folder), 60)
    print(_HEAD, f"|{' --- |' * 7}", sep="\n", flush=True)
    for family in FAMILIES:
        if not given.word or family.name.startswith(tuple(given.word)):
            print(measure(family, sizes, given.limit, idle), flush=True)


if __name__ == "__main__":
    main()

"""Compares the rows of a cluster with those of the command, byte for byte, for files that are not in the repository.

``python tests/support cluster_runs same FILE...`` reads them in 1, 3 and 64 partitions. ``python tests/support
cluster_runs kills SEED KILLS FILE...`` has two workers read them, one of which is killed at a random moment, so many
times; what is there then is compared each time.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from support.patience import wait_for
from support.spark_cluster import Cluster, cluster
from support.spark_rows import as_json, plain, printed

PARTITIONS = (1, 3, 64)


def digest(lines: Iterable[str]) -> str:
    """Give the digest of lines, sorted."""
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def written(out: Path) -> list[str]:
    """Give the rows that a job has written, as lines."""
    tables = (pq.read_table(path) for path in sorted(out.glob("part-*.parquet")))
    return as_json([plain(row) for table in tables for row in table.to_pylist()])


def job(
    running: Cluster, files: list[str], out: Path, partitions: int, kill_after: float | None = None
) -> float:
    """Run a job, and kill one of the workers after some seconds; give how many the job took."""
    start = time.monotonic()
    done = running.job("extract", *files, "--partitions", str(partitions), "--out", out)
    if kill_after is not None:
        wait_for(lambda: (time.monotonic() - start > kill_after) or done.poll() is not None)
        if done.poll() is None:
            running.kill(running.workers[0])
    told = done.communicate()
    if done.returncode not in {0, 3}:
        sys.exit(f"the job ended with {done.returncode}:\n{told[1]}")
    return time.monotonic() - start


def same(files: list[str], folder: Path) -> None:
    """Compare for each number of partitions, each time with the files in another order."""
    with cluster(folder, workers=2) as running:
        for number in PARTITIONS:
            random.Random(number).shuffle(files)  # noqa: S311  (no secret)
            expected = as_json(printed("extract", *files))
            out = folder / f"out-{number}"
            job(running, files, out, number)
            found = written(out)
            verdict = "the same bytes" if digest(found) == digest(expected) else "OTHER BYTES"
            order = "in the same order" if found == expected else "in another order"
            print(
                f"{number} partitions: {len(found):,} rows of {len(expected):,}: {verdict}, {order}",
                flush=True,
            )


def kills(files: list[str], folder: Path, chance: random.Random, number: int) -> None:
    """Kill a worker so many times, each time at another moment of another run."""
    expected = digest(as_json(printed("extract", *files)))
    with cluster(folder, workers=2) as running:
        whole = job(running, files, folder / "whole", 16)
        print(f"a run that nobody disturbs takes {whole:.0f} s")
        for attempt in range(number):
            moment = chance.uniform(0, whole)
            seconds = job(running, files, folder / f"out-{attempt}", 16, kill_after=moment)
            killed = running.workers[0].poll() is not None
            found = written(folder / f"out-{attempt}")
            what = f"killed after {moment:.1f} s of {seconds:.0f}" if killed else "over before it was killed"
            print(
                f"{what}: {len(found):,} rows, {'all once' if digest(found) == expected else 'WRONG'}",
                flush=True,
            )
            if killed:
                del running.workers[0]
                running.add_worker()


def main() -> None:
    """Run what argv asks for."""
    what, *given = sys.argv[1:]
    with TemporaryDirectory() as name:
        if what == "same":
            same([str(Path(file).resolve()) for file in given], Path(name))
        else:
            seed, number, *files = given
            chance = random.Random(int(seed))  # noqa: S311  (moments, not secrets)
            kills([str(Path(file).resolve()) for file in files], Path(name), chance, int(number))


if __name__ == "__main__":
    main()

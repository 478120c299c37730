"""Compares the rows of a cluster with those of the command, byte for byte, for files that are not in the repository.

``python tests/support cluster_runs same JOB FILE...`` has two workers read them in 1, 3 and 64 partitions, each time in
another order. ``python tests/support cluster_runs kills SEED KILLS JOB FILE...`` kills one of the two at a random
moment of the job, so many times; what is there then is compared each time. ``JOB`` is ``extract``, ``unique`` or
``frontier``, and options of it may stand among the files.
"""

from __future__ import annotations

import hashlib
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from support.patience import wait_for
from support.spark_cluster import Cluster, cluster
from support.spark_rows import as_json, plain, printed
from urlglean.cli.terminal import signals_heeded

PARTITIONS = (1, 3, 64)
_SPREAD = 16
"""How many tasks a job has of which one is to be killed in the middle."""
_MEGABYTES = 4
"""How much of an archive one piece has: most archives are cut."""
_ALL = 100_000
"""No URL stands in so many places."""


def written(name: str, out: Path) -> list[str]:
    """Give the rows that a job has written, as lines, with the columns that the command prints."""
    columns = ("url", "key", "count", "places") if name == "unique" else None
    rows = (row for path in sorted(out.glob("part-*.parquet")) for row in pq.read_table(path).to_pylist())
    return as_json([plain(row, columns) for row in rows])


def by_command(name: str, given: list[str]) -> list[str]:
    """Give the rows of the command as lines."""
    return as_json(printed(name, *given))


def told(found: list[str], expected: list[str]) -> str:
    """Say how the rows of a job compare with those of the command."""
    digests = {hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest() for rows in (found, expected)}
    verdict = "the same bytes once sorted" if len(digests) == 1 else "OTHER BYTES"
    order = "in the same order" if found == expected else "in another order"
    return f"{len(found):,} rows of {len(expected):,}: {verdict}, {order}"


class Disturbed:
    """A job on a cluster, one worker of which may be killed while it runs."""

    def __init__(self, running: Cluster, name: str, given: list[str], out: Path, partitions: int) -> None:
        before = running.applications
        options = ["--places", str(_ALL)] if name == "unique" else []
        options += ["--split-size", str(_MEGABYTES), "--partitions", str(partitions)]
        self._done = out / "_SUCCESS"
        self._job = running.job(name, *given, *options, "--out", out)
        self._running = running
        # The moments before are those of a driver that starts: no worker has anything to do with the job.
        wait_for(lambda: running.applications > before or self._job.poll() is not None)
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long its executors are there."""
        return time.monotonic() - self._begun

    def kill(self, moment: float) -> bool:
        """Kill a worker so many seconds after the executors were started; tell whether the job ran still."""
        wait_for(lambda: self.seconds > moment or self._job.poll() is not None)
        if self._job.poll() is not None:
            return False
        self._running.kill(self._running.workers.pop(0))
        self._running.add_worker()
        return True

    def end(self) -> float:
        """Wait for its end; give how long its executors were there."""
        _, complaints = self._job.communicate()
        if not self._done.exists():
            sys.exit(f"the job ended with {self._job.returncode}:\n{complaints}")
        return self.seconds


def same(name: str, given: list[str], folder: Path) -> None:
    """Compare for each number of partitions, each time with the files in another order."""
    files = [item for item in given if Path(item).exists()]
    options = [item for item in given if item not in files]
    with cluster(folder, workers=2) as running:
        for number in PARTITIONS:
            random.Random(number).shuffle(files)  # noqa: S311  (no secret)
            expected = by_command(name, [*options, *files])
            out = folder / f"out-{number}"
            Disturbed(running, name, [*options, *files], out, number).end()
            print(f"{name}, {number} partitions: {told(written(name, out), expected)}", flush=True)


def kills(name: str, given: list[str], folder: Path, chance: random.Random, number: int) -> None:
    """Kill a worker so many times, each time at another moment of another run."""
    expected = by_command(name, given)
    with cluster(folder, workers=2) as running:
        # The first run is slow: files are read from the disk, and code is compiled.
        whole = min(Disturbed(running, name, given, folder / f"whole-{at}", _SPREAD).end() for at in range(2))
        print(f"{name}: executors that nobody disturbs are there for {whole:.1f} s", flush=True)
        done = tried = 0
        while done < number:
            moment = chance.uniform(0, whole)
            out = folder / f"out-{tried}"
            job = Disturbed(running, name, given, out, _SPREAD)
            is_killed = job.kill(moment)
            seconds = job.end()
            tried += 1
            done += is_killed
            what = f"killed after {moment:.1f} s of {seconds:.1f}" if is_killed else "over before, once more"
            print(f"{what}: {told(written(name, out), expected)}", flush=True)


def main() -> None:
    """Run what argv asks for."""
    what, *given = sys.argv[1:]
    numbers = [int(given.pop(0)) for _ in range(2)] if what == "kills" else []
    name, *rest = given
    rest = [str(Path(item).resolve()) if Path(item).exists() else item for item in rest]
    # Ctrl-C and SIGTERM end the cluster, too; what dies last may still write.
    with signals_heeded(), TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if what == "same":
            same(name, rest, Path(folder))
        else:
            chance = random.Random(numbers[0])  # noqa: S311  (moments, not secrets)
            kills(name, rest, Path(folder), chance, numbers[1])


if __name__ == "__main__":
    main()

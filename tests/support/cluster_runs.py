"""Compares the rows of a cluster with those of the command, byte for byte, for files that are not in the repository.

``python tests/support cluster_runs same JOB FILE...`` has two workers read them in 1, 3 and 64 partitions, each time in
another order. ``python tests/support cluster_runs kills SEED KILLS JOB FILE...`` kills the executor of one at a random
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
from typing import Any

import pyarrow.parquet as pq

from support.spark_cluster import cluster, job, losing
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


def run(name: str, given: list[str], out: Path, partitions: int) -> float:
    """Run a job on the session that there is; give how long it took."""
    options = ["--places", str(_ALL)] if name == "unique" else []
    options += ["--split-size", str(_MEGABYTES), "--partitions", str(partitions)]
    begun = time.monotonic()
    job(name, *given, *options, "--out", out)
    return time.monotonic() - begun


def same(name: str, given: list[str], folder: Path) -> None:
    """Compare for each number of partitions, each time with the files in another order."""
    files = [item for item in given if Path(item).exists()]
    options = [item for item in given if item not in files]
    for number in PARTITIONS:
        random.Random(number).shuffle(files)  # noqa: S311  (no secret)
        expected = by_command(name, [*options, *files])
        out = folder / f"out-{number}"
        run(name, [*options, *files], out, number)
        print(f"{name}, {number} partitions: {told(written(name, out), expected)}", flush=True)


def kills(
    session: Any, name: str, given: list[str], folder: Path, chance: random.Random, number: int
) -> None:
    """Kill an executor so many times, each time at another moment of another run."""
    expected = by_command(name, given)
    # The first run is slow: files are read from the disk, and code is compiled.
    whole = min(run(name, given, folder / f"whole-{at}", _SPREAD) for at in range(2))
    print(f"{name}: nobody disturbs it for {whole:.1f} s", flush=True)
    done = tried = 0
    while done < number:
        moment = chance.uniform(0, whole)
        out = folder / f"out-{tried}"
        then = time.monotonic() + moment
        with losing(session, 1, chance, lambda: time.monotonic() > then) as killed:  # noqa: B023  (ends with it)
            seconds = run(name, given, out, _SPREAD)
        tried += 1
        done += len(killed)
        what = f"killed after {moment:.1f} s of {seconds:.1f}" if killed else "over before, once more"
        print(f"{what}: {told(written(name, out), expected)}", flush=True)


def main() -> None:
    """Run what argv asks for."""
    what, *given = sys.argv[1:]
    numbers = [int(given.pop(0)) for _ in range(2)] if what == "kills" else []
    name, *rest = given
    rest = [str(Path(item).resolve()) if Path(item).exists() else item for item in rest]
    # Ctrl-C and SIGTERM end the cluster, too; what dies last may still write.
    with (
        signals_heeded(),
        TemporaryDirectory(ignore_cleanup_errors=True) as there,
        cluster(Path(there, "spark"), workers=2, cores=1) as session,
    ):
        if what == "same":
            same(name, rest, Path(there))
        else:
            chance = random.Random(numbers[0])  # noqa: S311  (moments, not secrets)
            kills(session, name, rest, Path(there), chance, numbers[1])


if __name__ == "__main__":
    main()

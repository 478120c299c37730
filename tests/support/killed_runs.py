"""Kills runs that fill a store at random moments: a program of its own, because it forks.

``python tests/support killed_runs FOLDER SEED KILLS INPUT...`` makes ``FOLDER/quiet.duckdb`` in one run, then for
each of KILLS moments ``FOLDER/N.duckdb``: a run killed at that moment (SIGKILL, wherever it is: in Python, in
DuckDB, in the kernel), perhaps another one killed while it goes on, and one that is let finish. Every run begins
with a look at what the one before it left. It prints how many were killed.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

# All that the runs need is loaded before they fork; no thread is started, and no store opened, in this process.
import duckdb
import publicsuffixlist  # noqa: F401  (loaded for the runs)
import regex  # noqa: F401  (the same)
import turbohtml  # noqa: F401  (the same)

from urlglean import extract_path
from urlglean.inputs.folders import Choice
from urlglean.intake import IntakeOptions
from urlglean.reports import Problem
from urlglean.store.store import Store

ROWS_AT_ONCE = 25
"""Few, so that a small archive takes many commits."""


SOUND = """
SELECT (SELECT count(*) = count(DISTINCT id) FROM occurrence)
    AND NOT EXISTS (FROM occurrence ANTI JOIN document ON occurrence.document = document.id)
    AND NOT EXISTS (FROM occurrence ANTI JOIN url USING (key) WHERE key IS NOT NULL)
    AND NOT EXISTS (FROM url ANTI JOIN occurrence ON url.first = occurrence.id AND url.key = occurrence.key)
    AND (SELECT count(*) = count(DISTINCT key) FROM url)
    AND (SELECT count(*) = count(DISTINCT path) AND count(*) = count(DISTINCT id) FROM document)
"""
"""What holds of a store at any time."""


def fill(store: Path, inputs: list[str]) -> None:
    if store.exists():
        with duckdb.connect(store) as connection:
            assert connection.execute(SOUND).fetchall() == [(True,)], "a killed run left doubles or gaps"
    with Store(store, rows_at_once=ROWS_AT_ONCE) as open_store:
        for name in Choice().files(inputs):
            assert not isinstance(name, Problem)
            open_store.read(name, IntakeOptions(), on_problem=lambda _: None)


def run(store: Path, inputs: list[str], seconds: float | None = None) -> tuple[bool, float]:
    """Fill a store in a process of its own, killed after some time; say whether it was, and how long it took."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            fill(store, inputs)
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            os._exit(1)
        os._exit(0)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        sys.exit(f"a run failed that was not killed: {store}")
    return os.WIFSIGNALED(status), time.monotonic() - start


def main() -> None:
    folder, seed, kills, *inputs = sys.argv[1:]
    chance = random.Random(int(seed))  # noqa: S311  (moments, not secrets)
    for name in Choice().files(inputs):
        list(extract_path(str(name), on_problem=lambda _: None))  # what is loaded late is loaded now
    run(Path(folder, "quiet.duckdb"), inputs)
    _, whole = run(Path(folder, "measured.duckdb"), inputs)
    killed = 0
    for number in range(int(kills)):
        store = Path(folder, f"{number}.duckdb")
        killed += run(store, inputs, chance.uniform(0, whole))[0]
        for _ in range(chance.choice((0, 0, 1))):
            killed += run(store, inputs, chance.uniform(0, whole / 2))[0]
        run(store, inputs)
    print(killed)


if __name__ == "__main__":
    main()

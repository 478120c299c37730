"""A cluster: executors that are killed, and a page that none of them has the memory for, cost no other row."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from support.command_runs import run
from support.laws import some, tries_all
from support.mbox_messages import message
from support.patience import HANG, wait_for
from support.places import CORPORA, ROOT
from support.spark_cluster import MEMORY, executors, job, losing
from support.spark_rows import as_json, plain

ARCHIVES = 8
LINES = 500 if tries_all() else 400
"""How many lines with URLs a message or a page has."""


def mail(folder: Path) -> list[Path]:
    paths = []
    for archive in range(ARCHIVES):
        path = folder / f"{archive:02}.mbox"
        urls = "".join(
            f"see http://a.example/{archive}/{number} and http://b.example/\n" for number in range(LINES)
        )
        path.write_text("".join(message(number, urls) for number in range(2)))
        paths.append(path)
    return paths


def pages(folder: Path) -> list[Path]:
    paths = [folder / f"{page:02}.html" for page in range(ARCHIVES)]
    for page, path in enumerate(paths):
        links = "".join(
            f'<a href="/{page}/{number}">to {number}</a> <a href="/{number % ARCHIVES:02}.html">x</a>\n'
            for number in range(LINES)
        )
        path.write_text(f'<base href="http://a.example/{path.name}">{links}')
    return paths


def rows(out: Path) -> list[dict[str, Any]]:
    import pyarrow.parquet as pq

    files = sorted(out.glob("part-*.parquet")) if out.is_dir() else [out]
    return [plain(row) for path in files for row in pq.read_table(path).to_pylist()]


JOBS = {
    "extract": (mail, "--rung", "syntax"),
    "frontier": (
        *(pages, "--rung", "protocol", "--redirect", "http://a.example/01.html", "http://a.example/02.html"),
        *("--seed", "http://a.example/00.html"),
    ),
    "unique": (mail, "--rung", "protocol", "--redirect", "http://b.example/", "http://c.example/"),
}
"""What each job reads, and its options."""
MOMENTS = [
    *(("extract", "out"), ("unique", "out/_staged"), ("unique", "out")),
    *(("frontier", folder) for folder in ("out/_staged", "out/_settled/*", "out", "known/*") if tries_all()),
]
"""When it loses executors: while it writes into a folder. A frontier takes three times as long as the others."""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux which processes are executors")
def test_executors_that_are_killed_cost_nothing(
    session: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(os.urandom(4))  # noqa: S311  (no secret)
    name, moment = chance.choice(MOMENTS)  # each takes most of a minute: another one in another run
    lost = chance.randint(1, len(executors(session)))
    make, *options = JOBS[name]
    given = (*make(tmp_path), *options)
    out, known, file = tmp_path / "out", tmp_path / "known", tmp_path / "rows.parquet"
    own = ("--known", known) if name == "frontier" else ()
    after = 0 if "_settled" in moment else chance.randrange(ARCHIVES // 4)

    def is_time() -> bool:
        return len([*tmp_path.glob(f"{moment}/part-*.parquet")]) > after

    with losing(session, lost, chance, is_time) as killed:
        code = job(name, *given, *own, "--partitions", ARCHIVES, "--out", out)
    told = (name, moment, after, lost)
    assert (code, len(killed), capsys.readouterr().out) == (0, lost, ""), told
    assert run(name, "-q", "--format", "parquet", "-o", file, *given).code == 0
    expected = rows(file)
    assert sorted(as_json(rows(out))) == sorted(as_json(expected)), told
    assert not [*tmp_path.rglob(".part-*")]
    if own:
        generation = known / "generation-000001"
        assert (generation / "_SUCCESS").exists()
        assert sorted(row["key"] for row in rows(generation)) == sorted(row["key"] for row in expected)


def test_a_document_that_takes_too_much_memory_costs_itself_alone(
    session: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import pyarrow.parquet as pq

    monkeypatch.chdir(tmp_path)  # each executor has another folder
    for number in range(6):
        (tmp_path / f"{number}.html").write_text(f'<a href="http://a.example/{number}">{number}</a>')
    poisoned = tmp_path / "3-poisoned.html"
    with poisoned.open("wb") as file:
        file.write(b'<a href="http://poisoned.example/">x</a>' * 500)
        file.truncate(MEMORY - (64 << 20))  # nothing on the disk, all of it in memory
    out = tmp_path / "out"
    names = sorted(path.name for path in tmp_path.glob("*.html"))
    assert job("extract", *names, "--partitions", 2, "--out", out) == 3
    assert capsys.readouterr().out == ""
    assert [(row["source"], row["url"]) for row in rows(out)] == [
        (f"{number}.html", f"http://a.example/{number}") for number in range(6)
    ]
    problems = [row for path in out.glob("_problems/*.parquet") for row in pq.read_table(path).to_pylist()]
    assert [(row["source"], row["lost"]) for row in problems] == [(poisoned.name, True)], problems


def commands(folder: Path) -> str:
    """Give the command lines of all processes that were told of a folder."""
    told = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.fsencode(folder) in (process / "environ").read_bytes():
                told.append((process / "cmdline").read_text())
        except OSError:  # it has ended
            continue
    return "\n".join(told)


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="asks Linux what runs")
@pytest.mark.parametrize("how", some([signal.SIGTERM, signal.SIGINT, signal.SIGKILL], every=3))
def test_a_cluster_ends_with_the_program_that_started_it(java: None, tmp_path: Path, how: int) -> None:
    job = ["cluster_runs", "kills", "1", "1", "extract", str(CORPORA / "mail" / "archive.mbox")]
    process = subprocess.Popen(
        [sys.executable, "tests/support", *job],
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    wait_for(lambda: "ExecutorBackend" in commands(tmp_path) or process.poll() is not None)
    assert process.poll() is None, process.communicate()
    process.send_signal(how)
    process.communicate(timeout=HANG)
    assert wait_for(lambda: not commands(tmp_path)), commands(tmp_path)

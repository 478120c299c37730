"""A file of known URLs: what an earlier frontier gave is not given again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import pytest

from support.command_runs import COMMAND
from support.frontier_runs import HOME, fetch_urls, gather, read_into
from support.laws import some
from support.places import TESTS
from urlglean.errors import StoreError
from urlglean.frontier.frontier import Frontier, Policy


def test_what_was_given_is_not_given_again(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    assert fetch_urls((HOME, "<a href=/a><a href=/b>"), known=known) == [f"{HOME}a", f"{HOME}b"]
    rows, left_out = gather((HOME, "<a href=/b#x><a href=/c>"), known=known)
    assert [row.fetch_url for row in rows] == [f"{HOME}c"]
    assert left_out == {"known": 1}
    assert fetch_urls((HOME, "<a href=/a><a href=/b><a href=/c>"), known=known) == []
    with duckdb.connect(str(known), read_only=True) as connection:
        urls = connection.execute("SELECT fetch_url FROM known ORDER BY ALL").fetchall()
    assert urls == [(f"{HOME}a",), (f"{HOME}b",), (f"{HOME}c",)]


def test_what_was_not_remembered_comes_again(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    for _ in range(2):
        with Frontier(known=known) as frontier:
            read_into(frontier, (HOME, "<a href=/a>"))
            assert frontier.finish() == 1
    assert fetch_urls((HOME, "<a href=/a>"), known=known) == [f"{HOME}a"]


def test_what_was_fetched_is_remembered_where_it_is_skipped(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    policy = Policy(skip_fetched=True)
    assert fetch_urls((HOME, "<a href=/><a href=/a>"), known=known, policy=policy) == [f"{HOME}a"]
    assert fetch_urls((f"{HOME}other", "<a href=/><a href=/b>"), known=known, policy=policy) == [f"{HOME}b"]


def test_what_is_remembered_is_there_once_under_its_key(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    moved = ((f"{HOME}old", f"{HOME}new"),)
    policy = Policy(skip_fetched=True, rung="protocol", redirects=moved)
    with Frontier(policy, known=known) as frontier:
        frontier.seed(HOME)
        read_into(frontier, (HOME, "<a href=/old><a href=/a>"), (f"{HOME}new", "<a href=/a>"))
        assert frontier.finish() == 1
        frontier.remember()
        frontier.remember()
    with duckdb.connect(str(known), read_only=True) as connection:
        rows = connection.execute("SELECT fetch_url, key, depth FROM known ORDER BY ALL").fetchall()
    assert rows == [(f"{HOME}a", f"{HOME}a", 1), (f"{HOME}new", f"{HOME}new", 1)]


def test_a_file_with_other_keys_is_refused(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    Frontier(known=known).close()
    with pytest.raises(StoreError, match="--step sort-query"):
        Frontier(Policy(steps=("sort-query",)), known=known)


def test_a_file_that_is_in_use_is_told(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    code = (
        "import sys; from pathlib import Path; from urlglean.frontier import Frontier\n"
        "frontier = Frontier(known=Path(sys.argv[1])); print('ready', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-B", "-c", code, str(known)]  # half a file of bytecode would stay for others
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        with pytest.raises(StoreError, match=f"process {other.pid} has it open"):
            Frontier(known=known)
        other.communicate()


def test_what_is_no_file_of_known_urls_is_refused(tmp_path: Path) -> None:
    text, empty, other, folder = (tmp_path / name for name in ("text", "empty", "other.duckdb", "folder"))
    text.write_text("see http://a/ " * 1000)
    empty.touch()
    folder.mkdir()
    duckdb.connect(str(other)).execute("CREATE TABLE t(x INTEGER)").close()
    for file, message in (
        (text, "no DuckDB file"),
        (empty, "empty file"),
        (other, "none of known URLs"),
        (folder, "folder"),
    ):
        with pytest.raises(StoreError, match=message):
            Frontier(known=file)


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE about(x INTEGER); CREATE TABLE known(hash UHUGEINT)",
        "CREATE TABLE known(hash UHUGEINT)",
        "CREATE TABLE about(version INTEGER, described VARCHAR, salt VARCHAR); CREATE TABLE known(x INTEGER)",
    ],
)
def test_tables_of_the_same_names_are_no_file_of_known_urls(tables: str, tmp_path: Path) -> None:
    other = tmp_path / "other.duckdb"
    duckdb.connect(str(other)).execute(tables).close()
    with pytest.raises(StoreError, match=r"other\.duckdb: a DuckDB file, but none of known URLs"):
        Frontier(known=other)


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files")
def test_a_full_disk_under_the_known_urls_is_told_by_their_name(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    code = (
        "import resource, sys; from pathlib import Path; from support.frontier_runs import read_into\n"
        "from urlglean.frontier import Frontier; from urlglean.errors import StoreWriteError\n"
        "with Frontier(known=Path(sys.argv[1])) as frontier:\n"
        "    read_into(frontier, ('http://a.example/', ''.join(f'<a href={n}>' for n in range(2000))))\n"
        "    frontier.finish()\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "    try:\n        frontier.remember()\n"
        "    except StoreWriteError as error:\n        print(error)\n"
    )
    command = [sys.executable, "-B", "-c", code, str(known)]  # half a file of bytecode would stay for others
    tests = str(TESTS)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((tests, os.environ.get("PYTHONPATH", "")))}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert told.stdout.startswith(f"{known}: cannot be written: "), told
    assert "TMPDIR" not in told.stdout


def test_a_folder_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="make it first"):
        Frontier(known=tmp_path / "nowhere" / "seen.duckdb")


def test_a_salt_from_a_file_is_no_sql(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    Frontier(known=known).close()
    with duckdb.connect(str(known)) as connection:
        connection.execute("UPDATE about SET salt = 'a'' || (DROP TABLE x) || '''")
    assert fetch_urls((HOME, "<a href=/a>"), known=known) == [f"{HOME}a"]


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_killed_run_leaves_all_or_nothing(tmp_path: Path) -> None:
    known, page, given = tmp_path / "seen.duckdb", tmp_path / "page.html", tmp_path / "given.txt"
    log = tmp_path / "seen.duckdb.wal"
    command = [*COMMAND, "frontier", "--base", HOME, "--known", str(known), str(page)]
    size = 2000
    expected: set[int] = set()
    for number, delay in enumerate(some((0, 0.003, 0.02), every=2)):
        new = range(number * size // 2, number * size // 2 + size)
        page.write_text("".join(f"<a href=/{n}>" for n in new))
        with given.open("w") as out, subprocess.Popen([*command, "--format", "url"], stdout=out) as run:
            while run.poll() is None:
                # The moment that matters: what was given is being remembered.
                if log.exists() and log.stat().st_size:
                    time.sleep(delay)
                    run.send_signal(signal.SIGKILL)
                time.sleep(0.001)
        assert len(given.read_text().splitlines()) == len(set(new) - expected)
        with duckdb.connect(str(known)) as connection:
            numbers = [
                int(key.removeprefix(HOME)) for (key,) in connection.sql("SELECT key FROM known").fetchall()
            ]
        assert len(numbers) == len(set(numbers))
        assert set(numbers) in (expected, expected | set(new))
        rest = [int(url.removeprefix(HOME)) for url in fetch_urls((HOME, page.read_text()), known=known)]
        assert sorted(rest) == sorted(set(new) - set(numbers))
        expected = set(numbers) | set(rest)  # asking what the rest is remembers it


def test_what_a_full_disk_leaves_of_a_log_goes_with_the_run(tmp_path: Path) -> None:
    known, log = tmp_path / "k.duckdb", tmp_path / "k.duckdb.wal"
    with Frontier(known=known):
        log.touch()
    assert [*tmp_path.iterdir()] == [known]
    held = Frontier(known=known)
    log.touch()
    with pytest.raises(StoreError, match="open"):
        Frontier(known=known)  # another one's log is not its own
    assert log.exists()
    held.close()
    assert not log.exists()

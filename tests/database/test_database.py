"""DuckDB's manners: columns of text come out as they went in, and nothing that is there is lost for a new file."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.command_runs import COMMAND, run
from support.patience import HANG
from urlglean.database.files import DatabaseKind, _interrupts_held, _is_unmade, temporary_database, told
from urlglean.database.rows import Columns
from urlglean.errors import StoreError, StoreWriteError
from urlglean.frontier.fetchable import Fetchable
from urlglean.writers.parquet import FrontierTable

# --- columns ---

ROWS = st.lists(st.tuples(st.text(), st.text()), min_size=1, max_size=8)


def read(parameters: dict[str, str]) -> list[tuple[str, str]]:
    sql = f"SELECT {Columns.unnest('key', 'url')}"
    return duckdb.execute(sql, parameters).fetchall()


def kept(text: str) -> str:
    """Give what is left of a text: lone surrogates and the separator itself become U+FFFD."""
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\x1f", "\ufffd")


@given(st.lists(ROWS, min_size=1, max_size=4))
def test_pieces_come_back_as_rows(pieces: list[list[tuple[str, str]]]) -> None:
    rows = [row for piece in pieces for row in piece]
    gathered = Columns("key", "url")
    for piece in pieces:
        gathered.extend(*zip(*piece, strict=True))
    assert gathered.size == len(rows)
    expected = [(kept(key), kept(url)) for key, url in rows]
    assert read(gathered.take()) == expected
    assert read(Columns.whole(key=[key for key, _ in rows], url=[url for _, url in rows])) == expected


SPLITTING = """
import resource, duckdb
from urlglean.database.rows import Columns
names = [f"c{number}" for number in range(7)]
columns = Columns.whole(**{name: map(str, range(120_000)) for name in names})
duckdb.execute("CREATE TABLE t(" + ", ".join(f"{name} VARCHAR" for name in names) + ")")
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
duckdb.execute(f"INSERT INTO t SELECT {Columns.unnest(*names)}", columns)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="another unit")
def test_columns_are_split_when_a_query_runs_and_not_while_it_is_planned() -> None:
    # A plan holds each value as an object: it took 136 MB, and now 37.
    grown = subprocess.run([sys.executable, "-c", SPLITTING], capture_output=True, text=True, check=True)
    assert int(grown.stdout) < 80_000


def test_what_was_taken_is_gone() -> None:
    gathered = Columns("key", "url")
    gathered.extend(["a"], ["b"])
    assert (gathered.size, gathered.characters) == (1, 4)
    assert gathered.take() == {"key": "a", "url": "b"}
    assert (gathered.size, gathered.characters) == (0, 0)
    gathered.extend(["c", "d"], ["", ""])
    assert read(gathered.take()) == [("c", ""), ("d", "")]


def test_a_column_too_few_is_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Columns("key", "url").extend(["a"])


def test_items_of_a_list_stay_in_their_value() -> None:
    gathered = Columns("key", "url")
    gathered.extend(["a"], [Columns.BETWEEN_ITEMS.join(["b", "c"])])
    assert read(gathered.take()) == [("a", "b\x1ec")]


# --- places ---

OPTIONS = ["extract --into", "frontier --into", "frontier --known"]
ALL_OPTIONS = [*OPTIONS, "check --cache"]
"""Those and what asks servers where the file will do."""


@pytest.mark.skipif(os.name == "nt", reason="no names for what is open")
def test_no_name_of_what_is_open_is_a_place(tmp_path: Path) -> None:
    with (tmp_path / "out.txt").open("w") as out:
        for name in (f"/dev/fd/{out.fileno()}", f"/proc/self/fd/{out.fileno()}"):
            if Path(name).exists():
                with pytest.raises(StoreError, match="no regular file"):
                    DatabaseKind.check_place(Path(name))


@pytest.mark.skipif(os.name == "nt", reason="no links")
def test_a_link_to_an_empty_file_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.duckdb").touch()
    (tmp_path / "link.duckdb").symlink_to("real.duckdb")
    done = run("extract", "--into", tmp_path / "link.duckdb", "-", stdin="x")
    assert done.code == 3, "standard input can't be known again"
    assert (tmp_path / "link.duckdb").is_symlink()
    assert (tmp_path / "real.duckdb").stat().st_size > 0


def test_a_file_and_what_is_to_be_one_are_fine(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "full").write_text("x")
    (tmp_path / "link").symlink_to("full")
    for name, unmade in {"empty": True, "full": False, "link": False, "new": True}.items():
        DatabaseKind.check_place(tmp_path / name)
        assert _is_unmade(tmp_path / name) is unmade, name


@pytest.mark.skipif(os.name == "nt", reason="no pipes, sockets and devices that have the names of files")
@pytest.mark.parametrize("command", ALL_OPTIONS)
@pytest.mark.parametrize("what", ["fifo", "socket", "device", "folder"])
def test_what_is_no_regular_file_stays_what_it_is(what: str, command: str, tmp_path: Path) -> None:
    path = tmp_path / what
    if what == "fifo":
        os.mkfifo(path)
    elif what == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(path))
    elif what == "folder":
        path.mkdir()
    else:
        try:
            os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
        except OSError:  # only root may make one, and no test touches those of the system
            os.mkfifo(path)
    mode = path.stat().st_mode
    done = run(*command.split(), path, "-", stdin="http://a.org/")
    assert done.code == 2, done.err
    assert "name another file" in done.err or "is a directory" in done.err
    assert path.stat().st_mode == mode
    assert [entry.name for entry in tmp_path.iterdir()] == [what]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no/x.duckdb", "there is no folder"),
        ("link", "a broken link: nowhere does not exist"),
        ("file/x.duckdb", "cannot be opened: Not a directory"),
        ("x\0y", "cannot be opened: .*embedded null"),
    ],
)
def test_where_none_can_be(name: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(StoreError, match=told):
        DatabaseKind.check_place(tmp_path / name)


@pytest.mark.skipif(sys.platform != "linux", reason="bash bounds the size of files")
@pytest.mark.parametrize("command", OPTIONS)
@pytest.mark.parametrize("size", [1, 64])
def test_a_disk_that_takes_no_more(size: int, command: str, tmp_path: Path) -> None:
    """That is no wrong use, and no half of a file is left that would be taken for another's."""
    python, *module = COMMAND  # with no bytecode written: half a file of that would stay for others
    line = shlex.join([python, "-B", *module, *command.split(), "x.duckdb", "t.txt"])
    (tmp_path / "t.txt").write_text("http://a.org/")
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f {size}; {line}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG,
    )
    left = sorted(entry.name for entry in tmp_path.iterdir())
    assert done.returncode == 3, (done.stderr, left)
    assert "File too large" in done.stderr
    assert "x.duckdb: cannot be written" in done.stderr or "let TMPDIR name a larger place" in done.stderr
    assert "fault of urlglean" not in done.stderr
    again = run(*command.split(), "x.duckdb", "t.txt", cwd=tmp_path)
    assert again.code == 0, (again.err, left)


@pytest.mark.parametrize("command", ALL_OPTIONS)
def test_a_name_is_not_read_for_a_reason(command: str, tmp_path: Path) -> None:
    (tmp_path / "blocklist.txt").write_text("a conflict about a lock\n" * 10)
    done = run(*command.split(), "blocklist.txt", "-", stdin="http://a.org/", cwd=tmp_path)
    assert done.code == 2
    assert "no DuckDB file" in done.err
    assert "process" not in done.err


def test_an_interrupt_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    make = os.mkdir

    def interrupted(*given: Any, **named: Any) -> None:
        make(*given, **named)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(os, "mkdir", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), temporary_database():
            pytest.fail("it was interrupted before")
    finally:
        signal.signal(signal.SIGINT, before)
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_waits_for_the_end_of_what_must_not_be_interrupted() -> None:
    # Whoever runs the tests in the background may have set the signal to be ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = []

    @_interrupts_held()
    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")

    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == ["all of it"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_an_interrupt_there_is_none() -> None:
    with _interrupts_held():
        pass
    with pytest.raises(ZeroDivisionError), _interrupts_held():
        raise ZeroDivisionError


def test_only_the_main_thread_is_interrupted() -> None:
    done = []

    def work() -> None:
        with _interrupts_held():
            done.append("all of it")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["all of it"]


def test_a_failure_is_that_of_the_place_unless_a_file_beside_it_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(StoreError, match=r"^x\.duckdb: cannot be written: No space left on device$"),
        told("x.duckdb", beside=tmp_path),
    ):
        raise duckdb.IOException("TransactionContext Error: Failed to commit: No space left on device")
    elsewhere = f'Could not write file "{tmp_path}/rows.duckdb": No space left on device'
    with pytest.raises(duckdb.IOException), told("x.duckdb", beside=tmp_path):
        raise duckdb.IOException(elsewhere)


def test_want_of_memory_has_no_hint_at_a_larger_disk() -> None:
    why = "Out of Memory Error: Failed to allocate block of 4194304 bytes (bad allocation)"
    with pytest.raises(StoreError, match="out of memory") as told_of, told("x", hint="let TMPDIR name one"):
        raise duckdb.OutOfMemoryException(why)
    assert "TMPDIR" not in str(told_of.value)


def test_want_of_room_for_what_memory_does_not_hold_is_told() -> None:
    why = "Out of Memory Error: failed to offload data block of size 32.0 KiB (0 bytes/25.1 KiB used).\n\nx"
    expected = r"No space left on device .* \(let TMPDIR name one\)$"
    with pytest.raises(StoreError, match=expected), told("x", hint="let TMPDIR name one"):
        raise duckdb.OutOfMemoryException(why)


def test_what_a_killed_process_moved_out_of_memory_is_gone_after_the_next_run(tmp_path: Path) -> None:
    store, spilt = tmp_path / "a.duckdb", tmp_path / "a.duckdb.tmp"
    (tmp_path / "a.txt").write_text("http://a.example/")
    for others in ([], ["mine"]):
        spilt.mkdir()
        for name in ("duckdb_temp_4711_0_owner", "duckdb_temp_storage_S32K-0.tmp", *others):
            (spilt / name).touch()
        run("extract", "--into", str(store), str(tmp_path / "a.txt"))
        assert sorted(left.name for left in tmp_path.iterdir()) == [
            "a.duckdb",
            *["a.duckdb.tmp"] * len(others),
            "a.txt",
        ]
        assert [left.name for left in spilt.glob("*")] == others


def test_a_new_table_that_cannot_be_filled_leaves_no_file(tmp_path: Path) -> None:
    def rows() -> Iterator[Fetchable]:
        raise StoreWriteError("the disk is full")
        yield

    table = FrontierTable(tmp_path / "x.duckdb")
    table.check()
    with pytest.raises(StoreWriteError):
        table.write(rows())
    assert list(tmp_path.iterdir()) == []


def test_a_log_with_nothing_in_it_is_removed(tmp_path: Path) -> None:
    log = tmp_path / "a.duckdb.wal"
    DatabaseKind.remove_empty_log(tmp_path / "a.duckdb")
    log.write_bytes(b"x")
    DatabaseKind.remove_empty_log(tmp_path / "a.duckdb")
    assert log.exists()
    log.write_bytes(b"")
    DatabaseKind.remove_empty_log(tmp_path / "a.duckdb")
    assert not log.exists()


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="all names are text there")
@pytest.mark.parametrize("name", ["a\udcff.duckdb", "b\udcff/a.duckdb"])
def test_a_name_that_duckdb_does_not_take_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a.org/")
    (tmp_path / "b\udcff").mkdir()
    for command in ("extract --into", "frontier --into", "frontier --known"):
        done = run(*command.split(), name, "a.txt", cwd=tmp_path)
        assert done.code == 2
        assert "DuckDB opens no file whose path is not UTF-8; name another one" in " ".join(done.err.split())


@pytest.mark.skipif(sys.platform == "win32", reason="there, no file has such a name")
@pytest.mark.parametrize("name", [":memory:", "md:x", "~x"])
@pytest.mark.parametrize("command", OPTIONS)
def test_a_name_that_means_something_else_to_duckdb_is_that_of_a_file(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "t.txt").write_text("http://a.org/")
    for _ in range(2):
        assert run(*command.split(), name, "t.txt", cwd=tmp_path).code < 2
    assert {entry.name for entry in tmp_path.iterdir()} == {"t.txt", name}

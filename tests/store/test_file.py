"""The file of a store: made, refused where it is none or in use, and what a killed run leaves of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from support.store_runs import ask, fill
from urlglean.errors import StoreError, UrlgleanError
from urlglean.store.store import Store
from urlglean.store.tables import STORE_VERSION


def refused(store: Path, **options: Any) -> str:
    with pytest.raises(StoreError) as error:
        Store(store, **options)
    assert str(store) in str(error.value)
    return str(error.value)


def test_a_file_that_is_no_store_is_refused_and_left_alone(store: Path) -> None:
    store.write_text("my diary " * 1000)
    assert "no DuckDB file" in refused(store)
    assert store.read_text() == "my diary " * 1000


def test_another_database_is_refused_and_left_alone(store: Path) -> None:
    ask(store, "CREATE TABLE mine AS SELECT 1 AS x")
    assert "none that urlglean made" in refused(store)
    assert ask(store, "SHOW TABLES") == [("mine",)]


def test_a_store_of_another_version_is_refused(store: Path) -> None:
    fill(store)
    ask(store, "UPDATE store SET version = 99")
    assert f"version 99, but this urlglean knows version {STORE_VERSION}" in refused(store)


def test_a_store_has_one_rung(store: Path, mbox: Path) -> None:
    fill(store, mbox, rung="syntax")
    assert "--rung syntax" in refused(store)
    fill(store, mbox, rung="syntax")
    with pytest.raises(UrlgleanError, match="rung"):
        Store(store, rung="none")


@contextmanager
def open_elsewhere(database: Path) -> Iterator[int]:
    """Hold a database open in another process; give the number of that."""
    code = "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        yield other.pid


def test_a_store_in_use_is_refused(store: Path) -> None:
    fill(store)
    with open_elsewhere(store) as process:
        assert f"process {process} has this store open" in refused(store)


def test_of_two_runs_that_make_a_store_at_once_one_is_refused(store: Path) -> None:
    new = store.with_name(f".{store.name}.new")
    with open_elsewhere(new) as process:
        assert f"process {process} has this store open" in refused(store)
        assert new.exists()


@pytest.mark.parametrize("left", ["CREATE TABLE store (x INTEGER)", "", None])
def test_what_a_run_left_that_was_killed_while_it_made_a_store(store: Path, left: str | None) -> None:
    new = store.with_name(f".{store.name}.new")
    if left is None:
        new.write_bytes(b"not even a database" * 1000)
    else:
        ask(new, left or "SELECT 1")
    fill(store)
    assert [path.name for path in store.parent.iterdir()] == [store.name]


def test_a_damaged_store_is_told(store: Path, mbox: Path) -> None:
    fill(store, mbox)
    content = store.read_bytes()
    store.write_bytes(content[:12_288] + bytes(len(content) - 12_288))
    assert "damaged" in refused(store)
    assert "name another file" in refused(store)


def test_an_empty_file_becomes_a_store(store: Path, mbox: Path) -> None:
    store.touch()
    assert fill(store, mbox) == [2]


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert f"there is no folder {tmp_path / 'nowhere'}" in refused(tmp_path / "nowhere" / "urls.duckdb")
    assert refused(tmp_path)

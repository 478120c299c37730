"""A store that is used from Python: who may have it open, and what is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.mbox_messages import message
from support.store_runs import ask
from urlglean.document import ReadOptions
from urlglean.errors import StoreError
from urlglean.intake import IntakeOptions
from urlglean.reports import Problem
from urlglean.store.store import Store


def refuse(problem: Problem) -> None:
    raise AssertionError(problem)


def test_a_program_has_a_store_open_once(store: Path, mbox: Path) -> None:
    """Two would number their documents alike, and each would replace what the other has found."""
    mbox.write_text(message(1, "http://a.org/"))
    store.parent.mkdir(exist_ok=True)
    other_name = store.parent / "." / ".." / store.parent.name / store.name
    with Store(store) as first:
        with pytest.raises(StoreError, match="has this store open already"):
            Store(other_name)
        assert first.read(mbox, IntakeOptions(), on_problem=refuse) == 1
    with Store(other_name) as second:
        assert second.read(str(mbox), IntakeOptions(), on_problem=refuse) is None
    assert ask(store, "SELECT count(*) FROM occurrence") == [(1,)]


def test_one_that_was_let_go_or_could_not_be_opened_is_in_nobodys_way(store: Path, tmp_path: Path) -> None:
    store.write_text("no database")
    for _ in range(2):
        with pytest.raises(StoreError, match="no DuckDB file"):
            Store(store)
    forgotten = Store(tmp_path / "other.duckdb")
    del forgotten
    Store(tmp_path / "other.duckdb").close()


def test_of_threads_that_open_a_store_at_once_one_has_it(store: Path) -> None:
    ready, opened, refused = threading.Barrier(4), list[Store](), list[StoreError]()

    def run() -> None:
        ready.wait()
        try:
            opened.append(Store(store))
        except StoreError as error:
            refused.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(opened), len(refused)) == (1, 3)
    opened[0].close()


def test_a_closed_store_says_so(store: Path, mbox: Path) -> None:
    mbox.write_text(message(1, "http://a.org/"))
    closed = Store(store)
    closed.close()
    closed.close()
    with pytest.raises(StoreError, match="this store is closed"):
        closed.contents()
    with pytest.raises(StoreError, match="this store is closed"):
        closed.read(mbox, IntakeOptions(), on_problem=refuse)


WRONG: dict[str, Callable[[Store, Any], object]] = {
    "reading is to be an IntakeOptions": lambda store, wrong: store.read("a", wrong, on_problem=refuse),
    "on_problem is to be a function": lambda store, wrong: store.read("a", IntakeOptions(), on_problem=wrong),
    "rows_at_once is to be a whole number": lambda store, wrong: Store("b", rows_at_once=wrong),
}


@pytest.mark.parametrize("wrong", ["x", ReadOptions(), b"x"], ids=repr)
@pytest.mark.parametrize("told", WRONG)
def test_what_is_not_of_the_type_that_is_asked_for(told: str, wrong: object, store: Path) -> None:
    with Store(store) as opened, pytest.raises(TypeError, match=told):
        WRONG[told](opened, wrong)

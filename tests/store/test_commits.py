"""`urlglean.store.store`, the writing: what is complete is committed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from urlglean.database.files import told
from urlglean.database.rows import Batch
from urlglean.links.link import Link
from urlglean.store.store import DocumentState, Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "s.duckdb", rows_at_once=2)
    yield store
    store.close()


def line(url: str) -> str:
    return Batch.line({**dict.fromkeys(Link.columns()), "url": url, "key": url, "offset": 7})


def state(number: int) -> DocumentState:
    return DocumentState(number, f"/{number}", f"{number}", "text/plain", 1, 1, "", complete=True)


def stored(store: Store) -> tuple[list[str], list[str]]:
    """Give what is committed: URLs of occurrences, and those that are told once each."""
    store.close()
    with duckdb.connect(str(store.path)) as connection:
        urls = connection.execute("SELECT url FROM occurrence ORDER BY id").fetchall()
        keys = connection.execute("SELECT key FROM url ORDER BY key").fetchall()
    return [url for (url,) in urls], [key for (key,) in keys]


@pytest.mark.parametrize("rows", [1, 5])
def test_what_is_finished_is_stored_and_what_is_not_is_left(store: Store, rows: int) -> None:
    first, second = store.new_document(), store.new_document()
    for number in range(rows):
        store.add(first, number + 1, line(f"http://a.example/{number}"))
    store.finish(state(first))
    for number in range(rows):
        store.add(second, number + 1, line("http://b.example/"))
    urls = [f"http://a.example/{number}" for number in range(rows)]
    assert stored(store) == (urls, urls)


@pytest.mark.parametrize("rows", [1, 5])
def test_what_is_abandoned_leaves_what_was_there(store: Store, rows: int) -> None:
    document = store.new_document()
    store.add(document, 1, line("http://a.example/"))
    store.finish(state(document))
    assert store.replace_from(document, 0) == 0
    for number in range(rows):
        store.add(document, number + 1, line("http://b.example/"))
    store.abandon()
    assert stored(store) == (["http://a.example/"], ["http://a.example/"])


def test_old_rows_go_with_their_urls_from_a_byte_offset_on(store: Store) -> None:
    document = store.new_document()
    for number in range(3):
        store.add(document, number + 1, line(f"http://a.example/{number}"))
    store.finish(state(document))
    assert store.replace_from(document, 8) == 3
    store.add(document, 4, line("http://a.example/3"))
    store.finish(state(document))
    store.commit()
    assert store.replace_from(document, 7) == 0
    store.add(document, 1, line("http://b.example/"))
    store.finish(state(document))
    assert stored(store) == (["http://b.example/"], ["http://b.example/"])


def test_an_interrupt_while_duckdb_is_at_work_is_an_interrupt(store: Store) -> None:
    with pytest.raises(KeyboardInterrupt), told(store.path):
        raise RuntimeError("Query interrupted")  # as DuckDB puts it
    with pytest.raises(RuntimeError, match="another"), told(store.path):
        raise RuntimeError("another")

"""`urlglean.store.store`, the writing: what is complete is committed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from unittest.mock import Mock

import duckdb
import pytest

from urlglean.database.files import told
from urlglean.database.rows import Batch
from urlglean.intake import IntakeOptions
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


@pytest.mark.parametrize("rows_at_once", [100, 1000])
def test_what_is_read_after_an_interrupt_comes_alone(tmp_path: Path, rows_at_once: int) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("http://a.example/\n" * 300)
    second.write_text("http://b.example/\n")

    def interrupt(_: Link) -> bool:
        if next(links) == 280:
            raise KeyboardInterrupt
        return True

    links = count()
    with Store(tmp_path / "s.duckdb", rows_at_once=rows_at_once) as store:
        with pytest.raises(KeyboardInterrupt):
            store.read(first, IntakeOptions(wants=interrupt), on_problem=print)
        assert [store.read(path, IntakeOptions(), on_problem=print) for path in (second, first)] == [1, 300]
    assert stored(store)[0] == ["http://b.example/"] + ["http://a.example/"] * 300


def test_how_documents_were_read_is_held_once(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text("http://a.example/")
    for _ in range(2):
        with Store(tmp_path / "s.duckdb") as store:
            for name in "ab":
                store.read(tmp_path / name, IntakeOptions(), on_problem=print)
            assert len({id(state.reading) for state in store.states.values()}) == 1


def test_what_was_not_written_is_read_again(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("http://a.example/ http://b.example/\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Batch, "insert", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.read(path, IntakeOptions(), on_problem=print)
    assert store.read(path, IntakeOptions(), on_problem=print) == 2
    assert stored(store)[0] == ["http://a.example/", "http://b.example/"]


def test_a_long_document_takes_no_more_memory_with_each_batch(store: Store) -> None:
    document = store.new_document()
    for number in range(60):
        store.add(document, number + 1, line(f"http://a.example/{number}"))
    ((taken,),) = store.ask("SELECT sum(memory_usage_bytes) FROM duckdb_memory()")
    assert taken < 3 << 20  # 6 MB, were a table made and dropped for each


def test_an_interrupt_while_duckdb_is_at_work_is_an_interrupt(store: Store) -> None:
    with pytest.raises(KeyboardInterrupt), told(store.path):
        raise RuntimeError("Query interrupted")  # as DuckDB puts it
    with pytest.raises(RuntimeError, match="another"), told(store.path):
        raise RuntimeError("another")

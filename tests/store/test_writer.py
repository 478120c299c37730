"""`urlglean.store.writer`: what is complete is committed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from urlglean.database.files import told
from urlglean.database.rows import Batch
from urlglean.links.link import Link
from urlglean.store.writer import DocumentState, StoreWriter


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[StoreWriter]:
    writer = StoreWriter(tmp_path / "s.duckdb", "scheme", 2)
    yield writer
    writer.close()


def line(url: str) -> str:
    return Batch.line({**dict.fromkeys(Link.columns()), "url": url, "key": url, "offset": 7})


def state(number: int) -> DocumentState:
    return DocumentState(number, f"/{number}", f"{number}", "text/plain", 1, 1, "", complete=True)


def stored(writer: StoreWriter) -> tuple[list[str], list[str]]:
    """Give what is committed: URLs of occurrences, and those that are told once each."""
    writer.close()
    with duckdb.connect(str(writer.path)) as connection:
        urls = connection.execute("SELECT url FROM occurrence ORDER BY id").fetchall()
        keys = connection.execute("SELECT key FROM url ORDER BY key").fetchall()
    return [url for (url,) in urls], [key for (key,) in keys]


@pytest.mark.parametrize("rows", [1, 5])
def test_what_is_finished_is_stored_and_what_is_not_is_left(writer: StoreWriter, rows: int) -> None:
    first, second = writer.new_document(), writer.new_document()
    for number in range(rows):
        writer.add(first, number + 1, line(f"http://a.example/{number}"))
    writer.finish(state(first))
    for number in range(rows):
        writer.add(second, number + 1, line("http://b.example/"))
    urls = [f"http://a.example/{number}" for number in range(rows)]
    assert stored(writer) == (urls, urls)


@pytest.mark.parametrize("rows", [1, 5])
def test_what_is_abandoned_leaves_what_was_there(writer: StoreWriter, rows: int) -> None:
    document = writer.new_document()
    writer.add(document, 1, line("http://a.example/"))
    writer.finish(state(document))
    assert writer.replace_from(document, 0) == 0
    for number in range(rows):
        writer.add(document, number + 1, line("http://b.example/"))
    writer.abandon()
    assert stored(writer) == (["http://a.example/"], ["http://a.example/"])


def test_old_rows_go_with_their_urls_from_a_byte_offset_on(writer: StoreWriter) -> None:
    document = writer.new_document()
    for number in range(3):
        writer.add(document, number + 1, line(f"http://a.example/{number}"))
    writer.finish(state(document))
    assert writer.replace_from(document, 8) == 3
    writer.add(document, 4, line("http://a.example/3"))
    writer.finish(state(document))
    writer.commit()
    assert writer.replace_from(document, 7) == 0
    writer.add(document, 1, line("http://b.example/"))
    writer.finish(state(document))
    assert stored(writer) == (["http://b.example/"], ["http://b.example/"])


def test_an_interrupt_while_duckdb_is_at_work_is_an_interrupt(writer: StoreWriter) -> None:
    with pytest.raises(KeyboardInterrupt), told(writer.path):
        raise RuntimeError("Query interrupted")  # as DuckDB puts it
    with pytest.raises(RuntimeError, match="another"), told(writer.path):
        raise RuntimeError("another")

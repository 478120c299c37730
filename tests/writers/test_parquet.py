"""Parquet: what comes back is what the rows were, whatever is in them."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

import duckdb
import pytest

import urlglean
from support.laws import tries_all
from support.places import CORPORA
from urlglean.candidate import Candidate, Facts
from urlglean.database.files import temporary_database
from urlglean.database.rows import Batch, literal
from urlglean.document import Document
from urlglean.errors import StoreError
from urlglean.links.distinct import Distinct, unique
from urlglean.links.link import Link
from urlglean.text import Text
from urlglean.writers import FORMATS, parquet

ARCHIVE = CORPORA / "mail" / "archive.mbox"


def read_back(path: Path, write: Callable[[BinaryIO], None]) -> tuple[list[str], list[dict[str, Any]]]:
    with path.open("wb") as out:
        write(out)
    with duckdb.connect() as connection:
        table = connection.read_parquet(str(path))
        return table.columns, [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]


def link(text: str, **facts: Any) -> Link:
    document = Document(None, "text/plain", "caf\udce9.txt")
    return Link(Candidate(text, Text(text), 0, len(text), Facts(**facts)), None, None, document)


def test_the_links_of_the_sample_archive_come_back(tmp_path: Path) -> None:
    columns, found = read_back(
        tmp_path / "a.parquet",
        lambda out: FORMATS["parquet"].write_links(urlglean.extract_path(ARCHIVE), out),
    )
    expected = [link.row() for link in urlglean.extract_path(ARCHIVE)]
    for row in expected:
        row["date"] = datetime.fromisoformat(row["date"].removesuffix("Z")) if row["date"] else None
    assert columns == list(Link.columns())
    assert found == expected


def test_the_distinct_urls_come_back(tmp_path: Path) -> None:
    text = "http://a.org/ HTTP://A.org <URL:rel> http://b.org/"
    groups = list(unique(urlglean.extract_text(text)))
    tallies = [group.tally for group in groups]
    columns, found = read_back(
        tmp_path / "a.parquet", lambda out: FORMATS["parquet"].write_distinct(tallies, out)
    )
    assert columns == list(Distinct.columns())
    assert found == [group.row() for group in groups]
    assert [row["count"] for row in found] == [2, 1, 1]


@pytest.mark.parametrize(
    "text", ["", "\x00\x1f\x7f", "\ud800", "a\nb\r\n", '"\\', "é\U0001f600", "x" * 3_000_000]
)
def test_whatever_a_text_holds_comes_back(tmp_path: Path, text: str) -> None:
    links = [link(text, notes=(text, ""), alternatives=())]
    _, found = read_back(tmp_path / "a.parquet", lambda out: FORMATS["parquet"].write_links(links, out))
    fit = text.replace("\ud800", "\ufffd")
    assert [found[0][name] for name in ("text", "raw", "notes", "alternatives")] == [fit, fit, [fit, ""], []]
    assert found[0]["source"] == "caf\ufffd.txt"


def test_nothing_found_is_a_table_without_rows(tmp_path: Path) -> None:
    assert read_back(tmp_path / "a.parquet", lambda out: FORMATS["parquet"].write_links([], out)) == (
        list(Link.columns()),
        [],
    )


def test_rows_of_many_batches_keep_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Batch, "ROWS", 7)
    links = [link(str(number)) for number in range(100)]
    _, found = read_back(tmp_path / "a.parquet", lambda out: FORMATS["parquet"].write_links(links, out))
    assert [row["text"] for row in found] == [str(number) for number in range(100)]


def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise duckdb.IOException("No space left on device")

    monkeypatch.setattr("urlglean.database.rows.Batch.insert", full)
    with pytest.raises(StoreError, match="No space left"):
        FORMATS["parquet"].write_links([link("x")], io.BytesIO())


def test_rows_beyond_the_memory_go_to_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    little = {
        "memory_limit": "48MB",
        "threads": 2,
    }  # a row of JSON is given room for 32 MB whatever its length
    monkeypatch.setattr(parquet, "temporary_database", lambda: temporary_database(little))
    *_, link = urlglean.extract_html("<base href=http://h.x/><a href=1700001>text")
    line = Batch.line(link.row("scheme"))
    number = 300_000 if tries_all() else 200_000  # with several threads, either takes too much
    out = io.BytesIO()
    with parquet.table_of_links(out) as take:
        take(line.replace("1700001", str(one * 7919 % 9_999_991)) for one in range(number))
    assert out.getvalue().endswith(b"PAR1")


def test_a_full_batch_takes_no_more_memory_than_usual(tmp_path: Path) -> None:
    batch = Batch({"url": "VARCHAR"})
    while not batch.is_full:
        batch.add({"url": "x" * 1000})
    ask = "SELECT current_setting('memory_limit')"
    with temporary_database() as (connection, _):
        usual = connection.execute(ask).fetchall()
        batch.load(connection, "row", tmp_path / "rows.json")
        assert connection.execute(ask).fetchall() == usual


@pytest.mark.parametrize(("length", "number"), [(10, 1), (600, 3)])
def test_long_rows_stand_together_in_smaller_groups(
    length: int, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_BYTES_OF_GROUP", 1 << 20)
    monkeypatch.setattr(Batch, "ROWS", 2500)
    path = tmp_path / "rows.parquet"
    rows = ({"url": "x" * length} for _ in range(5000))
    with path.open("wb") as out:
        parquet.write_rows({"url": "VARCHAR", "line": "BIGINT"}, rows, out)
    with duckdb.connect() as connection:
        groups = connection.execute(
            f"SELECT count(DISTINCT row_group_id) FROM parquet_metadata({literal(str(path))})"  # noqa: S608
        )
        assert groups.fetchall() == [(number,)]


def test_long_rows_have_the_room_they_need() -> None:
    out = io.BytesIO()
    rows = ({name: f"{number}{name}" * 1000 for name in "abcd"} for number in range(2100))
    parquet.write_rows(dict.fromkeys("abcd", "VARCHAR"), rows, out)
    assert out.getvalue().endswith(b"PAR1")

"""A task that is tried again reads with care: a part that kills the process costs itself alone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from support.laws import some
from support.mbox_messages import message

pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

from support.deadly_rows import DeadlyRows
from support.warc_corpus import response
from urlglean.document import ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import File, Slice
from urlglean.reports import Problem
from urlglean.spark.splits import Cell, Placed, WarcSplit, position_of
from urlglean.spark.tasks import FoundRows, careful, documents

READING = IntakeOptions(options=ReadOptions(delimit={}))


def read(paths: list[Path], product: FoundRows) -> list[tuple[str | None, str | None]]:
    """Give the URL or the problem of each row, in the order in which they come."""
    parts = [Placed(File(str(path), path.stat().st_size), position_of(at)) for at, path in enumerate(paths)]
    rows = [row for batch in careful(parts, product) for row in batch.to_pylist()]
    assert len({row["position"] for row in rows}) == len(rows)
    ordered = sorted(rows, key=lambda row: row["position"])
    return [(row["url"], row["problem"] and row["problem"]["message"]) for row in ordered]


def test_care_changes_nothing_where_nothing_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_text("".join(message(number, f"http://a.org/{number}") for number in range(5)))
    product = FoundRows(READING, "scheme")
    part = Placed(File(str(path), path.stat().st_size), position_of(0))
    assert [batch.to_pylist() for batch in careful([part], product)] == [
        batch.to_pylist() for batch in product.batches([part])
    ]


@pytest.mark.parametrize("way", ["die", "raise"])
def test_a_message_that_kills_the_process_is_named_and_the_others_are_read(tmp_path: Path, way: str) -> None:
    path, page = tmp_path / "a.mbox", tmp_path / "b.txt"
    path.write_text("".join(message(number, f"http://a.org/{number}") for number in range(4)))
    page.write_text("http://b.org/")
    found = read([path, page], DeadlyRows(READING, "scheme", "http://a.org/2", way))
    urls = [url for url, _ in found if url]
    assert urls == [*(f"http://a.org/{number}" for number in (0, 1, 3)), "http://b.org/"]
    (problem,) = (told for _, told in found if told)
    start, stop = (path.read_text().index(f"http://a.org/{number}") for number in (2, 3))
    told = re.fullmatch(
        r"(the process that read )?its messages from byte (\d+) to byte (\d+) (died|cannot be read) \((.+)\);"
        " nothing of these is in the result, the rest goes on",
        problem,
    )
    assert told is not None
    assert told.group(4, 5) == (
        ("cannot be read", "MemoryError") if way == "raise" else ("died", "exit code 1")
    )
    assert int(told[2]) < start < int(told[3]) < stop


@pytest.mark.parametrize("way", some(["raise", "die"], every=2))
def test_a_record_and_a_document_are_named_too(tmp_path: Path, way: str) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(
        b"".join(response("http://b.org/", f"<a href=http://a.org/{number}>x</a>") for number in range(3))
    )
    size = path.stat().st_size
    product = DeadlyRows(READING, "scheme", "http://a.org/1", way)
    found = read([path], product)
    why = "MemoryError" if way == "raise" else "exit code 1"
    records = f"its records from byte {size // 3} to byte {2 * size // 3}"
    told = f"{records} cannot be read" if way == "raise" else f"the process that read {records} died"
    rest = "is in the result, the rest goes on"
    assert [problem for _, problem in found if problem] == [f"{told} ({why}); nothing of these {rest}"]
    cell = Placed(Cell("b", b"http://a.org/1", "text", None, None), position_of(0))
    (row,) = (row for batch in careful([cell], product) for row in batch.to_pylist())
    told = "cannot be read" if way == "raise" else "the process that read it died"
    assert row["problem"]["message"] == f"{told} ({why}); nothing of it {rest}"


@pytest.mark.parametrize(
    "part", [WarcSplit("nowhere.warc", 0, 10), Slice("nowhere.mbox", 10, 0, 10, ())], ids=str
)
def test_a_split_that_is_gone_is_told_once(part: Any) -> None:
    told: list[Problem] = []
    assert not [*documents(part, InputOptions(), told.append)]
    assert [str(one) for one in told] == [f"{part.name}: cannot be read: No such file or directory"]

"""A task that is tried again reads with care: a part that kills the process costs itself alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.mbox_messages import message

pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

from support.deadly_rows import DeadlyRows
from urlglean.document import ReadOptions
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import File
from urlglean.spark.splits import Placed, position_of
from urlglean.spark.tasks import FoundRows, careful

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
    assert "nothing of these is in the result, the rest goes on" in problem
    assert ("MemoryError" in problem) == (way == "raise")

"""Archives are cut where one reading from the first byte on finds records, whatever looks like one."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.places import CORPORA

pytest.importorskip("fsspec", reason="no fsspec is installed (pip install '.[spark]')")
pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

from urlglean.inputs.files import InputOptions
from urlglean.inputs.mbox import Section
from urlglean.jobs.shares import File, Slice
from urlglean.spark.splits import (
    Part,
    Placed,
    Range,
    Walk,
    WarcSplit,
    dealt,
    halves,
    kind_to_cut,
    packed,
    position_of,
    ranges,
    stitched,
    walk,
)

LETTER = b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: %d\n\nhttp://a.org/%d\n\n"
INNER = b"".join(LETTER % (number, number) for number in range(30))
FORWARD = b"From o@b.org Mon Feb  1 10:00:00 1999\nContent-Length: %d\n\n%s\n" % (len(INNER), INNER)


def bounds(part: Part) -> tuple[int, int]:
    assert isinstance(part, (Slice, WarcSplit))
    return part.start, part.stop


def cut(path: Path, kind: str, size: int) -> tuple[list[Part], int]:
    """Give the splits of a file, and how many ranges were walked over again."""
    again = 0

    def once_more(over: Range, start: int) -> Walk:
        nonlocal again
        again += 1
        return walk(over, start)

    file = File(str(path), path.stat().st_size)
    return stitched([(over, walk(over)) for over in ranges(file, kind, size)], once_more), again


@pytest.mark.parametrize("size", [50, 300, 1000, 2500, 10_000])
def test_an_mbox_is_cut_between_its_messages(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.mbox"
    data = INNER + FORWARD + INNER + FORWARD
    path.write_bytes(data)
    parts, _ = cut(path, "mbox", size)
    starts = set(Section(data).offsets())
    assert [bounds(part)[0] for part in parts] == [0, *(bounds(part)[1] for part in parts[:-1])]
    assert bounds(parts[-1])[1] == len(data)
    assert {bounds(part)[0] for part in parts} <= starts
    for part in parts:
        assert isinstance(part, Slice)
        assert list(part.earlier) == sorted(start for start in starts if start < part.start)


def test_a_range_is_walked_over_again_where_it_was_entered_at_the_wrong_place(tmp_path: Path) -> None:
    path = tmp_path / "a.mmdf"
    data = b"".join(b"\1\1\1\1\nSubject: %d\n\nhttp://a.org/%d\n\1\1\1\1\n" % (at, at) for at in range(60))
    path.write_bytes(data)
    parts, again = cut(path, "mbox", 500)
    assert again > 0
    assert len(parts) > 3
    assert {bounds(part)[0] for part in parts} <= set(Section(data).offsets())


@pytest.mark.parametrize("size", [200, 700, 3000])
@pytest.mark.parametrize("is_packed", [True, False])
def test_a_warc_is_cut_between_its_records(tmp_path: Path, size: int, *, is_packed: bool) -> None:
    crawl = (CORPORA / "warc" / "crawl.warc.gz").read_bytes()
    path = tmp_path / "a.warc"
    path.write_bytes(crawl * 2 if is_packed else gzip.decompress(crawl) * 2)
    parts, _ = cut(path, "warc", size)
    data = path.read_bytes()
    assert [bounds(part)[0] for part in parts] == [0, *(bounds(part)[1] for part in parts[:-1])]
    assert bounds(parts[-1])[1] == len(data)
    assert len(parts) > 3
    for part in parts:
        start, stop = bounds(part)
        record = gzip.decompress(data[start:stop]) if is_packed else data[start:stop]
        assert record.startswith(b"WARC/1.")


def test_only_what_can_be_cut_is_cut(tmp_path: Path) -> None:
    contents = {
        "a.mbox": (INNER, "mbox"),
        "a.mbox.gz": (gzip.compress(INNER), None),
        "a.warc": (gzip.decompress((CORPORA / "warc" / "crawl.warc.gz").read_bytes()), "warc"),
        "a.warc.gz": ((CORPORA / "warc" / "crawl.warc.gz").read_bytes(), "warc"),
        "a.txt": (b"http://a.org/\n" * 500, None),
    }
    for name, (content, kind) in contents.items():
        path = tmp_path / name
        path.write_bytes(content)
        file = File(str(path), len(content))
        assert kind_to_cut(file, InputOptions(), 100) == kind, name
        assert kind_to_cut(file, InputOptions(), len(content)) is None, name
    assert kind_to_cut(File(str(tmp_path / "nowhere"), 1000), InputOptions(), 1) is None


def test_what_killed_a_process_is_halved_down_to_one_document(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    path.write_bytes(INNER)
    starts = list(Section(INNER).offsets())
    parts: list[Part] = [File(str(path), len(INNER))]
    leaves: list[Part] = []
    while parts:
        part = parts.pop()
        smaller = halves(part, InputOptions())
        leaves += [] if smaller else [part]
        parts += smaller
    assert sorted(bounds(part)[0] for part in leaves) == starts
    for part in leaves:
        assert isinstance(part, Slice)
        assert list(part.earlier) == [start for start in starts if start < part.start]
    page = tmp_path / "a.html"
    page.write_text("<a href=b>")
    assert halves(File(str(page), 10), InputOptions()) == ()


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 20), st.integers(1, 100))
def test_every_part_is_in_one_task_in_order(sizes: list[int], number: int, size: int) -> None:
    placed = [Placed(File(str(at), weight), position_of(at)) for at, weight in enumerate(sizes)]
    shared = dealt(placed, number)
    assert len(shared) == number
    assert [item for task in shared for item in task] == placed
    tasks = packed(placed, size=size)
    assert [item for task in tasks for item in task] == placed
    assert all(len(task) == 1 or sum(sizes[int(item.part.name)] for item in task) <= size for task in tasks)

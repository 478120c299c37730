"""The benchmarks run on small inputs, and ours finds in them what was put there; no time is asserted."""

from __future__ import annotations

from importlib import import_module
from xml.etree import ElementTree

import pytest
from corpus import HOSTILE, Situation, situations
from run import benchmarks
from side_by_side import Contender, Line, Work, measure
from speed_picture import PICTURED, picture
from stages import SITUATIONS as STAGED
from stages import profile, told

import urlglean
from support.laws import some

SITUATIONS = list(situations(60_000))


# The other contenders may use what is deprecated; that is their authors' to mend.
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("name", some(benchmarks(), every=2))
def test_benchmark_runs_and_counts(name: str) -> None:
    measured = 0
    for table in import_module(name).tables(quick=True):
        assert table.wrong() == []
        assert any(item.contender.ours for item in table.measurements) or not any(
            item.work.expected for item in table.measurements
        )
        assert f"### {table.title}" in str(table)
        measured += len(table.measurements)
    assert measured


CLOSED = [situation for situation in SITUATIONS if situation.closed]


@pytest.mark.parametrize("situation", CLOSED, ids=lambda situation: situation.name)
def test_every_placed_url_is_found_and_no_other(situation: Situation) -> None:
    assert [link.url for link in urlglean.extract_text(situation.text)] == list(situation.urls)


def test_placed_urls_are_found_between_hostile_families() -> None:
    (hostile,) = (situation for situation in SITUATIONS if not situation.closed)
    assert len(hostile.urls) == len(HOSTILE)
    found = [link.url for link in urlglean.extract_text(hostile.text)]
    assert [url for url in found if url in hostile.urls] == list(hostile.urls)


def test_situations_are_the_same_every_time_and_as_dense_as_they_say() -> None:
    assert list(situations(60_000)) == SITUATIONS
    by_name = {situation.name: situation for situation in SITUATIONS}
    for name, every in (("one per 3 KB", 3000), ("one per 1 KB", 1000), ("one per 300 B", 300)):
        size = len(by_name[name].text.encode())
        assert 0.8 * every < size / len(by_name[name].urls) < 1.25 * every
    for name in ("Cyrillic prose, one per 1 KB", "CJK prose, one per 1 KB"):
        assert 800 < len(by_name[name].text.encode()) / len(by_name[name].urls) < 1250
    assert by_name["no URLs"].urls == ()


def test_wrong_counts_and_missing_contenders_are_told() -> None:
    contenders = [
        Contender("right", len, ours=True),
        Contender("wrong", lambda data: len(data) - 1, ours=True),
        Contender("theirs", lambda data: 0),
        Contender("absent", None, missing="not installed"),
    ]
    table = measure(
        "t",
        [Work("w", "x" * 1000, 1000.0, 1000, lambda data, share: data[: int(len(data) * share)])],
        contenders,
        quick=True,
        lines=[
            Line("right", 0.0, "theirs"),
            Line("right", 1e12, "theirs", ("w",)),
            Line("right", 1, "absent"),
        ],
    )
    assert table.wrong() == ["t: wrong on w: 999, not 1000"]
    printed = str(table)
    assert "Without absent: not installed." in printed
    assert [line.split("|")[-2].strip() for line in printed.splitlines() if "right / theirs" in line] == [
        "yes",
        "no",
    ]


def test_slow_contenders_get_less_and_rates_are_of_what_they_got() -> None:
    def slow(data: str) -> int:
        return sum(1 for _ in range(len(data) ** 2 // 50))

    work = Work("w", "x" * 20_000, 20_000.0, None, lambda data, share: data[: int(len(data) * share)])
    (item,) = measure("t", [work], [Contender("slow", slow)], quick=True).measurements
    assert item.share < 1
    assert item.found == int(20_000 * item.share) ** 2 // 50
    assert item.rate == pytest.approx(20_000 * item.share / min(item.seconds))


def test_the_picture_has_a_bar_for_each_program_and_longer_ones_for_faster_ones() -> None:
    title, work, told_title = PICTURED[0]
    contenders = [
        Contender("extract_text", lambda data: sum(1 for _ in range(50_000)), ours=True),
        Contender("a < b", lambda data: sum(1 for _ in range(1_000_000))),
        Contender("naive re", len),
    ]
    table = measure(title, [Work(work, "x" * 1000, 1000.0)], contenders, quick=True)
    svg = ElementTree.fromstring(picture([table]))  # noqa: S314  (made here)
    space = "{http://www.w3.org/2000/svg}"
    bars = [(item.get("class"), float(item.get("width", 0))) for item in svg.iter(f"{space}rect")][1:]
    assert [kind for kind, _ in bars] == ["own", "other"]
    assert bars[0][1] > bars[1][1]
    texts = [item.text for item in svg.iter(f"{space}text")]
    assert {f"{told_title}, MB/s", "urlglean", "a < b"} <= set(texts)
    assert "naive re" not in texts
    assert ElementTree.fromstring(picture([])).tag == f"{space}svg"  # noqa: S314


def test_stages_tell_which_rooms_and_functions_take_the_time() -> None:
    found = profile(STAGED["hostile: line breaks after URLs"]())
    assert {"delimiting", "links"} <= set(found.rooms)
    assert sum(found.rooms.values()) == pytest.approx(sum(found.modules.values()))
    printed = told(found, 1.0)
    assert "| delimiting" in printed
    assert "delimiting.shortcut._colons_before" in printed
    assert set(STAGED) > {situation.name for situation in SITUATIONS}

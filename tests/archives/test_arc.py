"""ARC files: every record is read or named, whatever is wrong with the file around it."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from support import archive_runs
from support.work import calls_of
from urlglean import extract_path
from urlglean.archives import warc_file
from urlglean.archives.records import arc_records, is_arc
from urlglean.archives.warc_file import ARC_URL, ArchiveRecord
from urlglean.document import Document
from urlglean.inputs.file_bytes import FileBytes
from urlglean.pipeline import read_document
from urlglean.reports import Problem

MOST = 1 << 20


def record(
    url: str, block: bytes, *, media: str = "text/html", more: str = "", length: int | None = None
) -> bytes:
    size = len(block) if length is None else length
    return f"{url} 192.0.2.1 20050102030405 {media}{more} {size}\n".encode() + block + b"\n"


def page(number: int) -> bytes:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
    return record(f"http://a.example/{number}", head + f"<a href=x{number}>x</a>\n".encode())


VERSION = b"1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n"
FIRST = record("filedesc://x.arc", VERSION, media="text/plain")
PAGES = [page(number) for number in range(4)]
PACKED = [gzip.compress(piece) for piece in (FIRST, *PAGES)]
URLS = [f"http://a.example/{number}" for number in range(4)]
FILES = {
    "plain": FIRST + b"".join(PAGES),
    "a member each": b"".join(PACKED),
    "one member": gzip.compress(FIRST + b"".join(PAGES)),
    "zeros behind the last member": b"".join(PACKED) + bytes(300),
    "without line breaks between": FIRST.rstrip(b"\n")
    + b"\n"
    + b"".join(one.rstrip(b"\n") + b"\n" for one in PAGES),
    "version 2": FIRST
    + b"".join(
        record(url, page(number).split(b"\n", 1)[1][:-1], more=" 200 abc - 0 x.arc")
        for number, url in enumerate(URLS)
    ),
}


@pytest.mark.parametrize("start", [b"\r\nHTTP/1.1 404 Not Found", b"ICY 404 Not Found", b"HTTP/1.0 404 x"])
def test_a_response_is_one_whatever_begins_it(start: bytes, tmp_path: Path) -> None:
    block = start + b"\r\nContent-Type: text/html\r\nRefresh: 1; url=/b\r\n\r\n<a href=c>c</a>"
    file = tmp_path / "x.arc"
    file.write_bytes(FIRST + record("http://a.example/1/", block))
    links = list(extract_path(file))
    assert [link.url for link in links] == ["http://a.example/b", "http://a.example/1/c"]
    record_of_page = links[-1].document.record
    assert record_of_page is not None
    assert record_of_page.status == 404


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_records(content: bytes, tmp_path: Path) -> None:
    found = list(arc_records(content, "x", max_block=MOST))
    assert all(isinstance(item, ArchiveRecord) for item in found)
    assert [item.fields[ARC_URL] for item in found] == URLS
    assert all(item.block.startswith(b"HTTP/1.1 200") for item in found)
    assert found[0].fields["warc-date"] == "2005-01-02T03:04:05Z"
    file = tmp_path / "x"
    file.write_bytes(content)
    with file.open("rb") as opened:
        same = FileBytes(opened, len(content))
        assert is_arc(same)
        assert list(arc_records(same, "x", max_block=MOST)) == found
    problems: list[Problem] = []
    links = list(extract_path(file, on_problem=problems.append))
    assert [link.url for link in links] == [f"http://a.example/x{number}" for number in range(4)]
    assert problems == []
    assert {(link.base.rule, link.base.source) for link in links if link.base} == {
        ("retrieval", "URL of the ARC record")
    }


def test_offsets_are_those_of_the_file() -> None:
    content = FILES["a member each"]
    offsets = [item.offset for item in arc_records(content, "x", max_block=MOST)]
    assert [content[offset : offset + 3] for offset in offsets] == [b"\x1f\x8b\x08"] * 4
    content = FILES["plain"]
    offsets = [item.offset for item in arc_records(content, "x", max_block=MOST)]
    assert [content[offset : offset + 18].decode() for offset in offsets] == URLS


def broken(data: bytes) -> bytes:
    return data[:30] + bytes([data[30] ^ 0xFF, data[31] ^ 0xFF]) + data[32:]


DAMAGED = {
    "a broken member": (b"".join([*PACKED[:2], broken(PACKED[2]), *PACKED[3:]]), 1, "broken ("),
    "junk between members": (b"".join([*PACKED[:2], b"junk", *PACKED[3:]]), 1, "no gzip member begins here"),
    "a member cut off": (b"".join(PACKED)[:-12], 3, "cut off"),
    "cut off": (FILES["plain"][:-9], 3, "cut off after"),
    "a line of another kind": (
        FIRST + PAGES[0] + PAGES[1].replace(b"192.0.2.1 2005", b"2005") + b"".join(PAGES[2:]),
        1,
        "no record begins here: the next one begins at",
    ),
    "a length too long": (
        FIRST + PAGES[0] + record(URLS[1], b"HTTP/1.1 200 OK\r\n\r\nx", length=10**9) + b"".join(PAGES[2:]),
        1,
        "cut off after",
    ),
    "too much": (
        b"".join([*PACKED[:2], gzip.compress(record(URLS[1], bytes(2 * MOST))), *PACKED[3:]]),
        1,
        "more than 1 MiB",
    ),
    "too much, plain": (
        FIRST + PAGES[0] + record(URLS[1], bytes(2 * MOST)) + b"".join(PAGES[2:]),
        1,
        "more than 1 MiB",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_costs_the_damaged_record_alone(name: str) -> None:
    content, lost, message = DAMAGED[name]
    found = list(arc_records(content, "x", max_block=MOST))
    whole = [item.fields[ARC_URL] for item in found if isinstance(item, ArchiveRecord)]
    assert whole == URLS[:lost] + URLS[lost + 1 :]
    (damage,) = [item for item in found if isinstance(item, Problem)]
    assert message in damage.message


def test_a_name_server_is_no_page(tmp_path: Path) -> None:
    file = tmp_path / "x.arc"
    file.write_bytes(FIRST + record("dns:a.example", b"see http://b.example/", media="text/dns") + PAGES[0])
    assert [link.url for link in extract_path(file)] == ["http://a.example/x0"]


@pytest.mark.parametrize(
    "unit", [b"\n", b"http://a 1.1.1.1 20050102030405 ", b"\x1f\x8b\x08", b"20050102030405 "]
)
def test_hostile_files_take_no_time(unit: bytes) -> None:
    for start in (FIRST, gzip.compress(FIRST)):
        times = 2000 // len(unit)
        once, twice = (
            calls_of(lambda: list(arc_records(start + unit * number, "x", max_block=MOST)))  # noqa: B023  (at once)
            for number in (times, 2 * times)
        )
        assert twice <= 2.2 * once + 100


@pytest.mark.parametrize(("too_few", "most"), [(0, 480), (3, 480)])
def test_a_small_page_and_what_is_wrong_behind_it_take_few_calls(too_few: int, most: int) -> None:
    def pages(numbers: range) -> bytes:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        block = head + b"<a href=x>x</a>\n"
        length = len(block) - too_few
        return FIRST + b"".join(record(f"http://a.example/{n}", block, length=length) for n in numbers)

    def calls(content: bytes) -> int:
        document = Document(content, "application/warc", "x.arc")
        return calls_of(lambda: list(read_document(document, on_problem=lambda _: None)))

    calls(pages(range(2)))
    assert calls(pages(range(150, 300))) - calls(pages(range(50, 100))) < 100 * most


class Counted(bytes):
    """Counts the bytes that are copied out of it."""

    copied = 0

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        self.copied += len(found) if isinstance(found, bytes) else 0
        return found


def test_what_is_cut_off_is_not_copied() -> None:
    unit = record("http://a.example/", b"<p>", length=MOST - 1)
    once, twice = (Counted(FIRST + unit * number) for number in (1000, 2000))
    for content in (once, twice):
        assert all("cut off" in str(found) for found in arc_records(content, "x", max_block=MOST))
    assert twice.copied <= 2.2 * once.copied


def test_members_that_hold_one_another_are_not_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_file, "_LEAST_READ", 0)
    content = PACKED[0] + archive_runs.members_in_members(PAGES[0], 300, 20)
    found = list(arc_records(content, "x", max_block=MOST << 8))
    assert "the rest is not read" in str(found[-1])
    assert len(found) < 50


@pytest.mark.parametrize("place", [-8, -1])
def test_of_a_small_file_in_one_member_what_stands_before_damage_is_read(place: int) -> None:
    packed = bytearray(gzip.compress(FIRST + b"".join(PAGES)))
    packed[place] ^= 0xFF
    *found, problem = arc_records(bytes(packed), "x", max_block=MOST)
    assert [one.fields[ARC_URL] for one in found if isinstance(one, ArchiveRecord)] == URLS
    assert isinstance(problem, Problem)

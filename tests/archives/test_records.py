"""Damage in a web archive: what is broken is named, what stands behind it is read."""

from __future__ import annotations

import gzip
import re
import sys
from typing import Any

import pytest

from support import archive_runs
from support import warc_corpus as corpus
from support.archive_runs import EXPECTED, PLAIN, WHOLE, read, records, urls
from urlglean.archives import records as warc_parser
from urlglean.archives import warc_file
from urlglean.inputs.kinds import archive_kind


def flipped(data: bytes, place: int) -> bytes:
    """Break some bytes, counted from the end."""
    return data[:-place] + bytes(byte ^ 0x5A for byte in data[-place : -place + 4]) + data[-place + 4 :]


DAMAGE = {
    "the data of a member": (WHOLE[0] + flipped(WHOLE[1], 60) + WHOLE[2] + WHOLE[3], [1], "broken"),
    "the checksum of a member": (WHOLE[0] + flipped(WHOLE[1], 8) + WHOLE[2] + WHOLE[3], [1], "broken"),
    "the first member": (flipped(WHOLE[0], 60) + b"".join(WHOLE[1:]), [0], "broken"),
    "the last member": (b"".join(WHOLE[:3]) + flipped(WHOLE[3], 60), [3], "nothing behind it"),
    "two members": (flipped(WHOLE[0], 60) + WHOLE[1] + flipped(WHOLE[2], 60) + WHOLE[3], [0, 2], "broken"),
    "a member cut in the middle": (WHOLE[0] + WHOLE[1][:-30] + WHOLE[2] + WHOLE[3], [1], "damaged"),
    "the end of a compressed file": (b"".join(WHOLE)[:-60], [3], "cut off"),
    "garbage between members": (WHOLE[0] + b"garbage" * 9 + b"".join(WHOLE[1:]), [], "broken"),
    "the end of a file": (b"".join(PLAIN)[:-30], [3], "cut off after"),
    "the end in a header": (b"".join(PLAIN)[: -len(PLAIN[3]) + 90], [3], "cut off or has no Content-Length"),
    "text between records": (PLAIN[0] + b"what is this\r\n\r\n" + b"".join(PLAIN[1:]), [], "broken"),
    "no length": (
        PLAIN[0] + PLAIN[1].replace(b"Content-Length", b"X") + PLAIN[2] + PLAIN[3],
        [1],
        "no Content-Le",
    ),
    "no type": (PLAIN[0].replace(b"WARC-Type", b"X-Type") + b"".join(PLAIN[1:]), [0], "no WARC-Type"),
    "a strange type": (
        PLAIN[0].replace(b": response", b": mystery", 1) + b"".join(PLAIN[1:]),
        [0],
        "'mystery'",
    ),
    "a segment": (
        PLAIN[0].replace(b": response", b": continuation", 1) + b"".join(PLAIN[1:]),
        [0],
        "segments",
    ),
}


@pytest.mark.parametrize(("content", "lost", "message"), DAMAGE.values(), ids=DAMAGE)
def test_damage_costs_the_damaged_record_alone(content: bytes, lost: list[int], message: str) -> None:
    links, seen = read(content)
    assert urls(links) == [url for number, url in enumerate(EXPECTED) if number not in lost]
    assert any(message in problem.message for problem in seen.problems), seen.problems
    assert all(problem.source.startswith("x.warc@") for problem in seen.problems)


@pytest.mark.parametrize("extra", [7, 40, 200, 500])
def test_a_length_that_runs_into_the_next_record_costs_no_other(extra: int) -> None:
    lying = corpus.warc(
        "response", "http://a.example/0", b"HTTP/1.1 200 OK\r\n\r\n<a href=x0>", length=30 + extra
    )
    links, seen = read(lying + b"".join(PLAIN[1:]))
    assert urls(links)[-3:] == EXPECTED[1:]
    assert "http://a.example/x0" not in urls(links)
    assert len(seen.problems) == 1


def test_a_length_that_is_too_short_costs_no_other() -> None:
    lying = corpus.warc("response", "http://a.example/0", b"HTTP/1.1 200 OK\r\n\r\n<a href=x0>", length=25)
    links, seen = read(lying + b"".join(PLAIN[1:]))
    assert urls(links)[-3:] == EXPECTED[1:]
    assert seen.problems


def test_a_page_about_web_archives_is_no_damage() -> None:
    about = "<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n</pre><a href=x0>x</a>"
    links, seen = read(corpus.response("http://a.example/0", about) + b"".join(PLAIN[1:]))
    assert urls(links) == EXPECTED
    assert seen.problems == []


def test_what_is_no_archive_is_told() -> None:
    links, seen = read(b"hello\n" * 10)
    assert links == []
    assert [problem.source for problem in seen.problems] == ["x.warc@0"]


def test_an_archive_that_is_nothing_but_damage_is_given_up() -> None:
    _, seen = read(b"WARC/1.0\r\nWARC-Type: x\r\n\r\n" * 3000)
    assert "the rest is not read" in seen.problems[-1].message
    assert len(seen.problems) < 1100


def swallowing(number: int, size: int) -> bytes:
    """Make records each of which is said to reach almost to the end."""
    head = (
        b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: %09d\r\n\r\nHTTP/1.1 200 OK\r\n\r\n<p>\r\n\r\n"
    )
    whole = number * len(head % 0) + size
    return b"".join(head % (whole - at * len(head % 0) - 150) for at in range(number)) + b"x" * size


@pytest.mark.parametrize(
    "content",
    [
        swallowing(200, 100_000),
        archive_runs.members_in_members(
            b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 0\r\n\r\n", 200, 20
        ),
        archive_runs.members_in_members(
            b"WARC/1.0\r\nWARC-Type: response\r\ncontent-length: 0\r\n\r\n", 200, 20
        ),
    ],
)
def test_what_is_broken_within_what_is_broken_is_not_read_again_and_again(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warc_file, "_LEAST_READ", 0)
    _, seen = read(content)
    assert "the rest is not read" in seen.problems[-1].message
    assert len(seen.problems) < 60


@pytest.mark.parametrize("start", [b"\x1f\x8b\x08", b"\x1f\x8b\x08" + bytes(6) + b"\3", b"\x28\xb5\x2f\xfd"])
def test_what_looks_like_many_members_is_given_up(start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_file, "_LEAST_READ", 0)
    monkeypatch.setattr(warc_file.WarcFile, "_unpacked", lambda *_: tries.append(1) or b"")
    tries: list[int] = []
    assert read(start * 10_000)[0] == []
    assert len(tries) < 100


# --- The records of a web archive, however their headers are written, and however large they are ---


def test_empty_lines_may_stand_before_the_first_record() -> None:
    assert archive_kind(b"\r\n\r\nWARC/1.0\r\n") == "warc"
    links, seen = read(b"\r\n\r\n" + b"".join(PLAIN))
    assert urls(links) == EXPECTED
    assert seen.problems == []


@pytest.mark.parametrize("spelled", [b"content-length", b"CONTENT-LENGTH", b"Content-length"])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_the_case_of_a_fields_name_means_nothing(spelled: bytes, pack: Any) -> None:
    def respelled(record: bytes) -> bytes:
        return record.replace(b"Content-Length", spelled, 1)

    all_of_them = list(map(respelled, records()))
    for some in (all_of_them, records()[:2] + all_of_them[2:], [all_of_them[0], *records()[1:]]):
        links, seen = read(b"".join(map(pack, some)))
        assert urls(links) == EXPECTED
        assert seen.problems == []
    links, seen = read(pack(b"".join(all_of_them)))  # one member has them all
    assert urls(links) == EXPECTED
    lying = respelled(
        corpus.warc("response", "http://a.example/1", b"HTTP/1.1 200 OK\r\n\r\n<a href=x1>", length=99)
    )
    broken = [all_of_them[0], lying, *all_of_them[2:]]
    links, seen = read(b"".join(map(pack, broken)))
    assert urls(links) == [EXPECTED[0], *EXPECTED[2:]]
    assert len(seen.problems) == 1
    links, seen = read(b"".join(map(pack, all_of_them))[:-50])
    assert urls(links) == EXPECTED[:3]
    assert seen.problems


def test_a_length_with_controls_around_it_is_one() -> None:
    for spelled in (b"Content-Length:", b"content-length:"):
        one, *others = (record.replace(b"Content-Length:", spelled, 1) for record in records())
        links, seen = read(one.replace(spelled + b" ", spelled + b"\x1e ", 1) + b"".join(others))
        assert urls(links)[-3:] == EXPECTED[1:]
        assert not any("failed" in problem.message for problem in seen.problems)


@pytest.mark.parametrize("length", [b"9" * 30, b"9" * 5000])
@pytest.mark.parametrize("spelled", [b"Content-Length", b"content-length"])
def test_a_length_that_no_file_has_costs_its_record_alone(spelled: bytes, length: bytes) -> None:
    one, *others = (record.replace(b"Content-Length", spelled, 1) for record in records())
    links, seen = read(re.sub(spelled + rb": \d+", spelled + b": " + length, one) + b"".join(others))
    assert urls(links) == EXPECTED[1:]
    (problem,) = seen.problems
    assert "its Content-Length is more than any file has" in problem.message


def test_without_fastwarc_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastwarc", None)
    _, seen = read(PLAIN[0])
    assert "pip install 'urlglean[warc]'" in seen.problems[0].message


def test_a_record_that_is_too_large_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warc_parser, "MAX_BLOCK", 1 << 20)
    large = corpus.response("http://a.example/large", "<p>" * (1 << 19))
    links, seen = read(large + PLAIN[0])
    assert urls(links) == EXPECTED[:1]
    assert "too much for one page" in seen.problems[0].message

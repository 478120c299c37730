"""The records of a web archive, however their headers are written, and however large they are."""

from __future__ import annotations

import gzip
import re
import sys
from typing import Any

import pytest

from support import warc_corpus as corpus
from support.archive_runs import EXPECTED, PLAIN, read, records, urls
from urlglean.archives import records as warc_parser
from urlglean.inputs.kinds import archive_kind


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

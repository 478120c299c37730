"""A file that another program changes while it is read: what was there is read, and what is gone is told."""

from __future__ import annotations

import gzip
import io
import os
import random
import zipfile
from pathlib import Path

import pytest

from support import warc_corpus as corpus
from support.archive_runs import zstd
from urlglean import extract_path
from urlglean.inputs import files as inputs
from urlglean.reports import Problem

PIECE = 1 << 12
COUNT = 200
URLS = [f"http://a.example/{number}" for number in range(COUNT)]
PROSE = random.Random(1).randbytes(3000).hex(" ", 4).encode()  # noqa: S311  (hardly gets smaller by packing)
RECORDS = [
    corpus.response("http://a.example/", f"<a href='/{number}'>x</a>{PROSE.decode()}")
    for number in range(COUNT)
]


def arc_record(number: int) -> bytes:
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/%d>x</a>%s" % (number, PROSE)
    return b"http://a.example/ 192.0.2.1 20050102030405 text/html %d\n%s\n" % (len(block), block)


def wacz(content: bytes) -> bytes:
    """Pack an archive as it is, so that what is cut off is a part of it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("archive/data.warc", content)
    return out.getvalue()


ARC = [b"filedesc://x.arc 0.0.0.0 20050101000000 text/plain 0\n\n", *map(arc_record, range(COUNT))]
TEXT = [b"http://a.example/%d %s\n\n" % (number, PROSE) for number in range(COUNT)]
MAIL = [b"From a@b.org Mon Feb  1 10:00:00 1999\nSubject: x\n\n" + text for text in TEXT]
BY_PIECES = {
    "x.txt": b"".join(TEXT),
    "x.txt.gz": b"".join(map(gzip.compress, TEXT)),
    "x.mbox": b"".join(MAIL),
    "x.warc": b"".join(RECORDS),
    "x.warc.gz": b"".join(map(gzip.compress, RECORDS)),
    "x.warc.zst": b"".join(map(zstd, RECORDS)),
    "x.arc": b"".join(ARC),
    "x.arc.gz": b"".join(map(gzip.compress, ARC)),
}
"""What is read as it is needed."""
AT_ONCE = {
    "x.html": b"".join(b"<p><a href=http://a.example/%d>x</a>%s" % (n, PROSE) for n in range(COUNT)),
    "x.eml": b"Subject: x\n\n" + b"".join(TEXT),
    "x.md": b"".join(TEXT),
    "x.mbox.gz": gzip.compress(b"".join(MAIL)),
    "x.wacz": wacz(b"".join(RECORDS)),
}
"""What is read, or unpacked, before the first link is known."""


@pytest.fixture(autouse=True)
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_PIECE", "_STREAM_PIECE", "_WHOLE"):
        monkeypatch.setattr(inputs, name, PIECE)


def read(path: Path, change: str) -> tuple[list[str | None], list[Problem]]:
    """Read a file that is changed once its first link is known."""
    problems: list[Problem] = []
    links = extract_path(path, on_problem=problems.append)
    found = [next(links)]
    content = path.read_bytes()
    if change == "cut short":
        os.truncate(path, len(content) // 2)
    elif change == "emptied":
        os.truncate(path, 0)
    elif change == "grown":
        path.write_bytes(content + content)
    elif change == "gone":
        path.unlink()
    elif change == "replaced":
        path.with_name("other").write_bytes(b"http://other.example/")
        path.with_name("other").replace(path)
    elif change == "overwritten":
        with path.open("r+b") as file:
            file.write(b"\xff\n" * (len(content) // 2))
    found += links
    return [link.url for link in found], problems


@pytest.mark.parametrize("change", ["none", "grown", "gone", "replaced"])
@pytest.mark.parametrize("name", [*BY_PIECES, *AT_ONCE])
def test_what_a_file_had_when_it_was_opened_is_read(name: str, change: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes({**BY_PIECES, **AT_ONCE}[name])
    if os.name == "nt" and change in {"gone", "replaced"}:
        pytest.skip("an open file stays where it is there")
    assert read(tmp_path / name, change) == (URLS, [])


@pytest.mark.parametrize("change", ["cut short", "emptied"])
@pytest.mark.parametrize("name", BY_PIECES)
def test_what_is_gone_is_told_and_the_rest_is_read(name: str, change: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(BY_PIECES[name])
    found, problems = read(tmp_path / name, change)
    least = COUNT // 2 - 2 if change == "cut short" else 1
    assert least <= len(found) < COUNT
    assert found[:-1] == URLS[: len(found) - 1]  # the last one may be cut, too
    assert problems


@pytest.mark.parametrize("name", ["x.txt", "x.mbox", "x.warc", "x.arc"])
def test_the_reason_is_told(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(BY_PIECES[name])
    _, problems = read(tmp_path / name, "cut short")
    assert "has become shorter while it was read" in [problem.message for problem in problems]


@pytest.mark.parametrize("name", BY_PIECES)
def test_other_bytes_in_its_place_end_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(BY_PIECES[name])
    found, _ = read(tmp_path / name, "overwritten")
    assert set(found[:-1]) <= set(URLS)


def test_a_text_that_its_own_links_are_added_to_ends(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_bytes(BY_PIECES["x.txt"])
    found: list[str | None] = []
    with path.open("a") as file:
        for link in extract_path(path):
            found.append(link.url)
            assert found == URLS[: len(found)]
            file.write(f"{link.url}\n" * 100)
            file.flush()
    assert found == URLS

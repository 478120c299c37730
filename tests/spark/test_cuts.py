"""Wherever an archive is cut, the rows are those of one reading, each once, whatever is broken in it."""

from __future__ import annotations

import gzip
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("fsspec", reason="no fsspec is installed (pip install '.[spark]')")
pytest.importorskip("pyspark", reason="no pyspark is installed (pip install '.[spark]')")

from support.laws import some
from urlglean.document import ReadOptions
from urlglean.inputs.files import InputOptions
from urlglean.intake import IntakeOptions
from urlglean.jobs.shares import File
from urlglean.spark.splits import Part, Placed, kind_to_cut, position_of, ranges, stitched, walk
from urlglean.spark.tasks import FoundRows

ROWS = FoundRows(IntakeOptions(options=ReadOptions(delimit={})), "scheme")


def rows(parts: Sequence[Part]) -> list[dict[str, Any]]:
    placed = [Placed(part, position_of(0, getattr(part, "start", 0))) for part in parts]
    found = [row for batch in ROWS.batches(placed) for row in batch.to_pylist()]
    positions = [row.pop("position") for row in found]
    assert positions == sorted(positions)
    return found


def cut(path: Path, size: int) -> tuple[Part, ...]:
    file = File(str(path), path.stat().st_size)
    kind = kind_to_cut(file, InputOptions(), size)
    if kind is None:
        return (file,)
    return tuple(stitched([(over, walk(over)) for over in ranges(file, kind, size)], walk))


# --- archives ---


def record(number: int, body: bytes) -> bytes:
    return (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\n"
        b"WARC-Target-URI: http://a.example/%d\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        b"Content-Type: text/html\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (number, number, len(body), body)
    )


def member(number: int, body: bytes) -> bytes:
    return gzip.compress(record(number, body), mtime=0)


def of_arc(number: int, body: bytes) -> bytes:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    return b"http://a.example/%d 192.0.2.1 20260101000000 text/html %d\n%s\n" % (number, len(body), body)


def letter(number: int, body: bytes, head: bytes = b"") -> bytes:
    return b"From a@b.org Mon Feb  1 10:00:00 1999\nMessage-ID: <%d@b.org>\n%s\n%s\n\n" % (number, head, body)


INNER = record(90, b"<a href=/in>x</a>")
"""A record in a record: what looks like the beginning of one, and is none."""
PAGES = (
    b"<a href=/1>x</a>",
    b"",
    INNER,
    member(91, b"<a href=/in>") + b" http://b.example/",
    b"<a href=/last>",
)
MEMBERS = [member(number, page) for number, page in enumerate(PAGES)]
QUOTED = letter(80, b"http://inner.example/")
LETTERS = (
    b"http://a.example/long/\npath/of/one.html\nFrom here http://a.example/2\n\n>From x",
    b"> http://a.example/long/\n> path/of/one.html",
    b"http://z.example/",
)
MBOX = letter(0, LETTERS[0]) + letter(1, LETTERS[1], b"In-Reply-To: <0@b.org>\n")
MBOX += letter(2, QUOTED, b"Content-Length: %d\n" % len(QUOTED)) + letter(3, LETTERS[2])
ARC = b"filedesc://a.arc 0.0.0.0 20260101000000 text/plain 77\n1 0 x\n%s\n%s\n\n" % (
    b"URL IP-address Archive-date Content-type Archive-length",
    b" " * 15,
)
PLAIN = b"".join(record(number, page) for number, page in enumerate(PAGES))


def damaged(at: int, change: bytes, since: int = 0) -> bytes:
    """Give a WARC of members with one of them changed: what it has from a byte on."""
    broken = bytearray(MEMBERS[at])
    broken[since : since + len(change)] = change
    return b"".join([*MEMBERS[:at], bytes(broken), *MEMBERS[at + 1 :]])


ARCHIVES = {
    "a.arc": ARC + b"".join(of_arc(number, page) for number, page in enumerate(PAGES)),
    "a.mbox": MBOX,
    "a.mmdf": b"".join(b"\1\1\1\1\nSubject: %d\n\nhttp://a.org/%d\n\1\1\1\1\n" % (at, at) for at in range(6)),
    "a.txt": b"http://a.example/1\nhttp://a.example/2\n",
    "a.warc": PLAIN,
    "a.warc.gz": b"".join(MEMBERS),
    "corrupt.warc.gz": damaged(2, b"\0\xff\0\xff", 60),
    "corrupt-end.warc.gz": damaged(2, b"\0\0\0\0", len(MEMBERS[2]) - 8),
    "corrupt-start.warc.gz": damaged(2, b"\x1f\x8c"),
    "crlf.mbox": MBOX.replace(b"\n", b"\r\n"),
    "cut.mbox": MBOX[:-40],
    "cut.warc": PLAIN[:-30],
    "cut.warc.gz": b"".join(MEMBERS)[:-30],
    "empty.mbox": b"",
    "empty.warc.gz": b"",
    "gap.warc.gz": b"".join([*MEMBERS[:2], bytes(40), *MEMBERS[2:]]),
    "long.warc": PLAIN.replace(b"Content-Length: 16\r\n", b"Content-Length: 99\r\n", 1),
}


@pytest.mark.parametrize("name", ARCHIVES)
def test_the_rows_are_those_of_one_reading_at_every_size_of_a_split(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(ARCHIVES[name])
    size = len(ARCHIVES[name])
    expected = rows([File(str(path), size)])
    cuts = {cut(path, split) for split in some(range(1, size + 2), every=5)}
    assert len(cuts) > 2 or name.startswith(("a.arc", "a.txt", "empty"))
    for parts in cuts:
        assert rows(parts) == expected, parts


BODIES = st.sampled_from(
    [*PAGES, *LETTERS, b"From ", b"WARC/1.0\r\n", b"\x1f\x8b\x08\0", b"\1\1\1\1\n", QUOTED, b"x" * 300]
)


@given(
    st.sampled_from([record, member, letter]), st.lists(BODIES, min_size=1, max_size=8), st.integers(1, 2000)
)
def test_any_archive_is_cut_so(make: Any, bodies: list[bytes], size: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a")
        path.write_bytes(b"".join(make(number, body) for number, body in enumerate(bodies)))
        assert rows(cut(path, size)) == rows([File(str(path), path.stat().st_size)])

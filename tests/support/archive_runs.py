"""Readings of web archives: what comes out of one, and what is told beside it."""

from __future__ import annotations

import gzip
import io
import struct
from collections.abc import Iterable
from typing import Any

from support import warc_corpus as corpus
from urlglean.document import Document, ReadOptions
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem, Retrieval


def members_in_members(record: bytes, number: int, blocks: int) -> bytes:
    """Make gzip members that hold a record each, and the next of them; none of them ends.

    They are stored, not deflated, and share all their blocks of 65,535 bytes but the first, which ends at one place.
    """
    head = b"\x1f\x8b\x08" + bytes(6) + b"\3"
    size = number * (len(head) + 5 + len(record))
    made = b""
    for _ in range(number):
        rest = size - len(made) - len(head) - 5
        made += head + b"\0" + struct.pack("<HH", rest, 0xFFFF - rest) + record
    return made + (b"\0" + struct.pack("<HH", 0xFFFF, 0) + b"x" * 0xFFFF) * blocks


class Seen:
    """What a reading tells beside its Links."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.retrievals: list[Retrieval] = []
        self.documents: list[Document] = []

    def document(self, document: Document) -> None:
        self.documents.append(document)

    def retrieval(self, retrieval: Retrieval) -> None:
        self.retrievals.append(retrieval)


def read(content: Any, *, media: str = "application/warc", **options: bool) -> tuple[list[Link], Seen]:
    seen = Seen()
    document = Document(content, media, "x.warc")
    reading = ReadOptions(**{"text": False, **options})
    links = read_document(document, options=reading, on_problem=seen.problems.append, observer=seen)
    return list(links), seen


def urls(links: Iterable[Link]) -> list[str | None]:
    return [link.url for link in links]


def records(count: int = 4) -> list[bytes]:
    return [
        corpus.response(f"http://a.example/{number}", f"<a href=x{number}>x</a>") for number in range(count)
    ]


EXPECTED = [f"http://a.example/x{number}" for number in range(4)]
WHOLE = [gzip.compress(record, mtime=0) for record in records()]
PLAIN = records()


def zstd(record: bytes) -> bytes:
    """Compress with the writer of the library that reads it."""
    from fastwarc.stream_io import ZstdWriter

    out = io.BytesIO()
    with ZstdWriter(out) as writer:
        writer.write(record)
    return out.getvalue()

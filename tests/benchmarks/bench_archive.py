"""A web archive to absolute URLs: ``extract_path`` beside `warcio` with BeautifulSoup, as a user would write it.

The archive is made of typical pages, each a response in a member of gzip of its own, as crawlers write them.
"""

from __future__ import annotations

import gzip
import tempfile
import time
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from urllib.parse import urljoin

from bench_html import BASE, pages, story
from side_by_side import Contender, Table, Work, main, measure, optional

import urlglean


def _record(number: int, page: bytes) -> bytes:
    """Write a response as a record of WARC 1.0."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {BASE}?{number}\r\nWARC-Date: 2024-03-04T10:00:00Z\r\n"
        f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + answer + b"\r\n\r\n", mtime=0)


def _links(path: Path) -> int:
    return sum(link.url is not None for link in urlglean.extract_path(path))


def _soup_links() -> Callable[[Path], int]:
    iterate = import_module("warcio.archiveiterator").ArchiveIterator
    soup = import_module("bs4").BeautifulSoup

    def run(path: Path) -> int:
        count = 0
        with path.open("rb") as stream:
            for record in iterate(stream):
                if record.rec_type == "response":
                    base = record.rec_headers.get_header("WARC-Target-URI")
                    for tag in soup(record.content_stream().read(), "html.parser").find_all(
                        ["a", "link", "img"]
                    ):
                        value = tag.get("href") or tag.get("src")
                        count += value is not None and urljoin(base, value) != ""
        return count

    return run


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pages.warc.gz"
        made = pages(story, 100_000 if quick else 2_000_000)
        path.write_bytes(b"".join(_record(number, page) for number, page in enumerate(made)))
        yield measure(
            "A web archive",
            [Work("to absolute URLs", path, sum(map(len, made)))],
            [
                Contender("urlglean", _links, ours=True),
                optional("warcio + BeautifulSoup", _soup_links, "warcio or beautifulsoup4"),
            ],
            quick=quick,
            rounds=3,
            clock=time.process_time,
            remarks=["The rate is that of the pages, unpacked."],
        )


if __name__ == "__main__":
    main(tables, __doc__)

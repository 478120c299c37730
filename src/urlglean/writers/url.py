"""One URL a line and nothing else, to pipe into a fetcher."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from urlglean.links.link import Link
from urlglean.uri.characters import encode_illegal
from urlglean.writers.printable import is_unicode, write_lines

if TYPE_CHECKING:
    from urlglean.frontier.fetchable import Fetchable
    from urlglean.links.distinct import Tally


def write_links(links: Iterable[Link], out: TextIO) -> None:
    """Write the URL of each Link that has one; what has none is for the other formats to tell."""
    takes_all = is_unicode(out)
    lines = (
        (link.candidate.source, _line(url, takes_all=takes_all))
        for link in links
        if (url := link.target) is not None
    )
    write_lines(lines, out)


def write_distinct(groups: Iterable[Tally], out: TextIO) -> None:
    """Write each distinct URL."""
    _write((group.url for group in groups), out)


def write_fetchables(rows: Iterable[Fetchable], out: TextIO) -> None:
    """Write the URL to fetch of each."""
    _write((row.fetch_url for row in rows), out)


def _write(urls: Iterable[str | None], out: TextIO) -> None:
    takes_all = is_unicode(out)
    for url in urls:
        if url is not None:
            out.write(_line(url, takes_all=takes_all))


def _line(url: str, *, takes_all: bool) -> str:
    is_fit = url.isascii() or takes_all
    # Percent-encoding a space, a control or what the stream can't take keeps it one URL, and one line.
    return f"{url if is_fit and url.isprintable() and ' ' not in url else encode_illegal(url)}\n"

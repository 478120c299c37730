"""For people and for grep: a place and a URL a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from urlglean.links.link import Link
from urlglean.writers.printable import printable, write_lines

if TYPE_CHECKING:
    from urlglean.frontier.fetchable import Fetchable
    from urlglean.links.distinct import Tally


def write_links(links: Iterable[Link], out: TextIO) -> None:
    """Write ``file:line:column  URL`` for each Link; the reference as found where there is no URL."""
    write_lines(_lines(links), out)


def _lines(links: Iterable[Link]) -> Iterator[tuple[object, str]]:
    """Yield the line of each Link, and the text it stands in."""
    document, name = None, ""
    for link in links:
        if link.document is not document:
            document = link.document
            name = printable(document.locator)
        line, column = link.position
        url = link.target or link.text
        shown = url if url.isprintable() else printable(url)
        yield link.candidate.source, f"{name}:{line}:{column}  {shown}\n"


def write_distinct(groups: Iterable[Tally], out: TextIO) -> None:
    """Write count, URL and first place of each distinct URL, parted by tabs."""
    write = out.write
    for group in groups:
        first = group.first
        write(f"{group.count}\t{printable(group.url or first.text)}\t{printable(first.place)}\n")


def write_fetchables(rows: Iterable[Fetchable], out: TextIO) -> None:
    """Write how many pages refer to it, the URL to fetch, and the first referrer of each, parted by tabs."""
    write = out.write
    for row in rows:
        write(f"{row.referrers}\t{printable(row.fetch_url)}\t{printable(row.first_referrer)}\n")

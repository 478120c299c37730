r"""What links can be printed as: a module for each format, and a row of `FORMATS` for each module.

A new format is a row here, and a module. One with rows has ``write_rows(types, rows, out)``, with the SQL types by the
names of the columns, and is asked for nothing else; any other has ``write_links``, ``write_distinct`` and
``write_fetchables`` itself, as `Format` has them.

Doors: `printable` (what may reach a terminal), `explanation` (why a URL begins and ends where it does), `views`
(a text with its URLs marked), `parquet` (the table of a frontier in a DuckDB file, and rows that come from
several processes); and here `FORMATS`. `text`, `url`, `seeds`, `jsonl` and `csv` are asked for nothing but by that.

Formats
-------

Editors jump to the places that ``text`` tells (Vim: ``:set efm=%f:%l:%c\ \ %m``). In a place such as
``archive.mbox@2721#1:3:37``, 2721 is the byte offset of the message, 1 its part, 3 the line and 37 the column. ``url``
prints one URL per line, for other programs to read, such as ``xargs -d '\n' curl -sI``. ``jsonl`` prints one JSON
object per line; of ``unique`` it has ``url``, ``key``, ``count`` and ``places``, a list of all of them. ``csv`` has a
header line, and no cell of it is taken for a formula by a spreadsheet. ``parquet`` goes into a file: ``-o
links.parquet``. ``seeds`` is of ``frontier`` alone. The columns are in ``urlglean help columns`` and ``urlglean help
crawl``.

    $ urlglean unique -q --format csv --host www.gnupg.org corpora/mail/archive.mbox
    count,url,key,source,part,line,column,text,message_id,date
    1,http://www.gnupg.org/,http://www.gnupg.org/,corpora/mail/archive.mbox,,12,23,http://www.gnupg.org/,19990822031055.A1234@crypt.example.org,1999-08-22T03:10:55Z

``show --format html`` is a page for a browser: nothing in it runs or is fetched.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from urlglean.frontier.fetchable import Fetchable
    from urlglean.links.distinct import Tally
    from urlglean.links.link import Link

__all__ = ["FORMATS"]


@dataclass(frozen=True, slots=True)
class Format:
    """What can be written, by a module that is loaded for it; ``out`` is a text stream, or one of bytes."""

    name: str
    """What ``--format`` calls it, and how its module is named."""
    has_rows: bool = False
    """Whether it gives each result as a row, with all that is known of it: the key and the depth, too."""
    has_places: bool = False
    """Whether it gives every place of a distinct URL, not the first alone."""
    is_binary: bool = False
    """Whether it is no text: a terminal is no place for it."""
    of_frontiers_alone: bool = False
    """Whether its module offers ``write_fetchables`` only."""

    def load(self) -> Any:
        """Give its module."""
        return import_module(f"{__name__}.{self.name}")

    def write_links(self, links: Iterable[Link], out: Any, *, rung: str = "scheme") -> None:
        """Write each Link; ``rung`` is that of its key, where the format has rows."""
        from urlglean.links.link import Link

        if self.has_rows:
            self.load().write_rows(Link.types(), (link.row(rung) for link in links), out)
        else:
            self.load().write_links(links, out)

    def write_distinct(self, groups: Iterable[Tally], out: Any) -> None:
        """Write each distinct URL."""
        from urlglean.links.distinct import Tally

        if self.has_rows:
            row = Tally.row_of_places if self.has_places else Tally.row
            self.load().write_rows(Tally.types(), map(row, groups), out)
        else:
            self.load().write_distinct(groups, out)

    def write_fetchables(self, rows: Iterable[Fetchable], out: Any) -> None:
        """Write each URL of a frontier."""
        from urlglean.frontier.fetchable import Fetchable

        if self.has_rows:
            self.load().write_rows(Fetchable.types(), map(Fetchable.row, rows), out)
        else:
            self.load().write_fetchables(rows, out)


FORMATS: Mapping[str, Format] = {
    form.name: form
    for form in (
        Format("text"),
        Format("url"),
        Format("seeds", of_frontiers_alone=True),
        Format("jsonl", has_rows=True, has_places=True),
        Format("csv", has_rows=True),
        Format("parquet", has_rows=True, is_binary=True),
    )
}
"""What there is, by name."""

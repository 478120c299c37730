"""JSON Lines: an object a line, UTF-8 where the stream is, with all columns of the row schema."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, TextIO

from urlglean.fetchable import Fetchable
from urlglean.link import Link
from urlglean.printable import UNPRINTABLE, is_unicode
from urlglean.unique import Distinct

__all__ = ["PLACE", "write_distinct", "write_fetchables", "write_links"]

PLACE = (
    *("source", "part", "line", "column", "text", "element", "attribute"),
    *("message_id", "date", "sender", "offset", "quote_depth"),
)
"""The columns of the row schema that tell one place of a distinct URL from another."""


def write_links(links: Iterable[Link], out: TextIO, *, rung: str = "scheme") -> None:
    """Write the row of each Link; ``rung`` is that of its column ``key``."""
    line = _encoder(out)
    for link in links:
        out.write(line(link.row(rung)))


def write_distinct(groups: Iterable[Distinct], out: TextIO) -> None:
    """Write ``url``, ``key``, ``count`` and ``places`` (objects with the columns of `PLACE`) of each."""
    line = _encoder(out)
    for group in groups:
        rows = (link.row("string") for link in group.links)
        places = [{name: row[name] for name in PLACE} for row in rows]
        out.write(line({"url": group.url, "key": group.key, "count": group.count, "places": places}))


def write_fetchables(rows: Iterable[Fetchable], out: TextIO) -> None:
    """Write the row of each URL of a frontier."""
    line = _encoder(out)
    for row in rows:
        out.write(line(row.row()))


def _encoder(out: TextIO) -> Callable[[Any], str]:
    encode = json.JSONEncoder(ensure_ascii=not is_unicode(out), separators=(", ", ": ")).encode

    def line(value: Any) -> str:
        text = encode(value)
        return f"{text if text.isprintable() else UNPRINTABLE.sub(_escape, text)}\n"

    return line


def _escape(found: re.Match[str]) -> str:
    """Write what must not reach a terminal as JSON may write any character (RFC 8259 section 7)."""
    return f"\\u{ord(found[0]):04x}"

"""Comma-separated values (RFC 4180) with a header line, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from typing import Any, TextIO

from urlglean.document import STDIN
from urlglean.writers.printable import printable

_FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet takes for a formula, with their full-width forms; blanks may stand before it."""

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def write_rows(columns: Iterable[str], rows: Iterable[Mapping[str, Any]], out: TextIO) -> None:
    """Write the names of the columns, and below them the rows, which have just these. Lists are written as JSON."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([None if value is None else cell(value) for value in row.values()])


def cell(value: Any) -> Any:
    """Give a value as a cell: lists as JSON, no control characters but line breaks, and never a formula."""
    if isinstance(value, list):
        value = _encode(value) if value else ""
    if not isinstance(value, str) or value == STDIN:
        return value
    if not value.isprintable():
        value = "\n".join(map(printable, value.split("\n")))
    return f"'{value}" if value.lstrip().startswith(_FORMULA_STARTS) else value

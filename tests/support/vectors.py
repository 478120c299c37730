"""Reads the tables of ``corpora/vectors``: tab-separated, the first line names the columns."""

from __future__ import annotations

import json

from support.places import CORPORA

VECTORS = CORPORA / "vectors"


def rows(name: str, *, escaped: bool = False) -> list[dict[str, str]]:
    """Give the rows of a table; ``escaped`` ones write control characters as JSON does."""
    head, *lines = (VECTORS / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
    columns = head.split("\t")
    found = [line.split("\t") for line in lines]
    assert all(len(fields) == len(columns) for fields in found), (
        f"{name}: a row has another number of columns"
    )
    if escaped:
        found = [[json.loads(f'"{field}"') for field in fields] for fields in found]
    return [dict(zip(columns, fields, strict=True)) for fields in found]

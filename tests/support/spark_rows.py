"""Rows of a DataFrame as the commands print them, and what the commands print."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from support.command_runs import run
from support.places import ROOT

__all__ = ["as_json", "plain", "printed"]


def printed(command: str, *arguments: str | Path, form: str = "jsonl") -> list[dict[str, Any]]:
    """Give the rows that a command prints as JSON Lines, run from the top of the repository."""
    done = run(command, "-q", "--format", form, *arguments, cwd=ROOT)
    assert done.code in {0, 3}, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def plain(row: Any, columns: Iterable[str] | None = None) -> dict[str, Any]:
    """Give a row of a DataFrame as a command prints it."""
    values = row.asDict(recursive=True) if hasattr(row, "asDict") else dict(row)
    names = values if columns is None else columns
    return {name: _plain(values[name]) for name in names}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return f"{value.isoformat()}Z" if hasattr(value, "isoformat") else value


def as_json(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Give rows as lines that can be sorted and compared."""
    return [json.dumps(row, ensure_ascii=False, sort_keys=True) for row in rows]

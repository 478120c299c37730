"""A DuckDB file of occurrences, which many runs fill one after the other without doubles or gaps.

Doors: `store` (a store, open for one run, which commits what is complete, and what takes in one file, whoever reads it)
and `filling` (inputs into one, read by several processes). Behind them, `tables` says what there is in one, with
comments; `records` are what a file holds, which can be sent from process to process.

Stores
------

``urlglean extract --into FILE`` puts the occurrences into a DuckDB file, a store. The next run reads what is new: it
leaves out files that have not changed, reads a grown mbox from its last message on, and replaces what it found in files
that have changed otherwise, or that are to be read with other options. What a run has read and what it found there are
committed together. So it may be interrupted or killed at any moment: the file holds what was complete, and the next run
goes on from there.

A store is filled by one run at a time. Standard input cannot be stored, as no later run could tell it again. What was
found in a file stays when the file is gone. People are told apart by their addresses. The rung of the keys is chosen
once, by the first run. ``notebooks/02-mail-archive.ipynb`` goes from an archive through a store to pictures.

Each table, column and view says in the file what it holds: ``SELECT table_name, column_name, comment FROM
duckdb_columns()``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"Store": "store", "IntakeOptions": ".intake"}
"""What everybody may import from here, with its module (a dot before one outside), loaded when it is asked for."""


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_NAMES[name]}", __name__), name)

"""The room `store`.

Stores
------

``urlglean extract --into FILE`` puts the occurrences into a DuckDB file. Run it again, and it reads what is new: files
that are as they were are left out, a grown mbox is read from its last message on, and what changed otherwise, or is to
be read with other options, is read anew and replaced. What a run has read and what it found there are committed
together. So a run may be interrupted or killed at any moment: the file holds what was complete, and the next run goes
on from there.

A store is filled by one run at a time. Standard input can't be known again, so it can't be stored. Of a file that is
gone, what was found stays. ``notebooks/02-mail-archive.ipynb`` goes from an archive through a store to pictures.

Each table, column and view says in the file what it holds: ``SELECT table_name, column_name, comment FROM
duckdb_columns()``. The rung of the keys a store has for good.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {"Store": "store", "Reading": "records"}


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NAMES[name]}"), name)

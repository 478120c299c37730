"""Runs that fill a store, and what is in it then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb

from support.killed_runs import SOUND
from support.laws import tries_all
from support.places import CORPORA
from urlglean.inputs.folders import Choice
from urlglean.intake import IntakeOptions
from urlglean.reports import Problem
from urlglean.store.store import Store

ARCHIVE = CORPORA / "mail" / "archive.mbox"


def fill(
    store: Path, *inputs: Path | str, reading: IntakeOptions | None = None, **options: Any
) -> list[int | None]:
    """Fill a store; give how many occurrences each input brought, None where it was as before.

    Where everything is tried, see that its tables fit together after each run; `everything` sees that anywhere.
    """
    problems: list[Problem] = []
    with Store(store, **options) as open_store:
        taken = [
            open_store.read(str(name), reading or IntakeOptions(), on_problem=problems.append)
            for name in Choice().files(inputs)
        ]
    assert not any("failed" in problem.message for problem in problems), problems
    if tries_all():
        assert ask(store, SOUND) == [(True,)]
    return taken


def ask(store: Path, query: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(store) as connection:
        return connection.execute(query).fetchall()


def everything(store: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Give all rows of a store, and see that they fit together."""
    with duckdb.connect(store) as connection:
        assert connection.execute(SOUND).fetchall() == [(True,)]
        tables = ("store", "document", "occurrence", "url", "problem", "attachment")
        return {table: connection.table(table).order("ALL").fetchall() for table in tables}

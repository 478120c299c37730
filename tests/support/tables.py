"""The rows of a table of cases as one test, where the whole suite is run.

To run a test of its own, and to tell another process of it, takes longer than most rows: in a whole run, those of a
test that takes nothing beside them are gone over in one. Each row that fails is told by its name, and the others are
still tried. Where files are named, each row is a test as ever, so that one can be chosen.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from math import prod
from typing import Any

import pytest

__all__ = ["as_one", "walk"]

Row = tuple[str, dict[str, Any]]


def as_one(collector: pytest.Module, name: str, law: Callable[..., None]) -> pytest.Function | None:
    """Give one test for the rows of a function, or nothing where its tests need more than their rows.

    The rows are made when it is run: only one of the processes that collect it needs them.
    """
    tables = [mark for mark in getattr(law, "pytestmark", ()) if mark.name == "parametrize"]
    if not tables or not _take_rows_only(collector, law, tables):
        return None

    @wraps(law)
    def table() -> None:
        walk(law, [(test.callspec.id, test.callspec.params) for test in collector._genfunctions(name, law)])

    table.__signature__ = inspect.Signature()  # type: ignore[attr-defined]
    marks: list[pytest.Mark] = law.pytestmark  # type: ignore[attr-defined]
    table.pytestmark = [mark for mark in marks if mark.name != "parametrize"]  # type: ignore[attr-defined]
    return pytest.Function.from_parent(collector, name=name, callobj=table)


def walk(law: Callable[..., None], rows: Sequence[Row]) -> None:
    """Try a law on each row of a table, and tell of every row that it does not hold of.

    Where it holds of all that can be tried, and some cannot be, the table is skipped for their reasons.
    """
    failures: list[Exception] = []
    untried: dict[str, None] = {}
    for name, row in rows:
        try:
            law(**row)
        except pytest.skip.Exception as skipped:
            untried[str(skipped.msg)] = None
        except pytest.fail.Exception as failed:
            failures.append(AssertionError(f"[{name}] {failed.msg}"))
        except Exception as failed:
            failed.add_note(f"[{name}]")
            failures.append(failed)
    if len(failures) == 1:
        raise failures[0]
    if failures:
        raise ExceptionGroup(f"{len(failures)} of {len(rows)} rows", failures)
    if untried:
        pytest.skip("; ".join(untried))


def _take_rows_only(
    collector: pytest.Module, law: Callable[..., None], tables: Sequence[pytest.Mark]
) -> bool:
    """Tell whether the tests of a function take nothing beside their rows, which are two or more, without marks."""
    values = [table.args[1] if len(table.args) > 1 else table.kwargs["argvalues"] for table in tables]
    needed = set(inspect.signature(law).parameters)
    return (
        not getattr(law, "is_hypothesis_test", False)
        and not any(table.kwargs.get("indirect") for table in tables)
        and all(isinstance(some, Collection) for some in values)
        and prod(map(len, values)) > 1
        and not any(getattr(value, "marks", ()) for some in values for value in some)
        and needed == {name for table in tables for name in _names(table)}
        and not any(mark.name == "usefixtures" for mark in law.pytestmark)  # type: ignore[attr-defined]
        and not collector.session._fixturemanager.getfixtureinfo(collector, _nothing, None).names_closure  # type: ignore[arg-type]
    )


def _nothing() -> None:
    """Take what every test of a module takes, and no more."""


def _names(table: pytest.Mark) -> Sequence[str]:
    given = table.args[0] if table.args else table.kwargs["argnames"]
    return [name.strip() for name in given.split(",")] if isinstance(given, str) else given

"""The rows of a table of cases as one test, where the whole suite is run.

To run a test of its own, and to tell another process of it, takes longer than most rows: in a whole run, those of a
test that takes nothing beside them are gone over in one. Each row that fails is told by its name, and the others are
still tried. Where files are named, each row is a test as ever, so that one can be chosen.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import pytest

__all__ = ["as_one", "walk"]

Row = tuple[str, dict[str, Any]]


def as_one(items: Sequence[pytest.Item | pytest.Collector]) -> Sequence[pytest.Item | pytest.Collector]:
    """Give one test for the rows of a function, or its tests as they are where they need more than their rows."""
    tests = [item for item in items if isinstance(item, pytest.Function)]
    if len(tests) < 2 or len(tests) < len(items) or not _takes_its_row_only(first := tests[0]):
        return items
    calls: list[Any] = [test.callspec for test in tests]  # type: ignore[attr-defined]
    if any(call.marks for call in calls):
        return items
    rows = [(call.id, call.params) for call in calls]

    @wraps(first.obj)
    def table() -> None:
        walk(first.obj, rows)

    table.__signature__ = inspect.Signature()  # type: ignore[attr-defined]
    table.pytestmark = [  # type: ignore[attr-defined]
        mark for mark in first.obj.pytestmark if mark.name != "parametrize"
    ]
    return [pytest.Function.from_parent(first.parent, name=first.originalname, callobj=table)]


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


def _takes_its_row_only(test: pytest.Function) -> bool:
    row = getattr(test, "callspec", None)
    return (
        row is not None
        and test.cls is None
        and not getattr(test.obj, "is_hypothesis_test", False)
        and set(inspect.signature(test.obj).parameters) == set(row.params) == set(test.fixturenames)
        and not any(mark.kwargs.get("indirect") for mark in test.iter_markers("parametrize"))
    )

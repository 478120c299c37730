"""How many examples a law is tried on: a part of them by default, all of them in CI.

`tests/conftest.py` chooses the profile; ``--hypothesis-profile ci`` gives all of them anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

__all__ = ["ALL", "FEWER", "choose", "examples", "some", "tries_all"]

ALL, FEWER = "ci", "quick"
_PART = 10
_MANY = 1_000
_FEW = 5
_USUAL = 40
"""How many examples a law that names no number has by default, where Hypothesis takes 100."""
Case = TypeVar("Case")


def choose(*, in_ci: bool) -> None:
    """Choose how many; an example that is slow because the machine is loaded is no failure in either case."""
    settings.register_profile(ALL, settings.default, deadline=None)
    settings.register_profile(FEWER, settings.default, deadline=None, max_examples=_USUAL)
    settings.load_profile(ALL if in_ci else FEWER)


def tries_all() -> bool:
    """Tell whether this run is one that tries everything."""
    return settings.get_current_profile_name() == ALL


def some(cases: Sequence[Case], *, every: int) -> Sequence[Case]:
    """Give the cases of a law that takes long on each: one of so many, or all of them where everything is tried."""
    return cases if tries_all() else cases[::every]


def examples(number: int) -> settings:
    """Give the settings of a law that takes long on so many examples, or has many cases to meet."""
    part = 2 * _PART if number >= _MANY else _PART
    return settings(max_examples=number if tries_all() else max(_FEW, number // part))

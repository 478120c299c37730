"""How many examples a law is tried on: a part of them by default, all of them in CI.

`tests/conftest.py` chooses the profile; ``--hypothesis-profile ci`` gives all of them anywhere. Both try the same
examples each time, so that the same code has the same verdict. ``--hypothesis-profile search`` looks for others, ten
times as many as CI has and others each time: what it finds becomes a case, or an ``@example`` of the law.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings, strategies

__all__ = ["ALL", "FEWER", "SEARCH", "begin", "choose", "examples", "some", "tries_all"]

ALL, FEWER, SEARCH = "ci", "quick", "search"
_PART = 10
_TIMES = 10
"""How many times as many examples a search tries as CI."""
_MANY = 1_000
_FEW = 5
_USUAL = 40
"""How many examples a law that names no number has by default, where Hypothesis takes 100."""
Case = TypeVar("Case")


def choose(*, in_ci: bool) -> None:
    """Choose how many; an example that is slow because the machine is loaded is no failure in any case."""
    loose: dict[str, Any] = {
        "deadline": None,
        "suppress_health_check": [HealthCheck.too_slow],
        "print_blob": True,
    }
    usual = settings.get_profile("default")  # Hypothesis chooses another one where it sees that it is in CI
    settings.register_profile(ALL, usual, **loose, derandomize=True, database=None)
    settings.register_profile(FEWER, settings.get_profile(ALL), max_examples=_USUAL)
    settings.register_profile(SEARCH, usual, **loose, max_examples=usual.max_examples * _TIMES)
    settings.load_profile(ALL if in_ci else FEWER)


def begin() -> None:
    """Have Hypothesis make what it makes for its first example.

    It asks the collector of garbage who holds its random numbers, which from Python 3.14 on are held by what is there
    before, and of what is frozen (see `tests/conftest.py`) that one gives nobody.
    """
    given(strategies.none())(lambda _: None)()


def tries_all() -> bool:
    """Tell whether this run is one that tries everything."""
    return settings.get_current_profile_name() in {ALL, SEARCH}


def some(cases: Sequence[Case], *, every: int) -> Sequence[Case]:
    """Give the cases of a law that takes long on each: one of so many, or all of them where everything is tried."""
    return cases if tries_all() else cases[::every]


def examples(number: int) -> settings:
    """Give the settings of a law that takes long on so many examples, or has many cases to meet."""
    if settings.get_current_profile_name() == SEARCH:
        return settings(max_examples=number * _TIMES)
    part = 2 * _PART if number >= _MANY else _PART
    return settings(max_examples=number if tries_all() else max(_FEW, number // part))

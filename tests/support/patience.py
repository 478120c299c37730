"""Waiting for what happens, instead of for a clock: no test fails because the machine is slow."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["HANG", "wait_for"]

HANG = 600
"""Seconds that only what hangs takes."""


def wait_for(holds: Callable[[], object]) -> bool:
    """Wait until something holds; tell whether it does."""
    limit = time.monotonic() + HANG
    while not (held := bool(holds())) and time.monotonic() < limit:
        time.sleep(0.02)
    return held

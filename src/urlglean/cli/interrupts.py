"""Ctrl-C, and what must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_held", "is_interrupt", "load_duckdb"]


_INTERRUPTED_IN_DUCKDB = "Query interrupted"
"""What DuckDB says, in a RuntimeError, of a Ctrl-C that came while it was at work."""


def is_interrupt(error: BaseException) -> bool:
    """Tell whether an error is what has been made of Ctrl-C: by DuckDB, or by Python, where a class was being made."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt) or str(cause) == _INTERRUPTED_IN_DUCKDB:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until the end of the block."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def load_duckdb() -> None:
    """Import DuckDB, whose own start ends the process with a dump of memory where it is interrupted."""
    with interrupts_held():
        import duckdb  # noqa: F401  (loaded here, used elsewhere)

"""Ctrl-C, and what must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_held", "load_duckdb"]


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

"""Ctrl-C, being told to end, and what must not be interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["interrupts_held", "is_interrupt", "load_duckdb", "signals_heeded"]


_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that tell a process to end; Windows has not all of them."""


@contextmanager
def signals_heeded() -> Iterator[list[int]]:
    """Have SIGTERM and SIGHUP end the block as Ctrl-C does, so that nothing is left behind; give what came.

    Not where whoever started the program has other wishes (nohup, say). The second time the process ends at once.
    """
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came  # no other thread may say what signals do
        return
    numbers = [number for number in _ENDING if signal.getsignal(number) is signal.SIG_DFL]

    def heed(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        came.append(number)
        raise KeyboardInterrupt

    for number in numbers:
        signal.signal(number, heed)
    try:
        yield came
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


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
    """Let an interrupt, and what tells this process to end, wait until the end of the block."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread is interrupted
        return
    came: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *_ENDING)}
    for number in before:
        signal.signal(number, lambda number, _: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])


def load_duckdb() -> None:
    """Import DuckDB, whose own start ends the process with a dump of memory where it is interrupted."""
    with interrupts_held():
        import duckdb  # noqa: F401  (loaded here, used elsewhere)

"""Ctrl-C, whatever is being done when it comes."""

from __future__ import annotations

import signal
import threading

import pytest

from command_runs import Done, run
from urlglean.cli.interrupts import interrupts_held, is_interrupt


def test_an_interrupt_waits_for_the_end_of_what_must_not_be_interrupted() -> None:
    # Whoever runs the tests in the background may have set the signal to be ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    done = []

    @interrupts_held()
    def work() -> None:
        signal.raise_signal(signal.SIGINT)
        done.append("all of it")

    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == ["all of it"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_without_an_interrupt_there_is_none() -> None:
    with interrupts_held():
        pass
    with pytest.raises(ZeroDivisionError), interrupts_held():
        raise ZeroDivisionError


def test_only_the_main_thread_is_interrupted() -> None:
    done = []

    def work() -> None:
        with interrupts_held():
            done.append("all of it")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["all of it"]


def interrupted(*_: object, **__: object) -> None:
    """Be interrupted while a class is being made, of which Python 3.11 makes a RuntimeError."""
    raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()


def test_an_interrupt_that_became_another_error_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urlglean.cli.resolve.resolve", interrupted)
    assert run("resolve", "http://a/") == Done(130, "", "")


def test_what_is_an_interrupt() -> None:
    assert is_interrupt(RuntimeError("Query interrupted"))
    error = ValueError("interrupted")
    error.__context__ = OSError()
    assert not is_interrupt(error)

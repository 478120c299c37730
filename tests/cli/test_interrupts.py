"""Ctrl-C and other signals, whatever is being done when they come."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from support.command_runs import Done, run
from support.patience import HANG, wait_for
from urlglean.cli.terminal import interrupts_held, is_interrupt, signals_heeded


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
    monkeypatch.setattr("urlglean.cli.references.resolve", interrupted)
    assert run("resolve", "http://a/") == Done(130, "", "")


def test_what_is_an_interrupt() -> None:
    assert is_interrupt(RuntimeError("Query interrupted"))
    error = ValueError("interrupted")
    error.__context__ = OSError()
    assert not is_interrupt(error)


@pytest.mark.skipif(os.name == "nt", reason="nobody tells a process to end by a signal there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_is_told_to_end_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    number = getattr(signal, name)
    code = (
        f"import signal; signal.signal(signal.{name}, signal.SIG_DFL); from urlglean.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "extract", "--kind", "text", "--format", "parquet", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"http://a/ ")
        process.stdin.flush()
        wait_for(lambda: any(tmp_path.iterdir()))
        assert any(tmp_path.iterdir()), "it keeps the rows in a folder of its own"
        process.send_signal(number)
        out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out) == (128 + number, b"")
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGHUP")
def test_wishes_of_others_are_respected() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup sets it
    try:
        with signals_heeded() as came:
            signal.raise_signal(signal.SIGHUP)
        assert came == []
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_signals_are_as_before_when_it_is_done() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with signals_heeded() as came:
            with pytest.raises(KeyboardInterrupt), interrupts_held():
                signal.raise_signal(signal.SIGTERM)
            assert came == [signal.SIGTERM]
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)

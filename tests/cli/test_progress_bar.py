"""`urlglean.cli.run`: what it counts, whenever it comes up. How it looks on a terminal is in `test_cli`."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from rich.progress import Progress

from support.patience import HANG
from urlglean.cli import run as progress_bar
from urlglean.cli.run import ProgressBar
from urlglean.jobs.reading import Gathered


def test_what_is_counted_while_the_bar_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be counted after that for a long time: a pipe may be waited for."""
    up = threading.Event()
    start = Progress.start
    shown: list[Any] = []

    def start_slowly(self: Progress) -> None:
        bar.gathered(Gathered(None, read=57_700, messages=65, name="archive.mbox"))
        start(self)
        shown.append(self)
        up.set()

    monkeypatch.setattr(progress_bar, "_BAR_AFTER", 0.0)
    monkeypatch.setattr(Progress, "start", start_slowly)
    bar = ProgressBar()
    bar.start(0)
    assert up.wait(HANG)
    bar.close()  # which waits until it is up
    (task,) = shown[0].tasks
    assert task.completed == 57_700
    assert task.description == "archive.mbox"
    assert task.fields["messages"] == "65 messages"

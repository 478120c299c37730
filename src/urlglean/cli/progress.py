"""The progress bar."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from urlglean.document import Document
from urlglean.reports import Retrieval
from urlglean.writers.printable import printable

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from urlglean.jobs.reading import Gathered

__all__ = ["ProgressBar", "bar_for"]

_BAR_AFTER = 1.0
"""Seconds of work before a progress bar shows."""


class ProgressBar:
    """A progress bar on standard error, from the moment the work turns out to take a while."""

    def __init__(self) -> None:
        self._total = 0
        self._done = 0
        self._end = 0
        self._messages = 0
        self._name = ""
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._timer = threading.Timer(_BAR_AFTER, self._show)
        self._timer.daemon = True

    def start(self, total: int) -> None:
        """Begin to wait; ``total`` is how many bytes there are, 0 where nobody knows."""
        self._total = total
        self._timer.start()

    def begin(self, name: str, size: int) -> None:
        """Count what was before as done; what comes now has ``size`` bytes."""
        self._done = max(self._done, self._end)
        self._end += size
        self.describe(name)

    def describe(self, name: str) -> None:
        """Say what is being read now."""
        self._name = printable(name)
        self._update()

    def advance(self, amount: int) -> None:
        """Count ``amount`` more bytes as done; what was packed may have more of them than its file."""
        self._done += amount
        if self._total:
            self._done = min(self._done, self._end)
        self._update()

    def document(self, document: Document) -> None:
        """Count a message of mail."""
        if document.is_mail:
            self.count(1)

    def retrieval(self, retrieval: Retrieval) -> None:
        """Nothing of it shows."""

    def count(self, messages: int) -> None:
        """Count messages of mail as read."""
        self._messages += messages

    def gathered(self, gathered: Gathered) -> None:
        """Count what other processes have read."""
        self._end += gathered.read
        self._messages += gathered.messages
        self._name = printable(gathered.name)
        self.advance(gathered.read)

    def _update(self) -> None:
        if self._rich is not None and self._task is not None:
            self._rich.update(
                self._task, completed=self._done, description=self._name, messages=self._told_messages
            )

    @property
    def _told_messages(self) -> str:
        return f"{self._messages:,} message{'' if self._messages == 1 else 's'}" if self._messages else ""

    def _show(self) -> None:
        from rich import progress
        from rich.console import Console

        bar = progress.Progress(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[messages]}", markup=False),
            progress.DownloadColumn(),
            progress.TransferSpeedColumn(),
            progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
        )
        self._task = bar.add_task(
            self._name, total=self._total or None, completed=self._done, messages=self._told_messages
        )
        bar.start()
        self._rich = bar
        self._update()  # what was counted while it came up, and may be all there is for a long time

    def close(self) -> None:
        """Take the bar off the screen."""
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()  # it may be about to show
        if self._rich is not None:
            self._rich.stop()
            self._rich = None


def bar_for(*, writes_meanwhile: bool) -> ProgressBar | None:
    """Give a bar where somebody sees it and nothing is written across it."""
    on_terminal = sys.stderr is not None and sys.stderr.isatty()
    return ProgressBar() if on_terminal and not (writes_meanwhile and sys.stdout.isatty()) else None

"""A headless Chromium driven over its DevTools protocol through a pair of pipes: no port, no websocket.

Only what asking a page for its links takes: open a page, wait until it has loaded, evaluate an expression.
The browser sees no network but the loopback server it is told about: every host name resolves to it.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest

from support.patience import HANG

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-dev-shm-usage",
    "--disable-features=HttpsUpgrades,OptimizationHints,MediaRouter",
    "--no-proxy-server",
    "--remote-debugging-pipe",
)
FIRST_FREE_DESCRIPTOR = 10
"""The pipes are moved up here first, so that putting them at 3 and 4 overwrites neither."""


class ChromiumError(RuntimeError):
    """The browser did not start, did not answer in time, or answered with an error."""


class Chromium:
    """One running browser with one page. Use it as a context manager: leaving it ends the process."""

    def __init__(self, program: str, profile: Path, *, server_port: int, timeout: float = HANG) -> None:
        import fcntl

        self._timeout = timeout
        self._count = 0
        self._buffer = b""
        self._events: list[dict[str, Any]] = []
        self._errors = profile / "stderr.txt"
        rules = f"--host-resolver-rules=MAP * 127.0.0.1:{server_port}"
        arguments = [program, *FLAGS, rules, f"--user-data-dir={profile / 'profile'}", "about:blank"]
        browser_reads, self._requests = os.pipe()
        self._answers, browser_writes = os.pipe()
        high_reads = fcntl.fcntl(browser_reads, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_DESCRIPTOR)
        high_writes = fcntl.fcntl(browser_writes, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_DESCRIPTOR)
        errors = os.open(self._errors, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            self._process = os.posix_spawn(
                program,
                arguments,
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, high_reads, 3),
                    (os.POSIX_SPAWN_DUP2, high_writes, 4),
                    (os.POSIX_SPAWN_DUP2, errors, 1),
                    (os.POSIX_SPAWN_DUP2, errors, 2),
                ],
                setpgroup=0,
            )
        finally:
            for descriptor in (browser_reads, browser_writes, high_reads, high_writes, errors):
                os.close(descriptor)
        self._session: str | None = None

    def __enter__(self) -> Self:
        try:
            targets = self.call("Target.getTargets")["targetInfos"]
            page = next(target["targetId"] for target in targets if target["type"] == "page")
            attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
            self._session = attached["sessionId"]
            self.call("Page.enable")
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and all its helper processes (they share its process group), and reap it."""
        for descriptor in (self._requests, self._answers):
            os.close(descriptor)
        try:
            os.killpg(self._process, signal.SIGKILL)
        finally:
            os.waitpid(self._process, 0)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call one method of the protocol and give its result."""
        self._count += 1
        number = self._count
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if getattr(self, "_session", None):
            message["sessionId"] = self._session
        os.write(self._requests, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self._timeout
        while True:
            answer = self._receive(deadline, waiting_for=method)
            if answer.get("id") == number:
                if "error" in answer:
                    raise ChromiumError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self._events.append(answer)

    def _receive(self, deadline: float, *, waiting_for: str) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self._answers, 1 << 20) if ready else b""
            if not chunk:
                said = self._errors.read_text(errors="replace")[-2000:]
                raise ChromiumError(f"no answer while waiting for {waiting_for}; the browser said: {said}")
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        parsed: dict[str, Any] = json.loads(message)
        return parsed

    def open(self, url: str) -> None:
        """Navigate to a URL and wait until it has loaded, frames and images included."""
        self._events.clear()
        answer = self.call("Page.navigate", url=url)
        if "errorText" in answer:
            raise ChromiumError(f"{url}: {answer['errorText']}")
        deadline = time.monotonic() + self._timeout
        while not any(event.get("method") == "Page.loadEventFired" for event in self._events):
            self._events.append(self._receive(deadline, waiting_for=f"{url} to load"))

    def evaluate(self, expression: str) -> Any:
        """Evaluate a JavaScript expression in the page and give its value."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise ChromiumError(f"the page threw: {answer['exceptionDetails']}")
        return answer["result"].get("value")


@contextmanager
def browsing(server_port: int) -> Iterator[Chromium]:
    """Run a browser that sees the server of a port as every host; where none is installed, the test is skipped."""
    program = next((path for name in PROGRAMS if (path := shutil.which(name))), None)
    if program is None:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    with (
        TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True) as folder,
        Chromium(program, Path(folder), server_port=server_port) as chromium,
    ):
        yield chromium

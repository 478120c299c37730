"""Runs of the command: in this process, or as one of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from support.patience import HANG
from urlglean import cli

TEXT = "see http://a.org/x, or\n  www.b.org (http://A.org:80/x)\n"
"""Three URLs, two of which are one."""
COMMAND = [sys.executable, "-m", "urlglean"]
HEEDING_INTERRUPTS = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from urlglean.cli import main; print('ready', flush=True); main()",
]
"""The same behind a line ``ready``; whoever runs the tests in the background may have set SIGINT to be ignored, which
is inherited."""


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(
    *arguments: str | Path, stdin: str | bytes = b"", cwd: Path | None = None, encoding: str = "utf-8"
) -> Done:
    """Run the command in this process, its streams being files in memory."""
    given = io.BytesIO(stdin.encode() if isinstance(stdin, str) else stdin)
    out, err = io.BytesIO(), io.BytesIO()
    stdout = io.TextIOWrapper(out, encoding=encoding)
    stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["urlglean", *map(str, arguments)])
        patch.setattr(sys, "stdin", io.TextIOWrapper(given))
        patch.setattr(sys, "stdout", stdout)
        patch.setattr(sys, "stderr", stderr)
        patch.chdir(cwd or Path.cwd())
        with pytest.raises(SystemExit) as done:
            cli.main()
    code = done.value.code
    stdout.detach()  # flushes; and closing them would close what they have written to
    stderr.detach()
    assert isinstance(code, int)
    return Done(code, out.getvalue().decode(errors="replace"), err.getvalue().decode())


def terminal() -> tuple[int, int]:
    """Open a terminal: the test's end of it and the command's; where the system has none, the test is skipped."""
    try:
        import pty  # which Windows has not

        return pty.openpty()
    except (ImportError, OSError) as error:
        pytest.skip(f"no terminal can be opened ({error})")


def launch(
    *arguments: str | Path,
    stdin: bytes = b"",
    cwd: Path | None = None,
    python: tuple[str, ...] = (),
    before: Callable[[], None] | None = None,
    **environment: str,
) -> Done:
    """Run the command as a process of its own: ``before`` is called there, ``python`` are the interpreter's options."""
    interpreter, *module = COMMAND
    done = subprocess.run(
        [interpreter, *python, *module, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONWARNINGS": "error", "NO_COLOR": "1", **environment},
        preexec_fn=before,
        timeout=HANG,
    )
    out, err = (stream.decode(errors="backslashreplace") for stream in (done.stdout, done.stderr))
    assert "Traceback" not in err, err
    return Done(done.returncode, out, err)

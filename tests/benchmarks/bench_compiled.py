"""What compiling gains: `extract_text` of the compiled build beside the same Python, each in a process of its own.

``URLGLEAN_COMPILED`` names the folder that the build was installed into (``pip install --no-deps --target FOLDER
WHEEL``); without it only the pure one is measured. Run it by hand: ``python tests/benchmarks/bench_compiled.py
[--quick]``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from corpus import situations
from side_by_side import Contender, Line, Table, Work, main, measure

import urlglean

__all__ = ["tables"]

_VARIABLE = "URLGLEAN_COMPILED"
_NAME = "extract_text, compiled"
_READS = "--reads"


def _missing() -> str:
    """Say why the compiled build cannot take part; empty where it can."""
    folder = os.environ.get(_VARIABLE)
    if folder is None:
        return f"{_VARIABLE} names no folder"
    is_there = any(Path(folder, "urlglean", "delimiting").glob("words.*.so"))
    return "" if is_there else f"nothing is compiled in {folder}"


@contextmanager
def _finder_in(folder: Path) -> Iterator[Callable[[str], int]]:
    """Have a process that has the package of a folder, and give what counts the URLs of a text there."""
    with subprocess.Popen(
        [sys.executable, __file__, _READS],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path[1:]])},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield partial(_ask, process.stdin, process.stdout, [])


def _ask(wishes: IO[bytes], answers: IO[bytes], known: list[str], text: str) -> int:
    """Have the URLs of a text counted, which is sent along where it is another one than the last."""
    new = b"" if text in known else text.encode()
    known[:] = [text]
    wishes.write(b"%d\n" % len(new) + new)
    wishes.flush()
    return int(answers.readline())


def _read(wishes: IO[bytes], answers: IO[bytes]) -> None:
    """Answer each wish: a length, and as much of a new text."""
    text = ""
    for length in map(int, iter(wishes.readline, b"")):
        text = wishes.read(length).decode() if length else text
        answers.write(b"%d\n" % sum(1 for link in urlglean.extract_text(text) if link.url))
        answers.flush()


def tables(*, quick: bool) -> Iterator[Table]:
    """Measure on every situation, in UTF-8 bytes a second."""
    missing = _missing()
    works = [
        Work(
            situation.name,
            situation.text,
            len(situation.text.encode()),
            len(situation.urls) if situation.closed and not missing else None,
        )
        for situation in situations(40_000 if quick else 3_000_000)
    ]
    with ExitStack() as processes:
        compiled = Contender(
            _NAME,
            None if missing else processes.enter_context(_finder_in(Path(os.environ[_VARIABLE]))),
            ours=True,
            missing=missing,
        )
        pure = Contender(
            "the same, pure", processes.enter_context(_finder_in(Path(urlglean.__file__).parent.parent))
        )
        yield measure(
            "URLs in text, compiled",
            works,
            [compiled, pure],
            quick=quick,
            lines=[Line(_NAME, 1.0, pure.name)],
        )


if __name__ == "__main__":
    if _READS in sys.argv:
        _read(sys.stdin.buffer, sys.stdout.buffer)
    else:
        main(tables)

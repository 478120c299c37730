"""Many links: in Markdown, extracted and checked offline, and on many hosts of the loopback, each asked once.

Each run is a command of its own, on one processor as far as the system lets it be held there; beside its rate, what
memory it took at most is told. The hosts are addresses of the loopback (127.1.0.1 and on), all of which Linux answers
at; each answers after 50 ms.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from side_by_side import Contender, Table, Work, main, measure

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.web_server import listening

_PER_FILE = 20
_HOSTS = 200
_DELAY = 0.05
_LINKS = re.compile(r"^([0-9,]+) links? in", re.MULTILINE)


class _Tree(NamedTuple):
    """Files of Markdown, and what is asked of it."""

    folder: Path
    links: int


@dataclass
class _Runs:
    """Commands that were run, and what memory each took at most, in MB."""

    memory: dict[str, float] = field(default_factory=dict)

    def run(self, name: str, *command: str, cwd: Path) -> str:
        """Run a command on one processor; give what it prints."""
        child = "import os, sys; os.sched_setaffinity(0, {0}); os.execv(sys.executable, sys.argv[1:])"
        argv = [sys.executable, "-m", "urlglean", *command]
        if hasattr(os, "sched_setaffinity"):
            argv = [sys.executable, "-c", child, *argv]
        with subprocess.Popen(argv, cwd=cwd, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            out = process.stdout.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.memory[name] = used.ru_maxrss / (1 << (20 if sys.platform == "darwin" else 10))
        return out

    @property
    def remarks(self) -> Iterator[str]:
        """Say what memory they took."""
        for name, megabytes in self.memory.items():
            yield f"{name}: at most {megabytes:.0f} MB"


# --- on the disk ---


def _write(folder: Path, count: int) -> _Tree:
    """Write files whose links lead to others, and to headings of these; one in ten leads nowhere."""
    files = count // _PER_FILE
    for number in range(files):
        links = "".join(
            f"A sentence with [a link](file-{(number + other) % files}.md#part-{other}{'0' * (other % 10 == 9)}).\n\n"
            for other in range(_PER_FILE)
        )
        parts = "".join(f"## Part {other}\n\nSome words of it.\n\n" for other in range(_PER_FILE))
        (folder / f"file-{number}.md").write_text(f"# File {number}\n\n{links}{parts}")
    return _Tree(folder, count)


def _extracted(runs: _Runs, tree: _Tree) -> int:
    return runs.run("extract", "extract", "-q", "--jobs", "1", ".", cwd=tree.folder).count("\n")


def _checked(runs: _Runs, name: str, options: Iterable[str], tree: _Tree) -> int:
    told = _LINKS.search(runs.run(name, "check", "-q", *options, ".", cwd=tree.folder))
    return int(told[1].replace(",", "")) if told else 0


def _offline(*, quick: bool) -> Table:
    count = 1_000 if quick else 10_000
    runs = _Runs()
    with tempfile.TemporaryDirectory() as name:
        tree = _write(Path(name), count)
        table = measure(
            "Many links in Markdown, one processor",
            [Work(f"{count:,} links in {count // _PER_FILE} files", tree, count, expected=count)],
            [
                Contender("extract", partial(_extracted, runs), ours=True),
                Contender(
                    "check --offline", partial(_checked, runs, "check --offline", ["--offline"]), ours=True
                ),
            ],
            quick=quick,
            unit="links/s",
            scale=1,
            rounds=3,
        )
    return replace(table, remarks=tuple(runs.remarks))


# --- on servers ---


async def _serve(asked: Counter[str], incoming: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        while True:
            head = (await incoming.readuntil(b"\r\n\r\n")).decode("latin-1")
            asked[head.split(" ", 2)[1]] += 1
            await asyncio.sleep(_DELAY)
            out.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n")
            await out.drain()
    out.close()


def _write_urls(folder: Path, count: int, port: int) -> None:
    for start in range(0, count, _PER_FILE):
        urls = (
            f"<http://127.1.0.{number % _HOSTS + 1}:{port}/{number}>"
            for number in range(start, start + _PER_FILE)
        )
        (folder / f"file-{start}.md").write_text("\n\n".join(urls))


def _on_hosts(*, quick: bool) -> Table:
    counts = (500, 1_000) if quick else (1_000, 10_000)
    asked: Counter[str] = Counter()
    runs = _Runs()

    def check(tree: _Tree) -> int:
        asked.clear()
        _checked(runs, f"check, {tree.links:,} URLs", ["--allow-private"], tree)
        return sum(times == 1 for times in asked.values())

    works = []
    with tempfile.TemporaryDirectory() as name, listening(partial(_serve, asked), hosts=["0.0.0.0"]) as port:
        for count in counts:
            folder = Path(name, str(count))
            folder.mkdir()
            _write_urls(folder, count, port)
            works.append(
                Work(f"{count:,} URLs on {_HOSTS} hosts", _Tree(folder, count), count, expected=count)
            )
        run: Callable[[_Tree], int] | None = check if sys.platform == "linux" else None
        table = measure(
            "Many URLs on hosts that take 50 ms",
            works,
            [
                Contender(
                    "check", run, ours=True, missing="only Linux answers at all addresses of the loopback"
                )
            ],
            quick=quick,
            unit="URLs/s",
            scale=1,
            rounds=2,
        )
    return replace(table, remarks=tuple(runs.remarks))


def tables(*, quick: bool) -> Iterable[Table]:
    """Measure."""
    yield _offline(quick=quick)
    yield _on_hosts(quick=quick)


if __name__ == "__main__":
    main(tables, __doc__)

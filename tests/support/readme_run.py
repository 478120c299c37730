"""Runs the blocks of README.md and its like; ``python tests/support readme_run`` writes what they print now into them.

An output in which lines are left out (`ELISION`) is not written: it is told where it is no longer true.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from support.places import ROOT, SHOWN
from support.readme_blocks import ELISION, Block, blocks, matches, steps

__all__ = ["programs", "run_console", "run_program"]

_MARK = "--- end of a command ---"
_TIMEOUT = 120.0
"""Seconds that a block may take."""


def run_console(block: Block) -> list[list[str]]:
    """Run the commands of a block in one shell at the repository's root; give the lines each printed."""
    script = "".join(f"{step.command}\ncode=$?; echo '{_MARK}'; (exit $code)\n" for step in steps(block))
    scripts = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUTF8": "1",
        "COLUMNS": "80",
    }
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=_TIMEOUT,
        check=False,
    )
    *printed, rest = done.stdout.split(f"{_MARK}\n")
    if rest or len(printed) != len(steps(block)):
        raise ValueError(f"{block.name}: a command that ends the shell, or a line without an end: {rest!r}")
    return [output.splitlines() for output in printed]


def run_program(block: Block) -> list[str]:
    """Run a Python block as a program at the repository's root; give the lines it printed."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-W", "error", "-c", block.content],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=_TIMEOUT,
        check=False,
    )
    if done.stderr:
        raise ValueError(f"{block.name}: {done.stderr}")
    return done.stdout.splitlines()


def programs() -> list[tuple[Block, Block]]:
    """Pair each Python block with the block after it, which shows what it prints."""
    return [(one, other) for one, other in itertools.pairwise(blocks()) if one.language == "python"]


def _written(block: Block) -> Block:
    """Give a console block with what its commands print now."""
    lines: list[str] = []
    for step, printed in zip(steps(block), run_console(block), strict=True):
        first, *more = step.command.split("\n")
        lines += [f"$ {first}", *(f"> {line}" for line in more)]
        if ELISION in step.output:
            if not matches(step.output, printed):
                print(f"{block.name}: no longer so: $ {first}", file=sys.stderr)
            printed = list(step.output)
        lines += printed
    return replace(block, content=_joined(lines))


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write what is shown anew, to be read."""
    new = {block.name: _written(block) for block in blocks("console")}
    for program, output in programs():
        if output.language == "text":
            new[output.name] = replace(output, content=_joined(run_program(program)))
    for file in SHOWN:
        text = file.read_text(encoding="utf-8").splitlines(keepends=True)
        for block in reversed(blocks(files=[file])):
            if block.name in new:
                start = block.line - 1
                text[start : start + block.content.count("\n")] = [new[block.name].content]
        file.write_text("".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Runs one of the programs that stand here: ``python tests/support wrapped_score --misses``.

They import each other as the tests do, from the folder above this one.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run the program that the command line names first, with the rest of the command line."""
    here = Path(__file__).resolve().parent
    programs = sorted(
        file.stem for file in here.glob("[a-z]*.py") if '"__main__"' in file.read_text(encoding="utf-8")
    )
    if len(sys.argv) < 2 or sys.argv[1] not in programs:
        sys.exit(f"usage: python tests/support {'|'.join(programs)} ...")
    del sys.argv[0]
    sys.path[0] = str(here.parent)
    runpy.run_module(f"support.{sys.argv[0]}", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

"""Runs every benchmark of this folder, or those named, and prints the tables.

Run it by hand: ``python tests/benchmarks/run.py [--quick] [NAME...]``.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from side_by_side import Table

__all__ = ["benchmarks", "tables"]


def benchmarks() -> list[str]:
    """Name the modules that measure: every ``bench_*.py`` here."""
    return sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))


def tables(names: list[str], *, quick: bool) -> Iterator[Table]:
    """Run the named benchmarks, one after the other."""
    for name in names:
        yield from import_module(name).tables(quick=quick)


def main() -> None:
    """Read argv, measure, print, and say what was counted wrong."""
    known = benchmarks()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="small inputs, two rounds: a look, no measurement"
    )
    parser.add_argument("name", nargs="*", help=f"which ones (all, if none is named): {', '.join(known)}")
    given = parser.parse_args()
    names = [f"bench_{name.removeprefix('bench_')}" for name in given.name] or known
    if unknown := [name for name in names if name not in known]:
        parser.error(f"there is no {unknown[0]}; choose from {', '.join(known)}")
    print(
        f"urlglean {version('urlglean')}, {platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}; rates of the best round, more is faster.\n"
    )
    wrong: list[str] = []
    for table in tables(names, quick=given.quick):
        print(table, end="\n\n", flush=True)
        wrong.extend(table.wrong())
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()

"""The package in figures, of this checkout or of others: ``python tests/support house_figures [CHECKOUT...]``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from support.house import House, house_in, room_of
from support.places import ROOT

WRAPPED = (
    "See http://www.example.org/documents/reports/annual/summary-of-the-\nresults.html and write back.\n"
)

_COUNT_CALLS = f"""
import sys, urlglean
text = {WRAPPED!r}
(link,) = urlglean.extract_text(text)
assert link.url.endswith("-results.html"), link.url
calls, crossings, modules = 0, 0, set()

def module_of(frame):
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.split(".")[0] == "urlglean":
            return name
        frame = frame.f_back

def count(frame, event, _):
    global calls, crossings
    name = frame.f_globals.get("__name__", "")
    if event == "call" and name.split(".")[0] == "urlglean":
        calls += 1
        modules.add(name)
        before = module_of(frame.f_back)
        crossings += before is not None and before != name

sys.setprofile(count)
list(urlglean.extract_text(text))
sys.setprofile(None)
print(calls, len(modules), crossings)
"""


def calls_for_a_wrapped_url(checkout: Path) -> tuple[int, int, int]:
    """Give the calls of functions, the modules they stand in, and the calls from one module to another."""
    done = subprocess.run(  # in a process of its own: the checkout may be another one
        [sys.executable, "-c", _COUNT_CALLS],
        env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    calls, modules, crossings = map(int, done.stdout.split())
    return calls, modules, crossings


def figures(checkout: Path) -> dict[str, str]:
    """Give each figure of a checkout with what it is called."""
    house = house_in(checkout)
    modules = {name: module for name, module in house.modules.items() if name not in _faces(house)}
    packages = Counter(name.rpartition(".")[0] for name in modules if "." in name)
    biggest = sorted(modules.values(), key=lambda module: -module.lines)
    one_visitor = [
        name for name, visitors in house.visitors.items() if name in modules and len(visitors) == 1
    ]
    crossing = house.crossing
    calls, entered, crossings = calls_for_a_wrapped_url(checkout)
    return {
        "modules, but for the faces of rooms": str(len(modules)),
        "entries of the package": str(len({room_of(name) for name in house.modules})),
        "rooms": str(len({room_of(name) for name in packages})),
        "modules in the fullest folder": "{1} ({0})".format(*max(packages.items(), key=lambda item: item[1])),
        "modules in no room": str(sum("." not in name for name in modules)),
        "lines": str(sum(module.lines for module in house.modules.values())),
        "of them docstrings": str(sum(module.docstring_lines for module in house.modules.values())),
        "lines of a module, in the middle": str(biggest[len(biggest) // 2].lines),
        "modules over 600 lines": str(sum(module.lines > 600 for module in biggest)),
        "biggest modules": ", ".join(f"{module.name} {module.lines}" for module in biggest[:3]),
        "import edges": str(sum(map(len, house.graph.values()))),
        "longest chain of imports": str(len(house.longest_chain)),
        "names exported (__all__)": str(sum(len(module.exported) for module in house.modules.values())),
        "names that cross from room to room": str(sum(map(len, crossing.values()))),
        "of them delimiting's": str(
            sum(len(names) for name, names in crossing.items() if room_of(name) == "delimiting")
        ),
        "doors (modules that other rooms import)": str(len(crossing)),
        "modules with one visitor": str(len(one_visitor)),
        "calls for one wrapped URL": str(calls),
        "modules entered by them": str(entered),
        "calls from module to module": str(crossings),
    }


def _faces(house: House) -> set[str]:
    """Give the packages within the package: their ``__init__`` is the face of a room."""
    return {name.rpartition(".")[0] for name in house.modules} - {""}


def main() -> None:
    """Print a table with a column for each checkout."""
    parser = argparse.ArgumentParser(prog="house_figures", description=__doc__)
    parser.add_argument("checkout", type=Path, nargs="*", default=[ROOT])
    columns = [figures(checkout.resolve()) for checkout in parser.parse_args().checkout]
    width = max(map(len, columns[0]))
    for name in columns[0]:
        cells = [column[name] for column in columns]
        print(f"{name:{width}}  " + "  ".join(f"{cell:>24}" for cell in cells))


if __name__ == "__main__":
    main()

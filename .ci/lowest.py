"""Prints the lowest version that each lower bound of the product lets in, as constraints for pip.

``python .ci/lowest.py`` asks the package index what there is; its own Python has pip.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

FOR_DEVELOPERS = {"benchmarks", "dev", "fuzz"}
BOUND = re.compile(r"([A-Za-z0-9._\-]+)>=([0-9.]+)")


def version(text: str) -> tuple[int, ...]:
    """Give a version as it is compared; pre-releases are none that pip would install unasked."""
    return tuple(map(int, text.split(".")))


def lowest(name: str, bound: str) -> str:
    """Give the lowest version of a package that is not below a bound."""
    asked = [sys.executable, "-m", "pip", "index", "versions", name]
    told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout  # noqa: S603 - of our own names
    found = re.search(r"Available versions: (.*)", told)
    known = re.findall(r"[^ ,]+", found[1]) if found else []
    releases = [one for one in known if re.fullmatch(r"[0-9.]+", one)]
    return min((one for one in releases if version(one) >= version(bound)), key=version)


project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
extras = project["optional-dependencies"]
requirements = [
    *project["dependencies"],
    *(one for name, some in extras.items() if name not in FOR_DEVELOPERS for one in some),
]
for bounded in sorted({found.groups() for one in requirements if (found := BOUND.match(one))}):
    print(f"{bounded[0]}=={lowest(*bounded)}")

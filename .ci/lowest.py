"""Prints the lowest version that each lower bound of the product lets in, as constraints for pip.

``python .ci/lowest.py`` asks the package index what there is for its own Python, which has pip and packaging.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

FOR_DEVELOPERS = {"benchmarks", "dev", "fuzz"}
BOUND = re.compile(r"([A-Za-z0-9._\-]+)>=([0-9.]+)")


def version(text: str) -> tuple[int, ...]:
    """Give a version as it is compared; pre-releases are none that pip would install unasked."""
    return tuple(map(int, text.split(".")))


def versions(name: str, *options: str) -> list[str]:
    """Give the releases of a package that this Python could install; none where pip finds nothing."""
    asked = [sys.executable, "-m", "pip", "index", "versions", *options, name]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # noqa: S603 - of our own names
    found = re.search(r"Available versions: (.*)", told)
    known = re.findall(r"[^ ,]+", found[1]) if found else []
    return [one for one in known if re.fullmatch(r"[0-9.]+", one)]


def lowest(name: str, bound: str) -> str:
    """Give the lowest version not below a bound: one made for this Python, where any is, which may be newer than it."""
    for options in (("--only-binary", ":all:"), ()):
        if allowed := [one for one in versions(name, *options) if version(one) >= version(bound)]:
            return min(allowed, key=version)
    raise SystemExit(f"the index has no {name} of version {bound} or above")


project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
extras = project["optional-dependencies"]
requirements = [
    *project["dependencies"],
    *(one for name, some in extras.items() if name not in FOR_DEVELOPERS for one in some),
]
needed = [one for one in requirements if (marker := Requirement(one).marker) is None or marker.evaluate()]
for bounded in sorted({found.groups() for one in needed if (found := BOUND.match(one))}):
    print(f"{bounded[0]}=={lowest(*bounded)}")

"""What the distribution says of itself is true: what it needs, and what it is for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import distribution, packages_distributions
from importlib.util import find_spec

import pytest

from support.places import ROOT

TOP = ROOT
CONFIGURATION = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
PROJECT = CONFIGURATION["project"]
MODULES = sorted((TOP / "src").rglob("*.py"))


def named(requirements: list[str]) -> set[str]:
    """Give the names of requirements, as distributions are compared by (PEP 503)."""
    names = (re.match(r"[\w.\-]+", requirement) for requirement in requirements)
    return {re.sub(r"[-_.]+", "-", name[0]).lower() for name in names if name}


def imported() -> set[str]:
    """Give the distributions that the package imports from, those for types alone too."""
    modules = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                modules |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules.add(node.module.partition(".")[0])
    foreign = modules - sys.stdlib_module_names - {"urlglean"}
    if sys.version_info < (3, 14):
        foreign.discard("compression")  # of the standard library, from then on
    else:
        foreign.discard("backports")  # needed up to then
    providers = packages_distributions()
    return named([name for module in foreign for name in providers.get(module, [f"nobody's {module}"])])


def test_what_is_imported_is_required_and_what_is_required_is_imported() -> None:
    extras = PROJECT["optional-dependencies"]
    required = named([*PROJECT["dependencies"], *extras["warc"], *extras["docs"], *extras["check"]])
    required |= named(extras["spark"]) - {"pandas"}  # which pyspark imports
    required.discard("urlglean")  # an extra brings another
    if sys.version_info >= (3, 14):
        required -= {"backports-zstd"}
    # Other distributions may have put modules into the same namespace as the backport.
    assert {name for name in imported() if not name.startswith("backports-") or name in required} == required


@pytest.mark.parametrize("extra", sorted(PROJECT["optional-dependencies"]))
def test_every_requirement_has_a_lower_bound(extra: str) -> None:
    for requirement in [*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra]]:
        assert ">=" in requirement or requirement.startswith("urlglean["), requirement


def test_the_classifiers_begin_with_the_oldest_python() -> None:
    versions = [found[1] for entry in PROJECT["classifiers"] if (found := re.search(r":: (3\.\d+)\Z", entry))]
    assert f">={versions[0]}" == PROJECT["requires-python"]
    assert len(versions) == len(set(versions))


def test_docstrings_are_what_every_python_takes() -> None:
    """Python 3.13 takes their indentation off as it compiles, as UTF-8, which has no lone surrogates."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    refused = [
        f"{path}: {docstring!r}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, documented) and (docstring := ast.get_docstring(node, clean=False))
        if any("\ud800" <= character <= "\udfff" for character in docstring)
    ]
    assert not refused


def test_the_package_says_that_it_has_types() -> None:
    assert (TOP / "src/urlglean/py.typed").exists()
    assert "Typing :: Typed" in PROJECT["classifiers"]


def test_the_modules_are_compiled_that_the_wheel_says_are_and_no_others() -> None:
    compiler = CONFIGURATION["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]
    is_compiled = "Root-Is-Purelib: false" in (distribution("urlglean").read_text("WHEEL") or "")
    wanted = set()
    found = set()
    for path in MODULES:
        name = ".".join(path.relative_to(TOP / "src").with_suffix("").parts).removesuffix(".__init__")
        spec = find_spec(name)
        assert spec is not None
        if (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES)):
            found.add(name)
        if path.name not in compiler["exclude"] and any(
            f"/{path.relative_to(TOP).as_posix()}".startswith(room) for room in compiler["include"]
        ):
            wanted.add(name)
    assert wanted
    assert found == (wanted if is_compiled else set())


@pytest.mark.skipif(not (TOP / ".git").exists(), reason="there is no repository")
def test_nothing_stands_beside_what_belongs_at_the_top() -> None:
    # `-offline`, with one dash, writes to a file `ffline`; whoever tries that here may not notice.
    told = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", TOP, "ls-files"], check=True, capture_output=True, text=True
    ).stdout
    names = {line.partition("/")[0].strip('"') for line in told.splitlines()}
    assert {name for name in names if not name.startswith(".")} == {
        "LICENSE",
        "README.md",
        "corpora",
        "notebooks",
        "pyproject.toml",
        "src",
        "tests",
    }

"""The modules of a checkout: which rooms they stand in, what they import of each other, and what they offer."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache, cached_property
from graphlib import TopologicalSorter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple


class Import(NamedTuple):
    """A name that a module takes from another one; of a module that is imported whole, each name used of it."""

    user: str
    module: str
    name: str | None
    """None where it is the module itself."""
    line: int


class Module:
    """One file, read once, when it is asked for."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        self._file = file

    @cached_property
    def text(self) -> str:
        return self._file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @cached_property
    def docstring(self) -> str:
        return ast.get_docstring(self.tree) or ""

    @cached_property
    def docstring_lines(self) -> int:
        """How many lines the docstrings of the module, its classes and functions take."""
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        held = (node.body[0] for node in ast.walk(self.tree) if isinstance(node, kinds) and node.body)
        return sum(
            (first.end_lineno or first.lineno) - first.lineno + 1
            for first in held
            if isinstance(first, ast.Expr)
            and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)
        )

    @property
    def classes(self) -> Iterator[str]:
        """The names of all classes that it defines, wherever in it, without the underscore that makes one private."""
        return (node.name.lstrip("_") for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))

    @cached_property
    def exported(self) -> frozenset[str]:
        """What stands in ``__all__``, as strings or as the keys of a literal mapping that it unpacks."""
        found: set[str] = set()
        for item in getattr(self._assigned("__all__"), "elts", ()):
            if isinstance(item, ast.Constant):
                found.add(item.value)
            elif isinstance(item, ast.Starred) and isinstance(item.value, ast.Name):
                found.update(self.mapping(item.value.id))
        return frozenset(found)

    def mapping(self, variable: str) -> dict[str, str]:
        """Give a literal mapping of strings that a variable of the module is; an empty one where there is none."""
        value = self._assigned(variable)
        return ast.literal_eval(value) if isinstance(value, ast.Dict) else {}

    def _assigned(self, variable: str) -> ast.expr | None:
        for node in self.tree.body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and target.id == variable:
                    return node.value
        return None


@cache
def house_in(checkout: Path) -> House:
    """Give the package of a checkout; what is known of it is found out once."""
    return House(checkout / "src" / "urlglean")


class House:
    """The package of a checkout."""

    def __init__(self, package: Path) -> None:
        self.modules = {
            name: Module(name, file)
            for file in sorted(package.rglob("*.py"))
            for name in [_module_name(file.relative_to(package))]
        }

    @cached_property
    def imports(self) -> list[Import]:
        """Every import of one module of the package by another, wherever in it."""
        return [found for name in self.modules for found in self._imports_of(name)]

    def _imports_of(self, name: str) -> Iterator[Import]:
        tree = self.modules[name].tree
        whole: dict[str, str] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "urlglean":
                inside = (node.module or "").partition(".")[2]
                for alias in node.names:
                    deep = f"{inside}.{alias.name}".strip(".")
                    if deep in self.modules:
                        whole[alias.asname or alias.name] = deep
                        yield Import(name, deep, None, node.lineno)
                    else:
                        yield Import(name, inside or "__init__", alias.name, node.lineno)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in whole
            ):
                yield Import(name, whole[node.value.id], node.attr, node.lineno)

    @cached_property
    def graph(self) -> dict[str, set[str]]:
        """Each module with those that it imports."""
        found: dict[str, set[str]] = {name: set() for name in self.modules}
        for item in self.imports:
            if item.module != item.user:
                found[item.user].add(item.module)
        return found

    @cached_property
    def crossing(self) -> dict[str, set[str]]:
        """Each module that other rooms import names of, with these names."""
        found: dict[str, set[str]] = {}
        for item in self.imports:
            if item.name is not None and room_of(item.user) != room_of(item.module):
                found.setdefault(item.module, set()).add(item.name)
        return found

    @property
    def longest_chain(self) -> list[str]:
        """The longest way down by imports."""
        chains: dict[str, list[str]] = {}
        for name in TopologicalSorter(self.graph).static_order():
            below = (chains[other] for other in self.graph[name])
            chains[name] = [name, *max(below, key=len, default=[])]
        chain = max(chains.values(), key=len)
        assert all(lower in self.graph[upper] for upper, lower in pairwise(chain))
        return chain

    @property
    def visitors(self) -> dict[str, set[str]]:
        """Each module with those that import it."""
        found: dict[str, set[str]] = {name: set() for name in self.modules}
        for name, others in self.graph.items():
            for other in others:
                found[other].add(name)
        return found


def room_of(module: str) -> str:
    """Give the room of a module: its first name, which is its own for what stands in no package."""
    return module.split(".")[0]


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)

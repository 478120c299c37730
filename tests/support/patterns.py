"""Tells which regular expressions of the source take more than linear time, as the source calls them.

``python tests/support patterns [MOST] [MODULE...] [-MODULE.NAME...]`` loads the product, has it read what the corpora
hold, and so meets every expression that the source compiles, those that functions make too. Of each it finds out from
the source how it is called: where it only ever matches at one place, nobody has it search. Then it tries
`support.attacks` on it, MOST of them, evenly chosen; none on those with a hyphen. It prints, tab-separated: ``slow``,
the module, the name, the call, a short form of the attack, and the seconds for a length and for four times that;
``unmet`` and the place of each call of the library that nothing led to; and how many expressions it met.

Seconds of the processor are taken, at first once. Only what takes far longer than linear work does is measured again,
for four times the length, the best of several times: quadratic work takes sixteen times as long.
"""

from __future__ import annotations

import ast
import re
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NamedTuple

import regex

from support.attacks import Expression, attacks
from support.places import ROOT

_PACKAGE = ROOT / "src" / "urlglean"
_MAKERS = ("compile", "match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split")
_LAZY = ("lazy_re", "lazy_regex")
_AT_ONE_PLACE = frozenset({"match", "fullmatch"})
_UNKNOWN = frozenset({"match", "finditer"})
_STEPS = ((24, 0.005), (200, 0.005), (1024, 0.0005))
"""Lengths, and the seconds of each from which on an attack is looked at closely; linear work takes a tenth."""
_TIMES, _RATIO = 4, 8.0
_BEYOND_DOUBT = 0.1
"""Seconds for the longest that nothing linear takes."""


class Place(NamedTuple):
    """Where in the source the library is called."""

    module: str
    line: int


class Met(NamedTuple):
    """An expression that was compiled there."""

    place: Place
    compiled: Any
    maker: str


def meet() -> list[Met]:
    """Load the product, have it read the corpora, and give each expression that it compiles on the way."""
    met: dict[tuple[Place, Any], Met] = {}
    for library in (re, regex):
        for maker in _MAKERS:
            _watch(library, maker, met)
    for maker in _LAZY:
        _watch(import_module("urlglean.patterns"), maker, met)
    import urlglean

    for module in walk_packages(urlglean.__path__, "urlglean."):
        if module.name != "urlglean.__main__":
            import_module(module.name)
    from fuzz.targets import TARGETS

    for target in TARGETS.values():
        for seed in target.seeds():
            for chosen in (b"\0", b"\xff"):
                target.law(chosen + seed[1:8000])
    return list(met.values())


def _watch(library: Any, maker: str, met: dict[tuple[Place, Any], Met]) -> None:
    original = getattr(library, maker)
    compiles = regex.compile if library is regex or maker == "lazy_regex" else re.compile
    always = regex.V1 if maker == "lazy_regex" else 0
    known: set[tuple[Place, Any, int]] = set()

    def watched(pattern: Any, *rest: Any, **options: Any) -> Any:
        frame = sys._getframe(1)
        module = _watched_module(frame.f_code.co_filename)
        if module:
            place = Place(module, frame.f_lineno)
            behind = dict(enumerate(rest)).get(_FLAGS_BEHIND.get(maker, 0), 0)
            flags = int(options.get("flags", behind)) | always
            if (place, pattern, flags) not in known:
                known.add((place, pattern, flags))
                compiled = compiles(pattern, flags)
                met[place, compiled] = Met(place, compiled, maker)
        return original(pattern, *rest, **options)

    setattr(library, maker, watched)


_FLAGS_BEHIND = dict.fromkeys(("match", "search", "fullmatch", "finditer", "findall"), 1) | {
    "sub": 3,
    "subn": 3,
    "split": 2,
}
"""How many arguments stand between the expression and the flags."""


@cache
def _watched_module(name: str) -> str | None:
    """Give the module of the product that a file holds; None for another file, and for the one that waits for them."""
    file = Path(name)
    return _module(file) if file.is_relative_to(_PACKAGE) and file.name != "patterns.py" else None


def _module(file: Path) -> str:
    return ".".join(file.relative_to(_PACKAGE).with_suffix("").parts)


# --- how the source calls them ---


@cache
def _trees() -> dict[str, ast.Module]:
    return {_module(file): ast.parse(file.read_text("utf-8")) for file in sorted(_PACKAGE.rglob("*.py"))}


@cache
def _nodes() -> dict[str, tuple[ast.AST, ...]]:
    """Give all that stands in each module, gone over once; what stands in another node comes behind it."""
    return {module: tuple(ast.walk(tree)) for module, tree in _trees().items()}


def _called(node: ast.AST) -> ast.Call | None:
    """Give a node that is a call of one of the two libraries that takes an expression, or that lets one wait."""
    if not isinstance(node, ast.Call):
        return None
    made = node.func
    if isinstance(made, ast.Name):
        return node if made.id in _LAZY else None
    is_library = (
        isinstance(made, ast.Attribute)
        and isinstance(made.value, ast.Name)
        and made.value.id in {"re", "regex"}
    )
    return node if is_library and made.attr in _MAKERS else None


def places() -> Iterator[tuple[Place, int]]:
    """Yield where the source calls the libraries, and the line where each call ends."""
    for module, nodes in _nodes().items():
        for node in nodes if module != "patterns" else ():
            if call := _called(node):
                yield Place(module, call.lineno), call.end_lineno or call.lineno


@cache
def _named(module: str) -> dict[int, tuple[str, str]]:
    """Give what each call of the libraries makes, by its line: its name, and the method that is taken of it or "?".

    What a function makes has the function's name, with parentheses.
    """
    found: dict[int, tuple[str, str]] = {}
    made = [call for node in _nodes()[module] if (call := _called(node))]
    for node in _nodes()[module] if made else ():
        if isinstance(node, ast.FunctionDef):
            for call in _within(node, made):
                found[call.lineno] = (f"{node.name}()", "?")
    for node in _trees()[module].body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            value, method = node.value, ""
            if isinstance(value, ast.Attribute):
                value, method = value.value, value.attr
            for call in _within(node, made):
                found[call.lineno] = (ast.unparse(target), method if call is value else "?")
    return found


def _within(node: ast.stmt, calls: list[ast.Call]) -> Iterator[ast.Call]:
    """Yield the calls that stand in a statement."""
    end = node.end_lineno or node.lineno
    return (call for call in calls if node.lineno <= call.lineno <= end)


@cache
def _uses() -> dict[str, dict[str, set[str]]]:
    """Give for each module the names that are used in it, with the methods called of them; "?" for another use."""
    found: dict[str, dict[str, set[str]]] = {}
    for module, nodes in _nodes().items():
        uses = found.setdefault(module, {})
        attributes = {id(node.value): node.attr for node in nodes if isinstance(node, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                uses.setdefault(node.id, set()).add(attributes.get(id(node), "?"))
            elif isinstance(node, ast.Attribute) and id(node) in attributes:
                uses.setdefault(node.attr, set()).add(attributes[id(node)])
    return found


@cache
def _importers() -> dict[tuple[str, str], set[str]]:
    """Give the modules that import a name of a module."""
    found: dict[tuple[str, str], set[str]] = {}
    for module, nodes in _nodes().items():
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                home = (node.module or "").removeprefix("urlglean").lstrip(".")
                for alias in node.names:
                    found.setdefault((home, alias.name), set()).add(module)
    return found


def calls(met: Met) -> tuple[str, frozenset[str]]:
    """Give the name of an expression, and the methods that the source calls, or `_UNKNOWN` where that is not told."""
    module = met.place.module
    name, method = _named(module).get(met.place.line, (f"line {met.place.line}", "?"))
    if met.maker not in {"compile", *_LAZY}:
        return name, frozenset({met.maker})
    if told := CALLED.get(f"{module}.{name}"):
        return name, frozenset({told})
    if method:
        return name, _UNKNOWN if method == "?" else frozenset({method})
    methods: set[str] = set()
    for user in {module, *_importers().get((module, name), ())}:
        methods |= _uses()[user].get(name, set())
    methods -= {"pattern", "flags"}
    return name, _UNKNOWN if "?" in methods else frozenset(methods)


CALLED = {
    "delimiting.alphabet.grammar()": "match",
    "delimiting.rules.enclosed._LINE_BREAK": "match",
    "delimiting.rules.enclosed._BOXED_LINE_BREAK": "match",
    "delimiting.joining.weights._ADDRESS": "match",
    "delimiting.schemes.opaque_rest()": "match",
    "delimiting.schemes.start_of_opaque_rest()": "match",
    "delimiting.shortcut._BEHIND_LINK": "match",
    "delimiting.shortcut._BEHIND_PARENTHESIS": "match",
    "inputs.kinds._HTML_START": "match",
    "inputs.kinds._SURE_HTML_START": "match",
    "mail.header._fields()": "match",
    "uri.redirectors._by_host()": "match",
    "uri.steps._names_pattern()": "fullmatch",
}
"""How what is handed on under another name, or made by a function, is called, where it is always the same."""


# --- trying ---


def _ways(compiled: Any, methods: frozenset[str]) -> Iterator[tuple[str, Callable[[Any], object]]]:
    """Yield the calls that show what all of the methods cost."""
    for method in sorted(methods & _AT_ONE_PLACE):
        yield method, getattr(compiled, method)
    others = methods - _AT_ONE_PLACE
    if others == {"search"}:
        yield "search", compiled.search
    elif others:
        yield "finditer", lambda text: [None for _ in compiled.finditer(text)]


def _seconds(call: Callable[[Any], object], text: Any) -> float:
    start = time.thread_time()
    call(text)
    return time.thread_time() - start


def _slow(call: Callable[[Any], object], attack: Callable[[int], Any]) -> tuple[float, float] | None:
    """Give the seconds for a length and four times that, where the work is far from linear."""
    for length, much in _STEPS:
        text = attack(length)
        if _seconds(call, text) < much:
            continue
        once = min(_seconds(call, text) for _ in range(_TIMES))
        if once < much:
            continue
        if length < _STEPS[-1][0] or once > _BEYOND_DOUBT:
            return once, once  # nothing that is linear takes so long
        longer = attack(4 * length)
        more = min(_seconds(call, longer) for _ in range(_TIMES - 1))
        if more > _RATIO * once:
            return once, more
    return None


def tried(met: Met, name: str, methods: frozenset[str], most: int) -> Iterator[str]:
    """Yield a line for each way of calling an expression in which one of so many attacks succeeds."""
    chosen = list(attacks(Expression(met.compiled), most))
    for method, call in _ways(met.compiled, methods):
        for attack in chosen:
            # Twice, as another process may have had the processor meanwhile.
            found = _slow(call, attack) and _slow(call, attack)
            if found is not None:
                text = attack(24)
                once, more = found
                yield "\t".join(
                    ("slow", met.place.module, name, method, repr(text), f"{once:.4f}", f"{more:.4f}")
                )
                break


def main() -> None:
    """Print what is slow, and what nothing led to."""
    asked = set(sys.argv[1:])
    most = min((int(word) for word in asked if word.isdecimal()), default=10_000)
    left_out = {word[1:] for word in asked if word.startswith("-")}
    asked = {word for word in asked if not word.isdecimal() and word[1:] not in left_out}
    found = meet()
    number = 0
    lines: set[tuple[str, int]] = {met.place for met in found}
    for met in found:
        name, methods = calls(met)
        if (not asked or met.place.module in asked) and methods:
            number += 1
            if f"{met.place.module}.{name}" in left_out:
                continue
            for line in tried(met, name, methods, most):
                print(line, flush=True)
    for place, end in places():
        if not any((place.module, line) in lines for line in range(place.line, end + 1)):
            print("unmet", place.module, _named(place.module)[place.line][0], sep="\t")
    print("tried", number, sep="\t")


if __name__ == "__main__":
    main()

"""The ids that Sphinx makes of what directives describe: objects of programs, options, terms.

A fragment names them as they are: ``tarn.Gauge.read``, ``cmdoption-tarn-depth``, ``term-gauge``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from urlglean.patterns import lazy_re
from urlglean.reports import Anchor

_OF_PYTHON = frozenset(
    "function data class exception method classmethod staticmethod attribute property decorator decoratormethod"
    " type module".split()
)
_PREFIXES = {
    "envvar": "envvar-",
    "confval": "confval-",
    "rst:directive": "directive-",
    "rst:role": "role-",
    **dict.fromkeys(
        (f"c:{kind}" for kind in "function macro type struct member var enum enumerator".split()), "c."
    ),
    **dict.fromkeys(("js:function", "js:class", "js:data"), ""),
}
_MADE = frozenset(
    "click argparse sphinx_argparse_cli typer program-output exec jinja openapi swagger-openapi httpdomain"
    " configurable click:group literalinclude-toc doxygenclass doxygenfile doxygenfunction doxygenstruct".split()
)
_DESCRIBING = frozenset("option program describe object".split()) | _MADE
_SIGNATURE = lazy_re(
    r"(?:(?:async|abstract|abstractmethod|classmethod|staticmethod|static|final|class|exception|property)\s++)*+"
    r"(?P<name>[\w.$]+)"
)
_OPTION = lazy_re(r"(?P<name>[-+/]*[^\s,=\[<-][^\s,=\[<]*)")
_OF_C = lazy_re(r"(?<!\w)(?P<name>[A-Za-z_]\w*+)\s*+(?:\(|\Z|\[|=)")
_NO_ID = lazy_re(r"[^A-Za-z0-9_.]+")


def describes(directive: str) -> bool:
    """Tell whether a directive may describe an object, whose name is its argument."""
    name = directive.removeprefix("auto")
    return ":" in directive or name in _OF_PYTHON or name in _PREFIXES or name in _DESCRIBING


class Objects:
    """What of a document is described by directives: the module and the classes at hand, and the ids so far."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.anchors: list[Anchor] = []
        """The files that are put into the document, and whether a program makes more ids than stand there."""
        self.around: list[str] = []
        """The objects that the directive at hand stands in, the innermost last."""
        self._module = ""
        self._program = ""

    def describe(self, directive: str, signatures: Iterable[str]) -> str:
        """Take in what a directive describes; give the name of the object that others stand in, or nothing."""
        name = directive.removeprefix("py:").removeprefix("std:")
        lines = [line.strip() for line in signatures if line.strip()]
        is_automatic = name.startswith("auto")
        if is_automatic or name in _MADE:
            self.anchors.append(Anchor("", "made"))
        if not lines:
            return ""
        if name == "include" and not lines[0].startswith("<"):
            self.anchors.append(Anchor(lines[0], "included"))
        elif name in {"module", "currentmodule"}:
            self._module = "" if lines[0] == "None" else lines[0]
            self.ids += [f"module-{lines[0]}"] if name == "module" else []
        elif name == "program":
            self._program = "-".join(lines[0].split())
        elif name == "option":
            self.ids += [one for line in lines for one in self._options(line)]
        elif name == "automodule":
            self.ids.append(f"module-{lines[0]}")
        elif (name.removeprefix("auto") if is_automatic else name) in _OF_PYTHON:
            return self._of_python(lines)
        elif (prefix := _PREFIXES.get(name)) is not None:
            look = _OF_C.search if name.startswith("c:") else _SIGNATURE.match
            named = [found["name"] for line in lines if (found := look(line))]
            self.ids += [f"{prefix}{one}" for one in named]
        return ""

    def terms(self, lines: Iterable[str]) -> None:
        """Take in the terms of a glossary."""
        for line in lines:
            if line[:1].strip() and not line.startswith(".. "):
                term = _NO_ID.sub("-", line.partition(" : ")[0]).strip("-")
                self.ids += [f"term-{term}", f"term-{term.lower()}"]

    def _of_python(self, signatures: list[str]) -> str:
        whole = ""
        for line in signatures:
            found = _SIGNATURE.match(line)
            if found is not None:
                name, outer = found["name"], self.around[-1] if self.around else ""
                within = outer and not name.startswith(f"{outer}.")
                whole = f"{outer}.{name}" if within else name
                is_whole = not self._module or whole.startswith(f"{self._module}.")
                self.ids.append(whole if is_whole else f"{self._module}.{whole}")
        return whole

    def _options(self, line: str) -> Iterator[str]:
        for one in line.split(", "):
            found = _OPTION.match(one.strip())
            if found is not None:
                name = _NO_ID.sub("-", found["name"]).strip("-")
                yield f"cmdoption-{self._program}-{name}" if self._program else f"cmdoption-{name}"
                yield f"cmdoption-{self._program}-arg-{name}" if self._program else f"cmdoption-arg-{name}"

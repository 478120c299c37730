"""Regular expressions that are compiled when they are first used: most runs need few of those that there are.

>>> _YEAR = lazy_re(r"[0-9]{4}")
>>> _YEAR.findall("1994 and 1998")
['1994', '1998']
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, AnyStr, cast

if TYPE_CHECKING:
    import regex

__all__ = ["lazy_re", "lazy_regex"]

# Before it, ``(?:a|b)++`` finds too little where one round of it could be read in two ways (gh-106052 of CPython).
_POSSESSIVE_GROUPS_WORK = (3, 11, 5)
_ASKED_OFTEN = ("match", "fullmatch", "search", "finditer", "sub")


class _LazyPattern:
    """Stands for a pattern until that is used; then the pattern takes its place in the module that has it.

    So a module's functions pay for it once, whatever the name of the pattern there. Where it stands in a table, or in
    a module that imported it, it hands on what it is asked for.
    """

    def __init__(
        self, source: Any, flags: int, compiler: Callable[[Any, int], Any], home: dict[str, Any]
    ) -> None:
        self.pattern = source  # what other patterns are made of needs none compiled
        self._flags = flags
        self._compiler = compiler
        self._home = home

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # whoever looks over all that a module has uses none of it
            raise AttributeError(name)
        compiled = self._compiler(self.pattern, self._flags)
        for known, value in list(self._home.items()):
            if value is self:
                self._home[known] = compiled
        for asked in (*_ASKED_OFTEN, name):  # compiled once for each, whatever it is
            setattr(self, asked, getattr(compiled, asked))
        return getattr(compiled, name)


def lazy_re(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Give what is used as ``re.compile(source, flags)`` is, and is compiled when that happens first."""
    waiting = _LazyPattern(source, flags, _compiled_by_re, sys._getframe(1).f_globals)
    return cast("re.Pattern[AnyStr]", waiting)


def lazy_regex(source: str, flags: int = 0) -> regex.Pattern[str]:
    """Give what is used as ``regex.compile(source, flags | regex.V1)`` is, and loads that library no sooner.

    ``flags`` are those that `re` has, too, by their values.
    """
    waiting = _LazyPattern(source, flags, _compiled_by_regex, sys._getframe(1).f_globals)
    return cast("regex.Pattern[str]", waiting)


def _compiled_by_re(source: Any, flags: int) -> Any:
    if sys.version_info < _POSSESSIVE_GROUPS_WORK and _has_possessive_group(source):
        return _with_atomic_groups(source, flags)
    return re.compile(source, flags)


def _has_possessive_group(source: str | bytes) -> bool:
    text = source if isinstance(source, str) else source.decode("latin-1")
    return re.search(r"\)(?:[*+?]|\{[0-9,]+\})\+", text) is not None


def _with_atomic_groups(source: str | bytes, flags: int) -> re.Pattern[Any]:
    """Compile ``(?:a|b)++`` as the same as ``(?>(?:a|b)+)``, by the inner parts of `re` as they are up to 3.11.4."""
    parser, compiler = import_module("re._parser"), import_module("re._compiler")
    tree = parser.parse(source, flags)
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, parser.SubPattern):
            for place, (code, value) in enumerate(node.data):
                if code is parser.POSSESSIVE_REPEAT and not compiler._simple(value[2]):
                    repeated = parser.SubPattern(node.state, [(parser.MAX_REPEAT, value)])
                    node.data[place] = (parser.ATOMIC_GROUP, repeated)
                waiting.append(value)
        elif isinstance(node, tuple | list):
            waiting += node
    names = {number: name for name, number in tree.state.groupdict.items()}
    numbered = tuple(names.get(number) for number in range(tree.state.groups))
    made = compiler._code(tree, flags)
    compiled = import_module("_sre").compile(
        source, flags | tree.state.flags, made, tree.state.groups - 1, tree.state.groupdict, numbered
    )
    return cast("re.Pattern[Any]", compiled)


def _compiled_by_regex(source: str, flags: int) -> regex.Pattern[str]:
    import regex

    return regex.compile(source, flags | regex.V1)

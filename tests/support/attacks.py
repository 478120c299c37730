"""Strings that attack a regular expression, made from its own classes: runs, repeated prefixes, near misses.

The expression is read as a tree of the characters it can take, just well enough to know what each of its repetitions
repeats and what stands before and behind. What a class holds, the library itself is asked. It reads what the source
uses of the syntax of `re` and `regex`; what it does not know, it takes for nothing, which costs an attack and no more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, permutations
from typing import Any

import regex

__all__ = ["Expression", "attacks"]

_PROBES = (
    *"aA0zZ9fx/. \n\r\t:-_@%&=?#,;()<>[]{}'\"|\\*+~!$^`",
    *map(chr, range(0x20)),
    *map(chr, range(0x21, 0x7F)),
    *"\x7f\x80\xa0\xad\xe9\xff\u0301\u0627\u0915\u200b\u200d\u2018\u201c\u2026\u2028\u3000\u3002\u4e2d\uff0e\uff1a",
    *"\ud800\U0001f469",
)
_REPEAT = re.compile(r"([*+?]|\{(\d*)(,?)(\d*)\})[?+]?")
_GROUP = re.compile(
    r"\((?:\?(?:(?P<open>:|>|\|)|(?P<look><?[=!])|P?<(?P<name>\w+)>|(?P<flags>[a-zA-Z0-9-]+)(?P<end>[:)])"
    r"|(?P<call>&\w+|P>\w+|P=\w+|R|\d+)\)|(?P<comment>\#[^)]*)\)|(?P<test>\(\w+\))))?"
)
_ESCAPE = re.compile(
    r"\\(?:[pPN]\{[^}]*\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<back>[1-9]\d?|g<\w+>)|(?P<zero>[AZbBGmMK])|.)",
    re.DOTALL,
)
_MOST_REPETITIONS = 48
_MOST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression: what it takes, and what it is made of."""

    kind: str
    """``class``, ``row``, ``choice``, ``repeat`` or ``look``."""
    text: str = ""
    parts: tuple[Node, ...] = ()
    least: int = 1


class Expression:
    """A compiled expression and what its attacks are made of."""

    def __init__(self, compiled: Any) -> None:
        self.compiled = compiled
        self.is_text = isinstance(compiled.pattern, str)
        self._pattern = compiled.pattern if self.is_text else compiled.pattern.decode("latin-1")
        self._library: Any = regex if isinstance(compiled, regex.Pattern) else re
        kept = self._library.I | self._library.S | self._library.M | self._library.A
        self._flags = int(compiled.flags & kept)
        self._extra = int(compiled.flags & (regex.V0 | regex.V1)) if self._library is regex else 0
        self._is_verbose = bool(compiled.flags & self._library.X)
        self._at = 0
        self.tree = self._choice()
        self.members: dict[str, str] = {
            text: members for text in self._classes(self.tree) if (members := self._members(text))
        }

    def _classes(self, node: Node) -> Iterator[str]:
        if node.kind == "class":
            yield node.text
        for part in node.parts:
            yield from self._classes(part)

    def _members(self, text: str) -> str:
        literal = text if len(text) == 1 and text not in ".^$" else ""
        probes = "".join(dict.fromkeys((*_PROBES, *literal)))
        return _members(self._library, text, self._flags | self._extra, probes, is_text=self.is_text)

    # Reading: a choice of rows of repeated atoms.

    def _choice(self) -> Node:
        rows = [self._row()]
        while self._at < len(self._pattern) and self._pattern[self._at] == "|":
            self._at += 1
            rows.append(self._row())
        return rows[0] if len(rows) == 1 else Node("choice", parts=tuple(rows))

    def _row(self) -> Node:
        parts: list[Node] = []
        while self._at < len(self._pattern) and self._pattern[self._at] not in "|)":
            atom = self._atom()
            if atom is None:
                continue
            while found := _REPEAT.match(self._pattern, self._at):
                self._at = found.end()
                least = 0 if found[1] in "*?" else int(found[2] or 0) if found[1] != "+" else 1
                most = {"*": 1000, "+": 1000, "?": 1}.get(found[1])
                if most is None:
                    most = int(found[4] or 1000) if found[3] else least
                atom = Node("repeat" if most > 1 else "option", parts=(atom,), least=least)
            parts.append(atom)
        return Node("row", parts=tuple(parts))

    def _atom(self) -> Node | None:
        pattern, at = self._pattern, self._at
        sign = pattern[at]
        if sign == "(":
            return self._group()
        if sign == "[":
            self._at = _end_of_class(pattern, at)
            return Node("class", pattern[at : self._at])
        if sign == "\\":
            found = _ESCAPE.match(pattern, at)
            assert found is not None
            self._at = found.end()
            return None if found["back"] or found["zero"] else Node("class", found[0])
        self._at += 1
        if self._is_verbose and (sign.isspace() or sign == "#"):
            if sign == "#":
                self._at = (pattern.find("\n", at) + 1) or len(pattern)
            return None
        return None if sign in "^$" else Node("class", sign)

    def _group(self) -> Node | None:
        found = _GROUP.match(self._pattern, self._at)
        assert found is not None
        self._at = found.end()
        if found["call"] or found["comment"] or found["end"] == ")":
            return None
        inner = self._choice()
        self._at += 1
        return Node("look", found["look"], (inner,)) if found["look"] else inner

    # What it takes, and what it repeats.

    def sample(self, node: Node, which: int = 0) -> str:
        """Give a text that the node may take; ``which`` of the members of each class."""
        if node.kind == "class":
            members = self.members.get(node.text, "")
            return members[which % len(members)] if members else ""
        if node.kind == "choice":
            return self.sample(node.parts[which % len(node.parts)], which)
        if node.kind == "look" and "!" in node.text:
            return ""
        text = "".join(self.sample(part, which) for part in node.parts)
        return text * max(1, min(node.least, 40)) if node.kind == "repeat" else text

    def repetitions(self, node: Node) -> Iterator[tuple[str, str, str]]:
        """Yield what stands before each repetition, what is repeated, and what stands behind."""
        if node.kind == "repeat":
            for which in range(3):
                if unit := self.sample(node.parts[0], which):
                    yield "", unit, ""
        if node.kind != "row":
            for part in node.parts:
                yield from self.repetitions(part)
            return
        samples = [self.sample(part) for part in node.parts]
        for number, part in enumerate(node.parts):
            before, behind = "".join(samples[:number]), "".join(samples[number + 1 :])
            for head, unit, tail in self.repetitions(part):
                yield before + head, unit, tail + behind

    @property
    def outsider(self) -> str | None:
        """A character that the expression takes nowhere; None where it takes any."""
        inside = set("".join(self.members.values()))
        return next(
            (probe for probe in _PROBES if probe not in inside and (self.is_text or ord(probe) < 256)), None
        )

    def letters(self) -> list[str]:
        """Give one character for each way of being in the classes of the expression: others behave as one of them."""
        classes: dict[str, list[int]] = {}
        for number, members in enumerate(self.members.values()):
            for member in dict.fromkeys(members):
                classes.setdefault(member, []).append(number)
        found: dict[tuple[int, ...], str] = {}
        for probe in dict.fromkeys((*_PROBES, *classes)):
            if self.is_text or ord(probe) < 256:
                found.setdefault(tuple(classes.get(probe, ())), probe)
        return list(found.values())


@cache
def _members(library: Any, text: str, flags: int, probes: str, *, is_text: bool) -> str:
    try:
        matches = library.compile(text if is_text else text.encode("latin-1"), flags).fullmatch
    except Exception:  # what this reading took for a class is none: it has no members
        return ""
    if is_text:
        return "".join(probe for probe in probes if matches(probe))
    return "".join(probe for probe in probes if ord(probe) < 256 and matches(probe.encode("latin-1")))


def _end_of_class(pattern: str, at: int) -> int:
    """Give where a class ends that begins at ``at``; classes may stand in it (`regex.V1`)."""
    at += 2 if pattern.startswith("[^", at) else 1
    if pattern.startswith("]", at):
        at += 1
    while at < len(pattern) and pattern[at] != "]":
        if pattern[at] == "\\":
            at += 2
        elif pattern.startswith(("[:", "[^", "[\\"), at) or re.match(
            r"\[[^\]\\]*\](?=--|&&|\|\||\]|\[)", pattern[at:]
        ):
            at = _end_of_class(pattern, at)
        else:
            at += 1
    return at + 1


def attacks(expression: Expression, most: int | None = None) -> Iterator[Callable[[int], Any]]:
    """Yield functions that give an attack of about a length: as text, or bytes where the expression is of bytes.

    Of all that there are, about so many are given, evenly chosen: to make what gives one takes longer than to know it.
    """
    shapes = [*_shapes(expression)]
    for before, head, unit, tail in shapes[:: max(1, len(shapes) // most) if most else 1]:
        yield _Attack(head, unit, tail, before=before, is_text=expression.is_text).of_length


def _shapes(expression: Expression) -> Iterator[tuple[str, str, str, str]]:
    """Yield what attacks are made of, in the order of the arguments of `_Attack`, behind what stands before all."""
    letters = expression.letters()
    strange = expression.outsider or letters[-1]
    whole = [expression.sample(expression.tree, which) for which in range(4)]
    ends = ("", *letters[:_MOST_PAIRS])
    shapes = dict.fromkeys(
        [
            *(
                ("", letter, end)
                for letter in letters
                for end in dict.fromkeys((*ends, strange))
                if letter != end
            ),
            *(("", one + other, "") for one, other in permutations(letters[:_MOST_PAIRS], 2)),
            *(
                ("", unit, end)
                for text in whole
                for unit in (text, text[:-1], f"{text[:-1]}{strange}")
                for end in ("", strange)
            ),
            *_of_repetitions(expression, strange),
        ]
    )
    for head, unit, tail in shapes:
        if unit:
            yield "", head, unit, tail
    for head, unit, _ in islice(expression.repetitions(expression.tree), _MOST_REPETITIONS):
        if head:
            yield head, "", unit, strange


def _of_repetitions(expression: Expression, strange: str) -> Iterator[tuple[str, str, str]]:
    for head, unit, tail in islice(expression.repetitions(expression.tree), _MOST_REPETITIONS):
        yield head, unit, strange
        yield f"{strange}{head}", unit, tail
        yield head, unit, f"{tail[:-1]}{strange}"
        yield "", head + unit, strange
        yield "", head + unit * 5, ""
        yield head, unit + tail, strange


@dataclass(frozen=True, slots=True)
class _Attack:
    """A beginning, what is repeated as often as it takes, an end; ``before`` is repeated as often before all that."""

    head: str
    unit: str
    tail: str
    before: str = field(default="", kw_only=True)
    is_text: bool = field(kw_only=True)

    def of_length(self, length: int) -> Any:
        times = max(1, length // len(self.before + self.unit))
        text = self.before * times + self.head + self.unit * times + self.tail
        return text if self.is_text else text.encode("latin-1", "replace")

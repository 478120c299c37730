"""Reads case files: those of `tests/delimiting/cases` and `tests/docs/cases`, which show the rules by example, and the
texts of `corpora`.

A file begins with ``#`` lines that give the rule and its source. Then come the cases::

    == A title in prose
    # A remark on this case (only here, right after the title).
    [options: schemeless emails schemes=http,ftp iri=no]
    known: http://example.com/whole
    Input lines, in which each piece of a URL is marked: ⟦http://example.com/⟧
    ⟦whole⟧.
    -> http://example.com/whole
    ~> http://example.com/
    !> wrapped

- Remarks, options and ``known:`` lines (evidence handed in) stand between the title and the input, if any.
- With the marks ⟦ ⟧ taken out, the lines are the input exactly, but for blank lines at its end.
  ``{U+200B}`` stands for a character that would be invisible, ambiguous, or taken for this notation.
- Without ``->`` lines, each piece is a candidate of its own and its text is the piece.
  Otherwise there is one ``->`` line for each candidate, in order, with its text. Where a text runs over
  several pieces, they make it up when put together.
- ``~>`` names a reading that must be among the alternatives of the candidate above it.
- ``!>`` says that the candidate above it carries a note; words after it must occur in one of its notes.
- A case without marks says that nothing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "delimiting" / "cases"

_ESCAPE = re.compile(r"\{U\+([0-9A-F]{4,6})\}")
_MARK = re.compile("[⟦⟧]")
_FLAGS = frozenset(
    {
        "schemeless",
        "emails",
        "network_path",
        "refang",
        "iri",
        "text",
        "comments",
        "code",
        "wiki_links",
        "undefined",
    }
)


class CaseError(ValueError):
    """A case file that does not follow its own notation: says where, and what is wrong."""


@dataclass(frozen=True, slots=True)
class Expected:
    """One candidate as the case wants it."""

    text: str
    pieces: tuple[tuple[int, int], ...]
    alternatives: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """Words to be found in a note; an empty string asks for any note at all."""


@dataclass(frozen=True, slots=True)
class Case:
    """One example: an input and every candidate to be found in it."""

    title: str
    file: str
    line: int
    text: str
    expected: tuple[Expected, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()
    """What is said of it below the title, without the ``# ``."""

    def __str__(self) -> str:
        return f"{self.file}: {self.title}"


@cache
def read_cases(folder: Path = FOLDER) -> list[Case]:
    """Read every case of a folder's ``*.cases`` files, in the order of file names and lines."""
    return [
        case
        for path in sorted(folder.glob("*.cases"))
        for case in parse_cases(path.read_text("utf-8"), path.name)
    ]


def parse_cases(content: str, file: str) -> Iterator[Case]:
    """Yield the cases of one file's content.

    Raises CaseError, with file and line, where the notation is not followed.
    """
    lines = content.split("\n")
    titles = [number for number, line in enumerate(lines) if line.startswith("== ")]
    for number, line in enumerate(lines[: titles[0] if titles else len(lines)]):
        if line and not line.startswith("#"):
            raise CaseError(f"{file}:{number + 1}: only lines that begin with # stand before the first title")
    for number, end in zip(titles, [*titles[1:], len(lines)], strict=True):
        try:
            yield _parse_case(lines[number][3:].strip(), lines[number + 1 : end], file, number + 1)
        except ValueError as error:
            raise CaseError(f"{file}:{number + 1}: {error}") from error


def _parse_case(title: str, lines: list[str], file: str, line: int) -> Case:
    options: dict[str, Any] = {}
    known: set[str] = set()
    remarks: list[str] = []
    first = 0
    while first < len(lines) and (head := lines[first]).startswith(("# ", "[options: ", "known: ")):
        if _MARK.search(head):
            raise ValueError(
                f"{head!r} is a remark or an option, and yet marked: write its first character as {{U+....}}"
            )
        if head.startswith("known: "):
            known.add(_unescape(head[7:]))
        elif head.startswith("[options: "):
            options |= _parse_options(head)
        else:
            remarks.append(head[2:])
        first += 1
    last = len(lines)
    while last > first and not lines[last - 1]:
        last -= 1
    end = last
    while last > first and lines[last - 1].startswith(("-> ", "~> ", "!>")):
        last -= 1
    after = last
    while last > first and not lines[last - 1]:
        last -= 1
    text, pieces = _take_marks_out("\n".join(lines[first:last]))
    expected = _parse_expectations(lines[after:end], text, pieces)
    return Case(title, file, line, text, tuple(expected), options, frozenset(known), tuple(remarks))


def _parse_options(line: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in line.removeprefix("[options: ").rstrip("]").split():
        name, equals, value = word.partition("=")
        if name == "schemes" and value:
            options[name] = tuple(value.split(","))
        elif name in _FLAGS and (not equals or value == "no"):
            options[name] = not equals
        else:
            raise ValueError(f"unknown option {word!r}")
    return options


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)


def _take_marks_out(marked: str) -> tuple[str, list[tuple[int, int]]]:
    text = ""
    starts: list[int] = []
    pieces: list[tuple[int, int]] = []
    position = 0
    for mark in _MARK.finditer(marked):
        text += _unescape(marked[position : mark.start()])
        position = mark.end()
        if (mark[0] == "⟦") != (len(starts) == len(pieces)):
            raise ValueError("the marks ⟦ ⟧ do not come in pairs")
        if mark[0] == "⟦":
            starts.append(len(text))
        else:
            pieces.append((starts[-1], len(text)))
    if len(starts) != len(pieces):
        raise ValueError("the last ⟦ is never closed")
    return text + _unescape(marked[position:]), pieces


def _parse_expectations(lines: list[str], text: str, pieces: list[tuple[int, int]]) -> list[Expected]:
    if not lines:
        return [Expected(text[start:end], ((start, end),)) for start, end in pieces]
    groups: list[list[str]] = []
    for line in lines:
        if line.startswith("-> "):
            groups.append([line])
        elif groups:
            groups[-1].append(line)
        else:
            raise ValueError(f"{line!r} stands before any -> line")
    wanted = [_unescape(group[0][3:]) for group in groups]
    return [
        Expected(
            want,
            tuple(own),
            tuple(_unescape(line[3:]) for line in group if line.startswith("~> ")),
            tuple(line[2:].strip() for line in group if line.startswith("!>")),
        )
        for want, own, group in zip(wanted, _assign(wanted, text, pieces), groups, strict=True)
    ]


def _assign(wanted: list[str], text: str, pieces: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Give each wanted text its pieces: one each where the numbers agree, else as many as make it up."""
    if len(wanted) == len(pieces):
        return [[piece] for piece in pieces]
    rest = iter(pieces)
    assigned = []
    for want in wanted:
        own: list[tuple[int, int]] = []
        made = ""
        while made != want and want.startswith(made) and (piece := next(rest, None)):
            own.append(piece)
            made += text[slice(*piece)]
        if made != want:
            raise ValueError(f"the marked pieces do not make up {want!r}")
        assigned.append(own)
    for piece in rest:
        raise ValueError(f"no -> line for the piece {text[slice(*piece)]!r}")
    return assigned

"""Reads the case files of ``corpora/wrapped`` and ``corpora/prose``: which URLs a text holds, and where.

They are written as `support.delimit_cases` says, one case for each text, its name for a title. Every text ends with a
line break, which no case shows. ``# language: de`` and the like say what a text is; ``known:`` lines list the absolute
URLs that a reader of mail would hand in as evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from support.delimit_cases import Case, CaseError, Expected, parse_cases
from support.places import CORPORA

HALVES = ("tune", "test")

_CLOSERS = re.compile(r"[)>\]}.,;:!?'\"”»*]{0,4}\s*")
_PREFIX = re.compile(r"(?:(?:[>|:] ?)+|[^\W\d_]{2,4}> ?)?")


class Piece(NamedTuple):
    """A run of code points within one line: ``line`` and ``column`` from 1."""

    line: int
    column: int
    length: int


class GoldURL(NamedTuple):
    """One URL of a text, with every piece it stands in."""

    url: str
    pieces: tuple[Piece, ...]

    @property
    def broken(self) -> bool:
        return len(self.pieces) > 1


@dataclass(frozen=True, slots=True)
class GoldText:
    """A text, what is known of it, and its URLs in order."""

    name: str
    file: str
    """The case file it stands in."""
    line: int
    """Where it begins there."""
    text: str
    urls: tuple[GoldURL, ...]
    known: frozenset[str]
    about: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def near_breaks(self) -> tuple[GoldURL, ...]:
        """The URLs that are whole although they end their line and the next line is not blank."""
        lines = self.lines
        found = []
        for gold in self.urls:
            line, column, length = gold.pieces[-1]
            after = lines[line - 1][column - 1 + length :]
            following = lines[line] if line < len(lines) else ""
            if not gold.broken and _CLOSERS.fullmatch(after) and _PREFIX.sub("", following, count=1).strip():
                found.append(gold)
        return tuple(found)


def read(path: Path) -> Iterator[GoldText]:
    """Yield the texts of a case file; raise `CaseError` where a URL is not what its pieces make up."""
    for case in parse_cases(path.read_text("utf-8"), path.name):
        urls = tuple(_url(case, expected) for expected in case.expected)
        yield GoldText(case.title, case.file, case.line, f"{case.text}\n", urls, case.known, case.remarks)


def _url(case: Case, expected: Expected) -> GoldURL:
    stands = "".join(case.text[start:end] for start, end in expected.pieces)
    if stands != expected.text and "\\" not in stands:
        raise CaseError(f"{case.file}:{case.line}: {stands!r} stands there, not {expected.text!r}")
    return GoldURL(expected.text, tuple(_piece(case.text, *piece) for piece in expected.pieces))


def _piece(text: str, start: int, end: int) -> Piece:
    return Piece(text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start), end - start)


def wrapped(half: str) -> Iterator[GoldText]:
    """Yield the texts of one half of ``corpora/wrapped``: ``tune`` or ``test``."""
    return read(CORPORA / "wrapped" / f"{half}.cases")


def prose() -> Iterator[GoldText]:
    """Yield the documents of ``corpora/prose``."""
    return read(CORPORA / "prose" / "documents.cases")


def write_prose(folder: Path) -> Path:
    """Write each document of ``corpora/prose`` as a file, ``NAME.txt``, and give the folder."""
    folder.mkdir()
    for document in prose():
        (folder / f"{document.name}.txt").write_bytes(document.text.encode())
    return folder

"""Reads the gold files of ``corpora/wrapped`` and ``corpora/prose``: which URLs a text holds, and where.

Beside each ``NAME.txt`` stands a ``NAME.tsv``. Its lines are comments (``# language: de``) or rows of
tab-separated columns: the pieces a URL stands in (``line:column+length``, separated by spaces; lines and
columns from 1, in code points), the whole URL, and ``joined`` where it is broken over lines, ``escaped`` where some of
its characters are, else ``whole``.
A ``NAME.known`` lists, one to a line, the absolute URLs that a reader of mail would hand in as evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from support.places import CORPORA

HALVES = ("tune", "test")

_PIECE = re.compile(r"(\d+):(\d+)\+(\d+)")
_CLOSERS = re.compile(r"[)>\]}.,;:!?'\"”»*]{0,4}\s*")
_PREFIX = re.compile(r"(?:(?:[>|:] ?)+|[^\W\d_]{2,4}> ?)?")


class GoldError(ValueError):
    """A gold file contradicts its text."""


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

    path: Path
    text: str
    urls: tuple[GoldURL, ...]
    known: frozenset[str]
    about: dict[str, str]

    @property
    def name(self) -> str:
        return self.path.stem

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


def read(path: Path) -> GoldText:
    """Read one text and its gold; raise `GoldError` where a row is malformed or contradicts the text."""
    text = path.read_bytes().decode("utf-8")  # line ends as they stand
    lines = text.split("\n")
    about: dict[str, str] = {}
    urls: list[GoldURL] = []
    gold = path.with_suffix(".tsv")
    for number, row in enumerate(gold.read_text("utf-8").splitlines(), 1):
        if row.startswith("# "):
            label, _, value = row[2:].partition(": ")
            about[label] = value
            continue
        try:
            urls.append(_row(row, lines))
        except GoldError as error:
            raise GoldError(f"{gold.name}:{number}: {error}") from None
    if urls != sorted(urls, key=lambda url: url.pieces):
        raise GoldError(f"{gold.name}: the rows are not in the order of the text")
    beside = path.with_suffix(".known")
    known = frozenset(beside.read_text("utf-8").split()) if beside.exists() else frozenset()
    return GoldText(path, text, tuple(urls), known, about)


def _row(row: str, lines: list[str]) -> GoldURL:
    columns = row.split("\t")
    if len(columns) != 3:
        raise GoldError(f"three columns expected, not {len(columns)}: {row!r}")
    places, url, status = columns
    pieces = []
    for place in places.split(" "):
        match = _PIECE.fullmatch(place)
        if match is None:
            raise GoldError(f"line:column+length expected, not {place!r}")
        pieces.append(Piece(*map(int, match.groups())))
    stands = "".join(lines[line - 1][column - 1 : column - 1 + length] for line, column, length in pieces)
    if status == "escaped":
        if "\\" not in stands:
            raise GoldError(f"nothing is escaped in {stands!r}")
        return GoldURL(url, tuple(pieces))
    if stands != url:
        raise GoldError(f"{stands!r} stands there, not {url!r}")
    if status != ("joined" if len(pieces) > 1 else "whole"):
        raise GoldError(f"{len(pieces)} pieces are not {status!r}")
    return GoldURL(url, tuple(pieces))


def wrapped(half: str) -> Iterator[GoldText]:
    """Yield the texts of one half of ``corpora/wrapped``: ``tune`` or ``test``."""
    for path in sorted((CORPORA / "wrapped" / half).glob("*.txt")):
        yield read(path)


def prose() -> Iterator[GoldText]:
    """Yield the documents of ``corpora/prose``."""
    for path in sorted((CORPORA / "prose").glob("*.txt")):
        yield read(path)

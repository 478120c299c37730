"""A URL as the rules read it from a text: its pieces, its text, and what is said of its two ends."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from urlglean.candidate import Candidate, Facts
from urlglean.text import Text

__all__ = ["Reading", "clip", "shared_facts", "what_stands"]


class Reading(NamedTuple):
    """A URL as it was read from the text: everything but the Candidate."""

    pieces: tuple[tuple[int, int], ...]
    text: str
    resume: int
    """Where the search goes on."""
    facts: Facts
    reach: int
    """The end of the run of URL characters: how far the text was looked at, at least."""
    scheme: str

    def candidate(self, source: Text) -> Candidate:
        """Make it the Candidate of the text it was read from."""
        return Candidate(self.text, source, self.pieces[0][0], self.pieces[-1][1], self.facts)


@lru_cache(maxsize=1024)
def shared_facts(opened_by: str, ended_by: str, *, delimiter: str = "", stripped: str = "") -> Facts:
    """Share the facts of the many Candidates of which there is nothing else to say."""
    return Facts(delimiter=delimiter, opened_by=opened_by, ended_by=ended_by, stripped=stripped)


def what_stands(after: str) -> str:
    """Name what ended a run of URL characters."""
    if not after:
        return "the end of the text"
    if after in "\r\n":
        return "the end of the line"
    if after.isspace():
        return "white space"
    return f"{after!r}" if after.isprintable() else f"U+{ord(after):04X}"


def clip(pieces: tuple[tuple[int, int], ...], length: int) -> tuple[tuple[int, int], ...]:
    """Keep the first ``length`` code points of the pieces."""
    kept: list[tuple[int, int]] = []
    for start, end in pieces:
        if length <= 0:
            break
        kept.append((start, min(end, start + length)))
        length -= end - start
    return tuple(kept)

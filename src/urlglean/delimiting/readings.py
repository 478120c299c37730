"""What a rule is asked, and what it answers: a place in a text, and the URL that it reads there.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Container, Iterable, Iterator
from enum import Enum, auto
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from urlglean.candidate import Candidate, Facts, Opened
from urlglean.delimiting.alphabet import Runs
from urlglean.delimiting.ends.extent import Extent
from urlglean.delimiting.lines import LOOK_BACK, Paragraph
from urlglean.delimiting.openings import Opening
from urlglean.patterns import lazy_re
from urlglean.text import Text

_new: Final = tuple.__new__


class Site(NamedTuple):
    """A place where a URL opens, and what stands around it."""

    opening: Opening
    before: str
    """What stands before it, white space behind some openers stepped over; empty where nothing does."""
    opener: int
    """Where that stands."""
    run: int
    """The end of the run of URL characters that it begins."""

    @property
    def fits_a_line(self) -> bool:
        """Whether the run is no longer than a line of a text: a longer one holds many openings, each with all of it."""
        return self.run - self.opening.start <= LOOK_BACK


_FURTHEST_FOOTER = 1000
"""How far behind a line the end of its page may be, in code points: some empty lines, and a footer."""
_EMPTY = lazy_re(r"\n\r?\n")
_SHORT_PARAGRAPH = 1024
"""So near an empty line stands on both sides, but in lists of URLs and logs, in code points."""
_STRETCH = 1 << 15
_FEW_ASKED = 8
"""What is asked fewer times of a stretch, which is so many code points, is searched for each time."""
_LONGEST_TAIL = 96
"""So much of what stands at the slashes of a URL is kept, in code points: more is compared in the text."""


class Neighbourhood:
    """The text around URLs, which is asked whether one of them stands there once more."""

    __slots__ = ("_asked", "_on_page", "_start", "_stop", "_tails", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._start = self._stop = self._asked = 0
        self._on_page = (0, 0)
        """A stretch in which no page ends."""
        self._tails: list[str] | None = None
        """What stands at the slashes of all URLs that are near to ``[start:stop]``, in the order of the alphabet."""

    def hold(self, wanted: str, start: int, end: int) -> bool:
        """Tell whether ``wanted``, a URL, stands before ``start`` or behind ``end``, and no empty line before that.

        No paragraph reaches further.
        """
        if self._tails is not None and self._start <= start < self._stop and not self._may_hold(wanted):
            return False
        text, low, high = self._text, max(0, start - 2 * LOOK_BACK), end + 2 * LOOK_BACK
        if ":" in wanted:
            # Nearly always the next URL, either way, is in another paragraph.
            colon = text.rfind(":", low, start)
            above = colon >= 0 and _EMPTY.search(text, colon, start) is None
            colon = text.find(":", end, high)
            below = colon >= 0 and _EMPTY.search(text, end, colon) is None
            if not (above or below):
                return False
        line_end = text.find("\n", end, high)
        empty = "\n\r\n" if line_end > 0 and text[line_end - 1] == "\r" else "\n\n"
        above_at = text.rfind(empty, max(low, start - _SHORT_PARAGRAPH), start)
        below_at = text.find(empty, end, end + _SHORT_PARAGRAPH)
        if above_at < 0 or below_at < 0:
            # In a list of URLs, or a log, no empty line is near, but what is wanted stands nowhere.
            self._ask(start)
            if text.find(wanted, low, high) < 0:
                return False
            above_at = text.rfind(empty, low, start)
            below_at = text.find(empty, end, high)
        return text.find(wanted, max(above_at, low), below_at if below_at >= 0 else high) >= 0

    def page_ends(self, at: int) -> bool:
        """Tell whether a page may end soon behind ``at``."""
        start, stop = self._on_page
        if start <= at and at + _FURTHEST_FOOTER <= stop:
            return False
        text, limit = self._text, at + LOOK_BACK
        for sign in ("\f", "Page "):
            found = text.find(sign, at, limit)
            limit = found if found >= 0 else limit
        self._on_page = at, limit
        return limit < at + _FURTHEST_FOOTER

    def _may_hold(self, wanted: str) -> bool:
        """Tell whether a URL that is near goes on as ``wanted`` does: to search the text for each takes longer."""
        opens = wanted.find("://")
        if opens < 0 and (opens := wanted.find("www.")) < 0:
            return True
        tail, tails = wanted[opens : opens + _LONGEST_TAIL], self._tails or []
        place = bisect_left(tails, tail)
        return place < len(tails) and tails[place].startswith(tail)

    def _ask(self, at: int) -> None:
        """Count what is asked of one stretch of text; read what stands there when it becomes much."""
        text = self._text
        if not self._start <= at < self._stop:
            self._start, self._asked, self._tails = at - at % _STRETCH, 0, None
            self._stop = self._start + _STRETCH
        self._asked += 1
        if self._asked == _FEW_ASKED:
            low, high = max(0, self._start - 3 * LOOK_BACK), self._stop + 3 * LOOK_BACK
            places = [*_places("://", text, low, high), *_places("www.", text, low, high)]
            self._tails = sorted([text[begin : begin + _LONGEST_TAIL] for begin in places])


def _places(sign: str, text: str, start: int, stop: int) -> Iterator[int]:
    at = text.find(sign, start, stop)
    while at >= 0:
        yield at
        at = text.find(sign, at + 1, stop)


class Scan:
    """One text, or one window of a stream, while its URLs are read: what every rule may ask about it."""

    __slots__ = (
        "_paragraph",
        "floor",
        "known",
        "neighbourhood",
        "rows",
        "runs",
        "text",
        "unencoded",
        "unsettled",
    )

    def __init__(self, text: str, known: Container[str], runs: Runs, *, floor: int = 0) -> None:
        self.text = text
        self.known = known
        """URLs known whole from elsewhere."""
        self.runs = runs
        self.neighbourhood = Neighbourhood(text)
        self.floor = floor
        """Nothing before it is read as part of a URL: what was read last ends there."""
        self.unsettled = -1
        """Where the line ends that `joining.line_ends.settled` was last asked about in vain, by the shortcut:
        the rule of bare URLs does not ask again."""
        self.unencoded = (0, 0)
        """The last stretch in which `rules.mangled` found nothing that is encoded, and looks no more."""
        self.rows: dict[int, int] = {}
        """How many rows below a rule of its table that line is which `rules.cells` was asked about last."""
        self._paragraph: Paragraph | None = None

    def paragraph_at(self, at: int) -> Paragraph:
        """Give the lines around ``at`` that were wrapped together with it, whatever was asked for before."""
        paragraph = self._paragraph
        if paragraph is None or paragraph.at != at:
            paragraph = self._paragraph = Paragraph(self.text, at, paragraph)
        return paragraph


class Nothing(Enum):
    """What a rule answers that knows for sure."""

    NOT_ONE = auto()


NOT_ONE: Final = Nothing.NOT_ONE
"""Here is no URL, whatever the rules behind this one would say."""


BARE_URL: Final = "a bare URL"
IN_ANGLES: Final = "<...>"
IN_TEX: Final = "\\url{...}"
"""The rules that the shortcut knows, too, as the table of the rules calls them."""


class Reading(NamedTuple):
    """A URL as it was read from the text: everything but the Candidate."""

    pieces: tuple[tuple[int, int], ...]
    text: str
    resume: int
    """Where the search goes on."""
    facts: Facts
    reach: int
    """The end of the run of URL characters: how far the text was looked at, at least."""

    def candidate(self, source: Text) -> Candidate:
        """Make it the Candidate of the text it was read from."""
        pieces = self.pieces
        return _new(Candidate, (self.text, source, pieces[0][0], pieces[-1][1], self.facts))


def facts_of(
    opened: Opened,
    ended_by: str,
    *,
    opened_by: str = "",
    pieces: tuple[tuple[int, int], ...] = (),
    delimiter: str = "",
    alternatives: tuple[str, ...] = (),
    notes: tuple[str, ...] = (),
    stripped: str = "",
    rule: str = BARE_URL,
) -> Facts:
    """Give the facts of a URL; of most there is nothing to say but how it opens and ends, and those share them.

    The rule is that of bare URLs where the scanner will name it.
    ``ended_by`` and ``opened_by`` are what users are told of its two ends, of its start by default what opened it.
    """
    opened_by = opened_by or opened.told
    if len(pieces) > 1 or alternatives or notes:
        joined = pieces if len(pieces) > 1 else ()
        ends = (opened_by, ended_by, stripped, None, None, None, None, opened, rule)
        return _new(Facts, (joined, delimiter, alternatives, notes, *ends))
    return _shared(opened, opened_by, ended_by, delimiter, stripped, rule)


@lru_cache(maxsize=1024)
def _shared(opened: Opened, opened_by: str, ended_by: str, delimiter: str, stripped: str, rule: str) -> Facts:
    return Facts((), delimiter, (), (), opened_by, ended_by, stripped, opened=opened, rule=rule)


def what_ended(extent: Extent, after: str) -> str:
    """Say why a URL ends where it does: what cut it, or what stands behind its run."""
    return extent.ended.told(extent.sign) if extent.ended is not None else what_stands(after)


def what_stands(after: str) -> str:
    """Name what ended a run of URL characters."""
    if not after:
        return "the end of the text"
    if after in "\r\n":
        return "the end of the line"
    if after.isspace():
        return "white space"
    return f"{after!r}" if after.isprintable() else f"U+{ord(after):04X}"


def between(start: int, parts: Iterable[tuple[int, int]], stop: int) -> tuple[tuple[int, int], ...]:
    """Give the pieces from ``start`` to ``stop`` that are left where parts of them, in order, are no part of a URL.

    >>> between(0, [(0, 1), (4, 6)], 9)
    ((1, 4), (6, 9))
    """
    pieces: list[tuple[int, int]] = []
    for begin, end in parts:
        if start < begin:
            pieces.append((start, begin))
        start = end
    if start < stop:
        pieces.append((start, stop))
    return tuple(pieces)


def clip(pieces: tuple[tuple[int, int], ...], length: int) -> tuple[tuple[int, int], ...]:
    """Keep the first ``length`` code points of the pieces."""
    kept: list[tuple[int, int]] = []
    for start, end in pieces:
        if length <= 0:
            break
        kept.append((start, min(end, start + length)))
        length -= end - start
    return tuple(kept)


Rule = Callable[[Scan, Site], Reading | Literal[Nothing.NOT_ONE] | None]
"""Reads the URL of a site; None where the next rule is to be asked."""

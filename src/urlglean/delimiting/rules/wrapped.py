"""URLs without delimiters around them, followed over line breaks as far as the evidence goes.

Where such a URL ends is told by `extent`, whether wrapping broke it by `wrapping`. Offsets are code points of the text
at hand.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

import regex

from urlglean.candidate import Facts
from urlglean.delimiting.delimiters import CLOSER
from urlglean.delimiting.ends import Extent
from urlglean.delimiting.lines import Paragraph
from urlglean.delimiting.opened_extent import opened_extent
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.readings import Reading, clip, shared_facts, what_stands
from urlglean.delimiting.rules.breaks import find_break
from urlglean.delimiting.rules.cells import rest_of_cell
from urlglean.delimiting.rules.continued_lines import rest_below
from urlglean.delimiting.rules.enclosed import full_reading
from urlglean.delimiting.rules.settled_breaks import settled
from urlglean.delimiting.rules.strings import rest_of_string
from urlglean.delimiting.rules.wrapping import HOPELESS, is_known, weigh
from urlglean.uri.suffixes import is_top_level_domain

__all__ = ["BareUrls", "at_line_end"]

_MOST_PIECES = 12
_MORE_OF_A_LABEL = regex.compile(r"[\p{L}\p{M}\p{N}]|\p{S}++[\w.\-]")
_AT_LINE_END = re.compile(r"[ \t]*+(?:\|[ \t]*+)?[\r\n]")
_BEFORE_BAR = re.compile(r"[ \t]*+\|")
_ENDS_IN_HYPHEN = re.compile(r"[-.]*+")


class BareUrls:
    """Reads the bare URLs of one text. ``known`` holds URLs known whole, ``run`` matches a run of URL characters."""

    __slots__ = ("_iri", "_known", "_paragraph", "_run", "_text")

    def __init__(self, text: str, known: Container[str], run: regex.Pattern[str], *, iri: bool) -> None:
        self._text = text
        self._known = known
        self._run = run
        self._iri = iri
        self._paragraph: Paragraph | None = None

    def read(self, opening: Opening, run: int) -> Reading | None:
        """Read the URL whose run of URL characters ends at ``run``; None where it is no plausible one."""
        text, start = self._text, opening.start
        if text[run - 1] == "|" and at_line_end(text, run):
            run -= 1  # the edge of a box or a table
        extent = opened_extent(opening, text, start, run)
        if extent is not None and not self._iri and self._is_inside_a_host(opening.body, run):
            return None
        whole = run if extent is None or _ENDS_IN_HYPHEN.fullmatch(text, extent.cut, run) else extent.cut
        if (
            _BEFORE_BAR.match(text, whole, whole + 200)
            and (joined := self._in_cell(opening, whole, extent)) is not None
        ):
            return joined
        if whole < run and text[whole] == "(" and at_line_end(text, run):
            whole = run  # what the parenthesis needs may stand on the next line
        if whole == run and at_line_end(text, run):
            quick = None
            if extent is not None and extent.end >= run - 1 and opening.prefix == start:
                quick = settled(text, start, opening.body, run, self._known)
            if quick is not None and extent is not None:
                return self._single(opening, extent, (quick,) if quick else ())
            if (
                joined := self.follow(opening, [(start, run)], [self._first(opening, run, extent)])
            ) is not None:
                return joined
        if extent is None:
            return None
        return self._single(opening, extent)

    def _is_inside_a_host(self, body: int, run: int) -> bool:
        """Tell whether a run of ASCII ends inside a host, before a letter of another script: what it holds is no host.

        A whole name has text glued to it.
        """
        text = self._text
        if not (text[run : run + 1] > "\x7f" and _MORE_OF_A_LABEL.match(text, run)):
            return False
        host = text[max(body, text.rfind("@", body, run) + 1) : run]
        if any(mark in host for mark in "/?#"):
            return False
        name, _, last = host.rpartition(".")
        return not (name and is_top_level_domain(last))

    def _single(self, opening: Opening, extent: Extent, alternatives: tuple[str, ...] = ()) -> Reading:
        text, start, end = self._text, opening.start, extent.end
        opener = text[opening.prefix - 1 : opening.prefix]
        closer = CLOSER.get(opener)
        after = text[extent.cut : extent.cut + 1]
        if opener == "(" and after == ")" and text[opening.prefix - 2 : opening.prefix - 1] == "]":
            end, opener = extent.cut, "]("  # Markdown: its closing parenthesis ends it, not the punctuation
        alternatives = (*extent.alternatives, *alternatives)
        ended_by = extent.ended_by or what_stands(after)
        delimiter = opener + after if (closer is not None and after == closer) or opener == "](" else ""
        opened = opening.opened_by if opening.prefix == start else "a URL: prefix"
        if opener == "<":
            alternatives = (*alternatives, *filter(None, [full_reading(text, opening.prefix - 1, start)]))
        facts = shared_facts(opened, ended_by, delimiter=delimiter)
        if alternatives or extent.notes or end < extent.cut:
            facts = Facts(
                delimiter=delimiter,
                alternatives=tuple(dict.fromkeys(alternatives)),
                notes=extent.notes,
                opened_by=opened,
                ended_by=ended_by,
                stripped=text[end : extent.cut],
            )
        return Reading(
            ((start, end),),
            text[start:end],
            max(end, min(extent.cut, extent.run)),
            facts,
            extent.run,
            opening.scheme,
        )

    def _first(self, opening: Opening, run: int, extent: Extent | None) -> tuple[str, Extent | None]:
        """Give the first piece, and how far the URL reaches in it."""
        return self._text[opening.start : run], extent.moved(-opening.start) if extent is not None else None

    def _in_cell(self, opening: Opening, run: int, extent: Extent | None) -> Reading | None:
        """Read a URL that was broken within the cell of a table; None where it goes no further."""
        return self._put_together(opening, run, extent, rest_of_cell(self._text, opening.start, run))

    def in_strings(self, opening: Opening, end: int) -> Reading | None:
        """Read a URL that goes on behind the string that ends at ``end``, in the next; None where it does not."""
        return self._behind(opening, end, rest_of_string(self._text, opening.start, end, self._run))

    def below(self, opening: Opening, end: int) -> Reading | None:
        """Read a URL that goes on below the backslash at ``end``, which ends its line; None where it does not."""
        return self._behind(opening, end, rest_below(self._text, opening.start, end, self._run))

    def _behind(self, opening: Opening, end: int, rest: list[tuple[int, int]]) -> Reading | None:
        """Read a URL whose first piece ends at ``end`` with the rest of it; None where there is none."""
        if not rest:
            return None
        return self._put_together(opening, end, opened_extent(opening, self._text, opening.start, end), rest)

    def _put_together(
        self, opening: Opening, run: int, extent: Extent | None, rest: Iterable[tuple[int, int]]
    ) -> Reading | None:
        """Read a URL whose first piece ends at ``run`` together with its other pieces; None where there is no more."""
        trial = [(opening.start, run)]
        readings = [self._first(opening, run, extent)]
        for piece in rest:
            trial.append(piece)
            joined = readings[-1][0] + self._text[slice(*piece)]
            readings.append((joined, opened_extent(opening, joined, 0, len(joined))))
        if len(trial) == 1 or readings[-1][1] is None:
            return None
        return self.decide(opening, trial, readings, len(trial))

    def follow(
        self, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
    ) -> Reading | None:
        """Follow a bare URL over line breaks as far as the evidence goes; None where it does not go anywhere.

        ``trial`` and ``readings`` hold what is known of it: its first piece, or the two that make its scheme, and what
        they are put together, with the extent of the URL in that.
        """
        start, extent = opening.start, readings[-1][1]
        paragraph = self._paragraph_at(start)
        taken, owed = len(trial), 0.0
        while len(trial) <= _MOST_PIECES:
            found = find_break(
                self._text, start, trial, self._run, paragraph, labelled=opening.prefix < start
            )
            if found is None:
                break
            joined = found.before + found.token
            whole = opened_extent(opening, joined, 0, len(joined))
            if whole is None and (extent is not None or len(trial) > 1):
                break
            trial.append((found.start, found.end))
            readings.append((joined, whole))
            if whole is not None:
                if is_known(start, joined[: whole.end], self._known, paragraph):
                    taken, owed = len(trial), 0.0
                    continue
                if taken == len(trial) - 1 and found.before[-1] != "/" and found.before in self._known:
                    continue  # whole as it is, unless more is known behind it; a folder is whole and goes on
                # A token alone on its line may be vouched for by the line behind it.
                weight = weigh(found)
                if weight < HOPELESS:
                    break
                owed += weight
                if owed > 0:
                    taken, owed = len(trial), 0.0
            if len(trial) - taken > 3 or (found.following and taken < len(trial)):
                break
        return self.decide(opening, trial, readings, taken)

    def decide(
        self,
        opening: Opening,
        trial: list[tuple[int, int]],
        readings: list[tuple[str, Extent | None]],
        taken: int,
    ) -> Reading | None:
        """Make the reading of the pieces that were taken; the next longer and the shorter one are alternatives."""
        joined, whole = readings[taken - 1]
        longer: tuple[str, ...] = ()
        if taken < len(readings):
            text, further = readings[taken]
            if further is not None and further.end > len(joined):
                longer = (text[: further.end],)
        if taken == 1:
            return self._single(opening, whole.moved(opening.start), longer) if whole is not None else None
        if whole is None or whole.end <= trial[0][1] - trial[0][0]:
            return None
        pieces = clip(tuple(trial[:taken]), whole.end)
        if len(pieces) < taken:  # of the last line nothing is left
            return self.decide(opening, trial, readings, len(pieces))
        shorter = tuple(
            text[: extent.end] for text, extent in (readings[taken - 2], readings[0]) if extent is not None
        )
        hyphens = _without_hyphens(self._text, pieces)
        resume = pieces[-1][1] + whole.cut - whole.end
        others = (*hyphens, *shorter, *longer, *whole.alternatives)
        facts = Facts(
            pieces=pieces if len(pieces) > 1 else (),
            alternatives=tuple(other for other in dict.fromkeys(others) if other != joined[: whole.end]),
            notes=whole.notes,
            opened_by=opening.opened_by,
            ended_by=whole.ended_by or what_stands(self._text[resume : resume + 1]),
            stripped=joined[whole.end : whole.cut],
        )
        return Reading(pieces, joined[: whole.end], resume, facts, trial[-1][1], opening.scheme)

    def _paragraph_at(self, at: int) -> Paragraph:
        paragraph = self._paragraph
        if paragraph is None or not paragraph.serves(at):
            paragraph = self._paragraph = Paragraph(self._text, at)
        return paragraph


def at_line_end(text: str, run: int) -> bool:
    """Tell whether the line ends behind ``run``, but for blanks and a box's margin."""
    return _AT_LINE_END.match(text, run, run + 200) is not None


def _without_hyphens(text: str, pieces: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Give the reading without the hyphens at line breaks (RFC 3986 App. C), if there is one."""
    parts = [text[start:end] for start, end in pieces]
    other = "".join([part.removesuffix("-") for part in parts[:-1]] + parts[-1:])
    return (other,) if other != "".join(parts) else ()

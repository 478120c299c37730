"""The engine of delimiting: one text, or one window of a stream, to readings.

The text is searched at memory speed for the few characters that announce a URL (``://``, ``www.``, ``mailto:``); only
there does anything else happen: backwards for the start and for a delimiter that was opened, forwards for the end.
Explicit delimiters win over guesses (RFC 3986 Appendix C). Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from heapq import merge
from operator import itemgetter
from typing import TYPE_CHECKING

from urlglean.candidate import Facts
from urlglean.delimiting.alphabet import Runs, closers_of, grammar, opener_before
from urlglean.delimiting.ends import opened_extent
from urlglean.delimiting.lines import line_start
from urlglean.delimiting.openings import Opening, label_start, open_hierarchical, open_name, open_opaque
from urlglean.delimiting.readings import Reading, clip, shared_facts, what_stands
from urlglean.delimiting.rules.breaks import SHORTEST_WRAPPED
from urlglean.delimiting.rules.enclosed import Enclosed, in_angles, in_pair
from urlglean.delimiting.rules.escaped import ESCAPES_UNDONE, is_pattern, read_escaped
from urlglean.delimiting.rules.markdown import markdown_destination
from urlglean.delimiting.rules.split_schemes import SplitScheme, find_split_scheme
from urlglean.delimiting.rules.strings import string_end
from urlglean.delimiting.rules.tex import tex_argument
from urlglean.delimiting.rules.wrapped import BareUrls, at_line_end
from urlglean.delimiting.schemes import KNOWN_SCHEMES, escaped_at, has_escaped_slashes, without_escapes
from urlglean.delimiting.triggers import TRIGGER_REACH, triggers
from urlglean.errors import require_flags

if TYPE_CHECKING:
    from urlglean.delimiting.names.bare import Name

__all__ = ["LOOK_AHEAD", "LOOK_BACK", "Options", "Scanner"]

LOOK_BACK = 1 << 14
LOOK_AHEAD = 1 << 17
"""How far around a trigger a decision may look, so that a stream can be read in windows."""
_HOST_OR_MORE = re.compile(r"(?i)[.:@\[]|(?<=//)localhost\b")
_RELATIVE = re.compile(r"[\w.~/?#;%][^\s<>\"]*")
_LONGEST_HOST = 1024
"""How far the host of a name reaches at most, userinfo before it included: a URL glued to it ends it."""


@dataclass(frozen=True, slots=True)
class Options:
    """What to find beside URLs with a scheme, ``www.`` and ``ftp.`` names; the keywords of `delimit`."""

    schemeless: bool = False
    emails: bool = False
    network_path: bool = False
    refang: bool = False
    schemes: frozenset[str] | None = None
    iri: bool = True

    def __post_init__(self) -> None:
        """See that flags are flags."""
        require_flags(
            schemeless=self.schemeless,
            emails=self.emails,
            network_path=self.network_path,
            refang=self.refang,
            iri=self.iri,
        )

    @property
    def is_plain(self) -> bool:
        """True where nothing beyond what is always found was asked for."""
        return not (
            self.schemeless or self.emails or self.network_path or self.refang or self.schemes is not None
        )


class Scanner:
    """Reads the Candidates of one text, or of one window of a stream."""

    def __init__(self, text: str, known: Container[str], options: Options, *, floor: int = 0) -> None:
        self.text = text
        self.known = known
        self.options = options
        self.runs = Runs(text, grammar(iri=options.iri))
        self.floor = floor
        self._names = {
            "schemeless": options.schemeless,
            "emails": options.emails,
            "network_path": options.network_path,
        }
        self._bare = BareUrls(text, known, self.runs.grammar.run, iri=options.iri)

    def read(self, start: int, stop: int) -> Iterator[tuple[int, Reading]]:
        """Yield each reading with its trigger's offset, for the triggers in ``[start:stop]``, in order.

        Whoever takes a reading moves ``floor`` to its ``resume``: nothing before the floor is read again.
        """
        if not any(self._names.values()):
            yield from self._read_urls(start, stop)
            return
        named = start
        for at, reading in self._read_urls(start, stop):
            begin = reading.pieces[0][0]
            yield from self._read_names(named, begin, begin)
            if begin >= self.floor:
                yield at, reading
            named = max(self.floor, begin)
        behind = next(self._read_urls(stop, min(stop + _LONGEST_HOST, len(self.text))), None)
        yield from self._read_names(named, stop, behind[1].pieces[0][0] if behind else len(self.text))

    def _read_urls(self, start: int, stop: int) -> Iterator[tuple[int, Reading]]:
        colons, dots = (
            pattern.finditer(self.text, start, min(stop + TRIGGER_REACH, len(self.text)))
            for pattern in triggers()
        )
        for at, read_at in merge(
            ((found.start(), self.at_colon) for found in colons),
            ((found.start(), self.at_dot) for found in dots),
            key=itemgetter(0),
        ):
            if at >= stop:
                break
            if at >= self.floor and (reading := read_at(at)):
                yield at, reading

    def _read_names(self, start: int, stop: int, limit: int) -> Iterator[tuple[int, Reading]]:
        """Yield the names without a scheme between two URLs."""
        if start >= (stop := min(stop, limit)):
            return
        from urlglean.delimiting.names.bare import read_names

        for name in read_names(self.text, start, stop, limit, self.runs, floor=self.floor, **self._names):
            if name.start >= self.floor:
                yield name.start, self._name_with_escapes(name) or self._named(name)

    def _name_with_escapes(self, name: Name) -> Reading | None:
        """Read the name that goes on behind an escape; None where it does not."""
        run = name.extent.run
        if (
            name.said
            or name.extent.cut < run
            or name.opened_by == "an address"
            or not self.text.startswith("\\", run)
        ):
            return None
        start = name.start
        return self._with_escapes(Opening(start, start, "http", name.opened_by, start), run)

    def _named(self, name: Name) -> Reading:
        start, end, extent = name.start, name.extent.end, name.extent
        facts = Facts(
            alternatives=extent.alternatives,
            notes=(*extent.notes, ESCAPES_UNDONE) if name.said else extent.notes,
            opened_by=name.opened_by,
            ended_by=extent.ended_by or what_stands(self.text[extent.cut : extent.cut + 1]),
            stripped=self.text[end : extent.cut],
        )
        scheme = "mailto" if name.opened_by == "an address" else "http"
        said = name.said or self.text[start:end]
        return Reading(((start, end),), said, max(end, extent.cut), facts, extent.run, scheme)

    def at_colon(self, at: int) -> Reading | None:
        """Read the URL whose scheme ends at offset ``at``; None where there is none."""
        if self.text[at + 1 : at + 2] == "\\" or self.text[at - 1 : at] == "\\":
            return self._at_escaped_colon(at)
        look_back = open_hierarchical if self.text.startswith("//", at + 1) else open_opaque
        opening = look_back(self.text, at, self.floor)
        if opening is None or len(opening.scheme) < 5:
            known = opening is not None and opening.scheme in KNOWN_SCHEMES
            if not known and (split := find_split_scheme(self.text, at, self.floor)) is not None:
                return self._finish_split(split)
        return self._finish(opening) if opening is not None else None

    def _at_escaped_colon(self, at: int) -> Reading | None:
        """Read the URL of which the colon at offset ``at`` is escaped, or both slashes behind it are."""
        text = self.text
        slashes = has_escaped_slashes(text, at + 1)
        if not slashes and not text.startswith("//", at + 1):
            return None
        opening = open_hierarchical(text, at - (text[at - 1 : at] == "\\"), self.floor)
        if opening is None:
            return None
        return read_escaped(text, opening, self.runs.grammar, self.floor, slashes=slashes)

    def at_dot(self, at: int) -> Reading | None:
        """Read a ``www.`` or ``ftp.`` name whose first full stop is at offset ``at``; None where there is none."""
        opening = open_name(self.text, at, self.floor)
        return self._finish(opening) if opening is not None else None

    def _finish(self, opening: Opening) -> Reading | None:
        text = self.text
        before, opener = opener_before(text, opening.prefix, self.floor)
        run = self.runs.end(opening.body)
        end = string_end(text, run)
        if end >= 0 and (reading := self._bare.in_strings(opening, end)):
            return reading
        if before == "<" and (reading := self._in_angles(opening, opener)):
            return reading
        if not opening.scheme:
            return None
        if before == "{" and (reading := self._in_tex(opening)):
            return reading
        is_escaped = text.startswith("\\", run)
        if before == "(" and is_escaped and (reading := self._in_markdown(opening, opener)):
            return reading
        if before and at_line_end(text, run) and (reading := self._in_pair(opening, before, opener, run)):
            return reading
        if is_escaped and (reading := self._bare.below(opening, run)):
            return reading
        if (before == "^" or is_escaped) and is_pattern(text, before, opening.body, run):
            return None
        if is_escaped and (reading := self._with_escapes(opening, run)):
            return reading
        return self._bare.read(opening, run)

    def _finish_split(self, split: SplitScheme) -> Reading | None:
        """Read the URL whose scheme is broken over lines."""
        text = self.text
        # Where its authority would begin if the first line held all of the scheme: so it is in what is put together.
        body = split.start + len(split.name) + 3
        opening = Opening(
            split.start, body, split.name, "a scheme and ://", label_start(text, split.start, self.floor)
        )
        before, opener = opener_before(text, opening.prefix, self.floor)
        if before == "<" and (reading := self._in_angles(opening, opener)):
            return reading
        if before and (reading := self._in_pair(opening, before, opener, split.end)):
            return reading
        run = self.runs.end(split.rest)
        joined = text[split.start : split.end] + text[split.rest : run]
        extent = opened_extent(opening, joined, 0, len(joined))
        if not (joined.endswith("//") if extent is None else self._is_host(split, joined[: extent.end])):
            return None
        pieces = [(split.start, split.end), (split.rest, run)]
        readings = [(text[split.start : split.end], None), (joined, extent)]
        if (extent is not None and extent.cut < len(joined)) or not at_line_end(text, run):
            return self._bare.decide(opening, pieces, readings, 2)
        return self._bare.follow(opening, pieces, readings)

    def _is_host(self, split: SplitScheme, joined: str) -> bool:
        """Tell whether what stands behind the slashes of a broken scheme is a host: it may be a comment or a path."""
        if not split.slashes_below or _HOST_OR_MORE.search(joined, len(split.name) + 3):
            return True
        return split.end - line_start(self.text, split.end) >= SHORTEST_WRAPPED

    def _in_angles(self, opening: Opening, opener: int) -> Reading | None:
        """Read the URL in the angle brackets that open at ``opener``."""
        enclosed = in_angles(self.text, opener, opening.start, prefixed=opening.prefix < opening.start)
        if enclosed is None:
            return None
        said = without_escapes(enclosed.text)
        if (notes := self._notes(opening, said)) is None:
            return None
        if said != enclosed.text:
            others = tuple(map(without_escapes, enclosed.alternatives))
            enclosed, notes = enclosed._replace(text=said, alternatives=others), (*notes, ESCAPES_UNDONE)
        return self._enclosed(opening, enclosed, "<>", notes)

    def _in_pair(self, opening: Opening, before: str, opener: int, run: int) -> Reading | None:
        """Read a URL in quotes or brackets that is broken over lines; None where it is not plausible as a whole.

        ``before`` opens it at ``opener``, its first piece ends at ``run``.
        """
        closers = closers_of(before, self.text, opener, self.floor)
        if not closers:
            return None
        enclosed = in_pair(self.text, opener, opening.start, run, closers)
        if enclosed is None or "\\" in enclosed.text or not (self.options.iri or enclosed.text.isascii()):
            return None
        extent = opened_extent(opening, enclosed.text, 0, len(enclosed.text))
        if extent is None or extent.cut < len(enclosed.text):
            return None
        clipped = clip(enclosed.pieces, extent.end)
        enclosed = enclosed._replace(pieces=clipped, text=enclosed.text[: extent.end])
        return self._enclosed(opening, enclosed, before + closers[0], extent.notes)

    def _in_tex(self, opening: Opening) -> Reading | None:
        """Read the URL in the braces of a command of TeX: the closing brace ends it."""
        found = tex_argument(self.text, opening.prefix - 1, opening.start, self.floor)
        if found is None:
            return None
        pieces, joined = found.pieces, found.text
        extent = opened_extent(opening, joined, 0, len(joined))
        if extent is None or (notes := self._notes(opening, joined)) is None:
            return None
        if not found.is_address:
            pieces, joined = clip(pieces, extent.end), joined[: extent.end]
        enclosed = Enclosed(pieces, joined, found.close, "'}' that closes it")
        return self._enclosed(opening, enclosed, "{}", notes)

    def _in_markdown(self, opening: Opening, opener: int) -> Reading | None:
        """Read the URL in the parentheses of a link of Markdown, where something in it is escaped."""
        found = markdown_destination(self.text, opener, opening.start)
        if found is None or (notes := self._notes(opening, found.text)) is None:
            return None
        enclosed = Enclosed(found.pieces, found.text, found.close, "')' that closes it")
        return self._enclosed(opening, enclosed, "]()", notes)

    def _with_escapes(self, opening: Opening, run: int) -> Reading | None:
        """Read the URL that goes on behind an escape at ``run``; None where it does not."""
        escape = escaped_at(self.text, run)
        slashes = escape.endswith("/")
        if not escape or (slashes and opening.hierarchical):  # that has slashes which are not escaped
            return None
        return read_escaped(self.text, opening, self.runs.grammar, self.floor, slashes=slashes)

    def _notes(self, opening: Opening, joined: str) -> tuple[str, ...] | None:
        """Give the notes on what stands between delimiters; None where it is no plausible URL."""
        if not (self.options.iri or joined.isascii()):
            return None  # the bare rules end it at the first character that is not ASCII
        if not opening.scheme:
            return () if _RELATIVE.match(joined) else None
        extent = opened_extent(opening, joined, 0, len(joined))
        return extent.notes if extent is not None else None

    def _enclosed(
        self, opening: Opening, enclosed: Enclosed, delimiter: str, notes: tuple[str, ...]
    ) -> Reading:
        alternatives = enclosed.alternatives
        opened = f"{delimiter[0]!r} before " + (
            opening.opened_by if opening.prefix == opening.start else "a URL: prefix"
        )
        pieces = enclosed.pieces
        facts = shared_facts(opened, enclosed.ended_by, delimiter=delimiter)
        if len(pieces) > 1 or alternatives or notes:
            facts = Facts(
                pieces=pieces if len(pieces) > 1 else (),
                delimiter=delimiter,
                alternatives=alternatives,
                notes=notes,
                opened_by=opened,
                ended_by=enclosed.ended_by,
            )
        return Reading(
            pieces, enclosed.text, max(pieces[-1][1], enclosed.close), facts, enclosed.close, opening.scheme
        )

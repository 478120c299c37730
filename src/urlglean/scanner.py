"""The engine of delimiting: one text, or one window of a stream, to readings.

The text is searched at memory speed for the few characters that announce a URL (``://``, ``www.``, ``mailto:``); only
there does anything else happen: backwards for the start and for a delimiter that was opened, forwards for the end.
Explicit delimiters win over guesses (RFC 3986 Appendix C). Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import regex

from urlglean.authority import UNSPACED_SCRIPTS, find_authority
from urlglean.cells import rest_of_cell
from urlglean.document import Candidate, Facts, Text
from urlglean.enclosed import FURTHEST_CLOSER, PAIRS, Enclosed, full_reading, in_angles, in_pair
from urlglean.extent import (
    LONGEST,
    Extent,
    Runs,
    addressed_extent,
    after_authority,
    grammar,
    measure,
    opaque_extent,
)
from urlglean.line_breaks import find_break
from urlglean.paragraph import Paragraph
from urlglean.prose_schemes import (
    COMPOUND_PREFIXES,
    EMPTY_AUTHORITY,
    GLUED_SCHEMES,
    KNOWN_SCHEMES,
    LABELS,
    OPAQUE_SCHEMES,
    opaque_rest,
)
from urlglean.settled_breaks import settled
from urlglean.split_schemes import TRIGGER, SplitScheme, find_split_scheme
from urlglean.suffixes import is_top_level_domain
from urlglean.wrapping import HOPELESS, is_known, weigh

if TYPE_CHECKING:
    from urlglean.bare_names import Name

__all__ = ["LONGEST", "LOOK_AHEAD", "LOOK_BACK", "Options", "Reading", "Scanner", "trigger_places"]

LOOK_BACK = 1 << 14
LOOK_AHEAD = 1 << 17
"""How far around a trigger a decision may look, so that a stream can be read in windows."""
_MOST_PIECES = 12
_LONGEST_SCHEME = 40

_SCHEME = re.compile(r"[A-Za-z0-9+.\-]+\Z")
_COMPOUND_PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9\-]*(?::git|:svn|:hg)?\Z")
_LETTERS = re.compile(r"[A-Za-z]+\Z")
_ESCAPE = re.compile(r"\A(?:[nrt]|x[0-9a-f]{2}|u[0-9a-f]{4})")
_TEX_VERBATIM = frozenset({"verb", "lstinline", "url", "path"})
_DRIVE = re.compile(r"[A-Za-z][:|]?[/\\]")
_TEX_ARGUMENT = regex.compile(
    r"(?:[^\s{}\\]|(?<=%)[ \t]*+\r?\n[ \t]*+(?=[^\s}])|\\[_%#&~$\-]|\\~\{\}|(\{(?:[^\s{}]++|(?1))*+\}))*+(?=\s*\})"
)
_TEX_ESCAPE = re.compile(
    r"\{\\(?=[_%#&~$]\})|(?<=\{\\[_%#&~$])\}|(?<=\\~)\{\}|\\|(?<!\\)%(?=[ \t]*[\r\n])|\s+"
)
"""What is no part of a URL in LaTeX and BibTeX: the backslash of ``\\_``, the braces of ``{\\_}`` and ``\\~{}``, the
``%`` that hides the end of its line."""
_MORE_OF_A_LABEL = regex.compile(r"[\p{L}\p{M}\p{N}]|\p{S}++[\w.\-]")
_COMPOUND = re.compile(r"[a-z][a-z0-9]*(?:\+[a-z][a-z0-9]*)+\Z")
_SCHEME_SHAPE = re.compile(r"[a-z][a-z0-9+.\-]*[a-z0-9]\Z")
_URL_PREFIX = re.compile(r"(?i)(?<![^\W_])UR[LI]:[ \t]?\Z")
_START_TAG = re.compile(r"<[A-Za-z][\w:.\-]*(?:\s[^<>]*)?>\Z")
_TEX_COMMAND = re.compile(r"\\(?:url|href|path|nolinkurl|burl|urldef)\*?\{\Z")
_TEX_TEXT = re.compile(
    r"(?:\\[A-Za-z]{2,24}\*?|(?i:(?<![^\W_])(?:url|link|note|howpublished|eprint)[ \t]{0,9}=[ \t]{0,9}))\{\Z"
)
"""Other commands, and fields of BibTeX: there a URL may have escapes, but what it ends in belongs to the text."""
_FURTHEST_IN_TEXT = 512
"""How far behind such an opening brace its closer is looked for, in code points."""
_AT_LINE_END = re.compile(r"[ \t]*+(?:\|[ \t]*+)?[\r\n]")
_BEFORE_BAR = re.compile(r"[ \t]*+\|")
_ENDS_IN_HYPHEN = re.compile(r"[-.]*+")
_BBCODE = re.compile(r"(?i)\[(?:url|img|link)\]?\Z")
_SPACED_OPENERS = ("<", "[", "\u00ab")
_RELATIVE = re.compile(r"[\w.~/?#;%][^\s<>\"]*")
_WWW = regex.compile(
    rf"(?i)(?:(?<![[\p{{L}}\p{{N}}.\-@/\\]--[{UNSPACED_SCRIPTS}]])(?<![^\W_]_)(?<![^\W_]__)|(?<=\\[nrt]))"
    r"(?:www[0-9]{0,3}|ftp)\Z",
    regex.V1,
)
_EMPHASIS = re.compile(r"(?<![^\W_])_{1,2}\Z")
_GLUED_WORD = regex.compile(rf"[[\p{{L}}\p{{N}}_\-+.$@\\]--[{UNSPACED_SCRIPTS}]]", regex.V1)
_PAIR_OF = {
    "(": ")",
    "'": "'",
    **{opener: closers[0] for opener, closers in PAIRS.items() if opener not in ">]"},
}


@dataclass(frozen=True, slots=True)
class Options:
    """What to find beside URLs with a scheme, ``www.`` and ``ftp.`` names; the keywords of `delimit`."""

    schemeless: bool = False
    emails: bool = False
    network_path: bool = False
    refang: bool = False
    schemes: frozenset[str] | None = None
    iri: bool = True

    @property
    def is_plain(self) -> bool:
        """True where nothing beyond what is always found was asked for."""
        return not (
            self.schemeless or self.emails or self.network_path or self.refang or self.schemes is not None
        )


@cache
def triggers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile the two patterns that find every place where a URL may be.

    The standard library's `re` searches for a pattern that begins with one literal character at memory speed; what
    stood before it is then looked at from there.
    """
    names = "|".join(f"(?<={name}:)" for name in sorted((*OPAQUE_SCHEMES, "url", "uri")))
    # Times are the commonest colons of logs: a look at the one character before spares looking for every name.
    colon = re.compile(rf":(?=[\S\r\n])(?://|(?<=[A-Za-z]:)(?i:{names})|{TRIGGER})")
    dot = re.compile(r"\.(?<=[wWtT][wWpP0-9]\.)(?<!/www\.)(?=[\w\r\n]|[ \t]{1,8}[\r\n])")
    return colon, dot


def trigger_places(text: str) -> list[int]:
    """Give every place where a URL may be, in order, with the options as they are by default.

    ``text`` may be pieces of text that do not belong together: whatever is found in one of them, its place is given.

    >>> trigger_places("see www.example.org, http://example.org/ or 10:30")
    [7, 25]
    """
    places = [found.start() for found in triggers()[0].finditer(text)]
    names = [at for found in _END_OF_NAME.finditer(text) if _may_be_name(text, at := found.start())]
    return sorted(places + names) if names else places


_END_OF_NAME = re.compile(r"\.(?<=[wWtT][wWpP0-9]\.)")


def _may_be_name(text: str, dot: int) -> bool:
    """Tell whether what stands before a full stop may be ``ftp`` or ``www``, a number behind it or not."""
    before = text[max(0, dot - 6) : dot].lower()
    return before.endswith("ftp") or "www" in before


@lru_cache(maxsize=1024)
def _facts(opened_by: str, ended_by: str, delimiter: str) -> Facts:
    """Share the facts of the many Candidates of which there is nothing else to say."""
    return Facts(opened_by=opened_by, ended_by=ended_by, delimiter=delimiter)


class Opening(NamedTuple):
    """The start of a URL in the text: its scheme, and where its authority or its opaque rest begins."""

    start: int
    body: int
    scheme: str
    opened_by: str
    prefix: int
    """Where a ``URL:`` before it begins; the start itself where there is none."""

    @property
    def hierarchical(self) -> bool:
        """True for ``scheme://``."""
        return self.opened_by == "a scheme and ://"


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
        self._paragraph: Paragraph | None = None

    # --- what announces a URL ---

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
        yield from self._read_names(named, stop, len(self.text))

    def _read_urls(self, start: int, stop: int) -> Iterator[tuple[int, Reading]]:
        colons, dots = triggers()
        dot_hits = dots.finditer(self.text, start, min(stop + 1, len(self.text)))
        dot = next(dot_hits, None)
        for colon in colons.finditer(self.text, start, min(stop + 2, len(self.text))):
            at = colon.start()
            while dot is not None and dot.start() < at:
                if dot.start() >= self.floor and (reading := self.at_dot(dot.start())):
                    yield dot.start(), reading
                dot = next(dot_hits, None)
            if at >= self.floor and (reading := self.at_colon(at)):
                yield at, reading
        while dot is not None:
            if dot.start() >= self.floor and (reading := self.at_dot(dot.start())):
                yield dot.start(), reading
            dot = next(dot_hits, None)

    def _read_names(self, start: int, stop: int, limit: int) -> Iterator[tuple[int, Reading]]:
        """Yield the names without a scheme between two URLs."""
        if start >= stop:
            return
        from urlglean.bare_names import read_names

        for name in read_names(self.text, start, stop, limit, self.runs, floor=self.floor, **self._names):
            yield name.start, self._named(name)

    def _named(self, name: Name) -> Reading:
        start, end, extent = name.start, name.extent.end, name.extent
        facts = Facts(
            alternatives=extent.alternatives,
            notes=extent.notes,
            opened_by=name.opened_by,
            ended_by=extent.ended_by or what_stands(self.text[extent.cut : extent.cut + 1]),
            stripped=self.text[end : extent.cut],
        )
        scheme = "mailto" if name.opened_by == "an address" else "http"
        return Reading(((start, end),), self.text[start:end], max(end, extent.cut), facts, extent.run, scheme)

    def at_colon(self, at: int) -> Reading | None:
        """Read the URL whose scheme ends at offset ``at``; None where there is none."""
        opening = self._hierarchical(at) if self.text.startswith("//", at + 1) else self._opaque(at)
        if opening is None or len(opening.scheme) < 5:
            known = opening is not None and opening.scheme in KNOWN_SCHEMES
            if not known and (split := find_split_scheme(self.text, at, self.floor)) is not None:
                return self._finish_split(split)
        return self._finish(opening) if opening is not None else None

    def at_dot(self, at: int) -> Reading | None:
        """Read a ``www.`` or ``ftp.`` name (RFC 3986 4.5, suffix references)."""
        found = _WWW.search(self.text, max(self.floor, at - 8), at)
        if found is None:
            return None
        start = found.start()
        scheme, opened_by = ("ftp", "ftp.") if found[0][0] in "fF" else ("http", "www.")
        return self._finish(Opening(start, start, scheme, opened_by, self._prefix(start)))

    # --- where it starts ---

    def _hierarchical(self, at: int) -> Opening | None:
        """Look back from ``://`` for the scheme."""
        text = self.text
        low = max(self.floor, at - _LONGEST_SCHEME)
        start = at - 5 if text.startswith("https", max(0, at - 5)) else at - 4
        scheme: str | None = text[max(0, start) : at]
        if start <= low or scheme not in ("http", "https") or not text[start - 1].isspace():
            if (found := _SCHEME.search(text, low, at)) is None:
                return None
            before = text[found.start() - 1 : found.start()] if found.start() > low else ""
            name = found[0].lower()
            if before == "\\":
                name = _behind_escape(name)
            scheme = _believable_scheme(name, before)
            if scheme is None:
                return None
            start = at - len(scheme)
            if text.startswith(":", start - 1):
                start = self._compound(start, low)
        return Opening(start, at + 3, scheme, "a scheme and ://", self._prefix(start))

    def _compound(self, start: int, low: int) -> int:
        """Step back over what may stand before a whole URL and belong to it (``view-source:``)."""
        text = self.text
        while start > low and text[start - 1] == ":":
            found = _COMPOUND_PREFIX.search(text, low, start - 1)
            if found is None:
                break
            prefix = found[0].lower()
            if found.start() > low and text[found.start() - 1] == "\\":
                prefix = _ESCAPE.sub("", prefix)
            if prefix not in COMPOUND_PREFIXES:
                break
            start -= len(prefix) + 1
        return start

    def _opaque(self, at: int) -> Opening | None:
        """Look back from the colon of a known scheme without ``//``, or of a ``URL:`` prefix."""
        text = self.text
        found = _LETTERS.search(text, max(self.floor, at - 12), at)
        if found is None:
            return None
        start, before = found.start(), text[found.start() - 1 : found.start()]
        name = found[0].lower()
        if before == "\\" and name not in OPAQUE_SCHEMES and name[0] in "nrt":
            name, before = name[1:], ""  # a line feed as a program writes it: `\nmailto:`
            start += 1
        if name in ("url", "uri"):
            return Opening(at + 1, at + 1, "", "URL:", start) if before == "<" else None
        if name not in OPAQUE_SCHEMES or (name in LABELS and text[start].isupper()):
            return None
        if _GLUED_WORD.match(before) and not _EMPHASIS.search(text, max(0, start - 4), start):
            return None
        if opaque_rest(name).match(text, at + 1, at + 1 + LONGEST) is None and not (
            before in PAIRS or before == "<"
        ):
            return None  # inside delimiters it may be broken; it is measured once it is put together
        if name == "file" and before == ":":
            start = self._compound(start, max(self.floor, start - _LONGEST_SCHEME))  # `jar:file:/a.jar!/b`
        return Opening(start, at + 1, name, "a known scheme", self._prefix(start))

    def _prefix(self, start: int) -> int:
        """Give the start of a ``URL:`` before ``start`` (it is no part of the URL, RFC 3986 App. C), or ``start``."""
        low = max(self.floor, start - 6)
        lead = self.text[low:start]
        if ":" not in lead:
            return start
        found = _URL_PREFIX.search(self.text, low, start)
        return found.start() if found else start

    # --- where it ends ---

    def _finish(self, opening: Opening) -> Reading | None:
        text = self.text
        before, opener = self._opener(opening.prefix)
        if before == "<":
            enclosed = in_angles(text, opener, opening.start, prefixed=opening.prefix < opening.start)
            if enclosed is not None and (notes := self._notes(opening, enclosed.text)) is not None:
                return self._enclosed(opening, enclosed, "<>", notes)
        if not opening.scheme:
            return None
        run = self.runs.end(opening.body)
        if before == "{" and (reading := self._in_tex(opening, run)):
            return reading
        if before and self._at_line_end(run) and (closers := self._closers(before, opener)):
            enclosed = in_pair(text, opener, opening.start, run, closers)
            if enclosed is not None and (reading := self._in_pair(opening, enclosed, before + closers[0])):
                return reading
        return self._bare(opening, run)

    def _finish_split(self, split: SplitScheme) -> Reading | None:
        """Read the URL whose scheme is broken over lines."""
        text = self.text
        # Where its authority would begin if the first line held all of the scheme: so it is in what is put together.
        body = split.start + len(split.name) + 3
        opening = Opening(split.start, body, split.name, "a scheme and ://", self._prefix(split.start))
        before, opener = self._opener(opening.prefix)
        if before == "<":
            enclosed = in_angles(text, opener, opening.start, prefixed=opening.prefix < opening.start)
            if enclosed is not None and (notes := self._notes(opening, enclosed.text)) is not None:
                return self._enclosed(opening, enclosed, "<>", notes)
        if before and (closers := self._closers(before, opener)):
            enclosed = in_pair(text, opener, opening.start, split.end, closers)
            if enclosed is not None and (reading := self._in_pair(opening, enclosed, before + closers[0])):
                return reading
        run = self.runs.end(split.rest)
        joined = text[split.start : split.end] + text[split.rest : run]
        extent = self._measure(opening, joined, 0, len(joined))
        if "." not in joined[: extent.end] if extent is not None else not joined.endswith("//"):
            return None
        pieces = [(split.start, split.end), (split.rest, run)]
        readings = [(text[split.start : split.end], None), (joined, extent)]
        if (extent is not None and extent.cut < len(joined)) or not self._at_line_end(run):
            return self._decide(opening, pieces, readings, 2)
        return self._wrapped(opening, pieces, readings)

    def _opener(self, prefix: int) -> tuple[str, int]:
        """Give what stands before the URL and where; white space behind some openers is stepped over."""
        at = prefix - 1
        if at < self.floor:
            return "", at
        before = self.text[at]
        if before in " \t\r\n":
            low = max(self.floor, at - 120)
            lead = self.text[low:at].rstrip(" \t\r\n")
            if lead.endswith(_SPACED_OPENERS):
                return lead[-1], low + len(lead) - 1
        return before, at

    def _closers(self, before: str, opener: int) -> str:
        """Give what closes the delimiter at ``opener``; empty where it is none in which a URL may be broken."""
        text, low = self.text, max(self.floor, opener - 200)
        if before == ">":
            return PAIRS[before] if _START_TAG.search(text, low, opener + 1) else ""
        if before == "]":
            return PAIRS[before] if _BBCODE.search(text, low, opener + 1) else ""
        if before == "=":
            return "]" if _BBCODE.search(text, low, opener) else ""
        if before == "(":
            return ")" if text.startswith("]", opener - 1) else ""  # Markdown
        if before == "'":
            return "" if text[opener - 1 : opener].isalnum() else "'"
        return PAIRS.get(before, "")

    def _measure(self, opening: Opening, text: str, start: int, run: int) -> Extent | None:
        """Find where the URL ends in ``text`` (the document's, or one put together) where it stands at ``start``."""
        body = start + opening.body - opening.start
        if opening.opened_by == "a known scheme":
            shape = opaque_rest(opening.scheme)
            if shape.match(text, body, run) is None:
                return None
            find_end = addressed_extent if opening.scheme == "mailto" else opaque_extent
            extent = find_end(text, start, body, run)
            # What is left without its punctuation has to be believed as well.
            return extent if shape.match(text, body, extent.end) else None
        if opening.hierarchical and text.startswith("/", body):
            if not _may_lack_authority(opening.scheme):
                return None
            rest = opaque_extent(text, start, body, run)
            return (
                rest if text[body : rest.end].strip("/") else None
            )  # the root alone is no reference to anything
        if opening.hierarchical:
            found = measure(text, start, body, run, scheme=opening.scheme)
            if found is None and opening.scheme == "file" and _DRIVE.match(text, body, run):
                return opaque_extent(text, start, body, run)
            return found
        authority = find_authority(text, start, run, scheme=opening.scheme)
        if authority is None or not _is_name(text[start : authority.host_end], opening.scheme):
            return None
        if opening.scheme == "ftp" and text.startswith("(", authority.end):
            return None  # a method call
        return after_authority(text, start, authority, run)

    def _notes(self, opening: Opening, joined: str) -> tuple[str, ...] | None:
        """Give the notes on what stands between delimiters; None where it is no plausible URL."""
        if not (self.options.iri or joined.isascii()):
            return None  # the bare rules end it at the first character that is not ASCII
        if not opening.scheme:
            return () if _RELATIVE.match(joined) else None
        extent = self._measure(opening, joined, 0, len(joined))
        return extent.notes if extent is not None else None

    def _enclosed(
        self, opening: Opening, enclosed: Enclosed, delimiter: str, notes: tuple[str, ...]
    ) -> Reading:
        alternatives = enclosed.alternatives
        opened = f"{delimiter[0]!r} before " + (
            opening.opened_by if opening.prefix == opening.start else "a URL: prefix"
        )
        pieces = enclosed.pieces
        facts = _facts(opened, enclosed.ended_by, delimiter)
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

    def _in_pair(self, opening: Opening, enclosed: Enclosed, delimiter: str) -> Reading | None:
        """Read a URL in quotes or brackets that is broken over lines; None where it is not plausible as a whole."""
        extent = self._measure(opening, enclosed.text, 0, len(enclosed.text))
        if not (self.options.iri or enclosed.text.isascii()):
            return None
        if extent is None or extent.cut < len(enclosed.text):
            return None
        clipped = _clip(enclosed.pieces, extent.end)
        enclosed = enclosed._replace(pieces=clipped, text=enclosed.text[: extent.end])
        return self._enclosed(opening, enclosed, delimiter, extent.notes)

    def _in_tex(self, opening: Opening, run: int) -> Reading | None:
        r"""Read the argument of ``\url{...}``: escapes (``\_``) lose their backslash, the closing brace ends it."""
        text, opener = self.text, opening.prefix - 1
        is_address = _TEX_COMMAND.search(text, max(self.floor, opener - 12), opener + 1) is not None
        if not is_address and not _TEX_TEXT.search(text, max(self.floor, opener - 36), opener + 1):
            return None
        limit = opening.start + (FURTHEST_CLOSER if is_address else _FURTHEST_IN_TEXT)
        closer = text.find("}", opening.start, limit)
        if closer < 0 or not (is_address or text.find("\\", opening.start, closer) >= 0):
            return None
        found = _TEX_ARGUMENT.match(text, opening.start, limit)
        if found is None:
            return None
        pieces = _between(_TEX_ESCAPE, text, opening.start, found.end())
        joined = "".join(text[start:end] for start, end in pieces)
        extent = self._measure(opening, joined, 0, len(joined))
        if extent is None or (notes := self._notes(opening, joined)) is None:
            return None
        if not is_address:
            pieces, joined = _clip(pieces, extent.end), joined[: extent.end]
        enclosed = Enclosed(pieces, joined, found.end(), "'}' that closes it")
        return self._enclosed(opening, enclosed, "{}", notes)

    # --- a bare one ---

    def _at_line_end(self, run: int) -> bool:
        """Tell whether the line ends behind ``run``, but for blanks and a box's margin."""
        return _AT_LINE_END.match(self.text, run, run + 200) is not None

    def _bare(self, opening: Opening, run: int) -> Reading | None:
        text, start = self.text, opening.start
        extent = self._measure(opening, text, start, run)
        if extent is not None and not self.options.iri and self._is_inside_a_host(opening.body, run):
            return None
        whole = run if extent is None or _ENDS_IN_HYPHEN.fullmatch(text, extent.cut, run) else extent.cut
        if (
            _BEFORE_BAR.match(text, whole, whole + 200)
            and (joined := self._in_cell(opening, whole, extent)) is not None
        ):
            return joined
        if whole < run and text[whole] == "(" and self._at_line_end(run):
            whole = run  # what the parenthesis needs may stand on the next line
        if whole == run and self._at_line_end(run):
            quick = None
            if extent is not None and extent.end >= run - 1 and opening.prefix == start:
                quick = settled(text, start, opening.body, run, self.known)
            if quick is not None and extent is not None:
                return self._single(opening, extent, (quick,) if quick else ())
            if (joined := self._wrapped(opening, [(start, run)], [(text[start:run], extent)])) is not None:
                return joined
        if extent is None:
            return None
        return self._single(opening, extent)

    def _is_inside_a_host(self, body: int, run: int) -> bool:
        """Tell whether a run of ASCII ends inside a host, before a letter of another script: what it holds is no host.

        A whole name has text glued to it.
        """
        text = self.text
        if not (text[run : run + 1] > "\x7f" and _MORE_OF_A_LABEL.match(text, run)):
            return False
        host = text[max(body, text.rfind("@", body, run) + 1) : run]
        if any(mark in host for mark in "/?#"):
            return False
        name, _, last = host.rpartition(".")
        return not (name and is_top_level_domain(last))

    def _single(self, opening: Opening, extent: Extent, alternatives: tuple[str, ...] = ()) -> Reading:
        text, start, end = self.text, opening.start, extent.end
        opener = text[opening.prefix - 1 : opening.prefix]
        closer = _PAIR_OF.get(opener)
        after = text[extent.cut : extent.cut + 1]
        if opener == "(" and after == ")" and text[opening.prefix - 2 : opening.prefix - 1] == "]":
            end, opener = extent.cut, "]("  # Markdown: its closing parenthesis ends it, not the punctuation
        alternatives = (*extent.alternatives, *alternatives)
        ended_by = extent.ended_by or what_stands(after)
        delimiter = opener + after if (closer is not None and after == closer) or opener == "](" else ""
        opened = opening.opened_by if opening.prefix == start else "a URL: prefix"
        if opener == "<":
            alternatives = (*alternatives, *filter(None, [full_reading(text, opening.prefix - 1, start)]))
        facts = _facts(opened, ended_by, delimiter)
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

    def _in_cell(self, opening: Opening, run: int, extent: Extent | None) -> Reading | None:
        """Read a URL that was broken within the cell of a table; None where it goes no further."""
        trial = [(opening.start, run)]
        readings: list[tuple[str, Extent | None]] = [(self.text[opening.start : run], extent)]
        for piece in rest_of_cell(self.text, opening.start, run):
            trial.append(piece)
            joined = readings[-1][0] + self.text[slice(*piece)]
            readings.append((joined, self._measure(opening, joined, 0, len(joined))))
        if len(trial) == 1 or readings[-1][1] is None:
            return None
        return self._decide(opening, trial, readings, len(trial))

    def _wrapped(
        self, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
    ) -> Reading | None:
        """Follow a bare URL over line breaks as far as the evidence goes; None where it does not go anywhere.

        ``trial`` and ``readings`` hold what is known of it: its first piece, or the two that make its scheme.
        """
        start, extent = opening.start, readings[-1][1]
        paragraph = self._paragraph_at(start)
        taken, owed = len(trial), 0.0
        while len(trial) <= _MOST_PIECES:
            found = find_break(
                self.text, start, trial, self.runs.grammar.run, paragraph, labelled=opening.prefix < start
            )
            if found is None:
                break
            joined = found.before + found.token
            whole = self._measure(opening, joined, 0, len(joined))
            if whole is None and (extent is not None or len(trial) > 1):
                break
            trial.append((found.start, found.end))
            readings.append((joined, whole))
            if whole is not None:
                if is_known(start, joined[: whole.end], self.known, paragraph):
                    taken, owed = len(trial), 0.0
                    continue
                if taken == len(trial) - 1 and found.before[-1] != "/" and found.before in self.known:
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
        return self._decide(opening, trial, readings, taken)

    def _decide(
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
            return self._single(opening, whole, longer) if whole is not None else None
        if whole is None or whole.end <= trial[0][1] - trial[0][0]:
            return None
        pieces = _clip(tuple(trial[:taken]), whole.end)
        shorter = tuple(
            text[: extent.end] for text, extent in (readings[taken - 2], readings[0]) if extent is not None
        )
        hyphens = _without_hyphens(self.text, pieces)
        resume = pieces[-1][1] + whole.cut - whole.end
        others = (*hyphens, *shorter, *longer, *whole.alternatives)
        facts = Facts(
            pieces=pieces if len(pieces) > 1 else (),
            alternatives=tuple(other for other in dict.fromkeys(others) if other != joined[: whole.end]),
            notes=whole.notes,
            opened_by=opening.opened_by,
            ended_by=whole.ended_by or what_stands(self.text[resume : resume + 1]),
            stripped=joined[whole.end : whole.cut],
        )
        return Reading(pieces, joined[: whole.end], resume, facts, trial[-1][1], opening.scheme)

    def _paragraph_at(self, at: int) -> Paragraph:
        paragraph = self._paragraph
        if paragraph is None or not paragraph.serves(at):
            paragraph = self._paragraph = Paragraph(self.text, at)
        return paragraph


def _believable_scheme(name: str, before: str) -> str | None:
    """Decide which part of the letters before ``://`` is the scheme (lower case); None where none of it is.

    >>> _believable_scheme("viewhttp", ""), _believable_scheme("git+ssh", ""), _believable_scheme("12foo", "")
    ('http', 'git+ssh', None)
    """
    scheme = name.lstrip("0123456789+.-")
    if scheme in KNOWN_SCHEMES or _COMPOUND.match(scheme):
        return scheme
    for known in GLUED_SCHEMES:
        if scheme.endswith(known):
            return known
    if len(scheme) < 2 or len(scheme) > 32 or not _SCHEME_SHAPE.match(scheme):
        return None
    if name[: len(name) - len(scheme)][-1:].isdigit() or (
        before and ((before.isalpha() and before.isascii()) or before in "$%@#&")
    ):
        return None
    return scheme


def _behind_escape(name: str) -> str:
    r"""Take off the letters before ``://`` what a backslash before them makes a line feed or a command of LaTeX.

    >>> _behind_escape("nirc"), _behind_escape("nfs"), _behind_escape("verb+https")
    ('irc', 'nfs', 'https')
    >>> _behind_escape("x00file"), _behind_escape("u000asvn")
    ('file', 'svn')
    """
    if name in KNOWN_SCHEMES:
        return name
    command, _, scheme = name.partition("+")
    if command in _TEX_VERBATIM:
        return scheme
    return _ESCAPE.sub("", name)


def _may_lack_authority(scheme: str) -> bool:
    return scheme in EMPTY_AUTHORITY or (
        scheme not in KNOWN_SCHEMES and scheme not in ("http", "https", "ftp")
    )


def _is_name(host: str, scheme: str) -> bool:
    """Tell whether a ``www.`` or ``ftp.`` name can be one: enough labels, and a last one that is no number."""
    labels = host.split(".")
    last = labels[-1]
    if last.isdigit() or len(last) < 2:
        return False
    if scheme == "ftp":
        return len(labels) > 2 and is_top_level_domain(last)
    return len(labels) > 2 or is_top_level_domain(last)


def what_stands(after: str) -> str:
    """Name what ended a run of URL characters."""
    if not after:
        return "the end of the text"
    if after in "\r\n":
        return "the end of the line"
    if after.isspace():
        return "white space"
    return f"{after!r}" if after.isprintable() else f"U+{ord(after):04X}"


def _between(parts: re.Pattern[str], text: str, start: int, stop: int) -> tuple[tuple[int, int], ...]:
    """Give the pieces of ``text[start:stop]`` that lie between the ``parts``."""
    edges = [start, *(edge for part in parts.finditer(text, start, stop) for edge in part.span()), stop]
    return tuple((begin, end) for begin, end in zip(edges[::2], edges[1::2], strict=True) if begin < end)


def _clip(pieces: tuple[tuple[int, int], ...], length: int) -> tuple[tuple[int, int], ...]:
    """Keep the first ``length`` code points of the pieces."""
    kept: list[tuple[int, int]] = []
    for start, end in pieces:
        if length <= 0:
            break
        kept.append((start, min(end, start + length)))
        length -= end - start
    return tuple(kept)


def _without_hyphens(text: str, pieces: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    """Give the reading without the hyphens at line breaks (RFC 3986 App. C), if there is one."""
    parts = [text[start:end] for start, end in pieces]
    other = "".join([part.removesuffix("-") for part in parts[:-1]] + parts[-1:])
    return (other,) if other != "".join(parts) else ()

"""The engine of delimiting: one text, or one window of a stream, to readings.

The text is searched at memory speed for the few characters that announce a URL (``://``, ``www.``, ``mailto:``); only
there does anything else happen: backwards for the start and for a delimiter that was opened, forwards for the end.
Explicit delimiters win over guesses (RFC 3986 Appendix C). Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import PAIRS, Runs, grammar, opener_before
from urlglean.delimiting.openings import Opening, open_hierarchical, open_name, open_opaque
from urlglean.delimiting.readings import (
    BARE_URL,
    IN_ANGLES,
    IN_TEX,
    NOT_ONE,
    Reading,
    Rule,
    Scan,
    Site,
    facts_of,
    what_ended,
)
from urlglean.delimiting.rules import (
    cells,
    enclosed,
    escaped,
    mangled,
    markdown,
    strings,
    tex,
    wide_marks,
    wrapped,
)
from urlglean.delimiting.rules.escaped import ESCAPES_UNDONE
from urlglean.delimiting.rules.split_schemes import TRIGGER, find_split_scheme, read_split
from urlglean.delimiting.schemes import KNOWN_SCHEMES, OPAQUE_SCHEMES, WEB, has_escaped_slashes
from urlglean.errors import require
from urlglean.patterns import lazy_re, lazy_regex

if TYPE_CHECKING:
    from urlglean.delimiting.names.bare import Name

__all__ = ["trigger_places"]

_new = tuple.__new__

# What announces a URL: the few characters that are looked for, at memory speed, in all of a text.

TRIGGER_REACH = 18
"""How much of a text, from the place of a trigger on, tells whether it is one, in code points."""
_END_OF_NAME = lazy_re(r"\.(?<=[wWtT][wWpP0-9]\.)")
_AT_ONCE = 6
"""How many letters are asked for at once."""


@cache
def triggers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the two patterns that find every place where a URL may be.

    The standard library's `re` searches for a pattern that begins with one literal character at memory speed; what
    stood before it is then looked at from there.
    """
    last = itemgetter(-1)
    ending = {  # by their last letters, some of these at once: what ends in another one is not compared with each name
        letter: rf"(?<={letter}:)(?:{'|'.join(f'(?<={name}:)' for name in found)})"
        for letter, found in groupby(sorted(OPAQUE_SCHEMES, key=last), key=last)
    }
    some = ("".join(ending)[start : start + _AT_ONCE] for start in range(0, len(ending), _AT_ONCE))
    names = "|".join(rf"(?<=[{few}]:)(?:{'|'.join(map(ending.__getitem__, few))})" for few in some)
    # Behind a blank, only what `<mailto: jim@example.org>` has, and `<URL: ../b.html>`, which may be a word of prose.
    # Times are the commonest colons of logs: a look at the one character before spares looking for every name.
    # `<URL:<URL:` holds no relative reference, nor is `www.` the first label of a name behind a full stop.
    slash = r"\\{1,2}(?:\\?/|u002[fF]|x2[fF])"  # as strings of programs escape it
    colon = lazy_re(
        r":(?=[\S\r\n]|[ \t]{1,3}[\r\n]|(?<=<[Mm][Aa][Ii][Ll][Tt][Oo]:)[ \t]{1,3}\S"
        r"|(?<=<[Uu][Rr][IiLl]:)[ \t]{1,3}(?:[/?#]|\.{1,2}/)[^\s<>])"
        rf"(?://|(?<=[A-Za-z\\]:)(?:(?i:{names}|(?<=ur[il]:)(?!<))|{slash}{slash}|{TRIGGER}))"
    )
    dot = lazy_re(
        r"\.(?<=[wWtT][wWpP0-9]\.)(?<!/www\.)(?<![^.]\.www\.)"
        r"(?=[\w\r\n\u2190-\u2bff\U0001f000-\U0001faff]|[ \t]{1,8}[\r\n])"
    )
    return colon, dot


def trigger_places(text: str, start: int = 0) -> list[int]:
    """Give every place in ``text[start:]`` where a URL may be, in order, with the options as they are by default.

    ``text`` may be pieces of text that do not belong together: whatever is found in one of them, its place is given.

    >>> trigger_places("see www.example.org, http://example.org/ or 10:30")
    [7, 25]
    """
    places = [found.start() for found in triggers()[0].finditer(text, start)]
    names = [at for found in _END_OF_NAME.finditer(text, start) if _may_be_name(text, at := found.start())]
    return sorted(places + names) if names else places


def _may_be_name(text: str, dot: int) -> bool:
    """Tell whether what stands before a full stop may be ``ftp`` or ``www``, a number behind it or not."""
    before = text[max(0, dot - 6) : dot].lower()
    return before.endswith("ftp") or "www" in before


# What is asked there: the options, and the table of the rules.

LOOK_BEHIND = 1 << 14
LOOK_AHEAD = 1 << 17
"""How far around a trigger a decision may look, so that a stream can be read in windows."""
_OF_A_LABEL = lazy_regex(r"[\p{L}\p{M}\p{N}\p{S}]")
_MARK_OF_NAMES = lazy_re("[.@:/]")
"""What no name without a scheme is without."""
_MARK_OF_ADDRESSES = lazy_re(r"[@\\]")
"""The same of addresses: an escape of a manual page may stand for the sign."""
_ADDRESS = lazy_re(r"[\w.+\-]{1,64}(?P<sign>@)[\w.\-]+(?![\w.\-]|[/?#]|:[0-9])")
"""What may be an address and no URL, though its first word is that of a name: ``www.joe@example.org``."""
_SCHEME = lazy_re(r"[A-Za-z][A-Za-z0-9]{0,31}://")
"""What no URL of the Web has for a host: another URL's scheme."""
_LONGEST_HOST = 1024
"""How far the host of a name reaches at most, userinfo before it included: a URL glued to it ends it."""


_FLAGS = ("schemeless", "emails", "network_path", "refang", "iri")


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
        require(bool, **{name: getattr(self, name) for name in _FLAGS})

    @property
    def is_plain(self) -> bool:
        """True where nothing beyond what is always found was asked for."""
        return not (
            self.schemeless or self.emails or self.network_path or self.refang or self.schemes is not None
        )


Guard = Callable[[str, str, str], bool]
"""Tells whether a rule is to be asked, by the character before the URL, the last one of its run, and the one behind it.

The first and the third are empty where there is none. What a guard says of three characters is asked once.
"""


def anywhere(before: str, last: str, after: str) -> bool:
    """Let a rule be asked at every site."""
    return True


def behind(openers: str) -> Guard:
    """Let a rule be asked behind any of these characters."""
    return lambda before, last, after: before != "" and before in openers


def at(signs: str) -> Guard:
    """Let a rule be asked where one of these characters ends the run."""
    return lambda before, last, after: after != "" and after in signs


def both(one: Guard, other: Guard) -> Guard:
    """Let a rule be asked where both guards do."""
    return lambda *characters: one(*characters) and other(*characters)


def either(one: Guard, other: Guard) -> Guard:
    """Let a rule be asked where one of two guards does."""
    return lambda *characters: one(*characters) or other(*characters)


class Row(NamedTuple):
    """A rule in the table: what it reads, as users are told, where it is asked, and the function that answers."""

    name: str
    guard: Guard
    read: Rule


_AT_QUOTE = either(at('"'), lambda before, last, after: last in "'+")
_BEHIND_ANGLE = either(behind("<"), lambda before, last, after: not before)
_AT_BACKSLASH = at("\\")
_AT_LINE_END = at(" \t|\r\n")  # or there may be blanks, or the margin of a box, before it
_AT_SOFT_BREAK = both(at("\r\n"), lambda before, last, after: last == "=")
_IN_A_PAIR = behind("".join(PAIRS) + "(='")


def _in_a_label(before: str, last: str, after: str) -> bool:
    """Let a rule be asked where what follows, beyond ASCII, may be part of a host."""
    return after > "\x7f" and _OF_A_LABEL.match(after) is not None


_CELL = "the cell of a table"
_ESCAPES = "escapes"
_SPLIT_SCHEME = "a scheme broken over lines"
_NAME = "a name without a scheme"
RULES = (
    Row("a string that goes on in the next one", _AT_QUOTE, strings.in_strings),
    Row("a soft break of quoted-printable", _AT_SOFT_BREAK, mangled.below_soft_breaks),
    Row("the DOI of an article, with angle brackets", at("<"), wrapped.of_an_article),
    Row(_CELL, both(behind("<"), _AT_LINE_END), cells.in_cell),
    Row(IN_ANGLES, behind("<"), enclosed.read_in_angles),
    Row("a URL with the asterisks of Gmail", at("<"), mangled.with_asterisks),
    Row("a relative reference, which only <URL:...> holds", _BEHIND_ANGLE, enclosed.relative_reference),
    Row(IN_TEX, behind("{"), tex.in_tex),
    Row("[...](...) with escapes", both(behind("("), _AT_BACKSLASH), markdown.in_markdown),
    Row("a pair over line ends", both(_IN_A_PAIR, _AT_LINE_END), enclosed.read_in_pair),
    Row("a backslash that ends its line", _AT_BACKSLASH, strings.below),
    Row("a regular expression", either(behind("^"), _AT_BACKSLASH), escaped.in_pattern),
    Row(_ESCAPES, _AT_BACKSLASH, escaped.with_escapes),
    Row("a host that goes on beyond ASCII", _in_a_label, wrapped.inside_a_host),
    Row("punctuation of East Asia in a title", at(wide_marks.WIDE_MARKS), wide_marks.across_wide_marks),
    Row(_CELL, anywhere, cells.in_cell),
    Row(BARE_URL, anywhere, wrapped.read),
)
"""The rules that read a URL, in the order they are asked; the first answer counts.

Some have no row, for the table is asked where a scheme was found: `rules.split_schemes` reads those that are themselves
broken over lines, and `Scanner.at_colon` asks it where what stands before a colon is none or may be the end of one;
where the colon or the slashes are escaped it asks `rules.escaped`; and what has no scheme `names.bare` reads.
"""


def _by(rule: str, reading: Reading) -> Reading:
    """Name the rule that read a URL."""
    facts = reading.facts
    return reading if facts.rule == rule else reading._replace(facts=facts._replace(rule=rule))


@lru_cache(maxsize=4096)
def _rules_at(before: str, ends: str) -> tuple[tuple[str, Rule], ...]:
    """Give the rules to ask where ``before`` stands before a URL; ``ends`` are the last character and what follows."""
    return tuple((row.name, row.read) for row in RULES if row.guard(before, ends[0], ends[1:]))


class Scanner(Scan):
    """Reads the Candidates of one text, or of one window of a stream."""

    __slots__ = ("_mark_of_names", "_names", "options")

    def __init__(self, text: str, known: Container[str], options: Options, *, floor: int = 0) -> None:
        super().__init__(text, known, Runs(text, grammar(iri=options.iri)), floor=floor)
        self.options = options
        self._names = (options.schemeless, options.emails, options.network_path)
        is_any = options.schemeless or options.network_path
        self._mark_of_names = _MARK_OF_NAMES if is_any else _MARK_OF_ADDRESSES

    def read(self, start: int, stop: int) -> Iterator[tuple[int, Reading]]:
        """Yield each reading with its trigger's offset, for the triggers in ``[start:stop]``, in order.

        Whoever takes a reading moves ``floor`` to its ``resume``: nothing before the floor is read again.
        """
        if not any(self._names):
            yield from self._read_urls(start, stop)
            return
        named = start
        for at, reading in self._read_urls(start, stop):
            begin = reading.pieces[0][0]
            yield from self._read_names(named, begin, begin)
            if begin >= self.floor:
                yield at, reading
            named = max(self.floor, begin)
        end = len(self.text)
        behind = next(self._read_urls(stop, min(stop + _LONGEST_HOST, end)), None) if stop < end else None
        yield from self._read_names(named, stop, behind[1].pieces[0][0] if behind else end)

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
        if start >= (stop := min(stop, limit)) or self._mark_of_names.search(self.text, start, limit) is None:
            return
        from urlglean.delimiting.names.bare import NameKinds, read_names

        wanted = NameKinds(*self._names)
        for name in read_names(self.text, start, stop, limit, self.runs, self.floor, wanted):
            if name.start >= self.floor:
                yield name.start, self._name_with_escapes(name) or self._named(name)

    def _name_with_escapes(self, name: Name) -> Reading | None:
        """Read the name that goes on behind an escape; None where it does not."""
        run = name.extent.run
        if (
            name.said
            or name.extent.cut < run
            or name.opened is Opened.ADDRESS
            or not self.text.startswith("\\", run)
        ):
            return None
        start = name.start
        opening = Opening(start, start, "http", name.opened, start)
        reading = escaped.read_behind_escape(self, opening, run)
        return _by(_ESCAPES, reading) if reading is not None else None

    def _named(self, name: Name) -> Reading:
        start, end, extent = name.start, name.extent.end, name.extent
        said = name.said or self.text[start:end]
        facts = facts_of(
            name.opened,
            what_ended(extent, self.text[extent.cut : extent.cut + 1]),
            alternatives=extent.alternatives,
            notes=(*extent.notes, ESCAPES_UNDONE) if name.said else extent.notes,
            stripped=self.text[end : extent.cut],
            rule=_NAME,
        )
        return Reading(((start, end),), said, max(end, extent.cut), facts, extent.run)

    def at_colon(self, at: int) -> Reading | None:
        """Read the URL whose scheme ends at offset ``at``; None where there is none."""
        if self.text.startswith("/", at - 1):
            return None  # no scheme ends so, nor does what stands before one that is broken over lines
        if self.text[at + 1 : at + 2] == "\\" or self.text[at - 1 : at] == "\\":
            return self._at_escaped_colon(at)
        look_back = open_hierarchical if self.text.startswith("//", at + 1) else open_opaque
        opening = look_back(self.text, at, self.floor)
        if opening is not None and opening.scheme in WEB and _SCHEME.match(self.text, opening.body):
            return None  # the later one counts
        if opening is None or len(opening.scheme) < 5:
            known = opening is not None and opening.scheme in KNOWN_SCHEMES
            if not known and (split := find_split_scheme(self.text, at, self.floor)) is not None:
                reading = read_split(self, split)
                return _by(_SPLIT_SCHEME, reading) if reading is not None else None
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
        reading = escaped.read_escaped(self, opening, slashes=slashes)
        return _by(_ESCAPES, reading) if reading is not None else None

    def at_dot(self, at: int) -> Reading | None:
        """Read a ``www.`` or ``ftp.`` name whose first full stop is at offset ``at``; None where there is none."""
        opening = open_name(self.text, at, self.floor)
        if opening is None or self._is_address(opening.body):
            return None
        return self._finish(opening)

    def _is_address(self, body: int) -> bool:
        """Tell whether the name that begins at ``body`` is but the beginning of an address."""
        found = _ADDRESS.match(self.text, body)
        if found is None:
            return False
        from urlglean.delimiting.names.addresses import address_around

        return address_around(self.text, found.start("sign"), self.floor, len(self.text)) is not None

    def _finish(self, opening: Opening) -> Reading | None:
        """Ask the rules for the URL of an opening."""
        text, run = self.text, self.runs.end(opening.body)
        before, opener = opener_before(text, opening.prefix, self.floor)
        site: Site = _new(Site, (opening, before, opener, run))
        for name, read in _rules_at(before, text[run - 1 : run + 1]):
            reading = read(self, site)
            if reading is not None:
                return _by(name, reading) if reading is not NOT_ONE else None
        return None

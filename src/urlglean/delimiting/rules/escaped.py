r"""URLs with escapes in them, which belong to what they stand in: ``"http:\/\/a\/?b=1\u0026c"``, ``https\://a/``.

What the escapes of a regular expression stand in is a pattern, and no URL. Offsets are code points of the text at hand.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import CLOSER, LONGEST, Runs
from urlglean.delimiting.ends.extent import Extent, opened_extent
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.readings import NOT_ONE, Nothing, Reading, Scan, Site, facts_of, what_ended
from urlglean.delimiting.schemes import (
    CHARACTER,
    LONGEST_ESCAPE,
    SIGN,
    SLASH,
    escaped_at,
    escapes_in,
    without_escapes,
)
from urlglean.patterns import lazy_re

_ESCAPED_DOT = lazy_re(r"\\{1,4}\.[\w\\]")
_BEHIND_HOST = lazy_re(r"[/?#]")
_REPEATED = lazy_re(r"\.[*+]|[)\]][*+?]|\[\^|\(\?[:=!]")
_FURTHEST_SIGN = 512
"""How far behind the beginning of a host such a sign is looked for, in code points."""
_LITERAL = lazy_re(
    r"(?:[^\s\"<>\\*+\[\]{}()|^$]|\\[.\-_'])*+(?<!:)\)?[.,;]?(?:[\s\"<>]|\\\.(?:\s|\Z)|\\f[A-Z(\[]|\Z)"
)
_SIGN = lazy_re(r"[*+?()\[\]{}|^$]")


def in_pattern(scan: Scan, site: Site) -> Literal[Nothing.NOT_ONE] | None:
    r"""Tell of what looks like a URL that it is a regular expression: ``https://github\.com/.*``."""
    return NOT_ONE if is_pattern(scan.text, site.before, site.opening.body, site.run) else None


def is_pattern(text: str, opener: str, body: int, run: int) -> bool:
    r"""Tell whether the URL whose host begins at ``body`` and whose run ends at ``run`` is a pattern.

    It is where the host goes on with an escaped full stop and more of it has a sign of patterns, or where it stands
    right behind ``^`` and has such a full stop anywhere, or something in it is repeated, excluded, or the end of the
    text.

    >>> is_pattern(r"https://github\.com/.*", "", 8, 14), is_pattern("^http://a.b/.*$", "^", 8, 15)
    (True, True)
    """
    is_caret = opener == "^"
    is_optional = text[run - 1] == "?"  # the letter before it, not the path: `videos?\.example\.org`
    if _ESCAPED_DOT.match(text, run) and (is_caret or not _BEHIND_HOST.search(text, body, run - is_optional)):
        return is_caret or is_optional or not is_literal(text, body)
    if not is_caret:
        return False
    near = min(run, body + _FURTHEST_SIGN)
    return text.startswith("$", run - 1) or _REPEATED.search(text, body, near) is not None


def is_literal(text: str, body: int) -> bool:
    r"""Tell whether the URL whose host begins at ``body`` has nothing of a pattern but escaped full stops.

    Manual pages escape them, too (``https://github\.com/a``, as ronn writes them).
    """
    return _LITERAL.match(text, body, body + _FURTHEST_SIGN) is not None


def is_pattern_between_slashes(text: str, opener: str, body: int, stop: int) -> bool:
    r"""Tell whether a URL with escaped slashes is a pattern: behind ``^``, or between slashes, with a sign of patterns.

    >>> text = r"/https:\/\/a.b\/([0-9]+)/"
    >>> is_pattern_between_slashes(text, "/", 11, 24), is_pattern_between_slashes(text, '"', 11, 24)
    (True, False)
    """
    enclosed = opener == "^" or (opener == "/" and text.startswith("/", stop))
    return enclosed and _SIGN.search(text, body, stop) is not None


_WITH_ESCAPED_SLASHES = lazy_re(rf'(?:[^\s"<>\\/]++|{SLASH}|{CHARACTER}|\\:)*+')
_WITH_PLAIN_SLASHES = lazy_re(rf'(?:[^\s"<>\\]++|{CHARACTER}|{SIGN})*+')
_OF_A_PATTERN = lazy_re(r"\\{1,4}[.?*+()\[\]{}|^$\-dDwWsSbB]")
_LEAD = 32
"""How much before the URL tells how its quotes and brackets are meant, in code points."""
_FIRST_LOOK = 256
"""How far a URL is looked for at first, in code points; it may be longer."""
ESCAPES_UNDONE = "escapes undone"
"""The note on what was read so."""


class _Said(NamedTuple):
    """A URL without its escapes, in a text with a little of what stands around it."""

    text: str
    begin: int
    extent: Extent
    raw: str
    """What it was made from, from the start of the URL on."""
    end: int
    """Where that ends in the text."""

    def may_go_on(self, size: int) -> bool:
        """Tell whether the URL reaches to where its first ``size`` code points end, or to an escape there."""
        is_open = self.extent.cut == self.extent.run > self.end - LONGEST_ESCAPE
        return is_open and len(self.raw) > size - LONGEST_ESCAPE and size < LONGEST

    def length_of(self, offset: int) -> int:
        """Give how much of ``raw`` stands for the text before an offset, from the start of the URL on."""
        if offset == self.end:
            return len(self.raw)  # nearly always, and the way back need not be made
        wanted = offset - self.begin  # as `Rewritten.end` finds it, but no escape behind that is read
        said = read = 0
        for start, end, meant in escapes_in(self.raw):
            if said + start - read >= wanted:
                break
            said, read = said + start - read + len(meant), end
        return read + wanted - said


def with_escapes(scan: Scan, site: Site) -> Reading | None:
    """Read the URL of a site whose run ends at an escape."""
    return read_behind_escape(scan, site.opening, site.run)


def read_behind_escape(scan: Scan, opening: Opening, run: int) -> Reading | None:
    """Read the URL that goes on behind an escape at ``run``; None where it does not."""
    escape = escaped_at(scan.text, run)
    slashes = escape.endswith("/")
    if not escape or (slashes and opening.opened is Opened.SCHEME):  # that has slashes which are not escaped
        return None
    if escape == "\\'" and scan.text[opening.prefix - 1 : opening.prefix] != "'":
        return None  # a string holds more than the URL: its apostrophe may be the prose's
    return read_escaped(scan, opening, slashes=slashes)


def read_escaped(scan: Scan, opening: Opening, *, slashes: bool) -> Reading | None:
    r"""Read the URL of an opening, and undo the escapes in it; None where it is no plausible one.

    ``slashes`` says that its slashes are escaped: then one that is not ends it.
    """
    text, size = scan.text, _FIRST_LOOK
    while (said := _read(scan, opening, size, slashes=slashes)) is not None and said.may_go_on(size):
        size *= 4  # so that much is looked at only where much belongs to the URL
    if said is None:
        return None
    start, begin, extent = opening.start, said.begin, said.extent
    cut = start + said.length_of(extent.cut)
    end = cut if extent.end == extent.cut else start + said.length_of(extent.end)
    alternatives = extent.alternatives
    if not slashes:
        escape = said.raw.find("\\")
        if end <= start + escape:
            return None  # what is escaped there ends it, or is punctuation behind it
        if (shorter := opened_extent(opening, text, start, start + escape)) is not None:
            alternatives = (*alternatives, text[start : shorter.end])
    opener, after = text[opening.prefix - 1 : opening.prefix], text[cut : cut + 1]
    facts = facts_of(
        opening.opened,
        what_ended(extent, after),
        opened_by=opening.told,
        delimiter=opener + after if after and CLOSER.get(opener) == after else "",
        alternatives=tuple(dict.fromkeys(alternatives)),
        notes=(*extent.notes, ESCAPES_UNDONE),
        stripped=text[end:cut],
    )
    read, reach = said.text[begin : extent.end], start + len(said.raw)
    return Reading(((start, end),), read, max(end, cut), facts, reach)


def _read(scan: Scan, opening: Opening, size: int, *, slashes: bool) -> _Said | None:
    """Read it in the first ``size`` code points."""
    text, start = scan.text, opening.start
    found = (_WITH_ESCAPED_SLASHES if slashes else _WITH_PLAIN_SLASHES).match(text, start, start + size)
    stop = found.end() if found else start
    opener = text[opening.prefix - 1 : opening.prefix]
    if slashes and (
        _OF_A_PATTERN.match(text, stop) or is_pattern_between_slashes(text, opener, opening.body, stop)
    ):
        return None
    lead, raw = text[max(scan.floor, start - _LEAD) : start], text[start:stop]
    behind = text[stop : stop + 1 + text.startswith('\\"', stop)]  # with what a string escapes
    if "\\." in raw and (opener == "^" or not is_literal(text, start + raw.find("//") + 2)):
        return None
    # A slash that is not escaped does not belong to it: a backslash ends every URL.
    said, begin = lead + without_escapes(raw), len(lead)
    end = len(said)
    if behind[:1] == "\\" and is_pattern(
        said + text[stop : stop + 6], "", begin + len(opening.scheme) + 3, end
    ):
        return None
    said += "\\" if behind == "/" else behind
    run = Runs(said, scan.runs.grammar).end(begin)
    if lead.endswith("<") and (bar := said.find("|", begin, run)) >= 0:
        run = bar  # <http:\/\/a|label>, as chat programs write it
    extent = opened_extent(opening, said, begin, run)
    return _Said(said, begin, extent, raw, end) if extent is not None else None

r"""URLs with escapes in them, which belong to what they stand in: ``"http:\/\/a\/?b=1\u0026c"``, ``https\://a/``.

Strings of JSON and of programs escape slashes and signs, properties of Java colons, Markdown, TeX and shells some of
the signs that mean something there, roff hyphens. What the escapes of a regular expression stand in is a pattern, and
no URL. Offsets are code points of the text at hand.
(RFC 8259 7; ECMA-262 12.9.4; java.util.Properties; CommonMark 2.4; groff(7), Escape sequences)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from urlglean.candidate import Facts
from urlglean.delimiters import CLOSER
from urlglean.extent import Extent
from urlglean.opened_extent import opened_extent
from urlglean.openings import Opening
from urlglean.patterns import is_literal, is_pattern, is_pattern_between_slashes
from urlglean.readings import Reading, what_stands
from urlglean.runs import LONGEST, Grammar, Runs

__all__ = ["ESCAPES_UNDONE", "escaped_at", "has_escaped_slashes", "read_escaped", "without_escapes"]

_SLASH = r"\\{1,3}(?:/|u002[fF]|x2[fF])"
_CHARACTER = r"\\{1,3}(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"
_HIGH = r"\\{1,3}u[dD][89abAB][0-9A-Fa-f]{2}(?=\\{1,3}u[dD][c-fC-F])"
_SIGN = (  # each before what it stands before in a URL: the end of one may be escaped for another reason
    r"\\{1,2}(?:[_\-](?=[\w/.(]|%[0-9A-Fa-f]{2}|\\{1,2}[_\-])|[=#~](?=[\w/.%])|%(?=[0-9A-Fa-f]{2})"
    r"|:(?=[/\w#?~]|\\{1,3}/|\\:|\.\w|%[0-9A-Fa-f]{2})"
    r"|&(?=\.|[\w.%\-]{1,64}\\{0,2}(?:[=&]|[^\w.%\-]|\Z)))|\\\.(?=\w)|\\(?:\[ti\]|\(ti)(?=\w)"
)
_ESCAPE = re.compile(rf"{_SLASH}|{_HIGH}{_CHARACTER}|{_CHARACTER}|{_SIGN}")
_TWO_SLASHES = re.compile(_SLASH + _SLASH)
_WITH_ESCAPED_SLASHES = re.compile(rf'(?:[^\s"<>\\/]++|{_SLASH}|{_CHARACTER}|\\:)*+')
_WITH_PLAIN_SLASHES = re.compile(rf'(?:[^\s"<>\\]++|{_CHARACTER}|{_SIGN})*+')
_NUMBER = (
    r"\\{1,3}(?:(?:u00|x)(?:2[1-9a-fA-F]|3[a-fA-F]|40|5[b-fB-F]|60|7[b-eB-E])|u(?!00[0-9])[0-9A-Fa-f]{4})"
)
"""What is no letter or digit of ASCII: nobody escapes those, and ``\\x64`` is a folder of Windows. ``\\xe9`` may be a
byte as well as a letter."""
_GOES_ON = re.compile(rf"{_SLASH}|{_NUMBER}|{_SIGN}")
_OF_A_PATTERN = re.compile(r"\\{1,4}[.?*+()\[\]{}|^$\-dDwWsSbB]")
_BREAKABLE = frozenset("/.?&=_-#")
"""Behind what roff has ``\\:``, where a line may break."""
_LEAD = 32
"""How much before the URL tells how its quotes and brackets are meant, in code points."""
_FIRST_LOOK = 1024
"""How far a URL is looked for at first, in code points; it may be longer."""
_LONGEST_ESCAPE = 18
ESCAPES_UNDONE = "escapes undone"
"""The note on what was read so."""


def has_escaped_slashes(text: str, at: int) -> bool:
    """Tell whether two escaped slashes stand at offset ``at``."""
    return _TWO_SLASHES.match(text, at) is not None


def escaped_at(text: str, at: int) -> str:
    """Give the escape at offset ``at`` that a URL may go on with; empty where there is none."""
    found = _GOES_ON.match(text, at)
    return found[0] if found else ""


class _Said(NamedTuple):
    """A URL without its escapes, in a text with a little of what stands around it."""

    text: str
    begin: int
    extent: Extent
    raw: str
    """What it was made from, from the start of the URL on."""
    end: int
    """Where that ends in the text."""

    def length_of(self, offset: int) -> int:
        """Give how much of ``raw`` stands for the text before an offset, from the start of the URL on."""
        return len(self.raw) if offset == self.end else _length_of(self.raw, offset - self.begin)


def read_escaped(
    text: str, opening: Opening, grammar: Grammar, floor: int, *, slashes: bool
) -> Reading | None:
    r"""Read the URL of an opening, and undo the escapes in it; None where it is no plausible one.

    ``slashes`` says that its slashes are escaped: then one that is not ends it.
    """
    size = _FIRST_LOOK
    said = _read(text, opening, grammar, floor, size, slashes=slashes)
    while said and said.extent.cut == said.extent.run and len(said.raw) > size - _LONGEST_ESCAPE:
        if size >= LONGEST:
            break
        size *= 4  # so that much is looked at only where much belongs to the URL
        said = _read(text, opening, grammar, floor, size, slashes=slashes)
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
    facts = Facts(
        delimiter=opener + after if after and CLOSER.get(opener) == after else "",
        alternatives=tuple(dict.fromkeys(alternatives)),
        notes=(*extent.notes, ESCAPES_UNDONE),
        opened_by=opening.opened_by if opening.prefix == start else "a URL: prefix",
        ended_by=extent.ended_by or what_stands(after),
        stripped=text[end:cut],
    )
    read, reach = said.text[begin : extent.end], start + len(said.raw)
    return Reading(((start, end),), read, max(end, cut), facts, reach, opening.scheme)


def _read(
    text: str, opening: Opening, grammar: Grammar, floor: int, size: int, *, slashes: bool
) -> _Said | None:
    """Read it in the first ``size`` code points."""
    start = opening.start
    found = (_WITH_ESCAPED_SLASHES if slashes else _WITH_PLAIN_SLASHES).match(text, start, start + size)
    stop = found.end() if found else start
    opener = text[opening.prefix - 1 : opening.prefix]
    if slashes and (
        _OF_A_PATTERN.match(text, stop) or is_pattern_between_slashes(text, opener, opening.body, stop)
    ):
        return None
    lead, raw, behind = text[max(floor, start - _LEAD) : start], text[start:stop], text[stop : stop + 1]
    if "\\." in raw and (opener == "^" or not is_literal(text, start + raw.find("//") + 2)):
        return None
    # A slash that is not escaped does not belong to it: a backslash ends every URL.
    said, begin = lead + without_escapes(raw), len(lead)
    end = len(said)
    if behind == "\\" and is_pattern(said + text[stop : stop + 6], "", begin + len(opening.scheme) + 3, end):
        return None
    said += "\\" if behind == "/" else behind
    run = Runs(said, grammar).end(begin)
    if lead.endswith("<") and (bar := said.find("|", begin, run)) >= 0:
        run = bar  # <http:\/\/a|label>, as chat programs write it
    extent = opened_extent(opening, said, begin, run)
    return _Said(said, begin, extent, raw, end) if extent is not None else None


def without_escapes(raw: str) -> str:
    r"""Undo the escapes of a URL; a backslash that escapes nothing a URL goes on with stays.

    >>> without_escapes(r"http:\/\/a\/?b\u0026\ud83d\ude00")
    'http://a/?b&😀'
    """
    said = raw.replace("\\/", "/")  # there are hardly any others
    return _ESCAPE.sub(_meaning, raw) if "\\" in said else said


def _length_of(raw: str, length: int) -> int:
    r"""Give how many code points of ``raw`` the first ``length`` without escapes are.

    >>> _length_of(r"a\/b\/c", 2), _length_of(r"a\/b\/c", 3)
    (3, 4)
    """
    extra = 0
    for found in _ESCAPE.finditer(raw):
        if found.start() - extra >= length:
            break
        extra += len(found[0]) - len(_meaning(found))
    return length + extra


def _may_break(text: str, start: int, end: int) -> bool:
    r"""Tell whether an escaped colon is none, but a place where roff may break a line.

    >>> _may_break(r"http://a.b\:/c", 10, 12), _may_break(r"http\://a.b", 4, 6), _may_break(r"http://a\:80", 8, 10)
    (True, False, False)
    """
    if text[start - 1 : start] in _BREAKABLE or text.startswith("\\:", end):
        return True
    return text[end : end + 1] in {"/", "#", "?", "~", "%"} and text.find("//", 0, start) >= 0


def _meaning(escape: re.Match[str]) -> str:
    """Say what an escape stands for."""
    text, start, end = escape.string, escape.start(), escape.end()
    mark = text[end - 1]
    if mark in ":&" and (text.startswith(".", end) or (mark == ":" and _may_break(text, start, end))):
        return ""  # of roff
    if mark in "i]":
        return "~"
    if mark in "/_-=#~%:&.":
        return mark
    numbers = [int(part.lstrip("ux"), 16) for part in escape[0].split("\\") if part]
    if len(numbers) == 2:  # a pair of surrogates
        return chr(0x10000 + ((numbers[0] - 0xD800) << 10) + (numbers[1] - 0xDC00))
    return chr(numbers[0])

r"""URLs in strings of JSON, JavaScript and the like, their slashes or signs escaped: ``"http:\/\/a\/?b=1\u0026c"``.

What the escapes of a regular expression stand in is a pattern, and no URL. Offsets are code points of the text at hand.
(RFC 8259 7; ECMA-262 12.9.4)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from urlglean.delimiters import CLOSER
from urlglean.document import Facts
from urlglean.extent import Extent
from urlglean.opened_extent import opened_extent
from urlglean.openings import Opening
from urlglean.readings import Reading, what_stands
from urlglean.rewritten import Rewriting, Rewritten
from urlglean.runs import LONGEST, Grammar, Runs

__all__ = ["escaped_at", "has_escaped_slashes", "read_escaped"]

_SLASH = r"\\{1,3}(?:/|u002[fF]|x2[fF])"
_CHARACTER = r"\\{1,3}(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"
_HIGH = r"\\{1,3}u[dD][89abAB][0-9A-Fa-f]{2}(?=\\{1,3}u[dD][c-fC-F])"
_ESCAPE = re.compile(rf"{_SLASH}|{_HIGH}{_CHARACTER}|{_CHARACTER}")
_TWO_SLASHES = re.compile(_SLASH + _SLASH)
_ESCAPED_SLASH = re.compile(_SLASH)
_WITH_ESCAPED_SLASHES = re.compile(rf'(?:[^\s"<>\\/]++|{_SLASH}|{_CHARACTER})*+')
_WITH_PLAIN_SLASHES = re.compile(rf'(?:[^\s"<>\\]++|{_CHARACTER})*+')
_ESCAPED_SIGN = re.compile(r"\\{1,3}(?:u00|x)(?:2[0-9a-fA-F]|3[a-fA-F]|40|5[b-fB-F]|60|7[b-eB-E])")
"""What is no letter or digit: nobody escapes those, and ``\\x64`` is a folder of Windows."""
_OF_A_PATTERN = re.compile(r"\\{1,4}[.?*+()\[\]{}|^$\-dDwWsSbB]")
_LEAD = 32
"""How much before the URL tells how its quotes and brackets are meant, in code points."""
_FIRST_LOOK = 1024
"""How far a URL is looked for at first, in code points; it may be longer."""
_LONGEST_ESCAPE = 18
_NOTE = "escapes of a string undone"


def has_escaped_slashes(text: str, at: int) -> bool:
    """Tell whether two escaped slashes stand at offset ``at``."""
    return _TWO_SLASHES.match(text, at) is not None


def escaped_at(text: str, at: int) -> str:
    """Give the escape at offset ``at`` that a URL may go on with, of a slash or a sign; empty where there is none."""
    found = _ESCAPED_SLASH.match(text, at) or _ESCAPED_SIGN.match(text, at)
    return found[0] if found else ""


class _Unescaped(NamedTuple):
    """A URL as the string says it, in a text with a little of what stands around it."""

    whole: Rewritten
    begin: int
    extent: Extent
    stop: int
    """How far the text was looked at that it was made from."""


def read_escaped(
    text: str, opening: Opening, grammar: Grammar, floor: int, *, slashes: bool
) -> Reading | None:
    r"""Read the URL of an opening, and undo the escapes in it; None where it is no plausible one.

    ``slashes`` says that its slashes are escaped: then one that is not ends it.
    """
    start = opening.start
    size = _FIRST_LOOK
    found = _read(text, opening, grammar, floor, size, slashes=slashes)
    while found and found.extent.cut == found.extent.run and found.stop > start + size - _LONGEST_ESCAPE:
        if size >= LONGEST:
            break
        size *= 4  # so that much is looked at only where much belongs to the URL
        found = _read(text, opening, grammar, floor, size, slashes=slashes)
    if found is None:
        return None
    whole, begin, extent, stop = found
    end, cut = (whole.origin(offset, is_end=True) for offset in (extent.end, extent.cut))
    alternatives = extent.alternatives
    if not slashes:
        escape = text.find("\\", start, stop)
        if cut <= escape:
            return None  # what is escaped there ends it
        if (shorter := opened_extent(opening, text, start, escape)) is not None:
            alternatives = (*alternatives, text[start : shorter.end])
    opener, after = text[opening.prefix - 1 : opening.prefix], text[cut : cut + 1]
    facts = Facts(
        delimiter=opener + after if after and CLOSER.get(opener) == after else "",
        alternatives=tuple(dict.fromkeys(alternatives)),
        notes=(*extent.notes, _NOTE),
        opened_by=opening.opened_by if opening.prefix == start else "a URL: prefix",
        ended_by=extent.ended_by or what_stands(after),
        stripped=text[end:cut],
    )
    read = whole.text[begin : extent.end]
    return Reading(((start, end),), read, max(end, cut), facts, stop, opening.scheme)


def _read(
    text: str, opening: Opening, grammar: Grammar, floor: int, size: int, *, slashes: bool
) -> _Unescaped | None:
    """Read it in the first ``size`` code points."""
    start = opening.start
    found = (_WITH_ESCAPED_SLASHES if slashes else _WITH_PLAIN_SLASHES).match(text, start, start + size)
    stop = found.end() if found else start
    if slashes and _OF_A_PATTERN.match(text, stop):
        return None
    low = max(floor, start - _LEAD)
    whole, begin = _unescaped(text, low, start, stop), start - low
    run = Runs(whole.text, grammar).end(begin)
    if text.startswith("<", opening.prefix - 1) and (bar := whole.text.find("|", begin, run)) >= 0:
        run = bar  # <http:\/\/a|label>, as chat programs write it
    extent = opened_extent(opening, whole.text, begin, run)
    return _Unescaped(whole, begin, extent, stop) if extent is not None else None


def _unescaped(text: str, low: int, start: int, stop: int) -> Rewritten:
    """Undo the escapes of ``text[start:stop]``; give it with what stands around it, from ``low`` on."""
    rewriting = Rewriting(text, low)
    for found in _ESCAPE.finditer(text, start, stop):
        rewriting.replace(*found.span(), _meaning(found[0]))
    if text.startswith("/", stop):
        rewriting.replace(stop, stop + 1, "\\")  # what ends every URL
    return rewriting.finished(min(stop + 1, len(text)))


def _meaning(escape: str) -> str:
    r"""Say which character an escape stands for.

    >>> _meaning(r"\/"), _meaning(r"\u0026"), _meaning(r"\ud83d\ude00")
    ('/', '&', '😀')
    """
    numbers = [int(part.lstrip("ux"), 16) for part in escape.split("\\") if part not in ("", "/")]
    if len(numbers) == 2:  # a pair of surrogates
        return chr(0x10000 + ((numbers[0] - 0xD800) << 10) + (numbers[1] - 0xDC00))
    return chr(numbers[0]) if numbers else "/"

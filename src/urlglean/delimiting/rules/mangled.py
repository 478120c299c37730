"""URLs that carry what a transfer encoding or a mail program has left in them.

The soft line breaks of quoted-printable, where a text still shows that it is encoded so (RFC 2045 6.7), and the
asterisks of Gmail, where the URL stands once more in angle brackets behind. Offsets are code points of the text at
hand.
"""

from __future__ import annotations

import re
from itertools import islice

from urlglean.delimiting.ends.extent import joined_extent, opened_extent
from urlglean.delimiting.lines import HYPHENATION, LOOK_BACK, line_start
from urlglean.delimiting.readings import Reading, Scan, Site, between, clip, facts_of, what_ended, what_stands
from urlglean.delimiting.schemes import NAME
from urlglean.delimiting.words import STARTS_URL
from urlglean.patterns import lazy_re
from urlglean.uri.suffixes import is_top_level_domain

_ENCODED = lazy_re(
    r"=(?:3D[\"'h]|20\r?$|[C-F][0-9A-F]=[89AB][0-9A-F]|(?<=^=)[0-9A-F]{2}=[0-9A-F]{2})", re.MULTILINE
)
"""What shows a text to be quoted-printable: an encoded ``=`` of markup, a blank at a line's end, UTF-8.

It begins with one sign, so that the search passes over all else at the speed of C: it is done for each URL.
"""
_PARAMETER = lazy_re(r"[?&;][\w.\-\[\]]+\Z")
_LONGEST_SIGN = 8
_LONGEST_NAME = 32
_MOST_LOOKED_AT = 16
_FURTHEST_BEFORE, _FURTHEST_BEHIND = 4096, 2048
_FURTHEST_OPENER = 512
_LONGEST_LINE = 76
_SOFT_BREAK = lazy_re(r"=\r?\n")
_EQUALS_SIGN = lazy_re("=3D")
_ASTERISKS = lazy_re(r"\*\*")
_MOST_LINES = 64

SOFT_BREAKS = "quoted-printable undone (RFC 2045 6.7)"
ASTERISKS = "asterisks of a mail program left out"


def below_soft_breaks(scan: Scan, site: Site) -> Reading | None:
    """Read a URL that goes on behind the soft line break of quoted-printable; None where nothing shows that it is one.

    The ``=`` at the end of the line is none of the URL.
    """
    text, opening, run = scan.text, site.opening, site.run
    start = opening.start
    if not ends_in_soft_break(scan, start, run):
        return None
    pieces = [(start, run - 1)]
    while len(pieces) < _MOST_LINES and (soft := _SOFT_BREAK.match(text, run - 1)) is not None:
        behind = soft.end()
        run = scan.runs.end(behind)
        if run == behind:
            break
        pieces.append((behind, run - (_SOFT_BREAK.match(text, run - 1) is not None)))
    pieces = [
        piece
        for begin, end in pieces
        for piece in between(
            begin, ((sign.start() + 1, sign.end()) for sign in _EQUALS_SIGN.finditer(text, begin, end)), end
        )
    ]
    joined = "".join(text[begin:end] for begin, end in pieces)
    lead = text[max(0, start - _FURTHEST_OPENER) : start]  # what opened the URL ends it
    extent = opened_extent(opening, lead + joined, len(lead), len(lead) + len(joined))
    if extent is None:
        return None
    extent = extent.moved(-len(lead))
    kept = clip(tuple(pieces), extent.end)
    facts = facts_of(
        opening.opened,
        what_ended(extent, joined[extent.cut :][:1] or text[run : run + 1]),
        pieces=kept,
        alternatives=extent.alternatives,
        notes=(*extent.notes, SOFT_BREAKS),
        stripped=joined[extent.end : extent.cut],
    )
    return Reading(kept, joined[: extent.end], kept[-1][1], facts, run)


def ends_in_soft_break(scan: Scan, start: int, run: int) -> bool:
    """Tell whether what stands at ``start`` ends in a soft line break of quoted-printable at ``run``, as is shown."""
    text = scan.text
    line = max(text.rfind("\n", max(0, start - _LONGEST_LINE - 1), start) + 1, start - _LONGEST_LINE - 1)
    if run - line > _LONGEST_LINE or _SOFT_BREAK.match(text, run - 1) is None:
        return False
    # Where each equals sign of the URL is encoded, the one at the line's end is none of it.
    is_encoded = 0 < text.count("=3D", start, run - 1) == text.count("=", start, run - 1)
    return is_encoded or _shows_encoding(scan, max(0, start - _FURTHEST_BEFORE), run + _FURTHEST_BEHIND)


def _shows_encoding(scan: Scan, low: int, high: int) -> bool:
    """Tell whether something between the two is encoded; the value 20 of a parameter is no blank."""
    text, start, (first, last) = scan.text, low, scan.unencoded
    if first <= low <= last <= high:
        start = max(low, last - _LONGEST_SIGN)
    if _ENCODED.search(text, start, high) is None:
        scan.unencoded = (low, high)
        return False
    for found in islice(_ENCODED.finditer(text, low, high), _MOST_LOOKED_AT):
        at = found.start()
        if found[0][:3] != "=20" or not _PARAMETER.search(text, max(low, at - _LONGEST_NAME), at):
            return True
    return False


_SHORTEST_LINE = 70
"""So long is a line at least that the encoding has broken."""
_REST_OF_URL = lazy_re(r"=\r?\n(?![^\w\s]+[ \t])(?P<rest>[^\s<>\"]+)[^\r\n]*")
"""No rest is what each line of a comment or a quotation begins with."""
_OPEN_PARAMETER = lazy_re(r"[?&;][\w.\-]+=\Z")
_VALUE = lazy_re(r"[^=&;#]*+(?!=)")


def rest_behind_soft_break(text: str, last: int) -> tuple[int, int] | None:
    """Find where a URL goes on behind quoted-printable's soft break that nobody undid (RFC 2045 6.7).

    The piece above ends at ``last``, with the break's equals sign; lines above or below it that end so, too, say that
    it is one.
    """
    if text[last - 1] != "=":
        return None
    line = line_start(text, last)
    if not _SHORTEST_LINE <= last - line <= _LONGEST_LINE:
        return None
    found = _REST_OF_URL.match(text, last - 1, last + LOOK_BACK)
    if found is None or not (
        text[line - 2 : line] == "=\n" or text[line - 3 : line] == "=\r\n" or found[0][-1] == "="
    ):
        return None
    if STARTS_URL.match(found["rest"]) and text.find("?", line, last) < 0:
        return None  # a list of URLs that end in the padding of base64
    if _OPEN_PARAMETER.search(text, line, last) and _VALUE.match(found["rest"]):
        return None  # a wrapper that breaks behind equals signs
    return found.span("rest")


_REST_OF_WORD = lazy_re(rf"[A-Za-z0-9]{HYPHENATION}\r?\n[ \t]*(?P<rest>[a-z][^\s<>\"]*)")

_OPEN_HOST = lazy_re(rf"(?i)(?:[a-z][a-z0-9+.\-]*://|{NAME})[^/?#]*\Z")
_REST_OF_HOST = lazy_re(r"[\w\-]*+\.[\w.\-]++")


def rest_behind_hyphenation(text: str, start: int, last: int) -> tuple[int, int] | None:
    """Find where the URL at ``start`` goes on behind a hyphenation at ``last``, which is none of its characters.

    Where it holds another one, they are what hyphens were printed as.
    """
    if text[last - 1] != HYPHENATION or text.find(HYPHENATION, start, last - 1) >= 0:
        return None
    found = _REST_OF_WORD.match(text, last - 2, last + LOOK_BACK)
    if found is None or (_OPEN_HOST.match(text, start, last) and not _ends_in_known_name(found["rest"])):
        return None
    return found.span("rest")


def _ends_in_known_name(rest: str) -> bool:
    """Tell whether a host that goes on with ``rest`` ends in a top-level domain."""
    host = _REST_OF_HOST.match(rest)
    return host is not None and is_top_level_domain(host[0].rstrip(".").rpartition(".")[2])


def with_asterisks(scan: Scan, site: Site) -> Reading | None:
    """Read a URL that Gmail shows with ``**`` where it may break, before the same in angle brackets.

    None where what stands in the brackets is another one.
    """
    text, opening, run = scan.text, site.opening, site.run
    start = opening.start
    if not site.fits_a_line or text.find("**", start, run) < 0:
        return None
    shown = text[start:run].replace("**", "")
    close = text.find(">", run, run + len(shown) + 16)
    target, same = text[run + 1 : max(close, run)].rstrip("/").lower(), shown.rstrip("/").lower()
    if target not in (same, f"http://{same}", f"https://{same}"):
        return None
    extent = joined_extent(opening, shown)
    if extent is None or extent.end < len(shown):
        return None
    pieces = between(start, (one.span() for one in _ASTERISKS.finditer(text, start, run)), run)
    facts = facts_of(opening.opened, what_stands("<"), pieces=pieces, notes=(*extent.notes, ASTERISKS))
    return Reading(pieces, shown, run, facts, run)

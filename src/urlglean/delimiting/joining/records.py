"""Lists that say something of each URL on a line below it or above: lines and URLs that take turns.

What is said looks like the rest of a URL that was broken: a number, a digest, a name. Offsets are code points of the
text at hand.
"""

from __future__ import annotations

import re

from urlglean.delimiting.joining.next_lines import NextLine
from urlglean.delimiting.lines import SHORTEST_WRAPPED, line_above
from urlglean.delimiting.words import is_lettered
from urlglean.patterns import lazy_re

_MOST_OF_RECORDS = 4
"""So many lines are looked at above and below a URL and its token, within so many code points:"""
_FURTHEST_LINES = 512
_COMMENT = r"(?:(?P<mark>#|//|\*|;|--|%)[ \t]++)?+"
_FIRST_TOKEN = lazy_re(rf"[ \t>|]*+{_COMMENT}(?P<token>\S++)[ \t]*+(?P<more>[^\r\n]?)")
_NEXT_OF_RECORDS = lazy_re(
    rf"[ \t]*+(?:\r?\n[ \t>|]*+){{1,2}}+(?P<line>[^\r\n]*+)(?:\r?\n[ \t>|]*+){{1,2}}+{_COMMENT}(?P<token>\S++)"
    r"[ \t]*+(?P<more>[^\r\n]?)"
)
"""The line of another URL, the first token of the one below, and what it says more; an empty line may be above each."""
_OWN_URL = lazy_re(r"(?:\A|[\s<(\[\"'])[A-Za-z][A-Za-z0-9+.\-]*+:\S+\s*\Z")
_CODE_OF_HEX = lazy_re(r"(?=[0-9x\-]*[a-fA-F])(?=[a-fA-Fx\-]*[0-9])(?:0x)?[0-9a-fA-F\-]{6,}\Z")
_KINDS = ((lazy_re("[0-9]+"), "9"), (lazy_re("[a-z]+"), "a"), (lazy_re("[A-Z]+"), "A"))
_AGAIN = lazy_re(r"([^A-Za-z0-9\s]?[aA9]{1,4})(?:\1)+")
_BEHIND = "().,;:"
_PLAIN_SHAPES = frozenset({"a", "Aa"})


def may_be_said_of(before: str, token: str) -> bool:
    """Tell what a list may say of a URL: no value or word of that is missing, and no path or query goes on."""
    return not (
        token[0] in "/?&)"
        or "?" in token
        or (before[-1] in "=&?%-_" and before[-2:] != "==")
        or before[-3:] == "://"
    )


def is_of_record(text: str, token: str, line: int, after: NextLine) -> bool:
    """Tell whether URLs and tokens of a shape take turns: what a list says of each URL, be it above or below that.

    It is a ``token`` of which `may_be_said_of` tells. URLs that are cut at a column have lines of one length.
    """
    if is_lettered(token):
        return False
    below = _NEXT_OF_RECORDS.match(text, after.end, after.end + _FURTHEST_LINES)
    if below is not None and _OWN_URL.search(below["line"]) is None:
        below = None
    above = _last_above(text, line)
    mark = text[after.start : after.content].strip(" \t>|")
    alike = [
        each["token"]
        for each in (above, below)
        if each is not None
        and (each["mark"] or "") == mark
        and bool(each["more"]) == bool(after.following)
        and not _is_plain_word(each["token"])
    ]
    if not alike:
        return False
    shape = _shape(token)
    if shape in _PLAIN_SHAPES or shape not in map(_shape, alike):
        return False
    length = len(text[line : after.start].rstrip())
    if length < SHORTEST_WRAPPED:
        return True
    lines_above = _some_lines(text[max(0, line - _FURTHEST_LINES) : line])[::-1][:_MOST_OF_RECORDS]
    lines_below = _some_lines(text[after.end : after.end + _FURTHEST_LINES])[:_MOST_OF_RECORDS]
    urls = [each for each in (*lines_above[1::2], *lines_below[::2]) if "://" in each]
    return not urls or any(len(each) != length for each in urls)


def _last_above(text: str, line: int) -> re.Match[str] | None:
    """Read the first token of the last line above that is not empty; None where there is none, or a URL on it."""
    above = line_above(text, line)
    if above < line and not text[above:line].strip("> |\t\r\n"):
        above, line = line_above(text, above), above
    return _FIRST_TOKEN.match(text, above, line) if text.find("://", above, line) < 0 else None


def _some_lines(text: str) -> list[str]:
    """Give the lines that are not empty but for quote marks, without blanks at their ends."""
    return [line.rstrip() for line in text.splitlines() if line.strip("> |\t")]


def _is_plain_word(token: str) -> bool:
    """Tell soon what is of a plain shape, as most of the last words of a paragraph are."""
    return token.isascii() and token.rstrip(_BEHIND).isalpha() and token[1:].islower()


def _shape(token: str) -> str:
    """Give the shape of a token: its runs of capitals, others and digits, once what is the same again, no last signs.

    >>> _shape("978-3-16-148410-0"), _shape("CVE-2026-1234"), _shape("b_ab_abc()"), _shape("0x7f3a11c0")
    ('9-9', 'A-9', 'a_a', 'hexadecimal 10')
    """
    token = token.rstrip(_BEHIND)
    if _CODE_OF_HEX.match(token):
        return f"hexadecimal {len(token)}"
    for kind, sign in _KINDS:
        token = kind.sub(sign, token)
    return _AGAIN.sub(r"\1", token)

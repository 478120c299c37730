r"""Escapes within a URL, and what they stand for: ``\/``, ``\u0026``, ``\:``, ``\_``, ``\-``.

Strings of JSON and of programs escape slashes and signs, properties of Java colons, Markdown, TeX and shells some of
the signs that mean something there, roff hyphens. Offsets are code points of the text at hand.
(RFC 8259 7; ECMA-262 12.9.4; java.util.Properties; CommonMark 2.4; groff(7), Escape sequences)
"""

from __future__ import annotations

import re

__all__ = [
    "CHARACTER",
    "LONGEST_ESCAPE",
    "SIGN",
    "SLASH",
    "escaped_at",
    "has_escaped_slashes",
    "length_of",
    "without_escapes",
]

SLASH = r"\\{1,3}(?:/|u002[fF]|x2[fF])"
CHARACTER = r"\\{1,3}(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2})"
_HIGH = r"\\{1,3}u[dD][89abAB][0-9A-Fa-f]{2}(?=\\{1,3}u[dD][c-fC-F])"
SIGN = (  # each before what it stands before in a URL: the end of one may be escaped for another reason
    r"\\{1,2}(?:[_\-](?=[\w/.(]|%[0-9A-Fa-f]{2}|\\{1,2}[_\-])|[=#~](?=[\w/.%])|%(?=[0-9A-Fa-f]{2})"
    r"|:(?=[/\w#?~]|\\{1,3}/|\\:|\.\w|%[0-9A-Fa-f]{2})"
    r"|&(?=\.|[\w.%\-]{1,64}\\{0,2}(?:[=&]|[^\w.%\-]|\Z)))|\\\.(?=\w)|\\(?:\[ti\]|\(ti)(?=\w)"
)
_ESCAPE = re.compile(rf"{SLASH}|{_HIGH}{CHARACTER}|{CHARACTER}|{SIGN}")
_TWO_SLASHES = re.compile(SLASH + SLASH)
_NUMBER = (
    r"\\{1,3}(?:(?:u00|x)(?:2[1-9a-fA-F]|3[a-fA-F]|40|5[b-fB-F]|60|7[b-eB-E])|u(?!00[0-9])[0-9A-Fa-f]{4})"
)
"""What is no letter or digit of ASCII: nobody escapes those, and ``\\x64`` is a folder of Windows. ``\\xe9`` may be a
byte as well as a letter."""
_GOES_ON = re.compile(rf"{SLASH}|{_NUMBER}|{SIGN}")
_BREAKABLE = frozenset("/.?&=_-#")
"""Behind what roff has ``\\:``, where a line may break."""
LONGEST_ESCAPE = 18


def has_escaped_slashes(text: str, at: int) -> bool:
    """Tell whether two escaped slashes stand at offset ``at``."""
    return _TWO_SLASHES.match(text, at) is not None


def escaped_at(text: str, at: int) -> str:
    """Give the escape at offset ``at`` that a URL may go on with; empty where there is none."""
    found = _GOES_ON.match(text, at)
    return found[0] if found else ""


def without_escapes(raw: str) -> str:
    r"""Undo the escapes of a URL; a backslash that escapes nothing a URL goes on with stays.

    >>> without_escapes(r"http:\/\/a\/?b\u0026\ud83d\ude00")
    'http://a/?b&😀'
    """
    said = raw.replace("\\/", "/")  # there are hardly any others
    return _ESCAPE.sub(_meaning, raw) if "\\" in said else said


def length_of(raw: str, length: int) -> int:
    r"""Give how many code points of ``raw`` the first ``length`` without escapes are.

    >>> length_of(r"a\/b\/c", 2), length_of(r"a\/b\/c", 3)
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

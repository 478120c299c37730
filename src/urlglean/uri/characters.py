"""The characters of the URI, IRI and URL standards: their sets, percent-encoding, references to them in attributes.

The sets are built from each other by set arithmetic: each is a frozenset of single ASCII characters. What is not ASCII
is given as ranges for a regular expression's character class (RFC 3987 section 2.2), because a set of a million
members helps nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from urlglean.patterns import lazy_re

__all__ = ["attribute_value", "encode_illegal", "scalar_text", "unescaped", "unquoted"]


# RFC 3986 Appendix A and RFC 5234 Appendix B.1.
ALPHA = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
DIGIT = frozenset("0123456789")
HEXDIG = DIGIT | frozenset("ABCDEFabcdef")
UNRESERVED = ALPHA | DIGIT | frozenset("-._~")
GEN_DELIMS = frozenset(":/?#[]@")
SUB_DELIMS = frozenset("!$&'()*+,;=")
RESERVED = GEN_DELIMS | SUB_DELIMS
LEGAL = UNRESERVED | RESERVED | frozenset("%")
"""Everything that may stand somewhere in a URI (a percent sign as the beginning of a triplet)."""

# The percent-encode sets of the URL standard, section 1.3, as far as they are ASCII
# (each of them holds everything that is not ASCII too).
VISIBLE = frozenset(map(chr, range(0x20, 0x7F)))
C0_CONTROL = frozenset(map(chr, range(0x80))) - VISIBLE
FRAGMENT_SET = C0_CONTROL | frozenset(' "<>`')
QUERY_SET = C0_CONTROL | frozenset(' "#<>')
SPECIAL_QUERY_SET = QUERY_SET | frozenset("'")
PATH_SET = QUERY_SET | frozenset("?^`{}")


def character_class(characters: Iterable[str]) -> str:
    r"""Give the inside of a regular expression's ``[...]`` that matches exactly these characters.

    >>> character_class(DIGIT | frozenset("-]"))
    '\\-0-9\\]'
    """
    runs: list[list[int]] = []
    for point in sorted(map(ord, characters)):
        if runs and runs[-1][1] == point - 1:
            runs[-1][1] = point
        else:
            runs.append([point, point])
    return "".join(_run(first, last) for first, last in runs)


def _run(first: int, last: int) -> str:
    ends = [_escaped(point) for point in range(first, last + 1)] if last - first < 2 else None
    return "".join(ends) if ends else f"{_escaped(first)}-{_escaped(last)}"


def _escaped(point: int) -> str:
    character = chr(point)
    return "\\" + character if character in "-[]^\\&~|" else character


# Percent-encoding (RFC 3986 sections 2.1 and 6.2.2, RFC 3987 section 3.1).

_HEX = character_class(HEXDIG)
_LOWERCASE_TRIPLET = lazy_re(rf"%(?=[{_HEX}]{{2}})(?:[a-f].|.[a-f])")
# The second branch is a percent sign that begins no triplet, right before one that does. Decoding there could
# make a new triplet out of the two (`%%37e` -> `%7e` -> `~`), so that the answer would depend on how often it
# is asked.
_UNRESERVED_TRIPLET = lazy_re(rf"%(?:[{_HEX}]{{2}}|[{_HEX}]?%[{_HEX}]{{2}})")
_ILLEGAL = lazy_re(rf"[^{character_class(LEGAL)}]+")
_ESCAPES = lazy_re(rf"(?:%[{_HEX}]{{2}})++")
_PART_OF_NONE = lazy_re(r"[^%](?<!%.)(?<!%..)", re.DOTALL)
_BETWEEN_TRIPLETS = lazy_re(rf"[^%](?<!%.)(?<!%..)|(?<=%[{_HEX}]{{2}}%[{_HEX}]{{2}})(?=%)", re.DOTALL)
_AT_ONCE = 1 << 16
_DECODED = {
    f"%{high}{low}": chr(int(high + low, 16))
    for high in HEXDIG
    for low in HEXDIG
    if chr(int(high + low, 16)) in UNRESERVED
}


def uppercase_triplets(text: str) -> str:
    """Write the hexadecimal digits of each triplet in upper case (RFC 3986 section 6.2.2.1).

    >>> uppercase_triplets("a%3ab%c3%a9%zz")
    'a%3Ab%C3%A9%zz'
    """
    if "%" not in text or _LOWERCASE_TRIPLET.search(text) is None:
        return text
    return _by_windows(
        text, lambda window: _ESCAPES.sub(lambda found: found[0].upper(), window), _BETWEEN_TRIPLETS
    )


def decode_unreserved(text: str) -> str:
    """Decode each triplet that stands for an unreserved character, and no other (RFC 3986 section 6.2.2.2).

    >>> decode_unreserved("%7Euser/%2F%41%2d%25")
    '~user/%2FA-%25'

    A triplet right after a percent sign that begins none stays as it is:

    >>> decode_unreserved("100%%37e")
    '100%%37e'
    """
    if "%" not in text:
        return text
    return _by_windows(text, lambda window: _UNRESERVED_TRIPLET.sub(_decoded, window), _BETWEEN_TRIPLETS)


def _decoded(found: re.Match[str]) -> str:
    triplet = found[0]
    return _DECODED.get(triplet, triplet)


def _by_windows(text: str, change: Callable[[str], str], end_of_window: re.Pattern[str]) -> str:
    """Change a text piece by piece, where it is long: what is changed takes an object for each place, meanwhile."""
    if len(text) <= _AT_ONCE:
        return change(text)
    pieces, done = [], 0
    while done < len(text):
        cut = end_of_window.search(text, done + _AT_ONCE)
        end = cut.end() if cut is not None else len(text)
        pieces.append(change(text[done:end]))
        done = end
    return "".join(pieces)


def encode_illegal(text: str) -> str:
    r"""Percent-encode, as UTF-8, what may stand nowhere in a URI (RFC 3987 section 3.1, steps 2 and 3).

    Letters beyond ASCII, whitespace and controls, and ``< > " { } | \ ^`` and the backtick. A percent sign
    stays, with or without two digits after it.

    >>> encode_illegal("/caf\u00e9 {x}%20")
    '/caf%C3%A9%20%7Bx%7D%20'
    """
    return _ILLEGAL.sub(encode_matches, text)


def encode_matches(found: re.Match[str]) -> str:
    """Give the percent-encoded UTF-8 of all a match found: a replacement for `re.sub`."""
    return f"%{scalar_text(found[0]).encode().hex('%').upper()}"


def unquoted(text: str, errors: str = "replace") -> str:
    r"""Decode all triplets as UTF-8, as `urllib.parse.unquote` does, which takes a hundred bytes for each of them.

    Args:
        text: What is decoded.
        errors: What becomes of octets that are not UTF-8, as `bytes.decode` has it.

    >>> unquoted("caf%C3%A9%2"), unquoted("%e9a"), unquoted("%e9a", "surrogateescape")
    ('café%2', '\ufffda', '\udce9a')

    """
    if "%" not in text:
        return text

    def octets(found: re.Match[str]) -> str:
        return bytes.fromhex(found[0].replace("%", "")).decode(errors=errors)

    return _by_windows(text, lambda window: _ESCAPES.sub(octets, window), _PART_OF_NONE)


_SURROGATE = lazy_re(r"[\ud800-\udfff]")


def scalar_text(text: str) -> str:
    r"""Give ``text`` with each lone surrogate replaced by U+FFFD and each pair joined (Infra standard 4.6).

    >>> scalar_text("a\ud83d\ude00\udc80")
    'a\U0001f600\ufffd'
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


# URLs in the attributes of HTML have references to characters in them (HTML Standard, section 13.2.5.72).

_CHARACTER_REFERENCE = lazy_re(
    r"&(?:(?P<number>#(?:[0-9]++|[xX][0-9a-fA-F]++);?)|(?P<name>[A-Za-z][A-Za-z0-9]*+)(?P<end>;?))(?P<equals>=?)"
)


_LONG_NUMBER = lazy_re(r"&#(?=[0-9]{600})0*+([0-9]{0,8})[0-9]*+")
"""A reference to a character with more digits than Python may make a number of."""


_TO_NO_CHARACTER = lazy_re(
    r"&#(?:0*+([1-9]|[12][0-9]|3[01]|127|6[45][0-9]{3}|[1-9][0-9]{5,6})(?![0-9])"
    r"|[xX]0*+(1?[0-9a-fA-F]|7[fF]|[0-9a-fA-F]{0,2}[fF][dDfF][0-9a-fA-F]{2})(?![0-9a-fA-F]));?"
)
"""Among these are the references to controls and noncharacters: of a page they are part, `html.unescape` drops them."""


def unescaped(text: str) -> str:
    r"""Give a text of HTML with the characters that its references stand for, however long their numbers are.

    >>> unescaped("&lt;&#65;&#" + "0" * 5000 + "66;&#" + "1" * 5000 + ";&#25;")
    '<AB\ufffd\x19'
    """
    if "&" not in text:
        return text
    from html import unescape

    if "&#" in text:
        text = _TO_NO_CHARACTER.sub(_kept, _LONG_NUMBER.sub(r"&#0\1", text))
    return unescape(text)


def _kept(reference: re.Match[str]) -> str:
    from html import unescape

    decimal, hexadecimal = reference.groups()
    return unescape(reference[0]) or chr(int(decimal) if decimal else int(hexadecimal, 16))


def attribute_value(written: str) -> str:
    """Give the value of an HTML attribute as it is written: with the characters that its references stand for.

    A named reference without a semicolon stays as it is before a letter, a digit or ``=`` (HTML Standard, section
    13.2.5.73), or queries would lose their parameters.

    >>> attribute_value("?target=3&sectionid=1&amp;x&copy=2&reg&#46;&eacute")
    '?target=3&sectionid=1&x&copy=2®.é'
    """
    return _CHARACTER_REFERENCE.sub(_referred, written) if "&" in written else written


def _referred(found: re.Match[str]) -> str:
    number, name, end, equals = found.groups()
    if name == "amp" and end:  # nearly all of them: no need to load the names of the others
        return f"&{equals}"
    from html.entities import html5

    if number:
        return unescaped(f"&{number}") + equals
    if equals and not end:
        return found[0]
    stands_for = html5.get(f"{name}{end}")
    return found[0] if stands_for is None else stands_for + equals

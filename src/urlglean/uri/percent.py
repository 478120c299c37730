"""Percent-encoding (RFC 3986 sections 2.1 and 6.2.2, RFC 3987 section 3.1)."""

from __future__ import annotations

import re

from urlglean.uri.characters import HEXDIG, LEGAL, UNRESERVED, character_class

__all__ = ["decode_unreserved", "encode_illegal", "encode_matches", "scalar_text", "uppercase_triplets"]

_HEX = character_class(HEXDIG)
_LOWERCASE_TRIPLET = re.compile(rf"%(?=[{_HEX}]{{2}})(?:[a-f].|.[a-f])")
# The second branch is a percent sign that begins no triplet, right before one that does. Decoding there could
# make a new triplet out of the two (`%%37e` -> `%7e` -> `~`), so that the answer would depend on how often it
# is asked.
_UNRESERVED_TRIPLET = re.compile(rf"%(?:[{_HEX}]{{2}}|[{_HEX}]?%[{_HEX}]{{2}})")
_ILLEGAL = re.compile(rf"[^{character_class(LEGAL)}]+")
_SURROGATE = re.compile("[\ud800-\udfff]")

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
    return _LOWERCASE_TRIPLET.sub(lambda found: found[0].upper(), text) if "%" in text else text


def decode_unreserved(text: str) -> str:
    """Decode each triplet that stands for an unreserved character, and no other (RFC 3986 section 6.2.2.2).

    >>> decode_unreserved("%7Euser/%2F%41%2d%25")
    '~user/%2FA-%25'

    A triplet right after a percent sign that begins none stays as it is:

    >>> decode_unreserved("100%%37e")
    '100%%37e'
    """
    return _UNRESERVED_TRIPLET.sub(_decoded, text) if "%" in text else text


def _decoded(found: re.Match[str]) -> str:
    triplet = found[0]
    return _DECODED.get(triplet, triplet)


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
    octets = scalar_text(found[0]).encode()
    return "".join(map(_TRIPLETS.__getitem__, octets))


_TRIPLETS = tuple(f"%{octet:02X}" for octet in range(256))


def scalar_text(text: str) -> str:
    r"""Give ``text`` with each lone surrogate replaced by U+FFFD and each pair joined (Infra standard 4.6).

    >>> scalar_text("a\ud83d\ude00\udc80")
    'a\U0001f600\ufffd'
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")

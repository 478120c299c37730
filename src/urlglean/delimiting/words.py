"""What the first token of a line reads as: a word of prose, the rest of a word, a number, code, part of a URL.

A token is a run of URL characters, punctuation at its end included.
"""

from __future__ import annotations

import re

import regex

from urlglean.delimiting.prose_words import ABBREVIATED, CLOSINGS

__all__ = [
    "HYPHENED_WORD",
    "LIST_MARK",
    "REST_OF_WORD",
    "SETTING",
    "STARTS_URL",
    "WORD",
    "holds_slash",
    "is_camel",
    "is_cut_word",
    "is_quantity",
    "is_rest_of_word",
    "is_word",
    "may_be_prose",
    "reads_as_code",
    "reads_as_url",
]

WORD = regex.compile(r"[\p{L}][\p{L}\p{M}'\u2019]*+[.,;:!?)\u2026\"\u201d]*+\Z")
HYPHENED_WORD = regex.compile(r"[\p{L}]+(?:[-/][\p{L}]+)*+[.,;:!?)]*+\Z")
"""One word, or several with hyphens or slashes between."""
LIST_MARK = re.compile(
    r"(?:\(?(?:[0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\[[0-9A-Za-z]{1,8}\]:?|[-*+\u2022\u00b7]|[0-9]{1,3}[.)]|\([0-9a-z]{1,3}\))\Z"
)
"""What stands before an item of a list or a reference: ``2)``, ``(a)``, ``[RFC1]``, ``-``."""
STARTS_URL = re.compile(r"(?i)(?:<?(?:URL:)?\s?[a-z][a-z0-9+.\-]{1,20}://|<|www\.\w|mailto:)")
SETTING = re.compile(r"[\w.\-]+=")
"""A key and its equals sign."""
_VOWELLESS = re.compile(r"[b-df-hj-np-tvwxz]{1,4}[.,;:!?)]*\Z")
REST_OF_WORD = re.compile(
    r"(?:ck|ct|ld|lk|lm|lp|ls|lt|mb|mm|mp|nc|nd|ng|nk|nn|ns|nt|rb|rc|rd|rf|rg|rk|rl|rm|rn|rp|rr|rs|rt|ss|tt|xp|xt)[a-z]*[.,;:!?)]*\Z"
)
"""It begins with consonants that no word of the languages of `PROSE_WORDS` begins with."""
_LETTER = re.compile(r"[A-Za-z][.,;:!?)]?\Z")
_CAMEL = re.compile(r"[a-z]{2,}[A-Z][a-z]|(?:[A-Z][a-z]+){2}[A-Z][a-z]")
_MIXED = re.compile(r"[A-Za-z],?[0-9]|[0-9][A-Za-z]|[0-9]{6}|[0-9],-?[0-9]{1,3}\.[0-9]")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|[A-Za-z0-9]\+[A-Za-z0-9]")
_QUERY_INSIDE = re.compile(r"[\w/]\?[\w%]")
_QUANTITY = re.compile(
    r"(?i)(?:[+v]?[0-9]+(?:[.,:][0-9]+)*(?:st|nd|rd|th|er|re|e|%|\u00b0|\u00ba|\u00aa|s|x|d|g|h|k|m|p|km|kg|cm|mm|ms|px|gb|mb|kb|am|pm|bit|c|f|\u20ac)?"
    r"|[$\u20ac\u00a3][0-9.,]+[kmb]?)[.,;:!?)]*\Z"
)
_ABBREVIATION = re.compile(
    r"(?i)(?:[a-z]/[a-z]{1,3}|and/or|[0-9]{1,2}/[0-9]{1,4}(?:/[0-9]{2,4})?|[12][0-9]{3}(?P<s>[/-])[01]?[0-9](?P=s)[0-3]?[0-9]"
    r"|(?-i:[A-Z]{2,5}[0-9]{1,2}))[.,;:!?)]*\Z"
)


def is_word(token: str, *, alone: bool) -> bool:
    """Tell a whole word from the rest of one; ``alone`` where nothing else stands on its line.

    >>> is_word("theory", alone=True), is_word("tml", alone=True), is_word("x1", alone=True)
    (True, False, False)
    """
    return bool(WORD.match(token)) and not is_cut_word(token, alone=alone)


def is_cut_word(token: str, *, alone: bool) -> bool:
    """Tell the rest of a word that was cut: a few letters without a vowel, or letters that no word begins with."""
    if alone and _LETTER.match(token):
        return token[0] not in "ykniaIA"  # but an answer in one letter, a word
    return is_rest_of_word(token) or (
        alone and bool(_VOWELLESS.match(token)) and token.rstrip(".,;:!?)") not in CLOSINGS
    )


def is_rest_of_word(token: str) -> bool:
    """Tell the rest of a word that was cut, wherever on its line: ``rded``, ``tml``; ``css`` is an abbreviation."""
    if _VOWELLESS.match(token):
        return token.rstrip(".,;:!?)") not in ABBREVIATED
    return REST_OF_WORD.match(token) is not None


def may_be_prose(token: str) -> bool:
    """Tell a token of letters that is neither the rest of a word nor words set together as programs do it."""
    return bool(WORD.match(token)) and not (is_camel(token) or is_rest_of_word(token))


def is_camel(token: str) -> bool:
    """Tell words set together as programs do it: ``enDocument``, ``OneTwoThree``; two are a name (``JavaScript``)."""
    return bool(_CAMEL.match(token))


def is_quantity(token: str) -> bool:
    """Tell a number as prose writes it, or what is written like one: ``2nd``, ``10%``, ``24/7``, ``and/or``."""
    return (_QUANTITY.match(token) or _ABBREVIATION.match(token)) is not None


def reads_as_url(token: str) -> bool:
    """Tell what only URLs hold: ``a=b``, ``%20``, ``a?b``, slashes that are not those of ``and/or`` or a date."""
    inner = token.rstrip(".,;:!?)'")
    if "=" in inner or "&" in inner or _ENCODED.search(inner) or _QUERY_INSIDE.search(inner):
        return True
    return "/" in inner.strip("/") and not HYPHENED_WORD.match(token) and not _ABBREVIATION.match(token)


def holds_slash(token: str) -> bool:
    """Tell a token with a slash that prose may have, too."""
    inner = token.rstrip(".,;:!?)'")
    return "/" in inner and not reads_as_url(token)


def reads_as_code(token: str) -> bool:
    """Tell letters mixed with digits, words set together, and the signs that names in programs and paths have."""
    inner = token.rstrip(".,;:!?)'")
    return bool(_MIXED.search(inner) or _CAMEL.match(inner)) or "_" in inner or "#" in inner or "~" in inner

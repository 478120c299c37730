"""The values of a header's fields: media types with parameters, encoded words, dates; never an exception.

(RFC 2045 section 5, RFC 2231; RFC 2047; RFC 5322 section 3.3)
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from email.utils import parsedate_tz
from functools import lru_cache
from string import ascii_letters, digits
from typing import NamedTuple

from urlglean.encoding.labels import bytes_of, decode
from urlglean.patterns import lazy_re
from urlglean.uri.characters import unquoted

_PARAMETER = lazy_re(
    r'(?:;|(?<![\s;])\s)\s*+([A-Za-z][\w-]*)(?:\*(\d{1,3}))?(\*?)\s*=\s*(?:"((?:[^"\\]++|\\.)*+)"?|([^\s;"]*))',
    re.ASCII,
)
_CHARSET = lazy_re(r"([^']*)'[^']*'")
"""What an extended value begins with: its charset and its language."""
_QUOTED_PAIR = lazy_re(r"\\(.)")
_MEDIA_TYPE = lazy_re(r"[\s\"']*([\w.+-]+)[ \t]*/[ \t]*([\w.+-]+)[\"']?", re.ASCII)
_COMMENT = lazy_re(r'("(?:[^"\\]|\\.)*+"?)|(?:^|(?<=[\s;]))\((?:[^()\\]|\\.|\([^()]*+\))*+\)')
"""A quoted string, which may hold parentheses, or a comment with one level of comments in it."""
_PAGE_TYPES = frozenset(
    {"text/htm", "text/xhtml", "text/x-html", "text/x-amp-html", "text/watch-html", "application/html"}
)
"""What mail calls a page besides its registered names."""


class ContentType(NamedTuple):
    """A media type in lower case and its parameters by name in lower case."""

    media_type: str
    parameters: dict[str, str]


_MOST_PARAMETERS = 256
"""So many different parameters are read at the most: some 350 bytes are kept for each."""
_LONGEST_QUOTED = 1 << 20
"""So long a string keeps its backslashes: nobody wrote it, and to take them out takes twenty times its size."""
_TOO_LONG = 2000
"""Values of so many code points are not remembered."""


def content_type(value: str | None) -> ContentType:
    """Read a ``Content-Type`` value: ``text/plain`` where there is none or it makes no sense (RFC 2045 5.2).

    >>> content_type('Text/HTML charset="utf-8"; format=flowed')
    ContentType(media_type='text/html', parameters={'charset': 'utf-8', 'format': 'flowed'})
    >>> content_type("text")
    ContentType(media_type='text/plain', parameters={})
    """
    return _read(value) if value is None or len(value) < _TOO_LONG else _read.__wrapped__(value)


@lru_cache(maxsize=512)
def _read(value: str | None) -> ContentType:
    value = without_comments(value or "")
    found = _MEDIA_TYPE.match(value)
    if found is None:
        return ContentType("text/plain", {})
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, tuple[bool, str]]] = {}
    for one in _PARAMETER.finditer(value, found.end()):
        name, number, starred, quoted, bare = one.groups("")
        name = name.lower()
        if len(plain) + len(pieces) >= _MOST_PARAMETERS and not (name in plain or name in pieces):
            continue
        text = _QUOTED_PAIR.sub(r"\1", quoted) if 0 < len(quoted) < _LONGEST_QUOTED else quoted or bare
        if number or starred:
            pieces.setdefault(name, {}).setdefault(int(number or 0), (bool(starred), text))
        else:
            plain.setdefault(name, text)
    for name, numbered in pieces.items():
        plain.setdefault(name, _continued(numbered))
    media_type = f"{found[1]}/{found[2]}".lower()
    return ContentType("text/html" if media_type in _PAGE_TYPES else media_type, plain)


def media_type_of(value: str | None) -> str | None:
    """Give the media type that a ``Content-Type`` value names; None where it names none.

    >>> media_type_of("text/html; x=y"), media_type_of("html"), media_type_of(None)
    ('text/html', None, None)
    """
    return content_type(value).media_type if _MEDIA_TYPE.match(without_comments(value or "")) else None


def without_comments(value: str) -> str:
    """Take the comments out of a structured field's value (RFC 5322 section 3.2.2).

    >>> without_comments('base64 (encoded)'), without_comments('x; name="(a)"; y=(b)c; (d) z=1')
    ('base64 ', 'x; name="(a)"; y=(b)c;  z=1')
    """
    return _COMMENT.sub(lambda found: found[1] or "", value) if "(" in value else value


def _continued(numbered: Mapping[int, tuple[bool, str]]) -> str:
    """Put a parameter's value together from its pieces by number, each with whether it is extended.

    The first extended piece begins with ``charset'language'``; those that are extended are percent-encoded, the
    others stand for themselves (RFC 2231 section 4.1).
    """
    pieces = [numbered[number] for number in sorted(numbered)]
    is_extended, first = pieces[0]
    charset = _CHARSET.match(first) if is_extended else None
    if charset is None:
        return "".join(text for _, text in pieces)
    pieces[0] = True, first[charset.end() :]
    data = (bytes_of(unquoted(text, "surrogateescape") if extended else text) for extended, text in pieces)
    return decode(b"".join(data), charset[1]).text


# Encoded words, in which a field holds what is not ASCII (RFC 2047).

_ENCODED = r"=\?([^?*\s]*+)(?:\*[^?\s]*+)?\?([bBqQ])\?((?:[^?=\r\n]|\?(?!=)|=(?!\?(?!=)))*+)\?="
"""Some clients leave question marks in one as they are, those of URLs, say; none begins in another."""
_WORD = lazy_re(_ENCODED)
WORDS = lazy_re(rf"{_ENCODED}(?:\s++{_ENCODED})*+")
"""Encoded words with nothing but white space between them."""


def decode_words(value: str) -> str:
    r"""Decode the encoded words of a field's value (RFC 2047); what is damaged stays as it is.

    The white space between two encoded words goes, and words of one charset are decoded together,
    because clients cut them in the middle of a character.

    >>> decode_words("=?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IGF1cw==?= Bern")
    'Grüße aus Bern'
    """
    if "=?" not in value:
        return value
    pieces: list[str] = []
    run = bytearray()
    charset: str | None = None
    end = 0
    for found in _WORD.finditer(value):
        gap = value[end : found.start()]
        gap = "" if charset is not None and gap.isspace() else gap
        if gap or (charset or "").lower() != found[1].lower():
            pieces += (decode(bytes(run), charset).text, gap)
            run.clear()
        charset = found[1]
        run += _word_bytes(found[2], found[3])
        end = found.end()
    pieces += (decode(bytes(run), charset).text, value[end:])
    return "".join(pieces)


def _word_bytes(encoding: str, data: str) -> bytes:
    raw = bytes_of(data)
    if encoding in "qQ":
        if raw.endswith(b"="):  # which breaks no line in a word
            raw += b"3D"
        return binascii.a2b_qp(raw, header=True)
    return from_bare_base64(raw)


NO_BASE64 = bytes(set(range(256)) - set(ascii_letters.encode() + digits.encode() + b"+/="))
"""All bytes that base64 does not have."""
_PADDED = lazy_re(rb"[^=]*+=|[^=]++")
"""What is decoded as one: up to its padding."""


def from_bare_base64(content: bytes | bytearray) -> bytes:
    r"""Undo base64 of which it is known that it is nothing else, whatever stands between its characters.

    Behind its padding it goes on where pieces that were encoded one by one were put together.

    >>> from_bare_base64(b"aHR0\n cDov*L2EvYg"), from_bare_base64(b"aHR0cA==Oi8vYS9i")
    (b'http://a/b', b'http://a/b')
    """
    characters = content.translate(None, NO_BASE64).rstrip(b"=")
    if b"=" not in characters:
        return _from_one_base64(characters)
    decoded = bytearray()  # and no list of chunks: there may be one for every few bytes
    for chunk in _PADDED.finditer(characters):
        decoded += _from_one_base64(chunk[0].rstrip(b"="))
    return bytes(decoded)


def _from_one_base64(data: bytes | bytearray) -> bytes:
    """Decode one run of base64 without its padding."""
    data = data[: len(data) - (len(data) % 4 == 1)]
    return binascii.a2b_base64(data + b"=" * (-len(data) % 4))


# The date of a message, in whatever way it is written (RFC 5322 section 3.3).

_MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_DATE = lazy_re(
    r"\s*(?:[A-Za-z]{3},?\s+)?(\d\d?)[ -]([A-Z][a-z]{2})[ -](\d{4})\s+(\d\d?):(\d\d)(?::(\d\d))?"
    r"\s*(?:(?:GMT|UTC)?([+-])(\d\d):?(\d\d)|(?:GMT|UTC?|Z)\b)",
    re.ASCII,
)
_ISO_DATE = lazy_re(
    r"\s*+(\d{4})-(0[1-9]|1[0-2])-(\d\d)(?:T|\s++)(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d++)?)?"
    r"\s*+(?:([+-])(\d\d):?(\d\d)|GMT|UTC|Z)?\s*+(?:\(|\Z)",
    re.ASCII,
)
_YEARS = range(1970, 2200)
_YEARS_SINCE_1900 = range(100, 200)
"""What programs wrote that the year 2000 took by surprise (RFC 5322 section 4.3)."""
_DAY = 24 * 60
_LONGEST_DATE = 200


def utc_date(value: str | None) -> str | None:
    """Give a ``Date`` value in UTC as ISO 8601; None where it is no date.

    A date without a zone is taken as UTC. Day, month and hour have to exist.

    >>> utc_date("Sun, 1 Mar 1998 00:30:00 +0100"), utc_date("31 Feb 2001 10:00:00 GMT"), utc_date("soon")
    ('1998-02-28T23:30:00Z', None, None)
    >>> utc_date("Tue, 2 Feb 99 10:00:00 EST (Eastern)")
    '1999-02-02T15:00:00Z'
    """
    if not value:
        return None
    found = _DATE.match(value)
    if found is not None and found[2] in _MONTHS:
        day, month, year, hour, minute, second, sign, zone_hours, zone_minutes = found.groups()
        fields = (int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second or 0))
        return _iso(fields, _minutes_east(sign, zone_hours, zone_minutes))
    if (found := _ISO_DATE.match(value)) is not None:
        *date, sign, zone_hours, zone_minutes = found.groups()
        return _iso(tuple(int(number or 0) for number in date), _minutes_east(sign, zone_hours, zone_minutes))
    try:
        parsed = parsedate_tz(value[:_LONGEST_DATE])
    except (ValueError, TypeError, IndexError, OverflowError):  # the parser's own, over odd values
        return None
    if parsed is None:
        return None
    year = parsed[0] + 1900 if parsed[0] in _YEARS_SINCE_1900 else parsed[0]
    return _iso((year, *parsed[1:6]), (parsed[9] or 0) // 60)


def _minutes_east(sign: str | None, hours: str, minutes: str) -> int:
    shift = int(hours) * 60 + int(minutes) if sign else 0
    return -shift if sign == "-" else shift


def _iso(fields: tuple[int, ...], minutes_east: int) -> str | None:
    year, month, day, hour, minute, second = fields
    if year not in _YEARS:
        return None
    minutes = hour * 60 + minute - minutes_east
    if 0 <= minutes < _DAY and hour < 24 and minute < 60 and 0 < day < 29 and 0 <= second < 60:  # mostly
        return f"{year}-{month:02}-{day:02}T{minutes // 60:02}:{minutes % 60:02}:{second:02}Z"
    try:
        moment = datetime(year, month, day, hour, minute, min(second, 59))
        if minutes_east:
            moment -= timedelta(minutes=minutes_east)
    except (ValueError, OverflowError):
        return None
    return moment.isoformat() + "Z"

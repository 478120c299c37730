"""The header of a mail message or MIME part: its fields, encoded words, parameters and dates.

Everything here reads what is there and never raises: what cannot be understood is undefined (None) or left as
it stands. (RFC 5322, RFC 2045, RFC 2047, RFC 2231)
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_tz
from functools import lru_cache
from operator import methodcaller
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from urlglean.charsets import decode

__all__ = [
    "ContentType",
    "Field",
    "Header",
    "base_uri",
    "content_type",
    "decode_words",
    "media_type_of",
    "message_ids",
    "sender",
    "unfold",
    "utc_date",
    "without_comments",
]

_VALUE = r"[^\n]*+(?:\n[ \t][^\n]*+)*+"
_FIELD = re.compile(rf"^([!-9;-~]+)[ \t]*:({_VALUE})", re.MULTILINE)
_REST = re.compile(_VALUE)
_OFTEN_ASKED = (
    *(
        "base",
        "content-type",
        "content-transfer-encoding",
        "content-disposition",
        "content-base",
        "content-id",
    ),
    *("content-location", "date", "from", "in-reply-to", "message-id", "references", "subject"),
    *("x-mailing-list", "x-beenthere"),
)
"""The fields that every reading of a message asks for beside ``List-Id``, those with one first letter side by side."""


def _any_case(name: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" if letter.isalpha() else letter for letter in name)


_GROUPS = {name: group for group, name in enumerate(("run", "list-id", *_OFTEN_ASKED), start=1)}


def _first_value(name: str) -> str:
    """Match the rest of a field whose name is known, its value in the group of that name if it is the first one."""
    group = _GROUPS[name]
    return rf"[ \t]*+:(?({group}){_VALUE}|({_VALUE}))"


def _fields() -> re.Pattern[str]:
    """Compile what a header is, the first value of each field often asked for in a group of its own.

    The first group is a run of fields of a list (RFC 2369, RFC 2919), the last one where there are several.
    """
    any_field = rf"[!-9;-~]++[ \t]*+:{_VALUE}"
    list_field, list_id = _any_case("list-"), _any_case("id") + _first_value("list-id")
    # The look ahead is for the group, which must not begin where it does not end: `re` would not take it back.
    run = rf"(?={list_field}[!-9;-~]++[ \t]*+:)((?:{list_field}(?:{list_id}|{any_field})(?:\n|\Z))++)"
    by_letter: dict[str, list[str]] = {}
    for name in _OFTEN_ASKED:
        by_letter.setdefault(name[0], []).append(_any_case(name[1:]) + _first_value(name))
    often = "|".join(f"{_any_case(letter)}(?:{'|'.join(rest)})" for letter, rest in by_letter.items())
    return re.compile(rf"(?:{run}|(?:{often}|{any_field})(?:\n|\Z))*+")


_FIELDS = _fields()

_FOLD = re.compile(r"(?<![ \t])[ \t]*+\r?\n[ \t]*")
_WORD = re.compile(r"=\?([^?*\s]*)(?:\*[^?\s]*)?\?([bBqQ])\?([^?\r\n]*)\?=")
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?[^?\s]*\?[bBqQ]\?)")
_PARAMETER = re.compile(
    r'(?:;|(?<![\s;])\s)\s*+([A-Za-z][\w-]*)(?:\*(\d{1,3}))?(\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^\s;"]*))',
    re.ASCII,
)
_QUOTED_PAIR = re.compile(r"\\(.)")
_MEDIA_TYPE = re.compile(r"[\s\"']*([\w.+-]+)[ \t]*/[ \t]*([\w.+-]+)[\"']?", re.ASCII)
_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*+"?)|(?:^|(?<=[\s;]))\((?:[^()\\]|\\.|\([^()]*+\))*+\)')
"""A quoted string, which may hold parentheses, or a comment with one level of comments in it."""
_PAGE_TYPES = frozenset(
    {"text/htm", "text/xhtml", "text/x-html", "text/x-amp-html", "text/watch-html", "application/html"}
)
"""What mail calls a page besides its registered names."""
_MESSAGE_ID = re.compile(r"<([^<>]*)>")
_SPOKEN_AT = re.compile(r"([\w.+-]+) at ([\w-]+(?:\.[\w-]+)+)", re.ASCII)
_MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_DATE = re.compile(
    r"\s*(?:[A-Za-z]{3},?\s+)?(\d\d?)[ -]([A-Z][a-z]{2})[ -](\d{4})\s+(\d\d?):(\d\d)(?::(\d\d))?"
    r"\s*(?:([+-])(\d\d)(\d\d)|(?:GMT|UTC?|Z)\b)",
    re.ASCII,
)
_YEARS = range(1970, 2200)
_DAY = 24 * 60
_LONGEST_DATE = 200
_LINK_COLON = re.compile(r":(?://|(?<=[Mm]ailto:)|(?<=MAILTO:))")
_LINK_HINTS = (("?", re.compile(r"=\?")), ("w", re.compile(r"www\.")), ("W", re.compile(r"WWW\.")))
_new = tuple.__new__
_start = methodcaller("start")
_URL_PREFIX = re.compile(r"<?\s*(?:URL:)?(.*?)>?", re.IGNORECASE | re.DOTALL)


class Field(NamedTuple):
    """One field: its name, its value as it stands (folds included), and where the value starts."""

    name: str
    value: str
    start: int


class Header:
    """The fields of one header, by name without regard to case.

    ``text`` is the header as it stands, folds and encoded words included, so that a field can be pointed at.
    """

    __slots__ = ("_often", "_values", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._often = _FIELDS.fullmatch(text)
        """What the fields often asked for hold, where the header is whole; the rest is read when it is asked for."""
        self._values: dict[str, str] | None = None

    @classmethod
    def at_start_of(cls, message: str) -> Header | None:
        """Read the header that a message begins with; None where it is not whole or no blank line follows."""
        often = _FIELDS.match(message)
        end = often.end() if often else 0
        if not end or not message.startswith(("\n", "\r\n"), end):
            return None
        header = cls.__new__(cls)
        header.text, header._often, header._values = message[:end], often, None
        return header

    @property
    def is_whole(self) -> bool:
        """Whether every line is a field or the continuation of one."""
        return self._often is not None

    @classmethod
    def of(cls, fields: Iterable[tuple[str, str]]) -> Header:
        """Make a header of names and values whose own place in the message is not known."""
        return cls("".join(f"{name}: {value}\n" for name, value in fields))

    def get(self, name: str) -> str | None:
        """Give the first value of the field ``name`` (in lower case), unfolded; None where there is none."""
        value = self.raw(name)
        return None if value is None else unfold(value)

    def raw(self, name: str) -> str | None:
        """Give the first value of the field ``name`` (in lower case) as it stands; None where there is none."""
        often = self._often
        group = _GROUPS.get(name) if often is not None else None
        return often[group] if often is not None and group is not None else self._all().get(name)

    def raw_values(self, names: tuple[str, ...]) -> tuple[str | None, ...]:
        """Give what `raw` gives for each of several fields that are often asked for."""
        often = self._often
        if often is None:
            return tuple(map(self._all().get, names))
        return often.group(*_groups(names))

    def run_of_list_fields(self) -> tuple[int, int] | None:
        """Give where a run of ``List-`` fields stands, the last one where there are several; None without any."""
        often = self._often
        return often.span(1) if often is not None and often[1] else None

    def __contains__(self, name: object) -> bool:
        return name in self._all()

    def _all(self) -> dict[str, str]:
        """Give the first value of every field by its name in lower case."""
        values = self._values
        if values is None:
            fields = _FIELD.findall(self.text)
            fields.reverse()
            values = self._values = {name.lower(): value for name, value in fields}
        return values

    def fields(self) -> Iterator[Field]:
        """Yield every field in order."""
        for found in _FIELD.finditer(self.text):
            yield Field(found[1], found[2], found.start(2))

    def fields_with_links(self, begin: int = 0, stop: int | None = None) -> Iterator[Field]:
        """Yield the fields that hold what begins a URL, or may once encoded words are decoded, in order; cheaply.

        Only those that stand between ``begin`` and ``stop``, where fields have to begin.
        """
        text = self.text
        stop = len(text) if stop is None else stop
        places = list(map(_start, _LINK_COLON.finditer(text, begin, stop)))
        for first, hint in _LINK_HINTS:
            if text.find(first, begin, stop) >= 0:  # a single character is found many times as fast
                places += map(_start, hint.finditer(text, begin, stop))
        places.sort()
        end = begin
        for place in places:
            if place < end:
                continue
            start = text.rfind("\n", begin, place) + 1 or begin
            while start > begin and text[start] in " \t":
                start = text.rfind("\n", begin, start - 1) + 1 or begin
            found = _FIELD.match(text, start)
            if found is not None:
                end = found.end()
                yield _new(Field, (found[1], found[2], found.start(2)))
            else:
                end = _REST.match(text, place).end()  # type: ignore[union-attr]  # it matches anywhere


@lru_cache(maxsize=16)
def _groups(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(_GROUPS[name] for name in names)


def unfold(value: str) -> str:
    """Undo the folding of a field's value (RFC 5322 section 2.2.3): a line break is a space."""
    return _FOLD.sub(" ", value).strip() if "\n" in value else value.strip()


def decode_words(value: str) -> str:
    r"""Decode the encoded words of a field's value (RFC 2047); what is damaged stays as it is.

    The white space between two encoded words goes, and words of one charset are decoded together,
    because clients cut them in the middle of a character.

    >>> decode_words("=?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?IGF1cw==?= Bern")
    'Grüße aus Bern'
    """
    if "=?" not in value:
        return value
    value = _BETWEEN_WORDS.sub("", value)
    pieces: list[str] = []
    run = b""
    charset: str | None = None
    end = 0
    for found in _WORD.finditer(value):
        gap = value[end : found.start()]
        if gap or (charset or "").lower() != found[1].lower():
            pieces += (decode(run, charset).text, gap)
            run = b""
        charset = found[1]
        run += _word_bytes(found[2], found[3])
        end = found.end()
    pieces += (decode(run, charset).text, value[end:])
    return "".join(pieces)


def _word_bytes(encoding: str, data: str) -> bytes:
    raw = data.encode("utf-8", "surrogateescape")
    if encoding in "qQ":
        return binascii.a2b_qp(raw, header=True)
    raw = raw.rstrip(b"=")
    raw = raw[: len(raw) - (len(raw) % 4 == 1)]
    try:
        return binascii.a2b_base64(raw + b"=" * (-len(raw) % 4))
    except binascii.Error:
        return raw


class ContentType(NamedTuple):
    """A media type in lower case and its parameters by name in lower case."""

    media_type: str
    parameters: dict[str, str]


@lru_cache(maxsize=512)
def content_type(value: str | None) -> ContentType:
    """Read a ``Content-Type`` value: ``text/plain`` where there is none or it makes no sense (RFC 2045 5.2).

    >>> content_type('Text/HTML charset="utf-8"; format=flowed')
    ContentType(media_type='text/html', parameters={'charset': 'utf-8', 'format': 'flowed'})
    >>> content_type("text")
    ContentType(media_type='text/plain', parameters={})
    """
    value = without_comments(value or "")
    found = _MEDIA_TYPE.match(value)
    if found is None:
        return ContentType("text/plain", {})
    plain: dict[str, str] = {}
    pieces: dict[str, dict[int, str]] = {}
    for name, number, starred, quoted, bare in _PARAMETER.findall(value, found.end()):
        text = _QUOTED_PAIR.sub(r"\1", quoted) if quoted else bare
        if number or starred:
            pieces.setdefault(name.lower(), {})[int(number or 0)] = text
        else:
            plain.setdefault(name.lower(), text)
    for name, numbered in pieces.items():
        plain.setdefault(name, _extended("".join(text for _, text in sorted(numbered.items()))))
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


def _extended(text: str) -> str:
    """Decode an extended parameter value, ``charset'language'percent-encoded`` (RFC 2231 section 4)."""
    charset, mark, rest = text.partition("'")
    if not mark or "'" not in rest:
        return text
    return decode(unquote_to_bytes(rest.partition("'")[2]), charset).text


def message_ids(value: str | None) -> list[str]:
    """Give the message identifiers of a field, without their brackets (no part of them: RFC 5322 3.6.4).

    >>> message_ids("<a@b> <c@d>"), message_ids("a@b"), message_ids(None)
    (['a@b', 'c@d'], ['a@b'], [])
    """
    if not value:
        return []
    found = [identifier.strip() for identifier in _MESSAGE_ID.findall(value)]
    if found:
        return found
    words = value.split()
    return [words[0].strip("<>")] if words else []


def sender(value: str | None) -> str | None:
    """Give a ``From`` value as text; an address spoken aloud, as list archives write it, becomes one again.

    >>> sender("jim at example.org (Jim Foo)")
    'jim@example.org (Jim Foo)'
    """
    if value is None:
        return None
    text = decode_words(value)
    return _SPOKEN_AT.sub(r"\1@\2", text) if " at " in text and "@" not in text else text


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
        shift = int(zone_hours) * 60 + int(zone_minutes) if sign else 0
        fields = (int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second or 0))
        return _iso(fields, -shift if sign == "-" else shift)
    try:
        parsed = parsedate_tz(value[:_LONGEST_DATE])
    except (
        ValueError,
        TypeError,
        IndexError,
        OverflowError,
    ):  # the standard library's parser has its own limits
        return None
    if parsed is None:
        return None
    return _iso(parsed[:6], (parsed[9] or 0) // 60)


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


def base_uri(value: str) -> str:
    r"""Give the URI of a ``Content-Base``, ``Content-Location`` or ``Base`` value, without blanks or wrapper.

    White space inside is an accident of folding (RFC 2110 section 4.2); ``<URL:...>`` is RFC 1808's wrapper.

    >>> base_uri(" <URL:http://www.ics.uci.edu/\n  Test/a/b/c> ")
    'http://www.ics.uci.edu/Test/a/b/c'
    """
    text = "".join(decode_words(unfold(value)).split()).strip('"')
    found = _URL_PREFIX.fullmatch(text)
    return found[1] if found else text

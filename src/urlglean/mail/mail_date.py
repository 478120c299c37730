"""The date of a mail message, in whatever way it is written (RFC 5322 section 3.3); never an exception."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email.utils import parsedate_tz

__all__ = ["utc_date"]

_MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, start=1)}
_DATE = re.compile(
    r"\s*(?:[A-Za-z]{3},?\s+)?(\d\d?)[ -]([A-Z][a-z]{2})[ -](\d{4})\s+(\d\d?):(\d\d)(?::(\d\d))?"
    r"\s*(?:(?:GMT|UTC)?([+-])(\d\d):?(\d\d)|(?:GMT|UTC?|Z)\b)",
    re.ASCII,
)
_YEARS = range(1970, 2200)
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
        shift = int(zone_hours) * 60 + int(zone_minutes) if sign else 0
        fields = (int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second or 0))
        return _iso(fields, -shift if sign == "-" else shift)
    try:
        parsed = parsedate_tz(value[:_LONGEST_DATE])
    except (ValueError, TypeError, IndexError, OverflowError):  # the parser's own, over odd values
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

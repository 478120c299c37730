"""Signs of a crawler trap in a URL: what a site makes anew at every step, without an end."""

from __future__ import annotations

import re

__all__ = ["MAX_LENGTH", "trap"]

MAX_LENGTH = 8000
"""The longest URL, in code points, that is no sign of a trap: all that every server is asked to take.
(RFC 9110 section 4.1 recommends at least 8,000 octets.)"""

_LONGEST_UNIT = 4
_TIMES = 3
_TIMES_APART = 6
_GROWING_REFERENCE = re.compile(r"(?:&|%26)(?:amp(?:;|%3B)){2}", re.IGNORECASE)
_GROWING_ESCAPE = re.compile(r"%(?:25){3}")
_PATH = re.compile(r"[^:/?#]*:(?://[^/?#]*)?([^?#]*)(?:\?([^#]*))?")


def trap(url: str) -> str | None:
    """Say what sign of a trap a URL shows, or None.

    >>> trap("http://a/x/y/x/y/x/y/z"), trap("http://a/?b=1&amp;amp;c=2"), trap("http://a/2026/2026/")
    ('repeating path segments', 'growing amp;', None)
    """
    if len(url) > MAX_LENGTH:
        return "over-long URL"
    if "&" not in url and "%2" not in url:
        # Most URLs: no two parts between slashes are the same, but for what ``//`` and a last slash leave.
        parts = url.removesuffix("/").split("/")
        if len(set(parts)) == len(parts):
            return None
    found = _PATH.match(url)
    if found is None:
        return None
    path, query = found.groups()
    if path.count("/") >= _TIMES and _repeats(path):
        return "repeating path segments"
    if query and query.count("&") >= _TIMES and _repeats_pairs(query):
        return "repeating query parameters"
    if ("amp" in url or "AMP" in url) and _GROWING_REFERENCE.search(url):
        return "growing amp;"
    return "growing %25" if "%2525" in url and _GROWING_ESCAPE.search(url) else None


def _repeats(path: str) -> bool:
    """Tell whether some segments come three times in a row, or one of them comes six times anywhere.

    Numbers do so in good faith: dates, shards of a store of images.
    """
    segments = [segment for segment in path.split("/") if segment]
    if len(set(segments)) == len(segments):
        return False
    for unit in range(1, _LONGEST_UNIT + 1):
        run = 0
        for index in range(len(segments) - unit):
            run = run + 1 if segments[index] == segments[index + unit] else 0
            if run == unit * (_TIMES - 1) and not all(map(str.isdigit, segments[index : index + unit])):
                return True
    words = [segment for segment in segments if not segment.isdigit()]
    return len(words) >= _TIMES_APART and max(map(words.count, set(words[:_MOST_COUNTED]))) >= _TIMES_APART


_MOST_COUNTED = 64
"""How many different segments are counted: each is one look at them all."""


def _repeats_pairs(query: str) -> bool:
    """Tell whether the same parameter with the same value comes four times."""
    pairs = query.split("&")
    counts: dict[str, int] = {}
    for pair in pairs:
        counts[pair] = counts.get(pair, 0) + 1
    return any(count > _TIMES and "=" in pair for pair, count in counts.items())

"""The URL of ``<meta http-equiv=refresh>`` (HTML Standard 4.2.5.3, shared declarative refresh steps)."""

from __future__ import annotations

import re

__all__ = ["refresh_url"]

_TIME = re.compile(r"[\t\n\f\r ]*(?:[0-9]+|(?=\.))[0-9.]*(?=[;,\t\n\f\r ])[\t\n\f\r ]*[;,]?[\t\n\f\r ]*")
_PREFIX = re.compile(r"[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*")


def refresh_url(content: str) -> tuple[str, int, int] | None:
    """Give a refresh's URL with its start and end in ``content`` (code points), or None where it has none.

    None too for what is no refresh: no time, or something else right after it. A refresh with an empty URL
    (``5; url=``) has the empty reference.

    >>> refresh_url("5; URL='next.html'"), refresh_url("5"), refresh_url("x; url=a")
    (('next.html', 8, 17), None, None)
    """
    time = _TIME.match(content)
    if time is None or time.end() == len(content):
        return None
    start, end = time.end(), len(content)
    prefix = _PREFIX.match(content, start)
    if prefix:
        start = prefix.end()
    if content[start : start + 1] in {'"', "'"}:
        closing = content.find(content[start], start + 1)
        start, end = start + 1, closing if closing >= 0 else end
    return content[start:end], start, end

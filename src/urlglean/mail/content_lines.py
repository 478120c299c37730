"""The content lines of calendars and cards (iCalendar, vCard): folded, escaped, and pages in them."""

from __future__ import annotations

import re

from urlglean.unbroken import Unbroken, taking_out

__all__ = ["undo_folds", "without_pages"]

_FOLD = re.compile(r"\r?\n[ \t]|\\(?=[,;:])")
_ENDS_OF_PROPERTIES = {ord(end): "\x1e" for end in "\r\n"}
_PAGE = re.compile(r"(?<![^\x1e])X-ALT-DESC;[^:\x1e]*text/html[^:\x1e]*:([^\x1e]*)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([nN\\])")


def undo_folds(text: str) -> Unbroken:
    r"""Undo the folded lines and escaped characters of a calendar or a card (RFC 5545 3.1, RFC 6350 3.2).

    What is left of line ends ends a property, and with it any URL: a record separator (U+001E) stands for each.

    >>> undo_folds("URL:http://example.com/a\r\n /b\r\nEND:VCARD").text
    'URL:http://example.com/a/b\x1e\x1eEND:VCARD'
    """
    unbroken = taking_out(text, (found.span() for found in _FOLD.finditer(text))) or Unbroken(text, [0], [0])
    return unbroken._replace(text=unbroken.text.translate(_ENDS_OF_PROPERTIES))


def without_pages(properties: Unbroken) -> tuple[Unbroken, list[str]]:
    r"""Blank out the descriptions in HTML that Outlook puts into a calendar; give them as well, in order.

    >>> text = 'X-ALT-DESC;FMTTYPE=text/html:<a href="http://a/?b&amp\\;c">\\nx</a>\nURL:http://d/\n'
    >>> rest, pages = without_pages(undo_folds(text))
    >>> rest.text.strip(), pages
    ('URL:http://d/', ['<a href="http://a/?b&amp;c">\nx</a>'])
    """
    pages = [
        _ESCAPED.sub(lambda one: "\n" if one[1] in "nN" else one[1], found[1])
        for found in _PAGE.finditer(properties.text)
    ]
    if not pages:
        return properties, pages
    return properties._replace(text=_PAGE.sub(lambda found: " " * len(found[0]), properties.text)), pages

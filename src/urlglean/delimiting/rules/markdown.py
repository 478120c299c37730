r"""URLs in the links of Markdown that has escaped their punctuation: ``[text](http://a/b\_\(c\))``.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.readings import Reading, Scan, Site, between
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.rules.enclosed import Enclosed, enclosed_reading, notes_on
from urlglean.patterns import lazy_regex

_LONGEST = 4096
_DESTINATION = lazy_regex(
    r"((?:\\[!-/:-@\[-`{-~]|[^\s\\()<>]++|\((?1)\))*+)(?=[ \t]{0,8}(?:[\"'][^\r\n]{0,500})?\))"
)
_ESCAPED = lazy_regex(r"\\([!-/:-@\[-`{-~])")


def in_markdown(scan: Scan, site: Site) -> Reading | None:
    """Read the URL in the parentheses of a link of Markdown, where something in it is escaped."""
    opening = site.opening
    found = markdown_destination(scan.text, site.opener, opening.start)
    if found is None or (notes := notes_on(scan, opening, found.text)) is None:
        return None
    return enclosed_reading(opening, found, "]()", notes)


def markdown_destination(text: str, opener: int, start: int) -> Enclosed | None:
    r"""Read the destination of a link whose parenthesis opens at ``opener`` and whose URL begins at ``start``.

    It comes without the backslashes that escape its punctuation, and its closer stands where it ends.
    None where no closing bracket stands before the parenthesis, or nothing is escaped in what is no destination.

    >>> markdown_destination(r"[see](http://a.b/c_\(d\))", 5, 6).text
    'http://a.b/c_(d)'
    """
    if not text.startswith("](", opener - 1) or text.find(")", start, start + _LONGEST) < 0:
        return None
    found = _DESTINATION.match(text, start, start + _LONGEST)
    if found is None:
        return None
    escaped = _ESCAPED.finditer(text, start, found.end())  # an escaped backslash escapes nothing
    pieces = between(start, ((one.start(), one.start(1)) for one in escaped), found.end())
    said = "".join(text[begin:end] for begin, end in pieces)
    return Enclosed(pieces, said, found.end(), Ended.CLOSER.told(")"))

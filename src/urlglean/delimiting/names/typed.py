"""One URL as a person typed or pasted it: delimiters and embedded white space come off.

RFC 3986 Appendix C, last paragraph: software that accepts a user-typed URI should recognize and strip both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from unicodedata import category

from urlglean.delimiting.alphabet import OF_BBCODE, PAIRS, PUNCTUATION
from urlglean.errors import require
from urlglean.patterns import lazy_regex

__all__ = ["strip_delimiters"]

_WHITE_SPACE = lazy_regex(
    r"[\p{Cc}\p{Z}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]+"
)
# What closes the URL may stand alone on the last line: then it is no quote mark.
_NOT_LAST = rf"""(?![{PUNCTUATION})\]}}"'\u2019\u201d\u00bb]*+\s*+\Z)"""
_QUOTE_MARKS = lazy_regex(rf"(?<=[\r\n])[ \t]*+(?:[>|][ \t]*+)++{_NOT_LAST}")
_LEADING_MARKS = lazy_regex(rf"[>|]++{_NOT_LAST}")
_PREFIX = lazy_regex(r"(?i)UR[LI]:(?=.)")
_OPENING_TAG = lazy_regex(rf"(?i)\[({OF_BBCODE})(?:=((?:[^\[\]]|\[[^\[\]]*+\])*+))?\]|<(link|url|loc|guid)>")
_MARKDOWN = lazy_regex(r"!?\[[^\]]*+\]\(")
_TITLE = lazy_regex(rf"""(?<=\S)\s++(?:"[^"]*+"|'[^']*+')\s*+(?=\)[*_\s{PUNCTUATION}]*+\Z)""")
"""What follows the URL of a link of Markdown, before the parenthesis that closes all of it."""
_EMPHASIS = lazy_regex(
    r"""(?i)(\*{1,3}+|_{1,8}+)(?=[a-z][a-z0-9+.\-]*+:|(?:www[0-9]{0,3}|ftp)\.|(?<=\*)_|[^\w./?#:@%~+\-])"""
)
_PAIRS = {
    **{opener: closers for opener, closers in PAIRS.items() if opener not in ">]"},
    "<": ">",
    "(": ")",
    "'": "'",
}
"""What may enclose all of what was typed, each with what closes it."""
_BRACKET = lazy_regex(
    "|".join(
        re.escape(bracket)
        for opener, closers in _PAIRS.items()
        if opener in "<\uff1c" or (category(opener) == "Ps" and len(closers) == 1)
        for bracket in (opener, closers)
    )
)
"""The pairs of which one may stand within another, as low quotes, which Unicode has among them, do not."""
_AFTER_CLOSER = PUNCTUATION + "\u3002\uff0c"


def strip_delimiters(typed: str) -> str:
    r"""Strip the delimiters around one typed or pasted URL, and every white space inside it.

    Takes off angle brackets, quotes and brackets that enclose all of it (repeatedly), a ``URL:`` prefix, the
    notations of Markdown and BBCode, punctuation behind a closing delimiter, and quote marks at the beginning of
    lines. A hyphen at a line break stays: whether a typesetter put it there, only a look-up can tell.

    >>> strip_delimiters(' <URL:http://www.ics.uci.edu/pub/\n   ietf/uri/>. ')
    'http://www.ics.uci.edu/pub/ietf/uri/'
    >>> strip_delimiters('"http://a/b c"')
    'http://a/bc'
    """
    require(str, typed=typed)
    text = _QUOTE_MARKS.sub("", typed)
    if "](" in text:
        text = _TITLE.sub("", text)
    text = _WHITE_SPACE.sub("", text)
    partners = _partners(text)
    start, end = 0, len(text)
    while (inner := _layer(text, start, end, partners)) is not None:
        start, end = inner
    return text[start:end]


def _partners(text: str) -> dict[int, int]:
    """Find for each bracket that is opened where it is closed, nesting included."""
    partners: dict[int, int] = {}
    opened: dict[str, list[int]] = {}
    for found in _BRACKET.finditer(text):
        bracket = found[0]
        if bracket in _PAIRS:
            opened.setdefault(_PAIRS[bracket], []).append(found.start())
        elif opened.get(bracket):
            partners[opened[bracket].pop()] = found.start()
    return partners


def _layer(text: str, start: int, end: int, partners: Mapping[int, int]) -> tuple[int, int] | None:
    """Give what is left of ``text[start:end]`` without its outermost delimiter; None where there is none."""
    if found := _PREFIX.match(text, start, end) or _LEADING_MARKS.match(text, start, end):
        return found.end(), end
    last = end
    while last > start and text[last - 1] in _AFTER_CLOSER:
        last -= 1
    for stop in {end: None, last: None}:
        if stop > start and (inner := _enclosed(text, start, stop, partners)) is not None:
            return inner
    return None


def _enclosed(text: str, start: int, end: int, partners: Mapping[int, int]) -> tuple[int, int] | None:
    """Give what stands between an opening delimiter at ``start`` and its closing one right before ``end``."""
    if text[end - 1] == ")" and (found := _MARKDOWN.match(text, start, end - 1)):
        return found.end(), end - 1
    tag = _OPENING_TAG.match(text, start, end)
    if (found := tag or _EMPHASIS.match(text, start, end)) is not None:
        closer = found[1]
        if tag is not None:  # of BBCode, or of an element
            closer = f"[/{tag[1].lower()}]" if tag[1] else f"</{tag[3].lower()}>"
        body, stop = found.end(), end - len(closer)
        if body <= stop and text[stop:end].lower() == closer:
            if tag is not None and tag[2] and closer != "[/img]" and text.find("://", body, stop) < 0:
                return tag.span(2)  # and a label in the element
            return body, stop
    opener = text[start]
    if end - start < 2 or text[end - 1] not in _PAIRS.get(opener, ""):
        return None
    if _BRACKET.match(opener) and partners.get(start) != end - 1:
        return None  # `(a)(b)`: they are two pairs
    return start + 1, end - 1

"""One URL as a person typed or pasted it: delimiters and embedded white space come off.

RFC 3986 Appendix C, last paragraph: software that accepts a user-typed URI should recognize and strip both.
"""

from __future__ import annotations

import regex

__all__ = ["strip_delimiters"]

_INVISIBLE = regex.compile(
    r"[\p{Cc}\p{Z}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]+"
)
_QUOTE_MARKS = regex.compile(r"(?m)(?<=[\r\n])[ \t]*(?:[>|][ \t]*)+(?=\S)")
_PREFIX = regex.compile(r"(?i)UR[LI]:\s*(?=\S)")
_MARKDOWN = regex.compile(r"!?\[[^\]]*\]\((.*)\)", regex.DOTALL)
_TAG = regex.compile(r"(?is)\[(url|img|link)(?:=[^\]]*)?\](.*)\[/\1\]|<(link|url|loc|guid)>(.*)</\3>")
_PAIRS = {
    "<": ">",
    '"': '"',
    "'": "'",
    "`": "`",
    "(": ")",
    "[": "]",
    "{": "}",
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2039": "\u203a",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u3008": "\u3009",
    "\u300a": "\u300b",
    "\u3010": "\u3011",
    "\uff08": "\uff09",
    "\uff1c": "\uff1e",
}
_AFTER_CLOSER = ".,;:!?\u3002\uff0c"


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
    text = _QUOTE_MARKS.sub("", typed.strip())
    text = _INVISIBLE.sub(
        lambda found: " " if found[0].strip() != found[0] or found[0].isspace() else "", text
    ).strip()
    while (inner := _strip_once(text)) != text:
        text = inner
    return "".join(text.split())


def _strip_once(text: str) -> str:
    """Take one layer off."""
    if found := _PREFIX.match(text):
        return text[found.end() :]
    if found := _MARKDOWN.fullmatch(text):
        return found[1].strip()
    if found := _TAG.fullmatch(text):
        return (found[2] if found[2] is not None else found[4]).strip()
    trimmed = text.rstrip(_AFTER_CLOSER) if text else text
    for candidate in (text, trimmed):
        if len(candidate) > 1 and candidate[-1] in _PAIRS.get(candidate[0], ""):
            return candidate[1:-1].strip()
    return text

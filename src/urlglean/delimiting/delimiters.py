"""What a writer puts around a URL: quotes, brackets and tags, each with what closes it.

RFC 3986 Appendix C: double quotes, angle brackets, white space. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re

__all__ = ["CLOSER", "PAIRS", "closers_of", "opener_before"]

PAIRS = {
    '"': '"',
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201d": "\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019",
    "[": "]",
    "{": "}",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u3010": "\u3011",
    "\u300a": "\u300b",
    "\u3008": "\u3009",
    "\u3014": "\u3015",
    "\u27e8": "\u27e9",  # around the URLs of manual pages
    "\u2329": "\u232a",
    "\uff02": "\uff02",
    "\uff08": "\uff09",
    "\uff1c": "\uff1e",
    "\uff3b": "\uff3d",
    "\uff5b": "\uff5d",
    "\u2039": "\u203a",
    "`": "`",
    ">": "<",
    "]": "[",
}
"""Delimiters in which a URL may be broken over lines, each with what closes it; ``>`` and ``]`` end a start tag."""
CLOSER = {
    "(": ")",
    "'": "'",
    **{opener: closers[0] for opener, closers in PAIRS.items() if opener not in ">]"},
}
"""What closes a delimiter on one line."""
_START_TAG = re.compile(r"<[A-Za-z][\w:.\-]*(?:\s[^<>]*)?>\Z")
_BBCODE = re.compile(r"(?i)\[(?:url|img|link)\]?\Z")
_SPACED_OPENERS = ("<", "[", "\u00ab")


def opener_before(text: str, prefix: int, floor: int) -> tuple[str, int]:
    """Give what stands before offset ``prefix``, not before ``floor``, and where.

    White space behind some openers is stepped over. The text is empty where there is nothing.
    """
    at = prefix - 1
    if at < floor:
        return "", at
    before = text[at]
    if before == "<" and text.startswith("\\", max(0, at - 1)) and at > floor:
        return "", at  # a bracket that stands for itself, in Markdown: so does its closer
    if before in " \t\r\n":
        low = max(floor, at - 120)
        lead = text[low:at].rstrip(" \t\r\n")
        if lead.endswith(_SPACED_OPENERS):
            return lead[-1], low + len(lead) - 1
    return before, at


def closers_of(before: str, text: str, opener: int, floor: int) -> str:
    """Give what closes ``before`` at ``opener``; empty where it is none in which a URL may be broken."""
    low = max(floor, opener - 200)
    if before == ">":
        return PAIRS[before] if _START_TAG.search(text, low, opener + 1) else ""
    if before == "]":
        return PAIRS[before] if _BBCODE.search(text, low, opener + 1) else ""
    if before == "=":
        return "]" if _BBCODE.search(text, low, opener) else ""
    if before == "(":
        return ")" if text.startswith("]", opener - 1) else ""  # Markdown
    if before == "'":
        return "" if text[opener - 1 : opener].isalnum() else "'"
    return PAIRS.get(before, "")

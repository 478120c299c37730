"""The marks before the lines of a quotation in a text: ``> ``, ``Jim> ``, ``| ``."""

from __future__ import annotations

import re

__all__ = ["QUOTE_MARKS", "quote_depth"]

_PREFIX = (
    r"(?:[ \t]{0,8}(?:[A-Z][\w.-]{0,11}|(?<=[ ])[a-z]{1,11})?>|[ \t]{0,3}(?:[|](?=[ \t|:>])|:(?=[ \t])))"
)
"""A quote mark, bare or after a name (``Jim>``, or `` jim>`` with a blank: ``mysql>`` is a prompt)."""
QUOTE_MARKS = re.compile(rf"{_PREFIX}*")
"""All marks of a line."""
_MARK = re.compile(r"[>|:]")


def quote_depth(text: str, index: int) -> int:
    r"""Count the quote marks before the line that holds the code point ``index``.

    >>> [quote_depth(line, len(line)) for line in ("> > a", "Jim> a", "| a", "a > b", "| a |")]
    [2, 1, 1, 0, 0]
    """
    start = text.rfind("\n", 0, index) + 1
    if text[start : start + 1].islower():  # most lines
        return 0
    marks = QUOTE_MARKS.match(text, start)
    if marks is None or marks.end() == start:
        return 0
    prefix = marks[0]
    if "|" in prefix:
        end = text.find("\n", index)
        if text[start : end if end >= 0 else len(text)].rstrip().endswith("|"):  # a box, not a quotation
            prefix = prefix.replace("|", "")
    return len(_MARK.findall(prefix))

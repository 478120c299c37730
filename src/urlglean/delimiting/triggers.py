"""What announces a URL: the few characters that are looked for, at memory speed, in all of a text.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from functools import cache

from urlglean.delimiting.rules.split_schemes import TRIGGER
from urlglean.delimiting.schemes import OPAQUE_SCHEMES

__all__ = ["trigger_places"]

TRIGGER_REACH = 18
"""How much of a text, from the place of a trigger on, tells whether it is one, in code points."""
_END_OF_NAME = re.compile(r"\.(?<=[wWtT][wWpP0-9]\.)")


@cache
def triggers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile the two patterns that find every place where a URL may be.

    The standard library's `re` searches for a pattern that begins with one literal character at memory speed; what
    stood before it is then looked at from there.
    """
    names = "|".join(f"(?<={name}:)" for name in sorted((*OPAQUE_SCHEMES, "url", "uri")))
    # Times are the commonest colons of logs: a look at the one character before spares looking for every name.
    slash = r"\\{1,2}(?:\\?/|u002[fF]|x2[fF])"  # as strings of programs escape it
    colon = re.compile(
        r":(?=[\S\r\n]|[ \t]{1,3}[\r\n])"
        rf"(?://|(?<=[A-Za-z]:)(?i:{names})|(?<=[A-Za-z\\]:){slash}{slash}|{TRIGGER})"
    )
    dot = re.compile(
        r"\.(?<=[wWtT][wWpP0-9]\.)(?<!/www\.)(?=[\w\r\n\u2190-\u2bff\U0001f000-\U0001faff]|[ \t]{1,8}[\r\n])"
    )
    return colon, dot


def trigger_places(text: str) -> list[int]:
    """Give every place where a URL may be, in order, with the options as they are by default.

    ``text`` may be pieces of text that do not belong together: whatever is found in one of them, its place is given.

    >>> trigger_places("see www.example.org, http://example.org/ or 10:30")
    [7, 25]
    """
    places = [found.start() for found in triggers()[0].finditer(text)]
    names = [at for found in _END_OF_NAME.finditer(text) if _may_be_name(text, at := found.start())]
    return sorted(places + names) if names else places


def _may_be_name(text: str, dot: int) -> bool:
    """Tell whether what stands before a full stop may be ``ftp`` or ``www``, a number behind it or not."""
    before = text[max(0, dot - 6) : dot].lower()
    return before.endswith("ftp") or "www" in before

r"""What looks like a URL and is a regular expression: ``https://github\.com/.*``, ``/^https:\/\/a.example\/.*$/``.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re

__all__ = ["is_literal", "is_pattern", "is_pattern_between_slashes"]

_ESCAPED_DOT = re.compile(r"\\{1,4}\.[\w\\]")
_BEHIND_HOST = re.compile(r"[/?#]")
_REPEATED = re.compile(r"\.[*+]|[)\]][*+?]|\[\^|\(\?[:=!]")
_FURTHEST_SIGN = 512
"""How far behind the beginning of a host such a sign is looked for, in code points."""
_LITERAL = re.compile(r"(?:[^\s\"<>\\*+\[\]{}()|^$]|\\[.\-_'])*+(?<!:)\)?[.,;]?(?:[\s\"<>]|\\\.(?:\s|\Z)|\Z)")
_SIGN = re.compile(r"[*+?()\[\]{}|^$]")


def is_pattern(text: str, opener: str, body: int, run: int) -> bool:
    r"""Tell whether the URL whose host begins at ``body`` and whose run ends at ``run`` is a pattern.

    It is where the host goes on with an escaped full stop and more of it has a sign of patterns, or where it stands
    right behind ``^`` and has such a full stop anywhere, or something in it is repeated, excluded, or the end of the
    text.

    >>> is_pattern(r"https://github\.com/.*", "", 8, 14), is_pattern("^http://a.b/.*$", "^", 8, 15)
    (True, True)
    """
    is_caret = opener == "^"
    if _ESCAPED_DOT.match(text, run) and (is_caret or not _BEHIND_HOST.search(text, body, run)):
        return is_caret or not is_literal(text, body)
    if not is_caret:
        return False
    near = min(run, body + _FURTHEST_SIGN)
    return text.startswith("$", run - 1) or _REPEATED.search(text, body, near) is not None


def is_literal(text: str, body: int) -> bool:
    r"""Tell whether the URL whose host begins at ``body`` has nothing of a pattern but escaped full stops.

    Manual pages escape them, too (``https://github\.com/a``, as ronn writes them).
    """
    return _LITERAL.match(text, body, body + _FURTHEST_SIGN) is not None


def is_pattern_between_slashes(text: str, opener: str, body: int, stop: int) -> bool:
    r"""Tell whether a URL with escaped slashes is a pattern: behind ``^``, or between slashes, with a sign of patterns.

    >>> text = r"/https:\/\/a.b\/([0-9]+)/"
    >>> is_pattern_between_slashes(text, "/", 11, 24), is_pattern_between_slashes(text, '"', 11, 24)
    (True, False)
    """
    enclosed = opener == "^" or (opener == "/" and text.startswith("/", stop))
    return enclosed and _SIGN.search(text, body, stop) is not None

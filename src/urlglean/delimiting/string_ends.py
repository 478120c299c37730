"""Where the string of a program ends that a URL stands in: at the apostrophe that closes what one before it opened.

``VALUES (1,'see http://a/b','c')``: nothing but the apostrophe parts the URL from what follows. Offsets are code points
of the text at hand.
"""

from __future__ import annotations

__all__ = ["StringAround", "is_in_string"]

_FURTHEST_OPENER = 512
"""The apostrophe that opened the string is looked for no further than this before the URL, in code points."""
_BEFORE_OPENER = frozenset(" \t\r\n([{,=:;+?!&|<>")
_PREFIXES = frozenset("bBfFrRuUL")
"""What may stand between that and the opener: the letters that say what kind of a string it is."""
_BEHIND_CLOSER = frozenset(",;)]}+:.=!|&?")


class StringAround:
    """The string that the URL at ``start`` may stand in, asked about each apostrophe of the URL, in order.

    >>> text = "('see http://a.b/c','d')"
    >>> StringAround(text, 6).ends(18), StringAround("it's http://a.b/c','d", 5).ends(17)
    (True, False)
    """

    __slots__ = ("_is_within", "_own", "_start", "_text")

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._own = False
        self._is_within: bool | None = None

    def ends(self, at: int) -> bool:
        """Tell whether the apostrophe at ``at`` ends it: before a sign that goes on with the program.

        Another one is the URL's own, and the next after that belongs to it.
        """
        if self._own or self._text[at + 1 : at + 2] not in _BEHIND_CLOSER:
            self._own = not self._own
            return False
        if self._is_within is None:
            self._is_within = is_in_string(self._text, self._start)
        return self._is_within


def is_in_string(text: str, start: int) -> bool:
    """Tell whether the last apostrophe before ``start`` opens a string; one behind a backslash, or two, stand in it."""
    low = max(0, start - _FURTHEST_OPENER)
    end = start
    while (mark := text.rfind("'", low, end)) >= 0:
        before = text[mark - 1 : mark] if mark else ""
        if before not in ("\\", "'"):
            if before in _PREFIXES:  # u'', f'', and no l' of a word
                before = text[mark - 2 : mark - 1]
            return not before or before in _BEFORE_OPENER
        end = mark - 1
    return False

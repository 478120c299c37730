"""Why a URL ends where it does: a name for each reason, for the rules, and a sentence for users."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache


class Ended(Enum):
    """Why a URL ends before the run of its characters does; `told` gives the sentence for users."""

    SAME_SIGN = "the {!r} that opened it"
    CLOSER = "{!r} that closes it"
    UNOPENED = "{!r} that nothing in the URL opened"
    UNCLOSED = "{!r} that nothing closes"
    CROWDED = "too many brackets"
    BBCODE_TAG = "a closing BBCode tag"
    TAG_IN_BRACES = "a closing tag in braces"
    MACRO_LABEL = "the label of a macro"
    LABEL = "{!r} before a label"
    RULE = "a line of {!r}"
    CELL = "'||' between cells"
    SHELL = "{!r} of a shell"
    PARAMETER = "{!r} of the query that it stands in"
    STRING = "the {!r} that closes its string"
    ENTITY = "an HTML entity of a delimiter"
    ANOTHER_URL = "another URL"
    HOST = "{!r} after the host"
    NO_PORT = "a colon without a port"
    IMPOSSIBLE_PORT = "an impossible port"
    ADDRESS = "the end of an address"
    GLUED_WORD = "{!r} before a word that is glued to the name"
    WORDS = "{!r} of words that are glued to it"
    PLAIN_WORD = "a plain word behind a space"

    __hash__ = object.__hash__

    @lru_cache(maxsize=1024)  # the members live as long as the program
    def told(self, sign: str = "") -> str:
        """Say it of the sign that ended the URL."""
        return str(self.value).format(sign)

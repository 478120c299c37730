"""What prose goes on with between words, though it looks like the rest of a URL: names and numbers.

A mailer that does not cut words sets a URL that is too long for its line on a line of its own: so what stands amid a
sentence, and is cut within a word, is hardly one.
"""

from __future__ import annotations

from urlglean.delimiting.ends.suffixes import reads_as_file, splits_suffix
from urlglean.delimiting.joining.above import (
    LONG_NAME,
    closes,
    host_is_open,
    is_no_name_of_prose,
)
from urlglean.delimiting.joining.breaks import Break
from urlglean.delimiting.words import is_cut_word, is_quantity, reads_as_url
from urlglean.patterns import lazy_re

_NAMES = lazy_re(r"[A-Za-z0-9+_.\-()]+(?:/[.]*[A-Za-z0-9+_\-()][A-Za-z0-9+_.\-()]*)?[,;:]?\Z")
"""A name, or two with a slash between, as technical prose has them: ``v4l2-ctl``, ``i386/amd64``."""
_ENTRY = lazy_re(r"[a-z]+/[0-9]{2,}[.,;:)]*\Z")
"""What is kept under a number, as trackers write it: ``issues/123``."""
_HAS_VERB = lazy_re(
    r" (?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|should|may|might|must"
    r"|works?|shows?|says?|needs?|uses?|gives?|tells?|reports?|seems?|fails?|isn't|doesn't|can't|won't)\b"
)


def is_cut_amid(b: Break) -> bool:
    """Tell a break within a word where a mailer would have set all of the URL on a line of its own first.

    What only a URL holds tells of one that cuts wherever its column is.
    """
    return (
        b.amid
        and bool(b.following)
        and b.before[-1].isalnum()
        and b.token[0].isalnum()
        and "#" not in b.token
        and not (
            host_is_open(b)
            or splits_suffix(b.before, b.token)
            or is_cut_word(b.token, alone=False)
            or LONG_NAME.match(b.token)
            or reads_as_file(b.token)
            or not _NAMES.match(b.token)
        )
    )


def is_name_with_verb(b: Break) -> bool:
    """Tell a name and its verb below a URL that ends in a whole word: it stands before no prose, but the name does."""
    if b.amid or not b.before[-1].isalnum() or b.token.isalpha() or LONG_NAME.match(b.token):
        return False
    return _NAMES.match(b.token) is not None and _HAS_VERB.match(b.following) is not None


def _is_no_part(token: str) -> bool:
    """Tell what nothing marks as a part of a URL: a price, a time, a name with odd signs."""
    return not (token[0] in "~?#&=%" or "/" in token or reads_as_url(token))


def is_name_amid(b: Break) -> bool:
    """Tell a technical name between words, below a folder: a sentence may go on with it as well as the URL."""
    return (
        b.amid
        and bool(b.following)
        and b.before[-1] == "/"
        and b.before[-2] != "/"
        and not (b.flowed or reads_as_file(b.token))
        and (_NAMES.match(b.token) is not None or _is_no_part(b.token))
        and not (closes(b) or _ENTRY.match(b.token) or is_no_name_of_prose(b))
        and (b.token.count("-") < 2 or is_quantity(b.token))
    )


def are_two_names_amid(b: Break) -> bool:
    """Tell the same of two names with a slash between."""
    return "/" in b.token and is_name_amid(b)

"""What prose goes on with between words, though it looks like the rest of a URL: names, numbers, values.

A mailer that does not cut words sets a URL that is too long for its line on a line of its own: so what stands amid a
sentence, and is cut within a word, is hardly one.
"""

from __future__ import annotations

from urlglean.delimiting.ends.suffixes import reads_as_file, splits_suffix
from urlglean.delimiting.joining.above import (
    LONG_NAME,
    closes,
    ends_in_program,
    hard_column,
    host_is_open,
    is_no_name_of_prose,
)
from urlglean.delimiting.joining.breaks import INDENTED, Break
from urlglean.delimiting.words import SETTING, is_cut_word, is_quantity, reads_as_code, reads_as_url
from urlglean.patterns import lazy_re

_TITLE = lazy_re(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+[.,;:)]*\Z")
_NAMES = lazy_re(r"[A-Za-z0-9+_.\-()]+(?:/[.]*[A-Za-z0-9+_\-()][A-Za-z0-9+_.\-()]*)?[,;:]?\Z")
"""A name, or two with a slash between, as technical prose has them: ``v4l2-ctl``, ``i386/amd64``."""
_DATED_FOLDERS = lazy_re(r"[12][0-9]{3}/[0-9]{1,2}(?:/|\Z)")
_ENTRY = lazy_re(r"[a-z]+/[0-9]{2,}[.,;:)]*\Z")
"""What is kept under a number, as trackers write it: ``issues/123``."""
SIGNED_NAME = lazy_re(r"[#.\-_=&~+][A-Za-z0-9_]+[=_]?[.,;:)]*\Z")
_FRACTION = lazy_re(r"\.[0-9]+[.,;:)]*\Z")
_LONGEST_SIGNED_CODE = 12
"""So long may a name with a sign before it be that mixes letters and digits: ``-march_x86``, ``#c12``."""
_HAS_VERB = lazy_re(
    r" (?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|should|may|might|must"
    r"|works?|shows?|says?|needs?|uses?|gives?|tells?|reports?|seems?|fails?|isn't|doesn't|can't|won't)\b"
)
_PAGE = lazy_re(r"\.(?:s?html?|php|aspx?|jsp|pdf)(?:[?#]\S*)?[.,;:)]*\Z")


def is_indented_title(b: Break) -> bool:
    """Tell a hyphened word below a folder where both lines are indented, as those of specifications are."""
    return b.before[-1] == "/" and b.indent >= INDENTED and bool(_TITLE.match(b.token))


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
            or (b.token[19:] and LONG_NAME.match(b.token))
            or (_PAGE.search(b.token) is not None and hard_column(b))
            or (reads_as_url(b.token) and (reads_as_file(b.token) or not _NAMES.match(b.token)))
        )
    )


def are_two_names_cut_amid(b: Break) -> bool:
    """Tell the same of two names with a slash between."""
    return "/" in b.token and _NAMES.match(b.token) is not None and is_cut_amid(b)


def is_name_with_verb(b: Break) -> bool:
    """Tell a name and its verb below a URL that ends in a whole word: it stands before no prose, but the name does."""
    is_name = (
        not (b.amid or b.token.isalpha() or LONG_NAME.match(b.token)) and _NAMES.match(b.token) is not None
    )
    return is_name and b.before[-1].isalnum() and _HAS_VERB.match(b.following) is not None


def _is_no_part(token: str) -> bool:
    """Tell what nothing marks as a part of a URL: a price, a day and its month, a time, a name with odd signs."""
    if token[0] in "~?#&=%" or ("/" in token and not is_quantity(token)):
        return False
    return not (reads_as_url(token) or _DATED_FOLDERS.match(token))


def is_name_amid(b: Break) -> bool:
    """Tell a technical name between words, below a folder: a sentence may go on with it as well as the URL."""
    return (
        b.amid
        and bool(b.following)
        and b.before[-1] == "/"
        and b.before[-2] != "/"
        and not (b.glued or b.flowed or reads_as_file(b.token))
        and (_NAMES.match(b.token) is not None or _is_no_part(b.token))
        and not (closes(b) or is_indented_title(b) or ends_in_program(b))
        and not (_ENTRY.match(b.token) or is_no_name_of_prose(b))
        and (b.token.count("-") < 2 or is_quantity(b.token))
    )


def is_name_amid_with_verb(b: Break) -> bool:
    """Tell the same where the verb is behind the name."""
    return _HAS_VERB.match(b.following) is not None and is_name_amid(b)


def are_two_names_amid(b: Break) -> bool:
    """Tell the same of two names with a slash between."""
    return "/" in b.token and is_name_amid(b)


def is_signed_name_amid(b: Break) -> bool:
    """Tell a name between words that has a sign before it, as prose has: ``.NET``, ``#1234``, ``-lm``."""
    return (
        b.amid
        and bool(b.following)
        and not (b.glued or b.flowed or splits_suffix(b.before, b.token) or reads_as_file(b.token))
        and b.before[-1].isalnum()
        and bool(SIGNED_NAME.match(b.token))
        and not (len(b.token) > _LONGEST_SIGNED_CODE and reads_as_code(b.token))
        and not (b.before[-1].isdigit() and _FRACTION.match(b.token))
    )


def is_value_amid(b: Break) -> bool:
    """Tell a value between words (``p=0.05``) where nothing in the URL has one."""
    return (
        b.amid
        and bool(b.following)
        and bool(SETTING.match(b.token))
        and "/" not in b.token
        and not (b.glued or b.flowed or closes(b) or any(sign in b.before for sign in "?#;="))
    )

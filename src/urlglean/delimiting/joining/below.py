"""What a line break has below it: the rest of a URL, a word or a number of prose, a name, the next line of a list.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.ends.suffixes import ends_in_suffix, reads_as_file, splits_suffix
from urlglean.delimiting.joining.above import (
    LONG_NAME,
    closes,
    completes_digest,
    cuts_a_word,
    hard_column,
    host_is_open,
    is_complete,
    is_no_name_of_prose,
    is_root,
    overhangs,
)
from urlglean.delimiting.joining.breaks import INDENTED, Break
from urlglean.delimiting.schemes import NAME, waits_for_kept
from urlglean.delimiting.words import (
    SETTING,
    STARTS_URL,
    is_camel,
    is_cut_word,
    is_hyphened,
    is_lettered,
    is_of_prose,
    is_quantity,
    reads_as_url,
    waits_for_host,
)
from urlglean.patterns import lazy_re
from urlglean.uri.suffixes import is_top_level_domain

# What prose goes on with between words, though it looks like the rest of a URL: names and numbers. A mailer that does
# not cut words sets a URL that is too long for its line on a line of its own: so what stands amid a sentence, and is
# cut within a word, is hardly one.

_NAMES = lazy_re(r"[A-Za-z0-9+_.\-()]+(?:/[.]*[A-Za-z0-9+_\-()][A-Za-z0-9+_.\-()]*)?[,;:]?\Z")
"""A name, or two with a slash between, as technical prose has them: ``v4l2-ctl``, ``i386/amd64``."""
_ENTRY = lazy_re(r"(?:[a-z]+|[0-9]{5,})/[0-9]{2,}[.,;:)]*\Z")
"""What is kept under a number, as trackers write it: ``issues/123``."""
_LONGEST_OF_PROSE = 44
"""So many code points has no name of prose, or a path there."""
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


def is_name_amid(b: Break) -> bool:
    """Tell a technical name between words, below a folder: a sentence may go on with it as well as the URL.

    So it may with what nothing marks as a part of a URL: a price, a time, a name with odd signs.
    """
    return (
        b.amid
        and bool(b.following)
        and b.before[-1] == "/"
        and b.before[-2] != "/"
        and not (b.flowed or reads_as_file(b.token) or b.token[_LONGEST_OF_PROSE:])
        and not (
            _NAMES.match(b.token) is None
            and (b.token[0] in "~?#&=%" or "/" in b.token or reads_as_url(b.token))
        )
        and not (closes(b) or _ENTRY.match(b.token) or is_no_name_of_prose(b))
        and (b.token.count("-") < 2 or is_quantity(b.token))
    )


_MORE_PARAMETERS = lazy_re(r"[a-z]\w{0,15}=[^;=&]++(?:;[a-z]\w{0,15}=[^;=&]*+)*+\Z")
_LABEL = lazy_re(r"(?: [\w/]+){0,3}(?: \([^()]*+\))?:[ \t]+\S")
_KEY = lazy_re(r"(?!wiki/)[A-Za-z]+(?:[/\-][A-Za-z]+)*:(?:\Z|[^/?&#=%])|[A-Za-z]\w+:\Z|[a-z]:/[A-Z]")
"""``key:value``, ``OS/Version:``; ``i:/C=US``, as the issuer of a certificate is told."""
_OWN_URL = lazy_re(rf"(?i)(?:[ \t]+[^\s:]+:?){{0,2}}[ \t]+(?:https?://|ftp://|{NAME})\S+\Z")
"""The rest of an entry: what it says of its URL is short, a sentence goes on with the one above."""
_PAGES = lazy_re(r"(?i)(?:/wiki/|[?&]title=)\Z")
"""Behind which the name of a wiki's page stands, with a capital."""
_CONSTANT = lazy_re(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+[.,;:)]*\Z")
_MONTH = lazy_re(r" (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,? (?:19|20)[0-9]{2}\b")
"""What stands behind the day, in a date."""
_ADDRESS_OF_HOST = lazy_re(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}|:[0-9]{1,5})?[.,;:)]*\Z")
_NAMED_HOST = lazy_re(r"(?:[a-z][a-z0-9\-]*\.){2,}([a-z]{2,12})(?=/|[,;:)]*\Z)")


def begins_with_delimiter(b: Break) -> bool:
    """Tell a sign that parts a URL; behind a full stop a name between words is an attribute or a key of a program."""
    if b.token[0] not in "/?&=#%_-.~+" or len(b.token) == 1:
        return False
    return b.token[0] != "." or not (b.following and b.token[1].isalpha()) or ends_in_suffix(b.token)


def is_plain_word(b: Break) -> bool:
    """Tell a word in small letters that is whole, and no other word goes on in."""
    if not is_lettered(b.token) or b.token[0].isupper():
        return False
    return not (
        is_cut_word(b.token, alone=not b.following) or is_camel(b.token) or splits_suffix(b.before, b.token)
    )


def is_lone_rest(b: Break) -> bool:
    """Tell a lower-case word that is alone on its line and no common one, below a line that was cut at a column.

    Or two with a hyphen, where there are such in the last part of the URL.
    """
    is_word = is_plain_word(b) or ("-" in b.token and is_hyphened(b.token) and b.token[0].islower())
    if b.following or not (is_word and hard_column(b)) or b.length < b.widest:
        return False
    if "-" in b.token and b.before.rpartition("/")[2].count("-") < 2:
        return False
    if overhangs(b):
        return False  # who wraps there, and leaves this one as long as it is, cuts none
    if b.token[-1] == ":":
        return False  # what is said of the URL, or shown of it, is below
    return b.before[-1] not in ".,:;!?/" and not (is_stop_word(b) or is_complete(b))


def is_number_of_prose(b: Break) -> bool:
    """Tell a number as prose writes it: ``2nd``, ``10%``, ``v2.0``, ``3D``, ``24/7``, ``8 Feb 2010``."""
    if _MONTH.match(b.following):
        return True
    if b.before[-1] in "-_=&/" or (b.before.rstrip(".")[-1].isdigit() and b.token.rstrip(".,;:)").isdigit()):
        return False  # a number that goes on, or one that the URL was waiting for
    return is_quantity(b.token)


def is_capitalised(b: Break) -> bool:
    """Tell a word that begins with a capital, as sentences and names do, where no page's title is waited for."""
    if not b.token[0].isupper() or is_camel(b.token) or _PAGES.search(b.before):
        return False
    if not b.token.isalpha() and (is_no_name_of_prose(b) or LONG_NAME.match(b.token)):
        return False
    if _CONSTANT.match(b.token) and is_complete(b):
        return True
    if b.token[-1] == "+":
        return b.token.rstrip("+").isalpha()  # `HFS+`
    return (is_hyphened(b.token) or is_lettered(b.token)) and not is_cut_word(b.token, alone=not b.following)


def is_stop_word(b: Break) -> bool:
    """Tell one of the words that prose is full of."""
    return (
        is_of_prose(b.token)
        and not splits_suffix(b.before, b.token)
        and not is_cut_word(b.token, alone=not b.following)
    )


def is_cut_anywhere(b: Break) -> bool:
    """Tell a word that is cut at a column of which no other line tells, nor is it one that programs have."""
    if b.longest or "/" in b.token or not cuts_a_word(b):
        return False
    return not (hard_column(b) or completes_digest(b))


def begins_with_host(b: Break) -> bool:
    """Tell a name of three labels or more that is no file's, or four numbers: another address, without its scheme."""
    if not b.before[-1].isalnum():
        return False
    found = _NAMED_HOST.match(b.token)
    if found is None:
        return _ADDRESS_OF_HOST.match(b.token) is not None and not host_is_open(b)
    return is_top_level_domain(found[1]) and not (ends_in_suffix(found[0]) or host_is_open(b))


def begins_own_url(b: Break) -> bool:
    """Tell whether the token begins another URL; below ``http://`` a ``www.`` is the host that it waits for."""
    return STARTS_URL.match(b.token) is not None and not (
        waits_for_host(b.before, b.token) or waits_for_kept(b.before, b.token)
    )


def goes_on_behind_semicolon(b: Break) -> bool:
    """Tell one more parameter of a query that parts them by semicolons, as those of ``gitweb`` do."""
    if b.before[-1] != ";" or "?" not in b.before:
        return False
    return _MORE_PARAMETERS.match(b.token) is not None and (";" in b.token or b.before.count(";") > 1)


def is_indented(b: Break) -> bool:
    """Tell the layout of specifications, which no signature has: indented, and full up to a slash."""
    return b.before[-1] == "/" and b.indent >= INDENTED and hard_column(b)


def is_assignment(b: Break) -> bool:
    """Tell a setting (``key=value``) where the URL has no query that it could belong to."""
    return bool(SETTING.match(b.token)) and "?" not in b.before and b.before[-1] not in "/;&="


def number_goes_on(b: Break) -> bool:
    """Tell digits below a digit where lines are cut."""
    return b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit() and hard_column(b)


def waits_for_name(b: Break) -> bool:
    """Tell a folder above the name of a file, or one that no sentence has: many such may be broken alike."""
    return is_no_name_of_prose(b) or (b.before[-1] == "/" and reads_as_file(b.token) and not is_root(b))


def _goes_on_in_query(b: Break) -> bool:
    """Tell parameters of a query that began above: no label and no item has them."""
    return "?" in b.before and "=" in b.token and ("&" in b.token or b.before[-1] in "?&")


def both_end_in_url(b: Break) -> bool:
    """Tell an entry of a list that ends in a URL, as the one above does."""
    if b.lone or _OWN_URL.match(b.following) is None:
        return False
    return not (closes(b) or _goes_on_in_query(b) or host_is_open(b))


def begins_with_label(b: Break) -> bool:
    """Tell a label, or a key and its value."""
    if not b.following:
        return False
    is_label = b.token[-1] not in ".,;" and _LABEL.match(b.following) is not None
    if not (is_label or _KEY.match(b.token)):
        return False
    return not (closes(b) or _goes_on_in_query(b))


def is_next_argument(b: Break) -> bool:
    """Tell a name that the URL has as one of its parts: a command's next argument."""
    name = b.token.partition("=")[0].removeprefix("/")
    if len(name) < 4 or name not in b.before or not b.before[-1].isalnum():
        return False
    parts = b.before.replace("#", "/").replace("?", "/")
    return f"/{name}/" in f"{parts}/"

"""Was a bare URL broken over lines? The evidence of one line break, weighed in one table.

``python tests/support fit_weights`` fits the weights on breaks whose answer is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from urlglean.delimiting.ends.suffixes import (
    ends_in_suffix,
    reads_as_file,
    splits_suffix,
)
from urlglean.delimiting.joining.above import (
    DIGEST,
    LONG_NAME,
    UUID,
    closes,
    closes_own,
    completes_digest,
    completes_identifier,
    cuts_a_word,
    ends_sentence,
    had_room,
    hard_column,
    host_is_open,
    host_only,
    is_complete,
    is_enumerated,
    is_full,
    is_no_name_of_prose,
    is_root,
    is_short,
    is_title_with_subject,
    meets_other_script,
    overhangs,
    waits_for_suffix,
)
from urlglean.delimiting.joining.breaks import (
    INDENTED,
    Break,
    Seen,
    is_set_to_margins,
)
from urlglean.delimiting.lines import BARS, SHORTEST_WRAPPED
from urlglean.delimiting.schemes import NAME, waits_for_kept
from urlglean.delimiting.words import (
    SETTING,
    STARTS_URL,
    Token,
    holds_slash,
    is_camel,
    is_cut_word,
    is_hyphened,
    is_lettered,
    is_of_prose,
    is_quantity,
    reads_as_code,
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


def is_name_amid(b: Break) -> bool:
    """Tell a technical name between words, below a folder: a sentence may go on with it as well as the URL.

    So it may with what nothing marks as a part of a URL: a price, a time, a name with odd signs.
    """
    return (
        b.amid
        and bool(b.following)
        and b.before[-1] == "/"
        and b.before[-2] != "/"
        and not (b.flowed or reads_as_file(b.token))
        and not (
            _NAMES.match(b.token) is None
            and (b.token[0] in "~?#&=%" or "/" in b.token or reads_as_url(b.token))
        )
        and not (closes(b) or _ENTRY.match(b.token) or is_no_name_of_prose(b))
        and (b.token.count("-") < 2 or is_quantity(b.token))
    )


_PARAMETER = lazy_re(r"&[\w.\-\[\]]+=")
_NUMBER = lazy_re(r"[0-9]{3,}+[.,;:)]*\Z")
_MORE_PARAMETERS = lazy_re(r"[a-z]\w{0,15}=[^;=&]++(?:;[a-z]\w{0,15}=[^;=&]*+)*+\Z")
_FIRST_PARAMETER = lazy_re(r"[^?&=\s]*\?[\w.\-\[\]]+=[^=]")
_FRAGMENT = lazy_re(r"#[A-Za-z]\w*(?:[\-.]\w+){2,}[.,;:)]*\Z")
"""Several words: no hashtag, and no heading."""
_FILE_PATH = lazy_re(
    r"~/|\$[A-Z]+/|/(?:bin|boot|dev|etc|home|lib|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library)/"
)
_LABEL = lazy_re(r"(?: [\w/]+){0,3}(?: \([^()]*+\))?:[ \t]+\S")
_KEY = lazy_re(r"[A-Za-z]+(?:[/\-][A-Za-z]+)*:(?:\Z|[^/?&#=%])|[A-Za-z]\w+:\Z|[a-z]:/[A-Z]")
"""``key:value``, ``OS/Version:``; ``i:/C=US``, as the issuer of a certificate is told."""
_TABLE_CELL = lazy_re(rf"[ \t]+(?:==?>?|->|:|[{BARS}]|&)[ \t]|[ \t]{{3,}}\S|\t+\S")
_OWN_URL = lazy_re(rf"(?i)(?:[ \t]+[^\s:]+:?){{0,2}}[ \t]+(?:https?://|ftp://|{NAME})\S+\Z")
"""The rest of an entry: what it says of its URL is short, a sentence goes on with the one above."""
_PARTED = lazy_re(r"[ \t]+(?!\.\.)[.,)]+(?:\s|\Z)")
_PAGES = lazy_re(r"(?i)(?:/wiki/|[?&]title=)\Z")
"""Behind which the name of a wiki's page stands, with a capital."""
_SIGNED_NAME = lazy_re(r"[#.\-_=&~+][A-Za-z0-9_]+[=_]?[.,;:)]*\Z")
_SIGNED_OFF = lazy_re(r"(?:/{1,2}|[-~])[A-Z]?[a-z]+\Z")
_CONSTANT = lazy_re(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+[.,;:)]*\Z")
_REQUIREMENT = lazy_re(r"\A[A-Za-z][\w.\-]*(?:\[[\w,\-]*\])?[=<>~!]=[0-9]")
"""A package and its version: a line of its own in a list of requirements."""
_ADDRESS = lazy_re(r"[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+(?::[\w./~\-]++)?+[.,;:)>]*\Z")
"""An address of mail; or where a repository is, as programs that go there by SSH have it."""
_DIGEST = lazy_re(
    rf"(?:{DIGEST}|{UUID})\Z|(?i:md5|sha-?(?:1|224|256|384|512)|blake[23][bs]?)[:=\-](?:[0-9A-Fa-f]{{32,128}}|[\w+/]{{43,88}}={{0,2}})\Z"
)
"""A digest or a UUID; with the name of its algorithm before it, a digest may be Base64, too (Subresource Integrity)."""
_MONTH = lazy_re(r" (?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?,? (?:19|20)[0-9]{2}\b")
"""What stands behind the day, in a date."""
_OWN_DOI = lazy_re(r"10\.[0-9]{4,9}/\S")
_ADDRESS_OF_HOST = lazy_re(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:/[0-9]{1,2}|:[0-9]{1,5})?[.,;:)]*\Z")
_NAMED_HOST = lazy_re(r"(?:[a-z][a-z0-9\-]*\.){2,}([a-z]{2,12})(?=/|[,;:)]*\Z)")


def _begins_with_delimiter(b: Break) -> bool:
    """Tell a sign that parts a URL; behind a full stop a name between words is an attribute or a key of a program."""
    if b.token[0] not in "/?&=#%_-.~+" or len(b.token) == 1:
        return False
    return b.token[0] != "." or not (b.following and b.token[1].isalpha()) or ends_in_suffix(b.token)


def _plain_word(b: Break) -> bool:
    if not is_lettered(b.token) or b.token[0].isupper():
        return False
    return not (
        is_cut_word(b.token, alone=not b.following) or is_camel(b.token) or splits_suffix(b.before, b.token)
    )


def _lone_rest(b: Break) -> bool:
    """Tell a lower-case word that is alone on its line and no common one, below a line that was cut at a column.

    Or two with a hyphen, where there are such in the last part of the URL.
    """
    is_word = _plain_word(b) or ("-" in b.token and is_hyphened(b.token) and b.token[0].islower())
    if not (is_word and _alone(b) and hard_column(b)) or b.length < b.widest:
        return False
    if "-" in b.token and b.before.rpartition("/")[2].count("-") < 2:
        return False
    if overhangs(b):
        return False  # who wraps there, and leaves this one as long as it is, cuts none
    if b.token[-1] == ":":
        return False  # what is said of the URL, or shown of it, is below
    return b.before[-1] not in ".,:;!?/" and not (_stop_word(b) or is_complete(b))


def _quantity(b: Break) -> bool:
    """Tell a number as prose writes it: ``2nd``, ``10%``, ``v2.0``, ``3D``, ``24/7``, ``8 Feb 2010``."""
    if _MONTH.match(b.following):
        return True
    if b.before[-1] in "-_=&/" or (b.before.rstrip(".")[-1].isdigit() and b.token.rstrip(".,;:)").isdigit()):
        return False  # a number that goes on, or one that the URL was waiting for
    return is_quantity(b.token)


def _capitalised(b: Break) -> bool:
    if not b.token[0].isupper() or is_camel(b.token) or _PAGES.search(b.before):
        return False
    if _CONSTANT.match(b.token) and is_complete(b):
        return True
    if b.token[-1] == "+":
        return b.token.rstrip("+").isalpha()  # `HFS+`
    return (is_hyphened(b.token) or is_lettered(b.token)) and not is_cut_word(b.token, alone=not b.following)


def _stop_word(b: Break) -> bool:
    return (
        is_of_prose(b.token)
        and not splits_suffix(b.before, b.token)
        and not is_cut_word(b.token, alone=not b.following)
    )


def _alone(b: Break) -> bool:
    return not b.following


def _is_cut_anywhere(b: Break) -> bool:
    """Tell a word that is cut at a column of which no other line tells, nor is it one that programs have."""
    if b.longest or "/" in b.token or not cuts_a_word(b):
        return False
    return not (hard_column(b) or completes_digest(b))


def _begins_with_host(b: Break) -> bool:
    """Tell a name of three labels or more that is no file's, or four numbers: another address, without its scheme."""
    found = _NAMED_HOST.match(b.token)
    if not b.before[-1].isalnum() or host_is_open(b):
        return False
    if found is None:
        return _ADDRESS_OF_HOST.match(b.token) is not None
    return is_top_level_domain(found[1]) and not ends_in_suffix(found[0])


def _begins_url(b: Break) -> bool:
    """Tell whether the token begins another URL; below ``http://`` a ``www.`` is the host that it waits for."""
    return STARTS_URL.match(b.token) is not None and not (
        waits_for_host(b.before, b.token) or waits_for_kept(b.before, b.token)
    )


def _goes_on_behind_semicolon(b: Break) -> bool:
    """Tell one more parameter of a query that parts them by semicolons, as those of ``gitweb`` do."""
    if b.before[-1] != ";" or "?" not in b.before:
        return False
    return _MORE_PARAMETERS.match(b.token) is not None and (";" in b.token or b.before.count(";") > 1)


def _indented(b: Break) -> bool:
    """Tell the layout of specifications, which no signature has: indented, and full up to a slash."""
    return b.before[-1] == "/" and b.indent >= INDENTED and hard_column(b)


def _assignment(b: Break) -> bool:
    """Tell a setting (``key=value``) where the URL has no query that it could belong to."""
    return bool(SETTING.match(b.token)) and "?" not in b.before and b.before[-1] not in "/;&="


def _number_goes_on(b: Break) -> bool:
    return b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit() and hard_column(b)


def waits_for_name(b: Break) -> bool:
    """Tell a folder above the name of a file, or one that no sentence has: many such may be broken alike."""
    return is_no_name_of_prose(b) or (b.before[-1] == "/" and reads_as_file(b.token) and not is_root(b))


def _goes_on_in_query(b: Break) -> bool:
    """Tell parameters of a query that began above: no label and no item has them."""
    return "?" in b.before and "&" in b.token and "=" in b.token


def _both_end_in_url(b: Break) -> bool:
    return not (b.lone or closes(b) or _goes_on_in_query(b)) and _OWN_URL.match(b.following) is not None


def _begins_with_label(b: Break) -> bool:
    if not b.following or closes(b) or _goes_on_in_query(b):
        return False
    is_label = b.token[-1] not in ".,;" and _LABEL.match(b.following) is not None
    return is_label or _KEY.match(b.token) is not None


def _next_argument(b: Break) -> bool:
    """Tell a name that the URL has as one of its parts: a command's next argument."""
    name = b.token.partition("=")[0].removeprefix("/")
    if len(name) < 4 or name not in b.before or not b.before[-1].isalnum():
        return False
    parts = b.before.replace("#", "/").replace("?", "/")
    return f"/{name}/" in f"{parts}/"


def _reads_as(pattern: re.Pattern[str], behind: str) -> Callable[[Break], bool]:
    """Give what tells a token of such a pattern, where the URL does not end in one of the signs of ``behind``."""
    return lambda b: pattern.match(b.token) is not None and b.before[-1] not in behind


Question = tuple[int, Callable[[Break], bool]]
"""What a trace weighs, in tenths, and what tells whether it holds."""
Trace = tuple[str, float, Callable[[Break], bool], int]

WEIGHTS: tuple[Trace, ...] = (
    # for a join
    ("the line is full", 1.5, is_full, Seen.WIDE | Seen.LINES),
    ("cut at a hard column", 1.7, hard_column, Seen.LONGEST | Seen.LINES),
    (
        "its quote mark is glued to the next token",
        4.5,
        lambda b: b.glued and b.length >= SHORTEST_WRAPPED,
        Seen.ODD | Seen.LINES,
    ),
    (
        "it ends in & ? % #",
        3.2,
        lambda b: b.before[-1] in "&?%#" or b.before[-2:-1] == "%",
        Seen.OPEN,
    ),
    (
        "it ends in =, which is no padding",
        3.2,
        lambda b: b.before[-1] == "=" and b.before[-2:-1] != "=",
        Seen.VALUE,
    ),
    (
        "and the next token is a number of three digits or more",
        1.5,
        lambda b: b.before[-1] == "=" and _NUMBER.match(b.token) is not None,
        Seen.VALUE | Token.DIGIT,
    ),
    ("it ends in - _ ~ +", 2.1, lambda b: b.before[-1] in "-_~+", Seen.DASH | Seen.SURE),
    ("it ends in a hyphen", 2.5, lambda b: b.before[-1] == "-", Seen.DASH),
    ("it ends in /", 0.5, lambda b: b.before[-1] == "/", Seen.FOLDER | Seen.SURE),
    ("its host is not complete", 3.5, host_is_open, Seen.HOST),
    ("the break splits a file's suffix", 3.2, lambda b: splits_suffix(b.before, b.token), Seen.SUFFIX),
    (
        "and a full stop stands before that, with which no sentence begins",
        2.5,
        waits_for_suffix,
        Seen.SUFFIX | Seen.STOP,
    ),
    (
        "the next token begins with a URL delimiter",
        2.7,
        _begins_with_delimiter,
        Token.MARK,
    ),
    ("the next token reads as URL", 2.7, lambda b: reads_as_url(b.token), Token.URL | Seen.SURE),
    (
        "the next token begins or holds a parameter of the query",
        2.5,
        lambda b: bool(_PARAMETER.match(b.token) if "?" in b.before else _FIRST_PARAMETER.match(b.token)),
        Token.EQUALS,
    ),
    (
        "it ends in a semicolon, and more parameters are parted so",
        4.0,
        _goes_on_behind_semicolon,
        Seen.STOP | Token.EQUALS,
    ),
    (
        "the next token is a fragment of several words",
        3.0,
        lambda b: _alone(b) and "#" not in b.before and bool(_FRAGMENT.match(b.token)),
        Seen.ALONE | Token.MARK,
    ),
    (
        "the next token holds a slash",
        1.5,
        lambda b: "/" in b.token and holds_slash(b.token),
        Token.SLASHED | Seen.SURE,
    ),
    (
        "the next token mixes letters and digits",
        1.7,
        lambda b: reads_as_code(b.token),
        Token.CODE | Seen.SURE,
    ),
    ("the next token is no word", 1.0, lambda b: is_cut_word(b.token, alone=not b.following), Token.WORD),
    ("a number goes on at a hard column", 0.8, _number_goes_on, Seen.ALNUM | Seen.LONGEST | Seen.LINES),
    ("the next token ends in a file's suffix", 2.3, lambda b: reads_as_file(b.token), Token.FILE | Seen.SURE),
    ("the next token closes the bracket", 3.8, closes, Token.CLOSER),
    ("the next token closes a bracket of the URL", 7.0, closes_own, Token.CLOSER),
    ("which was opened right before the URL", 3.4, lambda b: b.embraced and closes(b), Token.CLOSER),
    ("the next token stands alone on its line", 1.0, _alone, Seen.ALONE | Seen.SURE),
    (
        "and is no common word, below a line cut at a column",
        2.2,
        _lone_rest,
        Seen.ALONE | Token.PROSE | Seen.LONGEST | Seen.LINES,
    ),
    ("and ends the paragraph", 0.6, lambda b: _alone(b) and b.ends, Seen.ENDS | Seen.LINES),
    (
        "and both lines are indented, the URL up to a /",
        1.2,
        lambda b: _alone(b) and b.ends and _indented(b),
        Seen.ALONE | Seen.FOLDER | Seen.LONGEST | Seen.LINES,
    ),
    ("and the next line would have gone on there", 1.6, lambda b: b.stray, Seen.STRAY | Seen.LINES),
    (
        "a blank parts the next token from a full stop",
        3.2,
        lambda b: bool(_PARTED.match(b.following)),
        Seen.FOLLOWED,
    ),
    ("a mark says that the line was broken there", 2.5, lambda b: b.marked, Seen.ODD),
    (
        "an archive's URL waits for the one that it keeps",
        9.0,
        lambda b: waits_for_kept(b.before, b.token),
        Seen.FOLDER | Token.URL_START,
    ),
    ("with the next token a digest is whole", 6.0, completes_digest, Seen.ALNUM | Token.CODE),
    (
        "with the next token a DOI or a number of arXiv is whole",
        10.0,
        completes_identifier,
        Seen.STOP | Token.DIGIT,
    ),
    ("it was broken before", 0.8, lambda b: b.pieces > 1, Seen.ODD),
    (
        "the next token is no name of prose, below a folder",
        2.2,
        is_no_name_of_prose,
        Seen.FOLDER | Token.MORE,
    ),
    ("the next token is hyphened like a title", 1.3, lambda b: b.token.count("-") > 1, Token.MORE),
    ("the next token ends in /", 1.7, lambda b: b.token.rstrip(".,;:)").endswith("/"), Token.SLASH),
    ("all lines are cut at this column", 4.0, lambda b: b.folded, Seen.LONGEST | Seen.LINES),
    # against it
    ("no line is long enough to be wrapped", -2.6, is_short, Seen.NARROW | Seen.LINES),
    (
        "and a word of a path would be cut there",
        -3.0,
        lambda b: is_short(b) and "?" not in b.before and cuts_a_word(b),
        Seen.NARROW | Seen.ALNUM | Seen.LINES,
    ),
    (
        "and a name below it has a sign before it",
        -2.5,
        lambda b: (
            max(b.length, b.longest) < 50
            and _SIGNED_NAME.match(b.token) is not None
            and not splits_suffix(b.before, b.token)
        ),
        Seen.NARROW | Token.MARK | Seen.LINES,
    ),
    ("nothing says so yet", -3.3, lambda b: True, Seen.SURE),
    ("the line had room", -2.3, had_room, Seen.ROOM | Seen.LINES),
    ("the next token is a plain word", -2.3, _plain_word, Token.WORD),
    ("the next token is a word of prose", -3.0, _stop_word, Token.PROSE),
    ("the next token is a number of prose", -2.6, _quantity, Token.NUMBER),
    (
        "the next token is a package and its version",
        -9.0,
        _reads_as(_REQUIREMENT, "/;&=?"),
        Token.EQUALS | Token.DIGIT | Seen.KEYLESS,
    ),
    ("the next token sets a value, and no query began", -4.0, _assignment, Token.EQUALS | Seen.KEYLESS),
    ("the next token is of another script", -2.5, meets_other_script, Token.FOREIGN),
    ("the next token is capitalised", -2.6, _capitalised, Token.CAPITAL),
    ("the URL is complete", -2.5, is_complete, Seen.SUFFIX),
    (
        "and a letter would go on with its suffix",
        -6.0,
        lambda b: b.token[0].isalnum() and b.before[-1].isalnum() and is_complete(b),
        Seen.SUFFIX | Seen.ALNUM,
    ),
    ("the URL ends in a title with its subject", -5.0, is_title_with_subject, Seen.CLOSED),
    ("the next token is the path of a file", -7.0, _reads_as(_FILE_PATH, "-_=&?%"), Token.MARK),
    (
        "the next line is the row of a table",
        -6.0,
        lambda b: bool(_TABLE_CELL.match(b.following)) and not is_set_to_margins(b),
        Seen.BESIDE | Seen.LINES,
    ),
    ("the URL stands in a column", -3.0, lambda b: b.cell, Seen.CELL | Seen.LINES),
    (
        "a word is cut short of the column where lines are cut",
        -1.8,
        lambda b: b.length < b.longest and cuts_a_word(b),
        Seen.ALNUM | Seen.SHORTER | Seen.LINES,
    ),
    (
        "and the line had room for the path of a file, which is alone on the next",
        -1.5,
        lambda b: "/" in b.token and _alone(b) and b.length < b.longest and cuts_a_word(b) and had_room(b),
        Seen.ALNUM | Seen.ALONE | Token.SLASH | Seen.ROOM | Seen.SHORTER | Seen.LINES,
    ),
    (
        "a word is cut where no program cuts lines",
        -1.2,
        _is_cut_anywhere,
        Seen.ALNUM | Seen.LINES,
    ),
    (
        "a word is cut between words, which may be prose",
        -4.0,
        is_cut_amid,
        Seen.ALNUM | Seen.FOLLOWED | Seen.LINES_OF_PAGE,
    ),
    (
        "a name and its verb are below a whole word",
        -2.5,
        is_name_with_verb,
        Seen.ALNUM | Seen.FOLLOWED | Token.MORE,
    ),
    (
        "a name between words, which may be prose, is below a folder",
        -2.8,
        is_name_amid,
        Seen.FOLDER | Seen.FOLLOWED,
    ),
    (
        "and it is two with a slash",
        -2.2,
        lambda b: "/" in b.token and is_name_amid(b),
        Seen.FOLDER | Seen.FOLLOWED | Token.SLASH,
    ),
    (
        "the next token is how some sign",
        -4.5,
        lambda b: b.ends and _alone(b) and bool(_SIGNED_OFF.match(b.token)),
        Seen.ALONE | Token.MARK | Seen.LINES,
    ),
    ("the next token is one of several files", -5.0, lambda b: b.listed, Seen.LISTED | Seen.LINES),
    (
        "lines that begin like the next one are below or above each URL",
        -6.0,
        lambda b: b.repeated and not waits_for_name(b),
        Seen.REPEATED | Seen.LINES,
    ),
    ("both lines are values of a setting", -16.0, lambda b: b.valued, Seen.ODD),
    (
        "a comma or a colon is behind the URL, and its line is not cut at a column",
        -3.0,
        lambda b: b.before[-1] in ",:;" and not (hard_column(b) or closes(b)),
        Seen.STOP | Seen.LINES,
    ),
    (
        "a full stop is behind the URL, and a name without one below it",
        -2.0,
        ends_sentence,
        Seen.STOP | Token.CODE,
    ),
    (
        "a comma or a semicolon is behind the URL, and none in it",
        -4.5,
        is_enumerated,
        Seen.STOP,
    ),
    ("both lines end in a URL", -3.0, _both_end_in_url, Seen.FOLLOWED),
    ("the next token is a part of the URL again", -4.0, _next_argument, Seen.ALNUM),
    ("the next token is an address", -5.0, _reads_as(_ADDRESS, "=?&:"), Token.AT),
    ("the next token is a DOI", -7.0, _reads_as(_OWN_DOI, "/=:%"), Token.SLASH),
    (
        "the next token begins a URL, too",
        -4.2,
        _begins_url,
        Token.URL_START,
    ),
    ("the next line begins with a label", -4.0, _begins_with_label, Seen.FOLLOWED),
    (
        "the next line is a key",
        -6.0,
        lambda b: _alone(b) and b.token[-1] == ":" and b.before[-1].isalnum() and is_lettered(b.token),
        Seen.ALONE | Seen.ALNUM | Token.WORD | Token.URL_START,
    ),
    ("the next token opens a bracket", -4.0, lambda b: b.token[0] in "([{", Token.MARK),
    ("the next token is a digest or a UUID", -5.0, _reads_as(_DIGEST, "/=-_#&?@:"), Token.LONG_AS_DIGEST),
    ("the next token begins with a host", -6.0, _begins_with_host, Seen.ALNUM | Token.DOT),
    ("the next line is indented less", -3.3, lambda b: b.outdented, Seen.INSET | Seen.LINES),
    (
        "the URL is whole, and the next line is indented more",
        -3.5,
        lambda b: b.indented and (is_root(b) or host_only(b) or is_complete(b)),
        Seen.INSET | Seen.LINES,
    ),
    ("the next line has lost its quote mark", -1.0, lambda b: b.unmarked, Seen.ODD),
)
"""What is weighed: the trace in words, its weight, the question that finds it, and what has to be seen for it."""


def holding(found: Break, traces: tuple[Question, ...]) -> int:
    """Add up, in tenths, what those of the traces weigh that hold."""
    return sum([weight for weight, holds in traces if holds(found)])

"""Was a bare URL broken over lines? The evidence of one line break, weighed in one table, and what it comes to.

Traces that cannot hold by what is seen in one look are not asked for. Nor is anything of the lines around where no
answer of theirs would change what the rest comes to. All is counted in tenths: sums of fractions hang on their order.

``python tests/support fit_weights`` fits the weights on breaks whose answer is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from urlglean.delimiting.ends.suffixes import reads_as_file, splits_suffix
from urlglean.delimiting.joining import above, below
from urlglean.delimiting.joining.breaks import (
    LONGEST_SUFFIX,
    NARROWEST_WRAPPED,
    TOO_SHORT,
    Break,
    Seen,
    is_set_to_margins,
)
from urlglean.delimiting.joining.records import may_be_said_of
from urlglean.delimiting.lines import BARS, SHORTEST_WRAPPED
from urlglean.delimiting.schemes import waits_for_kept
from urlglean.delimiting.words import (
    Token,
    holds_slash,
    is_cut_word,
    is_lettered,
    reads_as_code,
    reads_as_url,
    signs_of,
)
from urlglean.patterns import lazy_re

_PARAMETER = lazy_re(r"&[\w.\-\[\]]+=")
_NUMBER = lazy_re(r"[0-9]{3,}+[.,;:)]*\Z")
_FIRST_PARAMETER = lazy_re(r"[^?&=\s]*\?[\w.\-\[\]]+=[^=]")
_FRAGMENT = lazy_re(r"#[A-Za-z]\w*(?:[\-.]\w+){2,}[.,;:)]*\Z")
"""Several words: no hashtag, and no heading."""
_FILE_PATH = lazy_re(
    r"~/|\$[A-Z]+/|/(?:bin|boot|dev|etc|home|lib|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library)/"
)
_FOLDER_AND_STOP = lazy_re(r"[\w\-]++/[.,;]\Z")
_LINE_OF_FILE = lazy_re(r"[\w\-]+\.[a-z]{1,4}:[0-9]+:?\Z")
"""As programs name it: ``sched.c:12``."""
_TABLE_CELL = lazy_re(rf"[ \t]+(?:==?>?|->|:|[{BARS}]|&)[ \t]|[ \t]{{3,}}\S|\t+\S")
_PARTED = lazy_re(r"[ \t]+(?!\.\.)[.,)]+(?:\s|\Z)")
_SIGNED_NAME = lazy_re(r"[#.\-_=&~+][A-Za-z0-9_]+[=_]?[.,;:)]*\Z")
_SIGNED_OFF = lazy_re(r"(?:/{1,2}|[-~])[A-Z]?[a-z]+\Z")
_REQUIREMENT = lazy_re(r"\A[A-Za-z][\w.\-]*(?:\[[\w,\-]*\])?[=<>~!]=[0-9]")
"""A package and its version: a line of its own in a list of requirements."""
_ADDRESS = lazy_re(r"[\w.+\-]+@[\w\-]+(?:\.[\w\-]+)+(?::[\w./~\-]++)?+[.,;:)>]*\Z")
"""An address of mail; or where a repository is, as programs that go there by SSH have it."""
_DIGEST = lazy_re(
    rf"(?:{above.DIGEST}|{above.UUID})\Z|(?i:md5|sha-?(?:1|224|256|384|512)|blake[23][bs]?)[:=\-](?:[0-9A-Fa-f]{{32,128}}|[\w+/]{{43,88}}={{0,2}})\Z"
)
"""A digest or a UUID; with the name of its algorithm before it, a digest may be Base64, too (Subresource Integrity)."""
_OWN_DOI = lazy_re(r"10\.[0-9]{4,9}/\S")


def _reads_as(pattern: re.Pattern[str], behind: str) -> Callable[[Break], bool]:
    """Give what tells a token of such a pattern, where the URL does not end in one of the signs of ``behind``."""
    return lambda b: pattern.match(b.token) is not None and b.before[-1] not in behind


Question = tuple[int, Callable[[Break], bool]]
"""What a trace weighs, in tenths, and what tells whether it holds."""
Trace = tuple[str, float, Callable[[Break], bool], int]

WEIGHTS: tuple[Trace, ...] = (
    # for a join
    ("the line is full", 1.5, above.is_full, Seen.WIDE | Seen.LINES),
    ("cut at a hard column", 1.7, above.hard_column, Seen.LONGEST | Seen.LINES),
    (
        "its quote mark is glued to the next token",
        4.5,
        lambda b: b.glued and b.length >= SHORTEST_WRAPPED,
        Seen.ODD | Seen.LINES,
    ),
    ("it ends in & ? % #", 3.2, lambda b: b.before[-1] in "&?%#" or b.before[-2:-1] == "%", Seen.OPEN),
    (
        "a register waits for its entry",
        5.0,
        lambda b: b.before[-1] == "=" and b.token[0].isalpha() and above.waits_for_entry(b),
        Seen.VALUE,
    ),
    (
        "a register waits for its entry, which is alone on the next line",
        5.0,
        lambda b: b.before[-1] == "/" and not b.following and above.waits_for_entry(b),
        Seen.ALONE | Seen.FOLDER,
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
    ("it ends in an underscore", 3.0, lambda b: b.before[-1] == "_", Seen.DASH),
    ("it ends in a hyphen", 2.6, lambda b: b.before[-1] == "-", Seen.DASH),
    ("it ends in /", 0.5, lambda b: b.before[-1] == "/", Seen.FOLDER | Seen.SURE),
    ("its host is not complete", 3.5, above.host_is_open, Seen.HOST),
    ("and with the next token it is", 4.0, above.completes_host, Seen.HOST | Seen.STOP),
    ("the break splits a file's suffix", 3.2, lambda b: splits_suffix(b.before, b.token), Seen.SUFFIX),
    (
        "and a full stop stands before that, with which no sentence begins",
        2.5,
        above.waits_for_suffix,
        Seen.SUFFIX | Seen.STOP,
    ),
    ("the next token begins with a URL delimiter", 2.7, below.begins_with_delimiter, Token.MARK),
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
        below.goes_on_behind_semicolon,
        Seen.STOP | Token.EQUALS,
    ),
    (
        "the next token is a fragment of several words",
        3.0,
        lambda b: not b.following and "#" not in b.before and bool(_FRAGMENT.match(b.token)),
        Seen.ALONE | Token.MARK,
    ),
    ("the next token holds a slash", 1.5, lambda b: holds_slash(b.token), Token.SLASHED | Seen.SURE),
    (
        "the next token mixes letters and digits",
        1.7,
        lambda b: reads_as_code(b.token),
        Token.CODE | Seen.SURE,
    ),
    ("the next token is no word", 1.0, lambda b: is_cut_word(b.token, alone=not b.following), Token.WORD),
    ("a number goes on at a hard column", 0.8, below.number_goes_on, Seen.DIGIT | Seen.LONGEST | Seen.LINES),
    ("the next token ends in a file's suffix", 2.3, lambda b: reads_as_file(b.token), Token.FILE | Seen.SURE),
    ("the next token closes the bracket", 3.8, above.closes, Token.CLOSER),
    ("the next token closes a bracket of the URL", 7.0, above.closes_own, Token.CLOSER),
    ("which was opened right before the URL", 3.4, lambda b: b.embraced and above.closes(b), Token.CLOSER),
    ("the next token stands alone on its line", 1.0, lambda b: not b.following, Seen.ALONE | Seen.SURE),
    (
        "and is no common word, below a line cut at a column",
        2.2,
        below.is_lone_rest,
        Seen.ALONE | Token.PROSE | Seen.LONGEST | Seen.LINES,
    ),
    (
        "and is a folder with a full stop, below one",
        1.5,
        lambda b: not b.following and b.before[-1] == "/" and _FOLDER_AND_STOP.match(b.token) is not None,
        Seen.ALONE | Seen.FOLDER | Token.SLASH,
    ),
    ("and ends the paragraph", 0.6, lambda b: not b.following and b.ends, Seen.ENDS | Seen.LINES),
    (
        "and both lines are indented, the URL up to a /",
        1.2,
        lambda b: not b.following and b.ends and below.is_indented(b),
        Seen.ALONE | Seen.FOLDER | Seen.LONGEST | Seen.LINES,
    ),
    ("and the next line would have gone on there", 1.6, lambda b: b.stray, Seen.STRAY | Seen.LINES),
    (
        "a blank parts the next token from a full stop",
        3.2,
        lambda b: bool(_PARTED.match(b.following)),
        Seen.PARTED,
    ),
    ("a mark says that the line was broken there", 2.5, lambda b: b.marked, Seen.ODD),
    (
        "an archive's URL waits for the one that it keeps",
        9.0,
        lambda b: waits_for_kept(b.before, b.token),
        Seen.FOLDER | Token.URL_START,
    ),
    ("with the next token a digest is whole", 6.0, above.completes_digest, Seen.ALNUM | Token.CODE),
    (
        "with the next token a DOI or a number of arXiv is whole",
        10.0,
        above.completes_identifier,
        Seen.STOP | Token.DIGIT,
    ),
    ("it was broken before", 0.8, lambda b: b.pieces > 1, Seen.ODD),
    (
        "the next token is no name of prose, below a folder",
        2.2,
        above.is_no_name_of_prose,
        Seen.FOLDER | Token.MORE,
    ),
    ("the next token is hyphened like a title", 1.3, lambda b: b.token.count("-") > 1, Token.HYPHEN),
    ("the next token ends in /", 1.7, lambda b: b.token.rstrip(".,;:)").endswith("/"), Token.SLASH),
    ("all lines are cut at this column", 4.0, lambda b: b.folded, Seen.FOLDED | Seen.LINES),
    # against it
    ("no line is long enough to be wrapped", -2.6, above.is_short, Seen.NARROW | Seen.LINES),
    (
        "and a word of a path would be cut there",
        -3.0,
        lambda b: above.is_short(b) and "?" not in b.before and above.cuts_a_word(b),
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
    ("the line had room", -2.3, above.had_room, Seen.ROOM | Seen.LINES),
    ("the next token is a plain word", -2.3, below.is_plain_word, Token.WORD),
    ("the next token is a word of prose", -3.0, below.is_stop_word, Token.PROSE),
    ("the next token is a number of prose", -2.6, below.is_number_of_prose, Token.NUMBER),
    (
        "the next token is a package and its version",
        -9.0,
        _reads_as(_REQUIREMENT, "/;&=?"),
        Token.EQUALS | Token.DIGIT | Seen.KEYLESS,
    ),
    (
        "the next token sets a value, and no query began",
        -4.0,
        below.is_assignment,
        Token.EQUALS | Seen.KEYLESS,
    ),
    ("the next token is of another script", -2.5, above.meets_other_script, Token.FOREIGN),
    ("the next token is capitalised", -2.6, below.is_capitalised, Token.CAPITAL),
    ("the URL is complete", -2.5, above.is_complete, Seen.SUFFIX),
    (
        "and a letter would go on with its suffix",
        -6.0,
        lambda b: b.token[0].isalnum() and b.before[-1].isalnum() and above.is_complete(b),
        Seen.SUFFIX | Seen.ALNUM,
    ),
    ("the URL ends in a title with its subject", -5.0, above.is_title_with_subject, Seen.CLOSED),
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
        lambda b: b.length < b.longest and not b.in_type and above.cuts_a_word(b),
        Seen.ALNUM | Seen.SHORTER | Seen.LINES,
    ),
    (
        "and the line had room for the path of a file, which is alone on the next",
        -1.5,
        lambda b: (
            "/" in b.token
            and not b.following
            and b.length < b.longest
            and above.cuts_a_word(b)
            and above.had_room(b)
        ),
        Seen.ALNUM | Seen.ALONE | Token.SLASH | Seen.ROOM | Seen.SHORTER | Seen.LINES,
    ),
    ("a word is cut where no program cuts lines", -1.2, below.is_cut_anywhere, Seen.ALNUM | Seen.LINES),
    (
        "a word is cut between words, which may be prose",
        -4.0,
        below.is_cut_amid,
        Seen.ALNUM | Seen.FOLLOWED | Seen.LINES_OF_PAGE,
    ),
    (
        "a name and its verb are below a whole word",
        -2.5,
        below.is_name_with_verb,
        Seen.ALNUM | Seen.FOLLOWED | Token.MORE,
    ),
    (
        "a name between words, which may be prose, is below a folder",
        -2.8,
        below.is_name_amid,
        Seen.FOLDER | Seen.FOLLOWED,
    ),
    (
        "and it is two with a slash",
        -2.2,
        lambda b: "/" in b.token and below.is_name_amid(b),
        Seen.FOLDER | Seen.FOLLOWED | Token.SLASH,
    ),
    (
        "the next token is how some sign",
        -4.5,
        lambda b: b.ends and not b.following and bool(_SIGNED_OFF.match(b.token)),
        Seen.ALONE | Token.MARK | Seen.LINES,
    ),
    ("the next token is one of several files", -5.0, lambda b: b.listed, Seen.LISTED | Seen.LINES),
    (
        "lines that begin like the next one are below or above each URL",
        -6.0,
        lambda b: b.repeated and not below.waits_for_name(b),
        Seen.REPEATED | Seen.LINES,
    ),
    ("both lines are values of a setting", -16.0, lambda b: b.valued, Seen.ODD),
    (
        "a comma or a colon is behind the URL, and its line is not cut at a column",
        -3.0,
        lambda b: b.before[-1] in ",:;" and not (above.hard_column(b) or above.closes(b)),
        Seen.STOP | Seen.LINES,
    ),
    (
        "a full stop is behind the URL, and a name without one below it",
        -2.0,
        above.ends_sentence,
        Seen.STOP | Token.CODE,
    ),
    ("a comma or a semicolon is behind the URL, and none in it", -4.5, above.is_enumerated, Seen.STOP),
    ("both lines end in a URL", -3.0, below.both_end_in_url, Seen.URL_BEHIND),
    ("the next token is a part of the URL again", -4.0, below.is_next_argument, Seen.ALNUM),
    ("the next token is an address", -5.0, _reads_as(_ADDRESS, "=?&:"), Token.AT),
    ("the next token is a DOI", -7.0, _reads_as(_OWN_DOI, "/=:%"), Token.SLASH | Token.DIGIT),
    ("the next token begins a URL, too", -4.2, below.begins_own_url, Token.URL_START),
    ("the next line begins with a label", -4.0, below.begins_with_label, Seen.LABEL),
    (
        "the next line is a key",
        -6.0,
        lambda b: not b.following and b.token[-1] == ":" and b.before[-1].isalnum() and is_lettered(b.token),
        Seen.ALONE | Seen.ALNUM | Token.WORD | Token.URL_START,
    ),
    (
        "the next line is how programs name the line of a file",
        -6.0,
        lambda b: not b.following and b.before[-1] not in "=&" and _LINE_OF_FILE.match(b.token) is not None,
        Seen.ALONE | Token.DIGIT | Token.URL_START,
    ),
    ("the next token opens a bracket", -4.0, lambda b: b.token[0] in "([{", Token.MARK),
    ("the next token is a digest or a UUID", -5.0, _reads_as(_DIGEST, "/=-_#&?@:"), Token.LONG_AS_DIGEST),
    ("the next token begins with a host", -6.0, below.begins_with_host, Seen.ALNUM | Token.DOT),
    ("the next line is indented less", -3.3, lambda b: b.outdented, Seen.INSET | Seen.LINES),
    (
        "the URL is whole, and the next line is indented more",
        -3.5,
        lambda b: b.indented and (above.is_root(b) or above.host_only(b) or above.is_complete(b)),
        Seen.INSET | Seen.LINES,
    ),
    ("the next line has lost its quote mark", -1.0, lambda b: b.unmarked, Seen.ODD),
)
"""What is weighed: the trace in words, its weight, the question that finds it, and what has to be seen for it."""

# --- what it comes to ---

HOPELESS = -8.0
"""What weighs less than this is not redeemed by what comes behind it."""


class _Traces(NamedTuple):
    """The traces that can hold where some signs are seen, and what they come to; weights are in tenths."""

    sure: int
    """The sum of those that hold wherever their signs are seen: nothing more has to be asked."""
    traces: tuple[tuple[int, Callable[[Break], bool], int, int], ...]
    """The others, the heaviest first: each with what those behind it and `of_lines` come to at least, and at most."""
    of_lines: tuple[Question, ...]
    """Those that ask of the lines around."""
    least: int
    most: int
    """What the latter come to at least, and at most."""
    floor: int
    ceiling: int
    """What all come to at least, and at most, whatever is answered."""


def weigh(found: Break, signs: int | None = None, told: int | None = None) -> float:
    """Add up the weights of the traces that hold: more than zero says that wrapping broke the URL here.

    ``signs`` is what `signs_of_pieces` gives, and ``told`` what `foregone` does, where they were asked already.
    """
    if signs is None:
        signs = signs_of_pieces(found)
    signs = (signs & ~Seen.REPEATED) | _signs_of_length(found, found.longest) | _signs_of_line(found)
    asked = _asked(signs | Seen.WIDE)
    if told is None:
        told = sum([weight for weight, holds, _, _ in asked.traces if holds(found)])
    return (asked.sure + told + sum([weight for weight, holds in asked.of_lines if holds(found)])) / 10


_OF_RECORDS = -sum([round(weight * 10) for _, weight, _, needs in WEIGHTS if needs & Seen.REPEATED])
"""What is taken away, in tenths, where a list says what may be the token of each of its URLs."""


def foregone(found: Break, signs: int, owed: float) -> tuple[bool | None, int | None, bool]:
    """Tell whether ``owed`` and the weights come to more than zero, whatever the lines around a break are.

    ``found`` is what is seen of it alone, and ``signs`` that of its pieces. None where those lines have to be looked
    at. The number is what the traces that ask nothing of these lines come to, in tenths; None where not all of them
    were asked. The last one is whether it would be the same if ``found`` was ``repeated``, where it may be.
    """
    enough = _OF_RECORDS if signs & Seen.REPEATED else 0
    signs = (signs & ~Seen.REPEATED) | _signs_of_line(found) | Seen.SHORTER | Seen.ROOM
    if found.length < NARROWEST_WRAPPED:
        signs |= Seen.NARROW
    if found.length >= SHORTEST_WRAPPED:
        signs |= Seen.LONGEST | Seen.FOLDED
    if (
        signs & Token.CLOSER
        or found.length >= TOO_SHORT
        or found.length + 1 + len(found.token) + len(found.following.partition(" ")[0]) >= TOO_SHORT
    ):
        signs |= Seen.WIDE  # else a line that is full is too short to be wrapped, which outweighs that
    asked = _asked(signs)
    weight = asked.sure + round(owed * 10)
    least, most = weight + asked.floor - asked.sure, weight + asked.ceiling - asked.sure
    for tenths, holds, rest_least, rest_most in asked.traces:
        if least > enough:
            return True, None, True
        if most <= 0:
            return False, None, True
        if holds(found):
            weight += tenths
        least, most = weight + rest_least, weight + rest_most
    told = weight - asked.sure - round(owed * 10)
    return _answer(least, most), told, not 0 < least <= enough


def foregone_by_length(
    found: Break, longest: int, signs: int, told: int, owed: float
) -> tuple[bool | None, bool]:
    """Tell the same where the length of the ``longest`` line around is known, and what `foregone` has ``told``."""
    enough = _OF_RECORDS if signs & Seen.REPEATED else 0
    signs = (signs & ~Seen.REPEATED) | _signs_of_length(found, longest) | _signs_of_line(found) | Seen.WIDE
    asked = _asked(signs)
    weight = asked.sure + told + round(owed * 10)
    least = weight + asked.least
    return _answer(least, weight + asked.most), not 0 < least <= enough


def _answer(least: int, most: int) -> bool | None:
    return True if least > 0 else False if most <= 0 else None


@lru_cache(maxsize=4096)
def _asked(signs: int) -> _Traces:
    """Give the traces that may hold where these signs are seen."""
    sure = least = most = 0
    traces: list[Question] = []
    of_lines: list[Question] = []
    for _, weight, holds, needs in WEIGHTS:
        tenths = round(weight * 10)
        if needs & ~(signs | Seen.ALWAYS):
            continue
        if needs & Seen.SURE:
            sure += tenths
        elif needs & Seen.LINES or (needs & Seen.LINES_OF_PAGE and signs & Token.DOT):
            of_lines.append((tenths, holds))
            least, most = least + min(tenths, 0), most + max(tenths, 0)
        else:
            traces.append((tenths, holds))
    floor, ceiling = least, most
    opened: list[tuple[int, Callable[[Break], bool], int, int]] = []
    for tenths, holds in sorted(traces, key=lambda trace: abs(trace[0])):
        opened.append((tenths, holds, floor, ceiling))
        floor, ceiling = floor + min(tenths, 0), ceiling + max(tenths, 0)
    return _Traces(sure, tuple(reversed(opened)), tuple(of_lines), least, most, sure + floor, sure + ceiling)


_ENDS = {
    **dict.fromkeys("&%#", Seen.OPEN),
    "?": Seen.OPEN | Seen.STOP,
    "=": Seen.VALUE,
    **dict.fromkeys("-_~+", Seen.DASH),
    "/": Seen.FOLDER,
    **dict.fromkeys(".,:;!", Seen.STOP),
}
_BEFORE_CELL = frozenset(" \t=-:|&")
"""What the second sign behind a token is where the next column of a row may stand; a tab alone is enough, too."""
_BEHIND_BLANK = frozenset(" \t.,)")
"""The same of a mark that a blank, or several, part from the token."""


def signs_of_pieces(b: Break) -> int:
    """Give what is seen in the URL, the token and what follows of all that the questions may depend on."""
    before, token, following = b.before, b.token, b.following
    signs = signs_of(token) | (_signs_behind(token, following) if following else Seen.ALONE)
    if may_be_said_of(before, token):
        signs |= Seen.REPEATED
    last = before[-1]
    signs |= Seen.ALNUM if last.isalnum() else _ENDS.get(last, 0)
    if not ("9" < last < "\x80" or "9" < token[0] < "\x80"):
        signs |= Seen.DIGIT
    if ")" in before[-3:]:
        signs |= Seen.CLOSED
    if before[-2:-1] == "%":
        signs |= Seen.OPEN
    if last not in "/;&=":
        signs |= Seen.KEYLESS
    if before.count("/") < 3:
        signs |= Seen.HOST
    if before.find(".", -LONGEST_SUFFIX) >= 0:
        signs |= Seen.SUFFIX
    return signs


def _signs_behind(token: str, following: str) -> int:
    """Give what is seen in what follows a token on its line."""
    signs = Seen.FOLLOWED
    if following[1:2] in _BEFORE_CELL or following[0] == "\t":
        signs |= Seen.BESIDE
    if following[1:2] in _BEHIND_BLANK:
        signs |= Seen.PARTED
    if ":" in following or "." in following[:-1]:
        signs |= Seen.URL_BEHIND
    if ":" in token or ":" in following:
        signs |= Seen.LABEL
    return signs


def _signs_of_length(b: Break, longest: int) -> int:
    """Give what is seen of the length of the URL's line, and of the next one, beside the longest one."""
    length, signs = b.length, 0
    if length < NARROWEST_WRAPPED:
        signs |= Seen.NARROW
    if length < longest:
        signs |= Seen.SHORTER
    elif length >= SHORTEST_WRAPPED:
        signs |= Seen.LONGEST
        if longest >= length - 1:
            signs |= Seen.FOLDED
    width = b.next_length if longest < SHORTEST_WRAPPED and longest < b.next_length else longest
    return signs | Seen.ROOM if length < width and length + len(b.token) < width else signs


def _signs_of_line(b: Break) -> int:
    """Give what else is seen of the line of the URL, and of those below it."""
    signs = 0
    if b.cell:
        signs |= Seen.CELL
    if b.listed:
        signs |= Seen.LISTED
    if b.repeated:
        signs |= Seen.REPEATED
    if b.stray:
        signs |= Seen.STRAY
    if b.ends and not b.following:
        signs |= Seen.ENDS
    if b.outdented or b.indented:
        signs |= Seen.INSET
    if b.flowed or b.glued or b.unmarked or b.pieces > 1 or b.valued or b.waiting or b.marked:
        signs |= Seen.ODD
    return signs

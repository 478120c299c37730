"""A line break behind a bare URL, and everything around it that is evidence: what is seen there, nothing judged.

What can never go on with a URL is told apart by `refusals`. Offsets are code points of the text at hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from urlglean.delimiting.alphabet import PUNCTUATION
from urlglean.delimiting.ends.suffixes import ends_in_suffix, reads_as_file
from urlglean.delimiting.joining.next_lines import Below, LastLine, NextLine, last_line, next_line
from urlglean.delimiting.joining.records import is_of_record, may_be_said_of
from urlglean.delimiting.joining.refusals import KEYED, is_refused
from urlglean.delimiting.lines import (
    LOOK_BACK,
    SHORTEST_WRAPPED,
    Paragraph,
    columns,
    is_justified,
    line_above,
    line_start,
    margin,
    page_break,
)
from urlglean.delimiting.words import LIST_MARK, is_hyphened, is_lettered, may_be_prose
from urlglean.patterns import lazy_re

if TYPE_CHECKING:
    import regex

# The gateways of mail, which put their own URL around each that somebody wrote: where such a URL has its end.

_GATEWAY = lazy_re(
    r"(?i)https?://(?:(urldefense(?:\.proofpoint)?\.(?:com|us)/v3/__)|(urldefense\.proofpoint\.com/v2/url\?)"
    r"|([\w\-]+\.safelinks\.protection\.(?:outlook\.com|office365\.us|partner\.outlook\.cn)/)"
    r"|(teams\.microsoft\.com/l/meetup-join/))"
)
"""What gateways of mail put before a URL that somebody wrote: it is long, and broken more often than others."""
_END_OF_GATEWAY = (("$",), ("e=",), ("reserved=0",), ("%7d", "}"))
"""What each of them ends in, whatever the target: Proofpoint's two forms, Safe Links, invitations to Teams."""


def waits_for_end(before: str, token: str) -> bool | None:
    """Tell whether a URL that may go on with ``token`` is a gateway's without its end; None where it is another's.

    >>> waits_for_end("https://urldefense.com/v3/__http://a.b/c__;!!", "d!e$"), waits_for_end("http://a.b/", "c")
    (True, None)
    """
    found = _GATEWAY.match(before + token)
    if found is None:
        return None
    ends = _END_OF_GATEWAY[(found.lastindex or 1) - 1]
    return found.end() > len(before) or not before.rstrip(f"{PUNCTUATION})]").lower().endswith(ends)


_new: Final = tuple.__new__

LONGEST_SUFFIX = 16
"""No file's suffix is longer, with punctuation behind it."""
NARROWEST_WRAPPED = 64
TOO_SHORT = 56
"""No program wraps lines that are shorter, nor does a URL stand alone on a narrower one than the former."""
INDENTED = 3
"""How far the body of a specification is indented, at least."""
_MOST_WORDS_OF_LABEL = 5
_EQUALS_ABOVE = lazy_re(r"=[ \t]*+(?:\\[ \t]*+)?[\r\n]")
_SETTING_ABOVE = lazy_re(rf"(?:[ \t]?>)*+[ \t]?[A-Za-z_][\w.\-]*[ \t]*[+:]?{_EQUALS_ABOVE.pattern}")
_ENDS_CLAUSE = ".,;"
_LONGEST_NOTE = 2
"""So many digits has the number of a footnote, which what reads the text of a PDF sets on a line of its own."""
_MOST_VALUES = 16
"""So many values of a setting are looked at, upwards from a URL, for its name."""


class Break(NamedTuple):
    """One line break behind a bare URL, and everything around it that is evidence."""

    before: str
    """The URL as far as the line's end, nothing taken off."""
    token: str
    """The next line's first run of URL characters."""
    start: int
    """Where the token begins."""
    end: int
    following: str
    """What stands right behind the token on its line (up to the line's end)."""
    length: int
    """The length of the URL's line up to the break, the margin included."""
    next_length: int
    """The length of the token's line."""
    flowed: bool
    """The line ends in exactly one space (a soft break of format=flowed)."""
    opened: str
    """The closer of a bracket that was opened before the URL and is still open; empty where none is."""
    lone: bool
    """The URL stands alone on its line."""
    unmarked: bool
    """The next line has lost quote marks (a quoted line that was wrapped once more, without marks)."""
    pieces: int
    """How many pieces were joined before this one."""
    margin: int = 0
    """The length of the margin of the URL's line: by so much it was shorter before it was quoted."""
    indent: int = 0
    """The length of that margin where it is nothing but blanks, or of those behind a quote mark's own; else 0."""
    embraced: bool = False
    """The bracket that is still open was opened right before the URL."""
    amid: bool = False
    """Prose stands before the URL on its line: more than a label or the mark of a list."""
    indented: bool = False
    """The URL is alone on its line, and the next line is indented more."""
    valued: bool = False
    """Both lines are values of a setting that has one a line: what is indented less above them is its name."""
    waiting: bool = False
    """It is the URL of a gateway of mail, without its end."""
    marked: bool = False
    """A typesetter's mark says that the line was broken there."""
    # What `look_around` fills in, from the lines around: before that, as much as it can be.
    longest: int = 0
    """The length of the longest other line of the paragraph at this quote depth; 0 where there is none."""
    outdented: bool = False
    """The next line is indented less, and the URL's line is no first line of a paragraph that begins indented."""
    ends: bool = False
    """Nothing but an empty line, a shallower quote or the end of the text follows the token's line."""
    widest: int = 0
    """The length of the longest line with this margin in the paragraphs around; 0 where nothing depends on it."""
    stray: bool = False
    """The token is alone on its line, while the next line goes on with a word that would have fitted there; or
    the next line has the quote marks again that the token's has lost."""
    glued: bool = False
    """No blank stands behind the next line's quote mark, as behind those around it: a mailer broke a quoted line."""
    cell: bool = False
    """Two or more blanks part the URL from what stands before it on its line, as a column of a table."""
    listed: bool = False
    """The token is a file alone on its line, and so is the next line's first word, with the same suffix."""
    repeated: bool = False
    """A line begins with a token of this shape below the next URL, too, or above this one."""
    folded: bool = False
    """All lines of the paragraph but its last are cut at the column where this one ends, whatever stands there."""
    in_type: bool = False
    """The line had room, and so had others that were set in type: how many code points fit on one differs there."""


_SEEN_AT_ONCE = Break._fields.index("longest")


class Seen:
    """What is seen of a break in one look, in bits that stand above those of `words.Token`."""

    ALONE: Final = 1 << 20
    """Nothing stands behind the next token on its line."""
    FOLLOWED: Final = 1 << 21
    PARTED: Final = 1 << 49
    """What does may begin with a mark, behind blanks."""
    LABEL: Final = 1 << 50
    """That or the token has the colon that no label is without."""
    URL_BEHIND: Final = 1 << 51
    """That has a sign that no URL is without."""
    BESIDE: Final = 1 << 37
    """What does may be the next column of a row."""
    ALNUM: Final = 1 << 22
    """The URL ends in a letter or a digit; or as those below."""
    DIGIT: Final = 1 << 53
    """In what may be a digit, and the token begins so, too."""
    OPEN: Final = 1 << 23
    """In ``&?%#``, or within an escape."""
    VALUE: Final = 1 << 24
    """In ``=``."""
    DASH: Final = 1 << 25
    """In ``-_~+``."""
    FOLDER: Final = 1 << 26
    """In ``/``."""
    STOP: Final = 1 << 27
    """As a sentence does."""
    CLOSED: Final = 1 << 48
    """In ``)``, or such a sentence."""
    HOST: Final = 1 << 28
    """The URL has no path."""
    KEYLESS: Final = 1 << 43
    """It does not end in what keys stand behind."""
    SUFFIX: Final = 1 << 29
    """A full stop is among its last code points."""
    NARROW: Final = 1 << 30
    """Its line is narrow."""
    ROOM: Final = 1 << 31
    """The longest line has room for the token, too; where all are short, the next one."""
    SHORTER: Final = 1 << 32
    """The longest line is longer."""
    LONGEST: Final = 1 << 33
    """No line is longer, and programs may have cut it."""
    FOLDED: Final = 1 << 52
    """Nor may any be much shorter."""
    CELL: Final = 1 << 34
    """It may stand in a column."""
    INSET: Final = 1 << 35
    """The two lines begin at different columns."""
    LISTED: Final = 1 << 46
    """The token may be one of several files."""
    REPEATED: Final = 1 << 47
    """It may be what a list says of each URL."""
    STRAY: Final = 1 << 36
    """The line below the token's may go on where that would have."""
    ENDS: Final = 1 << 44
    """Nothing may go on below the token, which is alone on its line."""
    WIDE: Final = 1 << 45
    """With the token the line is as long as one that was wrapped, or the token may close a bracket."""
    ODD: Final = 1 << 38
    """Something else is seen that is seldom."""

    SURE: Final = 1 << 39
    """Seen always: a trace that holds wherever the rest of its signs is seen, so that it is not asked."""
    LINES: Final = 1 << 40
    """Seen always: what is asked of the lines around, too."""
    LINES_OF_PAGE: Final = 1 << 41
    """Seen always: the same, where the token has a full stop."""
    ALWAYS: Final = SURE | LINES | LINES_OF_PAGE


class Sight(NamedTuple):
    """What is seen of a line break without a look at the lines around it."""

    found: Break
    """The break as its own two lines show it: what `look_around` fills in is not known yet, or as much as it can be."""
    line: LastLine
    after: NextLine
    below: Below | None
    """The line below that, where it was looked at."""


def glance(
    text: str, start: int, pieces: list[tuple[int, int]], run: regex.Pattern[str], paragraph: Paragraph
) -> Sight | None:
    """Look at the line break behind the last piece of the bare URL at ``start``.

    None where there is nothing to weigh: no line break, another margin, an empty line, another URL, a list, a rule.
    """
    last = pieces[-1][1]
    if text[last : last + 2] == "\n\n" and page_break(text, last, last + LOOK_BACK) < 0:
        return None
    after = next_line(text, last, run, paragraph)
    if after is None or after.token == text[start:last]:  # that again, on the next line, is another one
        return None
    line = last_line(text, start, pieces[-1], paragraph)
    token, following = after.token, after.following
    before = text[pieces[-1][0] : last]
    is_first = len(pieces) == 1
    url = before if is_first else "".join([text[begin:end] for begin, end in pieces])
    waits = None
    if "//urldefense." in url or ".safelinks." in url or "//teams." in url or "/v3/__" in token:
        waits = waits_for_end(url, token)
    if is_refused(text, start, last, before, line, after, paragraph, waits=waits):
        return None
    # Of a token with more behind it nothing depends on the line below, before the others around are looked at.
    below = Below.read(text, after.end, paragraph) if not following else None
    inset, next_inset = line.margin, after.content - after.start
    first = start - len(line.lead) if line.start <= start else pieces[-1][0]
    lead = line.lead and line.lead.strip()
    is_labelled = lead != "" and _is_label(lead)
    # In the order of the fields: by their names it takes three times as long.
    found: Break = _new(
        Break,
        (
            url,
            token,
            after.content,
            after.token_end,
            following,
            line.length if is_first else _length(text, pieces, line, token, following),
            after.token_end - after.start + len(following),
            after.flowed,
            line.opened,
            line.lone,
            after.unmarked,
            len(pieces),
            inset,
            inset
            if not paragraph.marks or (paragraph.marks == "|" and text[line.start].isspace())
            else paragraph.indent
            if paragraph.margin[-3:] == "   "
            else 0,
            line.embraced,
            is_first and not line.lone and not (is_labelled and lead.count(" ") < _MOST_WORDS_OF_LABEL),
            line.lone and inset < next_inset and not after.unmarked,
            line.lone
            and 0 < inset >= next_inset
            and not (following or after.unmarked)
            and _is_value(text, line.start, inset),
            waits is True,
            after.marked,
            0,
            next_inset < first - line.start and not after.unmarked,
            below is not None and not below.word,
            0,
            below is not None
            and below.word != ""
            and (after.unmarked or (below.inset == next_inset and is_lettered(below.word))),
            after.glued,
            # Another column: no label, no mark of a list.
            lead != "" and (line.lead[-2:] == "  " or line.lead[-1] == "\t") and not is_labelled,
            below is not None
            and below.word != ""
            and ("." in token or token[-1] == "/")
            and ("/" not in token[:-1] or ends_in_suffix(before))
            and _are_files(token, below.word),
            False,
            False,
            False,
        ),
    )
    return _new(Sight, (found, line, after, below))


def longest_around(seen: Sight, paragraph: Paragraph) -> int:
    """Give the length of the longest line of the paragraph beside the two at a break; 0 where there is none."""
    if seen.line.start == paragraph.first and seen.found.ends and paragraph.ends_at(seen.after.end):
        return 0
    return paragraph.longest({seen.line.start, seen.after.start})


def look_around(
    text: str, seen: Sight, paragraph: Paragraph, longest: int = -1, *, is_record_seen: bool = True
) -> Break:
    """Look at the lines around a break that a URL may go on behind.

    ``longest`` is what `longest_around` gives, where it was asked already; ``is_record_seen`` where it is looked for a
    list that says something of each URL, too.
    """
    one, line, after, _ = seen
    token, following, length = one.token, one.following, one.length
    below = seen.below or Below.read(text, after.end, paragraph)
    if longest < 0:
        longest = longest_around(seen, paragraph)
    widest = longest
    if (not longest and one.indent >= INDENTED) or (not following and is_lettered(token)):
        # Narrower ones than the URL's own line, and than any that programs make, say nothing.
        least = longest or min(length, SHORTEST_WRAPPED - 1)
        width = paragraph.widest({line.start, after.start}, least)
        widest = width if width > least else longest
    glued = one.glued and not below.glued
    is_stray = (
        one.stray
        and (one.unmarked or below.inset == after.content - after.start)
        and below.goes_on(token, one.next_length, max(longest, length), unmarked=one.unmarked)
    )
    is_outdented = one.outdented and not glued and (line.lone or _stands_below_its_like(text, line.start))
    is_cell = one.cell and not (
        longest in (0, line.length) and is_justified(line.lead, fewest_gaps=2 if longest else 3)
    )
    found: Break = _new(
        Break,
        (
            *one[:_SEEN_AT_ONCE],
            longest,
            is_outdented,
            not below.word,
            widest,
            is_stray,
            glued,
            is_cell,
            one.listed and _are_files(token, below.word),
            is_record_seen
            and may_be_said_of(one.before, token)
            and is_of_record(text, token, line.start, after),
            length >= SHORTEST_WRAPPED
            and length - 1 <= longest <= length
            and paragraph.is_folded(line.start),
            length < longest
            and length + len(token) < longest
            and paragraph.is_set_in_type(length, longest, {line.start, after.start}),
        ),
    )
    return found._replace(cell=False) if is_cell and is_set_to_margins(found) else found


def is_set_to_margins(found: Break) -> bool:
    """Tell the lines of a paragraph that is set to both margins: they are of one length, by blanks that are even."""
    if found.next_length != max(found.length, found.longest):
        return False
    return is_justified(found.following, fewest_gaps=1 if found.length == found.longest else 2)


def _is_value(text: str, line: int, inset: int) -> bool:
    """Tell whether the name of a setting stands above lines that are indented by ``inset``, the last at ``line``."""
    low, at = max(0, line - LOOK_BACK), line
    if _EQUALS_ABOVE.search(text, max(0, low - LOOK_BACK), line) is None:
        return False
    for _ in range(_MOST_VALUES):
        above = line_above(text, at)
        if not low < at or above == at:
            return False
        if _SETTING_ABOVE.match(text, above, at) is not None:
            return True
        if margin(text, above, at).content - above != inset:
            return False
        at = above
    return False


def _are_files(one: str, other: str) -> bool:
    """Tell two files of a kind in one folder (``1-a.patch``, ``2-b.patch``), two folders, or two values for one key."""
    if ":" in one and (key := KEYED.match(one)) is not None and other.startswith(key[1]):
        return True
    if one[-1] in _ENDS_CLAUSE:
        one, other = one.rstrip(_ENDS_CLAUSE), other.rstrip(_ENDS_CLAUSE)
        if not (one and other):
            return False
    if one[-1] == other[-1:] == "/" and one[1:].count("/") == other[1:].count("/") == 1:
        return True
    if ("/" in one or "/" in other) and one.rpartition("/")[0] != other.rpartition("/")[0]:
        return False
    if "?" in one or "." not in one[1:] or "." not in other[1:]:
        return False
    return one.rpartition(".")[2] == other.rpartition(".")[2] and reads_as_file(one)


def _is_label(words: str) -> bool:
    return words[-1:] in (":", "=") or LIST_MARK.match(words) is not None


def _length(text: str, pieces: list[tuple[int, int]], line: LastLine, token: str, following: str) -> int:
    """Give the length of the line of a URL that was joined of several.

    What was cut off a line that was too long stands on a short line of its own: it counts as long as that.
    """
    if (following and is_hyphened(token)) or (token.isdigit() and len(token) <= _LONGEST_NOTE):
        return line.length
    if not may_be_prose(token) and not ends_in_suffix(text[slice(*pieces[-1])]):
        above = pieces[-2][1]
        length = columns(text[line_start(text, above) : above])
        if length >= SHORTEST_WRAPPED:
            return max(line.length, length)
    return line.length


def _stands_below_its_like(text: str, line: int) -> bool:
    """Tell whether the line above is indented like this one, and not empty."""
    above = line_above(text, line)
    here, there = margin(text, line, line + LOOK_BACK), margin(text, above, line)
    return above < line and here.content - line == there.content - above and not text[there.content].isspace()

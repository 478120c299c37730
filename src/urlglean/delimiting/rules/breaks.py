"""A line break behind a bare URL, and everything around it that is evidence: what is seen there, nothing judged.

Only what can never go on with a URL is told apart here. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from urlglean.delimiting.lines import (
    LOOK_BACK,
    REST_OF_LINE,
    Paragraph,
    is_justified,
    line_above,
    line_start,
    margin,
    page_break,
    same_margin,
)
from urlglean.delimiting.schemes import escaped_at
from urlglean.delimiting.words import (
    LIST_MARK,
    STARTS_URL,
    begins_another,
    ends_in_suffix,
    is_embedded,
    is_heading,
    is_hyphened,
    is_lettered,
    may_be_prose,
    reads_as_code,
    reads_as_file,
    reads_as_url,
)
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_top_level_domain

if TYPE_CHECKING:
    import regex

_new = tuple.__new__

SHORTEST_WRAPPED = 60
"""What programs wrap lines at, at least."""
INDENTED = 3
"""How far the body of a specification is indented, at least."""
_END_OF_LINE = lazy_re(r"([ \t]*+)(\|?[ \t]*+)(\r\n|\r|\n)")
_NOTHING = lazy_re(r"[ \t>|]*+(?:[\r\n]|\Z)")
"""A line of nothing but quote marks and the edges of a box."""
_PLAIN_NEXT_LINE = lazy_re(
    r"( ?)\n([ \t>]*+)([A-Za-z0-9](?![^>]{0,7}>)[!#-;=?-\[\]^_a-~]{0,256}+)(?=[ \t\r\n<>\"`]|\Z)"
    r"([^\r\n]{0,1024}+)(?=[\r\n]|\Z)"
)
"""A break and the line behind it as most are: a margin of blanks and quote marks, and a token of ASCII."""
_NETWORK_PATH = lazy_re(r"//[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+[/:]")
"""A URL without its scheme, as settings have it; a path with an empty segment is hardly broken in front of that."""
_NUMBERED = lazy_re(
    r"(?:/(?:issues?|pulls?|bugs?|tickets?|merge_requests)/|/show_bug\.cgi\?id=|/bugreport\.cgi\?bug=|#issuecomment-)[0-9]+\Z"
)
"""What has a number and is complete with it: an issue, a change, a comment. Below it stand the patch, or code."""
_LONGEST_NUMBERED = 64
_REST_OF_NUMBER = lazy_re(r"[0-9]*+(?:[/#?&.,;:)>\]]|\Z)")
_GLUED_URL = lazy_re(r"(?i)[^=/?&#%A-Za-z0-9](?:https?|ftp)://")
_HAS_LETTER = lazy_regex(r"[\p{L}\p{N}]")
_SLASH_CLOSED = lazy_re(r"[/=]\)[.,;:]?\Z")
_LISTED_DOMAIN = lazy_re(r"\.(?:[a-z0-9\-]+\.)+([a-z]{2,})(?:/\S*)?\Z")
"""A domain and all below it, as lists of names have it, one a line: ``.example.com``."""
_END_OF_STRING = frozenset({"',", "')", "';"})
_COMMENT = lazy_re(r"(?:\A|[ \t])(?:#[:!]?|//[/!]?)[ \t]")
"""What opens a comment on a line of code, to its end."""
_HOST_AND_MORE = lazy_re(r"(?i)[^\s/?#]*[^\s/?#.,;:!?)][.:/][^\s.,;:!?)]|[^\s/?#]+/|localhost\b|\[")
_COMMENT_MARKS = frozenset({"//", "#", ";", "%"})
_SPACED_MARKS = frozenset("#/;%*-")
"""Marks of comments: the text of all their lines stands behind a blank."""
_MOST_WORDS_OF_LABEL = 5
_FIRST_WORD = lazy_re(r"[^\s|]++")
_ASTERISK = lazy_re(r"([ \t]{0,40})\*[ \t]")
_DEFINITION = lazy_re(r"[ \t]+(?:=>?|->|:=|::=?)(?:[ \t]|\Z)")
_TAG = lazy_re(r"[ \t]+#\w")
_NUMBER_OF_ITEM = lazy_re(r"\(?[0-9]{1,2}\)\Z")


_SETTING_ABOVE = lazy_re(r"(?:[ \t]?[A-Za-z_][\w.\-]*)(?:[ \t]*[+:]?=[ \t]*+(?:\\[ \t]*+)?)$", re.MULTILINE)
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
    longest: int
    """The length of the longest other line of the paragraph at this quote depth; 0 where there is none."""
    flowed: bool
    """The line ends in exactly one space (a soft break of format=flowed)."""
    opened: str
    """The closer of a bracket that was opened before the URL and is still open; empty where none is."""
    lone: bool
    """The URL stands alone on its line."""
    labelled: bool
    """A ``URL:`` or ``URI:`` stands before it."""
    unmarked: bool
    """The next line has lost quote marks (a quoted line that was wrapped once more, without marks)."""
    pieces: int
    """How many pieces were joined before this one."""
    outdented: bool
    """The next line is indented less, and the URL's line is no first line of a paragraph that begins indented."""
    ends: bool
    """Nothing but an empty line, a shallower quote or the end of the text follows the token's line."""
    margin: int = 0
    """The length of the margin of the URL's line: by so much it was shorter before it was quoted."""
    indent: int = 0
    """The same, where it is nothing but blanks."""
    widest: int = 0
    """The length of the longest line with this margin in the paragraphs around; 0 where nothing depends on it."""
    embraced: bool = False
    """The bracket was opened right before the URL."""
    stray: bool = False
    """The token is alone on its line, while the next line goes on with a word that would have fitted there; or
    the next line has the quote marks again that the token's has lost."""
    glued: bool = False
    """No blank stands behind the next line's quote mark, as behind those around it: a mailer broke a quoted line."""
    cell: bool = False
    """Two or more blanks part the URL from what stands before it on its line, as a column of a table."""
    amid: bool = False
    """Prose stands before the URL on its line: more than a label or the mark of a list."""
    indented: bool = False
    """The URL is alone on its line, and the next line is indented more."""
    listed: bool = False
    """The token is a file alone on its line, and so is the next line's first word, with the same suffix."""
    valued: bool = False
    """Both lines are values of a setting that has one a line: what is indented less above them is its name."""


def find_break(
    text: str,
    start: int,
    pieces: list[tuple[int, int]],
    run: regex.Pattern[str],
    paragraph: Paragraph,
    *,
    labelled: bool,
) -> Break | None:
    """Look at the line break behind the last piece of the bare URL at ``start``.

    None where there is nothing to weigh: no line break, another margin, an empty line, another URL, a list, a rule.
    """
    last = pieces[-1][1]
    is_last = text.startswith("\n\n", last) and page_break(text, last, last + LOOK_BACK) < 0
    next_line = _next_line(text, last, run, paragraph) if not is_last else None
    if next_line is None:
        return None
    line = _line(text, start, last, paragraph)
    token, following = next_line.token, next_line.following
    before = text[pieces[-1][0] : last]
    if begins_another(before, token, following, line.lead, text[start - 1 : start], paragraph.marks):
        return None
    if is_heading(text, line.start, start, token):
        return None
    if _is_no_continuation(before, token, following, line, glued=next_line.glued) or (
        not (following and is_lettered(token)) and _ends_with_its_line(text[start:last], token, line.lead)
    ):
        return None
    return _around(text, start, pieces, line, next_line, paragraph, labelled=labelled)


def _around(
    text: str,
    start: int,
    pieces: list[tuple[int, int]],
    line: _LastLine,
    next_line: _NextLine,
    paragraph: Paragraph,
    *,
    labelled: bool,
) -> Break:
    """Look at what stands around a line break that a URL may go on behind."""
    token, following, inset = next_line.token, next_line.following, line.margin
    below = _Below.read(text, next_line.end, paragraph)
    both = {line.start, next_line.start}
    indent = inset if not paragraph.marks or (paragraph.marks == "|" and text[line.start].isspace()) else 0
    longest = widest = paragraph.longest(both)
    length = line.length if len(pieces) == 1 else _length(text, pieces, line, token, following)
    if (not longest and indent >= INDENTED) or (not following and is_lettered(token)):
        # Narrower ones than the URL's own line, and than any that programs make, say nothing.
        least = longest or min(length, SHORTEST_WRAPPED - 1)
        width = paragraph.widest(both, least)
        widest = width if width > least else longest
    next_length = next_line.token_end - next_line.start + len(following)
    glued = next_line.glued and not below.glued
    first = start - len(line.lead) if line.start <= start else pieces[-1][0]
    is_outdented = (
        next_line.content - next_line.start < first - line.start
        and not (next_line.unmarked or glued)
        and (line.lone or _stands_below_its_like(text, line.start))
    )
    # In the order of the fields: by their names it takes three times as long.
    found: Break = _new(
        Break,
        (
            "".join([text[begin:end] for begin, end in pieces]),
            token,
            next_line.content,
            next_line.token_end,
            following,
            length,
            next_length,
            longest,
            next_line.flowed,
            line.opened,
            line.lone,
            labelled,
            next_line.unmarked,
            len(pieces),
            is_outdented,
            not below.word,
            inset,
            indent,
            widest,
            line.embraced,
            *_signs(text, line, next_line, below, (longest, length), glued=glued, is_first=len(pieces) == 1),
        ),
    )
    return found


def _signs(
    text: str,
    line: _LastLine,
    after: _NextLine,
    below: _Below,
    sizes: tuple[int, int],
    *,
    glued: bool,
    is_first: bool,
) -> tuple[bool, ...]:
    """Give the fields of a `Break` from ``stray`` to ``valued``; ``is_first`` where one piece of the URL is known."""
    token, following, unmarked = after.token, after.following, after.unmarked
    inset, next_inset = line.margin, after.content - after.start
    next_length = after.token_end - after.start + len(following)
    is_stray = (
        (unmarked or below.inset == next_inset)
        and not following
        and below.goes_on(token, next_length, max(sizes), unmarked=unmarked)
    )
    is_value = line.lone and 0 < inset >= next_inset and not (following or unmarked)
    return (
        is_stray,
        glued,
        _is_cell(line.lead) and not (sizes[0] in (0, line.length) and is_justified(line.lead)),
        not line.lone and is_first and not _is_short_label(line.lead.strip()),
        line.lone and inset < next_inset and not unmarked,
        not following and _are_files(token, below.word),
        is_value and _is_value(text, line.start, inset),
    )


def _is_value(text: str, line: int, inset: int) -> bool:
    """Tell whether the name of a setting stands above lines that are indented by ``inset``, the last at ``line``."""
    low, at = max(0, line - LOOK_BACK), line
    if text.find("=", max(0, low - LOOK_BACK), line) < 0:
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
    """Tell the names of two files of a kind: ``0001-a.patch`` and ``0002-b.patch``."""
    if "/" in one or "?" in one or "." not in one[1:] or "." not in other[1:]:
        return False
    return one.rpartition(".")[2] == other.rpartition(".")[2] and reads_as_file(one)


def _is_cell(lead: str) -> bool:
    """Tell whether what stands before a URL on its line is another column: no label, no mark of a list."""
    return lead.endswith(("  ", "\t")) and not lead.isspace() and not _is_label(lead.strip())


def _is_label(words: str) -> bool:
    return words[-1:] in (":", "=") or LIST_MARK.match(words) is not None


def _is_short_label(words: str) -> bool:
    """Tell a label that is no clause of a sentence, as ``There is more of it on the page of Ann:`` is."""
    return _is_label(words) and words.count(" ") < _MOST_WORDS_OF_LABEL


class _LastLine(NamedTuple):
    """The line of the URL's last piece, up to the break."""

    start: int
    margin: int
    length: int
    lead: str
    """What stands before the URL on this line, behind the margin."""
    opened: str
    embraced: bool
    lone: bool


def _line(text: str, start: int, last: int, paragraph: Paragraph) -> _LastLine:
    line = line_start(text, last)
    content = paragraph.content(line)
    if content < 0:
        content = margin(text, line, last).content
    lead = text[content:start]
    is_embraced = text[start - 1 : start] == "("
    is_lone = line <= start and not lead.strip("(<[\"'")
    found: _LastLine = _new(
        _LastLine, (line, content - line, last - line, lead, _opened(text, start, lead), is_embraced, is_lone)
    )
    return found


class _NextLine(NamedTuple):
    """The next line of the same text, behind a page break too."""

    start: int
    content: int
    """Where the token begins, behind the margin."""
    token: str
    token_end: int
    following: str
    end: int
    unmarked: bool
    flowed: bool
    glued: bool


def _next_line(text: str, last: int, run: regex.Pattern[str], paragraph: Paragraph) -> _NextLine | None:
    """Read the line behind the break at ``last``; None where there is none that a URL could go on in."""
    if (plain := _plain_next_line(text, last, paragraph)) is not None:
        return plain
    marks = paragraph.marks
    line_end = _END_OF_LINE.match(text, last, last + 200)
    if line_end is None or (line_end[2] and "|" not in marks):
        return None
    start = max(line_end.end(), page_break(text, last, last + LOOK_BACK))
    if _NOTHING.match(text, start):
        return None
    if marks.endswith("*") and _is_next_item(text, start, paragraph):
        return None
    content, unmarked, glued = paragraph.content(start), False, False
    if content < 0:
        glued = paragraph.is_spaced and _is_glued(text, start, marks)
        content, unmarked = _content(text, start, marks, boxed=bool(line_end[2]))
        if content < 0 and glued:
            content = _behind_one_more(text, start, last, marks)
        if content < 0:
            return None
    found = run.match(text, content, content + LOOK_BACK)
    if found is None or not found[0].strip("|"):
        return None
    token = found[0].rstrip("|") if "|" in marks else found[0]
    token_end = content + len(token)
    if text.startswith("\\", token_end) and escaped_at(text, token_end):
        return None  # what it says with its escapes is not read here, and half of it is none
    behind = REST_OF_LINE.match(text, token_end, token_end + LOOK_BACK)
    following = behind[0].rstrip() if behind else ""
    if "|" in marks:
        following = following.rstrip("|").rstrip()
    is_flowed = line_end[1] == " " and not line_end[2]
    end = behind.end() if behind else token_end
    found_line: _NextLine = _new(
        _NextLine, (start, content, token, token_end, following, end, unmarked, is_flowed, glued)
    )
    return found_line


def _plain_next_line(text: str, last: int, paragraph: Paragraph) -> _NextLine | None:
    """Read the line behind a plain break that has the margin of the first one to the letter; None for any other."""
    plain = _PLAIN_NEXT_LINE.match(text, last)
    if plain is None or plain[2] != paragraph.margin or text.find("\f", last, last + LOOK_BACK) >= 0:
        return None
    start, end = plain.start(2), plain.end()
    if text.find("Page ", start, end) >= 0:
        return None
    content, token_end = plain.span(3)
    fields = (start, content, plain[3], token_end, plain[4].rstrip(), end, False, plain[1] == " ", False)
    found: _NextLine = _new(_NextLine, fields)
    return found


def _is_glued(text: str, line: int, marks: str) -> bool:
    """Tell whether no blank stands behind the quote mark before a line's content."""
    found = margin(text, line, len(text))
    edge = text[found.content - 1 : found.content + 1]
    return len(found.marks) >= len(marks) and edge[:1] == ">" and edge[1:].strip() != ""


def _behind_one_more(text: str, line: int, last: int, marks: str) -> int:
    """Give where a line's content begins that is quoted once more than the one that ends at ``last``; else -1.

    So is the line above that one: its own line has lost a mark.
    """
    here = line_start(text, last)
    above = line_above(text, here)
    content, deeper = margin(text, line, len(text))
    is_quoted_so = deeper == marks + ">" and above < here and margin(text, above, here).marks == deeper
    return content if is_quoted_so else -1


def _ends_with_its_line(before: str, token: str, lead: str) -> bool:
    """Tell whether the string, the item or the comment that holds the URL ends with its line."""
    return (
        before[-2:] in _END_OF_STRING
        or (before[-1] == ";" and "?" not in before and ends_in_suffix(before[:-1]))
        or (token[0] not in "#/" and _COMMENT.search(lead) is not None)
    )


def _length(text: str, pieces: list[tuple[int, int]], line: _LastLine, token: str, following: str) -> int:
    """Give the length of the line of a URL that was joined of several.

    What was cut off a line that was too long stands on a short line of its own: it counts as long as that.
    """
    if following and is_hyphened(token):
        return line.length
    if not may_be_prose(token) and not ends_in_suffix(text[slice(*pieces[-1])]):
        above = pieces[-2][1]
        length = above - line_start(text, above)
        if length >= SHORTEST_WRAPPED:
            return max(line.length, length)
    return line.length


def _stands_below_its_like(text: str, line: int) -> bool:
    """Tell whether the line above is indented like this one, and not empty."""
    above = line_above(text, line)
    here, there = margin(text, line, line + LOOK_BACK), margin(text, above, line)
    return above < line and here.content - line == there.content - above and not text[there.content].isspace()


def _is_next_item(text: str, line: int, paragraph: Paragraph) -> bool:
    """Tell whether the ``line`` below a paragraph of asterisks is the next item of its list, in a comment or not."""
    marks = paragraph.marks
    if marks == "*":
        return _is_item(text, paragraph.first) and _is_item(text, line)
    return marks[:-1] in _COMMENT_MARKS and margin(text, line, len(text)).marks == marks


def _is_item(text: str, line: int) -> bool:
    """Tell the item of a list by its asterisk; those of a comment in code stand behind an odd number of blanks."""
    found = _ASTERISK.match(text, line)
    return found is not None and (found[1].endswith("\t") or len(found[1]) % 2 == 0)


def _content(text: str, next_line: int, marks: str, *, boxed: bool) -> tuple[int, bool]:
    """Find where the next line's content starts behind the same margin, and whether quote marks are lost.

    The offset is -1 where the margin is another. No line of a box (``boxed``) has lost its margin.
    """
    content = same_margin(text, next_line, len(text), marks)
    if content >= 0:
        if marks and marks[-1] in _SPACED_MARKS and not text[content - 1].isspace():
            return -1, False  # `#setting: x`, below a comment
        if (
            marks
            and margin(text, next_line, len(text)).marks != marks
            and ">" in margin(text, content, len(text)).marks
        ):
            return -1, False  # quoted more deeply
        return content, False
    other = margin(text, next_line, len(text))
    if not boxed and marks.startswith(other.marks) and (">" in marks or not marks.strip("|")):
        return other.content, True
    return -1, False


def _opened(text: str, start: int, lead: str) -> str:
    """Give what closes a bracket that was opened before the URL, on its line or close before, and is still open."""
    before = text[max(0, start - 120) : start]
    if "(" not in before and "[" not in before:
        return "}" if lead.endswith("{") else ""
    last = {
        before.rfind(opener): closer
        for opener, closer in ("()", "[]")
        if before.rfind(opener) > before.rfind(closer)
    }
    if last:
        return last[max(last)]
    return "}" if lead.endswith("{") else ""


def _is_no_continuation(before: str, token: str, following: str, line: _LastLine, *, glued: bool) -> bool:
    """Tell what can never go on with a URL: another URL, signs alone, an item of a list, a definition."""
    if before.endswith("://"):
        return not _HOST_AND_MORE.match(token)  # one word is no host there: `the scheme http://`, `protocol`
    if STARTS_URL.match(token) and not is_embedded(before, token):
        return True
    if (
        before[-1].isdigit()
        and _NUMBERED.search(before, max(0, len(before) - _LONGEST_NUMBERED))
        and not _REST_OF_NUMBER.match(token)
    ):
        return True
    if "//" in token and (
        _GLUED_URL.search(token) or (_NETWORK_PATH.match(token) and before[-1] not in ":=")
    ):
        return True
    if before[-1] == "/" == token[0] and not before.endswith(":/"):
        return True  # an empty segment is hardly broken in its middle
    if (
        not token[0].isalnum()
        and not _HAS_LETTER.search(token)
        and token not in ("/", "=")
        and not (line.embraced and _SLASH_CLOSED.match(token))
    ):
        return True
    if not following:
        listed = _LISTED_DOMAIN.match(token) if before[-1] == "/" or before.count(".") > 1 else None
        if listed is not None and is_top_level_domain(listed[1]):
            return True
        return _NUMBER_OF_ITEM.match(token) is not None and line.opened != ")"
    if LIST_MARK.match(token):
        is_long = line.length >= SHORTEST_WRAPPED
        if is_long and token[0].isdigit() and (before[-1] in "-_=" or (glued and before[-1].isdigit())):
            return False  # `#section-` and `14.`
        goes_on = line.embraced or is_long or before[-1] in "-/=&_?"
        return not (line.opened == ")" and token.endswith(")") and goes_on)
    return bool(_DEFINITION.match(following)) or (token[0] == "#" and _TAG.match(following) is not None)


_ANSWERS = frozenset({"ok", "no", "yes"})


class _Below(NamedTuple):
    """The line below the token's."""

    word: str
    """Its first word behind the same margin; empty where an empty line or another margin is there."""
    glued: bool
    """No blank stands between its quote mark and that word."""
    inset: int = 0
    """How far from the start of its line that word begins."""

    @classmethod
    def read(cls, text: str, line_end: int, paragraph: Paragraph) -> _Below:
        found = _END_OF_LINE.match(text, line_end) if not text.startswith("\n\n", line_end) else None
        if found is None or text[found.end() : found.end() + 1] in "\r\n":
            return _NOTHING_BELOW
        content = paragraph.content(found.end())
        if content < 0:
            content = same_margin(text, found.end(), len(text), paragraph.marks)
        word = _FIRST_WORD.match(text, content, content + LOOK_BACK) if content >= 0 else None
        if word is None:
            return _NOTHING_BELOW
        return cls(word[0], text[content - 1] == ">", content - found.end())

    def goes_on(self, token: str, length: int, longest: int, *, unmarked: bool) -> bool:
        """Tell whether no wrapper would have ended the line of ``token`` here: its text goes on, and would have fitted.

        A number or a word without quote marks is an answer between the lines, but where a URL goes on below it.
        """
        if unmarked:
            is_answer = token in _ANSWERS or token.lstrip("+-").isdigit()
            return bool(self.word) and (not is_answer or reads_as_code(self.word) or reads_as_url(self.word))
        return is_lettered(self.word) and self.word[0].islower() and length + 1 + len(self.word) < longest


_NOTHING_BELOW = _Below("", glued=False)

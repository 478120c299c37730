"""The lines at a line break behind a bare URL: the one that it ends, the next one, and the one below that.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from urlglean.delimiting.lines import (
    BARS,
    BEFORE_REST,
    BREAK_MARK,
    BREAK_MARKS,
    LOOK_BACK,
    REST_OF_LINE,
    Paragraph,
    before_break_mark,
    behind_break_mark,
    columns,
    line_above,
    line_start,
    margin,
    page_break,
    same_margin,
)
from urlglean.delimiting.schemes import escaped_at
from urlglean.delimiting.words import is_lettered, reads_as_code, reads_as_url
from urlglean.patterns import lazy_re

if TYPE_CHECKING:
    import regex

_new: Final = tuple.__new__

_END_OF_LINE = lazy_re(rf"([ \t]*+)([{BARS}]?[ \t]*+)(\r\n|\r|\n)")
_END_OF_BROKEN_LINE = lazy_re(rf"()(){BREAK_MARK}[ \t]*+(\r\n|\r|\n)")
_LONGEST_END = 200
"""How far behind a line its end is looked for over white space, in code points."""
_NOTHING = lazy_re(rf"[ \t>{BARS}]*+(?:[\r\n]|\Z)")
"""A line of nothing but quote marks and the edges of a box."""
_PLAIN_NEXT_LINE = lazy_re(
    r"( ?)\n([ \t>]*+)((?:[A-Za-z0-9?=&_.~+]|/(?!/)|-(?!-)|[%#](?=\w))(?![^>]{0,7}>)"
    r"[!#-;=?-\[\]^_a-~]{0,256}+)(?=[ \t\r\n<>\"`]|\Z)[^\r\n]{0,1024}+(?=[\r\n]|\Z)"
)
"""A break and the line behind it as most are: a margin of blanks and quote marks, and a token of ASCII."""
_COMMENT_MARKS = frozenset({"//", "#", ";", "%"})
_SPACED_MARKS = frozenset("#/;%*-")
"""Marks of comments: the text of all their lines stands behind a blank."""
_FIRST_WORD = lazy_re(rf"[^\s{BARS}]++")
_ASTERISK = lazy_re(r"(?:(?:[ ]?>)++[ ]?)?([ \t]{0,40})\*[ \t]")


class LastLine(NamedTuple):
    """The line of the URL's last piece, up to the break."""

    start: int
    margin: int
    length: int
    lead: str
    """What stands before the URL on this line, behind the margin."""
    opened: str
    embraced: bool
    lone: bool


def last_line(text: str, start: int, piece: tuple[int, int], paragraph: Paragraph) -> LastLine:
    """Read the line on which the last piece of the URL at ``start`` ends."""
    begin, last = piece
    if begin == paragraph.at:
        line = paragraph.first
        content = line + len(paragraph.margin)
    else:
        line = line_start(text, last)
        content = paragraph.content(line)
        if content < 0:
            content = margin(text, line, last).content
    lead = text[content:start]
    is_embraced = text[start - 1 : start] == "("
    is_lone = line <= start and not (lead and lead.strip("(<[\"'"))
    length = last - line if paragraph.is_ascii else columns(text[line:last])
    around = text[start - 120 if start > 120 else 0 : start]
    may_be_open = "(" in around or "[" in around or lead[-1:] == "{"
    opened = _opened(around, lead) if may_be_open else ""
    return _new(LastLine, (line, content - line, length, lead, opened, is_embraced, is_lone))


def _opened(before: str, lead: str) -> str:
    """Give what closes a bracket that was opened before the URL, on its line or close before, and is still open."""
    last = {
        before.rfind(opener): closer
        for opener, closer in ("()", "[]")
        if before.rfind(opener) > before.rfind(closer)
    }
    if last:
        return last[max(last)]
    return "}" if lead.endswith("{") else ""


class NextLine(NamedTuple):
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
    marked: bool = False
    """A mark at the end of the line above or before the token says that a typesetter broke the line."""


def next_line(text: str, last: int, run: regex.Pattern[str], paragraph: Paragraph) -> NextLine | None:
    """Read the line behind the break at ``last``; None where there is none that a URL could go on in."""
    plain = _PLAIN_NEXT_LINE.match(text, last)
    if plain is None or plain[2] != paragraph.margin or text.find("\f", last, last + LOOK_BACK) >= 0:
        return _odd_next_line(text, last, run, paragraph)
    # A plain break, and the margin of the first line to the letter.
    start, end = plain.start(2), plain.end()
    if text.find("Page ", start, end) >= 0:
        return _odd_next_line(text, last, run, paragraph)
    content, token = start + len(plain[2]), plain[3]
    token_end = content + len(token)
    following = text[token_end:end].rstrip() if token_end < end else ""
    is_flowed = plain[1] != ""
    return _new(NextLine, (start, content, token, token_end, following, end, False, is_flowed, False, False))


def _odd_next_line(text: str, last: int, run: regex.Pattern[str], paragraph: Paragraph) -> NextLine | None:
    """Read the line behind a break that is none of the commonest, or that may end a page."""
    marks = paragraph.marks
    is_marked = text.startswith(BREAK_MARKS, last)
    reach = last + _LONGEST_END
    line_end = (
        _END_OF_BROKEN_LINE.match(text, last, reach) if is_marked else _END_OF_LINE.match(text, last, reach)
    )
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
        if content < 0 and marks == "*" and _is_item(text, paragraph.first):
            # An item whose other lines begin where its asterisk stands.
            other = margin(text, start, len(text))
            content = other.content if not other.marks else -1
        if content < 0:
            return None
    if text[content : content + 1] in BEFORE_REST and (rest := behind_break_mark(text, content)) > content:
        is_marked, content = True, rest
    token = _first_run(text, content, run, marks)
    if not token:
        return None
    token_end = content + len(token)
    if text.startswith("\\", token_end) and escaped_at(text, token_end):
        return None  # what it says with its escapes is not read here, and half of it is none
    following, end = _behind_token(text, token_end, marks)
    is_flowed = line_end[1] == " " and not line_end[2]
    return _new(
        NextLine, (start, content, token, token_end, following, end, unmarked, is_flowed, glued, is_marked)
    )


def _first_run(text: str, content: int, run: regex.Pattern[str], marks: str) -> str:
    """Read the first run of a line, without the edge of a box or the mark of a line that was broken."""
    found = run.match(text, content, content + LOOK_BACK)
    if found is None or not found[0].strip("|"):
        return ""
    token = found[0].rstrip("|") if "|" in marks else found[0]
    end = content + len(token)
    if (cut := before_break_mark(text, end)) < end and cut > content and _END_OF_LINE.match(text, end):
        return text[content:cut]
    return token


def _behind_token(text: str, token_end: int, marks: str) -> tuple[str, int]:
    """Give what stands behind a token on its line, without the edge of a box, and where the line ends."""
    behind = REST_OF_LINE.match(text, token_end, token_end + LOOK_BACK)
    following = behind[0].rstrip() if behind else ""
    if following in BREAK_MARKS:
        following = ""
    if "|" in marks:
        following = following.rstrip(BARS).rstrip()
    return following, behind.end() if behind else token_end


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


def _is_next_item(text: str, line: int, paragraph: Paragraph) -> bool:
    """Tell whether the ``line`` below a paragraph of asterisks is the next item of its list, in a comment or not."""
    marks = paragraph.marks
    if not marks.strip(">*"):
        return _is_item(text, paragraph.first) and _is_item(text, line)
    return marks[:-1] in _COMMENT_MARKS and margin(text, line, len(text)).marks == marks


def _is_item(text: str, line: int) -> bool:
    """Tell the item of a list by its asterisk; those of a comment in code stand behind an odd number of blanks."""
    found = _ASTERISK.match(text, line)
    return found is not None and (found[1].endswith("\t") or len(found[1].expandtabs()) % 2 == 0)


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


def repeats(before: str, token: str, following: str) -> bool:
    """Tell whether parentheses behind the token repeat the URL: what was a link's text, and its target.

    The one in parentheses may be broken, too, at the same place or further on.

    >>> repeats("http://a.b/c/", "d/e", " (http://a.b/c/d/"), repeats("http://a.b/c/", "d/e", " (http://a.b/c/)")
    (True, False)
    """
    if not following.startswith(" ("):
        return False
    whole, again = before + token, following[2:]
    return again.startswith(whole) or (len(again) >= len(before) and whole.startswith(again))


_ANSWERS = frozenset({"ok", "no", "yes"})


class Below(NamedTuple):
    """The line below the token's."""

    word: str
    """Its first word behind the same margin; empty where an empty line or another margin is there."""
    glued: bool
    """No blank stands between its quote mark and that word."""
    inset: int = 0
    """How far from the start of its line that word begins."""

    @classmethod
    def read(cls, text: str, line_end: int, paragraph: Paragraph) -> Below:
        """Read the line behind ``line_end``, in the paragraph of the URL."""
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


_NOTHING_BELOW = Below("", glued=False)

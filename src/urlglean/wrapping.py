"""Was this bare URL broken over lines? The evidence, weighed.

A writer's program that wraps a long line leaves no mark in the URL it broke, only traces around it: a line that is
full, a break where wrappers break, a next line that reads as URL rather than prose. Each trace has a weight in one
table; the URL goes on over the line break where they add up to more than nothing. A wrong join is worse than a missed
one, so the table starts below zero. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NamedTuple

import regex

from urlglean.margins import CHUNK, line_start, margin, page_break, same_margin
from urlglean.prose_words import ABBREVIATED, CLOSINGS, PROSE_WORDS
from urlglean.split_schemes import is_split_scheme
from urlglean.suffixes import is_special_name, is_top_level_domain

__all__ = [
    "HOPELESS",
    "LOOK_BACK",
    "WEIGHTS",
    "Break",
    "Paragraph",
    "find_break",
    "is_known",
    "page_ends",
    "settled",
    "settled_before",
    "weigh",
]

LOOK_BACK = 4096
"""How far around a URL its paragraph is read, in code points."""
_MOST_LINES = 20
_SHORTEST_WRAPPED = 60
"""What programs wrap lines at, at least."""

_END_OF_LINE = re.compile(r"([ \t]*+)(\|?[ \t]*+)(\r\n|\r|\n)")
_NEXT_LINE = re.compile(
    r"[ \t]?+\r?\n(?P<margin>[ \t]*+(?:>[ \t]*+)*+)"
    r"(?:(?=[\r\n\"\u201c\u201e\u00ab]|\Z)"  # an empty line, or one that no URL goes on with
    r"|(?P<word>(?:(?=[A-Za-z]?[a-z]*[aeiouyAEIOUY])[A-Z]?[a-z]*+(?:'[a-z]{1,2}+)?+|(?=[^\x00-\x7F])[^\W\d_]++))"
    r"(?:(?P<mark>[.,;]?+)[ \t]+\S|[\u3001\u3002\uFF0C\uFF1A\uFF1B\uFF01\uFF1F\u300C-\u300F\uFF08\uFF09]))"
)
_EMPTY_LINE = re.compile(r"\n\n")
_MARKS = frozenset(">|:#/;%*-! \t\u00a0\r\n\f")
_INITIALS = re.compile(r"[^\W\d_]{1,8}>")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_MARKED_OR_BLANK = re.compile(r"(?m)\r|\f|^[ \t]*(?:[^\W\d_]{0,8}>|[|:#/;%*\-]|$)")
_LINE = re.compile(r"[^\r\n]*+")
_STARTS_URL = re.compile(r"(?i)(?:<?(?:URL:)?\s?[a-z][a-z0-9+.\-]{1,20}://|<|www\.\w|mailto:)")
_NETWORK_PATH = re.compile(r"//[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+[/:]")
"""A URL without its scheme, as settings have it; a path with an empty segment is hardly broken in front of that."""
_NUMBERED = re.compile(
    r"(?:/(?:issues?|pulls?|bugs?|tickets?|merge_requests)/|/show_bug\.cgi\?id=|/bugreport\.cgi\?bug=|#issuecomment-)[0-9]+\Z"
)
"""What has a number and is complete with it: an issue, a change, a comment. Below it stand the patch, or code."""
_LONGEST_NUMBERED = 64
_REST_OF_NUMBER = re.compile(r"[0-9]*+(?:[/#?&.,;:)>\]]|\Z)")
_GLUED_URL = re.compile(r"(?i)[^=/?&#%A-Za-z0-9](?:https?|ftp)://")
_RULE = re.compile(r"([_=\-*~+#.])\1{2,}+\Z|[_=\-*~+#.|]{4,}+\Z")
_LIST_MARK = re.compile(
    r"(?:\(?(?:[0-9]{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\[[0-9A-Za-z]{1,8}\]:?|[-*+\u2022\u00b7]|[0-9]{1,3}[.)]|\([0-9a-z]{1,3}\))\Z"
)
_HAS_LETTER = regex.compile(r"[\p{L}\p{N}]")
_SLASH_CLOSED = re.compile(r"[/=]\)[.,;:]?\Z")
_ROFF_REQUEST = re.compile(r"[-+]?\.(?:[A-Z]{1,2}|[A-Z][a-z]|(?:ad|br|fi|ft|hy|ll|na|nf|nh|sp|ti))\Z")
_OF_NOTATION = re.compile(
    r"\*|#\+[A-Z]|@[\w\-]+:|-[A-Za-z]\Z|"  # an item of a list, a keyword of Org, a scope of npm, an option
    r":[A-Za-z][\w\-]*:\Z"  # a field or an option of reST, below a URL as argument
    r"|\.\.\.|\u2026|==|--[A-Za-z]"  # a sentence that goes on, the log of a program, an option of a command
    r"|[\w./\-]+:[0-9]+:"  # a file and its line
    r"|#(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma)\Z"  # of the C preprocessor
)
_OF_CODE = re.compile(r"@[A-Za-z][\w.]*(?:\(|\Z)|[A-Za-z_][\w.]*[A-Za-z0-9]\(")  # a tag, a decorator, a call
_END_OF_STRING = frozenset({"',", "')", "';"})
_COMMENT = re.compile(r"(?:\A|[ \t])(?:#|//)[ \t]")
"""What opens a comment on a line of code, to its end."""
_HOST_AND_MORE = re.compile(r"(?i)[^\s/?#]*[^\s/?#.,;:!?)][.:/][^\s.,;:!?)]|[^\s/?#]+/|localhost\b|\[")
_FIRST_WORD = re.compile(r"[^\s|]++")
_HOST_REST = re.compile(r"[\w.\-]+(?=[/:?#,;)]|\Z)")
_SETTING = re.compile(r"[\w.\-]+=")
_SETTING_BEFORE = re.compile(r"[\w.\-]+[ \t]*=[ \t]*[\"']?\Z")
_TITLE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+[.,;:)]*\Z")
_PARAMETER = re.compile(r"&[\w.\-\[\]]+=")
_ASTERISK = re.compile(r"([ \t]{0,40})\*[ \t]")
_FIELD = re.compile(r"[A-Z][A-Za-z0-9\-]{1,24}:\Z")  # a header or a label: `Subject:`
_SUFFIX = re.compile(
    r"(?i)\.(?:html?|xhtml|shtml|phtml|php[0-9]?|aspx?|jsp|cgi|pl|pdf|ps|txt|xml|json|gz|tgz|zip|bz2|xz|7z|tar|rpm|deb"
    r"|dsc|docx?|xlsx?|pptx?|odt|ods|rtf|tex|jpe?g|png|gif|svg|mp3|mp4|avi|mov|ogg|exe|msi|dmg|iso|jar|py|js|css|rss|md|rst|git|csv|diff|patch|xhtml|asc|sig"
    r"|cpp|hpp|java|cfm|dll|jspx?|shtm|mht|mspx|chm|ics|vcf|mpe?g|wmv|flv|wav|bmp|tiff?|eps|dvi|djvu|epub|rar|dtd|xsd|xslt?|rdf|ashx|asmx)"
)
_WHOLE_SUFFIX = re.compile(_SUFFIX.pattern + r"/?\Z")
_ONE_LETTER_SUFFIX = re.compile(r"\.[ch]\Z")
_TOKEN_SUFFIX = re.compile(_SUFFIX.pattern.replace("(?:", "(?:[ch]|", 1) + r"(?:[?#]\S*)?[)\]>.,;:!]*\Z")
_FILE_PATH = re.compile(
    r"/(?:bin|boot|dev|etc|home|lib|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|Users|Library)/"
)
_HEAD = re.compile(r"[A-Za-z0-9]{1,5}(?![A-Za-z0-9])")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}|[A-Za-z0-9]\+[A-Za-z0-9]")
_QUERY_INSIDE = re.compile(r"[\w/]\?[\w%]")
_MORE_OF_SUFFIX = re.compile(
    r"(?i)\.(?:(?:s?htm\nl|(?:asp|xls|doc|ppt)\nx|php\n[3-5]|js\n(?:px?|on))|mpe\ng)[.,;:)]*\Z"
)
_ABBREVIATION = re.compile(
    r"(?i)(?:[a-z]/[a-z]{1,3}|and/or|[0-9]{1,2}/[0-9]{1,4}(?:/[0-9]{2,4})?|[12][0-9]{3}(?P<s>[/-])[01]?[0-9](?P=s)[0-3]?[0-9])[.,;:!?)]*\Z"
)
_DEFINITION = re.compile(r"[ \t]+(?:=>?|->|:=|::=)[ \t]")
_TAG = re.compile(r"[ \t]+#\w")
_LABEL = re.compile(r"(?: [\w/]+){0,3}:[ \t]+\S")
_TABLE_CELL = re.compile(r"[ \t]+(?:=>?|->|:|\||&)[ \t]|[ \t]{3,}\S|\t+\S")
_QUANTITY = re.compile(
    r"(?i)(?:[+v]?[0-9]+(?:[.,:][0-9]+)*(?:st|nd|rd|th|er|re|e|%|\u00b0|\u00ba|\u00aa|s|x|d|g|h|k|m|p|km|kg|cm|mm|ms|px|gb|mb|kb|am|pm|bit|c|f|\u20ac)?"
    r"|[$\u20ac\u00a3][0-9.,]+[kmb]?)[.,;:!?)]*\Z"
)
_DIGEST = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})\Z")
_NAMED_HOST = re.compile(r"(?:[a-z][a-z0-9\-]*\.)+([a-z]{2,12})/")
_DOTTED_QUAD = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?::[0-9]+)?\Z")
_LETTER = re.compile(r"[A-Za-z][.,;:!?)]?\Z")
_VOWELLESS = re.compile(r"[b-df-hj-np-tvwxz]{1,4}[.,;:!?)]*\Z")
_REST_OF_WORD = re.compile(  # consonants that no word of the languages of `PROSE_WORDS` begins with
    r"(?:ck|ct|ld|lk|lm|lp|ls|lt|mb|mm|mp|nc|nd|ng|nk|nn|ns|nt|rb|rc|rd|rf|rg|rk|rl|rm|rn|rp|rr|rs|rt|ss|tt|xp|xt)[a-z]*[.,;:!?)]*\Z"
)
_MIXED = re.compile(r"[A-Za-z],?[0-9]|[0-9][A-Za-z]|[0-9]{6}|[0-9],-?[0-9]{1,3}\.[0-9]")
_CAMEL = re.compile(r"[a-z]{2,}[A-Z][a-z]|(?:[A-Z][a-z]+){2}[A-Z][a-z]")
_CAMEL_CAPITAL = re.compile(r"[A-Z][a-z]+[A-Z][a-z]+\Z")
"""Words set together as programs do it; in prose at most two of them are, the first with a capital (``JavaScript``)."""
_WORD = regex.compile(r"[\p{L}][\p{L}\p{M}'\u2019]*+[.,;:!?)\u2026\"\u201d]*+\Z")
_HYPHENED_WORD = regex.compile(r"[\p{L}]+(?:[-/][\p{L}]+)*+[.,;:!?)]*+\Z")
_OTHER_SCHEME = re.compile(r"(?i)(?!https?:|ftp:)[a-z][a-z0-9+.\-]*://")
"""Whose hosts may be of one label (``gs://bucket``)."""
_OPEN_HOST = re.compile(r"(?i)\A(?:[a-z][a-z0-9+.\-]*://)?(?:[^/?#@\s]*@)?[^/?#\s:]*\Z")


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
    opened: bool
    """A bracket was opened before the URL and is still open."""
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
    """The length of the margin of the URL's line: as long again was the line when it had not been quoted yet."""
    indent: int = 0
    """The same, where it is nothing but blanks."""
    widest: int = 0
    """The length of the longest line with this margin in the paragraphs around."""
    embraced: bool = False
    """The bracket was opened right before the URL."""
    stray: bool = False
    """The token is alone on its line, while the next line goes on with a word that would have fitted there; or
    the next line has the quote marks again that the token's has lost."""


class Paragraph:
    """The lines around a URL that were wrapped together with it: those with its margin, up to an empty line.

    Reading them is put off until something depends on how long they are.
    """

    __slots__ = ("_at", "_lines", "_margin", "_shared", "_text", "first", "marks")

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self._at = at
        self.first = line_start(text, at)
        """Where the line of ``at`` begins."""
        content, self.marks = margin(text, self.first, len(text))
        """The margin's marks (``>>``, ``|``)."""
        self._margin = text[self.first : content]
        self._lines: tuple[tuple[int, int], ...] | None = None
        self._shared = False

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """For each line, in order, where it starts and how long it is, white space at its end left out."""
        if self._lines is None:
            plain = self._plain_lines() if not self.marks else None
            self._lines = plain or (*reversed(self._lines_above()), *self._lines_below())
        return self._lines

    def serves(self, at: int) -> bool:
        """Tell whether the same would be read around ``at``: on one line, or in a paragraph seen whole."""
        if self._shared and self._lines is not None:
            start, length = self._lines[-1]
            return self._lines[0][0] <= at <= start + length
        return self.first == line_start(self._text, at)

    def longest(self, but: Container[int]) -> int:
        """Give the length of the longest line, leaving out those that start at one of ``but``."""
        return max((length for start, length in self.lines if start not in but), default=0)

    def widest(self, but: Container[int]) -> int:
        """Give the same for all lines near by that have this margin, those behind empty lines included.

        A line of one word says nothing: nothing could be wrapped there.
        """
        low = line_start(self._text, max(0, self._at - LOOK_BACK // 2))
        start, width = low, 0
        for line in self._text[low : self._at + LOOK_BACK // 2].splitlines(keepends=True):
            if len(line) > width and start not in but and line.startswith(self._margin):
                content = line[len(self._margin) :].rstrip()
                if " " in content and not content.startswith(">"):
                    width = max(width, len(self._margin) + len(content))
            start += len(line)
        return width

    def find(self, wanted: str, *, but: int) -> bool:
        """Tell whether ``wanted`` stands somewhere in it in one piece, other than at ``but``, and ends there."""
        text = self._text
        start, length = self.lines[-1]
        found = text.find(wanted, self.lines[0][0], start + length)
        while found >= 0:
            behind = found + len(wanted)
            if found != but and not text[behind : behind + 1].isalnum():
                return True
            found = text.find(wanted, behind, start + length)
        return False

    def _plain_lines(self) -> tuple[tuple[int, int], ...] | None:
        """Read the lines in one go where none around has any margin but blanks, as most do; else None."""
        text, at = self._text, self._at
        above = text.rfind("\n\n", max(0, at - LOOK_BACK), at)
        below = text.find("\n\n", at, at + LOOK_BACK)
        if (above < 0 and at > LOOK_BACK) or (below < 0 and len(text) - at > LOOK_BACK):
            return None
        start, end = above + 2 if above >= 0 else 0, below if below >= 0 else len(text)
        if text.count("\n", start, end) > _MOST_LINES or _MARKED_OR_BLANK.search(text, start, end):
            return None
        lines = []
        for line in text[start:end].split("\n"):
            lines.append((start, len(line.rstrip())))
            start += len(line) + 1
        self._shared = end - lines[0][0] < LOOK_BACK
        return tuple(lines)

    def _lines_above(self) -> list[tuple[int, int]]:
        """Read the line of the URL and those above it, upwards."""
        start = self.first
        lines = [(start, _length(self._text, start))]
        while start > 0 and len(lines) < _MOST_LINES and self._at - start < LOOK_BACK:
            previous = line_start(self._text, start - 1 - (self._text[start - 2 : start] == "\r\n"))
            length = self._belongs(previous) if previous < start else 0
            if not length:
                break
            start = previous
            lines.append((start, length))
        return lines

    def _lines_below(self) -> list[tuple[int, int]]:
        lines: list[tuple[int, int]] = []
        end = self.first
        for _ in range(_MOST_LINES):
            end = _next_line(self._text, end)
            if end < 0 or end - self._at > LOOK_BACK or not (length := self._belongs(end)):
                break
            lines.append((end, length))
        return lines

    def _belongs(self, start: int) -> int:
        """Give the length of the line at ``start`` where it has the same margin and is not empty; else 0."""
        text, length = self._text, _length(self._text, start)
        content = start + len(self._margin)
        # Nearly always the margin is the same to the letter, and a letter follows it.
        if (
            not (text.startswith(self._margin, start) and text[content : content + 1].isalnum())
            or text[content : content + 9].find(">") >= 0
        ):
            content = same_margin(text, start, start + length, self.marks)
            if content < 0 or (">" in self.marks and text.startswith(">", content)):
                return 0
        return length if text[content : start + length].strip("| \t\u00a0") else 0


def _length(text: str, start: int) -> int:
    """Give the length of the line that begins at ``start``, white space at its end left out."""
    found = _LINE.match(text, start, start + LOOK_BACK)
    return len(found[0].rstrip()) if found else 0


def _next_line(text: str, start: int) -> int:
    """Give the offset where the line after the one at ``start`` begins, or -1."""
    found = _LINE.match(text, start, start + LOOK_BACK)
    behind = _NEWLINE.match(text, found.end()) if found else None
    return behind.end() if behind and behind.end() < len(text) else -1


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
    line_end = _END_OF_LINE.match(text, last, last + 200)
    marks = paragraph.marks
    if line_end is None or (line_end[2] and "|" not in marks):
        return None
    next_line = max(line_end.end(), page_break(text, last, last + LOOK_BACK))
    if marks == "*" and _is_item(text, paragraph.first) and _is_item(text, next_line):
        return None
    content, unmarked = _content(text, next_line, marks, boxed=bool(line_end[2]))
    if content < 0:
        return None
    found = run.match(text, content, content + LOOK_BACK)
    if found is None or found.end() == content:
        return None
    token, end = found[0], found.end()
    behind = _LINE.match(text, end, end + LOOK_BACK)
    following = behind[0].rstrip() if behind else ""
    if "|" in marks:
        following = following.rstrip("|").rstrip()
    line = line_start(text, last)
    lead = text[margin(text, line, start).content : start] if line <= start else ""
    opened = _opened(text, start, lead)
    embraced = text[start - 1 : start] == "("
    if _is_no_continuation(
        text[pieces[-1][0] : last],
        token,
        following,
        opened=opened,
        embraced=embraced,
        is_long=last - line >= _SHORTEST_WRAPPED,
    ):
        return None
    if not (_WORD.match(token) and following) and (
        text[last - 2 : last] in _END_OF_STRING
        or (_COMMENT.search(lead) and text[content] not in "#/")
        or (_SETTING_BEFORE.match(lead) and _SETTING.match(token) and "?" not in text[start:last])
    ):
        return None  # the string, the comment or the setting that holds the URL ends with its line
    lone = not lead.strip("(<[\"'") and line <= start
    below = _Below.read(text, behind.end() if behind else end, marks)
    next_length = end - next_line + len(following)
    longest = widest = paragraph.longest({line, next_line})
    if not longest or (not following and _WORD.match(token)):
        widest = max(longest, paragraph.widest({line, next_line}))
    length = last - line
    if len(pieces) > 1 and not _may_be_prose(token) and not _WHOLE_SUFFIX.search(text, pieces[-1][0], last):
        # What was cut off a line that was too long stands on a short line of its own: it counts as long as that.
        above = pieces[-2][1] - line_start(text, pieces[-2][1])
        length = max(length, above if above >= _SHORTEST_WRAPPED else 0)
    return Break(
        before="".join(text[a:b] for a, b in pieces),
        token=token,
        start=content,
        end=end,
        following=following,
        length=length,
        next_length=next_length,
        longest=longest,
        widest=widest,
        flowed=line_end[1] == " " and not line_end[2],
        opened=opened,
        lone=lone,
        outdented=not unmarked
        and content - next_line < start - len(lead) - line
        and (lone or _stands_below_its_like(text, line)),
        labelled=labelled,
        unmarked=unmarked,
        pieces=len(pieces),
        ends=not below.word,
        margin=(content_at := margin(text, line, last).content) - line,
        indent=content_at - line if not marks else 0,
        embraced=embraced,
        stray=not following and below.goes_on(next_length, max(longest, length), unmarked=unmarked),
    )


def _stands_below_its_like(text: str, line: int) -> bool:
    """Tell whether the line above is indented like this one, and not empty."""
    above = line_start(text, max(0, line - 1 - (text[line - 2 : line] == "\r\n")))
    here, there = margin(text, line, line + LOOK_BACK), margin(text, above, line)
    return above < line and here.content - line == there.content - above and not text[there.content].isspace()


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
        if ">" in marks and text.startswith(">", content):
            return -1, False  # quoted more deeply
        if (
            marks
            and margin(text, next_line, len(text)).marks != marks
            and ">" in margin(text, content, len(text)).marks
        ):
            return -1, False
        return content, False
    other = margin(text, next_line, len(text))
    if not boxed and marks.startswith(other.marks) and (">" in marks or not marks.strip("|")):
        return other.content, True
    return -1, False


def _opened(text: str, start: int, lead: str) -> bool:
    """Tell whether a bracket that was opened before the URL, on its line or close before, is still open."""
    before = text[max(0, start - 120) : start]
    return before.rfind("(") > before.rfind(")") or lead.endswith(("[", "{"))


def _is_no_continuation(
    before: str, token: str, following: str, *, opened: bool, embraced: bool, is_long: bool
) -> bool:
    """Tell what can never go on with a URL: another URL, a rule, a list mark, a field's name, signs alone, code."""
    if before.endswith("://"):
        return not _HOST_AND_MORE.match(token)  # one word is no host there: `the scheme http://`, `protocol`
    if _OF_NOTATION.match(token) or (_OF_CODE.match(token) and before[-1] not in "/-?&=_%."):
        return True
    if _STARTS_URL.match(token) and before[-1] != "=" and not is_split_scheme(before, token):
        return True
    if _RULE.match(token) or _FIELD.match(token) or _ROFF_REQUEST.match(token):
        return True
    if _NUMBERED.search(before, max(0, len(before) - _LONGEST_NUMBERED)) and not _REST_OF_NUMBER.match(token):
        return True
    if _GLUED_URL.search(token) or (_NETWORK_PATH.match(token) and before[-1] not in ":="):
        return True
    if (
        not _HAS_LETTER.search(token)
        and token not in ("/", "=", "&", "?")
        and not (embraced and _SLASH_CLOSED.match(token))
    ):
        return True
    if not following:
        return False
    if _LIST_MARK.match(token):
        return not (opened and token.endswith(")") and (embraced or is_long or before[-1] in "-/=&_?"))
    return bool(_DEFINITION.match(following)) or (token[0] == "#" and _TAG.match(following) is not None)


class _Below(NamedTuple):
    """The line below the token's."""

    word: str
    """Its first word behind the same margin; empty where an empty line or another margin is there."""

    @classmethod
    def read(cls, text: str, line_end: int, marks: str) -> _Below:
        found = _END_OF_LINE.match(text, line_end)
        if found is None:
            return cls("")
        content = same_margin(text, found.end(), len(text), marks)
        word = _FIRST_WORD.match(text, content, content + LOOK_BACK) if content >= 0 else None
        return cls(word[0] if word else "")

    def goes_on(self, length: int, longest: int, *, unmarked: bool) -> bool:
        """Tell whether no wrapper would have ended the line above here: its text goes on, and would have fitted."""
        if unmarked:
            return bool(self.word)
        return (
            bool(_WORD.match(self.word)) and self.word[0].islower() and length + 1 + len(self.word) < longest
        )


def is_known(at: int, joined: str, known: Container[str], paragraph: Paragraph) -> bool:
    """Tell whether the joined URL is known whole: handed in, or standing in one piece in the same paragraph."""
    return joined in known or paragraph.find(joined, but=at)


def settled(text: str, start: int, body: int, run: int, known: Container[str]) -> str | None:
    """Decide the commonest line breaks without weighing: the next line is empty, or goes on with a word of prose.

    Gives an empty string where nothing follows, the longer reading where a plain word does that no evidence could make
    part of the URL, and None where the evidence has to be weighed. What `WEIGHTS` would say is the same.
    """
    found = _NEXT_LINE.match(text, run)
    if found is None:
        return None
    word = found["word"]
    if word is not None and not (word.isascii() or text[run - 12 : run].isascii()):
        return None
    if word is not None and "'" in word:
        return None  # the longer reading would end before the apostrophe
    if word is None:
        return None if page_ends(text, run, run + 1000) else ""
    last = text[run - 1]
    if not (last.isalnum() or last in "/.,;:)") or text[run - 2] == "%":
        return None
    if last == ")" and text.count("(", body, run) != text.count(")", body, run):
        return None  # it closes what was opened before the URL
    if found["mark"] == "." and _LIST_MARK.match(word + "."):
        return None
    if text.find("/", body, run) < 0 and not _is_whole_host(text[body:run], word):
        return None
    line = line_start(text, start)
    content = line + len(found["margin"])
    if text[line:content] != found["margin"]:
        return None
    return settled_before(word, text, content, start, run, known)


def page_ends(text: str, at: int, limit: int) -> bool:
    """Tell whether a page may end between the two."""
    return text.find("\f", at, limit) >= 0 or text.find("Page ", at, limit) >= 0


def settled_before(
    word: str, text: str, content: int, start: int, run: int, known: Container[str]
) -> str | None:
    """Decide the same where the next line has the same margin and goes on with ``word``.

    ``content`` is where the URL's line begins, behind its margin of blanks and quote marks.
    """
    if _REST_OF_WORD.match(word):
        return None
    if content != start and (
        text[content] in _MARKS
        or (text.find(">", content, content + 9) > 0 and _INITIALS.match(text, content))
    ):
        return None
    if len(word) < 6 and text.find(".", run - 6, run) > 0 and _may_split_suffix(text[run - 6 : run], word):
        return None
    joined = text[start:run] + word
    return None if joined in known or _stands_around(text, joined, start, run) else joined


def _may_split_suffix(tail: str, word: str) -> bool:
    tail = tail.rpartition("/")[2]
    return "." in tail and bool(_WHOLE_SUFFIX.search(tail + word)) and not _WHOLE_SUFFIX.search(tail)


def _stands_around(text: str, joined: str, start: int, run: int) -> bool:
    """Tell whether the longer reading of the URL ``text[start:run]`` stands between the empty lines around it."""
    low, high = max(0, start - LOOK_BACK), run + LOOK_BACK
    if ":" in joined:
        # Nearly always the next URL, either way, is in another paragraph.
        colon = text.rfind(":", low, start)
        above = colon >= 0 and _EMPTY_LINE.search(text, colon, start) is None
        colon = text.find(":", run, high)
        below = colon >= 0 and _EMPTY_LINE.search(text, run, colon) is None
        if not (above or below):
            return False
    above_at = text.rfind("\n\n", low, start)
    below_at = text.find("\n\n", run, high)
    return text.find(joined, max(above_at, low), below_at if below_at >= 0 else high) >= 0


def _is_whole_host(host: str, word: str) -> bool:
    """Tell whether a host that ends its line is complete, whatever its punctuation, before this word."""
    if host[-1] in ".,;:" and word.lower() not in PROSE_WORDS:
        return False
    return is_top_level_domain(host.rstrip(".,;:").rpartition(".")[2])


# --- the traces, as questions about a Break ---


def _is_full(b: Break) -> bool:
    """Tell whether the next token would not have fitted the longest line."""
    width = b.longest
    if width == 0 and b.indent >= 3 and b.widest >= _SHORTEST_WRAPPED:
        width = b.widest  # the body of a specification, which is as wide everywhere
    return width > 0 and b.length + 1 + len(b.token) + len(b.following.split(" ")[0]) > width


def _had_room(b: Break) -> bool:
    return b.longest > 0 and not _is_full(b) and not _closes(b) and b.length + 1 + len(b.token) <= b.longest


def _wanted(b: Break) -> int:
    """Give how long the line would be with what a wrapper that breaks after delimiters could not put there."""
    if b.before[-1] not in "/-?&=":
        return b.length
    found = CHUNK.match(b.token)
    return b.length + (found.end() if found else len(b.token))


def _hard_column(b: Break) -> bool:
    """Tell whether the line is as long as programs cut lines (quoted since or not), or as the longest."""
    if b.longest >= 60 and b.length == b.longest:
        return True
    return b.length >= b.longest and (b.length in _COLUMNS or b.length - b.margin in _COLUMNS)


_COLUMNS = frozenset({70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 98, 99, 100, 132, 998})


def _plain_word(b: Break) -> bool:
    if not (_WORD.match(b.token) and b.token[0].islower()):
        return False
    return not (_no_word(b) or _is_camel(b) or (_is_suffix_behind_dot(b) and _splits_suffix(b)))


def _is_camel(b: Break) -> bool:
    return bool(_CAMEL.match(b.token))


def _lone_rest(b: Break) -> bool:
    """Tell a lower-case word that is alone on its line and no common one, below a line that was cut at a column."""
    if not (_alone(b) and _plain_word(b) and _hard_column(b)) or b.length < b.widest:
        return False
    if b.before[-1] in ".,:;!?" or b.token[-1] in "!?" or (b.before[-1] == "/" and b.ends):
        return False
    return not (_stop_word(b) or _is_complete(b) or _host_only(b))


def _other_script(b: Break) -> bool:
    """Tell whether an ASCII URL meets letters of another script: text goes on, not a URL."""
    return b.token[0] > "\x7f" and b.token[0].isalpha() and b.before[-12:].isascii()


def _is_stray(b: Break) -> bool:
    if b.unmarked:
        return b.stray and not (
            b.token.lstrip("+-").isdigit() or b.token in ("ok", "no", "yes")
        )  # an answer between the lines
    return b.stray and not _reads_as_word(b)


def _reads_as_word(b: Break) -> bool:
    return bool(_WORD.match(b.token)) and not _no_word(b)


def _may_be_prose(token: str) -> bool:
    """Tell a token of letters that is neither the rest of a word nor words set together as programs do it."""
    return bool(_WORD.match(token)) and not (_CAMEL.match(token) or _is_rest_of_word(token))


def _is_rest_of_word(token: str) -> bool:
    if _VOWELLESS.match(token):
        return token.rstrip(".,;:!?)") not in ABBREVIATED
    return _REST_OF_WORD.match(token) is not None


def _no_word(b: Break) -> bool:
    """Tell the rest of a word that was cut: a few letters without a vowel, or letters that no word begins with."""
    if not b.following and _LETTER.match(b.token):
        return b.token[0] not in "ykniaIA"  # but an answer in one letter, a word
    return _is_rest_of_word(b.token) or (
        not b.following and bool(_VOWELLESS.match(b.token)) and b.token.rstrip(".,;:!?)") not in CLOSINGS
    )


def _quantity(b: Break) -> bool:
    """Tell a number as prose writes it: ``2nd``, ``10%``, ``v2.0``, ``3D``, ``24/7``."""
    if b.before[-1] in "-_=&./" or (b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit()):
        return False  # a number that goes on, or one that the URL was waiting for
    return bool(_QUANTITY.match(b.token) or _ABBREVIATION.match(b.token))


def _capitalised(b: Break) -> bool:
    if _is_camel(b) or (b.before[-1] in "?&=" and _CAMEL_CAPITAL.match(b.token)):
        return False
    return bool(_HYPHENED_WORD.match(b.token)) and b.token[0].isupper() and not _no_word(b)


def _stop_word(b: Break) -> bool:
    return b.token.rstrip(".,;:!?)").lower() in PROSE_WORDS and not _splits_suffix(b) and not _no_word(b)


def _url_like(b: Break) -> bool:
    inner = b.token.rstrip(".,;:!?)'")
    if "=" in inner or "&" in inner or _ENCODED.search(inner) or _QUERY_INSIDE.search(inner):
        return True
    return "/" in inner.strip("/") and not _HYPHENED_WORD.match(b.token) and not _ABBREVIATION.match(b.token)


def _slashed(b: Break) -> bool:
    inner = b.token.rstrip(".,;:!?)'")
    return "/" in inner and not _url_like(b)


def _code_like(b: Break) -> bool:
    inner = b.token.rstrip(".,;:!?)'")
    return bool(_MIXED.search(inner) or _CAMEL.match(inner)) or "_" in inner or "#" in inner or "~" in inner


def _closes_own(b: Break) -> bool:
    """Tell whether the next token closes a parenthesis of the URL itself: ``Planning_(educatio`` and ``n)``."""
    return ")" in b.token and b.before.count("(") > b.before.count(")")


def _closes(b: Break) -> bool:
    return b.opened and ")" in b.token and b.token.count(")") > b.token.count("(")


def _alone(b: Break) -> bool:
    return not b.following


def _begins_with_host(b: Break) -> bool:
    """Tell a name that is no file's, and a path: another address, without its scheme."""
    found = _NAMED_HOST.match(b.token)
    if found is None or not b.before[-1].isalnum() or _host_is_open(b):
        return False
    return is_top_level_domain(found[1]) and not _WHOLE_SUFFIX.search(found[0])


def _indented(b: Break) -> bool:
    """Tell the layout of specifications, which no signature has: indented, and full up to a slash."""
    return b.before[-1] == "/" and b.indent >= 3 and _hard_column(b)


def _indented_title(b: Break) -> bool:
    return b.before[-1] == "/" and b.indent >= 3 and bool(_TITLE.match(b.token))


def _host_is_open(b: Break) -> bool:
    """Tell whether the URL ends within its host, and the host is not complete."""
    if not _OPEN_HOST.match(b.before) or _OTHER_SCHEME.match(b.before):
        return False
    host = b.before.rpartition("//")[2].rpartition("@")[2]
    if _DOTTED_QUAD.match(host):
        return False
    if host.endswith("."):
        # The full stop of a sentence, where the host is one without it.
        return not is_top_level_domain(host.rstrip(".").rpartition(".")[2])
    last = host.rpartition(".")[2]
    return not host or host.endswith("-") or not (is_top_level_domain(last) or is_special_name(last))


def _completes_host(b: Break) -> bool:
    """Tell whether a host becomes a whole name by the next token: ``http://exam`` and ``ple.org/a``."""
    if not _host_is_open(b) or "." not in b.token:
        return False
    host = _HOST_REST.match(b.token)
    return host is not None and is_top_level_domain(host[0].rstrip(".").rpartition(".")[2])


def _host_only(b: Break) -> bool:
    return bool(_OPEN_HOST.match(b.before)) and not _host_is_open(b)


def _is_complete(b: Break) -> bool:
    before = b.before.rstrip(".,;:")
    has_suffix = _WHOLE_SUFFIX.search(before) or _ONE_LETTER_SUFFIX.search(before)
    return has_suffix is not None and not _splits_suffix(b)


def _both_complete(b: Break) -> bool:
    return _is_complete(b) and b.token[0].isalnum() and bool(_TOKEN_SUFFIX.search(b.token))


def _assignment(b: Break) -> bool:
    """Tell a setting (``key=value``) where the URL has no query that it could belong to."""
    return bool(_SETTING.match(b.token)) and "?" not in b.before and b.before[-1] not in "/;&="


def _number_goes_on(b: Break) -> bool:
    return b.before[-1].isdigit() and b.token.rstrip(".,;:)").isdigit() and _hard_column(b)


def _splits_suffix(b: Break) -> bool:
    """Tell whether only together the two make a file's suffix: ``.ht`` and ``ml``, ``.htm`` and ``l``."""
    if len(b.token) < 4 and _MORE_OF_SUFFIX.search(f"{b.before[-6:]}\n{b.token}"):
        return True
    tail = b.before.rpartition("/")[2][-6:]
    head = _HEAD.match(b.token)
    if head is None or "." not in tail or not (b.before[-1].isalnum() or _is_suffix_behind_dot(b)):
        return False
    return bool(_WHOLE_SUFFIX.search(tail + head[0])) and not _WHOLE_SUFFIX.search(tail)


def _is_suffix_behind_dot(b: Break) -> bool:
    """Tell ``page.`` and ``html``; two letters may be a word, and a capital begins a sentence."""
    return b.before[-1] == "." and b.before[-2:-1].isalnum() and b.token[:3].islower()


def _sentence_before(b: Break) -> bool:
    return b.before[-1] in ".,:;!?" and not (_url_like(b) or _splits_suffix(b))


Trace = Callable[[Break], bool]

WEIGHTS: tuple[tuple[str, float, Trace], ...] = (
    # for a join
    ("the line is full", 1.5, _is_full),
    ("cut at a hard column", 1.7, _hard_column),
    ("it ends in a soft break", 0.7, lambda b: b.flowed),
    ("it ends in = & ? % #", 3.2, lambda b: b.before[-1] in "=&?%#" or b.before[-2:-1] == "%"),
    ("it ends in - _ ~ +", 2.1, lambda b: b.before[-1] in "-_~+"),
    ("it ends in a hyphen on a full line", 2.2, lambda b: b.before[-1] == "-" and _is_full(b)),
    ("it ends in /", 0.5, lambda b: b.before[-1] == "/"),
    ("its host is not complete", 3.5, _host_is_open),
    ("only with the next token it is", 2.0, _completes_host),
    ("the break splits a file's suffix", 3.2, _splits_suffix),
    (
        "the next token begins with a URL delimiter",
        2.7,
        lambda b: b.token[0] in "/?&=#%_-.~+" and len(b.token) > 1,
    ),
    ("the next token reads as URL", 2.6, _url_like),
    ("the next token begins a parameter", 2.0, lambda b: bool(_PARAMETER.match(b.token)) and "?" in b.before),
    ("the next token holds a slash", 1.5, _slashed),
    ("the next token mixes letters and digits", 1.7, _code_like),
    ("the next token is no word", 1.0, _no_word),
    ("a number goes on at a hard column", 0.8, _number_goes_on),
    ("the next token ends in a file's suffix", 2.2, lambda b: bool(_TOKEN_SUFFIX.search(b.token))),
    ("the next token closes the bracket", 3.8, _closes),
    ("the next token closes a bracket of the URL", 3.8, _closes_own),
    ("which was opened right before the URL", 3.4, lambda b: b.embraced and _closes(b)),
    ("the next token stands alone on its line", 1.0, _alone),
    ("and is no common word, below a line cut at a column", 2.2, _lone_rest),
    ("and ends the paragraph", 0.6, lambda b: _alone(b) and b.ends),
    ("the next token is hyphened, below an indented URL up to a /", 1.4, _indented_title),
    ("and both lines are indented, the URL up to a /", 1.2, lambda b: _alone(b) and b.ends and _indented(b)),
    (
        "and the next line would have gone on there",
        1.6,
        _is_stray,
    ),
    ("a label says that it is a URL", 0.8, lambda b: b.labelled),
    ("it was broken before", 0.8, lambda b: b.pieces > 1),
    ("the next token is hyphened like a title", 1.3, lambda b: b.token.count("-") > 1),
    ("the next token ends in /", 1.7, lambda b: b.token.rstrip(".,;:)").endswith("/")),
    ("cut at a hard column in the middle of a line", 0.5, lambda b: not b.lone and _hard_column(b)),
    # against it
    (
        "no line is long enough to be wrapped",
        -2.6,
        lambda b: max(_wanted(b), b.longest) < 56 and not _closes(b),
    ),
    ("nothing says so yet", -3.3, lambda b: True),
    ("the line had room", -2.3, _had_room),
    ("the next token is a plain word", -2.3, _plain_word),
    ("the next token is a word of prose", -3.0, _stop_word),
    ("the next token is a number of prose", -2.6, _quantity),
    ("the next token sets a value, and no query began", -2.0, _assignment),
    ("the next token is of another script", -2.5, _other_script),
    ("the next token is capitalised", -2.3, _capitalised),
    ("the URL is complete", -2.5, _is_complete),
    ("the URL and the next token are both whole names", -2.5, _both_complete),
    ("the URL is a whole host", -1.2, _host_only),
    ("the URL ends in sentence punctuation", -1.5, _sentence_before),
    ("the URL stands alone on a short line", -1.2, lambda b: b.lone and _wanted(b) < 64 and not _closes(b)),
    (
        "the next token is the path of a file",
        -7.0,
        lambda b: bool(_FILE_PATH.match(b.token)) and b.before[-1] not in "-_=&?%",
    ),
    ("the next line is the row of a table", -6.0, lambda b: bool(_TABLE_CELL.match(b.following))),
    ("the next token begins a URL, too", -4.2, lambda b: bool(_STARTS_URL.match(b.token))),
    ("the next line begins with a label", -4.0, lambda b: bool(_LABEL.match(b.following)) and not _closes(b)),
    ("the next token opens a bracket", -4.0, lambda b: b.token[0] in "([{"),
    (
        "the next token is a digest",
        -5.0,
        lambda b: bool(_DIGEST.match(b.token)) and b.before[-1] not in "/=-_",
    ),
    ("the next token begins with a host", -4.0, _begins_with_host),
    ("the next line is indented less", -3.0, lambda b: b.outdented),
    ("the next line has lost its quote mark", -1.0, lambda b: b.unmarked),
)
"""What is weighed: the trace in words, its weight, and the question that finds it."""


HOPELESS = -8.0
"""What weighs less than this is not redeemed by what comes behind it."""


def weigh(found: Break) -> float:
    """Add up the weights of the traces that hold: more than zero says that wrapping broke the URL here."""
    return sum(weight for _, weight, holds in WEIGHTS if holds(found))

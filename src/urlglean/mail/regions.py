"""The regions of a text of mail: signatures and footers of lists and mail services, quoted ones too; quote depth."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from urlglean.patterns import lazy_re

# The marks before the lines of a quotation in a text: ``> ``, ``Jim> ``, ``| ``.

_PREFIX = (
    r"(?:[ \t]{0,8}(?:[A-Z][\w.-]{0,11}|(?<=[ ])[a-z]{1,11})?>|[ \t]{0,3}(?:[|](?=[ \t|:>])|:(?=[ \t])))"
)
"""A quote mark, bare or after a name (``Jim>``, or `` jim>`` with a blank: ``mysql>`` is a prompt)."""
QUOTE_MARKS = lazy_re(rf"{_PREFIX}*")
"""All marks of a line."""
_MARKED_LINE = lazy_re(rf"\n(?={_PREFIX})")


def _depth_of_line(text: str, start: int) -> int:
    """Count the quote marks before the line that begins at ``start``."""
    if text[start : start + 1].islower():  # most lines
        return 0
    marks = QUOTE_MARKS.match(text, start)
    return _depth(text, marks) if marks else 0


def _depth(text: str, marks: re.Match[str]) -> int:
    """Count the quote marks that were found before a line, those of a box left out."""
    prefix = marks[0]
    if "|" in prefix:
        end = text.find("\n", marks.end())
        if text[marks.start() : end if end >= 0 else len(text)].rstrip().endswith("|"):  # no quotation
            prefix = prefix.replace("|", "")
    return prefix.count(">") + prefix.count("|") + prefix.count(":")


_LIST_WORDS = tuple(
    (
        "mailing list; mailing-list; mailinglist; unsubscribe; subscription; subscribed to; listinfo; majordomo; "
        "listserv; list-serv; list archive; list owner; list faq; discussion list; archives at; archive at; "
        "archives are; archive is; to post to; to post a message; yahoo! groups; google groups; groups.yahoo; "
        "groups.google; @googlegroups.; @yahoogroups.; @lists.; @list.; mailingliste; abbestellen; abmelden; "
        "liste de diffusion; désabonn; désinscri; email is sponsored by; e-mail is sponsored by; groups.io; "
        "egroups sponsor; end of broadcast; lista de correo; lista de discus; mailinglijst; maillijst; "
        "lista dyskusyjna; メーリングリスト; рассылк; 邮件列表; 郵件列表; 메일링"
    ).split("; ")
)
"""What a list's footer says, in small letters."""
_STEMS = ("list", "subscri", "archive", "group")
_WORDS_BY_STEM = tuple((stem, tuple(word for word in _LIST_WORDS if stem in word)) for stem in _STEMS)
"""Those that hold what most texts hold none of, so that each need not be looked for."""
_OTHER_WORDS = tuple(word for word in _LIST_WORDS if not any(stem in word for stem in _STEMS))
_ADVERT_WORDS = tuple(
    (
        "do you yahoo!?; yahoo! mail; mail.yahoo.; msn.com; hotmail.com; hotmail at; from juno; join excite!; "
        "excite.com; lycos.; netscape.; free e-mail; free email; freemail; web.de"
    ).split("; ")
)
"""What mail services say below a rule, in small letters."""
_MARKER = lazy_re(
    r"[ \t]?(?:(?:-[ ])?(?P<dashes>--[ ]?)"
    r"|(?P<rule>(?:==\^)?[_=*#~-]{10,}+[^\n\w]*+|-{3,}+(?:[^\n-][^\n]{0,50})-{3,}+[^\n\w]*+)"
    r"|(?P<words>-?(?:To unsubscribe|You received this message because you are subscribed"
    r"|You are receiving this (?:mail|e-?mail|message|because)|List archive|Reply to this e-?mail directly"
    r"|\[?Visit (?:Topic|Message)\b)[^\n]*))[ \t]*\r?$",
    re.MULTILINE | re.IGNORECASE,
)
"""A line that may open a signature or a footer, behind its quote marks; tried only where a hint stands."""
_HINTS = {
    "-": lazy_re("--"),
    "_": lazy_re("___"),
    "=": lazy_re("=(?:==|-=(?<=-=-=))"),
    "*": lazy_re(r"\*\*\*"),
    "#": lazy_re("###"),
    "~": lazy_re("~~~"),
    "b": lazy_re("bscrib"),
    "v": lazy_re("v(?:ing th|e(?<=ist archive))"),
    "p": lazy_re("ply to this"),
    "V": lazy_re("Visit "),
}
"""By the character that each is looked for by, a rare one: a pattern finds that in half the time of `str.find`."""
_FOOTER_LINES = 15
_ADVERT_LINES = 6
_LONG_BLOCK = 1000
_HEADING_TOLERANCE = 2
_PARAGRAPH_BREAK = lazy_re(r"\n(?:[>|: \t\r]*\n)+")
_QUOTED_HISTORY = lazy_re(
    r"(?<!-)-{3,}+ ?(?:original|forwarded|ursprüngliche|message d'origine)|begin forwarded", re.IGNORECASE
)
_HISTORY_HEADER = lazy_re(
    r"^[>|: \t]*\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От|发件人|寄件者|差出人) ?:[^\n]*\n(?:[^\n]*\n){0,2}?"
    r"[>|: \t]*\*?(?:Sent|Date|To|Subject|Gesendet|Datum|An|Envoyé|À|Enviado|Inviato|Verzonden|Skickat|Sendt|Wysłano"
    r"|Отправлено|发送时间|寄件日期|送信日時) ?:",
    re.MULTILINE,
)
"""How a message begins that some programs put below a signature without quote marks."""


class Region(NamedTuple):
    """A stretch of a text that is not its body: ``signature`` or ``footer``."""

    start: int
    end: int
    name: str


class Regions:
    """The regions of one text, in order."""

    __slots__ = ("_found", "_starts")

    def __init__(self, found: Iterable[Region]) -> None:
        self._found = tuple(found)
        self._starts = [region.start for region in self._found]

    def name_at(self, offset: int) -> str:
        """Give the name of the region in which a code point stands: ``body`` where it is in none."""
        number = bisect_right(self._starts, offset) - 1
        return self._found[number].name if number >= 0 and offset < self._found[number].end else "body"


class TextStanding:
    """Tells where in a message what is in its text stands: looked for where it is asked for, as seldom anybody does.

    >>> [TextStanding(line).depth(len(line)) for line in ("> > a", "Jim> a", "| a", "a > b", "| a |")]
    [2, 1, 1, 0, 0]
    """

    __slots__ = ("_depth", "_line", "_regions", "_text", "_unmarked")

    def __init__(self, text: str) -> None:
        if "\r" in text and text.count("\r") > text.count("\r\n"):  # one alone is a line end like any other
            text = text.replace("\r\n", " \n").replace("\r", "\n")
        self._text = text
        self._regions: Regions | None = None
        self._unmarked = 0
        """Where the first line begins that may open one, as far as that is known."""
        self._line = range(0)
        """The line last asked for, which may be long and hold many URLs."""
        self._depth = 0

    def __reduce__(self) -> tuple[type[TextStanding], tuple[str]]:
        """Pickle the text alone: a Link may be sent to another process."""
        return TextStanding, (self._text,)

    def depth(self, offset: int) -> int:
        """Count the quote marks before the line of a code point."""
        if offset not in self._line:
            text = self._text
            start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
            self._line = range(start, end if end >= 0 else len(text) + 1)
            self._depth = _depth_of_line(text, start)
        return self._depth

    def region(self, offset: int) -> str:
        """Give the region of a code point."""
        if self._regions is None:
            # Most URLs stand above the signature and the footer: where these begin and end is not asked then.
            start = self._unmarked
            if offset >= start:
                end = self._text.find("\n", offset) + 1 or len(self._text) + 1
                if _holds_hint(self._text[start:end]):
                    self._regions = Regions(regions(self._text))
                self._unmarked = end  # only now: another thread may ask meanwhile
        return "body" if self._regions is None else self._regions.name_at(offset)


def regions(text: str) -> Iterator[Region]:
    """Yield the signatures and list footers of a text, quoted ones too, in order."""
    markers = _markers(text)
    following = next(markers, None)
    while following is not None:
        (start, depth, marker), following = following, next(markers, None)
        if marker["rule"] and _is_no_end(text, start, marker["rule"]):
            continue
        limit = following[0] if following is not None else len(text)
        judge = _opened if limit - start >= _LONG_BLOCK else _opened_often
        opened = judge(text[start:limit], depth, marker.lastgroup, marker.end() - start)
        if opened is not None:
            yield Region(start, start + opened[0], opened[1])


def _markers(text: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Yield where the lines begin that may open one, how deep they are quoted, and what they say."""
    for start in _marker_lines(text):
        marks = None if text[start] in "-_=*#~" else QUOTE_MARKS.match(text, start)
        marker = _MARKER.match(text, marks.end() if marks else start)
        if marker is not None:
            yield start, _depth(text, marks) if marks else 0, marker


def _holds_hint(lines: str) -> bool:
    """Tell whether any of some lines holds a hint."""
    return any(_HINTS[first].search(lines) is not None for first in filter(lines.__contains__, _HINTS))


def _marker_lines(text: str) -> list[int]:
    """Give where the lines begin that hold a hint, in order."""
    starts = set()
    for first, hint in _HINTS.items():
        # A single character is found many times as fast as several, and most texts have none of most of these.
        found = hint.search(text) if first in text else None
        while found is not None:
            starts.add(text.rfind("\n", 0, found.start()) + 1)
            line_end = text.find("\n", found.start())
            found = hint.search(text, line_end) if line_end >= 0 else None
    return sorted(starts)


def _is_no_end(text: str, start: int, rule: str) -> bool:
    """Whether the rule at ``start`` stands below a heading or above what is quoted."""
    return ("-" in rule and _QUOTED_HISTORY.search(rule) is not None) or _underlines(text, start, rule)


def _opened(block: str, depth: int, marker: str | None, start: int) -> tuple[int, str] | None:
    """Judge what a marker opens that stands ``depth`` marks deep, by what is up to the next one, itself included.

    Gives where it ends, and its name; ``start`` is where the marker ends.
    """
    if marker == "dashes":
        end = _block_end(block, start, depth)
        history = _HISTORY_HEADER.search(block, start, end)
        end = history.start() if history else end
        return end, "footer" if _has_list_words(block[start : min(end, start + 400)]) else "signature"
    if marker == "words":
        return _end_of_talk(block, start, _block_end(block, start, depth)), "footer"
    end = _block_end(block, start, depth, lines=_FOOTER_LINES)
    if _has_list_words(block[:end]):
        return end, "footer"
    advert = _end_of_advert(block, start, depth)
    return (advert, "footer") if advert is not None else None


_opened_often = lru_cache(maxsize=512)(_opened)
"""The footer of a list is the same in all its messages, the signature in all those of one author."""


def _underlines(text: str, start: int, rule: str) -> bool:
    """Whether a rule is as long as the line before it: that one is a heading."""
    if start < 2 or rule.startswith("_"):
        return False
    heading = text[text.rfind("\n", 0, start - 1) + 1 : start].strip()
    return abs(len(heading) - len(rule.strip())) <= _HEADING_TOLERANCE


def _end_of_talk(text: str, start: int, end: int) -> int:
    """Give where the paragraphs of a footer without a rule stop speaking of a list.

    Newsletters begin with such words, too.
    """
    while found := _PARAGRAPH_BREAK.search(text, start, end):
        following = _PARAGRAPH_BREAK.search(text, found.end(), end)
        if not _has_list_words(text[found.end() : following.start() if following else end]):
            return found.start()
        start = found.end()
    return end


def _end_of_advert(block: str, start: int, depth: int) -> int | None:
    """Give where the advert ends that a mail service has put below a rule of its own; None where there is none."""
    if not block.startswith(("__", "> __", ">__")):
        return None
    end = _block_end(block, start, depth, lines=_ADVERT_LINES)
    advert = block[:end].lower()
    return end if any(map(advert.__contains__, _ADVERT_WORDS)) else None


def _has_list_words(block: str) -> bool:
    block = block.lower()
    for stem, words in _WORDS_BY_STEM:
        if stem in block and any(map(block.__contains__, words)):
            return True
    return any(map(block.__contains__, _OTHER_WORDS))


def _block_end(text: str, start: int, depth: int, lines: int = 60) -> int:
    """Give where the lines after ``start`` stop being as deep in quotations as the marker before them."""
    limit = len(text)
    end = position = min(limit, start + 1)
    if not depth:
        end = _start_of_quotation(text, position, _end_of_lines(text, position, limit, lines))
        return min(max(end, start), limit)
    for _ in range(lines):
        if _depth_of_line(text, position) != depth:  # as that of a blank line is, and of none
            break
        line_end = text.find("\n", position)
        end = position = line_end + 1 if line_end >= 0 else limit
    return min(max(end, start), limit)


def _start_of_quotation(text: str, start: int, limit: int) -> int:
    """Give where the first line with quote marks begins, from the line at ``start`` on; else ``limit``."""
    found = _MARKED_LINE.search(text, start - 1, limit)
    while found is not None and not _depth_of_line(text, found.end()):
        found = _MARKED_LINE.search(text, found.end(), limit)
    return found.end() if found is not None else limit


def _end_of_lines(text: str, start: int, limit: int, lines: int) -> int:
    """Give where the line begins that is so many ``lines`` behind the one at ``start``; else ``limit``."""
    if text.count("\n", start, limit) < lines:
        return limit
    for _ in range(lines):
        start = text.find("\n", start, limit) + 1
    return start

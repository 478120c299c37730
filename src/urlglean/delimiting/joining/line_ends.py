"""The commonest line breaks behind bare URLs, decided without weighing what the table of `weights` weighs.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

from string import hexdigits

from urlglean.delimiting.ends.suffixes import may_split_suffix
from urlglean.delimiting.joining.refusals import COMMON_SCHEME, is_all_of_it, is_numbered, stands_apart
from urlglean.delimiting.lines import OTHER_MARKS, QUOTE_MARK, line_start
from urlglean.delimiting.readings import Scan
from urlglean.delimiting.schemes import stays_open
from urlglean.delimiting.words import BEGINNINGS_OF_RESTS, DEFINES, LIST_MARK, REQUEST_OF_ROFF, TIME_OF_ENTRY
from urlglean.patterns import lazy_re
from urlglean.uri.suffixes import is_top_level_domain

_COMMENT_MARK = r"(?:#+|//+)"
# In comments of C, asterisks stand behind an odd number of blanks.
_OF_C = r"(?:(?<=\n)(?:  ){0,12}+ \*[ \t]++)"
_NEXT_LINE = lazy_re(
    rf"[ \t]{{0,2}}+\r?\n(?P<margin>{_OF_C}|[ \t]*+(?:>[ \t]*+)*+(?:{_COMMENT_MARK}(?:[ \t]++|(?=[\r\n])))?+)"
    # An empty line, or one that no URL goes on with: a quotation, another URL, a label, a rule, an item of a list.
    r"(?:(?=[\r\n\"\u201c\u201e\u00ab<]|[A-Z][A-Za-z0-9\-]{1,24}:[ \t\r\n](?![ \t]*\()"
    rf"|(?:\*[ \t]++)?{COMMON_SCHEME}\w"
    r"|[_=]{4,}+[ \t\r\n]|(?:[\-\u2022]|\[[0-9]{1,5}\])[ \t]++\w|\*(?![ \t]++[^\s])|--[ \t]*+[\r\n]"
    rf"|{TIME_OF_ENTRY}"
    # A reference of Markdown; a request of roff, or a comment there.
    rf"|\[[^\]\s]{{0,80}}\]:|{REQUEST_OF_ROFF}[ \t\r\n]|\.\\\"|\Z)"
    r"|(?P<sign>--|\*(?=[ \t])|(?<=\n)[+\-])"
    r"|(?P<word>(?:(?=[A-Za-z]?[a-z]*[aeiouyAEIOUY])[A-Z]?[a-z]*+(?:'[a-z]{1,2}+)?+|(?=[^\x00-\x7F])[^\W\d_]++))"
    rf"(?:(?P<mark>[.,;]?+)[ \t]+(?![.,;:!?)]+(?:\s|\Z)|{DEFINES}[ \t])\S"
    r"|[\u3001\u3002\uFF0C\uFF1A\uFF1B\uFF01\uFF1F\u300C-\u300F\uFF08\uFF09]))"
)
_CHANGE = lazy_re(r"[+\-](?!(?<=-)-[ \t])")
"""What begins a line that a patch adds or takes away, or an item; no mark of a comment."""
_COMMENT = lazy_re(rf"{_COMMENT_MARK}[ \t]")
_SEVERAL_BLANKS = ("  ", " \t", "\t ", "\t\t")
_MARKS = frozenset(f">{OTHER_MARKS}! \t\u00a0\r\n\f")
_INITIALS = lazy_re(QUOTE_MARK)
_UNSPACED = "\u0e00"
"""No letter of a script without spaces is before it: those may be glued to a URL, and none of it."""


def settled(scan: Scan, start: int, body: int, run: int) -> str | None:
    """Decide the commonest line breaks without weighing: the next line is empty, or goes on with a word of prose.

    Gives an empty string where nothing follows, the longer reading where a plain word does that no evidence could make
    part of the URL, and None where the evidence has to be weighed. What the weights would say is the same.
    """
    text = scan.text
    found = _NEXT_LINE.match(text, run)
    if found is None:
        return "" if is_all_of_it(text, start, run) else None
    word = found["word"]
    if word is None:
        if (sign := found["sign"]) and _is_of_both(text, start, sign):
            return "" if is_all_of_it(text, start, run) else None
        return None if stays_open(text[start:run]) or scan.neighbourhood.page_ends(run) else ""
    if not word.isascii() and not (
        word < _UNSPACED and scan.runs.grammar.iri and text[max(0, run - 12) : run].isascii()
    ):
        return None
    if "'" in word or text.startswith(_SEVERAL_BLANKS, run):
        return None  # the longer reading would end before the apostrophe, or be none behind several blanks
    last = text[run - 1]
    if not (last.isalnum() or last in "/.,;:)") or text[run - 2] == "%":
        return None
    if found["mark"] == "." and LIST_MARK.match(word + "."):
        return None
    if text.find("/", body, run) < 0 and not (word.isascii() and _is_whole_host(text[body:run])):
        return None
    line, margin = line_start(text, start), found["margin"]
    content = line + len(margin)
    if not margin.strip():  # no word is made a rest by another indent
        content = start - len(text[line:start].lstrip(" \t"))
        if content < start and _COMMENT.match(text, content):
            return ""  # the next line is none
    elif text[line:content] != margin:
        return None
    return settled_before(scan, word, content, start, run)


def settled_before(scan: Scan, word: str, content: int, start: int, run: int) -> str | None:
    """Decide the same where the next line has the same quote marks and goes on with ``word``.

    ``content`` is where the URL's line begins, behind its margin of blanks and quote marks.
    """
    if word[:2] in BEGINNINGS_OF_RESTS:
        return None
    text = scan.text
    if content != start and (
        text[content] in _MARKS
        or (text.find(">", content, content + 9) > 0 and _INITIALS.match(text, content))
    ):
        return None
    dot = text.rfind(".", run - 6, run) if len(word) < 6 else -1
    if dot > 0 and may_split_suffix(text[dot:run], word):
        return None
    if (text[run - 1] in hexdigits and is_numbered(text[start:run], word)) or stands_apart(text, start, run):
        return ""
    if text.startswith(word, content) and _begin_alike(text, word, content, run):
        return ""
    joined = text[start:run] + word
    return None if joined in scan.known or scan.neighbourhood.hold(joined, start, run) else joined


def _is_of_both(text: str, start: int, sign: str) -> bool:
    """Tell whether the sign that the next line begins with may be part of a URL there, or stand before one.

    So may the sign of a comment that the line of the URL begins with, too; and that of a line which a patch adds or
    takes away where the line of the URL is no such.
    """
    line = line_start(text, start)
    if sign in "+-":
        return _CHANGE.match(text, line) is None
    return text[line:start].lstrip(" \t>").startswith(sign)


def _begin_alike(text: str, word: str, content: int, run: int) -> bool:
    """Tell whether ``word``, which the line at ``content`` begins with, is all of the word of the next one, too."""
    end, behind = content + len(word), text.find(word, run) + len(word)
    return text[end : end + 1].isspace() and text[behind : behind + 1].isspace()


def _is_whole_host(host: str) -> bool:
    """Tell whether a host that ends its line is complete, and no punctuation stands behind it."""
    return host[-1].isalnum() and is_top_level_domain(host.rpartition(".")[2])

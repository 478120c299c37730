"""Which characters end every URL, set by set, the runs of those that do not, and the pairs and strings around one.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from urlglean.patterns import lazy_re, lazy_regex

if TYPE_CHECKING:
    import regex

LONGEST = 1 << 20
"""A URL is no longer than this many code points; what goes on behind them is not read as part of it."""
PUNCTUATION = ".,;:!?"
"""What ends a sentence or a part of it: behind a URL or a word it is the prose's. What is taken off derives from it."""

# What ends every URL, set by set.
_BLANK = r"\s\p{Z}\p{Cc}\p{Cs}"  # white space of any script, controls, broken surrogates
_INVISIBLE = r"\p{Cf}\uFFFC"  # bidi and zero-width controls; a joiner inside a word is let through by the run
_ASCII_DELIMITERS = r"<>\"`\\"  # RFC 3986 Appendix C, and what no URL holds unescaped
_WIDE_BRACKETS = (  # typographic quotes, too
    r"[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u201A\u201E\u301D-\u301F\uFF02\uFF07]--[\x00-\x7F]]"
)
_WIDE_ANGLES = r"\uFF1C\uFF1E\uFF5C\u2039\u203A"
_CJK_PUNCTUATION = r"\u3001-\u3003\uFF0C\uFF0E\uFF1A\uFF1B\uFF01\uFF1F\uFF61\uFF64\uFE50-\uFE57"
_SENTENCE_MARKS = (  # the full stops, commas and question marks of other scripts
    r"\u060C\u061B\u061F\u06D4\u0964\u0965\u1362-\u1368\u104A\u104B\u17D4\u17D5\u055D\u0589\u05C3\u05BE\u0E5A\u0E5B\u203C\u2047-\u2049"
)
_DASHES = r"\u2014\u2015\u2E3A\u2E3B"  # em dashes part sentences; an en dash stands in many a title
_BULLETS = r"\u2022\u2023\u25E6\u2043"
_BOXES = (
    r"\u2400-\u2426\u2500-\u259F"  # pictures of controls, lines and blocks that programs draw tables with
)
_EMOJI = r"[\p{Extended_Pictographic}\uFE0F\U0001F3FB-\U0001F3FF]"
_TERMINATORS = (
    f"[{_BLANK}{_INVISIBLE}{_ASCII_DELIMITERS}"
    f"{_WIDE_BRACKETS}{_WIDE_ANGLES}{_CJK_PUNCTUATION}{_SENTENCE_MARKS}{_DASHES}{_BULLETS}{_BOXES}]"
)
_CURSIVE = r"[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=T}--[\u200C\u200D\p{Cf}]]"
_OF_A_SYLLABLE = (
    r"[[\p{L}\p{M}]&&"
    r"[\p{Deva}\p{Beng}\p{Guru}\p{Gujr}\p{Orya}\p{Taml}\p{Telu}\p{Knda}\p{Mlym}\p{Sinh}\p{Khmr}]]"
)
JOINER = (  # in words and in emoji, where RFC 5892 (A.1, A.2) has them and where they are written, too
    rf"(?:(?=[\u200C\u200D])(?:(?<={_EMOJI})\u200D(?=\p{{Extended_Pictographic}})"
    rf"|(?<={_CURSIVE})[\u200C\u200D](?={_CURSIVE})"
    rf"|(?<={_OF_A_SYLLABLE})[\u200C\u200D](?={_OF_A_SYLLABLE})|(?<=[\u09CD\u0D4D])\u200D))"
)
"""A joiner or non-joiner that is part of a word: of Persian, of the scripts of India, of an emoji."""
_WIDE_DOT = (  # whether it ends a sentence is the authority's question
    r"(?<=://[\w.\-\u3002\uFF0E\uFF61]{1,200})[\u3002\uFF0E\uFF61]"
    r"(?=[\w\-]++(?:[.\u3002\uFF0E\uFF61][\w\-]++)*+(?:[\s/?#\"'<>)\]]|:(?!//)|\Z))"  # no scheme
)
SUFFIX_OF_TURKISH = (
    r"(?:[dt][ae](?:n|ki(?:ler)?)?|n[dt][ae](?:n|ki)?|n?[\u0131\u00fc]n|n[iu]n|[ny][ae\u0131i\u00fcu]|\u0131|y?l[ae]"
    r"|[dt][\u0131i\u00fcu]r)(?![\w\-/%])"
)
"""What Turkish adds to a name behind an apostrophe, to the end of it: ``'dan``, ``'n\u0131n``."""
_APOSTROPHE = (  # of a title in a path (`/wiki/L\u2019Europe`), and no possessive at its end, nor what closes a quote
    r"(?<=(?<![\u2018A-Za-z0-9])(?i:https?)://[^\s/\u2018-\u201F]{1,200}/[^\s\u2018\u201A-\u201F]{0,200}\w)\u2019"
    r"(?=\p{L})(?!(?:s|t|d|m|re|ve|ll)(?![\w\-/%]))(?!" + SUFFIX_OF_TURKISH + ")"
)

_ASCII_RUN = lazy_re(r"[!#-;=?-\[\]^_a-~]*+")


class Grammar:
    """The compiled patterns of one alphabet: all of Unicode (RFC 3987), or ASCII alone (RFC 3986)."""

    __slots__ = ("iri", "run")

    def __init__(self, run: regex.Pattern[str], *, iri: bool) -> None:
        self.run = run
        """The longest run of characters that a URL can hold."""
        self.iri = iri


@cache
def grammar(*, iri: bool) -> Grammar:
    """Give the patterns for IRIs (``iri=True``) or for ASCII URLs only."""
    stretch = r"[!#-;=?-\[\]^_a-~]"
    # An ASCII stretch first: most runs are nothing else.
    run = (
        rf"(?:{stretch}++|[^{_TERMINATORS}]++|{JOINER}|{_WIDE_DOT}|{_APOSTROPHE})*+"
        if iri
        else rf"{stretch}*+"
    )
    return Grammar(lazy_regex(run), iri=iri)


_CLOSING = lazy_re(r"[)\]}]")
_OPENING = lazy_re(r"\(")


class Runs:
    """The runs of URL characters of one text; each is read once, however many URLs it holds."""

    __slots__ = ("_clear", "_last", "grammar", "text")

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text = text
        self.grammar = grammar
        self._last = (0, -1)
        self._clear: dict[re.Pattern[str], tuple[int, int]] = {}
        """The stretch that is known to have none of a sign, by the sign."""

    def end(self, at: int) -> int:
        """Give the end of the run that ``at`` stands in: ``at`` itself where it is in none, `LONGEST` away at most."""
        start, end = self._last
        if not start <= at <= end:
            # Most runs are ASCII, which the standard library's engine reads in a fraction of the time.
            ascii_run = _ASCII_RUN.match(self.text, at)
            end = ascii_run.end() if ascii_run else at
            if self.text[end : end + 1] > "\x7f":
                found = self.grammar.run.match(self.text, at)
                end = found.end() if found else at
            self._last = (at, end)
        return min(end, at + LONGEST)

    def holds_closing(self, start: int, stop: int) -> bool:
        """Tell whether a closing bracket stands in ``text[start:stop]``."""
        return self._holds(_CLOSING, start, stop)

    def holds_opening(self, start: int, stop: int) -> bool:
        """Tell whether an opening parenthesis stands in ``text[start:stop]``."""
        return self._holds(_OPENING, start, stop)

    def _holds(self, sign: re.Pattern[str], start: int, stop: int) -> bool:
        """Tell whether a sign stands there; a run with many URLs is looked through once for all of them."""
        begin, clear = self._clear.get(sign, (start, start))
        if not begin <= start <= clear:
            begin = clear = start
        if clear >= stop:
            return False
        found = sign.search(self.text, clear, stop)
        self._clear[sign] = begin, stop if found is None else found.start()
        return found is not None


UNSPACED_SCRIPTS = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\u3006\u3099-\u309C\u30FC\uFF70\uFF9E\uFF9F"  # marks of kana, which Unicode has for common to several scripts
)
"""Scripts written without spaces between words (and Hangul, whose particles are glued): a URL may touch them."""

PAIRS = {
    '"': '"',
    "\u201c": "\u201d",
    "\u201e": "\u201c\u201d",
    "\u201d": "\u201d",
    "\u00ab": "\u00bb",
    "\u00bb": "\u00ab",
    "\u2018": "\u2019",
    "\u201a": "\u2018\u2019",
    "[": "]",
    "{": "}",
    "\u300c": "\u300d",
    "\u300e": "\u300f",
    "\u3010": "\u3011",
    "\u300a": "\u300b",
    "\u3008": "\u3009",
    "\u3014": "\u3015",
    "\u27e8": "\u27e9",  # around the URLs of manual pages
    "\u2329": "\u232a",
    "\uff02": "\uff02",
    "\uff08": "\uff09",
    "\uff1c": "\uff1e",
    "\uff3b": "\uff3d",
    "\uff5b": "\uff5d",
    "\u2039": "\u203a",
    "`": "`",
    ">": "<",
    "]": "[",
}
"""What a writer puts around a URL and may break it in, each with what closes it; ``>`` and ``]`` end a start tag."""
QUOTES = {opener: closers for opener, closers in PAIRS.items() if opener not in "[{>]"}
"""Those of them that are quotes, in which a URL may hold what ends it elsewhere."""
CLOSER = {
    "(": ")",
    "'": "'",
    **{opener: closers[0] for opener, closers in PAIRS.items() if opener not in ">]"},
}
"""What closes a delimiter on one line."""
START_TAG = lazy_re(r"<([A-Za-z][\w:.\-]*)(?:\s[^<>]*)?>\Z")
"""A start tag that ends right before a URL, and its name."""
OF_BBCODE = "(?:url|img|link)"
"""The pattern of the tags of BBCode that hold a URL."""
_BBCODE = lazy_re(rf"(?i)\[{OF_BBCODE}\]?\Z")
_SPACED_OPENERS = ("<", "[", "\u00ab")


def opener_before(text: str, prefix: int, floor: int) -> tuple[str, int]:
    """Give what stands before offset ``prefix``, not before ``floor``, and where.

    White space behind some openers is stepped over. The text is empty where there is nothing.
    """
    at = prefix - 1
    if at < floor:
        return "", at
    before = text[at]
    if before == "<" and text.startswith("\\", max(0, at - 1)) and at > floor:
        return "", at  # a bracket that stands for itself, in Markdown: so does its closer
    if before in " \t\r\n":
        low = max(floor, at - 120)
        lead = text[low:at].rstrip(" \t\r\n")
        if lead.endswith(_SPACED_OPENERS):
            return lead[-1], low + len(lead) - 1
    return before, at


def closers_of(before: str, text: str, opener: int, floor: int) -> str:
    """Give what closes ``before`` at ``opener``; empty where it is none in which a URL may be broken."""
    low = max(floor, opener - 200)
    if before == ">":
        return PAIRS[before] if START_TAG.search(text, low, opener + 1) else ""
    if before == "]":
        return PAIRS[before] if _BBCODE.search(text, low, opener + 1) else ""
    if before == "=":
        return "]" if _BBCODE.search(text, low, opener) else ""
    if before == "(":
        return ")" if text[opener - 1 : opener] == "]" else ""  # Markdown
    if before == "'":
        return "" if text[opener - 1 : opener].isalnum() else "'"
    return PAIRS.get(before, "")


# The string of a program that a URL stands in ends at the apostrophe that closes what one before the URL opened.

_FURTHEST_OPENER = 512
"""The apostrophe that opened the string is looked for no further than this before the URL, in code points."""
_BEFORE_OPENER = frozenset(" \t\r\n([{,=:;+?!&|<>")
_PREFIXES = frozenset("bBfFrRuUL")
"""What may stand between that and the opener: the letters that say what kind of a string it is."""
_BEHIND_CLOSER = frozenset(",;)]}+:.=!|&?")


class StringAround:
    """The string that the URL at ``start`` may stand in, asked about each apostrophe of the URL, in order.

    >>> text = "('see http://a.b/c','d')"
    >>> StringAround(text, 6).ends(18), StringAround("it's http://a.b/c','d", 5).ends(17)
    (True, False)
    """

    __slots__ = ("_is_within", "_own", "_start", "_text")

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._start = start
        self._own = False
        self._is_within: bool | None = None

    def ends(self, at: int) -> bool:
        """Tell whether the apostrophe at ``at`` ends it: before a sign that goes on with the program.

        Another one is the URL's own, and the next after that belongs to it.
        """
        if self._own or self._text[at + 1 : at + 2] not in _BEHIND_CLOSER:
            self._own = not self._own
            return False
        if self._is_within is None:
            self._is_within = is_in_string(self._text, self._start)
        return self._is_within


def is_in_string(text: str, start: int) -> bool:
    """Tell whether the last apostrophe before ``start`` opens a string; one behind a backslash, or two, stand in it."""
    low = max(0, start - _FURTHEST_OPENER)
    end = start
    while (mark := text.rfind("'", low, end)) >= 0:
        before = text[mark - 1 : mark] if mark else ""
        if before not in ("\\", "'"):
            if before in _PREFIXES:  # u'', f'', and no l' of a word
                before = text[mark - 2 : mark - 1]
            return not before or before in _BEFORE_OPENER
        end = mark - 1
    return False

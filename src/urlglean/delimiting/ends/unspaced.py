"""Words of scripts without blanks that are glued to the end of a path: ``http://a.example/bを参照``.

A path may hold such letters, and those behind a slash are mostly its own; prose goes on with them right behind a letter
or a digit of ASCII. What tells them apart is what they say, and whether the writer set a blank before the URL. Offsets
are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.alphabet import PAIRS, UNSPACED_SCRIPTS
from urlglean.delimiting.ends.suffixes import LONGEST_BARE_SUFFIX, ends_in_suffix
from urlglean.patterns import lazy_re, lazy_regex

_WORDS = lazy_regex(rf"(?r)(?<=[A-Za-z0-9/)])[{UNSPACED_SCRIPTS}]++\Z")
_CLAUSE = lazy_regex(rf"(?<=[A-Za-z0-9/)])(?:[,;!\u301c\uff5e]|\u2026{{1,2}})(?=[{UNSPACED_SCRIPTS}])")
"""Where the sentence goes on behind a mark of half width, as many set it in Chinese and Korean, or behind dots or a
wave."""
_REMARK = lazy_regex(rf"(?<=[A-Za-z0-9/])\((?=[^()]*[{UNSPACED_SCRIPTS}])[^()]*\)\Z")
"""What is said of a URL in parentheses of half width: ``http://a.example/b(2011年5月1日閲覧)``."""
_LONGEST_REMARK = 64
_GLUED_BEFORE = lazy_regex(rf"[{UNSPACED_SCRIPTS}、。，：；！？]\Z")
"""What stands right before a URL where its writer sets no blanks around one."""
_ENCLOSING = (frozenset("'<=|") | frozenset(PAIRS)) - {"\uff08"}
"""Behind these the URL is what is enclosed, words and all."""
_PARTICLES = lazy_regex(
    r"を|に(?:て|は|も|あ[りる]|\p{Han}|\p{Katakana}[\p{Katakana}ー]*[すしでくさ])|から(?:\Z|[のはも]|\p{Han})|で(?:す|の|は|も|あ[りる]|\p{Han})|へ(?:\Z|の|\p{Han})"
    r"|または|および|という|或者|以及|取得|获得|獲得|找到|查看|进行|進行|(?:网[页頁站址]|網[頁站址]|[页頁]面)?(?:上[找查浏瀏看的]|[中里裡][找查看的])|的|[处處][取找查獲获得下]"
    r"|에있\p{Hangul}{1,4}|(?:[을를은는이가와과의도]|으?로(?:[는도만의]|부터)?|에(?:서)?(?:[는도만의]|부터)?|부터|까지[는도의]?|이?라[고는]"
    r"|하고|처럼|보다|이며|이고|이다|이란|입니다|이에요)\Z"
)
"""Particles and verbs that prose goes on with behind a URL, and that no title begins with."""
_WORDS_OF_PROSE = lazy_regex(r"\p{Hiragana}|[或和与與及的是了在处處等吧也就来來这這即]|参照|参考|下[载載]")
"""What else it goes on with behind a word of Latin letters, where it is no title."""
_COUNTED = lazy_re(r"(?<=[0-9])[年月日号號章回話话版期位代]")
"""What is counted by the digits before it: a year, a month, a chapter."""
_TITLE = lazy_re(
    r"(?i)\?|/(?:wiki|w|tags?|items?|entry|topics?|category|keywords?|hashtag|search|word)/[^/]*\Z"
)
"""Behind these stand the titles of pages and what was searched for, with letters of several scripts."""
_LONGEST_TITLE = 256


def words_behind(text: str, start: int, path: int, end: int) -> int:
    """Give where words of the prose begin that are glued to the end of the URL ``text[start:end]``, or -1.

    >>> words_behind("http://a.example/bを参照", 0, 16, 21), words_behind("http://a.example/b言語", 0, 16, 20)
    (18, -1)
    """
    if text[end - 1] == ")":
        words = _REMARK.search(text, max(path, end - _LONGEST_REMARK), end)
    else:
        words = _CLAUSE.search(text, path, end) or _WORDS.match(text, path, end)
    if words is None or text[start - 1 : start] in _ENCLOSING:
        return -1
    at: int = words.start()
    if not text[start:at].isascii() or text[max(0, start - 2) : start] == "](":
        return -1
    is_title = _TITLE.search(text, max(path, at - _LONGEST_TITLE), at) is not None
    if _PARTICLES.match(text, at, end) is not None:
        return -1 if is_title and text[at] not in "を을를" else at
    if is_title or text.find("#", path, at) >= 0:
        return -1
    if not text[at].isalpha():
        return at
    if text[at - 1] == "/" or _COUNTED.match(text, at) is not None:
        return -1
    says_so = _WORDS_OF_PROSE.match(text, at) or ends_in_suffix(
        text[max(path, at - LONGEST_BARE_SUFFIX) : at]
    )
    return at if says_so or _GLUED_BEFORE.search(text, max(0, start - 1), start) else -1

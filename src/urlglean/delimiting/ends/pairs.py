"""Where the closer of a pair stands that a URL fills: quotes, an element, a tag of BBCode.

Explicit delimiters win over guesses (RFC 3986 Appendix C): what fills such a pair is the URL, be a bracket in it never
opened or closed. Brackets are no such pair, as a URL may hold them. Offsets are code points of the text at hand.
"""

from __future__ import annotations

from urlglean.delimiting.alphabet import OF_BBCODE, QUOTES, START_TAG, is_in_string
from urlglean.patterns import lazy_re

_GOES_ON = lazy_re(r"[A-Za-z0-9_]|[ \t]*[+$]|\.[\w$\"'(]|[ \t]+\.")
"""Behind a quote, this says that it closes nothing, or that a program adds something to the string."""
_ADDED = lazy_re(r"[\"'+&][ \t\r\n]*\Z")
"""Before a quote, this says that a program adds the string to another one."""
_NEXT_STRING = lazy_re(r"[ \t]*\r?\n[ \t]*[\"'.+&]")
_OWN_APOSTROPHES = lazy_re(
    r"[^']*+(?:(?<=\w)'(?=\w)(?!_{6})[^']*+|(?<=[=(,])'(?=\w)[^']*+'(?=[')&,])[^']*+)++'(?!(?!_{6})\w)"
)
"""A string with apostrophes inside words, or around values, and the one that closes it, be it before a rule."""
_ONE_AND_CLOSER = lazy_re(r"''(?![\w'])")
_LONGEST_GAP = 64
_BBCODE = lazy_re(rf"(?i)\[({OF_BBCODE})\]\Z")
_BBCODE_WITH_VALUE = lazy_re(rf"(?i)\[{OF_BBCODE}=\Z")
_SQUARE = lazy_re(r"[\[\]]")
_FURTHEST_TAG = 200
_FURTHEST_CLOSER = 2048
"""How far behind the beginning of a URL what closes its string or its element is looked for, in code points."""


def closing_apostrophe(text: str, start: int, path: int, run: int) -> int:
    """Give the apostrophe that closes the one right before a URL, or -1.

    One inside a word is the URL's own, so is a pair around a value, and the first of two at the end. The arguments are
    as `find_closer` has them.

    >>> closing_apostrophe("'http://a.b/it's'", 1, 11, 17), closing_apostrophe("'http://a.b/c'd", 1, 11, 15)
    (16, 13)
    """
    first = text.find("'", path, run)
    if first < 0 or first + 1 == run:
        return first
    limit = min(run, first + _FURTHEST_CLOSER)
    another = text.find("://", first, limit)
    whole = _OWN_APOSTROPHES.match(text, path, another if another >= 0 else limit)
    if whole is not None:
        return whole.end() - 1
    is_own = _ONE_AND_CLOSER.match(text, first) is not None and text[max(0, start - 2) : start - 1] != "'"
    return first + 1 if is_own and not is_in_string(text, start - 1) else first


def find_closer(text: str, start: int, path: int, run: int) -> int:
    r"""Give where what stands around the URL at ``start`` is closed, its path from ``path`` on; -1 where nothing is.

    ``run`` is the end of its run of URL characters: what is in between fills the pair.

    >>> find_closer('"http://a.b/c)" d', 1, 11, 14), find_closer('"http://a.b/c("+d', 1, 11, 14)
    (14, -1)
    >>> find_closer(r'\"http://a.b/c)\" d', 2, 12, 15)  # in a string of a string
    15
    """
    opener = text[start - 1 : start]
    if opener in QUOTES or opener == "'":
        escape = int(text[start - 2 : start - 1] == "\\" == text[run : run + 1])
        close = run if opener != "'" else closing_apostrophe(text, start, path, run)
        closer = close + escape
        if close < 0 or text[closer : closer + 1] not in tuple(QUOTES.get(opener, "'")):
            return -1
        return close if _is_whole_string(text, start - 1 - escape, closer + 1) else -1
    if opener == ">" and text.startswith("</", run):
        return run if _is_element(text, start, run) else -1
    if opener == "]":
        tag = _BBCODE.search(text, max(0, start - _FURTHEST_TAG), start)
        return text.find(f"[/{tag[1]}]", path, min(run, path + _FURTHEST_CLOSER)) if tag else -1
    if opener == "=" and _BBCODE_WITH_VALUE.search(text, max(0, start - 8), start):
        return _end_of_value(text, path, min(run, path + _FURTHEST_CLOSER))
    return -1


def _is_whole_string(text: str, start: int, end: int) -> bool:
    """Tell whether the quotes of ``text[start:end]`` are those of one text, to which nothing is added."""
    if _GOES_ON.match(text, end) or _NEXT_STRING.match(text, end):
        return False
    if text.startswith("]", end) and text.rfind("[", start, end) > text.rfind("]", start, end):
        return False  # a key within the URL: `'http://host/{x['key']}'`
    return _ADDED.search(text, max(0, start - _LONGEST_GAP), start) is None


def _is_element(text: str, start: int, run: int) -> bool:
    """Tell whether the tag that ends at ``start`` and the one that begins at ``run`` are those of one element."""
    tag = START_TAG.search(text, max(0, start - _FURTHEST_TAG), start)
    return tag is not None and text[run + 2 : run + 3 + len(tag[1])].lower() == f"{tag[1]}>".lower()


def _end_of_value(text: str, path: int, limit: int) -> int:
    """Give where the bracket closes that a tag with a value opened, ``[url=...]``; -1 where it does not."""
    depth = 0
    for found in _SQUARE.finditer(text, path, limit):
        depth += 1 if found[0] == "[" else -1
        if depth < 0:
            return found.start()
    return -1

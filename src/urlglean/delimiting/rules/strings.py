r"""URLs in strings that follow each other and are one: ``"https://a/b-"`` above ``"c/d"``, in programs and PO files.

The strings of an entry of a PO file are one text (GNU gettext, The Format of PO Files), and so are strings of a program
with nothing or a sign of concatenation between them (C, Python; Java, PHP, Perl). A backslash that ends a line says the
same of the next line, in a string, a comment of a program, or a script. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urlglean.delimiting.alphabet import is_in_string
from urlglean.delimiting.ends.extent import opened_extent
from urlglean.delimiting.lines import line_start
from urlglean.delimiting.readings import Reading, Scan, Site
from urlglean.delimiting.rules.wrapped import put_together
from urlglean.delimiting.words import DELIMITERS, LIST_MARK, begins_url, may_be_prose
from urlglean.patterns import lazy_re

if TYPE_CHECKING:
    import regex

_OUT_OF_USE = r"(?:#[~|][ ]?)?"
"""What stands before the lines of an entry of a PO file that is out of use, or was before."""
NEXT_STRING = lazy_re(
    r"""(?P<quote>["'])(?P<sign>[ \t]{0,80}+\+|[ \t]{1,80}+(?:\.\.?|&))?+[ \t]{0,80}+\\?\r?\n"""
    rf"""{_OUT_OF_USE}+"""
    r"""(?P<indent>[ \t]{0,200}+)(?:[+&]|\.\.?(?=[ \t]))?+[ \t]{0,80}+"""
    r"""(?:u8|[bBfFrRuUL]{1,2})?+(?P=quote)(?=[^\s"'\\])"""
)
"""From the quote that closes a string to that which opens the next, also of an entry of a PO file that is out of use.

A full stop right behind the quote ends a sentence.
"""
_STRING = lazy_re(rf"{_OUT_OF_USE}\"")
_KEYWORD = lazy_re(rf"{_OUT_OF_USE}msg(?:ctxt|id|id_plural|str(?:\[[0-9]\])?)[ \t]{{1,8}}\"")
_BEFORE_ANY_OTHER = lazy_re(rf"(?>\r\n?|\n)(?!{_OUT_OF_USE}\")")
"""The end of a line above one that begins with no string."""
_FURTHEST_KEYWORD = 4096
"""How far above a string the keyword of its entry is looked for, in code points."""
_MOST_STRINGS = 12
_LONGEST_STRING = 1024
_OPEN_END = DELIMITERS | frozenset("-_+~")
"""What a URL surely goes on behind; no other sign may stand before its rest, as the comma of a list does."""
_PATH = lazy_re(r"//[^/?#]*[/?#]")
_NO_REST = lazy_re(r"\*?[A-Z][A-Za-z]+ [A-Za-z]|\*[A-Z]|[\w.+\-]+@[\w\-]+\.")
"""What a string begins with that belongs to no URL: a sentence, as Lisp has it behind a value; an address."""
_OF_A_KEY = lazy_re(r"[\"'](?:[ \t]{0,8}(?:=>?|:(?!:))[ \t]|[ \t]{1,8}[\"'])")
"""What stands behind a string that is the key of the next entry: in TOML, YAML and Perl, and in a list of Lisp."""
_NEAR = 16
"""So near, in code points, the string before it ends in a list that has several on a line."""


def in_strings(scan: Scan, site: Site) -> Reading | None:
    """Read a URL that goes on behind the string that ends where its run does, in the next string."""
    end = string_end(scan.text, site.run)
    if end <= site.opening.start:
        return None  # none ends there, or nothing of the URL stands in it: `<URL:"`
    rest = rest_of_string(scan.text, site.opening.start, end, scan.runs.grammar.run)
    return _with_rest(scan, site, end, rest)


def _with_rest(scan: Scan, site: Site, end: int, rest: list[tuple[int, int]]) -> Reading | None:
    if not rest:
        return None
    opening = site.opening
    return put_together(scan, opening, end, opened_extent(opening, scan.text, opening.start, end), rest)


def string_end(text: str, run: int) -> int:
    """Give where the string may end that a URL stands in whose run ends at ``run``; -1 where none does.

    A quote stands behind the run; an apostrophe, and a plus sign behind it, are in it.

    >>> string_end('"http://a"', 9), string_end("'http://a' +", 10), string_end("http://a", 8)
    (9, 9, -1)
    """
    if text.startswith('"', run):
        return run
    if text[run - 1] == "'":
        return run - 1
    return run - 2 if text.startswith("'+", run - 2) else -1


def rest_of_string(text: str, start: int, end: int, pattern: regex.Pattern[str]) -> list[tuple[int, int]]:
    r"""Give the pieces of the URL at ``start`` in the strings below the one that ends at ``end``.

    ``pattern`` matches a run of URL characters. There are none where nothing says that the strings are one.

    >>> from urlglean.delimiting.alphabet import grammar
    >>> text = 'msgid ""\n"see https://a/b-"\n"c/d for more"\n'
    >>> rest_of_string(text, 14, 26, grammar(iri=True).run)
    [(29, 32)]
    >>> text = 'x = "https://a/b/" +\n  "c.html";\n'
    >>> rest_of_string(text, 5, 17, grammar(iri=True).run)
    [(24, 30)]
    """
    pieces: list[tuple[int, int]] = []
    before = ""
    while len(pieces) < _MOST_STRINGS and (found := NEXT_STRING.match(text, end)) is not None:
        before = before or text[start:end]
        quote = found["quote"]
        if not pieces and quote == "'" and not is_in_string(text, start):
            break
        token = pattern.match(text, found.end())
        if token is None or begins_url(before, token[0]):
            break
        end = token.end()
        if quote == "'" and (closing := text.find("'", found.end(), end)) >= 0:
            end = closing
        piece = text[found.end() : end]
        if not piece.strip("#") or not _is_one_text(
            text, start, before, found, piece, is_joined=bool(pieces)
        ):
            break
        pieces.append((found.end(), end))
        before += piece
    return pieces


def _is_one_text(
    text: str, start: int, before: str, found: re.Match[str], piece: str, *, is_joined: bool
) -> bool:
    """Tell whether the string with the URL up to ``before`` and the next one, which begins with ``piece``, are one.

    Where two of them were joined (``is_joined``), all are that follow.
    """
    if not found["indent"] and not found["sign"]:
        return found["quote"] == '"' and _is_in_entry(text, start)
    rest_of_line, _, _ = text[found.end() : found.end() + _LONGEST_STRING].partition("\n")
    quote = found["quote"]
    if quote not in rest_of_line or _OF_A_KEY.match(rest_of_line, rest_of_line.index(quote)):
        return False
    if is_joined or found["sign"]:
        return True
    if text[start - 1 : start] == quote:
        if _NO_REST.match(rest_of_line):
            return False
        if before.endswith("://") and text[max(0, start - _NEAR) : start - 1].rstrip(" ").endswith(quote):
            return False  # a list of schemes, several on a line
    return _string_goes_on(before, piece)


def _string_goes_on(before: str, piece: str) -> bool:
    """Tell whether a URL goes on in the next string, where that might be the next of a list as well."""
    if piece[0] in DELIMITERS or (before[-1] in _OPEN_END and before[-1] != "/"):
        return True
    if before[-1] == "." and not _PATH.search(before):  # within the host
        return not piece[0].isupper()
    return before[-1] == "/" and not may_be_prose(piece) and not LIST_MARK.match(piece)


def _is_in_entry(text: str, at: int) -> bool:
    """Tell whether the line of ``at`` is a string below the keyword of an entry, or the keyword's own."""
    line = line_start(text, at)
    if (string := _STRING.match(text, line)) is not None:
        low = max(0, line - _FURTHEST_KEYWORD)
        line = line_start(text, low)
        if text.find("msg", line, string.end()) < 0:
            return False  # hundreds of short strings are told without a look at each
        for other in _BEFORE_ANY_OTHER.finditer(text, low, string.end()):
            line = other.end()
    return _KEYWORD.match(text, line) is not None


_CONTINUED = lazy_re(r"\\\r?\n(?P<indent>[ \t]{0,200}+)(?:(?P<mark>#|//)[ \t]{1,80}+)?(?:\\[%:&])?")
"""A backslash that ends its line, and what the next one begins with: roff may say there where a word breaks."""
_COMMENT = lazy_re(r"[ \t]{0,200}+(#|//)[ \t]")
_REST = lazy_re(r"/(?![/*])|[?%]|#[\w!/]|&[\w.%\-\[\]]{1,64}=|=(?!=)")
"""How the rest of a URL begins that could be nothing else."""
_REST_OF_SEGMENT = lazy_re(r"\w")
_QUOTES = frozenset("\"'`")
_MOST_LINES = 12


def below(scan: Scan, site: Site) -> Reading | None:
    """Read a URL that goes on below the backslash behind its run, which ends its line."""
    if not site.fits_a_line:
        return None
    rest = rest_below(scan.text, site.opening.start, site.run, scan.runs.grammar.run)
    return _with_rest(scan, site, site.run, rest)


def rest_below(text: str, start: int, end: int, pattern: regex.Pattern[str]) -> list[tuple[int, int]]:
    r"""Give the pieces of the URL at ``start`` below the backslash at ``end``; none where it does not end its line.

    ``pattern`` matches a run of URL characters.

    >>> from urlglean.delimiting.alphabet import grammar
    >>> rest_below('"https://a/b/\\\n   c.html"', 1, 13, grammar(iri=True).run)
    [(18, 24)]
    """
    pieces: list[tuple[int, int]] = []
    before = text[start:end]
    opener = text[start - 1 : start]
    quote = opener if opener in _QUOTES else ""
    while len(pieces) < _MOST_LINES and (found := _CONTINUED.match(text, end)) is not None:
        token = pattern.match(text, found.end())
        if token is None or not _is_of_comment(text, start, found["mark"]):
            break
        if begins_url(before, token[0]):
            break
        begin, end = token.span()
        if quote and (closing := text.find(quote, begin, end)) >= 0:
            end = closing
        piece = text[begin:end]
        is_closed = quote and not found["indent"] and not found["mark"] and text.startswith(quote, end)
        if not piece or not (is_closed or _line_goes_on(before, piece)):
            break
        pieces.append((begin, end))
        before += piece
    return pieces


def _is_of_comment(text: str, start: int, mark: str | None) -> bool:
    """Tell whether the line of the URL is a comment that begins with ``mark``, where the next one has it."""
    if mark is None:
        return True
    line = _COMMENT.match(text, line_start(text, start))
    return line is not None and line[1] == mark


def _line_goes_on(before: str, piece: str) -> bool:
    """Tell whether what begins the next line reads as the rest of the URL before it.

    Anything may stand below a backslash, code and comments too, where `_string_goes_on` is asked of strings alone.
    """
    last = before[-1]
    if _REST.match(piece):
        return last.isalnum() or last in _OPEN_END
    return last in _OPEN_END and _REST_OF_SEGMENT.match(piece) is not None and not may_be_prose(piece)

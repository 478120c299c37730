"""How far a bare URL reaches: which characters end it, and what is taken off its end.

RFC 3986 Appendix C leaves a URL without delimiters to white space and to the reader's judgement; this module is that
judgement, one reason for each class of characters. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from typing import NamedTuple

import regex

from urlglean.authority import UNSPACED_SCRIPTS, Authority, find_authority

__all__ = [
    "LONGEST",
    "Extent",
    "Grammar",
    "Runs",
    "addressed_extent",
    "after_authority",
    "grammar",
    "measure",
    "opaque_extent",
    "trim",
]

LONGEST = 1 << 20
"""A URL is no longer than this many code points; what goes on behind them is not read as part of it."""

# What ends every URL, set by set.
_BLANK = r"\s\p{Z}\p{Cc}\p{Cs}"  # white space of any script, controls, broken surrogates
_INVISIBLE = (
    r"\p{Cf}\uFFFC"  # bidi and zero-width controls; a joiner inside an emoji is let through by the run
)
_ASCII_DELIMITERS = r"<>\"`\\"  # RFC 3986 Appendix C, and what no URL holds unescaped
_WIDE_BRACKETS = (  # typographic quotes, too
    r"[[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u201A\u201E\u301D-\u301F\uFF02\uFF07]--[\x00-\x7F]]"
)
_WIDE_ANGLES = r"\uFF1C\uFF1E\uFF5C\u2039\u203A"
_CJK_PUNCTUATION = r"\u3001-\u3003\uFF0C\uFF0E\uFF1A\uFF1B\uFF01\uFF1F\uFF61\uFF64"
_SENTENCE_MARKS = (  # the full stops, commas and question marks of other scripts
    r"\u060C\u061B\u061F\u06D4\u0964\u0965\u1362-\u1368\u104A\u104B\u17D4\u17D5\u055D\u0589\u05C3\u05BE\u0E5A\u0E5B\u203C\u2047-\u2049"
)
_DASHES = r"\u2014\u2015\u2E3A\u2E3B"  # em dashes part sentences; an en dash stands in many a title
_EMOJI = r"[\p{Extended_Pictographic}\uFE0F\U0001F3FB-\U0001F3FF]"

_TERMINATORS = (
    f"[{_BLANK}{_INVISIBLE}{_ASCII_DELIMITERS}"
    f"{_WIDE_BRACKETS}{_WIDE_ANGLES}{_CJK_PUNCTUATION}{_SENTENCE_MARKS}{_DASHES}]"
)
_JOINER_IN_EMOJI = rf"(?<={_EMOJI})\u200D(?=\p{{Extended_Pictographic}})"

TRAILING_PUNCTUATION = ".,;:!?*\u2026\uff5e\uff0a|^"
"""Taken off the end, repeatedly: sentence punctuation, emphasis marks, and what is never last in a URL."""

_ASCII_RUN = re.compile(r"[!#-;=?-\[\]^_a-~]*+")
_MARK = re.compile(r"[()\[\]{}'|&:]")
_MARKS = re.compile(r"[()\[\]{}'|&]|(?<=[^/])https?://", re.IGNORECASE)
_ENTITY = re.compile(
    r"&(?:lt|gt|quot|nbsp|apos|#0*(?:34|39|60|62|160)|#x0*(?:22|27|3c|3e|a0));", re.IGNORECASE
)
_CHARACTER_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|([A-Za-z][A-Za-z0-9]{1,31}));\Z")
_TWO_AT_THE_END = re.compile(r"[^/]\*/\Z|/'s\Z")
"""The end of a comment in code; a possessive, as in ``https://example.com/'s front page``."""
_NEXT_MAILTO = re.compile(r"(?i)[;,]mailto:")
_EMOTICON_FACE = re.compile(r"[:;]-\Z")
_TEMPLATE_PARAMETER = re.compile(r"\|[ \t]{0,8}[\w \-]{1,32}=\Z")
_FOOTNOTE = re.compile(r"\[[0-9]{1,4}\]\Z")
_SHORTER = regex.compile(rf"(?<=[A-Za-z0-9])(?=[{UNSPACED_SCRIPTS}])", regex.V1)
_WIDE_PUNCTUATION = regex.compile(r"[[\p{P}]--[\x00-\x7F]]", regex.V1)

_PAIRS = {")": "(", "]": "[", "}": "{"}
MOST_OPEN = 32
MOST_BRACKETS = 256
"""A URL holds at most this many brackets, and so many open at once; the next one ends it (so that a run of them is read
in linear time)."""
FURTHEST_PARTNER = 4096
"""A bracket's partner is looked for no further than this behind it, in code points (for the same reason)."""
_NOWHERE = sys.maxsize
_FURTHEST_OTHER_END = 512
"""How much may follow the end of a URL in its run for all of it to be another reading."""


class Grammar(NamedTuple):
    """The compiled patterns of one alphabet: all of Unicode (RFC 3987), or ASCII alone (RFC 3986)."""

    run: regex.Pattern[str]
    """The longest run of characters that a URL can hold."""
    iri: bool


@cache
def grammar(*, iri: bool) -> Grammar:
    """Give the patterns for IRIs (``iri=True``) or for ASCII URLs only."""
    stretch = r"[!#-;=?-\[\]^_a-~]"
    # An ASCII stretch first: most runs are nothing else.
    run = rf"(?:{stretch}++|[^{_TERMINATORS}]++|{_JOINER_IN_EMOJI})*+" if iri else rf"{stretch}*+"
    return Grammar(regex.compile(run, regex.V1), iri)


class Runs:
    """The runs of URL characters of one text; each is read once, however many URLs it holds."""

    __slots__ = ("_last", "grammar", "text")

    def __init__(self, text: str, grammar: Grammar) -> None:
        self.text = text
        self.grammar = grammar
        self._last = (0, -1)

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


class Extent(NamedTuple):
    """Where a bare URL ends, and why."""

    end: int
    cut: int
    """Where it was cut, before punctuation was taken off: ``text[end:cut]`` is what was stripped."""
    run: int
    """The end of the run of URL characters it stands in."""
    ended_by: str
    notes: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()


def measure(text: str, start: int, body: int, run: int, *, scheme: str) -> Extent | None:
    """Find the end of the URL at ``start`` whose authority begins at ``body``, in the run that ends at ``run``.

    None where there is no plausible authority (see `find_authority`).
    """
    if scheme == "ed2k" and text.startswith("|", body):
        return opaque_extent(text, start, body, run)  # bars part its fields: ed2k://|file|a.avi|12|...|/
    found = find_authority(text, body, run, scheme=scheme)
    if found is None:
        return None
    return after_authority(text, start, found, run)


def after_authority(text: str, start: int, authority: Authority, run: int) -> Extent:
    """Find the end of the URL at ``start`` whose authority is known."""
    if authority.ended_by or authority.end == run:
        cut, why = authority.end, authority.ended_by
        end, notes = cut, authority.notes
        stripped = end if "impossible port" in notes else _stripped_run(text, end, run)
        return Extent(end, stripped, run, why, notes)
    opener = text[start - 1 : start]
    cut, why = _cut(text, start, authority.end, run, opener)
    end = trim(text, start, authority.end, cut, opener)
    return Extent(end, cut, run, why, authority.notes, _alternatives(text, start, end, cut, run))


def _stripped_run(text: str, end: int, run: int) -> int:
    """Step over the punctuation right after a bare host, so that what was stripped can be told."""
    while end < run and text[end] in TRAILING_PUNCTUATION:
        end += 1
    return end


class _Brackets:
    """The brackets of a URL in the order they come, each opener with where its partner stands."""

    def __init__(self) -> None:
        self._open: dict[str, list[int]] = {"(": [], "[": [], "{": []}
        self._order: list[tuple[int, int]] = []
        self._oldest = 0
        self._count = 0

    def take(self, mark: str, at: int) -> str:
        """Take the bracket ``mark`` at ``at``; say why the URL ends before it, or nothing where it does not."""
        if mark in "([{":
            self._open[mark].append(len(self._order))
            self._order.append((at, _NOWHERE))
        else:
            stack = self._open[_PAIRS[mark]]
            if not stack:
                return f"{mark!r} that nothing in the URL opened"
            opened = stack.pop()
            self._order[opened] = (self._order[opened][0], at)
        self._count += 1
        crowded = self._count > MOST_BRACKETS or sum(map(len, self._open.values())) > MOST_OPEN
        return "too many brackets" if crowded or self._is_too_far(at) else ""

    def _is_too_far(self, at: int) -> bool:
        """Tell whether a bracket is open that was opened too long ago to be closed."""
        while self._oldest < len(self._order) and self._order[self._oldest][1] != _NOWHERE:
            self._oldest += 1
        return self._oldest < len(self._order) and at - self._order[self._oldest][0] > FURTHEST_PARTNER

    def first_open(self, end: int) -> int:
        """Give the first opener that has no partner before ``end``, nor inside what an earlier one cuts; or ``end``."""
        for at, partner in reversed(self._order):
            if partner >= end > at:
                end = at
        return end


def _cut(text: str, start: int, path: int, run: int, opener: str) -> tuple[int, str]:
    """Find what ends the URL between its path and the end of the run: the offset and the reason.

    One pass over the few characters that can: brackets by balance, an apostrophe or a bar that was opened before the
    URL, an HTML entity of a delimiter, a second URL glued on.
    """
    end, why = run, ""
    if opener == "*" and start > 1 and text[start - 2] == "*" and (strong := text.find("**", path, run)) >= 0:
        run, end, why = strong, strong, "the '**' that opened it"
    if _MARK.search(text, path, run) is None:
        return end, why
    brackets = _Brackets()
    asked, has_query = path, False
    for found in _MARKS.finditer(text, path, run):
        mark, at = found[0], found.start()
        if mark == "[" and text.startswith("/", at + 1):
            why = "a closing BBCode tag"
        elif mark in "()[]{}":
            why = brackets.take(mark, at)
        elif mark in "'|&":
            why = _ends(text, start, at, mark, opener)
        else:
            has_query = has_query or text.find("?", asked, at) >= 0
            asked = at
            why = "another URL" if _is_glued(text[at - 1], has_query=has_query) else ""
        if why:
            end = at
            break
    opened = brackets.first_open(end)
    return (end, why) if opened == end else (opened, f"{text[opened]!r} that nothing closes")


def _ends(text: str, start: int, at: int, mark: str, opener: str) -> str:
    """Say why an apostrophe, a bar or an ampersand ends the URL, or nothing where it does not."""
    if mark == "&":
        return "an HTML entity of a delimiter" if _ENTITY.match(text, at) else ""
    opened = opener == mark or (mark == "|" and _is_labelled(text, start))
    return f"the {mark!r} that opened it" if opened else ""


def _is_labelled(text: str, start: int) -> bool:
    """Tell whether a ``|`` behind the URL at ``start`` begins its label (``[http://x|label]``) or the next parameter.

    That is so in the brackets of the wikis, and where the URL is itself a parameter (``{{cite|url=http://x|...}}``).
    """
    before = text[start - 1 : start]
    if before and before in "[{":
        return True
    return before == "=" and _TEMPLATE_PARAMETER.search(text, max(0, start - 44), start) is not None


def _is_glued(before: str, *, has_query: bool) -> bool:
    """Tell whether an ``http(s)://`` behind ``before`` is a URL of its own, glued on, or part of the one before it.

    An archive or a redirector carries its target in the path or the query; a list glues with a comma.
    """
    if before in ")]}'*":
        return True
    if before in ",;|":
        return not has_query  # in a query these are data
    return ord(before) > 127 and not before.isalnum()


def trim(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off the end of ``text[start:end]`` what belongs to the prose; never beyond ``path``.

    ``opener`` is the character right before the URL: an emphasis mark there explains the one at the end.
    """
    end = _trim_signs(text, start, path, end)
    while end > path:
        last = text[end - 1]
        if last == ";" and (reference := _reference_start(text, path, end)) > 0:
            end = reference
        elif last in TRAILING_PUNCTUATION:
            end -= 1
        elif last in "/s" and end - 2 > path and _TWO_AT_THE_END.search(text, end - 3, end):
            end -= 2
        elif last == "'":
            kept = _trim_apostrophes(text, start, path, end)
            if kept == end:
                break
            end = kept
        elif last in "_~":
            if opener != last:
                break
            end -= 1
        elif last == "]":
            footnote = _FOOTNOTE.search(text, max(path, end - 6), end)
            if footnote is None or text.find("?", path, end) >= 0:
                break
            end = footnote.start()
        elif last > "\x7f" and _WIDE_PUNCTUATION.match(last):
            end -= 1
        else:
            break
    return end


def _trim_signs(text: str, start: int, path: int, end: int) -> int:
    """Take off what makes a sign of its own with what stands around the URL: ``-->``, ``->``, ``:-)``, ``==URL==``."""
    after = text[end : end + 1]
    if after == ">":
        while end > path and text[end - 1] == "-":
            end -= 1
    elif (after and after in "()" and _EMOTICON_FACE.search(text, path, end)) or (
        start > 1 and text.startswith("==", start - 2) and text.endswith("==", path, end)
    ):
        end -= 2
    return end


def _trim_apostrophes(text: str, start: int, path: int, end: int) -> int:
    """Take off one apostrophe where the URL has an odd number, and several in a row.

    Two are a closing quote of TeX, three one of Python, both emphasis in wikis; or an empty value.
    """
    before = end - 1
    while before > path and text[before - 1] == "'":
        before -= 1
    if before == end - 1:
        return end - text.count("'", start, end) % 2
    return before + 2 if text[before - 1] in "=(," else before


def _reference_start(text: str, path: int, end: int) -> int:
    """Give the start of the HTML character reference that ends at ``end``, or 0: at the end of a URL none is meant."""
    found = _CHARACTER_REFERENCE.search(text, max(path, end - 34), end)
    if found is None:
        return 0
    if found[1] is not None:
        from html.entities import html5

        if found[1] + ";" not in html5:
            return 0
    return found.start()


def _alternatives(text: str, start: int, end: int, cut: int, run: int) -> tuple[str, ...]:
    """Give the other ends a careful reader could see: a trailing ``!`` or ``'`` or ``)`` kept, CJK letters left out."""
    readings: list[str] = []
    if end < cut and any(mark in "!'" for mark in text[end:cut]):
        kept = cut
        while text[kept - 1] not in "!'":
            kept -= 1
        readings.append(text[start:kept])
    elif cut < run <= cut + _FURTHEST_OTHER_END and text[cut] in ")]}([{'":
        rest = trim(text, start, end, run, "")
        if rest > cut:
            readings.append(text[start:rest])
    if not text[start:end].isascii():
        shorter = _SHORTER.search(text, start + 1, end)
        if shorter is not None:
            readings.append(text[start : shorter.start()])
    return tuple(readings)


def opaque_extent(text: str, start: int, body: int, run: int) -> Extent:
    """Find the end of a URL that has no authority: ``body`` is where its scheme's colon (or ``//``) is behind it."""
    opener = text[start - 1 : start]
    cut, why = _cut(text, start, body, run, opener)
    end = trim(text, start, body + 1, cut, opener)
    return Extent(end, cut, run, why, (), _alternatives(text, start, end, cut, run))


def addressed_extent(text: str, start: int, body: int, run: int) -> Extent:
    """Find the end of a ``mailto:`` URL (RFC 6068 section 2): addresses, with commas between them, then header fields.

    Behind the host of the last address only a query goes on; what else stands there (a possessive, the letters of a
    script without spaces, another URL) belongs to the text.
    """
    another = _NEXT_MAILTO.search(text, body, run)
    stop = another.start() if another else run
    query = text.find("?", body, stop)
    at = text.rfind("@", body, stop if query < 0 else query)
    host = find_authority(text, at + 1, stop) if at >= 0 else None
    if host is not None and host.host_end < stop and host.host_end != query:
        stop = host.host_end
    extent = opaque_extent(text, start, body, stop)
    if stop == run:
        return extent
    why = extent.ended_by or (
        "another URL" if another and stop == another.start() else f"{text[stop]!r} after the host"
    )
    return extent._replace(run=run, ended_by=why)

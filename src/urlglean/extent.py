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
from urlglean.schemes import DOMAIN_HOST

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
_CJK_PUNCTUATION = r"\u3001-\u3003\uFF0C\uFF0E\uFF1A\uFF1B\uFF01\uFF1F\uFF61\uFF64\uFE50-\uFE57"
_SENTENCE_MARKS = (  # the full stops, commas and question marks of other scripts
    r"\u060C\u061B\u061F\u06D4\u0964\u0965\u1362-\u1368\u104A\u104B\u17D4\u17D5\u055D\u0589\u05C3\u05BE\u0E5A\u0E5B\u203C\u2047-\u2049"
)
_DASHES = r"\u2014\u2015\u2E3A\u2E3B"  # em dashes part sentences; an en dash stands in many a title
_BOXES = r"\u2500-\u259F"  # the lines and blocks that programs draw tables and bars with
_EMOJI = r"[\p{Extended_Pictographic}\uFE0F\U0001F3FB-\U0001F3FF]"

_TERMINATORS = (
    f"[{_BLANK}{_INVISIBLE}{_ASCII_DELIMITERS}"
    f"{_WIDE_BRACKETS}{_WIDE_ANGLES}{_CJK_PUNCTUATION}{_SENTENCE_MARKS}{_DASHES}{_BOXES}]"
)
_JOINER_IN_EMOJI = rf"(?<={_EMOJI})\u200D(?=\p{{Extended_Pictographic}})"

TRAILING_PUNCTUATION = ".,;:!?*\u00b4\u2026\uff5e\uff0a|^"
"""Taken off the end, repeatedly: sentence punctuation, emphasis marks, and what is never last in a URL."""

_ASCII_RUN = re.compile(r"[!#-;=?-\[\]^_a-~]*+")
_MARK = re.compile(r"[()\[\]{}'|&:]")
_MARKS = re.compile(r"[()\[\]{}'|&]|(?<=[^/])https?://|(?<=[,;|\u0080-\U0010FFFF])www\.(?=\w)", re.IGNORECASE)
_ENTITY = re.compile(
    r"&(?:lt|gt|quot|nbsp|apos|[lr][sd]quo|[lr]aquo|[bs]dquo|mdash|hellip|e[mn]sp|thinsp"
    r"|#0*(?:34|39|60|62|160|171|187|8212|821[678]|822[0126]|8230)|#x0*(?:22|27|3c|3e|a0|ab|bb|201[46789cde]|2026));",
    re.IGNORECASE,
)
_CHARACTER_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});\Z")
_POSSESSIVE = re.compile(r"(?:[/)]|\.(?:aspx?|html?|md|pdf|php|txt))'s\Z")
"""A possessive where no name ends in it, as in ``https://example.com/'s front page``."""
_SEPARATORS = frozenset(",;")
_BLANK_OR_SEPARATOR = frozenset(" \t\r\n,;")
_NEXT_MAILTO = re.compile(r"(?i)[;,]mailto:")
_NEXT_ADDRESS = re.compile(r"(?:[,;]|%2[Cc])[^,;@]+@")
_EMOTICON_FACE = re.compile(r"[:;]-\Z")
_TEMPLATE_PARAMETER = re.compile(r"\|[ \t]{0,8}[\w \-]{1,32}=\Z")
_FOOTNOTE = re.compile(r"\[[0-9]{1,4}(?:[,\-\u2013][0-9]{1,4}){0,8}\]\Z")
_MACRO = re.compile(r"(?<![\w:])(?:link|image|icon|video|audio|include)::?\Z")
"""What stands before a URL in AsciiDoc; the label in brackets follows it directly."""
_VERBATIM = re.compile(r"\\(?:verb|url|path|lstinline)\*?\Z")
"""Commands of LaTeX whose argument may stand between any two equal characters: ``\\verb+http://x+``."""
_TAG_IN_BRACES = re.compile(r"(\{[a-z]{2,16})(?::[^{}\n]{0,64})?\}\Z")
"""An opening tag of the trackers, ``{quote}`` or ``{color:red}``."""
_SIGNS = regex.compile(r"[[\p{S}\p{P}\uFE0F\u200D]--[\x00-\x7F]]{1,8}\Z", regex.V1)
_ENCODED = re.compile(r"[A-Za-z0-9+/]{16,}+={0,2}")
_ORG_VERBATIM = re.compile(r"(?:\A|[\s(])=\Z")
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
_FURTHEST_COMMENT = 4096
"""The beginning of a comment in code is looked for no further than this before a URL that its end may be glued to."""
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

    def moved(self, by: int) -> Extent:
        """Give the same for a text in which the URL begins ``by`` code points further on."""
        return self._replace(end=self.end + by, cut=self.cut + by, run=self.run + by)


def measure(text: str, start: int, body: int, run: int, *, scheme: str) -> Extent | None:
    """Find the end of the URL at ``start`` whose authority begins at ``body``, in the run that ends at ``run``.

    None where there is no plausible authority (see `find_authority`).
    """
    if scheme == "ed2k" and text.startswith("|", body):
        return opaque_extent(text, start, body, run)  # bars part its fields: ed2k://|file|a.avi|12|...|/
    if scheme not in DOMAIN_HOST and _is_encoded(text, body, run):
        return opaque_extent(text, start, body, run)
    found = find_authority(text, body, run, scheme=scheme)
    if found is None:
        return None
    return after_authority(text, start, found, run)


def _is_encoded(text: str, body: int, run: int) -> bool:
    """Tell whether Base64 stands where other schemes have their authority (``vmess://eyJ2IjoiMiJ9==``)."""
    found = _ENCODED.match(text, body, run)
    return found is not None and ("+" in found[0] or found[0].endswith("="))


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
    mark = _mark_that_closes(text, start, opener)
    if mark and (closer := text.find(mark, path, run)) >= 0:
        run, end, why = closer, closer, f"the {mark!r} that opened it"
    if _MARK.search(text, path, run) is None and text.find("www.", path, run) < 0:
        return end, why
    brackets = _Brackets()
    asked, has_query = path, False
    for found in _MARKS.finditer(text, path, run):
        mark, at = found[0], found.start()
        if mark in "()[]{}":
            why = _begins_tag(text, start, at, opener) or brackets.take(mark, at)
        elif mark in "'&":
            why = _ends_at_mark(text, at, mark, opener)
        else:
            has_query = has_query or text.find("?", asked, at) >= 0
            asked = at
            if mark == "|":
                why = _ends_at_bar(text, start, at, opener, has_query=has_query)
            else:
                why = "another URL" if _is_glued(text[at - 1], has_query=has_query) else ""
        if why:
            end = _before_signs(text, path, at) if why == "another URL" else at
            break
    opened = brackets.first_open(end)
    return (end, why) if opened == end else (opened, f"{text[opened]!r} that nothing closes")


def _mark_that_closes(text: str, start: int, opener: str) -> str:
    """Give what ends the URL wherever it stands in it, by what stands before it, or nothing."""
    if opener == "*" and start > 1 and text[start - 2] == "*":
        return "**"
    if opener and opener in '|+!=@$^~;"' and _VERBATIM.search(text, max(0, start - 14), start - 1):
        return opener
    if opener in _SEPARATORS and text[max(0, start - 2)] not in _BLANK_OR_SEPARATOR:
        return "" if _CHARACTER_REFERENCE.search(text, max(0, start - 34), start) else opener
    return ""


def _begins_tag(text: str, start: int, at: int, opener: str) -> str:
    """Say which tag or label begins with the bracket at ``at``, or nothing where it may be part of the URL."""
    mark = text[at]
    if mark == "[":
        if text.startswith("/", at + 1):
            return "a closing BBCode tag"
        if opener == ":" and _MACRO.search(text, max(0, start - 12), start):
            return "the label of a macro"
    elif mark == "{" and opener == "}":
        tag = _TAG_IN_BRACES.search(text, max(0, start - 84), start)
        if tag is not None and text.startswith(tag[1] + "}", at):
            return "a closing tag in braces"
    return ""


def _ends_at_mark(text: str, at: int, mark: str, opener: str) -> str:
    """Say why an apostrophe or an ampersand ends the URL, or nothing where it does not."""
    if mark == "&":
        return "an HTML entity of a delimiter" if _ENTITY.match(text, at) else ""
    return 'the "\'" that opened it' if opener == "'" else ""


def _ends_at_bar(text: str, start: int, at: int, opener: str, *, has_query: bool) -> str:
    """Say why a vertical bar ends the URL, or nothing where it does not."""
    if opener == "|" or _is_labelled(text, start):
        return "the '|' that opened it"
    return "'||' between cells" if not has_query and text.startswith("|", at + 1) else ""


def _before_signs(text: str, path: int, at: int) -> int:
    """Step back over the signs that part two URLs (an arrow, an emoji): they belong to neither."""
    found = _SIGNS.search(text, max(path, at - 8), at)
    return found.start() if found else at


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

    An archive or a redirector carries its target in the path or the query; a list glues with a comma, a page made
    text gives the target in brackets.
    """
    if before in ")]}'*":
        return True
    if before in ",;|.([{":
        return not has_query  # in a query these are data
    return ord(before) > 127 and not before.isalnum()


def trim(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off the end of ``text[start:end]`` what belongs to the prose; never beyond ``path``.

    ``opener`` is the character right before the URL: an emphasis mark there explains the one at the end.
    """
    end = _trim_signs(text, start, path, end)
    while end > path:
        last = text[end - 1]
        if last in TRAILING_PUNCTUATION:
            taken = _length_of_punctuation(text, path, end, opener)
        elif last in "/s" and end - 2 > path:
            taken = _length_of_two(text, start, path, end)
        elif last == "'":
            taken = end - _trim_apostrophes(text, start, path, end)
        elif last in "_~@":
            taken = int(last in _marks_before(text, start, opener))
        elif last == "]":
            taken = _length_of_footnote(text, path, end)
        elif last > "\x7f":
            taken = _length_of_signs(text, start, path, end, opener)
        else:
            break
        if not taken:
            break
        end -= taken
    return end - _length_of_closer(text, start, path, end, opener)


def _length_of_closer(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Count the marks at the end that close what two of them, or an equals sign behind a blank, opened."""
    if not opener or opener not in "=/@+" or text[end - 1] != opener:
        return 0
    if start > 1 and text[start - 2] == opener:
        return 2 if text.endswith(opener * 2, path, end) else 0
    return int(
        opener == "=" and end > path and _ORG_VERBATIM.search(text, max(0, start - 2), start) is not None
    )


def _length_of_punctuation(text: str, path: int, end: int, opener: str) -> int:
    """Count what is taken off where the URL ends in punctuation."""
    last = text[end - 1]
    if last == ";":
        # An HTML character reference, or what resembles one: at the end of a URL none is meant (GFM 6.9).
        found = _CHARACTER_REFERENCE.search(text, max(path, end - 34), end)
        return end - found.start() if found else 1
    if last == "*" and opener and opener in "\"'`" and text.startswith(opener, end):
        return 0  # in quotes it is no emphasis, but the pattern of a program
    return 0 if last == ":" and text.endswith(":memory:", path, end) else 1


def _length_of_two(text: str, start: int, path: int, end: int) -> int:
    """Count two where the URL ends in a possessive, or in the end of a comment that was opened before it."""
    if text[end - 1] == "s":
        return 2 if _POSSESSIVE.search(text, max(path, end - 8), end) else 0
    if not text.startswith("*/", end - 2) or text[end - 3] == "/":
        return 0
    low = max(0, start - _FURTHEST_COMMENT)
    return 2 if text.rfind("/*", low, start) > text.rfind("*/", low, start) else 0


def _marks_before(text: str, start: int, opener: str) -> str:
    """Give the marks of emphasis right before a URL; any other sign stands for itself."""
    if not opener or opener not in "*_~":
        return opener
    lead = text[max(0, start - 3) : start]
    return lead[len(lead.rstrip("*_~")) :]


def _length_of_footnote(text: str, path: int, end: int) -> int:
    footnote = _FOOTNOTE.search(text, max(path, end - 52), end)
    return end - footnote.start() if footnote and text.find("?", path, end) < 0 else 0


def _length_of_signs(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Count the signs at the end that belong to the prose: punctuation, and what encloses the URL like quotes."""
    if _WIDE_PUNCTUATION.match(text[end - 1]):
        return 1
    if text[end - 1] == opener and (before := _SIGNS.search(text, max(0, start - 8), start)):
        return len(before[0]) if text.endswith(before[0], path, end) else 0
    return 0


def _trim_signs(text: str, start: int, path: int, end: int) -> int:
    """Take off what makes a sign of its own with what stands around the URL: ``->``, ``=>``, ``:-)``."""
    after = text[end : end + 1]
    if after == ">":
        if text.endswith("=", path, end) and text.find("?", path, end) < 0:
            return end - 1
        while end > path and text[end - 1] == "-":
            end -= 1
    elif after and after in "()" and _EMOTICON_FACE.search(text, path, end):
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


def _alternatives(text: str, start: int, end: int, cut: int, run: int) -> tuple[str, ...]:
    """Give the other ends a careful reader could see: a trailing ``!`` or ``'`` or ``)`` kept, CJK letters left out."""
    readings: list[str] = []
    if end < cut and any(mark in "!'" for mark in text[end:cut]):
        kept = cut
        while text[kept - 1] not in "!'":
            kept -= 1
        kept += kept < cut and text.startswith("'s", kept - 1)
        readings.append(text[start:kept])
    elif cut < run <= cut + _FURTHEST_OTHER_END and text[cut] in ")]}([{'":
        rest = trim(text, start, end, run, "")
        if rest > cut:
            readings.append(text[start:rest])
    if not text[start:end].isascii():
        shorter = _SHORTER.search(text, start + 1, end)
        if shorter is None:
            shorter = _SIGNS.search(text, max(start + 1, end - 8), end)
        if shorter is not None:
            readings.append(text[start : shorter.start()])
    return tuple(readings)


def opaque_extent(text: str, start: int, body: int, run: int) -> Extent:
    """Find the end of a URL that has no authority; what follows its scheme's colon (or ``//``) begins at ``body``."""
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
    host_end = _end_of_addresses(text, body, stop if query < 0 else query, stop)
    if 0 <= host_end < stop and host_end != query:
        stop = host_end
    extent = opaque_extent(text, start, body, stop)
    if stop == run:
        return extent
    why = extent.ended_by or (
        "another URL" if another and stop == another.start() else f"{text[stop]!r} after the host"
    )
    return extent._replace(run=run, ended_by=why)


def _end_of_addresses(text: str, start: int, end: int, stop: int) -> int:
    """Give where the host of the last of the addresses in ``text[start:end]`` ends, or -1 where none is plausible.

    Read from the first one on: what is parted from it by more than a comma is none of the list.
    """
    host_end = -1
    at = text.find("@", start, end)
    while at >= 0:
        further = text.find("@", at + 1, end)
        host = find_authority(text, at + 1, stop if further < 0 else further)
        if host is None:
            return host_end
        host_end = host.host_end
        if further != host_end and _NEXT_ADDRESS.match(text, host_end, further + 1) is None:
            return host_end
        at = further
    return host_end

"""How far a URL reaches within its run of URL characters: what ends it there, and why.

RFC 3986 Appendix C leaves a URL without delimiters to white space and to the reader's judgement; this module is that
judgement. First the kinds of URL, each with a rule of its own; then what ends one inside its run; then what is taken
off its end. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

import regex

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import CLOSER, PUNCTUATION, StringAround
from urlglean.delimiting.authority import UNSPACED_SCRIPTS, Authority, find_authority
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.schemes import EMPTY_AUTHORITY, KNOWN_SCHEMES, NUMBER_SCHEMES, opaque_rest
from urlglean.uri.schemes import DOMAIN_HOST
from urlglean.uri.suffixes import is_top_level_domain

_QUERY_ALONE = re.compile(r"\?[A-Za-z]\w*=\w")
"""A query right behind ``://``, as the schemes of apps have it (``comgooglemaps://?center=1,2``)."""
_DRIVE = re.compile(r"[A-Za-z][:|]?[/\\]")
_ENCODED = re.compile(r"[A-Za-z0-9+/]{16,}+={0,2}")
_END_OF_SENTENCE = re.compile(r"(?:[.,;!?)]\s|[.,;!?)]?[ \t]{0,8}(?:[\r\n]|\Z))")
_ENDS_OF_HOSTS = frozenset({".", ":", ".:"})
"""The dot of the root and an empty port, which belong to a URL only where it goes on."""
_NEXT_MAILTO = re.compile(r"(?i)[;,]mailto:")
_ENCODED_COMMA = re.compile("%2[Cc]")
_NEXT_ADDRESS = re.compile(rf"(?:[,;]|{_ENCODED_COMMA.pattern})[^,;@]+@")
_SHORTER = regex.compile(rf"(?<=[A-Za-z0-9])(?=[{UNSPACED_SCRIPTS}])", regex.V1)
_FURTHEST_OTHER_END = 512
"""How much may follow the end of a URL in its run for all of it to be another reading."""


class Extent(NamedTuple):
    """Where a bare URL ends, and why."""

    end: int
    cut: int
    """Where it was cut, before punctuation was taken off: ``text[end:cut]`` is what was stripped."""
    run: int
    """The end of the run of URL characters it stands in."""
    ended: Ended | None = None
    """Why it was cut there; None where its run ends there."""
    sign: str = ""
    """The sign that ended it."""
    notes: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()

    @property
    def ended_by(self) -> str:
        """Say why it was cut; empty where its run ends there."""
        return self.ended.told(self.sign) if self.ended is not None else ""

    def moved(self, by: int) -> Extent:
        """Give the same for a text in which the URL begins ``by`` code points further on."""
        return self._replace(end=self.end + by, cut=self.cut + by, run=self.run + by)


def opened_extent(opening: Opening, text: str, start: int, run: int) -> Extent | None:
    """Find where the URL ends in ``text`` (the document's, or one put together) where it stands at ``start``.

    It ends at ``run`` at the latest. None where it is no plausible URL.
    """
    body, scheme = start + opening.body - opening.start, opening.scheme
    if opening.hierarchical:
        if text.startswith("/", body) or _QUERY_ALONE.match(text, body, run):
            return _without_authority(text, start, body, run, scheme)
        if scheme in NUMBER_SCHEMES and opaque_rest(scheme).match(text, body, run):
            return opaque_extent(text, start, body, run)
        found = measure(text, start, body, run, scheme=scheme)
        if found is None and scheme == "file" and _DRIVE.match(text, body, run):
            return opaque_extent(text, start, body, run)
        return found
    if opening.opened is Opened.KNOWN_SCHEME:
        find_end = addressed_extent if scheme == "mailto" else opaque_extent
        extent = find_end(text, start, body, run)
        # What is left without its punctuation has to be believed; of a part's name what closes it is seen, too.
        seen = extent.end + (scheme == "cid")
        return extent if opaque_rest(scheme).match(text, body, seen) else None
    return _extent_of_name(text, start, run, scheme)


def _without_authority(text: str, start: int, body: int, run: int, scheme: str) -> Extent | None:
    """Find the end of a URL with nothing between its two slashes and the path or query at ``body``."""
    if scheme not in EMPTY_AUTHORITY and (scheme in KNOWN_SCHEMES or scheme in ("http", "https", "ftp")):
        return None
    rest = opaque_extent(text, start, body, run)
    if text[body : rest.end].strip("/"):
        return rest
    # The root alone is rather the name of a kind of URL, or what a program begins one with.
    is_root = scheme == "file" and rest.end == body + 1
    return rest if is_root and _END_OF_SENTENCE.match(text, rest.end) else None


def _extent_of_name(text: str, start: int, run: int, scheme: str) -> Extent | None:
    """Find the end of a ``www.`` or ``ftp.`` name and what follows it."""
    authority = find_authority(text, start, run, scheme=scheme)
    if authority is None or not _is_name(text[start : authority.host_end], scheme):
        return None
    if scheme == "ftp" and text.startswith("(", authority.end):
        return None  # a method call
    return after_authority(text, start, authority, run)


def _is_name(host: str, scheme: str) -> bool:
    """Tell whether a ``www.`` or ``ftp.`` name can be one: enough labels, and a last one that may end names."""
    labels = host.split(".")
    last = labels[-1]
    if len(last) < 2:
        return False
    if scheme == "ftp":
        return len(labels) > 2 and is_top_level_domain(last)
    return len(labels) > 2 or is_top_level_domain(last)


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
    if authority.ended is not None or authority.end == run:
        end = _without_end_of_host(text, authority, authority.end)
        stripped = end if authority.ended is Ended.IMPOSSIBLE_PORT else _stripped_run(text, end, run)
        return Extent(end, stripped, run, authority.ended, authority.sign, authority.notes)
    opener = text[start - 1 : start]
    cut, ended, sign = _cut(text, start, authority.end, run, opener)
    end = trim(text, start, authority.end, cut, opener)
    end = _without_end_of_host(text, authority, end)
    alternatives = _alternatives(text, start, end, cut, run)
    return Extent(end, cut, run, ended, sign, authority.notes, alternatives)


def _without_end_of_host(text: str, authority: Authority, end: int) -> int:
    """Give where a URL ends that would end at ``end``: before the root's dot, an empty port, if no more is left."""
    is_empty = end == authority.end and text[authority.host_end : end] in _ENDS_OF_HOSTS
    return authority.host_end if is_empty else end


def _stripped_run(text: str, end: int, run: int) -> int:
    """Step over the punctuation right after a bare host, so that what was stripped can be told."""
    while end < run and text[end] in TRAILING_PUNCTUATION:
        end += 1
    return end


def opaque_extent(text: str, start: int, body: int, run: int) -> Extent:
    """Find the end of a URL that has no authority; what follows its scheme's colon (or ``//``) begins at ``body``."""
    opener = text[start - 1 : start]
    cut, ended, sign = _cut(text, start, body, run, opener)
    end = trim(text, start, body + 1, cut, opener)
    return Extent(end, cut, run, ended, sign, (), _alternatives(text, start, end, cut, run))


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
    if extent.ended is not None:
        return extent._replace(run=run)
    ended = Ended.ANOTHER_URL if another and stop == another.start() else Ended.HOST
    return extent._replace(run=run, ended=ended, sign=text[stop])


def _end_of_addresses(text: str, start: int, end: int, stop: int) -> int:
    """Give where the host of the last of the addresses in ``text[start:end]`` ends, or -1 where none is plausible.

    Read from the first one on: what is parted from it by more than a comma is none of the list.
    """
    host_end = -1
    at = text.find("@", start, end)
    while at >= 0:
        further = text.find("@", at + 1, end)
        behind = stop if further < 0 else further
        comma = _ENCODED_COMMA.search(text, at, behind)  # no host holds one, as it may hold other escapes
        host = find_authority(text, at + 1, comma.start() if comma else behind)
        if host is None:
            return host_end
        host_end = host.host_end
        if further != host_end and _NEXT_ADDRESS.match(text, host_end, further + 1) is None:
            return host_end
        at = further
    return host_end


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
    elif end == cut and text.startswith(tuple(sign * _SHORTEST_RULE for sign in _RULED), cut, run):
        readings.append(text[start : min(run, cut + _FURTHEST_OTHER_END)])
    if not text[start:end].isascii():
        shorter = _SHORTER.search(text, start + 1, end)
        if shorter is None:
            shorter = SIGNS.search(text, max(start + 1, end - 8), end)
        if shorter is not None:
            readings.append(text[start : shorter.start()])
    return tuple(readings)


# What ends a URL inside its run: brackets, quotes, bars, entities, another URL.

_MARK = re.compile(r"[()\[\]{}'|&:]")
_MARKS = re.compile(r"[()\[\]{}'|&]|https?://|(?<=[|\u0080-\U0010FFFF])www\.(?=\w)", re.IGNORECASE)
_ENTITY = re.compile(
    r"&(?:lt|gt|quot|nbsp|apos|[lr][sd]quo|[lr]aquo|[bs]dquo|mdash|hellip|e[mn]sp|thinsp"
    r"|#0*(?:34|39|60|62|160|171|187|8212|821[678]|822[0126]|8230)|#x0*(?:22|27|3c|3e|a0|ab|bb|201[46789cde]|2026));",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"(?m)(?<![ \t])[,;](?<!^;)(?<!\]8;;)\Z")
"""A comma or semicolon between fields, the one before it empty or not; but not after a blank, as the mark of a comment
or at the end of the escape that begins a link in a terminal."""
_VERBATIM = re.compile(r"\\(?:verb|url|path|lstinline)\*?\Z")
"""Commands of LaTeX whose argument may stand between any two equal characters: ``\\verb+http://x+``."""
_MACRO = re.compile(r"(?<![\w:])(?:link|image|icon|video|audio|include)::?\Z")
"""What stands before a URL in AsciiDoc; the label in brackets follows it directly."""
_TAG_IN_BRACES = re.compile(r"(\{[a-z]{2,16})(?::[^{}\n]{0,64})?\}\Z")
"""An opening tag of the trackers, ``{quote}`` or ``{color:red}``."""
_TEMPLATE_PARAMETER = re.compile(r"\|[ \t]{0,8}[\w \-]{1,32}=\Z")
_LABELLED_LINK = re.compile(r"(?:\{@link(?:code|plain)?[ \t]{1,4}|\\u003[cC]|&lt;)\Z")
"""What else stands before a URL whose label follows a bar: a tag of JSDoc, a ``<`` of a chat as a string has it."""
_FILLED_IN = frozenset({"${", "#{", "%{", "$("})
_OPENERS = {CLOSER[opener]: opener for opener in "([{"}
MOST_OPEN = 32
MOST_BRACKETS = 256
"""A URL holds at most this many brackets, and so many open at once; the next one ends it (so that a run of them is read
in linear time)."""
FURTHEST_PARTNER = 4096
"""A bracket's partner is looked for no further than this behind it, in code points (for the same reason)."""
_NOWHERE = sys.maxsize


_RULED = frozenset("_-=~+#")
_SHORTEST_RULE = 6
"""So many equal signs at the end of a URL are a line that separates, as a form or a mail program draws it."""


def _cut(text: str, start: int, path: int, run: int, opener: str) -> tuple[int, Ended | None, str]:
    """Find what ends the URL between its path and the end of the run: the offset, the reason, the sign.

    One pass over the few characters that can: brackets by balance, an apostrophe or a bar that was opened before the
    URL, an HTML entity of a delimiter, a second URL glued on.
    """
    end, ended, sign = run, None, ""
    if text[run - 1] in _RULED and (rule := _length_of_rule(text, path, run)):
        run = end = run - rule
        ended, sign = Ended.RULE, text[run]
    closer = _mark_that_closes(text, start, opener)
    if closer and (at := text.find(closer, path, run)) >= 0:
        run, end, ended, sign = at, at, Ended.SAME_SIGN, closer
    if _MARK.search(text, path, run) is None and text.find("www.", path, run) < 0:
        return end, ended, sign
    marks = _Marks(text, start, path, opener)
    for found in _MARKS.finditer(text, path, run):
        mark, at = found[0], found.start()
        why = _WHY_IT_ENDS.get(mark, _Marks.another_url)(marks, at)
        if why is not None:
            end, ended, sign = at, why, mark
            break
    if ended is Ended.ANOTHER_URL:
        end = _before_signs(text, path, end)
    opened = marks.first_open(end)
    if opened == end:
        return end, ended, sign
    # The sign before a brace or a parenthesis begins what is filled in: `${a ? b : c}`, `#{a b}`, `$(a b)`.
    is_filled_in = opened > path and text[opened - 1 : opened + 1] in _FILLED_IN
    return opened - is_filled_in, Ended.UNCLOSED, text[opened]


def _length_of_rule(text: str, path: int, run: int) -> int:
    """Count the signs at the end of a run that are a line of its own, glued to the URL; 0 where they are too few."""
    sign = text[run - 1]
    if not text.endswith(sign * _SHORTEST_RULE, path, run):
        return 0
    start = run
    while start > path and text[start - 1] == sign:
        start -= 1
    return run - start


def _mark_that_closes(text: str, start: int, opener: str) -> str:
    """Give what ends the URL wherever it stands in it, by what stands before it, or nothing."""
    if opener == "*" and start > 1 and text[start - 2] == "*":
        return "**"
    if opener and opener in '|+!=@$^~;"' and _VERBATIM.search(text, max(0, start - 14), start - 1):
        return opener
    if opener in ",;" and _SEPARATOR.search(text, max(0, start - 4), start):
        return "" if CHARACTER_REFERENCE.search(text, max(0, start - 34), start) else opener
    return ""


def _before_signs(text: str, path: int, at: int) -> int:
    """Step back over the signs that part two URLs (an arrow, an emoji): they belong to neither."""
    found = SIGNS.search(text, max(path, at - 8), at)
    return found.start() if found else at


def _is_labelled(text: str, start: int) -> bool:
    """Tell whether a ``|`` behind the URL at ``start`` begins its label (``[http://x|label]``) or the next parameter.

    That is so in the brackets of the wikis, and where the URL is itself a parameter (``{{cite|url=http://x|...}}``).
    """
    before = text[start - 1 : start]
    if before and before in "[{":
        return True
    if before and before in " c;" and _LABELLED_LINK.search(text, max(0, start - 16), start):
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
    return ord(before) > 127


class _Marks:
    """The marks of a URL, asked about in the order they come: which of them ends it, and which bracket stays open."""

    __slots__ = (
        "_asked",
        "_count",
        "_has_query",
        "_oldest",
        "_open",
        "_opener",
        "_order",
        "_start",
        "_string",
        "_text",
    )

    def __init__(self, text: str, start: int, path: int, opener: str) -> None:
        self._text = text
        self._start = start
        self._opener = opener
        self._open: dict[str, list[int]] = {"(": [], "[": [], "{": []}
        self._order: list[tuple[int, int]] = []  # each opener with where its partner stands
        self._oldest = 0
        self._count = 0
        self._string: StringAround | None = None
        self._asked = path
        self._has_query = False

    def bracket(self, at: int) -> Ended | None:
        """Say why the URL ends before the bracket at ``at``; None where the bracket belongs to it."""
        mark = self._text[at]
        if mark in "([{":
            if (tag := self._tag(mark, at)) is not None:
                return tag
            self._open[mark].append(len(self._order))
            self._order.append((at, _NOWHERE))
        else:
            stack = self._open[_OPENERS[mark]]
            if not stack:
                return Ended.UNOPENED
            opened = stack.pop()
            self._order[opened] = (self._order[opened][0], at)
        self._count += 1
        crowded = self._count > MOST_BRACKETS or sum(map(len, self._open.values())) > MOST_OPEN
        return Ended.CROWDED if crowded or self._is_too_far(at) else None

    def _tag(self, mark: str, at: int) -> Ended | None:
        """Say which tag or label begins with the bracket at ``at``; None where it may be part of the URL."""
        text, start, opener = self._text, self._start, self._opener
        if mark == "[":
            if text.startswith("/", at + 1):
                return Ended.BBCODE_TAG
            if opener == ":" and _MACRO.search(text, max(0, start - 12), start):
                return Ended.MACRO_LABEL
        elif mark == "{" and opener == "}":
            tag = _TAG_IN_BRACES.search(text, max(0, start - 84), start)
            if tag is not None and text.startswith(tag[1] + "}", at):
                return Ended.TAG_IN_BRACES
        return None

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

    def apostrophe(self, at: int) -> Ended | None:
        """Say why the apostrophe at ``at`` ends the URL; None where it does not."""
        if self._opener == "'":
            return Ended.SAME_SIGN
        string = self._string
        if string is None:
            string = self._string = StringAround(self._text, self._start)
        return Ended.STRING if string.ends(at) else None

    def ampersand(self, at: int) -> Ended | None:
        """Say why the ampersand at ``at`` ends the URL; None where it does not."""
        return Ended.ENTITY if _ENTITY.match(self._text, at) else None

    def bar(self, at: int) -> Ended | None:
        """Say why the vertical bar at ``at`` ends the URL; None where it does not."""
        has_query = self._is_in_query(at)
        if self._opener == "|" or _is_labelled(self._text, self._start):
            return Ended.SAME_SIGN
        return Ended.CELL if not has_query and self._text.startswith("|", at + 1) else None

    def another_url(self, at: int) -> Ended | None:
        """Tell whether the beginning of a URL at ``at`` is that of another one, glued on."""
        is_glued = _is_glued(self._text[at - 1], has_query=self._is_in_query(at))
        return Ended.ANOTHER_URL if is_glued else None

    def _is_in_query(self, at: int) -> bool:
        """Tell whether a question mark stands before ``at``."""
        self._has_query = self._has_query or self._text.find("?", self._asked, at) >= 0
        self._asked = at
        return self._has_query


_WHY_IT_ENDS: Mapping[str, Callable[[_Marks, int], Ended | None]] = {
    **dict.fromkeys("()[]{}", _Marks.bracket),
    "'": _Marks.apostrophe,
    "&": _Marks.ampersand,
    "|": _Marks.bar,
}
"""Who tells, mark by mark, whether it ends a URL."""


# What is taken off the end of a URL because it belongs to the prose: punctuation, quotes, emphasis, footnotes.

TRAILING_PUNCTUATION = PUNCTUATION + "*\u00b4\u2026\uff5e\uff0a|^"
"""Taken off the end, repeatedly: sentence punctuation, emphasis marks, and what is never last in a URL."""
CHARACTER_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});\Z")
_POSSESSIVE = re.compile(r"(?:[/)]|\.(?:aspx?|html?|md|pdf|php|txt))'s\Z")
"""A possessive where no name ends in it, as in ``https://example.com/'s front page``."""
_EMOTICON_FACE = re.compile(r"[:;]-\Z")
_FOOTNOTE = re.compile(r"\[[0-9]{1,4}(?:[,\-\u2013][0-9]{1,4}){0,8}\]\Z")
SIGNS = regex.compile(r"[[\p{S}\p{P}\uFE0F\u200D]--[\x00-\x7F]]{1,8}\Z", regex.V1)
_TO_POINT_BACK = str.maketrans("👉👇▶►▷▸➡⬇→↓⇒☞⏩", "👈👆◀◄◁◂⬅⬆←↑⇐☜⏪")
"""Hands, triangles and arrows that point at a URL from before it, and those that do from behind it."""
_ORG_VERBATIM = re.compile(r"(?:\A|[\s(])=\Z")
_WIDE_PUNCTUATION = regex.compile(r"[[\p{P}]--[\x00-\x7F]]", regex.V1)
_FURTHEST_COMMENT = 4096
"""The beginning of a comment in code is looked for no further than this before a URL that its end may be glued to."""


def trim(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off the end of ``text[start:end]`` what belongs to the prose; never beyond ``path``.

    ``opener`` is the character right before the URL: an emphasis mark there explains the one at the end.
    """
    end = _trim_marks(text, start, path, _trim_signs(text, start, path, end), opener)
    closer = _length_of_closer(text, start, path, end, opener)
    return _trim_marks(text, start, path, end - closer, opener) if closer else end


def _trim_marks(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Take off one mark after the other, up to the first that belongs to the URL."""
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
            taken = _length_of_signs(text, start, path, end)
        else:
            break
        if not taken:
            break
        end -= taken
    return end


def _length_of_closer(text: str, start: int, path: int, end: int, opener: str) -> int:
    """Count the marks at the end that close what two of them, or an equals sign behind a blank, opened."""
    if not opener or opener not in "=/+" or text[end - 1] != opener:
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
        found = CHARACTER_REFERENCE.search(text, max(path, end - 34), end)
        return end - found.start() if found else 1
    if last == "*" and opener and opener in "\"'`\u27e8" and text.startswith(CLOSER[opener], end):
        return 0  # there it is no emphasis, but the pattern of a program
    return 0 if text.endswith(":memory:", path, end) else 1


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


def _length_of_signs(text: str, start: int, path: int, end: int) -> int:
    """Count the signs at the end that belong to the prose: punctuation, and what encloses the URL like quotes."""
    if _WIDE_PUNCTUATION.match(text[end - 1]):
        return 1
    before = SIGNS.search(text, max(0, start - 8), start)
    if before is None:
        return 0
    enclosing = (before[0], before[0].translate(_TO_POINT_BACK))
    return len(before[0]) if text.endswith(enclosing, path, end) else 0


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

"""What ends a URL inside its run: brackets, apostrophes, bars, HTML entities, a line glued to it, another URL.

Brackets belong to a URL while they are balanced. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping

from urlglean.delimiting.alphabet import CLOSER, PUNCTUATION, SUFFIX_OF_TURKISH, StringAround
from urlglean.delimiting.ends.pairs import closing_apostrophe
from urlglean.delimiting.ends.trailing import CHARACTER_REFERENCE, LONGEST_REFERENCE, SIGNS
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.schemes import FETCHING, KNOWN_SCHEMES, WWW
from urlglean.patterns import lazy_re

_MARK = lazy_re(r"[()\[\]{}'|&:;]|(?i:www)")
# Behind a bar or `,;|([{)]}'*`, or what is not ASCII: a class that names all of that takes far longer to compile.
_MARKS = lazy_re(
    rf"[()\[\]{{}}'|&;]|https?://|(?<![\x00-{{}}-\x7f]){WWW}(?=\w)"
    r"|(?<![\x00-&+\--:<-Z\\^-z~\x7f])[a-z][a-z0-9+.\-]{1,15}://",
    re.IGNORECASE,
)
_ENTITY = lazy_re(
    r"&(?:amp;){0,3}+(?:lt|gt|quot|nbsp|apos|[lr][sd]quo|[lr]aquo|[bs]dquo|mdash|hellip|e[mn]sp|thinsp|NewLine|Tab"
    r"|#0*(?:9|10|13|27|32|34|39|60|62|160|171|187|8203|8212|821[678]|822[0126]|8230)"
    r"|#x0*(?:9|a|d|1b|20|22|27|3c|3e|a0|ab|bb|200b|201[46789cde]|2026));",
    re.IGNORECASE,
)
"""A delimiter or a blank as HTML writes it, escaped more than once, too, as in the text of a feed: ``&amp;gt;``."""
_SEPARATOR = lazy_re(r"(?m)(?<![ \t])[,;](?<!^;)(?<!\]8;;)\Z")
"""A comma or semicolon between fields, the one before it empty or not; but not after a blank, as the mark of a comment
or at the end of the escape that begins a link in a terminal."""
_VERBATIM = lazy_re(r"\\(?:verb|lstinline|(url|path))\*?\Z")
"""Commands of LaTeX whose argument may stand between any two equal characters: ``\\verb+http://x+``. The last two are
names of settings, too (``C:\\site\\url=http://x``)."""
_MACRO = lazy_re(r"(?<![\w:])(?:link|image|icon|video|audio|include)::?\Z")
"""What stands before a URL in AsciiDoc; the label in brackets follows it directly."""
_WIKI_LINK = lazy_re(r"\[\[[A-Za-z][\w \-:/|#]{0,127}\]\]")
"""A link or a macro of a wiki, glued to a URL: ``[[BR]]``, ``[[Main page|home]]``."""
_TAG_IN_BRACES = lazy_re(r"(\{[a-z]{2,16})(?::[^{}\n]{0,64})?\}\Z")
"""An opening tag of the trackers, ``{quote}`` or ``{color:red}``."""
_TEMPLATE_PARAMETER = lazy_re(r"\|[ \t]{0,8}[\w \-]{1,32}=\Z")
_IMAGE = lazy_re(
    r"[^\s!()|<>\"]{8,512}((?:(?<=\.gif)|(?<=\.jpg)|(?<=\.jpeg)|(?<=\.png)|(?<=\.svg))\([^\s()]{1,64}\)!|!(?=:(?i:https?)://))"
)
"""An image of Textile with a text or a link behind it: ``!http://a.example/b.png(c)!``, ``!http://a.example/b.png!:...``."""
_OF_A_QUERY = lazy_re(r"[?&][\w.%\-\[\]]{1,64}=\Z")
_NEXT_PARAMETER = lazy_re(r"&(?:amp;)?[\w.%\-\[\]]{1,64}=")
"""What stands before and behind a URL that is the value of a parameter: ``GET /a?url=http://b.example/c&d=e``."""
_ESCAPED = "#x1B["
"""An escape as reports of tests in XML write it, before what a terminal is told."""
_LABELLED_LINK = lazy_re(r"(?:\{@link(?:code|plain)?[ \t]{1,4}|\\u003[cC]|&lt;)\Z")
"""What else stands before a URL whose label follows a bar: a tag of JSDoc, a ``<`` of a chat as a string has it."""
_OWN_BARS = lazy_re(r"(?i)ed2k:|file:/{1,3}[a-z]\|/")
"""What a bar belongs to, whatever stands around: the fields of `ed2k`, a drive in the file's URLs of old."""
_FILLED_IN = frozenset({"${", "#{", "%{", "$("})
_OPENERS = {CLOSER[opener]: opener for opener in "([{"}
MOST_OPEN = 16
MOST_BRACKETS = 256
"""A URL holds at most this many brackets, and so many open at once; the next one ends it (so that a run of them is read
in linear time)."""
FURTHEST_PARTNER = 4096
"""A bracket's partner is looked for no further than this behind it, in code points (for the same reason)."""
_BEHIND_STRAY = lazy_re(rf"(?!(?i:https?://|{WWW}))[A-Za-z0-9]|/|[?#_=+\-~]\w|&\w+=|%[0-9A-Fa-f]{{2}}")
"""What a URL goes on with behind a closer that nothing opened: else it may be the text's."""
_BRACKETS = {closer: lazy_re(f"[{re.escape(opener + closer)}]") for closer, opener in _OPENERS.items()}
_BEFORE_COMMAND = frozenset({"", " ", "\t", "\n", "'", '"', "`", ";", "{", "/"})
"""What may stand before the letter with which a program of sed or Perl replaces."""
_PARTS_COMMAND = frozenset("#@!~%+")
_SUFFIX = lazy_re(rf"'{SUFFIX_OF_TURKISH}[{PUNCTUATION}]*+\Z")
_TITLE = lazy_re(r"[?#=]|/wiki/[^/]*\Z")
"""Behind these an apostrophe is rather one of a name's, as in those of Hawaii and in Japanese in Latin letters."""
_LONGEST_KEY = 64
LONGEST_SCHEME = 20
_NEXT_KEY = lazy_re(r"[,;&][A-Za-z_][\w.\-]*[=:]\Z")
"""What stands between two URLs that are values of settings on one line: ``a=http://x/,b=http://y/``, or with colons."""
_FETCHES = lazy_re(rf"\b(?:{FETCHING})(?:[ \t]|\+\Z)")
"""A command that fetches a URL, in a form's data, too, where a blank is a plus sign (``cmd=wget+http://a.example/b``)."""
_TEXINFO = lazy_re(r"@u(?:rl|ref)\{\Z")
"""A command whose arguments commas part."""
NEXT_COMMAND = lazy_re(r";(?:\./|[a-z])[\w.\-/]*+(?!=)")
"""What follows a URL in a line of a shell that goes on with another command: ``wget http://a.example/b;sh b``."""
_FURTHEST_COMMAND = 256
_FURTHEST_LEAD = 1024
"""How far before a URL a bracket may have been opened that it closes, in code points."""
_NOWHERE = sys.maxsize


_RULED = "_-=~+#"
SHORTEST_RULES = tuple(sign * 6 for sign in _RULED)
"""So many equal signs at the end of a URL are a line that separates, as a form or a mail program draws it."""


def find_cut(
    text: str, start: int, path: int, run: int, opener: str, *, is_part: bool = True
) -> tuple[int, Ended | None, str]:
    """Find what ends the URL between its path and the end of the run: the offset, the reason, the sign.

    One pass over the few characters that can: brackets by balance, an apostrophe or a bar that was opened before the
    URL, an HTML entity of a delimiter, a second URL glued on. ``is_part`` says that the text is the document's: what
    was opened before the URL stands before it.
    """
    end, ended, sign = run, None, ""
    closer = mark_that_closes(text, start, opener)
    if closer and (at := text.find(closer, path, run)) >= 0:
        end, ended, sign = at, Ended.SAME_SIGN, closer
    if _MARK.search(text, path, end) is None:
        return _before_rule(text, path, run, end) or (end, ended, sign)
    marks = _Marks(text, start, path, end, opener, is_part=is_part)
    for found in _MARKS.finditer(text, path, end):
        mark, at = found[0], found.start()
        why = _WHY_IT_ENDS.get(mark, _Marks.another_url)(marks, at)
        if why is not None:
            if why is not Ended.UNCLOSED:
                end, ended, sign = at, why, mark
            break
    else:  # no sign of a rule is a mark, so that one which ends it stands before the rule
        end, ended, sign = _before_rule(text, path, run, end) or (end, ended, sign)
    if ended is Ended.ANOTHER_URL:
        end = _before_separator(text, path, end)
    opened = marks.first_open(end)
    if opened == end:
        return end, ended, sign
    if text.startswith(_ESCAPED, max(path, opened - len(_ESCAPED) + 1)):
        opened -= len(_ESCAPED) - 1
    opened -= is_filled_in(text, opened - 1)
    return opened, Ended.UNCLOSED, text[opened]


def is_filled_in(text: str, at: int) -> bool:
    """Tell whether the sign at ``at``, before a brace or a parenthesis, begins what is filled in.

    So it is in ``${a ? b : c}``, ``#{a b}``, ``$(a b)``.
    """
    return text[at : at + 2] in _FILLED_IN


def first_stray(text: str, path: int, end: int) -> int:
    """Give where the first bracket stands in ``text[path:end]`` that closes none of it, or -1."""
    for closer, opener in _OPENERS.items():
        if text.count(closer, path, end) > text.count(opener, path, end):
            depth = 0
            for found in _BRACKETS[closer].finditer(text, path, end):
                depth += -1 if found[0] == closer else 1
                if depth < 0:
                    return found.start()
    return -1


def _before_rule(text: str, path: int, run: int, end: int) -> tuple[int, Ended, str] | None:
    """Give where the signs begin that are a line of its own at the end of a run, glued to the URL that goes to ``end``.

    None where they are too few, or stand behind it.
    """
    sign = text[run - 1]
    if sign not in _RULED or not text.endswith(SHORTEST_RULES, path, run):
        return None
    start = path + len(text[path:run].rstrip(sign))
    return (start, Ended.RULE, sign) if start <= end else None


def mark_that_closes(text: str, start: int, opener: str) -> str:
    """Give what ends the URL wherever it stands in it, by what stands before it, or nothing."""
    if opener in ("*", "%") and text[start - 2 : start - 1] == opener:
        return opener * 2
    if opener == "!" and (image := _IMAGE.match(text, start)) is not None:
        return image[1]
    if opener and opener in '|+!=@$^~;"':
        command = _VERBATIM.search(text, max(0, start - 14), start - 1)
        if command is not None and (opener != "=" or command[1] is None):
            return opener
    if opener and opener in "#@!~%+^" and (sign := _sign_of_substitution(text, start - (opener == "^"))):
        return sign
    if opener == "{" and _TEXINFO.search(text, max(0, start - 6), start):
        return ","
    if opener == "+" and _FETCHES.search(text, max(0, start - 8), start):
        return opener
    if (
        opener in ",;"
        and _SEPARATOR.search(text, max(0, start - 4), start)
        and (opener == "," or not CHARACTER_REFERENCE.search(text, max(0, start - LONGEST_REFERENCE), start))
    ):
        return opener
    return ""


def _sign_of_substitution(text: str, start: int) -> str:
    """Give what stands between what a program replaces and by what (``s#http://a.example/#http://b.example/#``).

    Empty where the URL at ``start``, or the ``^`` before it, is neither of the two.
    """
    sign = text[start - 1 : start]
    return sign if sign in _PARTS_COMMAND and _is_in_substitution(text, start, sign) else ""


def _is_in_substitution(text: str, start: int, sign: str) -> bool:
    """Tell whether the URL at ``start`` stands in what a program replaces, or by what, ``sign`` between them."""
    command = text.rfind(f"s{sign}", max(0, start - _FURTHEST_LEAD), start)
    if command < 0 or text[max(0, command - 1) : command] not in _BEFORE_COMMAND:
        return False
    return text.count(sign, command, start) <= 2 and text.find("\n", command, start) < 0


def _before_separator(text: str, path: int, at: int) -> int:
    """Step back over what parts two URLs and belongs to neither: an arrow, an emoji, the key of the next setting.

    A bar parts all fields of its line, not these two alone; but one before a slash may be a drive's (``file:///c|/a``).
    """
    if text.startswith("|", at - 1):
        return text.find("|", max(path, text.rfind("|/", path, at) + 1), at)
    key = _NEXT_KEY.search(text, max(path, at - _LONGEST_KEY), at)
    if key is not None:
        return key.start()
    found = SIGNS.search(text, max(path, at - 8), at)
    return found.start() if found else at


def _is_labelled(text: str, start: int, *, has_query: bool) -> bool:
    """Tell whether a ``|`` behind the URL at ``start`` begins its label (``[http://x|label]``) or the next parameter.

    That is so in the brackets of the wikis, of which a single one may hold a query with a bar as well, and where the
    URL is itself a parameter (``{{cite|url=http://x|...}}``).
    """
    before = text[start - 1 : start]
    if before in ("[", "{") and text[start - 2 : start - 1] == before:
        return True
    if before == "[":
        return not has_query
    if before == "!":  # an image of Jira
        return True
    if _LABELLED_LINK.search(text, max(0, start - 16), start):
        return True
    return _TEMPLATE_PARAMETER.search(text, max(0, start - 44), start) is not None


def _is_glued(before: str, opener: str, *, has_query: bool) -> bool:
    """Tell whether an ``http(s)://`` behind ``before`` is a URL of its own, glued on, or part of the one before it.

    An archive or a redirector carries its target in the path or the query, some behind an asterisk; a list glues with
    a comma, a page made text gives the target in brackets.
    """
    if before in ")]}'":
        return True
    if before == "*":
        return opener == "*"
    if before in ",;|.([{":
        return not has_query  # in a query these are data
    return ord(before) > 127


class _Marks:
    """The marks of a URL, asked about in the order they come: which of them ends it, and which bracket stays open."""

    __slots__ = (
        "_asked",
        "_closer",
        "_count",
        "_depth",
        "_fetched",
        "_has_query",
        "_oldest",
        "_open",
        "_opener",
        "_order",
        "_run",
        "_start",
        "_strays",
        "_string",
        "_text",
    )

    def __init__(self, text: str, start: int, path: int, run: int, opener: str, *, is_part: bool) -> None:
        self._text = text
        self._start = start
        self._run = run
        self._opener = opener
        self._open: dict[str, list[int]] = {"(": [], "[": [], "{": []}
        self._order: list[tuple[int, int]] = []  # each opener with where its partner stands
        self._strays: dict[str, bool] = {} if is_part else dict.fromkeys(_OPENERS, False)
        self._oldest = 0
        self._count = self._depth = 0
        self._string: StringAround | None = None
        self._asked = path
        self._has_query = False
        self._fetched: bool | None = None
        self._closer = -1

    def bracket(self, at: int) -> Ended | None:
        """Say why the URL ends before the bracket at ``at``; None where the bracket belongs to it."""
        mark = self._text[at]
        if mark in "([{":
            if (tag := self._tag(mark, at)) is not None:
                return tag
            self._depth += 1
            self._open[mark].append(len(self._order))
            self._order.append((at, _NOWHERE))
            if self._text.find(CLOSER[mark], at, min(self._run, at + FURTHEST_PARTNER + 1)) < 0:
                return Ended.UNCLOSED  # whatever follows: the one before which it ends is at hand
        else:
            stack = self._open[_OPENERS[mark]]
            if stack:
                self._depth -= 1
                opened = stack.pop()
                self._order[opened] = (self._order[opened][0], at)
            elif not (_BEHIND_STRAY.match(self._text, at + 1) and self._is_stray(mark)):
                return Ended.UNOPENED
        self._count += 1
        is_crowded = self._depth > MOST_OPEN or self._count > MOST_BRACKETS
        return Ended.CROWDED if is_crowded or self._is_too_far(at) else None

    def _is_stray(self, closer: str) -> bool:
        """Tell whether a closer of the URL closes nothing that was opened before it."""
        if closer not in self._strays:
            before = self._text[max(0, self._start - _FURTHEST_LEAD) : self._start]
            opener = _OPENERS[closer]
            last = before.rfind(opener)
            is_clear = last < 0 or before.find(closer, last) < 0  # as nearly always
            self._strays[closer] = last < 0 if is_clear else _closes_all(before, opener, closer)
        return self._strays[closer]

    def _tag(self, mark: str, at: int) -> Ended | None:
        """Say which tag or label begins with the bracket at ``at``; None where it may be part of the URL."""
        text, start, opener = self._text, self._start, self._opener
        if mark == "[":
            if text.startswith("/", at + 1):
                return Ended.BBCODE_TAG
            if _MACRO.search(text, max(0, start - 12), start):
                return Ended.MACRO_LABEL
            if _WIKI_LINK.match(text, at) and text[at - 1].isalnum() and not self._is_in_query(at):
                return Ended.LABEL
        elif opener == "}":
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
            if self._closer < 0:
                self._closer = closing_apostrophe(self._text, self._start, at, self._run)
            return Ended.SAME_SIGN if at == self._closer else None
        if _SUFFIX.match(self._text, at, self._run) and not _TITLE.search(self._text, self._start, at):
            return Ended.WORDS
        string = self._string
        if string is None:
            string = self._string = StringAround(self._text, self._start)
        return Ended.STRING if string.ends(at) else None

    def ampersand(self, at: int) -> Ended | None:
        """Say why the ampersand at ``at`` ends the URL; None where it does not."""
        if _ENTITY.match(self._text, at):
            return Ended.ENTITY
        if self._is_in_query(at):
            return None
        if self._opener == "=" and _NEXT_PARAMETER.match(self._text, at):
            start = self._start
            if _OF_A_QUERY.search(self._text, max(0, start - _LONGEST_KEY), start) is not None:
                return Ended.PARAMETER
        goes_on = self._text.startswith("&&", at) and at + 2 < self._run
        return Ended.SHELL if goes_on else None

    def semicolon(self, at: int) -> Ended | None:
        """Say why the semicolon at ``at`` ends the URL; None where it does not.

        It does where a command of a shell fetches the URL, and what follows is no parameter of its path.
        """
        goes_on = NEXT_COMMAND.match(self._text, at) is not None and not self._is_in_query(at)
        return Ended.SHELL if goes_on and self._is_fetched() else None

    def _is_fetched(self) -> bool:
        """Tell whether the URL is what a command of a shell fetches."""
        if self._fetched is None:
            lead = self._text[max(0, self._start - _FURTHEST_COMMAND) : self._start]
            command = _FETCHES.search(lead, max(lead.rfind("\n"), lead.rfind(";"), 0))
            self._fetched = command is not None
        return self._fetched

    def bar(self, at: int) -> Ended | None:
        """Say why the vertical bar at ``at`` ends the URL; None where it does not."""
        has_query = self._is_in_query(at)
        if _OWN_BARS.match(self._text, self._start):
            return None
        if (
            self._opener == "|"
            or _is_labelled(self._text, self._start, has_query=has_query)
            or _is_in_substitution(self._text, self._start, "|")
        ):
            return Ended.SAME_SIGN
        if has_query:
            return None
        if self._text.startswith("|", at + 1):
            return Ended.CELL
        return Ended.SHELL if self._is_fetched() else None

    def another_url(self, at: int) -> Ended | None:
        """Tell whether the beginning of a URL at ``at`` is that of another one, glued on."""
        text, has_query = self._text, self._is_in_query(at)
        scheme, colon, _ = text[at : at + LONGEST_SCHEME].partition("://")
        if colon and scheme.lower() not in KNOWN_SCHEMES:
            return None
        if text[at - 1] == "'" and text.startswith("data:", self._start):
            return None  # an attribute's value, in an image or a page
        is_glued = _is_glued(text[at - 1], self._opener, has_query=has_query) or (
            not has_query
            and text[at - 1] == self._opener
            and _NEXT_KEY.search(text, max(self._start, at - _LONGEST_KEY), at) is not None
        )
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
    ";": _Marks.semicolon,
    "|": _Marks.bar,
}
"""Who tells, mark by mark, whether it ends a URL."""


def _closes_all(text: str, opener: str, closer: str) -> bool:
    """Tell whether all brackets of a text are closed in it."""
    depth = 0
    marks: list[str] = _BRACKETS[closer].findall(text)
    # Backwards: one that was opened last, and not closed, tells it at once.
    for mark in reversed(marks):
        depth += 1 if mark == opener else -1
        if depth > 0:
            return False
    return True

"""Where a URL starts: its scheme, what may stand before it and belong to it, and what is glued to it.

From the place that announced it (`scanner`) it is looked backwards. Offsets are code points of the text at hand;
nothing before ``floor`` is looked at.
"""

from __future__ import annotations

from string import ascii_letters, digits
from typing import NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import LONGEST, PAIRS, UNSPACED_SCRIPTS
from urlglean.delimiting.schemes import (
    COMPOUND_PREFIXES,
    FETCHING,
    GLUED_SCHEMES,
    KNOWN_SCHEMES,
    OPAQUE_SCHEMES,
    is_label,
    opaque_rest,
    without_escapes,
)
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_top_level_domain

_new = tuple.__new__

_LONGEST_SCHEME = 40
_ESCAPE_IN_REACH = 64
_LONGEST_ESCAPE = len("\\u003c")
_BEFORE_SCHEME = frozenset("<>()[]{}\"'/,;=|")
"""What is surely no part of a scheme, and nothing that makes something else of one."""
_SCHEME = lazy_re(r"[A-Za-z0-9+.\-]+\Z")
_COMPOUND_PREFIX = lazy_re(r"[A-Za-z][A-Za-z0-9\-]*(?::git|:svn|:hg)?\Z")
_NAME = lazy_re(r"(?:[A-Za-z]+|ms-settings)\Z")
_ESCAPED = r"(?:[nrt]|(?:f[0-9bipr]|s[+\-]?[0-9])(?=[a-z])|[f*]?\([a-z]{2}|x[0-9a-f]{2}|u[0-9a-f]{4})"
_ESCAPE = lazy_re(rf"\A{_ESCAPED}")
_NAME_BEHIND_ESCAPE = lazy_re(rf"(?i)\\{_ESCAPED}([a-z]+)\Z")
"""A line feed as a program writes it: ``\\nmailto:``; a mark that JSON escapes: ``\\u003cmailto:``."""
_SHORT_ESCAPES = frozenset("bfqv")
"""What else a backslash makes an escape of, before a scheme that is known: ``\\bgit://``, ``\\Qgit://``."""
_TWO_LETTERS = lazy_re(r"\\[f*]?\(\Z")
_TEX_VERBATIM = frozenset({"verb", "lstinline", "url", "path"})
_FETCHED = lazy_re(rf"(?:{FETCHING})\+")
"""A command in a form's data, where a blank is a plus sign: ``wget+http://``."""
_COMPOUND = lazy_re(r"[a-z][a-z0-9]*(?:\+[a-z][a-z0-9]*)+(?:_[a-z0-9]+)?\Z")
_DRIVER_BEFORE = lazy_re(r"(?<![\w+.\-])[A-Za-z][A-Za-z0-9]*\+[A-Za-z][A-Za-z0-9]*_\Z")
"""What stands before the end of a database's scheme and its driver (``oracle+cx_oracle``): no scheme of RFC 3986 3.1,
but what SQLAlchemy takes."""
_SCHEME_SHAPE = lazy_re(r"[a-z][a-z0-9+.\-]*[a-z0-9]\Z")
_LABELS = frozenset({"url", "uri"})
_URL_PREFIX = lazy_re(r"(?i)(?<![^\W_])UR[LI]:[ \t]?\Z")
_COLOURS = (
    r"\[(?:(?<!\w\[)[0-9;]{1,16}m"
    r"|(?:(?<=[\x1b\u241b]\[)|(?<=\^\[\[)|(?<=\\e\[)|(?<=\\033\[)|(?<=1[bB]\[))(?:[0-9;]{0,16}m|K))"
)
"""How a terminal is told a colour (ECMA-48 8.3.117), behind an escape however programs and pagers write that, or lose
it; and what grep says behind the colour."""
_COLOUR_HERE = lazy_re(_COLOURS)
_COLOUR = lazy_re(rf"{_COLOURS}\Z")
_BEHIND_COLOUR = lazy_re(rf"{_COLOURS}([A-Za-z0-9+.\-]+)\Z")
_LONGEST_COLOUR = 24
"""How far back what tells a colour may begin, in code points."""
_NAME_APART = lazy_re(r"(?<![A-Za-z0-9_.\-@/\\]|[^\x00-\x7f])(?i:www[0-9]{0,3}|ftp)\Z")
"""What nearly every name begins with that is found: it is told without the letters of all scripts."""
# Letters of other scripts are a word that is glued to the name, as Hebrew and Arabic glue theirs.
_WWW = lazy_regex(
    r"(?i)(?:(?<![\p{Latin}\p{N}.\-@/\\])(?<![^\W_]_)(?<![^\W_]__)|(?<=\.\.)"
    rf"|(?<=\\{_ESCAPED})|(?<={_COLOURS})"
    r"|(?<=(?<![\w.@/\\\-])-{1,3}))"
    r"(?:www[0-9]{0,3}|ftp)\Z"
)
_ONE_LABEL = lazy_re(r"\.([a-z]{0,63})(?!://)[!#$&(),/:;<>?\[\]^`}~]")
"""The last label of a name: no rule goes on with the host behind any of these signs."""
_FURTHEST_AT = 1024
"""How far behind it all may turn out to be userinfo, in code points."""
_REPLACED = lazy_re(r"(?<![^\W_])s/[^/\n]{0,32}\Z")
_CASE = lazy_re(r"(?<!\w)case[ \t]{1,4}\Z")
_COMMENT = lazy_re(r"://[A-Za-z]++(?![\w.:/?#@%\-])")
"""What stands before the label of a branch, and the comment behind it: ``case FOO://comment``."""
_IN_COLOUR = frozenset("[;")
"""What stands before the last number of a colour, which is read as part of the scheme."""
_NO_SCHEMES = frozenset({"default", "h1", "prodid"})
"""What slashes may follow, too: such a label, a checksum of Go, a property of a calendar (RFC 5545 3.7.3)."""
_BY_NOTHING = lazy_re(r"://[a-z]{0,6}(?![^\s\"'`;|&)}])")
_MARK_BEFORE = lazy_re(r"(?<![^\W_])(?:_{1,2}|[+\-]|\.{2,4})\Z")
"""A mark of emphasis or of a list, an ellipsis: a scheme glued to it begins a URL all the same."""
_ACCENTED = lazy_regex(r"[[\p{Latin}\u0300-\u036f]--[A-Za-z]]")
"""A letter, or its accent, in the middle of a word that no scheme is: ``schéma://server``."""
_GLUED_ASCII = frozenset(ascii_letters + digits + "_-+.$@\\")
_GLUED_WORD = lazy_regex(rf"[[\p{{L}}\p{{N}}]--[{UNSPACED_SCRIPTS}]]")
"""What makes the name of a scheme behind it a part of a word."""


def behind_colour(text: str, at: int) -> int:
    r"""Give where what tells a terminal a colour ends, if it reaches over ``at``; else ``at``.

    >>> behind_colour("\x1b[1;31mexample.org", 4), behind_colour("[example.org]", 1)
    (7, 1)
    """
    if text[at - 1 : at] not in _IN_COLOUR:
        return at
    found = _COLOUR_HERE.match(text, text.rfind("[", max(0, at - _LONGEST_COLOUR), at))
    return found.end() if found is not None and found.end() > at else at


class Opening(NamedTuple):
    """The start of a URL in the text: its scheme, and where its authority or its opaque rest begins."""

    start: int
    body: int
    scheme: str
    opened: Opened
    prefix: int
    """Where a ``URL:`` before it begins; the start itself where there is none."""

    @property
    def told(self) -> str:
        """Say what showed it: a ``URL:`` first of all."""
        return (self.opened if self.prefix == self.start else Opened.LABEL).told


def open_hierarchical(text: str, at: int, floor: int) -> Opening | None:
    """Look back from ``://`` at offset ``at`` for the scheme; None where there is none."""
    low = max(floor, at - _LONGEST_SCHEME)
    start = at - 5 if text.startswith("https", max(0, at - 5)) else at - 4
    scheme: str | None = text[max(0, start) : at]
    if (
        start <= low
        or scheme not in ("http", "https")
        or not (text[start - 1].isspace() or text[start - 1] in _BEFORE_SCHEME)
    ):
        if (found := _SCHEME.search(text, low, at)) is None:
            return None
        before = text[found.start() - 1 : found.start()] if found.start() > low else ""
        name = found[0].lower()
        if before == "\\":
            name = _behind_escape(name)
        elif before == "=" and name.startswith("3d"):
            name = name[2:]  # quoted-printable: `href=3Dhttp://`
        elif before == "(" and _TWO_LETTERS.search(text, max(low, found.start() - 4), found.start()):
            # of roff: `\f(CWs3://`, `\(lqs3://`; but of PostScript, `\(https://`
            name = name[2:] if name not in KNOWN_SCHEMES else name
        elif before in _IN_COLOUR and (coloured := _BEHIND_COLOUR.search(text, low, at)):
            name = coloured[1].lower()
        elif _FETCHED.match(name):
            name = name.partition("+")[2]
        elif before == "_" and name not in GLUED_SCHEMES:
            driver = _DRIVER_BEFORE.search(text, low, found.start())
            name = (driver[0].lower() if driver else "") + name
        scheme = _believable_scheme(name, before)
        if scheme is None or (scheme in _LABELS and before == "<"):  # of a reference that begins with `//`
            return open_opaque(text, at, floor) if scheme else None
        start = at - len(scheme)
        if scheme not in KNOWN_SCHEMES and _is_of_code(text, start, at, low):
            return None
        if text.startswith(":", start - 1):
            start = _compound_start(text, start, low)
    return _new(Opening, (start, at + 3, scheme, Opened.SCHEME, label_start(text, start, floor)))


def _is_of_code(text: str, start: int, at: int, low: int) -> bool:
    """Tell a word that a program of sed or Perl takes away, or the label of a branch with a comment, from a scheme.

    So the last word of a name is (``ATTR_VALUE://other``); one with `_` on both sides is emphasized.
    """
    if start - low > 1 and text[start - 1] == "_" and text[start - 2].isalnum():
        return True
    if _BY_NOTHING.match(text, at) is not None and _REPLACED.search(text, low, start) is not None:
        return True
    return _COMMENT.match(text, at) is not None and _CASE.search(text, low, start) is not None


def open_opaque(text: str, at: int, floor: int) -> Opening | None:
    """Look back from the colon of a known scheme without ``//``, or of a ``URL:`` prefix."""
    found = _NAME.search(text, max(floor, at - 12), at)
    if found is None:
        return None
    start, before = found.start(), text[found.start() - 1 : found.start()]
    name = found[0].lower()
    low = max(floor, start - _LONGEST_ESCAPE)
    behind = _NAME_BEHIND_ESCAPE.search(text, low, at) if "\\" in text[low:start] else None
    if behind is not None and behind[1].lower() in OPAQUE_SCHEMES:
        name, before, start = behind[1].lower(), "", behind.start(1)
    if (
        name[0] == "m"  # the last letter of what tells a terminal a colour
        and name not in OPAQUE_SCHEMES
        and _COLOUR.search(text, max(floor, start - _LONGEST_COLOUR), start + 1) is not None
    ):
        name, before = name[1:], ""
        start += 1
    if name in _LABELS:
        is_opened = before == "<" and not text.startswith("<", at + 1)
        return Opening(at + 1, at + 1, "", Opened.LABEL, start) if is_opened else None
    if name not in OPAQUE_SCHEMES or is_label(name, text, at):
        return None
    if before == "^":
        return None  # a pattern: `/^file:/`
    is_glued = before in _GLUED_ASCII if before < "\x80" else _GLUED_WORD.match(before)
    if is_glued and not _MARK_BEFORE.search(text, max(0, start - 4), start):
        return None
    if name == "file":
        start = _compound_start(text, start, max(floor, start - _LONGEST_SCHEME))  # `jar:file:/a.jar!/b`
    prefix = label_start(text, start, floor)
    if not (_is_opaque_rest(text, at + 1, name) or before in PAIRS or text[prefix - 1 : prefix] == "<"):
        return None  # inside delimiters it may be broken; it is measured once it is put together
    return Opening(start, at + 1, name, Opened.KNOWN_SCHEME, prefix)


def _is_opaque_rest(text: str, start: int, scheme: str) -> bool:
    """Tell whether what a scheme without ``//`` needs stands at ``start``, be there escapes in it."""
    pattern = opaque_rest(scheme)
    if pattern.match(text, start, start + LONGEST) is not None:
        return True
    if text.find("\\", start, start + _ESCAPE_IN_REACH) < 0:
        return False
    return pattern.match(without_escapes(text[start : start + 2 * _ESCAPE_IN_REACH])) is not None


def open_name(text: str, at: int, floor: int) -> Opening | None:
    """Look back from the full stop at offset ``at`` for ``www`` or ``ftp`` (RFC 3986 4.5, suffix references)."""
    label = _ONE_LABEL.match(text, at)
    if label is not None and not is_top_level_domain(label[1]) and text.find("@", at, at + _FURTHEST_AT) < 0:
        return None
    low = max(floor, at - 8)
    found = _NAME_APART.search(text, low, at) or _WWW.search(text, low, at)
    if found is None:
        return None
    start = found.start()
    scheme, opened = ("ftp", Opened.FTP) if found[0][0] in "fF" else ("http", Opened.WWW)
    return Opening(start, start, scheme, opened, label_start(text, start, floor))


def label_start(text: str, start: int, floor: int) -> int:
    """Give the start of a ``URL:`` before ``start`` (it is no part of the URL, RFC 3986 App. C), or ``start``."""
    low = max(floor, start - 6)
    found = _URL_PREFIX.search(text, low, start) if ":" in text[low:start] else None
    return found.start() if found else start


def _compound_start(text: str, start: int, low: int) -> int:
    """Step back over what may stand before a whole URL and belong to it (``view-source:``)."""
    while start > low and text[start - 1] == ":":
        found = _COMPOUND_PREFIX.search(text, low, start - 1)
        if found is None:
            break
        prefix = found[0].lower()
        if found.start() > low and text[found.start() - 1] == "\\":
            prefix = _ESCAPE.sub("", prefix)
        if prefix not in COMPOUND_PREFIXES:
            break
        start -= len(prefix) + 1
    return start


def _believable_scheme(name: str, before: str) -> str | None:
    """Decide which part of the letters before ``://`` is the scheme (lower case); None where none of it is.

    >>> _believable_scheme("viewhttp", ""), _believable_scheme("git+ssh", ""), _believable_scheme("12foo", "")
    ('http', 'git+ssh', None)
    """
    scheme = name.lstrip("0123456789+.-")
    if scheme in KNOWN_SCHEMES or _COMPOUND.match(scheme):
        return scheme
    for known in GLUED_SCHEMES:
        if scheme.endswith(known):
            return known
    if len(scheme) > 32 or not _SCHEME_SHAPE.match(scheme) or scheme in _NO_SCHEMES:
        return None
    if name[: len(name) - len(scheme)][-1:].isdigit() or (before and before in "$%@#&"):
        return None
    return None if before > "\x7f" and _ACCENTED.match(before) else scheme


def _behind_escape(name: str) -> str:
    r"""Take off the letters before ``://`` what a backslash makes a line feed, a font of roff or a command of LaTeX.

    >>> _behind_escape("nirc"), _behind_escape("nfs"), _behind_escape("verb+https"), _behind_escape("qgit")
    ('irc', 'nfs', 'https', 'git')
    >>> _behind_escape("x00file"), _behind_escape("u000asvn"), _behind_escape("fbgit"), _behind_escape("f5abc")
    ('file', 'svn', 'git', 'abc')
    """
    if name in KNOWN_SCHEMES and name != "tftp":  # a tab before `ftp`
        return name
    command, _, scheme = name.partition("+")
    if command in _TEX_VERBATIM:
        return scheme
    if name[:1] in _SHORT_ESCAPES and name[1:] in KNOWN_SCHEMES:
        return name[1:]
    return _ESCAPE.sub("", name)

"""What can never go on with a bare URL below its line's end: another URL, an item of a list, a setting, code.

Nothing is weighed here: what one of these tells needs no evidence. Offsets are code points of the text at hand.
"""

from __future__ import annotations

from string import digits, hexdigits
from typing import Final

from urlglean.delimiting.ends.suffixes import ends_in_suffix
from urlglean.delimiting.joining.next_lines import LastLine, NextLine, repeats
from urlglean.delimiting.lines import SHORTEST_WRAPPED, Paragraph, line_start
from urlglean.delimiting.schemes import FETCHING, NAME, stays_open
from urlglean.delimiting.words import (
    DEFINES,
    LIST_MARK,
    TIME_OF_ENTRY,
    VARIABLE,
    begins_another,
    begins_url,
    is_heading,
    is_lettered,
    is_ordinary,
    starts_opaque,
)
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_top_level_domain

_NETWORK_PATH = lazy_re(r"//[A-Za-z0-9\-]+(?:\.[A-Za-z0-9\-]+)+[/:]")
"""A URL without its scheme, as settings have it; a path with an empty segment is hardly broken in front of that."""
NUMBERED = lazy_re(
    r"(?:/(?:issues?|pulls?|bugs?|tickets?|merge_requests)/|/rfc|/show_bug\.cgi\?id=|/bugreport\.cgi\?bug=|#issuecomment-|#section-(?:[0-9]+\.)*)[0-9]+\Z"
)
"""What has a number and is complete with it: an issue, an RFC, a section. Below it stand the patch, or code."""
LONGEST_NUMBERED = 64
_DIGEST = lazy_re(r"[0-9A-Fa-f]{40}\Z")
"""With it what it is a digest of is named: ``magnet:?xt=urn:btih:...``, a commit."""
_BEHIND_DIGEST = {":": "&", "=": "&#", "/": "/?#."}
"""What a URL may go on with behind one, by the sign before it."""
_ANCHOR = lazy_re(r"#\w[\w.\-]*\Z")
_LONGEST_ANCHOR = 80
_OPENS_QUERY = frozenset("?;&#")
_ISSUE = lazy_re(r"#[0-9]{1,6}[.,;:)]*\Z")
_SHORT = 70
_SET_OFF = 3
"""So many columns further to the right begins what is set off from the line above."""
KEYED = lazy_re(r"([A-Za-z]+(?:-[A-Za-z]+)*:)[^/]")
_REST_OF_NUMBER = lazy_re(r"[0-9]*+(?:[/#?&.,;:)>\]]|\Z)")
_GLUED_URL = lazy_re(r"(?i)[^=/?&#%A-Za-z0-9+.\-][a-z][a-z0-9+.\-]{1,20}://")
_VARIABLE = lazy_re(VARIABLE)
_SETTING_OF_URL = lazy_re(r"(?i)[A-Z_][\w.\-]*=[\"']?(?:https?|ftp)://")
"""A setting that is another URL, which may be a parameter in a query alone."""
_HAS_LETTER = lazy_regex(r"[\p{L}\p{N}]")
_BEFORE_ALL: Final = frozenset({"R ", "  "})
"""What stands right before a URL that may be all of it: a request of roff, or the blanks of a table."""
COMMON_SCHEME = r"(?:https?|ftp|git|svn|telnet)://"
_GLUED_NAME = lazy_re(
    rf"(?i)(?:[,;:|]|\A(?:_{{1,2}}|~~|[0-9]{{1,3}}\))){NAME}\w|\A[0-9]{{1,3}}\.{COMMON_SCHEME}\w"
)
"""A name behind what parts the fields of data, marks of emphasis or the number of an item; a URL behind that."""
_TIME_OF_ENTRY = lazy_re(TIME_OF_ENTRY)
_BEGINS_TIME = frozenset(f"[{digits}")
_NUMBER = r"(?:[0-9]{1,3}\.|\[[0-9]{1,5}\]:?|\([0-9]{1,3}\)|[0-9]{1,3}(?P<closer>\)))"
_WGET = r"--[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}--[ ]{2}"
_DEFINED = rf"[\w.\-]{{1,32}}+[ \t]+{DEFINES}[ \t]"
_ENDS_IN_KEY = lazy_re(r"[?&;][\w.\-\[\]]*\Z")
_LONGEST_KEY = 64
_NEXT_ENTRY = lazy_re(
    r"[ \t]{0,2}+\r?\n[ \t>]*+(?:"
    rf"(?:[\w.\-]{{1,24}}+(?:[:=][ \t]*+|[,;])|{_NUMBER}[ \t]*+|{_WGET}|\.\.[ ]_[^:\r\n]{{1,64}}:[ \t]++)"
    rf"[\"']?(?i:{COMMON_SCHEME}|{NAME})\w|(?:[\w.\-]{{1,24}}+\||\[[0-9]{{1,5}}\])(?i:(?:https?|ftp)://|{NAME})\w|{_DEFINED})"
)
"""The next line, where it has a URL behind a label, a number or the time of a log of wget; or a definition."""
_ROW = lazy_re(rf"[ \t]?+\r?\n[ \t>]*+[^ \t\r\n][^\r\n]{{0,80}}?  (?i:{COMMON_SCHEME}|www\.)\w")
"""The next line, where it has a URL behind a label and some blanks."""
_SLASH_CLOSED = lazy_re(r"[/=]\)[.,;:]?\Z")
_ENCODED_BLANKS = lazy_re(r"(?:=(?:09|20|A0|C2=A0))+\Z|(?:=3D){3,}+=?\Z")
_LISTED_NAME = lazy_re(r"(?i)(?:[a-z0-9][a-z0-9\-]*+\.)++([a-z]{2,24})(?=[/?#:,;]|\Z)")
_LISTED_DOMAIN = lazy_re(r"\.(?:[a-z0-9\-]+\.)+([a-z]{2,})(?:/\S*)?\Z")
"""A domain and all below it, as lists of names have it, one a line: ``.example.com``."""
_END_OF_STRING = frozenset({"',", "')", "';"})
_COMMENT = lazy_re(r"(?:\A|[ \t])(?:#[:!]?(?!(?<=\w[ ]#)[ ][0-9])|//[/!]?)[ \t]")
"""What opens a comment on a line of code, to its end; ``bug # 17`` is a number of prose."""
_HOST_AND_MORE = lazy_re(
    r"(?i)(?![(\[{])(?:[^\s/?#]*[^\s/?#.,;:!?)][.:/][^\s.,;:!?)]|[^\s/?#]+/|localhost\b)|\["
)
_DEFINITION = lazy_re(rf"[ \t]+{DEFINES}(?:[ \t]|\Z)")
_FETCHES = lazy_re(rf"(?:[$%] |sudo )?(?:{FETCHING})[ \t]")
"""A command that fetches the URL behind it: what begins with ``#`` below its line is a comment of the script."""
_TAG = lazy_re(r"[ \t]+#\w")
_LONGEST_HEAD, _LONGEST_NUMBER = 2, 4
_END_OF_PAGE = lazy_re(r"[ \t]*+\r?\n(?:[ \t]*+\r?\n)?+\f")
_NEXT_LINES = 256
_MARKS_OF_NOTES = frozenset("\u2020\u2021\u00a7\u00b6\u2217")
_LOWERED = "E"
"""The letter that TeX lowers in its name: what reads the text of a PDF may set it on a line of its own."""
_NOTE = lazy_re(r"([0-9]{1,3})[A-Z]")
_NEXT_NOTE = lazy_re(r"([0-9]{1,3})[A-Z][a-z]*+\Z")
_NUMBER_OF_ITEM = lazy_re(r"\(?[0-9]{1,2}\)\Z")


def is_refused(
    text: str,
    start: int,
    last: int,
    before: str,
    line: LastLine,
    after: NextLine,
    paragraph: Paragraph,
    *,
    waits: bool | None,
) -> bool:
    """Tell that the URL whose last piece, ``before``, ends at ``last`` does not go on below, with nothing weighed.

    ``waits`` is what `waits_for_end` gives of it.
    """
    token, following = after.token, after.following
    inset = after.content - after.start
    if waits is False or (line.start > start and inset >= line.margin + _SET_OFF):
        return True  # no wrapper sets the third line off from the second
    opener, is_common = text[start - 1 : start], is_ordinary(token)
    if (
        (line.lead or "-" in following or not is_common)  # else it does not
        and begins_another(before, token, following, line.lead, opener, paragraph.marks, is_common=is_common)
        and not repeats(before, token, following)
    ):
        return True
    if token[0] == "#" and (
        (following and _FETCHES.match(line.lead)) or is_heading(text, line.start, start, token)
    ):
        return True
    if token[0] in _BEGINS_TIME and _TIME_OF_ENTRY.match(text, after.content):
        return True
    if token[0] in digits and (_is_number_of_layout(text, after) or _is_next_note(before, line.lead, token)):
        return True
    if not (following or token[_LONGEST_HEAD:]) and text.find("\f", last, after.start) >= 0:
        return True  # the head of a page, or of its first section
    if (token == _LOWERED and not following) or token[0] in _MARKS_OF_NOTES:
        return True
    if line.start <= start and is_all_of_it(text, start, last):
        return True
    if token[0] in "+-" and (
        line.lead[:1] in ("+", "-") if inset == line.margin else not inset and line.lead
    ):
        return True  # the next line of a patch
    if (not waits or begins_url(before, token)) and _is_no_continuation(
        before, token, following, line, glued=after.glued, is_common=is_common
    ):
        return True
    may_end = before[-1] in ",);" or "#" in line.lead or "//" in line.lead
    if (
        may_end
        and _ends_with_its_line(text[start:last], token, line.lead)
        and not (following and is_lettered(token))
    ):
        return True
    return text.find("://", start, last) < 0 and _is_another_name(before, token)


def _is_number_of_layout(text: str, after: NextLine) -> bool:
    """Tell the number of a page at its foot, below which a form feed is, or that of a line of code in a listing.

    There one of the next lines begins with the next number.
    """
    if not after.token.isdecimal() or len(after.token) > _LONGEST_NUMBER:
        return False
    if not after.following and _END_OF_PAGE.match(text, after.end):
        return True
    number = f"\n{int(after.token) + 1}"
    below = text.find(number, after.end, after.end + _NEXT_LINES)
    return below >= 0 and not text[below + len(number) : below + len(number) + 1].isalnum()


def _is_next_note(before: str, lead: str, token: str) -> bool:
    """Tell the next of the notes at the foot of a page, whose numbers are glued to them: ``3See``, ``4Ask``."""
    there = _NEXT_NOTE.match(token)
    if there is None:
        return False
    here = _NOTE.match(lead)
    return before[-1] == "." if here is None else int(here[1]) + 1 == int(there[1])


def is_all_of_it(text: str, start: int, run: int) -> bool:
    """Tell a URL that its line ends, whatever it ends in: what `stands_apart`, or is of data, settings and lists.

    There the next line has a label or a number and a URL, too: ``url: http://a.example/b``, ``2,http://a.example/c``,
    ``3. http://a.example/d``. Nor does anything go on in a definition: ``name = value``.
    """
    last = text[run - 1]
    if (last.isalnum() or last == "/") and (entry := _NEXT_ENTRY.match(text, run)) is not None:
        # What goes on with a key may have a URL for its value; a parenthesis may close one that stands before the URL.
        url = text[start:run]
        may_end_in_key = "?" in url or "&" in url or ";" in url
        key = _ENDS_IN_KEY.search(text, max(start, run - _LONGEST_KEY), run) if may_end_in_key else None
        is_value = key is not None or stays_open(url)
        closes = entry["closer"] is not None and text.find("(", line_start(text, start), start) >= 0
        return not (is_value or closes)
    return text[start - 2 : start] in _BEFORE_ALL and stands_apart(text, start, run)


def stands_apart(text: str, start: int, run: int) -> bool:
    """Tell what a request of roff links, or what stands in a column, behind what it is of, above another such URL."""
    if text[start - 2 : start] not in _BEFORE_ALL:
        return False
    lead = text[line_start(text, start) : start]
    return lead == ".UR " or (
        lead.endswith("  ")
        and lead.strip(" \t>") != ""
        and _ROW.match(text, run) is not None
        and not stays_open(text[start:run])
    )


def _ends_with_its_line(before: str, token: str, lead: str) -> bool:
    """Tell whether the string, the item or the comment that holds the URL ends with its line."""
    return (
        before[-2:] in _END_OF_STRING
        or (before[-1] == ";" and "?" not in before and ends_in_suffix(before[:-1]))
        or (("#" in lead or "//" in lead) and token[0] not in "#/" and _COMMENT.search(lead) is not None)
    )


def _is_no_continuation(
    before: str, token: str, following: str, line: LastLine, *, glued: bool, is_common: bool
) -> bool:
    """Tell what can never go on with a URL: another URL, signs alone, an item of a list, a definition."""
    if before[-3:] == "://":
        return not _HOST_AND_MORE.match(token)  # one word is no host there: `the scheme http://`, `protocol`
    if before[-1] in hexdigits and is_numbered(before, token):
        return True
    if not is_common and _begins_its_own(before, token, following, line):
        return True
    if not following:
        return False
    if LIST_MARK.match(token):
        is_long = line.length >= SHORTEST_WRAPPED
        is_rest = is_long and (before[-1] in "-_=" or (glued and before[-1].isdigit()))
        if token[0].isdigit() and (is_rest or (token[0] == "0" and "doi.org/10." in before)):
            return False  # `#section-` and `14.`
        goes_on = line.embraced or is_long or before[-1] in "-/=&_?"
        return not (line.opened == ")" and token.endswith(")") and goes_on)
    if token[0] == "+":
        return following[:2] == " +"  # parameters of PROJ, each behind its sign
    return bool(_DEFINITION.match(following)) or (token[0] == "#" and _TAG.match(following) is not None)


def _begins_its_own(before: str, token: str, following: str, line: LastLine) -> bool:
    """Tell the same of what the token alone shows."""
    if begins_url(before, token):
        return True
    if (
        _is_statement(before, token)
        or starts_opaque(before, token)
        or ("." in token and "?" not in before[:-1] and _GLUED_NAME.search(token) is not None)
    ):
        return True
    if "//" in token and (
        _GLUED_URL.search(token)
        or (_NETWORK_PATH.match(token) and before[-1] not in ":=")
        or ("?" not in before and _SETTING_OF_URL.match(token))
    ):
        return True
    if before[-1] == "/" == token[0] and not before.endswith(":/"):
        return True  # an empty segment is hardly broken in its middle
    if token[0] == "/" and (
        _ANCHOR.search(before, max(0, len(before) - _LONGEST_ANCHOR)) or _is_path_again(before, token)
    ):
        return True  # a path, behind a fragment that has none, or on its own
    if before[-1].isalnum() and line.length < _SHORT and _ISSUE.match(token):
        return True  # the number of an issue, on a line of its own
    if ":" in token and (key := KEYED.match(token)) is not None and before.startswith(key[1]):
        return True  # the line above, which was tried, is that of a key
    if _ENCODED_BLANKS.match(token) and ("?" not in before or "=3D" in before):
        return True  # what quoted-printable makes of an empty line, or of a rule
    if (
        not token[0].isalnum()
        and not _HAS_LETTER.search(token)
        and (token not in (("/",) if following else ("/", "=")) or following.startswith(">"))
        and not (line.embraced and _SLASH_CLOSED.match(token))
        and not _closes_own(before, token, line.opened)
    ):
        return True
    if not following:
        listed = _LISTED_DOMAIN.match(token) if before[-1] == "/" or before.count(".") > 1 else None
        if listed is not None and is_top_level_domain(listed[1]):
            return True
        return _NUMBER_OF_ITEM.match(token) is not None and line.opened != ")"
    return False


def _is_statement(before: str, token: str) -> bool:
    """Tell what Perl's documentation goes on with (``=cut``), where no key has begun that it may be the value of.

    Or what is set in the environment, where no query has.
    """
    if token[0] == "=":
        return token[1:2].isalpha() and _OPENS_QUERY.isdisjoint(before)
    return "=" in token and "?" not in before and before[-1] not in "/;&=" and bool(_VARIABLE.match(token))


def _is_path_again(before: str, token: str) -> bool:
    """Tell a path that begins with the URL's first folder, and not with its last part, from the rest of that.

    >>> _is_path_again("http://a.b/cgi/c.pl", "/cgi/d.pl"), _is_path_again("http://a.b/cgi/c", "/d/")
    (True, False)
    """
    folder, path = before.split("/", 4)[3:4], token.split("/", 2)
    return len(path) > 2 and folder == path[1:2] != [""] and before[-1].isalnum() and before.count("/") > 3


def _closes_own(before: str, token: str, opened: str) -> bool:
    """Tell what closes a parenthesis of the URL itself, and the one around it, if there is one, too."""
    still_open = before.count("(") - before.count(")") if token[0] == ")" else 0
    return still_open > 0 and token.count(")") >= still_open + (opened == ")")


def _is_another_name(before: str, token: str) -> bool:
    """Tell the next of a list of names without a scheme: ``example.com/a/`` and ``example.org/b/``."""
    if "/" not in before or before[-1] in "-=":
        return False
    found = _LISTED_NAME.match(token)
    return found is not None and is_top_level_domain(found[1]) and not ends_in_suffix(found[0])


def is_numbered(before: str, token: str) -> bool:
    """Tell whether a URL is complete with its number or its digest, above what is no more of that."""
    if (
        before[-1].isdigit()
        and NUMBERED.search(before, max(0, len(before) - LONGEST_NUMBERED)) is not None
        and _REST_OF_NUMBER.match(token) is None
    ):
        return True
    behind = _BEHIND_DIGEST.get(before[-41:-40])
    return (
        behind is not None and token[0] not in behind and _DIGEST.match(before, len(before) - 40) is not None
    )

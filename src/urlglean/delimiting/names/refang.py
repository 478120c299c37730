"""URLs and addresses made harmless on purpose, made whole again: ``hxxp://``, ``[.]``, ``joe at example dot com``.

Security reports and the archives of mailing lists write them so that nothing follows them by accident. The text is
rewritten to what was meant, and knows the way back. What has no brackets of its own or has blanks around it may be
prose: it is taken for a dot or an ``@`` only where a host name comes of it. Offsets are code points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import merge
from typing import TYPE_CHECKING, NamedTuple

from urlglean.patterns import lazy_re, lazy_regex
from urlglean.text import Rewritten
from urlglean.uri.suffixes import is_top_level_domain

if TYPE_CHECKING:
    import regex

_DOT_SIGNS = r"[.,\uFF0E\u3002\uFF61]"
_DOT_WORDS = r"(?i:dot|punkt|point|punto|ponto)"
_AT_SIGNS = r"(?:[@\uFF20]|(?i:at|\u00E4t|arroba))"
_IN_BRACKETS = (  # what {0} is said in
    r"(?:\[[ ]?{0}[ ]?\]|\([ ]?{0}[ ]?\)|\{{[ ]?{0}[ ]?\}}|<[ ]?{0}[ ]?>|\[\[{0}\]\]|\(\({0}\)\)"
    r"|\uFF3B{0}\uFF3D|\uFF08{0}\uFF09|\u3010{0}\u3011"
    r"|\\[\[(]{0}\\?[\])])"  # as Markdown escapes them
)
_DOT_IN_BRACKETS = _IN_BRACKETS.format(f"(?:{_DOT_SIGNS}|{_DOT_WORDS})")
_COLON_IN_BRACKETS = r"(?:\[:\]|\(:\)|\{:\}|\\[\[(]:\\?[\])])"
_OPENER, _CLOSER = r"(?:\\?[\[({])", r"(?:\\?[\])}])"
_REST_OF_PARTS = rf":{_CLOSER}?+{_OPENER}?+/{_CLOSER}?+{_OPENER}?+/"
_PARTS_IN_BRACKETS = rf"(?=[:/]{{0,2}}{_OPENER}){_OPENER}?+{_REST_OF_PARTS}{_CLOSER}?+"
"""A colon and two slashes, any of them in brackets: ``[:]//``, ``[://]``, ``:[/][/]``, ``[:/]/``."""
_AT_REFERENCE, _DOT_REFERENCE = r"&(?:\#64|\#[xX]40|commat);", r"&(?:\#46|\#[xX]2[eE]|period);"
"""As sources of pages hide them from who gathers addresses."""
_DOT_SIGN_IN_BRACKETS = _IN_BRACKETS.format(_DOT_SIGNS)
_AT_IN_BRACKETS = _IN_BRACKETS.format(_AT_SIGNS)
_ANY_DOT = (
    rf"(?:\.|[ ]{{0,2}}{_DOT_IN_BRACKETS}[ ]{{0,2}}|[ ]{{1,2}}(?i:dot)[ ]{{1,2}}|[ ]?-(?i:dot)-[ ]?|_(?i:dot)_"
    rf"|\[\.|\.\]|\\\.|{_DOT_REFERENCE})"
)
_ANY_AT = rf"(?:[ ]{{0,2}}{_AT_IN_BRACKETS}[ ]{{0,2}}|[ ]{{1,2}}(?:(?i:at)|@)[ ]{{1,2}}|[ ]?-(?i:at)-[ ]?|_(?i:at)_|@)"
_LABEL = r"[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,62}+(?:-(?!(?i:dot|at)-)[\p{L}\p{M}\p{N}]{1,62}+){0,8}+"
_LABELS = rf"(?P<label>{_LABEL})(?:{_ANY_DOT}(?P<label>{_LABEL})){{0,8}}+"
_MOST_MATCHED = 1024
_SPOKEN_ENDINGS = frozenset("com net org edu gov mil info biz".split())
"""Last labels that are believed behind a dot that is a word, with nothing else to say that it is one."""
_SURE_ENDING = rf"(?i:{'|'.join(sorted(_SPOKEN_ENDINGS))})"

_DEFANGED = lazy_regex(
    rf"""
    (?P<scheme>
        (?:(?<![A-Za-z])|(?<=\\(?:[nrt]|f[BIPR]|x[0-9A-Fa-f]{{2}}|u[0-9A-Fa-f]{{4}})|\[[0-9;]{{0,16}}m))(?:
            (?:(?=[hH][xXtT*_zZ]{{0,2}}[xX*_zZ])[hH][xXtT*_zZ]{{2,3}}[pP]|(?P<f>[fF](?:[xX*][pP]|[tT][xX]))|(?i:meow))
            (?P<s>[sS]?)
          | [tT]{{2}}[pP](?P<s>[sS]?)(?=://)
          | [hH][xXtT*]{{2}}[pP](?:\[(?P<s>[sS])\]|\((?P<s>[sS])\))(?=[:\[])
          | (?=[hHtT]{{1,3}}-)[hH]-?[tT]-?[tT]-?[pP](?P<s>[sS]?)(?=[:\[({{])
          | [\[(][hH][xXtT]{{2}}[pP](?P<s>[sS]?)[\])](?=:|[\[(]:)
        )
        (?:
            (?:{_PARTS_IN_BRACKETS}|[ ]?(?:{_COLON_IN_BRACKETS}|\\?[:;])[ ]?(?://|\\/\\/|\\\\))
            (?:[ ](?=[\w\-]{{1,63}}(?:[ ]?[\[({{]|\.\w)))?+
          | :?__[ ]?(?=\w)|://?(?=\w)|//(?=\w)
        )
    )
  | (?P<colon>
        (?<=[\w\])]){_PARTS_IN_BRACKETS} | {_COLON_IN_BRACKETS}\\\\ | (?<=[a-zA-Z])\\?:\\/\\/
      | (?<=\b(?i:https?|ftp)):\\\\(?=\w)
      | (?<=\b(?i:https?|ftp))(?:[ ]://[ ]?|://[ ])(?=[\w.\-]{{1,64}}[ ]?{_DOT_IN_BRACKETS})
      | (?<=\b(?i:https?|ftp))://[ ](?=[\w\-]{{1,63}}[ ]\.[a-z]{{2,24}}[ ]/)
      | (?<=\b(?i:https?|ftp))(?:[ ]:[ ]?//|:[ ]//|:/[ ]/)[ ]?(?=[\w\-]{{1,63}}(?:\.\w|[ ]?{_DOT_IN_BRACKETS}))
      | (?<=\b(?i:https?|ftp))(?:;//?|:/(?!/)|//)(?=[\w.\-]{{1,64}}[ ]?{_DOT_IN_BRACKETS})
      | (?<=\b(?i:https?|ftp)):?__(?=[A-Za-z0-9\-]{{1,63}}(?:\.[A-Za-z0-9]|[ ]?{_DOT_IN_BRACKETS}))
      | \[:\](?=[0-9]) | (?<=[0-9A-Fa-f]|:\])\[::?\](?=[0-9A-Fa-f:\[])
    )
  | (?P<dot>
        (?:(?<=\w)[ ]{{1,2}}{_DOT_IN_BRACKETS}|{_DOT_SIGN_IN_BRACKETS}|(?<=[\w*\]]){_DOT_IN_BRACKETS})
        (?:[ ]{{1,2}}(?=\w))?+
      | (?<=\w)[\[({{]\.(?P<ending>[A-Za-z]{{2,24}})[\])}}](?!\w)|(?<=\w)\.[\[(](?P<ending>{_SURE_ENDING})[\])](?!\w)
      | (?<=\w)(?:\(\.|\.\))(?P<ending>{_SURE_ENDING})(?![\w)])
      | (?<=[pP][sS]?(?:://|__)[ ]?[\w.\-]{{1,63}})(?:[ ]|[ ]?[\[({{][ ]?)
        \.(?P<ending>[A-Za-z]{{2,24}})(?:[ ]?(?=/\w)|(?=\[/\]\w))
      | (?<=[pP][sS]?(?:://|__)[\w.\-]{{1,63}})\.[ ](?P<ending>{_SURE_ENDING})(?![\w\-]|\.\w)
      | (?<=\w)\[[dD]\](?=(?:[\w\-]{{1,63}}\[[dD]\]){{0,3}}{_SURE_ENDING}(?![\w\-\[]))
      | (?<=\w)\[\.(?=\w)|(?<=\w)\.\](?=\w)|(?<=\w)\\\.(?=\w)|(?<=\w){_DOT_REFERENCE}(?=\w)
    )
  | (?P<slash>\[/\]|\\\[/\\?\]|\(/\)|(?<=[\w/])\\/|(?<=[a-z])\[/(?![a-zA-Z]+\])(?=\w))
  | (?P<at>(?<=\w)(?:[ ]{{0,2}}{_AT_IN_BRACKETS}[ ]{{0,2}}|\(a\)|\[a\]|\[@|@\]|{_AT_REFERENCE})(?=[\p{{L}}\p{{N}}]))
  | (?P<www>(?<!\w)[\[(][wW]{{3}}[\])](?={_ANY_DOT}\w))
  | (?P<spoken>(?<=\w)(?:[ ]{{1,2}}(?:(?P<dotted>(?i:dot))|(?i:at)|@)[ ]{{1,2}}
        |[ ]?-(?:(?P<dotted>(?i:dot))|(?i:at))-[ ]?|_(?:(?P<dotted>(?i:dot))|(?i:at))_)(?=[\p{{L}}\p{{N}}]))
    """,
    re.VERBOSE,
)

_WORD = r"[\w\x80-\U0010FFFF]"
"""What a word holds, and more: for `re` combining marks are none of it, as they are for `regex`."""
# What every such token holds: `re` looks for these in a fraction of the time.
_HINT = lazy_re(
    r"[xXtT*_wW](?:[tT]?[pP](?:(?=[\[(][sS][\])])|(?=[sS]?://)(?<![A-Za-z]...)(?<=[tT]{2}.)|[sS]?(?:;/|:/(?!/)|//|:?__)/?\w)"
    r"|(?<=[tT][xX]|[oO][wW])(?=:|[sS]?[ ]?\\?[\[({]|[sS]?[ ]:))"
    r"|[xX*_zZ][tT]?[pP](?=[sS]?[ \[({:_/;\\])"
    r"|[\[({<\uff3b\uff08\u3010](?="
    rf"[ ]?(?:{_DOT_SIGNS}|{_DOT_WORDS}|{_AT_SIGNS})[ ]?\\?[\])}}>\uff3d\uff09\u3011]|[ ]?[.@/]{_WORD}"
    rf"|{_REST_OF_PARTS}|::?\][0-9A-Fa-f:\[]|:\\?[\])}}]\\|/\\?[\])]|(?:[adD]|[wW]{{3}}|[hH][xXtT]{{2}}[pP][sS]?)[)\]])"
    rf"|\\(?:\.(?={_WORD})|/(?<={_WORD}\\/|/\\/))|&[#cp](?=\w{{2,6}};)|[.@]\](?={_WORD})"
    r"|\.(?:[ )](?=[cnoegmib][a-z]{2,3}(?![\w\-]))|(?=[\[(][A-Za-z]{3,4}[\])]))"
    r"|-(?=[tT]{0,2}-?[pP][sS]?[:\[({])"
    r"|[ _\-](?=(?:[dD][oO][tT]|[aA][tT]|@)[ _\-]|:[ ]?//|\.[A-Za-z]{2,24}(?:[ ]?/\w|\[/))"
    r"|:(?://[ ]|[ ]//|/[ ]/|/?\\?[\[({]/|\\[/\\])"
)
_REACH_OF_A_HINT = 4
"""How far before its hint a token begins at most."""
_LEAD = " \\[("
"""What a token holds before a hint that is no letter of a scheme."""
_OF_SCHEME = frozenset("xXtT*_wWzZ-")
_BEHIND_BACKSLASHES = lazy_re(
    r":(?:(?<=[tTxX*zZ][pP]:)|(?<=[pP][sS]:)|(?<=[pPsS][\[(]:)[\])])\\\\(?=[\w\-]{1,63}[.\[({])([^\s<>\"]+)"
)
_FOLDER = lazy_re(r"\\(?=\w)(?![nrt]\b)")

_SURE = frozenset({"scheme", "colon", "slash", "www"})
"""The kinds of tokens that are nothing else, whatever stands around them."""
_MAY_BE_PROSE = frozenset({"at", "spoken"})
_WORD_ALONE = lazy_re(r"[A-Za-z0-9]{1,63}(?:(?=[\r\n\"',;/:?#]|\Z)|(?=[ ][A-Za-z0-9])(?![ ](?i:dot|at)[ ]))")
"""The label that a host ends in, for nothing follows that stands for a dot or an `@`."""
_HOST_AHEAD = lazy_regex(_LABELS)
_REST_OF_AN_ADDRESS = lazy_regex(rf"{_LABEL}(?:{_ANY_DOT}{_LABEL}){{0,8}}?{_ANY_AT}{_LABELS}")
_WORD_BEFORE = lazy_regex(r"(?r)(?<![\w.+\-])[\w.+\-]{1,64}")
_SPOKEN_DOT = lazy_regex(rf"(?!\.){_ANY_DOT}(?<!\w\.)")
_AFTER_DOT_COM = lazy_re(
    r"(?i)[ ](?:bubble|boom|bust|crash|era|compan|startup|start-up|firm|business|world|year)"
)
_NAMES_AN_ADDRESS = lazy_re(
    r"(?im)(?:<|^From:?[ ]|\b(?:mailto|e-?mail|mail|contact|author|to|cc|reply-to|from):[ ]?)\Z"
)
_NO_USERS = frozenset(
    """am are arrive arrived at available be book buy by check click contact done download even find found free go here
    hosted i is it learn line live located look looked looking me meet more not now off online only or order out page
    posted read registered running see seen server shop sign site start stay store stuff talk that them there these they
    things this tickets up us via view visit watch was we website were work working works you""".split()
)
"""What before ``at example dot com`` is a word of the sentence and not the name of a mailbox."""
_NO_NAMES = frozenset(
    """a an and any big black blue by each every failed first former from green in late many new no of old one or our
    over polka post pre red some that the their this to two white your""".split()
)
"""What before ``dot com`` is a word of the sentence: the dot com boom, a red dot com."""


def refang(text: str) -> Rewritten:
    """Rewrite every defanged token of ``text``.

    >>> refang("hxxps://www[.]example[.]com/").text
    'https://www.example.com/'
    >>> refang("write to joe at example dot com, look at the red dot").text
    'write to joe@example.com, look at the red dot'
    """
    return Rewritten.of(text, merge(_meant(text), _backslashes(text)))


class _Defanged(NamedTuple):
    """What may be a defanged token."""

    start: int
    end: int
    kind: str
    """The group of the pattern that it is."""
    meaning: str
    """What it stood for."""
    ending: str | None = None
    """The last label of a host, where it is part of the token."""
    is_dot: bool = False
    """It is spoken, and a dot."""


def _meant(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what is to be rewritten, and what it stood for."""
    sure = 0
    for token in _tokens(text):
        start, end, kind, meaning, ending, _ = token
        if start >= sure:
            sure = _name_around(text, token)
        if sure < end:
            if kind in _MAY_BE_PROSE or ending is not None or text[start] == " ":
                continue
            if text[end - 1] == " " and kind == "dot":
                end = start + len(text[start:end].rstrip(" "))
        yield start, end, meaning


def _backslashes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the backslashes that stand for slashes in the path of a URL with two of them behind its colon."""
    done = 0
    while (found := _BEHIND_BACKSLASHES.search(text, done)) is not None:
        for backslash in _FOLDER.finditer(text, *found.span(1)):
            yield (*backslash.span(), "/")
        done = found.end()


def _tokens(text: str) -> Iterator[_Defanged]:
    """Yield what may be a defanged token, in order."""
    done = 0
    for hint in _HINT.finditer(text):
        begin = hint.start()
        low = max(done, begin - _REACH_OF_A_HINT)
        if text[begin] not in _OF_SCHEME:
            low += len(text[low:begin].rstrip(_LEAD))
        if low == begin and text.startswith("[.]", begin) and not text.startswith(" ", begin + 3):
            done = begin + 3  # as most are
            yield _Defanged(begin, done, "dot", ".")
            continue
        for start in range(low, hint.end()):
            found = _DEFANGED.match(text, start, start + _MOST_MATCHED)
            if found is not None:
                kind = found.lastgroup or ""
                is_dot = found["dotted"] is not None
                done = found.end()
                yield _Defanged(start, done, kind, _meaning(found, kind), found["ending"], is_dot)
                break


def _meaning(found: regex.Match[str], kind: str) -> str:
    """Say what a defanged token of a kind stood for."""
    said = found[kind]
    if kind == "scheme":
        return ("ftp" if found["f"] else "http") + ("s://" if found["s"] else "://")
    if kind == "colon":
        return "://" if any(sign in said for sign in "/\\_") else said.strip("[]")
    if kind == "dot" or found["dotted"] is not None:
        return "." + (found["ending"] or "")
    if kind == "www":
        return said[1:-1]
    return "/" if kind == "slash" else "@"


def _name_around(text: str, token: _Defanged) -> int:
    """Give the end of the host name that comes of a token, or -1 where none does: then it may be prose."""
    start, end, kind, _, ending, is_dot = token
    if ending is not None:
        return end if is_top_level_domain(ending) else -1
    if kind in _SURE:
        return end
    if kind == "spoken":
        return _spoken_dot(text, start, end) if is_dot else _spoken_at(text, start, end)
    first = text[end : end + 1]
    if first <= "\x7f" and not first.isalnum():
        return -1
    if (word := _WORD_ALONE.match(text, end)) is not None:
        behind, labels = word.end(), [word[0]]
    elif (host := _HOST_AHEAD.match(text, end, end + _MOST_MATCHED)) is not None:
        behind, labels = host.end(), host.captures("label")
    else:
        return -1
    last = labels[-1]
    if kind == "at":
        return behind if len(labels) > 1 and is_top_level_domain(last) else -1
    if is_top_level_domain(last) or (last.isdigit() and text[start - 1 : start].isdigit()):
        return behind
    return behind if word is None and _rest_of_an_address(text, end) > 0 else -1


def _rest_of_an_address(text: str, at: int) -> int:
    """Give the end of the address whose local part goes on at ``at`` (``joe dot doe at example dot com``), or -1."""
    found = _REST_OF_AN_ADDRESS.match(text, at, at + _MOST_MATCHED)
    if found is None or len(labels := found.captures("label")) < 2 or not is_top_level_domain(labels[-1]):
        return -1
    return found.end()


def _spoken_at(text: str, start: int, end: int) -> int:
    """Judge an ``at`` without brackets: the end of the host behind it, or -1 where it is a word of the sentence."""
    host = _HOST_AHEAD.match(text, end, end + _MOST_MATCHED)
    user = _WORD_BEFORE.search(text, max(0, start - 65), start)
    if host is None or user is None or user.end() != start:
        return -1
    labels = host.captures("label")
    if len(labels) < 2 or not is_top_level_domain(labels[-1]) or user[0].lower() in _NO_USERS:
        return -1
    if labels[0].lower() in _NO_NAMES and not text.startswith(".", end + len(labels[0])):
        return -1  # at the dot com
    if text.startswith("://", max(0, user.start() - 3)) and text.startswith("/", host.end()):
        return host.end()  # the user of a repository, as the archives of lists have it
    is_plain = _SPOKEN_DOT.search(text, end, host.end()) is None and text[start:end].strip(" ").isalpha()
    named = not is_plain or _NAMES_AN_ADDRESS.search(text, max(0, user.start() - 12), user.start())
    return host.end() if named else -1


def _spoken_dot(text: str, start: int, end: int) -> int:
    """Judge a ``dot`` without brackets: the end of the host or address it is in, or -1 where it is a word."""
    if (address := _rest_of_an_address(text, end)) > 0:
        return address
    host = _HOST_AHEAD.match(text, end, end + _MOST_MATCHED)
    word = _WORD_BEFORE.search(text, max(0, start - 65), start)
    if host is None or word is None or word[0].lower() in _NO_NAMES or _AFTER_DOT_COM.match(text, host.end()):
        return -1
    labels = host.captures("label")
    is_end = labels[-1].lower() in _SPOKEN_ENDINGS or (len(labels) > 1 and is_top_level_domain(labels[-1]))
    return host.end() if is_end else -1

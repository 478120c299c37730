"""The patterns of plain URLs: what may stand before one, what it is made of, and what may stand behind it.

A group of a pattern tells what stands around the URL, and so most of its facts; where it does not, `shortcut` says what
the rules would.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from urlglean.candidate import Facts, Opened
from urlglean.delimiting.alphabet import CLOSER
from urlglean.delimiting.lines import BARS
from urlglean.delimiting.openings import open_hierarchical
from urlglean.delimiting.readings import IN_ANGLES, IN_TEX, facts_of, what_stands
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.schemes import (
    EMPTY_AUTHORITY,
    KNOWN_SCHEMES,
    NUMBER_SCHEMES,
    OPAQUE_SCHEMES,
    SPLIT,
    WEB,
    opaque_rest,
)
from urlglean.delimiting.words import DEFINES
from urlglean.patterns import lazy_re

# A host of 253 characters at most, in labels of fewer than 64; a port has fewer digits than could be too many. A
# capitalised word may be the next sentence's, `xxx` what is left out of an address.
_HOST_NAME = (
    r"(?:[A-Za-z0-9]{1,18}+(?:-[A-Za-z0-9]{1,18}+){0,2}+\.(?=[A-Za-z0-9])){1,4}+"
    r"(?:[a-z]{2,24}+|[A-Z]{2,24}+)(?<![NXYnxy]{2})"
)
_LATIN_NAME = _HOST_NAME.replace("A-Za-z0-9", r"A-Za-z0-9\u00df-\u00f6\u00f8-\u00ff")  # `bücher.example`
_USERINFO = r"(?:[A-Za-z0-9._\-]{1,64}+(?::[A-Za-z0-9._\-]{1,64}+)?@)?+"
_QUAD = r"(?:(?:[1-9]?[0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])(?:\.(?=[0-9])|(?![0-9.]))){4}"
_LABEL = r"[a-z][a-z0-9]{0,18}+(?<![nxy]{2})"  # `localhost`, the name of a machine
_PORT = r"(?::[0-9]{1,4}+)?+"
_CHARACTERS = r"A-Za-z0-9\-._~/#@!$+,=%"
# Not `-_~+`: without them it may be meant, too; nor `&`: two of them are a shell's.
_LAST = r"(?<=[A-Za-z0-9/#@$=%)])(?<![=#]{6})"

BEHIND_BLANKS = rf"[ \t]++[^\s{BARS}]"
_WORD = r"(?=[A-Za-z]?[a-z]*[aeiouyAEIOUY])[A-Z]?[a-z]++"
_MARGIN = r"(?:(?:>[ ]?)++|(?:\#++|//++|(?:[ ]{2}){0,12}+[ ]\*)[ ])"  # of a quotation, or of a comment
_MORE = rf"[,;]?+[ ](?!{DEFINES}[ \t])\S"
_UNSPACED = r"\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3"  # a URL may touch these letters
_WIDE_MARKS = r"\u3001\u3002\uff0c\uff1a\uff1b\uff01\uff1f\uff09\u300d"
CLOSERS_OF_QUOTES = {opener: CLOSER[opener] for opener in '"`\u00ab\u00bb\u201c\u201e\u2018\u300c\u300e'}
# No `!` and no `?`: where one is taken off, what it ended is another reading.
_OTHER_END = rf"[.,;:]?(?:{BEHIND_BLANKS}| {{0,2}}\r?\n|\Z)"

_QUOTE_AT_AN_END = r"\"(?![ \t]*+(?:[+.&\\]|\r?\n(?![ \t]*+(?:[<>\n]|[A-Za-z]{3}|id=))|\r(?!\n)))"
"""A closing quote behind which no other string may go on; the next line may begin with another attribute of HTML."""
IN_PAIR = lazy_re(
    r":(?:(?<=mailto:)[A-Za-z0-9]++(?:[._+\-][A-Za-z0-9]++){0,16}+"
    rf"(?:@{_HOST_NAME}(?=[>\]]|{_QUOTE_AT_AN_END}|{BEHIND_BLANKS})| at [A-Za-z0-9.\-]++>())"
    r"|(?:(?<=urn:)[A-Za-z0-9][A-Za-z0-9\-]{1,31}+:[A-Za-z0-9][A-Za-z0-9.:_\-]{0,200}+"
    r"|(?<=[cm]id:)[A-Za-z0-9][A-Za-z0-9.$_+=\-]{0,200}+@[A-Za-z0-9][A-Za-z0-9.\-]{0,200}+)"
    rf"(?<=[A-Za-z0-9])(?={_QUOTE_AT_AN_END}))"
)
"""What fills a pair: an address, or one as archives hide it from robots, which is none; an identifier, in quotes.

An address may stand between blanks, too."""
_BETWEEN_BLANKS = lazy_re(
    rf":(?://({_HOST_NAME}|{_QUAD}|{_LABEL}){_PORT}(?:/[A-Za-z0-9._/+\-]{{0,1024}}+(?<=[A-Za-z0-9/]))?+"
    rf"|[A-Za-z0-9?+*\-][A-Za-z0-9.:,@/=_+\-]{{1,1024}}+(?<=[A-Za-z0-9]))(?={BEHIND_BLANKS})"
)
_LONGEST_RARE_SCHEME = 12
_TAILS = frozenset(scheme[at:] for scheme in SPLIT for at in range(1, len(scheme)))
"""What may be the rest of a scheme that is broken over lines."""
_OF_RULES_OF_THEIR_OWN = frozenset({"file", "mailto"})
_RARE_SCHEMES: Final = frozenset(OPAQUE_SCHEMES) - _OF_RULES_OF_THEIR_OWN
_RARE_WITH_HOSTS: Final = (
    frozenset(filter(str.isalpha, KNOWN_SCHEMES)) - EMPTY_AUTHORITY - NUMBER_SCHEMES - WEB
)
MARKED, QUOTED, BETWEEN, SPACED, BRACKETED, KEYED, TAGGED, LABELLED = range(1, 9)
STOP, COMMA, MARK, PARENTHESIS, NEXT_WORD, NO_WORD, MARGIN, MARKED_WORD, ENTRY, CELL, WIDE, OTHER = range(
    9, 21
)
HOST_STOP, HOST_COMMA, OTHER_OF_HOST = range(21, 24)
NOT_PLAIN: Final = 24
"""The groups of the patterns: the last one that took part tells what stands around the URL.

None: a blank on both sides. The first eight tell what stands before it, and so what may stand behind: `MARKED` what
opens the target of a link in Markdown, `QUOTED` a straight quote, where nothing goes on behind the second one,
`BETWEEN` what opens `<...>`, quotes, emphasis or an element, `SPACED` several blanks or a tab, `BRACKETED` a square
bracket or a brace, `KEYED` an equals sign or what parts the fields of a row, `TAGGED` a tag of BBCode or a number in
brackets, `LABELLED` a ``URL:``, a blank behind it or not.

The next tell what stands behind it: `STOP` and `COMMA` that and a blank (`HOST_STOP` and `HOST_COMMA` behind a bare
host), `MARK` another mark and a blank, `PARENTHESIS` a closing one, `NEXT_WORD` a line break and a word of prose,
`NO_WORD` a line break and no word (a quotation, quote marks alone, a rule, the next item of a list), `MARKED_WORD` a
line break, a `MARGIN` and a word, `ENTRY` a line break and a URL behind a label or a number, `CELL` a blank and a bar,
`WIDE` East Asian punctuation; the others have to be looked at. Where `NOT_PLAIN` takes part, slashes follow that begin
no plain URL, or a name without slashes may have ended.

They are so few that a match is still one of the small objects that Python has its own memory for."""
WHITE_SPACE: Final = frozenset({" ", "\n", "", "\t", "\r"})
"""What white space may follow; nothing may, too."""


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts of URLs that one rule opened, by what stands around them."""

    opened: Opened
    opened_by: str
    """What users are told of that, where it is not what the opening itself is called."""
    behind: dict[str, Facts]
    """By what stands behind them: white space, or a mark and white space."""
    line_end: dict[str, Facts]
    """By the first character of that where it ends the line."""
    by_group: tuple[Facts | None, ...]
    """By the group of the pattern, the first for none; None where the group does not say all."""
    between: dict[str, Facts]
    """By the pair around them."""
    in_remark: Facts
    """Before the parenthesis that closes a remark, but for the other reading."""


def known_facts(opened: Opened, opened_by: str = "") -> KnownFacts:
    """Give the facts of URLs that are opened so, and of which users are told ``opened_by``."""
    behind = {
        mark + after: facts_of(opened, what_stands(after), opened_by=opened_by, stripped=mark)
        for mark in ("", *".,;:!?")
        for after in WHITE_SPACE
    }
    by_group = {
        0: behind[" "],
        STOP: behind[". "],
        COMMA: behind[", "],
        HOST_STOP: facts_of(opened, Ended.HOST.told("."), stripped="."),
        HOST_COMMA: facts_of(opened, Ended.HOST.told(","), stripped=","),
        QUOTED: facts_of(opened, what_stands('"'), delimiter='""'),
    }
    return KnownFacts(
        opened,
        opened_by,
        behind,
        {both[0]: facts for both, facts in behind.items() if both.endswith(("\n", "\r"))},
        tuple(by_group.get(group) for group in range(NOT_PLAIN)),
        {
            "[ ": behind[" "],
            "><": facts_of(opened, what_stands("<")),
            "**": facts_of(opened, what_stands(" "), stripped="*"),
            "__": facts_of(opened, what_stands(" "), stripped="_"),
            "''": facts_of(opened, Ended.SAME_SIGN.told("'"), delimiter="''"),
            "][": facts_of(opened, Ended.BBCODE_TAG.told()),
            **{
                pair: facts_of(
                    opened,
                    Ended.CLOSER.told(pair[1]),
                    opened_by=f"{pair[0]!r} before {opened.told}",
                    delimiter=pair,
                    rule=rule,
                )
                for pair, rule in (("<>", IN_ANGLES), ("{}", IN_TEX))
            },
            **{
                opener + closer: facts_of(opened, what_stands(closer), delimiter=opener + closer)
                for opener, closer in CLOSERS_OF_QUOTES.items()
            },
        },
        facts_of(opened, Ended.UNOPENED.told(")")),
    )


OF_SCHEME: Final = known_facts(Opened.SCHEME)
OF_OPAQUE: Final = {
    "[]": facts_of(Opened.KNOWN_SCHEME, Ended.HOST.told("]"), delimiter="[]"),
    **dict.fromkeys(("  ", "\n "), facts_of(Opened.KNOWN_SCHEME, what_stands(" "))),
    **known_facts(Opened.KNOWN_SCHEME).between,
}
"""What is known of URLs without ``//``, by what stands before and behind them."""


def between_blanks(text: str, at: int, floor: int) -> tuple[int, int, Facts] | None:
    """Give from where to where a URL of a rarer scheme stands whose colon is at ``at``, and what is known of it.

    It stands between two blanks; None where the rules have to be asked.
    """
    low = max(floor, at - _LONGEST_RARE_SCHEME)
    start = max(text.rfind(" ", low, at), text.rfind("\n", low, at)) + 1
    scheme = text[start:at] if start > low else ""
    if not (scheme.isalnum() or scheme in _RARE_SCHEMES):
        return None  # and what is behind is not read, as it would be again for each colon in it
    found = _BETWEEN_BLANKS.match(text, at)
    if found is None:
        return None
    end = found.end()
    if found[1] is None:
        is_one = scheme in _RARE_SCHEMES and opaque_rest(scheme).match(text, at + 1, end) is not None
        return (start, end, OF_OPAQUE["  "]) if is_one else None
    if scheme not in _RARE_WITH_HOSTS and not _is_unknown(scheme, text, at, floor):
        return None
    return start, end, OF_SCHEME.behind[" "]


def _is_unknown(scheme: str, text: str, at: int, floor: int) -> bool:
    """Tell whether the letters before ``://`` are believed to be a scheme that nobody knows."""
    if scheme in _TAILS or scheme in KNOWN_SCHEMES or not scheme.isalnum():
        return False
    opening = open_hierarchical(text, at, floor)
    return opening is not None and opening.scheme == scheme


class Patterns(NamedTuple):
    """The patterns of plain URLs."""

    colons: re.Pattern[str]
    """Every colon that may announce a URL, with the plain URL that it announces if there is one without a semicolon."""
    rarer: re.Pattern[str]
    """All plain URLs with a scheme, matched at the colon: those with what `IS_RARER` tells, too."""
    dot: re.Pattern[str]
    """Names that begin with ``www``, matched at the first full stop."""


ABOVE_ANOTHER = lazy_re(r"(?<=[/ \n]http):(?=//https?://)")
"""The colon of a URL that has another's scheme for its host: that is none."""
IS_RARER = lazy_re(
    r":(?:(?<=[PS]:)|(?<=(?:git|svn|ssh):)|(?<=git\+http:)|(?<=git\+https:)"
    r"|//[^\s/@\x80-\U0010ffff]*+[^\s/]|[^\s;]{0,256}+;)"
)
"""The colon of a URL of a repository or in capitals, or of one with userinfo, a host beyond ASCII or a semicolon."""
_RARER = ("HTTPS://", "HTTP://", "git://", "svn://", "ssh://", r"git\+https://", r"git\+http://")


@cache
def patterns_of(*, is_ascii: bool) -> Patterns:
    """Give the patterns for texts of nothing but ASCII, which are compiled much sooner, or those for all."""
    schemes = ("https://", "http://", "ftp://")
    lasts, pairs = _ends_of_names()
    # Behind a blank stands what `<mailto: jim@example.org>` or `<URL: ../b.html>` has, or nothing.
    name = rf"(?<={lasts}:)(?:(?! [^ \t\r\n])(?<=(?:{pairs}):)|(?<=<[Uu][Rr][LlIi]:)|(?<=<.{{6}}:))"
    return Patterns(
        lazy_re(rf":(?://{_plain(schemes, is_ascii=is_ascii)}|(?:/|{name}|\\)())"),
        lazy_re(f"://{_plain((*schemes, *_RARER), also=';', is_rarer=True, is_ascii=is_ascii)}"),
        lazy_re(r"\." + _plain((r"www\.",), also=";", is_name=True, is_ascii=is_ascii)),
    )


def _ends_of_names() -> tuple[str, str]:
    """Give the patterns of the last letter, and the last two, of what may stand before a colon that no slashes follow.

    One letter tells the colons of times apart, the commonest of logs.
    """
    names = (*OPAQUE_SCHEMES, "http", "https")  # the last two where their line ends
    lasts: dict[str, set[str]] = {}
    for name in names:
        lasts.setdefault(name[-2], set()).add(name[-1])
    pairs = (_either_case({first}) + _either_case(lasts[first]) for first in sorted(lasts))
    return _either_case(set().union(*lasts.values())), "|".join(pairs)


def _either_case(letters: set[str]) -> str:
    return f"[{''.join(sorted(letters | {letter.upper() for letter in letters}))}]"


def _plain(
    leads: tuple[str, ...], *, is_ascii: bool, is_name: bool = False, is_rarer: bool = False, also: str = ""
) -> str:
    """Give the pattern of what stands behind one of the ``leads``, at the end of it."""
    path, of_row = _path(_CHARACTERS + also), _path(_CHARACTERS.replace(",", "") + also)
    behind_path = (
        rf"(?:(?={BEHIND_BLANKS})|(?=\.{BEHIND_BLANKS})()|(?=,{BEHIND_BLANKS})()"
        rf"|(?=(?:;|(?<!\#)[?!]){BEHIND_BLANKS})()|(?=\))()"
        rf"|(?<=[A-Za-z0-9/)])(?<!%.)(?=[.,;]?+\r?\n(?:({_WORD}){_MORE}"
        r"|(?:https?://\w|\"|[> ]*+(?:\r?\n|(?:[\-*][ ]|\[[0-9]{1,5}\]:?[ ])?https?://\w)|_{4,}+\s)()"
        rf"|({_MARGIN})({_WORD}){_MORE}))"
        r"|(?<=[A-Za-z0-9/])(?=\r?\n[> ]*+(?:[A-Za-z0-9_.\-]{1,24}+(?:[:=][ ]?|,)|[0-9]{1,3}\.[ ])https?://\w)()"
        rf"|(?=[ \t][{BARS}])()|{'(?!)' if is_ascii else f'(?=[{_WIDE_MARKS}])'}()|(?={_OTHER_END})())"
    )
    behind_host = (
        rf"(?:(?={BEHIND_BLANKS})|(?=\.{BEHIND_BLANKS})()|(?=,{BEHIND_BLANKS})()|(?={_OTHER_END}|\))())"
    )
    before = _before(leads, is_name=is_name, is_ascii=is_ascii)
    host = _HOST_NAME if is_ascii or not is_rarer else _LATIN_NAME
    if not is_name:
        host = rf"{_USERINFO if is_rarer else ''}(?:{host}|{_QUAD}|{_LABEL})"
    return (
        rf"(?:{before}){host}{_PORT}"
        rf"(?:(?({KEYED}){of_row}|{path}){_by_what_stands_before(behind_path, is_ascii=is_ascii)}"
        rf"|{_by_what_stands_before(behind_host, is_ascii=is_ascii)})"
    )


def _path(characters: str) -> str:
    """Give the pattern of a path of these ``characters``, and of a query behind it."""
    # One stretch of characters, of which the punctuation at its end is given back, once. Two ampersands before a query
    # may be a shell's, parentheses that touch a word at the very end a remark of the text, a number behind a colon that
    # of a line: those the rules see.
    first, stretch, of_query = (f"[{characters}{more}]{{0,65536}}" for more in ("", "?", "?&"))
    pair = rf"(?:(?<![A-Za-z0-9])\({stretch}\)|\({stretch}\)(?=[A-Za-z0-9/$@%]))"
    colon = ":(?=[A-Za-z])"
    begin = rf"{first}(?:\?{of_query}(?:{colon}{of_query}){{0,64}})?"
    return rf"/(?>{begin}(?:(?=[(:])(?:{pair}{stretch}|{colon}{begin})){{0,64}}{_LAST})"


def _before(leads: tuple[str, ...], *, is_name: bool, is_ascii: bool) -> str:
    """Give the pattern of what may stand before a plain URL, each with one of the ``leads`` behind it."""

    def each(before: str, unless: str = "") -> str:
        return "|".join(rf"(?<={before}{lead})" + unless.replace("LEAD", lead) for lead in leads)

    # No opener with white space behind it.
    blank = each(r"[^ \t\r<\[\u00ab][ \n]", unless=r"(?<![Uu][Rr][LlIi]:[ ]LEAD)")
    others = [each(r"[^ \t<\[\u00ab]\r\n"), each(r"[^\]]\(")]
    if not is_name:
        others.append(each(r" \+"))  # a robot's home page in a log
        others.append(each(r"[^ \t\r<\[\u00ab]\n[+\-]"))  # a line that a patch adds or takes away
    one_of_others = each(r"[\n(+\-]")  # a character tells that most URLs stand behind none of them
    bare = [blank, f"(?:{one_of_others})(?:{'|'.join(others)})"]
    if not is_ascii:
        bare.append(each(f"[{_UNSPACED}]"))
    # The name that a certificate is for may have more of that behind it: `CN=www.a.example/O=b`.
    no_certificate = r"(?<!(?<![A-Za-z])CN=LEAD)(?<!commonName=LEAD)" if is_name else ""
    groups = [  # in the order of their numbers
        each(r"\]\("),
        each('"'),
        each("[" + ('"`' if is_ascii else "".join(CLOSERS_OF_QUOTES)) + "'<>*_]"),
        each(r"(?:[ \t][ \n]|[\s\S]\t)") + "|" + each(r"[ \t]\r\n"),
        each(r"[\[{]"),
        each("[=,;|]", unless=no_certificate),
        each(r"\]"),
        each(r"[Uu][Rr][LlIi]:[ ]") + "|" + each(r"[Uu][Rr][LlIi]:"),
    ]
    return "|".join([*bare, *(f"(?:{one})()" for one in groups)])


def _by_what_stands_before(behind: str, *, is_ascii: bool) -> str:
    """Give the pattern of what may stand ``behind`` a URL, unless something stands before it that says more."""
    closers = '"`' if is_ascii else "".join(CLOSERS_OF_QUOTES.values())
    of_group = {
        MARKED: r"\)|[ ]\"",
        QUOTED: _QUOTE_AT_AN_END,
        BETWEEN: rf"[{closers}>]|</|'(?=[)\]}}]?+[,;]?+(?:[> ]|\r?\n))|[*_]?{BEHIND_BLANKS}",
        SPACED: _OTHER_END,
        BRACKETED: rf"[\]}}]|{BEHIND_BLANKS}",
        KEYED: rf"{_OTHER_END}|[\],;]",
        TAGGED: rf"{_OTHER_END}|\[/",
        LABELLED: _OTHER_END,
    }
    for group, only in reversed(of_group.items()):  # the commonest is asked about first
        behind = rf"(?({group})(?={only})|{behind})"
    return behind

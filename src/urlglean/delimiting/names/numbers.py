"""Four numbers that look like the address of a host and are of a version, a section, an object identifier."""

from __future__ import annotations

from itertools import pairwise

from urlglean.patterns import lazy_re, lazy_regex

_HEADING = lazy_re(r"(?m)(?:^[ \t|>#*]{0,16}|</a>|<h[1-6][^<>]{0,40}>)\Z")
_TITLE = lazy_re(r"(?:(\.)[ \t\u00A0]{1,4}[\"'\u201c]?|[ \t\u00A0]{1,4}(?![a-z]))[^\W\d_]")
_SIGNS_BEFORE_NUMBERS = r"[\"']?[ \t]{0,6}[:=]?(?:[ \t]is)?[ \t]{0,4}(?:\r?\n[> ]{0,8})?[\"'(]?"
_NUMBER_BEFORE = lazy_regex(
    r"(?ir)(?<![^\W_])(?:v|ver\.?|versions?|release|rev\.?|revision|rv|\u7b2c|firmware|build"
    r"|sections?|sect?\.|\u00A7|chapter|clause|oids?|object[ ]?identifiers?\(?|since"
    r"|(?:update|upgrade|downgrade|bump)(?:s|d|ed)?[ \t]to)"
    rf"{_SIGNS_BEFORE_NUMBERS}"
)
_VERSION_BEFORE = lazy_regex(
    r"(?ir)(?:(?<![^\W_])(?:kernels?|linux|vanilla|policy|depuis|standards-version:?(?:[ ]\w{1,8})?[ ]to"
    r"|(?:upgrad|downgrad|bump)\w{0,5}(?:[ \t](?!(?:dns|ip|server|host|gateway|address)\b)[\w.\-]{1,24}){1,3}[ \t]"
    rf"(?:to|from)){_SIGNS_BEFORE_NUMBERS}|[<>~]=[ ]?|\w(?<!\bip)(?<!addr)(?<!host)(?<!src)(?<!dst)=="
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}[ ]\()"
)
_VERSION_BEHIND = lazy_re(
    r"(?i)[ ](?:release|kernel|version|firmware|format)\b|[ ]#[0-9]+[ ](?:SMP|PREEMPT"
    r"|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b)"
    r"|[ ]?[\-(][ ]?[0-9]{4}-[0-9]{2}-[0-9]{2}\)?[ \t]{0,8}(?:[\r\n]|\Z)|[ ]\([0-9]{1,2}[ ][a-z]{3,9}[ ][0-9]{4}\)"
    r"|\)[ ][\w.\- ]{1,64};[ ]urgency="  # the head of an entry in a change log of Debian
)
_SIGNATURE_OF_GIT = lazy_re(r"(?m)^[> ]{0,8}--(?:[ ]|=20)?\r?\n[> ]{0,8}\Z")
_THREE_NUMBERS = lazy_re(r"([0-9]\.(?<![0-9.]..)[0-9]{1,3}\.)[0-9]{1,3}(?!\.?[0-9])")
_FIRST_OF_VERSIONS = frozenset(range(100)) - {10}
"""What versions begin with: the rest are rather addresses, as those of private networks are."""
_ADDRESS_BEFORE = lazy_regex(
    r"(?ir)(?:\A|\n|[^\w\s'\u2019.,()*]"
    r"|(?<![^\W_])(?:ip(?:v?4)?s?|dns|hosts?|hostname|servers?|gateways?|routers?|nodes?|peers?|machines?"
    r"|address(?:es)?|addrs?|prox(?:y|ies)|subnet|net(?:mask|work)|port|clients?|nameservers?|resolvers?|range"
    r"|block(?:s|ed|ing)?|ban(?:s|ned)?|allow|deny|accept(?:s|ed)?|reject(?:s|ed)?|drop(?:s|ped)?|attack(?:s|ed)?"
    r"|connect(?:s|ed|ing)?|login|logged[ ]in|trying|inet|ping|dig|whois|ssh|telnet|curl|wget|nmap"
    r"|scan(?:s|ned|ning)?|traceroute|nslookup|nc|from|to|at|by|on|via|through)"
    r"(?:[ ](?:to|is|at|of|from|are|and|or|with|like|the|an?|ip|address)){0,3}[:=]?)[ \t(]{0,8}"
)
"""What goes before the address of a host: its name, a verb of the network, a preposition, the start of the line."""
_MADE_UP = frozenset({0, 11, 22, 33, 44, 55, 66, 77, 88, 99})
"""Of these are the numbers behind the first in an address that somebody made up."""
_NO_WORD = frozenset(["", *"0123456789,;|!?)]}"])
"""Behind these no word says what the numbers are."""
_REACH_OF_A_WORD = 160
_REACH_OF_A_NAME = 72
_MARGIN = 48


def is_number_of_something(text: str, start: int, end: int) -> bool:
    """Tell whether the four numbers ``text[start:end]`` are of a version, a section, an object identifier.

    What stands around them says so, three numbers nearby of which the first two are the same, that all are small and
    nothing before them speaks of a network, or that they number a heading: alone at the start of a line, before a
    title, each as small as the numbers of sections are; with a full stop behind it, those of a long book. No machine
    has an address that begins with 0; few have one that ends in it.

    >>> is_number_of_something("version 1.2.3.4", 8, 15), is_number_of_something("host 1.2.3.4", 5, 12)
    (True, False)
    >>> is_number_of_something("6.2.2.1. Case", 0, 7), is_number_of_something("8.8.8.8 Google", 0, 7)
    (True, False)
    """
    low = max(0, start - _REACH_OF_A_WORD)
    has_word = text[low:start].rstrip(" \t\r\n>")[-1:] not in _NO_WORD
    if has_word and _NUMBER_BEFORE.match(text, max(0, start - _REACH_OF_A_NAME), start) is not None:
        return True
    numbers = [int(number) for number in text[start:end].split(".")]
    # A host's address does not end in 0 as a rule, and those of most networks do not begin with so small a number.
    if 0 < numbers[0] < 10 and (numbers[3] == 0 or numbers[:2] == [2, 6]):
        return True  # 3.14.1.0; and 2.6.25.17, a kernel
    if numbers[0] == 0 < max(numbers) or (
        numbers[0] in _FIRST_OF_VERSIONS and _is_version(text, low, start, end, has_word=has_word)
    ):
        return True
    if _is_small(numbers) and _ADDRESS_BEFORE.match(text, max(0, start - _REACH_OF_A_NAME), start) is None:
        return True
    title = _TITLE.match(text, end)
    if title is None or _HEADING.search(text, max(0, start - _MARGIN), start) is None:
        return False
    return (title[1] is not None or numbers[0] < 10) and 0 < min(numbers) < max(numbers) < 30


def _is_small(numbers: list[int]) -> bool:
    """Tell numbers as small as those of versions, which few hosts have; those that people make up look regular.

    >>> [_is_small(numbers) for numbers in ([1, 7, 8, 5], [4, 3, 99, 16], [5, 9, 120, 4], [10, 7, 8, 5])]
    [True, True, False, False]
    >>> [_is_small(numbers) for numbers in ([1, 2, 3, 4], [8, 8, 4, 4], [1, 0, 0, 1], [1, 22, 33, 44])]
    [False, False, False, False]
    """
    if (
        not 0 < numbers[0] < 10
        or max(numbers) > 99
        or len(set(numbers)) < 3
        or _MADE_UP.issuperset(numbers[1:])
    ):
        return False
    return len({behind - before for before, behind in pairwise(numbers)}) > 1


def _is_version(text: str, low: int, start: int, end: int, *, has_word: bool) -> bool:
    """Tell by what stands around the four numbers ``text[start:end]``, from ``low`` on, whether they are a version.

    Three numbers near them, of which the first two are the same, say so, too. ``has_word`` where the sign before them
    may end a word.

    >>> text = "2.6.26 came out, I use 2.6.26.3"
    >>> _is_version(text, 0, 23, 31, has_word=True), _is_version(text, 7, 23, 31, has_word=True)
    (True, False)
    """
    if (
        (has_word and _VERSION_BEFORE.match(text, low, start) is not None)
        or _VERSION_BEHIND.match(text, end) is not None
        or (text.find("--", low, start) >= 0 and _SIGNATURE_OF_GIT.search(text, low, start) is not None)
    ):
        return True
    first_two, high = text[start : text.find(".", text.find(".", start) + 1) + 1], end + _REACH_OF_A_WORD
    if text.find(first_two, low, start) < 0 and text.find(first_two, end, high) < 0:
        return False
    return any(found[1] == first_two for found in _THREE_NUMBERS.finditer(text, low, high))

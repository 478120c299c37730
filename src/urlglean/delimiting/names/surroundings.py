"""What stands around what looks like a host name and says that it is one, or a file, an attribute, part of an address.

The same of four numbers, which may be an address, a version, a section. What the labels of a name say is told by
`lookalikes`. Offsets are code points of the text at hand.
"""

from __future__ import annotations

from itertools import pairwise

from urlglean.delimiting.names.lookalikes import (
    BUILD_SUFFIXES,
    LONG_ATTRIBUTES,
    SHARED_SUFFIXES,
    SOURCE_SUFFIXES,
    is_attribute,
    is_file,
    is_generic,
    is_unmarked_name,
)
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_top_level_domain

_ASSIGNED = lazy_re(r"[ \t]{1,4}(?:[\-+*/|&%!=<>]?==?|:=)[ \t]|\)+;[ \t]{0,8}(?:[\r\n]|\Z)")
_ASSIGNED_VALUE = lazy_re(r"[ \t]=[ \t](?:True|False|None|null|true|false|[0-9]+\b(?!\.)|[\w.]{1,64}\()")
_QUERY = lazy_re(
    r"(?m)(?=[A-Z])\b(?:SELECT|WHERE|JOIN|REFERENCES|DISTINCT|HAVING|(?:GROUP|ORDER)[ ]BY)\b"
    r"|(?=[ \t>\"'`(su])^[ \t>\"'`(]*+(?:select|update)[ ]"
)
_QUERY_BEFORE = lazy_regex(r"(?r)\bON[ ]|(?<![\w.])(?=[\w.]*[._]\w)[\w.]++[ ]?[=<>]{1,2}[ ]?")
"""What stands before the column of a table in SQL, on its line, and right before it."""
_CODE_BEFORE = lazy_re(
    r"(?m)[\w%]\((?:[^()\n]*,[ ])?\Z|\{[{%][^{}\n]*[ (]\Z"
    r"|^(?:[ ]{2,}|\t+)(?:if|elif|while|return|for|assert|yield|let|var|const)\b[^\n]*[ (!]\Z"
)
"""What stands before an attribute in a program: the parenthesis of a call, the braces of a template, an indented
statement."""
_REACH_OF_A_LINE = 200
_IMPORT_BEFORE = lazy_re(r"(?m)^[ \t>]{0,16}(import|from|package|namespace)[ \t]\Z")
_REACH_OF_AN_IMPORT = 32
_SECTION_BEFORE = lazy_re(r"(?m)(?:^[ \t>]{0,16}|``?)\[{1,2}\Z")
_SECTION_BEHIND = lazy_re(r"\]{1,2}(?:``?|[ \t]{0,8}(?:[;#]|[\r\n]|\Z))")
"""What stands around the name of a section of settings (INI, TOML): ``[tool.black]``."""
_ATTRIBUTE_BEFORE = lazy_regex(
    r"(?ir)\b(?:struct|class|method|attribute|property|field|member|function|register|namespace|variable)[ ]"
    r"[`'\"]{0,2}"
)
_ATTRIBUTE_BEHIND = lazy_re(
    r"(?i)[`'\"]{0,2}[ ](?:config(?:uration)?[ ])?(?:variable|setting|option|parameter|member|field|attribute|method"
    r"|property|function|keyword)s?\b(?!\.\w)"
)
"""What says that a name is an attribute."""
_MEMBER_BEFORE = lazy_re(r"[\w)\]]->\Z")
_ENTRY_BEFORE = lazy_re(r"(?m)^\t(?:\*[ ])?(?:[\w.\-/]{1,64},[ ]){0,8}\Z")
_ENTRY_BEHIND = lazy_re(r"(?:,[ ][\w.\-/]{1,64}){0,8}(?:[ ]\(|:)")
_IN_AN_ENTRY = lazy_re(
    r"(?:\A|\n)\t\*[ ](?=[^\s:,./]*+[./])(?=[^\s:,]*+(?:[:,]|[ ]\())[^\n]*(?:\n\t(?!\*)[^\n]*)*\Z"
)
_REACH_OF_AN_ENTRY = 400
"""What stands around the names of files in a ChangeLog of GNU, and what goes before what it says of them."""


def is_in_a_statement(text: str, start: int, end: int, last: str) -> bool:
    """Tell whether code stands around the name ``text[start:end]`` that ends in ``last``: an import, an assignment.

    An entry of a ChangeLog counts, too, a section of settings, and the arrow before the member of a structure.

    >>> is_in_a_statement("from abc.media import x", 5, 14, "media"), is_in_a_statement("a.id == 1", 0, 4, "id")
    (True, True)
    """
    if not is_generic(last) and _ASSIGNED_VALUE.match(text, end) is not None:
        return True
    if is_attribute(last):
        low = max(0, start - _REACH_OF_A_LINE)
        line = max(low, text.rfind("\n", low, start) + 1)
        if (
            _ASSIGNED.match(text, end) is not None
            or _QUERY.search(text, line, start) is not None
            or _QUERY_BEFORE.match(text, line, start) is not None
            or _CODE_BEFORE.search(text, line, start) is not None
            or _ATTRIBUTE_BEFORE.match(text, line, start) is not None
            or _ATTRIBUTE_BEHIND.match(text, end) is not None
            or (  # reStructuredText quotes code so; a host in it has more dots, and small letters alone
                text.startswith("``", max(0, start - 2))
                and (text.count(".", start, end) == 1 or not text[start:end].islower())
            )
        ):
            return True
    if _MEMBER_BEFORE.search(text, max(0, start - 3), start) is not None or (
        is_top_level_domain(last)
        and (len(last) > 2 or is_attribute(last))
        and _SECTION_BEHIND.match(text, end) is not None
        and _SECTION_BEFORE.search(text, max(0, start - _REACH_OF_AN_IMPORT), start) is not None
    ):
        return True
    suffix = last.lower()
    if (
        suffix in SHARED_SUFFIXES
        and _ENTRY_BEHIND.match(text, end) is not None
        and _ENTRY_BEFORE.search(text, max(0, start - _REACH_OF_A_LINE), start) is not None
    ):
        return True
    if (
        text.count(".", start, end) == 1
        and (suffix in SOURCE_SUFFIXES or suffix in LONG_ATTRIBUTES or suffix == "id")
        and _IN_AN_ENTRY.search(text, max(0, start - _REACH_OF_AN_ENTRY), start) is not None
    ):
        return True
    before = _IMPORT_BEFORE.search(text, max(0, start - _REACH_OF_AN_IMPORT), start)
    return before is not None and (before[1] != "from" or text.startswith(" import ", end))


_FILE_WORD = r"(?:files?|scripts?|makefiles?)\b(?!\.\w)"
_CODE_WORD = r"(?:modules?|librar(?:y|ies)|plug-?ins?|headers?|templates?)\b(?!\.\w)"
_QUOTE_OR_TAG = r"(?:</?\w{1,8}>|[`'\"\u2018\u2019\u201c\u201d(<>)*]){0,3}"
_FILE_BEFORE = lazy_regex(
    rf"(?ir)\b(?:{_FILE_WORD}(?:[ ]is)?(?:[ ](?:called|named))?|attached):?[ ]{_QUOTE_OR_TAG}"
)
_FILE_BEHIND = lazy_re(rf"(?i){_QUOTE_OR_TAG}[ ](?:man[ ]|info[ ]|perl[ ])?{_FILE_WORD}|:[0-9]{{1,5}}:[0-9]")
_SOURCE_BEFORE = lazy_regex(
    rf"(?ir)\b(?:{_CODE_WORD}|patch(?:ed)?|rename[ds]?|edit|dlopen|perl|cat|gcc|vim?|(?:re)?add(?:ed)?|remov(?:e[ds]?|ing)"
    rf"|updated?|modif(?:y|ied)|correct(?:ed)?|delete[ds]?|drop(?:ped)?|merged?|fold|fix(?:ed)?)[ ]{_QUOTE_OR_TAG}"
)
_SOURCE_BEHIND = lazy_re(
    rf"(?i){_QUOTE_OR_TAG}[ ](?:{_CODE_WORD}|source\b"
    r"|in[ ](?:the[ ]|your[ ])?[`'\"]?(?:[\w.\-]{0,32}/|[\w.\-]{1,32}[`'\"]?[ ](?:director|folder|dir\b|source|tree)))"
)
_OTHER_FILE = (
    r"(?<![\w./@\-])[\w+\-]{1,64}"
    r"\.(?:c|cpp|cxx|h|hpp|hh|o|py|pm|txt|xml|json|ya?ml|m4|po|sh|js|css|rst|cmake|texi|awk)"
)
_FILE_ON_LINE = lazy_re(_OTHER_FILE + r"(?!\w|\.\w|/)")
_BETWEEN_FILES = r"['\"`]?(?:,[ \n]{0,16}|[ ]|[ ]and[ ]|[ ]to[ ])['\"`]?"
_FILE_NEXT_BEFORE = lazy_re(rf"{_OTHER_FILE}{_BETWEEN_FILES}\Z")
_FILE_NEXT_BEHIND = lazy_re(rf"{_BETWEEN_FILES}{_OTHER_FILE}(?![\w./])")
_FILES_BEFORE_SLASH = SOURCE_SUFFIXES | {"sh", "target"}
_FILE_BEHIND_SLASH = lazy_re(
    r"/(?:[\w+\-]{1,64}(?:\.[\w+\-]{1,64}){0,2}\.)?(?:ac|am|at|c|cc|cpp|h|hh|in|m4|service|socket|target|texi|timer)(?![\w./\-])"
    r"|/\w{1,64}\(\)"
)
"""What stands behind the slash between two files, a file and its function: ``configure.ac/Makefile.am``."""
_CODE_AROUND = lazy_re(r"(?i)(?:<code>|`)\Z")
_REACH_OF_A_FILE = 100


def is_called_a_file(text: str, start: int, end: int, last: str) -> bool:
    """Tell whether what stands around the name ``text[start:end]`` says that it is a file: the word, a line's number.

    Of names that end as sources and libraries do, other words say so, too, as do other files beside them.

    >>> is_called_a_file("the file sfp0.network", 9, 21, "network"), is_called_a_file("a.cc:5:7: x", 0, 4, "cc")
    (True, True)
    >>> is_called_a_file("foo.c, bar.so", 7, 13, "so"), is_called_a_file("see diff.pl in doc/", 4, 11, "pl")
    (True, True)
    >>> is_called_a_file("see allegro.pl in Poland", 4, 14, "pl"), is_called_a_file("foo.c, a.ru", 7, 11, "ru")
    (False, False)
    """
    if is_generic(last):
        return False
    low, suffix = max(0, start - _REACH_OF_A_FILE), last.lower()
    if _FILE_BEFORE.match(text, low, start) is not None or _FILE_BEHIND.match(text, end) is not None:
        return True
    if _CODE_AROUND.search(text, low, start) is not None:
        is_quoted = text.startswith("'", end)  # as GNU does it: `grog.pl'
        if suffix in (SHARED_SUFFIXES if is_quoted else BUILD_SUFFIXES):
            return True
    return suffix in SOURCE_SUFFIXES and (
        _SOURCE_BEFORE.match(text, low, start) is not None
        or _FILE_NEXT_BEFORE.search(text, low, start) is not None
        or _SOURCE_BEHIND.match(text, end) is not None
        or _FILE_NEXT_BEHIND.match(text, end) is not None
        or (text.count(".", start, end) == 1 and _is_beside_a_file(text, start, end))
    )


def is_before_a_file(text: str, end: int, last: str) -> bool:
    """Tell whether the name that ends at ``end``, in ``last``, is a file, and its path another, or a function in it.

    >>> is_before_a_file("configure.ac/Makefile.am", 12, "ac"), is_before_a_file("example.at/a/b.c", 10, "at")
    (True, False)
    """
    return last.lower() in _FILES_BEFORE_SLASH and _FILE_BEHIND_SLASH.match(text, end) is not None


def _is_beside_a_file(text: str, start: int, end: int) -> bool:
    """Tell whether the name of another file stands on the line of the name ``text[start:end]``."""
    low = max(0, start - _REACH_OF_A_FILE)
    low = max(low, text.rfind("\n", low, start) + 1)
    line_end = text.find("\n", end, end + _REACH_OF_A_FILE)
    high = line_end if line_end >= 0 else end + _REACH_OF_A_FILE
    return (
        _FILE_ON_LINE.search(text, low, start) is not None
        or _FILE_ON_LINE.search(text, end, high) is not None
    )


_SPOKEN_AT = lazy_re(
    r"[ ]?(?:\(at\)|\[at\]|<at>|(?<=[ ])at(?=[ ]))[ ]?[\w\-]{1,63}\.[\w.\-]{0,63}[A-Za-z]"
    r"(?:\)?>|[ ](?:<|wrote|schrieb)|\)?[ \t]{0,8}(?:[\r\n]|\Z))"
)


_BEHIND_SPOKEN_AT = lazy_re(
    r"(?i)\w(?:[ ]?(?:\(at\)|\[at\]|\{at\})[ ]?|[ ]-at-[ ])\Z|<[\w.+\-]{1,64}[ ]at[ ]\Z"
)
_BEFORE_SPOKEN = frozenset(" )]}")
"""What that ends in."""
_FURTHEST_SPOKEN = 72
"""How far before a host the user of an address that is spelled out may begin, in code points."""


def is_in_an_address(text: str, start: int, end: int, last: str) -> bool:
    """Tell whether the name ``text[start:end]`` stands before or behind the ``at`` of an address that is spelled out.

    >>> is_in_an_address("joe.ml at example.org wrote", 0, 6, "ml"), is_in_an_address("see bit.ly at noon", 4, 10, "ly")
    (True, False)
    >>> is_in_an_address("joe (at) example.org", 9, 20, "org"), is_in_an_address("(at example.org)", 4, 15, "org")
    (True, False)
    """
    if not is_generic(last) and _SPOKEN_AT.match(text, end) is not None:
        return True
    if text[start - 1 : start] not in _BEFORE_SPOKEN:
        return False
    found = _BEHIND_SPOKEN_AT.search(text, max(0, start - _FURTHEST_SPOKEN), start)
    return found is not None and (found[0][0] != "<" or text.startswith(">", end))


_SITE_BEFORE = lazy_regex(
    r"(?ir)\b(?:visit(?:s|ed|ing)?|brows(?:es?|ed|ing)(?:[ ]to)?|web[ ]?sites?|home[ ]?pages?|domains?(?:[ ]name)?"
    r"|hosted[ ](?:at|on)|whois|ping|dig|nslookup|traceroute)(?:[ ](?:is|at|named|called))?:?[ ][\"'`(]?"
)
"""What says of the name behind it that it is one: a verb, a label, a command of the network."""
_BEFORE_SITE = frozenset(" \"'`(")
"""What that ends in."""
_FURTHEST_SITE = 32


def is_called_a_site(text: str, start: int) -> bool:
    """Tell whether what stands before the name at ``start`` says that it is one, whatever else it looks like.

    >>> is_called_a_site("visit bun.sh", 6), is_called_a_site("run install.sh", 4)
    (True, False)
    """
    if text[start - 1 : start] not in _BEFORE_SITE:
        return False
    return _SITE_BEFORE.match(text, max(0, start - _FURTHEST_SITE), start) is not None


_NEARBY = 160
_WRITTEN_WITH_SCHEME = lazy_re(r"://([\w\-]++(?:\.[\w\-]++)++)")


def is_known_nearby(text: str, start: int, end: int) -> bool:
    """Tell whether the name ``text[start:end]`` is the host of a URL near it, so that it is no attribute.

    A path alone does not say so: the files of ``config.site/configure`` stand in a list.

    >>> is_known_nearby("http://t.me/joe or t.me", 19, 23), is_known_nearby("t.me or http://it.me/joe", 0, 4)
    (True, False)
    """
    low, high = max(0, start - _NEARBY), end + _NEARBY
    return any(url[1] == text[start:end] for url in _WRITTEN_WITH_SCHEME.finditer(text, low, high))


_LIST_MARK = r"[ \t|>]{0,16}(?:[*+\-\u2022\u00b7][ \t]{1,4}|[0-9]{1,3}[.)][ \t]{1,4})?"
_LINE_START = lazy_re(rf"(?m)^{_LIST_MARK}\Z")
_LINE_END = lazy_re(r"[ \t]{0,16}(?:[\r\n]|\Z)")
_NAME_BEFORE = lazy_re(
    r"(?<![\w.@/\-])([A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,8})[ \t]?[,;|][ \t]?\Z"
)
_NAME_BEHIND = lazy_re(
    r"[ \t]?[,;|][ \t]?([A-Za-z0-9\-]{1,63}(?:\.[A-Za-z0-9\-]{1,63}){1,8})(?![\w@\-]|\.\w)"
)
_FURTHEST_ITEM = 128


def is_listed(text: str, start: int, end: int) -> bool:
    """Tell whether the place of the name ``text[start:end]`` vouches for it, though both its words are common ones.

    It stands alone on its line, or with another name before or behind it in a list.

    >>> is_listed("- it.so", 2, 7), is_listed("goo.gl, it.so, bit.ly", 8, 13), is_listed("take it.so far", 5, 10)
    (True, True, False)
    """
    low = max(0, start - _FURTHEST_ITEM)
    starts_line = _LINE_START.search(text, max(0, start - _REACH_OF_AN_IMPORT), start) is not None
    ends_line = _LINE_END.match(text, end) is not None
    if starts_line and ends_line:
        return True
    before = _NAME_BEFORE.search(text, low, start)
    behind = _NAME_BEHIND.match(text, end, end + _FURTHEST_ITEM)
    if not ((before or starts_line) and (behind or ends_line or text[end : end + 1] in ".)]\"'")):
        return False
    return any(item is not None and _is_sure(item[1]) for item in (before, behind))


def _is_sure(name: str) -> bool:
    """Tell a name without doubt: a top-level domain that is no word, nor what ends files."""
    *heads, last = name.split(".")
    return (
        is_top_level_domain(last)
        and is_unmarked_name([*heads, last])
        and not is_file([*heads, last], has_line=False)
    )


# Four numbers that look like the address of a host and are of a version, a section, an object identifier.

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

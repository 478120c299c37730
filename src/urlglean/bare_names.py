"""Names without a scheme that a reader takes for a URL all the same: ``example.com/x``, addresses, ``//host/path``.

RFC 3986 4.5 calls them suffix references and warns of guessing; so these are found on request only, a bare name needs a
last label that is a real top-level domain, and what merely looks like one (files, packages, method calls, versions,
abbreviations) is left alone. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from heapq import merge
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

import regex

from urlglean.authority import UNSPACED_SCRIPTS, Authority, find_authority, ipv4_notes
from urlglean.extent import Extent, Runs, after_authority
from urlglean.suffixes import is_special_name, is_top_level_domain

__all__ = ["Name", "read_names"]

_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{UNSPACED_SCRIPTS}]]"
_NOT_INSIDE = rf"(?<![[\p{{L}}\p{{M}}\p{{N}}_@\#$%/\\.\-~]--[{UNSPACED_SCRIPTS}]])"
# An ellipsis, the slashes of a comment, marks of emphasis: a name may be glued to them all the same.
_GLUED_MARK = r"(?<=[./~_])(?<=\.\.|(?<![\w:/])//|~~|(?<!\w)_{1,2})"
_LABEL = rf"{_LETTER}(?:{_LETTER}|[\-_])*+"
_UNSPACED_LABEL = rf"[{UNSPACED_SCRIPTS}]{{1,30}}+"
_NAME = (
    rf"(?:{_NOT_INSIDE}|{_GLUED_MARK})(?:[\w.+~!\-]{{1,64}}:[^\s@/:<>\"]{{1,64}}@)?+{_LABEL}(?:\.{_LABEL})++"
)
# A name in a script without spaces needs space (or punctuation) before it: else nobody could tell where it begins.
_UNSPACED_NAME = (
    rf"(?<![\p{{L}}\p{{M}}\p{{N}}_@\#$%/\\.\-~]){_UNSPACED_LABEL}(?:\.(?:{_LABEL}|{_UNSPACED_LABEL}))++"
)
_V6 = r"(?<![\w:.\[])(?:[0-9A-Fa-f]{0,4}:){2,7}+[0-9A-Fa-f.]{0,15}(?![\w:])"
_V6_LITERAL = r"(?<![\w\]])\[(?:[0-9A-Fa-f]{0,4}:){2,7}+[0-9A-Fa-f.]{0,15}\](?=[:/])"
_LOCALHOST = rf"(?:{_NOT_INSIDE}|{_GLUED_MARK})(?i:localhost)(?=:[0-9]|/)"

_OTHER_SCRIPT_BEFORE_LATIN = regex.compile(r"[[\p{L}\p{M}]--[\p{Latin}]](?=[A-Za-z])", regex.V1)

# A full stop between letters, a second colon, a port or path of localhost: `re` looks for these at once.
_HINT = re.compile(
    r"[.:/](?:(?<=[^\s!-,./:-@\[-^`{-~]\.)(?=[^\s!-/:-@\[-`{-~])"
    r"|(?<=:)(?=[0-9A-Fa-f]{0,4}:)|(?i:(?<=localhost:)(?=[0-9])|(?<=localhost/)))"
)
_WORD_BEFORE = regex.compile(r"(?r)\S++")
_SPACE = re.compile(r"\s")

_SPECIAL = frozenset({"onion", "local", "internal", "i2p", "lan"})
_GENERIC = frozenset({"com", "net", "org", "edu", "gov", "mil", "co"})
"""Last labels that are hardly ever anything else, whatever stands before them."""
_FILE_SUFFIXES = frozenset("java md mov pm properties ps py rs sh zip".split())
"""Top-level domains that are better known as the suffix of a file: a name needs a path."""
_SHARED_SUFFIXES = frozenset("ac am app cc cf in la mk ml mm mo pl so tf vi".split())
"""Top-level domains that are as well known as the suffix of a file: a name must not begin as files do."""
_FILE_STEMS = frozenset(
    """a app aclocal b bar build client config configure deploy foo gnumakefile index init install lib main makefile mod
    module run script server setup start test tests util utils x""".split()
)
_INNER_SUFFIXES = frozenset(
    """bundle c cfg conf cpp css csv h hpp htm html ini js json log min sql svg tar ts txt xml yaml yml""".split()
)
"""What stands before the last full stop of files with two suffixes (``app.js.map``, ``config.h.in``)."""
_PACKAGE_ROOTS = frozenset("com edu gov io net org".split())
_LANGUAGE_ROOTS = frozenset("android dev java javax jakarta kotlin scala std sun system".split())
_CODE_WORDS = frozenset(
    """app args arr array attr child client cls config console context ctx data date df dict document dom
    e el elem element ev event exports f file fs func g global img input item java javax json key kotlin
    list log map math me message model module msg my node np num obj object options os out params parent pd
    performance plt process prop props q ref req request res response result root row s script self
    session settings std str string super sys system t table target task temp test this tmp torch type
    user util utils val value var view window x y""".split()
)
"""What stands before the dot of a method or an attribute, in code met as prose."""
_SHORT_ATTRIBUTES = frozenset(
    "ac as at by cc cd do gt id in is it lt me mv ne no pm re sc so st to tr vi".split()
)
"""Countries that are such an attribute; behind the others a word of code is a name (``test.de``)."""
_CODE_ROOTS = frozenset("cls ctx document props req res self super this user window".split())
"""What a chain of attributes begins with (``this.props.name``)."""
_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "a.k.a", "p.s", "n.b", "c.f", "e.t.c", "u.s", "d.h", "z.b", "u.a", "s.o", "p.ex"}
)
_UNITS = frozenset("am as at by cm gb hr in is kg km lb mg ml mm ms no ps pm sh so st th to".split())
"""What a number before a full stop is hardly the name for: units, and the first word of the next sentence."""
_FUNCTION_WORDS = frozenset(
    "am as at be by do here how in is it like me my new no now one so to us you".split()
)
"""Top-level domains that are the commonest words of English."""
_SENTENCE_WORDS = frozenset("got here how like now you".split())
"""Those of them that are hardly ever the ending of a name: it needs a path."""
_BEFORE_FUNCTION_WORDS = frozenset(
    """all and as at but do done end for go he here him how i if in is it know me no not now of ok okay on
    or out see she so that them then there they this too up us was we well what when where why with work
    works yes yet you""".split()
)
"""What before one of them makes two sentences without the space between (``ok.so``, ``that.is``) and not a name."""
_VERSION_BEFORE = re.compile(
    r"(?i)(?:\bv|ver\.?|versions?|release|rev\.?|firmware|build|sections?|sect?\.|\u00A7|chapter|clause)[ \t]{0,2}\Z"
)

_AT = re.compile(r"@")
_LONGEST_LOCAL_PART = 255
"""RFC 5321 allows 64, but the addresses of bounces are longer; a longer run before an ``@`` is no local part."""
_ATEXT = rf"(?:{_LETTER}|[_.+%'=&~\-!\#$*^/])"  # RFC 5322 3.2.3, but for what delimits: ? ` {{ | }}
# Read backwards from the @: a run, a quoted string, or a word of a script without spaces behind space.
_LOCAL_PART = regex.compile(rf"(?r){_ATEXT}++", regex.V1)
_QUOTED_LOCAL_PART = regex.compile(r'(?r)(?<![\w"\\])"[^"<>\\\r\n]{1,64}+"', regex.V1)
_UNSPACED_LOCAL_PART = regex.compile(rf"(?r)(?<![\p{{L}}\p{{N}}_.@]){_UNSPACED_LABEL}", regex.V1)
_KEY = re.compile(
    r"(?i)(?:.*&)?(?:e?-?mail|to|from|cc|bcc|user|address|addr|contact|sender|reply-to|by|login|account)="
)
_DOMAIN = regex.compile(
    rf"(?:{_LABEL}|{_UNSPACED_LABEL})(?:\.(?:{_LABEL}|{_UNSPACED_LABEL}))++"
    r"|\[(?:(?i:ipv6:))?+[0-9A-Fa-f:.]+\]",  # RFC 5321 4.1.3, address literals
    regex.V1,
)
_NO_DOMAINS = frozenset(
    """bmp css gif git gz htm html ico jpeg jpg js json lock log mount pdf php png rpm service slice
    socket svg tar target tgz timer txt webp xml yaml yml""".split()
)
"""What ends a name with an ``@`` that is no address: pictures by density (``a@2x.png``), units, packages."""
_REMOTE_PATH = re.compile(r":(?:[~/]|[\w.\-]+/(?!/))")
_NETWORK_PATH = re.compile(r"(?<![\w:/.\\])//(?=[\w\[])")


class Name(NamedTuple):
    """A name without a scheme: where it stands, how it ends, and which rule found it."""

    start: int
    extent: Extent
    opened_by: str


@cache
def _names() -> regex.Pattern[str]:
    return regex.compile(f"{_V6_LITERAL}|{_V6}|{_LOCALHOST}|{_NAME}|{_UNSPACED_NAME}", regex.V1)


def read_names(
    text: str,
    start: int,
    stop: int,
    limit: int,
    runs: Runs,
    *,
    floor: int,
    schemeless: bool,
    emails: bool,
    network_path: bool,
) -> Iterator[Name]:
    """Yield the names that begin in ``[start:stop]`` and end before ``limit``, in order, without overlaps.

    Nothing before ``floor`` is read as part of one.
    """
    sources: list[Iterator[Name]] = []
    if schemeless:
        sources.append(_bare_names(text, start, stop, limit, runs))
    if emails:
        sources.append(_addresses(text, start, stop, limit, floor))
    if network_path:
        sources.append(_network_paths(text, start, stop, limit, runs))
    for name in merge(*sources, key=lambda name: name.start):
        if name.start >= floor:
            floor = name.extent.end
            yield name


def _bare_names(text: str, start: int, stop: int, limit: int, runs: Runs) -> Iterator[Name]:
    """Yield the names and addresses that stand in words with a hint of one; most words of a text have none."""
    done = start
    for hint in _HINT.finditer(text, start, limit):
        if hint.start() < done:
            continue
        word = _WORD_BEFORE.match(text, done, hint.start())
        begin = word.start() if word else hint.start()
        if begin >= stop:
            return
        space = _SPACE.search(text, hint.end(), limit)
        done = space.start() if space else limit
        for found in _names().finditer(text, begin, done):
            if found.start() >= stop:
                return
            name = _bare_name(text, found.start(), found.end(), limit, runs)
            if name is not None:
                yield name


def _bare_name(text: str, start: int, end: int, limit: int, runs: Runs) -> Name | None:
    """Judge one match: an IP address, or a host name with a real top-level domain that is not something else."""
    matched = text[start:end]
    after = text[end : end + 1] if end < limit else ""
    if matched.count(":") > 1 and "@" not in matched and not matched.startswith("["):
        notes = _ipv6(matched)
        return (
            Name(start, Extent(end, end, end, "the end of an address", notes), "a bare name")
            if notes is not None
            else None
        )
    if not matched.isascii():
        start = _behind_glued(start, matched)
    run = min(runs.end(start), limit)
    authority = find_authority(text, start, run)
    if authority is not None and authority.host_start > start and after and after in ",;|":
        authority = _in_list(text, start, end)
    if authority is None or after == "@" or (authority.host_start > start and "@" not in matched):
        return None
    if (
        after
        and after in "(="
        and _is_attribute(text[authority.host_start : authority.host_end].rpartition(".")[2])
    ):
        return None  # a method call, an assignment
    if text.startswith(":/", authority.host_end):
        # `example.com:/tmp` names a file on a host; an empty port says nothing without a scheme.
        authority = authority._replace(end=authority.host_end, ended_by="a colon without a port")
    if not matched.startswith("[") and not _is_host(text, start, authority, run):
        return None
    extent = after_authority(text, start, authority, run)
    if text[start - 1 : start] == "_" and not text.startswith("_", extent.end):
        return None  # a name that begins with an underscore (`_dmarc.example.com`), not one between two
    return Name(start, extent, "a bare name")


def _in_list(text: str, start: int, end: int) -> Authority | None:
    """Find the authority of a name in a list, before the address of another (``example.com,joe@example.org``)."""
    found = find_authority(text, start, end)
    return found and found._replace(ended_by=f"{text[end]!r} after the host")


def _is_attribute(last: str) -> bool:
    """Tell whether a last label is rather the name of a method or an attribute where code stands around it."""
    suffix = last.lower()
    return suffix in _SHORT_ATTRIBUTES or (
        len(suffix) > 2 and not suffix.isdigit() and suffix not in _GENERIC
    )


def _behind_glued(start: int, matched: str) -> int:
    """Step over a word of another script that is glued to an ASCII name (`\u0441\u0430\u0439\u0442example.com`).

    No label that is registered mixes the two.
    """
    glued = [found.end() for found in _OTHER_SCRIPT_BEFORE_LATIN.finditer(matched.partition(".")[0])]
    return start + max(glued, default=0)


def _ipv6(matched: str) -> tuple[str, ...] | None:
    """Check a bare IPv6 address: it must not be a time, a scope operator or a word of hexadecimal letters."""
    groups = [group for group in matched.split(":") if group]
    if not any(character.isdigit() for character in matched) or ("::" not in matched and len(groups) < 6):
        return None
    try:
        IPv6Address(matched.rstrip("."))
    except AddressValueError:
        return None
    return () if len(groups) > 1 or matched.startswith("::") else None


def _is_host(text: str, start: int, authority: Authority, run: int) -> bool:
    """Tell a host name from what looks like one."""
    host = text[authority.host_start : authority.host_end]
    labels = host.split(".")
    last = labels[-1]
    following = text[authority.end : authority.end + 1] if authority.end < run else ""
    marked = (
        following in {"/", "?", "#"} or authority.end > authority.host_end or authority.host_start > start
    )
    if last.isdigit():
        return (
            len(labels) == 4
            and ipv4_notes(host) == ()
            and (marked or not _VERSION_BEFORE.search(text, max(0, start - 12), start))
        )
    if host.lower() == "localhost" or last.lower() in _SPECIAL:
        return True
    if len(labels) < 2:
        return False  # what is left of a name that goes on in letters that no URL may hold
    if is_special_name(last):
        return marked
    if not is_top_level_domain(last) or host.lower() in _ABBREVIATIONS:
        return False
    if following != "/" and _is_file(
        labels, has_line=following == ":" and authority.end > authority.host_end
    ):
        return False  # `main.rs:10` and `readme.md#usage`, too
    return marked or _is_unmarked_name(labels)


def _is_file(labels: list[str], *, has_line: bool) -> bool:
    """Tell the name of a file by its suffix, though that is a top-level domain, too.

    ``has_line`` where a number between colons follows, as in what compilers say (``const.cc:7:``).
    """
    *heads, last = labels
    before = heads[-1].lower()
    if len(heads) > 1 and before in _GENERIC:
        return False  # example.com.pl
    suffix = last.lower()
    return (
        suffix in _FILE_SUFFIXES
        or (suffix in _SHARED_SUFFIXES and (has_line or before in _FILE_STEMS or before.startswith("lib")))
        or (len(heads) > 1 and before in _INNER_SUFFIXES and suffix not in _GENERIC)
    )


def _is_unmarked_name(labels: list[str]) -> bool:
    """Judge a name that has neither path nor port nor userinfo to vouch for it."""
    *heads, last = labels
    before, suffix = heads[-1], last.lower()
    if suffix in _GENERIC:
        return "_" not in before  # no registered name holds one
    if last[:1].isupper() and (last[1:].islower() or (len(last) > 2 and not before.isupper())):
        return False  # a sentence without its space, an abbreviation, a type: `It.Is`, `M.Sc`, `Mode.PLUS`
    if "_" in before or (before[0].islower() and not before.islower() and before.isalpha()):
        return False  # an identifier: `my_module.name`, `rowData.map`
    if len(heads) == 1:
        word = before.lower()
        return not (
            (word in _CODE_WORDS and _is_attribute(suffix))
            or (word in _LANGUAGE_ROOTS and suffix == "io")
            or (word.isdigit() and suffix in _UNITS)
            or suffix in _SENTENCE_WORDS
            or (suffix in _FUNCTION_WORDS and word in _BEFORE_FUNCTION_WORDS)
        )
    root = heads[0].lower()
    return not (
        root in _PACKAGE_ROOTS or (root in _LANGUAGE_ROOTS and len(suffix) > 2) or root in _CODE_ROOTS
    )


def _addresses(text: str, start: int, stop: int, limit: int, floor: int) -> Iterator[Name]:
    """Yield mail addresses (RFC 5321 4.1.2): found by their ``@``, read backwards and forwards from there."""
    for found in _AT.finditer(text, start, limit):
        at = found.start()
        if at < floor:
            continue
        if at - _LONGEST_LOCAL_PART >= stop:
            return
        name = _address(text, at, floor, limit)
        if name is None or not start <= name.start < stop:
            continue
        floor = name.extent.end
        yield name


def _address(text: str, at: int, floor: int, limit: int) -> Name | None:
    start = _local_start(text, at, floor)
    domain = _DOMAIN.match(text, at + 1, limit) if start >= 0 else None
    if domain is None:
        return None
    end = _domain_end(text, at + 1, domain.end())
    after = text[end : end + 1] if end < limit else ""
    if end < 0 or after == "@" or (after == ":" and _REMOTE_PATH.match(text, end, limit)):
        return None  # `git@example.com:joe/a.git` is a path on another host
    if after == "_" and text[start] == "_":
        start += 1  # emphasis: `_joe@example.com_`
    return Name(start, Extent(end, end, end, "the end of an address"), "an address")


def _local_start(text: str, at: int, floor: int) -> int:
    """Give the start of the local part that ends at ``at``, or -1 where none does."""
    low = max(floor, at - _LONGEST_LOCAL_PART)
    found = _LOCAL_PART.match(text, low, at)
    if found is None:
        found = _QUOTED_LOCAL_PART.match(text, low, at) or _UNSPACED_LOCAL_PART.match(text, low, at)
        return found.start() if found else -1
    start = found.start()
    if start == low > floor and _LOCAL_PART.match(text, low - 1, low):
        return -1
    if (key := _KEY.match(text, start, at)) is not None:
        start = key.end()
    if (dots := text.rfind("..", start, at)) >= 0:
        start = dots + 2  # `wait...joe@example.com`
    while start < at and not (text[start].isalnum() or text[start] == "_"):
        start += 1
    before = text[start - 1 : start] if start > low else ""
    if before == "\\" and text[start] in "nrt" and start + 1 < at:
        start, before = start + 1, ""  # an escape in a log or a string: `\njoe@example.com`
    written = text[start:at]
    if before == "/" and 0 < floor == start - 1:
        before = ""  # it parts two addresses; elsewhere it is that of a path
    if not written or written[-1] in ".'" or (before and before in "@/\\"):
        return -1
    head, slash, _ = written.partition("/")
    return -1 if slash and "." in head else start


def _domain_end(text: str, start: int, end: int) -> int:
    """Give the end of the domain that was matched in ``text[start:end]``, or -1 where it can be none.

    Mail goes to names of which no list knows (a company's own, reserved ones), so that any word will do as the last
    label; but not a number, nor what ends files.
    """
    if text[start] == "[":
        return end
    while text[end - 1] in "-_":
        end -= 1
    labels = text[start:end].split(".")
    if any(not label or label[0] in "-_" or label[-1] in "-_" for label in labels):
        return -1
    while (
        len(labels) > 2
        and not is_top_level_domain(last := labels[-1])
        and (last[:1].isupper() != last[1:].isupper() or not last.isascii())
        and is_top_level_domain(labels[-2])
    ):
        end -= len(labels.pop()) + 1  # the next sentence, without its space: `joe@example.com.Thanks`
    *heads, last = labels
    if is_top_level_domain(last):
        return end
    is_word = last.isascii() and last.isalpha() and last.lower() not in _NO_DOMAINS
    return end if is_word and not all(head.isdigit() for head in heads) else -1


def _network_paths(text: str, start: int, stop: int, limit: int, runs: Runs) -> Iterator[Name]:
    """Yield ``//host/path`` (RFC 3986 4.2) where the host is a name with a real top-level domain, or an address."""
    for found in _NETWORK_PATH.finditer(text, start, limit):
        if found.start() >= stop:
            return
        body = found.end()
        run = min(runs.end(body), limit)
        authority = find_authority(text, body, run)
        if authority is None:
            continue
        host = text[authority.host_start : authority.host_end]
        last = host.rpartition(".")[2]
        if host.startswith("[") or (
            ("." in host) and (last.isdigit() or is_top_level_domain(last) or last in _SPECIAL)
        ):
            yield Name(found.start(), after_authority(text, found.start(), authority, run), "//")

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
from urlglean.extent import Extent, Grammar, after_authority
from urlglean.suffixes import is_top_level_domain

__all__ = ["Name", "read_names"]

_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}]--[{UNSPACED_SCRIPTS}]]"
_NOT_INSIDE = rf"(?<![[\p{{L}}\p{{M}}\p{{N}}_@\#$%/\\.\-~]--[{UNSPACED_SCRIPTS}]])"
_LABEL = rf"{_LETTER}(?:{_LETTER}|[\-_])*+"
_NAME = rf"{_NOT_INSIDE}(?:[\w.+~!\-]{{1,64}}:[^\s@/:<>\"]{{1,64}}@)?+{_LABEL}(?:\.{_LABEL})++"
_V6 = r"(?<![\w:.\[])(?:[0-9A-Fa-f]{0,4}:){2,7}+[0-9A-Fa-f.]{0,15}(?![\w:])"
_V6_LITERAL = r"(?<![\w\]])\[(?:[0-9A-Fa-f]{0,4}:){2,7}+[0-9A-Fa-f.]{0,15}\](?=[:/])"
_LOCALHOST = rf"{_NOT_INSIDE}localhost(?=:[0-9]|/)"

_SPECIAL = frozenset({"onion", "local", "internal", "i2p", "lan"})
_FILE_SUFFIXES = frozenset("cc la md mk ml mm mo mov pl pm ps py rs sh so tf vi zip".split())
"""Top-level domains that are better known as the suffix of a file: a name needs a path or a slash."""
_PACKAGE_ROOTS = frozenset("android com dev edu gov io java javax jakarta kotlin net org scala sun".split())
_CODE_WORDS = frozenset(
    """app args array arr attr child cls client config console context ctx data df dict document dom e el elem
    element ev event exports f file foo fs func g global img input item json key list log map math me model
    module msg my node np num obj object os options out params parent pd plt process prop props q ref req
    request res response result root row s script self session settings std str string super sys system t
    table task target temp test this tmp torch type user util utils val value var view window x y""".split()
)
"""What stands before the dot of a method or an attribute, in code met as prose."""
_ABBREVIATIONS = frozenset(
    {"e.g", "i.e", "a.k.a", "p.s", "n.b", "c.f", "e.t.c", "u.s", "d.h", "z.b", "u.a", "s.o", "p.ex"}
)
_VERSION_BEFORE = re.compile(r"(?i)(?:\bv|ver\.?|version|release|rev\.?|firmware|build)[ \t]{0,2}\Z")

_AT = re.compile(r"@")
_LOCAL_PART = regex.compile(rf"(?:{_LETTER}|[_.+%'=&~\-])+\Z", regex.V1)
_KEY = re.compile(
    r"(?i)(?:e?-?mail|to|from|cc|bcc|user|address|addr|contact|sender|reply-to|by|login|account)="
)
_DOMAIN = regex.compile(rf"{_LABEL}(?:\.{_LABEL})++|\[[0-9A-Fa-f:.]+\]", regex.V1)
_NETWORK_PATH = re.compile(r"(?<![\w:/.\\])//(?=[\w\[])")


class Name(NamedTuple):
    """A name without a scheme: where it stands, how it ends, and which rule found it."""

    start: int
    extent: Extent
    opened_by: str


@cache
def _names() -> regex.Pattern[str]:
    return regex.compile(f"{_V6_LITERAL}|{_V6}|{_LOCALHOST}|{_NAME}", regex.V1)


def read_names(
    text: str,
    start: int,
    stop: int,
    limit: int,
    grammar: Grammar,
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
        sources.append(_bare_names(text, start, stop, limit, grammar))
    if emails:
        sources.append(_addresses(text, start, stop, limit, floor))
    if network_path:
        sources.append(_network_paths(text, start, stop, limit, grammar))
    for name in merge(*sources, key=lambda name: name.start):
        if name.start >= floor:
            floor = name.extent.end
            yield name


def _run(grammar: Grammar, text: str, start: int, limit: int) -> int:
    found = grammar.run.match(text, start, limit)
    return found.end() if found else start


def _bare_names(text: str, start: int, stop: int, limit: int, grammar: Grammar) -> Iterator[Name]:
    for found in _names().finditer(text, start, limit):
        if found.start() >= stop:
            return
        name = _bare_name(text, found.start(), found.end(), limit, grammar)
        if name is not None:
            yield name


def _bare_name(text: str, start: int, end: int, limit: int, grammar: Grammar) -> Name | None:
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
    run = _run(grammar, text, start, limit)
    authority = find_authority(text, start, run)
    if authority is None or after in {"(", "@"} or authority.host_end < end - 1:
        return None
    if not matched.startswith("[") and not _is_host(text, start, authority, run):
        return None
    extent = after_authority(text, start, authority, run)
    return Name(start, extent, "a bare name")


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
    has_path = authority.end < run and text[authority.end] in "/?#"
    marked = has_path or authority.end > authority.host_end or authority.host_start > start
    if last.isdigit():
        return (
            len(labels) == 4
            and ipv4_notes(host) == ()
            and (marked or not _VERSION_BEFORE.search(text, max(0, start - 12), start))
        )
    if host.lower() == "localhost":
        return True
    if last.lower() in _SPECIAL:
        return True
    if not is_top_level_domain(last) or host.lower() in _ABBREVIATIONS:
        return False
    return marked or _is_unmarked_name(labels)


def _is_unmarked_name(labels: list[str]) -> bool:
    """Judge a name that has neither path nor port nor userinfo to vouch for it."""
    *heads, last = labels
    before = heads[-1]
    if last[:1].isupper() and last[1:].islower() and not before[:1].isupper():
        return False  # a sentence without its space: `finished.It`
    if len(heads) == 1 and (before.lower() in _CODE_WORDS or (before.isdigit() and len(last) < 3)):
        return False
    if last.lower() in _FILE_SUFFIXES:
        return False
    return not (len(heads) > 1 and heads[0] in _PACKAGE_ROOTS and last.islower())


def _addresses(text: str, start: int, stop: int, limit: int, floor: int) -> Iterator[Name]:
    """Yield mail addresses (RFC 5321 4.1.2): found by their ``@``, read backwards and forwards from there."""
    for found in _AT.finditer(text, start, limit):
        at = found.start()
        if at < floor:
            continue
        if at - 64 >= stop:
            return
        name = _address(text, at, max(floor, at - 64), limit)
        if name is None or not start <= name.start < stop:
            continue
        floor = name.extent.end
        yield name


def _address(text: str, at: int, low: int, limit: int) -> Name | None:
    local = _LOCAL_PART.search(text, low, at)
    domain = _DOMAIN.match(text, at + 1, limit)
    if local is None or domain is None:
        return None
    start = local.start()
    key = _KEY.match(text, start, at)
    if key is not None:
        start = key.end()
    while start < at and not (text[start].isalnum() or text[start] == "_"):
        start += 1
    written = text[start:at]
    before = text[start - 1 : start] if start > low else ""
    if not written or written[-1] in ".'" or ".." in written or (before and before in "@/\\"):
        return None
    end = domain.end()
    while text[end - 1] in "-_":
        end -= 1
    host = text[at + 1 : end]
    after = text[end : end + 1] if end < limit else ""
    if after == "@" or (written == "git" and after == ":"):
        return None
    if not host.startswith("[") and not is_top_level_domain(host.rpartition(".")[2]):
        return None
    if any(not label or label[0] in "-_" or label[-1] in "-_" for label in host.split(".")):
        return None
    return Name(start, Extent(end, end, end, "the end of an address"), "an address")


def _network_paths(text: str, start: int, stop: int, limit: int, grammar: Grammar) -> Iterator[Name]:
    """Yield ``//host/path`` (RFC 3986 4.2) where the host is a name with a real top-level domain, or an address."""
    for found in _NETWORK_PATH.finditer(text, start, limit):
        if found.start() >= stop:
            return
        body = found.end()
        run = _run(grammar, text, body, limit)
        authority = find_authority(text, body, run)
        if authority is None:
            continue
        host = text[authority.host_start : authority.host_end]
        last = host.rpartition(".")[2]
        if host.startswith("[") or (
            ("." in host) and (last.isdigit() or is_top_level_domain(last) or last in _SPECIAL)
        ):
            yield Name(found.start(), after_authority(text, found.start(), authority, run), "//")

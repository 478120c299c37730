"""Names without a scheme that a reader takes for a URL all the same: ``example.com/x``, addresses, ``//host/path``.

RFC 3986 4.5 calls them suffix references and warns of guessing; so these are found on request only, a bare name needs a
last label that is a real top-level domain, and what merely looks like one (files, packages, method calls, versions,
abbreviations) is left alone. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from heapq import merge
from ipaddress import AddressValueError, IPv6Address
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import JOINER, UNSPACED_SCRIPTS, Runs
from urlglean.delimiting.authority import FoundAuthority, before_glued_word, find_authority, ipv4_notes
from urlglean.delimiting.ends.extent import Extent, after_authority
from urlglean.delimiting.names.addresses import SIGN, read_addresses
from urlglean.delimiting.names.lookalikes import (
    is_abbreviation,
    is_attribute,
    is_file,
    is_generic,
    is_label_of_an_address,
    is_of_code,
    is_unmarked_name,
    length_of_abbreviation,
)
from urlglean.delimiting.names.roff import Word, words_with_escapes
from urlglean.delimiting.names.surroundings import (
    is_before_a_file,
    is_called_a_file,
    is_called_a_site,
    is_in_a_statement,
    is_in_an_address,
    is_known_nearby,
    is_listed,
    is_number_of_something,
)
from urlglean.delimiting.openings import behind_colour
from urlglean.delimiting.reasons import Ended
from urlglean.patterns import lazy_re, lazy_regex
from urlglean.uri.suffixes import is_special_name, is_top_level_domain, top_level_domains_in

if TYPE_CHECKING:
    import regex

# Not what makes an emoji of the sign before it, though Unicode has that for a mark.
_APART = rf"[{UNSPACED_SCRIPTS}\uFE00-\uFE0F]"
_ESCAPED_SIGN = r"(?:0[9aAdD]|2[0-2679a-cA-C]|3[a-fA-F]|[aA]0|[aAbB][bB])"
_ESCAPED = rf"(?:(?<=\\x{_ESCAPED_SIGN})|(?<=\\u(?:00{_ESCAPED_SIGN}|20[0-6][0-9a-fA-F]|30[01][0-9a-fA-F])))"
"""A blank or a mark that JSON escapes: ``\\u003cexample.com\\u003e``."""
# An ellipsis, the slashes of a comment, marks of emphasis: a name may be glued to them all the same.
_GLUED_MARK = (
    r"(?<=[./~_])(?:(?<=\.\.)|(?<=(?<![\w:/])//)"
    rf"|(?<=(?<!\w)~)|(?<=(?<!\w)~~)|(?<=(?<!\w)_)|(?<=(?<!\w)__))|{_ESCAPED}"
)
_REACH_BEFORE = 4
"""So many code points before a name tell whether it begins there."""
_MOST_LABELS = 127
"""A name has no more (RFC 1034 3.1); each takes memory while it is matched."""
_NO_PORT = lazy_re(r":(?:/|[0-9]{1,2}\.[0-9])")
# In brackets alone, too, but not what is rather a slice (`[::1]`).
_V6_IN_BRACKETS = (
    r"(?<=\[)(?<![\w\]]\[)[0-9A-Fa-f]{1,4}:(?:[0-9A-Fa-f]{0,4}:){1,6}+[0-9A-Fa-f.]{0,15}(?=\](?!:[0-9]|[/(]))"
)

_OTHER_SCRIPT_BEFORE_LATIN = lazy_regex(r"[[\p{L}\p{M}]--[\p{Latin}\p{Inherited}]]-?(?=[A-Za-z])")

# A full stop between letters, a second colon, a port or path of localhost: `re` looks for these at once.
_HINT = lazy_re(
    r"[.:/](?:(?<=[^\s!-,./:-@\[-^`{-~]\.)(?=[^\s!-/:-@\[-`{-~])"
    r"|(?<=:)(?=[0-9A-Fa-f]{0,4}:)|(?i:(?<=localhost:)(?=[0-9])|(?<=localhost/)))"
)
_RANGE = lazy_re(r"((?:[0-9]{1,3}\.){3}[0-9]{1,3})-(?:[0-9]{1,3}\.){3}[0-9]{1,3}\Z")
_SLICE = lazy_re(r"[0-9]{1,3}::[0-9]{1,3}\Z")  # every second from the first: `a[1::2]`
_CLOSING_EMPHASIS = {mark: lazy_re(rf"[.,;:!?]{{0,3}}{mark}") for mark in "_~"}
_LONGEST_EMPHASIS = 256
"""So far a name reaches between two of these marks: else each of many marks would be asked for all behind it."""
_DASH = lazy_re(r"-[^\W_]")
_MORE_OF_A_WORD = lazy_regex(r"[\p{Latin}--A-Za-z]")
"""A letter that belongs to the word of the one before it, of whatever language: `QT 3.co\u015btam`."""
_TEMPLATE = lazy_re(r"[$#{%]\{\Z")
_NETWORK = lazy_re(r"/(?:[0-9]|[12][0-9]|3[0-2])(?=[,;=])")
"""The length of a prefix, and what parts it from the next network in a list, or from the value of a key."""
_WORD_BEFORE = lazy_regex(r"(?r)\S++")
_SPACE = lazy_re(r"\s")
_PLAIN = lazy_re(r"[A-Za-z0-9.\-]+\.([a-z0-9]+)")
_END_OF_HOST = lazy_re(r"[/?#:@(=]|[.,;)]?(?:[ \t\r\n]|\Z)")
_DOTS_OF_IPV4 = 3

_SPECIAL = frozenset({"onion", "local", "internal", "i2p", "lan", "arpa"})
"""Last labels that name a host though nobody delegates them; a name under another special one needs a path."""

_NETWORK_PATH = lazy_regex(
    rf"(?:(?<![[\w:/.\\]--[{UNSPACED_SCRIPTS}]])|(?<=(?<!\w)_{{1,2}})|{_ESCAPED})//(?=[\w\[]|{SIGN})"
)


class Name(NamedTuple):
    """A name without a scheme: where it stands, how it ends, and which rule found it."""

    start: int
    extent: Extent
    opened: Opened
    said: str = ""
    """What it is without the escapes that stand in it; empty where none do."""


@cache
def _names() -> regex.Pattern[str]:
    """Give the pattern of names, and of what looks like one."""

    def one_of(more: str = "", but: str = _APART, word: str = r"\p{L}\p{M}\p{N}") -> str:
        return rf"[[{word}{more}]--{but}]"

    letter, more = one_of(), one_of(r"\-_")
    label = rf"{letter}(?:{more}++|{JOINER})*+"
    outside = rf"(?<!{one_of(_INSIDE)})(?<![\p{{L}}\p{{N}}]\u00AD)"  # nor behind a soft hyphen
    rest = _rest(letter, one_of(r"\-_."))
    # A name in a script without spaces needs space (or punctuation) before it: else nobody could tell where it begins.
    unspaced = rf"[{UNSPACED_SCRIPTS}]{{1,30}}+"
    unspaced_name = (
        rf"(?:(?<![\p{{L}}\p{{M}}\p{{N}}_@\#$%/\\.\-~])|{_GLUED_MARK})"
        rf"{unspaced}(?:\.(?:{label}|{unspaced})){{1,{_MOST_LABELS}}}+{rest}"
    )
    # A name whose first label ends in a sign (`➡.ws`, `i❤.ws`); before letters a sign is rather a bullet.
    sign_name = (
        rf"(?<![^\s(\[{{<\"'])(?:{letter}|-){{0,63}}+(?=[^\x00-\x7F])"
        rf"{SIGN}[\p{{So}}\p{{Sk}}\uFE0F\u200D]{{0,8}}+(?:\.{label}){{1,{_MOST_LABELS}}}+{rest}"
    )
    # Behind labels with spaces around them an ending without has to be a whole one: `example.\u307f\u3093\u306a`.
    endings = "|".join(sorted(top_level_domains_in(UNSPACED_SCRIPTS), key=len, reverse=True))
    ending = rf"\.(?:{endings})(?![\p{{L}}\p{{N}}])"
    scripts = f"[{UNSPACED_SCRIPTS}]"
    v6 = _v6(one_of(r":.\[", scripts, r"\w"), one_of(":", scripts, r"\w"), one_of(r"\]", _APART, r"\w"))
    return lazy_regex(f"{v6}|{_name(outside, label, rest, ending)}|{unspaced_name}|{sign_name}")


@cache
def _ascii_names() -> re.Pattern[str]:
    """Give the same for words of ASCII alone: `regex`, which knows the letters of all, takes ten times as long."""
    letter, label = "[A-Za-z0-9]", r"[A-Za-z0-9][A-Za-z0-9\-_]*+"
    name = _name(rf"(?<![A-Za-z0-9{_INSIDE}])", label, _rest(letter, r"[A-Za-z0-9\-_.]"), "(?!)")
    v6 = _v6(r"[\w:.\[]", r"[\w:]", r"[\w\]]")
    return lazy_re(rf"(?=[\w:\[])(?:{v6}|{name})")


_INSIDE = r"_@\#$%/\\.\-~\uFF20\uFF03"
"""The signs behind which what might be a name is a part of something else."""


def _rest(letter: str, more: str) -> str:
    """Give the pattern of what follows the most labels: it belongs to what is no name."""
    return rf"(?:\.(?={letter}){more}++)?+"


def _v6(before: str, behind: str, before_literal: str) -> str:
    """Give the pattern of IPv6 addresses, by the classes of what does not stand before and behind them."""
    groups = r"(?:[0-9A-Fa-f]{0,4}:){2,7}+[0-9A-Fa-f.]{0,15}"
    return (
        rf"(?<!{before_literal})\[{groups}\](?=:[0-9]|/)|{_V6_IN_BRACKETS}"
        rf"|(?:(?<!{before})|(?<=\.\.)){groups}(?!{behind})"
    )


def _name(outside: str, label: str, rest: str, ending: str) -> str:
    """Give the pattern of a name of the domain name system, and of `localhost` with a port or a path."""
    more = rf"(?:\.{label}){{1,{_MOST_LABELS}}}+{rest}"
    return (
        rf"(?:{outside}|{_GLUED_MARK})(?:\w[\w.+~!\-]{{0,63}}:(?!')[^\s@/:<>\"]{{1,64}}@)?+"
        rf"(?:(?i:localhost)(?=:[0-9]++(?!\.[0-9])|/)|{label}(?:{more}(?:{ending})?+|{ending}))"
    )


def read_names(
    text: str, start: int, stop: int, limit: int, runs: Runs, floor: int, wanted: NameKinds
) -> Iterator[Name]:
    """Yield the names that begin in ``[start:stop]`` whose host ends before ``limit``, in order, without overlaps.

    Nothing before ``floor`` is read as part of one. What follows the host is read as far as its run goes: a URL may be
    the target in an archive's path.
    """
    for word in words_with_escapes(text, start, stop, limit):
        if word.start > start:
            yield from _plain_names(text, start, min(stop, word.start), word.start, runs, floor, wanted)
        for name in _names_in_word(word, runs, max(floor, word.start), wanted):
            if start <= name.start < stop:
                yield name
        start = floor = max(start, word.end)
    yield from _plain_names(text, start, stop, limit, runs, floor, wanted)


class NameKinds(NamedTuple):
    """Which names are looked for."""

    schemeless: bool
    emails: bool
    network_path: bool


def _names_in_word(word: Word, runs: Runs, floor: int, wanted: NameKinds) -> Iterator[Name]:
    """Yield the names from ``floor`` on in a word without its escapes, with their places in the text."""
    said, size = word.said.text, len(word.said.text)
    begin = word.said.offset(floor)
    for name in _plain_names(said, begin, size, size, Runs(said, runs.grammar), begin, wanted):
        extent = name.extent
        start, end = word.said.span(name.start, extent.end)
        cut, run = word.said.end(extent.cut), word.said.end(extent.run)
        yield name._replace(
            start=start,
            extent=extent._replace(end=end, cut=cut, run=run),
            said=said[name.start : extent.end] if end - start > extent.end - name.start else "",
        )


def _plain_names(
    text: str, start: int, stop: int, limit: int, runs: Runs, floor: int, wanted: NameKinds
) -> Iterator[Name]:
    """Yield the names of a text in which escapes mean nothing."""
    sources: list[Iterator[_Begun]] = []
    if wanted.emails:
        sources.append(
            _Begun(begin, partial(Name, begin, extent, Opened.ADDRESS))
            for begin, extent in read_addresses(text, start, stop, limit, floor, iri=runs.grammar.iri)
        )
    if wanted.schemeless:
        # Behind the addresses: of two that begin together, the name is but the start of the other.
        sources.append(_bare_names(text, start, stop, limit, runs, emails=wanted.emails))
    if wanted.network_path:
        sources.append(_network_paths(text, start, stop, limit, runs))
    for begun in merge(*sources, key=attrgetter("start")):
        if begun.start >= floor and (name := begun.read()) is not None:
            floor = name.extent.end
            yield name


class _Begun(NamedTuple):
    """Where a name may begin, and what reads it: not before it is known that none before it reaches so far."""

    start: int
    read: Callable[[], Name | None]


def _bare_names(
    text: str, start: int, stop: int, limit: int, runs: Runs, *, emails: bool
) -> Iterator[_Begun]:
    """Yield where names stand in words with a hint of one; most words of a text have none."""
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
        is_ascii = text.isascii() or text[max(0, begin - _REACH_BEFORE) : done].isascii()
        for found in (_ascii_names() if is_ascii else _names()).finditer(text, begin, done):
            if found.start() >= stop:
                return
            # A range of addresses (`10.0.0.1-10.0.0.9`) is two names.
            two = _RANGE.match(found[0]) if found[0][0].isdigit() else None
            parts = ((0, two.end(1)), (two.end(1) + 1, len(found[0]))) if two else ((0, len(found[0])),)
            for part, part_end in parts:
                matched, end = found[0][part:part_end], found.start() + part_end
                if _is_none(text, matched, end, limit):
                    continue
                first = end - len(matched)
                begin = behind_colour(text, first)
                begin += _length_of_glued(matched[begin - first :])
                yield _Begun(
                    begin, partial(_bare_name, text, matched, begin, end, limit, runs, emails=emails)
                )


def _is_none(text: str, matched: str, end: int, limit: int) -> bool:
    """Tell at once what is no name whatever stands around it: a version, a name of code, an abbreviation.

    It ends with its run, and neither in a top-level domain nor in what may be glued to one.
    """
    found = _PLAIN.fullmatch(matched)
    if found is None or not _END_OF_HOST.match(text, end, limit):
        return False
    last = found[1]
    if last.isdigit():
        return matched.count(".") < _DOTS_OF_IPV4
    return not (is_top_level_domain(last) or is_special_name(last) or last in _SPECIAL)


def _length_of_glued(matched: str) -> int:
    """Count what is glued to the beginning of a name: a word of another script, an abbreviation.

    No label that is registered mixes two scripts (`\u0441\u0430\u0439\u0442example.com`).
    """
    others = () if matched.isascii() else _OTHER_SCRIPT_BEFORE_LATIN.finditer(matched.partition(".")[0])
    glued = max((found.end() for found in others), default=0)
    return glued + length_of_abbreviation(matched[glued:])


def _bare_name(
    text: str, matched: str, start: int, end: int, limit: int, runs: Runs, *, emails: bool
) -> Name | None:
    """Judge a match that ends at ``end``: an IP address, or a host name with a real top-level domain.

    None where it is rather something else.
    """
    after = text[end : end + 1] if end < limit else ""
    if matched.count(":") > 1 and "@" not in matched and not matched.startswith("["):
        end = start + len(matched.rstrip("."))
        if not _is_ipv6(text[start:end]):
            return None
        return Name(start, Extent(end, end, end, Ended.ADDRESS), Opened.IPV6)
    run = runs.end(start)
    authority = _authority(text, start, end, run, after)
    if (
        after == "}"
        and _TEMPLATE.search(text, max(0, start - 2), start)
        and not is_generic(matched.rpartition(".")[2])
    ):
        return None  # an expression to be filled in: `${user.name}`
    if (
        authority is None
        or after == "@"
        or (authority.host_end < end and runs.grammar.iri and _MORE_OF_A_WORD.match(text, authority.host_end))
        or (authority.host_start > start and "@" not in matched)
    ):
        return None
    if (
        after
        and after in "(="
        and is_attribute(text[authority.host_start : authority.host_end].rpartition(".")[2])
    ):
        return None  # a method call, an assignment
    if _NO_PORT.match(text, authority.host_end):
        # `example.com:/tmp` names a file on a host, `example.com:10.0` a display; an empty port says nothing here.
        authority = authority._replace(end=authority.host_end, ended=Ended.NO_PORT)
    if not matched.startswith("[") and not _is_host(text, start, authority, run, emails=emails):
        shorter = before_glued_word(text, authority, end) if not after or after not in "/?#:@(=" else None
        if shorter is None or not _is_host(text, start, shorter, run, emails=emails):
            return None
        authority = shorter
    mark = text[start - 1 : start] if not text.startswith("~~", max(0, start - 2)) else ""
    if mark in _CLOSING_EMPHASIS:
        run = min(run, start + _LONGEST_EMPHASIS)
    if text[authority.host_end - 1].isdigit() and (network := _NETWORK.match(text, authority.end, run)):
        extent = Extent(network.end(), network.end(), run, Ended.HOST, text[network.end()])
    else:
        extent = after_authority(text, start, authority, run)
    if mark in _CLOSING_EMPHASIS and not _CLOSING_EMPHASIS[mark].match(text, extent.end):
        return None  # `_dmarc.example.com`, the home of a user: not what stands between two of these marks
    is_ftp = text[start : start + 4].lower() == "ftp."
    return Name(start, extent, Opened.FTP_NAME if is_ftp else Opened.NAME)


def _authority(text: str, start: int, end: int, run: int, after: str) -> FoundAuthority | None:
    """Find the authority of the name that was matched in ``text[start:end]``; ``after`` stands behind it."""
    found = find_authority(text, start, run)
    is_in_list = after in {",", ";"} and found is not None and found.host_start > start
    # A sign: `example.com→example.org`, `example.com→192.0.2.1`.
    is_cut = after > "\x7f" if found is None else found.host_end > end
    if is_in_list or after == "-" or (is_cut and is_top_level_domain(text[start:end].rpartition(".")[2])):
        # As in a list before another (`example.com,joe@example.org`), in a range of addresses: whatever follows.
        found = find_authority(text, start, end)
        found = found and found._replace(ended=Ended.HOST, sign=text[end])
    if found is not None and _DASH.match(text, found.host_end, end):
        # Without a scheme, what has a name and a hyphen at its start is rather a file: `example.com-backup`.
        return found._replace(host_end=end, end=end, ended=None, sign="")
    return found


def _is_ipv6(written: str) -> bool:
    """Check a bare IPv6 address: it must not be a time, a hardware address, a scope operator or hexadecimal words."""
    groups = [group for group in written.split(":") if group]
    if "::" not in written and (len(groups) < 6 or all(len(group) == 2 for group in groups)):
        return False
    if not any(character.isdigit() for character in written):
        return False
    try:
        IPv6Address(written)
    except AddressValueError:
        return False
    if _SLICE.match(written):
        return False
    return len(groups) > 1 or written.startswith("::")


def _is_host(text: str, start: int, authority: FoundAuthority, run: int, *, emails: bool) -> bool:
    """Tell a host name from what looks like one; with ``emails`` an address behind a colon is rather one."""
    host = text[authority.host_start : authority.host_end]
    labels = host.split(".")
    last = labels[-1]
    following = text[authority.end : authority.end + 1] if authority.end < run else ""
    marked = following in {"/", "?", "#"} or authority.end > authority.host_end
    user = text[start : authority.host_start].partition(":")[0]
    if user and not marked and (is_label_of_an_address(user) or (emails and not last.isdigit())):
        return False  # `Email:joe@example.com`
    marked = marked or bool(user)
    if last.isdigit():
        return (
            len(labels) == 4
            and ipv4_notes(host) == ()
            and (marked or not is_number_of_something(text, start, authority.host_end))
        )
    if host.lower() == "localhost" or last.lower() in _SPECIAL:
        is_code = len(labels) == 2 and is_of_code(labels[0])
        return marked or not (is_code or is_in_a_statement(text, start, authority.host_end, last))
    if len(labels) < 2:
        return False  # what is left of a name that goes on in letters that no URL may hold
    if is_special_name(last):
        return marked or last[:4].lower() == "xn--"
    if not is_top_level_domain(last) or is_abbreviation(host) or ("_" in labels[-2] and len(labels) < 4):
        return False  # no registered name holds an underscore
    if len(labels) == 2 and is_called_a_site(text, start):
        return True
    if _is_file_where_it_stands(text, start, authority, following):
        return False
    if not marked and is_in_an_address(text, authority.host_start, authority.host_end, last):
        return False
    if marked or is_generic(last):
        return marked or is_unmarked_name(labels)
    if not is_unmarked_name(labels):
        vouched = len(labels) == 2 and is_listed(text, start, authority.host_end)
        return (vouched and is_unmarked_name(labels, is_listed=True)) or (
            is_known_nearby(text, start, authority.host_end)
            and not is_in_a_statement(text, start, authority.host_end, last)
        )
    return not is_in_a_statement(text, start, authority.host_end, last)


def _is_file_where_it_stands(text: str, start: int, authority: FoundAuthority, following: str) -> bool:
    """Tell the name of a file or an attribute by its suffix, and by what stands around it: ``main.rs:10``."""
    labels = text[authority.host_start : authority.host_end].split(".")
    last = labels[-1]
    if following == "/":
        return is_before_a_file(text, authority.host_end, last)
    has_line = following == ":" and authority.end > authority.host_end
    return (
        is_file(labels, has_line=has_line)
        or is_called_a_file(text, start, authority.host_end, last)
        or (text.startswith("?.", authority.end) and not is_generic(last))  # `chat?.id`
    )


def _network_paths(text: str, start: int, stop: int, limit: int, runs: Runs) -> Iterator[_Begun]:
    """Yield where ``//`` stands before what may be the authority of a reference."""
    for found in _NETWORK_PATH.finditer(text, start, limit):
        if found.start() >= stop:
            return
        yield _Begun(found.start(), partial(_network_path, text, found.start(), found.end(), runs))


def _network_path(text: str, start: int, body: int, runs: Runs) -> Name | None:
    """Read ``//host/path`` (RFC 3986 4.2) where the host is a name with a real top-level domain, or an address."""
    run = runs.end(body)
    authority = find_authority(text, body, run)
    if authority is None or not _is_host_of_a_reference(text, authority, run):
        return None
    return Name(start, after_authority(text, start, authority, run), Opened.NETWORK_PATH)


def _is_host_of_a_reference(text: str, authority: FoundAuthority, run: int) -> bool:
    """Tell a host behind two slashes from the first word of a comment."""
    host = text[authority.host_start : authority.host_end].lower()
    head, _, last = host.rpartition(".")
    if host.startswith("["):
        return True
    if host == "localhost":
        return authority.end > authority.host_end or text.startswith("/", authority.end, run)
    if last.isdigit():
        return ipv4_notes(host) == ()
    if not head or not (is_top_level_domain(last) or last in _SPECIAL):
        return False
    following = text[authority.end : authority.end + 1] if authority.end < run else ""
    if following == "/" or last in _SPECIAL or authority.end > authority.host_end:
        return True
    # `//this.is a remark`, `//foo.name = 1`, `//see readme.md`
    labels = text[authority.host_start : authority.host_end].split(".")
    if (following and following in "(=" and is_attribute(last)) or is_file(labels, has_line=False):
        return False
    return is_unmarked_name(labels) and not is_in_a_statement(
        text, authority.host_start, authority.host_end, last
    )

"""The short way for the commonest URLs: in one match, where every rule would say the same.

Most URLs of prose are ``http(s)://`` or ``www.`` names of ASCII without brackets, quotes or colons, behind a blank, a
parenthesis, ``<`` or ``"``, and end at one. Here they cost one match and one object; everything else is left to
`scanner`, and the tests hold both to the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from functools import cache
from itertools import chain
from operator import methodcaller

from urlglean.document import Candidate, Facts, Text
from urlglean.extent import LONGEST
from urlglean.scanner import Reading, Scanner, triggers, what_stands
from urlglean.wrapping import settled

__all__ = ["read_plain"]

# What stands before the scheme: no second blank, no `URL:` and no opener with white space behind it.
_START = "|".join(
    rf"(?<=[^ \t<\[\u00ab:] {scheme}:)|(?<=[^ \t<\[\u00ab]\n{scheme}:)|(?<=[(<\"=]{scheme}:)"
    for scheme in ("https", "http")
)
_HOST = (
    r"(?:(?![A-Za-z0-9\-]{64})[A-Za-z0-9]++(?:-++[A-Za-z0-9]++)*+\.){1,126}+[A-Za-z]{2,24}+(?::[0-9]{1,4}+)?"
)
_CHARACTERS = r"[A-Za-z0-9\-._~/?#@!$&+,;=%]*"
_PATH = rf"/{_CHARACTERS}(?:\({_CHARACTERS}\){_CHARACTERS})*(?<=[A-Za-z0-9\-_~/#@$&+=%)])"
_END = r"(?=([.,;:]?)(?: ++[^\s|]| ?\r?(\n)|\Z)|[)>\"])"

_new = tuple.__new__
_start = methodcaller("start")
_SCHEME = "a scheme and ://"
_WWW = "www."
_UNOPENED = "')' that nothing in the URL opened"
_OPENERS = frozenset({" ", "\n", "(", "="})
_BLANK = frozenset({" ", "\n", ""})
_LINE_BREAK = 3  # the group that matches where the line ends
_PUNCTUATION_BLANK = re.compile(r"[.,;:!?]++(?:[ \n]|\Z)")


def _facts_around(opened: str) -> dict[str, Facts]:
    """Say what is known of a URL with a path by the characters right before and right behind it."""
    return {
        before + mark + " ": Facts(opened_by=opened, ended_by="white space", stripped=mark)
        for before in " \n"
        for mark in ".,:"
    } | {
        "  ": Facts(opened_by=opened, ended_by="white space"),
        "\n ": Facts(opened_by=opened, ended_by="white space"),
        "<>": Facts(opened_by=f"'<' before {opened}", ended_by="'>' that closes it", delimiter="<>"),
        '""': Facts(opened_by=opened, ended_by="'\"'", delimiter='""'),
    }


_FACTS = {opened: _facts_around(opened) for opened in (_SCHEME, _WWW)}
_ENCLOSED = frozenset({"<>", '""'})


@cache
def _shared_facts(opened: str, stripped: str, after: str, delimiter: str = "") -> Facts:
    """Share the facts of URLs that have nothing more to say."""
    return Facts(delimiter=delimiter, opened_by=opened, ended_by=after, stripped=stripped)


@cache
def _triggers() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile the trigger of a colon with the commonest URL in it, and what follows ``www``.

    Groups: the URL from ``//`` or the full stop; one punctuation mark behind it; the line break, where one follows.
    """
    colon = triggers()[0].pattern.removeprefix(":(?=\\S)")
    return (
        re.compile(rf":(?=\S)(?:(?:{_START})(//{_HOST}(?:{_PATH})?){_END}|{colon})"),
        re.compile(rf"(\.{_HOST}(?:{_PATH})?){_END}"),
    )


class _MoreTextNeeded(Exception):  # noqa: N818  # no error: it tells where to go on
    """A decision would have to look further than the text goes so far."""

    def __init__(self, at: int) -> None:
        self.at = at


def read_plain(
    source: Text, scanner: Scanner, scan: int, stop: int, last: int
) -> Generator[Candidate, None, int]:
    """Yield what `Scanner.read` would for triggers in ``[scan:stop]``; return where to go on.

    Nothing is decided that would have to look beyond ``last``: there the search stops, to be taken up again when
    there is more text.
    """
    try:
        yield from _read(source, scanner, scan, stop, last)
    except _MoreTextNeeded as more:
        return more.at
    return stop


def _read(source: Text, scanner: Scanner, scan: int, stop: int, last: int) -> Iterator[Candidate]:
    text = scanner.text
    by_scheme = _FACTS[_SCHEME]
    dots = triggers()[1].finditer(text, scan, min(stop + 1, len(text)))
    dot_at = next(map(_start, dots), stop)
    for colon in chain(_triggers()[0].finditer(text, scan), (None,)):
        at = stop if colon is None else colon.start()
        while dot_at < at and dot_at < stop:
            if dot_at >= scanner.floor and (name := _at_dot(source, scanner, dot_at, last)) is not None:
                yield name
            dot_at = next(map(_start, dots), stop)
        if colon is None or at >= stop:
            return
        if at < (floor := scanner.floor):
            continue
        end = colon.end(1)
        if (
            -1 < end < last
            and end - at < LONGEST
            and (start := at - 5 if text[at - 1] == "s" else at - 4) > floor
        ):
            url = text[start:end]
            before, behind = text[start - 1], text[end : end + 2]
            facts = (
                by_scheme.get(before + behind[:1])
                or ("/" in url[8:] and by_scheme.get(before + behind))
                or None
            )
            if facts is None or colon.lastindex == _LINE_BREAK or ";" in url:
                facts = _facts(scanner, colon, by_scheme, _SCHEME, start, at + 3)
            if facts is not None:
                scanner.floor = end + len(facts.stripped)
                yield _new(Candidate, (url, source, start, end, facts))
                continue
        if (candidate := _by_the_rules(source, scanner, scanner.at_colon(at), at, last)) is not None:
            yield candidate


def _at_dot(source: Text, scanner: Scanner, at: int, last: int) -> Candidate | None:
    """Read a ``www.`` or ``ftp.`` name whose first full stop is at ``at``."""
    text, start = scanner.text, at - 3
    if start > scanner.floor and text.startswith("www", start):
        found = _triggers()[1].match(text, at)
        if found is not None and (end := found.end(1)) < last and end - at < LONGEST:
            facts = _facts(scanner, found, _FACTS[_WWW], _WWW, start, start)
            if facts is not None:
                scanner.floor = end + len(facts.stripped)
                return Candidate(text[start:end], source, start, end, facts)
    return _by_the_rules(source, scanner, scanner.at_dot(at), at, last)


def _by_the_rules(
    source: Text, scanner: Scanner, reading: Reading | None, at: int, last: int
) -> Candidate | None:
    """Take the reading of the rules, where the text reached far enough for it."""
    if reading is None:
        return None
    if reading.reach > last:
        raise _MoreTextNeeded(at)
    scanner.floor = reading.resume
    return reading.candidate(source)


def _facts(
    scanner: Scanner, found: re.Match[str], around: dict[str, Facts], opened: str, start: int, body: int
) -> Facts | None:
    """Say what the rules would say of the URL in the first group of ``found``; None where they have to be asked."""
    text, end = scanner.text, found.end(1)
    before = text[max(0, start - 2) : start]
    if text.find("&", body, end) >= 0 and text.find(";", body, end + 1) >= 0:
        return None  # there may be an HTML entity in it
    pair = before[-1] + text[end : end + 1]
    if pair in _ENCLOSED:
        return around[pair]
    if before[-1] not in _OPENERS or before == "](" or before == ": ":
        return None
    has_path = text.find("/", body, end) >= 0
    if pair[1:] == ")":
        return _before_parenthesis(text, start, end, opened, "()" if pair == "()" else "", has_path=has_path)
    run = end + len(stripped := found[2] or "")
    after = text[run : run + 1]
    if after not in _BLANK or (stripped == ":" and not has_path):
        return None
    ended_by = what_stands(after) if has_path or not stripped else f"{stripped!r} after the host"
    alternative = settled(text, start, body, run, scanner.known) if found[3] is not None else ""
    if alternative is None:
        return None
    if not alternative:
        return _shared_facts(opened, stripped, ended_by)
    return Facts(
        alternatives=(alternative,), opened_by=opened, ended_by=what_stands(after), stripped=stripped
    )


def _before_parenthesis(
    text: str, start: int, end: int, opened: str, delimiter: str, *, has_path: bool
) -> Facts | None:
    """Say what the rules would say of a plain URL before a closing parenthesis."""
    if text[end + 1 : end + 2] not in _BLANK and not _PUNCTUATION_BLANK.match(text, end + 1):
        return None
    if not has_path:
        return _shared_facts(opened, "", "')' after the host", delimiter)
    alternatives = (text[start : end + 1],)
    return Facts(delimiter=delimiter, alternatives=alternatives, opened_by=opened, ended_by=_UNOPENED)

"""Text to Candidates, by the delimiting guidance of RFC 3986 Appendix C and RFC 2396 Appendix E.

The public contract of delimiting: what to find, in a string or in a stream of any length. The rules are in `scanner`
and the modules below it. Offsets are code points of the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Generator, Iterable, Iterator
from functools import cache
from itertools import chain
from operator import methodcaller

from urlglean.document import Candidate, Facts, Text
from urlglean.refang import Refanged
from urlglean.refang import refang as make_whole
from urlglean.scanner import (
    LONGEST,
    LOOK_AHEAD,
    LOOK_BACK,
    Options,
    Reading,
    Scanner,
    plain_triggers,
    triggers,
    what_stands,
)
from urlglean.wrapping import settled

__all__ = ["delimit"]

_new = tuple.__new__
_START = methodcaller("start")
_OPENED = "a scheme and ://"
_UNOPENED = "')' that nothing in the URL opened"
_AFTER_HOST = {
    delimiter: Facts(delimiter=delimiter, opened_by=_OPENED, ended_by="')' after the host")
    for delimiter in ("()", "")
}
_ENCLOSED = frozenset({"<>", '""'})
_OPENERS = frozenset({" ", "\n", "("})
_LINE_BREAK = 3  # the group of `plain_triggers` that matches where the line ends
_BLANK = frozenset({" ", "\n", ""})
_PUNCTUATION_BLANK = re.compile(r"[.,;:!?]++(?:[ \n]|\Z)")
_PLAIN_FACTS = {
    "  ": Facts(opened_by=_OPENED, ended_by="white space"),
    "\n ": Facts(opened_by=_OPENED, ended_by="white space"),
    "<>": Facts(opened_by="'<' before " + _OPENED, ended_by="'>' that closes it", delimiter="<>"),
    '""': Facts(opened_by=_OPENED, ended_by="'\"'", delimiter='""'),
}


@cache
def _shared_facts(stripped: str, after: str) -> Facts:
    """Share the facts of URLs with the same punctuation and the same white space behind them."""
    return Facts(opened_by=_OPENED, ended_by=what_stands(after), stripped=stripped)


def delimit(
    text: str | Iterable[str],
    known: Container[str] = (),
    *,
    schemeless: bool = False,
    emails: bool = False,
    network_path: bool = False,
    refang: bool = False,
    schemes: Iterable[str] | None = None,
    iri: bool = True,
) -> Iterator[Candidate]:
    r"""Yield the Candidates of a text, in order, lazily.

    ``text`` is a string, or an iterable of strings (chunks, an open file) that are read in windows with bounded
    memory and the same result. ``known`` holds absolute URLs known whole from elsewhere: evidence where a bare URL is
    broken over lines. Bare names (``schemeless``), addresses (``emails``), ``//host/path`` (``network_path``) and
    defanged URLs (``refang``) are found when asked for; ``schemes`` keeps only URLs of these schemes (``www.`` counts
    as ``http``), ``iri=False`` ends a URL at the first character that is not ASCII.

    >>> [found.text for found in delimit("see <http://www.ics.uci.edu/pub/\nietf/uri/>.")]
    ['http://www.ics.uci.edu/pub/ietf/uri/']
    """
    options = Options(
        schemeless=schemeless,
        emails=emails,
        network_path=network_path,
        refang=refang,
        schemes=None if schemes is None else frozenset(scheme.lower().rstrip(":/") for scheme in schemes),
        iri=iri,
    )
    if isinstance(text, str):
        return _whole(Text(text), known, options)
    return _stream(text, known, options)


def _whole(source: Text, known: Container[str], options: Options) -> Iterator[Candidate]:
    """Read one string in one go."""
    yield from _window(source, known, options, 0, 0, len(source.text), final=True)


def _stream(chunks: Iterable[str], known: Container[str], options: Options) -> Iterator[Candidate]:
    """Read a stream in windows that overlap by as much as any decision can look around.

    No trigger is decided before the text behind it is there as far as the decision could look, so that the result
    does not depend on where the stream was cut.
    """
    supply = iter(chunks)
    source = Text("")
    floor = scan = 0
    final = False
    while not final:
        parts = [source.text]
        length = len(source.text)
        while length < scan + LONGEST + 2 * LOOK_AHEAD and not final:
            chunk = next(supply, None)
            final = chunk is None
            if chunk:
                parts.append(chunk)
                length += len(chunk)
        source = Text("".join(parts), offset=source.offset, line=source.line, column=source.column)
        stop = length if final else length - LOOK_AHEAD
        floor, scan = yield from _window(source, known, options, floor, scan, stop, final=final)
        cut = max(0, scan - LOOK_BACK)
        source = _advance(source, cut)
        floor, scan = max(0, floor - cut), scan - cut


def _advance(source: Text, cut: int) -> Text:
    """Drop the first ``cut`` code points of a window."""
    if cut == 0:
        return source
    line, column = source.line, source.column
    dropped = source.text[:cut]
    if "\r" in dropped:
        line, column = source.position(cut)
    elif breaks := dropped.count("\n"):
        line, column = line + breaks, cut - dropped.rfind("\n")
    else:
        column += cut
    return Text(source.text[cut:], offset=source.offset + cut, line=line, column=column)


def _window(
    source: Text, known: Container[str], options: Options, floor: int, scan: int, stop: int, *, final: bool
) -> Generator[Candidate, None, tuple[int, int]]:
    """Yield the Candidates whose triggers lie in ``[scan:stop]``; give the new floor and where to go on."""
    text, whole = source.text, None
    if options.refang:
        whole = make_whole(text)
        text = whole.text
        floor, scan, stop = whole.position(floor), whole.position(scan), whole.position(stop)
    scanner = Scanner(text, known, options, floor=floor)
    last = len(text) if final else len(text) - LOOK_AHEAD
    if whole is None and options.is_plain:
        end = yield from _plain(source, scanner, scan, stop, last)
        return scanner.floor, max(end, scanner.floor)
    end = stop
    for at, reading in scanner.read(scan, stop):
        if reading.reach > last:
            end = at  # read again when there is more
            break
        scanner.floor = reading.resume
        if options.schemes is None or reading.scheme in options.schemes:
            yield _candidate(source, reading, whole)
    floor, end = scanner.floor, max(end, scanner.floor)
    return (floor, end) if whole is None else (whole.origin(floor), whole.origin(end))


def _plain(
    source: Text, scanner: Scanner, scan: int, stop: int, last: int
) -> Generator[Candidate, None, int]:
    """Yield what `Scanner.read` would, with a short way for the commonest URL of all; give where to go on.

    The short way makes one object; that it says the same as the rules is a property the tests hold it to.
    """
    text, floor = scanner.text, scanner.floor
    dots = triggers()[1].finditer(text, scan, min(stop + 1, len(text)))
    dot_at = next(map(_START, dots), stop)
    for colon in chain(plain_triggers().finditer(text, scan), (None,)):
        at = stop if colon is None else colon.start()
        while dot_at < at and dot_at < stop:
            if dot_at >= floor and (reading := scanner.at_dot(dot_at)) is not None:
                if reading.reach > last:
                    return dot_at
                floor = scanner.floor = reading.resume
                yield _candidate(source, reading, None)
            dot_at = next(map(_START, dots), stop)
        if colon is None or at >= stop:
            break
        if at < floor:
            continue
        end = colon.end(1)
        if -1 < end < last and (start := at - 5 if text[at - 1] == "s" else at - 4) > floor:
            url = text[start:end]
            facts = _PLAIN_FACTS.get(text[start - 1] + text[end : end + 1])
            if facts is None or colon.lastindex == _LINE_BREAK or ";" in url:
                facts = _plain_facts(scanner, colon, text[max(0, start - 2) : start], start, end)
            if facts is not None:
                floor = scanner.floor = end + len(facts.stripped)
                yield _new(Candidate, (url, source, start, end, facts))
                continue
        if (reading := scanner.at_colon(at)) is not None:
            if reading.reach > last:
                return at
            floor = scanner.floor = reading.resume
            yield _candidate(source, reading, None)
    return stop


def _plain_facts(scanner: Scanner, colon: re.Match[str], before: str, start: int, end: int) -> Facts | None:
    """Say what the rules would say of the URL in the first group of ``colon``; None where they have to be asked."""
    text, body = scanner.text, colon.start() + 3
    around = before[-1] + text[end : end + 1]
    if text.find("&", body, end) >= 0 and text.find(";", body, end + 1) >= 0:
        return None  # there may be an HTML entity in it
    if around in _ENCLOSED:
        return _PLAIN_FACTS[around]
    if before[-1] not in _OPENERS or before == "](":
        return None
    has_path = text.find("/", body, end) >= 0
    if around[1:] == ")":
        return _before_parenthesis(text, start, end, around, has_path=has_path)
    run = end + len(stripped := colon[2] or "")
    after = text[run : run + 1]
    if after not in _BLANK or (stripped and not has_path):
        return None
    alternative = settled(text, start, body, run, scanner.known) if colon[3] is not None else ""
    if alternative is None:
        return None
    if not alternative:
        return _shared_facts(stripped, after)
    return Facts(
        alternatives=(alternative,), opened_by=_OPENED, ended_by=what_stands(after), stripped=stripped
    )


def _before_parenthesis(text: str, start: int, end: int, around: str, *, has_path: bool) -> Facts | None:
    """Say what the rules would say of a plain URL before a closing parenthesis."""
    if text[end + 1 : end + 2] not in _BLANK and not _PUNCTUATION_BLANK.match(text, end + 1):
        return None
    delimiter = "()" if around == "()" else ""
    if not has_path:
        return _AFTER_HOST[delimiter]
    alternatives = (text[start : end + 1],)
    return Facts(delimiter=delimiter, alternatives=alternatives, opened_by=_OPENED, ended_by=_UNOPENED)


def _candidate(source: Text, reading: Reading, whole: Refanged | None) -> Candidate:
    """Make the Candidate of a reading, led back to the text as it stood."""
    pieces = reading.pieces
    if whole is None:
        return Candidate(reading.text, source, pieces[0][0], pieces[-1][1], reading.facts)
    origins = tuple((whole.origin(start), whole.origin(end, is_end=True)) for start, end in pieces)
    facts = reading.facts
    if len(origins) > 1:
        facts = Facts(**{**{name: getattr(facts, name) for name in facts.__slots__}, "pieces": origins})
    return Candidate(reading.text, source, origins[0][0], origins[-1][1], facts)

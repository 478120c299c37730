"""Text to Candidates, by the delimiting guidance of RFC 3986 Appendix C and RFC 2396 Appendix E.

The public contract of delimiting: what to find, in a string or in a stream of any length. The rules are in `scanner`
and the modules below it. Offsets are code points of the whole text.
"""

from __future__ import annotations

from collections.abc import Container, Generator, Iterable, Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any, NamedTuple

from urlglean.candidate import Candidate, Opened
from urlglean.delimiting.alphabet import LONGEST, closers_of, grammar, opener_before
from urlglean.delimiting.ends.marks import FURTHEST_PARTNER
from urlglean.delimiting.lines import BARS, page_break
from urlglean.delimiting.readings import Reading
from urlglean.delimiting.rules.enclosed import FURTHEST_CLOSER
from urlglean.delimiting.scanner import LOOK_AHEAD, LOOK_BEHIND, Options, Scanner, trigger_places, triggers
from urlglean.delimiting.shortcut import BATCH, Shortcut, read_plain
from urlglean.errors import UrlgleanError, refuse_one_string, require
from urlglean.patterns import lazy_re
from urlglean.text import Rewritten, Text
from urlglean.uri.schemes import is_scheme

__all__ = ["OPTIONS", "checked", "delimit", "delimit_in_batches"]

OPTIONS = tuple(item.name for item in fields(Options))
"""The names of the options of `delimit`."""

_USUAL = Options()
OVERSTRIKES_UNDONE = "overstrikes undone"
"""The note on what was read so."""
_BACKSPACE = "\b"
_OVERSTRUCK = lazy_re(r"\x08(?<=(?<!\x08)([^\n\x08])\x08)(?:(?<=_\x08)([^\n\x08])|\1|_)(?:\x08(?:\1|\2|_))*+")
"""What follows a character that was struck over with itself or with an underscore, from the first backspace on."""
_NO_MORE: Any = object()
_SHORT = 4096
"""Up to so many code points a text is asked first whether anything in it announces a URL."""


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
    memory and the same result; an empty one says that more will take a while, and what is settled by now is given.
    ``known`` holds absolute URLs known whole from elsewhere: evidence where a bare URL is
    broken over lines. Bare names (``schemeless``), addresses (``emails``), ``//host/path`` (``network_path``) and
    defanged URLs (``refang``) are found when asked for; ``schemes`` keeps only URLs of these schemes (``www.`` counts
    as ``http``), ``iri=False`` ends a URL at the first character that is not ASCII.

    Raises TypeError where an option is of a wrong type, ``schemes`` or ``known`` is one string, or ``text`` is bytes
    or one of its pieces no string; `UrlgleanError` where ``schemes`` has what is no scheme.

    >>> [found.text for found in delimit("see <http://www.ics.uci.edu/pub/\nietf/uri/>.")]
    ['http://www.ics.uci.edu/pub/ietf/uri/']
    """
    if known != ():
        require(Container, known=known)
    options = _USUAL
    if schemeless or emails or network_path or refang or schemes is not None or not iri:
        names = None if schemes is None else _scheme_names(schemes)
        options = Options(schemeless, emails, network_path, refang, names, iri)
    return chain.from_iterable(_batches(text, known, options))


def delimit_in_batches(
    text: str | Iterable[str], known: Container[str] = (), **options: Any
) -> Iterator[list[Candidate]]:
    """Yield what `delimit` does in lists: what a stretch of the text holds, for readers that pass on many at once.

    The options are those that `checked` gives.
    """
    return _batches(text, known, Options(**options) if options else _USUAL)


def _batches(text: str | Iterable[str], known: Container[str], options: Options) -> Iterator[list[Candidate]]:
    if isinstance(text, str) and len(text) < _SHORT and (options is _USUAL or options.is_plain):
        colon, dot = triggers()
        is_empty = "://" not in text and colon.search(text) is None and dot.search(text) is None
        if is_empty and _BACKSPACE not in text:
            return iter(())  # as most lines of a mail's header, most runs of a page's text
    if isinstance(text, str):
        return _read(_TextWindow(Text(text), 0, 0, len(text), is_last=True), known, options)
    if isinstance(text, (bytes, bytearray, memoryview)):
        raise TypeError("bytes are no text before they are decoded; extract_text takes them, too")
    return _stream(text, known, options)


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """Give those of the options of `delimit` that ask for something, the names of schemes as they are compared.

    Raises TypeError for one that does not exist or is of a wrong type, and `UrlgleanError` for what is no scheme.

    >>> checked({"emails": True, "refang": False, "schemes": ["MAILTO:"]})
    {'emails': True, 'schemes': frozenset({'mailto'})}
    """
    unknown = sorted(options.keys() - set(OPTIONS))
    if unknown:
        raise TypeError(f"there is no option {unknown[0]!r} of delimit; there are {', '.join(OPTIONS)}")
    given = dict(options)
    if given.get("schemes") is not None:
        given["schemes"] = _scheme_names(given["schemes"])
    Options(**given)
    return {name: value for name, value in given.items() if value != getattr(_USUAL, name)}


def _scheme_names(schemes: Iterable[str]) -> frozenset[str]:
    """Give the names of schemes as they are compared: in small letters, without ``:`` or ``://``.

    Raises TypeError where ``schemes`` is one string or holds what is none, `UrlgleanError` for what is no scheme.
    """
    refuse_one_string(schemes=schemes)
    if not isinstance(schemes, Iterable):
        raise TypeError(f"schemes are several strings, not {schemes!r}")
    names = []
    for scheme in schemes:
        require(str, **{"each of schemes": scheme})
        name = scheme.strip().lower().rstrip(":/")
        if not is_scheme(name):
            raise UrlgleanError(f"{scheme!r} is no scheme; a scheme is a name such as https")
        names.append(name)
    return frozenset(names)


def _scheme(reading: Reading) -> str:
    """Give the scheme of a reading: that of the reference that is meant (RFC 3986 4.5), or ``http`` behind ``//``."""
    opened = reading.facts.opened or Opened.SCHEME
    said = opened.meant.format(reading.text) if opened is not Opened.NETWORK_PATH else "http:"
    return said.partition(":")[0].lower()


def _stream(chunks: Iterable[str], known: Container[str], options: Options) -> Iterator[list[Candidate]]:
    """Read a stream in windows that overlap by as much as any decision can look around.

    No trigger is decided before the text behind it is there as far as the decision could look, so that the result
    does not depend on where the stream was cut.
    """
    supply = iter(chunks)
    source = Text("")
    floor = scan = 0
    final = False
    enough = 4 * LOOK_AHEAD  # what is found early comes early
    while not final:
        parts = [source.text]
        length = len(source.text)
        pauses = False
        while length < scan + enough and not final and not pauses:
            chunk = next(supply, _NO_MORE)
            final = chunk is _NO_MORE
            if not (final or isinstance(chunk, str)):
                raise TypeError(f"the pieces of a text are strings, not {type(chunk).__name__}")
            pauses = chunk == ""
            if not (final or pauses):
                parts.append(chunk)
                length += len(chunk)
        source = Text("".join(parts), offset=source.offset, line=source.line, column=source.column)
        if pauses:
            # Names without a scheme are told by more than their line; what is struck over, by what that shows.
            is_told = options.is_plain and _BACKSPACE not in source.text
            end = settled_end(source.text, scan, trigger_places(source.text, scan)) if is_told else scan
            if end > scan:  # all that a decision before it looks at is there
                window = _TextWindow(source, floor, scan, end, is_last=True)
                floor, scan = yield from _read(window, known, options)
            source = _advance(source, cut := max(0, scan - LOOK_BEHIND))
            floor, scan = max(0, floor - cut), scan - cut
            continue
        stop = length if final else length - LOOK_AHEAD
        begun = scan
        floor, scan = yield from _read(_TextWindow(source, floor, scan, stop, is_last=final), known, options)
        if scan == begun:  # a URL goes on and on: from here on there is room for one as long as they may be
            enough = LONGEST + 2 * LOOK_AHEAD
        cut = max(0, scan - LOOK_BEHIND)
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


class _TextWindow(NamedTuple):
    """A text, or as much of a stream as is at hand, and which of the URLs in it are to be read."""

    source: Text
    floor: int
    """Nothing before it is read as part of a URL."""
    scan: int
    """The URLs that are announced between here and ``stop`` are read."""
    stop: int
    is_last: bool
    """Nothing comes behind it that could matter."""


def _read(
    window: _TextWindow, known: Container[str], options: Options
) -> Generator[list[Candidate], None, tuple[int, int]]:
    """Yield the Candidates of a window in batches; give the new floor and where to go on."""
    source, floor, scan, stop, is_last = window
    text = source.text
    rewritten = list(_rewritten(text, options)) if _BACKSPACE in text or options.refang else []
    for whole in rewritten:
        text = whole.text
        floor, scan, stop = whole.offset(floor), whole.offset(scan), whole.offset(stop)
    last = len(text) if is_last else len(text) - LOOK_AHEAD
    if not rewritten and options.is_plain:
        scanner = Scanner(text, known, options, floor=floor)
        end = yield from read_plain(source, scanner, scan, stop, last)
        return scanner.floor, max(end, scanner.floor)
    scanner = Shortcut(Text(text) if rewritten else source, known, options, floor=floor, last=last)
    end = stop
    batch: list[Candidate] = []
    full = scan + BATCH
    for at, reading in scanner.read(scan, stop):
        if at > full:
            yield batch
            batch, full = [], at + BATCH
        if reading.reach > last:
            end = at  # read again when there is more
            break
        scanner.floor = reading.resume
        if options.schemes is None or _scheme(reading) in options.schemes:
            batch.append(_led_back(reading.candidate(source), source, rewritten))
    yield batch
    floor, end = scanner.floor, max(end, scanner.floor)
    for whole in reversed(rewritten):
        floor, end = whole.origin(floor), whole.origin(end)
    return floor, end


def _rewritten(text: str, options: Options) -> Iterator[Rewritten]:
    """Yield the text as it was meant, where it was printed twice in places or made harmless: each of the one before."""
    if _BACKSPACE in text:
        whole = Rewritten.of(text, _overstrikes(text))
        yield whole
        text = whole.text
    if options.refang:
        from urlglean.delimiting.names.refang import refang

        yield refang(text)


def _overstrikes(text: str) -> Iterator[tuple[int, int, str]]:
    r"""Yield what was struck over, and what that shows: so manuals are printed in bold, and underlined.

    >>> list(_overstrikes("a\ba _\bb _\b_ a\bb"))
    [(0, 3, 'a'), (4, 7, 'b'), (8, 11, '_')]
    """
    for found in _OVERSTRUCK.finditer(text):
        start, end = found.start() - 1, found.end()
        yield start, end, (text[start:end].replace(_BACKSPACE, "").strip("_") or "_")[0]


def _led_back(candidate: Candidate, source: Text, rewritten: list[Rewritten]) -> Candidate:
    """Give a Candidate its places in the source of what its text was rewritten to."""
    for whole in reversed(rewritten):
        candidate = candidate.led_back(source, whole)
    is_struck = rewritten and _BACKSPACE in candidate.raw
    return candidate.noted(OVERSTRIKES_UNDONE) if is_struck else candidate


# What is settled of a text while more of it is waited for: it can be told now, and stays true.

ENOUGH_LINES = 40
"""So many lines with something on them, behind a bare URL, are more than any decision on it looks at."""
_FURTHEST = max(FURTHEST_CLOSER, FURTHEST_PARTNER) + 256
"""Nor does any look further for the end of a delimiter than this, in code points: what stands behind one included."""
_LINE_BREAK = lazy_re(r"\n")
_TO_LINE_END = lazy_re(r"\S*+[^\S\r\n]*+(?:(?:[+&]|\.{1,2})?[ \t]*+\\?[\r\n]|\Z)")
"""The end of a line behind a token, be it a string that goes on in the next one by a sign of concatenation."""
_TOKEN = lazy_re(r"\S*+")
_SURE_NAME = lazy_re(
    r"(?i)(?<![A-Za-z0-9+.\-])(?:[A-Za-z0-9\-]{1,16}+:[ \t]?){0,3}(?:https?|ftps?|mailto|www[0-9]{0,3})\Z"
)
"""A scheme that no line break stands in, with what may stand before it and belong to it: ``URL:``, ``view-source:``."""
_FILLED_LINE = lazy_re(rf"(?m)^(?=[^\r\n]*[^\s>{BARS}])[^\r\n]*\r?\n")
_BAR = lazy_re(f"[{BARS}]")
_LONGEST_LEAD = 200


def settled_end(text: str, start: int, places: Iterable[int]) -> int:
    r"""Give the end of the lines from ``start`` on in which nothing depends on what may follow ``text``; or ``start``.

    ``places`` are those where something announces a URL (the colon, the first full stop), in order. Offsets are
    code points.

    >>> log = "GET http://a/ 200\nGET http://b/ 200\nsee http://c/"
    >>> settled_end(log, 0, [8, 26, 44])
    36
    >>> settled_end("GET http://a/\nGET http://b/ 200\n", 0, [8, 22])
    0
    """
    end = text.rfind("\n", start) + 1
    for place in places:
        if place >= end:
            break
        if _is_loose(text, place) and not _is_enough(text, place):
            end = text.rfind("\n", 0, place) + 1
            break
    return max(start, end)


def _is_loose(text: str, place: int) -> bool:
    """Tell whether a decision on what is announced at ``place`` may look beyond its line."""
    line_end = _LINE_BREAK.search(text, place)
    rest = text[place : line_end.start() if line_end else len(text)]
    before = text[max(0, place - _LONGEST_LEAD) : place]
    name = _SURE_NAME.search(before)
    if name is None or _BAR.search(rest) or _TO_LINE_END.match(text, place):
        return True
    if before.rfind("<") > before.rfind(">") and ">" not in rest:
        return True
    if _is_in_open_pair(text, place - len(name[0]), place, rest):
        return True
    token = _TOKEN.match(rest)
    return token is not None and any(
        token[0].count(opener) > token[0].count(closer) for opener, closer in ("()", "[]", "{}")
    )


def _is_in_open_pair(text: str, start: int, place: int, rest: str) -> bool:
    """Tell whether a pair opens before ``start`` that the ``rest`` of the line does not close behind a blank."""
    run = grammar(iri=True).run.match(text, place)
    behind = rest[len(run[0]) :] if run is not None else ""
    if not behind.startswith((" ", "\t")):
        return False
    opener, at = opener_before(text, start, 0)
    closers = closers_of(opener, text, at, 0)
    return closers != "" and not any(closer in behind for closer in closers)


def _is_enough(text: str, place: int) -> bool:
    """Tell whether so much follows that a decision on what is announced at ``place`` sees all it may look at."""
    if len(text) - place < _FURTHEST:
        return False
    line_start = text.rfind("\n", 0, place) + 1
    for number, line in enumerate(_FILLED_LINE.finditer(text, line_start)):
        if page_break(text, line.end() - 1, len(text)) >= 0:
            return False
        if number > ENOUGH_LINES:
            return True
    return False

"""URLs without delimiters around them, followed over line breaks as far as the evidence goes.

Where such a URL ends is told by `ends.extent`, what is seen at a line break by `breaks`, and what that says by
`weights`. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable
from typing import Final, Literal

from urlglean.candidate import Opened
from urlglean.delimiting.alphabet import CLOSER
from urlglean.delimiting.authority import LONGEST_HOST, is_whole_name
from urlglean.delimiting.ends.extent import GOES_ON_BELOW, Extent, joined_extent, opened_extent
from urlglean.delimiting.ends.marks import FURTHEST_PARTNER, LONGEST_SCHEME
from urlglean.delimiting.ends.suffixes import ends_in_suffix
from urlglean.delimiting.joining.below import waits_for_name
from urlglean.delimiting.joining.breaks import Break, Seen, Sight, glance, longest_around, look_around
from urlglean.delimiting.joining.line_ends import settled
from urlglean.delimiting.joining.next_lines import repeats
from urlglean.delimiting.joining.records import is_of_record
from urlglean.delimiting.joining.weights import (
    HOPELESS,
    foregone,
    foregone_by_length,
    signs_of_pieces,
    weigh,
)
from urlglean.delimiting.lines import (
    BREAK_MARKS,
    HYPHENATION,
    LOOK_BACK,
    Paragraph,
    at_line_end,
    before_break_mark,
    other_hyphens,
)
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.readings import NOT_ONE, Nothing, Reading, Scan, Site, clip, facts_of, what_ended
from urlglean.delimiting.reasons import Ended
from urlglean.delimiting.rules.enclosed import full_reading
from urlglean.delimiting.rules.mangled import rest_behind_hyphenation, rest_behind_soft_break
from urlglean.delimiting.schemes import WEB
from urlglean.delimiting.words import STARTS_URL
from urlglean.patterns import lazy_re, lazy_regex

_new: Final = tuple.__new__

_MOST_PIECES, _MOST_TRIED = 12, 3
_MOST_SCHEMES = 2
"""While its bracket is open, a URL goes on to one other URL at most."""
_ENOUGH, _NEVER = 1.0, -math.inf
"""What is owed where no weighing is needed."""
_MARKED_BREAKS = frozenset({"=", HYPHENATION})
_LINE_ENDS = frozenset("\r\n")
_EDGES: Final = frozenset({"|", *BREAK_MARKS})
_FOR_GOOD = frozenset({Ended.NO_PORT, Ended.IMPOSSIBLE_PORT, Ended.UNOPENED})
_CUT_OFF = frozenset({Ended.ANOTHER_URL, Ended.BBCODE_TAG, Ended.ENTITY})
_ENDS_IN_HYPHEN = lazy_re(rf"[-.]*+{HYPHENATION}?")
_OF_NO_HOST = lazy_re(r"[\x00-$&-,/;-?\\^`{-\x7f]")
_MORE_OF_A_LABEL = lazy_regex(r"[\p{L}\p{M}\p{N}]|\p{S}++[\w.\-]")
_PIECE_ON_LINE = lazy_re(r"[ ]([^\s<>\"]+)")
_MOST_BLANKS = 3
_MOST_REFLOWED = 200
"""How many blanks may stand in the rest of a URL that was set in one line again, and how far, in code points."""


def is_known(scan: Scan, at: int, joined: str) -> bool:
    """Tell whether the joined URL is known whole: handed in, or standing in one piece in the same paragraph."""
    if joined in scan.known:
        return True
    behind = max(at, scan.text.find(":", at) + 1) if ":" in joined else at
    return scan.neighbourhood.hold(joined, at, behind) and scan.paragraph_at(at).find(joined, but=at)


def _stands_whole(url: str, known: Container[str]) -> bool:
    """Tell whether a URL at a line's end is known to be whole there; a folder is whole, and goes on all the same.

    Evidence that can tell it more strictly than by what it holds has a question of its own for it.
    """
    asks = getattr(known, "stands_whole", None)
    if asks is not None:
        return bool(asks(url))
    return url[-1] != "/" and url in known


def read(scan: Scan, site: Site) -> Reading | None:
    """Read the URL of a site, and follow it over line breaks; None where it is no plausible one."""
    text, opening, start = scan.text, site.opening, site.opening.start
    run, whole, extent = first_piece(scan, site)
    if whole < run and text[whole] == "(" and at_line_end(text, run):
        whole = run  # what the parenthesis needs may stand on the next line
    if extent is None and opening.scheme in WEB and _is_no_host(text, opening.body, run):
        return None
    if whole == run and run - start <= LOOK_BACK and at_line_end(text, run):  # it fits a line, without a call
        quick = None
        if extent is not None and extent.end >= run - 1 and run != scan.unsettled:
            quick = settled(scan, start, opening.body, run)
        if quick is not None and extent is not None:
            return read_alone(scan, opening, extent, (quick,) if quick else ())
        if (
            joined := follow(scan, opening, [(start, run)], [_first(scan, opening, run, extent)])
        ) is not None:
            return joined
    return read_alone(scan, opening, extent) if extent is not None else None


def read_plain(scan: Scan, opening: Opening, run: int) -> Reading | None:
    """Read a URL that its line ends at ``run``, and follow it over line breaks.

    Nothing is to be said of it on its line, but that the mark of a sentence may stand behind it.
    """
    text, start = scan.text, opening.start
    end = run - (text[run - 1] in ".,;:")
    if end < run and text.find("/", opening.body, end) < 0:
        return read(scan, _site(scan, opening, run))
    there: Extent = _new(Extent, (end - start, run - start, run - start, None, "", (), ()))
    joined = follow(scan, opening, [(start, run)], [(text[start:run], there)])
    return joined or read_alone(scan, opening, there.moved(start))


def read_at_sign(scan: Scan, opening: Opening) -> Reading | None:
    """Read a URL behind a blank whose line ends in a sign in which many a broken one does; None where it does not."""
    text, run = scan.text, scan.runs.end(opening.body)
    url = text[opening.body : run]
    if url[-1:] not in GOES_ON_BELOW or text[run : run + 1] not in _LINE_ENDS:
        return None
    if not url.isascii() or "://" in url or "|" in url:
        return None
    return read(scan, _site(scan, opening, run))


def _site(scan: Scan, opening: Opening, run: int) -> Site:
    opener = opening.start - 1
    return _new(Site, (opening, scan.text[opener], opener, run))


def first_piece(scan: Scan, site: Site) -> tuple[int, int, Extent | None]:
    """Give where the first piece of a URL ends at most, where it does, and how far the URL reaches in it.

    A hyphen at the end of the run is part of the piece.
    """
    text, opening, run = scan.text, site.opening, site.run
    if (text[run - 1] in _EDGES or text[run - 2 : run] in _EDGES) and at_line_end(text, run):
        # The edge of a box or a table, the mark of a broken line.
        run = run - 1 if text[run - 1] == "|" else before_break_mark(text, run)
    extent = opened_extent(opening, text, opening.start, run)
    is_whole = extent is None or extent.cut == run or _ENDS_IN_HYPHEN.fullmatch(text, extent.cut, run)
    return run, run if is_whole or extent is None else extent.cut, extent


def _is_no_host(text: str, body: int, run: int) -> bool:
    """Tell a host that no next line mends: it has a sign that only userinfo holds, and no at sign follows."""
    sign = _OF_NO_HOST.search(text, body, min(run, body + LONGEST_HOST))
    return sign is not None and text.find("@", body, body + LOOK_BACK) < 0


def inside_a_host(scan: Scan, site: Site) -> Literal[Nothing.NOT_ONE] | None:
    """Tell of a run of ASCII that ends inside a host, before a letter of another script: what it holds is no host.

    A whole name has text glued to it.
    """
    if scan.runs.grammar.iri or not _MORE_OF_A_LABEL.match(scan.text, site.run):
        return None
    text, body, run = scan.text, site.opening.body, site.run
    host = text[max(body, text.rfind("@", body, run) + 1) : run]
    if any(mark in host for mark in "/?#"):
        return None
    return None if is_whole_name(host) else NOT_ONE


def read_alone(scan: Scan, opening: Opening, extent: Extent, alternatives: tuple[str, ...] = ()) -> Reading:
    """Read a URL that stands in one piece, as far as ``extent`` goes."""
    text, start, end = scan.text, opening.start, extent.end
    opener = text[opening.prefix - 1 : opening.prefix]
    closer = CLOSER.get(opener)
    after = text[extent.cut : extent.cut + 1]
    ended_by = what_ended(extent, after)
    if opener == "(" and after == ")" and text[opening.prefix - 2 : opening.prefix - 1] == "]":
        end, opener = extent.cut, "]("  # Markdown: its closing parenthesis ends it, not the punctuation
        ended_by = ended_by if end == extent.end else Ended.UNOPENED.told(after)
    if text[end - 1] == "-":  # a hyphen at a line's end joins more often than it is too much
        alternatives = (*alternatives, *extent.alternatives)
    else:
        alternatives = (*extent.alternatives, *alternatives)
    delimiter = opener + after if (closer is not None and after == closer) or opener == "](" else ""
    full = full_reading(text, opening.prefix - 1, start) if opener == "<" else ""
    if full and (full.isascii() or scan.runs.grammar.iri):
        alternatives = (*alternatives, full)
    found = text[start:end]
    if len(alternatives) > 1 or end > extent.end:
        shorter = text[start : extent.end]
        others = dict.fromkeys([shorter if other == found else other for other in alternatives])
        alternatives = tuple(others)
    facts = facts_of(
        opening.opened,
        ended_by,
        opened_by=opening.told if opening.prefix < start else "",
        delimiter=delimiter,
        alternatives=alternatives,
        notes=extent.notes,
        stripped=text[end : extent.cut],
    )
    resume = max(end, min(extent.cut, extent.run))
    return _new(Reading, (((start, end),), found, resume, facts, extent.run))


def _first(scan: Scan, opening: Opening, run: int, extent: Extent | None) -> tuple[str, Extent | None]:
    """Give the first piece, and how far the URL reaches in it."""
    return scan.text[opening.start : run], extent.moved(-opening.start) if extent is not None else None


def put_together(
    scan: Scan, opening: Opening, end: int, extent: Extent | None, rest: Iterable[tuple[int, int]]
) -> Reading | None:
    """Read a URL whose first piece ends at ``end`` together with its other pieces; None where there is no more."""
    trial = [(opening.start, end)]
    readings = [_first(scan, opening, end, extent)]
    for piece in rest:
        trial.append(piece)
        before = readings[-1][0]
        joined = before + scan.text[slice(*piece)]
        whole = joined_extent(opening, joined)
        readings.append((joined, whole))
        if whole is not None and whole.end < len(before) and opening.scheme in WEB:
            is_host = whole.ended is Ended.HOST and "/" in joined[whole.end :]  # no more of it is userinfo
            if is_host or _is_cut_off(whole, joined):
                break
    if len(trial) == 1 or readings[-1][1] is None:
        return None
    return decide(scan, opening, trial, readings, len(trial))


def follow(
    scan: Scan, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
) -> Reading | None:
    """Follow a bare URL over line breaks as far as the evidence goes; None where it does not go anywhere.

    ``trial`` and ``readings`` hold what is known of it: its first piece, or the two that make its scheme, and what
    they are put together, with the extent of the URL in that.
    """
    start, extent = opening.start, readings[-1][1]
    paragraph = scan.paragraph_at(start)
    taken, owed = len(trial), 0.0
    below: Sight | None = None
    while len(trial) <= _MOST_PIECES:
        if scan.text[trial[-1][1] - 1] in _MARKED_BREAKS and _add_marked_break(
            scan, opening, trial, readings
        ):
            taken, owed = len(trial), 0.0
            continue
        seen = below or glance(scan.text, start, trial, scan.runs.grammar.run, paragraph)
        if seen is None:
            break
        found, pieces = seen.found, trial[:]
        joined, above = found.before + found.token, len(found.before)
        whole = joined_extent(opening, joined)
        if whole is None and (extent is not None or len(trial) > 1 or _is_none_for_good(opening, joined)):
            break
        if (
            whole is not None
            and whole.end <= above
            and (
                _ends_for_good(scan.text, start, whole, joined, found)
                or (len(trial) == 1 and _is_cut_off(whole, joined))
            )
        ):
            break
        trial.append((found.start, found.end))
        readings.append((joined, whole))
        if found.glued:
            found = look_around(scan.text, seen, paragraph)
            seen = seen._replace(found=found)
            if found.glued and _add_reflowed(scan, opening, found, trial, readings):
                taken, owed = len(trial), 0.0
                continue
        owed, below = _owed(scan, start, pieces, paragraph, seen, whole, owed, tried=len(trial) - taken)
        if owed > 0:
            taken, owed = len(trial), 0.0
            if found.following or _is_cut_off(whole, joined):
                break  # nothing goes on behind that
        if owed == _NEVER:
            break
    return decide(scan, opening, trial, readings, taken)


def _is_none_for_good(opening: Opening, joined: str) -> bool:
    """Tell whether what was put together of two lines, and is no plausible URL, is none with more of them, either."""
    if opening.opened is Opened.KNOWN_SCHEME:
        return True
    return _is_no_host(joined, opening.body - opening.start, len(joined))


def _ends_for_good(text: str, start: int, whole: Extent, joined: str, found: Break) -> bool:
    """Tell whether a URL that ends above a break does so whatever is added to it: another bracket may close its own."""
    if whole.ended is Ended.HOST:
        return whole.end < len(found.before)
    if whole.ended is Ended.UNCLOSED:
        # `$` says that a bracket is filled in, a backslash that it is escaped.
        closer = CLOSER.get(whole.sign, "")
        closes = text.find(closer, found.end, start + FURTHEST_PARTNER) >= 0
        return not closes or joined.count("://") > _MOST_SCHEMES
    return whole.ended in _FOR_GOOD


def _is_cut_off(whole: Extent | None, joined: str) -> bool:
    """Tell whether another URL, a tag or a reference of HTML ends one: so they do whatever is added behind them."""
    if whole is None or whole.ended not in _CUT_OFF:
        return False
    is_whole = whole.ended is not Ended.ANOTHER_URL or "://" in whole.sign
    return is_whole or len(joined) >= joined.find(whole.sign, whole.cut) + LONGEST_SCHEME


def _owed(
    scan: Scan,
    start: int,
    pieces: list[tuple[int, int]],
    paragraph: Paragraph,
    seen: Sight,
    whole: Extent | None,
    owed: float,
    *,
    tried: int,
) -> tuple[float, Sight | None]:
    """Give what ``owed`` and a break come to: more than zero where the URL, which is ``whole`` then, goes on behind it.

    Where that would end above the break all the same, it says nothing that it stands elsewhere, too. A token alone on
    its line may be vouched for by the line behind it: so what is not enough is owed, unless this is the last of those
    that were ``tried``. A URL that is kept whole as it is goes on only where more is known behind the break.

    With it comes what is seen of the next break, where that was looked at.
    """
    found = seen.found
    is_kept = whole is None or (tried == 1 and bool(scan.known) and _stands_whole(found.before, scan.known))
    signs = signs_of_pieces(found)
    is_asked = not (is_kept or found.glued)
    answer, told, is_sure = foregone(found, signs, owed) if is_asked else (None, None, True)
    longest = -1
    if told is not None and answer is None:
        longest = longest_around(seen, paragraph)
        answer, is_sure = foregone_by_length(found, longest, signs, told, owed)
    if answer and not is_sure and not (signs & Seen.FOLDER and waits_for_name(found)):
        answer = None if _is_of_record(scan, seen) else True
    if answer or (whole is not None and _is_known_behind(scan, start, found, whole)):
        return _ENOUGH, None
    # No line below vouches for a token behind which something stands; what begins a URL goes on there.
    is_last = tried > _MOST_TRIED or found.following != "" or STARTS_URL.match(found.token) is not None
    if is_kept:
        return _NEVER if is_last else owed, None
    below = None
    if answer is False:
        # Nothing vouches for a token that is alone on its line where nothing below could.
        if not is_last and found.token[-1] not in _MARKED_BREAKS:
            further = [*pieces, (found.start, found.end)]
            below = glance(scan.text, start, further, scan.runs.grammar.run, paragraph)
            is_last = below is None
        if is_last:
            return _NEVER, None
    around = look_around(scan.text, seen, paragraph, longest, is_record_seen=False)
    weight = weigh(around, signs, told)
    if weight < HOPELESS or (is_last and owed + weight <= 0):
        return _NEVER, None  # nor would it be more if it was what a list says of each URL
    if signs & Seen.REPEATED and _is_of_record(scan, seen):
        weight = weigh(around._replace(repeated=True), signs, told)
    return owed + weight if weight >= HOPELESS else _NEVER, below


def _is_of_record(scan: Scan, seen: Sight) -> bool:
    return is_of_record(scan.text, seen.found.token, seen.line.start, seen.after)


def _is_known_behind(scan: Scan, start: int, found: Break, whole: Extent) -> bool:
    """Tell whether the URL is known that goes on behind a break: it is repeated in parentheses, or stands elsewhere."""
    if found.following[1:2] == "(" and repeats(found.before, found.token, found.following):
        return True
    return whole.end > len(found.before) and is_known(scan, start, (found.before + found.token)[: whole.end])


def _add_marked_break(
    scan: Scan, opening: Opening, trial: list[tuple[int, int]], readings: list[tuple[str, Extent | None]]
) -> bool:
    """Add the piece behind a soft break of quoted-printable or a hyphenation, whose mark goes; tell if there is one."""
    start, last = trial[-1]
    rest = None
    if last - start > 1:
        rest = rest_behind_soft_break(scan.text, last) or rest_behind_hyphenation(scan.text, start, last)
    if rest is not None and not scan.runs.grammar.iri:
        begin, end = rest
        rest = (begin, end) if (end := min(end, scan.runs.end(begin))) > begin else None
    joined = readings[-1][0][:-1] + scan.text[slice(*rest)] if rest is not None else ""
    whole = joined_extent(opening, joined) if joined else None
    if rest is None or whole is None:
        return False
    trial[-1] = (start, last - 1)
    trial.append(rest)
    readings.append((joined, whole))
    return True


def _add_reflowed(
    scan: Scan,
    opening: Opening,
    found: Break,
    trial: list[tuple[int, int]],
    readings: list[tuple[str, Extent | None]],
) -> bool:
    """Add what stands behind blanks that a mailer left when it set a broken URL in one line again.

    It counts where the whole is known with it, or it ends the line and the name: in a file's suffix, or with more
    hyphens behind one. Tells whether there is any.
    """
    joined, at = readings[-1][0], found.end
    line_end = at + len(found.following)
    more: list[tuple[int, int]] = []
    taken = 0
    for piece in _PIECE_ON_LINE.finditer(scan.text, at, min(line_end, at + _MOST_REFLOWED)):
        is_one = scan.runs.grammar.iri or piece[1].isascii()
        if piece.start() != at or len(more) == _MOST_BLANKS or not is_one:
            break
        at = piece.end()
        is_title = joined[-1] == "-" and "-" in piece[1]
        joined += piece[1]
        more.append(piece.span(1))
        whole = joined_extent(opening, joined)
        if whole is None or whole.end <= len(joined) - len(piece[1]):
            break
        is_name = is_title or (len(piece[1]) < 6 and ends_in_suffix(joined))
        if (at == line_end and is_name) or is_known(scan, opening.start, joined[: whole.end]):
            trial += more[taken:]
            readings += [(joined, whole)] * (len(more) - taken)
            taken = len(more)
    return taken > 0


def decide(
    scan: Scan,
    opening: Opening,
    trial: list[tuple[int, int]],
    readings: list[tuple[str, Extent | None]],
    taken: int,
) -> Reading | None:
    """Make the reading of the pieces that were taken; the next longer and the shorter one are alternatives."""
    joined, whole = readings[taken - 1]
    longer: tuple[str, ...] = ()
    if taken < len(readings):
        text, further = readings[taken]
        if further is not None and further.end > len(joined):
            longer = (text[: further.end],)
    if taken == 1:
        return read_alone(scan, opening, whole.moved(opening.start), longer) if whole is not None else None
    if whole is None or whole.end <= trial[0][1] - trial[0][0]:
        return None
    pieces = tuple(trial[:taken])
    if whole.end < len(joined):
        pieces = clip(pieces, whole.end)
    if len(pieces) < taken:  # of the last line nothing is left
        return decide(scan, opening, trial, readings, len(pieces))
    found = joined[: whole.end]
    text, first = readings[0]
    shorter: tuple[str, ...] = (text[: first.end],) if first is not None else ()
    if taken > 2:
        text, last = readings[taken - 2]
        shorter = (text[: last.end], *shorter) if last is not None else shorter
    others = dict.fromkeys((*other_hyphens(scan.text, pieces), *shorter, *longer, *whole.alternatives))
    others.pop(found, None)
    resume = pieces[-1][1] + whole.cut - whole.end
    facts = facts_of(
        opening.opened,
        what_ended(whole, scan.text[resume : resume + 1]),
        pieces=pieces,
        alternatives=tuple(others),
        notes=whole.notes,
        stripped=joined[whole.end : whole.cut],
    )
    return _new(Reading, (pieces, found, resume, facts, trial[-1][1]))


# DOIs of articles that name their contribution between angle brackets, as ANSI/NISO Z39.56 (SICI) has it:
# ``https://doi.org/10.1175/1520-0469(1963)020<0130:DNF>2.0.CO;2``. No URL may hold these brackets, yet bibliographies
# write them as they are. Where all of it stands there, they are part of the URL.

_CONTRIBUTION = lazy_re(
    r"<[0-9A-Za-z.\-]{1,16}:{1,2}[0-9A-Za-z\-']{1,16}>[0-9]\.[0-9]\.[A-Z]{2};[0-9](?:-[0-9A-Z])?"
)
"""Where the article begins and a code of its title, what this identifies and how, and a check character."""
_BEFORE = lazy_re(r"\([^()\s]{4,24}\)[0-9A-Za-z:+/.\-]{1,24}\Z")
"""The date of the issue in parentheses, and the numbers of volume and issue."""
_LONGEST = 64


def of_an_article(scan: Scan, site: Site) -> Reading | None:
    """Read a DOI whose contribution stands between angle brackets behind its run; None where none does."""
    text, opening, run = scan.text, site.opening, site.run
    found = _CONTRIBUTION.match(text, run)
    if found is None or _BEFORE.search(text, max(opening.body, run - _LONGEST), run) is None:
        return None
    extent = opened_extent(opening, text, opening.start, found.end())
    return read_alone(scan, opening, extent) if extent is not None and extent.end > run else None

"""What the evidence of a line break comes to: the traces of `weights` that hold there, added up.

Those that cannot hold by what is seen in one look are not asked for. Nor is anything of the lines around where no
answer of theirs would change what the rest comes to. All is counted in tenths: sums of fractions hang on their order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from urlglean.delimiting.joining.breaks import LONGEST_SUFFIX, NARROWEST_WRAPPED, TOO_SHORT, Break, Seen
from urlglean.delimiting.joining.records import may_be_said_of
from urlglean.delimiting.joining.weights import WEIGHTS, Question
from urlglean.delimiting.lines import SHORTEST_WRAPPED
from urlglean.delimiting.words import Token, signs_of

HOPELESS = -8.0
"""What weighs less than this is not redeemed by what comes behind it."""


class _Traces(NamedTuple):
    """The traces that can hold where some signs are seen, and what they come to; weights are in tenths."""

    sure: int
    """The sum of those that hold wherever their signs are seen: nothing more has to be asked."""
    traces: tuple[tuple[int, Callable[[Break], bool], int, int], ...]
    """The others, the heaviest first: each with what those behind it and `of_lines` come to at least, and at most."""
    of_lines: tuple[Question, ...]
    """Those that ask of the lines around."""
    least: int
    most: int
    """What the latter come to at least, and at most."""
    floor: int
    ceiling: int
    """What all come to at least, and at most, whatever is answered."""


def weigh(found: Break, signs: int | None = None, told: int | None = None) -> float:
    """Add up the weights of the traces that hold: more than zero says that wrapping broke the URL here.

    ``signs`` is what `signs_of_pieces` gives, and ``told`` what `foregone` does, where they were asked already.
    """
    if signs is None:
        signs = signs_of_pieces(found)
    signs = (signs & ~Seen.REPEATED) | _signs_of_length(found, found.longest) | _signs_of_line(found)
    asked = _asked(signs | Seen.WIDE)
    if told is None:
        told = sum([weight for weight, holds, _, _ in asked.traces if holds(found)])
    return (asked.sure + told + sum([weight for weight, holds in asked.of_lines if holds(found)])) / 10


_OF_RECORDS = -sum([round(weight * 10) for _, weight, _, needs in WEIGHTS if needs & Seen.REPEATED])
"""What is taken away, in tenths, where a list says what may be the token of each of its URLs."""


def foregone(found: Break, signs: int, owed: float) -> tuple[bool | None, int | None, bool]:
    """Tell whether ``owed`` and the weights come to more than zero, whatever the lines around a break are.

    ``found`` is what is seen of it alone, and ``signs`` that of its pieces. None where those lines have to be looked
    at. The number is what the traces that ask nothing of these lines come to, in tenths; None where not all of them
    were asked. The last one is whether it would be the same if ``found`` was ``repeated``, where it may be.
    """
    enough = _OF_RECORDS if signs & Seen.REPEATED else 0
    signs = (signs & ~Seen.REPEATED) | _signs_of_line(found) | Seen.SHORTER | Seen.ROOM
    if found.length < NARROWEST_WRAPPED:
        signs |= Seen.NARROW
    if found.length >= SHORTEST_WRAPPED:
        signs |= Seen.LONGEST
    if (
        signs & Token.CLOSER
        or found.length >= TOO_SHORT
        or found.length + 1 + len(found.token) + len(found.following.partition(" ")[0]) >= TOO_SHORT
    ):
        signs |= Seen.WIDE  # else a line that is full is too short to be wrapped, which outweighs that
    asked = _asked(signs)
    weight = asked.sure + round(owed * 10)
    least, most = weight + asked.floor - asked.sure, weight + asked.ceiling - asked.sure
    for tenths, holds, rest_least, rest_most in asked.traces:
        if least > enough:
            return True, None, True
        if most <= 0:
            return False, None, True
        if holds(found):
            weight += tenths
        least, most = weight + rest_least, weight + rest_most
    told = weight - asked.sure - round(owed * 10)
    return _answer(least, most), told, not 0 < least <= enough


def foregone_by_length(
    found: Break, longest: int, signs: int, told: int, owed: float
) -> tuple[bool | None, bool]:
    """Tell the same where the length of the ``longest`` line around is known, and what `foregone` has ``told``."""
    enough = _OF_RECORDS if signs & Seen.REPEATED else 0
    signs = (signs & ~Seen.REPEATED) | _signs_of_length(found, longest) | _signs_of_line(found) | Seen.WIDE
    asked = _asked(signs)
    weight = asked.sure + told + round(owed * 10)
    least = weight + asked.least
    return _answer(least, weight + asked.most), not 0 < least <= enough


def _answer(least: int, most: int) -> bool | None:
    return True if least > 0 else False if most <= 0 else None


@lru_cache(maxsize=4096)
def _asked(signs: int) -> _Traces:
    """Give the traces that may hold where these signs are seen."""
    sure = least = most = 0
    traces: list[Question] = []
    of_lines: list[Question] = []
    for _, weight, holds, needs in WEIGHTS:
        tenths = round(weight * 10)
        if needs & ~(signs | Seen.ALWAYS):
            continue
        if needs & Seen.SURE:
            sure += tenths
        elif needs & Seen.LINES or (needs & Seen.LINES_OF_PAGE and signs & Token.DOT):
            of_lines.append((tenths, holds))
            least, most = least + min(tenths, 0), most + max(tenths, 0)
        else:
            traces.append((tenths, holds))
    floor, ceiling = least, most
    opened: list[tuple[int, Callable[[Break], bool], int, int]] = []
    for tenths, holds in sorted(traces, key=lambda trace: abs(trace[0])):
        opened.append((tenths, holds, floor, ceiling))
        floor, ceiling = floor + min(tenths, 0), ceiling + max(tenths, 0)
    return _Traces(sure, tuple(reversed(opened)), tuple(of_lines), least, most, sure + floor, sure + ceiling)


_ENDS = {
    **dict.fromkeys("&%#", Seen.OPEN),
    "?": Seen.OPEN | Seen.STOP,
    "=": Seen.VALUE,
    **dict.fromkeys("-_~+", Seen.DASH),
    "/": Seen.FOLDER,
    **dict.fromkeys(".,:;!", Seen.STOP),
}
_BEFORE_CELL = frozenset(" \t=-:|&")
"""What the second sign behind a token is where the next column of a row may stand; a tab alone is enough, too."""


_BEHIND_BLANK = frozenset(" \t.,)")
"""The same of a mark that a blank, or several, part from the token."""


def signs_of_pieces(b: Break) -> int:
    """Give what is seen in the URL, the token and what follows of all that the questions may depend on."""
    before, token, following = b.before, b.token, b.following
    signs = signs_of(token) | (Seen.FOLLOWED if following else Seen.ALONE)
    if following:
        if following[1:2] in _BEFORE_CELL or following[0] == "\t":
            signs |= Seen.BESIDE
        if following[1:2] in _BEHIND_BLANK:
            signs |= Seen.PARTED
    if ":" in token or ":" in following or "." in following:
        signs |= Seen.SAID
    if may_be_said_of(before, token):
        signs |= Seen.REPEATED
    last = before[-1]
    signs |= Seen.ALNUM if last.isalnum() else _ENDS.get(last, 0)
    if ")" in before[-3:]:
        signs |= Seen.CLOSED
    if before[-2:-1] == "%":
        signs |= Seen.OPEN
    if last not in "/;&=":
        signs |= Seen.KEYLESS
    if before.count("/") < 3:
        signs |= Seen.HOST
    if before.find(".", -LONGEST_SUFFIX) >= 0:
        signs |= Seen.SUFFIX
    return signs


def _signs_of_length(b: Break, longest: int) -> int:
    """Give what is seen of the length of the URL's line, and of the next one, beside the longest one."""
    length, signs = b.length, 0
    if length < NARROWEST_WRAPPED:
        signs |= Seen.NARROW
    if length < longest:
        signs |= Seen.SHORTER
    elif length >= SHORTEST_WRAPPED:
        signs |= Seen.LONGEST
    width = b.next_length if longest < SHORTEST_WRAPPED and longest < b.next_length else longest
    return signs | Seen.ROOM if length < width and length + len(b.token) < width else signs


def _signs_of_line(b: Break) -> int:
    """Give what else is seen of the line of the URL, and of those below it."""
    signs = 0
    if b.cell:
        signs |= Seen.CELL
    if b.listed:
        signs |= Seen.LISTED
    if b.repeated:
        signs |= Seen.REPEATED
    if b.stray:
        signs |= Seen.STRAY
    if b.ends and not b.following:
        signs |= Seen.ENDS
    if b.outdented or b.indented:
        signs |= Seen.INSET
    if b.flowed or b.glued or b.unmarked or b.pieces > 1 or b.valued or b.waiting or b.marked:
        signs |= Seen.ODD
    return signs

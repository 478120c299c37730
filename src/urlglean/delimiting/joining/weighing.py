"""What the evidence of a line break comes to: the traces of `weights` that hold there, added up.

Those that cannot hold by what is seen in one look are not asked for. Nor is anything of the lines around where no
answer of theirs would change what the rest comes to. All is counted in tenths: sums of fractions hang on their order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from urlglean.delimiting.joining.breaks import LONGEST_SUFFIX, NARROWEST_WRAPPED, TOO_SHORT, Break, Seen
from urlglean.delimiting.joining.weights import WEIGHTS, Question, holding
from urlglean.delimiting.lines import SHORTEST_WRAPPED
from urlglean.delimiting.words import Token, signs_of

HOPELESS = -8.0
"""What weighs less than this is not redeemed by what comes behind it."""


class _Traces(NamedTuple):
    """The traces that can hold where some signs are seen, and what they come to; weights are in tenths."""

    sure: int
    """The sum of those that hold wherever their signs are seen: nothing more has to be asked."""
    traces: tuple[Question, ...]
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
    asked = _asked(signs | _signs_of_line(found) | Seen.WIDE)
    if told is None:
        told = holding(found, asked.traces)
    return (asked.sure + told + holding(found, asked.of_lines)) / 10


_OF_RECORDS = -sum([round(weight * 10) for _, weight, _, needs in WEIGHTS if needs & Seen.REPEATED])
"""What is taken away, in tenths, where a list says what may be the token of each of its URLs."""


def foregone(found: Break, signs: int, owed: float) -> tuple[bool | None, int | None, bool]:
    """Tell whether ``owed`` and the weights come to more than zero, whatever the lines around a break are.

    ``found`` is what is seen of it alone, but that it is not ``repeated``, and ``signs`` that of its pieces. None where
    those lines have to be looked at. The number is what the traces that ask nothing of these lines come to, in tenths;
    None where they were not asked. The last one is whether it would be the same if ``found`` was ``repeated``.
    """
    before = round(owed * 10)
    signs = ((signs | _signs_of_line(found)) & ~Seen.REPEATED) | Seen.SHORTER | Seen.ROOM
    if (
        signs & Token.CLOSER
        or found.length >= TOO_SHORT
        or found.length + 1 + len(found.token) + len(found.following.partition(" ")[0]) >= TOO_SHORT
    ):
        signs |= Seen.WIDE  # else a line that is full is too short to be wrapped, which outweighs that
    asked = _asked(signs)
    least = before + asked.floor
    if least > 0:
        return True, None, least > _OF_RECORDS
    if before + asked.ceiling <= 0:
        return False, None, True
    told = holding(found, asked.traces)
    weight = asked.sure + before + told
    least = weight + asked.least
    if least > 0:
        return True, told, least > _OF_RECORDS
    return False if weight + asked.most <= 0 else None, told, True


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
    floor = sure + least + sum(min(tenths, 0) for tenths, _ in traces)
    ceiling = sure + most + sum(max(tenths, 0) for tenths, _ in traces)
    return _Traces(sure, tuple(traces), tuple(of_lines), least, most, floor, ceiling)


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


def signs_of_pieces(b: Break) -> int:
    """Give what is seen in the URL, the token and what follows of all that the questions may depend on."""
    before = b.before
    following = b.following
    signs = signs_of(b.token) | (Seen.FOLLOWED if following else Seen.ALONE)
    if following[1:2] in _BEFORE_CELL or following[:1] == "\t":
        signs |= Seen.BESIDE
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


def _signs_of_line(b: Break) -> int:
    """Give what is seen of the line of the URL, and of the next one beside it."""
    length, longest, signs = b.length, b.longest, 0
    if length < NARROWEST_WRAPPED:
        signs |= Seen.NARROW
    if length >= longest:
        if length >= SHORTEST_WRAPPED:
            signs |= Seen.LONGEST
    else:
        signs |= Seen.SHORTER
    width = b.next_length if longest < SHORTEST_WRAPPED and longest < b.next_length else longest
    if length < width and length + len(b.token) < width:
        signs |= Seen.ROOM
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

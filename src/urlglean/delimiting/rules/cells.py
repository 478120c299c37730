"""URLs that were broken within the cell of a table drawn in text.

A table whose rows are parted by rules (``+------+``, or lines of box characters) wraps what is too long for a column
within its cell, as the tables of RFCs do: after a slash or a hyphen, or wherever the column ends. The rest of the URL
stands below, between the same two bars. Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from urlglean.delimiting.alphabet import CLOSER
from urlglean.delimiting.lines import BARS, CHUNK, line_above, line_start
from urlglean.delimiting.readings import Reading, Scan, Site
from urlglean.delimiting.rules.wrapped import first_piece, put_together, read_alone
from urlglean.delimiting.schemes import NAME
from urlglean.delimiting.words import DELIMITERS, END_OF_WORD, begins_url
from urlglean.patterns import lazy_re

_FURTHEST = 4096
"""How far behind a URL its table is read, in code points."""
_MOST_LINES = 12
_MOST_ROWS = 60

_BEFORE_BAR = frozenset(first + second for first in " \t" for second in f" \t{BARS}")
_BAR = lazy_re(f"[{BARS}]")
_WIDEST = 256
"""No column is wider than this, in code points."""
_WIDEST_TABLE = 1024
"""Nor is a table looked at any further than this beside the column of a URL."""
_CELL_END = lazy_re(rf"[ \t]*+[{BARS}]")
_RULE = lazy_re(r"[ \t>]*+(?:(\+)(?:[-=]++\+)++|[\u250c-\u2570][\u2500-\u2570]{2,}+)[ \t]*+(?:\r?\n|\Z)")
_ROW = lazy_re(rf"[ \t>]*+[{BARS}]")
_LINE_BREAK = lazy_re(r"[^\n]*+\n")
_TOKEN = lazy_re(rf"[^\s{BARS}]++")
_PLAIN_WORD = lazy_re(r"[^\W\d_]+" + END_OF_WORD)
_CLOSERS = {"<": ">", **{opener: CLOSER[opener] for opener in "[\"'"}}
_BRACKETS = frozenset("<[")
_SLACK = 1
"""So many places at the end of a column may be left free, though the next chunk had fitted."""
_OTHER_URL = lazy_re(rf"://|(?i:{NAME})|@")
_BREAKS = DELIMITERS | frozenset("-_")
"""What programs break a URL behind or before, to fit a column: no other sign joins two chunks."""


def in_cell(scan: Scan, site: Site) -> Reading | None:
    """Read a URL that was broken within the cell of a table."""
    text, opening, run = scan.text, site.opening, site.run
    bar = _BAR.search(text, opening.body, min(run + 1, opening.body + _WIDEST))
    if not opening.scheme or (bar is None and text[run : run + 2] not in _BEFORE_BAR):
        return None
    line = line_start(text, opening.start)
    if _bar_before(text, line, opening.start) < 0:
        return None
    if site.before != "<" and not _in_ruled_table(text, line, scan.rows):
        return None
    if bar is not None and bar.start() < run:
        site = site._replace(run=bar.start())
    _, end, extent = first_piece(scan, site)
    rest = rest_of_cell(text, opening.start, end, scan.rows)
    if rest:
        return put_together(scan, opening, end, extent, rest)
    if rest is None or extent is None or site.before != "<":
        return None
    return read_alone(scan, opening, extent)  # what other cells hold does not stand in its brackets


class _CellLine(NamedTuple):
    """One line of a cell: its first word, and whether the cell goes on behind it."""

    start: int
    end: int
    is_single: bool
    """Nothing else stands on this line of the cell."""


def rest_of_cell(text: str, start: int, run: int, rows: dict[int, int]) -> list[tuple[int, int]] | None:
    r"""Give the further pieces of the URL at ``start`` whose first piece ends at ``run``, the last thing in its cell.

    Empty where nothing below goes on with it, None where it is in no such cell. No piece is given where another URL
    stands between it and the piece before. ``rows`` remembers rows of the table from one URL to the next.

    >>> table = "+---------+---+\n| http:// | a |\n| a.b/c-  |   |\n| d       |   |\n+---------+---+"
    >>> [table[a:b] for a, b in rest_of_cell(table, 18, 25, {})]
    ['a.b/c-', 'd']
    """
    closing = _CELL_END.match(text, run, run + 200)
    first = line_start(text, start)
    left = _bar_before(text, first, start)
    if closing is None or left < 0 or not _in_ruled_table(text, first, rows):
        return None
    right = closing.end() - 1
    before, end = text[start:run], run
    lines = _lines_below(text, first, left, right)
    if not lines:
        return []
    alone = not text[left + 1 : start].strip() and all(line.is_single for line in lines)
    rule = _RULE.match(text, line_above(text, first)) or _rule_of_row(text, first)
    # A box that is drawn may hold lines of prose: there only what fills its width was broken.
    is_table = rule is not None and rule[1] is not None
    inside = rule is not None or _other_cells_end(text, first, left)
    # Not by where it ends: what is set to the right, or to the middle, has blanks before it.
    width, used = right - left - 1 - 2 * text[left + 1].isspace(), len(text[left + 1 : run].lstrip())
    pieces: list[tuple[int, int]] = []
    opener = text[start - 1 : start]
    closer = _CLOSERS.get(opener, "")
    enclosed = _enclosed(text, lines, closer) if opener in _BRACKETS else 0
    for number, line in enumerate(lines):
        token = text[line.start : line.end]
        if is_closed := closer != "" and closer in token:
            token = token[: token.index(closer)]
        room = 0 if alone and is_table else width - used
        if (
            not token
            or _OTHER_URL.search(text, end, line.start)
            or begins_url(before, token)
            or not (
                number < enclosed
                or _goes_on(before, token, line, room=room, inside=inside, is_table=is_table)
            )
        ):
            break
        pieces.append((line.start, line.start + len(token)))
        before, end = token, line.end
        if is_closed or not line.is_single:
            break
        used = line.end - line.start
    return pieces


def _bar_before(text: str, line: int, start: int) -> int:
    """Give the last bar before ``start`` on its ``line``; -1 where none is, so that nothing stands in a cell there."""
    last = text.rfind("|", line, start)
    return last if text.isascii() else max(last, *(text.rfind(bar, line, start) for bar in BARS))


def _enclosed(text: str, lines: list[_CellLine], closer: str) -> int:
    """Give how many of the lines there are up to the one with the closer of what opened before the URL."""
    for number, line in enumerate(lines):
        if text.find(closer, line.start, line.end) >= 0:
            return number + 1
        if not line.is_single:
            break
    return 0


def _in_ruled_table(text: str, line: int, rows: dict[int, int]) -> bool:
    """Tell whether the row whose line begins at ``line`` stands below a rule of the same table.

    ``rows`` says of the row that was asked about last how far that is below a rule: no row is read twice.
    """
    at, below = line, _MOST_ROWS + 1
    for number in range(_MOST_ROWS):
        if (known := rows.get(at)) is not None:
            below = number + known
            break
        if at == 0 or not _ROW.match(text, at):
            break
        at = line_above(text, at)
        if _RULE.match(text, at):
            below = number + 1
            break
    rows.clear()
    rows[line] = below
    return below <= _MOST_ROWS


def _rule_of_row(text: str, line: int) -> re.Match[str] | None:
    """Find the rule above the row that holds ``line``, in a table whose rules part all rows, as there is another."""
    rule = _next_rule(text, line, line_above)
    if rule is None:
        return None
    further = _next_rule(text, line_above(text, rule.start()), line_above)
    if further is None or not _ROW.match(text, line_above(text, further.start())):
        further = _next_rule(text, line, _line_below)
        if further is None or not _ROW.match(text, further.end()):
            return None
    return rule


def _next_rule(text: str, line: int, step: Callable[[str, int], int]) -> re.Match[str] | None:
    """Find the next rule from ``line`` on, line by line, with nothing but rows before it."""
    for _ in range(_MOST_LINES):
        if not _ROW.match(text, line):
            break
        line = step(text, line)
        if (rule := _RULE.match(text, line)) is not None:
            return rule
    return None


def _line_below(text: str, line: int) -> int:
    found = _LINE_BREAK.match(text, line, line + _FURTHEST)
    return found.end() if found is not None else line


def _other_cells_end(text: str, line: int, left: int) -> bool:
    """Tell whether another cell than the one behind the bar at ``left`` has nothing more on the line below."""
    below = _line_below(text, line)
    bars = [found.start() for found in _BAR.finditer(text, line, min(below, line + _WIDEST_TABLE))]
    cells = [(here + 1, bar) for here, bar in pairwise(bars) if here != left]
    offset = below - line
    return any(
        text[start:end].strip() and not text[start + offset : end + offset].strip() for start, end in cells
    )


def _lines_below(text: str, first: int, left: int, right: int) -> list[_CellLine]:
    """Read what stands between the same two bars on the lines below, as far as the row goes."""
    lines: list[_CellLine] = []
    line = first
    for _ in range(_MOST_LINES):
        if (below := _line_below(text, line)) == line:
            break
        line = below
        bar, other = line + left - first, line + right - first
        edges = text[bar : bar + 1], text[other : other + 1]
        if not all(edge and edge in BARS for edge in edges) or text.find("\n", bar, other) >= 0:
            break
        token = _TOKEN.search(text, bar + 1, other)
        if token is None:
            break
        lines.append(_CellLine(token.start(), token.end(), not text[token.end() : other].strip()))
    return lines


def _goes_on(before: str, token: str, line: _CellLine, *, room: int, inside: bool, is_table: bool) -> bool:
    """Tell whether a URL goes on: it was broken where programs do, and the next chunk did not fit the column.

    Two bars say that both lines are one cell, and how wide it is: so its words are asked less than those of prose.
    ``inside`` where it may have been broken within a word, too.
    """
    if not line.is_single and _PLAIN_WORD.match(token):
        return False
    if before[-1] in _BREAKS or before.endswith("://"):
        # What typesets RFCs breaks only before letters: so the whole word has to fit.
        chunk = CHUNK.match(token) if not is_table else None
        return (len(token) + _SLACK if chunk is None else chunk.end()) > room
    return (inside and room <= 0) or (token[0] in _BREAKS and len(token) > room)

"""Measures contenders on the same works, side by side, and prints what it found as one Markdown table.

Every benchmark here has the same small interface: a function ``tables(*, quick)`` that yields a `Table` for
each of its subjects, and ``main(tables)`` under ``__name__``. Rounds are interleaved (each contender once per
round, the order turning), so that whatever else the machine does falls on all of them. Times are for reading;
only counts are ever asserted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Protocol

__all__ = ["Contender", "Line", "Measurement", "Table", "Work", "main", "measure", "optional"]

_PILOT_SHARE = 1 / 256
_ENOUGH = 10.0
"""Seconds after which a work gets no further round: what takes so long shows in one."""


@dataclass(frozen=True, slots=True)
class Work:
    """One thing to do: a row of the table."""

    name: str
    data: Any
    size: float
    """How much there is of it, in units of the table (bytes for MB/s, references for 1/s)."""
    expected: int | None = None
    """What `Contender.run` gives for all of it, if the contender is one of ours; None where nobody knows."""
    part: Callable[[Any, float], Any] | None = None
    """Gives a share (0 to 1) of the data for contenders too slow for all; None where it has no parts."""


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to do the work: a column of the table."""

    name: str
    run: Callable[[Any], int] | None
    """Does it, and gives how much was found; None where it cannot take part."""
    ours: bool = False
    missing: str = ""
    """Why it cannot take part (``not installed``)."""


def optional(name: str, make: Callable[[], Callable[[Any], int]], distribution: str) -> Contender:
    """Give a contender that may not be installed; ``make`` imports it and gives what runs it."""
    try:
        return Contender(name, make())
    except ImportError:
        return Contender(name, None, missing=f"{distribution} is not installed")


@dataclass(frozen=True, slots=True)
class Line:
    """A line to hold: ``ours`` at least ``factor`` times as fast as ``other``.

    It is told for each of ``works``; where none is named, for the one of all where it is nearest to breaking.
    """

    ours: str
    factor: float
    other: str
    works: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one contender made of one work."""

    work: Work
    contender: Contender
    share: float
    """How much of the work it was given."""
    seconds: tuple[float, ...]
    found: int

    @property
    def rate(self) -> float:
        """Units per second, in the best round."""
        return self.work.size * self.share / min(self.seconds)

    @property
    def is_right(self) -> bool:
        """False where one of ours did not find what was there."""
        return not self.contender.ours or self.work.expected is None or self.found == self.work.expected


@dataclass(frozen=True, slots=True)
class Table:
    """The measurements of one subject."""

    title: str
    unit: str
    """What a rate is given in: ``MB/s``."""
    scale: float
    """How many of the units of `Work.size` make one of those: 1e6 for bytes in ``MB/s``."""
    measurements: tuple[Measurement, ...]
    missing: tuple[Contender, ...] = ()
    lines: tuple[Line, ...] = ()
    remarks: tuple[str, ...] = field(default=())

    def wrong(self) -> list[str]:
        """Say where one of ours did not find what was there; empty where all is well."""
        return [
            f"{self.title}: {item.contender.name} on {item.work.name}: {item.found}, not {item.work.expected}"
            for item in self.measurements
            if not item.is_right
        ]

    def ratio(self, ours: str, other: str, work: str) -> tuple[float, float] | None:
        """Give how many times as fast ``ours`` is: by the best rounds, and in the median round."""
        by_name = {item.contender.name: item for item in self.measurements if item.work.name == work}
        if ours not in by_name or other not in by_name:
            return None
        one, two = by_name[ours], by_name[other]
        pairs = zip(one.seconds, two.seconds, strict=True)
        rounds = median((b / two.share) / (a / one.share) for a, b in pairs)
        return one.rate / two.rate, rounds

    def __str__(self) -> str:
        works = list(dict.fromkeys(item.work.name for item in self.measurements))
        columns = list(dict.fromkeys(item.contender.name for item in self.measurements))
        rates = {
            (item.work.name, item.contender.name): _number(item.rate / self.scale)
            for item in self.measurements
        }
        rows = [[work, *(rates.get((work, column), "") for column in columns)] for work in works]
        parts = [f"### {self.title}", markdown([f"{self.unit}", *columns], rows)]
        if held := [row for line in self.lines for row in self._line(line, works)]:
            parts.append(
                markdown(["line to hold", "at", "at least", "best round", "median round", "held"], held)
            )
        parts.extend(f"Without {item.name}: {item.missing}." for item in self.missing)
        parts.extend(self.remarks)
        parts.extend(f"WRONG: {fault}" for fault in self.wrong())
        return "\n\n".join(parts)

    def _line(self, line: Line, works: Sequence[str]) -> Iterator[list[str]]:
        ratios = {work: self.ratio(line.ours, line.other, work) for work in line.works or works}
        known = {work: ratio for work, ratio in ratios.items() if ratio is not None}
        if not line.works and known:
            worst = min(known, key=lambda work: known[work][0])
            known = {worst: known[worst]}
        for work, (best, middle) in known.items():
            held = "yes" if best >= line.factor else "no"
            numbers = map(_number, (line.factor, best, middle))
            yield [f"{line.ours} / {line.other}", work, *numbers, held]


class Tables(Protocol):
    """What every benchmark module offers."""

    def __call__(self, *, quick: bool) -> Iterable[Table]:
        """Measure; ``quick`` takes small inputs and two rounds."""


def measure(
    title: str,
    works: Sequence[Work],
    contenders: Sequence[Contender],
    *,
    quick: bool,
    unit: str = "MB/s",
    scale: float = 1e6,
    rounds: int = 7,
    budget: float = 0.25,
    clock: Callable[[], float] = time.perf_counter,
    lines: Sequence[Line] = (),
    remarks: Sequence[str] = (),
) -> Table:
    """Let every contender do every work, in interleaved rounds.

    Contenders that are not ours get as much of each work as they do in about ``budget`` seconds; what is
    compared is rates. Where all work in this process and one thread, ``clock=time.process_time`` leaves out what
    else the machine did meanwhile.
    """
    able = [item for item in contenders if item.run is not None]
    measurements: list[Measurement] = []
    for work in works:
        measurements.extend(_at(work, able, 2 if quick else rounds, budget / 20 if quick else budget, clock))
    missing = tuple(item for item in contenders if item.run is None)
    return Table(title, unit, scale, tuple(measurements), missing, tuple(lines), tuple(remarks))


def _at(
    work: Work, contenders: Sequence[Contender], rounds: int, budget: float, clock: Callable[[], float]
) -> Iterator[Measurement]:
    shares = {item.name: 1.0 if item.ours else _share(work, item, budget, clock) for item in contenders}
    parts = {name: _part(work, share) for name, share in shares.items()}
    seconds: dict[str, list[float]] = {item.name: [] for item in contenders}
    found: dict[str, int] = {}
    for turn in range(rounds):
        at = turn % len(contenders)
        for item in (*contenders[at:], *contenders[:at]):
            taken, found[item.name] = _timed(item, parts[item.name], clock)
            seconds[item.name].append(taken)
        if sum(map(sum, seconds.values())) > _ENOUGH:
            break
    for item in contenders:
        yield Measurement(work, item, shares[item.name], tuple(seconds[item.name]), found[item.name])


def _share(work: Work, contender: Contender, budget: float, clock: Callable[[], float]) -> float:
    """Find how much a contender does in ``budget`` seconds, starting small: some are slower than linear."""
    share = 1.0 if work.part is None else _PILOT_SHARE
    while share < 1:
        taken, _ = _timed(contender, _part(work, share), clock)
        if taken * 2 > budget:
            break
        share *= 2
    return min(share, 1.0)


def _part(work: Work, share: float) -> Any:
    return work.data if share >= 1 or work.part is None else work.part(work.data, share)


def _timed(contender: Contender, data: Any, clock: Callable[[], float]) -> tuple[float, int]:
    assert contender.run is not None
    begin = clock()
    found = contender.run(data)
    return max(clock() - begin, 1e-9), found


def _number(value: float) -> str:
    """Give two significant digits or more.

    >>> _number(1235.4), _number(61.3), _number(0.256), _number(3.14159)
    ('1,235', '61', '0.26', '3.1')
    """
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Give a Markdown table that is aligned for reading as it stands: the first column left, numbers right.

    >>> print(markdown(["MB/s", "a"], [["prose", "12"]]))
    | MB/s  |  a |
    | :---- | -: |
    | prose | 12 |
    """
    lines = [list(header), *map(list, rows)]
    widths = [max(2, *map(len, column)) for column in zip(*lines, strict=True)]
    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    aligned = [
        [
            line[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
        ]
        for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in (aligned[0], rule, *aligned[1:]))


def main(tables: Tables, description: str | None = None) -> None:
    """Measure and print; ``--quick`` for a look."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--quick", action="store_true", help="small inputs, two rounds: a look, no measurement"
    )
    quick = parser.parse_args().quick
    wrong: list[str] = []
    for table in tables(quick=quick):
        print(table, end="\n\n", flush=True)
        wrong.extend(table.wrong())
    if wrong:
        raise SystemExit("\n".join(wrong))

"""Draws what was measured: for a few works of the tables, a bar for each program, as an SVG.

A step to the right is a factor: programs lie three powers of ten apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

from side_by_side import Table

__all__ = ["PICTURED", "picture"]

PICTURED = (
    ("URLs in text", "one per 1 KB", "Prose, a URL per KB"),
    ("URLs in text", "wrapped mail, real widths", "Mail, wrapped and quoted"),
    ("HTML to absolute URLs", "typical pages", "Web pages"),
    ("HTML to absolute URLs", "mail's HTML", "The HTML of mail"),
    ("An mbox", "to unique URLs", "An mbox to unique URLs"),
    ("A web archive", "to absolute URLs", "A web archive"),
)
"""The title of a table, a work in it, and what the picture calls that."""
_OWN = frozenset({"extract_text", "urlglean"})
_LEFT_OUT = frozenset({"delimit", "str.find", "naive re", "naive regex", "turbohtml.parse"})
"""What finds no URLs, or no more than their beginnings."""

_WIDTH, _NAMES, _FIGURES = 820, 250, 70
_ROW, _GAP = 20, 34
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}.figure{font-size:12px}"
    ".own{fill:#0a58ca}.other{fill:#adb5bd}.grid{stroke:#dee2e6}"
)


class _Bar(NamedTuple):
    name: str
    rate: float


def picture(found: Iterable[Table]) -> str:
    """Give an SVG of the works in `PICTURED` that were measured, the fastest program of each first."""
    groups = list(_groups({table.title: table for table in found}))
    rates = [bar.rate for _, bars in groups for bar in bars]
    low, high = (floor(log10(min(rates))), ceil(log10(max(rates)))) if rates else (0, 1)
    low -= low == high
    drawn: list[str] = []
    y = 40
    for title, bars in groups:
        drawn.append(f'<text class="title" x="10" y="{y}">{escape(title)}</text>')
        drawn.extend(_drawn(bars, y + 8, low, high))
        y += 8 + _ROW * len(bars) + _GAP
    grid = list(_grid(low, high, y - _GAP + 12))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{y}" viewBox="0 0 {_WIDTH} {y}">\n'
        "<title>MB of input per second and core, urlglean beside other programs; each line is ten times the one"
        f" before</title>\n<style>{_STYLE}</style>\n"
        f'<rect width="{_WIDTH}" height="{y}" fill="#fff"/>\n' + "\n".join([*grid, *drawn]) + "\n</svg>\n"
    )


def _groups(tables: dict[str, Table]) -> Iterator[tuple[str, list[_Bar]]]:
    for title, work, told in PICTURED:
        if title not in tables:
            continue
        bars = [
            _Bar(item.contender.name, item.rate / tables[title].scale)
            for item in tables[title].measurements
            if item.work.name == work and item.contender.name not in _LEFT_OUT
        ]
        if bars:
            yield f"{told}, {tables[title].unit}", sorted(bars, key=lambda bar: -bar.rate)


def _x(rate: float, low: int, high: int) -> float:
    """Give how far right a rate lies."""
    return _NAMES + (_WIDTH - _NAMES - _FIGURES) * (log10(rate) - low) / (high - low)


def _grid(low: int, high: int, bottom: int) -> Iterator[str]:
    """Draw a line at each power of ten."""
    for power in range(low, high + 1):
        x = _x(10.0**power, low, high)
        yield f'<path class="grid" d="M{x:.0f} 22V{bottom}"/>'
        yield f'<text class="figure" x="{x:.0f}" y="16" text-anchor="middle">{10.0**power:,g}</text>'


def _drawn(bars: Sequence[_Bar], top: int, low: int, high: int) -> Iterator[str]:
    """Draw the bars of one work, each with its name before it and its rate behind it."""
    for row, bar in enumerate(bars):
        y = top + row * _ROW
        own = bar.name in _OWN
        end = max(_x(bar.rate, low, high), _NAMES + 1)
        name = "urlglean" if own else bar.name
        yield f'<text x="{_NAMES - 8}" y="{y + 13}" text-anchor="end">{escape(name)}</text>'
        kind = "own" if own else "other"
        yield f'<rect class="{kind}" x="{_NAMES}" y="{y + 2}" width="{end - _NAMES:.0f}" height="{_ROW - 5}" rx="2"/>'
        figure = f"{bar.rate:,.0f}" if bar.rate >= 10 else f"{bar.rate:.2g}"
        yield f'<text class="figure" x="{end + 5:.0f}" y="{y + 13}">{figure}</text>'

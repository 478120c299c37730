"""Measures, and writes the tables on speed, and a picture: ``python tests/benchmarks/speed_tables.py [--quick]``.

The benchmarks are those that ``run.py`` prints in full. The README beside it has ratios, because they hold on other
machines too.
"""

from __future__ import annotations

import argparse
import platform
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

from run import benchmarks, tables
from side_by_side import Measurement, Table
from speed_picture import picture

__all__ = ["SUBJECTS", "rendered", "written"]

SUBJECTS = {
    "URLs in text": "extract_text",
    "URLs in text, compiled": "extract_text, compiled",
    "A big file, as a process": "urlglean extract",
    "An mbox": "urlglean",
    "A web archive": "urlglean",
    "HTML to absolute URLs": "urlglean",
    "Resolution, one reference at a time": "resolve",
    "Normalization, one URL at a time": "normalize",
}
"""The titles of the tables that the README has, and which of our contenders each is about."""

_README = Path(__file__).with_name("README.md")
_PICTURE = Path(__file__).with_name("speed.svg")

_SECTION = re.compile(r"(?<=<!-- speed -->\n).*?(?=<!-- /speed -->\n)", re.DOTALL)


def rendered(table: Table) -> str:
    """Give a table in Markdown: a row for each work, how fast we do it, and how many times as fast as others."""
    name = SUBJECTS[table.title]
    works = list(dict.fromkeys(item.work.name for item in table.measurements))
    others = [
        other
        for other in dict.fromkeys(item.contender.name for item in table.measurements)
        if other != name and any(_ratio(table, name, other, work) for work in works)
    ]
    own = {item.work.name: item for item in _measurements(table, name)}
    rows = [
        [work, _number(own[work].rate / table.scale), *(_ratio(table, name, other, work) for other in others)]
        for work in works
        if work in own
    ]
    header = [table.title, f"{name}, {table.unit}", *(f"/ {other}" for other in others)]
    rule = ["---", *("--:" for _ in header[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def _has_ours(table: Table) -> bool:
    """Tell whether it is one of the tables that the README has, and who it is about took part."""
    return table.title in SUBJECTS and any(_measurements(table, SUBJECTS[table.title]))


def _measurements(table: Table, contender: str) -> Iterator[Measurement]:
    return (item for item in table.measurements if item.contender.name == contender)


def _ratio(table: Table, ours: str, other: str, work: str) -> str:
    """Say how many times as fast as another one we are; nothing of others of ours."""
    if any(item.contender.ours for item in _measurements(table, other)):
        return ""
    found = table.ratio(ours, other, work)
    return "" if found is None else _number(found[0])


def _number(value: float) -> str:
    """Write a number with two digits that count."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


def written(found: Iterable[Table], text: str) -> str:
    """Give the README's text with these tables in its section."""
    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    shown = f"![Megabytes a second, urlglean beside other programs]({_PICTURE.name})"
    parts = [shown, *(rendered(table) for table in found if _has_ours(table))]
    parts.append(f"Measured with urlglean {version('urlglean')}, {machine}, {platform.machine()}.")
    new, times = _SECTION.subn(lambda _: "\n" + "\n\n".join(parts) + "\n\n", text)
    if times != 1:
        raise ValueError("README.md has no section between <!-- speed --> and <!-- /speed -->")
    return new


def main() -> None:
    """Read argv, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small inputs, for a look at the layout")
    given = parser.parse_args()
    found = list(tables(benchmarks(), quick=given.quick))
    _PICTURE.write_text(picture(found), encoding="utf-8")
    _README.write_text(written(found, _README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

"""How the report of a check is written, a module each: `text`, `sarif`, `junit`, `github`, `html`.

``jsonl`` and ``csv`` are those of `urlglean.writers`, with a row for each finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TextIO

from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.writers import FORMATS

__all__ = ["CHECK_FORMATS", "write_report"]

CHECK_FORMATS: Mapping[str, str] = {
    "text": "for people, and for editors that jump to a place",
    "jsonl": "JSON Lines: an object for each finding",
    "csv": "a table for spreadsheets",
    "sarif": "SARIF 2.1.0, which code scanning reads",
    "junit": "JUnit XML, which CI servers read",
    "github": "annotations of GitHub Actions",
    "html": "one page for a browser, with filters by cause and host",
}
"""The formats of ``check``, and what each is for."""


def write_report(report: Report, form: str, out: TextIO) -> None:
    """Write a report in a format, whose module is loaded for it."""
    if form in FORMATS and FORMATS[form].has_rows:
        rows = (finding.row() for finding in report.findings)
        FORMATS[form].load().write_rows(CHECK_COLUMNS, rows, out)
    else:
        import_module(f"{__name__}.{form}").write(report, out)

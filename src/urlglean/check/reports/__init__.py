"""How the report of a check is written, a module each: `text`, `sarif`, `junit`, `github`, `html`.

``jsonl`` and ``csv`` are those of `urlglean.writers`, with a row for each finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TextIO

from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.writers import FORMATS

__all__ = ["CHECK_FORMATS"]


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A format before its module is loaded."""

    name: str
    """What ``--format`` calls it, and how its module is named."""
    purpose: str

    def write(self, report: Report, out: TextIO) -> None:
        """Write a report, by the module that is loaded for it."""
        form = FORMATS.get(self.name)
        if form is not None and form.has_rows:
            form.load().write_rows(CHECK_COLUMNS, (finding.row() for finding in report.findings), out)
        else:
            import_module(f"{__name__}.{self.name}").write(report, out)


CHECK_FORMATS: Mapping[str, ReportFormat] = {
    form.name: form
    for form in (
        ReportFormat("text", "for people, and for editors that jump to a place"),
        ReportFormat("jsonl", "JSON Lines: an object for each finding"),
        ReportFormat("csv", "a table for spreadsheets"),
        ReportFormat("sarif", "SARIF 2.1.0, which code scanning reads"),
        ReportFormat("junit", "JUnit XML, which CI servers read"),
        ReportFormat("github", "annotations of GitHub Actions"),
        ReportFormat("html", "one page for a browser, with filters by cause and host"),
    )
}
"""The formats of ``check``, by name."""

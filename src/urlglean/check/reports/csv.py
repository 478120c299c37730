"""CSV: a row for each finding, below the names of the columns; nothing in it is taken for a formula."""

from __future__ import annotations

from typing import TextIO

from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.writers.csv import write_rows


def write(report: Report, out: TextIO) -> None:
    """Write the columns of each finding."""
    write_rows(CHECK_COLUMNS, (finding.row() for finding in report.findings), out)

"""CSV: a row for each finding, below the names of the columns; nothing in it is taken for a formula."""

from __future__ import annotations

import csv
from typing import TextIO

from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.writers.csv import cell


def write(report: Report, out: TextIO) -> None:
    """Write the columns of each finding."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CHECK_COLUMNS)
    for finding in report.findings:
        writer.writerow(map(cell, finding.row().values()))

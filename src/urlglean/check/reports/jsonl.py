"""JSON Lines: an object for each finding, with all columns; UTF-8 where the stream is."""

from __future__ import annotations

from typing import TextIO

from urlglean.check.findings import Report
from urlglean.writers.jsonl import line_encoder


def write(report: Report, out: TextIO) -> None:
    """Write the row of each finding."""
    line = line_encoder(out)
    out.writelines(line(finding.row()) for finding in report.findings)

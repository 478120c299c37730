"""For people: ``file:line:column: URL: what is wrong; what to do``, a paragraph for each cause, and a summary."""

from __future__ import annotations

from typing import TextIO

from urlglean.check.answers import Cause
from urlglean.check.findings import Report
from urlglean.writers.printable import printable


def write(report: Report, out: TextIO) -> None:
    """Write the findings of each cause below its name, and a line that sums up."""
    for cause, findings in report.grouped():
        if cause is Cause.OFFLINE:  # it was asked for, and there may be many
            out.write(
                f"{cause.value} ({len(findings):,}): servers were not asked; other formats list the links\n\n"
            )
            continue
        out.write(f"{cause.value} ({len(findings):,})\n")
        for one in findings:
            out.write(f"{printable(one.place)}: {printable(one.text) or repr('')}: {printable(one.told)}\n")
        out.write("\n")
    out.write(f"{report.summary}\n")

"""How the report of a check is written, a module each: `text`, `jsonl`, `csv`, `sarif`, `junit`, `github`, `html`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, TextIO, cast

from urlglean.check.findings import Report

__all__ = ["CHECK_FORMATS"]


class ReportWriter(Protocol):
    """What the module of each format offers."""

    def write(self, report: Report, out: TextIO) -> None:
        """Write a report."""


@dataclass(frozen=True, slots=True)
class ReportFormat:
    """A format before its module is loaded."""

    name: str
    """What ``--format`` calls it, and how its module is named."""
    purpose: str

    def load(self) -> ReportWriter:
        """Give the module that writes it."""
        return cast("ReportWriter", import_module(f"{__name__}.{self.name}"))


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

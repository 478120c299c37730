"""How the report of a check is written: a module for each format."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Protocol, TextIO, cast

from urlglean.check.findings import Report

__all__ = ["CHECK_FORMATS", "report_writer"]


class ReportWriter(Protocol):
    """What the module of each format offers."""

    def write(self, report: Report, out: TextIO) -> None:
        """Write a report."""


CHECK_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "text": "for people, and for editors that jump to a place",
        "jsonl": "JSON Lines: an object for each finding",
        "csv": "a table for spreadsheets",
        "sarif": "SARIF 2.1.0, which code scanning reads",
        "junit": "JUnit XML, which CI servers read",
        "github": "annotations of GitHub Actions",
        "html": "one page for a browser, with filters by cause and host",
    }
)
"""The formats of ``check``, and what each is for."""


def report_writer(name: str) -> ReportWriter:
    """Give the module that writes a format."""
    return cast("ReportWriter", import_module(f"{__name__}.{name}"))

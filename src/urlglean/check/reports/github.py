"""Annotations of GitHub Actions: workflow commands, each shown beside its line in what a pull request changes."""

from __future__ import annotations

from typing import TextIO

from urlglean.check.findings import Finding, Report, level_of, path_from_here
from urlglean.writers.printable import printable

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
"""What a finding is shown as, by how grave it is."""


def write(report: Report, out: TextIO) -> None:
    """Write a command for each finding, then the summary."""
    out.writelines(map(_command, report.findings))
    out.write(f"{report.summary}\n")


def _command(one: Finding) -> str:
    fields = {"file": path_from_here(one.source), "title": one.cause.value}
    if one.part is None:
        fields |= {"line": str(one.line), "endLine": str(one.end_line), "col": str(one.column)}
        if one.line == one.end_line:  # of several lines no end is shown
            fields["endColumn"] = str(one.end_column)
    properties = ",".join(f"{name}={_of_property(value)}" for name, value in fields.items())
    part = f"{one.part}, line {one.line}: " if one.part is not None else ""
    message = f"{part}{one.text or repr('')}: {one.told}"
    return f"::{_COMMANDS[level_of(one.cause)]} {properties}::{_of_message(message)}\n"


def _of_message(text: str) -> str:
    r"""Escape what the runner takes for the end of a command.

    >>> _of_message("100%: a\nb")
    '100%25: a\\nb'
    """
    return printable(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _of_property(text: str) -> str:
    """Escape what parts the properties of a command, too.

    >>> _of_property("a:b,c%")
    'a%3Ab%2Cc%25'
    """
    return _of_message(text).replace(":", "%3A").replace(",", "%2C")

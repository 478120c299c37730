"""SARIF 2.1.0, the OASIS standard for the results of analyses, which code scanning services read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from urlglean.check.answers import Cause
from urlglean.check.findings import Finding, Report, level_of, path_from_here
from urlglean.reports import Problem
from urlglean.writers.printable import printable

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_IN_RESULTS = f"\n{' ' * 8}"
"""How a line begins of what stands among the results."""
_BASE = "%SRCROOT%"
"""What the paths of files are relative to (section 3.14.14)."""


def write(report: Report, out: TextIO) -> None:
    """Write one run with a rule for each cause and a result for each finding; there may be too many to hold."""
    rules = [cause for cause, _ in report.grouped()]
    run = {
        "tool": {
            "driver": {
                "name": "urlglean",
                "semanticVersion": version("urlglean"),
                "rules": [_rule(cause) for cause in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_BASE: {"uri": f"{Path.cwd().as_uri()}/"}},
        "invocations": [
            {
                "executionSuccessful": not report.is_interrupted,
                "exitCode": report.exit_code,
                "toolExecutionNotifications": list(map(_notification, report.problems)),
            }
        ],
        "results": [],
    }
    whole = json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)
    head, _, tail = whole.rpartition("[]")
    out.write(head)
    separator = "["
    for result in _results(report.findings, rules):
        lines = json.dumps(result, indent=2).split("\n")
        out.write(f"{separator}{_IN_RESULTS}{_IN_RESULTS.join(lines)}")
        separator = ","
    out.write(f"[]{tail}\n" if separator == "[" else f"\n      ]{tail}\n")


def _rule(cause: Cause) -> dict[str, Any]:
    return {
        "id": cause.value,
        "name": "".join(word.capitalize() for word in cause.value.split("-")),
        "shortDescription": {"text": _sentence(cause.told)},
        "help": {"text": _sentence(cause.advice or cause.told)},
        "defaultConfiguration": {"level": level_of(cause)},
    }


def _results(findings: Iterable[Finding], rules: list[Cause]) -> Iterable[dict[str, Any]]:
    numbers = {cause: number for number, cause in enumerate(rules)}
    seen: dict[int, int] = {}  # by hashes: there may be millions of texts
    for one in findings:
        same = hash((one.source, one.cause.value, one.text))
        seen[same] = seen.get(same, 0) + 1
        yield {
            "ruleId": one.cause.value,
            "ruleIndex": numbers[one.cause],
            "level": level_of(one.cause),
            "message": {
                "text": _sentence(f"{printable(one.text) or 'the reference'}: {printable(one.told)}")
            },
            "locations": [
                {"physicalLocation": {"artifactLocation": _artifact(one.source), "region": _region(one)}}
            ],
            # The same fault has the same fingerprint when lines before it come or go (section 3.27.17).
            "partialFingerprints": {"link/v1": f"{one.cause.value} {printable(one.text)} {seen[same]}"},
        }


def _region(one: Finding) -> dict[str, Any]:
    if one.part is not None:  # lines and columns are those of the part, which is no file
        return {"startLine": 1, "message": {"text": f"{printable(one.part)}, line {one.line}"}}
    return {
        "startLine": one.line,
        "startColumn": one.column,
        "endLine": one.end_line,
        "endColumn": one.end_column,
    }


def _notification(problem: Problem) -> dict[str, Any]:
    return {
        "level": "error" if problem.lost else "note",
        "message": {"text": printable(problem.message)},
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(problem.source)}}],
    }


def _artifact(source: str) -> dict[str, Any]:
    """Give where a file is: relative to the folder of the run, where it is in it."""
    path = path_from_here(source)
    if Path(path).is_absolute() or Path(path).parts[:1] == (os.pardir,):
        return {"uri": Path(source).absolute().as_uri()}
    return {"uri": quote(os.fsencode(path.replace(os.sep, "/"))), "uriBaseId": _BASE}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."

"""The report in each format: what stands in it, and that nothing hostile in a tree gets through."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest

from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.check.reports import CHECK_FORMATS, report_writer
from urlglean.document import ReadOptions

NAME = "=é <b>,:%0A ]]>\x1b[31m.md"
TEXT = """# A

[one](=x%0A,y::error::.md) [two](<a "q" & '.md>) [three](https://me:secret@example.org/x)
[four](#b) [a](irc://h/&lt;script&gt;)
[five][=no]
"""
CELL = {"cell_type": "markdown", "metadata": {}, "source": "\n[six](nowhere.md)"}
NOTEBOOK = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [CELL]}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("tree")
    (folder / NAME).write_text(TEXT, encoding="utf-8")
    (folder / "good.md").write_text("[x](good.md)")
    (folder / "n.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "broken.gz").write_bytes(b"\x1f\x8b\x08broken")
    options = CheckOptions(reading=ReadOptions(undefined=True), offline=True)
    return check_paths([str(folder)], options)


def written(report: Report, form: str, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, newline="")
    report_writer(form).write(report, out)
    out.flush()
    return raw.getvalue().decode(encoding)


def test_what_there_is(report: Report) -> None:
    assert report.summary == "8 links in 3 files: 1 good, 5 broken, 2 not checked (on purpose)"
    assert report.exit_code == 1
    assert [one.cause.value for one in report.findings] == [
        *("missing-file", "missing-file", "offline", "missing-fragment", "other-scheme", "undefined-label"),
        "missing-file",
    ]


@pytest.mark.parametrize("form", CHECK_FORMATS)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_no_control_and_no_secret_gets_through(report: Report, form: str, encoding: str) -> None:
    try:
        text = written(report, form, encoding)
    except UnicodeEncodeError:  # the command has what a stream cannot encode written as an escape
        assert (form, encoding) in {("text", "ascii"), ("csv", "ascii"), ("github", "ascii")}
        return
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert "secret" not in text


@pytest.mark.parametrize("form", CHECK_FORMATS)
def test_nothing_to_tell(form: str) -> None:
    assert written(Report(sources=["a.md"]), form) or form == "jsonl"


def test_text(report: Report) -> None:
    text = written(report, "text")
    assert "missing-file (3)\n" in text
    assert "\noffline (1): servers were not asked" in text
    lines = re.findall(r"(?m)^.*:(\d+:\d+): (.*?): (?:there|the page|nothing|URLs)", text)
    assert lines == [
        ("3:7", "=x%0A,y::error::.md"),
        ("3:35", 'a "q" & \'.md'),
        ("2:7", "nowhere.md"),
        ("4:8", "#b"),
        ("5:8", "=no"),
        ("4:16", "irc://h/<script>"),
    ]
    assert text.endswith("\n8 links in 3 files: 1 good, 5 broken, 2 not checked (on purpose)\n")


def test_rows(report: Report) -> None:
    rows = [json.loads(line) for line in written(report, "jsonl").splitlines()]
    assert [list(row) for row in rows] == [list(CHECK_COLUMNS)] * len(report.findings)
    assert rows[2]["url"] == "https://***@example.org/x"
    assert rows[-1]["part"] == "cell 1"
    cells = list(csv.reader(io.StringIO(written(report, "csv"))))
    assert cells[0] == list(CHECK_COLUMNS)
    assert [row[0] for row in cells[1:]] == [row["outcome"] for row in rows]
    assert not [cell for row in cells[1:] for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_junit(report: Report) -> None:
    root = ET.fromstring(written(report, "junit"))  # noqa: S314  (written a moment ago)
    assert root.attrib == {
        "name": "urlglean check",
        "tests": "9",
        "failures": "5",
        "errors": "1",
        "skipped": "2",
    }
    suites = root.findall("testsuite")
    counted = [
        {name: int(one.get(name, "")) for name in ("tests", "failures", "errors", "skipped")}
        for one in suites
    ]
    assert {name: sum(one[name] for one in counted) for name in counted[0]} == {
        name: int(root.get(name, "")) for name in counted[0]
    }
    assert [len(one.findall("testcase")) for one in suites] == [one["tests"] for one in counted]
    assert {one.get("type") for one in root.iter("failure")} == {
        "missing-file",
        "missing-fragment",
        "undefined-label",
    }


def test_github(report: Report) -> None:
    *commands, summary = written(report, "github").splitlines()
    assert summary == report.summary
    for one, command in zip(report.findings, commands, strict=True):
        found = re.fullmatch(r"::(error|warning|notice) ((?:\w+=[^:,]*,?)+)::([^:].*)", command)
        assert found
        fields = dict(field.split("=", 1) for field in found[2].split(","))
        assert fields["title"] == one.cause.value
        assert unquote(fields["file"]).endswith((r"%0A ]]>\x1b[31m.md", "n.ipynb"))
        assert ("line" in fields) == (one.part is None)


def test_page(report: Report) -> None:
    text = written(report, "html")
    assert "<script>alert" not in text
    assert "<!-- " not in text
    assert not re.search(r"""(?:src|href)=(?!"https://\*\*\*@example\.org/x")""", text)
    assert text.count("<tr data-cause=") == len(report.findings)
    assert re.search(r"Content-Security-Policy\" content=\"default-src &#x27;none&#x27;; style-src", text)


# --- SARIF: no schema comes with any package, so what section 3 of the standard asks for is asked here ---

PROPERTIES: dict[str, tuple[set[str], set[str]]] = {
    # of each object: the properties that it must have, and those that it may have
    "log": ({"version", "runs"}, {"$schema"}),
    "run": ({"tool"}, {"columnKind", "originalUriBaseIds", "invocations", "results"}),
    "driver": ({"name"}, {"semanticVersion", "rules"}),
    "rule": ({"id"}, {"name", "shortDescription", "help", "defaultConfiguration"}),
    "result": ({"message"}, {"ruleId", "ruleIndex", "level", "locations", "partialFingerprints"}),
    "invocation": ({"executionSuccessful"}, {"exitCode", "toolExecutionNotifications"}),
    "notification": ({"message"}, {"level", "locations"}),
    "location": (set(), {"physicalLocation"}),
    "physicalLocation": ({"artifactLocation"}, {"region"}),
    "artifactLocation": ({"uri"}, {"uriBaseId"}),
    "region": (set(), {"startLine", "startColumn", "endLine", "endColumn", "message"}),
    "message": ({"text"}, set()),
}
URI_REFERENCE = re.compile(r"(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-F]{2})*")


def require(kind: str, value: dict[str, Any]) -> dict[str, Any]:
    must, may = PROPERTIES[kind]
    assert must <= set(value) <= must | may, (kind, value)
    return value


def require_location(value: dict[str, Any]) -> None:
    physical = require("physicalLocation", require("location", value)["physicalLocation"])
    assert URI_REFERENCE.fullmatch(require("artifactLocation", physical["artifactLocation"])["uri"])
    region = require("region", physical.get("region", {"startLine": 1}))
    assert region["startLine"] >= 1
    assert region.get("startColumn", 1) >= 1
    start = (region["startLine"], region.get("startColumn", 1))
    end = (region.get("endLine", start[0]), region.get("endColumn", start[1]))
    assert start <= end


def test_sarif(report: Report) -> None:
    log = require("log", json.loads(written(report, "sarif")))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    driver = require("driver", require("run", run)["tool"]["driver"])
    rules = [require("rule", one) for one in driver["rules"]]
    assert len({one["id"] for one in rules}) == len(rules)
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", one["name"]) for one in rules)
    assert len(run["results"]) == len(report.findings)
    for result in run["results"]:
        require("result", result)
        require("message", result["message"])
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"none", "note", "warning", "error"}
        assert len(result["locations"]) == 1
        require_location(result["locations"][0])
    (invocation,) = run["invocations"]
    notifications = require("invocation", invocation)["toolExecutionNotifications"]
    assert [require("notification", one)["level"] for one in notifications] == ["error"]
    assert all(re.fullmatch(r"%\w+%", name) for name in run["originalUriBaseIds"])


def test_the_places_of_sarif_are_below_the_folder_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a b.md").write_text("[x](y.md)")
    monkeypatch.chdir(tmp_path)
    for path in ("a b.md", "./a b.md", str(tmp_path / "a b.md")):
        log = json.loads(written(check_paths([path]), "sarif"))
        location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        assert location["artifactLocation"] == {"uri": "a%20b.md", "uriBaseId": "%SRCROOT%"}
        assert location["region"] == {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 9}

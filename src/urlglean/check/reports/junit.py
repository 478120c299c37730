"""JUnit XML as CI servers read it: a test suite for each file, a failure for each broken link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from urlglean.check.answers import Outcome
from urlglean.check.findings import Finding, Findings, Report, path_from_here
from urlglean.patterns import lazy_re
from urlglean.writers.printable import printable

_NO_XML = lazy_re("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no document in XML 1.0 may hold (section 2.2)."""


def write(report: Report, out: TextIO) -> None:
    """Write a suite for each file: its findings, or one test that is passed where there are none.

    What is not ASCII is written as character references, which every stream can encode.
    """
    out.writelines(line.encode("ascii", "xmlcharrefreplace").decode() for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    by_source = dict.fromkeys(report.sources, Findings()) | report.findings.by_source()
    lost = [problem for problem in report.problems if problem.lost]
    tests = sum(max(1, len(found)) for found in by_source.values()) + len(lost)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="urlglean check"{_counts(report.findings, tests, len(lost))}>\n'
    for source, found in by_source.items():
        yield _suite(source, found, max(1, len(found)), 0)
        yield from map(_case, found)
        if not found:
            yield f'    <testcase name="links" classname={_quoted(source)} file={_quoted(path_from_here(source))}/>\n'
        yield "  </testsuite>\n"
    for problem in lost:
        yield _suite(problem.source, Findings(), 1, 1)
        yield f'    <testcase name="reading" classname={_quoted(problem.source)}>'
        yield f"<error message={_quoted(problem.message)}/></testcase>\n  </testsuite>\n"
    yield "</testsuites>\n"


def _counts(found: Findings, tests: int, errors: int) -> str:
    """Give what is counted of all suites, and of each."""
    failures = _number(found, Outcome.BROKEN)
    return f' tests="{tests}" failures="{failures}" errors="{errors}"'


def _number(found: Findings, outcome: Outcome) -> int:
    return sum(len(some) for cause, some in found.by_cause().items() if cause.outcome is outcome)


def _suite(name: str, found: Findings, tests: int, errors: int) -> str:
    skipped = _number(found, Outcome.UNCHECKED)
    return f'  <testsuite name={_quoted(name)}{_counts(found, tests, errors)} skipped="{skipped}">\n'


def _case(one: Finding) -> str:
    head = (
        f"    <testcase name={_quoted(f'{one.line}:{one.column} {one.text}')} classname={_quoted(one.source)}"
        f' file={_quoted(path_from_here(one.source))} line="{one.line}"'
    )
    told = f"{one.place}: {one.text}: {one.told}"
    if one.cause.outcome is Outcome.BROKEN:
        kind = _quoted(one.cause.value)
        return (
            f"{head}><failure type={kind} message={_quoted(one.told)}>{_shown(told)}</failure></testcase>\n"
        )
    if one.cause.outcome is Outcome.UNCHECKED:
        return f"{head}><skipped message={_quoted(one.told)}>{_shown(told)}</skipped></testcase>\n"
    return f"{head}><system-out>{_shown(told)}</system-out></testcase>\n"


def _shown(text: str) -> str:
    return escape(_NO_XML.sub("\ufffd", printable(text)))


def _quoted(text: str) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", printable(text)))

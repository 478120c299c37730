"""The page of a check, in a browser: its filters work under its own policy, and nothing hostile in it runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.chromium import Chromium, browsing
from support.places import CORPORA
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.reports import write_report

NO_PORT = 9
"""The port that all hosts are sent to: nobody listens there."""
WIDTH = 360
"""That of a small telephone, in CSS pixels."""
HOSTILE = {
    'a"><img src=x onerror=hacked=1>.md': "[x](y.md)",
    "&lt;script&gt;.md": '[<script>hacked=1</script>](<"onmouseover=hacked=1 \\<script\\>.md>)',
    "-->.md": "[x](javascript:hacked=1) [y](https://h.example/'><svg/onload=hacked=1>)",
}
CHOOSE = """(() => {
  const choose = (name, value) => {
    const select = document.getElementById(name);
    select.value = value;
    select.dispatchEvent(new Event("change"));
    return [...document.querySelectorAll("tbody tr")].filter(row => row.offsetHeight > 0).length;
  };
  const of = name => [...document.getElementById(name).options].map(option =>
    [option.value, option.label.match(/\\((\\d+)\\)$/)?.[1], choose(name, option.value), choose(name, "")]);
  return [of("cause"), of("host")];
})()"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with browsing(NO_PORT) as chromium:
        yield chromium


def written(tree: Path, page: Path) -> int:
    """Write the page of a tree; give how many findings there are."""
    report = check_paths([str(tree)], CheckOptions(offline=True))
    with page.open("w", encoding="utf-8") as out:
        write_report(report, "html", out)
    return len(report.findings)


def test_the_filters_show_what_they_say(browser: Chromium, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    count = written(CORPORA / "docs" / "broken", page)
    browser.open(page.as_uri())
    for options in browser.evaluate(CHOOSE):
        (_, _, shown, _), *others = options
        assert shown == count
        assert len(others) > 1
        for value, said, shown, shown_after in others:
            assert (value, shown, shown_after) == (value, int(said), count)
        assert sum(shown for _, _, shown, _ in others) == count


def test_nothing_hostile_runs(browser: Chromium, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name, text in HOSTILE.items():
        (tree / name).write_text(text)
    page = tmp_path / "page.html"
    count = written(tree, page)
    browser.open(page.as_uri())
    assert browser.evaluate("document.querySelectorAll('tbody tr').length") == count == 4
    assert browser.evaluate("typeof hacked") == "undefined"
    assert browser.evaluate("document.querySelectorAll('script, img, svg, [onmouseover]').length") == 1
    assert browser.evaluate("[...document.links].map(link => link.protocol)") == ["https:"]
    assert browser.evaluate("performance.getEntriesByType('resource').length") == 0


def test_a_narrow_window_needs_no_scrolling_sideways(browser: Chromium, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    written(CORPORA / "docs" / "broken", page)
    browser.call(
        "Emulation.setDeviceMetricsOverride", width=WIDTH, height=640, deviceScaleFactor=1, mobile=False
    )
    browser.open(page.as_uri())
    assert browser.evaluate("innerWidth") == WIDTH
    assert browser.evaluate("document.documentElement.scrollWidth") <= WIDTH

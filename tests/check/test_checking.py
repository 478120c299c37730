"""All links of a check are held to its end: that takes little memory, and what is said of each stays as it was."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import urlglean
from support.laws import some
from support.work import peak_of
from urlglean.check import local, tree
from urlglean.check.answers import Cause
from urlglean.check.checking import CheckOptions, _readings, check_paths
from urlglean.check.reports import CHECK_FORMATS, write_report
from urlglean.document import ReadOptions
from urlglean.inputs.folders import Choice

_FILES = 20
_LINKS = 100


class Nowhere(io.TextIOBase):
    """Takes what is written, and keeps nothing."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)


def tree_of(folder: Path, suffix: str, line: str) -> int:
    """Make files of many links; give their size in all."""
    folder.mkdir()
    numbers = iter(range(1000, 1000 + _FILES * _LINKS))
    return sum(
        (folder / f"f{file}{suffix}").write_text(
            "".join(line.format(*[next(numbers)] * 2) for _ in range(_LINKS))
        )
        for file in range(_FILES)
    )


def assert_little(folder: Path, suffix: str, line: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """See how much memory it takes to check a tree and to write the report, of what Python knows of."""
    monkeypatch.setattr(tree, "_MOST_COMPARED", 0)  # to look for what is misspelt takes most of the time
    for module in (tree, local):  # what is known of the disk takes as much for ten times as many links
        monkeypatch.setattr(module, "MOST_KNOWN", 100)

    def check(checked: Path) -> int:
        report = check_paths([str(checked)], CheckOptions(offline=True))
        assert len(report.findings) == report.links
        write_report(report, form, Nowhere())
        return report.links

    few, many = folder / "few", folder / "many"
    few.mkdir()
    (few / f"f{suffix}").write_text(line.format(1, 1))
    assert check(few) == 1  # what is loaded once
    most = _MOST * tree_of(many, suffix, line)
    links: list[int] = []
    # Once more where it is too much: some is loaded later.
    assert any(peak_of(lambda: links.append(check(many))) < most for _ in range(2))
    assert {*links} == {_FILES * _LINKS}


_MOST = 45
"""So many times the text at the most: 25, and up to 41 where the garbage of a file is looked for late."""


@pytest.mark.parametrize(
    ("suffix", "line"),
    some(
        [
            (".html", "<a href=x>\n"),
            (".txt", "http://a.b/{}\n"),
            (".html", '<a href="x{}">{}</a>\n'),
            (".md", "[a](x{})\n"),
            (".md", "[a](#x{})\n"),
        ],
        every=3,
    ),
)
def test_many_links_take_a_few_times_their_text(
    tmp_path: Path, suffix: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_little(tmp_path, suffix, line, "text", monkeypatch)


@pytest.mark.parametrize("form", some([*CHECK_FORMATS], every=7))
def test_no_report_holds_all_that_it_says(tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_little(tmp_path, ".html", "<a href=x>\n", form, monkeypatch)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("see www.a.example/x-\ny/z.", "http://www."),
        ("see ftp.example.org/b[12] x", "ftp://ftp."),
        ("see http://a.example/x-\ny/z.", "http://a."),
    ],
)
def test_another_reading_means_what_its_link_does(text: str, begins: str) -> None:
    (link,) = urlglean.extract_text(text, base="file:///docs/a.txt")
    before = (link.url or "").removesuffix(link.text)
    readings = [*_readings(link)]
    assert [reading for reading, _ in readings] == [*link.alternatives] != []
    for reading, url in readings:
        assert url == f"{before}{reading}"
        assert url.startswith(begins)


def test_what_takes_a_report_by_post_need_not_lead_anywhere(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<a href=a.html ping='/count /log'>x</a> <a href=b.html>y</a>")
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert [one.text for one in report.findings] == ["b.html"]


@pytest.mark.parametrize("heeds", [True, False])
def test_what_a_choice_leaves_out_is_left_out_beside_what_ignore_files_name(
    *, heeds: bool, tmp_path: Path
) -> None:
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_text("x")
    (tmp_path / ".urlgleanignore").write_text("b.md")
    choice = Choice(leaves_out=lambda path, _: path.endswith("a.md"))
    options = CheckOptions(offline=True, choice=choice, heeds_ignore_files=heeds)
    names = [Path(one).name for one in check_paths([tmp_path], options).sources]
    assert [one for one in names if one.endswith(".md")] == (["c.md"] if heeds else ["b.md", "c.md"])


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ({"offline": 1}, "offline is to be True or False, not 1"),
        ({"heeds_ignore_files": None}, "heeds_ignore_files is to be True or False, not None"),
        ({"reading": None}, "reading is to be a ReadOptions, not NoneType"),
        ({"inputs": None}, "inputs is to be an InputOptions, not NoneType"),
        ({"choice": ()}, "choice is to be a Choice, not tuple"),
        ({"excluded": ("a",)}, "each of excluded is to be a Pattern, not str"),
        ({"root_dir": 1}, "root_dir is to be a string, not int"),
        ({"policy": {}}, "policy is to be a NetworkPolicy, not dict"),
        ({"cache": "a"}, "cache is to be a Path, not str"),
    ],
)
def test_options_of_a_wrong_type(option: dict[str, Any], told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        CheckOptions(**option)


@pytest.mark.parametrize("name", ["a.html", "a.eml"])
def test_why_a_url_is_none_is_told_wherever_it_stands(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("Content-Type: text/html\n\n<a href='http://[/'>x</a>")
    (found,) = check_paths([tmp_path / name], CheckOptions(offline=True)).findings
    assert found.message.startswith("is no valid URL (no host (a domain name")


def test_each_file_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](none.md)")
    (tmp_path / "sub").mkdir()
    paths = [tmp_path, tmp_path / "a.md", f"{tmp_path}/sub/../a.md", tmp_path]
    report = check_paths(paths, CheckOptions(offline=True))
    assert (report.sources, report.links) == ([str(tmp_path / "a.md")], 1)


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="all names are text there")
def test_a_name_may_be_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "a\udce9"
    (folder / "sub").mkdir(parents=True)
    (folder / "b\udcff.md").write_text("# Here\n[x](a.md)")
    (folder / "a.md").write_text("[x](b%FF.md#here) [x](b%ff.md) [x](a.md#x) [x](/a.md) [x](sub/) [[b%FF]]")
    (folder / "c.html").write_text("<a href='b%FF.md#x'>x</a> <a href=./sub/../none>x</a>")
    options = CheckOptions(offline=True, reading=ReadOptions(undefined=True, wiki_links=True))
    found = check_paths([tmp_path, folder], options).findings
    assert [(one.text, one.cause) for one in found] == [
        ("a.md#x", Cause.MISSING_FRAGMENT),
        ("b%FF.md#x", Cause.MISSING_FRAGMENT),
        ("./sub/../none", Cause.MISSING_FILE),
    ]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="all names are text there")
def test_what_is_likely_to_be_meant_may_be_no_text(tmp_path: Path) -> None:
    (tmp_path / "cafeteria\udce9.md").write_text("x")
    (tmp_path / "a.md").write_text("[x](cafeteria%E8.md) [x](cafeteria%E9.md)")
    cell = {
        "cell_type": "markdown",
        "source": "# one\ud800 heading\n[x](#one%20heading) ![x](attachment:pictures.png)",
    }
    cell["attachments"] = {"picture\ud800.png": {}}  # type: ignore[assignment]
    (tmp_path / "b.ipynb").write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5}))
    report = check_paths([tmp_path], CheckOptions(offline=True))
    assert [found.suggestion for found in report.findings] == [
        "cafeteria%E9.md",
        "#one-heading",
        "attachment:picture%EF%BF%BD.png",
    ]

"""Links into a tree: the cases of ``cases/local.cases``, and the options that say what the tree is."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from support.trees import plant
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.document import ReadOptions

CASES = Path(__file__).parent / "cases" / "local.cases"


class Case(NamedTuple):
    title: str
    files: dict[str, str]
    expected: list[tuple[str, str, str | None]]

    def write(self, folder: Path) -> Path:
        return plant(folder, self.files) / next(iter(self.files))


def cases() -> list[Case]:
    found = []
    for part in re.split(r"(?m)^%% ", CASES.read_text(encoding="utf-8"))[1:]:
        title, _, rest = part.partition("\n")
        tree, _, told = rest.partition("\n===\n")
        pieces = re.split(r"(?m)^--- (.+)\n?", tree)[1:]
        files = dict(zip(pieces[::2], pieces[1::2], strict=True))
        rows = [re.split(r"\s{2,}", line.strip()) for line in told.splitlines() if line.strip()]
        expected = [(row[0].strip("⟦⟧"), row[1], row[2] if len(row) > 2 else None) for row in rows]
        found.append(Case(title, files, expected))
    return found


READING = ReadOptions(undefined=True)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.title)
def test_what_comes_of_links(case: Case, tmp_path: Path) -> None:
    first = case.write(tmp_path / "tree")
    options = CheckOptions(reading=READING, offline=True)
    report = check_paths([str(tmp_path / "tree")], options)
    own = [one for one in report.findings if Path(one.source) == first]
    assert [(one.text, one.cause.value, one.suggestion) for one in own] == case.expected
    assert report.counts.total() == report.links
    assert not report.problems


def test_a_root_that_is_named_takes_nothing_from_what_a_site_makes(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "conf.py").write_text("extensions = []")
    (tmp_path / "docs" / "a.md").write_text("[1](genindex.html) [2](/docs/a.md) [3](/a.md)")
    report = check_paths([str(tmp_path)], CheckOptions(root_dir=str(tmp_path), offline=True))
    assert [(one.text, one.cause.value) for one in report.findings] == [("/a.md", "missing-file")]


def test_a_document_that_is_named_alone_may_lead_to_what_its_site_has(tmp_path: Path) -> None:
    (tmp_path / "tree" / "sub").mkdir(parents=True)
    (tmp_path / "tree" / "conf.py").write_text("project = 'x'\n")
    (tmp_path / "tree" / "b.md").touch()
    (tmp_path / "tree" / "sub" / "a.md").write_text("[1](../b.md) [2](../../b.md)")
    report = check_paths([str(tmp_path / "tree" / "sub" / "a.md")], CheckOptions(offline=True))
    assert [(one.text, one.cause.value) for one in report.findings] == [("../../b.md", "outside-tree")]


def test_what_is_left_out_does_not_depend_on_where_the_tree_lies(tmp_path: Path) -> None:
    (tmp_path / "staging").mkdir()
    (tmp_path / "staging" / "a.md").write_text("[1](b.md) [2](http://staging.example/) [3](staging.md)")
    options = CheckOptions(excluded=(re.compile("staging"),), offline=True)
    report = check_paths([str(tmp_path / "staging")], options)
    assert [one.text for one in report.findings] == ["b.md"]


@pytest.mark.parametrize("name", ["b.md", "b.mdx", "b.markdown", "b.rst", "b.rest", "b.txt"])
def test_labels_are_those_of_all_that_pages_are_made_of(name: str, tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("project = 'x'\nsource_suffix = ['.rst', '.txt']\n")
    is_markdown = name.startswith("b.m")
    (tmp_path / name).write_text("(dune)=\n# Dune\n" if is_markdown else ".. _dune:\n\nDune\n----\n")
    (tmp_path / "a.rst").write_text("See :ref:`dune` and :ref:`sand`.\n")
    report = check_paths([str(tmp_path / "a.rst")], CheckOptions(offline=True))
    assert [(one.text, one.cause.value) for one in report.findings] == [("sand", "undefined-label")]


LINKS_OF_SITE = [
    # what is written, and what comes of it: in a page, in Markdown, and in a page below a root that is named
    ("/docs/a.html", None, None, None),
    ("/a.html", "offline", None, None),
    ("/docs/b.html", *["missing-file"] * 3),
    ("/docs/a.html#b", *["missing-fragment"] * 3),
    ("/docs/A.html", *["wrong-case /docs/a.html"] * 3),
    ("/docsa.html", "offline", "missing-file", "missing-file"),
    ("https://h.example/docs/", None, None, None),
    ("https://h.example/", *["offline"] * 3),
    ("HTTP://H.example:80/docs?b#c", *["missing-fragment"] * 3),
    ("https://h.example:443/docs/b.html", *["missing-file"] * 3),
    ("https://h.example:8443/docs/b.html", *["offline"] * 3),
    ("https://me@h.example/docs/b.html", *["missing-file"] * 3),
    ("https://h.example.:443/docs/b.html", *["missing-file"] * 3),
    ("https://%48.example/docs/b.html", *["missing-file"] * 3),
    ("https://h.example/Docs/b.html", *["offline"] * 3),
    ("//h.example/docs/sub/a.html", *["missing-file //h.example/docs/a.html"] * 3),
]


@pytest.mark.parametrize(
    ("way", "name", "is_rooted"), [(1, "p.html", False), (2, "p.md", False), (3, "p.html", True)]
)
def test_a_tree_is_published_below_a_path(way: int, name: str, *, is_rooted: bool, tmp_path: Path) -> None:
    form = "[x]({})\n" if name.endswith("md") else "<a href={}>x</a>\n"
    (tmp_path / name).write_text("".join(form.format(row[0]) for row in LINKS_OF_SITE))
    (tmp_path / "a.html").write_text("x")
    (tmp_path / "index.html").write_text("x")
    root = str(tmp_path) if is_rooted else None
    options = CheckOptions(root_dir=root, site_url="https://H.example/docs/", offline=True)
    report = check_paths([str(tmp_path)], options)
    told = {(one.line, " ".join(filter(None, (one.cause.value, one.suggestion)))) for one in report.findings}
    assert told == {(line, row[way]) for line, row in enumerate(LINKS_OF_SITE, 1) if row[way] is not None}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
@pytest.mark.parametrize("name", ["conf.py", "mkdocs.yml", ".urlgleanignore", ".gitignore", "part.inc"])
def test_a_pipe_is_not_waited_for(name: str, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.rst").write_text("A lamp_, `b <#c>`__ and :ref:`d`.\n\n.. include:: part.inc\n")
    os.mkfifo(tmp_path / name)
    report = check_paths([str(tmp_path)], CheckOptions(reading=READING, offline=True))
    assert [one.cause.value for one in report.findings if one.text == "part.inc"] == ["missing-file"]

"""Trees that strangers make so that a check takes long: twice as much of one takes no more than twice the work."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from support.laws import some
from support.trees import plant
from support.work import calls_of
from urlglean.check import anchors, exclusion, tree
from urlglean.check.answers import Cause
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.findings import Report


def _numbered(piece: str, number: int) -> str:
    return "".join(piece.replace("%d", str(one)) for one in range(number))


def _files(suffix: str, number: int) -> dict[str, str]:
    return {f"f{one}{suffix}": "x\n" for one in range(number)}


_SPHINX = "project = 'a'\n"
_GLOB = ".. toctree::\n   :glob:\n\n"
TREES: MappingProxyType[str, Callable[[int], dict[str, str]]] = MappingProxyType(
    {
        "headings that are the same": lambda number: {
            "mkdocs.yml": "a: b\n",
            "docs/a.md": "# a\n\n" * number + "[x](#b)\n",
        },
        "headings without a letter": lambda number: {
            "mkdocs.yml": "a: b\n",
            "docs/a.md": "# -\n\n" * number + "[x](#b)\n",
        },
        "headings that have the names others would get": lambda number: {
            "mkdocs.yml": "a: b\n",
            "docs/a.md": _numbered("# a_%d\n\n", number) + "# a\n\n" * number + "[x](#b)\n",
        },
        "names that objects might have": lambda number: {
            "conf.py": _SPHINX,
            "api.rst": _numbered(".. py:function:: m.f%d\n\n", number),
            "a.md": _numbered("[a](x%d.y)\n", number),
        },
        "folders that a program fills": lambda number: {
            "conf.py": _SPHINX + _numbered("  'gallery_dirs': ['g%d'],\n", number),
            "a.rst": _numbered("* :doc:`x%d`\n", number),
        },
        "files that are copied": lambda number: {
            "conf.py": _SPHINX + _numbered("html_extra_path = ['g%d']\n", number),
            "a.md": _numbered("[a](x%d.html)\n", number),
        },
        "patterns of files": lambda number: {
            **_files(".rst", number),
            "a.rst": _GLOB + _numbered("   *x%d\n", number),
        },
        "names that are left out": lambda number: {
            **_files(".md", number),
            ".urlgleanignore": _numbered("x%d\nx%d/y\n/z%d/\n", number),
        },
        "names with stars that are left out": lambda number: {
            **_files(".md", number),
            ".urlgleanignore": _numbered("*x%d\n", number),
        },
        "folders in one another": lambda number: {
            f"{'d/' * depth}a{depth}.md": "[x](y.md)\n" for depth in range(number // 2)
        },
        "files that each put in the next": lambda number: {
            f"f{one}.rst": f".. include:: f{one + 1}.rst\n\nT{one}\n===\n\n`x <#q>`__ `u`_\n"
            for one in range(number)
        },
        "texts that fragments quote": lambda number: {
            "a.md": _numbered("word%d ", number) + "\n\n" + _numbered("[a](#:~:text=q%d)\n", number),
        },
    }
)


def checked(folder: Path, files: dict[str, str], **options: Any) -> Report:
    shutil.rmtree(folder, ignore_errors=True)
    plant(folder, files)
    return check_paths([str(folder)], CheckOptions(offline=True, **options))


def causes(report: Report) -> Counter[Cause]:
    return Counter(found.cause for found in report.findings)


@pytest.mark.parametrize("name", some([*TREES], every=3))
def test_a_tree(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, limit in ((tree, "_MOST_MATCHED"), (anchors, "_MOST_PUT_IN"), (exclusion, "_MOST_TRIED")):
        monkeypatch.setattr(module, limit, 20)
    number = 100
    checked(tmp_path / "tree", TREES[name](2))  # what is made once is made
    once, twice = (
        calls_of(lambda size=size: checked(tmp_path / "tree", TREES[name](size)))  # type: ignore[misc]
        for size in (number, 2 * number)
    )
    assert twice < 2.4 * once, f"{once} for {number}, {twice} for twice as many"


def test_what_is_nearest_to_folders_in_one_another_is_looked_for_in_each_once() -> None:
    folders = ["/d" * depth for depth in range(1, 301)]
    asked: Counter[str] = Counter()

    def has(folder: str) -> str | None:
        asked[folder] += 1
        return folder if folder == "/d/d" else None

    find = tree.nearest(has)
    assert [find(folder) for folder in folders] == [None, *["/d/d"] * 299]
    assert set(asked.values()) == {1}
    assert calls_of(lambda: [find(folder) for folder in folders]) < 10 * len(folders)


def test_texts_beyond_what_is_searched_are_not_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (f"[a](#:~:text=two&text=four{number}) " for number in range(5))  # the same is asked for once
    files = {"a.md": "one two three\n\n" + "".join(asked)}
    assert causes(checked(tmp_path, files)) == {Cause.MISSING_TEXT: 5}
    monkeypatch.setattr(anchors, "_MOST_SEARCHED", 140)
    assert causes(checked(tmp_path, files)) == {Cause.MISSING_TEXT: 2, Cause.NOT_COMPARED: 3}
    assert Cause.NOT_COMPARED.told in checked(tmp_path, files).findings[-1].told


def test_patterns_beyond_what_is_compared_are_not_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {**_files(".rst", 5), "a.rst": _GLOB + "   *x\n   *y\n   f*\n"}
    assert causes(checked(tmp_path, files)) == {Cause.MISSING_FILE: 2}
    monkeypatch.setattr(tree, "_MOST_MATCHED", 10)
    assert causes(checked(tmp_path, files)) == {Cause.MISSING_FILE: 1, Cause.NOT_COMPARED: 2}


def test_files_beyond_what_is_looked_at_may_define_anything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {
        "a.rst": ".. include:: b.inc\n\n.. include:: c.inc\n\n`in_b`_ `in_c`_ `in_none`_ `x <#nowhere>`__\n",
        "b.inc": ".. _in_b:\n\nB\n",
        "c.inc": ".. _in_c:\n\nC\n",
    }
    assert causes(checked(tmp_path, files)) == {Cause.UNDEFINED_LABEL: 1, Cause.MADE_FRAGMENT: 1}
    monkeypatch.setattr(anchors, "_MOST_PUT_IN", 1)
    assert causes(checked(tmp_path, files)) == {Cause.FOREIGN_LABEL: 3, Cause.NOT_COMPARED: 1}


def test_of_too_many_patterns_the_last_count_and_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exclusion, "_MOST_TRIED", 3)
    patterns = "*first.md\nname.md\n*b\n*c\nlast*\n"
    files = dict.fromkeys(("first.md", "name.md", "last.md", "other.md"), "x")
    report = checked(tmp_path, {**files, ".urlgleanignore": patterns, "d/.urlgleanignore": "*.md\n"})
    names = [Path(name).name for name in report.sources]
    assert [name for name in names if name.endswith(".md")] == ["first.md", "other.md"]
    (problem,) = report.problems
    assert problem.source == str(tmp_path)
    assert "more than 3 patterns" in problem.message
    assert not problem.lost


def test_folders_in_one_another_are_walked_some_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = [tmp_path.joinpath(*["d"] * depth) for depth in range(60)]
    files = {f"{'d/' * depth}{name}": "x" for depth in range(60) for name in ("conf.py", "a.rst")}
    checked(tmp_path, files)
    below = tree.FilesBelow()
    counts = [sum(1 for _ in below(str(folder), re.compile("_"))) for folder in folders[:8]]
    assert counts == list(range(120, 104, -2))
    assert not below.is_cut
    monkeypatch.setattr(tree, "_OFTEN", 0)
    assert sum(1 for folder in folders for _ in below(str(folder), re.compile("_"))) < 8 * 180
    assert below.is_cut


def test_labels_in_folders_that_are_not_walked_again_may_be_defined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{'d/' * depth}{name}": text for depth in range(30) for name, text in _BOOK.items()}
    assert set(causes(checked(tmp_path, files))) == {Cause.UNDEFINED_LABEL}
    monkeypatch.setattr(tree, "_OFTEN", 0)
    monkeypatch.setattr(tree, "_TIMES_AGAIN", 1)
    assert set(causes(checked(tmp_path, files))) == {Cause.UNDEFINED_LABEL, Cause.FOREIGN_LABEL}


_BOOK = {"conf.py": _SPHINX, "a.rst": ":ref:`x`\n"}

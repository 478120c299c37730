"""Folders and files as links name them, however deep they are."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from typing import Any

import pytest

from support.work import calls_of, peak_of
from urlglean.check import anchors, tree
from urlglean.check.anchors import DOCUMENTATION, AnchorsOfFiles
from urlglean.check.answers import Cause
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.tree import Disk, Manner, holding, nearest
from urlglean.document import PAGES, ReadOptions
from urlglean.inputs import kinds
from urlglean.inputs.kinds import KINDS

DEEP = 1500
"""More folders than Python calls functions in functions."""


def test_the_nearest_folder_is_looked_for_once(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "mark").touch()
    asked: list[str] = []

    def has(folder: str) -> str | None:
        asked.append(folder)
        return holding("mark")(folder)

    found = nearest(has)
    deep = f"{tmp_path}/a{'/b' * DEEP}"
    assert found(deep) == found(f"{tmp_path}/a/b") == f"{tmp_path}/a"
    assert found(str(tmp_path)) is None
    assert len(asked) == len(set(asked))


def test_what_lies_deep_is_missing(tmp_path: Path) -> None:
    disk = Disk()
    path = f"{tmp_path}/docs{'/d' * DEEP}/page.md"
    assert disk.page(path, Manner()).cause is Cause.MISSING_FILE
    assert disk.near(path, (str(tmp_path),)) is None


def test_folders_without_number_are_not_held(tmp_path: Path) -> None:
    disk, deep = Disk(), "d/" * 100_000
    path = f"{tmp_path}/{deep}page.md"
    found: list[Cause | bool | None] = []

    def look() -> None:
        found.append(disk.page(path, Manner()).cause)
        found.append(disk.matches(f"{tmp_path}/{'*/' * 100_000}*"))
        assert disk.near(path, ()) is None

    assert peak_of(look) < 50 * len(path)
    assert found == [Cause.MISSING_FILE, False]


def test_links_to_deep_folders(tmp_path: Path) -> None:
    deep = "d/" * DEEP
    (tmp_path / "index.rst").write_text(
        f"`deep <{deep}page>`__\n\n.. toctree::\n   :glob:\n\n   {'*/' * DEEP}*\n", encoding="utf-8"
    )
    report = check_paths([str(tmp_path)], CheckOptions(reading=ReadOptions(undefined=True), offline=True))
    assert [one.cause for one in report.findings] == [Cause.MISSING_FILE, Cause.MISSING_FILE]


def test_each_suffix_of_documentation_is_one_of_sources() -> None:
    assert {
        suffix for suffix, kind in kinds._SUFFIXES.items() if KINDS[kind] in DOCUMENTATION - PAGES
    } == set(tree.SOURCES)


@pytest.mark.parametrize("name", ["b.markdown", "b.rest"])
def test_a_label_and_a_page_of_documentation_with_a_rare_suffix(name: str, tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text("project = 'x'\nextensions = ['myst_parser']\n")
    (tmp_path / "a.md").write_text("[the lamp](#lamp), [the page](b.html)\n")
    target = ".. _lamp:\n\nLamps\n=====\n" if name.endswith("rest") else "(lamp)=\n# Lamps\n"
    (tmp_path / name).write_text(target)
    assert not check_paths([str(tmp_path)], CheckOptions(offline=True)).findings


def test_masks_and_the_names_they_stand_for(tmp_path: Path) -> None:
    (tmp_path / "guide-[1]").mkdir()
    (tmp_path / "guide-2").mkdir()
    for name in ("guide-[1]/a.rst", "guide-2/bc.md", "c.txt"):
        (tmp_path / name).touch()
    given = "guide-[1]/a*", "guide-[0-9]/b?", "guide-*/?.rst", "*/a", "*.txt", "[!a].txt", "guide-[1]/a.r*"
    assert [Disk().matches(f"{tmp_path}/{mask}") for mask in given] == [True] * len(given)
    given = "guide-[0-9]/a*", "guide-*/b", "c*/a", "C*", "c", "c.t"
    assert [Disk().matches(f"{tmp_path}/{mask}") for mask in given] == [False] * len(given)


def test_a_mask_is_compared_with_what_begins_as_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in range(100):
        (tmp_path / f"{one:02}.rst").touch()
    compared: list[str] = []
    original = tree.os.path.splitext

    def counted(name: str) -> tuple[str, str]:
        compared.append(name)
        return original(name)

    monkeypatch.setattr(tree.os.path, "splitext", counted)
    disk = Disk()
    assert not any(disk.matches(f"{tmp_path}/{one:02}-*") for one in range(100))
    assert compared == []
    assert not any(disk.matches(f"{tmp_path}/{one}*x") for one in range(10))
    assert len(compared) == 100


@pytest.mark.parametrize("name", ["b", "b.html"])
def test_what_is_missing_costs_the_same_in_a_small_folder_and_in_a_large_one(
    name: str, tmp_path: Path
) -> None:
    def work(size: int) -> int:
        folder = tmp_path / str(size)
        folder.mkdir()
        for number in range(size):
            (folder / f"{number:03}-page-of-the-guide.md").touch()
        disk = Disk()
        disk.trust(str(folder))

        def look() -> None:
            assert disk.page(f"{folder}/{name}", Manner(names_sources=True)).cause is Cause.MISSING_FILE
            assert disk.near(f"{folder}/{name}", ()) is None

        look()
        disk.page(f"{folder}/a", Manner())  # from now on the folder is known
        return calls_of(look)

    assert work(10) == work(300) < 90


def test_names_that_differ_in_what_is_beside_the_stem(tmp_path: Path) -> None:
    for name in ("Read.MD", "e\u0301.txt", "index.rst", "a.b.md", ".hidden.md"):
        (tmp_path / name).touch()
    disk = Disk()
    manner = Manner(names_sources=True)
    found = {
        name: disk.page(f"{tmp_path}/{name}", manner)
        for name in (
            "x",
            "read.MD",
            "\u00e9.txt",
            "index.html",
            "a.b",
            "a.b.html",
            ".hidden",
            "a.html",
            "read.md",
        )
    }
    assert {name: one.cause.value for name, one in found.items()} == {
        "x": "missing-file",
        "read.MD": "wrong-case",
        "\u00e9.txt": "found",
        "index.html": "found",
        "a.b": "found",
        "a.b.html": "found",
        ".hidden": "found",
        "a.html": "missing-file",
        "read.md": "wrong-case",
    }


def test_what_is_meant_in_a_folder_that_is_misspelt(tmp_path: Path) -> None:
    (tmp_path / "guides").mkdir()
    (tmp_path / "guides" / "page.md").touch()
    near = Disk().near
    assert near(f"{tmp_path}/guide/page.md", ()) == f"{tmp_path}/guides/page.md"
    assert near(f"{tmp_path}/guide/other.md", ()) is None
    assert near(f"{tmp_path}/guide/guide/page.md", ()) is None


def test_a_folder_in_another_form_of_unicode(tmp_path: Path) -> None:
    (tmp_path / "e\u0301" / "in").mkdir(parents=True)
    for name in ("e\u0301/b.rst", "e\u0301/in/c.rst"):
        (tmp_path / name).write_text("x")
    good = "`1 <é/b.rst>`__ `2 <é/in/c.rst#>`__ `3 <e\u0301/b.rst>`__ :doc:`é/b`\n\n"
    good += ".. toctree::\n   :glob:\n\n   é/*\n\n"
    wrong = "`no <é/no.rst>`__ `case <É/b.rst>`__ `near <é/in/cc.rst>`__\n\n.. image:: É/b.*\n"
    (tmp_path / "a.rst").write_text(good + wrong, encoding="utf-8")
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert [(one.text, one.cause.value) for one in report.findings] == [
        ("é/no.rst", "missing-file"),
        ("É/b.rst", "wrong-case"),
        ("é/in/cc.rst", "missing-file"),
        ("É/b.*", "missing-file"),
    ]


def test_a_symbolic_link_to_nothing_is_not_what_is_meant(tmp_path: Path) -> None:
    (tmp_path / "page.js").symlink_to(tmp_path / "nothing.js")
    disk = Disk()
    assert disk.page(f"{tmp_path}/page.js", Manner()).cause is Cause.MISSING_FILE
    assert disk.near(f"{tmp_path}/page.js", ()) is None
    (tmp_path / "page.css").touch()
    assert Disk().near(f"{tmp_path}/page.js", ()) == f"{tmp_path}/page.css"
    assert Disk().near(f"{tmp_path}/sub/page.js", (str(tmp_path),)) is None
    assert Disk().called("page.js", (str(tmp_path),)) is None


@pytest.mark.parametrize("number", [20, 40])
def test_names_are_compared_up_to_a_limit(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each broken link would be compared with all names; those that are too many get no advice, and are broken."""
    for one in range(number):
        (tmp_path / f"name-of-{one}.md").write_text(f"# A heading {one}\n")
    wrong = "".join(f"[x](nmae-of-{one}.md) [x](#a-haeding-{one}) " for one in range(number))
    (tmp_path / "a.md").write_text("".join(f"# A heading {one}\n" for one in range(number)) + wrong)
    compared: list[int] = []

    class Counted(SequenceMatcher[str]):
        def set_seq1(self, one: Sequence[str]) -> None:
            compared.append(1)
            super().set_seq1(one)

    monkeypatch.setattr(tree, "_MOST_COMPARED", 450)
    monkeypatch.setattr(tree, "SequenceMatcher", Counted)
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert len(report.findings) == 2 * number
    assert 0 < len(compared) <= 2 * 450


@pytest.mark.parametrize("size", [100, 2000])
def test_long_names_are_compared_up_to_a_limit(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To compare names that are much alike takes the square of their length."""
    compared: list[int] = []

    class Counted(SequenceMatcher[str]):
        def ratio(self) -> float:
            compared.append(len(self.a) * len(self.b))
            return super().ratio()

    monkeypatch.setattr(tree, "_MOST_COMPARED", 1000)
    monkeypatch.setattr(tree, "SequenceMatcher", Counted)
    names = [f"{'a' * size}b{number}" for number in range(30)]
    likeness = tree.Likeness()
    assert likeness.near("lettters", ["letters", "letter"]) == "letters"
    for number in range(30):
        likeness.near(f"{'a' * size}c{number}", names)
    assert sum(compared) <= 1000 * tree._COMPARED_AT_ONCE


def test_names_are_as_like_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_MOST_COMPARED", 1 << 60)
    names = [
        f"{one}-{other}" for one in ("haeding", "heading", "title", "") for other in ("a", "b", "", "aa")
    ]
    for name in (*names, "heding-a", "-", "titel-", "x" * 20, "headingheading"):
        for cutoff in (0.6, 0.75, 1.0):
            near = tree.Likeness().near(name, names, cutoff=cutoff)
            assert [near] == (get_close_matches(name, names, n=1, cutoff=cutoff) or [None])


@pytest.mark.parametrize(
    ("fragment", "cause"),
    [
        ("L9", None),
        ("L009C3-L2", None),
        ("L10", "missing-line"),
        ("L2-L10", "missing-line"),
        ("L10-L2", "missing-line"),
        ("L0", "missing-line"),
        (f"L{'9' * 99}", "missing-line"),
        (f"L{'9' * 5000}", "no-fragments"),
        (f"L1-{'9' * 5000}", "no-fragments"),
    ],
)
def test_lines_of_a_file(fragment: str, cause: str | None, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x\n" * 9)
    (tmp_path / "a.md").write_text(f"[x](a.py#{fragment})")
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert [found.cause.value for found in report.findings] == ([cause] if cause else [])


def test_lines_of_a_file_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x\n" * 9)
    (tmp_path / "a.md").write_text("".join(f"[x](a.py#L{one}) " for one in range(1, 11)))
    opened: list[object] = []

    def counted(file: Any, *rest: Any, **options: Any) -> Any:
        opened.append(file)
        return open(file, *rest, **options)  # noqa: PTH123  (what is replaced)

    # Only where lines are counted: to be read as a page it is opened elsewhere.
    monkeypatch.setattr(anchors, "open", counted, raising=False)
    report = check_paths([str(tmp_path)], CheckOptions(offline=True))
    assert [(found.text, found.cause.value) for found in report.findings] == [("a.py#L10", "missing-line")]
    assert opened.count(str(tmp_path / "a.py")) == 1


def test_what_is_put_into_a_file_is_looked_through_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "b.rst").write_text(".. _inner:\n\nx\n")
    links = "".join(f"`x <#bad{one}>`__ " for one in range(30)) + "`x <#inner>`__"
    (tmp_path / "a.rst").write_text(".. include:: b.rst\n\n" + links)
    asked: list[str] = []
    original = AnchorsOfFiles._read_into

    def counted(self: AnchorsOfFiles, path: str, *rest: Any) -> Any:
        asked.append(path)
        return original(self, path, *rest)

    monkeypatch.setattr(AnchorsOfFiles, "_read_into", counted)
    report = check_paths([str(tmp_path / "a.rst")], CheckOptions(offline=True))
    assert {found.text for found in report.findings} == {f"#bad{one}" for one in range(30)}
    assert asked == [str(tmp_path / "a.rst")]

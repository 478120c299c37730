"""What ignore files leave out, as Git has it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples
from support.patterns import Met, Place, tried
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.ignored import Ignored, _read

TREE = {
    ".gitignore": "build/\n*.tmp.md\n!kept.tmp.md\n/top.md\n",
    "a.md": "",
    "x.tmp.md": "",
    "kept.tmp.md": "",
    "top.md": "",
    "build/b.md": "",
    "docs/top.md": "",
    "docs/.gitignore": "!x.tmp.md\nlocal.md\n",
    "docs/x.tmp.md": "",
    "docs/local.md": "",
    "docs/own.md": "",
    "docs/.urlgleanignore": "own.md\n",
}


def read(folder: Path, **options: bool) -> set[str]:
    report = check_paths([str(folder)], CheckOptions(**options))  # type: ignore[arg-type]  # flags alone
    return {Path(name).relative_to(folder).as_posix() for name in report.sources if name.endswith(".md")}


def write(folder: Path) -> Path:
    for name, content in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content or "[a]: b")
    return folder


def test_in_a_repository_what_git_ignores(tmp_path: Path) -> None:
    tree = write(tmp_path)
    subprocess.run(["git", "init", "-q", str(tree)], check=True)
    known = subprocess.run(
        ["git", "-C", str(tree), "ls-files", "--others", "--exclude-standard"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert read(tree) == {name for name in known if name.endswith(".md")} - {"docs/own.md"}
    assert read(tree) == {"a.md", "kept.tmp.md", "docs/top.md", "docs/x.tmp.md"}
    assert read(tree / "docs") == {"top.md", "x.tmp.md"}
    assert read(tree, heeds_ignore_files=False) == {name for name in TREE if name.endswith(".md")}


def test_elsewhere_our_own_alone(tmp_path: Path) -> None:
    assert read(write(tmp_path)) == {name for name in TREE if name.endswith(".md")} - {"docs/own.md"}


def test_what_is_named_is_read(tmp_path: Path) -> None:
    tree = write(tmp_path)
    report = check_paths([str(tree / "docs" / "own.md")])
    assert report.sources == [str(tree / "docs" / "own.md")]


# --- patterns ---

NAMES = r"a b ab ba aab abab ] a-b A 1 a* * #a !a \ [".split()
TREE_OF_NAMES = sorted(
    {
        f"{above}{inner}{name}"
        for above in ("", "a/", "b/", "a/b/", "a/a/b/")
        for inner in ("", "ab/", "b]/")
        for name in (*NAMES, " a", "a ")
    },
    reverse=True,
)
"""Files and folders of an empty tree; a name without those in it is a file."""
TOKENS = r"a b a b * * ? [a] [!a] [^a-b] [a- []-a] []a] [b-a] [!b-a] [-a] [a-] ] # ! - \ \* \\ \a [\]] [a\]".split()
CLASSES = ["[[:alpha:]]", "[![:digit:]1]", "[[:none:]]"]
SEGMENTS = st.just("**") | st.lists(st.sampled_from([*TOKENS, *CLASSES, " "]), max_size=6).map("".join)
LINES = st.builds(
    lambda before, segments, behind: before + "/".join(segments) + behind,
    st.sampled_from(["", "", "", "/", "!", "!/", "#"]),
    st.lists(SEGMENTS, min_size=1, max_size=5),
    st.sampled_from(["", "", "", "/", " ", "\\ ", "\\"]),
).filter(lambda line: not re.search(r"[^/!*]\*\*|\*\*[^/*]", line))
"""Two stars beside another character are left out: what Git does there differs from what it says it does."""
ALONE = [
    ["a/**/b"],
    ["**/a/**/b/**"],
    ["a*b*"],
    ["*", "!*/", "!a"],
    ["a\\ ", "\\#a", "\\!a"],
    ["[!a/]"],
    ["!"],
    ["/"],
    ["**//"],
    ["**//**/a"],
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for name in TREE_OF_NAMES:
        if not (folder / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
    return folder


def left_out(folder: Path) -> set[str]:
    """Give what is left out of the tree, by itself or with a folder that it is in."""
    is_left_out = Ignored()
    found: set[str] = set()
    for path in paths_in(folder):
        if path.rpartition("/")[0] in found or is_left_out(str(folder / path), (folder / path).is_dir()):
            found.add(path)
    return found


def paths_in(folder: Path) -> list[str]:
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    return sorted(path for path in paths if not path.startswith(".git"))


def ignored_by_git(folder: Path) -> set[str]:
    command = ["git", "-C", str(folder), "check-ignore", "--no-index", "--stdin", "-z"]
    done = subprocess.run(
        command, input="\0".join(paths_in(folder)), capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, done.stderr
    return set(filter(None, done.stdout.split("\0")))


@pytest.mark.parametrize("lines", ALONE)
def test_patterns_as_git_reads_them(repository: Path, lines: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines))
    assert left_out(repository) == ignored_by_git(repository)


@given(lines=st.lists(LINES, min_size=1, max_size=4))
@examples(200)
def test_each_pattern_means_what_git_takes_it_for(repository: Path, lines: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines))
    assert left_out(repository) == ignored_by_git(repository)


@pytest.mark.parametrize(
    "line",
    [
        "*a*b" * 5,
        "*a" * 40 + "b",
        "**/a/" * 12 + "b",
        "**/*a*a*/" * 6 + "b",
        "**/*/" * 12 + "*b",
        "*[ab]*[!b]" * 8 + "b",
        "?*" * 30 + "b",
        "a/**/" * 20 + "b",
    ],
)
def test_no_pattern_of_a_stranger_takes_long(line: str) -> None:
    pattern = next(_read(iter([line])))
    assert not pattern.matches("a" * 250, is_folder=True)
    assert not pattern.matches("a/" * 1000 + "c", is_folder=True)
    met = Met(Place("check.ignored", 0), pattern.expression, "compile")
    assert not list(tried(met, line, frozenset({"fullmatch"}), most=40))


def test_what_goes_back_for_each_star_would_be_found() -> None:
    naive = Met(Place("check.ignored", 0), re.compile("[^/]*a[^/]*b" * 3), "compile")
    assert list(tried(naive, "naive", frozenset({"fullmatch"}), most=1000))

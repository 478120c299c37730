"""What a check leaves out: what ignore files name, as Git has it, and lines that have not changed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.command_runs import run
from support.laws import examples
from support.patterns import Met, Place, tried
from support.trees import plant
from support.work import peak_of
from urlglean.check.checking import CheckOptions, check_paths
from urlglean.check.exclusion import Ignored, _FolderPatterns

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
    return plant(folder, {name: content or "[a]: b" for name, content in TREE.items()})


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
    ["a\r", "*.md \r"],
    ["a\r\r", "x\r*", "\r"],
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
    (repository / ".gitignore").write_text("\n".join(lines), newline="")
    assert left_out(repository) == ignored_by_git(repository)


@given(lines=st.lists(LINES, min_size=1, max_size=4))
@examples(200)
def test_each_pattern_means_what_git_takes_it_for(repository: Path, lines: list[str]) -> None:
    (repository / ".gitignore").write_text("\n".join(lines), newline="")
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
    ((_, pattern),) = _FolderPatterns([line])._others
    assert not pattern.matches("a" * 250, is_folder=True)
    assert not pattern.matches("a/" * 1000 + "c", is_folder=True)
    met = Met(Place("check.exclusion", 0), pattern.expression, "compile")
    assert not list(tried(met, line, frozenset({"fullmatch"}), most=40))


def test_very_many_names_take_few_times_their_memory(tmp_path: Path) -> None:
    said = "".join(f"a{number}\n" for number in range(20_000))
    (tmp_path / ".urlgleanignore").write_text(said)
    Ignored()(str(tmp_path / "b"), is_folder=False)  # what is made once is made
    assert peak_of(lambda: Ignored()(str(tmp_path / "b"), is_folder=False)) < 25 * len(said)


def test_what_goes_back_for_each_star_would_be_found() -> None:
    naive = Met(Place("check.exclusion", 0), re.compile("[^/]*a[^/]*b" * 2), "compile")
    assert list(tried(naive, "naive", frozenset({"fullmatch"}), most=1000))


# --- revisions ---


def git(folder: Path, *arguments: str) -> None:
    own = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *own, *arguments], check=True, capture_output=True)


@pytest.fixture
def history(tmp_path: Path) -> Path:
    git(tmp_path, "init", "-q")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / 'ä "b".md').write_text("[a](1)\n[b](2)\n[c](3)\n")
    (tmp_path / "same.md").write_text("[a](4)\n")
    (tmp_path / "gone.md").write_text("[a](5)\n")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-qm", "x")
    git(tmp_path, "tag", "v1")
    (tmp_path / "docs" / 'ä "b".md').write_text("[c](6)\n[a](1)\n[b](7)\n[c](3)\n")
    (tmp_path / "new.md").write_text("[a](8)\n++ [b](9)\n")
    (tmp_path / "gone.md").unlink()
    return tmp_path


def told(folder: Path, *arguments: str) -> list[str]:
    out = run("check", "--offline", *arguments, cwd=folder).out
    return [line.split(": ")[1] for line in out.splitlines() if ".md:" in line]


def test_other_breaks_in_what_has_changed_are_no_ends_of_lines(history: Path) -> None:
    with (history / "same.md").open("a", newline="") as same:
        same.write("x\u2028@@ -1 +90 @@\f+++ other.md\n[b](10)\n")
    assert told(history, "--since", "v1", "same.md") == ["10"]


@pytest.mark.parametrize("paths", [(".",), ("docs", "new.md", "same.md")])
def test_changed_lines_alone(paths: tuple[str, ...], history: Path) -> None:
    assert told(history, "--since", "v1", *paths) == ["6", "7", "8", "9"]
    git(history, "add", "-A")
    git(history, "commit", "-qm", "y")
    assert told(history, "--since", "v1", *paths) == ["6", "7", "8", "9"]
    assert told(history, "--since", "HEAD", *paths) == []
    assert sorted(told(history, *paths)) == ["1", "3", "4", "6", "7", "8", "9"]


@pytest.mark.parametrize("sign", ["\f", "\v", "\x85", "\u2028"])
def test_what_a_changed_line_holds_is_no_word_of_git(sign: str, history: Path) -> None:
    (history / "same.md").write_text(f"[a](4)\n[b](10){sign}@@ -1 +1 @@\n", encoding="utf-8")
    assert told(history, "--since", "v1", "same.md") == ["10"]


def test_it_is_asked_where_the_files_are(history: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert told(tmp_path_factory.mktemp("elsewhere"), "--since", "v1", str(history / "docs")) == ["6", "7"]


def test_a_hook_asks_as_anybody_does(history: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(history / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(history / ".git" / "index"))
    assert told(history, "--since", "v1", "docs") == ["6", "7"]


def test_a_repository_may_be_elsewhere(
    history: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = (history / ".git").rename(tmp_path_factory.mktemp("elsewhere") / "git")
    monkeypatch.setenv("GIT_DIR", str(elsewhere))
    monkeypatch.setenv("GIT_WORK_TREE", str(history))
    assert told(history, "--since", "v1", "docs") == ["6", "7"]


@pytest.mark.parametrize(
    ("revision", "message"), [("v2", "there is no revision 'v2'"), ("--all", "no revision '--all'")]
)
def test_a_revision_that_is_none(revision: str, message: str, history: Path) -> None:
    done = run("check", f"--since={revision}", ".", cwd=history)
    assert done.code == 2
    assert message in " ".join(done.err.split())


def test_no_repository(tmp_path: Path) -> None:
    done = run("check", "--since", "HEAD", ".", cwd=tmp_path)
    assert done.code == 2
    assert "not a git repository" in " ".join(done.err.split())


@pytest.mark.parametrize("paths", [(), ("-",), (".", "-")])
def test_git_knows_nothing_of_standard_input(paths: tuple[str, ...], history: Path) -> None:
    done = run("check", "--offline", "--since", "v1", *paths, cwd=history, stdin="[a](10)\n")
    assert done.code == 2
    assert "standard input" in done.err


@pytest.mark.parametrize(
    "setting", ["diff.interHunkContext=9", "diff.x.textconv=tac", "diff.noprefix=false", "diff.context=5"]
)
def test_no_setting_of_git_changes_which_lines_have_changed(setting: str, history: Path) -> None:
    (history / ".gitattributes").write_text("*.md diff=x\n")
    git(history, "config", *setting.split("="))
    assert told(history, "--since", "v1", ".") == ["6", "7", "8", "9"]


def test_of_what_git_takes_for_binary_all_lines_have_changed(history: Path) -> None:
    git(history, "add", "-A")
    git(history, "commit", "-qm", "y")
    (history / ".gitattributes").write_text("docs/* -diff\n")
    assert told(history, "--since", "v1", "docs") == ["6", "1", "7", "3"]
    assert told(history, "--since", "HEAD", "docs") == []
    (history / "same.md").write_text("[a](4)\n", encoding="utf-16")
    assert told(history, "--since", "v1", "same.md") == ["4"]

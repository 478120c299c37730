"""Values of options that are wrong, odd, or nearly right: each error says what to type."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command_runs import run
from support.places import CORPORA


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("extract --format json x", "Did you mean 'jsonl'?"),
        ("extract --format JSONL x", "Did you mean 'jsonl'?"),
        ("extract --kind htm x", "Did you mean 'html'?"),
        ("resolve --dialect rfc398 http://a/", "Did you mean 'rfc3986'?"),
        ("unique --sort counts x", "Did you mean 'count'?"),
        ("extract --scheme ht!tp x", "'ht!tp' is no scheme; a scheme is a name such as https"),
        ("extract --scheme http,https x", "name each by itself: --scheme http --scheme https"),
        ("frontier --scheme http,https x", "name each by itself: --scheme http --scheme https"),
        ("extract --host a.org,b.org x", "name each by itself: --host a.org --host b.org"),
        ("extract --host a.org:80 x", "name it alone: --host a.org"),
        ("extract --host * x", "'*' is no host; a host is a name such as example.org"),
        ("extract --jobs 0 x", "try --jobs 4, or --jobs auto"),
        ("extract --jobs 2.5 x", "try --jobs 4, or --jobs auto"),
        (
            "unique --redirect http://a/ x y",
            "'x' is no absolute URL; it takes two of them: --redirect http://a/",
        ),
        ("unique --redirect http://a/ http://b/ x", "add --rung protocol"),
        ("frontier --prefix a.org x", "let it begin with its scheme"),
        (r"extract --base C:\docs\a.html x", "whose URL is file:///C:/docs/a.html"),
        ("frontier --into no/x.duckdb x", "there is no folder no"),
    ],
)
def test_a_wrong_value_says_what_to_type(arguments: str, told: str, tmp_path: Path) -> None:
    done = run(*arguments.split(), cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


@pytest.mark.parametrize("option", ["--scheme", "--host", "--exclude", "--encoding", "--into", "--base"])
def test_an_empty_value_is_none(option: str) -> None:
    done = run("extract", option, "", "-", stdin="http://a/")
    assert (done.code, done.out) == (2, "")
    assert f"Invalid value for '{option}'" in done.err


def test_what_a_table_cannot_be_written_to_is_told_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a/")
    done = run("frontier", "--into", "a.txt", "nothere.txt", cwd=tmp_path)
    assert done.code == 2
    assert "a.txt: this is no DuckDB file; name another one" in done.err
    assert "nothere" not in done.err
    assert (tmp_path / "a.txt").read_text() == "http://a/"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--extension", "html"), "1 without an --extension"),
        (("--scheme", "ftp"), "1 http: URLs (--scheme)"),
        (("--host", "b"), "1 on other hosts (--host)"),
        (("--match", "b"), "1 without a --match"),
        (("--exclude", "a"), "1 with what --exclude leaves out"),
        (("--prefix", "http://b/"), "1 without a --prefix"),
        (("--skip-extension", "none"), "1 with a --skip-extension"),
    ],
)
def test_what_a_frontier_leaves_out_names_the_option(options: tuple[str, str], told: str) -> None:
    done = run("frontier", *options, "-", stdin="http://a/")
    assert (done.code, done.out, done.err) == (1, "", f"urlglean: left out: {told}\n")


FILES = ["a.md", "b.txt", "node_modules/c.md", "docs/d.md", "docs/e.png", "docs/node_modules.md"]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("", FILES),
        ("--files *.md", ["a.md", "docs/d.md", "docs/node_modules.md", "node_modules/c.md"]),
        (
            "--files *.md --files b.*",
            ["a.md", "b.txt", "docs/d.md", "docs/node_modules.md", "node_modules/c.md"],
        ),
        ("--skip-files node_modules", ["a.md", "b.txt", "docs/d.md", "docs/e.png", "docs/node_modules.md"]),
        (
            "--skip-files node_modules/ --skip-files *.png",
            ["a.md", "b.txt", "docs/d.md", "docs/node_modules.md"],
        ),
        ("--files [ab].* --skip-files *.txt", ["a.md"]),
        ("--files docs", []),
        ("--skip-files docs --skip-files ?.md", ["b.txt"]),
    ],
)
@pytest.mark.parametrize("command", ["extract", "extract --jobs 2", "unique", "frontier --text"])
def test_files_of_folders_are_chosen_by_their_names(
    command: str, options: str, found: list[str], tmp_path: Path
) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"http://host/{name}")
    done = run(*command.split(), *options.split(), "--format", "url", ".", cwd=tmp_path)
    assert sorted(url.removeprefix("http://host/") for url in done.out.split()) == sorted(found)
    none = "urlglean: no file was read: .: what --files and --skip-files choose is not there\n"
    assert (done.code, done.err) == ((0, "") if found else (1, none))


@pytest.mark.skipif(os.name == "nt", reason="no links and pipes there")
@pytest.mark.parametrize(
    ("options", "problems"),
    [("", 2), ("--files *.md", 0), ("--skip-files broken* --skip-files pipe", 0), ("--files pipe", 1)],
)
def test_nobody_hears_of_problems_with_what_is_left_out(options: str, problems: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("http://a/")
    (tmp_path / "broken.png").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    assert run("extract", *options.split(), ".", cwd=tmp_path).err.count("\n") == problems


def test_what_is_named_itself_is_read_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("http://a/")
    done = run("extract", "--files", "*.md", "--skip-files", "*.txt", "a.txt", cwd=tmp_path)
    assert done.out == "a.txt:1:1  http://a/\n"


@pytest.mark.parametrize("value", ["docs/*.md", "", "/"])
@pytest.mark.parametrize("option", ["--files", "--skip-files"])
def test_a_pattern_of_names_has_no_folders(option: str, value: str) -> None:
    done = run("extract", option, value, ".")
    assert done.code == 2
    assert f"as in {option} '*.md'" in done.err


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_is_quiet_of_what_is_no_problem(option: str, tmp_path: Path) -> None:
    corpora = CORPORA
    for arguments in (
        ("unique", corpora / "mail" / "archive.mbox"),
        ("frontier", corpora / "warc" / "crawl.warc.gz"),
        ("extract", "--format", "url", corpora / "html" / "base-in-body.html"),
    ):
        loud = run(*arguments)
        assert loud.err
        assert run(*arguments, option) == loud._replace(err="")
    told = run("extract", option, "nothere", cwd=tmp_path)
    assert (told.code, told.err.count("\n")) == (3, 1)

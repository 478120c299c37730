"""Values of options that are wrong, odd, or nearly right: each error says what to type."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_runs import run


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

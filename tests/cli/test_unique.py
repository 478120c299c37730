"""``urlglean unique``: each URL once."""

from __future__ import annotations

from pathlib import Path

from support.command_runs import TEXT, Done, run


def test_unique_counts(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    assert run("unique", "a.txt", cwd=tmp_path) == Done(
        0, "2\thttp://a.org/x\ta.txt:1:5\n1\thttp://www.b.org\ta.txt:2:3\n", ""
    )


def test_unique_sorts() -> None:
    text = "http://b/ http://a/ http://c/ http://a/"
    assert run("unique", "--format", "url", "--sort", "count", "-", stdin=text).out.split()[0] == "http://a/"
    assert run("unique", "--format", "url", "--sort", "url", "-", stdin=text).out.split() == [
        *("http://a/", "http://b/", "http://c/")
    ]
    text = "http://a/%7E http://a/z http://a:80 http://a/ "
    lines = run("unique", "--format", "url", "--sort", "url", "-", stdin=text).out.splitlines()
    assert lines == ["http://a/%7E", "http://a/z", "http://a:80"]  # as `comm` and `join` want them


def test_rungs_and_steps() -> None:
    text = "http://a.b/%7e http://a.b/~ HTTP://a.b:80/~ http://www.a.b/~ http://old/"
    count = {
        rung: len(run("unique", "--rung", rung, "-", stdin=text).out.splitlines())
        for rung in ("string", "scheme")
    }
    assert count == {"string": 5, "scheme": 3}
    assert len(run("unique", "--step", "strip-www", "-", stdin=text).out.splitlines()) == 2
    moved = run("unique", "--rung", "protocol", "--redirect", "http://old/", "http://a.b/~", "-", stdin=text)
    assert moved.out.splitlines()[0].startswith("4\t")

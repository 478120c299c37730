"""``urlglean explain``."""

from __future__ import annotations

from support.command_runs import run


def test_explain() -> None:
    done = run("explain", "日本 (see http://a.org/x).")
    assert done.out.splitlines()[:3] == [
        *("1:9  http://a.org/x", "    日本 (see http://a.org/x).", "              ^^^^^^^^^^^^^^")
    ]
    assert "    rule          a bare URL\n" in done.out
    assert "    rule          a pair over line ends\n" in run("explain", '"http://c/\nd"').out
    assert run("explain", "nothing").code == 1
    assert "http://c/d" in run("explain", "-", stdin="<http://c/\n d>").out
    assert run("explain", "example.com").code == 1
    assert run("explain", "--schemeless", "example.com").code == 0

"""``urlglean resolve`` and ``normalize``."""

from __future__ import annotations

from support.command_runs import Done, run


def test_resolve() -> None:
    done = run("resolve", "--base", "http://a/b/c/d;p?q", "../g", "?y", "-", stdin="#s\n\nhttp:g\n")
    assert done == Done(0, "http://a/b/g\nhttp://a/b/c/d;p?y\nhttp://a/b/c/d;p?q#s\nhttp:g\n", "")
    assert run("resolve", "--base", "http://a/b/c/d", "--loose", "http:g").out == "http://a/b/c/g\n"
    assert run("resolve", "--base", "http://a/b/c/d", "--dialect", "rfc2396", "?y").out == "http://a/b/c/?y\n"
    assert run("resolve", "http://a/b/../c").out == "http://a/c\n"


def test_resolve_what_is_no_url() -> None:
    done = run("resolve", "--dialect", "whatwg", "--base", "http://a/", "http://[", "b")
    assert (done.code, done.out) == (3, "http://a/b\n")
    assert "http://[" in done.err
    assert "^" in done.err


def test_carets_are_below_what_is_meant() -> None:
    err = run("resolve", "--dialect", "whatwg", "http://例\n\u202ee\u0301 b:99999/\t").err
    _, shown, carets = err.splitlines()
    assert shown == "    http://例\\n\\u202ee\u0301 b:99999/\\t"
    assert carets == "           " + "^" * len("XX\\n\\u202ee b:99999")


def test_normalize() -> None:
    assert run("normalize", "HTTP://A:80/%7e", "-", stdin="http://B\n").out == "http://a/~\nhttp://b/\n"
    done = run("normalize", "--explain", "--step", "drop-tracking", "http://a?utm_source=x")
    assert done.out.splitlines()[0] == "http://a/"
    assert "drop-tracking" in done.out
    assert "-> http://a/" in done.out

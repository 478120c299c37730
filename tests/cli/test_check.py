"""``urlglean check``: exit codes, servers asked as the options say, what stands in the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.command_runs import HEEDING_INTERRUPTS, Done, run
from support.patience import HANG, wait_for
from support.web_server import by_method, page, redirect, respond, serving, silent
from urlglean.check.reports import CHECK_FORMATS

QUICK = ("--allow-private", "--pace", "0", "--retries", "0")

INTERRUPTED_AT = """
import sys
from urlglean.__main__ import main

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "{module}":
            sys.meta_path.remove(self)
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
main()
"""
"""Runs the command, and interrupts it where it imports a module."""


def rows(done: Done) -> list[dict[str, object]]:
    return [json.loads(line) for line in done.out.splitlines()]


def causes(done: Done) -> list[object]:
    return [row["cause"] for row in rows(done)]


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("[a](a.md) [b](mailto:joe@example.org)", (), 0),
        ("[a](b.md)", (), 1),
        ("[a](http://example.org/)", ("--offline",), 0),
        ("[a](irc://h/c)", (), 0),
        ("[a](http://127.0.0.1:9/)", (), 3),
        ("[a](/x.md)", (), 3),
        ("[a](/x.md) [b](b.md)", (), 1),
        ("", (), 0),
    ],
)
def test_exit_codes(text: str, options: tuple[str, ...], code: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(text)
    assert run("check", *options, "a.md", cwd=tmp_path).code == code


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--accept", "abc"], "'abc' is no status of HTTP; try --accept 403, or --accept 400-403"),
        (["--accept", "403-400"], "'403-400' begins with the greater status; try --accept 400-403"),
        (["--header", "X"], "'X' is no header field; write --header 'Accept-Language: en'"),
        (["--header", "Authorization: x"], "name the host that alone is to get it"),
        (["--root-dir", "nowhere"], "Directory 'nowhere' does not exist"),
        (["--slugs", "githup"], "Did you mean 'github'?"),
        (["--site-url", "docs.example"], "is no absolute URL"),
        (["--site-url", "ftp://docs.example/"], "its URL begins with https:// and a host"),
        (["--site-url", "https:///docs"], "its URL begins with https:// and a host"),
        (["--timeout", "nan"], "timeout is to be 0.001 at least, not nan"),
        (["--timeout", "inf"], "timeout is to be less than that, not inf"),
        (["--user-agent", "é"], "the value of the header field User-Agent holds what cannot be sent"),
        (["--exclude", "a{99999999999}"], "no expression that can be looked for: the repetition number"),
        (["--exclude", "(" * 9999 + ")" * 9999], "no expression that can be looked for: maximum recursion"),
    ],
)
def test_wrong_use(options: list[str], told: str, tmp_path: Path) -> None:
    done = run("check", *options, ".", cwd=tmp_path)
    assert done.code == 2
    assert told in " ".join(done.err.split())


def test_a_file_that_is_not_there_could_not_be_checked(tmp_path: Path) -> None:
    done = run("check", "nowhere.md", cwd=tmp_path)
    assert done.code == 3
    assert "nowhere.md: cannot be read" in done.err


@pytest.mark.parametrize(
    ("options", "links", "is_told"),
    [((), 0, True), (("--kind", "markdown"), 1, False), (("--kind", "text"), 0, False)],
)
def test_it_is_told_where_standard_input_counts_as_plain_text(
    options: tuple[str, ...], links: int, *, is_told: bool
) -> None:
    done = run("check", "--offline", *options, "-", stdin="[x](README.md)")
    assert f"{links} link" in done.out
    assert (done.code, "--kind markdown" in done.err) == (0, is_told)


def test_each_url_is_asked_once_and_told_at_each_place(tmp_path: Path) -> None:
    with serving(
        {"/gone": respond(404), "/old": redirect("/new", 301), "/new": page(), "/a": page()}
    ) as site:
        links = [
            f"[x]({site.url(path)})" for path in ("/gone", "/a", "/old#here", "/gone#x", "/a#here", "/a#no")
        ]
        (tmp_path / "a.md").write_text("\n".join(links))
        (tmp_path / "b.md").write_text(f"\n<{site.url('/gone')}>")
        done = run("check", *QUICK, "--format", "jsonl", ".", cwd=tmp_path)
        assert [
            (row["source"], row["line"], row["column"], row["cause"], row["status"]) for row in rows(done)
        ] == [
            ("./a.md", 1, 5, "not-found", 404),
            ("./a.md", 3, 5, "moved", 200),
            ("./a.md", 4, 5, "not-found", 404),
            ("./b.md", 2, 2, "not-found", 404),
        ]
        assert [row["suggestion"] for row in rows(done)] == [None, site.url("/new#here"), None, None]
        assert done.code == 1
        assert len(site.methods("/gone")) <= 2
        accepted = "--accept", "404", "--accept", "999"
        again = run("check", *QUICK, "--fragments", *accepted, "--format", "jsonl", ".", cwd=tmp_path)
        assert causes(again) == ["moved", "missing-fragment"]
        done = run("check", *QUICK, "--exclude", "gone", "a.md", cwd=tmp_path)
        assert (
            f"a.md:3:5: {site.url('/old#here')}: has moved for good; write {site.url('/new#here')}\n"
            in done.out
        )
        assert done.code == 0


def test_a_report_is_not_read_by_the_next_run(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<a href=http://a.example/>x</a> <a href=irc://h/>x</a>")
    for _ in range(2):
        assert run("check", "--offline", "--format", "html", "-o", "report.html", ".", cwd=tmp_path).code == 0
        report = (tmp_path / "report.html").read_text()
        assert "<p>2 links in 1 file: 0 good, 0 broken, 2 not checked (on purpose)</p>" in report


def test_no_credentials_are_shown(tmp_path: Path) -> None:
    written = (
        "<http://me:hush@a.example/> <a href='http:/me:hush@b.example'>x</a> [http://me:hush@c.example](x)"
    )
    (tmp_path / "a.md").write_text(written)
    for form in CHECK_FORMATS:
        done = run("check", "--offline", "--format", form, "a.md", cwd=tmp_path)
        assert "hush" not in done.out + done.err


def test_texts_are_looked_for_on_servers(tmp_path: Path) -> None:
    with serving({"/": page("<p id=a>the lamp")}) as site:
        ends = (":~:text=the%20lamp", "a:~:text=a%20lamp", "b:~:text=lamp", ":~:text=lamp&text=fire")
        (tmp_path / "a.md").write_text("\n".join(f"<{site.url()}#{end}>" for end in ends))
        done = run("check", *QUICK, "--fragments", "--format", "jsonl", "a.md", cwd=tmp_path)
        assert [(row["line"], row["cause"]) for row in rows(done)] == [
            (2, "missing-text"),
            (3, "missing-fragment"),
            (4, "missing-text"),
        ]
        assert site.methods("/") == ["GET"]
        assert rows(run("check", *QUICK, "--format", "jsonl", "a.md", cwd=tmp_path)) == []


def test_another_reading_that_works_is_told(tmp_path: Path) -> None:
    with serving({"/a": page(), "/a-b": page()}) as site:
        (tmp_path / "a.txt").write_text(f"see <{site.url('/a-')}\nb> or ({site.url('/x')})\n")
        done = run("check", *QUICK, "--format", "jsonl", "a.txt", cwd=tmp_path)
        assert causes(done) == ["not-found"]
        (tmp_path / "a.txt").write_text(f"see <{site.url('/ab-')}\nc>\n")
        site.routes["/abc"] = page()
        (row,) = rows(run("check", *QUICK, "--format", "jsonl", "a.txt", cwd=tmp_path))
        assert (row["reference"], row["suggestion"]) == (site.url("/ab-c"), site.url("/abc"))


def test_options_of_servers(tmp_path: Path) -> None:
    with serving({"/": by_method(respond(405), page())}) as site:
        (tmp_path / "a.md").write_text(f"<{site.url()}>")
        (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password pw\n")
        (tmp_path / "netrc").chmod(0o600)
        cookie = "127.0.0.1\tFALSE\t/\tFALSE\t0\tname\tvalue\n"
        (tmp_path / "cookies.txt").write_text(f"# Netscape HTTP Cookie File\n{cookie}")
        options = (
            "--header",
            "X-One: 1",
            "--header",
            f"127.0.0.1:{site.port} X-Token: t",
            "--user-agent",
            "me/1",
        )
        more = ("--netrc", "netrc", "--cookies", "cookies.txt", "--concurrency", "2", "--per-host", "1")
        last = ("--connect-timeout", "5", "--first-byte-timeout", "5", "--timeout", "9", "--max-body", "999")
        assert (
            run("check", *QUICK, *options, *more, *last, "--cache", "c.duckdb", "a.md", cwd=tmp_path).code
            == 0
        )
        sent = site.asked[-1].headers
        assert (sent["x-one"], sent["x-token"], sent["user-agent"]) == ("1", "t", "me/1")
        assert sent["authorization"].startswith("Basic ")
        assert sent["cookie"] == "name=value"
        before = len(site.asked)
        assert (
            run("check", *QUICK, *options, *more, *last, "--cache", "c.duckdb", "a.md", cwd=tmp_path).code
            == 0
        )
        assert len(site.asked) == before


def test_offline_a_cache_tells_what_it_knows(tmp_path: Path) -> None:
    with serving({"/": page(), "/a-b": page()}) as site:
        (tmp_path / "a.md").write_text(f"<{site.url()}>\n\n[x]({site.url('/gone')})\n")
        run("check", *QUICK, "--cache", "c.duckdb", "a.md", cwd=tmp_path)
        before = len(site.asked)
        (tmp_path / "b.md").write_text(f"<{site.url()}> <{site.url('/new')}> <{site.url('/gone')}>")
        options = (*QUICK, "--offline", "--format", "jsonl", "b.md")
        done = run("check", "--cache", "c.duckdb", *options, cwd=tmp_path)
        assert done.code == 1
        assert causes(done) == ["offline", "not-found"]
        assert causes(run("check", "--cache", "d.duckdb", *options, cwd=tmp_path)) == ["offline"] * 3
        assert not (tmp_path / "d.duckdb").exists()
        assert len(site.asked) == before


def test_private_addresses_are_refused_unasked(tmp_path: Path) -> None:
    with serving({"/": page()}) as site:
        (tmp_path / "a.md").write_text(f"<{site.url()}>")
        done = run("check", "a.md", cwd=tmp_path)
        assert done.code == 3
        assert (
            "leads to a private address, which is not asked (127.0.0.1); give --allow-private to ask it"
            in done.out
        )
        assert not site.asked


def test_without_aiohttp_links_are_told_as_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("[a](a.md) <http://example.org/>")
    monkeypatch.setattr("urlglean.check.checking.find_spec", lambda _: None)
    done = run("check", "a.md", cwd=tmp_path)
    assert done.code == 3
    assert "is not checked, for no server can be asked without the package aiohttp" in done.out
    assert "pip install 'urlglean[check]'" in done.out


@pytest.mark.skipif(os.name == "nt", reason="Windows interrupts otherwise")
def test_interrupted_it_prints_what_it_knows(tmp_path: Path) -> None:
    with serving({"/slow": silent, "/": page()}) as site:
        (tmp_path / "a.md").write_text(f"<{site.url()}> <{site.url('/slow')}> [x](y.md)")
        words = [*HEEDING_INTERRUPTS, "check", *QUICK, "--per-host", "1", "a.md"]
        process = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
        wait_for(lambda: site.methods("/slow"))  # which is asked for once the other answer is heard
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "a.md:1:" in out
    assert "y.md: there is no such file" in out
    assert "was not reached before the check was interrupted" in out
    assert "3 links in 1 file: 1 good, 1 broken, 1 not checked; interrupted" in out


@pytest.mark.skipif(os.name == "nt", reason="Windows interrupts otherwise, and has no such pipes")
def test_interrupted_while_it_reads_it_prints_what_it_has_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](y.md) [a](a.md) <http://example.org/>")
    os.mkfifo(tmp_path / "b.md")
    with (
        subprocess.Popen(
            [*HEEDING_INTERRUPTS, "check", "a.md", "b.md"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process,
        (tmp_path / "b.md").open("w"),
    ):  # waits until it is read
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert process.returncode == 130
    assert "a.md:1:5: y.md: there is no such file" in out
    assert "3 links in 1 file: 1 good, 1 broken, 1 not checked; interrupted" in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("urlglean.cli", ""),
        ("urlglean.cli.check", ""),
        ("urlglean.check.local", ""),
        ("pyromark", "0 links in 1 file: 0 good, 0 broken; interrupted"),
        ("urlglean.docs.constructs", "0 links in 1 file: 0 good, 0 broken; interrupted"),
        ("aiohttp", "2 links in 1 file: 0 good, 1 broken, 1 not checked; interrupted"),
        (
            "urlglean.check.network.schedule",
            "2 links in 1 file: 0 good, 1 broken, 1 not checked; interrupted",
        ),
        ("urlglean.check.reports.text", ""),
    ],
)
def test_interrupted_while_it_imports_it_prints_what_it_knows(module: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("[x](y.md) <http://127.0.0.1:9/>")
    (tmp_path / "launch.py").write_text(INTERRUPTED_AT.format(module=module))
    done = subprocess.run(
        [sys.executable, "launch.py", "check", "--cache", "answers.duckdb", "a.md"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 130
    assert told in done.stdout
    assert "Traceback" not in done.stderr

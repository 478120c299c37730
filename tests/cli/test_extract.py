"""``urlglean extract``: every occurrence, printed, in a file, or in a store."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import urlglean
from support.command_runs import COMMAND, TEXT, Done, launch, run
from support.places import README

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def test_extract_is_like_grep(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    assert (
        run("extract", "a.txt", cwd=tmp_path)
        == launch("extract", "a.txt", cwd=tmp_path)
        == Done(
            0, "a.txt:1:5  http://a.org/x\na.txt:2:3  http://www.b.org\na.txt:2:14  http://A.org:80/x\n", ""
        )
    )


def test_standard_input_with_and_without_its_name() -> None:
    assert run("extract", "-", stdin=TEXT).out == run("extract", stdin=TEXT).out != ""


@pytest.mark.parametrize(("form", "lines"), [("text", 3), ("url", 3), ("jsonl", 3), ("csv", 4)])
def test_formats(form: str, lines: int) -> None:
    done = run("extract", "--format", form, "-", stdin=TEXT)
    assert (done.code, len(done.out.splitlines()), done.err) == (0, lines, "")
    if form == "jsonl":
        assert json.loads(done.out.splitlines()[0])["url"] == "http://a.org/x"
    if form == "csv":
        assert [row["column"] for row in csv.DictReader(io.StringIO(done.out))] == ["5", "3", "14"]


def test_kinds_and_base() -> None:
    page = "no tag but <a href='../x?é#y'>x</a>"
    assert run("extract", "--format", "url", "--kind", "text", "-", stdin=page).code == 1
    done = run("extract", "--format", "url", "--kind", "html", "--base", "http://r/a/b/", "-", stdin=page)
    assert done.out.startswith("http://r/a/x?%")
    dialect = ("--dialect", "rfc3986", "--encoding", "utf-8")
    done = run(
        "extract", "--format", "url", "--kind", "html", "--base", "http://r/a/b/", *dialect, "-", stdin=page
    )
    assert done.out == "http://r/a/x?é#y\n"


def test_mail_names_message_and_part(tmp_path: Path) -> None:
    box = (
        "From a@b.org Mon Jan  5 10:00:00 1998\nFrom: a@b.org\nSubject: x\n\nsee http://a/1\n\n"
        "From a@b.org Mon Jan  5 10:00:00 1998\nFrom: a@b.org\nContent-Type: multipart/mixed; boundary=X\n\n"
        "--X\n\nsee http://a/2\n--X--\n"
    )
    (tmp_path / "box").write_text(box)
    second = box.rindex("From a@b.org Mon")
    done = run("extract", "box", cwd=tmp_path)
    assert done.out.splitlines() == ["box@0:1:5  http://a/1", f"box@{second}#1:1:5  http://a/2"]


@pytest.mark.parametrize(
    ("option", "text", "url"),
    [
        ("--schemeless", "see example.com/x", "http://example.com/x"),
        ("--emails", "write to a@example.org", "mailto:a@example.org"),
        ("--refang", "hxxp://example[.]com/x", "http://example.com/x"),
    ],
)
def test_options_of_delimiting(option: str, text: str, url: str) -> None:
    assert url not in run("extract", "--format", "url", "-", stdin=text).out
    assert run("extract", "--format", "url", option, "-", stdin=text).out == f"{url}\n"


def test_network_paths_take_the_scheme_of_the_base() -> None:
    text = "see //example.com/x"
    done = run("extract", "--network-path", "--base", "https://b/", "--format", "url", "-", stdin=text)
    assert done.out == "https://example.com/x\n"


def test_parts_of_pages_on_request() -> None:
    page = "<!doctype html><!-- http://c/ --><img data-src=http://l/>"
    assert run("extract", "-", stdin=page).code == 1
    assert run("extract", "--include", "comments", "--format", "url", "-", stdin=page).out == "http://c/\n"
    assert run("extract", "--include", "lazy", "--format", "url", "-", stdin=page).out == "http://l/\n"


FILTERED = (
    "http://a.org/x https://b.a.org/y ftp://c.org/z http://bücher.example/ mailto:me@a.org http://nota.org/"
    " <http://me@you@d.org/>"
)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--scheme", "ftp"], ["ftp://c.org/z"]),
        (["--scheme", "FTP://", "--scheme", "https"], ["https://b.a.org/y", "ftp://c.org/z"]),
        (["--host", "a.org"], ["http://a.org/x", "https://b.a.org/y"]),
        (["--host", "*.A.org", "--scheme", "https"], ["https://b.a.org/y"]),
        (["--host", "d.org"], ["http://me@you@d.org/"]),
        (["--host", "xn--bcher-kva.example"], ["http://bücher.example/"]),
        (["--host", "BÜCHER.example"], ["http://bücher.example/"]),
        (["--exclude", "^http", "--exclude", "c[.]org"], ["mailto:me@a.org"]),
    ],
)
def test_filters(options: list[str], expected: list[str]) -> None:
    assert run("extract", "--format", "url", *options, "-", stdin=FILTERED).out.splitlines() == expected


def test_encoding_can_be_said() -> None:
    data = "http://пример.рф/".encode("koi8-r")
    assert (
        run("extract", "--encoding", "koi8-r", "--format", "url", "-", stdin=data).out
        == "http://пример.рф/\n"
    )


WRAPPED = "https://www.google.com/url?q=http%3A%2F%2FA.org%2Fx"


def test_redirectors_are_unwrapped_on_request() -> None:
    text = f"{WRAPPED} http://a.org/x"
    assert run("extract", "--format", "url", "-", stdin=text).out.split() == [WRAPPED, "http://a.org/x"]
    asked = ("--unwrap-redirectors", "-")
    assert run("extract", *asked, stdin=text).out == "-:1:1  http://A.org/x\n-:1:53  http://a.org/x\n"
    assert run("unique", *asked, stdin=text).out == "2\thttp://A.org/x\t-:1:1\n"
    assert run("extract", "--host", "google.com", *asked, stdin=text).code == 1
    assert run("extract", "--host", "a.org", "--format", "url", *asked, stdin=text).out.count("\n") == 2
    row = json.loads(run("extract", "--format", "jsonl", *asked, stdin=text).out.splitlines()[0])
    assert (row["url"], row["redirect_chain"]) == (WRAPPED, [WRAPPED, "http://A.org/x"])


def test_an_archive_is_the_same_however_it_is_packed(tmp_path: Path) -> None:
    archive = (README.parent / "corpora" / "mail" / "archive.mbox").read_bytes()
    half = archive.index(b"\nFrom ", len(archive) // 2) + 1
    two_frames = zstd.compress(archive[:half]) + zstd.compress(archive[half:])
    (tmp_path / "a.mbox").write_bytes(archive)
    expected = run("extract", "a.mbox", cwd=tmp_path).out
    assert expected.count("\n") > 200
    for name, packed in (("a.mbox.gz", gzip.compress(archive)), ("a.mbox.zst", two_frames)):
        (tmp_path / name).write_bytes(packed)
        assert run("extract", name, cwd=tmp_path).out == expected.replace("a.mbox@", f"{name}@")
    found = launch("unique", "--format", "url", "-", stdin=two_frames).out.splitlines()
    assert found == run("unique", "--format", "url", "a.mbox", cwd=tmp_path).out.splitlines()


def test_a_message_of_nothing_but_an_attachment(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text("Subject: x\nMIME-Version: 1.0\nContent-Type: Application/PDF\n\n%PDF\n")
    told = "urlglean: skipped 1 attachment that is no text (5 bytes): 1 application/pdf\n"
    assert run("extract", "a.eml", cwd=tmp_path) == Done(1, "", told)


MESSAGE = (
    "Message-ID: <m@x>\nList-Archive: <http://l.org/archive>\nArchived-At: <http://l.org/m>\n\n"
    f"http://a.org/\n-- \nhttp://a.org/~jim/\n{'_' * 47}\nx mailing list, http://l.org/x\n"
)


@pytest.mark.parametrize("form", ["url", "jsonl", "csv", "into", "unique"])
def test_footers_are_left_out_on_request(tmp_path: Path, form: str) -> None:
    (tmp_path / "a.eml").write_text(MESSAGE)

    def urls(*options: str) -> list[str]:
        if form == "into":
            run("extract", "--into", "x.duckdb", *options, "a.eml", cwd=tmp_path)
            with duckdb.connect(tmp_path / "x.duckdb") as store:
                return [url for (url,) in store.execute("SELECT url FROM occurrence ORDER BY id").fetchall()]
        command = ("unique",) if form == "unique" else ("extract", "--format", form)
        return re.findall(r"http://[^\s\",]+", run(*command, *options, "a.eml", cwd=tmp_path).out)

    kept = ["http://l.org/m", "http://a.org/"]
    left_out = ["http://l.org/archive", "http://a.org/~jim/", "http://l.org/x"]
    assert set(urls()) == {*kept, *left_out}
    assert list(dict.fromkeys(urls("--no-footers"))) == kept


PARTS = {
    "lazy": "<img data-src=/lazy>",
    "noscript": "<noscript><a href=/noscript>x</a></noscript>",
    "templates": "<template><a href=/templates>x</a></template>",
    "comments": "<!-- http://a.org/comments -->",
    "scripts": "<script>go('http://a.org/scripts')</script>",
    "json-ld": '<script type=application/ld+json>{"@id": "http://a.org/json-ld"}</script>',
}


@pytest.mark.parametrize("command", ["extract", "unique"])
def test_what_is_read_of_a_page_can_be_chosen(tmp_path: Path, command: str) -> None:
    page = f"<a href=/link>x</a> http://a.org/text {''.join(PARTS.values())}"
    (tmp_path / "a.html").write_text(page)

    def paths(*options: str) -> set[str]:
        done = run(command, "--format", "url", "--base", "http://a.org/", *options, "a.html", cwd=tmp_path)
        return {url.removeprefix("http://a.org/") for url in done.out.splitlines()}

    assert paths() == {"link", "text"}
    assert paths("--no-text") == {"link"}
    for part in PARTS:
        assert paths("--no-text", "--include", part) == {"link", part}
        reading = {part.replace("-", "_"): True, "text": False}
        links = urlglean.extract_html(page, base="http://a.org/", **reading)
        assert {link.url for link in links} == {"http://a.org/link", f"http://a.org/{part}"}


def test_parquet_goes_to_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    for command, rows in (("extract", 3), ("unique", 2)):
        script = f"{shlex.join(COMMAND)} {command} --format parquet a.txt > {command}.parquet"
        subprocess.run(["bash", "-c", script], cwd=tmp_path, check=True)
        with duckdb.connect() as connection:
            assert len(connection.read_parquet(str(tmp_path / f"{command}.parquet"))) == rows


def test_a_store_goes_on(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    into = ("extract", "--into", "urls.duckdb", "a.txt")
    assert run(*into, cwd=tmp_path) == Done(
        0, "urls.duckdb: 3 occurrences (3 new) of 2 URLs in 1 document\n", ""
    )
    assert run(*into, cwd=tmp_path).out.endswith(
        " 3 occurrences (0 new) of 2 URLs in 1 document, 1 of them as before\n"
    )
    (tmp_path / "a.txt").write_text("nothing")
    assert run(*into, cwd=tmp_path).code == 1
    assert run(*into, "nothere.txt", cwd=tmp_path).code == 3


def test_who_interrupts_a_store_hears_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "a.txt").write_text(TEXT)
    monkeypatch.setattr("urlglean.store.store.Store.read", interrupted)
    done = run("extract", "--into", "x.duckdb", "a.txt", cwd=tmp_path)
    told = "urlglean: interrupted; what x.duckdb holds is complete, and the same command goes on from there\n"
    assert (done.code, done.out, done.err.strip("\n") + "\n") == (130, "", told)


@pytest.mark.parametrize(
    "option",
    [
        *(("--scheme", "https"), ("--unwrap-redirectors",), ("--emails",), ("--no-footers",)),
        ("--base", "http://b/"),
    ],
)
def test_a_store_knows_by_which_options_a_file_was_read(tmp_path: Path, option: tuple[str, ...]) -> None:
    (tmp_path / "a.txt").write_text(f"{TEXT} {WRAPPED} a@b.org")
    into = ("extract", "--into", "urls.duckdb", "a.txt")
    assert "(4 new)" in run(*into, cwd=tmp_path).out
    assert "(0 new)" not in run(*into, *option, cwd=tmp_path).out
    assert "(0 new)" in run(*into, *option, cwd=tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--into", "a.txt", "a.txt"), "a.txt: this is no DuckDB file"),
        (
            ("--into", "no/where.duckdb", "a.txt"),
            "no/where.duckdb: there is no folder no; make it first, or name another file",
        ),
        (("--into", "-", "a.txt"), "--into is a file"),
        (("--into", "x.duckdb", "--format", "csv", "a.txt"), "--format has no meaning"),
    ],
)
def test_what_cannot_be_a_store_is_wrong_use(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    done = run("extract", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert told in done.err
    assert (tmp_path / "a.txt").read_text() == TEXT

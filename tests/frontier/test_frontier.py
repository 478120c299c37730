"""The frontier: each URL once, who refers to it, what was fetched, and what an earlier one gave."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from ast import literal_eval
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click
import duckdb
import pytest
from click.testing import CliRunner, Result

from support import html_corpus
from support import warc_corpus as corpus
from support.frontier_runs import HOME, fetch_urls, gather, read_into
from support.patience import HANG
from urlglean.cli import commands
from urlglean.document import Document, ReadOptions
from urlglean.errors import UrlgleanError
from urlglean.frontier.fetchable import Fetchable
from urlglean.frontier.frontier import Frontier, Policy
from urlglean.frontier.policy import is_name
from urlglean.pipeline import read_document
from urlglean.reports import Retrieval
from urlglean.uri.normalize import normalize

# -- what a row says


def test_a_url_comes_once_however_it_is_written() -> None:
    page = "<a href=/b#1>one</a> <a href=HTTP://WWW.example.org:80/b#2> two </a> <a href=/%62>one</a> <a href=/c>c"
    rows, _ = gather((HOME, page))
    assert [(row.fetch_url, row.referrers, row.count, row.anchors) for row in rows] == [
        ("http://www.example.org/b", 1, 3, ("one", "two")),
        ("http://www.example.org/c", 1, 1, ("c",)),
    ]


def test_what_is_fetched_is_not_normalized() -> None:
    (row,), _ = gather((HOME, "<a href=/%7euser/?q=%e9#top>"))
    assert row.fetch_url == "http://www.example.org/%7euser/?q=%e9"
    assert row.key == "http://www.example.org/~user/?q=%E9"
    assert row.surt == "http://(org,example,www,)/~user/?q=%E9"


def test_referrers_are_pages_and_the_first_is_named() -> None:
    pages = [(f"{HOME}{number}", "<p>\n<a href=/x>x</a><a href=/x>y</a>") for number in range(3)]
    (row,), _ = gather(*pages)
    assert (row.referrers, row.count, row.first_referrer) == (3, 6, f"{HOME}0")
    assert row.place == "page.html:2:9"


def test_a_page_that_comes_twice_refers_once() -> None:
    pages = [
        (f"{HOME}1", "<a href=/x>x</a>"),
        (f"{HOME}2", "<a href=/x>y</a>"),
        (f"{HOME}1#again", "<a href=/x>z</a>"),
    ]
    (row,), _ = gather(*pages)
    assert (row.referrers, row.count, row.anchors) == (2, 3, ("x", "y", "z"))


def test_the_parts_of_a_page_are_one_referrer() -> None:
    page = "<a href=/x>a</a><iframe srcdoc=\"<a href='/x'>b</a><a href='/y'>c</a>\"></iframe>"
    rows, _ = gather((HOME, page))
    assert [(row.fetch_url, row.referrers, row.count) for row in rows] == [
        (f"{HOME}x", 1, 2),
        (f"{HOME}y", 1, 1),
    ]
    assert rows[1].place == "page.html#srcdoc1:1:28"


def test_anchors_are_few_short_and_each_once() -> None:
    pages = [(f"{HOME}{number}", f"<a href=/x>{number // 2} {'long ' * 100}</a>") for number in range(30)]
    (row,), _ = gather(*pages)
    assert [anchor[:2] for anchor in row.anchors] == ["0 ", "1 ", "2 ", "3 ", "4 "]
    assert max(map(len, row.anchors)) <= 200


def test_rel_is_of_all_references_and_nofollow_of_every_one() -> None:
    page = "<a href=/x rel='nofollow UGC'>x</a><a href=/x rel=next>x</a><a href=/y rel=NoFollow>y</a>"
    rows, _ = gather((HOME, page))
    assert [(row.rel, row.nofollow) for row in rows] == [
        (("nofollow", "ugc", "next"), False),
        (("nofollow",), True),
    ]


def test_fetched_is_what_the_input_holds() -> None:
    rows, _ = gather((HOME, "<a href=/><a href=/x>"), (f"{HOME}x", ""))
    assert [row.fetched for row in rows] == [True, True]
    assert fetch_urls((HOME, "<a href=/><a href=/x>"), policy=Policy(skip_fetched=True)) == [f"{HOME}x"]


# -- keys


def test_steps_merge_what_they_are_named_for() -> None:
    page = "<a href='?b=1&a=2&utm_source=x'>1</a><a href='?a=2&b=1'>2</a>"
    assert len(gather((HOME, page))[0]) == 2
    (row,), _ = gather((HOME, page), policy=Policy(steps=("drop-tracking", "sort-query")))
    assert row.fetch_url == f"{HOME}?b=1&a=2&utm_source=x"
    assert row.key == f"{HOME}?a=2&b=1"


def test_redirects_lead_to_the_end_of_their_chain() -> None:
    records = [
        corpus.response(f"{HOME}1", "", "Location: /2", status="301 Moved"),
        corpus.response(f"{HOME}2", "", "Location: /3#part", status="302 Found"),
        corpus.response(f"{HOME}loop", "", "Location: /loop", status="302 Found"),
        corpus.response(HOME, "<a href=/1>one</a><a href=/3>three</a><a href=/loop>"),
    ]
    rows = archive_rows(b"".join(records), Policy(rung="protocol"))
    assert [(row.fetch_url, row.referrers, row.anchors) for row in rows] == [
        (f"{HOME}3", 3, ("one", "three")),
        (f"{HOME}loop", 2, ()),
    ]
    assert [row.fetched for row in rows] == [False, True]
    rows = archive_rows(b"".join(records), Policy())
    assert [row.fetch_url for row in rows] == [f"{HOME}2", f"{HOME}3", f"{HOME}loop", f"{HOME}1"]


def archive_rows(content: bytes, policy: Policy | None = None) -> list[Fetchable]:
    with Frontier(policy) as frontier:
        document = Document(content, "application/warc", "x.warc")
        links = read_document(document, options=corpus.READING, on_problem=pytest.fail, observer=frontier)
        frontier.extend(links)
        frontier.finish()
        return list(frontier.rows())


def test_links_on_error_pages_come_in_on_request() -> None:
    record = corpus.response(f"{HOME}lost", "<a href=x>", 'Link: <y>; rel="next"', status="404 Not Found")
    assert [row.fetch_url for row in archive_rows(record)] == [f"{HOME}y"]
    assert len(archive_rows(record, Policy(error_pages=True))) == 2


@pytest.mark.parametrize(
    "bad", [{"rung": "third"}, {"steps": ("sort",)}, {"redirects": (("http://a/", "http://b/"),)}]
)
def test_a_key_that_does_not_exist_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(UrlgleanError):
        Frontier(Policy(**bad))


# -- depth


def test_depth_is_counted_along_the_links_from_what_is_known() -> None:
    pages = [
        (f"{HOME}c", "<a href=/d>"),
        (f"{HOME}b", "<a href=/c>"),
        (f"{HOME}a", "<a href=/b><a href=/c>"),
        (f"{HOME}far", "<a href=/else><a href=/a>"),
    ]
    with Frontier() as frontier:
        frontier.seed(f"{HOME}a")
        read_into(frontier, *pages)
        frontier.finish()
        depths = {row.fetch_url.removeprefix(HOME): row.depth for row in frontier.rows()}
    assert depths == {"a": 0, "b": 1, "c": 1, "d": 2, "else": None}
    assert {row.depth for row in gather(*pages)[0]} == {None}


def test_depth_goes_on_from_what_an_earlier_frontier_gave(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    with Frontier(known=known) as frontier:
        frontier.seed(HOME)
        read_into(frontier, (HOME, "<a href=/a>"))
        frontier.finish()
        list(frontier.rows())
        frontier.remember()
    (row,), _ = gather((f"{HOME}a", "<a href=/b>"), known=known)
    assert (row.fetch_url, row.depth) == (f"{HOME}b", 2)


# -- order


def test_orders() -> None:
    pages = [
        (
            HOME,
            "<a href=https://b.example.org/><a href=http://a.example.net/x><a href=http://www.b.example.org/>",
        ),
        (f"{HOME}2", "<a href=http://www.b.example.org/><a href=http://b.example.org/y>"),
    ]
    assert fetch_urls(*pages, sort="first") == [
        "https://b.example.org/",
        "http://a.example.net/x",
        "http://www.b.example.org/",
        "http://b.example.org/y",
    ]
    assert fetch_urls(*pages, sort="count")[0] == "http://www.b.example.org/"
    said_often = (f"{HOME}3", "<a href=/often><a href=/often><a href=/often>")  # by one page
    assert fetch_urls(*pages, said_often, sort="count")[0] == "http://www.b.example.org/"
    assert fetch_urls(*pages, sort="url") == sorted(fetch_urls(*pages))
    assert fetch_urls(*pages, sort="surt") == [
        "http://a.example.net/x",
        "https://b.example.org/",
        "http://b.example.org/y",
        "http://www.b.example.org/",
    ]


@pytest.mark.parametrize("sort", ["url", "surt"])
def test_the_order_is_that_of_where_redirects_lead(sort: Any) -> None:
    policy = Policy(rung="protocol", redirects=(("http://a.example/", "http://c.example/"),))
    page = (HOME, "<a href=http://b.example/><a href=http://a.example/>")
    assert fetch_urls(page, policy=policy, sort=sort) == ["http://b.example/", "http://c.example/"]


# -- the pages of the HTML corpus, whose gold a browser has confirmed


def expected_of(page: html_corpus.Page) -> set[str]:
    """Give the keys of the fetchable URLs of a page's gold."""
    found = set()
    for line in page.rows:
        row = dict(itertools.zip_longest(html_corpus.COLUMNS, line.split("\t"), fillvalue=""))
        is_naming = is_name(row["element"], row["attribute"], row["kind"])
        is_text = row["kind"].split(" ")[0] == "text"
        is_left_out = (
            is_naming or is_text or "inert" in row["kind"] or "empty: nobody fetches it" in row["notes"]
        )
        if not is_left_out and row["url"].lower().startswith(("http:", "https:")):
            found.add(normalize(unescaped(row["url"]).partition("#")[0]))
    return found


def unescaped(cell: str) -> str:
    """Undo what `html_corpus.visible` does."""
    return re.sub(
        r"\\(?:\\|x[0-9a-f]{2}|u[0-9a-f]{4}|[tnr])", lambda escape: literal_eval(f'"{escape[0]}"'), cell
    )


def test_the_frontier_of_an_archive_of_pages_is_the_set_of_their_gold() -> None:
    pages = [page for page in html_corpus.pages() if not page.name.endswith(".all")]
    records = [
        corpus.response(page.url, page.source.read_bytes(), content_type=page.head["content-type"])
        for page in pages
    ]
    with Frontier(Policy(traps=True)) as frontier:
        document = Document(b"".join(records), "application/warc", "pages.warc")
        problems: list[object] = []
        links = read_document(document, options=corpus.READING, on_problem=problems.append, observer=frontier)
        frontier.extend(links)
        frontier.finish()
        found = {row.key for row in frontier.rows()}
    expected = set().union(*map(expected_of, pages))
    assert len(expected) > 500
    assert found == expected


# -- the command


def run(*arguments: object, **options: Any) -> Result:
    return CliRunner().invoke(commands, ["frontier", *map(str, arguments)], standalone_mode=False, **options)


CRAWL = corpus.FOLDER / "crawl.warc.gz"


def test_every_format_has_the_same_urls(tmp_path: Path) -> None:
    rows = corpus.gather(CRAWL).rows
    urls = [row.fetch_url for row in rows]
    text = run(CRAWL).stdout.splitlines()
    assert [line.split("\t")[1] for line in text] == urls
    assert [
        json.loads(line)["fetch_url"] for line in run("--format", "jsonl", CRAWL).stdout.splitlines()
    ] == urls
    table = list(csv.DictReader(io.StringIO(run("--format", "csv", CRAWL).stdout)))
    assert [row["fetch_url"] for row in table] == urls
    assert tuple(table[0]) == tuple(Fetchable.columns())
    parquet = tmp_path / "x.parquet"
    parquet.write_bytes(run("--format", "parquet", CRAWL).stdout_bytes)
    stored = tmp_path / "x.duckdb"
    assert run("--into", stored, CRAWL).return_value == 0
    with duckdb.connect(str(stored)) as connection:
        for source in (f"'{parquet}'", "frontier"):
            found = connection.execute(f"SELECT * FROM {source}")  # noqa: S608  (names of this test)
            names = tuple(column[0] for column in found.description)
            assert names == tuple(Fetchable.columns())
            assert [tuple(row.row().values()) for row in rows] == found.fetchall()


def test_other_tables_of_a_file_stay_and_an_earlier_frontier_goes(tmp_path: Path) -> None:
    stored = tmp_path / "x.duckdb"
    with duckdb.connect(str(stored)) as connection:
        connection.execute("CREATE TABLE mine(x INTEGER)")
    for name in ("crawl.warc.gz", "packed.wacz"):
        assert run("--into", stored, corpus.FOLDER / name).return_value == 0
    with duckdb.connect(str(stored)) as connection:
        assert connection.execute("SELECT count(*) FROM frontier").fetchone() == (15,)
        assert connection.execute("SELECT count(*) FROM mine").fetchone() == (0,)
        connection.execute("DROP TABLE frontier; CREATE VIEW frontier AS SELECT 1")
    assert run("--into", stored, CRAWL).return_value == 3
    assert "frontier" in run("--into", stored, CRAWL).stderr


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "text.duckdb").write_text("no database " * 999)
    for target in (tmp_path / "text.duckdb", tmp_path / "nowhere" / "x.duckdb"):
        done = run("--into", target, CRAWL)
        assert done.exit_code == 1  # as click's runner calls what is raised; the command leaves with 2
        assert isinstance(done.exception, click.UsageError)
        assert str(target) in str(done.exception)


def test_an_archive_from_a_pipe_and_one_packed_once_more(tmp_path: Path) -> None:
    expected = run("--format", "seeds", CRAWL).stdout
    assert run("--format", "seeds", "-", input=CRAWL.read_bytes()).stdout == expected
    packed = tmp_path / "crawl.warc.gz.xz"
    packed.write_bytes(lzma.compress(gzip.decompress(CRAWL.read_bytes())))
    assert run("--format", "seeds", packed).stdout == expected


def test_seeds_are_read_back_as_they_are(tmp_path: Path) -> None:
    page, seeds, sitemap = tmp_path / "page.html", tmp_path / "seeds.txt", tmp_path / "sitemap.xml"
    page.write_text(
        "".join(f'<a href="x{sign}"><a href="{sign}?{sign}y{sign}">' for sign in "!$&()*+,.:;=@[]^`{{|}}~'")
    )
    seeds.write_text(run("--format", "seeds", "--base", HOME, page).stdout)
    assert run("--format", "seeds", seeds).stdout == seeds.read_text()
    sitemap.write_text("<urlset><url><loc>http://x.example/a.</loc></url></urlset>", encoding="utf-16")
    assert run("--format", "seeds", sitemap).stdout == "http://x.example/a.\n"


def test_seeds_are_uris_in_ascii(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<meta charset=utf-8><a href='//bücher.example/ü?ü#ü'><a href='/a b'><a href=/x>", "utf-8"
    )
    seeds = run("--format", "seeds", "--base", HOME, page).stdout.splitlines()
    assert seeds == ["http://xn--bcher-kva.example/%C3%BC?%C3%BC", f"{HOME}a%20b", f"{HOME}x"]
    assert [urllib.request.Request(url).full_url for url in seeds] == seeds  # noqa: S310  (nothing is fetched)


def test_a_list_of_urls_is_a_frontier(tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text("http://a.example/1#x\nhttp://a.example/1\nhttps://a.example/2\nmailto:x@a.example\n")
    assert run("--format", "seeds", file).stdout.splitlines() == ["http://a.example/1", "https://a.example/2"]


SITEMAP = """\
<?xml version="1.0"?><!DOCTYPE urlset PUBLIC "-//x" "http://d.example/x.dtd">
<?xml-stylesheet href="http://a.example/s.xsl"?>
<urlset xmlns="http://n.example/0.9" xmlns:i = 'http://n.example/i' i:schemaLocation="http://n.example/0.9
  http://n.example/0.9/x.xsd" about="http://a.example/about">
<url><loc>http://a.example/?a&amp;b</loc> xmlns="http://a.example/text" <i:loc>http://a.example/i.png</i:loc></url></urlset>
"""


def test_the_comments_of_a_sitemap_are_read_where_they_are_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "sitemap.xml"
    made = "<!-- made by www.generator.example --><loc>http://x.example/a</loc><!-- http://x.example/old -->"
    file.write_text(f"<?xml version='1.0'?><urlset><url>{made}</url></urlset>")
    told = run("--format", "seeds", file)
    assert (told.stdout, told.stderr) == ("http://x.example/a\n", "urlglean: left out: 2 inert\n")
    asked = run("--format", "seeds", "--include", "comments", file)
    assert asked.stdout == "http://www.generator.example\nhttp://x.example/a\nhttp://x.example/old\n"


def test_the_names_in_a_sitemap_are_not_its_urls(tmp_path: Path) -> None:
    file = tmp_path / "sitemap.xml"
    file.write_text(SITEMAP)
    done = run("--format", "seeds", file)
    assert done.stdout.splitlines() == [
        "http://a.example/s.xsl",
        "http://a.example/about",
        "http://a.example/?a&b",
        "http://a.example/text",
        "http://a.example/i.png",
    ]
    assert "left out: 5 names" in done.stderr
    assert len(run("--format", "seeds", "--follow", "metadata", file).stdout.splitlines()) == 9


def test_the_options_reach_the_policy() -> None:
    every = run("--format", "seeds", CRAWL).stdout.splitlines()
    lamps = "http://www.lighthouse.example/lamps/"
    narrowed = {
        ("--prefix", lamps): lambda url: url.startswith(lamps),
        ("--match", "images"): lambda url: "images" in url,
        ("--exclude", "lighthouse"): lambda url: "lighthouse" not in url,
        ("--host", "shop.lighthouse.example"): lambda url: "//shop." in url,
        ("--extension", ".PNG"): lambda url: url.endswith(".png"),
        ("--extension", "none", "--match", "lamps"): lambda url: url == lamps,
        ("--skip-extension", "html"): lambda url: not url.partition("?")[0].endswith(".html"),
        ("--scheme", "https"): lambda url: url.startswith("https"),
    }
    for options, test in narrowed.items():
        expected = [url for url in every if test(url)]
        assert expected
        assert run("--format", "seeds", *options, CRAWL).stdout.splitlines() == expected, options
    ftp = run("--format", "seeds", "--scheme", "ftp", CRAWL).stdout.splitlines()
    assert ftp == ["ftp://ftp.lighthouse.example/catalogue.pdf"]
    more = {
        ("--keep-traps",): "/log/log/log/log/?month=1838-10",
        ("--error-pages",): "/lost/again.html",
        ("--include", "templates"): "/drafts/next-season.html",
    }
    for options, path in more.items():
        added = set(run("--format", "seeds", *options, CRAWL).stdout.splitlines()) - set(every)
        assert f"http://www.lighthouse.example{path}" in added, options
    for options in (
        ("--respect", "nofollow"),
        ("--respect", "robots"),
        ("--respect", "noindex"),
        ("--follow", "navigation"),
        ("--same", "host"),
        ("--skip-fetched",),
        ("--rung", "protocol"),
        ("--step", "drop-tracking"),
    ):
        fewer = run("--format", "seeds", *options, CRAWL).stdout.splitlines()
        assert set(fewer) < set(every), options
    seeded = run("--format", "jsonl", "--seed", "http://nowhere.example/", CRAWL).stdout.splitlines()
    assert len(seeded) == len(every)


def test_bare_urls_come_in_on_request(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!DOCTYPE html><p>see http://a.example/x")
    assert run(page).return_value == 1
    assert run("--text", "--format", "seeds", page).stdout == "http://a.example/x\n"


def test_what_is_left_out_is_told_on_standard_error() -> None:
    told = run(CRAWL).stderr
    assert "left out: 14 mailto:" in told
    assert "looks like a trap (growing amp;" in told


def test_a_known_file_is_told_of_once_it_is_written(tmp_path: Path) -> None:
    known = tmp_path / "seen.duckdb"
    first = run("--known", known, "--format", "seeds", CRAWL)
    assert len(first.stdout.splitlines()) == 39
    second = run("--known", known, CRAWL)
    assert (second.stdout, second.return_value) == ("", 1)
    assert "39 known URLs" in second.stderr


@pytest.mark.skipif(os.name != "posix", reason="closes a pipe")
def test_what_nobody_read_is_not_remembered(tmp_path: Path) -> None:
    known, page = tmp_path / "seen.duckdb", tmp_path / "page.html"
    page.write_text("".join(f"<a href=/{number}>" for number in range(4_000)))
    command = f"{sys.executable} -m urlglean frontier --base {HOME} --known {known} {page} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)  # noqa: S602  (a pipe)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert len(fetch_urls((HOME, page.read_text()), known=known)) == 4_000


WRONG = {
    "a host that is a URL": (
        ["--host", "http://www.example.org:80/x"],
        "'http://www.example.org:80/x' is no host; name it alone: --host www.example.org",
    ),
    "a host with a port": (["--host", "example.org:80"], "name it alone: --host example.org"),
    "no host": (["--host", "a b"], "'a b' is no host"),
    "a list of schemes": (
        ["--scheme", "http,https"],
        "'http,https' are several; name each by itself: --scheme http --scheme https",
    ),
    "no scheme": (["--scheme", "4711"], "'4711' is no scheme"),
    "a list of extensions": (
        ["--skip-extension", "png, .jpg"],
        "name each by itself: --skip-extension png --skip-extension .jpg",
    ),
    "a path": (["--extension", "a/b"], "'a/b' is no extension; name it as in --extension pdf"),
    "a format of a table": (["--into", "x.duckdb", "--format", "csv"], "--format has no meaning"),
    "no such step": (["--step", "nothing"], "nothing"),
    "redirects off their rung": (["--redirect", "http://a/", "http://b/"], "protocol"),
    "a relative prefix": (["--prefix", "/x"], "no absolute URL"),
    "a relative seed": (["--seed", "x"], "no absolute URL"),
    "a base without a host": (["--base", "http://a b/"], "nothing can be fetched by it: no host"),
    "a seed without a host": (["--seed", "http://[::1"], "nothing can be fetched by it: no host"),
    "a bad pattern": (["--match", "("], "unterminated"),
    "no such list": (["--base-from", "nowhere.tsv"], "nowhere.tsv"),
    "no file of known URLs": (["--known", str(CRAWL)], "no DuckDB file"),
    "a file in no folder": (["--known", "no/where/x.duckdb"], "there is no folder no/where"),
    "one file for both": (["--known", "x.duckdb", "--into", "./x.duckdb"], "two files"),
}


@pytest.mark.parametrize(("options", "message"), WRONG.values(), ids=WRONG)
def test_wrong_use_is_told_before_anything_is_read(options: list[str], message: str) -> None:
    done = run(*options, CRAWL)
    assert done.exception is not None
    assert message in str(getattr(done.exception, "message", done.exception))
    assert done.stdout == ""


@pytest.mark.parametrize("host", ["::1", "[::1]", "[0:0::1]"])
def test_an_address_may_be_written_with_brackets_or_without(host: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<a href='http://[::1]:8080/a'></a><a href='http://[::2]/b'></a>")
    assert run("--format", "url", "--host", host, page).stdout == "http://[::1]:8080/a\n"


@pytest.mark.parametrize("names", [["PNG"], ["*.png"], [".png", "none"]])
def test_an_extension_may_be_written_in_many_ways(names: list[str]) -> None:
    options = [part for name in names for part in ("--extension", name)]
    urls = run("--format", "url", *options, CRAWL).stdout.splitlines()
    assert any(url.endswith(".png") for url in urls)
    assert not any(url.partition("?")[0].endswith(".html") for url in urls)


@pytest.mark.parametrize("host", ["www.lighthouse.example", "*.LIGHTHOUSE.example", "Lighthouse.Example."])
def test_a_host_may_be_written_in_many_ways(host: str) -> None:
    urls = run("--format", "url", "--host", host, CRAWL).stdout.splitlines()
    assert urls
    assert all("lighthouse.example/" in url for url in urls)


def test_seeds_are_read_by_wget_as_they_are(tmp_path: Path) -> None:
    wget = shutil.which("wget")
    if wget is None:
        pytest.skip("wget is not installed")
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with server, ThreadPoolExecutor(1) as pool:
        pool.submit(server.serve_forever)
        home = f"http://127.0.0.1:{server.server_port}/"
        page, seeds = tmp_path / "a.html", tmp_path / "seeds.txt"
        page.write_text(
            "<meta charset=utf-8><a href=ü?q=ß></a><a href='a b'></a><a href=c#d></a><a href='/%3Fe?f=\"g'></a>",
            "utf-8",
        )
        seeds.write_text(run("--base", f"{home}dir/", "--format", "seeds", str(page)).stdout)
        command = [
            wget,
            "-q",
            "-P",
            str(tmp_path / "got"),
            "--no-proxy",
            "-e",
            "robots=off",
            "-i",
            str(seeds),
        ]
        subprocess.run(command, check=True, timeout=HANG)
        server.shutdown()
    assert asked == ["/dir/%C3%BC?q=%C3%9F", "/dir/a%20b", "/dir/c", "/%3Fe?f=%22g"]
    assert seeds.read_text().splitlines() == [home.rstrip("/") + path for path in asked]


def test_seeds_are_asked_for_by_scrapy_as_they_are() -> None:
    safe_url_string = pytest.importorskip("w3lib.url").safe_url_string  # what makes the URL of its `Request`
    seeds = run("--format", "seeds", CRAWL).stdout.splitlines()
    assert [safe_url_string(seed) for seed in seeds] == seeds


def test_relative_references_without_a_base_are_counted_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<a href=b.html>b</a>")
    done = run(str(tmp_path))
    assert "left out: 1 relative or malformed, without a URL (--base or --base-from" in done.stderr
    assert run("--base", HOME, str(tmp_path)).stdout.startswith(f"1\t{HOME}b.html\t")


def test_texts_of_an_archive_that_are_not_read_are_counted(tmp_path: Path) -> None:
    site = "http://www.example.org"
    sitemap = "<?xml version='1.0'?><urlset><url><loc>http://www.example.org/1</loc></url></urlset>"
    archive = tmp_path / "x.warc"
    archive.write_bytes(
        corpus.response(f"{site}/", "<a href=a>a</a>")
        + corpus.response(f"{site}/sitemap.xml", sitemap, content_type="application/xml")
        + corpus.response(f"{site}/feed", "<rss/>", content_type="application/rss+xml")
        + corpus.response(f"{site}/app.js", "x()", content_type="text/javascript")
        + corpus.response(f"{site}/empty.txt", "", content_type="text/plain")
        + corpus.warc("conversion", f"{site}/", b"see http://in.example/", content_type="text/plain")
    )
    told = run(archive)
    assert told.stdout == f"1\t{site}/a\t{site}/\n"
    assert "left out: 3 texts, scripts, feeds or sitemaps" in told.stderr
    told = run("--text", archive)
    assert told.stdout.count("\n") == 3
    assert "texts" not in told.stderr


@pytest.mark.parametrize(("target", "reference"), [
    ("http://www.example.org/?q='x'", "?q='x'"),
    ("http://www.example.org/a b?c d", "a b?c d"),
    ("http://www.example.org/a|b?c|d", "a|b?c|d"),
    ("http://www.example.org/{a}^`?{b}^`", "{a}^`?{b}^`"),
    ("http://www.example.org/é?é", "é?é"),
    ("http://www.example.org:80/a//b/../c?d#e", "/a//b/../c?d"),
    ("HTTP://WWW.EXAMPLE.ORG", "/"),
    ("http://bücher.example/", "http://xn--bcher-kva.example/"),
    ("http://www.example.org/a\\b", "a\\b"),
])  # fmt: skip
def test_what_was_fetched_is_known_however_its_crawler_wrote_it(target: str, reference: str) -> None:
    page = corpus.response("http://www.example.org/", f'<meta charset=utf-8><a href="{reference}">x</a>')
    content = page + corpus.response(target, "<a href='/next'>next</a>")
    document = Document(content, "application/warc", "x.warc")
    with Frontier() as frontier:
        frontier.seed("http://www.example.org/")
        frontier.extend(
            read_document(
                document, options=ReadOptions(text=False), on_problem=pytest.fail, observer=frontier
            )
        )
        frontier.finish()
        found, following = frontier.rows()
    assert found.fetched
    assert following.depth == found.depth + 1


def test_scripts_beside_the_pages_are_no_lists_of_urls(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<script src=app.js></script>")
    (tmp_path / "app.js").write_text("// http://licence.example/\nfetch('http://api.example/')")
    (tmp_path / "lib.mjs?ver=5.1").write_text("// http://licence.example/")
    (tmp_path / "more.txt").write_text("http://list.example/")
    told = run("--format", "url", "--base", "http://www.example.org/", tmp_path)
    assert set(told.stdout.split()) == {"http://www.example.org/app.js", "http://list.example/"}
    assert "left out: 2 texts, scripts" in told.stderr
    told = run("--format", "url", "--text", "--base", "http://www.example.org/", tmp_path)
    assert {"http://api.example/", "http://licence.example/"} < set(told.stdout.split())
    assert "texts, scripts" not in told.stderr
    told = run("--format", "url", "--kind", "text", tmp_path / "app.js")
    assert told.stdout == "http://licence.example/\nhttp://api.example/\n"


def test_of_a_folder_come_pages_and_lists_of_urls_and_all_else_is_counted(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<a href=http://page.example/>p</a> http://bare.example/")
    (tmp_path / "list.txt").write_text("# seeds\n\nhttp://list.example/1\nhttps://list.example/2\n")
    (tmp_path / "notes.txt").write_text("See http://notes.example/\n")
    (tmp_path / "words.txt").write_text("one\ntwo\nhttp://words.example/\n")
    (tmp_path / "letter.eml").write_text(
        "From: a@b.example\nMessage-ID: <1@b.example>\n\nhttp://letter.example/\n"
    )
    (tmp_path / "feed.xml").write_text("<?xml version='1.0'?><rss><link>http://feed.example/</link></rss>")
    done = run("--format", "url", tmp_path)
    assert done.stdout.split() == ["http://list.example/1", "https://list.example/2", "http://page.example/"]
    assert (
        "left out: 4 texts, scripts, feeds or sitemaps, or mail, with the URLs they hold (--text)"
        in done.stderr
    )
    assert {"http://notes.example/", "http://letter.example/"} < set(
        run("--format", "url", "--text", tmp_path).stdout.split()
    )


SAVED = """\
From: <Saved by Blink>
Snapshot-Content-Location: https://www.example.org/a/page.html
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html
Content-Location: https://www.example.org/a/page.html

<p>http://bare.example/ <a href="next.html">n</a> <img src="/i.png"> <a href="page.html">self</a>
--b
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-Location: https://www.example.org/i.png

iVBORw0KGgo=
--b--
"""


@pytest.mark.parametrize("name", ["page.mhtml", "page.eml"])
def test_what_a_saved_page_says_of_itself_is_retrieved(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(SAVED)
    done = run("--format", "jsonl", tmp_path)
    rows = {row["fetch_url"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert {url: row["fetched"] for url, row in rows.items()} == {
        "https://www.example.org/a/next.html": False,
        "https://www.example.org/i.png": True,
        "https://www.example.org/a/page.html": True,
    }
    assert (
        rows["https://www.example.org/a/next.html"]["first_referrer"] == "https://www.example.org/a/page.html"
    )
    new = run("--format", "url", "--skip-fetched", "--same", "host", tmp_path)
    assert new.stdout == "https://www.example.org/a/next.html\n"


def test_an_order_that_does_not_exist() -> None:
    with (
        Frontier() as frontier,
        pytest.raises(UrlgleanError, match="there is no order 'size'; choose one of first"),
    ):
        frontier.finish(sort="size")  # type: ignore[arg-type]


def test_a_frontier_takes_in_nothing_but_links() -> None:
    with (
        Frontier() as frontier,
        pytest.raises(TypeError, match="takes in Links, as extract_html yields them, not str"),
    ):
        frontier.extend(["http://a/"])  # type: ignore[list-item]


def test_arguments_of_a_wrong_type(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="memory is to be a string, not int"):
        Frontier(memory=3)  # type: ignore[arg-type]  # that is the test
    with Frontier(known=str(tmp_path / "seen.duckdb")) as frontier:
        with pytest.raises(TypeError, match="url is to be a string, not NoneType"):
            frontier.seed(None)  # type: ignore[arg-type]  # that is the test
        with pytest.raises(UrlgleanError, match="'/a' is no absolute URL, so no crawl begins with it"):
            frontier.seed("/a")
        frontier.finish()
        frontier.remember()
    assert (tmp_path / "seen.duckdb").exists()


def test_a_frontier_is_finished_once_and_then_asked_for_its_rows() -> None:
    with Frontier() as frontier:
        with pytest.raises(UrlgleanError, match=r"call finish\(\) before rows\(\)"):
            frontier.rows()
        with pytest.raises(UrlgleanError, match=r"call finish\(\) before remember\(\)"):
            frontier.remember()
        read_into(frontier, (HOME, "<a href=/a>"))
        assert frontier.finish() == 1
        with pytest.raises(UrlgleanError, match="is finished"):
            frontier.finish()
        with pytest.raises(UrlgleanError, match="is finished and takes in no Links"):
            read_into(frontier, (HOME, "<a href=/b>"))
        assert [row.fetch_url for row in frontier.rows()] == [f"{HOME}a"]
    with pytest.raises(UrlgleanError, match="is closed"):
        next(frontier.rows())


def test_what_a_page_in_a_page_asks_is_not_asked_by_that() -> None:
    inner = "<iframe srcdoc='<meta name=robots content=noindex,nofollow><a href=/b>'></iframe>"
    rows, left_out = gather(
        (HOME, "<a href=/1><a href=/2><a href=/3>"),
        (f"{HOME}1", inner),
        (f"{HOME}2", f"<template>{inner}</template>"),
        (f"{HOME}3", "<meta name=robots content=noindex>"),
        policy=Policy(respect=frozenset({"noindex"})),
    )
    assert [(row.fetch_url, row.nofollow) for row in rows] == [
        (f"{HOME}1", False),
        (f"{HOME}2", False),
        (f"{HOME}b", True),
    ]
    assert left_out == {"noindex": 1, "inert": 1}


@pytest.mark.parametrize("rung", ["scheme", "protocol"])
def test_redirects_are_held_where_the_rung_asks_for_them(rung: str) -> None:
    with Frontier(Policy(rung=rung)) as frontier:
        frontier.retrieval(Retrieval(HOME, status=301, location="/a"))
        assert frontier.redirects == ([(HOME, f"{HOME}a")] if rung == "protocol" else [])


def test_what_makes_no_frontier() -> None:
    with pytest.raises(TypeError, match="policy is to be a Policy, not str"):
        Frontier("all")  # type: ignore[arg-type]  # the test
    for memory in ("lots", "", "-1GB", "1"):
        with pytest.raises(UrlgleanError, match="memory is to be a size, such as '1GB'"):
            Frontier(memory=memory)
    Frontier(memory="512 MiB").close()

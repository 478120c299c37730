"""The options: none is accepted and ignored, and a wrong value is told with what to type."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import click
import pytest

from support import warc_corpus as corpus
from support.command_runs import run
from support.laws import some
from support.places import CORPORA
from urlglean.check.reports import CHECK_FORMATS
from urlglean.cli import commands

SITE = "http://www.site.org/dir/"


SIGNED = "From: z@site.org\nSubject: x\n\nhttp://a.org/\n-- \nhttp://b.org/\n"


MORE = "see a.org/x, joe@a.org, //a.org/y, hxxp://a[.]org/z"


REDIRECTOR = "https://www.google.com/url?q=http%3A%2F%2Fa.org%2F"


SEVERAL = "http://b.org/x HTTP://A.org http://a.org/ ftp://c.org/ http://a.org/#f"


LINKS = """<meta charset=utf-8><body>
<a href="/next">next</a> <a href="/next">again</a> <a href="page.pdf" rel="nofollow">a</a> <a href="http://other.org/">b</a>
<a href="http://sub.site.org/s">s</a> <img src="/i.png"> <form action="/send"></form> <a href="ftp://site.org/f">f</a>
<meta property="og:url" content="/og"> <a href="/a/a/a/a/a/a/">trap</a> <img data-src="/lazy.png"> http://bare.org/
<script>"http://script.org/"</script> <!-- http://comment.org/ --> <a href="/?b=1&amp;a=2">q</a>
<noscript><a href="/noscript">n</a></noscript> <template><a href="/template">t</a></template> <a href="/A%7e">k</a>
<a href="/robots">k</a>
<script type="application/ld+json">{"url": "/ld"}</script>"""


FILES: dict[str, str | bytes] = {
    "several.txt": SEVERAL,
    "relative.html": "<a href='/é?y=é'>x</a>",
    "other.txt": "http://a.org/é",
    "more.txt": MORE,
    "redirector.txt": REDIRECTOR,
    "parts.html": LINKS,
    "parts.md": "`http://a.org/code` and [[wiki]]",
    "parts.ipynb": '{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": "", '
    '"metadata": {}, "outputs": [{"output_type": "stream", "text": "http://a.org/"}]}]}',
    "signed.eml": SIGNED,
    "folder/a.txt": "http://a.org/",
    "folder/b.md": "http://b.org/",
    "folder/c.png": b"\x89PNG\r\n\x1a\n",
    "picture.eml": "Subject: x\nContent-Type: image/png\n\nx\n",
    "crawl.warc": b"".join(
        (
            corpus.response(SITE, LINKS),
            corpus.response(
                "http://www.site.org/next", "<a href=/deeper>d</a> <a href=http://other.org/>o</a>"
            ),
            corpus.response("http://www.site.org/gone", "<a href=/home>h</a>", status="404 Not Found"),
            corpus.response(
                "http://www.site.org/robots", "<meta name=robots content=nofollow,noindex><a href=/r>r</a>"
            ),
        )
    ),
    "ignoring/.urlgleanignore": "a.md",
    "ignoring/a.md": "[x](y)",
    "heading.md": "[x](#a-b)\n\n# A & B",
    "base.tsv": "relative.html\thttp://list.org/\n",
    "long.html": f"<a href=http://a.org/>{'x' * (1 << 20)}</a>",
}


def write_files(folder: Path) -> Path:
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_files(tmp_path)


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., tuple[Any, ...]]:
    """Give what a run tells without an option; many options are asked of the same one."""
    folder = write_files(tmp_path_factory.mktemp("usual"))
    return cache(partial(outcome, folder))


READ = [
    ("--kind text", "relative.html"),
    ("--encoding koi8-r", "other.txt"),
    ("--base http://base.org/", "relative.html"),
    ("--base-from base.tsv", "relative.html"),
    ("--files *.md", "folder"),
    ("--skip-files *.md", "folder"),
    ("-q", "folder picture.eml"),
    ("--max-page 1", "long.html"),
]


FOUND = [
    (f"--{name}", "more.txt")
    for name in ("schemeless", "emails", "network-path --base http://b.org/", "refang")
]


PARTS = [
    (f"--include {name}", "parts.html")
    for name in ("lazy", "noscript", "templates", "comments", "scripts", "json-ld")
] + [(f"--include {name}", "parts.md") for name in ("code", "wiki-links")]
PARTS.append(("--include outputs", "parts.ipynb"))


LISTED = [
    *READ,
    ("--dialect whatwg", "several.txt"),
    *FOUND,
    *((f"{option} --base http://b.org/", name) for option, name in PARTS),
    ("--no-text", "parts.html"),
    ("--scheme ftp", "several.txt"),
    ("--host a.org", "several.txt"),
    ("--exclude x$", "several.txt"),
    ("--no-footers", "signed.eml"),
    ("--unwrap-redirectors", "redirector.txt"),
    *((f"--format {name}", "several.txt") for name in ("url", "jsonl", "csv", "parquet")),
    ("--output out.txt", "several.txt"),
]
LISTING = "--offline --format jsonl"
CHANGED: dict[str, list[tuple[str, str]]] = {
    "extract": [
        *LISTED,
        ("--rung string", "--format jsonl several.txt"),
        ("--rung string", "--format csv several.txt"),
        ("--rung string", "--format parquet several.txt"),
        ("--into links.duckdb", "several.txt"),
    ],
    "unique": [
        *LISTED,
        ("--rung string", "several.txt"),
        ("--relative", "relative.html"),
        ("--step drop-fragment", "several.txt"),
        ("--redirect http://b.org/x http://a.org/", "--rung protocol several.txt"),
        *((f"--sort {name}", "several.txt") for name in ("count", "url")),
    ],
    "show": [
        ("--kind text", "relative.html"),
        ("--encoding koi8-r", "other.txt"),
        ("--base http://base.org/", "relative.html"),
        ("--base-from base.tsv", "relative.html"),
        *FOUND,
        *((f"{option} --base http://b.org/", name) for option, name in PARTS if name != "parts.ipynb"),
        ("--format html", "several.txt"),
        ("--output out.txt", "several.txt"),
    ],
    "check": [
        ("--kind text", f"{LISTING} relative.html"),
        ("--encoding koi8-r", f"{LISTING} other.txt"),
        ("--root-dir folder", f"{LISTING} relative.html"),
        ("--site-url http://a.org/", f"{LISTING} folder"),
        ("--slugs mkdocs", f"{LISTING} heading.md"),
        ("--offline", "several.txt"),
        ("--no-ignore", f"{LISTING} ignoring"),
        ("--exclude a.org", f"{LISTING} several.txt"),
        *((f"{option}", f"{LISTING} {name}") for option, name in PARTS),
        ("--files *.md", f"{LISTING} folder"),
        ("--skip-files *.md", f"{LISTING} folder"),
        ("-q", f"{LISTING} --files *.none folder"),
        *((f"--format {form}", "--offline several.txt") for form in CHECK_FORMATS if form != "text"),
        ("--output out.txt", f"{LISTING} several.txt"),
    ],
    "explain": [
        (f"--{name}", "'see a.org/x, joe@a.org, //a.org/y, hxxp://a[.]org/z'")
        for name in ("schemeless", "emails", "network-path", "refang")
    ],
    "resolve": [
        ("--base http://b.org/", "../x"),
        ("--dialect rfc2396", "--base http://a/b/c ?y"),
        ("--loose", "--base http://a/b/c http:x"),
    ],
    "normalize": [
        ("--rung string", "HTTP://a"),
        ("--step drop-fragment", "http://a/#x"),
        ("--redirect http://a/ http://b/", "--rung protocol http://a/"),
        ("--explain", "HTTP://a"),
    ],
    "frontier": [
        ("--kind text", "parts.html"),
        ("--encoding koi8-r", "--base http://b.org/ relative.html"),
        ("--base http://base.org/", "relative.html"),
        ("--files *.md", "folder"),
        ("--skip-files *.md", "folder"),
        ("-q", "folder"),
        ("--base-from base.tsv", "relative.html"),
        ("--text", "crawl.warc"),
        *(
            (f"--include {name}", "--format url crawl.warc")
            for name in ("lazy", "noscript", "templates", "comments", "scripts", "json-ld")
        ),
        *(
            (f"--include {name}", "--base http://b.org/ --format url parts.md")
            for name in ("code", "wiki-links")
        ),
        ("--include outputs", "--base http://b.org/ --format url parts.ipynb"),
        *((f"--follow {name}", "crawl.warc") for name in ("navigation", "resource", "form", "metadata")),
        *((f"--respect {name}", "crawl.warc") for name in ("nofollow", "noindex", "robots")),
        ("--error-pages", "crawl.warc"),
        ("--keep-traps", "crawl.warc"),
        ("--skip-fetched", "crawl.warc"),
        ("--scheme ftp", "crawl.warc"),
        ("--host other.org", "crawl.warc"),
        *((f"--same {name}", "crawl.warc") for name in ("host", "domain")),
        ("--prefix http://www.site.org/n", "crawl.warc"),
        ("--match next", "crawl.warc"),
        ("--exclude next", "crawl.warc"),
        ("--extension pdf", "crawl.warc"),
        ("--skip-extension pdf", "crawl.warc"),
        (f"--seed {SITE}", "--format jsonl crawl.warc"),
        ("--known seen.duckdb", "crawl.warc"),
        *((f"--sort {name}", "crawl.warc") for name in ("count", "url", "surt")),
        *((f"--format {name}", "crawl.warc") for name in ("url", "seeds", "jsonl", "csv", "parquet")),
        ("--into table.duckdb", "crawl.warc"),
        ("--rung string", "--format jsonl crawl.warc"),
        ("--step sort-query", "--format jsonl crawl.warc"),
        ("--redirect http://www.site.org/next http://a/", "--rung protocol crawl.warc"),
        ("--output out.txt", "crawl.warc"),
    ],
}
"""For each command, an option and other arguments with which it changes something."""


def outcome(folder: Path, command: str, *arguments: str) -> tuple[Any, ...]:
    """Give all that a run tells: its exit code, what it prints, and the names of the files that are there."""
    done = run(command, *arguments, cwd=folder)
    return (*done, sorted(path.name for path in folder.iterdir()))


@pytest.mark.parametrize(
    ("command", "option", "rest"),
    [(command, *row) for command, rows in CHANGED.items() for row in rows],
)
def test_every_option_changes_something(
    command: str, option: str, rest: str, folder: Path, usual: Callable[..., tuple[Any, ...]]
) -> None:
    others = [rest.strip("'")] if rest.startswith("'") else rest.split()
    without = usual(command, *others)
    asked = outcome(folder, command, *option.split(), *others)
    assert without[0] in {0, 1} or (command, without[0]) in {("resolve", 2), ("check", 3)}
    assert asked[0] in {0, 1}, asked
    assert asked != without


@pytest.mark.parametrize("media_type", ["text/plain", "text/html"])
def test_a_message_is_shown_in_its_encoding(media_type: str, folder: Path) -> None:
    url = "http://a.org/\u0436"
    header = f"Subject: x\nContent-Type: {media_type}\n\n".encode()
    (folder / "koi8.eml").write_bytes(header + url.encode("koi8-r"))
    done = run("show", "--encoding", "koi8-r", "koi8.eml", cwd=folder)
    assert f"⟦{url}⟧" in done.out
    assert f"⟦{url}⟧" not in run("show", "koi8.eml", cwd=folder).out


@pytest.mark.parametrize("command", ["extract", "unique", "frontier"])
@pytest.mark.parametrize("option", ["--files", "--skip-files"])
def test_what_chooses_in_folders_is_told_where_none_is_named(command: str, option: str, folder: Path) -> None:
    told = "choose in folders, and none was named"
    words = [command, "--text"] if command == "frontier" else [command]
    done = run(*words, option, "*.md", "several.txt", cwd=folder)
    assert (done.code, done.out) == (0, run(*words, "several.txt", cwd=folder).out)
    assert told in done.err
    assert told not in run(*words, option, "*.md", "several.txt", "folder", cwd=folder).err
    assert told not in run(*words, "-q", option, "*.md", "several.txt", cwd=folder).err


def test_what_comes_to_no_url_has_the_scheme_it_is_written_with(folder: Path) -> None:
    (folder / "broken.html").write_text(
        "<a href='http://a b/'>a</a> <a href=relative>r</a> <a href='HTTP://b c/'>b</a>"
    )
    for options, lines in (("--scheme http", 2), ("--scheme ftp", 0), ("--host a", 0), ("--exclude b", 1)):
        done = run("extract", *options.split(), "broken.html", cwd=folder)
        assert len(done.out.splitlines()) == lines, options


INCLUDED = {
    "lazy": "http://www.site.org/lazy.png",
    "noscript": "http://www.site.org/noscript",
    "templates": "http://www.site.org/template",
    "comments": "http://comment.org/",
    "scripts": "http://script.org/",
    "json-ld": "http://www.site.org/ld",
}


@pytest.mark.parametrize("command", ["extract", "unique", "frontier"])
@pytest.mark.parametrize("part", INCLUDED)
def test_a_part_of_pages_that_is_included_is_found(command: str, part: str, folder: Path) -> None:
    usual = run(command, "--format", "url", "crawl.warc", cwd=folder).out.splitlines()
    asked = run(command, "--format", "url", "--include", part, "crawl.warc", cwd=folder).out.splitlines()
    assert sorted(asked) == sorted([*usual, INCLUDED[part]])


REFUSED = [
    (
        "extract --rung string several.txt",
        "--rung is how keys are made, which --format text has not; add --format",
    ),
    ("extract --rung scheme --format url several.txt", "which --format url has not"),
    (
        f"frontier --seed {SITE} crawl.warc",
        "--seed is what depth counts from, which --format text has not; add",
    ),
    (f"frontier --seed {SITE} --format seeds crawl.warc", "which --format seeds has not"),
    ("extract --format url --into x.duckdb several.txt", "--format has no meaning"),
    ("extract --output x.txt --into x.duckdb several.txt", "--output has no meaning"),
    ("frontier --format url --into x.duckdb crawl.warc", "--format has no meaning"),
    ("unique --redirect http://a/ http://b/ several.txt", "add --rung protocol"),
    ("frontier --redirect http://a/ http://b/ crawl.warc", "add --rung protocol"),
    ("normalize --redirect http://a/ http://b/ http://a/", "add --rung protocol"),
    ("resolve --loose --dialect whatwg http://a/", "--loose has no meaning in the whatwg dialect"),
]


@pytest.mark.parametrize(("arguments", "told"), REFUSED)
def test_what_would_be_ignored_is_refused(arguments: str, told: str, folder: Path) -> None:
    done = run(*arguments.split(), cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert told in done.err.replace("\n", " ")


@pytest.mark.parametrize(
    "also", ["--format jsonl", "--format csv", "--known seen.duckdb", "--into table.duckdb"]
)
def test_seeds_go_where_depth_is_shown_or_remembered(also: str, folder: Path) -> None:
    assert run("frontier", "--seed", SITE, *also.split(), "crawl.warc", cwd=folder).code == 0


def test_a_base_for_all_holds_for_what_no_other_way_knows(folder: Path) -> None:
    (folder / "unknown.html").write_text("<a href=/u>u</a>")
    given = ["--base-from", "base.tsv", "--base", "http://base.org/", "--format", "url"]
    done = run("frontier", *given, "relative.html", "unknown.html", cwd=folder)
    assert [url.split("/")[2] for url in done.out.split()] == ["list.org", "base.org"]


@pytest.mark.parametrize("command", ["extract", "unique"])
def test_the_last_of_two_values_counts_and_flags_may_be_said_twice(command: str, folder: Path) -> None:
    once = run(command, "--format", "csv", "--schemeless", "--kind", "text", "more.txt", cwd=folder)
    twice = [
        "--format",
        "url",
        "--format",
        "csv",
        "--schemeless",
        "--schemeless",
        "--kind",
        "html",
        "--kind",
        "text",
    ]
    assert run(command, *twice, "more.txt", cwd=folder) == once


TOGETHER = [
    "--schemeless --emails --network-path --refang --dialect rfc2396 --base http://b.org/ --format url",
    "--kind html --encoding koi8-r --include lazy --include noscript --include templates --include comments"
    " --include scripts --include json-ld --format jsonl",
    "--files *.html --files *.txt --files *.eml --skip-files folder -q --no-text --no-footers --unwrap-redirectors"
    " --scheme http --host a.org --exclude x$ --rung string --format csv",
]


OF_READING = [
    *(("extract", options) for options in TOGETHER),
    *(("unique", f"{options} --step drop-fragment --sort count") for options in TOGETHER[1:]),
    ("unique", f"{TOGETHER[0]} --rung protocol --redirect http://b.org/x http://a.org/ --sort url"),
    ("extract", "--base-from base.tsv"),
    ("unique", "--relative"),
    ("extract", "--max-page 1"),
]


@pytest.mark.parametrize(("command", "options"), some(OF_READING, every=4))
def test_in_two_processes_options_do_what_they_do_in_one(
    command: str, options: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("urlglean.jobs.shares._BATCH_FILES", 3)  # so that there is something to share
    one, two = (run(command, *options.split(), "--jobs", jobs, ".", cwd=folder) for jobs in ("1", "2"))
    assert two == one
    assert one.code in {0, 3}
    assert one.out


def test_options_that_are_shared_are_all_of_reading() -> None:
    shared = {word for _, options in OF_READING for word in options.split() if word.startswith("-")}
    taken = {option.split()[0] for rows in (LISTED, CHANGED["unique"]) for option, _ in rows}
    assert taken - shared == {"--output"}


OF_SERVERS = frozenset(
    "accept fragments cache headers cookies netrc user_agent allow_private concurrency per_host pace connect_timeout"
    " first_byte_timeout timeout retries max_body since".split()
)
"""The options of ``check`` that take a server to be seen, or a repository: test_check.py has them."""


def test_every_option_of_every_command_is_asked_for() -> None:
    for name, command in commands.commands.items():
        options = [item for item in command.params if isinstance(item, click.Option)]
        if not options:
            continue
        asked = {word for option, _ in CHANGED[name] for word in option.split() if word.startswith("-")}
        untold = OF_SERVERS | {"jobs"} if name == "check" else {"jobs"}
        missing = [item.opts for item in options if asked.isdisjoint(item.opts) and item.name not in untold]
        assert not missing, name
        choices = {
            f"{item.opts[0]} {choice}"
            for item in options
            if isinstance(item.type, click.Choice)
            and item.opts[0] in {"--include", "--follow", "--respect", "--same", "--sort", "--format"}
            for choice in item.type.choices
            if choice != item.default
        }
        assert choices <= {" ".join(option.split()[:2]) for option, _ in CHANGED[name]}, name


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


MANY_FILES = ["a.md", "b.txt", "node_modules/c.md", "docs/d.md", "docs/e.png", "docs/node_modules.md"]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("", MANY_FILES),
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
    for name in MANY_FILES:
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

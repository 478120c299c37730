"""What files on the disk were retrieved by: lists, layouts, comments, and the pages' own claims."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from urlglean.cli import commands
from urlglean.document import BaseClaim, Document
from urlglean.errors import InputError
from urlglean.mirrors import CANONICAL, Mirror

LAYOUTS = {
    # path below the folder that is read: what wget -r saved there
    "www.example.org/index.html": "http://www.example.org/",
    "www.example.org/a/index.html": "http://www.example.org/a/",
    "www.example.org/a/b.html": "http://www.example.org/a/b.html",
    "www.example.org/my-index.html": "http://www.example.org/my-index.html",
    "https/www.example.org/a.html": "https://www.example.org/a.html",
    "http/www.example.org/a.html": "http://www.example.org/a.html",
    "www.example.org:8080/a": "http://www.example.org:8080/a",
    "www.example.org+8080/a": "http://www.example.org:8080/a",
    "192.0.2.1/a": "http://192.0.2.1/a",
    "localhost:8000/a": "http://localhost:8000/a",
    "www.example.org/page.php?id=1": "http://www.example.org/page.php?id=1",
    "www.example.org/page.php?id=1.html": "http://www.example.org/page.php?id=1",
    "www.example.org/ü/a b#c.html": "http://www.example.org/%C3%BC/a%20b%23c.html",
    "www.example.org/100%25.html": "http://www.example.org/100%25.html",
    "deeper/down/www.example.org/a.html": "http://www.example.org/a.html",
    "www.example.org/mirror.example.net/a.html": "http://www.example.org/mirror.example.net/a.html",
    "2026/notes.html": None,
    "pages/a.html": None,
    "archive.tar/a.html": None,
    "www.example.org": None,
}


def page(name: str, html: str | bytes = "<p>x") -> Document:
    return Document(html, "text/html", name)


@pytest.mark.parametrize(("path", "url"), LAYOUTS.items())
def test_the_layout_of_wget(path: str, url: str | None, tmp_path: Path) -> None:
    claims = Mirror(["wget"], [str(tmp_path)]).claims(page(str(tmp_path / path)))
    assert claims == ((BaseClaim("retrieval", url, "wget's layout"),) if url else ())


def test_the_folder_that_is_read_may_be_that_of_the_host(tmp_path: Path) -> None:
    for root in (tmp_path / "www.example.org", tmp_path / "https" / "www.example.org"):
        root.mkdir(parents=True)
        (claim,) = Mirror(["wget"], [str(root)]).claims(page(str(root / "a" / "b.html")))
        scheme = "https" if "https" in root.parts else "http"
        assert claim.uri == f"{scheme}://www.example.org/a/b.html"


MARKS = {
    "httrack": (
        "<!-- Mirrored from www.example.org/a/b.php?x=1 by HTTrack Website Copier/3.x [XR&CO'2014], ... -->",
        BaseClaim("retrieval", "http://www.example.org/a/b.php?x=1", "HTTrack's comment"),
    ),
    "saved": (
        "<!-- saved from url=(0030)https://www.example.org/a?b=c -->",
        BaseClaim("retrieval", "https://www.example.org/a?b=c", "saved from url"),
    ),
    "canonical": (
        "<link rel='Canonical nofollow' href=' https://www.example.org/c '>",
        BaseClaim("default", "https://www.example.org/c", CANONICAL),
    ),
}


@pytest.mark.parametrize("way", MARKS)
def test_marks_in_the_page(way: str) -> None:
    mark, expected = MARKS[way]
    html = f"<!DOCTYPE html>\n{mark}<p>x"
    for content in (html, html.encode()):
        assert Mirror([way]).claims(page("pages/a.html", content)) == (expected,)
    others = [other for other in MARKS if other != way]
    assert Mirror(others).claims(page("pages/a.html", html)) == ()


@pytest.mark.parametrize(
    "mark",
    [
        "<link rel=canonical href=/relative>",
        "<!-- <link rel=canonical href=http://a.example/> -->",
        "<p>rel=canonical href=http://a.example/",
        "<link rel=canonical>",
    ],
)
def test_what_is_no_canonical_url(mark: str) -> None:
    assert Mirror(["canonical"]).claims(page("pages/a.html", mark)) == ()


def test_a_page_saved_from_the_disk_has_no_url() -> None:
    mark = "<!-- saved from url=(0014)about:internet -->"
    assert Mirror(["saved"]).claims(page("a.html", mark)) == ()


def test_the_first_way_that_knows_counts() -> None:
    html = MARKS["httrack"][0] + MARKS["canonical"][0]
    for ways in (["canonical", "httrack"], ["httrack", "canonical"]):
        (claim,) = Mirror(ways).claims(page("a.html", html))
        assert claim == MARKS[ways[0]][1]


LISTS = {
    "list.tsv": "# a comment\na/b.html\thttp://www.example.org/b\n\nc.html\thttps://www.example.org/c\n",
    "headed.tsv": "path\turl\na/b.html\thttp://www.example.org/b\nc.html\thttps://www.example.org/c\n",
    "list.csv": 'a/b.html,http://www.example.org/b\n"c.html","https://www.example.org/c"\n',
    "list.json": json.dumps({"a/b.html": "http://www.example.org/b", "c.html": "https://www.example.org/c"}),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / name
    file.write_text(LISTS[name], "utf-8")
    mirror = Mirror([str(file)])
    assert mirror.claims(page(str(tmp_path / "a" / "b.html"))) == (
        BaseClaim("retrieval", "http://www.example.org/b", str(file)),
    )
    assert mirror.claims(page(str(tmp_path / "d.html"))) == ()
    monkeypatch.chdir(tmp_path)
    assert mirror.claims(page("./c.html"))[0].uri == "https://www.example.org/c"


def test_paths_of_a_list_may_be_below_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "lists" / "list.tsv"
    file.parent.mkdir()
    file.write_text("c.html\thttp://www.example.org/c\n")
    root = tmp_path / "pages"
    assert Mirror([str(file)], [str(root)]).claims(page(str(root / "c.html")))


BAD_LISTS = {
    "list.tsv": ("a.html\thttp://a/\nb.html http://b/\n", ":2: a path and a URL with a tab"),
    "list.csv": ("a.html,http://a/\nb.html\n", ":2: a path and a URL with a comma"),
    "relative.tsv": ("a.html\thttp://a/\nb.html\t/b\n", ":2: '/b' is no absolute URL"),
    "list.json": ('{"a": \n"http://a/",}', ":2:13: no JSON"),
    "array.json": ("[1]", "no JSON object"),
    "latin.tsv": ("é\thttp://a/", "not UTF-8 at byte 0"),
}


@pytest.mark.parametrize("name", BAD_LISTS)
def test_what_is_wrong_in_a_list_is_pointed_at(name: str, tmp_path: Path) -> None:
    content, message = BAD_LISTS[name]
    file = tmp_path / name
    file.write_text(content, "latin-1" if name.startswith("latin") else "utf-8")
    with pytest.raises(InputError) as error:
        Mirror([str(file)])
    assert f"{file}{message}" in str(error.value) or message in str(error.value)


def test_no_such_list_names_the_ways() -> None:
    with pytest.raises(InputError, match="wget, httrack, saved, canonical"):
        Mirror(["nowhere"])


def test_a_mirrored_site_has_a_frontier(tmp_path: Path) -> None:
    site = tmp_path / "https" / "www.example.org" / "dir"
    site.mkdir(parents=True)
    (site / "index.html").write_text("<a href=../other.html>other</a> <a href=b.html>b</a>")
    (site / "b.html").write_text("<a href=.>up</a>")
    arguments = ["frontier", "--base-from", "wget", "--skip-fetched", str(tmp_path)]
    done = CliRunner().invoke(commands, arguments, standalone_mode=False)
    assert done.stdout == "1\thttps://www.example.org/other.html\thttps://www.example.org/dir/\n"

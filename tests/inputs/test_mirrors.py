"""What files on the disk were retrieved by: lists, layouts, comments, and the pages' own claims."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from support.work import calls_of
from urlglean.cli import commands
from urlglean.document import BaseClaim, Document
from urlglean.errors import InputError
from urlglean.inputs.files import InputOptions
from urlglean.inputs.mirrors import CANONICAL, WAYS, Mirror
from urlglean.pipeline import read_document

LAYOUTS = {
    # path below the folder that is read: what wget -r saved there
    "www.example.org/index.html": "http://www.example.org/",
    "www.example.org/a/index.html": "http://www.example.org/a/",
    "www.example.org/a/b.html": "http://www.example.org/a/b.html",
    # what stands above the folder of the host is none
    "Saved Pages/www.example.org/c.html": "http://www.example.org/c.html",
    "release 1/1.2.3/192.0.2.1/d.html": "http://192.0.2.1/d.html",
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
    "www.example.org/index.html?x=1": "http://www.example.org/?x=1",
    "www.example.org/a/index.html?x=1.html": "http://www.example.org/a/?x=1",
    "www.example.org/q.cgi?u=http:%2F%2Fa%2Fb": "http://www.example.org/q.cgi?u=http:%2F%2Fa%2Fb",
    "www.example.org/100%.html": "http://www.example.org/100%25.html",
    "www.example.org/50%zz%2.html": "http://www.example.org/50%25zz%252.html",
    "www.example.org/index.htm": "http://www.example.org/index.htm",
    "www.example.org/a/myindex.html": "http://www.example.org/a/myindex.html",
    "www.example.org/caf\udce9/\udcfc.html": "http://www.example.org/caf%E9/%FC.html",
    # wget --restrict-file-names=windows
    "www.example.org/a/index.html@root": "http://www.example.org/a/?root",
    "www.example.org/index.html@": "http://www.example.org/index.html@",
    "www.example.org+8080/index.html@x=1": "http://www.example.org:8080/?x=1",
    "www.example.org/a/page.php@id=1&x=2.html": "http://www.example.org/a/page.php?id=1&x=2",
    "www.example.org/q@a=b@c.example": "http://www.example.org/q?a=b@c.example",
    "www.example.org/@user/post": "http://www.example.org/@user/post",
    "www.example.org/pkg@1.0/x.html": "http://www.example.org/pkg@1.0/x.html",
    "www.example.org/@a=b": "http://www.example.org/@a=b",
    # wget --adjust-extension
    "www.example.org/page.php.html": "http://www.example.org/page.php",
    "www.example.org/Default.ASP.html": "http://www.example.org/Default.ASP",
    "www.example.org/page.jsp.html": "http://www.example.org/page.jsp",
    "www.example.org/page.php5.html": "http://www.example.org/page.php5",
    "www.example.org/node.js.html": "http://www.example.org/node.js.html",
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
    guessed = "" if path.startswith(("http/", "https/")) else ", scheme guessed"
    assert claims == ((BaseClaim("retrieval", url, f"wget's layout{guessed}"),) if url else ())


def test_what_the_files_of_a_folder_have_in_common_is_worked_out_once(tmp_path: Path) -> None:
    mirror = Mirror(["wget"], [str(tmp_path)])
    mirror.claims(page(str(tmp_path / "www.example.org/b.html")))  # what is loaded once
    first, *others = (page(str(tmp_path / f"www.example.org/a/b/c/{number}.html")) for number in range(20))
    at_first = calls_of(lambda: mirror.claims(first))
    assert max(calls_of(lambda other=other: mirror.claims(other)) for other in others) < at_first / 4


@pytest.mark.parametrize("way", ["wget", "httrack"])
def test_a_scheme_that_no_layout_says_is_said_or_told_as_a_guess(way: str, tmp_path: Path) -> None:
    file = page(str(tmp_path / "www.example.org" / "a.html"))
    guessing = Mirror([way], [str(tmp_path)])
    assert guessing.claims(file)[0].uri == "http://www.example.org/a.html"
    (told,) = guessing.told(None)
    assert f"--base-from {way}:https" in told
    said = Mirror([f"{way}:https"], [str(tmp_path)])
    assert said.claims(file)[0].uri == "https://www.example.org/a.html"
    assert not [*said.told(None)]


def test_what_is_told_is_the_first_guess_in_the_order_of_the_pages(tmp_path: Path) -> None:
    first, second, third = (
        Document("", "text/html", str(tmp_path / "www.example.org" / name))
        for name in ("1.html", "2.html", "3.html")
    )
    reading, telling = (Mirror(["wget"], [str(tmp_path)]) for _ in range(2))
    reading.claims(third)  # which may be read before the others, by another process, say
    later = reading.learnt()
    reading.claims(first)
    reading.claims(second)
    telling.learn(reading.learnt())
    telling.learn(later)
    (told,) = telling.told(None)
    assert "(http://www.example.org/1.html)" in told


BELOW = {
    # path below the folder that is read: the URL it has where that of the folder is http://b.example/docs/
    "index.html": "http://b.example/docs/index.html",
    "a/b.html": "http://b.example/docs/a/b.html",
    "a b/100%/ü#1.html": "http://b.example/docs/a%20b/100%25/%C3%BC%231.html",
    "a:b/c.html": "http://b.example/docs/a:b/c.html",
    "..x/c.html": "http://b.example/docs/..x/c.html",
}


@pytest.mark.parametrize(("path", "url"), BELOW.items())
@pytest.mark.parametrize("base", ["http://b.example/docs/", "http://b.example/docs"])
def test_a_base_of_a_folder_goes_on_with_the_path_below_it(
    path: str, url: str, base: str, tmp_path: Path
) -> None:
    mirror = Mirror((), [str(tmp_path)], base=base)
    assert mirror.claims(page(str(tmp_path / path))) == (BaseClaim("retrieval", url, "--base"),)
    assert not mirror.claims(page("-"))
    assert not mirror.claims(page(str(tmp_path.parent / "elsewhere.html")))


def test_a_base_of_several_files_is_that_of_the_folder_they_are_in(tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("docs/a.html", "docs/sub/b.html")]
    found = [Mirror((), names, base="http://b.example/").claims(page(name))[0].uri for name in names]
    assert found == ["http://b.example/a.html", "http://b.example/sub/b.html"]
    assert (
        Mirror((), names[:1], base="http://b.example/x?y").claims(page(names[0]))[0].uri
        == "http://b.example/x?y"
    )


def test_a_list_is_no_field_of_a_header_whatever_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.html").write_text("<a href=x>x</a>")
    bases = []
    for name in ("base", "list"):
        Path(name).write_text("p.html\thttp://b.example/one two/\n")
        inputs = InputOptions(mirror=Mirror([name], ["p.html"]))
        (document,) = inputs.documents(["p.html"], on_problem=pytest.fail)
        bases += [link.base.uri for link in read_document(document) if link.base]
    assert bases == ["http://b.example/one%20two/"] * 2


@pytest.mark.parametrize(
    "base",
    [
        *("http://b.example/docs/index.html", "http://b.example/x.phtml", "http://b.example/x.do"),
        *("http://b.example/?x", "http://b.example/#x"),
    ],
)
def test_the_url_of_a_page_is_no_base_of_a_folder(base: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="of their folder"):
        Mirror((), [str(tmp_path)], base=base)


def test_the_folder_that_is_read_may_be_that_of_the_host(tmp_path: Path) -> None:
    for root in (tmp_path / "www.example.org", tmp_path / "https" / "www.example.org"):
        root.mkdir(parents=True)
        (claim,) = Mirror(["wget"], [str(root)]).claims(page(str(root / "a" / "b.html")))
        scheme = "https" if "https" in root.parts else "http"
        assert claim.uri == f"{scheme}://www.example.org/a/b.html"


MARKS = {
    "httrack": (
        "<!-- Mirrored from www.example.org/a/b.php?x=1 by HTTrack Website Copier/3.x [XR&CO'2014], ... -->",
        BaseClaim("retrieval", "http://www.example.org/a/b.php?x=1", "HTTrack's comment, scheme guessed"),
    ),
    "saved": (
        "<!-- saved from url=(0030)https://www.example.org/a?b=c -->",
        BaseClaim("retrieval", "https://www.example.org/a?b=c", "saved from url"),
    ),
    "saved by SingleFile": (
        "<html lang=en><!--\n Page saved with SingleFile \n url: https://www.example.org/a?b=c \n saved date: x\n-->",
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
    way = way.partition(" ")[0]
    for content in (html, html.encode()):
        assert Mirror([way]).claims(page("pages/a.html", content)) == (expected,)
    others = [other for other in WAYS if other not in {way, "wget"}]
    assert Mirror(others).claims(page("pages/a.html", html)) == ()


HTTRACK_LIST = """\
date\tsize'/'remotesize\tflags\tstatuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)
14:01:36\t0/0\t------\t301\terror ('Moved')\ttext/html\t\thttp://www.example.org/\t\t(from )
14:01:37\t9/-1\t---M--\t200\tadded ('OK')\ttext/html\tdate:x\thttps://www.example.org/p.php?id=1\t\
/home/me/out/www.example.org/p5368.html\t(from )
14:01:38\t9/-1\t---M--\t200\tadded ('OK')\ttext/html\tdate:x\thttps://www.example.org:8080/a%20%C3%BC\t\
/home/me/out/www.example.org_8080/a%20%c3%bc.html\t(from https://www.example.org/)
"""


def test_the_list_that_httrack_leaves(tmp_path: Path) -> None:
    project = tmp_path / "moved" / "since"
    for name in ("www.example.org/p5368.html", "www.example.org_8080/a ü.html", "hts-cache/new.txt"):
        file = project / name
        file.parent.mkdir(parents=True)
        file.write_text(HTTRACK_LIST if file.suffix == ".txt" else "<p>x", "utf-8")
    for root in (tmp_path, project, project / "www.example.org"):
        mirror = Mirror(["httrack"], [str(root)])
        found = [mirror.claims(page(str(file))) for file in sorted(project.glob("www*/*"))]
        assert found == [
            (BaseClaim("retrieval", "https://www.example.org/p.php?id=1", "HTTrack's list"),),
            (BaseClaim("retrieval", "https://www.example.org:8080/a%20%C3%BC", "HTTrack's list"),),
        ]
    (project / "hts-cache" / "new.txt").unlink()
    (claim,) = Mirror(["httrack"], [str(project)]).claims(
        page(str(project / "www.example.org_8080" / "b.html"))
    )
    assert claim == BaseClaim(
        "retrieval", "http://www.example.org:8080/b.html", "HTTrack's layout, scheme guessed"
    )


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


def test_a_canonical_url_is_found_without_a_tree() -> None:
    tags = "".join(f"<b id={number}>" for number in range(600)) + "<p>x" * 3000
    (claim,) = Mirror(["canonical"]).claims(
        page("a.html", f"<link rel=canonical href=http://a.example/b><p>{tags}")
    )
    assert claim.uri == "http://a.example/b"
    assert Mirror(["canonical"]).claims(page("a.html", f"<link rel=canonical href=b><p>{tags}")) == ()


@pytest.mark.parametrize("way", ["httrack", "saved", "canonical"])
@pytest.mark.parametrize("mark", ["\N{ZERO WIDTH NO-BREAK SPACE}", ""])
def test_the_marks_of_pages_in_utf_16(way: str, mark: str) -> None:
    html, claim = MARKS[way]
    encoded = f"{mark}{html}".encode("utf-16-be" if mark else "utf-16")
    assert Mirror([way]).claims(page("a.html", encoded)) == (claim,)


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
    "headed.tsv": "# made by hand\npath\turl\na/b.html\thttp://www.example.org/b\nc.html\thttps://www.example.org/c\n",
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
    "list.tsv": ("a.html\thttp://a/\nb.html http://b/\n", ":2:17: a path and a URL with a tab"),
    "list.csv": ("a.html,http://a/\nb.html\n", ":2:7: a path and a URL with a comma"),
    "relative.tsv": ("a.html\thttp://a/\nb.html\t/b\n", ":2:8: '/b' is no absolute URL"),
    "quoted.csv": ('a.html,http://a/\n"b.html","/b"\n', ":2:11: '/b' is no absolute URL"),
    "null.tsv": ("a\thttp://a/\nx\0\t/y\n", ":2:4: '/y' is no absolute URL"),
    "twice.tsv": (
        "a.html\thttp://a/\na.html\thttp://b/\n",
        ":2:8: 'a.html' has another URL before: http://a/",
    ),
    "list.json": ('{"a": \n"http://a/" "b"}', ":2:13: no JSON"),
    "comma.json": ('{"a": \n"http://a/",}', ":2:1"),  # 12 or 13, as Python's version has it
    "array.json": ("[1]", ":1:1: no JSON object"),
    "relative.json": ('{"a": "http://a/",\n "b": "/b"}', ":2:8: '/b' is no absolute URL"),
    "number.json": ('{"a": "http://a/",\n "b\\u0063": 7}', ":2:2: what 'bc' has is no string with a URL"),
    "nested.json": ('{"a": {"b": "http://a/"}}', ":1:2: what 'a' has is no string with a URL"),
    "twice.json": ('{"a": "http://a/", "a": "http://b/"}', ":1:26: 'a' has another URL before"),
    "long.json": (
        '{"a": "http://a/",\n "b": %s}' % ("7" * 5000),
        ":2:2: what 'b' has is no string with a URL",
    ),
    "deep.json": ("[" * 100_000, ":1:"),
    "latin.tsv": ("a\thttp://a/\nbé\thttp://a/", ":2:2: not UTF-8"),
}


@pytest.mark.parametrize("name", BAD_LISTS)
def test_what_is_wrong_in_a_list_is_pointed_at(name: str, tmp_path: Path) -> None:
    content, message = BAD_LISTS[name]
    file = tmp_path / name
    file.write_text(content, "latin-1" if name.startswith("latin") else "utf-8")
    with pytest.raises(InputError) as error:
        Mirror([str(file)])
    assert str(error.value).startswith(f"{file}{message}")


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


def test_the_folder_of_the_host_may_be_the_current_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "www.example.org"
    site.mkdir()
    (site / "index.html").write_text("<a href=b.html>b</a>")
    monkeypatch.chdir(site)
    assert frontier_of("wget", Path()) == [["http://www.example.org/b.html", "http://www.example.org/"]]


def test_a_site_whose_name_begins_as_that_of_another_is_another(tmp_path: Path) -> None:
    for host in ("a.example.org", "a.example.org.uk"):
        (tmp_path / host).mkdir()
    (tmp_path / "a.example.org" / "index.html").write_text("<a href=../a.example.org.uk/b.html>b</a>")
    (tmp_path / "a.example.org.uk" / "b.html").write_text("<p>b")
    assert frontier_of("wget", tmp_path) == [["http://a.example.org.uk/b.html", "http://a.example.org/"]]


def frontier_of(way: str, folder: Path) -> list[list[str]]:
    arguments = ["frontier", "--base-from", way, str(folder)]
    done = CliRunner().invoke(commands, arguments, standalone_mode=False)
    return [line.split("\t")[1:] for line in done.stdout.splitlines()]


def test_references_that_wget_has_rewritten_are_those_of_the_site_again(tmp_path: Path) -> None:
    site = tmp_path / "www.example.org"
    (site / "dir").mkdir(parents=True)
    (tmp_path / "other.example.org").mkdir()
    (site / "dir" / "a.php?id=1&b=%C3%BC.html").write_text("<p>x")
    (tmp_path / "other.example.org" / "index.html").write_text("<p>x")
    (site / "dir" / "index.html").write_text(
        "<a href='a.php%3Fid=1&amp;b=%25C3%25BC.html#s'>a</a> <a href=../../other.example.org/index.html>o</a>"
        " <a href=gone.php%3Fid=2.html>not there</a> <a href=index.html>index</a>"
        " <a href='http://www.example.org/c%3Fd'>c</a>"
    )
    here = "http://www.example.org/dir/"
    assert frontier_of("wget", tmp_path) == [
        [f"{here}a.php?id=1&b=%C3%BC", here],
        ["http://other.example.org/", here],
        [f"{here}gone.php%3Fid=2.html", here],
        [f"{here}index.html", here],
        ["http://www.example.org/c%3Fd", here],
    ]


def test_a_reference_that_no_file_can_have_the_name_of_leads_to_none(tmp_path: Path) -> None:
    site = tmp_path / "www.example.org"
    site.mkdir()
    name = "a" * 300  # more than a name of a file may have
    (site / "index.html").write_text(f'<a href="{name}%3Fq">x</a><a href=b>y</a>')
    assert frontier_of("wget", tmp_path) == [
        [f"http://www.example.org/{name}%3Fq", "http://www.example.org/"],
        ["http://www.example.org/b", "http://www.example.org/"],
    ]


def test_an_embedded_base_is_none_that_wget_leaves(tmp_path: Path) -> None:
    site = tmp_path / "www.example.org"
    site.mkdir()
    (site / "a?b").write_text("<p>x")
    (site / "index.html").write_text("<base href=/x/><a href=a%3Fb>a</a>")
    assert frontier_of("wget", tmp_path) == [["http://www.example.org/x/a%3Fb", "http://www.example.org/"]]


def test_references_that_httrack_has_rewritten(tmp_path: Path) -> None:
    for name in ("www.example.org/p5368.html", "www.example.org_8080/a ü.html", "hts-cache/new.txt"):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_text(HTTRACK_LIST if file.suffix == ".txt" else "<p>x", "utf-8")
    (tmp_path / "www.example.org" / "index.html").write_text(
        "<a href=p5368.html#s>p</a> <a href='../www.example.org_8080/a%20%C3%BC.html'>a</a>"
    )
    assert [url for url, _ in frontier_of("httrack", tmp_path / "www.example.org")] == [
        "https://www.example.org/p.php?id=1",
        "https://www.example.org:8080/a%20%C3%BC",
    ]


def test_references_to_files_of_a_list(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<a href=b.html#s>b</a> <a href=c.html>c</a>")
    (tmp_path / "b.html").write_text("<p>x")
    listed = tmp_path / "list.tsv"
    listed.write_text("a.html\thttp://a.example/\nb.html\thttp://b.example/?x\n")
    assert [url for url, _ in frontier_of(str(listed), tmp_path / "a.html")] == [
        "http://b.example/?x",
        "http://a.example/c.html",
    ]


def test_what_is_no_text_in_a_mirror_was_fetched_too(tmp_path: Path) -> None:
    site = tmp_path / "www.example.org"
    site.mkdir()
    (site / "index.html").write_text(
        "<img src=a.png> <img src=b.png> <a href=m.pdf>m</a> <script src=x.js></script>"
    )
    (site / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (site / "m.pdf").write_bytes(b"%PDF-1.7 \0")
    (site / "x.js").write_text("x")
    arguments = ["frontier", "--base-from", "wget", "--skip-fetched", str(tmp_path)]
    done = CliRunner().invoke(commands, arguments, standalone_mode=False)
    assert done.stdout == "1\thttp://www.example.org/b.png\thttp://www.example.org/\n"
    assert "skipped 2 files that are no text: 1 PNG image, 1 PDF file" in done.stderr
    assert done.return_value == 0


def test_a_way_that_knows_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "b.html").write_text("<a href=http://a.example/>up</a>")
    (tmp_path / "list.tsv").write_text("c.html\thttp://www.example.org/c\n")

    def told(*ways: str) -> str:
        arguments = [
            "frontier",
            *(item for way in ways for item in ("--base-from", way)),
            str(tmp_path / "pages"),
        ]
        return CliRunner().invoke(commands, arguments, standalone_mode=False).stderr

    listed = str(tmp_path / "list.tsv")
    assert f"--base-from {listed}: it knows nothing" in told(listed)
    assert "--base-from wget: it knows nothing" in told(listed, "wget")
    (tmp_path / "list.tsv").write_text("b.html\thttp://www.example.org/c\n")
    assert told(listed, "wget") == ""


@pytest.mark.parametrize("roots", [("mirror",), (".",), (), ("mirror/a.org", "mirror/a.org/index.html")])
def test_the_files_met_before_change_nothing(roots: tuple[str, ...]) -> None:
    folders = [
        "mirror/a.org",
        "mirror/a.org/",
        "mirror//a.org/./b",
        "mirror/a.org/../b.org",
        ".",
        "",
        "a.org",
    ]
    files = ["index.html", "x.php.html", "x@y=z", "..", ".", "", "..x.html", "b.org", "%zz é"]
    mirror = Mirror(["wget"], roots)
    names = {f"{folder}/{file}" if folder else file for folder, file in itertools.product(folders, files)}
    for name in sorted(names - {""}):
        document = Document(b"", "text/html", name)
        assert mirror.claims(document) == Mirror(["wget"], roots).claims(document), name


@pytest.mark.parametrize("pages", [50, 200])
def test_many_files_named_one_by_one_are_not_compared_with_each_other(
    pages: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "www.example.org"
    site.mkdir()
    names = [str(site / f"{number}.html") for number in range(pages)]
    mirror = Mirror(["wget"], names)
    calls = 0
    normpath = os.path.normpath

    def counted(path: str) -> str:
        nonlocal calls
        calls += 1
        return normpath(path)

    monkeypatch.setattr("urlglean.inputs.mirrors.os.path.normpath", counted)
    for name in names:
        (claim,) = mirror.claims(Document(b"", "text/html", name))
        assert claim.uri == f"http://www.example.org/{Path(name).name}"
        assert mirror.original(name, "1.html") is None
    assert calls <= 2 * pages

"""Tokens: a page read by its tokens has the references that its tree has, in the memory of a window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import urlglean
from support.html_corpus import FOLDER
from support.laws import some, tries_all
from support.work import calls_of, peak_of
from urlglean.document import Document, ReadOptions
from urlglean.html.reader import fragments_of_page
from urlglean.html.tokenized import windows as windows_of_pages
from urlglean.html.tokenized.tokens import base_of, is_too_long, names_of
from urlglean.html.tokenized.windows import windows
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem
from urlglean.text import Text

OF_TREES_ALONE = {
    "base-in-frameset": "nothing but frames stands in a frameset",
    "deep-nesting": "a link that stands so deep in others has no text",
    "forms": "a form in another one is none",
    "frameset": "nothing but frames stands in a frameset",
    "misnested": "a cell of a table ends the link before it",
    "unclosed": "a link goes on in the next paragraph, where a copy of it is open",
}
"""Pages in which a browser does what only a tree tells."""


@pytest.fixture(autouse=True, params=[400, 1 << 18], ids=["small windows", "windows"])
def _windows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_of_pages, "_WINDOW", request.param)
    if request.param == 400:
        monkeypatch.setattr(windows_of_pages, "LONG", 1)


def rows(page: bytes | str, longest: int, media_type: str = "text/html") -> list[str]:
    """Give the Links of the markup, and the URLs of the text, without the elements these stand in."""
    options = ReadOptions(
        lazy=True, noscript=True, templates=True, comments=True, json_ld=True, max_page=longest
    )
    document = Document(page, media_type)
    found = []
    for link in read_document(document, options=options, on_problem=lambda _: None):
        row = link.row()
        if (
            link.attribute == "#text"
        ):  # which stands in another element, or ends elsewhere, where a window is cut
            row = {name: row[name] for name in ("url", "line", "column", "inert")}
        found.append(repr(row))
    return sorted(found)


PAGES = sorted(FOLDER.glob("*.html"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_of_the_corpus_reads_the_same(page: Path) -> None:
    content = page.read_bytes()
    by_tree, by_tokens = rows(content, 10 << 20), rows(content, 1)
    assert (by_tokens == by_tree) == (page.stem not in OF_TREES_ALONE)
    assert len(by_tokens) >= len(by_tree)


XHTML_PAGE = '<html xmlns="http://www.w3.org/1999/xhtml">'


@pytest.mark.parametrize(
    ("page", "media_type"),
    [
        ("<template><a href=x></a></template><a href=y>z</a>" * 50, "text/html"),
        ("<p><template shadowrootmode=open><a href=x>x</a></template>" * 50, "text/html"),
        (
            "<svg><title/><style/><script href=x /><a xlink:href=y href=z>z</a></svg><a href=x>z</a>" * 50,
            "text/html",
        ),
        (
            "<svg><foreignObject><a href=x>y</a></foreignObject><image href=z /><p><a href=x>y</a>" * 50,
            "text/html",
        ),
        ("<math><mi><a href=x>y</a></mi><mrow href=z></mrow></math>" * 50, "text/html"),
        ("<style>a { b: url(c) }</style><p style='a: url(b)'>" * 50, "text/html"),
        ("<noscript><a href=x>y</a>http://a.example/</noscript>" * 50, "text/html"),
        ("<!-- <a href=x>y</a> --><!-- http://a.example/ -->" * 50, "text/html"),
        ("<iframe srcdoc='<a href=x>y</a>'></iframe>" * 50, "text/html"),
        ("<script type='application/ld+json'>{'url': \"http://a.example/\"}</script>" * 50, "text/html"),
        ("<a href=x><img alt=y></a><area href=x alt=y><link rel=icon href=x>" * 50, "text/html"),
        ("<body background=x><html manifest=y><body background=z>" * 50, "text/html"),
        (
            "<image src=x alt=y>http://a.example/<math><image src=x href=y></math><svg><image src=x></svg>"
            * 50,
            "text/html",
        ),
        ("<a href=x><image alt=y></a><a href=z><svg><image alt=y></svg></a>" * 50, "text/html"),
        ("<p>see http://a.example/<wbr>b<p>www.a.<i>example</i>\r\n" * 50, "text/html"),
        ("<svg/><a href=x>y</a>" * 50, "text/html"),
        (
            "<svg><foreignObject><template><svg fill='url(a)'><g mask='url(b)'/></svg></template></svg>",
            "text/html",
        ),
        ("<a href=x><svg><a href=y>b</a></svg>c<svg/>d</a>", "text/html"),
        ("<svg><title/></svg><!-- <a href=x>http://a.example/ </a> -->", "text/html"),
        ("<template><svg><title/></svg></template><p>http://a.example/ ", "text/html"),
        (
            "<svg><text><title></title>http://a.example/ <title><b>x</b></title>www.b.example</text>",
            "text/html",
        ),
        (
            "<SVG><style/><foreignobject></foreignObject><title>http://a.example/ </SVG><a href=x>" * 9,
            "text/html",
        ),
        ("<math fill='url(a)'><mi mask='url(b)' style='c: url(d)'></mi></math>" * 9, "text/html"),
        ("<svg><foreignObject><math><mi></svg><a href=x>y</a>" * 50, "text/html"),
        ("<svg><clipPath mask='url(x)'/><foreignObject fill='url(y)'/></svg>" * 50, "text/html"),
        ("<svg><foreignObject><math><b>x</b></foreignObject><image href=z /></svg>" * 50, "text/html"),
        ("<a href=x>a<!-- b -->c</a><a href=x> <img alt=a><img alt=b></a>" * 50, "text/html"),
        ("<a href=x><template><img alt=a></template></a>" * 50, "text/html"),
        ("<p title='" + "<p>" * 2000 + "'><a href=x>y</a>", "text/html"),
        (
            XHTML_PAGE + "<a href='x' /><![CDATA[<a href='y'>]]><script src='x'/>\n" * 50,
            "application/xhtml+xml",
        ),
        ("x" * 3000 + "<a href=x>y</a>", "text/html"),
        (XHTML_PAGE + "<a href='x'/>\r\n" * 99 + "<p>http://a.example/b", "application/xhtml+xml"),
        ("<title>" + " \n" * 999 + "http://a.example/b</title><a href=x>y</a>", "text/html"),
        ("<script>" + " " * 999 + "'<a href=x>'</script>" + " " * 999 + "<a href=x>y</a>", "text/html"),
        (
            "<p>http://a.example/b" + " " * 999 + "http://a.example/c<a href='x" + " " * 999 + "'>y</a>",
            "text/html",
        ),
    ],
)
def test_a_page_reads_the_same(page: str, media_type: str) -> None:
    assert rows(page, 1, media_type) == rows(page, 10 << 20, media_type) != []


def test_a_long_tag_that_does_not_end_is_none() -> None:
    document = Document("<a title='" + "<a href=x>" * 20_000, "text/html")
    problems: list[Problem] = []
    assert not list(read_document(document, options=ReadOptions(max_page=1), on_problem=problems.append))
    assert [problem.lost for problem in problems] == [False]


@pytest.mark.parametrize("end", ["", "\n"])
def test_links_and_texts_come_in_the_order_of_the_page(end: str) -> None:
    long = " ".join(f"{number}.png 1x," for number in range(9))  # read once it is asked for
    piece = f"<p><a href=x>y</a> http://a.example/ <img src=z><img srcset='{long}'> www.b.example </p>{end}"
    document = Document(f"{piece * 50}<noscript>{piece}</noscript>", "text/html")
    options = ReadOptions(noscript=True, max_page=1)
    links = list(read_document(document, options=options, on_problem=lambda _: None))
    assert len(links) == 51 * 13
    assert [link.position for link in links] == sorted(link.position for link in links)


@pytest.mark.parametrize("longest", [1, 10 << 20])
def test_a_text_in_an_image_has_its_element(longest: int) -> None:
    page = "<svg><title>http://a.example/ </title><text><title></title>http://b.example/ </text></svg>"
    document = Document(page, "text/html")
    links = read_document(document, options=ReadOptions(max_page=longest), on_problem=lambda _: None)
    assert [(link.text, link.element) for link in links] == [
        ("http://a.example/", "title"),
        ("http://b.example/", "text"),
    ]


OF_TEMPLATE = "<template><a href=x>y</a></template><p>see http://a.example/"


@pytest.mark.parametrize(
    ("page", "options", "texts"),
    [
        (OF_TEMPLATE, {}, {"http://a.example/"}),
        (OF_TEMPLATE, {"templates": True}, {"x", "http://a.example/"}),
        (OF_TEMPLATE, {"text": False}, set()),
        ("<img data-src=y>", {}, set()),
        ("<img data-src=y>", {"lazy": True}, {"y"}),
        ("<p>see //localhost/z", {"delimit": {"network_path": True}}, {"//localhost/z"}),
    ],
)
def test_options_hold_for_long_pages(page: str, options: dict[str, Any], texts: set[str]) -> None:
    for longest in (1, 10 << 20):
        document, asked = Document(page * 50, "text/html"), ReadOptions(max_page=longest, **options)
        found = list(read_document(document, options=asked, on_problem=lambda _: None))
        assert {link.text for link in found} == texts
        assert len(found) == 50 * len(texts)


def test_a_page_is_too_long_by_its_length_or_by_what_is_made_of_it() -> None:
    pages = ("x" * 1600, "<p>as a text" * 100, "<p id=bcd>" * 50, "http://a " * 33)
    assert [is_too_long(page, 1600) for page in pages] == [False] * 4
    assert [is_too_long(page + page[:9], 1600) for page in pages] == [True] * 4


def test_of_a_page_that_is_longer_nothing_is_looked_for() -> None:
    page = "<b>" * 10_000
    assert peak_of(lambda: is_too_long(page, len(page) - 1)) < 4000


def test_a_page_is_too_long_whose_tree_takes_many_times_its_length() -> None:
    longest = 1 << 15
    assert not is_too_long("<p>" * 273, longest)
    for tag, size in (
        ("<p>", 150),
        ("<a href=abcd>", 750),
        ("<p class=x>", 214),
        (f"<p>url({'x' * 24}", 1650),
    ):
        times = 4 * longest // (size - 20 * len(tag)) if size > 20 * len(tag) else 1000
        assert not is_too_long(tag * times, longest)
        assert is_too_long(tag * (times + 1), longest) is (size > 20 * len(tag))
    assert not is_too_long('<p class="a">As people write.</p>\n' * 600, longest)


def test_no_page_of_source_code_is_too_long_that_has_a_tag_for_each_word() -> None:
    word = (
        '<span class="id"><a href="a.html#v%d" title="v"><span class="v">v%d</span></a></span><span> (</span>'
    )
    assert not is_too_long("".join(word % (n, n) for n in range(20_000)), 10 << 20)


_OPEN = "".join(f"<b id={number}>" for number in range(400))
_ALL_KINDS = "<b><i><u><s><tt><em><big><code><font><small><strong><strike>" * 3


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("<p>" + _OPEN + "<p>x" * 2000, id="elements each another, then paragraphs"),
        pytest.param(_OPEN.replace(">", "><p>") * 4, id="paragraphs between them"),
        pytest.param("<p>" + _ALL_KINDS + "<p>x" * 12_000, id="all kinds three times"),
        pytest.param(
            "<p>" + "".join(f'<b id="{n}<b>{n}</b>">' for n in range(400)) + "<p>x" * 1000, id="in a value"
        ),
        pytest.param("<p>" + _OPEN.replace(">", "><!--</b>-->") + "<p>x" * 1000, id="end tags in comments"),
        pytest.param("<p>" + _OPEN.replace(">", "><table></b></table>") + "<p>x" * 1000, id="in tables"),
        pytest.param("<p>" + _OPEN.replace("=", "=x'>").replace(">", ">y</b>") + "<p>x" * 1000, id="quotes"),
    ],
)
def test_a_page_is_too_long_whose_formatting_is_made_anew_in_each_paragraph(page: str) -> None:
    """Trees of these take a thousand times their size and more."""
    assert is_too_long(page, 10 << 20)


def test_a_page_may_hold_any_number_of_formatting_elements_that_are_closed() -> None:
    lines = "<p><b>Of</b> <code id=a%d>a<i class='b'>b</i> <a href='c'>c</a></code>, <EM>too</EM><p>and so on"
    assert not is_too_long("".join(lines % n for n in range(2000)), 10 << 20)
    assert not is_too_long("<p><font size=2>in an old <b>page<p>" * 2000, 10 << 20)
    lines = '<P\n>some <TT\nCLASS="a%d"\n>program</TT\n></P\n>'
    assert not is_too_long("".join(lines % (n % 20) for n in range(8000)), 10 << 20)


LARGE = {
    "tags": "<p>",
    "links": "<a href=x>",
    "srcset of two": '<img srcset="a, b 2x">',
    "srcset": "<source srcset=a>",
    "style sheets": "<style>a{b:url(c)}</style>",
    "long values": f"<a ping='{'a ' * 1000}'>",
    "URLs in cells": "<tr><td>http://a.example/<td>c",
    "sections": "<svg><![CDATA[http://a.example/]]>",
    "URLs in elements": "<i>h</i><b>t</b>tp://a.example/ ",
    "formatting": "<p><b>x",
}
"""Pieces of which a large page is made."""


@pytest.mark.skipif(sys.platform == "win32", reason="it tells no process's memory")
@pytest.mark.parametrize("_windows", [1 << 18], indirect=True)  # as they are in the process that is started
@pytest.mark.parametrize("piece", some([*LARGE.values()], every=3), ids=some([*LARGE], every=3))
def test_a_page_takes_twenty_times_its_size_beyond_ten_megabytes(piece: str) -> None:
    size = 3 << 19
    read = """
import resource, sys
from urlglean import Document, ReadOptions, read_document
def read(size):
    page = Document(sys.argv[1] * (size // len(sys.argv[1])), "text/html")
    for _ in read_document(page, on_problem=lambda _: None):
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = read(1 << 10)
print(read(3 << 19) - before)
"""
    done = subprocess.run(
        [sys.executable, "-c", read, piece], capture_output=True, text=True, check=True, timeout=120
    )
    assert int(done.stdout) << 10 < (10 << 20) + 20 * size


def test_it_is_said_that_a_page_was_read_by_its_tokens() -> None:
    problems: list[Problem] = []
    document = Document("<p>" * 100, "text/html", "x.html")
    assert not list(read_document(document, options=ReadOptions(max_page=100), on_problem=problems.append))
    assert [(problem.source, problem.lost) for problem in problems] == [("x.html", False)]
    assert "read by its tokens" in problems[0].message


@pytest.mark.parametrize(
    ("page", "base"),
    [
        ("<base target=x><base href=a><base href=b>", ("a", (1, 15))),
        ("<template><base href=a></template><svg><base href=b></svg>\n <base href=c>", ("c", (2, 1))),
        ("<title><base href=a></title>", None),
        ("<p>", None),
    ],
)
def test_the_first_base_of_a_page_holds(page: str, base: tuple[str, tuple[int, int]] | None) -> None:
    assert base_of(Text(page)) == base


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_fragments_lead_to_the_same_names(page: Path) -> None:
    text = page.read_text(encoding="latin-1")
    assert set(names_of(Text(text))) >= fragments_of_page(text)


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("<p id=a><template shadowrootmode=open><i id=b></i></template><i id=c>", {"a", "c"}),
        ("<svg><annotation-xml encoding=text/html><a id=a name=b>", {"a"}),
        ("<math><annotation-xml encoding=text/html><a id=a name=b>", {"a", "b"}),
    ],
)
def test_fragments_lead_to_the_same_names_in_other_trees(page: str, names: set[str]) -> None:
    assert set(names_of(Text(page))) == fragments_of_page(page) == names


def test_windows_are_what_the_page_is() -> None:
    page = Text("<p>a <a href=x>b</a>\n" * 100 + "<!--" + "x" * 1000 + "-->" + "<i>" * 100, line=3, column=5)
    found = list(windows(page))
    assert "".join(window.source.text for window in found) == page.text
    assert [window.source.position(0) for window in found] == [
        page.position(window.source.offset) for window in found
    ]


@pytest.mark.parametrize("_windows", [1 << 10], indirect=True)
@pytest.mark.parametrize(
    "piece",
    some(
        [
            "<a href=b>",
            "<p>",
            "</p>",
            "<!-->",
            "<svg>",
            "<img src=b>",
            "<p>a.b",
            "&amp;<b>",
            "<a/>",
            "<a href='b'/>",
        ],
        every=3,
    ),
)
def test_a_long_page_takes_the_memory_of_a_window(piece: str) -> None:
    media_type = "application/xhtml+xml" if piece.endswith("/>") else "text/html"
    page = Document(piece * (100_000 // len(piece)), media_type)

    def read() -> None:
        for _ in read_document(page, options=ReadOptions(max_page=1), on_problem=lambda _: None):
            pass

    assert peak_of(read) < 20 * len(page.content)


@pytest.mark.parametrize(
    "page",
    [
        "<p><b></b>" * 50 + "<p><a href>x<p><i>" + "<p>" * 50,
        "<p>" * 50 + "<template>" + "<p>" * 200 + "<a href=x></a></template><a href=y></a>",
        "<p>" * 50 + "<svg>" + "<g>" * 200 + "<a xlink:href=x></a><script href=y></script></svg><p>",
        "<p>" * 50 + "<pre>\n" + "<b>" * 200 + "1\n http://a.example/b\n</pre>c",
        "<p>" * 50 + "<textarea>" + "x " * 200 + "</textarea>http&colon;//a.example/b",
        "<p>" * 50 + "<iframe>" + "<p>" * 200 + "</iframe>http://a.example/b" + "<p>" * 200,
        "<a<a/href=x>" + "<a<b href=y>" * 3 + "<a href=z>",
    ],
)
def test_windows_in_which_nothing_matters_change_nothing_for_the_others(page: str) -> None:
    assert rows(page, 1) == rows(page, 10 << 20) != []


LONG_PIECES = {
    "comment of links": ("<!--", "<a href=x>", "-->", ReadOptions(comments=True, max_page=1)),
    "comment of tags": ("<!--", "<p>", "-->", ReadOptions(comments=True, max_page=1)),
    "comment of URLs": ("<!--", "http://a.example/ ", "-->", ReadOptions(comments=True, max_page=1)),
    "comment that is open": ("<!--", "<p>http://a.example/", "", ReadOptions(comments=True, max_page=1)),
    "noscript": ("<noscript>", "<a href=x>", "</noscript>", ReadOptions(noscript=True, max_page=1)),
    "noscript of URLs": (
        "<noscript>",
        "http://a.example/ ",
        "</noscript>",
        ReadOptions(noscript=True, max_page=1),
    ),
    "script": ("<script>", "'http:\\/\\/a.example/'", "</script>", ReadOptions(scripts=True, max_page=1)),
    "text": ("<p>", "http://a.example/ ", "</p>", ReadOptions(max_page=1)),
    "text of a link": ("<a href=x>", "http://a.example/ ", "</a>", ReadOptions(max_page=1)),
    "text between links": ("<a href=x>", "http://a.example/ ", "<a href=y>", ReadOptions(max_page=1)),
    "text beside a long value": (
        f"<p style='{'url(a)' * 12_000}'>",
        "http://a.example/ ",
        "</p>",
        ReadOptions(max_page=1),
    ),
}
"""Pieces of a page: what they begin with, what stands in them many times, what they end with, what is asked for."""


@pytest.mark.parametrize("_windows", [1 << 10], indirect=True)
@pytest.mark.parametrize("name", some([*LONG_PIECES], every=3))
def test_a_long_piece_takes_no_more_memory_than_a_long_page(name: str) -> None:
    before, piece, behind, options = LONG_PIECES[name]
    most = 10 if piece == "http://a.example/ " else 20  # of bare URLs alone a tree takes little more
    number = (200_000 if most == 10 else 150_000 if tries_all() else 100_000) // len(piece)
    page = Document(before + piece * number + behind, "text/html")
    found = 0

    def read(page: Document) -> None:
        nonlocal found
        found = sum(1 for _ in read_document(page, options=options, on_problem=lambda _: None))

    read(Document(before + piece + behind, "text/html"))  # what is made once is made
    assert peak_of(lambda: read(page)) < most * len(page.content)
    others = sum(map((before + behind).count, ("href=", "url(")))
    assert found == others + (0 if "of tags" in name else number)


def test_attributes_that_nobody_asks_for_take_no_memory() -> None:
    attributes = " ".join(f"a{number}=b" for number in range(30_000))
    page = Document(f"<a {attributes} HREF='x&amp;y' rel=z {attributes} />b</a>", "text/html")
    links: list[Link] = []

    def read() -> None:
        links.extend(read_document(page, options=ReadOptions(max_page=1), on_problem=lambda _: None))

    assert peak_of(read) < 10 * len(page.content)
    ((text, raw, rel, anchor),) = ((one.text, one.raw, one.rel, one.anchor) for one in links)
    assert (text, raw, rel, anchor) == ("x&y", "x&amp;y", "z", "b")


@pytest.mark.parametrize(("opening", "closing"), [("<!--", "-->"), ("<noscript>", "</noscript>")])
def test_what_stands_in_a_long_piece_is_what_stands_in_a_short_one(opening: str, closing: str) -> None:
    inner = (
        "<a href=x>y</a>\n<p>http://b.example/<b>c</b> <img srcset='d, e 2x'><iframe srcdoc='<a href=f>'></iframe>\n"
        "<script>'http://g.example/'</script><style>a{b:url(h)}</style><q cite=i>z</q><!x http://j.example/>"
    )
    if opening == "<!--":
        inner = f"<noscript><a href=k>l</a></noscript>\n{inner}"
    page = f"<a href=m>n</a>{opening}{inner * 9}{closing}<a href=o>http://p.example/</a>\n"
    options = {"comments": True, "noscript": True, "scripts": True}
    in_a_tree, in_windows = (
        sorted(
            str(link.row())
            for link in urlglean.extract_html(
                page * 2, max_page=longest, on_problem=lambda _: None, **options
            )
        )
        for longest in (10 << 20, 1)
    )
    assert in_windows == in_a_tree


def test_tags_alone_take_no_look_at_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows_of_pages, "_WINDOW", 1 << 18)
    document, options = Document("<p>" * 4000, "text/html"), ReadOptions(max_page=1)

    def read() -> None:
        assert not list(read_document(document, options=options, on_problem=lambda _: None))

    read()  # what is made once is made
    assert calls_of(read) < 4000

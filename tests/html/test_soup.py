"""`urlglean.html.soup`, and the second opinion: the corpus through BeautifulSoup's builders."""

from __future__ import annotations

import html.parser
import os
from importlib.util import find_spec

import pytest
from bs4 import BeautifulSoup

from support.html_corpus import ALL
from support.soup_differences import BUILDERS, LISTED, PAGES, differences, refuse, soup_of
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.extract import extract_html
from urlglean.links.link import Link
from urlglean.pipeline import read_document

LONG = "https://docs.example.com/en-us/windows/win32/dlls/dynamic-link-library-best-practices"


def soup_links(markup: str, builder: str, options: ReadOptions | None = None) -> list[Link]:
    claims = (BaseClaim("retrieval", "http://pages.example/dir/page.html", "--base"),)
    document = Document(soup_of(markup, builder), "text/html", "soup", claims=claims)
    return list(read_document(document, options=options or ReadOptions(), on_problem=refuse))


@pytest.mark.parametrize(
    ("page", "urls"),
    [
        ("<p>&lt;http://a.example/<p>c.html&gt;", ["http://a.example/"]),
        (
            f"<pre><a href=#1>1</a>/// {LONG}\n<a href=#2>2</a>///\n<a href=#3>3</a>fn x()",
            [LONG],
        ),
        ("<pre>&lt;http://a.example/\n<b>8<i>0</i></b>&gt;", ["http://a.example/80"]),
    ],
)
def test_bare_urls_end_with_their_block_and_before_the_number_of_a_line(page: str, urls: list[str]) -> None:
    assert [link.text for link in soup_links(page, "html.parser") if link.kind == "text"] == urls


@pytest.mark.parametrize("builder", BUILDERS)
def test_the_list_of_differences_is_exact(builder: str) -> None:
    need(builder)
    if builder == "html.parser" and hasattr(html.parser, "_unescape_attrvalue"):
        pytest.skip(
            "the list is of what Pythons made of pages before their parser read attributes as HTML does"
        )
    listed = [line for line in LISTED.read_text("utf-8").splitlines() if f"\t{builder}\t" in line]
    assert [line for page in PAGES for line in differences(page, builder)] == listed


def need(builder: str) -> None:
    if find_spec(BUILDERS[builder]) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{builder} is not installed: this test must run in CI")
        pytest.skip(f"{builder} is not installed (pip install {BUILDERS[builder]})")


PAGE = """<!DOCTYPE html>
<base href="/b/">
<p>see http://text.example/x<wbr>y and <a rel="next nofollow" href=" ?a&amp;b ">a <b>link</b></a>
<img src="" srcset="1.png, 2.png 2x"><map><area href=3 alt=here><area href=9></map>
<pre>&lt;http://wrapped.example/one/
two&gt;</pre><iframe srcdoc="&lt;a href=4&gt;"></iframe><style>p { background: url(5.png) }</style>
<form action=""></form><a href="http://evil.example/">www.good.com</a>
<svg><a xlink:href="old.html" href="new.html" rel="author">drawn</a></svg><iframe rel="x" src="6.html"></iframe>
<input formaction="send" rel="y"><img src="7.png" rel="z"><link rel="license" href="8.html">
<a href=12>a<template><b>b</b></template></a><a href=13><template><img alt=a></template><img alt=b></a>
<math fill="url(10)"><mi style="background: url(11)">x</mi></math>
"""


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_tree_is_read_as_its_source_is(builder: str) -> None:
    need(builder)
    claims = (BaseClaim("retrieval", "http://pages.example/dir/page.html", "--base"),)
    source = Document(PAGE, "text/html", "soup", claims=claims)

    def facts(links: list[Link]) -> list[tuple[object, ...]]:
        return sorted(
            (
                (link.url, link.text, link.kind, link.rel, link.anchor, link.notes, link.inert)
                for link in links
            ),
            key=repr,
        )

    assert facts(soup_links(PAGE, builder)) == facts(list(read_document(source, on_problem=refuse)))


@pytest.mark.parametrize("builder", BUILDERS)
def test_a_tree_is_read_in_the_order_of_its_source(builder: str) -> None:
    need(builder)
    page = (
        "<p>http://1.example/ <a href=http://2.example/>two</a> http://3.example/</p>"
        "<div><img src=http://4.example/ alt=''> http://5.example/ <i>http://6.example/</i></div>"
        "<iframe srcdoc='http://7.example/'></iframe><p title=x>http://8.example/ "
        "<a href=http://9.example/>nine</a></p><style>p { background: url(http://10.example/) }</style>"
    )
    links = read_document(Document(page, "text/html"), on_problem=refuse)
    assert [link.url for link in soup_links(page, builder)] == [link.url for link in links]


def test_lines_are_those_of_the_tags() -> None:
    lines = {link.text: (link.line, link.column) for link in soup_links(PAGE, "html.parser")}
    assert lines["?a&b"] == (3, 40)
    assert lines["2.png"] == (4, 1)
    assert lines["http://text.example/xy"] == (3, 1)


def test_an_element_is_a_tree_with_its_own_references() -> None:
    page = BeautifulSoup("<a href=1></a><p><a href=2>http://3.example/</a><img src=4></p>", "html.parser")
    links = extract_html(page.find_all("a")[1])
    assert [(link.text, link.element) for link in links] == [("2", "a"), ("http://3.example/", "a")]
    assert page.p is not None
    assert [link.text for link in extract_html(page.p)] == ["2", "http://3.example/", "4"]


def test_inert_content_of_a_tree_is_read_when_asked_for() -> None:
    page = (
        "<template><a href=1></a></template><noscript><img src=2></noscript><!-- http://3.example/ -->"
        '<script>a = \'http:\\/\\/4.example/\'</script><script type=application/ld+json>{"url": "5"}</script>'
        "<img data-src=6><template><iframe srcdoc='<a href=7>'></iframe></template>"
        "<template>http://8.example/</template><noscript>http://9.example/</noscript>"
    )
    assert soup_links(page, "html.parser") == []
    found = {link.text: link.inert for link in soup_links(page, "html.parser", ALL)}
    assert found == {
        "1": True,
        "2": True,
        "http://3.example/": True,
        "http://4.example/": True,
        "5": False,
        "6": False,
        "7": True,
        "http://8.example/": True,
        "http://9.example/": True,
    }


def test_a_base_in_a_template_of_a_tree_is_none() -> None:
    page = "<template><base href='http://b.example/'></template><a href=x>a<noscript>b</noscript></a>"
    links = soup_links(page, "html.parser", ALL)
    assert [(link.url, link.anchor) for link in links if link.element == "a"] == [
        ("http://pages.example/dir/x", "a")
    ]


def test_what_of_a_tree_has_a_text_and_what_states_its_base() -> None:
    page = (
        "<a href=h ping=p>t</a><link rel=icon href=l><base target=x><base href='http://b.example/'>"
        "<math><mrow href=m></mrow></math>"
    )
    links = soup_links(page, "html.parser")
    assert {(link.url, link.anchor) for link in links if link.element != "base"} == {
        ("http://b.example/h", "t"),
        ("http://b.example/p", None),
        ("http://b.example/l", None),
        ("http://b.example/m", None),
    }


def test_the_text_of_a_tree_can_be_left_out() -> None:
    options = ReadOptions(text=False)
    assert soup_links("<p>http://a.example/", "html.parser", options) == []


def test_a_part_of_a_tree_can_be_read() -> None:
    soup = soup_of("<a href=http://1.example/></a><p><a href=http://2.example/></a></p>", "html.parser")
    links = read_document(Document(soup.p, "text/html"), on_problem=refuse)
    assert [link.url for link in links] == ["http://2.example/"]


def test_a_tree_of_bytes_keeps_its_encoding() -> None:
    import bs4

    soup = bs4.BeautifulSoup(
        "<meta charset=windows-1251><a href='http://a.example/?ё'>".encode("cp1251"), "html.parser"
    )
    (link,) = read_document(Document(soup, "text/html"), on_problem=refuse)
    assert link.url == "http://a.example/?%B8"

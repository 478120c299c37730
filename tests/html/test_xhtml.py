"""XHTML put as HTML: the same code points in the same places, and nothing swallows what follows it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.document import XHTML, BaseClaim, Document, ReadOptions
from urlglean.html.source import as_html, style_sheets
from urlglean.pipeline import read_document

REWRITTEN = [
    # XHTML, and the same as HTML
    ("<p>plain <a href='x'>a</a> <br/> <img src='i'/></p>", None),
    ("<title/>x", "        x"),
    ("<title />x", "         x"),
    ("<title\n/>x", "      \n  x"),
    ("<script src='a>b'/>x", "                   x"),
    ("<script src='x'></script>", None),
    ("<a href=http://x.example/>x</a>", None),  # no XML, and no slash of the tag's
    ("<abbr/><article/>x", None),
    ("<A HREF='x'/>", None),
    ("<!-- <title/> -->x", None),
    ("<!-- <title/>x", "<!--         x"),
    ("<?php echo '<a>' ?>x", "                   x"),
    ("<?php <title/>", "<?php         "),
    ("<![CDATA[a<b>c]]>d", "         a b c   d"),
    ("<![CDATA[<title/>x", "<![CDATA[        x"),
    ("<![CDATA[]]>", "            "),
    ("<a title='/>'/>", "               "),
    ("<a title='unclosed/>", None),
    ('<a title="it\'s"/>x', "                 x"),
    # in SVG a parser of HTML knows what is empty
    ("<svg><a xlink:href='x'/><title/></svg><a/>x", "<svg><a xlink:href='x'/><title/></svg>    x"),
    ("<svg><svg/><a/></svg><a/>x", "<svg><svg/><a/></svg>    x"),
    ("<svg><svg><a/></svg><a/></svg><a/>x", "<svg><svg><a/></svg><a/></svg>    x"),
    ("<svg/><a/>x", "<svg/>    x"),
    (
        "<svg><foreignObject><a/></foreignObject><a/></svg>",
        "<svg><foreignObject>    </foreignObject><a/></svg>",
    ),
    ("<svg><foreignObject/><a/></svg><a/>", "<svg><foreignObject/><a/></svg>    "),
    ("<svg><![CDATA[<a/>]]><a/></svg>", "<svg>          a/    <a/></svg>"),
    ("</svg><a/>x", "</svg>    x"),
]


@pytest.mark.parametrize(("xhtml", "html"), REWRITTEN)
def test_what_html_writes_otherwise_is_gone(xhtml: str, html: str | None) -> None:
    assert as_html(xhtml).text == (xhtml if html is None else html)


@given(
    st.lists(
        st.sampled_from(
            ["<a ", "<script", "/>", ">", "<!--", "-->", "<?", "?>", "<![CDATA[", "]]>", "'", "\n"]
        )
    )
)
def test_every_code_point_stays_where_it_was(pieces: list[str]) -> None:
    text = "".join(pieces)
    rewritten, empty = as_html(text)
    assert len(rewritten) == len(text)
    assert [place for place, c in enumerate(rewritten) if c == "\n"] == [
        place for place, c in enumerate(text) if c == "\n"
    ]
    assert all(text.startswith(tag, start) and tag.endswith("/>") for start, tag in empty)


@pytest.mark.parametrize("piece", ["<!--", "<?", "<![CDATA[", "<a ", "<a '", '<a "', "<a ''", "<script/"])
def test_hostile_pages_take_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        text = piece * count
        started = time.process_time()
        as_html(text)
        return time.process_time() - started

    assert seconds(200_000) < max(20 * seconds(20_000), 2.0)


def urls(
    page: str | bytes, media_type: str = XHTML, encoding: str | None = None
) -> list[tuple[str, int, int]]:
    claims = (BaseClaim("retrieval", "http://a.example/", "--base"),)
    document = Document(page, media_type, claims=claims, encoding=encoding)
    links = read_document(document, options=ReadOptions(), on_problem=lambda _: None)
    return [((link.url or "").removeprefix("http://a.example/"), link.line, link.column) for link in links]


def test_an_empty_element_has_no_content() -> None:
    page = (
        "<html><head><title/>\n <script src='s.js'/></head><body><a href='x'/>\n"
        "http://b.example/ <a href='y'/></body></html>"
    )
    assert urls(page) == [("s.js", 2, 15), ("x", 2, 44), ("http://b.example/", 3, 1), ("y", 3, 28)]
    assert urls(page, "text/html") == [("http://b.example/", 3, 1)]  # all of it is the title


def test_xhtml_is_utf_8_whatever_its_meta_says() -> None:
    page = "<html><head><meta charset='koi8-r'/></head><body><a href='?é'/></body></html>"
    assert urls(page.encode()) == [("?%C3%A9", 1, 59)]
    assert urls(page.encode(), encoding="iso-8859-1") == [("?%C3%A9", 1, 59)]
    declared = '<?xml version="1.0" encoding="iso-8859-1"?>' + page
    assert urls(declared.encode("latin-1")) == [("?%E9", 1, 102)]


def test_what_is_neither_declared_nor_utf_8_is_read_as_html() -> None:
    page = "<html><head><meta charset='koi8-r'/></head><body><a href='?х'/></body></html>"
    assert urls(page.encode("koi8-r")) == [("?%C8", 1, 59)]


def test_a_link_of_an_image_in_a_page_may_be_empty() -> None:
    page = "<html><body><svg><a xlink:href='x'/><use href='y'/></svg><a href='z'/></body></html>"
    assert [url for url, _, _ in urls(page)] == ["x", "y", "z"]


def test_a_line_break_in_an_attribute_is_a_space() -> None:
    page = "<html><body><a href='\nx\ny\tz '>a</a><img src='i\nj'/><q cite='k\nl'/></body></html>"
    assert [url for url, _, _ in urls(page)] == ["x%20y%20z", "i%20j", "k%20l"]
    assert [url for url, _, _ in urls(page, "text/html")] == ["xyz", "ij", "kl"]


SHEETS = [
    # as Chromium fetches them
    ('<?xml-stylesheet href="a.css"?>', "", "a.css"),
    ("<?xml version='1.0'?>\n<?xml-stylesheet type='text/css' href='a.css?x&amp;y'?>", "", "a.css?x&y"),
    ('<!DOCTYPE html><!-- c --><?xml-stylesheet href = "a.css" media="print"?>', "", "a.css"),
    ('<?xml-stylesheet title="?>" href="a.css"?>', "", None),
    ("", '<?xml-stylesheet href="a.css"?>', None),
    ('<!-- <?xml-stylesheet href="a.css"?> -->', "", None),
    ('<?xml-stylesheet href="#a"?><?xml-stylesheet href=""?><?xml-stylesheet-x href="b"?>', "", None),
    ('<?xml-stylesheet xhref="a.css"?>', "", None),
]


@pytest.mark.parametrize(("before", "inside", "url"), SHEETS)
def test_style_sheets_before_the_root(before: str, inside: str, url: str | None) -> None:
    page = f"{before}<html><head><base href='/b/'/></head><body>{inside}</body></html>"
    found = [place for place in urls(page) if place[0] != "b/"]
    start = page.find(url.replace("&", "&amp;")) if url else 0
    line, column = page.count("\n", 0, start) + 1, start - page.rfind("\n", 0, start)
    assert found == ([(url, line, column)] if url else [])
    assert urls(page, "text/html")[0][0] == "b/"


def test_hostile_prologs_take_linear_time() -> None:
    for piece in ("<!--", "<?", "<?xml-stylesheet ", "<!DOCTYPE [", "<?xml-stylesheet '", "<!-- -->", " "):
        started = time.process_time()
        assert list(style_sheets(piece * 50_000)) == []
        assert time.process_time() - started < 2

"""`urlglean.html.source`: XHTML, references to characters in XML, and the source as its tokens have it."""

from __future__ import annotations

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from support.work import assert_linear, watching
from urlglean import html
from urlglean.document import XHTML, BaseClaim, Document, ReadOptions
from urlglean.html.source import (
    as_html,
    end_of_url,
    style_sheets,
    tokenizable,
    without_prefix,
    without_references,
)
from urlglean.pipeline import read_document
from urlglean.text import Text

_NAMESPACE = "http://www.w3.org/1999/xhtml"
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"

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
    # HTML's elements with a prefix
    (
        f"<h:a xmlns:h='{_NAMESPACE}' href='x'>y</h:a><m:a/>",
        f"<a   xmlns:h='{_NAMESPACE}' href='x'>y</a  ><m:a/>",
    ),
    ("<h:a xmlns:h='http://a.example/' href='x'>y</h:a>", None),
    # those of images and formulas with a prefix, and their links
    (
        f"<s:svg xmlns:s='{_SVG}'><s:font-face-uri/></s:svg>",
        f"<svg   xmlns:s='{_SVG}'><font-face-uri  /></svg  >",
    ),
    (f"<b xmlns:l='{_XLINK}' l:href='x'/>", f"<b xmlns:l='{_XLINK}'   href='x'/>"),
    (f"<b xmlns:xlinks='{_XLINK}' xlinks:href ='x'/>", f"<b xmlns:xlinks='{_XLINK}'  xlink:href ='x'/>"),
    (f"<b xmlns:xlink='{_XLINK}' xlink:href='x'/>", None),
    (f"<b xmlns:l='{_XLINK}' m:href='x'/>", None),
    # elements like others
    ("<noscript id='a'><p>b</p></noscript\n>", "<div      id='a'><p>b</p></div     \n>"),
    ("<noscript/><noscript class='a'/>b", "                                b"),
    ("<template/><template id='a'/>b", "                             b"),
    ("<template><title/></template>", "<template>        </template>"),
    ("<plaintext/>b", "            b"),
    ("<!-- <noscript> --><noscripts>", None),
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
    assert as_html(without_prefix(xhtml))[0] == (xhtml if html is None else html)


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
    assert all(
        text[start] == "<" and text[:end].endswith("/>")
        for start, end in zip(empty[::3], empty[1::3], strict=True)
    )


@pytest.mark.parametrize(
    "piece",
    ["<!--", "<?", "<![CDATA[", "<a ", "<a '", '<a "', "<a ''", "<script/", "<noscript ", "<template "],
)
def test_hostile_pages_take_linear_time(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_linear(watching(monkeypatch, html), as_html, piece)


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


def test_a_page_of_xml_has_its_elements_with_a_prefix() -> None:
    page = f"<html xmlns='{_NAMESPACE}'\nxmlns:h='{_NAMESPACE}'>\n<h:a href='c'>d</h:a><h:script src='e'/></html>"
    assert urls(page) == [("c", 3, 12), ("e", 3, 37)]


@pytest.mark.parametrize("longest", [1 << 20, 1])
def test_what_is_empty_in_a_template_is_inert(longest: int) -> None:
    page = (
        "<html><template><a href='a'/><template id='b'/></template><a href='c'/>"
        "<div><template shadowrootmode='open'><a href='d'/></template></div></html>"
    )
    document = Document(page, XHTML)
    for templates, found in ((False, "c d"), (True, "a! c d")):
        options = ReadOptions(templates=templates, max_page=longest)
        links = read_document(document, options=options, on_problem=lambda _: None)
        assert " ".join(link.text + "!" * link.inert for link in links) == found


def test_a_page_of_xml_has_its_images_with_a_prefix() -> None:
    page = (
        f"<html xmlns='{_NAMESPACE}' xmlns:s='{_SVG}' xmlns:l='{_XLINK}'>\n"
        "<s:svg><s:image l:href='b'/>\n<s:a l:href='c'/><s:g fill='url(d)'/></s:svg><a href='e'/></html>"
    )
    assert urls(page) == [("b", 2, 25), ("c", 3, 14), ("d", 3, 33), ("e", 3, 55)]


@pytest.mark.parametrize("longest", [1 << 20, 1])
def test_style_sheets_and_json_of_xml_have_references_to_characters(longest: int) -> None:
    page = (
        "<html><style>@import 'a?b&amp;c'; d { e: url(f&#x26;g) } <![CDATA[ h { i: url(j?k&l) } ]]></style>"
        '<script type="application/ld+json">{"url": "m&amp;n"}</script>'
        f"<svg xmlns='{_SVG}'><style>o {{ p: url(q&amp;r) }}</style></svg></html>"
    )
    options = ReadOptions(json_ld=True, max_page=longest)
    links = list(read_document(Document(page, XHTML), options=options, on_problem=lambda _: None))
    assert [link.text for link in links] == ["a?b&c", "f&g", "j?k&l", "m&n", "q&r"]
    assert [link.raw for link in links] == ["a?b&amp;c", "f&#x26;g", "j?k&l", "m&amp;n", "q&amp;r"]


def test_what_stands_in_noscript_is_part_of_a_page_of_xml() -> None:
    page = (
        "<html><head><noscript><link href='a'/></noscript></head>\n<noscript><img src='b'/></noscript></html>"
    )
    assert urls(page) == [("a", 1, 35), ("b", 2, 21)]
    assert urls(page, "text/html") == []


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


@pytest.mark.parametrize(
    "piece", ["<!--", "<?", "<?xml-stylesheet ", "<!DOCTYPE [", "<?xml-stylesheet '", "<!-- -->", " "]
)
def test_hostile_prologs_take_linear_time(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_linear(watching(monkeypatch, html), lambda text: list(style_sheets(text)), piece)


# References to characters in the URLs of XML documents: what they stand for, and where they end a URL.


REPLACED = [
    ("http://a.example/?b=1&c=2", "http://a.example/?b=1&c=2"),
    ("?b=1&amp;c=2&amp;d=3", "?b=1&c=2&d=3"),
    ("?b=1&#38;c=2&#x26;d=3&#X26;e", "?b=1&c=2&d=3&e"),
    ("?b=1&#038;c=2", "?b=1&c=2"),
    ("?b=1&amp;amp;c=2", "?b=1&c=2"),  # escaped twice, as in the pages that feeds hold
    ("?copy=1&copy=2&reg;=3&AMP;", "?copy=1&copy=2&reg;=3&AMP;"),  # HTML's, not XML's
    ("?b=1&amp", "?b=1&amp"),
    ("?b='c'&apos;", "?b='c''"),
    ("/&#228;/&#xE4;", "/ä/ä"),
    ("/&#0;/&#10;/&#1114112;/&#xFFFFFF;/&#99999999;", "/&#0;/&#10;/&#1114112;/&#xFFFFFF;/&#99999999;"),
]

ENDED = [
    # what ends a URL stands between bars
    "http://a.example/?b=1&amp;c=2||",
    "http://a.example/|&gt;| and",
    "http://a.example/|&lt;/a&gt;|",
    "http://a.example/|&quot;|",
    "http://a.example/|&amp;gt|",
    "http://a.example/|&amp;lt;br&amp;gt;|",
    "http://a.example/|&amp;quot;|",
    "http://a.example/?q=it&apos;s||",
    "http://a.example/|&#8217;s|",
    "http://a.example/b|&#8212;and|",
    "http://a.example/b|&#12290;c|",
    "http://a.example/b|&#8250;&#160;|",
    "http://a.example/wiki/L&#8217;Europe&#8211;&#228;||",
    "http://a.example/b&#40;c&#41;||",
    "http://a.example/|&#160;|",
    "http://a.example/|&#xA;next|",
    "http://a.example/&#228;|&#x200B;|",
    "http://a.example/?b&amp;lt=1||",
]


@pytest.mark.parametrize(("source", "text"), REPLACED)
def test_a_reference_is_its_character(source: str, text: str) -> None:
    assert without_references(source) == text


@pytest.mark.parametrize("case", ENDED)
def test_a_reference_to_what_ends_a_url_ends_it(case: str) -> None:
    assert end_of_url(case.replace("|", "")) == case.index("|")


@given(st.lists(st.sampled_from(["&", "amp;", "#", "x", "38;", "lt;", "a", ";", "&amp;", "&#10;"])))
def test_any_text_has_an_end(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert 0 <= end_of_url(text) <= len(text)
    assert len(without_references(text)) <= len(text)


# A page's source, so that its tokens alone have the text of its tree.


def for_tokens(page: str) -> str:
    tree = turbohtml.parse(page, scripting=True)
    return tokenizable(Text(page), tree, has_shadows="shadowrootmode" in page)


@pytest.mark.parametrize(
    "page",
    [
        "<title>a<b></title><style>c<d></style><xmp>e<f></xmp>",
        "<svg><title>a &amp; b</title><style>c</style><script>d</script></svg>",
        "<svg><foreignObject><style>a<b></style></foreignObject></svg>",
        "<p><![CDATA[a]]></p><svg></svg>",
        "<svg><text><![CDATA[a<b]]></text></svg>",
        "<svg><text><![CDATA[a>b]]></text></svg>",
        "<template><frameset></template>a",
        "<svg><frameset></svg>a",
        "<i><template shadowrootmode=open>no element that may have a shadow tree</template></i>",
        "<p><template title='shadowrootmode=open'>a</template></p>",
        "<template><p><template shadowrootmode=open>a</template>b</p></template>",
    ],
)
def test_what_tokens_have_as_well_stays(page: str) -> None:
    assert for_tokens(page) == page


@pytest.mark.parametrize(
    ("page", "changed"),
    [
        ("<svg><title/>a</svg>", "<svg><img   >a</svg>"),
        ("<svg><title>a<b>c", "<svg><t.tle>a<b>c"),
        ("<math><xmp id=1\n>a<g></xmp>", "<math><x.p     \n>a<g></xmp>"),
        ("<svg><style>a\r\n</svg>b", "<svg><s.yle> \r\n</svg>b"),
        ("<svg><style>a<p>b", "<svg><s.yle> <p>b"),
        ("<math><style>a</math>b", "<math><s.yle> </math>b"),
        ("<svg><style>a<xmp>b</svg>c", "<svg><s.yle>       </svg>c"),
        ("<table><tr><svg><style>a</svg>b", "<table><tr><svg><s.yle> </svg>b"),
        ("<svg><template>a</template>", "<svg><t.mplate>a</template>"),
        ("<svg><text><![CDATA[a\r\nb]]></svg>", "<svg><text><!------>a\r\nb<!></svg>"),
        (
            "<p><template shadowrootmode=open>a<template>b</template></template></p>",
            "<p><t.mplate shadowrootmode=open>a<template>b</template></t.mplate></p>",
        ),
        ("<title>a</title><frameset>b", "<title>a</title>"),
    ],
)
def test_what_tokens_alone_cannot_tell(page: str, changed: str) -> None:
    assert for_tokens(page) == changed


@pytest.mark.parametrize(
    "piece",
    [
        "<svg><title>",
        "<svg><style>a",
        "<svg><style>a<p>",
        "<svg><text><![CDATA[a]]>",
        "<math><title/>",
        "<svg><script>a</svg>",
    ],
)
def test_many_of_them_take_linear_time(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(page: str) -> None:
        tokenizable(Text(page), turbohtml.parse(page, scripting=True))

    assert_linear(watching(monkeypatch, html), read, piece)

"""The HTML reader: the corpus against its gold, and what a corpus page can't show."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlglean.html
from support.html_corpus import COLUMNS, GOLD, Page, bases_of, pages, row
from support.laws import examples
from support.work import assert_linear, watching
from urlglean.candidate import Candidate, FallbackCandidate, MarkupCandidates
from urlglean.document import BaseClaim, Document, Encoding, ReadOptions
from urlglean.html import reader as html
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Anchor, Problem

PAGES = pages()
URL = "http://pages.example/dir/page.html"


def refuse(problem: Problem) -> None:
    raise AssertionError(str(problem))


def links_of(content: object, *, base: str | None = URL, **options: bool) -> list[Link]:
    claims = (BaseClaim("retrieval", base, "--base"),) if base else ()
    document = Document(content, "text/html", "page.html", claims=claims)
    return list(read_document(document, options=ReadOptions(**options), on_problem=refuse))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_corpus(page: Page) -> None:
    links = page.links()
    assert tuple("\t".join(row(link)).rstrip("\t") for link in links) == page.rows
    assert bases_of(links) == {
        name.removeprefix("base").strip(): value
        for name, value in page.head.items()
        if name.startswith("base")
    }


def test_the_corpus_is_what_it_says() -> None:
    sources = {page.source for page in PAGES}
    assert len(sources) >= 60
    assert GOLD.read_text("utf-8").partition("\n")[0].split("\t") == list(COLUMNS)
    assert sources == set(PAGES[0].source.parent.glob("*.html"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_reference_stands_where_it_says(page: Page) -> None:
    """The place of a reference begins and ends with it, character references and all."""
    for link in page.links():
        raw = link.raw
        is_as_written = not any(mark in raw for mark in "&\\<") and "%" not in link.text
        if is_as_written and link.text.isascii():
            assert "".join(raw.replace("\0", "\ufffd").split()) == "".join(link.text.split())
        assert len(link.spans) >= 1
        assert (link.line, link.column) == (link.spans[0].line, link.spans[0].column)


ORDER = """<base href=/b/><a href=1>http://2.example/</a><img src=3 srcset="4, 5 2x"><p style="background:url(6)">
<a href=7><svg><use href=8 /></svg></a><form action=9><style>p{background:url(10)}</style>
http://11.example/<!-- http://12.example/ -->"""


def test_references_come_in_the_order_of_the_source() -> None:
    links = links_of(ORDER, comments=True)
    numbers = [int(link.text.removeprefix("http://").removesuffix(".example/")) for link in links[1:]]
    assert numbers == list(range(1, 13))


def test_what_is_said_of_a_page_comes_first() -> None:
    items = list(html.read(Document(b"<a href=x><a href=y><base href=/b/>", "text/html"), ReadOptions()))
    assert [type(item) for item in items[:2]] == [Encoding, BaseClaim]
    assert items[1] == BaseClaim("embedded", "/b/", "base@href")
    assert isinstance(items[2], MarkupCandidates)
    assert [found.text for found in items[2].candidates] == ["x", "y"]
    assert isinstance(items[3], FallbackCandidate)


CONTENT = "<meta charset=windows-1251><a href='?ё'>"


@pytest.mark.parametrize(
    ("content", "encoding", "url"),
    [
        (CONTENT.encode("windows-1251"), "windows-1251", "?%B8"),
        (bytearray(CONTENT.encode("windows-1251")), "windows-1251", "?%B8"),
        (memoryview(CONTENT.encode("windows-1251")), "windows-1251", "?%B8"),
        (CONTENT, "windows-1251", "?%B8"),
        ("\ufeff<a href='?ё'>", "UTF-8", "?%D1%91"),
        ("<a href='?ё'>", "UTF-8", "?%D1%91"),
    ],
)
def test_bytes_and_text(content: object, encoding: str, url: str) -> None:
    (link,) = links_of(content)
    assert link.url == URL + url
    assert next(iter(html.read(Document(content, "text/html"), ReadOptions()))) == Encoding(encoding)


def test_the_transports_charset_wins_and_an_unknown_one_is_told() -> None:
    content = CONTENT.encode("windows-1251")
    known = Document(content, "text/html", encoding="koi8-r")
    assert next(iter(html.read(known, ReadOptions()))) == Encoding("KOI8-R")
    unknown = Document(content, "text/html", "p.html", encoding="klingon")
    items = list(html.read(unknown, ReadOptions()))
    assert items[0] == Encoding("windows-1251")
    assert items[1] == Problem(
        "p.html", "unknown encoding 'klingon': the page was read as windows-1251", lost=False
    )


def test_a_file_needs_no_declaration_to_be_utf_8() -> None:
    content = "<a href='?é'>".encode()
    assert links_of(content, base="file:///tmp/page.html")[0].url == "file:///tmp/page.html?%C3%A9"
    # The bytes of UTF-8 read as windows-1252 and written as such are themselves again.
    assert links_of(content)[0].text == "?Ã©"
    assert links_of(content)[0].url == f"{URL}?%C3%A9"


def test_without_any_base_relative_references_stay_rows_without_a_url() -> None:
    links = links_of("<a href=x>x</a><a href=http://a.example/>a</a>", base=None)
    assert [link.url for link in links] == [None, "http://a.example/"]
    assert links[0].notes


@pytest.mark.parametrize(
    ("option", "content", "text"),
    [
        ("lazy", "<img data-src=x>", "x"),
        ("lazy", "<div data-srcset='x 2x'>", "x"),
        ("noscript", "<noscript><img src=x></noscript>", "x"),
        ("noscript", "<head><noscript><img src=x></noscript>", "x"),
        ("noscript", "<noscript>see http://x.example/ for it</noscript>", "http://x.example/"),
        ("templates", "<template><template><a href=x></template></template>", "x"),
        ("comments", "<!-- <a href=x> -->", "x"),
        ("comments", "<!-- http://x.example/ -->", "http://x.example/"),
        ("scripts", "<script>var a = 'http:\\/\\/x.example\\/y'</script>", "http://x.example/y"),
        ("json_ld", '<script type=\'Application/LD+JSON\'>{"url": "x"}</script>', "x"),
    ],
)
def test_options(option: str, content: str, text: str) -> None:
    assert links_of(content) == []
    (link,) = links_of(content, **{option: True})
    assert link.text == text
    assert link.raw.replace("\\", "") == text
    is_live = option in {"lazy", "json_ld"}
    assert link.inert is not is_live


@pytest.mark.parametrize(
    ("page", "options", "texts"),
    [
        ("<!-- <a href=x>y</a> http://z.example/ -->", {"comments": True, "text": False}, ["x"]),
        ("<!-- <a href=x>y</a> http://z.example/ -->", {"comments": True}, ["x", "http://z.example/"]),
        ("<script type=application/ld+json>{'url': \"http://z.example/\"}</script>", {"scripts": True}, []),
        ("<?php http://z.example/ ?><a href=x>y</a>", {"comments": True}, ["x"]),
    ],
)
def test_options_together(page: str, options: dict[str, bool], texts: list[str]) -> None:
    assert [link.text for link in links_of(page, **options)] == texts


def test_a_page_may_hold_what_stands_for_damage_itself() -> None:
    document = Document("<meta charset=utf-8><a href=x>\ufffd</a>".encode(), "text/html")
    assert [link.text for link in read_document(document, on_problem=pytest.fail)] == ["x"]


HIDDEN = (
    "<noscript><a href=1></noscript><script>url = 'http://2.example/'</script>"
    '<script type="application/ld+json">{"url": "3"}</script>'
)


@pytest.mark.parametrize(
    ("page", "is_inert"),
    [
        (f"<div><template shadowrootmode=open>{HIDDEN}</template></div>", False),
        (f"<div><TEMPLATE ShadowRootMode=OPEN>{HIDDEN}</TEMPLATE></div>", False),
        (f"<div><template shadowrootmode='closed'>{HIDDEN}</template></div>", False),
        (f"<div><TEMPLATE SHADOWROOTMODE=CLOSED>{HIDDEN}</TEMPLATE></div>", False),
        (f"<template>{HIDDEN}</template>", True),
    ],
)
def test_options_hold_in_every_tree_of_the_page(page: str, *, is_inert: bool) -> None:
    wanted = {"templates": True, "comments": True}
    assert links_of(page, **wanted) == []
    links = links_of(page, **wanted, noscript=True, scripts=True, json_ld=True)
    assert {link.text: link.inert for link in links} == {
        "1": True,
        "http://2.example/": True,
        "3": is_inert,
    }
    assert [link.raw for link in links] == ["1", "http://2.example/", "3"]


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("zero", ["", "\0"])
@pytest.mark.parametrize(
    "markup",
    [
        "<noscript>\n<p>{}\n<a href=http://x.example/>y</a></noscript>",
        "<script>\n'{}'\n'http://x.example/'\n'{}'</script>",
        "<!--\n{}\n http://x.example/ {}-->",
        "<!--\n\n\n\n{}\n<a href=http://x.example/>\n-->",
        "<! {}\nhttp://x.example/ >",
        "</ {}\nhttp://x.example/ >",
        "<?!{}\nhttp://x.example/ <a href=y>",
    ],
)
def test_where_it_stands_in_what_is_no_markup_of_the_tree(markup: str, zero: str, line_break: str) -> None:
    page = "<p>\n" + markup.replace("{}", zero).replace("\n", line_break)
    (link,) = links_of(page, comments=True, noscript=True, scripts=True)
    assert link.raw == link.text == "http://x.example/"
    assert link.spans[0].start == page.index("http")


def test_scripts_in_comments() -> None:
    page = f"<p><!-- \n <p>{HIDDEN} -->"
    assert [link.text for link in links_of(page, comments=True)] == ["1"]
    links = links_of(page, comments=True, noscript=True, scripts=True, json_ld=True)
    assert [(link.text, link.raw, link.inert) for link in links] == [
        ("1", "1", True),
        ("http://2.example/", "http://2.example/", True),
        ("3", "3", True),
    ]


def test_text_can_be_left_out() -> None:
    page = "<p>http://a.example/</p><a href=http://b.example/>http://b.example/</a>"
    assert [link.url for link in links_of(page, text=False)] == ["http://b.example/"]
    assert [link.kind for link in links_of(page)] == ["text", "navigation", "text"]


def test_a_wrapped_url_is_joined_where_the_pages_own_link_knows_it_whole() -> None:
    page = "<pre><a href='http://a.example/one/two/three'>http://a.example/one/\ntwo/three</a></pre>"
    assert [link.text for link in links_of(page)] == ["http://a.example/one/two/three"] * 2


@pytest.mark.parametrize(
    ("page", "anchor"),
    [
        ("<a href=x> a\n <b>b</b> </a>", "a b"),
        ("<a href=x><img alt='a picture'></a>", "a picture"),
        ("<a href=x><img></a>", ""),
        ("<a href=x></a>", ""),
        ("<map><area href=x alt='a place'></map>", "a place"),
        ("<link href=x>", None),
        ("<img src=x alt=y>", None),
        ("<a href=x><img alt=Foo><noscript><img alt=Foo></noscript></a>", "Foo"),
        ("<a href=x><svg><style>.a{b:c}</style><title>Home</title></svg></a>", "Home"),
        ("<a href=x>Read <script>w(1)</script>on</a>", "Read on"),
        ("<a href=x><template>no</template><iframe>no</iframe>yes</a>", "yes"),
        ("<a href=x><img><img alt=Home></a>", "Home"),
    ],
)
def test_anchor_text(page: str, anchor: str | None) -> None:
    (link,) = links_of(page)
    assert link.anchor == anchor
    long = ReadOptions(max_page=1)
    [of_tokens] = read_document(Document(page, "text/html"), options=long, on_problem=lambda _: None)
    assert of_tokens.anchor == anchor


@pytest.mark.parametrize(
    ("rel", "kind"),
    [("stylesheet", "resource"), ("ALTERNATE Icon", "resource"), ("canonical", "metadata"), ("", "metadata")],
)
def test_what_a_link_element_is_for(rel: str, kind: str) -> None:
    (link,) = links_of(f"<link rel='{rel}' href=x>")
    assert (link.rel, link.kind) == (rel, kind)


def test_candidates_stay_candidates_when_changed() -> None:
    link = links_of("<a rel=next href=' x '>http://a.example/</a>", text=False)[0]
    candidate = link.candidate
    facts = candidate.facts
    changed = candidate._replace(facts=facts._replace(notes=("seen",)))
    assert changed.facts == facts._replace(notes=("seen",))
    assert changed.markup == candidate.markup
    assert link.detached().row() == link.row()
    assert link.detached().spans == link.spans


@pytest.mark.parametrize("page", ["{}", "<!-- {} -->", "<noscript>{}</noscript>", "<template>{}</template>"])
def test_a_link_that_goes_on_in_the_next_paragraph_is_one(page: str) -> None:
    (link,) = links_of(
        page.format("<p><a href=x>one <p>two</a>"), comments=True, noscript=True, templates=True
    )
    assert link.anchor == "one two"


def test_nested_documents_have_names_of_their_own() -> None:
    inner = "<iframe srcdoc='<a href=y>'></iframe><iframe srcdoc='<a href=z>'></iframe>".replace(
        "'", "&quot;"
    )
    links = links_of(f"<iframe srcdoc='<a href=x>'></iframe><iframe srcdoc='{inner}'></iframe>")
    assert [(link.document.part, link.text) for link in links] == [
        ("srcdoc1", "x"),
        ("srcdoc2.srcdoc1", "y"),
        ("srcdoc2.srcdoc2", "z"),
    ]


def test_nested_documents_are_numbered_in_the_order_of_the_source_wherever_they_stand() -> None:
    pieces = [f"<iframe srcdoc='<a href={number}>'></iframe>" for number in range(1, 6)]
    page = (
        f"{pieces[0]}<template>{pieces[1]}</template><!-- {pieces[2]} --><noscript>{pieces[3]}</noscript>"
        f"<div><template shadowrootmode=open>{pieces[4]}</template></div>"
    )
    links = links_of(page, templates=True, comments=True, noscript=True)
    assert [(link.document.part, link.text, link.inert) for link in links] == [
        ("srcdoc1", "1", False),
        ("srcdoc2", "2", True),
        ("srcdoc3", "3", True),
        ("srcdoc4", "4", True),
        ("srcdoc5", "5", False),
    ]


def test_a_form_of_a_page_in_a_page_is_sent_to_that() -> None:
    inner = "<base href=c/><form action></form><form action=x></form><button formaction></button>"
    links = links_of(f"<base href=/b/><iframe srcdoc='{inner}'></iframe><form action></form>")
    assert [link.url for link in links if link.kind == "form"] == [
        URL,
        "about:srcdoc",
        "http://pages.example/b/c/x",
        "about:srcdoc",
    ]


@pytest.mark.parametrize("mode", ["open", "closed"])
@pytest.mark.parametrize("is_long", [False, True])
def test_what_shadow_trees_show(mode: str, *, is_long: bool) -> None:
    root = f"<template title='>' shadowrootmode={mode}>"
    page = (
        f"<div>{root}http://1.example/<template>http://2.example/</template><a href=3></a></template></div>"
        f"http://4.example/<template><p>{root}http://5.example/</template>http://6.example/</p></template>"
    )
    options = ReadOptions(templates=True, max_page=1 if is_long else 10 << 20)
    links = read_document(Document(page, "text/html"), options=options, on_problem=lambda _: None)
    assert [(link.text, link.element, link.inert) for link in links] == [
        ("http://1.example/", "template", False),
        ("http://2.example/", "template", True),
        ("3", "a", False),
        ("http://4.example/", "body", False),
        ("http://5.example/", "template", True),
        ("http://6.example/", "p", True),
    ]


def test_what_is_nested_in_an_inert_document_is_inert() -> None:
    inner = "<iframe srcdoc='<a href=y>http://t.example/</a>'></iframe>".replace("'", "&quot;")
    links = links_of(f"<template><iframe srcdoc='{inner}'></iframe></template>", templates=True)
    assert [(link.document.part, link.text, link.inert) for link in links] == [
        ("srcdoc1.srcdoc1", "y", True),
        ("srcdoc1.srcdoc1", "http://t.example/", True),
    ]


HOSTILE = {
    "nested anchors": "<a href=x><table><td>",
    "nested divs": "<div><a href=x>y</a>",
    "misnested": "<a href=x><b><p></a>",
    "attributes": "<a " + "title=x " * 50 + "href=y>",
    "svg in svg": "<svg><foreignObject><svg><a href=x></svg>",
    "templates in templates": "<template><a href=x>",
    "srcset": "<img srcset='" + "a 1x," * 50 + "'>",
    "style": "<p style='background:url(a)'>x</p>",
    "text": "<b>http://a.example/<b>",
    "open angle": "&lt;http://a.example/<br>",
    "comments": "<!-- http://a.example/ <a href=x> -->",
    "noscript": "<noscript><a href=x></noscript>",
    "unclosed quote": "<a href='",
    "less-than": "<",
    "meta": "<meta http-equiv=refresh content='0; url=x'>",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_twice_the_page_takes_about_twice_the_work(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(page: str) -> None:
        options = ReadOptions(comments=True, noscript=True, templates=True)
        for item in html.read(Document(page, "text/html"), options):
            found = item.candidates if isinstance(item, MarkupCandidates) else [item]
            assert all(link.spans for link in found if isinstance(link, Candidate))

    counter = watching(monkeypatch, urlglean.html)
    # Up to 4096 code points more are looked at as there are more: that is little of so long a page.
    assert_linear(counter, read, piece, times=12_000 // len(piece), at_most=3)


def test_many_comments_ask_for_what_is_known_once() -> None:
    """What a page's links lead to is evidence for every URL broken over lines in its comments."""

    def calls(comments: int) -> int:
        counted = 0

        def count(frame: FrameType, event: str, _: object) -> None:
            nonlocal counted
            if event == "call" and frame.f_globals["__name__"].startswith("urlglean."):
                counted += 1

        page = "<a href=http://a.example/></a>" * 20 * comments
        page += "<!-- see http://b.example/one/\ntwo/three -->\n" * comments
        document = Document(page, "text/html")
        sys.setprofile(count)
        try:
            assert len(list(html.read(document, ReadOptions(comments=True)))) > comments
        finally:
            sys.setprofile(None)
        return counted

    calls(1)  # makes what is made once
    assert calls(100) < 2.2 * calls(50)


TAGS = st.sampled_from(
    ["<a href=x>", "</a>", "<base href=/b/>", "<img src=y srcset='a, b 2x'>", "<table>", "<td>", "<svg>", "</svg>",
     "<template>", "</template>", "<p style='background:url(z)'>", "http://t.example/", "&amp;", "\0", "\r\n", "é",
     "<iframe srcdoc='<a href=q>'>", "<noscript>", "</noscript>", "<!--", "-->", "<style>", "</style>", "<math>",
     "<form action>", "<body background=k>", "<script>", "</script>", "<"]
)  # fmt: skip


@examples(200)
@given(st.lists(TAGS, max_size=30))
def test_any_page_can_be_read(pieces: list[str]) -> None:
    page = "".join(pieces)
    for content in (page, page.encode()):
        for link in links_of(content, lazy=True, noscript=True, templates=True, comments=True, scripts=True):
            assert link.row()
            for span in link.spans:
                assert 0 <= span.start <= span.end
            if isinstance(content, str) and link.document.parent is None:
                assert link.raw == content[link.spans[0].start : link.spans[-1].end]


@pytest.mark.parametrize(
    ("page", "fragments"),
    [
        ("", ()),
        ("<p id=a><P ID='B'><a name=c><a id=d name=e>", ("a", "B", "c", "d", "e")),
        ("<p id><p id=''><a name=''>", ()),
        ("<p id='two words'><p id='caf&eacute;'><p id=' x '>", ("two words", "café", " x ")),
        ("<img name=i><form name=f><meta name=m content=x>", ()),
        ("<template><p id=in></template><p id=out>", ("out",)),
        ("<!-- <p id=comment> --><script>'<p id=script>'</script><noscript><p id=noscript></noscript>", ()),
        ("<svg><g id=g /><a name=none></svg><math><mi id=m>", ("g", "m")),
    ],
)
def test_ids_and_names_of_anchors(page: str, fragments: tuple[str, ...]) -> None:
    assert html.fragments_of_page(page) == frozenset(fragments)


@pytest.mark.parametrize("max_page", [10 << 20, 1])
def test_ids_and_names_of_empty_elements_of_xhtml(max_page: int) -> None:
    page = (
        "<html xmlns='http://www.w3.org/1999/xhtml'><title id='t'/><script id='s' src='x'/><a name='a'/>"
        "<a id='&amp;'/><p id='p'/><template id='o'/><template><a id='in'/></template></html>"
    )
    expected = {"t", "s", "a", "&", "p", "o"}
    assert html.fragments_of_page(page, is_xml=True) == expected
    anchors: list[Anchor] = []
    options = ReadOptions(max_page=max_page)
    document = Document(page, "application/xhtml+xml")
    list(read_document(document, options=options, on_problem=lambda _: None, on_anchor=anchors.append))
    assert {anchor.name for anchor in anchors} == expected

"""`urlglean.html.css`: the URLs of style sheets, as values and as documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import assert_linear, watching
from urlglean import extract_path, html
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.html.css import css_urls, may_hold_urls
from urlglean.inputs.kinds import media_type_of
from urlglean.pipeline import read_document
from urlglean.reports import Problem

URLS = [
    ("background: url(a.png)", ["a.png"]),
    ("background:URL( \n a.png \t)", ["a.png"]),
    ("background: url('a b.png') , url(\"c.png\")", ["a b.png", "c.png"]),
    ("background: url(a b.png), url(c.png)", ["c.png"]),  # a bad url token
    ("background: url(a'b.png), url(c.png)", ["c.png"]),
    ("background: url(a(b).png), url(c.png)", ["c.png"]),
    (r"background: url(a\(b\).png)", ["a(b).png"]),
    (r"background: url(a\28 b\29.png)", ["a(b).png"]),
    (r"background: u\72l(a.png)", ["a.png"]),
    (r"background: \000075rl(a.png)", ["a.png"]),
    (r"background: \U\52 L(a.png)", ["a.png"]),
    (r"background: ur\00006C(a.png)", ["a.png"]),
    (r"background: cross-\000066ade('a.png')", ["a.png"]),
    (r"background: c\72oss\2d \66 \61 \64 \65('a.png')", ["a.png"]),
    (r"@font-face { font-family: '\@SimSun' } @list l0 { mso-level-text: \F0B7 rgb(0) }", []),
    (
        r"background: url('a\
b.png')",
        ["ab.png"],
    ),
    (r"background: url('a\'b.png')", ["a'b.png"]),
    (r"background: url('\0 \110000 \d800 ')", ["\ufffd" * 3]),
    ("background: url(unclosed", ["unclosed"]),
    ("background: url('unclosed", ["unclosed"]),
    ("background: url('bad\n'), url(a.png)", ["a.png"]),
    ("@import 'bad.css\n; p { background: url(a.png) }", ["a.png"]),
    ("background: image-set('bad.png\n 1x), url(a.png)", ["a.png"]),
    (r"background: url('unclosed\'", ["unclosed'"]),
    ("background: url('bad\\'\n), url(a.png)", ["a.png"]),
    (r"@import 'unclosed\'", ["unclosed'"]),
    ("@url(a.png) #url(b.png) url(c.png)", ["c.png"]),
    ("\u017frc('a.png') url(b.png)", ["b.png"]),
    ("background: url()", []),
    ("background: url('')", []),
    ("fill: url(#gradient)", []),
    ("fill: url('#gradient')", []),
    ("mask: url(m.svg#id)", ["m.svg#id"]),
    ("background: xurl(a.png)", []),
    ("background: url (a.png)", []),
    ("src: src('f.woff')", ["f.woff"]),
    ("content: 'url(a.png)'", []),
    ("/* url(a.png) */ /* unclosed url(b.png)", []),
    ("@import 'a.css'; @import \"b.css\" screen;", ["a.css", "b.css"]),
    ("@import url(a.css) layer(x) supports(display: grid) print;", ["a.css"]),
    ("@IMPORT'a.css'", ["a.css"]),
    (r"@\69mport 'a.css'", ["a.css"]),
    ("@import 'a.css' layer('b')", ["a.css"]),
    ("@import layer('b') 'a.css'", ["a.css"]),
    ("content: 'url(a.png)\n; background: url(b.png)", ["b.png"]),
    ("@namespace svg url(http://www.w3.org/2000/svg); p { background: url(a.png) }", ["a.png"]),
    ("@namespace 'http://ns.example/';", []),
    ("@charset 'utf-8';", []),
    ("@font-face { src: url(a.woff2) format('woff2'), url(a.woff) }", ["a.woff2", "a.woff"]),
    ("background: image-set('a.png' 1x, url(b.png) type('image/png') 2x)", ["a.png", "b.png"]),
    ("background: -webkit-image-set(url(a.png) 1x)", ["a.png"]),
    ("background: url(data:image/gif;base64,R0lGOD==)", ["data:image/gif;base64,R0lGOD=="]),
    ("<!-- @import 'a.css'; -->", ["a.css"]),
    ("--custom: url(a.png); background: var(--x, url(b.png))", ["a.png", "b.png"]),
    ("bildä: url(ä.png)", ["ä.png"]),
    ("url(a.png)", ["a.png"]),
    ("url(a\u3000b.png) url(c\x85d) url(e f)", ["a\u3000b.png", "c\x85d"]),
    ('@import "\\61\nb.css"; url("c\\62\n.png") url("d\\\ne")', ["ab.css", "cb.png", "de"]),
    ("", []),
    ('@import ""; @import "" layer(a); @import "', []),
]


@pytest.mark.parametrize(("css", "expected"), URLS)
def test_urls(css: str, expected: list[str]) -> None:
    assert [found.url for found in css_urls(css)] == expected
    assert may_hold_urls(css) or not expected


def test_an_escape_of_another_letter_is_no_hint() -> None:
    assert may_hold_urls(r"p { content: '\75 (' }")
    assert not may_hold_urls(r"p { content: '\7500 (' }")


TOKENS = [
    "url(",
    "URL('a')",
    "src(",
    "\u017frc(",
    "@",
    "#",
    "-",
    "a",
    ")",
    "(",
    "'",
    '"',
    "/*",
    "*/",
    " ",
    "\n",
    ";",
    "{",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=12).map("".join))
def test_a_style_sheet_of_functions_alone_is_read_as_any_other(css: str) -> None:
    escape = r"\61;"  # with which it is read by all its tokens
    assert [
        (url, start + len(escape), end + len(escape), place) for url, start, end, place in css_urls(css)
    ] == [*css_urls(escape + css)]


WITH_URLS = [
    "url(b)",
    "url( 'c\\64 ' )",
    "@import 'e';",
    "src('f')",
    "url(\\)g)",
    *" ;'(){",
    "/*",
    "*/",
    "\\",
    "url(",
]


@given(st.lists(st.sampled_from(WITH_URLS), max_size=12).map("".join))
def test_offsets_are_those_of_what_was_written(css: str) -> None:
    end = 0
    for found in css_urls(css):
        assert found.start >= end
        assert found.url
        written = css[found.start : found.end]
        assert found.url == written or "\\" in written
        end = found.end


HOSTILE = ["url(", "url('", "url(a ", "\\", "'", '"\\', "/*", "(", "@import ", "\\61", "é", "image-set(", "@"]


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_css_takes_twice_the_work(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_linear(watching(monkeypatch, html), lambda css: list(css_urls(css)), piece)


# Style sheets as documents: files of their own, and what comments tell of.


SHEET = """/* from http://fonts.example/about */
@import "base.css";
a::after { content: "see http://in.example/string"; background: url(http://img.example/a.png) }
b { background: url(../b.png) }"""
REFERENCES = ["http://s.example/css/base.css", "http://img.example/a.png", "http://s.example/b.png"]


def urls(content: str | bytes, **options: bool) -> list[str | None]:
    claims = (BaseClaim("retrieval", "http://s.example/css/site.css", "--base"),)
    document = Document(content, "text/css", "site.css", claims=claims)
    links = read_document(document, options=ReadOptions(**options), on_problem=pytest.fail)
    return [link.url for link in links]


def test_references_are_the_sheets_and_bare_urls_come_where_text_is_asked_for() -> None:
    assert urls(SHEET, text=False) == REFERENCES
    assert urls(SHEET) == [
        "http://fonts.example/about",
        REFERENCES[0],
        "http://in.example/string",
        *REFERENCES[1:],
    ]


@pytest.mark.parametrize(("sheet", "path"), [
    ('@charset "koi8-r"; p { background: url(я) }'.encode("koi8-r"), "%D1%8F"),
    ('@charset "utf-16"; p { background: url(я) }'.encode(), "%D1%8F"),
    ("p { background: url(я?я) }".encode(), "%D1%8F?%D1%8F"),
    (b'@charset "koi8-r"; p { background: url(\xd1?\xd1) }', "%D1%8F?%D1%8F"),
])  # fmt: skip
def test_the_encoding_is_the_one_the_sheet_names(sheet: bytes, path: str) -> None:
    assert urls(sheet) == [f"http://s.example/css/{path}"]


def test_a_file_is_one_by_its_suffix(tmp_path: Path) -> None:
    assert media_type_of("text", "a/site.CSS") == "text/css"
    file = tmp_path / "site.css"
    file.write_text(SHEET)
    problems: list[Problem] = []
    links = extract_path(file, base="http://s.example/css/site.css", text=False, on_problem=problems.append)
    assert [link.url for link in links] == REFERENCES
    assert next(link.url for link in extract_path(file, kind="text")) == "http://fonts.example/about"
    assert problems == []

"""`urlglean.html.values`: the references in an attribute's value, form by form, and in header fields."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import tries_all
from urlglean.html.attributes import EVERY, UrlAttribute, rows_for
from urlglean.html.values import (
    cleaned,
    field_references,
    header_links,
    image_candidates,
    is_own,
    json_urls,
    references_in,
    refresh_url,
    with_utf8_query,
)

LIST = UrlAttribute("a", "ping", "resource", "list")
IMAGE = UrlAttribute(EVERY, "data-bg", "resource", "image")
COMMAS = UrlAttribute("applet", "archive", "resource", "commas")

SPLIT = [
    (LIST, " a\tb\nc  d ", ["a", "b", "c", "d"]),
    (LIST, "", []),
    (LIST, "a,b", ["a,b"]),
    (COMMAS, "a.jar, b.jar,,c.jar", ["a.jar", "b.jar", "c.jar"]),
    (UrlAttribute(EVERY, "style", "resource", "css"), "color: red", []),
    (UrlAttribute("img", "src", "resource"), " a ", [" a "]),
    (UrlAttribute("iframe", "srcdoc", "navigation", "srcdoc"), "<a href=x>", []),
    (IMAGE, "a (1).png", ["a (1).png"]),
    (IMAGE, "url(a.png)", ["a.png"]),
    (IMAGE, "linear-gradient(red, blue), url('a.png')", ["a.png"]),
    (IMAGE, "linear-gradient(red, blue)", []),
    (IMAGE, " #FFf ", []),
    (IMAGE, "#a0b1c2d3", []),
    (IMAGE, "#sprite", ["#sprite"]),
    (IMAGE, "#00ff00", []),
    (IMAGE, "image-set('a.png' 1x)", ["a.png"]),
    *(
        (IMAGE, f"{name}(0, 0, 0)", [])
        for name in ("rgb", "rgba", "hsl", "hsla", "var", "radial-gradient", "repeating-conic-gradient")
    ),
]


@pytest.mark.parametrize(("row", "value", "expected"), SPLIT)
def test_values(row: UrlAttribute, value: str, expected: list[str]) -> None:
    found = list(references_in(row, value, lambda _: None))
    assert [item.text for item in found] == expected
    assert [value[item.start : item.end] for item in found] == expected


META = [
    ({"http-equiv": "Refresh"}, "0; url=a", [("a", "navigation")]),
    ({"http-equiv": " refresh"}, "0; url=a", []),
    ({"http-equiv": "refresh"}, "5", []),
    ({"property": "og:image"}, "a.png", [("a.png", None)]),
    ({"property": "OG:IMAGE"}, "a.png", [("a.png", None)]),
    ({"property": "og:title"}, "http://a/", []),
    ({"name": "twitter:image"}, "a.png", [("a.png", None)]),
    ({"name": "citation_pdf_url"}, "http://a/b.pdf", [("http://a/b.pdf", None)]),
    ({"name": "citation_title"}, "http://a/", []),
    ({"itemprop": "url name"}, "a", [("a", None)]),
    ({"property": "og:image"}, " ", []),
    ({"name": "description"}, "http://a/", []),
    ({"property": "og:site_name"}, "http://a/", []),
    ({"property": "og:image:alt"}, "http://a/", []),
    ({"name": "DC.rights"}, " HTTPS://a/b#c\n", [(" HTTPS://a/b#c\n", None)]),
    ({"name": "DC.rights"}, "http://a/ and http://b/", []),
    ({"name": "DC.rights"}, "a.html", []),
    ({"property": "og:description", "name": "x"}, "http://a/", []),
    ({"name": "msapplication-config"}, "none", []),
    ({"name": "msapplication-config"}, "/none.xml", [("/none.xml", None)]),
    ({}, "http://a/", []),
]


@pytest.mark.parametrize(("attributes", "content", "expected"), META)
def test_meta(attributes: dict[str, str], content: str, expected: list[tuple[str, str | None]]) -> None:
    found = references_in(rows_for("meta")["content"], content, attributes.get)
    assert [(item.text, item.kind) for item in found] == expected


@pytest.mark.parametrize(
    ("element", "attribute", "value", "expected"),
    [
        ("form", "action", "", True),
        ("form", "action", " \n", True),
        ("form", "action", "a", False),
        ("button", "formaction", "", True),
        ("button", "formaction", " ", False),
        ("base", "href", "a", True),
        ("base", "itemid", "a", False),
        ("a", "href", "", False),
    ],
)
def test_what_goes_past_the_base(element: str, attribute: str, value: str, *, expected: bool) -> None:
    assert is_own(rows_for(element)[attribute], value) is expected


@given(st.text(alphabet=" \t\r\n\x00\x1f\xa0a\x7f\u3000", max_size=12))
def test_cleaning_takes_what_the_url_standard_takes(value: str) -> None:
    around = value.strip("".join(map(chr, range(0x21))))
    assert cleaned(value) == "".join(character for character in around if character not in "\t\n\r")


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("é", "é"),
        ("?a", "?a"),
        ("é?é", "é?%C3%A9"),
        ("#é?é", "#é?é"),
        ("?%é#é", "?%%C3%A9#é"),
        ("?\U0001f600", "?%F0%9F%98%80"),
        ("?\udc80", "?%EF%BF%BD"),
    ],
)
def test_queries_of_style_sheets_are_utf_8(reference: str, expected: str) -> None:
    assert with_utf8_query(reference) == expected


# ``srcset`` against the algorithm of the HTML Standard (section 4.8.4.3.10), row by row.


PARSED = [
    # value, [(url, is taken)]
    ("", []),
    ("  , ,\n", []),
    ("a", [("a", True)]),
    ("a,b", [("a,b", True)]),
    ("a, b", [("a", True), ("b", True)]),
    ("a,", [("a", True)]),
    ("a,,, b", [("a", True), ("b", True)]),
    (",,a,,", [("a", True)]),
    ("a 1x,b 2x", [("a", True), ("b", True)]),
    ("\ta\n1x\f,\rb  2x ", [("a", True), ("b", True)]),
    ("data:image/gif;base64,AA== 1x, b 2x", [("data:image/gif;base64,AA==", True), ("b", True)]),
    ("w_1,h_2/x.jpg 200w", [("w_1,h_2/x.jpg", True)]),
    ("a .5x, b 1e1x, c -.5x", [("a", True), ("b", True), ("c", False)]),
    ("a 1.x, b x, c 1X", [("a", False), ("b", False), ("c", False)]),
    ("a 1e308x, b 1e400x, c -1e400x", [("a", True), ("b", False), ("c", False)]),
    ("a 0x, b 0w, c 00w", [("a", True), ("b", False), ("c", False)]),
    ("a 10w 5h, b 5h 10w, c 5h", [("a", True), ("b", True), ("c", False)]),
    ("a 1x 1w, b 1w 1x, c 1w 1w, d 1x 1x", [(name, False) for name in "abcd"]),
    ("a 10w 5h 6h, b 1x 5h, c 10w 0h", [("a", False), ("b", False), ("c", False)]),
    ("a +1w, b 1.5w, c -1w", [("a", False), ("b", False), ("c", False)]),
    ("a (x,y), b", [("a", False), ("b", True)]),
    ("a (x,y, b 2x", [("a", False)]),
    ("a (1x ) 2x", [("a", False)]),
    ("a " + "9" * 5000 + "w", [("a", True)]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), PARSED)
def test_image_candidates(value: str, expected: list[tuple[str, bool]]) -> None:
    assert [(item.text, not item.notes) for item in image_candidates(value)] == expected


@given(st.text(alphabet="a1x.w,( )h-\n\te", max_size=60))
def test_each_url_stands_where_it_says_and_none_is_empty(value: str) -> None:
    end = 0
    for found in image_candidates(value):
        assert found.text
        assert value[found.start : found.end] == found.text
        assert found.start >= end
        end = found.end


# ``meta refresh`` against the shared declarative refresh steps of the HTML Standard.


URLS = [
    ("5; url=a", "a"),
    ("5;url=a", "a"),
    ("5,url=a", "a"),
    ("5 url=a", "a"),
    ("5 a", "a"),
    ("5; a", "a"),
    ("\n5\t;\furl\r=\n'a'b", "a"),
    ('5; URL="a b"', "a b"),
    ("5; Url = 'a", "a"),
    ("5; 'a'", "a"),
    ('5; "a', "a"),
    ("5; url='a\"b'", 'a"b'),
    ("0.5; url=a", "a"),
    (".5; url=a", "a"),
    ("5.5.5; url=a", "a"),
    ("5; url=", ""),
    ("5; url=''", ""),
    ("5; u", "u"),
    ("5; urla", "urla"),
    ("5; urn:a", "urn:a"),
    ("5; url", "url"),
    ("5;; a", "; a"),
    ("5; url=a; b", "a; b"),
    ("5; url= a ", "a "),
    ("5", None),
    ("5;", None),
    ("5; ", None),
    ("", None),
    ("; url=a", None),
    ("url=a", None),
    ("5x; url=a", None),
    ("-5; url=a", None),
    ("+5; url=a", None),
    ("a", None),
]


@pytest.mark.parametrize(("content", "expected"), URLS)
def test_url(content: str, expected: str | None) -> None:
    found = refresh_url(content)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        url, start, end = found
        assert url == expected == content[start:end]


# JSON-LD: which strings of a block are URLs, and where they stand.


BLOCKS = [
    ('{"url": "/a"}', ["/a"]),
    ('{"@id": "#me", "@type": "Person", "name": "https://not-a-link.example/ is her site"}', ["#me"]),
    ('{"sameAs": ["https://a.example/", "https:\\/\\/b.example\\/x"]}',
     ["https://a.example/", "https://b.example/x"]),
    ('{"sameAs": ["a", "b"], "name": ["http://c.example/"], "x": ["d"], "url": "e"}', ["a", "b", "e"]),
    ('{"image": {"@type": "ImageObject", "url": "i.png", "width": 9}}', ["i.png"]),
    ('{"description": "https://words.example/"}', []),
    ('{"somethingElse": "HTTP://a.example/"}', ["HTTP://a.example/"]),
    ('{"somethingElse": "a.png"}', []),
    ('{"url": "", "logo": "a b"}', []),
    ('{"url": "caf\\u00e9"}', ["café"]),
    ('{"url": "bad \\x escape"}', []),
    ('<!-- {"url": "/a",} // not JSON', ["/a"]),
    ('{"url": "unclosed', []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("block", "expected"), BLOCKS)
def test_urls(block: str, expected: list[str]) -> None:
    found = list(json_urls(block))
    assert [item.text for item in found] == expected
    for item in found:
        assert block[item.start - 1] == block[item.end] == '"'


@pytest.mark.parametrize("run", ["0", "0.", ".", " ", "url=", "'"])
def test_a_refresh_of_a_megabyte_is_read_at_once(run: str) -> None:
    assert refresh_url(run * 1_000_000 + "x") is None
    assert refresh_url("0;url=" + run * 1_000_000 + "x") is not None


# --- fields of HTTP ---

LINKS = [
    # RFC 8288 section 3.5
    ('<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter"',
     [("http://example.com/TheBook/chapter2", "previous")]),
    ('</>; rel="http://example.net/foo"', [("/", "http://example.net/foo")]),
    ('</terms>; rel="copyright"; anchor="#foo"', [("/terms", "copyright")]),
    ("</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
     "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel",
     [("/TheBook/chapter2", "previous"), ("/TheBook/chapter4", "next")]),
    ('<http://example.org/>; rel="start http://example.net/relation/other"',
     [("http://example.org/", "start http://example.net/relation/other")]),
    # and what servers send
    ("", []),
    ("<>", [("", None)]),
    ("<a>,<b>", [("a", None), ("b", None)]),
    ("<a>;rel=next;rel=prev", [("a", "next")]),
    ("<a>; REL = next", [("a", "next")]),
    ('<a>; title="x, <b>; rel=no"; rel=yes', [("a", "yes")]),
    (r'<a>; title="x\", <b>"; rel=yes', [("a", "yes")]),
    ('<a>; rel="unclosed', [("a", "unclosed")]),
    ("< a >", [("a", None)]),
    ("<http://a/;x,y?z>; rel=preload; as=style; crossorigin, <b>", [("http://a/;x,y?z", "preload"), ("b", None)]),
    ("a; rel=next", []),
    ("nonsense, <a>; rel=next", [("a", "next")]),
    ("<unclosed; rel=next", []),
    ("<<a>;rel=next, <", [("<a", "next")]),
    ("<\t >", [("", None)]),
    (" , ,<a>;;;rel=next ; , <b>", [("a", "next"), ("b", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), LINKS)
def test_links(value: str, expected: list[tuple[str, str | None]]) -> None:
    found = [link for link, _ in header_links(value)]
    assert [(link.url, link.rel) for link in found] == expected
    assert [value[link.start : link.end] for link in found] == [target for target, _ in expected]


def test_parameters_keep_the_first_of_each_name() -> None:
    [(_, parameters)] = header_links(
        '<a>; rel=next; hreflang=de; hreflang=en; title="a \\"b\\""; anchor="#x"'
    )
    said = {name: parameter.text for name, parameter in parameters.items()}
    assert said == {"rel": "next", "hreflang": "de", "title": 'a "b"', "anchor": "#x"}


@pytest.mark.parametrize("run", [" ", "\t", "\r", " \t", ",", "<", "<>", ";", "a", "a ", '"'])
def test_a_field_of_a_megabyte_is_read_at_once(run: str) -> None:
    value = (run * (1 << 20))[: 1 << 20] + "x"
    assert [link.url for link, _ in header_links(value + "<a>")][-1].endswith("a")


def test_what_is_escaped_in_the_images_of_a_link_stands_where_it_is_written() -> None:
    value = '<a>; rel=preload; imagesrcset="b\\"c 1x, \\\\d 2x, e"'
    found = [(one.url, value[one.start : one.end]) for one in field_references("link", value)]
    assert found == [("a", "a"), ('b"c', 'b\\"c'), ("\\d", "\\d"), ("e", "e")]


MANY = 20_000 if tries_all() else 10_000


@pytest.mark.parametrize(
    "value", ['<a>; imagesrcset="' + "a\\b, " * (4 * MANY), '<a>;imagesrcset="\\q", ' * MANY]
)
def test_images_whose_names_stand_nowhere_are_read_at_once(value: str) -> None:
    assert {one.url for one in field_references("link", value)} <= {"a", "ab", "q"}


IMAGES = '</a>; rel=preload; as=image; imagesrcset="b 1x, c 2x", <d>; rel=stylesheet, <e>; rel=canonical'


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("link", IMAGES, ["/a resource", "b resource", "c resource", "d resource", "e metadata"]),
        ("link", '<a>; rel=preload; imagesrcset="\\b 1x, d 2x"', ["a resource", "b resource", "d resource"]),
        ("refresh", "5; url='a'", ["a navigation"]),
        ("refresh", "5", []),
    ],
)
def test_what_a_reference_in_a_field_is_for(name: str, value: str, expected: list[str]) -> None:
    found = list(field_references(name, value))
    assert [f"{one.url} {one.kind}" for one in found] == expected
    assert [value[one.start : one.end] for one in found] == [one.url for one in found]

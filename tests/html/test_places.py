"""`urlglean.html.places`: where an attribute's value stands, found by the tokenizer's rules."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st

from support.places import CORPORA
from support.work import peak_of
from urlglean.extract import extract_html, extract_path
from urlglean.html import places
from urlglean.html.places import align, find_content, find_value, misleading, tag_with
from urlglean.links.distinct import Grouping
from urlglean.links.link import Link
from urlglean.text import Text
from urlglean.writers import FORMATS

VALUES = [
    # the page from its tag on, the attribute, its value in the source
    ("<a href=x>", "href", "x"),
    ('<a href="x y">', "href", "x y"),
    ("<a href='x>y'>", "href", "x>y"),
    ("<A HREF=X>", "href", "X"),
    ("<a title='href=no' href=yes>", "href", "yes"),
    ("<a href=1 href=2>", "href", "1"),
    ("<a/href=x/>", "href", "x/"),
    ("<a\nhref\n=\n'x'\n>", "href", "x"),
    ('<a title="x"href=y>', "href", "y"),
    ("<a href>", "href", ""),
    ("<a href=>", "href", ""),
    ("<a href=''>", "href", ""),
    ("<a =href=x href=y>", "href", "y"),
    ("<a href==x>", "href", "=x"),
    ("<a href=a=b>", "href", "a=b"),
    ('<a href="unclosed', "href", "unclosed"),
    ("<a href", "href", ""),
    ("<a <b href=x>", "href", "x"),
    ("<a xlink:href=x>", "xlink:href", "x"),
    ("<a title=x>", "href", None),
    ("<a>href=x", "href", None),
    ("", "href", None),
]


@pytest.mark.parametrize(("tag", "name", "expected"), VALUES)
def test_value(tag: str, name: str, expected: str | None) -> None:
    for before in ("", "x ", "line\nx\r\n\r"):
        source = Text(before + tag)
        line, column = source.position(len(before))
        found = find_value(source, (line, column - 1), name)
        assert (None if found is None else source.text[slice(*found)]) == expected


MERGED = [
    # the page; the second <body> has what the first, which a tag may have begun, has not
    "<p>x\n<body background=|new>",
    "<body class=c><p>x\n<BODY BACKGROUND='|new'><body background=newer>",
    "<!-- <body background=old> --><p>x\n<body background=|new>",
    "<!-- <body background=new> --><p>x\n<body background=|new>",
    "<!-- <body background=new> --></body background=new><p>x\n<body background=|new>",
    "<script>'<body background=old>'</script><p title='<body background=old>'>x<body background=|new>",
    "<body class=c><!-- <body background=old> --><body\nbackground='|n&#101;w'>",
]


@pytest.mark.parametrize("marked", MERGED)
def test_an_attribute_of_a_second_body_stands_in_its_own_tag(marked: str) -> None:
    source = Text(marked.replace("|", ""))
    (body,) = turbohtml.parse(source.text).select("body")
    tag = tag_with(source, body.position, "body", "background", body.attr("background") or "")
    found = find_value(source, tag, "background")
    assert found is not None
    assert found[0] == marked.index("|")


def test_content() -> None:
    source = Text("x\n<style title='>' a=b/>p {}")
    assert source.text[find_content(source, (2, 0)) :] == "p {}"
    assert find_content(Text("<style"), (1, 0)) == 6


ALIGNED = [
    ("abc", "abc", ["a", "b", "c"]),
    ("a&amp;b", "a&b", ["a", "&amp;", "b"]),
    ("&eacute&#233;&#xE9;", "ééé", ["&eacute", "&#233;", "&#xE9;"]),
    ("a\r\nb\rc", "a\nb\nc", ["a", "\r\n", "b", "\r", "c"]),
    ("?a=1&copy=2", "?a=1&copy=2", ["?", "a", "=", "1", "&", "c", "o", "p", "y", "=", "2"]),
    ("&copyright;&semi;", "©right;;", ["&copy", "r", "i", "g", "h", "t", ";", "&semi;"]),
    ("\r\n&amp;a&#38;\0", "\n&amp;a&#38;\ufffd", ["\r\n", *"&amp;a&#38;", "\0"]),
    ("&amp;amp;\r", "&amp;\n", ["&amp;", "a", "m", "p", ";", "\r"]),
    ("&NotEqualTilde;x", "≂̸x", ["&NotEqualTilde;", "", "x"]),
    ("it&#25;s&#x7f&#xFDD0;", "it\x19s\x7f\ufdd0", ["i", "t", "&#25;", "s", "&#x7f", "&#xFDD0;"]),
    ("&bogus;&", "&bogus;&", ["&", "b", "o", "g", "u", "s", ";", "&"]),
]


@pytest.mark.parametrize(("raw", "decoded", "pieces"), ALIGNED)
def test_alignment(raw: str, decoded: str, pieces: list[str]) -> None:
    aligned = align(raw, decoded, 5)
    spans = [aligned.span(index, index + 1) for index in range(len(decoded))]
    source = "12345" + raw
    if "&Not" not in raw:
        assert [source[start:end] for start, end in spans] == pieces
    assert aligned.span(0, len(decoded)) == (5, len(source))


def test_very_many_references_are_aligned_in_little_memory() -> None:
    raw = "&#97;" * 50_000
    decoded = html.unescape(raw)
    align(raw[:50], decoded[:10])  # what it compiles is kept
    assert peak_of(lambda: align(raw, decoded)) < 15 * len(raw)


@given(st.lists(st.sampled_from(["a", "&amp;", "&lt;", "&#65;", "&#x1F600;", "\r\n", "é", " ", ";"])))
def test_alignment_covers_the_source_without_gaps(pieces: list[str]) -> None:
    raw = "".join(pieces)
    decoded = html.unescape(raw).replace("\r\n", "\n")
    aligned = align(raw, decoded)
    end = 0
    for index in range(len(decoded)):
        start, next_end = aligned.span(index, index + 1)
        assert start == end
        end = next_end
    assert end == len(raw)


MISLEADING = [
    ("https://www.bank.example/login", "http://evil.example/", True),
    ("www.bank.com", "https://evil.example/?www.bank.com", True),
    ("bank.com", "//evil.example/bank.com", True),
    ("bank.com", "https://bank.com@evil.example/", True),
    ("http://bank.com@evil.example/", "http://evil.example/", False),
    ("bank.com", "https://a@bank.com:b@evil.example/", True),
    ("bank.com", "https://[::1]/", True),
    ("bücher.example", "https://www.xn--bcher-kva.example/", False),
    ("xn--bcher-kva.example", "https://BÜCHER.example/", False),
    ("www.bücher.example", "https://buecher.example/", True),
    ("bank.com", "https://b%61nk.com/", False),
    ("bank.com", "https://www.bank.com/", False),
    ("login.bank.com", "https://bank.com/login", False),
    ("bank.com", "https://bank.com.evil.example/", True),
    ("bank.com", "/login", False),
    ("Bank.com.", "https://BANK.COM/", False),
    ("see bank.com", "https://evil.example/", False),
    ("README.md", "https://host.example/README.md", False),
    ("Strict.pm", "https://host.example/Strict.pm", False),
    ("main.tf", "https://host.example/", False),
    ("index.html", "https://host.example/", False),
    ("1.5", "https://host.example/", False),
    ("e.g.", "https://host.example/", False),
    ("", "https://host.example/", False),
    ("a." * 10_000, "https://host.example/", False),
]


@pytest.mark.parametrize(("anchor", "reference", "expected"), MISLEADING)
def test_misleading_anchors(anchor: str, reference: str, *, expected: bool) -> None:
    assert bool(misleading(anchor, reference)) is expected


def test_the_host_that_is_meant_is_named_whole() -> None:
    told = [misleading("bank.com", f"https://{host}/") for host in ("a@b:c@evil.example", "[2001:db8::1]")]
    assert [note.rpartition(" ")[2] for note in told] == ["evil.example", "[2001:db8::1]"]


PAGES = sorted(CORPORA.glob("html/*.html"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_what_is_asked_of_a_reference_alone_is_what_all_of_it_has(path: Path) -> None:
    inert = {"templates": True, "noscript": True, "comments": True}
    for link in extract_path(path, on_problem=lambda _: None, **inert):
        candidate, settled = link.candidate, link.candidate.settled()
        for name in ("position", "owner", "markup", "quote_depth", "opened"):
            assert getattr(candidate, name) == getattr(settled, name), (name, link)


@pytest.mark.parametrize("form", ["text", "url"])
def test_the_text_of_a_link_is_worked_out_for_formats_that_show_it(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts, hosts = [], []
    monkeypatch.setattr(places, "anchor_of", lambda element: texts.append(element) or element.text)
    monkeypatch.setattr(places, "misleading", lambda *_: hosts.append(1) or "")
    page = '<a href="http://a.example/" rel="next">www.b.example</a>' * 10

    def links() -> Iterator[Link]:
        return extract_html(page, text=False)

    out = io.StringIO()
    FORMATS[form].write_links(links(), out)
    grouping = Grouping(keep=1)
    grouping.take(links())
    FORMATS[form].write_distinct(grouping.sorted(), out)
    assert not texts
    assert [link.anchor for link in links()] == ["www.b.example"] * 10
    assert (len(texts), hosts) == (10, [])
    FORMATS["jsonl"].write_links(links(), out)
    assert (len(texts), len(hosts)) == (20, 10)

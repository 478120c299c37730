"""`urlglean.archives.http` against RFC 8288."""

from __future__ import annotations

import pytest

from urlglean.archives.http import header_links

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
    (" , ,<a>;;;rel=next ; , <b>", [("a", "next"), ("b", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("value", "expected"), LINKS)
def test_links(value: str, expected: list[tuple[str, str | None]]) -> None:
    found = list(header_links(value))
    assert [(link.target, link.rel) for link in found] == expected
    assert [value[link.start : link.end] for link in found] == [target for target, _ in expected]


def test_parameters_keep_the_first_of_each_name() -> None:
    (link,) = header_links('<a>; rel=next; hreflang=de; hreflang=en; title="a \\"b\\""; anchor="#x"')
    assert dict(link.parameters) == {"rel": "next", "hreflang": "de", "title": 'a "b"', "anchor": "#x"}

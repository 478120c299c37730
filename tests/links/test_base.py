"""RFC 3986 section 5.1: which claim establishes the base, and what it comes to."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

import pytest

from support.work import peak_of
from urlglean import extract_html, extract_mail
from urlglean.document import BaseClaim, Document, Message
from urlglean.links.base import Base, LongBases, establish_bases
from urlglean.links.link import _OF_LONGER_BASE, LONGEST_BASE
from urlglean.uri.hosts import ada


class Case(NamedTuple):
    title: str
    claims: list[tuple[str, str, str]]
    outer: Base | None
    expected: tuple[str, str, str] | None
    """uri, rule, source"""


def establish(*given: Any, **options: Any) -> Base | None:
    return establish_bases(*given, **options).base


OUTER = Base("http://outer/a/", "embedded", "Content-Base")
MAIL = Base("thismessage:/", "default", "RFC 2557 section 5")

CASES = [
    Case("nothing said, nothing established", [], None, None),
    Case(
        "--base is a retrieval URI",
        [("retrieval", "http://r/x", "--base")],
        None,
        ("http://r/x", "retrieval", "--base"),
    ),
    Case(
        "an embedded base wins over --base",
        [("retrieval", "http://r/x", "--base"), ("embedded", "http://e/", "base@href")],
        None,
        ("http://e/", "embedded", "base@href"),
    ),
    Case(
        "a relative embedded base is resolved against --base",
        [("retrieval", "http://r/x/y", "--base"), ("embedded", "../e/", "base@href")],
        None,
        ("http://r/e/", "embedded", "base@href"),
    ),
    Case(
        "a relative embedded base with nothing around it is none",
        [("embedded", "e/", "base@href")],
        None,
        None,
    ),
    Case(
        "the encapsulating entity's base is inherited",
        [],
        OUTER,
        ("http://outer/a/", "encapsulating", "Content-Base"),
    ),
    Case(
        "a default stays a default on its way in",
        [],
        MAIL,
        ("thismessage:/", "default", "RFC 2557 section 5"),
    ),
    Case(
        "a relative base is resolved against the encapsulating base",
        [("embedded", "b/", "Content-Base")],
        OUTER,
        ("http://outer/a/b/", "embedded", "Content-Base"),
    ),
    Case(
        "a part's own URI in an archive counts before the archive's",
        [("retrieval", "http://record/", "WARC-Target-URI")],
        OUTER,
        ("http://record/", "retrieval", "WARC-Target-URI"),
    ),
    Case(
        "Content-Base before Content-Location, in whatever order they stand",
        [("embedded", "http://l/", "Content-Location"), ("embedded", "http://b/", "Content-Base")],
        None,
        ("http://b/", "embedded", "Content-Base"),
    ),
    Case(
        "Base (RFC 1808) before Content-Location, after Content-Base",
        [("embedded", "http://l/", "Content-Location"), ("embedded", "<URL:http://o/>", "Base")],
        None,
        ("http://o/", "embedded", "Base"),
    ),
    Case(
        "a Content-Base that is none leaves the place to Content-Location",
        [("embedded", "nonsense/", "Content-Base"), ("embedded", "http://l/x", "Content-Location")],
        None,
        ("http://l/x", "embedded", "Content-Location"),
    ),
    Case(
        "a relative Content-Base does not start from the Content-Location beside it",
        [("embedded", "b/", "Content-Base"), ("embedded", "http://l/x/", "Content-Location")],
        OUTER,
        ("http://outer/a/b/", "embedded", "Content-Base"),
    ),
    Case(
        "base@href before the headers, and resolved against them",
        [("embedded", "http://b/d/", "Content-Base"), ("embedded", "e/", "base@href")],
        None,
        ("http://b/d/e/", "embedded", "base@href"),
    ),
    Case(
        "whitespace in a header's value is ignored, wherever a fold has put it",
        [("embedded", " http://b/lo\r\n\tng/pa th/ ", "Content-Base")],
        None,
        ("http://b/long/path/", "embedded", "Content-Base"),
    ),
    Case(
        "the wrapper of RFC 1808 in any case, with or without its URL:",
        [("embedded", "<url:http://b/>", "Base")],
        None,
        ("http://b/", "embedded", "Base"),
    ),
    Case(
        "angle brackets alone", [("embedded", "<http://b/>", "Base")], None, ("http://b/", "embedded", "Base")
    ),
    Case(
        "a quoted value",
        [("embedded", '"http://b/"', "Content-Base")],
        None,
        ("http://b/", "embedded", "Content-Base"),
    ),
    Case(
        "header names in any case",
        [("embedded", "http://l/", "content-location"), ("embedded", "http://b/", "CONTENT-BASE")],
        None,
        ("http://b/", "embedded", "CONTENT-BASE"),
    ),
    Case(
        "a base URI has no fragment",
        [("retrieval", "http://r/x?q#f", "--base")],
        None,
        ("http://r/x?q", "retrieval", "--base"),
    ),
    Case("an empty value claims nothing", [("embedded", "", "Content-Base")], None, None),
    Case(
        "an empty base href is the fallback base",
        [("retrieval", "http://r/x", "--base"), ("embedded", "", "base@href")],
        None,
        ("http://r/x", "embedded", "base@href"),
    ),
    Case(
        "data: is no base of a page",
        [("retrieval", "http://r/", "--base"), ("embedded", "data:text/plain,x", "base@href")],
        None,
        ("http://r/", "retrieval", "--base"),
    ),
    Case(
        "javascript: is no base of a page",
        [("retrieval", "http://r/", "--base"), ("embedded", "javascript:0", "base@href")],
        None,
        ("http://r/", "retrieval", "--base"),
    ),
    Case(
        "no second base element is asked where the first fails",
        [
            ("retrieval", "http://r/", "--base"),
            ("embedded", "data:,x", "base@href"),
            ("embedded", "http://second/", "base@href"),
        ],
        None,
        ("http://r/", "retrieval", "--base"),
    ),
    Case(
        "a stated default, when nothing else is there",
        [("default", "http://d/", "application")],
        None,
        ("http://d/", "default", "application"),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
@pytest.mark.parametrize("on_document", [True, False], ids=["on the document", "by its reader"])
def test_chain(case: Case, *, on_document: bool) -> None:
    claims = tuple(BaseClaim(*claim) for claim in case.claims)  # type: ignore[arg-type]  # rules as plain strings
    document = Document("", "text/html", claims=claims if on_document else ())
    found = establish(document, () if on_document else claims, case.outer)
    assert (found and (found.uri, found.rule, found.source)) == case.expected


def test_a_page_resolves_its_base_as_browsers_do() -> None:
    page = Document("", "text/html", claims=(BaseClaim("retrieval", "http://r/x", "--base"),))
    claim = BaseClaim("embedded", " \\e\\f/\n../ ", "base@href")
    assert establish(page, [claim], dialect="whatwg") == Base("http://r/e/", "embedded", "base@href")


def test_against_a_base_that_no_browser_parses_nothing_resolves() -> None:
    page = Document("", "text/html", claims=(BaseClaim("retrieval", "http://r/x", "--base"),))
    claim = BaseClaim("embedded", "http://[broken/", "base@href")
    assert establish(page, [claim], dialect="whatwg") == Base(
        "about:blank", "embedded", "base@href (does not parse)", is_void=True
    )


def test_what_a_source_is_called_says_nothing_of_its_base() -> None:
    page = Document(
        "", "text/html", claims=(BaseClaim("retrieval", "about:blank", "a list (does not parse)"),)
    )
    found = establish(page, dialect="whatwg")
    assert found is not None
    assert not found.is_void


def test_a_base_that_may_not_be_one_falls_back() -> None:
    page = Document("", "text/html", claims=(BaseClaim("retrieval", "http://r/x", "--base"),))
    claim = BaseClaim("embedded", "javascript:void(0)", "base@href")
    assert establish(page, [claim], dialect="whatwg") == Base("http://r/x", "retrieval", "--base")


def test_a_reference_that_a_dialect_hands_back_is_no_base() -> None:
    page = Document("", "text/html", claims=(BaseClaim("retrieval", "http://r/x", "--base"),))
    claim = BaseClaim("embedded", "#y", "base@href")
    assert establish(page, [claim], dialect="rfc2396") == Base("http://r/x", "retrieval", "--base")


def test_mail_has_a_default() -> None:
    message = Document(b"", "message/rfc822")
    part = Document("", "text/html", message=Message())
    assert establish(message) == establish(part) == MAIL


def test_retrieval_uri_of_a_message_counts_before_its_default() -> None:
    message = Document(b"", "message/rfc822", claims=(BaseClaim("retrieval", "http://r/m.eml", "--base"),))
    assert establish(message) == Base("http://r/m.eml", "retrieval", "--base")


def test_three_levels_of_parts() -> None:
    outer = establish(
        Document(b"", "message/rfc822", claims=(BaseClaim("embedded", "http://m/a/b", "Content-Location"),))
    )
    middle = establish(
        Document("", "multipart/related", claims=(BaseClaim("embedded", "c/d", "Content-Location"),)),
        (),
        outer,
    )
    inner = establish(
        Document("", "text/html", claims=(BaseClaim("embedded", "../e", "Content-Base"),)), (), middle
    )
    assert [base and base.uri for base in (outer, middle, inner)] == [
        "http://m/a/b",
        "http://m/a/c/d",
        "http://m/a/e",
    ]


def test_fallback_is_the_base_without_what_is_embedded_in_the_content() -> None:
    claims = (
        BaseClaim("retrieval", "http://r/", "--base"),
        BaseClaim("embedded", "http://c/", "Content-Base"),
        BaseClaim("embedded", "http://e/", "base@href"),
    )
    bases = establish_bases(Document("", "text/html", claims=claims))
    assert [base and base.uri for base in bases] == ["http://e/", "http://c/"]


# --- long bases ---

LONG = "http://a.example/" + "b/" * (1 << 15)


def _built(pages: str) -> tuple[int, list[str]]:
    """Give how many code points the URLs of a page have together, and the notes of those without one."""
    links = list(extract_html(pages, base="http://c.example/"))
    notes = [note for link in links if link.url is None for note in link.notes]
    return sum(len(link.url) for link in links if link.url is not None), notes


def test_a_long_base_is_put_before_so_many_references_and_no_more() -> None:
    page = f"<base href={LONG}>" + "".join(f"<a href=x{n}></a>" for n in range(1000))
    built, notes = _built(page)
    assert 15 << 20 < built < 17 << 20
    assert 700 < len(notes) < 800
    assert set(notes) == {f"no URL: its base, of {len(LONG)} characters, was put before many others"}


def test_a_reference_that_is_repeated_is_counted_each_time() -> None:
    page = f"<base href={LONG}>" + "<a href=x></a>" * 1000
    built, notes = _built(page)
    assert 15 << 20 < built < 17 << 20
    assert 700 < len(notes) < 800


def test_no_absolute_reference_is_put_on_a_long_base(monkeypatch: pytest.MonkeyPatch) -> None:
    library, put = ada(), list[str]()

    def join_url(base: str, reference: str) -> str:
        put.append(reference)
        return joined(base, reference)

    joined = library.join_url
    monkeypatch.setattr(library, "join_url", join_url)
    references = "http://d.example/ a", "mailto:a@b.example", "x:/y", "FTP://d.example"
    page = f"<base href={LONG}>" + "".join(f"<a href='{one}'></a>" for one in references)
    urls = [link.url for link in extract_html(page, base="http://c.example/")][1:]
    assert urls == ["http://d.example/%20a", "mailto:a@b.example", "x:/y", "ftp://d.example/"]
    assert set(put).isdisjoint(references)


def test_rows_repeat_no_more_of_a_base_than_a_limit() -> None:
    *_, link = extract_html(f"<base href={LONG}><a href=x>")
    assert link.base is not None
    assert link.base.uri == LONG
    assert link.row()["base"] == LONG[:_OF_LONGER_BASE]
    known = LONG[:LONGEST_BASE]
    *_, link = extract_html(f"<base href={known}><a href=x>")
    assert link.row()["base"] == known


def test_absolute_references_need_no_long_base() -> None:
    page = f"<base href={LONG}>" + "<a href=x></a>" * 10 + "<a href=http://d.example/></a>" * 1000
    built, notes = _built(page)
    assert not notes
    assert built < 1 << 21


def test_what_a_base_of_a_page_in_the_page_is_put_on_is_counted() -> None:
    inside = "".join(f"<iframe srcdoc='<base href={n}/><a href=y></a>'></iframe>" for n in range(1000))
    built, notes = _built(f"<base href={LONG}>{inside}")
    assert 1 << 20 < built < 17 << 20
    assert len(notes) > 1000


def test_a_page_is_allowed_much_of_each_base_that_is_stated_in_full() -> None:
    base = f"http://d.example/{'b/' * 20_000}"
    page = f"<base href={base}>" + "<a href=x></a>" * 400
    parts = "".join(f"--b\nContent-Type: text/html\n\n{page}\n" for _ in range(2))
    message = f"Content-Base: {LONG}\nContent-Type: multipart/mixed; boundary=b\n\n{parts}"
    links = [link for link in extract_mail(message.encode()) if link.element == "a"]
    assert len(links) == 800
    assert all(link.url == f"{base}x" for link in links)


@pytest.mark.parametrize("field", ["Content-Base", "Content-Location"])
def test_what_a_base_of_a_part_is_put_on_is_counted(field: str) -> None:
    parts = "".join(f"--b\nContent-Type: text/html\n{field}: x{n}/\n\n<a href=y>\n" for n in range(300))
    message = f"Content-Base: {LONG}\nContent-Type: multipart/mixed; boundary=b\n\n{parts}".encode()
    links = [link for link in extract_mail(message) if link.element == "a"]
    assert len(links) == 300
    assert sum(len(link.url or "") for link in links) < 17 << 20
    assert peak_of(lambda: deque(extract_mail(message), maxlen=0)) < 32 << 20


def test_a_base_is_long_from_half_a_thousand_characters_on() -> None:
    for size, is_long in ((512, False), (513, True)):
        long_bases, most = LongBases(), (1 << 24) // size
        allowed = [long_bases.allows("y", "x" * size) for _ in range(most + 1)]
        assert allowed == [True] * most + [not is_long]


def test_one_that_is_longer_than_all_may_be_used_once() -> None:
    long_bases = LongBases()
    assert [long_bases.allows("y", "x" * (1 << 25)) for _ in range(2)] == [True, False]

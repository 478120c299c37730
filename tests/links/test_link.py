"""What a Link says of itself, and how prose means its references."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlglean
from support.places import CORPORA
from urlglean.candidate import Candidate, Facts, FallbackCandidate, Markup, Opened
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, Message
from urlglean.links.base import Base
from urlglean.links.link import Link, reference_in_prose
from urlglean.links.scope import Wanted
from urlglean.text import Text


def candidate(text: str, facts: Facts | None = None) -> Candidate:
    source = Text(text)
    return Candidate(text, source, 0, len(text), facts) if facts else Candidate(text, source, 0, len(text))


PROSE = {
    # a scheme of its own
    "http://a/": "http://a/",
    "HTTP://A/": "HTTP://A/",
    "x-custom+1://a": "x-custom+1://a",
    "mailto:a@b.org": "mailto:a@b.org",
    "news:comp.lang.python": "news:comp.lang.python",
    "urn:isbn:0451450523": "urn:isbn:0451450523",
    "tel:110": "tel:110",
    "sip:1000@example.org": "sip:1000@example.org",
    "xmpp:me@example.org": "xmpp:me@example.org",
    "view-source:http://a/": "view-source:http://a/",
    "jdbc:mysql://user:pw@host/db": "jdbc:mysql://user:pw@host/db",
    "data:,x": "data:,x",
    # suffix references (RFC 3986 section 4.5)
    "www.w3.org": "http://www.w3.org",
    "WWW.W3.ORG/TR": "http://WWW.W3.ORG/TR",
    "ftp.isi.edu/in-notes/": "ftp://ftp.isi.edu/in-notes/",
    "www.w3.org:8080/x": "http://www.w3.org:8080/x",
    "www.example.org/?u=http://b/": "http://www.example.org/?u=http://b/",
    # names and addresses without a scheme
    "example.com": "http://example.com",
    "example.com/x?y#z": "http://example.com/x?y#z",
    "example.com:8080/x": "http://example.com:8080/x",
    "localhost:80": "http://localhost:80",
    "localhost:8080/x:y": "http://localhost:8080/x:y",
    "192.0.2.1": "http://192.0.2.1",
    "192.0.2.1:80/": "http://192.0.2.1:80/",
    "example.com/a:b": "http://example.com/a:b",
    "example.com/?t=1:2": "http://example.com/?t=1:2",
    "user:pw@example.com/x": "http://user:pw@example.com/x",
    "user:pw@example.com": "http://user:pw@example.com",
    "2001:db8::1": "http://[2001:db8::1]",
    "::1": "http://[::1]",
    "[2001:db8::1]:80/x": "http://[2001:db8::1]:80/x",
    "müller.example/straße": "http://müller.example/straße",
    # mail addresses
    "a/b=c@example.org": "mailto:a%2Fb%3Dc@example.org",
    "a?b@example.org": "mailto:a%3Fb@example.org",
    "a%c@example.org": "mailto:a%25c@example.org",
    "a#b@example.org": "mailto:a%23b@example.org",
    '"joe@work/x"@example.org': "mailto:%22joe@work%2Fx%22@example.org",
    "joe@[IPv6:2001:db8::1]": "mailto:joe@%5BIPv6:2001:db8::1%5D",
    "o'neil+x^~$&*!z@example.org": "mailto:o'neil+x%5E~$%26*!z@example.org",
    "jörg@müller.example": "mailto:jörg@müller.example",
    "fielding@ics.uci.edu": "mailto:fielding@ics.uci.edu",
    "pkg:pypi/django@1.11.1": "pkg:pypi/django@1.11.1",
    "a+b@example.org": "mailto:a+b@example.org",
    # network-path references stay relative
    "//example.com/x": "//example.com/x",
}  # fmt: skip


def in_prose(text: str) -> Candidate:
    """The one Candidate that a text is, with all that can be asked for."""
    emails = "user:" not in text
    (found,) = delimit(text, schemeless=True, emails=emails, network_path=True)
    return found


@pytest.mark.parametrize(("text", "expected"), PROSE.items())
def test_reference_in_prose(text: str, expected: str) -> None:
    found = in_prose(text)
    assert (found.text, reference_in_prose(found)) == (text, expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("foo/bar.html", "foo/bar.html"),
        ("../x", "../x"),
        ("#s", "#s"),
        ("www.w3.org", "http://www.w3.org"),
        ("ftp.isi.edu/in-notes/", "ftp://ftp.isi.edu/in-notes/"),
        ("joe@example.org", "mailto:joe@example.org"),
    ],
)
def test_what_a_url_prefix_marks_may_be_relative(text: str, expected: str) -> None:
    (found,) = delimit(f"<URL:{text}>")
    assert (found.text, reference_in_prose(found)) == (text, expected)


@pytest.mark.parametrize("opened", Opened)
def test_what_is_meant_is_what_stands_there_with_what_it_lacks(opened: Opened) -> None:
    assert reference_in_prose(candidate("x", Facts(opened=opened))).strip("[]").endswith("x")


def test_what_no_text_showed_is_a_reference_as_it_is() -> None:
    assert reference_in_prose(candidate("www.w3.org")) == "www.w3.org"


def link_in_mail() -> Link:
    text = "x\n> see <http://a/b\n> c>."
    facts = Facts(
        pieces=((9, 19), (22, 23)),
        delimiter="<>",
        alternatives=("http://a/b",),
        notes=("joined",),
        quote_depth=1,
        region="body",
    )
    message = Message("m@x", "2026-11-20T10:00:00Z", "a@b", "Hi", "list.x", 512)
    document = Document(None, "text/plain", "box", part="1.2", message=message)
    found = Candidate("http://a/bc", Text(text, offset=100, line=7, column=3), 9, 23, facts)
    return Link(found, Base("http://base/", "embedded", "Content-Base"), "http://a/bc", document)


@pytest.mark.parametrize("base", [None, "http://a.example/b"])
def test_what_has_no_valid_scheme_is_no_reference_below_the_base(base: str | None) -> None:
    (link,) = urlglean.extract_text("url = oracle+cx_oracle://db/a", base=base)
    assert (link.text, link.url) == ("oracle+cx_oracle://db/a", None)
    assert link.notes == ("no URL: its scheme is none of RFC 3986 3.1",)


def test_row_has_every_column_in_order() -> None:
    row = link_in_mail().row()
    assert tuple(row) == tuple(Link.columns())
    assert row == {
        "url": "http://a/bc",
        "key": "http://a/bc",
        "text": "http://a/bc",
        "raw": "http://a/b\n> c",
        "source": "box",
        "part": "1.2",
        "line": 8,
        "column": 8,
        "spans": [[109, 119, 8, 8], [122, 123, 9, 3]],
        "delimiter": "<>",
        "alternatives": ["http://a/b"],
        "notes": ["joined"],
        "base": "http://base/",
        "base_rule": "embedded",
        "base_source": "Content-Base",
        "element": None,
        "attribute": None,
        "rel": None,
        "kind": None,
        "anchor": None,
        "inert": None,
        "message_id": "m@x",
        "date": "2026-11-20T10:00:00Z",
        "sender": "a@b",
        "subject": "Hi",
        "list_id": "list.x",
        "offset": 512,
        "quote_depth": 1,
        "region": "body",
        "mention": None,
        "redirect_chain": None,
    }
    assert json.loads(json.dumps(row)) == row


def test_markup_fills_its_columns() -> None:
    markup = Markup("a", "href", rel="nofollow", kind="navigation", anchor="here", inert=True, tag=(4, 9))
    link = Link(candidate("x", Facts(markup=markup)), None, None, Document(None, "text/html", "p.html"))
    row = link.row()
    assert [row[name] for name in ("element", "attribute", "rel", "kind", "anchor", "inert")] == [
        *("a", "href", "nofollow", "navigation", "here", True)
    ]
    assert (link.element, link.attribute, link.rel, link.kind, link.anchor, link.inert) == (
        *("a", "href", "nofollow", "navigation", "here", True),
    )
    assert (row["line"], row["column"]) == link.position == (4, 9)
    assert (row["url"], row["key"], link.key()) == (None, None, None)
    assert (row["base"], row["base_rule"], row["base_source"]) == (None, None, None)


def test_place_names_message_and_part() -> None:
    link = link_in_mail()
    assert link.place == "box@512#1.2:8:8"
    assert Document("", "text/plain", "a.txt").locator == "a.txt"
    assert Document("", "text/plain", "a", message=Message(offset=0)).locator == "a@0"


def test_key_climbs_the_ladder() -> None:
    link = Link(candidate("x"), None, "HTTP://A:80/%7e", Document(None, "text/plain"))
    assert [link.key(rung) for rung in ("string", "syntax", "scheme")] == [
        *("HTTP://A:80/%7e", "http://a:80/~", "http://a/~")
    ]
    assert link.key(steps=["strip-www"]) == "http://a/~"


@given(
    st.text(alphabet="ab\r\n>", max_size=30),
    st.lists(st.integers(0, 29), min_size=2, max_size=2),
    st.integers(0, 99),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_a_detached_link_says_what_it_said(
    text: str, ends: list[int], offset: int, line: int, column: int
) -> None:
    text = "a\n" * 600 + text
    start, end = sorted(min(1200 + number, len(text)) for number in ends)
    middle = (start + end) // 2
    facts = Facts(pieces=((start, middle), (middle, end)), notes=("n",))
    found = FallbackCandidate("t", Text(text, offset=offset, line=line, column=column), start, end, facts)
    link = Link(found, None, "http://a/", Document(None, "text/plain"))
    detached = link.detached()
    if text[start - 1 : start + 1] != "\r\n":  # a piece begins at no half of a line break
        assert detached.row() == link.row()
    assert detached.candidate.source.text == text[start:end]
    assert type(detached.candidate) is FallbackCandidate


def test_a_link_in_a_little_text_is_kept_as_it_is() -> None:
    (link,) = urlglean.extract_text("see\nhttp://a.org/")
    assert link.detached() is link


# --- redirectors ---

_WRAPPED = "https://www.google.com/url?q=http%3A%2F%2FA.org%3A80%2Fx"


def test_a_redirector_is_a_url_like_any_other_unless_asked() -> None:
    (link,) = urlglean.extract_text(_WRAPPED)
    assert (link.url, link.target, link.redirect_chain) == (_WRAPPED, _WRAPPED, ())
    assert link.row()["redirect_chain"] is None


def test_an_unwrapped_link_keeps_its_url_and_has_the_key_of_its_target() -> None:
    (link,) = urlglean.extract_text(_WRAPPED, unwrap_redirectors=True)
    for one in (link, link.detached()):
        assert (one.url, one.target, one.redirect_chain) == (
            _WRAPPED,
            "http://A.org:80/x",
            (_WRAPPED, "http://A.org:80/x"),
        )
        assert one.key() == "http://a.org/x"
        row = one.row()
        assert (row["url"], row["key"], row["redirect_chain"]) == (
            _WRAPPED,
            "http://a.org/x",
            [_WRAPPED, "http://A.org:80/x"],
        )


def test_an_unwrapped_link_that_is_no_redirectors_is_as_it_was() -> None:
    first, second = urlglean.extract_text("http://a.org/ <URL:../x>", unwrap_redirectors=True)
    assert (first.target, first.redirect_chain) == ("http://a.org/", ())
    assert (second.target, second.redirect_chain, second.key()) == (None, (), None)


def test_one_target_is_one_distinct_url() -> None:
    links = urlglean.extract_text(f"{_WRAPPED} http://a.org/x", unwrap_redirectors=True)
    assert [(group.url, group.count) for group in urlglean.unique(links)] == [("http://A.org:80/x", 2)]


# --- Links among others ---

_PAGE = """<p>see <a href="/x">t</a>, http://q/ and <img srcset="a 1x, b 2x"> """ + "much text " * 200


def _links() -> list[Link]:
    archive = CORPORA / "mail" / "archive.mbox"
    return [
        *urlglean.extract_html(_PAGE, base="http://a/"),
        *urlglean.extract_text("see <http://a.org/x\ny>, www.b.org. " + "much text " * 200),
        *urlglean.extract_path(archive),
    ]


def test_links_that_say_the_same_are_equal() -> None:
    links, again = _links(), _links()
    assert links == again
    assert len(set(links)) == len(links)
    assert set(links) == set(again)
    for copied in (
        pickle.loads(pickle.dumps(links)),  # noqa: S301  (what was dumped here)
        copy.deepcopy(links),
        [link.detached() for link in links],
    ):
        assert copied == links
        assert set(copied) == set(links)
        assert [link.row() for link in copied] == [link.row() for link in links]


def test_links_that_differ_in_anything_are_not_equal() -> None:
    one, other, third = urlglean.extract_text("http://a/ <http://a/> http://a/")
    assert one != other
    assert one != third
    assert one != one.unwrapped()
    assert one != tuple(one)
    assert one != one._replace(url="http://b/")


def test_a_link_shows_what_was_found_and_where() -> None:
    link, relative = urlglean.extract_html("<p>see http://a/\n<a href=x>", name="page.html")
    assert repr(link) == "Link(url='http://a/', place='page.html:1:8')"
    assert repr(relative) == "Link(url=None, text='x', place='page.html:2:9')"
    assert repr(link.candidate) == "Candidate(text='http://a/', line=1, column=8)"
    assert repr(Text("x" * 10_000)) == f"Text('{'x' * 39}…', offset=0, line=1, column=1)"
    assert (
        repr(Document("x" * 10_000, "text/html", "a.mbox", part="2"))
        == "Document('text/html', name='a.mbox', part='2')"
    )


@pytest.mark.parametrize(
    ("reference", "scheme"),
    [
        ("http", ""),
        ("ftp/x", ""),
        ("HTTP://[x/", "http"),
        ("mailto:a@b.example", "mailto"),
        ("1:2", ""),
        ("", ""),
    ],
)
def test_a_reference_without_a_colon_has_no_scheme(reference: str, scheme: str) -> None:
    (link,) = urlglean.extract_html(f'<a href="{reference}"></a>')
    assert link.scheme == scheme
    wanted = {"http", "ftp", "mailto", "1"} & {scheme or "ftp"}
    assert Wanted(frozenset(wanted))(link) is bool(scheme)
    assert [*urlglean.extract_html(f'<a href="{reference}"></a>', schemes=["http", "ftp"])] == [link] * (
        scheme == "http"
    )


@pytest.mark.parametrize(
    ("page", "base", "lacks"),
    [
        ("<a href=x>", None, True),
        ("<a href=//[x/>", None, True),
        ("<a href=//[x/>", "http://a.example/d/", False),  # a base is there, and of no use
        ("<a href=x>", "mailto:a@b.example", True),  # on such a one nothing can be put
        ("<base href=http://[x/><a href=x>", "http://a.example/d/", True),  # that of the page parses as none
        ("<a href=http://[x/>", None, False),
    ],
)
def test_what_has_a_base_does_not_lack_one(page: str, base: str | None, *, lacks: bool) -> None:
    link = [*urlglean.extract_html(page, base=base, dialect="whatwg")][-1]
    assert link.url is None
    assert link.lacks_base is lacks

"""The page with marked URLs: what is in it was written by strangers."""

from __future__ import annotations

import io
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.places import CORPORA
from urlglean.document import Document, ReadOptions
from urlglean.writers import views as html
from urlglean.writers.views import View


class Page(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._in_body = False
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._in_body = self._in_body or tag == "h1"

    def handle_data(self, data: str) -> None:
        self.text += data if self._in_body else ""

    @property
    def addresses(self) -> list[str | None]:
        return [attributes["href"] for tag, attributes in self.elements if tag == "a"]


def page_of(content: bytes, media_type: str = "text/plain", title: str = "a.txt") -> str:
    out = io.StringIO()
    found = View.of(Document(content, media_type, "a"), options=ReadOptions(), on_problem=print)
    html.write_views(found, out, title=title)
    return out.getvalue()


KNOWN = {
    *("html", "meta", "title", "style", "h1", "h2", "pre", "mark", "a", "ol", "li", "span", "bdi"),
}
ATTRIBUTES = {
    "html": {"lang"},
    "meta": {"charset", "name", "content", "http-equiv"},
    "a": {"href", "title", "rel"},
    "span": {"class"},
}


def check(source: str) -> Page:
    page = Page(source)
    for tag, attributes in page.elements:
        assert tag in KNOWN
        assert attributes.keys() <= ATTRIBUTES.get(tag, set())
    assert all((address or "").startswith(html._FOLLOWED) for address in page.addresses)
    return page


HOSTILE = [
    (b"<script>alert(1)</script> http://a.org/<script>", ["http://a.org/"]),
    (b'http://a.org/?"onmouseover=alert(1)', ["http://a.org/"]),
    (b"http://a.org/?'onmouseover='alert(1)", ["http://a.org/?'onmouseover='alert(1)"]),
    (b"http://a.org/?a&lt;b&amp;c", ["http://a.org/?a"]),
    (b"javascript:alert(1) data:text/html,<b> file:///etc/passwd", []),
    (b"--> ]]> </pre></body> http://a.org/", ["http://a.org/"]),
    ("http://a.org/\u202egpj.exe".encode(), ["http://a.org/"]),
    (b"{title} {{ http://a.org/{x}", ["http://a.org/{x}"]),
]


@pytest.mark.parametrize(("content", "addresses"), HOSTILE)
def test_hostile_text(content: bytes, addresses: list[str]) -> None:
    page = check(page_of(content))
    assert page.addresses == [address for address in addresses for _ in range(2)]
    assert content.decode().replace("\u202e", "\\u202e") in page.text


def test_hostile_page_and_title() -> None:
    content = (
        b"<a href='javascript:alert(1)'>x</a><a href=' java\nscript:y'>x</a><a href='http://evil.example/'>"
        b"http://bank.example/</a><img src=x onerror=alert(1)>"
    )
    page = check(page_of(content, "text/html", "<img src=x>&\x1b[31m\n.html"))
    assert set(page.addresses) == {"http://evil.example/", "http://bank.example/"}
    assert "<img src=x>&\\x1b[31m" in page.text
    assert "the text shows bank.example, the reference leads to evil.example" in page.text


def test_lines_and_tabs_stay_and_controls_are_shown() -> None:
    page = check(page_of(b"a\tb\r\nc\x01d\x1b[31m\n\nhttp://a.org/\n"))
    assert "a\tb\nc\\x01d\\x1b[31m\n\nhttp://a.org/\n" in page.text


def test_a_text_that_begins_with_a_line_break_keeps_it() -> None:
    # A browser drops the first line break in pre (HTML Standard, section 13.1.2.5): the page has one to drop.
    assert "<pre>\n\nx" in page_of(b"\nx http://a.org/")


def test_a_stream_that_cannot_encode_it() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    found = View.of(
        Document("http://a.org/日".encode(), "text/plain"), options=ReadOptions(), on_problem=print
    )
    html.write_views(found, out, title="ä")
    out.seek(0)
    page = check(out.read())
    assert "http://a.org/日" in page.text
    assert "ä" in page.text


@given(
    st.text(alphabet="<>&\"'=/ ahttp:.\n\0\u202e{}", max_size=60),
    st.sampled_from(["text/plain", "text/html"]),
)
def test_no_text_becomes_markup(text: str, media_type: str) -> None:
    check(page_of(f"{text} http://a.org/{text}".encode(), media_type))


def test_the_sample_archive() -> None:
    path = CORPORA / "mail" / "album.mht"
    page = check(page_of(path.read_bytes(), "message/rfc822"))
    assert "names part 1.2 (image/jpeg)" in page.text

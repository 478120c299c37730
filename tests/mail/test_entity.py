"""What the header of a part says wrongly or not at all, told by its bytes."""

from __future__ import annotations

import base64

import pytest

from urlglean.mail.entity import decode_undeclared, is_bare_markup, is_text, named_type, told_type
from urlglean.mail.header import Header


@pytest.mark.parametrize(
    ("media_type", "text"),
    [
        ("text/x-own", True),
        ("message/x-own", True),
        ("application/xhtml+xml", True),
        ("application/pgp", True),
        ("plain/text", True),
        ("application/pdf", False),
        ("image/png", False),
        ("x-own/thing", False),
    ],
)
def test_what_is_a_text(media_type: str, *, text: bool) -> None:
    assert is_text(media_type) is text


@pytest.mark.parametrize(
    ("media_type", "filename", "named"),
    [
        ("application/octet-stream", "a.HTML", "text/html"),
        ("text/plain", "a.b.md", "text/markdown"),
        ("application/octet-stream", "a.vcs", "text/calendar"),
        ("application/octet-stream", "a.VCF", "text/vcard"),
        ("application/octet-stream", "a.shtml", "text/html"),
        ("application/octet-stream", "a.xht", "application/xhtml+xml"),
        ("application/octet-stream", "a.mdx", "text/markdown"),
        ("application/octet-stream", "a.rest", "text/x-rst"),
        ("application/octet-stream", "a.emlx", "message/rfc822"),
        ("application/octet-stream", "a.mbox", "application/octet-stream"),
        ("application/octet-stream", "a.ipynb", "application/octet-stream"),
        ("application/octet-stream", "a.pdf", "application/octet-stream"),
        ("text/plain", "a", "text/plain"),
        ("application/octet-stream", "", "application/octet-stream"),
        ("application/pdf", "a.txt", "application/pdf"),
    ],
)
def test_a_file_name_tells_where_the_type_does_not(media_type: str, filename: str, named: str) -> None:
    assert named_type(media_type, filename) == named


@pytest.mark.parametrize(
    ("media_type", "content", "filename", "told"),
    [
        ("text/plain", b"see http://a.org/", "", "text/plain"),
        ("text/plain", b"<!doctype html><p>x", "", "text/html"),
        ("text/plain", b"<p>x", "", "text/plain"),
        ("text/plain", b"<html><p>x", "a.txt", "text/plain"),
        ("text/plain", b"<html> <URL:http://a.org/>", "", "text/plain"),
        ("text/html", b"see <http://a.org/>", "", "text/plain"),
        ("text/html", b"see <http://a.org/><br>", "", "text/html"),
        ("text/plain", b"<x-html><p>x</p></x-html>", "", "text/html"),
        ("text/plain", b"<html><a href='/x'\n> x</a>", "", "text/html"),
        ("text/plain", b"<html><p>x\n> x", "", "text/plain"),
        ("text/plain", b"<html><p>x <a@a.org></html>\n", "", "text/html"),
        ("text/plain", b"<html><p>x <a@a.org> and so on", "", "text/plain"),
        ("text/plain", b"<html><p>x <http://a.org/></html>\n", "", "text/plain"),
        ("plain/text", b"see http://a.org/", "", "text/plain"),
        ("html/text", b"<p>x", "", "text/html"),
        ("own/thing", b"GIF\0", "", None),
    ],
)
def test_the_type_that_the_bytes_tell(
    media_type: str, content: bytes, filename: str, told: str | None
) -> None:
    assert told_type(media_type, content, Header(f"Content-Type: {media_type}\n"), filename) == told


def test_a_text_of_no_declared_type_may_be_a_page_by_any_beginning() -> None:
    assert told_type("text/plain", b"<p>x", Header("Subject: x\n"), "") == "text/html"


BASE64 = base64.encodebytes(b"see http://a.org/ and so on, " * 4)


@pytest.mark.parametrize(
    ("media_type", "content", "decoded"),
    [
        ("text/html", b'<a href=3D"http://a.org/?b=3Dc=\n&d">', b'<a href="http://a.org/?b=c&d">'),
        ("text/html", b'<a href="http://a.org/?view=3D">', None),
        ("text/html", b"<a href='http://a.org/?u=3Dhttp://b.org/'>", None),
        ("text/html", b'<a id="x" href=3D"http://a.org/?b=41">', b'<a id="x" href="http://a.org/?b=41">'),
        (
            "text/plain",
            b"see this page: http://a.org/?b=3D1=\n&c ok",
            b"see this page: http://a.org/?b=1&c ok",
        ),
        (
            "text/plain",
            b"see this page: http://a.org/?b=3D1= \t\n&c ok",
            b"see this page: http://a.org/?b=1&c ok",
        ),
        ("text/html", b'<a href=3D"http://a.org/?b=3Dc= \r\n&d">', b'<a href="http://a.org/?b=c&d">'),
        ("text/plain", b"here =3D is =, so a=b, and the line ends in=\n", None),
        ("text/plain", BASE64, b"see http://a.org/ and so on, " * 4),
        ("text/plain", base64.encodebytes(bytes(range(9)) * 12), None),
        ("text/plain", b"see http://a.org/", None),
    ],
)
def test_an_encoding_that_no_header_declares(media_type: str, content: bytes, decoded: bytes | None) -> None:
    found = decode_undeclared(content, media_type)
    assert found == (content if decoded is None else decoded)
    assert (found is content) is (decoded is None or decoded == content)


@pytest.mark.parametrize(
    ("body", "media_type", "encoding", "is_bare"),
    [
        (b'<a href="http://a/?b=2005">', "text/html", "quoted-printable", True),
        (b'<a href=3D"http://a/?b=3D2005">', "text/html", "quoted-printable", False),
        (b'<p>caf=E9</p><a href="http://a/">', "text/html", "quoted-printable", False),
        (b'<a href="http://a/b/=\nc">', "text/html", "quoted-printable", False),
        (b'<a id="x" href="http://a.org/%s=\r\nc">' % (b"b" * 60), "text/html", "quoted-printable", False),
        (
            b'<a id="x" title="%s" href=\n"http://a/?b=2005">' % (b"b" * 60),
            "text/html",
            "quoted-printable",
            True,
        ),
        (b'<a href="http://a/?b=2005">', "text/html", "base64", False),
        (b'<a href="http://a/?b=2005">', "text/plain", "quoted-printable", False),
    ],
)
def test_markup_that_is_not_in_the_encoding_its_header_names(
    body: bytes, media_type: str, encoding: str, *, is_bare: bool
) -> None:
    assert is_bare_markup(body, media_type, encoding) is is_bare

"""What an input is, by its first bytes and its name."""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO

import pytest

from urlglean.inputs.kinds import KINDS, binary_format, kind_of, media_type_of

MAIL = b"Return-Path: <a@b>\nFrom: a@b\nSubject: x\n\nbody\n"
SEPARATOR = b"From a@b Mon Oct  4 16:00:00 1999\n"
KIND_CASES = [
    # content, name, kind
    (b"", "", "text"),
    (b"see http://a/", "", "text"),
    (b"see http://a/", "notes.txt", "text"),
    (b"<!DOCTYPE html><p>", "", "html"),
    (b"<!doctype HTML PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "", "html"),
    (b"\n\n  <HTML>\n", "", "html"),
    (b"\xef\xbb\xbf<html>", "", "html"),
    ("<html>".encode("utf-16"), "", "html"),
    (b"<!-- a comment\n -->\n<html>", "", "html"),
    (b"<?xml version='1.0'?>\n<!DOCTYPE html PUBLIC 'x'>", "page.xml", "html"),
    (b"<?xml version='1.0'?><rss>", "feed.xml", "text"),
    (b"<p>Hello", "", "html"),
    (b"<a href=x>x</a>", "", "html"),
    (b"<p>Hello", "README.md", "markdown"),
    (b"Hello", "README.rst", "rst"),
    (b"Hello", "README.REST", "rst"),
    (b"{}", "tour.ipynb", "notebook"),
    (b"anything", "meeting.ics", "calendar"),
    (b"anything", "people.VCF", "card"),
    (b"\r\nBEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "", "calendar"),
    (b"begin:vcard\n", "people.txt", "card"),
    (b"BEGIN:VCARDS\n", "", "text"),
    (b"<html>", "saved.txt", "html"),
    (b"no tags at all", "page.HTML", "html"),
    (b"no tags at all", "page.xhtml", "html"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "chart.svg", "html"),
    # as programs that mirror sites name what they save
    (b"<TITLE>Old</TITLE>", "mirror/guestbook.asp", "html"),
    (b"<head>", "index.php?id=3", "html"),
    (b"<head>", "view.cgi?file=notes.txt", "html"),
    (b"<p>Hello", "index.php5", "html"),
    (b"<p>Hello", "view.py?id=3", "html"),
    (b"<?php echo 1 ?>", "index.php", "text"),
    (b"#!/usr/bin/perl", "view.cgi", "text"),
    (b"no tags at all", "page.html?page=1.2", "html"),
    (b"no tags at all", "what?.html", "html"),
    (b"<head>", "index.php@id=3", "html"),
    (b"<p>Hello", "me@example.txt", "text"),
    (b"no tags at all", "page.php?next=a.html", "html"),
    (b"<http://example.org/> is a URL", "", "text"),
    (b"<abbr title=x>", "", "text"),
    (b"From: a@b\nSubject: x\n\nbody", "", "eml"),
    (b"From: a@b\r\nSubject: folded\r\n line\r\n\r\nbody", "1700000000.M1P2.host:2,S", "eml"),
    (b"Return-Path: <a@b>\nDelivered-To: c@d\nReceived: from x\n\tby y", "", "eml"),
    (b"Received: from x\nFrom: y\nDate: z\nbroken header line\n\nbody", "", "eml"),
    (b"From : a@b\nSubject : x\n\nbody", "", "eml"),
    (b"Subject: x\nContent-Transfer-Encoding: base64\n\neA==", "3", "eml"),
    (b"Subject: x\nList-Unsubscribe: <http://a/>\n\nbody", "", "eml"),
    (b"X-Odd: x\n\nbody", "mail/cur/1700000000.M1P2.host:2,S", "eml"),
    (b"X-Odd: x\n\nbody", "mail/new/1700000000.M1P2.host.md", "eml"),
    (b"Title: x\n\nbody", "docs/new/2026-11-28-post.md", "markdown"),
    (b"Title: x\n\nbody", "docs/new/post.rst", "rst"),
    # whatever the reader of mail puts right
    *(
        (content, name, "eml")
        for name in ("1", "mail/cur/1")
        for content in (
            *(b"\n" + MAIL, b">" + SEPARATOR + MAIL, MAIL.replace(b"\n", b"\r\r\n")),
            *(MAIL.decode().encode("utf-16"), b"Received: from x\nby y; Mon\n" + MAIL, b"99\n" + MAIL),
        )
    ),
    (b"From: a@b\nSubject: x\nand so on\nNote: that\n\n", "", "text"),
    (b"From: a@b\nand so on\nSubject: x\n\n", "", "text"),
    (b"rest of a message\n\n" + SEPARATOR + MAIL, "", "mbox"),
    (b"rest of a message\n\n" + SEPARATOR + MAIL, "about-mboxes.txt", "text"),
    (b"rest of a message\n\n" + SEPARATOR + b"and so on", "", "text"),
    (b"3 V1 N2\n", "mail/cur/dovecot-uidlist", "text"),
    (b"MIME-Version: 1.0\nContent-Type: multipart/related\n\n", "saved", "eml"),
    (b"From: me, to: you\nnot a header", "", "text"),
    (b"Title: A page\nDate: 2020-01-01\nAuthor: x\n\nText", "", "text"),
    (b"See: http://a/\nDate: today\n\nx", "", "text"),
    (b"anything", "message.eml", "eml"),
    (b"anything", "page.mht", "eml"),
    (b"From a@b.org Mon Jan  5 10:00:00 1998\nFrom: a\n\nx", "", "mbox"),
    (b"From a at b.org  Mon Jan  5 10:00:00 1998\r\nFrom: a at b\r\n\r\nx", "1998-January.txt", "mbox"),
    (b"From - Mon Jan 05 10:00:00 1998\nX-Mozilla-Status: 0001\n\nx", "Inbox", "mbox"),
    (b"From here on it is prose: 10:00 on Monday.\nSo there.", "", "text"),
    (b"anything", "archive.mbox", "mbox"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "name", "kind"), KIND_CASES)
def test_kind(content: bytes, name: str, kind: str) -> None:
    assert kind_of(content, name) == kind


def zipped() -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("x", "http://a/")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"GIF89a\x01\0\x01\0", "GIF"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "WAVE"),
        (zipped(), "ZIP"),
        (b"\x7fELF\x02\x01\x01\0", "ELF"),
        (b"SQLite format 3\0", "SQLite"),
        (b"\xa7\r\r\n" + bytes(12), "a compiled Python module"),
        (b"\xde\x12\x04\x95" + bytes(12), "a compiled message catalogue"),
        (b"TZif2" + bytes(12), "a time zone"),
        (b"x" * 257 + b"ustar\0" + bytes(99), "tar"),
        (bytes(range(256)) * 4, "binary data"),
        (b"\0\1\2http://a/", "binary data"),
        (bytes(4096), "binary data"),
    ],
)
def test_binary(content: bytes, words: str) -> None:
    assert words in (binary_format(content) or "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text",
        "Привет".encode("koi8-r"),
        "日本".encode("shift_jis"),
        "see http://a/".encode("utf-16"),
        "see http://a/ here".encode("utf-16-be"),
        "see http://a/ here".encode("utf-32-le"),
        b"\x1b[31mred\x1b[0m http://a/ from a terminal",
        b"a log with one stray \0 in a line " + b"that is long enough " * 9,
        b"OTTO is a name, ID3 a tag, GIF89a a format, PAR1 a golf score",
        b"BZh is how bzip2 begins",
        b"TZif is how a time zone begins",
        b"ab\r\nhttp://a/",
        b"page one\fpage two\x08\x08",
    ],
)
def test_text_is_not_binary(content: bytes) -> None:
    assert binary_format(content) is None


def test_packed_data_is_asked_for_its_content_elsewhere() -> None:
    assert binary_format(gzip.compress(b"x" * 99)) is not None


def test_a_style_sheet_is_told_by_its_suffix() -> None:
    assert {
        media_type_of("text", name) for name in ("a.css", "b/C.CSS", "d.css?ver=5.1", "d.css@ver=5.1")
    } == {"text/css"}
    assert media_type_of("text", "css") == "text/plain"
    assert media_type_of("html", "a.css") == "text/html"


def test_what_is_xml_is_told_by_suffix_and_content() -> None:
    assert {media_type_of("html", name) for name in ("a.xhtml", "b/C.XHT", "d.svg")} == {
        "application/xhtml+xml"
    }
    assert {media_type_of("html", name) for name in ("", "-", "a.html", "xhtml", "a.xhtml.html")} == {
        "text/html"
    }
    assert {media_type_of("text", name) for name in ("a.xml", "a.RSS", "b.xsl")} == {"text/xml"}
    assert media_type_of("text", "a", b"\xef\xbb\xbf <?xml version='1.0'?>") == "text/xml"
    assert media_type_of("text", "a", b"see <?xml version='1.0'?>") == "text/plain"
    assert all(media_type_of(kind, "a.txt") == media_type for kind, media_type in KINDS.items())


@pytest.mark.parametrize(
    ("head", "name"),
    [
        (b"\xcb\r\r\n\0\0\0\0\x8a\x1b\x9ae\x10\1\0\0\xe3", "a compiled Python module"),  # 3.12
        (b"\x2b\x0e\r\n\1\0\0\0\x8a\x1b\x9ae\x10\1\0\0\xe3", "a compiled Python module"),  # 3.14, by hash
        (b"\x33\r\r\n\x8a\x1b\x9ae\x10\1\0\0\xe3\0\0\0\0", "a compiled Python module"),  # 3.6
        (b"\x03\xf3\r\n\x8a\x1b\x9aec\0\0\0\0\0\0\0\0", "a compiled Python module"),  # 2.7
        (b"\x0c\x4f\0\0\x5e\x4e\0\0\1\0\2\0" + bytes(22) + b"LP" + bytes(8), "a font"),
        (b"\7\2\0\0\0\x24\0\0RSA2\0\4\0\0", "a key to sign with"),
        (b"\0\x24\0\0\4\x80\0\0\x94\0\0\0\6\2\0\0\0\x24\0\0RSA1", "a key to sign with"),
        (b"# Sphinx inventory version 2\n# Project: x\n# Version: \nx\x9c\xac\xbd", "a Sphinx inventory"),
        (b"ab\r\r\nsee http://a/ and LP", None),
        (b"# Sphinx inventory version 1\n", None),
    ],
)
def test_what_documentation_has_beside_its_pages(head: bytes, name: str | None) -> None:
    assert binary_format(head) == name

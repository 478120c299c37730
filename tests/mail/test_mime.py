"""A message as a tree: whatever the bytes are, the text comes out."""

from __future__ import annotations

import base64
import email
import email.policy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.places import CORPORA
from support.work import GIVES_ROUNDS_BACK, peak_of
from urlglean.inputs import mbox
from urlglean.mail import mime
from urlglean.mail.entity import Entity, Kind
from urlglean.mail.header import header_section
from urlglean.mail.mime import (
    delimiter_lines,
    delimiters,
    header_of,
    of_email,
    parse,
    parse_email,
    parse_embedded,
    parts_between,
    payload_of,
    well_formed,
    with_plain_delimiters,
    written,
)
from urlglean.mail.values import content_type

ARCHIVE = CORPORA / "mail" / "archive.mbox"


def leaves(entity):
    parts = [part for part in entity.walk() if not part.children]
    contents = [
        content.as_bytes() if isinstance(content := part.content, email.message.Message) else content
        for part in parts
    ]
    return [(part.media_type, content) for part, content in zip(parts, contents, strict=True)]


MIXED = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\nContent-Type: text/html\n\n<p>\n--x--\n"
LOST_BLANK = (
    b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html;\ncharset=utf-8\n"
    b"Content-Transfer-Encoding: base64\n\nPGEgaHJlZj0iaHR0cDovL2EvIj4=\n--b--\n"
)

TREES = [
    (
        "a blank line before the header of a part",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nContent-Type: text/html\n"
        b"Content-Transfer-Encoding: base64\n\nPGEgaHJlZj0iaHR0cDovL2EvIj4=\n--b\n\nContent-Type: is a field\n--b--\n",
        [("text/html", b'<a href="http://a/">'), ("text/plain", b"Content-Type: is a field")],
    ),
    (
        "a boundary that begins with the one around it",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=b2\n\n"
        b"--b2\n\none\n--b2\nContent-Type: text/html\n\n<b>\n--b2--\n--b\n\ntwo\n--b--\n",
        [("text/plain", b"one"), ("text/html", b"<b>"), ("text/plain", b"two")],
    ),
    (
        "the same, before a first delimiter that was lost",
        b"Content-Type: multipart/mixed; boundary=b\n\nContent-Type: multipart/alternative; boundary=b2\n\n"
        b"--b2\n\none\n--b2\nContent-Type: text/html\n\n<b>\n--b2--\n--b\n\ntwo\n--b--\n",
        [("text/plain", b"one"), ("text/html", b"<b>"), ("text/plain", b"two")],
    ),
    ("no header", b"just text\nhttp://a/\n", [("text/plain", b"just text\nhttp://a/\n")]),
    ("an empty header", b"\ntext\n", [("text/plain", b"text\n")]),
    ("no body", b"Subject: x\n", [("text/plain", b"")]),
    ("nothing", b"", [("text/plain", b"")]),
    ("CRLF", b"Subject: x\r\n\r\na\r\n", [("text/plain", b"a\r\n")]),
    ("CR alone", b"Subject: x\r\ra\rb\r", [("text/plain", b"a\nb\n")]),
    ("CR CR LF", b"Subject: x\r\r\nTo: y\r\r\n\r\r\na\r\r\n", [("text/plain", b"a\n")]),
    ("LF header, CRLF blank line", b"Subject: x\n\r\na\n", [("text/plain", b"a\n")]),
    ("a byte-order mark", b"\xef\xbb\xbfContent-Type: text/html\n\n<p>", [("text/html", b"<p>")]),
    ("UTF-16", "Content-Type: text/html\n\n<p>".encode("utf-16"), [("text/html", b"<p>")]),
    (
        "a From_ line",
        b"From a@b Mon Feb  1 10:00:00 1999\nContent-Type: text/html\n\n<p>",
        [("text/html", b"<p>")],
    ),
    ("a quoted From_ line", b">From a@b Mon Feb  1\nContent-Type: text/html\n\n<p>", [("text/html", b"<p>")]),
    ("blank lines before the header", b"\n\nContent-Type: text/html\n\n<p>", [("text/html", b"<p>")]),
    (
        "prose that begins with From",
        b"From here on:\nwe walk\n",
        [("text/plain", b"From here on:\nwe walk\n")],
    ),
    (
        "a line that is no field inside the header",
        b"Subject: a\nbroken by hand\nContent-Type: text/html\n\n<p>",
        [("text/html", b"<p>")],
    ),
    (
        "no blank line after the header",
        b"Subject: a\nand here it goes\n",
        [("text/plain", b"and here it goes\n")],
    ),
    ("a media type that is none", b"Content-Type: text\n\na", [("text/plain", b"a")]),
    (
        "a parameter without its semicolon",
        b"Content-Type: text/html charset=x\n\n<p>",
        [("text/html", b"<p>")],
    ),
    ("an image", b"Content-Type: image/png\n\nPNG", [("image/png", None)]),
    (
        "a text by its name",
        b'Content-Type: application/octet-stream; name="a.TXT"\nContent-Transfer-Encoding: base64\n\nYQ==',
        [("text/plain", b"a")],
    ),
    (
        "a multipart",
        b"Content-Type: multipart/mixed; boundary=x\n\npreamble\n--x\n\na\n"
        b"--x\nContent-Type: text/html\n\n<p>\n--x--\n",
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "a multipart without its end",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\nContent-Type: text/html\n\n<p>",
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "a damaged part among good ones",
        b"Content-Type: multipart/mixed; boundary=x\n\n"
        b"--x\nContent-Transfer-Encoding: base64\n\nYWFhYWFhYWFhYQ*\n--x\n\nb\n--x--\n",
        [("text/plain", b"a" * 10), ("text/plain", b"b")],
    ),
    (
        "8-bit bytes in quoted-printable",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"caf\xe9=3D\n--x--\n",
        [("text/plain", b"caf\xe9=")],
    ),
    (
        "the wrong boundary",
        b"Content-Type: multipart/mixed; boundary=y\n\n--x\nContent-Type: text/html\n\n<p>\n--x--\n",
        [("text/html", b"<p>")],
    ),
    (
        "no boundary",
        b"Content-Type: multipart/alternative\n\n--=_x\nContent-Type: text/plain\n\na\n--=_x--\n",
        [("text/plain", b"a")],
    ),
    *(
        (
            f"a boundary with {name}",
            b"Content-Type: multipart/mixed\n\n--a"
            + character
            + b"b\nContent-Type: text/plain\n\na\n--x--\n",
            [("text/plain", b"a\n--x--")],
        )
        for name, character in (("a quote", b'"'), ("a backslash", b"\\"), ("an 8-bit byte", b"\xe9"))
    ),
    *(
        (
            f"a boundary {name}",
            b"Content-Type: multipart/mixed; "
            + parameter
            + b"\n\n--b\nContent-Type: text/html\n\n<p>\n--b--\n",
            [("text/html", b"<p>")],
        )
        for name, parameter in (
            ("quoted by half", b'boundary="b'),
            ("quoted at its end", b'boundary=b"'),
            ("in single quotes", b"boundary='b'"),
            ("with a blank at its end", b'boundary="b "'),
            ("between comments", b"(x; y=z) boundary=b (what)"),
            ("said twice", b"boundary=c; boundary=b"),
            ("in pieces", b"boundary*0=; boundary*1=b"),
            ("that is empty", b'boundary=""'),
        )
    ),
    (
        "a parameter without a semicolon before it",
        b"Content-Type: multipart/mixed boundary=b\n\n--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/html", b"<p>")],
    ),
    (
        "delimiters without their dashes",
        b"Content-Type: multipart/mixed; boundary=b0\n\nb0\nContent-Type: text/html\n\n<p>\nb0--\n",
        [("text/html", b"<p>")],
    ),
    (
        "indented delimiters",
        b"Content-Type: multipart/mixed; boundary=b\n\n --b\nContent-Type: text/html\n\n<p>\n --b--\n",
        [("text/html", b"<p>")],
    ),
    (
        "lost boundaries in one another",
        b"Content-Type: multipart/mixed\n\n--b\nContent-Type: multipart/related\n\n"
        b"--c\nContent-Type: text/html\n\n<p>\n--c--\n--b--\n",
        [("text/html", b"<p>")],
    ),
    (
        "a multipart in base64",
        b"Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n\n"
        + base64.encodebytes(b"--b\nContent-Type: text/html\n\n<p>\n--b\n\nx\n--b--\n"),
        [("text/html", b"<p>"), ("text/plain", b"x")],
    ),
    (
        "a part behind a damaged delimiter",
        b"Content-Type: multipart/mixed; boundary=b\n\n--c\nContent-Type: text/plain\n\na\n"
        b"--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "a header that ends in the first delimiter",
        b"Content-Type: multipart/mixed; boundary=b\n--b\nContent-Type: text/plain\n\na\n"
        b"--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "a multipart in another one, without its boundary",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; bondary=c\n\n"
        b"--c\nContent-Type: text/html\n\n<p>\n--c--\n--b\n\na\n--b--\n",
        [("text/html", b"<p>"), ("text/plain", b"a")],
    ),
    (
        "a control in quoted-printable",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: quoted-printable\n\n"
        b"a\x01=3Db\n--b--\n",
        [("text/plain", b"a\x01=b")],
    ),
    (
        "a report of a kind of its own",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/x-own\n\n"
        b"A: b\n\nhttp://a/\n--b--\n",
        [("message/x-own", b"A: b\n\nhttp://a/")],
    ),
    (
        "a last delimiter and no first one",
        b"Content-Type: multipart/mixed; boundary=b\n\n<html>a\n--b--\n",
        [("text/html", b"<html>a\n--b--\n")],
    ),
    (
        "a strange line in the header of a multipart",
        b"Subject: a\nb\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/html", b"<p>")],
    ),
    (
        "a part that says to be two kinds of thing",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n"
        b"Content-Type: multipart/mixed; boundary=c\n\nhttp://a/\n--b--\n",
        [("text/plain", b"http://a/")],
    ),
    (
        "a part before the first delimiter",
        b"Content-Type: multipart/mixed; boundary=b\n\nContent-Type: text/plain\n\na\n"
        b"--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/plain", b"a\n"), ("text/html", b"<p>")],
    ),
    (
        "parts after the last delimiter",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\na\r\n"
        b"--b--\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b--\r\n",
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "a part without a header after the last delimiter",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\na\n--b--\nfooter\n--b\n\nb\n--b--\nfooter\n",
        [("text/plain", b"a"), ("text/plain", b"b")],
    ),
    (
        "a part whose delimiter is the one that ends the others",
        MIXED + b"\nContent-Type: text/html\n\n<b>\n",
        [("text/plain", b"a"), ("text/html", b"<p>"), ("text/html", b"<b>")],
    ),
    (
        "parts around those of a multipart in another one, whose delimiters were lost",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/alternative; boundary=c\n\n"
        b"Content-Type: text/html\n\n<b>\n--c\n\na\n--c--\n\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/html", b"<b>"), ("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "parts without the header that declares them",
        b"Subject: x\n\n\n--b\nContent-Type: text/html\n\n<p>\n--b\nContent-Transfer-Encoding: base64\n\nYQ==\n",
        [("text/html", b"<p>"), ("text/plain", b"a")],
    ),
    (
        "the same behind a notice, in what is declared as text",
        b"Content-Type: text/plain\n\nThis is a multi-part message in MIME format.\n\n"
        b"--b\nContent-Type: text/html\n\n<p>\n--b--\n",
        [("text/html", b"<p>")],
    ),
    (
        "the rest of a message whose first part was split",
        b"and so on\n\n--b\nContent-Type: text/html\n\n<p>\n--b--\nand\n--b--\n\n",
        [("text/plain", b"and so on\n\n"), ("text/html", b"<p>"), ("text/plain", b"and")],
    ),
    (
        "a text that quotes the beginning of a part",
        b"Subject: x\n\nit says:\n--b\nContent-Type: text/html\n\n<p>\n",
        [("text/plain", b"it says:\n--b\nContent-Type: text/html\n\n<p>\n")],
    ),
    (
        "text before the first delimiter and after the last one",
        b"Content-Type: multipart/mixed; boundary=b\n\nYou need MIME.\n--b\n\na\n--b--\nfooter\n",
        [("text/plain", b"a")],
    ),
    (
        "a part without a header or a blank line",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nsee http://a/ and\nso on\n--b--\n",
        [("text/plain", b"see http://a/ and\nso on")],
    ),
    (
        "a part without a blank line after its header",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n<p>\n--b--\n",
        [("text/html", b"<p>")],
    ),
    ("CR alone in a multipart", MIXED.replace(b"\n", b"\r"), [("text/plain", b"a"), ("text/html", b"<p>")]),
    (
        "CR CR LF in a multipart",
        MIXED.replace(b"\n", b"\r\r\n"),
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "two From_ lines",
        b"From a@b Mon Feb  1\n>From c@d Mon Feb  1\n" + MIXED,
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    ("a page without a type", b"Subject: x\n\n<A HREF=http://a/>", [("text/html", b"<A HREF=http://a/>")]),
    ("a page and no header", b"<html><a href=http://a/>", [("text/html", b"<html><a href=http://a/>")]),
    ("a page with a type that is none", b"Content-Type: html\n\n<p >", [("text/html", b"<p >")]),
    (
        "a page said to be text",
        b"Content-Type: text/plain\n\n<!DOCTYPE html>x",
        [("text/html", b"<!DOCTYPE html>x")],
    ),
    (
        "a text that begins with a tag",
        b"Content-Type: text/plain\n\n<a href=x> is",
        [("text/plain", b"<a href=x> is")],
    ),
    (
        "the source of a page, as a file",
        b"Content-Type: text/plain; name=a.txt\n\n<html>",
        [("text/plain", b"<html>")],
    ),
    *(
        (
            f"a text that shows markup and {name}",
            b"Subject: x\n\n<a href=x> is it " + text,
            [("text/plain", b"<a href=x> is it " + text)],
        )
        for name, text in (
            ("an address", b"<URL:http://a/>"),
            ("a URL", b"<http://a/>"),
            ("a mailbox", b"<jim@example.org>"),
            ("an answer", b"\n> this\n"),
        )
    ),
    ("a page of Word", b"Subject: x\n\n<p class=x><o:p></o:p>", [("text/html", b"<p class=x><o:p></o:p>")]),
    ("a text that begins with a URL", b"Subject: x\n\n<http://a/>", [("text/plain", b"<http://a/>")]),
    *(
        (f"a text called {name}", b"Content-Type: " + name + b"\n\nhttp://a/", [(kind, b"http://a/")])
        for name, kind in (
            (b"plain/text", "text/plain"),
            (b"Unknown/Unknown", "text/plain"),
            (b"application/pgp; x-action=sign; format=text", "application/pgp"),
        )
    ),
    ("a page called html/text", b"Content-Type: html/text\n\n<p >x", [("text/html", b"<p >x")]),
    ("zeros called binary/x", b"Content-Type: binary/x\n\n\0\0http://a/", [("binary/x", None)]),
    ("a type of somebody's own", b"Content-Type: x-own/x\n\nhttp://a/", [("x-own/x", None)]),
    *(
        (f"a page called {name}", b"Content-Type: " + name + b"\n\n<b>", [("text/html", b"<b>")])
        for name in (b"text/htm", b"text/x-amp-html", b'"text/html"', b"text / html", b"(x) text/html (y)")
    ),
    (
        "markup in quoted-printable that nothing says",
        b'Content-Type: text/html\n\n<a href=3D"http://a/?b=3D=\nc">',
        [("text/html", b'<a href="http://a/?b=c">')],
    ),
    (
        "markup encoded twice",
        b'Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D3D"http://a/">',
        [("text/html", b'<a href="http://a/">')],
    ),
    (
        "markup that is not in the quoted-printable its header names",
        b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        b'<p id="c">caf\xe9</p><a href=\n"http://a/?b=2005">',
        [("text/html", b'<p id="c">caf\xe9</p><a href=\n"http://a/?b=2005">')],
    ),
    (
        "markup in quoted-printable whose equals signs nobody encoded",
        b"Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
        b'<p>caf=E9</p><a href="http://a/?b=zz">',
        [("text/html", b'<p>caf\xe9</p><a href="http://a/?b=zz">')],
    ),
    (
        "one attribute of quoted-printable among others",
        b"Content-Type: text/html\n\n<a id='x' href=3D'http://a/?b=41'>",
        [("text/html", b"<a id='x' href='http://a/?b=41'>")],
    ),
    (
        "a text in quoted-printable that nothing says",
        b"Subject: x\n\nsee this page: http://a.org/?b=3D1=\n&c=3D2 ok\n",
        [("text/plain", b"see this page: http://a.org/?b=1&c=2 ok\n")],
    ),
    (
        "a text that speaks of quoted-printable",
        b"Subject: x\n\nthe line ends in an equals sign=\nand =3D is =, so a=b\n",
        [("text/plain", b"the line ends in an equals sign=\nand =3D is =, so a=b\n")],
    ),
    (
        "a text in base64 that nothing says",
        b"Subject: x\n\n" + base64.encodebytes(b"see http://a.org/ and so on, " * 4),
        [("text/plain", b"see http://a.org/ and so on, " * 4)],
    ),
    (
        "a key that is no text",
        b"Subject: x\n\n" + base64.encodebytes(bytes(range(256))),
        [("text/plain", base64.encodebytes(bytes(range(256))))],
    ),
    (
        "a multipart that is none",
        b"Content-Type: multipart/mixed; boundary=y\n\nhttp://a/\n",
        [("text/plain", b"http://a/\n")],
    ),
    (
        "an indented delimiter",
        MIXED.replace(b"\n--x\nC", b"\n  --x\nC"),
        [("text/plain", b"a"), ("text/html", b"<p>")],
    ),
    (
        "an indented line that is like a delimiter",
        MIXED.replace(b"\na\n", b"\na\n --x\nb\n"),
        [("text/plain", b"a\n --x\nb"), ("text/html", b"<p>")],
    ),
    (
        "blanks before the colons of a part's header",
        MIXED.replace(b"Content-Type: text", b"Content-Type : text").replace(b"--x--", b"--x\n--x--"),
        [("text/plain", b"a"), ("text/html", b"<p>"), ("text/plain", b"")],
    ),
    (
        "a part without a header that quotes one",
        b"Content-Type: multipart/mixed; boundary=b\n\n--b\nJim, you wrote\nDate: today\n\nx\n--b--\n",
        [("text/plain", b"Jim, you wrote\nDate: today\n\nx")],
    ),
    ("a fold without its blank in a part's header", LOST_BLANK, [("text/html", b'<a href="http://a/">')]),
    ("HTML that is none", b"Content-Type: text/html\n\n<http://a/>\n", [("text/plain", b"<http://a/>\n")]),
    ("HTML with one entity", b"Content-Type: text/html\n\n> &lt;\n", [("text/html", b"> &lt;\n")]),
    ("HTML with one tag", b"Content-Type: text/html\n\n> <br>\n", [("text/html", b"> <br>\n")]),
    (
        "a message in a message",
        b"Content-Type: message/rfc822\n\nSubject: inner\n\na",
        [("message/rfc822", b"Subject: inner\n\na")],
    ),
    (
        "a digest",
        b"Content-Type: multipart/digest; boundary=x\n\n--x\n\nSubject: inner\n\na\n--x--\n",
        [("message/rfc822", b"Subject: inner\n\na")],
    ),
]


@pytest.mark.parametrize(("title", "raw", "expected"), TREES)
@pytest.mark.parametrize("read_as_well_formed", [mime.well_formed, lambda *_: None])
def test_trees(title, raw, expected, read_as_well_formed, monkeypatch):
    monkeypatch.setattr(mime, "well_formed", read_as_well_formed)
    assert leaves(parse(raw)) == expected


@pytest.mark.parametrize("policy", [email.policy.compat32, email.policy.default, email.policy.SMTP])
def test_a_message_object_is_read_by_its_bytes(policy):
    url = "http://a.org/" + "x" * 200
    raw = f"List-Help: <{url}>\nSubject: {'word ' * 40}\nContent-Type: text/html\n\n<a href=3D'x'>\n".encode()
    entity = parse_email(email.message_from_bytes(raw, policy=policy))
    assert url in entity.header.text
    assert (entity.media_type, entity.content) == ("text/html", b"<a href='x'>\n")


@pytest.mark.parametrize("field", [b"MIME-Version : 1.0", b"Date\t: Mon, 4 Oct 1999 16:00:00 +0000"])
def test_a_blank_before_the_colon_of_a_field_ends_no_header(field):
    raw = b"From: a@b.org\n" + field + b"\nContent-Type: text/html\n\n<p>http://a.org/\n"
    around = b"Content-Type: multipart/mixed; boundary=x\n\n--x \nContent-Type: message/rfc822\n\n%b\n--x--\n"
    [part] = parse(around % raw).children
    for entity in (parse(raw), parse_email(email.message_from_bytes(raw)), parse_embedded(part)):
        assert (entity.media_type, entity.content) == ("text/html", b"<p>http://a.org/\n")
        assert [one.name for one in entity.header.fields()] == [
            "From",
            field.split()[0].decode(),
            "Content-Type",
        ]


def test_a_message_object_that_cannot_be_written_is_read_all_the_same():
    message = email.message_from_string("Subject: x\n\nhttp://a.org/\ud800")
    with pytest.raises(UnicodeEncodeError):
        message.as_bytes()
    assert b"http://a.org/" in parse_email(message).content


def test_a_message_in_a_message_may_be_encoded():
    inner = base64.encodebytes(b"Content-Type: text/html\n\n<p>")
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n"
    raw += b"Content-Transfer-Encoding: base64\n\n" + inner + b"\n--b--\n"
    (part,) = of_email(email.message_from_bytes(raw)).children
    assert parse(part.content).content == b"<p>"


def test_both_parsers_read_the_sample_archive_alike(monkeypatch):
    messages = [message.content for message in mbox.Section(ARCHIVE.read_bytes()).messages()]

    def texts():
        return [
            [
                (kind, content.split() if isinstance(content, bytes) else None)
                for kind, content in leaves(parse(raw))
            ]
            for raw in messages
        ]

    read = [texts()]
    monkeypatch.setattr(mime, "well_formed", lambda *_: None)
    read.append(texts())
    for one, other in zip(*read, strict=True):
        assert [kind for kind, _ in one] == [kind for kind, _ in other]
        assert [c for kind, c in one if kind.startswith("text/")] == [
            c for kind, c in other if kind.startswith("text/")
        ]


@pytest.mark.parametrize("nesting", [b"Content-Type: message/rfc822\n\n", None])
def test_deep_nesting_ends(nesting):
    if nesting is None:
        raw = b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
            for level in range(3000)
        )
    else:
        raw = nesting * 3000
    assert isinstance(parse(raw + b"\nhttp://a/\n"), Entity)


def test_what_is_lost_is_said():
    assert parse(b"Content-Type: multipart/mixed; boundary=y\n\ntext\n").damage
    assert parse(b"Content-Type: multipart/mixed\n\n--x\nContent-Type: text/plain\n\na\n--x--\n").damage
    assert parse(b"Content-Transfer-Encoding: base64\n\nno, it is not!\n").damage
    assert parse(b"Content-Type: text/html\n\n<a href=3D'x'>\n").damage
    assert parse(MIXED.replace(b"--x\n\n", b"Content-Type: text/plain\n\n", 1)).damage
    assert not parse(b"Content-Transfer-Encoding: base64\n\n").damage
    assert not parse(b"Content-Type: text/html\n\n<a href='?3D=3Dx'>\n").damage
    assert not parse(b"Subject: x\n\nfine\n").damage
    assert not parse(MIXED).damage


def test_the_header_of_a_message_may_have_become_the_end_of_its_part_s_header():
    inner = b"From: a@b\nContent-Type: text/html\n\n<p>"
    for blank in (b"\n", b""):
        raw = b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n" + blank
        (part,) = parse(raw + inner + b"\n--x--\n").children
        assert leaves(parse_embedded(part)) == [("text/html", b"<p>")], blank
        assert part.header.text == "Content-Type: message/rfc822\n", blank  # or what is in it is found twice


@pytest.mark.parametrize("depth", [5, 50, 1000])
def test_lost_boundaries_in_one_another_end(depth):
    raw = b"".join(
        b"Content-Type: multipart/mixed; x=%d\n\n--b%d\n" % (level, level) for level in range(depth)
    )
    found = list(parse(raw + b"Content-Type: text/plain\n\nhttp://a/\n").walk())
    assert b"http://a/" in (found[-1].content or b"")


@given(st.binary(max_size=300))
def test_no_bytes_raise(raw):
    parse(raw)


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    b"Content-Type: multipart/mixed; boundary=x\n",
                    b"Content-Type: message/rfc822\n",
                    b"--x\n",
                    b"--x--\n",
                ),
                *(
                    b"Content-Transfer-Encoding: base64\n",
                    b"Content-Transfer-Encoding: quoted-printable\n",
                    b"\n",
                ),
                *(
                    b"YWJj\n",
                    b"=E9=\n",
                    b"\xe9\x00\n",
                    b"From x\n",
                    b"\r",
                    b"Subject: =?x?q?=?=\n",
                    b" fold\n",
                ),
                *(
                    b"Content-Type: text/html; charset*0*=x''%\n",
                    b"Content-Type: multipart/digest; boundary=x\n",
                ),
            ]
        ),
        max_size=30,
    )
)
def test_no_arrangement_of_the_pieces_of_mail_raises(pieces):
    raw = b"".join(pieces)
    for entity in parse(raw).walk():
        assert entity.content is None or isinstance(
            entity.content, bytes | memoryview | email.message.Message
        )
    of_email(email.message_from_bytes(raw))


# --- `urlglean.mail.mime`: what is as it should be takes no parser; what is odd is left to them ---


def bodies(entity):
    """Give the decoded content of the parts without parts."""
    return [(part.media_type, part.filename, part.content) for part in entity.walk() if not part.children]


WELL_FORMED = b"""\
Subject: x
Content-Type: multipart/mixed; boundary=b

This is a multi-part message in MIME format.
--b
Content-Type: multipart/alternative; boundary="c d"

--c d
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

http://a/=E9=
/b
--c d
Content-Type: text/html
Content-Transfer-Encoding: base64

PHA+
--c d--

--b

no header
--b
Content-Type: image/png; name=a.png
Content-Transfer-Encoding: base64

AAAA
--b
Content-Disposition: attachment;
 filename="a.html"

<a>
--b--
http://epilogue/
"""


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_what_is_well_formed_is_read_without_a_parser(line_end, monkeypatch):
    raw = WELL_FORMED.replace(b"\n", line_end)
    slow = bodies(of_email(email.message_from_bytes(raw)))
    monkeypatch.setattr(mime, "_by_email_package", lambda *_: pytest.fail("asked a parser"))
    fast = parse(raw)
    assert bodies(fast) == slow
    assert [kind for kind, _, _ in slow] == [
        "text/plain",
        "text/html",
        "text/plain",
        "image/png",
        "text/html",
    ]
    assert [len(part.children) for part in fast.walk()] == [4, 2, 0, 0, 0, 0, 0]


def test_a_digest_is_read_without_a_parser(monkeypatch):
    raw = (
        b"Content-Type: multipart/digest; boundary=b\n\nToday:\n\n"
        b"--b\n\nSubject: one\n\na\n--b\nContent-Type: text/plain\n\nb\n--b\n\nSubject: two\n\nc\n--b--\n"
    )
    slow = bodies(of_email(email.message_from_bytes(raw)))
    monkeypatch.setattr(mime, "_by_email_package", lambda *_: pytest.fail("asked a parser"))
    assert [part.media_type for part in parse(raw).children] == [
        "message/rfc822",
        "text/plain",
        "message/rfc822",
    ]
    assert [kind for kind, _, _ in slow] == [kind for kind, _, _ in bodies(parse(raw))]


ODD = [
    ("a delimiter that goes on", b"--b\n\nno", b"--bb\n\nno"),
    ("an end that goes on", b"--b--\n", b"--b-- x\n"),
    ("no end", b"--b--\n", b""),
    ("no end inside", b"--c d--\n", b""),
    ("a field that is none", b"Content-Disposition:", b"x\nContent-Disposition:"),
    ("a header without its blank line", b"base64\n\nAAAA", b"base64\nAAAA"),
    ("a part before the first", b"This is", b"Content-Type: text/plain\n\nThis is"),
    ("a part after the last", b"http://epilogue/", b"--b\n\nhttp://epilogue/"),
    ("part of a message", b"image/png; name=a.png", b"message/rfc822"),
]


@pytest.mark.parametrize(("title", "old", "new"), ODD)
def test_what_is_odd_is_left_to_the_standard_library(title, old, new, monkeypatch):
    assert old in WELL_FORMED, title
    odd = WELL_FORMED.replace(old, new)
    asked = []
    monkeypatch.setattr(mime, "_by_email_package", lambda *_: asked.append(1))
    parse(odd)
    assert asked


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_a_report_is_read_as_it_was_sent(line_end):
    report = b"Reporting-MTA: dns;a\n\nAction: failed\nStatus: 5.1.1\n".replace(b"\n", line_end)
    head = b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
    raw = head.replace(b"\n", line_end) + report + line_end + b"--b--" + line_end
    (part,) = parse(raw).children
    assert (part.media_type, part.content) == ("message/delivery-status", report)


LINES = (
    *("--b", "--b--", "--c", "--c--", "", "", "text http://a/ =E9=", "YWJj", "=3D", "From x", " fold"),
    *("Content-Type: multipart/mixed; boundary=c", "Content-Type: text/html", "Subject: =?x?q?=?="),
    *("Content-Transfer-Encoding: base64", "Content-Transfer-Encoding: quoted-printable"),
)


@given(st.lists(st.sampled_from(LINES), max_size=24), st.sampled_from(["\n", "\r\n"]))
def test_the_quick_way_reads_what_the_standard_library_reads(lines, line_end):
    head = ["Subject: x", "Content-Type: multipart/mixed; boundary=b", "", "--b"]
    raw = line_end.join([*head, *lines, "--b--", ""]).encode()
    end, header = header_section(raw)
    body = raw[end + len(line_end) :]
    fast = well_formed(header, content_type(header.get("content-type")), body, parse)
    if fast is not None:
        assert bodies(fast) == bodies(of_email(email.message_from_bytes(raw)))


def test_a_header_behind_a_blank_line_is_read_again():
    again = []

    def reread(body):
        again.append(body)
        return parse(body)

    part = b"Content-Type: text/html\n\n<p>"
    header = header_section(b"Content-Type: multipart/mixed; boundary=b\n\n")[1]
    kind = content_type(header.get("content-type"))
    entity = well_formed(header, kind, b"--b\n\n" + part + b"\n--b--\n", reread)
    assert again == [part]
    assert bodies(entity) == [("text/html", "", b"<p>")]


# --- `urlglean.mail.mime`: the lines between the parts of a multipart ---


def test_what_stands_between_delimiters():
    body = b"preamble\n--b\none\n --b\t\r\ntwo\r\n--bb\n--b--\nepilogue\n"
    assert parts_between(body, b"--b") == [b"preamble\n", b"one", b"two\r\n--bb", b"epilogue"]
    assert parts_between(b"--b\none\n--b--\n\n", b"--b") == [b"", b"one"]
    assert parts_between(b"text", b"--b") == [b"text"]


def test_delimiters_to_the_letter():
    body = b"--b\n --b\n--bb\n--b \nx\n--b--\n--b-- x\n--b--\n--b--\n--b\n--b--\n--b\nx\n"
    found = [
        (body.count(b"\n", 0, line.start()), bool(line[1])) for line in delimiter_lines(b"--b").finditer(body)
    ]
    # Those right behind one that opens a part are one with it.
    assert found == [(0, False), (3, False), (5, True), (7, True), (8, True), (9, False)]


@pytest.mark.parametrize(
    "body",
    [
        b"--x\n--x--\nContent-Type: text/plain\n\none\n--x--\n",
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\nContent-Type: text/html\n\n<p>two\n--x--\n",
    ],
    ids=[
        "a delimiter that closes right behind one that opens",
        "a header that was lost, and a part without one",
    ],
)
def test_a_part_is_read_once(body):
    header = b"Content-Type: multipart/mixed; boundary=x\n" if body.startswith(b"--") else b"Subject: x\n"
    assert sum(b"one" in content for _, content in leaves(parse(header + b"\n" + body))) == 1


@pytest.mark.parametrize(
    ("declared", "body", "expected"),
    [
        ("multipart/mixed; boundary=b", b"text", [b"--b"]),
        ("multipart/mixed", b"--c\nContent-Type: text/html\n\n", [b"--c"]),
        ("multipart/mixed; boundary=b", b"--c\nContent-Type: text/html\n\n", [b"--b", b"--c"]),
        ("multipart/mixed", b"lost-its-dashes\nContent-Type: text/html\n\n", [b"lost-its-dashes"]),
        ("multipart/mixed", b"a text: and more\nContent-Type: text/html\n\n", []),
    ],
)
def test_what_may_stand_between_parts(declared, body, expected):
    assert list(delimiters(content_type(declared), body)) == expected


def test_blanks_before_delimiters_are_taken_off_where_a_part_follows():
    head = b"Content-Type: multipart/mixed; boundary=b\n\n"
    assert with_plain_delimiters(head + b" --b\nContent-Type: x/y\n\n  --b--\n") == (
        head + b"--b\nContent-Type: x/y\n\n--b--\n"
    )
    quoted = head + b"it says\n --b\nthere\n"
    assert with_plain_delimiters(quoted) == quoted
    plain = head + b"--b\n\n"
    assert with_plain_delimiters(plain) is plain
    unbounded = b"Content-Type: message/rfc822\n\nSubject: x\n\n --\n\nhttp://a.example/\n"
    assert with_plain_delimiters(unbounded) == unbounded


def test_a_part_that_is_an_encoded_message_is_one() -> None:
    inner = base64.b64encode(b"Subject: x\n\nhttp://a.example/\n")
    raw = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + inner + b"\n"
    part = mime.parse(raw)
    assert part.kind is Kind.MESSAGE
    entity = mime.parse_embedded(part)
    assert (entity.header.get("subject"), entity.content) == ("x", b"http://a.example/\n")


def test_parts_between_other_delimiters_than_the_last_come_once() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n"
    for url in (b"http://a.example/1", b"http://a.example/2"):
        raw += b"--x\nContent-Type: text/plain\n\n" + url + b"\n"
    found = [content.split()[0] for _, content in leaves(mime.parse(raw + b"--b--\n"))]
    assert found == [b"http://a.example/1", b"http://a.example/2"]


def test_a_multipart_whose_header_the_package_took_for_cut_is_read_by_its_parts() -> None:
    raw = "Content-Type: multipart/mixed; boundary=b\nno field\n--b\n\nhttp://a.example/\n--b--\n"
    message = email.message_from_string(raw)
    assert message.is_multipart()
    assert message.defects
    assert [content for _, content in leaves(mime.parse_email(message))] == [b"http://a.example/"]


def test_a_part_whose_header_the_package_took_for_cut_is_read_to_its_end() -> None:
    read = mime.parse_email(email.message_from_bytes(LOST_BLANK))
    assert leaves(read) == [("text/html", b'<a href="http://a/">')]


def test_a_header_with_octets_is_read_in_the_objects_of_the_package_as_in_bytes() -> None:
    raw = b"Organization: Gr\xfcn\nSubject: gr\xc3\xbcn\n\nx"
    assert header_of(email.message_from_bytes(raw)).text == mime.parse_header(raw).text


# --- `urlglean.mail.mime`: the bytes behind the objects of the standard library ---


def test_messages_are_written_as_they_were():
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nSubject: x\n\n\xe9\n--b\n\nz\n--b--\n"
    message = email.message_from_bytes(raw)
    assert header_of(message).get("content-type") == "multipart/mixed; boundary=b"
    first, second = payload_of(message)
    assert written(first) == b"Subject: x\n\n\xe9"
    assert written(second).strip() == b"z"
    assert written(message).startswith(b"Content-Type: multipart/mixed; boundary=b\n\nSubject: x\n\n")


def test_what_is_too_deep_is_left_out():
    raw = b"Content-Type: message/rfc822\n\n" * 300 + b"Subject: x\n\ny"
    assert b"Subject: x" not in written(email.message_from_bytes(raw))


def test_a_message_that_is_a_message_is_read_when_it_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    """No parser goes over all that is in it once more for each level of it."""
    monkeypatch.setattr(email, "message_from_bytes", None)
    entity = mime.parse(b"Content-Type: message/rfc822\n\n" * 40 + b"Subject: x\n\nhttp://a.example/\n")
    for _ in range(40):
        assert entity.damage == ()
        entity = mime.parse_embedded(entity)
    assert (entity.header.get("subject"), entity.content) == ("x", b"http://a.example/\n")


PART = b"--b\nContent-Type: text/plain\n\nx\n"
MANY = {
    "declared": (b"Content-Type: multipart/mixed; boundary=b\n\n", PART, b"--b--\n"),
    "without an end": (b"Content-Type: multipart/mixed; boundary=b\n\n", PART, b""),
    "ends alone": (
        b"Content-Type: multipart/mixed; boundary=b\n\n",
        b"--b--\nContent-Type: text/plain\n\nx\n",
        b"",
    ),
    "inner": (
        b"Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; boundary=b\n\n",
        PART,
        b"--b--\n--a--\n",
    ),
    "not declared": (b"Content-Type: multipart/mixed\n\n", PART, b""),
}


@pytest.mark.parametrize(("head", "part", "end"), MANY.values(), ids=MANY)
def test_of_very_many_parts_the_last_are_read_as_one_text(head: bytes, part: bytes, end: bytes) -> None:
    entity = mime.parse(head + part * 25_000 + b"http://a.example/" + end)
    parts = list(entity.walk())
    assert len(parts) < 10_010
    assert any(b"http://a.example/" in bytes(part.content or b"") for part in parts)
    assert any("10,000" in damage for part in parts for damage in part.damage)


def test_what_is_behind_too_many_delimiters_is_read_even_where_they_have_no_parts() -> None:
    head = b"Content-Type: multipart/mixed; boundary=a\n\nboundary=b\n"
    entity = mime.parse(head + b"http://a.example/1\n" + b"--b\nx\n" * 10_100 + b"http://a.example/2\n")
    contents = [bytes(part.content or b"") for part in entity.walk()]
    for url in (b"http://a.example/1", b"http://a.example/2"):
        assert [url in content for content in contents].count(True) == 1


def test_lines_that_delimit_nothing_are_no_parts() -> None:
    body = b"-- a\n--- a/b\n" * 10_000
    entity = mime.parse(b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + body + b"--b--\n")
    assert [len(part.content) for part in entity.children] == [len(body) - 1]
    assert not entity.damage


def test_a_long_list_of_parameters_is_not_left_to_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def parsed(value: str) -> list[str]:  # it copies what is left of the value for each of them
        lengths.append(len(value))
        return real(value)

    lengths: list[int] = []
    real = email.message._parseparam  # type: ignore[attr-defined]  # private, and the one that took the time
    monkeypatch.setattr(email.message, "_parseparam", parsed)
    for many in ("", "; a=b" * 10_000, '; a="' * 10_000, "; b*0=c" * 10_000):
        raw = f"\tContent-Type: multipart/mixed; boundary=x{many}\n\nhttp://a/\n".encode("ascii")
        assert leaves(parse(raw)) == [("text/plain", b"http://a/\n")]
    assert lengths
    assert max(lengths) < 100


@GIVES_ROUNDS_BACK
@pytest.mark.parametrize("sign", ["(.*)+", "b"])
def test_a_boundary_longer_than_any_line_is_none(sign: str) -> None:
    """An expression was made of it, which took a hundred times its size."""
    boundary = sign * (100_000 // len(sign))
    raw = f'Content-Type: multipart/mixed; boundary="{boundary}"\n\n--c\n\nhttp://a.example/\n'.encode()
    assert b"http://a.example/" in bytes(mime.parse(raw).content or b"")
    assert peak_of(lambda: mime.parse(raw)) < 12 * len(raw)

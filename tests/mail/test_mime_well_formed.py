"""`urlglean.mail.mime`: what is as it should be takes no parser; what is odd is left to them."""

import email

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail import mime
from urlglean.mail.header import header_section
from urlglean.mail.mime import of_email, parse, well_formed
from urlglean.mail.values import content_type


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


ODD = [
    ("a delimiter that goes on", b"--b\n\nno", b"--bb\n\nno"),
    ("an end that goes on", b"--b--\n", b"--b-- x\n"),
    ("no end", b"--b--\n", b""),
    ("no end inside", b"--c d--\n", b""),
    ("a field that is none", b"Content-Disposition:", b"x\nContent-Disposition:"),
    ("a header without its blank line", b"base64\n\nAAAA", b"base64\nAAAA"),
    ("a part before the first", b"This is", b"Content-Type: text/plain\n\nThis is"),
    ("a part after the last", b"http://epilogue/", b"--b\n\nhttp://epilogue/"),
    ("parts of another default", b"multipart/mixed", b"multipart/digest"),
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

"""`urlglean.mail.header`: where a header begins and ends."""

import pytest

from urlglean.mail.header import Header, body_start, has_late_header, header_section, header_text, tidy

MESSAGE = b"Subject: x\n\ny\n"


@pytest.mark.parametrize(
    ("before", "raw"),
    [
        ("nothing", MESSAGE),
        ("a byte-order mark", b"\xef\xbb\xbf" + MESSAGE),
        ("a text in UTF-16", b"\xff\xfe" + MESSAGE.decode().encode("utf-16-le")),
        ("the line of an mbox", b"From a@b Mon Jan  1 00:00:00 2001\n" + MESSAGE),
        ("such lines, quoted too", b"From a\n>From b\n" + MESSAGE),
        ("blank lines", b"\n\r\n" + MESSAGE),
        ("blanks", b" \t" + MESSAGE),
        ("the length of an .emlx file", b"14\n" + MESSAGE + b'<?xml version="1.0"?>'),
        ("line ends of old", MESSAGE.replace(b"\n", b"\r")),
        ("line ends of DOS", MESSAGE.replace(b"\n", b"\r\n")),
    ],
)
def test_what_is_no_part_of_a_message_is_taken_off(before, raw):
    assert tidy(raw).replace(b"\r\n", b"\n") == MESSAGE, before


def test_blank_lines_before_a_text_stay():
    assert tidy(b"\n\nFrom here\non\n") == b"\n\nFrom here\non\n"


@pytest.mark.parametrize(
    ("raw", "header", "body"),
    [
        (b"Subject: x\n\ny", "Subject: x\n", b"y"),
        (b"Subject: x\r\n\r\ny", "Subject: x\r\n", b"y"),
        (b"Subject: x\n y\nTo: z\n\nw", "Subject: x\n y\nTo: z\n", b"w"),
        (b"Subject: x\nand text\n", "Subject: x\n", b"and text\n"),
        (b"Subject: x\nodd line\nTo: z\n\ny", "Subject: x\nodd line\nTo: z\n", b"y"),
        (
            b"Subject: x\n--b\nContent-Type: text/html\n\ny",
            "Subject: x\n",
            b"--b\nContent-Type: text/html\n\ny",
        ),
        (b"http://a.example/\nNote: text\n\ny", "", b"http://a.example/\nNote: text\n\ny"),
        (b"\ny", "", b"y"),
        (b"", "", b""),
        (b"Subject: \xe9\n\ny", "Subject: é\n", b"y"),
    ],
)
def test_where_a_header_ends(raw, header, body):
    end, found = header_section(raw)
    assert found.text == header
    assert raw[body_start(raw, end) :] == body


def test_a_header_of_any_encoding_is_decoded():
    assert header_text("é".encode()) == header_text("é".encode("cp1252")) == "é"


@pytest.mark.parametrize(
    ("header", "body", "is_late"),
    [
        ("", b"Content-Type: text/html\n\n<p>", True),
        ("", b"\nContent-Transfer-Encoding: BASE64\n\nYQ==", True),
        ("", b"Content-Type: is a field of headers", False),
        ("", b"text", False),
        ("Subject: x\n", b"Content-Type: text/html\n\n<p>", False),
    ],
)
def test_a_header_behind_a_blank_line(header, body, is_late):
    assert has_late_header(Header(header), body) is is_late

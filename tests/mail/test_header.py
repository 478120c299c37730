"""The header of a message: its fields, and those often asked for."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import peak_of
from urlglean.mail.header import (
    Header,
    body_start,
    has_late_header,
    header_section,
    header_text,
    tidy,
    unfold,
)


def test_fields_keep_their_folds_and_places():
    text = "Subject: a\r\n b\r\nX-Empty:\r\nList-Id : <x>\r\n"
    header = Header(text)
    assert header.get("subject") == "a b"
    assert header.get("list-id") == "<x>"
    assert header.get("x-empty") == ""
    assert header.get("missing") is None
    assert header.get("Subject") is None, "names are asked for in lower case"
    assert [text[field.start : field.start + len(field.value)] for field in header.fields()] == [
        field.value for field in header.fields()
    ]


def test_the_first_of_two_fields_counts():
    assert Header("To: a\nTo: b\n").get("to") == "a"


NAMES = (
    *(
        "subject",
        "date",
        "content-type",
        "base",
        "content-base",
        "x-mailing-list",
        "x-beenthere",
        "references",
    ),
    *("in-reply-to", "message-id", "from", "x-other"),
)
PIECES = st.sampled_from(
    [
        *(*NAMES, *(name.title() for name in NAMES), *(name.upper() for name in NAMES)),
        *(":", ": ", " : ", "\n", "\n ", "\n\t", "\r\n", "\n\n", "a b", "é", "\x85", "\v"),
    ]
)


@given(st.text(max_size=120))
def test_nothing_raises(text):
    list(Header(text).fields())
    list(Header(text).fields_with_links())


@given(st.lists(PIECES, max_size=16).map("".join))
def test_fields_often_asked_for_are_those_that_stand_there(text):
    header = Header(text)
    fields: dict[str, str] = {}
    for field in header.fields():
        fields.setdefault(field.name.lower(), field.value)
    assert {name: header.raw(name) for name in NAMES} == {name: fields.get(name) for name in NAMES}
    often = NAMES[:-1]
    assert header.raw_values(often) == tuple(header.raw(name) for name in often)
    lines = re.split("\n(?![ \t])", text.removesuffix("\n"))
    assert header.is_whole == (text == "" or all(re.match(r"[!-9;-~]+[ \t]*:", line) for line in lines))


def test_fields_with_links_are_those_with_what_begins_one():
    text = (
        "Subject: x\nTo: a@b\nX-A: see\n http://a.org\nX-B: <mailto:a@b>, <mailto:c@d>\nX-C: Www.a\nX-D: www.a www.b\n"
        "X-E: =?utf-8?q?x?=\nX-F: MAILTO:a@b\nX-G: a:b\nX-H: see ftp.a\n"
    )
    found = list(Header(text).fields_with_links())
    assert [field.name for field in found] == ["X-A", "X-B", "X-C", "X-D", "X-E", "X-F", "X-H"]
    assert all(text.startswith(field.value, field.start) for field in found)


def test_what_is_folded_behind_no_field_is_one_line_without_a_name():
    text = "no field\n" + " http://a.org/\n" * 50_000 + "X-A: http://b.org/\nno field\nhttp://c.org/\n"
    header = Header(text)
    assert [field.name for field in header.fields_with_links()] == ["", "X-A", ""]
    assert [field.name for field in header.fields_and_others()] == ["", "X-A", "", ""]
    assert [field.name for field in header.fields()] == ["X-A"]


# --- `urlglean.mail.header`: where a header begins and ends ---


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


@given(st.lists(st.sampled_from(["a", "\r", "\n", "\r\r\r"]), max_size=30).map("".join))
def test_a_return_is_a_line_end_unless_it_stands_before_one(text):
    raw = f"A: b{text}\rc".encode()  # which has one that is none of DOS
    assert tidy(raw) == re.sub(rb"\r+\n", b"\n", raw).replace(b"\r", b"\n")


@pytest.mark.parametrize("raw", [b"A: b\r" * 4000, b"\r" * 20_000 + b"\n", b"a\r\r\n" * 5000])
def test_odd_line_ends_take_little_memory(raw):
    assert peak_of(lambda: tidy(raw)) < 4 * len(raw)


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
        (b"Subject: x\nhttp://a.example/\ny", "Subject: x\n", b"http://a.example/\ny"),
        (b"Subject: x\nhttp://a\nTo: z\n\ny", "Subject: x\nhttp://a\nTo: z\n", b"y"),
        (b"http://a.example/\nNote: text\n\ny", "", b"http://a.example/\nNote: text\n\ny"),
        (b"Note: text\n\ny", "", b"Note: text\n\ny"),
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
    assert header_text(b"X-A: \xe9\nX-B: \xc3\xa9\n") == "X-A: é\nX-B: é\n"


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


def test_very_many_encoded_words_take_little_memory() -> None:
    header = Header("Subject: =" + "?=" * 100_000 + "\n")
    assert peak_of(lambda: list(header.fields_with_links())) < 5 * len(header.text)


def test_a_long_value_is_unfolded_as_a_short_one_and_takes_little_memory() -> None:
    folded = "a\n  b \t\r\n\tc\n\n d "
    value = folded * 10_000
    assert unfold(value) == " ".join([unfold(folded)] * 10_000)
    assert peak_of(lambda: unfold(value)) < 8 * len(value)

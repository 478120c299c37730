"""The header of a message: its fields, and those often asked for."""

import re

from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.header import Header


def test_fields_keep_their_folds_and_places():
    text = "Subject: a\r\n b\r\nX-Empty:\r\nList-Id : <x>\r\n"
    header = Header(text)
    assert header.get("subject") == "a b"
    assert header.get("list-id") == "<x>"
    assert header.get("x-empty") == ""
    assert header.get("missing") is None
    assert "subject" in header
    assert "Subject" not in header, "names are asked for in lower case"
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
    assert [field.name for field in found] == ["X-A", "X-B", "X-D", "X-E", "X-F", "X-H"]
    assert all(text.startswith(field.value, field.start) for field in found)


def test_what_is_folded_behind_no_field_is_passed_over_at_once():
    text = "no field\n" + " http://a.org/\n" * 50_000 + "X-A: http://b.org/\n"
    assert [field.name for field in Header(text).fields_with_links()] == ["X-A"]

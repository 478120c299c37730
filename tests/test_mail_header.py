"""The header of a message: fields, encoded words, parameters, identifiers, dates."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail_header import Header, base_uri, content_type, decode_words, message_ids, sender, utc_date

DATES = [
    ("Mon, 1 Feb 1999 10:00:00 +0100", "1999-02-01T09:00:00Z"),
    ("1 Feb 1999 10:00 GMT", "1999-02-01T10:00:00Z"),
    ("Thu,  1 Jan 1998 00:30:00 +0200 (EET)", "1997-12-31T22:30:00Z"),
    ("Fri, 30 Apr 99 23:59:60 UT", "1999-04-30T23:59:59Z"),
    ("Wed, 07 May 97 02:29:51 GMT", "1997-05-07T02:29:51Z"),
    ("Sat, 29 Feb 2020 12:00:00 -1130", "2020-02-29T23:30:00Z"),
    ("Mon Feb  1 10:00:00 1999", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 EST", "1999-02-01T15:00:00Z"),
    ("Mon, 1 Feb 1999 10.00.00 +0000", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 24:00:00 +0000", None),
    ("Sat, 29 Feb 2019 12:00:00 +0000", None),
    ("Tue, 99 Juin 2020 25:61:00 +9900", None),
    ("1 Jan 0001 00:00:00 +2359", None),
    ("Mon, 1 Jan 2200 00:00:00 +0000", None),
    ("", None),
    (None, None),
    ("yesterday", None),
]


@pytest.mark.parametrize(("value", "iso"), DATES)
def test_dates_are_utc_or_undefined(value, iso):
    assert utc_date(value) == iso


WORDS = [
    ("plain", "plain"),
    ("=?utf-8?q?caf=C3=A9?=", "café"),
    ("=?UTF-8?B?Y2Fmw6k=?= au lait", "café au lait"),
    ("=?UTF-8?B?Y2Fmw6k?=", "café"),  # the padding is missing
    ("=?utf-8*en?Q?caf=C3=A9?=", "café"),  # RFC 2231 section 5
    ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
    ("=?utf-8?q?a?=\r\n =?iso-8859-1?q?=E9?=", "aé"),
    ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
    ("=?us-ascii?q?a_b?=", "a b"),
    ("=?x-klingon?q?a=E9?=", "aé"),
    ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
    ("=?utf-8?q?http=3A//a/=3Fb?=", "http://a/?b"),
    ("2 =? 3 ?= 4", "2 =? 3 ?= 4"),
]


@pytest.mark.parametrize(("value", "text"), WORDS)
def test_encoded_words(value, text):
    assert decode_words(value) == text


def test_a_character_cut_in_two_encoded_words_is_whole_again():
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert decode_words(f"=?utf-8?q?={first.hex()}?= =?utf-8?q?={second.hex()}?=") == "é"


TYPES = [
    ("text/html; charset=utf-8", "text/html", {"charset": "utf-8"}),
    ("TEXT/PLAIN", "text/plain", {}),
    (
        'text/plain; charset="us-ascii" ; format="flowed"',
        "text/plain",
        {"charset": "us-ascii", "format": "flowed"},
    ),
    ("text/plain charset=utf-8", "text/plain", {"charset": "utf-8"}),
    ("text/plain;;charset=utf-8;", "text/plain", {"charset": "utf-8"}),
    ("text/plain;\tcharset = utf-8 (comment)", "text/plain", {"charset": "utf-8"}),
    ('multipart/mixed; boundary="a b;c=\\"d"', "multipart/mixed", {"boundary": 'a b;c="d'}),
    ("multipart/mixed; boundary=--=_x'y", "multipart/mixed", {"boundary": "--=_x'y"}),
    ('text/plain; charset="utf-8', "text/plain", {"charset": "utf-8"}),
    ("x/y; name*=utf-8''caf%C3%A9.txt", "x/y", {"name": "café.txt"}),
    ('x/y; name*0="ca"; name*1="fe.txt"', "x/y", {"name": "cafe.txt"}),
    ("multipart/mixed; (x; y=z) boundary=b (what (ever))", "multipart/mixed", {"boundary": "b"}),
    ('multipart/mixed; boundary="(b)"; x=(y', "multipart/mixed", {"boundary": "(b)", "x": "(y"}),
    ('"text/html"; charset=x', "text/html", {"charset": "x"}),
    ("text / html", "text/html", {}),
    ("text/x-amp-html", "text/html", {}),
    ("(a page) text/html", "text/html", {}),
    ("text", "text/plain", {}),
    ("", "text/plain", {}),
    (None, "text/plain", {}),
    ("; charset=utf-8", "text/plain", {}),
]


@pytest.mark.parametrize(("value", "media_type", "parameters"), TYPES)
def test_content_types(value, media_type, parameters):
    assert content_type(value) == (media_type, parameters)


BASES = [
    ("http://a/b/", "http://a/b/"),
    (' "http://a/b/" ', "http://a/b/"),
    ("<http://a/b/>", "http://a/b/"),
    ("<URL:http://a/b/>", "http://a/b/"),
    ("URL: http://a/b/", "http://a/b/"),
    ("<url:http://a/\r\n\t b/>", "http://a/b/"),
    ("../c.html", "../c.html"),
    ("=?us-ascii?q?http://a/b/?=", "http://a/b/"),
    ("  ", ""),
]


@pytest.mark.parametrize(("value", "uri"), BASES)
def test_base_uris(value, uri):
    assert base_uri(value) == uri


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


@pytest.mark.parametrize(
    ("value", "ids"),
    [
        ("<a@b>", ["a@b"]),
        ("<a@b>\n <c@d>", ["a@b", "c@d"]),
        ("a@b", ["a@b"]),
        ("<a@b", ["a@b"]),
        ("(comment) <a@b>", ["a@b"]),
        ("", []),
        (None, []),
    ],
)
def test_message_ids(value, ids):
    assert message_ids(value) == ids


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Jim <jim@example.org>", "Jim <jim@example.org>"),
        ("jim at example.org (Jim Foo)", "jim@example.org (Jim Foo)"),
        ("Ann at Work <ann@example.org>", "Ann at Work <ann@example.org>"),
        ("=?utf-8?q?Zo=C3=AB?= <z@example.org>", "Zoë <z@example.org>"),
        (None, None),
    ],
)
def test_senders(value, text):
    assert sender(value) == text


@given(st.text(max_size=120))
def test_nothing_raises(text):
    utc_date(text)
    decode_words(text)
    content_type(text)
    base_uri(text)
    message_ids(text)
    list(Header(text).fields())


@given(st.text(alphabet="=?utf8bqBQ -_/+A9é\ud800", max_size=60))
def test_no_encoded_word_raises(text):
    assert isinstance(decode_words(text), str)


@given(st.text(alphabet="0123456789 :,+-MonJaFebGTZ()", max_size=40))
def test_no_date_raises(text):
    found = utc_date(text)
    assert found is None or found.endswith("Z")


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
        "X-E: =?utf-8?q?x?=\nX-F: MAILTO:a@b\nX-G: a:b\n"
    )
    found = list(Header(text).fields_with_links())
    assert [field.name for field in found] == ["X-A", "X-B", "X-D", "X-E", "X-F"]
    assert all(text.startswith(field.value, field.start) for field in found)


def test_what_is_folded_behind_no_field_is_passed_over_at_once():
    text = "no field\n" + " http://a.org/\n" * 50_000 + "X-A: http://b.org/\n"
    assert [field.name for field in Header(text).fields_with_links()] == ["X-A"]

"""Media types and their parameters, as mail writes them."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import GIVES_ROUNDS_BACK, peak_of
from urlglean.mail.values import content_type, decode_words, utc_date

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
    (
        """x/y; name*0="Bob's and Al"; name*1="ice's 5%20.pdf\"""",
        "x/y",
        {"name": "Bob's and Alice's 5%20.pdf"},
    ),
    (
        """x/y; name*0*=utf-8''caf%C3; name*1*=%A9%20; name*2="it's 5%20\"""",
        "x/y",
        {"name": "café it's 5%20"},
    ),
    ("x/y; name*1=b; name*0=a; name*1=c", "x/y", {"name": "ab"}),
    ("x/y; name*=caf%20", "x/y", {"name": "caf%20"}),
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


@given(st.text(max_size=120) | st.text(alphabet="x/y;=*0123'%\" a()\\").map("x/y; a".__add__))
def test_nothing_raises(text):
    assert "/" in content_type(text).media_type


def test_half_a_character_in_a_parameter():
    assert content_type("x/y; name*=utf-8''\ud800%41").parameters == {"name": "?A"}


# --- Encoded words (RFC 2047) in what is well-formed, and in what is not ---


WORDS = [
    ("plain", "plain"),
    ("=?utf-8?q?caf=C3=A9?=", "café"),
    ("=?UTF-8?B?Y2Fmw6k=?= au lait", "café au lait"),
    ("=?UTF-8?B?Y2Fmw6k?=", "café"),  # the padding is missing
    ("=?UTF-8?B?YWJj ZGVm?=", "abcdef"),  # a client has folded within it
    ("=?UTF-8?B?Y-Y?=", "a"),
    ("=?utf-8*en?Q?caf=C3=A9?=", "café"),  # RFC 2231 section 5
    ("=?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
    ("=?utf-8?q?a?=\r\n =?iso-8859-1?q?=E9?=", "aé"),
    ("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
    ("=?us-ascii?q?a_b?=", "a b"),
    ("=?x-klingon?q?a=E9?=", "aé"),
    ("=?utf-8?x?a?=", "=?utf-8?x?a?="),
    ("=?utf-8?q?http=3A//a/=3Fb?=", "http://a/?b"),
    ("2 =? 3 ?= 4", "2 =? 3 ?= 4"),
    ("what?= =?utf-8?q?now?=", "what?= now"),  # the first is none
    ("=?utf-8?q?a?= =?utf-8?q?b", "a =?utf-8?q?b"),  # nor is the second
    ("=?utf-8?q?a b =?utf-8?q?c?=", "=?utf-8?q?a b c"),
    ("=?utf-8?q?http://a/?b=3D1&c?=", "http://a/?b=1&c"),  # a client has left its question mark
    ("=?utf-8?q?http://a/?b=?= c", "http://a/?b= c"),  # and its equals sign
    ("=?utf-8?b?YWJj?= =?utf-8?b?ZA==?=", "abcd"),
    ("=?utf-8?b?YQ==YmM=?=", "abc"),  # encoded one by one
]


@pytest.mark.parametrize(("value", "text"), WORDS)
def test_encoded_words(value, text):
    assert decode_words(value) == text


def test_a_character_cut_in_two_encoded_words_is_whole_again():
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert decode_words(f"=?utf-8?q?={first.hex()}?= =?utf-8?q?={second.hex()}?=") == "é"


@given(st.text(alphabet="=_ +/AbC9é\ud800\udce9", max_size=12), st.sampled_from("qb"))
def test_no_content_of_an_encoded_word_raises(text, encoding):
    assert not decode_words(f"=?utf-8?{encoding}?{text}?=").startswith("=?utf-8")


@given(st.text(alphabet="=?utf8bqBQ -_/+A9é\ud800", max_size=60))
def test_no_encoded_word_raises(text):
    assert isinstance(decode_words(text), str)


def test_very_many_encoded_words_take_linear_time():
    assert decode_words("=?utf-8?q?http=3A//a.org/?= " * 100_000).count("http:") == 100_000
    for piece in ("=?a?q?", "=?a?q??", "=?a?q?=?=", "=?a?q?a "):
        assert isinstance(decode_words(piece * 100_000), str)


# --- The date of a message, in UTC ---


DATES = [
    ("Mon, 1 Feb 1999 10:00:00 +0100", "1999-02-01T09:00:00Z"),
    ("1 Feb 1999 10:00 GMT", "1999-02-01T10:00:00Z"),
    ("Thu,  1 Jan 1998 00:30:00 +0200 (EET)", "1997-12-31T22:30:00Z"),
    ("Fri, 30 Apr 99 23:59:60 UT", "1999-04-30T23:59:59Z"),
    ("Wed, 07 May 97 02:29:51 GMT", "1997-05-07T02:29:51Z"),
    ("Mon, 2 Apr 101 04:20:10 CST", "2001-04-02T10:20:10Z"),
    ("Sat, 29 Feb 2020 12:00:00 -1130", "2020-02-29T23:30:00Z"),
    ("Mon Feb  1 10:00:00 1999", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 EST", "1999-02-01T15:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 GMT+0100 (CET)", "1999-02-01T09:00:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 UTC-05:30", "1999-02-01T15:30:00Z"),
    ("Mon, 1 Feb 1999 10:00:00 +01:00", "1999-02-01T09:00:00Z"),
    ("Mon, 1 Feb 1999 10.00.00 +0000", "1999-02-01T10:00:00Z"),
    ("Mon, 1 Feb 1999 24:00:00 +0000", None),
    ("Mon, 1 Feb 1999 24:30:00 +0100", None),
    ("Mon, 1 Feb 1999 10:60:00 +0000", None),
    ("Mon, 1 Feb 1999 10:00:-5 EST", None),
    ("1 Foo 1999 10:00:00 GMT", None),
    ("Sat, 29 Feb 2019 12:00:00 +0000", None),
    ("Tue, 99 Juin 2020 25:61:00 +9900", None),
    ("1 Jan 0001 00:00:00 +2359", None),
    ("Mon, 1 Jan 2200 00:00:00 +0000", None),
    ("1999-10-04T16:00:00Z", "1999-10-04T16:00:00Z"),
    ("1999-10-04 16:00", "1999-10-04T16:00:00Z"),
    (" 1999-10-04T01:30:00.5+02:00 (CEST)", "1999-10-03T23:30:00Z"),
    ("1999-10-04T16:00:00 CEST", None),
    ("1999-10-04T16:00:00 UTC", "1999-10-04T16:00:00Z"),
    ("1999-10-04T16:00:00 GMT (x)", "1999-10-04T16:00:00Z"),
    ("1999-02-03T16:00:00", "1999-02-03T16:00:00Z"),
    ("1999-13-04T16:00:00Z", None),
    ("", None),
    (None, None),
    ("yesterday", None),
]


@pytest.mark.parametrize(("value", "iso"), DATES)
def test_dates_are_utc_or_undefined(value, iso):
    assert utc_date(value) == iso


@given(st.text(alphabet="0123456789 :,+-MonJaFebGTZ()", max_size=40))
def test_no_date_raises(text):
    found = utc_date(text)
    assert found is None or found.endswith("Z")


@given(st.text(max_size=120))
def test_no_text_raises(text):
    found = utc_date(text)
    assert found is None or found.endswith("Z")


@GIVES_ROUNDS_BACK
def test_a_quoted_string_of_backslashes_takes_little_memory() -> None:
    value = 'text/plain; a="' + "\\" * 100_000
    assert content_type(value).parameters == {"a": "\\" * 50_000}
    most = 15 if sys.version_info < (3, 12) else 40  # its `re` takes 27 where 3.11 takes 6
    assert peak_of(lambda: content_type(value)) < most * len(value)


def test_very_many_parameters_take_little_memory() -> None:
    value = "text/plain" + "; a=b" * 50_000
    assert content_type(value).parameters == {"a": "b"}
    assert peak_of(lambda: content_type(value)) < 5 * len(value)
    for piece in ("; a{}=b", "; a{}*0=b"):
        value = "text/plain" + "".join(map(piece.format, range(4000)))
        assert list(content_type(value).parameters) == [f"a{number}" for number in range(256)]
        assert peak_of(lambda value=value: content_type(value)) < 5 * len(value)


@GIVES_ROUNDS_BACK
def test_a_long_extended_parameter_takes_little_memory() -> None:
    written = "%41%e9" * 40_000
    found: list[str | None] = []

    def read() -> None:
        found.append(content_type(f"text/plain; name*=iso-8859-1''{written}").parameters.get("name"))

    assert peak_of(read) < 30 * len(written)
    assert found == ["A\u00e9" * 40_000]

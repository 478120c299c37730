"""Encoded words (RFC 2047) in what is well-formed, and in what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.values import decode_words

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

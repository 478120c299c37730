from __future__ import annotations

import pytest
from hypothesis import given

from support.reference_strategies import strings
from urlglean.uri.characters import (
    LEGAL,
    RESERVED,
    UNRESERVED,
    decode_unreserved,
    encode_illegal,
    scalar_text,
    uppercase_triplets,
)


@pytest.mark.parametrize("octet", range(256))
def test_exactly_the_unreserved_octets_are_decoded(octet: int) -> None:
    for triplet in (f"%{octet:02X}", f"%{octet:02x}"):
        expected = chr(octet) if chr(octet) in UNRESERVED else triplet
        assert decode_unreserved(f"({triplet})") == f"({expected})"
        assert uppercase_triplets(triplet) == triplet.upper()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%41%42", "AB"),
        ("%%41", "%%41"),
        ("%4%31", "%4%31"),
        ("%%34%31", "%%341"),
        ("%zz%41", "%zzA"),
        ("%", "%"),
        ("%4", "%4"),
        ("a%2", "a%2"),
        ("%2541", "%2541"),
    ],
)
def test_decoding_makes_no_new_triplet(text: str, expected: str) -> None:
    assert decode_unreserved(text) == expected
    assert decode_unreserved(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("".join(sorted(LEGAL)), "".join(sorted(LEGAL))),
        (' "<>\\^`{|}', "%20%22%3C%3E%5C%5E%60%7B%7C%7D"),
        ("\x00\n\x7f", "%00%0A%7F"),
        ("\u00e9\u3042\U0001f600", "%C3%A9%E3%81%82%F0%9F%98%80"),
        ("\ud800", "%EF%BF%BD"),
        ("\ud83d\ude00", "%F0%9F%98%80"),
        ("%zz", "%zz"),
    ],
)
def test_what_a_uri_never_holds_is_encoded(text: str, expected: str) -> None:
    assert encode_illegal(text) == expected


@given(strings)
def test_each_change_is_idempotent(text: str) -> None:
    for change in (decode_unreserved, encode_illegal, uppercase_triplets, scalar_text):
        assert change(change(text)) == change(text)


@given(strings)
def test_reserved_characters_are_neither_made_nor_lost(text: str) -> None:
    changed = decode_unreserved(uppercase_triplets(text))
    assert [each for each in text if each in RESERVED] == [each for each in changed if each in RESERVED]


@given(strings)
def test_scalar_text_can_be_encoded(text: str) -> None:
    assert scalar_text(text).encode().decode() == scalar_text(text)

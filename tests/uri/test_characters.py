"""`urlglean.uri.characters`: the sets of the standards, percent-encoding, the values of attributes."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from html.entities import html5
from itertools import pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference_strategies import strings
from support.work import GIVES_ROUNDS_BACK, peak_of
from urlglean.uri import characters
from urlglean.uri.characters import (
    LEGAL,
    RESERVED,
    UNRESERVED,
    attribute_value,
    character_class,
    decode_unreserved,
    encode_illegal,
    scalar_text,
    unescaped,
    unquoted,
    uppercase_triplets,
)

ASCII = frozenset(map(chr, range(128)))


@pytest.mark.parametrize(
    "name", [name for name, value in vars(characters).items() if isinstance(value, frozenset)]
)
def test_a_class_matches_exactly_its_set(name: str) -> None:
    members = getattr(characters, name)
    pattern = re.compile(f"[{character_class(members)}]")
    assert {character for character in map(chr, range(0x250)) if pattern.fullmatch(character)} == members


def test_reserved_and_unreserved_are_apart_and_leave_out_what_a_uri_never_holds() -> None:
    assert not characters.RESERVED & characters.UNRESERVED
    assert characters.RESERVED | characters.UNRESERVED | {"%"} == characters.LEGAL
    assert set(' "<>\\^`{|}') == ASCII - characters.LEGAL - characters.C0_CONTROL


def test_the_percent_encode_sets_grow_as_the_url_standard_says() -> None:
    chain = (characters.C0_CONTROL, characters.QUERY_SET, characters.PATH_SET)
    assert all(smaller < larger for smaller, larger in pairwise(chain))
    assert {"'"} == characters.SPECIAL_QUERY_SET - characters.QUERY_SET
    assert set(' "<>`') == characters.FRAGMENT_SET - characters.C0_CONTROL


WRITTEN = [
    # the value of an attribute as it is written, and what it is
    ("?a=1&amp;b=2&ampc", "?a=1&b=2&ampc"),
    ("?target=3&sectionid=1", "?target=3&sectionid=1"),
    (
        "?a&copy=1&reg=2&times=3&curren=4&para=5&not=6&lt=7",
        "?a&copy=1&reg=2&times=3&curren=4&para=5&not=6&lt=7",
    ),
    ("?a&copy1&regx&times2", "?a&copy1&regx&times2"),
    ("?a&amp=1&amp;=2&amp-3", "?a&amp=1&=2&-3"),
    ("?a&copy;=1&copy;x&notin;&notit;", "?a©=1©x∉&notit;"),
    ("?a&copy&reg-x&times", "?a©®-x×"),
    ("&#38;a=1&#x26b&#x26;&#38=", "&a=1ɫ&&="),
    ("&nosuch;&nosuch&;&#;&#x;&", "&nosuch;&nosuch&;&#;&#x;&"),
    ("&NotEqualTilde;&eacute", "≂̸é"),
]


@pytest.mark.parametrize(("written", "value"), WRITTEN)
def test_the_value_of_an_attribute(written: str, value: str) -> None:
    assert attribute_value(written) == value


_names = st.sampled_from([*html5, *(name.rstrip(";") for name in html5)])
_pieces = st.one_of(
    _names.map("&{}".format), st.sampled_from(["", ";", "=", "a", "1", "é", "&", "-", " x", "&#38", "&#x26;"])
)


@given(st.lists(_pieces, max_size=6).map("".join))
def test_the_value_of_an_attribute_is_what_a_browser_makes_of_it(written: str) -> None:
    import turbohtml

    (link,) = turbohtml.parse(f'<a href="{written}">').select("a")
    assert attribute_value(written) == link.attr("href")


@pytest.mark.parametrize("form", ["&#{};", "&#x{:x};", "&#X{:X}"], ids=str)
def test_a_number_stands_for_the_character_that_a_browser_makes_of_it(form: str) -> None:
    import turbohtml

    ends = (plane * 0x10000 + end for plane in range(18) for end in (-2, -1, 0))
    numbers = (
        *range(0x300),
        *range(0xD7F0, 0xE010),
        *range(0xFDC0, 0xFE00),
        *(end for end in ends if end > 0),
    )
    written = "|".join(map(form.format, numbers))
    (link,) = turbohtml.parse(f'<a href="{written}">').select("a")
    assert attribute_value(written) == unescaped(written) == link.attr("href")


@pytest.mark.parametrize("number", ["0", "66", "x42", "1" * 9, "x" + "1" * 9])
def test_zeros_before_a_number_mean_nothing_however_many(number: str) -> None:
    digits = number.lstrip("x")
    long = f"&#{number.removesuffix(digits)}{'0' * 5_000}{digits};"
    assert unescaped(long) == unescape(f"&#{number};")


# Percent-encoding: what is encoded, what is decoded, and what stays (RFC 3986 section 2.1).


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


@given(
    st.lists(
        st.sampled_from(["%", "%4", "%41", "%c3", "%a9", "%E2%82", "%ac", "a", "é", "€", "\ud800", "\n", "4"])
    ),
    st.sampled_from(["replace", "surrogateescape"]),
    st.sampled_from([1, 3, 1 << 16]),
)
def test_triplets_are_decoded_as_python_does(pieces: list[str], errors: str, at_once: int) -> None:
    text = "".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(characters, "_AT_ONCE", at_once)
        assert unquoted(text, errors) == unquote(text, errors=errors)


@GIVES_ROUNDS_BACK
@pytest.mark.parametrize("piece", ["%41", "%e4%b8%80", "a%41", "a%41%", "%4a%4"])
def test_triplets_take_little_memory(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    assert peak_of(lambda: unquoted(text)) < 20 * len(text)


@given(
    st.lists(
        st.sampled_from(["%", "%4", "%4a", "%c3", "%7E", "%7e", "%%37e", "a", "é", "4", "%2f"]), max_size=12
    ),
    st.sampled_from([1, 3, 5]),
)
def test_windows_change_nothing(pieces: list[str], at_once: int) -> None:
    text = "".join(pieces)
    upper, decoded = uppercase_triplets(text), decode_unreserved(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(characters, "_AT_ONCE", at_once)
        assert (uppercase_triplets(text), decode_unreserved(text)) == (upper, decoded)


@GIVES_ROUNDS_BACK
@pytest.mark.parametrize("change", [uppercase_triplets, decode_unreserved, encode_illegal])
@pytest.mark.parametrize("piece", ["%7e", "%2f", "a%c3", "\u4e00"])
def test_long_texts_take_little_memory(change: Callable[[str], str], piece: str) -> None:
    text = piece * (1_200_000 // len(piece))
    assert peak_of(lambda: change(text)) < 12 * len(text.encode())

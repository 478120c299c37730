from __future__ import annotations

from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.uri.query_encoding import percent_encode_query

# Every legacy encoding of the Encoding standard, with a text in it and a codec that reads it back.
LEGACY = {
    "IBM866": ("\u0436\u2593", "cp866"),
    "ISO-8859-2": ("\u0159", "iso8859-2"),
    "ISO-8859-3": ("\u0127", "iso8859-3"),
    "ISO-8859-4": ("\u0137", "iso8859-4"),
    "ISO-8859-5": ("\u0436", "iso8859-5"),
    "ISO-8859-6": ("\u0639", "iso8859-6"),
    "ISO-8859-7": ("\u03c9\u20ac", "iso8859-7"),
    "ISO-8859-8": ("\u05d0", "iso8859-8"),
    "ISO-8859-8-I": ("\u05d0", "iso8859-8"),
    "ISO-8859-10": ("\u014b", "iso8859-10"),
    "ISO-8859-13": ("\u017e", "iso8859-13"),
    "ISO-8859-14": ("\u0175", "iso8859-14"),
    "ISO-8859-15": ("\u20ac", "iso8859-15"),
    "ISO-8859-16": ("\u0219", "iso8859-16"),
    "KOI8-R": ("\u0436\u2553", "koi8-r"),
    "KOI8-U": ("\u0457", "koi8-u"),
    "macintosh": ("\u00e9\u2020", "mac-roman"),
    "windows-874": ("\u0e01\u20ac", "cp874"),
    "windows-1250": ("\u0159\u20ac", "cp1250"),
    "windows-1251": ("\u0436\u20ac", "cp1251"),
    "windows-1252": ("\u00e9\u20ac", "cp1252"),
    "windows-1253": ("\u03c9\u20ac", "cp1253"),
    "windows-1254": ("\u0131\u20ac", "cp1254"),
    "windows-1255": ("\u05d0\u20aa", "cp1255"),
    "windows-1256": ("\u0639\u20ac", "cp1256"),
    "windows-1257": ("\u017e\u20ac", "cp1257"),
    "windows-1258": ("\u0111\u20ab", "cp1258"),
    "x-mac-cyrillic": ("\u0436", "mac-cyrillic"),
    "GBK": ("\u4e2d\u6587\u9f98", "gb18030"),
    "gb18030": ("\u4e2d\U0001f600", "gb18030"),
    "Big5": ("\u4e2d\u6587\u7881", "big5hkscs"),
    "EUC-JP": ("\u65e5\u672c\u30a2\uff71", "euc_jp"),
    "ISO-2022-JP": ("\u65e5\u672c\u30a2", "iso2022_jp"),
    "Shift_JIS": ("\u65e5\u672c\uff71\u7e8a", "cp932"),
    "EUC-KR": ("\ud55c\uae00\ub620", "cp949"),
}


@pytest.mark.parametrize("label", LEGACY)
def test_each_encoding_writes_what_its_readers_read(label: str) -> None:
    text, codec = LEGACY[label]
    for name in (label, label.lower(), f" {label}\n"):
        encoded = percent_encode_query(text, name)
        assert encoded.isascii()
        assert unquote_to_bytes(encoded).decode(codec) == text
        assert "%26%23" not in encoded


@pytest.mark.parametrize(
    ("label", "same_as"),
    [
        ("ascii", "windows-1252"),
        ("latin1", "windows-1252"),
        ("l1", "windows-1252"),
        ("cp819", "windows-1252"),
        ("gb2312", "gbk"),
        ("chinese", "gbk"),
        ("sjis", "shift_jis"),
        ("ms_kanji", "shift_jis"),
        ("x-euc-jp", "euc-jp"),
        ("big5-hkscs", "big5"),
        ("korean", "euc-kr"),
        ("l5", "windows-1254"),
        ("koi", "koi8-r"),
        ("mac", "macintosh"),
        ("utf-16", "utf-8"),
        ("utf-16be", "utf-8"),
        ("utf-32", "utf-8"),
        ("utf-7", "utf-8"),
        ("hz-gb-2312", "utf-8"),
        ("rot13", "utf-8"),
        ("hex", "utf-8"),
        ("", "utf-8"),
        ("\x00", "utf-8"),
        ("\u00e9", "utf-8"),
    ],
)
def test_labels(label: str, same_as: str) -> None:
    text = "\u00e9\u20ac\u4e2d\ud55c\u3042\u0131\u0436"
    assert percent_encode_query(text, label) == percent_encode_query(text, same_as)


@pytest.mark.parametrize(
    ("text", "label", "expected"),
    [
        ("a'b c\u00e9", "latin1", "a'b c%E9"),
        ("\u00a5\u203e\u2212", "shift_jis", "\\~%81|"),
        ("\u00a5\u203e\u2212", "euc-jp", "\\~%A1%DD"),
        ("\u00a5a\u203eb\\c", "iso-2022-jp", "%1B(J\\a~b%1B(B\\c"),
        ("\u65e5a\u00a5\u2603", "iso-2022-jp", "%1B$BF|%1B(Ba%1B(J\\%26%239731%3B%1B(B"),
        ("a~b", "iso-2022-jp", "a~b"),
        ("\u20ac\u2550\u5341\u256d\uff0f", "big5", "%A3%E1%F9%F9%A4Q%A2~%A1%FE"),
        ("\u00a2\u0080", "big5", "%26%23162%3B%26%23128%3B"),
        ("\u045e\u255d", "koi8-u", "%AE%26%239565%3B"),
        ("\u05ba", "windows-1255", "%CA"),
        ("\u0080", "euc-kr", "%26%23128%3B"),
        ("\ufe10\u9fb4\ue81e\ue7c7\ue5e5", "gbk", "%A6%D9%FEY%FEY%26%2359335%3B%26%2358853%3B"),
        ("\ufe10\ue7c7\ue5e5", "gb18030", "%A6%D9%815%F47%26%2358853%3B"),
        ("\u2212", "iso-2022-jp", "%1B$B!]%1B(B"),
        ("\uff76\uff9e", "iso-2022-jp", "%1B$B%+!+%1B(B"),
        ("\x80", "shift_jis", "%80"),
        ("\u7e8a", "euc-jp", "%F9%A1"),
        ("\u7e8a", "shift_jis", "%FA\\"),
        ("\u4e02", "euc-jp", "%26%2319970%3B"),
        ("\u20ac", "gb18030", "%A2%E3"),
        ("\ud800", "utf-16", "%EF%BF%BD"),
        ("\ud83d\ude00", "latin1", "%26%23128512%3B"),
        ("\u00c5\x8f", "windows-1252", "%C5%8F"),
    ],
)
def test_where_the_web_has_a_way_of_its_own(text: str, label: str, expected: str) -> None:
    assert percent_encode_query(text, label) == expected


@given(
    st.text(st.characters(exclude_categories=()), max_size=20),
    st.sampled_from([*LEGACY, "utf-8", "x-user-defined"]),
)
def test_ascii_stays_and_the_rest_is_ascii(text: str, label: str) -> None:
    encoded = percent_encode_query(text, label)
    assert encoded.isascii()
    assert percent_encode_query(encoded, label) == encoded
    if text.isascii():
        assert encoded == text

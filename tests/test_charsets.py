"""Charset labels as mail writes them, over bytes that are what they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.charsets import codec_of, decode, label_for_html

DECODED = [
    # what it shows, bytes, label, text, damaged
    ("nothing declared, ASCII", b"plain", None, "plain", False),
    ("nothing declared, UTF-8", "größe".encode(), None, "größe", False),
    ("nothing declared, Latin-1", "größe".encode("latin-1"), None, "größe", False),
    ("us-ascii over UTF-8", "größe".encode(), "us-ascii", "größe", False),
    ("us-ascii over Windows quotes", b"\x93q\x94", "us-ascii", "“q”", False),
    ("iso-8859-1 over Windows quotes", b"\x93q\x94", "ISO-8859-1", "“q”", False),
    ("iso-8859-1 over a byte windows-1252 lacks", b"a\x81b", "iso-8859-1", "a\x81b", False),
    ("x-unknown over Latin-1", b"caf\xe9", "x-unknown", "café", False),
    ("default over UTF-8", "é".encode(), "default", "é", False),
    ("a label in quotes, with a blank", "é".encode(), ' "UTF-8"', "é", False),
    ("a label with its own name before it", "é".encode(), "charset=utf-8", "é", False),
    ("gb2312 over GBK", "朱镕基".encode("gbk"), "gb2312", "朱镕基", False),
    ("gb2312 over GB18030", "㐀".encode("gb18030"), "GB_2312-80", "㐀", False),
    ("KS C 5601 over CP949", "똠방각하".encode("cp949"), "ks_c_5601-1987", "똠방각하", False),
    ("Shift_JIS over CP932", "①髙".encode("cp932"), "Shift_JIS", "①髙", False),
    ("visual Hebrew", "שלום".encode("iso-8859-8"), "iso-8859-8-i", "שלום", False),
    ("koi8-r", "почта".encode("koi8-r"), "KOI8-R", "почта", False),
    ("ISO-2022-JP", "日本語".encode("iso-2022-jp"), "iso-2022-jp", "日本語", False),
    ("ISO-2022-JP that says nothing", "日本語".encode("iso-2022-jp"), None, "日本語", False),
    ("ISO-2022-KR that says us-ascii", "한국".encode("iso2022_kr"), "us-ascii", "한국", False),
    ("UTF-7 under its first name", b"http://a/?q+AD0-1", "unicode-1-1-utf-7", "http://a/?q=1", False),
    ("HZ", b"~{<:Ky2;~}", "hz-gb-2312", "己所不", False),
    ("UTF-16", "http://a/".encode("utf-16"), "utf-16", "http://a/", False),
    ("UTF-8 that is Latin-1", b"caf\xe9 x", "utf-8", "caf\ufffd x", True),
    ("koi8-r that is UTF-8 keeps every byte", "é".encode(), "koi8-r", "ц╘", False),
    ("no such charset, UTF-8", "é".encode(), "x-klingon", "é", True),
    ("no such charset, Latin-1", b"\xe9", "x-klingon", "é", True),
    ("no such charset, ASCII", b"a", "x-klingon", "a", True),
    ("a codec that is no charset", b"YQ==", "base64", "YQ==", True),
    ("big5 cut in the middle of a character", "新聞".encode("big5")[:-1], "big5", "新\ufffd", True),
]


@pytest.mark.parametrize(("title", "data", "label", "text", "damaged"), DECODED)
def test_decode(title, data, label, text, damaged):
    found = decode(data, label)
    assert found.text == text
    assert (found.damage is not None) == damaged


@given(st.binary(max_size=200), st.sampled_from([None, *{row[2] for row in DECODED}]) | st.text(max_size=20))
def test_no_bytes_and_no_label_raise(data, label):
    assert isinstance(decode(data, label).text, str)


@given(st.text(alphabet="abc:/?#=&%.~0123456789", max_size=60), st.sampled_from([row[2] for row in DECODED]))
def test_the_ascii_of_a_url_survives_every_label_that_is_a_superset_of_ascii(url, label):
    codec = codec_of(label)
    if codec is None or codec.startswith(("utf-16", "utf-7", "hz")):
        return
    assert decode(url.encode(), label).text == url


@pytest.mark.parametrize(
    ("data", "label", "encoding"),
    [
        (b"<p>", None, None),
        (b"<p>", "us-ascii", None),
        ("é".encode(), "us-ascii", "utf-8"),
        (b"\xe9", "x-unknown", None),
        (b"\xe9", "iso-8859-1", "cp1252"),
        (b"\xe9", "no-such-charset", None),
        (b"x", "gb2312", "gb18030"),
    ],
)
def test_a_page_gets_the_label_that_means_something(data, label, encoding):
    assert label_for_html(data, label) == encoding

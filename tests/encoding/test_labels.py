"""Charset labels as mail writes them, over bytes that are what they are."""

from encodings.aliases import aliases

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import peak_of
from urlglean.encoding.labels import (
    bytes_of,
    canonical_encoding,
    codec_of,
    decode,
    for_page,
    known_encoding,
)

_JAPANESE = "いつもお世話になっております。詳しくは http://a/b。（http://a/c）をご覧ください。"
_CHINESE = "您好，請看這裡，謝謝。http://a/b。（http://a/c）我們會盡快回覆您的來信，祝工作順利。"
_FRENCH = "Déjà vu à l'île: ça a été créé près du château, où naïveté et goût se mêlent."
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
    ("ISO-2022-JP of 2004", "日本 俱".encode("iso2022_jp_2004"), "iso-2022-jp-2004", "日本 俱", False),
    ("ISO-2022-JP that says nothing", "日本語".encode("iso-2022-jp"), None, "日本語", False),
    ("ISO-2022-KR that says us-ascii", "한국".encode("iso2022_kr"), "us-ascii", "한국", False),
    ("UTF-7 under its first name", b"http://a/?q+AD0-1", "unicode-1-1-utf-7", "http://a/?q=1", False),
    ("HZ", b"~{<:Ky2;~}", "hz-gb-2312", "己所不", False),
    ("UTF-16", "http://a/".encode("utf-16"), "utf-16", "http://a/", False),
    ("UTF-16 without a mark, by its bytes", "http://a/".encode("utf-16-be"), "utf-16", "http://a/", False),
    ("UTF-16 that is UTF-8", "http://a/é".encode(), "utf-16", "http://a/é", False),
    ("UTF-16 that is ASCII", b"http://a/ x", "utf-16le", "http://a/ x", False),
    ("UTF-16 and one byte more", "http://a/ b".encode("utf-16") + b"\n", "utf-16", "http://a/ b\ufffd", True),
    ("UTF-16 that says us-ascii", "http://a/ ok".encode("utf-16-le"), "us-ascii", "http://a/ ok", False),
    ("UTF-16 that says nothing", "http://a/é".encode("utf-16"), None, "http://a/é", False),
    ("a byte-order mark of UTF-8", "http://a/é".encode("utf-8-sig"), "iso-8859-1", "http://a/é", False),
    ("a zero byte in ASCII", b"a\0b and so on", "us-ascii", "a\0b and so on", False),
    ("a codec of host names", b"caf\xe9", "punycode", "café", True),
    ("UTF-8 that is Latin-1", b"caf\xe9 x", "utf-8", "caf\ufffd x", True),
    ("UTF-8 that is EUC-JP", _JAPANESE.encode("euc-jp"), "utf-8", _JAPANESE, True),
    ("Shift_JIS that says nothing", _JAPANESE.encode("cp932"), None, _JAPANESE, False),
    ("EUC-JP that says us-ascii", _JAPANESE.encode("euc-jp"), "us-ascii", _JAPANESE, False),
    ("Big5 that says unknown-8bit", _CHINESE.encode("big5"), "unknown-8bit", _CHINESE, False),
    ("no such charset, EUC-JP", _JAPANESE.encode("euc-jp"), "x-klingon", _JAPANESE, True),
    ("French that says nothing", _FRENCH.encode("latin-1"), None, _FRENCH, False),
    ("koi8-r that is UTF-8 keeps every byte", "é".encode(), "koi8-r", "ц╘", False),
    ("a label of browsers alone", b"\xb1", "iso88592", "ą", False),
    ("an old label of browsers alone", b"\xc4", "koi", "д", False),
    ("what browsers refuse", b"\xe9", "iso-2022-cn", "é", True),
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


@pytest.mark.parametrize(("label", "codec"), [("“KOI8-R”", "koi8-r"), ("utf—8", "utf-8"), ("é", None)])
def test_what_is_not_ascii_in_a_label_counts_for_nothing(label, codec):
    assert codec_of(label) == codec


@given(st.binary(max_size=200), st.sampled_from([None, *{row[2] for row in DECODED}]) | st.text(max_size=20))
def test_no_bytes_and_no_label_raise(data, label):
    assert isinstance(decode(data, label).text, str)


@given(st.text(alphabet="abc:/?#=&%.~0123456789", max_size=60), st.sampled_from([row[2] for row in DECODED]))
def test_the_ascii_of_a_url_survives_every_label_that_is_a_superset_of_ascii(url, label):
    codec = codec_of(label)
    if codec is None or codec.startswith(("utf-16", "utf-7", "hz")):
        return
    assert decode(url.encode(), label).text == url


PAGES = [
    # bytes, label, what the reader of HTML gets
    (b"<p>", None, (b"<p>", None)),
    (b"<p>", "us-ascii", (b"<p>", None)),
    ("é".encode(), "us-ascii", ("é".encode(), "utf-8")),
    (b"\xe9", "x-unknown", (b"\xe9", None)),
    (b"\xe9", "iso-8859-1", (b"\xe9", "cp1252")),
    (b"\xe9", "no-such-charset", (b"\xe9", None)),
    (b"\xe9", "punycode", (b"\xe9", None)),
    (b"x", "gb2312", (b"x", "gb18030")),
    ("日本".encode("iso-2022-jp"), "ISO-2022-JP", ("日本".encode("iso-2022-jp"), "iso-2022-jp")),
    ("日本".encode("cp932"), "x-sjis", ("日本".encode("cp932"), "shift_jis")),
    ("日本".encode("euc-jp"), "euc-jp", ("日本".encode("euc-jp"), "euc-jp")),
    ("한국".encode("cp949"), "ks_c_5601-1987", ("한국".encode("cp949"), "euc-kr")),
    ("新聞".encode("big5"), "big5", ("新聞".encode("big5"), "big5")),
    ("ไทย".encode("cp874"), "tis-620", ("ไทย".encode("cp874"), "windows-874")),
    (b"\x8e", "macintosh", (b"\x8e", "macintosh")),
    ("é".encode("cp850"), "cp850", ("é", "utf-8")),
    ("한국".encode("iso2022_kr"), "iso-2022-kr", ("한국", "utf-8")),
    ("é".encode("cp850"), "ibm-850", ("é", "utf-8")),
    (b"\xe9", "windows1252", (b"\xe9", "cp1252")),
    (b"\xe9", "x-cp1251", (b"\xe9", "cp1251")),
    ("ไทย".encode("cp874"), "Windows-874", ("ไทย".encode("cp874"), "windows-874")),
    (b"+ADw-p+AD4-", "utf-7", ("<p>", "utf-8")),
    (b"<p>x</p>", "utf-16", (b"<p>x</p>", None)),
    ("<p>é</p>".encode(), "utf-16", ("<p>é</p>".encode(), "utf-8")),
    ("<p>é</p>".encode("utf-16-be"), "utf-16", ("<p>é</p>".encode("utf-16-be"), "utf-16be")),
    ("<p>é</p>".encode("utf-16"), None, ("<p>é</p>".encode("utf-16-le"), "utf-16le")),
    ("<p>é</p>".encode("utf-8-sig"), "iso-8859-1", ("<p>é</p>".encode(), "utf-8")),
    ("<p>é</p>".encode("utf-32"), "utf-32", ("<p>é</p>", "utf-8")),
]


@pytest.mark.parametrize(("data", "label", "page"), PAGES)
def test_a_page_gets_the_label_that_means_something(data, label, page):
    assert for_page(data, label)[:2] == page


def test_the_reader_of_html_knows_every_encoding_that_a_page_is_handed_on_in():
    for label in {*aliases.values(), *aliases, "tis-620", "x-sjis", "ks_c_5601-1987"}:
        page = for_page(b"\xe9", label)
        assert isinstance(page.content, str) or page.encoding is None or canonical_encoding(page.encoding)


BROWSERS_READ = (
    "UTF-8 UTF-16LE UTF-16BE IBM866 KOI8-R KOI8-U macintosh x-mac-cyrillic windows-874 GBK gb18030 Big5 EUC-JP"
    " ISO-2022-JP Shift_JIS EUC-KR"
).split()
BROWSERS_READ += [f"ISO-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)]
BROWSERS_READ += [f"windows-{page}" for page in range(1250, 1259)]


@pytest.mark.parametrize("name", BROWSERS_READ)
def test_what_a_browser_reads_is_handed_on_as_it_came(name):
    is_for_all = name.startswith(("UTF", "ISO-2022"))
    data = "<p>日</p>".encode(codec_of(name)) if is_for_all else b"<p>\xbf\xbf</p>"
    page = for_page(data, name)
    assert page.content == data
    assert canonical_encoding(page.encoding) == ("gb18030" if name == "GBK" else name)


def test_what_a_page_loses_is_said():
    assert for_page("한국".encode("iso2022_kr")[:-2] + b"\xff", "iso-2022-kr").damage


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("a", b"a"),
        ("\udce9", b"\xe9"),
        ("é", "é".encode()),
        ("é\udce9", "é".encode() + b"\xe9"),
        ("\ud800", b"?"),
    ],
)
def test_bytes_of_texts(text, raw):
    assert bytes_of(text) == raw


def test_no_long_label_is_kept() -> None:
    """The last ones asked for are, hundreds of them, and the problem of each tells it."""

    def read() -> None:
        for number in range(20):
            label = f"{number}-{'x' * 50_000}"
            damage = decode(b"a", label).damage
            assert damage is not None
            assert len(damage.message) < 200
            assert (codec_of(label), canonical_encoding(label), known_encoding(label)) == (None, None, None)

    read()  # what is made once is made
    assert peak_of(read) < 250_000

"""`urlglean.encoding.pages`: what Chromium reads a page in (the corpus asks it; here are the rules one by one)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import Counter
from urlglean.document import BaseClaim, Document
from urlglean.encoding import pages
from urlglean.encoding.labels import canonical_encoding
from urlglean.encoding.pages import declared_encoding, decode_document, decode_page

LABELS = [
    ("utf-8", "UTF-8"),
    ("UTF8", "UTF-8"),
    ("unicode-1-1-utf-8", "UTF-8"),
    ("latin1", "windows-1252"),
    ("us-ascii", "windows-1252"),
    ("iso-8859-9", "windows-1254"),
    ("gb2312", "GBK"),
    ("x-sjis", "Shift_JIS"),
    ("ks_c_5601-1987", "EUC-KR"),
    ("utf-16", "UTF-16LE"),
    (" \tkoi8-r\n", "KOI8-R"),
    ("utf-7", None),
    ("klingon", None),
    ("", None),
    ("utf-8\0", None),
    ("é", None),
]


@pytest.mark.parametrize(("label", "name"), LABELS)
def test_labels(label: str, name: str | None) -> None:
    assert canonical_encoding(label) == name


FILLER = b"x" * 1100
DECLARED = [
    (b"<meta charset=koi8-r>", "KOI8-R"),
    (b"<META CHARSET='KOI8-R'>", "KOI8-R"),
    (b'<meta/charset="koi8-r"/>', "KOI8-R"),
    (b"<meta charset=koi8-r charset=utf-8>", "UTF-8"),  # Chromium's choice; the standard has the first
    (b"<meta http-equiv=' content-type' content='charset=koi8-r'>", None),
    (b"<meta name=charset content=koi8-r>", None),
    (b"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", "KOI8-R"),
    (b"<meta http-equiv=content-type content='text/html; charset = \"koi8-r\"'>", "KOI8-R"),
    (b"<meta http-equiv=content-type content='text/html;charset=koi8-r;x=y'>", "KOI8-R"),
    (b"<html><head><meta http-equiv=Content-Type content='text/html; charset=koi8-r' />", "KOI8-R"),
    (
        b"<!DOCTYPE x y>\n<html><head>\n<meta http-equiv='Content-Type' content=\"text/html;charset=koi8-r\">",
        "KOI8-R",
    ),
    (b"<html><head><meta http-equiv=Content-Type content='text/html; charset=koi8-r\">", None),
    (b"<html><head><meta http-equiv=Content-Type content='text/html; charset='koi8-r'>", None),
    (
        b"<html><head><meta http-equiv=Content-Type content='text/html; charset=nobodys'><meta charset=koi8-r>",
        "KOI8-R",
    ),
    (b"<html lang=ru dir='ltr'><head profile=\"x y\"><meta charset='koi8-r' />", "KOI8-R"),
    (b"<html><head><meta charset=koi8-r />", "KOI8-R"),
    (b"<html><head><meta charset=koi8-r/>", None),
    (b"<html><head><meta charset='koi8-r\"><p title='", None),
    (b"<html lang='ru><head><meta charset=koi8-r>", None),
    (b'<html><head x="><meta charset=koi8-r>', None),
    (b"<html><head><meta http-equiv='content-type content='text/html; charset=koi8-r'>", None),
    (b"<meta http-equiv=content-type content='text/html; xcharset=koi8-r'>", "KOI8-R"),
    (b"<meta content='text/html; charset=koi8-r'>", None),
    (b"<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R"),
    (b"<meta charset=utf-16>", "UTF-8"),
    (b"<meta charset=utf-16be>", "UTF-8"),
    (b"<meta charset=x-user-defined>", "windows-1252"),
    (b"<!-- <meta charset=koi8-r> -->", None),
    (b"<!--><meta charset=koi8-r>", "KOI8-R"),
    (b"<!-- unclosed <meta charset=koi8-r>", None),
    (b"<title><meta charset=koi8-r></title>", None),
    (b"<script>'<meta charset=koi8-r>'</script>", None),
    (b"<script>unclosed <meta charset=koi8-r>", None),
    (b"<noscript><meta charset=koi8-r></noscript>", "KOI8-R"),
    (b"<a title='<meta charset=koi8-r>'>", None),
    (b"</meta charset=koi8-r>", None),
    (b"</<meta charset=koi8-r>", None),
    (b"</><meta charset=koi8-r>", "KOI8-R"),
    (b"<plaintext><meta charset=koi8-r>", None),
    (b"<metal charset=koi8-r>", None),
    (b"<meta charset=koi8-r", None),
    (b"<meta charset='koi8-r>", None),
    (b"<head><title>" + FILLER + b"</title><link href=x><meta charset=koi8-r>", "KOI8-R"),
    (b"<head><title>" + FILLER + b"</title></head><meta charset=koi8-r>", None),
    (b"<body>" + FILLER + b"<meta charset=koi8-r>", None),
    (b"<body>" + b"x" * 1000 + b"<meta charset=koi8-r>", "KOI8-R"),
    (b'<?xml version="1.0" encoding="koi8-r"?><html>', "KOI8-R"),
    (b"<?xml version='1.0' encoding='koi8-r'?><meta charset=utf-8>", "UTF-8"),
    (b'\n<?xml version="1.0" encoding="koi8-r"?><html>', None),
    (b"<\0?\0x\0m\0l\0", "UTF-16LE"),
    (b"\0<\0?\0x\0m\0l", "UTF-16BE"),
    (b"<\0?\0p\0h\0p\0", None),
    (b"<\0h\0t\0m\0l\0>\0", None),
    (b"", None),
]


@pytest.mark.parametrize(("page", "name"), DECLARED)
def test_declarations(page: bytes, name: str | None) -> None:
    assert declared_encoding(page) == name


def test_a_declaration_that_does_not_end_is_read_once() -> None:
    assert declared_encoding(b"<?xml" + b' encoding="a"' * 80_000) is None


@pytest.mark.parametrize("paragraphs", [500, 50_000])
def test_a_page_that_declares_nothing_is_searched_no_further_than_its_head(
    paragraphs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = b"<html><head><title>a page</title></head><body>" + b"<p>some words of it</p>\n" * paragraphs
    counter = Counter()
    counter.watch(pages, monkeypatch)
    assert declared_encoding(page) is None
    assert counter.work < 5000


def test_a_mark_wins_over_transport_and_both_over_meta() -> None:
    page = b"<meta charset=koi8-r>\xc1"
    assert decode_page(page).encoding == "KOI8-R"
    assert decode_page(page, "windows-1251").encoding == "windows-1251"
    assert decode_page(b"\xef\xbb\xbf" + page, "windows-1251").encoding == "UTF-8"
    assert decode_page("\ufeffé".encode("utf-16-be"), "utf-8")[:2] == ("é", "UTF-16BE")


@pytest.mark.parametrize("is_xml", [False, True])
def test_a_declaration_of_xml_in_utf_16_needs_no_mark(*, is_xml: bool) -> None:
    page = '<?xml version="1.0" encoding="utf-8"?>é'
    assert decode_page(page.encode("utf-16-le"), is_xml=is_xml)[:2] == (page, "UTF-16LE")
    assert decode_page(page.encode("utf-16-be"), is_xml=is_xml)[:2] == (page, "UTF-16BE")
    assert decode_page(page.encode("utf-16-be"), "koi8-r", is_xml=is_xml).encoding == "KOI8-R"


def test_an_unknown_transport_label_is_told_and_passed_over() -> None:
    assert decode_page(b"<meta charset=koi8-r>\xc1", "klingon")[1:] == ("KOI8-R", "klingon")


def test_nothing_declared_is_windows_1252_even_where_it_is_utf_8() -> None:
    assert decode_page("déjà vu".encode()) == ("dÃ©jÃ\xa0 vu", "windows-1252", None)
    assert decode_page("déjà vu".encode(), is_file=True) == ("déjà vu", "UTF-8", None)
    assert decode_page("déjà vu".encode() + b"\xff", is_file=True) == ("déjà vu\ufffd", "UTF-8", None)
    assert decode_page(b"plain", is_file=True).encoding == "windows-1252"


def test_the_five_bytes_windows_1252_leaves_open_are_controls() -> None:
    assert decode_page(b"\x81\x8d\x8f\x90\x9d\x80").text == "\x81\x8d\x8f\x90\x9d€"


@pytest.mark.parametrize(
    ("urls", "name"),
    [
        ((), "UTF-8"),
        (("file:///srv/x.html",), "UTF-8"),
        (("http://x.example/",), "windows-1252"),
        (("file:///srv/x.html", "http://x.example/"), "windows-1252"),
    ],
)
def test_what_was_not_retrieved_from_a_server_needs_no_declaration(urls: tuple[str, ...], name: str) -> None:
    claims = (BaseClaim("embedded", "http://b.example/", "base@href"),)
    claims += tuple(BaseClaim("retrieval", url, "--base") for url in urls)
    assert decode_document(Document("Größe".encode(), "text/html", claims=claims)).encoding == name


@given(st.binary(max_size=300), st.sampled_from([None, "utf-8", "shift_jis", "utf-16", "iso-2022-jp", "x"]))
def test_any_bytes_decode(data: bytes, transport: str | None) -> None:
    assert isinstance(decode_page(data, transport).text, str)


@given(
    st.lists(
        st.sampled_from([b"<meta", b" charset=", b"koi8-r", b">", b"<!--", b"-->", b"<title>", b"'", b"/"])
    )
)
def test_any_markup_is_searched(pieces: list[bytes]) -> None:
    assert declared_encoding(b"".join(pieces)) in {None, "KOI8-R"}


@pytest.mark.parametrize(
    ("pair", "text"), [("8862", "Ê\u0304"), ("8864", "Ê\u030c"), ("88a3", "ê\u0304"), ("88a5", "ê\u030c")]
)
def test_big5_has_pairs_of_octets_for_two_characters(pair: str, text: str) -> None:
    assert decode_page(b"a" + bytes.fromhex(pair) + b"z", "big5").text == f"a{text}z"

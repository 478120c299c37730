"""Bytes to text: marks, declarations, guesses, damage; the same for every way of cutting the bytes."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urlglean.encoding.labels import Decoded
from urlglean.encoding.texts import Decoder, codec_for

RUSSIAN = "Привет, как дела? Смотри http://пример.рф/путь и ещё текст, чтобы было по чему угадывать.\n" * 3
JAPANESE = "日本語のテキストと http://example.jp/ です。もう少し長くします。\n" * 3
KOREAN = (
    "자신의 컴퓨터에 맞는 파일을 http://example.kr/ 에서 받으십시오. 그 다음에 프로그램을 실행하십시오.\n" * 3
)
GERMAN = "Grüße aus Köln, größtenteils schön: http://example.de/straße\n" * 3


def decode(data: bytes, declared: str | None = None) -> Decoded:
    decoder = Decoder(declared)
    return Decoded(decoder.whole(data), decoder.encoding, decoder.damage)


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"]
)
@pytest.mark.parametrize("text", [RUSSIAN, JAPANESE, GERMAN], ids=["Russian", "Japanese", "German"])
def test_unicode_needs_no_declaration(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert (found.text, found.damage) == (text, None)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (JAPANESE, "iso2022_jp"),
        (KOREAN, "euc_kr"),
        (GERMAN, "cp1252"),
    ],
)
def test_a_legacy_encoding_is_recognised_and_no_damage(text: str, encoding: str) -> None:
    found = decode(text.replace("пример.рф", "example.ru").encode(encoding))
    assert (found.text, found.damage) == (text.replace("пример.рф", "example.ru"), None)


@pytest.mark.parametrize(
    ("text", "encoding"), [(JAPANESE, "shift_jis"), (JAPANESE, "euc_jp"), (KOREAN, "euc_kr")]
)
def test_a_legacy_encoding_is_recognised_in_a_paragraph_of_one_line(text: str, encoding: str) -> None:
    paragraph = text.replace("\n", "") * 4
    for start in range(4):  # wherever it is cut
        found = decode(("x" * start + paragraph).encode(encoding))
        assert found.text == "x" * start + paragraph


@pytest.mark.parametrize(
    "encoding", ["iso-8859-1", "iso-8859-15", "koi8-r", "shift_jis", "gb2312", "utf-7", "big5"]
)
def test_a_declaration_is_believed(encoding: str) -> None:
    text = "see http://a/ and 1 < 2\n" if encoding != "koi8-r" else RUSSIAN
    found = decode(text.encode(encoding), encoding)
    assert (found.text, found.damage) == (text, None)


@pytest.mark.parametrize(
    ("data", "declared", "text", "message", "line"),
    [
        (
            b"a\nb\ncaf\xe9",
            "utf-8",
            "a\nb\ncafé",
            "declared as utf-8, but it is not: read as windows-1252",
            3,
        ),
        (b"caf\xe9", "us-ascii", "café", "declared as us-ascii, but it is not: read as windows-1252", 1),
        (b"abc", "x-klingon", "abc", "unknown encoding 'x-klingon': it was guessed instead", 1),
        (b"abc", "base64", "abc", "unknown encoding 'base64': it was guessed instead", 1),
        ("é è ü\nö".encode() + b"\nna\xefve", None, "é è ü\nö\nnaïve", "not valid UTF-8 here", 3),
        (b"\xef\xbb\xbfcaf\xe9", None, "café", "declared as utf-8, but it is not", 1),
        (b"a\r\nb\x82", "shift_jis", "a\r\nb\ufffd", "not valid cp932 here", 2),
        (
            "http://a/".encode("utf-16-le"),
            "utf-8",
            "http://a/",
            "declared as utf-8, but it is not: read as utf-16-le",
            1,
        ),
        (
            b"see http://a/",
            "utf-16le",
            "see http://a/",
            "declared as utf-16le, but it is not: read as utf-8",
            1,
        ),
        (
            "http://a/".encode("utf-16-be"),
            "utf-16le",
            "http://a/",
            "declared as utf-16le, but it is not: read as utf-16-be",
            1,
        ),
        (b"a\x81 b \x8d c \xe9", "utf-8", "a\x81 b \x8d c é", "declared as utf-8", 1),
    ],
)
def test_damage_is_named_and_nothing_is_lost(
    data: bytes, declared: str | None, text: str, message: str, line: int
) -> None:
    found = decode(data, declared)
    assert found.text == text
    assert found.damage is not None
    assert message in found.damage.message
    assert found.damage.line == line


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_which_of_its_bytes_comes_first_need_not_be_declared(encoding: str) -> None:
    found = decode("see http://a/".encode(encoding), encoding[:6])
    assert (found.text, found.encoding, found.damage) == ("see http://a/", encoding, None)
    assert decode(b"", encoding[:6]).damage is None


def test_a_mark_counts_more_than_a_declaration() -> None:
    assert decode("é".encode("utf-8-sig"), "koi8-r").text == "é"
    assert decode("é".encode("utf-16"), "utf-8").text == "é"


@pytest.mark.parametrize(
    "label",
    ["base64", "rot13", "zip", "charmap", "idna", "punycode", "unicode_escape", "undefined", "x\0y", "é"],
)
def test_what_is_no_charset(label: str) -> None:
    assert codec_for(label) is None


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "utf-8", "utf-16", "shift_jis", "iso2022_jp", "gb18030", "x"]),
)
@example(b"\xff\xfe\x00\xd8", None)
@example(b"\xff\xfe\0\0\xff", "utf-8")
def test_no_bytes_raise(data: bytes, declared: str | None) -> None:
    decode(data, declared)


@given(st.text(max_size=200), st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32"]), st.data())
def test_every_way_of_cutting_is_the_same(text: str, encoding: str, data: st.DataObject) -> None:
    raw = text.encode(encoding, "surrogatepass") if encoding != "utf-8" else text.encode("utf-8", "replace")
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=6)))
    pieces = [raw[start:end] for start, end in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    assert "".join(Decoder(encoding).chunks(pieces)) == decode(raw, encoding).text


def test_what_is_declared_is_borne_out_wherever_its_bytes_are_cut() -> None:
    """Bytes that are ASCII to begin with may be of UTF-16 no more for what stands far behind them."""
    raw = f"{'http://a.example/ ' * 8}\u65e5\u672c".encode()
    whole = decode(raw, "utf-16")
    assert whole.encoding == "utf-8"
    for cut in range(len(raw)):
        assert "".join(Decoder("utf-16").chunks((raw[:cut], raw[cut:]))) == whole.text


def test_colours_of_a_terminal_are_no_japanese() -> None:
    text = "\x1b[1mhttp://example.jp/\x1b[0m \x1b$B is what switches, \x1b$B0l\x1b[m\n"
    assert decode(text.encode()) == (text, "utf-8", None)


@pytest.mark.parametrize(
    ("encoding", "known"), [("iso2022_jp", "iso2022_jp_ext"), ("shift_jis", "cp932"), ("euc_jp", "euc_jp")]
)
def test_an_encoding_is_told_wherever_its_bytes_are_cut(encoding: str, known: str) -> None:
    for times in (3, 50):  # fewer than a line of mail has, and more
        words = f"{'Words that say nothing. ' * times}\n"
        raw = f"{words}{JAPANESE}".encode(encoding)
        whole = decode(raw)
        assert (whole.text, whole.encoding) == (f"{words}{JAPANESE}", known)
        for cut in range(len(words), len(raw)):
            assert "".join(Decoder().chunks((raw[:cut], raw[cut:]))) == whole.text


def test_bytes_that_are_not_utf_8_wait_for_no_more_than_it_takes() -> None:
    first = GERMAN.encode("latin-1")
    assert "".join(Decoder().chunks((first, b""))) == GERMAN
    pieces = Decoder().chunks(iter((first * 40, JAPANESE.encode("shift_jis"))))
    assert next(pieces) == GERMAN * 40
    words = "Words that say nothing. " * 3
    pieces = Decoder().chunks(iter((f"{words}\n{JAPANESE}".encode("shift_jis"), b"")))
    assert next(pieces) == f"{words}\n"


def test_what_a_line_with_escapes_is_waits_for_no_pause() -> None:
    piece = b"words, words, words, words, words, words, words, words, words \x1b[1mhttp://a/\x1b[0m "
    pieces = Decoder().chunks(iter((piece, b"")))
    assert "".join((next(pieces), next(pieces))) == piece.decode()
    assert next(Decoder("utf-8").chunks(iter((piece, b"")))) == piece.decode(), "where no escape switches"


def test_a_declaration_counts_more_than_escape_sequences() -> None:
    data = JAPANESE.encode("iso2022_jp")
    assert decode(data, "utf-8").text == data.decode()


def test_ascii_at_first_does_not_fix_the_encoding() -> None:
    ahead = [b"plain ASCII\n" * 100] * 3
    decoder = Decoder()
    text = "".join(decoder.chunks([*ahead, RUSSIAN.replace("пример.рф", "x").encode("koi8-r")]))
    assert "Привет" in text
    assert decoder.damage is None

"""UTF-16 and UTF-32 by a mark, or by where the zero bytes stand."""

import pytest

from urlglean.encoding.detection import marked_encoding, wide_encoding

TEXT = "see http://example.org/a?b=c and\nso on, na\u00efve \u65e5\u672c"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_each_is_told_from_the_others_without_a_mark(encoding: str) -> None:
    assert wide_encoding(TEXT.encode(encoding)) == encoding


@pytest.mark.parametrize(
    "text",
    [
        "\u0441\u043c. http://example.org/ \u0438 \u0434\u0430\u043b\u044c\u0448\u0435",
        "\u043a\u043d\u0438\u0433\u0430 \u0438 \u0434\u043e\u043c \u043d\u0430 \u0433\u043e\u0440\u0435",
        "\u0915\u093f\u0924\u093e\u092c \u092f\u0939 \u0939\u0948 \u0914\u0930 \u0935\u0939",
        "\u898b\u3066 http://a.jp/ \u304f\u3060\u3055\u3044\u3002\u65e5\u672c\u8a9e\u306e\u6587\u7ae0",
        "a\n\nb\n\nhttp://a/\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_of_any_script_is_told(text: str, encoding: str) -> None:
    assert wide_encoding((text * 2).encode(encoding)) == encoding


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("utf-16-le", ("utf-16-le", 2)),
        ("utf-16-be", ("utf-16-be", 2)),
        ("utf-32-le", ("utf-32-le", 4)),
        ("utf-32-be", ("utf-32-be", 4)),
        ("utf-8", ("utf-8", 3)),
    ],
)
def test_a_mark_names_its_encoding(encoding: str, expected: tuple[str, int]) -> None:
    assert marked_encoding(("\ufeff" + TEXT).encode(encoding)) == expected
    assert marked_encoding(TEXT.encode(encoding)) is None
    assert marked_encoding(b"") is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"short",
        bytes(range(256)),
        bytes(64),
        b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0\x3e\0\x01\0\0\0",
        b"".join(number.to_bytes(2, "little") for number in range(400)),
        b"\x01\0\x02\0\x03\0" * 40,
        b"a\0b http://example.org/x",  # a text with a byte that is none
        b"see\0http://example.org/",
    ],
)
def test_binary_is_not_taken_for_utf_16(data: bytes) -> None:
    assert wide_encoding(data) is None

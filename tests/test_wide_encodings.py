"""UTF-16 and UTF-32 by a mark, or by where the zero bytes stand."""

import pytest

from urlglean.wide_encodings import marked_encoding, wide_encoding

TEXT = "see http://example.org/a?b=c and\nso on, na\u00efve \u65e5\u672c"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_each_is_told_from_the_others_without_a_mark(encoding: str) -> None:
    assert wide_encoding(TEXT.encode(encoding)) == encoding


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
    ],
)
def test_binary_is_not_taken_for_utf_16(data: bytes) -> None:
    assert wide_encoding(data) is None

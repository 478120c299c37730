"""Mail addresses: where one begins and ends; the whole of prose is in the case files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples
from urlglean.delimiting.names.addresses import read_addresses


def addresses(text: str, *, floor: int = 0, iri: bool = True) -> list[str]:
    found = read_addresses(text, 0, len(text), len(text), floor, iri=iri)
    return [text[start : extent.end] for start, extent in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("joe@example.com", ["joe@example.com"]),
        ('"a b"@example.com', ['"a b"@example.com']),
        ('"a\\"b"@example.com', ['"a\\"b"@example.com']),
        ('("a<b>"@example.com)', ['"a<b>"@example.com']),
        ('x="/">"@example.com', []),
        ("__joe@example.com__", ["joe@example.com"]),
        ("__joe@example.com_", ["_joe@example.com"]),
        ("__@example.com__", []),
        ("--to=joe@example.com", ["joe@example.com"]),
        ("a=1&b=joe@example.com", ["joe@example.com"]),
        ("R=joe@example.com Value=ann@example.com", ["joe@example.com", "ann@example.com"]),
        ("SRS0=AB=CD=joe@example.com", ["SRS0=AB=CD=joe@example.com"]),
        ("bounce-joe=example.com@example.org", ["bounce-joe=example.com@example.org"]),
        (
            "joe@[192.0.2.1] joe@[999.0.2.1] joe@[IPv6:2001:db8::1]",
            ["joe@[192.0.2.1]", "joe@[IPv6:2001:db8::1]"],
        ),
        ("joe@example.com.Then", ["joe@example.com"]),
        ("joe@example.com.It", ["joe@example.com"]),
        ("joe@example.de-Konto", ["joe@example.de"]),
        ("mu\u0308ller@bu\u0308cher.de", ["mu\u0308ller@bu\u0308cher.de"]),
        ("joe@пример.неизвестно", ["joe@пример.неизвестно"]),
        ("иван@пример.неизвестно", ["иван@пример.неизвестно"]),
        ("иван@пример.test1", []),
        ("אניjoe@example.com", ["joe@example.com"]),
    ],
)
def test_where_an_address_begins_and_ends(text: str, found: list[str]) -> None:
    assert addresses(text) == found


def test_ascii_alone() -> None:
    text = "jürgen@example.com joe@münchen.de joe@example.com"
    assert addresses(text, iri=False) == ["joe@example.com"]
    assert len(addresses(text)) == 3


def test_nothing_before_the_floor_is_read() -> None:
    assert addresses("joe.doe@example.com", floor=4) == ["doe@example.com"]
    assert addresses("joe@example.com ann@example.org", floor=4) == ["ann@example.org"]


PARTS = (
    "joe",
    "@",
    "@",
    "example.com",
    "a.org",
    ".",
    "-",
    "+",
    "é",
    " ",
    "\n",
    "<",
    ">",
    ",",
    '"',
    "mailto:",
)


@examples(300)
@given(st.lists(st.sampled_from(PARTS), max_size=20).map("".join), st.integers(0, 8))
def test_addresses_come_in_order_and_hold_an_at_sign(text: str, floor: int) -> None:
    before = floor
    for start, extent in read_addresses(text, 0, len(text), len(text), floor, iri=True):
        assert before <= start < extent.end <= len(text)
        assert "@" in text[start + 1 : extent.end - 1]
        before = extent.end

"""`urlglean.frontier.fetchable`: what `rel` names, as bits and back."""

from __future__ import annotations

import pytest

from urlglean.frontier.fetchable import FOLLOWED, LINK_TYPES, bits_of, types_of


def test_each_type_has_a_bit_of_its_own_beside_that_of_following() -> None:
    bits = [bits_of(name) & ~FOLLOWED for name in LINK_TYPES]
    assert len(set(bits)) == len(LINK_TYPES)
    assert all(bit.bit_count() == 1 for bit in bits)
    assert max(bits) < 1 << 64  # as DuckDB has them
    assert types_of(bits_of(" ".join(LINK_TYPES))) == LINK_TYPES


@pytest.mark.parametrize(
    ("rel", "types", "is_followed"),
    [
        ("", (), True),
        ("NEXT\nprev", ("next", "prev"), True),
        ("NoFollow", ("nofollow",), False),
        ("nofollows x", (), True),
        ("next next", ("next",), True),
    ],
)
def test_types_of_rel(rel: str, types: tuple[str, ...], *, is_followed: bool) -> None:
    bits = bits_of(rel)
    assert types_of(bits) == types
    assert bool(bits & FOLLOWED) is is_followed

"""A row of a frontier: its sort key, and what `rel` names, as bits and back."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.reference_strategies import strings
from urlglean.frontier.fetchable import FOLLOWED, LINK_TYPES, Fetchable, bits_of, surt
from urlglean.html.attributes import _RESOURCE_RELS

# --- sort keys ---


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.example.com/a?b#c", "http://(com,example,www,)/a?b#c"),
        ("https://example.com/", "https://(com,example,)/"),
        ("http://u:p@example.com:81/", "http://(com,example,:81@u:p)/"),
        ("http://192.0.2.1/", "http://(192.0.2.1)/"),
        ("http://[::1]:80/", "http://([::1]:80)/"),
        ("http://localhost", "http://(localhost,)"),
        ("http://www.example.com./a", "http://(com.,example,www,)/a"),
        ("http://a..example.com/", "http://(com,example,,a,)/"),
        ("http://./", "http://(.,)/"),
        ("http://@h:/", "http://(h,:@)/"),
        ("http://[2001:db8::1]/a?b=c.d", "http://([2001:db8::1])/a?b=c.d"),
        ("urn:a:b", "urn:a:b"),
        ("file:///x", "file:///x"),
        ("", ""),
    ],
)
def test_surt(url: str, key: str) -> None:
    assert surt(url) == key


def test_surt_keeps_a_domain_and_what_is_below_it_together() -> None:
    hosts = ["example.com", "example.org", "www.example.com", "a.example.com", "examples.com", "example.co"]
    ordered = sorted((f"http://{host}/" for host in hosts), key=surt)
    below = [url for url in ordered if "example.com" in url]
    first = ordered.index(below[0])
    assert ordered[first : first + 3] == below


@given(strings)
def test_surt_never_fails(url: str) -> None:
    assert isinstance(surt(url), str)


# --- link types ---


def test_each_type_has_a_bit_of_its_own_beside_that_of_following() -> None:
    bits = [bits_of(name) & ~FOLLOWED for name in LINK_TYPES]
    assert len(set(bits)) == len(LINK_TYPES)
    assert {*LINK_TYPES} >= _RESOURCE_RELS
    assert all(bit.bit_count() == 1 for bit in bits)
    assert max(bits) < 1 << 64  # as DuckDB has them
    assert Fetchable.rel_of(bits_of(" ".join(LINK_TYPES))) == (LINK_TYPES, True)


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
    assert Fetchable.rel_of(bits) == (types, not is_followed)

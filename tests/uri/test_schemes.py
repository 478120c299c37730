from __future__ import annotations

import pytest

from urlglean.uri.schemes import DEFAULT_PORTS, DOMAIN_HOST, HIERARCHICAL, SPECIAL, is_scheme


@pytest.mark.parametrize("name", ["http", "HTTP", "a", "a+b", "z39.50r", "web+x-y.z", "h2"])
def test_valid_schemes(name: str) -> None:
    assert is_scheme(name)


@pytest.mark.parametrize(
    "name", ["", "1a", "+a", "-", "a b", "a_b", "a:", "\u212a", "http\n", "caf\u00e9", "%61"]
)
def test_invalid_schemes(name: str) -> None:
    assert not is_scheme(name)


def test_every_name_is_a_scheme_in_lower_case() -> None:
    for name in HIERARCHICAL | DOMAIN_HOST | SPECIAL | DEFAULT_PORTS.keys():
        assert is_scheme(name)
        assert name == name.lower()


def test_the_sets_are_nested() -> None:
    assert SPECIAL < HIERARCHICAL
    assert DOMAIN_HOST < HIERARCHICAL
    assert "file" not in DOMAIN_HOST
    assert not {"mailto", "urn", "news", "data", "tel"} & HIERARCHICAL


def test_ports_of_the_special_schemes_are_those_of_the_url_standard() -> None:
    assert {name: DEFAULT_PORTS.get(name) for name in SPECIAL} == {
        "ftp": 21,
        "file": None,
        "http": 80,
        "https": 443,
        "ws": 80,
        "wss": 443,
    }
    assert all(0 < port < 65536 for port in DEFAULT_PORTS.values())

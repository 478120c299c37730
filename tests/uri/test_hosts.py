from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.reference_strategies import strings
from urlglean.uri.hosts import (
    canonical_host,
    ends_in_number,
    host_kind,
    is_domain,
    to_ascii,
)


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("", "empty"),
        ("192.0.2.1", "ipv4"),
        ("255.255.255.255", "ipv4"),
        ("192.0.2.01", "odd-ipv4"),
        ("0xc0000201", "odd-ipv4"),
        ("127.1", "odd-ipv4"),
        ("127.0.0.1.", "odd-ipv4"),
        ("256.0.0.1", "invalid"),
        ("a.1", "invalid"),
        ("1.2.3.4.5", "invalid"),
        ("[::1]", "ipv6"),
        ("[::ffff:192.0.2.1]", "ipv6"),
        ("[fe80::1%25en0]", "ipv6"),
        ("[fe80::1%25]", "invalid"),
        ("[fe80::1%en0]", "invalid"),
        ("[v1.a:b]", "ipvfuture"),
        ("[V7F.~]", "ipvfuture"),
        ("[vz.a]", "invalid"),
        ("[::1", "invalid"),
        ("[]", "invalid"),
        ("[:::]", "invalid"),
        ("example.com", "reg-name"),
        ("b\u00fccher.example", "reg-name"),
        ("a%C3%A9", "reg-name"),
        ("a%zz", "invalid"),
        ("a_b!$&'()*+,;=~", "reg-name"),
        ("a b", "invalid"),
        ("a\u3000b", "invalid"),
        ("a@b", "invalid"),
        ("::1", "invalid"),
        ("1.a", "reg-name"),
        ("0x", "odd-ipv4"),
        ("\uff11\uff12\uff17.0.0.\u2460", "odd-ipv4"),
        ("127.0.0.%31", "odd-ipv4"),
        ("%31.0.0.256", "invalid"),
        ("\u0663.\u0663.\u0663.\u0663", "reg-name"),
    ],
)
def test_kinds(host: str, kind: str) -> None:
    assert host_kind(host) == kind


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.513", "192.0.2.1"),
        ("192.513", "192.0.2.1"),
        ("3221225985", "192.0.2.1"),
        ("0300.0.02.01", "192.0.2.1"),
        ("0xC0.0X0.0x2.1", "192.0.2.1"),
        ("0", "0.0.0.0"),
        ("0x.0x.0", "0.0.0.0"),
        ("00000000000000000000000000300.0.2.1", "192.0.2.1"),
        ("4294967295", "255.255.255.255"),
        ("4294967296", None),
        ("1.16777216", None),
        ("1.2.65536", None),
        ("1.2.3.256", None),
        ("256.1", None),
        ("08", None),
        ("0xg", None),
        ("1..1", None),
        ("", None),
        (".", None),
        ("+1", None),
        ("1_0", None),
        ("\u0661", None),
        ("1.2.3.4.5", None),
        ("9" * 5000, None),
        ("1.2.3.4..", None),
        ("0x7f", "0.0.0.127"),
        ("017", "0.0.0.15"),
        ("09", None),
        ("0o7", None),
        ("0b1", None),
        ("0x_1", None),
        ("0x0xff", None),
        ("-1", None),
        (" 1", None),
        ("1 ", None),
        ("\u00b2", "0.0.0.2"),
        ("1a", None),
    ],
)
def test_ipv4_is_read_as_the_url_standard_reads_it(host: str, address: str | None) -> None:
    is_address = host_kind(host) in {"ipv4", "odd-ipv4"}
    assert (canonical_host(host) if is_address else None) == address


@given(st.integers(0, 2**32 - 1))
def test_ipv4_is_written_as_it_was_read(address: int) -> None:
    written = str(IPv4Address(address))
    assert canonical_host(written) == canonical_host(hex(address)) == written
    assert (host_kind(written), host_kind(hex(address))) == ("ipv4", "odd-ipv4")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2001:DB8:0:0:8:800:200C:417A", "2001:db8::8:800:200c:417a"),
        ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
        ("0:0:0:0:0:0:0:0", "::"),
        ("0:0:0:0:0:0:0:1", "::1"),
        ("1:0:0:0:0:0:0:0", "1::"),
        ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
        ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ],
)
def test_ipv6_is_written_as_rfc_5952_says(text: str, written: str) -> None:
    assert canonical_host(f"[{text}]") == f"[{written}]"


@given(st.integers(0, 2**128 - 1) | st.lists(st.sampled_from([0, 0, 0, 1, 0xFFFF]), min_size=8, max_size=8))
def test_ipv6_keeps_its_value(address: int | list[int]) -> None:
    if isinstance(address, list):
        address = int("".join(f"{group:04x}" for group in address), 16)
    written = canonical_host(f"[{IPv6Address(address).exploded}]")
    assert written is not None
    assert IPv6Address(written[1:-1]) == IPv6Address(address)
    assert canonical_host(written) == written


@pytest.mark.parametrize(
    "text", ["", ":", "1", "1::2::3", "1:2:3:4:5:6:7:8:9", "g::", "::1%1", "::1 ", "\uff11::"]
)
def test_no_ipv6(text: str) -> None:
    assert canonical_host(f"[{text}]") is None
    assert host_kind(f"[{text}]") == "invalid"


@pytest.mark.parametrize(
    "host", ["a", "a.b", "a.b.", "xn--a", "1.a", "a" * 63 + ".b", "b\u00fccher.example", "_dmarc.a.b", "a--b"]
)
def test_domains(host: str) -> None:
    assert is_domain(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        ".",
        "a..b",
        ".a",
        "-a",
        "a-",
        "a.-b.c",
        "a" * 64,
        "a b",
        "a/b",
        "$x",
        "*.a",
        "a@b",
        "a." * 127 + "b",
    ],
)
def test_no_domains(host: str) -> None:
    assert not is_domain(host)


@pytest.mark.parametrize(
    ("host", "canonical"),
    [
        ("EXAMPLE.com", "example.com"),
        ("b\u00fccher.example", "xn--bcher-kva.example"),
        ("b%C3%BCcher.example", "xn--bcher-kva.example"),
        ("fa\u00df.de", "xn--fa-hia.de"),
        ("a\u3002b", "a.b"),
        ("0x7f.1", "127.0.0.1"),
        ("a.1", None),
        ("a b", None),
        ("a\nb", None),
        ("a%2Fb", None),
        ("a:80", None),
        ("u@a", None),
        ("a/b", None),
        ("a\\b", None),
        ("\ud800", None),
        ("", None),
        ("[::1", None),
        ("[::1]x", None),
        ("[", None),
        ("[]", None),
        ("[FE80::1%25En0]", "[fe80::1%25En0]"),
        ("[fe80::1%25]", None),
        ("[v1.a]", None),
    ],
)
def test_one_way_of_writing_a_host(host: str, canonical: str | None) -> None:
    assert canonical_host(host) == canonical


LABELS = ("a", "Bc", "ß", "é", "xn--9ca", "1", "0x7f", "256", ".", ".", "-", "_", "%41", "%2e", "[::1]", "。")


@given(strings | st.lists(st.sampled_from(LABELS), max_size=6).map("".join))
def test_a_canonical_host_is_canonical(host: str) -> None:
    canonical = canonical_host(host)
    if canonical is not None:
        assert canonical_host(canonical) == canonical
    assert host_kind(host)
    assert ends_in_number(host) in {True, False}


def test_names_for_machines() -> None:
    assert to_ascii("B\u00dcCHER.example") == "xn--bcher-kva.example"
    assert to_ascii("") is None

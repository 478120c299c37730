"""Host names and addresses: what kind a host is, and the one way of writing it.

A host here is the host part of an authority, without userinfo and port: a registered name, an IPv4 address in
any of the forms that are read as one, or an IP literal in its square brackets (RFC 3986 section 3.2.2).
"""

from __future__ import annotations

from functools import cache, lru_cache
from types import ModuleType
from typing import Literal

from urlglean.patterns import lazy_re

__all__ = ["HOST_OF_URL", "host_kind"]

HostKind = Literal["empty", "ipv4", "odd-ipv4", "ipv6", "ipvfuture", "reg-name", "invalid"]
"""What a host is; ``odd-ipv4`` is an IPv4 address otherwise than in four decimal numbers (section 7.4)."""

_PLAIN_REST = "[a-z0-9_]*+(?:-[a-z0-9_]++)*+"
PLAIN_HOST = rf"(?:[a-z0-9_]{_PLAIN_REST}\.)*+[a-z_]{_PLAIN_REST}"
"""A pattern for domain names of which nothing needs to be done: lower case, a last label that begins like no number,
and no two hyphens together, as in a label in Punycode, which would have to be checked."""

HOST_OF_URL = lazy_re(r"^[^:/?#]+://(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^:/?#]*?)\.?(?:[:/?#]|$)")
"""A URL as far as its host, the first group, without the dot of the root at its end: the host is the same with it (RFC
3986 section 3.2.2). The userinfo goes on to the last ``@``, as in browsers. DuckDB and Java read it, too."""

_DECIMAL_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_DOTTED_DECIMAL = lazy_re(rf"{_DECIMAL_OCTET}(?:\.{_DECIMAL_OCTET}){{3}}")
_IPVFUTURE = lazy_re(r"[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+")
_NUMBER = lazy_re(r"[0-9]+|0[Xx][0-9A-Fa-f]*")
_REG_NAME = lazy_re(r"(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}|[^\x00-\x9f\ud800-\udfff\s])*")
_LABEL = lazy_re(r"(?!-)[^\x00-,/:-@\[-^`{-\x7f]{1,63}(?<!-)")
# What would be read as something else than a host between "http://" and "/", or be removed before it is read.
_NO_HOST = lazy_re(r"[\x00-\x20/?#@\\:\[\]<>^|\x7f]")


def host_kind(host: str) -> HostKind:
    """Tell what kind of host this is (RFC 3986 section 3.2.2, first match wins).

    >>> [host_kind(each) for each in ("192.0.2.1", "0x7f.1", "[::1]", "[v1.x]", "a.example", "", "a b")]
    ['ipv4', 'odd-ipv4', 'ipv6', 'ipvfuture', 'reg-name', 'empty', 'invalid']
    """
    if not host:
        return "empty"
    if host.startswith("["):
        return _literal_kind(host)
    if _DOTTED_DECIMAL.fullmatch(host):
        return "ipv4"
    if ends_in_number(host):
        return "invalid" if parse_ipv4(host) is None else "odd-ipv4"
    return "reg-name" if _REG_NAME.fullmatch(host) else "invalid"


def _literal_kind(host: str) -> HostKind:
    if not host.endswith("]"):
        return "invalid"
    address, _, zone = host[1:-1].partition("%25")
    if parse_ipv6(address) is not None and (zone or "%" not in host):
        return "ipv6"
    return "ipvfuture" if _IPVFUTURE.fullmatch(host[1:-1]) else "invalid"


def is_domain(host: str) -> bool:
    """Tell whether a host is a domain name by its labels (RFC 1123 section 2.1; RFC 5890 beyond ASCII).

    Each label has 1 to 63 characters, neither begins nor ends with a hyphen, and holds no ASCII but letters,
    digits, hyphens and underscores; all together have no more than 253. One dot for the root may stand at the
    end.

    >>> is_domain("a-b.example."), is_domain("-a.example"), is_domain("a..b")
    (True, False, False)
    """
    name = host[:-1] if host.endswith(".") else host
    return 0 < len(name) <= 253 and all(map(_LABEL.fullmatch, name.split(".")))


def ends_in_number(host: str) -> bool:
    """Tell whether the last label is a number, so that the host is an IPv4 address or nothing.

    URL standard section 3.5, *ends in a number checker*.

    >>> ends_in_number("a.0x1"), ends_in_number("1.a"), ends_in_number("127.1.")
    (True, False, True)
    """
    last = host.removesuffix(".").rpartition(".")[2]
    return _NUMBER.fullmatch(last) is not None


def parse_ipv4(host: str) -> int | None:
    """Read an IPv4 address as the URL standard does (3.5): up to four numbers, octal and hexadecimal too.

    Gives the address as a number, or None where it is none (RFC 3986 section 7.4 warns of these forms).

    >>> parse_ipv4("0x7f.1") == 0x7F000001, parse_ipv4("256.1.1.1")
    (True, None)
    """
    parts = host.removesuffix(".").split(".")
    if len(parts) > 4:
        return None
    numbers = [_parse_number(part) for part in parts]
    *head, last = numbers
    if last is None or last >= 256 ** (5 - len(numbers)):
        return None
    address = last
    for place, number in enumerate(head):
        if number is None or number > 255:
            return None
        address += number << (8 * (3 - place))
    return address


def _parse_number(text: str) -> int | None:
    if not _NUMBER.fullmatch(text):
        return None
    if text[:2] in {"0x", "0X"}:
        digits, radix = text[2:], 16
    elif len(text) > 1 and text.startswith("0"):
        digits, radix = text[1:], 8
    else:
        digits, radix = text, 10
    if len(digits.lstrip("0")) > 12:  # more than 32 bits in any radix
        return None
    try:
        return int(digits or "0", radix)
    except ValueError:
        return None


def parse_ipv6(text: str) -> int | None:
    """Read an IPv6 address without brackets and zone (RFC 4291 section 2.2), as a number; None if it is none.

    >>> parse_ipv6("::ffff"), parse_ipv6("1::2::3")
    (65535, None)
    """
    if "%" in text or not text.isascii():
        return None
    import ipaddress

    try:
        return int(ipaddress.IPv6Address(text))
    except ValueError:
        return None


def compress_ipv6(address: int) -> str:
    """Write an IPv6 address the one way of RFC 5952 section 4, without brackets.

    The first of the longest runs of two zero groups or more is ``::``. An embedded IPv4 address is not
    written with dots, as browsers don't (URL standard section 3.5).

    >>> compress_ipv6(0x2001_0db8_0000_0000_0001_0000_0000_0001)
    '2001:db8::1:0:0:1'
    """
    groups = [f"{address >> shift & 0xFFFF:x}" for shift in range(112, -16, -16)]
    start, length = 0, 1
    for first in range(8):
        run = next((index for index in range(first, 8) if groups[index] != "0"), 8) - first
        if run > length:
            start, length = first, run
    if length == 1:
        return ":".join(groups)
    return ":".join(groups[:start]) + "::" + ":".join(groups[start + length :])


@cache
def ada() -> ModuleType:
    """Load ``ada`` when a name is first asked for, so that importing this package stays quick."""
    import ada_url

    return ada_url


def to_ascii(name: str) -> str | None:
    """Give the ASCII form of a domain name by UTS 46, as browsers do; None where it has none.

    >>> to_ascii("B\u00fccher.example"), to_ascii("a b")
    ('xn--bcher-kva.example', None)
    """
    if not name or _NO_HOST.search(name):
        return None
    return _parse_host(name) if len(name) < _TOO_LONG else _parse_host.__wrapped__(name)


def canonical_host(host: str) -> str | None:
    """Write a host the one way browsers do (URL standard section 3.5), or None where they read none in it.

    A domain name by UTS 46, an IPv4 address as four decimal numbers, an IPv6 address by RFC 5952 (one with a
    zone too, whose zone stays as it is: RFC 6874).

    >>> canonical_host("EXAMPLE.com"), canonical_host("0300.0.2.1"), canonical_host("[2001:DB8:0::1%25eth0]")
    ('example.com', '192.0.2.1', '[2001:db8::1%25eth0]')
    """
    if not host.startswith("["):
        return to_ascii(host)
    address, mark, zone = host[1:-1].partition("%25")
    number = parse_ipv6(address) if host.endswith("]") else None
    if number is None or bool(mark) != bool(zone):
        return None
    return f"[{compress_ipv6(number)}{mark}{zone}]"


_TOO_LONG = 512  # to be remembered: hostile input must not fill the memory


@lru_cache(maxsize=4096)
def _parse_host(name: str) -> str | None:
    try:
        return str(ada().URL(f"http://{name}/").hostname)
    except ValueError:
        return None

"""Host names and addresses: what kind a host is, and the one way of writing it.

A host here is the host part of an authority, without userinfo and port: a registered name, an IPv4 address in
any of the forms that are read as one, or an IP literal in its square brackets (RFC 3986 section 3.2.2).
"""

from __future__ import annotations

import re
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
_IPV6 = lazy_re(r"(\[[0-9A-Fa-f:.]{2,45})((?:%25.+)?\])", re.DOTALL)
"""What may be an IPv6 address, and behind it its zone (RFC 6874)."""
_IPVFUTURE = lazy_re(r"\[[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+\]")
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
        is_future = _IPVFUTURE.fullmatch(host) is not None
        return "ipvfuture" if is_future else "invalid" if canonical_host(host) is None else "ipv6"
    if _DOTTED_DECIMAL.fullmatch(host):
        return "ipv4"
    # Digits of other forms, and percent-encoded ones, are those of ASCII by the time that browsers look at them.
    is_plain = host.isascii() and "%" not in host
    if ends_in_number(host) or (not is_plain and ends_in_number(to_ascii(host) or "")):
        return "odd-ipv4" if to_ascii(host) else "invalid"
    return "reg-name" if _REG_NAME.fullmatch(host) else "invalid"


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
    return _NUMBER.fullmatch(host.removesuffix(".").rpartition(".")[2]) is not None


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
    found = _IPV6.fullmatch(host)
    address = found and _parse_host(f"{found[1]}]")
    return f"{address[:-1]}{found[2]}" if found and address else None


_TOO_LONG = 512  # to be remembered: hostile input must not fill the memory


@lru_cache(maxsize=4096)
def _parse_host(name: str) -> str | None:
    try:
        return str(ada().URL(f"http://{name}/").hostname)
    except ValueError:
        return None

"""Which addresses are on the public Internet: no others are asked unless somebody allows it.

The address is looked at that is about to be connected to, after all names were looked up: it does not matter by which
name, redirect or way of writing a request came to it, nor that the name may have another address by now.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_WITH_IPV4 = (
    # Networks whose addresses hold one of IPv4, which they lead to, and how far from the right it stands in them.
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped: RFC 4291, section 2.5.5.2
    (IPv6Network("::/96"), 0),  # IPv4-compatible: the same, section 2.5.5.1
    (IPv6Network("::ffff:0:0:0/96"), 0),  # IPv4-translated: RFC 2765, section 2.1
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64: RFC 6052, section 2.1
    (IPv6Network("2002::/16"), 80),  # 6to4: RFC 3056, section 2
)
_TEREDO = IPv6Network("2001::/32")  # RFC 4380, section 4: the client's address, each bit turned round
_NOT_PUBLIC = (  # what some versions of Python take for global
    IPv4Network("192.0.0.0/24"),  # protocol assignments: RFC 6890, section 2.2.2
    IPv4Network("192.88.99.0/24"),  # relays of 6to4: RFC 7526
    IPv6Network("fec0::/10"),  # site-local: RFC 3879
    IPv6Network("3fff::/20"),  # documentation: RFC 9637
)
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})  # RFC 5214, section 6.1


class PrivateAddressError(OSError):
    """An address that is not to be connected to; its text is the address."""


def is_public(address: str) -> bool:
    """Tell whether an address is one of the public Internet, where everybody may ask it.

    Private, shared, loopback, link-local, multicast, reserved and documentation addresses are none (the registries of
    RFC 6890), nor is an IPv6 address that leads to one of these in IPv4. What is no address at all is none, either.

    >>> [is_public(each) for each in ("93.184.215.14", "10.0.0.1", "::ffff:127.0.0.1", "fe80::1%eth0", "x")]
    [True, False, False, False, False]
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return all(map(_is_global, (found, *_inner(found))))


def _inner(address: IPv4Address | IPv6Address) -> list[IPv4Address]:
    """Give the IPv4 addresses that an IPv6 address leads to."""
    if isinstance(address, IPv4Address):
        return []
    number = int(address)
    found = [IPv4Address(number >> shift & 0xFFFF_FFFF) for net, shift in _WITH_IPV4 if address in net]
    if address in _TEREDO:
        found += [IPv4Address(~number & 0xFFFF_FFFF), IPv4Address(number >> 64 & 0xFFFF_FFFF)]
    if number >> 32 & 0xFFFF_FFFF in _ISATAP:
        found.append(IPv4Address(number & 0xFFFF_FFFF))
    return found


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    if any(address in net for net, _ in _WITH_IPV4) or address in _TEREDO:
        return True  # what it leads to decides
    if any(address in net for net in _NOT_PUBLIC):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved)

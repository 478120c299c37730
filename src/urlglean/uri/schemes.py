"""What is known about URI schemes: the port of each, which of them are hierarchical, which name a host.

All names are in lower case; RFC 3986 section 3.1 makes the case of a scheme mean nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from urlglean.patterns import lazy_re

__all__ = ["DOMAIN_HOST", "has_scheme", "is_scheme"]

SCHEME = lazy_re(r"[A-Za-z][A-Za-z0-9+.-]*")


def is_scheme(name: str) -> bool:
    """Tell whether ``name`` is a scheme by the grammar of RFC 3986 section 3.1, registered or not.

    >>> is_scheme("web+x"), is_scheme("1a"), is_scheme("")
    (True, False, False)
    """
    return SCHEME.fullmatch(name) is not None


def has_scheme(url: str) -> bool:
    """Tell whether a reference begins with a scheme (RFC 3986 section 3.1).

    >>> has_scheme("http://a/"), has_scheme("//a/b:c"), has_scheme("http")
    (True, False, False)
    """
    return ":" in url and is_scheme(url.partition(":")[0])


SPECIAL = frozenset({"file", "ftp", "http", "https", "ws", "wss"})
"""The special schemes of the URL standard, section 3.1: browsers read what follows in a way of its own."""

_PORTS = """
    acap 674 (RFC 2244), afp 548, amqp 5672, amqps 5671, coap 5683 (RFC 7252 6.1), coaps 5684 (RFC 7252 6.2),
    coap+tcp 5683 (RFC 8323 8.1), coaps+tcp 5684 (RFC 8323 8.2), coap+ws 80 (RFC 8323 8.3),
    coaps+ws 443 (RFC 8323 8.4), dict 2628 (RFC 2229), dns 53 (RFC 4501), finger 79 (RFC 1288),
    ftp 21 (RFC 1738 3.2), ftps 990, git 9418, gopher 70 (RFC 4266), http 80 (RFC 9110 4.2.1),
    https 443 (RFC 9110 4.2.2), icap 1344 (RFC 3507), imap 143 (RFC 5092), imaps 993, ipp 631 (RFC 3510),
    ipps 631 (RFC 7472), irc 6667, ircs 6697 (RFC 7194), ldap 389 (RFC 4516), ldaps 636, mms 1755, mongodb 27017,
    mqtt 1883, mqtts 8883, msrp 2855 (RFC 4975), msrps 2855, mysql 3306, nfs 2049 (RFC 2224), nntp 119 (RFC 5538),
    nntps 563, pop 110 (RFC 2384), postgres 5432, postgresql 5432, prospero 1525 (RFC 4157), redis 6379, rediss 6379,
    rmi 1099, rsync 873 (RFC 5781), rtmp 1935, rtsp 554 (RFC 7826 4.2), rtsps 322 (RFC 7826 4.2), sftp 22,
    sieve 4190 (RFC 5804), sip 5060 (RFC 3261 19.1.2), sips 5061, smb 445, smtp 25, snmp 161 (RFC 4088),
    snews 563 (RFC 5538), ssh 22, stun 3478 (RFC 7064), stuns 5349, svn 3690, svn+ssh 22, telnet 23 (RFC 4248),
    tftp 69 (RFC 3617), tn3270 23 (RFC 6270), turn 3478 (RFC 7065), turns 5349, vnc 5900 (RFC 7869),
    wais 210 (RFC 4156), ws 80 (RFC 6455 3), wss 443, xmlrpc.beep 602 (RFC 3529), z39.50r 210 (RFC 2056),
    z39.50s 210
"""
"""Where no RFC is named: IANA, Service Name and Transport Protocol Port Number Registry."""
DEFAULT_PORTS: Mapping[str, int] = MappingProxyType(
    {name: int(port) for name, port, *_ in map(str.split, _PORTS.split(","))}
)
"""The port each scheme means where none is written."""

_HIERARCHICAL = """
    acap afp cap coap coap+tcp coap+ws coaps coaps+tcp coaps+ws cvs dav davs dict dns file finger ftp ftps git
    git+ssh gopher http https icap imap imaps ipfs ipns ipp ipps irc irc6 ircs ldap ldaps market mms mongodb
    mqtt mqtts msrp msrps mumble mysql nfs nntp nntps pop postgres postgresql prospero redis rediss res rmi
    rsync rtmp rtsp rtsps rtspu s3 sftp shttp sieve smb snews snmp ssh steam svn svn+ssh teamspeak telnet tftp
    tn3270 udp vemmi vnc wais webcal ws wss xmlrpc.beep xmlrpc.beeps z39.50 z39.50r z39.50s
"""
HIERARCHICAL = frozenset(_HIERARCHICAL.split())
"""Schemes that always use the hierarchical syntax (RFC 2396 section 5.2, step 3; RFC 3986 section 3)."""

NO_HOST = frozenset("ed2k ipfs ipns market res s3 ss ssr steam vmess".split())
"""Schemes whose authority is no host, but a bucket, a file, a digest, Base64: each of its letters counts."""

DOMAIN_HOST = HIERARCHICAL - NO_HOST - {"file"}
"""Schemes whose authority names a host by the domain name system (RFC 3987 section 3.1: ``ireg-name``)."""

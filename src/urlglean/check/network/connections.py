"""Connections to servers: names looked up, addresses judged as they are connected to, certificates verified."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.target import Target, without_credentials
from urlglean.check.schemes import ASKED
from urlglean.errors import UrlgleanError

# Which addresses are on the public Internet: no others are asked unless somebody allows it. The address is looked at
# that is about to be connected to, after all names were looked up: it does not matter by which name, redirect or way
# of writing a request came to it, nor that the name may have another address by now.

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


# Names and connections.

AddressInfo = tuple[int, int, int, str, tuple[Any, ...]]
"""What `socket.getaddrinfo` gives for each address."""
LookUp = Callable[[str, int], list[AddressInfo]]

_LOOKUPS_AT_ONCE = 40
_NO_DOMAIN = "invalid"
"""What no name of a host ends with (RFC 6761, section 6.4), so that no name server need be asked, some of which take
seconds to say so."""
_NAMES_KEPT = 300
"""How long the addresses of a name are kept, in seconds."""
_IDLE = 15.0
"""How long a connection is kept that nobody uses, in seconds."""


def _look_up(host: str, port: int) -> list[AddressInfo]:
    """Look a name up as the system does; raise `OSError` where it has no address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    except UnicodeError:  # a label is empty or too long
        raise socket.gaierror(socket.EAI_NONAME, "no name of a host") from None
    return [
        (int(family), int(kind), protocol, name, address) for family, kind, protocol, name, address in found
    ]


def _trust() -> ssl.SSLContext:
    """Trust what the system trusts, and what SSL_CERT_FILE names beside that; for OpenSSL it stands instead of that."""
    context = ssl.create_default_context()
    system = Path(ssl.get_default_verify_paths().openssl_cafile)
    if "SSL_CERT_FILE" in os.environ and system.is_file():
        context.load_verify_locations(system)
    return context


@dataclass(frozen=True, slots=True)
class Environment:
    """What a check finds around it; tests bring their own."""

    look_up: LookUp = _look_up
    """Gives the addresses of a host and a port; it may take its time."""
    tls: Callable[[], ssl.SSLContext] = _trust
    """Makes the rules that certificates are verified by."""
    proxies: Callable[[], dict[str, str]] = urllib.request.getproxies
    """Gives the proxies by schemes; ``no`` has the hosts without one."""
    clock: Callable[[], float] = time.monotonic
    """Gives seconds since whenever."""
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    """Gives the time of day, in UTC."""
    chance: Callable[[], float] = random.random
    """Gives a number from 0 to 1."""


class Resolver(AbstractResolver):
    """Looks names up, each in a thread that nobody waits for when all is over."""

    def __init__(self, look_up: LookUp, *, allow_private: bool) -> None:
        self._look_up = look_up
        self._allow_private = allow_private
        self._slots = asyncio.Semaphore(_LOOKUPS_AT_ONCE)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Give the addresses of a name that may be connected to.

        Raises:
            OSError: It has none; a `PrivateAddressError` where it has others.

        """
        if host.rstrip(".").rpartition(".")[2].lower() == _NO_DOMAIN:
            raise socket.gaierror(socket.EAI_NONAME, "no name of a host")
        async with self._slots:
            infos = await self._in_a_thread(host, port)
        allowed = [info for info in infos if self._allow_private or is_public(info[4][0])]
        if infos and not allowed:
            raise PrivateAddressError(infos[0][4][0])
        if not allowed:
            raise socket.gaierror(socket.EAI_NONAME, "no address")
        return [
            ResolveResult(
                hostname=host,
                host=_with_scope(info[4]),
                port=port,
                family=info[0],
                proto=info[2],
                flags=socket.AI_NUMERICHOST,
            )
            for info in allowed
        ]

    async def _in_a_thread(self, host: str, port: int) -> list[AddressInfo]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[list[AddressInfo]] = loop.create_future()

        def tell(found: list[AddressInfo] | OSError) -> None:
            if future.done():  # nobody waits for it any more
                return
            if isinstance(found, OSError):
                future.set_exception(found)
            else:
                future.set_result(found)

        def work() -> None:
            found: list[AddressInfo] | OSError
            try:
                found = self._look_up(host, port)
            except OSError as error:
                found = error
            if not loop.is_closed():
                try:
                    loop.call_soon_threadsafe(tell, found)
                except RuntimeError:
                    return  # it was closed this moment

        threading.Thread(target=work, name=f"look up {host}", daemon=True).start()
        return await future

    async def close(self) -> None:
        """Nothing is left open."""


def _with_scope(address: tuple[Any, ...]) -> str:
    return f"{address[0]}%{address[3]}" if len(address) > 3 and address[3] else str(address[0])


def _public_socket(info: AddressInfo) -> socket.socket:
    """Make the socket for an address, the last moment before it is connected to; raise if that may not be."""
    family, kind, protocol, _, address = info
    if not is_public(address[0]):
        raise PrivateAddressError(address[0])
    return socket.socket(family, kind, protocol)


class Connections:
    """All connections of one check, on one event loop."""

    def __init__(self, policy: NetworkPolicy, surroundings: Environment) -> None:
        """Open nothing yet; raise `UrlgleanError` where a proxy is none that can be used."""
        self._policy = policy
        self._surroundings = surroundings
        self._proxies = {
            scheme: _checked_proxy(scheme, url)
            for scheme, url in surroundings.proxies().items()
            if scheme in ASKED
        }
        self._without_proxy = {"no": surroundings.proxies().get("no", "")}
        self._sessions: dict[bool, aiohttp.ClientSession] = {}
        self._resolver = Resolver(surroundings.look_up, allow_private=policy.allow_private)
        self._open = AsyncExitStack()

    def proxy_for(self, target: Target) -> str | None:
        """Give the proxy that a target is asked by, if any."""
        proxy = self._proxies.get(target.scheme)
        if proxy is None or urllib.request.proxy_bypass_environment(  # type: ignore[attr-defined]  # not in typeshed
            f"{target.host.strip('[]')}:{target.port}", self._without_proxy
        ):
            return None
        return proxy

    async def session_for(self, target: Target, proxy: str | None) -> aiohttp.ClientSession:
        """Give the session to ask a target by.

        A proxy is connected to wherever it is; behind it, nobody here sees what is connected to. So the target's own
        addresses are judged before, as far as they are known.

        Raises `PrivateAddressError` where it is not to be asked.
        """
        if proxy is not None and not self._policy.allow_private:
            await self._judge(target)
        session = self._sessions.get(proxy is None)
        if session is None:
            session = await self._open.enter_async_context(self._session(is_direct=proxy is None))
            self._sessions[proxy is None] = session
        return session

    @cached_property
    def tls(self) -> ssl.SSLContext:
        """The rules for certificates; it takes a while to make them, so it is not done without need."""
        return self._surroundings.tls()

    async def _judge(self, target: Target) -> None:
        host = target.host.strip("[]")
        if target.host.startswith("[") or host.replace(".", "").isdigit():
            if not is_public(host):
                raise PrivateAddressError(host)
            return
        try:
            await self._resolver.resolve(host, target.port)
        except PrivateAddressError:
            raise
        except OSError:
            return  # the proxy may know it

    def _session(self, *, is_direct: bool) -> aiohttp.ClientSession:
        guarded = is_direct and not self._policy.allow_private
        resolver = self._resolver if is_direct else Resolver(self._surroundings.look_up, allow_private=True)
        connector = aiohttp.TCPConnector(
            limit=0,  # the schedule knows how many there are
            resolver=resolver,
            ttl_dns_cache=_NAMES_KEPT,
            keepalive_timeout=_IDLE,
            socket_factory=_public_socket if guarded else None,
        )
        return aiohttp.ClientSession(
            connector=connector,
            cookie_jar=aiohttp.DummyCookieJar(),
            max_line_size=1 << 18,  # as much as browsers take
            max_field_size=1 << 18,
            max_headers=2_000,
            skip_auto_headers=("User-Agent",),
        )

    async def close(self) -> None:
        """Close all of them."""
        await self._open.aclose()
        await asyncio.sleep(0)  # transports say good-bye at the loop's next turn


def _checked_proxy(scheme: str, url: str) -> str:
    """Give a proxy's URL, ``http://`` before it where it has no scheme."""
    full = url if "://" in url else f"http://{url}"
    if not full.startswith(("http://", "https://")):
        named = without_credentials(full)
        raise UrlgleanError(
            f"the proxy {named} for {scheme} is none of HTTP; name one, or unset {scheme}_proxy"
        )
    return full

"""Checks of URLs on the loopback: patient where something is to come, quick where nothing is to be waited for."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from support.patience import HANG
from urlglean.check.answers import Answer
from urlglean.check.network import NetworkPolicy, ask
from urlglean.check.network.connections import AddressInfo, Environment

__all__ = ["answer_to", "answers_to", "around", "policy"]

QUICK: Mapping[str, Any] = {
    "allow_private": True,
    "pace": 0.0,
    "backoff": 0.001,
    "connect_timeout": HANG,
    "first_byte_timeout": HANG,
    "timeout": HANG,
}


def policy(**settings: Any) -> NetworkPolicy:
    """Give a policy that may ask the loopback, waits for nothing it need not, and for everything else for long."""
    return NetworkPolicy(**{**QUICK, **settings})


def around(
    names: Mapping[str, Iterable[str]] | None = None, proxies: Mapping[str, str] | None = None, **others: Any
) -> Environment:
    """Give surroundings with some names and proxies, and no others."""
    known = {name: list(addresses) for name, addresses in (names or {}).items()}

    def look_up(host: str, port: int) -> list[AddressInfo]:
        if host not in known:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [info(address, port) for address in known[host]]

    return Environment(look_up=look_up, proxies=lambda: dict(proxies or {}), **others)


def info(address: str, port: int) -> AddressInfo:
    """Give an address as name servers are asked for it."""
    if ":" in address:
        return (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
    return (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))


def answers_to(
    *urls: str, surroundings: Environment | None = None, cache: Path | None = None, **settings: Any
) -> dict[str, Answer]:
    """Give the answers to some URLs."""
    found = ask(urls, policy=policy(**settings), surroundings=surroundings or around(), cache=cache)
    return {answer.url: answer for answer in found}


def answer_to(url: str, *, surroundings: Environment | None = None, **settings: Any) -> Answer:
    """Give the answer to one URL."""
    return answers_to(url, surroundings=surroundings, **settings)[url]

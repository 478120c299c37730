"""How servers are asked: what they are sent, how many requests at once and how fast, how long they may take."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import NamedTuple

from urlglean.check.network.target import target_of
from urlglean.errors import ReferenceSyntaxError, UrlgleanError, require
from urlglean.patterns import lazy_re

_TOKEN = lazy_re(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_SECRET = lazy_re(r"auth|cookie|token|key|secret|session|passw|credential|signature", re.IGNORECASE)
_LOOPBACK = lazy_re(r"(?:.+\.)?localhost\.?|127(?:\.[0-9]+){3}|\[::1\]")
"""The hosts that are this machine (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3)."""
_NO_VALUE = lazy_re(r"[\x00-\x08\x0a-\x1f\x7f]")
_HOST = lazy_re(
    r"(?P<name>\[[^\[\]]*+\]|[^:/?#@*\[\]\\\s]++)(?::(?P<port>[0-9]{1,5}))?|(?P<address>[0-9A-Fa-f:.]+)"
)
_OWN = frozenset({"host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"})
"""Fields that belong to a connection, and not to who asks."""


@dataclass(frozen=True, slots=True)
class RequestHeader:
    """A header field to send.

    Raises `UrlgleanError` where the name or the value can't be sent, or it is a secret and no host is named, or none
    that can be asked.
    """

    name: str
    value: str = field(repr=False)
    host: str | None = None
    """The host that alone gets it (``example.com``, ``example.com:8080``), in its normal form; None for all of them."""

    def __post_init__(self) -> None:
        """See that it can be sent, and that no secret goes to every host."""
        require(str, name=self.name, value=self.value)
        require(str | None, host=self.host)
        if not _TOKEN.fullmatch(self.name) or self.name.lower() in _OWN:
            raise UrlgleanError(f"no header field can be sent with the name {self.name!r}")
        if _NO_VALUE.search(self.value) or not self.value.isascii():
            raise UrlgleanError(f"the value of the header field {self.name} holds what cannot be sent")
        if self.host is None and self.is_secret:
            message = f"the header field {self.name} may be a secret; name the host that alone is to get it"
            raise UrlgleanError(message)
        if self.host is not None:
            object.__setattr__(self, "host", _normal_host(self.host))

    @property
    def is_secret(self) -> bool:
        """Tell whether the name is one of those that credentials are sent by."""
        return _SECRET.search(self.name) is not None


def _normal_host(written: str) -> str:
    """Give a host, with its port if there is one, as a `Target` has them; raise `UrlgleanError` where it is none."""
    if found := _HOST.fullmatch(written):
        with suppress(ReferenceSyntaxError):
            host = target_of(f"http://{found['name'] or '[' + found['address'] + ']'}/").host
            return f"{host}:{int(found['port'])}" if found["port"] else host
    raise UrlgleanError(f"{written!r} is no host; a host is a name such as example.com, or example.com:8080")


class TowardsHost(NamedTuple):
    """What a `NetworkPolicy` asks for by these names, for one host."""

    per_host: int
    pace: float
    backoff: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPolicy:
    """How servers are asked. Times are in seconds.

    Raises `UrlgleanError` for a number out of its range, TypeError for a value of a wrong type.
    """

    allow_private: bool = False
    """Also ask addresses that are not on the public Internet."""
    concurrency: int = 64
    per_host: int | None = None
    """How many of them go to one host; None for 6, as browsers do, and for 16 on the loopback."""
    pace: float | None = None
    """The least time from one request to a host to the next; None for 0.05, and for 0 on the loopback, where nobody
    else's machine has to answer."""
    connect_timeout: float = 10.0
    """For the name, the connection and its encryption."""
    first_byte_timeout: float = 20.0
    """From the request to the first byte of the answer, and from each piece of it to the next; a request for the header
    alone gets a quarter of it."""
    timeout: float = 60.0
    """For one request and its answer as a whole."""
    retries: int = 2
    """How often a URL is asked again where it may be a passing fault; once at most where nothing came in time."""
    backoff: float | None = None
    """How long the first of these waits, more or less; each next one waits twice as long. None for 0.5, and for a tenth
    of it on the loopback, where no network has to recover."""
    longest_wait: float = 60.0
    redirects: int = 20
    accept: frozenset[int] = frozenset()
    """Statuses that are good, beside those from 200 to 299."""
    headers: tuple[RequestHeader, ...] = ()
    """Of those that a host gets and that have one name, in any letter case, the last is sent."""
    cookies: Path | None = None
    """A file of cookies in Netscape's format."""
    netrc: Path | None = None
    """A file of logins by hosts."""
    user_agent: str | None = None
    """How the check names itself; None for its own name."""
    head: bool = True
    """Ask for the header alone first, and for the page where that is refused or says nothing."""
    fragments: bool = False
    """Read the pages of URLs with a fragment, and tell which fragments they have."""
    max_body: int = 8 << 20
    """How many bytes of a page are read at most, once unpacked."""
    good_age: float = 7 * 86_400.0
    """How long a cache answers for what was good."""
    broken_age: float = 3_600.0
    """How long a cache answers for what was broken."""

    def __post_init__(self) -> None:
        """See that the numbers are in their ranges."""
        require(bool, allow_private=self.allow_private, head=self.head, fragments=self.fragments)
        counts = {"concurrency": 1, "retries": 0, "redirects": 0, "max_body": 1}
        if self.per_host is not None:
            counts["per_host"] = 1
        for name, least in counts.items():
            value = getattr(self, name)
            require(int, **{name: value})
            _require_least(name, value, least)
        for name in ("connect_timeout", "first_byte_timeout", "timeout"):
            _require_least(name, getattr(self, name), 0.001)
        for name in ("pace", "backoff", "longest_wait", "good_age", "broken_age"):
            if (value := getattr(self, name)) is not None:
                _require_least(name, value, 0)
        if self.user_agent is not None:
            RequestHeader("User-Agent", self.user_agent)
        for status in self.accept:
            require(int, accept=status)

    def towards(self, host: str) -> TowardsHost:
        """Give what ``per_host``, ``pace`` and ``backoff`` are for a host.

        >>> NetworkPolicy(backoff=2.0).towards("example.com")
        TowardsHost(per_host=6, pace=0.05, backoff=2.0)
        """
        per_host, pace, backoff = (16, 0.0, 0.05) if _LOOPBACK.fullmatch(host) else (6, 0.05, 0.5)
        return TowardsHost(
            per_host if self.per_host is None else self.per_host,
            pace if self.pace is None else self.pace,
            backoff if self.backoff is None else self.backoff,
        )

    @property
    def manner(self) -> str:
        """What of it can change an answer, in words without secrets: a cache answers for no other manner."""
        headers = sorted(f"{header.name.lower()}@{header.host or '*'}" for header in self.headers)
        return " ".join(
            (
                *("private" for _ in range(self.allow_private)),
                *("get" for _ in range(not self.head)),
                *(f"cookies={name}" for name in (self.cookies,) if name is not None),
                *(f"netrc={name}" for name in (self.netrc,) if name is not None),
                *(f"accept={status}" for status in sorted(self.accept)),
                f"agent={self.user_agent or ''}",
                *headers,
            )
        )


def _require_least(name: str, value: float, least: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is to be a number, not {value!r}")
    if not least <= value < inf:  # nor is it none
        limit = f"{least} at least" if value != inf else "less than that"
        raise UrlgleanError(f"{name} is to be {limit}, not {value}")

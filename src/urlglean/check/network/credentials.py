"""What proves who asks: logins, cookies and header fields, each sent to the hosts that it is for and to no other."""

from __future__ import annotations

import base64
import urllib.request
from collections.abc import Iterable
from http.cookiejar import CookieJar, DefaultCookiePolicy, LoadError, MozillaCookieJar
from netrc import NetrcParseError, netrc
from pathlib import Path

from urlglean.check.network.policy import NetworkPolicy, RequestHeader
from urlglean.check.network.target import Target
from urlglean.errors import InputError


def _as_browsers_do() -> DefaultCookiePolicy:
    """Give the rule that a cookie without a domain of its own goes to its host alone (RFC 6265, section 5.4)."""
    return DefaultCookiePolicy(strict_ns_domain=DefaultCookiePolicy.DomainStrictNonDomain)


class _SetCookie:
    """The fields of a response that set cookies, as `http.cookiejar` asks for them."""

    def __init__(self, values: Iterable[str]) -> None:
        self._values = [value for value in values if value.isascii()]  # no others can be sent back

    def info(self) -> _SetCookie:
        return self

    def get_all(self, name: str, default: list[str]) -> list[str]:
        return self._values if name == "Set-Cookie" else default


class Credentials:
    """What may be sent to whom. Raises `InputError` where the file of cookies, or that of logins, cannot be read."""

    def __init__(self, policy: NetworkPolicy) -> None:
        self._headers = policy.headers
        self._cookies = None if policy.cookies is None else _cookies_in(policy.cookies)
        self._logins = None if policy.netrc is None else _logins_in(policy.netrc)

    def headers(self, target: Target, start: Target) -> dict[str, str]:
        """Give the header fields for a target on the way from a start, but for its cookies.

        No secret goes over a connection that anybody can read, where the way began on one that nobody can.
        """
        is_laid_open = start.scheme == "https" != target.scheme
        sent = {
            header.name: header.value
            for header in self._headers
            if _is_for(header, target) and not (header.is_secret and is_laid_open)
        }
        if not is_laid_open and not any(name.lower() == "authorization" for name in sent):
            login = target.credentials or self._login(target)
            if login:
                sent["Authorization"] = "Basic " + base64.b64encode(":".join(login).encode()).decode()
        return sent

    def _login(self, target: Target) -> tuple[str, str] | None:
        found = self._logins.authenticators(target.host.strip("[]")) if self._logins else None
        return (found[0], found[2] or "") if found else None

    def cookies(self, target: Target, own: CookieJar | None) -> str:
        """Give the ``Cookie`` field for a target: of the file, and of what its way has set; empty without any."""
        jars = [jar for jar in (self._cookies, own) if jar is not None]
        pairs: dict[str, str] = {}
        for jar in jars:
            request = urllib.request.Request(target.url)  # noqa: S310  (it is asked for its cookies alone)
            jar.add_cookie_header(request)
            for pair in (request.get_header("Cookie") or "").split("; "):
                name, equals, value = pair.partition("=")
                if equals:
                    pairs[name] = value
        return "; ".join(f"{name}={value}" for name, value in pairs.items())


def keep_cookies(jar: CookieJar | None, target: Target, values: Iterable[str]) -> CookieJar:
    """Put what a response of a target sets into a jar, as far as its host may set it; give the jar."""
    if jar is None:
        jar = CookieJar(_as_browsers_do())
    request = urllib.request.Request(target.url)  # noqa: S310  (it tells what host it is)
    jar.extract_cookies(_SetCookie(values), request)  # type: ignore[arg-type]  # it takes what has an info()
    return jar


def _is_for(header: RequestHeader, target: Target) -> bool:
    if header.host is None:
        return True
    host = header.host.lower()
    if host in {target.host, target.host.strip("[]")}:
        return target.port in {80, 443}
    return host == f"{target.host}:{target.port}"


def _cookies_in(path: Path) -> CookieJar:
    jar = MozillaCookieJar(path, policy=_as_browsers_do())
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except LoadError:
        message = f"{path}: no file of cookies in Netscape's format, whose first line is '# Netscape HTTP Cookie File'"
        raise InputError(message) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    for cookie in jar:
        cookie.expires = (
            cookie.expires or None
        )  # 0 is how browsers and curl write that it lasts for the session
    return jar


def _logins_in(path: Path) -> netrc:
    try:
        return netrc(path)
    except NetrcParseError as error:
        raise InputError(f"{path}:{error.lineno or 1}: no file of logins (netrc): {error.msg}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None

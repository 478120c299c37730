"""What is asked for by a URL: its parts as a request needs them, without its fragment, credentials apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import unquote

from urlglean.patterns import lazy_re
from urlglean.uri.reference import compose, parse
from urlglean.uri.whatwg import resolve

_USERINFO = lazy_re(r"(\A\s*+(?:https?|ftp|wss?):[/\\]*+|:[/\\]{2,}+|//)[^/?#\\\s]*@", re.IGNORECASE)
"""Behind a scheme of the Web that a reference begins with any number of slashes will do (URL Standard, section 4.4)."""
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Target:
    """A URL that can be asked, as the URL standard writes it."""

    url: str
    """Without fragment and credentials."""
    scheme: str
    host: str
    """As it stands in the URL, an IPv6 address in its brackets."""
    port: int
    fragment: str | None = None
    credentials: tuple[str, str] | None = field(default=None, repr=False)
    """The name and the password that stood in the URL."""

    @property
    def origin(self) -> tuple[str, str, int]:
        """What credentials may be shared within: scheme, host and port."""
        return self.scheme, self.host, self.port

    @property
    def folder(self) -> tuple[str, ...]:
        """Give the server and the folder at its root: what is in one folder, one program answers for, soon or late.

        >>> target_of("http://a.b/c/d/e?f/g").folder, target_of("http://a.b/c").folder
        (('http:', '', 'a.b', 'c'), ('http:', '', 'a.b'))
        """
        return tuple(self.url.partition("?")[0].split("/")[:-1][:4])


def target_of(url: str, base: str = "") -> Target:
    """Take a URL apart, or a reference on its base; raise `ReferenceSyntaxError` where it is no URL.

    >>> target_of("HTTP://me:pw@EXAMPLE.com:80/a/../b#c")
    Target(url='http://example.com/b', scheme='http', host='example.com', port=80, fragment='c')
    >>> target_of("http://0x7f.1/").host
    '127.0.0.1'

    """
    reference = parse(resolve(url, base))
    scheme = reference.scheme or ""
    parts = reference.authority_parts
    if parts is None:
        return Target(compose(reference._replace(fragment=None)), scheme, "", 0, reference.fragment)
    userinfo, host, port = parts
    plain = reference._replace(authority=host if port is None else f"{host}:{port}", fragment=None)
    credentials = None
    if userinfo:
        name, _, password = userinfo.partition(":")
        credentials = unquote(name), unquote(password)
    number = int(port) if port else _DEFAULT_PORTS.get(scheme, 0)
    return Target(compose(plain), scheme, host, number, reference.fragment, credentials)


def without_credentials(text: str) -> str:
    """Give a text, a URL or one that holds some, with ``***`` for whatever names a user or holds a password.

    >>> without_credentials("see http://me:pw@host/?mail=a@b"), without_credentials("mailto:a@b")
    ('see http://***@host/?mail=a@b', 'mailto:a@b')
    """
    return _USERINFO.sub(r"\1***@", text) if "@" in text else text

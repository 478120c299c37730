"""Sort keys that keep a domain and what is below it together: Heritrix's Sort-friendly URI Reordering Transform."""

from __future__ import annotations

from urlglean.uri.hosts import host_kind
from urlglean.uri.reference import compose, parse, parse_authority

__all__ = ["surt"]


def surt(url: str) -> str:
    """Give the sort key that keeps a domain and what is below it together: the host's labels from the right.

    The notation is Heritrix's Sort-friendly URI Reordering Transform; an address keeps its order, a port
    follows the host and a userinfo follows that. A dot at the end of the host stays at its top-level domain. A
    URL without an authority is its own key. Nothing else is changed: hand in what `normalize` gave.

    >>> surt("http://www.example.com:8080/a/b?q")
    'http://(com,example,www,:8080)/a/b?q'
    >>> surt("mailto:a@example.com")
    'mailto:a@example.com'
    """
    ref = parse(url)
    if not ref.authority:
        return url
    parts = parse_authority(ref.authority)
    host = parts.host
    if host_kind(host) == "reg-name":
        # The dot of the root stays where it stood, behind the top-level domain's label.
        dot = "." if host.endswith(".") else ""
        *below, top = host.removesuffix(".").split(".")
        host = ",".join([top + dot, *reversed(below)]) + ","
    port = "" if parts.port is None else ":" + parts.port
    userinfo = "" if parts.userinfo is None else "@" + parts.userinfo
    return compose(ref._replace(authority=f"({host}{port}{userinfo})"))

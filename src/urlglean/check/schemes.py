"""URLs that no server is asked about, but whose syntax can be checked: ``mailto:``, ``tel:``, ``data:``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from urlglean.check.answers import Cause
from urlglean.patterns import lazy_re
from urlglean.uri.characters import unquoted
from urlglean.uri.hosts import host_kind

ASKED = frozenset({"http", "https"})
"""The schemes whose servers are asked."""

_ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\U0010ffff-]++"
_LOCAL_PART = lazy_re(rf'{_ATEXT}(?:\.{_ATEXT})*+|"(?:[^"\\\r\n]|\\.)*+"')
_QUERY_FIELD = lazy_re(r"[^=&]+=[^&]*")
_NUMBER = lazy_re(
    r"(?:\+(?=[().\-]*+[0-9])[0-9().\-]++|(?=[A-Fa-f().\-]*+[0-9*#])[0-9A-Fa-f*#().\-]++)(?P<rest>;.*)?",
    re.DOTALL,
)
_PARAMETER = lazy_re(r"(?:;[A-Za-z0-9-]++(?:=[^;]++)?)*+")
_MEDIA_TYPE = lazy_re(  # browsers pass over a parameter without a value, and `;utf8` is wide-spread
    r"(?:[\w!#$&^.+-]+/[\w!#$&^.+-]+)?(?:;(?!\s*+base64\Z)[\w!#$&^.+-]++(?:=[^;,]*+)?)*+(?P<base64>;\s*+base64)?",
    re.IGNORECASE,
)
_BASE64 = lazy_re(r"[A-Za-z0-9+/]*+")
_NO_SPACES = str.maketrans("", "", "\t\n\f\r ")


def _mailto(rest: str) -> str | None:
    """RFC 6068, section 2."""
    to, question, fields = rest.partition("?")
    addresses = [unquoted(one) for one in to.split(",")] if to else []
    if question and not all(map(_QUERY_FIELD.fullmatch, filter(None, fields.split("&")))):
        return "its fields are not of the form name=value"
    named = [unquoted(one[3:]) for one in fields.split("&") if one.lower().startswith("to=")]
    addresses += [address for one in named for address in one.split(",")]
    if not addresses and not fields:
        return "it names nobody"
    return next((f"{one!r} is no address" for one in addresses if not _is_address(one.strip())), None)


def _is_address(address: str) -> bool:
    local, at, domain = address.rpartition("@")
    if not at or not _LOCAL_PART.fullmatch(local):
        return False
    if domain.startswith("["):
        return domain.endswith("]")
    return host_kind(domain) == "reg-name" and all(domain.split("."))


def _tel(rest: str) -> str | None:
    """RFC 3966, section 3."""
    found = _NUMBER.fullmatch(unquoted(rest))
    if found is None:
        return "a number has digits, and - . ( ) between them, no spaces"
    is_whole = _PARAMETER.fullmatch(found["rest"] or "")
    return None if is_whole else "its parameters are not of the form ;name=value"


def _data(rest: str) -> str | None:
    """RFC 2397, section 3; the Fetch Standard, section 6 (data: URL processor)."""
    head, comma, body = rest.partition(",")
    if not comma:
        return "it lacks the comma before its data"
    found = _MEDIA_TYPE.fullmatch(head)
    if found is None:
        return f"{head!r} is no media type"
    if found["base64"]:
        return _base64(unquoted(body, "surrogateescape").translate(_NO_SPACES))
    return None


def _base64(written: str) -> str | None:
    """Tell what is wrong: padding may be missing, or be whole (Infra Standard, section 8: forgiving-base64 decode)."""
    plain = written if len(written) % 4 else written.removesuffix("=").removesuffix("=")
    if not _BASE64.fullmatch(plain):
        return "its base64 is damaged: there are other signs in it"
    return "its base64 is damaged: it ends amid a byte" if len(plain) % 4 == 1 else None


_SYNTAXES: Mapping[str, Callable[[str], str | None]] = {"mailto": _mailto, "tel": _tel, "data": _data}


def syntax_of(url: str) -> tuple[Cause, str | None]:
    """Tell what can be told of a URL by its syntax: its cause, and what is wrong with it.

    >>> syntax_of("mailto:joe@example.org"), syntax_of("tel:+1 201 555")[0], syntax_of("irc://h/x")[0]
    ((<Cause.FOUND: 'found'>, None), <Cause.MALFORMED: 'malformed'>, <Cause.OTHER_SCHEME: 'other-scheme'>)
    """
    scheme, _, rest = url.partition(":")
    syntax = _SYNTAXES.get(scheme.lower())
    if syntax is None:
        return Cause.OTHER_SCHEME, None
    wrong = syntax(rest)
    return (Cause.FOUND, None) if wrong is None else (Cause.MALFORMED, wrong)

"""RFC 3986 Appendix B, a string into its five components, and 5.3, the components back into the string.

Nothing is normalized, nothing is guessed and nothing is refused: every string has exactly one reading, and
`compose` gives the string back. Whether a scheme is a valid one is a question of its own
(`urlglean.uri.schemes.is_scheme`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from urlglean.errors import require
from urlglean.patterns import lazy_re

__all__ = ["Reference", "compose", "parse", "uri_of_field"]


# The expression of Appendix B. There, the last dot and the anchors stop at a line break; DOTALL makes it read
# every string, and each of the groups that hold a delimiter is left out, as the parts alone are wanted.
_APPENDIX_B = lazy_re(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


class Reference(NamedTuple):
    """The five components of a URI reference (RFC 3986 section 3), without their delimiters.

    None is *undefined*: the delimiter was not there. An empty string is a component that is there and empty.
    The path is never undefined.
    """

    scheme: str | None = None
    authority: str | None = None
    path: str = ""
    query: str | None = None
    fragment: str | None = None

    @property
    def authority_parts(self) -> Authority | None:
        """Userinfo, host and port, as `parse_authority` has them; None where there is no authority."""
        return None if self.authority is None else parse_authority(self.authority)

    def __str__(self) -> str:
        return compose(self)


class Authority(NamedTuple):
    """The parts of an authority (RFC 3986 section 3.2); None where a part's delimiter was not there."""

    userinfo: str | None
    host: str
    port: str | None


def parse(s: str) -> Reference:
    """Take a URI reference apart (RFC 3986 Appendix B). Every string has a reading, none is refused.

    >>> parse("http://a/b?q#")
    Reference(scheme='http', authority='a', path='/b', query='q', fragment='')
    >>> parse("//host")
    Reference(scheme=None, authority='host', path='', query=None, fragment=None)
    """
    try:
        return Reference(*_APPENDIX_B.match(s).groups())  # type: ignore[union-attr]  # it matches every string
    except TypeError:
        require(str, s=s)
        raise


def compose(ref: Reference) -> str:
    """Put the components together again (RFC 3986 section 5.3): ``compose(parse(s)) == s`` for every string.

    >>> compose(Reference("file", "", "/etc/passwd"))
    'file:///etc/passwd'
    """
    try:
        scheme, authority, path, query, fragment = ref
        head = "" if scheme is None else scheme + ":"
        if authority is not None:
            head = head + "//" + authority
        tail = "" if query is None else "?" + query
        if fragment is not None:
            tail = tail + "#" + fragment
        return head + path + tail
    except (TypeError, ValueError):
        require(Reference, ref=ref)
        require(
            str, **{name: part for name, part in ref._asdict().items() if part is not None or name == "path"}
        )
        raise


def parse_authority(authority: str) -> Authority:
    """Take an authority apart (RFC 3986 section 3.2).

    The last ``@`` ends the userinfo, as in browsers: an earlier one can't stand there, but does.
    A port is what follows the last colon, if that is digits or nothing; else there is none.

    >>> parse_authority("me:pw@[::1]:80")
    Authority(userinfo='me:pw', host='[::1]', port='80')
    >>> parse_authority("host:")
    Authority(userinfo=None, host='host', port='')
    """
    userinfo, at, rest = authority.rpartition("@")
    host, colon, port = rest.rpartition(":")
    if not colon or (port and not (port.isascii() and port.isdigit())):
        return Authority(userinfo if at else None, rest, None)
    return Authority(userinfo if at else None, host, port)


def compose_authority(parts: Authority) -> str:
    """Put an authority together again: ``compose_authority(parse_authority(a)) == a`` for every string.

    >>> compose_authority(Authority("me", "host", ""))
    'me@host:'
    """
    userinfo, host, port = parts
    head = "" if userinfo is None else userinfo + "@"
    return f"{head}{host}" if port is None else f"{head}{host}:{port}"


_WRAPPED = lazy_re(r"<?(?:ur[il]:)?(?P<uri>[^<>\"]*)", re.IGNORECASE)


def uri_of_field(value: str) -> str:
    r"""Take the value of a header field out of ``<URL:...>``, and all white space out of it.

    That is an accident of folding (RFC 1808 section 3.1, RFC 2110 section 4.2, RFC 2557 section 4.4.1).

    >>> uri_of_field(" <URL:http://www.ics.uci.edu/\n  Test/a/b/c> ")
    'http://www.ics.uci.edu/Test/a/b/c'
    """
    value = "".join(value.split()).strip("\"'")
    found = _WRAPPED.match(value)
    return found["uri"] if found else value


# The ``.`` and ``..`` of paths (RFC 3986 section 5.2.4); the URL standard takes them out of http URLs the same way.

_LEADING_DOTS = lazy_re(r"\A(?:\.\.?(?:/|\Z))+")
_PATH = lazy_re("[^?#]*")
_DOTS = frozenset({".", ".."})


def remove_dot_segments(path: str) -> str:
    """Take ``.`` and ``..`` out of a path; a ``..`` above the root goes (RFC 3986 section 5.2.4).

    >>> remove_dot_segments("/a/b/c/./../../g")
    '/a/g'
    >>> remove_dot_segments("/a//../b/..")
    '/a/'
    """
    if path[:1] != "/":
        path = _LEADING_DOTS.sub("", path)
    kept: list[str] = []
    segment = ""
    for segment in path.split("/"):
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
            else:
                kept = [""]
        elif segment != ".":
            kept.append(segment)
    if segment in _DOTS:
        kept.append("")
    return "/".join(kept)


def without_dots(url: str, start: int) -> str:
    """Take the dots out of the path of a URL that begins at ``start`` and ends at its query or fragment.

    >>> without_dots("http://a/b/../c?d/../e", 8)
    'http://a/c?d/../e'
    """
    if "?" in url or "#" in url:
        end = _PATH.match(url, start).end()  # type: ignore[union-attr]  # it matches every string
        return url[:start] + remove_dot_segments(url[start:end]) + url[end:]
    return url[:start] + remove_dot_segments(url[start:])

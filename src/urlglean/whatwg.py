"""The URL standard (WHATWG), as browsers have it, through ``ada``: raw text, a base, and the document's encoding.

What ``ada`` leaves out is how a document's encoding percent-encodes a query (URL standard section 1.3,
*percent-encode after encoding*, and section 4.4, *query state*); that is done here, before ``ada`` sees the text.
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import NoReturn

from urlglean.errors import raise_syntax_error
from urlglean.percent import scalar_text
from urlglean.query_encoding import percent_encode_query
from urlglean.schemes import SPECIAL

__all__ = ["can_parse", "resolve"]


@cache
def _ada() -> ModuleType:
    """Load ``ada`` when a URL is first asked for: it takes longer than the rest of the import together."""
    import ada_url  # noqa: PLC0415 - see above

    return ada_url


def resolve(reference: str, base: str = "", *, encoding: str = "utf-8") -> str:
    """Give the URL a browser would make of ``reference`` (URL standard, section 4.4, URL parser and serializer).

    Args:
        reference: The raw text, as an attribute holds it: surrounding whitespace, line breaks and all.
        base: The absolute URL to start from; empty where there is none.
        encoding: The document's encoding. It decides how a query that is not ASCII is percent-encoded.

    Raises:
        ReferenceSyntaxError: Parsing fails, or a base was given that does not parse itself.

    >>> resolve(" ..\\\\g\\n?caf\u00e9", "http://a/b/c/d")
    'http://a/b/g?caf%C3%A9'
    >>> resolve("?caf\u00e9", "http://a/b", encoding="windows-1252")
    'http://a/b?caf%E9'
    """
    ada = _ada()
    if not reference.isascii():
        if "?" in reference and encoding not in _UTF_8:
            reference = _encode_query(reference, base, encoding)
        reference = scalar_text(reference)
    try:
        return ada.join_url(scalar_text(base), reference) if base else ada.normalize_url(reference)  # type: ignore[no-any-return] # ada has no types
    except ValueError:
        _refuse(reference, base)


def can_parse(url: str, base: str = "") -> bool:
    """Tell whether the URL standard's parser makes a URL of it.

    >>> can_parse("http://a/"), can_parse("http://a:99999/"), can_parse("b", "http://a/")
    (True, False, True)
    """
    return bool(_ada().URL.can_parse(scalar_text(url), scalar_text(base) if base else None))


_UTF_8 = frozenset({"utf-8", "UTF-8", "utf8"})
# The parser removes tabs and line breaks anywhere, controls and spaces at both ends (section 4.4, steps 1.3 and 3).
_REMOVED = {ord(character): None for character in "\t\n\r"}
_SCHEME = re.compile(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]*):")
_IN_ITS_ENCODING = SPECIAL - {"ws", "wss"}
_AUTHORITY = re.compile(r"[\x00-\x20]*(?:[A-Za-z][A-Za-z0-9+.\t\n\r-]*:)?[/\\]{2}([^/\\?#]+)")


def _encode_query(reference: str, base: str, encoding: str) -> str:
    """Percent-encode the query, if the URL is special and no web socket (section 4.4, query state, step 1)."""
    text = reference.translate(_REMOVED)
    found = _SCHEME.match(text) or _SCHEME.match(base.translate(_REMOVED))
    if not found or found[1].lower() not in _IN_ITS_ENCODING:
        return reference
    before, crosshatch, fragment = text.partition("#")
    path, mark, query = before.partition("?")
    return f"{path}{mark}{percent_encode_query(query, encoding)}{crosshatch}{fragment}"


def _refuse(reference: str, base: str) -> NoReturn:
    """Say what kept the URL standard's parser from a URL, and where."""
    if base and not can_parse(base):
        message = "the base is no absolute URL by the URL standard; let it begin with a scheme, as http://example.com/ does"
        raise_syntax_error(message, source=base, start=0, end=len(base))
    start, end = _AUTHORITY.match(reference).span(1) if _AUTHORITY.match(reference) else (0, len(reference))
    if start:
        message = "no host and port by the URL standard; write a domain name, an IPv4 address or [IPv6], and a port below 65536"
    elif base:
        message = "no URL by the URL standard: its base can't be built upon; give an absolute URL"
    else:
        message = "no absolute URL by the URL standard; begin it with a scheme, as http://example.com/ does, or give a base"
    raise_syntax_error(message, source=reference, start=start, end=end)

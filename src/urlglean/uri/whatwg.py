"""The URL standard (WHATWG), as in browsers, through ``ada``: raw text, a base and the document's encoding.

What ``ada`` leaves out is how a document's encoding percent-encodes a query (URL standard section 1.3,
*percent-encode after encoding*, and section 4.4, *query state*); that is done here, before ``ada`` sees the
text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple, NoReturn

from urlglean.errors import ReferenceSyntaxError
from urlglean.patterns import lazy_re
from urlglean.uri.characters import (
    FRAGMENT_SET,
    PATH_SET,
    SPECIAL_QUERY_SET,
    VISIBLE,
    character_class,
    scalar_text,
)
from urlglean.uri.hosts import PLAIN_HOST, ada
from urlglean.uri.query_encoding import percent_encode_query
from urlglean.uri.reference import without_dots
from urlglean.uri.schemes import SPECIAL

__all__ = ["needs_no_base", "resolve", "resolve_common"]


def resolve(reference: str, base: str = "", *, encoding: str = "utf-8") -> str:
    r"""Give the URL a browser makes of ``reference`` (URL standard 4.4, URL parser, and 4.5, URL serializer).

    ``reference`` is the raw text, as an attribute holds it: surrounding whitespace, line breaks and all.
    ``base`` is an absolute URL, or empty where there is none. ``encoding`` is the document's; it decides how
    a query that is not ASCII is percent-encoded.

    Raises `ReferenceSyntaxError` where parsing fails, or a base is given that does not parse itself.

    >>> resolve(" ..\\g\n?caf\u00e9", "http://a/b/c/d")
    'http://a/b/g?caf%C3%A9'
    >>> resolve("?caf\u00e9", "http://a/b", encoding="windows-1252")
    'http://a/b?caf%E9'
    """
    quick = _resolve_by_strings(reference, base)
    if quick is not None:
        return quick
    if not base and ":" not in reference:
        _refuse(reference, base)
    if not reference.isascii():
        if "?" in reference and encoding not in _UTF_8:
            reference = _encode_query(reference, base, encoding)
        reference = scalar_text(reference)
    library = ada()
    try:
        if not base:
            return str(library.normalize_url(reference))
        return str(library.join_url(base if base.isascii() else scalar_text(base), reference))
    except ValueError:
        _refuse(reference, base)


def resolve_common(references: Collection[str], base: str) -> dict[str, str]:
    """Give the URLs of those of many references that have one of the common shapes; `resolve` has the others.

    >>> resolve_common(["/a", "b?c", "http:d"], "http://host/e/f")
    {'/a': 'http://host/a', 'b?c': 'http://host/e/b?c'}
    >>> resolve_common(["/a", "http:d", "http://host/e"], "")
    {'http://host/e': 'http://host/e'}
    """
    if len(base) >= _TOO_LONG:
        return {}
    prepared = _prepare(base)
    if prepared is None:
        prepared, references = _prepare_for_absolute(base), list(filter(needs_no_base, references))
    if prepared is None:
        return {}
    rooted = prepared.rooted
    urls: dict[str, str] = {}
    for one in _plain_ones(references):
        if one[:1] == "/":
            if one[1:2] != "/":
                urls[one] = rooted + one
        elif (
            one[:4] == "http" and (end := one.find("/", _SHORTEST_START)) > 0 and _is_normal_start(one[:end])
        ):
            urls[one] = one
    for reference in set(references).difference(urls):
        if (url := _by_shape(reference, prepared)) is not None:
            urls[reference] = url
    return urls


def _plain_ones(references: Collection[str]) -> Collection[str]:
    """Give those in which there is nothing to encode and no dots to remove: their first characters tell the rest."""
    together = "\n".join(references)
    is_plain = together.count("\n") < len(references) and _PLAIN_LINES.fullmatch(together) is not None
    if is_plain and "/." not in together and "%2" not in together:
        return references
    has_plain_characters = _PLAIN.fullmatch
    return [
        one
        for one in references
        if "/." not in one and "%2" not in one and (is_plain or has_plain_characters(one))
    ]


@lru_cache(maxsize=1024)
def _is_normal_start(start: str) -> bool:
    """Tell whether scheme and host, with its port, if any, stay as they are; most of a page's URLs share a few."""
    return len(start) < _TOO_LONG and _START.fullmatch(start) is not None


def can_parse(url: str, base: str = "") -> bool:
    """Tell whether the URL standard's parser makes a URL of it.

    >>> can_parse("http://a/"), can_parse("http://a:99999/"), can_parse("b", "http://a/")
    (True, False, True)
    """
    return bool(ada().URL.can_parse(scalar_text(url), scalar_text(base) if base else None))


_UTF_8 = frozenset({"utf-8", "UTF-8", "utf8"})
# The parser removes tabs and line breaks anywhere, controls and spaces at both ends (section 4.4, steps 1.3
# and 3).
_REMOVED = {ord(character): None for character in "\t\n\r"}
_SCHEME = lazy_re(r"[\x00-\x20]*([A-Za-z][A-Za-z0-9+.-]*):")
_IN_ITS_ENCODING = SPECIAL - {"ws", "wss"}
_AUTHORITY = lazy_re(r"[\x00-\x20]*(?:[A-Za-z][A-Za-z0-9+.\t\n\r-]*:)?[/\\]{2,}([^/\\?#]*)")


def _encode_query(reference: str, base: str, encoding: str) -> str:
    """Percent-encode the query if the URL is special and no web socket (section 4.4, query state, step 1)."""
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
        message = "the base is no absolute URL; let it begin with a scheme, as http://example.com/ does"
        raise ReferenceSyntaxError(message, source=base, start=0, end=len(base))
    start, end = 0, len(reference)
    if (found := _AUTHORITY.match(reference)) and not can_parse(reference, _ANY_BASE):
        start, end = found.span(1)
        message = "no host (a domain name, an IPv4 address, an [IPv6] address) with a port below 65536"
    elif base:
        message = "no URL by the URL standard: its base can't be built upon; give an absolute URL"
    else:
        message = "no absolute URL; begin it with a scheme, as http://example.com/ does, or give a base"
    raise ReferenceSyntaxError(message, source=reference, start=start, end=end)


# -- the common shapes by strings alone: equal to what ada gives, proven by a test --------------------------


def _run(encoded: Iterable[str]) -> str:
    """Match characters that stay as they are where these ones are percent-encoded."""
    return f"[{character_class(VISIBLE - frozenset(encoded))}]*+"


# A segment that is none of dots, percent-encoded or not; a backslash would be a slash.
_SEGMENT = r"(?!\.|%2[eE])" + _run(PATH_SET | frozenset("/\\"))
_FIRST_SEGMENT = r"(?!\.|%2[eE])" + _run(PATH_SET | frozenset("/\\:")).replace("*+", "++")
_TAIL = rf"(?:\?{_run(SPECIAL_QUERY_SET)})?(?:\#{_run(FRAGMENT_SET)})?"
_NORMAL_HOST = rf"{PLAIN_HOST}(?::(?!(?:80|443)(?![0-9]))[1-9][0-9]{{0,3}})?"
_START = lazy_re(rf"https?://{_NORMAL_HOST}")
_SHORTEST_START = len("http://a")
"""How long what stands before the path of a URL of the Web is at least."""
_SHAPE = lazy_re(
    rf"(?:(?P<absolute>https?://{_NORMAL_HOST}(?:/{_SEGMENT})++)"
    rf"|(?P<rooted>/(?!/){_SEGMENT}(?:/{_SEGMENT})*+)"
    rf"|(?P<relative>{_FIRST_SEGMENT}(?:/{_SEGMENT})*+)"
    rf"|(?P<query>(?=\?))|(?P<fragment>(?=\#|\Z))"
    rf"|(?P<network>//{_NORMAL_HOST}(?:/{_SEGMENT})++)"
    rf"|(?P<parents>(?:\.\./)++)(?:{_SEGMENT}(?:/{_SEGMENT})*+)){_TAIL}"
)
_OF_DOCUMENT = frozenset({"", "#"})
_NOT_PLAIN = (PATH_SET | SPECIAL_QUERY_SET | FRAGMENT_SET | frozenset("\\")) - frozenset("?#")
_PLAIN = lazy_re(_run(_NOT_PLAIN))
_PLAIN_LINES = lazy_re(rf"[{character_class(VISIBLE - _NOT_PLAIN)}\n]*+")
_OF_THE_WEB = ("http://", "https://")
_ANY_BASE = "http://a/"
"""Stands for any base, or for none, where a reference is absolute."""
_SCHEME_AND_SLASHES = lazy_re(r"([A-Za-z][A-Za-z0-9+.\-]*+):(//)?")
_OPAQUE = lazy_re(r"([a-z][a-z0-9+.\-]*):(?=[^/])")


class _PreparedWhatwgBase(NamedTuple):
    """A base that is special and no file, as ``ada`` writes it, cut where the common shapes are put on."""

    absolute: str
    rooted: str
    relative: str
    query: str
    fragment: str
    network: str | None
    """The scheme and its colon, where it is the web's."""


_TOO_LONG = 4096  # to be remembered: hostile input must not fill the memory


@lru_cache(maxsize=1024)
def _prepare(base: str) -> _PreparedWhatwgBase | None:
    try:
        document = str(ada().join_url(scalar_text(base), ""))
    except ValueError:
        return None
    found = _BASE.match(document)
    if found is None:
        return None
    scheme = found[1].partition("/")[0]
    network = scheme if scheme in {"http:", "https:"} else None
    return _PreparedWhatwgBase("", found[1], found[0], document.partition("?")[0], document, network)


@lru_cache(maxsize=64)
def _prepare_for_absolute(base: str) -> _PreparedWhatwgBase | None:
    """Prepare what stands for any base, or for none, where a reference is absolute; the base has to be one."""
    return _prepare(_ANY_BASE) if not base or can_parse(base) else None


_BASE = lazy_re(r"((?:https?|wss?|ftp)://[^/]*)/(?:[^?]*/)?")


def _resolve_by_strings(reference: str, base: str) -> str | None:
    """Give what ``ada`` would give, by putting strings together; None where that is not enough."""
    if len(base) >= _TOO_LONG:
        return None
    prepared = _prepare(base)
    if prepared is None and needs_no_base(reference):
        prepared = _prepare_for_absolute(base)
    return None if prepared is None else _by_shape(reference, prepared)


def needs_no_base(reference: str) -> bool:
    """Tell whether a reference is surely resolved alike against any base, which may take too long to be parsed again.

    >>> [needs_no_base(one) for one in ("http://a", "HTTP:a", "mailto:a", "x:/a", "//a", "a")]
    [True, False, True, True, False, False]
    """
    if reference.startswith(_OF_THE_WEB):  # as most are
        return True
    found = _SCHEME_AND_SLASHES.match(reference)
    return found is not None and (found[2] is not None or found[1].lower() not in SPECIAL)


def _by_shape(reference: str, prepared: _PreparedWhatwgBase) -> str | None:
    if "/." in reference and reference[:3] != "../":
        return _with_dots(reference, prepared)
    found = _SHAPE.fullmatch(reference)
    if found is None or found.lastindex is None:
        return _with_dots(reference, prepared)
    if found.lastgroup == "parents":
        return _climb(reference, len(found["parents"]), prepared)
    start = prepared[found.lastindex - 1]
    return None if start is None else start + reference


def _with_dots(reference: str, prepared: _PreparedWhatwgBase) -> str | None:
    """Put a reference on the base that holds nothing to encode, but dots; see to those without hierarchy, too."""
    if not _PLAIN.fullmatch(reference) or "%2" in reference or reference.startswith("//"):
        return None
    if reference[:1] in {"/", "."}:
        start = prepared.rooted if reference[0] == "/" else prepared.relative
        return without_dots(start + reference, len(prepared.rooted))
    url = _relative(reference, prepared)
    if url is None or url == reference:  # without hierarchy: what looks like dots there is none
        return url
    return without_dots(url, len(prepared.rooted))


def _relative(reference: str, prepared: _PreparedWhatwgBase) -> str | None:
    if reference[:1] in _OF_DOCUMENT:
        return prepared.fragment + reference
    if reference[0] == "?":
        return prepared.query + reference
    if ":" in reference:
        found = _OPAQUE.match(reference)
        return reference if found and found[1] not in SPECIAL else None
    return None if reference[0] == "." else prepared.relative + reference


def _climb(reference: str, dots: int, prepared: _PreparedWhatwgBase) -> str:
    """Take the first ``dots`` characters, all of them ``../``, off, and as many levels of the base's directory."""
    directory = prepared.relative
    root = len(prepared.rooted) + 1
    for _ in range(dots // 3):
        if len(directory) > root:
            directory = directory[: directory.rindex("/", 0, -1) + 1]
    return directory + reference[dots:]

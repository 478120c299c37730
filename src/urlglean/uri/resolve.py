"""RFC 3986 section 5.2: a reference and a base URI make a target URI; and so by the documents before it.

The four RFC dialects are one algorithm. What they disagree about stands in the rows of `DIALECTS`, nowhere
else; the table of where their answers differ is in the README of ``corpora/``. The fifth dialect, ``whatwg``,
is another way of reading altogether and is handed down to `urlglean.uri.whatwg`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, NoReturn

from urlglean.errors import ReferenceSyntaxError, UrlgleanError, require, require_known
from urlglean.patterns import lazy_re
from urlglean.uri import whatwg
from urlglean.uri.query_encoding import is_encoding
from urlglean.uri.reference import Reference, compose, parse, remove_dot_segments, without_dots
from urlglean.uri.schemes import HIERARCHICAL, SCHEME, SPECIAL, is_scheme

__all__ = ["DIALECTS", "resolve"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What one document says about resolution where the documents differ."""

    name: str
    document: str
    """The document and section the rows come from."""
    scheme: re.Pattern[str]
    """What counts as a scheme; a prefix that does not is part of the path."""
    params: bool = False
    """The path ends at its first ``;``, and what follows is a component of its own (RFC 1808 section 2.1)."""
    empty_is_undefined: bool = False
    """An empty component of the reference is inherited like an undefined one (RFC 1808 section 4)."""
    empty_path: Literal["inherited", "merged"] = "merged"
    """What a reference with a query and no path gets: the base's path, or that without its last segment."""
    query_in_merge: bool = False
    """Dots are taken out of the query too, where the path is relative (draft-05 section 5.2, step 6 c)."""
    dots_in_absolute: bool = False
    """Dots are taken out of every path, not of merged ones alone (RFC 3986 section 5.2.2)."""
    surplus_kept: bool = True
    """A ``..`` above the root stays in the path."""
    same_document: Literal["base", "base without fragment", "reference"] = "reference"
    """What the empty reference yields: the base, with or without its fragment, or ("current document") the
    reference handed back unchanged. The last one holds for a fragment alone too."""
    loophole: frozenset[str] | None = None
    """The schemes for which ``http:g`` may be read as ``g`` on request; None for all."""
    raw_text: bool = False
    """Not driven by these rows, but by the URL standard's parser, which acts while it reads."""


_ALPHANUMERIC_FIRST = lazy_re(r"[A-Za-z0-9+.-]+")

_RFC3986 = Dialect(
    name="rfc3986",
    document="RFC 3986 section 5.2",
    scheme=SCHEME,
    empty_path="inherited",
    dots_in_absolute=True,
    surplus_kept=False,
    same_document="base without fragment",
)
_ROWS = (
    Dialect(
        name="rfc1808",
        document="RFC 1808 section 4",
        scheme=_ALPHANUMERIC_FIRST,
        params=True,
        empty_is_undefined=True,
        empty_path="inherited",
        same_document="base",
    ),
    Dialect(
        name="draft-05",
        document="draft-fielding-url-syntax-05 section 5.2",
        scheme=_ALPHANUMERIC_FIRST,
        query_in_merge=True,
    ),
    Dialect(name="rfc2396", document="RFC 2396 section 5.2", scheme=SCHEME, loophole=HIERARCHICAL),
    _RFC3986,
    replace(_RFC3986, name="whatwg", document="URL standard section 4.4", loophole=SPECIAL, raw_text=True),
)

DIALECTS: Mapping[str, Dialect] = MappingProxyType({row.name: row for row in _ROWS})
"""The five dialects by name, oldest first."""


def resolve(
    reference: str, base: str, *, dialect: str = "rfc3986", strict: bool = True, encoding: str | None = None
) -> str:
    """Give the target URI of ``reference`` against ``base`` (RFC 3986 section 5.2, or as ``dialect`` has it).

    ``base`` is an absolute URI, or empty where there is none; ``dialect`` is one of `DIALECTS`, of which
    ``whatwg`` is what browsers do. With ``strict=False``, ``http:g`` is read as ``g`` where the base's scheme
    is ``http`` too (RFC 3986 section 5.2.2, "backward compatible"); ``whatwg`` has a fixed rule of its own.
    ``encoding`` is the document's, None for UTF-8; it percent-encodes the query in the ``whatwg`` dialect, and there
    alone.

    In the ``draft-05`` and ``rfc2396`` dialects a same-document reference comes back as it is.

    Raises `ReferenceSyntaxError` where there is no absolute URI: a relative reference meets no base, or one
    that is not absolute; or the URL standard's parser fails. Raises `UrlgleanError` for a dialect or an encoding
    that does not exist, TypeError for what is of a wrong type.

    >>> resolve("../g?y#s", "http://a/b/c/d;p?q")
    'http://a/b/g?y#s'
    >>> resolve("?y", "http://a/b/c/d;p?q", dialect="rfc2396")
    'http://a/b/c/?y'
    >>> resolve("http:g", "http://a/b/c/d;p?q", strict=False)
    'http://a/b/c/g'
    """
    try:
        if encoding is None and strict is True and dialect == "rfc3986" and isinstance(base, str):
            quick = _resolve_by_strings(reference, base)
            if quick is not None:
                return quick
        _check(dialect, strict=strict, encoding=encoding)
        row = DIALECTS[dialect]
        if row.raw_text:
            return whatwg.resolve(reference, base, encoding=encoding or "utf-8")
        return _resolve_by_components(reference, base, row, strict=strict)
    except (TypeError, AttributeError):
        require(str, reference=reference, base=base)
        raise


def _check(dialect: str, *, strict: bool, encoding: str | None) -> None:
    """Refuse values that are none."""
    if dialect not in DIALECTS:
        require_known("dialect", (dialect,), DIALECTS)
    require(bool, strict=strict)
    if encoding is not None:
        require(str, encoding=encoding)
        if not is_encoding(encoding):
            raise UrlgleanError(
                f"there is no encoding {encoding!r}; try utf-8, windows-1252, shift_jis, koi8-r, ..."
            )


def _is_bare(ref: Reference) -> bool:
    """Tell whether there is nothing, or a fragment alone."""
    return ref.scheme is None and ref.authority is None and not ref.path and ref.query is None


# -- the way by strings: the common shapes of RFC 3986, equal to the way by components ----------------------


class _PreparedBase(NamedTuple):
    """A base with an authority, cut where the common shapes of references are put on."""

    scheme: str
    origin: str
    directory: str
    """Up to the last slash of the path, without dots."""
    resource: str
    """Up to the query."""
    document: str
    """Up to the fragment."""


_TOO_LONG = 4096  # to be remembered: hostile input must not fill the memory


@lru_cache(maxsize=1024)
def _prepare(base: str) -> _PreparedBase | None:
    ref = parse(base)
    if ref.authority is None or ref.scheme is None or not is_scheme(ref.scheme):
        return None
    scheme = ref.scheme + ":"
    origin = f"{scheme}//{ref.authority}"
    directory = remove_dot_segments(_merge("", ref) or "/")
    return _PreparedBase(scheme, origin, origin + directory, origin + ref.path, base.partition("#")[0])


def _resolve_by_strings(reference: str, base: str) -> str | None:
    """Give what the way by components gives, or None where it takes more than putting strings together."""
    if reference.startswith(("http://", "https://")):
        if "/." not in reference:
            return reference
        found = _BEFORE_PATH.match(reference)
        return without_dots(reference, found.end()) if found else None
    prepared = _prepare(base) if len(base) < _TOO_LONG else None
    if ":" in reference and (found := _SCHEME.match(reference)):
        return None if "/." in reference or reference.startswith(".", found.end()) else reference
    if prepared is None:
        return None
    first = reference[:1]
    if first == "/":
        if reference.startswith("//"):
            return None if "/." in reference else prepared.scheme + reference
        url = prepared.origin + reference
    elif first == "?":
        return prepared.resource + reference
    elif first == "#" or not reference:
        return prepared.document + reference
    elif first == ".":
        return _climb(reference, prepared)
    else:
        url = prepared.directory + reference
    return without_dots(url, len(prepared.origin)) if "/." in reference else url


_SCHEME = lazy_re(f"{SCHEME.pattern}:")
_BEFORE_PATH = lazy_re("https?://[^/?#]*")


def _climb(reference: str, prepared: _PreparedBase) -> str | None:
    """Take leading ``./`` and ``../`` off, one level of the base's directory for each of the latter."""
    directory, at = prepared.directory, 0
    root = len(prepared.origin) + 1
    while True:
        if reference.startswith("../", at):
            at += 3
            if len(directory) > root:
                directory = directory[: directory.rindex("/", 0, -1) + 1]
        elif reference.startswith("./", at):
            at += 2
        else:
            break
    rest = reference[at:]
    url = directory + rest
    return without_dots(url, root - 1) if rest.startswith(".") or "/." in rest else url


# -- the way by components: the algorithm of the four documents ---------------------------------------------


def _resolve_by_components(reference: str, base: str, dialect: Dialect, *, strict: bool) -> str:
    ref = _parse(reference, dialect)
    if dialect.same_document == "reference" and _is_bare(ref):
        return reference
    origin = _parse(base, dialect)
    if not strict and ref.scheme is not None and _may_drop_scheme(ref.scheme, origin.scheme, dialect):
        ref = ref._replace(scheme=None)
        if dialect.same_document == "reference" and _is_bare(ref):
            return compose(ref)
    if ref.scheme is None and origin.scheme is None:
        _refuse(reference, base)
    if not reference and dialect.same_document == "base":
        return base
    return compose(rooted_apart(_target(ref, origin, dialect)))


def _parse(text: str, dialect: Dialect) -> Reference:
    """Parse, and give back to the path what stands in a scheme's place but is none (``1/2:3`` is a path)."""
    ref = parse(text)
    if ref.scheme is None or dialect.scheme.fullmatch(ref.scheme):
        return ref
    authority = "" if ref.authority is None else "//" + ref.authority
    return ref._replace(scheme=None, authority=None, path=f"{ref.scheme}:{authority}{ref.path}")


def _may_drop_scheme(scheme: str, of_base: str | None, dialect: Dialect) -> bool:
    name = scheme.lower()
    return (
        of_base is not None
        and of_base.lower() == name
        and (dialect.loophole is None or name in dialect.loophole)
    )


def _refuse(reference: str, base: str) -> NoReturn:
    if not base:
        message = (
            "a relative reference needs a base URI, and there is none; give one, such as http://example.com/"
        )
        raise ReferenceSyntaxError(message, source=reference, start=0, end=len(reference))
    message = "the base URI is not absolute; let it begin with a scheme, as http://example.com/ does"
    raise ReferenceSyntaxError(message, source=base, start=0, end=len(base))


def _target(ref: Reference, base: Reference, dialect: Dialect) -> Reference:
    """RFC 3986 section 5.2.2, with a turn wherever the older documents take another one."""
    has_authority = bool(ref.authority) if dialect.empty_is_undefined else ref.authority is not None
    if ref.scheme is not None or has_authority:
        path = remove_dot_segments(ref.path) if dialect.dots_in_absolute else ref.path
        return ref._replace(scheme=base.scheme if ref.scheme is None else ref.scheme, path=path)
    if dialect.params:
        path, query, fragment = _with_params(ref, base)
    else:
        path, query, fragment = _without_params(ref, base, dialect)
    return Reference(base.scheme, base.authority, path, query, fragment)


def _without_params(ref: Reference, base: Reference, dialect: Dialect) -> tuple[str, str | None, str | None]:
    """Give path, query and fragment where a path goes up to the query (every document since the draft)."""
    if not ref.path and (ref.query is None or dialect.empty_path == "inherited"):
        return base.path, base.query if ref.query is None else ref.query, ref.fragment
    if ref.path.startswith("/"):
        return (
            remove_dot_segments(ref.path) if dialect.dots_in_absolute else ref.path,
            ref.query,
            ref.fragment,
        )
    merged, query = _merge(ref.path, base), ref.query
    if dialect.query_in_merge and query is not None:
        path, mark, rest = _remove_segment_pairs(f"{merged}?{query}").partition("?")
        return path, rest if mark else None, ref.fragment
    path = _remove_segment_pairs(merged) if dialect.surplus_kept else remove_dot_segments(merged)
    return path, query, ref.fragment


def _with_params(ref: Reference, base: Reference) -> tuple[str, str | None, str | None]:
    """RFC 1808 section 4, steps 2 a and 4 to 6: the path ends at its first ``;``; empty is inherited."""
    path, params = _cut_params(ref.path)
    base_path, base_params = _cut_params(base.path)
    if path:
        if not path.startswith("/"):
            path = _remove_segment_pairs(_merge(path, base._replace(path=base_path)))
        return path + params, ref.query, ref.fragment
    if len(params) > 1:
        return base_path + params, ref.query, ref.fragment
    return base_path + base_params, ref.query or base.query, ref.fragment


def _cut_params(path: str) -> tuple[str, str]:
    end = path.find(";")
    return (path, "") if end < 0 else (path[:end], path[end:])


def _merge(path: str, base: Reference) -> str:
    """Put the path in the place of the last segment of the base's (RFC 3986 section 5.2.3).

    The older documents forgot the base without a path (``http://a``, where ``g`` would become ``http://ag``);
    their grammars ask for the slash all the same.
    """
    if base.authority is not None and not base.path:
        return "/" + path if path else ""
    return base.path[: base.path.rfind("/") + 1] + path


def _remove_segment_pairs(path: str) -> str:
    """Take ``.`` and ``segment/..`` out of a path, and leave a ``..`` above the root (RFC 1808 4, step 6).

    >>> _remove_segment_pairs("/b/c/../../../g")
    '/../g'
    """
    root = "/" if path.startswith("/") else ""
    kept: list[str] = []
    open_end = False
    for segment in path[len(root) :].split("/"):
        pair = segment == ".." and bool(kept) and kept[-1] != ".."
        open_end = pair or segment == "."
        if pair:
            kept.pop()
        elif not open_end:
            kept.append(segment)
    if open_end:
        kept.append("")
    return root + "/".join(kept)


def rooted_apart(ref: Reference) -> Reference:
    """Keep a path that begins with ``//`` apart from an authority: ``/.`` goes before it where there is none.

    RFC 3986 section 3.3 forbids such a path without an authority, yet taking dots out of one can make it
    (``/.//bar``). The URL standard, section 4.5, writes it the same way.

    >>> str(rooted_apart(Reference("x", None, "//bar")))
    'x:/.//bar'
    """
    if ref.authority is None and ref.path.startswith("//"):
        return ref._replace(path="/." + ref.path)
    return ref

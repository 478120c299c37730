"""The references in the value of an attribute, by the form its row of the table gives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from urlglean.html.attributes import META_NAMES, Form, Kind, UrlAttribute
from urlglean.html.css import css_urls, may_hold_urls
from urlglean.html.meta_refresh import refresh_url
from urlglean.html.places import TEXT_NODE
from urlglean.html.srcset import image_candidates

__all__ = [
    "STYLE_SHEET",
    "Attr",
    "Reference",
    "cleaned",
    "cleaned_in_xml",
    "is_own",
    "references_in",
    "with_utf8_query",
]

Attr: TypeAlias = Callable[[str], str | None]
"""Gives an attribute of the same element, or None."""

STYLE_SHEET = UrlAttribute("style", TEXT_NODE, "resource", "css")
"""The row for the content of ``style``, which is in no attribute."""

_SPACE = "\t\n\f\r "
_AROUND = "".join(map(chr, range(0x21)))
_REMOVED = str.maketrans("", "", "\t\n\r")
_SPACES = str.maketrans("\t\n\r", "   ")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_BETWEEN_SPACES = re.compile(r"[^\t\n\f\r ]+")
_BETWEEN_COMMAS = re.compile(r"[^\t\n\f\r ,]+")


class Reference(NamedTuple):
    """One reference in a value: where it stands there (code points), and what differs from its row."""

    text: str
    start: int
    end: int
    notes: tuple[str, ...] = ()
    kind: Kind | None = None


def cleaned(value: str) -> str:
    r"""Take from a reference what the URL standard's parser takes: section 4.4, steps 1 to 3.

    >>> cleaned(" a\n b ")
    'a b'
    """
    if value.isprintable() and value[:1] != " " and value[-1:] != " ":
        return value
    return value.strip(_AROUND).translate(_REMOVED)


def cleaned_in_xml(value: str) -> str:
    r"""Do the same where the parser was one of XML, which made spaces of line breaks and tabs (XML 1.0, 3.3.3).

    >>> cleaned_in_xml(" a\n b ")
    'a  b'
    """
    return cleaned(value.translate(_SPACES)) if not value.isprintable() else cleaned(value)


def with_utf8_query(reference: str) -> str:
    """Percent-encode what is not ASCII in a reference's query as UTF-8, whatever its document's encoding.

    That is how browsers read the URLs of style sheets and of ``base``.

    >>> with_utf8_query("é.png?é#é")
    'é.png?%C3%A9#é'
    """
    if reference.isascii():
        return reference
    before, mark, rest = reference.partition("?")
    if not mark or "#" in before:
        return reference
    query, crosshatch, fragment = rest.partition("#")
    return f"{before}?{_NOT_ASCII.sub(_percent_encoded, query)}{crosshatch}{fragment}"


def _percent_encoded(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace"))


def is_own(element: str, row: UrlAttribute, value: str) -> bool:
    """Tell whether a reference is resolved against the document's own URL, whatever its base.

    The ``href`` of ``base`` is (HTML Standard, section 4.2.3), and an empty ``action`` or ``formaction``
    (section 4.10.18.6); browsers take an ``action`` of spaces for an empty one, a ``formaction`` they do not.
    """
    if row.kind == "form":
        return not (value.strip(_SPACE) if row.attribute == "action" else value)
    return element == "base"


def references_in(row: UrlAttribute, value: str, attr: Attr) -> Iterator[Reference]:
    """Yield the references in an attribute's value in order; none for a ``srcdoc``, which is a document."""
    read = _READ.get(row.form)
    return read(value, attr) if read else iter(())


def _one(value: str, _: Attr) -> Iterator[Reference]:
    yield Reference(value, 0, len(value))


def _list(value: str, _: Attr) -> Iterator[Reference]:
    return (Reference(found[0], *found.span()) for found in _BETWEEN_SPACES.finditer(value))


def _commas(value: str, _: Attr) -> Iterator[Reference]:
    return (Reference(found[0], *found.span()) for found in _BETWEEN_COMMAS.finditer(value))


def _srcset(value: str, _: Attr) -> Iterator[Reference]:
    for found in image_candidates(value):
        notes = (f"browsers pass it over: {found.error}",) if found.error else ()
        yield Reference(found.url, found.start, found.end, notes)


def _css(value: str, _: Attr) -> Iterator[Reference]:
    if may_hold_urls(value):
        for found in css_urls(value):
            yield Reference(with_utf8_query(found.url), found.start, found.end)


def _meta(value: str, attr: Attr) -> Iterator[Reference]:
    if (attr("http-equiv") or "").lower() == "refresh":
        found = refresh_url(value)
        if found:
            yield Reference(*found, kind="navigation")
        return
    names = f"{attr('property') or ''} {attr('name') or ''} {attr('itemprop') or ''}".lower().split()
    if value.strip(_SPACE) and not META_NAMES.isdisjoint(names):
        yield Reference(value, 0, len(value))


_READ: Mapping[Form, Callable[[str, Attr], Iterator[Reference]]] = {
    "one": _one,
    "list": _list,
    "commas": _commas,
    "srcset": _srcset,
    "css": _css,
    "meta": _meta,
}

"""The references in the value of an attribute, by the form its row of the table gives it, and in fields of HTTP.

First the forms that have a grammar of their own: ``meta refresh``, ``srcset``, JSON-LD. Then the table of all;
the fields at the end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import isinf
from typing import NamedTuple, TypeAlias

from urlglean.html.attributes import META_NAMES, META_WORDS, Form, Kind, UrlAttribute, is_loaded
from urlglean.html.css import css_urls, may_hold_urls
from urlglean.html.places import TEXT_NODE
from urlglean.patterns import lazy_re
from urlglean.text import Rewritten
from urlglean.uri.characters import encode_illegal

__all__ = ["field_references"]

# The URL of ``<meta http-equiv=refresh>`` (HTML Standard 4.2.5.3, shared declarative refresh steps).

_TIME = lazy_re(r"[\t\n\f\r ]*+[0-9.]++(?=[;,\t\n\f\r ])[\t\n\f\r ]*+[;,]?[\t\n\f\r ]*+")
_PREFIX = lazy_re(r"[uU][rR][lL][\t\n\f\r ]*=[\t\n\f\r ]*")


def refresh_url(content: str) -> tuple[str, int, int] | None:
    """Give a refresh's URL with its start and end in ``content`` (code points), or None where it has none.

    None too for what is no refresh: no time, or something else right after it. A refresh with an empty URL
    (``5; url=``) has the empty reference.

    >>> refresh_url("5; URL='next.html'"), refresh_url("5"), refresh_url("x; url=a")
    (('next.html', 8, 17), None, None)
    """
    time = _TIME.match(content)
    if time is None or time.end() == len(content):
        return None
    start, end = time.end(), len(content)
    prefix = _PREFIX.match(content, start)
    if prefix:
        start = prefix.end()
    if content[start : start + 1] in {'"', "'"}:
        closing = content.find(content[start], start + 1)
        start, end = start + 1, closing if closing >= 0 else end
    return content[start:end], start, end


# The ``srcset`` and ``imagesrcset`` attributes, parsed as the HTML Standard says (section 4.8.4.3.10).

# A URL that a comma ends has no descriptors. Step 8 of the algorithm, "tokenizer": a comma inside parentheses does not
# end a descriptor. An opening parenthesis that is never closed runs to the end.
_IMAGE_CANDIDATE = lazy_re(r"[\t\n\f\r ,]*+([^\t\n\f\r ]++)(?:(?<!,)((?:[^,(]|\([^)]*+(?:\)|\Z))*+))?")
_DESCRIPTOR = lazy_re(r"(?:[^\t\n\f\r (]|\([^)]*+(?:\)|\Z))++")
_NON_NEGATIVE_INTEGER = lazy_re(r"[0-9]+")
_SIDES = {"w": "width", "h": "height"}
_FLOAT = lazy_re(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def image_candidates(value: str) -> Iterator[ValueReference]:
    """Yield the URLs of a ``srcset`` in order, those that browsers pass over with a note on that.

    >>> [found.text for found in image_candidates("a.png, b.png 2x,c,d.png 1.5x")]
    ['a.png', 'b.png', 'c,d.png']
    >>> [(found.text, found.notes) for found in image_candidates("a.png 0w")]
    [('a.png', ('browsers pass it over: a width must be greater than zero',))]
    """
    position = 0
    while found := _IMAGE_CANDIDATE.match(value, position):  # not searched for: it could begin at any blank
        position = found.end()
        start, url = found.start(1), found[1].rstrip(",")
        error = _error(found[2] or "")
        yield ValueReference(
            url, start, start + len(url), (f"browsers pass it over: {error}",) if error else ()
        )


def _error(descriptors: str) -> str | None:
    """Check the descriptors of one candidate (``2x``, ``640w``) by steps 9 to 15 of the algorithm."""
    seen: set[str] = set()
    # What stands between white space outside of parentheses.
    for found in _DESCRIPTOR.finditer(descriptors):
        problem = _check(found[0], seen)
        if problem:
            return problem
        seen.add(found[0][-1])
    return "a height without a width" if "h" in seen and "w" not in seen else None


def _check(descriptor: str, seen: set[str]) -> str | None:
    number, unit = descriptor[:-1], descriptor[-1]
    if (side := _SIDES.get(unit)) and _NON_NEGATIVE_INTEGER.fullmatch(number):
        if seen & {unit, "x"}:
            return f"a {side} beside another {side} or a density"
        return None if number.strip("0") else f"a {side} must be greater than zero"
    # A number beyond all doubles is none (HTML Standard, section 2.3.4.3).
    if unit == "x" and _FLOAT.fullmatch(number) and not isinf(float(number)):
        if seen:
            return "a density beside another descriptor"
        return "a density must not be negative" if float(number) < 0 else None
    return f"no descriptor: {descriptor}"


# The URLs of a JSON-LD block: what its terms say is a URL, and what is an absolute http(s) URL anyway.

_STRING = lazy_re(r'"((?:[^"\\\n]|\\.)*+)("?)')
_AFTER = lazy_re(r"\s*+:")
_JSON_SPACE = lazy_re(r"\s")
_ABSOLUTE = lazy_re(r"https?://", re.IGNORECASE)

_TERMS = frozenset(
    (
        # JSON-LD 1.1's own, and the properties of schema.org whose values are URLs in practice
        "@id @context contentUrl discussionUrl downloadUrl embedUrl image installUrl item logo"
        " mainEntityOfPage paymentUrl photo relatedLink replyToUrl sameAs significantLink target"
        " thumbnailUrl trackingUrl url urlTemplate"
    ).split()
)
_LITERALS = frozenset(
    {"@value", "@language", "@type", "name", "description", "headline", "text", "articleBody"}
)
"""Terms whose values are words even where they begin as a URL does."""


def is_json_ld(media_type: str | None) -> bool:
    """Tell by the ``type`` of a script whether it holds JSON-LD; parameters change nothing.

    >>> is_json_ld(" application/LD+JSON; charset=utf-8"), is_json_ld("application/json"), is_json_ld(None)
    (True, False, False)
    """
    return (media_type or "").partition(";")[0].strip().lower() == "application/ld+json"


def json_urls(block: str) -> Iterator[ValueReference]:
    r"""Yield the URLs of a JSON-LD block in order, where each stands between its quotes.

    >>> block = r'{"url": "/a", "name": "b", "x": ["http:\/\/c\/"]}'
    >>> [found.text for found in json_urls(block)]
    ['/a', 'http://c/']
    """
    term = ""
    for found in _STRING.finditer(block):
        if not found[2]:
            continue  # it does not end in its line
        if _AFTER.match(block, found.end()):
            term = found[1]
            continue
        value = _decoded(found[0])
        if not value or _JSON_SPACE.search(value):
            continue
        if term in _TERMS or (term not in _LITERALS and _ABSOLUTE.match(value)):
            yield ValueReference(value, *found.span(1))


def _decoded(written: str) -> str | None:
    if "\\" not in written:
        return written[1:-1]
    try:
        decoded: str = json.loads(written)
    except ValueError:
        return None
    return decoded


# Each form of the table: what its references are, where they stand in the value, what is to be said of them.

Attr: TypeAlias = Callable[[str], str | None]
"""Gives an attribute of the same element, or None."""

STYLE_SHEET = UrlAttribute("style", TEXT_NODE, "resource", "css")
"""The row for the content of ``style``, which is in no attribute."""

_SPACE = "\t\n\f\r "
_AROUND = "".join(map(chr, range(0x21)))
_REMOVED = str.maketrans("", "", "\t\n\r")
_SPACES = str.maketrans("\t\n\r", "   ")
_NOT_ASCII = lazy_re(r"[^\x00-\x7f]+")
_BETWEEN_SPACES = lazy_re(r"[^\t\n\f\r ]+")
_BETWEEN_COMMAS = lazy_re(r"[^\t\n\f\r ,]+")
_LAST_WORD = lazy_re(r"(?<![^.:_ -])[^.:_ -]++(?= |\Z)")
_OF_CSS = lazy_re(
    r"[\t\n\f\r ]*+(?:(?:url|image-set|(?:repeating-)?(?:linear|radial|conic)-gradient|rgba?|hsla?|var)\("
    r"|\#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})[\t\n\f\r ]*+\Z)",
    re.IGNORECASE,
)


class ValueReference(NamedTuple):
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
    return f"{before}?{_NOT_ASCII.sub(lambda found: encode_illegal(found[0]), query)}{crosshatch}{fragment}"


def is_of_base(row: UrlAttribute) -> bool:
    """Tell whether a row is that of the ``href`` of HTML's ``base``: SVG and MathML have elements of that name, too.

    >>> from urlglean.html.attributes import rows_for
    >>> [is_of_base(rows_for("base", namespace)["href"]) for namespace in ("html", "math")]
    [True, False]
    """
    return row.elements == "base"


def is_own(row: UrlAttribute, value: str) -> bool:
    """Tell whether a reference is resolved against the document's own URL, whatever its base.

    The ``href`` of ``base`` is (HTML Standard, section 4.2.3), and an empty ``action`` or ``formaction``
    (section 4.10.18.6); browsers take an ``action`` of spaces for an empty one, a ``formaction`` they do not.
    """
    if row.kind == "form":
        return not (value.strip(_SPACE) if row.attribute == "action" else value)
    return is_of_base(row)


def references_in(row: UrlAttribute, value: str, attr: Attr) -> Iterator[ValueReference]:
    """Yield the references in an attribute's value in order; none for a ``srcdoc``, which is a document."""
    read = _READ.get(row.form)
    return read(value, attr) if read else iter(())


def _one(value: str, _: Attr) -> Iterator[ValueReference]:
    yield ValueReference(value, 0, len(value))


def _each(pattern: re.Pattern[str], value: str, _: Attr) -> Iterator[ValueReference]:
    return (ValueReference(found[0], *found.span()) for found in pattern.finditer(value))


def _css(value: str, _: Attr) -> Iterator[ValueReference]:
    if may_hold_urls(value):
        for found in css_urls(value):
            yield ValueReference(with_utf8_query(found.url), found.start, found.end)


def _meta(value: str, attr: Attr) -> Iterator[ValueReference]:
    if (attr("http-equiv") or "").lower() == "refresh":
        found = refresh_url(value)
        if found:
            yield ValueReference(*found, kind="navigation")
        return
    names = f"{attr('property') or ''} {attr('name') or ''} {attr('itemprop') or ''}".lower().split()
    if _names_url(names, value.strip(_SPACE)):
        yield ValueReference(value, 0, len(value))


def _names_url(names: Sequence[str], content: str) -> bool:
    """Tell whether a ``meta`` of these names holds a URL: all of it, by its name or as an absolute http(s) URL."""
    if not content:
        return False
    if not META_NAMES.isdisjoint(names):
        return content.lower() != "none"  # there is no file for ``msapplication-config``
    is_absolute = names and _ABSOLUTE.match(content) and not _JSON_SPACE.search(content)
    return bool(is_absolute) and META_WORDS.isdisjoint(_LAST_WORD.findall(" ".join(names)))


_READ: Mapping[Form, Callable[[str, Attr], Iterator[ValueReference]]] = {
    "one": _one,
    "list": partial(_each, _BETWEEN_SPACES),
    "commas": partial(_each, _BETWEEN_COMMAS),
    "srcset": lambda value, _: image_candidates(value),
    "css": _css,
    "meta": _meta,
    "image": lambda value, attr: (_css if _OF_CSS.match(value) else _one)(value, attr),
}


# Fields of an HTTP response that hold references: ``Refresh``, and ``Link`` (RFC 8288, Web Linking).


class FieldReference(NamedTuple):
    """A reference in the value of a field, where it stands there, and what it is for."""

    url: str
    start: int
    end: int
    kind: Kind
    rel: str | None = None
    """The relation types between spaces, as written; None where none are named."""


def field_references(name: str, value: str) -> Iterator[FieldReference]:
    """Yield the references of a ``Link`` or ``Refresh`` field in order; offsets in code points.

    A ``Link`` to be preloaded may have several images instead of one target (HTML Standard, section 4.6.7.9).

    >>> [tuple(one) for one in field_references("link", "</a>; rel=next, <b.css>; rel=preload")]
    [('/a', 1, 3, 'metadata', 'next'), ('b.css', 17, 22, 'resource', 'preload')]
    """
    if name == "refresh":
        found = refresh_url(value)
        if found:
            yield FieldReference(*found, "navigation")
        return
    for link, parameters in header_links(value):
        yield link
        if (images := parameters.get("imagesrcset")) is not None:
            for image in image_candidates(images.text):
                place = images.span(image.start, image.end)
                yield FieldReference(image.text, *place, "resource", link.rel)


_LINK_PARAMETER = lazy_re(
    r"\s*;\s*(?P<name>[^\s=;,\"<]*)\s*(?:=\s*(?:\"(?P<quoted>(?:[^\"\\]|\\.)*+)\"?|(?P<token>[^\s;,\"]*)))?",
    re.DOTALL,
)
_ESCAPED = lazy_re(r"\\(.)", re.DOTALL)


def header_links(value: str) -> Iterator[tuple[FieldReference, dict[str, Rewritten]]]:
    """Yield the links of a ``Link`` field's value in order (RFC 8288 Appendix B.2); offsets in code points.

    With each come all parameters by their names in lower case, the first of each (``rel`` and ``anchor`` among them).
    What follows a malformed link up to the next ``<`` is passed over. A target is a reference relative to the
    URI of the response, whatever the content says (section 3.1); an ``anchor`` parameter says what the link is
    from, not what its target is relative to (section 3.2).

    >>> [(link.url, link.rel) for link, _ in header_links('</a>; rel="next prev", <b>;rel=canonical')]
    [('/a', 'next prev'), ('b', 'canonical')]
    """
    position = 0
    while (start := value.find("<", position) + 1) and (end := value.find(">", start)) >= 0:
        parameters, position = _parameters(value, end + 1)
        written = value[start:end]
        target = written.strip()
        start += len(written) - len(written.lstrip())
        rel = parameters["rel"].text if "rel" in parameters else None
        kind: Kind = "resource" if rel and is_loaded(rel) else "metadata"
        yield FieldReference(target, start, start + len(target), kind, rel), parameters


def _parameters(value: str, position: int) -> tuple[dict[str, Rewritten], int]:
    parameters: dict[str, Rewritten] = {}
    while found := _LINK_PARAMETER.match(value, position):
        position = found.end()
        if found["name"]:
            parameters.setdefault(found["name"].lower().rstrip("*"), _said(found))
    return parameters, position


def _said(parameter: re.Match[str]) -> Rewritten:
    """Give the value of a parameter, without the backslashes of a quoted one."""
    if parameter["quoted"] is None:
        return Rewritten(parameter["token"] or "", parameter.start("token"))
    start, end = parameter.span("quoted")
    escaped = _ESCAPED.finditer(parameter.string, start, end)
    return Rewritten.of(parameter.string, ((one.start(), one.start(1), "") for one in escaped), start, end)

"""Every place where HTML holds a URL, as one table: element, attribute, what for, and how many; and its selectors.

From the index of attributes of the HTML Standard, its obsolete features (section 16.3), HTML 4.01's ``%URI``
attributes, SVG 2, and the names that pages and their scripts have agreed on. What an attribute is *for*:

- ``navigation``: a place to go, by a click or as a frame's content
- ``resource``: something fetched to show or run the page
- ``form``: where a form is sent
- ``metadata``: said about the page or a part of it; nobody fetches it by itself
- ``text``: written out in the page's text (no attribute, so not in this table)

A new attribute is a new row. One whose value has a new form takes a `Form` here, and a function in `values`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

Kind = Literal["navigation", "resource", "form", "metadata"]

Form = Literal["one", "list", "commas", "srcset", "css", "srcdoc", "meta", "image"]
"""What an attribute's value is: one URL; URLs between spaces or commas; a ``srcset``; declarations of
a style sheet; a whole document; what the ``meta`` element's other attributes say it is; one URL, or a
style sheet's word for an image or a colour."""

Namespace = Literal["html", "svg", "math"]

EVERY = "*"
"""Stands for every HTML element."""
FOREIGN = "svg:*"
"""Stands for every SVG element."""
MATHML = "math:*"
"""Stands for every MathML element."""
_PREFIXES = ("svg:", "math:")
"""Before the names of elements that are not of HTML; what is written so in a page is an element of HTML."""


class UrlAttribute(NamedTuple):
    """A row of the table: an attribute of some elements that holds a URL, or several."""

    elements: str
    """Names between spaces (``svg:`` before those of SVG); `EVERY`, `FOREIGN`, `MATHML` for all of a kind."""
    attribute: str
    """Its name, or several between spaces."""
    kind: Kind
    form: Form = "one"
    lazy: bool = False
    """True where only a page's own scripts give it a meaning."""


ATTRIBUTES = (
    # links
    UrlAttribute("a area", "href", "navigation"),
    UrlAttribute("a area", "ping", "resource", "list"),
    UrlAttribute("link", "href", "metadata"),  # a resource where `rel` says so
    UrlAttribute("link", "imagesrcset", "resource", "srcset"),
    UrlAttribute("base", "href", "metadata"),
    # frames
    UrlAttribute("iframe frame fencedframe portal", "src", "navigation"),
    UrlAttribute("iframe", "srcdoc", "navigation", "srcdoc"),
    # images, media, plug-ins, scripts
    UrlAttribute("img script embed source track video audio input bgsound model", "src", "resource"),
    UrlAttribute("img source", "srcset", "resource", "srcset"),
    UrlAttribute("img", "lowsrc", "resource"),
    UrlAttribute("img input", "dynsrc", "resource"),
    UrlAttribute("video", "poster", "resource"),
    UrlAttribute("object", "data", "resource"),
    UrlAttribute("object applet", "codebase", "metadata"),
    UrlAttribute("object", "classid", "metadata"),
    UrlAttribute("object", "archive", "resource", "list"),
    UrlAttribute("applet", "archive", "resource", "commas"),
    UrlAttribute("applet", "code", "resource"),
    UrlAttribute("applet", "object", "resource"),
    UrlAttribute("embed", "pluginspage", "metadata"),
    UrlAttribute("body table col colgroup thead tbody tfoot tr td th", "background", "resource"),
    # forms
    UrlAttribute("form", "action", "form"),
    UrlAttribute("isindex", "action", "form"),
    UrlAttribute("button input", "formaction", "form"),
    # what is said about the page or a part of it
    UrlAttribute("blockquote q del ins", "cite", "metadata"),
    UrlAttribute("img iframe frame", "longdesc", "metadata"),
    UrlAttribute("html", "manifest", "resource"),
    UrlAttribute("head", "profile", "metadata", "list"),
    UrlAttribute("meta", "content", "metadata", "meta"),
    UrlAttribute(EVERY, "itemid", "metadata"),
    UrlAttribute(EVERY, "itemtype", "metadata", "list"),
    # style
    UrlAttribute(EVERY, "style", "resource", "css"),
    UrlAttribute(FOREIGN, "style", "resource", "css"),
    UrlAttribute(MATHML, "style", "resource", "css"),
    # SVG and MathML
    UrlAttribute("svg:a", "href xlink:href", "navigation"),
    UrlAttribute(
        "svg:animate svg:animateMotion svg:animateTransform svg:feImage svg:filter svg:image "
        "svg:linearGradient svg:mpath svg:pattern svg:radialGradient svg:script svg:set svg:textPath svg:use",
        "href xlink:href",
        "resource",
    ),
    UrlAttribute(
        "svg:altGlyph svg:color-profile svg:cursor svg:font-face-uri svg:tref", "xlink:href", "resource"
    ),
    UrlAttribute(MATHML, "href xlink:href", "navigation"),
    UrlAttribute(
        FOREIGN,
        "clip-path cursor fill filter marker-end marker-mid marker-start mask stroke",
        "resource",
        "css",
    ),
    # VML, which Word and Outlook write into pages and into their conditional comments (no namespace in HTML)
    UrlAttribute("v:fill v:image v:imagedata v:stroke", "src", "resource"),
    UrlAttribute(
        "v:arc v:curve v:group v:image v:line v:oval v:polyline v:rect v:roundrect v:shape",
        "href",
        "navigation",
    ),
    # what scripts load later
    UrlAttribute(
        EVERY,
        "data-background-video data-flickity-lazyload data-flickity-lazyload-src data-full-src data-hi-res-src"
        " data-image data-image-src data-img-src data-large-src data-lazy data-lazy-src data-lazyload data-original"
        " data-poster data-src data-thumb lazy-src",
        "resource",
        lazy=True,
    ),
    UrlAttribute(
        EVERY,
        "data-background data-background-image data-bg data-bg-hidpi data-bg-image data-bg-src data-lazy-background",
        "resource",
        "image",
        lazy=True,
    ),
    UrlAttribute(
        EVERY,
        "data-bgset data-flickity-lazyload-srcset data-lazy-srcset data-original-set data-srcset",
        "resource",
        "srcset",
        lazy=True,
    ),
    UrlAttribute(EVERY, "data-href data-link data-url", "navigation", lazy=True),
)

_RESOURCE_RELS = frozenset(
    (
        # HTML Standard, section 4.6.7, "external resource"
        "apple-touch-icon apple-touch-icon-precomposed apple-touch-startup-image dns-prefetch expect icon"
        " manifest mask-icon modulepreload pingback preconnect prefetch preload prerender stylesheet"
    ).split()
)
"""The values of ``link rel`` that make its ``href`` something a browser uses by itself."""


def is_loaded(rel: str) -> bool:
    """Tell whether a browser uses by itself what a ``link`` element or a ``Link`` field with this ``rel`` leads to."""
    return not _RESOURCE_RELS.isdisjoint(rel.lower().split())


META_NAMES = frozenset(
    (
        # The Open Graph protocol, and what Twitter, Microsoft and Apple added
        "al:android:url al:ios:url al:ipad:url al:iphone:url al:web:url article:author article:publisher"
        " book:author msapplication-config msapplication-square150x150logo msapplication-square310x310logo"
        " msapplication-square70x70logo msapplication-starturl msapplication-tileimage"
        " msapplication-wide310x150logo music:album music:creator music:musician music:song og:audio"
        " og:audio:secure_url og:audio:url og:image og:image:secure_url og:image:url og:see_also og:url"
        " og:video og:video:secure_url og:video:url thumbnail twitter:app:url:googleplay"
        " twitter:app:url:ipad twitter:app:url:iphone twitter:image twitter:image:src twitter:player"
        " twitter:player:stream twitter:url video:actor video:director video:series video:writer"
        # Scholarly articles, as Highwire Press has them
        " citation_abstract_html_url citation_fulltext_html_url citation_pdf_url"
        # schema.org, as microdata in a meta element's itemprop
        " contenturl embedurl image sameas thumbnailurl url"
    ).split()
)
"""The values of ``meta``'s ``property``, ``name`` and ``itemprop`` whose ``content`` is a URL."""

META_WORDS = frozenset("abstract alt description generator headline keywords name text title".split())
"""Last words of such values whose ``content`` is words, even where these begin as a URL does."""


def _rows() -> tuple[UrlAttribute, ...]:
    """Give the table with one element and one attribute in each row."""
    return tuple(
        row._replace(elements=element, attribute=attribute)
        for row in ATTRIBUTES
        for element in row.elements.split()
        for attribute in row.attribute.split()
    )


ROWS = _rows()


def _by_element() -> Mapping[str, Mapping[str, UrlAttribute]]:
    table: dict[str, dict[str, UrlAttribute]] = {}
    for row in ROWS:
        table.setdefault(row.elements, {})[row.attribute] = row
    return MappingProxyType({element: MappingProxyType(rows) for element, rows in table.items()})


_BY_ELEMENT = _by_element()
"""The rows of each element by attribute; those of `EVERY`, `FOREIGN` and `MATHML` under these names."""


@lru_cache(maxsize=1024)
def rows_for(element: str, namespace: Namespace = "html") -> Mapping[str, UrlAttribute]:
    """Give the rows of an element by attribute, those of every element of its kind included.

    >>> rows_for("q")["cite"].kind, "cite" in rows_for("q", "svg")
    ('metadata', False)
    >>> rows_for("a", "svg")["xlink:href"].kind, rows_for("use", "svg")["href"].kind
    ('navigation', 'resource')
    >>> "href" in rows_for("svg:use")
    False
    """
    if namespace == "svg":
        return MappingProxyType({**_BY_ELEMENT[FOREIGN], **_BY_ELEMENT.get(f"svg:{element}", {})})
    if namespace == "math":
        return _BY_ELEMENT[MATHML]
    of_element = {} if element.startswith(_PREFIXES) else _BY_ELEMENT.get(element, {})
    return MappingProxyType({**_BY_ELEMENT[EVERY], **of_element})


STYLE_ROW = _BY_ELEMENT[EVERY]["style"]
"""The row for the declarations in any element."""


# The selectors that find the elements with URLs in a tree, made of the table of their attributes.

COMMON = (("a", "href"), ("area", "href"), ("link", "href"), ("img", "src"), ("script", "src"))
"""Elements and attributes that nearly all references of a page stand in."""
_FREQUENT = frozenset({*(element for element, _ in COMMON), "blockquote", "button", "input"})
_CELLS = frozenset("table tbody td tfoot th thead tr".split())
"""Elements of tables: there are so many that they are found as any other, by what attributes they have."""


class Selectors(NamedTuple):
    """How the elements of HTML are found that hold all the other rows of the table."""

    rare: Mapping[str, tuple[UrlAttribute, ...]]
    """Elements so rare that each is looked at, with their rows."""
    frequent: Mapping[str, tuple[str, tuple[UrlAttribute, ...]]]
    """Elements with attributes that few of them have: what selects these, and their rows."""
    of_any: tuple[tuple[str, Mapping[str, tuple[UrlAttribute, ...]]], ...]
    """What selects the elements with an attribute that any may have, or one of a table; and the rows of these
    attributes, by element: those of `EVERY` hold for all that are not named."""


@cache
def selectors(*, lazy: bool) -> Selectors:
    """Give the selectors, with or without those of attributes that only a page's own scripts give a meaning."""
    rows: dict[str, list[UrlAttribute]] = {}
    for row in ROWS:
        is_html = not row.elements.startswith(_PREFIXES)
        if is_html and (row.elements, row.attribute) not in COMMON and (lazy or not row.lazy):
            rows.setdefault(row.elements, []).append(row)
    every = rows.pop(EVERY)
    cells = {element: rows.pop(element) for element in _CELLS & rows.keys()}
    frequent = {
        element: (",".join(map(_selector, found)), tuple(found))
        for element, found in rows.items()
        if element in _FREQUENT
    }
    rare = {element: tuple(found) for element, found in rows.items() if element not in _FREQUENT}
    said = tuple(row for row in every if not row.lazy and row is not STYLE_ROW)
    of_any: list[dict[str, tuple[UrlAttribute, ...]]] = [
        {EVERY: said, **{element: (*found, *said) for element, found in cells.items()}},
        {EVERY: (STYLE_ROW,)},
    ]
    if lazy:
        of_any.append({EVERY: tuple(row for row in every if row.lazy)})
    return Selectors(rare, frequent, tuple((_selector_of_any(found), found) for found in of_any))


def _selector_of_any(by_element: Mapping[str, tuple[UrlAttribute, ...]]) -> str:
    """Give what selects them in one walk; a list of selectors would take one for each."""
    attributes = sorted({row.attribute for found in by_element.values() for row in found})
    return f":is({','.join(map('[{}]'.format, attributes))})"


def _selector(row: UrlAttribute) -> str:
    element = "" if row.elements == FOREIGN else row.elements
    # Most declarations hold no URL, and all that do hold a parenthesis.
    return f'{element}[{row.attribute}*="("]' if row.form == "css" else f"{element}[{row.attribute}]"


FOREIGN_ROWS = tuple(row for row in ROWS if row.elements == FOREIGN and row.attribute != "style")
"""The rows of every element of SVG, without ``style``, which is found with that of HTML."""
FOREIGN_CSS = ",".join(map(_selector, FOREIGN_ROWS))
"""Finds them."""
SVG_CSS = ",".join("svg" + _selector(row) for row in FOREIGN_ROWS)
"""Finds ``svg`` elements with one of these attributes themselves."""
FOREIGN_LINKED = tuple(
    sorted(
        {
            row.elements.removeprefix("svg:")
            for row in ROWS
            if row.elements.startswith("svg:") and row.elements != FOREIGN
        }
        - {element for element, attribute in COMMON if attribute == "href"}
    )
)
"""SVG elements with links, without those that are found among their namesakes of HTML."""

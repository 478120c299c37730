"""The selectors that find the elements with URLs in a tree, made of the table of their attributes.

A tree builder in C answers a selector in less time than it takes here to look at one element after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from urlglean.html.attributes import EVERY, FOREIGN, ROWS, UrlAttribute

__all__ = ["COMMON", "FOREIGN_CSS", "FOREIGN_LINKED", "FOREIGN_ROWS", "SVG_CSS", "Selectors", "selectors"]

COMMON = (("a", "href"), ("area", "href"), ("link", "href"), ("img", "src"), ("script", "src"))
"""Elements and attributes that nearly all references of a page stand in."""
_FREQUENT = frozenset(
    {*(element for element, _ in COMMON), "button", "input", "tbody", "td", "tfoot", "th", "tr"}
)


class Selectors(NamedTuple):
    """How the elements of HTML are found that hold all the other rows of the table."""

    rare: Mapping[str, tuple[UrlAttribute, ...]]
    """Elements so rare that each is looked at, with their rows."""
    special: tuple[tuple[str, tuple[UrlAttribute, ...]], ...]
    """Selectors for attributes that are rare on their elements, with the rows of the elements selected."""


@cache
def selectors(*, lazy: bool) -> Selectors:
    """Give the selectors, with or without those of attributes that only a page's own scripts give a meaning."""
    rows: dict[str, list[UrlAttribute]] = {}
    for row in ROWS:
        is_html = not row.elements.startswith(("svg:", "math:"))
        if is_html and (row.elements, row.attribute) not in COMMON and (lazy or not row.lazy):
            rows.setdefault(row.elements, []).append(row)
    special = [
        (",".join(map(_selector, found)), tuple(found))
        for element, found in rows.items()
        if element in _FREQUENT
    ]
    # Of every element, each attribute alone: the parser has an index of these, but none of lists of them.
    special.extend((f"[{row.attribute}]", (row,)) for row in rows[EVERY])
    rare = {
        element: tuple(found)
        for element, found in rows.items()
        if element != EVERY and element not in _FREQUENT
    }
    return Selectors(rare, tuple(special))


def _selector(row: UrlAttribute) -> str:
    element = "" if row.elements == FOREIGN else row.elements
    # Most declarations hold no URL, and all that do hold a parenthesis.
    return f'{element}[{row.attribute}*="("]' if row.form == "css" else f"{element}[{row.attribute}]"


FOREIGN_ROWS = tuple(row for row in ROWS if row.elements == FOREIGN and row.attribute != "style")
"""The rows of every element of SVG and MathML, without ``style``, which is found with that of HTML."""
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

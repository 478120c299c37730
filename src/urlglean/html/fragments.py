"""What a fragment can lead to in a page: HTML Standard, section 7.4.6.3, *find a potential indicated element*."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turbohtml import Node

__all__ = ["fragments_of_page"]


def fragments_of_page(page: str) -> frozenset[str]:
    """Give the ids of a page's elements and the names of its ``a`` elements, as they are once decoded.

    What is in templates is no part of the page. Beside these, the empty fragment and ``top`` lead to the top of any
    page.

    >>> sorted(fragments_of_page('<a name=here><p id="a&amp;b"><template><p id=no></template>'))
    ['a&b', 'here']
    """
    import turbohtml

    return fragments_of_tree(turbohtml.parse(page, scripting=True))


def fragments_of_tree(tree: Node) -> frozenset[str]:
    """Do the same for a page that is parsed."""
    import turbohtml

    found = {element.attr("id") for element in tree.select("[id]:not(template *)")}
    found |= {
        element.attr("name")
        for element in tree.select("a[name]:not(template *)")
        if element.namespace is turbohtml.Namespace.HTML
    }
    return frozenset(name for name in found if name)

"""What a fragment can lead to in a page: HTML Standard, section 7.4.6.3, *find a potential indicated element*."""

from __future__ import annotations

__all__ = ["fragments_of_page"]


def fragments_of_page(page: str) -> frozenset[str]:
    """Give the ids of a page's elements and the names of its ``a`` elements, as they are once decoded.

    What is in templates is no part of the page. Beside these, the empty fragment and ``top`` lead to the top of any
    page.

    >>> sorted(fragments_of_page('<a name=here><p id="a&amp;b"><template><p id=no></template>'))
    ['a&b', 'here']
    """
    import turbohtml

    tree = turbohtml.parse(page, scripting=True)
    for template in tree.select("template"):
        template.clear()
    found = {element.attr("id") for element in tree.select("[id]")}
    found |= {
        element.attr("name")
        for element in tree.select("a[name]")
        if element.namespace is turbohtml.Namespace.HTML
    }
    return frozenset(name for name in found if name)

"""What pages ask of robots: the ``robots`` meta element and the ``X-Robots-Tag`` header field.

Both hold directives between commas (``noindex``, ``nofollow``, ``none``, ...); ``none`` is the first two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from urlglean.html.source import as_html, without_prefix
from urlglean.patterns import lazy_re
from urlglean.text import Text

__all__ = ["header_directives", "robots_of_page"]

_MAY_ASK = r"<meta[^<>]*?(?:robots|=\s*(?:\"[^\"<>]*+|'[^'<>]*+)[<>])"
"""An element that may be one of these: in a value, a bracket ends no tag."""
_META = lazy_re(_MAY_ASK, re.IGNORECASE)
_META_BYTES = lazy_re(_MAY_ASK.encode(), re.IGNORECASE)
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_HEAD = 10 << 20
"""So much of a page is looked at: these elements stand in its head."""
_AGENT = lazy_re(r"\s*([^\s:,]+)\s*:")
_ITEM = lazy_re(r"[^,]+")
_WORDS = lazy_re(r"[^\s;]+")
_WITHOUT_VALUES = frozenset(
    {
        *("all", "follow", "index", "none", "nofollow", "noindex", "noarchive", "nocache", "nosnippet"),
        *("noimageindex", "notranslate", "noodp", "noydir", "indexifembedded"),
    }
)
_EVERY_ROBOT = frozenset({"*", "robots"})
_WITH_VALUES = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})


def directives(value: str) -> frozenset[str]:
    """Give the directives of a ``content`` attribute, in lower case.

    Those that take no value may stand between blanks or semicolons as well, as some pages write them.

    >>> sorted(directives("NoIndex, max-snippet:10")), sorted(directives("none"))
    (['max-snippet:10', 'noindex'], ['nofollow', 'noindex', 'none'])
    >>> sorted(directives("noindex nofollow"))
    ['nofollow', 'noindex']
    """
    return _together((value,))


def _together(values: Iterable[str]) -> frozenset[str]:
    """Give the directives of all values: those that robots know, and a thousand others."""
    found: set[str] = set()
    for value in values:
        for one in _separated(value.lower()):
            if len(found) < _MOST or one in _WITHOUT_VALUES:
                found.add(one)
    return frozenset(found | {"noindex", "nofollow"} if "none" in found else found)


_MOST = 1000
"""How many that robots do not know are kept: a page may name millions."""


def _separated(value: str) -> Iterator[str]:
    for item in _ITEM.finditer(value):
        words = {found[0] for found in _WORDS.finditer(item[0])}
        if not words <= _WITHOUT_VALUES:
            words = {item[0].strip()}
        yield from words


def header_directives(values: Iterable[str]) -> frozenset[str]:
    """Give the directives of ``X-Robots-Tag`` fields that are for every robot.

    >>> sorted(header_directives(["noarchive", "somebot: noindex, nofollow"]))
    ['noarchive']
    """
    return _together(filter(None, map(_for_every_robot, values)))


def _for_every_robot(value: str) -> str:
    agent = _AGENT.match(value)
    if agent is None or agent[1].lower() in _WITH_VALUES:
        return value
    return value[agent.end() :] if agent[1].lower() in _EVERY_ROBOT else ""


def robots_of_page(content: Any, *, is_xml: bool = False) -> frozenset[str]:
    """Give the directives of a page's ``<meta name="robots">`` elements; none of those in templates or ``noscript``.

    ``content`` is the page as bytes, as text, or as a BeautifulSoup tree; ``is_xml`` tells that it is XHTML, where
    ``noscript`` is an element like others.

    >>> sorted(robots_of_page('<META content="nofollow" NAME="Robots"><p>'))
    ['nofollow']
    """
    if not isinstance(content, (str, bytes, bytearray, memoryview)):
        return _together(
            str(element.get("content", ""))
            for element in content.find_all("meta")
            if str(element.get("name", "")).strip().lower() == "robots"
            and not element.find_parent(["template", "noscript"])
        )
    page = content if isinstance(content, str) else bytes(content)
    if is_xml:
        page = as_html(without_prefix(_decoded(page[:_LONGEST_HEAD])))[0]
    # Most pages ask nothing: they are not parsed a second time for it.
    found = (
        _META.search(page) if isinstance(page, str) else _META_BYTES.search(page) or page.startswith(_WIDE)
    )
    return _together(_from_markup(page)) if found else frozenset()


def _decoded(page: str | bytes) -> str:
    """Give a page as a text, as far as its ASCII goes."""
    if isinstance(page, str):
        return page
    return page.decode("utf-16" if page.startswith(_WIDE) else "latin-1", "replace")


def _from_markup(page: str | bytes) -> Iterator[str]:
    import turbohtml

    from urlglean.html.tokenized.tokens import is_too_long, start_tags

    head = page[:_LONGEST_HEAD]
    text = _decoded(head)
    if is_too_long(text, _LONGEST_HEAD):
        for tag, _ in start_tags(Text(text)):
            if tag.tag == "meta" and (tag.attr("name") or "").strip().lower() == "robots":
                yield tag.attr("content") or ""
        return
    tree = turbohtml.parse(head, scripting=True)
    for template in tree.select("template"):
        template.clear()
    for element in tree.select("meta[name][content]"):
        if (element.attr("name") or "").strip().lower() == "robots":
            yield element.attr("content") or ""

"""The absolute URLs that a message knows whole, for texts in which they may be broken over lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import unescape

__all__ = ["Evidence", "whole_in_html", "whole_in_text"]

_IN_HTML = re.compile(r"""[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+""")
_IN_TEXT = re.compile(r"""(?<![\w+.-])[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+(?=[ \t>"])""")
_LIMIT = 1 << 21
"""How much of a text is searched for evidence, in code points."""


def whole_in_html(html: str) -> set[str]:
    """Give the absolute URLs in the attributes and the text of a page: markup does not wrap them.

    >>> whole_in_html('<a href="http://a/?b&amp;c">http://d/</a>') == {"http://a/?b&c", "http://d/"}
    True
    """
    return {unescape(found).rstrip("'") for found in _IN_HTML.findall(html[:_LIMIT])}


def whole_in_text(text: str) -> set[str]:
    r"""Give the absolute URLs of a text that something follows on their line, so that no break cut them.

    >>> sorted(whole_in_text("http://a/b is whole, <http://c/d> too, this may not be: http://e/\nf"))
    ['http://a/b', 'http://c/d']
    """
    return {found.rstrip(".,;:!?)'") for found in _IN_TEXT.findall(text[:_LIMIT])}


class Evidence:
    """A container of URLs that is filled when it is first asked."""

    __slots__ = ("_collectors", "_urls")

    def __init__(self, collectors: Iterable[Callable[[], Iterable[str]]]) -> None:
        self._collectors = tuple(collectors)
        self._urls: frozenset[str] | None = None

    def __contains__(self, url: object) -> bool:
        if self._urls is None:
            self._urls = frozenset(url for collect in self._collectors for url in collect())
        return url in self._urls

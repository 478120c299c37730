"""A style sheet as a document: what it refers to, and the bare URLs of its comments and strings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from operator import attrgetter

from urlglean.candidate import Candidate, Facts, Markup, MarkupCandidate
from urlglean.html.css import css_urls
from urlglean.text import Text

__all__ = ["declared_charset", "references_of", "with_bare_urls"]

_CHARSET = re.compile(rb'(?:\xef\xbb\xbf)?@charset "([^"]{1,64})";')


def declared_charset(head: bytes) -> str | None:
    """Give the label that a style sheet's ``@charset`` has, or None (CSS Syntax Level 3, section 3.2).

    >>> declared_charset(b'@charset "koi8-r"; p {}'), declared_charset(b"@charset 'koi8-r';")
    ('koi8-r', None)
    """
    found = _CHARSET.match(head)
    return found[1].decode("latin-1") if found else None


def references_of(text: str) -> list[Candidate]:
    """Give what a style sheet refers to, relative references too, in order."""
    source = Text(text)
    return [
        MarkupCandidate(url, source, start, end, Facts(markup=Markup("css", place, kind="resource")))
        for url, start, end, place in css_urls(text)
    ]


def with_bare_urls(references: list[Candidate], bare: Iterable[Candidate]) -> list[Candidate]:
    """Put the bare URLs of the same text among a style sheet's references, where they are no part of one."""
    found = list(references)
    ends = [one.end for one in references]
    for one in bare:
        after = bisect_right(ends, one.start)
        if after == len(ends) or one.start < references[after].start:
            found.append(one)
    return sorted(found, key=attrgetter("start"))

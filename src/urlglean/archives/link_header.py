"""The ``Link`` header field (RFC 8288, Web Linking): its targets, relations and parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["HeaderLink", "header_links"]

_TARGET = re.compile(r"[\s,]*<(?P<target>[^>]*)>")
_PARAMETER = re.compile(
    r"\s*;\s*(?P<name>[^\s=;,\"<]*)\s*(?:=\s*(?:\"(?P<quoted>(?:[^\"\\]|\\.)*+)\"?|(?P<token>[^\s;,\"]*)))?",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class HeaderLink(NamedTuple):
    """One link of a ``Link`` field: its target, where that stands in the value, and what is said of it."""

    target: str
    start: int
    end: int
    rel: str | None
    """The relation types between spaces, as written; None where the link names none."""
    parameters: Mapping[str, str]
    """All parameters by their names in lower case, the first of each (``rel`` and ``anchor`` among them)."""


def header_links(value: str) -> Iterator[HeaderLink]:
    """Yield the links of a ``Link`` field's value in order (RFC 8288 Appendix B.2); offsets in code points.

    What follows a malformed link up to the next ``<`` is passed over. A target is a reference relative to the
    URI of the response, whatever the content says (section 3.1); an ``anchor`` parameter says what the link is
    from, not what its target is relative to (section 3.2).

    >>> [(link.target, link.rel) for link in header_links('</a>; rel="next prev", <b>;rel=canonical')]
    [('/a', 'next prev'), ('b', 'canonical')]
    """
    position = 0
    while found := _TARGET.search(value, position):
        start, end = found.span("target")
        parameters, position = _parameters(value, found.end())
        target = found["target"].strip()
        if target != found["target"]:
            start += len(found["target"]) - len(found["target"].lstrip())
            end = start + len(target)
        yield HeaderLink(target, start, end, parameters.get("rel"), MappingProxyType(parameters))


def _parameters(value: str, position: int) -> tuple[dict[str, str], int]:
    parameters: dict[str, str] = {}
    while found := _PARAMETER.match(value, position):
        position = found.end()
        quoted = found["quoted"]
        written = _ESCAPED.sub(r"\1", quoted) if quoted is not None else found["token"] or ""
        if found["name"]:
            parameters.setdefault(found["name"].lower().rstrip("*"), written)
    return parameters, position

"""Which page of a frontier a Link stands on: what it was retrieved by, what it is called, what it asks of robots."""

from __future__ import annotations

from typing import NamedTuple

from urlglean.document import XML, Document

__all__ = [
    "CONTAINERS",
    "HEADER_ONLY",
    "Page",
    "asked_of_robots",
    "came_with_error",
    "is_xml",
    "retrieval_url",
    "root",
]

CONTAINERS = frozenset({"application/warc", "application/wacz", "application/mbox"})
"""What holds pages, and is none."""
HEADER_ONLY = "application/http"
"""A response, of which its header fields are read; its body is a document of its own."""
_FIRST_ERROR = 300
"""From which status on a response is no page that was asked for: a redirect, an error."""


class Page(NamedTuple):
    """The page that is being read, or a part of it."""

    number: int
    key: str
    """The key of its URL; empty where it has none."""
    normal: str
    """Its URL normalized; empty where it has none."""
    name: str
    """What it is called as a referrer."""
    source: int
    """The number of the place that its Links stand in."""
    follows: bool
    """False where it asks robots not to follow its links."""
    reason: str
    """Why its links are left out; empty where they are not."""
    is_xml: bool
    """True for XML that is read as text."""


def retrieval_url(document: Document) -> str:
    """Give what a document, or the nearest one around it, was retrieved by; empty where nothing says so."""
    node: Document | None = document
    while node is not None and node.media_type not in CONTAINERS:
        for rule in ("retrieval", "default"):
            for claim in node.claims:
                if claim.rule == rule:
                    return claim.uri
        node = node.parent
    return ""


def root(document: Document) -> Document:
    """Give the page, message or response that a document is a part of."""
    node = document
    while node.parent is not None and node.parent.media_type not in CONTAINERS:
        node = node.parent
    return node


def asked_of_robots(document: Document) -> frozenset[str]:
    """Give what a document and those around it ask of robots."""
    found = document.robots
    node = document.parent
    while node is not None and node.media_type not in CONTAINERS:
        found |= node.robots
        node = node.parent
    return found


def came_with_error(document: Document) -> bool:
    """Tell whether a document came with an HTTP error or a redirect."""
    status = document.record.status if document.record is not None else None
    return status is not None and status >= _FIRST_ERROR and document.media_type != HEADER_ONLY


def is_xml(document: Document) -> bool:
    """Tell XML that is read as text."""
    return document.media_type in XML

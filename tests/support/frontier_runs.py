"""Frontiers of a few pages."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.frontier.fetchable import Fetchable
from urlglean.frontier.frontier import Frontier, Policy
from urlglean.pipeline import read_document

HOME = "http://www.example.org/"


def gather(
    *pages: tuple[str, str], policy: Policy | None = None, sort: Any = "first", **options: Any
) -> tuple[list[Fetchable], Counter[str]]:
    """Gather the frontier of pages, each a URL and its HTML."""
    with Frontier(policy, **options) as frontier:
        read_into(frontier, *pages)
        frontier.finish(sort=sort)
        rows = list(frontier.rows())
        frontier.remember()
        return rows, frontier.left_out


def read_into(frontier: Frontier, *pages: tuple[str, str]) -> None:
    for url, html in pages:
        claims = (BaseClaim("retrieval", url, "--base"),) if url else ()
        document = Document(html, "text/html", "page.html", claims=claims)
        reading = ReadOptions(text=False, noscript=True, templates=True, robots=True)
        links = read_document(document, options=reading, on_problem=pytest.fail, observer=frontier)
        frontier.extend(links)


def fetch_urls(*pages: tuple[str, str], **options: Any) -> list[str]:
    return [row.fetch_url for row in gather(*pages, **options)[0]]

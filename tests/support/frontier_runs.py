"""Frontiers of a few pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any
from unittest.mock import patch

import pytest

from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.frontier.fetchable import Fetchable
from urlglean.frontier.frontier import Frontier, Policy
from urlglean.frontier.sightings import Sighting
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


class Unstored:
    """In the place of a `FrontierStore`: what comes in, each key once in order, without the database that groups it."""

    def __init__(self, **_: object) -> None:
        self.sightings = self
        self._urls: dict[str, str] = {}

    def add_page(self, key: str) -> int:
        return 1

    def add_source(self, name: str, page: int, referrer: str) -> int:
        return 1

    def visit(self, key: str, **known: Any) -> None:
        pass

    def extend(self, sightings: Collection[Sighting]) -> None:
        for sighting in sightings:
            self._urls.setdefault(sighting.key, sighting.url)

    def finish(self, **_: object) -> dict[str, int]:
        return {}

    def __len__(self) -> int:
        return len(self._urls)

    def rows(self) -> Iterator[Fetchable]:
        return (Fetchable(url, key, 1, 1, "", "") for key, url in self._urls.items())

    def close(self) -> None:
        pass


def unstored(policy: Policy | None = None) -> Frontier:
    """Give a frontier without a database, which tells what comes in and what is left out: the rest is `gather`'s."""
    with patch("urlglean.frontier.frontier.FrontierStore", Unstored):
        return Frontier(policy)


def taken_in(*pages: tuple[str, str], policy: Policy | None = None) -> tuple[list[str], Counter[str]]:
    """Give the URLs that come in from pages, and what is left out; a page that is not to be indexed is not."""
    with unstored(policy) as frontier:
        read_into(frontier, *pages)
        frontier.finish()
        return [row.fetch_url for row in frontier.rows()], frontier.left_out

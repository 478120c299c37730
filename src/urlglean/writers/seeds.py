"""A seeds file: one URL a line, as crawlers and fetchers read it (``wget -i``, Scrapy, Heritrix, curl).

Programs that read such files know no comments, no quotes and often no IRIs: every line is a URL in ASCII.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from urlglean.uri.characters import encode_illegal
from urlglean.uri.normalize import normalize

if TYPE_CHECKING:
    from urlglean.frontier.fetchable import Fetchable


def write_fetchables(rows: Iterable[Fetchable], out: TextIO) -> None:
    """Write the URL to fetch of each."""
    write = out.write
    for row in rows:
        url = row.fetch_url
        if not (url.isascii() and url.isprintable() and " " not in url):
            # The host by UTS 46, all else percent-encoded: the same URL, in the characters of URIs.
            url = normalize(url) if not url.isascii() else encode_illegal(url)
        write(f"{url}\n")

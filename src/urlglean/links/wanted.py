"""Which Links a user wants: by scheme, by host, by patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from urlglean.links import scope
from urlglean.links.link import Link
from urlglean.uri.normalize import normalize

__all__ = ["Wanted", "host_of"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A test for Links, which can be pickled; what is empty asks for nothing."""

    schemes: frozenset[str] = frozenset()
    """Schemes in lower case: only URLs of these."""
    hosts: tuple[str, ...] = ()
    """Hosts as `host_of` gives them: only URLs of these and of those below them."""
    exclude: tuple[re.Pattern[str], ...] = ()
    """Only what none of these is found in."""

    def __call__(self, link: Link) -> bool:
        """Tell whether a Link is wanted; one that comes to no URL has the scheme it is written with, and no host."""
        url = link.target
        text = link.text if url is None else url
        return (
            (not self.schemes or text.partition(":")[0].lower() in self.schemes)
            and (not self.hosts or (url is not None and scope.is_within(host_of(url), self.hosts)))
            and not any(pattern.search(text) for pattern in self.exclude)
        )

    def __bool__(self) -> bool:
        """Whether it asks for anything."""
        return bool(self.schemes or self.hosts or self.exclude)


def host_of(url: str) -> str:
    """Give the host of a URL in its normal form; empty where it has none.

    >>> host_of("http://me@EXAMPLE.org:80/x"), host_of("mailto:me@example.org")
    ('example.org', '')
    """
    return scope.host_of(normalize(url))

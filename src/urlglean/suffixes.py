"""Which last labels of a host name are real: the top-level domains of IANA, and the special names beside them.

The list comes with the `publicsuffixlist` package (the ICANN section of the Public Suffix List, which holds every
delegated top-level domain); it is read when a name is first asked for.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

__all__ = ["SPECIAL_NAMES", "is_special_name", "is_top_level_domain"]

SPECIAL_NAMES = frozenset(
    {"local", "localhost", "onion", "arpa", "internal", "test", "invalid", "example", "home"}
)
"""Last labels that are no delegated domain but used as one: RFC 2606, 6761, 6762, 7686, 8375, ICANN's `internal`."""


@cache
def _public_suffixes() -> PublicSuffixList:
    # Reading the list takes some 40 ms, which a text without bare names never pays.
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList(accept_unknown=False, only_icann=True)


@lru_cache(maxsize=4096)
def is_top_level_domain(label: str) -> bool:
    """Tell whether ``label`` (Unicode or its ASCII form, any case) is a delegated top-level domain.

    >>> is_top_level_domain("org"), is_top_level_domain("РФ"), is_top_level_domain("xn--p1ai")
    (True, True, True)
    >>> is_top_level_domain("txt"), is_top_level_domain("github.io")
    (False, False)
    """
    if not label or "." in label or len(label) > 63:
        return False
    # A name below the domain, so that wildcard rules (`*.ck`) count as well.
    return _public_suffixes().publicsuffix("x." + label.lower()) is not None


def is_special_name(label: str) -> bool:
    """Tell whether ``label`` is a special-use last label (``local``, ``onion``, ``localhost``, ...)."""
    return label.lower() in SPECIAL_NAMES

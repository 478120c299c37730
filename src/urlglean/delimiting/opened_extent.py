"""How far the URL of an opening reaches: each kind of scheme has a rule of its own, and what is no URL has no end.

Offsets are code points of the text at hand.
"""

from __future__ import annotations

import re

from urlglean.delimiting.authority import find_authority
from urlglean.delimiting.ends import Extent, addressed_extent, after_authority, measure, opaque_extent
from urlglean.delimiting.openings import Opening
from urlglean.delimiting.schemes import EMPTY_AUTHORITY, KNOWN_SCHEMES, opaque_rest
from urlglean.uri.suffixes import is_top_level_domain

__all__ = ["opened_extent"]

_QUERY_ALONE = re.compile(r"\?[A-Za-z]\w*=\w")
"""A query right behind ``://``, as the schemes of apps have it (``comgooglemaps://?center=1,2``)."""
_DRIVE = re.compile(r"[A-Za-z][:|]?[/\\]")


def opened_extent(opening: Opening, text: str, start: int, run: int) -> Extent | None:
    """Find where the URL ends in ``text`` (the document's, or one put together) where it stands at ``start``.

    It ends at ``run`` at the latest. None where it is no plausible URL.
    """
    body = start + opening.body - opening.start
    if opening.opened_by == "a known scheme":
        find_end = addressed_extent if opening.scheme == "mailto" else opaque_extent
        extent = find_end(text, start, body, run)
        # What is left without its punctuation has to be believed.
        return extent if opaque_rest(opening.scheme).match(text, body, extent.end) else None
    if opening.hierarchical and (text.startswith("/", body) or _QUERY_ALONE.match(text, body, run)):
        if not _may_lack_authority(opening.scheme):
            return None
        rest = opaque_extent(text, start, body, run)
        # The root alone is no reference to anything.
        return rest if text[body : rest.end].strip("/") else None
    if opening.hierarchical:
        found = measure(text, start, body, run, scheme=opening.scheme)
        if found is None and opening.scheme == "file" and _DRIVE.match(text, body, run):
            return opaque_extent(text, start, body, run)
        return found
    authority = find_authority(text, start, run, scheme=opening.scheme)
    if authority is None or not _is_name(text[start : authority.host_end], opening.scheme):
        return None
    if opening.scheme == "ftp" and text.startswith("(", authority.end):
        return None  # a method call
    return after_authority(text, start, authority, run)


def _may_lack_authority(scheme: str) -> bool:
    return scheme in EMPTY_AUTHORITY or (
        scheme not in KNOWN_SCHEMES and scheme not in ("http", "https", "ftp")
    )


def _is_name(host: str, scheme: str) -> bool:
    """Tell whether a ``www.`` or ``ftp.`` name can be one: enough labels, and a last one that may end names."""
    labels = host.split(".")
    last = labels[-1]
    if len(last) < 2:
        return False
    if scheme == "ftp":
        return len(labels) > 2 and is_top_level_domain(last)
    return len(labels) > 2 or is_top_level_domain(last)

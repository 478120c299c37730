"""Where a URL in a text ends, as the links of the same message's pages have it.

A careful reader of a bare URL takes the full stop behind it for the end of a sentence. Where the page beside the text
links to the URL with the full stop, and nowhere to the one without, the writer meant it to be part of it: an explicit
delimiter wins over a guess. The same goes for brackets, quotes, and letters of another script.

And where the program that made the text of the page has left something of the page's encodings in a URL (``&amp;``,
``=3D``), or put one with a blank in it between brackets, the link says what the URL is.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from html import unescape

from urlglean.candidate import Candidate

__all__ = ["ended_as_linked"]

_ENDED_BY = "the link of the page beside the text"
_REST = re.compile(r"""[^\s<>"]{1,200}""")
_NOTHING_MORE = frozenset('<>"')
_PUNCTUATION = frozenset(".,;:!?)]}'*_\u2026\u2019\u201d\u3001\u3002")
_IMPLIED_SCHEME = "http://"
_LEFT_ENCODED = re.compile(r"&(?:amp|#38|#x26);|=3D", re.IGNORECASE)
_DECODED = ("its encoding was undone: the page beside the text links to it so",)


def ended_as_linked(found: list[Candidate], linked: Container[str]) -> Iterator[Candidate]:
    """Yield the Candidates of a stretch of text, those that end otherwise than a link does ended like it.

    Args:
        found: Candidates of one text, in order.
        linked: What the links lead to, as absolute URLs. It is asked only where an end is a guess.

    """
    following = iter((*(one.start for one in found[1:]), None))
    for one, limit in zip(found, following, strict=True):
        after = one.source.text[one.end : one.end + 1]
        is_plain = not after or after.isspace() or after in _NOTHING_MORE
        if is_plain and not (one.facts.alternatives or one.facts.pieces or _LEFT_ENCODED.search(one.text)):
            yield one
        else:
            yield _ended(one, limit, linked)


def _ended(one: Candidate, limit: int | None, linked: Container[str]) -> Candidate:
    scheme = "" if "://" in one.text or ":" in one.text[:8] else _IMPLIED_SCHEME
    url = scheme + one.text
    if url in linked:
        return one
    for reading in _decoded(one):
        if scheme + reading in linked:
            others = (one.text, *(other for other in one.facts.alternatives if other != reading))
            facts = one.facts._replace(alternatives=others, notes=one.facts.notes + _DECODED)
            return one._replace(text=reading, facts=facts)
    rest = _REST.match(one.source.text, one.end, limit if limit is not None else len(one.source.text))
    tail = rest[0] if rest else ""
    while tail:
        if url + tail in linked:
            return _with_end(one, one.text + tail)
        tail = tail[:-1] if tail[-1] in _PUNCTUATION else ""
    for shorter in one.facts.alternatives:
        # A folder is linked to for its own sake, too, and goes on in the next line all the same.
        is_folder = shorter.endswith("/") and one.facts.pieces
        if one.text.startswith(shorter) and not is_folder and scheme + shorter in linked:
            return _with_end(one, shorter)
    return one


def _decoded(one: Candidate) -> Iterator[str]:
    """Yield what a URL may be whose encoding was not undone, or that had a blank in it."""
    if "=3D" in one.text.upper():
        yield one.text.replace("=3D", "=").replace("=3d", "=")
    if "&" in one.text:
        yield unescape(one.text)
    if one.facts.delimiter and one.facts.pieces and "\n" not in one.raw:
        yield "%20".join(one.raw.split())


def _with_end(one: Candidate, text: str) -> Candidate:
    """Give a Candidate the text of a longer or a shorter one that begins where it does."""
    more = len(text) - len(one.text)
    pieces: list[tuple[int, int]] = list(one.facts.pieces) or [(one.start, one.end)]
    while more < 0 and pieces[-1][1] - pieces[-1][0] <= -more:
        start, end = pieces.pop()
        more += end - start
    start, end = pieces.pop()
    pieces.append((start, end + more))
    others = (one.text, *(other for other in one.facts.alternatives if other != text))
    facts = one.facts._replace(
        pieces=tuple(pieces) if len(pieces) > 1 else (), alternatives=others, ended_by=_ENDED_BY, stripped=""
    )
    return Candidate(text, one.source, one.start, end + more, facts)

"""Plain text: decoded in pieces where it is long, and delimited; and XML as text, its ``&amp;`` made ``&``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit_in_batches
from urlglean.document import XML, Document, ReadOptions
from urlglean.encoding.texts import Decoder
from urlglean.html.character_references import end_of_url, without_references
from urlglean.reports import Problem

__all__ = ["read"]

_BYTES = (bytes, bytearray, memoryview)
_PUNCTUATION = ".,;:!?*"
"""What is not part of a URL where it ends."""


def read(document: Document, options: ReadOptions) -> Iterator[list[Candidate] | Problem]:
    """Yield the Candidates of a text, in order and in batches, then what was wrong with its bytes.

    ``document.content`` is a string, bytes, or an iterable of pieces of either; pieces are read once and
    let go. Raises TypeError where it is anything else.
    """
    content = document.content
    decoder = Decoder(document.encoding)
    text: str | Iterable[str]
    if isinstance(content, str):
        text = content
    elif isinstance(content, _BYTES):
        text = "".join(decoder.chunks((bytes(content),)))
    else:
        text = _decoded(content, decoder)
    batches = delimit_in_batches(text, document.evidence, **options.delimit)
    yield from map(_read_as_xml, batches) if document.media_type in XML else batches
    if decoder.damage:
        yield Problem(document.name, decoder.damage.message, decoder.damage.line, part=document.part)


def _read_as_xml(found: list[Candidate]) -> list[Candidate]:
    """Give what the source of an XML document holds as the document has it."""
    return [_without_references(candidate) if "&" in candidate.text else candidate for candidate in found]


def _without_references(candidate: Candidate) -> Candidate:
    settled = candidate.settled()
    text = settled.text
    is_whole = len(settled.spans) == 1 and settled.raw == text
    end = end_of_url(text) if is_whole else len(text)
    if end < len(text):
        end = len(text[:end].rstrip(_PUNCTUATION))
        settled = settled._replace(end=settled.end - len(text) + end)
    alternatives = tuple(map(without_references, settled.alternatives)) if end == len(text) else ()
    facts = settled.facts._replace(alternatives=alternatives)
    return settled._replace(text=without_references(text[:end]), facts=facts)


def _decoded(pieces: Iterable[str | bytes], decoder: Decoder) -> Iterator[str]:
    """Give the pieces of a text, decoded if they are bytes; the first one tells."""
    rest = iter(pieces)
    first = next(rest, "")
    whole = chain((first,), rest)
    # All pieces that are handed in are of the type of the first
    return whole if isinstance(first, str) else decoder.chunks(whole)  # type: ignore[return-value, arg-type]

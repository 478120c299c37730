"""Plain text: decoded in pieces where it is long, and delimited."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from urlglean.delimit import delimit_in_batches
from urlglean.document import Candidate, Document, Problem, ReadOptions
from urlglean.encodings import Decoder

__all__ = ["read"]

_BYTES = (bytes, bytearray, memoryview)


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
    yield from delimit_in_batches(text, document.evidence, **options.delimit)
    if decoder.damage:
        yield Problem(document.name, decoder.damage.message, decoder.damage.line, part=document.part)


def _decoded(pieces: Iterable[str | bytes], decoder: Decoder) -> Iterator[str]:
    """Give the pieces of a text, decoded if they are bytes; the first one tells."""
    rest = iter(pieces)
    first = next(rest, "")
    whole = chain((first,), rest)
    # All pieces that are handed in are of the type of the first
    return whole if isinstance(first, str) else decoder.chunks(whole)  # type: ignore[return-value, arg-type]

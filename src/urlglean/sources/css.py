"""Style sheets: the URLs that their browser fetches, or may."""

from __future__ import annotations

from collections.abc import Iterator

from urlglean.css_urls import css_urls
from urlglean.document import Document, Encoding, Facts, Markup, MarkupCandidate, Problem, ReadOptions, Text
from urlglean.encodings import Decoder

__all__ = ["read"]

_BYTES = (bytes, bytearray, memoryview)


def read(document: Document, options: ReadOptions) -> Iterator[Encoding | MarkupCandidate | Problem]:
    """Yield the URLs of a style sheet, in order; its base is its own URL (CSS Values Level 4, section 4.5.2).

    ``document.content`` is a string, bytes, or an iterable of pieces of either. ``options`` has nothing that
    concerns style sheets.
    """
    content = document.content
    decoder = Decoder(document.encoding)
    if isinstance(content, str):
        text = content
    else:
        pieces = list((bytes(content),) if isinstance(content, _BYTES) else content)
        is_text = pieces and isinstance(pieces[0], str)
        text = "".join(pieces if is_text else decoder.chunks(pieces))
    source = Text(text)
    yield Encoding("UTF-8")  # whatever a style sheet is encoded in, the queries of its URLs are UTF-8
    for found in css_urls(text):
        facts = Facts(markup=Markup("css", found.place, kind="resource"))
        yield MarkupCandidate(found.url, source, found.start, found.end, facts)
    if decoder.damage:
        yield Problem(document.name, decoder.damage.message, decoder.damage.line, part=document.part)

"""Style sheets: the URLs that their browser fetches, or may, and those that their comments tell of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from urlglean.candidate import Candidate
from urlglean.delimiting.stream import delimit
from urlglean.document import Document, Encoding, ReadOptions
from urlglean.encoding.pages import canonical_encoding
from urlglean.encoding.texts import Decoder
from urlglean.html.style_sheets import declared_charset, references_of, with_bare_urls
from urlglean.reports import Problem

__all__ = ["read"]

_BYTES = (bytes, bytearray, memoryview)


def read(document: Document, options: ReadOptions) -> Iterator[Candidate | Encoding | Problem]:
    """Yield the URLs of a style sheet, in order; its base is its own URL (CSS Values Level 4, section 4.5.2).

    ``document.content`` is a string, bytes, or an iterable of pieces of either. With ``options.text`` the bare
    URLs of comments and strings come, too.
    """
    content = document.content
    pieces: list[Any] = [content] if isinstance(content, (str, *_BYTES)) else list(content)
    decoder = Decoder(document.encoding)
    if pieces and isinstance(pieces[0], str):
        text = "".join(pieces)
    else:
        data = b"".join(map(bytes, pieces))
        label = document.encoding or _declared(data)
        decoder = Decoder(label)
        text = "".join(decoder.chunks((data,)))
    yield Encoding("UTF-8")  # whatever a style sheet is encoded in, the queries of its URLs are UTF-8
    references = references_of(text)
    if options.text:
        references = with_bare_urls(references, delimit(text, document.evidence, **options.delimit))
    yield from references
    if decoder.damage:
        yield Problem(document.name, decoder.damage.message, decoder.damage.line, part=document.part)


def _declared(data: bytes) -> str | None:
    """Give the encoding a style sheet names in itself; one that named UTF-16 in ASCII is none."""
    label = declared_charset(data)
    encoding = canonical_encoding(label) if label else None
    return "UTF-8" if encoding in {"UTF-16LE", "UTF-16BE"} else encoding

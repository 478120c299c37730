"""Text to Candidates by the delimiting guidance of RFC 3986 Appendix C."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from urlglean.document import Candidate, Text


def delimit(
    text: str | Iterable[str],
    known: Container[str] = (),
    *,
    schemeless: bool = False,
    emails: bool = False,
    network_path: bool = False,
    refang: bool = False,
    schemes: Iterable[str] | None = None,
    iri: bool = True,
) -> Iterator[Candidate]:
    """Yield the Candidates of a text, in order."""
    source = Text(text if isinstance(text, str) else "".join(text))
    for found in re.finditer(r'\bhttps?://[^\s<>"]*[^\s<>".,;:!?)]', source.text):
        yield Candidate(found[0], source, found.start(), found.end())

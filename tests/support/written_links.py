"""Links made by hand, and what a format makes of them."""

from __future__ import annotations

import io
from typing import Any

from urlglean.candidate import Candidate, Facts
from urlglean.document import Document, Message
from urlglean.links.base import Base
from urlglean.links.distinct import unique
from urlglean.links.link import Link
from urlglean.text import Text
from urlglean.writers import FORMATS

HOSTILE = "a\x1b[31m\x07\x9bb\u202ec\nd\re\u2028f\udcff"
"""What has no place in a terminal, in a line, or in UTF-8."""


def link(url: str | None, found: str = "x", name: str = "a.txt", **facts: Any) -> Link:
    document = Document(None, "text/plain", name, message=Message(subject=facts.pop("subject", None)))
    candidate = Candidate(found, Text(found), 0, len(found), Facts(**facts))
    return Link(candidate, Base("http://b/", "retrieval", "--base"), url, document)


def written(form: str, *links: Link, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="backslashreplace", newline="")
    FORMATS[form].write_links(links, out)
    out.flush()
    return raw.getvalue().decode(encoding)


def grouped(form: str, *links: Link) -> str:
    out = io.StringIO()
    FORMATS[form].write_distinct([group.tally for group in unique(links)], out)
    return out.getvalue()

"""What the reader of mail knows beside the text never costs a URL that the text alone has."""

from __future__ import annotations

import pytest

from support import gold
from support.delimit_cases import read_cases
from urlglean import extract_mail, extract_text

HEADER = (
    b"From: Ann <ann@example.org>\nSubject: x\nMIME-Version: 1.0\n"
    b"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
)
TEXTS = [
    *(text.text for half in gold.HALVES for text in gold.wrapped(half)),
    *(case.text for case in read_cases() if not (case.known or case.options)),
]


@pytest.mark.parametrize("part", range(10))
@pytest.mark.filterwarnings("ignore:.*that no header declares")
def test_a_message_has_every_url_that_its_text_has(part: int) -> None:
    for text in TEXTS[part::10]:
        if "\0" in text or text.startswith("<"):  # what begins so is read as a page
            continue
        of_mail = {link.text for link in extract_mail(HEADER + text.encode("utf-8", "replace"))}
        assert {link.text for link in extract_text(text)} <= of_mail, text

"""Whole documents of many kinds: exactly the URLs that a careful reader finds, each at its place."""

from __future__ import annotations

import pytest

from support import gold, wrapped_score
from urlglean.delimiting.stream import delimit

TEXTS = list(gold.prose())


def test_there_are_as_many_documents_as_the_corpus_says() -> None:
    assert len(TEXTS) >= 20
    assert sum(url.broken for text in TEXTS for url in text.urls) >= 60


@pytest.mark.parametrize("text", TEXTS, ids=[text.name for text in TEXTS])
def test_every_url_of_the_document_and_nothing_else(text: gold.GoldText) -> None:
    score = wrapped_score.Score()
    wrapped_score.add(score, text)
    found = [wrapped_score.reading(candidate) for candidate in delimit(text.text, text.known)]
    assert found == list(text.urls), "\n\n".join(score.faults)

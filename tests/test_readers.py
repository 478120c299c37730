"""Texts in XML: their URLs as the document has them, at the places of its source."""

from __future__ import annotations

import pytest

from urlglean.candidate import Candidate
from urlglean.document import Document, ReadOptions
from urlglean.readers import read_text

FEED = """<?xml version="1.0"?><rss>
<link>http://news.example/?a=1&amp;b=2</link><enclosure url="http://news.example/a.mp3?t=1&#38;u=2"/>
<description>&lt;a href=&quot;http://x.example/a?b=1&amp;amp;c=2&quot;&gt;this&lt;/a&gt; is
http://x.example/d&#8217;s page. (&#8220;http://x.example/e.&#8221;)</description>
<loc>http://x.example/</loc></rss>
"""


def found(content: str, media_type: str) -> list[tuple[str, str, int, int]]:
    candidates: list[Candidate] = []
    for batch in read_text(Document(content, media_type), ReadOptions()):
        assert isinstance(batch, list)
        candidates.extend(batch)
    return [(each.text, each.raw, each.line, each.column) for each in candidates]


@pytest.mark.parametrize("media_type", ["text/xml", "application/xml"])
def test_a_reference_in_xml_is_a_character_of_its_url(media_type: str) -> None:
    assert found(FEED, media_type) == [
        ("http://news.example/?a=1&b=2", "http://news.example/?a=1&amp;b=2", 2, 7),
        ("http://news.example/a.mp3?t=1&u=2", "http://news.example/a.mp3?t=1&#38;u=2", 2, 62),
        ("http://x.example/a?b=1&c=2", "http://x.example/a?b=1&amp;amp;c=2", 3, 31),
        ("http://x.example/d", "http://x.example/d", 4, 1),
        ("http://x.example/e", "http://x.example/e", 4, 42),
        ("http://x.example/", "http://x.example/", 5, 6),
    ]


def test_in_plain_text_it_stays() -> None:
    assert found(FEED, "text/plain")[0][:2] == ("http://news.example/?a=1&amp;b=2",) * 2

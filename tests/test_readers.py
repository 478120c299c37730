"""Texts in XML: their URLs as the document has them, at the places of its source."""

from __future__ import annotations

import pytest

from urlglean.candidate import Candidate
from urlglean.document import Document, ReadOptions
from urlglean.pipeline import read_text

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


VALUES = {
    "<loc>https://x.example/o&apos;neill</loc>": "https://x.example/o'neill",
    "<loc> https://x.example/Yahoo! </loc>": "https://x.example/Yahoo!",
    "<image:loc>https://x.example/(a.</image:loc>": "https://x.example/(a.",
    "<loc><![CDATA[https://x.example/Inc.]]></loc>": "https://x.example/Inc.",
    "<link rel='alternate' href='https://x.example/de/6.'/>": "https://x.example/de/6.",
    "<guid isPermaLink='true'>https://x.example/a,https://y.example/b</guid>": "https://x.example/a,https://y.example/b",
    "<loc><![CDATA[https://x.example/a.<b>c]]></loc>": "https://x.example/a",
    "<title>See https://x.example/a.&amp;quot; or</title>": "https://x.example/a",
    "<title>See https://x.example/a.</title>": "https://x.example/a",
    "<title>https://x.example/a.</title>": "https://x.example/a",
    "<loc>https://x.example/a. And more</loc>": "https://x.example/a",
}


@pytest.mark.parametrize("content", VALUES)
def test_an_element_or_an_attribute_of_xml_that_holds_a_url_is_one(content: str) -> None:
    assert [one[0] for one in found(content, "text/xml")] == [VALUES[content]]


def test_a_line_of_a_list_is_a_url() -> None:
    urls = (
        "https://x.example/(a",
        "https://x.example/b-",
        "https://x.example/c,",
        "https://y.example/?d={e}^`.",
    )
    content = "\ufeff# once https://old.example/\r\n  {}\t\n{}\r{}\n{}".format(*urls)
    assert [one[0] for one in found(content, "text/uri-list")] == list(urls)
    assert [one[0] for one in found("https://x.example/d. e\n", "text/uri-list")] == ["https://x.example/d"]
    mixed = "see https://x.example/a. And https://x.example/b.\nhttps://x.example/c.\n"
    assert [one[0][-2:] for one in found(mixed, "text/uri-list")] == ["/a", "/b", "c."]

"""`urlglean.html.values`: which strings of a block are URLs, and where they stand."""

from __future__ import annotations

import pytest

from urlglean.html.values import json_urls

BLOCKS = [
    ('{"url": "/a"}', [("/a", "url")]),
    ('{"@id": "#me", "@type": "Person", "name": "https://not-a-link.example/ is her site"}', [("#me", "@id")]),
    ('{"sameAs": ["https://a.example/", "https:\\/\\/b.example\\/x"]}',
     [("https://a.example/", "sameAs"), ("https://b.example/x", "sameAs")]),
    ('{"image": {"@type": "ImageObject", "url": "i.png", "width": 9}}', [("i.png", "url")]),
    ('{"description": "https://words.example/"}', []),
    ('{"somethingElse": "HTTP://a.example/"}', [("HTTP://a.example/", "somethingElse")]),
    ('{"somethingElse": "a.png"}', []),
    ('{"url": "", "logo": "a b"}', []),
    ('{"url": "caf\\u00e9"}', [("café", "url")]),
    ('{"url": "bad \\x escape"}', []),
    ('<!-- {"url": "/a",} // not JSON', [("/a", "url")]),
    ('{"url": "unclosed', []),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("block", "expected"), BLOCKS)
def test_urls(block: str, expected: list[tuple[str, str]]) -> None:
    found = list(json_urls(block))
    assert [(item.url, item.term) for item in found] == expected
    for item in found:
        assert block[item.start - 1] == block[item.end] == '"'

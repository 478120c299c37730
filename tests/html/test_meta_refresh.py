"""`urlglean.html.values` against the shared declarative refresh steps of the HTML Standard."""

from __future__ import annotations

import pytest

from urlglean.html.values import refresh_url

URLS = [
    ("5; url=a", "a"),
    ("5;url=a", "a"),
    ("5,url=a", "a"),
    ("5 url=a", "a"),
    ("5 a", "a"),
    ("5; a", "a"),
    ("\n5\t;\furl\r=\n'a'b", "a"),
    ('5; URL="a b"', "a b"),
    ("5; Url = 'a", "a"),
    ("5; 'a'", "a"),
    ('5; "a', "a"),
    ("5; url='a\"b'", 'a"b'),
    ("0.5; url=a", "a"),
    (".5; url=a", "a"),
    ("5.5.5; url=a", "a"),
    ("5; url=", ""),
    ("5; url=''", ""),
    ("5; u", "u"),
    ("5; urla", "urla"),
    ("5; urn:a", "urn:a"),
    ("5; url", "url"),
    ("5;; a", "; a"),
    ("5; url=a; b", "a; b"),
    ("5; url= a ", "a "),
    ("5", None),
    ("5;", None),
    ("5; ", None),
    ("", None),
    ("; url=a", None),
    ("url=a", None),
    ("5x; url=a", None),
    ("-5; url=a", None),
    ("+5; url=a", None),
    ("a", None),
]


@pytest.mark.parametrize(("content", "expected"), URLS)
def test_url(content: str, expected: str | None) -> None:
    found = refresh_url(content)
    if expected is None:
        assert found is None
    else:
        assert found is not None
        url, start, end = found
        assert url == expected == content[start:end]

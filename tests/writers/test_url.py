"""``url``: one URL per line, for other programs."""

from __future__ import annotations

import pytest

from support.written_links import grouped, link, written


def test_url_leaves_out_what_has_none() -> None:
    assert written("url", link("http://a/é"), link(None)) == "http://a/é\n"
    assert grouped("url", link("http://a/"), link(None), link("http://A")) == "http://a/\n"


@pytest.mark.parametrize(
    ("found", "line"),
    [
        ("http://a/b c", "http://a/b%20c"),
        ("http://a/\x1b[31m", "http://a/%1B[31m"),
        ("http://a/b\nc", "http://a/b%0Ac"),
        ("http://a/é", "http://a/é"),
    ],
)
def test_url_is_one_line_and_one_word(found: str, line: str) -> None:
    assert written("url", link(found)) == f"{line}\n"


def test_url_is_a_uri_where_the_stream_is_not_unicode() -> None:
    assert written("url", link("http://a/é"), encoding="ascii") == "http://a/%C3%A9\n"

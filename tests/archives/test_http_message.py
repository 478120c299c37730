"""`urlglean.archives.http`: what a ``Content-Type`` says, as Chromium answered when it was asked."""

from __future__ import annotations

import pytest

from urlglean.archives.http import content_type, media_type

CHARSETS = [
    ("text/html; charset=koi8-r", "koi8-r"),
    ('text/html;charset="koi8-r"', "koi8-r"),
    ("text/html;CHARSET=koi8-r ; x=y", "koi8-r"),
    ("text/html; charset= koi8-r", "koi8-r"),
    ('text/html; charset="koi8-r', "koi8-r"),
    (r'text/html; charset="koi8\-r"', "koi8-r"),
    ("text/html; charset=koi8-r; charset=utf-8", "koi8-r"),
    ("text/html; charset=; charset=utf-8", "utf-8"),
    ('text/html; x="a;charset=gbk"', None),
    ('text/html; x="a;charset=gbk"; charset=koi8-r', "koi8-r"),
    (r'text/html; x="\";charset=gbk"; charset=koi8-r', "koi8-r"),
    ("text/html; x=y=z;charset=koi8-r", "koi8-r"),
    ('text/html; "y";charset=koi8-r', "koi8-r"),
    ("text/html; charset =koi8-r", None),
    ("text/html charset=koi8-r", None),
    ("text/html; charset='koi8-r'", "'koi8-r'"),  # which is the name of no encoding
    ("text/html;", None),
    ("text/html; charset", None),
]


@pytest.mark.parametrize(("value", "charset"), CHARSETS)
def test_charsets(value: str, charset: str | None) -> None:
    assert media_type(value) == ("text/html", charset)
    assert content_type([value]) == ("text/html", charset)
    assert content_type(["text/plain", value, "*/*"]) == ("text/html", charset)


def test_a_long_value_takes_time_in_proportion() -> None:
    for value in (";" * 50_000, '; x="' * 20_000, "; charset" * 20_000, '; x="\\' * 20_000, "; " * 50_000):
        assert media_type("text/html" + value)[0] == "text/html"

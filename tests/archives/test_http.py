"""`urlglean.archives.http`: what a ``Content-Type`` says, as Chromium answered when it was asked."""

from __future__ import annotations

import pytest

from support.laws import tries_all
from support.work import peak_of
from urlglean.archives.http import MOST_FIELDS, content_type, media_type, parse_message
from urlglean.mail import values

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


# Mail (RFC 2045, RFC 2231) and browsers (MIME Sniffing Standard 4.4, Fetch Standard 2.2.2) read these otherwise, so
# each has a reader of its own: the value, then media type and charset in mail, then in HTTP.
OF_TWO_STANDARDS = [
    ("text/html charset=utf-8", ("text/html", "utf-8"), ("text/html", None)),
    ("text/html; charset*=us-ascii''koi8-r", ("text/html", "koi8-r"), ("text/html", None)),
    ("text/html; charset*0=koi8; charset*1=-r", ("text/html", "koi8-r"), ("text/html", None)),
    ("(a page) text/html; charset=big5", ("text/html", "big5"), ("", None)),
    ("text/html; charset=a b", ("text/html", "a"), ("text/html", "a b")),
    ("text/html, text/plain", ("text/html", None), ("text/plain", None)),
    ("text / html", ("text/html", None), ("", None)),
    ("text/htm", ("text/html", None), ("text/htm", None)),
    ("html", ("text/plain", None), ("", None)),
]


@pytest.mark.parametrize(("value", "in_mail", "in_http"), OF_TWO_STANDARDS)
def test_what_mail_and_http_read_otherwise(
    value: str, in_mail: tuple[str, str | None], in_http: tuple[str, str | None]
) -> None:
    found = values.content_type(value)
    assert (found.media_type, found.parameters.get("charset")) == in_mail
    assert content_type([value]) == in_http


def test_a_long_value_takes_time_in_proportion() -> None:
    for value in (";" * 50_000, '; x="' * 20_000, "; charset" * 20_000, '; x="\\' * 20_000, "; " * 50_000):
        assert media_type("text/html" + value)[0] == "text/html"


FIELDS = [
    ("A: b", [("A", "b")]),
    ("A:", [("A", "")]),
    ("A: \t\r", [("A", "")]),
    ("A \t:\r b \t\r", [("A", "\r b")]),
    ("a b c: d: e", [("c", "d: e")]),
    (": a: b", [("a", "b")]),
    ("a  b\n c :d", [("c", "d")]),
    ("é: a: b", [("a", "b")]),
    ("no field", []),
]


@pytest.mark.parametrize(("line", "expected"), FIELDS)
def test_fields(line: str, expected: list[tuple[str, str]]) -> None:
    message = parse_message(f"HTTP/1.1 200 OK\r\n{line}\r\nEnd: 1\r\n\r\n".encode())
    assert message is not None
    *fields, end = message.fields
    assert end[:2] == ("End", "1")
    assert [field[:2] for field in fields] == expected
    assert all(message.header[field.start : field.end] == field.value for field in fields)


LONG = 1 << 20 if tries_all() else 1 << 18


@pytest.mark.parametrize("run", [" ", "\t", "\r", " \t", ",", "<", "<>", ";", "a", "a ", '"'])
def test_a_very_long_header_is_read_at_once(run: str) -> None:
    """To try each place of it anew would take hours."""
    value = (run * LONG)[:LONG] + "x"
    for line in (f"Link: {value}", value, f"{value}: y"):
        message = parse_message(f"HTTP/1.1 200 OK\r\n{line}\r\n\r\n".encode())
        assert message is not None
        assert len(message.fields) == (":" in line)
    assert content_type([value]) == ("", None)


def test_so_many_fields_of_a_header_are_read() -> None:
    message = parse_message(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 20_000 + b"Link: <x>\r\n\r\n")
    assert message is not None
    assert len(message.fields) == MOST_FIELDS
    assert message.value("link") is None


def test_nothing_is_held_for_each_fold_of_a_field() -> None:
    block = b"HTTP/1.1 200 OK\r\nLink: <a>" + b"\r\n ;\n\t" * 20_000 + b"\r\n\r\n"
    messages = [parse_message(block)]
    assert peak_of(lambda: messages.append(parse_message(block))) < 8 * len(block)
    for message in messages:
        assert message is not None
        assert [field.value for field in message.fields] == ["<a>" + "   ;  " * 19_999 + "   ;"]

"""`urlglean.mail.mime`: the lines between the parts of a multipart."""

import pytest

from urlglean.mail.mime import delimiter_lines, delimiters, parts_between, with_plain_delimiters
from urlglean.mail.values import content_type


def test_what_stands_between_delimiters():
    body = b"preamble\n--b\none\n --b\t\r\ntwo\r\n--bb\n--b--\nepilogue\n"
    assert parts_between(body, b"--b") == [b"preamble\n", b"one", b"two\r\n--bb", b"epilogue"]
    assert parts_between(b"--b\none\n--b--\n\n", b"--b") == [b"", b"one"]
    assert parts_between(b"text", b"--b") == [b"text"]


def test_delimiters_to_the_letter():
    body = b"--b\n --b\n--bb\n--b \n--b--\n--b-- x\n"
    found = [(line.start(), bool(line[1])) for line in delimiter_lines(b"--b").finditer(body)]
    assert found == [(0, False), (14, False), (19, True)]


@pytest.mark.parametrize(
    ("declared", "body", "expected"),
    [
        ("multipart/mixed; boundary=b", b"text", [b"--b"]),
        ("multipart/mixed", b"--c\nContent-Type: text/html\n\n", [b"--c"]),
        ("multipart/mixed; boundary=b", b"--c\nContent-Type: text/html\n\n", [b"--b", b"--c"]),
        ("multipart/mixed", b"lost-its-dashes\nContent-Type: text/html\n\n", [b"lost-its-dashes"]),
        ("multipart/mixed", b"a text: and more\nContent-Type: text/html\n\n", []),
    ],
)
def test_what_may_stand_between_parts(declared, body, expected):
    assert list(delimiters(content_type(declared), body)) == expected


def test_blanks_before_delimiters_are_taken_off_where_a_part_follows():
    head = b"Content-Type: multipart/mixed; boundary=b\n\n"
    assert with_plain_delimiters(head + b" --b\nContent-Type: x/y\n\n  --b--\n") == (
        head + b"--b\nContent-Type: x/y\n\n--b--\n"
    )
    quoted = head + b"it says\n --b\nthere\n"
    assert with_plain_delimiters(quoted) == quoted
    plain = head + b"--b\n\n"
    assert with_plain_delimiters(plain) is plain

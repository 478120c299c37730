"""`urlglean.mail.text`: soft breaks that take their space with them."""

import pytest

from support.mail_texts import urls
from urlglean.mail.text import undo_delsp

FLOWED = [
    ("http://a.org/b \nc", "http://a.org/bc", ["http://a.org/b", "c"]),
    ("> http://a.org/b \n> /c", "http://a.org/b/c", ["http://a.org/b", "/c"]),
    (">> http://a.org/b \r\n>> /c \r\n>> d", "http://a.org/b/cd", ["http://a.org/b", "/c", "d"]),
    ("> http://a.org/b \n>> /c", "http://a.org/b", ["http://a.org/b"]),
    ("http://a.org/b  \nand", "http://a.org/b", ["http://a.org/b"]),
    ("http://a.org/b/\n c", "http://a.org/b/", ["http://a.org/b/"]),
    ("see http://a.org/ -- \nJim", "http://a.org/", ["http://a.org/"]),
]


@pytest.mark.parametrize(("text", "url", "pieces"), FLOWED)
def test_delsp(text, url, pieces):
    assert urls(text, undo_delsp(text)) == [(url, pieces)]


def test_the_separator_of_a_signature_is_no_soft_break():
    assert undo_delsp("-- \nJim").edits == ()

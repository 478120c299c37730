"""Media types and their parameters, as mail writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail.values import content_type

TYPES = [
    ("text/html; charset=utf-8", "text/html", {"charset": "utf-8"}),
    ("TEXT/PLAIN", "text/plain", {}),
    (
        'text/plain; charset="us-ascii" ; format="flowed"',
        "text/plain",
        {"charset": "us-ascii", "format": "flowed"},
    ),
    ("text/plain charset=utf-8", "text/plain", {"charset": "utf-8"}),
    ("text/plain;;charset=utf-8;", "text/plain", {"charset": "utf-8"}),
    ("text/plain;\tcharset = utf-8 (comment)", "text/plain", {"charset": "utf-8"}),
    ('multipart/mixed; boundary="a b;c=\\"d"', "multipart/mixed", {"boundary": 'a b;c="d'}),
    ("multipart/mixed; boundary=--=_x'y", "multipart/mixed", {"boundary": "--=_x'y"}),
    ('text/plain; charset="utf-8', "text/plain", {"charset": "utf-8"}),
    ("x/y; name*=utf-8''caf%C3%A9.txt", "x/y", {"name": "café.txt"}),
    ('x/y; name*0="ca"; name*1="fe.txt"', "x/y", {"name": "cafe.txt"}),
    (
        """x/y; name*0="Bob's and Al"; name*1="ice's 5%20.pdf\"""",
        "x/y",
        {"name": "Bob's and Alice's 5%20.pdf"},
    ),
    (
        """x/y; name*0*=utf-8''caf%C3; name*1*=%A9%20; name*2="it's 5%20\"""",
        "x/y",
        {"name": "café it's 5%20"},
    ),
    ("x/y; name*1=b; name*0=a; name*1=c", "x/y", {"name": "ab"}),
    ("x/y; name*=caf%20", "x/y", {"name": "caf%20"}),
    ("multipart/mixed; (x; y=z) boundary=b (what (ever))", "multipart/mixed", {"boundary": "b"}),
    ('multipart/mixed; boundary="(b)"; x=(y', "multipart/mixed", {"boundary": "(b)", "x": "(y"}),
    ('"text/html"; charset=x', "text/html", {"charset": "x"}),
    ("text / html", "text/html", {}),
    ("text/x-amp-html", "text/html", {}),
    ("(a page) text/html", "text/html", {}),
    ("text", "text/plain", {}),
    ("", "text/plain", {}),
    (None, "text/plain", {}),
    ("; charset=utf-8", "text/plain", {}),
]


@pytest.mark.parametrize(("value", "media_type", "parameters"), TYPES)
def test_content_types(value, media_type, parameters):
    assert content_type(value) == (media_type, parameters)


@given(st.text(max_size=120) | st.text(alphabet="x/y;=*0123'%\" a()\\").map("x/y; a".__add__))
def test_nothing_raises(text):
    assert "/" in content_type(text).media_type


def test_half_a_character_in_a_parameter():
    assert content_type("x/y; name*=utf-8''\ud800%41").parameters == {"name": "?A"}

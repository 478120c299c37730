"""`urlglean.mail.text`: URLs with their quote depth and region, in the text as it was."""

import pytest

from support.mail_texts import found_in
from urlglean.mail.text import undo_delsp


def test_without_footers_the_body_is_left():
    text = (
        "http://a.org/1\n-- \nhttp://a.org/2\n"
        + "_" * 47
        + "\nTo unsubscribe: x@lists.example.org\n"
        + "> http://a.org/3\n"
    )
    found = [candidate.text for candidate in found_in(text, options={}, footers=False)]
    assert found == ["http://a.org/1", "http://a.org/3"]


def test_places_are_in_the_text_as_it_was():
    text = "> x\n> http://a.org/b \n> c\n"
    (candidate,) = found_in(text, unbroken=undo_delsp(text), options={})
    assert candidate.raw == "http://a.org/b \n> c"
    assert (candidate.line, candidate.column) == (2, 3)
    assert (candidate.facts.quote_depth, candidate.facts.region) == (1, "body")


SCHEME_BREAKS = [
    # a text, and the URLs in it
    ("the page is at http:\n//example.org/a and so on", ["http://example.org/a"]),
    ("the page is at <http:\r\n//example.org/a> and so on", ["http://example.org/a"]),
    ("the page is at (https:/\n/example.org/a)", ["https://example.org/a"]),
    ("the page is at h\nttps://example.org/a and so on", ["https://example.org/a"]),
    ("the page is at ht\ntp://example.org/a and so on", ["http://example.org/a"]),
    ("the page is at http\n://example.org/a and so on", ["http://example.org/a"]),
    ("> the page is at http\n> s://example.org/a and so on", ["https://example.org/a"]),
    ("the page is at HTT\nP://example.org/a and so on", ["HTTP://example.org/a"]),
    (
        "> the page is at http:\n//example.org/a and so on",
        ["http://example.org/a"],
    ),  # its quote mark was lost
    ("> the page is at http:\n>> //example.org/a and so on", []),  # another depth
    ("http:\n// a comment", []),
    ("with a dash\nhttp://example.org/a", ["http://example.org/a"]),
]


@pytest.mark.parametrize(("text", "expected"), SCHEME_BREAKS)
def test_a_scheme_that_was_broken_is_mended(text, expected):
    found = found_in(text, options={})
    assert [candidate.text for candidate in found] == expected
    for candidate in found:
        assert "".join(text[span.start : span.end] for span in candidate.spans) == candidate.text

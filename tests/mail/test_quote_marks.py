"""`urlglean.mail.regions`: how deep a line is in quotations."""

import pytest

from urlglean.mail.regions import quote_depth


@pytest.mark.parametrize(
    ("line", "depth"),
    [
        ("text", 0),
        ("> text", 1),
        (">text", 1),
        (">> text", 2),
        ("> > > text", 3),
        ("  > text", 1),
        ("| text", 1),
        ("> | text", 2),
        (": text", 1),
        ("Jim> text", 1),
        ("    Jim> text", 1),
        (" jim> text", 1),
        (">Jim> text", 2),
        ("mysql> text", 0),
        ("a > b", 0),
        ("| cell | cell |", 0),
        ("http://a/", 0),
        ("::: text", 0),
    ],
)
def test_quote_depth(line, depth):
    text = f"before\n{line}\nafter"
    assert quote_depth(text, len("before\n") + len(line) - 1) == depth

"""What announces a URL, and what does not."""

from __future__ import annotations

import pytest

from urlglean.delimiting.triggers import trigger_places, triggers


@pytest.mark.parametrize(
    ("text", "colons", "dots"),
    [
        *(
            ("http://a", 1, 0),
            ("a: b", 0, 0),
            ("a:b", 0, 0),
            ("mailto:a", 1, 0),
            ("MAILTO:a", 1, 0),
            ("xmailto:a", 1, 0),
            ("mailto: a", 0, 0),
        ),
        *(
            ("10:30", 0, 0),
            ("a://", 1, 0),
            ("://", 1, 0),
            (":// ", 1, 0),
            (":/", 0, 0),
            ("url:x", 1, 0),
            ("tel:1 urn:2", 2, 0),
        ),
        *(
            ("www.a", 0, 1),
            ("WWW.a", 0, 1),
            ("www2.a", 0, 1),
            ("ftp.a", 0, 1),
            ("www. a", 0, 0),
            ("http://www.a", 1, 0),
            ("a.b", 0, 0),
        ),
    ],
)
def test_what_announces_a_url(text: str, colons: int, dots: int) -> None:
    colon, dot = triggers()
    assert (len(colon.findall(text)), len(dot.findall(text))) == (colons, dots)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("see http://a.b and www.c.d", [8, 22]),
        ("10:30 a.b", []),
        ("www.", [3]),
        ("http:\n//a.b", [4]),
        ("see mailto:a@b.c, WWW2.d.e", [10, 22]),
        ("ftp.a.b, FTP.c.d", [3, 12]),
    ],
)
def test_the_places_of_a_text(text: str, places: list[int]) -> None:
    assert trigger_places(text) == places

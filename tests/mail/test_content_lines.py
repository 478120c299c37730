"""`urlglean.mail.text`: folded calendars and cards."""

from support.mail_texts import found_in, urls
from urlglean.mail.text import undo_folds, without_pages


def test_a_folded_calendar():
    text = "DESCRIPTION:see http://a.org/b\r\n /c?d\\,e\\nNext http://a.org/f\\; g"
    assert urls(text, undo_folds(text)) == [
        ("http://a.org/b/c?d,e", ["http://a.org/b", "/c?d", ",e"]),
        ("http://a.org/f", ["http://a.org/f"]),
    ]


CARD = (
    "BEGIN:VCARD\r\nURL;TYPE=WORK:http\\://www.example.com/jim\r\nURL:http://example.org/\r\n"
    "item1.URL;type=pref:https\\://b.example/\r\nNOTE:see http://n.example/x\\, or http://o.example/\r\nEND:VCARD\r\n"
)


def test_the_line_of_a_property_ends_what_stands_on_it():
    assert [found.text for found in found_in(CARD, unbroken=undo_folds(CARD), options={})] == [
        "http://www.example.com/jim",
        "http://example.org/",
        "https://b.example/",
        "http://n.example/x",
        "http://o.example/",
    ]


def test_pages_in_a_calendar_are_taken_out_and_leave_every_character_in_its_place():
    text = (
        "DESCRIPTION:http://a.example/\r\nX-ALT-DESC;FMTTYPE=text/html:<a href=\r\n "
        "'http://b.example/'>\\nb\\, too</a>\r\nURL:http://c.example/\r\n"
    )
    folded = undo_folds(text)
    rest, pages = without_pages(folded)
    assert pages == ["<a href='http://b.example/'>\nb, too</a>"]
    assert len(rest.text) == len(folded.text)
    assert [url for url, _ in urls(text, rest)] == ["http://a.example/", "http://c.example/"]
    assert without_pages(rest) == (rest, [])

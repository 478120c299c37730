"""Where a URL in a text ends, as the links of the page beside it have it."""

import pytest

from urlglean.delimiting.stream import delimit
from urlglean.document import Document
from urlglean.mail.evidence import ended_as_linked
from urlglean.pipeline import read_document

ENDS = [
    ("a full stop that the link has", "see http://a.org/b. Then", {"http://a.org/b."}, ["http://a.org/b."]),
    ("one that it has not", "see http://a.org/b. Then", {"http://a.org/b"}, ["http://a.org/b"]),
    (
        "there are links to both",
        "see http://a.org/b.",
        {"http://a.org/b", "http://a.org/b."},
        ["http://a.org/b"],
    ),
    ("one of two", "see http://a.org/b..", {"http://a.org/b."}, ["http://a.org/b."]),
    ("no link at all", "see http://a.org/b.", set(), ["http://a.org/b"]),
    ("a name without a scheme", "see www.a.org/b! Then", {"http://www.a.org/b!"}, ["www.a.org/b!"]),
    ("a bracket", "(http://a.org/b)", {"http://a.org/b)"}, ["http://a.org/b)"]),
    ("a bar", "http://a.org/| b", {"http://a.org/|"}, ["http://a.org/|"]),
    ("letters of another script", "http://a.org/bを", {"http://a.org/b"}, ["http://a.org/b"]),
    ("which the link has", "http://a.org/bを", {"http://a.org/bを"}, ["http://a.org/bを"]),
    (
        "another URL behind it",
        "http://a.org/,http://b.org/",
        {"http://a.org/,http://b.org/"},
        ["http://a.org/", "http://b.org/"],
    ),
    ("a path that was cut short", "http://a.org/b/cd e", {"http://a.org/b/"}, ["http://a.org/b/cd"]),
]


@pytest.mark.parametrize(("title", "text", "linked", "urls"), ENDS, ids=[case[0] for case in ENDS])
def test_ends(title, text, linked, urls):
    found = list(ended_as_linked(list(delimit(text)), linked))
    assert [one.text for one in found] == urls, title
    for one in found:
        assert one.raw == one.text
        assert one.text not in one.facts.alternatives


DECODED = [
    ("an ampersand", "http://a.org/?b&amp;c=d e", {"http://a.org/?b&c=d"}, "http://a.org/?b&c=d"),
    (
        "which the link has as well",
        "http://a.org/?b&amp;c=d e",
        {"http://a.org/?b&amp;c=d"},
        "http://a.org/?b&amp;c=d",
    ),
    ("to which no link leads", "http://a.org/?b&amp;c=d e", {"http://a.org/?b"}, "http://a.org/?b&amp;c=d"),
    (
        "a parameter with the name of a character",
        "http://a.org/?b&amp;sectionid=d e",
        {"http://a.org/?b&sectionid=d"},
        "http://a.org/?b&sectionid=d",
    ),
    ("an equals sign", "http://a.org/?b=3Dc e", {"http://a.org/?b=c"}, "http://a.org/?b=c"),
    ("which is none", "http://a.org/?b=3Dc e", {"http://a.org/"}, "http://a.org/?b=3Dc"),
    ("a blank", "<http://a.org/b c.doc>", {"http://a.org/b%20c.doc"}, "http://a.org/b%20c.doc"),
]


@pytest.mark.parametrize(("title", "text", "linked", "url"), DECODED, ids=[case[0] for case in DECODED])
def test_what_a_program_has_left_encoded(title, text, linked, url):
    [plain] = delimit(text)
    [one] = ended_as_linked([plain], linked)
    assert (one.text, one.start, one.end) == (url, plain.start, plain.end)
    assert (one.text == plain.text) or (one.alternatives[0] == plain.text and one.notes)


def test_what_was_joined_ends_earlier():
    joined = list(delimit("see http://a.org/b\nc there", {"http://a.org/bc"}))
    assert [one.text for one in joined] == ["http://a.org/bc"]
    [one] = ended_as_linked(joined, {"http://a.org/b"})
    assert (one.text, one.raw, one.facts.pieces) == ("http://a.org/b", "http://a.org/b", ())
    assert one.alternatives == ("http://a.org/bc",)


def test_what_was_joined_behind_a_folder_stays_joined():
    joined = list(delimit("see http://a.org/\nb/c.html there", {"http://a.org/b/c.html"}))
    assert [one.text for one in ended_as_linked(joined, {"http://a.org/"})] == ["http://a.org/b/c.html"]


def test_it_is_not_asked_where_nothing_is_a_guess():
    class Unasked(frozenset[str]):
        def __contains__(self, url):
            raise AssertionError(url)

    assert [
        one.text for one in ended_as_linked(list(delimit("<http://a.org/> http://b.org/ c")), Unasked("x"))
    ] == [
        "http://a.org/",
        "http://b.org/",
    ]


ALTERNATIVES = b"""Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

We use http://a.org/x.y. for it, and http://b.org/!

--b
Content-Type: text/html

<a href="http://a.org/x.y.">We</a>, <a href='http://b.org/&#33;'>b</a>
--b--
"""


def test_the_page_of_a_message_says_where_the_urls_of_its_text_end():
    links = list(read_document(Document(ALTERNATIVES, "message/rfc822", "x"), on_problem=print))
    assert [link.url for link in links] == ["http://a.org/x.y.", "http://b.org/!"] * 2
    assert links[0].alternatives == ("http://a.org/x.y",)

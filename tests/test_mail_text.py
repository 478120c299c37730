"""The text of mail: quote depth, signatures, footers, flowed and folded lines, encoded files."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.mail_text import (
    Unbroken,
    candidates_in_batches,
    quote_depth,
    regions,
    undo_delsp,
    undo_folds,
    undo_spoken_at,
    without_enriched_commands,
)


def found_in(text, **options):
    return list(itertools.chain.from_iterable(candidates_in_batches(text, **options)))


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


FOOTER = "_" * 47 + "\nx mailing list\nx@lists.example.org\nhttp://lists.example.org/x\n"

REGIONS = [
    # title, text, the region each "@" stands in
    ("no signature", "@\n\n@\n", ["body", "body"]),
    ("a signature", "@\n-- \nJim @\n", ["body", "signature"]),
    ("a signature whose blank was stripped", "@\n--\nJim @\n", ["body", "signature"]),
    ("a signature with CRLF", "@\r\n-- \r\nJim @\r\n", ["body", "signature"]),
    ("a dash-escaped signature", "@\n- -- \nJim @\n", ["body", "signature"]),
    ("a footer", "@\n" + FOOTER + "@\n", ["body", "footer"]),
    ("a signature and a footer", "@\n-- \nJim @\n" + FOOTER + "@\n", ["body", "signature", "footer"]),
    ("a quoted footer", "@\n> ____________________\n> x mailing list @\n@\n", ["body", "footer", "body"]),
    (
        "a quoted signature ends with its quotation",
        "> @\n> -- \n> Jim @\n\n@\n",
        ["body", "signature", "body"],
    ),
    ("a reply below a signature", "-- \nJim @\n\n> quoted @\n", ["signature", "body"]),
    ("a rule is no footer", "@\n--------------------\nChapter 2 @\n", ["body", "body"]),
    ("a forwarded message is no footer", "----- Original Message -----\nTo: the mailing list\n@\n", ["body"]),
    ("a footer after two dashes", "@\n-- \nTo UNSUBSCRIBE, email to @\n", ["body", "footer"]),
    (
        "a footer after one dash",
        "@\n-\nTo unsubscribe from this list: @\nMore @\n",
        ["body", "footer", "footer"],
    ),
    (
        "a footer in words",
        "@\n\nYou received this message because you are subscribed @\n",
        ["body", "footer"],
    ),
    (
        "a sponsor before a footer",
        "@\n" + "-" * 55 + "\nThis sf.net email is sponsored by: X\n@\n",
        ["body", "footer"],
    ),
    ("a rule with a caret", "@\n==^" + "=" * 40 + "\nEASY UNSUBSCRIBE click here: @\n", ["body", "footer"]),
    ("a rule of two signs", "@\n-=-=-=-=-=-=-\nGroups.io Links: see @\n", ["body", "footer"]),
    ("a rule of number signs", "@\n" + "#" * 72 + "\n\nLISTSERV archives: @\n", ["body", "footer"]),
    ("an underlined heading", "@\nThe mailing list\n----------------\nIt moved to @\n", ["body", "body"]),
    ("a rule under a name", "@\nJim\n" + "-" * 40 + "\nx mailing list @\n", ["body", "footer"]),
    (
        "a newsletter that begins like a footer",
        "To unsubscribe from this newsletter: @\n\nThe news\n@\n",
        ["footer", "body"],
    ),
    (
        "a footer of several paragraphs",
        "@\nTo unsubscribe from this group, see @\n\nYour use of Yahoo! Groups is subject to @\n",
        ["body", "footer", "footer"],
    ),
    (
        "a footer of a forum",
        "@\n\n---\n[Visit Topic](@) or reply to this email to respond.\n\nTo unsubscribe, @\n",
        ["body", "footer", "footer"],
    ),
    (
        "a footer of a tracker",
        "@\n---\nReply to this email directly or view it on the hub:\n@\n",
        ["body", "footer"],
    ),
    (
        "an advert of a mail service",
        "@\n" + "_" * 50 + "\nDo You Yahoo!?\nGet it all at @\n",
        ["body", "footer"],
    ),
    (
        "a quoted advert",
        "> @\n> " + "_" * 65 + "\n> Get MSN Hotmail at @ hotmail.com\n\n@\n",
        ["body", "footer", "body"],
    ),
    (
        "an advert of a mail service, then a footer of a list",
        "@\n" + "_" * 50 + "\nDo You Yahoo!?\n@\n" + FOOTER + "@\n",
        ["body", "footer", "footer"],
    ),
    ("a chapter on mail services", "@\n" + "-" * 40 + "\nThe free e-mail of @\n", ["body", "body"]),
    ("a rule in a text", "@\n" + "_" * 40 + "\nThe next chapter @\n", ["body", "body"]),
    (
        "the end of a broadcast",
        "@\n" + "-" * 27 + "(end of broadcast)" + "-" * 27 + "\nTIP 5: Have you read @\n",
        ["body", "footer"],
    ),
    (
        "a footer in Dutch",
        "@\n" + "_" * 47 + "\nx mailinglijst\n@\n",
        ["body", "footer"],
    ),
    ("a footer in Chinese", "@\n" + "_" * 47 + "\nx 邮件列表\n@\n", ["body", "footer"]),
    (
        "a message below a signature",
        "@\n-- \nJim @\n\nFrom: Ann\nSent: Monday\nTo: Jim\nSubject: x\n\nsee @\n",
        ["body", "signature", "body"],
    ),
    (
        "a quoted message below a signature, in another language",
        "> @\n> -- \n> Jim @\n> *Von:* Ann\n> *Gesendet:* Montag\n> see @\n",
        ["body", "signature", "body"],
    ),
    ("an address in a signature", "@\n-- \nJim\nFrom: Bern\nsee @\n", ["body", "signature"]),
    ("prose about lists", "@ how to unsubscribe from a mailing list: @\n", ["body", "body"]),
]


@pytest.mark.parametrize(("text", "names"), [row[1:] for row in REGIONS], ids=[row[0] for row in REGIONS])
def test_regions(text, names):
    marks = [index for index, character in enumerate(text) if character == "@" and text[index - 1] != "x"]
    found = regions(text)
    assert [next((r.name for r in found if r.start <= mark < r.end), "body") for mark in marks] == names


def test_without_footers_the_body_is_left():
    text = "http://a.org/1\n-- \nhttp://a.org/2\n" + FOOTER + "> http://a.org/3\n"
    found = [candidate.text for candidate in found_in(text, options={}, footers=False)]
    assert found == ["http://a.org/1", "http://a.org/3"]


@given(st.text(alphabet="->_ \nJ\r@|:To unsubscribe mailing list", max_size=200))
def test_regions_are_in_order_and_do_not_overlap(text):
    found = regions(text)
    assert all(0 <= region.start <= region.end <= len(text) for region in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))


def urls(text, unbroken=None, **options):
    return [
        (candidate.text, [text[span.start : span.end] for span in candidate.spans])
        for candidate in found_in(text, unbroken=unbroken, options=options)
    ]


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
    assert undo_delsp("-- \nJim") is None


def test_a_folded_calendar():
    text = "DESCRIPTION:see http://a.org/b\r\n /c?d\\,e\\nNext http://a.org/f\\; g"
    assert urls(text, undo_folds(text)) == [
        ("http://a.org/b/c?d,e", ["http://a.org/b", "/c?d", ",e"]),
        ("http://a.org/f", ["http://a.org/f"]),
    ]


@given(st.text(alphabet="ab> \r\n\\,;-", max_size=80))
def test_what_is_taken_out_leaves_the_rest_where_it_was(text):
    for unbroken in (undo_delsp(text), undo_folds(text)):
        if unbroken is not None:
            assert isinstance(unbroken, Unbroken)
            pieces = unbroken.pieces(0, len(unbroken.text))
            assert ends_marked("".join(text[start:end] for start, end in pieces)) == ends_marked(
                unbroken.text
            )
            for start in range(len(unbroken.text)):
                ((at, _),) = unbroken.pieces(start, start + 1)
                assert ends_marked(text[at]) == ends_marked(unbroken.text[start])


SPOKEN = [
    (
        "https://lore.kernel.org/r/20200101123456.12-1-jim at a.org for",
        "https://lore.kernel.org/r/20200101123456.12-1-jim@a.org",
    ),
    (
        "https://lore.kernel.org/lkml/CAHk-=wg1B2c3 at mail.a.org/ for",
        "https://lore.kernel.org/lkml/CAHk-=wg1B2c3@mail.a.org/",
    ),
    (
        "http://www.mail-archive.com/foo at lists.a.org/msg1.html",
        "http://www.mail-archive.com/foo@lists.a.org/msg1.html",
    ),
    ("<http://mid.gmane.org/87abc123def456.fsf at a.org>", "http://mid.gmane.org/87abc123def456.fsf@a.org"),
    ("http://marc.info/?i=20040101.1234 at a.org", "http://marc.info/?i=20040101.1234@a.org"),
    ("git clone ssh://git at a.org/foo.git", "ssh://git@a.org/foo.git"),
    ("[mailto:jim at a.org]", "mailto:jim@a.org"),
    ("news:3A1B.12 at a.org", "news:3A1B.12@a.org"),
    ("Look at http://a.org/ at work", "http://a.org/"),
    ("see http://a.org/x at b.org", "http://a.org/x"),
    ("it is http://a.org at b.org", "http://a.org"),
    ("it is http://a.org:80 at b.org", "http://a.org:80"),
    ("meet (http://a.org/2004-01-01 at 10.30)", "http://a.org/2004-01-01"),
    ("http://a.org/1234567 at the top", "http://a.org/1234567"),
]


@pytest.mark.parametrize(("text", "url"), SPOKEN)
def test_what_archives_speak_aloud(text, url):
    [found] = found_in(text, unbroken=undo_spoken_at(text), options={})
    assert (found.text, found.raw.replace(" at ", "@")) == (url, url)


@given(
    st.text(alphabet="a1:/=@ .\n", max_size=80)
    | st.text(alphabet="a1:/. ").map(lambda text: f"http://a/{text} at b.org")
)
def test_what_is_spoken_stays_where_it_was(text):
    unbroken = undo_spoken_at(text)
    if unbroken is not None:
        pieces = unbroken.pieces(0, len(unbroken.text))
        assert "".join(text[start:end] for start, end in pieces).replace(" ", "@") == unbroken.text.replace(
            " ", "@"
        )


def ends_marked(text):
    """Make line ends alike: those of properties have another character."""
    return text.replace("\r", "\x1e").replace("\n", "\x1e")


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


def test_enriched_text_keeps_every_offset():
    text = "<bold>x</bold> <<y>\n<color><param>red</param>z</color>"
    plain = without_enriched_commands(text)
    assert len(plain) == len(text)
    assert plain.split() == ["x", "<y>", "z"]


def test_encoded_files_hold_no_urls():
    line = "M" + "WWW.X.EXAMPLE HTTP://X.EXAMPLE/ ".ljust(60, "A")
    text = f"http://a.org/1\nbegin 644 file\n{line}\n{line}\n`\nend\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/1", "http://a.org/2"]
    text = "=ybegin line=128 size=9 name=x\nhttp://x.org/\n=yend size=9\nhttp://a.org/2\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/2"]


def test_a_sentence_that_begins_like_an_encoded_file_is_read():
    text = "begin 100 years of\nhttp://a.org/solitude\nend\n"
    assert [url for url, _ in urls(text)] == ["http://a.org/solitude"]


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

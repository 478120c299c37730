"""`urlglean.mail.text`: URLs with their quote depth and region, in the text as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.mail_texts import found_in, urls
from support.work import peak_of
from urlglean import extract_mail
from urlglean.mail.text import (
    undo_delsp,
    undo_folds,
    undo_spoken_at,
    with_whole_characters,
    without_enriched_commands,
    without_pages,
)


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


# --- `urlglean.mail.text`: soft breaks that take their space with them ---


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


# --- `urlglean.mail.text`: folded calendars and cards ---


@given(
    st.text("aä€😀", min_size=1, max_size=12),
    st.sampled_from([b"\r\n ", b"\n\t", b"\r "]),
    st.integers(3, 9),  # of fewer octets, one is folded twice
)
def test_a_character_is_whole_wherever_its_line_is_folded(text, fold, width):
    octets = text.encode()
    folded = fold.join(octets[start : start + width] for start in range(0, len(octets), width))
    assert with_whole_characters(folded).decode().replace(fold.decode(), "") == text


def test_very_many_commands_take_little_memory():
    text = "<b>a" * 5000
    assert without_enriched_commands(text) == "   a" * 5000
    assert peak_of(lambda: without_enriched_commands(text)) < 14 * len(text)


def test_very_many_folds_take_little_memory():
    content = b"\xc3\r\n \xb6" * 4000
    assert with_whole_characters(content) == b"\xc3\xb6\r\n " * 4000
    assert peak_of(lambda: with_whole_characters(content)) < 4 * len(content)


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


OLD_CARD = (
    "VERSION:2.1\nURL;ENCODING=QUOTED-PRINTABLE:http=3A//a.example/gr=C3=B6=\n=C3=9Fe?b=3D1\n"
    "NOTE;CHARSET=UTF-8;quoted-printable:see=0D=0Ahttp://b.example/x=0D=0A=\nhttp://c.example/\\;y\n"
    "URL:http://d.example/?e=3D\n f\nEND:VCARD\n"
)


def test_the_quoted_printable_of_an_old_card():
    assert [found.text for found in found_in(OLD_CARD, unbroken=undo_folds(OLD_CARD), options={})] == [
        "http://a.example/größe?b=1",
        "http://b.example/x",
        "http://c.example/;y",
        "http://d.example/?e=3Df",
    ]


def test_a_soft_break_of_an_old_card_may_have_blanks_behind_it():
    card = OLD_CARD.replace("=\n", "= \t\r\n")
    found = [found.text for found in found_in(card, unbroken=undo_folds(card), options={})]
    assert found == [
        "http://a.example/größe?b=1",
        "http://b.example/x",
        "http://c.example/;y",
        "http://d.example/?e=3Df",
    ]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_a_line_ends_in_a_carriage_return_too(end):
    """So it does in the cards of old Macintoshes."""
    text = (
        OLD_CARD
        + "X-ALT-DESC;FMTTYPE=text/html:<a\n  href='http://a.example/\\\n ,'>\nURL:http\n ://e.example/\n"
    )
    places = []
    for card in (text, text.replace("\n", end)):
        rest, [page] = without_pages(card, undo_folds(card))
        found = found_in(card, unbroken=rest, options={})
        places.append([(one.text, [(span.line, span.column) for span in one.spans]) for one in found])
        assert page.text == "<a href='http://a.example/,'>"
    assert [url for url, _ in places[0]][-1] == "http://e.example/"
    assert places[0] == places[1]


def test_pages_in_a_calendar_are_taken_out_and_leave_every_character_in_its_place():
    text = (
        "DESCRIPTION:http://a.example/\r\nX-ALT-DESC;FMTTYPE=text/html:<a href=\r\n "
        "'http://b.example/'>\\nb\\, too</a>\r\nURL:http://c.example/\r\n"
    )
    folded = undo_folds(text)
    rest, pages = without_pages(text, folded)
    assert [page.text for page in pages] == ["<a href='http://b.example/'>\nb, too</a>"]
    assert len(rest.text) == len(folded.text)
    assert [url for url, _ in urls(text, rest)] == ["http://a.example/", "http://c.example/"]
    rest_again, pages = without_pages(text, rest)
    assert (rest_again, [*pages]) == (rest, [])


def test_the_parameters_of_a_page_take_linear_time():
    text = "X-ALT-DESC;" + "text/html" * 100_000
    assert [*without_pages(text, undo_folds(text))[1]] == []


# --- `urlglean.mail.text`: commands leave every character in its place ---


def test_enriched_text_keeps_every_offset():
    text = "<bold>x</bold> <<y>\n<color><param>red</param>z</color>"
    plain = without_enriched_commands(text)
    assert len(plain) == len(text)
    assert plain.split() == ["x", "<y>", "z"]


# --- `urlglean.mail.text`: an @ that an archive has spoken aloud ---


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


def test_what_is_spoken_below_a_broken_line():
    text = "> at http://www.mail-archive.com/tools-\ndevel at lists.example.org/msg01225.html:\n> so\n"
    unbroken = undo_spoken_at(text)
    [found] = found_in(text, unbroken=unbroken, options={})
    assert found.text == "http://www.mail-archive.com/tools-devel@lists.example.org/msg01225.html"


def test_what_is_spoken_below_a_broken_address():
    text = "> From: [mailto:tools-devel-\n> bounces at lists.example.org] On Behalf Of Joe\n"
    [found] = found_in(text, unbroken=undo_spoken_at(text), options={})
    assert found.text == "mailto:tools-devel-bounces@lists.example.org"


def test_a_sentence_below_a_url_is_not_spoken():
    text = "Tea is on http://www.example.org/tea/\nJoe at www.example.com/joe has it.\n"
    assert undo_spoken_at(text).text == text


@given(
    st.text(alphabet="a1:/=@ .\n", max_size=80)
    | st.text(alphabet="a1:/. ").map(lambda text: f"http://a/{text} at b.org")
)
def test_what_is_spoken_stays_where_it_was(text):
    unbroken = undo_spoken_at(text)
    pieces = unbroken.pieces(0, len(unbroken.text))
    assert "".join(text[start:end] for start, end in pieces).replace(" ", "@") == unbroken.text.replace(
        " ", "@"
    )


# --- what a format says of its lines, undone ---


@given(st.text(alphabet="ab> \r\n\\,;-", max_size=80))
def test_what_is_taken_out_leaves_the_rest_where_it_was(text):
    for unbroken in (undo_delsp(text), undo_folds(text)):
        pieces = unbroken.pieces(0, len(unbroken.text))
        assert ends_marked("".join(text[start:end] for start, end in pieces)) == ends_marked(unbroken.text)
        for start in range(len(unbroken.text)):
            ((at, _),) = unbroken.pieces(start, start + 1)
            assert ends_marked(text[at]) == ends_marked(unbroken.text[start])


def ends_marked(text):
    """Make line ends alike: those of properties have another character."""
    return text.replace("\r", "\x1e").replace("\n", "\x1e")


def test_what_was_struck_over_in_a_message_that_holds_no_other_url():
    message = "From: a@b.example\nContent-Type: text/plain\n\nsee w\bww\bww\bw.example.com\n"
    [found] = extract_mail(message.encode())
    assert (found.text, found.notes) == ("www.example.com", ("overstrikes undone",))


def test_of_a_style_sheet_no_more_is_held_than_what_is_read() -> None:
    def peak(references: int) -> int:
        message = b"Content-Type: text/css\n\n" + b"url(b) " * references
        return peak_of(lambda: sum(1 for _ in extract_mail(message)))

    assert peak(8000) - peak(2000) < 20 * 6000 * len("url(b) ")

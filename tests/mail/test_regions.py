"""`urlglean.mail.regions`: signatures and footers."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.candidate import Candidate, Facts
from urlglean.mail.regions import TextStanding, regions
from urlglean.text import Text

FOOTER = "_" * 47 + "\nx mailing list\nx@lists.example.org\nhttp://lists.example.org/x\n"


REGIONS = [
    # title, text, the region each "@" stands in
    ("no signature", "@\n\n@\n", ["body", "body"]),
    ("a signature", "@\n-- \nJim @\n", ["body", "signature"]),
    ("a signature whose blank was stripped", "@\n--\nJim @\n", ["body", "signature"]),
    ("a signature with CRLF", "@\r\n-- \r\nJim @\r\n", ["body", "signature"]),
    ("a dash-escaped signature", "@\n- -- \nJim @\n", ["body", "signature"]),
    ("a footer", "@\n" + FOOTER + "@\n", ["body", "footer"]),
    ("a footer below tildes", "@\n~~~~~~~~~~~~~~~~~~~~\nx mailing list @\n", ["body", "footer"]),
    ("a signature and a footer", "@\n-- \nJim @\n" + FOOTER + "@\n", ["body", "signature", "footer"]),
    ("a quoted footer", "@\n> ____________________\n> x mailing list @\n@\n", ["body", "footer", "body"]),
    (
        "a quoted signature ends with its quotation",
        "> @\n> -- \n> Jim @\n\n@\n",
        ["body", "signature", "body"],
    ),
    ("a reply below a signature", "-- \nJim @\n\n> quoted @\n", ["signature", "body"]),
    (
        "an underscored footer below a line as long",
        "@\n" + "x" * 47 + "\n" + FOOTER + "@\n",
        ["body", "footer"],
    ),
    ("a rule far above a list", "@\n" + "=" * 40 + "\n" + "a\n" * 20 + "mailing list\n@\n", ["body", "body"]),
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
        "To unsubscribe from this newsletter: @\n\nThe news\n@\n\nThe mailing list @\n",
        ["footer", "body", "body"],
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
    found = [*regions(text)]
    assert [next((r.name for r in found if r.start <= mark < r.end), "body") for mark in marks] == names


@given(st.text(alphabet="->_ \nJ\r@|:To unsubscribe mailing list", max_size=200))
def test_regions_are_in_order_and_do_not_overlap(text):
    found = [*regions(text)]
    assert all(0 <= region.start <= region.end <= len(text) for region in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))


@given(
    st.lists(
        st.sampled_from(
            ("see this", "-- ", "> -- ", "_" * 20, "To unsubscribe: x", "mailing list", "> x", "")
        )
    ),
    st.lists(st.integers(0, 100), min_size=1),
)
def test_regions_are_the_same_in_whatever_order_they_are_asked_for(lines, shares):
    text = "\n".join(lines)
    standing, found = TextStanding(text), [*regions(text)]
    for offset in (len(text) * share // 100 for share in shares):
        name = next((region.name for region in found if region.start <= offset < region.end), "body")
        assert standing.region(offset) == name


def test_what_stands_at_the_same_place_shares_its_facts():
    source = Text("see a, b\n-- \nc")
    source.standing = TextStanding(source.text)
    facts = Facts(notes=("x",))
    one, other, last = (Candidate(text, source, *place, facts) for text, place in AT_PLACES)
    assert one.facts == facts._replace(quote_depth=0, region="body")
    assert one.facts is other.facts
    assert last.facts == facts._replace(quote_depth=0, region="signature")
    assert (one.known, last.known) == (facts, facts)
    assert (one.settled()[4], last.settled()[4]) == (one.facts, last.facts)


AT_PLACES = [("a", (4, 5)), ("b", (7, 8)), ("c", (13, 14))]


def test_places_are_told_in_whatever_order_they_are_asked_for():
    text = "> a\nb\n-- \nc\n" + "_" * 47 + "\nTo unsubscribe: d@lists.example.org\n"
    standing = TextStanding(text)
    places = {letter: (depth, region) for letter, depth, region in PLACES}
    for letters in ("abcd", "dcba", "aabd"):
        assert [
            (standing.depth(text.index(letter)), standing.region(text.index(letter))) for letter in letters
        ] == [places[letter] for letter in letters]


PLACES = [("a", 1, "body"), ("b", 0, "body"), ("c", 0, "signature"), ("d", 0, "footer")]


# --- `urlglean.mail.regions`: how deep a line is in quotations ---


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
    assert TextStanding(text).depth(len("before\n") + len(line) - 1) == depth


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_each_line_end_ends_a_line(line_end):
    text = line_end.join(("before", "> one", "", "-- ", "two\r\n"))
    standing = TextStanding(text)
    assert (standing.depth(text.index("one")), standing.region(text.index("one"))) == (1, "body")
    assert (standing.depth(text.index("two")), standing.region(text.index("two"))) == (0, "signature")

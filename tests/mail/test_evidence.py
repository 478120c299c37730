"""What a message knows whole: its HTML, the messages it holds, the messages it answers."""

from __future__ import annotations

import importlib

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from support.delimit_strategies import wrapped_texts
from urlglean import extract_mail, extract_text
from urlglean.delimiting.stream import delimit
from urlglean.document import Document
from urlglean.inputs import mbox
from urlglean.mail.evidence import (
    Evidence,
    PartText,
    Recollection,
    ThreadMemory,
    ended_as_linked,
    linked_in_html,
    urls_in_html,
    urls_in_text,
)
from urlglean.pipeline import read_document

MODULE = importlib.import_module("urlglean.mail.evidence")


@pytest.mark.parametrize(
    ("html", "urls"),
    [
        ('<a href="http://a.org/?b&amp;c">x</a>', {"http://a.org/?b&c"}),
        ('<a href="http://a.org/?b=3&sectionid=1&copy=2">x</a>', {"http://a.org/?b=3&sectionid=1&copy=2"}),
        ("<a href='http://a.org/b'>x</a>", {"http://a.org/b"}),
        ("<a href=http://a.org/b>http://a.org/c</a>", {"http://a.org/b", "http://a.org/c"}),
        ('<a href="/b">x</a>', set()),
    ],
)
def test_urls_in_html(html, urls):
    assert urls_in_html(html) == (urls, urls)


@settings(max_examples=500)
@given(
    st.lists(
        st.sampled_from(
            [
                "<a",
                " ",
                "\n",
                "href",
                "HREF",
                " href=",
                "\thref='",
                ' href="',
                "=",
                "'",
                '"',
                ">",
                "x",
                "http://a/",
            ]
        ),
        max_size=12,
    ).map("".join)
)
@example(" href='http://a/ href=x' href=http://b/>")
def test_where_no_blank_is_before_a_sign_links_are_found_by_it_as_by_their_name(html):
    assume(not MODULE._BLANK_BEFORE_SIGN.search(html))
    assert MODULE._HREF.findall(html) == MODULE._ANY_HREF.findall(html)


def test_links_with_blanks_before_the_sign_are_found():
    html = "<a href = 'http://a/?b&#58;' alt='x'><a\nHREF\n=http://c/><a href=' d://e f\n'><a href=&#47;>"
    assert linked_in_html(html) == {"http://a/?b:", "http://c/", "d://e%20f"}


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see http://a.org/b for it", {"http://a.org/b"}),
        ("<http://a.org/b>", {"http://a.org/b"}),
        ("see http://a.org/b, please", {"http://a.org/b"}),
        ("see http://a.org/b\nc", set()),
        ("see http://a.org/b", set()),
        ("see http://a.org/b \nc", set()),
        ("see http://a.org/b  \nc", set()),
        ("| http://a.org/b |\n| c |", set()),
    ],
)
def test_what_is_whole_in_a_text_is_what_no_break_can_have_cut(text, urls):
    assert urls_in_text(text)[1] == urls


def test_evidence_is_read_when_it_is_asked():
    class Unread(bytes):
        def isascii(self):
            raise AssertionError("read too early")

    evidence = Evidence(lambda: [PartText(Unread(b"x"), None, is_html=False)], around={"http://b.org/"})
    with pytest.raises(AssertionError):
        assert "http://a.org/" in evidence
    known = Evidence(lambda: [PartText(b"http://a.org/ x", None, is_html=False)], around={"http://b.org/"})
    assert "http://a.org/" in known
    assert "http://b.org/" in known
    assert "http://c.org/" not in known


def test_many_texts_are_asked_together_and_know_what_each_of_them_does() -> None:
    texts = [
        PartText(f"see http://a.org/{number} there, http://b.org/{number}\n".encode(), None, is_html=False)
        for number in range(20)
    ]
    evidence = Evidence(lambda: texts)
    assert "http://a.org/0" in evidence
    assert "http://b.org/19" in evidence
    assert "http://a.org/20" not in evidence
    assert evidence.stands_whole("http://a.org/19")
    assert not evidence.stands_whole("http://b.org/19")


PIECES = st.sampled_from(
    ["http://a.org/", "http://a.org/b", "x", ".", ")", " ", "\n", '"', "&amp;", "'", "<"]
)


@given(
    st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=3),
    st.lists(PIECES, max_size=12),
    st.booleans(),
)
def test_what_is_known_does_not_depend_on_what_was_asked_before(texts, asked, is_html):
    evidence = Evidence(lambda: [PartText(text.encode(), None, is_html=is_html) for text in texts])
    known = [(urls_in_html if is_html else urls_in_text)(text) for text in texts]
    standing = {url for found, _ in known for url in found}
    whole = {url for _, found in known for url in found}
    assert whole <= standing
    for url in (*asked, *standing, *asked):
        assert (url in evidence) == (url in standing)
        assert evidence.stands_whole(url) == (url in whole)


def message(identifier, text):
    return Recollection(identifier, lambda: [PartText(text, None, is_html=False)])


def test_a_thread_is_remembered_for_a_while():
    memory = ThreadMemory()
    for name, text in (("first", b"1"), (None, b""), ("again", b"2"), ("again", b"3")):
        memory.remember(message(name, text))
    assert [reading.content for reading in memory.knowing(["first", "again", "unknown"])] == [b"1", b"3"]
    for number in range(5 * ThreadMemory.SIZE):
        memory.remember(message(f"{number}", b""))
        assert len(list(memory.knowing(["first"]))) == (number < ThreadMemory.SIZE - 4), number
    assert list(memory.knowing(["first", "again", "0"])) == []
    assert len(list(memory.knowing([f"{5 * ThreadMemory.SIZE - 1}"]))) == 1


def test_what_is_remembered_is_read_once_for_all_that_ask():
    read = []

    def texts():
        read.append(1)
        return [PartText(b"see http://a.example/ and http://a.example/b there", None, is_html=False)]

    memory = ThreadMemory()
    for number in range(50):
        memory.remember(Recollection(f"{number}", texts, "0"))
    first, second = (list(memory.knowing(["0"], "0")) for _ in range(2))
    assert len(read) == 50
    assert len(first) == len(second) == 2  # the message that is answered, and the thread as one
    assert all("http://a.example/" in known and known.stands_whole("http://a.example/b") for known in second)


def test_a_thread_knows_what_its_remembered_messages_do():
    texts = [
        PartText(
            f"see http://a.example/{number % 700} and\nhttp://b.example/{number}/".encode(),
            None,
            is_html=False,
        )
        for number in range(4 * ThreadMemory.SIZE)
    ]
    memory = ThreadMemory()
    for number, text in enumerate(texts):
        memory.remember(Recollection(f"{number}", lambda text=text: [text], "0"))
        if number % 97 == 0:
            remembered = texts[max(0, number + 1 - ThreadMemory.SIZE) : number + 1]
            (_, thread) = memory.knowing([f"{number}"], "0")
            for asked in (0, number % 700, 350, 699):
                url = f"http://a.example/{asked}"
                assert (url in thread) == any(url in one for one in remembered)
                assert thread.stands_whole(url) == any(one.stands_whole(url) for one in remembered)
            assert f"http://b.example/{number}/" in thread
            assert not thread.stands_whole(f"http://b.example/{number}/")
            assert ("http://b.example/0/" in thread) == (number < ThreadMemory.SIZE)


def test_memory_is_bounded():
    memory = ThreadMemory()
    memory.remember(message("a", b"x" * 10_000_000))
    (reading,) = memory.knowing(["a"])
    assert len(reading.content) < 100_000


URL = "http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/index"
BROKEN = URL.replace("/index", "/\n> index")
FIRST = f"From a@b Mon Feb  1 10:00:00 1999\nMessage-ID: <first@x>\n\nsee {URL} for it\n\n"
REPLY = (
    "From a@b Mon Feb  1 11:00:00 1999\nMessage-ID: <second@x>\n{answers}\n"
    "> see\n> " + BROKEN + " or\n> not\n\nI see.\n"
)


@pytest.mark.parametrize(
    ("answers", "whole"),
    [("In-Reply-To: <first@x>\n", True), ("References: <zero@x>\n <first@x>\n", True), ("", False)],
)
def test_the_message_that_is_answered_is_evidence(answers, whole):
    archive = (FIRST + REPLY.format(answers=answers)).encode()
    found = list(read_document(Document(archive, "application/mbox", "x"), on_problem=pytest.fail))
    assert found[0].url == URL
    assert (found[1].url == URL) == whole


@pytest.mark.parametrize(
    ("first", "whole"),
    [
        ("http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/index\n\n", True),
        ("http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/\nindex or not\n\n", False),
        (
            "http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/ \nindex or not\n\n",
            False,
        ),
    ],
)
def test_what_stands_alone_on_its_line_in_the_message_answered_is_evidence(first, whole):
    archive = FIRST.replace(f"see {URL} for it\n\n", first) + REPLY.format(answers="In-Reply-To: <first@x>\n")
    found = list(read_document(Document(archive.encode(), "application/mbox", "x"), on_problem=pytest.fail))
    assert (found[-1].url == URL) == whole


def test_another_message_of_the_thread_is_evidence():
    sibling = FIRST.replace("<first@x>", "<third@x>\nReferences: <zero@x> <one@x>")
    archive = sibling + REPLY.format(answers="References: <zero@x> <two@x>\n")
    found = list(read_document(Document(archive.encode(), "application/mbox", "x"), on_problem=pytest.fail))
    assert [link.url for link in found] == [URL, URL]


@settings(deadline=None)
@given(wrapped_texts())
def test_a_message_joins_whatever_its_text_alone_joins(text):
    alone = [(link.text, link.raw) for link in extract_text(text) if "\n" in link.raw]
    message = f"Content-Type: text/plain; charset=utf-8\n\n{text}".encode()
    inside = {link.text for link in extract_mail(message, on_problem=pytest.fail)}
    _, whole = urls_in_text(text)
    for url, raw in alone:  # where no piece of it stands whole elsewhere
        assert url in inside or any(url.startswith(other) for other in whole), raw


def test_a_folder_that_a_page_links_to_is_whole_and_one_in_the_text_goes_on():
    text, page = "see http://a.org/b/ for it", '<a href="http://a.org/b/">x</a>'
    for content, is_html in ((text, False), (page, True)):
        evidence = Evidence(lambda: [PartText(content.encode(), None, is_html=is_html)])  # noqa: B023  # asked at once
        assert "http://a.org/b/" in evidence
        assert evidence.stands_whole("http://a.org/b/") == is_html
        assert Evidence(around=evidence).stands_whole("http://a.org/b/") == is_html


@pytest.mark.parametrize("notice", ["", "See Content-Type.\n"])
def test_the_message_that_is_forwarded_is_evidence(notice):
    raw = (
        f"Content-Type: multipart/mixed; boundary=x\n\n{notice}--x\n\nsee http://a.org/b\nc\n"
        "--x\nContent-Type: message/rfc822\n\nSubject: y\n\nsee http://a.org/bc for it\n--x--\n"
    )
    found = read_document(Document(raw.encode(), "message/rfc822", "x"), on_problem=pytest.fail)
    assert [link.url for link in found] == ["http://a.org/bc"] * 2


def links_of(content):
    document = Document(content, "application/mbox", "x")
    return [link.row() for link in read_document(document, on_problem=pytest.fail)]


def test_slices_know_what_the_archive_knows_wherever_it_is_cut():
    reply = REPLY.format(answers="In-Reply-To: <first@x>\n")
    again = FIRST.replace("/index", "/elsewhere")  # another message that claims the same identifier
    archive = (FIRST + FIRST.replace("<first@x>", "<other@x>") + reply + again + reply).encode()
    whole = links_of(archive)
    assert [row["url"] == URL for row in whole] == [True, True, True, False, True]
    places = list(mbox.Section(archive).offsets())
    for number, start in enumerate(places):
        # As many messages before it as are remembered, or all there are.
        head = mbox.Section(archive, 0, start)
        tail = mbox.Section(
            archive, start, earlier=tuple(places[max(0, number - ThreadMemory.SIZE) : number])
        )
        assert links_of(head) + links_of(tail) == whole


def test_a_slice_forgets_what_the_archive_forgets():
    between = "From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\n\n"
    reply = REPLY.format(answers="In-Reply-To: <first@x>\n")
    for count in (ThreadMemory.SIZE - 1, ThreadMemory.SIZE):
        archive = (FIRST + between * count + reply).encode()
        places = list(mbox.Section(archive).offsets())
        last = mbox.Section(archive, places[-1], earlier=tuple(places[-1 - ThreadMemory.SIZE : -1]))
        found = links_of(last)
        assert found == links_of(archive)[1:]
        assert (found[0]["url"] == URL) == (count < ThreadMemory.SIZE)


def test_a_message_that_is_not_asked_is_not_read():
    memory = ThreadMemory()
    memory.remember(Recollection("a", lambda: pytest.fail("read")))
    memory.remember(lambda: message("b", b"x" * 10_000_000))
    (reading,) = memory.knowing(["b", "c"])
    assert len(reading.content) < 100_000


# --- Where a URL in a text ends, as the links of the page beside it have it ---


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

"""What a message knows whole: its HTML, the messages it holds, the messages it answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.document import Document
from urlglean.inputs import mbox
from urlglean.mail.evidence import (
    Evidence,
    PartText,
    Recollection,
    ThreadMemory,
    whole_in_html,
    whole_in_text,
)
from urlglean.pipeline import read_document


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
def test_whole_in_html(html, urls):
    assert whole_in_html(html) == urls


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see http://a.org/b for it", {"http://a.org/b"}),
        ("<http://a.org/b>", {"http://a.org/b"}),
        ("see http://a.org/b, please", {"http://a.org/b"}),
        ("see http://a.org/b\nc", set()),
        ("see http://a.org/b", set()),
    ],
)
def test_whole_in_text_is_what_no_break_can_have_cut(text, urls):
    assert whole_in_text(text) == urls


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


PIECES = st.sampled_from(
    ["http://a.org/", "http://a.org/b", "x", ".", ")", " ", "\n", '"', "&amp;", "'", "<"]
)


@given(
    st.lists(st.lists(PIECES, max_size=8).map("".join), max_size=3),
    st.lists(PIECES, max_size=12),
    st.booleans(),
)
def test_what_is_known_does_not_depend_on_what_was_asked_before(texts, asked, is_html):
    evidence = Evidence(lambda: [PartText(text.encode(), None, is_html) for text in texts])
    whole = whole_in_html if is_html else whole_in_text
    known = {url for text in texts for url in whole(text)}
    for url in (*asked, *known, *asked):
        assert (url in evidence) == (url in known)


def message(identifier, text):
    return Recollection(identifier, lambda: [PartText(text, None, is_html=False)])


def test_a_thread_is_remembered_for_a_while():
    memory = ThreadMemory()
    for name, text in (("first", b"1"), (None, b""), ("again", b"2"), ("again", b"3")):
        memory.remember(message(name, text))
    assert [reading.content for reading in memory.texts(["first", "again", "unknown"])] == [b"1", b"3"]
    for number in range(5 * ThreadMemory.SIZE):
        memory.remember(message(f"{number}", b""))
        assert len(list(memory.texts(["first"]))) == (number < ThreadMemory.SIZE - 4), number
    assert list(memory.texts(["first", "again", "0"])) == []
    assert len(list(memory.texts([f"{5 * ThreadMemory.SIZE - 1}"]))) == 1


def test_memory_is_bounded():
    memory = ThreadMemory()
    memory.remember(message("a", b"x" * 10_000_000))
    (reading,) = memory.texts(["a"])
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


def test_the_message_that_is_forwarded_is_evidence():
    raw = (
        "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nsee\n"
        + URL.replace("/index", "/\nindex")
        + "\nor not\n"
        f"--x\nContent-Type: message/rfc822\n\nSubject: y\n\nsee {URL} for it\n--x--\n"
    )
    found = read_document(Document(raw.encode(), "message/rfc822", "x"), on_problem=pytest.fail)
    assert [link.url for link in found] == [URL, URL]


def links_of(content):
    document = Document(content, "application/mbox", "x")
    return [link.row() for link in read_document(document, on_problem=pytest.fail)]


def test_slices_know_what_the_archive_knows_wherever_it_is_cut():
    reply = REPLY.format(answers="In-Reply-To: <first@x>\n")
    again = FIRST.replace("/index", "/elsewhere")  # another message that claims the same identifier
    archive = (FIRST + FIRST.replace("<first@x>", "<other@x>") + reply + again + reply).encode()
    whole = links_of(archive)
    assert [row["url"] == URL for row in whole] == [True, True, True, False, False]
    places = list(mbox.offsets(archive))
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
        places = list(mbox.offsets(archive))
        last = mbox.Section(archive, places[-1], earlier=tuple(places[-1 - ThreadMemory.SIZE : -1]))
        found = links_of(last)
        assert found == links_of(archive)[1:]
        assert (found[0]["url"] == URL) == (count < ThreadMemory.SIZE)


def test_a_message_that_is_not_asked_is_not_read():
    memory = ThreadMemory()
    memory.remember(Recollection("a", lambda: pytest.fail("read")))
    memory.remember(lambda: message("b", b"x" * 10_000_000))
    (reading,) = memory.texts(["b", "c"])
    assert len(reading.content) < 100_000

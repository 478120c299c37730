"""Texts with their URLs marked: every part of a message, every URL where it stands."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest

from support.places import CORPORA
from support.work import calls_of, peak_of
from urlglean.document import Document, ReadOptions
from urlglean.errors import InputError
from urlglean.inputs.mbox import Section
from urlglean.links.link import Link
from urlglean.pipeline import read_document
from urlglean.reports import Problem
from urlglean.writers.views import ShownLink, View, message_at

ARCHIVE = (CORPORA / "mail" / "archive.mbox").read_bytes()


def seen(content: bytes | Section, media_type: str = "message/rfc822") -> tuple[list[View], list[Problem]]:
    problems: list[Problem] = []
    found = View.of(Document(content, media_type, "a"), options=ReadOptions(), on_problem=problems.append)
    return list(found), problems


def marked(view: View) -> str:
    return "".join(f"⟦{item.text}⟧" if item.link is not None else item.text for item in view.stretches)


def test_the_urls_of_the_sample_archive_are_marked_where_they_stand() -> None:
    extracted = read_document(Document(ARCHIVE, "application/mbox", "a"), on_problem=print)
    pieces = sum(len(link.spans) for link in extracted)
    marks = 0
    for message in Section(ARCHIVE).messages():
        found, problems = seen(message_at(ARCHIVE, message.offset, "a"), "application/mbox")
        assert not [problem for problem in problems if "cannot be shown" in problem.message]
        marks += sum(stretch.link is not None for view in found for stretch in view.stretches)
    # One stands in an encoded word of a header, where nobody could read it.
    assert marks == pieces - 1 > 250


SINGLE = [*sorted((CORPORA / "mail" / "hard").glob("*.eml")), *sorted((CORPORA / "mail").glob("*.mht"))]


@pytest.mark.parametrize("path", SINGLE, ids=lambda path: path.name)
def test_the_urls_of_damaged_messages_and_saved_pages_are_shown(path: Path) -> None:
    content = path.read_bytes()
    found, problems = seen(content)
    assert not [problem for problem in problems if "cannot be shown" in problem.message]
    expected = list(read_document(Document(content, "message/rfc822", "a"), on_problem=lambda _: None))
    assert sum(len(view.links) for view in found) == len(expected)


def test_a_message_is_shown_as_it_is_extracted() -> None:
    document = Document(ARCHIVE, "application/mbox", "a")
    extracted: dict[int | None, list[Link]] = {}
    for link in read_document(document, options=ReadOptions(), on_problem=print):
        extracted.setdefault(link.row()["offset"], []).append(link)
    for message in Section(ARCHIVE).messages():
        one = document._replace(content=message_at(ARCHIVE, message.offset, "a"))
        expected = extracted.get(message.offset, [])
        rows = [link.row() for link in read_document(one, options=ReadOptions(), on_problem=print)]
        assert rows == [link.row() for link in expected]
        shown = [(view.part, link) for view in seen(one.content, one.media_type)[0] for link in view.links]
        assert sorted(map(repr, shown)) == sorted(repr((link.part, ShownLink.of(link))) for link in expected)


def test_what_the_thread_knows_whole_is_shown_whole() -> None:
    url = "http://www.example.org/archive/of/some/list/2004/May/a-title-of-ma"
    first = f"From a@b Mon Feb  1 10:00:00 1999\nMessage-ID: <1@x>\n\nsee {url}nywords yourself\n\n"
    second = f"From a@b Mon Feb  1 10:01:00 1999\nMessage-ID: <2@x>\nIn-Reply-To: <1@x>\n\nyou said\n{url}\nnywords\n"
    archive = (first + second).encode()
    found, _ = seen(message_at(archive, len(first), "a"), "application/mbox")
    assert [link.url for view in found for link in view.links] == [f"{url}nywords"]
    alone, _ = seen(second.encode())
    assert [link.url for view in alone for link in view.links] != [f"{url}nywords"]


@pytest.mark.parametrize("name", ["html/base-in-body.html", "prose/documents.cases"])
def test_a_text_comes_back_whole(name: str) -> None:
    content = (CORPORA / name).read_bytes()
    (view,), _ = seen(content, "text/html" if name.endswith("html") else "text/plain")
    assert "".join(item.text for item in view.stretches) == content.decode()
    assert [item.text for item in view.stretches if item.link is not None]


MULTIPART = b"""\
From: a@b.org
X-Mailer: none
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain
Content-Location: http://b.org/

http://a.org/
--x
Content-Type: text/html

<a href=c>
--x
Content-Type: message/rfc822

Subject: inner

http://d.org/
--x
Content-Type: image/png

x
--x--
"""


def test_each_part_of_a_message_is_a_view() -> None:
    found, problems = seen(MULTIPART)
    assert [(view.part, view.title, marked(view).rstrip()) for view in found] == [
        (None, "", "From: a@b.org"),
        ("1", "header of part 1", "Content-Location: ⟦http://b.org/⟧"),
        ("1", "part 1: text/plain", "⟦http://a.org/⟧"),
        ("2", "part 2: text/html", "<a href=⟦c⟧>"),
        ("3", "message 3", "Subject: inner"),
        ("3", "part 3: text/plain", "⟦http://d.org/⟧"),
    ]
    assert not problems


def test_a_field_with_a_url_in_encoded_words_is_shown() -> None:
    field = "Content-Location: =?us-ascii?Q?http=3A//b.o?=\n =?us-ascii?Q?rg/?="
    header = f"Content-ID: <a@b>\n{field}\nContent-Language: en"
    (view, *_), _ = seen(f"Content-Type: multipart/mixed; boundary=x\n\n--x\n{header}\n\n--x--\n".encode())
    assert (view.part, marked(view).rstrip(), [link.url for link in view.links]) == (
        "1",
        field,
        ["http://b.org/"],
    )


def test_pieces_of_a_broken_url_are_marked_each() -> None:
    (view,), _ = seen(b"> <http://a.org/x/\n> y> z", "text/plain")
    assert marked(view) == "> <⟦http://a.org/x/⟧\n> ⟦y⟧> z"


# In the middle of a message there is a line that begins with From.
DIGEST = b"From a@b Mon Feb  1 10:00:00 1999\nSubject: x\n\nquoted:\nFrom here on\n"


def test_a_line_that_begins_like_a_message_is_none() -> None:
    with pytest.raises(InputError, match="no message begins at byte"):
        message_at(DIGEST, DIGEST.index(b"From here"), "a")


@pytest.mark.parametrize("offset", [1, len(ARCHIVE), 10**12])
def test_no_message_begins_there(offset: int) -> None:
    with pytest.raises(InputError, match=f"no message begins at byte {offset}"):
        message_at(ARCHIVE, offset, "a")


def test_long_headers_are_linear() -> None:
    def read(number: int) -> None:
        fields = (b"X-%d-Url: http://a.org/%d\n" % (field, field) for field in range(number))
        (view, *_), _ = seen(b"".join(fields) + b"\n")
        assert sum(item.link is not None for item in view.stretches) == number

    read(1)
    once, twice = calls_of(lambda: read(500)), calls_of(lambda: read(1000))
    assert twice <= 2.2 * once


def test_links_of_a_page_are_held_in_little_memory() -> None:
    seen(b"<a href=1>", "text/html")  # what is made once is made
    page = b"".join(b"<a href=%d>\n" % number for number in range(10_000, 15_000))
    once: list[View] = []
    gc.collect()
    tracemalloc.start()
    try:
        once += seen(page, "text/html")[0]
        gc.collect()
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held < 16 * len(page)
    assert len(once[0].links) == 5_000


def test_of_links_that_stand_at_one_place_the_first_is_marked() -> None:
    (view,), _ = seen(
        b"<a href=/b><img srcset='/c 1x, /d 2x' src=/c></a><a ping='/e /f' href=/e>", "text/html"
    )
    assert (
        marked(view)
        == "<a href=⟦/b⟧><img srcset='⟦/c⟧ 1x, ⟦/d⟧ 2x' src=⟦/c⟧></a><a ping='⟦/e⟧ ⟦/f⟧' href=⟦/e⟧>"
    )


def test_many_urls_take_a_few_times_their_text() -> None:
    text = "".join(f"http://h{number % 97}.example/{number}\n" for number in range(20_000)).encode()
    found: list[View] = []
    assert peak_of(lambda: found.extend(seen(text, "text/plain")[0])) < 14 * len(text)
    assert sum(item.link is not None for item in found[0].stretches) == 20_000


def test_a_style_sheet_is_shown_in_the_encoding_that_it_declares() -> None:
    (view,), problems = seen(
        '@charset "windows-1253"; /* \u03b1\u03b2\u03b3 http://a.example/x */'.encode("cp1253"), "text/css"
    )
    assert "/* \u03b1\u03b2\u03b3 \u27e6http://a.example/x\u27e7 */" in marked(view)
    assert not problems

"""URLs that name a part of the message they stand in."""

from __future__ import annotations

import pytest

import urlglean
from support.places import CORPORA
from support.work import calls_of
from urlglean.document import Message, Part
from urlglean.links.resolution import NamedParts

ALBUM = CORPORA / "mail" / "album.mht"
NO_PART = "names no part of this message"

IN_THE_ALBUM = [
    ("1.1", "cid:lake@mac.example.com", "names part 1.2 (image/jpeg)"),
    ("1.1", "cid:lake%40mac.example.com", "names part 1.2 (image/jpeg)"),
    ("1.1", "hut.jpg", "names part 1.3 (image/jpeg)"),
    ("1.1", "HUT.jpg", ""),
    ("1.1", "cid:gone@mac.example.com", NO_PART),
    ("1.1", "/2011/hut.jpg#top", "names part 1.3 (image/jpeg)"),
    ("1.1", "#lake", ""),
    ("1.1", "mid:album-1@mac.example.com/lake@mac.example.com", "names part 1.2 (image/jpeg)"),
    ("1.1", "august/index.html", "names part 1.4 (multipart/related)"),
    ("1.1", "http://www.example.org/", ""),
    ("1.4.1", "hut.jpg", "names part 1.4.2 (image/png)"),
    ("1.4.1", "../hut.jpg", "names part 1.3 (image/jpeg)"),
    ("1.4.1", "cid:lake@mac.example.com", "names part 1.2 (image/jpeg)"),
    ("2.1", "cid:lake@mac.example.com", "names part 1.2 (image/jpeg)"),
    ("2.1", "cid:stamp@example.com", "names part 2.2 (image/gif)"),
    ("2.1", "http://photos.example.net/2011/hut.jpg", "names part 1.3 (image/jpeg)"),
    ("2.1", "mid:letter@example.com", "names this message"),
    ("2.1", "mid:album-1@mac.example.com", "names the message around this one"),
    ("2.1", "mid:album-1@mac.example.com/page-1@mac.example.com", "names part 1.1 (text/html)"),
    ("2.1", "mid:lost@example.com", "names another message"),
    ("3", "cid:lake@mac.example.com", "names part 1.2 (image/jpeg)"),
    ("3", "cid:none@mac.example.com", NO_PART),
]


def test_the_sample() -> None:
    links = [link for link in urlglean.extract_path(ALBUM) if link.candidate.facts.region != "header"]
    assert [(link.part, link.text, "; ".join(link.notes)) for link in links] == IN_THE_ALBUM


def notes(raw: str, **options: object) -> list[tuple[str, ...]]:
    links = urlglean.extract_mail(raw, **options)  # type: ignore[arg-type]  # any option
    return [link.notes for link in links if link.candidate.facts.region != "header"]


@pytest.mark.parametrize(
    ("title", "raw", "expected"),
    [
        (
            "a message without parts",
            "Message-ID: <m@x>\nContent-Type: text/html\n\n<img src=cid:a@b><a href=mid:m@x>",
            [(NO_PART,), ("names this message",)],
        ),
        ("a text without parts", "Subject: x\n\nsee <cid:a@b> and http://a.org/\n", [(NO_PART,), ()]),
        (
            "relative, and nothing to be relative to",
            "Content-Type: text/html\n\n<a href=x.html>x</a><a href='#y'>y</a>",
            [(NO_PART,), ()],
        ),
        (
            "relative, to a part that is there",
            "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<img src=a.png>\n"
            "--x\nContent-Type: image/png\nContent-Location: a.png\n\n\n--x--\n",
            [("names part 2 (image/png)",)],
        ),
        (
            "a cid: that is the location of a part, as Chromium saves style sheets",
            "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n"
            "<link rel=stylesheet href=cid:css-1@mhtml.blink><img src=cid:css-2@mhtml.blink>\n"
            "--x\nContent-Type: text/css\nContent-Location: cid:css-1@mhtml.blink\n\n\n--x--\n",
            [("names part 2 (text/css)",), (NO_PART,)],
        ),
        (
            "a location that a browser spells another way",
            "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n"
            "<img src=HTTP://A.org><img src=http://a.org/>\n"
            "--x\nContent-Type: image/png\nContent-Location: HTTP://A.org\n\n\n--x--\n",
            [("names part 2 (image/png)",)] * 2,
        ),
        (
            "a part does not name itself",
            "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n"
            "Content-Location: http://a.org/x\n\n<a href=http://a.org/x#y>y</a>\n--x--\n",
            [()],
        ),
        (
            "two of one name: the one beside it",
            "Content-Type: multipart/mixed; boundary=m\n\n"
            "--m\nContent-Type: image/gif\nContent-Location: http://a.org/x\n\n\n"
            "--m\nContent-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n"
            "<img src=http://a.org/x>\n"
            "--x\nContent-Type: image/png\nContent-Location: http://a.org/x\n\n\n--x--\n--m--\n",
            [("names part 2.2 (image/png)",)],
        ),
        (
            "brackets in the URL, none in the header",
            "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n"
            "<img src='cid:%3Ca@b%3E'><img src='CID:a@b#c'>\n"
            "--x\nContent-Type: image/png\nContent-ID: a@b\n\n\n--x--\n",
            [("names part 2 (image/png)",)] * 2,
        ),
    ],
)
def test_notes(title: str, raw: str, expected: list[tuple[str, ...]]) -> None:
    assert notes(raw) == expected, title


def test_the_base_of_the_message_counts() -> None:
    raw = (
        "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<img src=a.png>\n"
        "--x\nContent-Type: image/png\nContent-Location: http://a.org/b/a.png\n\n\n--x--\n"
    )
    assert notes(raw)[0] == (NO_PART,)
    assert notes(raw, base="http://a.org/b/")[0] == ("names part 2 (image/png)",)


def test_a_note_is_added_to_those_there_are() -> None:
    raw = "Content-Type: text/html\n\n<a href=x.html>http://www.bank.example/</a><link href=cid:a@b rel=icon>"
    (first, _, second) = urlglean.extract_mail(raw)
    assert first.notes == (NO_PART,)
    assert first.anchor == "http://www.bank.example/"
    assert (second.rel, second.kind, second.notes) == ("icon", "resource", (NO_PART,))


def test_parts_are_looked_at_once_and_when_asked() -> None:
    asked = []

    def parts() -> list[Part]:
        asked.append(1)
        return [Part("1", "text/html", "a@b")]

    named = NamedParts(parts, None, Message("m@x"))
    assert asked == []
    assert named.note("mid:m@x", None) == "names this message"
    assert named.note("mid:other@x/a@b", None) == "names another message"
    assert asked == []
    assert [named.note("cid:a@b", None), named.note("cid:b", None)] == ["names part 1 (text/html)", NO_PART]
    assert asked == [1]


def test_messages_around_one_cost_nothing_for_a_url_where_no_part_has_a_location() -> None:
    def chain(depth: int, location: str | None = None) -> NamedParts:
        named = NamedParts(lambda: [Part("1", "text/html", location=location)], "http://a/")
        for _ in range(depth):
            named = NamedParts(lambda: [Part("1", "text/html")], "http://a/", around=named)
        return named

    def calls(named: NamedParts) -> int:
        named.note("http://a/b", "1")
        return calls_of(lambda: named.note("http://a/b", "1"))

    assert calls(chain(40)) == calls(chain(1))
    assert not chain(40).may_name("http://a/b")
    assert chain(40, "b").may_name("http://a/b")
    assert chain(40, "b").note("http://a/b", "2") == "names part 1 (text/html)"

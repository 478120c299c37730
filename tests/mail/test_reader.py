"""Mail from bytes to Links: the sample archive against its gold, and what no archive may do to a reader."""

import email
import gzip
import random
import warnings
from collections import Counter, deque
from functools import partial
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.laws import examples, tries_all
from support.places import CORPORA
from support.work import GIVES_ROUNDS_BACK, calls_of, peak_of
from urlglean import extract_mail, extract_path
from urlglean.document import BaseClaim, Document, ReadOptions
from urlglean.mail import mime
from urlglean.mail import reader as mail
from urlglean.pipeline import read_document
from urlglean.reports import Problem

CORPUS = CORPORA / "mail"
ARCHIVE = CORPUS / "archive.mbox"
FILES = [
    ARCHIVE,
    *sorted(CORPUS.glob("*.mht")),
    *sorted(CORPUS.glob("*.txt.gz")),
    *sorted(CORPUS.glob("hard/*.eml")),
]


HARD = [line.split("\t") for line in (CORPUS / "hard/links.tsv").read_text("utf-8").splitlines()]


class Row(NamedTuple):
    """A row of a gold file, without its base rule."""

    message_id: str
    part: str
    line: str
    where: str
    url: str


def gold_of(path):
    if path.parent != CORPUS:
        rows = [row[1:] for row in HARD if row[0] == path.stem]
    else:
        gold = path.with_name(path.name.partition(".")[0] + ".tsv")
        head, *lines = gold.read_text("utf-8").splitlines()
        assert head == "message_id\tpart\tline\twhere\turl\tbase"
        rows = [line.split("\t") for line in lines]
    assert rows, path.name
    return [(Row(*row[:5]), row[5]) for row in rows]


def links_of(content, media_type="message/rfc822", problems=None):
    found = [] if problems is None else problems
    return list(read_document(Document(content, media_type, "x"), on_problem=found.append))


def read_file(path):
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return links_of(content, "message/rfc822" if path.suffix in {".eml", ".mht"} else "application/mbox")


def row_of(link):
    facts = link.candidate.facts
    line = "-"
    if link.attribute == "#text":
        where = "text"
    elif link.attribute:
        where = f"{link.element}@{link.attribute}"
    else:
        where = facts.region + (f">{facts.quote_depth}" if facts.quote_depth else "")
        line = str(link.line)
    return Row(link.document.message.message_id or "-", link.document.part or "-", line, where, link.url)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_url_of_the_corpus_is_found_where_it_stands(path):
    found = [row_of(link) for link in read_file(path)]
    expected = [row for row, _ in gold_of(path)]
    missing = list((Counter(expected) - Counter(found)).elements())
    surplus = list((Counter(found) - Counter(expected)).elements())
    assert (missing, surplus) == ([], [])
    assert found == expected


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_base_of_every_relative_reference_is_established_by_the_rule_of_the_gold(path):
    rules = [rule for _, rule in gold_of(path)]
    for link, rule in zip(read_file(path), rules, strict=True):
        if rule != "-":
            assert link.base.rule == rule, link


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_raw_is_what_stands_at_the_spans(path):
    for link in read_file(path):
        if link.candidate.markup is None:
            text = link.candidate.source.text
            first = link.candidate.source.offset
            pieces = [text[span.start - first : span.end - first] for span in link.spans]
            if "=?" not in text:
                # What stands for another character is told by its neighbours: &amp; in text, an @ spoken aloud.
                stood = "".join(pieces)
                assert link.text in {stood, stood.replace("&amp;", "&"), stood.replace(" ", "@")}
            assert link.raw.startswith(pieces[0])
            assert link.raw.endswith(pieces[-1])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_standard_library_finds_the_same_in_what_is_well_formed(path, monkeypatch):
    monkeypatch.setattr(mime, "well_formed", lambda *_: None)
    assert [row_of(link) for link in read_file(path)] == [row for row, _ in gold_of(path)]


def test_the_archive_has_the_breadth_it_is_there_for():
    messages = {link.document.message.offset: link.document.message for link in read_file(ARCHIVE)}
    assert len(messages) >= 60
    years = {message.date[:4] for message in messages.values() if message.date}
    assert min(years) == "1997"
    assert max(years) == "2026"


def test_offsets_point_at_the_from_lines():
    data = ARCHIVE.read_bytes()
    offsets = {link.document.message.offset for link in read_file(ARCHIVE)}
    assert all(data.startswith(b"From ", offset) for offset in offsets)


HEADER = b"Message-ID: <m@x>\nDate: Mon, 1 Feb 1999 10:00:00 +0100\nFrom: Jim <jim@x.org>\nSubject: s\n"


def urls(raw, **options):
    return [link.url for link in links_of(raw, **options)]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "of no Content-Type\n"])  # it is read at once, or by a parser
def test_the_lines_of_folded_fields_in_the_header_of_a_part(before, line_end):
    raw = (
        f"Subject: s\nContent-Type: multipart/mixed; boundary=q\n\n{before}--q\n"
        "Content-Type: text/plain;\n\tcharset=us-ascii;\n\tname=x\n"
        "Content-Description: folded\n twice\n\tsee http://h.org/6\nContent-Location:\n http://h.org/8\n"
        "\nsee http://h.org/1\n--q--\n"
    )
    found = [(link.url, link.line, link.column) for link in links_of(raw.replace("\n", line_end).encode())]
    assert found == [("http://h.org/6", 6, 6), ("http://h.org/8", 8, 2), ("http://h.org/1", 1, 5)]


def test_provenance():
    (link,) = links_of(HEADER + b"List-Id: A list <a.x.org>\n\nhttp://a.org/\n")
    message = link.document.message
    assert message.message_id == "m@x"
    assert message.date == "1999-02-01T09:00:00Z"
    assert message.sender == "Jim <jim@x.org>"
    assert message.subject == "s"
    assert message.list_id == "a.x.org"
    assert message.offset is None


def test_a_message_inside_another_has_a_header_of_its_own_and_the_place_of_the_other():
    outer = b"From a@b Mon Feb  1 10:00:00 1999\n" + HEADER + b"Content-Type: multipart/mixed; boundary=x\n\n"
    parts = b"--x\nContent-Type: message/rfc822\n\nMessage-ID: <i@x>\n\nhttp://a.org/\n--x--\n"
    (link,) = links_of(b"\n" * 0 + outer + parts, "application/mbox")
    message = link.document.message
    assert (message.message_id, message.subject, message.offset, link.document.part) == ("i@x", "s", 0, "1")


HEADERS = [
    ("a folded List-* field", b"List-Archive: <http://a.org/b/\n c>\n", ["http://a.org/b/c"]),
    (
        "two in one",
        b"List-Unsubscribe: <mailto:l@a.org>,\n <http://a.org/u>\n",
        ["mailto:l@a.org", "http://a.org/u"],
    ),
    ("an encoded word", b"Subject: =?utf-8?q?http=3A//a.org/=3Fb?=\n", ["http://a.org/?b"]),
    (
        "encoded words that cut it",
        b"Subject: =?utf-8?q?http://a.org?=\n =?utf-8?q?/b?=\n",
        ["http://a.org/b"],
    ),
    ("UTF-8 as it is", "Subject: http://a.org/ä\n".encode(), ["http://a.org/ä"]),
    ("a vendor's field", b"X-Bug-URL: https://a.org/?id=1\n", ["https://a.org/?id=1"]),
    ("identifiers are none", b"References: <http://a.org/1@x>\nIn-Reply-To: <http://a.org/1@x>\n", []),
    ("traces are none", b"Received: from x (see http://a.org/) by y\n", []),
    ("a location", b"Content-Location: http://a.org/b/\n  c\n", ["http://a.org/b/c"]),
    ("a relative location", b"Content-Location: b/c\n", []),
    ("a base of 1995", b"Base: <URL:http://a.org/>\n", ["http://a.org/"]),
    (
        "an external body",
        b'Content-Type: message/external-body; access-type=URL;\n URL="http://a.org/\n b"\n',
        ["http://a.org/b"],
    ),
    ("a media type is none", b'Content-Type: text/plain; name="www.a.org"\n', []),
]


@pytest.mark.parametrize(("title", "header", "expected"), HEADERS)
def test_urls_in_headers(title, header, expected):
    links = links_of(b"Subject: x\n" + header + b"\nno url\n")
    assert [link.url for link in links] == expected
    assert {link.candidate.facts.region for link in links} <= {"header"}


BASES = [
    # header of the message, reference, absolute URL, rule, source
    (b"Content-Base: http://a.org/b/\n", "http://a.org/b/x", "embedded", "Content-Base"),
    (b"Content-Location: http://a.org/b/c\n", "http://a.org/b/x", "embedded", "Content-Location"),
    (b"Base: <URL:http://a.org/b/c>\n", "http://a.org/b/x", "embedded", "Base"),
    (
        b"Content-Location: http://c.org/\nBase: <URL:http://b.org/>\nContent-Base: http://a.org/\n",
        "http://a.org/x",
        "embedded",
        "Content-Base",
    ),
    (b"", "thismessage:/x", "default", "RFC 2557 section 5"),
]


@pytest.mark.parametrize(("header", "url", "rule", "source"), BASES)
def test_the_base_of_a_message(header, url, rule, source):
    for body in (b"Content-Type: text/html\n\n<a href=x>", b"\nsee <URL:x>"):
        link = links_of(b"Subject: x\n" + header + body)[-1]
        assert (link.url, link.base.rule, link.base.source) == (url, rule, source)


def test_a_part_inherits_and_overrides():
    raw = (
        b"Content-Base: http://a.org/1/\nContent-Type: multipart/mixed; boundary=x\n\n"
        b"--x\nContent-Type: text/html\n\n<a href=p>\n"
        b"--x\nContent-Type: text/html\nContent-Location: 2/\n\n<a href=p>\n"
        b"--x\nContent-Type: multipart/related; boundary=y\nContent-Base: ../3/\n\n"
        b"--y\nContent-Type: text/html\n\n<a href=p>\n--y\n\n<URL:p>\n--y--\n--x--\n"
    )
    links = [link for link in links_of(raw) if link.candidate.facts.region != "header"]
    assert [(link.document.part, link.url, link.base.rule) for link in links] == [
        ("1", "http://a.org/1/p", "encapsulating"),
        ("2", "http://a.org/1/2/p", "embedded"),
        ("3.1", "http://a.org/3/p", "encapsulating"),
        ("3.2", "http://a.org/3/p", "encapsulating"),
    ]


ALTERNATIVE = b"""Message-ID: <alt@x>
Content-Type: multipart/alternative; boundary=x

--x

http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/
index
--x
Content-Type: text/html

<a href="%s">x</a>
--x--
"""


def test_the_html_alternative_is_evidence_for_the_text():
    whole = b"http://www.example.org/some/path/that/is/rather/long/and/goes/on/and/on/index"
    assert urls(ALTERNATIVE % whole) == [whole.decode()] * 2


def test_a_text_knows_whole_what_it_breaks_elsewhere():
    text = (
        b"Content-Type: text/plain\n\nThe page is http://www.example.com/projects/long-name/download now.\n\n"
        b"Some more words here in another paragraph of the mail that are long enough\n"
        b"to be wrapped, see http://www.example.com/projects/long-name/down\nload for more.\n"
    )
    assert urls(text) == ["http://www.example.com/projects/long-name/download"] * 2


def test_the_alternatives_are_one_mention():
    links = links_of(ALTERNATIVE % b"http://a.org/")
    mentions = {link.document.mention for link in links}
    assert len(mentions) == 1
    assert None not in mentions
    assert links_of(b"Subject: x\n\nhttp://a.org/\n")[0].document.mention is None
    mixed = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://a.org/\n--b--\n"
    assert links_of(mixed)[0].document.mention is None


def test_a_charset_that_cannot_be_is_named_with_its_message():
    problems = []
    raw = b"From a@b Mon Feb  1 10:00:00 1999\nMessage-ID: <m@x>\n"
    raw += b"Content-Type: text/plain; charset=klingon\n\nhttp://a.org/\xe9\n"
    links = links_of(raw, "application/mbox", problems)
    assert [link.url for link in links] == ["http://a.org/é"]
    assert [str(problem) for problem in problems] == [
        "x: message at byte 0 <m@x>: unknown charset 'klingon', read as cp1252"
    ]


def test_the_damage_of_a_part_is_named_with_its_place():
    problems = []
    raw = (
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\n\n<a href=3D'http://a.org/'>\n"
        b"--x\nContent-Type: multipart/alternative; boundary=z\n\n--y\nContent-Type: text/plain\n\nhttp://b.org/\n"
        b"--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nit is not: http://c.org/\n--x--\n"
    )
    assert urls(raw, problems=problems) == ["http://a.org/", "http://b.org/", "http://c.org/"]
    assert [(problem.part, problem.message.partition(": ")[2]) for problem in problems] == [
        ("1", "a transfer encoding that no header declares was undone"),
        ("2", "the boundary was wrong and was read from the body"),
        ("3", "it is not the base64 that its header says, and was read as it stands"),
    ]


@pytest.mark.parametrize("kind", ["bytes", "str", "email", "email with a policy"])
def test_what_a_message_may_come_as(kind):
    raw = HEADER + b"Content-Transfer-Encoding: quoted-printable\n\nhttp://a.org/?b=3Dc\n"
    content = {
        "bytes": raw,
        "str": raw.decode(),
        "email": email.message_from_bytes(raw),
        "email with a policy": email.message_from_bytes(raw, policy=email.policy.default),
    }[kind]
    (link,) = links_of(content)
    assert (link.url, link.document.message.message_id) == ("http://a.org/?b=c", "m@x")


def test_attachments_that_are_no_text_are_skipped_and_their_neighbours_are_not():
    raw = (
        b"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: image/png\n\nhttp://no.org/\n"
        b'--x\nContent-Type: text/csv\n\na;"http://a.org/";b\n--x--\n'
    )
    assert urls(raw) == ["http://a.org/"]


LIST_FIELDS = {
    # What stands in List-* and X-List-* fields of the archive.
    "mailto:uri-dev-request@lists.example.org?subject=help",
    "http://lists.example.org/pipermail/uri-dev/",
    "mailto:crawlers-unsubscribe@groups.example.com",
    "http://lists.example.org/mailman/options/crawl-l",
    "mailto:crawl-l-request@lists.example.org?subject=unsubscribe",
    "mailto:crawl-l@lists.example.org",
    "http://lists.example.org/pipermail/crawl-l/",
    "https://hub.example.com/liburi/liburi",
    "https://lists.example.org/u?l=crawl-l",
}
HTML_FOOTERS = {
    "https://hub.example.com/liburi/liburi/issues/42",
    "https://okafor.example.net/",  # a quoted signature
}


def is_footer(row):
    if row.where == "header":
        return row.url in LIST_FIELDS
    return row.where.startswith(("footer", "signature")) or (row.line == "-" and row.url in HTML_FOOTERS)


def test_without_footers_all_else_is_as_before():
    archive = Document(ARCHIVE.read_bytes(), "application/mbox", "x")
    links = list(read_document(archive, options=ReadOptions(footers=False), on_problem=print))
    expected = [row for row, _ in gold_of(ARCHIVE) if not is_footer(row)]
    assert [row_of(link) for link in links] == expected
    assert len(expected) == len(gold_of(ARCHIVE)) - 31


HTML_MAIL = b"""Message-ID: <m@x>
Content-Type: text/html

<p><a href="http://a.org/">a</a></p><div class="gmail_signature"><a href="http://a.org/~jim">j</a></div>
"""


INVITATION = b"""Content-Type: text/calendar

BEGIN:VCALENDAR
DESCRIPTION:join<https://meet.example/a\\,
 b>\\n
X-ALT-DESC;FMTTYPE=text/html:<html><body><a href="https://meet.example/a\\,b">join</a>\\n
 <a href="https://help.example/?a=1&amp\\;b=2">help</a></body></html>
END:VCALENDAR
"""


def test_the_description_of_an_invitation_in_html_is_a_page():
    links = links_of(INVITATION)
    assert [(link.url, link.element, link.line, link.column) for link in links] == [
        ("https://meet.example/a,b", None, 2, 18),
        ("https://meet.example/a,b", "a", 4, 51),
        ("https://help.example/?a=1&b=2", "a", 5, 11),
    ]


def test_a_calendar_that_no_message_holds_is_read_as_one_of_a_message(tmp_path):
    calendar = INVITATION.partition(b"\n\n")[2]
    (tmp_path / "x.ics").write_bytes(calendar)
    places = [(link.url, link.line, link.column, link.message) for link in links_of(INVITATION)]
    found = [*extract_path(tmp_path / "x.ics")]
    assert [(link.url, link.line, link.column) for link in found] == [place[:3] for place in places]
    assert {(link.message, link.candidate.facts.region) for link in found} == {(None, None)}


def test_what_is_no_text_in_a_calendar_is_told(tmp_path):
    (tmp_path / "x.ics").write_bytes(b"BEGIN:VCALENDAR\r\nURL:http://a.org/\xff\r\n b\r\n")
    problems: list[Problem] = []
    [link] = extract_path(tmp_path / "x.ics", encoding="utf-8", on_problem=problems.append)
    assert link.text == "http://a.org/ÿb"
    assert [problem.line for problem in problems] == [2]


@pytest.mark.parametrize(
    "content_type",
    [
        *(b"text/calendar", b"text/x-vcalendar", b"text/plain; name=a.vcf"),
        *(b"application/octet-stream; name=a.vcf", b"application/octet-stream; name=a.vcs"),
    ],
)
def test_calendars_and_cards_by_all_their_names_are_unfolded_at_octets(content_type):
    raw = b"Content-Type: " + content_type + b"\n\nURL:http://a.org/gr\xc3\r\n \xb6\r\n n\r\nEND:VCARD\r\n"
    assert urls(raw) == ["http://a.org/grön"]


@pytest.mark.parametrize(
    ("media_type", "text", "url", "column"),
    [
        (
            "text/rfc822-headers",
            "Subject: =?utf-8?Q?see_http=3A//a.org/?=\n =?utf-8?Q?b_c?=\n",
            "http://a.org/b",
            14,
        ),
        ("text/xml", "<a href='http://a.org/?b&amp;c'/>", "http://a.org/?b&c", 10),
        ("text/uri-list", "http://a.org/(b,\r\n# once http://c.org/", "http://a.org/(b,", 1),
    ],
)
def test_what_a_text_says_in_other_characters(media_type, text, url, column):
    [link] = links_of(f"Content-Type: {media_type}\n\n{text}".encode())
    assert (link.url, link.line, link.column) == (url, 1, column)
    assert link.candidate.facts.region == "body"


PARTED = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n%s--x--\n"


@pytest.mark.parametrize(
    ("raw", "region"),
    [
        (b"From: a@b\nSubject: x\nhttp://a.org/\n", "body"),
        (b"Subject: x\nX-Url: see\nhttp://a.org/\n\nx\n", "body"),
        (b"List-Archive:\n<http://a.org/>\nSubject: y\n\nx\n", "header"),
        (PARTED % b"http://a.org/\n", "body"),
        (PARTED % b"Content-Type: text/plain\nhttp://a.org/\nto: see\n", "body"),
    ],
)
@pytest.mark.parametrize("options", [ReadOptions(), ReadOptions(delimit={"emails": True})])
def test_a_url_where_a_field_should_be_is_none(raw, region, options):
    links = list(read_document(Document(raw, "message/rfc822", "x"), options=options))
    assert [(link.url, link.candidate.facts.region) for link in links if "@" not in link.url] == [
        ("http://a.org/", region)
    ]


def test_what_a_style_sheet_refers_to_stands_in_the_body():
    raw = b"Content-Type: text/css\n\na { b: url(http://a.org/) } /* http://b.org/ */\n"
    facts = [link.candidate.facts for link in links_of(raw)]
    assert [(one.region, one.quote_depth) for one in facts] == [("body", 0)] * 2


def test_an_archive_that_speaks_addresses_aloud_is_told_by_the_sender():
    raw = b"From: %s (Jim)\nSubject: x\n\nsee http://mid.example/2004.12345 at a.org for it\n"
    for sender, url in (
        (b"jim at a.org", "http://mid.example/2004.12345@a.org"),
        (b"j@a.org", "http://mid.example/2004.12345"),
    ):
        assert [link.url for link in links_of(raw % sender)] == [url]


@pytest.mark.parametrize(
    "page",
    [
        *("größer, höher, süßer: ".encode() * 3 + b"\xff ", "ёлка в лесу родилась ".encode("koi8-r") * 3),
        *("größer ".encode("latin-1"), b"\xef\xbb\xbf\xc3\xbc\xff ", "größer ".encode("utf-16")),
    ],
)
@pytest.mark.parametrize("charset", ["", "; charset=utf-8", "; charset=utf-7"])
def test_what_is_shown_of_a_page_is_what_its_places_count_in(page, charset):
    encoding = "utf-16-le" if page.startswith(b"\xff\xfe") else "ascii"
    link = '<p><a href="http://a.example/">x</a> http://b.example/'.encode(encoding)
    message = b"Content-Type: text/html" + charset.encode() + b"\n\n" + page + link
    with warnings.catch_warnings(action="ignore"):
        found = [*extract_mail(message)]
    *_, shown = mail.shown_texts(message, None)
    assert [shown.text[span.start : span.end] for one in found for span in one.spans] == [
        "http://a.example/",
        "http://b.example/",
    ]


def test_no_mail_program_runs_scripts():
    raw = (
        b"Content-Type: text/html\n\n<noscript><a href=http://a.org/>a</a> http://b.org/ </noscript>"
        b"<noscript>http://c.org/ <a href=http://d.org/>d</a> <b>http://e.org/"
    )
    links = links_of(raw)
    assert [link.url for link in links] == [f"http://{letter}.org/" for letter in "abcde"]
    assert not any(link.inert for link in links)


def test_regions_of_html_are_told():
    links = links_of(HTML_MAIL)
    assert [(link.url, link.candidate.facts.region) for link in links] == [
        ("http://a.org/", "body"),
        ("http://a.org/~jim", "signature"),
    ]
    assert (links[1].anchor, links[1].kind, links[1].row()["region"]) == ("j", "navigation", "signature")


def test_the_header_of_every_part_is_read():
    parts = [
        b"Content-Type: text/html\nContent-Location: http://a.org/1\n\n<p>no URL\n",
        b"Content-Type: image/png\nContent-Location: http://a.org/\n 2\n\n\n",
        b"Content-Type: message/rfc822\nX-URL: http://a.org/3\n\nX-URL: http://a.org/3b\n\nx\n",
        b"Content-Type: multipart/mixed; boundary=y\nX-URL: http://a.org/4\n\n--y\n\nx\n--y--\n",
        b"Content-Type: text/plain\nContent-Location: http://a.org/5\n\nx\n",
    ]
    raw = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n" + b"--x\n".join(parts) + b"--x--\n"
    links = links_of(raw)
    assert [(link.url[13:], link.document.part) for link in links] == [
        *(("1", "1"), ("2", "2"), ("3", "3"), ("3b", "3"), ("4", "4"), ("5", "5")),
    ]
    assert {link.candidate.facts.region for link in links} == {"header"}


def test_options_are_heeded_in_the_header_of_every_part():
    message = (
        b"Subject: ask joe@a.org\nContent-Type: multipart/mixed; boundary=x\n\n"
        b"--x\nContent-Type: text/html\nContent-Description: page of b@a.org\n\n<p>c@a.org\n"
        b"--x\nContent-Type: image/png\nContent-Description: picture of d@a.org\n\nx\n"
        b"--x\nContent-Type: text/css\nContent-ID: <y@a.org>\n\n/* e@a.org */ p { background: url(/f) }\n"
        b"--x\nContent-Type: message/rfc822\nContent-Description: from z@a.org\n\nFrom: y@a.org\n\ng@a.org\n--x--\n"
    )
    options = ReadOptions(delimit={"emails": True, "schemes": ["mailto"]})
    links = read_document(Document(message, "message/rfc822", "x"), options=options)
    assert [(link.part, link.url) for link in links] == [
        (None, "mailto:joe@a.org"),
        ("1", "mailto:b@a.org"),
        ("1", "mailto:c@a.org"),
        ("2", "mailto:d@a.org"),
        ("3", "mailto:e@a.org"),
        ("4", "mailto:z@a.org"),
        ("4", "mailto:g@a.org"),
    ]
    assert links_of(message)[0].url == "thismessage:/f"


QUOTED = b"""Message-ID: <m@x>
Content-Type: text/html

<a href="http://a.org/0">a</a> http://a.org/0b
<blockquote class="gmail_quote"><a href="http://a.org/1">a</a>
<blockquote>http://a.org/1b</blockquote>
<BLOCKQUOTE TYPE=CITE><link rel=icon href="http://a.org/2"><img src="http://a.org/2b" srcset="http://a.org/2c 2x">
http://a.org/2d</BLOCKQUOTE>-- <br><a href="http://a.org/1c">j</a></blockquote>
<a href="http://a.org/0c">j</a>
"""


def test_the_quote_depth_of_html_is_told():
    links = links_of(QUOTED)
    assert {link.url: link.candidate.facts.quote_depth for link in links} == {
        link.url: int(link.url[13]) for link in links
    }
    assert len(links) == 10
    regions = {link.url[13:]: link.candidate.facts.region for link in links}
    assert regions.pop("1c") == "signature"
    assert set(regions.values()) == {"body"}
    assert {link.url[13:]: (link.kind, link.rel) for link in links}["2"] == ("resource", "icon")


def test_the_quote_depth_of_what_is_read_on_request_is_told():
    html = b"Content-Type: text/html\n\n<blockquote type=cite>\n<noscript><a href=http://a.org/1>x</a></noscript>\n"
    html += b"<!-- http://a.org/1b --><script>'http://a.org/1c'</script></blockquote><!-- http://a.org/0 -->"
    options = ReadOptions(noscript=True, comments=True, scripts=True)
    links = list(read_document(Document(html, "message/rfc822"), options=options, on_problem=print))
    assert len(links) == 4
    assert all(link.candidate.facts.quote_depth == int(link.url[13]) for link in links)
    assert all(link.candidate.facts.region == "body" for link in links)


def test_html_without_quotations_is_as_deep_as_it_gets():
    (link, text) = links_of(b"Content-Type: text/html\n\n<a href=http://a.org/>x</a> http://b.org/")
    for found in (link, text):
        assert (found.candidate.facts.quote_depth, found.candidate.facts.region) == (0, "body")


@examples(25)
@given(st.integers(0, 2**32))
def test_without_footers_a_damaged_archive_gives_all_that_its_regions_do_not_exclude(seed):
    chance = random.Random(seed)  # noqa: S311  (damage, not secrets)
    data = bytearray(ARCHIVE.read_bytes())
    for _ in range(200):
        position = chance.randrange(len(data))
        data[position : position + chance.choice((0, 1, 40))] = chance.choice(
            (b"\n", b"> ", b"-- \n", b"_" * 20, b"mailing list", b"<blockquote cite>", b"<br>", b"\x00\xff")
        )
    archive = Document(bytes(data), "application/mbox", "x")
    all_there_is, without = (
        [link.row() for link in read_document(archive, options=ReadOptions(footers=footers), on_problem=bool)]
        for footers in (True, False)
    )
    kept = [row for row in all_there_is if row["region"] not in {"signature", "footer", "header"}]
    assert [row for row in without if row["region"] != "header"] == kept
    assert {row["region"] for row in kept} <= {"body"}


def test_a_page_that_is_no_mail_has_no_regions():
    page = Document(HTML_MAIL.partition(b"\n\n")[2], "text/html", "x")
    links = list(read_document(page, options=ReadOptions(footers=False), on_problem=print))
    assert [link.candidate.facts.region for link in links] == [None, None]


def read_all(document, seen):
    if document.content is None:  # nothing to be found in it
        return seen
    for item in mail.read(document, ReadOptions()):
        seen.append(item)
        if isinstance(item, Document) and item.media_type.startswith("message/"):
            read_all(item, seen)
    return seen


@pytest.mark.parametrize(
    ("header", "body", "is_read"),
    [
        ("Subject: x\n", "at 10:30, not before\n", False),
        ("Content-Location: a.html\n", "nothing\n", False),
        ("Subject: x\n", "www.example.org\n", True),
        ("Subject: http://example.org/\n", "x\n", True),
        ("Subject: =?utf-8?q?x?=\n", "x\n", True),
        ("Subject: x\n", "begin 644 a.gif\n#0V%T\n`\nend\n", True),
        ("Content-Type: text/plain; charset=x-klingon\n", "x\n", True),
        ("Content-Type: text/plain; format=flowed; delsp=yes\n", "http: \n//example.org/\n", True),
        ("Content-Type: text/css\n", "a {background: url(b)}\n", True),
    ],
)
def test_a_message_in_which_nothing_announces_a_url_is_given_without_its_content(header, body, is_read):
    archive = f"From a@b.org Mon Feb  1 10:00:00 1999\n{header}\n{body}\n".encode()
    for options, expected in ((ReadOptions(), is_read), (ReadOptions(delimit={"emails": True}), True)):
        (message,) = mail.read(Document(archive, "application/mbox"), options)
        assert (message.content is not None) == expected
        assert message.is_mail
        assert message.message.offset == 0


def test_base_claims_come_before_all_else():
    for document in read_all(Document(ARCHIVE.read_bytes(), "application/mbox"), []):
        if (
            isinstance(document, Document)
            and document.content is not None
            and document.media_type.startswith("message/")
        ):
            kinds = [isinstance(item, BaseClaim) for item in mail.read(document, ReadOptions())]
            assert kinds == sorted(kinds, reverse=True)


@pytest.mark.parametrize("levels", [30, 1000])
def test_messages_inside_messages_end(levels):
    seen = read_all(
        Document(b"Content-Type: message/rfc822\n\n" * levels + b"\nhttp://a.org/\n", "message/rfc822"), []
    )
    problems = [item for item in seen if isinstance(item, Problem)]
    candidates = [item for item in seen if isinstance(item, list)]
    assert candidates or problems, "it is read, or it is said that it is not"


def test_messages_inside_messages_are_held_one_at_a_time():
    raw = b"Content-Type: message/rfc822\n\n" * 40 + b"Subject: x\n\nhttp://a.org/\n" + b"x\n" * 500_000
    assert urls(raw) == ["http://a.org/"]
    assert peak_of(lambda: urls(raw)) < 10 * len(raw)


@pytest.mark.parametrize("levels", [30, 120, 400, 3000])
@pytest.mark.parametrize("closed", [True, False])
def test_multiparts_inside_multiparts_are_read_or_said_not_to_be(levels, closed):
    raw = b"Content-Type: text/plain\n\nhttp://a.org/\n"
    for level in range(levels):
        raw = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n%s" % (level, level, raw)
        raw += b"\n--b%d--\n" % level if closed else b""
    problems = []
    assert urls(raw, problems=problems) == ["http://a.org/"] or problems
    assert not any("failed" in problem.message for problem in problems)


@examples(40)
@given(st.integers(0, 2**32))
def test_a_damaged_archive_costs_no_more_than_its_damage(seed):
    chance = random.Random(seed)  # noqa: S311  (damage, not secrets)
    data = bytearray(ARCHIVE.read_bytes())
    start = chance.randrange(len(data) - 3000)
    for _ in range(12):
        position = start + chance.randrange(3000)
        data[position : position + chance.choice((0, 1, 3))] = bytes(chance.randrange(256) for _ in range(2))
    good = Counter(
        (link.document.message.offset, link.url)
        for link in read_file(ARCHIVE)
        if link.document.message.offset < start - 3000 or link.document.message.offset > start + 3010
    )
    problems = []
    shift = len(data) - ARCHIVE.stat().st_size
    found = Counter(
        (offset - shift if offset > start else offset, link.url)
        for link in links_of(bytes(data), "application/mbox", problems)
        for offset in [link.document.message.offset]
    )
    assert not any("failed" in problem.message for problem in problems)
    assert not good - found


@examples(40)
@given(st.integers(0, 60_000))
def test_an_archive_cut_anywhere_is_read_up_to_there(size):
    data = ARCHIVE.read_bytes()[:size]
    problems = []
    links_of(data, "application/mbox", problems)
    assert not any("failed" in problem.message for problem in problems)


@given(st.binary(max_size=400))
def test_no_bytes_make_the_reader_fail(raw):
    problems = []
    links_of(raw, "message/rfc822", problems)
    links_of(raw, "application/mbox", problems)
    assert not any("failed" in problem.message for problem in problems)


HOSTILE = {
    "fields": (b"List-Help: <http://a.org/>\n", b"\nx\n"),
    "blanks in a field": (b" ", b"x\n y\n\nx\n"),
    "encoded words": (b"=?utf-8?q?http://a?= ", b"\n\nx\n"),
    "From lines": (b"From a@b Mon Feb  1 10:00:00 1999\n", b"\n"),
    "quoted From lines": (b">From a\n", b"\n"),
    "rules": (b"____________________\n", b"http://a.org/\n"),
    "signatures with URLs": (b"-- \nhttp://a.org/\n", b"\n"),
    "URLs on one line": (b"http://a.org/ ", b"\n"),
    "quote marks": (b"> ", b"http://a.org/\n"),
    "begins of encoded files": (b"begin 644 x\n", b"http://a.org/\nend\n"),
    "begins of yEnc files": (b"=ybegin line=128 size=9 name=x\n", b"http://a.org/\n"),
    "returns": (b"\r" * 20, b"http://a.org/\n"),
    "commands": (b"<param>", b"http://a.org/\n"),
    "dashes": (b"-", b"x\nhttp://a.org/\n"),
    "dashes and blanks": (b"--- ", b"\nhttp://a.org/\n"),
    "letters": (b"abcdefgh", b"http://a.org/\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_much_of_anything_is_read_to_its_end(name):
    # What takes more than linear time does not come to its end here in anybody's patience.
    unit, end = HOSTILE[name]
    start = (
        b"Subject: x\nX-Field:" if "field" in name or "words" in name else b"Content-Type: text/enriched\n\n"
    )
    start = b"Subject: x\n" if name == "fields" else start
    for media_type in ("message/rfc822", "application/mbox"):
        assert read_all(Document(start + unit * (20_000 if tries_all() else 5_000) + end, media_type), [])


CALENDAR = b"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n"


@GIVES_ROUNDS_BACK
@pytest.mark.parametrize(
    ("start", "unit", "at_most"),
    [
        (b"", b"List-Help: <http://a.org/>\n", 6),
        (b"", b"X-URL: http://a.org/\n", 7),
        (b"List-Archive:", b" <http://a.org/>,\n", 13),
        (b"Subject: x\n\n", b"-- \nhttp://a.org/\n", 18),
        (CALENDAR, b"URL:http://a.org/\n", 18),
    ],
    ids=["fields of lists", "fields with URLs", "a field of URLs", "signatures", "a calendar"],
)
def test_many_urls_of_a_message_are_not_held_at_once(start, unit, at_most):
    raw = start + unit * 10_000 + b"\nx\n"
    extracted = partial(deque, extract_mail(raw), maxlen=0)
    for _ in extract_mail(raw[:1000]):
        pass  # what it compiles is kept
    assert peak_of(extracted) < at_most * len(raw)


def test_the_escapes_of_a_calendar_are_not_held_while_its_pages_are_read():
    escapes = 40_000
    raw = CALENDAR + b"X-ALT-DESC;FMTTYPE=text/html:" + rb"\," * escapes + b"\n"
    urls(raw[:1000])  # what it compiles is kept
    assert peak_of(lambda: urls(raw)) < 82 * escapes


def test_a_large_multipart_is_not_looked_for_in_many_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mime, "_LARGE", 1 << 16)
    part = " --b%d\nContent-Type: multipart/mixed; boundary=b%d\n\nx\n"
    parts = "".join(part % (number, number) for number in range(5_000)).encode()
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n" + parts
    urls(raw[:1000])  # what it compiles is kept
    assert peak_of(lambda: urls(raw)) < 20 * len(raw)


def test_a_message_of_a_list_takes_few_calls() -> None:
    message = (
        "From a@example.org Mon Feb  1 10:00:00 1999\nMessage-ID: <{0}@example.org>\nFrom: a@example.org\nSubject: x\n"
        "List-Id: <l.example.org>\nList-Post: <mailto:l@example.org>\nList-Help: <mailto:help@example.org>\n\n"
        "see http://example.org/{0} for more\n\n"
    )

    def read(messages: int) -> None:
        document = Document("".join(map(message.format, range(messages))).encode(), "application/mbox")
        assert sum(1 for _ in read_document(document)) == 3 * messages

    read(60)  # what is made once is made
    few, many = calls_of(lambda: read(10)), calls_of(lambda: read(60))
    assert many < few + 50 * 220

"""The URLs in header fields: what was kept from an earlier header changes nothing."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import GIVES_ROUNDS_BACK, peak_of
from urlglean.delimiting.stream import delimit
from urlglean.document import ReadOptions
from urlglean.mail import header as mail_header
from urlglean.mail.header import Header, base_uri, field_candidates
from urlglean.uri.schemes import has_scheme

RUN = """\
List-Id: A list <list.example.org>
List-Unsubscribe: <http://lists.example.org/mailman/
 options/list>,
 <mailto:list-leave@lists.example.org>
list-archive: www.example.org/list
"""
HEADER = f"""\
Received: from a (http://nobody.example.org/)
X-Url: http://before.example.org/
Subject: see
\thttp://example.org/
{RUN}Archived-At: <http://lists.example.org/1>
List-Post: NO
Content-Base: "http://base.example.org/
 dir/"
"""


def told(header, options=None):
    """Give all that the Candidates of a header say of themselves (their pieces are in their spans)."""
    return [
        (found.text, found.raw, found.spans, found.facts._replace(pieces=()))
        for found in chain.from_iterable(field_candidates(Header(header), options or ReadOptions()))
    ]


def test_each_candidate_stands_where_it_stands_in_the_header():
    found = told(HEADER)
    assert [(text, [(span.line, span.column) for span in spans]) for text, _, spans, _ in found] == [
        ("http://before.example.org/", [(2, 8)]),
        ("http://example.org/", [(4, 2)]),
        ("http://lists.example.org/mailman/options/list", [(6, 20), (7, 2)]),
        ("mailto:list-leave@lists.example.org", [(8, 3)]),
        ("www.example.org/list", [(9, 15)]),
        ("http://lists.example.org/1", [(10, 15)]),
        ("http://base.example.org/dir/", [(12, 16), (13, 2)]),
    ]
    for _, raw, spans, _ in found:
        assert HEADER[spans[0].start : spans[-1].end] == raw


PIECES = st.sampled_from(
    [
        *(RUN, *RUN.splitlines(keepends=True)[1:3], "List-Post: =?utf-8?q?http=3A//q.example.org/?=\n"),
        *(
            "List-Help: <http://a.example.org/\n  b>\n",
            "LIST-ID: <x>\n",
            "X-A: www.b.example.org\n",
            "List-: x\n",
        ),
        *("no field\n", " http://folded.example.org/\n", "Subject: =?utf-8?q?_www.c.example.org?=\n"),
        *("List-Idx: http://d.example.org/", "\n", "\r\n", "Content-Location: http://e.example.org/\n"),
    ]
)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_what_was_kept_changes_nothing(header):
    mail_header._in_common_field.cache_clear()
    first = told(header)
    assert told(header) == first
    # With an option that changes nothing, nothing is kept.
    assert told(header, ReadOptions(delimit={"iri": True})) == first


def test_the_uri_of_a_field_has_the_pieces_that_hold_some_of_it():
    for field in ("Content-Base: <URL: http://a.example/>\n", 'Content-Base: "http://a.example/ "\n'):
        [(text, raw, spans, _)] = told(field)
        assert (text, raw, len(spans)) == ("http://a.example/", "http://a.example/", 1)


@GIVES_ROUNDS_BACK
def test_a_uri_over_very_many_lines_has_places_for_a_thousand_and_takes_little_memory(monkeypatch):
    monkeypatch.setattr(mail_header, "_LONG", 1 << 12)
    text = "Content-Location: http://a.b/" + "b/\n " * 15_000 + "c\n"
    ((url, _, spans, _),) = told(text)
    assert url == "http://a.b/" + "b/" * 15_000 + "c" == base_uri(Header(text).get("content-location"))
    assert len(spans) == 1000
    assert spans[-1][1] == len(text) - 1
    assert peak_of(lambda: told(text)) < 10 * len(text)


def test_a_folded_field_right_behind_those_of_a_list_is_read():
    assert [text for text, *_ in told(RUN + "X-A: see\n http://c.example/\n")][-1] == "http://c.example/"


@pytest.mark.parametrize(
    ("written", "url", "places"),
    [
        ('url="http://a.example/b"', "http://a.example/b", ["http://a.example/b"]),
        ('name=http://a.example/b; URL="http://a.example/b"', "http://a.example/b", ["http://a.example/b"]),
        ('url="http://a.example/\\b"', "http://a.example/b", ["http://a.example/\\b"]),
        (
            'URL*0="ftp://";\n URL*1="a.example/\n b"',
            "ftp://a.example/b",
            ["ftp://", "a.example/", "b"],
        ),
        ("URL*=utf-8'en'http://a.example/%C3%A9", "http://a.example/é", ["utf-8'en'http://a.example/%C3%A9"]),
    ],
)
def test_a_parameter_stands_where_it_is_written(written, url, places):
    field = f"Content-Type: message/external-body; access-type=URL; {written}\n"
    ((text, _, spans, _),) = told(field)
    assert (text, [field[span.start : span.end] for span in spans]) == (url, places)
    # Where another one says the same, this one is meant.
    assert field.rindex(places[0]) == spans[0].start


def test_without_footers_the_fields_of_lists_are_left_out():
    found = [text for text, _, _, _ in told(HEADER, ReadOptions(footers=False))]
    assert found == [
        "http://before.example.org/",
        "http://example.org/",
        "http://lists.example.org/1",
        "http://base.example.org/dir/",
    ]


def urls_in(header, **options):
    return [text for text, *_ in told(header, ReadOptions(delimit=options))]


MORE = "ask joe@a.org, b.org/x, //c.org/x, hxxp://d[.]org/x"
OPTIONS = ("emails", "schemeless", "network_path", "refang")


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize(
    "field",
    [
        *(
            "Subject: {}",
            "Subject:\n {}",
            "Comments: {}",
            "X-Home-Page-URL: {}",
            "Archived-At: {}",
            "List-Help: {}",
        ),
        *("Content-Description: {}", "Subject: =?us-ascii?q?{}?=", "X-Anything: {}"),
    ],
)
def test_options_are_heeded_in_every_field_that_is_read(field, option):
    header = (
        f"From: x@y.org\n{field.format(MORE.replace(' ', '_') if '=?' in field else MORE)}\nTo: z@y.org\n"
    )
    in_text = [found.text for found in delimit(MORE, **{option: True})]
    assert urls_in(header, **{option: True}) == in_text
    assert urls_in(header, **{option: False}) == [found.text for found in delimit(MORE)] != in_text


def test_all_of_them_in_the_order_in_which_they_stand():
    header = f"List-Help: {MORE}\nSubject: www.e.org and {MORE}\n"
    everything = ["joe@a.org", "b.org/x", "//c.org/x", "http://d.org/x"]
    found = urls_in(header, **dict.fromkeys(OPTIONS, True))
    assert found == [*everything, "www.e.org", *everything]


PEOPLE = """\
From: Joe b.org <joe@a.org>
Sender: joe@a.org
Reply-To: =?us-ascii?q?Joe?= <joe@a.org>
To: undisclosed@a.org, =?us-ascii?q?a.org?= <joe@a.org>
CC: joe@a.org
Resent-From: joe@a.org
Resent-Bcc: joe@a.org
Mail-Followup-To: joe@a.org
X-Original-To: joe@a.org
X-Envelope-From: joe@a.org
Delivered-To: mailing list joe@a.org
List-Id: A list <list.a.org>
X-BeenThere: joe@a.org
X-Mailing-List: <joe@a.org> archive/latest/1
X-Message-Id: 1@a.org
X-Received: by mail.a.org with SMTP id 1
X-Originating-IP: [192.0.2.1]
NNTP-Posting-Host: mail.a.org
Received-SPF: pass (a.org: domain of joe@a.org)
Autocrypt: addr=joe@a.org
X-eGroups-Return: joe@a.org
X-HELO: mail.a.org
X-Loop: joe@a.org
Approved: joe@a.org
X-Author: joe@a.org
X-Failed-Recipients: joe@a.org
X-Rcpt-To-Recipient: joe@a.org
"""


def test_who_a_message_is_from_and_to_is_no_mention_of_an_address():
    assert urls_in(PEOPLE, emails=True) == urls_in(PEOPLE, schemeless=True) == []
    both = urls_in(PEOPLE.replace("\n", " http://c.org/\n"), emails=True, schemeless=True)
    assert both == ["http://c.org/"] * PEOPLE.count("\n")


def test_only_urls_of_text_end_at_what_is_not_ascii():
    header = "Subject: http://a.example/\u00e9\nContent-Location: http://a.example/\u00e9\n"
    assert urls_in(header, iri=False) == ["http://a.example/", "http://a.example/\u00e9"]


def test_a_location_in_encoded_words_is_one():
    assert urls_in("Content-Location: =?utf-8?Q?http=3A//a.example/b=20?=\n =?utf-8?Q?c?=\n") == [
        "http://a.example/bc"
    ]


@pytest.mark.parametrize("name", ["Content-Location", "Snapshot-Content-Location"])
def test_a_location_is_one_absolute_uri_or_none_at_all(name):
    assert urls_in(f"{name}: http://a.example/b\n c\n") == ["http://a.example/bc"]
    assert urls_in(f"{name}: www.a.example/b\n") == urls_in(f"{name}: a@b.example\n", emails=True) == []


def test_urls_without_slashes():
    header = (
        "Subject: call TEL:+1-234-5678 for urn:isbn:0451450523,\n or news:comp.lang.c\n"
        "X-A: <sip:joe@a.example>\nOrganization: doi:10.1000/182\nTel:+49 123\nX-Sieve: CMU Sieve 2.2\n"
        "Date: Mon, 1 Jan 2024 10:00:00 +0100\nX-B: note:this to:subject:date a.tel:x\n"
        "DKIM-Signature: h=news:comp.lang.c\n"
    )
    assert urls_in(header) == [
        "TEL:+1-234-5678",  # a number with its country is no label
        *("urn:isbn:0451450523", "news:comp.lang.c", "sip:joe@a.example", "doi:10.1000/182"),
    ]


WORDS = st.sampled_from(
    [
        *(
            f"{name}{colon}"
            for name in ("urn", "tel", "news", "mailto", "sip", "doi", "to")
            for colon in (":", ": ")
        ),
        *(
            "http://",
            "www.",
            "ftp.",
            "Mailto:",
            "URN:",
            "//",
            "isbn:1",
            "+1234567",
            "a.org",
            "joe@",
            "10.1000/1",
        ),
        *(" ", "<", ">", "(", ")", ".", ",", "-", ":", "1", "\n "),
    ]
)


@given(st.lists(WORDS, max_size=12).map("".join), st.sampled_from(["Subject: ", "X-A:"]))
def test_a_field_holds_what_delimit_finds_in_it(value, name):
    found = [*chain.from_iterable(field_candidates(Header(f"{name}{value}\n"), ReadOptions()))]
    places = [(one.text, one.spans[0].start - len(name)) for one in found]
    assert places == [(one.text, one.start) for one in delimit(value)]


@given(st.lists(WORDS, max_size=12).map("".join))
def test_no_text_with_urls_is_taken_for_one_without(text):
    assert mail_header._MAY_HOLD_URL.search(text) or not any(delimit(text))


@pytest.mark.parametrize("size", [10, 100_000])
def test_what_is_long_is_read_the_same(size):
    header = f"List-Help: <http://a.example.org/>{' ' * size}\nList-Post: <mailto:a@b.example>\n"
    assert [text for text, *_ in told(header)] == ["http://a.example.org/", "mailto:a@b.example"]


BASES = [
    ("http://a/b/", "http://a/b/"),
    (' "http://a/b/" ', "http://a/b/"),
    ("<http://a/b/>", "http://a/b/"),
    ("<URL:http://a/b/>", "http://a/b/"),
    ("<http://a/b/> (the list)", "http://a/b/"),
    ("'http://a/b/'", "http://a/b/"),
    ("URL: http://a/b/", "http://a/b/"),
    ("<url:http://a/\r\n\t b/>", "http://a/b/"),
    ("URI:http://a/b/", "http://a/b/"),
    ('"http://a/b/" (the list)', "http://a/b/"),
    ("http://a/it's/\r\n b'c/", "http://a/it's/b'c/"),
    ("../c.html", "../c.html"),
    ("=?us-ascii?q?http://a/b/?=", "http://a/b/"),
    ("  ", ""),
]


@pytest.mark.parametrize(("value", "uri"), BASES)
def test_base_uris(value, uri):
    assert base_uri(value) == uri


@given(
    st.sampled_from([value for value, _ in BASES]) | st.text(alphabet="uUrRlLiI:http/a'\"<> (.)", max_size=30)
)
def test_a_field_that_states_a_base_holds_that_url(value):
    uri = base_uri(value)
    header = f"Content-Location: {value}\n"
    [*found] = told(header, ReadOptions(delimit={"iri": True}))
    assert [text for text, *_ in found] == ([uri] if has_scheme(uri) else [])
    for _, _, spans, _ in found:
        assert "".join(header[span.start : span.end] for span in spans) == uri or "=?" in value


EXTERNAL = [
    ('URL="http://a.example/b/\n c"', "http://a.example/b/c"),
    ("URL=http://a.example/b", "http://a.example/b"),
    ('URL="http://a.example/it\'s"', "http://a.example/it's"),
    ("name=http://a.example/b", None),
]


@pytest.mark.parametrize(("parameter", "url"), EXTERNAL)
def test_an_external_body_has_the_url_of_its_parameter(parameter, url):
    kind = f'Content-Type: message/external-body; access-type=URL; {parameter}; expiration="Fri"\n'
    assert urls_in(kind) == ([url] if url else [])


@given(st.text(max_size=120))
def test_no_base_raises(text):
    assert not any(map(str.isspace, base_uri(text)))

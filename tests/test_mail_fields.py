"""The URLs in header fields: what was kept from an earlier header changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean import mail_fields
from urlglean.delimit import delimit
from urlglean.document import ReadOptions
from urlglean.mail_fields import base_uri, field_candidates
from urlglean.mail_header import Header

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
        for found in field_candidates(Header(header), options or ReadOptions())
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
    for kept in (mail_fields._in_run, mail_fields._in_common_field):
        kept.cache_clear()
    first = told(header)
    assert told(header) == first
    # With an option that changes nothing, nothing is kept and no run is read at once.
    assert told(header, ReadOptions(delimit={"iri": True})) == first


def test_without_footers_the_fields_of_lists_are_left_out():
    found = [text for text, _, _, _ in told(HEADER, ReadOptions(footers=False))]
    assert found == [
        "http://before.example.org/",
        "http://example.org/",
        "http://lists.example.org/1",
        "http://base.example.org/dir/",
    ]


def test_options_are_heeded():
    assert [text for text, *_ in told("X-A: see example.org/x\n")] == []
    found = told("X-A: see example.org/x www.example.org\n", ReadOptions(delimit={"schemeless": True}))
    assert [text for text, *_ in found] == ["example.org/x", "www.example.org"]


@given(st.text(alphabet="htp:/w.W fF1\nmailto@x-é", max_size=30))
def test_no_text_with_urls_is_taken_for_one_without(text):
    if any(delimit(text)):
        assert mail_fields._MAY_HOLD_URL.search(text)


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
    ("../c.html", "../c.html"),
    ("=?us-ascii?q?http://a/b/?=", "http://a/b/"),
    ("  ", ""),
]


@pytest.mark.parametrize(("value", "uri"), BASES)
def test_base_uris(value, uri):
    assert base_uri(value) == uri


@given(st.text(max_size=120))
def test_no_base_raises(text):
    assert not any(map(str.isspace, base_uri(text)))

"""Signatures and list footers in the HTML of mail."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.work import assert_linear, watching
from urlglean import mail
from urlglean.mail.page_regions import html_regions, quotations

RULE = "_" * 47

PAGES = [
    # title, page: what a link with b leads to stands in the body, with s in a signature, with f in a footer
    ("no signature", "<p>x <a href=b1>x</a></p>"),
    (
        "Google Groups",
        "<div>see <a href=b1>x</a></div>\n<p></p>\n\n-- <br />\nYou received this message because you are subscribed"
        " to the Google Groups &quot;x&quot; group.<br />\nTo unsubscribe, <a href=f1>x</a>.<br />\n"
        "To view this discussion visit <a href=f2>y</a>.<br />\n",
    ),
    (
        "Gmail: what stands after the signature is none",
        '<div><a href=b1>x</a><div><br></div>-- <br><div dir="ltr" class="gmail_signature"><div>Jim <div>'
        "<a href=s1>s</a></div></div></div></div><div><a href=b2>later</a><blockquote><a href=b3>q</a></blockquote>"
        "</div>",
    ),
    (
        "Mozilla",
        '<p>x <a href=b1>x</a></p><pre class="moz-signature" cols="72">-- \nJim\n<a href=s1>http://j</a></pre>'
        "<p>after <a href=b2>x</a></p>",
    ),
    (
        "a phone, capital letters, no quotation marks",
        "<DIV><A HREF=b1>x</A></DIV><DIV ID=AppleMailSignature>Sent from <A HREF=s1>x</A></DIV><DIV><A HREF=b2>x</A>",
    ),
    (
        "Outlook, forwarded: prefixed names",
        '<p><a href=b1>x</a></p><div id="x_x_Signature"><a href=s1>x</a></div><p><a href=b2>x</a>',
    ),
    (
        "dashes, then a quotation with dashes of its own",
        "<div>see <a href=b1>x</a></div><div>-- <br>Jim <a href=s1>s</a></div><blockquote>old <a href=b2>z</a><br>"
        "-- <br>Ann <a href=s2>s</a></blockquote><p>below <a href=b3>y</a></p>",
    ),
    ("a rule in pre", f"<pre>x <a href=b1>x</a>\n{RULE}\nX mailing list\n<a href=f1>x</a>\n</pre>"),
    (
        "a rule in paragraphs",
        f"<p><a href=b1>b</a></p><p>{RULE}<o:p></o:p></p><p>X mailing list</p><p><a href=f1>l</a></p>",
    ),
    (
        "a tracker",
        "<p><a href=b1>x</a></p><p>&mdash;<br>Reply to this email directly, <a href=f1>view it on the hub</a>, or"
        " <a href=f2>unsubscribe</a>.<br>You are receiving this because you commented.<img src=f3></p>",
    ),
    (
        "a newsletter that begins like a footer",
        "<table><tr><td>To unsubscribe, <a href=f1>click</a></td></tr><tr><td><h1>News</h1></td></tr><tr><td>"
        "<a href=b1>more</a></td></tr></table>",
    ),
    (
        "an empty line between two breaks, on lines of their own",
        "see <a href=b1>x</a><br>\nTo unsubscribe, <a href=f1>click</a><br>\n<br>\nNews: <a href=b2>more</a><br>\n",
    ),
    (
        "no empty line between two elements that stand next to each other",
        f"<div><a href=b1>x</a></div><div>&gt; -- </div><div>&gt; <a href=s1>x</a></div><div>{RULE}</div>"
        + "<div><div>x</div></div>" * 10
        + "<div>mailing list</div><div><a href=f1>x</a></div>",
    ),
    (
        "Yahoo! Groups",
        '<div id="ygrp-msg"><div id="ygrp-text"><a href=b1>x</a></div><div id="ygrp-actbar"><a href=f1>Reply</a>'
        '</div><div id="ygrp-vital"><a href=f2>v</a></div></div><p><a href=b2>x</a>',
    ),
    (
        "a banner of eGroups",
        "<!-- |**|begin egp html banner|**| --><a href=f1>ad</a><!-- |**|end egp html banner|**| --><a href=b1>x</a>",
    ),
    ("a banner without an end", "<!-- |**|begin egp html banner|**| --><a href=b1>x</a>"),
    ("dashes on a line of the source", "<p>see\n-- \n<a href=b1>x</a></p>"),
    ("a style sheet before", "<style>p { }</style><p>x</p><p>-- <br><a href=s1>sig</a></p>"),
    ("dashes in a comment, dashes on a line", "<!-- a\n-- b --><p>-- </p><p><a href=s1>sig</a></p>"),
    ("dashes behind a comment", "<p><a href=b1>x</a></p><!-- a -->-- <br>Jim <a href=s1>x</a>"),
    ("an empty comment", "<p><a href=b1>x</a></p><!-->-- <br>Jim <a href=s1>x</a>"),
    ("dashes in a script", "<script>'</b><br>\n-- <br>'</script>Jim <a href=b1>x</a>"),
    ("dashes in a form", "<p><a href=b1>x</a></p>Yes<form>-- <br>Jim <a href=s1>x</a></form>"),
    ("words in a style sheet", "<style>/* ----------\nTo unsubscribe */</style><a href=b1>x</a>"),
    ("a class in a style sheet", "<style>.gmail_signature { color: red }</style><a href=b1>x</a>"),
    ("a class in a text", 'the class="gmail_signature" is <a href=b1>x</a>'),
    ("a similar class", '<div class="gmail_signature_prefix"><a href=b1>x</a></div>'),
    ("dashes at the end of prose", "<p>foo --<br>bar <a href=b1>x</a></p>"),
    (
        "a message below a signature",
        "<p>-- <br>Jim <a href=s1>x</a></p><hr><p><b>From:</b> Ann<br><b>Sent:</b> Monday<br><a href=b1>x</a></p>",
    ),
    ("left open", "<div class='gmail_signature'><a href=s1>x</a>"),
    (
        "a tag and a reference left open at a line's end",
        "<p><a href=b1>x</a> <b<br>&copy<br>-- <br>c> Jim <a href=s1>x</a></p>",
    ),
    ("control characters", "<p><a href=b1>x\1</a>\1<br>--<br>\1<a href=s1>x</a></p>"),
]
NAMES = {"b": "body", "s": "signature", "f": "footer"}


@pytest.mark.parametrize(("title", "page"), PAGES)
def test_regions(title: str, page: str) -> None:
    found = html_regions(page)
    places = list(re.finditer(r"(?i)(?:href|src)=([bsf])\d", page))
    regions = [
        next((one.name for one in found if one.start <= place.start() < one.end), "body") for place in places
    ]
    assert regions == [NAMES[place[1]] for place in places], title
    assert places


QUOTATIONS = [
    ("Gmail", '<blockquote class="gmail_quote" style="x">1</blockquote>0', {"1": 1, "0": 0}),
    ("Outlook Express", '<BLOCKQUOTE style="BORDER-LEFT: #000 2px">1</BLOCKQUOTE>0', {"1": 1, "0": 0}),
    (
        "nested",
        "<blockquote cite=x>1<blockquote cite=y>2</blockquote>3</blockquote>0",
        {"1": 1, "2": 2, "3": 1, "0": 0},
    ),
    ("for the look of it", "<blockquote>0</blockquote>", {"0": 0}),
    ("closed too often", "</blockquote><blockquote cite=x>1</blockquote></blockquote>0", {"1": 1, "0": 0}),
    ("left open", "<blockquote cite=x>1", {"1": 1}),
    (
        "an indent in a quotation",
        "<blockquote cite=x>1<blockquote>2</blockquote>3</blockquote>",
        {"1": 1, "2": 1, "3": 1},
    ),
    ("another element", "<blockquotes cite=x>0", {"0": 0}),
]


@pytest.mark.parametrize(("title", "page", "depths"), QUOTATIONS)
def test_quotations(title: str, page: str, depths: dict[str, int]) -> None:
    steps = quotations(page)
    text = re.sub("<[^>]*>", lambda tag: " " * len(tag[0]), page)
    for mark, depth in depths.items():
        before = [deep for place, deep in steps if place <= text.index(mark)]
        assert (before[-1] if before else 0) == depth, title
    assert steps == sorted(steps)


@given(st.lists(st.sampled_from([*(page for _, page in PAGES), "<pre>", "</blockquote>", "<!--", "-- <br>"])))
def test_regions_are_in_order_and_do_not_overlap(pages: list[str]) -> None:
    page = "".join(pages)
    found = html_regions(page)
    assert all(0 <= region.start < region.end <= len(page) for region in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))


@pytest.mark.parametrize(
    "unit",
    [
        *("<", "<!--", "<style", "<a class=x ", "-- <br>", "<blockquote>-- <br>", "<pre>\n--\n"),
        *('<div class="gmail_signature">', ' class="gmail_signature"', "To unsubscribe\n\n<p>"),
        *("begin egp html banner", "x<!---->", "<!--", "<script>"),
    ],
)
def test_much_of_anything_takes_linear_time(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(units: str) -> None:
        page = f"<p>-- <br>{units}"
        html_regions(page)
        quotations(page)

    assert_linear(watching(monkeypatch, mail), read, unit)

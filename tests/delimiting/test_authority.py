"""What is a plausible authority: where it ends, to the character, and what is noted of it."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from support.delimit_strategies import HOSTS, RESTS
from support.laws import examples
from support.work import calls_of
from urlglean.delimiting import authority
from urlglean.delimiting.authority import FoundAuthority, find_authority, ipv4_notes, plausible_host

ODD = ("odd IPv4 form (RFC 3986 7.4)",)
USERINFO = "userinfo (RFC 3986 7.5, 7.6)"


def found(text: str, scheme: str = "http") -> str | None:
    """The authority that ``text`` begins with."""
    authority = find_authority(text, 0, len(text), scheme=scheme)
    return text[: authority.end] if authority is not None else None


@pytest.mark.parametrize(
    ("host", "notes"),
    [
        *(
            ("0.0.0.1", ()),
            ("255.255.255.255", ()),
            ("192.0.2.1", ()),
            ("1.2.3.4.5", None),
            ("256.1.1.1", None),
        ),
        *(
            ("1.256.1.1", None),
            ("1.2.3.256", None),
            ("1.2.3.255", ()),
            ("1.2.65535", ODD),
            ("1.2.65536", None),
        ),
        *(
            ("1.16777215", ODD),
            ("1.16777216", None),
            ("4294967295", ODD),
            ("4294967296", None),
            ("01.2.3.4", ODD),
        ),
        *(
            ("0x7f.1", ODD),
            ("0x100.1", None),
            ("1..2", None),
            ("1.2.3.", None),
            ("a.1", None),
            ("1.2.3.04", ODD),
        ),
        # what browsers read as digits
        *(
            ("１２７.0.0.1", ODD),
            ("127.0.0.１", ODD),
            ("127.0.0.%31", ODD),
            ("%31.0.0.%32%35%36", None),
            ("０ｘ7f.1", ODD),
        ),
    ],
)
def test_an_ipv4_address_is_exact_at_its_borders(host: str, notes: tuple[str, ...] | None) -> None:
    assert ipv4_notes(host) == notes


@pytest.mark.parametrize(
    ("host", "plausible"),
    [
        *(("a" * 63, True), ("a" * 64, False), ("a" * 63 + ".com", True), ("a" * 64 + ".com", False)),
        *(
            (".".join(["a" * 49] * 5) + ".abc", True),
            (".".join(["a" * 49] * 5) + ".abcd", False),
        ),  # 253 and 254
        *(
            ("a", True),
            ("a-b", True),
            ("-a", False),
            ("a-", False),
            ("a.-b", False),
            ("a-.b", False),
            ("a--b", True),
        ),
        *(
            ("", False),
            (".", False),
            ("a.", False),
            (".a", False),
            ("a..b", False),
            ("a_b.c", True),
            ("_a.b", True),
        ),
        *(
            ("_", False),
            ("a._", False),
            ("a.b_", True),
            ("münchen.de", True),
            ("例え.jp", True),
            ("i❤.ws", True),
            ("❤", True),
        ),
        *(
            ("xn--p1ai", True),
            ("1.2", True),
            ("1.2.3.4", True),
            ("a.1", False),
            ("1.2.3.4.5", False),
            ("0x", True),
        ),
    ],
)
def test_a_host_is_plausible_or_not(host: str, plausible: bool) -> None:  # noqa: FBT001  # a table's column
    assert (plausible_host(host) is not None) == plausible


def test_a_number_is_a_name_where_the_scheme_has_no_domain_names() -> None:
    assert plausible_host("99999999999", named=False) == ()
    assert plausible_host("99999999999") is None


@pytest.mark.parametrize(
    ("text", "authority"),
    [
        # what ends it
        *(("example.com", "example.com"), ("example.com/a", "example.com"), ("example.com?q", "example.com")),
        *(
            ("example.com#f", "example.com"),
            ("example.com.", "example.com"),
            ("example.com./a", "example.com."),
        ),
        *(
            ("example.com.:80/", "example.com.:80"),
            ("example.com,", "example.com"),
            ("example.com)", "example.com"),
        ),
        *(
            ("example.com;x", "example.com"),
            ("example.com!", "example.com"),
            ("example.com's", "example.com"),
        ),
        *(
            ("example.com-", "example.com"),
            ("example.com--/", "example.com"),
            ("example.com_", "example.com"),
        ),
        *(("a_b/", "a_b"), ("example.com*", "example.com"), ("a", "a"), ("localhost/", "localhost")),
        # ports
        *(
            ("a.b:0", "a.b:0"),
            ("a.b:80/", "a.b:80"),
            ("a.b:65535/", "a.b:65535"),
            ("a.b:65536/", "a.b"),
            ("a.b:/", "a.b:"),
        ),
        *(
            ("a.b:", "a.b"),
            ("a.b:?q", "a.b:"),
            ("a.b:99999", "a.b"),
            ("a.b:0080/", "a.b:0080"),
            ("a.b:0000080", "a.b:0000080"),
        ),
        *(
            ("a.b:00000080", "a.b"),
            ("a.b:80x", "a.b"),
            ("a.b:x", "a.b"),
            ("a.b:80,", "a.b:80"),
            ("a.b:80:90", "a.b:80"),
        ),
        # userinfo
        *(
            ("u@a.b/", "u@a.b"),
            ("u:p@a.b:80/", "u:p@a.b:80"),
            (":p@a.b", ":p@a.b"),
            ("@a.b", "@a.b"),
            ("u@a@b.c", "u@a@b.c"),
        ),
        *(
            ("u!$&'()*+,;=:p%20@a.b", "u!$&'()*+,;=:p%20@a.b"),
            ("u@", "u"),
            ("u@/a", None),
            ("a.b/@c", "a.b"),
            ("a.b?u@c", "a.b"),
        ),
        *(("u:${P}@a.b", None), ("u" * 1023 + "@a.b", "u" * 1023 + "@a.b"), ("u" * 1024 + "@a.b", None)),
        # literals
        *(
            ("[::1]/", "[::1]"),
            ("[::1]:80/", "[::1]:80"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]"),
        ),
        *(
            ("[fe80::1%25eth0]/", "[fe80::1%25eth0]"),
            ("[fe80::1%eth0]", "[fe80::1%eth0]"),
            ("[v1.a:b]/", "[v1.a:b]"),
            ("[V1.a:b]/", "[V1.a:b]"),
        ),
        *(
            ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
            ("[1:2:3:4:5:6:7:8:9]", None),
            ("[1::2::3]", None),
            ("[::1", None),
        ),
        *(
            ("[]", None),
            ("[a.b]", None),
            ("[12345::]", None),
            ("u@[::1]", "u@[::1]"),
            ("[::1]x", "[::1]"),
            ("[::1]:99999", "[::1]"),
        ),
        # no host
        *(
            ("", None),
            ("/", None),
            ("?", None),
            ("$HOST/a", None),
            ("{host}/a", None),
            ("*.a.com", None),
            ("%s/a", None),
        ),
        *(
            ("a.${x}", None),
            ("-a.com", None),
            (".a.com", None),
            ("http://x", None),
            ("https:8080/", "https:8080"),
            ("256.1.1.1", None),
        ),
        # other scripts
        *(
            ("例え.jp/", "例え.jp"),
            ("example.com中文", "example.com"),
            ("example.com。", "example.com"),
            ("münchen.de", "münchen.de"),
        ),
        *(
            ("a.comです/", "a.com"),
            ("i❤.ws", "i❤.ws"),
            ("example.com™", "example.com"),
            ("пример.рф/", "пример.рф"),
        ),
        *(("ä.рф’b/", "ä.рф"), ("ä.рф.’b/", "ä.рф"), ("ä，b", "ä"), ("ä\u00a0b", "ä"), ("’b", None)),
        *(("a%2eb/", "a%2eb"), ("a%zz", None), ("192.0.2.1中", "192.0.2.1"), ("a.comhttp://b.com", "a.com")),
    ],
)
def test_where_an_authority_ends(text: str, authority: str | None) -> None:
    assert found(text) == authority


@pytest.mark.parametrize(
    ("text", "scheme", "authority"),
    [
        ("a:1,b:2,c/x", "mongodb", "a:1,b:2,c"),
        ("a:1,b:2", "kafka", "a:1,b:2"),
        ("a.com,b.com__", "kafka", "a.com,b.com"),
        ("a:1,__", "kafka", "a:1"),
        ("a,b", "http", "a"),
        ("u:p@a:1,b:2/x", "mongodb", "u:p@a:1,b:2"),
        ("a,", "kafka", "a"),
        ("99999999999/x", "app", "99999999999"),
    ],
)
def test_the_scheme_decides_what_an_authority_may_hold(text: str, scheme: str, authority: str) -> None:
    assert found(text, scheme) == authority


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("a.b", ()),
        ("u@a.b", (USERINFO,)),
        ("u:p@0x7f.1", (USERINFO, *ODD)),
        ("a.b:65536", ("impossible port",)),
        ("a.b:80x", ("impossible port",)),
        ("2130706433/", ODD),
        ("[::1]:70000", ("impossible port",)),
    ],
)
def test_what_is_odd_about_an_authority_is_noted(text: str, notes: tuple[str, ...]) -> None:
    authority = find_authority(text, 0, len(text))
    assert authority is not None
    assert authority.notes == notes


@pytest.mark.parametrize(
    ("text", "why"),
    [
        *(
            ("a.b", ""),
            ("a.b/", ""),
            ("a.b:80?", ""),
            ("a.b,c", "',' after the host"),
            ("a.b:", "a colon without a port"),
        ),
        *(
            ("a.b:99999", "an impossible port"),
            ("[::1]x", "'x' after the host"),
            ("a.b:80)", "')' after the host"),
        ),
    ],
)
def test_why_an_authority_ends_is_said(text: str, why: str) -> None:
    authority = find_authority(text, 0, len(text))
    assert authority is not None
    assert (authority.ended.told(authority.sign) if authority.ended else "") == why


def test_nothing_is_read_beyond_the_run() -> None:
    authority = find_authority("xx//example.com:80/y", 4, 9)
    assert authority is not None
    assert (authority.host_start, authority.host_end, authority.end) == (4, 9, 9)
    assert find_authority("u@a.b", 0, 1) is not None
    assert find_authority("a.b:80", 0, 5) == FoundAuthority(0, 3, 5)


@examples(500)
@given(
    st.lists(st.sampled_from((*HOSTS, *RESTS, "@", ":", ".", "-", "_", "%41")), max_size=6).map("".join),
    st.text(max_size=6),
)
def test_an_authority_lies_within_its_run_and_its_host_within_it(text: str, before: str) -> None:
    authority = find_authority(before + text, len(before), len(before + text))
    if authority is not None:
        assert len(before) <= authority.host_start < authority.host_end <= authority.end <= len(before + text)
        again = find_authority(before + text + " ", len(before), len(before + text))
        assert again == authority


@example("192.0.2.1#{c}")
@example("192.0.2.1/#{c}")
@given(
    st.lists(
        st.sampled_from(
            [
                "1.2",
                "3.4",
                "192.0.2.1",
                "255",
                "256",
                "01",
                ".",
                "/a",
                "?b",
                "#",
                "{c}",
                ":80",
                "@d",
                " ",
                "<e>",
                ",",
                ")",
                "|",
            ]
        ),
        max_size=6,
    ).map("".join)
)
def test_an_address_that_is_told_at_once_is_what_it_is_in_full(text: str) -> None:
    """A sign of something to be filled in, say, is heeded behind it."""
    run = len(text.split(" ")[0])
    at_once = find_authority(text, 0, run)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authority, "_NUMBERS", re.compile("(?!)"))
        patch.setattr(authority, "_MARKED_ADDRESS", re.compile("(?!)"))
        assert find_authority(text, 0, run) == at_once


def test_an_address_takes_no_more_calls_than_a_name() -> None:
    def calls(host: str) -> int:
        find_authority(host, 0, len(host))  # what is compiled once is
        return calls_of(lambda: find_authority(host, 0, len(host)))

    assert calls("192.0.2.1/a") <= calls("www.example/a") + 5
    assert calls("192.0.2.256/a") <= calls("www.example/a") + 5
    assert calls("192.0.2.1,a") <= calls("www.example,a") + 5


@given(
    st.sampled_from(["a", "www.example.org", "192.0.2.x", "x.y", "fe80", "a_b.example"]),
    st.sampled_from([":1", ":8080", ":99999", "::1"]),
    st.lists(st.sampled_from(["/a", "?b", "#", "{c}", "@d", " ", "x", "xx", "nn", ",e.example"]), max_size=3),
    st.sampled_from(["http", "ssh", "mongodb", "sqlserver", "unknown"]),
)
def test_a_port_that_is_told_at_once_is_what_it_is_in_full(
    host: str, port: str, rest: list[str], scheme: str
) -> None:
    text = "".join([host, port, *rest])
    run = len(text.split(" ")[0])
    at_once = find_authority(text, 0, run, scheme=scheme)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(authority, "_PLAIN_PORT", re.compile("(?!)"))
        assert find_authority(text, 0, run, scheme=scheme) == at_once


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("localhost:8080/a@b", len("localhost:8080")),
        ("www.a.example:1 b", len("www.a.example:1")),
        ("a.example:9999", len("a.example:9999")),
    ],
)
def test_a_plain_host_with_its_port_takes_few_calls(text: str, end: int) -> None:
    run = len(text.partition(" ")[0])
    found = find_authority(text, 0, run)
    assert found is not None
    assert (found.host_end, found.end, found.ended) == (text.index(":"), end, None)
    assert calls_of(lambda: find_authority(text, 0, run)) <= 16


@pytest.mark.parametrize("text", ["a.example:80@b.example", "a.example:80xx", "a.example:80?x={y}@b"])
def test_what_looks_like_a_port_may_be_none(text: str) -> None:
    found = find_authority(text, 0, len(text))
    assert found is None or found.host_start > 0

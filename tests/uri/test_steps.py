"""The steps of normalization, and the rungs they make."""

from __future__ import annotations

import itertools

import pytest

from urlglean.uri.normalize import normalize
from urlglean.uri.steps import RUNGS, STEPS


def test_each_rung_is_the_one_below_and_more() -> None:
    for lower, higher in itertools.pairwise(RUNGS.values()):
        assert higher[: len(lower)] == lower


def test_no_step_of_a_rung_merges_and_each_says_where_it_is_from() -> None:
    for rung in RUNGS.values():
        assert not any(step.merges for step in rung)
    assert {"drop-tracking", "sort-query", "drop-session-ids", "strip-www"} <= {
        name for name, step in STEPS.items() if step.merges
    }
    for name, step in STEPS.items():
        assert step.name == name
        assert step.section
        assert step.summary


@pytest.mark.parametrize(
    ("step", "url", "expected"),
    [
        ("drop-tracking", "http://a/?utm_source=x&a=1&UTM_Medium=y&b", "http://a/?a=1&b"),
        ("drop-tracking", "http://a/?utm_source=x", "http://a/"),
        ("drop-tracking", "http://a/?utm_source=x#f", "http://a/#f"),
        ("drop-tracking", "http://a/?", "http://a/?"),
        ("drop-tracking", "http://a/?a&&b&", "http://a/?a&&b&"),
        ("drop-tracking", "http://a/?fbclid=1&a=b%26gclid=1&amp;utm_term=2", "http://a/?a=b%26gclid=1"),
        (
            "drop-tracking",
            "http://a/?autm_x=1&gclids=2&q=utm_source",
            "http://a/?autm_x=1&gclids=2&q=utm_source",
        ),
        ("drop-tracking", "http://a/?utm%5Fsource=x&b=1", "http://a/?b=1"),
        ("drop-tracking", "http://a/?utm_source", "http://a/"),
        ("drop-tracking", "http://a/?utm_source=\n&a", "http://a/?a"),
        ("drop-session-ids", "http://a/x.jsp;jsessionid=A1.b?y=1", "http://a/x.jsp?y=1"),
        ("drop-session-ids", "http://a/x;JSESSIONID=1/y", "http://a/x/y"),
        ("drop-session-ids", "http://a/?PHPSESSID=1&a=1", "http://a/?a=1"),
        ("drop-session-ids", "http://a/?sid=5&story=1", "http://a/?sid=5&story=1"),
        ("drop-session-ids", "http://a/?sid=0123456789abcdef0&story=1", "http://a/?story=1"),
        ("drop-session-ids", "http://a/?CFID=1&CFTOKEN=2", "http://a/"),
        ("drop-session-ids", "http://a/?ASPSESSIONIDQABC=X", "http://a/"),
        ("drop-session-ids", "http://a/(S(abcdefghijklmnopqrstuvwx))/b.aspx", "http://a/b.aspx"),
        ("drop-session-ids", "http://a/(S(short))/b", "http://a/(S(short))/b"),
        ("drop-session-ids", "http://a/x/..;jsessionid=1/y", "http://a/y"),
        ("drop-session-ids", "x:/;jsessionid=1/y", "x:/.//y"),
        ("sort-query", "http://a/?b=2&a=1&b=1", "http://a/?a=1&b=2&b=1"),
        ("sort-query", "http://a/?b&a=&&a", "http://a/?&a=&a&b"),
        ("sort-query", "http://a/?", "http://a/?"),
        ("strip-www", "http://www.example.com/", "http://example.com/"),
        ("strip-www", "http://WWW.example.com:8080/", "http://example.com:8080/"),
        ("strip-www", "http://u@www.www.example.com/", "http://u@example.com/"),
        ("strip-www", "http://www.com/", "http://www.com/"),
        ("strip-www", "http://www./", "http://www./"),
        ("strip-www", "http://www2.example.com/", "http://www2.example.com/"),
        ("strip-www", "http://www.1.2.3.4/", "http://www.1.2.3.4/"),
        ("strip-www", "mailto:a@www.example.com", "mailto:a@www.example.com"),
        ("strip-www", "x://www.example.com/", "x://www.example.com/"),
        ("strip-www", "http:/www.example.com/", "http:/www.example.com/"),
        ("drop-fragment", "http://a/#x", "http://a/"),
        ("drop-fragment", "http://a/#", "http://a/"),
        ("encode-apostrophe", "http://a/'?'#'", "http://a/'?%27#'"),
        ("encode-apostrophe", "x://a/?'", "x://a/?'"),
    ],
)
def test_steps_added_by_name(step: str, url: str, expected: str) -> None:
    assert normalize(url, steps=[step]) == expected
    assert normalize(expected, steps=[step]) == expected


@pytest.mark.parametrize(
    ("step", "url", "expected"),
    [
        ("scheme-case", "HTTP://A/%7e", "http://A/%7e"),
        ("percent-case", "http://A/%7e", "http://A/%7E"),
        ("percent-unreserved", "http://A/%7e%2f", "http://A/~%2f"),
        ("host-case", "http://A/B", "http://a/B"),
        ("host-case", "http://[FE80::A%25En0]/", "http://[fe80::a%25En0]/"),
        ("address-host", "mailto:a@B.example,c@%44.example", "mailto:a@b.example,c@d.example"),
        ("address-host", "mailto:a@b%2CC", "mailto:a@b%2CC"),
        ("dot-segments", "http://A/b/../c", "http://A/c"),
        ("default-port", "http://a:80/", "http://a/"),
        ("empty-path", "http://a?b", "http://a/?b"),
        ("tel-separators", "tel:+1-2.3", "tel:+123"),
        ("urn-namespace", "urn:ISBN:X", "urn:isbn:X"),
        ("local-file", "file:/x", "file:///x"),
    ],
)
def test_a_step_does_one_thing(step: str, url: str, expected: str) -> None:
    assert normalize(url, rung="string", steps=[step]) == expected

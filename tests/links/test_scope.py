"""What of a URL a scope looks at."""

from __future__ import annotations

import re

import duckdb
import pytest

from urlglean import extract_html
from urlglean.links.scope import Wanted, host_of
from urlglean.uri.hosts import HOST_OF_URL
from urlglean.uri.reference import parse

HOSTS = {
    "http://a.org": "a.org",
    "http://a.org/": "a.org",
    "HTTP://A.org:80/x": "A.org",
    "http://a.org?q@b": "a.org",
    "http://a.org#f": "a.org",
    "http://me:pw@a.org:80/x": "a.org",
    "http://a@b@c.org/x": "c.org",  # browsers end the userinfo at the last one
    "http://a:b@c:1@[::1]:8/": "[::1]",
    "http://a.org./x": "a.org",  # the root is no part of the name
    "http://a.org.:80/x": "a.org",
    "http://a.org../x": "a.org.",
    "http://192.0.2.1:8/": "192.0.2.1",
    "https://[2001:db8::1]/": "[2001:db8::1]",
    "http://:80/": "",
    "http:///x": "",
    "file:///etc/passwd": "",
    "mailto:me@a.org": "",
    "a.org/x://b.org": "",
    "//a.org/x": "",
    "": "",
}


@pytest.mark.parametrize("url", HOSTS)
def test_the_host_of_a_url(url: str) -> None:
    assert host_of(url) == HOSTS[url]
    parts = parse(url).authority_parts if "://" in url.partition("/x")[0] else None
    assert host_of(url) == (parts.host.removesuffix(".") if parts else "")


def test_the_host_of_a_url_in_sql() -> None:
    found = duckdb.execute(
        "SELECT url, regexp_extract(url, $1, 1) FROM (SELECT unnest($2) AS url)",
        [HOST_OF_URL.pattern, [*HOSTS]],
    )
    assert dict(found.fetchall()) == HOSTS


@pytest.mark.parametrize(
    ("reference", "is_wanted"),
    [("http://a.example/", True), ("http://b.a.example/", True), ("http://c.example/", False), ("x", False)],
)
def test_what_comes_to_no_url_is_on_no_host(reference: str, *, is_wanted: bool) -> None:
    (link,) = extract_html(f"<a href={reference}>")
    assert Wanted(hosts=("a.example",))(link) is is_wanted
    assert not Wanted(exclude=(re.compile(reference),))(link)

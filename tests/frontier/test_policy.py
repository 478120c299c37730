"""What belongs to a frontier, what is left out of it by what is told, and which URLs show signs of a trap."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.frontier_runs import HOME, fetch_urls, read_into, taken_in, unstored
from support.work import measured, watching
from urlglean import frontier
from urlglean.document import BaseClaim, Document
from urlglean.errors import UrlgleanError
from urlglean.frontier.frontier import Policy
from urlglean.frontier.policy import MAX_LENGTH, trap
from urlglean.links.scope import Scope
from urlglean.pipeline import read_document

LEFT_OUT = {
    "mailto": ("<a href=mailto:a@example.org>", "mailto:"),
    "javascript": ("<a href='javascript:go()'>", "javascript:"),
    "data": ("<img src='data:,x'>", "data:"),
    "another scheme": ("<a href=ftp://example.org/x>", "ftp:"),
    "a template": ("<template><a href=/t></a></template>", "inert"),
    "noscript": ("<noscript><img src=/p.gif></noscript>", "inert"),
    "an empty image": ("<img src=''>", "empty"),
    "a vocabulary": ("<div itemscope itemtype=http://schema.example/Person></div>", "names"),
    "a ping": ("<a ping=/count></a>", "names"),
    "a base": ("<base href='//www.example.org/b/../'>", "names"),
    "a codebase": ("<object codebase=/b/></object>", "names"),
    "a picture for other sites": ("<meta property=og:image content=/o.png>", "names"),
    "no URL": ("<a href='http://[bad/'>", "no URL"),
    "a repeating path": ("<a href=/a/b/a/b/a/b/>", "repeating path segments"),
    "a repeating parameter": ("<a href='?a=1&a=1&a=1&a=1'>", "repeating query parameters"),
    "growing references": ("<a href='?a&amp;amp;amp;b'>", "growing amp;"),
    "growing escapes": ("<a href='?a%252525b'>", "growing %25"),
    "an over-long URL": (f"<a href=/{'a' * 8001}>", "over-long URL"),
}


@pytest.mark.parametrize(("html", "reason"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_is_left_out_is_counted_by_its_reason(html: str, reason: str) -> None:
    urls, left_out = taken_in((HOME, html + "<a href=/kept>"))
    assert urls == [f"{HOME}kept"]
    assert left_out == {reason: 1}


KEPT = {
    "an empty link": ("<a href=''>", HOME),
    "a link to the top": ("<a href=#top>", HOME),
    "dates": ("<a href=/2026/2026/2026/1/1/1/>", f"{HOME}2026/2026/2026/1/1/1/"),
    "twice the same": ("<a href=/a/a/b/b/>", f"{HOME}a/a/b/b/"),
    "one reference too many": ("<a href='?a&amp;amp;b'>", f"{HOME}?a&amp;b"),
    "a form": ("<form action=/f></form>", f"{HOME}f"),
    "a form that is posted": ("<form method=post action=/f></form>", f"{HOME}f"),
    "a canonical link": ("<link rel=canonical href=/c>", f"{HOME}c"),
    "a link to an origin": ("<link rel=preconnect href=//o.example>", "http://o.example/"),
    "a page to fetch early": ("<link rel=prefetch href=/p>", f"{HOME}p"),
    "a source of a quotation": ("<q cite=/q></q>", f"{HOME}q"),
    "a description": ("<img alt=x longdesc=/l>", f"{HOME}l"),
    "a link of a MathML element named base": ("<math><base href=/m></base></math>", f"{HOME}m"),
    "a refresh": ("<meta http-equiv=refresh content='9; url=/r'>", f"{HOME}r"),
    "an image of a set": ("<img srcset='/i 2x'>", f"{HOME}i"),
    "a style": ("<p style='background: url(/s)'>", f"{HOME}s"),
    "https": ("<a href=//other.example>", "http://other.example/"),
}


@pytest.mark.parametrize(("html", "url"), KEPT.values(), ids=KEPT)
def test_what_a_browser_fetches_or_goes_to_comes_in(html: str, url: str) -> None:
    assert taken_in((HOME, html))[0] == [url]


def test_what_is_left_out_can_be_asked_for() -> None:
    everything = "".join(html for html, _ in LEFT_OUT.values())
    policy = Policy(
        inert=True, traps=True, schemes=frozenset({"http", "ftp"}), follow=frozenset({"metadata"})
    )
    urls, left_out = taken_in((HOME, everything), policy=policy)
    names = ["http://schema.example/Person", HOME, f"{HOME}b/", f"{HOME}o.png"]
    assert urls == names
    policy = Policy(inert=True, traps=True, schemes=frozenset({"http", "ftp", "mailto"}))
    urls, left_out = taken_in((HOME, everything), policy=policy)
    assert set(left_out) == {"javascript:", "data:", "empty", "names", "no URL"}


def test_a_trap_is_shown() -> None:
    with unstored() as frontier:
        read_into(frontier, (HOME, "<a href=/a/b/a/b/a/b/1><a href=/a/b/a/b/a/b/2>"))
        assert frontier.traps == {"repeating path segments": f"{HOME}a/b/a/b/a/b/1"}


ROBOTS = "<meta name=robots content='noindex,nofollow'><a href=/a>a</a>"


@pytest.mark.parametrize(
    ("respect", "expected"),
    [
        ((), ["p", "a", "n", "f"]),
        (("nofollow",), ["p", "a", "f"]),
        (("robots",), ["p", "n", "f"]),
        (("noindex",), ["a", "n", "f"]),
        (("nofollow", "robots", "noindex"), ["f"]),
    ],
)
def test_robots_are_respected_where_that_is_asked_for(respect: Any, expected: list[str]) -> None:
    start = "<a href=/p>p</a>"
    pages = [
        (HOME, start),
        (f"{HOME}p", ROBOTS),
        (f"{HOME}q", "<a rel=nofollow href=/n>n</a><a href=/f>f</a>"),
    ]
    assert fetch_urls(*pages, policy=Policy(respect=frozenset(respect))) == [HOME + name for name in expected]


SCOPES = {
    "same host": (Scope(same="host"), {"a", "s"}),
    "same domain": (Scope(same="domain"), {"a", "s", "shop"}),
    "host": (Scope(hosts=("shop.example.org",)), {"shop"}),
    "host and below": (Scope(hosts=("example.org",)), {"a", "s", "shop"}),
    "prefix": (Scope(prefixes=("HTTP://www.Example.org:80/s",)), {"s"}),
    "match": (Scope(matches=(re.compile("PDF"), re.compile("shop"))), {"s", "shop"}),
    "exclude": (Scope(excludes=(re.compile("example.org"),)), {"other"}),
    "a long extension": (Scope(extensions=frozenset({"tar.gz"})), set()),
    "extension": (Scope(extensions=frozenset({"pdf", "html"})), {"s", "other"}),
    "no extension": (Scope(extensions=frozenset({""})), {"a", "shop"}),
    "skip extension": (Scope(not_extensions=frozenset({"pdf"})), {"a", "shop", "other"}),
    "all together": (
        Scope(same="domain", excludes=(re.compile("shop"),), extensions=frozenset({"pdf"})),
        {"s"},
    ),
}


@pytest.mark.parametrize(("scope", "expected"), SCOPES.values(), ids=SCOPES)
def test_scope(scope: Scope, expected: set[str]) -> None:
    named = {
        "a": "http://www.example.org/a.b/c?x.pdf",
        "s": "http://www.example.org/s.PDF?x",
        "shop": "https://shop.example.org/",
        "other": "http://example.net/x.html",
    }
    page = "".join(f"<a href='{url}'>" for url in named.values())
    urls, left_out = taken_in((HOME, page), policy=Policy(scope=scope))
    assert set(urls) == {named[name] for name in expected}
    assert sum(left_out.values()) == 4 - len(expected)


HOSTS_IN_SCOPE = {
    "http://example.com./": True,
    "http://www.EXAMPLE.com.:80/": True,
    "http://bad-example.com/": False,
    "http://example.com.evil.example/": False,
    "http://example.com@evil.example/": False,
    "http://evil.example/example.com": False,
    "http://me:pw@example.com/": True,
    "http://ex%61mple.com/": True,
}


@pytest.mark.parametrize(
    "policy", [{}, {"rung": "string"}, {"rung": "syntax"}, {"steps": ("strip-www",)}], ids=str
)
@pytest.mark.parametrize(("url", "is_in"), HOSTS_IN_SCOPE.items())
def test_a_host_is_the_same_however_it_is_written(url: str, *, is_in: bool, policy: dict[str, Any]) -> None:
    for scope in (
        Scope(hosts=("example.com",)),
        Scope(same="domain"),
        Scope(same="host", excludes=(re.compile("(?i)//www"),)),
    ):
        expected = [url] if is_in and not (scope.same == "host" and "www" in url) else []
        # In a list of URLs they stand as they were written, so that the string rung has nothing normalized.
        with unstored(Policy(scope=scope, **policy)) as frontier:
            claims = (BaseClaim("retrieval", "HTTP://Example.com/list", "--base"),)
            document = Document(url, "text/plain", "list.txt", claims=claims)
            frontier.extend(read_document(document, on_problem=pytest.fail, observer=frontier))
            frontier.finish()
            assert [row.fetch_url for row in frontier.rows()] == expected, scope


def test_a_step_of_keys_says_nothing_of_the_scope() -> None:
    page = "<a href=http://www.example.com/a?utm_source=x>"
    for scope in (
        Scope(hosts=("www.example.com",)),
        Scope(prefixes=("http://www.example.com/a?utm",)),
        Scope(same="host"),
    ):
        policy = Policy(scope=scope, steps=("strip-www", "drop-tracking"))
        assert len(taken_in(("http://www.example.com/", page), policy=policy)[0]) == 1


EXTENSIONS = {
    "/a.tar.gz": {"gz", "tar.gz"},
    "/A.PDF": {"pdf"},
    "/A.PDF;jsessionid=1.html": {"pdf"},
    "/a.pdf/": {"none"},
    "/a.pdf?x.html#y.html": {"pdf"},
    "/x?a.pdf": {"none"},
    "/.well-known": {"none"},
    "/.pdf": {"none"},
    "/tar.gz": {"gz"},
    "/name.": {"none"},
    "/a.b-c": {"none"},
    "/a%2Epdf": {"pdf"},
    "/a.html%3Fx": {"none"},
    "": {"none"},
    "/v1.2": {"2"},
}


@pytest.mark.parametrize(("path", "found"), EXTENSIONS.items())
def test_the_extension_of_a_path(path: str, found: set[str]) -> None:
    for name in ("gz", "tar.gz", "pdf", "html", "none", "2", "com"):
        wanted = frozenset({"" if name == "none" else name})
        page = f"<a href='http://example.com{path}'>"
        with_it, _ = taken_in((HOME, page), policy=Policy(scope=Scope(extensions=wanted)))
        without, _ = taken_in((HOME, page), policy=Policy(scope=Scope(not_extensions=wanted)))
        assert (len(with_it), len(without)) == ((1, 0) if name in found else (0, 1)), name


def test_the_domain_is_the_one_that_somebody_registered() -> None:
    page = "<a href=http://b.example.co.uk/><a href=http://other.co.uk/><a href=http://me.github.io/>"
    policy = Policy(scope=Scope(same="domain"))
    assert taken_in(("http://a.example.co.uk/", page), policy=policy)[0] == ["http://b.example.co.uk/"]
    assert taken_in(("http://you.github.io/", page), policy=policy)[0] == []


def test_a_page_without_a_url_is_on_no_site() -> None:
    urls, left_out = taken_in(("", "<a href=http://a.example/>"), policy=Policy(scope=Scope(same="host")))
    assert (urls, left_out) == ([], {"same": 1})


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: Scope(same="hosts"), "there is no site 'hosts'; choose one of host, domain"),
        (
            lambda: Policy(follow=frozenset({"links"})),
            "there is no kind of reference 'links'; choose one of nav",
        ),
        (
            lambda: Policy(respect=frozenset({"robots.txt"})),
            "there is no wish to respect 'robots.txt'; choose",
        ),
        (lambda: Policy(schemes=frozenset({"http,https"})), "'http,https' is no scheme"),
        (lambda: Scope(hosts=("A.Example",)), "'A.Example' is no host in normal form; write 'a.example'"),
        (lambda: Scope(hosts=("*.a.example",)), "write 'a.example'"),
        (lambda: Scope(hosts=("",)), "'' is no host in normal form"),
        (
            lambda: Scope(prefixes=("a.example/x",)),
            "'a.example/x' is no absolute URL, so no URL begins with it",
        ),
        (lambda: Scope(extensions=frozenset({".pdf"})), "in lower case, without the first dot: write 'pdf'"),
        (lambda: Scope(not_extensions=frozenset({"*.Tar.gz"})), "write 'tar.gz'"),
    ],
)
def test_names_that_do_not_exist(made: Callable[[], object], told: str) -> None:
    with pytest.raises(UrlgleanError, match=re.escape(told)):
        made()


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: Scope(hosts="a.example"), "hosts='a.example' is one string: write hosts=['a.example']"),
        (lambda: Policy(schemes="https"), "schemes='https' is one string: write schemes=['https']"),
        (lambda: Policy(schemes=None), "schemes are several strings, not None"),
        (lambda: Policy(skip_fetched="no"), "skip_fetched is to be True or False, not 'no'"),
        (lambda: Policy(inert=None), "inert is to be True or False, not None"),
        (lambda: Policy(scope=None), "scope is to be a Scope, not NoneType"),
        (lambda: Policy(schemes=[b"http"]), "each of schemes is to be a string, not bytes"),
        (lambda: Scope(matches=("pdf",)), "a pattern is to be compiled: write re.compile('pdf')"),
    ],
)
def test_arguments_of_a_wrong_type(made: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError, match=re.escape(told)):
        made()


def test_schemes_and_hosts_in_every_form_there_is() -> None:
    assert Policy(schemes=["HTTPS://", "ftp"]).schemes == {"https", "ftp"}  # type: ignore[arg-type]  # a list will do
    page = (
        HOME,
        "<a href=https://[::1]/a>a</a> <a href=https://xn--mller-kva.example/b>b</a> <a href=/c>c</a>",
    )
    policy = Policy(schemes=frozenset({"HTTPS"}), scope=Scope(hosts=("[::1]", "xn--mller-kva.example")))
    assert taken_in(page, policy=policy)[0] == ["https://[::1]/a", "https://xn--mller-kva.example/b"]


# --- traps ---

SIGNS = {
    "http://a/b/b/b": "repeating path segments",
    "http://a/x/b/c/b/c/b/c": "repeating path segments",
    "http://a/b/c/d/e/b/c/d/e/b/c/d/e/": "repeating path segments",
    "http://a/b/1/b/2/b/3/b/4/b/5/b/6": "repeating path segments",
    "http://a/b//b//b//": "repeating path segments",
    "http://a/?x=1&x=1&x=1&x=1": "repeating query parameters",
    "http://a/?b&amp;amp;c": "growing amp;",
    "http://a/?b%26AMP;amp%3bc": "growing amp;",
    "http://a/?b=%252525": "growing %25",
    "http://a/" + "b" * MAX_LENGTH: "over-long URL",
}
NO_SIGNS = [
    "http://a/",
    "http://a/b/b/",
    "http://a/b/c/b/c/",
    "http://a/1/1/1/1/1/1/1/",
    "http://a/2026/11/11/11/",
    "http://a/b/c/d/b/e/f/b/",
    "http://a/?b&amp;c",
    "http://a/?b=amp;amp;",
    "http://a/?b=%2525",
    "http://a/?x=1&x=2&x=3&x=4&x=5",
    "http://a/?x&x&x&x&x",
    "http://a/lib/lib.js?b/b/b/b/b",
    "http://a/#b/b/b/b/b",
    "http://a/" + "b" * (MAX_LENGTH - 9),
]


@pytest.mark.parametrize("url", SIGNS)
def test_signs(url: str) -> None:
    assert trap(url) == SIGNS[url]


@pytest.mark.parametrize("url", NO_SIGNS)
def test_no_signs(url: str) -> None:
    assert trap(url) is None


@pytest.mark.parametrize("unit", ["/a", "/a/b", "&a=1", "%25", "&amp;", "/1", "//", "?"])
def test_the_longest_url_is_looked_at_in_no_time(unit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counter = watching(monkeypatch, frontier)
    assert measured(counter, trap, ("http://a/" + unit * MAX_LENGTH)[:MAX_LENGTH]) < 50 * MAX_LENGTH


@given(st.lists(st.sampled_from(["a", "b", "x", "1", ""]), max_size=14), st.sampled_from(["", "/"]))
def test_a_path_shows_the_same_signs_with_a_query_and_without(segments: list[str], end: str) -> None:
    url = "http://x/" + "/".join(segments) + end
    assert trap(url) == trap(f"{url}?q&r")

"""Many URLs: each asked once, answered in each way in which it was written, and what of that is told meanwhile."""

from __future__ import annotations

import sys

import pytest

from support.network_checks import answer_to, answers_to, around, policy
from support.web_server import page, redirect, respond, serving
from urlglean.check.answers import Cause
from urlglean.check.network import Headway, NetworkPolicy, ask
from urlglean.errors import UrlgleanError


def test_each_url_is_asked_once_and_answered_in_each_way_it_was_written() -> None:
    with serving({"/a": page()}) as site:
        written = [
            *(site.url("/a"), site.url("/a#x"), site.url("/a#y"), site.url("/b/../a"), site.url("/a")),
            *(site.url("/a").replace("http", "HTTP"), site.url("/%61"), f" {site.url('/a')}\n"),
        ]
        found = answers_to(*written)
        assert set(found) == set(written)
        assert {answer.cause for url, answer in found.items() if "%61" not in url} == {Cause.FOUND}
        assert site.methods("/a") == ["HEAD"]


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        ("mailto:a@b.test", Cause.OTHER_SCHEME),
        ("ftp://a.test/", Cause.OTHER_SCHEME),
        ("tel:+1", Cause.OTHER_SCHEME),
        ("data:,x", Cause.OTHER_SCHEME),
        ("file:///etc/passwd", Cause.OTHER_SCHEME),
        ("", Cause.MALFORMED),
        ("/relative", Cause.MALFORMED),
        ("http://", Cause.MALFORMED),
        ("http://a b/", Cause.MALFORMED),
        ("http://a:99999/", Cause.MALFORMED),
        ("http://1.2.3.4.5/", Cause.MALFORMED),
        ("http://[::1", Cause.MALFORMED),
    ],
)
def test_what_no_server_is_asked_for(url: str, cause: Cause) -> None:
    answer = answer_to(url)
    assert (answer.cause, answer.asked) == (cause, None)


def test_folders_of_a_server_take_turns() -> None:
    written = ["/a/1", "/a/2", "/a/3?/b/", "/index", "/b/1/x", "/b/2/x", "/other"]
    with serving({path.partition("?")[0]: page() for path in written}) as site:
        answers_to(*map(site.url, written), concurrency=1)
        assert [asked.path for asked in site.asked] == [
            *("/a/1", "/index", "/b/1/x"),
            *("/a/2", "/other", "/b/2/x"),
            "/a/3?/b/",
        ]


def test_a_url_to_write_keeps_the_fragment_unless_it_gets_another() -> None:
    with serving({"/a": redirect("/c", 301), "/b": redirect("/c#own", 301), "/c": page()}) as site:
        found = answers_to(site.url("/a"), site.url("/a#x"), site.url("/b#x"))
        moved = {url.partition(str(site.port))[2]: answer.moved_to for url, answer in found.items()}
        assert moved == {"/a": site.url("/c"), "/a#x": site.url("/c#x"), "/b#x": site.url("/c#own")}
        assert {answer.cause for answer in found.values()} == {Cause.MOVED}


def test_a_fragment_that_a_redirect_states_counts_alone() -> None:
    to_own = {
        "/a": redirect("/b#own"),
        "/b": redirect("/c"),
        "/d": redirect("/c"),
        "/c": page("<p id=own>" * 60),
    }
    with serving(to_own) as site:
        urls = [site.url(one) for one in ("/a#x", "/a#:~:text=no", "/d#x")]
        for longest, cause in ((1 << 20, Cause.FOUND), (50, Cause.PAGE_TOO_LONG)):
            found = answers_to(*urls, fragments=True, max_body=longest)
            assert [(found[url].cause, found[url].fragments, found[url].texts) for url in urls] == [
                (Cause.FOUND, None, None),
                (Cause.FOUND, None, None),
                (cause, {"own"} if cause is Cause.FOUND else None, None),
            ]


def test_headway_is_told() -> None:
    told: list[Headway] = []
    with serving(
        {f"/{number}": respond(200, "x", Content_Type="text/plain", delay=0.3) for number in range(3)}
    ) as site:
        urls = [site.url(f"/{number}") for number in range(3)]
        answers = list(
            ask([*urls, *urls], policy=policy(per_host=1), on_progress=told.append, surroundings=around())
        )
    assert len(answers) == 3
    assert [one.done for one in told] == sorted(one.done for one in told)
    assert told[-1].done == told[-1].total == 3
    assert any(one.hosts == ("127.0.0.1",) for one in told)


def test_nothing_to_ask() -> None:
    assert answers_to() == {}


def test_nothing_is_opened_before_the_first_answer_is_wanted() -> None:
    with serving({"/": page()}) as site:
        ask([site.url()], policy=policy())
        assert site.connections == 0


def test_one_string_is_no_list_of_urls() -> None:
    with pytest.raises(TypeError, match="is one string"):
        ask("http://a/", policy=NetworkPolicy())
    with pytest.raises(TypeError, match="on_progress"):
        ask([], policy=NetworkPolicy(), on_progress=[])  # type: ignore[arg-type]  # that is what is tried


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    with pytest.raises(UrlgleanError, match=r"pip install 'urlglean\[check\]'"):
        ask([], policy=NetworkPolicy())

"""A rerun asks only what is due."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
import pytest

from support.network_checks import answers_to, around, policy
from support.web_server import Site, page, redirect, respond, serving, silent
from urlglean.check.answers import Answer, Cause, Outcome
from urlglean.check.network import ask, known_answers
from urlglean.check.network.connections import Environment
from urlglean.errors import StoreError

START = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
PATHS = ("/", "/moved", "/404")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "answers.duckdb"


def at(seconds: float) -> Environment:
    return around(now=lambda: START + timedelta(seconds=seconds))


def asked_now(
    site: Site, urls: list[str], cache: Path, seconds: float = 0.0, **settings: object
) -> dict[str, Answer]:
    """Ask, and give the answers; what the server was asked for before is forgotten."""
    site.asked.clear()
    settings = {"good_age": 100.0, "broken_age": 10.0, **settings}
    return answers_to(*urls, cache=cache, surroundings=at(seconds), **settings)


def paths(site: Site) -> list[str]:
    return sorted({asked.path for asked in site.asked})


def test_answers_come_from_the_cache_as_they_were(cache: Path) -> None:
    with serving({"/": page("<p id='a b'><p id=é>"), "/moved": redirect("/", 301)}) as site:
        urls = [site.url(f"{path}{fragment}") for path in PATHS for fragment in ("", "#x")]
        first = asked_now(site, urls, cache, fragments=True)
        assert paths(site) == sorted(PATHS)
        assert asked_now(site, urls, cache, 5, fragments=True) == first
        assert paths(site) == []
        assert {answer.asked for answer in first.values()} == {START}
        assert first[urls[1]].fragments == {"a b", "é"}


def test_ages_are_by_outcome(cache: Path) -> None:
    with serving({"/": page(), "/moved": redirect("/", 301)}) as site:
        urls = [site.url(path) for path in PATHS]
        asked_now(site, urls, cache)
        asked_now(site, urls, cache, 10)
        assert paths(site) == []
        asked_now(site, urls, cache, 11)
        assert paths(site) == ["/404"]
        asked_now(site, urls, cache, 22)
        assert paths(site) == ["/404"]
        asked_now(site, urls, cache, 101)
        assert paths(site) == sorted(PATHS)
        asked_now(site, urls, cache, -1000)  # the clock was set back
        assert paths(site) == sorted(PATHS)


def test_what_was_not_checked_is_asked_again(cache: Path) -> None:
    with serving({"/": respond(429, Retry_After="999")}) as site:
        assert asked_now(site, [site.url()], cache)[site.url()].cause.outcome is Outcome.UNCHECKED
        asked_now(site, [site.url()], cache)
        assert paths(site) == ["/"]


def test_what_was_not_waited_for_is_asked_again(cache: Path) -> None:
    with serving({"/": respond(delay=0.3)}) as site:
        assert asked_now(site, [site.url()], cache, timeout=0.1, retries=0)[site.url()].cause is Cause.TIMEOUT
        assert asked_now(site, [site.url()], cache)[site.url()].cause is Cause.FOUND


def test_other_manners_have_other_answers(cache: Path) -> None:
    with serving({"/": respond(403)}) as site:
        assert asked_now(site, [site.url()], cache)[site.url()].cause is Cause.FORBIDDEN
        accepted = asked_now(site, [site.url()], cache, accept=frozenset({403}))
        assert accepted[site.url()].cause is Cause.FOUND
        assert asked_now(site, [site.url()], cache)[site.url()].cause is Cause.FORBIDDEN
        assert paths(site) == []


def test_a_page_that_was_not_read_is_asked_for_its_fragments(cache: Path) -> None:
    with serving({"/": page("<p id=here>")}) as site:
        url, broken = site.url("/#here"), site.url("/404#x")
        asked_now(site, [url, broken], cache)
        assert asked_now(site, [url, broken], cache, 1, fragments=True)[url].fragments == {"here"}
        assert paths(site) == ["/"]  # what is broken has none
        asked_now(site, [site.url()], cache, 2)
        assert paths(site) == []


def test_a_page_is_asked_for_texts_that_nobody_has_looked_for(cache: Path) -> None:
    with serving({"/": page("<p id=a>one two")}) as site:
        first, second = site.url("/#:~:text=one"), site.url("/#a:~:text=three")
        asked_now(site, [site.url("/#a")], cache, fragments=True)
        for seconds, expected in enumerate((["/"], [])):
            found = asked_now(site, [first, second], cache, seconds, fragments=True)
            assert found[first].texts == found[second].texts == {"text=one": True, "text=three": False}
            assert paths(site) == expected


def test_without_asking_a_cache_tells_what_it_knows_of_a_page(cache: Path) -> None:
    with serving({"/": page("<p id=a>one two")}) as site:
        known, other = [site.url(f"/#{one}") for one in ("a", "b", ":~:text=one")], site.url("/#a:~:text=two")
        first = asked_now(site, known, cache, fragments=True)
    found = known_answers([*known, other], policy=policy(fragments=True), cache=cache, now=START)
    assert {answer.url: answer for answer in found} == first


def test_a_page_that_was_cut_is_not_taken_for_all_of_it(cache: Path) -> None:
    with serving({"/": page("<p id=a>" + "x" * 1000 + "<p id=b>")}) as site:
        url = site.url("/#b")
        assert asked_now(site, [url], cache, fragments=True, max_body=500)[url].cause is Cause.PAGE_TOO_LONG
        assert asked_now(site, [url], cache)[url].fragments is None
        assert asked_now(site, [url], cache, fragments=True)[url].fragments == {"a", "b"}


def test_a_text_at_the_beginning_of_a_page_that_was_cut_is_found() -> None:
    with serving({"/": page("<p>one" + " x" * 1000 + "<p>two")}) as site:
        first, second = site.url("/#:~:text=one"), site.url("/#:~:text=two")
        found = answers_to(first, second, fragments=True, max_body=500)
        assert [found[url].cause for url in (first, second)] == [Cause.FOUND, Cause.PAGE_TOO_LONG]


def test_no_credentials_are_in_the_file(cache: Path) -> None:
    with serving({"/": page()}) as site:
        url = site.url().replace("//", "//me:hush@")
        asked_now(site, [url], cache)
        asked_now(site, [url], cache)
        assert paths(site) == ["/"]
    assert b"hush" not in cache.read_bytes()


def test_what_was_answered_is_kept_where_somebody_has_enough(cache: Path) -> None:
    with serving({"/": page(), "/never": silent}) as site:
        answers = ask(
            [site.url(), site.url("/never")],
            policy=policy(good_age=100.0),
            cache=cache,
            surroundings=around(),
        )
        assert next(answers).cause is Cause.FOUND
        answers.close()  # type: ignore[attr-defined]  # it is a generator
    with duckdb.connect(cache, read_only=True) as file:
        assert file.execute("SELECT url FROM answer").fetchall() == [(site.url(),)]


def test_many_answers_are_found_again(cache: Path) -> None:
    with serving({}) as site:
        urls = [site.url(f"/{number}") for number in range(1100)]
        first = asked_now(site, urls, cache, head=False)
        assert asked_now(site, urls, cache, head=False) == first
        assert paths(site) == []


def test_old_answers_are_forgotten(cache: Path) -> None:
    with serving({"/": page()}) as site:
        asked_now(site, [site.url()], cache)
        asked_now(site, [], cache, 1_000)
    with duckdb.connect(cache, read_only=True) as file:
        assert file.execute("SELECT count(*) FROM answer").fetchone() == (0,)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: path.write_text("no database " * 9000), "this is no DuckDB file, so it is no cache"),
        (
            lambda path: duckdb.connect(path).execute("CREATE TABLE x(y INT)").close(),
            "no cache that urlglean made",
        ),
        (lambda path: path.mkdir(), "no regular file"),
    ],
)
def test_a_file_that_is_no_cache(make: object, said: str, cache: Path) -> None:
    make(cache)  # type: ignore[operator]  # each row has a function
    with pytest.raises(StoreError, match=said) as raised:
        answers_to("http://a.test/", cache=cache)
    assert str(cache) in str(raised.value)


def test_a_cache_of_a_later_version(cache: Path) -> None:
    answers_to("http://a.test/", cache=cache)
    with duckdb.connect(cache) as file:
        file.execute("UPDATE cache SET version = 99")
    with pytest.raises(
        StoreError, match="a cache of version 99, but this urlglean knows version 2 only; remove it"
    ):
        answers_to("http://a.test/", cache=cache)


def test_a_cache_that_another_process_has_open(cache: Path) -> None:
    answers_to("http://a.test/", cache=cache)
    code = (
        f"import duckdb, sys; c = duckdb.connect({str(cache)!r}); print('open', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match=rf"process {other.pid} has this cache open"):
            answers_to("http://a.test/", cache=cache)
        other.communicate()

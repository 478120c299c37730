"""The way from a URL to its answer, step by step, without a network."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlglean.check.answers import Answer, Cause, Hop, Outcome
from urlglean.check.network.failures import Failure
from urlglean.check.network.journey import Journey, Response, backoff, retry_after
from urlglean.check.network.policy import NetworkPolicy
from urlglean.check.network.target import target_of

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)
OK = Response(200)
GOOD = {Cause.FOUND, Cause.MOVED}


def travel(
    *found: Response | Failure, needs_page: bool = False, url: str = "http://a/", **settings: Any
) -> tuple[str, Answer]:
    """Give what was asked for, a method, URL and delay each, and the answer; all that was found is to be used."""
    policy = NetworkPolicy(**{"backoff": 1.0, **settings})
    journey = Journey(target_of(url), policy, needs_page)
    steps = []
    left = list(found)
    while True:
        if journey.is_circle:
            answer = journey.leave_circle(NOW)
        else:
            delay = f" after {journey.delay:g}" if journey.delay else ""
            steps.append(f"{journey.method} {journey.target.url}{delay}")
            answer = journey.take(left.pop(0), now=NOW, chance=1.0)
        if answer is not None:
            assert not left
            return ", ".join(steps), answer


def to(location: str | None, status: int = 302) -> Response:
    return Response(status, location=location)


# --- the methods ---


@pytest.mark.parametrize("status", [200, 201, 202, 203, 204, 205, 206, 226])
def test_what_is_there_needs_its_header_alone(status: int) -> None:
    steps, answer = travel(Response(status))
    assert steps == "HEAD http://a/"
    assert (answer.cause, answer.status, answer.detail) == (Cause.FOUND, status, None)


@pytest.mark.parametrize(
    ("head", "get", "cause"),
    [
        (Response(405), OK, Cause.FOUND),
        (Response(501), OK, Cause.FOUND),
        (Response(403), OK, Cause.FOUND),
        (Response(404), OK, Cause.FOUND),
        (Response(500), OK, Cause.FOUND),
        (Response(404), Response(404), Cause.NOT_FOUND),
        (Response(405), Response(410), Cause.GONE),
        (Response(200, is_empty=True), Response(404), Cause.NOT_FOUND),
        (Response(200, is_empty=True), Response(200, is_empty=True), Cause.FOUND),
        (Failure(Cause.TIMEOUT), OK, Cause.FOUND),
        (Failure(Cause.CUT_OFF), OK, Cause.FOUND),
        (Failure(Cause.NOT_HTTP), Failure(Cause.NOT_HTTP), Cause.NOT_HTTP),
    ],
)
def test_what_a_header_says_is_not_believed_unless_it_is_good(
    head: Response | Failure, get: Response | Failure, cause: Cause
) -> None:
    steps, answer = travel(head, get)
    assert steps == "HEAD http://a/, GET http://a/"
    assert answer.cause is cause


@pytest.mark.parametrize(("needs_page", "head"), [(True, True), (False, False), (True, False)])
def test_a_page_is_asked_for_where_it_is_wanted(*, needs_page: bool, head: bool) -> None:
    steps, _ = travel(to("/b"), OK, needs_page=needs_page, head=head)
    assert steps == "GET http://a/, GET http://a/b"


# --- statuses ---


@pytest.mark.parametrize(
    ("status", "cause", "detail"),
    [
        (400, Cause.CLIENT_ERROR, "400 Bad Request"),
        (401, Cause.UNAUTHORIZED, "401 Unauthorized"),
        (402, Cause.CLIENT_ERROR, "402 Payment Required"),
        (403, Cause.FORBIDDEN, "403 Forbidden"),
        (404, Cause.NOT_FOUND, "404 Not Found"),
        (407, Cause.PROXY_FAILED, "407 Proxy Authentication Required"),
        (410, Cause.GONE, "410 Gone"),
        (418, Cause.CLIENT_ERROR, "418 I'm a Teapot"),
        (451, Cause.CLIENT_ERROR, "451 Unavailable For Legal Reasons"),
        (499, Cause.CLIENT_ERROR, "499"),
        (505, Cause.SERVER_ERROR, "505 HTTP Version Not Supported"),
        (520, Cause.SERVER_ERROR, "520"),
        (300, Cause.ODD_STATUS, "300 Multiple Choices"),
        (304, Cause.ODD_STATUS, "304 Not Modified"),
        (101, Cause.ODD_STATUS, "101 Switching Protocols"),
        (600, Cause.ODD_STATUS, "600"),
        (999, Cause.NO_PROGRAMS, "999"),
    ],
)
def test_a_status_has_its_cause(status: int, cause: Cause, detail: str) -> None:
    answer = travel(Response(status), head=False)[1]
    assert (answer.cause, answer.status, answer.detail) == (cause, status, detail)
    assert answer.cause.outcome is not Outcome.GOOD
    assert travel(Response(status), accept=frozenset({status}))[1].cause is Cause.FOUND


def test_what_a_server_says_itself_is_told_without_what_acts_on_a_terminal() -> None:
    answer = travel(Response(404, "Nothing\x1b[31m \u202ehere" + "." * 200), head=False)[1]
    assert answer.detail == "404 Nothing[31m here" + "." * 64


def test_a_server_that_asks_for_a_person_was_not_checked() -> None:
    answer = travel(Response(403, is_challenge=True), head=False)[1]
    assert answer.cause is Cause.NO_PROGRAMS
    assert answer.cause.outcome is Outcome.UNCHECKED


# --- trying again ---


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_a_passing_fault_is_tried_again_and_each_time_later(status: int) -> None:
    steps, answer = travel(Response(status), Response(status), OK, head=False)
    assert steps == "GET http://a/, GET http://a/ after 1, GET http://a/ after 2"
    assert answer.cause is Cause.FOUND


@pytest.mark.parametrize("cause", [Cause.NO_NAME_SERVER, Cause.CUT_OFF])
def test_a_failure_that_may_pass_is_tried_again(cause: Cause) -> None:
    steps, answer = travel(*[Failure(cause, "why")] * 4, head=False, retries=3, backoff=8.0)
    assert steps == "GET http://a/, GET http://a/ after 8, GET http://a/ after 16, GET http://a/ after 32"
    assert (answer.cause, answer.status, answer.detail, answer.asked) == (cause, None, "why", NOW)


@pytest.mark.parametrize(
    ("cause", "head", "steps"),
    [
        (Cause.TIMEOUT, True, "HEAD http://a/, GET http://a/"),
        (Cause.TIMEOUT, False, "GET http://a/, GET http://a/ after 1"),
        (Cause.CONNECT_TIMEOUT, True, "HEAD http://a/, HEAD http://a/ after 1"),
    ],
)
def test_who_has_waited_twice_waits_no_more(cause: Cause, *, head: bool, steps: str) -> None:
    asked, answer = travel(Failure(cause), Failure(cause), head=head, retries=9)
    assert (asked, answer.cause) == (steps, cause)
    assert travel(Failure(cause), head=False, retries=0)[0] == "GET http://a/"


@pytest.mark.parametrize(
    "cause", [Cause.UNKNOWN_HOST, Cause.REFUSED, Cause.PRIVATE_ADDRESS, Cause.CERTIFICATE_EXPIRED]
)
def test_a_failure_that_stays_is_not(cause: Cause) -> None:
    assert travel(Failure(cause))[0] == "HEAD http://a/"


def test_nothing_is_tried_again_where_that_is_known_to_be_in_vain() -> None:
    journey = Journey(target_of("http://a/"), NetworkPolicy())
    answer = journey.take(Failure(Cause.CONNECT_TIMEOUT), now=NOW, chance=0, is_last=True)
    assert answer is not None
    assert answer.cause is Cause.CONNECT_TIMEOUT


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("when", ["7", "Sun, 01 Mar 2026 12:00:07 GMT"])
def test_a_server_says_when_to_come_back(status: int, when: str) -> None:
    busy = Response(status, retry_after=when)
    steps, answer = travel(busy, busy, OK)
    assert steps == "HEAD http://a/, GET http://a/ after 7, GET http://a/ after 7"
    assert answer.cause is Cause.FOUND


def test_a_server_that_does_not_say_it_in_time_or_date_is_asked_as_any_other() -> None:
    steps, answer = travel(Response(503, retry_after="soon"), Response(503, retry_after=""), OK)
    assert steps == "HEAD http://a/, GET http://a/, GET http://a/ after 1"
    assert answer.cause is Cause.FOUND


def test_nobody_waits_for_what_is_accepted() -> None:
    steps, answer = travel(Response(503, retry_after="7"), accept=frozenset({503}))
    assert steps == "HEAD http://a/"
    assert answer.cause is Cause.FOUND


@pytest.mark.parametrize(
    ("when", "detail"),
    [
        ("61", "429 Too Many Requests, asks to wait 61 s"),
        ("9" * 400, None),
        ("Sun, 01 Mar 2099 12:00:07 GMT", None),
    ],
)
def test_nobody_waits_longer_than_is_allowed(when: str, detail: str | None) -> None:
    steps, answer = travel(Response(429, retry_after=when))
    assert steps == "HEAD http://a/"
    assert answer.cause is Cause.TOO_MANY_REQUESTS
    assert detail is None or answer.detail == detail


def test_the_wait_that_a_server_asks_for_holds_for_its_host() -> None:
    journey = Journey(target_of("http://a/"), NetworkPolicy(head=False))
    assert journey.take(Response(503, retry_after="5"), now=NOW, chance=0) is None
    assert journey.is_for_host
    assert journey.take(Response(503), now=NOW, chance=0) is None
    assert not journey.is_for_host


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        (" 120 ", 120.0),
        ("Sun, 01 Mar 2026 12:02:00 GMT", 120.0),
        ("Sun, 01 Mar 2026 13:02:00 +0100", 120.0),
        ("Sunday, 01-Mar-26 12:02:00 GMT", 120.0),  # RFC 850's form
        ("Sun Mar  1 12:02:00 2026", 120.0),  # asctime's
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("", None),
        ("-5", None),
        ("1.5", None),
        ("soon", None),
        ("²", None),
        ("Sun, 99 Mar 2026 12:02:00 GMT", None),
    ],
)
def test_both_forms_of_when(value: str, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("attempt", range(5))
def test_waits_grow_and_differ(attempt: int, chance: float) -> None:
    assert 2**attempt / 2 <= backoff(attempt, 1.0, chance) <= 2**attempt
    assert backoff(attempt, 1.0, chance) < backoff(attempt + 1, 1.0, chance) + 1e-9


# --- redirects ---


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_followed_and_told(status: int) -> None:
    steps, answer = travel(to("../b?c", status), OK, url="http://a/d/e")
    assert steps == "HEAD http://a/d/e, HEAD http://a/b?c"
    assert answer.hops == (Hop(status, "http://a/b?c"),)
    assert (answer.url, answer.status) == ("http://a/d/e", 200)


@pytest.mark.parametrize(
    ("statuses", "moved_to"),
    [
        ((302,), None),
        ((301,), "http://a/0"),
        ((308, 301), "http://a/1"),
        ((301, 302, 301), "http://a/0"),
        ((302, 301), None),
        ((307, 303), None),
    ],
)
def test_the_url_to_write_is_where_the_first_permanent_redirects_lead(
    statuses: tuple[int, ...], moved_to: str | None
) -> None:
    answer = travel(*(to(f"/{number}", status) for number, status in enumerate(statuses)), OK)[1]
    assert answer.moved_to == moved_to
    assert answer.cause is (Cause.FOUND if moved_to is None else Cause.MOVED)


def test_nobody_is_told_to_write_a_url_that_is_broken() -> None:
    answer = travel(to("/b", 301), Response(404), Response(404))[1]
    assert (answer.cause, answer.moved_to, answer.hops) == (Cause.NOT_FOUND, None, (Hop(301, "http://a/b"),))


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("//b/c", "http://b/c"),
        ("https://b", "https://b/"),
        ("?x", "http://a/d?x"),
        ("/with space", "http://a/with%20space"),
        ("/\\evil", "http://evil/"),
        (" /b ", "http://a/b"),
        ("/b#there", "http://a/b#there"),
        ("/é", "http://a/%C3%A9"),
        ("/\udce9", "http://a/%E9"),  # a byte that is no UTF-8, as it came
        ("http://me:pw@b/", "http://b/"),
    ],
)
def test_where_a_redirect_leads(location: str, url: str) -> None:
    answer = travel(to(location), OK, url="http://a/d")[1]
    assert answer.hops == (Hop(302, url),)


@pytest.mark.parametrize(
    "location", [None, "", "http://", "http://a:99999/", "mailto:a@b", "javascript:alert(1)", "data:,x"]
)
def test_a_redirect_to_nothing(location: str | None) -> None:
    steps, answer = travel(to(location), to(location))
    assert steps == "HEAD http://a/, GET http://a/"
    assert answer.cause is Cause.BAD_REDIRECT


def test_a_circle_of_redirects() -> None:
    steps, answer = travel(to("/b"), to("/c"), to("/b"), head=False)
    assert steps == "GET http://a/, GET http://a/b, GET http://a/c"
    assert answer.cause is Cause.REDIRECT_LOOP
    assert [hop.url for hop in answer.hops] == ["http://a/b", "http://a/c", "http://a/b"]


def test_a_circle_that_only_requests_for_the_header_run_into() -> None:
    steps, answer = travel(to("/"), OK)
    assert steps == "HEAD http://a/, GET http://a/"
    assert (answer.cause, answer.hops) == (Cause.FOUND, ())


def test_a_redirect_to_itself_is_no_circle_where_it_sets_a_cookie() -> None:
    journey = Journey(target_of("http://a/"), NetworkPolicy())
    assert journey.take(to("/"), now=NOW, chance=0) is None
    assert journey.is_circle
    journey.cookies = "seen=1"
    assert not journey.is_circle


def test_so_many_redirects_and_no_more() -> None:
    chain = [to(f"/{number}") for number in range(4)]
    assert travel(*chain[:3], OK, redirects=3, head=False)[1].cause is Cause.FOUND
    assert travel(*chain, redirects=3, head=False)[1].cause is Cause.TOO_MANY_REDIRECTS
    assert travel(to("/b"), redirects=0, head=False)[1].cause is Cause.TOO_MANY_REDIRECTS


def test_a_way_that_leads_nowhere_is_gone_twice_at_most() -> None:
    chain = [to(f"/{number}") for number in range(3)]
    steps, answer = travel(*chain, *chain, redirects=2)
    assert steps.split(", ") == [
        f"{method} http://a/{path}" for method in ("HEAD", "GET") for path in ("", "0", "1")
    ]
    assert answer.cause is Cause.TOO_MANY_REDIRECTS
    assert travel(to("/b"), to("/"), to("/b"), to("/"))[1].cause is Cause.REDIRECT_LOOP


def test_a_redirect_that_is_accepted_is_not_followed() -> None:
    assert travel(to("/b"), accept=frozenset({302}))[1].cause is Cause.FOUND


def test_each_stop_may_be_tried_again() -> None:
    busy = Response(503)
    steps, answer = travel(busy, busy, to("/b"), busy, busy, OK, head=False)
    assert answer.cause is Cause.FOUND
    assert steps.endswith("GET http://a/b, GET http://a/b after 1, GET http://a/b after 2")


@pytest.mark.parametrize(
    ("ways", "kept"),
    [
        (("/b",), True),
        (("/b", "/c"), True),
        (("http://b/",), False),
        (("https://a/",), False),
        (("http://a:81/",), False),
        (("http://b/", "http://a/x"), False),
    ],
)
def test_credentials_stay_with_the_origin_that_they_were_written_for(
    ways: tuple[str, ...], *, kept: bool
) -> None:
    journey = Journey(target_of("http://me:pw@a/"), NetworkPolicy())
    for way in ways:
        assert journey.take(to(way), now=NOW, chance=0) is None
    assert (journey.target.credentials == ("me", "pw")) is kept
    answer = journey.take(OK, now=NOW, chance=0)
    assert "pw" not in repr(answer)


# --- laws ---

_LOCATIONS = st.sampled_from(
    [None, "/", "/b", "http://a/", "https://a/", "http://b/", "//a:81/x", "http://me:pw@c/", "mailto:x", "["]
)
_RESPONSES = st.builds(
    Response,
    status=st.sampled_from([200, 301, 302, 308, 404, 405, 429, 500, 503]),
    location=_LOCATIONS,
    retry_after=st.sampled_from([None, "0", "1", "x", "999"]),
    is_empty=st.booleans(),
)
_FAILURES = st.builds(
    Failure, st.sampled_from([Cause.TIMEOUT, Cause.CUT_OFF, Cause.REFUSED, Cause.CONNECT_TIMEOUT])
)


def test_a_login_that_a_redirect_holds_is_not_sent() -> None:
    journey = Journey(target_of("http://a/"), NetworkPolicy())
    assert journey.take(to("http://me:pw@b/"), now=NOW, chance=0) is None
    assert journey.target.credentials is None


@given(
    st.lists(_RESPONSES | _FAILURES, min_size=1, max_size=9),
    st.integers(0, 3),
    st.integers(0, 4),
    st.booleans(),
)
def test_every_way_ends_and_lays_no_login_open(
    found: list[Response | Failure],
    retries: int,
    redirects: int,
    needs_page: bool,  # noqa: FBT001  (Hypothesis)
) -> None:
    policy = NetworkPolicy(retries=retries, redirects=redirects)
    journey = Journey(target_of("http://me:pw@a/"), policy, needs_page)
    most = 2 * (redirects + 1) * (retries + 2)
    for number in range(most + 1):
        assert number < most, "too many requests"
        assert journey.target.scheme in {"http", "https"}
        assert journey.target.credentials is None or journey.target.origin == ("http", "a", 80)
        assert 0 <= journey.delay <= policy.longest_wait
        if journey.is_circle:
            answer = journey.leave_circle(NOW)
        else:
            answer = journey.take(found[number % len(found)], now=NOW, chance=0.5)
        if answer is not None:
            assert "pw" not in repr(answer)
            break

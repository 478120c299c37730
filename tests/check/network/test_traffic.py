"""Requests under way: how many at once, how they end, what a host that is down costs; and what comes of each one."""

from __future__ import annotations

import asyncio
import gc
import gzip
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
import zlib
from collections.abc import Generator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.network_checks import answer_to, answers_to, around, info, policy
from support.patience import HANG, wait_for
from support.places import ROOT
from support.web_server import (
    Asked,
    Handler,
    Site,
    Writer,
    by_method,
    endless,
    in_turn,
    page,
    raw,
    redirect,
    respond,
    serving,
    silent,
)
from urlglean.check.answers import Answer, Cause
from urlglean.check.network import ask
from urlglean.check.network.connections import AddressInfo, Environment


def when_busy(site: Site, busy: int) -> Handler:
    """Answer once so many requests are there at one moment; if they never are, nobody is answered."""

    async def handle(asked: Asked, out: Writer) -> None:
        while site.most_at_once < busy:
            await asyncio.sleep(0.005)
        await page()(asked, out)

    return handle


def running() -> set[str]:
    return {thread.name for thread in threading.enumerate() if thread.name.startswith("urlglean")}


@pytest.mark.parametrize(("per_host", "concurrency", "most"), [(1, 50, 1), (3, 50, 3), (50, 4, 4)])
def test_so_many_requests_at_once(per_host: int, concurrency: int, most: int) -> None:
    with serving({}) as site:
        site.routes["/"] = when_busy(site, most)
        urls = [site.url(f"/?{number}") for number in range(30)]
        found = answers_to(*urls, per_host=per_host, concurrency=concurrency)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert site.most_at_once == most


def test_hosts_are_asked_at_once() -> None:
    names = {f"{number}.test": ["127.0.0.1"] for number in range(20)}
    with serving({}) as site:
        site.routes["/"] = when_busy(site, 20)
        found = answers_to(*(site.url(host=name) for name in names), surroundings=around(names), per_host=1)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}


def test_a_pace_is_kept() -> None:
    with serving({"/": page()}) as site:
        started = time.monotonic()
        answers_to(*(site.url(f"/?{number}") for number in range(5)), pace=0.05)
        assert time.monotonic() - started >= 0.2


def test_a_host_that_wants_fewer_requests_gets_none_for_a_while() -> None:
    with serving({"/busy": in_turn(respond(429, Retry_After="1"), page()), "/next": page()}) as site:
        started = time.monotonic()
        found = answers_to(site.url("/busy"), site.url("/next"), per_host=1)
        assert time.monotonic() - started >= 1
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}
        assert [asked.path for asked in site.asked] == ["/busy", "/busy", "/next"]


def test_a_host_that_is_down_costs_one_wait() -> None:
    asked: list[str] = []

    def look_up(host: str, port: int) -> list[AddressInfo]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "later")

    urls = [f"http://down.test/{number}" for number in range(200)]
    found = answers_to(*urls, surroundings=Environment(look_up=look_up, proxies=dict), retries=3, per_host=2)
    assert {answer.cause for answer in found.values()} == {Cause.NO_NAME_SERVER}
    assert len(asked) <= 3 * 4


def test_a_host_that_has_answered_is_not_given_up() -> None:
    with serving({"/": page(), "/cut": in_turn(raw(reset=True), raw(reset=True), page())}) as site:
        found = answers_to(site.url(), site.url("/cut"))
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}


def test_a_reset_says_nothing_of_the_other_pages_of_a_host() -> None:
    routes = {"/no": raw(reset=True), "/get": by_method(raw(reset=True), page()), "/": page()}
    with serving(routes) as site:
        found = answers_to(*map(site.url, routes), per_host=1, retries=1)
        causes = [found[site.url(path)].cause for path in routes]
        assert causes == [Cause.CUT_OFF, Cause.FOUND, Cause.FOUND]


# --- how it ends ---


def test_all_ends_when_nobody_wants_more() -> None:
    with serving({"/": page(), "/never": silent}) as site:
        answers = ask(
            [site.url(), *(site.url(f"/never?{number}") for number in range(50))],
            policy=policy(),
            surroundings=around(),
        )
        assert next(answers).cause is Cause.FOUND
        assert running() == {"urlglean check"}
        cast("Generator[Answer, None, None]", answers).close()
        assert running() == set()
    gc.collect()  # what was left open would warn, which is an error here


def test_all_ends_where_it_is_forgotten() -> None:
    with serving({"/": page(), "/never": silent}) as site:
        for answer in ask([site.url(), site.url("/never")], policy=policy(), surroundings=around()):
            assert answer.cause is Cause.FOUND
            break
        gc.collect()
        assert wait_for(lambda: not running())


def test_an_exception_that_nobody_expects_reaches_who_asked() -> None:
    def look_up(host: str, port: int) -> list[AddressInfo]:
        return [info("127.0.0.1", port)]

    def broken() -> Any:
        raise ZeroDivisionError

    surroundings = Environment(look_up=look_up, proxies=dict, chance=broken)
    with serving({"/": page()}) as site, pytest.raises(ZeroDivisionError):
        answers_to(site.url(), surroundings=surroundings)
    assert running() == set()


def test_a_slow_name_server_holds_up_nobody_who_has_enough() -> None:
    gate = threading.Event()

    def look_up(host: str, port: int) -> list[AddressInfo]:
        if host == "slow.test":
            gate.wait(HANG)
        return [info("127.0.0.1", port)]

    with serving({"/": page()}) as site:
        urls = [site.url(host="slow.test"), site.url(host="quick.test")]
        answers = ask(urls, policy=policy(), surroundings=Environment(look_up=look_up, proxies=dict))
        assert next(answers).url == urls[1]
        cast("Generator[Answer, None, None]", answers).close()
        assert running() == set()
        gate.set()


def test_it_works_amid_an_event_loop() -> None:
    async def amid() -> dict[str, Answer]:
        return answers_to(url)

    with serving({"/": page()}) as site:
        url = site.url()
        assert asyncio.run(amid())[url].cause is Cause.FOUND


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_it_at_once_and_without_a_word() -> None:
    code = """
        import signal, sys
        from support.network_checks import around, policy
        from urlglean.check.network import ask
        signal.signal(signal.SIGINT, signal.default_int_handler)  # which is ignored where a shell runs it with `&`
        try:
            for answer in ask(sys.argv[1:], policy=policy(), surroundings=around()):
                print(answer.cause.value, flush=True)
        except KeyboardInterrupt:
            print("interrupted")
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))}
    with (
        serving({"/": page(), "/never": silent}) as site,
        subprocess.Popen(
            [
                sys.executable,
                "-W",
                "error",
                "-X",
                "dev",
                "-c",
                textwrap.dedent(code),
                site.url(),
                site.url("/never"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "found\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert (out, err) == ("interrupted\n", "")


# --- one request: to a server that behaves, and to one that does not ---

PAGE = b"<title>x</title><h1 id=one>1</h1><a name=two>2</a>"
HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
ONE_TWO = frozenset({"one", "two"})


def chunked(*pieces: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + end


def test_every_status() -> None:
    statuses = [
        *range(200, 208),
        226,
        300,
        304,
        305,
        306,
        *range(400, 429),
        431,
        451,
        499,
        *range(500, 512),
        520,
        599,
        600,
        999,
    ]
    with serving({f"/{status}": respond(status, Content_Type="text/plain") for status in statuses}) as site:
        found = answers_to(*(site.url(f"/{status}") for status in statuses), retries=1)
        for status in statuses:
            answer = found[site.url(f"/{status}")]
            assert answer.status == status
            assert (answer.cause is Cause.FOUND) is (status < 300)
            assert site.methods(f"/{status}")[:2] == (["HEAD"] if status < 300 else ["HEAD", "GET"])


# --- HEAD ---


@pytest.mark.parametrize(
    "head",
    [
        respond(405, Allow="GET"),
        respond(501),
        respond(404),
        respond(500),
        respond(200),  # says nothing of a page
        raw(),
        raw(b"HTTP/1.1 405", reset=True),
        raw(b"what?\r\n\r\n"),
        redirect("/"),
    ],
)
def test_head_is_refused_or_lies(head: Handler) -> None:
    with serving({"/": by_method(head, page())}) as site:
        assert answer_to(site.url()).cause is Cause.FOUND
        assert site.methods("/")[-1] == "GET"


def test_head_that_is_never_answered() -> None:
    with serving({"/": by_method(silent, page())}) as site:
        assert answer_to(site.url(), first_byte_timeout=10.0).cause is Cause.FOUND


def test_a_body_after_head_does_not_spoil_the_connection() -> None:
    body = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nwrong"
    with serving({"/a": raw(body), "/b": page()}) as site:
        found = answers_to(site.url("/a"), site.url("/b"), per_host=1)
        assert {answer.cause for answer in found.values()} == {Cause.FOUND}


# --- forms of answers ---


@pytest.mark.parametrize(
    "sent",
    [
        b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE,
        b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(PAGE) + PAGE,
        HTML + b"\r\n" + PAGE,
        HTML + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(PAGE[:5], PAGE[5:]),
        HTML + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(PAGE, end=b"0\r\nTrailer: x\r\n\r\n"),
        HTML + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(PAGE),
        HTML + b"Content-Encoding: deflate\r\n\r\n" + zlib.compress(PAGE),
        HTML + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(gzip.compress(PAGE)),
        b"HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n" + HTML + b"\r\n" + PAGE,
        b"HTTP/1.1 200\r\nContent-Type: text/html\r\n\r\n" + PAGE,
        HTML.replace(b"\r\n", b"\n") + b"\n" + PAGE,
        HTML + b"X-Long: " + b"x" * 100_000 + b"\r\n\r\n" + PAGE,
        HTML + b"Set-Cookie: a=b\r\n" * 300 + b"\r\n" + PAGE,
        HTML + b"X: caf\xe9\r\n\r\n" + PAGE,
        b"HTTP/1.1 200 OK\r\nContent-Type: application/xhtml+xml; charset=utf-8\r\n\r\n" + PAGE,
    ],
)
def test_a_page_in_every_form(sent: bytes) -> None:
    with serving({"/": raw(sent)}) as site:
        answer = answer_to(site.url("/#one"), fragments=True)
        assert (answer.cause, answer.fragments) == (Cause.FOUND, ONE_TWO)
        assert answer_to(site.url()).cause is Cause.FOUND


@pytest.mark.parametrize(
    ("sent", "cause"),
    [
        (b"", Cause.CUT_OFF),
        (b"HTTP/1.1 200 OK\r\nContent-Ty", Cause.CUT_OFF),
        (HTML + b"Content-Length: 500\r\n\r\n" + PAGE, Cause.CUT_OFF),
        (HTML + b"Transfer-Encoding: chunked\r\n\r\n" + chunked(PAGE, end=b""), Cause.CUT_OFF),
        (HTML + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnone", Cause.BROKEN_BODY),
        (b"SSH-2.0-OpenSSH_9.2\r\n", Cause.NOT_HTTP),
        (b"220 ftp ready\r\n\r\n", Cause.NOT_HTTP),
        (b"HTTP/1.1 abc OK\r\n\r\n", Cause.NOT_HTTP),
        (HTML + b"Foo Bar: x\r\n\r\n" + PAGE, Cause.ODD_HTTP),
        (HTML + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n", Cause.ODD_HTTP),
        (HTML + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", Cause.ODD_HTTP),
    ],
)
@pytest.mark.parametrize("reset", [False, True])
def test_an_answer_that_is_none(sent: bytes, cause: Cause, *, reset: bool) -> None:
    with serving({"/": raw(sent, reset=reset)}) as site:
        answer = answer_to(site.url("/#one"), fragments=True)
        # A reset may overtake what was sent before it.
        assert answer.cause is cause or (reset and answer.cause is Cause.CUT_OFF)
        assert answer.status is None


def test_a_reset_is_tried_again() -> None:
    with serving({"/": in_turn(raw(reset=True), raw(reset=True), raw(HTML, reset=True), page())}) as site:
        assert answer_to(site.url(), head=False, retries=3).cause is Cause.FOUND


# --- how much is read, and how long ---


@pytest.mark.parametrize(
    "sent",
    [
        endless(HTML + b"\r\n", b"<p id=x>" * 1000),
        endless(HTML + b"Transfer-Encoding: chunked\r\n\r\n", chunked(b"<p id=x>" * 1000, end=b"")),
        endless(HTML + b"Content-Length: 99999999999\r\n\r\n", b"<p id=x>" * 1000),
    ],
)
def test_an_endless_page(sent: Handler) -> None:
    with serving({"/": sent}) as site:
        known = [site.url(f"/#{name}") for name in ("x", "%78", "user-content-x", "top", "TOP")]
        found = answers_to(*known, site.url("/#y"), site.url(), fragments=True, max_body=50_000)
        assert {found[url].cause for url in known} == {Cause.FOUND}
        assert found[site.url("/#y")].cause is Cause.PAGE_TOO_LONG
        assert found[site.url()].cause is Cause.FOUND
        assert answer_to(site.url(), head=False).cause is Cause.FOUND


def test_a_small_file_that_unpacks_to_a_huge_one() -> None:
    bomb = gzip.compress(b"<p id=x>" + b" " * 20_000_000)
    with serving({"/": respond(200, bomb, Content_Type="text/html", Content_Encoding="gzip")}) as site:
        answer = answer_to(site.url("/#y"), fragments=True, max_body=1_000_000)
        assert answer.cause is Cause.PAGE_TOO_LONG


@pytest.mark.parametrize(
    "sent",
    [
        silent,
        endless(b"HTTP/1.1 200 OK\r\n", b"X: y\r\n", 0.02),
        endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.02),
    ],
)
def test_a_header_that_never_ends(sent: Handler) -> None:
    with serving({"/": sent}) as site:
        answer = answer_to(site.url(), timeout=0.5, retries=0)
        assert answer.cause in {Cause.TIMEOUT, Cause.NOT_HTTP}


def test_the_first_byte_has_a_limit_of_its_own() -> None:
    with serving({"/": silent}) as site:
        answer = answer_to(site.url(), first_byte_timeout=0.1)
        assert (answer.cause, answer.status) == (Cause.TIMEOUT, None)
        assert site.methods("/") == ["HEAD", "GET"]


def test_a_stream_that_goes_on_is_good_where_its_page_is_not_wanted() -> None:
    stream = endless(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", b"data: x\n\n", 0.05)
    with serving({"/": by_method(respond(405), stream)}) as site:
        assert answer_to(site.url()).cause is Cause.FOUND


def test_a_connection_serves_many_requests() -> None:
    with serving({f"/{number}": by_method(respond(405), page()) for number in range(20)}) as site:
        answers_to(*(site.url(f"/{number}") for number in range(20)), per_host=1)
        assert len(site.asked) == 40
        assert site.connections == 1


# --- fragments ---


@pytest.mark.parametrize(
    ("kind", "body", "fragments"),
    [
        ("text/html", b"<p id=caf\xc3\xa9><p id=b>", {"cafÃ©", "b"}),
        ("text/html; charset=utf-8", b"<p id=caf\xc3\xa9>", {"café"}),
        ("text/html; charset=no-such", b"<p id=a>", {"a"}),
        ("text/html", b"<meta charset=utf-8><p id=caf\xc3\xa9>", {"café"}),
        ("text/html", b"<h2 id=user-content-usage>", {"user-content-usage", "usage"}),
        ("text/html", b"", set()),
        ("text/plain", b"<p id=a>", None),
        ("application/pdf", b"%PDF", None),
        ("", b"<p id=a>", None),
    ],
)
def test_the_fragments_of_a_page(kind: str, body: bytes, fragments: set[str] | None) -> None:
    with serving({"/": respond(200, body, Content_Type=kind)}) as site:
        answer = answer_to(site.url("/#a"), fragments=True)
        assert answer.fragments == fragments
        assert answer.cause is Cause.FOUND


@pytest.mark.parametrize(
    ("fragment", "texts"),
    [
        (":~:text=lamp%20on", {"text=lamp%20on": True}),
        ("a:~:text=lamp,off", {"text=lamp,off": True}),
        (":~:text=lamp&text=fire", {"text=lamp&text=fire": False}),
        ("a", None),
    ],
)
def test_texts_that_a_page_shows(fragment: str, texts: dict[str, bool] | None) -> None:
    with serving(
        {"/": page("<title>Fire</title><p id=a>The <b>lamp</b> on. <script>fire</script>Off.")}
    ) as site:
        assert answer_to(site.url(f"/#{fragment}"), fragments=True).texts == texts


def test_no_page_is_read_without_need() -> None:
    with serving({"/": page()}) as site:
        assert answer_to(site.url("/#here")).fragments is None
        assert answer_to(site.url(), fragments=True).fragments is None
        assert site.methods("/") == ["HEAD", "HEAD"]


# --- what is sent ---


def test_what_servers_are_sent() -> None:
    with serving({"/": page()}) as site:
        answer_to(site.url("/?q=%41%2f|é#x"), user_agent="me/1.0")
        asked = site.asked[0]
        assert asked.path == "/?q=%41%2f|%C3%A9"
        assert asked.headers["user-agent"] == "me/1.0"
        assert asked.headers["host"] == f"127.0.0.1:{site.port}"
        assert "gzip" in asked.headers["accept-encoding"]
        assert set(asked.headers) == {"host", "user-agent", "accept", "accept-encoding"}


@pytest.mark.parametrize(
    "path", ["/a%2Fb", "/a%2fb", "/a/./b;c=d", "/%7Euser", "/a+b", "/[x]", "/a%", "/'()*"]
)
def test_a_path_is_sent_as_browsers_send_it(path: str) -> None:
    from urlglean.check.network.target import target_of

    with serving({}) as site:
        answer_to(site.url(path), retries=0)
        assert site.asked[0].path == target_of(site.url(path)).url.partition(str(site.port))[2]


# --- whatever bytes ---

_ANSWERS = (
    HTML + b"Content-Length: 9\r\n\r\n<p id=xy>",
    b"HTTP/1.1 302 Found\r\nLocation: /next?a=b#c\r\nSet-Cookie: a=b; Path=/; Domain=x\r\n\r\n",
    HTML + b"Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"HTTP/1.1 429 Busy\r\nRetry-After: Sun, 01 Mar 2026 12:02:00 GMT\r\n\r\n",
    b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 404\r\n\r\n",
    b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxx",
)
_PIECES = (
    b"\r\n",
    b"\0",
    b"\xff",
    b": ",
    b"\n",
    b"9" * 20,
    b"-1",
    b"http://",
    b"\xc3\xa9",
    b";",
    b"=",
    b"br",
    b"[",
)


@st.composite
def damaged_answers(draw: st.DrawFn) -> bytes:
    answer = draw(st.sampled_from(_ANSWERS))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(answer)))
        end = start + draw(st.integers(0, 6))
        answer = answer[:start] + draw(st.sampled_from(_PIECES) | st.just(b"")) + answer[end:]
    return answer


@given(st.lists(damaged_answers(), min_size=10, max_size=40))
@settings(max_examples=8, deadline=None)
def test_no_answer_is_too_damaged(sent: list[bytes]) -> None:
    routes = {f"/{number}": raw(answer) for number, answer in enumerate(sent)}
    with serving({**routes, "/next": page()}) as site:
        urls = [site.url(f"{path}#x") for path in routes]
        found = answers_to(*urls, fragments=True, longest_wait=0.0, retries=0, per_host=30, timeout=5.0)
        assert set(found) == set(urls)
